"""Motion graphs: built with progress, written, read and walked; callbacks that cancel or raise."""

from __future__ import annotations

import _thread
import threading
import time

import make
import numpy as np
import pytest

import surefoot


@pytest.fixture(scope="module")
def clips(skeleton):
    found = []
    for slide in (0.0, 0.05):
        clip = make.walk(skeleton, 240, slide)
        found.append(surefoot.GraphClip(skeleton, clip, surefoot.detect_plants(skeleton, clip).plants))
    return found


@pytest.fixture(scope="module")
def built(clips):
    return surefoot.build_motion_graph(clips, labelling="none")


def test_a_graph_has_nodes_and_edges(built):
    graph = built.graph
    assert graph.frame_rate == 30
    assert len(graph.clip_names) == 2
    assert graph.clip_frame_counts.tolist() == [121, 121]
    assert graph.node_count == len(graph.nodes) == built.report.nodes > 0
    assert graph.edge_count == len(graph.edges) == built.report.edges
    assert graph.transition_count == built.report.transitions > 0
    assert graph.edges["from"].max() < graph.node_count
    assert (np.diff(graph.edges["from"].astype(int)) >= 0).all()
    assert graph.labels_of(graph.nodes["cores"][0]) == graph.label_names
    assert graph.thresholds.shape == (1, 1)
    assert "\n" not in built.report.summary()
    clip, plants = graph.clip(1)
    assert (clip.frame_count, plants.frame_count) == (121, 121)
    with pytest.raises(IndexError):
        graph.clip(2)


def test_views_of_a_graph_outlive_it(clips):
    nodes = surefoot.build_motion_graph(clips, labelling="none").graph.nodes
    expected = nodes.copy()
    _ = [surefoot.build_motion_graph(clips, labelling="none") for _ in range(2)]
    np.testing.assert_array_equal(nodes, expected)
    assert not nodes.flags.writeable


def test_a_graph_travels_as_a_file(built, tmp_path):
    file = tmp_path / "walks.sfgraph"
    built.graph.write(file)
    again = surefoot.MotionGraph.read(file)
    np.testing.assert_array_equal(again.edges, built.graph.edges)
    assert surefoot.retune_motion_graph(again).report.transitions == built.report.transitions
    again.write(tmp_path / "again.sfgraph")
    assert (tmp_path / "again.sfgraph").read_bytes() == file.read_bytes()
    file.write_bytes(file.read_bytes()[:-9])
    with pytest.raises(surefoot.FormatError):
        surefoot.MotionGraph.read(file)


def test_walks_are_clips_with_plants(built):
    walk = surefoot.random_walk(built.graph, seed=7, min_frames=200)
    assert walk.clip.frame_count == walk.plants.frame_count == len(walk.labels) >= 200
    assert walk.segments[0].first == 0
    assert [segment.end for segment in walk.segments[:-1]] == [segment.first for segment in walk.segments[1:]]
    assert any(segment.entered for segment in walk.segments)
    same = surefoot.random_walk(built.graph, seed=7, min_frames=200)
    np.testing.assert_array_equal(same.clip.rotations, walk.clip.rotations)
    again = surefoot.walk_to_clip(built.graph, [segment.edge for segment in walk.segments], name="again")
    np.testing.assert_array_equal(again.clip.rotations, walk.clip.rotations)
    assert again.clip.name == "again"
    assert again.end == walk.end
    edited = surefoot.remove_footskate(built.graph.skeleton, walk.clip, walk.plants)
    assert edited.report.plants == len(walk.plants) > 0


def test_the_shortest_way_arrives(built):
    goal = built.graph.node_count - 1
    walk = surefoot.shortest_connection(built.graph, 0, goal)
    edges = built.graph.edges[[segment.edge for segment in walk.segments]]
    assert edges["from"][0] == 0
    assert edges["to"][-1] == goal
    with pytest.raises(surefoot.ArgumentError):
        surefoot.shortest_connection(built.graph, 0, goal + 1)


