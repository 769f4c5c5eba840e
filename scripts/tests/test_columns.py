# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/columns.py mends, what it leaves as it is, and what it only finds."""
import unittest

from wl.checks import columns

MENDED = """\
module some (
  input  logic        clk_i,
  input  logic [3:0]  a_i,    // one
  // between
  output some_pkg::b_t b_o,     // two
  output logic [15:0] c_o
);
  logic   x_q;
  some_pkg::b_t y_q, y_d;  // three
  logic   alone_q;

  logic   alone_d;
  localparam int unsigned One   = 1;
  localparam bit Second = {1'b0,
                           1'b1};
  some u_some (
    .clk_i, .a_i (x_q),   .b_o()
  );
endmodule
"""
COLUMNS = """\
module some (
  input  logic         clk_i,
  input  logic [3:0]   a_i,  // one
  // between
  output some_pkg::b_t b_o,  // two
  output logic [15:0]  c_o
);
  logic         x_q;
  some_pkg::b_t y_q, y_d;  // three
  logic         alone_q;

  logic alone_d;
  localparam int unsigned One    = 1;
  localparam bit          Second = {1'b0,
                                    1'b1};
  some u_some (
    .clk_i, .a_i(x_q), .b_o()
  );
endmodule
"""
KEPT = (
    "  logic x;\n  some_pkg::b_t y;\n",
    "  typedef struct packed {\n    logic a;  // one\n    logic [3:0] b;  // two\n  } a_t;\n",
    "  typedef enum logic [1:0] {\n    First  = 2'd1,\n    Second = 2'd2\n  } a_e;\n",
    "  logic [3:0] x;\n  // another block\n  logic y;\n",
    "  function automatic logic f(input logic a,\n                             input logic bb);\n",
    '  $display("a // b   c");\n',
)
MODULE = "module some;\n{}endmodule\n"
PASSES = (
    "  always_comb begin\n    unique case (x)\n      1'b0:\n        if (a) begin\n          b = c;\n        end\n"
    "      default: begin b = a; end\n    endcase\n  end\n",
    "  assign x = {\n      a,\n      b\n  };\n  assign y = a && b <= c;\n",
    '  import "DPI-C" function void f(\n    input int a);\n  logic x;\n',
    "  if (A) begin : g_a\n    logic x;\n  end else begin : g_b\n    logic y;\n  end\n",
    "  assign a = b ? x\n                 : y;\n",
)
FOUND = (
    " logic x;\n",
    "  always_comb begin\n     x = a;\n  end\n",
    "  always_comb begin\n    unique case (x)\n    1'b0: a = b;\n    endcase\n  end\n",
    "  if (A) begin : g_a\n    logic x;\n   end\n",
    "  assign x = a&&b;\n",
    "  assign x = a ==b;\n",
    "  typedef struct packed {\n   logic a;\n  } a_t;\n",
)


class Columns(unittest.TestCase):
    def test_mended(self):
        self.assertEqual(columns.mended(MENDED), COLUMNS)
        self.assertEqual(columns.mended(COLUMNS), COLUMNS)

    def test_kept(self):
        for text in KEPT:
            with self.subTest(text):
                self.assertEqual(columns.mended(text), text)

    def test_width(self):
        """Columns that would be too wide become single blanks."""
        text = f"  logic  x;\n  some_pkg::{'z' * 50}_t {'y' * 40};\n  some_pkg::{'z' * 70}_t w;\n"
        self.assertEqual(columns.mended(text), text.replace("logic  x", "logic x"))

    def test_findings(self):
        for text in PASSES:
            with self.subTest(text):
                self.assertEqual(list(columns.findings(MODULE.format(text))), [])
        for text in FOUND:
            with self.subTest(text):
                self.assertNotEqual(list(columns.findings(MODULE.format(text))), [])


if __name__ == "__main__":
    unittest.main()
