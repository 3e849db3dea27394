//! Skin leaves the body: known meshes, slow distances that share no code with the operation, a real character.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use nalgebra::Vector3;
use surefoot::io::{Document, ReadOptions, read};
use surefoot::kinematics::{SkinnedFrame, Skinner};
use surefoot::model::{Clip, JointIndex};
use surefoot::ops::deform_out_of_body::{
    BodyDeformer, CharacterDeformScratch, CharacterDeformer, DeformOutOfBodyOptions, DeformScratch,
    DeformSettings, DeformedClip, DeformedFrame, MeshShape, YieldingPart, deform_out_of_body,
    deform_out_of_body_each,
};
use surefoot::{Error, TrimClipOptions, trim_clip};
use surefoot_tests::data_folder;

type Point = Vector3<f32>;
type P = Vector3<f64>;

/// A closed ball.
fn ball(radius: f32, centre: Point, rings: usize, segments: usize) -> (Vec<Point>, Vec<[u32; 3]>) {
    use std::f32::consts::PI;
    let mut points = vec![Point::y()];
    for r in 1..rings {
        for s in 0..segments {
            let (theta, phi) = (PI * r as f32 / rings as f32, 2.0 * PI * s as f32 / segments as f32);
            points.push(Point::new(theta.sin() * phi.cos(), theta.cos(), theta.sin() * phi.sin()));
        }
    }
    points.push(-Point::y());
    let at = |r: usize, s: usize| (1 + (r - 1) * segments + s % segments) as u32;
    let last = points.len() as u32 - 1;
    let mut triangles = Vec::new();
    for s in 0..segments {
        triangles.push([0, at(1, s + 1), at(1, s)]);
        triangles.push([last, at(rings - 1, s), at(rings - 1, s + 1)]);
        for r in 1..rings - 1 {
            triangles.push([at(r, s), at(r, s + 1), at(r + 1, s)]);
            triangles.push([at(r, s + 1), at(r + 1, s + 1), at(r + 1, s)]);
        }
    }
    (points.iter().map(|p| p * radius + centre).collect(), triangles)
}

/// Distance to a triangle in f64, from its plane and its three edges.
fn to_triangle(p: &P, [a, b, c]: [P; 3]) -> f64 {
    let normal = (b - a).cross(&(c - a));
    let is_over = [(a, b), (b, c), (c, a)].iter().all(|(u, v)| normal.cross(&(v - u)).dot(&(p - u)) >= 0.0);
    if is_over && normal.norm() > 0.0 {
        return (p - a).dot(&normal).abs() / normal.norm();
    }
    let to_edge = |u: P, v: P| {
        let along = ((p - u).dot(&(v - u)) / (v - u).norm_squared().max(1e-30)).clamp(0.0, 1.0);
        (p - u - (v - u) * along).norm()
    };
    to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a))
}

/// Solid angles of all triangles, in turns: 1 inside, 0 outside.
fn winding(points: &[P], triangles: &[[u32; 3]], at: &P) -> f64 {
    let mut sum = 0.0;
    for t in triangles {
        let [a, b, c] = t.map(|corner| points[corner as usize] - at);
        let [la, lb, lc] = [a, b, c].map(|v| v.norm());
        let scale = la * lb * lc + a.dot(&b) * lc + b.dot(&c) * la + c.dot(&a) * lb;
        sum += a.dot(&b.cross(&c)).atan2(scale);
    }
    sum / (2.0 * std::f64::consts::PI)
}

/// Distance to the mesh, negative inside: every triangle, no tree, no pseudo-normal.
fn signed_distance(points: &[P], triangles: &[[u32; 3]], at: &P) -> f64 {
    let of = |t: &[u32; 3]| to_triangle(at, t.map(|corner| points[corner as usize]));
    let distance = triangles.iter().map(of).fold(f64::INFINITY, f64::min);
    if winding(points, triangles, at) > 0.5 { -distance } else { distance }
}

