// Entry and exit of the plug-in. The only file that includes MFnPlugin.h, which defines what Maya looks for.

#include <functional>
#include <string>
#include <vector>

#include <maya/MDrawRegistry.h>
#include <maya/MFnPlugin.h>
#include <maya/MGlobal.h>
#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MString.h>

#include "commands/detect_command.h"
#include "commands/edit_command.h"
#include "commands/graph_commands.h"
#include "commands/shape_command.h"
#include "ids.h"
#include "library.h"
#include "nodes/display_locator.h"
#include "nodes/display_override.h"
#include "nodes/plants_node.h"
#include "nodes/shape_deformer.h"
#include "nodes/time_slider.h"

namespace surefoot {

namespace {

// What was registered, to be taken back in reverse.
class Registry {
public:
    explicit Registry(MFnPlugin& plugin) : m_plugin(plugin) {}

    bool command(const char* name, void* (*creator)(), MSyntax (*syntax)())
    {
        return keep(m_plugin.registerCommand(name, creator, syntax), std::string("the command ") + name,
                    [this, name] { return m_plugin.deregisterCommand(name); });
    }

    bool node(const char* name, const MTypeId& id, void* (*creator)(), MStatus (*initialize)(), MPxNode::Type type,
              const MString* classification = nullptr)
    {
        return keep(m_plugin.registerNode(name, id, creator, initialize, type, classification),
                    std::string("the node ") + name, [this, id] { return m_plugin.deregisterNode(id); });
    }

    bool drawing()
    {
        return keep(MHWRender::MDrawRegistry::registerDrawOverrideCreator(kDisplayClassification, kDisplayRegistrant,
                                                                          DisplayDrawOverride::creator),
                    "the drawing in the viewport", [] {
                        return MHWRender::MDrawRegistry::deregisterDrawOverrideCreator(kDisplayClassification,
                                                                                       kDisplayRegistrant);
                    });
    }

    MStatus takeBack()
    {
        MStatus result = MS::kSuccess;
        for (auto undo = m_undo.rbegin(); undo != m_undo.rend(); ++undo) {
            const MStatus status = (*undo)();
            if (!status) {
                result = status;
            }
        }
        m_undo.clear();
        return result;
    }

private:
    bool keep(const MStatus& status, const std::string& what, std::function<MStatus()> undo)
    {
        if (!status) {
            MGlobal::displayError(mayaText("Surefoot could not register " + what + ": " +
                                           plainText(status.errorString()) + "."));
            return false;
        }
        m_undo.push_back(std::move(undo));
        return true;
    }

    MFnPlugin& m_plugin;
    std::vector<std::function<MStatus()>> m_undo;
};

template <int INDEX>
bool registerEdits(Registry& registry)
{
    if constexpr (INDEX < kEditOperationCount) {
        return registry.command(kEditOperations[INDEX].command, EditCommand::creator<INDEX>,
                                EditCommand::newSyntax<INDEX>) &&
               registerEdits<INDEX + 1>(registry);
    } else {
        return true;
    }
}

bool registerAll(Registry& registry)
{
    const MString classification(kDisplayClassification);
    return registry.node(kShapeNode, ShapeDeformer::id, ShapeDeformer::creator, ShapeDeformer::initialize,
                         MPxNode::kDeformerNode) &&
           registry.node(kPlantsNode, PlantsNode::id, PlantsNode::creator, PlantsNode::initialize,
                         MPxNode::kDependNode) &&
           registry.node(kDisplayNode, DisplayLocator::id, DisplayLocator::creator, DisplayLocator::initialize,
                         MPxNode::kLocatorNode, &classification) &&
           registry.drawing() &&
           registry.command("surefootDetectPlants", DetectCommand::creator, DetectCommand::newSyntax) &&
           registerEdits<0>(registry) &&
           registry.command("surefootBuildMotionGraph", BuildGraphCommand::creator, BuildGraphCommand::newSyntax) &&
           registry.command("surefootSearchMotionGraph", SearchGraphCommand::creator, SearchGraphCommand::newSyntax) &&
           registry.command("surefootCaptureBody", ShapeCommand::creator, ShapeCommand::newSyntax);
}

bool isInteractive()
{
    return MGlobal::mayaState() == MGlobal::kInteractive;
}

// Menus belong to Python; it may be missing where somebody loads the plug-in file alone.
void runPython(const char* function)
{
    if (isInteractive()) {
        MGlobal::executePythonCommandOnIdle(MString("import surefoot_maya.startup; surefoot_maya.startup.") + function +
                                            "()");
    }
}

// From loading to unloading; Maya loads one plug-in once.
Registry* g_registry = nullptr;
MFnPlugin* g_plugin = nullptr;

}  // namespace

}  // namespace surefoot

MStatus initializePlugin(MObject object)
{
    using namespace surefoot;
    if (std::string(surefoot_version()) != SUREFOOT_VERSION) {
        MGlobal::displayError(mayaText(std::string("Surefoot ") + SUREFOOT_VERSION + " found the library " +
                                       surefoot_version() + "; install both together."));
        return MS::kFailure;
    }
    g_plugin = new MFnPlugin(object, "Surefoot", SUREFOOT_VERSION, "Any");
    g_registry = new Registry(*g_plugin);
    if (!registerAll(*g_registry)) {
        g_registry->takeBack();
        delete g_registry;
        delete g_plugin;
        g_registry = nullptr;
        g_plugin = nullptr;
        return MS::kFailure;
    }
    startTimeSlider();
    runPython("load");
    return MS::kSuccess;
}

MStatus uninitializePlugin(MObject)
{
    using namespace surefoot;
    if (!g_registry) {
        return MS::kSuccess;
    }
    runPython("unload");
    stopTimeSlider();
    const MStatus status = g_registry->takeBack();
    delete g_registry;
    delete g_plugin;
    g_registry = nullptr;
    g_plugin = nullptr;
    return status;
}
