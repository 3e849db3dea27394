#pragma once

#include <iosfwd>
#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MString {
public:
    MString();
    MString(const char* text);
    MString(const MString& other);
    ~MString();

    static const MString argUnused;

    MString& operator=(const MString& other);
    MString& operator=(const char* other);
    MString& operator+=(const MString& other);
    MString& operator+=(const char* other);
    MString& operator+=(double value);
    MString& operator+=(int value);
    MString operator+(const MString& other) const;
    MString operator+(const char* other) const;
    MString operator+(double value) const;
    bool operator==(const char* other) const;
    bool operator==(const MString& other) const { return *this == other.asChar(); }
    bool operator!=(const MString& other) const;
    bool operator!=(const char* other) const { return !(*this == other); }
    friend MString operator+(const char* first, const MString& second);

    MStatus set(double value);
    MStatus setUTF8(const char* text);
    const char* asChar() const;
    const char* asUTF8() const;
    const char* asUTF8(int& length) const;
    const wchar_t* asWChar() const;
    int asInt() const;
    double asDouble() const;
    bool isInt() const;
    unsigned int length() const;
    unsigned int numChars() const;
    void clear();
    int index(char character) const;
    int indexW(char character) const;
    int indexW(const MString& text) const;
    int rindex(char character) const;
    MStatus split(char separator, MStringArray& parts) const;
    MStatus substitute(const MString& old, const MString& replacement);
    MString substring(int start, int end) const;
    MString substringW(int start, int end) const;
    MString& toLowerCase();
    MString& toUpperCase();
    MStatus format(const MString& text, const MString& a = argUnused, const MString& b = argUnused,
                   const MString& c = argUnused, const MString& d = argUnused, const MString& e = argUnused,
                   const MString& f = argUnused, const MString& g = argUnused, const MString& h = argUnused,
                   const MString& i = argUnused, const MString& j = argUnused);

private:
    void* m_text;
    mutable void* m_wide;
};

MString operator+(const char* first, const MString& second);
std::ostream& operator<<(std::ostream& stream, const MString& text);

OPENMAYA_NAMESPACE_CLOSE