fn wide(points: &[Point]) -> Vec<P> {
    points.iter().map(|p| p.map(f64::from)).collect()
}

/// A big ball for the body and a small one that moves against it.
struct Balls {
    body: (Vec<Point>, Vec<[u32; 3]>),
    part: (Vec<Point>, Vec<[u32; 3]>),
}

impl Balls {
    fn new() -> Self {
        let apart = Point::new(0.5, 0.02, 0.01);
        Self { body: ball(0.2, Point::zeros(), 24, 36), part: ball(0.05, apart, 20, 28) }
    }

    fn deformer(&self, weights: &[f32], options: &DeformOutOfBodyOptions) -> BodyDeformer {
        let body = MeshShape { points: &self.body.0, triangles: &self.body.1 };
        let part = MeshShape { points: &self.part.0, triangles: &self.part.1 };
        BodyDeformer::new(body, part, weights, options).unwrap()
    }

    /// The small ball with its inner end `depth` metres inside.
    fn posed(&self, depth: f32) -> Vec<Point> {
        self.part.0.iter().map(|p| p - Point::new(0.5 - 0.25 + depth, 0.0, 0.0)).collect()
    }

    fn run(
        &self,
        depth: f32,
        weights: &[f32],
        options: &DeformOutOfBodyOptions,
    ) -> (Vec<Point>, DeformedFrame) {
        let posed = self.posed(depth);
        let mut out = posed.clone();
        let mut scratch = DeformScratch::default();
        let frame =
            self.deformer(weights, options).deform(&self.body.0, &posed, &mut scratch, &mut out).unwrap();
        (out, frame)
    }

    fn least(&self, points: &[Point]) -> f64 {
        let body = wide(&self.body.0);
        wide(points).iter().map(|p| signed_distance(&body, &self.body.1, p)).fold(f64::INFINITY, f64::min)
    }
}

fn bits(points: &[Point]) -> Vec<u32> {
    points.iter().flat_map(|p| [p.x, p.y, p.z]).map(f32::to_bits).collect()
}

#[test]
fn depths_are_those_of_a_slow_search_and_nothing_stays_inside() {
    let balls = Balls::new();
    for depth in [0.004, 0.01, 0.02, 0.03] {
        let (out, frame) = balls.run(depth, &[], &DeformOutOfBodyOptions::default());
        let before = (-balls.least(&balls.posed(depth))).max(0.0);
        assert!((frame.depth_before - before).abs() < 1e-5, "{} for {before}", frame.depth_before);
        let after = balls.least(&out);
        assert!((frame.depth_after - (-after).max(0.0)).abs() < 1e-5, "{} for {after}", frame.depth_after);
        assert!(after > 0.0, "{depth}: {after}");
        // It lies on the body and does not hover above it.
        assert!(after < 0.004, "{depth}: {after}");
        assert!(frame.push_max < f64::from(depth) + 0.01, "{depth}: {}", frame.push_max);
        assert_eq!((frame.flipped_triangles, frame.vertices_at_max_push), (0, 0));
    }
}

#[test]
fn without_contact_every_bit_stays() {
    let balls = Balls::new();
    for depth in [-0.04, -0.2] {
        let (out, frame) = balls.run(depth, &[], &DeformOutOfBodyOptions::default());
        assert_eq!(bits(&out), bits(&balls.posed(depth)));
        assert_eq!(frame, DeformedFrame::default());
    }
}

