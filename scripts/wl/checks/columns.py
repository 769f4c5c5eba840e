# SPDX-License-Identifier: Apache-2.0
"""Columns of SystemVerilog: ports and their connections, declarations, members, parameters, and their comments.

usage: columns.py [--check] [FILE...]    without files: all tracked ones

It writes them: ports stand in columns. A block of declarations has one blank before each name, or its names in a
column; likewise the values of parameters and enum members, and comments, which have two. A block with one extra blank
becomes columns, if 120 columns are enough. --check changes nothing and fails if a file would. It also refuses a
statement that is not indented by two spaces a level, and a binary operator without blanks. Nobody mends those but you.
"""
import re
import sys

from wl.tree import sources

COLUMNS = 120
INDEX = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
WORD = r"(?:(?:\w+::)?[a-z]\w*_[te]|logic|bit|byte|int|shortint|longint|string|real|chandle)"
TYPE = rf"{WORD}(?: +(?:signed|unsigned))?(?: *{INDEX})*"
PORT = re.compile(rf"( *)(input|output|inout) +({TYPE}) +(\w+(?:(?!\b(?:input|output|inout)\b).)*)$")
CONSTANT = re.compile(rf"( *)(localparam|parameter) +((?:{TYPE} )?) *(\w+(?: *{INDEX})*) *(=.*)$")
DECLARATION = re.compile(rf"( *)((?:typedef +)?)({TYPE}) +(\w+(?: *{INDEX})*(?:,.*|;))$")
MEMBER = re.compile(r"( *)([A-Z]\w*) *(= *[^=,]+,?)$")
OPERATOR = re.compile(r"&&|\|\||[=!]==?|<=|>=|<<<?|>>>?")
OPENS = re.compile(r"\b(begin|unique case|case[zx]?|module|package|function|task|struct packed|union packed|enum)\b")
CLOSES = re.compile(r"\b(?:end|endcase|endmodule|endpackage|endfunction|endtask)\b|^\s*\}(?=\s*\w+\s*;)")
ENDS = (
    r"(;|\bbegin(\s*:\s*\w+)?|\bend(case|function|task|module|package)?(\s*:\s*\w+)?|\bcase[zx]?\s*\(.*\)(\s*inside)?)$"
)


def parted(line):
    """The code of a line and its comment."""
    found = re.match(r'((?:"(?:\\.|[^"\\])*"|(?!//).)*)(//.*)?$', line)
    return found[1].rstrip(), found[2] or ""


class Row:
    """A line of a block: its columns, its comment, and the lines that go on with it."""

    def __init__(self, kind, indent, cells, line):
        self.kind, self.indent, self.cells = kind, indent, [" ".join(cell.split()) for cell in cells]
        self.code, self.comment = parted(line)
        self.rest = []

    def text(self, widths):
        padded = [cell.ljust(width) for cell, width in zip(self.cells, widths)]
        return (self.indent + " ".join(cell for cell in padded if cell)).rstrip()


def row_of(line, inside):
    code, _ = parted(line)
    found = PORT.match(code)
    if found:
        return Row("port", found[1], [found[2].ljust(6), found[3], found[4]], line)
    found = CONSTANT.match(code)
    if found:
        return Row("constant", found[1], [f"{found[2]} {found[3]}".rstrip(), found[4], found[5]], line)
    found = DECLARATION.match(code)
    if found and found[3] != "return":
        return Row("declaration", found[1], [found[2] + found[3], found[4]], line)
    found = MEMBER.match(code) if inside == "enum" else None
    return Row("member", found[1], [found[2], found[3]], line) if found else None


def fits(lines):
    return all(len(line) <= COLUMNS for line in lines)


def aligned(rows):
    """The code of each row, by the form that the block has."""
    none = [0] * 9
    single = [row.text(none) for row in rows]
    if len(rows) == 1 or (rows[0].kind != "port" and single == [row.code for row in rows]):
        return single
    widths = [max(map(len, column)) for column in zip(*(row.cells[:-1] for row in rows))]
    columns = [row.text([*widths, 0]) for row in rows]
    whole = [f"{code}  {row.comment}".rstrip() for row, code in zip(rows, columns)]
    return columns if rows[0].kind == "port" or fits(whole) else single


def commented(rows, codes):
    """The lines with their comments, which stand two blanks behind the code, or in one column."""
    two = [f"{code}  {row.comment}".rstrip() for row, code in zip(rows, codes)]
    was = [row.code + "  " + row.comment == row.line for row in rows if row.comment]
    if all(was):
        return two
    column = max(len(code) for row, code in zip(rows, codes) if row.comment) + 2
    lines = [f"{code.ljust(column)}{row.comment}" if row.comment else code for row, code in zip(rows, codes)]
    return lines if fits(lines) else two


