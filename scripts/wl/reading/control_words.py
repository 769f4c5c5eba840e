# SPDX-License-Identifier: Apache-2.0
"""Listings with control words, in the text form of maxas (maxwell-control.md 3.1, 4, 6).

check() goes along every path and asks each rule of every pair of instructions, by its definition. listing() makes
random ones, of a seed.
"""
import random
import re
from collections import namedtuple

RULES = {"RAW", "RAW-PRED", "RAW-CC", "RAW-VAR", "WAW", "WAW-VAR", "WAR", "WAR-LATE", "BAR-EARLY", "MIN-STALL", "DUAL"}

# maxwell-control.md 4.4 and 4.3. latency: of a register; None: variable, a barrier says when. late: when registers are
# read. least: of a wait for its write barrier (D-CTRL-12).
Class = namedtuple("Class", "latency late first second queue least late_rule", defaults=(None, 0, None))
X32 = Class(6, 0, True, False)
VOTE = RRO = Class(2, 0, False, False)
MOVE2 = Class(6, 0, False, False)
FLOW = BAR = Class(6, 0, False, True)
ALONE = Class(6, 0, False, False)
S2R = Class(None, 0, False, True, None, 12)
BITS = Class(None, 0, False, True, None, 8)
IMUL = Class(None, 0, False, False, None, 8)
QUARTER = Class(None, 4, False, True, "sfu", 8, "WAR-LATE")
DOUBLE = Class(None, 0, False, True, "x64", 8)
SHARED = Class(None, 2, False, True, "shared", 20, "WAR")
GLOBAL = Class(None, 4, False, True, "global", 20, "WAR")
CONST = Class(None, 2, False, True, "const", 8, "WAR")
TEXTURE = Class(None, 4, False, True, "texture", 20, "WAR")
OPCODES = {
    **dict.fromkeys(("IADD", "FADD", "FFMA", "MOV", "SEL", "XMAD", "SHL", "BFE", "ISETP", "PSETP", "ICMP"), X32),
    **dict.fromkeys(("R2P", "P2R"), MOVE2),
    **dict.fromkeys(("LDS", "STS"), SHARED),
    **dict.fromkeys(("LDG", "STG"), GLOBAL),
    **dict.fromkeys(("MUFU", "I2I"), QUARTER),
    **dict.fromkeys(("DADD", "DSETP"), DOUBLE),
    **dict.fromkeys(("POPC", "FLO"), BITS),
    **{"VOTE": VOTE, "RRO": RRO, "S2R": S2R, "IMAD": IMUL, "LDC": CONST, "TLD": TEXTURE},
    **{"BAR": BAR, "DEPBAR": FLOW, "NOP": ALONE, "EXIT": FLOW, "BRA": FLOW},
    **{"CAL": FLOW, "RET": FLOW},
}
PREDICATE, CARRY = 13, 6  # latencies, whatever the opcode
LEAST = {"EXIT": 5, "BRA": 5, "CAL": 5, "RET": 5, "BAR": 5, "DEPBAR": 2}  # E
GUARDED_WAIT = 6  # cycles at most that a wait for a guarded instruction is known to last
VISIBLE = 2  # cycles from a setter to a wait that sees it
STORES = ("STS", "STG")
MOST_BRANCHES = 2  # of a random listing
VISITS = 3  # of a line on a path: what is pending comes through a loop
DESTINATIONS = {
    "ISETP": 2,
    "PSETP": 2,
    "DSETP": 2,
    "VOTE": 2,
    **dict.fromkeys((*STORES, "BAR", "DEPBAR", "NOP", "BRA", "CAL", "RET", "EXIT"), 0),
}
LINE = re.compile(r"(\S\S):(\S):(\S):(\S):(\S)\s+(?:@(!?)(P\d)\s+)?(\w+)((?:\.\w+)*)\s*(.*);")


def expand(name, width):
    """A general register and the width - 1 that follow; a predicate; nothing for RZ, PT, numbers."""
    if re.fullmatch(r"R\d+", name):
        return {f"R{int(name[1:]) + n}" for n in range(width)}
    return {name} if re.fullmatch(r"P\d", name) else set()


def masked(text):
    return {f"P{n}" for n in range(7) if int(text, 0) >> n & 1}


