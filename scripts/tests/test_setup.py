# SPDX-License-Identifier: Apache-2.0
"""What scripts/setup installs and says, the container file, and the judgement of tool versions."""
import os
import re
import subprocess
import tempfile
import unittest

from wl.checks import tools
from wl.tree import sources


SETUP = sources.path("scripts/setup")
TRACE = 'echo "apt-get $*" >&2\n'


def program(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="ascii") as file:
        file.write("#!/bin/sh\n" + text)
    os.chmod(path, 0o755)


def setup(*words, missing=(), root=True, apt=TRACE, **variables):
    """Runs scripts/setup where dpkg-query, id and apt-get are scripts: exit code and what is said."""
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(f"{package}) echo unknown; exit 1;;\n" for package in missing)
        program(folder, "dpkg-query", f'case "$3" in\n{lines}*) echo installed;;\nesac\n')
        program(folder, "id", f"echo {0 if root else 1000}\n")
        if apt:
            program(folder, "apt-get", apt)
        for tool in ("sh", "cat", "rm", "mktemp"):
            os.symlink(os.path.join("/bin", tool), os.path.join(folder, tool))
        done = subprocess.run(
            ["/bin/sh", SETUP, *words],
            env={"PATH": folder, **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


class Setup(unittest.TestCase):
    def test_nothing_missing(self):
        for variables in ({}, {"SETUP": "no"}):
            self.assertEqual(setup(**variables), (0, ""))

    def test_root_names_packages_first(self):
        code, said = setup(missing=["yosys", "black"], apt=TRACE + "case $1 in install) exit 1;; esac\n")
        self.assertEqual(code, 6)
        lines = said.splitlines()
        self.assertEqual(lines[0], "installing these Debian packages (SETUP=no: never): yosys black")
        self.assertEqual(lines[1:3], ["apt-get update", "apt-get install -y --no-install-recommends yosys black"])
        self.assertEqual(lines[-1], "ERROR: the installation failed, as printed above")
        code, said = setup(missing=["yosys"])
        self.assertEqual((code, said), (0, lines[0].replace(" black", "") + "\n"))

    def test_never(self):
        """SETUP=no, and whoever is not root: the exact line, and apt-get is not called."""
        code, said = setup(missing=["yosys", "black"], SETUP="no")
        self.assertEqual(code, 6)
        self.assertEqual(
            said,
            "ERROR: these Debian packages are missing: yosys black\nRun this line, then the same command again:\n"
            "  apt-get update && apt-get install -y --no-install-recommends yosys black\n",
        )
        code, said = setup(missing=["yosys"], root=False)
        self.assertEqual(code, 6)
        self.assertIn("  sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends yosys'\n", said)

    def test_refused(self):
        self.assertEqual(setup("--check", missing=["yosys"]), (6, "ERROR: these Debian packages are missing: yosys\n"))
        self.assertEqual(setup(SETUP="maybe"), (6, 'ERROR: SETUP: found "maybe", expected no\n'))
        self.assertEqual(setup("--all")[0], 6)
        code, said = setup(missing=["yosys"], apt=None)
        self.assertEqual(code, 6)
        self.assertIn("no Debian system", said)

    def test_nightly(self):
        """Slurm and Chromium are for the tests of the nightly alone."""
        self.assertEqual(setup(missing=["slurmd"]), (0, ""))
        said = setup("nightly", missing=["slurmd"])[1]
        self.assertEqual(said, "installing these Debian packages (SETUP=no: never): slurmd\n")

    def test_container(self):
        """The container file has no list of packages: it runs scripts/setup."""
        with open(sources.path("Containerfile"), encoding="utf-8") as file:
            text = "".join(line for line in file if not line.startswith("#"))
        self.assertRegex(text, r"(?m)^COPY setup (\S+/)?wavelock-setup$")
        self.assertRegex(text, r"(?m)^RUN wavelock-setup\b")
        packages = subprocess.run([SETUP, "--list"], check=True, capture_output=True, text=True).stdout.split()
        self.assertGreater(len(packages), 20)
        named = [package for package in packages if re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])", text)]
        self.assertEqual([package for package in named if package != "git"], [])
        self.assertNotIn("apt-get", text)


class Tools(unittest.TestCase):
    def judge(self, *versions):
        judgement = tools.judge(versions)
        return judgement.errors, judgement.warnings

    def test_known(self):
        self.assertEqual(self.judge(("Verilator", "5.006"), ("gcc", "12.2.0"), ("LLVM", "16.0.6")), ([], []))

    def test_older(self):
        self.assertEqual(
            self.judge(("Verilator", "4.210"), ("gcc", "11.4")),
            (
                [
                    "ERROR: Verilator: found version 4.210, expected 5.006 or newer",
                    "ERROR: gcc: found version 11.4, expected 12 or newer",
                ],
                [],
            ),
        )

    def test_newer(self):
        errors, warnings = self.judge(("yosys", "0.33"), ("Verilator", "5.020"))
        self.assertEqual(errors, [])
        self.assertEqual(
            warnings,
            [
                "warning: yosys: version 0.33 is newer than 0.23, which is known to work",
                "warning: Verilator: version 5.020 is newer than 5.006, which is known to work",
            ],
        )

    def test_missing(self):
        errors, _ = self.judge(("yosys", None))
        self.assertEqual(errors, ["ERROR: yosys: yosys does not run or has no version; 0.23 is known to work"])

    def test_version_in_text(self):
        for text, version in (
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", "5.006"),
            ("This is cvc5 version 1.0.3", "1.0.3"),
            ("Debian clang version 16.0.6 (15~deb12u1)", "16.0.6"),
            ("12\n", "12"),
        ):
            self.assertEqual(tools.version_in(text), version)

    def test_every_tool_is_found(self):
        self.assertEqual([name for name, version in tools.found() if version is None], [])


if __name__ == "__main__":
    unittest.main()
