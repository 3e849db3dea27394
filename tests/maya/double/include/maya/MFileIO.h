#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFileIO {
public:
    static MString currentFile();
    static bool isReadingFile();
    static bool isOpeningFile();
    static bool isSavingReference();
};

OPENMAYA_NAMESPACE_CLOSE
