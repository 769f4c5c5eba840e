# SPDX-License-Identifier: Apache-2.0
"""Lists long sentences of documents, comments and messages, and sentences without a noun for their subject.

usage: sentences.py [--most N] [FILE...]

N words are allowed (30). Without files the whole tree but docs/spec is read. Comments and pages may have none of FORMS.

Each line is file:line: number of words, or the form: the sentence. Exit code 1 if there are any. A name in `code`
is one word, and so is a list of short items. A cell of a table, a heading and an item of a list are texts of their own.
Code blocks are skipped.
"""
import argparse
import ast
import io
import re
import sys
import tokenize

from wl.tree import sources


MOST = 30
PROGRAMS = (".s", ".cl", ".inc")  # of vectors/
ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|cf|vs|no|resp|approx|fig|sec|ch)\.$", re.IGNORECASE)
END = re.compile(r"[.!?][\"')\]*_]*(?=\s+[\"'(\[*_`]*(?:[A-Z0-9`\x00]|\w+[\[:])|\s*$)")
COVERAGE_OFF = "coverage off "
# Forms that hide the subject or the noun. Write "the LDS's", "the tag of p", "State of policies ... is unused".
FORMS = (
    ('begins with "Of"', re.compile(r"\bOf (?!course\b)")),
    ('begins with "The same of"', re.compile(r"\bThe same of\b")),
    ('begins with "That/Those of"', re.compile(r"(That|Those) of\b")),
    (
        '"that of" behind "is": name the noun',
        re.compile(r".*\b(is|are|was|were|be|becomes?|stays?) (that|those) of\b", re.DOTALL),
    ),
    (
        '"that of" twice: name the noun',
        re.compile(r".*\b(that|those) of\b.*\b(that|those) of\b", re.DOTALL | re.IGNORECASE),
    ),
    ('"none" behind "is"', re.compile(r".*(?<!\b[Tt]here )\b(is|are|was|were|be) none\b(?! of)", re.DOTALL)),
)
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')


