//! [`Bytes`] and the values in them.

use crate::error::{Error, Place, Result};
use crate::math::{Quat, Vec3};
use nalgebra::Quaternion;
use std::path::Path;

// Values inside a record, by their place in it. Records are of known length, so none can reach outside.

#[inline(always)]
pub(super) fn word<const N: usize>(record: &[u8; N], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| record[at + i]))
}

#[inline(always)]
pub(super) fn long<const N: usize>(record: &[u8; N], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| record[at + i]))
}

#[inline(always)]
pub(super) fn number<const N: usize>(record: &[u8; N], at: usize) -> f64 {
    f64::from_bits(long(record, at))
}

#[inline(always)]
pub(super) fn vector<const N: usize>(record: &[u8; N], at: usize) -> Vec3 {
    Vec3::new(number(record, at), number(record, at + 8), number(record, at + 16))
}

/// As stored; skeleton and clip check that it is a rotation.
#[inline(always)]
pub(super) fn rotation<const N: usize>(record: &[u8; N], at: usize) -> Quat {
    let v = vector(record, at);
    Quat::new_unchecked(Quaternion::new(number(record, at + 24), v.x, v.y, v.z))
}

/// What is left to read of a section.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a> {
    pub(super) path: &'a Path,
    pub(super) name: &'static str,
    pub(super) at: u64,
    pub(super) left: &'a [u8],
}

impl<'a> Bytes<'a> {
    pub(super) fn broken(&self, text: &str) -> Error {
        Error::format(self.path, Place::Byte(self.at), format!("section '{}' {text}", self.name))
    }

    /// The next `count` records of `size` bytes as a section of their own.
    pub(super) fn part(&mut self, count: usize, size: usize) -> Result<Self> {
        let length = count.checked_mul(size).filter(|&length| length <= self.left.len());
        let Some(length) = length else { return Err(self.broken("ends too early")) };
        let (taken, left) = self.left.split_at(length);
        let part = Self { left: taken, ..*self };
        self.left = left;
        self.at += length as u64;
        Ok(part)
    }

    pub(super) fn take_array<const N: usize>(&mut self) -> Result<&'a [u8; N]> {
        let part = self.part(1, N)?;
        part.left.first_chunk().ok_or_else(|| part.broken("ends too early"))
    }

    pub(super) fn u32(&mut self) -> Result<u32> {
        Ok(word(self.take_array::<4>()?, 0))
    }

    pub(super) fn u64(&mut self) -> Result<u64> {
        Ok(long(self.take_array::<8>()?, 0))
    }

    pub(super) fn f64(&mut self) -> Result<f64> {
        Ok(number(self.take_array::<8>()?, 0))
    }

    pub(super) fn index(&mut self) -> Result<usize> {
        let value = self.u64()?;
        usize::try_from(value).map_err(|_| self.broken("holds a number that is too large"))
    }

    /// Everything left, as records of `N` bytes.
    pub(super) fn records<const N: usize, T>(&self, read: impl Fn(&[u8; N]) -> T) -> Result<Vec<T>> {
        let (records, rest) = self.left.as_chunks::<N>();
        if !rest.is_empty() {
            return Err(self.broken("ends within a record"));
        }
        Ok(records.iter().map(read).collect())
    }
}
