# SPDX-License-Identifier: Apache-2.0
"""Mutants of what people get wrong about time and place: events that coincide, clears, slots, counters, ports.

An event is a one-bit signal on which an assignment of a register or of its next value (`_d`) depends, or a valid or
ready of a port.
`$past(E)` in a mutant is E of the cycle before: instrument.py adds the register.
"""
import re


OPERATORS = {
    "dropped event": "an event counts only when another one is not there",
    "late enable": "an event counts one cycle later",
    "early enable": "a register has its next value already in a condition or a signal of one bit",
    "missing clear": "an assignment of 0 does not happen",
    "wrong slot": "a slot, tag or index is another one, or that of the cycle before",
    "lost count": "of two that count at once, or set and clear bits, one does not",
    "other port": "the source, data or word of another number",
}
ONE_BIT = re.compile(r"((input|output) )?logic of")
EVENT_PORT = re.compile(r"\w*(valid|ready)_[io]")
TAG = re.compile(r"(\w*_)?(slot|tag|id|index|entry|pointer|group|set|bank)(_[ioqd])?")
ZERO = re.compile(r"'0|\d+'[bdh]0+")
SELECTS = ("select", "slice", "part")
CLOCK, RESET = "clk_i", "rst_ni"
NAME = re.compile(r"(?<![\w.:$'`])[A-Za-z_]\w*(?!\w|::)")
INDEX = re.compile(r"\[(\w+)\]")


def pick(some, text):
    """One of some, the same for the same text; none of none."""
    return some[sum(map(ord, text)) % len(some) :][:1] if some else []


def base(target):
    return re.match(r"\w+", target)[0]


def chains(node):
    """The names of an expression, each with the selects behind it."""
    if node.kind == "name":
        yield node
        return
    below = node
    while below.kind in SELECTS:
        for part in below.parts[1:]:
            yield from chains(part)
        below = below.parts[0]
    if below.kind == "name":
        yield node
    else:
        for part in below.parts:
            yield from chains(part)


def bare(node):
    """An expression without its brackets."""
    return bare(node.parts[0]) if node.kind == "group" else node


def links(whole):
    """The name and the fields of a chain, from the last."""
    while whole.kind in SELECTS:
        if whole.op.startswith("."):
            yield whole
        whole = whole.parts[0]
    yield whole


