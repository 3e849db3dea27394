"""Fixtures: the made walk, real clips where there are any, and the files that the docs speak of."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import surefoot

sys.path.insert(0, str(Path(__file__).parent))
import make

REPOSITORY = Path(__file__).resolve().parents[2]


def data_folder() -> Path:
    return Path(os.environ.get("SUREFOOT_DATA") or REPOSITORY.parent / "shared" / "data")


def command() -> Path | None:
    """The command line, built from the same sources."""
    given = os.environ.get("SUREFOOT_COMMAND")
    return Path(given) if given else None


@pytest.fixture(scope="session")
def skeleton():
    return make.biped()


@pytest.fixture(scope="session")
def clip(skeleton):
    return make.walk(skeleton)


@pytest.fixture(scope="session")
def plants(skeleton, clip):
    return surefoot.detect_plants(skeleton, clip).plants


@pytest.fixture
def data():
    folder = data_folder()
    if not folder.is_dir():
        pytest.skip(f"no folder {folder}; set SUREFOOT_DATA")
    return folder


@pytest.fixture
def cli():
    path = command()
    if path is None:
        pytest.skip("set SUREFOOT_COMMAND to the built command line")
    return path


@pytest.fixture
def example_folder(tmp_path, monkeypatch, skeleton, clip):
    """A folder with the files that documentation and examples read."""
    surefoot.write_new(tmp_path / "walk.bvh", skeleton, [clip])
    surefoot.write_new(tmp_path / "walk.glb", skeleton, [clip])
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    shutil.rmtree(tmp_path, ignore_errors=True)
