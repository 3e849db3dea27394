/* Motion graphs: built with progress, cancelled, extended, retuned, stored, walked. */
#include "check.h"

static int32_t go_on(double share, void *user) {
    CHECK(share >= 0 && share <= 1 && user != NULL);
    return 0;
}

static int32_t stop(double share, void *user) {
    (void)share;
    (void)user;
    return 1;
}

static void test_walks(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
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
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_shortest_connection(graph, 0, view->node_count, NULL, &walk, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_shortest_connection(graph, 0, 0, "no such label", &walk, &error));
    CHECK(walk == NULL);
}

static void test_search(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
    surefoot_search_motion_graph_options options;
    OK(surefoot_search_motion_graph_default_options(&options, sizeof options, &error));
    CHECK(options.method == SUREFOOT_SEARCH_METHOD_BEAM && options.beam_width == 100 && options.cleanup == 1);
    REFUSES_NULL(surefoot_search_motion_graph_default_options(NULL, sizeof options, &error));
    surefoot_motion_query query;
    OK(surefoot_motion_query_default(&query, sizeof query, &error));
    CHECK(query.kind == SUREFOOT_QUERY_RANDOM_WALK && query.seconds == 20 && query.from_clip == -1);
    REFUSES_NULL(surefoot_motion_query_default(NULL, sizeof query, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_motion_query_default(&query, 3, &error));
    query.seconds = 4;
    options.smooth_seams = 0;
    surefoot_found_motion *found = NULL;
    int user = 0;
    OK(surefoot_search_motion_graph(graph, &query, &options, go_on, &user, &found, &error));
    const surefoot_found_motion_view *motion = NULL;
    OK(surefoot_found_motion_get(found, &motion, &error));
    CHECK(motion->seconds >= 4 && motion->is_complete == 1 && motion->json[0] == '{' && motion->segment_count > 0);
    const surefoot_clip_view *clip = NULL;
    OK(surefoot_clip_get(motion->clip, &clip, &error));
    CHECK(clip->frame_count == motion->label_count && clip->frame_count >= 120);
    OK(surefoot_clip_get(motion->uncleaned, &clip, &error));
    REFUSES_NULL(surefoot_found_motion_get(NULL, &motion, &error));
    REFUSES_NULL(surefoot_found_motion_get(found, NULL, &error));
    surefoot_found_motion_free(found);
    surefoot_found_motion_free(NULL);

    found = NULL;
    const double points[6] = {0, 0, 0, 0, 0, 0.3};
    query.kind = SUREFOOT_QUERY_PATH;
    query.point_count = 2;
    query.points = points;
    const surefoot_status followed = surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, NULL);
    CHECK(followed == SUREFOOT_OK || followed == SUREFOOT_ERROR_INVALID);
    surefoot_found_motion_free(found);
    found = NULL;
    query.points = NULL;
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = SUREFOOT_QUERY_CONNECT;
    query.from_clip = 0;
    query.target_count = 1;
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = SUREFOOT_QUERY_SHORTEST_WAY;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.to_clip = (int64_t)view->clip_count;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = 44;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = SUREFOOT_QUERY_RANDOM_WALK;
    query.seconds = -1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.seconds = 4;
    options.seed = -1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(NULL, &query, NULL, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(graph, NULL, NULL, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, NULL, NULL, NULL, NULL, &error));
    CHECK(found == NULL);
}

