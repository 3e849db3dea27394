#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ostream>
#include <string>

#include <maya/MString.h>
#include <maya/MStringArray.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

namespace {
std::string& text(void* p)
{
    return *static_cast<std::string*>(p);
}
// Maya prints numbers with six significant digits.
std::string digits(double value)
{
    char buffer[64];
    std::snprintf(buffer, sizeof(buffer), "%g", value);
    return buffer;
}
}  // namespace

const MString MString::argUnused("\x01unused");

MString::MString() : m_text(new std::string), m_wide(nullptr) {}
MString::MString(const char* other) : m_text(new std::string(other ? other : "")), m_wide(nullptr) {}
MString::MString(const MString& other) : m_text(new std::string(text(other.m_text))), m_wide(nullptr) {}
MString::~MString()
{
    delete &text(m_text);
    delete static_cast<std::wstring*>(m_wide);
}
MString& MString::operator=(const MString& other)
{
    text(m_text) = std::string(text(other.m_text));
    return *this;
}
MString& MString::operator=(const char* other)
{
    text(m_text) = other ? other : "";
    return *this;
}
MString& MString::operator+=(const MString& other)
{
    text(m_text) += std::string(text(other.m_text));
    return *this;
}
MString& MString::operator+=(const char* other)
{
    text(m_text) += other ? other : "";
    return *this;
}
MString& MString::operator+=(double value)
{
    text(m_text) += digits(value);
    return *this;
}
MString& MString::operator+=(int value)
{
    text(m_text) += std::to_string(value);
    return *this;
}
MString MString::operator+(const MString& other) const
{
    return MString(*this) += other;
}
MString MString::operator+(const char* other) const
{
    return MString(*this) += other;
}
MString MString::operator+(double value) const
{
    return MString(*this) += value;
}
bool MString::operator==(const char* other) const
{
    return text(m_text) == (other ? other : "");
}
bool MString::operator!=(const MString& other) const
{
    return text(m_text) != text(other.m_text);
}
MStatus MString::set(double value)
{
    text(m_text) = digits(value);
    return MStatus();
}
MStatus MString::setUTF8(const char* other)
{
    text(m_text) = other ? other : "";
    return MStatus();
}
const char* MString::asChar() const
{
    return text(m_text).c_str();
}
const char* MString::asUTF8() const
{
    return text(m_text).c_str();
}
const char* MString::asUTF8(int& length) const
{
    length = static_cast<int>(text(m_text).size());
    return asUTF8();
}
const wchar_t* MString::asWChar() const
{
    const std::string& bytes = text(m_text);
    auto* wide = new std::wstring;
    for (size_t i = 0; i < bytes.size();) {
        const unsigned char lead = static_cast<unsigned char>(bytes[i]);
        const int more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        unsigned long code = more == 0 ? lead : lead & (0x3f >> more);
        for (int k = 1; k <= more && i + k < bytes.size(); ++k)
            code = code << 6 | (static_cast<unsigned char>(bytes[i + k]) & 0x3f);
        wide->push_back(static_cast<wchar_t>(code));
        i += 1 + more;
    }
    delete static_cast<std::wstring*>(m_wide);
    m_wide = wide;
    return wide->c_str();
}
int MString::asInt() const
{
    return std::atoi(asChar());
}
double MString::asDouble() const
{
    return std::atof(asChar());
}
bool MString::isInt() const
{
    char* end = nullptr;
    std::strtol(asChar(), &end, 10);
    return end != asChar() && *end == '\0';
}
unsigned int MString::length() const
{
    return static_cast<unsigned int>(text(m_text).size());
}
unsigned int MString::numChars() const
{
    unsigned int count = 0;
    for (const char letter : text(m_text))
        count += (static_cast<unsigned char>(letter) & 0xc0) != 0x80;
    return count;
}
void MString::clear()
{
    text(m_text).clear();
}
int MString::index(char character) const
{
    return static_cast<int>(text(m_text).find(character));
}
int MString::indexW(char character) const
{
    return index(character);
}
int MString::indexW(const MString& other) const
{
    return static_cast<int>(text(m_text).find(text(other.m_text)));
}
int MString::rindex(char character) const
{
    return static_cast<int>(text(m_text).rfind(character));
}
MStatus MString::split(char separator, MStringArray& parts) const
{
    parts.clear();
    std::string part;
    for (const char letter : text(m_text) + separator) {
        if (letter != separator) {
            part += letter;
        } else if (!part.empty()) {
            parts.append(MString(part.c_str()));
            part.clear();
        }
    }
    return MStatus();
}
MStatus MString::substitute(const MString& old, const MString& replacement)
{
    std::string& own = text(m_text);
    const std::string& from = text(old.m_text);
    const std::string& to = text(replacement.m_text);
    if (from.empty())
        return MStatus();
    for (size_t at = own.find(from); at != std::string::npos; at = own.find(from, at + to.size()))
        own.replace(at, from.size(), to);
    return MStatus();
}
MString MString::substring(int start, int end) const
{
    const std::string& own = text(m_text);
    if (start < 0 || end < start || start >= static_cast<int>(own.size()))
        return MString();
    return MString(own.substr(start, end - start + 1).c_str());
}
MString MString::substringW(int start, int end) const
{
    return substring(start, end);
}
MString& MString::toLowerCase()
{
    for (char& letter : text(m_text))
        letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return *this;
}
MString& MString::toUpperCase()
{
    for (char& letter : text(m_text))
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return *this;
}
MStatus MString::format(const MString& pattern, const MString& a, const MString& b, const MString& c, const MString& d,
                        const MString& e, const MString& f, const MString& g, const MString& h, const MString& i,
                        const MString& j)
{
    const MString* const values[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j};
    const std::string source = text(pattern.m_text);
    std::string result;
    for (size_t at = 0; at < source.size(); ++at) {
        if (source[at] != '^') {
            result += source[at];
            continue;
        }
        const size_t end = source.find_first_not_of("0123456789", at + 1);
        if (end == std::string::npos || source[end] != 's' || end == at + 1) {
            result += source[at];
            continue;
        }
        const int number = std::atoi(source.c_str() + at + 1);
        if (number >= 1 && number <= 10)
            result += text(values[number - 1]->m_text);
        at = end;
    }
    text(m_text) = result;
    return MStatus();
}

MString operator+(const char* first, const MString& second)
{
    return MString(first) += second;
}
std::ostream& operator<<(std::ostream& stream, const MString& value)
{
    return stream << value.asChar();
}

OPENMAYA_NAMESPACE_CLOSE
