//! Figures that must not be exceeded: those of Kovar 2004 on today's machines, and what the project asks beyond them.

use serde_json::{Value, json};
use surefoot::{Error, Result};

/// One figure and its bar; less is better.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    pub(super) name: &'static str,
    pub(super) reached: f64,
    pub(super) at_most: f64,
    pub(super) unit: &'static str,
}

impl Bar {
    /// `None` where the figure is not known.
    pub(super) fn new(
        name: &'static str,
        reached: Option<f64>,
        at_most: f64,
        unit: &'static str,
    ) -> Option<Self> {
        reached.map(|reached| Self { name, reached, at_most, unit })
    }

    /// With so many times what is allowed.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self { at_most: factor * self.at_most, ..self }
    }

    fn is_met(&self) -> bool {
        self.reached <= self.at_most
    }
}

pub(super) fn json(bars: &[Bar]) -> Value {
    let one = |b: &Bar| json!({ "name": b.name, "reached": b.reached, "at_most": b.at_most, "unit": b.unit, "is_met": b.is_met() });
    bars.iter().map(one).collect()
}

/// Which are missed, in words; `None` if none is.
fn missed(bars: &[Bar]) -> Option<String> {
    let one = |b: &Bar| format!("{}: {:.4} {}, at most {} allowed", b.name, b.reached, b.unit, b.at_most);
    let list: Vec<String> = bars.iter().filter(|b| !b.is_met()).map(one).collect();
    (!list.is_empty()).then(|| list.join("; "))
}

/// Where bars are held: an error that names those that are missed.
pub(super) fn check(bars: &[Bar]) -> Result<()> {
    missed(bars).map_or(Ok(()), |text| Err(Error::invalid("bench", format!("bars missed: {text}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_bar_is_named_with_its_figures() {
        let bar = |reached| Bar::new("grid", Some(reached), 0.2, "s").into_iter().collect::<Vec<_>>();
        assert_eq!(missed(&bar(0.2)), None);
        assert_eq!(missed(&bar(0.3)).as_deref(), Some("grid: 0.3000 s, at most 0.2 allowed"));
        assert_eq!(missed(&bar(f64::NAN)).as_deref(), Some("grid: NaN s, at most 0.2 allowed"));
        assert_eq!(json(&bar(0.3))[0]["is_met"], false);
        assert!(Bar::new("grid", None, 0.2, "s").is_none());
    }
}
