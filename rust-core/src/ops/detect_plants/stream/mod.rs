//! [`PlantStream`]: plants of a live feed, frame by frame, from the past and a short look ahead.
//!
//! The causal form of [`detect_plants`](super::detect_plants): the same speeds and costs, with running estimates in
//! place of those over the whole clip. Noise is a running median of fourth differences, the fault a robust fit over
//! sums that fade in some seconds, the floor the lowest place of the last second, and still or moving the cheapest path
//! through two states, decided as many frames late as the look-ahead allows (fixed-lag Viterbi). A stance cannot be
//! judged by how it ends: a foot is held rather than planted if it is still well above the other one that stands.

mod fault;
mod floor;
mod glide;

use super::ends::{MAX_GAP, MAX_MOVE, NEARLY_STILL};
use super::options::DetectPlantsOptions;
use super::posture::{HEEL_RISE, TOE_RISE};
use super::still::SWITCH_COST;
use super::support::{BAND, MIN_HANG};
use crate::declare::Options;
use crate::error::{Error, Result};
use crate::kinematics::{AttachedPoint, BodyPoints, cuts, reference_leg};
use crate::math::white_noise::{FOURTH_DIFFERENCE, fourth_difference};
use crate::math::{Quat, Vec3};
use crate::model::clip::check_frame_rate;
use crate::model::{BodyPoint, PointKind, Side, Skeleton};
use fault::RunningFault;
use floor::RunningFloor;
use glide::RunningGlide;

/// Points of the feet: left ankle and toe, right ankle and toe.
const POINTS: usize = 4;
/// Seconds to either side of a velocity's difference at most, and of one without noise.
const MAX_REACH: f64 = 0.066;
const MIN_REACH: f64 = 1.0 / 60.0;
/// Times the still speed: how much noise a velocity may carry before its difference is taken over more frames.
const NOISE_SHARE: f64 = 0.35;
/// How fast the height of a flat foot's ankle over its toe is followed, metres a second for the reference leg.
const FLAT_SPEED: f64 = 0.06;
/// Toes of a run roll: while the other foot is in the air, a low toe may be so many times faster.
const RUN_FACTOR: f64 = 2.0;
const RUN_LOW: f64 = 0.03;
const RUN_OTHER: f64 = 0.06;
/// Root speed from which a body runs, metres per second for the reference leg.
const RUN_SPEED: f64 = 2.0;
/// Feet of a body that runs are never quite still: how many times faster they may be, and those that roll.
const FAST_FACTOR: f64 = 1.4;
const FAST_RUN_FACTOR: f64 = 1.8;

/// The best way to "moving" came from "still"; to "still" from "moving"; a new stretch begins; the one before ended still.
const CAME_TO_MOVING: u8 = 1;
const CAME_TO_STILL: u8 = 2;
const BEGINS: u8 = 4;
const ENDED_STILL: u8 = 8;

/// The points that stand in one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct StreamedPlants {
    /// Number of the frame, from 0 for the first that was pushed.
    pub frame: usize,
    planted: [Option<BodyPoint>; POINTS],
}

impl StreamedPlants {
    /// The points that stand.
    pub fn points(&self) -> impl Iterator<Item = BodyPoint> + '_ {
        self.planted.iter().flatten().copied()
    }

    /// Whether this point stands.
    pub fn is_planted(&self, point: BodyPoint) -> bool {
        self.points().any(|p| p == point)
    }
}

/// What is kept of a frame.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Pelvis, then the points of the feet.
    places: [Vec3; POINTS + 1],
    /// Stretch between cuts.
    segment: usize,
    /// Speed of each point once the fault is taken away.
    speeds: [f64; POINTS],
    /// Velocity that the fault gives a standing point.
    slide: Vec3,
    /// How the best ways came here, bits of [`CAME_TO_MOVING`] and its like.
    came: [u8; POINTS],
}

impl Entry {
    const EMPTY: Entry = Entry {
        places: [Vec3::new(0.0, 0.0, 0.0); POINTS + 1],
        segment: 0,
        speeds: [0.0; POINTS],
        slide: Vec3::new(0.0, 0.0, 0.0),
        came: [0; POINTS],
    };
}

