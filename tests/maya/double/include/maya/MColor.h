#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MColor {
public:
    enum MColorType { kRGB, kHSV, kCMY, kCMYK };

    MColor() : r(0.0f), g(0.0f), b(0.0f), a(1.0f) {}
    MColor(const MColor& other) : r(other.r), g(other.g), b(other.b), a(other.a) {}
    MColor(float rr, float gg = 0.0f, float bb = 0.0f, float aa = 1.0f) : r(rr), g(gg), b(bb), a(aa) {}
    ~MColor();

    MColor& operator=(const MColor& other)
    {
        r = other.r;
        g = other.g;
        b = other.b;
        a = other.a;
        return *this;
    }
    MColor& operator*=(float scale);
    MColor operator*(float scale) const { return MColor(*this) *= scale; }
    float operator[](unsigned int i) const { return (&r)[i]; }
    float& operator[](unsigned int i) { return (&r)[i]; }
    bool operator==(const MColor& o) const { return r == o.r && g == o.g && b == o.b && a == o.a; }
    bool operator!=(const MColor& o) const { return !(*this == o); }

    float r;
    float g;
    float b;
    float a;
};

OPENMAYA_NAMESPACE_CLOSE
