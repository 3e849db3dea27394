/* Soles: found in a skin, read back, given. */
#include "check.h"

enum { LEFT_FOOT = 14, LEFT_TOE = 15, RIGHT_FOOT = 18, CORNERS = 8 };

/* A box around the left foot, bound in the rest pose: 8 cm wide, from 6 cm behind the ankle to 20 cm before it. */
static surefoot_skin *make_boot(const surefoot_skeleton *skeleton, int32_t joint) {
    const double bind[16] = {1, 0, 0, -0.1, 0, 1, 0, -0.1, 0, 0, 1, 0, 0, 0, 0, 1};
    float positions[3 * CORNERS], normals[3 * CORNERS], weights[CORNERS];
    uint32_t offsets[CORNERS + 1], slots[CORNERS];
    for (uint32_t corner = 0; corner < CORNERS; corner++) {
        positions[3 * corner] = corner & 1 ? 0.14F : 0.06F;
        positions[3 * corner + 1] = corner & 4 ? 0.08F : 0.0F;
        positions[3 * corner + 2] = corner & 2 ? 0.2F : -0.06F;
        normals[3 * corner] = normals[3 * corner + 2] = 0;
        normals[3 * corner + 1] = corner & 4 ? 1.0F : -1.0F;
        weights[corner] = 1;
        slots[corner] = 0;
        offsets[corner] = corner;
    }
    offsets[CORNERS] = CORNERS;
    surefoot_skin_data data;
    memset(&data, 0, sizeof data);
    data.struct_size = sizeof data;
    data.name = "boot";
    data.vertex_count = CORNERS;
    data.positions = positions;
    data.normals = normals;
    data.slot_count = 1;
    data.slot_joints = &joint;
    data.inverse_binds = bind;
    data.influence_offsets = offsets;
    data.influence_count = CORNERS;
    data.influence_slots = slots;
    data.influence_weights = weights;
    surefoot_skin *skin = NULL;
    OK(surefoot_skin_create(skeleton, &data, &skin, &error));
    return skin;
}

static const surefoot_sole *soles_of(const surefoot_skeleton *skeleton) {
    const surefoot_skeleton_view *view = NULL;
    OK(surefoot_skeleton_get(skeleton, &view, &error));
    return view->soles;
}

static void test_vertices(const surefoot_skeleton *skeleton, const surefoot_skin *boot) {
    uint32_t vertices[3] = {9, 9, 9};
    size_t count = 0;
    int32_t by_height = 9;
    /* As many as fit, and how many there are. */
    OK(surefoot_sole_vertices(skeleton, boot, SUREFOOT_SIDE_LEFT, vertices, 2, &count, &by_height, &error));
    CHECK(count == 4 && vertices[0] == 0 && vertices[1] == 1 && vertices[2] == 9 && by_height == 0);
    OK(surefoot_sole_vertices(skeleton, boot, SUREFOOT_SIDE_RIGHT, NULL, 0, &count, NULL, &error));
    CHECK(count == 0);
    REFUSES_NULL(surefoot_sole_vertices(NULL, boot, 0, vertices, 2, &count, &by_height, &error));
    REFUSES_NULL(surefoot_sole_vertices(skeleton, NULL, 0, vertices, 2, &count, &by_height, &error));
    REFUSES_NULL(surefoot_sole_vertices(skeleton, boot, 0, NULL, 2, &count, &by_height, &error));
    REFUSES_NULL(surefoot_sole_vertices(skeleton, boot, 0, vertices, 2, NULL, &by_height, &error));
    EXPECT(SUREFOOT_ERROR_ARGUMENT,
           surefoot_sole_vertices(skeleton, boot, 2, vertices, 2, &count, &by_height, &error));
}

