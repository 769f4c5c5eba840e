# SPDX-License-Identifier: Apache-2.0
"""The page of a night, report.html, made from stored facts of a night that never ran.

usage: test_report_page.py                        what html.parser can see: every group, every text escaped, landmarks
       test_report_page.py --chromium [FOLDER]    the same page in a headless Chromium, light and dark, narrow and wide.
                                                  No request, no message of the console, no overflow, contrast of AA.
                                                  Screenshots go to FOLDER.
       test_report_page.py --look PAGE FOLDER     the same of a page of your own
"""
import base64
import functools
import html.parser
import json
import os
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

from tests.chromium import Chromium
from wl import ROOT
from wl.failures import causes
from wl.night import kinds, page, page_data, report, smaller, stages
from wl.night.history import TOTALS, History
from wl.night.journal import Refused


EVIL = "</pre><script>alert(1)</script><img src='http://x/y' onerror=alert(2)>&\"\x1b[31m"
GROUP = "MISMATCH: EXEC, vector memory, global_load_dword"
VOID = {"meta", "link", "br", "img"}
SIZES = ((400, 800), (1600, 1000))


# ---- a night -----------------------------------------------------------------------------------------


def step(cycle, pc, text):
    return {"cycle": cycle, "pc": f"0x{pc:012x}", "words": ["0xdc508000", "0x05000004"], "instruction": text}


HISTORY = [
    step(52, 0x100002300, "s_load_dwordx4 s[8:11], s[0:1], 0x0"),
    step(140, 0x100002308, "s_waitcnt lgkmcnt(0)"),
    step(142, 0x10000230C, "v_lshlrev_b32_e32 v1, 2, v0"),
    step(148, 0x100002310, "global_load_dword v5, v[4:5], off " + EVIL),
]
STAGES = [  # instruction, thread, (stage, cycle), last
    ("100002300: s_load_dwordx4", 0, (("F", 30), ("I", 52), ("M", 56), ("B", 118)), 120),
    ("100002308: s_waitcnt", 0, (("lgkm_cnt", 53), ("I", 140)), 141),
    ("10000230c: v_lshlrev_b32", 0, (("I", 142), ("X", 143), ("B", 146)), 147),
    ("200000000: of another wave", 1, (("F", 100), ("I", 141)), 142),
    ("100002310: global_load_dword " + EVIL, 0, (("valu", 143), ("I", 148), ("X", 149)), 150),
]
PICTURES = {"image": f"to {EVIL}", "level": 0, "differing": 3}
PICTURES.update({side: f"to.level0.{side}.png" for side in page_data.SIDES})
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
REPORT = {
    "verdict": "MISMATCH",
    "why": "slot 0: EXEC is 0x8, expected 0x0 " + EVIL,
    "divergences": [
        {
            "verdict": "MISMATCH",
            "cycle": 149,
            "slot": 0,
            "row": "EXEC",
            "index": 0,
            "what": "slot 0: EXEC",
            "unit": ["0x00000008", "0xffffffff"],
            "expected": ["0x00000000", "0xffffffff"],
        }
    ],
    "wave": {
        "history": HISTORY,
        "operands": [
            {"name": "exec", "value": "0xffff"},
            {"name": "v4", "lanes": ["0x00000001"] * 63 + ["0x00000007"]},
        ],
        "unit": {"PC": "0x100002314", "EXEC": "0xffffffff00000008", "VCC": "0x0", "SCC": "0x1"},
        "expected": {"PC": "0x100002314", "EXEC": "0xffffffff00000000", "VCC": "0x0", "SCC": "0x1"},
    },
}
PROGRAM = [
    "main:",
    "  s_load_dwordx4 s[8:11], s[0:1], 0x0",
    f"  global_load_dword v5, v[4:5], off // {EVIL}",
    "  s_endpgm",
]
BLOCKS = ("rtl/flow", "rtl/issue", "rtl/lds", "rtl/scalar", "rtl/simd", "rtl/vmem")


