# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/style.py finds and what it lets pass."""
import unittest

from wl.checks import style


LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"
MODULE = "module some (\n  input  logic clk_i,\n  output logic [3:0] done_o\n);\n{}\nendmodule\n"

FOUND = (
    "  output logic ready_i,",
    "  parameter int size = 3;",
    "  typedef enum logic { Idle, BUSY } state_e;",
    "  typedef logic [3:0] count;",
    "  always_ff @(posedge clk_i) count <= count_q + 1;",
    "  always @(posedge clk_i) count_q <= '0;",
    "  wire ready;",
    "   assign ready = 1'b1;",
    "  unique case (x) A: y = 1'b1; endcase",
    "  case (x) A: y = 1'b1; default: ; endcase",
    "  always_comb\n  begin",
    "  if (x) begin\n  end\n  else begin\n  end",
    "  assign a = b;\t",
    "  assign a = b; ",
)
PASSES = (
    "  parameter int Size = 3;",
    "  typedef enum logic [1:0] { Idle, Busy = 2'd1 } state_e;",
    "  typedef logic [3:0] count_t;",
    "  always_ff @(posedge clk_i) if (a <= b) count_q[3] <= count_q[3] + 1;",
    "  unique case (x) A: y = 1'b1; default: y = 1'b0; endcase",
    "  if (x) begin\n  end else begin\n  end",
    "  assign a = b <= c;",
    "  assert (x ||\n    b <= c);",
    "  function automatic logic [3:0] f(input logic [3:0] x);",
    "  // case (x) of a comment, a wire",
)


def found(text, name="rtl/some.sv"):
    return [message for _, message in style.findings(name, text)]


class Style(unittest.TestCase):
    def test_rtl(self):
        self.assertEqual(found(LICENCE + MODULE.format("")), [])
        for line in PASSES:
            with self.subTest(line):
                self.assertEqual(found(LICENCE + MODULE.format(line)), [])

    def test_rtl_found(self):
        for line in FOUND:
            with self.subTest(line):
                self.assertNotEqual(found(LICENCE + MODULE.format(line)), [])

    def test_refusals(self):
        """Functions of OpenCL's API say why they refuse; others may leave it to their caller."""
        function = LICENCE + "cl_int CL_API_CALL clSome(cl_mem m) {{\n  {}\n}}\n"
        passes = (
            'return cl_refuse(CL_INVALID_VALUE, __func__, "none");',
            "return CL_SUCCESS;",
            'return m ? CL_SUCCESS : cl_refuse(CL_INVALID_VALUE, __func__, "none");',
            "switch (what) {\n    case CL_MEM_SIZE: return CL_ANSWER(size_t, 1);\n  }",
            "// return CL_INVALID_VALUE;",
        )
        wrong = (
            "return CL_INVALID_VALUE;",
            "return m ? CL_SUCCESS : CL_INVALID_MEM_OBJECT;",
            "if (errcode_ret) *errcode_ret = CL_INVALID_VALUE;",
        )
        for line in passes:
            with self.subTest(line):
                self.assertEqual(found(function.format(line), "tb/opencl/some.c"), [])
        for line in wrong:
            with self.subTest(line):
                self.assertEqual(len(found(function.format(line), "tb/opencl/some.c")), 1)
                self.assertEqual(found(function.format(line), "tb/device/some.c"), [])
        helper = LICENCE + "static cl_int some(cl_mem m) {\n  return CL_INVALID_VALUE;\n}\n"
        self.assertEqual(found(helper, "tb/opencl/some.c"), [])

    def test_mode(self):
        """make test starts scripts by their names."""
        text = "#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0\n"
        self.assertEqual(style.findings("scripts/some.py", text, True), [])
        self.assertEqual(style.findings("scripts/some.py", text, False)[0][0], 1)
        self.assertEqual(style.findings("scripts/some.py", text.split("\n", 1)[1], False), [])

    def test_name(self):
        self.assertIn("expected other", found(LICENCE + MODULE.format(""), "rtl/other.sv")[0])

    def test_reason(self):
        """A reason at the head excuses cases that are not unique."""
        case = MODULE.format("  case (x) A: y = 1'b1; default: ; endcase")
        self.assertEqual(found(LICENCE + "// Cases are not unique: a reason.\n" + case), [])

    def test_text(self):
        self.assertEqual(found("x = 1\n", "scripts/a.py"), [style.LICENSE_MISSING])
        self.assertEqual(found("One.", "docs/a.md"), ["the last line has no end"])
        self.assertEqual(found("x" * 121 + "\n", "docs/a.md"), ["121 columns, at most 120"])
        self.assertEqual(found("| " + "x" * 121 + "\n", "docs/a.md"), [])
        self.assertEqual(found("```\n" + "x" * 121 + "\n```\n", "docs/a.md"), [])
        self.assertEqual(found("x" * 121 + "\n", "docs/spec/a.md"), [])
        self.assertEqual(found("x" * 121 + "\n", "vectors/a.tsv"), [])
        self.assertEqual(found("One. \n", "docs/a.md"), ["blanks at the end of the line"])


if __name__ == "__main__":
    unittest.main()
