#include "json.h"

#include <cmath>
#include <cstdio>

namespace surefoot {

Json& Json::name(const std::string& text)
{
    separate();
    quote(text);
    m_text += ':';
    m_isFirst = true;
    return *this;
}

Json& Json::value(const std::string& text)
{
    separate();
    quote(text);
    return *this;
}

Json& Json::value(double number)
{
    if (!std::isfinite(number)) {
        return raw("null");
    }
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.10g", number);
    return raw(digits);
}

Json& Json::raw(const std::string& json)
{
    separate();
    m_text += json;
    return *this;
}

Json& Json::open(char bracket)
{
    separate();
    m_text += bracket;
    m_isFirst = true;
    return *this;
}

Json& Json::close(char bracket)
{
    m_text += bracket;
    m_isFirst = false;
    return *this;
}

void Json::separate()
{
    if (!m_isFirst) {
        m_text += ',';
    }
    m_isFirst = false;
}

void Json::quote(const std::string& text)
{
    m_text += '"';
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            m_text += '\\';
            m_text += letter;
        } else if (static_cast<unsigned char>(letter) < 0x20) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned int>(letter));
            m_text += escaped;
        } else {
            m_text += letter;
        }
    }
    m_text += '"';
}

}  // namespace surefoot
