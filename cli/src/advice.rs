//! What to do about a note on the command line. The library says what is wrong and never names a flag; this table names
//! the flag that helps.

use std::collections::{BTreeMap, BTreeSet};
use surefoot::Note;

/// Code of a note, and what a user of the command line can do about it. Of several texts for a code the first counts whose flags the
/// command has. Flags within quotes belong to the command that is quoted.
const ADVICE: &[(&str, &str)] = &[
    ("unit-estimated", "if that is wrong, set it with --unit"),
    ("up-axis-estimated", "if that is wrong, set it with --up-axis"),
    ("unit-lost", "read the new file with --unit and --up-axis"),
    ("unusual-size", "if that is wrong, set the unit with --unit"),
    ("root-path", "if the path is as it should be: --fit-root-path=false"),
    ("roles-missing", "name the joints in a file: --roles FILE"),
    ("not-a-biped", "if it has two legs, name their joints in a file: --roles FILE"),
    ("volume-per-joint", "if it has two legs, name their joints in a file: --roles FILE"),
    ("stage-left-out", "name the joints in a file: --roles FILE"),
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
    (
        "overlap-by-design",
        "to move it all the same, use 'surefoot remove-penetration --allowed-overlap none'",
    ),
    ("ground-not-underfoot", "give the ground that it stands on: --ground FILE"),
    ("body-note", "what is left alone is set by --allowed-overlap"),
    ("images-beside", "copy the image files to the folder of the new file"),
    ("beyond-minima", "build the graph again with a higher --minima-limit"),
    ("loose-threshold", "look at its transitions with search-motion-graph --style LABEL --html page.html"),
    ("unused-clips", "raise --threshold-factor, or add clips that are more alike"),
    ("no-route", "add clips that pass from one to the other, or raise --threshold-factor"),
    ("far-from-path", "draw wider turns, or add clips that turn as sharply"),
];

/// The commands of the program by name, such as `shape-grid build`, each with its flags.
pub(crate) type Commands = BTreeMap<String, BTreeSet<String>>;

/// All that `root` has.
pub(crate) fn commands_of(root: &clap::Command) -> Commands {
    fn add(command: &clap::Command, before: &str, out: &mut Commands) {
        for below in command.get_subcommands() {
            let name = format!("{before}{}", below.get_name());
            let flags = below.get_arguments().filter_map(|a| Some(format!("--{}", a.get_long()?)));
            out.insert(name.clone(), flags.collect());
            add(below, &format!("{name} "), out);
        }
    }
    let mut out = Commands::new();
    add(root, "", &mut out);
    out
}

/// The flags that a text names, outside of quotes.
fn own_flags(text: &str) -> impl Iterator<Item = &str> {
    let outside = text.split('\'').step_by(2);
    let words = outside.flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric() && c != '-'));
    words.filter(|word| word.starts_with("--"))
}

/// What to do about `note` in the command that has these flags; `None` where there is nothing to set.
pub(crate) fn advice(note: &Note, flags: &BTreeSet<String>) -> Option<&'static str> {
    let can_be_followed = |text: &str| own_flags(text).all(|flag| flags.contains(flag));
    let texts = ADVICE.iter().filter(|(code, _)| *code == note.code).map(|(_, text)| *text);
    texts.into_iter().find(|text| can_be_followed(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_flag_that_is_advised_exists() {
        let commands = commands_of(&crate::Cli::command());
        for (code, text) in ADVICE {
            let takes_it = |flags: &&BTreeSet<String>| own_flags(text).all(|flag| flags.contains(flag));
            assert!(commands.values().any(|flags| takes_it(&flags)), "{code}: no command has all of: {text}");
            // What is quoted is a command with flags of its own.
            for quoted in text.split('\'').skip(1).step_by(2) {
                let words: Vec<&str> = quoted.split(' ').collect();
                assert_eq!(words[0], "surefoot", "{code}: {quoted}");
                let flags = &commands[words[1]];
                let own = words.iter().filter(|word| word.starts_with("--"));
                own.for_each(|flag| assert!(flags.contains(*flag), "{code}: {} has no {flag}", words[1]));
            }
        }
    }

    #[test]
    fn a_command_is_advised_only_what_it_has() {
        let commands = commands_of(&crate::Cli::command());
        for (name, flags) in &commands {
            for (code, _) in ADVICE {
                let note = Note::warning(code, "");
                for flag in advice(&note, flags).into_iter().flat_map(own_flags) {
                    assert!(flags.contains(flag), "{name}: {code}: {flag}");
                }
            }
        }
        let of = |command: &str| advice(&Note::warning("overlap-by-design", ""), &commands[command]).unwrap();
        assert!(of("remove-penetration").ends_with("give --allowed-overlap none"));
        assert!(of("shape-grid build").ends_with("give --allowed-overlap none"));
        assert!(of("adapt-to-body").contains("'surefoot remove-penetration"));
        // Far inside, nothing can be hidden.
        let deep = advice(&Note::warning("penetration-deep", ""), &commands["remove-penetration"]);
        assert!(deep.is_none_or(|text| !text.contains("deform")), "{deep:?}");
    }

    #[test]
    fn a_note_without_advice_stays_as_it_is() {
        let flags = BTreeSet::from(["--unit".to_owned()]);
        let note = Note::warning("unit-estimated", "");
        assert_eq!(advice(&note, &flags), Some("if that is wrong, set it with --unit"));
        assert_eq!(advice(&note, &BTreeSet::new()), None);
        assert_eq!(advice(&Note::warning("muted-layer", ""), &flags), None);
    }
}
