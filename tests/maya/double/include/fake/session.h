// Maya as the user meets it: commands, undo, messages, ESC, plug-ins.
#pragma once

#include <string>
#include <vector>

namespace fake {

struct RunResult {
    bool ok = false;
    std::string text;
    std::vector<std::string> texts;
    std::vector<double> numbers;
};
// Runs MEL as typed by the user: Maya's own commands as far as the double knows them, and those of plug-ins. One call
// is one step to undo, unless chunks are open.
RunResult run(const std::string& command);
bool undo();
bool redo();
// Steps that can be undone.
size_t undoCount();
void clearUndo();

std::vector<std::string> infos();
std::vector<std::string> warnings();
std::vector<std::string> errors();
// Commands that were left to the idle loop, Python's with "python: " before them.
std::vector<std::string> idleCommands();
void clearMessages();
// Lets Maya be idle once: SelectionChanged where it did, then whoever asked for "idle".
void idle();

// ESC is down from the n-th question of isInterruptRequested on (1 is the first); 0 never.
void interruptAfter(int polls);
int interruptPolls();
// How often a progress bar was set, and what it last said.
int progressSteps();
bool progressOpen();
std::string progressStatus();

void setInteractive(bool interactive);
bool refreshSuspended();

// Calls initializePlugin and uninitializePlugin as Maya does.
bool loadPlugin();
bool unloadPlugin();
// The n-th registration of the next load fails (1 is the first).
void failRegistration(int n);
// Kinds and names of what is registered, such as "command surefootDetectPlants".
std::vector<std::string> registered();

}  // namespace fake
