#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN
namespace MHWRender {

class MUIDrawManager {
public:
    enum LineStyle { kSolid, kShortDotted, kShortDashed, kDashed, kDotted };
    enum PaintStyle { kFlat, kStippled, kShaded };
    enum Primitive { kPoints, kLines, kLineStrip, kClosedLine, kTriangles, kTriStrip };
    enum TextAlignment { kLeft = 0, kCenter, kRight };
    enum Selectability { kNonSelectable, kSelectable, kAutomatic };

    void beginDrawable(Selectability selectability = kAutomatic, unsigned int selectionName = 0);
    void endDrawable();
    void beginDrawInXray();
    void endDrawInXray();
    void setColor(const MColor& color);
    void setPaintStyle(PaintStyle style);
    void setPointSize(float size);
    void setLineWidth(float width);
    void setLineStyle(LineStyle style);
    void setFontSize(unsigned int size);
    void setDepthPriority(unsigned int priority);
    void line(const MPoint& start, const MPoint& end);
    void lineList(const MPointArray& points, bool draw2D);
    void lineStrip(const MPointArray& points, bool draw2D);
    void points(const MPointArray& points, bool draw2D);
    void circle(const MPoint& center, const MVector& normal, double radius, bool filled = false);
    void circle(const MPoint& center, const MVector& normal, double radius, int subdivisions, bool filled);
    void arc(const MPoint& center, const MVector& start, const MVector& end, const MVector& normal, double radius,
             bool filled = false);
    void sphere(const MPoint& center, double radius, bool filled = false);
    void cone(const MPoint& base, const MVector& direction, double radius, double height, bool filled = false);
    void icon(const MPoint& position, const MString& name, float scale);
    void mesh(Primitive mode, const MPointArray& position, const MVectorArray* normal = nullptr,
              const MColorArray* color = nullptr, const MUintArray* index = nullptr,
              const MPointArray* texcoord = nullptr);
    void text(const MPoint& position, const MString& text, TextAlignment alignment = kLeft,
              const int* backgroundSize = nullptr, const MColor* backgroundColor = nullptr, bool dynamic = false);
    void text2d(const MPoint& position, const MString& text, TextAlignment alignment = kLeft,
                const int* backgroundSize = nullptr, const MColor* backgroundColor = nullptr, bool dynamic = false);

    // Of the double.
    explicit MUIDrawManager(const ::fake::Ref& record) : m_record(record) {}

private:
    MUIDrawManager(const MUIDrawManager&) = delete;
    MUIDrawManager& operator=(const MUIDrawManager&) = delete;
    ::fake::Ref m_record;
};

}  // namespace MHWRender
OPENMAYA_NAMESPACE_CLOSE
