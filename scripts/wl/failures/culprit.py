# SPDX-License-Identifier: Apache-2.0
"""The instruction that a failure is about: the checker's message names it, or it wrote what differs.

The last instruction of the wave is seldom the one. A store of which the checker says that its data is wrong may have
issued long before, and a wrong VCC shows when the next instruction issues.
"""
import collections
import re

Suspect = collections.namedtuple("Suspect", "name text")  # text: with operands; the name alone where no more is known
MOST = 4  # suspects of a failure

# Classes of instructions in the words of docs/views.md, by how the names begin.
CLASSES = (
    ("vector ALU", ("v_",)),
    ("LDS", ("ds_", "owner_", "r700_owner_")),
    ("vector memory", ("global_", "flat_", "scratch_", "buffer_", "tbuffer_")),
    ("scalar memory", ("s_load_", "s_store_", "s_buffer_", "s_scratch_", "s_atomic_", "s_dcache_", "s_mem", "s_atc_")),
    ("export", ("exp",)),
    ("scalar", ("",)),
)
MNEMONIC = re.compile(r"\b(?:v|s|ds|global|flat|scratch|buffer|tbuffer|owner|r700)_[a-z][a-z0-9_]+|\bexp\b")
HALTED = re.compile(r"illegal instruction at \S+ (?:0x\w+ )+\s*([a-z].*?)(?:;|$)")
# What a message or a row says of an instruction that it does not name: its class.
SAID = (
    ("scalar memory", ("scalar memory",)),
    ("vector memory", ("vector memory",)),
    ("export", ("export",)),
    ("lgkmcnt", ("LDS", "scalar memory")),
    ("vmcnt", ("vector memory",)),
    ("expcnt", ("export",)),
)
OF_ROW = {
    "export": ("export",),
    "LDS": ("LDS",),
    **dict.fromkeys(("mem_request", "write data", "byte enables"), ("vector memory",)),
}
WRITTEN = ("write data", "byte enables", "LDS")  # rows of what a store or an atomic writes
READS, NO_ATOMICS = re.compile(r"_(load|read)"), re.compile(r"_(load|read|store|write)")
TIMED = ("issue", "arbiter")  # rows of rules on when an instruction issues: often another one is why
# Rows that other events write than the issue of an instruction.
BY_MANY = (
    "STATUS",
    "TRAPSTS",
    "VM_CNT",
    "EXP_CNT",
    "LGKM_CNT",
    "VS_CNT",
    "STALL",
    "STAY",
    "ST",
    "VALU_N",
    "MEM_N",
    "SMEM_N",
)
# What writes a register that is not its first operand by name.
WRITERS = {
    "EXEC": r"v_cmpx|s_\w+saveexec|\w+ exec",
    "VCC": r"v_cmp_|v_\w+_co_|v_div_scale|\w+ (?:v\d+, )?vcc",
    "SCC": r"s_(?!mov|nop|waitcnt|branch|cbranch|load|buffer|setreg|getreg)",
    "MODE": r"s_setreg",
    "M0": r"\w+ m0",
}


def class_of(instruction):
    return next(name for name, beginnings in CLASSES if instruction.startswith(beginnings))


def name_of(step):
    """The mnemonic of an instruction, as the model decodes it. Empty if it decodes none."""
    words = step["instruction"].split()
    # A report of an older Wavelock has no name; LLVM's text of what it cannot print is in brackets.
    return step.get("name") or (re.sub(r"_e(32|64)$", "", words[0]) if words and words[0][0] != "(" else "")


def writes(instruction, file, number):
    """Whether the first operand of an instruction is this register, or has it."""
    first = re.match(rf"\S+\s+{file}(?:(\d+)|\[(\d+):(\d+)\])", instruction)
    return bool(first) and int(first[1] or first[2]) <= number <= int(first[1] or first[3])


def suspects(said, row, history):
    """What may have gone wrong, the likeliest first: at most MOST of Suspect, each name once.

    said, row: of the first divergence, or what a run without one said. history: the wave's last steps, of a report."""
    steps = [Suspect(name_of(step), step["instruction"]) for step in history if name_of(step)]
    found = named(said, steps)
    if not found and classes(said, row):
        found = [step for step in reversed(steps) if class_of(step.name) in classes(said, row)]
        others = NO_ATOMICS if "atomically" in said else READS
        found = [step for step in found if row not in WRITTEN or not others.search(step.name)]
    elif not found:
        found = writers(said, steps) or steps[-1:] * (row not in BY_MANY)
    return list({one.name: one for one in reversed(found[:MOST])}.values())[::-1]


def named(said, steps):
    """The instruction that the message names. An s_waitcnt is no suspect of what it waits for."""
    halted = HALTED.search(said)
    if halted:
        return [Suspect(halted[1].split()[0], halted[1])]
    name = next(iter(MNEMONIC.findall(said)), "s_waitcnt")
    if name == "s_waitcnt":
        return []
    return [next((step for step in reversed(steps) if step.name.startswith(name)), Suspect(name, name))]


def classes(said, row):
    """The classes of instructions that the message or the row names."""
    return next((kinds for words, kinds in SAID if words in said.lower()), ()) or OF_ROW.get(row, ())


def writers(said, steps):
    """The last writers of the register of which the message says that it differs."""
    register = re.search(r"\b([sv])(\d+)\b", said)
    if register:
        return [step for step in reversed(steps) if writes(step.text, register[1], int(register[2]))]
    special = re.search(rf"\b({'|'.join(WRITERS)}) is ", said)
    return [step for step in reversed(steps) if special and re.match(WRITERS[special[1]], step.text)]
