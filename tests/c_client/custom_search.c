/* Searches for what the caller's own functions ask, crowds, steering and pictures. */
#include "graph.h"

typedef struct {
    size_t edge_count;
    size_t wanted_frames;
    size_t forbidden_edge;
    double bad_cost;
    int is_odd;
} wishes;

/* Every edge costs the frames it takes; what is seen of the walk must agree with itself. */
static double cost(const surefoot_walk_state_view *walk, size_t edge, const surefoot_walk_state_view *after,
                   void *user) {
    wishes *w = (wishes *)user;
    size_t edges[4] = {0, 0, 0, 0}, count = 0;
    if (surefoot_walk_edges_get(walk->edges, edges, 4, &count, NULL) != SUREFOOT_OK || edge >= w->edge_count ||
        (count == 0) != (walk->frames == 0) || (count > 0 && edges[0] >= w->edge_count) || after->edges != NULL ||
        after->frames < walk->frames || after->has_position != 1 || edge == w->forbidden_edge) {
        w->is_odd = 1;
    }
    return w->bad_cost != 0 ? w->bad_cost : (double)(after->frames - walk->frames);
}

static int32_t is_complete(const surefoot_walk_state_view *walk, void *user) {
    return walk->frames >= ((wishes *)user)->wanted_frames;
}

static int32_t is_legal(const surefoot_walk_state_view *walk, size_t edge, void *user) {
    (void)walk;
    return edge != ((wishes *)user)->forbidden_edge;
}

static double costs_nothing(const surefoot_walk_state_view *walk, size_t edge, const surefoot_walk_state_view *after,
                            void *user) {
    surefoot_error error;
    (void)edge, (void)after;
    /* Buffers of any size, NULL in every place. */
    size_t count = 0, edges[1];
    int *odd = (int *)user;
    *odd |= surefoot_walk_edges_get(walk->edges, NULL, 0, &count, &error) != SUREFOOT_OK;
    *odd |= surefoot_walk_edges_get(NULL, edges, 1, &count, &error) != SUREFOOT_ERROR_NULL;
    *odd |= surefoot_walk_edges_get(walk->edges, NULL, 1, &count, &error) != SUREFOOT_ERROR_NULL;
    *odd |= surefoot_walk_edges_get(walk->edges, edges, 1, NULL, &error) != SUREFOOT_ERROR_NULL;
    return 0;
}

static int32_t at_once(const surefoot_walk_state_view *walk, void *user) {
    (void)user;
    return walk->frames > 0;
}

