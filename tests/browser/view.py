#!/usr/bin/env python3
"""Opens pages of `surefoot view` in Chromium and checks what they show.

    view.py FOLDER [--screenshots FOLDER]

FOLDER holds pages and expected.json: for each page the frames to visit, with the joint positions that forward
kinematics gives there and, for meshes, positions of deformed vertices. Needs Python 3.10 and Chromium (Debian:
chromium; or CHROMIUM=path), no package. Exit code 77 where there is no browser.
"""

import argparse
import base64
import json
import pathlib
import struct
import sys
import time
import zlib

from chromium import Chromium, find_chromium

# Rotations travel with 16 bits: a tenth of a millimetre at the end of a leg.
JOINT_TOLERANCE = 5e-4
# Share of pixels of the small screenshot that a character must cover.
MIN_COVERED = 0.004


def decode_png(data):
    """Width, height and rows of RGB tuples of an 8-bit PNG without interlacing, as the browser writes it."""
    at, packed, width, height, channels = 8, b"", 0, 0, 3
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", body)
            assert depth == 8 and colour in (2, 6) and interlace == 0, "unexpected PNG variety"
            channels = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
        at += size + 12
    raw, stride = zlib.decompress(packed), width * channels
    rows, above = [], bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        filter_type, line = raw[start], bytearray(raw[start + 1 : start + 1 + stride])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = above[i], above[i - channels] if i >= channels else 0
            if filter_type == 1:
                predicted = left
            elif filter_type == 2:
                predicted = up
            elif filter_type == 3:
                predicted = (left + up) // 2
            elif filter_type == 4:
                p = left + up - corner
                predicted = min((left, up, corner), key=lambda v: abs(p - v))
            else:
                predicted = 0
            line[i] = (line[i] + predicted) & 255
        rows.append([tuple(line[x * channels : x * channels + 3]) for x in range(width)])
        above = line
    return width, height, rows


def small_picture(browser):
    """The 3D view as it is on screen, at an eighth of its size."""
    box = browser.evaluate("(({x, y, width, height}) => ({x, y, width, height}))(document.getElementById('view').getBoundingClientRect())")
    shot = browser.call("Page.captureScreenshot", format="png", clip={**box, "scale": 0.125})
    return decode_png(base64.b64decode(shot["data"]))


def differing(a, b, least=24):
    """Share of pixels that differ clearly between two pictures of one size."""
    (width, height, first), (_, _, second) = a, b
    count = sum(
        max(abs(p - q) for p, q in zip(first[y][x], second[y][x])) > least for y in range(height) for x in range(width)
    )
    return count / (width * height)


def hide(browser, hidden):
    """Hides or shows every character through the boxes a reader clicks."""
    browser.evaluate(
        "document.querySelectorAll('#actors input').forEach((box) => { if (box.checked === %s) box.click(); })"
        % ("true" if hidden else "false")
    )
    browser.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def check_page(browser, url, case, failures, save):
    def expect(truth, text):
        if not truth:
            failures.append(f"{case['page']}: {text}")

    browser.problems.clear()
    # Bodies stand out from the dark floor at any angle to the light.
    browser.open(url, width=1000, height=700, dark=True)
    state = browser.evaluate("surefoot.state()")
    expect(state["renderer"] == "webgl2", f"renderer is {state['renderer']}")
    expect(state["actorCount"] == case["actors"], f"{state['actorCount']} characters, expected {case['actors']}")
    expect(state["frameCount"] == case["frame_count"], f"{state['frameCount']} frames, expected {case['frame_count']}")
    pictures = []
    for visit in case["frames"]:
        frame = visit["frame"]
        browser.evaluate(f"surefoot.setFrame({frame})")
        # Seen from the front, no one stands before another.
        browser.evaluate("surefoot.setView('front')")
        state = browser.evaluate("surefoot.state()")
        expect(state["frame"] == frame, f"frame {state['frame']} on show, expected {frame}")
        expect(len(state["joints"]) == len(visit["joints"]), "number of joints")
        for joint, (shown, expected) in enumerate(zip(state["joints"], visit["joints"])):
            away = max(abs(a - b) for a, b in zip(shown, expected))
            expect(away < JOINT_TOLERANCE, f"frame {frame}, joint {joint}: {shown}, expected {expected}")
        for number, vertex in enumerate(visit["vertices"]):
            expect(covers(browser, vertex), f"frame {frame}: nothing is drawn at vertex {number} {vertex}")
        pictures.append(small_picture(browser))
        save(f"frame{frame}")
    expect(differing(pictures[0], pictures[-1]) > MIN_COVERED, "the picture does not change from frame to frame")
    hide(browser, True)
    empty = small_picture(browser)
    hide(browser, False)
    covered = differing(pictures[-1], empty)
    expect(covered > MIN_COVERED, f"characters cover {covered:.2%} of the view")
    if "balance" in case:
        check_balance(browser, case["balance"], expect)
    check_controls(browser, case, expect)
    expect(browser.evaluate("surefoot.state().glError") == 0, "WebGL reports an error")
    expect(not browser.problems, f"the browser complains: {browser.problems}")


def covers(browser, vertex):
    """Whether the first character's mesh covers the pixel where that vertex must be.

    Compares the canvas with and without the character in the 5x5 pixels around the place, read in one task, since
    the canvas keeps its picture no longer.
    """
    return browser.evaluate(
        """(() => {
      const view = document.getElementById("view"), box = document.querySelector("#actors input");
      const at = surefoot.project(%s).map(Math.round), frame = surefoot.state().frame;
      const copy = Object.assign(document.createElement("canvas"), { width: 5, height: 5 }).getContext("2d", { willReadFrequently: true });
      const pixels = () => {
        surefoot.setFrame(frame);
        copy.drawImage(view, at[0] - 2, at[1] - 2, 5, 5, 0, 0, 5, 5);
        return copy.getImageData(0, 0, 5, 5).data;
      };
      const shown = pixels();
      box.click();
      const gone = pixels();
      box.click();
      return shown.some((value, i) => Math.abs(value - gone[i]) > 24);
    })()"""
        % json.dumps(vertex)
    )


