/* The character of the tests. */
#include "check.h"

static const char *const NAMES[BODY_JOINTS] = {
    "Hips",     "Spine",         "Neck",       "Head",         "LeftShoulder", "LeftArm",   "LeftForeArm",
    "LeftHand", "RightShoulder", "RightArm",   "RightForeArm", "RightHand",    "LeftUpLeg", "LeftLeg",
    "LeftFoot", "LeftToeBase",   "RightUpLeg", "RightLeg",     "RightFoot",
};
static const int32_t PARENTS[BODY_JOINTS] = {-1, 0, 1, 2, 1, 4, 5, 6, 1, 8, 9, 10, 0, 12, 13, 14, 0, 16, 17};
static const double OFFSETS[BODY_JOINTS][3] = {
    {0, 0.95, 0},  {0, 0.2, 0},      {0, 0.3, 0},   {0, 0.1, 0},   {0.05, 0.25, 0}, {0.12, 0, 0}, {0.28, 0, 0},
    {0.25, 0, 0},  {-0.05, 0.25, 0}, {-0.12, 0, 0}, {-0.28, 0, 0}, {-0.25, 0, 0},   {0.1, 0, 0},  {0, -0.43, 0},
    {0, -0.42, 0}, {0, -0.08, 0.14}, {-0.1, 0, 0},  {0, -0.43, 0}, {0, -0.42, 0},
};

surefoot_skeleton *make_skeleton(void) {
    static const int32_t site_joints[3] = {3, 15, 18};
    static const double site_offsets[9] = {0, 0.15, 0, 0, 0, 0.07, 0, -0.08, 0.2};
    surefoot_skeleton_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.joint_count = BODY_JOINTS;
    data.names = NAMES;
    data.parents = PARENTS;
    data.rest_offsets = &OFFSETS[0][0];
    data.end_site_count = 3;
    data.end_site_joints = site_joints;
    data.end_site_offsets = site_offsets;
    surefoot_skeleton *skeleton = NULL;
    OK(surefoot_skeleton_create(&data, &skeleton, &error));
    return skeleton;
}

/* Turns a joint about x. */
static void turn_x(double *rotation, double angle) {
    rotation[0] = sin(angle / 2);
    rotation[3] = cos(angle / 2);
}

surefoot_clip *make_clip(const surefoot_skeleton *skeleton, size_t frame_count, double phase) {
    double *rotations = (double *)calloc(frame_count * BODY_JOINTS * 4 + 1, sizeof(double));
    double *roots = (double *)calloc(frame_count * 3 + 1, sizeof(double));
    for (size_t frame = 0; frame < frame_count; frame++) {
        double *pose = rotations + frame * BODY_JOINTS * 4;
        for (size_t joint = 0; joint < BODY_JOINTS; joint++) {
            pose[4 * joint + 3] = 1;
        }
        /* A step a second: one knee rises while the other leg stands. */
        const double time = (double)frame / 30 + phase;
        for (int side = 0; side < 2; side++) {
            const double lift = fmax(0, sin(3.14159265 * time + side * 3.14159265));
            double *thigh = pose + 4 * (side ? 16 : 12);
            turn_x(thigh, -0.9 * lift);
            turn_x(thigh + 4, 1.5 * lift);
            turn_x(thigh + 8, -0.6 * lift);
        }
        roots[3 * frame] = 0.02 * sin(2 * time);
        roots[3 * frame + 1] = 0.95;
        roots[3 * frame + 2] = 0.04 * time;
    }
    surefoot_clip_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.name = "steps";
    data.frame_rate = 30;
    data.frame_count = frame_count;
    data.rotations = rotations;
    data.root_positions = roots;
    surefoot_clip *clip = NULL;
    OK(surefoot_clip_create(skeleton, &data, &clip, &error));
    free(rotations);
    free(roots);
    return clip;
}

surefoot_plants *make_plants(size_t frame_count) {
    surefoot_plant items[2];
    memset(items, 0, sizeof items);
    items[0].point = SUREFOOT_POINT_LEFT_TOE;
    items[0].first = frame_count / 2;
    items[0].end = frame_count / 2 + 20;
    items[0].confidence = 1;
    items[1].point = SUREFOOT_POINT_LEFT_ANKLE;
    items[1].has_position = 1;
    items[1].first = 2;
    items[1].end = 9;
    items[1].confidence = 0.5;
    items[1].position[0] = 0.11;
    items[1].position[1] = 0.1;
    surefoot_plants *plants = NULL;
    OK(surefoot_plants_create(frame_count, items, 2, &plants, &error));
    return plants;
}
