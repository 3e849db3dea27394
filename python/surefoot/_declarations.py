"""The C API in ctypes. Made by tools/generate_declarations.py from surefoot.h: do not edit."""

from __future__ import annotations

from ctypes import (
    CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_uint32, c_uint64,
    c_uint8, c_void_p,
)
from typing import Any

SUREFOOT_VERSION = "0.1.0"
SUREFOOT_VERSION_MAJOR = 0
SUREFOOT_VERSION_MINOR = 1
SUREFOOT_VERSION_PATCH = 0
SUREFOOT_DIRECTIONS = 16
SUREFOOT_MESSAGE_SIZE = 1024
SUREFOOT_JOINT_SIZE = 256
(
    SUREFOOT_OK, SUREFOOT_ERROR_NULL, SUREFOOT_ERROR_ARGUMENT, SUREFOOT_ERROR_PANIC, SUREFOOT_ERROR_CANCELLED,
    SUREFOOT_ERROR_FILE, SUREFOOT_ERROR_FORMAT, SUREFOOT_ERROR_UNSUPPORTED, SUREFOOT_ERROR_SKELETON,
    SUREFOOT_ERROR_CLIP, SUREFOOT_ERROR_LENGTH, SUREFOOT_ERROR_INVALID, SUREFOOT_ERROR_UNKNOWN_JOINT,
    SUREFOOT_ERROR_MISSING_ROLES, SUREFOOT_ERROR_OPTION, SUREFOOT_ERROR_OTHER, SUREFOOT_ERROR_NO_VALUE,
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
(
    SUREFOOT_ROLE_NONE, SUREFOOT_ROLE_PELVIS, SUREFOOT_ROLE_SPINE, SUREFOOT_ROLE_NECK, SUREFOOT_ROLE_HEAD,
    SUREFOOT_ROLE_LEFT_CLAVICLE, SUREFOOT_ROLE_LEFT_UPPER_ARM, SUREFOOT_ROLE_LEFT_FOREARM, SUREFOOT_ROLE_LEFT_HAND,
    SUREFOOT_ROLE_LEFT_THIGH, SUREFOOT_ROLE_LEFT_SHIN, SUREFOOT_ROLE_LEFT_FOOT, SUREFOOT_ROLE_LEFT_TOE,
    SUREFOOT_ROLE_RIGHT_CLAVICLE, SUREFOOT_ROLE_RIGHT_UPPER_ARM, SUREFOOT_ROLE_RIGHT_FOREARM, SUREFOOT_ROLE_RIGHT_HAND,
    SUREFOOT_ROLE_RIGHT_THIGH, SUREFOOT_ROLE_RIGHT_SHIN, SUREFOOT_ROLE_RIGHT_FOOT, SUREFOOT_ROLE_RIGHT_TOE,
) = (-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
(
    SUREFOOT_POINT_LEFT_ANKLE, SUREFOOT_POINT_LEFT_HEEL, SUREFOOT_POINT_LEFT_TOE, SUREFOOT_POINT_LEFT_TOE_TIP,
    SUREFOOT_POINT_LEFT_WRIST, SUREFOOT_POINT_LEFT_FINGERTIPS, SUREFOOT_POINT_RIGHT_ANKLE, SUREFOOT_POINT_RIGHT_HEEL,
    SUREFOOT_POINT_RIGHT_TOE, SUREFOOT_POINT_RIGHT_TOE_TIP, SUREFOOT_POINT_RIGHT_WRIST, SUREFOOT_POINT_RIGHT_FINGERTIPS,
) = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
(
    SUREFOOT_FORMAT_BVH, SUREFOOT_FORMAT_FBX, SUREFOOT_FORMAT_GLTF, SUREFOOT_FORMAT_GLB, SUREFOOT_FORMAT_COLLADA,
) = (0, 1, 2, 3, 4)
(
    SUREFOOT_UP_AXIS_FROM_FILE, SUREFOOT_UP_AXIS_X, SUREFOOT_UP_AXIS_Y, SUREFOOT_UP_AXIS_Z, SUREFOOT_UP_AXIS_NEGATIVE_X,
    SUREFOOT_UP_AXIS_NEGATIVE_Y, SUREFOOT_UP_AXIS_NEGATIVE_Z,
) = (-1, 0, 1, 2, 3, 4, 5)
(SUREFOOT_UNIT_STANDARD, SUREFOOT_UNIT_DECLARED, SUREFOOT_UNIT_ESTIMATED, SUREFOOT_UNIT_GIVEN) = (0, 1, 2, 3)
(SUREFOOT_GROUND_PLANE, SUREFOOT_GROUND_HEIGHT_FIELD, SUREFOOT_GROUND_MESH) = (0, 1, 2)
(SUREFOOT_OPTION_NUMBER, SUREFOOT_OPTION_INTEGER, SUREFOOT_OPTION_FLAG, SUREFOOT_OPTION_CHOICE) = (0, 1, 2, 3)
(SUREFOOT_SEVERITY_INFO, SUREFOOT_SEVERITY_WARNING) = (0, 1)
(SUREFOOT_SIDE_LEFT, SUREFOOT_SIDE_RIGHT) = (0, 1)
(
    SUREFOOT_QUERY_RANDOM_WALK, SUREFOOT_QUERY_SHORTEST_WAY, SUREFOOT_QUERY_PATH, SUREFOOT_QUERY_CONNECT,
    SUREFOOT_QUERY_CUSTOM,
) = (0, 1, 2, 3, 4)
(SUREFOOT_PATH_POLYLINE, SUREFOOT_PATH_BEZIER) = (0, 1)
(SUREFOOT_VOLUME_SOURCE_MESH, SUREFOOT_VOLUME_SOURCE_PARENT, SUREFOOT_VOLUME_SOURCE_PROPORTIONS) = (0, 1, 2)
(
    SUREFOOT_SHAPE_PART_LEFT_LEG, SUREFOOT_SHAPE_PART_RIGHT_LEG, SUREFOOT_SHAPE_PART_TRUNK,
    SUREFOOT_SHAPE_PART_LEFT_ARM, SUREFOOT_SHAPE_PART_RIGHT_ARM,
) = (0, 1, 2, 3, 4)
(SUREFOOT_FOOTSKATE_METHOD_LIMBS, SUREFOOT_FOOTSKATE_METHOD_ROOT, SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED) = (0, 1, 2)
(SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES, SUREFOOT_FOOTSKATE_SOLVER_WINDOWED) = (0, 1)
(SUREFOOT_ALLOWED_OVERLAP_NONE, SUREFOOT_ALLOWED_OVERLAP_REST, SUREFOOT_ALLOWED_OVERLAP_FRAME) = (0, 1, 2)
(
    SUREFOOT_REMOVE_PENETRATION_METHOD_SPACETIME, SUREFOOT_REMOVE_PENETRATION_METHOD_PER_FRAME,
    SUREFOOT_REMOVE_PENETRATION_METHOD_CONTROL_POINTS,
) = (0, 1, 2)
(
    SUREFOOT_MASS_SOURCE_AUTO, SUREFOOT_MASS_SOURCE_MESH, SUREFOOT_MASS_SOURCE_TABLE, SUREFOOT_MASS_SOURCE_CYLINDERS,
    SUREFOOT_MASS_SOURCE_ELLIPSOIDS,
) = (0, 1, 2, 3, 4)
(SUREFOOT_BALANCE_MODE_LIMIT, SUREFOOT_BALANCE_MODE_KEEP) = (0, 1)
(SUREFOOT_CORRECT_BALANCE_METHOD_BANDED, SUREFOOT_CORRECT_BALANCE_METHOD_CONTROL_POINTS) = (0, 1)
(SUREFOOT_FLIGHT_FIX_HEIGHT, SUREFOOT_FLIGHT_FIX_TIME) = (0, 1)
(
    SUREFOOT_REFERENCE_MASSES_AUTO, SUREFOOT_REFERENCE_MASSES_MESH, SUREFOOT_REFERENCE_MASSES_TABLE,
    SUREFOOT_REFERENCE_MASSES_CYLINDERS, SUREFOOT_REFERENCE_MASSES_ELLIPSOIDS,
) = (0, 1, 2, 3, 4)
(SUREFOOT_YIELDING_PART_ARMS, SUREFOOT_YIELDING_PART_LEFT_ARM, SUREFOOT_YIELDING_PART_RIGHT_ARM) = (0, 1, 2)
(SUREFOOT_VOLUME_KIND_CYLINDER, SUREFOOT_VOLUME_KIND_CAPSULE, SUREFOOT_VOLUME_KIND_ELLIPSOID) = (0, 1, 2)
(SUREFOOT_SKIN_SCALING_FOLLOW, SUREFOOT_SKIN_SCALING_REATTACH) = (0, 1)
(
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_NONE, SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_REST,
    SUREFOOT_BUILD_SHAPE_GRID_ALLOWED_OVERLAP_FRAME,
) = (0, 1, 2)
(
    SUREFOOT_SHAPE_INTERPOLATION_LINEAR, SUREFOOT_SHAPE_INTERPOLATION_HANN, SUREFOOT_SHAPE_INTERPOLATION_RADIAL,
) = (0, 1, 2)
(SUREFOOT_GRAPH_KERNEL_TRIANGLE, SUREFOOT_GRAPH_KERNEL_BOX, SUREFOOT_GRAPH_KERNEL_GAUSSIAN) = (0, 1, 2)
(SUREFOOT_GRAPH_MARKERS_LEGS, SUREFOOT_GRAPH_MARKERS_UNIFORM) = (0, 1)
(SUREFOOT_GRAPH_LABELLING_AUTOMATIC, SUREFOOT_GRAPH_LABELLING_NONE) = (0, 1)
(SUREFOOT_SEARCH_METHOD_BEAM, SUREFOOT_SEARCH_METHOD_HORIZON_BEAM, SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND) = (0, 1, 2)
class surefoot_error(Structure):
    _fields_ = (("code", c_int32), ("frame", c_int64), ("joint", c_char * 256), ("message", c_char * 1024))
class surefoot_mirror_clip_options(Structure):
    _fields_ = (("struct_size", c_size_t),)
class surefoot_resample_clip_options(Structure):
    _fields_ = (("struct_size", c_size_t), ("frame_rate", c_double))
class surefoot_trim_clip_options(Structure):
    _fields_ = (("struct_size", c_size_t), ("first", c_int64), ("count", c_int64))
class surefoot_check_clip_options(Structure):
    _fields_ = (("struct_size", c_size_t),)
class surefoot_detect_plants_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("still_speed", c_double), ("min_seconds", c_double), ("fit_fault", c_int64),
        ("use_touches", c_int64), ("hands", c_int64), ("sole", c_int64), ("hold_gliding", c_int64),
    )
class surefoot_remove_footskate_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("method", c_int64), ("solver", c_int64), ("max_stretch", c_double),
        ("cutoff", c_double), ("swing_time", c_double), ("turn_time", c_double), ("swivel", c_double),
        ("soften_knees", c_int64), ("denoise", c_int64), ("snap_to_ground", c_int64), ("rounds", c_int64),
        ("window", c_double), ("anchor_window", c_double), ("damping_angle", c_double), ("lower_body", c_double),
        ("strength", c_double), ("fit_root_path", c_int64), ("delay", c_double),
    )
