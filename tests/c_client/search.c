/* Searches: the queries that the library answers by itself. */
#include "graph.h"

int32_t go_on(double share, void *user) {
    CHECK(share >= 0 && share <= 1 && user != NULL);
    return 0;
}

int32_t stop(double share, void *user) {
    (void)share;
    (void)user;
    return 1;
}

void test_search(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
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
    CHECK(number_at(motion->report, "seconds") >= 4 && number_at(motion->report, "is_complete") == 1);
    CHECK(motion->segment_count > 0);
    const surefoot_clip_view *clip = NULL;
    OK(surefoot_clip_get(motion->clip, &clip, &error));
    CHECK(clip->frame_count == motion->label_count && clip->frame_count >= 120);
    OK(surefoot_clip_get(motion->uncleaned, &clip, &error));
    const surefoot_report *report = motion->report;
    double seams = number_at(report, "seams.seams"), transitions = number_at(report, "transitions"), length = 0;
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_report_number(report, "path.length", &length, &error));
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_report_number(report, "placement.turn", &length, &error));
    CHECK(is_text_at(report, "query", "random-walk") && count_at(report, "labels") == 1);
    CHECK(is_text_at(report, "labels.0.labels.0", "steps") && number_at(report, "labels.0.first") == 0);
    CHECK(number_at(report, "labels.0.end") == (double)motion->label_count);
    CHECK(number_at(report, "seams.step_p99") > 0 && (seams == 2 * transitions || seams + 1 == 2 * transitions));
    CHECK(number_at(motion->cleanup, "changed_frames") <= (double)clip->frame_count);
    CHECK(number_at(motion->cleanup, "changed_frames") == number_at(report, "cleanup.changed_frames"));
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
    if (followed == SUREFOOT_OK) {
        OK(surefoot_found_motion_get(found, &motion, &error));
        CHECK(fabs(number_at(motion->report, "path.length") - 0.3) < 1e-9);
        CHECK(number_at(motion->report, "path.walked_length") >= 0);
    }
    surefoot_found_motion_free(found);
    query.path_kind = SUREFOOT_PATH_BEZIER;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.path_kind = 7;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.path_kind = SUREFOOT_PATH_POLYLINE;
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
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = 44;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.kind = SUREFOOT_QUERY_RANDOM_WALK;
    query.seconds = -1;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.seconds = 4;
    options.seed = -1;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(NULL, &query, NULL, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(graph, NULL, NULL, NULL, NULL, &found, &error));
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, NULL, NULL, NULL, NULL, &error));
    CHECK(found == NULL);
}
