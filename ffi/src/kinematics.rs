//! World positions and matrices, and deformed meshes, into arrays of the caller.

use crate::*;
use nalgebra::Vector3;
use surefoot::kinematics::{SkinnedFrame, Skinner, world_matrices, world_poses};
use surefoot::math::Affine;

/// Writes the world position of every joint in every frame, metres: 3 numbers a joint, joint after joint, frame after
/// frame. `value_count` is the length of `out_positions`: 3 times joints times frames.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_world_positions(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, out_positions: *mut f64, value_count: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        inputs!(skeleton, clip);
        clip.check_skeleton(skeleton)?;
        let needed = product(clip.frame_count(), 3 * clip.joint_count(), "frames")?;
        let out = Buffer::new(out_positions, value_count, needed, "out_positions")?;
        let poses = world_poses(skeleton, clip)?;
        out.put(poses.positions.iter().flat_map(|p| [p.x, p.y, p.z]).collect::<Vec<_>>().as_slice());
        Ok(())
    })
}

/// Writes the world matrix of every joint in every frame: 4 × 4 numbers a joint, row after row, for column vectors (the
/// position is the last column). `value_count` is the length of `out_matrices`: 16 times joints times frames.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_world_matrices(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, out_matrices: *mut f64, value_count: usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        inputs!(skeleton, clip);
        clip.check_skeleton(skeleton)?;
        let needed = product(clip.frame_count(), 16 * clip.joint_count(), "frames")?;
        let out = Buffer::new(out_matrices, value_count, needed, "out_matrices")?;
        let mut values = Vec::with_capacity(needed);
        let mut maps = vec![Affine::identity(); skeleton.joint_count()];
        for frame in 0..clip.frame_count() {
            world_matrices(skeleton, &clip.pose(frame), &mut maps)?;
            values.extend(maps.iter().flat_map(rows_of));
        }
        out.put(&values);
        Ok(())
    })
}

/// Writes the mesh points of a skin in one frame of a clip, world, metres: 3 numbers a vertex. `value_count` is the
/// length of `out_positions`: 3 times vertices. Fails with SUREFOOT_ERROR_ARGUMENT for a frame that the clip lacks.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_deform_skin(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skin: *const surefoot_skin, frame: usize,
    out_positions: *mut f32, value_count: usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        inputs!(skeleton, clip, skin);
        clip.check_skeleton(skeleton)?;
        skin_fits(skeleton, skin)?;
        if frame >= clip.frame_count() {
            return Err(Failure::argument(format!("frame {frame}; the clip has {}", clip.frame_count())));
        }
        let needed = product(skin.vertex_count(), 3, "vertices")?;
        let out = Buffer::new(out_positions, value_count, needed, "out_positions")?;
        let zeros = |count: usize| vec![Vector3::zeros(); count];
        let mut deformed =
            SkinnedFrame { positions: zeros(skin.vertex_count()), normals: zeros(skin.data().normals.len()) };
        Skinner::new(skeleton, skin)?.deform(&clip.pose(frame), &mut deformed)?;
        out.put(deformed.positions.iter().flat_map(|p| [p.x, p.y, p.z]).collect::<Vec<_>>().as_slice());
        Ok(())
    })
}
