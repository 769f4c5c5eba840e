# SPDX-License-Identifier: Apache-2.0
"""Tests of the generator of random programs (tb/random):

  golden  the same seed gives the same files: three seeds of every profile against tb/random/tests/golden.txt, and one
          for a unit with the memory of RDNA
  rows    every opcode that is implemented (scripts/wl/cover/coverage.py) has a row in opcodes.def, or code of its own
  forms   every row of opcodes.def comes in every form that it has, with every select and control; llvm-mc takes it
  align   DS reads and writes of every size lie at every misalignment, in LDS and GDS and in each alignment mode
  floats  operations of the profile float meet each hard place often; without float_case and float_values they do not
  violations  every kind of violation is found where it stands, and the program without it passes
  faults  a program whose waves may fault has one that does, whichever waves end early
  handler  an exception that enters the handler behind a write of STATUS breaks no wait state
  taken   a wave that is taken and restored without one part of its state ends otherwise than without
  long    a program that is longer than a branch reaches is assembled
  names   a name that an option or a profile had once is refused with the new one

usage: test_random.py [--whole] [PART ...]      all when none is named; --whole, of the nightly (KINDS=campaigns): all
                                                programs of forms, and more seeds of violations
       test_random.py --update                     writes golden.txt anew, after a deliberate change
"""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

from wl import ROOT
from wl.campaigns import float_places
from wl.cover import coverage
from wl.runs.programs import headline, profile_path
from wl.tree import opcodes, sources


