// Times, lengths, angles and the context of an evaluation.
#include <deque>

#include <cmath>

#include <maya/MAngle.h>
#include <maya/MDGContext.h>
#include <maya/MDGContextGuard.h>
#include <maya/MDistance.h>
#include <maya/MTime.h>
#include <maya/MTimeRange.h>

#include "scene.h"

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {

constexpr MInt64 kTicks = 141120000;
constexpr double kPi = 3.14159265358979323846;

double perSecond(MTime::Unit unit)
{
    static const double rates[] = {0,
                                   1.0 / 3600,
                                   1.0 / 60,
                                   1,
                                   1000,
                                   15,
                                   24,
                                   25,
                                   30,
                                   48,
                                   50,
                                   60,
                                   2,
                                   3,
                                   4,
                                   5,
                                   6,
                                   8,
                                   10,
                                   12,
                                   16,
                                   20,
                                   40,
                                   75,
                                   80,
                                   100,
                                   120,
                                   125,
                                   150,
                                   200,
                                   240,
                                   250,
                                   300,
                                   375,
                                   400,
                                   500,
                                   600,
                                   750,
                                   1200,
                                   1500,
                                   2000,
                                   3000,
                                   6000,
                                   24000.0 / 1001,
                                   30000.0 / 1001,
                                   30000.0 / 1001,
                                   48000.0 / 1001,
                                   60000.0 / 1001,
                                   44100,
                                   48000};
    return unit > MTime::kInvalid && unit < MTime::kUserDef ? rates[unit] : 24.0;
}
const double kCentimeters[] = {1.0, 2.54, 30.48, 91.44, 160934.4, 0.1, 1.0, 100000.0, 100.0};

}  // namespace

MTime::MTime() : m_value(0.0), m_unit(kFilm) {}
MTime::MTime(const MTime& other) : m_value(other.m_value), m_unit(other.m_unit) {}
MTime::MTime(double time, Unit unit) : m_value(time), m_unit(unit) {}
MTime::~MTime() {}
MTime& MTime::operator=(const MTime& other)
{
    m_value = other.m_value;
    m_unit = other.m_unit;
    return *this;
}
MTime::Unit MTime::unit() const
{
    return m_unit;
}
double MTime::value() const
{
    return m_value;
}
double MTime::as(Unit unit) const
{
    if (unit == m_unit)
        return m_value;
    const double result = m_value / perSecond(m_unit) * perSecond(unit);
    // Ticks are whole: a frame of one rate that is a frame of another comes out whole.
    const double whole = std::round(result);
    return std::fabs(result - whole) < 1e-9 * std::fmax(1.0, std::fabs(whole)) ? whole : result;
}
double MTime::asUnits(Unit unit) const
{
    return as(unit);
}
MStatus MTime::setUnit(Unit unit)
{
    // Keeps the number: 24 frames become 24 of the other unit.
    m_unit = unit;
    return MStatus();
}
MStatus MTime::setValue(double value)
{
    m_value = value;
    return MStatus();
}
MTime::Unit MTime::uiUnit()
{
    return fake::scene().timeUnit;
}
MStatus MTime::setUIUnit(Unit unit)
{
    fake::scene().timeUnit = unit;
    return MStatus();
}
MTime::MTick MTime::ticksPerSecond()
{
    return kTicks;
}
bool MTime::operator==(const MTime& o) const
{
    return fake::ticksOf(*this) == fake::ticksOf(o);
}
bool MTime::operator!=(const MTime& o) const
{
    return !(*this == o);
}
bool MTime::operator<(const MTime& o) const
{
    return fake::ticksOf(*this) < fake::ticksOf(o);
}
bool MTime::operator<=(const MTime& o) const
{
    return fake::ticksOf(*this) <= fake::ticksOf(o);
}
bool MTime::operator>(const MTime& o) const
{
    return o < *this;
}
bool MTime::operator>=(const MTime& o) const
{
    return o <= *this;
}
MTime MTime::operator++(int)
{
    const MTime old(*this);
    m_value += 1.0;
    return old;
}
MTime MTime::operator--(int)
{
    const MTime old(*this);
    m_value -= 1.0;
    return old;
}
MTime& MTime::operator++()
{
    m_value += 1.0;
    return *this;
}
MTime MTime::operator+(const MTime& o) const
{
    return MTime(m_value + o.as(m_unit), m_unit);
}
MTime MTime::operator+(double value) const
{
    return MTime(m_value + value, m_unit);
}
MTime MTime::operator-(const MTime& o) const
{
    return MTime(m_value - o.as(m_unit), m_unit);
}
MTime& MTime::operator+=(const MTime& o)
{
    return *this = *this + o;
}
MTime& MTime::operator-=(const MTime& o)
{
    return *this = *this - o;
}
MTime MTime::operator*(double value) const
{
    return MTime(m_value * value, m_unit);
}
MTime MTime::operator/(double value) const
{
    return MTime(m_value / value, m_unit);
}

