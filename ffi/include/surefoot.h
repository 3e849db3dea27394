/* Surefoot: character animation that stands on its feet. The C API, made from ffi/src by ffi/tests/header.rs: do not
 * edit. Conventions in full: docs/c-api.md. In short:
 *
 * - Metres, seconds, radians; right-handed, Y up; quaternions x y z w. Texts and paths are UTF-8.
 * - Functions return a surefoot_status: SUREFOOT_OK, or why not. The last argument, a surefoot_error or NULL, is written
 *   on failure only, every other output on success only.
 * - Handles are opaque and never change once made, streams apart: any number of threads may use one at the same time.
 *   What a function makes (surefoot_x ** out) the caller frees with surefoot_x_free; freeing NULL is fine.
 * - Arrays that go in are copied. Views that come out (const pointers) live until the handle they came from is freed.
 * - A struct with struct_size takes sizeof of itself there. Options may be NULL: the defaults. */

#ifndef SUREFOOT_H
#define SUREFOOT_H

#include <stddef.h>
#include <stdint.h>

/* Version of this header; surefoot_version() tells that of the library. */
#define SUREFOOT_VERSION "0.1.0"
#define SUREFOOT_VERSION_MAJOR 0
#define SUREFOOT_VERSION_MINOR 1
#define SUREFOOT_VERSION_PATCH 0

// Length of surefoot_error.message, with the zero at its end.
#define SUREFOOT_MESSAGE_SIZE 1024

// Length of surefoot_error.joint, with the zero at its end.
#define SUREFOOT_JOINT_SIZE 256

// What a function returns. Numbers never change their meaning; later versions may add some, so treat any number you
// do not know as a failure.
enum surefoot_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The call did what it says and wrote its outputs.
    SUREFOOT_OK = 0,
    // A pointer that must not be NULL is; the message names the parameter.
    SUREFOOT_ERROR_NULL = 1,
    // An argument cannot be meant: a number that is no constant of its kind, an index out of range, a text that is not
    // UTF-8, a wrong struct_size.
    SUREFOOT_ERROR_ARGUMENT = 2,
    // A fault inside the library. The handles that went in are as they were.
    SUREFOOT_ERROR_PANIC = 3,
    // The progress callback asked to stop.
    SUREFOOT_ERROR_CANCELLED = 4,
    // A file could not be opened, read, written or renamed.
    SUREFOOT_ERROR_FILE = 5,
    // A file's content is not valid for its format.
    SUREFOOT_ERROR_FORMAT = 6,
    // The format, or this variety of it, is not supported for what was asked.
    SUREFOOT_ERROR_UNSUPPORTED = 7,
    // A skeleton breaks a rule; the error names the joint.
    SUREFOOT_ERROR_SKELETON = 8,
    // A clip breaks a rule; the error names joint and frame.
    SUREFOOT_ERROR_CLIP = 9,
    // Arrays, clips or plants whose lengths must agree do not.
    SUREFOOT_ERROR_LENGTH = 10,
    // A value of a mesh, ground, plant or graph is out of its domain.
    SUREFOOT_ERROR_INVALID = 11,
    // No joint of that name exists.
    SUREFOOT_ERROR_UNKNOWN_JOINT = 12,
    // Joint roles that the operation needs were not found; give them with surefoot_skeleton_with_roles.
    SUREFOOT_ERROR_MISSING_ROLES = 13,
    // An option lies outside its range or is not a number.
    SUREFOOT_ERROR_OPTION = 14,
    // Any other failure; the message tells.
    SUREFOOT_ERROR_OTHER = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_status surefoot_status;
#else
typedef int32_t surefoot_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Which part of the body a joint is. The numbers run through the left side before the right.
enum surefoot_role
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // No role.
    SUREFOOT_ROLE_NONE = -1,
    SUREFOOT_ROLE_PELVIS = 0,
    // Several joints may be spine.
    SUREFOOT_ROLE_SPINE = 1,
    // Several joints may be neck.
    SUREFOOT_ROLE_NECK = 2,
    SUREFOOT_ROLE_HEAD = 3,
    SUREFOOT_ROLE_LEFT_CLAVICLE = 4,
    SUREFOOT_ROLE_LEFT_UPPER_ARM = 5,
    SUREFOOT_ROLE_LEFT_FOREARM = 6,
    SUREFOOT_ROLE_LEFT_HAND = 7,
    SUREFOOT_ROLE_LEFT_THIGH = 8,
    SUREFOOT_ROLE_LEFT_SHIN = 9,
    SUREFOOT_ROLE_LEFT_FOOT = 10,
    SUREFOOT_ROLE_LEFT_TOE = 11,
    SUREFOOT_ROLE_RIGHT_CLAVICLE = 12,
    SUREFOOT_ROLE_RIGHT_UPPER_ARM = 13,
    SUREFOOT_ROLE_RIGHT_FOREARM = 14,
    SUREFOOT_ROLE_RIGHT_HAND = 15,
    SUREFOOT_ROLE_RIGHT_THIGH = 16,
    SUREFOOT_ROLE_RIGHT_SHIN = 17,
    SUREFOOT_ROLE_RIGHT_FOOT = 18,
    SUREFOOT_ROLE_RIGHT_TOE = 19,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_role surefoot_role;
