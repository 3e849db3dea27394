#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MAnimCurveChange {
public:
    MAnimCurveChange(MStatus* status = nullptr);
    ~MAnimCurveChange();
    MStatus undoIt();
    MStatus redoIt();
    bool isInteractive() const;
    void setInteractive(bool interactive);

    // Of the double.
    const ::fake::Ref& fakeRef() const { return m_change; }

private:
    MAnimCurveChange(const MAnimCurveChange&) = delete;
    MAnimCurveChange& operator=(const MAnimCurveChange&) = delete;
    ::fake::Ref m_change;
};

OPENMAYA_NAMESPACE_CLOSE
