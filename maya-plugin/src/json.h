// Writes JSON, piece by piece. Only what the commands' results need.
#pragma once

#include <string>

namespace surefoot {

class Json {
public:
    Json& openObject() { return open('{'); }
    Json& closeObject() { return close('}'); }
    Json& openList() { return open('['); }
    Json& closeList() { return close(']'); }
    // The name of what comes next in an object.
    Json& name(const std::string& text);
    Json& value(const std::string& text);
    Json& value(const char* text) { return value(std::string(text)); }
    // Numbers that JSON does not have become null.
    Json& value(double number);
    Json& value(bool flag) { return raw(flag ? "true" : "false"); }
    // A text that is JSON already.
    Json& raw(const std::string& json);

    const std::string& text() const { return m_text; }

private:
    Json& open(char bracket);
    Json& close(char bracket);
    void separate();
    void quote(const std::string& text);

    std::string m_text;
    bool m_isFirst = true;
};

}  // namespace surefoot
