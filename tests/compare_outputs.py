#!/usr/bin/env python3
"""Runs two builds of the command over a folder of clips and compares what they write.

    tests/compare_outputs.py OLD NEW DATA [--only PATTERN] [--sample N] [--jobs N]

OLD and NEW are `surefoot` executables. Character files, plants files, heights, graphs and drawings must be equal byte by byte.
JSON may change its shape: every number of the old document must be in the new one under the same name. Names that one
of them has alone are listed. Use it before a release, and for changes that must not change results. Ends with 1 if
anything differs.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

FORMATS = ("bvh", "fbx", "glb", "gltf")
# Sentences and their frames are for people; they may be said in other words.
PROSE = {"notes", "warnings", "summary", "error"}
# Figures that moved: where the old document has them, and their new name.
MOVED = {("noise", "root"): "root_noise", ("noise", "feet"): "feet_noise"}
TIMEOUT = 900


def commands_for(source: pathlib.Path) -> list[tuple[str, list[str]]]:
    """Name and arguments of every run for one file; `{out}` is the folder of results."""
    kind = source.suffix[1:].lower()
    file = str(source)
    clean = ["remove-footskate", file]
    views = ["--report", "{out}/report.json", "--heights", "{out}/heights.csv"]
    runs = [
        ("info", ["info", file, "--json"]),
        ("detect-plants", ["detect-plants", file, "-o", "{out}/plants.json", "--json"]),
        ("detect-plants-hands", ["detect-plants", file, "-o", "{out}/plants.json", "--hands", "--sole", "--json"]),
        ("mirror-clip", ["mirror-clip", file, f"{{out}}/mirrored.{kind}", "--json"]),
        ("resample-clip", ["resample-clip", file, f"{{out}}/resampled.{kind}", "--frame-rate", "24", "--json"]),
        ("trim-clip", ["trim-clip", file, f"{{out}}/trimmed.{kind}", "--first", "3", "--json"]),
    ]
    runs += [(f"convert-{to}", ["convert", file, f"{{out}}/converted.{to}", "--json"]) for to in FORMATS]
    runs.append(("convert-resample", ["convert", file, f"{{out}}/slow.{kind}", "--resample", "20", "--json"]))
    methods = {
        "least-squares": [],
        "rigid": ["--max-stretch", "0", "--cutoff", "0.3", "--swivel", "0.2"],
        "windowed": ["--solver", "windowed", "--window", "0.2"],
        "root": ["--method", "root"],
        "foot-rooted": ["--method", "foot-rooted"],
        "hands": ["--hands"],
    }
    for name, options in methods.items():
        runs.append((f"remove-footskate-{name}", [*clean, f"{{out}}/clean.{kind}", *options, *views, "--json"]))
    return runs


def graph_commands(files: list[pathlib.Path]) -> list[tuple[str, list[str]]]:
    """One graph of a few walks, and motion out of it. The runs share a folder and keep their order."""
    walks = [str(file) for file in files if file.suffix == ".bvh" and "walk" in file.name][:4]
    if not walks:
        return []
    graph = "{out}/walks.sfgraph"
    search = ["search-motion-graph", graph, "--json"]
    return [
        ("build-motion-graph", ["build-motion-graph", *walks, "-o", graph, "--mirror", "--json"]),
        ("graph-info", ["graph-info", graph, "--graph-image", "{out}/graph.svg", "--json"]),
        ("random-walk", [*search, "-o", "{out}/walk.bvh", "--seconds", "10", "--seed", "7"]),
        ("follow-path", [*search, "-o", "{out}/path.bvh", "--path", "{out}/path.json", "--drawing", "{out}/path.svg"]),
    ]


def run(executable: str, arguments: list[str], folder: pathlib.Path) -> tuple[int, str]:
    arguments = [argument.replace("{out}", str(folder)) for argument in arguments]
    try:
        done = subprocess.run([executable, *arguments], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return -1, ""
    return done.returncode, done.stdout


def numbers(text: str) -> dict[str, Counter]:
    """The numbers of a JSON document by the name they stand under."""
    found: dict[str, Counter] = defaultdict(Counter)

    def walk(value: object, name: str) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key not in PROSE:
                    walk(inner, MOVED.get((name, key), key))
        elif isinstance(value, list):
            for inner in value:
                walk(inner, name)
        elif isinstance(value, (bool, int, float)):
            found[name][float(value)] += 1

    walk(json.loads(text), "")
    return found


class Differences:
    """What was compared and what was not equal."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.runs = self.refused = self.files = self.figures = 0
        self.only_old: Counter = Counter()
        self.only_new: Counter = Counter()

    def compare_json(self, what: str, old: str, new: str) -> None:
        try:
            old_numbers, new_numbers = numbers(old), numbers(new)
        except json.JSONDecodeError as error:
            self.lines.append(f"{what}: not JSON: {error}")
            return
        for name, values in old_numbers.items():
            if name not in new_numbers:
                self.only_old[name] += 1
                continue
            self.figures += sum(values.values())
            lost = values - new_numbers[name]
            if lost:
                shown = ", ".join(str(value) for value in list(lost)[:4])
                self.lines.append(f"{what}: {name}: {sum(lost.values())} of {sum(values.values())} differ: {shown}")
        for name in new_numbers:
            if name not in old_numbers:
                self.only_new[name] += 1

    def compare_folders(self, what: str, old: pathlib.Path, new: pathlib.Path) -> None:
        names = sorted({path.name for folder in (old, new) for path in folder.iterdir()})
        for name in names:
            if not (old / name).exists() or not (new / name).exists():
                self.lines.append(f"{what}: {name} was written by one of them only")
            elif name == "report.json":
                self.compare_json(f"{what}: {name}", (old / name).read_text(), (new / name).read_text())
            else:
                self.files += 1
                if (old / name).read_bytes() != (new / name).read_bytes():
                    self.lines.append(f"{what}: {name} differs")

    def compare_runs(self, what: str, runs: list[tuple[int, str]]) -> None:
        self.runs += 1
        (old_code, old_text), (new_code, new_text) = runs
        if old_code != new_code:
            self.lines.append(f"{what}: ends with {old_code} and {new_code}")
        elif old_code == 0:
            self.compare_json(what, old_text, new_text)
        else:
            self.refused += 1

    def join(self, other: "Differences") -> None:
        self.lines += other.lines
        self.runs += other.runs
        self.refused += other.refused
        self.files += other.files
        self.figures += other.figures
        self.only_old += other.only_old
        self.only_new += other.only_new


