#!/usr/bin/env python3
"""Makes docs/images/before-after.jpg from `surefoot demo`: picture.py PROGRAM OUT.jpg

Needs Chromium and, to keep the file small, Pillow.
"""

import io
import pathlib
import subprocess
import sys
import tempfile

from chromium import Chromium, find_chromium
from PIL import Image


def main(program, out):
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "demo.html"
        subprocess.run([program, "demo", "-o", page, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        with Chromium(find_chromium()) as browser:
            browser.open(page.as_uri())
            browser.evaluate("surefoot.ready.then(() => { surefoot.setView('side'); surefoot.setFrame(134); })")
            picture = Image.open(io.BytesIO(browser.screenshot())).convert("RGB")
    picture.resize((1280, 800), Image.LANCZOS).save(out, quality=82, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