def mended_block(rows):
    codes = aligned(rows)
    for row, code, line in zip(rows, codes, commented(rows, codes)):
        yield line
        shift = code.find(row.cells[-1]) - row.code.find(row.cells[-1]) if row.cells[-1] in row.code else 0
        for kind, text in row.rest:
            if kind == "code":
                text = " " * max(0, len(text) - len(text.lstrip()) + shift) + text.lstrip()
            elif kind == "comment":
                text = " " * line.find("//") + text.lstrip()
            yield text


def mended(text):
    """The text with its columns."""
    out, block, inside, depth = [], [], [], 0

    def flush():
        if block:
            out.extend(mended_block(block))
            block.clear()

    open_row = False  # the last row goes on in the next line
    for line in text.split("\n"):
        code, comment = parted(line)
        if re.match(r" +\.\w+ *[(,]", code):  # connections of ports
            code = re.sub(r"(\.\w+) +\(", r"\1(", re.sub(r", +\.", ", .", code))
            line = f"{code}  {comment}".rstrip() if comment else code
        if open_row:
            block[-1].rest.append(("code", line))
            open_row = not code.endswith(";")
            continue
        if block and not code and comment and line.find("//") > len(block[-1].indent) + 4 and block[-1].comment:
            block[-1].rest.append(("comment", line))
            continue
        row = row_of(line, inside[-1] if inside else None) if code else None
        if row is not None and depth and row.kind in ("declaration", "constant"):
            row = None
        if row is not None:
            if block and (block[0].kind, block[0].indent, len(block[0].cells)) != (
                row.kind,
                row.indent,
                len(row.cells),
            ):
                flush()
            row.line = line
            block.append(row)
            open_row = row.kind in ("declaration", "constant") and not code.endswith(";") and not depth
        elif block and comment and not code and (inside or block[0].kind == "port" or "verilator lint_" in comment):
            block[-1].rest.append(("kept", line))
        else:
            flush()
            out.append(line)
        opened = re.search(r"\b(struct|union|enum)\b[^{};]*\{[^}]*$", code)
        if opened:
            inside.append(opened[1])
        elif inside and re.match(r"\s*\}", code):
            inside.pop()
        if row is None or row.kind == "port":
            depth = max(0, depth + code.count("(") - code.count(")"))
    flush()
    return "\n".join(out)


def findings(text):
    """(line, text) of what is not mended: indents of statements, operators."""
    whole = re.search(r"^(module|package)\b", text, re.MULTILINE)
    opened = []  # indents of the statements whose begin, case and so on are open
    statement = -2 if whole else 0  # the indent of the statement that this line is of
    starts, nested, apart = True, 0, False
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"/\*.*\*/", "", re.sub(r'"(?:\\.|[^"\\])*"', '""', parted(line)[0]))
        apart = (apart or code.startswith("`systemc_header")) and not code.startswith("`verilog")
        if apart or not code.strip() or code.lstrip().startswith("`"):
            continue
        for found in OPERATOR.finditer(code):
            if not code[: found.start()].endswith(" ") or not (code[found.end() :] + " ").startswith(" "):
                yield number, f"a blank at each side of {found[0]}"
        code = re.sub(r"\bimport\b [^\"]*?;", "", code)
        if re.search(r'\b(import|export) "', code):  # a function of C has no body
            code = re.sub(r"\b(function|task)\b", "", code)
        code = re.sub(r"\b(struct packed|union packed|enum\b[^{]*) *\{[^}]*\}", "", code)
        indent = len(line) - len(line.lstrip())
        leads = CLOSES.match(code.lstrip()) is not None
        if nested == 0 and (starts or (not leads and re.match(r"\s*(if|for|case|unique|begin)\b", code))):
            inside = opened[-1] + 2 if opened else statement if starts and not whole else 0
            expected = (opened[-1] if opened else 0) if leads else inside if starts else statement + 2
            if opened or whole:
                if indent != expected:
                    yield number, f"{indent} blanks before a statement, expected {expected}"
            statement = indent
        opens = []
        for found in re.finditer(f"{OPENS.pattern}|{CLOSES.pattern}", code):
            if found[1]:
                opens.append(found[1])
                opened.append(statement)
            elif opened:
                opened.pop()
        braced = sum(word in ("struct packed", "union packed", "enum") for word in opens)
        ended = re.match(r"\s*\}.*;", code) is not None and nested == 0
        nested += sum(map(code.count, "({")) - sum(map(code.count, ")}")) - braced + ended
        starts = re.search(ENDS, code) is not None or (braced > 0 and code.endswith("{"))


def main(words):
    check = "--check" in words
    names = [word for word in words if word != "--check"]
    count = 0
    for name in names or sources.of_kind("rtl"):
        path = name if names else sources.path(name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        new = mended(text)
        if not check:
            if new != text:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(new)
            continue
        torn = [n for n, (a, b) in enumerate(zip(text.split("\n"), new.split("\n")), 1) if a != b]
        for line, what in sorted([(n, "columns: make check KIND=format mends them") for n in torn] + [*findings(text)]):
            print(f"{name}:{line}: {what}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
