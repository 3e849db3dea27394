/* Bodies, characters with another shape, and skin that leaves the body. */
#include "graph.h"

enum { SPINE = 1, LEFT_ARM = 5, LEFT_FOREARM = 6, BOXES = 3, CORNERS = 8, FACES = 12, FRAMES = 4 };

static const uint32_t BOX[FACES][3] = {
    {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
};

static void add_box(const double low[3], const double high[3], float positions[3 * CORNERS]) {
    for (int corner = 0; corner < CORNERS; corner++) {
        for (int axis = 0; axis < 3; axis++) {
            positions[3 * corner + axis] = (float)(corner >> axis & 1 ? high[axis] : low[axis]);
        }
    }
}

/* A box for the chest, one for the left upper arm and one for the forearm with its hand. */
static surefoot_skin *make_boxes(const surefoot_skeleton *skeleton) {
    const int32_t joints[BOXES] = {SPINE, LEFT_ARM, LEFT_FOREARM};
    const double low[BOXES][3] = {{-0.15, 1.1, -0.1}, {0.17, 1.36, -0.04}, {0.45, 1.36, -0.04}};
    const double high[BOXES][3] = {{0.15, 1.5, 0.1}, {0.45, 1.44, 0.04}, {0.8, 1.44, 0.04}};
    const double places[BOXES][3] = {{0, 1.15, 0}, {0.17, 1.4, 0}, {0.45, 1.4, 0}};
    float positions[3 * CORNERS * BOXES], weights[CORNERS * BOXES];
    uint32_t triangles[3 * FACES * BOXES], offsets[CORNERS * BOXES + 1], slots[CORNERS * BOXES];
    double binds[16 * BOXES];
    for (uint32_t box = 0; box < BOXES; box++) {
        add_box(low[box], high[box], positions + 3 * CORNERS * box);
        for (uint32_t corner = 0; corner < 3 * FACES; corner++) {
            triangles[3 * FACES * box + corner] = CORNERS * box + BOX[corner / 3][corner % 3];
        }
        for (uint32_t corner = CORNERS * box; corner < CORNERS * (box + 1); corner++) {
            weights[corner] = 1;
            slots[corner] = box;
            offsets[corner] = corner;
        }
        for (int i = 0; i < 16; i++) {
            binds[16 * box + i] = i % 5 == 0 ? 1 : i % 4 == 3 ? -places[box][i / 4] : 0;
        }
    }
    offsets[CORNERS * BOXES] = CORNERS * BOXES;
    surefoot_skin_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.name = "boxes";
    data.vertex_count = CORNERS * BOXES;
    data.positions = positions;
    data.triangle_count = FACES * BOXES;
    data.triangles = triangles;
    data.slot_count = BOXES;
    data.slot_joints = joints;
    data.inverse_binds = binds;
    data.influence_offsets = offsets;
    data.influence_count = CORNERS * BOXES;
    data.influence_slots = slots;
    data.influence_weights = weights;
    surefoot_skin *skin = NULL;
    OK(surefoot_skin_create(skeleton, &data, &skin, &error));
    return skin;
}

/* The left forearm folded back into the chest. */
static surefoot_clip *make_folded(const surefoot_skeleton *skeleton) {
    double rotations[4 * BODY_JOINTS * FRAMES], roots[3 * FRAMES];
    for (int i = 0; i < BODY_JOINTS * FRAMES; i++) {
        const double half = i % BODY_JOINTS == LEFT_FOREARM ? 1.45 : 0;
        rotations[4 * i] = rotations[4 * i + 2] = 0;
        rotations[4 * i + 1] = sin(half);
        rotations[4 * i + 3] = cos(half);
    }
    for (int i = 0; i < FRAMES; i++) {
        roots[3 * i] = roots[3 * i + 2] = 0;
        roots[3 * i + 1] = 0.95;
    }
    surefoot_clip_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.name = "folded";
    data.frame_rate = 30;
    data.frame_count = FRAMES;
    data.rotations = rotations;
    data.root_positions = roots;
    surefoot_clip *clip = NULL;
    OK(surefoot_clip_create(skeleton, &data, &clip, &error));
    return clip;
}

static void test_fit_body(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins) {
    surefoot_fit_body_options options;
    OK(surefoot_fit_body_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_fit_body_default_options(NULL, sizeof options, &error));
    options.kind = SUREFOOT_VOLUME_KIND_CAPSULE;
    surefoot_body *body = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_fit_body(skeleton, skins, 1, &options, &body, &report, &error));
    const surefoot_body_view *view = NULL;
    OK(surefoot_body_get(body, &view, &error));
    CHECK(view->vertex_count == CORNERS * BOXES && view->volume_count == count_at(report, "segments"));
    const surefoot_volume_view *forearm = view->volumes + view->volume_of_vertex[2 * CORNERS];
    CHECK(forearm->joint == LEFT_FOREARM && strcmp(forearm->name, "left_forearm") == 0);
    CHECK(forearm->kind == SUREFOOT_VOLUME_KIND_CAPSULE);
    CHECK(forearm->source == SUREFOOT_VOLUME_SOURCE_PARENT);
    CHECK(view->volumes[forearm->parent].source == SUREFOOT_VOLUME_SOURCE_MESH);
    CHECK(fabs(fabs(forearm->axis[0]) - 1) < 1e-6 && forearm->radius > 0.03 && forearm->radius < 0.08);
    CHECK(view->volumes[0].parent == -1 && view->volumes[forearm->parent].joint == LEFT_ARM);
    surefoot_report_free(report);
    surefoot_body_free(body);
    body = NULL;
    REFUSES_NULL(surefoot_fit_body(NULL, skins, 1, NULL, &body, NULL, &error));
    REFUSES_NULL(surefoot_fit_body(skeleton, NULL, 1, NULL, &body, NULL, &error));
    REFUSES_NULL(surefoot_fit_body(skeleton, skins, 1, NULL, NULL, NULL, &error));
    options.kind = 3;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_fit_body(skeleton, skins, 1, &options, &body, NULL, &error));
    CHECK(body == NULL);
    /* Without a mesh: average proportions. */
    OK(surefoot_fit_body(skeleton, NULL, 0, NULL, &body, NULL, &error));
    REFUSES_NULL(surefoot_body_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_body_get(body, NULL, &error));
    surefoot_body_free(body);
    surefoot_body_free(NULL);
}