class Instruction:
    """One line: its fields, what it writes and reads (registers R, predicates P, "CC")."""

    def __init__(self, number, match):
        wait, read, write, hint, stall, sense, guard, self.name, modifiers, operands = match.groups()
        self.line, self.kind = number, OPCODES[self.name]
        self.waits = {b for b in range(6) if wait != "--" and int(wait, 16) >> b & 1}
        self.read, self.write = (None if b == "-" else int(b) - 1 for b in (read, write))
        self.stall, self.yields = int(stall, 16), hint == "Y"
        self.guard = (guard, sense == "!") if guard else None
        self.modifiers = modifiers.split(".")[1:]
        self.operands = [word.strip() for word in operands.split(",")] if operands else []
        self.registers()
        if guard:
            self.sources.add(guard)

    def width(self, destination, address):
        """Registers of an operand (maxwell-control.md 4.5)."""
        if self.name in ("DADD", "DSETP"):
            return 2
        if self.kind.queue not in ("shared", "global"):
            return 4 if self.name == "TLD" and destination else 1
        if address:
            return 2 if "E" in self.modifiers else 1
        return {"64": 2, "128": 4}.get(self.modifiers[-1] if self.modifiers else "", 1)

    def registers(self):
        self.written, self.sources = set(), set()
        count = DESTINATIONS.get(self.name, 1)
        for place, word in enumerate(self.operands):
            into = self.written if place < count else self.sources
            if word == "PR":
                into |= masked(self.operands[-1])
                continue
            if place < count and word.endswith(".CC"):
                self.written.add("CC")
            inside = re.findall(r"\[(R\d+)", word)
            for name in inside or [word.lstrip("!-").partition(".")[0]]:
                into |= expand(name, self.width(place < count, inside))
        if "X" in self.modifiers:
            self.sources.add("CC")
        if self.name == "R2P":
            # for ordering it reads the predicates that it does not write
            self.sources |= {f"P{n}" for n in range(7)} - self.written

    def cycles(self):
        """E (maxwell-control.md 4.1; D-CTRL-6)."""
        if self.yields:
            return max(self.stall, 1)
        return 6 if self.stall >= 12 else self.stall

    def latency(self, what):
        return PREDICATE if what[0] == "P" else CARRY if what == "CC" else self.kind.latency

    def constant(self):
        return any(word.startswith("c[") for word in self.operands)


class Setter:
    """An addition to a barrier. done: the place of the instruction that waited for it, or None.

    read: the place of a DEPBAR behind which the operands of the setter are read."""

    def __init__(self, by, barrier, writes):
        self.by, self.barrier, self.writes, self.done, self.read = by, barrier, writes, None, None