#else
typedef int32_t surefoot_role;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A point of the body that can be planted. The numbers run through the left side before the right.
enum surefoot_point
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The ankle joint.
    SUREFOOT_POINT_LEFT_ANKLE = 0,
    // The heel's point of the sole.
    SUREFOOT_POINT_LEFT_HEEL = 1,
    // The toe joint, the ball of the foot.
    SUREFOOT_POINT_LEFT_TOE = 2,
    // The tip of the toe, a point of the sole.
    SUREFOOT_POINT_LEFT_TOE_TIP = 3,
    SUREFOOT_POINT_LEFT_WRIST = 4,
    SUREFOOT_POINT_LEFT_FINGERTIPS = 5,
    SUREFOOT_POINT_RIGHT_ANKLE = 6,
    SUREFOOT_POINT_RIGHT_HEEL = 7,
    SUREFOOT_POINT_RIGHT_TOE = 8,
    SUREFOOT_POINT_RIGHT_TOE_TIP = 9,
    SUREFOOT_POINT_RIGHT_WRIST = 10,
    SUREFOOT_POINT_RIGHT_FINGERTIPS = 11,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_point surefoot_point;
#else
typedef int32_t surefoot_point;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A file format.
enum surefoot_format
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    SUREFOOT_FORMAT_BVH = 0,
    SUREFOOT_FORMAT_FBX = 1,
    // Text glTF with its buffers inline or beside it.
    SUREFOOT_FORMAT_GLTF = 2,
    SUREFOOT_FORMAT_GLB = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_format surefoot_format;
#else
typedef int32_t surefoot_format;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// The axis that points up in a file.
enum surefoot_up_axis
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // What the file says or the body suggests.
    SUREFOOT_UP_AXIS_FROM_FILE = -1,
    SUREFOOT_UP_AXIS_X = 0,
    SUREFOOT_UP_AXIS_Y = 1,
    SUREFOOT_UP_AXIS_Z = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_up_axis surefoot_up_axis;
#else
typedef int32_t surefoot_up_axis;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Where a file's unit of length came from.
enum surefoot_unit_origin
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The format fixes it (glTF: metres).
    SUREFOOT_UNIT_STANDARD = 0,
    // The file states it (FBX).
    SUREFOOT_UNIT_DECLARED = 1,
    // Guessed from the size of the body (BVH).
    SUREFOOT_UNIT_ESTIMATED = 2,
    // The caller gave it.
    SUREFOOT_UNIT_GIVEN = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_unit_origin surefoot_unit_origin;
#else
typedef int32_t surefoot_unit_origin;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// What surefoot_remove_footskate moves to keep planted points in place.
enum surefoot_footskate_method
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Legs and arms are bent to the plants.
    SUREFOOT_FOOTSKATE_METHOD_LIMBS = 0,
    // The root's path alone is changed.
    SUREFOOT_FOOTSKATE_METHOD_ROOT = 1,
    // The body hangs on the foot that carries it; the landing leg is bent to the ground.
    SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_footskate_method surefoot_footskate_method;
#else
typedef int32_t surefoot_footskate_method;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How the method limbs finds the motion between plants.
enum surefoot_footskate_solver
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // Sees the whole clip.
    SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES = 0,
    // Looks a fixed time ahead, as a stream does.
    SUREFOOT_FOOTSKATE_SOLVER_WINDOWED = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_footskate_solver surefoot_footskate_solver;
#else
typedef int32_t surefoot_footskate_solver;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A sampled motion on one skeleton. Made once, never changed.
typedef struct surefoot_clip surefoot_clip;

// What surefoot_detect_plants found besides the plants.
typedef struct surefoot_detect_plants_report surefoot_detect_plants_report;

// A file that was read, and what is needed to write edited clips back into a copy of it. Never changed.
typedef struct surefoot_document surefoot_document;

// What the feet stand on: a plane, a height field or a triangle mesh. Never changed.
typedef struct surefoot_ground surefoot_ground;

// Plants of one clip: sorted by first frame, those of one point disjoint, all inside the clip. Never changed.
typedef struct surefoot_plants surefoot_plants;

// What surefoot_remove_footskate did.
typedef struct surefoot_remove_footskate_report surefoot_remove_footskate_report;

// The joints of a character. Made once, never changed.
typedef struct surefoot_skeleton surefoot_skeleton;

// A mesh and how it follows the joints. Made once, never changed.
typedef struct surefoot_skin surefoot_skin;

// A text made by the library.
typedef struct surefoot_text surefoot_text;

// A list of warnings.
typedef struct surefoot_warnings surefoot_warnings;

// What a caller may override when reading; start from surefoot_read_default_options.
typedef struct surefoot_read_options {
    // sizeof(surefoot_read_options).
    size_t struct_size;
    // Metres per file unit; 0, the default: what the file says or the body suggests.
    double unit_metres;
    // Frames per second at which curves are sampled (FBX, glTF) or that the frame time is taken to mean (BVH); 0, the
    // default: the file's own.
    double frame_rate;
    // A SUREFOOT_UP_AXIS_ number; SUREFOOT_UP_AXIS_FROM_FILE, -1, is the default.
    int32_t up_axis;
    // 0.
    int32_t reserved;
} surefoot_read_options;

// Why a call failed. Every function that can fail takes a pointer to one as its last argument, or NULL; it is written
// on failure only. Longer texts are cut at a whole character.
typedef struct surefoot_error {
    // The number that the function returned.
    surefoot_status code;
    // Keeps the next field at an even place; 0.
    int32_t reserved;
    // The frame it is about, counted from 0; -1 if none.
    int64_t frame;
    // The joint it is about; empty if none.
    char joint[SUREFOOT_JOINT_SIZE];
    // A sentence for people, UTF-8: which, where and why, and what to do.
    char message[SUREFOOT_MESSAGE_SIZE];
} surefoot_error;

// One warning.
typedef struct surefoot_warning {
    // Fixed word for scripts, such as "unit-estimated"; docs/warnings.md lists them.
    const char *code;
    // A sentence for people.
    const char *text;
} surefoot_warning;

