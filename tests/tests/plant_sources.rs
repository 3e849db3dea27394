//! What the height rule of Glardon 2006 is asked, asked of `detect_plants`, which takes its place: that rule needs gait
//! cycles (docs/methods/plants.md, 10). Time is measured by `cargo bench --bench detect_plants`.
#![allow(clippy::unwrap_used, reason = "a failed helper is a failed test")]

use std::ops::Range;
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, Plants, PointKind, Side};
use surefoot::{Clip, Skeleton, detect_plants};
use surefoot_sample::{self as sample, RunOptions, SampleClip, WalkOptions};
use surefoot_tests::plant_clips::Gauss;
use surefoot_tests::walks::biped;

fn found(skeleton: &Skeleton, clip: &Clip) -> Plants {
    detect_plants(skeleton, clip, None, &Default::default()).unwrap().plants
}

fn toes(plants: &Plants) -> Vec<(Side, Range<usize>)> {
    let toe = |side| BodyPoint { side, kind: PointKind::Toe };
    let mut out: Vec<_> = Side::BOTH
        .into_iter()
        .flat_map(|side| plants.of(toe(side)).map(move |p| (side, p.frames.clone())))
        .collect();
    out.sort_by_key(|(_, frames)| frames.start);
    out
}

fn make_walk(skeleton: &Skeleton, speed: f64) -> SampleClip {
    sample::walk(skeleton, &WalkOptions { speed, ..Default::default() }).unwrap()
}

fn changed(skeleton: &Skeleton, clip: &Clip, mut change: impl FnMut(usize, &mut Vec3)) -> Clip {
    let mut data = clip.clone().into_data();
    data.root_positions.iter_mut().enumerate().for_each(|(f, p)| change(f, p));
    Clip::new(skeleton, data).unwrap()
}

/// Stances away from the clip's ends, with the true contact they stand for: the frames in which the ball or the tip of
/// the toes holds.
fn compare(skeleton: &Skeleton, truth: &SampleClip, clip: &Clip) -> Vec<[isize; 2]> {
    let plants = toes(&found(skeleton, clip));
    let last = clip.frame_count();
    toes(&truth.plants)
        .into_iter()
        .filter(|(_, t)| t.start > 3 && t.end + 3 < last)
        .map(|(side, t)| {
            let own = plants.iter().filter(|(s, _)| *s == side);
            let near = own.min_by_key(|(_, p)| p.start.abs_diff(t.start) + p.end.abs_diff(t.end)).unwrap();
            [near.1.start as isize - t.start as isize, near.1.end as isize - t.end as isize]
        })
        .collect()
}

#[test]
fn floor_and_size_do_not_matter() {
    let skeleton = biped();
    let walk = make_walk(&skeleton, 1.35);
    let plain = toes(&found(&skeleton, &walk.clip));
    assert!(plain.len() >= 6);
    for offset in [-3.0, 0.4, 12.0] {
        let raised = changed(&skeleton, &walk.clip, |_, p| p.y += offset);
        assert_eq!(toes(&found(&skeleton, &raised)), plain, "floor at {offset}");
    }
    for factor in [0.5, 2.0] {
        let other = skeleton.scaled(factor).with_roles(skeleton.roles().clone()).unwrap();
        let mut data = walk.clip.clone().into_data();
        data.root_positions.iter_mut().for_each(|p| *p *= factor);
        let clip = Clip::new(&other, data).unwrap();
        assert_eq!(toes(&found(&other, &clip)), plain, "size × {factor}");
    }
}

