//! The nouns as opaque handles: create from arrays, read through a view, free.
//!
//! A view is a struct in the library's memory, so it can grow at its end without breaking old callers.

mod clip;
mod floor_path;
mod ground;
mod labels;
mod plants;
mod roles;
mod skeleton;
mod skin;
mod soles;

pub use clip::*;
pub use floor_path::*;
pub use ground::*;
pub use labels::*;
pub use plants::*;
pub use roles::*;
pub use skeleton::*;
pub use skin::*;
pub use soles::*;

use crate::*;
use surefoot::math::{Quat, Vec3};

/// Numbers in threes as vectors.
pub(crate) fn vectors(values: &[f64]) -> Vec<Vec3> {
    each_vector(values).collect()
}

pub(crate) fn each_vector(values: &[f64]) -> impl Iterator<Item = Vec3> {
    values.chunks_exact(3).map(|v| Vec3::new(v[0], v[1], v[2]))
}

/// Numbers in fours, x y z w, as rotations; the model's constructors check that they are.
pub(crate) fn rotations(values: &[f64]) -> Vec<Quat> {
    each_rotation(values).collect()
}

pub(crate) fn each_rotation(values: &[f64]) -> impl Iterator<Item = Quat> {
    let quaternion = |v: &[f64]| nalgebra::Quaternion::new(v[3], v[0], v[1], v[2]);
    values.chunks_exact(4).map(move |v| Quat::new_unchecked(quaternion(v)))
}

/// The numbers of an array of vectors or rotations, which hold nothing else.
pub(crate) fn numbers<T>(values: &[T]) -> *const f64 {
    const { assert!(size_of::<T>().is_multiple_of(size_of::<f64>()) && align_of::<T>() == align_of::<f64>()) };
    values.as_ptr().cast()
}

/// `count` times `each`, or the failure that no memory holds so many.
pub(crate) fn product(count: usize, each: usize, name: &str) -> Answer<usize> {
    count.checked_mul(each).ok_or_else(|| Failure::argument(format!("{name}: {count} times {each} values")))
}

/// A struct of C of which nothing is set. For structs of numbers and pointers.
pub(crate) fn zero<T: Copy>() -> T {
    // SAFETY: zero is a value of numbers and of pointers.
    unsafe { std::mem::zeroed() }
}

/// Checks the `struct_size` of a struct that comes in, and copies what the caller knows of it over `base`.
///
/// A caller compiled with an older header has a shorter struct, the rest stays as in `base`. One with a newer header
/// has a longer struct, whose unknown end must be zero: this library cannot do what it asks otherwise.
pub(crate) fn sized<T: Copy>(pointer: *const T, base: T, name: &str) -> Answer<T> {
    // SAFETY: not read unless NULL was refused; struct_size is the first field of every such struct.
    let size = *crate::guard::input(pointer.cast::<usize>(), name)?;
    if crate::options::is_no_size(size) {
        return Err(Failure::argument(format!("{name}.struct_size is {size}; set it to the size of the struct")));
    }
    let bytes = crate::guard::array(pointer.cast::<u8>(), size, name)?;
    if bytes.get(size_of::<T>()..).is_some_and(|tail| tail.iter().any(|b| *b != 0)) {
        return Err(Failure::argument(format!(
            "{name} sets fields that this library, version {}, does not know; it is older than the header",
            env!("CARGO_PKG_VERSION")
        )));
    }
    let mut value = base;
    // SAFETY: both are at least so long, and the types that go in hold numbers and pointers, valid for any bytes.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast::<u8>(), size.min(size_of::<T>()));
    }
    Ok(value)
}

/// As [`sized`]; `base` for NULL.
pub(crate) fn sized_or_default<T: Copy>(pointer: *const T, base: T, name: &str) -> Answer<T> {
    if pointer.is_null() { Ok(base) } else { sized(pointer, base, name) }
}

/// Refuses plants of another clip.
pub(crate) fn same_frames(clip: &surefoot::Clip, plants: &surefoot::Plants) -> Answer {
    if clip.frame_count() == plants.frame_count() {
        return Ok(());
    }
    Err(surefoot::Error::Length {
        what: format!("frames of the plants for clip '{}'", clip.name()),
        expected: clip.frame_count(),
        actual: plants.frame_count(),
    }
    .into())
}

/// Refuses a skin that names joints which the skeleton lacks.
pub(crate) fn skin_fits(skeleton: &surefoot::Skeleton, skin: &surefoot::Skin) -> Answer {
    match skin.data().slot_joints.iter().find(|joint| joint.0 >= skeleton.joint_count()) {
        None => Ok(()),
        Some(joint) => Err(surefoot::Error::invalid(
            format!("skin '{}'", skin.data().name),
            format!("refers to joint {}, but the skeleton has {}", joint.0, skeleton.joint_count()),
        )
        .into()),
    }
}
