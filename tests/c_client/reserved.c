/* Fields that a later version may read are refused unless they are 0. */
#include "check.h"

#define REFUSES(call) EXPECT(SUREFOOT_ERROR_ARGUMENT, call)

static void test_options_of_files(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    const char *file = path_in_folder("reserved.bvh");
    surefoot_document *document = NULL;
    surefoot_write_options write;
    OK(surefoot_write_default_options(&write, sizeof write, &error));
    OK(surefoot_write_new(file, skeleton, &clip, 1, NULL, 0, &write, NULL, &error));
    write.reserved = 1;
    REFUSES(surefoot_write_new(file, skeleton, &clip, 1, NULL, 0, &write, NULL, &error));
    surefoot_read_options read;
    OK(surefoot_read_default_options(&read, sizeof read, &error));
    read.reserved = -1;
    REFUSES(surefoot_read(file, &read, &document, &error));
    CHECK(document == NULL);
}

static void test_inputs(const surefoot_skeleton *skeleton) {
    const double turns[4 * BODY_JOINTS] = {0}, values[3] = {0, 0, 0};
    surefoot_track track;
    memset(&track, 0, sizeof track);
    track.joint = 1;
    track.reserved = 3;
    track.values = values;
    surefoot_clip_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.frame_rate = 30;
    data.frame_count = 1;
    data.rotations = turns;
    data.root_positions = values;
    data.translation_count = 1;
    data.translations = &track;
    surefoot_clip *clip = NULL;
    REFUSES(surefoot_clip_create(skeleton, &data, &clip, &error));
    surefoot_role_entry entry;
    memset(&entry, 0, sizeof entry);
    entry.role = SUREFOOT_ROLE_PELVIS;
    entry.joint = "Hips";
    entry.reserved = 1;
    surefoot_skeleton *given = NULL;
    REFUSES(surefoot_skeleton_with_roles(skeleton, &entry, 1, &given, &error));
    CHECK(clip == NULL && given == NULL);
}

static void test_operations(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_plants *plants = make_plants(90);
    surefoot_remove_footskate_options remove;
    OK(surefoot_remove_footskate_default_options(&remove, sizeof remove, &error));
    remove.reserved = 1;
    surefoot_clip *cleaned = NULL;
    REFUSES(surefoot_remove_footskate(skeleton, clip, plants, NULL, &remove, &cleaned, NULL, &error));

    surefoot_graph_clip used;
    memset(&used, 0, sizeof used);
    used.skeleton = skeleton;
    used.clip = clip;
    used.plants = plants;
    surefoot_build_motion_graph_options build;
    OK(surefoot_build_motion_graph_default_options(&build, sizeof build, &error));
    surefoot_motion_graph *graph = NULL;
    build.reserved = 1;
    REFUSES(surefoot_build_motion_graph(&used, 1, &build, NULL, NULL, &graph, NULL, &error));
    build.reserved = 0;
    build.labelling = SUREFOOT_GRAPH_LABELLING_NONE;
    OK(surefoot_build_motion_graph(&used, 1, &build, NULL, NULL, &graph, NULL, &error));

    surefoot_motion_query query;
    OK(surefoot_motion_query_default(&query, sizeof query, &error));
    surefoot_search_motion_graph_options search;
    OK(surefoot_search_motion_graph_default_options(&search, sizeof search, &error));
    surefoot_found_motion *found = NULL;
    search.reserved = 1;
    REFUSES(surefoot_search_motion_graph(graph, &query, &search, NULL, NULL, &found, &error));
    query.reserved = 1;
    REFUSES(surefoot_search_motion_graph(graph, &query, NULL, NULL, NULL, &found, &error));
    query.reserved = 0;
    query.reserved_too = 1;
    REFUSES(surefoot_search_motion_graph(graph, &query, NULL, NULL, NULL, &found, &error));
    CHECK(cleaned == NULL && found == NULL);
    surefoot_motion_graph_free(graph);
    surefoot_plants_free(plants);
}

void test_reserved(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 90, 0);
    test_options_of_files(skeleton, clip);
    test_inputs(skeleton);
    test_operations(skeleton, clip);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
