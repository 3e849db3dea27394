// Entry and exit of the plug-in. The only file that includes MFnPlugin.h, which defines what Maya looks for.

#include <exception>
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

// How one thing that was registered is taken back.
using TakeBack = std::function<MStatus(MFnPlugin&)>;

// From loading to unloading, in the order of registration; Maya loads one plug-in once.
std::vector<TakeBack> g_registered;

MStatus takeAllBack(MFnPlugin& plugin)
{
    MStatus result = MS::kSuccess;
    while (!g_registered.empty()) {
        const MStatus status = g_registered.back()(plugin);
        g_registered.pop_back();
        if (!status) {
            result = status;
        }
    }
    return result;
}

class Registry {
public:
    explicit Registry(MFnPlugin& plugin) : m_plugin(plugin) {}

    bool command(const char* name, void* (*creator)(), MSyntax (*syntax)())
    {
        return keep(m_plugin.registerCommand(name, creator, syntax), std::string("the command ") + name,
                    [name](MFnPlugin& plugin) { return plugin.deregisterCommand(name); });
    }

    bool node(const char* name, const MTypeId& id, void* (*creator)(), MStatus (*initialize)(), MPxNode::Type type,
              const MString* classification = nullptr)
    {
        return keep(m_plugin.registerNode(name, id, creator, initialize, type, classification),
                    std::string("the node ") + name, [id](MFnPlugin& plugin) { return plugin.deregisterNode(id); });
    }

    bool drawing()
    {
        return keep(MHWRender::MDrawRegistry::registerDrawOverrideCreator(kDisplayClassification, kDisplayRegistrant,
                                                                          DisplayOverride::creator),
                    "the drawing in the viewport", [](MFnPlugin&) {
                        return MHWRender::MDrawRegistry::deregisterDrawOverrideCreator(kDisplayClassification,
                                                                                       kDisplayRegistrant);
                    });
    }

private:
    bool keep(const MStatus& status, const std::string& what, TakeBack takeBack)
    {
        if (!status) {
            MGlobal::displayError(
                mayaText("Surefoot could not register " + what + ": " + plainText(status.errorString()) + "."));
            return false;
        }
        g_registered.push_back(std::move(takeBack));
        return true;
    }

    MFnPlugin& m_plugin;
};

// Maya asks for a command's flags when it registers it, and knows no exceptions.
template <MSyntax (*SYNTAX)()>
MSyntax guarded()
{
    try {
        return SYNTAX();
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(std::string("Surefoot: ") + failure.what()));
        return MSyntax();
    }
}

template <int INDEX>
bool registerEdits(Registry& registry)
{
    if constexpr (INDEX < kEditOperationCount) {
        return registry.command(kEditOperations[INDEX].command, EditCommand::creator<INDEX>,
                                guarded<EditCommand::newSyntax<INDEX>>) &&
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
           registry.command("surefootDetectPlants", DetectCommand::creator, guarded<DetectCommand::newSyntax>) &&
           registerEdits<0>(registry) &&
           registry.command("surefootBuildMotionGraph", BuildGraphCommand::creator,
                            guarded<BuildGraphCommand::newSyntax>) &&
           registry.command("surefootSearchMotionGraph", SearchGraphCommand::creator,
                            guarded<SearchGraphCommand::newSyntax>) &&
           registry.command("surefootCaptureBody", ShapeCommand::creator, guarded<ShapeCommand::newSyntax>);
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
    MFnPlugin plugin(object, "Surefoot", SUREFOOT_VERSION, "Any");
    bool isComplete = false;
    try {
        Registry registry(plugin);
        isComplete = registerAll(registry);
    } catch (const std::exception& failure) {
        MGlobal::displayError(mayaText(std::string("Surefoot: ") + failure.what()));
    }
    if (!isComplete) {
        takeAllBack(plugin);
        return MS::kFailure;
    }
    startTimeSliderMarks();
    runPython("load");
    return MS::kSuccess;
}

MStatus uninitializePlugin(MObject object)
{
    using namespace surefoot;
    if (g_registered.empty()) {
        return MS::kSuccess;
    }
    MFnPlugin plugin(object);
    runPython("unload");
    stopTimeSliderMarks();
    return takeAllBack(plugin);
}
