"""Writes `surefoot/_declarations.py` from the C header, so that C and Python cannot drift apart.

Usage: generate_declarations.py HEADER [OUTPUT]; prints to the terminal without OUTPUT. It knows the C that cbindgen
writes for this library (plain structs, opaque structs, enums, callbacks, prototypes) and stops at anything else.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path

SCALARS = {
    "char": "c_char",
    "double": "c_double",
    "float": "c_float",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint8_t": "c_uint8",
    "uint32_t": "c_uint32",
    "uint64_t": "c_uint64",
    "size_t": "c_size_t",
}

KINDS = sorted({*SCALARS.values(), "c_char_p", "c_void_p"})

DECLARATION = re.compile(r"(?P<type>.*?)(?P<stars>[*\s]*)\b(?P<name>\w+)\s*(?P<array>(?:\[\s*\w+\s*\])*)$", re.DOTALL)


def plain_c(text: str) -> tuple[str, dict[str, str]]:
    """Takes comments and the preprocessor away; returns the declarations and the macros that are values."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)
    text = re.sub(r"//[^\n]*", "", text)
    lines: list[str] = []
    macros: dict[str, str] = {}
    # One entry per open #if: whether its present branch is read.
    branches: list[bool] = []
    for line in text.replace("\\\n", " ").splitlines():
        word = line.strip()
        if word.startswith(("#ifdef", "#ifndef", "#if")):
            # Only C that a C99 compiler sees: C++ and C23 branches are left out.
            branches.append(word.startswith("#ifndef"))
        elif word.startswith(("#else", "#elif")):
            branches[-1] = not branches[-1]
        elif word.startswith("#endif"):
            branches.pop()
        elif not all(branches):
            continue
        elif word.startswith("#define"):
            parts = word.split(None, 2)
            if len(parts) == 3 and "(" not in parts[1] and re.fullmatch(r'-?[\d.]+|"[^"]*"', parts[2]):
                macros[parts[1]] = parts[2]
        elif not word.startswith("#"):
            lines.append(line)
    return "\n".join(lines), macros


