// MSyntax, MArgList, MArgDatabase and MPxCommand.
#include <cstdlib>
#include <cstring>

#include <maya/MAngle.h>
#include <maya/MArgDatabase.h>
#include <maya/MArgList.h>
#include <maya/MDistance.h>
#include <maya/MDoubleArray.h>
#include <maya/MGlobal.h>
#include <maya/MIntArray.h>
#include <maya/MPxCommand.h>
#include <maya/MSelectionList.h>
#include <maya/MStringArray.h>
#include <maya/MSyntax.h>

#include "commands.h"

namespace fake {

struct Flag {
    std::string shortName, longName;
    std::vector<MSyntax::MArgType> types;
    bool multi = false, fullQuery = false, optionalQuery = false;
};
struct Syntax : Counted {
    std::vector<Flag> flags;
    bool useSelection = false, query = false, edit = false;
    MSyntax::MObjectFormat format = MSyntax::kNone;
    unsigned int least = 0, most = 0xffffffff;
    Flag* find(const std::string& name)
    {
        const std::string plainName = !name.empty() && name[0] == '-' ? name.substr(1) : name;
        for (Flag& flag : flags)
            if (flag.shortName == plainName || flag.longName == plainName)
                return &flag;
        return nullptr;
    }
};
struct Arguments : Counted {
    std::vector<std::string> words;
};
struct Parsed : Counted {
    Ptr<Syntax> syntax;
    std::map<std::string, std::vector<std::vector<std::string>>> uses;
    std::vector<std::string> objects;
    MSelectionList list;
    bool query = false, edit = false;
};

Result& currentResult()
{
    static Result result;
    return result;
}

namespace {

bool isNumber(const std::string& text)
{
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return !text.empty() && *end == '\0';
}
bool isWhole(const std::string& text)
{
    char* end = nullptr;
    std::strtol(text.c_str(), &end, 10);
    return !text.empty() && *end == '\0';
}
bool isTruth(const std::string& text, bool& value)
{
    for (const char* yes : {"1", "on", "true", "yes"})
        if (text == yes) {
            value = true;
            return true;
        }
    for (const char* no : {"0", "off", "false", "no"})
        if (text == no) {
            value = false;
            return true;
        }
    return false;
}
bool fitsType(MSyntax::MArgType type, const std::string& text)
{
    bool value = false;
    switch (type) {
        case MSyntax::kBoolean:
            return isTruth(text, value);
        case MSyntax::kLong:
            return isWhole(text);
        case MSyntax::kUnsigned:
            return isWhole(text) && text[0] != '-';
        case MSyntax::kDouble:
        case MSyntax::kDistance:
        case MSyntax::kAngle:
        case MSyntax::kTime:
            return isNumber(text);
        case MSyntax::kSelectionItem: {
            MSelectionList list;
            return list.add(toMaya(text));
        }
        default:
            return true;
    }
}
bool looksLikeFlag(const std::string& text)
{
    return text.size() > 1 && text[0] == '-' && std::isalpha(static_cast<unsigned char>(text[1]));
}

bool parse(Parsed& parsed, const std::vector<std::string>& words, std::string& why)
{
    Syntax& syntax = *parsed.syntax;
    for (const std::string& word : words) {
        parsed.query = parsed.query || word == "-q" || word == "-query";
        parsed.edit = parsed.edit || word == "-e" || word == "-edit";
    }
    if ((parsed.query && !syntax.query) || (parsed.edit && !syntax.edit)) {
        why = "This command cannot be queried or edited";
        return false;
    }
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (!looksLikeFlag(word)) {
            parsed.objects.push_back(word);
            continue;
        }
        if (word == "-q" || word == "-query" || word == "-e" || word == "-edit")
            continue;
        Flag* flag = syntax.find(word);
        if (!flag) {
            why = "Invalid flag '" + word + "'";
            return false;
        }
        if (!parsed.uses[flag->longName].empty() && !flag->multi) {
            why = "Flag '" + word + "' cannot be used more than once";
            return false;
        }
        std::vector<std::string> arguments;
        const bool wants = !parsed.query || flag->fullQuery;
        for (const MSyntax::MArgType type : wants ? flag->types : std::vector<MSyntax::MArgType>()) {
            if (i + 1 >= words.size() || looksLikeFlag(words[i + 1])) {
                if (parsed.query && flag->optionalQuery)
                    break;
                why = "Flag '" + word + "' must be passed " + std::to_string(flag->types.size()) + " arguments";
                return false;
            }
            if (!fitsType(type, words[++i])) {
                why = "Invalid arguments for flag '" + word + "': " + words[i];
                return false;
            }
            arguments.push_back(words[i]);
        }
        parsed.uses[flag->longName].push_back(arguments);
    }
    if (syntax.format == MSyntax::kNone && !parsed.objects.empty()) {
        why = "No object arguments are taken: " + parsed.objects[0];
        return false;
    }
    if (syntax.format == MSyntax::kSelectionList) {
        for (const std::string& object : parsed.objects)
            if (!parsed.list.add(toMaya(object))) {
                why = "No object matches name: " + object;
                return false;
            }
        if (parsed.objects.empty() && syntax.useSelection)
            MGlobal::getActiveSelectionList(parsed.list);
    }
    const unsigned int count = syntax.format == MSyntax::kSelectionList
                                   ? parsed.list.length()
                                   : static_cast<unsigned int>(parsed.objects.size());
    if (syntax.format != MSyntax::kNone && (count < syntax.least || count > syntax.most)) {
        why = "Wrong number of objects";
        return false;
    }
    return true;
}

}  // namespace
}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

