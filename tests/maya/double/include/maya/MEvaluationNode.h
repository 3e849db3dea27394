#pragma once

#include <fake/ref.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MEvaluationNode {
public:
    bool dirtyPlugExists(const MObject& attribute, MStatus* status = nullptr) const;

    // Of the double.
    explicit MEvaluationNode(const ::fake::Ref& dirty) : m_dirty(dirty) {}

private:
    MEvaluationNode(const MEvaluationNode&) = delete;
    MEvaluationNode& operator=(const MEvaluationNode&) = delete;
    ::fake::Ref m_dirty;
};

OPENMAYA_NAMESPACE_CLOSE