class surefoot_remove_penetration_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("arms", c_int64), ("legs", c_int64), ("touch", c_int64), ("margin", c_double),
        ("reach", c_double), ("allowed_overlap", c_int64), ("overlap_frame", c_int64), ("max_mean_way", c_double),
        ("method", c_int64), ("control_spacing", c_int64), ("widen_stance", c_double),
    )
class surefoot_adapt_to_body_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("penetration", c_int64), ("footskate", c_int64), ("gaze", c_double),
        ("arm_direction", c_double), ("balance", c_int64),
    )
class surefoot_measure_balance_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("masses", c_int64), ("mass", c_double), ("cutoff", c_double),
        ("sole_margin", c_double),
    )
class surefoot_correct_balance_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("mode", c_int64), ("target_scale", c_double), ("threshold", c_double),
        ("max_rounds", c_int64), ("method", c_int64), ("control_spacing", c_int64),
    )
class surefoot_correct_flight_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("fix", c_int64), ("gravity", c_double), ("g_tolerance", c_double),
        ("path_tolerance", c_double),
    )
class surefoot_evaluate_balance_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("reference", c_int64), ("cutoff", c_double), ("sole_margin", c_double),
        ("compare_masses", c_int64), ("draws", c_int64), ("seed", c_int64),
    )
class surefoot_deform_out_of_body_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("part", c_int64), ("margin", c_double), ("softness", c_double),
        ("smoothing", c_int64), ("envelope", c_double), ("max_push", c_double),
    )
class surefoot_fit_body_options(Structure):
    _fields_ = (("struct_size", c_size_t), ("kind", c_int64), ("measured_shares", c_int64))
class surefoot_grow_body_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("trunk", c_double), ("left_arm", c_double), ("right_arm", c_double),
        ("left_leg", c_double), ("right_leg", c_double), ("move_joints", c_int64), ("smoothing", c_int64),
    )
class surefoot_scale_character_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("shoulder", c_double), ("upper_arm", c_double), ("forearm", c_double),
        ("waist_to_knee", c_double), ("inside_leg", c_double), ("waist_height", c_double), ("back", c_double),
        ("skin", c_int64),
    )
class surefoot_build_shape_grid_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("footskate", c_int64), ("move_joints", c_int64), ("margin", c_double),
        ("max_mean_way", c_double), ("allowed_overlap", c_int64), ("overlap_frame", c_int64),
    )
