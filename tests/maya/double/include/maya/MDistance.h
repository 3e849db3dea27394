#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MDistance {
public:
    enum Unit {
        kInvalid,
        kInches = 1,
        kFeet = 2,
        kYards = 3,
        kMiles = 4,
        kMillimeters = 5,
        kCentimeters = 6,
        kKilometers = 7,
        kMeters = 8,
        kLast
    };

    MDistance();
    MDistance(double distance, Unit unit = kCentimeters);
    MDistance(const MDistance& other) = default;
    ~MDistance();
    MDistance& operator=(const MDistance& other) = default;
    Unit unit() const;
    double value() const;
    double as(Unit unit, MStatus* status = nullptr) const;
    double asCentimeters() const;
    double asMeters() const;
    static Unit uiUnit();
    static MStatus setUIUnit(Unit unit);
    static Unit internalUnit();
    static double internalToUI(double value);
    static double uiToInternal(double value);

private:
    double m_value;
    Unit m_unit;
};

OPENMAYA_NAMESPACE_CLOSE
