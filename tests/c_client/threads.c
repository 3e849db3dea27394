/* Many threads, one set of handles, all kinds of calls. */
#include "check.h"

#include <pthread.h>

typedef struct {
    const surefoot_skeleton *skeleton;
    const surefoot_clip *clip;
    const surefoot_plants *plants;
    int rounds;
    int seed;
    int failures;
} work;

static int is(surefoot_status expected, surefoot_status got) { return expected != got; }

static void *run(void *argument) {
    work *w = (work *)argument;
    for (int round = 0; round < w->rounds; round++) {
        surefoot_error error;
        switch ((round + w->seed) % 8) {
        case 0: {
            surefoot_plants *plants = NULL;
            surefoot_detect_plants_report *report = NULL;
            w->failures +=
                is(SUREFOOT_OK, surefoot_detect_plants(w->skeleton, w->clip, NULL, NULL, &plants, &report, &error));
            surefoot_plants_free(plants);
            surefoot_detect_plants_report_free(report);
            break;
        }
        case 1: {
            surefoot_clip *cleaned = NULL;
            surefoot_remove_footskate_report *report = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_remove_footskate(w->skeleton, w->clip, w->plants, NULL, NULL,
                                                                     &cleaned, &report, &error));
            surefoot_clip_free(cleaned);
            surefoot_remove_footskate_report_free(report);
            break;
        }
        case 2: {
            const surefoot_clip_view *view = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_clip_get(w->clip, &view, &error));
            w->failures += view->rotations[3] != 1;
            break;
        }
        case 3: {
            int32_t joint = 0;
            w->failures +=
                is(SUREFOOT_ERROR_UNKNOWN_JOINT, surefoot_skeleton_find(w->skeleton, "Tail", &joint, &error));
            w->failures += strcmp(error.joint, "Tail") != 0;
            break;
        }
        case 4: {
            surefoot_clip *mirrored = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_mirror_clip(w->skeleton, w->clip, &mirrored, &error));
            surefoot_clip_free(mirrored);
            break;
        }
        case 5: {
            surefoot_text *text = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_plants_text(w->plants, &text, &error));
            surefoot_text_free(text);
            break;
        }
        case 6: {
            const surefoot_operation *const *operations = NULL;
            size_t count = 0;
            w->failures += is(SUREFOOT_OK, surefoot_operations_get(&operations, &count, &error));
            break;
        }
        default: {
            surefoot_footskate_stream *stream = NULL;
            w->failures +=
                is(SUREFOOT_OK, surefoot_footskate_stream_create(w->skeleton, 30, NULL, NULL, &stream, &error));
            surefoot_footskate_stream_free(stream);
        }
        }
    }
    return NULL;
}

void test_threads(int thread_count, int rounds) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 42, 0);
    surefoot_plants *plants = make_plants(42);
    pthread_t threads[64];
    work works[64];
    for (int i = 0; i < thread_count; i++) {
        works[i].skeleton = skeleton;
        works[i].clip = clip;
        works[i].plants = plants;
        works[i].rounds = rounds;
        works[i].seed = i;
        works[i].failures = 0;
        CHECK(pthread_create(&threads[i], NULL, run, &works[i]) == 0);
    }
    for (int i = 0; i < thread_count; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(works[i].failures == 0);
    }
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
