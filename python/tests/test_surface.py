"""Python and C have the same names, defaults and ranges; nothing of C is left out."""

from __future__ import annotations

import contextlib
import ctypes
import inspect
import re
import sys

import pytest
from conftest import REPOSITORY

import surefoot
from surefoot import _declarations as c
from surefoot import _native, _option_types

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
def test_option_types_are_those_of_the_library():
    import generate_option_types

    committed = (REPOSITORY / "python" / "surefoot" / "_option_types.py").read_text(encoding="utf-8")
    assert generate_option_types.generate() == committed, (
        "run python/tools/generate_option_types.py python/surefoot/_option_types.py"
    )


@needs_repository
def test_the_version_is_that_of_the_workspace():
    text = (REPOSITORY / "Cargo.toml").read_text(encoding="utf-8")
    version = re.search(r'^version = "([^"]+)"', text, re.MULTILINE)[1]
    assert surefoot.__version__ == surefoot.version() == version


def test_every_operation_is_here_with_its_options():
    assert surefoot.operations()
    for name, specs in surefoot.operations().items():
        function = getattr(surefoot, name)
        parameters = inspect.signature(function).parameters
        struct = getattr(c, f"surefoot_{name}_options")
        fields = {field for field, _ in struct._fields_} - {"struct_size"}
        fields = {field for field in fields if not field.startswith("reserved")}
        assert fields == {spec.name for spec in specs}, name
        types = getattr(_option_types, "".join(map(str.title, name.split("_"))) + "Options").__annotations__
        assert list(types) == [spec.name for spec in specs]
        for spec in specs:
            assert parameters[spec.name].default == spec.default
            assert parameters[spec.name].kind is inspect.Parameter.KEYWORD_ONLY
            assert spec.help
            assert spec.name in function.__doc__


def test_defaults_of_the_c_structs_are_those_of_the_table():
    for name, specs in surefoot.operations().items():
        struct = getattr(c, f"surefoot_{name}_options")()
        _native.call(
            getattr(_native.lib, f"surefoot_{name}_default_options"), ctypes.byref(struct), ctypes.sizeof(struct)
        )
        assert struct.struct_size == ctypes.sizeof(struct)
        for spec in specs:
            value = getattr(struct, spec.name)
            expected = spec.values.index(spec.default) if spec.kind == "choice" else spec.default
            assert value == expected, f"{name}.{spec.name}"


def test_ranges_of_the_table_are_those_of_the_library(skeleton, clip, plants):
    clips = [(skeleton, clip, plants)]
    graph = surefoot.build_motion_graph(clips, labelling="none").graph
    query = surefoot.MotionQuery.random_walk(2.0)
    calls = {
        "detect_plants": lambda **options: surefoot.detect_plants(skeleton, clip, **options),
        "remove_footskate": lambda **options: surefoot.remove_footskate(skeleton, clip, plants, **options),
        "build_motion_graph": lambda **options: surefoot.build_motion_graph(clips, **options),
        "search_motion_graph": lambda **options: surefoot.search_motion_graph(graph, query, **options),
    }
    assert calls.keys() == surefoot.operations().keys()
    for name, run in calls.items():
        for spec in surefoot.operations()[name]:
            if spec.min is None:
                continue
            step = 1 if spec.kind == "integer" else 1e-6
            for value in (spec.min - step, spec.max + step):
                with pytest.raises(surefoot.OptionError, match=spec.name):
                    run(**{spec.name: value})
            for value in (spec.min, spec.max):
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
    by_pattern = {f"surefoot_{name}_default_options" for name in surefoot.operations()}
    unused = [
        name for name in c.FUNCTIONS if not re.search(rf"\b{name}\b", sources) and name not in by_pattern | NOT_NEEDED
    ]
    assert not unused


# Python has these in its own way.
NOT_NEEDED = {
    "surefoot_status_name",  # the exception's class
    "surefoot_role_name",  # ROLES
    "surefoot_standing_height",  # in the skeleton's view
    "surefoot_bytes_write",  # Path.write_bytes
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
