// SPDX-License-Identifier: Apache-2.0
// Bundle buffers of all waves with control words (maxwell-control.md 8.2, D-CTRL-32): for each wave they hold the
// bundle in which its PC lies, and the number of its slot there. A bundle is half a cache line. The slot changes when
// an instruction issues whose next one lies in the same bundle.
//   dword 0, 1   the control word: a field of 21 bits for each slot, bit 63 is 0
//   dword 2s, 2s + 1   slot s = 1..3: an instruction of 8 bytes, or one of 4 and a pad, s_nop 0
// A PC that names no slot has slot 0, and the instruction is malformed and 0. It needs no unit.
module control_bundle (
  input  logic                clk_i,
  input  logic                load_i,  // a bundle arrives
  input  cu_pkg::slot_t       load_slot_i,
  input  logic [1:0]          load_place_i,  // PC[4:3], or 0 for a PC that names no slot
  input  logic [255:0]        bundle_i,
  input  logic                move_i,  // the wave goes to another slot of its bundle
  input  cu_pkg::slot_t       move_slot_i,
  input  logic [1:0]          move_place_i,
  output front_pkg::class_e   move_class_o,  // of the instruction there
  output control_pkg::waits_t waits_o,       // of all waves
  input  cu_pkg::slot_t       read_slot_i,
  output logic [31:0]         word0_o,
  output logic [31:0]         word1_o,  // 0 for a 4-byte instruction
  output logic                size8_o,
  output control_pkg::field_t field_o,
  output logic                malformed_o,  // bit 63, a wrong pad, or no slot
  output control_pkg::next_t  next_o        // what stands in the next slot of the bundle
);
  localparam logic [31:0] Pad = 32'hBF80_0000;  // s_nop 0

  logic [255:0] bundle_q [cu_pkg::NumWaves];
  logic [1:0]   place_q  [cu_pkg::NumWaves];
  control_pkg::waits_t waits_q;

  // The field of slot 1..3; 0 without a slot.
  function automatic control_pkg::field_t field_of(logic [62:0] control, logic [1:0] place);
    unique case (place)
      2'd1:    field_of = control[20:0];
      2'd2:    field_of = control[41:21];
      2'd3:    field_of = control[62:42];
      default: field_of = '0;
    endcase
  endfunction

  // Bits 31:26 of the first dword of a slot.
  function automatic logic [31:26] format_of(logic [255:0] bundle, logic [1:0] place);
    format_of = bundle[{place, 6'd26} +: 6];
  endfunction

  logic [255:0] moved;
  control_pkg::field_t load_field, move_field;
  assign moved = bundle_q[move_slot_i];
  assign load_field = field_of(bundle_i[62:0], load_place_i);
  assign move_field = field_of(moved[62:0], move_place_i);
  assign move_class_o = front_pkg::class_of(format_of(moved, move_place_i));

  always_ff @(posedge clk_i) begin
    if (move_i) begin
      place_q[move_slot_i] <= move_place_i;
      waits_q[6 * move_slot_i +: 6] <= move_field.waits;
    end
    if (load_i) begin
      bundle_q[load_slot_i] <= bundle_i;
      place_q[load_slot_i] <= load_place_i;
      waits_q[6 * load_slot_i +: 6] <= load_field.waits;
    end
  end
  assign waits_o = waits_q;

  logic [255:0] bundle;
  logic [1:0]   place;
  logic [31:0]  high;
  assign bundle = bundle_q[read_slot_i];
  assign place = place_q[read_slot_i];
  assign high = bundle[{place, 6'd32} +: 32];
  assign word0_o = place == '0 ? '0 : bundle[{place, 6'd0} +: 32];
  assign size8_o = front_pkg::size8_of(word0_o);
  assign word1_o = size8_o ? high : '0;
  assign field_o = field_of(bundle[62:0], place);
  assign malformed_o = place == '0 || bundle[63] || (!size8_o && high != Pad);

  logic [1:0]  next;  // slot 2 or 3
  logic        next_size8;
  logic [31:0] next_low, next_high;
  assign next = place + 2'd1;
  assign next_high = bundle[{next, 6'd32} +: 32];
  assign next_o.valid = place == 2'd1 || place == 2'd2;
  assign next_low = bundle[{next, 6'd0} +: 32];
  assign next_o.word0 = next_low;
  assign next_size8 = front_pkg::size8_of(next_low);
  assign next_o.word1 = next_size8 ? next_high : '0;
  assign next_o.field = field_of(bundle[62:0], next);
  assign next_o.malformed = bundle[63] || (!next_size8 && next_high != Pad);

  logic unused_fields;
  assign unused_fields = ^{load_field, move_field};
endmodule