static void test_reshape(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                         const surefoot_clip *const *clips) {
    surefoot_grow_body_options grow;
    OK(surefoot_grow_body_default_options(&grow, sizeof grow, &error));
    REFUSES_NULL(surefoot_grow_body_default_options(NULL, sizeof grow, &error));
    grow.trunk = 1.5;
    surefoot_segment_girth girth;
    girth.segment = "left_forearm";
    girth.factor = 1.2;
    surefoot_character *character = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_grow_body(skeleton, skins, 1, clips, 1, &girth, 1, &grow, &character, &report, &error));
    CHECK(number_at(report, "litres_after") > number_at(report, "litres_before"));
    surefoot_report_free(report);
    const surefoot_character_view *view = NULL;
    OK(surefoot_character_get(character, &view, &error));
    CHECK(view->skin_count == 1 && view->clip_count == 1);
    const surefoot_skeleton_view *joints = NULL;
    OK(surefoot_skeleton_get(view->skeleton, &joints, &error));
    CHECK(fabs(joints->rest_offsets[3 * LEFT_ARM] - 0.12 * 1.5) < 1e-12);
    const surefoot_skin_view *skin = NULL;
    OK(surefoot_skin_get(view->skins[0], &skin, &error));
    CHECK(skin->vertex_count == CORNERS * BOXES);
    surefoot_character_free(character);
    character = NULL;
    REFUSES_NULL(surefoot_grow_body(NULL, skins, 1, NULL, 0, NULL, 0, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_grow_body(skeleton, NULL, 1, NULL, 0, NULL, 0, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_grow_body(skeleton, skins, 1, NULL, 1, NULL, 0, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_grow_body(skeleton, skins, 1, NULL, 0, NULL, 1, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_grow_body(skeleton, skins, 1, NULL, 0, NULL, 0, NULL, NULL, NULL, &error));
    girth.segment = NULL;
    REFUSES_NULL(surefoot_grow_body(skeleton, skins, 1, NULL, 0, &girth, 1, NULL, &character, NULL, &error));
    girth.segment = "tail";
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_grow_body(skeleton, skins, 1, NULL, 0, &girth, 1, NULL, &character, NULL, &error));

    surefoot_scale_character_options scale;
    OK(surefoot_scale_character_default_options(&scale, sizeof scale, &error));
    REFUSES_NULL(surefoot_scale_character_default_options(NULL, sizeof scale, &error));
    scale.upper_arm = 1.25;
    OK(surefoot_scale_character(skeleton, skins, 1, clips, 1, &scale, &character, &report, &error));
    CHECK(number_at(report, "root") == 1);
    surefoot_report_free(report);
    OK(surefoot_character_get(character, &view, &error));
    OK(surefoot_skeleton_get(view->skeleton, &joints, &error));
    CHECK(fabs(joints->rest_offsets[3 * LEFT_FOREARM] - 0.28 * 1.25) < 1e-12);
    REFUSES_NULL(surefoot_character_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_character_get(character, NULL, &error));
    surefoot_character_free(character);
    surefoot_character_free(NULL);
    character = NULL;
    REFUSES_NULL(surefoot_scale_character(NULL, skins, 1, NULL, 0, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_scale_character(skeleton, NULL, 1, NULL, 0, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_scale_character(skeleton, skins, 1, NULL, 1, NULL, &character, NULL, &error));
    REFUSES_NULL(surefoot_scale_character(skeleton, skins, 1, NULL, 0, NULL, NULL, NULL, &error));
    scale.waist_height = 0.2;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_scale_character(skeleton, NULL, 0, NULL, 0, &scale, &character, NULL, &error));
    CHECK(character == NULL);
}

/* A character in a file, grown there. */
static void test_encode(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                        const surefoot_clip *const *clips) {
    surefoot_bytes *bytes = NULL;
    surefoot_document *document = NULL;
    const uint8_t *data = NULL;
    size_t count = 0;
    OK(surefoot_encode_new(SUREFOOT_FORMAT_GLB, skeleton, clips, 1, skins, 1, NULL, &bytes, NULL, &error));
    OK(surefoot_bytes_get(bytes, &data, &count, &error));
    OK(surefoot_read_bytes("boxes.glb", data, count, NULL, &document, &error));
    surefoot_bytes_free(bytes);
    bytes = NULL;
    surefoot_notes *notes = NULL;
    OK(surefoot_encode_reshaped(document, SUREFOOT_FORMAT_GLB, skeleton, skins, 1, clips, 1, &bytes, &notes, &error));
    OK(surefoot_bytes_get(bytes, &data, &count, &error));
    CHECK(count > 20 && memcmp(data, "glTF", 4) == 0);
    surefoot_bytes_free(bytes);
    surefoot_notes_free(notes);
    bytes = NULL;
    REFUSES_NULL(surefoot_encode_reshaped(NULL, 3, skeleton, skins, 1, clips, 1, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_reshaped(document, 3, NULL, skins, 1, clips, 1, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_reshaped(document, 3, skeleton, NULL, 1, clips, 1, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_reshaped(document, 3, skeleton, skins, 1, NULL, 1, &bytes, NULL, &error));
    REFUSES_NULL(surefoot_encode_reshaped(document, 3, skeleton, skins, 1, clips, 1, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH,
           surefoot_encode_reshaped(document, 3, skeleton, skins, 1, NULL, 0, &bytes, NULL, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_encode_reshaped(document, 9, skeleton, skins, 1, clips, 1, &bytes, NULL, &error));
    CHECK(bytes == NULL);
    surefoot_document_free(document);
}

static void test_deform(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                        const surefoot_clip *clip) {
    surefoot_deform_out_of_body_options options;
    OK(surefoot_deform_out_of_body_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_deform_out_of_body_default_options(NULL, sizeof options, &error));
    options.part = SUREFOOT_YIELDING_PART_LEFT_ARM;
    surefoot_deformed_clip *deformed = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_deform_out_of_body(skeleton, clip, skins, 1, NULL, &options, &deformed, &report, &error));
    CHECK(number_at(report, "before.depth_max") > 0.01);
    const surefoot_deformed_clip_view *view = NULL;
    OK(surefoot_deformed_clip_get(deformed, &view, &error));
    CHECK(view->frame_count == FRAMES && view->skin_count == 1 && view->skins[0].vertex_count > 0);
    CHECK(view->frames[1].depth_before > view->frames[1].depth_after && view->frames[1].vertices_pushed > 0);
    for (size_t i = 0; i < view->skins[0].vertex_count; i++) {
        CHECK(view->skins[0].vertices[i] >= CORNERS && isfinite(view->skins[0].offsets[3 * i]));
    }
    surefoot_report_free(report);
    surefoot_deformed_clip_free(deformed);
    deformed = NULL;
    /* Painted out, nothing moves; a list that is NULL is 1 everywhere. */
    const float none[CORNERS * BOXES] = {0};
    const float *lists[1] = {none};
    OK(surefoot_deform_out_of_body(skeleton, clip, skins, 1, lists, NULL, &deformed, NULL, &error));
    OK(surefoot_deformed_clip_get(deformed, &view, &error));
    CHECK(view->skins[0].vertex_count == 0);
    REFUSES_NULL(surefoot_deformed_clip_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_deformed_clip_get(deformed, NULL, &error));
    surefoot_deformed_clip_free(deformed);
    surefoot_deformed_clip_free(NULL);
    lists[0] = NULL;
    OK(surefoot_deform_out_of_body(skeleton, clip, skins, 1, lists, NULL, &deformed, NULL, &error));
    surefoot_deformed_clip_free(deformed);
    deformed = NULL;
    REFUSES_NULL(surefoot_deform_out_of_body(NULL, clip, skins, 1, NULL, NULL, &deformed, NULL, &error));
    REFUSES_NULL(surefoot_deform_out_of_body(skeleton, NULL, skins, 1, NULL, NULL, &deformed, NULL, &error));
    REFUSES_NULL(surefoot_deform_out_of_body(skeleton, clip, NULL, 1, NULL, NULL, &deformed, NULL, &error));
    REFUSES_NULL(surefoot_deform_out_of_body(skeleton, clip, skins, 1, NULL, NULL, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_deform_out_of_body(skeleton, clip, NULL, 0, NULL, NULL, &deformed, NULL, &error));
    options.margin = -1;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_deform_out_of_body(skeleton, clip, skins, 1, NULL, &options, &deformed, NULL, &error));
}

static void test_remove_penetration(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                                    const surefoot_clip *clip) {
    surefoot_remove_penetration_options options;
    OK(surefoot_remove_penetration_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_remove_penetration_default_options(NULL, sizeof options, &error));
    CHECK(options.arms == 1 && options.legs == 1 && options.allowed_overlap == SUREFOOT_ALLOWED_OVERLAP_REST);
    options.legs = 0;
    surefoot_clip *made = NULL;
    surefoot_report *report = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED, surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 0, &options, stop,
                                                                 &user, &made, &report, &error));
    CHECK(made == NULL && report == NULL);
    OK(surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 0, &options, go_on, &user, &made, &report,
                                   &error));
    CHECK(number_at(report, "before.depth_max") > 0.01 && count_at(report, "limbs") > 0);
    CHECK(number_at(report, "after.depth_max") <= number_at(report, "before.depth_max"));
    const surefoot_clip_view *view = NULL;
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_count == FRAMES && view->joint_count == BODY_JOINTS);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    REFUSES_NULL(surefoot_remove_penetration(NULL, clip, skins, 1, NULL, 0, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_remove_penetration(skeleton, NULL, skins, 1, NULL, 0, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_remove_penetration(skeleton, clip, NULL, 1, NULL, 0, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 0, NULL, NULL, NULL, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_remove_penetration(skeleton, clip, NULL, 0, NULL, 0, NULL, NULL, NULL, &made, NULL, &error));
    surefoot_body_pair pairs[] = {{"left_forearm", "trunk"}, {"left_forearm", "head"}};
    options.arms = 0;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 0, &options, NULL, NULL, &made, NULL, &error));
    OK(surefoot_remove_penetration(skeleton, clip, skins, 1, pairs, 1, &options, NULL, NULL, &made, &report, &error));
    CHECK(number_at(report, "after.depth_max") < number_at(report, "before.depth_max"));
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    options.arms = 1;
    REFUSES_NULL(
        surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 2, NULL, NULL, NULL, &made, NULL, &error));
    pairs[1].other = "tail";
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_remove_penetration(skeleton, clip, skins, 1, pairs, 2, NULL, NULL, NULL, &made, NULL, &error));
    pairs[1].other = NULL;
    REFUSES_NULL(
        surefoot_remove_penetration(skeleton, clip, skins, 1, pairs, 2, NULL, NULL, NULL, &made, NULL, &error));
    options.margin = -1;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_remove_penetration(skeleton, clip, skins, 1, NULL, 0, &options, NULL, NULL, &made, NULL, &error));
    CHECK(made == NULL);
}

static void test_adapt_to_body(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                               const surefoot_clip *clip) {
    surefoot_adapt_to_body_options options;
    OK(surefoot_adapt_to_body_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_adapt_to_body_default_options(NULL, sizeof options, &error));
    CHECK(options.penetration == 1 && options.footskate == 1 && options.gaze == 1.0 && options.balance == 1 &&
          options.arm_direction == 0.0);
    surefoot_remove_penetration_options penetration;
    OK(surefoot_remove_penetration_default_options(&penetration, sizeof penetration, &error));
    penetration.legs = 0;
    surefoot_remove_footskate_options footskate;
    OK(surefoot_remove_footskate_default_options(&footskate, sizeof footskate, &error));
    footskate.max_stretch = 0;
    surefoot_correct_balance_options correction;
    OK(surefoot_correct_balance_default_options(&correction, sizeof correction, &error));
    const surefoot_load load = {LEFT_FOREARM, 2, {0, 0, 0}};
    surefoot_balance_scene scene;
    memset(&scene, 0, sizeof scene);
    scene.struct_size = sizeof scene;
    scene.load_count = 1;
    scene.loads = &load;
    surefoot_balance_original original;
    memset(&original, 0, sizeof original);
    original.struct_size = sizeof original;
    original.skeleton = skeleton;
    original.clip = clip;
    surefoot_measure_balance_options measure;
    OK(surefoot_measure_balance_default_options(&measure, sizeof measure, &error));
    surefoot_balance_setting balance;
    memset(&balance, 0, sizeof balance);
    balance.struct_size = sizeof balance;
    balance.scene = &scene;
    balance.original = &original;
    balance.measure_options = &measure;
    surefoot_clip *made = NULL;
    surefoot_report *report = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED,
           surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, &penetration, &footskate, &balance,
                                  &correction, &options, stop, &user, &made, &report, &error));
    CHECK(made == NULL && report == NULL);
    OK(surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, &penetration, &footskate, &balance, &correction,
                              &options, go_on, &user, &made, &report, &error));
    CHECK(number_at(report, "depth_after.depth_max") <= number_at(report, "depth_before.depth_max"));
    CHECK(number_at(report, "penetration.before.depth_max") > 0.01);
    CHECK(number_at(report, "balance.excess_after.mean") <= number_at(report, "balance.excess_before.mean"));
    const surefoot_clip_view *view = NULL;
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_count == FRAMES && view->joint_count == BODY_JOINTS);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    REFUSES_NULL(surefoot_adapt_to_body(NULL, clip, skins, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        &made, NULL, &error));
    REFUSES_NULL(surefoot_adapt_to_body(skeleton, NULL, skins, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_adapt_to_body(skeleton, clip, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        &made, NULL, &error));
    REFUSES_NULL(surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL, NULL, NULL, &error));
    options.gaze = 2;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, NULL, NULL, NULL, NULL,
                                                         &options, NULL, NULL, &made, NULL, &error));
    CHECK(made == NULL);
    balance.struct_size = sizeof balance.struct_size + 1;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, NULL, NULL, &balance,
                                                           NULL, NULL, NULL, NULL, &made, NULL, &error));
    balance.struct_size = sizeof balance;
    original.clip = NULL;
    REFUSES_NULL(surefoot_adapt_to_body(skeleton, clip, skins, 1, NULL, NULL, NULL, NULL, &balance, NULL, NULL, NULL,
                                        NULL, &made, NULL, &error));
    CHECK(made == NULL);
}

