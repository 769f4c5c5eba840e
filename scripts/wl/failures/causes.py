# SPDX-License-Identifier: Apache-2.0
"""Joins the groups of failures of a night to causes: groups that one bug may explain are one cause (docs/nightly.md).

A cause is a condition on the instruction that went wrong, as "dpp" or "LDS: load", or on the row or rule of the
checker. The shortest description of all groups wins: a cause costs bits, and a group costs the more the commoner
the condition is among the instructions of the night's programs. So groups of rare instructions with something in
common are one cause, and two groups that have only something common in common are two.

Then runs look at groups that name no wrong value, as a hang or an assertion. Such a group belongs to a cause if its
program no longer fails without some instructions that fit the cause, and still fails without as many others.
"""
import collections
import contextlib
import dataclasses
import itertools
import math
import os
import random
import re
import tempfile

from wl.failures import shrink
from wl.failures.culprit import TIMED, MNEMONIC, class_of, classes, name_of, suspects
from wl.failures.groups import ASSERTION, FLAKY, INFRASTRUCTURE, without_numbers
from wl.failures.waves import Failed, divergence, read_json
from wl.runs import foreign


BITS = 15.0  # of a cause whose condition has one word
WORD = 5.0  # of a second word
GROUP = 12.0  # bits of a group of which nothing is known
CHANCE, SELDOM = 0.25, 1 / 32  # that another group has the rule or row by chance; that it has a row that is not OFTEN
NARROW = 0.25  # share of the instructions that fit a condition, at most: more of them have no bug in common
FAR = 8  # places that a suspect is behind the first, where another instruction is often why
LIKE = 4.0  # bits that each group of two causes may cost more where one condition takes both
PROGRAMS = 24  # whose instructions are counted
CONTROLS = 2  # runs without other instructions
NAMED = 3  # words of a name
LOOKED_AT = 3  # groups of a cause that runs look at
HANG_CYCLES = 20000  # of a run: no wave starts or ends
VALUES = ("VGPR", "SGPR", "LDS", "write data", "export")  # rows of which a MISMATCH names an instruction's wrong value
# Instructions that stay in a program when others are taken out to see whether that matters.
STAY = re.compile(r"\s*(s_endpgm|s_waitcnt|s_branch|s_cbranch|s_setpc|s_swappc|s_barrier|s_load|\.)")

TYPE = re.compile(r"_((?:[fiub]\d+)|(?:dword|ubyte|sbyte|short|ushort|sshort|byte)(?:x\d+)?|x2)")
SHARED = {"counted by LGKM_CNT": ("LDS", "scalar memory"), "LDS or vector memory": ("LDS", "vector memory")}
OFTEN = (*VALUES, "issue", "wave_end", "mem_request", "mem_return")
VOP3 = re.compile(r"^v_(?!\w*(?:dpp|sdwa|_e32))\S+(?: [^,]+,){3} ")  # with three sources or a scalar result
BRANCHES = ("s_branch", "s_cbranch", "s_setpc", "s_swappc", "s_call", "s_rfe")
WAYS = {"atomic": "atomic", "store": "store", "write": "store", "load": "load", "read": "load"}
# Words for parts of an instruction's text.
PARTS = (
    ("operand VCC", r"\bvcc"),
    ("operand EXEC", r"\bexec"),
    ("operand M0", r"\bm0\b"),
    ("negated operand", r"-\|?[vs]\d|-\|?[vs]\[|neg_(?:lo|hi)"),
    ("absolute operand", r"\|"),
    ("omod", r"\b(?:mul|div):"),
    *((word, rf"\b{word}\b") for word in ("clamp", "bound_ctrl", "op_sel", "glc", "slc", "lds", "gds", "tfe")),
    *((word, rf"\b{word}\b") for word in ("idxen", "offen", "quad_perm", "row_shl", "row_shr", "row_ror")),
    *((word, rf"\b{word}") for word in ("row_bcast", "row_mirror", "wave_sh", "wave_ro")),
)
# What shrink takes out of an instruction, one by one: all but operands.
MODIFIERS = {word for word, _ in PARTS if not word.startswith("operand")} | {"dpp", "sdwa"}