#[test]
fn an_envelope_of_zero_and_weights_of_zero_keep_every_bit() {
    let balls = Balls::new();
    let options = DeformOutOfBodyOptions::default();
    let (out, frame) = balls.run(0.02, &[], &options.envelope(0.0));
    assert_eq!(bits(&out), bits(&balls.posed(0.02)));
    assert!(frame.depth_before > 0.015 && frame.depth_after == frame.depth_before);
    let none = vec![0.0; balls.part.0.len()];
    let (out, _) = balls.run(0.02, &none, &options);
    assert_eq!(bits(&out), bits(&balls.posed(0.02)));
    // Half of the vertices painted out.
    let half: Vec<f32> = balls.part.0.iter().map(|p| f32::from(u8::from(p.z > 0.01))).collect();
    let (out, frame) = balls.run(0.02, &half, &options);
    let posed = balls.posed(0.02);
    for v in 0..posed.len() {
        assert!(half[v] > 0.0 || bits(&out[v..=v]) == bits(&posed[v..=v]), "vertex {v}");
    }
    assert!(frame.vertices_pushed > 0);
}

#[test]
fn what_is_painted_out_is_measured_and_told_apart() {
    let balls = Balls::new();
    let options = DeformOutOfBodyOptions::default();
    // The inner end, which is deepest, is painted out.
    let weights: Vec<f32> = balls.part.0.iter().map(|p| f32::from(u8::from(p.x > 0.47))).collect();
    let by_maker = balls.run(0.02, &weights, &options);
    let posed = balls.posed(0.02);
    let (body, mut inside) = (wide(&balls.body.0), 0);
    for (v, at) in wide(&by_maker.0).iter().enumerate() {
        let depth = -signed_distance(&body, &balls.body.1, at);
        inside += usize::from(weights[v] < 1.0 && depth > 0.003);
    }
    let left = -balls.least(&by_maker.0);
    assert!(left > 0.015 && inside > 5, "{left} {inside}");
    // The same weights, given for the frame.
    let deformer = balls.deformer(&[], &options);
    let settings = DeformSettings { weights: &weights, ..DeformSettings::from(&options) };
    let (mut out, mut scratch) = (posed.clone(), DeformScratch::default());
    let by_frame = deformer.deform_with(&balls.body.0, &posed, &settings, &mut scratch, &mut out).unwrap();
    for frame in [by_maker.1, by_frame] {
        assert!((frame.depth_before - left).abs() < 1e-5, "{frame:?}");
        assert!((frame.depth_after - left).abs() < 1e-5, "{frame:?}");
        assert_eq!(frame.painted_depth_after, frame.depth_after);
        assert_eq!(frame.painted_vertices_inside, inside);
    }
    let (_, whole) = balls.run(0.02, &[], &options);
    assert_eq!((whole.painted_depth_after, whole.painted_vertices_inside), (0.0, 0));
}

#[test]
fn half_an_envelope_is_half_the_way() {
    let balls = Balls::new();
    let (full, _) = balls.run(0.008, &[], &DeformOutOfBodyOptions::default().smoothing(0));
    let (half, _) = balls.run(0.008, &[], &DeformOutOfBodyOptions::default().smoothing(0).envelope(0.5));
    for (v, at) in balls.posed(0.008).iter().enumerate() {
        let (full, half) = (full[v] - at, half[v] - at);
        assert!((full * 0.5 - half).norm() < 2e-4, "vertex {v}: {full} {half}");
    }
}

#[test]
fn the_largest_push_is_kept_and_counted() {
    let balls = Balls::new();
    let options = DeformOutOfBodyOptions::default().max_push(0.01);
    let (out, frame) = balls.run(0.03, &[], &options);
    let posed = balls.posed(0.03);
    let farthest = out.iter().zip(&posed).map(|(a, b)| (a - b).norm()).fold(0.0, f32::max);
    assert!(farthest <= 0.010_001 && frame.vertices_at_max_push > 5, "{farthest} {frame:?}");
    assert!(frame.depth_after > 0.01, "{frame:?}");
}