// What a file holds. The struct and all it points at live until the document is freed; its skeleton, clips and skins
// belong to it. Later versions add fields at the end.
typedef struct surefoot_document_view {
    // Where it was read from.
    const char *path;
    // A SUREFOOT_FORMAT_ number.
    int32_t format;
    // The axis that points up in the file, a SUREFOOT_UP_AXIS_ number.
    int32_t up_axis;
    // Metres per file unit.
    double unit_metres;
    // Where the unit came from, a SUREFOOT_UNIT_ number.
    int32_t unit_origin;
    // 0.
    int32_t reserved;
    // The one skeleton.
    const struct surefoot_skeleton *skeleton;
    // Number of clips; may be 0.
    size_t clip_count;
    // All clips, in file order.
    const struct surefoot_clip *const *clips;
    // Number of skinned meshes; may be 0.
    size_t skin_count;
    // All skinned meshes.
    const struct surefoot_skin *const *skins;
    // Number of warnings.
    size_t warning_count;
    // What the user should know.
    const struct surefoot_warning *warnings;
    // Number of losses.
    size_t loss_count;
    // What the file holds and surefoot_write_new will not: materials, cameras and so on.
    const struct surefoot_warning *losses;
} surefoot_document_view;

// How a new file is written; start from surefoot_write_default_options.
typedef struct surefoot_write_options {
    // sizeof(surefoot_write_options).
    size_t struct_size;
    // Metres per file unit, above 0; 1 is the default. glTF is in metres whatever this says.
    double unit_metres;
    // The axis that points up, a SUREFOOT_UP_AXIS_ number; Y is the default. glTF has Y up whatever this says.
    int32_t up_axis;
    // 0.
    int32_t reserved;
} surefoot_write_options;

// The animated local translation or scale of one joint.
typedef struct surefoot_track {
    // The joint.
    int32_t joint;
    // 0.
    int32_t reserved;
    // 3 numbers a frame; metres for translations.
    const double *values;
} surefoot_track;

// The arrays from which a clip is made. Set struct_size to sizeof(surefoot_clip_data), and what you leave out to zero.
// All arrays are copied.
typedef struct surefoot_clip_data {
    // sizeof(surefoot_clip_data).
    size_t struct_size;
    // Shown to users, UTF-8. NULL: "clip".
    const char *name;
    // Frames per second.
    double frame_rate;
    // Number of frames; may be 0.
    size_t frame_count;
    // Local rotations, x y z w: 4 numbers a joint, joint after joint, frame after frame.
    const double *rotations;
    // The root's translation in the world, metres: 3 numbers a frame.
    const double *root_positions;
    // Number of joints with an animated local translation.
    size_t translation_count;
    // Animated local translations of joints other than the root; they replace the rest offset.
    const struct surefoot_track *translations;
    // Number of joints with an animated local scale.
    size_t scale_count;
    // Animated local scales; they replace the rest scale.
    const struct surefoot_track *scales;
} surefoot_clip_data;

// What a clip holds. The struct and all it points at live until the clip is freed. Later versions add fields at the
// end.
typedef struct surefoot_clip_view {
    // Shown to users; need not be unique.
    const char *name;
    // Frames per second.
    double frame_rate;
    // Number of frames; may be 0.
    size_t frame_count;
    // Number of joints of its skeleton.
    size_t joint_count;
    // Local rotations, unit, x y z w: 4 numbers a joint, joint after joint, frame after frame.
    const double *rotations;
    // The root's translation in the world, metres: 3 numbers a frame.
    const double *root_positions;
    // Number of joints with an animated local translation.
    size_t translation_count;
    // Their tracks.
    const struct surefoot_track *translations;
    // Number of joints with an animated local scale.
    size_t scale_count;
    // Their tracks.
    const struct surefoot_track *scales;
} surefoot_clip_view;

// An interval in which a point stays put.
typedef struct surefoot_plant {
    // A SUREFOOT_POINT_ number.
    int32_t point;
    // 1 if position is set, 0 to leave the place to the operation.
    int32_t has_position;
    // First frame.
    size_t first;
    // The frame after the last.
    size_t end;
    // How sure the detector was, 0 to 1; 1 for plants set by hand.
    double confidence;
    // Where the point stays, world, metres.
    double position[3];
} surefoot_plant;

// A role given to a joint by name.
typedef struct surefoot_role_entry {
    // A SUREFOOT_ROLE_ number.
    int32_t role;
    // 0.
    int32_t reserved;
    // The joint's name; NULL takes the role away from the joint that has it.
    const char *joint;
} surefoot_role_entry;

// The arrays from which a skeleton is made. Set struct_size to sizeof(surefoot_skeleton_data), and what you leave out
// to zero. All arrays are copied.
typedef struct surefoot_skeleton_data {
    // sizeof(surefoot_skeleton_data).
    size_t struct_size;
    // Number of joints, at least 1.
    size_t joint_count;
    // Their names, UTF-8, unique.
    const char *const *names;
    // The parent of each joint, which comes before it; -1 for the root, which comes first.
    const int32_t *parents;
    // Rest translations relative to the parent, metres: 3 numbers a joint.
    const double *rest_offsets;
    // Rest rotations relative to the parent, x y z w: 4 numbers a joint. NULL: none.
    const double *rest_rotations;
    // Rest scales, applied before the rotation: 3 numbers a joint. NULL: ones.
    const double *rest_scales;
    // 1 for each joint that ignores its parent's own scale (Maya's segment scale compensate), else 0. NULL: none.
    const uint8_t *compensates_parent_scale;
    // Number of end sites: points that end a chain, such as toe tips.
    size_t end_site_count;
    // The joint of each end site.
    const int32_t *end_site_joints;
    // Their places in the joint's frame, metres: 3 numbers each.
    const double *end_site_offsets;
} surefoot_skeleton_data;

