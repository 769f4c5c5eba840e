# SPDX-License-Identifier: Apache-2.0
"""The test.json of the vectors whose expectations are a list by docs/spec/control-flow.md.

They are: cycles of s_nop and s_sleep, a case for each value of a field of s_waitcnt, what a wait for exports covers.
"""

from wl.vectors import share_vectors


OUT = {"buffer": "out", "type": "u32", "count": 64}
ONE_WAVE = {"grid": [64], "group": [64]}


def span(start, end, least, most):
    return {"from": start, "to": end, "wave": 0, "least": least, "most": most}


def nop_cycles():
    """control-flow.md 2.1: (imm & 7) + 1 issue slots of a cycle each. A lone wave then issues at once or a cycle on."""
    immediates = [*range(8), 8, 15, 0x10, 0x47, 0xFFF8, 0xFFFB, 0xFFFF, 0x8006]
    spans = [span(f"nop{n}", f"behind{n}", (imm & 7) + 1, (imm & 7) + 2) for n, imm in enumerate(immediates)]
    return {
        "about": "s_nop idles (imm & 7) + 1 cycles: each value, and immediates of which only bits 2:0 count",
        "program": "nop_cycles.s",
        "launch": ONE_WAVE,
        "args": [OUT],
        "expect": {"cycles": spans, "buffers": [{"buffer": "out", "constant": len(immediates)}]},
    }


def sleep_cycles():
    """control-flow.md 2.1: 64 * imm[6:0] + 1 to 64 cycles, then a wave that is alone issues."""
    immediates = [0, 1, 2, 3, 8, 15, 16, 64, 127, 0x81]
    spans = [
        span(f"sleep{n}", f"awake{n}", 64 * (imm & 127) + 1, 64 * (imm & 127) + 65) for n, imm in enumerate(immediates)
    ]
    return {
        "about": "s_sleep lasts 64 * imm[6:0] cycles and 1 to 64 more",
        "program": "sleep_cycles.s",
        "launch": ONE_WAVE,
        "args": [OUT],
        "expect": {"cycles": spans, "buffers": [{"buffer": "out", "constant": len(immediates)}]},
    }


IN = {"buffer": "in", "type": "u32", "count": 128, "init": "iota"}
# Folder of waits/: counter, largest value of its field, buffers and LDS, what is in flight, its result, the early use.
FIELDS = {
    "vm": ("vmcnt", 63, [IN], 0, "global_load_dword", "loads", "v_add_u32", "reads"),
    "lgkm": ("lgkmcnt", 15, [], 512, "ds_read_b32", "loads", "v_add_u32", "reads"),
    "exp": ("expcnt", 7, [], 256, "ds_write_b32", "reads", "v_mov_b32", "overwrites"),
    "export": ("expcnt", 7, [], 0, "exp", "reads", "v_mov_b32", "overwrites"),
}


def export(n, block):
    """Export n of a block of waits/export: mrtz with the lane and the block's number, then null with 9, mrt0 with 10,
    mrt1 with 11, ..."""
    return {
        "wave": 0,
        "target": ("mrtz", "null")[n] if n < 2 else f"mrt{n - 2}",
        "en": 1,
        "compr": False,
        "done": False,
        "vm": False,
        "exec": "0xffffffffffffffff",
        "data": {"0": [n + 8 if n else lane + block for lane in range(64)]},
    }


def wait(field, case):
    """control-flow.md 5.1: at n no more than n are in flight, and the largest value does not wait."""
    counter, largest, buffers, lds, producer, takes, consumer, uses = FIELDS[field]
    args = [OUT, *buffers, {"scalar": "case", "type": "u32", "value": case}]
    launch = ONE_WAVE | ({"lds": lds} if lds else {})
    test = {"about": "", "program": f"{field}.s", "launch": launch, "args": args}
    if not case:
        if field == "exp":
            test["launch"] = launch | {"gds": 256}
        test["about"] = f"each value of {counter} with one more in flight: the oldest is complete"
        args += [
            {"scalar": "start", "type": "u32", "value": sum(range(largest))},
            {"scalar": "step", "type": "u32", "value": largest},
        ]
        test["expect"] = {"buffers": [{"buffer": "out", "formula": "iota", "inputs": ["start", "step"]}]}
        if field == "export":
            test["expect"]["exports"] = [export(n, block) for block in range(largest) for n in range(block + 1)]
        return test
    label, register = (f"first_{case}", "v8") if case == largest else (f"second_{case}", "v9")
    promised = "none" if case == largest else "one"
    test["about"] = (
        f"{counter}({case}) with {case if case == largest else case + 1} in flight: "
        f"{promised} is complete, the next one is used"
    )
    test["expect"] = {
        "verdict": "HAZARD",
        "why": f"missing wait, {counter}: {producer} at {{{label}}} {takes} {register}, "
        f"{consumer} at {{early_{case}}} {uses} it",
    }
    return test