#[test]
fn a_frame_does_not_depend_on_the_frames_before() {
    let balls = Balls::new();
    let deformer = balls.deformer(&[], &DeformOutOfBodyOptions::default());
    let run = |scratch: &mut DeformScratch, depth: f32| {
        let posed = balls.posed(depth);
        let mut out = posed.clone();
        let frame = deformer.deform(&balls.body.0, &posed, scratch, &mut out).unwrap();
        (bits(&out), frame)
    };
    let mut used = DeformScratch::default();
    for depth in [0.03, -0.3, 0.01, 0.02] {
        assert_eq!(run(&mut used, depth), run(&mut DeformScratch::default(), depth), "{depth}");
    }
}

#[test]
fn both_sides_of_a_seam_move_alike() {
    let mut balls = Balls::new();
    // Every triangle with points of its own.
    let (points, triangles) = &balls.part;
    let split: Vec<Point> = triangles.iter().flatten().map(|&c| points[c as usize]).collect();
    let seams = (0..split.len() as u32 / 3).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    let (whole, _) = balls.run(0.02, &[], &DeformOutOfBodyOptions::default());
    let corners: Vec<u32> = triangles.iter().flatten().copied().collect();
    balls.part = (split, seams);
    let (out, frame) = balls.run(0.02, &[], &DeformOutOfBodyOptions::default());
    for (v, &corner) in corners.iter().enumerate() {
        // Sums of a ring run in another order.
        assert!((out[v] - whole[corner as usize]).norm() < 1e-5, "vertex {v}");
    }
    assert_eq!(frame.flipped_triangles, 0);
}

#[test]
fn what_overlaps_at_rest_is_left_alone() {
    let mut balls = Balls::new();
    let rest = balls.posed(0.02);
    balls.part.0 = rest.clone();
    let deformer = balls.deformer(&[], &DeformOutOfBodyOptions::default());
    let mut out = rest.clone();
    let frame = deformer.deform(&balls.body.0, &rest, &mut DeformScratch::default(), &mut out).unwrap();
    assert_eq!(frame.depth_before, 0.0);
    // A vertex at its margin already gives way by what softplus has there: less than 0.7 softnesses.
    let farthest = out.iter().zip(&rest).map(|(a, b)| (a - b).norm()).fold(0.0, f32::max);
    assert!(farthest < 0.003, "{farthest}");
}

#[test]
fn bad_input_is_refused() {
    let balls = Balls::new();
    let body = MeshShape { points: &balls.body.0, triangles: &balls.body.1 };
    let part = MeshShape { points: &balls.part.0, triangles: &balls.part.1 };
    let options = DeformOutOfBodyOptions::default();
    let refused = |body, part, weights: &[f32], options| {
        BodyDeformer::new(body, part, weights, &options).unwrap_err().to_string()
    };
    let broken = [Point::new(0.0, f32::NAN, 0.0); 3];
    let nan = MeshShape { points: &broken, triangles: &[[0, 1, 2]] };
    assert!(refused(nan, part, &[], options).contains("body: point 0 is not finite"));
    assert!(refused(body, nan, &[], options).contains("part: point 0"));
    let far = MeshShape { points: &balls.part.0, triangles: &[[0, 1, 60_000]] };
    assert!(refused(body, far, &[], options).contains("point 60000"));
    let bare = MeshShape { points: &balls.body.0, triangles: &[] };
    assert!(refused(bare, part, &[], options).contains("no surface"));
    assert!(refused(body, part, &[1.0], options).contains("weights"));
    let mut weights = vec![1.0; balls.part.0.len()];
    for bad in [-0.1, 1.5, f32::NAN] {
        weights[3] = bad;
        assert!(refused(body, part, &weights, options).contains("vertex 3"));
    }
    assert!(refused(body, part, &[], options.margin(-1.0)).contains("margin"));
    assert!(refused(body, part, &[], options.softness(0.0)).contains("softness"));
    assert!(refused(body, part, &[], options.max_push(f64::NAN)).contains("max_push"));
    let deformer = balls.deformer(&[], &options);
    let (mut scratch, mut out) = (DeformScratch::default(), balls.part.0.clone());
    let mut run = |body: &[Point], points: &[Point], out: &mut [Point]| {
        deformer.deform(body, points, &mut scratch, out).unwrap_err().to_string()
    };
    assert!(run(&balls.body.0[1..], &balls.part.0, &mut out).contains("points of the body"));
    assert!(run(&balls.body.0, &balls.part.0[1..], &mut out).contains("points of the part"));
    assert!(run(&balls.body.0, &balls.part.0, &mut out[1..]).contains("points to write"));
    let mut posed = balls.part.0.clone();
    posed[5].z = f32::INFINITY;
    assert!(run(&balls.body.0, &posed, &mut out).contains("part: point 5"));
}

