//! The pages that show balance: of one clip, and before and after a correction.

use crate::edited::edited;
use crate::{Actor, ActorClip, EditedClip, Page, Placement, Plot, Series, Shade, Table, Tint, render};
use surefoot::ops::correct_balance::CorrectBalanceReport;
use surefoot::ops::measure_balance::{
    BalanceOverlay, MeasureBalanceReport, MeasuredBalance, balance_overlay,
};
use surefoot::{Clip, Ground, Note, Plants, Result, Skeleton, Skin};

/// A curve of distances spans at least this, centimetres: what capture resolves.
const DISTANCE_SPAN: f64 = 5.0;
/// And no more than this: light frames of a jump are far outside.
const DISTANCE_LIMIT: f64 = 20.0;
/// Below this load the curves have gaps, as the report's farthest frame has.
const LIGHT: f64 = 0.15;

/// One clip whose balance was measured.
pub struct BalanceClip<'a> {
    /// The motion.
    pub clip: &'a Clip,
    /// Its plants; may be left out.
    pub plants: Option<&'a Plants>,
    /// What was measured.
    pub measured: &'a MeasuredBalance,
}

/// A page that plays clips with their centre of mass, zero moment point, support and flights, their curves and figures.
///
/// ```
/// use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
/// use surefoot_page::{BalanceClip, balance_page};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let options = MeasureBalanceOptions::default();
/// let measured = measure_balance(&skeleton, &walk.clip, &[], &BalanceScene::default(), &options)?;
/// let clips = [BalanceClip { clip: &walk.clip, plants: Some(&walk.plants), measured: &measured }];
/// let html = balance_page("walk.bvh", &measured.report.notes, &skeleton, &[], &clips, None)?;
/// assert!(html.contains("Load by foot"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`].
pub fn balance_page(
    name: &str,
    notes: &[Note],
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[BalanceClip<'_>],
    ground: Option<&Ground>,
) -> Result<String> {
    let overlays: Vec<BalanceOverlay> =
        clips.iter().map(|c| balance_overlay(c.measured, c.clip.frame_rate())).collect();
    let actor_clips = clips.iter().zip(&overlays).map(|(c, overlay)| ActorClip {
        plants: c.plants,
        balance: Some(overlay),
        ..ActorClip::new(c.clip)
    });
    let actors = vec![Actor {
        label: name.to_owned(),
        tint: Tint::Accent,
        skeleton,
        clips: actor_clips.collect(),
        skins,
    }];
    let (mut plots, mut tables) = (Vec::new(), Vec::new());
    for (index, clip) in clips.iter().enumerate() {
        let shown = [("", Tint::Accent, clip.measured)];
        plots.extend(balance_plots(index, clip.clip.frame_rate(), &shown));
        tables.push(balance_table(index, &[&clip.measured.report]));
        tables.extend(episode_tables(index, &clip.measured.report));
    }
    render(&Page {
        title: name.to_owned(),
        subtitle: clips.first().map(|c| c.measured.report.summary()).unwrap_or_default(),
        notes: notes.to_vec(),
        actors,
        placement: Placement::Overlaid,
        ground,
        plots,
        tables,
    })
}

/// One clip whose balance or flights were corrected.
pub struct BalancedClip<'a> {
    /// The clip as it came.
    pub before: &'a Clip,
    /// The clip as it is now.
    pub after: &'a Clip,
    /// Where feet stand in it.
    pub plants: Option<&'a Plants>,
    /// What was measured, before and after.
    pub measured: [&'a MeasuredBalance; 2],
    /// One line about it.
    pub summary: String,
    /// Figures of the correction; the first row is the head. May be empty.
    pub figures: Vec<Vec<String>>,
}

/// A page that plays before and after over each other, each with its balance, under the heading `title`.
///
/// ```
/// use surefoot::ops::Progress;
/// use surefoot::ops::correct_balance::{BalanceSetting, CorrectBalanceOptions, correct_balance};
/// use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
/// use surefoot_page::{BalancedClip, balanced_page, correct_balance_rows};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
///
/// let (clip, setting) = (&walk.clip, BalanceSetting::default());
/// let options = CorrectBalanceOptions::default();
/// let edited = correct_balance(&skeleton, clip, &[], &setting, &options, &Progress::none())?;
/// let measure =
///     |clip| measure_balance(&skeleton, clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default());
/// let measured = [measure(clip)?, measure(&edited.clip)?];
/// let clips = [BalancedClip {
///     before: clip,
///     after: &edited.clip,
///     plants: None,
///     measured: [&measured[0], &measured[1]],
///     summary: edited.report.summary(),
///     figures: correct_balance_rows(&edited.report),
/// }];
/// let html = balanced_page("walk.bvh", "Correction", &edited.report.notes, &skeleton, &[], &clips, None)?;
/// assert!(html.contains("walk.bvh"));
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`render`].
pub fn balanced_page(
    name: &str,
    title: &str,
    notes: &[Note],
    skeleton: &Skeleton,
    skins: &[Skin],
    clips: &[BalancedClip<'_>],
    ground: Option<&Ground>,
) -> Result<String> {
    let overlay = |clip: &Clip, measured: &MeasuredBalance| balance_overlay(measured, clip.frame_rate());
    let overlays: Vec<[BalanceOverlay; 2]> =
        clips.iter().map(|c| [overlay(c.before, c.measured[0]), overlay(c.after, c.measured[1])]).collect();
    let edited_clips: Vec<EditedClip<'_>> = clips
        .iter()
        .map(|c| EditedClip {
            before: c.before,
            after: c.after,
            plants: c.plants,
            summary: c.summary.clone(),
            figures: c.figures.clone(),
            depths: None,
        })
        .collect();
    let mut page = edited(name, title, notes, skeleton, skins, &edited_clips, ground)?;
    for (actor, which) in page.actors.iter_mut().zip(0..) {
        for (clip, overlays) in actor.clips.iter_mut().zip(&overlays) {
            clip.balance = Some(&overlays[which]);
        }
    }
    // The curves of balance take the place of those of the feet, which stay where they are.
    page.plots.clear();
    for (index, clip) in clips.iter().enumerate() {
        let [before, after] = clip.measured;
        let shown = [("before", Tint::Neutral, before), ("after", Tint::Accent, after)];
        page.plots.extend(balance_plots(index, clip.before.frame_rate(), &shown));
        page.tables.push(balance_table(index, &[&before.report, &after.report]));
        page.tables.extend(episode_tables(index, &after.report));
    }
    render(&page)
}

/// How far the zero moment point is outside, how the load is shared, and how heavy it is: for the clip of that number, a curve for each
/// measurement. A single one has its left and right foot apart.
///
/// ```
/// use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
/// use surefoot_page::{Tint, balance_plots};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let measured = measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())?;
/// let plots = balance_plots(0, clip.frame_rate(), &[("walk", Tint::Accent, &measured)]);
/// assert_eq!(plots.len(), 3);
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn balance_plots(clip: usize, frame_rate: f64, measured: &[(&str, Tint, &MeasuredBalance)]) -> Vec<Plot> {
    let plot = |title: &str, unit: &str, min_span: f64, series: Vec<Series>, shaded: Vec<Shade>| Plot {
        title: title.to_owned(),
        unit: unit.to_owned(),
        clip: Some(clip),
        frame_rate,
        min_span,
        max_span: f64::INFINITY,
        series,
        shaded,
    };
    let curves = |values: &dyn Fn(&MeasuredBalance) -> Vec<f32>| -> Vec<Series> {
        let curve = |(label, tint, measured): &(&str, Tint, &MeasuredBalance)| Series {
            label: (*label).to_owned(),
            tint: *tint,
            values: values(measured),
        };
        measured.iter().map(curve).collect()
    };
    // A gap where little force tells nothing, and at the ends.
    let judged = |m: &MeasuredBalance, values: &[Option<f64>], of: fn(f64) -> f64| -> Vec<f32> {
        let is_judged = |frame: &usize| m.frames.judged.contains(frame) && m.frames.load[*frame] > LIGHT;
        let value =
            |frame: usize| values[frame].filter(|_| is_judged(&frame)).map_or(f32::NAN, |v| of(v) as f32);
        (0..values.len()).map(value).collect()
    };
    let outside = curves(&|m| judged(m, &m.frames.distance, |distance| 100.0 * distance.max(0.0)));
    let left = |m: &MeasuredBalance| judged(m, &m.frames.left_share, |share| 100.0 * share);
    let (title, shares) = match measured {
        [(_, _, one)] => {
            let right = judged(one, &one.frames.left_share, |share| 100.0 * (1.0 - share));
            let side = |label: &str, tint, values| Series { label: label.into(), tint, values };
            ("Load by foot", vec![side("left", Tint::Left, left(one)), side("right", Tint::Right, right)])
        }
        _ => ("Load on left", curves(&left)),
    };
    let loads = curves(&|m| m.frames.load.iter().map(|load| *load as f32).collect());
    let last = measured.last().map(|(_, _, measured)| &measured.report);
    let others = last.iter().flat_map(|r| &r.other_supports);
    let others = others.map(|other| Shade { frames: other.frames.clone(), tint: Tint::Purple }).collect();
    let flights = last.iter().flat_map(|r| &r.flights);
    let flights =
        flights.map(|flight| Shade { frames: flight.frames.clone(), tint: Tint::Neutral }).collect();
    vec![
        Plot { max_span: DISTANCE_LIMIT, ..plot("Outside", "cm", DISTANCE_SPAN, outside, others) },
        plot(title, "%", 100.0, shares, vec![]),
        plot("Load", "× weight", 1.5, loads, flights),
    ]
}

/// Figures a person checks, a column for each report, with a first column of names; no head.
///
/// ```
/// use surefoot::ops::measure_balance::MeasureBalanceReport;
/// use surefoot_page::balance_rows;
///
/// let report = MeasureBalanceReport::default();
/// assert!(balance_rows(&[&report, &report]).iter().all(|row| row.len() == 3));
/// ```
pub fn balance_rows(reports: &[&MeasureBalanceReport]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut add = |label: &str, of: &dyn Fn(&MeasureBalanceReport) -> String| {
        rows.push(std::iter::once(label.to_owned()).chain(reports.iter().map(|r| of(r))).collect());
    };
    let fixed = |value: f64, decimals: usize| format!("{value:.decimals$}");
    let told = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    add("outside, mean (cm)", &|r| fixed(100.0 * r.balance.outside.mean, 2));
    add("outside, p95 (cm)", &|r| fixed(100.0 * r.balance.outside.p95, 2));
    add("outside, max (cm)", &|r| fixed(100.0 * r.balance.outside.max, 2));
    add("… on frame", &|r| told(r.balance.outside.max_frame.map(|frame| frame.to_string())));
    add("inside (% of the load)", &|r| fixed(100.0 * r.balance.inside, 1));
    add("within 2 cm (% of the load)", &|r| fixed(100.0 * r.balance.within_2cm, 1));
    add("friction needed, p95", &|r| fixed(r.balance.friction_p95, 2));
    add("load on the left foot, mean (%)", &|r| told(r.left_share.map(|share| fixed(100.0 * share, 1))));
    add("centre of mass, height, mean (cm)", &|r| {
        told(r.centre_height.map(|height| fixed(100.0 * height, 1)))
    });
    add("judged frames", &|r| r.balance.frames.to_string());
    add("mass of the body (kg)", &|r| fixed(r.mass, 1));
    if reports.iter().any(|r| r.carried > 0.0) {
        add("carried (kg)", &|r| fixed(r.carried, 1));
    }
    rows
}

/// Figures of a correction, before and after; the first row is the head.
///
/// ```
/// use surefoot::ops::correct_balance::CorrectBalanceReport;
/// use surefoot_page::correct_balance_rows;
///
/// let rows = correct_balance_rows(&CorrectBalanceReport::default());
/// assert!(rows.len() > 1 && rows.iter().all(|row| row.len() == rows[0].len()));
/// ```
pub fn correct_balance_rows(report: &CorrectBalanceReport) -> Vec<Vec<String>> {
    let mut rows = vec![["", "before", "after"].map(String::from).to_vec()];
    let mut add = |label: &str, before: Option<f64>, after: f64, decimals: usize| {
        let before = before.map_or_else(String::new, |before| format!("{before:.decimals$}"));
        rows.push(vec![label.to_owned(), before, format!("{after:.decimals$}")]);
    };
    let (before, after, moved) = (&report.excess_before, &report.excess_after, &report.moved);
    add("beyond its limits, mean (cm)", Some(100.0 * before.mean), 100.0 * after.mean, 3);
    add("beyond its limits, p95 (cm)", Some(100.0 * before.p95), 100.0 * after.p95, 2);
    add("beyond its limits, max (cm)", Some(100.0 * before.max), 100.0 * after.max, 2);
    if let (Some(before), Some(after)) = (report.off_path_before, report.off_path_after) {
        add("centre of mass off its path, mean (cm)", Some(100.0 * before), 100.0 * after, 2);
    }
    add("frames judged", Some(before.frames as f64), after.frames as f64, 0);
    add("rounds", None, report.rounds as f64, 0);
    add("frames changed", None, moved.frames as f64, 0);
    add("root moved, max (cm)", None, 100.0 * moved.root_max, 2);
    add("root sunk, max (cm)", None, 100.0 * moved.sink_max, 2);
    add("trunk leant, max (°)", None, moved.lean_max, 2);
    add("ankles moved, max (cm)", None, 100.0 * moved.ankle_moved_max, 3);
    add("knee acceleration, p99 (×)", None, moved.knee_acceleration_ratio, 2);
    add("jerk, p99 (×)", None, moved.jerk_ratio, 2);
    rows
}

fn balance_table(clip: usize, reports: &[&MeasureBalanceReport]) -> Table {
    let columns: &[&str] = if reports.len() == 2 { &["", "before", "after"] } else { &["", ""] };
    table("Balance", clip, columns, balance_rows(reports))
}

/// Flights and other supports, where there are any.
fn episode_tables(clip: usize, report: &MeasureBalanceReport) -> Vec<Table> {
    let span = |frames: &std::ops::Range<usize>| format!("{}–{}", frames.start, frames.end.saturating_sub(1));
    let flights = report.flights.iter().map(|flight| {
        let centimetres = |metres: f64| format!("{:.1}", 100.0 * metres);
        let ratio = format!("{:.2}", flight.g_ratio);
        vec![span(&flight.frames), ratio, centimetres(flight.off_parabola), centimetres(flight.rise)]
    });
    let others = report.other_supports.iter().map(|other| {
        vec![span(&other.frames), other.joint.clone(), format!("{:.1}", 100.0 * other.distance)]
    });
    let (flights, others): (Vec<_>, Vec<_>) = (flights.collect(), others.collect());
    let mut out = Vec::new();
    if !flights.is_empty() {
        out.push(table("Flights", clip, &["frames", "gravity ×", "off arc (cm)", "rise (cm)"], flights));
    }
    if !others.is_empty() {
        out.push(table("Something else carries", clip, &["frames", "near", "outside (cm)"], others));
    }
    out
}

fn table(title: &str, clip: usize, columns: &[&str], rows: Vec<Vec<String>>) -> Table {
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    Table { title: title.to_owned(), clip: Some(clip), columns, rows }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::path::Path;
    use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};

    fn measured(skeleton: &Skeleton, clip: &Clip) -> MeasuredBalance {
        measure_balance(skeleton, clip, &[], &BalanceScene::default(), &MeasureBalanceOptions::default())
            .unwrap()
    }

    fn floats(data: &[u8], slice: &Value) -> Vec<f32> {
        assert_eq!(slice["kind"], "f32");
        let (at, count) = (slice["at"].as_u64().unwrap() as usize, slice["count"].as_u64().unwrap() as usize);
        data[at..at + 4 * count].chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
    }

    /// A page for view.py, with the distance that it must tell.
    pub(crate) fn browser_case(folder: &Path) -> Value {
        let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
        let walk = surefoot_sample::walk(&skeleton, &Default::default()).unwrap();
        let measured = measured(&skeleton, &walk.clip);
        let clips = [BalanceClip { clip: &walk.clip, plants: None, measured: &measured }];
        let html = balance_page("balance.html", &[], &skeleton, &[], &clips, None).unwrap();
        std::fs::write(folder.join("balance.html"), html).unwrap();
        let clips = vec![ActorClip::new(&walk.clip)];
        let actor =
            Actor { label: "walk".into(), tint: Tint::Accent, skeleton: &skeleton, clips, skins: &[] };
        let page = Page { actors: vec![actor], ..Page::default() };
        let mut case = crate::tests::expected("balance.html", &page);
        let distance = measured.frames.distance[43].unwrap();
        let place = if distance > 0.0 { "outside" } else { "inside" };
        case["balance"] = json!({"frame": 43, "text": format!("{:.1} cm {place}", 100.0 * distance.abs())});
        case
    }

    #[test]
    fn overlays_travel_frame_by_frame() {
        let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
        let walk = surefoot_sample::walk(&skeleton, &Default::default()).unwrap();
        let measured = measured(&skeleton, &walk.clip);
        let overlay = balance_overlay(&measured, walk.clip.frame_rate());
        let clips = vec![ActorClip { balance: Some(&overlay), ..ActorClip::new(&walk.clip) }];
        let actor =
            Actor { label: "walk".into(), tint: Tint::Accent, skeleton: &skeleton, clips, skins: &[] };
        let payload = crate::payload::encode(&Page { actors: vec![actor], ..Page::default() }).unwrap();
        let header: Value = serde_json::from_str(&payload.header).unwrap();
        let told = &header["actors"][0]["clips"][0]["balance"];
        let (frame, count) = (walk.clip.frame_count() / 2, walk.clip.frame_count());
        let centre = floats(&payload.data, &told["centre"]);
        assert_eq!(centre.len(), 3 * count);
        assert_eq!(centre[3 * frame + 1], overlay.frames.centre[frame].y as f32);
        assert_eq!(floats(&payload.data, &told["shadow"])[frame], overlay.shadow[frame].y as f32);
        let distances = floats(&payload.data, &told["distance"]);
        assert_eq!(distances[frame], overlay.frames.distance[frame].unwrap() as f32);
        // Smoothing has nothing to lean on at the ends: what is not judged is not shown.
        assert!(
            overlay.frames.distance[0].is_some() && distances[0].is_nan() && distances[count - 1].is_nan()
        );
        assert_eq!(floats(&payload.data, &told["area_corners"]).len(), 3 * overlay.frames.area_corners.len());
        assert_eq!(told["prints"].as_array().unwrap().len(), overlay.footprints.len());
    }

    #[test]
    fn the_balance_of_another_clip_is_refused() {
        let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
        let walk = surefoot_sample::walk(&skeleton, &Default::default()).unwrap();
        let measured = measured(&skeleton, &walk.clip);
        let short = walk.clip.slice(0..walk.clip.frame_count() - 1).unwrap();
        let clips = [BalanceClip { clip: &short, plants: None, measured: &measured }];
        let refusal = balance_page("walk", &[], &skeleton, &[], &clips, None).unwrap_err().to_string();
        assert!(refusal.contains("frames of the balance"), "{refusal}");
    }

    #[test]
    fn curves_have_gaps_where_nothing_is_judged() {
        let skeleton = surefoot_sample::biped_skeleton(&Default::default()).unwrap();
        let clip = surefoot_sample::walk(&skeleton, &Default::default()).unwrap().clip;
        let mut measured = measured(&skeleton, &clip);
        let frame = clip.frame_count() / 2;
        measured.frames.load[frame] = 0.1;
        let plots = balance_plots(0, clip.frame_rate(), &[("walk", Tint::Accent, &measured)]);
        let [outside, shares, loads] = plots.as_slice() else { panic!("three plots") };
        assert!(outside.series[0].values[frame].is_nan() && outside.series[0].values[0].is_nan());
        assert!(outside.series[0].values[frame + 1] >= 0.0);
        assert_eq!(loads.series[0].values[frame], 0.1);
        let [left, right] = shares.series.as_slice() else { panic!("both feet") };
        assert!((left.values[frame + 1] + right.values[frame + 1] - 100.0).abs() < 1e-4);
        let both = [("before", Tint::Neutral, &measured), ("after", Tint::Accent, &measured)];
        let plots = balance_plots(0, clip.frame_rate(), &both);
        assert!(
            plots.iter().all(|plot| plot.series.iter().map(|s| s.tint).eq([Tint::Neutral, Tint::Accent]))
        );
    }
}
