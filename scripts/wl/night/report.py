# SPDX-License-Identifier: Apache-2.0
"""Sums of the results of a night: totals, summary.md, junit.xml."""
import collections
import html
import re

from wl.cover import points
from wl.cover.coverage import Coverage, functional_markdown
from wl.failures import groups
from wl.mutation import campaign
from wl.night import kinds
from wl.runs import foreign
from wl.runs.runner import duration, printable


SHOWN = 5  # failures of a group in summary.md


class Totals:
    """The sums of the journal."""

    def __init__(self, listed=None):
        """listed: the functional points of a night in lockstep."""
        self.listed, self.points, self.unlisted = listed, 0, set()
        self.verdicts = collections.Counter()
        self.jobs = self.instructions = self.cycles = 0
        self.by_kind = collections.Counter()
        self.seconds = collections.Counter()  # by kind
        self.by_profile = collections.Counter()  # of the random programs
        self.failures = []
        self.programs = {}  # by kind, ValuDelay and hash: ids of the jobs that ran it
        self.cpu = self.launch = 0.0  # processor time of served programs, and of their launches
        self.coverage = Coverage()
        self.mutants = []  # what the jobs of the kind mutation found
        self.ratios = {}  # by what was measured: medians

    def measured(self, entry):
        """The coverage and the functional points of a result. Damaged names the one that does not fit."""
        counts, some = Coverage(), 0
        try:
            if entry["verdict"] == "PASS" and entry.get("coverage"):
                counts.add(points.inflated(entry["coverage"]).decode().splitlines())
                some = points.unpacked(entry.get("points", ""))
        except ValueError as error:
            raise foreign.Damaged(f"coverage: {error}") from None
        if some >> len(self.listed or ()):
            raise foreign.Damaged(f"points: found one beyond the {len(self.listed or ())} of the list")
        return counts, some

    def add(self, entry, measured=None):
        """A result, and what it measured, where that is known."""
        measured = measured or self.measured(entry)
        self.jobs += 1
        self.instructions += entry["instructions"]
        self.cycles += entry["cycles"]
        self.verdicts[entry["verdict"]] += 1
        self.by_kind[entry["kind"]] += 1
        self.seconds[entry["kind"]] += entry["seconds"]
        if entry["kind"] == kinds.Random.name:
            self.by_profile[kinds.KINDS["random"].case(entry)[0]] += 1
        if "mutants" in entry:
            self.mutants.append(entry.pop("mutants"))
        self.ratios.update((one["what"], one["median"]) for one in entry.get("ratios", ()))
        for one in entry.pop("hashes", [entry["hash"]] if "hash" in entry else []):
            self.programs.setdefault((entry["kind"], entry.get("delay"), one), []).append(entry["id"])
        if entry.get("launch"):
            self.cpu += entry.get("cpu", 0.0)
            self.launch += entry["launch"]
        if entry["verdict"] != "PASS":
            self.failures.append(entry)
        else:
            self.add_points(entry, *measured)

    def add_points(self, entry, counts, some):
        """Adds a job's points: each counts once."""
        for key in ("coverage", "points"):
            entry.pop(key, None)
        self.coverage.add_counts(counts.counts)
        self.points |= some
        self.unlisted.update(entry.pop("unlisted", ()))
        for i in points.numbers_of(some):
            self.coverage.counts["point", self.listed.points[i].group, self.listed.points[i].name, "-"] += 1

    def functional(self):
        return self.coverage.functional(self.listed)

    def holes(self):
        """Lines of the points that were not hit."""
        return self.listed.lines(i for i in range(len(self.listed)) if not self.points >> i & 1)

    @property
    def failed(self):
        return len(self.failures)

    def groups(self):
        """{group: its failures}, the largest first; what the machine did comes last."""
        found = {}
        for entry in self.failures:
            found.setdefault(entry["group"], []).append(entry)
        return dict(sorted(found.items(), key=lambda i: (i[0].startswith(groups.INFRASTRUCTURE), -len(i[1]))))

    def same(self):
        """Lists of jobs that ran one program."""
        return [ids for ids in self.programs.values() if len(ids) > 1]

    def share(self):
        """How much of the processor time of random programs went into their runs in lockstep."""
        return f"{self.cpu:.0f} s, {self.launch / self.cpu:.1%} of them in lockstep" if self.cpu else "not known"

    def survivors(self):
        """mutants.json of the night; None: no job had mutants to switch on."""
        return campaign.merged(self.mutants) if self.mutants else None

    def named(self):
        """How many jobs of each kind, as words."""
        return ", ".join(f"{count} {kind}" for kind, count in sorted(self.by_kind.items()))