class surefoot_query_shape_grid_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("trunk", c_double), ("left_arm", c_double), ("right_arm", c_double),
        ("left_leg", c_double), ("right_leg", c_double), ("interpolation", c_int64),
    )
class surefoot_build_motion_graph_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("frame_rate", c_double), ("window", c_double), ("kernel", c_int64),
        ("markers", c_int64), ("labelling", c_int64), ("mirror", c_int64), ("threshold_factor", c_double),
        ("max_threshold_factor", c_double), ("minima_limit", c_double), ("min_core", c_double), ("thinning", c_int64),
        ("world_locked", c_int64),
    )
class surefoot_search_motion_graph_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("method", c_int64), ("beam_width", c_int64), ("horizon", c_double),
        ("retain", c_double), ("transition_cost", c_double), ("min_progress", c_double), ("style_tolerance", c_double),
        ("turn_cost", c_double), ("time_cost", c_double), ("starts", c_int64), ("variation", c_double),
        ("seed", c_int64), ("patience", c_double), ("max_expansions", c_int64), ("smooth_seams", c_int64),
        ("cleanup", c_int64),
    )
class surefoot_read_options(Structure):
    _fields_ = (("struct_size", c_size_t), ("unit_metres", c_double), ("frame_rate", c_double), ("up_axis", c_int64))
class surefoot_frame_range(Structure):
    _fields_ = (("first", c_size_t), ("end", c_size_t))
class surefoot_note(Structure):
    _fields_ = (
        ("code", c_char_p), ("severity", c_int32), ("text", c_char_p), ("frame_count", c_size_t),
        ("frames", POINTER(surefoot_frame_range)), ("about", c_char_p),
    )
class surefoot_document_view(Structure):
    _fields_ = (
        ("path", c_char_p), ("format", c_int32), ("up_axis", c_int32), ("unit_metres", c_double),
        ("unit_origin", c_int32), ("skeleton", c_void_p), ("clip_count", c_size_t), ("clips", POINTER(c_void_p)),
        ("skin_count", c_size_t), ("skins", POINTER(c_void_p)), ("note_count", c_size_t),
        ("notes", POINTER(surefoot_note)), ("loss_count", c_size_t), ("losses", POINTER(surefoot_note)),
    )
class surefoot_write_options(Structure):
    _fields_ = (("struct_size", c_size_t), ("unit_metres", c_double), ("up_axis", c_int64))
class surefoot_track(Structure):
    _fields_ = (("joint", c_int32), ("values", POINTER(c_double)))
class surefoot_clip_data(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("name", c_char_p), ("frame_rate", c_double), ("frame_count", c_size_t),
        ("rotations", POINTER(c_double)), ("root_positions", POINTER(c_double)), ("translation_count", c_size_t),
        ("translations", POINTER(surefoot_track)), ("scale_count", c_size_t), ("scales", POINTER(surefoot_track)),
    )
class surefoot_clip_view(Structure):
    _fields_ = (
        ("name", c_char_p), ("frame_rate", c_double), ("frame_count", c_size_t), ("joint_count", c_size_t),
        ("rotations", POINTER(c_double)), ("root_positions", POINTER(c_double)), ("translation_count", c_size_t),
        ("translations", POINTER(surefoot_track)), ("scale_count", c_size_t), ("scales", POINTER(surefoot_track)),
    )
class surefoot_style_piece(Structure):
    _fields_ = (("label", c_char_p), ("end", c_double))
class surefoot_path_view(Structure):
    _fields_ = (
        ("kind", c_int32), ("point_count", c_size_t), ("points", POINTER(c_double)), ("style_count", c_size_t),
        ("styles", POINTER(surefoot_style_piece)), ("length", c_double), ("corner_count", c_size_t),
        ("corners", POINTER(c_double)),
    )
class surefoot_ground_view(Structure):
    _fields_ = (
        ("kind", c_int32), ("normal", c_double * 3), ("offset", c_double), ("origin", c_double * 2),
        ("spacing", c_double), ("columns", c_size_t), ("height_count", c_size_t), ("heights", POINTER(c_double)),
        ("triangle_count", c_size_t), ("corners", POINTER(c_double)),
    )
class surefoot_label_span(Structure):
    _fields_ = (("label", c_char_p), ("first", c_size_t), ("end", c_size_t))
class surefoot_clip_labels(Structure):
    _fields_ = (
        ("clip", c_char_p), ("labels", POINTER(surefoot_label_span)), ("label_count", c_size_t),
        ("group_name", c_char_p), ("group", c_uint64),
    )
class surefoot_plant(Structure):
    _fields_ = (
        ("point", c_int32), ("has_position", c_int32), ("first", c_size_t), ("end", c_size_t), ("confidence", c_double),
        ("position", c_double * 3),
    )
class surefoot_role_entry(Structure):
    _fields_ = (("role", c_int32), ("joint", c_char_p))
class surefoot_skeleton_data(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("joint_count", c_size_t), ("names", POINTER(c_char_p)),
        ("parents", POINTER(c_int32)), ("rest_offsets", POINTER(c_double)), ("rest_rotations", POINTER(c_double)),
        ("rest_scales", POINTER(c_double)), ("compensates_parent_scale", POINTER(c_uint8)),
        ("end_site_count", c_size_t), ("end_site_joints", POINTER(c_int32)), ("end_site_offsets", POINTER(c_double)),
    )
class surefoot_sole(Structure):
    _fields_ = (
        ("foot", c_int32), ("front", c_int32), ("heel", c_double * 3), ("tip", c_double * 3),
        ("ankle_height", c_double), ("front_height", c_double),
    )
class surefoot_skeleton_view(Structure):
    _fields_ = (
        ("joint_count", c_size_t), ("names", POINTER(c_char_p)), ("parents", POINTER(c_int32)),
        ("rest_offsets", POINTER(c_double)), ("rest_rotations", POINTER(c_double)), ("rest_scales", POINTER(c_double)),
        ("compensates_parent_scale", POINTER(c_uint8)), ("roles", POINTER(c_int32)), ("end_site_count", c_size_t),
        ("end_site_joints", POINTER(c_int32)), ("end_site_offsets", POINTER(c_double)), ("standing_height", c_double),
        ("soles", POINTER(surefoot_sole)),
    )
class surefoot_skin_data(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("name", c_char_p), ("vertex_count", c_size_t), ("positions", POINTER(c_float)),
        ("normals", POINTER(c_float)), ("triangle_count", c_size_t), ("triangles", POINTER(c_uint32)),
        ("slot_count", c_size_t), ("slot_joints", POINTER(c_int32)), ("inverse_binds", POINTER(c_double)),
        ("influence_offsets", POINTER(c_uint32)), ("influence_count", c_size_t), ("influence_slots", POINTER(c_uint32)),
        ("influence_weights", POINTER(c_float)),
    )