def waits():
    found = {}
    for field, (_, largest, *_) in FIELDS.items():
        for case in range(largest + 1):
            found[f"waits/{field}/{case or 'test'}"] = wait(field, case)
    return found


def smem():
    """control-flow.md 5.2: 1 for one dword, 2 for more."""
    return {
        "about": "LGKM_CNT rises by one for a scalar load of one dword, by two for a larger one",
        "program": "smem.s",
        "launch": ONE_WAVE,
        "args": [OUT, IN],
        "expect": {
            "buffers": [
                {"buffer": "out", "values": [1, 2, 2, 2, 2, 2, 3, 4, 3]},
                {"buffer": "out", "from": 9, "constant": 0},
            ]
        },
    }


SLOW = {"latency": [100, 400], "busy": [4, 20]}
FAST = {"latency": [1, 3], "busy": [0, 0], "shut": [0, 0]}


def buffer_of(name, count, **more):
    return {"buffer": name, "type": "u32", "count": count, **more}


def iota(name, start, step):
    """Two scalars, and the expectation of a buffer with start, start + step, ..."""
    scalars = [{"scalar": f"{name}_{k}", "type": "u32", "value": v} for k, v in (("start", start), ("step", step))]
    return scalars, {"buffer": name, "formula": "iota", "inputs": [s["scalar"] for s in scalars]}


def stores(limit):
    """buffer-memory.md 14.2: s_waitcnt_vscnt; issue at 63."""
    test = {
        "about": "each value of vscnt with one more in flight: the oldest store is in memory",
        "program": "vs.s",
        "memory_unit": "rdna",
        "memory": {"vector": SLOW, "scalar": FAST},
        "launch": ONE_WAVE,
    }
    if not limit:
        values = [1000 + n for n in range(63)] + [0]
        test["args"] = [OUT, buffer_of("place", 64 * 16), buffer_of("other", 64 * 8)]
        test["expect"] = {"buffers": [{"buffer": "out", "values": values}]}
        return test
    (first, rows), (second, sums) = iota("out", 0, 1), iota("sums", 64 * sum(range(80)), 80)
    return test | {
        "about": "more stores and more loads in flight than VS_CNT and VM_CNT count; the program ends behind them",
        "program": "limit.s",
        "args": [
            buffer_of("out", 90 * 64),
            buffer_of("in", 80 * 64, init="iota"),
            buffer_of("sums", 64),
            *first,
            *second,
        ],
        "expect": {"buffers": [rows, sums]},
    }


def deep():
    """control-flow.md 5.1: 6 bits, and issue waits at 63. A unit with a short queue has fewer in flight."""
    scalars, sums = iota("out", sum(range(64, 96)), 32)
    return {
        "about": "96 loads without a wait, over their own registers; the greatest VM_CNT that the wave reads",
        "program": "vm_deep.s",
        "memory": {"vector": {"latency": [2000, 2500]}},
        "launch": ONE_WAVE,
        "args": [OUT, buffer_of("in", 160, init="iota"), buffer_of("most", 1), *scalars],
        "expect": {"buffers": [sums, {"buffer": "most", "one_of": [[n] for n in range(64)]}]},
    }


def expcnt_operands(case):
    """control-flow.md 5.2 and 5.4: EXP_CNT falls when the source VGPRs have been read."""
    what = ("operands", "address of a write", "second data", "address of a read")[case]
    test = {
        "about": f"EXP_CNT and a GDS instruction's {what}, overwritten " + ("at once" if case else "behind expcnt(0)"),
        "program": "expcnt_operands.s",
        "launch": ONE_WAVE | {"lds": 256} | ({} if case else {"gds": 512}),
        "args": [{"buffer": "out", "type": "u32", "count": 192}, {"scalar": "case", "type": "u32", "value": case}],
    }
    if case:
        reader = (
            "",
            "ds_write_b32 at {write} reads v12",
            "ds_cmpst_b32 at {exchange} reads v11",
            "ds_read_b32 at {read} reads v13",
        )[case]
        test["expect"] = {
            "verdict": "HAZARD",
            "why": f"missing wait, expcnt: {reader}, v_mov_b32 at {{early_{case}}} overwrites it",
        }
    else:
        rows = [range(100, 164), range(200, 264), range(100, 164)]
        test["expect"] = {"buffers": [{"buffer": "out", "values": [v for row in rows for v in row]}]}
    return test


