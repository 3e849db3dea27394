//! `surefoot measure-balance`: how well characters keep their balance, for one file or many.

use crate::files::{all_notes, explained, pick_clip, refuse_collisions};
use crate::flags::{OperationFlags, ReadFlags};
use crate::output::{Output, notes_json, path_json, save};
use crate::table;
use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Document};
use surefoot::math::Vec3;
use surefoot::{
    BalanceScene, Clip, Error, Ground, Load, MeasureBalanceOptions, MeasuredBalance, Note, Report, Result,
    Skeleton, measure_balance,
};

/// Measure how well characters keep their balance: zero moment point, what carries the body, flights
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot measure-balance walk.bvh --report walk.json\n  surefoot measure-balance suitcase.bvh --load right_hand=8.9\n  surefoot measure-balance hike.glb --load spine=12@0,0.1,-0.2 --frames hike.csv\n  surefoot measure-balance clips/*.bvh --report all.json"
)]
pub(crate) struct MeasureBalanceArgs {
    /// BVH, FBX, GLB or glTF files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write the figures as JSON: the report of one file, or a list `files`
    #[arg(long, value_name = "FILE.json")]
    report: Option<PathBuf>,
    /// Write every frame of one file as a table: centre of mass, zero moment point, load and more
    #[arg(long, value_name = "FILE.csv")]
    frames: Option<PathBuf>,
    /// Something carried: a joint or role, its kilograms, and where it hangs in the joint's frame, metres; may be repeated
    #[arg(long, value_name = "JOINT=KG[@X,Y,Z]", value_parser = parse_load, allow_hyphen_values = true)]
    load: Vec<GivenLoad>,
    /// JSON file with the masses of the body, instead of --masses
    #[arg(long, value_name = "FILE")]
    mass_model: Option<PathBuf>,
    /// Plants file to use; without it plants are detected where they are needed
    #[arg(long, value_name = "FILE")]
    plants: Option<PathBuf>,
    /// JSON file with the ground: a plane, a height field or triangles
    #[arg(long, value_name = "FILE")]
    ground: Option<PathBuf>,
    /// Which clip, by name or by number from 1 [default: 1]
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    #[command(flatten)]
    options: OperationFlags<MeasureBalanceOptions>,
    #[command(flatten)]
    read: ReadFlags,
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

/// One file, measured.
struct MeasuredFile {
    document: Document,
    clip: usize,
    measured: MeasuredBalance,
    notes: Vec<Note>,
}

impl MeasuredFile {
    fn clip(&self) -> &Clip {
        &self.document.clips[self.clip]
    }

    fn figures(&self) -> Value {
        json!({
            "file": path_json(&self.document.path),
            "clip": self.clip().name(),
            "frame_count": self.clip().frame_count(),
            "frame_rate": self.clip().frame_rate(),
            "report": Report::of(&self.measured.report).figures,
            "notes": notes_json(&self.notes),
        })
    }
}

pub(crate) fn run(args: &MeasureBalanceArgs, output: &Output) -> Result<()> {
    output.checked(check(args));
    let ground = args.ground.as_deref().map(io::read_ground).transpose()?;
    let progress = output.progress(args.files.len() as u64, "files");
    let results: Vec<(&PathBuf, Result<MeasuredFile>)> = args
        .files
        .par_iter()
        .map(|file| {
            let measured = measure_file(args, file, ground.as_ref());
            progress.inc(1);
            (file, measured)
        })
        .collect();
    progress.finish_and_clear();
    if let [(_, result)] = results.as_slice()
        && let Ok(file) = result
    {
        output.notes(&file.document.path, &file.notes);
        if let Some(path) = &args.frames {
            save(path, frames_csv(file.clip(), &file.measured).as_bytes())?;
        }
        if let Some(path) = &args.report {
            save(path, format!("{:#}\n", Report::of(&file.measured.report).figures).as_bytes())?;
        }
        output.result(&one_file_text(file), &file.figures());
        return Ok(());
    }
    if results.len() == 1 {
        return results.into_iter().next().map_or(Ok(()), |(_, result)| result.map(|_| ()));
    }
    let listed = results.iter().map(|(path, result)| match result {
        Ok(file) => file.figures(),
        Err(error) => json!({ "file": path_json(path), "error": error.to_string() }),
    });
    let figures = json!({ "files": listed.collect::<Vec<_>>() });
    if let Some(path) = &args.report {
        save(path, format!("{figures:#}\n").as_bytes())?;
    }
    for (path, result) in &results {
        match result {
            Ok(file) => output.notes_briefly(path, &file.notes),
            Err(error) => output.failure(path, error),
        }
    }
    output.result(&many_files_text(&results), &figures);
    match results.iter().filter(|(_, result)| result.is_err()).count() {
        0 => Ok(()),
        failed => {
            Err(Error::invalid("measure-balance", format!("{failed} of {} files failed", results.len())))
        }
    }
}

/// Refuses flags that contradict each other.
fn check(args: &MeasureBalanceArgs) -> Result<()> {
    let read = args.plants.iter().chain(&args.ground).chain(&args.mass_model).chain(&args.read.roles);
    let inputs: Vec<&Path> = args.files.iter().chain(read).map(PathBuf::as_path).collect();
    let outputs: Vec<&Path> = args.report.iter().chain(&args.frames).map(PathBuf::as_path).collect();
    refuse_collisions(&inputs, &outputs)?;
    for (given, flag) in [(&args.plants, "--plants"), (&args.frames, "--frames")] {
        if given.is_some() && args.files.len() > 1 {
            let text = format!("{flag} belongs to one clip; measure one file at a time with it");
            return Err(Error::invalid("measure-balance", text));
        }
    }
    Ok(())
}

fn measure_file(args: &MeasureBalanceArgs, file: &Path, ground: Option<&Ground>) -> Result<MeasuredFile> {
    let document = args.read.read(file)?;
    let clip = pick_clip(&document, args.clip.as_deref().unwrap_or("1"))?;
    let mut notes = all_notes(&document);
    let (skeleton, motion) = (&document.skeleton, &document.clips[clip]);
    let plants = args.plants.as_deref().map(|path| io::read_plants_of(path, skeleton, motion)).transpose()?;
    notes.extend(plants.iter().flat_map(|file| file.notes.iter().cloned()));
    let masses = args.mass_model.as_deref().map(|path| io::read_mass_model(path, skeleton)).transpose()?;
    let loads = args.load.iter().map(|load| load_of(skeleton, load)).collect::<Result<Vec<_>>>()?;
    let measured = {
        let mut scene = BalanceScene::default();
        scene.plants = plants.as_ref().map(|file| &file.plants);
        scene.ground = ground;
        scene.loads = &loads;
        scene.masses = masses.as_ref();
        measure_balance(skeleton, motion, &document.skins, &scene, &args.options.0)
            .map_err(|error| explained(error, &document))?
    };
    notes.extend(measured.report.notes.iter().cloned());
    Ok(MeasuredFile { document, clip, measured, notes })
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

fn one_file_text(file: &MeasuredFile) -> String {
    let report = &file.measured.report;
    let mut text = format!("{}, clip '{}'\n", file.document.path.display(), file.clip().name());
    let rows = [
        ("zero moment point outside, mean", format!("{:.2} cm", 100.0 * report.balance.outside.mean)),
        ("  95 % of the load below", format!("{:.2} cm", 100.0 * report.balance.outside.p95)),
        (
            "  farthest",
            format!(
                "{:.2} cm, frame {}",
                100.0 * report.balance.outside.max,
                report.balance.outside.max_frame
            ),
        ),
        ("inside", format!("{:.1} %", 100.0 * report.balance.inside)),
        ("inside or within 2 cm", format!("{:.1} %", 100.0 * report.balance.within_2cm)),
        ("frames judged", format!("{} of {}", report.balance.frames, file.clip().frame_count())),
        ("load on the left foot", format!("{:.0} %", 100.0 * report.left_share)),
        ("mass", format!("{:.1} kg, {}", report.mass, report.mass_source.map_or("given", |s| s.name()))),
        ("carried", format!("{:.1} kg", report.carried)),
        ("height of the centre of mass", format!("{:.1} cm", 100.0 * report.centre_height)),
    ];
    let head = vec!["figure".to_owned(), String::new()];
    let rows = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]);
    text += &table::render(&std::iter::once(head).chain(rows).collect::<Vec<_>>());
    for flight in &report.flights {
        let _ = write!(
            text,
            "\nflight, frames {} to {}: {:.2} of gravity, {:.1} cm off its parabola",
            flight.frames.start,
            flight.frames.end - 1,
            flight.g_ratio,
            100.0 * flight.off_parabola,
        );
    }
    for other in &report.other_supports {
        let _ = write!(
            text,
            "\nanother support, frames {} to {}: {:.0} cm outside, near {}",
            other.frames.start,
            other.frames.end - 1,
            100.0 * other.distance,
            other.joint,
        );
    }
    text + "\n" + &report.summary()
}

fn many_files_text(results: &[(&PathBuf, Result<MeasuredFile>)]) -> String {
    let head = ["file", "mean cm", "p95 cm", "inside %", "within 2 cm %", "flights", "other supports"];
    let rows = results.iter().map(|(path, result)| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let Ok(file) = result else { return vec![name, "failed".into()] };
        let report = &file.measured.report;
        let balance = &report.balance;
        if balance.frames == 0 {
            return vec![name, "not judged".into()];
        }
        vec![
            name,
            format!("{:.2}", 100.0 * balance.outside.mean),
            format!("{:.2}", 100.0 * balance.outside.p95),
            format!("{:.1}", 100.0 * balance.inside),
            format!("{:.1}", 100.0 * balance.within_2cm),
            report.flights.len().to_string(),
            report.other_supports.len().to_string(),
        ]
    });
    table::render(&std::iter::once(head.map(String::from).to_vec()).chain(rows).collect::<Vec<_>>())
}

/// Every frame as a line. A cell is empty where the frame has no such value.
fn frames_csv(clip: &Clip, measured: &MeasuredBalance) -> String {
    let frames = &measured.frames;
    let mut out = String::from(
        "frame,seconds,centre_x,centre_y,centre_z,momentum_x,momentum_y,momentum_z,angular_momentum_x,\
         angular_momentum_y,angular_momentum_z,load,zero_moment_point_x,zero_moment_point_y,\
         zero_moment_point_z,outside,left_share,is_judged\n",
    );
    let add = |out: &mut String, value: Option<f64>| {
        out.push(',');
        if let Some(value) = value {
            let _ = write!(out, "{value:.6}");
        }
    };
    for frame in 0..frames.centre.len() {
        let _ = write!(out, "{frame},{:.6}", frame as f64 * clip.frame_time());
        for vector in [&frames.centre, &frames.momentum, &frames.angular_momentum] {
            vector[frame].iter().for_each(|x| add(&mut out, Some(*x)));
        }
        add(&mut out, Some(frames.load[frame]));
        (0..3).for_each(|axis| add(&mut out, frames.zero_moment_point[frame].map(|point| point[axis])));
        add(&mut out, frames.distance[frame]);
        add(&mut out, frames.left_share[frame]);
        let _ = writeln!(out, ",{}", u8::from(frames.is_judged[frame]));
    }
    out
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
