//! Makes the sample walk, shortens its legs the way a careless retarget does, and prints how far the feet then slide.

use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions, faults};

#[allow(clippy::print_stdout, reason = "an example talks to its reader")]
fn main() -> surefoot::Result<()> {
    let skeleton = sample::biped_skeleton(&BipedOptions::default())?;
    let walk = sample::walk(&skeleton, &WalkOptions::default())?;
    let (short, skating) = faults::skate_by_leg_scale(&skeleton, &walk.clip, 0.88)?;
    println!("{} frames, {} plants", walk.clip.frame_count(), walk.plants.len());
    for (skeleton, clip, what) in [(&skeleton, &walk.clip, "as made"), (&short, &skating, "legs × 0.88")] {
        let (poses, points) = (world_poses(skeleton, clip)?, BodyPoints::new(skeleton));
        let slides = walk.plants.iter().filter_map(|plant| {
            let at = points.get(plant.point)?;
            let place = |frame| poses.point(frame, at.joint, &at.offset).xz();
            Some((place(plant.frames.end - 1) - place(plant.frames.start)).norm())
        });
        println!("{what}: planted points slide by up to {:.1} cm", 100.0 * slides.fold(0.0, f64::max));
    }
    Ok(())
}
