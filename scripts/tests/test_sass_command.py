# SPDX-License-Identifier: Apache-2.0
"""The command wavelock-sass: docs/control-words.md shows what it prints, its exit codes, its JSON, wrong arguments."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from wl import ROOT


TOOL = os.path.join(ROOT, "build", "wavelock-sass")
PAGE = os.path.join(ROOT, "docs", "control-words.md")
LISTING = os.path.join(ROOT, "vectors", "sass", "long", "product.maxas")
DEPTHS = "QUEUE=N,... of queues of the table, N from 0 on"
GOOD = "--:-:-:-:6      MOV R0, R1;\n--:-:-:-:1      MOV R2, R0;\n"
WRONG = "--:-:-:-:1      MOV R0, R1;\n--:-:-:-:1      MOV R2, R0;\n"
UNREADABLE = "--:-:-:-:1      MOV R0, R1;\n  --:-:-:-:1      MVO R2, R0;\n"


def blocks():
    """The fenced blocks of the page, without a language."""
    with open(PAGE, encoding="utf-8") as file:
        fenced = re.findall(r"^```(\w*)\n(.*?)^```$", file.read(), re.M | re.S)
    return [text for language, text in fenced if not language]


class Page(unittest.TestCase):
    def test_commands(self):
        """Each command of the page prints what stands below it. The first block is reduce.sass."""
        listing, *rest = blocks()
        commands = 0
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("reduce.sass", listing), ("bad.sass", "40:-:-:-:1 MOV R0, R1;\n")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            for block in rest:
                for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                    words = command.split()
                    words[0] = {"wavelock-sass": TOOL}.get(words[0], words[0])
                    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.stdout + done.stderr, shown, command)
                    commands += 1
        self.assertGreaterEqual(commands, 6)

    def test_rules(self):
        """The page's table has the rules of maxwell-control.md 6.2."""
        with open(os.path.join(ROOT, "docs", "spec", "maxwell-control.md"), encoding="utf-8") as file:
            section = file.read().partition("### 6.2")[2].partition("### 6.3")[0]
        with open(PAGE, encoding="utf-8") as file:
            page = file.read().partition("## The rules")[2].partition("## JSON")[0]
        names = [
            sorted(name for row in re.findall(r"^\| ([A-Z][A-Z0-9, -]+) \|", text, re.M) for name in row.split(", "))
            for text in (section, page)
        ]
        self.assertTrue(names[0])
        self.assertEqual(*names)


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_on(self, text, *options, command=("check",)):
        with open(self.path("in.sass"), "w", encoding="utf-8") as file:
            file.write(text)
        return subprocess.run(
            [TOOL, *command, "in.sass", *options], cwd=self.folder.name, capture_output=True, text=True, check=False
        )

    def test_exit_codes(self):
        for text, code in ((GOOD, 0), (WRONG, 1), (UNREADABLE, 2)):
            self.assertEqual(self.run_on(text).returncode, code)
            self.assertEqual(self.run_on(text, "--json").returncode, code)

    def test_unreadable(self):
        done = self.run_on(UNREADABLE)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith('in.sass:2:19: unknown opcode "MVO"'), done.stderr)
        error = json.loads(self.run_on(UNREADABLE, "--json").stdout)["error"]
        self.assertEqual((error["line"], error["col"]), (2, 19))

    def test_json(self):
        found = json.loads(self.run_on(WRONG, "--json").stdout)["findings"]
        self.assertEqual(len(found), 1)
        self.assertEqual(sorted(found[0]), ["line", "mend", "other", "rule", "severity", "text"])
        self.assertEqual((found[0]["rule"], found[0]["severity"]), ("RAW", "error"))
        self.assertEqual((found[0]["line"], found[0]["other"]), (2, 1))
        self.assertEqual(found[0]["mend"], [{"line": 1, "field": "stall", "value": 6}])
        self.assertEqual(json.loads(self.run_on(GOOD, "--json").stdout), {"findings": []})

    def test_full_disk(self):
        self.run_on(GOOD)
        for words in (["check"], ["check", "--json"], ["print", "--form", "cuasm"], ["run"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run(
                    [TOOL, *words, self.path("in.sass")], stdout=full, stderr=subprocess.PIPE, text=True, check=False
                )
            said = "wavelock-sass: standard output: No space left on device\n"
            self.assertEqual((done.returncode, done.stderr), (2, said), words)

    def test_strict(self):
        text = "--:-:-:-:c      MOV R0, R1;\n"
        self.assertEqual(self.run_on(text).returncode, 0)
        self.assertEqual(self.run_on(text, "--strict").returncode, 1)

    def mended(self, given, *options):
        """What --fix makes of a text, ends of lines as they are."""
        with open(self.path("ends.sass"), "w", encoding="utf-8", newline="") as file:
            file.write(given)
        command = [TOOL, "check", "ends.sass", "--fix", "out.sass", *options]
        subprocess.run(command, cwd=self.folder.name, stdout=subprocess.DEVNULL, check=True)
        with open(self.path("out.sass"), encoding="utf-8", newline="") as file:
            return file.read()

    def test_line_ends(self):
        """--fix leaves ends of lines as they are, and ends the line of a NOP as its neighbours end."""
        for end in ("\n", "\r\n"):
            for last in (end, ""):
                for listing in (GOOD, WRONG):
                    text = self.mended(end.join(listing.splitlines()) + last)
                    self.assertEqual(text, end.join(GOOD.splitlines()) + last)
        with open(self.path("slow.txt"), "w", encoding="utf-8") as file:
            file.write("class slow lat 40\nopcodes slow : MOV\n")
        text = self.mended(WRONG.replace("\n", "\r\n"), "--classes", "slow.txt")
        self.assertIn("NOP;\r\n", text)
        self.assertNotIn("\n", text.replace("\r\n", ""))

    def test_fix(self):
        self.assertEqual(self.run_on(WRONG, "--fix", "out.sass").returncode, 0)
        with open(self.path("out.sass"), encoding="utf-8") as file:
            self.assertEqual(file.read(), GOOD)
        self.assertEqual(self.run_on(UNREADABLE, "--fix", "none.sass").returncode, 2)
        self.assertFalse(os.path.exists(self.path("none.sass")))
        self.assertEqual(self.run_on(WRONG, "--fix", "no/folder").returncode, 2)

    def test_classes(self):
        with open(self.path("own.txt"), "w", encoding="utf-8") as file:
            file.write("class x32 lat 7\n")
        done = self.run_on(GOOD, "--classes", "own.txt")
        self.assertEqual(done.returncode, 1)
        self.assertIn("6 of 7 cycles", done.stdout)
        with open(self.path("own.txt"), "w", encoding="utf-8") as file:
            file.write("\nopcodes none : A\n")
        done = self.run_on(GOOD, "--classes", "own.txt")
        self.assertEqual((done.returncode, done.stderr), (2, "own.txt:2:9: expected the name of a class\n"))

    def test_print(self):
        maxas = self.run_on(GOOD, command=("print", "--form", "maxas"))
        self.assertEqual((maxas.returncode, maxas.stdout), (0, GOOD))
        text = GOOD
        for form in ("cuasm", "cuobjdump", "maxas"):
            text = self.run_on(text, command=("print", "--form", form)).stdout
        padding = "--:-:-:Y:0      NOP;\n"
        self.assertEqual(text, GOOD + padding)

    def test_run(self):
        for text, code in ((GOOD, 0), (WRONG, 1), (UNREADABLE, 2)):
            self.assertEqual(self.run_on(text, command=("run",)).returncode, code)
            self.assertEqual(self.run_on(text, "--json", command=("run",)).returncode, code)
        found = json.loads(self.run_on(WRONG, "--json", command=("run",)).stdout)
        self.assertEqual(sorted(found), ["findings", "runs"])
        self.assertEqual([(f["rule"], f["line"], f["other"]) for f in found["findings"]], [("ORDER", 2, 1)])
        self.assertEqual(
            [(i["line"], i["cycle"], i["done"]) for i in found["runs"][0]["issues"]], [(1, 0, 5), (2, 1, 6)]
        )
        many = self.run_on(GOOD, "--seeds", "3", "--cycles", "0", command=("run",))
        self.assertEqual(many.stdout.count("seed "), 3)
        done = self.run_on(GOOD, "--konata", "no/folder", command=("run",))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no/folder", done.stderr)

    def test_classes_of_run(self):
        for text, place in (
            ("unit half pace 0\n", "1:5"),
            ("unit half speed 1\n", "1:11"),
            ("unit sixth pace 1\n", "1:5"),
            ("queue shared depth\n", "1:19"),
            ("class x lat var unit none\n", "1:22"),
            ("class x lat var takes 9 8\n", "1:25"),
            ("class x lat var wait 9 takes 8 9\n", "1:33"),
            ("class x lat var rlat 3 release 2 9\n", "1:35"),
        ):
            with open(self.path("own.txt"), "w", encoding="utf-8") as file:
                file.write(text)
            done = self.run_on(GOOD, "--classes", "own.txt", command=("run",))
            self.assertEqual((done.returncode, done.stderr.rpartition(": ")[0]), (2, f"own.txt:{place}"), done.stderr)

    def test_print_refuses(self):
        """What a form cannot say (D-CTRL-60)."""
        text = "/* 0x001fc000fe2006f1 */\n/*0008*/ NOP;\n/*0010*/ NOP;\n/*0018*/ NOP;\n"
        for form in ("maxas", "cuasm"):
            done = self.run_on(text, command=("print", "--form", form))
            said = f"in.sass:2:10: {form} text has no barrier 6\n"
            self.assertEqual((done.returncode, done.stdout, done.stderr), (2, "", said))
        self.assertEqual(self.run_on(text, command=("print", "--form", "cuobjdump")).returncode, 0)

    def test_help(self):
        done = subprocess.run([TOOL, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("usage: wavelock-sass check FILE", done.stdout)

    def test_wrong_arguments(self):
        for words, said in (
            ([], "expected a command: check, print or run"),
            (["look", "x"], 'found "look", expected a command: check, print or run'),
            (["check"], "expected a FILE"),
            (["run"], "expected a FILE"),
            (["check", "x", "y"], 'found "y", expected one FILE and options of check'),
            (["check", "--warps", "3", "x"], 'found "--warps", expected an option of check'),
            (["run", "x", "--strict"], 'found "--strict", expected one FILE and options of run'),
            (["print", "x"], "--form: expected maxas, cuobjdump or cuasm"),
            (["print", "--form", "ptx", "x"], '--form: found "ptx", expected maxas, cuobjdump or cuasm'),
            (["run", "x", "--warps"], "--warps: expected a value"),
            (["run", "x", "--warps", "17"], '--warps: found "17", expected a number from 1 to 16'),
            (["run", "x", "--seeds", "0"], '--seeds: found "0", expected a number from 1 to 1000000'),
            (["run", "x", "--latency", "fast"], '--latency: found "fast", expected min, max or random'),
            (["run", "x", "--slow", "3"], '--slow: found "3", expected LINE=O:L, numbers from 1 on'),
            (["run", "x", "--slow", "0=1:1"], '--slow: found "0=1:1", expected LINE=O:L, numbers from 1 on'),
            (["run", LISTING, "--depth", "none=1"], f'--depth: found "none=1", expected {DEPTHS}'),
            (["run", LISTING, "--depth", "global=2,shared"], f'--depth: found "global=2,shared", expected {DEPTHS}'),
            (["run", LISTING, "--depth", "shared=x"], '--depth: found "x", expected a number from 0 to 1000'),
        ):
            done = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertEqual(done.stderr.partition("\nusage: wavelock-sass check FILE")[0], f"wavelock-sass: {said}")
        for slow in ("1=2:3", "99=2:3"):  # a fixed latency; no instruction
            done = self.run_on(GOOD, "--slow", slow, command=("run",))
            said = f'--slow: found "{slow}", expected the line of an instruction of variable latency'
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertTrue(done.stderr.startswith(f"wavelock-sass: {said}\n"), done.stderr)
        for words in (["check", "/nothing"], ["check", "/"], ["print", "--form", "cuasm", "/nothing"]):
            done = subprocess.run([TOOL, *words], capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words[-1], done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
