"""The C API in ctypes. Written by tools/generate_declarations.py from surefoot.h: do not edit."""

from __future__ import annotations

import ctypes
from typing import Any

SUREFOOT_VERSION = "0.1.0"
SUREFOOT_VERSION_MAJOR = 0
SUREFOOT_VERSION_MINOR = 1
SUREFOOT_VERSION_PATCH = 0
SUREFOOT_DIRECTIONS = 16
SUREFOOT_MESSAGE_SIZE = 1024
SUREFOOT_JOINT_SIZE = 256
SUREFOOT_OK = 0
SUREFOOT_ERROR_NULL = 1
SUREFOOT_ERROR_ARGUMENT = 2
SUREFOOT_ERROR_PANIC = 3
SUREFOOT_ERROR_CANCELLED = 4
SUREFOOT_ERROR_FILE = 5
SUREFOOT_ERROR_FORMAT = 6
SUREFOOT_ERROR_UNSUPPORTED = 7
SUREFOOT_ERROR_SKELETON = 8
SUREFOOT_ERROR_CLIP = 9
SUREFOOT_ERROR_LENGTH = 10
SUREFOOT_ERROR_INVALID = 11
SUREFOOT_ERROR_UNKNOWN_JOINT = 12
SUREFOOT_ERROR_MISSING_ROLES = 13
SUREFOOT_ERROR_OPTION = 14
SUREFOOT_ERROR_OTHER = 15
SUREFOOT_ROLE_NONE = -1
SUREFOOT_ROLE_PELVIS = 0
SUREFOOT_ROLE_SPINE = 1
SUREFOOT_ROLE_NECK = 2
SUREFOOT_ROLE_HEAD = 3
SUREFOOT_ROLE_LEFT_CLAVICLE = 4
SUREFOOT_ROLE_LEFT_UPPER_ARM = 5
SUREFOOT_ROLE_LEFT_FOREARM = 6
SUREFOOT_ROLE_LEFT_HAND = 7
SUREFOOT_ROLE_LEFT_THIGH = 8
SUREFOOT_ROLE_LEFT_SHIN = 9
SUREFOOT_ROLE_LEFT_FOOT = 10
SUREFOOT_ROLE_LEFT_TOE = 11
SUREFOOT_ROLE_RIGHT_CLAVICLE = 12
SUREFOOT_ROLE_RIGHT_UPPER_ARM = 13
SUREFOOT_ROLE_RIGHT_FOREARM = 14
SUREFOOT_ROLE_RIGHT_HAND = 15
SUREFOOT_ROLE_RIGHT_THIGH = 16
SUREFOOT_ROLE_RIGHT_SHIN = 17
SUREFOOT_ROLE_RIGHT_FOOT = 18
SUREFOOT_ROLE_RIGHT_TOE = 19
SUREFOOT_POINT_LEFT_ANKLE = 0
SUREFOOT_POINT_LEFT_HEEL = 1
SUREFOOT_POINT_LEFT_TOE = 2
SUREFOOT_POINT_LEFT_TOE_TIP = 3
SUREFOOT_POINT_LEFT_WRIST = 4
SUREFOOT_POINT_LEFT_FINGERTIPS = 5
SUREFOOT_POINT_RIGHT_ANKLE = 6
SUREFOOT_POINT_RIGHT_HEEL = 7
SUREFOOT_POINT_RIGHT_TOE = 8
SUREFOOT_POINT_RIGHT_TOE_TIP = 9
SUREFOOT_POINT_RIGHT_WRIST = 10
SUREFOOT_POINT_RIGHT_FINGERTIPS = 11
SUREFOOT_FORMAT_BVH = 0
SUREFOOT_FORMAT_FBX = 1
SUREFOOT_FORMAT_GLTF = 2
SUREFOOT_FORMAT_GLB = 3
SUREFOOT_UP_AXIS_FROM_FILE = -1
SUREFOOT_UP_AXIS_X = 0
SUREFOOT_UP_AXIS_Y = 1
SUREFOOT_UP_AXIS_Z = 2
SUREFOOT_UP_AXIS_NEGATIVE_X = 3
SUREFOOT_UP_AXIS_NEGATIVE_Y = 4
SUREFOOT_UP_AXIS_NEGATIVE_Z = 5
SUREFOOT_UNIT_STANDARD = 0
SUREFOOT_UNIT_DECLARED = 1
SUREFOOT_UNIT_ESTIMATED = 2
SUREFOOT_UNIT_GIVEN = 3
SUREFOOT_FOOTSKATE_METHOD_LIMBS = 0
SUREFOOT_FOOTSKATE_METHOD_ROOT = 1
SUREFOOT_FOOTSKATE_METHOD_FOOT_ROOTED = 2
SUREFOOT_FOOTSKATE_SOLVER_LEAST_SQUARES = 0
SUREFOOT_FOOTSKATE_SOLVER_WINDOWED = 1
SUREFOOT_GROUND_PLANE = 0
SUREFOOT_GROUND_HEIGHT_FIELD = 1
SUREFOOT_GROUND_MESH = 2
SUREFOOT_OPTION_NUMBER = 0
SUREFOOT_OPTION_INTEGER = 1
SUREFOOT_OPTION_FLAG = 2
SUREFOOT_OPTION_CHOICE = 3
SUREFOOT_GRAPH_KERNEL_TRIANGLE = 0
SUREFOOT_GRAPH_KERNEL_BOX = 1
SUREFOOT_GRAPH_KERNEL_GAUSSIAN = 2
SUREFOOT_GRAPH_MARKERS_LEGS = 0
SUREFOOT_GRAPH_MARKERS_UNIFORM = 1
SUREFOOT_GRAPH_LABELLING_AUTOMATIC = 0
SUREFOOT_GRAPH_LABELLING_NONE = 1
SUREFOOT_SEARCH_METHOD_BEAM = 0
SUREFOOT_SEARCH_METHOD_HORIZON_BEAM = 1
SUREFOOT_SEARCH_METHOD_BRANCH_AND_BOUND = 2
SUREFOOT_SIDE_LEFT = 0
SUREFOOT_SIDE_RIGHT = 1
SUREFOOT_QUERY_RANDOM_WALK = 0
SUREFOOT_QUERY_SHORTEST_WAY = 1
SUREFOOT_QUERY_PATH = 2
SUREFOOT_QUERY_CONNECT = 3
SUREFOOT_QUERY_CUSTOM = 4
SUREFOOT_PATH_POLYLINE = 0
SUREFOOT_PATH_BEZIER = 1



class surefoot_error(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("frame", ctypes.c_int64),
        ("joint", ctypes.c_char * 256),
        ("message", ctypes.c_char * 1024),
    )


