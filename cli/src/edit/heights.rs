//! `--heights`: how high every foot and hand point is, before and after.

use std::fmt::Write;
use surefoot::kinematics::{BodyPoints, world_poses};
use surefoot::{Clip, Result, Skeleton};

/// Heights of every point on every frame, in metres. A cell is empty where one of the two clips has ended. Seconds are
/// those of the clip before; after a change of the frame rate, compare by frame numbers.
pub(crate) fn heights_csv(skeleton: &Skeleton, clips: &[(&Clip, &Clip)]) -> Result<String> {
    let points = BodyPoints::new(skeleton);
    let mut out = String::from("clip,frame,seconds");
    for (point, _) in points.iter() {
        let _ = write!(out, ",{point}_before,{point}_after");
    }
    for (before, after) in clips {
        let poses = [world_poses(skeleton, before)?, world_poses(skeleton, after)?];
        let name = before.name().replace('"', "\"\"");
        for frame in 0..before.frame_count().max(after.frame_count()) {
            let _ = write!(out, "\n\"{name}\",{frame},{:.6}", frame as f64 * before.frame_time());
            for (_, at) in points.iter() {
                for poses in &poses {
                    out.push(',');
                    if frame < poses.frame_count() {
                        let _ = write!(out, "{:.6}", poses.point(frame, at.joint, &at.offset).y);
                    }
                }
            }
        }
    }
    out.push('\n');
    Ok(out)
}
