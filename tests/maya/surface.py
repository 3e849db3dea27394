"""Compares the Maya symbols that the plug-in's objects ask for with those that real headers have.

    surface.py YEAR OBJECT...

The list is surface/maya-api.txt; a trailing "# ..." says in which versions a symbol exists. Symbols of surface/extra.txt
are known by Autodesk's documentation only and await a check against real headers.
"""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "surface"
NAMESPACE = re.compile(r"Autodesk::Maya::OpenMaya\d+::")
# Made by the compiler from inline functions and classes, in real Maya too, or of the double alone.
NOISE = re.compile(
    r"^(vtable|typeinfo|typeinfo name|guard variable|non-virtual thunk|virtual thunk|construction vtable|VTT)\b"
    r"|^fake::|fake::|^std::|^operator (new|delete)"
)


def exists_in(note: str, year: int) -> bool:
    """Whether a note such as "2023+" or "2022-2024 (remark)" covers a year."""
    match = re.match(r"(\d{4})(\+|-(\d{4}))?", note)
    if not match:
        return True
    first = int(match.group(1))
    last = 9999 if match.group(2) == "+" else int(match.group(3) or first)
    return first <= year <= last


def read_list(path: Path, year: int) -> set[str]:
    symbols = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        symbol, _, note = line.partition("  #")
        if symbol.strip() and not symbol.startswith("#") and exists_in(note.strip(), year):
            symbols.add(symbol.strip())
    return symbols


def undefined(objects: list[str]) -> dict[str, str]:
    """Symbols of Maya that the objects leave to others, with the object that does."""
    listing = subprocess.run(["nm", "-uCA", *objects], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in listing.splitlines():
        owner, _, rest = line.partition(": ")
        match = re.match(r"\s*[Uwv] (.*)", rest)
        if match and "OpenMaya" in match.group(1):
            found[NAMESPACE.sub("", match.group(1)).replace("[abi:cxx11]", "")] = owner.rpartition("/")[2]
    return found


def main() -> int:
    year = int(sys.argv[1])
    known = read_list(FOLDER / "maya-api.txt", year)
    awaited = read_list(FOLDER / "extra.txt", year)
    used = {
        symbol: owner
        for symbol, owner in undefined(sys.argv[2:]).items()
        if not NOISE.search(symbol) and not symbol.startswith("surefoot")
    }
    if not used:
        print("surface: the objects use no symbol of Maya; are they the plug-in's?")
        return 1
    wrong = sorted(set(used) - known - awaited)
    for symbol in wrong:
        print(f"{used[symbol]}: Maya {year} is not known to have {symbol}")
    unproved = sorted(set(used) & awaited - known)
    print(f"surface {year}: {len(used)} symbols of Maya, {len(unproved)} of them by documentation only, {len(wrong)} unknown")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
