//! [`Document`]: what a file held, in the crate's convention, and what is needed to write it back.

use super::extras::Extras;
use crate::error::{Error, Result};
use crate::math::{Quat, Vec3};
pub use crate::model::Note;
pub(super) use crate::model::clip::is_frame_rate;
pub use crate::model::clip::{MAX_FRAME_RATE, MIN_FRAME_RATE};
use crate::model::standing::{find_standing_soles, rest_stands};
use crate::model::{Clip, Roles, Skeleton, Skin};
use crate::ops::find_soles;
use std::path::{Path, PathBuf};

/// A file format.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::Format;
///
/// let format = Format::from_path(Path::new("walk.GLB"))?;
/// assert_eq!((format, format.name()), (Format::Glb, "glb"));
/// assert!(Format::from_path(Path::new("walk.mp4")).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
#[non_exhaustive]
pub enum Format {
    Bvh,
    Fbx,
    /// Text glTF with its buffers inline or beside it.
    Gltf,
    Glb,
    /// Read only.
    Collada,
}

impl Format {
    /// The format a file name asks for.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for any other ending.
    pub fn from_path(path: &Path) -> Result<Self> {
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
        match extension.as_str() {
            "bvh" => Ok(Format::Bvh),
            "fbx" => Ok(Format::Fbx),
            "gltf" => Ok(Format::Gltf),
            "glb" => Ok(Format::Glb),
            "dae" => Ok(Format::Collada),
            _ => Err(Error::Unsupported {
                path: path.to_owned(),
                text: "unknown file extension; use .bvh, .fbx, .glb, .gltf or, to read, .dae".into(),
            }),
        }
    }

    /// `bvh`, `fbx`, `gltf`, `glb` or `dae`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Bvh => "bvh",
            Format::Fbx => "fbx",
            Format::Gltf => "gltf",
            Format::Glb => "glb",
            Format::Collada => "dae",
        }
    }
}

/// The direction that points up in a file.
///
/// ```
/// use surefoot::io::UpAxis;
/// use surefoot::math::Vec3;
///
/// let up = UpAxis::from_name("z").expect("an axis");
/// assert_eq!((up, up.name(), up.direction()), (UpAxis::Z, "Z", Vec3::z()));
/// assert!((up.to_y_up() * Vec3::z() - Vec3::y()).norm() < 1e-12);
/// assert_eq!(UpAxis::from_number(1, false), Some(UpAxis::Y));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum UpAxis {
    X,
    Y,
    Z,
    NegativeX,
    NegativeY,
    NegativeZ,
}

impl UpAxis {
    /// All six, the usual ones first.
    pub const ALL: [UpAxis; 6] =
        [UpAxis::Y, UpAxis::Z, UpAxis::X, UpAxis::NegativeY, UpAxis::NegativeZ, UpAxis::NegativeX];

    /// `X`, `Y`, `Z`, `-X`, `-Y` or `-Z`.
    pub fn name(self) -> &'static str {
        match self {
            UpAxis::X => "X",
            UpAxis::Y => "Y",
            UpAxis::Z => "Z",
            UpAxis::NegativeX => "-X",
            UpAxis::NegativeY => "-Y",
            UpAxis::NegativeZ => "-Z",
        }
    }

    /// The axis of a name, in capitals or not.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.name().eq_ignore_ascii_case(name))
    }

    /// The axis of a number (x = 0), pointing down it where `is_negative`; `None` for numbers above 2.
    pub fn from_number(number: usize, is_negative: bool) -> Option<Self> {
        let axes = match is_negative {
            false => [UpAxis::X, UpAxis::Y, UpAxis::Z],
            true => [UpAxis::NegativeX, UpAxis::NegativeY, UpAxis::NegativeZ],
        };
        axes.get(number).copied()
    }

    /// The direction in the file.
    pub fn direction(self) -> Vec3 {
        match self {
            UpAxis::X => Vec3::x(),
            UpAxis::Y => Vec3::y(),
            UpAxis::Z => Vec3::z(),
            UpAxis::NegativeX => -Vec3::x(),
            UpAxis::NegativeY => -Vec3::y(),
            UpAxis::NegativeZ => -Vec3::z(),
        }
    }

    /// The rotation from a file with this axis up to Y up: Z up turns −90° about x, so that −Y (front in most Z-up
    /// tools) becomes +Z.
    pub fn to_y_up(self) -> Quat {
        let quarter = std::f64::consts::FRAC_PI_2;
        match self {
            UpAxis::X => Quat::from_euler_angles(0.0, 0.0, quarter),
            UpAxis::Y => Quat::identity(),
            UpAxis::Z => Quat::from_euler_angles(-quarter, 0.0, 0.0),
            UpAxis::NegativeX => Quat::from_euler_angles(0.0, 0.0, -quarter),
            UpAxis::NegativeY => Quat::new_unchecked(nalgebra::Quaternion::new(0.0, 1.0, 0.0, 0.0)),
            UpAxis::NegativeZ => Quat::from_euler_angles(quarter, 0.0, 0.0),
        }
    }
}

