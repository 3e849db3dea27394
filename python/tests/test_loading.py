"""The native library: found, checked, and missed with a message that helps."""

from __future__ import annotations

import ctypes.util
import importlib.metadata
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import surefoot


def imported_with(library: str):
    environment = {**os.environ, "SUREFOOT_LIBRARY": library}
    return subprocess.run([sys.executable, "-c", "import surefoot"], capture_output=True, text=True, env=environment)


@pytest.mark.parametrize("library", ["/nowhere/libsurefoot.so", ctypes.util.find_library("m") or "libm.so.6"])
def test_a_library_that_cannot_be_used_is_an_import_error(library):
    done = imported_with(library)
    assert done.returncode == 1
    assert "ImportError: surefoot's native library cannot be used" in done.stderr


def test_the_installed_package_is_the_one_under_test():
    if "SUREFOOT_TEST_INSTALLED" not in os.environ:
        pytest.skip("only where the wheel is tested")
    folder = Path(surefoot.__file__).parent
    assert "site-packages" in folder.parts
    assert list(folder.glob("*surefoot.*")), "the library is inside the package"
    assert "SUREFOOT_LIBRARY" not in os.environ


def test_the_wheel_is_tagged_for_the_glibc_it_needs():
    """Against the linker's own table of symbols, not the search through the file that made the tag."""
    if "SUREFOOT_TEST_INSTALLED" not in os.environ or not sys.platform.startswith("linux"):
        pytest.skip("only where the wheel is tested, on Linux")
    wheel = importlib.metadata.distribution("surefoot").read_text("WHEEL")
    tag = re.search(r"^Tag: py3-none-manylinux_(\d+)_(\d+)_\w+$", wheel, re.MULTILINE)
    assert tag, wheel
    assert "Root-Is-Purelib: false" in wheel
    library = Path(surefoot.__file__).parent / "libsurefoot.so"
    symbols = subprocess.run(["objdump", "-T", library], capture_output=True, text=True, check=True).stdout
    needed = max((int(a), int(b)) for a, b in re.findall(r"GLIBC_(\d+)\.(\d+)", symbols))
    assert (int(tag[1]), int(tag[2])) == needed
