/* Surefoot: character animation that stands on its feet. The C API, made from ffi/src by ffi/tests/header.rs: do not
 * edit. Conventions in full: docs/c-api.md. In short:
 *
 * - Metres, seconds, radians; right-handed, Y up; quaternions x y z w. Texts and paths are UTF-8.
 * - Functions return a surefoot_status: SUREFOOT_OK, or why not. The last argument, a surefoot_error or NULL, is written
 *   on failure only, every other output on success only.
 * - Handles are opaque and never change once made, streams apart: any number of threads may use one at the same time.
 *   What a function makes (surefoot_x ** out) the caller frees with surefoot_x_free; freeing NULL is fine.
 * - Arrays that go in are copied. Views that come out (const pointers) live until the handle they came from is freed;
 *   later versions add fields at their end.
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

// Directions of a table: number d points to (sin, cos) of d sixteenths of a turn in x and z, in the clip's own place.
#define SUREFOOT_DIRECTIONS 16

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
    // What was asked for is not there: a value of a report that is missing in this one.
    SUREFOOT_ERROR_NO_VALUE = 16,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum surefoot_status surefoot_status;
#else
typedef int32_t surefoot_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// Which part of the body a joint is. The numbers run through the left side before the right.
typedef enum surefoot_role {
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
} surefoot_role;

// A point of the body that can be planted. The numbers run through the left side before the right.
typedef enum surefoot_point {
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
} surefoot_point;

// A file format.
typedef enum surefoot_format {
    // Biovision hierarchy.
    SUREFOOT_FORMAT_BVH = 0,
    // Autodesk FBX.
    SUREFOOT_FORMAT_FBX = 1,
    // Text glTF with its buffers inline or beside it.
    SUREFOOT_FORMAT_GLTF = 2,
    // glTF in one binary file.
    SUREFOOT_FORMAT_GLB = 3,
    // Collada, which is read and not written.
    SUREFOOT_FORMAT_COLLADA = 4,
} surefoot_format;

// The axis that points up in a file.
typedef enum surefoot_up_axis {
    // What the file says or the body suggests.
    SUREFOOT_UP_AXIS_FROM_FILE = -1,
    // X points up.
    SUREFOOT_UP_AXIS_X = 0,
    // Y points up.
    SUREFOOT_UP_AXIS_Y = 1,
    // Z points up.
    SUREFOOT_UP_AXIS_Z = 2,
    // X points down.
    SUREFOOT_UP_AXIS_NEGATIVE_X = 3,
    // Y points down.
    SUREFOOT_UP_AXIS_NEGATIVE_Y = 4,
    // Z points down.
    SUREFOOT_UP_AXIS_NEGATIVE_Z = 5,
} surefoot_up_axis;

// Where a file's unit of length came from.
typedef enum surefoot_unit_origin {
    // The format fixes it (glTF: metres).
    SUREFOOT_UNIT_STANDARD = 0,
    // The file states it (FBX).
    SUREFOOT_UNIT_DECLARED = 1,
    // Guessed from the size of the body (BVH).
    SUREFOOT_UNIT_ESTIMATED = 2,
    // The caller gave it.
    SUREFOOT_UNIT_GIVEN = 3,
} surefoot_unit_origin;

// What kind of ground it is.
typedef enum surefoot_ground_kind {
    // A plane.
    SUREFOOT_GROUND_PLANE = 0,
    // Heights on a regular grid.
    SUREFOOT_GROUND_HEIGHT_FIELD = 1,
    // Triangles.
    SUREFOOT_GROUND_MESH = 2,
} surefoot_ground_kind;

// What kind of value an option takes.
typedef enum surefoot_option_kind {
    // A double.
    SUREFOOT_OPTION_NUMBER = 0,
    // An int64_t.
    SUREFOOT_OPTION_INTEGER = 1,
    // An int64_t, 0 or 1.
    SUREFOOT_OPTION_FLAG = 2,
    // An int64_t, the place of one of a few choices.
    SUREFOOT_OPTION_CHOICE = 3,
} surefoot_option_kind;

// How much a note matters.
typedef enum surefoot_severity {
    // Good to know; nothing is wrong.
    SUREFOOT_SEVERITY_INFO = 0,
    // Look at it: the result may not be what was wanted.
    SUREFOOT_SEVERITY_WARNING = 1,
} surefoot_severity;

// A side of the body.
typedef enum surefoot_side {
    // Left.
    SUREFOOT_SIDE_LEFT = 0,
    // Right.
    SUREFOOT_SIDE_RIGHT = 1,
} surefoot_side;

// What motion is wanted.
typedef enum surefoot_query_kind {
    // A random walk: reads seconds, label, from_clip.
    SUREFOOT_QUERY_RANDOM_WALK = 0,
    // The quickest way from one clip to another, and on to its end: reads from_clip, to_clip, label.
    SUREFOOT_QUERY_SHORTEST_WAY = 1,
    // Motion along a path: reads points, path_kind, styles, start_node, start.
    SUREFOOT_QUERY_PATH = 2,
    // From one clip at its place to another at its place: reads from_clip, start, targets, label.
    SUREFOOT_QUERY_CONNECT = 3,
    // What the caller's own functions ask for: reads cost, is_complete, is_legal, cost_user, nodes, start, label.
    SUREFOOT_QUERY_CUSTOM = 4,
} surefoot_query_kind;

// What the points of a path are.
typedef enum surefoot_path_kind {
    // Corners: straight from one to the next.
    SUREFOOT_PATH_POLYLINE = 0,
    // Control points of cubic Bézier pieces that share their ends: 4, 7, 10 and so on.
    SUREFOOT_PATH_BEZIER = 1,
} surefoot_path_kind;

// What told the size of a volume.
typedef enum surefoot_volume_source {
    // The vertices of the mesh.
    SUREFOOT_VOLUME_SOURCE_MESH = 0,
    // The volume of the segment above: too few vertices belong to this one.
    SUREFOOT_VOLUME_SOURCE_PARENT = 1,
    // Average proportions of adults: no mesh tells more.
    SUREFOOT_VOLUME_SOURCE_PROPORTIONS = 2,
} surefoot_volume_source;

// A part of the body whose girth changes along an axis of a shape grid.
typedef enum surefoot_shape_part {
    // Left thigh and shin.
    SUREFOOT_SHAPE_PART_LEFT_LEG = 0,
    // Right thigh and shin.
    SUREFOOT_SHAPE_PART_RIGHT_LEG = 1,
    // Pelvis, spine and clavicles.
    SUREFOOT_SHAPE_PART_TRUNK = 2,
    // Left upper arm and forearm.
    SUREFOOT_SHAPE_PART_LEFT_ARM = 3,
    // Right upper arm and forearm.
    SUREFOOT_SHAPE_PART_RIGHT_ARM = 4,
} surefoot_shape_part;

// Values of method in surefoot_remove_footskate_options.
typedef enum surefoot_footskate_method {
    // Bend legs and arms to the plants; the body stays as it is.
    SUREFOOT_FOOTSKATE_METHOD_LIMBS = 0,
    // Change the root's path alone; cannot hold two feet at once.
    SUREFOOT_FOOTSKATE_METHOD_ROOT = 1,
    // Hang the body on the foot that carries it and bend the landing leg to the ground.
    SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED = 2,
} surefoot_footskate_method;

// Values of solver in surefoot_remove_footskate_options.
typedef enum surefoot_footskate_solver {
    // See the whole clip.
    SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES = 0,
    // Look a fixed time ahead, as a live stream does.
    SUREFOOT_FOOTSKATE_SOLVER_WINDOWED = 1,
} surefoot_footskate_solver;

// Values of allowed_overlap in surefoot_remove_penetration_options.
typedef enum surefoot_allowed_overlap {
    // None.
    SUREFOOT_ALLOWED_OVERLAP_NONE = 0,
    // As deep as each vertex is in the rest pose.
    SUREFOOT_ALLOWED_OVERLAP_REST = 1,
    // As deep as each vertex is in the rest pose or in one frame of the clip.
    SUREFOOT_ALLOWED_OVERLAP_FRAME = 2,
} surefoot_allowed_overlap;

// Values of method in surefoot_remove_penetration_options.
typedef enum surefoot_remove_penetration_method {
    // The angles of all frames together: deepest contacts, smoothness, hands and forearms in one cost.
    SUREFOOT_REMOVE_PENETRATION_METHOD_SPACETIME = 0,
    // Arms frame by frame, smoothed afterwards: shoulders alone turn.
    SUREFOOT_REMOVE_PENETRATION_METHOD_PER_FRAME = 1,
    // Arms by splines with few control points against cylinders; for comparison.
    SUREFOOT_REMOVE_PENETRATION_METHOD_CONTROL_POINTS = 2,
} surefoot_remove_penetration_method;

// Values of masses in surefoot_measure_balance_options.
typedef enum surefoot_mass_source {
    // The mesh where there is one, else the table.
    SUREFOOT_MASS_SOURCE_AUTO = 0,
    // The volume of the mesh, shared among the joints by the skin weights, times the density of each part.
    SUREFOOT_MASS_SOURCE_MESH = 1,
    // The average adult, by the roles of the joints.
    SUREFOOT_MASS_SOURCE_TABLE = 2,
    // One cylinder per segment, fitted to the mesh.
    SUREFOOT_MASS_SOURCE_CYLINDERS = 3,
    // One ellipsoid per segment, fitted to the mesh.
    SUREFOOT_MASS_SOURCE_ELLIPSOIDS = 4,
} surefoot_mass_source;

// Values of mode in surefoot_correct_balance_options.
typedef enum surefoot_balance_mode {
    // The zero moment point, to where it was at most as far outside as in the original. The root moves as little as
    // it can.
    SUREFOOT_BALANCE_MODE_LIMIT = 0,
    // The path of the centre of mass, after masses or poses changed; root and trunk share the correction.
    SUREFOOT_BALANCE_MODE_KEEP = 1,
} surefoot_balance_mode;

// Values of method in surefoot_correct_balance_options.
typedef enum surefoot_correct_balance_method {
    // The root's shift in all frames together, by the edges of the supporting area: little motion, and feet stay
    // where they are.
    SUREFOOT_CORRECT_BALANCE_METHOD_BANDED = 0,
    // Leaning legs, then a leaning trunk, by splines with few control points; for comparison.
    SUREFOOT_CORRECT_BALANCE_METHOD_CONTROL_POINTS = 1,
} surefoot_correct_balance_method;

// Values of fix in surefoot_correct_flight_options.
typedef enum surefoot_flight_fix {
    // The height: the body rises higher or less high, for as long as before. Where legs cannot reach the take-off or
    // the landing that this asks for, time does the rest.
    SUREFOOT_FLIGHT_FIX_HEIGHT = 0,
    // The time: the flight is played faster or slower, as high as before. The clip gets shorter or longer.
    SUREFOOT_FLIGHT_FIX_TIME = 1,
} surefoot_flight_fix;

// Values of reference in surefoot_evaluate_balance_options.
typedef enum surefoot_reference_masses {
    // The mesh where there is one, else the table.
    SUREFOOT_REFERENCE_MASSES_AUTO = 0,
    // The volume of the mesh, shared among the joints by the skin weights, times the density of each part.
    SUREFOOT_REFERENCE_MASSES_MESH = 1,
    // The average adult, by the roles of the joints.
    SUREFOOT_REFERENCE_MASSES_TABLE = 2,
    // One cylinder per segment, fitted to the mesh.
    SUREFOOT_REFERENCE_MASSES_CYLINDERS = 3,
    // One ellipsoid per segment, fitted to the mesh.
    SUREFOOT_REFERENCE_MASSES_ELLIPSOIDS = 4,
} surefoot_reference_masses;

// Values of part in surefoot_deform_out_of_body_options.
typedef enum surefoot_yielding_part {
    // Both arms.
    SUREFOOT_YIELDING_PART_ARMS = 0,
    // The left arm alone.
    SUREFOOT_YIELDING_PART_LEFT_ARM = 1,
    // The right arm alone.
    SUREFOOT_YIELDING_PART_RIGHT_ARM = 2,
} surefoot_yielding_part;

// Values of kind in surefoot_fit_body_options.
typedef enum surefoot_volume_kind {
    // A cylinder with flat ends.
    SUREFOOT_VOLUME_KIND_CYLINDER = 0,
    // A cylinder with round ends.
    SUREFOOT_VOLUME_KIND_CAPSULE = 1,
    // An ellipsoid with three different axes.
    SUREFOOT_VOLUME_KIND_ELLIPSOID = 2,
} surefoot_volume_kind;

// Values of skin in surefoot_scale_character_options.
typedef enum surefoot_skin_scaling {
    // The mesh follows the bones.
    SUREFOOT_SKIN_SCALING_FOLLOW = 0,
    // The mesh stays as it is and is attached again: it has the new build already.
    SUREFOOT_SKIN_SCALING_REATTACH = 1,
} surefoot_skin_scaling;

// Values of allowed_overlap in surefoot_build_shape_grid_options.
typedef enum surefoot_build_shape_grid_allowed_overlap {
    // None.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_NONE = 0,
    // As deep as each vertex is in the rest pose.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_REST = 1,
    // As deep as each vertex is in the rest pose or in one frame of the clip.
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_FRAME = 2,
} surefoot_build_shape_grid_allowed_overlap;

// Values of interpolation in surefoot_query_shape_grid_options.
typedef enum surefoot_shape_interpolation {
    // Linearly along every axis: nearest to what a solver would do.
    SUREFOOT_SHAPE_INTERPOLATION_LINEAR = 0,
    // With Hann weights along every axis: no kinks where a shape passes a node.
    SUREFOOT_SHAPE_INTERPOLATION_HANN = 1,
    // Radial Hann weights of the largest distance along any axis, as Lyard (2008) has it.
    SUREFOOT_SHAPE_INTERPOLATION_RADIAL = 2,
} surefoot_shape_interpolation;

// Values of kernel in surefoot_build_motion_graph_options.
typedef enum surefoot_graph_kernel {
    // The middle counts most; rises and falls linearly.
    SUREFOOT_GRAPH_KERNEL_TRIANGLE = 0,
    // All frames count alike.
    SUREFOOT_GRAPH_KERNEL_BOX = 1,
    // The middle counts most, with smooth ends: a bell whose standard deviation is a quarter of the window.
    SUREFOOT_GRAPH_KERNEL_GAUSSIAN = 2,
} surefoot_graph_kernel;

// Values of markers in surefoot_build_motion_graph_options.
typedef enum surefoot_graph_markers {
    // Feet and knees count most.
    SUREFOOT_GRAPH_MARKERS_LEGS = 0,
    // All joints count alike.
    SUREFOOT_GRAPH_MARKERS_UNIFORM = 1,
} surefoot_graph_markers;

// Values of labelling in surefoot_build_motion_graph_options.
typedef enum surefoot_graph_labelling {
    // Tell standing, forward and side-back motion apart.
    SUREFOOT_GRAPH_LABELLING_AUTOMATIC = 0,
    // Give all motion one label.
    SUREFOOT_GRAPH_LABELLING_NONE = 1,
} surefoot_graph_labelling;

// Values of method in surefoot_search_motion_graph_options.
typedef enum surefoot_search_method {
    // One beam that sees the whole path.
    SUREFOOT_SEARCH_METHOD_BEAM = 0,
    // A beam that looks a few seconds ahead, again and again.
    SUREFOOT_SEARCH_METHOD_HORIZON_BEAM = 1,
    // Look a few seconds ahead and find the best there is, again and again.
    SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND = 2,
} surefoot_search_method;

// How well a character keeps its balance, frame by frame. Never changed.
typedef struct surefoot_balance surefoot_balance;

// The shape of a character: one volume per segment. Never changed.
typedef struct surefoot_body surefoot_body;

// Bytes made by the library: the content of a file.
typedef struct surefoot_bytes surefoot_bytes;

// A skeleton with its skins and clips. Never changed.
typedef struct surefoot_character surefoot_character;

// A skinned character prepared for a deformer node or an engine: its arms are pushed out of its body, frame after frame.
// A frame depends on its own numbers alone, so any number of threads may use one deformer at the same time.
typedef struct surefoot_character_deformer surefoot_character_deformer;

// A sampled motion on one skeleton. Made once, never changed.
typedef struct surefoot_clip surefoot_clip;

// Where to go on from every node of a graph, for 16 directions. Never changed.
typedef struct surefoot_control_table surefoot_control_table;

// By how much vertices move, frame by frame. Never changed.
typedef struct surefoot_deformed_clip surefoot_deformed_clip;

// A mesh that gives way and the body that it must stay out of, prepared for frame after frame. A frame depends on its
// own points alone, so any number of threads may use one deformer at the same time.
typedef struct surefoot_deformer surefoot_deformer;

// A file that was read, and what is needed to write edited clips back into a copy of it. Never changed.
typedef struct surefoot_document surefoot_document;

// A cleanup that takes one frame and gives one frame, a fixed number of frames later. It changes with every push: one
// thread at a time.
typedef struct surefoot_footskate_stream surefoot_footskate_stream;

// What was found. Never changed.
typedef struct surefoot_found_motion surefoot_found_motion;

// What the feet stand on: a plane, a height field or a triangle mesh. Never changed.
typedef struct surefoot_ground surefoot_ground;

// Labels of clips, as a labels file holds them. Never changed.
typedef struct surefoot_labels surefoot_labels;

// Clips joined by transitions, in which one can walk for ever. Never changed.
typedef struct surefoot_motion_graph surefoot_motion_graph;

// A list of notes.
typedef struct surefoot_notes surefoot_notes;

// A way over the floor and the styles along it, as a path file holds them. Never changed.
typedef struct surefoot_path surefoot_path;

// A search for plants that takes one frame and gives one, a fixed number of frames later. It changes with every push:
// one thread at a time.
typedef struct surefoot_plant_stream surefoot_plant_stream;

// Plants of one clip: sorted by first frame, those of one point disjoint, all inside the clip. Never changed.
typedef struct surefoot_plants surefoot_plants;

// What an operation found or did: a summary, notes, and figures by path. A path is made of names and places in lists,
// joined by points: "after.slides.0.mean". docs/reports.md lists the paths of every operation. Never changed.
typedef struct surefoot_report surefoot_report;

// How one clip is corrected for the bodies of a grid of shapes. Never changed.
typedef struct surefoot_shape_grid surefoot_shape_grid;

// The joints of a character. Made once, never changed.
typedef struct surefoot_skeleton surefoot_skeleton;

// A mesh and how it follows the joints. Made once, never changed.
typedef struct surefoot_skin surefoot_skin;

// A text made by the library.
typedef struct surefoot_text surefoot_text;

// A walk made into motion. Never changed.
typedef struct surefoot_walk surefoot_walk;

// The edges of a walk that a search looks at; lives as long as the callback that it is handed to.
typedef struct surefoot_walk_edges surefoot_walk_edges;

// Why a call failed. Every function that can fail takes a pointer to one as its last argument, or NULL; it is written
// on failure only. Longer texts are cut at a whole character.
typedef struct surefoot_error {
    // The number that the function returned.
    surefoot_status code;
    // The frame it is about, counted from 0; -1 if none.
    int64_t frame;
    // The joint it is about; empty if none.
    char joint[SUREFOOT_JOINT_SIZE];
    // A sentence for people, UTF-8: which, where and why, and what to do.
    char message[SUREFOOT_MESSAGE_SIZE];
} surefoot_error;

// Options of surefoot_mirror_clip; start from surefoot_mirror_clip_default_options.
typedef struct surefoot_mirror_clip_options {
    // sizeof(surefoot_mirror_clip_options).
    size_t struct_size;
} surefoot_mirror_clip_options;

// Options of surefoot_resample_clip; start from surefoot_resample_clip_default_options.
typedef struct surefoot_resample_clip_options {
    // sizeof(surefoot_resample_clip_options).
    size_t struct_size;
    // Frames per second of the result. 0.1 to 10000 fps, default 30.
    double frame_rate;
} surefoot_resample_clip_options;

// Options of surefoot_trim_clip; start from surefoot_trim_clip_default_options.
typedef struct surefoot_trim_clip_options {
    // sizeof(surefoot_trim_clip_options).
    size_t struct_size;
    // First frame that is kept. 0 to 1000000000 frames, default 0.
    int64_t first;
    // Number of frames that are kept; 0 keeps all to the end. 0 to 1000000000 frames, default 0.
    int64_t count;
} surefoot_trim_clip_options;

// Options of surefoot_check_clip; start from surefoot_check_clip_default_options.
typedef struct surefoot_check_clip_options {
    // sizeof(surefoot_check_clip_options).
    size_t struct_size;
} surefoot_check_clip_options;

// Options of surefoot_detect_plants; start from surefoot_detect_plants_default_options.
typedef struct surefoot_detect_plants_options {
    // sizeof(surefoot_detect_plants_options).
    size_t struct_size;
    // Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg. 0.01 to 1 m/s, default
    // 0.15.
    double still_speed;
    // Shorter plants are dropped unless they touch an end of the clip. 0 to 1 s, default 0.04.
    double min_seconds;
    // Estimate and allow for root drift and for a root path or legs of wrong length. 0 or 1, default 1.
    int64_t fit_fault;
    // Make the slowest part of a brief touch a plant, so that runs are planted too. 0 or 1, default 1.
    int64_t use_touches;
    // Search plants of wrists and fingertips as well. 0 or 1, default 0.
    int64_t hands;
    // Search plants of heels and toe tips, the points of the sole, as well. 0 or 1, default 0.
    int64_t sole;
    // Plant feet that glide over the floor all the time, as motion made by networks does. 0 or 1, default 1.
    int64_t hold_gliding;
} surefoot_detect_plants_options;

// Options of surefoot_remove_footskate; start from surefoot_remove_footskate_default_options.
typedef struct surefoot_remove_footskate_options {
    // sizeof(surefoot_remove_footskate_options).
    size_t struct_size;
    // What moves to keep planted points in place. A SUREFOOT_FOOTSKATE_METHOD_ number, default limbs.
    int64_t method;
    // How the motion between plants is found. A SUREFOOT_FOOTSKATE_SOLVER_ number, default least-squares. Needs
    // method limbs.
    int64_t solver;
    // Largest change of a limb's length, as a part of it; 0 keeps bones rigid and lets the hips give way. 0 to 0.2,
    // default 0.03. Needs method limbs.
    double max_stretch;
    // Frames further than this from any plant stay as they are. 0 to 10 s, default 0.5. Needs method limbs; needs
    // solver least-squares.
    double cutoff;
    // How slowly a foot's correction fades between plants. 0 to 1 s, default 0.025. Needs method limbs; needs solver
    // least-squares.
    double swing_time;
    // How slowly a foot's turn fades between plants. 0 to 1 s, default 0.04. Needs method limbs; needs solver
    // least-squares.
    double turn_time;
    // Share of a foot's turn about the leg that the hip takes; the ankle takes the rest. 0 to 1, default 0.5. Needs
    // method limbs.
    double swivel;
    // Ease knees that snap straight near a plant. 0 or 1, default 1. Needs method limbs; needs solver least-squares.
    int64_t soften_knees;
    // Smooth the root, and joints, first where they shake. 0 or 1, default 1. Needs method limbs.
    int64_t denoise;
    // Put planted feet and fingertips on the ground, joints at their standing height. 0 or 1, default 0. Needs method
    // limbs; needs a ground.
    int64_t snap_to_ground;
    // Most rounds of the least-squares solver. 1 to 100, default 8. Needs method limbs; needs solver least-squares.
    int64_t rounds;
    // Half window of the windowed solver. 0 to 2 s, default 0.15. Needs method limbs; needs solver windowed.
    double window;
    // How much of a plant sets its place in the windowed solver; 0 is all of it, and leaves it to the delay in a
    // stream. 0 to 2 s, default 0. Needs method limbs; needs solver windowed.
    double anchor_window;
    // Knee angle from which the windowed solver damps. 45 to 180 deg, default 120. Needs method limbs; needs solver
    // windowed.
    double damping_angle;
    // How far the foot-rooted method lowers the body, so that legs bend instead of stretch. 0 to 0.1 m, default
    // 0.005. Needs method foot-rooted; needs a ground.
    double lower_body;
    // Share of the correction that is applied: 1 holds planted feet, 0 leaves the clip as it is. 0 to 1, default 1.
    double strength;
    // Take a drift or a wrong scale of the root's path out of the root first. 0 or 1, default 1. Needs method limbs.
    int64_t fit_root_path;
    // How far a stream is behind its input; 0 is live. 0 to 2 s, default 0.3. Needs stream live.
    double delay;
} surefoot_remove_footskate_options;

// Options of surefoot_remove_penetration; start from surefoot_remove_penetration_default_options.
typedef struct surefoot_remove_penetration_options {
    // sizeof(surefoot_remove_penetration_options).
    size_t struct_size;
    // Move arms out of the body and out of each other. 0 or 1, default 1.
    int64_t arms;
    // Move thighs and shins out of each other; feet stay where they are. 0 or 1, default 1.
    int64_t legs;
    // Hands that rest on the body, or slide over it, touch it; without it they keep the margin. 0 or 1, default 1.
    // Needs arms true; needs method spacetime or per-frame.
    int64_t touch;
    // Distance that is aimed for where a limb has to give way. With method control-points, legs alone keep it. 0 to
    // 0.05 m, default 0.0035.
    double margin;
    // A correction begins at most this long before a contact and ends at most this long after it. With method
    // control-points, that holds for legs alone. 0.1 to 5 s, default 0.5.
    double reach;
    // Overlap of the arms that is left alone. Unless it is none, so is a character made to overlap. A
    // SUREFOOT_ALLOWED_OVERLAP_ number, default rest.
    int64_t allowed_overlap;
    // The frame whose overlap is left alone, counted from 0. 0 to 1000000, default 0. Needs allowed_overlap frame.
    int64_t overlap_frame;
    // A hand that moves by more than this, as a mean over the frames that change, is named in a note; crossed arms
    // that need more stay crossed. With method per-frame it is twice this. 0 to 1 m, default 0.08.
    double max_mean_way;
    // How corrections are found. A SUREFOOT_REMOVE_PENETRATION_METHOD_ number, default spacetime.
    int64_t method;
    // Frames between control points; 0 places them where corrections peak. 0 to 1000, default 0. Needs method
    // control-points.
    int64_t control_spacing;
    // A foot may stand farther out by up to this where thighs have no other way out; whole plants move, so planted
    // feet stay planted. 0 keeps feet in place. 0 to 0.5 m, default 0. Needs legs true.
    double widen_stance;
} surefoot_remove_penetration_options;

// Options of surefoot_adapt_to_body; start from surefoot_adapt_to_body_default_options.
typedef struct surefoot_adapt_to_body_options {
    // sizeof(surefoot_adapt_to_body_options).
    size_t struct_size;
    // Move arms and legs out of the body. 0 or 1, default 1.
    int64_t penetration;
    // Hold planted feet and hands. 0 or 1, default 1.
    int64_t footskate;
    // Share of its turn that the head gives back where the trunk turned: 1 keeps the gaze, 0 leaves it to the trunk.
    // 0 to 1, default 1.
    double gaze;
    // Share of their turn that the upper arms give back where the trunk turned; arms may run into the body again. 0
    // to 1, default 0.
    double arm_direction;
    // Bring balance back to what it was in the original, or else in the clip that came. 0 or 1, default 1.
    int64_t balance;
} surefoot_adapt_to_body_options;

// Options of surefoot_measure_balance; start from surefoot_measure_balance_default_options.
typedef struct surefoot_measure_balance_options {
    // sizeof(surefoot_measure_balance_options).
    size_t struct_size;
    // What the masses of the body's parts follow from. A SUREFOOT_MASS_SOURCE_ number, default auto.
    int64_t masses;
    // Mass of the body without what it carries; 0 takes that of the mesh, or of an adult of that size, else at least
    // 0.1. 0 to 100000 kg, default 0.
    double mass;
    // Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half
    // of the frame rate or more. 0 to 100 Hz, default 5.
    double cutoff;
    // Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0 to 0.1 m,
    // default 0.015.
    double sole_margin;
} surefoot_measure_balance_options;

// Options of surefoot_correct_balance; start from surefoot_correct_balance_default_options.
typedef struct surefoot_correct_balance_options {
    // sizeof(surefoot_correct_balance_options).
    size_t struct_size;
    // What is brought back. A SUREFOOT_BALANCE_MODE_ number, default limit. Needs method banded.
    int64_t mode;
    // Factor on how far the zero moment point may be outside; below 0.9 motion gets stiff and exaggerated. 0 to 10,
    // default 1.
    double target_scale;
    // How far the zero moment point may be outside where there is no original to compare with. 0 to 1 m, default
    // 0.02.
    double threshold;
    // Most rounds of correcting and measuring again. 1 to 100, default 12.
    int64_t max_rounds;
    // How corrections are found. A SUREFOOT_CORRECT_BALANCE_METHOD_ number, default banded.
    int64_t method;
    // Frames between control points; 0 takes a fifth of a second. 0 to 1000, default 0. Needs method control-points.
    int64_t control_spacing;
} surefoot_correct_balance_options;

// Options of surefoot_correct_flight; start from surefoot_correct_flight_default_options.
typedef struct surefoot_correct_flight_options {
    // sizeof(surefoot_correct_flight_options).
    size_t struct_size;
    // What is changed where a flight is too long or too short for its height. A SUREFOOT_FLIGHT_FIX_ number, default
    // height.
    int64_t fix;
    // Free fall: 9.81 on earth, 1.62 on the moon; games often take more. 0.5 to 100 m/s², default 9.80665.
    double gravity;
    // A flight is left alone if it falls this close to gravity, as a share of it, and is on its parabola. 0 to 1,
    // default 0.02.
    double g_tolerance;
    // A flight is on its parabola if it is this close on average. 0 to 1 m, default 0.002.
    double path_tolerance;
} surefoot_correct_flight_options;

// Options of surefoot_evaluate_balance; start from surefoot_evaluate_balance_default_options.
typedef struct surefoot_evaluate_balance_options {
    // sizeof(surefoot_evaluate_balance_options).
    size_t struct_size;
    // What counts as the true masses. A SUREFOOT_REFERENCE_MASSES_ number, default auto.
    int64_t reference;
    // Forces are smoothed up to this frequency: 5 for people, 8 for runs and jumps; 0 smooths nothing, as does half
    // of the frame rate or more. 0 to 100 Hz, default 5.
    double cutoff;
    // Soles are grown by this much on all sides: meshes are often bare, captured people wear shoes. 0 to 0.1 m,
    // default 0.015.
    double sole_margin;
    // Whether masses are compared; it takes most of the time. 0 or 1, default 1.
    int64_t compare_masses;
    // Bodies drawn for the random masses. 1 to 1000, default 8. Needs compare_masses true.
    int64_t draws;
    // Seed of the random masses. 0 or more, default 1. Needs compare_masses true.
    int64_t seed;
} surefoot_evaluate_balance_options;

// Options of surefoot_deform_out_of_body; start from surefoot_deform_out_of_body_default_options.
typedef struct surefoot_deform_out_of_body_options {
    // sizeof(surefoot_deform_out_of_body_options).
    size_t struct_size;
    // The part that gives way. A SUREFOOT_YIELDING_PART_ number, default arms.
    int64_t part;
    // Distance from the body that pushed vertices keep. 0 to 0.05 m, default 0.002.
    double margin;
    // How early vertices start to give way before they touch; larger is smoother and moves more of them. 0.0005 to
    // 0.05 m, default 0.004.
    double softness;
    // How often the push is averaged over neighbouring vertices. 0 to 50, default 10.
    int64_t smoothing;
    // Share of the push that is applied; 0 changes nothing. 0 to 1, default 1.
    double envelope;
    // No vertex is pushed farther than this. A safety: what is deeper stays inside. 0.001 to 1 m, default 0.1.
    double max_push;
} surefoot_deform_out_of_body_options;

// Options of surefoot_fit_body; start from surefoot_fit_body_default_options.
typedef struct surefoot_fit_body_options {
    // sizeof(surefoot_fit_body_options).
    size_t struct_size;
    // Kind of the volumes. A SUREFOOT_VOLUME_KIND_ number, default cylinder.
    int64_t kind;
    // Correct the radii so that the shares of the parts in the whole body are those measured on people. 0 or 1,
    // default 0.
    int64_t measured_shares;
} surefoot_fit_body_options;

// Options of surefoot_grow_body; start from surefoot_grow_body_default_options.
typedef struct surefoot_grow_body_options {
    // sizeof(surefoot_grow_body_options).
    size_t struct_size;
    // Girth of pelvis, spine and clavicles. 0.2 to 5, default 1.
    double trunk;
    // Girth of the left upper arm and forearm. 0.2 to 5, default 1.
    double left_arm;
    // Girth of the right upper arm and forearm. 0.2 to 5, default 1.
    double right_arm;
    // Girth of the left thigh and shin. 0.2 to 5, default 1.
    double left_leg;
    // Girth of the right thigh and shin. 0.2 to 5, default 1.
    double right_leg;
    // Move clavicles, shoulders and hips outwards with the trunk. 0 or 1, default 1.
    int64_t move_joints;
    // How often the growth is averaged over neighbouring vertices; 0 leaves steps where parts meet. 0 to 50, default
    // 1.
    int64_t smoothing;
} surefoot_grow_body_options;

// Options of surefoot_scale_character; start from surefoot_scale_character_default_options.
typedef struct surefoot_scale_character_options {
    // sizeof(surefoot_scale_character_options).
    size_t struct_size;
    // From the spine to the shoulder joint. 0.1 to 10, default 1.
    double shoulder;
    // From the shoulder to the elbow. 0.1 to 10, default 1.
    double upper_arm;
    // From the elbow to the wrist. 0.1 to 10, default 1.
    double forearm;
    // From the waist down to the knee; thigh, shin and pelvis follow from this together with inside_leg and
    // waist_height. 0.1 to 10, default 1.
    double waist_to_knee;
    // From the hip joints down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and
    // waist_height. 0.1 to 10, default 1.
    double inside_leg;
    // From the waist down to the floor; thigh, shin and pelvis follow from this together with waist_to_knee and
    // inside_leg. 0.1 to 10, default 1.
    double waist_height;
    // From the waist to the nape. 0.1 to 10, default 1.
    double back;
    // What happens to the mesh. A SUREFOOT_SKIN_SCALING_ number, default follow.
    int64_t skin;
} surefoot_scale_character_options;

// Options of surefoot_build_shape_grid; start from surefoot_build_shape_grid_default_options.
typedef struct surefoot_build_shape_grid_options {
    // sizeof(surefoot_build_shape_grid_options).
    size_t struct_size;
    // Hold planted feet on every body; the root gives way, since bones keep their lengths. 0 or 1, default 1.
    int64_t footskate;
    // Move clavicles, shoulders and hips outwards with the trunk. 0 or 1, default 1.
    int64_t move_joints;
    // Distance that limbs aim for on the bodies; wider than that of remove_penetration, since mixed corrections fall
    // a little short. Limbs move farther for it. 0 to 0.05 m, default 0.0065.
    double margin;
    // As max_mean_way of remove_penetration, on every body. 0 to 1 m, default 0.08.
    double max_mean_way;
    // Overlap of the arms that is left alone, as allowed_overlap of remove_penetration. A
    // SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_ number, default rest.
    int64_t allowed_overlap;
    // The frame whose overlap is left alone, counted from 0. 0 to 1000000, default 0. Needs allowed_overlap frame.
    int64_t overlap_frame;
} surefoot_build_shape_grid_options;

// Options of surefoot_query_shape_grid; start from surefoot_query_shape_grid_default_options.
typedef struct surefoot_query_shape_grid_options {
    // sizeof(surefoot_query_shape_grid_options).
    size_t struct_size;
    // Girth of pelvis, spine and clavicles. 0.2 to 5, default 1.
    double trunk;
    // Girth of the left upper arm and forearm. 0.2 to 5, default 1.
    double left_arm;
    // Girth of the right upper arm and forearm. 0.2 to 5, default 1.
    double right_arm;
    // Girth of the left thigh and shin. 0.2 to 5, default 1.
    double left_leg;
    // Girth of the right thigh and shin. 0.2 to 5, default 1.
    double right_leg;
    // How corrections are mixed between nodes. A SUREFOOT_SHAPE_INTERPOLATION_ number, default linear.
    int64_t interpolation;
} surefoot_query_shape_grid_options;

// Options of surefoot_build_motion_graph; start from surefoot_build_motion_graph_default_options.
typedef struct surefoot_build_motion_graph_options {
    // sizeof(surefoot_build_motion_graph_options).
    size_t struct_size;
    // Frames per second of the graph; clips are resampled to it. 5 to 240 fps, default 30.
    double frame_rate;
    // Length of the compared windows and of the transitions; 0.3 suits runs. 0.1 to 2 s, default 0.5.
    double window;
    // How the frames of a window are weighted. A SUREFOOT_GRAPH_KERNEL_ number, default triangle.
    int64_t kernel;
    // What is compared. A SUREFOOT_GRAPH_MARKERS_ number, default legs.
    int64_t markers;
    // How stretches of motion are told apart in clips without labels. A SUREFOOT_GRAPH_LABELLING_ number, default
    // automatic.
    int64_t labelling;
    // Add the mirror image of every clip, on a skeleton made symmetric. 0 or 1, default 0.
    int64_t mirror;
    // Transition threshold: how much a pose changes in this many frames. 0 to 100 frames, default 2.25.
    double threshold_factor;
    // How far the threshold is raised for a label that is poorly connected. 0 to 100 frames, default 3.
    double max_threshold_factor;
    // Ignore pairs of windows that differ by more than this; 0 keeps all, or 4 above 20,000 frames. 0 to 1000 frames,
    // default 0.
    double minima_limit;
    // Warn about labels with less usable motion than this. 0 to 3600 s, default 2.
    double min_core;
    // Among transitions this close to each other at both ends, keep only the best; 0 keeps all. 0 to 60 frames,
    // default 0.
    int64_t thinning;
    // Compare windows at their places in the world, for motion that is tied to places. 0 or 1, default 0.
    int64_t world_locked;
} surefoot_build_motion_graph_options;

// Options of surefoot_search_motion_graph; start from surefoot_search_motion_graph_default_options.
typedef struct surefoot_search_motion_graph_options {
    // sizeof(surefoot_search_motion_graph_options).
    size_t struct_size;
    // How motion is searched for. A SUREFOOT_SEARCH_METHOD_ number, default beam. Needs query path or connect or
    // custom.
    int64_t method;
    // Walks that a beam keeps at each frame: more of them follow a path better but take longer. 1 to 100000, default
    // 100. Needs query path or connect or custom.
    int64_t beam_width;
    // How far the horizon methods look ahead. 0.1 to 3600 s, default 5. Needs method horizon-beam or
    // branch-and-bound; needs query path or connect or custom.
    double horizon;
    // How much of the horizon is kept before looking ahead again. 0.03 to 3600 s, default 0.9. Needs method
    // horizon-beam or branch-and-bound; needs query path or connect or custom.
    double retain;
    // Cost of a transition: a higher cost gives fewer transitions and a looser path. 0 to 1000 m², default 0.1. Needs
    // query path or connect.
    double transition_cost;
    // Speed at which the path moves on while the character stands, as a share of the usual speed. 0 to 1, default
    // 0.4. Needs query path.
    double min_progress;
    // How far before the end of a piece the next style may begin. 0 to 100 m, default 0.85. Needs query path.
    double style_tolerance;
    // Cost of a wrong direction where a clip ends at a place. 0 to 1000 m²/rad², default 1. Needs query connect.
    double turn_cost;
    // Cost of time on the way to a place. 0 to 1000 m²/s, default 0.02. Needs query connect.
    double time_cost;
    // Starting points in the graph that are tried for a path; the seed picks them. 1 to 1000000, default 100. Needs
    // query path or custom.
    int64_t starts;
    // Pick at random among walks up to this much costlier than the best. 0 to 10, default 0. Needs query path or
    // connect or custom.
    double variation;
    // Equal seeds give equal walks. 0 or more, default 0.
    int64_t seed;
    // Give up a walk that takes this many times the usual time. 1 to 1000, default 3. Needs query path or connect or
    // custom.
    double patience;
    // Walks that branch and bound examines each time before it takes the best so far. 1 to 1000000000, default
    // 200000. Needs method branch-and-bound; needs query path or connect or custom.
    int64_t max_expansions;
    // Leave out transitions that begin or end on a jolt, such as a heel strike. 0 or 1, default 1.
    int64_t smooth_seams;
    // Remove the footskate of the result. 0 or 1, default 1.
    int64_t cleanup;
} surefoot_search_motion_graph_options;

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
    int64_t up_axis;
} surefoot_read_options;

// A stretch of frames.
typedef struct surefoot_frame_range {
    // The first frame.
    size_t first;
    // The frame after the last.
    size_t end;
} surefoot_frame_range;

// Something a user should know about a file, a clip or a result.
typedef struct surefoot_note {
    // Fixed word for scripts, such as "unit-estimated"; docs/notes.md lists them.
    const char *code;
    // A SUREFOOT_SEVERITY_ number.
    int32_t severity;
    // A sentence for people, without frame numbers.
    const char *text;
    // Number of stretches of frames; 0 where the note is about the whole.
    size_t frame_count;
    // The frames it is about.
    const surefoot_frame_range *frames;
    // The joint or point it is about, such as "left_toe"; NULL if none.
    const char *about;
} surefoot_note;

// What a file holds. Its skeleton, clips and skins belong to it.
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
    // The one skeleton.
    const surefoot_skeleton *skeleton;
    // Number of clips; may be 0.
    size_t clip_count;
    // All clips, in file order.
    const surefoot_clip *const *clips;
    // Number of skinned meshes; may be 0.
    size_t skin_count;
    // All skinned meshes.
    const surefoot_skin *const *skins;
    // Number of notes.
    size_t note_count;
    // What the user should know.
    const surefoot_note *notes;
    // Number of losses.
    size_t loss_count;
    // What the file holds and surefoot_write_new will not: materials, cameras and so on.
    const surefoot_note *losses;
} surefoot_document_view;

// How a new file is written; start from surefoot_write_default_options.
typedef struct surefoot_write_options {
    // sizeof(surefoot_write_options).
    size_t struct_size;
    // Metres per file unit, above 0; 1 is the default. glTF is in metres whatever this says.
    double unit_metres;
    // The axis that points up, a SUREFOOT_UP_AXIS_ number; Y is the default. glTF has Y up whatever this says.
    int64_t up_axis;
} surefoot_write_options;

// The animated local translation or scale of one joint.
typedef struct surefoot_track {
    // The joint.
    int32_t joint;
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
    const surefoot_track *translations;
    // Number of joints with an animated local scale.
    size_t scale_count;
    // Animated local scales; they replace the rest scale.
    const surefoot_track *scales;
} surefoot_clip_data;

// What a clip holds; fields as in surefoot_clip_data.
typedef struct surefoot_clip_view {
    const char *name;
    double frame_rate;
    size_t frame_count;
    // Number of joints of its skeleton.
    size_t joint_count;
    const double *rotations;
    const double *root_positions;
    size_t translation_count;
    const surefoot_track *translations;
    size_t scale_count;
    const surefoot_track *scales;
} surefoot_clip_view;

// The style of a part of a path.
typedef struct surefoot_style_piece {
    // Name of the label to keep to; NULL for any motion.
    const char *label;
    // Metres along the path at which the piece ends; that of the last piece does not matter.
    double end;
} surefoot_style_piece;

// A path.
typedef struct surefoot_path_view {
    // A SUREFOOT_PATH_ number.
    int32_t kind;
    // Number of points.
    size_t point_count;
    // The points, 3 numbers each, metres; they go into surefoot_motion_query as they are.
    const double *points;
    // Number of styles; may be 0.
    size_t style_count;
    // The styles in the order of the path; the last one ends at infinity where the file gives no end.
    const surefoot_style_piece *styles;
    // Length over the floor, metres.
    double length;
    // Number of corners.
    size_t corner_count;
    // The path as straight pieces: x and z of each corner, metres. Curves are cut finely.
    const double *corners;
} surefoot_path_view;

// What ground holds; fields of other kinds are zero.
typedef struct surefoot_ground_view {
    // A SUREFOOT_GROUND_ number; -1 for a kind that this header does not know.
    int32_t kind;
    // Plane: the unit normal, pointing up.
    double normal[3];
    // Plane: normal · p of all its points, metres.
    double offset;
    // Height field: x and z of the first height, metres.
    double origin[2];
    // Height field: metres from one height to the next.
    double spacing;
    // Height field: heights in a row, along x.
    size_t columns;
    // Height field: number of heights.
    size_t height_count;
    // Height field: all heights, row after row along z, metres.
    const double *heights;
    // Mesh: number of triangles that are not vertical.
    size_t triangle_count;
    // Mesh: their corners, metres: 9 numbers a triangle.
    const double *corners;
} surefoot_ground_view;

// A label over an interval.
typedef struct surefoot_label_span {
    // The label's name.
    const char *label;
    // First frame.
    size_t first;
    // The frame after the last.
    size_t end;
} surefoot_label_span;

// Labels and group of one clip.
typedef struct surefoot_clip_labels {
    // The clip's name.
    const char *clip;
    // Its labels; with their number they go into surefoot_graph_clip as they are. NULL leaves them open, which is not
    // the same as no label at all: frames without a label are not used.
    const surefoot_label_span *labels;
    // Number of labels.
    size_t label_count;
    // The name of its group; NULL if it has none.
    const char *group_name;
    // The group's number for surefoot_graph_clip: from 1 in the order in which groups are named, 0 without a group.
    // surefoot_labels_create does not look at it.
    uint64_t group;
} surefoot_clip_labels;

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

// Where one foot meets the ground.
typedef struct surefoot_sole {
    // The ankle; -1 if nothing is known of this foot's sole.
    int32_t foot;
    // The joint that carries the tip: the toe, else the foot.
    int32_t front;
    // Rear end of the contact, in the foot's frame, metres.
    double heel[3];
    // Front end of the contact, in the front joint's frame, metres.
    double tip[3];
    // Height of the ankle over the sole while the foot stands, metres.
    double ankle_height;
    // The same of the front joint.
    double front_height;
} surefoot_sole;

// What a skeleton holds; fields as in surefoot_skeleton_data.
typedef struct surefoot_skeleton_view {
    size_t joint_count;
    const char *const *names;
    const int32_t *parents;
    const double *rest_offsets;
    const double *rest_rotations;
    const double *rest_scales;
    const uint8_t *compensates_parent_scale;
    // The SUREFOOT_ROLE_ number of each joint, SUREFOOT_ROLE_NONE for most.
    const int32_t *roles;
    size_t end_site_count;
    const int32_t *end_site_joints;
    const double *end_site_offsets;
    // Height of the upright body, metres, whatever the rest pose.
    double standing_height;
    // Where the feet meet the ground, as a skin tells it: two, left and right.
    const surefoot_sole *soles;
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

// What a skin holds; fields as in surefoot_skin_data.
typedef struct surefoot_skin_view {
    const char *name;
    size_t vertex_count;
    const float *positions;
    const float *normals;
    size_t triangle_count;
    const uint32_t *triangles;
    size_t slot_count;
    const int32_t *slot_joints;
    const double *inverse_binds;
    const uint32_t *influence_offsets;
    size_t influence_count;
    const uint32_t *influence_slots;
    const float *influence_weights;
    // Vertices whose weights missed a sum of 1 by more than 1 % and were made to.
    size_t renormalised_count;
} surefoot_skin_view;

// Something that the character carries.
typedef struct surefoot_load {
    // The joint that carries it.
    int32_t joint;
    // Kilograms.
    double mass;
    // Its centre in the joint's frame, metres.
    double offset[3];
} surefoot_load;

// A rigid part of the body. Places are in the joint's frame, turned but not scaled with it.
typedef struct surefoot_mass_segment {
    // Its name, such as left_forearm. NULL: none.
    const char *name;
    // The joint that it moves with.
    int32_t joint;
    // Kilograms.
    double mass;
    // Its centre of mass, metres.
    double centre[3];
    // Its inertia about that centre, kg m2, row after row.
    double inertia[9];
} surefoot_mass_segment;

// What balance depends on besides the clip. Set struct_size to sizeof(surefoot_balance_scene), and what you leave out
// to zero.
typedef struct surefoot_balance_scene {
    // sizeof(surefoot_balance_scene).
    size_t struct_size;
    // Plants of the clip. NULL: found where they are needed, which is on steps.
    const surefoot_plants *plants;
    // What the character stands on. NULL: where feet stand is the floor.
    const surefoot_ground *ground;
    // Number of loads.
    size_t load_count;
    // What the character carries.
    const surefoot_load *loads;
    // Number of parts of the body; 0 takes those that the options ask for.
    size_t segment_count;
    // The masses of the body, part by part.
    const surefoot_mass_segment *segments;
} surefoot_balance_scene;

// The clip and the body that balance is compared with: before masses, poses or proportions were changed. Set
// struct_size to sizeof(surefoot_balance_original), and what you leave out to zero.
typedef struct surefoot_balance_original {
    // sizeof(surefoot_balance_original).
    size_t struct_size;
    // Its skeleton.
    const surefoot_skeleton *skeleton;
    // Its clip: the same motion. It may have another number of frames, if time was stretched.
    const surefoot_clip *clip;
    // Its skins.
    const surefoot_skin *const *skins;
    // Number of skins.
    size_t skin_count;
    // What it carries and stands on. NULL: nothing, and where feet stand.
    const surefoot_balance_scene *scene;
} surefoot_balance_original;

// What balance is measured with. Set struct_size to sizeof(surefoot_balance_setting), and what you leave out to zero.
typedef struct surefoot_balance_setting {
    // sizeof(surefoot_balance_setting).
    size_t struct_size;
    // What the character carries and stands on. NULL: nothing, and where feet stand.
    const surefoot_balance_scene *scene;
    // What the result is compared with. NULL: the clip that comes.
    const surefoot_balance_original *original;
    // How balance is measured. NULL: the defaults.
    const surefoot_measure_balance_options *measure_options;
} surefoot_balance_setting;

// Called by long operations with the share done, 0 to 1, and the pointer given beside it. Returns 0 to go on, any
// other number to stop: the operation then ends with SUREFOOT_ERROR_CANCELLED.
//
// It is called from any thread, several at once and out of order; it must not throw, jump out or wait for the thread
// that made the call.
typedef int32_t (*surefoot_progress)(double share, void *user);

// What was done to one frame.
typedef struct surefoot_deformed_frame {
    // The deepest vertex before, metres; 0 where nothing penetrates.
    double depth_before;
    // The deepest vertex after, measured anew, metres.
    double depth_after;
    // The farthest push, metres.
    double push_max;
    // Vertices that moved.
    size_t vertices_pushed;
    // Vertices that would have been pushed farther than max_push.
    size_t vertices_at_max_push;
    // Triangles that face the other way after.
    size_t flipped_triangles;
    // The deepest vertex after among those with a painted weight below 1, metres: what is left inside on purpose.
    double painted_depth_after;
    // Vertices with a painted weight below 1 that are deeper than 3 mm after.
    size_t painted_vertices_inside;
} surefoot_deformed_frame;

// How the vertices of one skin move.
typedef struct surefoot_deformed_skin_view {
    // Number of vertices that move in any frame.
    size_t vertex_count;
    // These vertices, ascending.
    const uint32_t *vertices;
    // The way of each of them in every frame, in the world, metres: 3 numbers a vertex, frame after frame.
    const float *offsets;
} surefoot_deformed_skin_view;

// How vertices move in a clip.
typedef struct surefoot_deformed_clip_view {
    // Number of frames.
    size_t frame_count;
    // What was done to every frame.
    const surefoot_deformed_frame *frames;
    // Number of skins.
    size_t skin_count;
    // The skins, in the order that they came in.
    const surefoot_deformed_skin_view *skins;
} surefoot_deformed_clip_view;

// Points and triangles of a mesh.
typedef struct surefoot_mesh_shape {
    // Number of points.
    size_t point_count;
    // Points, metres: 3 numbers each.
    const float *points;
    // Number of triangles.
    size_t triangle_count;
    // Corners, counter-clockwise from outside: 3 points a triangle.
    const uint32_t *triangles;
} surefoot_mesh_shape;

// A clip to evaluate, with its other versions.
typedef struct surefoot_balance_case {
    // What it is called in the report.
    const char *name;
    // The clip as it came: masses are compared on it.
    const surefoot_balance_original *original;
    // The clip on another body, or with changed poses. NULL: none.
    const surefoot_balance_original *adapted;
    // The adapted clip with its balance corrected. NULL: none.
    const surefoot_balance_original *balanced;
} surefoot_balance_case;

// The volume of one segment. Places are in the joint's frame, turned but not scaled with it: in the world a point is at
// position(joint) + rotation(joint) * point.
typedef struct surefoot_volume_view {
    // The segment's name, such as left_forearm.
    const char *name;
    // The joint that carries it.
    int32_t joint;
    // The volume above it; -1 for the first.
    int32_t parent;
    // A SUREFOOT_VOLUME_KIND_ number.
    int32_t kind;
    // A SUREFOOT_VOLUME_SOURCE_ number.
    int32_t source;
    // Unit, along the bone.
    double axis[3];
    // Middle of the volume, metres.
    double centre[3];
    // Along the axis, metres: of the flat cylinder, of the capsule without its round ends, of the whole ellipsoid.
    double length;
    // Mean of both semi-axes, metres.
    double radius;
    // Semi-axes of the cross-section, the larger first, metres.
    double semi_axes[2];
    // Unit directions of the semi-axes: 3 numbers each.
    double semi_directions[6];
} surefoot_volume_view;

// What a body holds.
typedef struct surefoot_body_view {
    // Number of volumes.
    size_t volume_count;
    // The volumes, parents before children.
    const surefoot_volume_view *volumes;
    // Number of vertices of all skins.
    size_t vertex_count;
    // The volume of every vertex, skin after skin; UINT32_MAX in a skin that could not be placed.
    const uint32_t *volume_of_vertex;
} surefoot_body_view;

// Balance, frame by frame. NaN stands for what a frame does not have.
typedef struct surefoot_balance_view {
    // Number of frames.
    size_t frame_count;
    // Centre of mass, world, metres: 3 numbers a frame.
    const double *centres;
    // Momentum of the whole body, world, kg m/s: 3 numbers a frame.
    const double *momentums;
    // Angular momentum about the centre of mass, world, kg m2/s: 3 numbers a frame.
    const double *angular_momentums;
    // Force on the feet upwards, as a share of the weight: 1 standing, 0 in flight.
    const double *loads;
    // Zero moment point on what carries the body, world, metres: 3 numbers a frame; NaN where the load is too small.
    const double *zero_moment_points;
    // Distance of that point from the area that carries the body, metres: below 0 inside. NaN where nothing does.
    const double *distances;
    // Share of the load on the left foot; NaN where nothing carries the body.
    const double *left_shares;
    // 1 for frames that the figures of the report count, else 0.
    const uint8_t *is_judged;
    // A point of the plane that carries the body, world, metres: 3 numbers a frame.
    const double *plane_points;
    // Its normal, unit, upwards: 3 numbers a frame.
    const double *plane_normals;
    // The first corner of each frame's area, and the number of corners at the end: frame_count + 1 numbers.
    const size_t *area_first;
    // Number of corners of all areas.
    size_t corner_count;
    // Corners of the areas that carry the body, frame after frame, world, metres: 3 numbers each.
    const double *area_corners;
    // Number of parts of the body and loads.
    size_t segment_count;
    // The masses that were used: parts of the body, then loads.
    const surefoot_mass_segment *segments;
    // Centre of mass, dropped to what carries the body; in flights to the way between both ends: world, metres, 3
    // numbers a frame.
    const double *shadows;
} surefoot_balance_view;

// One clip handed to surefoot_build_motion_graph.
typedef struct surefoot_graph_clip {
    // Its skeleton.
    const surefoot_skeleton *skeleton;
    // The motion, at any frame rate.
    const surefoot_clip *clip;
    // Its plants; they are carried through transitions.
    const surefoot_plants *plants;
    // Its labels; frames without one are not used. NULL with a count of 0 leaves them to the option labelling.
    const surefoot_label_span *labels;
    // Number of labels.
    size_t label_count;
    // Clips of different groups are never compared, clips of group 0 with all.
    uint64_t group;
} surefoot_graph_clip;

// A control table.
typedef struct surefoot_control_table_view {
    // The label it keeps to, by its place in the graph; -1 for any motion.
    int64_t label;
    // Number of nodes of the graph.
    size_t node_count;
    // The edge to take, SUREFOOT_DIRECTIONS numbers a node; -1 for a node that the table does not cover.
    const int64_t *edges;
} surefoot_control_table_view;

// Where a steered character is.
typedef struct surefoot_control_state {
    // The node it stands at.
    size_t node;
    // Moves the node's clip from where it was captured: turn about +y in radians, then along x and z in metres.
    double place[3];
} surefoot_control_state;

// Where a part of a walk comes from.
typedef struct surefoot_walk_segment {
    // The edge.
    size_t edge;
    // First frame of the result.
    size_t first;
    // The frame after the last.
    size_t end;
    // The graph's clip; for a transition the one that is left.
    size_t clip;
    // First of its frames.
    size_t clip_frame;
    // 1 for a transition: then the next two are set.
    int32_t is_transition;
    // The clip that is entered.
    size_t entered_clip;
    // The first frame used of it.
    size_t entered_frame;
} surefoot_walk_segment;

// What was found. Clips, plants and reports belong to it.
typedef struct surefoot_found_motion_view {
    // The motion, on the graph's skeleton.
    const surefoot_clip *clip;
    // The same before its footskate was removed.
    const surefoot_clip *uncleaned;
    // What the feet hold to.
    const surefoot_plants *plants;
    // Number of segments.
    size_t segment_count;
    // Which frames come from where, one per edge.
    const surefoot_walk_segment *segments;
    // Number of frames of the clip.
    size_t label_count;
    // Labels of every frame, one bit each.
    const uint64_t *labels;
    // Moves the first clip from where it was captured: turn about +y in radians, move along x and z in metres.
    double start[3];
    // How the path was followed, jolts at seams, cost, and whether it is all that was asked for.
    const surefoot_report *report;
    // What the cleanup did, for surefoot_footskate_page; NULL without a cleanup.
    const surefoot_report *cleanup;
} surefoot_found_motion_view;

// "About to play a frame of a clip".
typedef struct surefoot_graph_node {
    // The clip, by its place in the graph.
    uint32_t clip;
    // Frame of that clip; its number of frames at the clip's end.
    uint32_t frame;
    // Labels in whose core the node lies, one bit each: from here one can go on for ever without leaving that label.
    uint64_t cores;
} surefoot_graph_node;

// A stretch of motion between two nodes.
typedef struct surefoot_graph_edge {
    // The node it leaves.
    uint32_t from;
    // The node it enters.
    uint32_t to;
    // Frames that are played along it.
    uint32_t frame_count;
    // 1 for a blend from one clip to another, 0 for the frames of one clip.
    int32_t is_transition;
    // Labels that all its frames share, one bit each.
    uint64_t labels;
    // Transitions: turn about +y in radians, then move along x and z in metres, that bring the second clip to the first.
    double alignment[3];
    // Transitions: RMS distance of the markers over the window, metres.
    double distance;
} surefoot_graph_edge;

// Two windows that resemble each other more than their neighbours do, by their first frames, counted over all clips
// laid end to end.
typedef struct surefoot_grid_minimum {
    // First frame of the earlier window.
    uint32_t first;
    // First frame of the later window.
    uint32_t second;
    // Their distance, metres.
    double distance;
} surefoot_grid_minimum;

// Where a clip of a graph comes from.
typedef struct surefoot_graph_source {
    // Name of the clip it was taken from.
    const char *source;
    // Where in that clip its first frame lies, seconds.
    double source_start;
    // Labels of every frame, one bit each.
    const uint64_t *labels;
    // 1 for the mirror image.
    int32_t is_mirrored;
    // Its group; clips of different groups were not compared, clips of group 0 with all.
    uint32_t group;
} surefoot_graph_source;

// What a graph holds.
typedef struct surefoot_motion_graph_view {
    // The skeleton of all its clips; belongs to the graph.
    const surefoot_skeleton *skeleton;
    // Frames per second of all clips.
    double frame_rate;
    // Frames of a transition.
    size_t window_frames;
    // Number of clips, mirror images included.
    size_t clip_count;
    // Their names.
    const char *const *clip_names;
    // Their numbers of frames.
    const size_t *clip_frame_counts;
    // Number of labels.
    size_t label_count;
    // Their names; a label's place is its bit.
    const char *const *label_names;
    // Largest distance accepted from one label to another, metres: label_count numbers per label left.
    const double *thresholds;
    // Local minima of the distance grid.
    size_t minimum_count;
    // Number of nodes; 0 if nothing connects.
    size_t node_count;
    // The nodes, by clip and frame.
    const surefoot_graph_node *nodes;
    // Number of edges.
    size_t edge_count;
    // The edges, by the node they leave.
    const surefoot_graph_edge *edges;
    // The local minima: minimum_count of them.
    const surefoot_grid_minimum *minima;
    // Where each clip comes from: clip_count of them.
    const surefoot_graph_source *clip_sources;
} surefoot_motion_graph_view;

// A clip of the graph at a place.
typedef struct surefoot_clip_placement {
    // The clip, by its place in the graph.
    size_t clip;
    // Moves it from where it was captured: turn about +y in radians, then move along x and z in metres.
    double at[3];
} surefoot_clip_placement;

// Where a walk has got to, as the functions of a custom query see it.
typedef struct surefoot_walk_state_view {
    // The node it stands at.
    size_t node;
    // Frames played so far.
    size_t frames;
    // Way gone over the floor, metres.
    double length;
    // 1 if position is set: something was played.
    int32_t has_position;
    // Where the pelvis was on the last frame, x and z, metres.
    double position[2];
    // Moves the node's clip from where it was captured: turn about +y in radians, then along x and z in metres.
    double place[3];
    // For surefoot_walk_edges_get, until the callback returns; NULL for the walk after an edge.
    const surefoot_walk_edges *edges;
} surefoot_walk_state_view;

// What it costs to append an edge to a walk: a finite number of 0 or more, the same for the same walk; else the search
// ends with SUREFOOT_ERROR_INVALID. `after` is where the edge leads. It is called from any thread, several at once; it
// must not throw or jump out.
typedef double (*surefoot_walk_cost)(const surefoot_walk_state_view *walk, size_t edge,
    const surefoot_walk_state_view *after, void *user);

// Whether a walk is what is wanted: 0 or another number, the same for the same walk. Called as surefoot_walk_cost.
typedef int32_t (*surefoot_walk_is_complete)(const surefoot_walk_state_view *walk, void *user);

// Whether an edge may be appended to a walk: 0 or another number, the same for the same walk. Called as
// surefoot_walk_cost.
typedef int32_t (*surefoot_walk_is_legal)(const surefoot_walk_state_view *walk, size_t edge, void *user);

// What surefoot_search_motion_graph is to find; start from surefoot_motion_query_default. Fields that the kind does not
// read are ignored.
typedef struct surefoot_motion_query {
    // sizeof(surefoot_motion_query).
    size_t struct_size;
    // A SUREFOOT_QUERY_ number. Default random walk.
    int32_t kind;
    // Seconds of a random walk, above 0, at most 36000. Default 20.
    double seconds;
    // Stay in the core of the label of that name. NULL, the default: any.
    const char *label;
    // The clip to begin in, by its place in the graph; -1, the default: any.
    int64_t from_clip;
    // The clip to end in; -1 by default.
    int64_t to_clip;
    // Number of points of the path.
    size_t point_count;
    // The path, world, metres: 3 numbers a point; heights are not read.
    const double *points;
    // Number of styles; 0, the default, keeps to "forward" where the graph has it.
    size_t style_count;
    // The style of each part of the path, in order.
    const surefoot_style_piece *styles;
    // Node to begin a path at, its clip placed by start; -1, the default, tries many and lays them along the path.
    int64_t start_node;
    // Places the first clip: turn about +y in radians, then move along x and z in metres.
    double start[3];
    // Number of placements to end in.
    size_t target_count;
    // Placements to end in, any of which will do.
    const surefoot_clip_placement *targets;
    // What the points are, a SUREFOOT_PATH_ number. Default a polyline.
    int32_t path_kind;
    // Number of nodes at which a custom walk may begin; 0, the default: the seed chooses.
    size_t node_count;
    // Those nodes.
    const size_t *nodes;
    // What an edge of a custom walk costs.
    surefoot_walk_cost cost;
    // When a custom walk is what is wanted.
    surefoot_walk_is_complete is_complete;
    // Which edges a custom walk may take; NULL, the default: all.
    surefoot_walk_is_legal is_legal;
    // Handed to these three.
    void *cost_user;
} surefoot_motion_query;

// How surefoot_random_walk goes; start from surefoot_random_walk_default_options.
typedef struct surefoot_random_walk_options {
    // sizeof(surefoot_random_walk_options).
    size_t struct_size;
    // Equal seeds give equal walks. Default 0.
    uint64_t seed;
    // At least that many frames, at most 10,000,000. Default 300.
    size_t min_frames;
    // Node to start from; -1, the default, draws one.
    int64_t start;
    // Stay in the core of the label of that name. NULL, the default: any.
    const char *label;
    // How likely a transition is against going on in the clip, above 0; 1 draws evenly over edges. Default 0.05, about
    // one transition a second.
    double transition_weight;
} surefoot_random_walk_options;

// A walk made into motion. Clip and plants belong to it.
typedef struct surefoot_walk_view {
    // The motion, on the graph's skeleton. Feet may slide a little in transitions: surefoot_remove_footskate takes clip
    // and plants.
    const surefoot_clip *clip;
    // Plants of the sources.
    const surefoot_plants *plants;
    // Number of segments.
    size_t segment_count;
    // Which frames come from where, one per edge.
    const surefoot_walk_segment *segments;
    // Number of frames of the clip.
    size_t label_count;
    // Labels of every frame, one bit each; inside a transition those of both clips.
    const uint64_t *labels;
    // From the last clip's own place to where it ends up: turn about +y in radians, move along x and z in metres.
    double end[3];
} surefoot_walk_view;

// Two parts of the body that are kept apart. Parts are trunk, head, and clavicle, upper_arm, forearm, hand, thigh, shin
// and foot of a side, such as left_hand.
typedef struct surefoot_body_pair {
    // The part that gives way: of an arm or a leg.
    const char *part;
    // The part that it is kept out of.
    const char *other;
} surefoot_body_pair;

// Girth of one segment, besides that of its group.
typedef struct surefoot_segment_girth {
    // Name of the segment as surefoot_fit_body has it, such as left_forearm; UTF-8.
    const char *segment;
    // 1 leaves it as it is; 0.2 to 5.
    double factor;
} surefoot_segment_girth;

// A character with another shape. Skeleton, skins and clips belong to it.
typedef struct surefoot_character_view {
    // The skeleton.
    const surefoot_skeleton *skeleton;
    // Number of skins.
    size_t skin_count;
    // The skins, in the order that they came in.
    const surefoot_skin *const *skins;
    // Number of clips.
    size_t clip_count;
    // The clips, in the order that they came in.
    const surefoot_clip *const *clips;
} surefoot_character_view;

// One axis of a shape grid.
typedef struct surefoot_shape_axis {
    // A SUREFOOT_SHAPE_PART_ number.
    int64_t part;
    // Girths, ascending, as ratios to the body that the clip came with.
    const double *girths;
    // Number of girths.
    size_t girth_count;
} surefoot_shape_axis;

// What a shape grid holds.
typedef struct surefoot_shape_grid_view {
    // Frames of its clip.
    size_t frame_count;
    // Joints of its clip.
    size_t joint_count;
    // Number of axes.
    size_t axis_count;
    // The axes; the last one changes fastest from node to node.
    const surefoot_shape_axis *axes;
    // Number of bodies.
    size_t node_count;
    // Deepest vertex of each body before its correction, then after it, metres: 2 numbers per body.
    const double *depths;
    // 1 if clavicles, shoulders and hips moved outwards with the trunk where bodies were grown, else 0: grow bodies alike.
    int64_t move_joints;
} surefoot_shape_grid_view;

// One cleaned clip on a page.
typedef struct surefoot_before_after {
    // The clip as it came.
    const surefoot_clip *before;
    // The clip as it was cleaned.
    const surefoot_clip *after;
    // What was held.
    const surefoot_plants *plants;
    // The report of surefoot_remove_footskate, or the cleanup of a found motion.
    const surefoot_report *report;
} surefoot_before_after;

// One frame as it goes into and comes out of a stream.
typedef struct surefoot_stream_frame {
    // Number of joints of the skeleton.
    size_t joint_count;
    // The root's place in the world, metres.
    double root_position[3];
    // Local rotations, x y z w: 4 numbers a joint.
    const double *rotations;
    // Local translations, metres: 3 numbers a joint; the root's is not read. NULL on the way in: the rest offsets.
    const double *translations;
} surefoot_stream_frame;

// A point that is planted on the frame being pushed.
typedef struct surefoot_plant_state {
    // A SUREFOOT_POINT_ number. The point stays planted for as long as every push names it.
    int32_t point;
    // 1 if position is set, 0 to leave the place to the stream.
    int32_t has_position;
    // Where it is to stay, world, metres; read on the plant's first frame.
    double position[3];
} surefoot_plant_state;

// The points that stand on one frame.
typedef struct surefoot_streamed_plants {
    // Number of the frame, from 0 for the first that was pushed.
    size_t frame;
    // Number of points.
    size_t plant_count;
    // The points, without places, as surefoot_footskate_stream_push takes them.
    const surefoot_plant_state *plants;
} surefoot_streamed_plants;

// One value of a choice.
typedef struct surefoot_choice {
    // The word in files and reports: "foot-rooted".
    const char *name;
    // What a person reads: "Foot-Rooted".
    const char *label;
    // One line for a user, without a final full stop.
    const char *help;
} surefoot_choice;

// Something that must hold for an option to matter.
typedef struct surefoot_condition {
    // Another option of the operation, or an input of it such as "ground", which is "given" or not.
    const char *subject;
    // Number of values.
    size_t value_count;
    // The values with which the option matters.
    const char *const *values;
} surefoot_condition;

// One option of an operation.
typedef struct surefoot_option {
    // The field's name in the operation's options struct.
    const char *name;
    // What a person reads: "Still Speed".
    const char *label;
    // One line for a user, without a final full stop.
    const char *help;
    // "m", "s", "frames", "ratio" or empty.
    const char *unit;
    // A SUREFOOT_OPTION_ number.
    int32_t kind;
    // The default; for a choice its place among the choices.
    double default_value;
    // Smallest allowed value.
    double min;
    // Largest allowed value.
    double max;
    // Number of choices; 0 for any other kind.
    size_t choice_count;
    // The choices; the place of each is its number.
    const surefoot_choice *choices;
    // Number of conditions.
    size_t condition_count;
    // When the option matters: all of these hold. None: always.
    const surefoot_condition *used_when;
    // Where its 8 bytes are in the operation's options struct.
    size_t offset;
} surefoot_option;

// An operation and its options.
typedef struct surefoot_operation {
    // Its name without the prefix: "remove_footskate".
    const char *name;
    // What a person reads: "Remove Footskate".
    const char *label;
    // One line for a user, without a final full stop.
    const char *help;
    // 1 if it takes a skeleton, a clip and its options and gives a clip and a report, as surefoot_mirror_clip does.
    int32_t is_edit;
    // Number of options.
    size_t option_count;
    // The options, in the order users should see them.
    const surefoot_option *const *options;
    // Size of its options struct: with the offsets of the options, a host can fill structs that it was not compiled for.
    size_t options_size;
} surefoot_operation;

// What an operation is given besides its clip and options, as conditions name it: "ground" is "given" or "none".
typedef struct surefoot_input_state {
    // The input: a subject of conditions that is no option.
    const char *name;
    // Its value.
    const char *value;
} surefoot_input_state;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Gives the bytes and their number, valid until they are freed.
surefoot_status surefoot_bytes_get(const surefoot_bytes *bytes, const uint8_t **out_data, size_t *out_count,
    surefoot_error *error);

// Writes bytes as a file in one step: it is complete or not there.
surefoot_status surefoot_bytes_write(const char *file, const surefoot_bytes *bytes, surefoot_error *error);

// Frees bytes. NULL is fine.
void surefoot_bytes_free(surefoot_bytes *bytes);

// Mirror a clip: swap left and right. `options` NULL means the defaults; `out_report` may be NULL. The clip that went
// in is untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_mirror_clip(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_mirror_clip_options *options, surefoot_clip **out_clip, surefoot_report **out_report,
    surefoot_error *error);

// Sample a clip at another frame rate. `options` NULL means the defaults; `out_report` may be NULL. The clip that
// went in is untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_resample_clip(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_resample_clip_options *options, surefoot_clip **out_clip, surefoot_report **out_report,
    surefoot_error *error);

// Keep a part of a clip. `options` NULL means the defaults; `out_report` may be NULL. The clip that went in is
// untouched. Free the new one with surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_trim_clip(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_trim_clip_options *options, surefoot_clip **out_clip, surefoot_report **out_report,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_check_clip_options) as struct_size.
surefoot_status surefoot_check_clip_default_options(surefoot_check_clip_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_detect_plants_options) as struct_size.
surefoot_status surefoot_detect_plants_default_options(surefoot_detect_plants_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_remove_footskate_options) as struct_size.
surefoot_status surefoot_remove_footskate_default_options(surefoot_remove_footskate_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_remove_penetration_options) as struct_size.
surefoot_status surefoot_remove_penetration_default_options(surefoot_remove_penetration_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_adapt_to_body_options) as struct_size.
surefoot_status surefoot_adapt_to_body_default_options(surefoot_adapt_to_body_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_measure_balance_options) as struct_size.
surefoot_status surefoot_measure_balance_default_options(surefoot_measure_balance_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_correct_balance_options) as struct_size.
surefoot_status surefoot_correct_balance_default_options(surefoot_correct_balance_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_correct_flight_options) as struct_size.
surefoot_status surefoot_correct_flight_default_options(surefoot_correct_flight_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_evaluate_balance_options) as struct_size.
surefoot_status surefoot_evaluate_balance_default_options(surefoot_evaluate_balance_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_mirror_clip_options) as struct_size.
surefoot_status surefoot_mirror_clip_default_options(surefoot_mirror_clip_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_resample_clip_options) as struct_size.
surefoot_status surefoot_resample_clip_default_options(surefoot_resample_clip_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_trim_clip_options) as struct_size.
surefoot_status surefoot_trim_clip_default_options(surefoot_trim_clip_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_deform_out_of_body_options) as struct_size.
surefoot_status surefoot_deform_out_of_body_default_options(surefoot_deform_out_of_body_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_fit_body_options) as struct_size.
surefoot_status surefoot_fit_body_default_options(surefoot_fit_body_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_grow_body_options) as struct_size.
surefoot_status surefoot_grow_body_default_options(surefoot_grow_body_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_scale_character_options) as struct_size.
surefoot_status surefoot_scale_character_default_options(surefoot_scale_character_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_build_shape_grid_options) as struct_size.
surefoot_status surefoot_build_shape_grid_default_options(surefoot_build_shape_grid_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_query_shape_grid_options) as struct_size.
surefoot_status surefoot_query_shape_grid_default_options(surefoot_query_shape_grid_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_build_motion_graph_options) as struct_size.
surefoot_status surefoot_build_motion_graph_default_options(surefoot_build_motion_graph_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_search_motion_graph_options) as struct_size.
surefoot_status surefoot_search_motion_graph_default_options(surefoot_search_motion_graph_options *out_options,
    size_t struct_size, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_read_options) as struct_size.
surefoot_status surefoot_read_default_options(surefoot_read_options *out_options, size_t struct_size,
    surefoot_error *error);

// Reads a BVH, FBX, glTF, GLB or Collada file; the content decides, not the ending. `options` NULL means the defaults. Free the
// document with surefoot_document_free.
surefoot_status surefoot_read(const char *file, const surefoot_read_options *options,
    surefoot_document **out_document, surefoot_error *error);

// As surefoot_read, from bytes in memory; `file` names them in messages and is where text glTF looks for its buffers.
surefoot_status surefoot_read_bytes(const char *file, const uint8_t *bytes, size_t byte_count,
    const surefoot_read_options *options, surefoot_document **out_document, surefoot_error *error);

// Gives what the document holds, valid until it is freed.
surefoot_status surefoot_document_get(const surefoot_document *document, const surefoot_document_view **out_view,
    surefoot_error *error);

// Frees a document with its skeleton, clips and skins. NULL is fine.
void surefoot_document_free(surefoot_document *document);

// Writes the default options; pass sizeof(surefoot_write_options) as struct_size.
surefoot_status surefoot_write_default_options(surefoot_write_options *out_options, size_t struct_size,
    surefoot_error *error);

// Writes a copy of the file that a document was read from with its clips replaced, one for one; everything that the
// edits do not touch stays as it was. The ending of `file` is that of the source's format, or the other of .gltf and
// .glb. The file is complete or not there.
//
// `out_notes` may be NULL; else free them with surefoot_notes_free.
surefoot_status surefoot_write_edited(const char *file, const surefoot_document *document,
    const surefoot_clip *const *clips, size_t clip_count, surefoot_notes **out_notes, surefoot_error *error);

// As surefoot_write_edited, into memory. `format`, a SUREFOOT_FORMAT_ number, is the source's own, or the other of glTF
// and GLB. Free the bytes with surefoot_bytes_free.
surefoot_status surefoot_encode_edited(const surefoot_document *document, const surefoot_clip *const *clips,
    size_t clip_count, int32_t format, surefoot_bytes **out_bytes, surefoot_notes **out_notes, surefoot_error *error);

// Encodes a character with another shape, as surefoot_grow_body and surefoot_scale_character make it, in place of the one
// that a document holds, in a format by its SUREFOOT_FORMAT_ number. From glTF to glTF or GLB, materials and textures
// stay; else it is a new file, and what is lost is in the notes. There are as many clips as the document has.
//
// `out_notes` may be NULL; else free them with surefoot_notes_free. Free the bytes with surefoot_bytes_free.
surefoot_status surefoot_encode_reshaped(const surefoot_document *document, int32_t format,
    const surefoot_skeleton *skeleton, const surefoot_skin *const *skins, size_t skin_count,
    const surefoot_clip *const *clips, size_t clip_count, surefoot_bytes **out_bytes, surefoot_notes **out_notes,
    surefoot_error *error);

// Writes a new BVH, FBX, glTF or GLB file; its ending decides. BVH takes one clip and no skin. `options` NULL means
// the defaults. What the format cannot hold is named in the notes. The file is complete or not there.
//
// `out_notes` may be NULL; else free them with surefoot_notes_free.
surefoot_status surefoot_write_new(const char *file, const surefoot_skeleton *skeleton,
    const surefoot_clip *const *clips, size_t clip_count, const surefoot_skin *const *skins, size_t skin_count,
    const surefoot_write_options *options, surefoot_notes **out_notes, surefoot_error *error);

// As surefoot_write_new, into memory, in a format by its SUREFOOT_FORMAT_ number. Free the bytes with
// surefoot_bytes_free.
surefoot_status surefoot_encode_new(int32_t format, const surefoot_skeleton *skeleton,
    const surefoot_clip *const *clips, size_t clip_count, const surefoot_skin *const *skins, size_t skin_count,
    const surefoot_write_options *options, surefoot_bytes **out_bytes, surefoot_notes **out_notes, surefoot_error *error);

// Writes the world position of every joint in every frame, metres: 3 numbers a joint, joint after joint, frame after
// frame. `value_count` is the length of `out_positions`: 3 times joints times frames.
surefoot_status surefoot_world_positions(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    double *out_positions, size_t value_count, surefoot_error *error);

// Writes the world matrix of every joint in every frame: 4 × 4 numbers a joint, row after row, for column vectors (the
// position is the last column). `value_count` is the length of `out_matrices`: 16 times joints times frames.
surefoot_status surefoot_world_matrices(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    double *out_matrices, size_t value_count, surefoot_error *error);

// Writes the mesh points of a skin in one frame of a clip, world, metres: 3 numbers a vertex. `value_count` is the
// length of `out_positions`: 3 times vertices. Fails with SUREFOOT_ERROR_ARGUMENT for a frame that the clip lacks.
surefoot_status surefoot_deform_skin(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *skin, size_t frame, float *out_positions, size_t value_count, surefoot_error *error);

// Makes a clip of a skeleton from arrays. Rotations are normalised by up to 1 %, and neighbouring frames turned to one
// hemisphere.
//
// Fails with SUREFOOT_ERROR_CLIP for the first value that is not finite or not a rotation, and names joint and frame;
// with SUREFOOT_ERROR_INVALID for a frame rate that is not above 0. Free it with surefoot_clip_free.
surefoot_status surefoot_clip_create(const surefoot_skeleton *skeleton, const surefoot_clip_data *data,
    surefoot_clip **out_clip, surefoot_error *error);

// Gives all arrays of a clip, valid until it is freed.
surefoot_status surefoot_clip_get(const surefoot_clip *clip, const surefoot_clip_view **out_view,
    surefoot_error *error);

// Frees a clip. NULL is fine. Clips that a document's view lists belong to the document: do not free them.
void surefoot_clip_free(surefoot_clip *clip);

// Makes a path from points, 3 numbers each, metres (heights are not read), and the styles along it, which may be NULL
// with a count of 0. `kind` is a SUREFOOT_PATH_ number. Fails with SUREFOOT_ERROR_INVALID for points that make no path
// and styles that do not follow each other. Free it with surefoot_path_free.
surefoot_status surefoot_path_create(int32_t kind, const double *points, size_t point_count,
    const surefoot_style_piece *styles, size_t style_count, surefoot_path **out_path, surefoot_error *error);

// Reads a path file (JSON). Free the path with surefoot_path_free.
surefoot_status surefoot_path_read(const char *file, surefoot_path **out_path, surefoot_error *error);

// As surefoot_path_read, from the file's text.
surefoot_status surefoot_path_from_text(const char *json, surefoot_path **out_path, surefoot_error *error);

// Gives what the path holds, valid until it is freed.
surefoot_status surefoot_path_get(const surefoot_path *path, const surefoot_path_view **out_view,
    surefoot_error *error);

// Makes the text of a path file; surefoot_text_write puts it in place. Free it with surefoot_text_free.
surefoot_status surefoot_path_text(const surefoot_path *path, surefoot_text **out_text, surefoot_error *error);

// Frees a path. NULL is fine.
void surefoot_path_free(surefoot_path *path);

// Makes the ground of all points p with normal · p = offset. `normal` is 3 numbers of any length; the plane may not be
// steep. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_plane(const double *normal, double offset, surefoot_ground **out_ground,
    surefoot_error *error);

// Makes ground from heights on a regular grid: heights[row * columns + column] at x = origin_x + column * spacing,
// z = origin_z + row * spacing, bilinear in between and level beyond the edges. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_height_field(double origin_x, double origin_z, double spacing, size_t columns,
    const double *heights, size_t height_count, surefoot_ground **out_ground, surefoot_error *error);

// Makes ground from triangles: `points` has 3 numbers a point, `triangles` 3 point numbers a triangle. The highest
// surface under a foot counts. Free it with surefoot_ground_free.
surefoot_status surefoot_ground_create_mesh(const double *points, size_t point_count, const uint32_t *triangles,
    size_t triangle_count, surefoot_ground **out_ground, surefoot_error *error);

// Reads a ground file (JSON: level, plane, height_field or mesh). Free the ground with surefoot_ground_free.
surefoot_status surefoot_ground_read(const char *file, surefoot_ground **out_ground, surefoot_error *error);

// As surefoot_ground_read, from the file's text.
surefoot_status surefoot_ground_from_text(const char *json, surefoot_ground **out_ground, surefoot_error *error);

// Gives what the ground holds, valid until it is freed.
surefoot_status surefoot_ground_get(const surefoot_ground *ground, const surefoot_ground_view **out_view,
    surefoot_error *error);

// Gives height and upward unit normal (3 numbers) of the ground at x, z. Of several storeys the highest one at most
// 0.3 m above `near_height` counts. `out_normal` may be NULL.
//
// Fails with SUREFOOT_ERROR_INVALID beside a mesh, where there is no ground.
surefoot_status surefoot_ground_footing(const surefoot_ground *ground, double x, double z, double near_height,
    double *out_height, double (*out_normal)[3], surefoot_error *error);

// Frees ground. NULL is fine.
void surefoot_ground_free(surefoot_ground *ground);

// Makes labels from arrays, one item a clip, to write them as a file. Fails with SUREFOOT_ERROR_INVALID for a label
// without name or frame, and with SUREFOOT_ERROR_ARGUMENT if a clip is named twice. Free them with
// surefoot_labels_free.
surefoot_status surefoot_labels_create(const surefoot_clip_labels *items, size_t item_count,
    surefoot_labels **out_labels, surefoot_error *error);

// Tells standing, walking forward and going sideways or back apart: the labels that surefoot_build_motion_graph gives a
// clip without any. Free them, which are of one clip, with surefoot_labels_free.
surefoot_status surefoot_automatic_labels(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    surefoot_labels **out_labels, surefoot_error *error);

// Reads a labels file (JSON). Fails with SUREFOOT_ERROR_FILE, or with SUREFOOT_ERROR_FORMAT if it is none, names a clip twice
// or has a label without name or frame. Free the labels with surefoot_labels_free.
surefoot_status surefoot_labels_read(const char *file, surefoot_labels **out_labels, surefoot_error *error);

// As surefoot_labels_read, from the file's text.
surefoot_status surefoot_labels_from_text(const char *json, surefoot_labels **out_labels, surefoot_error *error);

// Gives the labels and groups of all clips that are named, and the number of clips, valid until they are freed.
surefoot_status surefoot_labels_get(const surefoot_labels *labels, const surefoot_clip_labels **out_items,
    size_t *out_item_count, surefoot_error *error);

// Makes the text of a labels file, to be edited by hand; surefoot_text_write puts it in place. Free it with
// surefoot_text_free.
surefoot_status surefoot_labels_text(const surefoot_labels *labels, surefoot_text **out_text, surefoot_error *error);

// Frees labels. NULL is fine.
void surefoot_labels_free(surefoot_labels *labels);

// Makes plants for a clip of `frame_count` frames from an array, in any order.
//
// Fails with SUREFOOT_ERROR_INVALID for an empty interval, one outside the clip, two of one point that overlap, a
// confidence outside 0 to 1 or a position that is not finite. Free them with surefoot_plants_free.
surefoot_status surefoot_plants_create(size_t frame_count, const surefoot_plant *items, size_t item_count,
    surefoot_plants **out_plants, surefoot_error *error);

// Gives the plants by first frame, valid until they are freed, their number, and the number of frames of their clip.
// `out_frame_count` may be NULL.
surefoot_status surefoot_plants_get(const surefoot_plants *plants, const surefoot_plant **out_items,
    size_t *out_item_count, size_t *out_frame_count, surefoot_error *error);

// Reads a plants file (JSON) for a clip of `frame_count` frames. Free the plants with surefoot_plants_free.
surefoot_status surefoot_plants_read(const char *file, size_t frame_count, surefoot_plants **out_plants,
    surefoot_error *error);

// As surefoot_plants_read, for a clip that is at hand: refuses positions far away from it, and notes keys that mean
// nothing. `out_notes` may be NULL; else free them with surefoot_notes_free.
surefoot_status surefoot_plants_read_of(const char *file, const surefoot_skeleton *skeleton,
    const surefoot_clip *clip, surefoot_plants **out_plants, surefoot_notes **out_notes, surefoot_error *error);

// As surefoot_plants_read, from the file's text.
surefoot_status surefoot_plants_from_text(const char *json, size_t frame_count, surefoot_plants **out_plants,
    surefoot_error *error);

// Makes the text of a plants file, to be edited by hand. Free it with surefoot_text_free.
surefoot_status surefoot_plants_text(const surefoot_plants *plants, surefoot_text **out_text, surefoot_error *error);

// Writes a plants file in one step: it is complete or not there.
surefoot_status surefoot_plants_write(const char *file, const surefoot_plants *plants, surefoot_error *error);

// Frees plants. NULL is fine.
void surefoot_plants_free(surefoot_plants *plants);

// Makes a text with the role's name as files have it: "left_foot". Free it with surefoot_text_free.
surefoot_status surefoot_role_name(int32_t role, surefoot_text **out_name, surefoot_error *error);

// Makes a skeleton with other roles: those of `skeleton`, and the entries on top. All entries of one role together
// replace its joints; only spine and neck take several. A joint named here loses the role it had. A foot that became
// another joint has no sole any more: surefoot_find_soles looks for it anew.
//
// Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, or SUREFOOT_ERROR_INVALID where a limb's joints do not hang below each other.
surefoot_status surefoot_skeleton_with_roles(const surefoot_skeleton *skeleton, const surefoot_role_entry *entries,
    size_t entry_count, surefoot_skeleton **out_skeleton, surefoot_error *error);

// As surefoot_skeleton_with_roles, from a roles file (JSON, docs/roles.md).
surefoot_status surefoot_skeleton_with_roles_file(const surefoot_skeleton *skeleton, const char *file,
    surefoot_skeleton **out_skeleton, surefoot_error *error);

// As surefoot_skeleton_with_roles_file, from the file's text.
surefoot_status surefoot_skeleton_with_roles_text(const surefoot_skeleton *skeleton, const char *json,
    surefoot_skeleton **out_skeleton, surefoot_error *error);

// Makes the text of a roles file with the skeleton's roles, to be edited by hand.
surefoot_status surefoot_skeleton_roles_text(const surefoot_skeleton *skeleton, surefoot_text **out_text,
    surefoot_error *error);

// Finds the roles of a skeleton from its names and its shape. Makes a skeleton with them, and a JSON text that tells
// the rig family, whether it is a biped, which roles are missing and what to know. Either output may be NULL.
//
// Readers and surefoot_skeleton_create do this by themselves.
surefoot_status surefoot_find_roles(const surefoot_skeleton *skeleton, surefoot_skeleton **out_skeleton,
    surefoot_text **out_json, surefoot_error *error);

// Makes a skeleton from arrays and finds its roles from names and shape; surefoot_skeleton_with_roles gives others.
//
// Fails with SUREFOOT_ERROR_SKELETON if there is no joint, a second root, a parent that does not come before its
// child, a repeated or empty name, a value that is not finite or an end site on no joint. Free it with
// surefoot_skeleton_free.
surefoot_status surefoot_skeleton_create(const surefoot_skeleton_data *data, surefoot_skeleton **out_skeleton,
    surefoot_error *error);

// Gives all arrays of a skeleton, valid until it is freed.
surefoot_status surefoot_skeleton_get(const surefoot_skeleton *skeleton, const surefoot_skeleton_view **out_view,
    surefoot_error *error);

// Finds the joint of that exact name. Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, whose message lists names.
surefoot_status surefoot_skeleton_find(const surefoot_skeleton *skeleton, const char *name, int32_t *out_joint,
    surefoot_error *error);

// Frees a skeleton. NULL is fine. Clips made with it stay as they are.
void surefoot_skeleton_free(surefoot_skeleton *skeleton);

// Makes a skin of a skeleton from arrays.
//
// Fails with SUREFOOT_ERROR_LENGTH where arrays do not fit each other, with SUREFOOT_ERROR_INVALID for an index out of
// range, a value that is not finite, a negative weight or a vertex without weight. Free it with surefoot_skin_free.
surefoot_status surefoot_skin_create(const surefoot_skeleton *skeleton, const surefoot_skin_data *data,
    surefoot_skin **out_skin, surefoot_error *error);

// Gives all arrays of a skin, valid until it is freed.
surefoot_status surefoot_skin_get(const surefoot_skin *skin, const surefoot_skin_view **out_view,
    surefoot_error *error);

// Frees a skin. NULL is fine. Skins that a document's view lists belong to the document: do not free them.
void surefoot_skin_free(surefoot_skin *skin);

// Makes a skeleton with other soles: `soles` are two, left and right. They tell where a foot touches the ground better
// than joints can; surefoot_find_soles finds them in skins, and the view of a skeleton has them.
//
// Fails with SUREFOOT_ERROR_SKELETON for a joint that is not there or a number that is not finite, and with
// SUREFOOT_ERROR_ARGUMENT for a joint that is not that foot. Free it with surefoot_skeleton_free.
surefoot_status surefoot_skeleton_with_soles(const surefoot_skeleton *skeleton, const surefoot_sole *soles,
    surefoot_skeleton **out_skeleton, surefoot_error *error);

// Finds the soles of the feet in all skins of a character. Makes a skeleton with them, and notes, for example of a mesh
// that is inside out. Either output may be NULL; free them with surefoot_skeleton_free and surefoot_notes_free. A foot
// that no skin covers, or whose mesh is not shaped like a foot, has no sole then, whatever it had before.
//
// Readers do this by themselves; do it anew after other roles were given. Fails with SUREFOOT_ERROR_INVALID if a skin
// names joints that the skeleton has not.
surefoot_status surefoot_find_soles(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
    size_t skin_count, surefoot_skeleton **out_skeleton, surefoot_notes **out_notes, surefoot_error *error);

// Finds the vertices of one foot that look down in the bind pose of one skin, `side` being a SUREFOOT_SIDE_ number.
// Writes the first `vertex_count` of them, ascending, to `out_vertices`, which may be NULL for 0, and how many there are
// to `out_count`. `out_by_height`, which may be NULL, gets 1 if the normals tell no sole and the foot's lowest vertices
// were taken: surefoot_find_soles leaves those out if another skin has a sole. Fails as surefoot_find_soles.
surefoot_status surefoot_sole_vertices(const surefoot_skeleton *skeleton, const surefoot_skin *skin, int32_t side,
    uint32_t *out_vertices, size_t vertex_count, size_t *out_count, int32_t *out_by_height, surefoot_error *error);

// Gives the notes and their number, valid until the list is freed.
surefoot_status surefoot_notes_get(const surefoot_notes *notes, const surefoot_note **out_items, size_t *out_count,
    surefoot_error *error);

// Frees a list of notes. NULL is fine.
void surefoot_notes_free(surefoot_notes *notes);

// Carries a clip to the body that wears it: moves limbs out of the body, then holds planted feet, then brings balance
// back, then lets the head look where it looked. The options say which stages there are.
//
// `plants` NULL means that they are found. `ground`, `balance`, the options of the stages and `options` may be NULL.
// Plants and ground are those of `balance`, too, where its scene has none. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went in is untouched. What cannot be
// solved is not an error: the report names it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not
// belong together, with SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without limbs or feet,
// with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
// surefoot_report_free.
surefoot_status surefoot_adapt_to_body(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_plants *plants, const surefoot_ground *ground,
    const surefoot_remove_penetration_options *penetration_options,
    const surefoot_remove_footskate_options *footskate_options, const surefoot_balance_setting *balance,
    const surefoot_correct_balance_options *balance_options, const surefoot_adapt_to_body_options *options,
    surefoot_progress progress, void *user, surefoot_clip **out_clip, surefoot_report **out_report,
    surefoot_error *error);

// Brings the zero moment point back to what carries the body, or the centre of mass back to its path.
//
// `scene` NULL means no plants, ground or loads. `original` NULL means that the zero moment point may be outside by the
// threshold of the options; else it may be as far outside as it is there. The options of measuring and `options` may
// be NULL. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went in is
// untouched. What cannot be solved is not an error: the report names it. Fails as surefoot_measure_balance does, and
// with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
// surefoot_report_free.
surefoot_status surefoot_correct_balance(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_balance_scene *scene,
    const surefoot_balance_original *original, const surefoot_measure_balance_options *measure_options,
    const surefoot_correct_balance_options *options, surefoot_progress progress, void *user, surefoot_clip **out_clip,
    surefoot_report **out_report, surefoot_error *error);

// Puts the centre of mass on its parabola in every flight: a stretch of at least 0.1 s in which neither foot nor hand bears the body.
//
// The result may have another number of frames. `scene` NULL means no plants, ground or loads. The options of measuring
// and `options` may be NULL. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip that went
// in is untouched. What cannot be solved is not an error: the report names it. Fails as surefoot_measure_balance does,
// and with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with surefoot_clip_free and the report with
// surefoot_report_free.
surefoot_status surefoot_correct_flight(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_balance_scene *scene,
    const surefoot_measure_balance_options *measure_options, const surefoot_correct_flight_options *options,
    surefoot_progress progress, void *user, surefoot_clip **out_clip, surefoot_report **out_report,
    surefoot_error *error);

// Pushes the skin of the arms out of the body, every frame by itself, for the last centimetres of penetration. The clip
// stays as it is; what comes out is by how much vertices move.
//
// `weights` are painted shares of the push, 0 to 1: an array for each skin, one number a vertex, or NULL for 1
// everywhere; NULL for all skins. `options` NULL means the defaults; `out_report` may be NULL. Fails with
// SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without arms. Free the result with
// surefoot_deformed_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_deform_out_of_body(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const float *const *weights,
    const surefoot_deform_out_of_body_options *options, surefoot_deformed_clip **out_deformed,
    surefoot_report **out_report, surefoot_error *error);

// Gives how vertices move, valid until it is freed.
surefoot_status surefoot_deformed_clip_get(const surefoot_deformed_clip *deformed,
    const surefoot_deformed_clip_view **out_view, surefoot_error *error);

// Frees a deformed clip. NULL is fine.
void surefoot_deformed_clip_free(surefoot_deformed_clip *deformed);

// Prepares a body and the part that gives way, both in one pose in which they do not touch, such as the rest pose.
// Vertices that lie inside even then are left as deep as they are. Hidden faces of the body are left out, and holes are
// closed. `weights` are painted shares of the push, 0 to 1, one for each point of the part; NULL means 1 everywhere.
// `options` NULL means the defaults; its part has no meaning here.
//
// Fails with SUREFOOT_ERROR_INVALID for points that are not finite, corners out of range, a body without a surface or
// a weight outside 0 to 1. Free it with surefoot_deformer_free.
surefoot_status surefoot_deformer_create(const surefoot_mesh_shape *body, const surefoot_mesh_shape *part,
    const float *weights, const surefoot_deform_out_of_body_options *options, surefoot_deformer **out_deformer,
    surefoot_error *error);

// Pushes the part out of the body in one frame. `body` and `points` are the posed points of both meshes, metres, 3
// numbers each, as many as the meshes have; `out_points` gets the points of the part after and may be `points`.
// `out_frame` may be NULL. Points that nothing pushes keep their bits. After the first calls nothing is allocated.
surefoot_status surefoot_deformer_deform(const surefoot_deformer *deformer, const float *body, const float *points,
    float *out_points, surefoot_deformed_frame *out_frame, surefoot_error *error);

// As surefoot_deformer_deform, with what a host may change from frame to frame: `weights` are painted shares of the
// push, 0 to 1, one for each point of the part, on top of those of surefoot_deformer_create (NULL: 1 everywhere);
// `envelope` and `max_push` stand in for the options of these names. Fails with SUREFOOT_ERROR_OPTION if one of them is
// out of its range, with SUREFOOT_ERROR_INVALID for a weight outside 0 to 1.
surefoot_status surefoot_deformer_deform_with(const surefoot_deformer *deformer, const float *body,
    const float *points, const float *weights, double envelope, double max_push, float *out_points,
    surefoot_deformed_frame *out_frame, surefoot_error *error);

// Frees a deformer. NULL is fine.
void surefoot_deformer_free(surefoot_deformer *deformer);

// Takes a character apart into arms and body, once; this takes a second. `options` NULL means the defaults; envelope and
// max_push have no effect here, every call has its own.
//
// Fails with SUREFOOT_ERROR_INVALID without a mesh, with SUREFOOT_ERROR_MISSING_ROLES without arms. Free it with
// surefoot_character_deformer_free.
surefoot_status surefoot_character_deformer_create(const surefoot_skeleton *skeleton,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_deform_out_of_body_options *options,
    surefoot_character_deformer **out_deformer, surefoot_error *error);

// Pushes the arms out of the body in one frame. `points` are the vertices as the host posed them, metres, 3 numbers
// each, skin after skin; `value_count` is the length of `points` and `out_points`: 3 times the vertices of all skins.
// `out_points` gets the vertices after and may be `points`; vertices that nothing pushes keep their bits.
//
// `weights` are painted shares of the push, 0 to 1, one for each vertex; NULL means 1 everywhere. `envelope` and
// `max_push` are as in surefoot_deform_out_of_body_options. `out_frame` may be NULL. After the first calls nothing is
// allocated. Fails with SUREFOOT_ERROR_OPTION if envelope or max_push is out of its range, with SUREFOOT_ERROR_INVALID
// for a point that is not finite or a weight outside 0 to 1.
surefoot_status surefoot_character_deformer_deform_points(const surefoot_character_deformer *deformer,
    const float *points, const float *weights, double envelope, double max_push, float *out_points, size_t value_count,
    surefoot_deformed_frame *out_frame, surefoot_error *error);

// As surefoot_character_deformer_deform_points, given the joints: `matrices` are their world matrices, 4 × 4 numbers a
// joint, row after row, as surefoot_world_matrices writes them; `matrix_value_count` is 16 times the joints. The mesh is
// posed by linear blend skinning first.
surefoot_status surefoot_character_deformer_deform_joints(const surefoot_character_deformer *deformer,
    const double *matrices, size_t matrix_value_count, const float *weights, double envelope, double max_push,
    float *out_points, size_t value_count, surefoot_deformed_frame *out_frame, surefoot_error *error);

// Frees a character deformer. NULL is fine.
void surefoot_character_deformer_free(surefoot_character_deformer *deformer);

// Finds the plants of both feet: the intervals in which ankle and toe stay put and carry the body, although the clip
// may drift, skate or be noisy.
//
// A walk on the spot or on a treadmill has no plants in the world; those that move with its floor go to
// `out_conveyor_plants`, and the report tells the floor's velocity. `ground` may be NULL: then no floor is assumed.
// `options` NULL means the defaults. `out_conveyor_plants` and `out_report` may be NULL. Fails with
// SUREFOOT_ERROR_MISSING_ROLES if no foot is known. Free plants with surefoot_plants_free and the report with
// surefoot_report_free.
surefoot_status surefoot_detect_plants(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_ground *ground, const surefoot_detect_plants_options *options, surefoot_plants **out_plants,
    surefoot_plants **out_conveyor_plants, surefoot_report **out_report, surefoot_error *error);

// Looks for signs that a clip is not what its file says, such as a wrong unit or frame rate: the notes of the report
// name them. `options` NULL means the defaults. Free the report with surefoot_report_free.
surefoot_status surefoot_check_clip(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_check_clip_options *options, surefoot_report **out_report, surefoot_error *error);

// Joins automatic plants with edited ones, which win: an automatic plant that shares a frame with an edited one of the
// same point is dropped whole. Free the plants with surefoot_plants_free.
surefoot_status surefoot_merge_plants(const surefoot_plants *automatic, const surefoot_plants *edited,
    surefoot_plants **out_plants, surefoot_error *error);

// Makes the plants of a clip's mirror image. Free them with surefoot_plants_free.
surefoot_status surefoot_mirror_plants(const surefoot_plants *plants, surefoot_plants **out_plants,
    surefoot_error *error);

// Tells how far the rest pose is from its own mirror image: the largest distance of a joint from its partner's image,
// metres, and that joint. `out_joint` may be NULL.
surefoot_status surefoot_measure_asymmetry(const surefoot_skeleton *skeleton, double *out_distance,
    int32_t *out_joint, surefoot_error *error);

// Makes the skeleton with offsets averaged over left and right, on which mirrored clips are exact. Fails with
// SUREFOOT_ERROR_SKELETON if the rest pose is not nearly symmetric. Free it with surefoot_skeleton_free.
surefoot_status surefoot_symmetric_skeleton(const surefoot_skeleton *skeleton, surefoot_skeleton **out_skeleton,
    surefoot_error *error);

// Makes the plants of a clip for that clip at another frame rate. Free them with surefoot_plants_free.
surefoot_status surefoot_resample_plants(const surefoot_plants *plants, const surefoot_clip *clip, double frame_rate,
    surefoot_plants **out_plants, surefoot_error *error);

// Makes the plants of the clip that surefoot_trim_clip makes with the same options: cut at its ends and counted from
// its first frame. `options` NULL means the defaults. Free them with surefoot_plants_free.
surefoot_status surefoot_trim_plants(const surefoot_plants *plants, const surefoot_trim_clip_options *options,
    surefoot_plants **out_plants, surefoot_error *error);

// Compares ways to find the masses of a body, and clips before and after they were adapted and balanced.
//
// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_INVALID
// without cases, as surefoot_measure_balance does, and with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
// report with surefoot_report_free.
surefoot_status surefoot_evaluate_balance(const surefoot_balance_case *cases, size_t case_count,
    const surefoot_evaluate_balance_options *options, surefoot_progress progress, void *user,
    surefoot_report **out_report, surefoot_error *error);

// Fits one volume to each segment of the body: a segment goes from a joint to the next joint of its chain.
//
// The mesh is taken as it was bound, all skins together; without skins the volumes have average proportions, and a note
// says so. `options` NULL means the defaults; `out_report` may be NULL. Fails with SUREFOOT_ERROR_INVALID if a skin
// names joints that the skeleton has not. Free the body with surefoot_body_free and the report with
// surefoot_report_free.
surefoot_status surefoot_fit_body(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
    size_t skin_count, const surefoot_fit_body_options *options, surefoot_body **out_body, surefoot_report **out_report,
    surefoot_error *error);

// Gives what a body holds, valid until it is freed.
surefoot_status surefoot_body_get(const surefoot_body *body, const surefoot_body_view **out_view,
    surefoot_error *error);

// Frees a body. NULL is fine.
void surefoot_body_free(surefoot_body *body);

// Measures how well a character keeps its balance: centre of mass, zero moment point, what carries the body, flights.
//
// The clip stays as it is. Skins tell the masses; without any they are those of the average adult. `scene` NULL means
// no plants, ground or loads; `options` NULL means the defaults; `out_report` may be NULL. A clip in which nothing can
// be judged is not an error: the report says why. Fails with SUREFOOT_ERROR_MISSING_ROLES without feet, with
// SUREFOOT_ERROR_INVALID for masses and loads that cannot be, with SUREFOOT_ERROR_LENGTH if clip or plants are for
// others. Free the result with surefoot_balance_free and the report with surefoot_report_free.
surefoot_status surefoot_measure_balance(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_balance_scene *scene,
    const surefoot_measure_balance_options *options, surefoot_balance **out_balance, surefoot_report **out_report,
    surefoot_error *error);

// Gives what was measured, valid until it is freed.
surefoot_status surefoot_balance_get(const surefoot_balance *balance, const surefoot_balance_view **out_view,
    surefoot_error *error);

// Frees what was measured. NULL is fine.
void surefoot_balance_free(surefoot_balance *balance);

// Measures how much planted points slide, how feet fit the ground, and the change against a reference, usually the
// clip before an edit. `ground` and `reference` may be NULL. Free the report with surefoot_report_free.
//
// Fails with SUREFOOT_ERROR_LENGTH if clip, plants, reference and skeleton do not belong together.
surefoot_status surefoot_measure_footskate(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_plants *plants, const surefoot_ground *ground, const surefoot_clip *reference,
    surefoot_report **out_report, surefoot_error *error);

// Computes the scores of published papers, in their units, to compare with them only: they guess contacts from heights
// and do not rank cleaners correctly. `ground` may be NULL: the level floor at 0. Free the report with
// surefoot_report_free.
//
// Fails with SUREFOOT_ERROR_NO_VALUE where feet or toes are not known or the clip has fewer than 3 frames, with
// SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together.
surefoot_status surefoot_published_scores(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_plants *plants, const surefoot_ground *ground, surefoot_report **out_report, surefoot_error *error);

// Joins clips into a graph in which one can walk for ever: finds where they resemble each other and makes transitions
// there. Clips must be of one skeleton, or of skeletons that differ only in proportions.
//
// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The same
// clips give the same graph on any number of threads. Fails with SUREFOOT_ERROR_MISSING_ROLES if the legs are not
// known, with SUREFOOT_ERROR_INVALID if no clip is usable, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
// graph with surefoot_motion_graph_free and the report with surefoot_report_free.
surefoot_status surefoot_build_motion_graph(const surefoot_graph_clip *clips, size_t clip_count,
    const surefoot_build_motion_graph_options *options, surefoot_progress progress, void *user,
    surefoot_motion_graph **out_graph, surefoot_report **out_report, surefoot_error *error);

// Makes a graph with more clips; only pairs with a new clip are compared. Frame rate, window and markers are those of
// the graph, mirror and labelling those of the options. Otherwise as surefoot_build_motion_graph.
surefoot_status surefoot_extend_motion_graph(const surefoot_motion_graph *graph, const surefoot_graph_clip *clips,
    size_t clip_count, const surefoot_build_motion_graph_options *options, surefoot_progress progress, void *user,
    surefoot_motion_graph **out_graph, surefoot_report **out_report, surefoot_error *error);

// Makes the graph of the same clips with other thresholds, quickly enough for a slider. `thresholds` is the largest
// distance accepted from one label to another, metres: as many numbers per label left as there are labels, so
// `threshold_count` is the square of their number; below 0 nothing passes. NULL, with a count of 0, keeps the graph's
// own. `options` NULL means those the graph was tuned with; with both NULL it is the same graph, with the report it was built
// with: that of a graph read from a file. Of other options thinning, threshold_factor and min_core count. Otherwise as
// surefoot_build_motion_graph.
surefoot_status surefoot_retune_motion_graph(const surefoot_motion_graph *graph, const double *thresholds,
    size_t threshold_count, const surefoot_build_motion_graph_options *options, surefoot_motion_graph **out_graph,
    surefoot_report **out_report, surefoot_error *error);

// Finds how to go on from every node towards 16 directions, so that surefoot_steer takes no time. `label`, the name of
// the label to keep to, may be NULL: any motion. `options` NULL means the defaults; it reads transition_cost,
// min_progress and smooth_seams. `progress` may be NULL; `user` is handed to it. Free the table with
// surefoot_control_table_free.
surefoot_status surefoot_build_control_table(const surefoot_motion_graph *graph, const char *label,
    const surefoot_search_motion_graph_options *options, surefoot_progress progress, void *user,
    surefoot_control_table **out_table, surefoot_error *error);

// Gives what the table holds, valid until it is freed.
surefoot_status surefoot_control_table_get(const surefoot_control_table *table,
    const surefoot_control_table_view **out_view, surefoot_error *error);

// Tells which edge a character plays next to travel towards `direction`, 2 numbers, x and z in the world, and where it
// is then; surefoot_walk_to_clip plays the edges. Fails with SUREFOOT_ERROR_INVALID if the table is of a graph with another
// number of nodes or edges, or does not cover the node. `state` and `out_state` may be one struct.
surefoot_status surefoot_steer(const surefoot_motion_graph *graph, const surefoot_control_table *table,
    const surefoot_control_state *state, const double *direction, size_t *out_edge, surefoot_control_state *out_state,
    surefoot_error *error);

// Frees a table. NULL is fine.
void surefoot_control_table_free(surefoot_control_table *table);

// Gives what was found, valid until it is freed.
surefoot_status surefoot_found_motion_get(const surefoot_found_motion *found,
    const surefoot_found_motion_view **out_view, surefoot_error *error);

// Frees what was found with its clips, plants and reports. NULL is fine.
void surefoot_found_motion_free(surefoot_found_motion *found);

// Reads a graph file (.sfgraph). Free the graph with surefoot_motion_graph_free.
surefoot_status surefoot_motion_graph_read(const char *file, surefoot_motion_graph **out_graph,
    surefoot_error *error);

// Writes a graph file in one step: it is complete or not there. The same graph gives the same bytes.
surefoot_status surefoot_motion_graph_write(const char *file, const surefoot_motion_graph *graph,
    surefoot_error *error);

// As surefoot_motion_graph_write, into memory. Free the bytes with surefoot_bytes_free.
surefoot_status surefoot_motion_graph_encode(const surefoot_motion_graph *graph, surefoot_bytes **out_bytes,
    surefoot_error *error);

// As surefoot_motion_graph_read, from bytes in memory; `file` names them in messages.
surefoot_status surefoot_motion_graph_decode(const char *file, const uint8_t *bytes, size_t byte_count,
    surefoot_motion_graph **out_graph, surefoot_error *error);

// Gives what the graph holds, valid until it is freed.
surefoot_status surefoot_motion_graph_get(const surefoot_motion_graph *graph,
    const surefoot_motion_graph_view **out_view, surefoot_error *error);

// Makes copies of one of the graph's clips and of its plants. `out_plants` may be NULL. Free the clip with
// surefoot_clip_free and the plants with surefoot_plants_free.
surefoot_status surefoot_motion_graph_clip(const surefoot_motion_graph *graph, size_t index,
    surefoot_clip **out_clip, surefoot_plants **out_plants, surefoot_error *error);

// Frees a graph with its skeleton. NULL is fine.
void surefoot_motion_graph_free(surefoot_motion_graph *graph);

// Draws the graph as SVG: clips as bars in time, transitions as arcs between them. Free the text with
// surefoot_text_free; surefoot_text_write puts it in place.
surefoot_status surefoot_graph_picture(const surefoot_motion_graph *graph, surefoot_text **out_text,
    surefoot_error *error);

// Draws the distance grid of the graph's clips as PNG, at most `max_size` pixels wide and high, 1 to 16384: bright is
// near, minima are marked, red where they became transitions. Free the bytes with surefoot_bytes_free;
// surefoot_bytes_write puts them in place.
surefoot_status surefoot_graph_grid_picture(const surefoot_motion_graph *graph, size_t max_size,
    surefoot_bytes **out_bytes, surefoot_error *error);

// Writes the default query, a random walk of 20 seconds; pass sizeof(surefoot_motion_query) as struct_size.
surefoot_status surefoot_motion_query_default(surefoot_motion_query *out_query, size_t struct_size,
    surefoot_error *error);

// Finds motion in a graph, plays it and removes its footskate. Without a complete answer the best so far comes back and
// the report's is_complete is 0. The same graph, query and options give the same motion, bit for bit.
//
// `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. Fails with SUREFOOT_ERROR_ARGUMENT
// for a number that names no clip or node at all, and with SUREFOOT_ERROR_INVALID for a clip, label or node that the graph
// does not have, or if no walk fits. Free what was found with surefoot_found_motion_free.
surefoot_status surefoot_search_motion_graph(const surefoot_motion_graph *graph, const surefoot_motion_query *query,
    const surefoot_search_motion_graph_options *options, surefoot_progress progress, void *user,
    surefoot_found_motion **out_found, surefoot_error *error);

// Answers many queries over one graph, on all processors: the character at i has the seed options.seed + i, and its
// motion is what surefoot_search_motion_graph finds with that seed, bit for bit.
//
// `queries` holds `query_count` pointers, `out_found` gets as many handles; each is freed with
// surefoot_found_motion_free. A query without an answer takes nothing from the others: its handle is NULL, and
// `out_errors`, as many structs or NULL, says why (code 0 where a motion was found). Fails, and writes nothing, if a query
// names a label that the graph does not have, an option is out of range or the callback cancels.
surefoot_status surefoot_search_crowd(const surefoot_motion_graph *graph,
    const surefoot_motion_query *const *queries, size_t query_count, const surefoot_search_motion_graph_options *options,
    surefoot_progress progress, void *user, surefoot_found_motion **out_found, surefoot_error *out_errors,
    surefoot_error *error);

// Writes the edges of a walk, the last one first, into a buffer of the caller, as many as it holds; `out_count` gets the
// number of all. Only for the pointer that a callback of a custom query was given, and only until it returns.
surefoot_status surefoot_walk_edges_get(const surefoot_walk_edges *edges, size_t *out_edges, size_t edge_count,
    size_t *out_count, surefoot_error *error);

// Writes the default options; pass sizeof(surefoot_random_walk_options) as struct_size.
surefoot_status surefoot_random_walk_default_options(surefoot_random_walk_options *out_options, size_t struct_size,
    surefoot_error *error);

// Walks through a graph at random; it never gets stuck. `options` NULL means the defaults. Fails with
// SUREFOOT_ERROR_INVALID if the graph or the label's core is empty or the start does not lie in it. Free the walk with
// surefoot_walk_free.
surefoot_status surefoot_random_walk(const surefoot_motion_graph *graph, const surefoot_random_walk_options *options,
    surefoot_walk **out_walk, surefoot_error *error);

// Goes from one node to another by the fewest frames. `label`, the name of one in whose core to stay, may be NULL.
// Fails with SUREFOOT_ERROR_INVALID if no way leads there. Free the walk with surefoot_walk_free.
surefoot_status surefoot_shortest_connection(const surefoot_motion_graph *graph, size_t from, size_t to,
    const char *label, surefoot_walk **out_walk, surefoot_error *error);

// Plays edges of a graph one after the other; each begins where the one before ended. `start`, 3 numbers that move the
// first clip from where it was captured (turn about +y in radians, x and z in metres), may be NULL. `name` is the
// clip's. Free the walk with surefoot_walk_free.
surefoot_status surefoot_walk_to_clip(const surefoot_motion_graph *graph, const size_t *edges, size_t edge_count,
    const double *start, const char *name, surefoot_walk **out_walk, surefoot_error *error);

// Gives what the walk holds, valid until it is freed.
surefoot_status surefoot_walk_get(const surefoot_walk *walk, const surefoot_walk_view **out_view,
    surefoot_error *error);

// Frees a walk with its clip and plants. NULL is fine.
void surefoot_walk_free(surefoot_walk *walk);

// Stops planted feet and hands from sliding: every planted point stays at one place for as long as its plant lasts.
//
// `ground` may be NULL; with one, feet and hands are also kept out of it. `options` NULL means the defaults.
// `out_report` may be NULL. The clip that went in is untouched. A plant out of reach is not an error: the report names
// it. Fails with SUREFOOT_ERROR_LENGTH if clip, plants and skeleton do not belong together, with
// SUREFOOT_ERROR_MISSING_ROLES if the skeleton does not say which joints a planted limb has. Free the clip with
// surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_remove_footskate(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_plants *plants, const surefoot_ground *ground, const surefoot_remove_footskate_options *options,
    surefoot_clip **out_clip, surefoot_report **out_report, surefoot_error *error);

// Moves arms out of the body and out of each other, and legs out of each other, on the mesh that the character wears.
// Feet stay where they are; frames far from any contact keep their bits.
//
// `pairs` are kept apart as well; with arms and legs off, only these are. `options` NULL means the defaults. `progress` may be NULL; `user` is handed to it. `out_report` may be NULL. The clip
// that went in is untouched. What cannot be solved is not an error: the report names it. Fails with
// SUREFOOT_ERROR_LENGTH if the clip is for another skeleton, with SUREFOOT_ERROR_INVALID without a mesh and for pairs
// of parts that there are not, with SUREFOOT_ERROR_MISSING_ROLES without limbs, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the clip with
// surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_remove_penetration(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_body_pair *pairs, size_t pair_count,
    const surefoot_remove_penetration_options *options, surefoot_progress progress, void *user, surefoot_clip **out_clip,
    surefoot_report **out_report, surefoot_error *error);

// Makes parts of the body thicker or thinner; lengths stay.
//
// Clips keep their rotations; animated translations of joints that move with the trunk are fitted. `segments` gives
// single segments a factor of their own. `options` NULL means the defaults; `out_report` may be NULL. Fails with
// SUREFOOT_ERROR_MISSING_ROLES for a group whose joints are unknown, with SUREFOOT_ERROR_INVALID for a segment that
// the body has not. Free the character with surefoot_character_free and the report with surefoot_report_free.
surefoot_status surefoot_grow_body(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
    size_t skin_count, const surefoot_clip *const *clips, size_t clip_count, const surefoot_segment_girth *segments,
    size_t segment_count, const surefoot_grow_body_options *options, surefoot_character **out_character,
    surefoot_report **out_report, surefoot_error *error);

// Gives a character other proportions by seven measures, and scales the root paths of its clips to match.
//
// `options` NULL means the defaults, which change nothing; `out_report` may be NULL. Fails with
// SUREFOOT_ERROR_MISSING_ROLES without a pelvis, a spine and two legs, with SUREFOOT_ERROR_INVALID for measures that
// contradict each other. Free the character with surefoot_character_free and the report with surefoot_report_free.
surefoot_status surefoot_scale_character(const surefoot_skeleton *skeleton, const surefoot_skin *const *skins,
    size_t skin_count, const surefoot_clip *const *clips, size_t clip_count,
    const surefoot_scale_character_options *options, surefoot_character **out_character, surefoot_report **out_report,
    surefoot_error *error);

// Gives what a character holds, valid until it is freed.
surefoot_status surefoot_character_get(const surefoot_character *character, const surefoot_character_view **out_view,
    surefoot_error *error);

// Frees a character with all that belongs to it. NULL is fine.
void surefoot_character_free(surefoot_character *character);

// Corrects a clip for every body of a grid of shapes.
//
// No axes mean all five parts with girths 0.85, 1 and 1.2: 243 bodies. `plants` NULL means that they are found. `journal`
// may be NULL; else it names a file that gets every body as soon as it is solved. A build that was cancelled or killed
// goes on from it, with the same result; it is deleted at the end. `options` NULL means the defaults. `progress` may be
// NULL; `user` is handed to it. `out_report` may be NULL. Fails with SUREFOOT_ERROR_INVALID for axes that are no grid,
// without a mesh, or if the journal is of something else, with SUREFOOT_ERROR_CANCELLED if `progress` says so. Free the
// grid with surefoot_shape_grid_free and the report with surefoot_report_free.
surefoot_status surefoot_build_shape_grid(const surefoot_skeleton *skeleton, const surefoot_clip *clip,
    const surefoot_skin *const *skins, size_t skin_count, const surefoot_shape_axis *axes, size_t axis_count,
    const surefoot_plants *plants, const char *journal, const surefoot_build_shape_grid_options *options,
    surefoot_progress progress, void *user, surefoot_shape_grid **out_grid, surefoot_report **out_report,
    surefoot_error *error);

// Gives the clip for one shape of the grid. Frames and joints without correction keep their bits.
//
// The skeleton may be that of any girth, grown with the grid's `move_joints`; the motion must be that of the grid.
// Beyond the ends of an axis its end counts, and the report says so: grow the body no further. `options` has the
// girths; NULL means the body that the clip came with. `out_report` may be NULL. Fails with SUREFOOT_ERROR_LENGTH if
// the clip is for another skeleton, with SUREFOOT_ERROR_INVALID if the grid was made of another clip or character,
// or has no axis for a girth. Free the clip with surefoot_clip_free and the report with surefoot_report_free.
surefoot_status surefoot_query_shape_grid(const surefoot_shape_grid *grid, const surefoot_skeleton *skeleton,
    const surefoot_clip *clip, const surefoot_query_shape_grid_options *options, surefoot_clip **out_clip,
    surefoot_report **out_report, surefoot_error *error);

// Gives one frame for one shape of the grid, for shapes that change while the clip plays.
//
// `out_rotations` gets 4 numbers per joint, x y z w, local; `rotation_count` is the number of joints. `out_root` gets the
// root's place, 3 numbers. Only numbers of frames and joints are compared with the grid; let surefoot_query_shape_grid
// compare the motion once. Fails with SUREFOOT_ERROR_LENGTH for another number of frames or joints, with
// SUREFOOT_ERROR_INVALID for a frame beyond the clip or a girth without an axis.
surefoot_status surefoot_shape_grid_pose(const surefoot_shape_grid *grid, const surefoot_clip *clip, size_t frame,
    const surefoot_query_shape_grid_options *options, double *out_rotations, size_t rotation_count, double *out_root,
    surefoot_error *error);

// Reads a shape grid file (.sfshape). Free the grid with surefoot_shape_grid_free.
surefoot_status surefoot_shape_grid_read(const char *file, surefoot_shape_grid **out_grid, surefoot_error *error);

// Writes a shape grid file in one step: it is complete or not there. The same grid gives the same bytes.
surefoot_status surefoot_shape_grid_write(const char *file, const surefoot_shape_grid *grid, surefoot_error *error);

// Gives what a shape grid holds, valid until it is freed.
surefoot_status surefoot_shape_grid_get(const surefoot_shape_grid *grid, const surefoot_shape_grid_view **out_view,
    surefoot_error *error);

// Frees a shape grid. NULL is fine.
void surefoot_shape_grid_free(surefoot_shape_grid *grid);

// Makes an HTML file that plays before and after over each other, with foot curves and figures; it needs no network.
// `name` is its heading; `notes` are sentences for the reader, such as warnings of the file. `skins`, `notes` and
// `ground` may be NULL (with a count of 0). Free the text with surefoot_text_free; surefoot_text_write puts it in place.
surefoot_status surefoot_footskate_page(const char *name, const surefoot_skeleton *skeleton,
    const surefoot_before_after *clips, size_t clip_count, const surefoot_skin *const *skins, size_t skin_count,
    const surefoot_ground *ground, const char *const *notes, size_t note_count, surefoot_text **out_text,
    surefoot_error *error);

// Makes a stream that finds plants of ankles and toes in frames of this skeleton at `frame_rate`. `look_ahead` is how
// many seconds a frame may wait to be judged, 0 to 2: 0.2 comes near to what the whole clip shows, 0 judges every frame
// at once. It reads still_speed, fit_fault, use_touches and hold_gliding of the options, NULL for the defaults; hands
// and sole need the whole clip and are refused. The stream keeps a copy of the skeleton. Free it with
// surefoot_plant_stream_free.
surefoot_status surefoot_plant_stream_create(const surefoot_skeleton *skeleton, double frame_rate, double look_ahead,
    const surefoot_detect_plants_options *options, surefoot_plant_stream **out_stream, surefoot_error *error);

// Tells how many pushes a frame is behind, and whether feet glide all the time, as networks make them (1 or 0): limits
// are widened then. Either output may be NULL.
surefoot_status surefoot_plant_stream_get(const surefoot_plant_stream *stream, size_t *out_delay,
    int32_t *out_is_gliding, surefoot_error *error);

// Takes the next frame and gives the plants of the one pushed delay frames before: `*out_plants` becomes NULL while
// there is none yet, else plants that are valid until the next call with this stream.
//
// Fails with SUREFOOT_ERROR_LENGTH for another number of joints, with SUREFOOT_ERROR_INVALID for a number that is not
// finite or after surefoot_plant_stream_flush, and with SUREFOOT_ERROR_ARGUMENT while another thread uses the stream;
// the stream is then as it was.
surefoot_status surefoot_plant_stream_push(surefoot_plant_stream *stream, const surefoot_stream_frame *frame,
    const surefoot_streamed_plants **out_plants, surefoot_error *error);

// Ends the stream: each call gives the plants of one of the remaining frames, then NULL in `*out_plants`. They are valid
// until the next call with this stream.
surefoot_status surefoot_plant_stream_flush(surefoot_plant_stream *stream,
    const surefoot_streamed_plants **out_plants, surefoot_error *error);

// Frees a stream. NULL is fine.
void surefoot_plant_stream_free(surefoot_plant_stream *stream);

// Gives the summary: one line with what a person wants to know first. Valid until the report is freed.
surefoot_status surefoot_report_summary(const surefoot_report *report, const char **out_text, surefoot_error *error);

// Gives the whole report as JSON, summary and notes included. Valid until the report is freed.
surefoot_status surefoot_report_json(const surefoot_report *report, const char **out_text, surefoot_error *error);

// Reads the number at a path; flags are 0 and 1.
//
// Fails with SUREFOOT_ERROR_ARGUMENT for a path that the report does not have, naming what it has instead, and with
// SUREFOOT_ERROR_NO_VALUE for a value that is missing, such as figures of a ground where none was given.
surefoot_status surefoot_report_number(const surefoot_report *report, const char *path, double *out_number,
    surefoot_error *error);

// Reads the text at a path, valid until the report is freed. Fails as surefoot_report_number.
surefoot_status surefoot_report_text(const surefoot_report *report, const char *path, const char **out_text,
    surefoot_error *error);

// Tells how many entries the list at a path has. Fails as surefoot_report_number.
surefoot_status surefoot_report_count(const surefoot_report *report, const char *path, size_t *out_count,
    surefoot_error *error);

// Gives the notes of the report and their number, valid until the report is freed.
surefoot_status surefoot_report_notes(const surefoot_report *report, const surefoot_note **out_items,
    size_t *out_count, surefoot_error *error);

// Frees a report. NULL is fine. Reports that belong to a found motion are freed with it.
void surefoot_report_free(surefoot_report *report);

// Gives every operation with its options, so that a host can build its user interface from it. Valid for ever.
surefoot_status surefoot_operations_get(const surefoot_operation *const **out_operations, size_t *out_count,
    surefoot_error *error);

// Tells which options of an operation matter beside the values of the others. `values` has one number for each option,
// in the order of the table, as `default_value` has it; NULL means the defaults. A condition on an input that is not
// among `inputs` counts as met. Writes 1 or 0 for each option. Cheap enough for each redraw of a panel.
surefoot_status surefoot_used_options(const char *operation, const double *values, size_t value_count,
    const surefoot_input_state *inputs, size_t input_count, int32_t *out_is_used, size_t count, surefoot_error *error);

// One word for a status, such as "unknown-joint"; "unknown" for a number that is none. Never NULL, valid for ever.
const char *surefoot_status_name(int32_t status);

// The version of the library at hand, such as "0.1.0", to be compared with SUREFOOT_VERSION of the header. Never
// NULL, valid for ever.
const char *surefoot_version(void);

// Makes a stream for frames of this skeleton at `frame_rate`. It reads delay, window, damping_angle, max_stretch,
// swivel, denoise and fit_root_path of the options, NULL for the defaults. With an anchor_window above 0 it does what the
// windowed solver does, behind by that and three windows. `ground` may be NULL. The stream keeps copies: skeleton and
// ground may be freed before it. Free it with surefoot_footskate_stream_free.
surefoot_status surefoot_footskate_stream_create(const surefoot_skeleton *skeleton, double frame_rate,
    const surefoot_ground *ground, const surefoot_remove_footskate_options *options,
    surefoot_footskate_stream **out_stream, surefoot_error *error);

// Tells how many pushes a frame is behind, and on how many frames given out so far a planted limb could not reach its
// place. Either output may be NULL.
surefoot_status surefoot_footskate_stream_get(const surefoot_footskate_stream *stream, size_t *out_delay,
    size_t *out_missed_frames, surefoot_error *error);

// Takes the next frame and gives the one pushed delay frames before: `*out_frame` becomes NULL while there is none
// yet, else a frame that is valid until the next call with this stream. `plants` are the points planted on the frame
// that is pushed, none twice.
//
// Fails with SUREFOOT_ERROR_LENGTH for another number of joints, with SUREFOOT_ERROR_CLIP for a value that is not
// finite or not a rotation, with SUREFOOT_ERROR_INVALID after surefoot_footskate_stream_flush, and with
// SUREFOOT_ERROR_ARGUMENT while another thread uses the stream; the stream is then as it was.
surefoot_status surefoot_footskate_stream_push(surefoot_footskate_stream *stream, const surefoot_stream_frame *frame,
    const surefoot_plant_state *plants, size_t plant_count, const surefoot_stream_frame **out_frame,
    surefoot_error *error);

// Ends the stream: each call gives one of the remaining frames, then NULL in `*out_frame`. The frame is valid until the
// next call with this stream.
surefoot_status surefoot_footskate_stream_flush(surefoot_footskate_stream *stream,
    const surefoot_stream_frame **out_frame, surefoot_error *error);

// Frees a stream. NULL is fine.
void surefoot_footskate_stream_free(surefoot_footskate_stream *stream);

// Gives the text's characters, UTF-8 with a zero at the end, valid until the text is freed. `out_length`, which may be
// NULL, gets the number of bytes before the zero.
surefoot_status surefoot_text_get(const surefoot_text *text, const char **out_characters, size_t *out_length,
    surefoot_error *error);

// Frees a text. NULL is fine.
void surefoot_text_free(surefoot_text *text);

// Writes a text as a file in one step: it is complete or not there.
surefoot_status surefoot_text_write(const char *file, const surefoot_text *text, surefoot_error *error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SUREFOOT_H */