class surefoot_read_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("unit_metres", ctypes.c_double),
        ("frame_rate", ctypes.c_double),
        ("up_axis", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    )


class surefoot_warning(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_char_p),
        ("text", ctypes.c_char_p),
    )


class surefoot_document_view(ctypes.Structure):
    _fields_ = (
        ("path", ctypes.c_char_p),
        ("format", ctypes.c_int32),
        ("up_axis", ctypes.c_int32),
        ("unit_metres", ctypes.c_double),
        ("unit_origin", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("skeleton", ctypes.c_void_p),
        ("clip_count", ctypes.c_size_t),
        ("clips", ctypes.POINTER(ctypes.c_void_p)),
        ("skin_count", ctypes.c_size_t),
        ("skins", ctypes.POINTER(ctypes.c_void_p)),
        ("warning_count", ctypes.c_size_t),
        ("warnings", ctypes.POINTER(surefoot_warning)),
        ("loss_count", ctypes.c_size_t),
        ("losses", ctypes.POINTER(surefoot_warning)),
    )


class surefoot_write_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("unit_metres", ctypes.c_double),
        ("up_axis", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    )


class surefoot_track(ctypes.Structure):
    _fields_ = (
        ("joint", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("values", ctypes.POINTER(ctypes.c_double)),
    )


class surefoot_clip_data(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("frame_rate", ctypes.c_double),
        ("frame_count", ctypes.c_size_t),
        ("rotations", ctypes.POINTER(ctypes.c_double)),
        ("root_positions", ctypes.POINTER(ctypes.c_double)),
        ("translation_count", ctypes.c_size_t),
        ("translations", ctypes.POINTER(surefoot_track)),
        ("scale_count", ctypes.c_size_t),
        ("scales", ctypes.POINTER(surefoot_track)),
    )


class surefoot_clip_view(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("frame_rate", ctypes.c_double),
        ("frame_count", ctypes.c_size_t),
        ("joint_count", ctypes.c_size_t),
        ("rotations", ctypes.POINTER(ctypes.c_double)),
        ("root_positions", ctypes.POINTER(ctypes.c_double)),
        ("translation_count", ctypes.c_size_t),
        ("translations", ctypes.POINTER(surefoot_track)),
        ("scale_count", ctypes.c_size_t),
        ("scales", ctypes.POINTER(surefoot_track)),
    )


class surefoot_style_piece(ctypes.Structure):
    _fields_ = (
        ("label", ctypes.c_char_p),
        ("end", ctypes.c_double),
    )


class surefoot_path_view(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("point_count", ctypes.c_size_t),
        ("points", ctypes.POINTER(ctypes.c_double)),
        ("style_count", ctypes.c_size_t),
        ("styles", ctypes.POINTER(surefoot_style_piece)),
        ("length", ctypes.c_double),
        ("corner_count", ctypes.c_size_t),
        ("corners", ctypes.POINTER(ctypes.c_double)),
    )


class surefoot_ground_view(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("normal", ctypes.c_double * 3),
        ("offset", ctypes.c_double),
        ("origin", ctypes.c_double * 2),
        ("spacing", ctypes.c_double),
        ("columns", ctypes.c_size_t),
        ("height_count", ctypes.c_size_t),
        ("heights", ctypes.POINTER(ctypes.c_double)),
        ("triangle_count", ctypes.c_size_t),
        ("corners", ctypes.POINTER(ctypes.c_double)),
    )


class surefoot_label_span(ctypes.Structure):
    _fields_ = (
        ("label", ctypes.c_char_p),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
    )


class surefoot_clip_labels(ctypes.Structure):
    _fields_ = (
        ("clip", ctypes.c_char_p),
        ("labels", ctypes.POINTER(surefoot_label_span)),
        ("label_count", ctypes.c_size_t),
        ("group_name", ctypes.c_char_p),
        ("group", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    )


class surefoot_plant(ctypes.Structure):
    _fields_ = (
        ("point", ctypes.c_int32),
        ("has_position", ctypes.c_int32),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
        ("confidence", ctypes.c_double),
        ("position", ctypes.c_double * 3),
    )


class surefoot_role_entry(ctypes.Structure):
    _fields_ = (
        ("role", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("joint", ctypes.c_char_p),
    )


class surefoot_skeleton_data(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("joint_count", ctypes.c_size_t),
        ("names", ctypes.POINTER(ctypes.c_char_p)),
        ("parents", ctypes.POINTER(ctypes.c_int32)),
        ("rest_offsets", ctypes.POINTER(ctypes.c_double)),
        ("rest_rotations", ctypes.POINTER(ctypes.c_double)),
        ("rest_scales", ctypes.POINTER(ctypes.c_double)),
        ("compensates_parent_scale", ctypes.POINTER(ctypes.c_uint8)),
        ("end_site_count", ctypes.c_size_t),
        ("end_site_joints", ctypes.POINTER(ctypes.c_int32)),
        ("end_site_offsets", ctypes.POINTER(ctypes.c_double)),
    )


class surefoot_sole(ctypes.Structure):
    _fields_ = (
        ("foot", ctypes.c_int32),
        ("front", ctypes.c_int32),
        ("heel", ctypes.c_double * 3),
        ("tip", ctypes.c_double * 3),
        ("ankle_height", ctypes.c_double),
        ("front_height", ctypes.c_double),
    )


class surefoot_skeleton_view(ctypes.Structure):
    _fields_ = (
        ("joint_count", ctypes.c_size_t),
        ("names", ctypes.POINTER(ctypes.c_char_p)),
        ("parents", ctypes.POINTER(ctypes.c_int32)),
        ("rest_offsets", ctypes.POINTER(ctypes.c_double)),
        ("rest_rotations", ctypes.POINTER(ctypes.c_double)),
        ("rest_scales", ctypes.POINTER(ctypes.c_double)),
        ("compensates_parent_scale", ctypes.POINTER(ctypes.c_uint8)),
        ("roles", ctypes.POINTER(ctypes.c_int32)),
        ("end_site_count", ctypes.c_size_t),
        ("end_site_joints", ctypes.POINTER(ctypes.c_int32)),
        ("end_site_offsets", ctypes.POINTER(ctypes.c_double)),
        ("standing_height", ctypes.c_double),
        ("soles", ctypes.POINTER(surefoot_sole)),
    )


class surefoot_skin_data(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("name", ctypes.c_char_p),
        ("vertex_count", ctypes.c_size_t),
        ("positions", ctypes.POINTER(ctypes.c_float)),
        ("normals", ctypes.POINTER(ctypes.c_float)),
        ("triangle_count", ctypes.c_size_t),
        ("triangles", ctypes.POINTER(ctypes.c_uint32)),
        ("slot_count", ctypes.c_size_t),
        ("slot_joints", ctypes.POINTER(ctypes.c_int32)),
        ("inverse_binds", ctypes.POINTER(ctypes.c_double)),
        ("influence_offsets", ctypes.POINTER(ctypes.c_uint32)),
        ("influence_count", ctypes.c_size_t),
        ("influence_slots", ctypes.POINTER(ctypes.c_uint32)),
        ("influence_weights", ctypes.POINTER(ctypes.c_float)),
    )


class surefoot_skin_view(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("vertex_count", ctypes.c_size_t),
        ("positions", ctypes.POINTER(ctypes.c_float)),
        ("normals", ctypes.POINTER(ctypes.c_float)),
        ("triangle_count", ctypes.c_size_t),
        ("triangles", ctypes.POINTER(ctypes.c_uint32)),
        ("slot_count", ctypes.c_size_t),
        ("slot_joints", ctypes.POINTER(ctypes.c_int32)),
        ("inverse_binds", ctypes.POINTER(ctypes.c_double)),
        ("influence_offsets", ctypes.POINTER(ctypes.c_uint32)),
        ("influence_count", ctypes.c_size_t),
        ("influence_slots", ctypes.POINTER(ctypes.c_uint32)),
        ("influence_weights", ctypes.POINTER(ctypes.c_float)),
        ("renormalised_count", ctypes.c_size_t),
    )


class surefoot_detect_plants_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("still_speed", ctypes.c_double),
        ("min_seconds", ctypes.c_double),
        ("fit_fault", ctypes.c_int32),
        ("use_touches", ctypes.c_int32),
        ("hands", ctypes.c_int32),
        ("sole", ctypes.c_int32),
    )


class surefoot_plant_figures(ctypes.Structure):
    _fields_ = (
        ("residual_speed", ctypes.c_double),
        ("height", ctypes.c_double),
    )


class surefoot_stretch(ctypes.Structure):
    _fields_ = (
        ("point", ctypes.c_int32),
        ("has_plant", ctypes.c_int32),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
        ("speed", ctypes.c_double),
    )


class surefoot_frames(ctypes.Structure):
    _fields_ = (
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
    )


class surefoot_fault_estimate(ctypes.Structure):
    _fields_ = (
        ("time", ctypes.c_double),
        ("root_share", ctypes.c_double),
        ("drift", ctypes.c_double * 2),
    )


class surefoot_detect_plants_report_view(ctypes.Structure):
    _fields_ = (
        ("summary", ctypes.c_char_p),
        ("json", ctypes.c_char_p),
        ("fault_root_share", ctypes.c_double),
        ("fault_drift", ctypes.c_double * 2),
        ("has_conveyor", ctypes.c_int32),
        ("has_floor", ctypes.c_int32),
        ("conveyor", ctypes.c_double * 2),
        ("root_noise", ctypes.c_double),
        ("feet_noise", ctypes.c_double),
        ("leg_length", ctypes.c_double),
        ("floor", ctypes.c_double),
        ("planted_share", ctypes.c_double),
        ("cut_count", ctypes.c_size_t),
        ("cuts", ctypes.POINTER(ctypes.c_size_t)),
        ("plant_figure_count", ctypes.c_size_t),
        ("plant_figures", ctypes.POINTER(surefoot_plant_figures)),
        ("touch_count", ctypes.c_size_t),
        ("touches", ctypes.POINTER(surefoot_stretch)),
        ("slide_count", ctypes.c_size_t),
        ("slides", ctypes.POINTER(surefoot_stretch)),
        ("held_count", ctypes.c_size_t),
        ("held", ctypes.POINTER(surefoot_stretch)),
        ("warning_count", ctypes.c_size_t),
        ("warnings", ctypes.POINTER(ctypes.c_char_p)),
        ("conveyor_plants", ctypes.c_void_p),
        ("touch_slowest", ctypes.POINTER(surefoot_frames)),
        ("smoothing", ctypes.c_double * 3),
        ("fault_per_second_count", ctypes.c_size_t),
        ("fault_per_second", ctypes.POINTER(surefoot_fault_estimate)),
    )


class surefoot_point_slide(ctypes.Structure):
    _fields_ = (
        ("point", ctypes.c_char_p),
        ("plants", ctypes.c_size_t),
        ("mean", ctypes.c_double),
        ("p95", ctypes.c_double),
        ("max", ctypes.c_double),
        ("drift_mean", ctypes.c_double),
        ("drift_p95", ctypes.c_double),
        ("drift_height_p95", ctypes.c_double),
    )


class surefoot_footskate_measures(ctypes.Structure):
    _fields_ = (
        ("slide_count", ctypes.c_size_t),
        ("slides", ctypes.POINTER(surefoot_point_slide)),
        ("slide_mean", ctypes.c_double),
        ("slide_max", ctypes.c_double),
        ("slide_max_frame", ctypes.c_size_t),
        ("drift_p95", ctypes.c_double),
        ("drift_height_p95", ctypes.c_double),
        ("has_ground", ctypes.c_int32),
        ("ground_is_plants", ctypes.c_int32),
        ("penetration_max", ctypes.c_double),
        ("penetration_max_frame", ctypes.c_size_t),
        ("penetration_mean", ctypes.c_double),
        ("float_mean", ctypes.c_double),
        ("knee_acceleration_p99", ctypes.c_double),
        ("knee_acceleration_max", ctypes.c_double),
        ("ankle_jerk_p99", ctypes.c_double),
        ("pose_change_mean", ctypes.c_double),
        ("pose_change_max", ctypes.c_double),
        ("stretch_max", ctypes.c_double),
        ("stretch_step_max", ctypes.c_double),
    )


class surefoot_published_scores(ctypes.Structure):
    _fields_ = (
        ("nemf", ctypes.c_double),
        ("mann", ctypes.c_double),
        ("gmd_ratio", ctypes.c_double),
        ("kimodo_ratio", ctypes.c_double),
        ("kimodo_contacts", ctypes.c_double),
        ("kimodo_contacts_max", ctypes.c_double),
        ("kimodo_height", ctypes.c_double),
        ("physdiff_skate", ctypes.c_double),
        ("physdiff_penetrate", ctypes.c_double),
        ("physdiff_float", ctypes.c_double),
        ("pfc", ctypes.c_double),
    )


class surefoot_measure_footskate_report_view(ctypes.Structure):
    _fields_ = (
        ("json", ctypes.c_char_p),
        ("measures", ctypes.POINTER(surefoot_footskate_measures)),
        ("published_json", ctypes.c_char_p),
        ("published", ctypes.POINTER(surefoot_published_scores)),
    )


class surefoot_build_motion_graph_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("frame_rate", ctypes.c_double),
        ("window", ctypes.c_double),
        ("kernel", ctypes.c_int32),
        ("markers", ctypes.c_int32),
        ("labelling", ctypes.c_int32),
        ("mirror", ctypes.c_int32),
        ("threshold_factor", ctypes.c_double),
        ("max_threshold_factor", ctypes.c_double),
        ("minima_limit", ctypes.c_double),
        ("min_core", ctypes.c_double),
        ("thinning", ctypes.c_int64),
        ("world_locked", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    )


class surefoot_graph_clip(ctypes.Structure):
    _fields_ = (
        ("skeleton", ctypes.c_void_p),
        ("clip", ctypes.c_void_p),
        ("plants", ctypes.c_void_p),
        ("labels", ctypes.POINTER(surefoot_label_span)),
        ("label_count", ctypes.c_size_t),
        ("group", ctypes.c_uint32),
        ("reserved", ctypes.c_uint32),
    )


surefoot_progress = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_double, ctypes.c_void_p)


class surefoot_label_figures(ctypes.Structure):
    _fields_ = (
        ("label", ctypes.c_char_p),
        ("frame_count", ctypes.c_size_t),
        ("unit", ctypes.c_double),
        ("factor", ctypes.c_double),
        ("coverage", ctypes.c_double),
        ("attainable", ctypes.c_double),
        ("core_frames", ctypes.c_size_t),
    )


class surefoot_clip_use(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("frame_count", ctypes.c_size_t),
        ("used_frames", ctypes.c_size_t),
    )


class surefoot_pair_figures(ctypes.Structure):
    _fields_ = (
        ("from", ctypes.c_char_p),
        ("to", ctypes.c_char_p),
        ("threshold", ctypes.c_double),
        ("accepted", ctypes.c_size_t),
        ("kept", ctypes.c_size_t),
        ("has_route", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
    )


class surefoot_build_motion_graph_report_view(ctypes.Structure):
    _fields_ = (
        ("summary", ctypes.c_char_p),
        ("json", ctypes.c_char_p),
        ("minima", ctypes.c_size_t),
        ("nodes", ctypes.c_size_t),
        ("edges", ctypes.c_size_t),
        ("transitions", ctypes.c_size_t),
        ("stretch_frames_mean", ctypes.c_double),
        ("out_edges_mean", ctypes.c_double),
        ("out_edges_max", ctypes.c_size_t),
        ("route_seconds_mean", ctypes.c_double),
        ("route_seconds_max", ctypes.c_double),
        ("label_count", ctypes.c_size_t),
        ("labels", ctypes.POINTER(surefoot_label_figures)),
        ("warning_count", ctypes.c_size_t),
        ("warnings", ctypes.POINTER(surefoot_warning)),
        ("clip_count", ctypes.c_size_t),
        ("clips", ctypes.POINTER(surefoot_clip_use)),
        ("moved_clip_count", ctypes.c_size_t),
        ("moved_clips", ctypes.POINTER(ctypes.c_char_p)),
        ("pair_count", ctypes.c_size_t),
        ("pairs", ctypes.POINTER(surefoot_pair_figures)),
        ("response_edge_seconds_mean", ctypes.c_double),
        ("response_edge_seconds_max", ctypes.c_double),
        ("response_choice_seconds_mean", ctypes.c_double),
        ("response_choice_seconds_max", ctypes.c_double),
        ("response_directions_mean", ctypes.c_double),
        ("response_directions_min", ctypes.c_size_t),
        ("response_floor_share_mean", ctypes.c_double),
    )


class surefoot_search_motion_graph_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("method", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("beam_width", ctypes.c_int64),
        ("horizon", ctypes.c_double),
        ("retain", ctypes.c_double),
        ("transition_cost", ctypes.c_double),
        ("min_progress", ctypes.c_double),
        ("style_tolerance", ctypes.c_double),
        ("turn_cost", ctypes.c_double),
        ("time_cost", ctypes.c_double),
        ("starts", ctypes.c_int64),
        ("variation", ctypes.c_double),
        ("seed", ctypes.c_int64),
        ("patience", ctypes.c_double),
        ("max_expansions", ctypes.c_int64),
        ("smooth_seams", ctypes.c_int32),
        ("cleanup", ctypes.c_int32),
    )


class surefoot_control_table_view(ctypes.Structure):
    _fields_ = (
        ("label", ctypes.c_int64),
        ("node_count", ctypes.c_size_t),
        ("edges", ctypes.POINTER(ctypes.c_int64)),
    )


class surefoot_control_state(ctypes.Structure):
    _fields_ = (
        ("node", ctypes.c_size_t),
        ("place", ctypes.c_double * 3),
    )


class surefoot_walk_segment(ctypes.Structure):
    _fields_ = (
        ("edge", ctypes.c_size_t),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
        ("clip", ctypes.c_size_t),
        ("clip_frame", ctypes.c_size_t),
        ("is_transition", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("entered_clip", ctypes.c_size_t),
        ("entered_frame", ctypes.c_size_t),
    )


class surefoot_path_figures(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_double),
        ("walked_length", ctypes.c_double),
        ("distance_mean", ctypes.c_double),
        ("distance_rms", ctypes.c_double),
        ("distance_max", ctypes.c_double),
        ("worst_seconds", ctypes.c_double),
        ("off_path_mean", ctypes.c_double),
        ("off_path_max", ctypes.c_double),
        ("speed", ctypes.c_double),
        ("slow_share", ctypes.c_double),
    )


class surefoot_placement_figures(ctypes.Structure):
    _fields_ = (
        ("distance", ctypes.c_double),
        ("turn", ctypes.c_double),
    )


class surefoot_seam_figures(ctypes.Structure):
    _fields_ = (
        ("seams", ctypes.c_size_t),
        ("step_max", ctypes.c_double),
        ("step_p99", ctypes.c_double),
        ("above", ctypes.c_size_t),
    )


class surefoot_label_run(ctypes.Structure):
    _fields_ = (
        ("labels", ctypes.c_uint64),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
    )


class surefoot_found_motion_view(ctypes.Structure):
    _fields_ = (
        ("clip", ctypes.c_void_p),
        ("uncleaned", ctypes.c_void_p),
        ("plants", ctypes.c_void_p),
        ("segment_count", ctypes.c_size_t),
        ("segments", ctypes.POINTER(surefoot_walk_segment)),
        ("label_count", ctypes.c_size_t),
        ("labels", ctypes.POINTER(ctypes.c_uint64)),
        ("start", ctypes.c_double * 3),
        ("summary", ctypes.c_char_p),
        ("json", ctypes.c_char_p),
        ("seconds", ctypes.c_double),
        ("transitions", ctypes.c_size_t),
        ("blended_share", ctypes.c_double),
        ("cost", ctypes.c_double),
        ("is_complete", ctypes.c_int32),
        ("is_exact", ctypes.c_int32),
        ("warning_count", ctypes.c_size_t),
        ("warnings", ctypes.POINTER(surefoot_warning)),
        ("query", ctypes.c_char_p),
        ("method", ctypes.c_char_p),
        ("expansions", ctypes.c_size_t),
        ("refused_transitions", ctypes.c_size_t),
        ("path", ctypes.POINTER(surefoot_path_figures)),
        ("placement", ctypes.POINTER(surefoot_placement_figures)),
        ("seams", surefoot_seam_figures),
        ("label_run_count", ctypes.c_size_t),
        ("label_runs", ctypes.POINTER(surefoot_label_run)),
        ("cleanup", ctypes.c_void_p),
    )


class surefoot_graph_node(ctypes.Structure):
    _fields_ = (
        ("clip", ctypes.c_uint32),
        ("frame", ctypes.c_uint32),
        ("cores", ctypes.c_uint64),
    )


class surefoot_graph_edge(ctypes.Structure):
    _fields_ = (
        ("from", ctypes.c_uint32),
        ("to", ctypes.c_uint32),
        ("frame_count", ctypes.c_uint32),
        ("is_transition", ctypes.c_int32),
        ("labels", ctypes.c_uint64),
        ("alignment", ctypes.c_double * 3),
        ("distance", ctypes.c_double),
    )


class surefoot_grid_minimum(ctypes.Structure):
    _fields_ = (
        ("first", ctypes.c_uint32),
        ("second", ctypes.c_uint32),
        ("distance", ctypes.c_double),
    )


class surefoot_graph_source(ctypes.Structure):
    _fields_ = (
        ("source", ctypes.c_char_p),
        ("source_start", ctypes.c_double),
        ("labels", ctypes.POINTER(ctypes.c_uint64)),
        ("is_mirrored", ctypes.c_int32),
        ("group", ctypes.c_uint32),
    )


class surefoot_motion_graph_view(ctypes.Structure):
    _fields_ = (
        ("skeleton", ctypes.c_void_p),
        ("frame_rate", ctypes.c_double),
        ("window_frames", ctypes.c_size_t),
        ("clip_count", ctypes.c_size_t),
        ("clip_names", ctypes.POINTER(ctypes.c_char_p)),
        ("clip_frame_counts", ctypes.POINTER(ctypes.c_size_t)),
        ("label_count", ctypes.c_size_t),
        ("label_names", ctypes.POINTER(ctypes.c_char_p)),
        ("thresholds", ctypes.POINTER(ctypes.c_double)),
        ("minimum_count", ctypes.c_size_t),
        ("node_count", ctypes.c_size_t),
        ("nodes", ctypes.POINTER(surefoot_graph_node)),
        ("edge_count", ctypes.c_size_t),
        ("edges", ctypes.POINTER(surefoot_graph_edge)),
        ("minima", ctypes.POINTER(surefoot_grid_minimum)),
        ("clip_sources", ctypes.POINTER(surefoot_graph_source)),
    )


class surefoot_clip_placement(ctypes.Structure):
    _fields_ = (
        ("clip", ctypes.c_size_t),
        ("at", ctypes.c_double * 3),
    )


class surefoot_walk_state_view(ctypes.Structure):
    _fields_ = (
        ("node", ctypes.c_size_t),
        ("frames", ctypes.c_size_t),
        ("length", ctypes.c_double),
        ("has_position", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("position", ctypes.c_double * 2),
        ("place", ctypes.c_double * 3),
        ("edges", ctypes.c_void_p),
    )


surefoot_walk_cost = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(surefoot_walk_state_view), ctypes.c_size_t, ctypes.POINTER(surefoot_walk_state_view), ctypes.c_void_p)


surefoot_walk_is_complete = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(surefoot_walk_state_view), ctypes.c_void_p)


surefoot_walk_is_legal = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.POINTER(surefoot_walk_state_view), ctypes.c_size_t, ctypes.c_void_p)


class surefoot_motion_query(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("kind", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("seconds", ctypes.c_double),
        ("label", ctypes.c_char_p),
        ("from_clip", ctypes.c_int64),
        ("to_clip", ctypes.c_int64),
        ("point_count", ctypes.c_size_t),
        ("points", ctypes.POINTER(ctypes.c_double)),
        ("style_count", ctypes.c_size_t),
        ("styles", ctypes.POINTER(surefoot_style_piece)),
        ("start_node", ctypes.c_int64),
        ("start", ctypes.c_double * 3),
        ("target_count", ctypes.c_size_t),
        ("targets", ctypes.POINTER(surefoot_clip_placement)),
        ("path_kind", ctypes.c_int32),
        ("reserved_too", ctypes.c_int32),
        ("node_count", ctypes.c_size_t),
        ("nodes", ctypes.POINTER(ctypes.c_size_t)),
        ("cost", surefoot_walk_cost),
        ("is_complete", surefoot_walk_is_complete),
        ("is_legal", surefoot_walk_is_legal),
        ("cost_user", ctypes.c_void_p),
    )


class surefoot_random_walk_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("seed", ctypes.c_uint64),
        ("min_frames", ctypes.c_size_t),
        ("start", ctypes.c_int64),
        ("label", ctypes.c_char_p),
        ("transition_weight", ctypes.c_double),
    )


class surefoot_walk_view(ctypes.Structure):
    _fields_ = (
        ("clip", ctypes.c_void_p),
        ("plants", ctypes.c_void_p),
        ("segment_count", ctypes.c_size_t),
        ("segments", ctypes.POINTER(surefoot_walk_segment)),
        ("label_count", ctypes.c_size_t),
        ("labels", ctypes.POINTER(ctypes.c_uint64)),
        ("end", ctypes.c_double * 3),
    )


class surefoot_remove_footskate_options(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("method", ctypes.c_int32),
        ("solver", ctypes.c_int32),
        ("max_stretch", ctypes.c_double),
        ("cutoff", ctypes.c_double),
        ("swing_time", ctypes.c_double),
        ("turn_time", ctypes.c_double),
        ("swivel", ctypes.c_double),
        ("soften_knees", ctypes.c_int32),
        ("denoise", ctypes.c_int32),
        ("snap_to_ground", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("rounds", ctypes.c_int64),
        ("window", ctypes.c_double),
        ("anchor_window", ctypes.c_double),
        ("damping_angle", ctypes.c_double),
        ("lower_body", ctypes.c_double),
    )


class surefoot_missed_plant(ctypes.Structure):
    _fields_ = (
        ("point", ctypes.c_char_p),
        ("reason", ctypes.c_char_p),
        ("first", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
        ("distance", ctypes.c_double),
    )


class surefoot_remove_footskate_report_view(ctypes.Structure):
    _fields_ = (
        ("summary", ctypes.c_char_p),
        ("json", ctypes.c_char_p),
        ("method", ctypes.c_char_p),
        ("solver", ctypes.c_char_p),
        ("plants", ctypes.c_size_t),
        ("before", ctypes.POINTER(surefoot_footskate_measures)),
        ("after", ctypes.POINTER(surefoot_footskate_measures)),
        ("changed_frames", ctypes.c_size_t),
        ("root_shift_mean", ctypes.c_double),
        ("root_shift_max", ctypes.c_double),
        ("has_root_noise", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("root_noise_deviation", ctypes.c_double),
        ("root_noise_cutoff", ctypes.c_double),
        ("root_noise_moved", ctypes.c_double),
        ("missed_count", ctypes.c_size_t),
        ("missed", ctypes.POINTER(surefoot_missed_plant)),
        ("note_count", ctypes.c_size_t),
        ("notes", ctypes.POINTER(ctypes.c_char_p)),
        ("path_ratio", ctypes.c_double),
        ("height_factor", ctypes.c_double),
    )


class surefoot_before_after(ctypes.Structure):
    _fields_ = (
        ("before", ctypes.c_void_p),
        ("after", ctypes.c_void_p),
        ("plants", ctypes.c_void_p),
        ("report", ctypes.c_void_p),
    )


class surefoot_option(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("unit", ctypes.c_char_p),
        ("help", ctypes.c_char_p),
        ("kind", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("default_value", ctypes.c_double),
        ("min", ctypes.c_double),
        ("max", ctypes.c_double),
        ("value_count", ctypes.c_size_t),
        ("values", ctypes.POINTER(ctypes.c_char_p)),
    )


class surefoot_operation(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("option_count", ctypes.c_size_t),
        ("options", ctypes.POINTER(ctypes.POINTER(surefoot_option))),
    )


class surefoot_stream_frame(ctypes.Structure):
    _fields_ = (
        ("joint_count", ctypes.c_size_t),
        ("root_position", ctypes.c_double * 3),
        ("rotations", ctypes.POINTER(ctypes.c_double)),
        ("translations", ctypes.POINTER(ctypes.c_double)),
    )


class surefoot_plant_state(ctypes.Structure):
    _fields_ = (
        ("point", ctypes.c_int32),
        ("has_position", ctypes.c_int32),
        ("position", ctypes.c_double * 3),
    )


# Name, result, arguments.
FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "surefoot_bytes_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # bytes
            ctypes.POINTER(ctypes.POINTER(ctypes.c_uint8)),  # out_data
            ctypes.POINTER(ctypes.c_size_t),  # out_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_bytes_write": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # bytes
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_bytes_free": (
        None,
        (
            ctypes.c_void_p,  # bytes
        ),
    ),
    "surefoot_read_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_read_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(surefoot_read_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_document
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_read_bytes": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_uint8),  # bytes
            ctypes.c_size_t,  # byte_count
            ctypes.POINTER(surefoot_read_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_document
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_document_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # document
            ctypes.POINTER(ctypes.POINTER(surefoot_document_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_document_free": (
        None,
        (
            ctypes.c_void_p,  # document
        ),
    ),
    "surefoot_write_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_write_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_write_edited": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # document
            ctypes.POINTER(ctypes.c_void_p),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_encode_edited": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # document
            ctypes.POINTER(ctypes.c_void_p),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.c_int32,  # format
            ctypes.POINTER(ctypes.c_void_p),  # out_bytes
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_write_new": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(ctypes.c_void_p),  # skins
            ctypes.c_size_t,  # skin_count
            ctypes.POINTER(surefoot_write_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_encode_new": (
        ctypes.c_int32,
        (
            ctypes.c_int32,  # format
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(ctypes.c_void_p),  # skins
            ctypes.c_size_t,  # skin_count
            ctypes.POINTER(surefoot_write_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_bytes
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_world_positions": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_double),  # out_positions
            ctypes.c_size_t,  # value_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_world_matrices": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_double),  # out_matrices
            ctypes.c_size_t,  # value_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_deform_skin": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.c_void_p,  # skin
            ctypes.c_size_t,  # frame
            ctypes.POINTER(ctypes.c_float),  # out_positions
            ctypes.c_size_t,  # value_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_standing_height": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_double),  # out_height
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_clip_create": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(surefoot_clip_data),  # data
            ctypes.POINTER(ctypes.c_void_p),  # out_clip
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_clip_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.POINTER(surefoot_clip_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_clip_free": (
        None,
        (
            ctypes.c_void_p,  # clip
        ),
    ),
    "surefoot_path_create": (
        ctypes.c_int32,
        (
            ctypes.c_int32,  # kind
            ctypes.POINTER(ctypes.c_double),  # points
            ctypes.c_size_t,  # point_count
            ctypes.POINTER(surefoot_style_piece),  # styles
            ctypes.c_size_t,  # style_count
            ctypes.POINTER(ctypes.c_void_p),  # out_path
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_path_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_void_p),  # out_path
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_path_from_text": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # json
            ctypes.POINTER(ctypes.c_void_p),  # out_path
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_path_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # path
            ctypes.POINTER(ctypes.POINTER(surefoot_path_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_path_text": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # path
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_path_free": (
        None,
        (
            ctypes.c_void_p,  # path
        ),
    ),
    "surefoot_ground_create_plane": (
        ctypes.c_int32,
        (
            ctypes.POINTER(ctypes.c_double),  # normal
            ctypes.c_double,  # offset
            ctypes.POINTER(ctypes.c_void_p),  # out_ground
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_create_height_field": (
        ctypes.c_int32,
        (
            ctypes.c_double,  # origin_x
            ctypes.c_double,  # origin_z
            ctypes.c_double,  # spacing
            ctypes.c_size_t,  # columns
            ctypes.POINTER(ctypes.c_double),  # heights
            ctypes.c_size_t,  # height_count
            ctypes.POINTER(ctypes.c_void_p),  # out_ground
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_create_mesh": (
        ctypes.c_int32,
        (
            ctypes.POINTER(ctypes.c_double),  # points
            ctypes.c_size_t,  # point_count
            ctypes.POINTER(ctypes.c_uint32),  # triangles
            ctypes.c_size_t,  # triangle_count
            ctypes.POINTER(ctypes.c_void_p),  # out_ground
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_void_p),  # out_ground
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_from_text": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # json
            ctypes.POINTER(ctypes.c_void_p),  # out_ground
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # ground
            ctypes.POINTER(ctypes.POINTER(surefoot_ground_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_footing": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # ground
            ctypes.c_double,  # x
            ctypes.c_double,  # z
            ctypes.c_double,  # near_height
            ctypes.POINTER(ctypes.c_double),  # out_height
            ctypes.POINTER(ctypes.c_double * 3),  # out_normal
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_ground_free": (
        None,
        (
            ctypes.c_void_p,  # ground
        ),
    ),
    "surefoot_labels_create": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_clip_labels),  # items
            ctypes.c_size_t,  # item_count
            ctypes.POINTER(ctypes.c_void_p),  # out_labels
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_automatic_labels": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_void_p),  # out_labels
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_labels_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_void_p),  # out_labels
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_labels_from_text": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # json
            ctypes.POINTER(ctypes.c_void_p),  # out_labels
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_labels_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # labels
            ctypes.POINTER(ctypes.POINTER(surefoot_clip_labels)),  # out_items
            ctypes.POINTER(ctypes.c_size_t),  # out_item_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_labels_text": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # labels
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_labels_free": (
        None,
        (
            ctypes.c_void_p,  # labels
        ),
    ),
    "surefoot_plants_create": (
        ctypes.c_int32,
        (
            ctypes.c_size_t,  # frame_count
            ctypes.POINTER(surefoot_plant),  # items
            ctypes.c_size_t,  # item_count
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # plants
            ctypes.POINTER(ctypes.POINTER(surefoot_plant)),  # out_items
            ctypes.POINTER(ctypes.c_size_t),  # out_item_count
            ctypes.POINTER(ctypes.c_size_t),  # out_frame_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_size_t,  # frame_count
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_read_of": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_from_text": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # json
            ctypes.c_size_t,  # frame_count
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_text": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # plants
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_write": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_plants_free": (
        None,
        (
            ctypes.c_void_p,  # plants
        ),
    ),
    "surefoot_role_name": (
        ctypes.c_int32,
        (
            ctypes.c_int32,  # role
            ctypes.POINTER(ctypes.c_void_p),  # out_name
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_with_roles": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(surefoot_role_entry),  # entries
            ctypes.c_size_t,  # entry_count
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_with_roles_file": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_with_roles_text": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_char_p,  # json
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_roles_text": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_find_roles": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(ctypes.c_void_p),  # out_json
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_create": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_skeleton_data),  # data
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.POINTER(surefoot_skeleton_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_find": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_char_p,  # name
            ctypes.POINTER(ctypes.c_int32),  # out_joint
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skeleton_free": (
        None,
        (
            ctypes.c_void_p,  # skeleton
        ),
    ),
    "surefoot_skin_create": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(surefoot_skin_data),  # data
            ctypes.POINTER(ctypes.c_void_p),  # out_skin
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skin_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skin
            ctypes.POINTER(ctypes.POINTER(surefoot_skin_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_skin_free": (
        None,
        (
            ctypes.c_void_p,  # skin
        ),
    ),
    "surefoot_skeleton_with_soles": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(surefoot_sole),  # soles
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_find_soles": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # skins
            ctypes.c_size_t,  # skin_count
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_sole_vertices": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # skin
            ctypes.c_int32,  # side
            ctypes.POINTER(ctypes.c_uint32),  # out_vertices
            ctypes.c_size_t,  # vertex_count
            ctypes.POINTER(ctypes.c_size_t),  # out_count
            ctypes.POINTER(ctypes.c_int32),  # out_by_height
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_detect_plants_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_detect_plants_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_detect_plants": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.c_void_p,  # ground
            ctypes.POINTER(surefoot_detect_plants_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_detect_plants_report_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # report
            ctypes.POINTER(ctypes.POINTER(surefoot_detect_plants_report_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_detect_plants_report_free": (
        None,
        (
            ctypes.c_void_p,  # report
        ),
    ),
    "surefoot_merge_plants": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # automatic
            ctypes.c_void_p,  # edited
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_mirror_clip": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_void_p),  # out_clip
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_mirror_plants": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # plants
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_measure_asymmetry": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_double),  # out_distance
            ctypes.POINTER(ctypes.c_int32),  # out_joint
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_symmetric_skeleton": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(ctypes.c_void_p),  # out_skeleton
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_resample_clip": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.c_double,  # frame_rate
            ctypes.POINTER(ctypes.c_void_p),  # out_clip
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_resample_plants": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # plants
            ctypes.c_void_p,  # clip
            ctypes.c_double,  # frame_rate
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_check_clip": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.POINTER(ctypes.c_void_p),  # out_warnings
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_measure_footskate": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.c_void_p,  # plants
            ctypes.c_void_p,  # ground
            ctypes.c_void_p,  # reference
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_measure_footskate_report_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # report
            ctypes.POINTER(ctypes.POINTER(surefoot_measure_footskate_report_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_measure_footskate_report_free": (
        None,
        (
            ctypes.c_void_p,  # report
        ),
    ),
    "surefoot_build_motion_graph_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_build_motion_graph_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_build_motion_graph": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_graph_clip),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(surefoot_build_motion_graph_options),  # options
            surefoot_progress,  # progress
            ctypes.c_void_p,  # user
            ctypes.POINTER(ctypes.c_void_p),  # out_graph
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_extend_motion_graph": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(surefoot_graph_clip),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(surefoot_build_motion_graph_options),  # options
            surefoot_progress,  # progress
            ctypes.c_void_p,  # user
            ctypes.POINTER(ctypes.c_void_p),  # out_graph
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_retune_motion_graph": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.c_double),  # thresholds
            ctypes.c_size_t,  # threshold_count
            ctypes.POINTER(surefoot_build_motion_graph_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_graph
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_build_motion_graph_report_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # report
            ctypes.POINTER(ctypes.POINTER(surefoot_build_motion_graph_report_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_build_motion_graph_report_free": (
        None,
        (
            ctypes.c_void_p,  # report
        ),
    ),
    "surefoot_build_control_table": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.c_char_p,  # label
            ctypes.POINTER(surefoot_search_motion_graph_options),  # options
            surefoot_progress,  # progress
            ctypes.c_void_p,  # user
            ctypes.POINTER(ctypes.c_void_p),  # out_table
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_control_table_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # table
            ctypes.POINTER(ctypes.POINTER(surefoot_control_table_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_steer": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.c_void_p,  # table
            ctypes.POINTER(surefoot_control_state),  # state
            ctypes.POINTER(ctypes.c_double),  # direction
            ctypes.POINTER(ctypes.c_size_t),  # out_edge
            ctypes.POINTER(surefoot_control_state),  # out_state
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_control_table_free": (
        None,
        (
            ctypes.c_void_p,  # table
        ),
    ),
    "surefoot_found_motion_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # found
            ctypes.POINTER(ctypes.POINTER(surefoot_found_motion_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_found_motion_free": (
        None,
        (
            ctypes.c_void_p,  # found
        ),
    ),
    "surefoot_motion_graph_read": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_void_p),  # out_graph
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_write": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # graph
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_encode": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.c_void_p),  # out_bytes
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_decode": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.POINTER(ctypes.c_uint8),  # bytes
            ctypes.c_size_t,  # byte_count
            ctypes.POINTER(ctypes.c_void_p),  # out_graph
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.POINTER(surefoot_motion_graph_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_clip": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.c_size_t,  # index
            ctypes.POINTER(ctypes.c_void_p),  # out_clip
            ctypes.POINTER(ctypes.c_void_p),  # out_plants
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_graph_free": (
        None,
        (
            ctypes.c_void_p,  # graph
        ),
    ),
    "surefoot_graph_picture": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_graph_grid_picture": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.c_size_t,  # max_size
            ctypes.POINTER(ctypes.c_void_p),  # out_bytes
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_motion_query_default": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_motion_query),  # out_query
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_search_motion_graph_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_search_motion_graph_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_search_motion_graph": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(surefoot_motion_query),  # query
            ctypes.POINTER(surefoot_search_motion_graph_options),  # options
            surefoot_progress,  # progress
            ctypes.c_void_p,  # user
            ctypes.POINTER(ctypes.c_void_p),  # out_found
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_search_crowd": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.POINTER(surefoot_motion_query)),  # queries
            ctypes.c_size_t,  # query_count
            ctypes.POINTER(surefoot_search_motion_graph_options),  # options
            surefoot_progress,  # progress
            ctypes.c_void_p,  # user
            ctypes.POINTER(ctypes.c_void_p),  # out_found
            ctypes.POINTER(surefoot_error),  # out_errors
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_walk_edges_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # edges
            ctypes.POINTER(ctypes.c_size_t),  # out_edges
            ctypes.c_size_t,  # edge_count
            ctypes.POINTER(ctypes.c_size_t),  # out_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_random_walk_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_random_walk_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_random_walk": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(surefoot_random_walk_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_walk
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_shortest_connection": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.c_size_t,  # from
            ctypes.c_size_t,  # to
            ctypes.c_char_p,  # label
            ctypes.POINTER(ctypes.c_void_p),  # out_walk
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_walk_to_clip": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # graph
            ctypes.POINTER(ctypes.c_size_t),  # edges
            ctypes.c_size_t,  # edge_count
            ctypes.POINTER(ctypes.c_double),  # start
            ctypes.c_char_p,  # name
            ctypes.POINTER(ctypes.c_void_p),  # out_walk
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_walk_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # walk
            ctypes.POINTER(ctypes.POINTER(surefoot_walk_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_walk_free": (
        None,
        (
            ctypes.c_void_p,  # walk
        ),
    ),
    "surefoot_remove_footskate_default_options": (
        ctypes.c_int32,
        (
            ctypes.POINTER(surefoot_remove_footskate_options),  # out_options
            ctypes.c_size_t,  # struct_size
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_remove_footskate": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_void_p,  # clip
            ctypes.c_void_p,  # plants
            ctypes.c_void_p,  # ground
            ctypes.POINTER(surefoot_remove_footskate_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_clip
            ctypes.POINTER(ctypes.c_void_p),  # out_report
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_remove_footskate_report_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # report
            ctypes.POINTER(ctypes.POINTER(surefoot_remove_footskate_report_view)),  # out_view
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_remove_footskate_report_free": (
        None,
        (
            ctypes.c_void_p,  # report
        ),
    ),
    "surefoot_footskate_page": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # name
            ctypes.c_void_p,  # skeleton
            ctypes.POINTER(surefoot_before_after),  # clips
            ctypes.c_size_t,  # clip_count
            ctypes.POINTER(ctypes.c_void_p),  # skins
            ctypes.c_size_t,  # skin_count
            ctypes.c_void_p,  # ground
            ctypes.POINTER(ctypes.c_char_p),  # notes
            ctypes.c_size_t,  # note_count
            ctypes.POINTER(ctypes.c_void_p),  # out_text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_operations_get": (
        ctypes.c_int32,
        (
            ctypes.POINTER(ctypes.POINTER(ctypes.POINTER(surefoot_operation))),  # out_operations
            ctypes.POINTER(ctypes.c_size_t),  # out_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_status_name": (
        ctypes.c_char_p,
        (
            ctypes.c_int32,  # status
        ),
    ),
    "surefoot_version": (
        ctypes.c_char_p,
        (),
    ),
    "surefoot_footskate_stream_create": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # skeleton
            ctypes.c_double,  # frame_rate
            ctypes.c_void_p,  # ground
            ctypes.POINTER(surefoot_remove_footskate_options),  # options
            ctypes.POINTER(ctypes.c_void_p),  # out_stream
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_footskate_stream_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # stream
            ctypes.POINTER(ctypes.c_size_t),  # out_delay
            ctypes.POINTER(ctypes.c_size_t),  # out_missed_frames
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_footskate_stream_push": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # stream
            ctypes.POINTER(surefoot_stream_frame),  # frame
            ctypes.POINTER(surefoot_plant_state),  # plants
            ctypes.c_size_t,  # plant_count
            ctypes.POINTER(ctypes.POINTER(surefoot_stream_frame)),  # out_frame
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_footskate_stream_flush": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # stream
            ctypes.POINTER(ctypes.POINTER(surefoot_stream_frame)),  # out_frame
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_footskate_stream_free": (
        None,
        (
            ctypes.c_void_p,  # stream
        ),
    ),
    "surefoot_text_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # text
            ctypes.POINTER(ctypes.c_char_p),  # out_characters
            ctypes.POINTER(ctypes.c_size_t),  # out_length
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_text_free": (
        None,
        (
            ctypes.c_void_p,  # text
        ),
    ),
    "surefoot_text_write": (
        ctypes.c_int32,
        (
            ctypes.c_char_p,  # file
            ctypes.c_void_p,  # text
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_warnings_get": (
        ctypes.c_int32,
        (
            ctypes.c_void_p,  # warnings
            ctypes.POINTER(ctypes.POINTER(surefoot_warning)),  # out_items
            ctypes.POINTER(ctypes.c_size_t),  # out_count
            ctypes.POINTER(surefoot_error),  # error
        ),
    ),
    "surefoot_warnings_free": (
        None,
        (
            ctypes.c_void_p,  # warnings
        ),
    ),
}
