#!/usr/bin/env python3
"""Keeps the ABI: describes include/surefoot.h as text and compares it with the committed description.

ffi/abi.py check     fails where a program compiled with the described header would break with this one, unless the
                     version says so (major, or minor while major is 0); and where description or tests/layout.rs are not
                     those of the header.
ffi/abi.py update    writes surefoot.abi and tests/layout.rs anew; refuses where check would fail for incompatibility.
ffi/abi.py asserts   prints C that asserts the layout with the compiler at hand.
ffi/abi.py functions prints the names of all functions.
ffi/abi.py bare      prints C that calls every function with NULL for each pointer, the error included, and 0 for the rest.
ffi/abi.py nulls C…  fails unless those C files pass NULL once for each pointer that each function takes.

Compatible: new functions, constants, structs, and fields at the end of structs that grow: those that carry struct_size,
and those that only the library makes. Until the first release a description of what nobody has may be taken out by hand.
"""
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
HEADER, DESCRIPTION, LAYOUT = HERE / "include/surefoot.h", HERE / "surefoot.abi", HERE / "tests/layout.rs"
# Sizes where pointers have 64 bits; other machines have the same fields in the same order.
SIZES = {"double": 8, "float": 4, "int64_t": 8, "uint64_t": 8, "int32_t": 4, "uint32_t": 4, "uint8_t": 1, "char": 1,
         "size_t": 8}
# Of structs inside structs; numbers and pointers are aligned to their size.
ALIGNMENTS = {}
# Made by the library alone and handed out by pointer, so that their end is open, like every view.
GROWING = {"surefoot_option", "surefoot_operation"}


def read_header():
    text = HEADER.read_text()
    defines = {k: v for k, v in re.findall(r"^#define (SUREFOOT_\w+) (\S+)$", text, re.M)}
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    return defines, text


def normal(kind):
    kind = re.sub(r"\bstruct ", "", kind)
    return re.sub(r"\s*\*\s*", "*", " ".join(kind.split())).strip()


def declaration(text):
    """Type and name of a field or parameter: `const double *values`, `double position[3]`."""
    text = text.strip()
    array = "".join(re.findall(r"\[\w+\]", text))
    text = re.sub(r"\[\w+\]", "", text)
    pointer = re.match(r"(.*)\(\*(\w+)\)$", text)  # `double (*out)[3]`
    if pointer:
        return normal(pointer[1]) + "(*)" + array, pointer[2]
    kind, name = re.match(r"(.*?)(\w+)$", text, re.S).groups()
    return normal(kind) + array, name


