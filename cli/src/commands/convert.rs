//! `surefoot convert`: between BVH, FBX and glTF, or within one format with everything else kept.

use crate::flags::{ReadFlags, parse_rate};
use crate::output::{Output, save};
use clap::Args;
use serde_json::json;
use std::path::{Path, PathBuf};
use surefoot::io::{self, Convention, Document, Encoded, Format, NewFile};
use surefoot::{Clip, Error, resample_clip};

/// Convert between BVH, FBX, GLB and glTF
///
/// Within one format the file is copied and only what changed is rewritten; between formats a new file is made.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  surefoot convert walk.bvh walk.glb\n  surefoot convert hero.fbx run.bvh --clip Run --resample 30"
)]
pub(crate) struct ConvertArgs {
    /// A BVH, FBX, GLB or glTF file
    input: PathBuf,
    /// The new file; its ending says the format
    output: PathBuf,
    /// Keep only this clip: its name, or its number from 1
    #[arg(long, value_name = "CLIP")]
    clip: Option<String>,
    /// Frames per second of the result
    #[arg(long, value_name = "FPS", value_parser = parse_rate)]
    resample: Option<f64>,
    #[command(flatten)]
    read: ReadFlags,
}

pub(crate) fn run(args: &ConvertArgs, output: &Output) -> surefoot::Result<()> {
    let format = Format::from_path(&args.output)?;
    refuse_same_file(&args.input, &args.output)?;
    let document = args.read.read(&args.input)?;
    output.warnings(&args.input, &document.warnings);
    let mut clips = match &args.clip {
        Some(wanted) => vec![pick_clip(&document, wanted)?.clone()],
        None => document.clips.clone(),
    };
    if let Some(rate) = args.resample {
        clips = clips
            .iter()
            .map(|clip| resample_clip(&document.skeleton, clip, rate))
            .collect::<Result<_, _>>()?;
    }
    let encoded = encode(&document, &clips, format)?;
    output.warnings(&args.output, &encoded.warnings);
    save(&args.output, &encoded.bytes)?;
    let text = format!(
        "{} → {} ({} clips, {} joints)",
        args.input.display(),
        args.output.display(),
        clips.len(),
        document.skeleton.joint_count()
    );
    let warnings: Vec<_> = document
        .warnings
        .iter()
        .chain(&encoded.warnings)
        .map(|w| json!({ "code": w.code, "text": w.text }))
        .collect();
    output.result(
        &text,
        &json!({ "input": args.input, "output": args.output, "format": format.name(), "clips": clips.len(), "warnings": warnings }),
    );
    Ok(())
}

/// Writing in place would lose the original.
pub(crate) fn refuse_same_file(input: &Path, output: &Path) -> surefoot::Result<()> {
    let same = matches!((input.canonicalize(), output.canonicalize()), (Ok(a), Ok(b)) if a == b);
    if same {
        return Err(Error::invalid(
            output.display().to_string(),
            "is the input itself; name another output file",
        ));
    }
    Ok(())
}

/// The clip of that name, or of that number counted from 1.
pub(crate) fn pick_clip<'a>(document: &'a Document, wanted: &str) -> surefoot::Result<&'a Clip> {
    let by_name = document.clips.iter().find(|clip| clip.name() == wanted);
    let by_number = || wanted.parse::<usize>().ok().and_then(|n| document.clips.get(n.wrapping_sub(1)));
    by_name.or_else(by_number).ok_or_else(|| {
        let names: Vec<_> = document.clips.iter().map(Clip::name).collect();
        Error::invalid(
            document.path.display().to_string(),
            format!(
                "has no clip '{wanted}'; it has: {}",
                if names.is_empty() { "none".into() } else { names.join(", ") }
            ),
        )
    })
}

fn encode(document: &Document, clips: &[Clip], format: Format) -> surefoot::Result<Encoded> {
    if format == document.format && clips.len() == document.clips.len() {
        match io::encode_edited(document, clips) {
            // A variety that cannot be edited in place (ASCII FBX) can still be written anew.
            Err(Error::Unsupported { .. }) => {}
            done => return done,
        }
    }
    let clips = if format == Format::Bvh { &clips[..clips.len().min(1)] } else { clips };
    let convention = if format == Format::Bvh || format == document.format {
        document.convention
    } else {
        Convention::default()
    };
    io::encode_new(
        format,
        &NewFile { skeleton: &document.skeleton, clips, skins: &document.skins, convention },
    )
}
