// SPDX-License-Identifier: Apache-2.0
// Exports (control-flow.md 11): reads the VGPRs that an export sends, and hands them to the sink in beats. A beat is
// one pass of one register: its 16 lanes, 0 in inactive ones. The registers come in the order of VSRC, and of each all
// four passes. An export that sends no register has one beat with component 4. EXP_CNT falls when the sink takes the
// last beat.
//
// Exports of all waves go one after the other, in order of issue. A program may rely on that only within a type
// (D-EXP-7).
//
// coverage off toggle issue_i.sets.store, export_q.sets.store, sets_o.store: An export is no store: control_query.sv
//   sets `store` for memory instructions alone.
// coverage off toggle issue_i.vgpr_base[1:0], export_q.vgpr_base[1:0]: VGPRs are allocated by four.
module export_unit #(
  parameter int unsigned Depth = cu_pkg::ExportQueueDepth  // a power of two, from 2 on
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  issue_valid_i,
  output logic                  issue_ready_o,
  input  cu_pkg::export_issue_t issue_i,
  // VGPRs: the data comes in the cycle after a granted read
  output logic                  mrd_valid_o,
  input  logic                  mrd_ready_i,
  output cu_pkg::vgpr_read_t    mrd_o,
  input  cu_pkg::pass_t         mrd_data_i,
  // sink
  output logic                  export_valid_o,
  input  logic                  export_ready_i,
  output cu_pkg::export_beat_t  export_o,
  output logic [2:0]            tag_o,           // of its export
  output cu_pkg::control_sets_t sets_o,
  output logic                  done_valid_o     // the last beat of the export of wave export_o.slot is taken
);
  localparam int unsigned IndexBits = $clog2(Depth);
  localparam logic [2:0]  NoRegister = 3'd4;

  cu_pkg::export_issue_t queue_q [Depth];
  logic                  waits, push, take;
  logic [IndexBits-1:0]  push_index, take_index;
  logic [IndexBits:0]    push_pointer, take_pointer;
  assign push = issue_valid_i && issue_ready_o;

  fifo_pointer #(.Depth(Depth)) u_push (
    .clk_i, .rst_ni, .limit_i(take_pointer + (IndexBits + 1)'(Depth)), .valid_o(issue_ready_o), .index_o(push_index),
    .advance_i(push), .pointer_o(push_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_take (
    .clk_i, .rst_ni, .limit_i(push_pointer), .valid_o(waits), .index_o(take_index),
    .advance_i(take), .pointer_o(take_pointer)
  );

  always_ff @(posedge clk_i) begin
    if (push) queue_q[push_index] <= issue_i;
  end

  // One beat takes the steps Read, Data and Send. A pass without lanes is not read.
  typedef enum logic [2:0] { Idle, Begin, Read, Data, Send } step_e;
  step_e                 step_q;
  cu_pkg::export_issue_t export_q;  // the export that is sent
  logic [3:0]            unsent_q;  // its registers that have not been sent: the lowest is next
  logic [1:0]            pass_q;
  cu_pkg::export_beat_t  beat_q;
  logic [1:0]            vsrc;
  logic [15:0]           lanes;
  logic                  last;
  assign take = step_q == Idle && waits;

  always_comb begin
    vsrc = '0;
    lanes = '0;
    last = 1'b0;
    if (step_q != Idle) begin
      vsrc = bits_pkg::lowest4(unsent_q);
      lanes = unsent_q == '0 ? '0 : export_q.exec[16 * pass_q +: 16];
      last = unsent_q == '0 || (pass_q == 2'd3 && (unsent_q & (unsent_q - 4'd1)) == '0);
    end
  end
  assign mrd_valid_o = step_q == Read && lanes != '0;
  assign mrd_o.vgpr = export_q.vgpr_base + cu_pkg::VgprBits'(export_q.vsrc[8 * vsrc +: 8]);
  assign mrd_o.pass = pass_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Idle;
      unsent_q <= '0;
      pass_q <= '0;
    end else begin
      unique case (step_q)
        Idle: if (waits) step_q <= Begin;
        Begin: begin
          step_q <= Read;
          unsent_q <= export_q.sent;
        end
        Read: if (lanes == '0 || mrd_ready_i) step_q <= Data;
        Data: step_q <= Send;
        default: begin
          if (export_ready_i) begin
            step_q <= last ? Idle : Read;
            pass_q <= last ? '0 : pass_q + 2'd1;
            if (pass_q == 2'd3) unsent_q <= unsent_q & (unsent_q - 4'd1);
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) export_q <= queue_q[take_index];
    if (step_q == Data) begin
      beat_q.slot <= export_q.slot;
      beat_q.target <= export_q.target;
      beat_q.en <= export_q.en;
      beat_q.compr <= export_q.compr;
      beat_q.done <= export_q.done;
      beat_q.vm <= export_q.vm;
      beat_q.component <= unsent_q == '0 ? NoRegister : {1'b0, vsrc};
      beat_q.pass <= pass_q;
      beat_q.last <= last;
      beat_q.exec <= export_q.exec;
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        beat_q.data[32 * l +: 32] <= lanes[l] ? mrd_data_i[32 * l +: 32] : '0;
      end
    end
  end

  assign export_valid_o = step_q == Send;
  assign export_o = beat_q;
  assign tag_o = export_q.tag;
  assign sets_o = export_q.sets;
  assign done_valid_o = export_valid_o && export_ready_i && beat_q.last;
endmodule
