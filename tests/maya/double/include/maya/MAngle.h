#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MAngle {
public:
    enum Unit { kInvalid, kRadians, kDegrees, kAngMinutes, kAngSeconds, kLast };

    MAngle();
    MAngle(double angle, Unit unit = kRadians);
    MAngle(const MAngle& other) = default;
    ~MAngle();
    MAngle& operator=(const MAngle& other) = default;
    double value() const;
    double asRadians() const;
    double asDegrees() const;
    static Unit uiUnit();
    static double internalToUI(double value);

private:
    double m_value;
    Unit m_unit;
};

OPENMAYA_NAMESPACE_CLOSE
