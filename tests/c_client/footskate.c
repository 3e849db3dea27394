/* Plants found, feet held, slides measured, small edits. */
#include "check.h"

static void test_detect(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_detect_plants_options options;
    OK(surefoot_detect_plants_default_options(&options, sizeof options, &error));
    CHECK(options.struct_size == sizeof options && options.still_speed == 0.15 && options.fit_fault == 1);
    REFUSES_NULL(surefoot_detect_plants_default_options(NULL, sizeof options, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_detect_plants_default_options(&options, 0, &error));
    surefoot_plants *plants = NULL, *conveyor_plants = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_detect_plants(skeleton, clip, NULL, &options, &plants, &conveyor_plants, &report, &error));
    const surefoot_plant *items = NULL;
    size_t count = 0;
    OK(surefoot_plants_get(plants, &items, &count, NULL, &error));
    CHECK(count > 0 && count_at(report, "plant_figures") == count && number_at(report, "plants") == (double)count);
    CHECK(number_at(report, "leg_length") > 0.7 && number_at(report, "leg_length") < 1);
    CHECK(number_at(report, "planted_share") > 0);
    for (size_t i = 0; i < count_at(report, "touches"); i++) {
        char first[32], end[32];
        snprintf(first, sizeof first, "touches.%u.first", (unsigned)i);
        snprintf(end, sizeof end, "touches.%u.end", (unsigned)i);
        CHECK(number_at(report, first) < number_at(report, end));
    }
    /* The floor does not move here. */
    size_t moving = 99;
    OK(surefoot_plants_get(conveyor_plants, &items, &moving, NULL, &error));
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_report_count(report, "conveyor", &count, &error));
    CHECK(moving == 0);
    surefoot_plants_free(plants);
    surefoot_plants_free(conveyor_plants);
    surefoot_report_free(report);

    const double normal[3] = {0, 1, 0};
    surefoot_ground *ground = NULL;
    OK(surefoot_ground_create_plane(normal, 0, &ground, &error));
    OK(surefoot_detect_plants(skeleton, clip, ground, NULL, &plants, NULL, NULL, &error));
    surefoot_plants_free(plants);
    surefoot_ground_free(ground);
    plants = NULL;
    REFUSES_NULL(surefoot_detect_plants(NULL, clip, NULL, NULL, &plants, NULL, NULL, &error));
    REFUSES_NULL(surefoot_detect_plants(skeleton, NULL, NULL, NULL, &plants, NULL, NULL, &error));
    REFUSES_NULL(surefoot_detect_plants(skeleton, clip, NULL, NULL, NULL, NULL, NULL, &error));
    options.still_speed = NAN;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_detect_plants(skeleton, clip, NULL, &options, &plants, NULL, NULL, &error));
    CHECK(plants == NULL);
}

