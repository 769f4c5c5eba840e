# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in the sources. A change names the definition that it is in, never a file: sources may move.

A change is an anchor, a text that stands once in it, and what stands there instead. White space may differ from the
source's. The anchor is a module or package of SystemVerilog, or a function, table, macro or type of C. Where a text
stands outside of them, the anchor is the base name of its file, as "vop3.def". Where several definitions have one name,
the text stands once in all of them together.

A file of changes has rows, with an empty line between. Lines that begin with # are comments.

    title
    in ANCHOR      of the changes behind it
    - old text
    + new text     nothing: it goes
    KEY words      what the user of the file wants to know; several lines of a key are one
"""
import collections
import functools
import os
import re

from wl import Error
from wl.tree import sources


FOLDERS = ("rtl/", "tb/", "refmodel/", "examples/")
ENDINGS = (".sv", ".c", ".h", ".cc", ".def")
BLOCK = re.compile(r"^(?:module|package) (\w+)\b.*?^end(?:module|package)\b", re.MULTILINE | re.DOTALL)
NO_PART = re.compile(r"__attribute__\(\(.*?\)\) ?|\s*//.*")
FUNCTION = re.compile(r"[A-Za-z_][\w *:]*?\b(\w+)\(")
TABLE = re.compile(r"[A-Za-z_][\w *]*?\b(\w+)(?:\[[^\]]*\])* = ")
MACRO = re.compile(r"#define (\w+)")
TYPE = re.compile(r"(?:typedef )?(?:struct|enum|union)\b(?: (\w+))? \{")

Change = collections.namedtuple("Change", "anchor old new")
Row = collections.namedtuple("Row", "title changes keys")  # keys: {key: words as text}


class Failed(Error):
    """A change cannot be made; the text says why."""


def read(path):
    with open(sources.path(path), encoding="utf-8") as file:
        return file.read()


# ---- definitions ---------------------------------------------------------------------------------


def end_of(lines, at, closing):
    """The number of the line behind the first that is matched, from this one on."""
    while at + 1 < len(lines) and not re.search(closing, lines[at]):
        at += 1
    return at + 1


def function(lines, at):
    """The end of a function whose head begins here; None: it is a declaration."""
    head = at
    while head < len(lines) and not re.search(r"[;{]", lines[head]):
        head += 1
    if head == len(lines) or not re.search(r"\{(?:$|.*\}$)", lines[head]):
        return None
    return head + 1 if lines[head].endswith("}") else end_of(lines, head, r"^\}")


def of_c(text):
    """(name, start, end) of what is defined at the left margin."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    lines = [NO_PART.sub("", line) for line in text.split("\n")]
    at = 0
    while at < len(lines):
        name, end, line = None, None, lines[at]
        if found := MACRO.match(line):
            name, end = found[1], end_of(lines, at, r"(?<!\\)$")
        elif found := TYPE.match(line):
            end = end_of(lines, at, r"^(?:[^ ].*)?\}[^{]*;")
            name = found[1] or re.search(r"(\w*)(?:\[\w*\])*;|$", lines[end - 1])[1]
        elif found := TABLE.match(line):
            name, end = found[1], end_of(lines, at, r";$")
        elif found := FUNCTION.match(line):
            name, end = found[1], function(lines, at)
        if name and end:
            yield name, starts[at], starts[end]
            at = end
        else:
            at += 1


def of_rtl(text):
    for found in BLOCK.finditer(text):
        yield found[1], found.start(), found.end()


@functools.cache
def definitions():
    """{anchor: [(path, start, end)]} of the sources without their unit tests"""
    found = collections.defaultdict(list)
    for path in sources.tracked():
        if path.startswith(FOLDERS) and path.endswith(ENDINGS) and "/tests/" not in path:
            text = read(path)
            found[os.path.basename(path)].append((path, 0, len(text)))
            for name, start, end in (of_rtl if path.endswith(".sv") else of_c)(text):
                found[name].append((path, start, end))
    return dict(found)


def home(module):
    """The file of a module or package."""
    paths = {path for path, _, _ in definitions().get(module, ()) if path.endswith(".sv")}
    if len(paths) != 1:
        raise Failed(f"module {module} is in {len(paths)} files of {' '.join(FOLDERS)}, expected one")
    return paths.pop()


def kind_of(anchor):
    if "." in anchor:
        return "file"
    return "module" if any(path.endswith(".sv") for path, _, _ in definitions()[anchor]) else "definition"


# ---- changes -------------------------------------------------------------------------------------


def loosely(text):
    """A pattern for the text with any white space where it has some: a formatter may break the line elsewhere."""
    return r"\s+".join(re.escape(word) for word in text.split())


def place(name, change):
    """(path, start, end) of the text of a change. name: of what is planted, for errors."""
    if change.anchor not in definitions():
        raise Failed(f"{name}: nothing in {' '.join(FOLDERS)} is named {change.anchor}")
    pattern, found = re.compile(loosely(change.old)), set()
    for path, start, end in definitions()[change.anchor]:
        found.update((path, *match.span()) for match in pattern.finditer(read(path), start, end))
    if len(found) != 1:
        what = f"{kind_of(change.anchor)} {change.anchor}"
        raise Failed(f'{name}: {what}: "{change.old}" is there {len(found)} times, expected once')
    return found.pop()


def planted(name, changes):
    """{path: its text with the changes}. Each text is looked for in the sources as they are."""
    places = collections.defaultdict(list)
    for change in changes:
        path, start, end = place(name, change)
        places[path].append((start, end, change.new))
    texts = {}
    for path, its in places.items():
        text = read(path)
        its.sort(reverse=True)
        for (start, _, _), (_, end, _) in zip(its, its[1:]):
            if start < end:
                raise Failed(f"{name}: {path}: two changes are of one text")
        for start, end, new in its:
            text = text[:start] + new + text[end:]
        texts[path] = text
    return texts


def write(folder, texts):
    for path, text in texts.items():
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(text)


# ---- files of changes ----------------------------------------------------------------------------


def row_of(path, block):
    title, *lines = block.splitlines()
    changes, keys, anchor = [], {}, None
    for line in lines:
        mark, _, words = line.partition(" ")
        half = changes and changes[-1].new is None
        if mark == "in":
            anchor = words
        elif mark == "-" and anchor and not half:
            changes.append(Change(anchor, words, None))
        elif mark == "+" and half:
            changes[-1] = changes[-1]._replace(new=words)
        elif re.fullmatch("[a-z]+", mark) and words:
            keys[mark] = f"{keys[mark]} {words}" if mark in keys else words
        else:
            raise Failed(f'{path}: {title}: found "{line}", expected in, -, + or a key, each with its words')
    if not changes or changes[-1].new is None:
        raise Failed(f"{path}: {title}: a row needs a change, with - and +")
    return Row(title, changes, keys)


def rows(path):
    """The rows of a file of changes."""
    text = re.sub(r"^#.*\n", "", read(path), flags=re.MULTILINE)
    return [row_of(path, block) for block in re.split(r"\n{2,}", text.strip())]
