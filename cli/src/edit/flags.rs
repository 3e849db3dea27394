//! Flags of every command that changes clips.

use crate::files::refuse_collisions;
use crate::flags::ReadFlags;
use clap::Args;
use std::path::{Path, PathBuf};
use surefoot::io::Format;
use surefoot::{Error, Result};

/// Which files and clips are changed, and what is written besides.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct EditFlags {
    /// IN OUT, or any number of inputs with --out-dir
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Folder for the results; each keeps the name of its input
    #[arg(long, value_name = "FOLDER")]
    pub out_dir: Option<PathBuf>,
    /// Change only this clip, by name or by number from 1; the others stay as they are
    #[arg(long, value_name = "CLIP")]
    pub clip: Option<String>,
    /// Write all figures as JSON
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write a page that plays before and after, with curves and figures
    #[arg(long, value_name = "PAGE", conflicts_with = "out_dir")]
    pub html: Option<PathBuf>,
    /// Write the heights of all foot and hand points, before and after, as CSV
    #[arg(long, value_name = "FILE", conflicts_with = "out_dir")]
    pub heights: Option<PathBuf>,
    #[command(flatten)]
    pub read: ReadFlags,
}

impl EditFlags {
    /// Inputs and where their results go. `others` are files that the command reads besides.
    pub(super) fn jobs(&self, command: &str, others: &[&Path]) -> Result<Vec<(PathBuf, PathBuf)>> {
        let jobs: Vec<(PathBuf, PathBuf)> = match (&self.out_dir, self.files.as_slice()) {
            (Some(folder), files) => {
                std::fs::create_dir_all(folder).map_err(|e| Error::io(folder, &e))?;
                let target = |file: &PathBuf| folder.join(file.file_name().unwrap_or(file.as_os_str()));
                files.iter().map(|file| (file.clone(), target(file))).collect()
            }
            (None, [input, output]) => vec![(input.clone(), output.clone())],
            (None, files) => {
                let text = format!(
                    "takes an input and an output, or many inputs with --out-dir; {} given",
                    if files.len() == 1 {
                        "1 file was".into()
                    } else {
                        format!("{} files were", files.len())
                    }
                );
                return Err(Error::invalid(command, text));
            }
        };
        let mut inputs: Vec<&Path> = jobs.iter().map(|(input, _)| input.as_path()).collect();
        inputs.extend(others.iter().copied().chain(self.read.roles.as_deref()));
        let mut outputs: Vec<&Path> = jobs.iter().map(|(_, output)| output.as_path()).collect();
        outputs.extend([&self.report, &self.html, &self.heights].into_iter().flatten().map(PathBuf::as_path));
        refuse_collisions(&inputs, &outputs)?;
        jobs.iter().try_for_each(|(_, target)| Format::from_path(target).map(|_| ()))?;
        Ok(jobs)
    }
}
