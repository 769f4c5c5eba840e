# SPDX-License-Identifier: Apache-2.0
"""The descriptions of vectors/control/, whose waves follow control words: docs/spec/maxwell-control.md 8.
"""
import os
import re

from wl.vectors import share_vectors


ONE_WAVE = {"grid": [64], "group": [64]}
OUT, IN = "0x400000000", "0x500000000"  # where the programs know their buffers to be
FAST = {"latency": [1, 20], "busy": [0, 0], "shut": [0, 0]}


def buffer_of(name, count, at, **more):
    return {"buffer": name, "type": "u32", "count": count, "address": at, **more}


def constants(values, lockstep=False):
    """The rows of out, each of 64 elements with one value; None: the row is not judged."""
    more = {"lockstep": True} if lockstep else {}
    rows = [(64 * n, v) for n, v in enumerate(values) if v is not None]
    return [{"buffer": "out", "from": at, "count": 64, "constant": v, **more} for at, v in rows]


def iota(row, start, step, rows=1):
    """Two scalars, and the expectation of rows with start, start + step, ... The formula counts from element 0."""
    names = f"start_{row}", f"step_{row}"
    values = (start - 64 * row * step) % 2**32, step
    scalars = [{"scalar": name, "type": "u32", "value": v} for name, v in zip(names, values)]
    return scalars, {"buffer": "out", "from": 64 * row, "count": 64 * rows, "formula": "iota", "inputs": [*names]}


def description(about, program, rows=1, start=None, launch=None, args=(), **more):
    """A test of `rows` rows of out. start: the label where its wave starts."""
    issue = {"control": start, "waves": 1} if start else "control"
    return {
        "about": about,
        "program": program,
        "launch": {**ONE_WAVE, "issue": issue, **(launch or {})},
        "args": [buffer_of("out", 64 * rows, OUT, init={"constant": "0xdeadbeef"}), *args],
        **more,
    }


def finding(verdict, why):
    return {"verdict": verdict, "why": why}


def slots():
    values = [63, 0, 5, 21, 8, 24, 0, 0, 0, 0x600D]
    return description(
        "branches into each slot, loops of one bundle and into the one before, what s_getpc and calls store",
        "slots.s",
        len(values),
        expect={"buffers": constants(values)},
    )


REFUSED = (
    "word_1 word_2 word_3 reuse_3 write_6 read_6 pad_1 pad_2 pad_3 control_word half_slot middle".split()
)  # wave n halts there; the others go on


def refused():
    values = [None] * len(REFUSED) + [1] * (16 - len(REFUSED))
    test = description(
        "bit 63, reuse bit 3, barriers 6, wrong pads, PCs that are no slot: illegal; in slots that are left out: not",
        "refused.s",
        launch={"grid": [1024], "group": [1024]},
        expect={
            "fault": [{"kind": "illegal", "at": place, "wave": wave} for wave, place in enumerate(REFUSED)],
            "buffers": [{"buffer": "out", "count": 64 * len(REFUSED), "unchanged": True}],
        },
    )
    test["args"] = [buffer_of("out", 1024, OUT)]
    test["expect"]["buffers"] += constants(values)
    return test


def refused_seconds():
    places = ("pad", "write", "read", "reuse")
    fault = [{"kind": "illegal", "at": f"second_{place}", "wave": wave} for wave, place in enumerate(places)]
    return description(
        "the second of a pair with a wrong pad, barrier 6, reuse bit 3: the first goes alone, the second is illegal",
        "refused.s",
        4,
        "seconds",
        {"grid": [256], "group": [256], "issue": {"control": "seconds", "waves": 15}},
        expect={"fault": fault, "buffers": [{"buffer": "out", "unchanged": True}]},
    )


def pad():
    values = [0x12345678, 0xBF800000, 0x12346678, 0x56, 0x1234, 0x12, 0x600D, 5, 5 * 0x1005]
    return description(
        "instructions of 64 bits, with a pad, a literal, SDWA and DPP, in each slot",
        "pad.s",
        len(values),
        expect={"buffers": constants(values)},
    )


# Stall, whether with Y: maxwell-control.md 4.1. No E of 12 to 15 without Y, which is a finding.
STALLS = [(n, False) for n in range(1, 12)] + [(n, True) for n in (1, 2, 6, 12, 13, 14, 15)]
# Stall, Y and immediate of an s_nop: maxwell-control.md 8.4.
NOPS = [(1, 0), (1, 7), (1, 8), (1, 0xFFFF), (8, 7), (9, 7), (11, 3), (15, 7), (3, 5), (0, 0), (0, 4)]


def stall():
    """Least distances; those inside a bundle are exact, as a wave that is alone issues when it may."""
    exact = [(n, stall) for n, (stall, _) in enumerate(STALLS)]
    exact += [(f"nop_{n}", max(stall, (imm & 7) + 1)) for n, (stall, imm) in enumerate(NOPS)]
    cycles = [{"from": f"from_{n}", "to": f"to_{n}", "wave": 0, "least": d, "most": d} for n, d in exact]
    for start, end, least in (("from_bundle", "to_bundle", 7), ("from_taken", "to_taken", 9)):
        cycles.append({"from": start, "to": end, "wave": 0, "least": least})
    cycles.append({"from": "to_taken", "to": "to_not_taken", "wave": 0, "least": 8, "most": 8})
    # Three a pair, two before the end of a bundle, one behind it, 3 at the end.
    total = 3 * len(STALLS) + 2 + 1 + 3
    return description(
        "the stall of each length, with Y and without, and of s_nop: the next instruction issues then",
        "stall.s",
        2,
        expect={"cycles": cycles, "buffers": constants([total, 2 * len(NOPS)])},
    )


