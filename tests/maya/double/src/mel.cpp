// The interpreter: statements, flags, undo.
#include "mel.h"

#include <cstdio>
#include <cstdlib>

#include <fake/session.h>
#include <maya/MArgList.h>
#include <maya/MPxCommand.h>

#include "commands.h"

namespace fake {

void Result::set(int value)
{
    type = kInt;
    numbers = {static_cast<double>(value)};
    texts = {std::to_string(value)};
}
void Result::set(double value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), "%.10g", value);
    type = kDouble;
    numbers = {value};
    texts = {buffer};
}
void Result::set(const std::string& value)
{
    type = kString;
    numbers.clear();
    texts = {value};
}
void Result::set(const std::vector<std::string>& values)
{
    type = kStrings;
    numbers.clear();
    texts = values;
}
void Result::set(const std::vector<double>& values)
{
    texts.clear();
    for (const double value : values) {
        set(value);
        numbers.push_back(value);
    }
    std::vector<std::string> all;
    for (const double value : values) {
        char buffer[64];
        std::snprintf(buffer, sizeof(buffer), "%.10g", value);
        all.push_back(buffer);
    }
    texts = all;
    numbers = values;
    type = kDoubles;
}
std::string Result::text() const
{
    std::string all;
    for (const std::string& each : texts)
        all += (all.empty() ? "" : " ") + each;
    return all;
}

std::vector<std::vector<Word>> splitStatements(const std::string& text)
{
    std::vector<std::vector<Word>> statements(1);
    for (size_t at = 0; at < text.size();) {
        const char letter = text[at];
        if (letter == ';' || letter == '\n') {
            if (!statements.back().empty())
                statements.emplace_back();
            ++at;
        } else if (letter == ' ' || letter == '\t' || letter == '\r') {
            ++at;
        } else if (letter == '"') {
            Word word;
            word.quoted = true;
            for (++at; at < text.size() && text[at] != '"'; ++at) {
                if (text[at] == '\\' && at + 1 < text.size())
                    ++at;
                word.text += text[at];
            }
            ++at;
            statements.back().push_back(word);
        } else {
            Word word;
            while (at < text.size() && std::string(" \t\r\n;\"").find(text[at]) == std::string::npos)
                word.text += text[at++];
            statements.back().push_back(word);
        }
    }
    if (statements.back().empty())
        statements.pop_back();
    return statements;
}

std::string Call::argument(const char* flag, size_t index) const
{
    const auto found = flags.find(flag);
    return found == flags.end() || found->second.empty() || index >= found->second.back().size()
               ? ""
               : found->second.back()[index];
}

namespace {

struct Step {
    Ptr<ChangeLog> log;
    std::shared_ptr<MPxCommand> command;
};
struct UndoEntry {
    std::string name;
    std::vector<Step> steps;
};
std::vector<UndoEntry>&g_undo = *new std::vector<UndoEntry>, &g_redo = *new std::vector<UndoEntry>;
UndoEntry* g_open = nullptr;
int g_chunks = 0;
UndoEntry& g_chunk = *new UndoEntry;
bool g_undoing = false, g_redoing = false;

bool isFlag(const Word& word)
{
    return !word.quoted && word.text.size() > 1 && word.text[0] == '-' &&
           std::isalpha(static_cast<unsigned char>(word.text[1]));
}

bool parseCall(const std::vector<Word>& words, const CommandSpec& spec, Call& call)
{
    call.name = words[0].text;
    bool query = false;
    for (const Word& word : words)
        query = query || (isFlag(word) && (word.text == "-query" || word.text == "-q"));
    for (size_t i = 1; i < words.size(); ++i) {
        if (!isFlag(words[i])) {
            call.objects.push_back(words[i].text);
            continue;
        }
        const std::string name = words[i].text.substr(1);
        if (name == "query" || name == "q" || name == "edit" || name == "e") {
            call.flags[name[0] == 'q' ? "query" : "edit"].push_back({});
            continue;
        }
        const CommandSpec::Flag* found = nullptr;
        for (const auto& flag : spec.flags)
            if (flag.longName == name || flag.shortName == name)
                found = &flag;
        if (!found) {
            call.error = "Invalid flag '-" + name + "' of " + call.name;
            return false;
        }
        const int wanted = query && !found->takesArgumentInQuery ? 0 : found->arguments;
        std::vector<std::string> arguments;
        for (int k = 0; k < wanted; ++k) {
            if (++i >= words.size() || isFlag(words[i])) {
                call.error =
                    "Flag '-" + name + "' of " + call.name + " must be passed " + std::to_string(wanted) + " arguments";
                return false;
            }
            arguments.push_back(words[i].text);
        }
        call.flags[found->longName].push_back(arguments);
    }
    return true;
}

bool runBuiltin(const std::vector<Word>& words, const CommandSpec& spec, Result* result)
{
    Call call;
    if (!parseCall(words, spec, call) || !spec.run(call)) {
        say("error", call.error.empty() ? call.name + " failed" : call.error);
        return false;
    }
    if (result)
        *result = call.result;
    return true;
}

bool runOfPlugin(const std::vector<Word>& words, bool undoable, Result* result)
{
    std::shared_ptr<MPxCommand> command(newCommand(words[0].text));
    if (!command) {
        say("error", "Cannot find procedure \"" + words[0].text + "\".");
        return false;
    }
    MArgList arguments;
    for (size_t i = 1; i < words.size(); ++i)
        arguments.addArg(toMaya(words[i].text));
    std::string line;
    for (const Word& word : words)
        line += (line.empty() ? "" : " ") + (word.quoted ? "\"" + word.text + "\"" : word.text);
    command->setCommandString(toMaya(line));
    const Result before = currentResult();
    currentResult() = Result();
    bool ok = false;
    {
        // The plug-in undoes its own work; what it does without a modifier is not taken back.
        const Recording off{Ptr<ChangeLog>()};
        const MStatus status = command->doIt(arguments);
        ok = status.statusCode() == MStatus::kSuccess;
    }
    if (result)
        *result = currentResult();
    currentResult() = before;
    // A command that failed never comes to the undo queue.
    if (ok && undoable && g_open && command->isUndoable()) {
        Step step;
        step.command = command;
        g_open->steps.push_back(step);
    }
    return ok;
}

bool runStatement(const std::vector<Word>& words, bool undoable, Result* result)
{
    if (words[0].text == "undo" || words[0].text == "redo") {
        UndoEntry* const open = g_open;
        g_open = nullptr;
        const bool ok = words[0].text == "undo" ? undo() : redo();
        g_open = open;
        if (!ok)
            say("error", "There are no more commands to " + words[0].text + ".");
        return ok;
    }
    const auto found = commandTable().find(words[0].text);
    if (found == commandTable().end())
        return runOfPlugin(words, undoable, result);
    const Ptr<ChangeLog> log = make<ChangeLog>();
    bool ok = false;
    {
        const Recording on(log);
        ok = runBuiltin(words, found->second, result);
    }
    if (!ok) {
        const Recording off{Ptr<ChangeLog>()};
        log->undo();
        return false;
    }
    if (undoable && g_open && !log->changes.empty()) {
        Step step;
        step.log = log;
        g_open->steps.push_back(step);
    }
    return true;
}

}  // namespace