def describe():
    defines, text = read_header()
    lines = ["version {}.{}".format(defines["SUREFOOT_VERSION_MAJOR"], defines["SUREFOOT_VERSION_MINOR"])]
    constants = {k: int(v) for k, v in defines.items() if re.fullmatch(r"\d+", v) and "VERSION" not in k}
    lines += [f"constant {k} {v}" for k, v in constants.items()]
    for name, body in re.findall(r"enum (\w+)\s*(?::\s*int32_t)?\s*\{(.*?)\}", text, re.S):
        SIZES[name] = 4
        for key, value in re.findall(r"(\w+) = (-?\d+)", body):
            lines.append(f"enum {name} {key} {value}")
    for name in re.findall(r"typedef struct (\w+) \1;", text):
        lines.append(f"opaque {name}")
    for kind, name, rest in re.findall(r"typedef (\w+) \(\*(\w+)\)\((.*?)\);", text, re.S):
        types = ", ".join(declaration(p)[0] for p in rest.split(","))
        lines.append(f"callback {name} {kind}({types})")
        SIZES[name] = 8
    structs = {}
    for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", text, re.S):
        fields = [declaration(f) for f in body.split(";") if f.strip()]
        structs[name] = fields
        offset, alignment = 0, 1
        placed = []
        for kind, field in fields:
            base, *counts = re.split(r"\[|\]\[?", kind.rstrip("]"))
            size = 8 if "*" in base else SIZES[base]
            align = 8 if "*" in base else ALIGNMENTS.get(base, size)
            for count in counts:
                size *= int(constants.get(count, count)) if not count.isdigit() else int(count)
            offset = -(-offset // align) * align
            placed.append((offset, kind, field))
            offset += size
            alignment = max(alignment, align)
        size = -(-offset // alignment) * alignment
        if size != offset:
            sys.exit(f"{name} ends in {size - offset} bytes of padding: fields added there would be read from garbage")
        grows = fields[0][1] == "struct_size" or name.endswith("_view") or name in GROWING
        lines.append(f"struct {name} {size} {'grows' if grows else 'fixed'}")
        lines += [f"field {name} {at} {kind} {field}" for at, kind, field in placed]
        SIZES[name], ALIGNMENTS[name] = size, alignment
    for kind, name, rest in re.findall(r"^((?:const )?\w+ \*?)(surefoot_\w+)\(([^;]*?)\);", text, re.S | re.M):
        parameters = [p for p in re.split(r",(?![^()]*\))", rest) if p.strip() not in ("", "void")]
        types = ", ".join(declaration(p)[0] for p in parameters)
        lines.append(f"function {name} {normal(kind)}({types})")
    return lines


def breaks(old, new):
    """What a program made with `old` would trip over."""
    if old[0] != new[0]:
        return []
    out, present = [], set(new)
    sizes = {w[1]: w[2:] for w in (line.split() for line in new) if w[0] == "struct"}
    old_sizes = {}
    for line in old[1:]:
        words = line.split()
        if words[0] != "struct":
            if line not in present:
                out.append(f"gone or changed: {line}")
            continue
        name, size, growth = words[1], int(words[2]), words[3]
        old_sizes[name] = size
        now = sizes.get(name)
        if now is None or now[1] != growth or int(now[0]) < size or (growth == "fixed" and int(now[0]) != size):
            out.append(f"struct {name}: was {size} bytes, {growth}; is {now}")
    known = {line for line in old if line.startswith("field")}
    for line in new:
        words = line.split()
        if words[0] == "field" and line not in known and int(words[2]) < old_sizes.get(words[1], 0):
            out.append(f"inside what callers already have: {line}")
    return out


def layout(lines):
    out = ["//! The layout of every struct that crosses, asserted; made by `abi.py` from the header: do not edit.",
           '#![cfg(target_pointer_width = "64")]', "", "use std::mem::offset_of;", "use surefoot_ffi::*;", "", "#[test]", "#[rustfmt::skip]",
           "fn structs_are_laid_out_as_described() {"]
    for line in lines:
        words = line.split()
        if words[0] == "struct":
            out.append(f"    const {{ assert!(size_of::<{words[1]}>() == {words[2]}) }};")
        elif words[0] == "field":
            out.append(f"    const {{ assert!(offset_of!({words[1]}, {words[-1]}) == {words[2]}) }};")
    return "\n".join(out) + "\n}\n"


def asserts(lines):
    out = ["#include <surefoot.h>", "#include <assert.h>"]
    for line in lines:
        words = line.split()
        if words[0] == "struct":
            out.append(f'static_assert(sizeof({words[1]}) == {words[2]}, "{words[1]}");')
        elif words[0] == "field":
            out.append(f'static_assert(offsetof({words[1]}, {words[-1]}) == {words[2]}, "{words[1]}.{words[-1]}");')
        elif words[0] in ("enum", "constant"):
            out.append(f'static_assert({words[-2]} == {words[-1]}, "{words[-2]}");')
    return "\n".join(out) + "\n"


def parameters(lines):
    """The types of every function's parameters, by its name."""
    out = {}
    for line in lines:
        if line.startswith("function"):
            _, name, rest = line.split(" ", 2)
            out[name] = [p for p in rest[rest.index("(") + 1:-1].split(", ") if p]
    return out


def is_pointer(kind, lines):
    return "*" in kind or any(line.startswith(f"callback {kind} ") for line in lines)


def bare(lines):
    """Calls that can only fail, and have nowhere to tell why."""
    out = ['#include "check.h"', "", "void test_without_error(void) {"]
    for name, kinds in parameters(lines).items():
        if kinds and kinds[-1] == "surefoot_error*":
            given = ", ".join("NULL" if is_pointer(kind, lines) else "0" for kind in kinds)
            out.append(f"    CHECK({name}({given}) == SUREFOOT_ERROR_NULL);")
    return "\n".join(out) + "\n}\n"


def calls(text):
    """Every call in C text: the function's name and the texts of its arguments."""
    for match in re.finditer(r"\b(surefoot_\w+)\(", text):
        depth, arguments, start = 1, [], match.end()
        for at in range(match.end(), len(text)):
            depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
            if depth == 0 or (depth == 1 and text[at] == ","):
                arguments.append(text[start:at].strip())
                start = at + 1
            if depth == 0:
                break
        yield match[1], arguments


def never_null(lines, files):
    """Pointers that no call in the files leaves out. The error comes last and is the business of `bare`."""
    passed = set()
    for file in files:
        for name, arguments in calls(Path(file).read_text()):
            passed |= {(name, i) for i, argument in enumerate(arguments) if argument == "NULL"}
    for name, kinds in parameters(lines).items():
        for i, kind in enumerate(kinds):
            if is_pointer(kind, lines) and kind != "surefoot_error*" and (name, i) not in passed:
                yield f"{name}: argument {i + 1}, {kind}"


def main():
    action = sys.argv[1] if len(sys.argv) == 2 or sys.argv[1:2] == ["nulls"] else ""
    new = describe()
    old = DESCRIPTION.read_text().split("\n")[:-1] if DESCRIPTION.exists() else new[:1]
    broken = breaks(old, new)
    if action in ("check", "update") and broken:
        sys.exit("incompatible with surefoot.abi, so the version must change:\n  " + "\n  ".join(broken))
    if action == "update":
        DESCRIPTION.write_text("\n".join(new) + "\n")
        LAYOUT.write_text(layout(new))
    elif action == "check":
        if old != new or LAYOUT.read_text() != layout(new):
            sys.exit("compatible, but surefoot.abi or tests/layout.rs is not that of the header: ffi/abi.py update")
        print(f"ABI as described: {sum(line.startswith('function') for line in new)} functions, "
              f"{sum(line.startswith('struct') for line in new)} structs")
    elif action == "asserts":
        print(asserts(new), end="")
    elif action == "functions":
        print("\n".join(sorted(line.split()[1] for line in new if line.startswith("function"))))
    elif action == "bare":
        print(bare(new), end="")
    elif action == "nulls":
        missing = list(never_null(new, sys.argv[2:]))
        if missing:
            sys.exit("never passed as NULL:\n  " + "\n  ".join(missing))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