void test_custom_search(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
    surefoot_motion_query query;
    OK(surefoot_motion_query_default(&query, sizeof query, &error));
    surefoot_search_motion_graph_options options;
    OK(surefoot_search_motion_graph_default_options(&options, sizeof options, &error));
    options.beam_width = 5;
    options.smooth_seams = 0;
    wishes wish = {view->edge_count, 60, view->edge_count, 0, 0};
    const size_t nodes[1] = {0};
    query.kind = SUREFOOT_QUERY_CUSTOM;
    query.cost = cost;
    query.is_complete = is_complete;
    query.cost_user = &wish;
    query.node_count = 1;
    query.nodes = nodes;
    surefoot_found_motion *found = NULL;
    OK(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    const surefoot_found_motion_view *motion = NULL;
    OK(surefoot_found_motion_get(found, &motion, &error));
    CHECK(number_at(motion->report, "is_complete") == 1 && motion->label_count >= 60);
    CHECK(is_text_at(motion->report, "query", "custom"));
    CHECK(number_at(motion->report, "cost") == (double)motion->label_count);
    CHECK(view->edges[motion->segments[0].edge].from == 0);
    CHECK(wish.is_odd == 0);

    /* What was taken first is forbidden: another way, or none. */
    wish.forbidden_edge = motion->segments[0].edge;
    surefoot_found_motion_free(found);
    found = NULL;
    query.is_legal = is_legal;
    const surefoot_status status = surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, NULL);
    if (status == SUREFOOT_OK) {
        OK(surefoot_found_motion_get(found, &motion, &error));
        for (size_t i = 0; i < motion->segment_count; i++) {
            CHECK(motion->segments[i].edge != wish.forbidden_edge);
        }
    } else {
        CHECK(status == SUREFOOT_ERROR_INVALID && found == NULL);
    }
    CHECK(wish.is_odd == 0);
    surefoot_found_motion_free(found);
    found = NULL;

    const double bad[3] = {-1, NAN, INFINITY};
    query.is_legal = NULL;
    for (int i = 0; i < 3; i++) {
        wish.bad_cost = bad[i];
        EXPECT(SUREFOOT_ERROR_INVALID,
               surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    }
    wish.bad_cost = 0;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED,
           surefoot_search_motion_graph(graph, &query, &options, stop, &user, &found, &error));
    query.cost = NULL;
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.cost = cost;
    query.is_complete = NULL;
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.is_complete = is_complete;
    query.nodes = NULL;
    REFUSES_NULL(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    const size_t far_away[1] = {view->node_count};
    query.nodes = far_away;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    query.nodes = nodes;
    query.start[1] = NAN;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    CHECK(found == NULL);

    query.start[1] = 2.5;
    query.cost = costs_nothing;
    query.is_complete = at_once;
    query.cost_user = &user;
    OK(surefoot_search_motion_graph(graph, &query, &options, NULL, NULL, &found, &error));
    OK(surefoot_found_motion_get(found, &motion, &error));
    CHECK(motion->start[1] == 2.5 && user == 0);
    surefoot_found_motion_free(found);
}

void test_crowd(const surefoot_motion_graph *graph) {
    surefoot_motion_query query;
    OK(surefoot_motion_query_default(&query, sizeof query, &error));
    query.seconds = 2;
    surefoot_motion_query longer = query;
    longer.seconds = 3;
    const surefoot_motion_query *queries[3];
    queries[0] = queries[2] = &query;
    queries[1] = &longer;
    surefoot_search_motion_graph_options options;
    OK(surefoot_search_motion_graph_default_options(&options, sizeof options, &error));
    options.seed = 11;
    surefoot_found_motion *crowd[3] = {NULL, NULL, NULL};
    int user = 0;
    OK(surefoot_search_crowd(graph, queries, 3, &options, go_on, &user, crowd, NULL, &error));
    /* Each is what it would be alone, with its own seed. */
    for (int i = 0; i < 3; i++) {
        surefoot_found_motion *alone = NULL;
        options.seed = 11 + i;
        OK(surefoot_search_motion_graph(graph, queries[i], &options, NULL, NULL, &alone, &error));
        const surefoot_found_motion_view *one = NULL, *same = NULL;
        OK(surefoot_found_motion_get(alone, &one, &error));
        OK(surefoot_found_motion_get(crowd[i], &same, &error));
        const surefoot_clip_view *first = NULL, *second = NULL;
        OK(surefoot_clip_get(one->clip, &first, &error));
        OK(surefoot_clip_get(same->clip, &second, &error));
        CHECK(first->frame_count == second->frame_count);
        CHECK(memcmp(first->root_positions, second->root_positions, 24 * first->frame_count) == 0);
        surefoot_found_motion_free(alone);
        surefoot_found_motion_free(crowd[i]);
        crowd[i] = NULL;
    }
    OK(surefoot_search_crowd(graph, NULL, 0, NULL, NULL, NULL, NULL, NULL, &error));
    REFUSES_NULL(surefoot_search_crowd(NULL, queries, 3, &options, NULL, NULL, crowd, NULL, &error));
    REFUSES_NULL(surefoot_search_crowd(graph, NULL, 3, &options, NULL, NULL, crowd, NULL, &error));
    REFUSES_NULL(surefoot_search_crowd(graph, queries, 3, &options, NULL, NULL, NULL, NULL, &error));
    queries[2] = NULL;
    REFUSES_NULL(surefoot_search_crowd(graph, queries, 3, &options, NULL, NULL, crowd, NULL, &error));
    queries[2] = &longer;
    longer.label = "no such label";
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_search_crowd(graph, queries, 3, &options, NULL, NULL, crowd, NULL, &error));
    CHECK(crowd[0] == NULL && crowd[1] == NULL && crowd[2] == NULL);
    /* One that cannot be answered leaves the others theirs. */
    longer.label = NULL;
    longer.seconds = -1;
    surefoot_error errors[3];
    OK(surefoot_search_crowd(graph, queries, 3, &options, NULL, NULL, crowd, errors, &error));
    CHECK(crowd[0] != NULL && crowd[1] == NULL && crowd[2] == NULL);
    CHECK(errors[0].code == SUREFOOT_OK && errors[0].message[0] == '\0' && errors[0].frame == -1);
    CHECK(errors[1].code != SUREFOOT_OK && strstr(errors[1].message, "seconds") != NULL);
    CHECK(errors[2].code == errors[1].code);
    surefoot_found_motion_free(crowd[0]);
}

