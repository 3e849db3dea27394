//! Builds a shape grid with the command itself, kills it on the way, builds on, and compares with a build that nobody stopped.
//!
//! Usage: `shape_grid_run SUREFOOT FOLDER [--clip 60_01] [--body heavy] [--frames 800] [--kill-at 121] [--whole]`. SUREFOOT is the
//! command's binary. FOLDER gets the clip as GLB and the grid, for `shape_grid_figures`. With `--whole` the grid is built once more
//! without a stop, and the bytes are compared. See docs/methods/shape_grid.md.
#![allow(clippy::print_stdout, reason = "prints figures")]

use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use surefoot::io::{
    Convention, Format, NewFile, ReadOptions, ShapeGridJournal, encode_new, read, read_shape_grid,
    write_bytes,
};
use surefoot::model::shape_grid::{ShapeGridHead, ShapeNode};
use surefoot::ops::shape_grid::{ShapeGridSetup, shape_grid_head};
use surefoot::{BuildShapeGridOptions, TrimClipOptions, trim_clip};
use surefoot_tests::process::child_seconds;
use surefoot_tests::worn::{Failure, worn};

/// Build a shape grid, kill it on the way, build on, and compare
#[derive(Debug, Parser)]
struct Arguments {
    /// The command's binary
    surefoot: PathBuf,
    /// Where clip and grids go
    folder: PathBuf,
    /// A character that comes with the data (walk) or a capture (60_01)
    #[arg(long, default_value = "60_01")]
    clip: String,
    /// The body that wears it
    #[arg(long, default_value = "heavy")]
    body: String,
    /// The first frames of the clip
    #[arg(long, default_value_t = 800)]
    frames: usize,
    /// Kill the first build once it has so many bodies
    #[arg(long, default_value_t = 121)]
    kill_at: usize,
    /// Build once more without a stop, and compare the bytes
    #[arg(long)]
    whole: bool,
}

/// How often the journal is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// A build of the command. It does not outlive this program.
struct Build(Child);

impl Drop for Build {
    fn drop(&mut self) {
        // One that has ended cannot be killed any more.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Build {
    fn start(surefoot: &Path, input: &Path, output: &Path) -> Result<Self, Failure> {
        let mut command = Command::new(surefoot);
        command.args(["shape-grid", "build", "--quiet"]).arg(input).arg(output);
        command.arg("--report").arg(output.with_extension("json"));
        Ok(Self(command.stdout(Stdio::null()).spawn()?))
    }

    fn finish(mut self) -> Result<(), Failure> {
        match self.0.wait()?.success() {
            true => Ok(()),
            false => Err("the build failed".into()),
        }
    }
}

/// The bodies that a build has finished so far, from a copy of its journal.
fn finished(journal: &Path, head: &ShapeGridHead) -> Result<Vec<(usize, ShapeNode)>, Failure> {
    let copy = journal.with_extension("copy");
    // It is not there at the first look.
    if std::fs::copy(journal, &copy).is_err() {
        return Ok(Vec::new());
    }
    let (_, nodes) = ShapeGridJournal::open(&copy, head)?;
    Ok(nodes)
}

fn spent(time: Instant, used: Option<f64>) -> String {
    let cpu = child_seconds().zip(used).map(|(now, then)| format!(", {:.0} s of processors", now - then));
    format!("{:.0} s{}", time.elapsed().as_secs_f64(), cpu.unwrap_or_default())
}

fn main() -> Result<(), Failure> {
    let given = Arguments::parse();
    std::fs::create_dir_all(&given.folder)?;
    let mut document = worn(&given.clip, &given.body)?;
    let clip = document.clips.first().ok_or("the file holds no clip")?;
    let first = TrimClipOptions::default().count(given.frames.min(clip.frame_count()));
    document.clips = vec![trim_clip(&document.skeleton, clip, &first)?.clip];
    let (skeleton, clips, skins) = (&document.skeleton, &document.clips, &document.skins);
    let file = NewFile { skeleton, clips, skins, convention: Convention::default() };
    let input = given.folder.join(format!("{}_{}.glb", given.clip, given.body));
    write_bytes(&input, &encode_new(Format::Glb, &file)?.bytes)?;

    let document = read(&input, &ReadOptions::default())?;
    let (setup, options) = (ShapeGridSetup::default(), BuildShapeGridOptions::default());
    let head = shape_grid_head(&document.skeleton, &document.clips[0], &document.skins, &setup, &options)?;
    println!("{} frames, {} bodies", head.frame_count, head.node_count());
    let stopped = input.with_extension("sfshape");
    let mut journal = stopped.clone().into_os_string();
    journal.push(".part");
    let journal = PathBuf::from(journal);

    let (time, used) = (Instant::now(), child_seconds());
    let mut build = Build::start(&given.surefoot, &input, &stopped)?;
    while finished(&journal, &head)?.len() < given.kill_at {
        if build.0.try_wait()?.is_some() {
            return Err("the build ended before it was killed".into());
        }
        std::thread::sleep(LOOK);
    }
    drop(build);
    let kept = finished(&journal, &head)?;
    println!("killed with {} bodies: {}", kept.len(), spent(time, used));

    let (again, used_again) = (Instant::now(), child_seconds());
    Build::start(&given.surefoot, &input, &stopped)?.finish()?;
    println!("built on: {}; both {}", spent(again, used_again), spent(time, used));
    let grid = read_shape_grid(&stopped)?;
    let lost = kept.iter().filter(|(index, node)| grid.nodes()[*index] != *node).count();
    let report: serde_json::Value = serde_json::from_slice(&std::fs::read(stopped.with_extension("json"))?)?;
    println!("bodies that are not as they were kept: {lost}; solved anew: {}", report["report"]["solved"]);
    println!("{:.1} MB", std::fs::metadata(&stopped)?.len() as f64 / 1e6);

    if given.whole {
        let whole = given.folder.join("whole.sfshape");
        let (time, used) = (Instant::now(), child_seconds());
        Build::start(&given.surefoot, &input, &whole)?.finish()?;
        let is_same = std::fs::read(&stopped)? == std::fs::read(&whole)?;
        println!("without a stop: {}; the same bytes: {is_same}", spent(time, used));
    }
    Ok(())
}