def becomes_true(condition, seconds=20):
    """Waits for a condition: a busy machine may draw a frame a second."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


def check_controls(browser, case, expect):
    """Keys, timeline and mouse do what they say."""

    def key(name, text=""):
        browser.call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text)
        browser.call("Input.dispatchKeyEvent", type="keyUp", key=name)

    frame = lambda: browser.evaluate("surefoot.state().frame")
    last = case["frame_count"] - 1
    key("Home")
    expect(frame() == 0, f"Home goes to frame {frame()}")
    key("ArrowRight")
    expect(frame() == 1, f"right arrow goes to frame {frame()}")
    key(",")
    expect(frame() == 0, f"comma goes to frame {frame()}")
    key("End")
    expect(frame() == last, f"End goes to frame {frame()}")
    box = browser.evaluate("(({x, y, width, height}) => [x + width / 2, y + 10])(document.getElementById('timeline').getBoundingClientRect())")
    press = dict(x=box[0], y=box[1], button="left", buttons=1, clickCount=1)
    browser.call("Input.dispatchMouseEvent", type="mousePressed", **press)
    browser.call("Input.dispatchMouseEvent", type="mouseReleased", **{**press, "buttons": 0})
    expect(abs(frame() - last / 2) <= 1, f"a click on the middle of the timeline goes to frame {frame()} of {last}")
    yaw = lambda: browser.evaluate("surefoot.state().camera.yaw")
    before = yaw()
    drag = dict(button="left", buttons=1, clickCount=1)
    browser.call("Input.dispatchMouseEvent", type="mousePressed", x=400, y=300, **drag)
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=450, y=300, **drag)
    browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=450, y=300, **{**drag, "buttons": 0})
    expect(abs(yaw() - before) > 0.1, "dragging does not turn the camera")
    key(" ", " ")
    expect(browser.evaluate("surefoot.state().playing"), "space does not play")
    expect(becomes_true(lambda: abs(frame() - last / 2) > 1), "playing does not move on")
    browser.evaluate(f"surefoot.setFrame({last - 1})")
    expect(becomes_true(lambda: frame() < last - 1), f"playing stops at frame {frame()} instead of starting over")
    key(" ", " ")
    expect(not browser.evaluate("surefoot.state().playing"), "space does not pause")


def check_balance(browser, case, expect):
    """The frame's figure is told, and each switch takes something off the picture."""
    browser.evaluate(f"surefoot.setFrame({case['frame']})")
    browser.evaluate("surefoot.setView('balance')")
    told = browser.evaluate("surefoot.state().balance[0][0]")
    expect(told == case["text"], f"balance is told as '{told}', expected '{case['text']}'")
    for layer in ["centre", "zmp", "support", "footprints"]:
        shown = small_picture(browser)
        switch = f"document.getElementById('option-{layer}').click()"
        settle = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        browser.evaluate(switch)
        browser.evaluate(settle)
        changed = differing(shown, small_picture(browser), least=6)
        expect(changed > 0, f"the switch '{layer}' changes nothing")
        browser.evaluate(switch)
        browser.evaluate(settle)


def check_fallback(browser, url, case, failures):
    """Without WebGL the skeleton is drawn all the same."""
    browser.problems.clear()
    browser.open(url, width=1000, height=700)
    browser.evaluate(f"surefoot.setFrame({case['frames'][0]['frame']})")
    state = browser.evaluate("surefoot.state()")
    shown = small_picture(browser)
    hide(browser, True)
    covered = differing(shown, small_picture(browser))
    if state["renderer"] != "canvas2d" or covered < MIN_COVERED or browser.problems:
        failures.append(f"{case['page']} without WebGL: {state['renderer']}, {covered:.2%} covered, {browser.problems}")
    hide(browser, False)
    if not browser.evaluate("!document.getElementById('message').hidden"):
        failures.append(f"{case['page']} without WebGL: no message")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--screenshots", type=pathlib.Path)
    arguments = arguments.parse_args()
    path = find_chromium()
    if not path:
        print("SKIPPED: no Chromium (Debian package chromium, or CHROMIUM=path)")
        return 77
    cases = json.loads((arguments.folder / "expected.json").read_text())
    failures = []
    with Chromium(path) as browser:

        def shoot(name):
            if arguments.screenshots:
                arguments.screenshots.mkdir(parents=True, exist_ok=True)
                (arguments.screenshots / f"{name}.png").write_bytes(browser.screenshot())

        for case in cases:
            page = (arguments.folder / case["page"]).resolve()
            check_page(browser, page.as_uri(), case, failures, lambda name: shoot(f"{page.stem}-{name}"))
            if arguments.screenshots:
                browser.open(page.as_uri())
                shoot(f"{page.stem}-light")
                browser.evaluate("surefoot.setPlacement('overlaid')")
                shoot(f"{page.stem}-overlaid")
                browser.open(page.as_uri(), width=390, height=844, scale=2)
                shoot(f"{page.stem}-phone")
        check_fallback(browser, (arguments.folder / cases[0]["page"]).resolve().as_uri() + "#canvas2d", cases[0], failures)
        shoot("canvas2d")
    with Chromium(path, ["--disable-3d-apis"]) as browser:
        check_fallback(browser, (arguments.folder / cases[0]["page"]).resolve().as_uri(), cases[0], failures)
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{len(cases)} pages, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
