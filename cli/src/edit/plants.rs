//! Flags of commands that hold planted feet: where plants and ground come from.

use super::EditFlags;
use clap::Args;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Document};
use surefoot::{
    Clip, DetectPlantsOptions, Error, Ground, Note, Plants, Report, Result, detect_plants, merge_plants,
};

/// Which plants are held, and on what ground.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct PlantFlags {
    /// Plants file to use; without it plants are detected (see detect-plants)
    #[arg(long, value_name = "FILE")]
    plants: Option<PathBuf>,
    /// With --plants: detect plants where the file has none
    #[arg(long, requires = "plants")]
    merge_plants: bool,
    /// Detect plants of wrists and fingertips as well
    #[arg(long)]
    hands: bool,
    /// JSON file with the ground: a plane, a height field or triangles; feet are kept out of it
    #[arg(long, value_name = "FILE")]
    ground: Option<PathBuf>,
}

/// Plants and how they were found.
pub(crate) struct ClipPlants {
    pub plants: Plants,
    /// What the detector saw; `None` where a file gave all plants.
    pub detection: Option<Report>,
    pub notes: Vec<Note>,
}

impl PlantFlags {
    /// Refuses flags that contradict each other.
    pub(crate) fn check(&self, command: &str, flags: &EditFlags) -> Result<()> {
        if self.hands && self.plants.is_some() && !self.merge_plants {
            let text =
                "--hands detects plants, but --plants gives them all; add --merge-plants, or leave one out";
            return Err(Error::invalid(command, text));
        }
        if self.plants.is_some() && flags.out_dir.is_some() && flags.files.len() > 1 {
            let text = "a plants file belongs to one clip; use --plants with one input at a time";
            return Err(Error::invalid(command, text));
        }
        Ok(())
    }

    /// Files that are read.
    pub(crate) fn inputs(&self) -> Vec<&Path> {
        self.plants.iter().chain(&self.ground).map(PathBuf::as_path).collect()
    }

    /// The ground, if one was given.
    pub(crate) fn read_ground(&self) -> Result<Option<Ground>> {
        self.ground.as_deref().map(io::read_ground).transpose()
    }

    /// As [`Self::plants_of`]; `None` for a character without feet, unless a file says what it plants.
    pub(crate) fn plants_if_any(
        &self,
        document: &Document,
        clip: &Clip,
        ground: Option<&Ground>,
        flags: &EditFlags,
    ) -> Result<Option<ClipPlants>> {
        match self.plants_of(document, clip, ground, flags) {
            Err(Error::MissingRoles { .. }) if self.plants.is_none() => Ok(None),
            found => found.map(Some),
        }
    }

    /// The plants to hold in `clip`: those of the file, the detector's, or both.
    pub(crate) fn plants_of(
        &self,
        document: &Document,
        clip: &Clip,
        ground: Option<&Ground>,
        flags: &EditFlags,
    ) -> Result<ClipPlants> {
        let mut notes = Vec::new();
        let mut given = None;
        if let Some(path) = &self.plants {
            if flags.clip.is_none() && document.clips.len() > 1 {
                let text =
                    "has several clips, but the plants file belongs to one; choose the clip with --clip";
                return Err(Error::invalid(document.path.display().to_string(), text));
            }
            let file = io::read_plants_of(path, &document.skeleton, clip)?;
            notes.extend(file.notes);
            if !self.merge_plants {
                return Ok(ClipPlants { plants: file.plants, detection: None, notes });
            }
            given = Some(file.plants);
        }
        let options = DetectPlantsOptions::default().hands(self.hands);
        let found = detect_plants(&document.skeleton, clip, ground, &options)?;
        notes.extend(found.report.notes.iter().cloned());
        let plants = match given {
            Some(given) => merge_plants(&found.plants, &given)?,
            None => found.plants,
        };
        Ok(ClipPlants { plants, detection: Some(Report::of(&found.report)), notes })
    }
}