fn character(name: &str) -> Option<Document> {
    let path = data_folder()?.join("animated").join(name);
    Some(read(&path, &ReadOptions::default()).unwrap())
}

fn part(document: &Document, first: usize, count: usize) -> Clip {
    let options = TrimClipOptions::default().first(first).count(count);
    trim_clip(&document.skeleton, &document.clips[0], &options).unwrap().clip
}

fn deform(document: &Document, clip: &Clip, options: &DeformOutOfBodyOptions) -> DeformedClip {
    deform_out_of_body(&document.skeleton, clip, &document.skins, &[], options).unwrap()
}

/// The skinned character of one frame, and its vertices sorted by the joints that move them most.
struct Reader<'a> {
    document: &'a Document,
    is_asked: Vec<bool>,
    trunk: Vec<[u32; 3]>,
}

impl<'a> Reader<'a> {
    /// Asks about the forearm and hand of one side.
    fn new(document: &'a Document, forearm: &str) -> Self {
        let (skeleton, skin) = (&document.skeleton, &document.skins[0]);
        let data = skin.data();
        let main_joint = |v: usize| {
            let (slots, weights) = skin.influences(v);
            let best = (0..slots.len()).max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap();
            data.slot_joints[slots[best] as usize]
        };
        let below = |joint: JointIndex, name: &str| {
            let top = skeleton.find(name).unwrap();
            joint == top || skeleton.is_below(joint, top)
        };
        let vertices = 0..skin.vertex_count();
        let is_arm: Vec<bool> = vertices
            .clone()
            .map(|v| ["LeftShoulder", "RightShoulder"].iter().any(|name| below(main_joint(v), name)))
            .collect();
        let is_asked = vertices.map(|v| below(main_joint(v), forearm)).collect();
        let trunk = data.triangles.iter().filter(|t| t.iter().all(|&c| !is_arm[c as usize])).copied();
        Self { document, is_asked, trunk: trunk.collect() }
    }

    fn skinned(&self, clip: &Clip, frame: usize) -> Vec<Point> {
        let mut mesh = SkinnedFrame::default();
        let mut skinner = Skinner::new(&self.document.skeleton, &self.document.skins[0]).unwrap();
        skinner.deform(&clip.pose(frame), &mut mesh).unwrap();
        mesh.positions
    }

    /// Depth of the deepest asked vertex of `places`, each `step`th one, in the trunk of `body`.
    fn depth(&self, body: &[Point], places: &[Point], step: usize) -> f64 {
        let (body, places) = (wide(body), wide(places));
        let asked = (0..places.len()).filter(|&v| self.is_asked[v] && v % step == 0);
        asked.map(|v| -signed_distance(&body, &self.trunk, &places[v])).fold(0.0, f64::max)
    }
}