MTimeRange::MTimeRange() : m_first(0.0), m_last(0.0) {}
MTimeRange::MTimeRange(const MTimeRange& other) = default;
MTimeRange::~MTimeRange() {}

MDistance::MDistance() : m_value(0.0), m_unit(kCentimeters) {}
MDistance::MDistance(double distance, Unit unit) : m_value(distance), m_unit(unit) {}
MDistance::~MDistance() {}
MDistance::Unit MDistance::unit() const
{
    return m_unit;
}
double MDistance::value() const
{
    return m_value;
}
double MDistance::as(Unit unit, MStatus* status) const
{
    if (unit <= kInvalid || unit >= kLast) {
        fake::give(status, MStatus::kInvalidParameter, "MDistance::as");
        return 0.0;
    }
    fake::give(status);
    return unit == m_unit ? m_value : m_value * ::kCentimeters[m_unit] / ::kCentimeters[unit];
}
double MDistance::asCentimeters() const
{
    return as(kCentimeters);
}
double MDistance::asMeters() const
{
    return as(kMeters);
}
MDistance::Unit MDistance::uiUnit()
{
    return static_cast<Unit>(fake::scene().linearUnit);
}
MStatus MDistance::setUIUnit(Unit unit)
{
    fake::scene().linearUnit = unit;
    return MStatus();
}
MDistance::Unit MDistance::internalUnit()
{
    return kCentimeters;
}
double MDistance::internalToUI(double value)
{
    return MDistance(value).as(uiUnit());
}
double MDistance::uiToInternal(double value)
{
    return MDistance(value, uiUnit()).asCentimeters();
}

MAngle::MAngle() : m_value(0.0), m_unit(kRadians) {}
MAngle::MAngle(double angle, Unit unit) : m_value(angle), m_unit(unit) {}
MAngle::~MAngle() {}
double MAngle::value() const
{
    return m_value;
}
double MAngle::asRadians() const
{
    return m_unit == kDegrees      ? m_value * kPi / 180.0
           : m_unit == kAngMinutes ? m_value * kPi / 10800.0
           : m_unit == kAngSeconds ? m_value * kPi / 648000.0
                                   : m_value;
}
double MAngle::asDegrees() const
{
    return m_unit == kDegrees ? m_value : asRadians() * 180.0 / kPi;
}
MAngle::Unit MAngle::uiUnit()
{
    return static_cast<Unit>(fake::scene().angularUnit);
}
double MAngle::internalToUI(double value)
{
    return uiUnit() == kDegrees ? MAngle(value).asDegrees() : value;
}

MDGContext MDGContext::fsNormal;
MDGContext::MDGContext() : m_normal(true), m_ticks(0) {}
MDGContext::MDGContext(const MTime& when) : m_normal(false), m_ticks(fake::ticksOf(when)) {}
MDGContext::~MDGContext() {}
bool MDGContext::isNormal(MStatus* status) const
{
    fake::give(status);
    return m_normal;
}
MStatus MDGContext::getTime(MTime& time) const
{
    // The normal context has no time of its own: it is the current one.
    time = fake::timeFromTicks(m_normal ? fake::scene().now : m_ticks);
    return MStatus();
}
MDGContext MDGContext::current()
{
    const fake::Context& context = fake::currentContext();
    return context.normal ? MDGContext() : MDGContext(fake::timeFromTicks(context.ticks));
}
MDGContextGuard::MDGContextGuard(const MDGContext& context)
{
    fake::Context own;
    own.normal = context.isNormal();
    own.ticks = context.fakeTicks();
    fake::pushContext(own);
}
MDGContextGuard::~MDGContextGuard()
{
    fake::popContext();
}

OPENMAYA_NAMESPACE_CLOSE

namespace fake {

namespace {
// References to the last one stay valid while more are pushed.
thread_local std::deque<Context> t_contexts;
const Context kNormal;
}  // namespace

const Context& currentContext()
{
    return t_contexts.empty() ? kNormal : t_contexts.back();
}
void pushContext(const Context& context)
{
    t_contexts.push_back(context);
}
void popContext()
{
    t_contexts.pop_back();
}
MInt64 timeOf(const Context& context)
{
    return context.normal ? scene().now : context.ticks;
}
MInt64 ticksOf(const MTime& time)
{
    return static_cast<MInt64>(std::llround(time.value() / perSecond(time.unit()) * static_cast<double>(kTicks)));
}
MTime timeFromTicks(MInt64 ticks)
{
    const double value = static_cast<double>(ticks) / static_cast<double>(kTicks) * perSecond(scene().timeUnit);
    const double whole = std::round(value);
    return MTime(std::fabs(value - whole) < 1e-6 ? whole : value, scene().timeUnit);
}
double secondsOf(MInt64 ticks)
{
    return static_cast<double>(ticks) / static_cast<double>(kTicks);
}

}  // namespace fake
