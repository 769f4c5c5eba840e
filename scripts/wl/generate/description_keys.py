# SPDX-License-Identifier: Apache-2.0
"""The tables of keys in vectors/README.md, from tb/testcase/keys.def."""
import collections
import re
import sys
import textwrap

from wl import Error
from wl.generate import parts

LIST, DOCUMENT = parts.named("keys.def"), parts.named("vectors/README.md")
SCRIPT = "scripts/wl/generate/description_keys.py"
HEADERS = [parts.named(name) for name in ("wavelock/device.h", "testcase.h", "wavelock/model.h")]

Key = collections.namedtuple("Key", "of path meaning kind arguments more")
Inner = collections.namedtuple("Inner", "object key meaning value")  # of an object within a key

STRING = r'"(?:[^"\\]|\\.)*"'
ROW = re.compile(
    rf"^(KEY|EACH|ONE)\(({STRING}),\s*((?:{STRING}\s*)+),\s*([A-Z]+)\(((?:{STRING}|[^\"()])*)\)"
    rf"((?:\s+[A-Z]+(?:\((?:{STRING}|[^\"()])*\))?)*)\)$",
    re.M,
)


STRINGS = rf"((?:{STRING}\s*)+)"
INNER = re.compile(rf"^IN\({STRINGS},\s*{STRINGS},\s*{STRINGS},\s*{STRINGS}\)$", re.M)


def text_of(strings):
    """The value of adjacent C strings."""
    return "".join(re.sub(r"\\(.)", r"\1", string[1:-1]) for string in re.findall(STRING, strings))


def rows(text):
    """The keys of the list, in its order."""
    keys = [
        Key(of, text_of(path), text_of(meaning), kind, re.findall(rf"{STRING}|[^,\s][^,]*", arguments), more)
        for of, path, meaning, kind, arguments, more in ROW.findall(text)
    ]
    written = len(re.findall(r"^(?:KEY|EACH|ONE)\(", text, re.M))
    if written != len(keys):
        raise Error(f"{LIST}: {written} rows, and only {len(keys)} could be read")
    return keys


def inner(text):
    """The keys of objects within keys, in the order of the list."""
    keys = [Inner(*map(text_of, found)) for found in INNER.findall(text)]
    written = len(re.findall(r"^IN\(", text, re.M))
    if written != len(keys):
        sys.exit(f"{LIST}: {written} rows of objects, and only {len(keys)} could be read")
    return keys


def number(text):
    """An argument of NUMBER or NUMBERS: digits, names of headers, + and <<. None: the largest of its type."""
    if re.fullmatch(r"U?INT\d+_MAX", text):
        return None
    total = 0
    for term in text.split(" + "):
        for header in HEADERS if not re.match(r"\d", term) else ():
            named = re.search(rf"\b{term} = ([\d <]+)", header.read_text())
            term = named[1].strip() if named else term
        base, _, shift = term.partition(" << ")
        total += int(base) << int(shift or 0)
    return total


def taken(key):
    """The values that a key takes."""
    if key.kind == "READ":
        return text_of(key.arguments[1])
    if key.kind in ("NUMBER", "NUMBERS"):
        least, most = number(key.arguments[2]), number(key.arguments[3])
        numbers = f"{least} to {most}" if most is not None else f"from {least} on"
        return numbers if key.kind == "NUMBER" else f"1 to 3 numbers {numbers}"
    if key.kind == "WORDS":
        standard = re.search(rf"STANDARD\(({STRING})\)", key.more)
        return ", ".join(
            f"`{word}`" + (" (default)" if standard and standard[1] == word else "") for word in key.arguments[3:]
        )
    return {"TEXT": "text", "FLAG": "`true` or `false`"}[key.kind]


def name_of(key):
    return key.path.split(".")[-1]


def table(keys):
    out = ["| Key | Value | Meaning |", "|---|---|---|"]
    for key in keys:
        meaning = key.meaning.replace("](docs/", "](../docs/")
        out += [f"| `{key.path}` | {taken(key)} | {meaning} |"] if key.of != "ONE" else []
    return "\n".join(out)


def table_of_objects(keys, of):
    """The keys of the objects within this key."""
    out, last = ["| Object | Key | Value | Meaning |", "|---|---|---|---|"], None
    for key in keys:
        if re.match(r"\w+", key.object)[0] != of:
            continue
        name, _, kind = key.object.partition(" ")
        name = f"`{name}`" + (f" with `{kind}`" if kind else "")
        meaning = key.meaning.replace("](docs/", "](../docs/")
        out.append(f"| {name if key.object != last else ''} | `{key.key}` | {key.value} | {meaning} |")
        last = key.object
    return "\n".join(out)


def of_launches(keys):
    names = ", ".join(f"`{name_of(key)}`" for key in keys if key.of == "EACH")
    items = [f"- {names};"] + [f"- `{name_of(key)}`: {key.meaning}." for key in keys if key.of == "ONE"]
    return "\n".join(textwrap.fill(item, 120, subsequent_indent="  ", break_on_hyphens=False) for item in items)


def document(text, keys, objects):
    for of in ("args", "launch", "expect"):
        text = parts.with_part(text, f"keys within {of}", table_of_objects(objects, of), DOCUMENT, SCRIPT)
    text = parts.with_part(text, "keys", table(keys), DOCUMENT, SCRIPT)
    return parts.with_part(text, "keys of launches", of_launches(keys), DOCUMENT, SCRIPT)


def main():
    text = LIST.read_text()
    return parts.settle({DOCUMENT: document(DOCUMENT.read_text(), rows(text), inner(text))}, __doc__.splitlines()[0])


if __name__ == "__main__":
    sys.exit(main())
