/* Skeleton, clip and plants: made from arrays, read back, refused where they are wrong. */
#include "check.h"

static void test_skeleton(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    const surefoot_skeleton_view *view = NULL;
    OK(surefoot_skeleton_get(skeleton, &view, &error));
    CHECK(view->joint_count == BODY_JOINTS && view->end_site_count == 3);
    CHECK(strcmp(view->names[14], "LeftFoot") == 0 && view->parents[14] == 13 && view->parents[0] == -1);
    CHECK(view->rest_offsets[3 * 13 + 1] == -0.43 && view->rest_rotations[3] == 1 && view->rest_scales[0] == 1);
    CHECK(view->compensates_parent_scale[0] == 0 && view->end_site_joints[1] == 15);
    CHECK(view->end_site_offsets[1] == 0.15 && view->standing_height > 1.4 && view->standing_height < 2);
    CHECK(view->roles[14] == SUREFOOT_ROLE_LEFT_FOOT && view->roles[0] == SUREFOOT_ROLE_PELVIS);
    REFUSES_NULL(surefoot_skeleton_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_skeleton_get(skeleton, NULL, &error));

    int32_t joint = -7;
    OK(surefoot_skeleton_find(skeleton, "LeftFoot", &joint, &error));
    CHECK(joint == 14);
    EXPECT(SUREFOOT_ERROR_UNKNOWN_JOINT, surefoot_skeleton_find(skeleton, "Tail", &joint, &error));
    CHECK(joint == 14);
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_skeleton_find(skeleton, "\xff\xfe", &joint, &error));
    REFUSES_NULL(surefoot_skeleton_find(NULL, "LeftFoot", &joint, &error));
    REFUSES_NULL(surefoot_skeleton_find(skeleton, NULL, &joint, &error));
    REFUSES_NULL(surefoot_skeleton_find(skeleton, "LeftFoot", NULL, &error));
    CHECK(surefoot_skeleton_find(skeleton, "Tail", &joint, NULL) == SUREFOOT_ERROR_UNKNOWN_JOINT);

    /* The view's arrays make the same skeleton again. */
    surefoot_skeleton_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.joint_count = view->joint_count;
    data.names = view->names;
    data.parents = view->parents;
    data.rest_offsets = view->rest_offsets;
    data.rest_rotations = view->rest_rotations;
    data.rest_scales = view->rest_scales;
    data.compensates_parent_scale = view->compensates_parent_scale;
    surefoot_skeleton *again = NULL;
    OK(surefoot_skeleton_create(&data, &again, &error));
    surefoot_skeleton_free(again);

    again = NULL;
    REFUSES_NULL(surefoot_skeleton_create(NULL, &again, &error));
    REFUSES_NULL(surefoot_skeleton_create(&data, NULL, &error));
    data.names = NULL;
    REFUSES_NULL(surefoot_skeleton_create(&data, &again, &error));
    data.names = view->names;
    data.parents = NULL;
    REFUSES_NULL(surefoot_skeleton_create(&data, &again, &error));
    data.parents = view->parents;
    data.rest_offsets = NULL;
    REFUSES_NULL(surefoot_skeleton_create(&data, &again, &error));
    data.rest_offsets = view->rest_offsets;
    data.end_site_count = 1;
    REFUSES_NULL(surefoot_skeleton_create(&data, &again, &error));
    data.end_site_count = 0;
    data.joint_count = (size_t)-1;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_skeleton_create(&data, &again, &error));
    data.joint_count = 0;
    EXPECT(SUREFOOT_ERROR_SKELETON, surefoot_skeleton_create(&data, &again, &error));
    data.joint_count = BODY_JOINTS;
    data.struct_size = 3;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_skeleton_create(&data, &again, &error));
    data.struct_size = sizeof data;
    int32_t wrong[BODY_JOINTS];
    memcpy(wrong, view->parents, sizeof wrong);
    wrong[2] = -5;
    data.parents = wrong;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_skeleton_create(&data, &again, &error));
    wrong[2] = 7;
    surefoot_error told;
    CHECK(surefoot_skeleton_create(&data, &again, &told) == SUREFOOT_ERROR_SKELETON);
    CHECK(strcmp(told.joint, "Neck") == 0 && told.frame == -1);
    CHECK(again == NULL);
    surefoot_skeleton_free(NULL);
    surefoot_skeleton_free(skeleton);
}

