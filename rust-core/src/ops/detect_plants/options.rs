//! The options of [`detect_plants`](super::detect_plants).

use crate::ops::options::{OptionKind, OptionSpec, OptionValue, Options, set_defaults};

/// Options of [`detect_plants`](super::detect_plants). The defaults need no setting for any body, rate or fault.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DetectPlantsOptions {
    /// Metres per second below which a point counts as still, for a leg of 0.83 m; scales with the leg. Default 0.15.
    pub still_speed: f64,
    /// Seconds; shorter plants are dropped unless they touch an end of the clip. Default 0.04.
    pub min_seconds: f64,
    /// Whether a fault (root drift, root path or legs of wrong length) is estimated and allowed for. Default true.
    pub fit_fault: bool,
    /// Whether the slowest part of a touch without a plant becomes a toe plant, so that runs are planted too.
    /// Default true.
    pub use_touches: bool,
    /// Whether wrists and fingertips are searched as well. Default false.
    pub hands: bool,
    /// Whether heels and toe tips, the points of the sole, are searched as well. Default false.
    pub sole: bool,
}

impl Default for DetectPlantsOptions {
    fn default() -> Self {
        let mut options = Self {
            still_speed: 0.0,
            min_seconds: 0.0,
            fit_fault: false,
            use_touches: false,
            hands: false,
            sole: false,
        };
        set_defaults(&mut options);
        options
    }
}

impl Options for DetectPlantsOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "still_speed",
            kind: OptionKind::Number { default: 0.15, min: 0.01, max: 1.0 },
            unit: "m/s",
            help: "Speed below which a point counts as still, for a leg of 0.83 m; scales with the leg",
        },
        OptionSpec {
            name: "min_seconds",
            kind: OptionKind::Number { default: 0.04, min: 0.0, max: 1.0 },
            unit: "s",
            help: "Shorter plants are dropped unless they touch an end of the clip",
        },
        OptionSpec {
            name: "fit_fault",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Estimate and allow for root drift and for a root path or legs of wrong length",
        },
        OptionSpec {
            name: "use_touches",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Make the slowest part of a brief touch a plant, so that runs are planted too",
        },
        OptionSpec {
            name: "hands",
            kind: OptionKind::Flag { default: false },
            unit: "",
            help: "Search plants of wrists and fingertips as well",
        },
        OptionSpec {
            name: "sole",
            kind: OptionKind::Flag { default: false },
            unit: "",
            help: "Search plants of heels and toe tips, the points of the sole, as well",
        },
    ];

    fn get(&self, name: &str) -> OptionValue {
        match name {
            "still_speed" => OptionValue::Number(self.still_speed),
            "min_seconds" => OptionValue::Number(self.min_seconds),
            "fit_fault" => OptionValue::Flag(self.fit_fault),
            "use_touches" => OptionValue::Flag(self.use_touches),
            "hands" => OptionValue::Flag(self.hands),
            "sole" => OptionValue::Flag(self.sole),
            _ => unreachable_option(name),
        }
    }

    fn set(&mut self, name: &str, value: OptionValue) {
        match (name, value) {
            ("still_speed", OptionValue::Number(v)) => self.still_speed = v,
            ("min_seconds", OptionValue::Number(v)) => self.min_seconds = v,
            ("fit_fault", OptionValue::Flag(v)) => self.fit_fault = v,
            ("use_touches", OptionValue::Flag(v)) => self.use_touches = v,
            ("hands", OptionValue::Flag(v)) => self.hands = v,
            ("sole", OptionValue::Flag(v)) => self.sole = v,
            _ => {}
        }
    }
}

/// `Options::get` is only asked for names of `SPECS`; a wrong one must fail `OptionSpec::check`, not panic.
fn unreachable_option(_name: &str) -> OptionValue {
    OptionValue::Choice("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spec_reads_and_writes_its_own_field() {
        let options = DetectPlantsOptions::default();
        assert!(options.validate().is_ok());
        for spec in DetectPlantsOptions::SPECS {
            assert_eq!(options.get(spec.name), spec.kind.default_value(), "{}", spec.name);
            let other = match spec.kind {
                OptionKind::Number { max, .. } => OptionValue::Number(max),
                OptionKind::Flag { default } => OptionValue::Flag(!default),
                OptionKind::Integer { max, .. } => OptionValue::Integer(max),
                OptionKind::Choice { values, .. } => OptionValue::Choice(values[0]),
            };
            let mut changed = options;
            changed.set(spec.name, other);
            assert_eq!(changed.get(spec.name), other, "{}", spec.name);
            assert_ne!(changed, options, "{}", spec.name);
        }
        let bad = DetectPlantsOptions { still_speed: f64::NAN, ..options };
        assert!(bad.validate().unwrap_err().to_string().contains("still_speed"));
    }
}
