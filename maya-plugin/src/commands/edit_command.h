// The commands that change a motion: one class over the table of operations.
#pragma once

#include "commands/operation_command.h"
#include "commands/operations.h"

namespace surefoot {

class EditCommand : public OperationCommand {
public:
    explicit EditCommand(const EditOperation& edit) : OperationCommand(edit.command, edit.operation), m_operation(edit)
    {}

    // Maya registers plain functions, so the place in the table is part of their type.
    template <int INDEX>
    static void* creator()
    {
        return new EditCommand(kEditOperations[INDEX]);
    }
    template <int INDEX>
    static MSyntax newSyntax()
    {
        return syntaxOf(kEditOperations[INDEX]);
    }

protected:
    std::vector<std::string> run(const MArgDatabase& arguments) override;

private:
    static MSyntax syntaxOf(const EditOperation& operation);
    std::string runOne(const MDagPath& root, const MArgDatabase& arguments);

    const EditOperation& m_operation;
};

}  // namespace surefoot