# ---- what a group says ---------------------------------------------------------------------------------


def words_of(name, text):
    """The words of an instruction: its class, its name and parts of it, its type, its modifiers."""
    kind, base = class_of(name), re.sub(r"_(?:e32|e64|dpp|sdwa)$", "", name)
    found = {base, f"{'_'.join(base.split('_')[:2])}_*"}
    found |= {kind, "LDS"} if name.startswith("flat_") else {kind}  # it may go to either
    found |= {encoding for encoding in ("dpp", "sdwa") if name.endswith(encoding)}
    if kind == "vector memory":
        found |= {f"{base.split('_')[0]}_*"} | ({"format"} if "_format_" in base else set())
    types = TYPE.findall(base)
    found |= {f"type {one}" for one in types[-1:]}
    if any(one.startswith("f") for one in types) or "_mix" in base or "_legacy" in base:
        found.add("float")
    if kind in ("LDS", "vector memory", "scalar memory"):
        way = next((way for word, way in WAYS.items() if word in base), "atomic")
        found |= {f"{one}: {way}" for one in found & {"LDS", "vector memory", "scalar memory"}}
    found |= of_class(kind)
    if kind == "vector ALU" and (name.endswith("_e64") or VOP3.search(text)):
        found.add("VOP3")
    if base.startswith(BRANCHES):
        found.add("branch")
    operands = "".join(text.split(None, 1)[1:])
    return frozenset(found | {word for word, pattern in PARTS if re.search(pattern, operands)})


def of_class(kind):
    """The words of an instruction of which no more is known than its class."""
    return frozenset((kind, *(word for word, kinds in SHARED.items() if kind in kinds)))


def rule_of(said):
    """The text of a message without what differs from run to run."""
    text = re.sub(r"^\w+: (?:launch \d+ of \d+, )?(?:kernel \w+: )?", "", said)
    text = re.sub(r"^slot \d+(?:, tag \d+)?: ", "", text)
    text = re.sub(r"(halted on a fault in the DUT: illegal instruction) .*", r"\1", text)
    return without_numbers(MNEMONIC.sub("INSTRUCTION", re.sub(r"\S*/(?=\w+\.sv)", "", text)))


class Group:
    """A group of failures. words: of the checker's row and rule. suspects: sets of words of instructions, the likeliest
    first; of class_alone no more is known than a class. far: as if so many others came before the first. steps: words
    of the wave's last instructions. Groups with one `same` are one from the start."""

    def __init__(self, name, failures):
        self.name, self.failures = name, failures
        self.report = next(filter(None, map(report_of, failures)), {})
        # Whether it is a failure of the unit: neither of the machine, nor of the bench, nor without a report.
        flaky = any(failure.get("state") == FLAKY for failure in failures)
        self.of_unit = bool(self.report) and not flaky and not name.startswith(INFRASTRUCTURE)
        first = divergence(self.report) or {}
        said, row = first.get("what") or failures[0].get("why", ""), first.get("row", "")
        history = self.report.get("wave", {}).get("history", [])
        self.steps = [words_of(name_of(step), step["instruction"]) for step in history if name_of(step)]
        rule = rule_of(said)
        self.words = {f"rule: {rule}"} | ({f"row {row}"} if row and row != ASSERTION else set())
        found = suspects(said, row, history)
        self.suspects = [words_of(*suspect) for suspect in found] or [of_class(kind) for kind in classes(said, row)]
        self.class_alone = not found and bool(self.suspects)
        self.far = FAR if row in TIMED else 1
        self.same = found[0].name if found else rule
        # Whether the reason may be another instruction than a suspect.
        read = bool(found) and found[0].name.startswith("s_getreg")  # of a state that is wrong already
        self.vague = failures[0]["verdict"] != "MISMATCH" or row not in VALUES or read
        if not self.vague:
            self.suspects = [words.difference(SHARED) for words in self.suspects]


def report_of(failure):
    try:
        return read_json(os.path.join(failure["folder"], "report.json")) if "folder" in failure else {}
    except Failed:
        return {}


