//! Options structs: defaults from the core's declarations, checked on the way in.

use crate::*;
use surefoot::Options;
use surefoot::declare::{OptionKind, OptionSpec, OptionValue};

/// Size of an option in every struct.
const SLOT: usize = 8;

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

/// The caller's options by name; none for NULL, which means the defaults.
pub(crate) fn read_values<O: COptions>(options: *const O) -> Answer<Vec<(&'static str, OptionValue)>> {
    if options.is_null() {
        return Ok(Vec::new());
    }
    let options = sized(options, defaults()?, "options")?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::surefoot_detect_plants_options as Known;
    use surefoot::DetectPlantsOptions;

    /// A client compiled when the struct had two options: nothing past its struct is read or written.
    #[test]
    fn a_client_with_the_older_struct_still_works() {
        // Bytes of the caller around its struct.
        let mut memory = [u64::MAX; 16];
        let out = memory[1..].as_mut_ptr().cast::<Known>();
        write_defaults(out, 24).unwrap();
        assert_eq!((memory[0], memory[1], memory[4]), (u64::MAX, 24, u64::MAX));
        memory[2] = 0.3_f64.to_bits();
        let core = read_options(memory[1..].as_ptr().cast::<Known>()).unwrap();
        assert_eq!(core, DetectPlantsOptions::default().still_speed(0.3));
    }

    #[test]
    fn a_client_with_a_newer_struct_may_not_ask_for_what_is_unknown() {
        let mut memory = [u64::MAX; 32];
        let newer = size_of::<Known>() + 16;
        write_defaults(memory.as_mut_ptr().cast::<Known>(), newer).unwrap();
        assert_eq!(memory[newer / 8 - 2..=newer / 8], [0, 0, u64::MAX]);
        let options = memory.as_ptr().cast::<Known>();
        assert_eq!(read_options(options).unwrap(), DetectPlantsOptions::default());
        memory[newer / 8 - 1] = 1;
        let failure = read_options(memory.as_ptr().cast::<Known>()).unwrap_err();
        assert!(failure.message.contains("older than the header"), "{}", failure.message);
    }

    #[test]
    fn sizes_that_no_header_has_are_refused() {
        let mut options: Known = defaults().unwrap();
        for size in [0, 4, 20, (1 << 16) + 8, usize::MAX] {
            options.struct_size = size;
            let failure = read_options(&raw const options).unwrap_err();
            assert_eq!(failure.code, surefoot_status::SUREFOOT_ERROR_ARGUMENT, "{size}");
            let failure = write_defaults(&raw mut options, size).unwrap_err();
            assert_eq!(failure.code, surefoot_status::SUREFOOT_ERROR_ARGUMENT, "{size}");
        }
    }
}