static void test_shape_grid(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                            const surefoot_clip *clip) {
    surefoot_build_shape_grid_options options;
    OK(surefoot_build_shape_grid_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_build_shape_grid_default_options(NULL, sizeof options, &error));
    CHECK(options.footskate == 1 && options.move_joints == 1);
    options.footskate = 0;
    const double girths[2] = {1.0, 1.2};
    surefoot_shape_axis axis = {SUREFOOT_SHAPE_PART_TRUNK, girths, 2};
    surefoot_shape_grid *grid = NULL;
    surefoot_report *report = NULL;
    int user = 0;
    EXPECT(SUREFOOT_ERROR_CANCELLED, surefoot_build_shape_grid(skeleton, clip, skins, 1, &axis, 1, NULL, "grid.part",
                                                               &options, stop, &user, &grid, &report, &error));
    OK(surefoot_build_shape_grid(skeleton, clip, skins, 1, &axis, 1, NULL, "grid.part", &options, go_on, &user, &grid,
                                 &report, &error));
    CHECK(number_at(report, "nodes") == 2);
    surefoot_report_free(report);
    const surefoot_shape_grid_view *view = NULL;
    OK(surefoot_shape_grid_get(grid, &view, &error));
    CHECK(view->node_count == 2 && view->axis_count == 1 && view->frame_count == FRAMES);
    CHECK(view->axes[0].part == SUREFOOT_SHAPE_PART_TRUNK && view->axes[0].girths[1] == 1.2);
    CHECK(view->depths[0] > 0.01 && view->joint_count == BODY_JOINTS);
    OK(surefoot_shape_grid_write("grid.sfshape", grid, &error));
    surefoot_shape_grid_free(grid);
    grid = NULL;
    OK(surefoot_shape_grid_read("grid.sfshape", &grid, &error));
    CHECK(remove("grid.sfshape") == 0 && remove("grid.part") != 0);
    surefoot_query_shape_grid_options shape;
    OK(surefoot_query_shape_grid_default_options(&shape, sizeof shape, &error));
    REFUSES_NULL(surefoot_query_shape_grid_default_options(NULL, sizeof shape, &error));
    CHECK(shape.trunk == 1.0 && shape.interpolation == SUREFOOT_SHAPE_INTERPOLATION_LINEAR);
    shape.trunk = 1.1;
    surefoot_clip *made = NULL;
    OK(surefoot_query_shape_grid(grid, skeleton, clip, &shape, &made, &report, &error));
    CHECK(number_at(report, "nodes") == 2);
    double rotations[4 * BODY_JOINTS], root[3];
    OK(surefoot_shape_grid_pose(grid, clip, 1, &shape, rotations, BODY_JOINTS, root, &error));
    const surefoot_clip_view *clip_view = NULL;
    OK(surefoot_clip_get(made, &clip_view, &error));
    for (int i = 0; i < 4 * BODY_JOINTS; i++) {
        CHECK(fabs(fabs(rotations[i]) - fabs(clip_view->rotations[4 * BODY_JOINTS + i])) < 1e-12);
    }
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    shape.left_leg = 1.1;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_query_shape_grid(grid, skeleton, clip, &shape, &made, NULL, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_shape_grid_pose(grid, clip, 1, NULL, rotations, 2, root, &error));
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_shape_grid_pose(grid, clip, FRAMES, NULL, rotations, BODY_JOINTS, root, &error));
    REFUSES_NULL(surefoot_query_shape_grid(NULL, skeleton, clip, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_query_shape_grid(grid, NULL, clip, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_query_shape_grid(grid, skeleton, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_query_shape_grid(grid, skeleton, clip, NULL, NULL, NULL, &error));
    REFUSES_NULL(surefoot_shape_grid_pose(NULL, clip, 1, NULL, rotations, BODY_JOINTS, root, &error));
    REFUSES_NULL(surefoot_shape_grid_pose(grid, NULL, 1, NULL, rotations, BODY_JOINTS, root, &error));
    REFUSES_NULL(surefoot_shape_grid_pose(grid, clip, 1, NULL, NULL, BODY_JOINTS, root, &error));
    REFUSES_NULL(surefoot_shape_grid_pose(grid, clip, 1, NULL, rotations, BODY_JOINTS, NULL, &error));
    REFUSES_NULL(surefoot_shape_grid_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_shape_grid_get(grid, NULL, &error));
    REFUSES_NULL(surefoot_shape_grid_write(NULL, grid, &error));
    REFUSES_NULL(surefoot_shape_grid_write("grid.sfshape", NULL, &error));
    surefoot_shape_grid_free(grid);
    surefoot_shape_grid_free(NULL);
    grid = NULL;
    REFUSES_NULL(surefoot_shape_grid_read(NULL, &grid, &error));
    REFUSES_NULL(surefoot_shape_grid_read("grid.sfshape", NULL, &error));
    EXPECT(SUREFOOT_ERROR_FILE, surefoot_shape_grid_read("no.sfshape", &grid, &error));
    REFUSES_NULL(
        surefoot_build_shape_grid(NULL, clip, skins, 1, &axis, 1, NULL, NULL, NULL, NULL, NULL, &grid, NULL, &error));
    REFUSES_NULL(surefoot_build_shape_grid(skeleton, NULL, skins, 1, &axis, 1, NULL, NULL, NULL, NULL, NULL, &grid,
                                           NULL, &error));
    REFUSES_NULL(surefoot_build_shape_grid(skeleton, clip, NULL, 1, &axis, 1, NULL, NULL, NULL, NULL, NULL, &grid,
                                           NULL, &error));
    REFUSES_NULL(surefoot_build_shape_grid(skeleton, clip, skins, 1, NULL, 1, NULL, NULL, NULL, NULL, NULL, &grid,
                                           NULL, &error));
    REFUSES_NULL(surefoot_build_shape_grid(skeleton, clip, skins, 1, &axis, 1, NULL, NULL, NULL, NULL, NULL, NULL,
                                           NULL, &error));
    axis.part = 9;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_build_shape_grid(skeleton, clip, skins, 1, &axis, 1, NULL, NULL, NULL,
                                                              NULL, NULL, &grid, NULL, &error));
    CHECK(grid == NULL && made == NULL);
}

static void test_deformer(void) {
    const double low[2][3] = {{-0.15, 1.1, -0.1}, {0.45, 1.36, -0.04}};
    const double high[2][3] = {{0.15, 1.5, 0.1}, {0.7, 1.44, 0.04}};
    float body[3 * CORNERS], rest[3 * CORNERS], posed[3 * CORNERS], out[3 * CORNERS];
    add_box(low[0], high[0], body);
    add_box(low[1], high[1], rest);
    surefoot_mesh_shape shapes[2];
    for (int i = 0; i < 2; i++) {
        shapes[i].point_count = CORNERS;
        shapes[i].points = i == 0 ? body : rest;
        shapes[i].triangle_count = FACES;
        shapes[i].triangles = &BOX[0][0];
    }
    surefoot_deformer *deformer = NULL;
    OK(surefoot_deformer_create(shapes, shapes + 1, NULL, NULL, &deformer, &error));
    surefoot_deformed_frame frame;
    OK(surefoot_deformer_deform(deformer, body, rest, out, &frame, &error));
    CHECK(memcmp(rest, out, sizeof out) == 0 && frame.vertices_pushed == 0);
    for (int i = 0; i < 3 * CORNERS; i++) {
        posed[i] = rest[i] - (i % 3 == 0 ? 0.31F : 0);
    }
    OK(surefoot_deformer_deform(deformer, body, posed, out, &frame, &error));
    CHECK(fabs(frame.depth_before - 0.01) < 1e-4 && frame.depth_after < 1e-4);
    for (int i = 0; i < CORNERS; i++) {
        CHECK(out[3 * i] > 0.15F);
    }
    OK(surefoot_deformer_deform(deformer, body, posed, out, NULL, &error));
    REFUSES_NULL(surefoot_deformer_deform(NULL, body, posed, out, &frame, &error));
    REFUSES_NULL(surefoot_deformer_deform(deformer, NULL, posed, out, &frame, &error));
    REFUSES_NULL(surefoot_deformer_deform(deformer, body, NULL, out, &frame, &error));
    REFUSES_NULL(surefoot_deformer_deform(deformer, body, posed, NULL, &frame, &error));
    /* Half of the push, and in place. */
    float half[3 * CORNERS], shares[CORNERS] = {1, 1, 1, 1, 1, 1, 1, 1};
    memcpy(half, posed, sizeof half);
    OK(surefoot_deformer_deform_with(deformer, body, half, shares, 0.5, 1, half, &frame, &error));
    for (int i = 0; i < CORNERS; i++) {
        CHECK(fabsf(half[3 * i] - 0.5F * (posed[3 * i] + out[3 * i])) < 1e-4F);
    }
    OK(surefoot_deformer_deform_with(deformer, body, posed, NULL, 1, 1, out, NULL, &error));
    OK(surefoot_deformer_deform_with(deformer, body, posed, NULL, 0, 1, out, &frame, &error));
    CHECK(memcmp(posed, out, sizeof out) == 0 && frame.depth_before > 0.005 && frame.vertices_pushed == 0);
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_deformer_deform_with(deformer, body, posed, NULL, 1.5, 1, out, NULL, &error));
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_deformer_deform_with(deformer, body, posed, NULL, 1, NAN, out, NULL, &error));
    shares[2] = -1;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_deformer_deform_with(deformer, body, posed, shares, 1, 1, out, NULL, &error));
    REFUSES_NULL(surefoot_deformer_deform_with(NULL, body, posed, NULL, 1, 1, out, NULL, &error));
    REFUSES_NULL(surefoot_deformer_deform_with(deformer, NULL, posed, NULL, 1, 1, out, NULL, &error));
    REFUSES_NULL(surefoot_deformer_deform_with(deformer, body, NULL, NULL, 1, 1, out, NULL, &error));
    REFUSES_NULL(surefoot_deformer_deform_with(deformer, body, posed, NULL, 1, 1, NULL, NULL, &error));
    posed[4] = NAN;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_deformer_deform(deformer, body, posed, out, &frame, &error));
    surefoot_deformer_free(deformer);
    surefoot_deformer_free(NULL);
    deformer = NULL;
    float weights[CORNERS] = {0, 0, 0, 0, 0, 0, 0, 2};
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_deformer_create(shapes, shapes + 1, weights, NULL, &deformer, &error));
    REFUSES_NULL(surefoot_deformer_create(NULL, shapes + 1, NULL, NULL, &deformer, &error));
    REFUSES_NULL(surefoot_deformer_create(shapes, NULL, NULL, NULL, &deformer, &error));
    REFUSES_NULL(surefoot_deformer_create(shapes, shapes + 1, NULL, NULL, NULL, &error));
    shapes[0].points = NULL;
    REFUSES_NULL(surefoot_deformer_create(shapes, shapes + 1, NULL, NULL, &deformer, &error));
    CHECK(deformer == NULL);
}