def konata():
    """The log of STAGES."""
    events = []
    for number, (text, thread, found, last) in enumerate(STAGES):
        events.append((found[0][1], f"I\t{number}\t{number}\t{thread}"))
        events += [(cycle, f"S\t{number}\t0\t{name}") for name, cycle in found]
        events.append((last, f"L\t{number}\t0\t{text}\nR\t{number}\t{number}\t0"))
    lines, now = ["Kanata\t0004", "C=\t0"], 0
    for cycle, text in sorted(events, key=lambda event: event[0]):
        lines += [f"C\t{cycle - now}"] * (cycle > now) + [text]
        now = cycle
    return "\n".join(lines) + "\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


def entry(kind, name, verdict="PASS", **more):
    found = {
        "id": f"{kind} {name}",
        "kind": kind,
        "verdict": verdict,
        "cycles": 5000,
        "instructions": 1000,
        "seconds": 1.5,
    }
    found.update({"profile": "default", "count": 1000, "seed": 8} if kind == "random" else {"seed": 8})
    return {**found, "again": f"make sim TEST={name} SEED=8", "job": {"id": name, "kind": kind}, **more}


@functools.lru_cache(maxsize=None)
def nights_before():
    """The history of nine nights."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history.sqlite")
        for n in range(9):
            history = History(path, f"2026-11-0{n + 1}-1", f"git {n}, gcc", "0", False)
            total = {"jobs": 900 + 40 * n, "failed": n % 3, "cycles": 10**8, "instructions": 10**7 + n * 10**6}
            total.update(seconds=28800.0, lockstep_seconds=20000.0)
            history.measured(total, {"opcodes": (900 + n, 1000), **({"mutants": (90 + n, 100)} if n > 3 else {})})
            history.file.close()
        with open(path, "rb") as file:
            return file.read()


class Night:
    """A night in a folder: groups with and without a small program, coverage, mutants, and nights before it."""

    def __init__(self, folder, failing=True, measured=True):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        bad = os.path.join(folder, "default-1000-8")
        self.entries = [entry("random", f"default 1000 {n}") for n in range(39)]
        ratios = [{"what": "SIMD busy, user time", "median": 1.0825, "least": 1.05, "most": 1.2}]
        self.entries.append(entry("campaigns", "what the checker costs", ratios=ratios if measured else []))
        known = {}
        small = {}
        if failing:
            what = {"folder": bad, "group": GROUP, "state": "persistent", "waves": "failure.fst"}
            self.entries += [
                entry("random", f"{n} {EVIL}", "MISMATCH", why=f"MISMATCH: {EVIL}", **what) for n in range(11)
            ]
            flaky = {"group": "HANG: vectors " + EVIL, "state": "flaky", "differs": "1 of 4 runs fail", "folder": bad}
            self.entries.append(entry("vectors", "smoke", "HANG", why="HANG: no wave has started", **flaky))
            bench = {"folder": os.path.join(folder, "benches_lds-unit_8"), "group": "EXPECT: benches lds-unit"}
            write(os.path.join(bench["folder"], "log.txt"), f"first\nlast {EVIL}\n")
            self.entries.append(
                entry("benches", "lds-unit", "EXPECT", why="EXPECT: a read", state="persistent", **bench)
            )
            lost = "infrastructure: 3 workers were lost on a job"
            self.entries.append(entry("proofs", "barrier", "ERROR", why=f"ERROR: {lost}", group=lost))
            write(os.path.join(bench["folder"], "result.json"), {"pictures": [PICTURES, {**PICTURES, "level": 1}]})
            for side in page_data.SIDES:
                with open(os.path.join(bench["folder"], PICTURES[side]), "wb") as file:
                    file.write(PNG)
            write(os.path.join(bad, "report.json"), REPORT)
            write(os.path.join(bad, "small", "report.json"), REPORT)
            write(os.path.join(bad, "small", "program.s"), "\n".join(PROGRAM) + "\n")
            write(os.path.join(bad, "small", smaller.STAGES), konata())
            known = {GROUP: "new", flaky["group"]: "known since 2026-11-01-1 (2026-11-02, git 1bac197be43d)"}
            small[GROUP] = {
                "folder": os.path.join(bad, "small"),
                "again": f"make sim TEST={bad}/small SEED=8",
                "instructions": 3,
                "size": "3 instructions in 1 wave",
                "runs": 187,
                "seconds": 12.5,
                "other_seeds": "8 of 8",
                "whole": True,
            }
            small[flaky["group"]] = {"about": "no failure of the group is persistent and left a folder"}
        self.totals = report.Totals()
        for found in self.entries:
            self.totals.add(dict(found))
        if measured:
            self.measure()
        path = os.path.join(folder, "history.sqlite")
        with open(path, "wb") as file:
            file.write(nights_before())
        found, rates = causes.found(self.totals.groups())
        self.history = History(path, "night", "git 1bac197be43d, gcc 12", "0", False)
        self.facts = {
            "name": "night",
            "partial": None,
            "first": 1,
            "elapsed": 3725.5,
            "build": "git 1bac197be43d, gcc 12.2.0, Verilator 5.006",
            "identity": "0" * 64,
            "folder": folder,
            "kinds": ["random", "vectors", "benches", "proofs", "mutants", "campaigns"],
            "left": {"proofs": 7, "mutants": 200},
            "again": {"random": 3},
            "unsettled": [],
            "open_beside": [],
            "known": known,
            "small": small,
            "causes": found,
            "rates": rates,
            "not_ranked": "build/wavelock-counted is not there",
            "findings": [],
            "fixed": {"MISMATCH: SCC, scalar, s_add_u32": ("known since before", "random 7")} if failing else {},
        }

    def measure(self):
        code = [
            {"block": b, "metric": m, "hit": 970 - 31 * n, "of": 1000}
            for m in ("line", "toggle")
            for n, b in enumerate(BLOCKS)
        ]
        holes = [{"name": f"v_mad_mix x literal {EVIL}", "fill": f"a vector with v_mad_mix_f32 {n}"} for n in range(30)]
        functional = [{"group": "opcode x operand", "hit": 800, "of": 830, "holes": holes}]
        write(os.path.join(self.folder, "coverage.json"), {"code": code, "functional": functional})
        numbers = {"mutants": 210, "never": 12, "silent": 3, "equivalent": 9, "caught": 186, "median_cycles": 6.5}
        survivor = {"block": "rtl/lds", "id": 17, "file": "rtl/lds/lds.sv", "line": 88, "operator": "missing term"}
        survivor.update(
            before="a && b" + EVIL,
            after="a",
            activated_by={"test": "lds_banks seed 1", "cycle": 70},
            kill="two waves at one bank",
        )
        rows = [{"block": name, **numbers} for name in BLOCKS]
        write(os.path.join(self.folder, "mutants.json"), {"blocks": rows, "survivors": [survivor]})

    def data(self):
        return page_data.data(self.totals, self.entries, self.facts, self.history)


# ---- what html.parser sees ---------------------------------------------------------------------------


class Reader(html.parser.HTMLParser):
    """The elements of a page. Each is closed where it must be."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.ids, self.links, self.texts = [], [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [attributes["id"]] if "id" in attributes else []
        self.links += [attributes[key] for key in ("href", "src") if key in attributes]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self):
        return "".join(self.texts)