def test_thresholds_can_be_changed(built):
    none = surefoot.retune_motion_graph(built.graph, [[-1.0]])
    assert none.graph.node_count == 0
    with pytest.raises(surefoot.SurefootError):
        surefoot.random_walk(none.graph)
    with pytest.raises(ValueError, match="1 x 1"):
        surefoot.retune_motion_graph(built.graph, [1.0, 2.0])
    with pytest.raises(surefoot.InvalidError):
        surefoot.retune_motion_graph(built.graph, [[np.nan]])


def test_a_graph_can_grow(built, clips):
    bigger = surefoot.extend_motion_graph(built.graph, clips[:1], labelling="none")
    assert len(bigger.graph.clip_names) == 3


def test_labels_can_be_given(clips):
    labelled = clips[0]._replace(labels=[("walk", 0, 200)])
    graph = surefoot.build_motion_graph([labelled]).graph
    assert graph.label_names == ["walk"]
    with pytest.raises(surefoot.SurefootError):
        surefoot.build_motion_graph([clips[0]._replace(labels=[("walk", 0, 999)])])
    with pytest.raises(ValueError, match="first: -1"):
        surefoot.build_motion_graph([clips[0]._replace(labels=[("walk", -1, 9)])])
    with pytest.raises(surefoot.SurefootError):
        surefoot.random_walk(graph, label="run")


def test_wrong_arguments_are_refused(built, clips, skeleton):
    with pytest.raises(surefoot.SurefootError):
        surefoot.build_motion_graph([])
    with pytest.raises(TypeError, match=r"clips\[0\]: expected surefoot.Clip"):
        surefoot.build_motion_graph([(skeleton, skeleton, clips[0].plants)])
    with pytest.raises(TypeError):
        surefoot.build_motion_graph([(skeleton,)])
    with pytest.raises(TypeError, match="did you mean mirror"):
        surefoot.build_motion_graph(clips, miror=True)
    with pytest.raises(surefoot.OptionError):
        surefoot.build_motion_graph(clips, window=99.0)
    with pytest.raises(ValueError, match="seed: -1"):
        surefoot.random_walk(built.graph, seed=-1)
    with pytest.raises(TypeError, match="min_frames: expected a whole number, got str"):
        surefoot.random_walk(built.graph, min_frames="many")
    with pytest.raises(surefoot.SurefootError):
        surefoot.walk_to_clip(built.graph, [10**9])
    with pytest.raises(ValueError, match="edges"):
        surefoot.walk_to_clip(built.graph, [-1])
    with pytest.raises(TypeError):
        surefoot.MotionGraph()


def test_progress_is_told(clips):
    shares = []
    surefoot.build_motion_graph(clips, progress=shares.append, labelling="none")
    assert shares
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert max(shares) == pytest.approx(1.0)


def test_a_callback_cancels_by_returning_false(clips):
    calls = []

    def stop(share):
        calls.append(share)
        return False

    with pytest.raises(surefoot.Cancelled):
        surefoot.build_motion_graph(clips, progress=stop)
    assert calls


@pytest.mark.parametrize("error", [RuntimeError("mine"), KeyboardInterrupt(), SystemExit(3)])
def test_what_a_callback_raises_comes_out(clips, error):
    def fail(share):
        raise error

    with pytest.raises(type(error)) as info:
        surefoot.build_motion_graph(clips, progress=fail)
    assert info.value is error


def test_ctrl_c_ends_the_operation(clips):
    shares = []

    def interrupt(share):
        # As Ctrl-C does, in the main thread; later shares give it time to be heard.
        if not shares:
            _thread.interrupt_main()
        shares.append(share)
        time.sleep(0.3)

    with pytest.raises(KeyboardInterrupt):
        surefoot.build_motion_graph(clips * 4, progress=interrupt)
    assert len(shares) < 20


