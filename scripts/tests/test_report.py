# SPDX-License-Identifier: Apache-2.0
"""What the report of a failing run says. Needs build/wavelock.

It has a headline and, once, the line that repeats the run. It has the operands of the last instruction, which are
compared with the trace. It has the fork stack and the source line.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT


LINE = re.compile(r"\s*(\d+)\s+(\d+) ([0-9a-f]+)  (.*?) *;(.*?)(?: \|.*)?$")


def written(text):
    """{register: value as written} of a trace line's middle part."""
    return dict(re.findall(r"(\w+)((?:&[0-9a-f]+)?=[0-9a-f*+,-]+)", text))


class Reports(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name

    def failing(self, test, fault):
        """What a run with a fault prints, its report, and its trace: (cycle, slot, instruction, {register: value})."""
        trace = os.path.join(self.dir, "trace.txt")
        done = subprocess.run(
            [
                "build/wavelock",
                "--device",
                "lockstep",
                test,
                "--inject",
                fault,
                "--run-dir",
                self.dir,
                "--trace",
                trace,
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        with open(os.path.join(self.dir, "report.json"), encoding="utf-8") as file:
            report = json.load(file)
        with open(trace, encoding="utf-8") as file:
            lines = [LINE.match(line).groups() for line in file if line[0] != "#"]
        return done.stdout + done.stderr, report, [(int(c), int(s), i, written(w)) for c, s, _, i, w in lines]

    def cycle_of(self, test, instruction):
        """Cycle and text of the first such instruction. The last sweep finds the fault: all of the run is traced."""
        for cycle, slot, text, _ in self.failing(test, "LDS:0:0@2")[2]:
            if slot == 0 and text.startswith(instruction):
                return cycle, text
        raise AssertionError(f"{instruction} is not in the trace")

    def test_once(self):
        said, _, _ = self.failing("fork_join", "EXEC:0:0:0:17@600")
        for line in ("MISMATCH: slot 0: EXEC is ", "reproduce: make sim TEST=fork_join SEED=1 "):
            self.assertEqual(said.count(line), 1, said)
        self.assertNotIn("again:", said)

    def test_fork(self):
        cycle, text = self.cycle_of("fork_join", "s_cbranch_i_fork")
        mask = int(re.search(r"s\[(\d+):", text)[1])
        said, report, _ = self.failing("fork_join", f"SGPR:0:{mask}:0:3@{cycle}")
        self.assertIn(f"  operands of {text}, as the model had them before it:\n    s[{mask}:{mask + 1}]=", said)
        self.assertIn("fork: 32 lanes jump, 32 go on; CSP was 0: it pushes s[0:3]", said)
        self.assertIn("s[0:3] is entry 0", said)
        names = {o["name"]: o["value"] for o in report["wave"]["operands"]}
        self.assertEqual(set(names), {f"s[{mask}:{mask + 1}]", "exec"})
        self.assertEqual(bin(int(names[f"s[{mask}:{mask + 1}]"], 16)).count("1"), 32)

    def test_operands_are_those_of_the_trace(self):
        """Each operand of the last instruction has the value that was written last, before that instruction."""
        seen = 0
        for test, fault in (
            ("saxpy", "VGPR:0:0:3:5@300"),
            ("saxpy", "VGPR:0:1:0:3@300"),
            ("fork_join", "VGPR:0:1:7:0@400"),
            ("fork_join", "SGPR:0:60:0:0@300"),
            ("transpose", "VGPR:0:5:9:2@700"),
            ("divergent", "SGPR:0:2:0:4@200"),
        ):
            _, report, trace = self.failing(test, fault)
            if not report["divergences"] or report["divergences"][0].get("slot", -1) < 0:
                continue
            slot, last = report["divergences"][0]["slot"], report["wave"]["history"][-1]
            values = {}
            for cycle, of, text, registers in trace:
                if of != slot or (cycle, text) == (last["cycle"], last["instruction"]):
                    if of == slot:
                        break
                    continue
                values.update(registers)
            for operand in report["wave"]["operands"]:
                if "value" not in operand or operand["name"] not in values:
                    pair = re.fullmatch(r"s\[(\d+):(\d+)\]", operand["name"])
                    if not pair or not {f"s{pair[1]}", f"s{pair[2]}"} <= set(values):
                        continue
                    self.assertEqual(
                        operand["value"], "0x" + values["s" + pair[2]][1:] + values["s" + pair[1]][1:], (fault, operand)
                    )
                else:
                    self.assertEqual(operand["value"], "0x" + values[operand["name"]][1:], (fault, operand))
                seen += 1
            for operand in report["wave"]["operands"]:
                text = values.get(operand["name"], "")
                same = re.fullmatch(r"=([0-9a-f]{8})\*64", text)
                steps = re.fullmatch(r"=([0-9a-f]{8})\+(\d+)\*64", text)
                if "lanes" in operand and (same or steps):
                    step = int(steps[2]) if steps else 0
                    first = int((same or steps)[1], 16)
                    self.assertEqual(
                        [int(v, 16) for v in operand["lanes"]],
                        [(first + step * i) & 0xFFFFFFFF for i in range(64)],
                        fault,
                    )
                    seen += 1
        self.assertGreater(seen, 5)

    def test_names_are_the_models(self):
        """report.json names each instruction, also one that LLVM cannot print."""
        path = os.path.join(self.dir, "compare.s")
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                ".globl main\nmain:\n  v_mov_b32 v22, 0\n  v_mov_b32 v14, 1\n  s_nop 4\n"
                "  .long 0x7c4c1cfa, 0xff093016  // v_cmp_ge_f16_dpp vcc, v22, v14\n"
                "  v_mov_b32_dpp v3, v14 row_shl:1\n  s_sleep 10\n  s_endpgm\n"
            )
        _, report, _ = self.failing(path, "EXEC:0:0:0:3@400")
        names = {step["instruction"].split()[0]: step.get("name") for step in report["wave"]["history"]}
        self.assertEqual(names["(not"], "v_cmp_ge_f16_dpp")
        self.assertEqual((names["v_mov_b32_e32"], names["v_mov_b32_dpp"]), ("v_mov_b32", "v_mov_b32_dpp"))

    def test_source_lines(self):
        said, report, _ = self.failing("saxpy", "VGPR:0:1:0:3@300")
        self.assertRegex(said, r"source of the last: vectors/saxpy/saxpy\.cl:\d+: \S")
        self.assertRegex(report["wave"]["history"][-1]["source"], r"^vectors/saxpy/saxpy\.cl:\d+$")
        said, report, _ = self.failing("fork_join", "EXEC:0:0:0:17@600")
        self.assertNotIn("source of the last", said)
        self.assertNotIn("source", report["wave"]["history"][-1])


if __name__ == "__main__":
    sys.exit(unittest.main())
