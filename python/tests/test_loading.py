"""The native library: found, checked, and missed with a message that helps."""

from __future__ import annotations

import ctypes.util
import os
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