// What a skeleton holds. The struct and all it points at live until the skeleton is freed. Later versions add fields
// at the end.
typedef struct surefoot_skeleton_view {
    // Number of joints, at least 1.
    size_t joint_count;
    // Their names.
    const char *const *names;
    // The parent of each joint; -1 for the root, which comes first.
    const int32_t *parents;
    // Rest translations relative to the parent, metres: 3 numbers a joint.
    const double *rest_offsets;
    // Rest rotations relative to the parent, x y z w: 4 numbers a joint.
    const double *rest_rotations;
    // Rest scales: 3 numbers a joint.
    const double *rest_scales;
    // 1 for each joint that ignores its parent's own scale, else 0.
    const uint8_t *compensates_parent_scale;
    // The SUREFOOT_ROLE_ number of each joint, SUREFOOT_ROLE_NONE for most.
    const int32_t *roles;
    // Number of end sites.
    size_t end_site_count;
    // The joint of each end site.
    const int32_t *end_site_joints;
    // Their places in the joint's frame, metres: 3 numbers each.
    const double *end_site_offsets;
    // Height of the upright body, metres, whatever the rest pose.
    double standing_height;
} surefoot_skeleton_view;

// The arrays from which a skin is made. Vertex v follows the influences influence_offsets[v] up to
// influence_offsets[v + 1]: each names a slot and a weight; slot s is joint slot_joints[s]. Set struct_size to
// sizeof(surefoot_skin_data), and what you leave out to zero. All arrays are copied.
typedef struct surefoot_skin_data {
    // sizeof(surefoot_skin_data).
    size_t struct_size;
    // Shown to users, UTF-8. NULL: "skin".
    const char *name;
    // Number of vertices.
    size_t vertex_count;
    // Mesh points in the mesh's own bind space, metres: 3 numbers a vertex.
    const float *positions;
    // Unit normals, 3 numbers a vertex. NULL: none.
    const float *normals;
    // Number of triangles.
    size_t triangle_count;
    // Corners, counter-clockwise from outside: 3 vertices a triangle.
    const uint32_t *triangles;
    // Number of slots.
    size_t slot_count;
    // The joint of each slot.
    const int32_t *slot_joints;
    // Mesh space to joint space at bind time, one 4 × 4 matrix a slot, row after row, for column vectors; the last row
    // is 0 0 0 1.
    const double *inverse_binds;
    // Where each vertex's influences start; vertex_count + 1 numbers.
    const uint32_t *influence_offsets;
    // Number of influences.
    size_t influence_count;
    // Slots, vertex after vertex.
    const uint32_t *influence_slots;
    // Weights, vertex after vertex; those of one vertex are made to sum to 1.
    const float *influence_weights;
} surefoot_skin_data;

// What a skin holds; fields as in surefoot_skin_data. The struct and all it points at live until the skin is freed.
// Later versions add fields at the end.
typedef struct surefoot_skin_view {
    // Shown to users.
    const char *name;
    // Number of vertices.
    size_t vertex_count;
    // Mesh points, metres: 3 numbers a vertex.
    const float *positions;
    // Unit normals, 3 numbers a vertex; NULL if the mesh has none.
    const float *normals;
    // Number of triangles.
    size_t triangle_count;
    // 3 vertices a triangle.
    const uint32_t *triangles;
    // Number of slots.
    size_t slot_count;
    // The joint of each slot.
    const int32_t *slot_joints;
    // One 4 × 4 matrix a slot, row after row.
    const double *inverse_binds;
    // Where each vertex's influences start; vertex_count + 1 numbers.
    const uint32_t *influence_offsets;
    // Number of influences.
    size_t influence_count;
    // Slots, vertex after vertex.
    const uint32_t *influence_slots;
    // Weights, vertex after vertex.
    const float *influence_weights;
    // Vertices whose weights missed a sum of 1 by more than 1 % and were made to.
    size_t renormalised_count;
} surefoot_skin_view;

// Options of surefoot_detect_plants; start from surefoot_detect_plants_default_options.
typedef struct surefoot_detect_plants_options {
    // sizeof(surefoot_detect_plants_options).
    size_t struct_size;
    // Metres per second below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1,
    // default 0.15.
    double still_speed;
    // Seconds; shorter plants are dropped unless they touch an end of the clip. 0 to 1, default 0.04.
    double min_seconds;
    // Whether root drift and a root path or legs of wrong length are estimated and allowed for. 0 or 1, default 1.
    int32_t fit_fault;
    // Whether the slowest part of a brief touch becomes a plant, so that runs are planted too. 0 or 1, default 1.
    int32_t use_touches;
    // Whether wrists and fingertips are searched as well. 0 or 1, default 0.
    int32_t hands;
    // 0.
    int32_t reserved;
} surefoot_detect_plants_options;

// Figures of one plant: why it is believed.
typedef struct surefoot_plant_figures {
    // Median speed left after the fault is taken away, metres per second.
    double residual_speed;
    // Median height, world (over the given ground if there is one), metres.
    double height;
} surefoot_plant_figures;

// A stretch of frames of one point.
typedef struct surefoot_stretch {
    // A SUREFOOT_POINT_ number.
    int32_t point;
    // For touches 1 if the toe was still in it; else 0.
    int32_t has_plant;
    // First frame.
    size_t first;
    // The frame after the last.
    size_t end;
    // For slides the mean speed over the floor, metres per second; else 0.
    double speed;
} surefoot_stretch;