/// Finds plants of ankles and toes in a feed of frames; gives each frame [`Self::delay`] pushes later.
///
/// All memory is asked for when the stream is made, and every push costs the same.
///
/// ```
/// use surefoot::kinematics::world_poses;
/// use surefoot::ops::detect_plants::PlantStream;
/// # let skeleton = surefoot_sample::biped_skeleton(&Default::default())?;
/// # let clip = surefoot_sample::walk(&skeleton, &Default::default())?.clip;
/// let mut stream = PlantStream::new(&skeleton, 60.0, 0.2, &Default::default())?;
/// let poses = world_poses(&skeleton, &clip)?;
/// let joints = skeleton.joint_count();
/// for frame in 0..clip.frame_count() {
///     let rotations = &poses.rotations[frame * joints..(frame + 1) * joints];
///     if let Some(plants) = stream.push(poses.frame(frame), rotations)? {
///         println!("{}: {:?}", plants.frame, plants.points().collect::<Vec<_>>());
///     }
/// }
/// while let Some(plants) = stream.flush() {
///     println!("{}: {:?}", plants.frame, plants.points().collect::<Vec<_>>());
/// }
/// # Ok::<(), surefoot::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlantStream {
    joint_count: usize,
    pelvis: usize,
    points: [Option<(BodyPoint, AttachedPoint)>; POINTS],
    dt: f64,
    scale: f64,
    leg_length: f64,
    still_speed: f64,
    use_touches: bool,
    fit_fault: bool,
    hold_gliding: bool,
    /// Frames ahead that a velocity reads, frames further that a decision waits, and frames back that are kept.
    ahead: usize,
    lag: usize,
    back: usize,
    ring: Vec<Entry>,
    received: usize,
    /// Frames whose velocity is known, and frames given.
    measured: usize,
    given: usize,
    is_ended: bool,
    noise: [Noise; 2],
    fault: RunningFault,
    floors: [RunningFloor; POINTS],
    glide: RunningGlide,
    /// Cost of moving and of still so far.
    costs: [[f64; 2]; POINTS],
    /// States from the frame that is given to the newest, per point; scratch.
    states: Vec<[bool; POINTS]>,
    was_still: [bool; POINTS],
    last_still_place: [Vec3; POINTS],
    /// Height of the ankle over the toe of a flat foot.
    flat: [Option<f64>; 2],
}

/// A running median of |fourth differences|, and from it white noise, metres per axis.
#[derive(Debug, Clone, Copy, Default)]
struct Noise {
    median: f64,
    seen: usize,
}

/// Steps of the running median: this time over the time of the evidence, within a least and a largest growth a second.
const MEDIAN_TIME: f64 = 1.0 / 30.0;
const MEDIAN_GROWTH: (f64, f64) = (1.2, 30.0);

impl Noise {
    fn add(&mut self, size: f64, dt: f64) {
        self.seen += 1;
        if self.seen == 1 {
            self.median = size.max(1e-7);
        }
        // Steps shrink as evidence grows: half a second to find the level, some seconds to follow it.
        let (least, most) = ((MEDIAN_GROWTH.0 * dt).min(0.5), (MEDIAN_GROWTH.1 * dt).min(1.0));
        let step = (MEDIAN_TIME / (self.seen as f64 * dt)).clamp(least, most);
        self.median =
            (self.median * if size > self.median { 1.0 + step } else { 1.0 / (1.0 + step) }).max(1e-7);
    }

    fn deviation(&self) -> f64 {
        // Of the mean of |d| over three axes the median is near its mean, 0.8 standard deviations.
        if self.seen < 6 { 0.0 } else { self.median / 0.79 / FOURTH_DIFFERENCE.sqrt() }
    }
}

