#pragma once

#include <maya/MStatus.h>
#include <maya/MTypes.h>

OPENMAYA_MAJOR_NAMESPACE_OPEN

template <typename T>
class MSharedPtr {
public:
    explicit MSharedPtr(T* object = nullptr) : m_object(object), m_count(object ? new unsigned int(1) : nullptr) {}
    MSharedPtr(const MSharedPtr& other) : m_object(other.m_object), m_count(other.m_count)
    {
        if (m_count)
            ++*m_count;
    }
    ~MSharedPtr() { release(); }
    MSharedPtr& operator=(const MSharedPtr& other)
    {
        if (other.m_count)
            ++*other.m_count;
        release();
        m_object = other.m_object;
        m_count = other.m_count;
        return *this;
    }
    T* get() const { return m_object; }
    T* operator->() const { return m_object; }
    T& operator*() const { return *m_object; }

private:
    void release()
    {
        if (m_count && --*m_count == 0) {
            delete m_object;
            delete m_count;
        }
    }
    T* m_object;
    unsigned int* m_count;
};

OPENMAYA_NAMESPACE_CLOSE
