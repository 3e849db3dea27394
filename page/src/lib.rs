//! One HTML file that plays characters: no network, no library, opens from a mail attachment.
//!
//! [`Page`] is plain data; [`render`] makes the whole file. The page's own source is in `viewer/`: a template, a
//! style sheet and small scripts, joined here. Motion and meshes travel as one base64 block, see `payload.rs`.

#![forbid(unsafe_code)]

mod balance;
mod edited;
mod footskate;
mod found_motion;
mod payload;
mod plots;
#[cfg(test)]
mod tests;

pub use balance::{
    BalanceClip, BalancedClip, balance_page, balance_plots, balance_rows, balanced_page, correct_balance_rows,
};
pub use edited::{EditedClip, edited_page};
pub use footskate::{BeforeAfter, footskate_page, footskate_rows, missed_notes};
pub use found_motion::found_motion_page;
pub use plots::foot_plots;

use serde::Serialize;
use std::ops::Range;
use surefoot::ops::VertexDepths;
use surefoot::ops::measure_balance::BalanceOverlay;
use surefoot::{Clip, Error, Ground, Note, Plants, Result, Skeleton, Skin};

/// Everything on one page.
#[derive(Debug, Clone, Default)]
pub struct Page<'a> {
    /// The heading, also the browser tab's.
    pub title: String,
    /// One line beside the heading.
    pub subtitle: String,
    /// What the reader should know, such as a unit that was guessed.
    pub notes: Vec<Note>,
    /// The characters, in the order they are listed and placed. The first one's frame rate numbers the timeline.
    pub actors: Vec<Actor<'a>>,
    /// How the characters stand when the page opens; the reader can switch.
    pub placement: Placement,
    /// What they stand on; `None` is the level floor at height 0.
    pub ground: Option<&'a Ground>,
    /// Curves under the picture, in time with it.
    pub plots: Vec<Plot>,
    /// Figures beside the picture.
    pub tables: Vec<Table>,
}

/// One character and the clips it can play.
#[derive(Debug, Clone)]
pub struct Actor<'a> {
    /// What the reader calls it: a file name, "before", "after".
    pub label: String,
    /// Its colour.
    pub tint: Tint,
    /// Its joints.
    pub skeleton: &'a Skeleton,
    /// The clips to choose from; with none the rest pose is shown. Characters with clips of the same names switch
    /// together.
    pub clips: Vec<ActorClip<'a>>,
    /// Its meshes; may be empty. Characters that share them share them on the page too.
    pub skins: &'a [Skin],
}

impl Actor<'_> {
    /// Refuses clips, plants and meshes of another character.
    fn check(&self) -> Result<()> {
        for ActorClip { clip, plants, depths, balance } in &self.clips {
            clip.check_skeleton(self.skeleton)?;
            plants.map_or(Ok(()), |plants| plants.check_clip(clip))?;
            depths.map_or(Ok(()), |depths| check_depths(depths, clip, self.skins))?;
            balance.map_or(Ok(()), |overlay| check_balance(overlay, clip))?;
        }
        self.skins.iter().try_for_each(|skin| skin.check_skeleton(self.skeleton))
    }
}

/// A clip and what is known of it.
#[derive(Debug, Clone, Copy)]
pub struct ActorClip<'a> {
    /// The motion.
    pub clip: &'a Clip,
    /// Its plants, shown as discs on the ground, coloured joints and bars on the timeline.
    pub plants: Option<&'a Plants>,
    /// How deep vertices are inside the body; they are coloured, and shine through it.
    pub depths: Option<&'a VertexDepths>,
    /// What is known of its balance: centre of mass, zero moment point, what carries the body, flights.
    pub balance: Option<&'a BalanceOverlay>,
}

impl<'a> ActorClip<'a> {
    /// A clip of which nothing else is known.
    pub fn new(clip: &'a Clip) -> Self {
        Self { clip, plants: None, depths: None, balance: None }
    }
}

/// Refuses depths of another character or clip.
fn check_depths(depths: &VertexDepths, clip: &Clip, skins: &[Skin]) -> Result<()> {
    let wrong = |what: &str, expected: usize, actual: usize| {
        let what = format!("depths: {what}");
        if expected == actual { Ok(()) } else { Err(Error::Length { what, expected, actual }) }
    };
    wrong("skins", skins.len(), depths.skins.len())?;
    for (skin, of_skin) in skins.iter().zip(&depths.skins) {
        wrong("frames", clip.frame_count() + 1, of_skin.offsets.len())?;
        if let Some(vertex) = of_skin.vertices.iter().find(|&&v| v as usize >= skin.vertex_count()) {
            let text = format!("there is no vertex {vertex}");
            return Err(Error::invalid(format!("depths of skin '{}'", skin.data().name), text));
        }
    }
    Ok(())
}

/// Refuses the balance of another clip.
fn check_balance(overlay: &BalanceOverlay, clip: &Clip) -> Result<()> {
    let frames = &overlay.frames;
    let expected = clip.frame_count();
    let lengths = [
        frames.centre.len(),
        overlay.shadow.len(),
        frames.load.len(),
        frames.zero_moment_point.len(),
        frames.distance.len(),
        frames.left_share.len(),
        frames.area_first.len().saturating_sub(1),
    ];
    if let Some(&actual) = lengths.iter().find(|length| **length != expected) {
        return Err(Error::Length { what: "frames of the balance".into(), expected, actual });
    }
    let is_whole = frames.area_first.last() == Some(&frames.area_corners.len());
    if is_whole && frames.area_first.is_sorted() {
        Ok(())
    } else {
        Err(Error::invalid("balance", "the first corners of the areas are not in order"))
    }
}