def plain(text):
    """A text in a document: one line, no markup of its own."""
    text = re.sub(r"\s*[\n\r]\s*", " ", printable(text)).replace("&", "&amp;").replace("<", "&lt;")
    return re.sub(r"[`|*]|(?<=\])[(:\[]", lambda found: "\\" + found[0], text)


def code(text):
    """A text in a document as code, whatever is in it."""
    text = re.sub(r"\s*[\n\r]\s*", " ", printable(text))
    ticks = "`" * (1 + max(map(len, re.findall("`+", text)), default=0))
    space = " " if "`" in text else ""
    return f"{ticks}{space}{text}{space}{ticks}"


def about(entry):
    """Lines on a failure: its headline, whether it comes again, its waveform."""
    yield entry["why"]
    if "state" in entry:
        yield entry["state"] + (f": {entry['differs']}" if "differs" in entry else "")
    if "waves" in entry:
        folder = "" if entry["waves"].startswith("none") else entry["folder"] + "/"
        yield f"waveform: {folder}{entry['waves']}"


def many(number, word):
    return f"{number} {word}{'' if number == 1 else 's'}"


def together(fixed):
    """Fixed groups, as {what is known of them: [(group, job that passes)]}: those of one night are mostly one bug."""
    found = {}
    for group, (known, job) in fixed.items():
        found.setdefault(known, []).append((group, job))
    return found


def also(findings):
    """Behind the number of failed jobs."""
    return f", {many(len(findings), 'finding')}" if findings else ""


def summary(totals, facts):
    """facts: name, partial (why, or None), first, elapsed, build, identity, folder, kinds; left: {kind: jobs}. again:
    {kind: jobs of failures that were open}. known: {group: what the history says of it}. fixed: {group: (that, the job
    that passes)}. causes, rates: what scripts/wl/failures/causes.py found. small: {group: what night/smaller.py found}.
    findings: lines on what is wrong although no job failed."""
    state = "PARTIAL, " + facts["partial"] if facts["partial"] else "complete"
    if facts["unsettled"] and not facts["partial"]:
        state = "INCOMPLETE"
    out = [
        f"# Nightly {facts['name']}: {state}, " f"{totals.failed} failed{also(facts['findings'])}\n",
        "| | |\n|---|---|",
        f"| jobs | {totals.jobs} ({totals.named() or 'none'}) |",
        f"| random programs | {', '.join(f'{plain(p)} {n}' for p, n in sorted(totals.by_profile.items())) or 'none'} |",
        *([f"| their processor time | {totals.share()} |"] if totals.by_profile else []),
        f"| seeds | from {facts['first']}; the memory's seed is the program's |",
        f"| instructions in lockstep | {totals.instructions} |",
        f"| cycles | {totals.cycles} |",
        f"| verdicts | {', '.join(f'{v} {n}' for v, n in sorted(totals.verdicts.items())) or 'none'} |",
        f"| time | {duration(facts['elapsed'])} |",
        f"| build | {plain(facts['build'])} |",
        f"| binaries and profiles | sha256 {facts['identity']} |\n",
        "## Kinds\n",
        "| kind | jobs | failed | time of the workers |\n|---|---:|---:|---:|",
    ]
    failed = collections.Counter(entry["kind"] for entry in totals.failures)
    for kind in facts["kinds"]:
        left = facts["left"].get(kind)
        jobs = f"{totals.by_kind[kind]}{f' of {totals.by_kind[kind] + left}' if left else ''}"
        if facts["again"].get(kind):
            jobs += f", {facts['again'][kind]} of them of open failures"
        out.append(f"| {kind} | {jobs} | {failed[kind]} | {duration(totals.seconds[kind])} |")
    if facts["unsettled"] or facts["open_beside"]:
        out.append("\n## Open\n")
        out += [f"- {plain(text)}" for text in facts["unsettled"]]
        out += [f"- a failure that was open is no job of this night: {plain(text)}" for text in facts["open_beside"]]
    if facts["causes"]:
        out.append("\n## Causes\n")
        for cause in facts["causes"]:
            small = next(filter(lambda its: "size" in its, (facts["small"][g.name] for g in cause.groups)), {})
            wrong = f"; most likely wrong: {', '.join(cause.suspects)}" if cause.suspects else ""
            of = f"{many(cause.jobs, 'job')} in {many(len(cause.groups), 'group')}"
            out.append(f"- {plain(cause.name(facts['rates']))}: {of}, {small.get('size', 'not made small')}{wrong}")
    out.append("\n## Failures\n")
    for group, failures in totals.groups().items():
        known = facts["known"].get(group)
        out.append(f"- {len(failures)} failed{f', {plain(known)}' if known else ''}: {plain(group)}")
        # A flaky one comes first: it is a defect of the bench, whatever the unit does.
        failures = sorted(failures, key=lambda e: e.get("state") != groups.FLAKY)
        for entry in failures[:SHOWN]:
            out.append(f"  - {plain(' '.join(kinds.KINDS[entry['kind']].case(entry)))}: {code(entry['again'])}")
            out += [f"    - {plain(line)}" for line in about(entry)]
        small = facts["small"][group]
        if "folder" in small:
            out.append(f"  - small, {plain(small['size'])}: {code(small['again'])}")
        if len(failures) > SHOWN:
            out.append(f"  - and {len(failures) - SHOWN} more, in junit.xml and {facts['folder']}/")
    if not totals.failures:
        out.append("none")
    if facts["findings"]:
        out.append("\n## Findings\n")
        out += [f"- {plain(text)}" for text in facts["findings"]]
    if facts["fixed"]:
        out.append("\n## Fixed\n")
        for known, groups_ in together(facts["fixed"]).items():
            out.append(f"- {plain(known)}, {many(len(groups_), 'group')}:")
            out += [f"  - {plain(group)}: {plain(job)} passes" for group, job in groups_]
    survivors = totals.survivors()
    if survivors:
        out.append("\n## Mutants at run time\n")
        out.append("| block | mutants | never activated | silent | equivalent | caught | median cycles |")
        out.append("|---|---:|---:|---:|---:|---:|---:|")
        keys = ("block", "mutants", "never", "silent", "equivalent", "caught", "median_cycles")
        out += ["| " + " | ".join(plain(str(block[key])) for key in keys) + " |" for block in survivors["blocks"]]
        keys = ("operator", *campaign.OF_OPERATOR)
        out.append("\n| operator | mutants | caught by vectors | by random programs | by either |")
        out.append("|---|---:|---:|---:|---:|")
        rows = [*survivors["operators"], campaign.total(survivors["operators"])]
        out += ["| " + " | ".join(plain(str(row[key])) for key in keys) + " |" for row in rows]
        out.append(f"\n{len(survivors['survivors'])} survived: {facts['folder']}/mutants.json")
    if totals.same():
        out.append("\n## Jobs with one program\n")
        out += [f"- {plain(', '.join(ids))}" for ids in totals.same()]
    if totals.instructions:  # not of a night without lockstep
        if totals.listed and not totals.coverage.instructions():
            out += ["", functional_markdown(totals.functional())]
        out += ["", totals.coverage.markdown()]
    return "\n".join(out).rstrip() + "\n"


