//! Clips outside the bench by kind of motion, ten faults put into them, and what a cleanup with detected plants does to
//! each: the measure of how the library does on motion it was not tuned on.
#![allow(clippy::unwrap_used, missing_docs, reason = "a helper that fails is a failed test")]

pub mod faults;
pub mod figures;
pub mod live;

use crate::plant_clips::{CMU_UNIT, Take, cmu_roles, thinned};
use std::path::{Path, PathBuf};
use surefoot::io::{ReadOptions, encode_plants, read, read_plants};
use surefoot::{DetectPlantsOptions, Plants, detect_plants};

/// A clean clip and where its feet stand.
pub struct WildClip {
    pub name: &'static str,
    /// Kind of motion.
    pub kind: &'static str,
    pub take: Take,
    pub reference: Plants,
}

/// Which clips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// Constants are chosen on these.
    Tune,
    /// More of them, for what the first lack.
    TuneMore,
    /// Other motion, 12 of 44 clips of people who are in no other set: looked at only when nothing is changed any more.
    HoldOut,
    /// Made by networks; they have no clean self.
    Generated,
}

impl Set {
    /// Path below the data folder without its ending, and kind of motion.
    pub fn files(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Set::Tune => &TUNE,
            Set::TuneMore => &TUNE_MORE,
            Set::HoldOut => &HOLD_OUT,
            Set::Generated => &GENERATED,
        }
    }
}

const TUNE: [(&str, &str); 27] = [
    ("cmu/127_04_walk_to_run", "walk"),
    ("cmu/132_17_walk_fast", "walk"),
    ("wild/26_01_walk", "walk"),
    ("cmu/113_19_stairs_up_down", "terrain"),
    ("cmu/83_34_stairs_up", "terrain"),
    ("cmu/36_10_uneven_terrain", "terrain"),
    ("cmu/16_08_run_sudden_stop", "run"),
    ("cmu/38_03_run_circle", "run"),
    ("wild/102_27_basketball", "run"),
    ("cmu/13_11_jump_forward", "jump"),
    ("cmu/16_03_jump_high", "jump"),
    ("cmu/75_15_jump_long_repeated", "jump"),
    ("cmu/05_06_dance_pirouette_jete", "dance"),
    ("wild/05_03_dance_folding_arms", "dance"),
    ("cmu/90_32_moonwalk", "slide"),
    ("cmu/91_25_walk_drag_bad_leg", "slide"),
    ("cmu/13_17_boxing", "fight"),
    ("cmu/86_01_jumps_kicks_punches_long", "fight"),
    ("cmu/49_18_balance_one_leg", "stand"),
    ("wild/64_05_golf", "stand"),
    ("cmu/143_18_sit_down_get_up", "floor"),
    ("cmu/75_20_sit_low", "floor"),
    ("cmu/139_16_get_up_from_ground", "floor"),
    ("wild/114_06_sit_and_stand", "floor"),
    ("wild/111_03_crawl", "floor"),
    ("cmu/49_06_cartwheel", "acrobatics"),
    ("wild/89_04_acrobatics", "acrobatics"),
];

