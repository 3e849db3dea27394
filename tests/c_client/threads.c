/* Many threads, one set of handles, all kinds of calls. */
#include "check.h"

#include <pthread.h>

typedef struct {
    const surefoot_skeleton *skeleton;
    const surefoot_clip *clip;
    const surefoot_plants *plants;
    const surefoot_motion_graph *graph;
    const surefoot_control_table *table;
    const surefoot_labels *labels;
    const surefoot_report *report;
    int rounds;
    int seed;
    int failures;
} work;

static int is(surefoot_status expected, surefoot_status got) { return expected != got; }

static double frames(const surefoot_walk_state_view *walk, size_t edge, const surefoot_walk_state_view *after,
                     void *user) {
    size_t last = 0, count = 0;
    (void)edge, (void)user;
    return surefoot_walk_edges_get(walk->edges, &last, 1, &count, NULL) != SUREFOOT_OK
               ? -1
               : (double)(after->frames - walk->frames);
}

static int32_t is_long_enough(const surefoot_walk_state_view *walk, void *user) {
    (void)user;
    return walk->frames >= 20;
}

/* A search by functions of our own, alone or as a crowd of two. */
static int search(const work *w, int is_crowd) {
    surefoot_motion_query query;
    surefoot_search_motion_graph_options options;
    int wrong = surefoot_motion_query_default(&query, sizeof query, NULL) != SUREFOOT_OK;
    wrong += surefoot_search_motion_graph_default_options(&options, sizeof options, NULL) != SUREFOOT_OK;
    query.kind = SUREFOOT_QUERY_CUSTOM;
    query.cost = frames;
    query.is_complete = is_long_enough;
    options.beam_width = 2;
    options.starts = 2;
    options.cleanup = 0;
    const surefoot_motion_query *queries[2];
    queries[0] = queries[1] = &query;
    surefoot_found_motion *found[2] = {NULL, NULL};
    surefoot_error error;
    wrong +=
        is_crowd
            ? surefoot_search_crowd(w->graph, queries, 2, &options, NULL, NULL, found, NULL, &error) != SUREFOOT_OK
            : surefoot_search_motion_graph(w->graph, &query, &options, NULL, NULL, found, &error) != SUREFOOT_OK;
    surefoot_found_motion_free(found[0]);
    surefoot_found_motion_free(found[1]);
    return wrong;
}

