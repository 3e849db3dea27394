//! `surefoot demo`: makes a sliding walk, cleans it and shows the result, in one command.

use crate::output::{Output, path_json, save};
use crate::table;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use surefoot::{
    Clip, DetectPlantsOptions, RemoveFootskateOptions, Report, Skeleton, detect_plants, remove_footskate,
};
use surefoot_page::{BeforeAfter, footskate_page, footskate_rows};
use surefoot_sample::{self as sample, BipedOptions, WalkOptions};

/// Make a sliding walk, clean it, and show before and after
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  surefoot demo -o demo.html")]
pub(crate) struct DemoArgs {
    /// The page to write
    #[arg(short, long, value_name = "PAGE", default_value = "surefoot-demo.html")]
    output: PathBuf,
    /// Height in metres of the character that gets the walk of a 1.75 m tall one; the difference makes it slide
    #[arg(long, value_name = "METRES", default_value_t = 1.55)]
    height: f64,
}

pub(crate) fn run(args: &DemoArgs, output: &Output) -> surefoot::Result<()> {
    let tall = BipedOptions::default();
    let walk = sample::walk(
        &sample::biped_skeleton(&tall)?,
        &WalkOptions { seconds: 6.0, ..WalkOptions::default() },
    )?;
    let small = sample::biped(&BipedOptions { height: args.height, ..tall })?;
    let clip = &carry_over(&walk.clip, &small.skeleton, args.height / tall.height)?;
    let skeleton = &small.skeleton;
    let detected = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default())?;
    let edited =
        remove_footskate(skeleton, clip, &detected.plants, None, &RemoveFootskateOptions::default())?;
    let shown =
        BeforeAfter { before: clip, after: &edited.clip, plants: &detected.plants, report: &edited.report };
    let skins = [small.skin.clone()];
    let title = "A tall character's walk on a smaller one";
    save(&args.output, footskate_page(title, &[], skeleton, &skins, &[shown], None)?.as_bytes())?;
    let text = format!(
        "The walk of a {} m tall character on a {} m tall one: {} frames, {} plants found\n\n{}\n{}\nwrote {}",
        tall.height,
        args.height,
        clip.frame_count(),
        detected.plants.len(),
        table::render(&footskate_rows(&edited.report)),
        edited.report.summary(),
        args.output.display(),
    );
    output.result(
        &text,
        &json!({ "output": path_json(&args.output), "report": Report::of(&edited.report).figures }),
    );
    Ok(())
}

/// The usual careless transfer: rotations and floor path copied, only the root's height fitted to the legs.
fn carry_over(clip: &Clip, skeleton: &Skeleton, scale: f64) -> surefoot::Result<Clip> {
    let mut data = clip.clone().into_data();
    for position in &mut data.root_positions {
        position.y *= scale;
    }
    Clip::new(skeleton, data)
}
