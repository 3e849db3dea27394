//! Flags of commands about balance: what a character carries, weighs and stands on.

use crate::edit::EditFlags;
use crate::files::pick_clip;
use clap::Args;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Document};
use surefoot::math::Vec3;
use surefoot::model::MassSource;
use surefoot::ops::correct_balance::BalanceOriginal;
use surefoot::{
    BalanceScene, Clip, Error, Ground, Load, MassModel, MeasureBalanceOptions, MeasuredBalance, Note, Plants,
    Result, Skeleton, measure_balance,
};

/// What a character carries and weighs.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct MassFlags {
    /// Something carried: a joint or role, its kilograms, and where it hangs in the joint's frame, metres; may be repeated
    #[arg(long, value_name = "JOINT=KG[@X,Y,Z]", value_parser = parse_load, allow_hyphen_values = true)]
    load: Vec<GivenLoad>,
    /// JSON file with the masses of the body, instead of --masses
    #[arg(long, value_name = "FILE")]
    mass_model: Option<PathBuf>,
}

/// What balance depends on besides the clip.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct BalanceFlags {
    #[command(flatten)]
    masses: MassFlags,
    /// Plants file to use; without it plants are detected where they are needed
    #[arg(long, value_name = "FILE")]
    plants: Option<PathBuf>,
    /// JSON file with the ground: a plane, a height field or triangles
    #[arg(long, value_name = "FILE")]
    ground: Option<PathBuf>,
}

/// Loads and masses, read for one skeleton.
pub(crate) struct ReadMasses {
    pub loads: Vec<Load>,
    pub masses: Option<MassModel>,
}

/// The same with plants and ground, read for one clip.
pub(crate) struct ReadScene<'a> {
    pub plants: Option<Plants>,
    ground: Option<&'a Ground>,
    pub masses: ReadMasses,
    pub notes: Vec<Note>,
}

impl MassFlags {
    /// The file that is read.
    pub(crate) fn input(&self) -> Option<&Path> {
        self.mass_model.as_deref()
    }

    pub(crate) fn read(&self, skeleton: &Skeleton) -> Result<ReadMasses> {
        Ok(ReadMasses {
            loads: self.load.iter().map(|load| load_of(skeleton, load)).collect::<Result<Vec<_>>>()?,
            masses: self.input().map(|path| io::read_mass_model(path, skeleton)).transpose()?,
        })
    }
}

impl BalanceFlags {
    /// Files that are read.
    pub(crate) fn inputs(&self) -> Vec<&Path> {
        let paths = self.plants.iter().chain(&self.ground).map(PathBuf::as_path);
        paths.chain(self.masses.input()).collect()
    }

    /// A note where the masses that are asked for are not those that are used.
    pub(crate) fn idle_masses(&self, flag: &str, source: MassSource) -> Option<Note> {
        let is_idle = self.masses.mass_model.is_some() && source != MassSource::Auto;
        let text = format!("{flag} has no effect: the masses are those of --mass-model");
        is_idle.then(|| Note::warning("idle-option", text))
    }

    /// How many things are carried.
    pub(crate) fn load_count(&self) -> usize {
        self.masses.load.len()
    }

    pub(crate) fn has_plants(&self) -> bool {
        self.plants.is_some()
    }

    /// The ground, if one was given.
    pub(crate) fn read_ground(&self) -> Result<Option<Ground>> {
        self.ground.as_deref().map(io::read_ground).transpose()
    }

    /// Everything else, for a clip of a file.
    pub(crate) fn read<'a>(
        &self,
        document: &Document,
        clip: &Clip,
        ground: Option<&'a Ground>,
    ) -> Result<ReadScene<'a>> {
        let skeleton = &document.skeleton;
        let plants =
            self.plants.as_deref().map(|path| io::read_plants_of(path, skeleton, clip)).transpose()?;
        let (plants, notes) = plants.map_or((None, Vec::new()), |file| (Some(file.plants), file.notes));
        Ok(ReadScene { plants, ground, masses: self.masses.read(skeleton)?, notes })
    }
}