def held():
    """STALL beside a barrier and a sleep; the head of held.s has the derivation."""
    cases = {
        "barrier": ("at_barrier", 2, "waits_at_barrier", "leaves_barrier", {"least": 15, "most": 15}),
        "asleep": ("asleep", 1, "falls_asleep", "wakes", {"least": 15, "most": 66}),
        "awake_early": ("awake_early", 1, "sleeps_briefly", "stalls_on", {"least": 15}),
    }
    for name, (start, waves, begin, end, cycles) in cases.items():
        test = description(
            f"STALL of 14 {'at a barrier' if waves == 2 else 'of a wave that sleeps'}",
            "held.s",
            start=start,
            launch={"grid": [64 * waves], "group": [64 * waves]},
            expect={"cycles": [{"from": begin, "to": end, "wave": 0, **cycles}]},
        )
        test["launch"]["issue"] = {"control": start, "waves": (1 << waves) - 1}
        yield name, test


def drain():
    """The end of a wave and the entry into its handler wait: maxwell-control.md 8.9."""
    kinds = {"vector": (52, 0x3FE00000), "load": (100, 77)}  # cycles, from the issue on; the result
    for kind, (least, value) in kinds.items():
        slow = {"memory": {"vector": SLOW}} if kind == "load" else {}
        what = "a load" if kind == "load" else "a vector instruction"
        for place in ("end", "trap", "step"):
            name = f"{place}_{kind}"
            to = {"end": f"{name}_ends", "trap": f"{name}_traps", "step": "after_step"}[place]
            test = description(
                f"{what} in flight at {'the end' if place == 'end' else 'a ' + place}",
                "drain.s",
                start=name,
                args=[LOADED] if kind == "load" else (),
                **slow,
                expect={"cycles": [{"from": f"begin_{name}", "to": to, "wave": 0, "least": least}]},
            )
            if place != "end":
                test["launch"]["trap_handler"] = f"after_{place}"
                test["expect"]["buffers"] = constants([value])
            yield name, test


def modes(waves, start="control", program="modes.s"):
    """Groups of four waves. With modes.s the waves in the mask follow control words."""
    scalars, expected = [], []
    for wave in range(16):
        base = 2060 if waves >> wave % 4 & 1 else 1060
        more, row = iota(wave, base + 64 * wave, 1)
        scalars += more
        expected.append(row)
    test = description(
        f"groups of four waves, {waves.bit_count()} of them with control words",
        program,
        16,
        start,
        {"grid": [1024], "group": [256]},
        [buffer_of("in", 1024, IN, init="iota"), *scalars],
        memory=FAST,
        expect={"buffers": expected},
    )
    if start:
        test["launch"]["issue"]["waves"] = waves
    return test


def trap():
    scalars, row = iota(4, 0, 7)
    # `here` is slot 3 of a bundle; the traps are at +8 of the next one, +16 of the second, +24 of the third.
    return description(
        "s_trap in each slot: the PC that the handler gets, and the way back to the next slot",
        "trap.s",
        6,
        launch={"trap_handler": "handler"},
        args=scalars,
        expect={"buffers": [*constants([16, 16 + 32 + 8, 16 + 64 + 16, 15]), row, *constants([None] * 5 + [3])]},
    )


def exception():
    return description(
        "exceptions that trap, with the next instruction before, in and behind the cycle of the result",
        "exception.s",
        2,
        launch={"trap_handler": "handler"},
        expect={"buffers": constants([11, 11])},
    )


def fields():
    yield "test", description(
        "stalls that are just allowed: E of 5 at branches, 12 and more with Y, 0 with Y on s_nop",
        "fields.s",
        expect={"buffers": constants([0x600D])},
    )
    for name, instruction in (
        ("branch", "s_branch"),
        ("taken", "s_cbranch_scc0"),
        ("not_taken", "s_cbranch_scc1"),
        ("barrier", "s_barrier"),
        ("call", "s_call_b64"),
        ("fork", "s_cbranch_i_fork"),
        ("fork_sgpr", "s_cbranch_g_fork"),
        ("join", "s_cbranch_join"),
        ("end", "s_endpgm"),
        ("setpc", "s_setpc_b64"),
        ("swappc", "s_swappc_b64"),
    ):
        yield f"min_{name}", description(
            f"E of 4 at {instruction}",
            "fields.s",
            start=f"case_{name}",
            expect=finding("HAZARD", f"C-MIN: {instruction} at {{min_{name}}}"),
        )
    for name in ("wide_12", "wide_13", "wide_14", "wide_15", "zero"):
        field = "stall 0 with Y" if name == "zero" else f"stall {name[5:]} without Y"
        yield name, description(
            field,
            "fields.s",
            start=f"case_{name}",
            expect=finding("ILLEGAL", f"C-YIELD: s_mov_b32 at {{yield_{name}}}"),
        )


