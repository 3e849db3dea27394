// The Time Slider's custom marks, which Maya has since 2023: kept, not drawn.
#include "time_slider.h"

namespace fake {

struct SliderRow {
    std::string name;
    std::vector<Mark> marks;
};
struct Slider {
    std::map<int, SliderRow> rows;
    int next = 1;
};
Slider& slider()
{
    static Slider one;
    return one;
}

std::vector<Mark> marks()
{
    std::vector<Mark> all;
    for (const auto& row : slider().rows)
        all.insert(all.end(), row.second.marks.begin(), row.second.marks.end());
    return all;
}
size_t markRows()
{
    return slider().rows.size();
}

}  // namespace fake

#if MAYA_DOUBLE_YEAR >= 2023
#include <maya/MTimeSliderCustomDrawManager.h>

namespace fake {

struct OneMark : Counted {
    MTime start;
    Mark mark;
};
struct ManyMarks : Counted {
    std::vector<Mark> all;
};

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {

::fake::OneMark& one(const ::fake::Ref& ref)
{
    return *static_cast<::fake::OneMark*>(ref.get());
}
::fake::ManyMarks& many(const ::fake::Ref& ref)
{
    return *static_cast<::fake::ManyMarks*>(ref.get());
}
::fake::SliderRow* rowOf(int id, const char* where)
{
    const auto found = ::fake::slider().rows.find(id);
    if (found == ::fake::slider().rows.end()) {
        ::fake::misuse(std::string(where) + " of a row that is not registered");
        return nullptr;
    }
    return &found->second;
}

}  // namespace

MTimeSliderDrawPrimitive::MTimeSliderDrawPrimitive(MPrimitiveType, MTime startTime, MTime endTime, MColor, double,
                                                   double, unsigned int)
    : m_primitive(::fake::make<::fake::OneMark>().ref())
{
    ::fake::OneMark& own = one(m_primitive);
    own.start = startTime;
    own.mark.first = startTime.as(MTime::uiUnit());
    own.mark.last = endTime.as(MTime::uiUnit());
}
MTimeSliderDrawPrimitive::MTimeSliderDrawPrimitive(const MTimeSliderDrawPrimitive& other) = default;
MTimeSliderDrawPrimitive::~MTimeSliderDrawPrimitive() {}
MTimeSliderDrawPrimitive& MTimeSliderDrawPrimitive::operator=(const MTimeSliderDrawPrimitive& other) = default;
MTime MTimeSliderDrawPrimitive::startTime() const
{
    return one(m_primitive).start;
}
void MTimeSliderDrawPrimitive::setLabel(const MString&) {}
void MTimeSliderDrawPrimitive::setTooltip(const MString& tooltip)
{
    one(m_primitive).mark.tooltip = ::fake::plain(tooltip);
}

MTimeSliderDrawPrimitives::MTimeSliderDrawPrimitives() : m_primitives(::fake::make<::fake::ManyMarks>().ref()) {}
MTimeSliderDrawPrimitives::MTimeSliderDrawPrimitives(const MTimeSliderDrawPrimitives& other)
    : m_primitives(::fake::make<::fake::ManyMarks>().ref())
{
    many(m_primitives).all = many(other.m_primitives).all;
}
MTimeSliderDrawPrimitives::~MTimeSliderDrawPrimitives() {}
MTimeSliderDrawPrimitives& MTimeSliderDrawPrimitives::operator=(const MTimeSliderDrawPrimitives& other)
{
    many(m_primitives).all = many(other.m_primitives).all;
    return *this;
}
void MTimeSliderDrawPrimitives::append(const MTimeSliderDrawPrimitive& primitive)
{
    many(m_primitives).all.push_back(one(primitive.fakeRef()).mark);
}
void MTimeSliderDrawPrimitives::clear()
{
    many(m_primitives).all.clear();
}
unsigned int MTimeSliderDrawPrimitives::length() const
{
    return static_cast<unsigned int>(many(m_primitives).all.size());
}

MEditPrimitiveFct::~MEditPrimitiveFct() {}

MTimeSliderCustomDrawManager& MTimeSliderCustomDrawManager::instance()
{
    static MTimeSliderCustomDrawManager manager;
    return manager;
}
int MTimeSliderCustomDrawManager::registerCustomDrawOn(const MString& contextName, int)
{
    const int id = ::fake::slider().next++;
    ::fake::slider().rows[id].name = ::fake::plain(contextName);
    return id;
}
int MTimeSliderCustomDrawManager::registerCustomDrawOutside(MDrawLocation, const MString& contextName, const MString&,
                                                            int priority, int)
{
    return registerCustomDrawOn(contextName, priority);
}
void MTimeSliderCustomDrawManager::deregisterCustomDraw(int id)
{
    if (rowOf(id, "deregisterCustomDraw"))
        ::fake::slider().rows.erase(id);
}
void MTimeSliderCustomDrawManager::setDrawPrimitives(int id, const MTimeSliderDrawPrimitives& primitives)
{
    if (::fake::SliderRow* row = rowOf(id, "setDrawPrimitives")) {
        row->marks = many(primitives.fakeRef()).all;
        for (::fake::Mark& mark : row->marks)
            mark.row = row->name;
    }
}
void MTimeSliderCustomDrawManager::clearDrawPrimitives(int id)
{
    if (::fake::SliderRow* row = rowOf(id, "clearDrawPrimitives"))
        row->marks.clear();
}
void MTimeSliderCustomDrawManager::setDrawVisible(int id, bool)
{
    rowOf(id, "setDrawVisible");
}
void MTimeSliderCustomDrawManager::setEditPrimitiveFunction(int id, MSharedPtr<MEditPrimitiveFct>)
{
    rowOf(id, "setEditPrimitiveFunction");
}
void MTimeSliderCustomDrawManager::requestTimeSliderRedraw() const {}

OPENMAYA_NAMESPACE_CLOSE
#endif