class Header:
    """The declarations of one header."""

    def __init__(self, text: str) -> None:
        self.declarations, self.macros = plain_c(text)
        self.aliases: dict[str, str] = {}
        self.enums: list[dict[str, int]] = []
        self.opaque: list[str] = []
        self.structs: dict[str, list[tuple[str, str]]] = {}
        self.callbacks: dict[str, list[str]] = {}
        self.order: list[str] = []
        self.functions: dict[str, tuple[str, list[str]]] = {}
        for statement in self.statements():
            self.read(statement)

    def statements(self) -> list[str]:
        """Splits at semicolons outside braces."""
        found, depth, start = [], 0, 0
        for index, char in enumerate(self.declarations):
            depth += (char == "{") - (char == "}")
            if char == ";" and depth == 0:
                found.append(" ".join(self.declarations[start:index].split()))
                start = index + 1
        return found

    def read(self, statement: str) -> None:
        """Takes one declaration in."""
        if match := re.fullmatch(r"(?:typedef )?enum (\w+) ?\{(.*)\}(?: \w+)?", statement):
            self.read_enum(match[2])
            self.aliases.setdefault(match[1], "int32_t")
        elif match := re.fullmatch(r"typedef struct (\w+) \1", statement):
            self.opaque.append(match[1])
        elif match := re.fullmatch(r"typedef struct (\w+) ?\{(.*)\} \1", statement):
            fields = [self.declared(field) for field in match[2].split(";") if field.strip()]
            self.structs[match[1]] = fields
            self.order.append(match[1])
        elif match := re.fullmatch(r"typedef (.+?) ?\(\*(\w+)\)\((.*)\)", statement):
            arguments = [kind for _, kind in self.arguments(match[3])]
            self.callbacks[match[2]] = [self.kind(match[1]), *arguments]
            self.order.append(match[2])
        elif match := re.fullmatch(r"typedef (\w+) (\w+)", statement):
            self.aliases[match[2]] = match[1]
        elif match := re.fullmatch(r"(?:extern )?(.+?)\b(surefoot_\w+)\((.*)\)", statement):
            self.functions[match[2]] = (self.kind(match[1]), [kind for _, kind in self.arguments(match[3])])
        elif statement:
            raise ValueError(f"unknown declaration: {statement}")

    def read_enum(self, body: str) -> None:
        """Takes the constants of an enum in."""
        value, constants = -1, {}
        for entry in filter(None, (part.strip() for part in body.split(","))):
            name, _, given = (part.strip() for part in entry.partition("="))
            value = int(given, 0) if given else value + 1
            constants[name] = value
        self.enums.append(constants)

    def arguments(self, text: str) -> list[tuple[str, str]]:
        """Reads an argument list."""
        if text.strip() in ("", "void"):
            return []
        return [self.declared(part) for part in text.split(",")]

    def declared(self, text: str) -> tuple[str, str]:
        """Reads one field or argument: its name and its type in ctypes."""
        if array := re.fullmatch(r"\s*(.+?) ?\(\*(\w+)\)\[(\w+)\]\s*", text):
            size = self.macros.get(array[3], array[3])
            return array[2], f"POINTER({self.kind(array[1])} * {size})"
        match = DECLARATION.match(text.strip())
        if not match:
            raise ValueError(f"unknown declaration: {text}")
        kind = self.kind(match["type"] + match["stars"])
        for size in reversed(re.findall(r"\w+", match["array"])):
            kind = f"{kind} * {self.macros.get(size, size)}"
        return match["name"], kind

    def kind(self, text: str) -> str:
        """Translates a C type to ctypes."""
        stars = text.count("*")
        base = " ".join(re.sub(r"\b(const|struct|enum)\b|\*", " ", text).split())
        while base in self.aliases:
            base = self.aliases[base]
        if base == "void":
            if stars == 0:
                return "None"
            return pointers("c_void_p", stars - 1)
        if base == "char" and stars:
            return pointers("c_char_p", stars - 1)
        if base in self.opaque:
            # Handles are plain addresses; the classes above them know what they lead to.
            return pointers("c_void_p", stars - 1)
        if base in self.structs or base in self.callbacks:
            return pointers(base, stars)
        if base not in SCALARS:
            raise ValueError(f"unknown type: {text}")
        return pointers(SCALARS[base], stars)

    def python(self) -> str:
        """The module's text."""
        out = [
            '"""The C API in ctypes. Made by tools/generate_declarations.py from surefoot.h: do not edit."""',
            "",
            "from __future__ import annotations",
            "",
            *block("from ctypes import (", ["CFUNCTYPE", "POINTER", "Structure", *KINDS], ")"),
            "from typing import Any",
            "",
        ]
        out += [f"{name} = {value}" for name, value in self.macros.items()]
        for constants in self.enums:
            out += block("(", constants, f") = ({', '.join(map(str, constants.values()))})")
        # In the header's order: structs hold callbacks, and callbacks take structs.
        for name in self.order:
            if name in self.callbacks:
                out += block(f"{name} = CFUNCTYPE(", self.callbacks[name], ")")
                continue
            fields = [f'("{field}", {kind})' for field, kind in self.structs[name]]
            out += [f"class {name}(Structure):", *block("    _fields_ = (", fields, ")")]
        # Nearly all return a status and take an error last.
        calls = {name: kinds for name, (result, kinds) in self.functions.items() if is_call(result, kinds)}
        out += ["", "# Functions that return a status and take a surefoot_error last: the arguments before it."]
        out += ["CALLS: dict[str, tuple[Any, ...]] = {"]
        for name, kinds in calls.items():
            out += block(f'    "{name}": (', kinds[:-1], "),")
        out += ["}", "# All others: result, arguments.", "FUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {"]
        for name, (result, kinds) in self.functions.items():
            if name in calls:
                continue
            out += block(f'    "{name}": ({result}, (', kinds, ")),")
        out += ["}", ""]
        return "\n".join(out)


def is_call(result: str, kinds: list[str]) -> bool:
    """Whether a function returns a status and takes an error last."""
    return result == "c_int32" and kinds[-1:] == ["POINTER(surefoot_error)"]


def block(start: str, items: Iterable[str], end: str) -> list[str]:
    """Items between brackets: on one line where they fit, else in lines of at most 120 characters, indented."""
    all_items = list(items)
    line = f"{start}{', '.join(all_items)}{',' if len(all_items) == 1 else ''}{end}"
    if len(line) <= 120:
        return [line]
    margin = " " * (len(start) - len(start.lstrip()))
    lines = [f"{margin}   "]
    for item in all_items:
        if len(lines[-1]) + len(item) + 2 > 120:
            lines.append(f"{margin}   ")
        lines[-1] += f" {item},"
    return [start, *lines, margin + end]


def pointers(kind: str, depth: int) -> str:
    """Wraps a type in pointers."""
    for _ in range(depth):
        kind = f"POINTER({kind})"
    return kind


def generate(header: Path) -> str:
    """The text of `_declarations.py` for that header."""
    return Header(header.read_text(encoding="utf-8")).python()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    text = generate(Path(sys.argv[1]))
    if len(sys.argv) == 3:
        Path(sys.argv[2]).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
