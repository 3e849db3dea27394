"""Python and C have the same names, defaults and ranges; nothing of C is left out."""

from __future__ import annotations

import contextlib
import ctypes
import dataclasses
import functools
import inspect
import itertools
import re
import sys

import make
import pytest
from conftest import REPOSITORY

import surefoot
from surefoot import _declarations as c
from surefoot import _native, _option_types, _report_types

sys.path.insert(0, str(REPOSITORY / "python" / "tools"))
HEADER = REPOSITORY / "ffi" / "include" / "surefoot.h"
needs_repository = pytest.mark.skipif(not HEADER.is_file(), reason="not run from the repository")


@needs_repository
def test_declarations_are_those_of_the_header():
    import generate_declarations

    committed = (REPOSITORY / "python" / "surefoot" / "_declarations.py").read_text(encoding="utf-8")
    assert generate_declarations.generate(HEADER) == committed, (
        "run python/tools/generate_declarations.py ffi/include/surefoot.h python/surefoot/_declarations.py"
    )


@needs_repository
def test_the_version_is_that_of_the_workspace():
    text = (REPOSITORY / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)[1]
    assert surefoot.__version__ == surefoot.version() == version


def test_every_operation_is_here_with_its_options():
    assert surefoot.operations()
    for operation in surefoot.operations():
        name, options = operation.name, operation.options
        assert operation.label
        assert operation.help
        function = getattr(surefoot, name)
        struct = getattr(c, f"surefoot_{name}_options")
        fields = {field for field, _ in struct._fields_} - {"struct_size"}
        assert fields == {option.name for option in options}, name
        types = getattr(_option_types, "".join(map(str.title, name.split("_"))) + "Options").__annotations__
        assert list(types) == [option.name for option in options]
        if not options:
            continue
        parameters = inspect.signature(function).parameters
        for option in options:
            assert operation.option(option.name) is option
            assert parameters[option.name].default == option.default
            assert parameters[option.name].kind is inspect.Parameter.KEYWORD_ONLY
            assert option.label
            assert option.help
            assert option.name in function.__doc__
            assert bool(option.choices) == (option.kind == "choice")
            assert (option.min is None) == (option.kind in ("flag", "choice"))
    with pytest.raises(KeyError, match="did you mean first"):
        make.operation("trim_clip").option("frist")


def test_operations_that_take_only_a_clip_need_no_line_of_their_own(skeleton, clip):
    edits = [operation.name for operation in surefoot.operations() if operation.is_edit]
    assert {"mirror_clip", "resample_clip", "trim_clip"} <= set(edits)
    for name in edits:
        edited = getattr(surefoot, name)(skeleton, clip)
        assert isinstance(edited.clip, surefoot.Clip)
        assert isinstance(edited.report, surefoot.Report)
        assert edited.report.summary()


def test_options_matter_under_their_conditions():
    remove = make.operation("remove_footskate")
    snap = remove.option("snap_to_ground")
    assert {condition.subject for condition in snap.used_when} == {"method", "ground"}
    # A condition on an input that is not named counts as met.
    assert surefoot.is_used(remove, snap, {})
    assert surefoot.is_used(remove, snap, {}, {"ground": "given"})
    assert not surefoot.is_used(remove, snap, {}, {"ground": "none"})
    assert not surefoot.is_used(remove, snap, {"method": "root"}, {"ground": "given"})
    window = remove.option("window")
    assert not surefoot.is_used(remove, window, {})
    assert surefoot.is_used(remove, window, {"solver": "windowed"})
    assert surefoot.is_used(remove, remove.option("method"), {"solver": "windowed"})


def test_the_library_answers_which_options_matter():
    """In every combination of words and inputs, against conditions read here."""
    for operation in surefoot.operations():
        subjects = {condition.subject for option in operation.options for condition in option.used_when}
        choices = [
            option
            for option in operation.options
            if option.kind == "choice" or (option.kind == "flag" and option.name in subjects)
        ]
        words = [[choice.name for choice in option.choices] or [False, True] for option in choices]
        inputs = sorted(subjects - {option.name for option in operation.options})
        for *chosen, word in itertools.product(*words, ("given", "none")):
            values = {option.name: value for option, value in zip(choices, chosen, strict=True)}
            given = dict.fromkeys(inputs, word)
            expected = tuple(
                option.name
                for option in operation.options
                if all(str((values | given)[when.subject]).lower() in when.values for when in option.used_when)
            )
            assert surefoot.used_options(operation, values, given) == expected, (operation.name, values, given)
    with pytest.raises(surefoot.OptionError, match="'legs'"):
        surefoot.used_options(make.operation("remove_footskate"), {"method": "legs"})
    with pytest.raises(TypeError, match="no option 'metod'"):
        surefoot.used_options(make.operation("remove_footskate"), {"metod": "root"})


