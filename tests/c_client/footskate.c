/* Plants found, feet held, slides measured, small edits. */
#include "check.h"

static void test_detect(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_detect_plants_options options;
    OK(surefoot_detect_plants_default_options(&options, sizeof options, &error));
    CHECK(options.struct_size == sizeof options && options.still_speed == 0.15 && options.fit_fault == 1);
    REFUSES_NULL(surefoot_detect_plants_default_options(NULL, sizeof options, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_detect_plants_default_options(&options, 0, &error));
    surefoot_plants *plants = NULL;
    surefoot_detect_plants_report *report = NULL;
    OK(surefoot_detect_plants(skeleton, clip, NULL, &options, &plants, &report, &error));
    const surefoot_plant *items = NULL;
    size_t count = 0;
    OK(surefoot_plants_get(plants, &items, &count, NULL, &error));
    CHECK(count > 0);
    const surefoot_detect_plants_report_view *view = NULL;
    OK(surefoot_detect_plants_report_get(report, &view, &error));
    CHECK(view->summary[0] != '\0' && view->json[0] == '{' && view->plant_figure_count == count);
    CHECK(view->leg_length > 0.7 && view->leg_length < 1 && view->planted_share > 0);
    for (size_t i = 0; i < view->touch_count; i++) {
        CHECK(view->touches[i].first < view->touches[i].end);
    }
    size_t conveyor = 99;
    OK(surefoot_plants_get(view->conveyor_plants, &items, &conveyor, NULL, &error));
    CHECK(view->has_conveyor || conveyor == 0);
    REFUSES_NULL(surefoot_detect_plants_report_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_detect_plants_report_get(report, NULL, &error));
    surefoot_plants_free(plants);
    surefoot_detect_plants_report_free(report);
    surefoot_detect_plants_report_free(NULL);

    const double normal[3] = {0, 1, 0};
    surefoot_ground *ground = NULL;
    OK(surefoot_ground_create_plane(normal, 0, &ground, &error));
    OK(surefoot_detect_plants(skeleton, clip, ground, NULL, &plants, NULL, &error));
    surefoot_plants_free(plants);
    surefoot_ground_free(ground);
    plants = NULL;
    REFUSES_NULL(surefoot_detect_plants(NULL, clip, NULL, NULL, &plants, NULL, &error));
    REFUSES_NULL(surefoot_detect_plants(skeleton, NULL, NULL, NULL, &plants, NULL, &error));
    REFUSES_NULL(surefoot_detect_plants(skeleton, clip, NULL, NULL, NULL, NULL, &error));
    options.still_speed = NAN;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_detect_plants(skeleton, clip, NULL, &options, &plants, NULL, &error));
    CHECK(plants == NULL);
}