/// Where the unit of length came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnitOrigin {
    /// The format fixes it (glTF: metres).
    Standard,
    /// The file states it (FBX).
    Declared,
    /// Guessed from the size of the body (BVH).
    Estimated,
    /// The caller gave it.
    Given,
}

impl UnitOrigin {
    /// One word for people and programs.
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Declared => "declared",
            Self::Estimated => "estimated",
            Self::Given => "given",
        }
    }
}

/// How a file's numbers relate to the crate's.
///
/// ```
/// use surefoot::io::{Convention, UpAxis};
///
/// let ours = Convention::default();
/// assert_eq!((ours.unit_metres, ours.up_axis), (1.0, UpAxis::Y));
/// let blender_centimetres = Convention { unit_metres: 0.01, up_axis: UpAxis::Z, ..ours };
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Convention {
    /// Metres per file unit.
    pub unit_metres: f64,
    /// Where that came from.
    pub unit_origin: UnitOrigin,
    /// The axis that points up in the file.
    pub up_axis: UpAxis,
}

impl Default for Convention {
    /// The crate's own: metres, Y up.
    fn default() -> Self {
        Self { unit_metres: 1.0, unit_origin: UnitOrigin::Standard, up_axis: UpAxis::Y }
    }
}

/// What a caller may override when reading.
///
/// ```
/// use surefoot::io::{ReadOptions, UpAxis};
///
/// let options = ReadOptions { unit_metres: Some(0.01), up_axis: Some(UpAxis::Z), ..Default::default() };
/// options.check()?;
/// assert!(ReadOptions { unit_metres: Some(0.0), ..options }.check().is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadOptions {
    /// Metres per file unit, instead of what the file says or the body suggests.
    pub unit_metres: Option<f64>,
    /// The axis that points up, instead of what the file says or the body suggests.
    pub up_axis: Option<UpAxis>,
    /// Frames per second at which curves are sampled (FBX, glTF) or that the frame time is taken to mean (BVH).
    pub frame_rate: Option<f64>,
}

impl ReadOptions {
    /// Checks that the numbers are in range.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`] for a unit that is not above 0, or a frame rate outside
    /// [`MIN_FRAME_RATE`] to [`MAX_FRAME_RATE`].
    pub fn check(&self) -> Result<()> {
        let out_of_range = |option: &str, value: f64, allowed: String| {
            Err(Error::OptionOutOfRange { option: option.into(), value: value.to_string(), allowed })
        };
        if let Some(unit) = self.unit_metres.filter(|unit| !(unit.is_finite() && *unit > 0.0)) {
            return out_of_range("unit_metres", unit, "a number above 0".into());
        }
        if let Some(rate) = self.frame_rate.filter(|&rate| !is_frame_rate(rate)) {
            let allowed = format!("{MIN_FRAME_RATE} to {MAX_FRAME_RATE} frames per second");
            return out_of_range("frame_rate", rate, allowed);
        }
        Ok(())
    }
}