#[test]
fn another_reader_finds_no_forearm_inside() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let clip = part(&document, 80, 60);
    let deformed = deform(&document, &clip, &DeformOutOfBodyOptions::default().part(YieldingPart::RightArm));
    let reader = Reader::new(&document, "RightForeArm");
    let clear = deformed.frames.iter().position(|frame| frame.depth_before == 0.0);
    for frame in [0, 7, 20, 33, deformed.report.before.worst_frame].into_iter().chain(clear) {
        let before = reader.skinned(&clip, frame);
        let mut after = before.clone();
        deformed.apply(0, frame, &mut after).unwrap();
        let depth = reader.depth(&before, &before, 4);
        // The upper arm counts too, so the operation may know of deeper vertices.
        assert!(depth <= deformed.frames[frame].depth_before + 0.001, "{frame}: {depth}");
        assert!(depth > 0.01 || frame != deformed.report.before.worst_frame, "{frame}: {depth}");
        let depth = reader.depth(&before, &after, 4);
        assert!(depth <= 0.001, "{frame}: {depth}");
    }
}

#[test]
fn a_real_arm_leaves_the_body_without_shaking() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let clip = part(&document, 0, 120);
    let report =
        deform(&document, &clip, &DeformOutOfBodyOptions::default().part(YieldingPart::RightArm)).report;
    assert!(report.before.depth_max > 0.05, "{}", report.summary());
    assert!(report.after.depth_max <= 0.001, "{}", report.summary());
    assert!(report.acceleration <= 1.10, "{report:?}");
    assert!(report.flipped_max_shallow <= 1, "{report:?}");
    // Deep contacts are hidden, not hidden well: the report says so.
    assert!(report.notes.iter().any(|note| note.code == "push-visible"), "{:?}", report.notes);
}

#[test]
fn frames_without_contact_and_painted_vertices_keep_their_bits() {
    let Some(document) = character("makehuman_male_boxing_30fps.glb") else { return };
    let clip = part(&document, 0, 120);
    let options = DeformOutOfBodyOptions::default();
    let deformed = deform(&document, &clip, &options);
    let still: Vec<usize> =
        (0..clip.frame_count()).filter(|&f| deformed.frames[f].vertices_pushed == 0).collect();
    assert!(!still.is_empty() && still.len() < clip.frame_count(), "{}", still.len());
    let reader = Reader::new(&document, "RightForeArm");
    for &frame in &still {
        let before = reader.skinned(&clip, frame);
        let mut after = before.clone();
        deformed.apply(0, frame, &mut after).unwrap();
        assert_eq!(bits(&before), bits(&after), "{frame}");
    }
    let weights = vec![vec![0.0; document.skins[0].vertex_count()]; document.skins.len()];
    let none = deform_out_of_body(&document.skeleton, &clip, &document.skins, &weights, &options).unwrap();
    assert!(none.vertices.iter().all(Vec::is_empty));
}

#[test]
fn characters_that_cannot_be_deformed_are_refused() {
    let biped = surefoot_sample::biped(&Default::default()).unwrap();
    let clip = surefoot_sample::walk(&biped.skeleton, &Default::default()).unwrap().clip;
    let options = DeformOutOfBodyOptions::default();
    let refused = |skins: &[surefoot::Skin], weights: &[Vec<f32>]| {
        deform_out_of_body(&biped.skeleton, &clip, skins, weights, &options).unwrap_err()
    };
    assert!(refused(&[], &[]).to_string().contains("no mesh"));
    let skins = [biped.skin.clone()];
    assert!(matches!(refused(&skins, &[vec![], vec![]]), Error::Length { .. }));
    assert!(matches!(refused(&skins, &[vec![1.0]]), Error::Length { .. }));
    let weights = vec![f32::NAN; skins[0].vertex_count()];
    assert!(refused(&skins, &[weights]).to_string().contains("vertex 0"));
    let deformed = deform_out_of_body(&biped.skeleton, &clip, &skins, &[], &options).unwrap();
    assert!(deformed.apply(1, 0, &mut []).is_err());
    assert!(deformed.apply(0, clip.frame_count(), &mut []).is_err());
    for count in [1, 2, 5] {
        let short = trim_clip(&biped.skeleton, &clip, &TrimClipOptions::default().count(count)).unwrap().clip;
        let deformed = deform_out_of_body(&biped.skeleton, &short, &skins, &[], &options).unwrap();
        assert_eq!(deformed.frames.len(), count);
    }
}

