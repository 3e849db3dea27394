//! Prints the shortest of some `remove_footskate` calls on the first clip of a file, in seconds: what other floors are
//! compared with. Usage: footskate_time FILE ROUNDS

use std::path::Path;
use std::time::Instant;
use surefoot::io::{self, ReadOptions};
use surefoot::{DetectPlantsOptions, RemoveFootskateOptions, detect_plants, remove_footskate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, rounds] = arguments.as_slice() else { return Err("usage: footskate_time FILE ROUNDS".into()) };
    let document = io::read(Path::new(file), &ReadOptions::default())?;
    let (skeleton, clip) = (&document.skeleton, document.clips.first().ok_or("the file holds no clip")?);
    let plants = detect_plants(skeleton, clip, None, &DetectPlantsOptions::default())?.plants;
    let options = RemoveFootskateOptions::default();
    let mut best = f64::INFINITY;
    for _ in 0..rounds.parse::<usize>()? {
        let start = Instant::now();
        let edited = remove_footskate(skeleton, clip, &plants, None, &options)?;
        best = best.min(start.elapsed().as_secs_f64());
        // The copy counts, letting it go does not.
        std::hint::black_box(&edited);
    }
    #[allow(clippy::print_stdout, reason = "its output")]
    {
        println!("{best}");
    }
    Ok(())
}
