#include "session.h"

#include <cstdlib>
#include <filesystem>

#include <maya/MGlobal.h>
#include <maya/MTime.h>

#include "check.h"
#include "fake/scene.h"
#include "fake/session.h"

namespace scenario {

namespace {

MTime::Unit unitOf(int frameRate)
{
    switch (frameRate) {
        case 24:
            return MTime::k24FPS;
        case 25:
            return MTime::k25FPS;
        case 60:
            return MTime::k60FPS;
        case 120:
            return MTime::k120FPS;
        default:
            return MTime::k30FPS;
    }
}

std::string all(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines) {
        text += line + "\n";
    }
    return text;
}

}  // namespace

Session::Session(int frameRate, const std::string& unit, bool isZUp)
{
    fake::newScene();
    fake::setTimeUnit(unitOf(frameRate));
    fake::setLinearUnit(unit);
    fake::setZUp(isZUp);
    fake::clearMessages();
    fake::forgetErrors();
    if (!fake::loadPlugin()) {
        fail(__FILE__, __LINE__, "the plug-in does not load: " + all(fake::errors()));
    }
    char name[] = "/tmp/surefoot-maya-XXXXXX";
    m_folder = mkdtemp(name);
}

Session::~Session()
{
    fake::interruptAfter(0);
    fake::newScene();
    fake::unloadPlugin();
    std::error_code ignored;
    std::filesystem::remove_all(m_folder, ignored);
}

std::string Session::run(const std::string& command) const
{
    fake::clearMessages();
    fake::forgetErrors();
    const fake::RunResult result = fake::run(command);
    if (!result.ok) {
        fail(__FILE__, __LINE__, command + "\n  " + all(fake::errors()) + all(fake::warnings()));
    }
    // What real Maya would not forgive: a status that nobody looked at, a pointer into what is gone.
    const std::string careless = all(fake::ignoredErrors()) + all(fake::misuses());
    if (!careless.empty()) {
        fail(__FILE__, __LINE__, command + "\n  " + careless);
    }
    return result.text;
}

std::string Session::fails(const std::string& command) const
{
    fake::clearMessages();
    const size_t steps = fake::undoCount();
    if (fake::run(command).ok) {
        fail(__FILE__, __LINE__, "did not fail: " + command);
    }
    if (fake::undoCount() != steps) {
        fail(__FILE__, __LINE__, "a command that failed can be undone: " + command);
    }
    const std::string text = all(fake::errors()) + all(fake::warnings());
    if (text.empty()) {
        fail(__FILE__, __LINE__, "failed without a word: " + command);
    }
    return text;
}

void Session::undo() const
{
    if (!fake::undo()) {
        fail(__FILE__, __LINE__, "nothing to undo");
    }
}

void Session::redo() const
{
    if (!fake::redo()) {
        fail(__FILE__, __LINE__, "nothing to redo");
    }
}

void Session::undoAll() const
{
    while (fake::undo()) {
    }
}

void Session::pressEscapeAfter(int polls)
{
    fake::interruptAfter(polls < 0 ? 0 : polls);
}

bool Session::isRefreshSuspended() const
{
    return fake::refreshSuspended();
}

std::string Session::temporaryFile(const std::string& name) const
{
    return m_folder + "/" + name;
}

}  // namespace scenario
