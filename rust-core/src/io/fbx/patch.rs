//! Writing edited clips into a copy of the file: only the curves of joints that changed.

use super::editor::Editor;
use super::objects::read_scene;
use super::plan::{Plan, rest_local};
use super::read::timelines;
use super::records::{Checked, Malformed, Records};
use super::sample::{Timeline, above_worlds, root_local, world_at};
use super::scene::{Property, Scene, Stack};
use super::transform::{Inherit, Local, World};
use super::{Source, Variety};
use crate::error::{Error, Result};
use crate::io::document::{Document, Encoded, Note};
use crate::math::{Quat, Vec3};
use crate::model::{Clip, JointIndex, Skeleton};

/// Encodes the source with `clips` in place of the document's.
pub(in crate::io) fn encode_edited(source: &Source, document: &Document, clips: &[Clip]) -> Result<Encoded> {
    let unsupported = |text: String| Error::Unsupported { path: document.path.clone(), text };
    if source.variety == Variety::Other {
        return Err(unsupported(
            "only binary FBX 7 can be edited in place; convert the file first: surefoot convert in.fbx out.fbx".into(),
        ));
    }
    if clips == document.clips {
        return Ok(Encoded { bytes: source.bytes.to_vec(), notes: Vec::new() });
    }
    let at = |malformed: Malformed| malformed.at(&document.path);
    let records = Records::parse(&source.bytes).map_err(at)?;
    let scene = read_scene(&records).map_err(at)?;
    let plan = Plan::new(&scene, &document.path, &source.options)?;
    let old_timelines = timelines(&scene, &plan, &document.path, source.bytes.len(), &source.options)?;
    let mut editor = Editor::new(&records, &scene);
    let mut notes = Vec::new();
    for (i, (old, new)) in document.clips.iter().zip(clips).enumerate() {
        if old == new {
            continue;
        }
        check_joint_count(&document.skeleton, new)?;
        let start = old_timelines[i].ticks.first().copied().unwrap_or(0);
        let patch = ClipPatch {
            scene: &scene,
            plan: &plan,
            skeleton: &document.skeleton,
            stack: &scene.stacks[plan.stacks[i]],
            old,
            new,
            timeline: Timeline::new(
                start,
                new.frame_rate(),
                scene.settings.ticks_per_second,
                new.frame_count(),
            ),
            old_timeline: &old_timelines[i],
        };
        patch.write(&mut editor).map_err(at)?.map_err(unsupported)?;
        if new.name() != old.name() {
            notes.push(Note::warning(
                "name-kept",
                format!("clip '{}' keeps its name in the file; '{}' was not written", old.name(), new.name()),
            ));
        }
    }
    write_frame_rate(&scene, document, clips, &mut editor, &mut notes);
    let bytes = editor.finish().map_err(at)?.ok_or_else(|| {
        unsupported("the edited file would pass 4 GiB, which its version cannot hold".into())
    })?;
    Ok(Encoded { bytes, notes })
}

fn check_joint_count(skeleton: &Skeleton, clip: &Clip) -> Result<()> {
    if clip.joint_count() == skeleton.joint_count() {
        return Ok(());
    }
    Err(Error::Length {
        what: format!("joints of clip '{}'", clip.name()),
        expected: skeleton.joint_count(),
        actual: clip.joint_count(),
    })
}

/// A file has one frame rate; it follows the clips if they all agree on a new one.
fn write_frame_rate(
    scene: &Scene<'_, '_>,
    document: &Document,
    clips: &[Clip],
    editor: &mut Editor<'_, '_, '_>,
    notes: &mut Vec<Note>,
) {
    let changed: Vec<f64> = document
        .clips
        .iter()
        .zip(clips)
        .filter(|(old, new)| old.frame_rate() != new.frame_rate())
        .map(|(_, new)| new.frame_rate())
        .collect();
    let Some(&rate) = changed.first() else {
        return;
    };
    let all_agree = changed.len() == clips.len() && changed.iter().all(|&r| r == rate);
    if !(all_agree && editor.set_frame_rate(rate)) {
        notes.push(Note::warning(
            "frame-rate-kept",
            format!(
                "the file keeps its {} frames per second, which all its clips share",
                scene.settings.frame_rate
            ),
        ));
    }
}

