/* How well a character keeps its balance. */
#include "check.h"

enum { RIGHT_HAND = 11, FRAMES = 60 };

static double mean_left(const surefoot_balance *balance) {
    const surefoot_balance_view *view = NULL;
    OK(surefoot_balance_get(balance, &view, &error));
    double sum = 0;
    size_t count = 0;
    for (size_t frame = 0; frame < view->frame_count; frame++) {
        if (!isnan(view->left_shares[frame])) {
            sum += view->left_shares[frame];
            count++;
        }
    }
    CHECK(count > 0);
    return count > 0 ? sum / (double)count : 0;
}

static void test_views(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_balance *balance = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_measure_balance(skeleton, clip, NULL, 0, NULL, NULL, &balance, &report, &error));
    const surefoot_balance_view *view = NULL;
    OK(surefoot_balance_get(balance, &view, &error));
    CHECK(view->frame_count == FRAMES);
    CHECK(view->area_first[0] == 0 && view->area_first[FRAMES] == view->corner_count);
    size_t judged = 0;
    for (size_t frame = 0; frame < FRAMES; frame++) {
        judged += view->is_judged[frame];
        CHECK(view->centres[3 * frame + 1] > 0.7 && view->centres[3 * frame + 1] < 1.2);
        CHECK(fabs(view->plane_normals[3 * frame + 1] - 1) < 1e-9);
        CHECK(view->area_first[frame] <= view->area_first[frame + 1]);
        /* The point lies on the plane of what carries the body. */
        const double height = view->zero_moment_points[3 * frame + 1];
        CHECK(isnan(height) || fabs(height - view->plane_points[3 * frame + 1]) < 1e-9);
        CHECK(isnan(height) == isnan(view->zero_moment_points[3 * frame]));
    }
    CHECK(judged > 0 && (double)judged == number_at(report, "frames"));
    CHECK(number_at(report, "outside.mean") >= 0 && number_at(report, "inside") <= number_at(report, "within_2cm"));
    CHECK(is_text_at(report, "mass_source", "table"));
    double mass = 0;
    for (size_t i = 0; i < view->segment_count; i++) {
        mass += view->segments[i].mass;
        CHECK(view->segments[i].name[0] != '\0' && view->segments[i].joint < BODY_JOINTS);
        CHECK(view->segments[i].inertia[1] == view->segments[i].inertia[3]);
    }
    CHECK(fabs(mass - number_at(report, "mass")) < 1e-9 && mass > 20);
    /* The same masses, given: the same centre of mass. */
    surefoot_balance_scene scene;
    memset(&scene, 0, sizeof scene);
    scene.struct_size = sizeof scene;
    scene.segment_count = view->segment_count;
    scene.segments = view->segments;
    surefoot_balance *same = NULL;
    OK(surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &same, NULL, &error));
    const surefoot_balance_view *again = NULL;
    OK(surefoot_balance_get(same, &again, &error));
    CHECK(memcmp(again->centres, view->centres, 3 * FRAMES * sizeof(double)) == 0);
    surefoot_balance_free(same);
    surefoot_report_free(report);
    REFUSES_NULL(surefoot_balance_get(NULL, &view, &error));
    REFUSES_NULL(surefoot_balance_get(balance, NULL, &error));
    surefoot_balance_free(balance);
    surefoot_balance_free(NULL);
}