impl PlantStream {
    /// Makes a stream for a skeleton at `frame_rate`. `look_ahead` is how many seconds a frame may wait to be judged: 0.2
    /// comes near to what the whole clip shows, 0 judges every frame at once. Reads `still_speed`, `fit_fault`,
    /// `use_touches` and `hold_gliding` of the options.
    ///
    /// # Errors
    /// [`Error::OptionOutOfRange`]; [`Error::Invalid`] for a frame rate that no clip can have, a look-ahead outside 0 to
    /// 2 s, or for `hands` and `sole`, which need the whole clip; [`Error::MissingRoles`] if no foot is known.
    pub fn new(
        skeleton: &Skeleton,
        frame_rate: f64,
        look_ahead: f64,
        options: &DetectPlantsOptions,
    ) -> Result<Self> {
        options.validate()?;
        // A rate that no clip has would ask for memory that no machine has.
        check_frame_rate("stream", frame_rate)?;
        if !(0.0..=2.0).contains(&look_ahead) {
            return Err(Error::invalid("stream", format!("look-ahead {look_ahead} s is not within 0 to 2")));
        }
        if options.hands || options.sole {
            return Err(Error::invalid(
                "stream",
                "finds plants of ankles and toes only; hands and sole need detect_plants",
            ));
        }
        let body = BodyPoints::new(skeleton);
        let mut points = [None; POINTS];
        for (i, side) in Side::BOTH.into_iter().enumerate() {
            let pair = [PointKind::Ankle, PointKind::Toe].map(|kind| BodyPoint { side, kind });
            if let [Some(ankle), Some(toe)] = pair.map(|point| body.get(point)) {
                points[2 * i] = Some((pair[0], ankle));
                points[2 * i + 1] = Some((pair[1], toe));
            }
        }
        if points.iter().all(Option::is_none) {
            return Err(Error::MissingRoles { missing: "left foot, right foot".into() });
        }
        let bones = reference_leg::bones(skeleton).unwrap_or(reference_leg::BONES);
        let scale = bones / reference_leg::BONES;
        let dt = frame_rate.recip();
        let frames = |seconds: f64| (seconds * frame_rate).round() as usize;
        let total = frames(look_ahead);
        let ahead = frames(MAX_REACH).max(1).min(total.div_ceil(2));
        let lag = total - ahead;
        let back = (2 * frames(MAX_REACH)).max(2) + 5;
        let still_speed = options.still_speed * scale;
        Ok(Self {
            joint_count: skeleton.joint_count(),
            pelvis: cuts::pelvis(skeleton).0,
            points,
            dt,
            scale,
            leg_length: bones,
            still_speed,
            use_touches: options.use_touches,
            fit_fault: options.fit_fault,
            hold_gliding: options.hold_gliding,
            ahead,
            lag,
            back,
            ring: vec![Entry::EMPTY; ahead + lag + back + 2],
            received: 0,
            measured: 0,
            given: 0,
            is_ended: false,
            noise: [Noise::default(); 2],
            fault: RunningFault::new(still_speed, scale, dt),
            floors: [0; POINTS].map(|_| RunningFloor::new(frames(1.0).max(2))),
            glide: RunningGlide::new(still_speed, scale, dt),
            costs: [[0.0; 2]; POINTS],
            states: vec![[false; POINTS]; lag + 1],
            was_still: [false; POINTS],
            last_still_place: [Vec3::zeros(); POINTS],
            flat: [None; 2],
        })
    }

    /// How many pushes a frame is behind.
    pub fn delay(&self) -> usize {
        self.ahead + self.lag
    }

    /// Whether feet glide over the floor all the time, as networks make them: limits are widened then.
    pub fn is_gliding(&self) -> bool {
        self.glide.is_gliding()
    }

