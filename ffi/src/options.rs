//! Options structs: defaults from the core's declarations, checked on the way in.

use crate::*;
use surefoot::Options;
use surefoot::declare::{OptionKind, OptionSpec, OptionValue};

/// Size of an option in every struct.
pub(crate) const SLOT: usize = 8;

/// An options struct of C, as `generated/options.rs` has it.
///
/// # Safety
/// `repr(C)`; `struct_size: usize`, then one number of 8 bytes for each of `FIELDS`, an `i64` unless the option is a
/// number: any bytes are a value of it.
pub(crate) unsafe trait COptions: Copy {
    /// The options of the core.
    type Core: Options;
    /// The options in the order of the fields.
    const FIELDS: &'static [&'static str];
    /// Where the first option is.
    const FIRST: usize = size_of::<Self>() - SLOT * Self::FIELDS.len();
}

fn spec_of<O: COptions>(name: &str) -> Answer<&'static OptionSpec> {
    let spec = O::Core::SPECS.iter().find(|spec| spec.name == name);
    spec.ok_or_else(|| Failure::argument(format!("{} has no option '{name}'", O::Core::OPERATION)))
}

/// The defaults, with the `struct_size` of this library.
fn defaults<O: COptions>() -> Answer<O> {
    let mut slots = vec![[0; SLOT]; size_of::<O>().div_ceil(SLOT)];
    let bytes = slots.as_flattened_mut();
    bytes[..size_of::<usize>()].copy_from_slice(&size_of::<O>().to_ne_bytes());
    for (i, name) in O::FIELDS.iter().enumerate() {
        let slot = match spec_of::<O>(name)?.kind {
            OptionKind::Number { default, .. } => default.to_ne_bytes(),
            OptionKind::Integer { default, .. } => default.to_ne_bytes(),
            OptionKind::Flag { default } => i64::from(default).to_ne_bytes(),
            OptionKind::Choice { default, values } => {
                let place = values.iter().position(|value| value.name == default).unwrap_or_default();
                (place as i64).to_ne_bytes()
            }
            _ => [0; SLOT],
        };
        bytes[O::FIRST + SLOT * i..][..SLOT].copy_from_slice(&slot);
    }
    // SAFETY: as many bytes as the struct has, and any bytes are a value of it.
    Ok(unsafe { bytes.as_ptr().cast::<O>().read_unaligned() })
}

/// What the bytes of a field mean.
fn value_of(spec: &OptionSpec, slot: [u8; SLOT]) -> Answer<OptionValue> {
    let whole = i64::from_ne_bytes(slot);
    Ok(match spec.kind {
        OptionKind::Number { .. } => OptionValue::Number(f64::from_ne_bytes(slot)),
        OptionKind::Flag { .. } => OptionValue::Flag(whole != 0),
        OptionKind::Choice { values, .. } => {
            let value = usize::try_from(whole).ok().and_then(|place| values.get(place));
            let refused = || {
                let words: Vec<&str> = values.iter().map(|value| value.name).collect();
                let text = format!(
                    "option '{}' is {whole}; it takes 0 to {} ({})",
                    spec.name,
                    values.len().saturating_sub(1),
                    words.join(", ")
                );
                Failure::new(surefoot_status::SUREFOOT_ERROR_OPTION, text)
            };
            OptionValue::Choice(value.ok_or_else(refused)?.name)
        }
        _ => OptionValue::Integer(whole),
    })
}

/// The caller's options by name; the defaults for NULL.
pub(crate) fn read_values<O: COptions>(options: *const O) -> Answer<Vec<(&'static str, OptionValue)>> {
    let options = sized_or_default(options, defaults()?, "options")?;
    // SAFETY: a struct of this size, of numbers without padding between the options.
    let bytes = unsafe { std::slice::from_raw_parts((&raw const options).cast::<u8>(), size_of::<O>()) };
    let slots = bytes[O::FIRST..].as_chunks::<SLOT>().0;
    O::FIELDS.iter().zip(slots).map(|(name, slot)| Ok((*name, value_of(spec_of::<O>(name)?, *slot)?))).collect()
}

/// The caller's options, or the defaults for NULL. Ranges are checked by the operation.
pub(crate) fn read_options<O: COptions>(options: *const O) -> Answer<O::Core> {
    let mut core = O::Core::default();
    for (name, value) in read_values(options)? {
        core.set(name, value)?;
    }
    Ok(core)
}

/// Writes the defaults into the caller's struct.
pub(crate) fn write_defaults<O: COptions>(out: *mut O, struct_size: usize) -> Answer {
    write_struct(out, struct_size, defaults()?)
}

/// Writes a struct whose first field is `struct_size` as far as the caller's reaches, and zeros behind what this
/// library knows of it.
pub(crate) fn write_struct<T: Copy>(out: *mut T, struct_size: usize, value: T) -> Answer {
    Out::required(out, "out_options")?;
    if is_no_size(struct_size) {
        return Err(Failure::argument(format!("struct_size is {struct_size}; pass the size of the struct")));
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

/// Whether no header has a struct of that size: structs end between fields, and fields are 8 bytes apart.
pub(crate) fn is_no_size(size: usize) -> bool {
    size == 0 || size > 1 << 16 || !size.is_multiple_of(size_of::<usize>())
}