bool executeHere(const std::string& text, Result* result)
{
    for (const auto& words : splitStatements(text)) {
        const auto found = commandTable().find(words[0].text);
        if (!(found == commandTable().end() ? runOfPlugin(words, false, result)
                                            : runBuiltin(words, found->second, result)))
            return false;
    }
    return true;
}

bool execute(const std::string& text, Result* result, bool undoable)
{
    const bool opens = !g_open;
    UndoEntry entry;
    entry.name = text;
    if (opens)
        g_open = &entry;
    bool ok = true;
    for (const auto& words : splitStatements(text))
        if (!runStatement(words, undoable, result)) {
            ok = false;
            break;
        }
    if (!opens)
        return ok;
    g_open = nullptr;
    if (!entry.steps.empty()) {
        g_redo.clear();
        if (g_chunks > 0)
            g_chunk.steps.insert(g_chunk.steps.end(), entry.steps.begin(), entry.steps.end());
        else
            g_undo.push_back(entry);
    }
    return ok;
}

bool undoing()
{
    return g_undoing;
}
bool redoing()
{
    return g_redoing;
}
void openChunk()
{
    if (g_chunks++ == 0)
        g_chunk = UndoEntry();
}
void closeChunk()
{
    if (g_chunks > 0 && --g_chunks == 0 && !g_chunk.steps.empty())
        g_undo.push_back(g_chunk);
}

RunResult run(const std::string& command)
{
    Result result;
    RunResult out;
    out.ok = execute(command, &result, true);
    out.text = result.text();
    out.texts = result.texts;
    out.numbers = result.numbers;
    return out;
}
bool undo()
{
    if (g_undo.empty())
        return false;
    const UndoEntry entry = g_undo.back();
    g_undo.pop_back();
    g_undoing = true;
    bool ok = true;
    const Recording off{Ptr<ChangeLog>()};
    for (auto step = entry.steps.rbegin(); step != entry.steps.rend(); ++step)
        if (step->log)
            step->log->undo();
        else
            ok = step->command->undoIt().statusCode() == MStatus::kSuccess && ok;
    g_undoing = false;
    g_redo.push_back(entry);
    return ok;
}
bool redo()
{
    if (g_redo.empty())
        return false;
    const UndoEntry entry = g_redo.back();
    g_redo.pop_back();
    g_redoing = true;
    bool ok = true;
    const Recording off{Ptr<ChangeLog>()};
    for (const Step& step : entry.steps)
        if (step.log)
            step.log->redo();
        else
            ok = step.command->redoIt().statusCode() == MStatus::kSuccess && ok;
    g_redoing = false;
    g_undo.push_back(entry);
    return ok;
}
size_t undoCount()
{
    return g_undo.size();
}
void clearUndo()
{
    g_undo.clear();
    g_redo.clear();
    g_chunks = 0;
    g_chunk = UndoEntry();
}

}  // namespace fake
