// What plug-ins drew in the viewport and on the Time Slider.
#pragma once

#include <string>
#include <vector>

#include <maya/MColor.h>
#include <maya/MPoint.h>

namespace fake {

struct Primitive {
    // circle, arc, sphere, cone, line, lineList, lineStrip, points, mesh, text, text2d, icon
    std::string kind;
    std::vector<MPoint> points;
    std::vector<unsigned int> indices;
    double radius = 0.0;
    bool filled = false;
    std::string text;
    MColor color;
};
// One redraw of the locator's shape at a path. prepareForDraw is called only if the drawing was marked dirty.
std::vector<Primitive> draw(const std::string& locator);
// How often prepareForDraw ran.
int drawPreparations();
// Misplaced calls: drawing outside of beginDrawable, reading the graph in addUIDrawables.
std::vector<std::string> drawErrors();

struct TimeMark {
    double first = 0.0, last = 0.0;
    std::string label, tooltip;
    MColor color;
};
// Marks of all visible custom drawings.
std::vector<TimeMark> timeMarks();

}  // namespace fake
