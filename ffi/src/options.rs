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
            format!(
                "option '{name}' is {number}; it takes 0 to {} ({})",
                values.len() - 1,
                values.join(", ")
            ),
        ));
    };
    options.set(name, OptionValue::Choice(value));
    Ok(())
}

/// Refuses a field that a later version may give a meaning: what is in it today must not change what it does then.
pub(crate) fn reserved(value: impl Into<i64>) -> Answer {
    match value.into() {
        0 => Ok(()),
        value => Err(Failure::argument(format!("a reserved field is {value}; set it to 0"))),
    }
}

/// A whole number from 0 on, which the core holds unsigned.
pub(crate) fn unsigned<T: TryFrom<i64>>(value: i64, name: &str) -> Answer<T> {
    T::try_from(value).map_err(|_| {
        let text = format!("option '{name}' is {value}; it takes numbers from 0");
        Failure::new(surefoot_status::SUREFOOT_ERROR_OPTION, text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ops::surefoot_detect_plants_options;
    use surefoot::DetectPlantsOptions;

    /// The options of a later version: one field more, whose default is not zero.
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct Grown {
        known: surefoot_detect_plants_options,
        newest: f64,
    }

    /// What the later version makes of them.
    #[derive(Debug, PartialEq)]
    struct GrownCore {
        known: DetectPlantsOptions,
        newest: f64,
    }

    impl Default for GrownCore {
        fn default() -> Self {
            Self { known: DetectPlantsOptions::default(), newest: 0.5 }
        }
    }

    impl Options for GrownCore {
        const SPECS: &'static [OptionSpec] = &[];

        fn get(&self, name: &str) -> OptionValue {
            self.known.get(name)
        }

        fn set(&mut self, name: &str, value: OptionValue) {
            self.known.set(name, value);
        }
    }

    // SAFETY: as surefoot_detect_plants_options, and one number more.
    unsafe impl COptions for Grown {
        type Core = GrownCore;
        const FIRST_SIZE: usize = surefoot_detect_plants_options::FIRST_SIZE;

        fn from_core(core: &Self::Core) -> Self {
            let mut known = surefoot_detect_plants_options::from_core(&core.known);
            known.struct_size = size_of::<Self>();
            Self { known, newest: core.newest }
        }

        fn to_core(&self) -> Answer<Self::Core> {
            Ok(GrownCore { known: self.known.to_core()?, newest: self.newest })
        }
    }

    /// A client compiled before the newest field was there: nothing past its struct is read or written.
    #[test]
    fn a_client_with_the_older_struct_still_works() {
        // Bytes of the caller around its struct.
        let mut memory = [u64::MAX; 8];
        let old_size = size_of::<surefoot_detect_plants_options>();
        let out = memory[1..].as_mut_ptr().cast::<Grown>();
        write_defaults(out, old_size).unwrap();
        assert_eq!((memory[0], memory[1], memory[6]), (u64::MAX, old_size as u64, u64::MAX));
        memory[2] = 0.3_f64.to_bits();
        let core = read_options(memory[1..].as_ptr().cast::<Grown>()).unwrap();
        assert_eq!((core.known.still_speed, core.known.fit_fault, core.newest), (0.3, true, 0.5));
    }

    #[test]
    fn a_client_with_a_newer_struct_may_not_ask_for_what_is_unknown() {
        let mut newer = Grown::from_core(&GrownCore::default());
        newer.known.struct_size = size_of::<Grown>();
        let known = (&raw const newer).cast::<surefoot_detect_plants_options>();
        let failure = read_options(known).unwrap_err();
        assert!(failure.message.contains("older than the header"), "{}", failure.message);
        newer.newest = 0.0;
        let known = (&raw const newer).cast::<surefoot_detect_plants_options>();
        assert_eq!(read_options(known).unwrap(), DetectPlantsOptions::default());
    }

    #[test]
    fn sizes_that_no_header_has_are_refused() {
        let mut options = surefoot_detect_plants_options::from_core(&DetectPlantsOptions::default());
        for size in [0, 8, 39, (1 << 16) + 1, usize::MAX] {
            options.struct_size = size;
            let failure = read_options(&raw const options).unwrap_err();
            assert_eq!(failure.code, surefoot_status::SUREFOOT_ERROR_ARGUMENT, "{size}");
            let failure = write_defaults(&raw mut options, size).unwrap_err();
            assert_eq!(failure.code, surefoot_status::SUREFOOT_ERROR_ARGUMENT, "{size}");
        }
    }
}