    /// Takes the next frame, world positions and rotations of all joints, and gives the plants of the one pushed
    /// [`Self::delay`] frames before, once there is one.
    ///
    /// # Errors
    /// [`Error::Length`] for another number of joints, [`Error::Invalid`] for a number that is not finite or a push
    /// after [`Self::flush`]; the stream is unchanged then.
    pub fn push(&mut self, positions: &[Vec3], rotations: &[Quat]) -> Result<Option<StreamedPlants>> {
        for (what, actual) in [("positions", positions.len()), ("rotations", rotations.len())] {
            if actual != self.joint_count {
                let what = format!("{what} of a streamed frame");
                return Err(Error::Length { what, expected: self.joint_count, actual });
            }
        }
        if self.is_ended {
            return Err(Error::invalid("stream", "was ended by flush; make a new one"));
        }
        let mut entry = Entry { places: [positions[self.pelvis]; POINTS + 1], ..Entry::EMPTY };
        for (place, point) in entry.places[1..].iter_mut().zip(&self.points) {
            if let Some((_, at)) = point {
                *place = positions[at.joint.0] + rotations[at.joint.0] * at.offset;
            }
        }
        if !entry.places.iter().all(|p| p.iter().all(|x| x.is_finite())) {
            return Err(Error::invalid(
                "stream",
                format!("frame {} has a number that is not finite", self.received),
            ));
        }
        entry.segment = self.segment_of(&entry);
        let slot = self.slot(self.received);
        self.ring[slot] = entry;
        self.received += 1;
        self.read_noise();
        if self.measured + self.ahead < self.received {
            self.measure();
        }
        Ok((self.given + self.lag < self.measured).then(|| self.decide()))
    }

    /// Ends the stream: gives the remaining frames one by one, then `None`.
    pub fn flush(&mut self) -> Option<StreamedPlants> {
        self.is_ended = true;
        while self.measured < self.received && self.given + self.lag >= self.measured {
            self.measure();
        }
        (self.given < self.measured).then(|| self.decide())
    }

    fn slot(&self, frame: usize) -> usize {
        frame % self.ring.len()
    }

    fn entry(&self, frame: usize) -> &Entry {
        &self.ring[frame % self.ring.len()]
    }

    /// A step that no body makes begins a new stretch; a single bad frame begins two, which costs it nothing else.
    fn segment_of(&self, entry: &Entry) -> usize {
        let Some(last) = self.received.checked_sub(1).map(|f| self.entry(f)) else { return 0 };
        let limit = cuts::longest_step(self.dt, self.scale);
        let steps = entry.places.iter().zip(&last.places).map(|(a, b)| (a - b).norm());
        last.segment + usize::from(steps.fold(0.0, f64::max) > limit)
    }

    fn read_noise(&mut self) {
        let Some(first) = self.received.checked_sub(5) else { return };
        let window: [&Entry; 5] = [0, 1, 2, 3, 4].map(|i| self.entry(first + i));
        if window[0].segment != window[4].segment {
            return;
        }
        let fourth = |at: &dyn Fn(&Entry) -> Vec3| {
            let d = fourth_difference(window.map(at));
            (d.x.abs() + d.y.abs() + d.z.abs()) / 3.0
        };
        let root = fourth(&|e| e.places[0]);
        let known = (0..POINTS).filter(|&i| self.points[i].is_some());
        let (sum, count) = known.fold((0.0, 0), |(sum, count), i| {
            (sum + fourth(&|e: &Entry| e.places[i + 1] - e.places[0]), count + 1)
        });
        self.noise[0].add(root, self.dt);
        self.noise[1].add(sum / f64::from(count.max(1)), self.dt);
    }

    /// Velocity of every place around a frame, and the variance of its noise per axis: root, feet.
    fn velocities(&self, frame: usize) -> ([Vec3; POINTS + 1], [f64; 2]) {
        let deviations = self.noise.map(|n| n.deviation());
        let worst = deviations[0].max(deviations[1]);
        // Over ±r frames white noise leaves sd / (√2 r dt).
        let wanted = worst / (2f64.sqrt() * self.dt * NOISE_SHARE * self.still_speed);
        let least = (MIN_REACH / self.dt).round().max(1.0);
        let reach = (wanted.ceil().max(least) as usize).min((MAX_REACH / self.dt).round().max(1.0) as usize);
        let segment = self.entry(frame).segment;
        let newest = (self.received - 1).min(frame + reach.min(self.ahead));
        let mut last = frame;
        while last < newest && self.entry(last + 1).segment == segment {
            last += 1;
        }
        // Without a look ahead the difference reaches back twice as far: the same noise, later by half of it.
        let missing = reach - (last - frame);
        let oldest = frame.saturating_sub((reach + missing).min(self.back - 1));
        let mut first = frame;
        while first > oldest && self.entry(first - 1).segment == segment {
            first -= 1;
        }
        let (a, b) = (self.entry(first), self.entry(last));
        let seconds = ((last - first) as f64 * self.dt).max(self.dt);
        let mut out = [Vec3::zeros(); POINTS + 1];
        for (i, out) in out.iter_mut().enumerate() {
            *out = (b.places[i] - a.places[i]) / seconds;
        }
        (out, deviations.map(|sd| 2.0 * sd * sd / (seconds * seconds)))
    }