// What surefoot_detect_plants found besides the plants. The struct and all it points at live until the report is
// freed. Later versions add fields at the end.
typedef struct surefoot_detect_plants_report_view {
    // A few lines for people.
    const char *summary;
    // Everything as JSON.
    const char *json;
    // Fault: share of the root's velocity with which planted points move. About 1 - leg scale.
    double fault_root_share;
    // Fault: drift of planted points over the floor, x and z, metres per second.
    double fault_drift[2];
    // 1 for a walk on the spot or on a treadmill: then the plants are in conveyor_plants.
    int32_t has_conveyor;
    // 1 if floor is set.
    int32_t has_floor;
    // Velocity of that treadmill's floor, x and z, metres per second.
    double conveyor[2];
    // Noise on the root, metres per axis, one standard deviation.
    double root_noise;
    // Noise of the feet relative to the root.
    double feet_noise;
    // Hip to ankle, metres.
    double leg_length;
    // Lowest height at which a toe is planted, metres.
    double floor;
    // Share of frames with any foot point planted.
    double planted_share;
    // Number of cuts: frames after which the clip jumps.
    size_t cut_count;
    // Those frames.
    const size_t *cuts;
    // Number of plants with figures.
    size_t plant_figure_count;
    // Figures of each plant, in the order of the plants (or conveyor_plants).
    const struct surefoot_plant_figures *plant_figures;
    // Number of touches.
    size_t touch_count;
    // Low and slow stretches of each toe: rolling contact around plants, brief stances of runs.
    const struct surefoot_stretch *touches;
    // Number of slides.
    size_t slide_count;
    // Toes that truly slide over the floor: do not pin them.
    const struct surefoot_stretch *slides;
    // Number of held stretches.
    size_t held_count;
    // Still, but lifted: not planted.
    const struct surefoot_stretch *held;
    // Number of warnings.
    size_t warning_count;
    // Sentences a user should read.
    const char *const *warnings;
    // Plants that move with a treadmill's floor; none otherwise. Belongs to the report.
    const struct surefoot_plants *conveyor_plants;
} surefoot_detect_plants_report_view;

// Options of surefoot_remove_footskate; start from surefoot_remove_footskate_default_options.
typedef struct surefoot_remove_footskate_options {
    // sizeof(surefoot_remove_footskate_options).
    size_t struct_size;
    // What is moved, a SUREFOOT_FOOTSKATE_METHOD_ number. Default limbs.
    int32_t method;
    // How the limbs' motion is found, a SUREFOOT_FOOTSKATE_SOLVER_ number. Default least squares.
    int32_t solver;
    // Largest change of a limb's length, as a part of it; 0 keeps bones rigid. 0 to 0.2, default 0.03.
    double max_stretch;
    // Seconds; frames further than this from any plant stay as they are. 0 to 10, default 0.5.
    double cutoff;
    // Seconds; how slowly a foot's correction fades between plants. 0 to 1, default 0.025.
    double swing_time;
    // Seconds; how slowly a foot's turn fades between plants. 0 to 1, default 0.04.
    double turn_time;
    // Share of a foot's turn about the leg that the hip takes. 0 to 1, default 0.5.
    double swivel;
    // Whether knees that snap straight near a plant are eased. 0 or 1, default 1.
    int32_t soften_knees;
    // Whether a shaking root is smoothed first. 0 or 1, default 1.
    int32_t denoise;
    // Whether planted heels, toe tips and fingertips are put exactly on the ground. 0 or 1, default 0.
    int32_t snap_to_ground;
    // 0.
    int32_t reserved;
    // Most solver rounds of least squares. 1 to 100, default 8.
    int64_t rounds;
    // Seconds; half window of the windowed solver. 0 to 2, default 0.15.
    double window;
    // Seconds of a plant that set its place in the windowed solver; 0 is all of it. 0 to 2, default 0.
    double anchor_window;
    // Knee angle in degrees from which the windowed solver damps. 45 to 180, default 120.
    double damping_angle;
    // Metres by which foot-rooted lowers the body so that legs bend instead of stretch. 0 to 0.1, default 0.005.
    double lower_body;
} surefoot_remove_footskate_options;

// Slide of one kind of point over all its plants. Metres and seconds.
typedef struct surefoot_point_slide {
    // "ankle", "heel", "toe", "toe_tip", "wrist" or "fingertips".
    const char *point;
    // Plants measured.
    size_t plants;
    // Mean level speed from one planted frame to the next, m/s.
    double mean;
    // 95th percentile of that speed.
    double p95;
    // Largest speed.
    double max;
    // Mean over plants of the largest level distance from the plant's mean place, metres.
    double drift_mean;
    // 95th percentile over plants.
    double drift_p95;
} surefoot_point_slide;

// How much planted points slide, and what an edit did to the rest of the motion. Later versions add fields at the end.
typedef struct surefoot_footskate_measures {
    // Number of kinds of points that are planted.
    size_t slide_count;
    // Their slides.
    const struct surefoot_point_slide *slides;
    // Mean speed over all planted frames of all points, m/s.
    double slide_mean;
    // Largest such speed.
    double slide_max;
    // Frame after which it occurs.
    size_t slide_max_frame;
    // 95th percentile of drift over all plants, metres.
    double drift_p95;
    // 1 if a ground was given: then the next three are set.
    int32_t has_ground;
    // 0.
    int32_t reserved;
    // Deepest point below the ground over all frames, metres.
    double penetration_max;
    // Mean over frames of the deepest point below the ground.
    double penetration_mean;
    // Mean over planted frames of how high the lowest point of the planted foot hovers.
    double float_mean;
    // 99th percentile of the knees' second difference, degrees per frame².
    double knee_acceleration_p99;
    // Largest of it.
    double knee_acceleration_max;
    // 99th percentile of the ankles' jerk, m/s³.
    double ankle_jerk_p99;
    // Mean distance of all joints from the reference, metres; 0 without one.
    double pose_change_mean;
    // Largest such distance.
    double pose_change_max;
    // Largest change of a limb's bone length against the reference, as a part of it.
    double stretch_max;
    // Largest change of that ratio from one frame to the next.
    double stretch_step_max;
} surefoot_footskate_measures;

