//! The roles file: a JSON object from role names to joint names, for rigs whose names tell too little.
//!
//! ```json
//! { "left_foot": "MyAnkle_L", "spine": ["Back1", "Back2"], "left_toe": null }
//! ```

use crate::error::{Error, Place, Result};
use crate::model::{Role, Roles, Skeleton, override_roles};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::path::Path;

/// Reads a roles file: the skeleton's roles with those of the file put in their place.
///
/// A role is given one joint name, a list (spine and neck), or `null` for none. Roles the file does not name stay.
///
/// ```
/// use surefoot::Role;
/// use surefoot::io::read_roles;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("roles.json");
/// std::fs::write(&path, r#"{"head": null}"#)?;
/// let roles = read_roles(&path, &skeleton)?;
/// assert_eq!(roles.joint(Role::Head), None);
/// assert_eq!(roles.joint(Role::Pelvis), skeleton.roles().joint(Role::Pelvis));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Io`] if it cannot be read; [`Error::Format`] with the line for broken JSON and with the reason for an
/// unknown role or joint, one joint used twice, or a limb whose joints do not hang below each other.
pub fn read_roles(path: &Path, skeleton: &Skeleton) -> Result<Roles> {
    let text = super::read_file::read_text(path)?;
    parse_roles(path, &text, skeleton)
}

/// As [`read_roles`], from text in memory; `path` names it in messages.
///
/// ```
/// use std::path::Path;
/// use surefoot::Role;
/// use surefoot::io::parse_roles;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let text = r#"{"spine": ["spine_lower", "spine_upper"]}"#;
/// let roles = parse_roles(Path::new("roles.json"), text, &skeleton)?;
/// assert_eq!(roles.joints(Role::Spine).count(), 2);
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// As [`read_roles`], without [`Error::Io`].
pub fn parse_roles(path: &Path, text: &str, skeleton: &Skeleton) -> Result<Roles> {
    let Entries(entries) = serde_json::from_str(text)
        .map_err(|e| Error::format(path, Place::Line(e.line()), format!("{e}; {SHAPE}")))?;
    let wrong = |text: String| Error::format(path, Place::File, text);
    let mut named = Vec::with_capacity(entries.len());
    for (name, joints) in entries {
        let Some(role) = Role::from_name(&name) else {
            let known: Vec<String> = Role::all().map(Role::name).collect();
            return Err(wrong(format!("there is no role '{name}'; the roles are {}", known.join(", "))));
        };
        let joints = match joints {
            Joints::None => Vec::new(),
            Joints::One(joint) => vec![joint],
            Joints::Several(joints) => joints,
        };
        named.push((role, joints));
    }
    override_roles(skeleton, &named).map_err(|e| wrong(e.to_string()))
}

/// The skeleton's roles as the text of a roles file, to be edited by hand. Roles without a joint are `null`.
///
/// ```
/// use std::path::Path;
/// use surefoot::io::{encode_roles, parse_roles};
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
///
/// let text = encode_roles(&skeleton);
/// assert!(text.contains("\"left_shin\": \"left_shin\""));
/// assert_eq!(&parse_roles(Path::new("roles.json"), &text, &skeleton)?, skeleton.roles());
/// # Ok::<(), surefoot::Error>(())
/// ```
pub fn encode_roles(skeleton: &Skeleton) -> String {
    let mut object = serde_json::Map::new();
    for role in Role::all() {
        let mut joints: Vec<&str> = skeleton.roles().joints(role).map(|j| skeleton.name(j)).collect();
        let value = match joints.len() {
            0 => serde_json::Value::Null,
            1 => joints.remove(0).into(),
            _ => joints.into(),
        };
        object.insert(role.name(), value);
    }
    format!("{:#}\n", serde_json::Value::Object(object))
}

const SHAPE: &str =
    "expected an object such as {\"left_foot\": \"Ankle_L\", \"spine\": [\"Back1\", \"Back2\"]}";

