//! Roles of joints: their numbers and names, finding them and setting them.

use crate::*;
use surefoot::{Role, find_roles};

/// Which part of the body a joint is. The numbers run through the left side before the right.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum surefoot_role {
    /// No role.
    SUREFOOT_ROLE_NONE = -1,
    SUREFOOT_ROLE_PELVIS = 0,
    /// Several joints may be spine.
    SUREFOOT_ROLE_SPINE = 1,
    /// Several joints may be neck.
    SUREFOOT_ROLE_NECK = 2,
    SUREFOOT_ROLE_HEAD = 3,
    SUREFOOT_ROLE_LEFT_CLAVICLE = 4,
    SUREFOOT_ROLE_LEFT_UPPER_ARM = 5,
    SUREFOOT_ROLE_LEFT_FOREARM = 6,
    SUREFOOT_ROLE_LEFT_HAND = 7,
    SUREFOOT_ROLE_LEFT_THIGH = 8,
    SUREFOOT_ROLE_LEFT_SHIN = 9,
    SUREFOOT_ROLE_LEFT_FOOT = 10,
    SUREFOOT_ROLE_LEFT_TOE = 11,
    SUREFOOT_ROLE_RIGHT_CLAVICLE = 12,
    SUREFOOT_ROLE_RIGHT_UPPER_ARM = 13,
    SUREFOOT_ROLE_RIGHT_FOREARM = 14,
    SUREFOOT_ROLE_RIGHT_HAND = 15,
    SUREFOOT_ROLE_RIGHT_THIGH = 16,
    SUREFOOT_ROLE_RIGHT_SHIN = 17,
    SUREFOOT_ROLE_RIGHT_FOOT = 18,
    SUREFOOT_ROLE_RIGHT_TOE = 19,
}

/// A role given to a joint by name.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_role_entry {
    /// A SUREFOOT_ROLE_ number.
    pub role: i32,
    /// The joint's name; NULL takes the role away from the joint that has it.
    pub joint: *const c_char,
}

/// The number of a role.
pub(crate) fn number_of(role: Option<Role>) -> i32 {
    role.and_then(|role| Role::all().position(|r| r == role)).map_or(-1, |i| i as i32)
}

fn role_of(number: i32) -> Answer<Role> {
    usize::try_from(number)
        .ok()
        .and_then(|i| Role::all().nth(i))
        .ok_or_else(|| Failure::argument(format!("role {number} is not a SUREFOOT_ROLE_ constant")))
}

/// Makes a text with the role's name as files have it: "left_foot". Free it with surefoot_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_role_name(
    role: i32, out_name: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_name, "out_name", || {
        let role = role_of(role)?;
        Ok(surefoot_text::new(&role.name()))
    })
}

/// Makes a skeleton with other roles: those of `skeleton`, and the entries on top. All entries of one role together
/// replace its joints; only spine and neck take several. A joint named here loses the role it had. A foot that became
/// another joint has no sole any more: surefoot_find_soles looks for it anew.
///
/// Fails with SUREFOOT_ERROR_UNKNOWN_JOINT, or SUREFOOT_ERROR_INVALID where a limb's joints do not hang below each other.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_with_roles(
    skeleton: *const surefoot_skeleton, entries: *const surefoot_role_entry, entry_count: usize,
    out_skeleton: *mut *mut surefoot_skeleton, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let mut named: Vec<(Role, Vec<String>)> = Vec::new();
        for entry in array(entries, entry_count, "entries")? {
            let role = role_of(entry.role)?;
            let joint =
                if entry.joint.is_null() { None } else { Some(text(entry.joint, "entries[].joint")?.to_owned()) };
            match named.iter_mut().find(|(r, _)| *r == role) {
                Some((_, joints)) => joints.extend(joint),
                None => named.push((role, joint.into_iter().collect())),
            }
        }
        let roles = surefoot::model::override_roles(skeleton, &named)?;
        Ok(surefoot_skeleton::new(skeleton.clone().with_roles(roles)?))
    })
}

/// As surefoot_skeleton_with_roles, from a roles file (JSON, docs/roles.md).
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_with_roles_file(
    skeleton: *const surefoot_skeleton, file: *const c_char, out_skeleton: *mut *mut surefoot_skeleton,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let file = path(file, "file")?;
        let roles = surefoot::io::read_roles(&file, skeleton)?;
        Ok(surefoot_skeleton::new(skeleton.clone().with_roles(roles)?))
    })
}

/// As surefoot_skeleton_with_roles_file, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_with_roles_text(
    skeleton: *const surefoot_skeleton, json: *const c_char, out_skeleton: *mut *mut surefoot_skeleton,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_skeleton, "out_skeleton", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let json = text(json, "json")?;
        let roles = surefoot::io::parse_roles("roles".as_ref(), json, skeleton)?;
        Ok(surefoot_skeleton::new(skeleton.clone().with_roles(roles)?))
    })
}

/// Makes the text of a roles file with the skeleton's roles, to be edited by hand.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_skeleton_roles_text(
    skeleton: *const surefoot_skeleton, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        Ok(surefoot_text::new(&surefoot::io::encode_roles(skeleton)))
    })
}

/// Finds the roles of a skeleton from its names and its shape. Makes a skeleton with them, and a JSON text that tells
/// the rig family, whether it is a biped, which roles are missing and what to know. Either output may be NULL.
///
/// Readers and surefoot_skeleton_create do this by themselves.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_find_roles(
    skeleton: *const surefoot_skeleton, out_skeleton: *mut *mut surefoot_skeleton, out_json: *mut *mut surefoot_text,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let found = find_roles(skeleton);
        let json = serde_json::json!({
            "rig": found.rig,
            "is_biped": found.is_biped,
            "missing": found.missing.iter().map(|r| r.name()).collect::<Vec<_>>(),
            "notes": found.notes,
        });
        let skeleton = skeleton.clone().with_roles(found.roles)?;
        Out::optional(out_skeleton).put_handle(|| surefoot_skeleton::new(skeleton));
        Out::optional(out_json).put_handle(|| surefoot_text::new(&json.to_string()));
        Ok(())
    })
}
