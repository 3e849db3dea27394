// Flags are made from the library's declarations; their short names are committed, because scripts hold them.

#include <cstring>
#include <fstream>
#include <map>
#include <set>

#include "check.h"
#include "options.h"

namespace {

// The table as the plug-in has it.
std::vector<std::pair<std::string, std::string>> committed()
{
    static const std::pair<const char*, const char*> names[] = {
#include "flag_names.inc"
    };
    return {std::begin(names), std::end(names)};
}

const char* const kOperations[] = {"detect_plants", "remove_footskate",   "remove_penetration",  "correct_balance",
                                   "adapt_to_body", "build_motion_graph", "search_motion_graph", "deform_out_of_body"};

}  // namespace

CASE("short flags have at most three letters, are unique and none of Maya's own")
{
    std::set<std::string> flags;
    std::set<std::string> names;
    for (const auto& [name, flag] : committed()) {
        CHECK(!flag.empty() && flag.size() <= 3);
        CHECK(flag != "q" && flag != "e" && flag != "h");
        CHECK(flags.insert(flag).second);
        CHECK(names.insert(name).second);
        CHECK(surefoot::longFlag(name).size() >= 4);
        CHECK_EQUAL(surefoot::shortFlag(name), flag);
    }
}

CASE("every option of every command has a committed short flag")
{
    std::set<std::string> names;
    for (const auto& [name, flag] : committed()) {
        names.insert(name);
    }
    for (const char* operation : kOperations) {
        const surefoot_operation& its = surefoot::findOperation(operation);
        for (size_t option = 0; option < its.option_count; ++option) {
            if (names.count(its.options[option]->name) == 0) {
                std::printf("add a line for %s to flag_names.inc\n", its.options[option]->name);
            }
            CHECK(names.count(its.options[option]->name) == 1);
        }
    }
}

CASE("released short flags never change")
{
    // Each line of the list is "name flag"; lines are added with a release and never taken out.
    std::ifstream list(std::string(SUREFOOT_SOURCE) + "/tests/maya/released_flags.txt");
    CHECK(list.good());
    std::map<std::string, std::string> now;
    for (const auto& [name, flag] : committed()) {
        now[name] = flag;
    }
    size_t count = 0;
    std::string name;
    std::string flag;
    while (list >> name >> flag) {
        ++count;
        CHECK_EQUAL(now[name], flag);
    }
    CHECK(count > 50);
}

CASE("an option that is newer than the table gets a flag that is free, the same each time")
{
    const std::string flag = surefoot::shortFlag("some_new_option");
    CHECK_EQUAL(flag.size(), size_t{3});
    CHECK_EQUAL(surefoot::shortFlag("some_new_option"), flag);
    CHECK(surefoot::shortFlag("some_newer_option") != flag);
    for (const auto& [name, known] : committed()) {
        CHECK(known != flag);
    }
}

CASE("defaults made from declarations are those of the library")
{
    const auto same = [](const surefoot::Options& options, const void* defaults, size_t size) {
        return std::memcmp(options.as<void>(), defaults, size) == 0;
    };
    surefoot_remove_footskate_options footskate;
    surefoot::call(surefoot_remove_footskate_default_options, &footskate, sizeof footskate);
    CHECK(same(surefoot::Options(surefoot::findOperation("remove_footskate")), &footskate, sizeof footskate));
    surefoot_remove_penetration_options penetration;
    surefoot::call(surefoot_remove_penetration_default_options, &penetration, sizeof penetration);
    CHECK(same(surefoot::Options(surefoot::findOperation("remove_penetration")), &penetration, sizeof penetration));
    surefoot_build_motion_graph_options graph;
    surefoot::call(surefoot_build_motion_graph_default_options, &graph, sizeof graph);
    CHECK(same(surefoot::Options(surefoot::findOperation("build_motion_graph")), &graph, sizeof graph));
    surefoot_search_motion_graph_options search;
    surefoot::call(surefoot_search_motion_graph_default_options, &search, sizeof search);
    CHECK(same(surefoot::Options(surefoot::findOperation("search_motion_graph")), &search, sizeof search));
}
