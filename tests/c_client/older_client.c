/* A program compiled with an earlier header: it has its own declarations, in which structs end before their newest
 * fields, and includes nothing of today's. What lies behind its structs must be neither read nor written. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* As if min_core and what follows it had come later. */
typedef struct {
    size_t struct_size;
    double frame_rate;
    double window;
    int64_t kernel;
    int64_t markers;
    int64_t labelling;
    int64_t mirror;
    double threshold_factor;
    double max_threshold_factor;
    double minima_limit;
} older_build_options;

/* As it was before custom queries and Bezier paths. */
typedef struct {
    size_t struct_size;
    int32_t kind;
    double seconds;
    const char *label;
    int64_t from_clip;
    int64_t to_clip;
    size_t point_count;
    const double *points;
    size_t style_count;
    const void *styles;
    int64_t start_node;
    double start[3];
    size_t target_count;
    const void *targets;
} older_query;

typedef int32_t (*older_progress)(double share, void *user);

int32_t surefoot_build_motion_graph_default_options(older_build_options *out, size_t struct_size, void *error);
int32_t surefoot_build_motion_graph(const void *clips, size_t clip_count, const older_build_options *options,
                                    older_progress progress, void *user, void **out_graph, void **out_report,
                                    void *error);
int32_t surefoot_motion_query_default(older_query *out, size_t struct_size, void *error);
int32_t surefoot_search_motion_graph(const void *graph, const older_query *query, const void *options,
                                     older_progress progress, void *user, void **out_found, void *error);
void surefoot_motion_graph_free(void *graph);
void surefoot_found_motion_free(void *found);

int older_client(const void *clips, size_t clip_count, void **out_graph);

#ifdef __cplusplus
}
#endif

enum { BEHIND = 256 };

/* Bytes that mean something else if they are taken for fields: as a double a huge number, as a pointer a wild one. */
static int is_untouched(const unsigned char *behind) {
    for (int i = 0; i < BEHIND; i++) {
        if (behind[i] != 0x5a) {
            return 0;
        }
    }
    return 1;
}

/* Builds and searches as that program would; returns how many things went wrong and the graph. */
int older_client(const void *clips, size_t clip_count, void **out_graph) {
    struct {
        older_build_options options;
        unsigned char behind[BEHIND];
    } build;
    struct {
        older_query query;
        unsigned char behind[BEHIND];
    } search;
    memset(&build, 0x5a, sizeof build);
    memset(&search, 0x5a, sizeof search);
    int wrong = surefoot_build_motion_graph_default_options(&build.options, sizeof build.options, NULL) != 0;
    wrong += build.options.struct_size != sizeof build.options || build.options.frame_rate != 30;
    wrong += !is_untouched(build.behind);
    build.options.labelling = 1;
    void *graph = NULL, *found = NULL;
    wrong += surefoot_build_motion_graph(clips, clip_count, &build.options, NULL, NULL, &graph, NULL, NULL) != 0;
    wrong += surefoot_motion_query_default(&search.query, sizeof search.query, NULL) != 0;
    wrong += search.query.struct_size != sizeof search.query || search.query.seconds != 20;
    wrong += !is_untouched(search.behind);
    search.query.seconds = 2;
    wrong += surefoot_search_motion_graph(graph, &search.query, NULL, NULL, NULL, &found, NULL) != 0;
    surefoot_found_motion_free(found);
    /* The size of no struct: refused, and nothing is written. */
    memset(&build, 0x5a, sizeof build);
    wrong += surefoot_build_motion_graph_default_options(&build.options, 12, NULL) != 2;
    wrong += build.options.struct_size == 12 || !is_untouched(build.behind);
    *out_graph = graph;
    return wrong;
}
