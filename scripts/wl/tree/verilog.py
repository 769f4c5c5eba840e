# SPDX-License-Identifier: Apache-2.0
"""Reads the expressions of a SystemVerilog file that is written in the style of CONTRIBUTING.md.

An expression is a Node: its kind, its place in the text and its parts. Only what runs is read: continuous assignments,
always_comb, always_ff and functions. Parameters, types, ports and assertions are left out.
"""
import re

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/|`[^\n]*)
    |(?P<string>"(?:\\.|[^"\\])*")
    |(?P<number>(?:\d[\d_]*)?'[sS]?[bdohBDOH][0-9a-fA-FxXzZ_?]+|'[01xz](?![\w])|\d[\d_]*(?:\.\d+)?)
    |(?P<name>[$\\]?[A-Za-z_][\w$]*(?:::[A-Za-z_]\w*)*)
    |(?P<op>'\{|<<<=|>>>=|<<<|>>>|===|!==|==\?|!=\?|<<=|>>=|->>|\+\+|--|&&|\|\||==|!=|<=|>=|<<|>>|\+=|-=|\*=|/=
       |\|=|&=|\^=|\+:|-:|~\^|~&|~\||\*\*|::|.)""",
    re.X | re.S,
)
BINARY = {
    "||": 1,
    "&&": 2,
    "|": 3,
    "^": 4,
    "~^": 4,
    "&": 5,
    **dict.fromkeys(("==", "!=", "===", "!==", "==?", "!=?"), 6),
    **dict.fromkeys(("<", "<=", ">", ">=", "inside"), 7),
    **dict.fromkeys(("<<", ">>", "<<<", ">>>"), 8),
    **dict.fromkeys(("+", "-"), 9),
    **dict.fromkeys(("*", "/", "%"), 10),
    "**": 11,
}
UNARY = ("!", "~", "-", "+", "&", "|", "^", "~&", "~|", "~^")
ASSIGN = ("=", "<=", "+=", "-=", "|=", "&=", "^=", "<<=", ">>=", "<<<=", ">>>=", "*=")
OF_TYPES = ("$bits", "$clog2", "$size", "$left", "$high")  # their arguments are constants
OPENING, CLOSING = ("(", "[", "{", "'{"), (")", "]", "}")


class Unreadable(Exception):
    """The text there is not in the style."""


class Token:
    """A word of the text, from start to end."""

    __slots__ = ("kind", "text", "start", "end")

    def __init__(self, kind, text, start):
        self.kind, self.text, self.start, self.end = kind, text, start, start + len(text)


class Node:
    """An expression. kind: number, name, select, slice, part, binary, unary, condition, concat, pattern, call, cast,
    group. op: the operator, or the name. constant: where a value is needed when the unit is built."""

    __slots__ = ("kind", "op", "start", "end", "parts", "constant")

    def __init__(self, kind, op, start, end, parts=()):
        self.kind, self.op, self.start, self.end, self.parts = kind, op, start, end, list(parts)
        self.constant = False

    def walk(self):
        yield self
        for part in self.parts:
            yield from part.walk()


class Place:
    """An expression of a statement. role: value, condition, case. target: what is assigned, as text; None: nothing.
    clocked: it is assigned at the clock's edge. scope: the function that it is in, or "". blocks: the generate blocks
    that it is in, as places of their `begin`. procedure: the place of its always_comb or always_ff; 0: it has none.
    guards: the conditions under which it counts, as texts; None: one has no text, as that of a loop.
    statement: start and end of the assignment; None: it is none of a procedure."""

    def __init__(self, node, role, reader, target, clocked):
        self.node, self.role, self.target, self.clocked = node, role, target, clocked
        self.scope, self.blocks, self.procedure = reader.scope, reader.blocks, reader.procedure
        self.guards, self.statement = reader.guards, None


class Item:
    """An item of a case statement that has a default: the places of its statement and of the default's."""

    def __init__(self, scope, labels, start, end, default_start, default_end):
        self.scope, self.labels, self.start, self.end = scope, labels, start, end
        self.default_start, self.default_end = default_start, default_end


def tokens(text):
    found = []
    for match in TOKEN.finditer(text):
        kind = match.lastgroup
        if kind != "space":
            found.append(Token(kind, match.group(), match.start()))
    found.append(Token("end", "", len(text)))
    return found


class Reader:
    """The expressions of a file: places, items of case statements, and declared names with their types."""

    def __init__(self, text):
        self.text, self.tokens, self.at = text, tokens(text), 0
        self.places, self.items, self.skipped = [], [], []
        self.declared = {}  # scope: {name: type as text, with its unpacked dimensions}
        self.arguments = {}  # function: names of its inputs
        self.homes = {}  # name that a generate block declares: the blocks that it is in
        self.locals = set()  # names that are declared in a procedure
        self.blocks = ()  # the generate blocks here
        self.procedure, self.guards = 0, ()
        self.scope = ""  # the function, or "": the module
        self.clocked = False
        self.file()

    # ---- tokens

    @property
    def now(self):
        return self.tokens[self.at]

    def ahead(self, count=1):
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def take(self, *texts):
        """The next token, which is one of these."""
        token = self.now
        if texts and token.text not in texts:
            raise Unreadable(f'found "{token.text}", expected {" or ".join(texts)}')
        self.at += 1
        return token

    def accept(self, *texts):
        if self.now.text in texts and self.now.kind != "end":
            return self.take()
        return None

    def over_brackets(self):
        """Steps over a bracketed text."""
        depth = 0
        while True:
            token = self.take()
            if token.kind == "end":
                raise Unreadable("a bracket is not closed")
            depth += (token.text in OPENING) - (token.text in CLOSING)
            if not depth:
                return token

    def over_statement(self):
        """Steps behind the next semicolon."""
        while self.now.kind != "end" and self.now.text != ";":
            if self.now.text in OPENING:
                self.over_brackets()
            else:
                self.at += 1
        self.accept(";")

    # ---- the file

    def file(self):
        while self.now.kind != "end":
            start, text = self.at, self.now.text
            try:
                self.module_item(text)
            except Unreadable as why:
                self.skip(start, why)

    def skip(self, start, why):
        self.skipped.append((self.line(self.tokens[start].start), str(why)))
        self.at = max(self.at, start + 1)
        self.over_statement()

    def line(self, place):
        return self.text.count("\n", 0, place) + 1

    def module_item(self, text):
        if text in ("module", "package", "interface"):
            self.header()
        elif text == "assign":
            self.take()
            self.assignment(clocked=False)
        elif text in ("always_comb", "always_ff", "always"):
            self.procedure = self.take().start
            edges = self.edges()
            self.clocked = text == "always_ff" or bool(re.search(r"\b(pos|neg)edge\b", edges))
            try:
                self.statement()
            finally:
                self.procedure, self.clocked = 0, False
        elif text == "function":
            self.function()
        elif text == "initial":
            self.take()
            self.over_block()
        elif text in ("localparam", "parameter", "typedef", "import", "export", "genvar"):
            self.over_statement()
        elif text in ("for", "if"):  # generate: its header is constant
            self.take()
            self.over_brackets()
        elif text in ("begin", "else", "end", "endmodule", "endpackage", "endfunction", "generate", "endgenerate"):
            if text in ("begin", "end"):
                self.blocks = (*self.blocks, self.now.start) if text == "begin" else self.blocks[:-1]
            self.take()
            if self.accept(":"):
                self.take()
        elif self.now.kind == "name" and self.is_declaration():
            self.declaration()
        elif self.now.kind == "name" and not text.startswith("$") and self.is_instance():
            self.instance()
        else:
            self.over_statement()

    def edges(self):
        """Steps over what an always block waits for: its text."""
        if not self.accept("@"):
            return ""
        first = self.now
        last = self.over_brackets() if first.text in OPENING else self.take("*")
        return self.text[first.start : last.end]

    def over_block(self):
        """Steps over a statement as it is."""
        if self.now.text != "begin":
            if self.now.text == "for":
                self.take()
                self.over_brackets()
                return self.over_block()
            return self.over_statement()
        depth = 0
        while self.now.kind != "end":
            depth += (self.now.text in ("begin", "case")) - (self.now.text in ("end", "endcase"))
            self.at += 1
            if not depth:
                return None
        return None

    def header(self):
        """Reads a module's header: the types of its inputs."""
        while self.now.text not in (";",) and self.now.kind != "end":
            if self.now.text in ("input", "output"):
                self.take()
                words = []
                while self.now.text not in (",", ")") and self.now.kind != "end":
                    first = self.now
                    last = self.over_brackets() if first.text in OPENING else self.take()
                    words.append(self.text[first.start : last.end])
                self.declare(words)
            elif self.now.text == "#":
                self.take()
                self.over_brackets()
            else:
                self.at += 1
        self.accept(";")

    def declare(self, words):
        """A declaration: the words of the type, the name, its unpacked dimensions."""
        unpacked = []
        while words and words[-1].startswith("["):
            words, unpacked = words[:-1], [words[-1], *unpacked]
        if len(words) > 1:
            self.declared.setdefault(self.scope, {})[words[-1]] = " ".join([*words[:-1], "of", *unpacked])
            if not self.scope:
                self.homes[words[-1]] = self.blocks
            if self.procedure:
                self.locals.add(words[-1])

    def is_declaration(self):
        """A type, then a name, then ; , = or [."""
        at = self.at
        if self.tokens[at].text in ("automatic", "static"):
            return True
        if self.tokens[at].text in ("return", "else", "end", "begin"):
            return False
        at += 1
        if self.tokens[at].text in ("signed", "unsigned"):
            at += 1
        while self.tokens[at].text == "[":
            depth = 0
            while True:
                depth += (self.tokens[at].text == "[") - (self.tokens[at].text == "]")
                at += 1
                if not depth or self.tokens[at].kind == "end":
                    break
        return self.tokens[at].kind == "name" and self.tokens[at + 1].text in (";", ",", "=", "[")

    def declaration(self):
        words = []
        self.accept("automatic", "static")
        while self.now.text not in (";", ",", "=") and self.now.kind != "end":
            first = self.now
            last = self.over_brackets() if first.text in OPENING else self.take()
            words.append(self.text[first.start : last.end])
        self.declare(words)
        while words and words[-1].startswith("["):
            words = words[:-1]
        kind = words[:-1]
        while True:
            if self.accept("="):
                self.add(self.expression(), "value", words[-1])
            if not self.accept(","):
                break
            words = list(kind)
            while self.now.text not in (";", ",", "=") and self.now.kind != "end":
                first = self.now
                last = self.over_brackets() if first.text in OPENING else self.take()
                words.append(self.text[first.start : last.end])
            self.declare(words)
            while words and words[-1].startswith("["):
                words = words[:-1]
        self.take(";")

    def is_instance(self):
        return self.ahead().text == "#" or (self.ahead().kind == "name" and self.ahead(2).text == "(")

    def instance(self):
        """Expressions of ports that have an operator: inputs. Others may be outputs."""
        self.take()
        if self.accept("#"):
            self.over_brackets()
        self.take()
        if self.now.text == "[":
            self.over_brackets()
        self.take("(")
        while not self.accept(")"):
            self.take(".", ",")
            if self.now.kind != "name":
                continue
            self.take()
            if self.now.text != "(":
                continue
            self.take("(")
            if self.now.text != ")":
                node = self.expression()
                if node.kind in ("binary", "unary", "condition"):
                    self.add(node, "value")
            self.take(")")
        self.take(";")

    def function(self):
        self.take("function")
        while self.now.text != "(" and self.now.text != ";":
            self.scope = self.take().text
        if self.now.text == "(":
            inside = self.at
            self.over_brackets()
            after = self.at
            self.at = inside
            self.header_of_function(after)
            self.at = after
        self.take(";")
        while self.now.text != "endfunction" and self.now.kind != "end":
            at = self.at
            try:
                self.statement()
            except Unreadable as why:
                self.skip(at, why)
        self.accept("endfunction")
        self.scope = ""

    def header_of_function(self, after):
        while self.at < after - 1:
            self.at += 1
            if self.now.text == "input":
                self.take()
                words = []
                while self.now.text not in (",", ")"):
                    first = self.now
                    last = self.over_brackets() if first.text in OPENING else self.take()
                    words.append(self.text[first.start : last.end])
                self.declare(words)
                while words[-1].startswith("["):
                    words = words[:-1]
                self.arguments.setdefault(self.scope, []).append(words[-1])

    # ---- statements

    def statement(self):
        text = self.now.text
        if text == "begin":
            self.take()
            if self.accept(":"):
                self.take()
            while self.now.text != "end" and self.now.kind != "end":
                at = self.at
                try:
                    self.statement()
                except Unreadable as why:
                    self.skip(at, why)
            self.take("end")
            if self.accept(":"):
                self.take()
        elif text in ("unique", "priority", "unique0"):
            self.take()
            self.statement()
        elif text == "if":
            self.condition()
        elif text == "for":
            self.take()
            self.over_brackets()
            self.guarded(None)
        elif text in ("case", "casez"):
            self.case()
        elif text == "return":
            self.take()
            if self.now.text != ";":
                self.add(self.expression(), "value")
            self.take(";")
        elif text == ";":
            self.take()
        elif text in ("break", "continue", "assert", "localparam") or text.startswith("$"):
            self.over_statement()
        elif self.now.kind == "name" and self.ahead().text == ":":  # an assertion
            self.over_statement()
        elif self.now.kind == "name" and self.is_declaration():
            self.declaration()
        else:
            before, start = len(self.places), self.now.start
            self.assignment(self.clocked)
            if len(self.places) == before + 1 and self.procedure:
                self.places[-1].statement = (start, self.tokens[self.at - 1].end)

    def guarded(self, guard):
        """A statement under one more condition, a text; None: one that has no text."""
        outer = self.guards
        self.guards = None if guard is None or outer is None else (*outer, guard)
        self.statement()
        self.guards = outer

    def condition(self):
        """An if statement. Its reset is left out, and it is if nothing but assertions depends on it."""
        self.take()
        self.take("(")
        before = len(self.places)
        node = self.expression()
        self.take(")")
        text = self.text[node.start : node.end]
        is_reset = text == "!rst_ni"
        if is_reset:
            self.over_block()
        else:
            self.add(node, "condition", clocked=self.clocked)
            self.guarded(text)
        if self.accept("else"):
            self.statement() if is_reset else self.guarded(f"!({text})")
        if all(place.role == "condition" for place in self.places[before:]):
            del self.places[before:]

    def case(self):
        self.take()
        self.take("(")
        node = self.expression()
        self.add(node, "case")
        self.take(")")
        self.accept("inside")
        chosen = f"({self.text[node.start : node.end]}) inside "
        found, default = [], None
        while not self.accept("endcase"):
            first = self.now
            if self.accept("default"):
                self.accept(":")
                start = self.now.start
                self.guarded(f"!({chosen}{{{', '.join(item[0] for item in found)}}})" if found else None)
                default = (start, self.tokens[self.at - 1].end)
                continue
            while self.now.text != ":" and self.now.kind != "end":
                self.at += 1 if self.now.text not in OPENING else 0
                if self.now.text in OPENING:
                    self.over_brackets()
            labels = self.text[first.start : self.tokens[self.at - 1].end]
            self.take(":")
            start = self.now.start
            self.guarded(f"{chosen}{{{labels}}}")
            found.append((labels, start, self.tokens[self.at - 1].end))
        if default:
            self.items += [Item(self.scope, *item, *default) for item in found]

    def assignment(self, clocked):
        first = self.now
        if first.text == "{":
            last = self.over_brackets()
        else:
            if first.kind != "name":
                raise Unreadable(f'found "{first.text}", expected a statement')
            last = self.take()
            while self.now.text in ("[", "."):
                if self.now.text == "[":
                    last = self.over_brackets()
                else:
                    self.take()
                    last = self.take()
        if self.now.text in ("++", "--", "(") or self.now.text == ";":
            self.over_statement()
            return
        op = self.take(*ASSIGN)
        target = self.text[first.start : last.end]
        node = self.expression()
        self.add(node, "value", target if op.text in ("=", "<=") and first.text != "{" else None, clocked)
        while self.accept(","):
            self.assignment(clocked)
            return
        self.take(";")

    def add(self, node, role, target=None, clocked=False):
        self.places.append(Place(node, role, self, target, clocked))

    # ---- expressions

    def expression(self):
        start = self.now.start
        condition = self.binary(1)
        if not self.accept("?"):
            return condition
        first = self.expression()
        self.take(":")
        second = self.expression()
        return Node("condition", "?", start, second.end, [condition, first, second])

    def binary(self, level):
        left = self.unary()
        while self.now.text in BINARY and BINARY[self.now.text] >= level and self.now.kind in ("op", "name"):
            op = self.take()
            if op.text == "inside":
                last = self.over_brackets()
                left = Node("call", "inside", left.start, last.end, [left])
                continue
            right = self.binary(BINARY[op.text] + 1)
            left = Node("binary", op.text, left.start, right.end, [left, right])
        return left

    def unary(self):
        if self.now.text in UNARY and self.now.kind == "op":
            op = self.take()
            part = self.unary()
            return Node("unary", op.text, op.start, part.end, [part])
        return self.postfix()

    def postfix(self):
        node = self.primary()
        while True:
            if self.now.text == ".":
                self.take()
                last = self.take()
                node = Node("select", "." + last.text, node.start, last.end, [node])
            elif self.now.text == "[":
                node = self.index(node)
            elif self.now.text == "'" and self.ahead().text == "(":
                self.take()
                self.take("(")
                part = self.expression()
                last = self.take(")")
                node = Node("cast", "", node.start, last.end, [part])
            else:
                return node

    def index(self, node):
        self.take("[")
        first = self.expression()
        kind = "select"
        parts = [node, first]
        mode = self.accept(":", "+:", "-:")
        if mode:
            second = self.expression()
            if mode.text == ":":
                kind = "slice"
                parts += [second]
            else:
                kind = "part"
            for part in [second] + ([first] if mode.text == ":" else []):
                for inner in part.walk():
                    inner.constant = True
        last = self.take("]")
        return Node(kind, "[", node.start, last.end, parts)

    def primary(self):
        token = self.now
        if token.text == "(":
            self.take()
            part = self.expression()
            last = self.take(")")
            return Node("group", "(", token.start, last.end, [part])
        if token.text == "{":
            return self.concat()
        if token.text == "'{":
            return self.pattern()
        if token.kind == "number":
            self.take()
            return Node("number", token.text, token.start, token.end)
        if token.kind == "string":
            self.take()
            return Node("string", token.text, token.start, token.end)
        if token.kind != "name":
            raise Unreadable(f'found "{token.text}", expected an expression')
        self.take()
        if token.text in OF_TYPES:
            last = self.over_brackets()
            return Node("string", token.text, token.start, last.end)
        if self.now.text == "'" and self.ahead().text == "(":
            return Node("name", token.text, token.start, token.end)
        if self.now.text == "'{":  # a typed pattern
            pattern = self.pattern()
            return Node("pattern", "'{", token.start, pattern.end, pattern.parts)
        if self.now.text == "(":
            self.take()
            parts = []
            while self.now.text != ")":
                parts.append(self.expression())
                if not self.accept(","):
                    break
            last = self.take(")")
            return Node("call", token.text, token.start, last.end, parts)
        return Node("name", token.text, token.start, token.end)

    def concat(self):
        start = self.take("{")
        if self.now.text in ("<<", ">>"):
            raise Unreadable("a streaming operator")
        first = self.expression()
        parts = [first]
        if self.now.text == "{":  # {count{...}}
            for inner in first.walk():
                inner.constant = True
            parts = [first, self.concat()]
            last = self.take("}")
            return Node("repeat", "{", start.start, last.end, parts)
        while self.accept(","):
            parts.append(self.expression())
        last = self.take("}")
        return Node("concat", "{", start.start, last.end, parts)

    def pattern(self):
        start = self.take("'{")
        parts = []
        while self.now.text != "}":
            if self.ahead().text == ":":
                self.take()
                self.take()
            parts.append(self.expression())
            if not self.accept(","):
                break
        last = self.take("}")
        return Node("pattern", "'{", start.start, last.end, parts)