class Path:
    """The instructions of one path, in the order of execution. Writes and reads that are pending or waited for, by
    places on it.

    A line may come several times. The threads of the path are those that go where its branches go.
    """

    def __init__(self, lines, turns, knows):
        """turns: by place, whether the branch there is taken; None where nothing branches. knows: whether what the path
        says of guards counts, and the time of waits (D-CTRL-12)."""
        self.all, self.turns, self.setters, self.knows = lines, turns, [], knows
        self.never = {}
        if knows:
            self.know()
        self.collect()
        self.distances = {}

    def know(self):
        """Which guards the branches tell (maxwell-control.md 4.5). never[i]: the place from which i is known not
        to have happened for the threads of the path; itself where that is known before."""
        known = {}
        since = {}  # places of guarded instructions by predicate, since its last write
        for j, now in enumerate(self.all):
            if now.guard and known.get(now.guard[0]) == now.guard[1]:
                self.never[j] = j
            for what in self.writes(j):
                known.pop(what, None)
                since.pop(what, None)
            if self.turns[j] is not None and now.guard:
                name, negated = now.guard
                holds = self.turns[j] != negated  # the predicate is true
                known[name] = holds
                for i in since.get(name, ()):
                    if self.all[i].guard[1] == holds:
                        self.never.setdefault(i, j)
            elif now.guard and now.guard[0] not in now.written:
                since.setdefault(now.guard[0], []).append(j)

    def writes(self, j):
        """Registers that the instruction at j may write."""
        return set() if self.never.get(j) == j else self.all[j].written

    def happens(self, i, j):
        """Whether, as the path knows it at j, the instruction at i happens."""
        return self.never.get(i, len(self.all)) >= j and self.never.get(i) != i

    def collect(self):
        """The additions to barriers, and who waits for each."""
        for j, now in enumerate(self.all):
            for setter in self.setters:
                if setter.done is None and setter.barrier in now.waits:
                    setter.done = j
            if now.name == "DEPBAR":
                self.counted(j, int(now.operands[0][2:]), int(now.operands[1], 0))
            if now.write is not None:
                self.setters.append(Setter(j, now.write, True))
            if now.read is not None:
                self.setters.append(Setter(j, now.read, False))

    def counted(self, j, barrier, left):
        """DEPBAR: a setter is done when as many as are left must complete behind it (D-CTRL-49). Its operands are read
        when one more is pending from it on: whichever of them is done, it has read them by then."""
        pending = [s for s in self.setters if s.barrier == barrier and s.done is None]
        for setter in pending:
            queue = self.all[setter.by].kind.queue
            later = [
                s for s in pending if s.by == setter.by or s.by > setter.by and queue and self.all[s.by].kind.queue
            ]
            if len(later) > left and setter.read is None:
                setter.read = j
            if sum(self.behind(setter, other) for other in pending) >= left:
                setter.done = j

    def behind(self, setter, other):
        """Whether the other completes later: operations that have a queue do so in order, results after operands."""
        if not self.all[setter.by].kind.queue or not self.all[other.by].kind.queue:
            return False
        if other.by == setter.by:
            return other.writes and not setter.writes
        return other.by > setter.by and (other.writes or not setter.writes)

    def distances_from(self, i):
        """Least cycles from the issue of i to each later issue; waits count for setters from i on."""
        away = {i: 0}
        for j in range(i + 1, len(self.all)):
            away[j] = away[j - 1] + self.all[j - 1].cycles()
            for setter in self.setters:
                by = self.all[setter.by]
                waits = setter.done == j and setter.barrier in self.all[j].waits  # DEPBAR's operand is no wait
                if self.knows and waits and setter.writes and setter.by >= i:
                    least = min(by.kind.least, GUARDED_WAIT) if by.guard else by.kind.least
                    away[j] = max(away[j], away[setter.by] + least)
        return away

    def distance(self, i, j):
        if i not in self.distances:
            self.distances[i] = self.distances_from(i)
        return self.distances[i][j]

    def arrives(self, i, j):
        """Least cycles from the issue of i to where j begins to wait."""
        return self.distance(i, j - 1) + self.all[j - 1].cycles()

    def apart(self, i, j):
        """Opposite guards, and nobody has written the predicate from i on: they concern different threads."""
        a, b = self.all[i].guard, self.all[j].guard
        if not a or not b or a[0] != b[0] or a[1] == b[1]:
            return False
        return all(a[0] not in self.writes(k) for k in range(i, j))

    def ended(self, i, j, what):
        """An instruction without guard between i and j has written it too."""
        return any(what in self.all[k].written and not self.all[k].guard for k in range(i + 1, j))

    def waited(self, i, j, result):
        """Whether j or one before it waited for the result of i, or for its operands (maxwell-control.md 4.3)."""
        queue = self.all[i].kind.queue
        for s in self.setters:
            covers = s.by == i or s.by > i and queue and self.all[s.by].kind.queue == queue
            if covers and (s.writes or not result) and s.done is not None:
                # DEPBAR reads its guard before it looks at the barrier of its operand
                if s.done < j or s.done == j and s.barrier in self.all[j].waits:
                    return True
            if covers and not result and s.read is not None and s.read < j:
                return True
        if not result and self.all[i].name in STORES:
            return any(self.all[k].name == "BAR" for k in range(i + 1, j))
        return False

    def early(self, j):
        """Setters of which the wait of j comes too early."""
        for s in self.setters:
            # DEPBAR names its barrier as an operand, and looks later
            if s.done == j and s.barrier in self.all[j].waits and self.arrives(s.by, j) < VISIBLE:
                yield "BAR-EARLY", j, s.by

    def pair(self, i, j):
        """The rules that j, as the later, breaks with i."""
        older, later, cycles = self.all[i], self.all[j], self.distance(i, j)
        if self.apart(i, j) or not self.happens(i, j):
            return
        ordered = older.kind.queue is not None and older.kind.queue == later.kind.queue
        variable = older.kind.latency is None
        now = self.happens(j, j)  # else it reads its guard alone
        for what in older.written & (later.sources if now else {later.guard[0]}):
            if self.ended(i, j, what):
                continue
            if variable:
                if not self.waited(i, j, True):
                    yield "RAW-VAR", j, i
            elif cycles + (later.kind.late if what[0] == "R" else 0) < older.latency(what):
                yield {"R": "RAW", "P": "RAW-PRED", "C": "RAW-CC"}[what[0]], j, i
        if not now:
            return
        for what in older.written & later.written:
            if self.ended(i, j, what):
                continue
            if variable:
                if not ordered and not self.waited(i, j, True):
                    yield "WAW-VAR", j, i
            elif later.kind.latency is not None and cycles + later.latency(what) < older.latency(what):
                yield "WAW", j, i
        read = {what for what in older.sources & later.written if what[0] == "R"}
        if read and older.kind.late_rule and not ordered and not self.waited(i, j, False):
            yield older.kind.late_rule, j, i


