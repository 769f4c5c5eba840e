# SPDX-License-Identifier: Apache-2.0
"""What scripts/wl/checks/names.py refuses and what it lets pass."""
import unittest

from wl.checks import names


REFUSED_RTL = """
assign is_join = sdec.op == 7'd46;
assign is_join = 7'd46 == sdec.op;
assign movrels = sdec.op[6:1] == 6'd21;
assign cheap = sdec.op == '0;
assign old = op_i <= 7'd20;
wide = (s0_i << (op_i - 7'd45)) + s1_i;
assign direct = vdec.src0.code == 9'd254;
ext0 = w[8:0] == 9'd249;
madmk = w[30:25] == 6'd23;
vcc_we = valu_i.sdst == 7'd106;
special = rsp_i.sdst[6:1] == 6'd53;
if (first >= 7'd102) ok = 1'b1;
assign priv = wave_i.status[5];
assign csp = wave_i.mode[31:29];
rsp_o.mode[28] = a[0];
assign mode_o = {csp, mode_i[28:0]};
if (sdec.simm[5:0] == 6'd3) we = 1'b1;
localparam logic [6:0] Vcc = 7'd106;
unique case (op_i) 7'd2: taken = 1'b1; default: ; endcase
unique case (op_i) isa_pkg::SBranch: taken = 1'b1; 7'd3, 7'd4: taken = 1'b0; default: ; endcase
unique casez (opcode) op_pkg::Sop2XorB32: begin op = OpXor; shape = Int2; end 10'd499: begin op = OpXad; end endcase
unique casez (opcode) op_pkg::Sop2MinI32, 8'd7: op = OpMinI32; default: ; endcase
unique casez (opcode) {Base, op_pkg::Sop2MulI32}: op = OpMulI32; {Base, 8'd1}: op = OpMulHi; endcase
unique case (sdst[6:1]) 6'd53: vcc = 1'b1; default: ; endcase
""".strip().split(
    "\n"
)

PASS_RTL = """
assign is_join = sdec.op == isa_pkg::SCbranchJoin;
op_q <= '0;
if (go) op_q <= 8'd0;
code <= 9'd106;
assign n = count == 7'd46;
assign sgpr = code <= 7'd15;
assign id = req.id == 8'd3;
logic [31:0] status, mode;
logic [31:0] mode_q [16];
assign alignment = wave_i.alignment_mode[1];
assign priv = wave_i.status.priv;
x = pick(cu.u_wave_state.mode_q[0]);
assign top = sum[31:29] == 3'd7;
unique case (state_q) 2'd0: go = 1'b1; default: ; endcase
unique case (op_i) isa_pkg::SBranch: shift = sel ? 3'd1 : 3'd2; default: ; endcase
unique casez (opcode) {Base, op_pkg::Sop2AddI32}: begin {co, d} = {1'b0, a} + 8'd3; end default: ; endcase
// sdec.op == 7'd46 in a comment
assign format = w[29:23] == 7'h7D;
""".strip().split(
    "\n"
)

REFUSED_C = """
if (wl_is_sopp(insn, 12)) wait();
if (is(insn, WL_FMT_VOP3, 0x1e2)) rows = 7;
return insn->op == 30;
return 30 == insn->op;
return o.opcode >= 86;
switch (insn->op) { case 12: return 1; default: return 0; }
switch (id) { case WL_HWREG_MODE: return 1; case 3: return hwreg; }
const bool halted = s->status >> 13 & 1;
const bool skipped = s->mode >> 28 & 1;
w->mode = (w->mode & 0x1fffffffu) | csp;
w->mode |= 1u << 27;
return status & 1;
const bool gds = e->words[0] >> 16 & 1;
rest(word & 127);
if (code == 124) return m0;
if (src0 == 249) sdwa();
if (first == 106 && count == 2) vcc();
w->sgpr[126] = 0;
wl_set_sgpr64(w, 126, exec);
wave->sgpr_first = 108;
enum { S_NOP = 0xBF80 };
enum { HW_MODE = 1 };
uint32_t status(w) { return w->scc | w->user_prio << 3; }
""".strip().split(
    "\n"
)

PASS_C = """
if (wl_is_sopp(insn, WL_OP_s_waitcnt)) wait();
if (is_row(n, 0) && overlap(first, 2)) f();
if (insn->op == WL_OP_s_nop) g();
if (code == WL_M0 || code < 16) h();
if (w->mode & WL_MODE_VSKIP) i();
const bool halted = s->status >> WL_STATUS_HALT & 1;
switch (state) { case 0: return 1; default: return 0; }
switch (insn->op) { case WL_OP_s_nop: switch (n) { case 3: return 2; } default: return 0; }
if (status == 3) exit(status);
if (r.mode == 2) text = "op == 3";
const int operation = 3, op = 4;
wl_set_sgpr64(w, 4 * csp, 126);
printf("status >> 13");
id = request.id == 3;
""".strip().split(
    "\n"
)


class Names(unittest.TestCase):
    def check(self, file, lines, refused):
        for line in lines:
            with self.subTest(line):
                # A file that has hardware registers, so that their numbers are looked for where they are meant.
                text = line if "id = " in line else line + " // hwreg"
                self.assertEqual(bool(names.findings(file, text)), refused)

    def test_rtl(self):
        self.check("rtl/scalar/salu.sv", REFUSED_RTL, True)
        self.check("rtl/scalar/salu.sv", PASS_RTL, False)

    def test_c(self):
        self.check("tb/check/some.c", REFUSED_C, True)
        self.check("tb/check/some.c", PASS_C, False)

    def test_place(self):
        """A finding gives the line of the number and the names to use."""
        found = names.findings("rtl/some.sv", "\n\nassign a = x\n  || sdec.op == 7'd46;\n")
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("rtl/some.sv:4: || sdec.op == 7'd46;"), found[0])
        self.assertIn("rtl/isa", found[0])

    def test_decoder(self):
        """The model's decoder picks fields out of words; nobody else does."""
        line = "n->op = words[0] >> 25 & 0x3f;"
        self.assertEqual(names.findings("refmodel/decode/decode_vector.c", line), [])
        self.assertNotEqual(names.findings("refmodel/execute/flow.c", line), [])

    def test_row(self):
        """An opcode is named in its table, a scalar one also where it is computed."""
        line = "assign is_this = inst.op == op_pkg::%s;\n"
        for opcode, table in (
            ("Vop3ReadlaneB32", "rtl/simd/valu_table.sv"),
            ("DsNop", "rtl/lds/lds_table.sv"),
            ("GlobalLoadDword", "rtl/vmem/vmem_table.sv"),
            ("SmemLoadDword", "rtl/scalar/smem_table.sv"),
            ("Sop2AddU32", "rtl/scalar/salu.sv"),
        ):
            found = names.findings("rtl/issue/some.sv", line % opcode)
            self.assertEqual(len(found), 1, opcode)
            self.assertIn("_table.sv", found[0])
            self.assertEqual(names.findings(table, line % opcode), [])

    def test_exceptions(self):
        self.assertFalse(names.checked("rtl/isa/isa_pkg.sv"))
        self.assertTrue(names.checked("rtl/simd/valu_decode.sv"))
        self.assertFalse(names.checked("refmodel/tests/test_ds.c"))
        self.assertTrue(names.checked("rtl/scalar/salu.sv"))


if __name__ == "__main__":
    unittest.main()
