//! [`RemoveFootskateOptions`].

use crate::ops::options::{OptionKind, OptionSpec, OptionValue, Options, set_defaults};

/// What [`remove_footskate`](crate::remove_footskate()) moves to keep planted points in place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FootskateMethod {
    /// Legs and arms are bent to the plants.
    #[default]
    Limbs,
    /// The root's path alone is changed.
    Root,
    /// The body hangs on the foot that carries it; the landing leg is bent to the ground.
    FootRooted,
}

impl FootskateMethod {
    /// Every method, the default first.
    pub const ALL: [Self; 3] = [Self::Limbs, Self::Root, Self::FootRooted];

    /// The name used in options and reports: `limbs`, `root` or `foot-rooted`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limbs => "limbs",
            Self::Root => "root",
            Self::FootRooted => "foot-rooted",
        }
    }

    /// The method of that name; `None` for any other word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }
}

/// How [`FootskateMethod::Limbs`] finds the motion between plants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum FootskateSolver {
    /// Sees the whole clip.
    #[default]
    LeastSquares,
    /// Looks a fixed time ahead, as a stream does.
    Windowed,
}

impl FootskateSolver {
    /// Every solver, the default first.
    pub const ALL: [Self; 2] = [Self::LeastSquares, Self::Windowed];

    /// The name used in options and reports: `least-squares` or `windowed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LeastSquares => "least-squares",
            Self::Windowed => "windowed",
        }
    }

    /// The solver of that name; `None` for any other word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|solver| solver.name() == name)
    }
}

/// How [`remove_footskate`](crate::remove_footskate()) works. Field meanings and ranges are in [`Options::SPECS`].
#[derive(Debug, Clone, PartialEq)]
pub struct RemoveFootskateOptions {
    /// What is moved.
    pub method: FootskateMethod,
    /// How the limbs' motion is found.
    pub solver: FootskateSolver,
    /// Largest change of a limb's length, as a part of it; 0 keeps bones rigid.
    pub max_stretch: f64,
    /// How far from a plant the motion may change, seconds.
    pub cutoff: f64,
    /// How fast a foot's correction fades in swing, seconds.
    pub swing_time: f64,
    /// How fast a foot's turn fades in swing, seconds.
    pub turn_time: f64,
    /// Share of the limb's swivel taken by the hip, 0 to 1.
    pub swivel: f64,
    /// Whether straight knees near plants are softened.
    pub soften_knees: bool,
    /// Whether a shaking root is smoothed first.
    pub denoise: bool,
    /// Whether a drift or a wrong scale of the root's path is taken out of the root first.
    pub fit_root_path: bool,
    /// Whether planted feet and fingertips are put on the ground.
    pub snap_to_ground: bool,
    /// Solver rounds of `least-squares`.
    pub rounds: usize,
    /// Half window of `windowed`, seconds.
    pub window: f64,
    /// Part of a plant that sets its place in `windowed`, seconds; 0 is all of it.
    pub anchor_window: f64,
    /// Angle in degrees from which `windowed` damps knees and elbows.
    pub damping_angle: f64,
    /// How far a stream is behind, seconds.
    pub delay: f64,
    /// How far `foot-rooted` lowers the body so that legs bend instead of stretch, metres.
    pub lower_body: f64,
}

