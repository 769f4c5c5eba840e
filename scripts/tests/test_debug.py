# SPDX-License-Identifier: Apache-2.0
"""The debugger (docs/debug.md): scripted sessions at its prompt, and of a client of GDB's protocol. Needs
build/wavelock, and build/wavelock-model.

usage: test_debug.py [--gdb]    with --gdb: Debian's gdb-multiarch alone (scripts/setup nightly)
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest
import xml.etree.ElementTree

from wl import ROOT
from wl.door import gdb_client
from wl.runs import results


WRONG = results.VERDICTS.index("ERROR")
LATE = "VGPR:0:0:9:2@700"  # bit 2 of lane 9 of v0; the program reads it much later
AT_ONCE = "EXEC:0:0:0:3@500"
LONG = ("simd_busy", "--args", "trips=100000", "--hang-cycles", "100000000")


def session(commands, *options, tool="build/wavelock", test="fork_join"):
    """A session with these commands: its exit code and what it printed."""
    done = subprocess.run(
        [tool, "--debug", *options, test],
        input="\n".join(commands) + "\n",
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout


def answers(text):
    """What was printed behind each command: pairs of the command and its text."""
    parts = re.split(r"^\(wavelock\) (.*)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2]))


def as_number(kind, size, bits):
    """The text of a value of `size` bytes in a format of GDB's."""
    raw = bits.to_bytes(size, "little")
    if kind == "x":
        return f"{bits:0{2 * size}x}"
    if kind != "f":
        return str(int.from_bytes(raw, "little", signed=kind == "d"))
    letter, digits, mantissa = {2: ("e", 5, 10), 4: ("f", 9, 23), 8: ("d", 17, 52)}[size]
    value = struct.unpack(f"<{letter}", raw)[0]
    if value != value:
        return f"{'-' * (bits >> (8 * size - 1))}nan({bits & ((1 << mantissa) - 1):#x})"
    return f"{value:.{digits}g}"


