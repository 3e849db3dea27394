// Options of operations as flags of commands. What there is comes from the library when the plug-in loads: names,
// kinds, ranges, defaults and help are declared there and nowhere else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <maya/MArgDatabase.h>
#include <maya/MSyntax.h>

#include "json.h"
#include "library.h"
#include "scene/units.h"

namespace surefoot {

// The declaration of an operation, "remove_footskate". Fails if the library does not have it.
const surefoot_operation& findOperation(const std::string& name);

// "maxStretch" for "max_stretch".
std::string longFlag(const std::string& name);
// At most three letters, from the committed table; for an option that is newer than the table, three that are free.
std::string shortFlag(const std::string& name);

// The values of an operation's options: the struct of the C API, whatever its fields.
class Options {
public:
    // The defaults.
    explicit Options(const surefoot_operation& operation);

    void setNumber(const std::string& name, double value);
    // Reads the flags that were given; lengths are in the scene's unit.
    void readFlags(const MArgDatabase& arguments, const Units& units);

    // As a pointer to the operation's options struct.
    template <typename T>
    const T* as() const
    {
        return reinterpret_cast<const T*>(m_words.data());
    }

private:
    void set(size_t option, double value);

    const surefoot_operation& m_operation;
    // struct_size, then 8 bytes for each option, where the library says.
    std::vector<std::uint64_t> m_words;
};

// Adds a flag for each option.
void addOptionFlags(MSyntax& syntax, const surefoot_operation& operation);

// A length of the library in the unit that the user sees, and back.
double shownLength(double metres, const Units& units);

// The default of the option whose flag was asked for: a number or a word as JSON. False if none was.
bool queryDefault(const MArgDatabase& arguments, const surefoot_operation& operation, const Units& units, Json& json);

// Everything that an option box needs, as JSON; lengths in the unit that the user sees.
void describe(const surefoot_operation& operation, const std::string& command, const Units& units, Json& json);

}  // namespace surefoot