def test_other_threads_may_build_too(clips, built):
    done = []
    thread = threading.Thread(target=lambda: done.append(surefoot.build_motion_graph(clips, labelling="none")))
    thread.start()
    thread.join()
    np.testing.assert_array_equal(done[0].graph.edges, built.graph.edges)


def test_bars_of_tqdm_can_be_driven(clips):
    class Bar:
        n = 0.0

        def update(self, step):
            assert step > 0
            self.n += step

    bar = Bar()
    surefoot.build_motion_graph(clips, progress=surefoot.tqdm_progress(bar), labelling="none")
    assert bar.n == pytest.approx(1.0)


def test_a_search_finds_motion(built):
    graph = built.graph
    found = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(6.0), seed=5)
    assert found.clip.duration >= 5.9
    assert found.clip.frame_count == found.uncleaned.frame_count == found.plants.frame_count == len(found.labels)
    assert found.segments[-1].end == found.clip.frame_count
    assert found.report.is_complete is True
    assert "\n" not in found.report.summary()
    same = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(6.0), seed=5)
    np.testing.assert_array_equal(same.clip.rotations, found.clip.rotations)
    raw = surefoot.search_motion_graph(graph, surefoot.MotionQuery.random_walk(6.0), seed=5, cleanup=False)
    np.testing.assert_array_equal(raw.clip.rotations, found.uncleaned.rotations)


def test_a_search_follows_a_path(built):
    points = [(0.0, 0.0, 0.0), (0.0, 0.0, 4.0)]
    shares = []
    found = surefoot.search_motion_graph(
        built.graph, surefoot.MotionQuery.path(points), progress=shares.append, beam_width=20, starts=5
    )
    end = found.clip.root_positions[-1]
    assert abs(end[0]) < 0.7
    assert 3.0 < end[2] < 5.0
    assert all(0.0 <= share <= 1.0 for share in shares)
    styled = surefoot.MotionQuery.path(points, styles=[(built.graph.label_names[0], 4.0)])
    assert surefoot.search_motion_graph(built.graph, styled, beam_width=20, starts=5).clip.frame_count > 0


def test_a_search_connects_clips(built):
    names = built.graph.clip_names
    way = surefoot.search_motion_graph(built.graph, surefoot.MotionQuery.shortest_way(0, len(names) - 1))
    assert way.segments[0].clip == 0
    query = surefoot.MotionQuery.connect(names[0], (0, 0, 0), [(1, (0.0, 0.0, 3.0))])
    assert surefoot.search_motion_graph(built.graph, query, beam_width=20).segments[0].clip == 0


def test_searches_that_cannot_be_meant_are_refused(built):
    query = surefoot.MotionQuery
    with pytest.raises(TypeError, match="query"):
        surefoot.search_motion_graph(built.graph, "walk")
    with pytest.raises(surefoot.ArgumentError, match="nobody"):
        surefoot.search_motion_graph(built.graph, query.shortest_way("nobody", 1))
    with pytest.raises(surefoot.ArgumentError, match="clip 99"):
        surefoot.search_motion_graph(built.graph, query.shortest_way(0, 99))
    with pytest.raises(surefoot.SurefootError):
        surefoot.search_motion_graph(built.graph, query.random_walk(label="swim"))
    with pytest.raises(surefoot.OptionError):
        surefoot.search_motion_graph(built.graph, query.random_walk(-1.0))
    with pytest.raises(surefoot.OptionError):
        surefoot.search_motion_graph(built.graph, query.random_walk(), beam_width=0)
    with pytest.raises(ValueError, match="points"):
        query.path([(0, 0)])
    with pytest.raises(surefoot.SurefootError):
        surefoot.search_motion_graph(built.graph, query.path([(0, 0, 0), (np.nan, 0, 1)]))
    with pytest.raises(surefoot.Cancelled):
        surefoot.search_motion_graph(built.graph, query.path([(0, 0, 0), (0, 0, 3)]), progress=lambda share: False)