class Prompt(unittest.TestCase):
    def run_session(self, commands, *options, code=0, **more):
        found, text = session(commands, *options, **more)
        self.assertEqual(found, code, text)
        return answers(text)

    def states(self, said):
        """The tables of all registers that were printed."""
        return [text for command, text in said if command == "regs all"]

    def test_break_at_a_label_and_steps_back(self):
        said = self.run_session(
            ["break tree_pass_0_0", "c", "regs all", "step", "regs all", "back", "regs all", "step 3", "back 3"]
            + ["regs all", "back-cycle 7", "cycle 7", "regs all", "goto 1000", "goto 227", "regs all", "quit"]
        )
        self.assertIn("break 1, 0x0001000029d0 <tree_pass_0_0>: slot 0", said[1][1])
        there, behind, *again = self.states(said)
        self.assertEqual(len(again), 4)
        self.assertNotEqual(there, behind)
        for state in again:
            self.assertEqual(state, there)

    def test_snapshots_anywhere_give_the_same_states(self):
        """Steps forward are noted; steps back over many snapshots must find the same states."""
        steps = ["regs all", "step"] * 12
        back = ["back", "regs all"] * 12
        said = self.run_session(
            ["goto 300", "step", *steps, *back, "quit"], "--snapshot-cycles", "13", test="ds_atomics"
        )
        states = self.states(said)
        self.assertEqual(len(states), 24)
        self.assertEqual(states[12:], states[11::-1])

    def test_divergence_stops_at_its_cycle(self):
        said = self.run_session(["c", "diff", "c", "back-continue", "back-cycle", "diff"], "--inject", AT_ONCE)
        self.assertIn("cycle 500: MISMATCH: slot 0: EXEC is 0xc0000000_00000008", said[0][1])
        self.assertRegex(said[1][1], r"EXEC +0xc000000000000008 +0xc000000000000000 +<-\n1 registers and")
        self.assertIn("the run has ended: MISMATCH: slot 0: EXEC", said[2][1])
        self.assertIn("cycle 500: MISMATCH", said[3][1])
        self.assertIn("cycle 499\n", said[4][1])
        self.assertNotIn("<-", said[5][1])

    def test_watch_finds_the_cause_backwards(self):
        for more in ((), ("--snapshot-cycles", "100")):
            said = self.run_session(
                ["c", "watch v0[9]", "bc", "regs v0[9]", "cycle", "bc", "bc", "bc"], "--inject", LATE, *more, code=WRONG
            )
            self.assertIn("cycle 6813: MISMATCH: slot 0: v2", said[0][1])
            self.assertIn("cycle 700: watch 1, v0[9] of slot 0: DUT 00000009 -> 0000000d\n", said[2][1])
            self.assertIn("0000000d  DUT\n", said[3][1])
            self.assertIn("00000009  expected\n", said[3][1])
            self.assertIn("cycle 700: watch 1", said[5][1])
            self.assertIn("no break before: the beginning of the run", said[6][1])
            self.assertIn("this is the beginning of the run", said[7][1])

    def test_breaks(self):
        said = self.run_session(
            ["break cycle 99", "break end", "break 0x100002310 slot 0", "breaks", "c", "c", "delete 2", "breaks"]
            + ["c", "status", "back", "delete", "breaks", "bc"]
        )
        self.assertEqual(said[3][1].count("\n"), 3)
        self.assertIn("cycle 99: break 1, cycle 99\n", said[4][1] + said[5][1])
        self.assertIn("break 3, 0x000100002310", said[4][1] + said[5][1])
        self.assertEqual(said[7][1].count("\n"), 2)
        self.assertIn("PASS fork_join seed 1: 7606 cycles, 1185 instructions", said[8][1])
        self.assertIn("the run has ended: PASS", said[8][1])
        self.assertIn("s_endpgm", said[10][1])
        self.assertIn("no breaks", said[12][1])
        self.assertIn("no break before", said[13][1])

    def test_waves_memory_lds(self):
        said = self.run_session(
            ["waves", "break end", "c", "waves", "wave 3", "list", "list saxpy 2", "mem saxpy 8", "lds 0 16"]
            + ["regs s0 exec v0", "status", "quit"],
            test="saxpy",
        )
        self.assertIn("no wait condition stops it", said[0][1])
        self.assertIn("end of a wave: slot", said[2][1])
        self.assertIn("LGKM_CNT", said[3][1] + "LGKM_CNT")
        self.assertIn("slot 3: 0x", said[4][1])
        self.assertIn("vectors/saxpy/saxpy.cl:", said[5][1])
        self.assertIn("saxpy:\n", said[6][1])
        self.assertIn("s_load_dword s7, s[4:5], 0x24", said[6][1])
        self.assertRegex(said[7][1], r"0x000100002900 c00201c2 00000024\n")
        self.assertIn("0x000000000000 ", said[8][1])
        self.assertIn("EXEC", said[9][1])
        self.assertIn("words compared", said[10][1])

    def test_watch_of_memory_and_lds(self):
        said = self.run_session(
            ["watch mem 0x200002004", "c", "back-cycle", "mem 0x200002004 4", "c", "watch lds 0 64", "quit"]
        )
        self.assertRegex(said[1][1], r"watch 1, memory 0x200002004, 4 bytes: DUT .* -> .*; expected .* -> ")
        self.assertEqual(said[1][1], said[4][1])

    def test_break_on_a_mnemonic(self):
        """Its beginning is enough; it stops before each such instruction, in either direction."""
        said = self.run_session(
            ["break v_lshlrev", "break s_cbranch_g_fork slot 0", "c", "delete 1", "c", "c", "bc", "breaks", "quit"]
        )
        self.assertRegex(said[0][1], r"^break 1: v_lshlrev\.\.\.\n  \d+ in the program: v_lshlrev_b32_e32\n$")
        self.assertRegex(
            said[1][1], r"break 2: s_cbranch_g_fork\.\.\. of slot 0\n  \d+ in the program: s_cbranch_g_fork\n"
        )
        for at, mnemonic in ((2, "v_lshlrev_b32_e32"), (4, "s_cbranch_g_fork"), (5, "s_cbranch_g_fork")):
            self.assertRegex(said[at][1], rf"break \d, {mnemonic[:9]}.*: slot 0\nslot 0: .*>  {mnemonic} ")
        self.assertEqual(said[6][1], said[4][1])
        self.assertIn("break 2: s_cbranch_g_fork... of slot 0\n", said[7][1])

    def test_break_at_a_source_line(self):
        said = self.run_session(
            ["break saxpy.cl:4", "c", "list vectors/saxpy/saxpy.cl:4 1", "break saxpy.cl:2", "break saxpy.cl:9"]
            + ["break axpy.cl:4", "break saxpy.cl:x", "quit"],
            test="saxpy",
            code=WRONG,
        )
        places = re.findall(r"(?m)^  (0x\w+) <saxpy\+0x\w+>$", said[0][1])
        self.assertTrue(places)
        stop = re.search(
            r"break 1, saxpy\.cl:4: slot \d+\nslot \d+: (0x\w+) .* vectors/saxpy/saxpy\.cl:4\n", said[1][1]
        )
        self.assertIn(stop.group(1), places)
        self.assertIn(places[0], said[2][1])
        self.assertIn("it has no instruction; the next line that has is 3", said[3][1])
        for at in (4, 5):
            self.assertIn("no instruction is of such a line, but one of vectors/saxpy/saxpy.cl:3", said[at][1])
        self.assertIn('found "saxpy.cl:x", expected FILE:LINE', said[6][1])

    def test_watch_with_a_condition(self):
        """It stops at those of the changes that the condition takes."""
        said = self.run_session(["watch s40", *["c"] * 4, "quit"])
        stops = [re.search(r"cycle (\d+): .*expected \w+ -> (\w+)", text).groups() for _, text in said[1:5]]
        values = [int(value, 16) for _, value in stops]
        for sign, holds in (("==", int.__eq__), ("!=", int.__ne__), ("<", int.__lt__), (">", int.__gt__)):
            for value in values[1:3]:
                first = next((cycle for cycle, of in stops if holds(int(of, 16), value)), None)
                if first is None:
                    continue
                said = self.run_session([f"watch s40 {sign} {value}", "c", "quit"])
                self.assertIn(f"watch 1: s40 of slot 0 {sign} 0x{value:x}\n", said[0][1])
                self.assertIn(f"cycle {first}: watch 1, ", said[1][1])
        said = self.run_session(["watch v0 == 13", "c", "watch mem 0x200002004 > 0", "c", "quit"], "--inject", LATE)
        self.assertIn("cycle 700: watch 1, v0 of slot 0 == 0xd: DUT byte 0x24 00000009 -> 0000000d\n", said[1][1])
        self.assertIn("4 bytes > 0x0: DUT 00000000 -> 00000001; expected 00000000 -> 00000001\n", said[3][1])

    def test_bits_of_a_register(self):
        """The first fork pushes an entry of the stack, whose pointer is in MODE."""
        said = self.run_session(
            ["watch csp", "watch mode[31:29] > 1", "c", "c", "regs csp mode[31:29] mode", "regs mode[32]", "quit"],
            code=WRONG,
        )
        self.assertIn("watch 1, csp of slot 0: DUT 00000000 -> 00000001; expected", said[2][1])
        self.assertIn("watch 1, csp of slot 0: DUT 00000001 -> 00000002; expected", said[3][1])
        bits, again, mode = said[4][1].splitlines()
        self.assertEqual(bits.split(), ["MODE[31:29]", "0x2", "0x2"])
        self.assertEqual((again, int(mode.split()[1], 16) >> 29), (bits, 2))

    def test_what_is_wrong_is_said(self):
        wrong = {
            "foo": 'debug: found "foo", expected a command',
            "break nowhere": 'break: found "nowhere", expected a label',
            "break fork_join slot 99": 'break: found "99", expected a slot from 0 to 15',
            "watch v0[64]": 'watch: found "v0[64]", expected a lane from 0 to 63',
            "watch exec now": 'watch: found "now", expected nothing more, or ==, !=, < or > and a number',
            "watch exec == -1": 'watch: found "-1" behind ==, expected a number without sign',
            "watch s4 == 0x100000000": "watch: found 0x100000000, expected a number of 4 bytes",
            "watch vs_cnt": 'watch: found "vs_cnt", expected s4',
            "watch v200": 'watch: found "v200", expected v0 to v',
            "regs zzz": 'regs: found "zzz", expected s4, s[4:7], v3, v3[63] or one of PC EXEC',
            "delete 7": 'delete: found "7", expected the number of a break',
            "p/f": "regs: found no register, expected one behind the format",
            "p/fz s4": 'regs: found "/fz", expected /f, /d, /u or /x, and perhaps a size: h (16 bits), w (32), g (64)',
            "p/fg s4": "regs: found s4 of slot 0, expected whole values of 8 bytes, as of s[4:5] and v[4:5]",
            "p/fg v[0:2]": "regs: found v[0:2] of slot 0, expected whole values of 8 bytes",
            "x/f 0x100002300 3": "mem: found memory 0x100002300, 3 bytes, expected whole values of 4 bytes",
            "x/f 0": "mem: memory 0x0, 64 bytes: not all of it is there",
            "step/f": 'step: found "/f", but it takes no format',
            "/f": 'debug: found "/f", expected a command',
            "wave 5": "wave: slot 5 has no wave now",
            "mem 0": "mem: 0x0: not all of the 64 bytes are mapped",
            "mem 0x100002300 4000": 'mem: found "4000" bytes, expected at most 1024',
            "lds 999999999": "lds: 0x3b9ac9ff: not all of the 64 bytes lie in the LDS",
            "goto": 'goto: found "", expected the number of a cycle',
            "goto 0": 'goto: found "0", expected a cycle from 1 on',
            "step x": 'step: found "x", expected a number from 1 on',
            "step 0": 'step: found "0", expected a number from 1 on',
            "back": "back: slot 0 has issued nothing yet",
            "continue now": 'continue: found "now", expected nothing more',
            "break step 4": 'break: found "step", expected "cycle"',
            "side left": 'side: found "left", expected dut or expected',
            "st": 'debug: found "st", expected one of step, status',
            "info": "info: found nothing, expected registers, breakpoints, threads or program",
            "info breaks": 'info: found "breaks", expected registers,',
            "info threads 1": 'info: found "1", expected nothing more',
            "help frog": 'help: found "frog", expected a command',
            "regs " + "s0 " * 400: 'debug: found "regs s0',
        }
        said = self.run_session([*wrong, "# a comment", ""], code=WRONG)
        for (command, text), expected in zip(said, wrong.values()):
            self.assertTrue(text.startswith(expected), f"{command}: {text}")

    def test_many_registers(self):
        """More than a few in one command, and the words of GDB: each gives the line of a command of its own."""
        names = ["pc", "exec", "mode", "s4", "v0", "v1", "s[0:3]"]
        said = self.run_session(
            ["regs " + " ".join(names), *(f"regs {name}" for name in names), "p exec", "info reg exec", "i r", "quit"]
        )
        self.assertEqual(said[0][1], "".join(text for _, text in said[1:8]))
        self.assertEqual((said[8][1], said[9][1]), (said[2][1], said[2][1]))
        self.assertIn("EXEC", said[10][1])

    def test_formats(self):
        """Code as memory holds bits of any kind. Registers give what their hexadecimal digits mean."""
        formats = [(kind, letter, size) for kind in "fdux" for letter, size in (("h", 2), ("w", 4), ("g", 8))]
        said = self.run_session(
            ["goto 300", "mem 0x100002300 1024", *(f"x/{kind}{letter} 0x100002300 1024" for kind, letter, _ in formats)]
            + ["regs s[0:15]", "p /fg s[0:15]", "regs v4 v5", "p/fg v[4:5]", "p/d v4[63]", "p/dh s2", "regs/u exec"]
            + ["p/u mode", "regs mode", "regs exec", "quit"],
        )

        def words(text):
            return [int(word, 16) for word in re.findall(r" (\w{8})\b", text)]

        code = b"".join(word.to_bytes(4, "little") for word in words(re.sub(r"0x\w+", "", said[1][1])))
        self.assertEqual(len(code), 1024)
        for (kind, _, size), (command, text) in zip(formats, said[2:]):
            shown = [word for line in text.splitlines() for word in line.split()[1:]]
            values = [int.from_bytes(code[at : at + size], "little") for at in range(0, len(code), size)]
            self.assertEqual(shown, [as_number(kind, size, value) for value in values], command)
        after = 2 + len(formats)
        scalar = words(said[after][1])
        pairs = [low | high << 32 for low, high in zip(scalar[::2], scalar[1::2])]
        shown = [word for line in said[after + 1][1].splitlines() for word in line.split()[1:]]
        self.assertEqual(shown, [as_number("f", 8, value) for value in pairs])
        vectors = [words(part) for part in re.split(r"(?m)^(?=  v5)", said[after + 2][1], maxsplit=1)]
        low, high = (values * 64 if len(values) == 1 else values for values in vectors)
        shown = [word for line in said[after + 3][1].splitlines() for word in line.split()[1:]]
        self.assertEqual(shown, [as_number("f", 8, a | b << 32) for a, b in zip(low, high)])
        self.assertEqual(said[after + 4][1].split(), ["v4[63]", str(low[63])])
        self.assertEqual(said[after + 5][1].split()[1], as_number("d", 2, scalar[2] & 0xFFFF))
        value = int(said[after + 9][1].split()[1], 16)
        self.assertEqual(said[after + 6][1].split(), ["EXEC", str(value)])
        self.assertEqual(said[after + 7][1].split(), ["MODE", str(words(said[after + 8][1].replace("0x", ""))[0])])

    def test_formats_mark_what_differs(self):
        said = self.run_session(["goto 700", "p/f v0", "p/d v0[9]", "quit"], "--inject", LATE)
        dut, expected, marks = re.search(r"  v0\[.*  DUT\n( .*  expected)\n( *\^+)\n", said[1][1]).group(0).splitlines()
        at = marks.index("^"), marks.rindex("^") + 1
        self.assertEqual(dut[slice(*at)].split(), [as_number("f", 4, 13)])
        self.assertEqual(expected[slice(*at)].split(), [as_number("f", 4, 9)])
        self.assertEqual([line.split()[-2] for line in said[2][1].splitlines()[:2]], ["13", "9"])

    def test_prefixes_and_words_of_gdb(self):
        said = self.run_session(
            ["si", "reverse-stepi", "ste 2", "rsi 2", "br tree_pass_0_0", "conti", "info break", "b end", "d 1", "i b"]
            + ["thread 0", "x 0x100002300 4", "mem 0x100002300 4", "fin", "rc", "he st", "help step", "q"],
            code=WRONG,
        )
        self.assertIn(": step\n", said[0][1])
        self.assertIn(": back", said[1][1])
        self.assertIn("break 1, 0x0001000029d0 <tree_pass_0_0>: slot 0", said[5][1])
        self.assertEqual(said[6][1].count("\n"), 1)
        self.assertEqual(said[9][1], "break 2: end of a wave\n")
        self.assertEqual(said[11][1], said[12][1])
        self.assertIn("the run has ended: PASS", said[13][1])
        self.assertIn("expected one of step, status", said[15][1])
        self.assertEqual(said[16][1].split()[:4], ["step,", "s,", "si,", "stepi"])

    def test_an_error_does_not_end_a_script(self):
        said = self.run_session(["frog", "step", "status", "quit"], code=WRONG)
        self.assertIn(": step\n", said[1][1])
        self.assertEqual(len(said), 4)

    def test_commands_from_files(self):
        """They go on where going back has woken another process; what is wrong in one has its place."""
        with tempfile.TemporaryDirectory() as folder:
            outer, inner, loop = (os.path.join(folder, name) for name in ("outer", "inner", "loop"))
            with open(outer, "w", encoding="ascii") as file:
                file.write(f"step 3\nback 2\n# a comment\nfrog\nsource {inner}\nstep x")
            with open(inner, "w", encoding="ascii") as file:
                file.write("\nback\nregs zzz\n")
            with open(loop, "w", encoding="ascii") as file:
                file.write(f"source {loop}\n")
            said = self.run_session(
                [f"source {outer}", "status", f"sour {loop}", "source", f"source {folder}", "source nowhere", "quit"],
                code=WRONG,
            )
        self.assertEqual(
            [command for command, _ in said[:11]],
            [f"source {outer}", "step 3", "back 2", "# a comment", "frog", f"source {inner}", "", "back", "regs zzz"]
            + ["step x", "status"],
        )
        self.assertIn(": step\n", said[1][1])
        self.assertIn(": back\n", said[2][1])
        self.assertIn(": back to the start of the wave\n", said[7][1])
        self.assertEqual(said[4][1], f'{outer}:4: debug: found "frog", expected a command: `help` lists them\n')
        self.assertTrue(said[8][1].startswith(f'{inner}:3: regs: found "zzz", expected s4'), said[8][1])
        self.assertEqual(said[9][1], f'{outer}:6: step: found "x", expected a number from 1 on\n')
        self.assertIn(f"{loop}:1: source: {loop}: 8 files are open already", said[11 + 8][1])
        self.assertEqual(said[20][1], "source: found 0 words, expected the name of a file\n")
        self.assertEqual(said[21][1], f"source: {folder}: expected a regular file\n")
        self.assertEqual(said[22][1], "source: nowhere: No such file or directory\n")

    def test_help_names_every_command(self):
        said = self.run_session(["help", "quit"])
        for word in ("break", "watch", "step", "back", "back-continue", "goto", "regs", "diff", "waves", "quit"):
            self.assertRegex(said[0][1], rf"(?m)^  {word}\b")

    def test_end_of_the_input_is_no_verdict(self):
        code, text = session(["step"])
        self.assertEqual(code, 0)
        self.assertIn("the run had not ended, so there is no verdict", text)
        self.assertNotIn("PASS", text)

    def test_output_that_is_no_terminal(self):
        """Nothing edits what somebody types there, as nothing edits what a pipe gives."""
        terminal, end = pty.openpty()
        os.write(terminal, b"step\n\nquit\n")
        done = subprocess.run(
            ["build/wavelock", "--debug", "fork_join"],
            stdin=end,
            stdout=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
        os.close(terminal)
        os.close(end)
        self.assertEqual(re.findall(r"(?m)^\(wavelock\) (.+)$", done.stdout), ["cycle 28: step", "cycle 30: step"])
        self.assertEqual(done.returncode, 0)

    def test_model_alone(self):
        said = self.run_session(
            ["break step 40", "c", "regs all", "step 5", "back 5", "regs all", "diff", "finish", "back", "quit"],
            "--device",
            "model",
            tool="build/wavelock-model",
            code=WRONG,
        )
        first, again = self.states(said)
        self.assertEqual(first, again)
        self.assertIn("the model runs alone", said[6][1])
        self.assertIn("the run has ended: PASS", said[7][1])
        self.assertIn("s_endpgm", said[8][1])

    def test_options_that_do_not_fit(self):
        for more in (("--trace", "/dev/null"), ("--stats",), ("--device", "rtl")):
            code, text = session([], *more)
            self.assertEqual(code, WRONG)
            self.assertIn("ERROR: --debug", text)

    def test_a_test_that_cannot_begin(self):
        code, text = session(["c"], test="no_such_test")
        self.assertEqual(code, WRONG)
        self.assertIn("no test named no_such_test", text)
        self.assertNotIn("(wavelock)", text)

    def test_signals(self):
        """SIGINT stops the run; where the process that runs dies, the keeper says so."""
        for number in (signal.SIGINT, signal.SIGKILL):
            with subprocess.Popen(
                ["build/wavelock", "--debug", *LONG],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                start_new_session=True,
            ) as process:
                process.stdin.write("c\n")
                process.stdin.flush()
                self.assertIn("(wavelock) c\n", process.stdout)
                if number == signal.SIGINT:
                    os.killpg(process.pid, number)
                    self.assertRegex(process.stdout.readline(), r"cycle \d+: interrupted\n")
                    process.stdin.write("back-cycle\nquit\n")
                    process.stdin.close()
                    text = process.stdout.read()
                    self.assertEqual((process.wait(), text.count("slot 0: 0x")), (0, 2), text)
                else:
                    os.kill(running(process.pid), number)
                    text = process.stdout.read()
                    self.assertIn("ERROR: the debugged run was ended by a signal: Killed", text)
                    self.assertEqual(process.wait(), WRONG)


def running(keeper):
    """The process that runs: the keeper's first child."""
    with open(f"/proc/{keeper}/task/{keeper}/children", encoding="ascii") as file:
        return int(file.read().split()[0])


class Typed(unittest.TestCase):
    """A session on a terminal, where libedit reads the lines."""

    PROMPT = "(wavelock) "
    UP = "\x1b[A"

    def setUp(self):
        self.terminal, self.end = pty.openpty()
        self.modes = termios.tcgetattr(self.end)
        self.process = subprocess.Popen(
            ["build/wavelock", "--debug", "fork_join"],
            stdin=self.end,
            stdout=self.end,
            stderr=self.end,
            env={**os.environ, "TERM": "xterm"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.until(self.PROMPT)

    def tearDown(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)
        os.close(self.end)

    def until(self, text):
        """What the terminal shows up to and with a text, at the end of what there is."""
        shown = ""
        while not shown.endswith(text):
            self.assertTrue(select.select([self.terminal], [], [], 60)[0], shown)
            shown += os.read(self.terminal, 4096).decode()
        return shown

    def type(self, keys, until=PROMPT):
        # The prompt stands only where the editor gets the keys: a terminal that edits lines takes some for itself.
        self.assertFalse(termios.tcgetattr(self.end)[3] & termios.ICANON)
        os.write(self.terminal, keys.encode())
        return self.until(until)

    def quits(self):
        self.type("quit\n", "quit\r\n")
        self.assertEqual(self.process.wait(60), 0)
        self.assertEqual(termios.tcgetattr(self.end), self.modes)

    def test_enter_repeats(self):
        said = [self.type("step\n"), *(self.type("\n") for _ in range(3)), self.type("back 4\n")]
        for text in said[:4]:
            self.assertIn(": step\r\n", text)
        self.assertIn(": back to the start of the wave\r\n", said[4])
        self.quits()

    def test_history_outlives_the_process(self):
        """Going back wakes another process; the lines that were typed before are there."""
        self.type("step 2\n")
        self.type("frog\n")
        self.assertIn(": back", self.type("back\n"))
        self.assertIn('debug: found "frog"', self.type(self.UP * 2 + "\n"))
        self.assertIn(": back to the start of the wave", self.type(self.UP * 2 + "\n"))
        self.assertIn(": step", self.type(self.UP * 5 + "\n"))
        self.quits()

    def test_editing(self):
        """The cursor goes left; Ctrl-C drops the line, and the next one is whole."""
        self.assertIn(": step\r\n", self.type("tep\x01s\x05 2\n"))
        self.assertIn(self.PROMPT, self.type("frog\x03"))
        self.assertIn("cycles, ", self.type("status\n"))
        self.type("\x04", "so there is no verdict\r\n")
        self.assertEqual(self.process.wait(60), 0)
        self.assertEqual(termios.tcgetattr(self.end), self.modes)

    def test_tab(self):
        for keys, shown in (
            ("stat\t\n", "instructions, "),
            ("regs exe\t\n", "  EXEC  "),
            ("p/x cs\tpc\n", "  MODE[31:29]  "),
            ("side exp\t\n", ""),
            ("help back-cy\t\n", "a cycle back"),
            ("info reg\tpc\n", "  PC  "),
        ):
            said = self.type(keys)
            self.assertIn(shown, said)
            self.assertNotIn("found ", said)
        for keys, listed, left in (
            ("bac\t\t", "back back-cycle back-continue", "back"),
            ("regs ex\t", "exec exp_cnt", "regs ex"),
            ("break \t", "slot cycle start end", "break "),
        ):
            self.assertIn(f"\r\n{listed}\r\n", self.type(keys, self.PROMPT + left))
            self.type("\x03")
        self.quits()


class Served(unittest.TestCase):
    """A session that is served to a client."""

    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.process = self.client = None

    def tearDown(self):
        if self.client:
            self.client.close()
        if self.process:
            if self.process.poll() is None:
                self.process.kill()
            self.process.stdout.close()
            self.process.wait()
        self.dir.cleanup()

    def serve(self, *options, at=None, test="fork_join"):
        at = at or os.path.join(self.dir.name, "gdb")
        self.process = subprocess.Popen(
            ["build/wavelock", "--gdb", at, *options, test],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        line = self.process.stdout.readline()
        self.assertIn("waiting for GDB: target remote ", line)
        self.client = gdb_client.Client(line.split()[-1].removeprefix("127.0.0.1:"))
        return self.client

    def ended(self, code):
        text = self.process.communicate(timeout=60)[0]
        self.assertEqual(self.process.returncode, code, text)
        return text

    def registers(self, client):
        return client.ask("g"), [client.ask(f"p{n:x}") for n in (32, 33, 43 + 102, 43 + 102 + 1)]

    def test_break_step_and_back(self):
        client = self.serve(at="0")
        self.assertIn("ReverseStep+;ReverseContinue+", client.ask("qSupported:swbreak+"))
        self.assertEqual(client.ask("?"), "T05thread:1;")
        self.assertEqual(client.ask("Z0,1000029d0,4"), "OK")
        self.assertEqual(client.ask("vCont;c"), "T05thread:1;")
        there = self.registers(client)
        self.assertEqual(there[1][0], "d029000001000000")
        self.assertEqual(there[1][1], "00000000ffffffff")
        self.assertEqual(client.ask("s"), "T05thread:1;")
        self.assertNotEqual(self.registers(client), there)
        self.assertEqual(client.ask("bs"), "T05thread:1;")
        self.assertEqual(self.registers(client), there)
        self.assertEqual(client.ask("vCont;s:1;c"), "T05thread:1;")
        self.assertEqual(client.ask("bc"), "T05thread:1;")
        self.assertEqual(self.registers(client), there)
        self.assertEqual(client.ask("z0,1000029d0,4"), "OK")
        self.assertIn("replaylog:begin", client.ask("bc"))
        self.assertEqual(client.ask("c"), "T05thread:1;replaylog:end;")
        self.assertIn("the run has ended: PASS", client.output)
        self.assertEqual(client.ask("bs"), "T05thread:1;")
        client.send(gdb_client.framed(b"k"))
        self.assertIn("GDB ends the session at cycle", self.ended(0))

    def test_watch_and_monitor(self):
        client = self.serve("--inject", LATE)
        self.assertEqual(client.ask("Z2,200002004,4"), "OK")
        self.assertEqual(client.ask("c"), "T05thread:1;watch:200002004;")
        self.assertEqual(client.ask("z2,200002004,4"), "OK")
        self.assertEqual(client.ask("c"), "T05thread:1;")
        self.assertIn("cycle 6813: MISMATCH", client.output)
        self.assertIn("watch 2: v0[9] of slot 0", client.monitor("watch v0[9]"))
        self.assertEqual(client.ask("bc"), "T05thread:1;")
        self.assertIn("cycle 700", client.monitor("status"))
        of_dut = client.ask(f"p{43 + 102:x}")
        self.assertEqual(client.monitor("side expected"), "")
        expected = client.ask(f"p{43 + 102:x}")
        self.assertEqual((of_dut[72:80], expected[72:80]), ("0d000000", "09000000"))
        self.assertIn("cycle 699", client.monitor("back-cycle"))
        self.assertIn('found "zzz", expected', client.monitor("regs zzz"))
        self.assertEqual(client.monitor("source a"), "source: GDB reads files of commands itself\n")

    def test_threads_and_documents(self):
        client = self.serve(test="saxpy")
        client.monitor("goto 200")
        threads = client.ask("qfThreadInfo")
        self.assertEqual(threads, "m" + ",".join(f"{n:x}" for n in range(1, 17)))
        self.assertEqual(client.ask("qsThreadInfo"), "l")
        self.assertIn(b"slot 1: ", bytes.fromhex(client.ask("qThreadExtraInfo,2")))
        self.assertEqual((client.ask("T2"), client.ask("T99")), ("OK", "E01"))
        self.assertEqual((client.ask("Hg3"), client.ask("qC")), ("OK", "QC3"))
        document = xml.etree.ElementTree.fromstring(client.document("threads:read:"))
        self.assertEqual(len(document), 16)
        document = xml.etree.ElementTree.fromstring(client.document("features:read:target.xml"))
        names = {register.get("name"): int(register.get("regnum")) for register in document.iter("reg")}
        self.assertEqual((names["pc"], names["exec"], names["s0"], names["v0"]), (32, 33, 43, 145))
        self.assertEqual(client.ask(f"p{names['pc']:x}"), client.ask("g")[32 * 16 : 33 * 16])
        self.assertEqual(client.ask("m100002900,8"), "c20102c024000000")
        self.assertEqual(client.ask("qOffsets"), "TextSeg=100001000")

    def test_writes_are_refused(self):
        client = self.serve()
        for request in ("G00", "P20=0000000000000000", "M100002300,1:00", "X100002300,1:a", "c100002300"):
            self.assertEqual(client.ask(request)[:2], "E.", request)

    def test_malformed_requests(self):
        client = self.serve()
        for request in ("mzz", "m0,", "m0,4", "m100002300,ffffffff", "pzz", "pffff", "Z9,0,4", "Z0", "Z0,zz,4")[:]:
            self.assertEqual(client.ask(request)[:1], "E", request)
        for request in ("Hg99", "Hq1", "T", "vCont;", "vCont;x", "vCont;s:zz", "qXfer:features:read:target.xml:x,4"):
            self.assertEqual(client.ask(request)[:1], "E", request)
        for request in ("qRcmd,zz", "qRcmd,0", "Z2,0,4", "Z2,100002300,ffffff", "qThreadExtraInfo,zz"):
            self.assertEqual(client.ask(request)[:1], "E", request)
        for request in ("Z3,0,4", "Z4,0,4", "vMustReplyEmpty", "qNothing", "QNothing", "bx", "y"):
            self.assertEqual(client.ask(request), "", request)
        client.send(b"$g#00")
        self.assertEqual(client.byte(), b"-")
        client.send(b"xyz$g$?#3f")
        self.assertEqual(client.byte(), b"+")
        self.assertEqual(client.packet(), b"T05thread:1;")
        self.assertEqual(client.ask("g" * 20000)[:2], "E.")
        client.send(b"-")  # the client did not understand the last reply
        self.assertEqual(client.packet()[:2], b"E.")
        self.assertEqual(client.ask("QStartNoAckMode"), "OK")
        self.assertEqual(client.ask("?"), "T05thread:1;")

    def test_the_client_goes_away(self):
        for begun in (b"", b"$m1000", b"$c#63"):
            client = self.serve(*LONG[1:], test=LONG[0])
            client.send(begun)
            client.close()
            self.assertIn("GDB is gone at cycle", self.ended(WRONG))

    def test_interrupt_and_detach(self):
        client = self.serve(*LONG[1:], "--max-cycles", "300000", test=LONG[0])
        client.send(gdb_client.framed(b"vCont;c"))
        client.send(b"\3")
        reply = client.packet().decode()
        while reply.startswith("O"):
            reply = client.packet().decode()
        self.assertEqual(reply[:3], "T02")
        self.assertEqual(client.ask("D"), "OK")
        text = self.ended(WRONG)
        self.assertIn("GDB has detached", text)
        self.assertIn("ERROR: the limit of 300000 cycles was reached", text)

    def test_addresses(self):
        for at, why in (("70000", 'found "70000", expected a port'), ("/nowhere/gdb", "No such file or directory")):
            done = subprocess.run(["build/wavelock", "--gdb", at, "smoke"], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, WRONG)
            self.assertIn("ERROR: --gdb: ", done.stderr)
            self.assertIn(why, done.stderr)

    def test_command_line_of_the_client(self):
        self.serve().close()
        self.process.communicate(timeout=60)
        path = os.path.join(self.dir.name, "gdb")
        self.process = subprocess.Popen(
            ["build/wavelock", "--gdb", path, "fork_join"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        )
        self.process.stdout.readline()
        done = subprocess.run(
            ["scripts/wavelock", "door.gdb_client", path, "?", "monitor status", "k"],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertRegex(done.stdout, r"T05thread:1;\ncycle 6: ")
        self.assertIn("the server has closed the connection", done.stderr)


class Door(unittest.TestCase):
    """make debug, which hands on its input."""

    def call(self, *argv):
        done = subprocess.run(
            argv, input="break step 9\nc\n", text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        return done.returncode, done.stdout

    def test_prompt(self):
        code, text = self.call("make", "debug", "TEST=fork_join", "DEVICE=model")
        self.assertEqual(code, 0, text)
        self.assertIn("step 9: break 1, step 9\n", text)

    def test_what_is_refused(self):
        for words, said in (
            (("DEVICE=rtl", "TEST=smoke"), 'DEVICE: found "rtl", expected lockstep or model'),
            (("CHECK=off", "TEST=smoke"), "CHECK=off: the debugger shows both sides"),
            (("TEST=lds*",), "make debug: one test, found"),
            ((), "make debug: which? TEST=... (make list)"),
            (("TRACE=a", "TEST=smoke"), "TRACE is for make sim, run, waves, cover; make debug does not use it"),
        ):
            code, text = self.call("scripts/wavelock", "debug", *words)
            self.assertEqual(code, WRONG, text)
            self.assertIn(f"ERROR: {said}", text)


class WithGdb(Served):
    """Debian's gdb-multiarch, which takes the description of the target."""

    COMMANDS = (
        "break *0x1000029d0",
        "continue",
        "print/x $exec",
        "print $v0[63]",
        "stepi",
        "reverse-stepi",
        "info threads",
        "watch *(int*)0x200002004",
        "continue",
        "reverse-continue",
        "delete",
        "continue",
        "reverse-stepi",
        "monitor regs exec",
        "set $m0 = 1",
        "detach",
    )

    def test_gdb(self):
        path = os.path.join(self.dir.name, "gdb")
        self.process = subprocess.Popen(
            ["build/wavelock", "--gdb", path, "--inject", LATE, "fork_join"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.process.stdout.readline()
        words = [word for command in self.COMMANDS for word in ("-ex", command)]
        done = subprocess.run(
            ["gdb-multiarch", "-nx", "-q", "-batch", "-ex", f"target remote {path}", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
        )
        at = 0
        for text in (
            "0x0000000100002300 in ??",
            "Breakpoint 1, 0x00000001000029d0 in ??",
            "$1 = 0xffffffff00000000",
            "$2 = 63",
            "0x00000001000029d4 in ??",
            "Breakpoint 1, 0x00000001000029d0 in ??",
            'Thread 1 "slot 0" (slot 0: to issue v_lshlrev_b32',
            "New value = 1",
            "New value = 0",
            "cycle 6813: MISMATCH: slot 0: v2",
            "0x00000001000032c4 in ??",
            "EXEC         0x",
            'Could not write register "m0"',
            "detached]",
        ):
            self.assertIn(text, done.stdout[at:])
            at = done.stdout.index(text, at) + len(text)
        self.assertIn("MISMATCH fork_join seed 1", self.ended(results.VERDICTS.index("MISMATCH")))


if __name__ == "__main__":
    os.chdir(ROOT)
    with_gdb = sys.argv[1:] == ["--gdb"]
    names = ["WithGdb.test_gdb"] if with_gdb else ["Prompt", "Typed", "Served", "Door"]
    unittest.main(argv=sys.argv[:1] + (sys.argv[1:] if sys.argv[1:] and not with_gdb else names))