static void *run(void *argument) {
    work *w = (work *)argument;
    for (int round = 0; round < w->rounds; round++) {
        surefoot_error error;
        /* The last five use the library's own threads. */
        switch ((round + w->seed) % (w->graph == NULL ? 12 : 17)) {
        case 0: {
            surefoot_plants *plants = NULL;
            surefoot_report *report = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_detect_plants(w->skeleton, w->clip, NULL, NULL, &plants, NULL,
                                                                  &report, &error));
            surefoot_plants_free(plants);
            surefoot_report_free(report);
            break;
        }
        case 1: {
            surefoot_clip *cleaned = NULL;
            surefoot_report *report = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_remove_footskate(w->skeleton, w->clip, w->plants, NULL, NULL,
                                                                     &cleaned, &report, &error));
            surefoot_clip_free(cleaned);
            surefoot_report_free(report);
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
            w->failures += is(SUREFOOT_OK, surefoot_mirror_clip(w->skeleton, w->clip, NULL, &mirrored, NULL, &error));
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
        case 7: {
            surefoot_labels *labels = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_automatic_labels(w->skeleton, w->clip, &labels, &error));
            surefoot_labels_free(labels);
            break;
        }
        case 8: {
            surefoot_text *text = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_labels_text(w->labels, &text, &error));
            surefoot_text_free(text);
            break;
        }
        case 9: {
            const double points[6] = {0, 0, 0, 0, 0, (double)round};
            surefoot_path *path = NULL;
            w->failures += is(round == 0 ? SUREFOOT_ERROR_INVALID : SUREFOOT_OK,
                              surefoot_path_create(SUREFOOT_PATH_POLYLINE, points, 2, NULL, 0, &path, &error));
            surefoot_path_free(path);
            break;
        }
        case 10: {
            surefoot_footskate_stream *stream = NULL;
            w->failures +=
                is(SUREFOOT_OK, surefoot_footskate_stream_create(w->skeleton, 30, NULL, NULL, &stream, &error));
            surefoot_footskate_stream_free(stream);
            break;
        }
        case 11: {
            /* One report, read by all. */
            const char *text = NULL;
            double slide = -1;
            w->failures += is(SUREFOOT_OK, surefoot_report_text(w->report, "method", &text, &error));
            w->failures += is(SUREFOOT_OK, surefoot_report_number(w->report, "after.slide_mean", &slide, &error));
            w->failures += strcmp(text, "limbs") != 0 || slide < 0;
            w->failures += is(SUREFOOT_OK, surefoot_report_json(w->report, &text, &error));
            break;
        }
        case 12: {
            surefoot_control_state state;
            memset(&state, 0, sizeof state);
            const double towards[2] = {1, 0};
            size_t edge = 0;
            w->failures +=
                is(SUREFOOT_OK, surefoot_steer(w->graph, w->table, &state, towards, &edge, &state, &error));
            break;
        }
        case 13: {
            surefoot_bytes *bytes = NULL;
            w->failures += is(SUREFOOT_OK, surefoot_motion_graph_encode(w->graph, &bytes, &error));
            surefoot_bytes_free(bytes);
            break;
        }
        case 14: {
            surefoot_walk *walk = NULL;
            surefoot_random_walk_options options;
            surefoot_random_walk_default_options(&options, sizeof options, NULL);
            options.min_frames = 10;
            options.seed = (uint64_t)round;
            w->failures += is(SUREFOOT_OK, surefoot_random_walk(w->graph, &options, &walk, &error));
            surefoot_walk_free(walk);
            break;
        }
        case 15:
            w->failures += search(w, 0);
            break;
        default:
            w->failures += search(w, 1);
        }
    }
    return NULL;
}

/* Graphs use the library's worker threads, whose atomics helgrind does not follow: without uses_pool they are left
 * to ThreadSanitizer. The graph is the one that test_graph wrote. */
void test_threads(int thread_count, int rounds, int uses_pool) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 42, 0);
    surefoot_plants *plants = make_plants(42);
    surefoot_motion_graph *graph = NULL;
    surefoot_control_table *table = NULL;
    surefoot_labels *labels = NULL;
    surefoot_clip *cleaned = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, NULL, &cleaned, &report, &error));
    if (uses_pool) {
        OK(surefoot_motion_graph_read(path_in_folder("steps.sfgraph"), &graph, &error));
        OK(surefoot_build_control_table(graph, NULL, NULL, NULL, NULL, &table, &error));
    }
    OK(surefoot_automatic_labels(skeleton, clip, &labels, &error));
    pthread_t threads[64];
    work works[64];
    for (int i = 0; i < thread_count; i++) {
        works[i].skeleton = skeleton;
        works[i].clip = clip;
        works[i].plants = plants;
        works[i].graph = graph;
        works[i].table = table;
        works[i].labels = labels;
        works[i].report = report;
        works[i].rounds = rounds;
        works[i].seed = i;
        works[i].failures = 0;
        CHECK(pthread_create(&threads[i], NULL, run, &works[i]) == 0);
    }
    for (int i = 0; i < thread_count; i++) {
        CHECK(pthread_join(threads[i], NULL) == 0);
        CHECK(works[i].failures == 0);
    }
    surefoot_report_free(report);
    surefoot_clip_free(cleaned);
    surefoot_labels_free(labels);
    surefoot_control_table_free(table);
    surefoot_motion_graph_free(graph);
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