#[test]
fn noise_does_not_split_a_stance() {
    // ±5 mm uniform on the root, 40 draws of about seven stances: still one interval a stance, its bounds within a frame
    // of the clean ones in nine of ten, within three in all. 95 % of one frame are asked, of a height rule that knows the
    // gait's cycle.
    let skeleton = biped();
    let walk = make_walk(&skeleton, 1.35);
    let plain = toes(&found(&skeleton, &walk.clip));
    let (mut bounds, mut near) = (0, 0);
    for seed in 0..40 {
        let mut draw = Gauss::new(seed + 1);
        // A uniform deviate from the normal ones: their phase.
        let mut uniform = move || {
            let (a, b) = (draw.value(), draw.value());
            0.005 * a.atan2(b) / std::f64::consts::PI
        };
        let noisy = changed(&skeleton, &walk.clip, |_, p| *p += Vec3::new(uniform(), uniform(), uniform()));
        let shaken = toes(&found(&skeleton, &noisy));
        for (side, t) in plain.iter().filter(|(_, t)| t.start > 3 && t.end + 3 < walk.clip.frame_count()) {
            let over: Vec<_> =
                shaken.iter().filter(|(s, p)| s == side && p.start < t.end && t.start < p.end).collect();
            assert_eq!(over.len(), 1, "seed {seed}: {t:?} became {over:?}");
            for off in [over[0].1.start.abs_diff(t.start), over[0].1.end.abs_diff(t.end)] {
                assert!(off <= 3, "seed {seed}: {t:?} became {:?}", over[0].1);
                bounds += 1;
                near += usize::from(off <= 1);
            }
        }
    }
    assert!(10 * near >= 9 * bounds, "{near} of {bounds} bounds within a frame");
}

#[test]
fn a_later_start_gives_the_same_stances_later() {
    let skeleton = biped();
    let walk = make_walk(&skeleton, 1.35);
    let plain = toes(&found(&skeleton, &walk.clip));
    let count = walk.clip.frame_count();
    for skipped in [7, 23, 60] {
        let part = toes(&found(&skeleton, &walk.clip.slice(skipped..count).unwrap()));
        for (side, t) in plain.iter().filter(|(_, t)| t.start > skipped + 15 && t.end + 3 < count) {
            let near = part.iter().filter(|(s, _)| s == side);
            let near = near.min_by_key(|(_, p)| (p.start + skipped).abs_diff(t.start)).unwrap();
            assert!((near.1.start + skipped).abs_diff(t.start) <= 1, "{skipped}: {t:?} {:?}", near.1);
            assert!((near.1.end + skipped).abs_diff(t.end) <= 1, "{skipped}: {t:?} {:?}", near.1);
        }
    }
}

#[test]
fn walks_and_runs_of_known_contact() {
    // Walks: the toe's plant to two frames at 60 per second (asked: one of 25 a cycle, which is two and a half of these).
    let skeleton = biped();
    for speed in [0.8, 1.1, 1.4, 1.7, 2.0] {
        let walk = make_walk(&skeleton, speed);
        let off = compare(&skeleton, &walk, &walk.clip);
        assert!(off.len() >= 4, "{speed} m/s: {off:?}");
        assert!(off.iter().flatten().all(|d| d.abs() <= 2), "{speed} m/s: {off:?}");
    }
    for speed in [2.4, 3.2, 4.0] {
        let run = sample::run(&skeleton, &RunOptions { speed, ..Default::default() }).unwrap();
        let off = compare(&skeleton, &run, &run.clip);
        assert!(off.len() >= 4, "{speed} m/s: {off:?}");
        assert!(off.iter().flatten().all(|d| d.abs() <= 3), "{speed} m/s: {off:?}");
    }
}

#[test]
fn bounds_change_evenly_with_speed() {
    // The first whole stance of each side, in shares of the cycle, over speeds 0.02 m/s apart: it moves by no more than a
    // frame at a time, which is what whole frames can show (asked: 0.2 of 25 a cycle).
    let skeleton = biped();
    let mut last: Option<f64> = None;
    for i in 0..30 {
        let walk = make_walk(&skeleton, 1.0 + 0.02 * f64::from(i));
        let stances: Vec<Range<usize>> = toes(&found(&skeleton, &walk.clip))
            .into_iter()
            .filter(|(side, t)| *side == Side::Left && t.start > 3)
            .map(|(_, t)| t)
            .collect();
        let cycle = (stances[1].start - stances[0].start) as f64;
        let share = stances[0].len() as f64 / cycle;
        if let Some(last) = last {
            assert!(
                f64::abs(share - last) * cycle <= 1.0 + 1e-9,
                "step {i}: {share} after {last}, cycle {cycle}"
            );
        }
        last = Some(share);
    }
}
