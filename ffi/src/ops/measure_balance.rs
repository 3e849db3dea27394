//! `surefoot_measure_balance`, what it is given and what it finds.

use crate::*;
use nalgebra::Matrix3;
use surefoot::math::Vec3;
use surefoot::model::MassSegment;
use surefoot::ops::measure_balance::balance_overlay;
use surefoot::{BalanceScene, JointIndex, Load, MassModel, MeasuredBalance, Skeleton, measure_balance};

/// Something that the character carries.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_load {
    /// The joint that carries it.
    pub joint: i32,
    /// Kilograms.
    pub mass: f64,
    /// Its centre in the joint's frame, metres.
    pub offset: [f64; 3],
}

/// A rigid part of the body. Places are in the joint's frame, turned but not scaled with it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_mass_segment {
    /// Its name, such as left_forearm. NULL: none.
    pub name: *const c_char,
    /// The joint that it moves with.
    pub joint: i32,
    /// Kilograms.
    pub mass: f64,
    /// Its centre of mass, metres.
    pub centre: [f64; 3],
    /// Its inertia about that centre, kg m2, row after row.
    pub inertia: [f64; 9],
}

/// What balance depends on besides the clip. Set struct_size to sizeof(surefoot_balance_scene), and what you leave out
/// to zero.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct surefoot_balance_scene {
    /// sizeof(surefoot_balance_scene).
    pub struct_size: usize,
    /// Plants of the clip. NULL: found where they are needed, which is on steps.
    pub plants: *const surefoot_plants,
    /// What the character stands on. NULL: where feet stand is the floor.
    pub ground: *const surefoot_ground,
    /// Number of loads.
    pub load_count: usize,
    /// What the character carries.
    pub loads: *const surefoot_load,
    /// Number of parts of the body; 0 takes those that the options ask for.
    pub segment_count: usize,
    /// The masses of the body, part by part.
    pub segments: *const surefoot_mass_segment,
}

/// Balance, frame by frame. NaN stands for what a frame does not have.
#[repr(C)]
pub struct surefoot_balance_view {
    /// Number of frames.
    pub frame_count: usize,
    /// Centre of mass, world, metres: 3 numbers a frame.
    pub centres: *const f64,
    /// Momentum of the whole body, world, kg m/s: 3 numbers a frame.
    pub momentums: *const f64,
    /// Angular momentum about the centre of mass, world, kg m2/s: 3 numbers a frame.
    pub angular_momentums: *const f64,
    /// Force on the feet upwards, as a share of the weight: 1 standing, 0 in flight.
    pub loads: *const f64,
    /// Zero moment point on what carries the body, world, metres: 3 numbers a frame; NaN where the load is too small.
    pub zero_moment_points: *const f64,
    /// Distance of that point from the area that carries the body, metres: below 0 inside. NaN where nothing does.
    pub distances: *const f64,
    /// Share of the load on the left foot; NaN where nothing carries the body.
    pub left_shares: *const f64,
    /// 1 for frames that the figures of the report count, else 0.
    pub is_judged: *const u8,
    /// A point of the plane that carries the body, world, metres: 3 numbers a frame.
    pub plane_points: *const f64,
    /// Its normal, unit, upwards: 3 numbers a frame.
    pub plane_normals: *const f64,
    /// The first corner of each frame's area, and the number of corners at the end: frame_count + 1 numbers.
    pub area_first: *const usize,
    /// Number of corners of all areas.
    pub corner_count: usize,
    /// Corners of the areas that carry the body, frame after frame, world, metres: 3 numbers each.
    pub area_corners: *const f64,
    /// Number of parts of the body and loads.
    pub segment_count: usize,
    /// The masses that were used: parts of the body, then loads.
    pub segments: *const surefoot_mass_segment,
    /// Centre of mass, dropped to what carries the body; in flights to the way between both ends: world, metres, 3
    /// numbers a frame.
    pub shadows: *const f64,
}

/// How well a character keeps its balance, frame by frame. Never changed.
pub struct surefoot_balance {
    view: surefoot_balance_view,
    _kept: Kept,
}

impl surefoot_balance {
    fn new(measured: MeasuredBalance, frame_rate: f64) -> Self {
        let shadows = balance_overlay(&measured, frame_rate).shadow;
        let (mut kept, frames) = (Kept::default(), measured.frames);
        let segments: Vec<_> = measured.masses.segments().iter().map(|part| segment_view(part, &mut kept)).collect();
        let none = Vec3::repeat(f64::NAN);
        let points = frames.zero_moment_point.into_iter().map(|point| point.unwrap_or(none));
        let view = surefoot_balance_view {
            frame_count: frames.centre.len(),
            corner_count: frames.area_corners.len(),
            segment_count: segments.len(),
            centres: kept.list(frames.centre).cast(),
            momentums: kept.list(frames.momentum).cast(),
            angular_momentums: kept.list(frames.angular_momentum).cast(),
            loads: kept.list(frames.load).cast(),
            zero_moment_points: kept.list(points).cast(),
            distances: kept.list(frames.distance.into_iter().map(|x| x.unwrap_or(f64::NAN))).cast(),
            left_shares: kept.list(frames.left_share.into_iter().map(|x| x.unwrap_or(f64::NAN))).cast(),
            is_judged: kept.list(frames.is_judged.into_iter().map(u8::from)).cast(),
            plane_points: kept.list(frames.plane_point).cast(),
            plane_normals: kept.list(frames.plane_normal).cast(),
            area_first: kept.list(frames.area_first).cast(),
            area_corners: kept.list(frames.area_corners).cast(),
            segments: kept.list(segments).cast(),
            shadows: kept.list(shadows).cast(),
        };
        Self { view, _kept: kept }
    }
}