GENERATOR = os.path.join("build", "wavelock-random")
GOLDEN = os.path.join("tb", "random", "tests", "golden.txt")
MC = ["llvm-mc-16", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx900", "-mattr=-xnack", "-filetype=obj"]
WHOLE = "--whole" in sys.argv[1:]
KINDS = ["vmcnt", "lgkmcnt", "smem", "overwrite", "expcnt", "join", "fork", "opcode", "sgpr", "vgpr"]


def generate(folder, profile, seed, count, *more):
    """Writes random.s and test.json to the folder; returns what the generator says."""
    path = os.path.join("tb", "random", "profiles", profile + ".txt")
    return subprocess.run(
        [GENERATOR, "--seed", str(seed), "--profile", path, "--count", str(count), "--out", folder, *more],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def text_of(folder, name):
    with open(os.path.join(folder, name), encoding="ascii") as file:
        return file.read()


def profiles():
    return sorted(os.path.splitext(os.path.basename(p))[0] for p in glob.glob("tb/random/profiles/*.txt"))


# ---- golden --------------------------------------------------------------------------------------


def hashes():
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for profile in profiles():
            for seed, unit in ((1, "gfx9"), (2, "gfx9"), (3, "gfx9"), (1, "rdna"), (1, "alias")):
                memory, alias = "rdna" if unit == "rdna" else "gfx9", int(unit == "alias")
                generate(folder, profile, seed, 500, "--memory", memory, "--vcc-alias", str(alias))
                both = text_of(folder, "random.s") + text_of(folder, "test.json")
                name = profile if unit == "gfx9" else f"{profile}/{unit}"
                lines.append(f"{name} {seed} {hashlib.sha256(both.encode()).hexdigest()}")
    return lines


def golden():
    with open(GOLDEN, encoding="ascii") as file:
        expected = file.read().split("\n")[:-1]
    found = hashes()
    problems = [f"{line}: not in {GOLDEN}" for line in found if line not in expected]
    problems += [f"{line}: in {GOLDEN}, not made" for line in expected if line not in found]
    return problems + [
        "the programs are others than before; if that is meant: scripts/wavelock tests.test_random --update"
    ] * bool(problems)


# ---- rows ----------------------------------------------------------------------------------------

# Implemented opcodes without a row, by the reason: the generator's code writes them.
WRITTEN_BY_CODE = {
    "goes to a label or an address": "s_branch s_cbranch_scc0 s_cbranch_scc1 s_cbranch_vccz s_cbranch_vccnz "
    "s_cbranch_execz s_cbranch_execnz s_cbranch_cdbgsys s_cbranch_cdbguser s_cbranch_cdbgsys_or_user "
    "s_cbranch_cdbgsys_and_user s_setpc_b64 s_swappc_b64 s_call_b64 s_rfe_b64 s_rfe_restore_b64 s_trap",
    "forks need their joins": "s_cbranch_g_fork s_cbranch_i_fork s_cbranch_join",
    "an index in M0 that stays in the wave's registers": "s_movrels_b32 s_movrels_b64 s_movreld_b32 s_movreld_b64 "
    "s_set_gpr_idx_on s_set_gpr_idx_idx s_set_gpr_idx_mode s_set_gpr_idx_off",
    "fields of hardware registers": "s_getreg_b32 s_setreg_b32 s_setreg_imm32_b32 s_setvskip",
    "ends or halts the wave": "s_endpgm s_endpgm_saved s_endpgm_ordered_ps_done s_setkill s_sethalt s_sendmsghalt",
    "waves wait for each other": "s_barrier s_sleep s_wakeup s_waitcnt",
    "targets and enables": "exp",
    "an immediate and no operands": "s_nop s_setprio s_sendmsg s_icache_inv s_incperflevel s_decperflevel "
    "s_ttracedata",
}
# Where the opcodes of a short format begin in VOP3.
IN_VOP3 = {"VOPC": 0, "VOP2": 256, "VOP1": 320}


def table_rows(isa=900):
    """(format, number, name, operands) of opcodes.def for the ISA, and how many rows are not in one line."""
    preprocess = ["gcc", "-E", "-P", "-x", "c", f"-DWL_ISA={isa}", sources.named("opcodes.def")]
    text = "\n" + subprocess.run(preprocess, check=True, capture_output=True, text=True).stdout
    found = re.findall(r'^ROW\((\w+), (\d+), (\w+), "([^"]*)", \w+\)', text, re.M)
    return found, text.count("\nROW(") - len(found)


def missing_rows(rows, implemented, names):
    """rows: (format, number, name) of opcodes.def. What stands in one of the tables and not in the other."""
    there = {}
    for form, number, name in rows:
        short_only = form in ("VOP1S", "VOP2S")
        there[form[:-1] if short_only else form, number] = name
        if form in IN_VOP3:
            there["VOP3", IN_VOP3[form] + number] = name
    by_code = {name for words in WRITTEN_BY_CODE.values() for name in words.split()}
    by_code |= set(coverage.EXTENSIONS.values())  # the assembler does not know these
    wrong = []
    for key in sorted(implemented):
        if key not in there and names[key] not in by_code:
            wrong.append(f"{names[key]} ({key[0]} {key[1]}) is implemented and has no row in tb/random/opcodes.def")
    both = sorted(by_code & set(there.values()))
    wrong += [f"{name} has a row in opcodes.def and stands in WRITTEN_BY_CODE" for name in both]
    without = by_code - {names[key] for key in implemented}
    return wrong + [f"{name} of WRITTEN_BY_CODE is not implemented" for name in sorted(without)]


def rows():
    found = [(form, int(number), name) for form, number, name, _ in table_rows()[0]]
    implemented, names = coverage.implemented(), coverage.all_opcodes()
    wrong = missing_rows(found, implemented, names)
    without = [row for row in found if row[2] != "v_xad_u32"]
    said = missing_rows(without, implemented, names)
    if wrong == [] and said != ["v_xad_u32 (VOP3 499) is implemented and has no row in tb/random/opcodes.def"]:
        wrong.append(f"without the row of v_xad_u32 it says {said}")
    of_gfx906 = {(form, int(number), name) for form, number, name, _ in table_rows(906)[0]}
    own = {row for row in opcodes.rows(opcodes.GFX906) if row[0] != "VOP3"}
    wrong += [f"{row[2]}: only in gfx906's rows or only in its list" for row in sorted(own ^ (of_gfx906 - set(found)))]
    text = ""
    for path in glob.glob("tb/random/*.c"):
        text += text_of(os.path.dirname(path), os.path.basename(path))
    for name in " ".join(WRITTEN_BY_CODE.values()).split():
        if not re.search(rf'(?:"|  // ){name}\b', text):
            wrong.append(f"{name} of WRITTEN_BY_CODE is written nowhere in tb/random/*.c")
    print(f"rows: {len(implemented)} opcodes are implemented, {len(found)} rows")
    return wrong


# ---- forms ---------------------------------------------------------------------------------------


def forms_of(kind, name, operands):
    """The suffixes that an opcode has by numerics.md 11.7 and 11.8."""
    if kind not in ("VOP1", "VOP2", "VOPC"):
        return {""}
    forms = {"_e32", "_e64"}
    if not set("lF|") & set(operands):
        forms.add("_dpp")
        if not name.startswith("v_mac"):
            forms.add("_sdwa")
    return forms


def wanted_modifiers():
    selects = [f"BYTE_{n}" for n in range(4)] + ["WORD_0", "WORD_1", "DWORD"]
    words = {f"{field}:{select}" for field in ("dst_sel", "src0_sel", "src1_sel") for select in selects}
    words |= {"dst_unused:UNUSED_" + u for u in ("PAD", "SEXT", "PRESERVE")}
    words |= {f"row_{d}:{n}" for d in ("shl", "shr", "ror") for n in range(1, 16)}
    words |= {f"wave_{d}:1" for d in ("shl", "shr", "rol", "ror")}
    words |= {"row_mirror", "row_half_mirror", "row_bcast:15", "row_bcast:31", "quad_perm:", "bound_ctrl:0", "clamp"}
    words |= {f"{mask}_mask:0x{n:x}" for mask in ("row", "bank") for n in range(16)}
    words |= {f"op_sel:[{a},{b},{c},{d}]" for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)}
    words |= {f"{field}:[{a},{b}]" for field in ("op_sel", "op_sel_hi") for a in (0, 1) for b in (0, 1)}
    return words | {"sext(", "mul:2", "mul:4", "div:2"}


def emitted(text, names):
    """(opcodes with their form, modifiers) in a program. Words carry their instruction in a comment."""
    opcodes, modifiers = set(), set()
    for line in text.splitlines():
        instruction = line.split("//")[-1].strip()
        word = instruction.split(" ")[0]
        form = re.search(r"_(e32|e64|sdwa|dpp)$", word)
        base = word[: form.start()] if form and word not in names else word
        opcodes.add((base, word[len(base) :]))
        modifiers.update(
            re.findall(r"quad_perm:|\w+:(?:\[[\d,]+\]|\w+)|row_mirror|row_half_mirror|clamp|sext\(", instruction)
        )
    return opcodes, modifiers


# Programs of a profile: FEWEST; more, up to MANY, until all has come.
FEWEST, MANY = 6 if WHOLE else 2, 24


def forms():
    table, broken = table_rows()
    names = {name for _, _, name, _ in table}
    wrong, runs = ["a row of opcodes.def is not in one line"] * bool(broken), 0
    left = {(name, form) for kind, _, name, operands in table for form in forms_of(kind, name, operands)}
    of_rows, words = len(left), wanted_modifiers()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, MANY + 1):
            if seed > FEWEST and not left and not words:
                break
            for profile in profiles():
                if profile == "raw":
                    continue
                generate(folder, profile, seed, 4000)
                runs += 1
                source = os.path.join(folder, "random.s")
                done = subprocess.run([*MC, "-o", os.devnull, source], capture_output=True, text=True, check=False)
                if done.returncode:
                    wrong.append(f"profile {profile}, seed {seed}: " + " | ".join(done.stderr.splitlines()[:2]))
                opcodes, modifiers = emitted(text_of(folder, "random.s"), names)
                left -= opcodes
                words -= modifiers
    wrong += [f"{name}{form} never came" for name, form in sorted(left)]
    wrong += [f"{word} never came" for word in sorted(words)]
    print(f"forms: {len(table)} opcodes in {of_rows} forms, {len(wanted_modifiers())} modifiers, {runs} programs")
    return wrong


