#include "options.h"

#include <algorithm>
#include <cstring>
#include <set>

#include <maya/MDistance.h>

#include "status.h"

namespace surefoot {

namespace {

struct FlagName {
    const char* name;
    const char* flag;
};

const FlagName kFlagNames[] = {
#include "flag_names.inc"
};

bool isLength(const surefoot_option& option)
{
    return option.kind == SUREFOOT_OPTION_NUMBER && std::strcmp(option.unit, "m") == 0;
}

bool isFree(const std::string& flag)
{
    if (flag == "q" || flag == "e" || flag == "h") {
        return false;
    }
    return std::none_of(std::begin(kFlagNames), std::end(kFlagNames),
                        [&](const FlagName& known) { return flag == known.flag; });
}

std::string choiceNames(const surefoot_option& option)
{
    std::string names;
    for (size_t index = 0; index < option.choice_count; ++index) {
        names += (index == 0 ? "" : index + 1 == option.choice_count ? " or " : ", ");
        names += option.choices[index].name;
    }
    return names;
}

double choiceNumber(const surefoot_option& option, const std::string& word)
{
    for (size_t index = 0; index < option.choice_count; ++index) {
        if (word == option.choices[index].name) {
            return static_cast<double>(index);
        }
    }
    throw Failure("-" + longFlag(option.name) + " cannot be " + word + "; give " + choiceNames(option) + ".");
}

double readFlag(const MArgDatabase& arguments, const surefoot_option& option, const Units& units)
{
    const std::string flag = "-" + shortFlag(option.name);
    const std::string what = "read -" + longFlag(option.name);
    if (option.kind == SUREFOOT_OPTION_FLAG) {
        bool value = false;
        check(arguments.getFlagArgument(flag.c_str(), 0, value), what);
        return value ? 1.0 : 0.0;
    }
    if (option.kind == SUREFOOT_OPTION_INTEGER) {
        int value = 0;
        check(arguments.getFlagArgument(flag.c_str(), 0, value), what);
        return value;
    }
    if (option.kind == SUREFOOT_OPTION_CHOICE) {
        MString value;
        check(arguments.getFlagArgument(flag.c_str(), 0, value), what);
        return choiceNumber(option, plainText(value));
    }
    if (isLength(option)) {
        MDistance value;
        check(arguments.getFlagArgument(flag.c_str(), 0, value), what);
        return units.metres(value.asCentimeters());
    }
    double value = 0.0;
    check(arguments.getFlagArgument(flag.c_str(), 0, value), what);
    return value;
}

// A value as the user reads it.
double shown(const surefoot_option& option, double value, const Units& units)
{
    return isLength(option) ? shownLength(value, units) : value;
}

const char* unitName(MDistance::Unit unit)
{
    switch (unit) {
        case MDistance::kInches:
            return "in";
        case MDistance::kFeet:
            return "ft";
        case MDistance::kYards:
            return "yd";
        case MDistance::kMillimeters:
            return "mm";
        case MDistance::kMeters:
            return "m";
        case MDistance::kKilometers:
            return "km";
        default:
            return "cm";
    }
}

void writeValue(const surefoot_option& option, double value, const Units& units, Json& json)
{
    if (option.kind == SUREFOOT_OPTION_FLAG) {
        json.value(value != 0.0);
    } else if (option.kind == SUREFOOT_OPTION_CHOICE) {
        json.value(option.choices[static_cast<size_t>(value)].name);
    } else {
        json.value(shown(option, value, units));
    }
}

void describeOption(const surefoot_option& option, const Units& units, Json& json)
{
    static const char* const kinds[] = {"number", "integer", "flag", "choice"};
    json.openObject();
    json.name("name").value(option.name);
    json.name("flag").value(longFlag(option.name));
    json.name("short").value(shortFlag(option.name));
    json.name("label").value(option.label);
    json.name("help").value(option.help);
    json.name("unit").value(isLength(option) ? unitName(MDistance::uiUnit()) : option.unit);
    json.name("kind").value(kinds[option.kind]);
    json.name("default");
    writeValue(option, option.default_value, units, json);
    json.name("min").value(shown(option, option.min, units));
    json.name("max").value(shown(option, option.max, units));
    json.name("choices").openList();
    for (size_t index = 0; index < option.choice_count; ++index) {
        json.openObject();
        json.name("name").value(option.choices[index].name);
        json.name("label").value(option.choices[index].label);
        json.name("help").value(option.choices[index].help);
        json.closeObject();
    }
    json.closeList();
    json.name("usedWhen").openList();
    for (size_t index = 0; index < option.condition_count; ++index) {
        const surefoot_condition& condition = option.used_when[index];
        json.openObject().name("subject").value(condition.subject).name("values").openList();
        for (size_t value = 0; value < condition.value_count; ++value) {
            json.value(condition.values[value]);
        }
        json.closeList().closeObject();
    }
    json.closeList().closeObject();
}

}  // namespace

const surefoot_operation& findOperation(const std::string& name)
{
    const surefoot_operation* const* operations = nullptr;
    size_t count = 0;
    call(surefoot_operations_get, &operations, &count);
    for (size_t index = 0; index < count; ++index) {
        if (name == operations[index]->name) {
            return *operations[index];
        }
    }
    throw Failure("The library " + std::string(surefoot_version()) + " has no operation " + name +
                  "; the plug-in needs " + SUREFOOT_VERSION + ".");
}

std::string longFlag(const std::string& name)
{
    std::string flag;
    bool isUpper = false;
    for (const char letter : name) {
        if (letter == '_') {
            isUpper = true;
        } else {
            flag += isUpper ? static_cast<char>(letter - 'a' + 'A') : letter;
            isUpper = false;
        }
    }
    // Maya takes a flag of three letters for a short one.
    return flag.size() < 4 ? flag + "Option" : flag;
}

std::string shortFlag(const std::string& name)
{
    for (const FlagName& known : kFlagNames) {
        if (name == known.name) {
            return known.flag;
        }
    }
    // The same three for the same name within a session: tried in the order of the alphabet from its own letters on.
    static std::set<std::string> taken;
    static std::vector<std::pair<std::string, std::string>> given;
    for (const auto& pair : given) {
        if (pair.first == name) {
            return pair.second;
        }
    }
    for (char second = 'a'; second <= 'z'; ++second) {
        for (char third = 'a'; third <= 'z'; ++third) {
            const std::string flag = {name[0], second, third};
            if (isFree(flag) && taken.insert(flag).second) {
                given.emplace_back(name, flag);
                return flag;
            }
        }
    }
    throw Failure("There is no short flag left for " + name + ".");
}

Options::Options(const surefoot_operation& operation)
    : m_operation(operation), m_words(operation.options_size / sizeof(std::uint64_t))
{
    m_words[0] = operation.options_size;
    for (size_t option = 0; option < operation.option_count; ++option) {
        set(option, operation.options[option]->default_value);
    }
}

void Options::setNumber(const std::string& name, double value)
{
    for (size_t option = 0; option < m_operation.option_count; ++option) {
        if (name == m_operation.options[option]->name) {
            set(option, value);
        }
    }
}

void Options::readFlags(const MArgDatabase& arguments, const Units& units)
{
    for (size_t option = 0; option < m_operation.option_count; ++option) {
        const surefoot_option& its = *m_operation.options[option];
        if (arguments.isFlagSet(("-" + shortFlag(its.name)).c_str())) {
            set(option, readFlag(arguments, its, units));
        }
    }
}

void Options::set(size_t option, double value)
{
    const std::int64_t whole = static_cast<std::int64_t>(value);
    const surefoot_option& its = *m_operation.options[option];
    const bool isNumber = its.kind == SUREFOOT_OPTION_NUMBER;
    std::memcpy(&m_words[its.offset / sizeof(std::uint64_t)], isNumber ? static_cast<const void*>(&value) : &whole,
                sizeof(std::uint64_t));
}

void addOptionFlags(MSyntax& syntax, const surefoot_operation& operation)
{
    for (size_t option = 0; option < operation.option_count; ++option) {
        const surefoot_option& its = *operation.options[option];
        MSyntax::MArgType type = MSyntax::kDouble;
        if (its.kind == SUREFOOT_OPTION_FLAG) {
            type = MSyntax::kBoolean;
        } else if (its.kind == SUREFOOT_OPTION_INTEGER) {
            type = MSyntax::kLong;
        } else if (its.kind == SUREFOOT_OPTION_CHOICE) {
            type = MSyntax::kString;
        } else if (isLength(its)) {
            type = MSyntax::kDistance;
        }
        syntax.addFlag(("-" + shortFlag(its.name)).c_str(), ("-" + longFlag(its.name)).c_str(), type);
    }
}

double shownLength(double metres, const Units& units)
{
    return MDistance(units.length(metres), MDistance::kCentimeters).as(MDistance::uiUnit());
}

bool queryDefault(const MArgDatabase& arguments, const surefoot_operation& operation, const Units& units, Json& json)
{
    for (size_t option = 0; option < operation.option_count; ++option) {
        const surefoot_option& its = *operation.options[option];
        if (arguments.isFlagSet(("-" + shortFlag(its.name)).c_str())) {
            writeValue(its, its.default_value, units, json);
            return true;
        }
    }
    return false;
}

void describe(const surefoot_operation& operation, const std::string& command, const Units& units, Json& json)
{
    json.openObject();
    json.name("name").value(operation.name);
    json.name("command").value(command);
    json.name("label").value(operation.label);
    json.name("help").value(operation.help);
    json.name("options").openList();
    for (size_t option = 0; option < operation.option_count; ++option) {
        describeOption(*operation.options[option], units, json);
    }
    json.closeList().closeObject();
}

}  // namespace surefoot