class surefoot_skin_view(Structure):
    _fields_ = (
        ("name", c_char_p), ("vertex_count", c_size_t), ("positions", POINTER(c_float)), ("normals", POINTER(c_float)),
        ("triangle_count", c_size_t), ("triangles", POINTER(c_uint32)), ("slot_count", c_size_t),
        ("slot_joints", POINTER(c_int32)), ("inverse_binds", POINTER(c_double)),
        ("influence_offsets", POINTER(c_uint32)), ("influence_count", c_size_t), ("influence_slots", POINTER(c_uint32)),
        ("influence_weights", POINTER(c_float)), ("renormalised_count", c_size_t),
    )
class surefoot_load(Structure):
    _fields_ = (("joint", c_int32), ("mass", c_double), ("offset", c_double * 3))
class surefoot_mass_segment(Structure):
    _fields_ = (
        ("name", c_char_p), ("joint", c_int32), ("mass", c_double), ("centre", c_double * 3), ("inertia", c_double * 9),
    )
class surefoot_balance_scene(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("plants", c_void_p), ("ground", c_void_p), ("load_count", c_size_t),
        ("loads", POINTER(surefoot_load)), ("segment_count", c_size_t), ("segments", POINTER(surefoot_mass_segment)),
    )
class surefoot_balance_original(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("skeleton", c_void_p), ("clip", c_void_p), ("skins", POINTER(c_void_p)),
        ("skin_count", c_size_t), ("scene", POINTER(surefoot_balance_scene)),
    )
class surefoot_balance_setting(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("scene", POINTER(surefoot_balance_scene)),
        ("original", POINTER(surefoot_balance_original)),
        ("measure_options", POINTER(surefoot_measure_balance_options)),
    )
surefoot_progress = CFUNCTYPE(c_int32, c_double, c_void_p)
class surefoot_deformed_frame(Structure):
    _fields_ = (
        ("depth_before", c_double), ("depth_after", c_double), ("push_max", c_double), ("vertices_pushed", c_size_t),
        ("vertices_at_max_push", c_size_t), ("flipped_triangles", c_size_t), ("painted_depth_after", c_double),
        ("painted_vertices_inside", c_size_t),
    )
class surefoot_deformed_skin_view(Structure):
    _fields_ = (("vertex_count", c_size_t), ("vertices", POINTER(c_uint32)), ("offsets", POINTER(c_float)))
class surefoot_deformed_clip_view(Structure):
    _fields_ = (
        ("frame_count", c_size_t), ("frames", POINTER(surefoot_deformed_frame)), ("skin_count", c_size_t),
        ("skins", POINTER(surefoot_deformed_skin_view)),
    )
class surefoot_mesh_shape(Structure):
    _fields_ = (
        ("point_count", c_size_t), ("points", POINTER(c_float)), ("triangle_count", c_size_t),
        ("triangles", POINTER(c_uint32)),
    )
class surefoot_balance_case(Structure):
    _fields_ = (
        ("name", c_char_p), ("original", POINTER(surefoot_balance_original)),
        ("adapted", POINTER(surefoot_balance_original)), ("balanced", POINTER(surefoot_balance_original)),
    )
class surefoot_volume_view(Structure):
    _fields_ = (
        ("name", c_char_p), ("joint", c_int32), ("parent", c_int32), ("kind", c_int32), ("source", c_int32),
        ("axis", c_double * 3), ("centre", c_double * 3), ("length", c_double), ("radius", c_double),
        ("semi_axes", c_double * 2), ("semi_directions", c_double * 6),
    )
class surefoot_body_view(Structure):
    _fields_ = (
        ("volume_count", c_size_t), ("volumes", POINTER(surefoot_volume_view)), ("vertex_count", c_size_t),
        ("volume_of_vertex", POINTER(c_uint32)),
    )
class surefoot_balance_view(Structure):
    _fields_ = (
        ("frame_count", c_size_t), ("centres", POINTER(c_double)), ("momentums", POINTER(c_double)),
        ("angular_momentums", POINTER(c_double)), ("loads", POINTER(c_double)),
        ("zero_moment_points", POINTER(c_double)), ("distances", POINTER(c_double)), ("left_shares", POINTER(c_double)),
        ("is_judged", POINTER(c_uint8)), ("plane_points", POINTER(c_double)), ("plane_normals", POINTER(c_double)),
        ("area_first", POINTER(c_size_t)), ("corner_count", c_size_t), ("area_corners", POINTER(c_double)),
        ("segment_count", c_size_t), ("segments", POINTER(surefoot_mass_segment)), ("shadows", POINTER(c_double)),
    )
class surefoot_graph_clip(Structure):
    _fields_ = (
        ("skeleton", c_void_p), ("clip", c_void_p), ("plants", c_void_p), ("labels", POINTER(surefoot_label_span)),
        ("label_count", c_size_t), ("group", c_uint64),
    )
class surefoot_control_table_view(Structure):
    _fields_ = (("label", c_int64), ("node_count", c_size_t), ("edges", POINTER(c_int64)))
class surefoot_control_state(Structure):
    _fields_ = (("node", c_size_t), ("place", c_double * 3))
class surefoot_walk_segment(Structure):
    _fields_ = (
        ("edge", c_size_t), ("first", c_size_t), ("end", c_size_t), ("clip", c_size_t), ("clip_frame", c_size_t),
        ("is_transition", c_int32), ("entered_clip", c_size_t), ("entered_frame", c_size_t),
    )
class surefoot_found_motion_view(Structure):
    _fields_ = (
        ("clip", c_void_p), ("uncleaned", c_void_p), ("plants", c_void_p), ("segment_count", c_size_t),
        ("segments", POINTER(surefoot_walk_segment)), ("label_count", c_size_t), ("labels", POINTER(c_uint64)),
        ("start", c_double * 3), ("report", c_void_p), ("cleanup", c_void_p),
    )
class surefoot_graph_node(Structure):
    _fields_ = (("clip", c_uint32), ("frame", c_uint32), ("cores", c_uint64))
class surefoot_graph_edge(Structure):
    _fields_ = (
        ("from", c_uint32), ("to", c_uint32), ("frame_count", c_uint32), ("is_transition", c_int32),
        ("labels", c_uint64), ("alignment", c_double * 3), ("distance", c_double),
    )
class surefoot_grid_minimum(Structure):
    _fields_ = (("first", c_uint32), ("second", c_uint32), ("distance", c_double))
class surefoot_graph_source(Structure):
    _fields_ = (
        ("source", c_char_p), ("source_start", c_double), ("labels", POINTER(c_uint64)), ("is_mirrored", c_int32),
        ("group", c_uint32),
    )