/* What a deformer node does: prepare once, then call with joints or posed points, into memory of its own. */
static void test_character_deformer(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
                                    const surefoot_clip *clip) {
    enum { FRAME = 1, VALUES = 3 * CORNERS * BOXES, MATRIX_VALUES = 16 * BODY_JOINTS };
    surefoot_deform_out_of_body_options options;
    OK(surefoot_deform_out_of_body_default_options(&options, sizeof options, &error));
    options.part = SUREFOOT_YIELDING_PART_LEFT_ARM;
    surefoot_character_deformer *deformer = NULL;
    OK(surefoot_character_deformer_create(skeleton, skins, 1, &options, &deformer, &error));
    float posed[VALUES], out[VALUES], other[VALUES], weights[CORNERS * BOXES];
    double matrices[MATRIX_VALUES * FRAMES];
    OK(surefoot_deform_skin(skeleton, clip, skins[0], FRAME, posed, VALUES, &error));
    OK(surefoot_world_matrices(skeleton, clip, matrices, MATRIX_VALUES * FRAMES, &error));
    const double *joints = matrices + FRAME * MATRIX_VALUES;
    surefoot_deformed_frame frame;
    OK(surefoot_character_deformer_deform_points(deformer, posed, NULL, 1, 0.1, out, VALUES, &frame, &error));
    CHECK(frame.depth_before > 0.01 && frame.depth_after < frame.depth_before && frame.vertices_pushed > 0);
    CHECK(memcmp(posed, out, sizeof(float) * 3 * CORNERS) == 0); /* the chest stays */
    /* It is what surefoot_deform_out_of_body does to the clip. */
    surefoot_deformed_clip *deformed = NULL;
    OK(surefoot_deform_out_of_body(skeleton, clip, skins, 1, NULL, &options, &deformed, NULL, &error));
    const surefoot_deformed_clip_view *view = NULL;
    OK(surefoot_deformed_clip_get(deformed, &view, &error));
    CHECK(view->frames[FRAME].vertices_pushed == frame.vertices_pushed);
    const surefoot_deformed_skin_view *moves = view->skins;
    for (size_t i = 0; i < 3 * moves->vertex_count; i++) {
        const size_t value = 3 * moves->vertices[i / 3] + i % 3;
        CHECK(fabsf(out[value] - posed[value] - moves->offsets[3 * FRAME * moves->vertex_count + i]) < 1e-5F);
    }
    surefoot_deformed_clip_free(deformed);
    OK(surefoot_character_deformer_deform_joints(deformer, joints, MATRIX_VALUES, NULL, 1, 0.1, other, VALUES, NULL,
                                                 &error));
    for (int i = 0; i < VALUES; i++) {
        CHECK(fabsf(out[i] - other[i]) < 1e-5F);
    }
    /* Envelope, weights and the largest push of one call; in place. */
    memcpy(other, posed, sizeof other);
    OK(surefoot_character_deformer_deform_points(deformer, other, NULL, 0, 0.1, other, VALUES, &frame, &error));
    CHECK(memcmp(posed, other, sizeof other) == 0 && frame.depth_before > 0.01);
    memset(weights, 0, sizeof weights);
    OK(surefoot_character_deformer_deform_points(deformer, other, weights, 1, 0.1, other, VALUES, &frame, &error));
    CHECK(memcmp(posed, other, sizeof other) == 0 && frame.vertices_pushed == 0);
    OK(surefoot_character_deformer_deform_points(deformer, other, NULL, 1, 0.002, other, VALUES, &frame, &error));
    CHECK(frame.push_max < 0.0021 && frame.vertices_at_max_push > 0);
    weights[3] = 2;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_character_deformer_deform_points(deformer, posed, weights, 1, 0.1, out, VALUES, NULL, &error));
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_character_deformer_deform_points(deformer, posed, NULL, 2, 0.1, out, VALUES, NULL, &error));
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_character_deformer_deform_points(deformer, posed, NULL, 1, 0, out, VALUES, NULL, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH,
           surefoot_character_deformer_deform_points(deformer, posed, NULL, 1, 0.1, out, 3, NULL, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH,
           surefoot_character_deformer_deform_joints(deformer, joints, 16, NULL, 1, 0.1, out, VALUES, NULL, &error));
    matrices[FRAME * MATRIX_VALUES + 7] = NAN;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_character_deformer_deform_joints(deformer, joints, MATRIX_VALUES, NULL, 1,
                                                                             0.1, out, VALUES, NULL, &error));
    posed[5] = INFINITY;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_character_deformer_deform_points(deformer, posed, NULL, 1, 0.1, out, VALUES, NULL, &error));
    REFUSES_NULL(surefoot_character_deformer_deform_points(NULL, posed, NULL, 1, 0.1, out, VALUES, NULL, &error));
    REFUSES_NULL(surefoot_character_deformer_deform_points(deformer, NULL, NULL, 1, 0.1, out, VALUES, NULL, &error));
    REFUSES_NULL(
        surefoot_character_deformer_deform_points(deformer, posed, NULL, 1, 0.1, NULL, VALUES, NULL, &error));
    REFUSES_NULL(surefoot_character_deformer_deform_joints(NULL, joints, MATRIX_VALUES, NULL, 1, 0.1, out, VALUES,
                                                           NULL, &error));
    REFUSES_NULL(surefoot_character_deformer_deform_joints(deformer, NULL, MATRIX_VALUES, NULL, 1, 0.1, out, VALUES,
                                                           NULL, &error));
    REFUSES_NULL(surefoot_character_deformer_deform_joints(deformer, joints, MATRIX_VALUES, NULL, 1, 0.1, NULL,
                                                           VALUES, NULL, &error));
    surefoot_character_deformer_free(deformer);
    surefoot_character_deformer_free(NULL);
    deformer = NULL;
    REFUSES_NULL(surefoot_character_deformer_create(NULL, skins, 1, NULL, &deformer, &error));
    REFUSES_NULL(surefoot_character_deformer_create(skeleton, NULL, 1, NULL, &deformer, &error));
    REFUSES_NULL(surefoot_character_deformer_create(skeleton, skins, 1, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_character_deformer_create(skeleton, NULL, 0, NULL, &deformer, &error));
    CHECK(deformer == NULL);
}

void test_shape(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_skin *boxes = make_boxes(skeleton);
    surefoot_clip *folded = make_folded(skeleton);
    const surefoot_skin *skins[1] = {boxes};
    const surefoot_clip *clips[1] = {folded};
    test_fit_body(skeleton, skins);
    test_reshape(skeleton, skins, clips);
    test_encode(skeleton, skins, clips);
    test_deform(skeleton, skins, folded);
    test_character_deformer(skeleton, skins, folded);
    test_remove_penetration(skeleton, skins, folded);
    test_adapt_to_body(skeleton, skins, folded);
    test_shape_grid(skeleton, skins, folded);
    test_deformer();
    surefoot_clip_free(folded);
    surefoot_skin_free(boxes);
    surefoot_skeleton_free(skeleton);
}
