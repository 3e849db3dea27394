#pragma once

#include <maya/MObject.h>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MSelectionList {
public:
    enum MergeStrategy { kMergeNormal = 0, kXORWithList, kRemoveFromList };

    MSelectionList();
    MSelectionList(const MSelectionList& other);
    ~MSelectionList();

    MSelectionList& operator=(const MSelectionList& other);
    MStatus clear();
    bool isEmpty(MStatus* status = nullptr) const;
    unsigned int length(MStatus* status = nullptr) const;
    MStatus getDependNode(unsigned int index, MObject& node) const;
    MStatus getDagPath(unsigned int index, MDagPath& path, MObject& component = MObject::kNullObj) const;
    MStatus getPlug(unsigned int index, MPlug& plug) const;
    MStatus getSelectionStrings(MStringArray& names) const;
    MStatus getSelectionStrings(unsigned int index, MStringArray& names) const;
    MStatus add(const MObject& object, bool mergeWithExisting = false);
    MStatus add(const MDagPath& path, const MObject& component = MObject::kNullObj, bool mergeWithExisting = false);
    MStatus add(const MString& pattern, bool searchChildNamespaces = false);
    MStatus add(const MPlug& plug, bool mergeWithExisting = false);
    MStatus remove(unsigned int index);
    MStatus merge(const MSelectionList& other, MergeStrategy strategy = kMergeNormal);
    MStatus toggle(const MDagPath& path, const MObject& component = MObject::kNullObj);
    bool hasItem(const MDagPath& path, const MObject& component = MObject::kNullObj, MStatus* status = nullptr) const;

private:
    void* m_items;
};

OPENMAYA_NAMESPACE_CLOSE