using fake::failure;
using fake::give;

namespace {
fake::Syntax& syntaxOf(const ::fake::Ref& ref)
{
    return *static_cast<fake::Syntax*>(ref.get());
}
std::vector<std::string>& wordsOf(const ::fake::Ref& ref)
{
    return static_cast<fake::Arguments*>(ref.get())->words;
}
fake::Parsed& parsedOf(const ::fake::Ref& ref)
{
    return *static_cast<fake::Parsed*>(ref.get());
}
std::string bare(const char* flag)
{
    return flag && flag[0] == '-' ? flag + 1 : flag ? flag : "";
}
}  // namespace

MSyntax::MSyntax() : m_syntax(new fake::Syntax) {}
MSyntax::MSyntax(const MSyntax& other) : m_syntax(other.m_syntax) {}
MSyntax::~MSyntax() {}
MSyntax& MSyntax::operator=(const MSyntax& other)
{
    m_syntax = other.m_syntax;
    return *this;
}
MStatus MSyntax::addFlag(const char* shortName, const char* longName, MArgType a, MArgType b, MArgType c, MArgType d,
                         MArgType e, MArgType f)
{
    fake::Flag flag;
    flag.shortName = bare(shortName);
    flag.longName = bare(longName);
    for (const MArgType type : {a, b, c, d, e, f})
        if (type != kNoArg)
            flag.types.push_back(type);
    // Maya takes no others; -q, -e and -h are its own.
    if (flag.shortName.empty() || flag.shortName.size() > 3 || flag.longName.size() < 4 ||
        syntaxOf(m_syntax).find(flag.shortName) || syntaxOf(m_syntax).find(flag.longName))
        return failure("MSyntax::addFlag", MStatus::kInvalidParameter);
    for (const char* own : {"q", "e", "h", "query", "edit", "help"})
        if (flag.shortName == own || flag.longName == own)
            return failure("MSyntax::addFlag", MStatus::kInvalidParameter);
    syntaxOf(m_syntax).flags.push_back(flag);
    return MStatus();
}
MStatus MSyntax::makeFlagMultiUse(const char* name)
{
    fake::Flag* flag = syntaxOf(m_syntax).find(name);
    if (!flag)
        return failure("MSyntax::makeFlagMultiUse", MStatus::kInvalidParameter);
    flag->multi = true;
    return MStatus();
}
MStatus MSyntax::makeFlagQueryWithFullArgs(const char* name, bool optional)
{
    fake::Flag* flag = syntaxOf(m_syntax).find(name);
    if (!flag)
        return failure("MSyntax::makeFlagQueryWithFullArgs", MStatus::kInvalidParameter);
    flag->fullQuery = true;
    flag->optionalQuery = optional;
    return MStatus();
}
MStatus MSyntax::addArg(MArgType)
{
    return failure("MSyntax::addArg", MStatus::kNotImplemented);
}
void MSyntax::useSelectionAsDefault(bool use)
{
    syntaxOf(m_syntax).useSelection = use;
}
MStatus MSyntax::setObjectType(MObjectFormat format, unsigned int minimum)
{
    return setObjectType(format, minimum, 0xffffffff);
}
MStatus MSyntax::setObjectType(MObjectFormat format, unsigned int minimum, unsigned int maximum)
{
    syntaxOf(m_syntax).format = format;
    syntaxOf(m_syntax).least = minimum;
    syntaxOf(m_syntax).most = maximum;
    return MStatus();
}
void MSyntax::setMinObjects(unsigned int minimum)
{
    syntaxOf(m_syntax).least = minimum;
}
void MSyntax::setMaxObjects(unsigned int maximum)
{
    syntaxOf(m_syntax).most = maximum;
}
void MSyntax::enableQuery(bool query)
{
    syntaxOf(m_syntax).query = query;
}
void MSyntax::enableEdit(bool edit)
{
    syntaxOf(m_syntax).edit = edit;
}