LOADED = buffer_of("in", 192, IN, init={"constant": 77})  # what programs load
LDS = {"lds": 1024}
SLOW = {"latency": [100, 300]}


def loads(about, program, rows=1, start=None, launch=None, **more):
    """A test of one wave whose program has `in` and LDS."""
    return description(about, program, rows, start, {**LDS, **(launch or {})}, [LOADED], **more)


def barriers():
    values = [78, 77, 9, 77, 33, 77, 77, 77, 5, 5, 5, 154, 9, 77, 77]
    return loads(
        "each kind of setter with the wait that it needs; no lanes, VSKIP, shared barriers",
        "barriers.s",
        len(values),
        expect={"buffers": constants(values)},
    )


def sync(alone):
    """s_barrier waits for stores: maxwell-control.md 8.9."""
    starts = {0: 5, 2: 5} if alone else {0: 5, 1: 69, 2: 69, 3: 5, 4: 73, 5: 9}
    scalars, expected = [], []
    for row, start in starts.items():
        more, values = iota(row, start, 1)
        scalars += more
        expected.append(values)
    test = loads(
        "s_barrier with a store in flight: " + ("a group of one wave" if alone else "memory and LDS of another wave"),
        "sync.s",
        6,
        "alone" if alone else None,
        None if alone else {"grid": [128], "group": [128]},
        memory={"vector": {"latency": [100, 300]}},
        expect={"buffers": expected},
    )
    test["args"] += scalars
    if alone:
        test["expect"]["cycles"] = [{"from": "stores", "to": "barrier", "wave": 0, "least": 100}]
    return test


def sync_load():
    cycles = {"from": "loads", "to": "behind_barrier", "wave": 0, "least": 10, "most": 199}
    return loads(
        "s_barrier with a load in flight: it does not wait for it",
        "sync.s",
        start="load",
        memory={"vector": {"latency": [200, 300]}},
        expect={"cycles": [cycles], "buffers": constants([77])},
    )


def gds():
    return loads(
        "GDS and LDS on one barrier", "gds.s", 2, launch={"gds": 1024}, expect={"buffers": constants([33, 35])}
    )


def export():
    every = {"compr": False, "vm": False, "wave": 0}
    sent = [
        ("mrt0", 3, (0x11, 0x22), 64, False),
        ("pos0", 1, (0x33,), 64, False),
        ("param1", 3, (0x44, 0x33), 64, False),
        ("mrt1", 1, (0x55,), 0, False),
        ("mrt2", 15, (0x66,) * 4, 64, True),
    ]
    exports = []
    for target, en, values, lanes, done in sent:
        mask = "0xffffffffffffffff" if lanes else "0x0000000000000000"
        data = {str(n): [v if lanes else 0] * 64 for n, v in enumerate(values)}
        exports.append({**every, "target": target, "en": en, "done": done, "exec": mask, "data": data})
    return loads(
        "exports with read barriers, sources and EXEC written behind them",
        "export.s",
        expect={"exports": exports, "buffers": constants([0x600D])},
    )


def trap_loads():
    return loads(
        "traps with barriers pending, and s_rfe with a load of the handler in flight",
        "trap_loads.s",
        5,
        launch={"trap_handler": "handler"},
        memory={"vector": {"latency": [100, 300]}},
        expect={"buffers": constants([77, 77, 77, 77, 2])},
    )


def clause(start=None):
    test = loads(
        "a clause that stalls, yields and waits for barriers: four waves add to a dword of the LDS in turn"
        + (", in pairs" if start else ""),
        "clause.s",
        start=start,
        launch={"grid": [256], "group": [256]},
        expect={"buffers": [{"buffer": "out", "count": 1, "constant": 64}]},
    )
    if start:
        test["launch"]["issue"]["waves"] = 15
    return test


def step(waves=1):
    # The PCs behind the instructions of two bundles, at +40 to +88. Slot 3 of the bundle before, +24, is `here`.
    return loads(
        "single steps in bundles; a pair is two steps; a step waits for what is in flight"
        + ("" if waves == 1 else "; STAY ends when another wave enters its handler"),
        "step.s",
        2,
        launch={"grid": [64 * waves], "group": [64 * waves], "trap_handler": "handler"},
        expect={"buffers": constants([6, 48 + 56 + 72 + 80 + 88 + 104 - 6 * 24])},
    )


def alias():
    for name, start in (("test", None), ("early", "case_early")):
        test = description("VCC is read by its second name", "alias.s", 1, start, vcc_alias=True, valu_delay=0)
        why = "C-RAW: v_cmp_eq_u32 at {make_early} writes vcc, s_mov_b32 at {use_early} reads it: needs 7, has 6"
        yield name, test | {"expect": finding("HAZARD", why) if start else {"buffers": constants([0xFFFFFFFF])}}


def waitcnt():
    test = description(
        "s_waitcnt in this mode: illegal; in a trap handler: not",
        "waitcnt.s",
        4,
        launch={"grid": [256], "group": [256], "trap_handler": "handler"},
        expect={
            "fault": [
                {"kind": "illegal", "at": place, "wave": wave}
                for wave, place in enumerate(("counters", "one", "stores"))
            ],
            "buffers": [{"buffer": "out", "count": 192, "unchanged": True}, *constants([None] * 3 + [1])],
        },
    )
    return test


