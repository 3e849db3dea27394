//! `surefoot_footskate_stream`: cleanup frame by frame, and what both streams share.

use crate::*;
use std::sync::{Mutex, MutexGuard, TryLockError};
use surefoot::math::{Quat, Vec3};
use surefoot::model::BodyPoint;
use surefoot::ops::remove_footskate::{FootskateStream, PlantState, StreamFrame};

/// One frame as it goes into and comes out of a stream.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_stream_frame {
    /// Number of joints of the skeleton.
    pub joint_count: usize,
    /// The root's place in the world, metres.
    pub root_position: [f64; 3],
    /// Local rotations, x y z w: 4 numbers a joint.
    pub rotations: *const f64,
    /// Local translations, metres: 3 numbers a joint; the root's is not read. NULL on the way in: the rest offsets.
    pub translations: *const f64,
}

/// A point that is planted on the frame being pushed.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct surefoot_plant_state {
    /// A SUREFOOT_POINT_ number. The point stays planted for as long as every push names it.
    pub point: i32,
    /// 1 if position is set, 0 to leave the place to the stream.
    pub has_position: i32,
    /// Where it is to stay, world, metres; read on the plant's first frame.
    pub position: [f64; 3],
}

/// A cleanup that takes one frame and gives one frame, a fixed number of frames later. It changes with every push: one
/// thread at a time.
pub struct surefoot_footskate_stream {
    state: OneAtATime<State>,
}

/// State that changes with every call; a second thread is refused.
pub(crate) struct OneAtATime<T>(Mutex<T>);

impl<T> OneAtATime<T> {
    pub(crate) fn new(state: T) -> Self {
        Self(Mutex::new(state))
    }

    pub(crate) fn lock(&self) -> Answer<MutexGuard<'_, T>> {
        self.0.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Failure::argument("the stream is in use by another thread"),
            TryLockError::Poisoned(_) => Failure::new(
                surefoot_status::SUREFOOT_ERROR_PANIC,
                "an internal error of the library ended this stream; make a new one",
            ),
        })
    }
}

struct State {
    stream: FootskateStream,
    rest_offsets: Vec<Vec3>,
    /// What is pushed; kept, so that a push asks for no memory.
    input: StreamFrame,
    plants: Vec<PlantState>,
    /// What came out last, and the view of it.
    output: StreamFrame,
    view: surefoot_stream_frame,
}

// SAFETY: the pointers of the view lead into the state itself.
unsafe impl Send for State {}

impl State {
    /// Keeps the frame that came out and tells where it is; NULL if none did.
    fn show(&mut self, came_out: bool) -> *const surefoot_stream_frame {
        if !came_out {
            return std::ptr::null();
        }
        self.view = surefoot_stream_frame {
            joint_count: self.output.rotations.len(),
            root_position: self.output.root_position.into(),
            rotations: numbers(&self.output.rotations),
            translations: numbers(&self.output.translations),
        };
        &raw const self.view
    }
}

/// Makes a stream for frames of this skeleton at `frame_rate`. It reads delay, window, damping_angle, max_stretch,
/// swivel, denoise and fit_root_path of the options, NULL for the defaults. With an anchor_window above 0 it does what the
/// windowed solver does, behind by that and three windows. `ground` may be NULL. The stream keeps copies: skeleton and
/// ground may be freed before it. Free it with surefoot_footskate_stream_free.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_stream_create(
    skeleton: *const surefoot_skeleton, frame_rate: f64, ground: *const surefoot_ground,
    options: *const surefoot_remove_footskate_options, out_stream: *mut *mut surefoot_footskate_stream,
    error: *mut surefoot_error,
) -> surefoot_status {
    make(error, out_stream, "out_stream", || {
        let skeleton = input(skeleton, "skeleton")?.get();
        let ground = optional(ground, "ground")?.map(surefoot_ground::get);
        let options = read_options(options)?;
        let stream = FootskateStream::new(skeleton, frame_rate, ground, &options)?;
        let state = State {
            stream,
            rest_offsets: skeleton.rest_offsets().to_vec(),
            input: empty_frame(skeleton.joint_count()),
            plants: Vec::with_capacity(BodyPoint::all().count()),
            output: empty_frame(skeleton.joint_count()),
            view: zero(),
        };
        Ok(surefoot_footskate_stream { state: OneAtATime::new(state) })
    })
}

