// A new scene with the plug-in loaded; both end with it.
#pragma once

#include <string>

namespace scenario {

class Session {
public:
    // Frames per second, "cm", "m", "in" and so on, and the axis that points up.
    explicit Session(int frameRate, const std::string& unit = "cm", bool isZUp = false);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    ~Session();

    // Runs a command of Maya or of the plug-in and gives its result; fails the case if the command fails.
    std::string run(const std::string& command) const;
    // Runs a command that must fail, and gives what the user reads.
    std::string fails(const std::string& command) const;
    void undo() const;
    void redo() const;
    // Undoes until nothing is left.
    void undoAll() const;
    // The n-th question whether ESC was pressed is answered with yes; never, below 0.
    void pressEscapeAfter(int polls);
    bool isRefreshSuspended() const;
    // A path in a folder that is removed at the end.
    std::string temporaryFile(const std::string& name) const;

private:
    std::string m_folder;
};

}  // namespace scenario
