#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTime {
public:
    enum Unit {
        kInvalid,
        kHours,
        kMinutes,
        kSeconds,
        kMilliseconds,
        kGames,
        kFilm,
        kPALFrame,
        kNTSCFrame,
        kShowScan,
        kPALField,
        kNTSCField,
        k2FPS,
        k3FPS,
        k4FPS,
        k5FPS,
        k6FPS,
        k8FPS,
        k10FPS,
        k12FPS,
        k16FPS,
        k20FPS,
        k40FPS,
        k75FPS,
        k80FPS,
        k100FPS,
        k120FPS,
        k125FPS,
        k150FPS,
        k200FPS,
        k240FPS,
        k250FPS,
        k300FPS,
        k375FPS,
        k400FPS,
        k500FPS,
        k600FPS,
        k750FPS,
        k1200FPS,
        k1500FPS,
        k2000FPS,
        k3000FPS,
        k6000FPS,
        k23_976FPS,
        k29_97FPS,
        k29_97DF,
        k47_952FPS,
        k59_94FPS,
        k44100FPS,
        k48000FPS,
        // The number differs between versions.
        kUserDef,
        kLast,
        k15FPS = kGames,
        k24FPS = kFilm,
        k25FPS = kPALFrame,
        k30FPS = kNTSCFrame,
        k48FPS = kShowScan,
        k50FPS = kPALField,
        k60FPS = kNTSCField
    };
    typedef MInt64 MTick;

    MTime();
    MTime(const MTime& other);
    // The default is film, not the user's unit: pass the unit.
    MTime(double time, Unit unit = kFilm);
    ~MTime();

    MTime& operator=(const MTime& other);
    Unit unit() const;
    double value() const;
    double as(Unit unit) const;
    double asUnits(Unit unit) const;
    MStatus setUnit(Unit unit);
    MStatus setValue(double value);
    static Unit uiUnit();
    static MStatus setUIUnit(Unit unit);
    static MTick ticksPerSecond();

    bool operator==(const MTime& other) const;
    bool operator!=(const MTime& other) const;
    bool operator<=(const MTime& other) const;
    bool operator>=(const MTime& other) const;
    bool operator<(const MTime& other) const;
    bool operator>(const MTime& other) const;
    MTime operator++(int);
    MTime operator--(int);
    MTime& operator++();
    MTime operator+(const MTime& other) const;
    MTime operator+(double value) const;
    MTime operator-(const MTime& other) const;
    MTime& operator+=(const MTime& other);
    MTime& operator-=(const MTime& other);
    MTime operator*(double value) const;
    MTime operator/(double value) const;

private:
    double m_value;
    Unit m_unit;
};

OPENMAYA_NAMESPACE_CLOSE