impl ReadScene<'_> {
    pub(crate) fn scene(&self) -> BalanceScene<'_> {
        let mut scene = BalanceScene::default();
        scene.plants = self.plants.as_ref();
        scene.ground = self.ground;
        scene.loads = &self.masses.loads;
        scene.masses = self.masses.masses.as_ref();
        scene
    }
}

/// The clip before it was changed: that of the same name, or the only one.
pub(crate) fn original_of<'a>(original: &'a Document, clip: &Clip) -> Result<BalanceOriginal<'a>> {
    let wanted = match original.clips.as_slice() {
        [_] => "1",
        _ => clip.name(),
    };
    Ok(BalanceOriginal {
        skeleton: &original.skeleton,
        clip: &original.clips[pick_clip(original, wanted)?],
        skins: &original.skins,
        scene: BalanceScene::default(),
    })
}

/// Balance before and after, for the page.
pub(crate) fn page_balance(
    document: &Document,
    flags: &EditFlags,
    scene: &BalanceScene<'_>,
    options: &MeasureBalanceOptions,
    clips: [&Clip; 2],
) -> Result<Option<[MeasuredBalance; 2]>> {
    if flags.html.is_none() {
        return Ok(None);
    }
    let measure = |clip: &Clip| {
        let mut scene = scene.clone();
        // Plants of the clip that came have another time if the clip got another length.
        scene.plants = scene.plants.filter(|plants| plants.frame_count() == clip.frame_count());
        measure_balance(&document.skeleton, clip, &document.skins, &scene, options)
    };
    Ok(Some([measure(clips[0])?, measure(clips[1])?]))
}

/// A load as it is typed.
#[derive(Debug, Clone, PartialEq)]
struct GivenLoad {
    joint: String,
    mass: f64,
    offset: Vec3,
}

fn parse_load(text: &str) -> std::result::Result<GivenLoad, String> {
    let refused = || "use JOINT=KG or JOINT=KG@X,Y,Z, such as right_hand=8.9".to_owned();
    let (joint, rest) = text.rsplit_once('=').filter(|(joint, _)| !joint.is_empty()).ok_or_else(refused)?;
    let (mass, place) = rest.split_once('@').map_or((rest, None), |(mass, place)| (mass, Some(place)));
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(refused);
    let offset = match place {
        None => Vec3::zeros(),
        Some(place) => {
            let numbers = place.split(',').map(number).collect::<std::result::Result<Vec<f64>, String>>()?;
            Vec3::from(<[f64; 3]>::try_from(numbers).map_err(|_| refused())?)
        }
    };
    Ok(GivenLoad { joint: joint.to_owned(), mass: number(mass)?, offset })
}

/// The load on its joint; what there is instead, if there is no such joint.
fn load_of(skeleton: &Skeleton, given: &GivenLoad) -> Result<Load> {
    let load = Load::new(skeleton, &given.joint, given.mass).map_err(|error| {
        let roles = surefoot::Role::all().filter(|role| skeleton.roles().joint(*role).is_some());
        let mut roles: Vec<String> = roles.map(|role| role.name()).collect();
        roles.dedup();
        Error::invalid("--load", format!("{error}; or use a role: {}", roles.join(", ")))
    })?;
    Ok(Load { offset: given.offset, ..load })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_read_as_they_are_typed() {
        let load = |joint: &str, mass, offset: [f64; 3]| {
            Ok(GivenLoad { joint: joint.into(), mass, offset: Vec3::from(offset) })
        };
        assert_eq!(parse_load("right_hand=8.9"), load("right_hand", 8.9, [0.0; 3]));
        assert_eq!(parse_load("a=b=2@0,0.1,-0.2"), load("a=b", 2.0, [0.0, 0.1, -0.2]));
        for bad in ["", "right_hand", "=3", "x=", "x=NaN", "x=2@1,2", "x=2@1,2,3,4", "x=2@a,b,c"] {
            assert!(parse_load(bad).is_err(), "{bad}");
        }
    }
}