static void test_remove(const surefoot_skeleton *skeleton, const surefoot_clip *clip, const surefoot_plants *plants) {
    surefoot_remove_footskate_options options;
    OK(surefoot_remove_footskate_default_options(&options, sizeof options, &error));
    CHECK(options.method == SUREFOOT_FOOTSKATE_METHOD_LIMBS && options.rounds == 8 && options.max_stretch == 0.03);
    REFUSES_NULL(surefoot_remove_footskate_default_options(NULL, sizeof options, &error));
    surefoot_clip *cleaned = NULL;
    surefoot_remove_footskate_report *report = NULL;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, &options, &cleaned, &report, &error));
    const surefoot_remove_footskate_report_view *view = NULL;
    OK(surefoot_remove_footskate_report_get(report, &view, &error));
    CHECK(strcmp(view->method, "limbs") == 0 && strcmp(view->solver, "least-squares") == 0 && view->plants == 2);
    CHECK(view->after->slide_mean < 0.2 * view->before->slide_mean && view->changed_frames > 0);
    CHECK(view->before->slide_count == 2 && view->before->slides[1].plants == 1);
    CHECK(strcmp(view->before->slides[1].point, "toe") == 0 && view->json[0] == '{' && view->path_ratio == 1);
    CHECK(view->before->has_ground == 1 && view->before->ground_is_plants == 1);
    REFUSES_NULL(surefoot_remove_footskate_report_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_remove_footskate_report_get(report, NULL, &error));
    surefoot_remove_footskate_report_free(report);
    surefoot_remove_footskate_report_free(NULL);

    surefoot_measure_footskate_report *measured = NULL;
    OK(surefoot_measure_footskate(skeleton, cleaned, plants, NULL, clip, &measured, &error));
    const surefoot_measure_footskate_report_view *figures = NULL;
    OK(surefoot_measure_footskate_report_get(measured, &figures, &error));
    CHECK(figures->json[0] == '{' && figures->measures->pose_change_max > 0 && figures->published_json[0] != '\0');
    REFUSES_NULL(surefoot_measure_footskate_report_get(NULL, &figures, &error));
    REFUSES_NULL(surefoot_measure_footskate_report_get(measured, NULL, &error));
    surefoot_measure_footskate_report_free(measured);
    surefoot_measure_footskate_report_free(NULL);
    measured = NULL;
    REFUSES_NULL(surefoot_measure_footskate(NULL, clip, plants, NULL, NULL, &measured, &error));
    REFUSES_NULL(surefoot_measure_footskate(skeleton, NULL, plants, NULL, NULL, &measured, &error));
    REFUSES_NULL(surefoot_measure_footskate(skeleton, clip, NULL, NULL, NULL, &measured, &error));
    REFUSES_NULL(surefoot_measure_footskate(skeleton, clip, plants, NULL, NULL, NULL, &error));
    surefoot_clip_free(cleaned);

    cleaned = NULL;
    REFUSES_NULL(surefoot_remove_footskate(NULL, clip, plants, NULL, NULL, &cleaned, NULL, &error));
    REFUSES_NULL(surefoot_remove_footskate(skeleton, NULL, plants, NULL, NULL, &cleaned, NULL, &error));
    REFUSES_NULL(surefoot_remove_footskate(skeleton, clip, NULL, NULL, NULL, &cleaned, NULL, &error));
    REFUSES_NULL(surefoot_remove_footskate(skeleton, clip, plants, NULL, NULL, NULL, NULL, &error));
    options.method = 17;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_remove_footskate(skeleton, clip, plants, NULL, &options, &cleaned, NULL, &error));
    options.method = SUREFOOT_FOOTSKATE_METHOD_ROOT;
    options.rounds = -3;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_remove_footskate(skeleton, clip, plants, NULL, &options, &cleaned, NULL, &error));
    surefoot_plants *others = make_plants(80);
    EXPECT(SUREFOOT_ERROR_LENGTH,
           surefoot_remove_footskate(skeleton, clip, others, NULL, NULL, &cleaned, NULL, &error));
    surefoot_plants_free(others);
    CHECK(cleaned == NULL);
}

void test_footskate(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 120, 0);
    surefoot_plants *plants = make_plants(120);
    test_detect(skeleton, clip);
    test_remove(skeleton, clip, plants);
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

