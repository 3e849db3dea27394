//! [`remove_penetration`]: move limbs out of the body's own shape.

pub(crate) mod character;
pub(crate) mod correction;
pub(crate) mod limb_solver;
pub(crate) mod measure;
pub(crate) mod solve;

use crate::error::Result;
use crate::model::{Clip, Skeleton, Skin};

#[doc(hidden)]
pub fn debug_depths(skeleton: &Skeleton, clip: &Clip, skins: &[Skin]) -> Result<Vec<Vec<f32>>> {
    let start = std::time::Instant::now();
    let body = character::PenetrationBody::new(skeleton, skins)?;
    eprintln!(
        "body {:?}: {} points, {} triangles, {} hidden, trunk {} triangles, {} caps, arms {:?}",
        start.elapsed(), body.mesh.rest.len(), body.mesh.triangles.len(), body.hidden_count, body.trunk.triangle_count(),
        body.trunk.cap_count(),
        body.arms.iter().map(|a| a.surface.len()).collect::<Vec<_>>()
    );
    for certify in [false, true] {
        let start = std::time::Instant::now();
        let depths = measure::measure_depths(skeleton, clip, &body, certify)?;
        eprintln!("certify {certify}: {:.3} ms/frame", start.elapsed().as_secs_f64() * 1e3 / clip.frame_count() as f64);
        for arm in &depths {
            let max = arm.iter().enumerate().min_by(|a, b| a.1.least.total_cmp(&b.1.least)).unwrap();
            eprintln!("  max {:.2} cm at {}, frames > 0.3: {}", -max.1.least * 100.0, max.0, arm.iter().filter(|d| d.least < -0.003).count());
        }
    }
    let depths = measure::measure_depths(skeleton, clip, &body, true)?;
    let start = std::time::Instant::now();
    let solver = limb_solver::LimbSolver { skeleton, clip, body: &body };
    let corrections = solver.solve(&depths)?;
    eprintln!("solve {:.3} ms/frame, loops {:?}", start.elapsed().as_secs_f64() * 1e3 / clip.frame_count() as f64, corrections.iter().map(|c| c.loops).collect::<Vec<_>>());
    let edited = limb_solver::write_corrections(skeleton, clip, &body, &corrections)?;
    let after = measure::measure_depths(skeleton, &edited, &body, true)?;
    for (arm, correction) in after.iter().zip(&corrections) {
        let max = arm.iter().enumerate().min_by(|a, b| a.1.least.total_cmp(&b.1.least)).unwrap();
        let hand: Vec<f64> = correction.frames.iter().zip(&correction.angles).map(|(f, a)| (correction::TurnedLimb::new(f, a).end - f.end).norm() * 100.0).collect();
        let base = correction.angles.iter().map(|a| a.fixed_rows::<3>(0).norm().to_degrees()).fold(0.0, f64::max);
        eprintln!("  out {:.2} cm at {}, frames > 0.3: {}; hand mean {:.1} max {:.1} cm, base {base:.0} deg", -max.1.least * 100.0, max.0,
            arm.iter().filter(|d| d.least < -0.003).count(), hand.iter().sum::<f64>() / hand.len() as f64, hand.iter().copied().fold(0.0, f64::max));
    }
    Ok(after.iter().map(|arm| arm.iter().map(|d| -d.least).collect()).collect())
}
