#pragma once

#include <maya/MObject.h>
#include <maya/MSpace.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MItGeometry {
public:
    MItGeometry(const MDagPath& path, MStatus* status = nullptr);
    MItGeometry(const MDagPath& path, MObject& component, MStatus* status = nullptr);
    ~MItGeometry();

    bool isDone(MStatus* status = nullptr) const;
    MStatus next();
    MStatus reset();
    int index(MStatus* status = nullptr) const;
    int positionIndex(MStatus* status = nullptr) const;
    int count(MStatus* status = nullptr) const;
    int exactCount(MStatus* status = nullptr);
    MObject currentItem(MStatus* status = nullptr) const;
    MPoint position(MSpace::Space space = MSpace::kObject, MStatus* status = nullptr) const;
    MStatus setPosition(const MPoint& point, MSpace::Space space = MSpace::kObject);
    MVector normal(MSpace::Space space = MSpace::kObject, MStatus* status = nullptr) const;
    MStatus allPositions(MPointArray& points, MSpace::Space space = MSpace::kObject) const;
    MStatus setAllPositions(const MPointArray& points, MSpace::Space space = MSpace::kObject);
    MWeight weight(MStatus* status = nullptr) const;

    // Of the double.
    explicit MItGeometry(const ::fake::Ref& points) : m_points(points) {}

private:
    MItGeometry(const MItGeometry&) = delete;
    MItGeometry& operator=(const MItGeometry&) = delete;
    ::fake::Ref m_points;
    int m_current = 0;
};

OPENMAYA_NAMESPACE_CLOSE
