// SPDX-License-Identifier: Apache-2.0
// Exports (control-flow.md 11): reads the VGPRs that an export sends, and hands them to the sink in beats. A beat is one
// pass of one register: its 16 lanes, 0 in inactive ones. The registers come in the order of VSRC, and of each all four
// passes. An export that sends no register has one beat with component 4. EXP_CNT falls when the sink takes the last
// beat.
//
// Exports of all waves go one after the other, in order of issue. A program may rely on that only within a type
// (D-EXP-7).
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
  output logic                  done_valid_o,    // the last beat of the export of wave export_o.slot is taken
  output logic                  taken_o          // any beat is
);
  localparam int unsigned IndexBits = $clog2(Depth);
  localparam logic [2:0]  NoRegister = 3'd4;

  cu_pkg::export_issue_t queue_q [Depth];
  cu_pkg::export_issue_t head;
  logic                  head_valid, push;
  logic [IndexBits-1:0]  push_index, head_index;
  logic [IndexBits:0]    push_pointer, head_pointer;
  assign push = issue_valid_i && issue_ready_o;
  assign head = queue_q[head_index];

  fifo_pointer #(.Depth(Depth)) u_push (
    .clk_i, .rst_ni, .limit_i(head_pointer + (IndexBits + 1)'(Depth)), .valid_o(issue_ready_o), .index_o(push_index),
    .advance_i(push), .pointer_o(push_pointer)
  );
  fifo_pointer #(.Depth(Depth)) u_head (
    .clk_i, .rst_ni, .limit_i(push_pointer), .valid_o(head_valid), .index_o(head_index),
    .advance_i(done_valid_o), .pointer_o(head_pointer)
  );

  always_ff @(posedge clk_i) begin
    if (push) queue_q[push_index] <= issue_i;
  end

  // One beat takes these steps. A pass without lanes is not read.
  typedef enum logic [1:0] { Read, Data, Send } step_e;
  step_e                step_q;
  logic [3:0]           unsent_q;  // registers of the head that are not sent: the lowest is being sent. 0: at its start
  logic [1:0]           pass_q;
  cu_pkg::export_beat_t beat_q;
  logic [3:0]           unsent, unsent_after;
  logic [2:0]           component;
  logic [15:0]          lanes;
  logic                 starts, none, last;

  always_comb begin
    unsent = '0;
    unsent_after = '0;
    component = '0;
    lanes = '0;
    none = 1'b0;
    last = 1'b0;
    if (head_valid) begin
      unsent = unsent_q == '0 ? head.sent : unsent_q;
      none = unsent == '0;
      unsent_after = pass_q == 2'd3 ? unsent & (unsent - 4'd1) : unsent;
      component = none ? NoRegister : {1'b0, bits_pkg::lowest4(unsent)};
      lanes = none ? '0 : head.exec[16 * pass_q +: 16];
      last = none || (pass_q == 2'd3 && unsent_after == '0);
    end
  end
  assign starts = head_valid && step_q == Read;
  assign mrd_valid_o = starts && lanes != '0;
  assign mrd_o.vgpr = head.vgpr_base + cu_pkg::VgprBits'(head.vsrc[8 * component[1:0] +: 8]);
  assign mrd_o.pass = pass_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Read;
      unsent_q <= '0;
      pass_q <= '0;
    end else begin
      unique case (step_q)
        Read: if (starts && (lanes == '0 || mrd_ready_i)) step_q <= Data;
        Data: step_q <= Send;
        default: begin
          if (export_ready_i) begin
            step_q <= Read;
            unsent_q <= last ? '0 : unsent_after;
            pass_q <= last ? '0 : pass_q + 2'd1;
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin
    if (step_q == Data) begin
      beat_q.slot <= head.slot;
      beat_q.target <= head.target;
      beat_q.en <= head.en;
      beat_q.compr <= head.compr;
      beat_q.done <= head.done;
      beat_q.vm <= head.vm;
      beat_q.component <= component;
      beat_q.pass <= pass_q;
      beat_q.last <= last;
      beat_q.exec <= head.exec;
      for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
        beat_q.data[32 * l +: 32] <= lanes[l] ? mrd_data_i[32 * l +: 32] : '0;
      end
    end
  end

  assign export_valid_o = step_q == Send;
  assign export_o = beat_q;
  assign tag_o = head.tag;
  assign taken_o = export_valid_o && export_ready_i;
  assign done_valid_o = taken_o && beat_q.last;
endmodule