    /// Judges the next frame for itself and carries the two costs on.
    fn measure(&mut self) {
        let frame = self.measured;
        self.measured += 1;
        let entry = *self.entry(frame);
        let begins = frame == 0 || self.entry(frame - 1).segment != entry.segment;
        let mut came = [0u8; POINTS];
        if begins {
            for (came, [moving, still]) in came.iter_mut().zip(&self.costs) {
                *came = BEGINS | if still < moving { ENDED_STILL } else { 0 };
            }
            self.costs = [[0.0; 2]; POINTS];
            self.floors.iter_mut().for_each(RunningFloor::clear);
        }
        let (velocities, noise) = self.velocities(frame);
        let root = velocities[0];
        let clearances: [f64; POINTS] =
            std::array::from_fn(|i| self.floors[i].clearance(entry.places[i + 1].y));
        if self.fit_fault {
            let known = |i: usize| self.points[i].is_some();
            self.fault.add(&root, &velocities[1..], &clearances, known, noise[0]);
        }
        let slide = if self.fit_fault { self.fault.slide(&root) } else { Vec3::zeros() };
        let noise = 3.0 * (noise[0] + noise[1]);
        let residuals: [Vec3; POINTS] = std::array::from_fn(|i| velocities[i + 1] - slide);
        let squared = residuals.map(|v| (v.norm_squared() - noise).max(0.0));
        let speeds = squared.map(f64::sqrt);
        for side in 0..2 {
            let [ankle, toe] = [2 * side, 2 * side + 1];
            if self.hold_gliding && self.points[toe].is_some() {
                let slower = speeds[ankle].min(speeds[toe]);
                let of = |values: &[Vec3]| [values[ankle + 1], values[toe + 1]];
                self.glide.add([clearances[ankle], clearances[toe]], of(&velocities), slower, &root);
            }
        }
        let low = |limit: f64, i: usize| clearances[i] < limit * self.scale;
        for i in 0..POINTS {
            let other = 2 - 2 * (i / 2);
            let rolls = self.use_touches
                && i % 2 == 1
                && low(RUN_LOW, i)
                && !low(RUN_OTHER, other)
                && !low(RUN_OTHER, other + 1);
            let is_fast = root.xz().norm() > RUN_SPEED * self.scale;
            let factor = match (rolls, is_fast) {
                (true, false) => RUN_FACTOR,
                (true, true) => FAST_RUN_FACTOR,
                (false, true) => FAST_FACTOR,
                (false, false) => 1.0,
            };
            let limit = self.still_speed * factor;
            let excess = match self.glide.limits() {
                Some(limits) => {
                    let turn = if i % 2 == 0 { velocities[i + 1] - velocities[i + 2] } else { Vec3::zeros() };
                    let level = (residuals[i].xz().norm_squared() - noise * 2.0 / 3.0).max(0.0);
                    limits.excess(level, residuals[i].y, clearances[i], turn.norm_squared())
                }
                None => squared[i] / (limit * limit) - 1.0,
            };
            // The first frame of a stretch without a look ahead shows no speed yet.
            let is_blind = begins && self.ahead == 0;
            let cost = self.dt * if is_blind { 0.0 } else { excess.clamp(-1.0, 3.0) };
            let [moving, still] = &mut self.costs[i];
            if !begins {
                let (to_moving, to_still) = (*still + SWITCH_COST, *moving + SWITCH_COST);
                came[i] |= if to_moving < *moving { CAME_TO_MOVING } else { 0 };
                came[i] |= if to_still < *still { CAME_TO_STILL } else { 0 };
                (*moving, *still) = (moving.min(to_moving), still.min(to_still));
            }
            *still += cost;
            // Only their difference matters, and it must not lose its digits over hours.
            let least = moving.min(*still);
            (*moving, *still) = (*moving - least, *still - least);
        }
        let slot = self.slot(frame);
        let entry = &mut self.ring[slot];
        (entry.speeds, entry.slide, entry.came) = (speeds, slide, came);
    }

