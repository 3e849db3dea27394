// Marks on the Time Slider, since Maya 2023.
#include <fake/drawing.h>

#include "scene.h"

#if MAYA_DOUBLE_YEAR >= 2023

#include <maya/MTimeSliderCustomDrawManager.h>

namespace fake {

namespace {
struct SliderMark : Counted {
    TimeMark mark;
};
struct SliderMarks : Counted {
    std::vector<MTimeSliderDrawPrimitive> all;
};
struct Slider {
    bool visible = true;
    std::vector<TimeMark> marks;
    MSharedPtr<MEditPrimitiveFct> edit;
};
std::map<int, Slider>& sliders()
{
    static std::map<int, Slider> all;
    return all;
}
}  // namespace

std::vector<TimeMark> timeMarks()
{
    std::vector<TimeMark> all;
    for (const auto& item : sliders())
        if (item.second.visible)
            all.insert(all.end(), item.second.marks.begin(), item.second.marks.end());
    return all;
}

}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {
fake::SliderMark& markOf(const ::fake::Ref& ref)
{
    return *static_cast<fake::SliderMark*>(ref.get());
}
std::vector<MTimeSliderDrawPrimitive>& listOf(const ::fake::Ref& ref)
{
    return static_cast<fake::SliderMarks*>(ref.get())->all;
}
fake::Slider* sliderOf(int id)
{
    const auto found = fake::sliders().find(id);
    return found == fake::sliders().end() ? nullptr : &found->second;
}
}  // namespace

MTimeSliderDrawPrimitive::MTimeSliderDrawPrimitive(MPrimitiveType, MTime startTime, MTime endTime, MColor color, double,
                                                   double, unsigned int)
    : m_primitive(new fake::SliderMark)
{
    markOf(m_primitive).mark.first = startTime.as(MTime::uiUnit());
    markOf(m_primitive).mark.last = endTime.as(MTime::uiUnit());
    markOf(m_primitive).mark.color = color;
}
MTimeSliderDrawPrimitive::MTimeSliderDrawPrimitive(const MTimeSliderDrawPrimitive& other)
    : m_primitive(new fake::SliderMark)
{
    markOf(m_primitive).mark = markOf(other.m_primitive).mark;
}
MTimeSliderDrawPrimitive::~MTimeSliderDrawPrimitive() {}
MTimeSliderDrawPrimitive& MTimeSliderDrawPrimitive::operator=(const MTimeSliderDrawPrimitive& other)
{
    markOf(m_primitive).mark = markOf(other.m_primitive).mark;
    return *this;
}
MTime MTimeSliderDrawPrimitive::startTime() const
{
    return MTime(markOf(m_primitive).mark.first, MTime::uiUnit());
}
void MTimeSliderDrawPrimitive::setLabel(const MString& label)
{
    markOf(m_primitive).mark.label = fake::plain(label);
}
void MTimeSliderDrawPrimitive::setTooltip(const MString& tooltip)
{
    markOf(m_primitive).mark.tooltip = fake::plain(tooltip);
}

MTimeSliderDrawPrimitives::MTimeSliderDrawPrimitives() : m_primitives(new fake::SliderMarks) {}
MTimeSliderDrawPrimitives::MTimeSliderDrawPrimitives(const MTimeSliderDrawPrimitives& other)
    : m_primitives(new fake::SliderMarks)
{
    listOf(m_primitives) = listOf(other.m_primitives);
}
MTimeSliderDrawPrimitives::~MTimeSliderDrawPrimitives() {}
MTimeSliderDrawPrimitives& MTimeSliderDrawPrimitives::operator=(const MTimeSliderDrawPrimitives& other)
{
    listOf(m_primitives) = listOf(other.m_primitives);
    return *this;
}
void MTimeSliderDrawPrimitives::append(const MTimeSliderDrawPrimitive& primitive)
{
    listOf(m_primitives).push_back(primitive);
}
void MTimeSliderDrawPrimitives::clear()
{
    listOf(m_primitives).clear();
}
unsigned int MTimeSliderDrawPrimitives::length() const
{
    return static_cast<unsigned int>(listOf(m_primitives).size());
}
MTimeSliderDrawPrimitive& MTimeSliderDrawPrimitives::operator[](unsigned int index)
{
    return listOf(m_primitives)[index];
}

MEditPrimitiveFct::~MEditPrimitiveFct() {}

MTimeSliderCustomDrawManager& MTimeSliderCustomDrawManager::instance()
{
    static MTimeSliderCustomDrawManager one;
    return one;
}
int MTimeSliderCustomDrawManager::registerCustomDrawOn(const MString&, int)
{
    static int next = 0;
    fake::sliders()[next] = fake::Slider();
    return next++;
}
int MTimeSliderCustomDrawManager::registerCustomDrawOutside(MDrawLocation, const MString& name, const MString&,
                                                            int priority, int)
{
    return registerCustomDrawOn(name, priority);
}
MStatus MTimeSliderCustomDrawManager::deregisterCustomDraw(int id)
{
    return fake::sliders().erase(id) ? MStatus() : fake::failure("MTimeSliderCustomDrawManager::deregisterCustomDraw");
}
MStatus MTimeSliderCustomDrawManager::setDrawPrimitives(int id, const MTimeSliderDrawPrimitives& primitives)
{
    fake::Slider* slider = sliderOf(id);
    if (!slider)
        return fake::failure("MTimeSliderCustomDrawManager::setDrawPrimitives");
    slider->marks.clear();
    for (const auto& primitive : listOf(primitives.fakeRef()))
        slider->marks.push_back(markOf(primitive.fakeRef()).mark);
    return MStatus();
}
MStatus MTimeSliderCustomDrawManager::clearDrawPrimitives(int id)
{
    fake::Slider* slider = sliderOf(id);
    if (!slider)
        return fake::failure("MTimeSliderCustomDrawManager::clearDrawPrimitives");
    slider->marks.clear();
    return MStatus();
}
MStatus MTimeSliderCustomDrawManager::setDrawVisible(int id, bool visible)
{
    fake::Slider* slider = sliderOf(id);
    if (!slider)
        return fake::failure("MTimeSliderCustomDrawManager::setDrawVisible");
    slider->visible = visible;
    return MStatus();
}
MStatus MTimeSliderCustomDrawManager::setEditPrimitiveFunction(int id, MSharedPtr<MEditPrimitiveFct> function)
{
    fake::Slider* slider = sliderOf(id);
    if (!slider)
        return fake::failure("MTimeSliderCustomDrawManager::setEditPrimitiveFunction");
    slider->edit = function;
    return MStatus();
}
void MTimeSliderCustomDrawManager::requestTimeSliderRedraw() const {}

OPENMAYA_NAMESPACE_CLOSE

#else

namespace fake {
std::vector<TimeMark> timeMarks()
{
    return {};
}
}  // namespace fake

#endif