/// How several characters stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// Next to each other, so that none hides another.
    #[default]
    SideBySide,
    /// Where their clips put them.
    Overlaid,
}

/// A colour by meaning; the page has a light and a dark value for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tint {
    /// What was there before; a quiet grey.
    Neutral,
    /// The result, or the only character.
    Accent,
    /// The left side of the body.
    Left,
    /// The right side of the body.
    Right,
    /// A third character.
    Green,
    /// A fourth character.
    Purple,
}

impl Tint {
    /// A tint for the character at `index` of `count`: a single one is the accent, and no two of the first four
    /// are equal.
    pub fn of_actor(index: usize, count: usize) -> Self {
        const ORDER: [Tint; 4] = [Tint::Neutral, Tint::Accent, Tint::Green, Tint::Purple];
        if count == 1 { Tint::Accent } else { ORDER[index % ORDER.len()] }
    }
}

/// Curves over the frames of a clip, in one frame of axes.
#[derive(Debug, Clone)]
pub struct Plot {
    /// What is plotted.
    pub title: String,
    /// The unit of the values.
    pub unit: String,
    /// Shown only while the first character plays this clip; `None` is always.
    pub clip: Option<usize>,
    /// Values per second.
    pub frame_rate: f64,
    /// The value axis spans at least this much, so that noise does not look like motion; 0 for any.
    pub min_span: f64,
    /// The value axis spans at most this much: what is higher leaves it.
    pub max_span: f64,
    /// The curves.
    pub series: Vec<Series>,
    /// Frames to shade, such as plants.
    pub shaded: Vec<Shade>,
}

/// One curve: a value per frame; not-a-number leaves a gap.
#[derive(Debug, Clone)]
pub struct Series {
    /// What the legend says.
    pub label: String,
    /// The curve's colour.
    pub tint: Tint,
    /// One per frame.
    pub values: Vec<f32>,
}

/// Frames shaded behind the curves.
#[derive(Debug, Clone)]
pub struct Shade {
    /// First frame, and the frame after the last.
    pub frames: Range<usize>,
    /// The shade's colour.
    pub tint: Tint,
}

/// Figures in rows; the first column is text, the others are aligned as numbers.
#[derive(Debug, Clone, Serialize)]
pub struct Table {
    /// What the figures are about.
    pub title: String,
    /// Shown only while the first character plays this clip; `None` is always.
    pub clip: Option<usize>,
    /// Column heads.
    pub columns: Vec<String>,
    /// Cells, as many per row as there are heads.
    pub rows: Vec<Vec<String>>,
}

const TEMPLATE: &str = include_str!("viewer/page.html");
const STYLE: &str = include_str!("viewer/viewer.css");
/// Joined in this order inside one function, so that they share names and leave none outside.
const SCRIPTS: [&str; 10] = [
    include_str!("viewer/payload.js"),
    include_str!("viewer/pose.js"),
    include_str!("viewer/camera.js"),
    include_str!("viewer/shaders.js"),
    include_str!("viewer/renderer_gl.js"),
    include_str!("viewer/renderer_2d.js"),
    include_str!("viewer/overlay_gl.js"),
    include_str!("viewer/balance.js"),
    include_str!("viewer/charts.js"),
    include_str!("viewer/viewer.js"),
];

/// The whole HTML file.
///
/// ```
/// use surefoot_page::{Actor, ActorClip, Page, Placement, Tint, render};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let clips = vec![ActorClip { plants: Some(&walk.plants), ..ActorClip::new(&walk.clip) }];
/// let actor = Actor { label: "walk".into(), tint: Tint::of_actor(0, 1), skeleton: &skeleton, clips, skins: &[] };
/// let html = render(&Page {
///     title: "A walk".into(),
///     subtitle: "generated".into(),
///     notes: vec![],
///     actors: vec![actor],
///     placement: Placement::default(),
///     ground: Some(&walk.ground),
///     plots: vec![],
///     tables: vec![],
/// })?;
/// assert!(html.contains("A walk"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`] or [`Error::Invalid`] if clips, plants or
/// meshes are not of their character.
pub fn render(page: &Page<'_>) -> Result<String> {
    page.actors.iter().try_for_each(Actor::check)?;
    let payload = payload::encode(page)?;
    let mut script = String::from("\"use strict\";\n(() => {\n");
    SCRIPTS.iter().for_each(|part| script.push_str(part));
    script.push_str("})();\n");
    Ok(fill(TEMPLATE, |name| match name {
        "title" => escape_text(&page.title),
        "subtitle" => escape_text(&page.subtitle),
        "style" => STYLE.to_owned(),
        "script" => std::mem::take(&mut script),
        "header" => escape_json(&payload.header),
        "data" => base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &payload.data),
        _ => String::new(),
    }))
}

/// Puts values at the `{{name}}` marks in one pass, so that a value that looks like a mark stays as it is.
fn fill(template: &str, mut value: impl FnMut(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let Some((name, after)) = after.split_once("}}") else {
            rest = after;
            break;
        };
        out.push_str(&value(name));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn escape_text(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
        out
    })
}

/// JSON that cannot end the script element it stands in: `<` occurs in strings only, where its escape is the same.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}