def wait_states():
    """The rows of control-flow.md 7 that need one cycle: maxwell-control.md 8.6."""
    return loads(
        "pairs for which GFX9 asks for wait states",
        "wait_states.s",
        8,
        expect={"buffers": constants([5, 10, 1, 33, 44, 12, 77, 3])},
    )


def limits():
    messages = [{"wave": 0, "message": 1, "m0": n} for n in range(12)]
    return loads(
        "more in flight than wait counters and queues hold: loads, scalar loads, stores, messages",
        "limits.s",
        5,
        memory={"vector": {"latency": [200, 400]}},
        expect={"messages": messages, "buffers": constants([77] * 4 + [5])},
    )


def barrier_full():
    return description(
        "63 operations on one barrier: the next one waits until one has signalled",
        "barrier_full.s",
        2,
        args=[LOADED],
        memory={"vector": {"latency": [2000, 2500]}, "scalar": {"latency": [1000, 1200]}},
        expect={"buffers": constants([77, 77])},
    )


def icache_inv():
    return loads(
        "a slot that a store changes behind s_icache_inv of its own bundle",
        "icache_inv.s",
        memory={"vector": {"latency": [100, 200]}},
        expect={"buffers": constants([2])},
    )


def halt():
    return loads(
        "halted and resumed, asleep, another priority: with stalls and a wait",
        "halt.s",
        2,
        expect={"buffers": constants([15, 77])},
    )


INSTRUCTIONS = {
    "load": "global_load_dword",
    "load_y": "global_load_dword",
    "share": "ds_read_b32",
    "scalar": "s_load_dword",
    "operands": "global_store_dword",
    "export": "exp",
}


def early():
    yield "test", loads(
        "waits two cycles behind the setter", "early.s", 4, expect={"buffers": constants([77, 77, 77, 77])}
    )
    for distance, value in ((1, 5), (2, 77)):
        yield f"value_{distance}", loads(
            f"a wait {distance} behind a load, the value: {'new' if value == 77 else 'old'}",
            "early.s",
            start=f"case_value_{distance}",
            hazards="warn",
            memory=SLOW,
            expect={"buffers": constants([value], lockstep=distance == 1)},
        )
    for name, instruction in INSTRUCTIONS.items():
        yield name, loads(
            f"a wait one cycle behind {instruction}",
            "early.s",
            start=f"case_{name}",
            expect=finding("HAZARD", f"C-EARLY: {instruction} at {{set_{name}}}"),
        )


SETS = {
    "valu": "v_mov_b32",
    "valu_read": "v_mov_b32",
    "salu": "s_mov_b32",
    "nop": "s_nop",
    "store": "global_store_dword",
    "share": "ds_write_b32",
    "share_atomic": "ds_add_u32",
    "atomic": "global_atomic_add",
    "flush": "buffer_wbinvl1",
    "export": "exp",
    "scalar": "s_load_dword",
    "scalar_store": "s_store_dword",
    "cache": "s_dcache_wb",
    "time": "s_memtime",
    "mqsad": "v_mqsad_u32_u8",
    "share_nop": "ds_nop",
    "scalar_atomic": "s_atomic_add",
    "scalar_atomic_read": "s_atomic_add",
    "lds_store": "buffer_store_lds_dword",
    "branch": "s_branch",
    "end": "s_endpgm",
}

SETS_READ = "valu_read nop flush scalar cache time share_nop scalar_atomic_read end".split()


def sets():
    yield "test", loads(
        "barriers that each kind of instruction may set", "sets.s", expect={"buffers": constants([0x600D])}
    )
    for name, instruction in SETS.items():
        barrier = "read" if name in SETS_READ else "write"
        yield name, loads(
            f"a {barrier} barrier that {instruction} cannot set",
            "sets.s",
            start=f"case_{name}",
            expect=finding("ILLEGAL", f"C-SET: {instruction} at {{set_{name}}}"),
        )


# Producer; the row that shows the old value, where the program stores one.
UNWAITED = {
    "load": ("global_load_dword", 5),
    "other_barrier": ("global_load_dword", 5),
    "store": ("global_load_dword", None),
    "share": ("ds_read_b32", None),
    "scalar": ("s_load_dword", None),
    "younger_scalar": ("s_load_dword", None),
    "younger_flat": ("global_load_dword", None),
    "flat": ("flat_load_dword", None),
    "read_barrier": ("global_load_dword", None),
    "over": ("global_load_dword", None),
    "over_scalar": ("s_load_dword", None),
    "scalar_over_scalar": ("s_load_dword", None),
    "barrier": ("global_load_dword", None),
    "younger_share": ("ds_read_b32", None),
    "vccz": ("s_load_dwordx2", None),
    "status": ("buffer_load_dword", None),
    "over_share": ("global_load_dword", None),
}


