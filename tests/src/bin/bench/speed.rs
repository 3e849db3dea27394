//! Time per frame or megabytes per second of each operation, on clips of our own.

use super::bars::Bar;
use crate::output::Output;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;
use surefoot::io::{self, Convention, Document, Format, NewFile, ReadOptions};
use surefoot::kinematics::{SkinnedFrame, Skinner, world_poses};
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{BalanceOriginal, BalanceSetting};
use surefoot::{
    BalanceScene, CorrectBalanceOptions, DetectPlantsOptions, Load, MeasureBalanceOptions,
    RemoveFootskateOptions, Result, Skeleton, correct_balance, detect_plants, measure_balance,
    remove_footskate,
};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions, faults};

/// One figure.
pub(super) struct Row {
    pub(super) name: &'static str,
    pub(super) value: f64,
    pub(super) unit: &'static str,
}

/// Best of several runs: what the code needs when the machine does nothing else.
fn best_seconds<T>(mut run: impl FnMut() -> Result<T>) -> Result<f64> {
    let mut best = f64::INFINITY;
    let started = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || (started.elapsed().as_secs_f64() < 0.5 && rounds < 200) {
        let start = Instant::now();
        black_box(run()?);
        best = best.min(start.elapsed().as_secs_f64());
        rounds += 1;
    }
    Ok(best)
}

pub(super) fn measure(output: &Output) -> Result<Vec<Row>> {
    let biped = sample::biped(&BipedOptions::default())?;
    let walk = sample::walk(
        &biped.skeleton,
        &WalkOptions { seconds: 40.0, frame_rate: 60.0, ..WalkOptions::default() },
    )?;
    let (skeleton, clip) = faults::skate_by_leg_scale(&biped.skeleton, &walk.clip, 0.88)?;
    let frames = clip.frame_count() as f64;
    let joints = skeleton.joint_count();
    let mut rows = Vec::new();
    let mut add = |name, value, unit| rows.push(Row { name, value, unit });

    output.note("kinematics …");
    let seconds = best_seconds(|| world_poses(&skeleton, &clip))?;
    add("forward_kinematics_per_joint", seconds / frames * 1e9 / joints as f64, "ns");
    let mut skinner = Skinner::new(&skeleton, &biped.skin)?;
    let mut frame = SkinnedFrame::default();
    let seconds = best_seconds(|| {
        for f in 0..50 {
            skinner.deform(&clip.pose(f), &mut frame)?;
        }
        Ok(())
    })?;
    let vertices = biped.skin.vertex_count() as f64;
    add("skinning_per_vertex", seconds / 50.0 * 1e9 / vertices, "ns");

    output.note("files …");
    for (format, read, patch) in [
        (Format::Bvh, "bvh_read", "bvh_write"),
        (Format::Fbx, "fbx_read", "fbx_write"),
        (Format::Glb, "glb_read", "glb_write"),
    ] {
        let file = NewFile {
            skeleton: &skeleton,
            clips: std::slice::from_ref(&clip),
            skins: std::slice::from_ref(&biped.skin),
            convention: Convention::default(),
        };
        let bytes = io::encode_new(format, &file)?.bytes;
        let path = Path::new("bench").with_extension(format.name());
        let megabytes = bytes.len() as f64 / 1e6;
        let seconds = best_seconds(|| io::read_bytes(&path, &bytes, &ReadOptions::default()))?;
        add(read, megabytes / seconds, "MB/s");
        let document: Document = io::read_bytes(&path, &bytes, &ReadOptions::default())?;
        let mut data = document.clips[0].clone().into_data();
        data.root_positions.iter_mut().for_each(|p| p.y += 0.01);
        let edited = [surefoot::Clip::new(&document.skeleton, data)?];
        let seconds = best_seconds(|| io::encode_edited(&document, &edited))?;
        add(patch, megabytes / seconds, "MB/s");
    }

    output.note("operations …");
    let seconds = best_seconds(|| detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default()))?;
    add("detect_plants", seconds / frames * 1e6, "µs/frame");
    let plants = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?.plants;
    let options = RemoveFootskateOptions::default();
    let seconds = best_seconds(|| remove_footskate(&skeleton, &clip, &plants, None, &options))?;
    add("remove_footskate", seconds / frames * 1e6, "µs/frame");

    balance(&biped.skeleton, &mut add)?;

    // The same for a clip of a quarter of an hour: time must grow with the frames, no faster.
    let long = WalkOptions { seconds: 50_000.0 / 60.0, frame_rate: 60.0, ..WalkOptions::default() };
    let walk = sample::walk(&biped.skeleton, &long)?;
    let (skeleton, clip) = faults::skate_by_leg_scale(&biped.skeleton, &walk.clip, 0.88)?;
    let frames = clip.frame_count() as f64;
    let seconds = best_seconds(|| detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default()))?;
    add("detect_plants_50000_frames", seconds / frames * 1e6, "µs/frame");
    let plants = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?.plants;
    let seconds = best_seconds(|| remove_footskate(&skeleton, &clip, &plants, None, &options))?;
    add("remove_footskate_50000_frames", seconds / frames * 1e6, "µs/frame");
    Ok(rows)
}