void test_edit(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 60, 0), *made = NULL;
    surefoot_plants *plants = make_plants(60), *others = NULL;
    const surefoot_clip_view *view = NULL;
    const surefoot_plant *items = NULL;
    size_t count = 0, frames = 0;

    OK(surefoot_merge_plants(plants, plants, &others, &error));
    surefoot_plants_free(others);
    REFUSES_NULL(surefoot_merge_plants(NULL, plants, &others, &error));
    REFUSES_NULL(surefoot_merge_plants(plants, NULL, &others, &error));
    REFUSES_NULL(surefoot_merge_plants(plants, plants, NULL, &error));

    OK(surefoot_mirror_plants(plants, &others, &error));
    OK(surefoot_plants_get(others, &items, &count, &frames, &error));
    CHECK(items[0].point == SUREFOOT_POINT_RIGHT_ANKLE && items[0].position[0] == -0.11);
    surefoot_plants_free(others);
    REFUSES_NULL(surefoot_mirror_plants(NULL, &others, &error));
    REFUSES_NULL(surefoot_mirror_plants(plants, NULL, &error));

    double distance = 0;
    int32_t joint = -1;
    OK(surefoot_measure_asymmetry(skeleton, &distance, &joint, &error));
    CHECK(distance >= 0 && joint >= 0);
    OK(surefoot_measure_asymmetry(skeleton, &distance, NULL, &error));
    REFUSES_NULL(surefoot_measure_asymmetry(NULL, &distance, &joint, &error));
    REFUSES_NULL(surefoot_measure_asymmetry(skeleton, NULL, &joint, &error));
    surefoot_skeleton *symmetric = NULL;
    OK(surefoot_symmetric_skeleton(skeleton, &symmetric, &error));
    surefoot_skeleton_free(symmetric);
    REFUSES_NULL(surefoot_symmetric_skeleton(NULL, &symmetric, &error));
    REFUSES_NULL(surefoot_symmetric_skeleton(skeleton, NULL, &error));

    OK(surefoot_mirror_clip(skeleton, clip, &made, &error));
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_count == 60);
    surefoot_clip_free(made);
    REFUSES_NULL(surefoot_mirror_clip(NULL, clip, &made, &error));
    REFUSES_NULL(surefoot_mirror_clip(skeleton, NULL, &made, &error));
    REFUSES_NULL(surefoot_mirror_clip(skeleton, clip, NULL, &error));

    OK(surefoot_resample_clip(skeleton, clip, 60, &made, &error));
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_rate == 60 && view->frame_count >= 118);
    surefoot_clip_free(made);
    made = NULL;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_resample_clip(skeleton, clip, 0, &made, &error));
    REFUSES_NULL(surefoot_resample_clip(NULL, clip, 60, &made, &error));
    REFUSES_NULL(surefoot_resample_clip(skeleton, NULL, 60, &made, &error));
    REFUSES_NULL(surefoot_resample_clip(skeleton, clip, 60, NULL, &error));
    OK(surefoot_resample_plants(plants, clip, 60, &others, &error));
    OK(surefoot_plants_get(others, &items, &count, &frames, &error));
    CHECK(frames >= 118 && count == 2);
    surefoot_plants_free(others);
    REFUSES_NULL(surefoot_resample_plants(NULL, clip, 60, &others, &error));
    REFUSES_NULL(surefoot_resample_plants(plants, NULL, 60, &others, &error));
    REFUSES_NULL(surefoot_resample_plants(plants, clip, 60, NULL, &error));

    surefoot_warnings *warnings = NULL;
    OK(surefoot_check_clip(skeleton, clip, &warnings, &error));
    surefoot_warnings_free(warnings);
    REFUSES_NULL(surefoot_check_clip(NULL, clip, &warnings, &error));
    REFUSES_NULL(surefoot_check_clip(skeleton, NULL, &warnings, &error));
    REFUSES_NULL(surefoot_check_clip(skeleton, clip, NULL, &error));
    surefoot_plants_free(plants);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

void test_kinematics(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 7, 0);
    static double positions[7 * BODY_JOINTS * 3], matrices[7 * BODY_JOINTS * 16];
    const size_t position_count = 7 * BODY_JOINTS * 3, matrix_count = 7 * BODY_JOINTS * 16;
    OK(surefoot_world_positions(skeleton, clip, positions, position_count, &error));
    OK(surefoot_world_matrices(skeleton, clip, matrices, matrix_count, &error));
    /* Frame 0 stands straight: the left ankle is under the hip. */
    CHECK(fabs(positions[3 * 14] - 0.1) < 1e-12 && fabs(positions[3 * 14 + 1] - 0.1) < 1e-12);
    for (size_t i = 0; i < 7 * BODY_JOINTS; i++) {
        for (size_t axis = 0; axis < 3; axis++) {
            CHECK(fabs(matrices[16 * i + 4 * axis + 3] - positions[3 * i + axis]) < 1e-12);
        }
        CHECK(matrices[16 * i + 15] == 1);
    }
    REFUSES_NULL(surefoot_world_positions(NULL, clip, positions, position_count, &error));
    REFUSES_NULL(surefoot_world_positions(skeleton, NULL, positions, position_count, &error));
    REFUSES_NULL(surefoot_world_positions(skeleton, clip, NULL, position_count, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_world_positions(skeleton, clip, positions, 3, &error));
    REFUSES_NULL(surefoot_world_matrices(NULL, clip, matrices, matrix_count, &error));
    REFUSES_NULL(surefoot_world_matrices(skeleton, NULL, matrices, matrix_count, &error));
    REFUSES_NULL(surefoot_world_matrices(skeleton, clip, NULL, matrix_count, &error));
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_world_matrices(skeleton, clip, matrices, matrix_count + 1, &error));
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
