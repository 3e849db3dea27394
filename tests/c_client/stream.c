/* The streaming cleanup: as many frames come out as went in. */
#include "check.h"

void test_stream(void) {
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