def plain(text):
    """The text with each code span, link and picture as its words."""
    text = re.sub(r"``?[^`]+``?", "\x00", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<!--.*?-->", " ", text, flags=re.DOTALL)
    return re.sub(r"[*_]{2}", "", text)


def sentences_of(text):
    """The sentences of one text."""
    start = 0
    for match in END.finditer(text):
        if ABBREVIATION.search(text[: match.start() + 1]):
            continue
        yield text[start : match.end()].strip()
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip()


def words_in(text):
    """The number of words. A run of three and more short items between commas counts once."""
    parts = [[word for word in re.split(r"\s+", part) if re.search(r"[\w\x00]", word)] for part in text.split(",")]
    count, run = 0, 0
    for part in parts:
        short = len(part) - ("and" in part or "or" in part)
        run = run + 1 if short <= 2 else 0
        count += 0 if run >= 3 else len(part)
    return count


class Text:
    """Lines that belong together: a paragraph, an item, a cell."""

    def __init__(self, line, text):
        self.line, self.text = line, text


def of_markdown(lines):
    """Texts of a document."""
    found, paragraph, fence = [], None, None
    for number, line in enumerate(lines, 1):
        mark = re.match(r"\s*(```|~~~)", line)
        if mark and (fence is None or fence == mark.group(1)):
            fence = mark.group(1) if fence is None else None
            paragraph = None
            continue
        if fence is not None or not line.strip() or re.match(r"\s*\[[^\]]+\]:\s", line):
            paragraph = None
            continue
        if line.lstrip().startswith("|"):
            found += [Text(number, cell) for cell in re.split(r"(?<!\\)\|", line)]
            paragraph = None
            continue
        item = re.match(r"\s*([-*+]|\d+[.)])\s+|\s*#+\s+|\s*>\s*", line)
        if item or paragraph is None:
            if paragraph is None and re.match(r" {4}\S", line) and not item:
                continue  # an indented code block
            paragraph = Text(number, line[item.end() if item else 0 :])
            found.append(paragraph)
            if line.lstrip().startswith("#"):
                paragraph = None
        else:
            paragraph.text += " " + line.strip()
    return found


def of_comment(lines):
    """Texts of the lines of one comment: pairs of number and text without the comment's mark."""
    found, paragraph, left = [], None, 0
    for number, line in lines:
        line = re.sub(r"-{4,}|={4,}|#{4,}", "", line.rstrip())
        line = re.sub(r"SPDX-License-Identifier:.*", "", line)
        stripped = line.strip()
        if not stripped:
            paragraph = None
            continue
        indent = len(line) - len(line.lstrip())
        cells = re.split(r"\s{2,}", stripped)
        item = re.match(r"([-*+]|\d+[.)]|\(\w\))\s+", stripped)
        if len(cells) > 1 and not item:
            found += [Text(number, cell) for cell in cells[:-1]]
            paragraph = Text(number, cells[-1])
            found.append(paragraph)
            left = indent
            continue
        # A line that says what a name holds, as "out[i] for lane i: ..." or "s4 launch".
        names = re.match(r"[a-z]\w*\[[^\]]*\]|[sv]\d+\b|Decisions:|\w+: ", stripped)
        off = paragraph is not None and paragraph.text.startswith(COVERAGE_OFF) and indent > left
        if not off and (paragraph is None or item or names or stripped.startswith(COVERAGE_OFF) or indent < left):
            paragraph = Text(number, stripped[item.end() if item else 0 :])
            found.append(paragraph)
            left = indent
        else:
            paragraph.text += " " + stripped
    for text in found:  # the names of points (docs/coverage.md) are no sentence
        text.text = re.sub(rf"^{COVERAGE_OFF}.*?: ", "", text.text)
    return found


def of_messages(number, value):
    """Texts of one string: each of its lines is one, and a conversion is a word."""
    found = []
    for line in value.split("\n"):
        found += [Text(number, cell) for cell in re.split(r"\s{2,}", line)]
    return found


def of_marked(lines, mark, strings):
    """Comments from `mark` to the end of the line, and strings, of C and its like."""
    found, comment, column, messages = [], [], None, []

    def close():
        nonlocal comment
        found.extend(of_comment(comment))
        comment = []

    for number, line in enumerate(lines, 1):
        code, at = split_comment(line, mark)
        if at is None or code.strip() or (comment and at != column):
            close()
        if at is not None:
            comment.append((number, line[at + len(mark) :]))
            column = at
        if strings:
            parts = STRING.findall(code)
            only = not re.sub(STRING, "", code).strip(" ,;)\\")
            if messages and not (parts and STRING.match(code.strip())):
                found += of_messages(messages[0], messages[1])
                messages = []
            for k, part in enumerate(parts):
                part = part.replace("\\n", "\n").replace('\\"', "'")
                if k == 0 and messages:
                    messages[1] += part
                else:
                    if messages:
                        found += of_messages(messages[0], messages[1])
                    messages = [number, part]
            if messages and (not only or re.search(r'"\s*,\s*$', code)) and re.search(r'"\s*[,;)]', code):
                found += of_messages(messages[0], messages[1])
                messages = []
    close()
    if messages:
        found += of_messages(messages[0], messages[1])
    return found


def split_comment(line, mark):
    """The line before its comment, and the column of the comment or None. Strings may hold the mark."""
    at = 0
    while True:
        at = line.find(mark, at)
        if at < 0:
            return line, None
        before = line[:at]
        if len(re.findall(r'(?<!\\)"', before)) % 2 == 0 and not before.endswith(":"):
            return before, at
        at += 1


def of_hash(lines):
    """Comments of shell and make. A text for `make help` is one of its own."""
    found, comment = [], []
    for number, line in enumerate(lines, 1):
        if number == 1 and line.startswith("#!"):
            continue
        match = re.match(r"\s*#(.*)", line)
        if match:
            comment.append((number, match.group(1)))
            continue
        found += of_comment(comment)
        comment = []
        behind = re.search(r"\s#\s(.*)", line)
        if behind:
            found.append(Text(number, behind.group(1)))
        found += [text for part in STRING.findall(line) for text in of_messages(number, part)]
    return found + of_comment(comment)


def of_python(text, strings):
    """Comments and documentation of Python, and its messages."""
    found, comment, last = [], [], None
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or token.string.startswith("#!"):
            continue
        row, column = token.start
        if last != (row - 1, column):
            found += of_comment(comment)
            comment = []
        comment.append((row, token.string[1:]))
        last = (row, column)
    found += of_comment(comment)
    tree = ast.parse(text)
    documented = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            string = node.body[0].value
            documented.add(string)
            lines = string.value.split("\n")
            found += of_comment([(string.lineno + i, line) for i, line in enumerate(lines)])
    if not strings:
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "\x00" for part in node.values]
            documented.update(part for part in node.values if isinstance(part, ast.Constant))
            found += of_messages(node.lineno, "".join(str(part) for part in parts))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documented:
            found += of_messages(node.lineno, node.value)
    return found


