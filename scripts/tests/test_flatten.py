# SPDX-License-Identifier: Apache-2.0
"""What flatten.py makes of packages and modules, what it refuses, and that yosys reads and keeps the meaning."""
import subprocess
import tempfile
import unittest

from wl.tree import flatten


SIZES = """`ifndef SLOTS
`define SLOTS 4
`endif
package sizes_pkg;
  parameter int unsigned Slots = `SLOTS;
  typedef logic [$clog2(Slots)-1:0] slot_t;  // slot_t in a comment stays
  typedef enum logic [1:0] { Idle, Read, Last } state_e;
endpackage
"""
# A struct has a type of another package. Its member has the name of a function.
STEPS = """package steps_pkg;
  typedef struct packed {
    sizes_pkg::slot_t  slot;
    sizes_pkg::state_e next;
  } step_t;
  localparam logic [1:0] One = 2'd1;
  function automatic logic [1:0] next(sizes_pkg::state_e state, sizes_pkg::slot_t slot);
    next = state == sizes_pkg::Read ? sizes_pkg::Last : slot + steps_pkg::One;
  endfunction
endpackage
"""
MODULE = """module top (
  input  logic [3:0] step_i,
  output logic [1:0] next_o
);
  steps_pkg::step_t step;
  assign step = step_i;
  assign next_o = steps_pkg::next(step.next, step.slot);
%s
endmodule
"""
# Read goes to Last (2); else the next is the slot's number and one.
PROOF = """  always_comb begin
    assert (next_o == (step_i[1:0] == 2'd1 ? 2'd%d : step_i[3:2] + 2'd1));
  end"""


def files(proof="", steps=STEPS):
    return [("sizes_pkg.sv", SIZES), ("steps_pkg.sv", steps), ("top.sv", MODULE % proof)]


def flat(parts):
    return "".join(text for _, text in flatten.flat(parts))


def proved(text):
    """yosys reads the text, and its assertions hold."""
    with tempfile.NamedTemporaryFile("w", suffix=".sv") as file:
        file.write(text)
        file.flush()
        script = f"read_verilog -sv -formal {file.name}; prep -flatten -top top; sat -prove-asserts -verify top"
        return subprocess.run(["yosys", "-q", "-p", script], capture_output=True, check=False).returncode == 0


# The same step as a task.
TASK = STEPS.replace("endfunction", "endtask").replace("    next = ", "    found = ")
TASK = TASK.replace("function automatic logic [1:0] next(", "task automatic next(")
TASK = TASK.replace("slot);", "slot, output logic [1:0] found);")
CALL = MODULE.replace(
    "  assign next_o = steps_pkg::next(step.next, step.slot);",
    "  always_comb steps_pkg::next(step.next, step.slot, next_o);",
)


class Flatten(unittest.TestCase):
    def test_task(self):
        parts = [("sizes_pkg.sv", SIZES), ("steps_pkg.sv", TASK)]
        self.assertTrue(proved(flat([*parts, ("top.sv", CALL % (PROOF % 2))])))
        self.assertFalse(proved(flat([*parts, ("top.sv", CALL % (PROOF % 1))])))

    def test_names(self):
        text = flat(files())
        self.assertIn("typedef logic [$clog2(sizes_pkg__Slots)-1:0] sizes_pkg__slot_t;  // slot_t in a comment", text)
        self.assertIn("sizes_pkg__state_e next;\n  } steps_pkg__step_t;", text)
        self.assertIn("steps_pkg__next(all_pkg::sizes_pkg__state_e state, all_pkg::sizes_pkg__slot_t slot);", text)
        self.assertIn("    steps_pkg__next = state == all_pkg::sizes_pkg__Read ?", text)
        self.assertIn("slot + all_pkg::steps_pkg__One", text)
        self.assertIn("assign next_o = all_pkg::steps_pkg__next(step.next, step.slot);", text)
        self.assertEqual(text.count("package all_pkg;"), 1)

    def test_files(self):
        """Each file keeps its name, and a module its lines. A package that is in all_pkg is empty."""
        parts = dict(flatten.flat(files()))
        self.assertEqual(list(parts), ["all_pkg.sv", "sizes_pkg.sv", "steps_pkg.sv", "top.sv"])
        self.assertEqual(parts["sizes_pkg.sv"], "")
        self.assertEqual(parts["top.sv"], (MODULE % "").replace("steps_pkg::", "all_pkg::steps_pkg__"))
        self.assertIn('`line 1 "steps_pkg.sv" 0\n  typedef struct', parts["all_pkg.sv"])

    def test_alone(self):
        """A package that no other one needs outside its functions stays as it is."""
        alone = "package alone_pkg;\n  localparam logic One = 1'b1;\nendpackage\n"
        parts = dict(
            flatten.flat([("alone_pkg.sv", alone), *files(steps=STEPS.replace("steps_pkg::One", "alone_pkg::One"))])
        )
        self.assertEqual(parts["alone_pkg.sv"], alone)
        self.assertIn("slot + alone_pkg::One", parts["all_pkg.sv"])

    def test_refuses(self):
        with self.assertRaisesRegex(flatten.Refused, "sizes_pkg does not declare Rows"):
            flatten.flat(files(steps=STEPS.replace("sizes_pkg::Last", "sizes_pkg::Rows")))
        with self.assertRaisesRegex(flatten.Refused, "an import in a package"):
            flatten.flat(files(steps=STEPS.replace("  localparam", "  import sizes_pkg::*;\n  localparam")))
        with self.assertRaisesRegex(flatten.Refused, "a typedef without end"):
            flatten.flat(files(steps="package steps_pkg;\n  typedef struct packed { logic a; }\nendpackage\n"))

    def test_yosys(self):
        self.assertTrue(proved(flat(files(PROOF % 2))))
        self.assertFalse(proved(flat(files(PROOF % 3))), "a wrong meaning")
        self.assertFalse(proved("".join(text for _, text in files(PROOF % 2))), "yosys needs no flatten.py any more")


if __name__ == "__main__":
    unittest.main()
