/* Walks through a graph: random, shortest, given edge by edge. */
#include "graph.h"

void test_walks(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
    surefoot_random_walk_options options;
    OK(surefoot_random_walk_default_options(&options, sizeof options, &error));
    CHECK(options.min_frames == 300 && options.start == -1 && options.transition_weight == 0.05);
    REFUSES_NULL(surefoot_random_walk_default_options(NULL, sizeof options, &error));
    options.min_frames = 100;
    options.seed = 7;
    surefoot_walk *walk = NULL;
    OK(surefoot_random_walk(graph, &options, &walk, &error));
    const surefoot_walk_view *walked = NULL;
    OK(surefoot_walk_get(walk, &walked, &error));
    const surefoot_clip_view *clip = NULL;
    OK(surefoot_clip_get(walked->clip, &clip, &error));
    CHECK(clip->frame_count >= 100 && walked->label_count == clip->frame_count && walked->segment_count > 0);
    const surefoot_plant *items = NULL;
    size_t count = 0, frames = 0;
    OK(surefoot_plants_get(walked->plants, &items, &count, &frames, &error));
    CHECK(frames == clip->frame_count);
    REFUSES_NULL(surefoot_walk_get(NULL, &walked, &error));
    REFUSES_NULL(surefoot_walk_get(walk, NULL, &error));

    /* The same edges give the same frames. */
    size_t *edges = (size_t *)malloc(walked->segment_count * sizeof(size_t));
    for (size_t i = 0; i < walked->segment_count; i++) {
        edges[i] = walked->segments[i].edge;
        CHECK(walked->segments[i].end > walked->segments[i].first || walked->segments[i].is_transition == 0);
    }
    const double start[3] = {0, 0, 0};
    surefoot_walk *again = NULL;
    OK(surefoot_walk_to_clip(graph, edges, walked->segment_count, start, "again", &again, &error));
    const surefoot_walk_view *second = NULL;
    OK(surefoot_walk_get(again, &second, &error));
    CHECK(memcmp(second->end, walked->end, sizeof second->end) == 0);
    surefoot_walk_free(again);
    again = NULL;
    REFUSES_NULL(surefoot_walk_to_clip(NULL, edges, 1, start, "again", &again, &error));
    REFUSES_NULL(surefoot_walk_to_clip(graph, NULL, 1, start, "again", &again, &error));
    REFUSES_NULL(surefoot_walk_to_clip(graph, edges, 1, NULL, NULL, &again, &error));
    REFUSES_NULL(surefoot_walk_to_clip(graph, edges, 1, NULL, "again", NULL, &error));
    edges[0] = view->edge_count;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_walk_to_clip(graph, edges, 1, NULL, "again", &again, &error));
    free(edges);
    surefoot_walk_free(walk);
    surefoot_walk_free(NULL);

    walk = NULL;
    OK(surefoot_random_walk(graph, NULL, &walk, &error));
    surefoot_walk_free(walk);
    walk = NULL;
    REFUSES_NULL(surefoot_random_walk(NULL, NULL, &walk, &error));
    REFUSES_NULL(surefoot_random_walk(graph, NULL, NULL, &error));
    options.label = "no such label";
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_random_walk(graph, &options, &walk, &error));
    options.label = NULL;
    options.transition_weight = 0;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_random_walk(graph, &options, &walk, &error));
    options.transition_weight = 1;
    options.min_frames = (size_t)-1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_random_walk(graph, &options, &walk, &error));

    const size_t to = view->edges[0].to;
    OK(surefoot_shortest_connection(graph, view->edges[0].from, to, NULL, &walk, &error));
    surefoot_walk_free(walk);
    walk = NULL;
    REFUSES_NULL(surefoot_shortest_connection(NULL, 0, 0, NULL, &walk, &error));
    REFUSES_NULL(surefoot_shortest_connection(graph, 0, 0, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_shortest_connection(graph, 0, view->node_count, NULL, &walk, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_shortest_connection(graph, 0, 0, "no such label", &walk, &error));
    CHECK(walk == NULL);
}
