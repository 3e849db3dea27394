#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MNamespace {
public:
    static MString currentNamespace(MStatus* status = nullptr);
    static MStatus setCurrentNamespace(const MString& name);
    static MString parentNamespace(MStatus* status = nullptr);
    static bool namespaceExists(const MString& name, MStatus* status = nullptr);
    static MString getNamespaceFromName(const MString& fullName, MStatus* status = nullptr);
    static MString stripNamespaceFromName(const MString& fullName, MStatus* status = nullptr);
};

OPENMAYA_NAMESPACE_CLOSE
