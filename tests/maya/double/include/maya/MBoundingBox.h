#pragma once

#include <maya/MPoint.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MBoundingBox {
public:
    MBoundingBox();
    MBoundingBox(const MBoundingBox& other) = default;
    MBoundingBox(const MPoint& corner1, const MPoint& corner2);
    ~MBoundingBox();
    MBoundingBox& operator=(const MBoundingBox& other) = default;
    void clear();
    void transformUsing(const MMatrix& matrix);
    void expand(const MPoint& point);
    void expand(const MBoundingBox& box);
    MPoint center() const;
    MPoint min() const;
    MPoint max() const;

private:
    MPoint m_min;
    MPoint m_max;
    bool m_empty;
};

OPENMAYA_NAMESPACE_CLOSE
