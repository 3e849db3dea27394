"""Motion graphs: built with progress, written, read and walked; callbacks that cancel or raise."""

from __future__ import annotations

import _thread
import json
import signal
import subprocess
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


@pytest.mark.parametrize("options", [{}, {"thinning": 8, "threshold_factor": 1.5, "min_core": 600.0}])
def test_the_report_equals_the_command_line(clips, cli, tmp_path, options):
    """Every figure of the report through the C API is the one that `graph-info` prints."""
    built = surefoot.build_motion_graph(clips, labelling="none", **options)
    file = tmp_path / "walks.sfgraph"
    built.graph.write(file)
    done = subprocess.run([cli, "graph-info", "--json", file], capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)["report"]
    again = surefoot.retune_motion_graph(surefoot.MotionGraph.read(file))
    assert again.report.to_dict() == told == built.report.to_dict()
    assert again.graph.encode() == file.read_bytes()
    assert told["transitions"] == built.report.transitions > 0
    assert told["labels"][0]["coverage"] == built.report.labels[0].coverage > 0


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
    with pytest.raises(surefoot.InvalidError):
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


def test_a_graph_can_grow(built, clips, skeleton):
    clip = make.walk(skeleton, 240, 0.1)
    more = surefoot.GraphClip(skeleton, clip, surefoot.detect_plants(skeleton, clip).plants)
    bigger = surefoot.extend_motion_graph(built.graph, [more], labelling="none")
    assert len(bigger.graph.clip_names) == 3
    with pytest.raises(surefoot.SurefootError, match="already"):
        surefoot.extend_motion_graph(built.graph, clips[:1], labelling="none")


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


@pytest.mark.parametrize("answer", [False, np.False_])
def test_a_callback_cancels_by_returning_false(clips, answer):
    calls = []

    def stop(share):
        calls.append(share)
        return answer

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