/// Walks, runs, jumps and steps of the kinds that the clips above have few of; none is a clip of [`HOLD_OUT`].
const TUNE_MORE: [(&str, &str); 53] = [
    ("locomotion/07_01_walk", "walk"),
    ("locomotion/07_06_walk", "walk"),
    ("locomotion/07_08_walk", "walk"),
    ("locomotion/07_11_walk", "walk"),
    ("locomotion/132_18_walk", "walk"),
    ("locomotion/132_20_walk", "walk"),
    ("locomotion/16_11_turn", "walk"),
    ("locomotion/16_15_walk", "walk"),
    ("locomotion/16_16_walk", "walk"),
    ("locomotion/16_19_turn", "walk"),
    ("locomotion/16_21_walk", "walk"),
    ("locomotion/16_22_walk", "walk"),
    ("locomotion/16_32_walk", "walk"),
    ("locomotion/16_40_turn", "walk"),
    ("locomotion/16_47_walk", "walk"),
    ("locomotion/35_01_walk", "walk"),
    ("locomotion/35_05_walk", "walk"),
    ("locomotion/35_33_walk", "walk"),
    ("locomotion/39_04_walk", "walk"),
    ("locomotion/39_09_walk", "walk"),
    ("locomotion/91_17_walk", "walk"),
    ("locomotion/91_57_walk", "walk"),
    ("parametric/07_04_walk_slow", "walk"),
    ("locomotion/09_03_run", "run"),
    ("locomotion/09_06_run", "run"),
    ("locomotion/09_11_run", "run"),
    ("locomotion/16_36_run", "run"),
    ("locomotion/16_46_run", "run"),
    ("locomotion/35_17_run", "run"),
    ("locomotion/35_22_run", "run"),
    ("locomotion/35_25_run", "run"),
    ("locomotion/118_04_jump_standing", "jump"),
    ("locomotion/118_12_jump_standing", "jump"),
    ("locomotion/118_18_jump_standing", "jump"),
    ("locomotion/118_29_jump_standing", "jump"),
    ("locomotion/127_21_jump_run_up", "jump"),
    ("locomotion/127_26_jump_run_up", "jump"),
    ("locomotion/13_19_jump_standing", "jump"),
    ("locomotion/16_05_jump_standing", "jump"),
    ("locomotion/16_09_jump_standing", "jump"),
    ("locomotion/49_05_jump_run_up", "jump"),
    ("locomotion/75_02_jump_run_up", "jump"),
    ("locomotion/75_03_jump_run_up", "jump"),
    ("parametric/83_40_hop_short", "jump"),
    ("parametric/83_43_jump_long", "jump"),
    ("parametric/83_46_hop_medium", "jump"),
    ("parametric/115_08_pick_up_bend_knees", "stand"),
    ("parametric/144_24_reaches_right", "stand"),
    ("parametric/144_09_front_kicks_left", "fight"),
    ("parametric/144_20_punches_right", "fight"),
    ("other/AnimatedDrawings_fair1_dab", "other rig"),
    ("other/AnimatedDrawings_rokoko_jesse_dance", "other rig"),
    ("other/makehuman_zombieWalk1", "other rig"),
];

const HOLD_OUT: [(&str, &str); 44] = [
    ("locomotion/02_02_walk", "walk"),
    ("locomotion/07_03_walk", "walk"),
    ("locomotion/07_10_walk", "walk"),
    ("locomotion/35_08_walk", "walk"),
    ("locomotion/35_29_walk", "walk"),
    ("locomotion/39_01_walk", "walk"),
    ("locomotion/39_11_walk", "walk"),
    ("locomotion/136_21_walk", "walk"),
    ("locomotion/136_24_walk", "walk"),
    ("locomotion/141_25_walk", "walk"),
    ("locomotion/91_36_walk", "walk"),
    ("parametric/139_30_walk", "walk"),
    ("parametric/139_31_sneak", "walk"),
    ("locomotion/16_13_turn", "walk"),
    ("retarget/81_18_adjust_hair_walk", "walk"),
    ("locomotion/02_03_run", "run"),
    ("locomotion/09_01_run", "run"),
    ("locomotion/35_18_run", "run"),
    ("locomotion/127_06_run", "run"),
    ("locomotion/141_03_run", "run"),
    ("locomotion/16_37_turn", "run"),
    ("locomotion/49_04_jump_run_up", "jump"),
    ("locomotion/75_01_jump_run_up", "jump"),
    ("locomotion/127_22_jump_run_up", "jump"),
    ("locomotion/118_06_jump_standing", "jump"),
    ("locomotion/118_21_jump_standing", "jump"),
    ("parametric/83_42_jump_long", "jump"),
    ("parametric/83_45_hop", "jump"),
    ("parametric/144_05_front_kicks_right", "fight"),
    ("parametric/144_13_punches_left", "fight"),
    ("retarget/135_04_front_kick", "fight"),
    ("retarget/02_05_punch_strike", "fight"),
    ("retarget/10_01_soccer_kick", "fight"),
    ("parametric/144_22_reaches_left", "stand"),
    ("retarget/143_33_peek_a_boo", "stand"),
    ("retarget/79_68_cold_rubs_hands", "stand"),
    ("retarget/54_16_superhero_hands_on_hips", "stand"),
    ("parametric/115_01_pick_up_bend_waist", "stand"),
    ("parametric/115_06_pick_up_bend_knees", "stand"),
    ("retarget/143_34_chicken_dance_claps", "dance"),
    ("parametric/144_01_cartwheels", "acrobatics"),
    ("retarget/90_04_cartwheel", "acrobatics"),
    ("other/AnimatedDrawings_fair1_jumping", "other rig"),
    ("other/AnimatedDrawings_fair1_zombie", "other rig"),
];