impl Options for RemoveFootskateOptions {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "method",
            kind: OptionKind::Choice {
                default: FootskateMethod::Limbs.name(),
                values: &[
                    FootskateMethod::Limbs.name(),
                    FootskateMethod::Root.name(),
                    FootskateMethod::FootRooted.name(),
                ],
            },
            unit: "",
            help: "limbs bends legs and arms to the plants; root and foot-rooted move the whole body instead",
        },
        OptionSpec {
            name: "solver",
            kind: OptionKind::Choice {
                default: FootskateSolver::LeastSquares.name(),
                values: &[FootskateSolver::LeastSquares.name(), FootskateSolver::Windowed.name()],
            },
            unit: "",
            help: "least-squares sees the whole clip; windowed looks a fixed time ahead, as the stream does",
        },
        OptionSpec {
            name: "max_stretch",
            kind: OptionKind::Number { default: 0.03, min: 0.0, max: 0.2 },
            unit: "ratio",
            help: "Largest change of a limb's length; 0 keeps bones rigid and lets the hips give way",
        },
        OptionSpec {
            name: "cutoff",
            kind: OptionKind::Number { default: 0.5, min: 0.0, max: 10.0 },
            unit: "s",
            help: "Frames further than this from any plant stay as they are",
        },
        OptionSpec {
            name: "swing_time",
            kind: OptionKind::Number { default: 0.025, min: 0.0, max: 1.0 },
            unit: "s",
            help: "How slowly a foot's correction fades between plants",
        },
        OptionSpec {
            name: "turn_time",
            kind: OptionKind::Number { default: 0.04, min: 0.0, max: 1.0 },
            unit: "s",
            help: "How slowly a foot's turn fades between plants",
        },
        OptionSpec {
            name: "swivel",
            kind: OptionKind::Number { default: 0.5, min: 0.0, max: 1.0 },
            unit: "ratio",
            help: "Share of a foot's turn about the leg that the hip takes; the ankle takes the rest",
        },
        OptionSpec {
            name: "soften_knees",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Ease knees that snap straight near a plant",
        },
        OptionSpec {
            name: "denoise",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Smooth the root first where its path shakes",
        },
        OptionSpec {
            name: "fit_root_path",
            kind: OptionKind::Flag { default: true },
            unit: "",
            help: "Take a drift or a wrong scale of the root's path out of the root first",
        },
        OptionSpec {
            name: "snap_to_ground",
            kind: OptionKind::Flag { default: false },
            unit: "",
            help: "Put planted feet and fingertips on the ground, joints at their standing height",
        },
        OptionSpec {
            name: "rounds",
            kind: OptionKind::Integer { default: 8, min: 1, max: 100 },
            unit: "",
            help: "Most solver rounds of least-squares",
        },
        OptionSpec {
            name: "window",
            kind: OptionKind::Number { default: 0.15, min: 0.0, max: 2.0 },
            unit: "s",
            help: "Half window of the windowed solver",
        },
        OptionSpec {
            name: "anchor_window",
            kind: OptionKind::Number { default: 0.0, min: 0.0, max: 2.0 },
            unit: "s",
            help: "How much of a plant sets its place in the windowed solver; 0 is all of it (a stream takes 0.25)",
        },
        OptionSpec {
            name: "damping_angle",
            kind: OptionKind::Number { default: 120.0, min: 45.0, max: 180.0 },
            unit: "deg",
            help: "Knee angle from which the windowed solver damps",
        },
        OptionSpec {
            name: "delay",
            kind: OptionKind::Number { default: 0.3, min: 0.0, max: 2.0 },
            unit: "s",
            help: "How far a stream is behind its input; 0 is live",
        },
        OptionSpec {
            name: "lower_body",
            kind: OptionKind::Number { default: 0.005, min: 0.0, max: 0.1 },
            unit: "m",
            help: "How far foot-rooted lowers the body so that legs bend instead of stretch",
        },
    ];

    fn get(&self, name: &str) -> OptionValue {
        match name {
            "method" => OptionValue::Choice(self.method.name()),
            "solver" => OptionValue::Choice(self.solver.name()),
            "max_stretch" => OptionValue::Number(self.max_stretch),
            "cutoff" => OptionValue::Number(self.cutoff),
            "swing_time" => OptionValue::Number(self.swing_time),
            "turn_time" => OptionValue::Number(self.turn_time),
            "swivel" => OptionValue::Number(self.swivel),
            "soften_knees" => OptionValue::Flag(self.soften_knees),
            "denoise" => OptionValue::Flag(self.denoise),
            "fit_root_path" => OptionValue::Flag(self.fit_root_path),
            "snap_to_ground" => OptionValue::Flag(self.snap_to_ground),
            "rounds" => OptionValue::Integer(self.rounds as i64),
            "window" => OptionValue::Number(self.window),
            "anchor_window" => OptionValue::Number(self.anchor_window),
            "damping_angle" => OptionValue::Number(self.damping_angle),
            "delay" => OptionValue::Number(self.delay),
            _ => OptionValue::Number(self.lower_body),
        }
    }

    fn set(&mut self, name: &str, value: OptionValue) {
        match (name, value) {
            ("method", OptionValue::Choice(v)) => {
                self.method = FootskateMethod::from_name(v).unwrap_or(self.method);
            }
            ("solver", OptionValue::Choice(v)) => {
                self.solver = FootskateSolver::from_name(v).unwrap_or(self.solver);
            }
            ("max_stretch", OptionValue::Number(v)) => self.max_stretch = v,
            ("cutoff", OptionValue::Number(v)) => self.cutoff = v,
            ("swing_time", OptionValue::Number(v)) => self.swing_time = v,
            ("turn_time", OptionValue::Number(v)) => self.turn_time = v,
            ("swivel", OptionValue::Number(v)) => self.swivel = v,
            ("soften_knees", OptionValue::Flag(v)) => self.soften_knees = v,
            ("denoise", OptionValue::Flag(v)) => self.denoise = v,
            ("fit_root_path", OptionValue::Flag(v)) => self.fit_root_path = v,
            ("snap_to_ground", OptionValue::Flag(v)) => self.snap_to_ground = v,
            ("rounds", OptionValue::Integer(v)) => self.rounds = usize::try_from(v).unwrap_or(0),
            ("window", OptionValue::Number(v)) => self.window = v,
            ("anchor_window", OptionValue::Number(v)) => self.anchor_window = v,
            ("damping_angle", OptionValue::Number(v)) => self.damping_angle = v,
            ("delay", OptionValue::Number(v)) => self.delay = v,
            ("lower_body", OptionValue::Number(v)) => self.lower_body = v,
            _ => {}
        }
    }
}