void test_graph(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *first = make_clip(skeleton, 150, 0), *second = make_clip(skeleton, 120, 0.3);
    surefoot_plants *plants = make_plants(150), *others = make_plants(120);
    surefoot_label_span label;
    label.label = "steps";
    label.first = 0;
    label.end = 150;
    surefoot_graph_clip clips[2];
    memset(clips, 0, sizeof clips);
    clips[0].skeleton = skeleton;
    clips[0].clip = first;
    clips[0].plants = plants;
    clips[0].labels = &label;
    clips[0].label_count = 1;
    clips[1] = clips[0];
    clips[1].clip = second;
    clips[1].plants = others;
    clips[1].labels = NULL;
    clips[1].label_count = 0;

    surefoot_build_motion_graph_options options;
    OK(surefoot_build_motion_graph_default_options(&options, sizeof options, &error));
    CHECK(options.frame_rate == 30 && options.kernel == SUREFOOT_GRAPH_KERNEL_TRIANGLE && options.min_core == 2);
    CHECK(options.markers == SUREFOOT_GRAPH_MARKERS_LEGS);
    REFUSES_NULL(surefoot_build_motion_graph_default_options(NULL, sizeof options, &error));
    options.labelling = SUREFOOT_GRAPH_LABELLING_NONE;
    surefoot_motion_graph *graph = NULL;
    surefoot_build_motion_graph_report *report = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED,
           surefoot_build_motion_graph(clips, 1, &options, stop, &user, &graph, &report, &error));
    CHECK(graph == NULL && report == NULL);
    OK(surefoot_build_motion_graph(clips, 1, &options, go_on, &user, &graph, &report, &error));
    const surefoot_build_motion_graph_report_view *figures = NULL;
    OK(surefoot_build_motion_graph_report_get(report, &figures, &error));
    CHECK(figures->json[0] == '{' && figures->nodes > 0 && figures->label_count == 1);
    CHECK(strcmp(figures->labels[0].label, "steps") == 0 && figures->labels[0].frame_count == 150);
    REFUSES_NULL(surefoot_build_motion_graph_report_get(NULL, &figures, &error));
    REFUSES_NULL(surefoot_build_motion_graph_report_get(report, NULL, &error));
    surefoot_build_motion_graph_report_free(report);
    surefoot_build_motion_graph_report_free(NULL);

    surefoot_motion_graph *other = NULL;
    REFUSES_NULL(surefoot_build_motion_graph(NULL, 1, NULL, NULL, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_build_motion_graph(clips, 1, NULL, NULL, NULL, NULL, NULL, &error));
    surefoot_graph_clip odd = clips[0];
    odd.skeleton = NULL;
    REFUSES_NULL(surefoot_build_motion_graph(&odd, 1, NULL, NULL, NULL, &other, NULL, &error));
    odd = clips[0];
    odd.clip = NULL;
    REFUSES_NULL(surefoot_build_motion_graph(&odd, 1, NULL, NULL, NULL, &other, NULL, &error));
    odd = clips[0];
    odd.plants = NULL;
    REFUSES_NULL(surefoot_build_motion_graph(&odd, 1, NULL, NULL, NULL, &other, NULL, &error));
    label.label = NULL;
    REFUSES_NULL(surefoot_build_motion_graph(clips, 1, NULL, NULL, NULL, &other, NULL, &error));
    label.label = "steps";
    options.kernel = -1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_build_motion_graph(clips, 1, &options, NULL, NULL, &other, NULL, &error));
    options.kernel = 0;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_build_motion_graph(clips, 0, NULL, NULL, NULL, &other, NULL, &error));

    const surefoot_motion_graph_view *view = NULL;
    OK(surefoot_motion_graph_get(graph, &view, &error));
    CHECK(view->frame_rate == 30 && view->clip_count == 1 && view->clip_frame_counts[0] == 150);
    CHECK(strcmp(view->clip_names[0], "steps") == 0 && view->label_count == 1 && view->node_count > 0);
    CHECK(strcmp(view->label_names[0], "steps") == 0 && view->thresholds[0] > 0 && view->window_frames == 15);
    for (size_t i = 0; i < view->edge_count; i++) {
        CHECK(view->edges[i].from < view->node_count && view->nodes[view->edges[i].to].clip < view->clip_count);
    }
    const surefoot_skeleton_view *joints = NULL;
    OK(surefoot_skeleton_get(view->skeleton, &joints, &error));
    CHECK(joints->joint_count == BODY_JOINTS);
    REFUSES_NULL(surefoot_motion_graph_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_motion_graph_get(graph, NULL, &error));
    test_walks(graph, view);
    test_search(graph, view);

    surefoot_clip *part = NULL;
    surefoot_plants *part_plants = NULL;
    OK(surefoot_motion_graph_clip(graph, 0, &part, &part_plants, &error));
    surefoot_clip_free(part);
    surefoot_plants_free(part_plants);
    OK(surefoot_motion_graph_clip(graph, 0, &part, NULL, &error));
    surefoot_clip_free(part);
    part = NULL;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_motion_graph_clip(graph, 1, &part, NULL, &error));
    REFUSES_NULL(surefoot_motion_graph_clip(NULL, 0, &part, NULL, &error));
    REFUSES_NULL(surefoot_motion_graph_clip(graph, 0, NULL, NULL, &error));

    const char *file = path_in_folder("steps.sfgraph");
    OK(surefoot_motion_graph_write(file, graph, &error));
    REFUSES_NULL(surefoot_motion_graph_write(NULL, graph, &error));
    REFUSES_NULL(surefoot_motion_graph_write(file, NULL, &error));
    OK(surefoot_motion_graph_read(file, &other, &error));
    surefoot_motion_graph_free(other);
    other = NULL;
    REFUSES_NULL(surefoot_motion_graph_read(NULL, &other, &error));
    REFUSES_NULL(surefoot_motion_graph_read(file, NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_motion_graph_read(path_in_folder("none"), &other, &error));

    OK(surefoot_extend_motion_graph(graph, clips + 1, 1, &options, go_on, &user, &other, &report, &error));
    surefoot_build_motion_graph_report_free(report);
    surefoot_motion_graph_free(other);
    other = NULL;
    REFUSES_NULL(surefoot_extend_motion_graph(NULL, clips, 1, NULL, NULL, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_extend_motion_graph(graph, NULL, 1, NULL, NULL, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_extend_motion_graph(graph, clips, 1, NULL, NULL, NULL, NULL, NULL, &error));

    const double thresholds[1] = {0.05};
    OK(surefoot_retune_motion_graph(graph, thresholds, 1, NULL, &other, &report, &error));
    surefoot_build_motion_graph_report_free(report);
    surefoot_motion_graph_free(other);
    OK(surefoot_retune_motion_graph(graph, NULL, 0, NULL, &other, NULL, &error));
    surefoot_motion_graph_free(other);
    other = NULL;
    REFUSES_NULL(surefoot_retune_motion_graph(NULL, thresholds, 1, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_retune_motion_graph(graph, NULL, 1, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_retune_motion_graph(graph, thresholds, 1, NULL, NULL, NULL, &error));
    const double nine[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_retune_motion_graph(graph, nine, 9, NULL, &other, NULL, &error));
    CHECK(other == NULL);

    surefoot_motion_graph_free(NULL);
    surefoot_motion_graph_free(graph);
    surefoot_plants_free(plants);
    surefoot_plants_free(others);
    surefoot_clip_free(first);
    surefoot_clip_free(second);
    surefoot_skeleton_free(skeleton);
}