static void test_remove(const surefoot_skeleton *skeleton, const surefoot_clip *clip, const surefoot_plants *plants) {
    surefoot_remove_footskate_options options;
    OK(surefoot_remove_footskate_default_options(&options, sizeof options, &error));
    CHECK(options.method == SUREFOOT_FOOTSKATE_METHOD_LIMBS && options.rounds == 8 && options.max_stretch == 0.03);
    REFUSES_NULL(surefoot_remove_footskate_default_options(NULL, sizeof options, &error));
    surefoot_clip *cleaned = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_remove_footskate(skeleton, clip, plants, NULL, &options, &cleaned, &report, &error));
    CHECK(number_at(report, "after.slide_mean") < 0.2 * number_at(report, "before.slide_mean"));
    CHECK(number_at(report, "changed_frames") > 0 && number_at(report, "path_ratio") == 1);
    CHECK(number_at(report, "before.slides.1.plants") == 1 && is_text_at(report, "before.ground.of", "plants"));
    surefoot_report_free(report);

    surefoot_report *measured = NULL;
    OK(surefoot_measure_footskate(skeleton, cleaned, plants, NULL, clip, &measured, &error));
    CHECK(number_at(measured, "pose_change_max") > 0);
    surefoot_report_free(measured);
    /* The right foot of this body has no toe. */
    measured = NULL;
    EXPECT(SUREFOOT_ERROR_NO_VALUE, surefoot_published_scores(skeleton, clip, plants, NULL, &measured, &error));
    REFUSES_NULL(surefoot_published_scores(NULL, clip, plants, NULL, &measured, &error));
    REFUSES_NULL(surefoot_published_scores(skeleton, NULL, plants, NULL, &measured, &error));
    REFUSES_NULL(surefoot_published_scores(skeleton, clip, NULL, NULL, &measured, &error));
    REFUSES_NULL(surefoot_published_scores(skeleton, clip, plants, NULL, NULL, &error));
    surefoot_plants *short_plants = make_plants(60);
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_published_scores(skeleton, clip, short_plants, NULL, &measured, &error));
    surefoot_plants_free(short_plants);
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

    surefoot_report *report = NULL;
    surefoot_mirror_clip_options mirror;
    OK(surefoot_mirror_clip_default_options(&mirror, sizeof mirror, &error));
    CHECK(mirror.struct_size == sizeof mirror);
    REFUSES_NULL(surefoot_mirror_clip_default_options(NULL, sizeof mirror, &error));
    OK(surefoot_mirror_clip(skeleton, clip, &mirror, &made, &report, &error));
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_count == 60 && fabs(number_at(report, "asymmetry") - distance) < 1e-12);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    OK(surefoot_mirror_clip(skeleton, clip, NULL, &made, NULL, &error));
    surefoot_clip_free(made);
    made = NULL;
    REFUSES_NULL(surefoot_mirror_clip(NULL, clip, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_mirror_clip(skeleton, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_mirror_clip(skeleton, clip, NULL, NULL, NULL, &error));

    surefoot_resample_clip_options resample;
    OK(surefoot_resample_clip_default_options(&resample, sizeof resample, &error));
    REFUSES_NULL(surefoot_resample_clip_default_options(NULL, sizeof resample, &error));
    resample.frame_rate = 60;
    OK(surefoot_resample_clip(skeleton, clip, &resample, &made, &report, &error));
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_rate == 60 && view->frame_count >= 118 && number_at(report, "frame_rate_before") == 30);
    CHECK(number_at(report, "frames_after") == (double)view->frame_count);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    resample.frame_rate = 0;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_resample_clip(skeleton, clip, &resample, &made, NULL, &error));
    REFUSES_NULL(surefoot_resample_clip(NULL, clip, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_resample_clip(skeleton, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_resample_clip(skeleton, clip, NULL, NULL, NULL, &error));
    OK(surefoot_resample_plants(plants, clip, 60, &others, &error));
    OK(surefoot_plants_get(others, &items, &count, &frames, &error));
    CHECK(frames >= 118 && count == 2);
    surefoot_plants_free(others);
    REFUSES_NULL(surefoot_resample_plants(NULL, clip, 60, &others, &error));
    REFUSES_NULL(surefoot_resample_plants(plants, NULL, 60, &others, &error));
    REFUSES_NULL(surefoot_resample_plants(plants, clip, 60, NULL, &error));

    surefoot_trim_clip_options trim;
    OK(surefoot_trim_clip_default_options(&trim, sizeof trim, &error));
    REFUSES_NULL(surefoot_trim_clip_default_options(NULL, sizeof trim, &error));
    trim.first = 4;
    trim.count = 40;
    OK(surefoot_trim_clip(skeleton, clip, &trim, &made, &report, &error));
    OK(surefoot_clip_get(made, &view, &error));
    CHECK(view->frame_count == 40 && number_at(report, "frames_after") == 40);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    OK(surefoot_trim_plants(plants, &trim, &others, &error));
    OK(surefoot_plants_get(others, &items, &count, &frames, &error));
    CHECK(frames == 40 && count == 2 && items[0].first == 0 && items[0].end == 5);
    surefoot_plants_free(others);
    others = NULL;
    trim.first = 60;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_trim_clip(skeleton, clip, &trim, &made, NULL, &error));
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_trim_plants(plants, &trim, &others, &error));
    REFUSES_NULL(surefoot_trim_clip(NULL, clip, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_trim_clip(skeleton, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_trim_clip(skeleton, clip, NULL, NULL, NULL, &error));
    REFUSES_NULL(surefoot_trim_plants(NULL, &trim, &others, &error));
    REFUSES_NULL(surefoot_trim_plants(plants, NULL, NULL, &error));
    CHECK(made == NULL && others == NULL);

    surefoot_check_clip_options check;
    OK(surefoot_check_clip_default_options(&check, sizeof check, &error));
    REFUSES_NULL(surefoot_check_clip_default_options(NULL, sizeof check, &error));
    OK(surefoot_check_clip(skeleton, clip, &check, &report, &error));
    const surefoot_note *found = NULL;
    OK(surefoot_report_notes(report, &found, &count, &error));
    CHECK(count == 0 && is_text_at(report, "summary", "nothing unusual"));
    surefoot_report_free(report);
    report = NULL;
    REFUSES_NULL(surefoot_check_clip(NULL, clip, NULL, &report, &error));
    REFUSES_NULL(surefoot_check_clip(skeleton, NULL, NULL, &report, &error));
    REFUSES_NULL(surefoot_check_clip(skeleton, clip, NULL, NULL, &error));
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