# ---- align ---------------------------------------------------------------------------------------


def addresses(text):
    """The lanes' addresses in the lists of a trace, all together (docs/trace.md)."""
    for part in re.findall(r"@(\S+)", text):
        for first, step, count in re.findall(r"([0-9a-f]+)([+-]\d+)?(?:\*(\d+))?", part):
            yield from (int(first, 16) + int(step or 0) * n for n in range(int(count or 1)))


def places(folder):
    """{(LDS or GDS, load or store, bytes, place in an entry)} of the DS reads and writes of a program.

    Places are those that lanes ask for: mode UNALIGNED neither forces nor drops one.
    """
    test = json.loads(text_of(folder, "test.json"))
    test["launch"].pop("alignment_mode", None)
    with open(os.path.join(folder, "test.json"), "w", encoding="ascii") as file:
        json.dump(test, file)
    trace = os.path.join(folder, "trace.txt")
    subprocess.run(
        ["build/wavelock", "--device", "model", folder, "--trace", trace, "--cache", folder],
        check=True,
        capture_output=True,
    )
    found = set()
    for line in text_of(folder, "trace.txt").splitlines():
        access = re.search(r" ds_(?:read|write)\S* .*\| lds (load|store) (\d+) (.*)", line)
        if access:
            where = "GDS" if " gds " in line.split(";")[0] else "LDS"
            found |= {(where, access[1], int(access[2]), a % 16) for a in addresses(access[3])}
    return found


