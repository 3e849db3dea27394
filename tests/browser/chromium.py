"""Chromium driven over its debugging pipe: the standard library is all it takes."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# Software rendering, so that a machine without a graphics card draws the same picture.
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--no-first-run",
    "--remote-debugging-pipe",
]


def find_chromium():
    """Path of the browser, or None: CHROMIUM, else what is installed."""
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"]
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Chromium:
    """One browser with one tab. Use as a context manager; it ends the process it started."""

    def __init__(self, path, extra_flags=()):
        self._profile = tempfile.TemporaryDirectory(prefix="surefoot-chromium-", ignore_cleanup_errors=True)
        read_commands, self._write = os.pipe()
        self._read, write_events = os.pipe()

        def hand_over():
            # The browser reads commands from descriptor 3 and writes events to 4. Copies above 9 first, lest one
            # of the two is overwritten before it is copied.
            commands, events = os.dup(read_commands), os.dup(write_events)
            while commands < 10:
                commands = os.dup(commands)
            while events < 10:
                events = os.dup(events)
            os.dup2(commands, 3)
            os.dup2(events, 4)

        self._process = subprocess.Popen(
            [path, *FLAGS, *extra_flags, f"--user-data-dir={self._profile.name}", "about:blank"],
            preexec_fn=hand_over,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read_commands)
        os.close(write_events)
        self._buffer = b""
        self._last_id = 0
        self._session = None
        self.problems = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t for t in targets if t["type"] == "page")
        self._session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self._session = None
            self.call("Browser.close", seconds=10)
            self._process.wait(10)
        except (TimeoutError, OSError, EOFError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._write)
        os.close(self._read)
        self._profile.cleanup()

    def call(self, method, seconds=60, **params):
        """Sends one command and returns its result; events that come first are looked at."""
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + seconds
        while True:
            reply = self._receive(end)
            if reply.get("id") == self._last_id:
                if "error" in reply:
                    raise RuntimeError(f"{method}: {reply['error']['message']}")
                return reply["result"]
            self._note(reply)

    def _receive(self, end):
        while b"\0" not in self._buffer:
            if not select.select([self._read], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._read, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self._buffer += part
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)

    def _note(self, event):
        params = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                self.problems.append(details.get("exception", {}).get("description") or details["text"])
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "warning", "assert"):
                self.problems.append(" ".join(str(a.get("value", a.get("description"))) for a in params["args"]))
            case "Log.entryAdded" if params["entry"]["level"] in ("error", "warning"):
                # Reading pixels back is slow in software rendering, and the browser says so.
                if "GPU stall due to ReadPixels" not in params["entry"]["text"]:
                    self.problems.append(params["entry"]["text"])
            case "Network.requestWillBeSent" if params["request"]["url"].split(":")[0] not in ("file", "about"):
                self.problems.append(f"asked the network for {params['request']['url']}")

    def open(self, url, width=1600, height=1000, scale=1, dark=False):
        """Loads a page and waits until it says it is ready."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        # A second address that differs in its fragment alone would not load again.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=url)
        end = time.monotonic() + 60
        while self.evaluate("document.readyState") != "complete" or not self.evaluate("'surefoot' in window"):
            if time.monotonic() > end:
                raise RuntimeError(f"{url} did not start: {self.problems}")
            time.sleep(0.05)
        self.evaluate("surefoot.ready")

    def evaluate(self, expression):
        """Value of a JavaScript expression; promises are awaited."""
        result = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        value = result["result"]
        # Numbers that JSON does not have, minus zero among them.
        return float(value["unserializableValue"]) if "unserializableValue" in value else value.get("value")

    def screenshot(self):
        """The tab as PNG bytes."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