MArgList::MArgList() : m_args(new fake::Arguments) {}
MArgList::MArgList(const MArgList& other) : m_args(new fake::Arguments)
{
    wordsOf(m_args) = wordsOf(other.m_args);
}
MArgList::~MArgList() {}
MArgList& MArgList::operator=(const MArgList& other)
{
    if (this != &other)
        wordsOf(m_args) = wordsOf(other.m_args);
    return *this;
}
unsigned int MArgList::length(MStatus* status) const
{
    give(status);
    return static_cast<unsigned int>(wordsOf(m_args).size());
}
MString MArgList::asString(unsigned int index, MStatus* status) const
{
    give(status, index < length() ? MStatus::kSuccess : MStatus::kInvalidParameter, "MArgList::asString");
    return index < length() ? fake::toMaya(wordsOf(m_args)[index]) : MString();
}
double MArgList::asDouble(unsigned int index, MStatus* status) const
{
    const bool ok = index < length() && fake::isNumber(wordsOf(m_args)[index]);
    give(status, ok ? MStatus::kSuccess : MStatus::kInvalidParameter, "MArgList::asDouble");
    return ok ? std::atof(wordsOf(m_args)[index].c_str()) : 0.0;
}
int MArgList::asInt(unsigned int index, MStatus* status) const
{
    return static_cast<int>(asDouble(index, status));
}
bool MArgList::asBool(unsigned int index, MStatus* status) const
{
    bool value = false;
    const bool ok = index < length() && fake::isTruth(wordsOf(m_args)[index], value);
    give(status, ok ? MStatus::kSuccess : MStatus::kInvalidParameter, "MArgList::asBool");
    return value;
}
MStatus MArgList::get(unsigned int index, int& value) const
{
    MStatus status;
    value = asInt(index, &status);
    return status;
}
MStatus MArgList::get(unsigned int index, double& value) const
{
    MStatus status;
    value = asDouble(index, &status);
    return status;
}
MStatus MArgList::get(unsigned int index, MString& value) const
{
    MStatus status;
    value = asString(index, &status);
    return status;
}
MStatus MArgList::addArg(const MString& value)
{
    wordsOf(m_args).push_back(fake::plain(value));
    return MStatus();
}
MStatus MArgList::addArg(int value)
{
    wordsOf(m_args).push_back(std::to_string(value));
    return MStatus();
}
MStatus MArgList::addArg(double value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), "%.17g", value);
    wordsOf(m_args).push_back(buffer);
    return MStatus();
}
unsigned int MArgList::flagIndex(const char* shortFlag, const char* longFlag) const
{
    for (unsigned int i = 0; i < length(); ++i)
        if (wordsOf(m_args)[i] == "-" + bare(shortFlag) || (longFlag && wordsOf(m_args)[i] == "-" + bare(longFlag)))
            return i;
    return static_cast<unsigned int>(kInvalidArgIndex);
}