def unwaited():
    yield "test", loads(
        "results that the right barrier covers: of the load, of a younger one of its queue",
        "unwaited.s",
        5,
        expect={"buffers": constants([77] * 5)},
    )
    for name, (instruction, old) in UNWAITED.items():
        about = f"a result of {instruction} without a wait that covers it: {name.replace('_', ' ')}"
        yield name, loads(
            about,
            "unwaited.s",
            start=f"case_{name}",
            launch={"gds": 1024} if name == "younger_share" else None,
            expect=finding("HAZARD", f"C-VAR: {instruction} at {{load_{name}}}"),
        )
        if old is not None:
            yield f"{name}_value", loads(
                about + ", the value",
                "unwaited.s",
                start=f"case_{name}",
                hazards="warn",
                memory=SLOW,
                expect={"buffers": constants([old], lockstep=True)},
            )


OVERWRITTEN = {
    "data": "global_store_dword",
    "address": "global_load_dword",
    "share_data": "ds_write_b32",
    "share_address": "ds_read_b32",
    "export": "exp",
    "by_share": "global_store_dword",
    "by_vmem": "ds_write_b32",
    "other_type": "exp",
    "other_barrier": "global_store_dword",
    "atomic": "global_atomic_add",
    "gds": "ds_write_b32",
    "flat": "flat_store_dword",
    "other_queue": "global_store_dword",
}


def overwritten():
    test = loads(
        "operands that are overwritten behind a wait that covers their reading, or by their own queue",
        "overwritten.s",
        5,
        expect={"buffers": constants([9, 9, 77, 77, 10])},
    )
    yield "test", test
    yield "rdna", test | {"memory_unit": "rdna"}  # stores in another queue than loads
    for name, instruction in OVERWRITTEN.items():
        yield name, loads(
            f"an operand of {instruction} overwritten too early: {name.replace('_', ' ')}",
            "overwritten.s",
            start=f"case_{name}",
            launch={"gds": 1024} if name == "gds" else None,
            expect=finding("HAZARD", f"C-WAR: {instruction} at {{read_{name}}}"),
        )


FIRST, PASSES, STORE_READ, EXPORT_READ = 3, 3, 2, 3  # maxwell-control.md 8.6, of most vector ALU instructions


def too_early(reader, distance, delay):
    """Whether a reader of the last pass gets the old value: maxwell-control.md 8.6."""
    first_read = {"share": STORE_READ, "vmem": STORE_READ, "beat": EXPORT_READ}.get(reader, 0)
    if reader in ("valu", "dpp"):  # pass by pass, in the cycle behind its issue
        return distance + 1 <= FIRST + delay
    if reader == "every":  # pass by pass, too
        return distance + STORE_READ <= FIRST + delay
    return distance + first_read <= FIRST + delay + PASSES


# Reader: the producer and the register that it writes, and the mnemonic of the reader.
READERS = {
    "share": ("v_add_u32", "v2", "ds_write_b32"),
    "every": ("v_add_u32", "v2", "ds_write_b32"),
    "vmem": ("v_add_u32", "v2", "global_store_dword"),
    "scalar": ("v_readfirstlane_b32", "s20", "s_mov_b32"),
    "carry": ("v_add_co_u32", "vcc", "v_addc_co_u32"),
    "select": ("v_cmp_eq_u32", "vcc", "v_cndmask_b32"),
    "branch": ("v_cmp_eq_u32", "vcc", "s_cbranch_vccnz"),
    "load": ("v_readfirstlane_b32", "s20", "s_load_dword"),
    "status": ("v_cmp_eq_u32", "vcc", "s_getreg_b32"),
    "exceptions": ("v_add_f32", "trapsts", "s_getreg_b32"),
    "valu": ("v_mov_b32", "v2", "v_add_u32"),
    "dpp": ("v_mov_b32", "v2", "v_mov_b32"),
    "beat": ("v_mov_b32", "v2", "exp"),
}


def early_values(reader, old):
    """The values that the program stores, for the last 16 lanes where only they read."""
    if reader in ("share", "every", "vmem"):
        rows = [77 if old else None, None if old else 77] if reader == "vmem" else ([77, 1] if old else [1, 77])
        first, count = (0, 64) if reader == "every" else (48, 16)
        return [
            {"buffer": "out", "from": 64 * n + first, "count": count, "constant": v} for n, v in enumerate(rows) if v
        ]
    if reader == "beat":
        return constants([0x600D])
    return constants([(93 if reader == "load" else 5) if old else 77])


def distances(reader, delay, needed):
    """Distances in the program: the last that breaks the rule, the first that does not; for some readers all."""
    if reader == "share":
        return range(5 if delay else 1, needed + 1)
    if reader == "every":
        return (4, 5) if delay else (1, 2)
    if reader in ("valu", "dpp"):  # the pace of the vector ALU hides all distances of a unit without delay
        return range(4, needed + 1) if delay else ()
    return needed - 1, needed


