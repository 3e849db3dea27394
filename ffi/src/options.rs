//! Options structs: defaults from the core's tables, checked on the way in.

use crate::guard::{Answer, Failure, Out};
use crate::model::sized;
use crate::status::surefoot_status;
use surefoot::Options;
use surefoot::ops::{OptionKind, OptionSpec, OptionValue};

/// An options struct of C.
///
/// # Safety
/// `repr(C)`, `struct_size: usize` first, numbers only, no padding at the end: any bytes are a value of it.
pub(crate) unsafe trait COptions: Copy {
    /// The options of the core.
    type Core: Options + Default;
    /// Size of the struct when it was first released; callers have at least this.
    const FIRST_SIZE: usize;

    /// With `struct_size` of this library.
    fn from_core(core: &Self::Core) -> Self;

    /// Unchecked: operations validate their options.
    fn to_core(&self) -> Answer<Self::Core>;
}

/// The caller's options, or the defaults for NULL.
pub(crate) fn read_options<O: COptions>(options: *const O) -> Answer<O::Core> {
    if options.is_null() {
        return Ok(O::Core::default());
    }
    sized(options, O::FIRST_SIZE, O::from_core(&O::Core::default()), "options")?.to_core()
}

/// Writes the defaults into the caller's struct.
pub(crate) fn write_defaults<O: COptions>(out: *mut O, struct_size: usize) -> Answer {
    write_struct(out, struct_size, O::FIRST_SIZE, O::from_core(&O::Core::default()))
}

/// Writes a struct whose first field is `struct_size` as far as the caller's reaches, and zeros behind what this
/// library knows of it.
pub(crate) fn write_struct<T: Copy>(out: *mut T, struct_size: usize, first_size: usize, value: T) -> Answer {
    Out::required(out, "out_options")?;
    if struct_size < first_size || struct_size > 1 << 16 {
        return Err(Failure::argument(format!(
            "struct_size is {struct_size}; pass the size of the struct, at least {first_size}"
        )));
    }
    // SAFETY: the caller's struct is struct_size long and its own; ours is read no further than it reaches.
    unsafe {
        let bytes = out.cast::<u8>();
        bytes.write_bytes(0, struct_size);
        bytes.copy_from_nonoverlapping((&raw const value).cast(), struct_size.min(size_of::<T>()));
        out.cast::<usize>().write(struct_size);
    }
    Ok(())
}

fn spec<O: Options>(name: &str) -> Option<&'static OptionSpec> {
    O::SPECS.iter().find(|spec| spec.name == name)
}

/// The number of a choice: its place in the table.
pub(crate) fn choice_number<O: Options>(options: &O, name: &str) -> i32 {
    match (spec::<O>(name).map(|spec| spec.kind), options.get(name)) {
        (Some(OptionKind::Choice { values, .. }), OptionValue::Choice(value)) => {
            values.iter().position(|v| *v == value).map_or(-1, |i| i as i32)
        }
        _ => -1,
    }
}

/// Sets a choice by its number.
pub(crate) fn set_choice<O: Options>(options: &mut O, name: &str, number: i32) -> Answer {
    let Some(OptionKind::Choice { values, .. }) = spec::<O>(name).map(|spec| spec.kind) else {
        return Err(Failure::argument(format!("option '{name}' is no choice")));
    };
    let Some(value) = usize::try_from(number).ok().and_then(|i| values.get(i)) else {
        return Err(Failure::new(
            surefoot_status::SUREFOOT_ERROR_OPTION,
            format!("option '{name}' is {number}; it takes 0 to {} ({})", values.len() - 1, values.join(", ")),
        ));
    };
    options.set(name, OptionValue::Choice(value));
    Ok(())
}

/// A count, which the core holds unsigned; the range of the table refuses what is below it.
pub(crate) fn count(value: i64) -> usize {
    usize::try_from(value).unwrap_or(0)
}
