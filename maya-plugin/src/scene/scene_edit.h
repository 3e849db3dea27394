// What a command did to the scene, step by step, to be undone in reverse and redone in order.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <maya/MAnimCurveChange.h>
#include <maya/MDGModifier.h>
#include <maya/MDagModifier.h>
#include <maya/MStatus.h>

namespace surefoot {

class SceneEdit {
public:
    // A new step. What is added to it happens with the next `apply`.
    MDGModifier& graph();
    MDagModifier& dag();
    // A new step for keys, which Maya sets at once.
    MAnimCurveChange& keys();

    // Runs a command of Maya that undoes itself, as a step of its own.
    void command(const std::string& text, const std::string& what);
    // Does the steps that were not done yet, in order; `what` names them in the failure.
    void apply(const std::string& what);

    bool isEmpty() const { return m_steps.empty(); }
    // All steps are tried; the status is that of the last one that failed.
    MStatus undo();
    MStatus redo();

private:
    // Exactly one is set.
    struct Step {
        std::unique_ptr<MDGModifier> graph;
        std::unique_ptr<MDagModifier> dag;
        std::unique_ptr<MAnimCurveChange> keys;
        bool isDone = false;
    };

    std::vector<Step> m_steps;
};

}  // namespace surefoot