class Reading:
    """The findings of one listing: a set of (line, rule, other). knows: as of Path."""

    def __init__(self, text, knows):
        self.all, self.labels = [], {}
        for number, line in enumerate(text.splitlines(), 1):
            label = re.fullmatch(r"(\w+):", line)
            if label:
                self.labels[label[1]] = len(self.all)
            else:
                self.all.append(Instruction(number, LINE.fullmatch(line)))
        self.found = set()
        for j, later in enumerate(self.all):
            self.local(j, later)
        before = []
        for places, turns in self.paths():
            path = Path([self.all[k] for k in places], turns, knows)
            steps = list(zip(places, turns))
            # The path before has asked of the beginning that both have.
            same = next((n for n, (a, b) in enumerate(zip(before, steps)) if a != b), min(len(before), len(steps)))
            for j in range(same, len(steps)):
                for found in path.early(j):
                    self.report(path, *found)
                for i in range(j):
                    for found in path.pair(i, j):
                        self.report(path, *found)
            before = steps

    def report(self, path, rule, j, i):
        self.found.add((path.all[j].line, rule, path.all[i].line))

    def follows(self, k, returns):
        """(next place, whether a branch is taken; None: there is none to take; return addresses), for each way to go
        on. RET goes back to the newest of them."""
        now = self.all[k]
        if now.name not in ("BRA", "CAL", "RET", "EXIT"):
            return [(k + 1, None, returns)]
        ways = [(k + 1, False, returns)] if now.guard else []
        if now.name == "BRA":
            ways.insert(0, (self.labels[now.operands[0]], True, returns))
        if now.name == "CAL":
            ways.insert(0, (self.labels[now.operands[0]], True, (*returns, k + 1)))
        if now.name == "RET" and returns:
            ways.insert(0, (returns[-1], True, returns[:-1]))
        return ways

    def paths(self):
        """Every path that goes through no line more than VISITS times: its places, and the turns there."""
        ways = [([0], [], ())]
        while ways:
            places, turns, returns = ways.pop()
            on = [way for way in self.follows(places[-1], returns) if way[0] < len(self.all)]
            on = [way for way in on if places.count(way[0]) < VISITS]
            if not on:
                yield places, turns + [None]
            for to, turn, addresses in on:
                ways.append((places + [to], turns + [turn], addresses))

    def local(self, j, later):
        to_itself = later.name == "BRA" and not later.guard and self.labels[later.operands[0]] == j
        if later.cycles() < LEAST.get(later.name, 0) and not to_itself:
            self.found.add((later.line, "MIN-STALL", 0))
        if later.stall == 0 and not later.yields and j + 1 < len(self.all):
            after = self.all[j + 1]
            three = after.stall == 0 and not after.yields
            both = later.constant() and after.constant()
            jumps = [other for other in self.all if other.name in ("BRA", "CAL")]
            target = any(self.labels[other.operands[0]] == j + 1 for other in jumps)
            if not later.kind.first or not after.kind.second or three or both or target:
                self.found.add((later.line, "DUAL", after.line))


def check(text):
    """Two sorted lists of (line, rule, other): what some path has, and what may be found.

    Where paths meet, a checker joins their states (maxwell-control.md 6.1). It may forget which guards a path knows,
    and how long a wait was on one of them. Without branches both lists are the same.
    """
    least = Reading(text, True).found
    most = Reading(text, False).found | least if "BRA" in text or "CAL" in text else least
    return sorted(least), sorted(most)


SHAPES = (
    "IADD {r}, {r}, {r}",
    "IADD {r}.CC, {r}, {r}",
    "IADD.X {r}, {r}, {r}",
    "FFMA {r}, {r}, {r}, {r}",
    "MOV {r}, {r}",
    "MOV {r}, c[0x0][0x140]",
    "SEL {r}, {r}, {r}, {p}",
    "SHL {r}, {r}, 0x2",
    "ISETP.GE.AND {p}, PT, {r}, {r}, PT",
    "PSETP.AND.AND {p}, {p}, {p}, !{p}, PT",
    "ICMP.GE {r}, {r}, {r}, {r}",
    "VOTE.ALL {r}, {p}, {p}",
    "VOTE.ANY {r}, PT, {p}",
    "RRO.SINCOS {r}, {r}",
    "R2P PR, {r}, 0x3",
    "P2R {r}, PR, RZ, 0x5",
    "S2R {r}, SR_TID.X",
    "MUFU.RCP {r}, {r}",
    "I2I.S32.S16 {r}, {r}",
    "POPC {r}, {r}",
    "IMAD {r}, {r}, {r}, {r}",
    "DADD {d}, {d}, {d}",
    "DSETP.GT.AND {p}, PT, {d}, {d}, PT",
    "LDS {r}, [{r}]",
    "LDS.64 {d}, [{r}+0x10]",
    "STS [{r}], {r}",
    "STS.128 [{r}], {q}",
    "LDG.E {r}, [{d}]",
    "LDG.E.128 {q}, [{d}+0x20]",
    "STG.E [{d}], {r}",
    "LDC {r}, c[0x3][{r}]",
    "TLD.B.LZ.P {q}, {r}, 0x0, 0x0, 1D, 0xf",
    "BAR.SYNC 0x0",
    "DEPBAR.LE SB{b}, {k}",
    "NOP",
)


