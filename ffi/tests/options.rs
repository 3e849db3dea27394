//! Options structs of other sizes than this library's: those of older and newer headers work as `docs/c-api.md` says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ptr::{null, null_mut};
use surefoot_ffi::surefoot_status::{SUREFOOT_ERROR_ARGUMENT, SUREFOOT_ERROR_OPTION, SUREFOOT_OK};
use surefoot_ffi::*;

/// Memory of a caller in which its struct begins at the second number; the others must stay as they are.
type Memory = [u64; 8];
const AROUND: u64 = u64::MAX;
const SIZE: usize = size_of::<surefoot_trim_clip_options>();

fn write_defaults(memory: &mut Memory, size: usize) -> surefoot_status {
    surefoot_trim_clip_default_options(memory[1..].as_mut_ptr().cast(), size, null_mut())
}

/// Trims plants of 30 frames with the options in memory; the frames that stay.
fn frames_kept(memory: &Memory) -> Result<usize, surefoot_status> {
    let (mut plants, mut trimmed, mut items) = (null_mut(), null_mut(), null());
    let (mut count, mut frames) = (0, 0);
    assert_eq!(surefoot_plants_create(30, null(), 0, &raw mut plants, null_mut()), SUREFOOT_OK);
    let status = surefoot_trim_plants(plants, memory[1..].as_ptr().cast(), &raw mut trimmed, null_mut());
    surefoot_plants_free(plants);
    if status != SUREFOOT_OK {
        return Err(status);
    }
    let status = surefoot_plants_get(trimmed, &raw mut items, &raw mut count, &raw mut frames, null_mut());
    assert_eq!(status, SUREFOOT_OK);
    surefoot_plants_free(trimmed);
    Ok(frames)
}

/// A host that was compiled without the struct fills it by the table: the same bytes as the defaults of the library.
#[test]
fn the_table_tells_where_options_are() {
    let (mut operations, mut count) = (null(), 0);
    assert_eq!(surefoot_operations_get(&raw mut operations, &raw mut count, null_mut()), SUREFOOT_OK);
    // SAFETY: as many pointers as the table says, all valid for ever.
    let operations = unsafe { std::slice::from_raw_parts(operations, count) };
    let filled = |wanted: &str| {
        let found = operations.iter().map(|entry| unsafe { &**entry });
        let is_wanted =
            |entry: &&surefoot_operation| unsafe { std::ffi::CStr::from_ptr(entry.name) }.to_str() == Ok(wanted);
        let entry = found.clone().find(is_wanted).unwrap();
        let mut words = vec![0u64; entry.options_size / 8];
        words[0] = entry.options_size as u64;
        for option in unsafe { std::slice::from_raw_parts(entry.options, entry.option_count) } {
            let option = unsafe { &**option };
            let is_number = option.kind == surefoot_option_kind::SUREFOOT_OPTION_NUMBER as i32;
            let whole = option.default_value as i64;
            assert_eq!(words[option.offset / 8], 0, "two options in one place");
            words[option.offset / 8] = if is_number { option.default_value.to_bits() } else { whole as u64 };
        }
        words
    };
    macro_rules! same {
        ($($operation:literal $options:ident $defaults:ident;)*) => {$(
            let mut words = vec![0u64; size_of::<$options>() / 8];
            assert_eq!($defaults(words.as_mut_ptr().cast(), size_of::<$options>(), null_mut()), SUREFOOT_OK);
            assert_eq!(filled($operation), words, $operation);
        )*};
    }
    same! {
        "remove_footskate" surefoot_remove_footskate_options surefoot_remove_footskate_default_options;
        "remove_penetration" surefoot_remove_penetration_options surefoot_remove_penetration_default_options;
        "correct_balance" surefoot_correct_balance_options surefoot_correct_balance_default_options;
        "search_motion_graph" surefoot_search_motion_graph_options surefoot_search_motion_graph_default_options;
        "trim_clip" surefoot_trim_clip_options surefoot_trim_clip_default_options;
        "check_clip" surefoot_check_clip_options surefoot_check_clip_default_options;
    }
}

/// A client compiled when the struct had one option: nothing past its struct is read or written.
#[test]
fn a_client_with_the_older_struct_still_works() {
    let mut memory = [AROUND; 8];
    assert_eq!(write_defaults(&mut memory, 16), SUREFOOT_OK);
    assert_eq!(memory[..4], [AROUND, 16, 0, AROUND]);
    memory[2] = 20;
    assert_eq!(frames_kept(&memory), Ok(10));
}

#[test]
fn a_client_with_a_newer_struct_may_not_ask_for_what_is_unknown() {
    let mut memory = [AROUND; 8];
    assert_eq!(write_defaults(&mut memory, SIZE + 16), SUREFOOT_OK);
    assert_eq!(memory[2..7], [0, 0, 0, 0, AROUND]);
    assert_eq!(frames_kept(&memory), Ok(30));
    memory[5] = 1;
    assert_eq!(frames_kept(&memory), Err(SUREFOOT_ERROR_ARGUMENT));
}

#[test]
fn sizes_that_no_header_has_are_refused() {
    let mut memory = [AROUND; 8];
    for size in [0, 4, 20, (1 << 16) + 8, usize::MAX] {
        assert_eq!(write_defaults(&mut memory, size), SUREFOOT_ERROR_ARGUMENT, "{size}");
        assert_eq!(memory, [AROUND; 8], "{size}");
        let asked = [AROUND, size as u64, 0, 0, 0, 0, 0, 0];
        assert_eq!(frames_kept(&asked), Err(SUREFOOT_ERROR_ARGUMENT), "{size}");
    }
}

/// Values of every kind come through, and those out of range are refused.
#[test]
fn options_are_read_and_checked() {
    let mut memory = [AROUND; 8];
    assert_eq!(write_defaults(&mut memory, SIZE), SUREFOOT_OK);
    memory[2..4].copy_from_slice(&[4, 20]);
    assert_eq!(frames_kept(&memory), Ok(20));
    memory[3] = (-1_i64).cast_unsigned();
    assert_eq!(frames_kept(&memory), Err(SUREFOOT_ERROR_OPTION));
}
