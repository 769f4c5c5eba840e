#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The expected values of the tests below: what their programs leave in their buffers, and what they export, by the
reading of scripts/reading.

usage: program_vectors.py [NAME ...]          write them into the descriptions below vectors/ (default: all)
       program_vectors.py --check [NAME ...]  fail if one differs from what is there
"""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
import share_vectors  # noqa: E402  (the path comes first)
from reading.machine import Machine  # noqa: E402

TESTS = """
    barrier branches cdbg/both cdbg/none cdbg/sys cdbg/user decode_fields ds_atomics ds_atomics_64 ds_counts
    ds_cross ds_direct ds_gds ds_owner ds_shared ds_src2
    export/ends export/exec export/modes export/order export/sixteen_waves export/trap export/with_memory
    far_code far_code/carry far_code/constants far_code/constants/lower far_code/top flat/returns
    flow/dpp_prefix flow/expcnt
    flow/far_trap flow/far_trap/carry flow/fetch_unmapped/last_setpc flow/fork_stack flow/icache_inv_flight
    fork_join lanes/apart int_forms_a int_forms_b int_forms_c int_forms_d lds/alloc_size lds/alloc_size/bytes_4
    lds/alloc_size/bytes_512 lds/alloc_size/bytes_516 lds/alloc_size/bytes_65532 lds/data1_end
    lds/address_sums lds/direct_last_dword lds/direct_race lds_banks r700/clause_absolute r700/clause_exchange
    r700/owner_exec r700/shared_hwreg r700/shared_hwreg/all_global r700/shared_hwreg/all_temps
    r700/shared_hwreg/most_global r700/shared_hwreg/most_temps r700/shared_hwreg/none r700/shared_index_destination
    sgpr/movreld_past sgpr/movrels_constant sgpr/tuple_end
    points_waits
    simd_busy smem/carry_4gib smem/offset_m0 trap trap_rules/save_restore trap_rules/status
    trap_rules/ttmp_address trap_rules/ttmp_end trap_waits unmapped valu/bus_sources_1_2
    valu/sdwa_class_sext valu/sdwa_cndmask
    vcc_alias/memory vcc_alias/memory/n16 vcc_alias/memory/n96 vcc_alias/no_wait_states vcc_alias/scalar
    vcc_alias/scalar/n16 vcc_alias/scalar/n24 vcc_alias/scalar/n96 vcc_alias/trap vcc_alias/vector
    vcc_alias/vector/n16 vcc_alias/vector/n96 vmem/carry_4gib vmem/lds_transfer vmem/not_canonical
    vmem/store_unmapped vmem/upper_half vmem/upper_half/canonical
    vmem/raw_range vmem/viol_entry_again
    vmem/violations_at_once waitcnt wait_states/row04_export_ok watch
""".split()


# Those that reach memory that is not mapped.
WILD = {"unmapped", "vmem/not_canonical", "vmem/store_unmapped", "vmem/viol_entry_again", "vmem/violations_at_once"}


def busy(test):
    """simd_busy, which would take long: 8 * trips times the work-item, and the float that counts 4 * trips."""
    trips = next(a["value"] for a in test["args"] if a.get("scalar") == "trips")
    count = 4 * trips
    exponent = count.bit_length() - 1
    assert exponent < 24
    bits = 127 + exponent << 23 | (count << 23 - exponent) & 0x7FFFFF
    return lambda buffer: [8 * trips * i + bits & 0xFFFFFFFF for i in range(512)]


CLOSED = {"simd_busy": busy}


def path_of(name):
    path = os.path.join(share_vectors.VECTORS, name)
    return os.path.join(path, "test.json") if os.path.isdir(path) else path + ".json"


def contents_after(name, test):
    """A function from a buffer's name to its elements after the run; and the exports of the run."""
    if name in CLOSED:
        return CLOSED[name](test), []
    machine = Machine(os.path.dirname(path_of(name)), test)
    machine.run()
    if machine.memory.wild != (name in WILD):
        raise SystemExit(f"{name}: by the reading it reaches {'un' if machine.memory.wild else 'only '}mapped memory")
    return machine.contents, machine.exports


def listed(test):
    return [b for b in test["expect"].get("buffers", []) if "values" in b]


def words_of(test):
    exports = test["expect"].get("exports", [])
    return sum(len(b["values"]) for b in listed(test)) + sum(len(v) for e in exports for v in e["data"].values())


def export_differences(test, exports):
    """A line for the first export that is not that of the reading."""
    given = test["expect"].get("exports", [])
    for n in range(max(len(given), len(exports))):
        if given[n : n + 1] != exports[n : n + 1]:
            return [f"export {n} of {len(given)} is not as the reading computes it; that has {len(exports)}"]
    return []


def differences(test, contents):
    """A line for each buffer whose listed values are not those of the reading."""
    found = []
    for b in listed(test):
        first = b.get("from", 0)
        computed = contents(b["buffer"])[first : first + len(b["values"])]
        given = [int(v, 0) if isinstance(v, str) else v for v in b["values"]]
        wrong = [i for i, v in enumerate(given) if i >= len(computed) or computed[i] != v]
        if wrong:
            i = wrong[0]
            value = computed[i] if i < len(computed) else "not there"
            found.append(
                f"{b['buffer']}[{first + i}] is {given[i]}, by the reading {value}; "
                f"{len(wrong)} of {len(given)} differ"
            )
    return found


def main(arguments):
    check = "--check" in arguments
    names = [a for a in arguments if a != "--check"] or TESTS
    bad = words = 0
    for name in names:
        with open(path_of(name), encoding="utf-8") as file:
            test = json.load(file)
        contents, exports = contents_after(name, test)
        found = differences(test, contents) + export_differences(test, exports)
        words += words_of(test)
        if check:
            bad += bool(found)
            for line in found:
                print(f"{name}: {line}")
        elif found:
            for b in listed(test):
                first = b.get("from", 0)
                b["values"] = contents(b["buffer"])[first : first + len(b["values"])]
            if exports:
                test["expect"]["exports"] = exports
            with open(path_of(name), "w", encoding="utf-8") as file:
                file.write(share_vectors.text(test) + "\n")
            print(f"{name}: written")
    print(f"{len(names) - bad} of {len(names)} tests, {words} words, are as the reading computes them")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