fn segment_view(segment: &MassSegment, kept: &mut Kept) -> surefoot_mass_segment {
    let mut inertia = [0.0; 9];
    // The model stores columns, but an inertia is symmetric.
    inertia.copy_from_slice(segment.inertia.as_slice());
    surefoot_mass_segment {
        name: kept.text(&segment.name),
        joint: i32::try_from(segment.joint.0).unwrap_or(i32::MAX),
        mass: segment.mass,
        centre: segment.centre.into(),
        inertia,
    }
}

/// A joint by its number. A negative one becomes one that no skeleton has, and is refused by the core.
fn joint_of(joint: i32) -> JointIndex {
    JointIndex(usize::try_from(joint).unwrap_or(usize::MAX))
}

fn segment_of(segment: &surefoot_mass_segment, index: usize) -> Answer<MassSegment> {
    let name = match segment.name.is_null() {
        true => format!("segment {index}"),
        false => text(segment.name, &format!("segments[{index}].name"))?.to_owned(),
    };
    Ok(MassSegment {
        name,
        joint: joint_of(segment.joint),
        mass: segment.mass,
        centre: segment.centre.into(),
        inertia: Matrix3::from_row_slice(&segment.inertia),
    })
}

/// A scene as the core has it: what it borrows, and what it owns.
pub(crate) struct SceneParts {
    scene: surefoot_balance_scene,
    loads: Vec<Load>,
    masses: Option<MassModel>,
}

impl SceneParts {
    /// Reads the scene of a character; NULL is an empty one.
    pub(crate) fn read(scene: *const surefoot_balance_scene, skeleton: &Skeleton) -> Answer<Self> {
        let scene = sized_or_default(scene, zero::<surefoot_balance_scene>(), "scene")?;
        let load =
            |load: &surefoot_load| Load { joint: joint_of(load.joint), mass: load.mass, offset: load.offset.into() };
        let loads = array(scene.loads, scene.load_count, "scene.loads")?.iter().map(load).collect();
        let segments = array(scene.segments, scene.segment_count, "scene.segments")?.iter().enumerate();
        let segments = segments.map(|(index, segment)| segment_of(segment, index)).collect::<Answer<Vec<_>>>()?;
        let masses = match segments.is_empty() {
            true => None,
            false => Some(MassModel::new(skeleton, segments)?),
        };
        Ok(Self { scene, loads, masses })
    }

    /// What the core takes.
    pub(crate) fn get(&self) -> Answer<BalanceScene<'_>> {
        let mut out = BalanceScene::default();
        out.plants = optional(self.scene.plants, "scene.plants")?.map(surefoot_plants::get);
        out.ground = optional(self.scene.ground, "scene.ground")?.map(surefoot_ground::get);
        out.loads = &self.loads;
        out.masses = self.masses.as_ref();
        Ok(out)
    }
}

/// Measures how well a character keeps its balance: centre of mass, zero moment point, what carries the body, flights.
///
/// The clip stays as it is. Skins tell the masses; without any they are those of the average adult. `scene` NULL means
/// no plants, ground or loads; `options` NULL means the defaults; `out_report` may be NULL. A clip in which nothing can
/// be judged is not an error: the report says why. Fails with SUREFOOT_ERROR_MISSING_ROLES without feet, with
/// SUREFOOT_ERROR_INVALID for masses and loads that cannot be, with SUREFOOT_ERROR_LENGTH if clip or plants are for
/// others. Free the result with surefoot_balance_free and the report with surefoot_report_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_measure_balance(
    skeleton: *const surefoot_skeleton, clip: *const surefoot_clip, skins: *const *const surefoot_skin,
    skin_count: usize, scene: *const surefoot_balance_scene, options: *const surefoot_measure_balance_options,
    out_balance: *mut *mut surefoot_balance, out_report: *mut *mut surefoot_report, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_balance, "out_balance", || {
        inputs!(skeleton, clip);
        let skins = skins_of(skins, skin_count)?;
        let scene = SceneParts::read(scene, skeleton)?;
        let measured = measure_balance(skeleton, clip, &skins, &scene.get()?, &read_options(options)?)?;
        Out::optional(out_report).put_handle(|| surefoot_report::new(&measured.report));
        Ok(surefoot_balance::new(measured, clip.frame_rate()))
    })
}

/// Gives what was measured, valid until it is freed.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_balance_get(
    balance: *const surefoot_balance, out_view: *mut *const surefoot_balance_view, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || view_of(balance, "balance", out_view, |balance| &balance.view))
}

/// Frees what was measured. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_balance_free(balance: *mut surefoot_balance) {
    free(balance);
}
