//! `surefoot_plants`.

use crate::*;
use surefoot::math::Vec3;
use surefoot::model::{BodyPoint, Plant, Plants};

/// A point of the body that can be planted. The numbers run through the left side before the right.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum surefoot_point {
    /// The ankle joint.
    SUREFOOT_POINT_LEFT_ANKLE = 0,
    /// The heel's point of the sole.
    SUREFOOT_POINT_LEFT_HEEL = 1,
    /// The toe joint, the ball of the foot.
    SUREFOOT_POINT_LEFT_TOE = 2,
    /// The tip of the toe, a point of the sole.
    SUREFOOT_POINT_LEFT_TOE_TIP = 3,
    SUREFOOT_POINT_LEFT_WRIST = 4,
    SUREFOOT_POINT_LEFT_FINGERTIPS = 5,
    SUREFOOT_POINT_RIGHT_ANKLE = 6,
    SUREFOOT_POINT_RIGHT_HEEL = 7,
    SUREFOOT_POINT_RIGHT_TOE = 8,
    SUREFOOT_POINT_RIGHT_TOE_TIP = 9,
    SUREFOOT_POINT_RIGHT_WRIST = 10,
    SUREFOOT_POINT_RIGHT_FINGERTIPS = 11,
}

/// An interval in which a point stays put.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct surefoot_plant {
    /// A SUREFOOT_POINT_ number.
    pub point: i32,
    /// 1 if position is set, 0 to leave the place to the operation.
    pub has_position: i32,
    /// First frame.
    pub first: usize,
    /// The frame after the last.
    pub end: usize,
    /// How sure the detector was, 0 to 1; 1 for plants set by hand.
    pub confidence: f64,
    /// Where the point stays, world, metres.
    pub position: [f64; 3],
}

/// Plants of one clip: sorted by first frame, those of one point disjoint, all inside the clip. Never changed.
pub struct surefoot_plants {
    plants: Plants,
    items: Vec<surefoot_plant>,
}

impl surefoot_plants {
    pub(crate) fn new(plants: Plants) -> Self {
        let item = |plant: &Plant| surefoot_plant {
            point: point_number(plant.point),
            has_position: plant.position.is_some().into(),
            first: plant.frames.start,
            end: plant.frames.end,
            confidence: plant.confidence,
            position: plant.position.map_or([0.0; 3], Into::into),
        };
        let items = plants.iter().map(item).collect();
        Self { plants, items }
    }

    pub(crate) fn get(&self) -> &Plants {
        &self.plants
    }
}

pub(crate) fn point_number(point: BodyPoint) -> i32 {
    BodyPoint::all().position(|p| p == point).map_or(-1, |i| i as i32)
}

pub(crate) fn point_of(number: i32) -> Answer<BodyPoint> {
    usize::try_from(number)
        .ok()
        .and_then(|i| BodyPoint::all().nth(i))
        .ok_or_else(|| Failure::argument(format!("point {number} is not a SUREFOOT_POINT_ constant")))
}

/// Makes plants for a clip of `frame_count` frames from an array, in any order.
///
/// Fails with SUREFOOT_ERROR_INVALID for an empty interval, one outside the clip, two of one point that overlap, a
/// confidence outside 0 to 1 or a position that is not finite. Free them with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_create(
    frame_count: usize, items: *const surefoot_plant, item_count: usize, out_plants: *mut *mut surefoot_plants,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let plant = |item: &surefoot_plant| {
            Ok(Plant {
                point: point_of(item.point)?,
                frames: item.first..item.end,
                confidence: item.confidence,
                position: (item.has_position != 0).then(|| Vec3::from(item.position)),
            })
        };
        let plants = array(items, item_count, "items")?.iter().map(plant).collect::<Answer<Vec<_>>>()?;
        Ok(surefoot_plants::new(Plants::new(frame_count, plants)?))
    })
}

/// Gives the plants by first frame, valid until they are freed, their number, and the number of frames of their clip.
/// `out_frame_count` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_get(
    plants: *const surefoot_plants, out_items: *mut *const surefoot_plant, out_item_count: *mut usize,
    out_frame_count: *mut usize, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let plants = input(plants, "plants")?;
        list_of(&plants.items, out_items, out_item_count)?;
        Out::optional(out_frame_count).put(plants.plants.frame_count());
        Ok(())
    })
}

/// Reads a plants file (JSON) for a clip of `frame_count` frames. Free the plants with surefoot_plants_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_read(
    file: *const c_char, frame_count: usize, out_plants: *mut *mut surefoot_plants, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let file = path(file, "file")?;
        Ok(surefoot_plants::new(surefoot::io::read_plants(&file, frame_count)?))
    })
}

/// As surefoot_plants_read, for a clip that is at hand: refuses positions far away from it, and notes keys that mean
/// nothing. `out_notes` may be NULL; else free them with surefoot_notes_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_read_of(
    file: *const c_char, skeleton: *const surefoot_skeleton, clip: *const surefoot_clip,
    out_plants: *mut *mut surefoot_plants, out_notes: *mut *mut surefoot_notes, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let file = path(file, "file")?;
        inputs!(skeleton, clip);
        clip.check_skeleton(skeleton)?;
        let read = surefoot::io::read_plants_of(&file, skeleton, clip)?;
        Out::optional(out_notes).put_handle(|| surefoot_notes::new(&read.notes));
        Ok(surefoot_plants::new(read.plants))
    })
}

/// As surefoot_plants_read, from the file's text.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_from_text(
    json: *const c_char, frame_count: usize, out_plants: *mut *mut surefoot_plants, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_plants, "out_plants", || {
        let json = text(json, "json")?;
        Ok(surefoot_plants::new(surefoot::io::parse_plants("plants".as_ref(), json, frame_count)?))
    })
}

/// Makes the text of a plants file, to be edited by hand. Free it with surefoot_text_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_text(
    plants: *const surefoot_plants, out_text: *mut *mut surefoot_text, error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_text, "out_text", || {
        let plants = input(plants, "plants")?.get();
        Ok(surefoot_text::new(&surefoot::io::encode_plants(plants)))
    })
}

/// Writes a plants file in one step: it is complete or not there.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_write(
    file: *const c_char, plants: *const surefoot_plants, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let file = path(file, "file")?;
        let plants = input(plants, "plants")?.get();
        surefoot::io::write_bytes(&file, surefoot::io::encode_plants(plants).as_bytes())?;
        Ok(())
    })
}

/// Frees plants. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plants_free(plants: *mut surefoot_plants) {
    free(plants);
}