#[test]
fn one_thread_and_two_give_the_same_bits() {
    let Some(document) = character("makehuman_male_walk_30fps.glb") else { return };
    let clip = part(&document, 20, 30);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| deform(&document, &clip, &DeformOutOfBodyOptions::default()))
    };
    assert_eq!(run(1), run(2));
}

/// A hand deep inside a thigh comes out whole: its fingers are not folded onto the surface.
#[test]
fn hands_in_thighs_keep_their_shape() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    let clip = part(&document, 124, 24);
    let deformed = deform(&document, &clip, &DeformOutOfBodyOptions::default());
    let report = &deformed.report;
    assert!(report.before.depth_max > 0.06, "{}", report.summary());
    // Fingers half-way through a knee: 0.09 cm, and 0.26 if corners are not left. Without the hand as a whole it is centimetres, and 181
    // triangles flip.
    assert!(report.after.depth_max <= 0.001 && report.after.frames_inside == 0, "{}", report.summary());
    assert!(report.flipped_max <= 7, "{} triangles flipped", report.flipped_max);
    // The hand goes in and out within these frames, which is fast: 1.41. Over the whole clip it is 1.05.
    assert!(report.acceleration <= 1.45, "{}", report.acceleration);
}

#[test]
fn frame_by_frame_is_the_same_as_all_at_once() {
    let Some(document) = character("makehuman_heavy_sit_30fps.glb") else { return };
    // More frames than are in memory at once.
    let clip = part(&document, 80, 70);
    let options = DeformOutOfBodyOptions::default();
    let whole = deform(&document, &clip, &options);
    let mut skinner = Skinner::new(&document.skeleton, &document.skins[0]).unwrap();
    let (mut one, mut other) = (SkinnedFrame::default(), SkinnedFrame::default());
    let mut count = 0;
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let report = deform_out_of_body_each(skeleton, &clip, skins, &[], &options, |frame| {
        assert_eq!(frame.number, count);
        assert_eq!(frame.measured, whole.frames[count]);
        skinner.deform(&clip.pose(count), &mut one)?;
        skinner.deform(&clip.pose(count), &mut other)?;
        frame.apply(0, &mut one.positions)?;
        whole.apply(0, count, &mut other.positions)?;
        assert_eq!(bits(&one.positions), bits(&other.positions));
        assert!(frame.apply(9, &mut one.positions).is_err());
        count += 1;
        Ok(())
    });
    assert_eq!(report.unwrap(), whole.report);
    assert_eq!(count, 70);
    let stopped = deform_out_of_body_each(skeleton, &clip, skins, &[], &options, |_| Err(Error::Cancelled));
    assert_eq!(stopped.unwrap_err(), Error::Cancelled);
}

#[test]
fn the_report_tells_what_painted_weights_leave_inside() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let clip = part(&document, 100, 12);
    let options = DeformOutOfBodyOptions::default();
    let whole = deform(&document, &clip, &options).report;
    assert_eq!((whole.painted_inside, whole.after_painted.depth_max), (0, 0.0));
    let none = vec![vec![0.0; skins[0].vertex_count()]];
    let painted = deform_out_of_body(skeleton, &clip, skins, &none, &options).unwrap().report;
    assert_eq!(painted.before, whole.before);
    assert_eq!(painted.after, whole.before);
    assert_eq!(painted.after_painted, painted.after);
    assert!(painted.painted_inside > 20, "{}", painted.painted_inside);
    let note = painted.notes.iter().find(|note| note.code == "painted-inside").unwrap();
    assert_eq!(note.frames.iter().map(|span| span.end - span.first).sum::<usize>(), 12);
    assert!(painted.summary().contains("painted weights leave"), "{}", painted.summary());
}