def comments_of(name, text):
    """Texts of a page, or of the comments of a file."""
    lines, kind = text.split("\n"), sources.kind_of(name)
    if kind in ("c", "rtl"):
        return of_marked(lines, "//", strings=False)
    if kind == "python":  # strings of tests are data, as the ones that this check must find
        return of_python(text, strings="/tests/" not in name)
    return texts_of(name, text)


def texts_of(name, text):
    """Everything that is written for people in a file of this name."""
    lines, kind = text.split("\n"), sources.kind_of(name)
    if name.endswith(".md"):
        return of_markdown(lines)
    if kind == "python":
        return of_python(text, strings=True)
    if kind in ("shell", "make"):
        return of_hash(lines)
    # Strings of unit tests are data: words, programs, messages that the tools print.
    return of_marked(lines, "//", strings=kind in ("c", "rtl") and "/tests/" not in name)


def looked_at(name):
    if name.startswith(sources.SPEC):
        return False
    return name.endswith((".md",) + PROGRAMS) or sources.kind_of(name) is not None


def long_sentences(name, text, most):
    """(line, number of words, sentence) of each that is too long."""
    for found in texts_of(name, text):
        for sentence in sentences_of(plain(found.text)):
            words = words_in(sentence)
            if words > most:
                yield found.line, words, re.sub(r"\s+", " ", sentence.replace("\x00", "`..`"))


def bad_forms(name, text):
    """(line, form, sentence) of each form of FORMS in the comments of a file, or in a page."""
    for found in comments_of(name, text):
        for sentence in sentences_of(plain(found.text)):
            for form, pattern in FORMS:
                if pattern.match(sentence):
                    yield found.line, form, re.sub(r"\s+", " ", sentence.replace("\x00", "`..`"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("file", nargs="*")
    given = parser.parse_args()
    count = forms = 0
    for name in given.file or filter(looked_at, sources.tracked()):
        with open(name if given.file else sources.path(name), encoding="utf-8") as file:
            text = file.read()
        for line, words, sentence in long_sentences(name, text, given.most):
            print(f"{name}:{line}: {words} words: {sentence[:160]}")
            count += 1
        for line, form, sentence in bad_forms(name, text):
            print(f"{name}:{line}: {form}: {sentence[:160]}")
            forms += 1
    if count:
        print(f"sentences: {count} have more than {given.most} words")
    if forms:
        print(f"sentences: {forms} without a noun for their subject (FORMS of scripts/wl/checks/sentences.py)")
    return 1 if count or forms else 0


if __name__ == "__main__":
    sys.exit(main())
