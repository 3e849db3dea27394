//! Captured clips on skinned bodies: what penetration is measured on.
//!
//! A capture's joints have the names of the `*_cmu.glb` bodies. Bones of limbs, spine and neck get the capture's direction; all
//! other joints turn as in the animated file of that body that comes with the data. The root's path is scaled by the length of the
//! leg, and frames are picked at a true 30 per second.

use crate::data_folder;
use std::path::{Path, PathBuf};
use surefoot::io::{Document, ReadOptions, read};
use surefoot::math::{Quat, Vec3, rotation_between};
use surefoot::model::clip::ClipData;
use surefoot::model::{Clip, JointIndex, Pose, Skeleton};

/// What may go wrong: files that are missing or not as expected.
pub type Failure = Box<dyn std::error::Error>;

/// Bodies: name, file of the body, the animated file that tells how its joints sit, and the capture that this was made from.
const BODIES: [(&str, &str, &str, &str); 2] = [
    ("heavy", "makehuman_male_heavy_cmu.glb", "makehuman_heavy_salsa_30fps.glb", "60_01"),
    ("male", "makehuman_male_cmu.glb", "makehuman_male_walk_30fps.glb", "02_01"),
];

/// Animated characters that come with the data, by a short name.
const ANIMATED: [(&str, &str, &str); 4] = [
    ("walk", "male", "makehuman_male_walk_30fps.glb"),
    ("boxing", "male", "makehuman_male_boxing_30fps.glb"),
    ("sit", "heavy", "makehuman_heavy_sit_30fps.glb"),
    ("salsa", "heavy", "makehuman_heavy_salsa_30fps.glb"),
];

/// Folders that hold captures.
const FOLDERS: [&str; 5] = ["cmu", "wild", "retarget", "parametric", "locomotion"];

/// People who were captured at 60 frames per second though their files say 120: free fall tells. The salsa by its steps.
const SIXTY: [&str; 7] = ["60", "61", "75", "88", "106", "141", "143"];

/// Joints whose bone has the direction of the capture's bone, each with the joint at its far end.
const ALIGNED: [(&str, &str); 9] = [
    ("{}UpLeg", "{}Leg"),
    ("{}Leg", "{}Foot"),
    ("{}Foot", "{}ToeBase"),
    ("Spine", "Spine1"),
    ("Neck", "Neck1"),
    ("Neck1", "Head"),
    ("{}Shoulder", "{}Arm"),
    ("{}Arm", "{}ForeArm"),
    ("{}ForeArm", "{}Hand"),
];

/// The character and the clip of that name: an animated file (`sit`) or a capture (`05_06`) on a body (`heavy`).
///
/// # Errors
/// Without test data, or for names that it does not hold.
pub fn worn(clip: &str, body: &str) -> Result<Document, Failure> {
    let folder = data_folder().ok_or("no test data")?;
    if let Some((_, _, file)) = ANIMATED.iter().find(|(name, of, _)| *name == clip && *of == body) {
        return Ok(read(&folder.join("animated").join(file), &ReadOptions::default())?);
    }
    let known = || format!("no body {body}; there are {}", BODIES.map(|b| b.0).join(", "));
    let (_, file, sitting, of_sitting) = BODIES.iter().find(|b| b.0 == body).ok_or_else(known)?;
    let mut document = read(&folder.join("characters").join(file), &ReadOptions::default())?;
    let animated = read(&folder.join("animated").join(sitting), &ReadOptions::default())?;
    let (capture, taken) = (captured(&folder, clip)?, captured(&folder, of_sitting)?);
    let frames = Sitting::new(&animated, &taken, &capture)?;
    let rate = if SIXTY.contains(&clip.split('_').next().unwrap_or("")) { 60 } else { 120 };
    document.clips = vec![frames.put_on(&document.skeleton, &capture, rate / 30)?.renamed(clip)];
    Ok(document)
}

/// The capture whose file name begins with `name`.
fn captured(folder: &Path, name: &str) -> Result<Document, Failure> {
    let path = find(folder, name).ok_or_else(|| format!("no capture {name} in the data"))?;
    Ok(read(&path, &ReadOptions::default())?)
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    FOLDERS.iter().find_map(|sub| {
        let mut files: Vec<PathBuf> =
            folder.join(sub).read_dir().ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        files.into_iter().find(|path| {
            let stem = path.file_stem().and_then(|s| s.to_str()).unwrap_or("");
            stem == name || stem.starts_with(&format!("{name}_"))
        })
    })
}