static void test_scene(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_plants *plants = make_plants(FRAMES);
    surefoot_ground *ground = NULL;
    const double up[3] = {0, 1, 0};
    OK(surefoot_ground_create_plane(up, 0, &ground, &error));
    surefoot_load load;
    memset(&load, 0, sizeof load);
    load.joint = RIGHT_HAND;
    load.mass = 12;
    surefoot_balance_scene scene;
    memset(&scene, 0, sizeof scene);
    scene.struct_size = sizeof scene;
    scene.plants = plants;
    scene.ground = ground;
    surefoot_balance *free_hands = NULL, *loaded = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &free_hands, NULL, &error));
    scene.loads = &load;
    scene.load_count = 1;
    OK(surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &loaded, &report, &error));
    CHECK(number_at(report, "carried") == 12);
    CHECK(mean_left(loaded) < mean_left(free_hands));
    surefoot_report_free(report);
    surefoot_balance_free(free_hands);
    surefoot_balance_free(loaded);

    surefoot_balance *none = NULL;
    load.mass = -1;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    load.mass = 12;
    load.offset[1] = NAN;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    load.offset[1] = 0;
    load.joint = -1;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    scene.loads = NULL;
    REFUSES_NULL(surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    scene.load_count = 0;
    surefoot_mass_segment segment;
    memset(&segment, 0, sizeof segment);
    scene.segments = &segment;
    scene.segment_count = 1;
    EXPECT(SUREFOOT_ERROR_INVALID,
           surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    segment.mass = 60;
    OK(surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, &report, &error));
    CHECK(number_at(report, "mass") == 60);
    surefoot_report_free(report);
    surefoot_balance_free(none);
    none = NULL;
    scene.struct_size = 3;
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_measure_balance(skeleton, clip, NULL, 0, &scene, NULL, &none, NULL, &error));
    CHECK(none == NULL);
    surefoot_plants_free(plants);
    surefoot_ground_free(ground);
}

static int32_t stop(double share, void *user) {
    (void)share;
    (void)user;
    return 1;
}

