# SPDX-License-Identifier: Apache-2.0
"""Refuses numbers where the field has names: opcodes, operand codes, register bits, hardware registers.

usage: names.py [FILE...]    without files: all RTL and C

Each finding says file:line, the text and what to use. Exit code 1 if there are any. rtl/isa and refmodel/isa define the
names. Tests may write encodings as data. The model's decoder may pick fields out of words.
"""
import os
import re
import sys

from wl.tree import sources


# Files that define the names.
DEFINE = re.compile(r"rtl/isa/|examples/\w+/\w+_pkg\.sv$|refmodel/isa/(\w+\.def|isa\.h)$")
# Instruction words are picked apart here and nowhere else.
PICKS_WORDS = re.compile(
    r"refmodel/decode/|tb/(bench/(decode|fuzz|lds)|random)/|tb/observe/(coverage|points_\w+)\.c|"
    r"examples/(own_model|mini_gpu)/"
)
# The tables of opcodes, and who else may name an opcode: what computes the scalar ones, and for the length of an
# instruction the package of fetch.
TABLES = {
    "Vop": ("valu_table", "fetch_pkg"),
    "Ds": ("lds_table",),
    "Global": ("vmem_table",),
    "Smem": ("smem_table",),
    "Sop": ("scalar_table", "salu", "branch", "fetch_pkg", "control_pkg"),
}
# Words that mean something else in one file: the bench's port of the unit, the operation of a message.
OWN_WORDS = {"bench.cc": ("status",), "llvm.c": ("op",)}
TESTS = re.compile(r"(^|/)tests/")

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|\\\n)
      | (?P<string>"(?:\\.|[^"\\\n])*"|(?<![0-9])'(?:\\.|[^'\\\n])')
      | (?P<number>\d*'[sS]?[bodhBODH][0-9a-fA-F_xXzZ?]+|'[01](?!\w)|0[xX][0-9a-fA-F]+\w*|\d[\d_]*[uUlL]*(?![\w.]))
      | (?P<name>[A-Za-z_$`]\w*)
      | (?P<mark><<=|>>>|===|!==|==|!=|<=|>=|<<|>>|->|::|&&|\|\||\+:|-:|.)""",
    re.VERBOSE | re.DOTALL,
)
COMPARES = {"==", "!=", "<", ">", "<=", ">=", "===", "!=="}

OPCODE = re.compile(r"(\w+_)?(op|opcode)(_[ioqd])?")
CODE = re.compile(r"(\w+_)?(code|sdst|ssrc\d?|src\d?|saddr|sbase|sdata|reg)(_[ioqd])?")
# Arguments that hold operand codes where a function's name says so.
CODE_IN = re.compile(r"(sgpr_)?(first|last)")
REGISTER = re.compile(r"(\w+_)?(status|trapsts)(_[ioqd])?|(hw_)?mode(_[ioqd])?")
WORD = re.compile(r"w|w[01](_i)?|word[01]?(_i)?|words|insn_i")
HWREG = re.compile(r"id(_i)?|hwreg")
FIELD_OF_STATUS = re.compile(
    r"scc|user_prio|prio|priv|trap_en(abled)?|execz|vccz|in_tg|in_barrier|halt|cond_dbg\w*|skip_export|valid"
)
# Opcode fields and source fields of the formats, as slices of the first dword.
OPCODE_SLICES = {"22:16", "15:8", "29:23", "27:23", "30:25", "24:17", "16:9", "25:16", "25:18", "24:18"}
SOURCE_SLICES = {"8:0", "7:0", "17:9", "6:0", "14:8"}
# Names that are the same encoding wherever they are defined.
REGISTER_NAME = re.compile(r"(Ssrc|Src|Hw)?(Vcc|VccLo|VccHi|M0|Exec|ExecLo|ExecHi|Mode|Status|Trapsts)|SaddrOff")
MNEMONIC = re.compile(r"(S|V|DS|GLOBAL|BUFFER|FLAT|SCRATCH)_[A-Z][A-Z0-9_]*|HW(REG)?_[A-Z]\w*")

RTL = {
    "opcode": "an opcode: its name in the enums of rtl/isa",
    "code": "an operand code: its name in rtl/isa",
    "bit": "a bit of a register: the field of its packed struct in rtl/isa",
    "hwreg": "a hardware register: its name in rtl/isa",
    "define": "a name of an encoding defined a second time: the one of rtl/isa",
    "row": "an opcode outside its table, rtl/*/*_table.sv: what its row says",
}
C = {
    "opcode": "an opcode: its name, made from the .def files of refmodel/isa",
    "code": "an operand code: WL_VCC, WL_M0, WL_EXEC, WL_SRC_... of the model's header",
    "bit": "a bit of a register: WL_STATUS_..., WL_MODE_..., WL_TRAPSTS_... of the model's header",
    "hwreg": "a hardware register: WL_HWREG_... of the model's header",
    "word": "a field of an instruction word: what the model's decoder says of it",
    "define": "a name of an encoding defined a second time: the one made from the .def files of refmodel/isa",
}


class Token:
    __slots__ = ("kind", "text", "line")

    def __init__(self, kind, text, line):
        self.kind, self.text, self.line = kind, text, line


def tokens_of(text):
    """Names, numbers and marks; comments, strings and preprocessor conditions are no code."""
    found, line = [], 1
    for match in TOKEN.finditer(text):
        if match.lastgroup not in ("space",):
            found.append(Token(match.lastgroup, match.group(), line))
        line += match.group().count("\n")
    return found


def value(text):
    """The number that a literal stands for, None with don't-care bits."""
    sized = re.fullmatch(r"(?:\d*)'[sS]?([bodhBODH]?)(\w+)", text)
    base, digits = 0, text.rstrip("uUlL") if not re.match(r"0[xX]", text) else text.rstrip("uUlL")
    if sized:
        base = {"b": 2, "o": 8, "d": 10, "h": 16, "": 2}[sized.group(1).lower()]
        digits = sized.group(2)
    try:
        return int(digits.replace("_", ""), base or 0)
    except ValueError:
        return int(digits.replace("_", ""), 10) if digits.replace("_", "").isdigit() else None


class File:
    def __init__(self, name, text):
        self.name, self.rtl = name, name.endswith(".sv")
        self.tokens = tokens_of(text)
        self.lines = text.split("\n")
        self.has_hwreg = "hwreg" in text
        self.test = bool(TESTS.search(name))
        self.found = {}

    def at(self, i):
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def kind(self, i):
        return self.tokens[i].kind if 0 <= i < len(self.tokens) else ""

    def refuse(self, i, what):
        """One finding a line and kind is enough."""
        advice = (RTL if self.rtl else C)[what]
        line = self.tokens[i].line
        self.found.setdefault((line, what), f"{self.name}:{line}: {self.lines[line - 1].strip()[:90]}\n    {advice}")

    def closing(self, i):
        """Behind the bracket that closes the one at i."""
        pairs, depth = {"(": ")", "[": "]", "{": "}"}, 0
        opened, closed = self.at(i), pairs[self.at(i)]
        while i < len(self.tokens):
            depth += (self.at(i) == opened) - (self.at(i) == closed)
            i += 1
            if depth == 0:
                break
        return i

    def chain(self, i):
        """The path a.b[3]->c[5:0] that begins at i: its last name, that name's last index, the token behind."""
        leaf, index = self.at(i), None
        i += 1
        while i < len(self.tokens):
            if self.at(i) in (".", "->", "::") and self.kind(i + 1) == "name":
                leaf, index = self.at(i + 1), None
                i += 2
            elif self.at(i) == "[":
                end = self.closing(i)
                index = "".join(t.text for t in self.tokens[i + 1 : end - 1])
                i = end
            else:
                break
        return leaf, index, i

    def subject(self, leaf, index):
        """What a number that is compared with this would be."""
        if OPCODE.fullmatch(leaf):
            return "opcode"
        if CODE.fullmatch(leaf) or CODE_IN.fullmatch(leaf):
            return "code"
        if self.has_hwreg and HWREG.fullmatch(leaf):
            return "hwreg"
        if self.rtl and re.fullmatch(r"simm(_i)?", leaf) and index == "5:0":
            return "hwreg"
        if self.rtl and WORD.fullmatch(leaf) and index in OPCODE_SLICES:
            return "opcode"
        if self.rtl and WORD.fullmatch(leaf) and index in SOURCE_SLICES:
            return "code"
        return None

    def refuse_compared(self, i, leaf, index, number):
        """A number at token `number` is compared with the path at i."""
        what, n = self.subject(leaf, index), value(self.at(number))
        if what is None or n is None:
            return
        if what == "code":
            halves = index is not None and index.endswith(":1")
            special = 50 <= n <= 63 if halves else 101 <= n <= 255
            if not special or (CODE_IN.fullmatch(leaf) and n < 102 and not self.rtl):
                return
        if what == "hwreg" and n > 31:
            return
        if what == "opcode" and self.rtl and WORD.fullmatch(leaf) and index in ("29:23", "27:23") and n >= 0x7D:
            return  # the format's own bits
        self.refuse(i, what)

    def look_at_path(self, i):
        leaf, index, after = self.chain(i)
        if leaf in OWN_WORDS.get(os.path.basename(self.name), ()):
            return
        # A cast or a bracket around the path, as in (uint32_t)insn->op == 3 or (op) == 3.
        assigned = self.rtl and self.at(after) == "<=" and self.at(i - 1) in ("", ";", "begin", "end", "else", ")", ":")
        if self.at(after) in COMPARES and self.kind(after + 1) == "number" and not assigned:
            self.refuse_compared(i, leaf, index, after + 1)
        if self.at(i - 1) in COMPARES and self.kind(i - 2) == "number":
            self.refuse_compared(i, leaf, index, i - 2)
        if self.subject(leaf, index) == "opcode" and self.at(after) == "-" and self.kind(after + 1) == "number":
            self.refuse(i, "opcode")
        if self.at(after) == "=" and self.kind(after + 1) == "number" and self.subject(leaf, index) == "code":
            if 102 <= (value(self.at(after + 1)) or 0) <= 127:
                self.refuse(i, "code")
        if self.rtl and self.at(i) == "op_pkg" and self.name.startswith("rtl/"):
            module = os.path.basename(self.name).removesuffix(".sv")
            if any(leaf.startswith(prefix) and module not in those for prefix, those in TABLES.items()):
                self.refuse(i, "row")
        elsewhere = any(self.at(j).startswith("u_") for j in range(i, after))
        if REGISTER.fullmatch(leaf) and not elsewhere:
            self.look_at_register(i, index, after)
        if self.rtl and REGISTER_NAME.fullmatch(leaf) and self.at(after) == "=" and self.kind(after + 1) == "number":
            self.refuse(i, "define")
        if not self.rtl:
            self.look_at_c(i, leaf, index, after)

    def look_at_register(self, i, index, after):
        declared = self.kind(i - 1) == "name" and self.at(i - 1) not in ("return", "assign", "else", "begin")
        declared = declared or self.at(i - 1) == "]"
        if self.rtl and index is not None and not declared and re.fullmatch(r"[\d+:\- ]+", index):
            self.refuse(i, "bit")
        if self.at(after) in ("&", "|", "^", ">>", "<<", "&=", "|="):
            operand = after + 1
            operand += self.at(operand) == "="  # |= is two marks
            operand += self.at(operand) == "~"
            operand += self.at(operand) == "("
            n = value(self.at(operand)) if self.kind(operand) == "number" else None
            if n is not None and not (self.rtl and self.at(after) == "|" and n == 0):
                self.refuse(i, "bit")
        before = self.at(i - 1)
        if before in ("&", "|") and self.kind(i - 2) == "number":
            self.refuse(i, "bit")

    def look_at_c(self, i, leaf, index, after):
        if FIELD_OF_STATUS.fullmatch(leaf) and self.status_function(i):
            close = after + (self.at(after) == ")")
            if self.at(close) == "<<" and self.kind(close + 1) == "number":
                self.refuse(i, "bit")
        if WORD.fullmatch(leaf) and (leaf != "w" and leaf != "words" or index is not None) and not self.test:
            if not PICKS_WORDS.match(self.name) and self.at(after) in (">>", "&") and self.kind(after + 1) == "number":
                self.refuse(i, "word")
        if MNEMONIC.fullmatch(leaf) and self.at(after) == "=" and self.kind(after + 1) == "number" and not self.test:
            self.refuse(i, "define")
        if re.fullmatch(r"(wl_)?is(_(sop[12ckp]|smem|vop\w+|ds|global|flat|op\w*))?", leaf) and self.at(after) == "(":
            self.look_at_call(i, after)
        if re.fullmatch(r"(wl_)?(set_)?sgpr(64)?", leaf) and self.at(after) in ("(", ";") or leaf == "sgpr" and index:
            self.look_at_sgpr(i, index, after)

    def status_function(self, i):
        """Whether STATUS is put together around here: its name or a return of it within the last lines."""
        line = self.tokens[i].line
        return any(re.search(r"status", text) for text in self.lines[max(0, line - 5) : line + 1])

    def look_at_call(self, i, after):
        """is(insn, FORMAT, 30), wl_is_sopp(insn, 12): the last argument is an opcode."""
        end = self.closing(after)
        commas = [j for j in range(after, end) if self.at(j) == ","]
        if commas and self.kind(end - 2) == "number" and commas[-1] == end - 3:
            self.refuse(i, "opcode")

    def look_at_sgpr(self, i, index, after):
        """sgpr[106], wl_set_sgpr(w, 124, v): the number is an operand code."""
        if index and re.fullmatch(r"\d+u?", index) and 102 <= int(index.rstrip("u")) <= 127:
            self.refuse(i, "code")
        if self.at(after) == "(":
            second = next((j + 1 for j in range(after, self.closing(after)) if self.at(j) == ","), None)
            if second is not None and self.kind(second) == "number" and self.at(second + 1) in (",", ")"):
                if 102 <= (value(self.at(second)) or 0) <= 127:
                    self.refuse(i, "code")

    def case_subjects(self):
        """case and switch: for each token the kind of number that a label there would be."""
        stack, labels = [], {}
        depth = 0
        i = 0
        while i < len(self.tokens):
            text = self.at(i)
            begins = text in ("case", "casez", "casex") if self.rtl else text == "switch"
            if begins and self.at(i + 1) == "(":
                end = self.closing(i + 1)
                stack.append((self.judge_case(i + 2, end - 1), depth))
                labels[end] = stack[-1][0]
                i = end
                continue
            if self.rtl:
                if text == "endcase" and stack:
                    stack.pop()
                if text in (";", "end", "endcase", "inside") and stack:
                    labels[i + 1] = stack[-1][0]
            else:
                depth += (text == "{") - (text == "}")
                if text == "}" and stack and depth == stack[-1][1]:
                    stack.pop()
                if text == "case" and stack:
                    labels[i + 1] = stack[-1][0]
            i += 1
        return labels

    def judge_case(self, first, last):
        """The subject of the expression between these tokens: the first path that has one."""
        i = first
        while i < last:
            if self.kind(i) == "name":
                leaf, index, after = self.chain(i)
                what = self.subject(leaf, index)
                if what is not None:
                    return what, index
                i = max(after, i + 1)
            else:
                i += 1
        return None

    def numbers_of_label(self, i):
        """The numbers of the label that begins at i, alone or in a concatenation; none if it is a statement."""
        numbers = []
        while self.kind(i) in ("name", "number") or self.at(i) in ("{", "}", ","):
            if self.kind(i) == "number":
                numbers.append(i)
            i = self.chain(i)[2] if self.kind(i) == "name" else i + 1
        return numbers if self.at(i) == ":" else []

    def look_at_labels(self):
        for i, what in self.case_subjects().items():
            if what is None:
                continue
            kind, index = what
            for j in self.numbers_of_label(i):
                n = value(self.at(j))
                halves = index is not None and index.endswith(":1")
                if kind == "code" and n is not None and not (50 <= n <= 63 if halves else 101 <= n <= 255):
                    continue
                self.refuse(j, kind)

    def check(self):
        i = 0
        while i < len(self.tokens):
            if self.kind(i) == "name":
                self.look_at_path(i)
                i += 1
                while self.at(i) in (".", "->", "::") and self.kind(i + 1) == "name":
                    i += 2  # the rest of the path; what stands in its brackets is looked at by itself
            else:
                i += 1
        self.look_at_labels()
        return [self.found[key] for key in sorted(self.found)]


def findings(name, text):
    """Findings in a file of this name with this text."""
    return File(name, text).check()


def checked(name):
    return not DEFINE.match(name) and (name.endswith(".sv") or not TESTS.search(name))


def main(names):
    found = []
    for name in names or filter(checked, sources.of_kind("rtl", "c")):
        with open(sources.path(name), encoding="utf-8") as file:
            found += findings(name, file.read())
    for line in found:
        print(line)
    if found:
        print(f"names: {len(found)} numbers where there are names")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
