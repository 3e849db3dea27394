#pragma once

#include <maya/MTypes.h>
#include <maya/MStatus.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFileIO {
public:
    static MString currentFile();
    static bool isReadingFile();
    static bool isOpeningFile();
    static bool isSavingReference();
};

OPENMAYA_NAMESPACE_CLOSE