# Programs of a profile: at least LEAST; more, up to MOST, until each kind of access has come at each place.
LEAST, MOST = 9, 60


def align():
    wrong, runs = [], 0
    wanted = {
        (where, kind, size, place)
        for where in ("LDS", "GDS")
        for kind in ("load", "store")
        for size in (2, 4, 8, 12, 16)
        for place in range(16)
        if where == "LDS" or size <= 8
    }  # more the GDS does not take
    # The alignment mode of a program's launch, None for UNALIGNED, and what that profile's programs have.
    modes = {"lds": {None: set()}, "align": {"dword": set(), "dword_strict": set(), "strict": set()}}
    with tempfile.TemporaryDirectory() as folder:
        for profile, found in modes.items():
            for seed in range(1, MOST + 1):
                if seed > LEAST and all(wanted <= there for there in found.values()):
                    break
                generate(folder, profile, seed, 2000)
                mode = json.loads(text_of(folder, "test.json"))["launch"].get("alignment_mode")
                if mode not in found:
                    wrong.append(f"profile {profile}, seed {seed}: alignment mode {mode}")
                elif not wanted <= found[mode]:
                    found[mode] |= places(folder)
                    runs += 1
            for mode, there in found.items():
                wrong += [
                    f"profile {profile}, mode {mode}: no {where} {kind} of {size} bytes lies at {place} of 16"
                    for where, kind, size, place in sorted(wanted - there)
                ]
    print(f"align: {len(wanted)} kinds of access in {len(modes['align'])} modes and UNALIGNED, {runs} programs")
    return wrong


# ---- floats ------------------------------------------------------------------------------------------

# The least percentage of the operations of each format that must meet a place (float_places.py).
LEAST_SHARES = {"tie": 5, "cancel": 1, "denormal": 10, "overflow": 1.5, "payload": 3, "finite": 60}


def rare_places(profile):
    """{(format, place): percent} of the places that are met less often than they must be."""
    found = {}
    for form, count in float_places.measure(profile, 18, 600).items():
        shares = float_places.shares(count)
        found |= {(form, place): shares[place] for place, least in LEAST_SHARES.items() if shares[place] < least}
    return found


def floats():
    wrong = [f"{form}: {place} in {share:.1f} %" for (form, place), share in rare_places("float").items()]
    with tempfile.TemporaryDirectory() as folder:
        plain = os.path.join(folder, "plain.txt")
        with open(plain, "w", encoding="ascii") as file:
            file.write(text_of(os.path.dirname(profile_path("float")), "float.txt") + "float_case 0\nfloat_values 0\n")
        rare = rare_places(plain)
    for form in float_places.FORMATS:
        wrong += [
            f"{form}: {place} comes without tables, too" for place in ("tie", "cancel") if (form, place) not in rare
        ]
    print(f"floats: {len(LEAST_SHARES)} places of {len(float_places.FORMATS)} formats")
    return wrong


# ---- violations ----------------------------------------------------------------------------------


