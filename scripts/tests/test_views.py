# SPDX-License-Identifier: Apache-2.0
"""Views of a run (docs/views.md). Needs build/wavelock.

Each view is read back by a reader of its own, which refuses what its format forbids, and held against the others: the
same instructions, waves, cycles and reasons.
"""
import collections
import json
import os
import re
import subprocess
import tempfile
import unittest

from wl import ROOT
from wl.runs import results


TOOL = "build/wavelock"
LANES = 64
# Together they have every unit, halts, traps, faults, sleep, messages, bank conflicts and several launches.
TESTS = (
    "saxpy",
    "transpose",
    "sleep",
    "fork_join",
    "single_step",
    "export/ends",
    "message_order",
    "flow/vskip_classes",
    "flow/fault_two",
    "flow/expcnt",
    "ds_direct",
    "flow/nop_cycles",
    "shapes",
    "kernels/launches",
)


class Malformed(Exception):
    """A view that its format forbids."""


def ensure(good, what):
    if not good:
        raise Malformed(what)


# ---- Konata ------------------------------------------------------------------------------------------

EXECUTION = ("I", "X", "M", "B")


class Row:
    """An instruction of the log."""

    def __init__(self, thread):
        self.thread, self.stages, self.text, self.ended, self.flushed = thread, [], "", None, False

    def begin(self, stage, cycle):
        self.stages.append((stage, cycle))

    def cycle(self, stage):
        return next((cycle for name, cycle in self.stages if name == stage), None)


def check_row(number, row):
    """Stages in order: fetch, then reasons to wait, then I, X, M, B, each once."""
    names = [name for name, _ in row.stages]
    cycles = [cycle for _, cycle in row.stages]
    what = f"instruction {number}: stages {row.stages}"
    ensure(row.ended is not None, f"{what}: it does not end")
    ensure(cycles == sorted(cycles) and (not cycles or cycles[-1] <= row.ended), f"{what}: not in order")
    issue = names.index("I") if "I" in names else len(names)
    ensure(("I" in names) != row.flushed, f"{what}: it issues or is flushed")
    ensure("F" not in names[1:], f"{what}: F is first")
    ensure(not set(EXECUTION) & set(names[:issue]), f"{what}: before it issues")
    ensure(set(names[issue:]) <= set(EXECUTION), f"{what}: a wait after it issues")
    places = [EXECUTION.index(name) for name in names[issue:]]
    ensure(places == sorted(set(places)), f"{what}: after it issues")
    if issue < len(names):
        ensure(row.text, f"{what}: no text")
        after = row.stages[issue + 1][1] if issue + 1 < len(names) else row.ended
        ensure(after == cycles[issue] + 1, f"{what}: the issue takes one cycle")


def read_konata(text):
    """{number: Row}, and the last cycle."""
    lines = text.split("\n")
    ensure(lines[:2] == ["Kanata\t0004", "C=\t0"] and lines[-1] == "", "head or end")
    rows, cycle, retired = {}, 0, 0
    for line in lines[2:-1]:
        kind, *rest = line.split("\t")
        if kind == "C":
            ensure(int(rest[0]) > 0, line)
            cycle += int(rest[0])
            continue
        number = int(rest[0])
        if kind == "I":
            ensure(number == len(rows), f"{line}: numbers count from 0")
            rows[number] = Row(int(rest[2]))
            continue
        ensure(number in rows and rows[number].ended is None, f"{line}: not there")
        row = rows[number]
        if kind == "S":
            row.begin(rest[2], cycle)
        elif kind == "L" and rest[1] == "0":
            row.text = rest[2]
        elif kind == "R":
            row.ended, row.flushed = cycle, rest[2] == "1"
            ensure(int(rest[1]) == retired, f"{line}: out of turn")
            retired += not row.flushed
        else:
            ensure(kind == "L", line)
    for number, row in rows.items():
        check_row(number, row)
    return rows, cycle


# ---- Perfetto ----------------------------------------------------------------------------------------


