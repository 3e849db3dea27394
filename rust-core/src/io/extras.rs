//! [`Extras`]: what a file holds that a [`super::Document`] does not.

use super::document::Note;

/// Counts of what is kept when edits go into a copy of the file, and lost when a new file is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extras {
    pub(super) materials: usize,
    pub(super) textures: usize,
    /// Meshes with texture coordinates or vertex colours.
    pub(super) painted_meshes: usize,
    pub(super) unskinned_meshes: usize,
    pub(super) morph_targets: usize,
    pub(super) cameras: usize,
    pub(super) lights: usize,
    /// Groups, locators and the like.
    pub(super) other_nodes: usize,
}

impl Extras {
    /// One warning for each kind of loss.
    pub(super) fn losses(&self) -> Vec<Note> {
        let kinds: [(&'static str, &[(usize, &str)]); 3] = [
            (
                "materials-lost",
                &[
                    (self.materials, "materials"),
                    (self.textures, "textures"),
                    (self.painted_meshes, "meshes' texture coordinates and vertex colours"),
                ],
            ),
            (
                "mesh-lost",
                &[(self.unskinned_meshes, "meshes without a skin"), (self.morph_targets, "morph targets")],
            ),
            (
                "nodes-lost",
                &[(self.cameras, "cameras"), (self.lights, "lights"), (self.other_nodes, "other nodes")],
            ),
        ];
        let mut out = Vec::new();
        for (code, parts) in kinds {
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, words)| format!("{words} ({count})"))
                .collect();
            if !parts.is_empty() {
                let text =
                    format!("a new file cannot hold the source's {}; they were left out", parts.join(", "));
                out.push(Note::warning(code, text));
            }
        }
        out
    }
}
