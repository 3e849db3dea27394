/* own_cost IN OUT.bvh: joins a clip to itself and finds 5 seconds of it with as few transitions as can be, by a cost
 * of our own. */
#include <stdio.h>
#include <surefoot.h>

enum { FRAMES = 150 };

static double transitions(const surefoot_walk_state_view *walk, size_t edge, const surefoot_walk_state_view *after,
                          void *user) {
    (void)walk, (void)after;
    return ((const surefoot_motion_graph_view *)user)->edges[edge].is_transition;
}

static int32_t is_long_enough(const surefoot_walk_state_view *walk, void *user) {
    (void)user;
    return walk->frames >= FRAMES;
}

int main(int count, char **files) {
    surefoot_error error;
    surefoot_document *document = NULL;
    surefoot_plants *plants = NULL;
    surefoot_motion_graph *graph = NULL;
    surefoot_found_motion *found = NULL;
    const surefoot_document_view *read = NULL;
    const surefoot_motion_graph_view *view = NULL;
    const surefoot_found_motion_view *motion = NULL;
    const char *summary = NULL;
    surefoot_motion_query query;
    surefoot_build_motion_graph_options options;
    int failed = count != 3 || surefoot_read(files[1], NULL, &document, &error) ||
                 surefoot_document_get(document, &read, &error) ||
                 surefoot_detect_plants(read->skeleton, read->clips[0], NULL, NULL, &plants, NULL, NULL, &error) ||
                 surefoot_build_motion_graph_default_options(&options, sizeof options, &error) ||
                 surefoot_motion_query_default(&query, sizeof query, &error);
    if (!failed) {
        surefoot_graph_clip clip = {read->skeleton, read->clips[0], plants, NULL, 0, 0};
        options.labelling = SUREFOOT_GRAPH_LABELLING_NONE;
        failed = surefoot_build_motion_graph(&clip, 1, &options, NULL, NULL, &graph, NULL, &error) ||
                 surefoot_motion_graph_get(graph, &view, &error);
    }
    if (!failed) {
        query.kind = SUREFOOT_QUERY_CUSTOM;
        query.cost = transitions;
        query.is_complete = is_long_enough;
        query.cost_user = (void *)view;
        failed = surefoot_search_motion_graph(graph, &query, NULL, NULL, NULL, &found, &error) ||
                 surefoot_found_motion_get(found, &motion, &error) ||
                 surefoot_report_summary(motion->report, &summary, &error) ||
                 surefoot_write_new(files[2], view->skeleton, &motion->clip, 1, NULL, 0, NULL, NULL, &error);
    }
    if (failed) {
        fprintf(stderr, "%s\n", count != 3 ? "own_cost IN OUT.bvh" : error.message);
    } else {
        printf("%s\n", summary);
    }
    surefoot_found_motion_free(found);
    surefoot_motion_graph_free(graph);
    surefoot_plants_free(plants);
    surefoot_document_free(document);
    return failed;
}
