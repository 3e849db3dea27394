/* Streams: as many frames come out as went in, and one stream feeds the other. */
#include "check.h"

/* Plants of a live feed: a body that stands. */
static void test_plant_stream(void) {
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 90, 0);
    const surefoot_clip_view *view = NULL;
    OK(surefoot_clip_get(clip, &view, &error));
    surefoot_plant_stream *finder = NULL;
    surefoot_footskate_stream *cleaner = NULL;
    OK(surefoot_plant_stream_create(skeleton, 30, 0.2, NULL, &finder, &error));
    OK(surefoot_footskate_stream_create(skeleton, 30, NULL, NULL, &cleaner, &error));
    size_t delay = 0;
    int32_t is_gliding = 9;
    OK(surefoot_plant_stream_get(finder, &delay, &is_gliding, &error));
    CHECK(delay == 6 && is_gliding == 0);
    OK(surefoot_plant_stream_get(finder, NULL, NULL, &error));
    REFUSES_NULL(surefoot_plant_stream_get(NULL, &delay, &is_gliding, &error));

    surefoot_stream_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.joint_count = BODY_JOINTS;
    frame.rotations = view->rotations;
    const surefoot_streamed_plants *found = NULL;
    const surefoot_stream_frame *out = NULL;
    size_t given = 0, planted = 0;
    for (size_t i = 0; i < 60; i++) {
        memcpy(frame.root_position, view->root_positions, sizeof frame.root_position);
        OK(surefoot_plant_stream_push(finder, &frame, &found, &error));
        CHECK((found != NULL) == (i >= delay));
        if (found != NULL) {
            CHECK(found->frame == given && found->plant_count <= 4);
            for (size_t k = 0; k < found->plant_count; k++) {
                const int32_t point = found->plants[k].point;
                CHECK(point == SUREFOOT_POINT_LEFT_ANKLE || point == SUREFOOT_POINT_LEFT_TOE ||
                      point == SUREFOOT_POINT_RIGHT_ANKLE || point == SUREFOOT_POINT_RIGHT_TOE);
                CHECK(found->plants[k].has_position == 0);
            }
            planted += found->plant_count;
            given++;
            OK(surefoot_footskate_stream_push(cleaner, &frame, found->plants, found->plant_count, &out, &error));
        }
    }
    REFUSES_NULL(surefoot_plant_stream_push(NULL, &frame, &found, &error));
    REFUSES_NULL(surefoot_plant_stream_push(finder, NULL, &found, &error));
    REFUSES_NULL(surefoot_plant_stream_push(finder, &frame, NULL, &error));
    frame.joint_count = 3;
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_plant_stream_push(finder, &frame, &found, &error));
    frame.joint_count = BODY_JOINTS;
    frame.root_position[0] = INFINITY;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_plant_stream_push(finder, &frame, &found, &error));
    frame.root_position[0] = 0;
    REFUSES_NULL(surefoot_plant_stream_flush(NULL, &found, &error));
    REFUSES_NULL(surefoot_plant_stream_flush(finder, NULL, &error));
    for (;;) {
        OK(surefoot_plant_stream_flush(finder, &found, &error));
        if (found == NULL) {
            break;
        }
        planted += found->plant_count;
        given++;
    }
    CHECK(given == 60 && planted > 120);
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_plant_stream_push(finder, &frame, &found, &error));
    surefoot_plant_stream_free(finder);
    surefoot_plant_stream_free(NULL);
    surefoot_footskate_stream_free(cleaner);
    finder = NULL;
    REFUSES_NULL(surefoot_plant_stream_create(NULL, 30, 0.2, NULL, &finder, &error));
    REFUSES_NULL(surefoot_plant_stream_create(skeleton, 30, 0.2, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_plant_stream_create(skeleton, 30, 2.5, NULL, &finder, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_plant_stream_create(skeleton, 0, 0.2, NULL, &finder, &error));
    CHECK(finder == NULL);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}

void test_stream(void) {
    test_plant_stream();
    surefoot_skeleton *skeleton = make_skeleton();
    surefoot_clip *clip = make_clip(skeleton, 90, 0);
    const surefoot_clip_view *view = NULL;
    OK(surefoot_clip_get(clip, &view, &error));
    surefoot_footskate_stream *stream = NULL;
    OK(surefoot_footskate_stream_create(skeleton, 30, NULL, NULL, &stream, &error));
    size_t delay = 0, missed = 9;
    OK(surefoot_footskate_stream_get(stream, &delay, &missed, &error));
    CHECK(delay > 0 && missed == 0);
    OK(surefoot_footskate_stream_get(stream, NULL, NULL, &error));
    REFUSES_NULL(surefoot_footskate_stream_get(NULL, &delay, &missed, &error));

    surefoot_plant_state plant;
    memset(&plant, 0, sizeof plant);
    plant.point = SUREFOOT_POINT_LEFT_TOE;
    surefoot_stream_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.joint_count = BODY_JOINTS;
    const surefoot_stream_frame *out = NULL;
    size_t given = 0;
    for (size_t i = 0; i < view->frame_count; i++) {
        memcpy(frame.root_position, view->root_positions + 3 * i, sizeof frame.root_position);
        frame.rotations = view->rotations + 4 * BODY_JOINTS * i;
        OK(surefoot_footskate_stream_push(stream, &frame, &plant, i >= 31 && i < 58, &out, &error));
        CHECK((out != NULL) == (i >= delay));
        if (out != NULL) {
            CHECK(out->joint_count == BODY_JOINTS && fabs(out->root_position[1] - 0.95) < 0.2);
            CHECK(fabs(out->rotations[3]) <= 1 && out->translations[3 * 13 + 1] < 0);
            given++;
        }
    }
    REFUSES_NULL(surefoot_footskate_stream_push(NULL, &frame, &plant, 1, &out, &error));
    REFUSES_NULL(surefoot_footskate_stream_push(stream, NULL, &plant, 1, &out, &error));
    REFUSES_NULL(surefoot_footskate_stream_push(stream, &frame, NULL, 1, &out, &error));
    REFUSES_NULL(surefoot_footskate_stream_push(stream, &frame, &plant, 1, NULL, &error));
    frame.joint_count = 3;
    EXPECT(SUREFOOT_ERROR_LENGTH, surefoot_footskate_stream_push(stream, &frame, &plant, 1, &out, &error));
    frame.joint_count = BODY_JOINTS;
    frame.root_position[0] = INFINITY;
    EXPECT(SUREFOOT_ERROR_CLIP, surefoot_footskate_stream_push(stream, &frame, &plant, 1, &out, &error));
    frame.root_position[0] = 0;
    frame.rotations = NULL;
    REFUSES_NULL(surefoot_footskate_stream_push(stream, &frame, &plant, 1, &out, &error));
    frame.rotations = view->rotations;
    plant.point = -1;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_footskate_stream_push(stream, &frame, &plant, 1, &out, &error));
    REFUSES_NULL(surefoot_footskate_stream_flush(NULL, &out, &error));
    REFUSES_NULL(surefoot_footskate_stream_flush(stream, NULL, &error));
    for (;;) {
        OK(surefoot_footskate_stream_flush(stream, &out, &error));
        if (out == NULL) {
            break;
        }
        given++;
    }
    CHECK(given == view->frame_count);
    plant.point = SUREFOOT_POINT_LEFT_TOE;
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_footskate_stream_push(stream, &frame, &plant, 1, &out, &error));
    surefoot_footskate_stream_free(stream);
    surefoot_footskate_stream_free(NULL);
    stream = NULL;
    REFUSES_NULL(surefoot_footskate_stream_create(NULL, 30, NULL, NULL, &stream, &error));
    REFUSES_NULL(surefoot_footskate_stream_create(skeleton, 30, NULL, NULL, NULL, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_footskate_stream_create(skeleton, 1e300, NULL, NULL, &stream, &error));
    CHECK(stream == NULL);
    surefoot_clip_free(clip);
    surefoot_skeleton_free(skeleton);
}