def early_read(delay):
    for reader, (producer, register, consumer) in READERS.items():
        rule = "share" if reader == "every" else reader  # the rule looks at the last pass
        needed = next(d for d in range(1, 20) if not too_early(rule, d, delay))
        for distance in distances(reader, delay, needed):
            old = too_early(reader, distance, delay)
            place = f"{reader}_{distance}"
            name = place + (f"_delay_{delay}" if delay else "")
            test = description(
                f"{consumer} {distance} cycles behind {producer} whose result it reads" + (": old" if old else ": new"),
                "early_read.s",
                2,
                f"case_{place}",
                LDS,
                [buffer_of("in", 64, IN, init={"iota": [77, 1]})],
                valu_delay=delay,
            )
            values = early_values(reader, old)
            if distance >= needed:
                yield name, test | {"expect": {"buffers": values}}
                continue
            opcode = consumer.removesuffix("_dpp")  # as messages name it
            why = (
                f"C-RAW: {producer} at {{make_{place}}} writes {register}, {opcode} at {{use_{place}}} reads it: "
                f"needs {needed}, has {distance}"
            )
            yield name, test | {"expect": finding("HAZARD", why)}
            if reader != "beat":
                for value in values:
                    value["lockstep"] = True
                yield f"{name}_value", test | {"hazards": "warn", "expect": {"buffers": values}}


def long():
    """maxwell-control.md 8.6: first and step of long instructions."""
    yield "test", loads(
        "results of long instructions by a wait, by distance and by the pace of the vector ALU; their sources",
        "long.s",
        7,
        valu_delay=0,
        expect={"buffers": constants([0x3FE00000] * 5 + [0x40000000] * 2)},
    )
    stores = {"store": ("v_rcp_f64", 50), "rcp": ("v_rcp_f32", 34), "exp": ("v_exp_f32", 18), "fma": ("v_add_f64", 18)}
    for kind, (instruction, needed) in stores.items():
        for distance in (needed - 1, needed):
            name = f"{kind}_{distance}"
            test = loads(
                f"a store of the result of {instruction}, {distance} cycles behind it",
                "long.s",
                1,
                f"case_{name}",
                valu_delay=0,
            )
            if distance == needed:
                high = {"store": 0x3FE00000, "rcp": 0x7F800000, "exp": 0x3F800000, "fma": 0x40100000}[kind]
                # The sources of the f32 ones are the lanes: lane 0 alone is a limit.
                values = (
                    constants([high]) if kind in ("store", "fma") else [{"buffer": "out", "count": 1, "constant": high}]
                )
                yield name, test | {"expect": {"buffers": values}}
            else:
                why = (
                    f"C-RAW: {instruction} at {{make_{name}}} writes v5, "
                    f"global_store_dword at {{use_{name}}} reads it: needs {needed}, has {distance}"
                )
                yield name, test | {"expect": finding("HAZARD", why)}
    neither = loads("a store of the result of v_rcp_f64 at once", "long.s", 1, "case_neither", valu_delay=0)
    yield "neither", neither | {"expect": finding("HAZARD", "C-RAW: v_rcp_f64 at {make_neither} writes v5")}
    yield "neither_value", neither | {"hazards": "warn", "expect": {"buffers": constants([5], lockstep=True)}}
    source = "C-WAR: v_rcp_f64 at {make_source_31}"
    for distance, expect in (
        (31, finding("HAZARD", source)),
        (32, {"cycles": [{"from": "make_source_32", "to": "use_source_32", "wave": 0, "least": 32}]}),
    ):
        yield f"source_{distance}", loads(
            f"a load over a source of v_rcp_f64, {distance} cycles behind it",
            "long.s",
            1,
            f"case_source_{distance}",
            valu_delay=0,
            expect=expect,
        )


# Macros of distance.s with rows: what breaks where a row has one cycle less, and what the second instruction does.
DISTANCES = {
    "readers": ("C-RAW", "writes", "reads"),
    "writers": ("C-WAW", "writes", "writes"),
    "loads": ("C-WAR", "reads", "overwrites"),
    "delayed_readers": ("C-RAW", "writes", "reads"),
}
# Rows of producers and consumers: the producer, its register, the consumer, cycles that are needed.
BETWEEN = {
    "nop": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "nop_modulo": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "nop_stall": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "pace": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "pace_f64": ("v_cmp_eq_f64", "vcc", "s_mov_b32", 20),
    "pace_dpp": ("v_add_co_u32", "vcc", "s_mov_b32", 12),
    "wait": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "wait_share": ("v_readfirstlane_b32", "s20", "s_mov_b32", 7),
    "pop": ("v_readfirstlane_b32", "s2", "s_cbranch_join", 7),
    "push": ("v_readfirstlane_b32", "s2", "s_cbranch_i_fork", 7),
}


def distance_rows():
    """Rows of distance.s: (macro, name, distance that is needed, register, the two instructions)."""
    with open(os.path.join(share_vectors.VECTORS, "control", "distance", "distance.s"), encoding="utf-8") as file:
        text = file.read()
    for macro, body in re.findall(r"^\.macro (\w+) do\n(.*?)^\.endm", text, re.M | re.S):
        for name, needed, register, *both in re.findall(r'\\do (\w+), (\d+), (\w+), "(\w+).*?", "(\w+)', body):
            yield macro, name, int(needed), register, *(re.sub("_(dpp|sdwa)$", "", mnemonic) for mnemonic in both)


