"""Every code block of the docs, every docstring's example and every program in examples/ runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import REPOSITORY

import surefoot

# The native library lies in the package and looks like a module.
MODULES = [
    module.name
    for module in pkgutil.walk_packages(surefoot.__path__, "surefoot.")
    if not module.name.endswith("libsurefoot")
]
PAGES = [path for path in (REPOSITORY / "docs" / "python.md", REPOSITORY / "python" / "README.md") if path.is_file()]
EXAMPLES = sorted((REPOSITORY / "python" / "examples").glob("*.py"))


@pytest.fixture(scope="module")
def graph(skeleton, clip, plants):
    return surefoot.build_motion_graph([(skeleton, clip, plants)], labelling="none").graph


def chest(skeleton):
    """A mesh of one tetrahedron."""
    corners = [(0, 1, 0), (0.1, 1, 0), (0, 1.1, 0), (0, 1, 0.1)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    return surefoot.Skin(skeleton, corners, faces, [1], [np.eye(4)], range(5), [0] * 4, [1] * 4)


@pytest.mark.parametrize("name", ["surefoot", *MODULES])
def test_docstring_examples_run(name, example_folder, graph):
    document = surefoot.read("walk.bvh")
    skeleton, clip = document.skeleton, document.clips[0]
    names = {
        "surefoot": surefoot,
        "document": document,
        "skeleton": skeleton,
        "clip": clip,
        "plants": surefoot.detect_plants(skeleton, clip).plants,
        "graph": graph,
        "skin": chest(skeleton),
    }
    if "shape_grid" in name:
        names["grid"] = surefoot.build_shape_grid(skeleton, clip, [names["skin"]], {"trunk": (1.0, 1.2)}).grid
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS, extraglobs=names)
    assert failed == 0


def public():
    """Every public function, class and method, by its name. Properties say in a line what they hold."""
    for name in surefoot.__all__:
        value = getattr(surefoot, name)
        if inspect.isfunction(inspect.unwrap(value)) or inspect.isclass(value):
            yield name, value
        if inspect.isclass(value):
            for inner, method in vars(value).items():
                plain = getattr(method, "__func__", method)
                if not inner.startswith("_") and inspect.isfunction(plain):
                    yield f"{name}.{inner}", plain


def test_everything_public_has_an_example():
    without = (surefoot.SurefootError, *(getattr(surefoot, name) for name in surefoot._report_types.__all__))
    assert sum(1 for _ in public()) > 100
    # What gives a report, or raises an error, has the example.
    own = [(name, value) for name, value in public() if not (inspect.isclass(value) and issubclass(value, without))]
    assert [name for name, value in own if ">>>" not in (inspect.getdoc(value) or "")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_code_blocks_of_a_page_run_in_order(page, example_folder):
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks, f"{page} has no python block"
    names: dict[str, object] = {}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)


@pytest.mark.parametrize("program", EXAMPLES, ids=lambda program: program.name)
def test_examples_end_well(program, example_folder):
    arguments = re.search(r"^Usage: \w+\.py (.*)$", program.read_text(encoding="utf-8"), re.MULTILINE)
    assert arguments, f"{program.name} tells its usage"
    words = arguments[1].split()
    done = subprocess.run([sys.executable, str(program), *words], capture_output=True, text=True, cwd=example_folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_pages_are_at_hand():
    if not (REPOSITORY / "Cargo.toml").is_file():
        pytest.skip("not run from the repository")
    assert len(PAGES) == 2
    assert len(EXAMPLES) >= 3