def lockstep(folder, seed):
    """Runs the folder's test; returns (exit code, last line, report or {})."""
    report = os.path.join(folder, "report.json")
    if os.path.exists(report):
        os.remove(report)
    done = subprocess.run(
        ["build/wavelock", "--device", "lockstep", folder, "--seed", str(seed), "--run-dir", folder, "--cache", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(text_of(folder, "report.json")) if os.path.exists(report) else {}
    return done.returncode, (done.stdout + done.stderr).strip().split("\n")[-1], found


def violation_address(folder):
    """Offset of the violation from the kernel's entry, which is 256-byte aligned in its section."""
    obj = os.path.join(folder, "random.o")
    subprocess.run([*MC, "-o", obj, os.path.join(folder, "random.s")], check=True)
    names = subprocess.run(["llvm-nm-16", obj], check=True, capture_output=True, text=True).stdout
    return int(re.search(r"^(\w+) . violation$", names, re.M).group(1), 16)


def violation_fails(folder, kind, profile, seed):
    """Why a program with a violation is not judged as it should be, or None."""
    said = generate(folder, profile, seed, 250, "--violation", kind)
    expected = re.fullmatch(r'violation: kind (\w+), wave (\d+), expected (\w+): "(.+)", instruction (.+)\n', said)
    if not expected or expected.group(1) != kind:
        return f'said "{said}"'
    _, wave, verdict, why, _ = expected.groups()
    code, last, report = lockstep(folder, seed)
    if code:
        return last
    if report.get("verdict") != verdict or why not in report.get("why", ""):
        return f"report says {report.get('verdict')}: {report.get('why')}"
    place = report["fault"] if verdict == "ERROR" else report["divergences"][0]
    at = int(re.search(r" at 0x([0-9a-f]+)", report["why"]).group(1), 16)
    if (at - violation_address(folder)) % 256 or place["slot"] != int(wave):
        return (
            f"found in slot {place['slot']} at 0x{at:x}, it is in wave {wave} at offset 0x{violation_address(folder):x}"
        )
    # Without that instruction the program is valid.
    text = re.sub(r"^violation:\n.*\n", "", text_of(folder, "random.s"), flags=re.M)
    with open(os.path.join(folder, "random.s"), "w", encoding="ascii") as file:
        file.write(text)
    test = json.loads(text_of(folder, "test.json"))
    test["expect"] = {"buffers": [{"buffer": "edge", "unchanged": True}]}
    with open(os.path.join(folder, "test.json"), "w", encoding="ascii") as file:
        json.dump(test, file)
    code, last, _ = lockstep(folder, seed)
    return f"without the violation: {last}" if code else None


def violations():
    wrong, runs = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            for profile in ("default", "share", "flow"):
                for seed in (1, 2, 3, 4) if WHOLE else (1,):
                    why = violation_fails(folder, kind, profile, seed)
                    runs += 1
                    if why:
                        wrong.append(f"--violation {kind} --profile {profile} --seed {seed}: {why}")
    print(f"violations: {runs} programs of {len(KINDS)} kinds")
    return wrong


# ---- faults --------------------------------------------------------------------------------------


def faults():
    """Programs of up to three waves, many of which end early. One faults for certain."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "early.txt")
        with open(profile, "w", encoding="ascii") as file:
            file.write("scalar 10\nearly_end 10\nfaults 100\nwaves 3\n")
        for seed in range(1, 16):
            options = ["--seed", str(seed), "--profile", profile, "--count", "200", "--out", folder]
            subprocess.run([GENERATOR, *options], check=True, capture_output=True)
            code, last, _ = lockstep(folder, seed)
            if code:
                wrong.append(f"seed {seed}: {last}")
    return wrong


# ---- handler -------------------------------------------------------------------------------------


def alone(folder):
    """The verdict of the model alone on the program in the folder, and why."""
    run = ["build/wavelock-model", folder, "--run-dir", folder, "--cache", folder, "--max-instructions", "10000000"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    return headline(done.stdout + done.stderr)


def handler():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "exceptions.txt")
        with open(profile, "w", encoding="ascii") as file:
            file.write("vector_float 20\nvector_convert 20\ngetreg 60\nmode 5\nexec 20\nflag 20\n")
            file.write("float_values 60\ntraps 100\n")
        for seed in range(1, 16):
            options = ["--seed", str(seed), "--profile", profile, "--count", "1500", "--out", folder]
            subprocess.run([GENERATOR, *options], check=True, capture_output=True)
            said = alone(folder)
            if not said.startswith("PASS "):
                wrong.append(f"seed {seed}: {said}")
    return wrong


# ---- taken ---------------------------------------------------------------------------------------

# Instructions by which the handler restores a part of a wave.
RESTORES = [
    "s_mov_b32 m0, ttmp14",
    "s_mov_b64 exec, ttmp[12:13]",
    "s_setreg_b32 hwreg(HW_REG_TRAPSTS, 0, 9), ttmp15",
    "s_setreg_b32 hwreg(HW_REG_MODE), ttmp11",
    "s_setreg_b32 hwreg(2, 0, 1), ttmp8",
    "each_vgpr buffer_load_dword, glc",
    "v_readlane_b32 s[.Lreg], v0, .Lreg",
    "ds_write_b32 v2, v3",
]


def taken_without(folder, line):
    """What the model alone says of the program in the folder, whose handler has not this line."""
    path = os.path.join(folder, "random.s")
    text = text_of(folder, "random.s")
    program, handler = text.split("handler:\n")
    if handler.count(f"  {line}\n") != 1:
        return f"the handler has {handler.count(line)} times {line}"
    with open(path, "w", encoding="ascii") as file:
        file.write(program + "handler:\n" + handler.replace(f"  {line}\n", ""))
    said = alone(folder)
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    return said


def taken():
    left = list(RESTORES)
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, 13):
            if not left:
                break
            generate(folder, "taken", seed, 150)
            left = [line for line in left if not taken_without(folder, line).startswith("EXPECT: buffer kept: ")]
    print(f"taken: {len(RESTORES) - len(left)} of {len(RESTORES)} parts of a wave are missed")
    return [f"the programs pass without {line}" for line in left]


# ---- long ----------------------------------------------------------------------------------------


def long():
    """A program that is longer than a branch reaches, and calls a routine at its start from its end."""
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "long.txt")
        with open(profile, "w", encoding="ascii") as file:
            file.write("scalar 10\nlaunches 100\nwaves 2\n")
        options = ["--seed", "1", "--profile", profile, "--count", "40000", "--out", folder]
        subprocess.run([GENERATOR, *options], check=True, capture_output=True)
        source = os.path.join(folder, "random.s")
        done = subprocess.run([*MC, source, "-o", os.devnull], capture_output=True, text=True, check=False)
        return done.stderr.splitlines()[:1]


# ---- names ---------------------------------------------------------------------------------------


def names():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, "old.txt")
        with open(profile, "w", encoding="ascii") as file:
            file.write("scalar 1\nwrite_special 5\n")
        cases = [
            (["--plant", "vmcnt"], "wavelock-random: --plant: this option is now --violation\n"),
            (["--aim", "SGPR"], '--aim: found "SGPR", expected a pair of tb/probe/coincidence.def\n'),
            (["--shift", "-1001"], '--shift: found "-1001", expected a number from -1000 to 1000\n'),
            (["--violation", "vmcn"], '--violation: found "vmcn", expected vmcnt, lgkmcnt, '),
            (["--profil", profile], "wavelock-random: --profil: there is no such option\nusage: "),
            (["--profile", profile], f"{profile}:2: write_special: this name is now write_state_register\n"),
        ]
        for options, text in cases:
            done = subprocess.run([GENERATOR, "--out", folder, *options], capture_output=True, text=True, check=False)
            if done.returncode != 2 or text not in done.stderr:
                wrong.append(f'{" ".join(options)}: exit {done.returncode}, said "{done.stderr}", expected "{text}"')
    return wrong


def main():
    os.chdir(ROOT)
    if sys.argv[1:] == ["--update"]:
        with open(GOLDEN, "w", encoding="ascii") as file:
            file.write("\n".join(hashes()) + "\n")
        return 0
    tests = {
        "golden": golden,
        "rows": rows,
        "forms": forms,
        "align": align,
        "floats": floats,
        "violations": violations,
        "faults": faults,
        "handler": handler,
        "taken": taken,
        "long": long,
        "names": names,
    }
    chosen = [word for word in sys.argv[1:] if word != "--whole"]
    if any(name not in tests for name in chosen):
        sys.exit(__doc__)
    failed = 0
    for name in chosen or tests:
        wrong = tests[name]()
        failed += len(wrong)
        for line in wrong:
            print(f"FAIL {name}: {line}")
        print(f"{'FAIL' if wrong else 'ok'}   {name}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