def compare(executables: list[str], what: str, runs: list[tuple[str, list[str]]], share: bool) -> Differences:
    """Compares runs that each have a folder of their own, or share one."""
    found = Differences()
    groups = [runs] if share else [[one] for one in runs]
    for group in groups:
        with tempfile.TemporaryDirectory() as temporary:
            folders = [pathlib.Path(temporary, name) for name in ("old", "new")]
            for folder in folders:
                folder.mkdir()
                if share:
                    (folder / "path.json").write_text('{"points": [[0, 0, 0], [0, 0, 3], [2, 0, 6]]}')
            for name, arguments in group:
                both = [run(e, arguments, f) for e, f in zip(executables, folders, strict=True)]
                found.compare_runs(f"{what}: {name}", both)
            found.compare_folders(f"{what}: {group[0][0]}" if not share else what, *folders)
    return found


def has_command(executable: str, command: str) -> bool:
    return subprocess.run([executable, command, "--help"], capture_output=True, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--only", default="*", help="pattern of file names")
    parser.add_argument("--sample", type=int, default=1, help="take every n-th file")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    executables = [options.old, options.new]
    files = [path for path in sorted(options.data.rglob("*")) if path.suffix[1:].lower() in FORMATS]
    files = [path for path in files if fnmatch.fnmatch(path.name, options.only)][:: options.sample]
    if not files:
        sys.exit(f"{options.data}: no character files")
    known = {name: all(has_command(e, name) for e in executables) for name in ("trim-clip",)}
    total = Differences()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = []
        for path in files:
            runs = [one for one in commands_for(path) if known.get(one[0], True)]
            jobs.append(pool.submit(compare, executables, str(path.relative_to(options.data)), runs, False))
        if graph := graph_commands(files):
            jobs.append(pool.submit(compare, executables, "motion graph", graph, True))
        for count, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            total.join(job.result())
            print(f"\r{count} of {len(jobs)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for line in sorted(total.lines):
        print(line)
    for which, names in (("old", total.only_old), ("new", total.only_new)):
        if names:
            print(f"figures of the {which} JSON alone: {', '.join(sorted(names))}")
    print(
        f"{len(files)} files, {total.runs} runs ({total.refused} refused by both), {total.files} written files and "
        f"{total.figures} figures compared: "
        f"{len(total.lines)} differences"
    )
    return 1 if total.lines else 0


if __name__ == "__main__":
    sys.exit(main())
