//! Soles, where feet meet the ground: finding them in skins and setting them.

use crate::*;
use surefoot::model::{JointIndex, Side, Skeleton, Skin, Sole};
use surefoot::ops::{find_soles, sole_vertices};

/// A side of the body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum surefoot_side {
    /// Left.
    SUREFOOT_SIDE_LEFT = 0,
    /// Right.
    SUREFOOT_SIDE_RIGHT = 1,
}

/// Where one foot meets the ground.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_sole {
    /// The ankle; -1 if nothing is known of this foot's sole.
    pub foot: i32,
    /// The joint that carries the tip: the toe, else the foot.
    pub front: i32,
    /// Rear end of the contact, in the foot's frame, metres.
    pub heel: [f64; 3],
    /// Front end of the contact, in the front joint's frame, metres.
    pub tip: [f64; 3],
    /// Height of the ankle over the sole while the foot stands, metres.
    pub ankle_height: f64,
    /// The same of the front joint.
    pub front_height: f64,
}

impl surefoot_sole {
    /// The soles of a skeleton, left first.
    pub(crate) fn both(skeleton: &Skeleton) -> [Self; 2] {
        Side::BOTH.map(|side| Self::from_core(skeleton.sole(side)))
    }

    fn from_core(sole: Option<&Sole>) -> Self {
        let index = |joint: JointIndex| i32::try_from(joint.0).unwrap_or(i32::MAX);
        match sole {
            None => Self { foot: -1, front: -1, heel: [0.0; 3], tip: [0.0; 3], ankle_height: 0.0, front_height: 0.0 },
            Some(s) => Self {
                foot: index(s.foot),
                front: index(s.front),
                heel: s.heel.into(),
                tip: s.tip.into(),
                ankle_height: s.ankle_height,
                front_height: s.front_height,
            },
        }
    }

    /// Of the foot of that side: a sole of another joint would be kept and never used.
    fn to_core(self, skeleton: &Skeleton, side: Side) -> Answer<Option<Sole>> {
        if self.foot == -1 {
            return Ok(None);
        }
        // A negative joint becomes one that no skeleton has, and is refused there.
        let joint = |number: i32| JointIndex(usize::try_from(number).unwrap_or(usize::MAX));
        let sole = Sole {
            foot: joint(self.foot),
            front: joint(self.front),
            heel: vectors(&self.heel)[0],
            tip: vectors(&self.tip)[0],
            ankle_height: self.ankle_height,
            front_height: self.front_height,
        };
        let mut soles = [None; 2];
        soles[usize::from(side == Side::Right)] = Some(sole);
        match skeleton.clone().with_soles(soles)?.sole(side) {
            Some(_) => Ok(Some(sole)),
            None => Err(Failure::argument(format!(
                "soles: joints {} and {} are not the {} foot and its toe; set roles first",
                self.foot,
                self.front,
                side.name()
            ))),
        }
    }
}

/// Makes a skeleton with other soles: `soles` are two, left and right. They tell where a foot touches the ground better
/// than joints can; surefoot_find_soles finds them in skins, and the view of a skeleton has them.
///
/// Fails with SUREFOOT_ERROR_SKELETON for a joint that is not there or a number that is not finite, and with
/// SUREFOOT_ERROR_ARGUMENT for a joint that is not that foot. Free it with surefoot_skeleton_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_with_soles(
    skeleton: *const surefoot_skeleton, soles: *const surefoot_sole, out_skeleton: *mut *mut surefoot_skeleton,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let soles = array(soles, 2, "soles")?;
        let soles = [soles[0].to_core(skeleton, Side::Left)?, soles[1].to_core(skeleton, Side::Right)?];
        let skeleton = skeleton.clone().with_soles(soles)?;
        Ok(surefoot_skeleton::new(skeleton))
    })
}

/// Finds the soles of the feet in all skins of a character. Makes a skeleton with them, and notes, for example of a mesh
/// that is inside out. Either output may be NULL; free them with surefoot_skeleton_free and surefoot_notes_free. A foot
/// that no skin covers, or whose mesh is not shaped like a foot, has no sole then, whatever it had before.
///
/// Readers do this by themselves; do it anew after other roles were given. Fails with SUREFOOT_ERROR_INVALID if a skin
/// names joints that the skeleton has not.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_find_soles(
    skeleton: *const surefoot_skeleton, skins: *const *const surefoot_skin, skin_count: usize,
    out_skeleton: *mut *mut surefoot_skeleton, out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let skins: Vec<&Skin> = handles(skins, skin_count, "skins")?.into_iter().map(surefoot_skin::get).collect();
        skins.iter().try_for_each(|skin| skin_fits(skeleton, skin))?;
        let (soles, notes) = find_soles(skeleton, skins)?;
        let skeleton = skeleton.clone().with_soles(soles)?;
        Out::optional(out_skeleton).put_handle(|| surefoot_skeleton::new(skeleton));
        Out::optional(out_notes).put_handle(|| surefoot_notes::new(&notes));
        Ok(())
    })
}

/// Finds the vertices of one foot that look down in the bind pose of one skin, `side` being a SUREFOOT_SIDE_ number.
/// Writes the first `vertex_count` of them, ascending, to `out_vertices`, which may be NULL for 0, and how many there are
/// to `out_count`. `out_by_height`, which may be NULL, gets 1 if the normals tell no sole and the foot's lowest vertices
/// were taken: surefoot_find_soles leaves those out if another skin has a sole. Fails as surefoot_find_soles.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_sole_vertices(
    skeleton: *const surefoot_skeleton, skin: *const surefoot_skin, side: i32, out_vertices: *mut u32,
    vertex_count: usize, out_count: *mut usize, out_by_height: *mut i32, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        inputs!(skeleton, skin);
        let side = usize::try_from(side)
            .ok()
            .and_then(|side| Side::BOTH.get(side).copied())
            .ok_or_else(|| Failure::argument(format!("side {side} is not a SUREFOOT_SIDE_ constant")))?;
        let buffer = Buffer::of(out_vertices, vertex_count, "out_vertices")?;
        let count = Out::required(out_count, "out_count")?;
        skin_fits(skeleton, skin)?;
        let found = sole_vertices(skeleton, skin, side)?;
        let vertices: Vec<u32> = found.vertices.iter().map(|&v| u32::try_from(v).unwrap_or(u32::MAX)).collect();
        buffer.put(&vertices);
        count.put(vertices.len());
        Out::optional(out_by_height).put(found.by_height.into());
        Ok(())
    })
}
