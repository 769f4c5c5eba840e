# SPDX-License-Identifier: Apache-2.0
"""The front door: text that a user types, unknown variables, several tests and seeds, what stays. Needs build/."""
import fcntl
import glob
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock

from wl import ROOT
from wl.door import kinds, main, sim, stored, test, unit, values, variables, verbs
from wl.mutation import mutate
from wl.runs import descriptions, programs, unit_folder, units
from wl.tree import sources


ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name
    not in ("MAKEFLAGS", "MFLAGS", "MAKEOVERRIDES", "MAKELEVEL", "DISPLAY", "WAYLAND_DISPLAY", "TEST", "ONLY", "JOBS")
}


class Door(unittest.TestCase):
    def setUp(self):
        os.chdir(ROOT)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = folder.name
        self.out = os.path.join(self.dir, "results of runs")

    def listing(self):
        """What runs left, but for the cases of several."""
        return {name for name in os.listdir(self.out) if "junit.xml" not in name} if os.path.isdir(self.out) else set()

    def call(self, *argv, code=0, said=(), **more):
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}  # in the order of a terminal
        done = subprocess.run(argv, **both, text=True, check=False, env=ENVIRONMENT, **more)
        text = done.stdout
        self.assertEqual(done.returncode, code, text)
        for words in said:
            self.assertIn(words, text)
        return text

    def make(self, *words, said=(), code=0):
        out = [f"OUT={self.out}"] if words[0] in ("sim", "run", "waves", "cover", "random", "nightly") else []
        return self.call("make", *words, *out, said=said, code=code)

    def refuse(self, *words):
        """The words of the last one are said, and nothing is left behind."""
        before = self.listing()
        self.make(*words[:-1], said=[words[-1]], code=2)
        self.assertEqual(self.listing(), before)

    def program(self, *parts):
        path = os.path.join(self.dir, *parts)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(".globl main\nmain:\n  s_endpgm\n")
        return path

    def test_coverage_of_several(self):
        """Tests and seeds have one report, of the runs that pass."""
        paths = [self.program("a.s"), self.program("b.s")]
        with open(paths[1], "w", encoding="utf-8") as file:
            file.write(".globl main\nmain:\n  s_nop 0\n  s_endpgm\n")
        text = self.make("cover", f"TEST={' '.join(paths)}", "SEEDS=1..3", "JOBS=2", said=["6 passed, 0 failed"])
        self.assertEqual(text.count("## Functional points"), 1)
        self.assertIn("| SOPP | s_nop 3, s_endpgm 6 |", text)  # one wave a run
        with open(paths[1], "w", encoding="utf-8") as file:
            file.write(".globl main\nmain:\n  s_nop 0\n  s_trap 1\n  .long 0xffffffff\n")
        text = self.make("cover", f"TEST={' '.join(paths)}", "SEEDS=1..3", said=["3 passed, 3 failed"], code=2)
        self.assertIn("| SOPP | s_endpgm 3 |", text)

    # ---- what is typed -----------------------------------------------------------------------------

    def test_names_that_a_shell_would_read(self):
        mark = os.path.join(self.dir, "mark")
        for name in (
            "my test.s",
            "it's.s",
            'a"b.s',
            "a$HOME.s",
            "a$(HOME).s",
            "a;b.s",
            "a\\b.s",
            "-a.s",
            "a#b.s",
            "a*.s",
        ):
            self.make("sim", f"TEST={self.program(name)}", said=["PASS"])
        for text in (
            f"a;touch {mark}",
            f"a$(touch {mark})",
            f"a`touch {mark}`",
            f"$(shell touch {mark})",
            f"a' ; touch {mark} ; '",
        ):
            self.refuse("sim", f"TEST={text}", "no test named")
            self.make("run", "TEST=saxpy", f"ARGS={text}", said=["expected name=value"], code=2)
            self.refuse("random", f"PROFILE={text}", "no profile")
        self.assertFalse(os.path.exists(mark))

    def test_another_unit(self):
        """A folder that is no unit is refused, and what belongs to the unit in rtl/ with another one."""
        self.refuse("sim", "TEST=smoke", "UNIT=rtl/simd", 'UNIT: found "rtl/simd" without files.f')
        self.refuse("sim", "TEST=smoke", "UNIT=examples/tiny_cu", "CONFIG=lds256", "CONFIG is for the unit in rtl/")

    def test_renamed(self):
        """A variable, a target or a test that had another name is refused with the new one."""
        self.refuse("sim", "TEST=smoke", "HANG_CLOCKS=5", "HANG_CLOCKS: this variable is now HANG_CYCLES")
        self.refuse("sim", "TEST=smoke", "MAX_CLOCKS=5", "MAX_CLOCKS: this variable is now MAX_CYCLES")
        self.refuse("sim", "TEST=smoke", "WINDOWS=1", "WINDOWS: this variable is now EXPOSED_HAZARDS")
        self.refuse("plant", "plant: this target is now check KIND=mutants")
        self.refuse("mutate", "mutate: this target is now check KIND=mutants")
        self.refuse(
            "check", "KIND=mutate", "BLOCK=lds", "KIND=mutate is now KIND=mutants; with BLOCK it is KIND=mutation"
        )
        self.refuse("clocks", "clocks: this target is now check KIND=cycles")
        for kind in kinds.KINDS:
            self.refuse(kind, f"make {kind} is now make check KIND={kind}")
        self.refuse("random", "SEED=7", "make random does not use it: it has SEEDS=7..7")
        self.refuse("sim", "TEST=edge_forks", "edge_forks is now directed_forks")
        self.refuse("sim", "TEST=edge_*", "TEST: edge_* is now directed_*")
        self.refuse("sim", "TEST=smoke edge_for*", "TEST: edge_for* is now directed_for*")
        self.refuse("test", "ONLY=edge_valu_32", "ONLY: edge_valu_32 is now directed_valu_32")
        self.refuse("test", "ONLY=lockstep edge_*", "ONLY: lockstep edge_* is now lockstep directed_*")
        self.refuse("tets", "tets: make knows no such target; near names: test, ")
        self.call("scripts/wavelock", "sim", "TEST=smoke", "WINDOWS=1", said=["is now EXPOSED_HAZARDS"], code=6)

    def test_name_with_a_dash(self):
        """A file of the top folder is text too, for the compiler as well."""
        name = f"-door-{os.getpid()}.cl"
        self.addCleanup(os.remove, os.path.join(ROOT, name))
        shutil.copy("vectors/saxpy/saxpy.cl", name)
        self.make("sim", f"TEST={name}", said=["PASS ./-door-"])
        self.assertEqual(self.several("run", f"TEST={name} smoke")[1][-1], "1 passed, 0 failed, 1 unchecked")

    def test_line_that_repeats_a_run(self):
        """It is one for the shell, whatever the test is called."""
        path = self.program("don't do", "$this.s")
        text = self.make("sim", f"TEST={path}", "INJECT=SCC@20", "ARGS=out=iota in@9=random", code=2)
        line = re.search(r"^reproduce: (.*)$", text, re.M)[1]
        self.assertEqual(shlex.split(line)[:3], ["make", "sim", f"TEST={path}"])
        self.assertIn("ARGS=out=iota in@9=random", shlex.split(line))
        again = self.call("sh", "-c", line, code=2)
        self.assertIn(line, again)

    def test_variables_that_are_none(self):
        self.refuse("sim", "TEST=smoke", "SED=3", "SED: make knows no such variable; near names: SEED")
        self.refuse("sim", "TST=smoke", "near names: TEST")
        self.refuse("sim", "TEST=smoke", "seed=3", "near names: SEED, SEEDS, ")
        for words, near in (
            (("SED=3", "INJCT=EXEC@3"), "SED: make knows no such variable; near names: SEED, "),
            (("INJCT=EXEC@3",), "near names: INJECT, "),
            (("seed=3",), "near names: SEED, SEEDS, "),
        ):
            self.call("scripts/wavelock", "sim", "TEST=smoke", *words, said=[near], code=6)
        self.refuse("test", "ONYL=lint", "near names: ONLY")
        self.refuse("sim", "TEST=smoke", "MAX_CLOCK=9", "near names: MAX_CYCLES, ")
        for variable in ("CONFLICTS", "STATS"):
            self.refuse("sim", "TEST=smoke", f"{variable}=yes", f'{variable}: found "yes", expected 0 or 1')
        for wish in ("CONFLICTS=1", "STATS=1", "PIPE=x", "PERFETTO=x", "VIEWER=x"):
            said = f"{wish.partition('=')[0]} is made from the events that the checker gets: not with CHECK=off"
            self.refuse("sim", "TEST=smoke", "CHECK=off", wish, said)
        for wrong in ("yes", "auto:", "auto:10", "auto:-1,5"):
            self.refuse("sim", "TEST=smoke", f"WAVES={wrong}", f'WAVES: found "{wrong}", expected 0, 1, auto or auto:')
        self.refuse("sim", "TEST=smoke", "EXPOSED_HAZARDS=yes", 'EXPOSED_HAZARDS: found "yes"')
        self.refuse("run", "TEST=smoke", "WAVES=1", "WAVES is for make sim")
        self.refuse("sim", "TEST=smoke", "SEED=", 'found "", expected a number')
        self.refuse("sim", "TEST=smoke", "SEED=x", 'ERROR: SEED: found "x", expected a number')
        self.make("run", "TEST=smoke", "SEED=0x10", said=["PASS smoke seed 16"])
        for name, words in variables.WORDS.items():
            text = self.call("scripts/wavelock", "sim", "TEST=smoke", f"{name}=always", code=6)
            self.assertRegex(text, f'^ERROR: {name}: found "always", expected one of {", ".join(words)}\n$')
            # The tool knows the same words.
            option = ["--device", "lockstep", f"--{name.lower()}", "always", "smoke"]
            text = self.call("build/wavelock", *option, code=6)
            self.assertEqual(sorted(re.findall(r"\w+", text.split(" one of ")[1])), sorted(words))

    def test_variables_of_the_environment(self):
        """Nobody typed them for this run. GROUP is tcsh's; some say where and how things run."""
        for given, words, code, said in (
            (
                {"CHECK": "off"},
                ("sim", "TEST=smoke"),
                6,
                "found in the environment: CHECK=off; expected on the command",
            ),
            ({"HAZARDS": "off", "CHECK": "x y"}, ("sim", "TEST=smoke"), 6, "environment: CHECK='x y' HAZARDS=off;"),
            ({"TEST": "saxpy"}, ("sim",), 6, "found in the environment: TEST=saxpy"),
            ({"CONFIG": "rdna"}, ("clean",), 6, "found in the environment: CONFIG=rdna"),
            ({"CHECK": "off"}, ("sim", "TEST=smoke", "CHECK=every"), 0, "PASS smoke seed 1"),
            ({"GROUP": "users", "COUNT": "x", "V": ""}, ("sim", "TEST=smoke"), 0, "PASS smoke seed 1"),
            ({"OUT": os.path.join(self.dir, "own")}, ("sim", "TEST=smoke", "WAVES=0"), 0, "PASS smoke seed 1"),
        ):
            commands = ("make", *words), ("scripts/wavelock", *words)
            for command in commands if words[0] != "clean" else commands[:1]:
                with self.subTest(given=given, command=command), unittest.mock.patch.dict(ENVIRONMENT, given):
                    self.call(*command, code=2 if code and command[0] == "make" else code, said=[said])
        self.assertTrue(os.path.exists(os.path.join(self.dir, "own", "smoke-1", "result.json")))

    def test_one_seed_has_one_folder(self):
        """However it is written."""
        for text in ("7", "007", "0x7", "0X07"):
            self.make("sim", "TEST=smoke", f"SEED={text}", said=["PASS smoke seed 7: "])
        self.make("sim", "TEST=smoke", "SEED=010", said=["PASS smoke seed 10: "])
        self.assertEqual(self.listing(), {"smoke-7", "smoke-10"})

    def test_variables_that_the_target_does_not_use(self):
        """They are refused before anything is built or run, and the targets that use them are named."""
        for target, refused in (
            ("random", "HAZARDS=zzz MEMCHECK=off KEEP_GOING=2 TEST=saxpy SEED=7 HOURS=1"),
            ("nightly", "HAZARDS=off TEST=saxpy SEED=7 EXPOSED_HAZARDS=5=6 CONFIG=lds256 CHECK=every"),
            ("run", "CHECK=every MAX_CYCLES=10 KEEP_GOING=1 INJECT=SCC@20 HANG_CYCLES=5 CONFLICTS=1"),
            ("sim", "FIRST=9 MAX_INSTRUCTIONS=3 HOURS=3 PROFILE=zz COUNT=x RUN=a ONLY=b BENCH="),
            ("check KIND=lds-unit", "SEEDS=3 TEST=smoke"),
            ("check KIND=vector-unit", "SEEDS=3 FIRST=2"),
            ("check KIND=fuzz", "SEEDS=3 EXPOSED_HAZARDS=5=6"),
            ("check KIND=sass-fuzz", "SEEDS=3 TEST=smoke"),
            ("check KIND=bench", "COUNT=3"),
            ("test", "TEST=saxpy SEED=3"),
            ("check KIND=cycles", "SEED=3"),
            ("check KIND=lint", "SEED=3"),
            ("list", "TEST=saxpy"),
        ):
            for variable in refused.split():
                name = variable.split("=")[0]
                text = self.make(*target.split(), variable, code=2, said=[f"; make {target} does not use it"])
                self.assertRegex(text, rf"{name} is for make [a-z]")
        self.call(
            "scripts/wavelock",
            "run",
            "TEST=smoke",
            "CHECK=every",
            code=6,
            said=["ERROR: CHECK is for make sim, waves, cover, debug, random; make run does not use it"],
        )
        # A variable of the environment is no wish.
        self.call("env", "HOURS=3", "WAVES=1", "make", "run", "TEST=smoke", said=["PASS smoke"])
        # A variable that one of several targets uses is used.
        self.make("sim", "list", "TEST=smoke", said=["PASS smoke", "fork_join"])

    def test_folder_of_a_unit(self):
        """Each unit that the variables can name has its build folder."""
        for given, folder in (
            ({}, "build"),
            ({"CONFIG": "exposed_hazards", "EXPOSED_HAZARDS": "5=6"}, "build/exposed_hazards"),
            ({"CONFIG": "deep lds256"}, "build/deep+lds256"),
            ({"CONFIG": " rdna gfx906  rdna "}, "build/gfx906+rdna"),
            ({"UNIT": "examples/tiny_cu"}, os.path.join("build", unit_folder.name("examples/tiny_cu"))),
            ({"CONFIG": " ".join(units.OTHER)}, "build/exposed_hazards+gfx906+rdna+small+valu_delay2+vcc_alias"),
            ({"CONFIG": " ".join(units.CONTROL)}, "build/control_words+deep+valu_delay3+vcc_alias"),
        ):
            with unittest.mock.patch.dict(values.VARIABLES, given):
                self.assertEqual(unit.built(), folder)
                if "UNIT" not in given:
                    self.assertEqual(units.of_folder(folder), units.of(values.value("CONFIG")))

    def test_every_variable_has_takers(self):
        """They are verbs or kinds. make help lists all of them, and of each verb and kind what it takes."""
        whole = self.make("help")
        self.assertEqual(self.call("scripts/wavelock", "help"), whole)
        listed = re.findall(r"(?m)^  (\w+) ", whole)
        self.assertEqual(listed, [*verbs.VERBS, *variables.described()])
        self.assertEqual(set(variables.described()), set(variables.USED_BY))
        names = {**verbs.VERBS, **kinds.KINDS}
        self.assertEqual(len(names), len(verbs.VERBS) + len(kinds.KINDS))
        for name, takers in variables.USED_BY.items():
            self.assertLessEqual(set(takers), set(names), name)
            self.assertTrue(takers or name in variables.OF_ALL, name)
        for heading in (*verbs.HEADINGS.values(), "variables"):
            self.assertIn(f"\n\n{heading}\n", whole)
        parts = self.make("help", "test").splitlines()
        self.assertLess({f"  {name}" for name, *_ in test.PARTS}, set(parts))
        said = self.make("help", "check", "sim", "lds-unit")
        self.assertIn("\n\nlong campaigns\n  exhaustive ", said)
        for name in kinds.KINDS:
            self.assertRegex(said, rf"(?m)^  {name} ")
        self.assertIn("make check KIND=lds-unit: ", said)
        self.assertNotIn("PASS", said)
        self.make("help", "nosuch", code=2, said=["nosuch: make knows no such target"])

    def test_verbs(self):
        """The Makefile has the verbs of the table."""
        with open("Makefile", encoding="utf-8") as file:
            self.assertEqual(re.search("^VERBS := (.*)", file.read(), re.M)[1].split(), list(verbs.VERBS))
        self.refuse("check", "KIND=lnit", 'KIND: found "lnit", near names: lint')
        self.refuse("chekc", "near names: check, ")

    def test_what_was_typed(self):
        """make hands it on as it was typed."""
        folder = os.path.join(self.dir, "make")
        os.mkdir(folder)
        with open(os.path.join(folder, "Makefile"), "w", encoding="utf-8") as file:
            file.write(
                'export WAVELOCK_TYPED := $(MAKEOVERRIDES)\nMAKEOVERRIDES :=\nall: ; @printf %s "$$WAVELOCK_TYPED"\n'
            )
        for text in (
            "",
            "a b",
            "a\\b",
            "a\\ b",
            "$HOME",
            "$(shell id)",
            "$$",
            "it's",
            'a"b',
            "a=b",
            "a ",
            "a#b",
            "a\\",
        ):
            said = self.call("make", "-C", folder, "-s", f"ARGS={text}", "TEST=x y")
            self.assertEqual(dict(main.of_make(said)), {"ARGS": text, "TEST": "x y"})

    def test_variables_of_the_line_that_repeats_a_run(self):
        """A stored run has those that the tool and the build write, and no others."""
        with open(sources.named("options.def"), encoding="utf-8") as file:
            rows = re.findall(r'MAKE\([1-9][0-9]*, "([A-Z_]+)"', file.read())
        with open("mk/build.mk", encoding="utf-8") as file:
            text = file.read()
        written = re.findall(r" ([A-Z_]+)=", text[text.index("BUILD_VARIABLES =") : text.index("# What a report says")])
        self.assertEqual(stored.REPEATED, {"TEST", "SEED", *rows, *written})
        self.assertGreater(len(rows), 20)

    def test_fault_in_random_programs(self):
        self.make(
            "random",
            "SEEDS=1",
            "INJECT=EXEC:0:0:0:3@50",
            code=2,
            said=[
                "MISMATCH: slot 0: EXEC",
                f"again: make sim TEST='{self.out}/random/default-1000-1' SEED=1 INJECT=EXEC:0:0:0:3@50",
            ],
        )
        self.make("random", "SEEDS=1", "CHECK=every", "COUNT=100", said=["1 passed, 0 failed"])
        self.make(
            "nightly",
            "SEEDS=1",
            "RUN=door",
            "PROFILE=default",
            "COUNT=500",
            "INJECT=EXEC:0:0:0:3@50",
            "SHRINK=0",
            code=2,
            said=["MISMATCH: slot 0: EXEC", "0 passed, 1 failed"],
        )

    def test_line_that_repeats_a_program(self):
        """It says which unit ran it."""
        self.addCleanup(programs.use, programs.TOOL)
        for tool, said in (
            ("build/wavelock", ""),
            ("build/rdna/wavelock", " CONFIG=rdna"),
            ("build/gfx906+vcc_alias/wavelock", " CONFIG='gfx906 vcc_alias'"),
            (units.path(units.OTHER), f" CONFIG='{' '.join(units.OTHER)}'"),
            ("runs/nightly/a/tools/wavelock", ""),
        ):
            programs.use(tool)
            self.assertEqual(
                programs.Program("r", "default", 9, 3).again(), f"make sim TEST=r/default-9-3 SEED=3{said}"
            )
        programs.use("build/exposed_hazards/wavelock")
        self.assertTrue(
            programs.Program("r", "flow", 9, 3, ["--exposed-hazards", "5=6"])
            .again()
            .endswith(" SEED=3 EXPOSED_HAZARDS=5=6 CONFIG=exposed_hazards")
        )

    def test_nothing_asked_for(self):
        self.refuse("random", "SEEDS=0", 'SEEDS: found "0", expected a range as 1..20 or a number from 1')
        self.refuse("random", "SEEDS=5..4", 'SEEDS: found "5..4"')
        self.refuse("random", "SEEDS=1..4", "FIRST=2", "one of them")
        self.refuse("random", "COUNT=0", 'COUNT: found "0"')
        self.refuse("random", "PROFILE=zz", "no profile zz; there are: align, alu, ")
        self.refuse("sim", "TEST=smoke", "SEEDS=0", 'SEEDS: found "0"')
        self.refuse("sim", "which? TEST=...")
        self.refuse(
            "test", "ONLY=no such part", 'no part of make test has "no such part" at the beginning of a word; near'
        )

    def test_numbers_that_are_none(self):
        """One line that names make's variable; no usage of a script below."""
        for target, words in (
            (
                "nightly",
                (
                    "SEEDS=3..1",
                    "SEEDS=x",
                    "SEEDS=0",
                    "FIRST=x",
                    "COUNT=0",
                    "HOURS=x",
                    "HOURS=0",
                    "HOURS=nan",
                    "HOURS=-1",
                    "RUN=a b",
                    "RUN=../a",
                    "JOBS=0",
                    "FRESH=yes",
                ),
            ),
            ("check KIND=fuzz", ("COUNT=0", "COUNT=x", "SEED=-1", "SEED=x")),
            ("check KIND=sass-fuzz", ("COUNT=0", "SEED=x")),
            ("check KIND=sass-listings", ("LISTINGS=/nothing",)),
            ("check KIND=corpus", ("CORPUS=/nothing",)),
            ("check KIND=lds-unit", ("SEED=x", "COUNT=x")),
            ("check KIND=mutation", ("HOURS=x", "HOURS=0", "COUNT=x")),
            ("check KIND=vector-unit", ("SEED=x", "COUNT=0", "ALL=2")),
        ):
            for word in words:
                name, text = word.split("=")
                said = self.call("scripts/wavelock", *target.split(), word, code=6).splitlines()
                said = [line for line in said if not line.startswith("building ")]  # of a build of half a minute
                self.assertEqual(len(said), 1, said)
                self.assertTrue(said[0].startswith(f'ERROR: {name}: found "{text}", expected '), said)
        self.refuse("nightly", "SEEDS=1..2", "FIRST=2", "one of them")
        self.refuse("nightly", "KINDS=random nosuch", 'KINDS: found "nosuch", expected some of random vectors ')
        self.refuse("nightly", "KINDS= ", 'KINDS: found "", expected some of random vectors ')  # make takes the space
        self.refuse("nightly", "LAUNCHER=foo", 'LAUNCHER: found "foo", expected one of local, command, ')
        self.refuse("nightly", "LISTINGS=/nothing", 'LISTINGS: found "/nothing", expected a folder')
        self.refuse("nightly", "CORPUS=/nothing", 'CORPUS: found "/nothing", expected a folder')
        self.refuse("nightly", "KINDS=random corpus", "KINDS=corpus: of which folder? CORPUS=")
        self.refuse("check", "KIND=corpus", "make check KIND=corpus: of which folder? CORPUS=")
        self.refuse("sim", "TEST=smoke", "KINDS=random", "KINDS is for make nightly")
        self.refuse("check", "KIND=lds-unit", "COUNT=0", 'COUNT: found "0", expected a number from 1')

    def test_units(self):
        """A name that is no unit is refused before anything is built, and so is a former variable."""
        for text, said in (
            ("gfx907", f'CONFIG: found "gfx907", expected some of {" ".join(units.fragments())}: did you mean gfx906?'),
            ("small deep", "CONFIG: deep and small both set WL_VMEM_QUEUE_DEPTH: expected one of them"),
            ("exposed_hazards control_words", "control_words and exposed_hazards: a unit has one of them (D-CTRL-31)"),
            ("../files", 'CONFIG: found "../files"'),
            ("gfx906+rdna", 'CONFIG: found "gfx906+rdna"'),
        ):
            self.refuse("sim", "TEST=smoke", f"CONFIG={text}", said)
            self.call("scripts/wavelock", "sim", "TEST=smoke", f"CONFIG={text}", said=[said], code=6)
        for word, said in (
            ("ISA=gfx906", "ISA=gfx906 is now CONFIG=gfx906"),
            ("ISA=gfx900", "ISA=gfx900 is now CONFIG, without gfx906"),
            ("ISA=gfx907", "ISA=gfx907 is now CONFIG, with gfx906"),
            ("MEMORY=rdna", "MEMORY=rdna is now CONFIG=rdna"),
            ("VCC_ALIAS=1", "VCC_ALIAS=1 is now CONFIG=vcc_alias"),
            ("CONTROL_WORDS=1", "CONTROL_WORDS=1 is now CONFIG=control_words"),
            ("VALU_DELAY=3", "VALU_DELAY=3 is now CONFIG=valu_delay3"),
            ("LDS_ENTRIES=256", "LDS_ENTRIES=256 is now CONFIG=lds256"),
            ("EXPOSED_HAZARDS=1", "EXPOSED_HAZARDS=1 is now CONFIG=exposed_hazards"),
        ):
            self.refuse("sim", "TEST=smoke", word, said)
            self.call("scripts/wavelock", "sim", "TEST=smoke", word, said=[said], code=6)

    def test_fragments(self):
        """Fragments that set one parameter, or exclude each other, are refused in each order. Alone each is a unit."""
        for name in units.fragments():
            self.assertTrue(units.parameters(name), name)
            self.assertEqual(units.of(name), (name,))
            self.assertLessEqual(set(units.excluded(name)), set(units.fragments()))
            self.assertTrue(all(name in units.excluded(other) for other in units.excluded(name)), name)
        self.assertEqual(units.of("sramecc gfx906"), ("gfx906", "sramecc"))
        self.assertTrue(units.has(("sramecc",), "gfx906"))
        self.assertFalse(units.has(("gfx906",), "sramecc"))
        with open(sources.named("cu_pkg.sv"), encoding="utf-8") as file:
            macros = set(re.findall(r"`(?:ifdef|define) (WL_\w+)", file.read()))
        self.assertLessEqual({macro for name in units.fragments() for macro in units.parameters(name)}, macros)

    def test_seeds_of_a_nightly_run(self):
        self.make("nightly", "SEEDS=3..4", "RUN=door", "PROFILE=default", "COUNT=100", said=["2 passed, 0 failed"])
        with open(os.path.join(self.out, "nightly", "door", "journal.jsonl"), encoding="utf-8") as file:
            self.assertEqual(sorted(json.loads(line)["seed"] for line in file), [3, 4])

    def test_near_names(self):
        self.refuse("sim", "TEST=lds_bank", "near names: lds_banks, ")
        self.refuse("sim", "TEST=setprio", "near names: flow/setprio, ")
        self.refuse("sim", "TEST=SAXPY", "near names: saxpy, ")
        self.refuse("sim", "TEST=fork_j*x", "near names: fork_join, ")
        self.refuse("sim", "TEST=smoke nowhere", "no test named nowhere")

    def test_instructions_of_the_model(self):
        self.make(
            "run",
            "TEST=saxpy",
            "MAX_INSTRUCTIONS=100",
            said=["HANG: ", "100 instructions", "MAX_INSTRUCTIONS=100"],
            code=2,
        )

    def test_exit_code_by_hand(self):
        out = f"OUT={self.out}"
        self.call("scripts/wavelock", "sim", "TEST=smoke", out, said=["PASS smoke seed 1"])
        self.call(
            "scripts/wavelock", "sim", "TEST=fork_join", "INJECT=EXEC:0:0:0:3@500", out, said=["MISMATCH"], code=1
        )
        self.call("scripts/wavelock", "sim", "TEST=nosuch", said=["no test named"], code=6)
        self.call("scripts/wavelock", "sim", "--seed", said=["usage"], code=6)

    # ---- several -----------------------------------------------------------------------------------

    def several(self, *words, code=0):
        lines = self.make(*words, code=code).splitlines()
        return sorted(" ".join(line.split()[1:4]) for line in lines if line.startswith(("ok  ", "FAIL"))), lines

    def test_several_tests_and_seeds(self):
        runs, lines = self.several("sim", "TEST=lds_b* smoke", "SEEDS=3..4")
        self.assertEqual(runs, [f"{test} seed {seed}" for test in ("lds_banks", "smoke") for seed in (3, 4)])
        self.assertEqual(lines[-1], "4 passed, 0 failed")
        self.assertEqual(self.several("run", "TEST=smoke", "SEEDS=2", "SEED=7")[0], ["smoke seed 7", "smoke seed 8"])
        names = [f"sgpr/{name} seed 1" for name in os.listdir("vectors/sgpr")]
        self.assertEqual(self.several("run", "TEST=sgpr")[0], sorted(names))
        self.assertEqual(
            self.several("run", f"TEST={os.path.dirname(self.program('p', 'a.s'))}/*.s smoke")[1][-1],
            "1 passed, 0 failed, 1 unchecked",
        )

    def test_tags(self):
        names = [f"smem/{name} seed 1" for name in os.listdir("vectors/smem")]
        self.assertEqual(self.several("run", "TEST=tag:smem smoke")[0], sorted([*names, "smoke seed 1"]))
        self.refuse("sim", "TEST=tag:lsd", 'TEST: found "tag:lsd", expected tag: and one of alu ')
        self.refuse("sim", "TEST=tag:gfx906", "TEST: no test of tag:gfx906 is for this unit")
        self.make("run", "TEST=tag:rdna", said=["tests are for other units: "], code=2)
        self.assertFalse(units.fits(descriptions.path("directed_sramecc_flat"), ("gfx906",)))
        self.assertTrue(units.fits(descriptions.path("directed_sramecc_flat"), ("sramecc",)))
        self.make("list", said=["[export]"])

    def test_folder_by_its_path(self):
        for name in ("vectors/sgpr", "./vectors/sgpr/", os.path.abspath("vectors/sgpr")):
            self.assertEqual(
                self.several("run", f"TEST={name}")[1][-1], f"{len(os.listdir('vectors/sgpr'))} passed, 0 failed"
            )
        for parts in (("a.json",), ("b.json",), ("deeper", "test.json")):
            path = os.path.join(self.dir, "my tests", *parts)
            shutil.copytree("vectors/smoke", os.path.dirname(path), ignore=lambda *_: ["test.json"], dirs_exist_ok=True)
            shutil.copy("vectors/smoke/test.json", path)
        for name in (f"{self.dir}/my tests", f"'{self.dir}/my tests/'"):
            self.assertEqual(self.several("run", f"TEST={name}")[1][-1], "3 passed, 0 failed")

    def test_line_of_a_pass_is_its_verdict(self):
        path = self.program("p.s")
        for target, word, said, total in (
            ("sim", "ok  ", "state words compared", "4 passed, 0 failed"),
            ("run", "ran ", "wave-instructions/s", "0 passed, 0 failed, 4 unchecked"),  # they have no expectations
        ):
            lines = self.several(target, f"TEST={path} vectors/saxpy/saxpy.cl", "SEEDS=1..2")[1]
            self.assertEqual(lines[-1], total)
            several = [line for line in lines if line.startswith(word)]
            self.assertEqual(len(several), 4)
            for line in several:
                self.assertRegex(line, rf" seed [12] +[0-9]+ .*{said}")

    def test_failures_of_several_are_named(self):
        runs, lines = self.several("sim", "TEST=smoke fork_join", "INJECT=EXEC:0:0:0:3@500", "WAVES=1", code=2)
        self.assertEqual(len(runs), 2)
        end = lines.index("failed:")
        # The fault comes after the end of smoke, which is an error of its own.
        named = sorted(line[:32].split(":")[0] for line in lines[end + 1 : end + 3])
        self.assertEqual(named, ["  fork_join seed 1", "  smoke seed 1"])
        self.assertTrue(any(line.startswith("  fork_join seed 1: MISMATCH: ") for line in lines[end:]))
        self.assertEqual(lines[end + 3], "0 passed, 2 failed")
        self.assertTrue(any("MISMATCH: slot 0: EXEC" in line for line in lines[:end]))
        self.assertTrue(any(f"waveform: {self.out}/fork_join-1-" in line for line in lines[:end]))

    def test_waveforms_of_several_are_named(self):
        lines = self.several("waves", "TEST=smoke barrier")[1]
        for name in ("smoke", "barrier"):
            self.assertTrue(
                any(line.strip().startswith(f"waveform: {self.out}/{name}-1/{name}.fst ") for line in lines), lines
            )
        self.assertFalse(any("gtkwave" in line and line.startswith("ok") for line in lines), lines)

    # ---- what is left ------------------------------------------------------------------------------

    def test_folders_of_runs(self):
        """Tests with one base name, and runs of one test with different options, have folders of their own."""
        self.make("sim", "TEST=ds_illegal/shared_none")
        self.make("sim", "TEST=r700/shared_none")
        self.make("sim", "TEST=fork_join", "INJECT=EXEC:0:0:0:3@500", code=2)
        self.make("sim", "TEST=fork_join")
        names = sorted(self.listing())
        self.assertEqual(names[:2] + names[3:], ["ds_illegal.shared_none-1", "fork_join-1", "r700.shared_none-1"])
        self.assertRegex(names[2], "^fork_join-1-[0-9a-f]{8}$")
        self.assertTrue(os.path.exists(os.path.join(self.out, names[2], "report.json")))

    def test_folder_of_a_run_that_failed(self):
        """The next run of the same test leaves what a failed one wrote in a folder of its own: one, the last."""
        path = self.program("a.s")
        folder = os.path.join(self.out, sim.run_name(path, "1", []))
        kept = f"{folder}.failed"
        for text, code in (
            ("s_endpgm", 0),
            (".long 0xffffffff", 2),
            ("s_nop 0\n  .long 0xffffffff", 2),
            ("s_endpgm", 0),
        ):
            with open(path, "w", encoding="utf-8") as file:
                file.write(f".globl main\nmain:\n  {text}\n  s_endpgm\n")
            self.make("sim", f"TEST={path}", code=code)
        self.make("sim", f"TEST={path}")
        self.assertEqual(self.listing(), {os.path.basename(folder), os.path.basename(kept)})
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["verdict"], "PASS")
        with open(os.path.join(kept, "result.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["instructions"], 2)  # of the second that failed, which has s_nop, too
        self.assertTrue(os.path.exists(os.path.join(kept, "report.json")))

    def test_folder_of_the_model_alone(self):
        """It has the result, and pictures of images that are not as expected. They stay with the run that failed."""
        path = "tb/testcase/tests/pictures.json"
        pictures = {f"picture.level0.{name}.png" for name in ("expected", "found", "difference")}
        said = self.make("run", f"TEST={path}", said=["pictures: "], code=2)
        (folder,) = self.listing()
        self.assertIn(f"pictures: {self.out}/{folder}/picture.level0.found.png, ", said)
        self.assertEqual(set(os.listdir(os.path.join(self.out, folder))), {"result.json", *pictures})
        with open(os.path.join(self.out, folder, "result.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["device"], "model")
        self.make("run", f"TEST={path}", code=2)
        kept = os.path.join(self.out, f"{folder}.failed")
        self.assertEqual(set(os.listdir(kept)), {"result.json", *pictures})

    def test_folder_that_is_in_use(self):
        """A run does not take the folder of another that is under way."""
        folder = os.path.join(self.out, "smoke-1")
        os.makedirs(folder)
        lock = os.open(folder, os.O_RDONLY)
        self.addCleanup(os.close, lock)
        fcntl.flock(lock, fcntl.LOCK_EX)
        self.make("sim", "TEST=smoke", said=["PASS"])
        self.assertEqual((os.listdir(folder), self.listing()), ([], {"smoke-1", "smoke-1.2"}))

    def test_waveform_that_cannot_be_written(self):
        """As on a full disk: files end at 400 kB. The hierarchy, a file of its own meanwhile, fits."""

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (400000, 400000))

        self.call(
            "scripts/wavelock",
            "waves",
            "TEST=saxpy",
            f"OUT={self.out}",
            code=6,
            preexec_fn=limit,
            said=[f"ERROR: {self.out}/saxpy-1/saxpy.fst: the waveform is cut short"],
        )
        self.assertEqual(
            [name for name in os.listdir(os.path.join(self.out, "saxpy-1")) if name.startswith("saxpy")], []
        )

    def test_waveform_check_of_what_is_none(self):
        self.call(
            "scripts/wavelock",
            "failures.waves",
            "--check",
            "nowhere.gtkw",
            code=6,
            said=["ERROR: nowhere.gtkw: No such file"],
        )
        self.call(
            "scripts/wavelock", "failures.waves", "--check", self.program("p.s"), code=6, said=["not a save file"]
        )

    def test_tools(self):
        """make tools builds what make install copies and the documents name."""
        words = ["make", "-pq", "-f", "mk/build.mk", "READ_ONLY=1", "everything"]
        rules = subprocess.run(words, capture_output=True, text=True, check=False, env=ENVIRONMENT).stdout
        built = set(" ".join(re.findall(r"^(?:everything|tools):(.*)", rules, re.M)).split())
        named = set(verbs.needed("install", "build"))
        for page in glob.glob("docs/*.md") + ["README.md", "CONTRIBUTING.md", "vectors/README.md"]:
            with open(page, encoding="utf-8") as file:
                named |= set(
                    re.findall(r"build/(?:wavelock[\w-]*|libwavelock[\w-]*\.(?:a|so)|points\.tsv)(?!\.)", file.read())
                )
        self.assertGreater(len(named), 10)
        self.assertEqual(named - built, set())

    # ---- a tree that cannot be written -------------------------------------------------------------

    def test_tree_of_somebody_else(self):
        """Programs built there run; a program that is not up to date is refused."""
        tree = os.path.join(self.dir, "tree with 'quotes' and spaces")
        mutate.copy_tree(tree)
        random = ("wavelock-random", "wavelock-programs.so", "wavelock-points", "points.tsv")
        stamps = (".stamp", ".sources")  # what was built of the same contents is up to date, whatever the times
        for name in ("wavelock-model", "vectors", "wavelock", "wavelock-trace", "trace", "op_pkg.sv", *random, *stamps):
            self.call("cp", "-a", os.path.join("build", name), os.path.join(tree, "build"))
        # As after an edit that leaves this header as it was: it is older than Verilator's run.
        os.utime(os.path.join(tree, "build", "lockstep", "verilated", "Vcu_top.h"), (1, 1))
        own = []
        if os.getuid() == 0:
            own = [
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "env",
                f"TMPDIR={os.path.join(self.dir, 'tmp')}",
            ]
            os.mkdir(os.path.join(self.dir, "tmp"))
            os.chmod(os.path.join(self.dir, "tmp"), 0o777)
            os.chmod(self.dir, 0o755)
        else:
            self.addCleanup(self.call, "chmod", "-R", "u+w", tree)
            self.call("chmod", "-R", "a-w", tree)
        make = [*own, "make", "-C", tree]
        self.call(*make, "list", said=["fork_join"])
        self.call(*make, "run", "TEST=saxpy", said=["PASS saxpy"])
        self.call(*make, "sim", "TEST=saxpy", said=["PASS saxpy"])
        self.call(
            *make, "sim", "TEST=fork_join", "INJECT=EXEC:0:0:0:3@500", code=2, said=["MISMATCH", "cannot be written"]
        )
        fault = "INJECT=EXEC:0:0:0:3@50"
        programs = ("SEEDS=1", "COUNT=500", "PROFILE=default")
        text = self.call(*make, "random", *programs, fault, code=2, said=["0 passed, 1 failed"])
        self.assertRegex(text, r"again: make sim TEST=\S+/wavelock-\d+/random/default-500-1 SEED=1")
        self.call(
            *make,
            "nightly",
            *programs,
            "RUN=door",
            "FRESH=1",
            said=["/wavelock-", "/nightly/door/summary.md: 1 jobs"],
        )
        for target in ("random", "nightly"):
            text = self.call(*make, target, "SEEDS=1", f"OUT={tree}/out", code=2)
            self.assertIn("ERROR: OUT: ", text)
            self.assertNotIn("Traceback", text)
        if not own:
            self.call("chmod", "u+w", os.path.join(tree, "tb", "cli", "main.c"))
        with open(os.path.join(tree, "tb", "cli", "main.c"), "a", encoding="utf-8") as file:
            file.write("// An edit.\n")
        self.call(
            *make,
            "run",
            "TEST=saxpy",
            code=2,
            said=["build cannot be written, and what is built there is not up to date"],
        )


if __name__ == "__main__":
    unittest.main()
