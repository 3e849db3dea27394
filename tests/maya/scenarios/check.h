// Named cases and checks; a failure says where, what and with which numbers, and the case goes on with the next one.
#pragma once

#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

namespace scenario {

struct Case {
    const char* name;
    std::function<void()> run;
};

inline std::vector<Case>& cases()
{
    static std::vector<Case> all;
    return all;
}

struct Register {
    Register(const char* name, std::function<void()> run) { cases().push_back({name, std::move(run)}); }
};

// Ends the case that it is thrown in.
struct Failed {};

[[noreturn]] inline void fail(const char* file, int line, const std::string& text)
{
    std::printf("%s:%d: %s\n", file, line, text.c_str());
    throw Failed();
}

}  // namespace scenario

#define SCENARIO_JOIN_(a, b) a##b
#define SCENARIO_JOIN(a, b) SCENARIO_JOIN_(a, b)

// CASE("what is true") { … }
#define CASE(name)                                                                                                     \
    static void SCENARIO_JOIN(case_, __LINE__)();                                                                      \
    static const scenario::Register SCENARIO_JOIN(register_, __LINE__)(name, SCENARIO_JOIN(case_, __LINE__));          \
    static void SCENARIO_JOIN(case_, __LINE__)()

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            scenario::fail(__FILE__, __LINE__, "not true: " #condition);                                               \
        }                                                                                                              \
    } while (false)

#define CHECK_EQUAL(actual, expected)                                                                                  \
    do {                                                                                                               \
        const auto is_ = (actual);                                                                                     \
        const auto should_ = (expected);                                                                               \
        if (!(is_ == should_)) {                                                                                       \
            scenario::fail(__FILE__, __LINE__, #actual " is not " #expected);                                          \
        }                                                                                                              \
    } while (false)

#define CHECK_LESS(actual, limit)                                                                                      \
    do {                                                                                                               \
        const double is_ = (actual);                                                                                   \
        const double limit_ = (limit);                                                                                 \
        if (!(is_ < limit_)) {                                                                                         \
            scenario::fail(__FILE__, __LINE__,                                                                         \
                           #actual " is " + std::to_string(is_) + ", not below " + std::to_string(limit_));            \
        }                                                                                                              \
    } while (false)

#define CHECK_CONTAINS(text, part)                                                                                     \
    do {                                                                                                               \
        const std::string is_ = (text);                                                                                \
        const std::string part_ = (part);                                                                              \
        if (is_.find(part_) == std::string::npos) {                                                                    \
            scenario::fail(__FILE__, __LINE__, "\"" + is_ + "\" does not say \"" + part_ + "\"");                      \
        }                                                                                                              \
    } while (false)
