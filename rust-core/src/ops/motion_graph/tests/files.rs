//! Graph files.

use super::*;
use crate::io::{decode_graph, encode_graph};
use crate::model::{Role, Side, Sole};
use std::path::Path;

#[test]
fn files_hold_the_graph_bit_for_bit_and_damage_is_found() {
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default().mirror(true);
    let built =
        build_motion_graph(&graph_clips(&skeleton, &walks[..2]), &options, &Progress::none()).unwrap();
    let bytes = encode_graph(&built.graph).unwrap();
    let path = Path::new("g.sfgraph");
    let read = decode_graph(path, &bytes).unwrap();
    assert_eq!(encode_graph(&read).unwrap(), bytes);
    assert_eq!(read.edges(), built.graph.edges());
    assert_eq!(read, built.graph);
    let retuned = retune_motion_graph(&read, read.thresholds(), &options).unwrap();
    assert_eq!(retuned.graph, built.graph);
    for (bad, text) in [
        (&b""[..], "not a motion graph"),
        (&b"HIERARCHY"[..], "not a motion graph"),
        (&bytes[..8], "ends too early"),
        (&bytes[..100], "ends too early"),
        (&bytes[..bytes.len() / 2], "cut off"),
    ] {
        let error = decode_graph(path, bad).unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("g.sfgraph"), "{text}: {error}");
    }
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(decode_graph(path, &newer).unwrap_err().to_string().contains("version 9"));
    let mut random = Random::new(1);
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        let at = (random.bits() % bytes.len() as u64) as usize;
        damaged[at] ^= 1 << (random.bits() % 8);
        // Only the padding between sections may change unseen.
        if let Ok(graph) = decode_graph(path, &damaged) {
            assert_eq!(graph, built.graph);
        }
    }
}

#[test]
fn soles_are_kept() {
    // A cleanup of what is played from the file is the one of the graph that was built.
    let (skeleton, walks) = sample_walks();
    let foot = |side| skeleton.roles().joint(Role::Foot(side)).unwrap();
    let sole = |foot, x| Sole {
        foot,
        front: foot,
        heel: Vec3::new(x, -0.07, -0.05),
        tip: Vec3::new(x, -0.07, 0.2),
        ankle_height: 0.07,
        front_height: 0.01 + x,
    };
    let (left, right) = (Some(sole(foot(Side::Left), 0.01)), Some(sole(foot(Side::Right), 0.02)));
    for soles in [[left, right], [left, None], [None, right]] {
        let shod = skeleton.clone().with_soles(soles).unwrap();
        let built =
            build_motion_graph(&graph_clips(&shod, &walks[..1]), &Default::default(), &Progress::none());
        let graph = built.unwrap().graph;
        assert_eq!(graph.set().skeleton.soles(), soles);
        let read = decode_graph(Path::new("g.sfgraph"), &encode_graph(&graph).unwrap()).unwrap();
        assert_eq!(read.set().skeleton.soles(), soles);
        assert_eq!(read, graph);
    }
}

#[test]
fn sections_that_lie_are_refused_although_their_checksums_fit() {
    let (skeleton, walks) = sample_walks();
    let options = BuildMotionGraphOptions::default();
    let built =
        build_motion_graph(&graph_clips(&skeleton, &walks[..1]), &options, &Progress::none()).unwrap();
    let bytes = encode_graph(&built.graph).unwrap();
    let path = Path::new("g.sfgraph");
    let word = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let mut random = Random::new(8);
    let mut refused = 0;
    for round in 0..400 {
        let mut forged = bytes.clone();
        let section = round % 10;
        let entry = 16 + 24 * section;
        let (offset, length) = (word(&bytes, entry + 8), word(&bytes, entry + 16));
        let at = offset + (random.bits() % length as u64) as usize;
        forged[at] = random.bits() as u8;
        let sum = crc32fast::hash(&forged[offset..offset + length]);
        forged[entry + 4..entry + 8].copy_from_slice(&sum.to_le_bytes());
        let head = crc32fast::hash(&forged[..256]);
        forged[256..260].copy_from_slice(&head.to_le_bytes());
        // No panic, here or in use; what is refused says why.
        match decode_graph(path, &forged) {
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("g.sfgraph"), "{error}");
            }
            Ok(graph) => {
                let walk = random_walk(&graph, &RandomWalkOptions { min_frames: 60, ..Default::default() });
                if let Ok(edges) = walk {
                    let _ = walk_to_clip(&graph, &edges, &PlanarTransform::default(), "w");
                }
                let own = BuildMotionGraphOptions::of_graph(&graph);
                let _ = retune_motion_graph(&graph, graph.thresholds(), &own);
            }
        }
    }
    assert!(refused > 50, "{refused}");
}

#[test]
fn tuning_that_no_builder_writes_is_refused() {
    let (skeleton, walks) = sample_walks();
    let clips = graph_clips(&skeleton, &walks[..1]);
    let built =
        build_motion_graph(&clips, &BuildMotionGraphOptions::default(), &Progress::none()).unwrap().graph;
    let refused = |change: &dyn Fn(&mut MotionGraphData)| {
        let mut data = MotionGraphData {
            set: built.set().clone(),
            minima: built.minima().clone(),
            thresholds: built.thresholds().clone(),
            tuning: built.tuning().clone(),
            nodes: built.nodes().to_vec(),
            edges: built.edges().to_vec(),
        };
        change(&mut data);
        MotionGraph::new(data).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert_eq!(refused(&|_| ()), "");
    assert!(refused(&|d| d.tuning.min_core = f64::NAN).contains("min_core is NaN"));
    assert!(refused(&|d| d.tuning.threshold_factor = -1.0).contains("threshold_factor is -1"));
    assert!(refused(&|d| d.tuning.units[0] = f64::INFINITY).contains("a unit is inf"));
    assert!(refused(&|d| d.tuning.factors[0] = -0.5).contains("a factor is -0.5"));
    assert!(refused(&|d| d.tuning.attainable_frames[0] = 1 << 40).contains("attainable"));
    assert!(refused(&|d| d.thresholds.set(0, 0, f64::NAN)).contains("not a number"));
}
