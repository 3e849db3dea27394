//! `include/surefoot.h` is what the Rust declarations say. `SUREFOOT_UPDATE_HEADER=1` writes it anew, and then fails, so
//! that no run in which it changed passes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

const INTRODUCTION: &str = "\
/* Surefoot: character animation that stands on its feet. The C API, made from ffi/src by ffi/tests/header.rs: do not
 * edit. Conventions in full: docs/c-api.md. In short:
 *
 * - Metres, seconds, radians; right-handed, Y up; quaternions x y z w. Texts and paths are UTF-8.
 * - Functions return a surefoot_status: SUREFOOT_OK, or why not. The last argument, a surefoot_error or NULL, is written
 *   on failure only, every other output on success only.
 * - Handles are opaque and never change once made, streams apart: any number of threads may use one at the same time.
 *   What a function makes (surefoot_x ** out) the caller frees with surefoot_x_free; freeing NULL is fine.
 * - Arrays that go in are copied. Views that come out (const pointers) live until the handle they came from is freed;
 *   later versions add fields at their end.
 * - A struct with struct_size takes sizeof of itself there. Options may be NULL: the defaults. */
";

fn generate(folder: &Path) -> String {
    let mut config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let generated = std::fs::read_to_string(folder.join("src/generated/options.rs")).unwrap();
    let choices = generated.lines().filter_map(|line| line.strip_prefix("pub enum ")?.strip_suffix(" {"));
    config.export.include.extend(choices.map(str::to_owned));
    let version = env!("CARGO_PKG_VERSION");
    let part = |i: usize| version.split('.').nth(i).unwrap();
    config.header = Some(INTRODUCTION.trim_end().to_owned());
    config.after_includes = Some(format!(
        "\n/* Version of this header; surefoot_version() tells that of the library. */\n\
         #define SUREFOOT_VERSION \"{version}\"\n\
         #define SUREFOOT_VERSION_MAJOR {}\n\
         #define SUREFOOT_VERSION_MINOR {}\n\
         #define SUREFOOT_VERSION_PATCH {}",
        part(0),
        part(1),
        part(2)
    ));
    let mut out = Vec::new();
    cbindgen::Builder::new().with_crate(folder).with_config(config).generate().unwrap().write(&mut out);
    compact(&String::from_utf8(out).unwrap())
}

/// Width of the header's lines.
const WIDTH: usize = 118;

/// The header as one would write it: every struct by its short name, functions wrapped where a line is full.
fn compact(header: &str) -> String {
    let mut out = String::new();
    for line in header.lines() {
        let is_code = !line.starts_with("//") && !line.starts_with("typedef struct");
        let line = if is_code { line.replace("struct surefoot_", "surefoot_") } else { line.to_owned() };
        let mut rest = line.as_str();
        while rest.len() > WIDTH && rest.ends_with(';') {
            let end = rest[..WIDTH].rfind(", ").map_or(rest.len(), |at| at + 1);
            out += &format!("{}\n    ", &rest[..end]);
            rest = rest[end..].trim_start();
        }
        out += rest;
        out.push('\n');
    }
    out
}

#[test]
fn the_header_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = folder.join("include/surefoot.h");
    let expected = generate(folder);
    let actual = std::fs::read_to_string(&path).unwrap_or_default();
    if actual != expected && std::env::var_os("SUREFOOT_UPDATE_HEADER").is_some() {
        std::fs::write(&path, &expected).unwrap();
        panic!("include/surefoot.h was written anew; run again");
    }
    let line = actual.lines().zip(expected.lines()).position(|(a, b)| a != b).unwrap_or_default();
    assert!(
        actual == expected,
        "include/surefoot.h differs from the source at line {}: run with SUREFOOT_UPDATE_HEADER=1",
        line + 1
    );
}
