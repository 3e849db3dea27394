#pragma once

#include <maya/MTypes.h>

namespace fake {
// A status that says failure and that nobody looked at.
void statusIgnored(int code, const char* where);
}  // namespace fake

OPENMAYA_MAJOR_NAMESPACE_OPEN

class MStatus {
public:
    enum MStatusCode {
        kSuccess = 0,
        kFailure,
        kInsufficientMemory,
        kInvalidParameter,
        kLicenseFailure,
        kUnknownParameter,
        kNotImplemented,
        kNotFound,
        kEndOfFile
    };

    MStatus() {}
    MStatus(MStatusCode code);
    MStatus(const MStatus& other) : m_code(other.m_code), m_seen(other.m_seen), m_where(other.m_where)
    {
        other.m_seen = true;
    }
    MStatus& operator=(const MStatus& other)
    {
        if (this == &other)
            return *this;
        report();
        m_code = other.m_code;
        m_seen = other.m_seen;
        m_where = other.m_where;
        other.m_seen = true;
        return *this;
    }
    ~MStatus() { report(); }

    bool operator==(const MStatus& other) const
    {
        other.m_seen = true;
        return look() == other.m_code;
    }
    bool operator==(const MStatusCode code) const { return look() == code; }
    bool operator!=(const MStatus& other) const { return !(*this == other); }
    bool operator!=(const MStatusCode code) const { return look() != code; }
    bool operator!() const { return look() != kSuccess; }
    operator bool() const { return look() == kSuccess; }

    MStatusCode statusCode() const { return look(); }
    bool error() const { return look() != kSuccess; }
    void clear() { m_code = kSuccess; }
    MString errorString() const;
    void perror(const char* message) const;

    friend bool operator==(const MStatusCode code, const MStatus& status) { return status == code; }
    friend bool operator!=(const MStatusCode code, const MStatus& status) { return status != code; }

    // Of the double: an error that names the function it came from, and is watched until someone looks at it.
    static MStatus fakeError(MStatusCode code, const char* where)
    {
        MStatus status;
        status.m_code = code;
        status.m_seen = false;
        status.m_where = where;
        return status;
    }

private:
    MStatusCode look() const
    {
        m_seen = true;
        return m_code;
    }
    void report() const
    {
        if (m_code != kSuccess && !m_seen)
            ::fake::statusIgnored(m_code, m_where);
    }

    MStatusCode m_code = kSuccess;
    mutable bool m_seen = true;
    const char* m_where = "";
};

typedef MStatus MS;

OPENMAYA_NAMESPACE_CLOSE

#define CHECK_MSTATUS(_status)                                                                                         \
    {                                                                                                                  \
        MStatus _maya_status = (_status);                                                                              \
        if (MStatus::kSuccess != _maya_status)                                                                         \
            _maya_status.perror(__FILE__);                                                                             \
    }
#define CHECK_MSTATUS_AND_RETURN(_status, _retVal)                                                                     \
    {                                                                                                                  \
        MStatus _maya_status = (_status);                                                                              \
        if (MStatus::kSuccess != _maya_status) {                                                                       \
            _maya_status.perror(__FILE__);                                                                             \
            return (_retVal);                                                                                          \
        }                                                                                                              \
    }
#define CHECK_MSTATUS_AND_RETURN_IT(_status) CHECK_MSTATUS_AND_RETURN((_status), (_status))