void test_control(const surefoot_motion_graph *graph, const surefoot_motion_graph_view *view) {
    surefoot_control_table *table = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED, surefoot_build_control_table(graph, NULL, NULL, stop, &user, &table, &error));
    REFUSES_NULL(surefoot_build_control_table(NULL, NULL, NULL, NULL, NULL, &table, &error));
    REFUSES_NULL(surefoot_build_control_table(graph, NULL, NULL, NULL, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_build_control_table(graph, "no such label", NULL, NULL, NULL, &table, &error));
    CHECK(table == NULL);
    OK(surefoot_build_control_table(graph, "steps", NULL, go_on, &user, &table, &error));
    const surefoot_control_table_view *seen = NULL;
    OK(surefoot_control_table_get(table, &seen, &error));
    CHECK(seen->label == 0 && seen->node_count == view->node_count);
    REFUSES_NULL(surefoot_control_table_get(NULL, &seen, &error));
    REFUSES_NULL(surefoot_control_table_get(table, NULL, &error));

    /* Steps that follow each other, played. */
    surefoot_control_state state;
    memset(&state, 0, sizeof state);
    size_t edges[5];
    const double towards[2] = {0, 1};
    while (state.node < seen->node_count && seen->edges[state.node * SUREFOOT_DIRECTIONS] < 0) {
        state.node++;
    }
    const surefoot_control_state first = state;
    for (int i = 0; i < 5; i++) {
        const size_t from = state.node;
        OK(surefoot_steer(graph, table, &state, towards, &edges[i], &state, &error));
        CHECK(edges[i] < view->edge_count && view->edges[edges[i]].from == from);
        CHECK(view->edges[edges[i]].to == state.node);
    }
    CHECK((int64_t)edges[0] == seen->edges[first.node * SUREFOOT_DIRECTIONS]);
    surefoot_walk *walk = NULL;
    OK(surefoot_walk_to_clip(graph, edges, 5, first.place, "steered", &walk, &error));
    const surefoot_walk_view *walked = NULL;
    OK(surefoot_walk_get(walk, &walked, &error));
    for (int i = 0; i < 3; i++) {
        CHECK(fabs(walked->end[i] - state.place[i]) < 1e-9);
    }
    surefoot_walk_free(walk);
    REFUSES_NULL(surefoot_steer(NULL, table, &state, towards, edges, &state, &error));
    REFUSES_NULL(surefoot_steer(graph, NULL, &state, towards, edges, &state, &error));
    REFUSES_NULL(surefoot_steer(graph, table, NULL, towards, edges, &state, &error));
    REFUSES_NULL(surefoot_steer(graph, table, &state, NULL, edges, &state, &error));
    REFUSES_NULL(surefoot_steer(graph, table, &state, towards, NULL, &state, &error));
    REFUSES_NULL(surefoot_steer(graph, table, &state, towards, edges, NULL, &error));
    state.node = view->node_count;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_steer(graph, table, &state, towards, edges, &state, &error));
    state.node = (size_t)-1 / SUREFOOT_DIRECTIONS + 1;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_steer(graph, table, &state, towards, edges, &state, &error));
    state.node = first.node;
    state.place[0] = NAN;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_steer(graph, table, &state, towards, edges, &state, &error));
    surefoot_control_table_free(table);
    surefoot_control_table_free(NULL);
}

void test_pictures(const surefoot_motion_graph *graph) {
    surefoot_text *svg = NULL;
    OK(surefoot_graph_picture(graph, &svg, &error));
    const char *characters = NULL;
    OK(surefoot_text_get(svg, &characters, NULL, &error));
    CHECK(strncmp(characters, "<svg", 4) == 0);
    surefoot_text_free(svg);
    REFUSES_NULL(surefoot_graph_picture(NULL, &svg, &error));
    REFUSES_NULL(surefoot_graph_picture(graph, NULL, &error));

    surefoot_bytes *png = NULL;
    OK(surefoot_graph_grid_picture(graph, 64, &png, &error));
    const uint8_t *data = NULL;
    size_t count = 0;
    OK(surefoot_bytes_get(png, &data, &count, &error));
    CHECK(count > 100 && memcmp(data, "\x89PNG", 4) == 0);
    const char *file = path_in_folder("grid.png");
    OK(surefoot_bytes_write(file, png, &error));
    CHECK(is_content(file, data, count));
    REFUSES_NULL(surefoot_bytes_get(NULL, &data, &count, &error));
    REFUSES_NULL(surefoot_bytes_get(png, NULL, &count, &error));
    REFUSES_NULL(surefoot_bytes_get(png, &data, NULL, &error));
    REFUSES_NULL(surefoot_bytes_write(NULL, png, &error));
    REFUSES_NULL(surefoot_bytes_write(file, NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_bytes_write(path_in_folder("no/such/folder"), png, &error));
    surefoot_bytes_free(png);
    surefoot_bytes_free(NULL);
    png = NULL;
    REFUSES_NULL(surefoot_graph_grid_picture(NULL, 64, &png, &error));
    REFUSES_NULL(surefoot_graph_grid_picture(graph, 64, NULL, &error));
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_graph_grid_picture(graph, 0, &png, &error));
    CHECK(png == NULL);
}
