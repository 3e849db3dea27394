// Commands by their text.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "scene.h"

namespace fake {

struct Result {
    enum Type { kNothing, kInt, kDouble, kString, kInts, kDoubles, kStrings };
    Type type = kNothing;
    std::vector<double> numbers;
    std::vector<std::string> texts;
    void set(int value);
    void set(double value);
    void set(const std::string& value);
    void set(const std::vector<std::string>& values);
    void set(const std::vector<double>& values);
    std::string text() const;
};

struct ResultHolder : Counted {
    Result result;
};

// What stands in a command line.
struct Word {
    std::string text;
    bool quoted = false;
};
std::vector<std::vector<Word>> splitStatements(const std::string& text);

// A parsed command of Maya's own: flags with their arguments, then objects.
struct Call {
    std::string name;
    std::map<std::string, std::vector<std::vector<std::string>>> flags;
    std::vector<std::string> objects;
    bool has(const char* flag) const { return flags.count(flag) != 0; }
    std::string argument(const char* flag, size_t index = 0) const;
    Result result;
    std::string error;
};
using Command = bool (*)(Call& call);
struct CommandSpec {
    Command run;
    // Long name, short name, count of arguments; of a query 0 unless `query` says otherwise.
    struct Flag {
        std::string longName, shortName;
        int arguments;
        bool takesArgumentInQuery;
    };
    std::vector<Flag> flags;
};
const std::map<std::string, CommandSpec>& commandTable();
void addLayerCommands(std::map<std::string, CommandSpec>& table);
void addNodeCommands(std::map<std::string, CommandSpec>& table);
void addKeyCommands(std::map<std::string, CommandSpec>& table);

// Runs statements with the current log; errors go to the user. False if one failed.
bool executeHere(const std::string& text, Result* result = nullptr);
// As the user or MGlobal does: with an entry on the undo queue where asked.
bool execute(const std::string& text, Result* result, bool undoable);
bool deleteNode(Node& node);
// Takes a layer's blends out of every channel.
bool deleteLayer(Node& layer);

// From the user's units to what is stored, and back.
double fromUser(const Attr& attr, double value);
double toUser(const Attr& attr, double value);

}  // namespace fake