class Pages(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def page(self, **options):
        night = Night(self.dir, **options)
        data = night.data()
        return night, json.loads(json.dumps(data)), Reader(page.html_of(data))

    def test_every_group_is_there(self):
        night, data, seen = self.page()
        self.assertEqual([group["name"] for group in data["groups"]], list(night.totals.groups()))
        for number, group in enumerate(data["groups"], 1):
            self.assertIn(f"group-{number}", seen.ids)
            self.assertIn(group["name"].replace("\x1b", "?"), seen.text)
            for job in group["jobs"]:
                self.assertIn(job["again"].replace("\x1b", "?"), seen.text)
        self.assertIn("and 3 more, in junit.xml", seen.text)
        for line in (*PROGRAM, "new", "MISMATCH: SCC, scalar, s_add_u32", "gtkwave ", f"last {EVIL}"):
            self.assertIn(line.replace("\x1b", "?"), seen.text)

    def test_nothing_becomes_markup(self):
        _, _, seen = self.page()
        self.assertFalse({tag for tag, _ in seen.tags} & {"script", "iframe", "object", "form"})
        self.assertEqual([a for _, a in seen.tags for key in a if key.startswith("on")], [])
        self.assertEqual(
            [link for link in seen.links if not link.startswith(("#", "data:,", "data:image/png;base64,"))], []
        )
        self.assertEqual(len(seen.ids), len(set(seen.ids)))
        self.assertEqual([link for link in seen.links if link[0] == "#" and link[1:] not in seen.ids], [])
        self.assertNotIn("\x1b", seen.text)
        with open(page.STYLE, encoding="utf-8") as file:
            style = file.read()
        self.assertFalse("url(" in style or "@import" in style or "<" in style)

    def test_other_nights(self):
        """A group and what is fixed lead to the page of the first night that had it, if that is still there. The index
        has a row of every night."""
        nights = os.path.join(self.dir, "nights")
        night = Night(os.path.join(nights, "night"))
        names = {"old night": {"old one", "fixed one"}, "gone": {"other"}}
        for name, groups in names.items():
            history = History(night.history.path, name, "git 1, gcc", "0", False)
            history.record({group: [{"job": {"id": "j", "kind": "random"}}] for group in groups}, set(), True)
            history.measured({**dict.fromkeys(TOTALS[:4], 7), "seconds": 1.0, "lockstep_seconds": 1.0}, {})
            history.file.close()
        write(os.path.join(nights, "old night", "report.html"), "a page")
        write(os.path.join(nights, "old night", "report.json"), {"verdict": "FAIL"})
        night.history = History(night.history.path, "now", "git 2, gcc", "0", False)
        night.facts["fixed"] = {group: ("known since then", "random 7") for group in ("fixed one", "other")}
        data = night.data()
        self.assertEqual([one["first"] for one in data["fixed"]], ["../old night/report.html", ""])
        seen = Reader(page.html_of(data))
        self.assertEqual(seen.links.count("../old%20night/report.html"), 1)
        rows = page_data.nights(night.history, nights)
        self.assertEqual([row["name"] for row in rows][:3], ["now", "gone", "old night"])
        self.assertEqual([row["verdict"] for row in rows][:3], ["", "", "FAIL"])
        self.assertEqual([row["groups"] for row in rows][:3], [0, 1, 2])
        seen = Reader(page.index_of(rows))
        self.assertEqual([link for link in seen.links if not link.startswith("data:")], ["old%20night/report.html"])
        self.assertEqual(len(rows), 12)

    def test_changes(self):
        """The commits since the night before, or why they are not known."""
        night = Night(self.dir)

        def since(before, now):
            for name, revision in (("before", before), ("now", now)):
                night.history = History(night.history.path, name, f"{revision}, gcc", "0", True)
            return page_data.changes(night.history)

        def revision(name):
            command = ["git", "rev-parse", "--short=12", name]
            return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

        head = revision("HEAD")
        self.assertEqual(since(f"git {head}", f"git {head}"), {"since": "before", "commits": []})
        found = since(f"git {head}", f"git {head}-dirty")
        self.assertEqual(found["why"], "files that were not committed are not in the list")
        self.assertIn("not both commits", since("git none", f"git {head}")["why"])
        self.assertIn("git knows no way", since("git " + 12 * "0", f"git {head}")["why"])
        if not os.path.exists(os.path.join(ROOT, ".git", "shallow")):
            subject = subprocess.run(
                ["git", "log", "-1", "--format=%s"], cwd=ROOT, capture_output=True, text=True, check=True
            )
            lines = since(f"git {revision('HEAD~1')}", f"git {head}")["commits"]
            self.assertTrue(lines[0].endswith(subject.stdout.strip()), lines)

    def test_summary_is_no_markup(self):
        """Texts of a night stay texts in summary.md, and the lines to copy stay whole."""
        again = "make sim TEST='a`b' SEED=1"
        night = Night(self.dir, failing=False)
        found = entry("random", f"8 [x](http://y) `{EVIL}`", "MISMATCH", why=f"MISMATCH: {EVIL} *x*", group=f"G {EVIL}")
        night.totals.add({**found, "again": again})
        night.facts["small"] = {found["group"]: {"about": "nothing"}}
        night.facts["findings"] = [f"a finding {EVIL}\n# heading"]
        text = report.summary(night.totals, night.facts)
        for wrong in ("<", "](", "\x1b", "\n# heading", " *x*"):
            self.assertNotIn(wrong, text.replace("\\*x", ""), wrong)
        self.assertIn(f": `` {again} ``\n", text)

    def test_lines_to_copy_are_quoted(self):
        """A shell reads a name that it could take as its own as one word."""
        name = "e\"q'$(touch pwned) `x`"
        job = {"id": "x", "test": name, "delay": 3, "seed": 1}
        self.assertIn(f"TEST={name}", shlex.split(kinds.KINDS["vectors"].again(job)))
        words = shlex.split(kinds.KINDS["kernels"].again(job))
        self.assertIn(name, words)
        self.assertIn(f"TEST=build/control-kernels/{name}/test.json", words)

    def test_for_a_screen_reader(self):
        _, _, seen = self.page()
        names = [tag for tag, _ in seen.tags]
        for tag in ("header", "nav", "main", "footer", "h1"):
            self.assertEqual(names.count(tag), 1, tag)
        levels = [int(tag[1]) for tag in names if tag in ("h1", "h2", "h3", "h4")]
        self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
        pictures = [number for number, (tag, _) in enumerate(seen.tags) if tag == "svg"]
        self.assertTrue(pictures)
        for number in pictures:
            self.assertEqual((seen.tags[number][1]["role"], names[number + 1]), ("img", "title"))
        for tag, attributes in seen.tags:
            if tag == "th":
                self.assertIn(attributes["scope"], ("row", "col"))

    def test_words_at_the_top(self):
        night, data, seen = self.page()
        self.assertEqual(data["verdict"], "FAIL")
        self.assertIn("40 of 54 jobs passed, 14 failed: 4 causes, 1 new; 207 jobs did not run.", seen.text)
        for line in (
            "proofs: 7 of 8 jobs did not run",
            "mutants: 200 of 200 jobs did not run",
            "No verdict because of the machine, 1 times",
        ):
            self.assertIn(line, seen.text)
        others = ", ".join(kind for kind in kinds.KINDS if kind not in night.facts["kinds"])
        self.assertIn(f"Nobody asked for these kinds: {others}", seen.text)
        night.facts["partial"] = "stopped by SIGTERM"
        self.assertEqual(page_data.verdict(report.Totals(), night.facts), "PARTIAL")
        night.facts["partial"] = None
        self.assertEqual(page_data.verdict(report.Totals(), night.facts), "NOTHING RAN")

    def test_what_was_not_measured(self):
        _, data, seen = self.page(failing=False, measured=False)
        self.assertEqual((data["verdict"], data["coverage"], data["mutants"]), ("PASS", None, None))
        self.assertEqual(seen.text.count(page.NOT_MEASURED), 3)  # code, functional, mutants
        self.assertIn("No job failed.", seen.text)

    def test_tables(self):
        """The files that the build has written are named."""
        with unittest.mock.patch.object(page_data, "TABLES", ("README.md", "nothing")):
            _, data, seen = self.page(failing=False)
        self.assertEqual(data["tables"], ["README.md"])
        self.assertIn("Each opcode, and each row of the plan: README.md.", seen.text)

    def test_findings(self):
        """Something is wrong although no job failed: the night does not pass."""
        night = Night(self.dir, failing=False)
        night.facts["findings"] = [f"rtl/cu.sv:3: found {EVIL}, which is covered"]
        data = night.data()
        seen = Reader(page.html_of(data))
        self.assertEqual(data["verdict"], "FAIL")
        self.assertIn("40 of 40 jobs passed; 1 finding; ", seen.text)
        self.assertIn("findings", seen.ids)
        self.assertIn(night.facts["findings"][0].replace("\x1b", "?"), seen.text)
        self.assertIn("0 failed, 1 finding\n", report.summary(night.totals, night.facts))
        suite = xml.etree.ElementTree.fromstring(report.junit(night.totals, night.entries, night.facts))
        self.assertEqual((suite.get("tests"), suite.get("failures"), len(suite.findall("testcase"))), ("41", "1", 41))

    def test_night_without_jobs(self):
        """The first night, which ended before a job did, and one of proofs alone, without lockstep."""
        night = Night(self.dir, failing=False, measured=False)
        night.history = History(os.path.join(self.dir, "empty.sqlite"), "first", "git 0, gcc", "0", False)
        for entries, word in (([], "NOTHING RAN"), ([entry("proofs", "barrier", instructions=0)], "PASS")):
            night.totals, night.entries = report.Totals(), entries
            for found in entries:
                night.totals.add(dict(found))
            seen = Reader(page.html_of(night.data()))
            for text in (word, "No instruction ran in lockstep", "not measured"):
                self.assertIn(text, seen.text)

    def test_file_of_another_form(self):
        for text, said in (
            ("[]", "mutants.json: found a list, expected an object"),
            ('{"blocks": [{"block": 3}]}', "mutants.json: blocks[0].block: found 3, expected text"),
            ('{"survivors": [{}]}', "mutants.json: survivors[0].block: missing"),
            ("{", "mutants.json: expected JSON: Expecting property name"),
        ):
            night = Night(self.dir)
            write(os.path.join(self.dir, "mutants.json"), text)
            self.assertIn(f"It cannot be shown: {said}", Reader(page.html_of(night.data())).text)

    def test_pictures_of_images(self):
        with tempfile.TemporaryDirectory() as folder:
            seen = self.page()[2]
            self.assertEqual(seen.links.count(f"data:image/png;base64,{base64.b64encode(PNG).decode()}"), 6)
            self.assertIn("level 1: 3 texels not as expected", seen.text)
            write(os.path.join(folder, "result.json"), {"pictures": [{**PICTURES, "found": "../found.png"}]})
            self.assertEqual(page_data.images_of(folder), [])
            write(os.path.join(folder, "result.json"), {"pictures": [PICTURES]})
            for side, data in (("found", b"no PNG"), ("difference", PNG + bytes(page_data.LARGEST_PICTURE))):
                with open(os.path.join(folder, PICTURES[side]), "wb") as file:
                    file.write(data)
            self.assertEqual(set(page_data.images_of(folder)[0]["pictures"].values()), {""})

    def test_diagram(self):
        path = os.path.join(self.dir, "log")
        write(path, konata())
        found = stages.diagram(path, HISTORY, 149)
        self.assertEqual([row["text"] for row in found["rows"]], [s[0].split(": ")[1] for s in STAGES if s[1] == 0])
        self.assertEqual(found["rows"][1]["stages"], [["lgkm_cnt", 53, 140], ["I", 140, 141]])
        self.assertEqual(found["rows"][-1]["stages"], [["valu", 143, 148], ["I", 148, 149], ["X", 149, 150]])
        self.assertEqual((found["failure"], found["to"], found["whole"]), (149, 151, True))
        other = stages.diagram(os.path.join(self.dir, "none"), HISTORY, 149)
        self.assertEqual([row["stages"] for row in other["rows"]][-1], [["I", 148, 149]])
        self.assertFalse(other["whole"])

    def test_trends(self):
        night, data, seen = self.page()
        self.assertEqual(len(data["trends"]), 10)
        last = data["trends"][-1]
        self.assertEqual((last["name"], last["jobs"], last["failed"]), ("night", 54, 14))
        self.assertEqual(last["measures"]["mutants"], [6 * 186, 6 * 189])
        self.assertEqual(last["measures"]["code: line"], [6 * 970 - 31 * 15, 6000])
        self.assertEqual(last["measures"]["ratio: SIMD busy, user time"], [1082, 1000])
        self.assertIn("mutation score", seen.text)
        self.assertIn("1.082lockstep by bare, SIMD busy, user time", seen.text)
        data["trends"] = None
        self.assertIn("This run is not in the history", Reader(page.html_of(data)).text)


class Schema(unittest.TestCase):
    """A history of a night before there were trends is read on; one of a newer Wavelock is refused."""

    OLD = """
    CREATE TABLE run (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE NOT NULL, day TEXT NOT NULL,
      revision TEXT NOT NULL, identity TEXT NOT NULL, complete INTEGER NOT NULL);
    CREATE TABLE failure (run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL,
      count INTEGER NOT NULL, flaky INTEGER NOT NULL, job TEXT NOT NULL, PRIMARY KEY (run, name));
    CREATE TABLE fixed (run INTEGER NOT NULL REFERENCES run ON DELETE CASCADE, name TEXT NOT NULL,
      PRIMARY KEY (run, name));
    INSERT INTO run VALUES (1, 'old', '2026-11-01', 'git 0', '0', 1);
    INSERT INTO failure VALUES (1, 'g', 2, 0, '{"id": "a", "kind": "random"}');
    """

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "history.sqlite")

    def test_migration(self):
        with sqlite3.connect(self.path) as file:
            file.executescript(self.OLD)
        history = History(self.path, "new", "git 1, gcc", "0", False)
        self.assertEqual(history.open(), {"g": {"id": "a", "kind": "random"}})
        self.assertEqual(history.nights(9), [])  # the old night has no totals
        total = dict.fromkeys(("jobs", "failed", "cycles", "instructions", "seconds", "lockstep_seconds"), 1)
        for _ in range(2):  # once more replaces it
            history.measured(total, {"opcodes": (1, 2)})
        again = History(self.path, "new", "git 1, gcc", "0", False)
        self.assertEqual([night["measures"] for night in again.nights(9)], [{"opcodes": [1, 2]}])
        again.file.execute("PRAGMA user_version = 2")
        with self.assertRaisesRegex(Refused, "found schema 2, expected at most 1"):
            History(self.path, "newer", "git 2, gcc", "0", False)


