// surefootBuildMotionGraph and surefootSearchMotionGraph: stretches of the time line joined into a graph file, and new
// motion out of it on the character's joints.
#pragma once

#include "commands/operation_command.h"

namespace surefoot {

class BuildGraphCommand : public OperationCommand {
public:
    BuildGraphCommand() : OperationCommand("surefootBuildMotionGraph", "build_motion_graph") {}
    static void* creator() { return new BuildGraphCommand; }
    static MSyntax newSyntax();

protected:
    std::vector<std::string> run(const MArgDatabase& arguments) override;
};

class SearchGraphCommand : public OperationCommand {
public:
    SearchGraphCommand() : OperationCommand("surefootSearchMotionGraph", "search_motion_graph") {}
    static void* creator() { return new SearchGraphCommand; }
    static MSyntax newSyntax();

protected:
    std::vector<std::string> run(const MArgDatabase& arguments) override;
};

}  // namespace surefoot
