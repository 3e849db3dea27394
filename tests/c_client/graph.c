/* Motion graphs: built with progress, cancelled, extended, retuned, stored. */
#include "graph.h"

#ifdef __cplusplus
extern "C"
#endif
    int
    older_client(const void *clips, size_t clip_count, void **out_graph);

/* An older program gets what today's gets that leaves the newest fields alone. */
static void test_older_client(const surefoot_graph_clip *clips) {
    void *older = NULL;
    CHECK(older_client(clips, 1, &older) == 0);
    surefoot_build_motion_graph_options options;
    OK(surefoot_build_motion_graph_default_options(&options, sizeof options, &error));
    options.labelling = SUREFOOT_GRAPH_LABELLING_NONE;
    surefoot_motion_graph *graph = NULL;
    OK(surefoot_build_motion_graph(clips, 1, &options, NULL, NULL, &graph, NULL, &error));
    surefoot_bytes *first = NULL, *second = NULL;
    OK(surefoot_motion_graph_encode((surefoot_motion_graph *)older, &first, &error));
    OK(surefoot_motion_graph_encode(graph, &second, &error));
    const uint8_t *data[2] = {NULL, NULL};
    size_t counts[2] = {0, 0};
    OK(surefoot_bytes_get(first, &data[0], &counts[0], &error));
    OK(surefoot_bytes_get(second, &data[1], &counts[1], &error));
    CHECK(counts[0] == counts[1] && memcmp(data[0], data[1], counts[0]) == 0);
    surefoot_bytes_free(first);
    surefoot_bytes_free(second);
    surefoot_motion_graph_free((surefoot_motion_graph *)older);
    surefoot_motion_graph_free(graph);
}

/* Resemblances between the first clip, of 150 frames, and the second when they are of these groups. */
static size_t shared_minima(const surefoot_graph_clip *clips, uint64_t first, uint64_t second) {
    surefoot_graph_clip grouped[2];
    memcpy(grouped, clips, sizeof grouped);
    grouped[0].group = first;
    grouped[1].group = second;
    surefoot_motion_graph *graph = NULL;
    OK(surefoot_build_motion_graph(grouped, 2, NULL, NULL, NULL, &graph, NULL, &error));
    const surefoot_motion_graph_view *view = NULL;
    OK(surefoot_motion_graph_get(graph, &view, &error));
    CHECK(view->clip_count == 2 && view->clip_sources[0].group == first && view->clip_sources[1].group == second);
    size_t shared = 0;
    for (size_t i = 0; i < view->minimum_count; i++) {
        shared += view->minima[i].first < 150 && view->minima[i].second >= 150;
    }
    surefoot_motion_graph_free(graph);
    return shared;
}

static void test_groups(const surefoot_graph_clip *clips) {
    CHECK(shared_minima(clips, 0, 0) > 0 && shared_minima(clips, 3, 3) > 0 && shared_minima(clips, 0, 3) > 0);
    CHECK(shared_minima(clips, 1, 2) == 0);
    surefoot_graph_clip odd = clips[0];
    odd.group = (uint64_t)1 << 32;
    surefoot_motion_graph *graph = NULL;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_build_motion_graph(&odd, 1, NULL, NULL, NULL, &graph, NULL, &error));
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

    test_older_client(clips);
    test_groups(clips);
    surefoot_build_motion_graph_options options;
    OK(surefoot_build_motion_graph_default_options(&options, sizeof options, &error));
    CHECK(options.frame_rate == 30 && options.kernel == SUREFOOT_GRAPH_KERNEL_TRIANGLE && options.min_core == 2);
    CHECK(options.markers == SUREFOOT_GRAPH_MARKERS_LEGS);
    REFUSES_NULL(surefoot_build_motion_graph_default_options(NULL, sizeof options, &error));
    options.labelling = SUREFOOT_GRAPH_LABELLING_NONE;
    surefoot_motion_graph *graph = NULL;
    surefoot_report *report = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED,
           surefoot_build_motion_graph(clips, 1, &options, stop, &user, &graph, &report, &error));
    CHECK(graph == NULL && report == NULL);
    OK(surefoot_build_motion_graph(clips, 1, &options, go_on, &user, &graph, &report, &error));
    CHECK(number_at(report, "nodes") > 0 && count_at(report, "labels") == 1);
    CHECK(is_text_at(report, "labels.0.label", "steps") && number_at(report, "labels.0.frame_count") == 150);
    CHECK(count_at(report, "clips") == 1 && number_at(report, "clips.0.frame_count") == 150);
    CHECK(number_at(report, "clips.0.used_frames") > 0 && count_at(report, "moved_clips") == 0);
    CHECK(count_at(report, "pairs") == 1 && is_text_at(report, "pairs.0.from", "steps"));
    CHECK(number_at(report, "pairs.0.has_route") == 1);
    CHECK(number_at(report, "pairs.0.kept") == number_at(report, "transitions"));
    surefoot_report_free(report);

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
    CHECK(view->minimum_count > 0 && view->minima[0].first < view->minima[0].second && view->minima[0].distance >= 0);
    CHECK(view->clip_sources[0].is_mirrored == 0 && strcmp(view->clip_sources[0].source, "steps") == 0);
    CHECK(view->clip_sources[0].labels[149] == 1 && view->clip_sources[0].source_start == 0);
    test_walks(graph, view);
    test_search(graph, view);
    test_custom_search(graph, view);
    test_crowd(graph);
    test_control(graph, view);
    test_pictures(graph);

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

    const surefoot_clip *shown[1];
    shown[0] = first;
    OK(surefoot_write_new(path_in_folder("steps.bvh"), skeleton, shown, 1, NULL, 0, NULL, NULL, &error));
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

    /* In memory the same bytes as in the file. */
    surefoot_bytes *bytes = NULL;
    OK(surefoot_motion_graph_encode(graph, &bytes, &error));
    REFUSES_NULL(surefoot_motion_graph_encode(NULL, &bytes, &error));
    REFUSES_NULL(surefoot_motion_graph_encode(graph, NULL, &error));
    const uint8_t *data = NULL;
    size_t data_count = 0;
    OK(surefoot_bytes_get(bytes, &data, &data_count, &error));
    CHECK(is_content(file, data, data_count));
    OK(surefoot_motion_graph_decode("memory", data, data_count, &other, &error));
    surefoot_motion_graph_free(other);
    other = NULL;
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_motion_graph_decode("memory", data, data_count - 1, &other, &error));
    REFUSES_NULL(surefoot_motion_graph_decode(NULL, data, data_count, &other, &error));
    REFUSES_NULL(surefoot_motion_graph_decode("memory", NULL, data_count, &other, &error));
    REFUSES_NULL(surefoot_motion_graph_decode("memory", data, data_count, NULL, &error));
    surefoot_bytes_free(bytes);

    OK(surefoot_extend_motion_graph(graph, clips + 1, 1, &options, go_on, &user, &other, &report, &error));
    surefoot_report_free(report);
    surefoot_motion_graph_free(other);
    other = NULL;
    REFUSES_NULL(surefoot_extend_motion_graph(NULL, clips, 1, NULL, NULL, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_extend_motion_graph(graph, NULL, 1, NULL, NULL, NULL, &other, NULL, &error));
    REFUSES_NULL(surefoot_extend_motion_graph(graph, clips, 1, NULL, NULL, NULL, NULL, NULL, &error));

    const double thresholds[1] = {0.05};
    OK(surefoot_retune_motion_graph(graph, thresholds, 1, NULL, &other, &report, &error));
    surefoot_report_free(report);
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