/// How the joints of a body sit against those of a capture.
struct Sitting {
    /// For every joint of the body: the capture's joint and the turn between them, or the turn against the parent.
    joints: Vec<Joint>,
}

enum Joint {
    Follows(JointIndex, Quat),
    Fixed(Quat),
}

/// Rotations of all joints in the world.
fn worlds(skeleton: &Skeleton, pose: &Pose<'_>) -> Vec<Quat> {
    let mut out: Vec<Quat> = Vec::with_capacity(skeleton.joint_count());
    for (joint, local) in skeleton.joints().zip(pose.rotations()) {
        out.push(skeleton.parent(joint).map_or(*local, |parent| out[parent.0] * local));
    }
    out
}

impl Sitting {
    /// From an animated body, the capture it was made from, and the capture that is to be put on.
    fn new(animated: &Document, taken: &Document, capture: &Document) -> Result<Self, Failure> {
        let (body, from) = (&animated.skeleton, &taken.skeleton);
        let clips = [animated, taken].map(|document| document.clips.first().ok_or("a file without a clip"));
        let [of_body, of_capture] = [clips[0]?, clips[1]?];
        // The capture's first frame is no capture but a T pose.
        let (own, its) = (worlds(body, &of_body.pose(0)), worlds(from, &of_capture.pose(1)));
        let aligned: Vec<(String, String)> = ALIGNED
            .iter()
            .flat_map(|(a, b)| ["Left", "Right"].map(|side| (a.replace("{}", side), b.replace("{}", side))))
            .collect();
        let one = |joint: JointIndex| -> Result<Joint, Failure> {
            let name = body.name(joint);
            if let (Some((_, end)), Ok(source)) =
                (aligned.iter().find(|(a, _)| a == name), capture.skeleton.find(name))
            {
                let bone: Vec3 = body.rest_offset(body.find(end)?);
                let wanted = capture.skeleton.rest_offset(capture.skeleton.find(end)?);
                return Ok(Joint::Follows(source, rotation_between(&bone, &wanted, &Vec3::x())));
            }
            let (Ok(source), Ok(partner)) = (capture.skeleton.find(name), from.find(name)) else {
                return Ok(Joint::Fixed(of_body.pose(0).rotations()[joint.0]));
            };
            Ok(Joint::Follows(source, its[partner.0].inverse() * own[joint.0]))
        };
        Ok(Self { joints: body.joints().map(one).collect::<Result<_, _>>()? })
    }

    /// Every `step`-th frame of the capture on the body, without its T pose, as 30 frames per second.
    fn put_on(&self, body: &Skeleton, capture: &Document, step: usize) -> Result<Clip, Failure> {
        let clip = capture.clips.first().ok_or("a capture without a clip")?;
        let leg = |skeleton: &Skeleton| -> Result<f64, Failure> {
            let bones = [skeleton.find("LeftLeg")?, skeleton.find("LeftFoot")?];
            Ok(bones.iter().map(|joint| skeleton.rest_offset(*joint).norm()).sum())
        };
        let scale = leg(body)? / leg(&capture.skeleton)?;
        let mut data = ClipData {
            name: String::new(),
            frame_rate: 30.0,
            rotations: Vec::new(),
            root_positions: Vec::new(),
            translations: Vec::new(),
            scales: Vec::new(),
        };
        for frame in (1..clip.frame_count()).step_by(step) {
            let pose = clip.pose(frame);
            let its = worlds(&capture.skeleton, &pose);
            let mut own: Vec<Quat> = Vec::with_capacity(body.joint_count());
            for (joint, sits) in body.joints().zip(&self.joints) {
                let above = body.parent(joint).map_or_else(Quat::identity, |parent| own[parent.0]);
                let world = match sits {
                    Joint::Follows(source, turn) => its[source.0] * turn,
                    Joint::Fixed(local) => above * local,
                };
                own.push(world);
                data.rotations.push(above.inverse() * world);
            }
            data.root_positions.push(pose.root_position() * scale);
        }
        Ok(Clip::new(body, data)?)
    }
}