/// Balance of a walk, measured, and corrected with a load, each against forward kinematics of the same clip in the same run: machines differ,
/// and so do times of day.
fn balance(skeleton: &Skeleton, add: &mut impl FnMut(&'static str, f64, &'static str)) -> Result<()> {
    let options = WalkOptions { seconds: 40.0, frame_rate: 60.0, ..WalkOptions::default() };
    let clip = sample::walk(skeleton, &options)?.clip;
    let frames = clip.frame_count() as f64;
    let loads = [Load::new(skeleton, "right_hand", 8.0)?];
    let setting = {
        let mut setting = BalanceSetting::default();
        setting.scene.loads = &loads;
        let scene = BalanceScene::default();
        setting.original = Some(BalanceOriginal { skeleton, clip: &clip, skins: &[], scene });
        setting
    };
    let kinematics = best_seconds(|| world_poses(skeleton, &clip))?;
    let (scene, options) = (BalanceScene::default(), MeasureBalanceOptions::default());
    let seconds = best_seconds(|| measure_balance(skeleton, &clip, &[], &scene, &options))?;
    add("measure_balance", seconds / frames * 1e6, "µs/frame");
    add("measure_balance_by_kinematics", seconds / kinematics, "ratio");
    let options = CorrectBalanceOptions::default();
    let seconds =
        best_seconds(|| correct_balance(skeleton, &clip, &[], &setting, &options, &Progress::none()))?;
    add("correct_balance", seconds / frames * 1e6, "µs/frame");
    add("correct_balance_by_kinematics", seconds / kinematics, "ratio");
    Ok(())
}

/// Megabytes a second of reading one file from the disk.
pub(super) fn read_rate(path: &Path) -> Result<f64> {
    let size = std::fs::metadata(path).map_err(|e| surefoot::Error::io(path, &e))?.len();
    let seconds = best_seconds(|| io::read(path, &ReadOptions::default()))?;
    Ok(size as f64 / 1e6 / seconds)
}

pub(super) fn markdown(rows: &[Row]) -> String {
    let mut out = String::from("| what | figure |\n| --- | ---: |\n");
    for row in rows {
        out.push_str(&format!("| {} | {:.2} {} |\n", row.name.replace('_', " "), row.value, row.unit));
    }
    out.push('\n');
    out
}

/// 0.02 ms a frame; Kovar 2004, 3.3, took 1.03 ms in its day.
pub(super) fn bars(rows: &[Row]) -> Option<Bar> {
    let row = rows.iter().find(|r| r.name == "remove_footskate");
    Bar::new("remove_footskate", row.map(|r| r.value), 20.0, "µs/frame")
}
