//! Pictures of a graph and of its distance grid.

use crate::*;
use surefoot::io::encode_png;
use surefoot::ops::motion_graph::{graph_grid_picture, graph_picture};

/// Largest width of a grid's picture, pixels.
const MAX_SIZE: usize = 16_384;

/// Draws the graph as SVG: clips as bars in time, transitions as arcs between them. Free the text with
/// surefoot_text_free; surefoot_text_write puts it in place.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_graph_picture(
    graph: *const surefoot_motion_graph, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let graph = input(graph, "graph")?.get();
        Ok(surefoot_text::new(&graph_picture(graph)))
    })
}

/// Draws the distance grid of the graph's clips as PNG, at most `max_size` pixels wide and high, 1 to 16384: bright is
/// near, minima are marked, red where they became transitions. Free the bytes with surefoot_bytes_free;
/// surefoot_bytes_write puts them in place.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_graph_grid_picture(
    graph: *const surefoot_motion_graph, max_size: usize, out_bytes: *mut *mut surefoot_bytes,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_bytes, "out_bytes", || {
        let graph = input(graph, "graph")?.get();
        if !(1..=MAX_SIZE).contains(&max_size) {
            let text = format!("option 'max_size' is {max_size}; it takes 1 to {MAX_SIZE}");
            return Err(Failure::new(surefoot_status::SUREFOOT_ERROR_OPTION, text));
        }
        Ok(surefoot_bytes::new(encode_png(&graph_grid_picture(graph, max_size)?)?))
    })
}
