// hold_feet IN OUT, in C++: handles free themselves, failures are exceptions.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <surefoot.h>

template <class T, void (*free_handle)(T *)> struct Freer {
    void operator()(T *handle) const { free_handle(handle); }
};
using Document = std::unique_ptr<surefoot_document, Freer<surefoot_document, surefoot_document_free>>;
using Plants = std::unique_ptr<surefoot_plants, Freer<surefoot_plants, surefoot_plants_free>>;
using Clip = std::unique_ptr<surefoot_clip, Freer<surefoot_clip, surefoot_clip_free>>;
using Report = std::unique_ptr<surefoot_report, Freer<surefoot_report, surefoot_report_free>>;

// Calls a function of the library with `out…, &error` at its end and throws what it says.
template <class Function, class... Arguments> void call(Function function, Arguments... arguments) {
    surefoot_error error;
    if (function(arguments..., &error) != SUREFOOT_OK) {
        throw std::runtime_error(error.message);
    }
}

static void hold_feet(const char *in, const char *out) {
    surefoot_document *read = nullptr;
    call(surefoot_read, in, nullptr, &read);
    const Document document(read);
    const surefoot_document_view *file = nullptr;
    call(surefoot_document_get, read, &file);
    if (file->clip_count != 1) {
        throw std::runtime_error("wants a file with one clip");
    }
    surefoot_plants *found = nullptr;
    call(surefoot_detect_plants, file->skeleton, file->clips[0], nullptr, nullptr, &found, nullptr, nullptr);
    const Plants plants(found);
    surefoot_clip *edited = nullptr;
    surefoot_report *told = nullptr;
    call(surefoot_remove_footskate, file->skeleton, file->clips[0], found, nullptr, nullptr, &edited, &told);
    const Clip clip(edited);
    const Report report(told);
    const surefoot_clip *clips[] = {edited};
    call(surefoot_write_edited, out, read, clips, std::size_t{1}, nullptr);
    const char *summary = nullptr;
    call(surefoot_report_summary, told, &summary);
    std::puts(summary);
}

int main(int count, char **arguments) {
    try {
        if (count != 3) {
            throw std::runtime_error("usage: hold_feet IN OUT");
        }
        hold_feet(arguments[1], arguments[2]);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
