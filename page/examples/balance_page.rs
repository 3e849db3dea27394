//! Writes the page that shows how well a file's first clip, or a generated walk, is balanced. With a mass in kilograms the right hand
//! carries it: the page shows the clip before and after the body makes up for that.
//!
//! `cargo run -p surefoot-page --example balance_page -- walk.bvh walk.html 8`
#![allow(clippy::print_stdout, reason = "an example talks to its reader")]

use std::path::Path;
use surefoot::io::{ReadOptions, read, write_bytes};
use surefoot::model::Load;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{
    BalanceOriginal, BalanceSetting, CorrectBalanceOptions, correct_balance,
};
use surefoot::ops::measure_balance::{BalanceScene, MeasureBalanceOptions, measure_balance};
use surefoot::{Clip, DetectPlantsOptions, Result, detect_plants};
use surefoot_page::{BalanceClip, BalancedClip, balance_page, balanced_page, correct_balance_rows};
use surefoot_sample as sample;

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let (name, skeleton, skins, clip) = match arguments.next() {
        Some(path) => {
            let document = read(Path::new(&path), &ReadOptions::default())?;
            let Some(clip) = document.clips.into_iter().next() else {
                println!("the file holds no clip");
                return Ok(());
            };
            let name = Path::new(&path).file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, document.skeleton, document.skins, clip)
        }
        None => {
            let biped = sample::biped(&sample::BipedOptions::default())?;
            let walk = sample::walk(&biped.skeleton, &sample::WalkOptions::default())?;
            ("walk".to_owned(), biped.skeleton, vec![biped.skin], walk.clip)
        }
    };
    let out = arguments.next();
    let plants = detect_plants(&skeleton, &clip, None, &DetectPlantsOptions::default())?.plants;
    let options = MeasureBalanceOptions::default();
    let html = match arguments.next().and_then(|mass| mass.parse().ok()) {
        None => {
            let measured = measure_balance(&skeleton, &clip, &skins, &BalanceScene::default(), &options)?;
            println!("{}", measured.report.summary());
            let clips = [BalanceClip { clip: &clip, plants: Some(&plants), measured: &measured }];
            balance_page(&name, &measured.report.notes, &skeleton, &skins, &clips, None)?
        }
        Some(mass) => {
            let loads = [Load::new(&skeleton, "right_hand", mass)?];
            let mut setting = BalanceSetting::default();
            setting.scene.loads = &loads;
            setting.original = Some(BalanceOriginal {
                skeleton: &skeleton,
                clip: &clip,
                skins: &skins,
                scene: BalanceScene::default(),
            });
            let correction = CorrectBalanceOptions::default();
            let edited = correct_balance(&skeleton, &clip, &skins, &setting, &correction, &Progress::none())?;
            println!("{}", edited.report.summary());
            let measure = |clip: &Clip| measure_balance(&skeleton, clip, &skins, &setting.scene, &options);
            let measured = [measure(&clip)?, measure(&edited.clip)?];
            let clips = [BalancedClip {
                before: &clip,
                after: &edited.clip,
                plants: Some(&plants),
                measured: [&measured[0], &measured[1]],
                summary: edited.report.summary(),
                figures: correct_balance_rows(&edited.report),
            }];
            balanced_page(&name, "Correction", &edited.report.notes, &skeleton, &skins, &clips, None)?
        }
    };
    match out {
        Some(path) => write_bytes(Path::new(&path), html.as_bytes()),
        None => {
            println!("a page of {:.1} MB", html.len() as f64 / 1e6);
            Ok(())
        }
    }
}
