//! Animation layers: the value of a property over all of them, and what one layer must hold to reach a given value.
//!
//! Limits: solo is ignored, muted layers are left out when the scene is read.

use super::objects::layer_weight;
use super::records::Checked;
use super::scene::{Blend, Layer, Property, Scene, Stack};
use super::transform::{degrees_near, rotation_from_degrees};
use crate::math::{EulerOrder, Quat, Vec3, slerp};

impl Scene<'_, '_> {
    /// The property at each tick; `None` if the stack does not animate it.
    ///
    /// # Errors
    /// [`Malformed`] for a broken curve.
    pub(super) fn sample(
        &self,
        stack: &Stack,
        node: usize,
        property: Property,
        ticks: &[i64],
    ) -> Checked<Option<Vec<Vec3>>> {
        let mut result: Option<Vec<Vec3>> = None;
        for (index, layer) in stack.layers.iter().enumerate() {
            let Some(values) = self.layer_values(layer, node, property, ticks)? else {
                continue;
            };
            // The bottom layer has nothing to join.
            if index == 0 {
                result = Some(values);
                continue;
            }
            let mut below =
                result.take().unwrap_or_else(|| vec![self.nodes[node].lcl(property); ticks.len()]);
            let weights = self.layer_weights(layer, ticks)?;
            let join = Join { layer, property, order: self.nodes[node].rig.order };
            for frame in 0..ticks.len() {
                below[frame] = join.over(below[frame], values[frame], weights[frame]);
            }
            result = Some(below);
        }
        Ok(result)
    }

    fn layer_values(
        &self,
        layer: &Layer,
        node: usize,
        property: Property,
        ticks: &[i64],
    ) -> Checked<Option<Vec<Vec3>>> {
        let Some(channels) = layer.channels.get(&(node, property)) else {
            return Ok(None);
        };
        let mut values = vec![channels.defaults; ticks.len()];
        let rate = self.settings.ticks_per_second as f64;
        for axis in 0..3 {
            if let Some(index) = channels.curves[axis] {
                let curve = self.curve(index)?;
                for (value, &tick) in values.iter_mut().zip(ticks) {
                    value[axis] = curve.value(tick, rate, channels.defaults[axis]);
                }
            }
        }
        Ok(Some(values))
    }

    fn layer_weights(&self, layer: &Layer, ticks: &[i64]) -> Checked<Vec<f64>> {
        match layer.weight_curve {
            Some(index) if layer.blend != Blend::Replace => {
                let (curve, rate) = (self.curve(index)?, self.settings.ticks_per_second as f64);
                let percent = 100.0 * layer.weight;
                Ok(ticks.iter().map(|&tick| layer_weight(curve.value(tick, rate, percent))).collect())
            }
            _ => Ok(vec![layer.weight; ticks.len()]),
        }
    }

    /// Which layer to write, and what, so that the property comes out as `target`: the bottom layer, or the topmost
    /// one that hides everything below it. Layers above are taken out of the target.
    ///
    /// # Errors
    /// Outer: [`Malformed`] for a broken curve. Inner: in words, why no layer can reach the target.
    pub(super) fn values_to_write(
        &self,
        stack: &Stack,
        node: usize,
        property: Property,
        ticks: &[i64],
        mut target: Vec<Vec3>,
    ) -> Checked<Result<(usize, Vec<Vec3>), String>> {
        for (index, layer) in stack.layers.iter().enumerate().skip(1).rev() {
            let Some(values) = self.layer_values(layer, node, property, ticks)? else {
                continue;
            };
            let weights = self.layer_weights(layer, ticks)?;
            let hides = match layer.blend {
                Blend::Replace => true,
                Blend::Mix => weights.iter().all(|&w| w == 1.0),
                Blend::Add => false,
            };
            if hides {
                return Ok(Ok((index, target)));
            }
            let join = Join { layer, property, order: self.nodes[node].rig.order };
            for frame in 0..ticks.len() {
                match join.under(target[frame], values[frame], weights[frame]) {
                    Some(below) => target[frame] = below,
                    None => {
                        return Ok(Err(format!(
                            "layer '{}' of clip '{}' blends {} of node '{}' in a way that cannot be taken out again; \
                             merge the layers in the program the file came from",
                            layer.name,
                            stack.name,
                            property.fbx_name(),
                            self.nodes[node].name
                        )));
                    }
                }
            }
        }
        Ok(Ok((0, target)))
    }
}

