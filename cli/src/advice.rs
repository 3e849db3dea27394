//! What to do about a note on the command line. The library says what is wrong and never names a flag; this table names
//! the flag that helps.

use surefoot::Note;

/// Code of a note, and what a user of the command line can do about it.
const ADVICE: &[(&str, &str)] = &[
    ("unit-estimated", "if that is wrong, set it with --unit"),
    ("up-axis-estimated", "if that is wrong, set it with --up-axis"),
    ("unit-lost", "read the new file with --unit and --up-axis"),
    ("unusual-size", "if that is wrong, set the unit with --unit"),
    ("root-path", "if the path is as it should be: --fit-root-path=false"),
    ("roles-missing", "name the joints in a file: --roles FILE"),
    ("not-a-biped", "if it has two legs, name their joints in a file: --roles FILE"),
    ("volume-per-joint", "if it has two legs, name their joints in a file: --roles FILE"),
    ("one-clip", "choose the clip with --clip"),
    ("gravity", "set the frame rate with --fps, or the unit with --unit"),
    ("frame-rate-doubtful", "set it with --fps"),
    ("flight-not-ballistic", "set the frame rate with --fps, or the unit with --unit"),
    ("open-mesh", "give the masses in a file: --mass-model FILE"),
    ("first-frame-pose", "cut it off with 'surefoot trim-clip IN OUT --first 1'"),
    ("jump", "if clips were glued together, take them apart with 'surefoot trim-clip'"),
    ("slides", "to hold these feet too, add them to a plants file: --plants FILE"),
    ("no-plants", "if feet do stand, say when in a plants file: --plants FILE"),
    ("still-slides", "--method limbs holds all points at once"),
    ("penetration-left", "hide the last centimetres with 'surefoot deform-out-of-body'"),
    ("arms-cross", "open the arms there, or push the skin out with deform-out-of-body"),
    ("shape-outside-grid", "build a grid that reaches it: --axis PART=GIRTHS"),
    ("arms-in-body-again", "lower --arm-direction"),
    ("overlap-by-design", "to move it all the same, give --allowed-overlap none"),
    ("images-beside", "copy the image files to the new file's folder"),
    ("beyond-minima", "build the graph again with a higher --minima-limit"),
    ("loose-threshold", "look at its transitions with search-motion-graph --style LABEL --html page.html"),
    ("unused-clips", "raise --threshold-factor, or add clips that are more alike"),
    ("no-route", "add clips that pass from one to the other, or raise --threshold-factor"),
    ("far-from-path", "draw wider turns, or add clips that turn as sharply"),
];

/// What to do about `note`; `None` where there is nothing to set.
pub(crate) fn advice(note: &Note) -> Option<&'static str> {
    ADVICE.iter().find(|(code, _)| *code == note.code).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn every_flag_that_is_advised_exists() {
        let command = crate::Cli::command();
        let flags: BTreeSet<String> = crate::leaf_commands(&command)
            .iter()
            .flat_map(|c| c.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?))))
            .collect();
        let commands: BTreeSet<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
        for (code, text) in ADVICE {
            for word in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
                assert!(!word.starts_with("--") || flags.contains(word), "{code}: there is no {word}");
            }
            if let Some((_, after)) = text.split_once("surefoot ") {
                let name: String =
                    after.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
                assert!(commands.contains(name.as_str()), "{code}: there is no command {name}");
            }
        }
    }

    #[test]
    fn a_note_without_advice_stays_as_it_is() {
        assert_eq!(
            advice(&Note::warning("unit-estimated", "")),
            Some("if that is wrong, set it with --unit")
        );
        assert_eq!(advice(&Note::warning("muted-layer", "")), None);
    }
}