def quoted(text):
    """An attribute of XML."""
    return '"' + html.escape(printable(text)) + '"'


def junit(totals, entries, facts):
    state = f"partial: {facts['partial']}" if facts["partial"] else "complete"
    errors = [f"The night ended early: {facts['partial']}"] * bool(facts["partial"]) + facts["unsettled"]
    errors += [f"{kind}: {left} jobs did not run" for kind, left in facts["left"].items() if left and facts["partial"]]
    out = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name={quoted("nightly " + facts["name"])} tests="{totals.jobs + len(facts["findings"] + errors)}" '
        f'failures="{totals.failed + len(facts["findings"])}" errors="{len(errors)}" time="{facts["elapsed"]:.1f}">',
        f'  <properties><property name="state" value={quoted(state)}/>'
        f'<property name="build" value={quoted(facts["build"])}/>'
        f'<property name="identity" value={quoted(facts["identity"])}/></properties>',
    ]
    for entry in entries:
        group, name = kinds.KINDS[entry["kind"]].case(entry)
        again = html.escape(printable(entry["again"]))
        out.append(f'  <testcase classname={quoted(group)} name={quoted(name)} time="{entry["seconds"]}">')
        if entry["verdict"] != "PASS":
            more = html.escape(printable("\n".join((entry["again"], *list(about(entry))[1:]))))
            out.append(f"    <failure type={quoted(entry['group'])} message={quoted(entry['why'])}>{more}</failure>")
        out.append(f"    <system-out>{again}</system-out></testcase>")
    for text in facts["findings"]:
        out.append(f'  <testcase classname="findings" name={quoted(text)}>')
        out.append(f'    <failure type="finding" message={quoted(text)}/></testcase>')
    for text in errors:
        out.append(f'  <testcase classname="night" name={quoted(text)}>')
        out.append(f'    <error type="unfinished" message={quoted(text)}/></testcase>')
    return "\n".join(out) + "\n</testsuite>\n"
