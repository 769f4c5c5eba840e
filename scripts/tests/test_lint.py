# SPDX-License-Identifier: Apache-2.0
"""Tests which checks make check KIND=lint-changed runs, and on which files."""
import os
import subprocess
import tempfile
import unittest

from wl import ROOT, Error
from wl.checks import lint

ALL = "references: cited files, sections and decisions exist"


class Changed(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)

    def commands(self, *files):
        """{name of the check without what is said of all: its command}."""
        return {name.removesuffix(lint.OF_CHANGED): command for name, _, command in lint.of_files(files)}

    def test_what_looks_at_a_file(self):
        """Each file is read by the checks of its kind, and programs below vectors/ by no formatter."""
        rtl, source, page = "rtl/flow/fork_join.sv", "tb/cli/main.c", "docs/waves.md"
        found = self.commands(rtl, source, page)
        self.assertEqual(found["style"][2:], [rtl, source, page])
        self.assertEqual(found["sentences"][2:], [rtl, source, page])
        self.assertEqual(found[lint.NUMBERS][2:], [rtl, source])
        self.assertEqual(found["columns"][1:], ["checks.format", "--check", rtl])
        self.assertEqual(found["clang-format"][1:], ["checks.format", "--check", source])
        self.assertIn(ALL, found)
        self.assertFalse({"black", "flake8", "imports: a folder knows those below it"} & set(found))
        script = self.commands("scripts/wl/checks/lint.py")
        self.assertEqual(script["flake8"], ["flake8", "scripts/wl/checks/lint.py"])
        self.assertLess({"black", "imports: a folder knows those below it", "style", ALL}, set(script))
        self.assertEqual(set(self.commands("vectors/README.md")) & {"black", "clang-format", "columns"}, set())

    def test_no_long_check(self):
        """No compiler runs, and a file that is gone is no file."""
        commands = self.commands("rtl/flow/fork_join.sv", "refmodel/isa.c", "tb/cli/main.c", "no/such/file.c")
        self.assertFalse([name for name in commands if name.startswith(("verilator", "yosys", "clang ", "plan"))])
        self.assertNotIn("no/such/file.c", [word for command in commands.values() for word in command])
        self.assertEqual(self.commands("no/such/file.c"), {})

    def test_which_files_have_changed(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
            names = ("same", "edited", "removed", "staged", "in a folder/edited")
            os.mkdir("in a folder")

            def write(name, text):
                with open(name, "w", encoding="ascii") as file:
                    file.write(text)

            for name in names:
                write(name, "1")
            write(".gitignore", "ignored\n")
            for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
                subprocess.run([*git, *words], check=True)
            self.assertEqual(lint.changed_files(), [])
            for name in ("edited", "staged", "in a folder/edited", "new", "ignored"):
                write(name, "2")
            os.remove("removed")
            subprocess.run(["git", "add", "staged"], check=True)
            self.assertEqual(lint.changed_files(), ["edited", "in a folder/edited", "new", "staged"])
            with self.assertRaisesRegex(Error, "git diff .*nosuch"):
                lint.changed_files("nosuch")
            os.chdir(ROOT)


if __name__ == "__main__":
    unittest.main()