static void test_clip(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 40, 0);
    const surefoot_clip_view *view = NULL;
    OK(surefoot_clip_get(clip, &view, &error));
    CHECK(strcmp(view->name, "steps") == 0 && view->frame_rate == 30 && view->frame_count == 40);
    CHECK(view->joint_count == BODY_JOINTS && view->translation_count == 0 && view->scale_count == 0);
    CHECK(view->root_positions[1] == 0.95 && view->rotations[3] == 1);
    REFUSES_NULL(surefoot_clip_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_clip_get(clip, NULL, &error));

    /* The view's arrays, with tracks, make a clip again. */
    double values[40 * 3];
    for (int i = 0; i < 40 * 3; i++) {
        values[i] = 1 + i;
    }
    surefoot_track tracks[1];
    memset(tracks, 0, sizeof tracks);
    tracks[0].joint = 5;
    tracks[0].values = values;
    surefoot_clip_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.frame_rate = view->frame_rate;
    data.frame_count = view->frame_count;
    data.rotations = view->rotations;
    data.root_positions = view->root_positions;
    data.translation_count = 1;
    data.translations = tracks;
    data.scale_count = 1;
    data.scales = tracks;
    surefoot_clip *again = NULL;
    OK(surefoot_clip_create(skeleton, &data, &again, &error));
    const surefoot_clip_view *other = NULL;
    OK(surefoot_clip_get(again, &other, &error));
    CHECK(strcmp(other->name, "clip") == 0 && other->translation_count == 1 && other->scale_count == 1);
    CHECK(other->translations[0].joint == 5 && other->translations[0].values[119] == 120);
    CHECK(memcmp(other->rotations, view->rotations, 40 * BODY_JOINTS * 4 * sizeof(double)) == 0);
    surefoot_clip_free(again);

    again = NULL;
    REFUSES_NULL(surefoot_clip_create(NULL, &data, &again, &error));
    REFUSES_NULL(surefoot_clip_create(skeleton, NULL, &again, &error));
    REFUSES_NULL(surefoot_clip_create(skeleton, &data, NULL, &error));
    tracks[0].values = NULL;
    REFUSES_NULL(surefoot_clip_create(skeleton, &data, &again, &error));
    tracks[0].values = values;
    tracks[0].joint = -1;
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_clip_create(skeleton, &data, &again, &error));
    data.translation_count = data.scale_count = 0;
    data.rotations = NULL;
    REFUSES_NULL(surefoot_clip_create(skeleton, &data, &again, &error));
    data.rotations = view->rotations;
    data.root_positions = NULL;
    REFUSES_NULL(surefoot_clip_create(skeleton, &data, &again, &error));
    data.root_positions = view->root_positions;
    data.frame_count = (size_t)-1 / 2;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_clip_create(skeleton, &data, &again, &error));
    data.frame_count = 40;
    data.frame_rate = -1;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_clip_create(skeleton, &data, &again, &error));
    data.frame_rate = 30;
    double *broken = (double *)malloc(40 * BODY_JOINTS * 4 * sizeof(double));
    memcpy(broken, view->rotations, 40 * BODY_JOINTS * 4 * sizeof(double));
    broken[(7 * BODY_JOINTS + 13) * 4] = NAN;
    data.rotations = broken;
    surefoot_error told;
    CHECK(surefoot_clip_create(skeleton, &data, &again, &told) == SUREFOOT_ERROR_CLIP);
    CHECK(strcmp(told.joint, "LeftLeg") == 0 && told.frame == 7);
    CHECK(again == NULL);
    free(broken);
    surefoot_clip_free(NULL);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