static void test_correction(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_load load;
    memset(&load, 0, sizeof load);
    load.joint = RIGHT_HAND;
    load.mass = 12;
    surefoot_balance_scene scene;
    memset(&scene, 0, sizeof scene);
    scene.struct_size = sizeof scene;
    scene.loads = &load;
    scene.load_count = 1;
    surefoot_balance_original original;
    memset(&original, 0, sizeof original);
    original.struct_size = sizeof original;
    original.skeleton = skeleton;
    original.clip = clip;
    surefoot_correct_balance_options options;
    OK(surefoot_correct_balance_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_correct_balance_default_options(NULL, sizeof options, &error));
    options.mode = SUREFOOT_BALANCE_MODE_KEEP;
    surefoot_clip *made = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_correct_balance(skeleton, clip, NULL, 0, &scene, &original, NULL, &options, NULL, NULL, &made,
                                &report, &error));
    CHECK(number_at(report, "off_path_after") < 0.5 * number_at(report, "off_path_before"));
    CHECK(number_at(report, "moved.ankle_moved_max") < 1e-9);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    EXPECT(SUREFOOT_ERROR_CANCELLED, surefoot_correct_balance(skeleton, clip, NULL, 0, &scene, &original, NULL,
                                                              &options, stop, NULL, &made, NULL, &error));
    original.clip = NULL;
    REFUSES_NULL(surefoot_correct_balance(skeleton, clip, NULL, 0, NULL, &original, NULL, NULL, NULL, NULL, &made,
                                          NULL, &error));
    original.clip = clip;
    original.struct_size = 5;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_correct_balance(skeleton, clip, NULL, 0, NULL, &original, NULL, NULL,
                                                             NULL, NULL, &made, NULL, &error));
    options.max_rounds = 0;
    EXPECT(SUREFOOT_ERROR_OPTION, surefoot_correct_balance(skeleton, clip, NULL, 0, NULL, NULL, NULL, &options, NULL,
                                                           NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_correct_balance(NULL, clip, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_correct_balance(skeleton, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_correct_balance(skeleton, clip, NULL, 1, NULL, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(
        surefoot_correct_balance(skeleton, clip, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error));
    CHECK(made == NULL);
}

static void test_flight(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_correct_flight_options options;
    OK(surefoot_correct_flight_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_correct_flight_default_options(NULL, sizeof options, &error));
    surefoot_clip *made = NULL;
    surefoot_report *report = NULL;
    OK(surefoot_correct_flight(skeleton, clip, NULL, 0, NULL, NULL, &options, NULL, NULL, &made, &report, &error));
    CHECK(number_at(report, "frames_before") == FRAMES);
    surefoot_report_free(report);
    surefoot_clip_free(made);
    made = NULL;
    options.gravity = 0;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_correct_flight(skeleton, clip, NULL, 0, NULL, NULL, &options, NULL, NULL, &made, NULL, &error));
    EXPECT(SUREFOOT_ERROR_CANCELLED,
           surefoot_correct_flight(skeleton, clip, NULL, 0, NULL, NULL, NULL, stop, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_correct_flight(NULL, clip, NULL, 0, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_correct_flight(skeleton, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_correct_flight(skeleton, clip, NULL, 1, NULL, NULL, NULL, NULL, NULL, &made, NULL, &error));
    REFUSES_NULL(surefoot_correct_flight(skeleton, clip, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, &error));
    CHECK(made == NULL);
}

static void test_evaluation(const surefoot_skeleton *skeleton, const surefoot_clip *clip) {
    surefoot_balance_original original;
    memset(&original, 0, sizeof original);
    original.struct_size = sizeof original;
    original.skeleton = skeleton;
    original.clip = clip;
    surefoot_balance_case walk;
    memset(&walk, 0, sizeof walk);
    walk.name = "walk";
    walk.original = &original;
    walk.adapted = &original;
    surefoot_evaluate_balance_options options;
    OK(surefoot_evaluate_balance_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_evaluate_balance_default_options(NULL, sizeof options, &error));
    options.draws = 1;
    surefoot_report *report = NULL;
    OK(surefoot_evaluate_balance(&walk, 1, &options, NULL, NULL, &report, &error));
    CHECK(number_at(report, "original.outside.mean") == number_at(report, "adapted.outside.mean"));
    surefoot_report_free(report);
    report = NULL;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_evaluate_balance(&walk, 0, NULL, NULL, NULL, &report, &error));
    EXPECT(SUREFOOT_ERROR_CANCELLED, surefoot_evaluate_balance(&walk, 1, NULL, stop, NULL, &report, &error));
    REFUSES_NULL(surefoot_evaluate_balance(NULL, 1, NULL, NULL, NULL, &report, &error));
    REFUSES_NULL(surefoot_evaluate_balance(&walk, 1, NULL, NULL, NULL, NULL, &error));
    walk.original = NULL;
    REFUSES_NULL(surefoot_evaluate_balance(&walk, 1, NULL, NULL, NULL, &report, &error));
    walk.original = &original;
    walk.name = NULL;
    REFUSES_NULL(surefoot_evaluate_balance(&walk, 1, NULL, NULL, NULL, &report, &error));
    CHECK(report == NULL);
}

void test_balance(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, FRAMES, 0);
    test_views(skeleton, clip);
    test_scene(skeleton, clip);
    test_correction(skeleton, clip);
    test_flight(skeleton, clip);
    test_evaluation(skeleton, clip);
    surefoot_measure_balance_options options;
    OK(surefoot_measure_balance_default_options(&options, sizeof options, &error));
    REFUSES_NULL(surefoot_measure_balance_default_options(NULL, sizeof options, &error));
    surefoot_balance *balance = NULL;
    options.mass = -1;
    EXPECT(SUREFOOT_ERROR_OPTION,
           surefoot_measure_balance(skeleton, clip, NULL, 0, NULL, &options, &balance, NULL, &error));
    REFUSES_NULL(surefoot_measure_balance(NULL, clip, NULL, 0, NULL, NULL, &balance, NULL, &error));
    REFUSES_NULL(surefoot_measure_balance(skeleton, NULL, NULL, 0, NULL, NULL, &balance, NULL, &error));
    REFUSES_NULL(surefoot_measure_balance(skeleton, clip, NULL, 1, NULL, NULL, &balance, NULL, &error));
    REFUSES_NULL(surefoot_measure_balance(skeleton, clip, NULL, 0, NULL, NULL, NULL, NULL, &error));
    CHECK(balance == NULL);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
