#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MFloatMatrix {
public:
    float operator()(unsigned int row, unsigned int column) const { return matrix[row][column]; }
    float& operator()(unsigned int row, unsigned int column) { return matrix[row][column]; }
    const float* operator[](unsigned int row) const { return matrix[row]; }
    float* operator[](unsigned int row) { return matrix[row]; }

    float matrix[4][4] = {
        {1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
};

OPENMAYA_NAMESPACE_CLOSE
