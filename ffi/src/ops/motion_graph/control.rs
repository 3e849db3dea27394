//! `surefoot_control_table`: steering a character by direction.

use crate::*;
use surefoot::math::PlanarTransform;
use surefoot::model::MotionGraph;
use surefoot::ops::motion_graph::{ControlState, ControlTable, build_control_table, steer};

/// Directions of a table: number d points to (sin, cos) of d sixteenths of a turn in x and z, in the clip's own place.
pub const SUREFOOT_DIRECTIONS: usize = 16;

/// A control table.
#[repr(C)]
pub struct surefoot_control_table_view {
    /// The label it keeps to, by its place in the graph; -1 for any motion.
    pub label: i64,
    /// Number of nodes of the graph.
    pub node_count: usize,
    /// The edge to take, SUREFOOT_DIRECTIONS numbers a node; -1 for a node that the table does not cover.
    pub edges: *const i64,
}

/// Where to go on from every node of a graph, for 16 directions. Never changed.
pub struct surefoot_control_table {
    table: ControlTable,
    view: surefoot_control_table_view,
    _kept: Kept,
}

impl surefoot_control_table {
    fn new(graph: &MotionGraph, table: ControlTable) -> Self {
        let count = graph.nodes().len();
        let edge = |node: usize, direction: usize| {
            table.edge(graph, node, direction).map_or(-1, |edge| i64::try_from(edge).unwrap_or(-1))
        };
        let mut kept = Kept::default();
        let places = (0..count * SUREFOOT_DIRECTIONS).map(|i| (i / SUREFOOT_DIRECTIONS, i % SUREFOOT_DIRECTIONS));
        let edges = kept.list(places.map(|(node, direction)| edge(node, direction))).cast();
        let label = table.label().map_or(-1, |label| i64::try_from(label).unwrap_or(-1));
        let view = surefoot_control_table_view { label, node_count: count, edges };
        Self { table, view, _kept: kept }
    }
}

/// Where a steered character is.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_control_state {
    /// The node it stands at.
    pub node: usize,
    /// Moves the node's clip from where it was captured: turn about +y in radians, then along x and z in metres.
    pub place: [f64; 3],
}

/// Finds how to go on from every node towards 16 directions, so that surefoot_steer takes no time. `label`, the name of
/// the label to keep to, may be NULL: any motion. `options` NULL means the defaults; it reads transition_cost,
/// min_progress and smooth_seams. `progress` may be NULL; `user` is handed to it. Free the table with
/// surefoot_control_table_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_build_control_table(
    graph: *const surefoot_motion_graph, label: *const c_char, options: *const surefoot_search_motion_graph_options,
    progress: surefoot_progress, user: *mut c_void, out_table: *mut *mut surefoot_control_table,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_table, "out_table", || {
        let graph = input(graph, "graph")?.get();
        let label = label_of(graph, label)?;
        let options = read_options(options)?;
        let table = with_progress(progress, user, |p| build_control_table(graph, label, &options, &p))?;
        Ok(surefoot_control_table::new(graph, table))
    })
}

/// Gives what the table holds, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_control_table_get(
    table: *const surefoot_control_table, out_view: *mut *const surefoot_control_table_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(table, "table", out_view, |table| &table.view))
}

/// Tells which edge a character plays next to travel towards `direction`, 2 numbers, x and z in the world, and where it
/// is then; surefoot_walk_to_clip plays the edges. Fails with SUREFOOT_ERROR_INVALID if the table is of a graph with another
/// number of nodes or edges, or does not cover the node. `state` and `out_state` may be one struct.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_steer(
    graph: *const surefoot_motion_graph, table: *const surefoot_control_table, state: *const surefoot_control_state,
    direction: *const f64, out_edge: *mut usize, out_state: *mut surefoot_control_state, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let graph = input(graph, "graph")?.get();
        let table = &input(table, "table")?.table;
        let from = *input(state, "state")?;
        let direction = array(direction, 2, "direction")?;
        let edge_out = Out::required(out_edge, "out_edge")?;
        let state_out = Out::required(out_state, "out_state")?;
        if !from.place.iter().chain(direction).all(|v| v.is_finite()) {
            return Err(Failure::from(surefoot::Error::invalid("state or direction", "is not finite")));
        }
        let [theta, x0, z0] = from.place;
        let core = ControlState { node: from.node, world: PlanarTransform { theta, x0, z0 } };
        let (edge, next) = steer(graph, table, &core, [direction[0], direction[1]])?;
        edge_out.put(edge);
        state_out
            .put(surefoot_control_state { node: next.node, place: [next.world.theta, next.world.x0, next.world.z0] });
        Ok(())
    })
}

/// Frees a table. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_control_table_free(table: *mut surefoot_control_table) {
    free(table);
}
