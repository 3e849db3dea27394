// MGlobal, progress, messages and the like.
#include <maya/MGlobal.h>

#include <algorithm>

#include <fake/session.h>
#include <maya/MAnimControl.h>
#include <maya/MCommandResult.h>
#include <maya/MComputation.h>
#include <maya/MDoubleArray.h>
#include <maya/MFileIO.h>
#include <maya/MIntArray.h>
#include <maya/MNamespace.h>
#include <maya/MProfiler.h>
#include <maya/MProgressWindow.h>
#include <maya/MSelectionList.h>
#include <maya/MStringArray.h>

#include "commands.h"
#include "session.h"

namespace fake {

namespace {

struct Session {
    std::mutex mutex;
    std::vector<std::string> infos, warnings, errors, idle;
    int interruptAt = 0, polls = 0, steps = 0;
    bool progress = false, window = false;
    std::string status;
    bool interactive = true, suspended = false;
    std::map<std::string, std::pair<int, std::string>> options;
};
Session& session()
{
    static Session one;
    return one;
}

}  // namespace

void say(const char* kind, const std::string& text)
{
    const std::lock_guard<std::mutex> lock(session().mutex);
    (kind[0] == 'i' ? session().infos : kind[0] == 'w' ? session().warnings : session().errors).push_back(text);
}
std::vector<std::string> infos()
{
    return session().infos;
}
std::vector<std::string> warnings()
{
    return session().warnings;
}
std::vector<std::string> errors()
{
    return session().errors;
}
std::vector<std::string> idleCommands()
{
    return session().idle;
}
void clearMessages()
{
    Session& all = session();
    all.infos.clear();
    all.warnings.clear();
    all.errors.clear();
    all.idle.clear();
    all.steps = 0;
    all.status.clear();
}
void interruptAfter(int polls)
{
    session().interruptAt = polls;
    session().polls = 0;
}
int interruptPolls()
{
    return session().polls;
}
int progressSteps()
{
    return session().steps;
}
bool progressOpen()
{
    return session().progress || session().window;
}
std::string progressStatus()
{
    return session().status;
}
void setInteractive(bool interactive)
{
    session().interactive = interactive;
}
bool isInteractive()
{
    return session().interactive;
}
bool refreshSuspended()
{
    return session().suspended;
}
void setRefreshSuspended(bool suspended)
{
    session().suspended = suspended;
}
void poll(bool& interrupted)
{
    Session& all = session();
    ++all.polls;
    interrupted = all.interruptAt > 0 && all.polls >= all.interruptAt;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;

MGlobal::MMayaState MGlobal::mayaState(MStatus* status)
{
    give(status);
    return fake::isInteractive() ? kInteractive : kBatch;
}
MString MGlobal::mayaVersion()
{
    return fake::toMaya(std::to_string(MAYA_DOUBLE_YEAR));
}
int MGlobal::apiVersion()
{
    return MAYA_API_VERSION;
}
bool MGlobal::isUndoing()
{
    return fake::undoing();
}
bool MGlobal::isRedoing()
{
    return fake::redoing();
}
void MGlobal::displayInfo(const MString& message)
{
    fake::say("info", fake::plain(message));
}
void MGlobal::displayWarning(const MString& message)
{
    fake::say("warning", fake::plain(message));
}
void MGlobal::displayError(const MString& message)
{
    fake::say("error", fake::plain(message));
}
bool MGlobal::startErrorLogging()
{
    return true;
}

namespace {
MStatus runMel(const MString& command, fake::Result* result, bool undoable)
{
    return fake::execute(fake::plain(command), result, undoable) ? MStatus() : failure("MGlobal::executeCommand");
}
}  // namespace
MStatus MGlobal::executeCommand(const MString& command, bool, bool undoable)
{
    return runMel(command, nullptr, undoable);
}
MStatus MGlobal::executeCommand(const MString& command, MCommandResult& result, bool, bool undoable)
{
    fake::ResultHolder* holder = new fake::ResultHolder;
    result.fakeSet(::fake::Ref(holder));
    return runMel(command, &holder->result, undoable);
}
#define EXECUTE(TYPE, ACCEPT, CONVERT)                                                                                 \
    MStatus MGlobal::executeCommand(const MString& command, TYPE& value, bool, bool undoable)                          \
    {                                                                                                                  \
        fake::Result result;                                                                                           \
        const MStatus status = runMel(command, &result, undoable);                                                     \
        if (!status)                                                                                                   \
            return status;                                                                                             \
        if (!(ACCEPT))                                                                                                 \
            return failure("MGlobal::executeCommand with a result of another type");                                   \
        CONVERT;                                                                                                       \
        return MStatus();                                                                                              \
    }
EXECUTE(int, result.type == fake::Result::kInt, value = static_cast<int>(result.numbers[0]))
EXECUTE(double, result.type == fake::Result::kDouble || result.type == fake::Result::kInt, value = result.numbers[0])
EXECUTE(MString, result.type == fake::Result::kString, value = fake::toMaya(result.texts[0]))
EXECUTE(MIntArray, result.type == fake::Result::kInts || result.type == fake::Result::kInt, {
    value.clear();
    for (const double each : result.numbers)
        value.append(static_cast<int>(each));
})
EXECUTE(MDoubleArray, result.type == fake::Result::kDoubles || result.type == fake::Result::kDouble, {
    value.clear();
    for (const double each : result.numbers)
        value.append(each);
})
EXECUTE(MStringArray, result.type == fake::Result::kStrings || result.type == fake::Result::kString, {
    value.clear();
    for (const std::string& each : result.texts)
        value.append(fake::toMaya(each));
})
MString MGlobal::executeCommandStringResult(const MString& command, bool, bool undoable, MStatus* status)
{
    fake::Result result;
    const MStatus ran = runMel(command, &result, undoable);
    give(status, ran.statusCode(), "MGlobal::executeCommandStringResult");
    return fake::toMaya(result.text());
}
MStatus MGlobal::executeCommandOnIdle(const MString& command, bool)
{
    fake::session().idle.push_back(fake::plain(command));
    return MStatus();
}
MStatus MGlobal::executePythonCommandOnIdle(const MString& command, bool)
{
    fake::session().idle.push_back("python: " + fake::plain(command));
    return MStatus();
}
// There is no Python in the double.
MStatus MGlobal::executePythonCommand(const MString&, bool, bool)
{
    return failure("MGlobal::executePythonCommand", MStatus::kNotImplemented);
}
MStatus MGlobal::executePythonCommand(const MString&, int&, bool, bool)
{
    return failure("MGlobal::executePythonCommand", MStatus::kNotImplemented);
}
MStatus MGlobal::executePythonCommand(const MString&, MString&, bool, bool)
{
    return failure("MGlobal::executePythonCommand", MStatus::kNotImplemented);
}
MStatus MGlobal::executePythonCommand(const MString&, MStringArray&, bool, bool)
{
    return failure("MGlobal::executePythonCommand", MStatus::kNotImplemented);
}
MString MGlobal::executePythonCommandStringResult(const MString&, bool, bool, MStatus* status)
{
    give(status, MStatus::kNotImplemented, "MGlobal::executePythonCommandStringResult");
    return MString();
}
MStatus MGlobal::sourceFile(const MString&)
{
    return failure("MGlobal::sourceFile", MStatus::kNotImplemented);
}

MStatus MGlobal::getActiveSelectionList(MSelectionList& list, bool)
{
    list.clear();
    for (const auto& [object, component] : fake::scene().selection) {
        fake::Node* node = dynamic_cast<fake::Node*>(object.get());
        if (!node)
            continue;
        if (node->isDag())
            list.add(fake::toPath(fake::pathsTo(*node).at(0)), component ? fake::toObject(component.get()) : MObject());
        else
            list.add(fake::toObject(node));
    }
    return MStatus();
}
MStatus MGlobal::setActiveSelectionList(const MSelectionList& list, ListAdjustment adjustment)
{
    auto& own = fake::scene().selection;
    if (adjustment == kReplaceList)
        own.clear();
    for (unsigned int i = 0; i < list.length(); ++i) {
        MObject node, component;
        MDagPath path;
        if (!list.getDependNode(i, node))
            continue;
        MStatus ignored = list.getDagPath(i, path, component);
        ignored.clear();
        const auto item = std::make_pair(fake::Ptr<fake::Object>(fake::nodeOf(node)),
                                         fake::Ptr<fake::Object>(fake::componentOf(component)));
        const auto at = std::find(own.begin(), own.end(), item);
        if (at != own.end() && (adjustment == kRemoveFromList || adjustment == kXORWithList))
            own.erase(at);
        else if (at == own.end() && adjustment != kRemoveFromList)
            own.push_back(item);
    }
    return MStatus();
}
MStatus MGlobal::getSelectionListByName(const MString& name, MSelectionList& list)
{
    list.clear();
    return list.add(name);
}
MStatus MGlobal::clearSelectionList()
{
    fake::scene().selection.clear();
    return MStatus();
}
MStatus MGlobal::select(MObject& object, ListAdjustment adjustment)
{
    MSelectionList list;
    const MStatus status = list.add(object);
    return status ? setActiveSelectionList(list, adjustment) : status;
}
MStatus MGlobal::selectByName(const MString& name, ListAdjustment adjustment)
{
    MSelectionList list;
    const MStatus status = list.add(name);
    return status ? setActiveSelectionList(list, adjustment) : status;
}
MGlobal::MSelectionMode MGlobal::selectionMode(MStatus* status)
{
    give(status);
    return kSelectObjectMode;
}
MStatus MGlobal::getFunctionSetList(MObject, MStringArray& names)
{
    names.clear();
    return MStatus();
}
MVector MGlobal::upAxis(MStatus* status)
{
    give(status);
    return fake::scene().zUp ? MVector(0.0, 0.0, 1.0) : MVector(0.0, 1.0, 0.0);
}
bool MGlobal::isYAxisUp(MStatus* status)
{
    give(status);
    return !fake::scene().zUp;
}
bool MGlobal::isZAxisUp(MStatus* status)
{
    give(status);
    return fake::scene().zUp;
}
MStatus MGlobal::setYAxisUp(bool)
{
    fake::scene().zUp = false;
    return MStatus();
}
MStatus MGlobal::setZAxisUp(bool)
{
    fake::scene().zUp = true;
    return MStatus();
}
MStatus MGlobal::viewFrame(double frame)
{
    return viewFrame(MTime(frame, MTime::uiUnit()));
}
MStatus MGlobal::viewFrame(const MTime& time)
{
    fake::setTime(fake::ticksOf(time));
    return MStatus();
}

namespace {
bool setOption(const MString& name, int kind, const std::string& text)
{
    fake::session().options[fake::plain(name)] = {kind, text};
    return true;
}
std::string option(const MString& name, int kind, bool* exists)
{
    const auto found = fake::session().options.find(fake::plain(name));
    const bool has = found != fake::session().options.end() && (kind == 2) == (found->second.first == 2);
    if (exists)
        *exists = has;
    return has ? found->second.second : "";
}
}  // namespace
bool MGlobal::setOptionVarValue(const MString& name, int value)
{
    return setOption(name, 0, std::to_string(value));
}
bool MGlobal::setOptionVarValue(const MString& name, double value)
{
    char text[64];
    std::snprintf(text, sizeof(text), "%.17g", value);
    return setOption(name, 1, text);
}
bool MGlobal::setOptionVarValue(const MString& name, MString value)
{
    return setOption(name, 2, fake::plain(value));
}
int MGlobal::optionVarIntValue(const MString& name, bool* exists)
{
    return std::atoi(option(name, 0, exists).c_str());
}
double MGlobal::optionVarDoubleValue(const MString& name, bool* exists)
{
    return std::atof(option(name, 1, exists).c_str());
}
MString MGlobal::optionVarStringValue(const MString& name, bool* exists)
{
    return fake::toMaya(option(name, 2, exists));
}
bool MGlobal::optionVarExists(const MString& name)
{
    return fake::session().options.count(fake::plain(name)) != 0;
}
bool MGlobal::removeOptionVar(const MString& name)
{
    return fake::session().options.erase(fake::plain(name)) != 0;
}

MCommandResult::MCommandResult(MStatus* status)
{
    give(status);
}
MCommandResult::~MCommandResult() {}
namespace {
const fake::Result* resultOf(const ::fake::Ref& ref)
{
    return ref.get() ? &static_cast<fake::ResultHolder*>(ref.get())->result : nullptr;
}
}  // namespace
MCommandResult::Type MCommandResult::resultType(MStatus* status) const
{
    give(status);
    static const Type types[] = {kInvalid, kInt, kDouble, kString, kIntArray, kDoubleArray, kStringArray};
    return resultOf(m_result) ? types[resultOf(m_result)->type] : kInvalid;
}
MString MCommandResult::stringResult(MStatus* status) const
{
    give(status);
    return resultOf(m_result) ? fake::toMaya(resultOf(m_result)->text()) : MString();
}
#define RESULT(TYPE, KIND, CONVERT)                                                                                    \
    MStatus MCommandResult::getResult(TYPE& value) const                                                               \
    {                                                                                                                  \
        const fake::Result* result = resultOf(m_result);                                                               \
        if (!result || resultType() != KIND)                                                                           \
            return failure("MCommandResult::getResult");                                                               \
        CONVERT;                                                                                                       \
        return MStatus();                                                                                              \
    }
RESULT(int, kInt, value = static_cast<int>(result->numbers[0]))
RESULT(double, kDouble, value = result->numbers[0])
RESULT(MString, kString, value = fake::toMaya(result->texts[0]))
RESULT(MIntArray, kIntArray, for (const double each : result->numbers) value.append(static_cast<int>(each)))
RESULT(MDoubleArray, kDoubleArray, for (const double each : result->numbers) value.append(each))
RESULT(MStringArray, kStringArray, for (const std::string& each : result->texts) value.append(fake::toMaya(each)))

MComputation::MComputation() {}
MComputation::~MComputation()
{
    if (m_begun)
        endComputation();
}
void MComputation::beginComputation(bool showProgressBar, bool isInterruptable, bool)
{
    m_begun = true;
    m_shown = showProgressBar;
    m_interruptable = isInterruptable;
    fake::session().progress = true;
}
void MComputation::endComputation()
{
    m_begun = false;
    fake::session().progress = false;
}
bool MComputation::isInterruptRequested()
{
    bool interrupted = false;
    if (m_begun && m_interruptable)
        fake::poll(interrupted);
    return interrupted;
}
MStatus MComputation::setProgress(int amount)
{
    if (!m_begun || !m_shown)
        return failure("MComputation::setProgress");
    m_progress = amount;
    ++fake::session().steps;
    return MStatus();
}
int MComputation::progress(MStatus* status) const
{
    give(status);
    return m_progress;
}
MStatus MComputation::setProgressRange(int minimum, int maximum)
{
    if (!m_begun || minimum >= maximum)
        return failure("MComputation::setProgressRange");
    m_min = minimum;
    m_max = maximum;
    return MStatus();
}
int MComputation::progressMin(MStatus* status) const
{
    give(status);
    return m_min;
}
int MComputation::progressMax(MStatus* status) const
{
    give(status);
    return m_max;
}
MStatus MComputation::setProgressStatus(const MString& text)
{
    if (!m_begun)
        return failure("MComputation::setProgressStatus");
    fake::session().status = fake::plain(text);
    return MStatus();
}

// Only with a window: in batch mode real Maya crashes here.
bool MProgressWindow::reserve()
{
    if (!fake::isInteractive())
        fake::misuse("MProgressWindow in batch mode");
    if (fake::session().window)
        return false;
    return fake::session().window = true;
}
MStatus MProgressWindow::startProgress()
{
    return fake::session().window ? MStatus() : failure("MProgressWindow::startProgress");
}
MStatus MProgressWindow::endProgress()
{
    fake::session().window = false;
    return MStatus();
}
MStatus MProgressWindow::setProgressRange(int, int)
{
    return MStatus();
}
MStatus MProgressWindow::setProgress(int)
{
    ++fake::session().steps;
    return MStatus();
}
MStatus MProgressWindow::advanceProgress(int)
{
    ++fake::session().steps;
    return MStatus();
}
MStatus MProgressWindow::setProgressStatus(const MString& text)
{
    fake::session().status = fake::plain(text);
    return MStatus();
}
MStatus MProgressWindow::setTitle(const MString&)
{
    return MStatus();
}
MStatus MProgressWindow::setInterruptable(bool)
{
    return MStatus();
}
bool MProgressWindow::isCancelled(MStatus* status)
{
    give(status);
    bool interrupted = false;
    fake::poll(interrupted);
    return interrupted;
}

int MProfiler::addCategory(const char*, const char*)
{
    static int next = 0;
    return next++;
}
MProfilingScope::MProfilingScope(int, MProfiler::ProfilingColor, const char*, const char*, const MObject&,
                                 MStatus* status)
{
    give(status);
}
MProfilingScope::~MProfilingScope() {}

MString MFileIO::currentFile()
{
    return fake::toMaya(fake::scene().file);
}
bool MFileIO::isReadingFile()
{
    return false;
}
bool MFileIO::isOpeningFile()
{
    return false;
}
bool MFileIO::isSavingReference()
{
    return false;
}

MString MNamespace::currentNamespace(MStatus* status)
{
    give(status);
    return fake::toMaya(fake::scene().currentNamespace);
}
MStatus MNamespace::setCurrentNamespace(const MString& name)
{
    if (!namespaceExists(name))
        return failure("MNamespace::setCurrentNamespace");
    fake::scene().currentNamespace = fake::plain(name);
    return MStatus();
}
MString MNamespace::parentNamespace(MStatus* status)
{
    give(status);
    return MString(":");
}
bool MNamespace::namespaceExists(const MString& name, MStatus* status)
{
    give(status);
    std::string text = fake::plain(name);
    if (text == ":")
        return true;
    if (!text.empty() && text[0] == ':')
        text.erase(0, 1);
    return fake::scene().namespaces.count(text) != 0;
}
MString MNamespace::getNamespaceFromName(const MString& name, MStatus* status)
{
    give(status);
    const std::string text = fake::plain(name);
    const size_t colon = text.rfind(':');
    return fake::toMaya(colon == std::string::npos ? "" : text.substr(0, colon));
}
MString MNamespace::stripNamespaceFromName(const MString& name, MStatus* status)
{
    give(status);
    const std::string text = fake::plain(name);
    return fake::toMaya(text.substr(text.rfind(':') + 1));
}

MTime MAnimControl::currentTime()
{
    return fake::timeFromTicks(fake::scene().now);
}
MStatus MAnimControl::setCurrentTime(const MTime& time)
{
    fake::setTime(fake::ticksOf(time));
    return MStatus();
}
MTime MAnimControl::animationStartTime()
{
    return MTime(fake::scene().startTime, MTime::uiUnit());
}
MTime MAnimControl::animationEndTime()
{
    return MTime(fake::scene().endTime, MTime::uiUnit());
}
MStatus MAnimControl::setAnimationStartEndTime(MTime start, MTime end)
{
    fake::scene().startTime = start.as(MTime::uiUnit());
    fake::scene().endTime = end.as(MTime::uiUnit());
    return MStatus();
}
MTime MAnimControl::minTime()
{
    return MTime(fake::scene().minTime, MTime::uiUnit());
}
MTime MAnimControl::maxTime()
{
    return MTime(fake::scene().maxTime, MTime::uiUnit());
}
MStatus MAnimControl::setMinTime(MTime time)
{
    fake::scene().minTime = time.as(MTime::uiUnit());
    return MStatus();
}
MStatus MAnimControl::setMaxTime(MTime time)
{
    fake::scene().maxTime = time.as(MTime::uiUnit());
    return MStatus();
}
MStatus MAnimControl::setMinMaxTime(MTime min, MTime max)
{
    setMinTime(min);
    return setMaxTime(max);
}
double MAnimControl::playbackBy()
{
    return 1.0;
}
bool MAnimControl::isPlaying()
{
    return false;
}
bool MAnimControl::isScrubbing()
{
    return false;
}
void MAnimControl::stop() {}
bool MAnimControl::autoKeyMode()
{
    return false;
}
MFnAnimCurve::TangentType MAnimControl::globalInTangentType(MStatus* status)
{
    give(status);
    return MFnAnimCurve::kTangentAuto;
}
MFnAnimCurve::TangentType MAnimControl::globalOutTangentType(MStatus* status)
{
    give(status);
    return MFnAnimCurve::kTangentAuto;
}
bool MAnimControl::weightedTangents(MStatus* status)
{
    give(status);
    return false;
}

OPENMAYA_NAMESPACE_CLOSE