class surefoot_motion_graph_view(Structure):
    _fields_ = (
        ("skeleton", c_void_p), ("frame_rate", c_double), ("window_frames", c_size_t), ("clip_count", c_size_t),
        ("clip_names", POINTER(c_char_p)), ("clip_frame_counts", POINTER(c_size_t)), ("label_count", c_size_t),
        ("label_names", POINTER(c_char_p)), ("thresholds", POINTER(c_double)), ("minimum_count", c_size_t),
        ("node_count", c_size_t), ("nodes", POINTER(surefoot_graph_node)), ("edge_count", c_size_t),
        ("edges", POINTER(surefoot_graph_edge)), ("minima", POINTER(surefoot_grid_minimum)),
        ("clip_sources", POINTER(surefoot_graph_source)),
    )
class surefoot_clip_placement(Structure):
    _fields_ = (("clip", c_size_t), ("at", c_double * 3))
class surefoot_walk_state_view(Structure):
    _fields_ = (
        ("node", c_size_t), ("frames", c_size_t), ("length", c_double), ("has_position", c_int32),
        ("position", c_double * 2), ("place", c_double * 3), ("edges", c_void_p),
    )
surefoot_walk_cost = CFUNCTYPE(
    c_double, POINTER(surefoot_walk_state_view), c_size_t, POINTER(surefoot_walk_state_view), c_void_p,
)
surefoot_walk_is_complete = CFUNCTYPE(c_int32, POINTER(surefoot_walk_state_view), c_void_p)
surefoot_walk_is_legal = CFUNCTYPE(c_int32, POINTER(surefoot_walk_state_view), c_size_t, c_void_p)
class surefoot_motion_query(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("kind", c_int32), ("seconds", c_double), ("label", c_char_p),
        ("from_clip", c_int64), ("to_clip", c_int64), ("point_count", c_size_t), ("points", POINTER(c_double)),
        ("style_count", c_size_t), ("styles", POINTER(surefoot_style_piece)), ("start_node", c_int64),
        ("start", c_double * 3), ("target_count", c_size_t), ("targets", POINTER(surefoot_clip_placement)),
        ("path_kind", c_int32), ("node_count", c_size_t), ("nodes", POINTER(c_size_t)), ("cost", surefoot_walk_cost),
        ("is_complete", surefoot_walk_is_complete), ("is_legal", surefoot_walk_is_legal), ("cost_user", c_void_p),
    )
class surefoot_random_walk_options(Structure):
    _fields_ = (
        ("struct_size", c_size_t), ("seed", c_uint64), ("min_frames", c_size_t), ("start", c_int64),
        ("label", c_char_p), ("transition_weight", c_double),
    )
class surefoot_walk_view(Structure):
    _fields_ = (
        ("clip", c_void_p), ("plants", c_void_p), ("segment_count", c_size_t),
        ("segments", POINTER(surefoot_walk_segment)), ("label_count", c_size_t), ("labels", POINTER(c_uint64)),
        ("end", c_double * 3),
    )
class surefoot_body_pair(Structure):
    _fields_ = (("part", c_char_p), ("other", c_char_p))
class surefoot_segment_girth(Structure):
    _fields_ = (("segment", c_char_p), ("factor", c_double))
class surefoot_character_view(Structure):
    _fields_ = (
        ("skeleton", c_void_p), ("skin_count", c_size_t), ("skins", POINTER(c_void_p)), ("clip_count", c_size_t),
        ("clips", POINTER(c_void_p)),
    )
class surefoot_shape_axis(Structure):
    _fields_ = (("part", c_int64), ("girths", POINTER(c_double)), ("girth_count", c_size_t))
class surefoot_shape_grid_view(Structure):
    _fields_ = (
        ("frame_count", c_size_t), ("joint_count", c_size_t), ("axis_count", c_size_t),
        ("axes", POINTER(surefoot_shape_axis)), ("node_count", c_size_t), ("depths", POINTER(c_double)),
        ("move_joints", c_int64),
    )
class surefoot_before_after(Structure):
    _fields_ = (("before", c_void_p), ("after", c_void_p), ("plants", c_void_p), ("report", c_void_p))
class surefoot_stream_frame(Structure):
    _fields_ = (
        ("joint_count", c_size_t), ("root_position", c_double * 3), ("rotations", POINTER(c_double)),
        ("translations", POINTER(c_double)),
    )
class surefoot_plant_state(Structure):
    _fields_ = (("point", c_int32), ("has_position", c_int32), ("position", c_double * 3))
class surefoot_streamed_plants(Structure):
    _fields_ = (("frame", c_size_t), ("plant_count", c_size_t), ("plants", POINTER(surefoot_plant_state)))
class surefoot_choice(Structure):
    _fields_ = (("name", c_char_p), ("label", c_char_p), ("help", c_char_p))
class surefoot_condition(Structure):
    _fields_ = (("subject", c_char_p), ("value_count", c_size_t), ("values", POINTER(c_char_p)))
class surefoot_option(Structure):
    _fields_ = (
        ("name", c_char_p), ("label", c_char_p), ("help", c_char_p), ("unit", c_char_p), ("kind", c_int32),
        ("default_value", c_double), ("min", c_double), ("max", c_double), ("choice_count", c_size_t),
        ("choices", POINTER(surefoot_choice)), ("condition_count", c_size_t),
        ("used_when", POINTER(surefoot_condition)), ("offset", c_size_t),
    )
class surefoot_operation(Structure):
    _fields_ = (
        ("name", c_char_p), ("label", c_char_p), ("help", c_char_p), ("is_edit", c_int32), ("option_count", c_size_t),
        ("options", POINTER(POINTER(surefoot_option))), ("options_size", c_size_t),
    )
class surefoot_input_state(Structure):
    _fields_ = (("name", c_char_p), ("value", c_char_p))