/// A file's content in the crate's convention.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{Convention, Document, Format, NewFile, ReadOptions, encode_new, read_bytes};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clips = [surefoot_sample::walk(&skeleton, &Default::default())?.clip];
/// # let file = NewFile { skeleton: &skeleton, clips: &clips, skins: &[], convention: Convention::default() };
/// # let bytes = encode_new(Format::Bvh, &file)?.bytes;
///
/// let document: Document = read_bytes(Path::new("walk.bvh"), &bytes, &ReadOptions::default())?;
/// assert_eq!((document.format, document.clips.len()), (Format::Bvh, 1));
/// assert_eq!(document.skeleton.joint_count(), skeleton.joint_count());
/// assert!(document.losses().is_empty(), "BVH holds nothing but joints and motion");
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Document {
    /// Where it was read from; empty for one made in memory.
    pub path: PathBuf,
    /// The file's format.
    pub format: Format,
    /// The one skeleton.
    pub skeleton: Skeleton,
    /// All clips, in file order; may be empty.
    pub clips: Vec<Clip>,
    /// Skinned meshes; may be empty.
    pub skins: Vec<Skin>,
    /// How the file's numbers relate to ours.
    pub convention: Convention,
    /// What the user should know.
    pub notes: Vec<Note>,
    pub(super) extras: Extras,
    pub(super) source: Source,
}

impl Document {
    /// What the file holds and a new file made from this document will not: materials, textures, meshes without a
    /// skin, morph targets, cameras, lights, other nodes. Empty for BVH. [`super::encode_edited`] keeps it all.
    pub fn losses(&self) -> Vec<Note> {
        self.extras.losses()
    }

    /// Gives the skeleton other roles, and looks for the soles of its feet: in the skins, and in the motion of a rig that
    /// does not stand at rest.
    ///
    /// ```
    /// use surefoot::Role;
    /// use surefoot::io::Document;
    /// use surefoot::model::override_roles;
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    ///
    /// let mut document = Document::new(skeleton, vec![], vec![]);
    /// let roles = override_roles(&document.skeleton, &[(Role::Head, vec![])])?;
    /// document.set_roles(roles)?;
    /// assert_eq!(document.skeleton.roles().joint(Role::Head), None);
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] if the roles were made for another number of joints; [`Error::Invalid`] if a skin hangs from
    /// joints that the skeleton lacks.
    pub fn set_roles(&mut self, roles: Roles) -> Result<()> {
        let skeleton = self.skeleton.clone().with_soles([None; 2])?.with_roles(roles)?;
        let (mut soles, notes) = find_soles(&skeleton, &self.skins)?;
        if !rest_stands(&skeleton) {
            let in_motion = find_standing_soles(&skeleton, &self.clips);
            soles.iter_mut().zip(in_motion).for_each(|(sole, moving)| *sole = sole.or(moving));
        }
        self.skeleton = skeleton.with_soles(soles)?;
        self.notes.retain(|warning| warning.code != "sole-normals");
        self.notes.extend(notes);
        Ok(())
    }

    /// A document made in memory: it can be encoded as a new file, not written back into one.
    ///
    /// ```
    /// use surefoot::io::{Document, encode_edited};
    /// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
    /// # let walk = surefoot_sample::walk(&skeleton, &Default::default())?;
    ///
    /// let document = Document::new(skeleton, vec![walk.clip], vec![]);
    /// assert!(encode_edited(&document, &document.clips).is_err(), "there is no file to write back into");
    /// # Ok::<(), surefoot::Error>(())
    /// ```
    pub fn new(skeleton: Skeleton, clips: Vec<Clip>, skins: Vec<Skin>) -> Self {
        Self {
            path: PathBuf::new(),
            format: Format::Glb,
            skeleton,
            clips,
            skins,
            convention: Convention::default(),
            notes: Vec::new(),
            extras: Extras::default(),
            source: Source::None,
        }
    }
}

/// What each format keeps of its file to write edits back.
#[derive(Debug, Clone)]
pub(super) enum Source {
    None,
    Bvh(Box<super::bvh::Layout>),
    Fbx(Box<super::fbx::Source>),
    Gltf(Box<super::gltf::Source>),
}

/// What goes into a new file.
#[derive(Debug, Clone, Copy)]
pub struct NewFile<'a> {
    /// The skeleton of all clips and skins.
    pub skeleton: &'a Skeleton,
    /// BVH holds exactly one.
    pub clips: &'a [Clip],
    /// BVH holds none.
    pub skins: &'a [Skin],
    /// Unit and up axis of the new file; glTF has its own and ignores it.
    pub convention: Convention,
}

/// An encoded file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Encoded {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What was lost or changed on the way.
    pub notes: Vec<Note>,
}