class Events:
    """The mutants of a file's places. finder: it has the file, and gets them."""

    def __init__(self, finder):
        self.finder, self.reader = finder, finder.reader
        self.names = self.reader.declared.get("", {})
        self.places = [place for place in self.reader.places if not place.scope]
        self.targets = {}  # procedure: the names that it assigns
        for place in self.places:
            if place.target:
                self.targets.setdefault(place.procedure, set()).add(base(place.target))
        self.events = {}  # name: the procedures that it is a condition of
        self.feeds = {}  # name: what it is computed from in the same cycle
        for place in self.places:
            if place.target and not place.clocked:
                text = " ".join((finder.of(place.node), *(place.guards or ())))
                self.feeds.setdefault(base(place.target), set()).update(NAME.findall(text))
            if place.role == "condition" and self.makes_registers(place):
                for node in place.node.walk():
                    if node.kind == "name":
                        self.add_event(node.op, place.procedure)
        for name in self.names:
            if EVENT_PORT.fullmatch(name):
                self.add_event(name, 0)

    def add_event(self, name, procedure):
        if ONE_BIT.fullmatch(self.names.get(name, "")) and name not in self.reader.locals:
            self.events.setdefault(name, set()).add(procedure)

    def makes_registers(self, place):
        """Whether its procedure assigns registers, or their next values."""
        return place.clocked or any(name.endswith("_d") for name in self.targets.get(place.procedure, ()))

    # ---- what may stand at a place

    def sees(self, place, names):
        """Whether a place sees these names, and none is computed from what it assigns in the same cycle."""
        if not all(name not in self.reader.locals and self.finder.is_seen(name, place) for name in names):
            return False
        assigned = {base(place.target)} if place.target else self.targets.get(place.procedure, ())
        return place.clocked or not any(self.reach(names, target) for target in assigned)

    def reach(self, names, target):
        """Whether the target is one of the names or what they are computed from."""
        known, more = set(), set(names)
        while more:
            known |= more
            more = {name for its in map(self.feeds.get, more) for name in its or ()} - known
        return target in known

    def of_module(self, text):
        """Whether a text can stand beside the module's declarations: it has their names alone."""
        return {CLOCK, RESET} <= self.names.keys() and all(
            name in self.names and name not in self.reader.locals and not self.reader.homes[name]
            for name in NAME.findall(text)
            if not name[0].isupper()
        )

    def next_of(self, node, place):
        """What a register, or an element of one, gets at the next edge; None: the source has no such expression."""
        text = self.finder.of(node)
        register, index = node.op, None
        if node.kind == "select":
            register, index = self.finder.of(node.parts[0]), self.finder.of(node.parts[1])
        result = text
        for other in self.places:
            if not other.clocked or not other.target or base(other.target) != register:
                continue
            value, guards = self.finder.of(other.node), other.guards
            found = INDEX.fullmatch(other.target[len(register) :])
            if guards is None or "'{" in value or not (other.target == register or (found and index)):
                return None
            if found:
                guards = (*guards, f"{found[1]} == {index}")
            elif index and not ZERO.fullmatch(value):
                return None
            result = f"({' && '.join(f'({guard})' for guard in guards)} ? {value} : {result})" if guards else value
        names = NAME.findall(result)
        known = all(name in self.names or name[0].isupper() or name == "inside" for name in names)
        return result if known and result != text and self.sees(place, names) else None

    # ---- the operators

    def of_place(self, place):
        node, text = place.node, self.finder.of(place.node)
        sums = [part for part in node.walk() if part.kind == "binary" and part.op in "+-"]
        for part in sums:
            if not any(part is other.parts[0] for other in sums):
                self.of_count(part, place)
        if place.scope:
            return
        for part in node.walk():
            self.of_mask(part, place)
        if place.statement:
            self.of_statement(place)
        names = [part.op for part in node.walk() if part.kind == "name"]
        if place.role == "condition":
            enables, one_bit = self.makes_registers(place), place.clocked
        else:
            enables, one_bit = place.target in self.events, bool(ONE_BIT.fullmatch(self.names.get(place.target, "")))
        if enables and any(name in self.events for name in names):
            self.of_event(place, text, names)
        for whole in chains(node):
            if one_bit:
                self.of_register(whole, place)
            for link in links(whole):
                self.of_link(link, whole, place)

    def of_event(self, place, text, names):
        """An event that is dropped or comes a cycle late."""
        node, target = place.node, place.target
        taken = {*names, *NAME.findall(" ".join(place.guards or ()))}
        others = [name for name in self.events if name not in taken and self.sees(place, [name])]
        near = [name for name in others if place.procedure in self.events[name] - {0}]
        for other in pick(near, text) + pick([name for name in others if name not in near], text):
            self.finder.add("dropped event", node, f"(({text}) && !{other})", target)
        if self.of_module(text):
            self.finder.add_past("late enable", node, text, target)

    def of_register(self, node, place):
        """A register, or an element of one, that changes a cycle early."""
        name = node.parts[0] if node.kind == "select" and node.op == "[" else node
        if name.kind == "name" and name.op.endswith("_q"):
            after = self.next_of(node, place)
            if after:
                self.finder.add("early enable", node, after, place.target)

    def of_statement(self, place):
        """An assignment of a procedure: a clear that is missing, another element that is assigned."""
        target, value = place.target, self.finder.of(place.node)
        if not target:
            return
        earlier = (
            other.procedure == place.procedure
            and other.guards == ()
            and other.node.start < place.node.start
            and base(other.target or "_") == base(target)
            for other in self.places
        )
        if ZERO.fullmatch(value) and (place.clocked or (place.guards != () and any(earlier))):
            self.finder.add_statement("missing clear", place, "", "1'b1")
        for index in INDEX.findall(target) if place.clocked else ():
            for other in self.other_tags(index, place):
                after = f"{target.replace(f'[{index}]', f'[{other}]')} <= {value};"
                self.finder.add_statement("wrong slot", place, after, f"{index} != {other}")

    def of_link(self, node, whole, place):
        """A name or field of a chain of selects."""
        word, text = node.op.removeprefix("."), self.finder.of(node)
        rest = self.finder.text[node.end : whole.end]
        for other in self.other_tags(word, place) if node.kind == "name" else ():
            self.finder.add("wrong slot", whole, other + rest, place.target)
        if TAG.fullmatch(word) and place.clocked and rest[:1] != "." and self.of_module(text):
            self.finder.add_past("wrong slot", whole, text, place.target, rest)
        for other in self.other_ports(node, text, word, place):
            self.finder.add("other port", whole, other + rest, place.target)

    def type_of(self, name):
        return re.sub(r"^(input|output) ", "", self.names.get(name, ""))

    def other_tags(self, name, place):
        """Another slot, tag or index of the same type."""
        if not TAG.fullmatch(name) or name in self.reader.locals:
            return []
        kind = self.type_of(name)
        others = [n for n in self.names if n != name and TAG.fullmatch(n) and kind and self.type_of(n) == kind]
        return pick([n for n in others if n != place.target and self.sees(place, [n])], name)

    def other_ports(self, node, text, word, place):
        """The same name with the next number that there is."""
        found = re.fullmatch(r"(.*?[a-z])([0-3])(_\w+)?", word)
        if not found:
            return []
        stem, number, end = found[1], int(found[2]), found[3] or ""
        for step in (1, 2, 3):
            other = f"{stem}{(number + step) % 4}{end}"
            after = text[: len(text) - len(word)] + other
            if node.kind == "name":
                there = self.type_of(word) and self.type_of(other) == self.type_of(word) and self.sees(place, [other])
            else:
                there = re.search(rf"{re.escape(after)}\b", self.finder.text)
            if there:
                return [after]
        return []

    def of_count(self, node, place):
        """A register that counts: of two terms that are not 0 in one cycle one is left out."""
        terms = self.terms(node)
        if len(terms) < 3 or not re.match(r"\w+_q\b", self.finder.of(terms[0][1])):
            return
        texts = [(sign, self.finder.of(part)) for sign, part in terms]
        for at in range(1, len(texts)):
            rest = [f"({text}) != '0" for n, (_, text) in enumerate(texts) if n not in (0, at)]
            left = " ".join(f"{sign} ({text})" for n, (sign, text) in enumerate(texts) if n not in (0, at))
            after = f"(({texts[at][1]}) != '0 && ({' || '.join(rest)}) ? {texts[0][1]} {left} : {self.finder.of(node)})"
            self.finder.add("lost count", node, after, place.target)

    def of_mask(self, node, place):
        """A register of bits of which one expression sets some and clears others: `(q & ~clear) | set`, or in the other
        order. One of two at once is lost, of the whole register or of a bit."""
        outer, inner = ("|", "&") if node.op == "|" else ("&", "|")
        if node.kind != "binary" or node.op != outer:
            return
        bits = bare(node.parts[0])
        if bits.kind != "binary" or bits.op != inner:
            return
        register, *others = (bare(bits.parts[0]), bits.parts[1], node.parts[1])
        if register.kind != "name" or not register.op.endswith("_q"):
            return
        name, whole = register.op, self.finder.of(node)
        keep, sets = map(self.finder.of, others if outer == "|" else reversed(others))
        for after in (
            f"(({keep}) != '1 ? {name} & ({keep}) : {whole})",
            f"(({sets}) != '0 ? {name} | ({sets}) : {whole})",
            f"(({name} | ({sets})) & ({keep}))" if outer == "|" else f"(({name} & ({keep})) | ({sets}))",
        ):
            self.finder.add("lost count", node, after, place.target)

    def terms(self, node, sign="+"):
        """The terms of a sum in order, with their signs."""
        if node.kind == "binary" and node.op in "+-":
            return [*self.terms(node.parts[0], sign), (node.op, node.parts[1])]
        return [(sign, node)]
