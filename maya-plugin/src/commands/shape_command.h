// surefootCaptureBody: gives a skinned mesh a surefootShape deformer and stores the character in it.
#pragma once

#include <string>
#include <vector>

#include <maya/MArgDatabase.h>
#include <maya/MArgList.h>
#include <maya/MDagPath.h>
#include <maya/MObject.h>
#include <maya/MPxCommand.h>
#include <maya/MStatus.h>
#include <maya/MString.h>
#include <maya/MStringArray.h>
#include <maya/MSyntax.h>

#include "scene/scene_edit.h"

namespace surefoot {

class ShapeCommand : public MPxCommand {
public:
    static constexpr const char* kName = "surefootCaptureBody";
    static void* creator();
    static MSyntax newSyntax();

    MStatus doIt(const MArgList& arguments) override;
    MStatus undoIt() override;
    MStatus redoIt() override;
    bool isUndoable() const override { return !m_edit.isEmpty(); }
    bool hasSyntax() const override { return true; }

private:
    void capture(const std::vector<MDagPath>& meshes, const MArgDatabase& arguments);
    void captureOne(const MDagPath& mesh, const MDagPath* body, bool setsScale, double unitScale);
    std::string query(const std::vector<MDagPath>& meshes, const MArgDatabase& arguments) const;

    SceneEdit m_edit;
    // The deformers that were given a body.
    MStringArray m_deformers;
};

}  // namespace surefoot