# ---- in a browser ------------------------------------------------------------------------------------

OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Elements that reach over the page's edge and are not inside one that scrolls.
WIDER = """[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('.scroll, .labels, pre, .skip')).map(e => e.tagName + '.' + e.className).slice(0, 5)"""
# Texts whose contrast with their background is below level AA: 4.5, or 3 for large text.
CONTRAST = """(() => {
  const parse = c => (c.match(/[\\d.]+/g) || []).map(Number);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor);
    if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  const wrong = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, style = getComputedStyle(e);
    if (!walk.currentNode.textContent.trim() || e.closest('title') || !e.getClientRects().length) continue;
    const svg = e.closest('svg'), inside = svg && e.classList.contains('in');
    const front = parse(svg ? style.fill : style.color);
    const rect = inside ? e.previousElementSibling : null;
    const back = rect ? parse(getComputedStyle(rect).fill) : behind(svg ? svg.parentElement : e);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const ratio = (a + 0.05) / (b + 0.05);
    const text = walk.currentNode.textContent.trim().slice(0, 40);
    if (ratio < (large ? 3 : 4.5)) wrong.push(ratio.toFixed(2) + ' ' + text);
  }
  return [...new Set(wrong)].slice(0, 12);
})()"""


def look(path, folder):
    """Opens a page in all its forms: what is wrong, as lines. Screenshots go to the folder."""
    os.makedirs(folder, exist_ok=True)
    url = "file://" + os.path.abspath(path)
    wrong, browser = [], Chromium()
    try:
        for width, height in SIZES:
            for scheme in ("light", "dark"):
                name = f"{scheme}-{width}"
                browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
                browser.ask("Emulation.setDeviceMetricsOverride", **size)
                browser.open(url)
                if browser.value(f"matchMedia('(prefers-color-scheme: {scheme})').matches && innerWidth") != width:
                    wrong.append(f"{name}: the browser does not show it so")
                over = browser.value(OVERFLOW)
                if over > 0:
                    wrong.append(f"{name}: {over} pixels beyond the edge: {browser.value(WIDER)}")
                wrong += [f"{name}: contrast {text}" for text in browser.value(CONTRAST)]
                shot = browser.ask("Page.captureScreenshot", captureBeyondViewport=True, format="png")
                save(os.path.join(folder, f"{name}.png"), shot["data"])
                wrong += [f"{name}: {text}" for text in told(browser.events, url)]
        pdf = browser.ask("Page.printToPDF", printBackground=True)
        save(os.path.join(folder, "print.pdf"), pdf["data"])
    finally:
        browser.close()
    return wrong


