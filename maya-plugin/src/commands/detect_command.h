// surefootDetectPlants: finds contacts and keeps them in the scene.
#pragma once

#include "commands/operation_command.h"

namespace surefoot {

class DetectCommand : public OperationCommand {
public:
    DetectCommand() : OperationCommand("surefootDetectPlants", "detect_plants") {}
    static void* creator() { return new DetectCommand; }
    static MSyntax newSyntax();

protected:
    std::vector<std::string> run(const MArgDatabase& arguments) override;
};

}  // namespace surefoot