impl RemoveFootskateOptions {
    /// A sentence on the options that were set but do nothing with the chosen method, solver and ground.
    pub(crate) fn idle_options(&self, has_ground: bool) -> Option<String> {
        let read: &[&str] = match (self.method, self.solver) {
            (FootskateMethod::Root, _) => &["method"],
            (FootskateMethod::FootRooted, _) => &["method", "lower_body"],
            (FootskateMethod::Limbs, FootskateSolver::LeastSquares) => &[
                "method",
                "solver",
                "max_stretch",
                "cutoff",
                "swing_time",
                "turn_time",
                "swivel",
                "soften_knees",
                "denoise",
                "fit_root_path",
                "snap_to_ground",
                "rounds",
            ],
            (FootskateMethod::Limbs, FootskateSolver::Windowed) => &[
                "method",
                "solver",
                "max_stretch",
                "swivel",
                "denoise",
                "fit_root_path",
                "snap_to_ground",
                "window",
                "anchor_window",
                "damping_angle",
            ],
        };
        let default = Self::default();
        let needs_ground = ["snap_to_ground", "lower_body"];
        let idle: Vec<&str> = Self::SPECS
            .iter()
            .map(|spec| spec.name)
            .filter(|name| !read.contains(name) || (!has_ground && needs_ground.contains(name)))
            .filter(|name| self.get(name) != default.get(name))
            .collect();
        let with = match self.method {
            FootskateMethod::Limbs => format!("solver {}", self.solver.name()),
            method => format!("method {}", method.name()),
        };
        let ground = if has_ground { "" } else { " without a ground" };
        (!idle.is_empty()).then(|| format!("without effect with {with}{ground}: {}", idle.join(", ")))
    }
}

impl Default for RemoveFootskateOptions {
    fn default() -> Self {
        let mut options = Self {
            method: FootskateMethod::default(),
            solver: FootskateSolver::default(),
            max_stretch: 0.0,
            cutoff: 0.0,
            swing_time: 0.0,
            turn_time: 0.0,
            swivel: 0.0,
            soften_knees: false,
            denoise: false,
            fit_root_path: false,
            snap_to_ground: false,
            rounds: 0,
            window: 0.0,
            anchor_window: 0.0,
            damping_angle: 0.0,
            delay: 0.0,
            lower_body: 0.0,
        };
        set_defaults(&mut options);
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back_to_their_values() {
        assert!(FootskateMethod::ALL.iter().all(|m| FootskateMethod::from_name(m.name()) == Some(*m)));
        assert!(FootskateSolver::ALL.iter().all(|s| FootskateSolver::from_name(s.name()) == Some(*s)));
        assert_eq!(FootskateMethod::from_name("magic"), None);
        assert_eq!(FootskateSolver::from_name(""), None);
        let options = RemoveFootskateOptions::default();
        assert_eq!((options.method, options.solver), Default::default());
        for (name, words) in [
            ("method", FootskateMethod::ALL.map(FootskateMethod::name).to_vec()),
            ("solver", FootskateSolver::ALL.map(FootskateSolver::name).to_vec()),
        ] {
            let spec = RemoveFootskateOptions::SPECS.iter().find(|s| s.name == name).unwrap();
            assert!(matches!(spec.kind, OptionKind::Choice { values, .. } if values == words.as_slice()));
        }
    }

    #[test]
    fn options_without_effect_are_named() {
        let mut options = RemoveFootskateOptions { snap_to_ground: true, ..Default::default() };
        assert_eq!(options.idle_options(true), None);
        assert!(options.idle_options(false).unwrap().ends_with("without a ground: snap_to_ground"));
        options.method = FootskateMethod::Root;
        options.solver = FootskateSolver::Windowed;
        let text = options.idle_options(true).unwrap();
        assert!(text.contains("method root") && text.ends_with("solver, snap_to_ground"), "{text}");
        assert_eq!(RemoveFootskateOptions::default().idle_options(false), None);
    }

    #[test]
    fn every_spec_is_read_and_written() {
        let mut options = RemoveFootskateOptions::default();
        options.validate().unwrap();
        for spec in RemoveFootskateOptions::SPECS {
            let other = match spec.kind {
                OptionKind::Number { max, .. } => OptionValue::Number(max),
                OptionKind::Integer { max, .. } => OptionValue::Integer(max),
                OptionKind::Flag { default } => OptionValue::Flag(!default),
                OptionKind::Choice { values, .. } => OptionValue::Choice(values[values.len() - 1]),
            };
            options.set(spec.name, other);
            assert_eq!(options.get(spec.name), other, "{}", spec.name);
        }
        options.max_stretch = f64::NAN;
        assert!(options.validate().unwrap_err().to_string().contains("max_stretch"));
    }
}
