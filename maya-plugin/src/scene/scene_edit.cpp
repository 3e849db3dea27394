#include "scene/scene_edit.h"

#include "status.h"

namespace surefoot {

MDGModifier& SceneEdit::graph()
{
    m_steps.emplace_back();
    m_steps.back().graph = std::make_unique<MDGModifier>();
    return *m_steps.back().graph;
}

MDagModifier& SceneEdit::dag()
{
    m_steps.emplace_back();
    m_steps.back().dag = std::make_unique<MDagModifier>();
    return *m_steps.back().dag;
}

MAnimCurveChange& SceneEdit::keys()
{
    m_steps.emplace_back();
    m_steps.back().keys = std::make_unique<MAnimCurveChange>();
    m_steps.back().isDone = true;
    return *m_steps.back().keys;
}

void SceneEdit::command(const std::string& text, const std::string& what)
{
    check(graph().commandToExecute(mayaText(text)), what);
    apply(what);
}

void SceneEdit::apply(const std::string& what)
{
    for (Step& step : m_steps) {
        if (!step.isDone) {
            // Set first: a step that failed half-way has to be undone, too.
            step.isDone = true;
            check(step.graph ? step.graph->doIt() : step.dag->doIt(), what);
        }
    }
}

MStatus SceneEdit::undo()
{
    MStatus result = MS::kSuccess;
    for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step) {
        if (!step->isDone) {
            continue;
        }
        const MStatus status = step->keys    ? step->keys->undoIt()
                               : step->graph ? step->graph->undoIt()
                                             : step->dag->undoIt();
        if (!status) {
            result = status;
        }
    }
    return result;
}

MStatus SceneEdit::redo()
{
    MStatus result = MS::kSuccess;
    for (Step& step : m_steps) {
        if (!step.isDone) {
            continue;
        }
        const MStatus status = step.keys ? step.keys->redoIt() : step.graph ? step.graph->doIt() : step.dag->doIt();
        if (!status) {
            result = status;
        }
    }
    return result;
}

}  // namespace surefoot
