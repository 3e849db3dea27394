//! [`fit_body`]: one simple volume per segment, from the mesh or from average proportions (Lyard 2008, section 4.2;
//! `docs/methods/body.md`).

mod allocate;
mod average;
mod options;
mod report;
mod shape;

pub use options::FitBodyOptions;
pub use report::{FitBodyReport, SegmentFit};

use crate::declare::{Operation, Options};
use crate::error::Result;
use crate::kinematics::body_layout::BodyLayout;
use crate::model::{Body, Note, Skeleton, Skin, Volume, VolumeSource};
use allocate::{Flesh, allocate};
use shape::{Fit, fit_flesh};

pub(crate) const OPERATION: Operation = Operation::new::<FitBodyOptions, FitBodyReport>(
    "Fit Body",
    "Describe the shape of a character by one simple volume per segment",
);

/// What [`fit_body`] returns.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct FittedBody {
    /// One volume per segment.
    pub body: Body,
    /// The volume of every vertex, skin after skin; empty for a skin that could not be placed.
    pub volume_of_vertex: Vec<Vec<u32>>,
    /// Sizes and how well they fit.
    pub report: FitBodyReport,
}

/// Fits one volume to each segment of the body: a segment goes from a joint to the next joint of its chain.
///
/// The mesh is taken as it was bound, all skins together. Segments follow the roles of the joints; a skeleton without
/// a pelvis and two legs gets one segment per joint. Without a mesh the volumes have average proportions, and a note says
/// so.
///
/// ```
/// use surefoot::{FitBodyOptions, fit_body};
/// # let biped = surefoot_sample::biped(&Default::default())?;
/// # let (skeleton, skins) = (biped.skeleton, [biped.skin]);
///
/// let fitted = fit_body(&skeleton, &skins, &FitBodyOptions::default())?;
/// println!("{}", fitted.report.summary());
/// assert!(fitted.report.litres > 30.0 && fitted.report.litres < 110.0);
/// assert_eq!(fitted.volume_of_vertex[0].len(), skins[0].vertex_count());
/// # Ok::<(), surefoot::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`](crate::Error::Invalid) if a skin hangs from joints that the skeleton lacks;
/// [`Error::OptionOutOfRange`](crate::Error::OptionOutOfRange).
pub fn fit_body(skeleton: &Skeleton, skins: &[Skin], options: &FitBodyOptions) -> Result<FittedBody> {
    options.validate()?;
    skins.iter().try_for_each(|skin| skin.check_skeleton(skeleton))?;
    let mut is_used = vec![skins.is_empty(); skeleton.joint_count()];
    skins.iter().flat_map(|skin| &skin.data().slot_joints).for_each(|joint| is_used[joint.0] = true);
    let layout = BodyLayout::new(skeleton, |joint| is_used[joint.0]);
    let allocation = allocate(skeleton, &layout, skins);
    let mut volumes: Vec<Volume> = Vec::with_capacity(layout.segments.len());
    for (segment, flesh) in layout.segments.iter().zip(&allocation.flesh) {
        let parent = segment.parent.and_then(|parent| volumes.get(parent));
        let fit = fit_flesh(segment, flesh).filter(|_| allocation.has_mesh);
        // Guesses from guesses would get thinner and thinner.
        let measured = parent.filter(|parent| parent.source == VolumeSource::Mesh);
        let fit = fit.unwrap_or_else(|| match measured {
            Some(parent) => Fit::below(segment, parent, layout.height),
            None => Fit::average(segment, layout.height),
        });
        volumes.push(fit.volume(segment, options));
    }
    let mut notes = Vec::new();
    if !layout.by_roles {
        let text = "the roles of pelvis and legs are unknown: every joint has a volume of its own";
        notes.push(Note::info("volume-per-joint", text));
    }
    if !allocation.has_mesh {
        let text = "there is no mesh: the volumes have the average proportions of adults";
        notes.push(Note::warning("average-body", text));
    } else if let Some(note) = guessed_note(&volumes) {
        notes.push(note);
    }
    let body = Body::new(skeleton, volumes)?;
    let report = FitBodyReport::new(skeleton, &body, &allocation, layout.height, notes);
    Ok(FittedBody { body, volume_of_vertex: allocation.segment_of_vertex, report })
}

fn guessed_note(volumes: &[Volume]) -> Option<Note> {
    let guessed = volumes.iter().filter(|volume| volume.source != VolumeSource::Mesh);
    let names: Vec<&str> = guessed.map(|volume| volume.name.as_str()).collect();
    let listed = names.iter().take(8).copied().collect::<Vec<_>>().join(", ");
    let more = if names.len() > 8 { format!(" and {} more", names.len() - 8) } else { String::new() };
    (!names.is_empty()).then(|| {
        let text = format!("too few vertices belong to {listed}{more}: their sizes are guessed");
        Note::warning("segment-without-mesh", text)
    })
}

impl Flesh {
    fn is_enough(&self) -> bool {
        self.points.len() >= shape::MIN_VERTICES
    }
}
