// surefootDisplay: shows contacts, foot trails, balance and penetration of one hierarchy in the viewport.
#pragma once

#include <vector>

#include <maya/MBoundingBox.h>
#include <maya/MDGContext.h>
#include <maya/MEvaluationNode.h>
#include <maya/MObject.h>
#include <maya/MPlug.h>
#include <maya/MPlugArray.h>
#include <maya/MPxLocatorNode.h>
#include <maya/MStatus.h>
#include <maya/MTypeId.h>

namespace surefoot {

// Drawn by DisplayOverride, in Viewport 2 alone.
class DisplayLocator : public MPxLocatorNode {
public:
    static const MTypeId id;
    static void* creator();
    static MStatus initialize();

    bool isBounded() const override { return true; }
    // Who hides the locators of a rig still wants to see the result.
    bool excludeAsLocator() const override { return false; }
    SchedulingType schedulingType() const override { return kParallel; }
    MBoundingBox boundingBox() const override;
    MStatus setDependentsDirty(const MPlug& plug, MPlugArray& affected) override;
    MStatus preEvaluation(const MDGContext& context, const MEvaluationNode& node) override;

    // Everything that is drawn, in the locator's own space.
    static MBoundingBox boundsOf(const MObject& node);

    static MObject s_root;
    static MObject s_contacts;
    static MObject s_contactsChanged;
    static MObject s_time;
    static MObject s_firstTime;
    static MObject s_frameRate;
    static MObject s_groundHeight;
    static MObject s_before;
    static MObject s_beforeFirst;
    static MObject s_after;
    static MObject s_afterFirst;
    static MObject s_centres;
    static MObject s_zeroMomentPoints;
    static MObject s_zeroMomentFrames;
    static MObject s_areaFirst;
    static MObject s_areaCorners;
    static MObject s_penetratingFirst;
    static MObject s_penetratingPoints;

    static MObject s_showContacts;
    static MObject s_showBefore;
    static MObject s_showAfter;
    static MObject s_showBalance;
    static MObject s_showArea;
    static MObject s_showPenetration;
    static MObject s_inFront;
    static MObject s_discRadius;
    static MObject s_centreRadius;
    static MObject s_lineWidth;
    static MObject s_pointSize;
    static MObject s_textSize;

private:
    // All of the above that change the picture.
    static std::vector<MObject> s_drawn;
};

}  // namespace surefoot
