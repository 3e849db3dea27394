//! Clips that a cleanup once harmed far more than the mean tells, without any fault put into them.
#![allow(clippy::unwrap_used, reason = "a helper that fails is a failed test")]

use surefoot_tests::wild::faults::{WildFault, inject};
use surefoot_tests::wild::figures::{Cleaner, Figures, measure};
use surefoot_tests::wild::{Set, clips_of, reference_folder};

fn figures(set: Set, name: &str, fault: WildFault) -> Option<Figures> {
    let folder = surefoot_tests::data_folder()?;
    let files: Vec<_> = set.files().iter().filter(|(file, _)| file.contains(name)).copied().collect();
    let clip = clips_of(&folder, &files, Some(&reference_folder())).into_iter().next().unwrap();
    let cleaner = Cleaner { detect: Default::default(), remove: Default::default() };
    Some(measure(&clip, fault, &inject(&clip, fault, 1), &cleaner))
}

#[test]
fn calm_feet_are_not_shaken_by_fades() {
    // A foot whose own jerk is far below that of a fade of 25 ms: 3.4 to 1 before fades took longer there.
    for fault in
        [WildFault::Clean, WildFault::LegsShort, WildFault::LegsLong, WildFault::Drift, WildFault::Path]
    {
        let Some(found) = figures(Set::HoldOut, "143_34", fault) else { return };
        assert!(found.jerk_ratio <= 1.35, "{fault:?}: jerk {}", found.jerk_ratio);
        assert!(found.toe_slide[1] <= 0.05, "{fault:?}: slide {:?}", found.toe_slide);
    }
    let Some(crawl) = figures(Set::Tune, "111_03", WildFault::Clean) else { return };
    assert!(crawl.jerk_ratio <= 1.45, "jerk {}", crawl.jerk_ratio);
}

#[test]
fn a_foot_that_flips_between_plants_is_not_dragged() {
    // The left foot of this capture turns over within a frame, again and again: held places once ran across the flip, a foot was
    // moved by 16 cm and let go of at 3 m/s.
    for fault in [WildFault::Clean, WildFault::LegsShort, WildFault::Path, WildFault::Pops] {
        let Some(found) = figures(Set::HoldOut, "54_16", fault) else { return };
        assert!(found.added_toe_speed <= 62.0, "{fault:?}: adds {} cm/s", found.added_toe_speed);
        assert!(found.knee_ratio <= 1.0 && found.jerk_ratio <= 1.0, "{fault:?}: {found:?}");
        assert_eq!(found.knee_flips, 0, "{fault:?}");
    }
}