def export_types(case):
    """control-flow.md 11.2, D-EXP-8: a wait that counts covers only while all that EXP_CNT counts is of one type."""
    what = (
        "one type, or expcnt(0)",
        "a color and a position: expcnt(1)",
        "a parameter and a color: expcnt(1)",
        "a position and a parameter: expcnt(1)",
        "a color and GDS: expcnt(1)",
        "GDS and a position: expcnt(1)",
        "two colors and a parameter: expcnt(2)",
        "vmcnt and lgkmcnt",
        "two positions: expcnt(1), the second",
        "two colors and a position: expcnt(1)",
        "two parameters and GDS: expcnt(1)",
        "two of GDS and a color: expcnt(1)",
    )[case]
    test = {
        "about": f"EXP_CNT and types of exports: {what}" + (": not covered" if case else ": covered"),
        "program": "types.s",
        "launch": ONE_WAVE | ({} if case else {"gds": 256}),
        "args": [OUT, {"scalar": "case", "type": "u32", "value": case}],
    }
    if case:
        kinds = "color parameter position color gds color color position color parameter gds".split()
        kind = kinds[case - 1]
        test["expect"] = {
            "verdict": "HAZARD",
            "why": f"missing wait, expcnt: {'ds_write_b32' if kind == 'gds' else 'exp'} at {{{kind}_{case}}} reads v2, "
            f"v_mov_b32 at {{early_{case}}} overwrites it",
        }
    else:
        test["expect"] = {"buffers": [{"buffer": "out", "constant": 255}]}
    return test


def export_exec(case):
    """control-flow.md 5.4 and D-WAIT-29. The name that a report gives EXEC is left open if one half is written."""
    writer = ("", "s_mov_b64", "s_mov_b32", "s_and_saveexec_b64", "v_cmpx_gt_u32", "v_readlane_b32", "s_mov_b64")[case]
    end = f"{writer} at {{early_{case}}} overwrites it"
    producer = f"export_{case}" if case < 6 else "second_6"
    return {
        "about": f"{writer} writes EXEC while an export has not been sent"
        + (": the second of two" if case == 6 else ""),
        "program": "exec.s",
        "launch": ONE_WAVE,
        "args": [OUT, {"scalar": "case", "type": "u32", "value": case}],
        "expect": {
            "verdict": "HAZARD",
            "why": end if case in (2, 5) else f"missing wait, expcnt: exp at {{{producer}}} reads exec, {end}",
        },
    }


def lgkm_orders(case):
    """control-flow.md 5.3: LDS and GDS are unordered among each other, so a wait that counts covers neither."""
    what = ("", "GDS, LDS, lgkmcnt(1)", "LDS, GDS, lgkmcnt(1)", "GDS, three of LDS, lgkmcnt(2)")[case]
    test = {
        "about": f"LDS and GDS in flight together: {what}: the older is used"
        if case
        else "LDS and GDS in flight together: lgkmcnt(0), and waits that count where one kind is in flight",
        "program": "lgkm_orders.s",
        "launch": ONE_WAVE | {"lds": 256},
        "args": [
            {"buffer": "out", "type": "u32", "count": 128 * 17},
            {"scalar": "case", "type": "u32", "value": case},
        ],
    }
    if case:
        load, register, use = ("lds_first", "v4", "use_lds") if case == 2 else ("gds_first", "v3", "use")
        test["expect"] = {
            "verdict": "HAZARD",
            "why": f"missing wait, lgkmcnt: ds_read_b32 at {{{load}}} loads {register}, "
            f"v_mov_b32 at {{{use}}} reads it",
        }
    else:
        test["expect"] = {"buffers": [{"buffer": "out", "constant": 1}]}
    return test


def fork_depth(seventh):
    """control-flow.md 3.1 and 3.3: six entries at most; at a tie the lanes of the mask go first."""
    entered = []
    for lane in range(64):
        levels = next((k for k in range(6) if not lane >> 5 - k & 1), 6)
        entered.append((1 << levels) - 1)
    test = {
        "about": "six levels of forks, 64 lanes to 1" + (", and a seventh: verdict HAZARD" if seventh else ""),
        "program": "fork_depth.s",
        "launch": ONE_WAVE,
        "args": [
            {"buffer": "out", "type": "u32", "count": 128},
            {"scalar": "case", "type": "u32", "value": 7 if seventh else 0},
        ],
    }
    if seventh:
        test["expect"] = {"verdict": "HAZARD", "why": "at {seventh}: fork pushed with CSP"}
    else:
        test["expect"] = {"buffers": [{"buffer": "out", "values": entered + 63 * [0] + [6]}]}
    return test