/// How one layer joins what is below it, for one property.
struct Join<'l> {
    layer: &'l Layer,
    property: Property,
    order: EulerOrder,
}

impl Join<'_> {
    fn composes_rotation(&self) -> bool {
        self.property == Property::Rotation && self.layer.composes_rotation
    }

    fn composes_scale(&self) -> bool {
        self.property == Property::Scaling && self.layer.composes_scale
    }

    fn rotations(&self, below: &Vec3, value: &Vec3) -> (Quat, Quat) {
        (rotation_from_degrees(self.order, below), rotation_from_degrees(self.order, value))
    }

    /// The joined value.
    fn over(&self, below: Vec3, value: Vec3, weight: f64) -> Vec3 {
        match self.layer.blend {
            Blend::Replace => value,
            Blend::Add if self.composes_rotation() => {
                let (a, b) = self.rotations(&below, &value);
                degrees_near(self.order, &(a * slerp(&Quat::identity(), &b, weight)), &below)
            }
            Blend::Add if self.composes_scale() => below.component_mul(&value.map(|v| power(v, weight))),
            Blend::Add => below + value * weight,
            Blend::Mix if self.composes_rotation() => {
                let (a, b) = self.rotations(&below, &value);
                degrees_near(self.order, &slerp(&a, &b, weight), &below)
            }
            Blend::Mix if self.composes_scale() => {
                below.map(|v| power(v, 1.0 - weight)).component_mul(&value.map(|v| power(v, weight)))
            }
            Blend::Mix => below * (1.0 - weight) + value * weight,
        }
    }

    /// What must be below for the joined value to be `joined`.
    fn under(&self, joined: Vec3, value: Vec3, weight: f64) -> Option<Vec3> {
        if weight == 0.0 {
            return Some(joined);
        }
        match self.layer.blend {
            Blend::Add if self.composes_rotation() => {
                let (a, b) = self.rotations(&joined, &value);
                let below = a * slerp(&Quat::identity(), &b, weight).inverse();
                Some(degrees_near(self.order, &below, &joined))
            }
            Blend::Add if self.composes_scale() => {
                let factor = value.map(|v| power(v, weight));
                factor.iter().all(|f| f.abs() > 1e-9).then(|| joined.component_div(&factor))
            }
            Blend::Add => Some(joined - value * weight),
            Blend::Mix if !self.composes_rotation() && !self.composes_scale() && weight < 0.999 => {
                Some((joined - value * weight) / (1.0 - weight))
            }
            Blend::Mix | Blend::Replace => None,
        }
    }
}

/// A power that keeps the sign; exactly 1 and the value itself at the ends.
fn power(value: f64, exponent: f64) -> f64 {
    if exponent <= 0.0 {
        1.0
    } else if exponent >= 1.0 {
        value
    } else {
        value.signum() * value.abs().powf(exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn under_undoes_over() {
        let below = Vec3::new(10.0, 20.0, -30.0);
        let value = Vec3::new(5.0, 50.0, 15.0);
        for blend in [Blend::Add, Blend::Mix] {
            for property in Property::ALL {
                for composes in [false, true] {
                    let layer = Layer {
                        id: 0,
                        name: String::new(),
                        blend,
                        weight: 1.0,
                        weight_curve: None,
                        composes_rotation: composes,
                        composes_scale: composes,
                        channels: HashMap::new(),
                    };
                    let join = Join { layer: &layer, property, order: EulerOrder::Yzx };
                    let joined = join.over(below, value, 0.4);
                    assert!((joined - below).norm() > 1.0);
                    match join.under(joined, value, 0.4) {
                        Some(back) => assert!((back - below).norm() < 1e-9, "{blend:?} {property:?} {back}"),
                        None => assert!(composes && blend == Blend::Mix && property != Property::Translation),
                    }
                }
            }
        }
    }
}