# Functions that return a status and take a surefoot_error last: the arguments before it.
CALLS: dict[str, tuple[Any, ...]] = {
    "surefoot_bytes_get": (c_void_p, POINTER(POINTER(c_uint8)), POINTER(c_size_t)),
    "surefoot_bytes_write": (c_char_p, c_void_p),
    "surefoot_mirror_clip": (
        c_void_p, c_void_p, POINTER(surefoot_mirror_clip_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_resample_clip": (
        c_void_p, c_void_p, POINTER(surefoot_resample_clip_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_trim_clip": (
        c_void_p, c_void_p, POINTER(surefoot_trim_clip_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_check_clip_default_options": (POINTER(surefoot_check_clip_options), c_size_t),
    "surefoot_detect_plants_default_options": (POINTER(surefoot_detect_plants_options), c_size_t),
    "surefoot_remove_footskate_default_options": (POINTER(surefoot_remove_footskate_options), c_size_t),
    "surefoot_remove_penetration_default_options": (POINTER(surefoot_remove_penetration_options), c_size_t),
    "surefoot_adapt_to_body_default_options": (POINTER(surefoot_adapt_to_body_options), c_size_t),
    "surefoot_measure_balance_default_options": (POINTER(surefoot_measure_balance_options), c_size_t),
    "surefoot_correct_balance_default_options": (POINTER(surefoot_correct_balance_options), c_size_t),
    "surefoot_correct_flight_default_options": (POINTER(surefoot_correct_flight_options), c_size_t),
    "surefoot_evaluate_balance_default_options": (POINTER(surefoot_evaluate_balance_options), c_size_t),
    "surefoot_mirror_clip_default_options": (POINTER(surefoot_mirror_clip_options), c_size_t),
    "surefoot_resample_clip_default_options": (POINTER(surefoot_resample_clip_options), c_size_t),
    "surefoot_trim_clip_default_options": (POINTER(surefoot_trim_clip_options), c_size_t),
    "surefoot_deform_out_of_body_default_options": (POINTER(surefoot_deform_out_of_body_options), c_size_t),
    "surefoot_fit_body_default_options": (POINTER(surefoot_fit_body_options), c_size_t),
    "surefoot_grow_body_default_options": (POINTER(surefoot_grow_body_options), c_size_t),
    "surefoot_scale_character_default_options": (POINTER(surefoot_scale_character_options), c_size_t),
    "surefoot_build_shape_grid_default_options": (POINTER(surefoot_build_shape_grid_options), c_size_t),
    "surefoot_query_shape_grid_default_options": (POINTER(surefoot_query_shape_grid_options), c_size_t),
    "surefoot_build_motion_graph_default_options": (POINTER(surefoot_build_motion_graph_options), c_size_t),
    "surefoot_search_motion_graph_default_options": (POINTER(surefoot_search_motion_graph_options), c_size_t),
    "surefoot_read_default_options": (POINTER(surefoot_read_options), c_size_t),
    "surefoot_read": (c_char_p, POINTER(surefoot_read_options), POINTER(c_void_p)),
    "surefoot_read_bytes": (c_char_p, POINTER(c_uint8), c_size_t, POINTER(surefoot_read_options), POINTER(c_void_p)),
    "surefoot_document_get": (c_void_p, POINTER(POINTER(surefoot_document_view))),
    "surefoot_write_default_options": (POINTER(surefoot_write_options), c_size_t),
    "surefoot_write_edited": (c_char_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p)),
    "surefoot_encode_edited": (c_void_p, POINTER(c_void_p), c_size_t, c_int32, POINTER(c_void_p), POINTER(c_void_p)),
    "surefoot_encode_reshaped": (
        c_void_p, c_int32, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(c_void_p),
        POINTER(c_void_p),
    ),
    "surefoot_write_new": (
        c_char_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(surefoot_write_options),
        POINTER(c_void_p),
    ),
    "surefoot_encode_new": (
        c_int32, c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(surefoot_write_options),
        POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_world_positions": (c_void_p, c_void_p, POINTER(c_double), c_size_t),
    "surefoot_world_matrices": (c_void_p, c_void_p, POINTER(c_double), c_size_t),
    "surefoot_deform_skin": (c_void_p, c_void_p, c_void_p, c_size_t, POINTER(c_float), c_size_t),
    "surefoot_clip_create": (c_void_p, POINTER(surefoot_clip_data), POINTER(c_void_p)),
    "surefoot_clip_get": (c_void_p, POINTER(POINTER(surefoot_clip_view))),
    "surefoot_path_create": (
        c_int32, POINTER(c_double), c_size_t, POINTER(surefoot_style_piece), c_size_t, POINTER(c_void_p),
    ),
    "surefoot_path_read": (c_char_p, POINTER(c_void_p)),
    "surefoot_path_from_text": (c_char_p, POINTER(c_void_p)),
    "surefoot_path_get": (c_void_p, POINTER(POINTER(surefoot_path_view))),
    "surefoot_path_text": (c_void_p, POINTER(c_void_p)),
    "surefoot_ground_create_plane": (POINTER(c_double), c_double, POINTER(c_void_p)),
    "surefoot_ground_create_height_field": (
        c_double, c_double, c_double, c_size_t, POINTER(c_double), c_size_t, POINTER(c_void_p),
    ),
    "surefoot_ground_create_mesh": (POINTER(c_double), c_size_t, POINTER(c_uint32), c_size_t, POINTER(c_void_p)),
    "surefoot_ground_read": (c_char_p, POINTER(c_void_p)),
    "surefoot_ground_from_text": (c_char_p, POINTER(c_void_p)),
    "surefoot_ground_get": (c_void_p, POINTER(POINTER(surefoot_ground_view))),
    "surefoot_ground_footing": (c_void_p, c_double, c_double, c_double, POINTER(c_double), POINTER(c_double * 3)),
    "surefoot_labels_create": (POINTER(surefoot_clip_labels), c_size_t, POINTER(c_void_p)),
    "surefoot_automatic_labels": (c_void_p, c_void_p, POINTER(c_void_p)),
    "surefoot_labels_read": (c_char_p, POINTER(c_void_p)),
    "surefoot_labels_from_text": (c_char_p, POINTER(c_void_p)),
    "surefoot_labels_get": (c_void_p, POINTER(POINTER(surefoot_clip_labels)), POINTER(c_size_t)),
    "surefoot_labels_text": (c_void_p, POINTER(c_void_p)),
    "surefoot_plants_create": (c_size_t, POINTER(surefoot_plant), c_size_t, POINTER(c_void_p)),
    "surefoot_plants_get": (c_void_p, POINTER(POINTER(surefoot_plant)), POINTER(c_size_t), POINTER(c_size_t)),
    "surefoot_plants_read": (c_char_p, c_size_t, POINTER(c_void_p)),
    "surefoot_plants_read_of": (c_char_p, c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_void_p)),
    "surefoot_plants_from_text": (c_char_p, c_size_t, POINTER(c_void_p)),
    "surefoot_plants_text": (c_void_p, POINTER(c_void_p)),
    "surefoot_plants_write": (c_char_p, c_void_p),
    "surefoot_role_name": (c_int32, POINTER(c_void_p)),
    "surefoot_skeleton_with_roles": (c_void_p, POINTER(surefoot_role_entry), c_size_t, POINTER(c_void_p)),
    "surefoot_skeleton_with_roles_file": (c_void_p, c_char_p, POINTER(c_void_p)),
    "surefoot_skeleton_with_roles_text": (c_void_p, c_char_p, POINTER(c_void_p)),
    "surefoot_skeleton_roles_text": (c_void_p, POINTER(c_void_p)),
    "surefoot_find_roles": (c_void_p, POINTER(c_void_p), POINTER(c_void_p)),
    "surefoot_skeleton_create": (POINTER(surefoot_skeleton_data), POINTER(c_void_p)),
    "surefoot_skeleton_get": (c_void_p, POINTER(POINTER(surefoot_skeleton_view))),
    "surefoot_skeleton_find": (c_void_p, c_char_p, POINTER(c_int32)),
    "surefoot_skin_create": (c_void_p, POINTER(surefoot_skin_data), POINTER(c_void_p)),
    "surefoot_skin_get": (c_void_p, POINTER(POINTER(surefoot_skin_view))),
    "surefoot_skeleton_with_soles": (c_void_p, POINTER(surefoot_sole), POINTER(c_void_p)),
    "surefoot_find_soles": (c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), POINTER(c_void_p)),
    "surefoot_sole_vertices": (
        c_void_p, c_void_p, c_int32, POINTER(c_uint32), c_size_t, POINTER(c_size_t), POINTER(c_int32),
    ),
    "surefoot_notes_get": (c_void_p, POINTER(POINTER(surefoot_note)), POINTER(c_size_t)),
    "surefoot_adapt_to_body": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, c_void_p, c_void_p,
        POINTER(surefoot_remove_penetration_options), POINTER(surefoot_remove_footskate_options),
        POINTER(surefoot_balance_setting), POINTER(surefoot_correct_balance_options),
        POINTER(surefoot_adapt_to_body_options), surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_correct_balance": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_balance_scene),
        POINTER(surefoot_balance_original), POINTER(surefoot_measure_balance_options),
        POINTER(surefoot_correct_balance_options), surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_correct_flight": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_balance_scene),
        POINTER(surefoot_measure_balance_options), POINTER(surefoot_correct_flight_options), surefoot_progress,
        c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_deform_out_of_body": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(POINTER(c_float)),
        POINTER(surefoot_deform_out_of_body_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_deformed_clip_get": (c_void_p, POINTER(POINTER(surefoot_deformed_clip_view))),
    "surefoot_deformer_create": (
        POINTER(surefoot_mesh_shape), POINTER(surefoot_mesh_shape), POINTER(c_float),
        POINTER(surefoot_deform_out_of_body_options), POINTER(c_void_p),
    ),
    "surefoot_deformer_deform": (
        c_void_p, POINTER(c_float), POINTER(c_float), POINTER(c_float), POINTER(surefoot_deformed_frame),
    ),
    "surefoot_deformer_deform_with": (
        c_void_p, POINTER(c_float), POINTER(c_float), POINTER(c_float), c_double, c_double, POINTER(c_float),
        POINTER(surefoot_deformed_frame),
    ),
    "surefoot_character_deformer_create": (
        c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_deform_out_of_body_options), POINTER(c_void_p),
    ),
    "surefoot_character_deformer_deform_points": (
        c_void_p, POINTER(c_float), POINTER(c_float), c_double, c_double, POINTER(c_float), c_size_t,
        POINTER(surefoot_deformed_frame),
    ),
    "surefoot_character_deformer_deform_joints": (
        c_void_p, POINTER(c_double), c_size_t, POINTER(c_float), c_double, c_double, POINTER(c_float), c_size_t,
        POINTER(surefoot_deformed_frame),
    ),
    "surefoot_detect_plants": (
        c_void_p, c_void_p, c_void_p, POINTER(surefoot_detect_plants_options), POINTER(c_void_p), POINTER(c_void_p),
        POINTER(c_void_p),
    ),
    "surefoot_check_clip": (c_void_p, c_void_p, POINTER(surefoot_check_clip_options), POINTER(c_void_p)),
    "surefoot_merge_plants": (c_void_p, c_void_p, POINTER(c_void_p)),
    "surefoot_mirror_plants": (c_void_p, POINTER(c_void_p)),
    "surefoot_measure_asymmetry": (c_void_p, POINTER(c_double), POINTER(c_int32)),
    "surefoot_symmetric_skeleton": (c_void_p, POINTER(c_void_p)),
    "surefoot_resample_plants": (c_void_p, c_void_p, c_double, POINTER(c_void_p)),
    "surefoot_trim_plants": (c_void_p, POINTER(surefoot_trim_clip_options), POINTER(c_void_p)),
    "surefoot_evaluate_balance": (
        POINTER(surefoot_balance_case), c_size_t, POINTER(surefoot_evaluate_balance_options), surefoot_progress,
        c_void_p, POINTER(c_void_p),
    ),
    "surefoot_fit_body": (
        c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_fit_body_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_body_get": (c_void_p, POINTER(POINTER(surefoot_body_view))),
    "surefoot_measure_balance": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_balance_scene),
        POINTER(surefoot_measure_balance_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_balance_get": (c_void_p, POINTER(POINTER(surefoot_balance_view))),
    "surefoot_measure_footskate": (c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_void_p)),
    "surefoot_published_scores": (c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_void_p)),
    "surefoot_build_motion_graph": (
        POINTER(surefoot_graph_clip), c_size_t, POINTER(surefoot_build_motion_graph_options), surefoot_progress,
        c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_extend_motion_graph": (
        c_void_p, POINTER(surefoot_graph_clip), c_size_t, POINTER(surefoot_build_motion_graph_options),
        surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_retune_motion_graph": (
        c_void_p, POINTER(c_double), c_size_t, POINTER(surefoot_build_motion_graph_options), POINTER(c_void_p),
        POINTER(c_void_p),
    ),
    "surefoot_build_control_table": (
        c_void_p, c_char_p, POINTER(surefoot_search_motion_graph_options), surefoot_progress, c_void_p,
        POINTER(c_void_p),
    ),
    "surefoot_control_table_get": (c_void_p, POINTER(POINTER(surefoot_control_table_view))),
    "surefoot_steer": (
        c_void_p, c_void_p, POINTER(surefoot_control_state), POINTER(c_double), POINTER(c_size_t),
        POINTER(surefoot_control_state),
    ),
    "surefoot_found_motion_get": (c_void_p, POINTER(POINTER(surefoot_found_motion_view))),
    "surefoot_motion_graph_read": (c_char_p, POINTER(c_void_p)),
    "surefoot_motion_graph_write": (c_char_p, c_void_p),
    "surefoot_motion_graph_encode": (c_void_p, POINTER(c_void_p)),
    "surefoot_motion_graph_decode": (c_char_p, POINTER(c_uint8), c_size_t, POINTER(c_void_p)),
    "surefoot_motion_graph_get": (c_void_p, POINTER(POINTER(surefoot_motion_graph_view))),
    "surefoot_motion_graph_clip": (c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_void_p)),
    "surefoot_graph_picture": (c_void_p, POINTER(c_void_p)),
    "surefoot_graph_grid_picture": (c_void_p, c_size_t, POINTER(c_void_p)),
    "surefoot_motion_query_default": (POINTER(surefoot_motion_query), c_size_t),
    "surefoot_search_motion_graph": (
        c_void_p, POINTER(surefoot_motion_query), POINTER(surefoot_search_motion_graph_options), surefoot_progress,
        c_void_p, POINTER(c_void_p),
    ),
    "surefoot_search_crowd": (
        c_void_p, POINTER(POINTER(surefoot_motion_query)), c_size_t, POINTER(surefoot_search_motion_graph_options),
        surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(surefoot_error),
    ),
    "surefoot_walk_edges_get": (c_void_p, POINTER(c_size_t), c_size_t, POINTER(c_size_t)),
    "surefoot_random_walk_default_options": (POINTER(surefoot_random_walk_options), c_size_t),
    "surefoot_random_walk": (c_void_p, POINTER(surefoot_random_walk_options), POINTER(c_void_p)),
    "surefoot_shortest_connection": (c_void_p, c_size_t, c_size_t, c_char_p, POINTER(c_void_p)),
    "surefoot_walk_to_clip": (c_void_p, POINTER(c_size_t), c_size_t, POINTER(c_double), c_char_p, POINTER(c_void_p)),
    "surefoot_walk_get": (c_void_p, POINTER(POINTER(surefoot_walk_view))),
    "surefoot_remove_footskate": (
        c_void_p, c_void_p, c_void_p, c_void_p, POINTER(surefoot_remove_footskate_options), POINTER(c_void_p),
        POINTER(c_void_p),
    ),
    "surefoot_remove_penetration": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_body_pair), c_size_t,
        POINTER(surefoot_remove_penetration_options), surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_grow_body": (
        c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(surefoot_segment_girth), c_size_t,
        POINTER(surefoot_grow_body_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_scale_character": (
        c_void_p, POINTER(c_void_p), c_size_t, POINTER(c_void_p), c_size_t, POINTER(surefoot_scale_character_options),
        POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_character_get": (c_void_p, POINTER(POINTER(surefoot_character_view))),
    "surefoot_build_shape_grid": (
        c_void_p, c_void_p, POINTER(c_void_p), c_size_t, POINTER(surefoot_shape_axis), c_size_t, c_void_p, c_char_p,
        POINTER(surefoot_build_shape_grid_options), surefoot_progress, c_void_p, POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_query_shape_grid": (
        c_void_p, c_void_p, c_void_p, POINTER(surefoot_query_shape_grid_options), POINTER(c_void_p), POINTER(c_void_p),
    ),
    "surefoot_shape_grid_pose": (
        c_void_p, c_void_p, c_size_t, POINTER(surefoot_query_shape_grid_options), POINTER(c_double), c_size_t,
        POINTER(c_double),
    ),
    "surefoot_shape_grid_read": (c_char_p, POINTER(c_void_p)),
    "surefoot_shape_grid_write": (c_char_p, c_void_p),
    "surefoot_shape_grid_get": (c_void_p, POINTER(POINTER(surefoot_shape_grid_view))),
    "surefoot_footskate_page": (
        c_char_p, c_void_p, POINTER(surefoot_before_after), c_size_t, POINTER(c_void_p), c_size_t, c_void_p,
        POINTER(c_char_p), c_size_t, POINTER(c_void_p),
    ),
    "surefoot_plant_stream_create": (
        c_void_p, c_double, c_double, POINTER(surefoot_detect_plants_options), POINTER(c_void_p),
    ),
    "surefoot_plant_stream_get": (c_void_p, POINTER(c_size_t), POINTER(c_int32)),
    "surefoot_plant_stream_push": (
        c_void_p, POINTER(surefoot_stream_frame), POINTER(POINTER(surefoot_streamed_plants)),
    ),
    "surefoot_plant_stream_flush": (c_void_p, POINTER(POINTER(surefoot_streamed_plants))),
    "surefoot_report_summary": (c_void_p, POINTER(c_char_p)),
    "surefoot_report_json": (c_void_p, POINTER(c_char_p)),
    "surefoot_report_number": (c_void_p, c_char_p, POINTER(c_double)),
    "surefoot_report_text": (c_void_p, c_char_p, POINTER(c_char_p)),
    "surefoot_report_count": (c_void_p, c_char_p, POINTER(c_size_t)),
    "surefoot_report_notes": (c_void_p, POINTER(POINTER(surefoot_note)), POINTER(c_size_t)),
    "surefoot_operations_get": (POINTER(POINTER(POINTER(surefoot_operation))), POINTER(c_size_t)),
    "surefoot_used_options": (
        c_char_p, POINTER(c_double), c_size_t, POINTER(surefoot_input_state), c_size_t, POINTER(c_int32), c_size_t,
    ),
    "surefoot_footskate_stream_create": (
        c_void_p, c_double, c_void_p, POINTER(surefoot_remove_footskate_options), POINTER(c_void_p),
    ),
    "surefoot_footskate_stream_get": (c_void_p, POINTER(c_size_t), POINTER(c_size_t)),
    "surefoot_footskate_stream_push": (
        c_void_p, POINTER(surefoot_stream_frame), POINTER(surefoot_plant_state), c_size_t,
        POINTER(POINTER(surefoot_stream_frame)),
    ),
    "surefoot_footskate_stream_flush": (c_void_p, POINTER(POINTER(surefoot_stream_frame))),
    "surefoot_text_get": (c_void_p, POINTER(c_char_p), POINTER(c_size_t)),
    "surefoot_text_write": (c_char_p, c_void_p),
}
# All others: result, arguments.
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "surefoot_bytes_free": (None, (c_void_p,)),
    "surefoot_document_free": (None, (c_void_p,)),
    "surefoot_clip_free": (None, (c_void_p,)),
    "surefoot_path_free": (None, (c_void_p,)),
    "surefoot_ground_free": (None, (c_void_p,)),
    "surefoot_labels_free": (None, (c_void_p,)),
    "surefoot_plants_free": (None, (c_void_p,)),
    "surefoot_skeleton_free": (None, (c_void_p,)),
    "surefoot_skin_free": (None, (c_void_p,)),
    "surefoot_notes_free": (None, (c_void_p,)),
    "surefoot_deformed_clip_free": (None, (c_void_p,)),
    "surefoot_deformer_free": (None, (c_void_p,)),
    "surefoot_character_deformer_free": (None, (c_void_p,)),
    "surefoot_body_free": (None, (c_void_p,)),
    "surefoot_balance_free": (None, (c_void_p,)),
    "surefoot_control_table_free": (None, (c_void_p,)),
    "surefoot_found_motion_free": (None, (c_void_p,)),
    "surefoot_motion_graph_free": (None, (c_void_p,)),
    "surefoot_walk_free": (None, (c_void_p,)),
    "surefoot_character_free": (None, (c_void_p,)),
    "surefoot_shape_grid_free": (None, (c_void_p,)),
    "surefoot_plant_stream_free": (None, (c_void_p,)),
    "surefoot_report_free": (None, (c_void_p,)),
    "surefoot_status_name": (c_char_p, (c_int32,)),
    "surefoot_version": (c_char_p, ()),
    "surefoot_footskate_stream_free": (None, (c_void_p,)),
    "surefoot_text_free": (None, (c_void_p,)),
}
