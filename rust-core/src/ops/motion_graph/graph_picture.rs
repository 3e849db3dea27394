//! [`graph_picture`]: the graph as a drawing, clips as bars in time and transitions as arcs between them.

use crate::model::{EdgeKind, LabelSet, MotionGraph};
use std::fmt::Write;

/// One colour a label, easily told apart, also by colour-blind eyes.
const COLOURS: [&str; 8] =
    ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#44bb99"];
const UNUSED: &str = "#d9d9de";
const INK: &str = "#33333a";
/// Arcs drawn at most; more would be a solid block.
const MAX_ARCS: usize = 1500;

const LEFT: f64 = 190.0;
const TOP: f64 = 96.0;
const RIGHT: f64 = 24.0;
const ROW: f64 = 46.0;
const BAR: f64 = 14.0;
const WIDTH: f64 = 1400.0;

/// Draws the graph as SVG: one bar for each clip, its playable stretches in the colour of their label, the rest grey;
/// transitions as arcs from where a clip is left to where the other is entered, those between labels dashed. Of more than
/// 1,500 transitions the nearest are drawn, and the legend says so. The same graph gives the same text.
///
/// ```
/// use surefoot::ops::motion_graph::graph_picture;
/// # let graph = surefoot_sample::walk_graph()?;
///
/// let svg = graph_picture(&graph);
/// assert!(svg.starts_with("<svg") && svg.contains("walk"));
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn graph_picture(graph: &MotionGraph) -> String {
    let set = graph.set();
    let longest = set.clips.iter().map(|c| c.clip.frame_count()).max().unwrap_or(1).max(1);
    let scale = (WIDTH - LEFT - RIGHT) / longest as f64;
    let height = TOP + ROW * set.clips.len() as f64 + 30.0;
    let x = |frame: usize| LEFT + scale * frame as f64;
    let y = |clip: usize| TOP + ROW * clip as f64 + ROW / 2.0;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let mut line = |text: std::fmt::Arguments<'_>| {
        let _ = writeln!(out, "{text}");
    };
    line(format_args!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="12" fill="{INK}">"##
    ));
    line(format_args!(r##"<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>"##));
    let seconds = longest as f64 / set.frame_rate;
    let step = [0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0]
        .into_iter()
        .find(|s| seconds / s <= 14.0)
        .unwrap_or(600.0);
    for k in 0..=(seconds / step) as usize {
        let at = LEFT + scale * k as f64 * step * set.frame_rate;
        let bottom = height - 22.0;
        line(format_args!(
            r##"<path d="M{at:.1} {TOP}V{bottom:.1}" stroke="#ececf0"/><text x="{at:.1}" y="{:.1}" text-anchor="middle" fill="#8a8a92">{} s</text>"##,
            height - 8.0,
            k as f64 * step
        ));
    }
    for (c, clip) in set.clips.iter().enumerate() {
        line(format_args!(
            r##"<text x="{:.1}" y="{:.1}" text-anchor="end">{}</text><rect x="{LEFT}" y="{:.1}" width="{:.1}" height="{BAR}" fill="{UNUSED}" rx="2"/>"##,
            LEFT - 8.0,
            y(c) + 4.0,
            escaped(&shortened(clip.clip.name(), 26)),
            y(c) - BAR / 2.0,
            scale * clip.clip.frame_count() as f64,
        ));
    }
    let nodes = graph.nodes();
    for (e, edge) in graph.edges().iter().enumerate().filter(|(e, _)| !graph.is_transition(*e)) {
        let from = nodes[edge.from as usize];
        line(format_args!(
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{BAR}" fill="{}"/>"##,
            x(from.frame as usize),
            y(from.clip as usize) - BAR / 2.0,
            scale * graph.edge_frames(e) as f64,
            colour(edge.labels),
        ));
    }
    let mut arcs: Vec<(f64, usize)> = graph
        .edges()
        .iter()
        .enumerate()
        .filter_map(|(e, edge)| match edge.kind {
            EdgeKind::Transition { distance, .. } => Some((distance, e)),
            EdgeKind::Stretch => None,
        })
        .collect();
    let transitions = arcs.len();
    arcs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    arcs.truncate(MAX_ARCS);
    let opacity = (60.0 / arcs.len().max(1) as f64).clamp(0.1, 0.7);
    line(format_args!(r##"<g fill="none" stroke-opacity="{opacity:.2}">"##));
    for (_, e) in arcs {
        let edge = &graph.edges()[e];
        let (from, to) = (nodes[edge.from as usize], nodes[edge.to as usize]);
        let (x0, y0) = (x(from.frame as usize), y(from.clip as usize));
        let (x1, y1) = (x(to.frame as usize), y(to.clip as usize));
        // A bridge has the labels of both sides.
        let dash = if from.cores.shared(to.cores).is_empty() { r#" stroke-dasharray="4 3""# } else { "" };
        let (up, down) = (y0 - BAR / 2.0, y1 - BAR / 2.0);
        let path = if from.clip == to.clip {
            let lift = (6.0 + 0.12 * (x1 - x0).abs()).min(ROW * 0.55);
            format!("M{x0:.1} {up:.1}C{x0:.1} {:.1} {x1:.1} {:.1} {x1:.1} {down:.1}", up - lift, up - lift)
        } else {
            let (start, end) = if y1 > y0 { (y0 + BAR / 2.0, down) } else { (up, y1 + BAR / 2.0) };
            let half = (end - start) / 2.0;
            format!(
                "M{x0:.1} {start:.1}C{x0:.1} {:.1} {x1:.1} {:.1} {x1:.1} {end:.1}",
                start + half,
                end - half
            )
        };
        line(format_args!(r##"<path d="{path}" stroke="{}"{dash}/>"##, colour(from.cores)));
    }
    line(format_args!("</g>"));
    let drawn =
        if transitions > MAX_ARCS { format!(" (the {MAX_ARCS} nearest drawn)") } else { String::new() };
    line(format_args!(
        r##"<text x="16" y="30" font-size="18" font-weight="600">Motion graph</text><text x="16" y="52" fill="#6a6a72">{} clips, {} frames, {} nodes, {transitions} transitions{drawn}; grey cannot be played without end, dashed leads to another label</text>"##,
        set.clips.len(),
        set.frame_count(),
        nodes.len(),
    ));
    let mut at = 16.0;
    for (l, name) in set.label_names.iter().enumerate() {
        let text = shortened(name, 30);
        line(format_args!(
            r##"<rect x="{at:.1}" y="66" width="{BAR}" height="{BAR}" rx="2" fill="{}"/><text x="{:.1}" y="78">{}</text>"##,
            colour(LabelSet::of(l)),
            at + BAR + 6.0,
            escaped(&text),
        ));
        at += BAR + 30.0 + 7.0 * text.chars().count() as f64;
    }
    out.push_str("</svg>\n");
    out
}

/// The colour of the first of these labels.
fn colour(labels: LabelSet) -> &'static str {
    labels.iter().next().map_or("#9a9aa2", |l| COLOURS[l % COLOURS.len()])
}

fn shortened(name: &str, length: usize) -> String {
    if name.chars().count() <= length {
        return name.to_owned();
    }
    // Names of one folder differ at both ends.
    let chars: Vec<char> = name.chars().collect();
    let tail = 10.min(length / 2);
    let head: String = chars[..length - tail - 1].iter().collect();
    format!("{head}…{}", chars[chars.len() - tail..].iter().collect::<String>())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