def instruction_of(line):
    """(name, text) of a line of a program, None of another line. LLVM may have printed it in a comment."""
    text = (line.split("//", 1)[1] if "//" in line and ".long" in line else re.sub(r"(?://|;).*", "", line)).strip()
    found = MNEMONIC.match(text)
    return (found[0], text) if found else None


class Rates:
    """How many of the instructions of programs fit a condition."""

    def __init__(self, groups):
        folders = [failure["folder"] for group in groups for failure in group.failures if "folder" in failure]
        self.steps = collections.Counter()
        for folder in folders[:: max(1, len(folders) // PROGRAMS)]:
            self.steps.update(words_of(*one) for one in map(instruction_of, lines_of(folder)) if one)
        if not self.steps:  # no program of this instruction set
            self.steps.update(words for group in groups for words in group.steps)
        self.known = {}

    def share(self, words):
        if words not in self.known:
            count = sum(many for its, many in self.steps.items() if words <= its)
            self.known[words] = (count + 0.5) / (self.steps.total() + 64)
        return self.known[words]


def lines_of(folder):
    """The lines of the program that a failure left."""
    for name in ("random.s", "program.s"):
        try:
            return foreign.text_of(os.path.join(folder, name)).decode(errors="replace").splitlines()
        except (FileNotFoundError, foreign.Damaged):
            continue
    return []


# ---- the shortest description ---------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Condition:
    """words, all of which are in a group's words, or in those of one of its suspects where of_instruction."""

    words: frozenset
    of_instruction: bool

    @property
    def bits(self):
        return BITS + WORD * (len(self.words) - 1)

    def cost(self, group, rates):
        """The bits of a group whose cause has this condition; None: it does not hold."""
        if not self.of_instruction:
            seldom = any(word.startswith("row ") and word.removeprefix("row ") not in OFTEN for word in self.words)
            chance = SELDOM if seldom else CHANCE
            return max(0.0, GROUP + math.log2(chance)) if self.words <= group.words else None
        rank = next((rank for rank, its in enumerate(group.suspects, 1) if self.words <= its), None)
        return max(0.0, GROUP + math.log2(min(1.0, rank * group.far * rates.share(self.words)))) if rank else None


def conditions(groups, rates):
    """[(condition, {number of a group: bits})] of all that hold for a group and are narrow, in a fixed order."""
    found = {Condition(frozenset((word,)), False) for group in groups for word in group.words}
    for group in groups:
        for words in group.suspects:
            for many in (1, 2):
                found |= {Condition(frozenset(some), True) for some in itertools.combinations(sorted(words), many)}
    some = []
    for condition in sorted(found, key=lambda c: (len(c.words), not c.of_instruction, sorted(c.words))):
        if condition.of_instruction and rates.share(condition.words) > NARROW:
            continue
        costs = {n: condition.cost(group, rates) for n, group in enumerate(groups)}
        some.append((condition, {n: bits for n, bits in costs.items() if bits is not None}))
    return some


def described(groups, rates):
    """[(condition, groups)]: the shortest description that is found by taking the best condition, again and again."""
    some, alone = conditions(groups, rates), [BITS] * len(groups)
    best, taken = list(alone), []
    while True:
        gains = ((sum(max(0.0, best[n] - bits) for n, bits in costs.items()) - c.bits, c, costs) for c, costs in some)
        gain, condition, costs = max(gains, key=lambda one: one[0], default=(0.0, None, None))
        if gain <= 1e-9:
            break
        taken.append((condition, costs))
        best = [min(bits, costs.get(n, bits)) for n, bits in enumerate(best)]
    while less := next((rest for rest in fewer(taken) if total(rest, alone) <= total(taken, alone) + 1e-9), None):
        taken = less
    found = collections.defaultdict(set)  # by the number of a condition; a group that none explains is alone
    for n, bits in enumerate(alone):
        of_all = [(costs[n], k) for k, (_, costs) in enumerate(taken) if costs.get(n, bits) < bits]
        found[min(of_all)[1] if of_all else ("alone", n)].add(n)
    joined = []
    for key, its in found.items():
        fits = taken[key] if isinstance(key, int) else of_one(*its, some)
        joined.append((*fits, its))
    while pair := like(joined, some):
        one, two, both = pair
        joined = [cause for cause in joined if cause is not one and cause is not two] + [(*both, one[2] | two[2])]
    found = [(condition, [groups[n] for n in sorted(its)]) for condition, _, its in joined]
    return with_classes(found)


def with_classes(found):
    """A cause of whose instructions no more is known than a class is part of the largest one of this class."""
    for condition, its in list(found):
        if not all(group.class_alone for group in its):
            continue
        kinds = frozenset().union(*(words for group in its for words in group.suspects))
        fits = [
            others
            for _, others in found
            if others is not its and all(group.suspects and kinds & group.suspects[0] for group in others)
        ]
        if fits:
            max(fits, key=lambda others: sum(len(group.failures) for group in others)).extend(its)
            found.remove((condition, its))
    return found


def of_one(number, some):
    """The best condition for one group, with its bits."""
    holding = [one for one in some if number in one[1]]
    return min(holding, key=lambda one: one[0].bits + one[1][number])


def fewer(taken):
    """A cause may have lost its groups to later ones: each list with one cause less."""
    return (taken[:n] + taken[n + 1 :] for n in range(len(taken)) if len(taken) > 1)


def total(taken, alone):
    bits = sum(condition.bits for condition, _ in taken)
    return bits + sum(min([bits, *(costs[n] for _, costs in taken if n in costs)]) for n, bits in enumerate(alone))


def like(causes, some):
    """Two causes that one condition on instructions takes at little cost, and it with its bits; else None."""
    for one, two in itertools.combinations(causes, 2):
        its = one[2] | two[2]
        bits = sum(costs[n] for _, costs, numbers in (one, two) for n in numbers)
        fits = [one for one in some if one[0].of_instruction and its <= one[1].keys()]
        both = min(fits, key=lambda one: sum(one[1][n] for n in its), default=None)
        if both and sum(both[1][n] for n in its) <= bits + LIKE * len(its):
            return one, two, both
    return None


@dataclasses.dataclass
class Cause:
    """A condition and the groups that it explains. by_runs: names of those that runs have joined to it.
    suspects: the modules of the RTL that are most likely wrong, the likeliest first. needs: modifiers without which its
    small program does not fail: each has been taken out once."""

    condition: Condition
    groups: list
    by_runs: list = dataclasses.field(default_factory=list)
    suspects: list = dataclasses.field(default_factory=list)
    needs: list = dataclasses.field(default_factory=list)

    @property
    def jobs(self):
        return sum(len(group.failures) for group in self.groups)

    def common(self):
        """Words that the likeliest suspects of its groups have in common."""
        its = [group.suspects[0] for group in self.groups if group.suspects and group.name not in self.by_runs]
        return frozenset.intersection(*its) if its else frozenset()

    def instructions(self, rates):
        """Words of the instructions without which its failures may pass; empty where no instruction or too many fit."""
        words = self.condition.words if self.condition.of_instruction else self.common()
        return words if rates.share(words) <= NARROW else frozenset()

    def name(self, rates):
        """What the likeliest suspects of its groups have in common, the rarest words first."""
        common = self.common()
        if not self.condition.of_instruction or not common:
            return ", ".join(sorted(self.condition.words)).removeprefix("rule: ")
        if any(MNEMONIC.fullmatch(word) for word in common):
            common = {word for word in common if not word.endswith("_*")}  # the name says it
        shares = {word: rates.share(frozenset((word,))) for word in sorted(common - SHARED.keys() or common)}
        words = sorted(shares, key=lambda word: (word not in self.condition.words, shares[word]))
        return ", ".join(dict.fromkeys([*words[:NAMED], *self.needs]))

    def made_small(self, lines):
        """Takes the modifiers of its instructions in a program from which shrink could take no more. From instructions
        that are written as data it takes nothing."""
        words = self.condition.words if self.condition.of_instruction else self.common()
        coded = (instruction_of(line) for line in lines if not shrink.DATA.match(line))
        its = (words_of(*one) for one in coded if one)
        self.needs = sorted(MODIFIERS & frozenset().union(*(one for one in its if words and words <= one)))


def found(of_groups):
    """(causes, those of most jobs first, the Rates by which they were found). of_groups: {name: its failures}"""
    groups = [Group(*item) for item in of_groups.items()]
    rates, same = Rates(groups), collections.defaultdict(list)
    for group in groups:
        if group.of_unit:
            same[group.same].append(group)
    causes = [
        Cause(condition, [group for one in its for group in same[one.same]])
        for condition, its in described([its[0] for its in same.values()], rates)
    ]
    causes += [Cause(Condition(frozenset((group.name,)), False), [group]) for group in groups if not group.of_unit]
    return sorted(causes, key=lambda cause: -cause.jobs), rates


# ---- runs ----------------------------------------------------------------------------------------------


class Runs:
    """Runs programs of failures with instructions taken out.

    command(failure): how it runs, as (path of the description, injected fault, function that shrink.Judge takes). It is
    None where that is no single run in lockstep. over(): whether the time is over."""

    def __init__(self, command, jobs, over):
        self.command, self.jobs, self.over = command, jobs, over
        self.cases = {}
        self.stack = contextlib.ExitStack()
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())

    def close(self):
        self.stack.close()

    def case(self, failure):
        """(judge, case) of a failure that comes again, else None."""
        if failure["id"] not in self.cases:
            self.cases[failure["id"]] = self.made(failure)
        return self.cases[failure["id"]]

    def made(self, failure):
        try:
            how = self.command(failure)
            case = how and shrink.read_case(*how[:2])
        except shrink.Refused:
            return None
        if not how or case.language.own:
            return None
        judge = shrink.Judge(how[2], str(failure["job"]["seed"]), self.folder, self.jobs, self.over)
        self.stack.enter_context(contextlib.closing(judge))
        judge.limit = ["--hang-cycles", str(HANG_CYCLES)]
        return (judge, case) if fails(judge, case) else None

    def explain(self, words, group):
        """Whether instructions with these words explain a group, by its first failure that comes again."""
        known = (None if self.over() else self.case(failure) for failure in group.failures)
        judge, case = next(filter(None, known), (None, None))
        if not case:
            return False
        sizes = shrink.words_of(case)
        known = [n for n in case.instructions() if n in sizes]

        def fails_without(numbers):
            return fails(judge, shrink.with_gaps_at(case, numbers, sizes))

        its = [n for n in known if fits(case.lines[n], words)]
        if not its or fails_without(its):
            return False
        its = fewest(its, fails_without)
        others = [n for n in known if n not in set(its) and not STAY.match(case.lines[n])]
        chosen = (random.Random(seed).sample(others, min(len(others), len(its))) for seed in range(CONTROLS))
        return all(map(fails_without, chosen)) and not self.over()


def fails(judge, case):
    group, result = judge.run(case)
    return group != shrink.NEVER or result["verdict"] in shrink.VERDICTS


def fits(line, words):
    """Whether a line is an instruction that has these words."""
    one = instruction_of(line)
    return bool(one) and words <= words_of(*one)


def fewest(numbers, fails_without):
    """Some of the instructions, without which the case no longer fails, as without all: halves of halves."""
    while len(numbers) > 1:
        halves = numbers[: len(numbers) // 2], numbers[len(numbers) // 2 :]
        less = next((half for half in halves if not fails_without(half)), None)
        if less is None:
            break
        numbers = less
    return numbers


def joined(causes, runs, rates):
    """The causes, without those that runs have joined to another one: a smaller one, or one without an instruction."""
    causes = list(causes)
    for small in sorted(causes, key=lambda cause: cause.jobs):
        if not all(group.vague for group in small.groups):
            continue
        alone = not small.instructions(rates)
        others = [(other.instructions(rates), other) for other in causes if other is not small]
        others = [(words, other) for words, other in others if words and (alone or other.jobs >= small.jobs)]
        for words, cause in sorted(others, key=lambda one: rates.share(one[0])):
            if all(runs.explain(words, group) for group in small.groups[:LOOKED_AT]):
                cause.groups += small.groups
                cause.by_runs += [group.name for group in small.groups]
                causes.remove(small)
                break
    return causes