// Frames on which a plant could not be met, or was not tried.
typedef struct surefoot_missed_plant {
    // "left_toe" and so on; "left leg" where the whole limb is meant.
    const char *point;
    // Why.
    const char *reason;
    // First frame.
    size_t first;
    // The frame after the last.
    size_t end;
    // Largest distance left, metres.
    double distance;
} surefoot_missed_plant;

// What surefoot_remove_footskate did. The struct and all it points at live until the report is freed. Later versions
// add fields at the end.
typedef struct surefoot_remove_footskate_report_view {
    // One line for people.
    const char *summary;
    // Everything as JSON.
    const char *json;
    // "limbs", "root" or "foot-rooted".
    const char *method;
    // "least-squares", "windowed" or empty.
    const char *solver;
    // Plants that were given.
    size_t plants;
    // The clip as it came.
    const struct surefoot_footskate_measures *before;
    // The clip as it is returned, compared with the one that came.
    const struct surefoot_footskate_measures *after;
    // Frames that changed.
    size_t changed_frames;
    // Mean shift of the root, metres.
    double root_shift_mean;
    // Largest shift of the root.
    double root_shift_max;
    // 1 if the root shook and was smoothed first: then the next three are set.
    int32_t has_root_noise;
    // 0.
    int32_t reserved;
    // Estimated noise of the root's path, metres per axis.
    double root_noise_deviation;
    // Cut-off of the smoothing, Hz.
    double root_noise_cutoff;
    // Mean distance by which the root was moved, metres.
    double root_noise_moved;
    // Number of plants that could not be met.
    size_t missed_count;
    // Those plants.
    const struct surefoot_missed_plant *missed;
    // Number of notes.
    size_t note_count;
    // Anything else worth knowing, one sentence each.
    const char *const *notes;
    // Methods that move the root: path length after over before; 1 otherwise.
    double path_ratio;
    // Methods that move the root: factor on the root's height changes; 1 otherwise.
    double height_factor;
} surefoot_remove_footskate_report_view;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Writes the default options; pass sizeof(surefoot_read_options) as struct_size.
surefoot_status surefoot_read_default_options(struct surefoot_read_options *out_options,
                                              size_t struct_size,
                                              struct surefoot_error *error);

// Reads a BVH, FBX, glTF or GLB file; the content decides, not the ending. `options` NULL means the defaults. Free the
// document with surefoot_document_free.
surefoot_status surefoot_read(const char *file,
                              const struct surefoot_read_options *options,
                              struct surefoot_document **out_document,
                              struct surefoot_error *error);

// As surefoot_read, from bytes in memory; `file` names them in messages and is where text glTF looks for its buffers.
surefoot_status surefoot_read_bytes(const char *file,
                                    const uint8_t *bytes,
                                    size_t byte_count,
                                    const struct surefoot_read_options *options,
                                    struct surefoot_document **out_document,
                                    struct surefoot_error *error);

// Gives what the document holds, valid until it is freed.
surefoot_status surefoot_document_get(const struct surefoot_document *document,
                                      const struct surefoot_document_view **out_view,
                                      struct surefoot_error *error);

// Frees a document with its skeleton, clips and skins. NULL is fine.
void surefoot_document_free(struct surefoot_document *document);

// Writes the default options; pass sizeof(surefoot_write_options) as struct_size.
surefoot_status surefoot_write_default_options(struct surefoot_write_options *out_options,
                                               size_t struct_size,
                                               struct surefoot_error *error);

// Writes a copy of the file that a document was read from with its clips replaced, one for one; everything that the
// edits do not touch stays as it was. The ending of `file` is that of the source's format, or the other of .gltf and
// .glb. The file is complete or not there.
//
// `out_warnings` may be NULL; else free them with surefoot_warnings_free.
surefoot_status surefoot_write_edited(const char *file,
                                      const struct surefoot_document *document,
                                      const struct surefoot_clip *const *clips,
                                      size_t clip_count,
                                      struct surefoot_warnings **out_warnings,
                                      struct surefoot_error *error);

// Writes a new BVH, FBX, glTF or GLB file; its ending decides. BVH takes one clip and no skin. `options` NULL means
// the defaults. What the format cannot hold is named in the warnings. The file is complete or not there.
//
// `out_warnings` may be NULL; else free them with surefoot_warnings_free.
surefoot_status surefoot_write_new(const char *file,
                                   const struct surefoot_skeleton *skeleton,
                                   const struct surefoot_clip *const *clips,
                                   size_t clip_count,
                                   const struct surefoot_skin *const *skins,
                                   size_t skin_count,
                                   const struct surefoot_write_options *options,
                                   struct surefoot_warnings **out_warnings,
                                   struct surefoot_error *error);

// Makes a clip of a skeleton from arrays. Rotations are normalised by up to 1 %, and neighbouring frames turned to one
// hemisphere.
//
// Fails with SUREFOOT_ERROR_CLIP for the first value that is not finite or not a rotation, and names joint and frame;
// with SUREFOOT_ERROR_INVALID for a frame rate that is not above 0. Free it with surefoot_clip_free.
surefoot_status surefoot_clip_create(const struct surefoot_skeleton *skeleton,
                                     const struct surefoot_clip_data *data,
                                     struct surefoot_clip **out_clip,
                                     struct surefoot_error *error);

// Gives all arrays of a clip, valid until it is freed.
surefoot_status surefoot_clip_get(const struct surefoot_clip *clip,
                                  const struct surefoot_clip_view **out_view,
                                  struct surefoot_error *error);

// Frees a clip. NULL is fine. Clips that a document's view lists belong to the document: do not free them.
void surefoot_clip_free(struct surefoot_clip *clip);

// Makes the ground of all points p with normal · p = offset. `normal` is 3 numbers of any length; the plane may not be
// steep. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_plane(const double *normal,
                                             double offset,
                                             struct surefoot_ground **out_ground,
                                             struct surefoot_error *error);