/// Tells how many pushes a frame is behind, and on how many frames given out so far a planted limb could not reach its
/// place. Either output may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_stream_get(
    stream: *const surefoot_footskate_stream, out_delay: *mut usize, out_missed_frames: *mut usize,
    error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = input(stream, "stream")?.state.lock()?;
        Out::optional(out_delay).put(state.stream.delay());
        Out::optional(out_missed_frames).put(state.stream.missed_frames());
        Ok(())
    })
}

/// Takes the next frame and gives the one pushed delay frames before: `*out_frame` becomes NULL while there is none
/// yet, else a frame that is valid until the next call with this stream. `plants` are the points planted on the frame
/// that is pushed, none twice.
///
/// Fails with SUREFOOT_ERROR_LENGTH for another number of joints, with SUREFOOT_ERROR_CLIP for a value that is not
/// finite or not a rotation, with SUREFOOT_ERROR_INVALID after surefoot_footskate_stream_flush, and with
/// SUREFOOT_ERROR_ARGUMENT while another thread uses the stream; the stream is then as it was.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_stream_push(
    stream: *mut surefoot_footskate_stream, frame: *const surefoot_stream_frame, plants: *const surefoot_plant_state,
    plant_count: usize, out_frame: *mut *const surefoot_stream_frame, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = &mut *input(stream.cast_const(), "stream")?.state.lock()?;
        let out = Out::required(out_frame, "out_frame")?;
        read_frame(input(frame, "frame")?, &state.rest_offsets, &mut state.input)?;
        state.plants.clear();
        for p in array(plants, plant_count, "plants")? {
            let position = (p.has_position != 0).then(|| Vec3::from(p.position));
            state.plants.push(PlantState { point: point_of(p.point)?, position });
        }
        let given = state.stream.push(&state.input, &state.plants)?.map(|given| state.output.clone_from(given));
        out.put(state.show(given.is_some()));
        Ok(())
    })
}

/// Ends the stream: each call gives one of the remaining frames, then NULL in `*out_frame`. The frame is valid until the
/// next call with this stream.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_stream_flush(
    stream: *mut surefoot_footskate_stream, out_frame: *mut *const surefoot_stream_frame, error: *mut surefoot_error,
) -> surefoot_status {
    guard(error, || {
        let state = &mut *input(stream.cast_const(), "stream")?.state.lock()?;
        let out = Out::required(out_frame, "out_frame")?;
        let given = state.stream.flush().map(|given| state.output.clone_from(given));
        out.put(state.show(given.is_some()));
        Ok(())
    })
}

pub(crate) fn read_frame(frame: &surefoot_stream_frame, rest_offsets: &[Vec3], into: &mut StreamFrame) -> Answer<()> {
    let joints = rest_offsets.len();
    if frame.joint_count != joints {
        return Err(surefoot::Error::Length {
            what: "joints of the frame".into(),
            expected: joints,
            actual: frame.joint_count,
        }
        .into());
    }
    let turns = array(frame.rotations, product(joints, 4, "joints")?, "frame.rotations")?;
    let moves = optional_array(frame.translations, product(joints, 3, "joints")?, "frame.translations")?;
    into.root_position = Vec3::from(frame.root_position);
    into.rotations.clear();
    into.rotations.extend(each_rotation(turns));
    // What is nearly a rotation is made one; anything else the stream refuses.
    let nearly = |turn: &&mut Quat| (1e-14..=0.01).contains(&(turn.norm() - 1.0).abs());
    for turn in into.rotations.iter_mut().filter(nearly) {
        *turn = Quat::new_normalize(turn.into_inner());
    }
    into.translations.clear();
    match moves {
        Some(moves) => into.translations.extend(each_vector(moves)),
        None => into.translations.extend_from_slice(rest_offsets),
    }
    Ok(())
}

/// A frame with memory for so many joints.
pub(crate) fn empty_frame(joint_count: usize) -> StreamFrame {
    StreamFrame {
        root_position: Vec3::zeros(),
        rotations: Vec::with_capacity(joint_count),
        translations: Vec::with_capacity(joint_count),
    }
}

/// Frees a stream. NULL is fine.
#[unsafe(no_mangle)]
pub extern "C" fn surefoot_footskate_stream_free(stream: *mut surefoot_footskate_stream) {
    free(stream);
}