#[derive(Deserialize)]
#[serde(untagged, expecting = "a role takes a joint name, a list of joint names, or null")]
enum Joints {
    None,
    One(String),
    Several(Vec<String>),
}

/// Entries in file order. A plain map would swallow a role that is given twice.
struct Entries(Vec<(String, Joints)>);

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Entries;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object from role names to joint names")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Entries, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Visit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::model::{Joint, JointIndex, Side};
    use crate::ops::find_roles;

    fn skeleton() -> Skeleton {
        let names = ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "Odd", "Back1", "Back2"];
        let parents = [None, Some(0), Some(1), Some(2), Some(3), Some(0), Some(5)];
        let joints = names.iter().zip(parents);
        let joints =
            joints.map(|(name, parent)| Joint::new(*name, parent.map(JointIndex), Vec3::y())).collect();
        let skeleton = Skeleton::new(joints, vec![]).unwrap();
        let roles = find_roles(&skeleton).roles;
        skeleton.with_roles(roles).unwrap()
    }

    fn refused(text: &str) -> String {
        parse_roles(Path::new("r.json"), text, &skeleton()).unwrap_err().to_string()
    }

    #[test]
    fn named_roles_replace_and_others_stay() {
        let text = r#"{"left_toe": "Odd", "spine": ["Back1", "Back2"]}"#;
        let roles = parse_roles(Path::new("r.json"), text, &skeleton()).unwrap();
        assert_eq!(roles.joint(Role::Toe(Side::Left)), Some(JointIndex(4)));
        assert_eq!(roles.joints(Role::Spine).collect::<Vec<_>>(), [JointIndex(5), JointIndex(6)]);
        assert_eq!(roles.joint(Role::Foot(Side::Left)), Some(JointIndex(3)));
        let moved = r#"{"left_foot": "Odd", "left_shin": "LeftFoot", "left_thigh": null}"#;
        let roles = parse_roles(Path::new("r.json"), moved, &skeleton()).unwrap();
        assert_eq!(roles.role(JointIndex(3)), Some(Role::Shin(Side::Left)));
        assert_eq!(roles.role(JointIndex(2)), None);
        assert_eq!(roles.joint(Role::Thigh(Side::Left)), None);
    }

    #[test]
    fn what_is_written_reads_back() {
        let skeleton = skeleton();
        let bare = skeleton.clone().with_roles(Roles::empty(7)).unwrap();
        let back = parse_roles(Path::new("r.json"), &encode_roles(&skeleton), &bare).unwrap();
        assert_eq!(&back, skeleton.roles());
    }

    #[test]
    fn every_mistake_is_named() {
        let text = refused(r#"{"left_ankle": "Odd"}"#);
        assert!(text.contains("no role 'left_ankle'") && text.contains("left_foot"), "{text}");
        let text = refused(r#"{"left_foot": "Nope"}"#);
        assert!(text.contains("r.json") && text.contains("'Nope'") && text.contains("LeftFoot"), "{text}");
        let text = refused(r#"{"left_foot": "Odd", "left_toe": "Odd"}"#);
        assert!(text.contains("'Odd' is already given to role 'left_foot'"), "{text}");
        let text = refused(r#"{"left_foot": "Odd", "left_foot": "LeftFoot"}"#);
        assert!(text.contains("given twice"), "{text}");
        let text = refused(r#"{"left_foot": ["Odd", "LeftFoot"]}"#);
        assert!(text.contains("takes one joint"), "{text}");
        let text = refused(r#"{"left_foot": "Back1"}"#);
        assert!(text.contains("'Back1' is not below 'LeftLeg', the left shin"), "{text}");
        let text = refused("{\n\"left_foot\": 3}");
        assert!(text.contains("line 2") && text.contains("takes a joint name"), "{text}");
        assert!(refused("{\n\n").contains("line 3"));
        assert!(refused("[]").contains("expected an object"));
    }
}
