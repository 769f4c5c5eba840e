# SPDX-License-Identifier: Apache-2.0
"""The mutants of a SystemVerilog file: what each operator makes of its expressions.

A mutant is an expression E of the file and the text E' that stands for it. E' never has another type or a larger width
than E, so that `mutant ? E' : E` is E where the mutant is off.
"""
import hashlib
import re

from wl.mutation import events
from wl.tree.verilog import Reader


OPERATORS = {
    "wrong condition": "a condition, comparison or inversion is negated, or a condition is stuck at 0 or 1",
    "wrong driver": "another register, input or argument of the same type",
    "missing term": "one side of && || & | ^ + - alone",
    "off by one": "a constant, the limit of a comparison, or a part-select that is one bit short",
    "stale value": "a register keeps its value",
    "swapped operand": "the sides of -, the values of ?:, the first two parts of a concatenation",
    "lost case": "a case item does what the default does",
    **events.OPERATORS,
}
NEGATED = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
LIMIT = re.compile(r"(^|[_.])(last|limit|count|size|most|max|depth|left|bound|cnt|pointer)(_\w+)?$")
SIZED = re.compile(r"(\d+)'(s?)([bdh])([0-9a-fA-F_]+)")
BASES = {"b": 2, "d": 10, "h": 16}
FORMATS = {"b": "b", "d": "d", "h": "x"}
LONGEST = 100  # of a text in a list


class Mutant:
    """before, after: E and E' as text. start, end: the place of E. statement: E is a statement. scope: the function.
    past: an expression X; E' has `$past(X)`. differs: when E' does something else, of a statement."""

    def __init__(self, path, operator, span, before, after, statement=False):
        self.path, self.operator, (self.start, self.end) = path, operator, span
        self.before, self.after, self.statement = before, after, statement
        self.past, self.differs = "", "1'b1"
        self.line = self.number = 0
        self.source = self.id = self.target = self.scope = self.block = ""

    def short(self, text):
        text = " ".join(text.split())
        return text if len(text) <= LONGEST else text[: LONGEST - 4] + " ..."


def one_more(text):
    """A number of the source plus one, or minus one if it is the largest of its width; None for other text."""
    if text.isdigit():
        return str(int(text) + 1)
    match = SIZED.fullmatch(text)
    if not match:
        return None
    width, sign, base, digits = match.groups()
    value = int(digits.replace("_", ""), BASES[base])
    largest = (1 << (int(width) - bool(sign))) - 1
    return f"{width}'{sign}{base}{format(value + 1 if value < largest else value - 1, FORMATS[base])}"