// Makes ground from heights on a regular grid: heights[row * columns + column] at x = origin_x + column * spacing,
// z = origin_z + row * spacing, bilinear in between and level beyond the edges. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_height_field(double origin_x,
                                                    double origin_z,
                                                    double spacing,
                                                    size_t columns,
                                                    const double *heights,
                                                    size_t height_count,
                                                    struct surefoot_ground **out_ground,
                                                    struct surefoot_error *error);

// Makes ground from triangles: `points` has 3 numbers a point, `triangles` 3 point numbers a triangle. The highest
// surface under a foot counts. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_mesh(const double *points,
                                            size_t point_count,
                                            const uint32_t *triangles,
                                            size_t triangle_count,
                                            struct surefoot_ground **out_ground,
                                            struct surefoot_error *error);

// Reads a ground file (JSON: level, plane, height_field or mesh). Free the ground with surefoot_ground_free.
surefoot_status surefoot_ground_read(const char *file,
                                     struct surefoot_ground **out_ground,
                                     struct surefoot_error *error);

// Gives height and upward unit normal (3 numbers) of the ground at x, z. Of several storeys the highest one at most
// 0.3 m above `near_height` counts. `out_normal` may be NULL.
//
// Fails with SUREFOOT_ERROR_INVALID beside a mesh, where there is no ground.
surefoot_status surefoot_ground_footing(const struct surefoot_ground *ground,
                                        double x,
                                        double z,
                                        double near_height,
                                        double *out_height,
                                        double (*out_normal)[3],
                                        struct surefoot_error *error);

// Frees ground. NULL is fine.
void surefoot_ground_free(struct surefoot_ground *ground);

// Makes plants for a clip of `frame_count` frames from an array, in any order.
//
// Fails with SUREFOOT_ERROR_INVALID for an empty interval, one outside the clip, two of one point that overlap, a
// confidence outside 0 to 1 or a position that is not finite. Free them with surefoot_plants_free.
surefoot_status surefoot_plants_create(size_t frame_count,
                                       const struct surefoot_plant *items,
                                       size_t item_count,
                                       struct surefoot_plants **out_plants,
                                       struct surefoot_error *error);

// Gives the plants by first frame, valid until they are freed, their number, and the number of frames of their clip.
// `out_frame_count` may be NULL.
surefoot_status surefoot_plants_get(const struct surefoot_plants *plants,
                                    const struct surefoot_plant **out_items,
                                    size_t *out_item_count,
                                    size_t *out_frame_count,
                                    struct surefoot_error *error);

// Reads a plants file (JSON) for a clip of `frame_count` frames. Free the plants with surefoot_plants_free.
surefoot_status surefoot_plants_read(const char *file,
                                     size_t frame_count,
                                     struct surefoot_plants **out_plants,
                                     struct surefoot_error *error);

// As surefoot_plants_read, from the file's text.
surefoot_status surefoot_plants_from_text(const char *json,
                                          size_t frame_count,
                                          struct surefoot_plants **out_plants,
                                          struct surefoot_error *error);

// Makes the text of a plants file, to be edited by hand. Free it with surefoot_text_free.
surefoot_status surefoot_plants_text(const struct surefoot_plants *plants,
                                     struct surefoot_text **out_text,
                                     struct surefoot_error *error);

// Writes a plants file in one step: it is complete or not there.
surefoot_status surefoot_plants_write(const char *file,
                                      const struct surefoot_plants *plants,
                                      struct surefoot_error *error);

// Frees plants. NULL is fine.
void surefoot_plants_free(struct surefoot_plants *plants);

// Makes a text with the role's name as files have it: "left_foot". Free it with surefoot_text_free.
surefoot_status surefoot_role_name(int32_t role,
                                   struct surefoot_text **out_name,
                                   struct surefoot_error *error);

// Makes a skeleton with other roles: those of `skeleton`, and the entries on top. All entries of one role together
// replace its joints; only spine and neck take several. A joint named here loses the role it had.
//
// Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, or SUREFOOT_ERROR_INVALID where a limb's joints do not hang below each other.
surefoot_status surefoot_skeleton_with_roles(const struct surefoot_skeleton *skeleton,
                                             const struct surefoot_role_entry *entries,
                                             size_t entry_count,
                                             struct surefoot_skeleton **out_skeleton,
                                             struct surefoot_error *error);

// As surefoot_skeleton_with_roles, from a roles file (JSON, docs/roles.md).
surefoot_status surefoot_skeleton_with_roles_file(const struct surefoot_skeleton *skeleton,
                                                  const char *file,
                                                  struct surefoot_skeleton **out_skeleton,
                                                  struct surefoot_error *error);

// Makes the text of a roles file with the skeleton's roles, to be edited by hand.
surefoot_status surefoot_skeleton_roles_text(const struct surefoot_skeleton *skeleton,
                                             struct surefoot_text **out_text,
                                             struct surefoot_error *error);

// Finds the roles of a skeleton from its names and its shape. Makes a skeleton with them, and a JSON text that tells
// the rig family, whether it is a biped, which roles are missing and what to know. Either output may be NULL.
//
// Readers and surefoot_skeleton_create do this by themselves.
surefoot_status surefoot_find_roles(const struct surefoot_skeleton *skeleton,
                                    struct surefoot_skeleton **out_skeleton,
                                    struct surefoot_text **out_json,
                                    struct surefoot_error *error);

// Makes a skeleton from arrays and finds its roles from names and shape; surefoot_skeleton_with_roles gives others.
//
// Fails with SUREFOOT_ERROR_SKELETON if there is no joint, a second root, a parent that does not come before its
// child, a repeated or empty name, a value that is not finite or an end site on no joint. Free it with
// surefoot_skeleton_free.
surefoot_status surefoot_skeleton_create(const struct surefoot_skeleton_data *data,
                                         struct surefoot_skeleton **out_skeleton,
                                         struct surefoot_error *error);