@pytest.fixture
def ctrl_c_is_heard():
    """A shell starts what it runs in the background deaf to Ctrl-C; a person's terminal does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c_is_heard")
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


@pytest.mark.usefixtures("ctrl_c_is_heard")
def test_an_interrupted_call_waits_until_the_library_has_let_go(clips):
    """Arguments belong to the library until it returns, however often Ctrl-C is pressed."""
    shares, inside = [], threading.Event()

    def interrupt(share):
        inside.set()
        if len(shares) < 3:
            _thread.interrupt_main()
        shares.append(share)
        time.sleep(0.3)
        inside.clear()

    with pytest.raises(KeyboardInterrupt):
        surefoot.build_motion_graph(clips * 4, progress=interrupt)
    assert not inside.is_set()
    told = len(shares)
    time.sleep(0.5)
    assert len(shares) == told


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
    with pytest.raises(surefoot.InvalidError, match="clip 99"):
        surefoot.search_motion_graph(built.graph, query.shortest_way(0, 99))
    with pytest.raises(surefoot.SurefootError):
        surefoot.search_motion_graph(built.graph, query.random_walk(label="swim"))
    with pytest.raises(surefoot.InvalidError, match="seconds"):
        surefoot.search_motion_graph(built.graph, query.random_walk(-1.0))
    with pytest.raises(surefoot.OptionError):
        surefoot.search_motion_graph(built.graph, query.random_walk(), beam_width=0)
    with pytest.raises(ValueError, match="points"):
        query.path([(0, 0)])
    with pytest.raises(surefoot.SurefootError):
        surefoot.search_motion_graph(built.graph, query.path([(0, 0, 0), (np.nan, 0, 1)]))
    with pytest.raises(surefoot.Cancelled):
        surefoot.search_motion_graph(built.graph, query.path([(0, 0, 0), (0, 0, 3)]), progress=lambda share: False)


def test_a_search_by_functions_of_ones_own(built):
    graph = built.graph
    seen = []

    def cost(walk, edge, after):
        seen.append((walk.edges(), walk.frames, after.frames))
        assert graph.edges["from"][edge] == walk.node
        assert graph.edges["to"][edge] == after.node
        assert (walk.position is None) == (walk.frames == 0)
        with pytest.raises(surefoot.ArgumentError):
            after.edges()
        return after.frames - walk.frames

    query = surefoot.MotionQuery.custom(cost, lambda walk: walk.frames >= 90, nodes=[0], start=(0.5, 1, 2))
    found = surefoot.search_motion_graph(graph, query, beam_width=4)
    assert found.report.is_complete
    assert found.report.query == "custom"
    assert found.start == pytest.approx((0.5, 1, 2))
    # Every frame costs one: the cheapest walk is the shortest, and the oracle is the graph itself.
    edges = [segment.edge for segment in found.segments]
    assert found.report.cost == graph.edges["frame_count"][edges].sum() == found.clip.frame_count >= 90
    assert graph.edges["from"][edges[0]] == 0
    assert max(len(walk) for walk, _, _ in seen) > 1
    assert all(sum(graph.edges["frame_count"][e] for e in walk) == frames for walk, frames, _ in seen)
    forbidden = edges[0]
    asked = surefoot.MotionQuery.custom(
        cost, lambda walk: walk.frames >= 60, is_legal=lambda walk, edge: edge != forbidden
    )
    other = surefoot.search_motion_graph(graph, asked, beam_width=4, starts=5)
    assert forbidden not in [segment.edge for segment in other.segments]


@pytest.mark.parametrize("where", ["cost", "is_complete", "is_legal"])
@pytest.mark.parametrize("crowd", [False, True])
def test_what_a_function_of_ones_own_raises_comes_out(built, where, crowd):
    error = RuntimeError("mine")

    def fail(*_):
        raise error

    functions = {"cost": lambda *_: 1.0, "is_complete": lambda walk: walk.frames > 60, "is_legal": lambda *_: True}
    query = surefoot.MotionQuery.custom(**{**functions, where: fail})
    search = surefoot.search_crowd if crowd else surefoot.search_motion_graph
    with pytest.raises(RuntimeError) as info:
        search(built.graph, [query, query] if crowd else query, beam_width=3)
    assert info.value is error


def test_a_state_that_is_kept_reaches_for_nothing(built):
    kept = []

    def is_complete(walk):
        kept.append(walk)
        return len(walk.edges(2)) == 2

    surefoot.search_motion_graph(built.graph, surefoot.MotionQuery.custom(lambda *_: 1.0, is_complete), beam_width=3)
    assert kept[0].frames >= 0
    with pytest.raises(surefoot.ArgumentError, match="it has ended"):
        kept[0].edges()


def test_an_answer_without_truth_is_an_error_of_the_callers(built):
    for where in ("is_complete", "is_legal"):
        functions = {"is_complete": lambda walk: walk.frames > 60, "is_legal": lambda *_: True}
        functions[where] = lambda *_: np.array([True, False])
        query = surefoot.MotionQuery.custom(lambda *_: 1.0, **functions)
        with pytest.raises(ValueError, match="ambiguous"):
            surefoot.search_motion_graph(built.graph, query, beam_width=3)


def test_answers_that_cannot_be_meant_are_refused(built):
    custom = surefoot.MotionQuery.custom
    for bad in (-1.0, np.nan, np.inf):
        with pytest.raises(surefoot.InvalidError, match="cost is"):
            surefoot.search_motion_graph(built.graph, custom(lambda *_, bad=bad: bad, lambda walk: False))
    with pytest.raises((TypeError, ValueError)):
        surefoot.search_motion_graph(built.graph, custom(lambda *_: "dear", lambda walk: False))
    with pytest.raises(TypeError, match="is_complete: expected a function"):
        surefoot.search_motion_graph(built.graph, custom(lambda *_: 1.0, None))
    with pytest.raises(surefoot.InvalidError, match="node"):
        surefoot.search_motion_graph(built.graph, custom(lambda *_: 1.0, lambda walk: True, nodes=[10**6]))


def test_a_crowd_is_many_searches(built):
    query = surefoot.MotionQuery.random_walk(3.0)
    crowd = surefoot.search_crowd(built.graph, [query] * 3, seed=4)
    for i, found in enumerate(crowd):
        alone = surefoot.search_motion_graph(built.graph, query, seed=4 + i)
        np.testing.assert_array_equal(found.clip.rotations, alone.clip.rotations)
        np.testing.assert_array_equal(found.clip.root_positions, alone.clip.root_positions)
    assert surefoot.search_crowd(built.graph, []) == []
    # One without an answer leaves the others theirs.
    found, failed = surefoot.search_crowd(built.graph, [query, surefoot.MotionQuery.random_walk(-1.0)], seed=4)
    np.testing.assert_array_equal(found.clip.rotations, crowd[0].clip.rotations)
    assert isinstance(failed, surefoot.InvalidError)
    assert "seconds" in str(failed)
    # Nor does a cost that cannot be meant.
    found, failed = surefoot.search_crowd(
        built.graph, [query, surefoot.MotionQuery.custom(lambda *_: np.nan, lambda walk: False)], seed=4
    )
    np.testing.assert_array_equal(found.clip.rotations, crowd[0].clip.rotations)
    assert isinstance(failed, surefoot.InvalidError)
    assert "cost is" in str(failed)
    with pytest.raises(surefoot.SurefootError):
        surefoot.search_crowd(built.graph, [query, surefoot.MotionQuery.random_walk(label="swim")])
    with pytest.raises(TypeError, match="query"):
        surefoot.search_crowd(built.graph, [query, None])


def test_a_character_can_be_steered(built):
    graph = built.graph
    table = surefoot.build_control_table(graph, graph.label_names[0])
    assert table.label == 0
    assert table.edges.shape == (graph.node_count, 16)
    covered = np.flatnonzero(table.edges[:, 0] >= 0)
    state, edges = surefoot.ControlState(int(covered[0])), []
    first = state
    for _ in range(6):
        edge, state = surefoot.steer(graph, table, state, (0, 1))
        assert state.node == graph.edges["to"][edge]
        edges.append(edge)
    walked = surefoot.walk_to_clip(graph, edges, first.place)
    assert walked.end == pytest.approx(state.place)
    with pytest.raises(surefoot.InvalidError):
        surefoot.steer(graph, table, surefoot.ControlState(graph.node_count), (0, 1))
    with pytest.raises(ValueError, match="direction"):
        surefoot.steer(graph, table, first, (0, 1, 2))
    with pytest.raises(surefoot.InvalidError):
        surefoot.steer(graph, table, first, (0, np.nan))
    with pytest.raises(TypeError):
        surefoot.ControlTable()
    table.close()
    with pytest.raises(surefoot.ClosedError):
        surefoot.steer(graph, table, first, (0, 1))


def test_pictures_are_drawn(built):
    assert surefoot.graph_picture(built.graph).count("<path") >= built.graph.transition_count
    picture = surefoot.graph_grid_picture(built.graph, 100)
    width, height = int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")
    assert 1 <= width == height <= 100
    with pytest.raises(surefoot.OptionError):
        surefoot.graph_grid_picture(built.graph, 0)


def test_a_graph_tells_where_it_comes_from(built):
    graph = built.graph
    assert [source.is_mirrored for source in graph.clip_sources] == [False, False]
    assert all(len(s.labels) == n for s, n in zip(graph.clip_sources, graph.clip_frame_counts, strict=True))
    assert len(graph.minima) == graph.minimum_count
    assert (graph.minima["first"] < graph.minima["second"]).all()
    again = surefoot.MotionGraph.decode(graph.encode())
    np.testing.assert_array_equal(again.edges, graph.edges)
    with pytest.raises(surefoot.FormatError):
        surefoot.MotionGraph.decode(graph.encode()[:-9])
    with pytest.raises(TypeError, match="expected bytes"):
        surefoot.MotionGraph.decode("text")


def test_labels_travel_as_a_file(clips, tmp_path):
    labels = {"a": [surefoot.LabelSpan("walk", 0, 90), surefoot.LabelSpan("sneak", 80, 200)], "b": []}
    surefoot.write_labels(tmp_path / "labels.json", labels)
    read = surefoot.read_labels(tmp_path / "labels.json")
    assert {clip: said.labels for clip, said in read.items()} == labels
    graph = surefoot.build_motion_graph([clips[0]._replace(labels=labels["a"])]).graph
    assert graph.label_names == ["walk", "sneak"]
    with pytest.raises(surefoot.FormatError, match="line 1"):
        surefoot.parse_labels("{")
    with pytest.raises(surefoot.InvalidError):
        surefoot.labels_text({"a": [("walk", 5, 5)]})


def test_groups_travel_as_a_file(tmp_path):
    said = {
        "a": surefoot.ClipLabels([surefoot.LabelSpan("walk", 0, 90)], "stage", 1),
        "b": surefoot.ClipLabels(None, "street", 2),
        "c": surefoot.ClipLabels(None, "stage", 1),
        "d": surefoot.ClipLabels([]),
    }
    surefoot.write_labels(tmp_path / "labels.json", said)
    assert surefoot.read_labels(tmp_path / "labels.json") == said
    with pytest.raises(TypeError, match="group_name"):
        surefoot.labels_text({"a": surefoot.ClipLabels(None, 3)})


def test_clips_of_different_groups_are_not_compared(clips):
    def shared(*groups):
        given = [clip._replace(group=group) for clip, group in zip(clips, groups, strict=True)]
        graph = surefoot.build_motion_graph(given, labelling="none").graph
        assert [source.group for source in graph.clip_sources] == list(groups)
        first = graph.clip_frame_counts[0]
        return int(((graph.minima["first"] < first) & (graph.minima["second"] >= first)).sum())

    assert len(clips) == 2
    assert shared(0, 0) == shared(5, 5) == shared(0, 5) > 0
    assert shared(1, 2) == 0
    for wrong, kind in ((-1, ValueError), (2**32, ValueError), ("stage", TypeError)):
        with pytest.raises(kind, match="group"):
            surefoot.build_motion_graph([clips[0]._replace(group=wrong)])


def test_paths_travel_as_a_file(built, tmp_path):
    path = surefoot.FloorPath([(0, 0, 0), (0, 0, 2), (1, 0, 2), (1, 0, 4)], [(None, np.inf)], bezier=True)
    path.write(tmp_path / "path.json")
    again = surefoot.FloorPath.read(tmp_path / "path.json")
    assert again.is_bezier
    assert again.styles == [(None, np.inf)]
    np.testing.assert_array_equal(again.points, path.points)
    # Corners lie on the curve, by its formula.
    t = np.linspace(0, 1, 2001)[:, None]
    p = path.points[:, [0, 2]]
    curve = (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t**2 * p[2] + t**3 * p[3]
    nearest = np.linalg.norm(again.corners[:, None] - curve[None], axis=2).min(axis=1)
    assert nearest.max() < 2e-3
    assert again.length == pytest.approx(np.linalg.norm(np.diff(curve, axis=0), axis=1).sum(), abs=5e-3)
    found = surefoot.search_motion_graph(built.graph, surefoot.MotionQuery.path(again), beam_width=20, starts=5)
    assert found.report.path.length == pytest.approx(again.length)
    with pytest.raises(surefoot.InvalidError):
        surefoot.FloorPath([(0, 0, 0), (np.nan, 0, 1)])
    with pytest.raises(surefoot.FormatError):
        surefoot.FloorPath([(0, 0, 0), (0, 0, 1)], [("walk", 5.0), ("run", 6.0)])