static void test_plants(void) {
    surefoot_plants *plants = make_plants(60);
    const surefoot_plant *items = NULL;
    size_t count = 0, frames = 0;
    OK(surefoot_plants_get(plants, &items, &count, &frames, &error));
    CHECK(count == 2 && frames == 60);
    CHECK(items[0].point == SUREFOOT_POINT_LEFT_ANKLE && items[0].first == 2 && items[0].has_position == 1);
    CHECK(items[1].point == SUREFOOT_POINT_LEFT_TOE && items[1].end == 50 && items[0].position[0] == 0.11);
    OK(surefoot_plants_get(plants, &items, &count, NULL, &error));
    REFUSES_NULL(surefoot_plants_get(NULL, &items, &count, &frames, &error));
    REFUSES_NULL(surefoot_plants_get(plants, NULL, &count, &frames, &error));
    REFUSES_NULL(surefoot_plants_get(plants, &items, NULL, &frames, &error));

    surefoot_plants *made = NULL;
    REFUSES_NULL(surefoot_plants_create(60, NULL, 2, &made, &error));
    REFUSES_NULL(surefoot_plants_create(60, items, 2, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_plants_create(10, items, 2, &made, &error));
    surefoot_plant odd = items[0];
    odd.point = 99;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_plants_create(60, &odd, 1, &made, &error));
    OK(surefoot_plants_create(60, NULL, 0, &made, &error));
    surefoot_plants_free(made);

    /* As text, as a file, and back. */
    surefoot_text *text = NULL;
    OK(surefoot_plants_text(plants, &text, &error));
    const char *characters = NULL;
    size_t length = 0;
    OK(surefoot_text_get(text, &characters, &length, &error));
    CHECK(strlen(characters) == length && strstr(characters, "left_toe") != NULL);
    OK(surefoot_text_get(text, &characters, NULL, &error));
    REFUSES_NULL(surefoot_text_get(NULL, &characters, &length, &error));
    REFUSES_NULL(surefoot_text_get(text, NULL, &length, &error));
    made = NULL;
    OK(surefoot_plants_from_text(characters, 60, &made, &error));
    surefoot_plants_free(made);
    made = NULL;
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_plants_from_text("{", 60, &made, &error));
    REFUSES_NULL(surefoot_plants_from_text(NULL, 60, &made, &error));
    REFUSES_NULL(surefoot_plants_from_text(characters, 60, NULL, &error));
    REFUSES_NULL(surefoot_plants_text(NULL, &text, &error));
    REFUSES_NULL(surefoot_plants_text(plants, NULL, &error));
    const char *file = path_in_folder("plants.json");
    OK(surefoot_text_write(file, text, &error));
    REFUSES_NULL(surefoot_text_write(NULL, text, &error));
    REFUSES_NULL(surefoot_text_write(file, NULL, &error));
    OK(surefoot_plants_write(file, plants, &error));
    REFUSES_NULL(surefoot_plants_write(NULL, plants, &error));
    REFUSES_NULL(surefoot_plants_write(file, NULL, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_plants_write("", plants, &error));
    OK(surefoot_plants_read(file, 60, &made, &error));
    size_t read_count = 0;
    OK(surefoot_plants_get(made, &items, &read_count, &frames, &error));
    CHECK(read_count == 2 && frames == 60);
    surefoot_plants_free(made);
    made = NULL;
    REFUSES_NULL(surefoot_plants_read(NULL, 60, &made, &error));
    REFUSES_NULL(surefoot_plants_read(file, 60, NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_plants_read(path_in_folder("none.json"), 60, &made, &error));
    EXPECT(SUREFOOT_ERROR_FORMAT, surefoot_plants_read(file, 61, &made, &error));
    CHECK(made == NULL);
    surefoot_text_free(NULL);
    surefoot_text_free(text);
    surefoot_plants_free(NULL);
    surefoot_plants_free(plants);
}

void test_model(void) {
    CHECK(strcmp(surefoot_version(), SUREFOOT_VERSION) == 0);
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", SUREFOOT_VERSION_MAJOR, SUREFOOT_VERSION_MINOR,
             SUREFOOT_VERSION_PATCH);
    CHECK(strcmp(version, SUREFOOT_VERSION) == 0);
    CHECK(strcmp(surefoot_status_name(SUREFOOT_ERROR_OTHER), "other") == 0);
    CHECK(strcmp(surefoot_status_name(-4), "unknown") == 0);
    test_skeleton();
    test_clip();
    test_plants();
}