// Gives all arrays of a skeleton, valid until it is freed.
surefoot_status surefoot_skeleton_get(const struct surefoot_skeleton *skeleton,
                                      const struct surefoot_skeleton_view **out_view,
                                      struct surefoot_error *error);

// Finds the joint of that exact name. Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, whose message lists names.
surefoot_status surefoot_skeleton_find(const struct surefoot_skeleton *skeleton,
                                       const char *name,
                                       int32_t *out_joint,
                                       struct surefoot_error *error);

// Frees a skeleton. NULL is fine. Clips made with it stay as they are.
void surefoot_skeleton_free(struct surefoot_skeleton *skeleton);

// Makes a skin of a skeleton from arrays.
//
// Fails with SUREFOOT_ERROR_LENGTH where arrays do not fit each other, with SUREFOOT_ERROR_INVALID for an index out of
// range, a value that is not finite, a negative weight or a vertex without weight. Free it with surefoot_skin_free.
surefoot_status surefoot_skin_create(const struct surefoot_skeleton *skeleton,
                                     const struct surefoot_skin_data *data,
                                     struct surefoot_skin **out_skin,
                                     struct surefoot_error *error);

// Gives all arrays of a skin, valid until it is freed.
surefoot_status surefoot_skin_get(const struct surefoot_skin *skin,
                                  const struct surefoot_skin_view **out_view,
                                  struct surefoot_error *error);

// Frees a skin. NULL is fine. Skins that a document's view lists belong to the document: do not free them.
void surefoot_skin_free(struct surefoot_skin *skin);

// Writes the default options; pass sizeof(surefoot_detect_plants_options) as struct_size.
surefoot_status surefoot_detect_plants_default_options(struct surefoot_detect_plants_options *out_options,
                                                       size_t struct_size,
                                                       struct surefoot_error *error);

// Finds the plants of both feet: the intervals in which ankle and toe stay put and carry the body, although the clip
// may drift, skate or be noisy.
//
// `ground` may be NULL: then no floor is assumed. `options` NULL means the defaults. `out_report` may be NULL. Fails
// with SUREFOOT_ERROR_MISSING_ROLES if no foot is known. Free the plants with surefoot_plants_free and the report with
// surefoot_detect_plants_report_free.
surefoot_status surefoot_detect_plants(const struct surefoot_skeleton *skeleton,
                                       const struct surefoot_clip *clip,
                                       const struct surefoot_ground *ground,
                                       const struct surefoot_detect_plants_options *options,
                                       struct surefoot_plants **out_plants,
                                       struct surefoot_detect_plants_report **out_report,
                                       struct surefoot_error *error);

// Gives what the report holds, valid until it is freed.
surefoot_status surefoot_detect_plants_report_get(const struct surefoot_detect_plants_report *report,
                                                  const struct surefoot_detect_plants_report_view **out_view,
                                                  struct surefoot_error *error);

// Frees a report. NULL is fine.
void surefoot_detect_plants_report_free(struct surefoot_detect_plants_report *report);

// Writes the default options; pass sizeof(surefoot_remove_footskate_options) as struct_size.
surefoot_status surefoot_remove_footskate_default_options(struct surefoot_remove_footskate_options *out_options,
                                                          size_t struct_size,
                                                          struct surefoot_error *error);

// Stops planted feet and hands from sliding: every planted point stays at one place for as long as its plant lasts.
//
// `ground` may be NULL; with one, feet and hands are also kept out of it. `options` NULL means the defaults.
// `out_report` may be NULL. The clip that went in is untouched. A plant out of reach is not an error: the report names
// it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together, with
// SUREFOOT_ERROR_MISSING_ROLES if the skeleton does not say which joints a planted limb has. Free the clip with
// surefoot_clip_free and the report with surefoot_remove_footskate_report_free.
surefoot_status surefoot_remove_footskate(const struct surefoot_skeleton *skeleton,
                                          const struct surefoot_clip *clip,
                                          const struct surefoot_plants *plants,
                                          const struct surefoot_ground *ground,
                                          const struct surefoot_remove_footskate_options *options,
                                          struct surefoot_clip **out_clip,
                                          struct surefoot_remove_footskate_report **out_report,
                                          struct surefoot_error *error);

// Gives what the report holds, valid until it is freed.
surefoot_status surefoot_remove_footskate_report_get(const struct surefoot_remove_footskate_report *report,
                                                     const struct surefoot_remove_footskate_report_view **out_view,
                                                     struct surefoot_error *error);

// Frees a report. NULL is fine.
void surefoot_remove_footskate_report_free(struct surefoot_remove_footskate_report *report);

// One word for a status, such as "unknown-joint"; "unknown" for a number that is none. Never NULL, valid for ever.
const char *surefoot_status_name(int32_t status);

// The version of the library at hand, such as "0.1.0", to be compared with SUREFOOT_VERSION of the header. Never
// NULL, valid for ever.
const char *surefoot_version(void);

// Gives the text's characters, UTF-8 with a zero at the end, valid until the text is freed. `out_length`, which may be
// NULL, gets the number of bytes before the zero.
surefoot_status surefoot_text_get(const struct surefoot_text *text,
                                  const char **out_characters,
                                  size_t *out_length,
                                  struct surefoot_error *error);

// Frees a text. NULL is fine.
void surefoot_text_free(struct surefoot_text *text);

// Gives the warnings and their number, valid until the list is freed.
surefoot_status surefoot_warnings_get(const struct surefoot_warnings *warnings,
                                      const struct surefoot_warning **out_items,
                                      size_t *out_count,
                                      struct surefoot_error *error);

// Frees a list of warnings. NULL is fine.
void surefoot_warnings_free(struct surefoot_warnings *warnings);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SUREFOOT_H */
