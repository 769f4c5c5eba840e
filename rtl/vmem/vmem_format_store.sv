// SPDX-License-Identifier: Apache-2.0
// One dword of the elements that a store with a format writes, of 16 lanes (buffer-memory.md 6, 7). DST_SEL says which
// register component a component of the element is (D-MEM-20). One that the instruction does not give is 0.
// Combinational; with go_i = 0 the output is 0.
//
// coverage off toggle at[6], at[2], at[0]: It ends each evaluation with the place of component 3
//   (vmem_format_pkg::place), which begins at an even bit and has 0, 2, 8, 10, 16 or 32 bits.
module vmem_format_store (
  input  logic          go_i,
  input  logic [4:0]    dfmt_i,
  input  logic [2:0]    nfmt_i,       // no SRGB, which is read-only
  input  logic [11:0]   dst_sel_i,    // W, Z, Y, X
  input  logic          half_i,       // D16
  input  logic          hi_i,         // D16: X is in the high half
  input  logic [1:0]    last_i,       // components of the instruction, less one
  input  logic [1:0]    dword_i,      // of the element
  input  logic [2047:0] registers_i,  // registers of VDATA: 16 lanes of each, the first lowest
  output logic [511:0]  word_o        // bits behind the element are 0
);
  // The values of a register component.
  function automatic logic [511:0] given(logic [1:0] component);
    given = registers_i[{component, 9'd0} +: 512];
    if (half_i) begin
      given = registers_i[{1'b0, component[1], 9'd0} +: 512];
      if (hi_i || component[0]) given = given >> 16;
    end
  endfunction

  logic [12:0]  at;
  logic [2:0]   from;  // {there is one, register component}
  logic [511:0] values;
  always_comb begin
    word_o = '0;
    at = '0;
    from = '0;
    values = '0;
    if (go_i) begin
      for (int unsigned c = 0; c < 4; c++) begin
        at = vmem_format_pkg::place(dfmt_i, c[1:0]);
        from = vmem_format_pkg::source(dst_sel_i, c[1:0], last_i);
        if (at[5:0] != '0 && at[12:11] == dword_i && from[2]) begin
          values = given(from[1:0]);
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            word_o[32 * l +: 32] = word_o[32 * l +: 32] |
                (vmem_format_pkg::stored(values[32 * l +: 32], at[5:0], {1'b0, nfmt_i}, half_i) << at[10:6]);
          end
        end
      end
    end
  end
endmodule
