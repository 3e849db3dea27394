//! `surefoot_plant_stream`: plants of a live feed, frame by frame.

use crate::stream::{OneAtATime, empty_frame, read_frame};
use crate::*;
use surefoot::Skeleton;
use surefoot::math::{Quat, Vec3};
use surefoot::model::BodyPoint;
use surefoot::ops::detect_plants::{PlantStream, StreamedPlants};
use surefoot::ops::remove_footskate::StreamFrame;

/// The points that stand on one frame.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_streamed_plants {
    /// Number of the frame, from 0 for the first that was pushed.
    pub frame: usize,
    /// Number of points.
    pub plant_count: usize,
    /// The points, without places, as surefoot_footskate_stream_push takes them.
    pub plants: *const surefoot_plant_state,
}

/// A search for plants that takes one frame and gives one, a fixed number of frames later. It changes with every push:
/// one thread at a time.
pub struct surefoot_plant_stream {
    state: OneAtATime<State>,
}

struct State {
    stream: PlantStream,
    skeleton: Skeleton,
    /// What is pushed, and its world pose; kept, so that a push asks for no memory.
    input: StreamFrame,
    positions: Vec<Vec3>,
    rotations: Vec<Quat>,
    /// What came out last, and the view of it.
    plants: Vec<surefoot_plant_state>,
    view: surefoot_streamed_plants,
}

// SAFETY: the pointers of the view lead into the state itself.
unsafe impl Send for State {}

impl State {
    /// Keeps the plants that came out and tells where they are; NULL if none did.
    fn show(&mut self, given: Option<StreamedPlants>) -> *const surefoot_streamed_plants {
        let Some(given) = given else { return std::ptr::null() };
        self.plants.clear();
        self.plants.extend(given.points().map(|point| surefoot_plant_state {
            point: point_number(point),
            has_position: 0,
            position: [0.0; 3],
        }));
        self.view = surefoot_streamed_plants {
            frame: given.frame,
            plant_count: self.plants.len(),
            plants: self.plants.as_ptr(),
        };
        &raw const self.view
    }
}

/// Makes a stream that finds plants of ankles and toes in frames of this skeleton at `frame_rate`. `look_ahead` is how
/// many seconds a frame may wait to be judged, 0 to 2: 0.2 comes near to what the whole clip shows, 0 judges every frame
/// at once. It reads still_speed, fit_fault, use_touches and hold_gliding of the options, NULL for the defaults; hands
/// and sole need the whole clip and are refused. The stream keeps a copy of the skeleton. Free it with
/// surefoot_plant_stream_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plant_stream_create(
    skeleton: *const surefoot_skeleton, frame_rate: f64, look_ahead: f64,
    options: *const surefoot_detect_plants_options, out_stream: *mut *mut surefoot_plant_stream,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_stream, "out_stream", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        if skeleton.has_scale() {
            let text = "the skeleton scales joints; a stream needs one that does not";
            return Err(surefoot::Error::invalid("skeleton", text).into());
        }
        let stream = PlantStream::new(skeleton, frame_rate, look_ahead, &read_options(options)?)?;
        let state = State {
            stream,
            skeleton: skeleton.clone(),
            input: empty_frame(skeleton.joint_count()),
            positions: Vec::with_capacity(skeleton.joint_count()),
            rotations: Vec::with_capacity(skeleton.joint_count()),
            plants: Vec::with_capacity(BodyPoint::all().count()),
            view: zero(),
        };
        Ok(surefoot_plant_stream { state: OneAtATime::new(state) })
    })
}

/// Tells how many pushes a frame is behind, and whether feet glide all the time, as networks make them (1 or 0): limits
/// are widened then. Either output may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plant_stream_get(
    stream: *const surefoot_plant_stream, out_delay: *mut usize, out_is_gliding: *mut i32, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = input(stream, "stream")?.state.lock()?;
        Out::optional(out_delay).put(state.stream.delay());
        Out::optional(out_is_gliding).put(state.stream.is_gliding().into());
        Ok(())
    })
}

/// Takes the next frame and gives the plants of the one pushed delay frames before: `*out_plants` becomes NULL while
/// there is none yet, else plants that are valid until the next call with this stream.
///
/// Fails with SUREFOOT_ERROR_LENGTH for another number of joints, with SUREFOOT_ERROR_INVALID for a number that is not
/// finite or after surefoot_plant_stream_flush, and with SUREFOOT_ERROR_ARGUMENT while another thread uses the stream;
/// the stream is then as it was.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plant_stream_push(
    stream: *mut surefoot_plant_stream, frame: *const surefoot_stream_frame,
    out_plants: *mut *const surefoot_streamed_plants, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = &mut *input(stream.cast_const(), "stream")?.state.lock()?;
        let out = Out::required(out_plants, "out_plants")?;
        read_frame(input(frame, "frame")?, state.skeleton.rest_offsets(), &mut state.input)?;
        state.input.world_pose(&state.skeleton, &mut state.positions, &mut state.rotations)?;
        let given = state.stream.push(&state.positions, &state.rotations)?;
        out.put(state.show(given));
        Ok(())
    })
}

/// Ends the stream: each call gives the plants of one of the remaining frames, then NULL in `*out_plants`. They are valid
/// until the next call with this stream.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plant_stream_flush(
    stream: *mut surefoot_plant_stream, out_plants: *mut *const surefoot_streamed_plants, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = &mut *input(stream.cast_const(), "stream")?.state.lock()?;
        let out = Out::required(out_plants, "out_plants")?;
        let given = state.stream.flush();
        out.put(state.show(given));
        Ok(())
    })
}

/// Frees a stream. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_plant_stream_free(stream: *mut surefoot_plant_stream) {
    free(stream);
}