def test_reports_hold_all_that_the_library_tells(skeleton, clip, plants):
    """Every key of the JSON is an attribute of the class, and the other way round, at every depth."""
    graph = surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none")
    query = surefoot.MotionQuery.path([(0, 0, 0), (0, 0, 2)])
    found = surefoot.search_motion_graph(graph.graph, query, beam_width=5, starts=3)
    assert found.cleanup == found.report.cleanup
    grid = surefoot.build_shape_grid(skeleton, make.folded(skeleton), [make.skin(skeleton)], {"trunk": (1.0, 1.2)})
    reports = [
        surefoot.check_clip(skeleton, clip),
        surefoot.detect_plants(skeleton, clip).report,
        surefoot.remove_footskate(skeleton, clip, plants, surefoot.Ground.level()).report,
        surefoot.measure_footskate(skeleton, clip, plants),
        surefoot.measure_balance(skeleton, clip).report,
        surefoot.correct_balance(skeleton, clip).report,
        surefoot.correct_flight(skeleton, clip).report,
        surefoot.evaluate_balance({"walk": surefoot.BalanceOriginal(skeleton, clip)}, draws=1),
        surefoot.published_scores(skeleton, clip, plants),
        *(
            getattr(surefoot, operation.name)(skeleton, clip).report
            for operation in surefoot.operations()
            if operation.is_edit
        ),
        surefoot.deform_out_of_body(skeleton, clip, [make.skin(skeleton)]).report,
        surefoot.remove_penetration(skeleton, make.folded(skeleton), [make.skin(skeleton)]).report,
        surefoot.adapt_to_body(skeleton, make.folded(skeleton), [make.skin(skeleton)]).report,
        grid.report,
        surefoot.query_shape_grid(grid.grid, skeleton, make.folded(skeleton), trunk=1.1).report,
        surefoot.fit_body(skeleton, [make.skin(skeleton)]).report,
        surefoot.grow_body(skeleton, [make.skin(skeleton)], trunk=1.1).report,
        surefoot.scale_character(skeleton).report,
        graph.report,
        found.report,
    ]
    assert {type(report).__name__ for report in reports} == set(_report_types.__all__)
    for report in reports:
        told = dict(report.to_dict())
        assert told.pop("summary") == report.summary()
        told.setdefault("notes", [])
        compare(report, told, type(report).__name__)


def compare(value, told, where):
    if isinstance(told, dict):
        fields = getattr(value, "_fields", None) or [field.name for field in dataclasses.fields(value)]
        missing = {"notes"} if isinstance(value, surefoot.FootskateMeasures) else set()
        assert {name.rstrip("_") for name in fields} - missing == set(told) - missing, where
        for name in fields:
            if name.rstrip("_") in told:
                compare(getattr(value, name), told[name.rstrip("_")], f"{where}.{name}")
    elif isinstance(told, list):
        assert len(value) == len(told), where
        for i, (one, other) in enumerate(zip(value, told, strict=True)):
            compare(one, other, f"{where}[{i}]")
    else:
        assert value == told, where
        assert type(value) is type(told), where


def test_defaults_of_the_c_structs_are_those_of_the_table():
    for operation in surefoot.operations():
        name = operation.name
        struct = getattr(c, f"surefoot_{name}_options")()
        _native.call(
            getattr(_native.lib, f"surefoot_{name}_default_options"), ctypes.byref(struct), ctypes.sizeof(struct)
        )
        assert struct.struct_size == ctypes.sizeof(struct)
        for option in operation.options:
            value = getattr(struct, option.name)
            words = [choice.name for choice in option.choices]
            expected = words.index(option.default) if option.kind == "choice" else option.default
            assert value == expected, f"{name}.{option.name}"


