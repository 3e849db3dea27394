//! [`DepthMeter`]: how deep limbs are in the body, for any clip of one character.

use crate::error::Result;
use crate::model::{Clip, Skeleton, Skin};
use crate::ops::Edited;
use crate::ops::progress::Progress;
use crate::ops::remove_penetration::character::PenetrationBody;
use crate::ops::remove_penetration::measure::{LimbDepth, measure_depths};
use crate::ops::remove_penetration::{
    PenetrationMeasures, RemovePenetrationOptions, RemovePenetrationReport, move_limbs_out,
};

/// A character, ready to be measured as [`remove_penetration`](crate::remove_penetration()) does.
pub(crate) struct DepthMeter<'a> {
    skeleton: &'a Skeleton,
    body: PenetrationBody,
}

/// Depth of every limb in every frame.
pub(crate) struct ClipDepths(Vec<Vec<LimbDepth>>);

impl<'a> DepthMeter<'a> {
    /// `clip` is the one that came: it has the frame whose overlap is allowed.
    ///
    /// # Errors
    /// As [`remove_penetration`](crate::remove_penetration()).
    pub(crate) fn new(
        skeleton: &'a Skeleton,
        clip: &Clip,
        skins: &[Skin],
        options: &RemovePenetrationOptions,
    ) -> Result<Self> {
        Ok(Self { skeleton, body: PenetrationBody::new(skeleton, clip, skins, options)? })
    }

    /// Moves limbs out of the body, as [`remove_penetration`](crate::remove_penetration()) does with these options.
    ///
    /// # Errors
    /// As [`remove_penetration`](crate::remove_penetration()).
    pub(crate) fn move_limbs_out(
        &self,
        clip: &Clip,
        skins: &[Skin],
        options: &RemovePenetrationOptions,
        progress: &Progress<'_>,
    ) -> Result<Edited<RemovePenetrationReport>> {
        clip.check_skeleton(self.skeleton)?;
        move_limbs_out(self.skeleton, clip, skins, &self.body, options, progress)
    }

    /// Measures every vertex in every frame.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub(crate) fn measure(&self, clip: &Clip, progress: &Progress<'_>) -> Result<ClipDepths> {
        let depths =
            measure_depths(self.skeleton, clip, &self.body, f32::INFINITY, None, progress, 0.0..1.0)?;
        Ok(ClipDepths(depths))
    }
}

/// How deep limbs are in the body, as [`remove_penetration`](crate::remove_penetration()) measures it.
///
/// # Errors
/// As [`remove_penetration`](crate::remove_penetration()).
pub fn measure_penetration(
    skeleton: &Skeleton,
    clip: &Clip,
    skins: &[Skin],
    options: &RemovePenetrationOptions,
) -> Result<PenetrationMeasures> {
    clip.check_skeleton(skeleton)?;
    let meter = DepthMeter::new(skeleton, clip, skins, options)?;
    Ok(meter.measure(clip, &Progress::none())?.measures())
}

impl ClipDepths {
    pub(crate) fn measures(&self) -> PenetrationMeasures {
        PenetrationMeasures::new(&self.0)
    }

    /// Deepest vertex of each frame, metres; 0 where nothing penetrates.
    pub(crate) fn of_frames(&self) -> Vec<f64> {
        let frame_count = self.0.first().map_or(0, Vec::len);
        let depth = |frame: usize| self.0.iter().map(|limb| -limb[frame].least).fold(0.0f32, f32::max);
        (0..frame_count).map(|frame| f64::from(depth(frame))).collect()
    }
}
