//! Masses from a small JSON file, for bodies that are known better than mesh and table tell. The whole format:
//! `docs/files/masses.md`.

use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use crate::model::mass_model::joint_named;
use crate::model::{MassModel, MassSegment, Skeleton};
use nalgebra::Matrix3;
use serde::{Deserialize, Serialize};
use std::path::Path;

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct MassFile {
    segments: Vec<FileSegment>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct FileSegment {
    joint: String,
    mass: f64,
    name: Option<String>,
    #[serde(default)]
    centre: [f64; 3],
    /// Row after row; a point without it.
    #[serde(default)]
    inertia: [[f64; 3]; 3],
}

/// Reads a masses file: the parts of a body, each on a joint that is given by its name or its role.
///
/// ```
/// use surefoot::io::read_mass_model;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("masses.json");
/// std::fs::write(&path, r#"{"segments": [{"joint": "pelvis", "mass": 70}]}"#)?;
/// assert_eq!(read_mass_model(&path, &skeleton)?.total(), 70.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line for broken JSON, and with the reason for an unknown joint or masses
/// that no body has.
pub fn read_mass_model(path: &Path, skeleton: &Skeleton) -> Result<MassModel> {
    let text = super::read_file::read_text(path)?;
    parse_mass_model(path, &text, skeleton)
}

/// As [`read_mass_model`], from text in memory; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::parse_mass_model;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let text = r#"{"segments": [{"joint": "left_hand", "mass": 0.5, "centre": [0, -0.1, 0]}]}"#;
/// let masses = parse_mass_model(Path::new("masses.json"), text, &skeleton)?;
/// assert_eq!(masses.segments()[0].centre.y, -0.1);
/// assert!(parse_mass_model(Path::new("masses.json"), r#"{"segments": []}"#, &skeleton).is_err());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_mass_model`], without [`Error::Io`].
pub fn parse_mass_model(path: &Path, text: &str, skeleton: &Skeleton) -> Result<MassModel> {
    let MassFile { segments } = serde_json::from_str(text).map_err(|e| {
        let text = format!("{e}; a masses file holds segments with joint, mass, centre and inertia");
        Error::format(path, Place::Line(e.line()), text)
    })?;
    let segment = |segment: FileSegment| {
        Ok(MassSegment {
            joint: joint_named(skeleton, &segment.joint)?,
            name: segment.name.unwrap_or(segment.joint),
            mass: segment.mass,
            centre: Vec3::from(segment.centre),
            inertia: Matrix3::from_fn(|row, column| segment.inertia[row][column]),
        })
    };
    let model = segments.into_iter().map(segment).collect::<Result<Vec<_>>>();
    let model = model.and_then(|segments| MassModel::new(skeleton, segments));
    model.map_err(|e| Error::format(path, Place::File, e.to_string()))
}

/// A masses file with these segments: [`read_mass_model`] gives the same ones back, up to the last digit.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{encode_mass_model, parse_mass_model};
/// use surefoot::{BalanceScene, measure_balance};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
///
/// let measured = measure_balance(&skeleton, &clip, &[], &BalanceScene::default(), &Default::default())?;
/// let text = encode_mass_model(&skeleton, measured.masses.segments());
/// let read = parse_mass_model(Path::new("masses.json"), &text, &skeleton)?;
/// assert_eq!(read.segments().len(), measured.masses.segments().len());
/// assert!((read.total() - measured.masses.total()).abs() < 1e-9);
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn encode_mass_model(skeleton: &Skeleton, segments: &[MassSegment]) -> String {
    let segment = |segment: &MassSegment| {
        let name = skeleton.name(segment.joint);
        // A role goes before a name: another joint may be called like this one's name.
        let is_told = joint_named(skeleton, name).is_ok_and(|joint| joint == segment.joint);
        let role = skeleton.roles().role(segment.joint).filter(|_| !is_told);
        FileSegment {
            joint: role.map_or_else(|| name.to_owned(), |role| role.name()),
            mass: segment.mass,
            name: Some(segment.name.clone()),
            centre: segment.centre.into(),
            inertia: std::array::from_fn(|row| std::array::from_fn(|column| segment.inertia[(row, column)])),
        }
    };
    let file = MassFile { segments: segments.iter().map(segment).collect() };
    format!("{:#}\n", serde_json::json!(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masses_file_is_read_or_refused_with_the_reason() {
        let skeleton = crate::sample::biped_skeleton(&Default::default()).unwrap();
        let parse = |text: &str| parse_mass_model(Path::new("m.json"), text, &skeleton);
        let text = r#"{"segments": [{"joint": "left_thigh", "mass": 9.5, "name": "cast", "centre": [0, -0.2, 0.01],
            "inertia": [[0.1, 0.01, 0], [0.01, 0.2, 0], [0, 0, 0.3]]}]}"#;
        let model = parse(text).unwrap();
        let [segment] = model.segments() else { panic!() };
        assert_eq!((segment.name.as_str(), segment.mass), ("cast", 9.5));
        assert_eq!(segment.centre, Vec3::new(0.0, -0.2, 0.01));
        assert_eq!(segment.inertia[(0, 1)], 0.01);
        assert_eq!(skeleton.name(segment.joint), "left_thigh");
        for (bad, reason) in [
            ("{}", "segments"),
            (r#"{"segments": []}"#, "0 kg"),
            (r#"{"segments": [{"joint": "tail", "mass": 1}]}"#, "tail"),
            (r#"{"segments": [{"joint": "pelvis", "mass": -1}]}"#, "-1 kg"),
            (r#"{"segments": [{"joint": "pelvis", "mas": 1}]}"#, "mas"),
            (
                r#"{"segments": [{"joint": "pelvis", "mass": 1, "inertia": [[0, 1, 0], [0, 0, 0], [0, 0, 0]]}]}"#,
                "symmetric",
            ),
        ] {
            let error = parse(bad).unwrap_err().to_string();
            assert!(error.starts_with("m.json") && error.contains(reason), "{bad}: {error}");
        }
    }
}
