//! Prints `evaluate_balance` over captured clips on two bodies, the second one balanced after the first:
//! `cargo run --release -p surefoot-tests --bin evaluate_figures -- CLIP…`.
#![allow(clippy::print_stdout, reason = "printing is its purpose")]
#![allow(clippy::unwrap_used, reason = "figures that cannot be made must stop the run")]

use surefoot::Clip;
use surefoot::Report;
use surefoot::io::Document;
use surefoot::ops::Progress;
use surefoot::ops::correct_balance::{
    BalanceOriginal, BalanceSetting, CorrectBalanceOptions, correct_balance,
};
use surefoot::ops::evaluate_balance::{BalanceCase, BalanceTake, EvaluateBalanceOptions, evaluate_balance};
use surefoot::ops::measure_balance::BalanceScene;
use surefoot_tests::worn::worn;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let on = |body: &str| -> Vec<Document> { names.iter().map(|name| worn(name, body).unwrap()).collect() };
    let (originals, adapted) = (on("male"), on("heavy"));
    let balanced: Vec<Clip> =
        originals.iter().zip(&adapted).map(|(original, adapted)| balance(original, adapted)).collect();
    let cases: Vec<BalanceCase<'_>> = (0..names.len())
        .map(|index| BalanceCase {
            name: &names[index],
            original: take(&originals[index], &originals[index].clips[0]),
            adapted: Some(take(&adapted[index], &adapted[index].clips[0])),
            balanced: Some(take(&adapted[index], &balanced[index])),
        })
        .collect();
    let start = std::time::Instant::now();
    let report = evaluate_balance(&cases, &EvaluateBalanceOptions::default(), &Progress::none()).unwrap();
    println!(
        "{}\n{:#}\n{:.1} s",
        report.summary(),
        Report::of(&report).figures,
        start.elapsed().as_secs_f64()
    );
}

fn take<'a>(document: &'a Document, clip: &'a Clip) -> BalanceTake<'a> {
    BalanceTake { skeleton: &document.skeleton, clip, skins: &document.skins, scene: BalanceScene::default() }
}

fn balance(original: &Document, adapted: &Document) -> Clip {
    let mut setting = BalanceSetting::default();
    let (skeleton, skins) = (&original.skeleton, &original.skins[..]);
    setting.original =
        Some(BalanceOriginal { skeleton, clip: &original.clips[0], skins, scene: BalanceScene::default() });
    let options = CorrectBalanceOptions::default();
    let (skeleton, clip) = (&adapted.skeleton, &adapted.clips[0]);
    correct_balance(skeleton, clip, &adapted.skins, &setting, &options, &Progress::none()).unwrap().clip
}
