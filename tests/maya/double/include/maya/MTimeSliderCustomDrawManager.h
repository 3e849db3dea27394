#pragma once

#include <maya/MColor.h>
#include <maya/MSharedPtr.h>
#include <maya/MStatus.h>
#include <maya/MTime.h>
#include <maya/MTypes.h>
#if MAYA_DOUBLE_YEAR < 2023
#error "the Time Slider takes custom marks since Maya 2023"
#endif

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MTimeSliderDrawPrimitive {
public:
    enum MPrimitiveType { kFilledRect, kUpperOutline, kFullOutline, kVerticalLine, kBracket, kFrameFlag };
    enum MEditPrimitiveType { kNone, kMovePrimitive, kMoveStartTime, kMoveEndTime };

    MTimeSliderDrawPrimitive(MPrimitiveType type, MTime startTime, MTime endTime, MColor color, double bottom = 0.0,
                             double height = -1.0, unsigned int priority = 0);
    MTimeSliderDrawPrimitive(const MTimeSliderDrawPrimitive& other);
    ~MTimeSliderDrawPrimitive();
    MTimeSliderDrawPrimitive& operator=(const MTimeSliderDrawPrimitive& other);
    MTime startTime() const;
    void setLabel(const MString& label);
    void setTooltip(const MString& tooltip);

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_primitive; }

private:
    ::fake::Ref m_primitive;
};

class MTimeSliderDrawPrimitives {
public:
    MTimeSliderDrawPrimitives();
    MTimeSliderDrawPrimitives(const MTimeSliderDrawPrimitives& other);
    ~MTimeSliderDrawPrimitives();
    MTimeSliderDrawPrimitives& operator=(const MTimeSliderDrawPrimitives& other);
    void append(const MTimeSliderDrawPrimitive& primitive);
    void clear();
    unsigned int length() const;
    MTimeSliderDrawPrimitive& operator[](unsigned int index);

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_primitives; }

private:
    ::fake::Ref m_primitives;
};

class MEditPrimitiveFct {
public:
    virtual ~MEditPrimitiveFct();
    virtual void operator()(MTime offset, bool snap, double currentTime,
                            MTimeSliderDrawPrimitive::MEditPrimitiveType editType) = 0;
};

class MTimeSliderCustomDrawManager {
public:
    enum MDrawLocation { kAbove, kBelow, kOn };

    static MTimeSliderCustomDrawManager& instance();
    int registerCustomDrawOn(const MString& contextName, int priority);
    int registerCustomDrawOutside(MDrawLocation location, const MString& contextName, const MString& label,
                                  int priority, int height = -1);
    void deregisterCustomDraw(int id);
    void setDrawPrimitives(int id, const MTimeSliderDrawPrimitives& primitives);
    void clearDrawPrimitives(int id);
    void setDrawVisible(int id, bool visible);
    void setEditPrimitiveFunction(int id, MSharedPtr<MEditPrimitiveFct> function);
    void requestTimeSliderRedraw() const;

private:
    MTimeSliderCustomDrawManager() {}
    MTimeSliderCustomDrawManager(const MTimeSliderCustomDrawManager&) = delete;
};

OPENMAYA_NAMESPACE_CLOSE