def line(pick):
    """A random line. Fields are such that most rules are kept about as often as broken."""
    shape = pick.choice(SHAPES)
    opcode = OPCODES[re.match(r"\w+", shape)[0]]
    text = re.sub(
        r"\{(\w)\}",
        lambda m: {
            "r": f"R{pick.randrange(8)}",
            "d": f"R{pick.randrange(0, 8, 2)}",
            "q": f"R{pick.randrange(0, 8, 4)}",
            "p": f"P{pick.randrange(3)}",
            "b": str(pick.randrange(3)),
            "k": hex(pick.choice((0, 0, 1, 2))),
        }[m[1]],
        shape,
    )
    wait = sum(1 << b for b in range(3) if pick.random() < 0.2)
    variable = opcode.latency is None
    has_result = DESTINATIONS.get(re.match(r"\w+", shape)[0], 1)
    write = str(pick.randrange(1, 4)) if variable and has_result and pick.random() < 0.6 else "-"
    read = str(pick.randrange(1, 4)) if variable and pick.random() < 0.3 else "-"
    stall = pick.choice((0, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 13, 13, 15))
    hint = "Y" if pick.random() < (0.7 if stall > 11 else 0.1) else "-"
    guard = f"@{pick.choice(('', '!'))}P{pick.randrange(3)}" if pick.random() < 0.2 else ""
    return f"{f'{wait:02x}' if wait else '--'}:{read}:{write}:{hint}:{stall:x} {guard:>4} {text};\n"


def jump(pick, text, guarded):
    """A branch, call or return: with a guard in so many cases, and mostly with the stall that it needs."""
    guard = f"@{pick.choice(('', '!'))}P{pick.randrange(3)}" if pick.random() < guarded else ""
    wait = "01" if pick.random() < 0.2 else "--"
    return f"{wait}:-:-:-:{pick.choice((4, 5, 5, 5, 6, 13)):x} {guard:>4} {text};\n"


def calls(pick, lines):
    """Two calls of a function come among the lines. In some cases it calls another. Returns both functions."""
    for _ in range(2):
        lines.insert(pick.randrange(len(lines) + 1), jump(pick, "CAL F0", 0.2))
    functions = [[line(pick) for _ in range(pick.randrange(1, 4))] for _ in range(2)]
    if pick.random() < 0.3:
        functions[0].insert(pick.randrange(len(functions[0]) + 1), jump(pick, "CAL F1", 0))
    if pick.random() < 0.3:
        functions[0].insert(pick.randrange(len(functions[0]) + 1), jump(pick, "RET", 1))
    return "".join(f"F{n}:\n{''.join(of)}{jump(pick, 'RET', 0)}" for n, of in enumerate(functions))


def listing(seed):
    """A random listing of 8 to 24 lines; the last is an EXIT. Two of four listings have branches, one has calls; these
    are shorter."""
    pick = random.Random(seed)
    if seed % 4 == 2:
        lines = [line(pick) for _ in range(pick.randrange(3, 9))]
        functions = calls(pick, lines)
        return "".join(lines) + "--:-:-:-:5      EXIT;\n" + functions
    branches = pick.randrange(1, MOST_BRANCHES + 1) if seed % 2 else 0
    lines = [line(pick) for _ in range(pick.randrange(5, 12) if branches else pick.randrange(8, 25))]
    for number in range(branches):
        label, at = f"L{number}", pick.randrange(len(lines) + 1)
        lines.insert(at, jump(pick, f"BRA {label}", 0.8))
        lines.insert(pick.randrange(len(lines) + 1), f"{label}:\n")
    return "".join(lines) + "--:-:-:-:5      EXIT;\n"