def varint(data, at):
    value = shift = 0
    while True:
        ensure(at < len(data), "a number ends early")
        value |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 0x80:
            return value, at


def fields(data):
    """A message of protobuf: {number of the field: its values}."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        tag, at = varint(data, at)
        ensure(tag & 7 in (0, 2) and tag >> 3, f"field {tag >> 3} of wire type {tag & 7}")
        size, at = varint(data, at)
        if tag & 7:
            ensure(at + size <= len(data), f"field {tag >> 3} ends early")
            size, at = data[at : at + size], at + size
        found[tag >> 3].append(size)
    return found


class Perfetto:
    """The trace: names of the tracks, their slices (begin, end, name, annotations) and their counts (at, value)."""

    def __init__(self, data):
        self.tracks, self.counters, self.names = {}, set(), {}
        self.slices, self.counts, self.open = (collections.defaultdict(list) for _ in range(3))
        self.last, self.cleared = 0, False
        trace = fields(data)
        ensure(set(trace) == {1}, "a trace is packets")
        for packet in trace[1]:
            self.packet(fields(packet))
        ensure(not any(self.open.values()), f"open slices: {self.open}")

    def packet(self, packet):
        ensure(packet[10] == [1] and len(packet[13]) == 1, "sequence and flags")
        ensure((packet[13][0] & 1) != self.cleared and packet[13][0] & 2, "incremental state")
        self.cleared = True
        for descriptor in map(fields, packet.get(60, [])):
            (number,) = descriptor[1]
            ensure(number not in self.tracks, f"track {number} twice")
            ensure(all(parent in self.tracks for parent in descriptor[5]), f"track {number}: no parent")
            self.tracks[number] = descriptor[2][0].decode() if descriptor[2] else ""
            if descriptor[8]:
                self.counters.add(number)
        for interned in map(fields, packet.get(12, [])):
            for entry in map(fields, interned[2]):
                ensure(entry[1][0] not in self.names, f"name {entry[1][0]} twice")
                self.names[entry[1][0]] = entry[2][0].decode()
        for event in map(fields, packet.get(11, [])):
            self.event(packet[8][0], event)

    def event(self, at, event):
        (kind,), (track,) = event[9], event[11]
        ensure(track in self.tracks, f"no track {track}")
        ensure(at >= self.last or kind == 4, f"{at} comes after {self.last}")
        self.last = max(at, self.last)
        if kind == 4:
            ensure(track in self.counters, f"{self.tracks[track]} is no counter")
            self.counts[track].append((at, event[30][0]))
            return
        ensure(track not in self.counters and kind in (1, 2), f"an event of kind {kind}")
        if kind == 1:
            notes = {note[10][0].decode(): note[3][0] for note in map(fields, event[4])}
            self.open[track].append((at, self.names[event[10][0]], notes))
        else:
            ensure(self.open[track], f"{self.tracks[track]}: no slice to end")
            begin, name, notes = self.open[track].pop()
            self.slices[track].append((begin, at, name, notes))

    def of(self, pattern):
        """The slices of all tracks of this name."""
        return [s for track, found in self.slices.items() if re.fullmatch(pattern, self.tracks[track]) for s in found]


# ---- ROCprof Compute Viewer ----------------------------------------------------------------------------

STATES = ("EMPTY", "IDLE", "EXEC", "WAIT", "STALL")
TOKENS = ("NONE", "SMEM", "SALU", "VMEM", "FLAT", "LDS", "VALU", "JUMP", "NEXT", "IMMED", "TRAP", "MSG")
HEADER = ["ISA", "_", "LineNumber", "Source", "Codeobj", "Vaddr", "Hit", "Latency", "Stall", "Idle"]


class Viewer:
    """The folder: rows of the code by line, and waves."""

    def __init__(self, folder):
        self.folder = folder
        code, names, self.occupancy = map(self.read, ("code.json", "filenames.json", "occupancy.json"))
        ensure(code["header"] == HEADER, "columns of the code")
        ensure([row[2] for row in code["code"]] == list(range(1, len(code["code"]) + 1)), "lines of the code")
        ensure([row[5] for row in code["code"]] == sorted(row[5] for row in code["code"]), "addresses of the code")
        self.code = {row[2]: dict(zip(HEADER, row)) for row in code["code"]}
        ensure((names["gfxip"], names["gfxv"], names["thread_trace"]) == (9, "vega", True), "what it is of")
        self.waves = [
            self.wave(int(shader), int(simd), int(slot), int(number), *found)
            for shader, simds in names["wave_filenames"].items()
            for simd, slots in simds.items()
            for slot, numbers in slots.items()
            for number, found in numbers.items()
        ]
        self.check_sums()
        self.check_occupancy()

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            return json.load(file)

    def wave(self, shader, simd, slot, number, name, begin, end):
        wave = self.read(name)["wave"]
        what = f"{name}: "
        ensure((shader, simd) == (0, 0) and wave["slot"] == slot and wave["id"] == number, f"{what}its place")
        ensure((wave["begin"], wave["end"]) == (begin, end) and begin <= end, f"{what}its times")
        last = begin
        for at, token, stall, cycles, line in wave["instructions"]:
            ensure(last <= at and at + cycles <= end and 0 <= stall < cycles, f"{what}{at} {stall} {cycles}, {last}")
            ensure(0 < token < len(TOKENS) and line in self.code, f"{what}token {token}, line {line}")
            last = at + cycles
        ensure(sum(cycles for _, cycles in wave["timeline"]) == end - begin, f"{what}its states")
        ensure(all(0 < s < len(STATES) and n > 0 for s, n in wave["timeline"]), f"{what}its states")
        for line, sources in wave["waitcnt"]:
            ensure(self.code[line]["ISA"].startswith("s_waitcnt") and sources, f"{what}line {line} does not wait")
            for source, _ in sources:
                ensure(is_memory(self.code[source]["ISA"]), f"{what}line {source} is not memory")
        return wave

    def check_sums(self):
        """The hotspots are the sums over the waves."""
        sums = collections.Counter()
        for wave in self.waves:
            for _, _, stall, cycles, line in wave["instructions"]:
                sums[line, "Hit"] += 1
                sums[line, "Latency"] += cycles
                sums[line, "Stall"] += stall
        for line, row in self.code.items():
            for name in ("Hit", "Latency", "Stall"):
                ensure(row[name] == sums[line, name], f"line {line}: {name} {row[name]}, {sums[line, name]}")

    def check_occupancy(self):
        wanted = sorted(
            [wave[when], 0, 0, wave["slot"], int(when == "begin"), 1]
            for wave in self.waves
            for when in ("begin", "end")
        )
        ensure(sorted(self.occupancy["0"]) == wanted, "occupancy")

    def instructions(self):
        return sum(len(wave["instructions"]) for wave in self.waves)


def is_memory(text):
    return re.match(
        r"(s_(load|store|buffer|scratch|atomic|dcache|mem)|ds_|global_|flat_|scratch_|buffer_|tbuffer_|exp)", text
    )


# ---- tests ---------------------------------------------------------------------------------------------


class Views(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def path(self, name):
        return os.path.join(self.dir, name)

    def run_tool(self, test, *options):
        """A run with all views: (what it printed, its result, Konata's rows, Perfetto's trace, the viewer's folder)."""
        command = [TOOL, "--stats", "--pipe", self.path("pipe"), "--perfetto", self.path("trace")]
        command += ["--viewer", self.path("viewer"), "--run-dir", self.dir, *options, "--", test]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        with open(self.path("pipe"), encoding="utf-8") as file:
            rows, _ = read_konata(file.read())
        with open(self.path("trace"), "rb") as file:
            trace = Perfetto(file.read())
        result = results.Result.read(self.dir)
        self.assertEqual(result["verdict"], "PASS", done.stdout + done.stderr)
        return done.stdout, result, rows, trace, Viewer(self.path("viewer"))

    def program(self, text):
        path = self.path("program.s")
        with open(path, "w", encoding="utf-8") as file:
            file.write(".globl main\nmain:\n" + text)
        return path

    def agree(self, result, rows, trace, viewer):
        """The four views of a run are of the same instructions, cycles and reasons."""
        stats = result["stats"]
        issued = [row for row in rows.values() if not row.flushed]
        self.assertEqual(stats["cycles"], result["cycles"])
        self.assertEqual(
            {
                result["instructions"],
                stats["instructions"],
                len(issued),
                len(trace.of(r"slot \d+")),
                viewer.instructions(),
                sum(unit["instructions"] for unit in stats["units"]),
            },
            {result["instructions"]},
        )
        self.assertEqual(stats["slots_used"] + sum(r["slots"] for r in stats["reasons"]), stats["cycles"])
        self.assertEqual(len({row.cycle("I") for row in issued}), stats["slots_used"])
        self.assertEqual(stats["waves"], len(viewer.waves))
        waits = collections.Counter()
        for begin, end, name, _ in trace.of(r"slot \d+ waits"):
            waits[name] += end - begin
        self.assertEqual(dict(waits), {r["reason"]: r["wave_cycles"] for r in stats["reasons"] if r["wave_cycles"]})
        of_waves = sum(wave["end"] - wave["begin"] for wave in viewer.waves)
        self.assertEqual(stats["issue_cycles"] + sum(waits.values()), of_waves)

    def test_views(self):
        for test in TESTS:
            with self.subTest(test):
                _, result, rows, trace, viewer = self.run_tool(test)
                self.agree(result, rows, trace, viewer)
                for track, name in trace.tracks.items():
                    if name.startswith("in flight") and trace.counts[track]:
                        self.assertEqual(trace.counts[track][-1][1], 0, name)
                for row in rows.values():
                    if not row.flushed:
                        self.assertEqual(row.stages[0][0], "F", row.stages)

    def test_conflicts(self):
        """LDS and memory have the counts that CONFLICTS=1 gives."""
        for test in ("transpose", "transactions"):
            _, result, *_ = self.run_tool(test, "--conflicts")
            stats = result["stats"]
            self.assertEqual(
                (stats["lds_cycles"], stats["lds_conflicts"]), (result["lds_cycles"], result["lds_conflicts"])
            )
            vmem = [unit["transactions"] for unit in stats["units"] if unit["unit"] == "vector memory"]
            self.assertEqual(vmem, [result["transactions"]])

    def test_what_it_says(self):
        """A program whose lanes and waits are known."""
        text, result, rows, _, viewer = self.run_tool(
            self.program(
                """
  s_load_dwordx2 s[4:5], s[0:1], 0x0
  v_lshlrev_b32 v0, 2, v0
  s_nop 7
  s_mov_b64 exec, 0xff
  v_mov_b32 v1, 3
  v_add_u32 v1, v1, v1
  s_waitcnt lgkmcnt(0)
  global_store_dword v0, v1, s[4:5]
  s_sleep 2
  s_waitcnt vmcnt(0)
  s_barrier
  s_endpgm
"""
            ),
            "--grid",
            "128",
            "--group",
            "128",
            "--args",
            "out@128=zero",
        )
        stats = result["stats"]
        self.assertEqual(result["instructions"], 2 * 12)
        units = {unit["unit"]: unit for unit in stats["units"]}
        self.assertEqual(units["vector ALU"]["lanes"], 2 * (64 + 8 + 8))
        self.assertEqual(units["vector memory"]["lanes"], 2 * 8)
        self.assertIn(f"{100 * (64 + 8 + 8) / (3 * 64):10.1f} %  vector ALU", text)
        reasons = {r["reason"]: r["wave_cycles"] for r in stats["reasons"]}
        self.assertEqual(reasons["nop"], 2 * 7)
        self.assertGreaterEqual(reasons["sleep"], 2 * 2 * 64)
        self.assertGreater(reasons["lgkm_cnt"], 0)
        of_store = [row for row in rows.values() if "global_store" in row.text]
        self.assertEqual([[s for s, _ in row.stages if s in EXECUTION] for row in of_store], [["I", "X", "M"]] * 2)
        of_load = [row for row in rows.values() if "s_load" in row.text]
        self.assertEqual([[s for s, _ in row.stages if s in EXECUTION] for row in of_load], [["I", "X", "M", "B"]] * 2)
        line = {row["ISA"]: number for number, row in viewer.code.items()}
        load, first = line["s_load_dwordx2 s[4:5], s[0:1], 0x0"], line["s_waitcnt lgkmcnt(0)"]
        store, second = line["global_store_dword v0, v1, s[4:5]"], line["s_waitcnt vmcnt(0)"]
        for wave in viewer.waves:
            self.assertEqual(wave["waitcnt"], [[first, [[load, 0]]], [second, [[store, 0]]]])

    def test_readers(self):
        """What the readers must refuse."""
        self.run_tool("smoke")
        with open(self.path("pipe"), encoding="utf-8") as file:
            log = file.read()
        issue = re.search(r"S\t(\d+)\t0\tI\n", log)
        for wrong in (
            log.replace(issue[0], "", 1),
            log.replace(issue[0], issue[0] + issue[0], 1),
            log.replace(issue[0], f"S\t{issue[1]}\t0\tM\n", 1),
            log.replace(issue[0], issue[0] + f"S\t{issue[1]}\t0\tvm_cnt\n", 1),
            re.sub(r"R\t\d+\t.*\n", "", log, count=1),
        ):
            with self.assertRaises(Malformed):
                read_konata(wrong)
        with open(self.path("trace"), "rb") as file:
            data = file.read()
        for wrong in (data[:-1], data + data, data[: len(data) // 2]):
            with self.assertRaises(Malformed):
                Perfetto(wrong)
        code = self.path("viewer/code.json")
        with open(code, encoding="utf-8") as file:
            facts = json.load(file)
        facts["code"][0][6] += 1
        with open(code, "w", encoding="utf-8") as file:
            json.dump(facts, file)
        with self.assertRaises(Malformed):
            Viewer(self.path("viewer"))

    def test_refused(self):
        for options, why in (
            (["--device", "model", "--stats"], "need the probe: --device lockstep"),
            (["--check", "off", "--pipe", self.path("x")], "need the probe: --device lockstep"),
            (["--probe-check", "--stats"], "not with --probe-check"),
            (["--pipe", self.path("none/x")], "none/x: the view cannot be written: No such file or directory"),
            (["--pipe", self.path("x"), "--perfetto", self.path("./x")], "name this file"),
            (["--viewer", __file__], f"{__file__}: Not a directory"),
            (["--perfetto", "/dev/full"], "/dev/full: the view cannot be written: No space left on device"),
        ):
            done = subprocess.run([TOOL, *options, "--", "smoke"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, results.VERDICTS.index("ERROR"), done.stdout + done.stderr)
            self.assertIn(why, done.stderr)
        self.assertTrue(os.path.exists("/dev/full"))

    def test_cut_short(self):
        """The views of a run that ends early are whole."""
        done = subprocess.run(
            [TOOL, "--stats", "--pipe", self.path("pipe"), "--perfetto", self.path("trace"), "--viewer"]
            + [self.path("viewer"), "--run-dir", self.dir, "--max-cycles", "400", "--", "saxpy"],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(done.returncode, results.VERDICTS.index("ERROR"), done.stdout + done.stderr)
        with open(self.path("pipe"), encoding="utf-8") as file:
            rows, _ = read_konata(file.read())
        with open(self.path("trace"), "rb") as file:
            trace = Perfetto(file.read())
        self.agree(results.Result.read(self.dir), rows, trace, Viewer(self.path("viewer")))


if __name__ == "__main__":
    unittest.main()