def save(path, data):
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))


def told(events, url):
    """Requests but for the page, messages of the console, errors."""
    for method, about in events:
        if method == "Network.requestWillBeSent" and about["request"]["url"] not in (url, "data:,"):
            yield f"it asks for {about['request']['url']}"
        elif method == "Runtime.consoleAPICalled" or method == "Runtime.exceptionThrown":
            yield f"the console: {json.dumps(about)[:200]}"
        elif method == "Log.entryAdded":
            yield f"the console: {about['entry']['text']}"


BAD = """<!DOCTYPE html><html lang="en"><body style="background:#fff"><p style="color:#aaa">pale</p>
<div style="width:2000px">wide</div><img src="http://127.0.0.1:9/x.png" alt=""><script>console.error("no")</script>"""


def in_chromium(folder):
    """The stored night, one without failures, and a page that has each fault that is looked for."""
    failed = 0
    with tempfile.TemporaryDirectory() as made:
        for name, options in (("failing", {}), ("passing", {"failing": False, "measured": False})):
            path = os.path.join(made, f"{name}.html")
            write(path, page.html_of(Night(os.path.join(made, name), **options).data()))
            wrong = look(path, os.path.join(folder, name))
            failed += bool(wrong)
            print(f"{'FAIL' if wrong else 'PASS'} {name}: " + ("; ".join(wrong) or f"screenshots in {folder}/{name}"))
        write(os.path.join(made, "bad.html"), BAD)
        wrong = " ".join(look(os.path.join(made, "bad.html"), os.path.join(made, "bad")))
        for word in (
            "pixels beyond the edge",
            "contrast 2.32 pale",
            "asks for http://127.0.0.1:9/x.png",
            "the console: ",
        ):
            if word not in wrong:
                failed += 1
                print(f"FAIL a bad page: {word} is not found: {wrong}")
    return 1 if failed else 0


def main():
    os.chdir(ROOT)
    if sys.argv[1:2] in (["--chromium"], ["--look"]) and not shutil.which("chromium"):
        print("ERROR: chromium is missing: scripts/setup nightly", file=sys.stderr)
        return 6
    if sys.argv[1:2] == ["--chromium"]:
        return in_chromium(sys.argv[2] if len(sys.argv) > 2 else os.path.join("build", "report-page"))
    if sys.argv[1:2] == ["--look"] and len(sys.argv) == 4:
        wrong = look(sys.argv[2], sys.argv[3])
        print("\n".join(wrong) or f"PASS {sys.argv[2]}: screenshots in {sys.argv[3]}")
        return 1 if wrong else 0
    return unittest.main()


if __name__ == "__main__":
    sys.exit(main())