    /// Traces the cheapest paths back from the newest measured frame and gives the oldest one.
    fn decide(&mut self) -> StreamedPlants {
        let frame = self.given;
        self.given += 1;
        let entry = *self.entry(frame);
        // The newest frame of the same stretch.
        let mut newest = self.measured - 1;
        while newest > frame && self.entry(newest).segment != entry.segment {
            newest -= 1;
        }
        for i in 0..POINTS {
            let [moving, still] = self.costs[i];
            let mut state = still < moving;
            for f in (frame..self.measured).rev() {
                self.states[f - frame][i] = state;
                let came = self.entry(f).came[i];
                if came & BEGINS != 0 {
                    state = came & ENDED_STILL != 0;
                } else if came & (if state { CAME_TO_STILL } else { CAME_TO_MOVING }) != 0 {
                    state = !state;
                }
            }
        }
        let still: [bool; POINTS] = std::array::from_fn(|i| self.is_still(i, frame, newest, &entry));
        let mut planted = std::array::from_fn(|i| {
            // An interval takes in the frame after it: the release is gradual.
            still[i] || (self.was_still[i] && frame > 0 && self.entry(frame - 1).segment == entry.segment)
        });
        self.was_still = still;
        self.support(&entry, &mut planted);
        self.trim_by_posture(&entry, &mut planted);
        if self.fault.is_conveyor() {
            planted = [false; POINTS];
        }
        let points = std::array::from_fn(|i| self.points[i].filter(|_| planted[i]).map(|(point, _)| point));
        StreamedPlants { frame, planted: points }
    }

    /// Still by its path, or in a short gap of a stance, or nearly still just before it comes to rest.
    fn is_still(&mut self, i: usize, frame: usize, newest: usize, entry: &Entry) -> bool {
        if self.states[0][i] {
            self.last_still_place[i] = entry.places[i + 1];
            return true;
        }
        let next = newest > frame && self.states[1][i];
        if next && entry.speeds[i] < NEARLY_STILL * self.still_speed {
            return true;
        }
        if !self.was_still[i] {
            return false;
        }
        let max_frames = (MAX_GAP / self.dt).round() as usize;
        let again = (1..=(newest - frame).min(max_frames)).find(|&k| self.states[k][i]);
        again.is_some_and(|k| {
            let way = self.entry(frame + k).places[i + 1] - self.last_still_place[i];
            (way - entry.slide * (k as f64 * self.dt)).norm() < MAX_MOVE * self.scale
        })
    }

    /// A foot that is still well above the other one, which stands, is held.
    fn support(&self, entry: &Entry, planted: &mut [bool; POINTS]) {
        let still = *planted;
        for i in 0..POINTS {
            let other = 2 - 2 * (i / 2);
            let height = entry.places[i + 1].y;
            let other_stands = still[other] || still[other + 1];
            let above = height > entry.places[other + i % 2 + 1].y + BAND * self.scale;
            let hang = (entry.places[0].y - height) > MIN_HANG * self.leg_length;
            planted[i] &= if other_stands { !above } else { hang || !above };
        }
    }

    fn trim_by_posture(&mut self, entry: &Entry, planted: &mut [bool; POINTS]) {
        for side in 0..2 {
            let [ankle, toe] = [2 * side, 2 * side + 1];
            if !planted[ankle] && !planted[toe] {
                continue;
            }
            let rise = entry.places[ankle + 1].y - entry.places[toe + 1].y;
            // A running 20th percentile.
            let flat = self.flat[side].get_or_insert(rise);
            let step = FLAT_SPEED * self.dt * self.scale;
            *flat += if rise < *flat { -0.8 * step } else { 0.2 * step };
            planted[ankle] &= rise < *flat + HEEL_RISE * self.scale;
            planted[toe] &= rise > *flat - TOE_RISE * self.scale;
        }
    }
}