/// One clip on its way into the file.
struct ClipPatch<'p, 'r, 'a> {
    scene: &'p Scene<'r, 'a>,
    plan: &'p Plan,
    skeleton: &'p Skeleton,
    stack: &'p Stack,
    old: &'p Clip,
    new: &'p Clip,
    timeline: Timeline,
    old_timeline: &'p Timeline,
}

/// What of a joint changed.
#[derive(Clone, Copy)]
struct Changed {
    rotation: bool,
    translation: bool,
    scale: bool,
}

/// Faults of the file outside, reasons why it cannot be done inside.
type Written = Checked<std::result::Result<(), String>>;

impl ClipPatch<'_, '_, '_> {
    fn write(&self, editor: &mut Editor<'_, '_, '_>) -> Written {
        if self.new.frame_count() == 0 {
            return Ok(Err(format!("clip '{}' has no frames to write", self.new.name())));
        }
        if self.stack.layers.is_empty() {
            return Ok(Err(format!("clip '{}' has no animation layer to write into", self.old.name())));
        }
        if !self.same_layout() {
            editor.set_span(self.stack, &self.timeline);
        }
        let above = above_worlds(self.scene, self.plan, Some(self.stack), &self.timeline.ticks)?;
        for joint in 0..self.plan.nodes.len() {
            let changed = self.changed(joint);
            if !(changed.rotation || changed.translation || changed.scale) {
                continue;
            }
            if let Err(reason) = self.write_joint(editor, joint, changed, &above)? {
                return Ok(Err(reason));
            }
        }
        Ok(Ok(()))
    }

    fn same_layout(&self) -> bool {
        self.old.frame_count() == self.new.frame_count() && self.old.frame_rate() == self.new.frame_rate()
    }

    /// Exact comparison: what nobody touched keeps its bytes.
    fn changed(&self, joint: usize) -> Changed {
        let index = JointIndex(joint);
        if !self.same_layout() {
            let tracks = |property: Property| {
                let node = self.plan.nodes[joint];
                self.stack.layers.iter().any(|l| l.channels.contains_key(&(node, property)))
            };
            return Changed {
                rotation: true,
                translation: joint == 0
                    || tracks(Property::Translation)
                    || self.new.translations().iter().any(|t| t.joint == index),
                scale: tracks(Property::Scaling) || self.new.scales().iter().any(|t| t.joint == index),
            };
        }
        let count = self.new.joint_count();
        Changed {
            rotation: (0..self.new.frame_count())
                .any(|f| self.old.rotations()[f * count + joint] != self.new.rotations()[f * count + joint]),
            translation: translations(self.skeleton, self.old, joint).ne(translations(
                self.skeleton,
                self.new,
                joint,
            )),
            scale: scales(self.skeleton, self.old, joint).ne(scales(self.skeleton, self.new, joint)),
        }
    }

    fn sampled(&self, node: usize, property: Property) -> Checked<Vec<Vec3>> {
        let values = self.scene.sample(self.stack, node, property, &self.timeline.ticks)?;
        Ok(values.unwrap_or_else(|| vec![self.scene.nodes[node].lcl(property); self.timeline.ticks.len()]))
    }

    fn write_joint(
        &self,
        editor: &mut Editor<'_, '_, '_>,
        joint: usize,
        changed: Changed,
        above: &[World],
    ) -> Written {
        let node = self.plan.nodes[joint];
        let rig = &self.scene.nodes[node].rig;
        if changed.scale && joint > 0 && self.plan.inherits[joint] == Inherit::Componentwise {
            return Ok(Err(format!(
                "the scale of joint '{}' cannot be written: it is mixed with its parents' scales (inherit type RrSs)",
                self.plan.names[joint]
            )));
        }
        let [old_translation, old_rotation, old_scaling] = {
            let [t, r, s] = Property::ALL.map(|p| self.sampled(node, p));
            [t?, r?, s?]
        };
        let count = self.timeline.ticks.len();
        let (mut translation, mut rotation, mut scaling) =
            (Vec::with_capacity(count), Vec::with_capacity(count), Vec::with_capacity(count));
        let new_translations = translations(self.skeleton, self.new, joint);
        let new_scales = scales(self.skeleton, self.new, joint);
        let mut near = old_rotation.first().copied().unwrap_or_else(Vec3::zeros);
        for (frame, (moved, scaled)) in new_translations.zip(new_scales).enumerate() {
            let old = rig.local(&old_translation[frame], &old_rotation[frame], &old_scaling[frame]);
            let turned = self.new.rotations()[frame * self.new.joint_count() + joint];
            let Some(wanted) = self.wanted(joint, world_at(above, frame), &moved, &turned, &scaled) else {
                return Ok(Err(format!(
                    "nodes above '{}' have a scale of zero in frame {frame}, so its position cannot be computed",
                    self.plan.names[joint]
                )));
            };
            let local = Local {
                translation: if changed.translation || joint == 0 {
                    wanted.translation
                } else {
                    old.translation
                },
                rotation: if changed.rotation { wanted.rotation } else { old.rotation },
                scale: if changed.scale { wanted.scale } else { old.scale },
            };
            if frame > 0 {
                // Follow the old curve's own steps, so that unedited stretches keep their very angles.
                near += old_rotation[frame] - old_rotation[frame - 1];
            }
            near = rig.lcl_rotation(&local.rotation, &near);
            rotation.push(near);
            translation.push(rig.lcl_translation(&local));
            scaling.push(local.scale);
        }
        let pivots_move = rig.has_pivots() && (changed.rotation || changed.scale);
        let parts = [
            (Property::Translation, changed.translation || pivots_move, translation),
            (Property::Rotation, changed.rotation, rotation),
            (Property::Scaling, changed.scale, scaling),
        ];
        for (property, is_wanted, target) in parts {
            if !is_wanted {
                continue;
            }
            let ticks = &self.timeline.ticks;
            match self.scene.values_to_write(self.stack, node, property, ticks, target)? {
                Err(reason) => return Ok(Err(reason)),
                Ok((layer, values)) => {
                    let layer = &self.stack.layers[layer];
                    if let Err(reason) = editor.write_property(
                        layer,
                        node,
                        property,
                        &self.timeline,
                        self.old_timeline,
                        &values,
                    )? {
                        return Ok(Err(reason));
                    }
                }
            }
        }
        Ok(Ok(()))
    }

    /// The joint's local transform in file units.
    fn wanted(
        &self,
        joint: usize,
        above: &World,
        moved: &Vec3,
        turned: &Quat,
        scaled: &Vec3,
    ) -> Option<Local> {
        if joint == 0 {
            let inherit = self.scene.nodes[self.plan.nodes[0]].rig.inherit;
            return root_local(self.plan, inherit, above, moved, turned, scaled);
        }
        let own = rest_local(self.scene, self.plan.nodes[joint]);
        // Where our scale is a neutral one, the file's dust is as good.
        let scale = if *scaled == Vec3::repeat(1.0) && (own.scale - scaled).amax() < 1e-4 {
            own.scale
        } else {
            *scaled
        };
        Some(Local { translation: moved / self.plan.length_scale(), rotation: *turned, scale })
    }
}

/// The joint's translation in every frame: root position, track or rest offset.
fn translations<'c>(
    skeleton: &Skeleton,
    clip: &'c Clip,
    joint: usize,
) -> impl Iterator<Item = Vec3> + use<'c> {
    let track = if joint == 0 {
        Some(clip.root_positions())
    } else {
        clip.translations().iter().find(|t| t.joint.0 == joint).map(|t| t.values.as_slice())
    };
    let rest = skeleton.rest_offset(JointIndex(joint));
    (0..clip.frame_count()).map(move |frame| track.map_or(rest, |values| values[frame]))
}

/// The joint's scale in every frame: track or rest scale.
fn scales<'c>(skeleton: &Skeleton, clip: &'c Clip, joint: usize) -> impl Iterator<Item = Vec3> + use<'c> {
    let track = clip.scales().iter().find(|t| t.joint.0 == joint).map(|t| t.values.as_slice());
    let rest = skeleton.rest_scale(JointIndex(joint));
    (0..clip.frame_count()).map(move |frame| track.map_or(rest, |values| values[frame]))
}