void test_soles(void) {
    surefoot_skeleton *skeleton = make_skeleton(), *shod = NULL, *given = NULL;
    surefoot_skin *boot = make_boot(skeleton, LEFT_FOOT);
    const surefoot_skin *skins[2] = {boot, NULL};
    CHECK(soles_of(skeleton)[0].foot == -1 && soles_of(skeleton)[1].foot == -1);
    surefoot_notes *notes = NULL;
    OK(surefoot_find_soles(skeleton, skins, 1, &shod, &notes, &error));
    const surefoot_note *items = NULL;
    size_t count = 9;
    OK(surefoot_notes_get(notes, &items, &count, &error));
    CHECK(count == 0);
    surefoot_notes_free(notes);
    test_vertices(skeleton, boot);
    const surefoot_sole *soles = soles_of(shod);
    CHECK(soles[0].foot == LEFT_FOOT && soles[0].front == LEFT_TOE && soles[1].foot == -1);
    CHECK(fabs(soles[0].heel[0]) < 1e-6 && fabs(soles[0].heel[1] + 0.1) < 1e-6);
    CHECK(fabs(soles[0].heel[2] + 0.06) < 1e-6 && fabs(soles[0].tip[2] - 0.06) < 1e-6);
    CHECK(fabs(soles[0].ankle_height - 0.1) < 1e-6 && fabs(soles[0].front_height - 0.02) < 1e-6);

    /* What was read back can be given, to other feet as well. */
    surefoot_sole both[2];
    memcpy(both, soles, sizeof both);
    both[1] = both[0];
    both[1].foot = both[1].front = RIGHT_FOOT;
    OK(surefoot_skeleton_with_soles(skeleton, both, &given, &error));
    CHECK(memcmp(soles_of(given), both, sizeof both) == 0);
    /* Roles that leave the feet where they are keep them, others do not. */
    surefoot_skeleton *other = NULL;
    OK(surefoot_skeleton_with_roles_text(given, "{\"neck\": null}", &other, &error));
    CHECK(memcmp(soles_of(other), both, sizeof both) == 0);
    surefoot_skeleton_free(other);
    OK(surefoot_skeleton_with_roles_text(given, "{\"left_toe\": null}", &other, &error));
    CHECK(soles_of(other)[0].foot == -1 && soles_of(other)[1].foot == RIGHT_FOOT);
    surefoot_skeleton_free(other);
    surefoot_skeleton_free(given);
    /* No skin, no sole. */
    OK(surefoot_find_soles(shod, NULL, 0, &given, NULL, &error));
    CHECK(soles_of(given)[0].foot == -1);
    surefoot_skeleton_free(given);
    given = NULL;
    OK(surefoot_find_soles(shod, skins, 1, NULL, NULL, &error));

    REFUSES_NULL(surefoot_find_soles(NULL, skins, 1, &given, NULL, &error));
    REFUSES_NULL(surefoot_find_soles(shod, NULL, 1, &given, NULL, &error));
    REFUSES_NULL(surefoot_find_soles(shod, skins, 2, &given, NULL, &error));
    REFUSES_NULL(surefoot_skeleton_with_soles(NULL, both, &given, &error));
    REFUSES_NULL(surefoot_skeleton_with_soles(skeleton, NULL, &given, &error));
    REFUSES_NULL(surefoot_skeleton_with_soles(skeleton, both, NULL, &error));
    both[1].foot = LEFT_FOOT;
    EXPECT(SUREFOOT_ERROR_ARGUMENT, surefoot_skeleton_with_soles(skeleton, both, &given, &error));
    both[1].foot = BODY_JOINTS;
    EXPECT(SUREFOOT_ERROR_SKELETON, surefoot_skeleton_with_soles(skeleton, both, &given, &error));
    both[1].foot = RIGHT_FOOT;
    both[1].heel[2] = NAN;
    EXPECT(SUREFOOT_ERROR_SKELETON, surefoot_skeleton_with_soles(skeleton, both, &given, &error));
    surefoot_skeleton_data small;
    memset(&small, 0, sizeof small);
    const char *const name = "only";
    const int32_t parent = -1;
    const double offset[3] = {0, 0, 0};
    small.struct_size = sizeof small;
    small.joint_count = 1;
    small.names = &name;
    small.parents = &parent;
    small.rest_offsets = offset;
    OK(surefoot_skeleton_create(&small, &other, &error));
    EXPECT(SUREFOOT_ERROR_INVALID, surefoot_find_soles(other, skins, 1, &given, NULL, &error));
    CHECK(given == NULL);
    surefoot_skeleton_free(other);
    surefoot_skin_free(boot);
    surefoot_skeleton_free(shod);
    surefoot_skeleton_free(skeleton);
}