def distance():
    """maxwell-control.md 8.6 and D-CTRL-45: the least guaranteed distance, and one cycle less."""
    for name, start, delay in (("test", None, 0), ("delayed", "delayed", 3)):
        yield name, loads(
            "pairs of instructions at their least guaranteed distance",
            "distance.s",
            1,
            start,
            valu_delay=delay,
            expect={"buffers": constants([0x600D])},
        )
    rows = [row for row in distance_rows() if row[2] > 1]
    rows += [
        ("writers" if name == "push" else "readers", name, row[3], row[1], row[0], row[2])
        for name, row in BETWEEN.items()
    ]
    for macro, name, needed, register, producer, consumer in rows:
        rule, does, does_now = DISTANCES[macro]
        yield name, loads(
            f"{consumer} {does_now} {register} {needed - 1} cycles behind {producer}: one too few",
            "distance.s",
            1,
            f"case_{name}",
            valu_delay=3 if macro == "delayed_readers" else 0,
            expect=finding(
                "HAZARD",
                f"{rule}: {producer} at {{make_{name}}} {does} {register}, {consumer} at {{use_{name}}} {does_now} it: "
                f"needs {needed}, has {needed - 1}",
            ),
        )
    why = "C-EARLY: s_load_dword at {between_pace_before} sets barrier 0, v_mov_b32 at {use_pace_before} waits for it"
    yield "pace_before", loads(
        "a wait one cycle behind a setter that issues with the pace of an older instruction",
        "distance.s",
        1,
        "case_pace_before",
        valu_delay=0,
        expect=finding("HAZARD", why),
    )


# Two writers: the first and the second instruction, the register, what each leaves there, cycles that are needed.
WRITERS = {
    "sgpr": ("v_readfirstlane_b32", "s20", 77, 5, 7),
    "m0": ("v_readfirstlane_b32", "m0", 77, 5, 7),
    "vcc": ("v_cmp_eq_u32", "vcc", 81, 87, 7),
    "exec": ("v_cmpx_eq_u32", "exec", 81, 87, 7),
    "vgpr": ("v_mov_b32", "v2", None, 33, 2),
    "loaded": ("v_readfirstlane_b32", "s20", None, 33, 5),
}


def order():
    """D-CTRL-38: at one edge, distance 6, the scalar instruction's value stays; before it the late one's."""
    for kind, (first, register, late, last, needed) in WRITERS.items():
        for distance in (5, 6, 7) if needed == 7 else (needed - 1, needed):
            name = f"{kind}_{distance}"
            args = [buffer_of("in", 64, IN, init={"constant": 33})]
            about = f"{register} written by {first} and by another instruction {distance} cycles behind it"
            test = description(about, "order.s", 1, f"case_{name}", LDS, args, valu_delay=0)
            if distance >= needed:
                yield name, test | {"expect": {"buffers": constants([last])}}
                continue
            yield name, test | {"expect": finding("HAZARD", f"C-WAW: {first} at {{first_{name}}}")}
            if late is not None:
                value = constants([late if distance < 6 else last], lockstep=True)
                yield f"{name}_value", test | {"hazards": "warn", "expect": {"buffers": value}}


PAIRS = {
    "reads": "v_readfirstlane_b32",
    "reads_vgpr": "v_mov_b32",
    "reads_vcc": "v_cmp_eq_u32",
    "reads_vccz": "v_cmp_eq_u32",
    "reads_exceptions": "v_add_f32",
    "same_sgpr": "v_readfirstlane_b32",
    "same_vcc": "v_cmp_eq_u32",
    "same_vgpr": "v_mov_b32",
    "same_exec": "v_cmpx_eq_u32",
    "vector": "v_mov_b32",
    "scalar": "s_mov_b32",
    "scalar_branch": "s_mov_b32",
    "share": "ds_read_b32",
    "load": "s_load_dword",
    "barrier": "v_mov_b32",
    "end": "v_mov_b32",
    "sleep": "v_mov_b32",
    "setprio": "v_mov_b32",
    "setreg": "v_mov_b32",
    "setreg_sgpr": "v_mov_b32",
    "fork": "v_mov_b32",
    "memory": "ds_read_b32",
    "setvskip": "s_setvskip",
    "export": "v_mov_b32",
    "three": "v_mov_b32",
}


def pair():
    values = [11, 77, 12, 13, 14, 77, 77, 15, 77, 16, 0]
    test = loads(
        "pairs of the table: s_nop, DS, branches, scalar ALU and memory as the second; across bundles",
        "pair.s",
        len(values),
        expect={"buffers": constants(values)},
    )
    yield "test", test
    # The s_nop of four cycles issues with the vector instruction (D-CTRL-39).
    cycles = [{"from": "pair_nop", "to": "behind_nop", "wave": 0, "least": 4, "most": 4}]
    for kind in ("nop", "share", "taken", "not_taken"):
        cycles.append({"from": f"pair_{kind}", "to": f"with_{kind}", "wave": 0, "least": 0, "most": 0})
    yield "cycle", test | {"about": "a pair issues in one cycle", "expect": {"cycles": cycles}}
    busy = constants([77, 19])
    yield "busy", loads("twenty pairs with the LDS", "pair.s", 2, "case_busy", expect={"buffers": busy})
    yield "counter", loads(
        "a pair with the LDS at LGKM_CNT 15",
        "pair.s",
        2,
        "case_counter",
        memory={**FAST, "scalar": SLOW},
        expect={"buffers": constants([18, 77])},
    )
    alone = [{"from": "first_skipped", "to": "second_skipped", "wave": 0, "least": 1}]
    yield "skipped", loads(
        "an instruction that VSKIP discards pairs with nothing",
        "pair.s",
        1,
        "case_skipped",
        expect={"cycles": alone, "buffers": constants([19])},
    )
    for name, instruction in PAIRS.items():
        yield name, loads(
            f"stall 0 that makes no pair: {name.replace('_', ' ')}",
            "pair.s",
            1,
            f"case_{name}",
            expect=finding("ILLEGAL", f"C-DUAL: {instruction} at {{first_{name}}}"),
        )