def test_ranges_of_the_table_are_those_of_the_library(skeleton, clip, plants):
    clips = [(skeleton, clip, plants)]
    graph = surefoot.build_motion_graph(clips, labelling="none").graph
    query = surefoot.MotionQuery.random_walk(2.0)
    skins, short = [make.skin(skeleton)], make.folded(skeleton)
    axes = {"trunk": (1.0, 1.2)}
    cases = {"walk": surefoot.BalanceOriginal(skeleton, short)}
    grid = surefoot.build_shape_grid(skeleton, short, skins, axes).grid
    calls = {
        "check_clip": None,
        "detect_plants": lambda **options: surefoot.detect_plants(skeleton, clip, **options),
        "remove_footskate": lambda **options: surefoot.remove_footskate(skeleton, clip, plants, **options),
        "deform_out_of_body": lambda **options: surefoot.deform_out_of_body(skeleton, short, skins, **options),
        "remove_penetration": lambda **options: surefoot.remove_penetration(skeleton, short, skins, **options),
        "adapt_to_body": lambda **options: surefoot.adapt_to_body(skeleton, short, skins, **options),
        "build_shape_grid": lambda **options: surefoot.build_shape_grid(skeleton, short, skins, axes, **options),
        "query_shape_grid": lambda **options: surefoot.query_shape_grid(grid, skeleton, short, **options),
        "measure_balance": lambda **options: surefoot.measure_balance(skeleton, clip, skins, **options),
        "correct_balance": lambda **options: surefoot.correct_balance(skeleton, clip, skins, **options),
        "correct_flight": lambda **options: surefoot.correct_flight(skeleton, clip, skins, **options),
        "evaluate_balance": lambda **options: surefoot.evaluate_balance(cases, **options),
        "fit_body": lambda **options: surefoot.fit_body(skeleton, skins, **options),
        "grow_body": lambda **options: surefoot.grow_body(skeleton, skins, **options),
        "scale_character": lambda **options: surefoot.scale_character(skeleton, skins, **options),
        "build_motion_graph": lambda **options: surefoot.build_motion_graph(clips, **options),
        "search_motion_graph": lambda **options: surefoot.search_motion_graph(graph, query, **options),
    }
    for operation in surefoot.operations():
        if operation.is_edit:
            calls[operation.name] = functools.partial(getattr(surefoot, operation.name), skeleton, clip)
    assert calls.keys() == {operation.name for operation in surefoot.operations()}
    for name, run in calls.items():
        for spec in make.operation(name).options:
            if spec.min is None:
                continue
            step = 1 if spec.kind == "integer" else 1e-6
            for value in (spec.min - step, spec.max + step):
                with pytest.raises(surefoot.OptionError, match=spec.name):
                    run(**{spec.name: value})
            # What the clip itself does not allow is told so: it has fewer frames.
            for value in (spec.min, 179 if (name, spec.name) == ("trim_clip", "first") else spec.max):
                # The walk may be too short for it: that is another error.
                with contextlib.suppress(surefoot.InvalidError):
                    run(**{spec.name: value})


@needs_repository
def test_every_c_function_is_used():
    """A function that the package never calls is an operation that Python cannot do."""
    sources = "".join(
        path.read_text(encoding="utf-8")
        for path in (REPOSITORY / "python" / "surefoot").rglob("*.py")
        if path.name != "_declarations.py"
    )
    by_pattern = {f"surefoot_{operation.name}_default_options" for operation in surefoot.operations()}
    by_pattern |= {f"surefoot_{operation.name}" for operation in surefoot.operations() if operation.is_edit}
    nouns = [
        kind._NAME for kind in (*_native.Handle.__subclasses__(), surefoot.Clip, surefoot.Skin) if "_NAME" in vars(kind)
    ]
    by_pattern |= {f"surefoot_{noun}_{verb}" for noun in nouns for verb in ("get", "free")}
    unused = [
        name
        for name in c.CALLS | c.FUNCTIONS
        if not re.search(rf"\b{name}\b", sources) and name not in by_pattern | NOT_NEEDED
    ]
    assert not unused


# Python has these in its own way.
NOT_NEEDED = {
    "surefoot_status_name",  # the exception's class
    "surefoot_role_name",  # ROLES
    "surefoot_standing_height",  # in the skeleton's view
    "surefoot_bytes_write",  # Path.write_bytes
    "surefoot_report_summary",  # the JSON holds them all
    "surefoot_report_number",
    "surefoot_report_text",
    "surefoot_report_count",
    "surefoot_report_notes",
}


def test_every_status_has_a_class_of_its_own():
    from surefoot.errors import _CLASSES

    statuses = {value for name, value in vars(c).items() if name.startswith("SUREFOOT_ERROR_")}
    assert statuses - set(_CLASSES) == {c.SUREFOOT_ERROR_OTHER}


def test_all_is_complete_and_documented():
    for name in surefoot.__all__:
        value = getattr(surefoot, name)
        if callable(value):
            assert inspect.getdoc(value), name
    public = {name for name, value in vars(surefoot).items() if name[0] != "_" and not inspect.ismodule(value)}
    assert public <= set(surefoot.__all__)