MArgParser::MArgParser(const MSyntax& syntax, const MArgList& arguments, MStatus* status) : m_parsed(new fake::Parsed)
{
    parsedOf(m_parsed).syntax = fake::Ptr<fake::Syntax>(&syntaxOf(syntax.fakeRef()));
    std::string why;
    if (fake::parse(parsedOf(m_parsed), wordsOf(arguments.fakeRef()), why)) {
        give(status);
        return;
    }
    // Maya tells the user itself what was wrong with the line.
    fake::say("error", why);
    give(status, MStatus::kInvalidParameter, "MArgDatabase");
}
MArgParser::MArgParser(const MArgParser& other) : m_parsed(other.m_parsed) {}
MArgParser::~MArgParser() {}
bool MArgParser::isEdit(MStatus* status) const
{
    give(status);
    return parsedOf(m_parsed).edit;
}
bool MArgParser::isQuery(MStatus* status) const
{
    give(status);
    return parsedOf(m_parsed).query;
}
bool MArgParser::isFlagSet(const char* name, MStatus* status) const
{
    const fake::Flag* flag = parsedOf(m_parsed).syntax->find(name);
    give(status, flag ? MStatus::kSuccess : MStatus::kInvalidParameter, "MArgParser::isFlagSet");
    return numberOfFlagUses(name) > 0;
}
unsigned int MArgParser::numberOfFlagsUsed() const
{
    unsigned int count = 0;
    for (const auto& [name, uses] : parsedOf(m_parsed).uses)
        count += static_cast<unsigned int>(uses.size());
    return count;
}
unsigned int MArgParser::numberOfFlagUses(const char* name) const
{
    const fake::Flag* flag = parsedOf(m_parsed).syntax->find(name);
    if (!flag)
        return 0;
    const auto found = parsedOf(m_parsed).uses.find(flag->longName);
    return found == parsedOf(m_parsed).uses.end() ? 0 : static_cast<unsigned int>(found->second.size());
}
MStatus MArgParser::getFlagArgumentList(const char* name, unsigned int use, MArgList& arguments) const
{
    const fake::Flag* flag = parsedOf(m_parsed).syntax->find(name);
    if (!flag || use >= numberOfFlagUses(name))
        return failure("MArgParser::getFlagArgumentList", MStatus::kInvalidParameter);
    arguments = MArgList();
    for (const std::string& word : parsedOf(m_parsed).uses[flag->longName][use])
        arguments.addArg(fake::toMaya(word));
    return MStatus();
}
namespace {
// The text of one argument, if the flag was given and takes this type there.
const std::string* argument(const ::fake::Ref& ref, const char* name, unsigned int index,
                            std::initializer_list<MSyntax::MArgType> types)
{
    fake::Parsed& parsed = parsedOf(ref);
    const fake::Flag* flag = parsed.syntax->find(name);
    if (!flag || index >= flag->types.size())
        return nullptr;
    bool right = false;
    for (const MSyntax::MArgType type : types)
        right = right || flag->types[index] == type;
    const auto found = parsed.uses.find(flag->longName);
    if (!right || found == parsed.uses.end() || found->second.empty() || index >= found->second[0].size())
        return nullptr;
    return &found->second[0][index];
}
}  // namespace
#define READ(TYPE, CONVERT, ...)                                                                                       \
    MStatus MArgParser::getFlagArgument(const char* name, unsigned int index, TYPE& value) const                       \
    {                                                                                                                  \
        const std::string* text = argument(m_parsed, name, index, {__VA_ARGS__});                                      \
        if (!text)                                                                                                     \
            return failure("MArgDatabase::getFlagArgument", MStatus::kInvalidParameter);                               \
        CONVERT;                                                                                                       \
        return MStatus();                                                                                              \
    }                                                                                                                  \
    MStatus MArgDatabase::getFlagArgument(const char* name, unsigned int index, TYPE& value) const                     \
    {                                                                                                                  \
        return MArgParser::getFlagArgument(name, index, value);                                                        \
    }
READ(bool, fake::isTruth(*text, value), MSyntax::kBoolean)
READ(int, value = std::atoi(text->c_str()), MSyntax::kLong, MSyntax::kUnsigned)
READ(unsigned int, value = static_cast<unsigned int>(std::strtoul(text->c_str(), nullptr, 10)), MSyntax::kUnsigned)
READ(double, value = std::atof(text->c_str()), MSyntax::kDouble)
READ(MString, value = fake::toMaya(*text), MSyntax::kString)
READ(MDistance, value = MDistance(std::atof(text->c_str()), MDistance::uiUnit()), MSyntax::kDistance)
READ(MAngle, value = MAngle(std::atof(text->c_str()), MAngle::uiUnit()), MSyntax::kAngle)
READ(MTime, value = MTime(std::atof(text->c_str()), MTime::uiUnit()), MSyntax::kTime)

