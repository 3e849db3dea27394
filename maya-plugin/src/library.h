// The C API with handles that free themselves and failures that unwind.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <maya/MString.h>

#include "surefoot.h"

namespace surefoot {

// Why a command cannot do what was asked: a sentence for the user. Thrown inside the plug-in, caught at its edge: Maya
// never sees an exception.
class Failure : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The user pressed ESC.
class Cancelled : public Failure {
public:
    Cancelled() : Failure("Cancelled; nothing was changed.") {}
};

// Owns one handle of the C API.
template <typename T, void (*FREE)(T*)>
class Handle {
public:
    Handle() = default;
    explicit Handle(T* handle) : m_handle(handle) {}
    Handle(Handle&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    ~Handle() { FREE(m_handle); }

    T* get() const { return m_handle; }
    explicit operator bool() const { return m_handle != nullptr; }
    // For an output parameter; frees what it held.
    T** out()
    {
        FREE(std::exchange(m_handle, nullptr));
        return &m_handle;
    }

private:
    T* m_handle = nullptr;
};

using Skeleton = Handle<surefoot_skeleton, surefoot_skeleton_free>;
using Clip = Handle<surefoot_clip, surefoot_clip_free>;
using Skin = Handle<surefoot_skin, surefoot_skin_free>;
using Plants = Handle<surefoot_plants, surefoot_plants_free>;
using Ground = Handle<surefoot_ground, surefoot_ground_free>;
using Report = Handle<surefoot_report, surefoot_report_free>;
using Notes = Handle<surefoot_notes, surefoot_notes_free>;
using Text = Handle<surefoot_text, surefoot_text_free>;
using Path = Handle<surefoot_path, surefoot_path_free>;
using Balance = Handle<surefoot_balance, surefoot_balance_free>;
using MotionGraph = Handle<surefoot_motion_graph, surefoot_motion_graph_free>;
using FoundMotion = Handle<surefoot_found_motion, surefoot_found_motion_free>;
using CharacterDeformer = Handle<surefoot_character_deformer, surefoot_character_deformer_free>;
using Deformer = Handle<surefoot_deformer, surefoot_deformer_free>;

// Turns a status that is not OK into a Failure.
inline void check(surefoot_status status, const surefoot_error& error)
{
    if (status == SUREFOOT_ERROR_CANCELLED) {
        throw Cancelled();
    }
    if (status != SUREFOOT_OK) {
        throw Failure(error.message);
    }
}

// Calls a function of the C API whose last parameter is the error.
template <typename Function, typename... Arguments>
void call(Function function, Arguments... arguments)
{
    surefoot_error error = {};
    check(function(arguments..., &error), error);
}

inline MString mayaText(const std::string& text)
{
    MString result;
    result.setUTF8(text.c_str());
    return result;
}

inline std::string plainText(const MString& text)
{
    return text.asUTF8();
}

}  // namespace surefoot