const GENERATED: [(&str, &str); 3] = [
    ("wild/generated_comp_3d_1", "generated"),
    ("wild/generated_comp_video_1", "generated"),
    ("wild/generated_demo_3d_2", "generated"),
];

/// Subjects whose capture ran at 60 although the header says 120 (MANIFEST, section 1).
const SLOW_SUBJECTS: [&str; 4] = ["60_", "75_", "141_", "143_"];

/// A clip at its true rate, brought to 60 frames per second where it is faster; the T-pose before a capture dropped.
pub fn load(folder: &Path, file: &str) -> Take {
    let name = file.rsplit('/').next().unwrap();
    let is_capture = name.starts_with(|c: char| c.is_ascii_digit());
    let slow = SLOW_SUBJECTS.iter().any(|s| name.starts_with(s));
    let options = if is_capture {
        let rate = if slow { 60.0 } else { 120.0 };
        ReadOptions { unit_metres: Some(CMU_UNIT), frame_rate: Some(rate), ..ReadOptions::default() }
    } else {
        ReadOptions::default()
    };
    let document = read(&folder.join(format!("{file}.bvh")), &options).unwrap();
    let clip = document.clips.into_iter().next().unwrap();
    let mut take = Take { skeleton: document.skeleton, clip };
    if is_capture {
        take.skeleton = cmu_roles(take.skeleton);
        take.clip = take.clip.slice(1..take.clip.frame_count()).unwrap();
    }
    if take.clip.frame_rate() > 100.0 { thinned(&take, 2, 0) } else { take }
}

/// Where the reference plants are: what an earlier detector found on the clean clips, kept so that figures cannot
/// move with the detector that they judge.
pub fn reference_folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("wild_plants")
}

/// The clips of a set with their reference plants: those kept in the repository, and for clips that networks made what the
/// present detector finds.
pub fn clips(folder: &Path, set: Set) -> Vec<WildClip> {
    let frozen = reference_folder();
    clips_of(folder, set.files(), (set != Set::Generated).then_some(frozen.as_path()))
}

/// As [`clips`], of any files.
pub fn clips_of(
    folder: &Path,
    files: &[(&'static str, &'static str)],
    frozen: Option<&Path>,
) -> Vec<WildClip> {
    let one = |(file, kind): &(&'static str, &'static str)| {
        let take = load(folder, file);
        let name = file.rsplit('/').next().unwrap();
        let reference = match frozen {
            Some(frozen) => {
                read_plants(&frozen.join(format!("{name}.json")), take.clip.frame_count()).unwrap()
            }
            None => found_in(&take),
        };
        WildClip { name, kind, take, reference }
    };
    use rayon::prelude::*;
    files.par_iter().map(one).collect()
}

/// Writes what the present detector finds on the clean clips, to compare later detectors with.
pub fn freeze(folder: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for set in [Set::Tune, Set::TuneMore, Set::HoldOut] {
        for clip in clips_of(folder, set.files(), None) {
            std::fs::write(to.join(format!("{}.json", clip.name)), encode_plants(&clip.reference)).unwrap();
        }
    }
}

pub fn found_in(take: &Take) -> Plants {
    detect_plants(&take.skeleton, &take.clip, None, &DetectPlantsOptions::default()).unwrap().plants
}