/// What a node in a host is called for: any frame, in any order, with its own settings, gives what the whole clip gives.
#[test]
fn a_node_in_a_host_does_to_a_frame_what_the_operation_does() {
    let Some(document) = character("makehuman_heavy_salsa_30fps.glb") else { return };
    let (skeleton, skins) = (&document.skeleton, &document.skins);
    let clip = part(&document, 100, 12);
    let options = DeformOutOfBodyOptions::default();
    let whole = deform(&document, &clip, &options);
    let deformer = CharacterDeformer::new(skeleton, skins, &options).unwrap();
    assert_eq!(deformer.vertex_count(), skins[0].vertex_count());
    let reader = Reader::new(&document, "RightForeArm");
    let mut world = vec![surefoot::math::Affine::identity(); skeleton.joint_count()];
    let mut scratch = CharacterDeformScratch::default();
    let mut out = vec![Point::zeros(); deformer.vertex_count()];
    let settings = DeformSettings::from(&options);
    for frame in [11, 0, 5, 6] {
        let posed = reader.skinned(&clip, frame);
        let mut expected = posed.clone();
        whole.apply(0, frame, &mut expected).unwrap();
        let measured = deformer.deform_points(&posed, &settings, &mut scratch, &mut out).unwrap();
        assert!((measured.depth_before - whole.frames[frame].depth_before).abs() < 1e-5);
        assert!(measured.depth_before > 0.01 && measured.depth_after < 1e-4, "{measured:?}");
        let apart =
            |out: &[Point]| out.iter().zip(&expected).map(|(a, b)| (a - b).norm()).fold(0.0, f32::max);
        // The points are counted from another origin, so the last bits differ.
        assert!(apart(&out) < 1e-3, "frame {frame}: {}", apart(&out));
        surefoot::kinematics::world_matrices(skeleton, &clip.pose(frame), &mut world).unwrap();
        deformer.deform_joints(&world, &settings, &mut scratch, &mut out).unwrap();
        assert!(apart(&out) < 1e-5, "frame {frame}: {}", apart(&out));
    }
    // Painted out, or with an envelope of zero, every bit stays; a lower limit is kept.
    let posed = reader.skinned(&clip, 5);
    let none = vec![0.0; deformer.vertex_count()];
    for settings in
        [DeformSettings { weights: &none, ..settings }, DeformSettings { envelope: 0.0, ..settings }]
    {
        let measured = deformer.deform_points(&posed, &settings, &mut scratch, &mut out).unwrap();
        assert_eq!(bits(&out), bits(&posed));
        assert_eq!(measured.depth_after, measured.depth_before);
        assert!((measured.depth_before - whole.frames[5].depth_before).abs() < 1e-5, "{measured:?}");
    }
    let low = DeformSettings { max_push: 0.005, ..settings };
    let measured = deformer.deform_points(&posed, &low, &mut scratch, &mut out).unwrap();
    assert!(measured.push_max < 0.005_01 && measured.vertices_at_max_push > 0, "{measured:?}");
    let refused = |settings: DeformSettings<'_>, points: &[Point]| {
        let (mut scratch, mut out) = (CharacterDeformScratch::default(), posed.clone());
        deformer.deform_points(points, &settings, &mut scratch, &mut out).unwrap_err().to_string()
    };
    assert!(refused(DeformSettings { envelope: 1.5, ..settings }, &posed).contains("envelope"));
    assert!(refused(DeformSettings { max_push: f64::NAN, ..settings }, &posed).contains("max_push"));
    assert!(refused(DeformSettings { weights: &none[1..], ..settings }, &posed).contains("weights"));
    assert!(refused(settings, &posed[1..]).contains("points"));
    let mut broken = posed.clone();
    broken[7].y = f32::NAN;
    assert!(refused(settings, &broken).contains("not finite"));
    world[3].translation.x = f64::INFINITY;
    let error = deformer.deform_joints(&world, &settings, &mut scratch, &mut out).unwrap_err().to_string();
    assert!(error.contains("joint 3"), "{error}");
}