class Finder:
    """The mutants of a file."""

    def __init__(self, path, text, constant_functions=()):
        self.path, self.text, self.found, self.scope = path, text, [], ""
        self.reader = Reader(text)
        self.events = events.Events(self)
        for place in self.reader.places:
            if place.scope in constant_functions or (place.target or "").startswith(("unused", "no_")):
                continue
            self.of_place(place)
        for item in self.reader.items:
            if item.scope not in constant_functions:
                self.of_item(item)
        self.name()

    def name(self):
        """Lines, and ids from the texts: they stay when other lines change."""
        counts = {}
        lines = self.text.split("\n")
        for mutant in self.found:
            mutant.line = self.reader.line(mutant.start)
            mutant.source = lines[mutant.line - 1].strip()
            key = "\0".join((self.path, mutant.operator, mutant.source, mutant.before, mutant.after))
            counts[key] = counts.get(key, 0) + 1
            mutant.id = hashlib.sha256(f"{key}\0{counts[key]}".encode()).hexdigest()[:8]

    def of(self, node):
        return self.text[node.start : node.end]

    def add(self, operator, node, after, target):
        before = self.of(node)
        if "'{" in before or "'{" in after or before == after:
            return None
        mutant = Mutant(self.path, operator, (node.start, node.end), before, after)
        mutant.target, mutant.scope = target or "", self.scope
        self.found.append(mutant)
        return mutant

    def add_past(self, operator, node, text, target, rest=""):
        """The node, a text and the rest of it, has that text of the cycle before."""
        mutant = self.add(operator, node, f"$past({text}){rest}", target)
        if mutant:
            mutant.past = text

    def add_statement(self, operator, place, after, differs):
        start, end = place.statement
        mutant = Mutant(self.path, operator, place.statement, self.text[start:end], after, statement=True)
        mutant.target, mutant.scope, mutant.differs = place.target, place.scope, differs
        self.found.append(mutant)

    def of_place(self, place):
        node, target = place.node, place.target
        self.scope = place.scope
        if place.clocked and target and self.may_keep(target, place.scope):
            self.add("stale value", node, target, target)
        if place.role == "condition":
            self.of_condition(node, target)
        self.of_node(node, place, place.role == "condition")
        self.events.of_place(place)

    def may_keep(self, target, scope):
        """Whether the target can be read as an expression: it is no unpacked array."""
        base = re.match(r"\w+", target)[0]
        kind = self.reader.declared.get(scope, {}).get(base) or self.reader.declared.get("", {}).get(base)
        return kind is not None and (kind.endswith(" of") or "[" in target) and "+:" not in target

    @staticmethod
    def is_constant(node):
        """Whether it is a number or a parameter."""
        return node.kind == "number" or (node.kind == "name" and node.op.split("::")[-1][:1].isupper())

    def of_condition(self, node, target):
        if self.is_constant(node):
            return
        text = self.of(node)
        self.add("wrong condition", node, f"!({text})", target)
        self.add("wrong condition", node, "1'b1", target)
        self.add("wrong condition", node, "1'b0", target)

    def of_node(self, node, place, is_condition=False):
        """A node and its parts. is_condition: it has been negated already."""
        if node.constant:
            return
        target, parts = place.target, node.parts
        if node.kind == "binary":
            self.of_binary(node, target, is_condition)
        elif node.kind == "unary" and node.op in "!~" and not (is_condition and node.op == "!"):
            inner = self.of(parts[0])
            self.add("wrong condition", node, f"(|({inner}))" if node.op == "!" else f"({inner})", target)
        elif node.kind == "condition":
            self.of_condition(parts[0], target)
            first, second = self.of(parts[1]), self.of(parts[2])
            if first != second and not self.is_constant(parts[0]):
                self.add("swapped operand", node, f"(({self.of(parts[0])}) ? {second} : {first})", target)
        elif node.kind == "number":
            after = one_more(node.op)
            if after:
                self.add("off by one", node, after, target)
        elif node.kind == "concat" and len(parts) > 1:
            first, second, *rest = map(self.of, parts)
            if first != second:
                self.add("swapped operand", node, "{" + ", ".join([second, first, *rest]) + "}", target)
        if node.kind == "name":
            self.of_driver(node, node, place)
        elif node.kind in ("select", "slice", "part"):
            return self.of_select(node, place)
        for number, part in enumerate(parts):
            self.of_node(part, place, node.kind == "condition" and not number)
        return None

    def of_binary(self, node, target, is_condition):
        left, right = map(self.of, node.parts)
        op = node.op
        if op in ("&&", "||"):
            for side in (left, right):
                self.add("missing term", node, f"(({side}) && 1'b1)", target)
        elif op in ("&", "|", "^", "+", "-"):
            for side in (left, right):
                self.add("missing term", node, f"({side})", target)
        if op == "-":
            self.add("swapped operand", node, f"({right} - ({left}))", target)
        if op in NEGATED and not is_condition:
            self.add("wrong condition", node, f"({left} {NEGATED[op]} {right})", target)
        if op in ("==", "!=") and self.is_limit(*node.parts):
            self.add("off by one", node, f"({left} {op} ({right} + 1'b1))", target)
        if op in BOUND:
            self.add("off by one", node, f"({left} {BOUND[op]} {right})", target)

    def is_limit(self, *sides):
        """Whether an equality compares a count with its limit: a sum or a name of such a thing, and no constant."""
        if any(map(self.is_constant, sides)):
            return False
        return any(side.op in ("+", "-") or LIMIT.search(self.of(side)) for side in sides)

    def of_select(self, node, place):
        """A chain of selects is one expression: only the indices are looked at singly, and the name at its base."""
        if node.kind == "slice":
            high, low = node.parts[1], node.parts[2]
            if high.kind == low.kind == "number" and high.op.isdigit() and low.op.isdigit():
                if int(high.op) > int(low.op):
                    base = self.of(node.parts[0])
                    self.add("off by one", node, f"({base}[{int(high.op) - 1}:{low.op}])", place.target)
        base = node
        while base.kind in ("select", "slice", "part"):
            for part in base.parts[1:]:
                if part.kind != "number":
                    self.of_node(part, place)
            base = base.parts[0]
        if base.kind == "name":
            self.of_driver(base, node, place)
        else:
            for part in base.parts:
                self.of_node(part, place)

    def of_driver(self, name, node, place):
        """The name at the base of a node becomes the next of its type in the file."""
        scope = self.reader.declared.get(place.scope, {})
        outer = self.reader.declared.get("", {})
        local = name.op in scope
        kind = scope.get(name.op) or outer.get(name.op)
        if not kind:
            return
        others = [
            other
            for other, its in (scope if local else outer).items()
            if its == kind
            and other != name.op
            and other != place.target
            and (other.endswith(("_q", "_i")) if place.scope == "" else other in self.arguments(place.scope))
            and other not in ("clk_i", "rst_ni")
            and (place.scope or self.is_seen(other, place))
        ]
        if not others:
            return
        other = others[sum(map(ord, name.op)) % len(others)]
        after = self.text[node.start : name.start] + other + self.text[name.end : node.end]
        self.add("wrong driver", node, f"{after}", place.target)

    def is_seen(self, name, place):
        """Whether a place sees a name of the module: what a generate block declares is seen in the block alone."""
        home = self.reader.homes.get(name, ())
        return place.blocks[: len(home)] == home

    def arguments(self, scope):
        return self.reader.arguments.get(scope, ())

    def of_item(self, item):
        before = self.text[item.start : item.end]
        after = self.text[item.default_start : item.default_end]
        if before != after:
            mutant = Mutant(self.path, "lost case", (item.start, item.end), before, after, statement=True)
            mutant.before = f"{item.labels}: {before}"
            mutant.target, mutant.scope = item.labels, item.scope
            self.found.append(mutant)