def join_compare():
    """control-flow.md 3.1: CSP is compared with the full 32-bit SGPR."""
    return {
        "about": "JOIN compares 32 bits: a source with CSP in its low bits and one bit more differs from CSP",
        "program": "join_compare.s",
        "launch": ONE_WAVE,
        "args": [{"buffer": "out", "type": "u32", "count": 128}],
        "expect": {
            "buffers": [{"buffer": "out", "count": 64, "constant": 29}, {"buffer": "out", "from": 64, "constant": 0}]
        },
    }


def fork_exec_zero():
    """control-flow.md 3.1: pass == EXEC comes first, EXEC == 0 included."""
    return {
        "about": "a fork with EXEC = 0 goes to its target, whatever its mask is",
        "program": "fork_exec_zero.s",
        "launch": ONE_WAVE,
        "args": [OUT],
        "expect": {"buffers": [{"buffer": "out", "constant": 9}]},
    }


def no_wait_states():
    """control-flow.md section 7: no row has these pairs."""
    return {
        "about": "pairs of instructions that resemble a row of the table of wait states but need none",
        "program": "no_wait_states.s",
        "launch": ONE_WAVE | {"trap_handler": "handler"},
        "args": [{"buffer": "out", "type": "u32", "count": 192}],
        "expect": {
            "buffers": [
                {"buffer": "out", "count": 64, "constant": 2**18 - 1},
                {"buffer": "out", "from": 64, "constant": 0},
            ]
        },
    }


def vcc_wait(case):
    """control-flow.md 5.4: SMEM results need a wait. Each instruction reads VCC = -1 (numerics.md 6)."""
    name = ("", "v_div_fmas_f32", "v_cndmask_b32", "v_addc_co_u32")[case]
    test = {
        "about": f"{name} reads VCC, which a scalar load still has to write, without a wait"
        if case
        else "instructions that read VCC without naming it, behind a scalar load of VCC and a wait",
        "program": "vcc_wait.s",
        "launch": ONE_WAVE,
        "args": [
            {"buffer": "out", "type": "u32", "count": 192},
            {"buffer": "in", "type": "u32", "count": 2, "init": {"constant": "0xffffffff"}},
            {"scalar": "case", "type": "u32", "value": case},
        ],
    }
    if case:
        test["expect"] = {
            "verdict": "HAZARD",
            "why": f"missing wait, lgkmcnt: s_load_dwordx2 at {{load_{case}}} loads vcc, "
            f"{name} at {{use_{case}}} " + ("reads it" if case < 3 else ""),
        }
    else:
        scaled = 127 + 2 + 64 << 23 | 1 << 21  # 5 * 2^64
        test["expect"] = {
            "buffers": [
                {"buffer": "out", "from": 64 * n, "count": 64, "constant": v}
                for n, v in enumerate((f"0x{scaled:08x}", 7, 4))
            ]
        }
    return test


def tests():
    """By the path of the description, without .json."""
    found = {
        "flow/nop_cycles/test": nop_cycles(),
        "flow/sleep_cycles/test": sleep_cycles(),
        **waits(),
        "waits/smem/test": smem(),
        "waits/vs/test": stores(limit=False),
        "waits/vs/limit": stores(limit=True),
        "waits/vm_deep/test": deep(),
    }
    found |= {
        "flow/fork_depth/test": fork_depth(False),
        "flow/fork_depth/seventh": fork_depth(True),
        "flow/join_compare/test": join_compare(),
        "flow/fork_exec_zero/test": fork_exec_zero(),
    }
    found["flow/no_wait_states/test"] = no_wait_states()
    for case, name in enumerate(("test", "div_fmas", "cndmask", "addc")):
        found[f"flow/vcc_wait/{name}"] = vcc_wait(case)
    for case, name in enumerate(("test", "write_address", "second_data", "read_address")):
        found[f"flow/expcnt_operands/{name}"] = expcnt_operands(case)
    for case, name in enumerate(("test", "gds_first", "lds_first", "three")):
        found[f"flow/lgkm_orders/{name}"] = lgkm_orders(case)
    for case in range(12):
        found[f"export/types/{case or 'test'}"] = export_types(case)
    for case in range(1, 7):
        found[f"export/exec/{case}"] = export_exec(case)
    return found


def files():
    """{path below the folder of vectors: its bytes}"""
    return {f"{name}.json": share_vectors.contents(test) for name, test in tests().items()}
