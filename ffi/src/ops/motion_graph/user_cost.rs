//! A caller's own cost, halting rule and forbidden edges, through callbacks.

use crate::*;
use std::sync::Mutex;
use surefoot::ops::motion_graph::{UserCost, Walk, Walker};

/// The edges of a walk that a search looks at; lives as long as the callback that it is handed to.
pub struct surefoot_walk_edges {
    walk: Walk,
}

/// Where a walk has got to, as the functions of a custom query see it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_walk_state_view {
    /// The node it stands at.
    pub node: usize,
    /// Frames played so far.
    pub frames: usize,
    /// Way gone over the floor, metres.
    pub length: f64,
    /// 1 if position is set: something was played.
    pub has_position: i32,
    /// Where the pelvis was on the last frame, x and z, metres.
    pub position: [f64; 2],
    /// Moves the node's clip from where it was captured: turn about +y in radians, then along x and z in metres.
    pub place: [f64; 3],
    /// For surefoot_walk_edges_get, until the callback returns; NULL for the walk after an edge.
    pub edges: *const surefoot_walk_edges,
}

/// What it costs to append an edge to a walk: a finite number of 0 or more, the same for the same walk; else the search
/// ends with SUREFOOT_ERROR_INVALID. `after` is where the edge leads. It is called from any thread, several at once; it
/// must not throw or jump out.
pub type surefoot_walk_cost = Option<
    extern "C" fn(
        walk: *const surefoot_walk_state_view,
        edge: usize,
        after: *const surefoot_walk_state_view,
        user: *mut c_void,
    ) -> f64,
>;

/// Whether a walk is what is wanted: 0 or another number, the same for the same walk. Called as surefoot_walk_cost.
pub type surefoot_walk_is_complete =
    Option<extern "C" fn(walk: *const surefoot_walk_state_view, user: *mut c_void) -> i32>;

/// Whether an edge may be appended to a walk: 0 or another number, the same for the same walk. Called as
/// surefoot_walk_cost.
pub type surefoot_walk_is_legal =
    Option<extern "C" fn(walk: *const surefoot_walk_state_view, edge: usize, user: *mut c_void) -> i32>;

type Cost = dyn Fn(&Walk, usize, &Walker) -> f64 + Sync + Send;
type IsComplete = dyn Fn(&Walk) -> bool + Sync + Send;
type IsLegal = dyn Fn(&Walk, usize) -> bool + Sync + Send;

/// The functions of one query; of none where the query is not custom.
pub(crate) struct Caller {
    cost: Box<Cost>,
    is_complete: Box<IsComplete>,
    is_legal: Box<IsLegal>,
    fault: std::sync::Arc<Mutex<Option<String>>>,
}

/// A pointer of the caller's.
#[derive(Clone, Copy)]
struct User(*mut c_void);

// SAFETY: the header asks for functions that any thread may call with this pointer.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl User {
    fn get(self) -> *mut c_void {
        self.0
    }
}

fn state(walker: &Walker, edges: *const surefoot_walk_edges) -> surefoot_walk_state_view {
    let at = walker.world.transform();
    surefoot_walk_state_view {
        node: walker.node,
        frames: walker.frames,
        length: walker.length,
        has_position: walker.position.is_some().into(),
        position: walker.position.unwrap_or_default(),
        place: [at.theta, at.x0, at.z0],
        edges,
    }
}

/// Shows a walk to a callback.
fn shown<T>(walk: &Walk, call: impl FnOnce(&surefoot_walk_state_view) -> T) -> T {
    let edges = surefoot_walk_edges { walk: walk.clone() };
    call(&state(&walk.walker, &raw const edges))
}

impl Caller {
    pub(crate) fn new(query: &surefoot_motion_query) -> Answer<Self> {
        let fault = std::sync::Arc::new(Mutex::new(None));
        if query.kind != 4 {
            return Ok(Self {
                cost: Box::new(|_, _, _| 0.0),
                is_complete: Box::new(|_| true),
                is_legal: Box::new(|_, _| false),
                fault,
            });
        }
        let missing = |name: &str| Failure::new(surefoot_status::SUREFOOT_ERROR_NULL, format!("query.{name} is NULL"));
        let cost = query.cost.ok_or_else(|| missing("cost"))?;
        let is_complete = query.is_complete.ok_or_else(|| missing("is_complete"))?;
        let is_legal = query.is_legal;
        let user = User(query.cost_user);
        let (told, heard) = (fault.clone(), fault.clone());
        Ok(Self {
            cost: Box::new(move |walk, edge, after| {
                let after = state(after, std::ptr::null());
                let value = shown(walk, |walk| cost(walk, edge, &raw const after, user.get()));
                if value.is_finite() && value >= 0.0 {
                    return value;
                }
                if let Ok(mut fault) = told.lock() {
                    fault.get_or_insert_with(|| {
                        format!("cost is {value} for edge {edge}; it must be a finite number of 0 or more")
                    });
                }
                0.0
            }),
            is_complete: Box::new(move |walk| shown(walk, |walk| is_complete(walk, user.get())) != 0),
            is_legal: Box::new(move |walk, edge| {
                // After a fault no walk goes on, so that the search ends soon.
                heard.lock().is_ok_and(|fault| fault.is_none())
                    && is_legal.is_none_or(|f| shown(walk, |walk| f(walk, edge, user.get())) != 0)
            }),
            fault,
        })
    }

    pub(crate) fn cost(&self) -> UserCost<'_> {
        UserCost { cost: &*self.cost, is_complete: &*self.is_complete, is_legal: &*self.is_legal }
    }

    /// What the search gave, unless the caller's functions gave what cannot be meant.
    pub(crate) fn check<T>(callers: &[Caller], found: surefoot::Result<T>) -> Answer<T> {
        let fault = callers.iter().find_map(|c| c.fault.lock().ok().and_then(|fault| fault.clone()));
        match fault {
            Some(text) => Err(Failure::from(surefoot::Error::invalid("query", text))),
            None => Ok(found?),
        }
    }
}

/// Writes the edges of a walk, the last one first, into a buffer of the caller, as many as it holds; `out_count` gets the
/// number of all. Only for the pointer that a callback of a custom query was given, and only until it returns.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_walk_edges_get(
    edges: *const surefoot_walk_edges, out_edges: *mut usize, edge_count: usize, out_count: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let edges: Vec<usize> = input(edges, "edges")?.walk.edges().collect();
        let buffer = Buffer::of(out_edges, edge_count, "out_edges")?;
        let count = Out::required(out_count, "out_count")?;
        buffer.put(&edges);
        count.put(edges.len());
        Ok(())
    })
}