MArgDatabase::MArgDatabase(const MSyntax& syntax, const MArgList& arguments, MStatus* status)
    : MArgParser(syntax, arguments, status)
{}
MArgDatabase::MArgDatabase(const MArgDatabase& other) : MArgParser(other) {}
MArgDatabase::~MArgDatabase() {}
MStatus MArgDatabase::getFlagArgument(const char* name, unsigned int index, MSelectionList& value) const
{
    const std::string* text = argument(m_parsed, name, index, {MSyntax::kSelectionItem});
    return text ? value.add(fake::toMaya(*text)) : failure("MArgDatabase::getFlagArgument", MStatus::kInvalidParameter);
}
MStatus MArgDatabase::getObjects(MSelectionList& objects) const
{
    if (parsedOf(m_parsed).syntax->format != MSyntax::kSelectionList)
        return failure("MArgDatabase::getObjects");
    objects = parsedOf(m_parsed).list;
    return MStatus();
}

namespace {
struct CommandState {
    std::string name;
    MSyntax syntax;
    bool hasSyntax = false;
    std::string line;
};
CommandState& stateOf(void* p)
{
    return *static_cast<CommandState*>(p);
}
}  // namespace
MPxCommand::MPxCommand() : m_state(new CommandState) {}
MPxCommand::~MPxCommand()
{
    delete &stateOf(m_state);
}
void MPxCommand::fakeSetUp(const MString& name, const MSyntax* syntax)
{
    stateOf(m_state).name = fake::plain(name);
    stateOf(m_state).hasSyntax = syntax != nullptr;
    if (syntax)
        stateOf(m_state).syntax = *syntax;
}
MStatus MPxCommand::undoIt()
{
    return MStatus();
}
MStatus MPxCommand::redoIt()
{
    return MStatus();
}
bool MPxCommand::isUndoable() const
{
    return false;
}
bool MPxCommand::hasSyntax() const
{
    return stateOf(m_state).hasSyntax;
}
MSyntax MPxCommand::syntax() const
{
    return stateOf(m_state).syntax;
}
bool MPxCommand::isHistoryOn() const
{
    return true;
}
MString MPxCommand::commandString() const
{
    return fake::toMaya(stateOf(m_state).line);
}
MStatus MPxCommand::setCommandString(const MString& command)
{
    stateOf(m_state).line = fake::plain(command);
    return MStatus();
}
void MPxCommand::displayInfo(const MString& message)
{
    fake::say("info", fake::plain(message));
}
void MPxCommand::displayWarning(const MString& message, bool)
{
    fake::say("warning", fake::plain(message));
}
void MPxCommand::displayError(const MString& message, bool)
{
    fake::say("error", fake::plain(message));
}
void MPxCommand::clearResult()
{
    fake::currentResult() = fake::Result();
}
void MPxCommand::setResult(unsigned int value)
{
    fake::currentResult().set(static_cast<int>(value));
}
void MPxCommand::setResult(int value)
{
    fake::currentResult().set(value);
}
void MPxCommand::setResult(double value)
{
    fake::currentResult().set(value);
}
void MPxCommand::setResult(bool value)
{
    fake::currentResult().set(value ? 1 : 0);
}
void MPxCommand::setResult(const MString& value)
{
    fake::currentResult().set(fake::plain(value));
}
void MPxCommand::setResult(const MIntArray& value)
{
    std::vector<double> all;
    for (unsigned int i = 0; i < value.length(); ++i)
        all.push_back(value[i]);
    fake::currentResult().set(all);
    fake::currentResult().type = fake::Result::kInts;
}
void MPxCommand::setResult(const MDoubleArray& value)
{
    std::vector<double> all;
    for (unsigned int i = 0; i < value.length(); ++i)
        all.push_back(value[i]);
    fake::currentResult().set(all);
}
void MPxCommand::setResult(const MStringArray& value)
{
    fake::currentResult().set(std::vector<std::string>());
    appendToResult(value);
}
void MPxCommand::appendToResult(int value)
{
    fake::Result& result = fake::currentResult();
    result.type = fake::Result::kInts;
    result.numbers.push_back(value);
    result.texts.push_back(std::to_string(value));
}
void MPxCommand::appendToResult(double value)
{
    fake::Result& result = fake::currentResult();
    std::vector<double> all = result.numbers;
    all.push_back(value);
    result.set(all);
}
void MPxCommand::appendToResult(const MString& value)
{
    fake::Result& result = fake::currentResult();
    result.type = fake::Result::kStrings;
    result.texts.push_back(fake::plain(value));
}
void MPxCommand::appendToResult(const MStringArray& value)
{
    for (unsigned int i = 0; i < value.length(); ++i)
        appendToResult(value[i]);
}

OPENMAYA_NAMESPACE_CLOSE