FLAGS = {
    "scalar_unit": "s_mov_b32",
    "memory": "ds_write_b32",
    "sgpr": "v_add_u32",
    "constant": "v_add_u32",
    "missing": "v_add_u32",
    "wide": "v_add_f64",
    "itself": "v_add_u32",
    "itself_2": "v_add_u32",
}


def reuse():
    values = [20, 20, 31, 32, 7, 9, 9, 40, 40]
    yield "test", loads(
        "reuse entries that are used, and that are gone by a write, a reader without flag, Y, other instructions",
        "reuse.s",
        len(values),
        expect={"buffers": constants(values)},
    )
    yield "written", loads(
        "a reuse entry whose row a load writes while it is read",
        "reuse.s",
        4,
        "case_written",
        hazards="warn",
        expect={"buffers": constants([7] * 4)},
    )
    for name, instruction in FLAGS.items():
        yield name, loads(
            f"a reuse flag where none may be: {name.replace('_', ' ')}",
            "reuse.s",
            1,
            f"case_{name}",
            expect=finding("ILLEGAL", f"C-REUSE: {instruction} at {{flag_{name}}}"),
        )


def yields():
    for name, start in (("test", None), ("priorities", "priorities")):
        test = loads(
            "four waves that compete, with their own stalls and Y" + (" and priorities" if start else ""),
            "yield.s",
            4,
            start,
            {"grid": [256], "group": [256]},
            expect={"buffers": [{"buffer": "out", "constant": 200}]},
        )
        if start:
            test["launch"]["issue"]["waves"] = 15
        yield name, test


def stay():
    """The order of two waves by rule 3 of maxwell-control.md 8.5. The head of stay.s has the derivation."""
    pace, rare, most = 4, 8, 7  # cycles of a vector ALU instruction; E of the rare ones; issues by rule 3
    cases = [
        ("test", None, rare + most * pace, "eight of one, one of the other"),
        ("yields", "yields", rare, "in turn, as both yield"),
        ("priority", "priority", rare, "in turn, as the rare one has a higher USER_PRIO"),
    ]
    for name, start, span, what in cases:
        places = [f"rare_{start or 'main'}_{n}" for n in range(3)]
        cycles = [{"from": a, "to": b, "wave": 1, "least": span, "most": span} for a, b in zip(places, places[1:])]
        if start:  # three times E of 8, the time for a bundle, and two instructions of the other wave
            cycles.append({"from": f"asks_{start}", "to": places[0], "wave": 1, "least": 24, "most": 40})
        test = description(
            f"two waves that ask for the vector ALU: {what}",
            "stay.s",
            2,
            start,
            {"grid": [128], "group": [128]},
            expect={
                "cycles": cycles,
                "buffers": constants([3, 3]),
            },
        )
        if start:
            test["launch"]["issue"]["waves"] = 3
        yield name, test


def tests():
    """By the path of the description, without .json."""
    found = {
        "slots/test": slots(),
        "refused/test": refused(),
        "refused/seconds": refused_seconds(),
        "pad/test": pad(),
        "stall/test": stall(),
        "modes/test": modes(0b1010),
        "modes/first": modes(0b0001),
        "modes/alone": modes(0b1111, "", "alone.s"),
        "trap/test": trap(),
        "exception/test": exception(),
    }
    found |= {
        "barriers/test": barriers(),
        "sync/test": sync(alone=False),
        "sync/alone": sync(alone=True),
        "sync/load": sync_load(),
        "gds/test": gds(),
        "export/test": export(),
        "trap_loads/test": trap_loads(),
        "clause/test": clause(),
        "clause/pairs": clause("pairs"),
        "step/test": step(),
        "step/waves": step(8),
        "waitcnt/test": waitcnt(),
        "waitcnt/rdna": {**waitcnt(), "memory_unit": "rdna"},
        "wait_states/test": wait_states(),
        "limits/test": limits(),
        "barrier_full/test": barrier_full(),
        "icache_inv/test": icache_inv(),
        "halt/test": halt(),
    }
    found |= {f"stall/{name}": test for name, test in held()}
    for folder in (drain, fields, early, sets, unwaited, overwritten):
        found |= {f"{folder.__name__}/{name}": test for name, test in folder()}
    for folder in (alias, distance, long, order, pair, reuse):
        found |= {f"{folder.__name__}/{name}": test for name, test in folder()}
    for delay in (0, 3):
        found |= {f"early_read/{name}": test for name, test in early_read(delay)}
    found |= {f"yield/{name}": test for name, test in yields()}
    found |= {f"stay/{name}": test for name, test in stay()}
    return {f"control/{name}": test for name, test in found.items()}


def files():
    """{path below the folder of vectors: its bytes}"""
    return {f"{name}.json": share_vectors.contents(test) for name, test in tests().items()}
