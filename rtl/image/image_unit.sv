// SPDX-License-Identifier: Apache-2.0
// What vector memory does for image instructions (image.md). It keeps their descriptors and addresses, finds the texels
// that they take, and makes the registers that they write. vmem sends, receives and writes as for other instructions.
// In the ports `index` is an entry of its queue, `pass` a pass of its instruction.
//
// Send: vmem starts an instruction (start_i), when no other with a sampler has texels here (blocked_o). It gives each
// pass here with go_i. A pass takes these steps:
//   Address  its registers are read
//   Level    a sample has its level of detail
//   Texels   the texels of a level are found
//   Choose   and the texel numbers that a lane fetches
//   Next     a texel number begins; without one left the second level follows, or the pass is done
//   Form     vmem forms its addresses (form_o) and sends its dwords, before it gives the pass here again
// The steps of vectors are in `always_ff`, for speed: they cost nothing where no image is in use.
module image_unit #(
  localparam int unsigned Depth = cu_pkg::VmemQueueDepth,
  localparam int unsigned IndexBits = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 issue_valid_i,
  input  logic [IndexBits-1:0] issue_index_i,
  input  mimg_pkg::issue_t     issue_i,
  // operand read
  input  logic                 rd_valid_i,      // the instruction is one of an image
  input  logic [IndexBits-1:0] rd_index_i,
  output logic [3:0]           rd_addresses_o,  // its address registers, else 0
  input  logic                 address_valid_i,
  input  logic [3:0]           address_number_i,
  input  logic [1:0]           address_pass_i,
  input  logic [511:0]         address_i,
  // send
  input  logic                 snd_valid_i,     // the instruction is one of an image
  input  logic [IndexBits-1:0] snd_index_i,
  output logic                 blocked_o,       // it cannot start
  output mimg_pkg::issue_t     snd_o,           // from the cycle after start_i on
  input  logic                 start_i,
  input  logic                 go_i,
  input  logic [1:0]           pass_i,
  input  logic [15:0]          lanes_i,
  output logic                 form_o,
  output mimg_pkg::place_t     place_o,         // of the texel that is sent
  output logic [3:0]           number_o,        // its number
  output logic                 pass_done_o,
  output logic                 out_valid_o,     // a load, store or atomic: lanes without an element become known
  output logic [15:0]          out_o,
  // write back
  input  logic                 wb_go_i,         // a register is to be made
  input  logic [IndexBits-1:0] wb_index_i,
  input  logic [1:0]           wb_pass_i,
  input  logic [1:0]           wb_register_i,   // of VDATA
  output logic                 wb_samples_o,    // with a sampler:
  output logic [3:0]           wb_number_o,     // this texel,
  output logic [1:0]           wb_dword_o,      // and this dword of its element,
  input  logic [511:0]         wb_element_i,    // is this
  input  logic [15:0]          wb_out_i,        // a load: lanes out of range
  output logic                 wb_ready_o,
  output logic [511:0]         wb_word_o,
  input  logic                 wb_written_i,
  input  logic                 wb_pass_done_i,
  input  logic                 wb_finish_i      // the instruction of wb_index_i, if it is an image's, is done
);
  // ---- descriptors and addresses, by entry
  mimg_pkg::issue_t image_q [Depth];
  logic [Depth-1:0] samples_q;                    // it has a sampler
  logic [3:0]       addresses_q [Depth];          // its address registers
  logic [3:0]       operand_at_q [Depth];         // the one that the filter needs
  logic [511:0]     register_q [Depth * 16 * 4];  // {entry, number, pass}
  always_comb begin
    rd_addresses_o = '0;
    if (rd_valid_i) rd_addresses_o = addresses_q[rd_index_i];
  end

  always_ff @(posedge clk_i) begin
    if (issue_valid_i) begin
      image_q[issue_index_i] <= issue_i;
      samples_q[issue_index_i] <= mimg_pkg::samples(issue_i.dec.row.op);
      addresses_q[issue_index_i] <= issue_i.addresses;
      operand_at_q[issue_index_i] <= {3'd0, issue_i.dec.row.offset} + {3'd0, issue_i.dec.row.bias};
    end
    if (address_valid_i) register_q[{rd_index_i, address_number_i, address_pass_i}] <= address_i;
  end

  // ---- send
  typedef enum logic [2:0] { Address, Level, Texels, Choose, Next, Form } step_e;
  step_e              step_q;
  logic               second_q;  // the second level
  logic               busy_q;    // texels of an instruction with a sampler are kept
  mimg_pkg::row_t     row;
  image_pkg::tsharp_t tsharp;
  mimg_pkg::issue_t   snd_q;
  assign snd_o = snd_q;
  always_ff @(posedge clk_i) begin
    if (start_i) snd_q <= image_q[snd_index_i];
  end
  assign row = snd_q.dec.row;
  assign tsharp = snd_q.tsharp;
  always_comb begin
    blocked_o = 1'b0;
    if (busy_q && snd_valid_i) blocked_o = samples_q[snd_index_i];
  end

  mimg_pkg::address_t address_q;
  logic [51:0]        layout_q;
  mimg_pkg::levels_t  levels;
  mimg_pkg::texels_t  texels;
  logic [15:0]        out;
  logic [7:0]         numbers_q;  // texel numbers of the level not begun yet
  logic [127:0]       fetched_q;  // of each number
  logic [2:0]         number_q;
  mimg_pkg::place_t   place_q;
  assign number_o = {second_q, number_q};
  assign place_o = place_q;

  // What the step is about; without go_i 0.
  logic        samples, fetches;  // the instruction has a sampler, or elements
  logic [15:0] second, lanes;     // lanes with a second level, with the level that is sent
  logic        finds_second;
  logic        finds_levels, finds_texels, keeps_levels, keeps_texels;
  always_comb begin
    samples = 1'b0;
    fetches = 1'b0;
    second = '0;
    lanes = '0;
    finds_second = 1'b0;
    finds_levels = 1'b0;
    finds_texels = 1'b0;
    keeps_levels = 1'b0;
    keeps_texels = 1'b0;
    form_o = 1'b0;
    pass_done_o = 1'b0;
    out_valid_o = 1'b0;
    out_o = '0;
    if (go_i) begin
      samples = mimg_pkg::samples(row.op);
      fetches = !snd_q.nothing && row.op != mimg_pkg::OpResinfo && row.op != mimg_pkg::OpLod;
      if (samples) begin
        for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) second[l] = lanes_i[l] && levels.weight[8 * l +: 8] != '0;
      end
      lanes = second_q ? second : lanes_i;
      finds_second = samples && fetches && !second_q && row.op == mimg_pkg::OpSample && second != '0;
      finds_levels = step_q == Level;
      finds_texels = step_q == Texels && fetches;
      keeps_levels = step_q == Texels && samples && !second_q;
      keeps_texels = step_q == Choose && samples && fetches;
      form_o = step_q == Form;
      pass_done_o = step_q == Next && numbers_q == '0 && !finds_second;
      out_valid_o = step_q == Choose && !samples;
      out_o = snd_q.nothing ? '1 : out;
    end
  end

  // Component `number` of a lane in a list that begins at a register. Those past the registers that were read are 0.
  function automatic logic [31:0] component(logic [3:0] lane, logic [3:0] first, logic [2:0] number, logic halves);
    logic [3:0]  at;
    logic [31:0] word;
    at = first + (halves ? {2'd0, number[2:1]} : {1'b0, number});
    word = at < snd_q.addresses ? register_q[{snd_index_i, at, pass_i}][{lane, 5'd0} +: 32] : 32'd0;
    component = word;
    if (halves) component = mimg_pkg::widened(number[0] ? word[31:16] : word[15:0], samples);
  endfunction

  image_levels u_levels (
    .clk_i, .go_i(finds_levels), .image_i(snd_q), .address_i(address_q), .levels_o(levels)
  );
  image_texels u_texels (
    .clk_i, .go_i(finds_texels), .image_i(snd_q), .address_i(address_q), .levels_i(levels),
    .second_i(second_q), .lanes_i(lanes), .texels_o(texels), .out_o(out)
  );

  // The lanes that fetch a texel number of the level.
  function automatic logic [15:0] fetched(logic [2:0] n);
    logic        gathers;
    logic [15:0] border;
    gathers = row.op == mimg_pkg::OpGather;
    fetched = lanes;
    border = texels.border_x[{n[0], 4'd0} +: 16] | texels.border_y[{n[1], 4'd0} +: 16] |
             texels.border_z[{n[2], 4'd0} +: 16];
    if (samples) fetched = fetched & ~border;
    else fetched = fetched & ~out;
    if (n[0]) fetched = fetched & (gathers ? lanes : samples ? texels.weighted_x : 16'd0);
    if (n[1]) fetched = fetched & (gathers ? lanes : samples ? texels.weighted_y : 16'd0);
    if (n[2]) fetched = fetched & (samples ? texels.weighted_z : 16'd0);
  endfunction

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Address;
      second_q <= 1'b0;
      busy_q <= 1'b0;
      numbers_q <= '0;
    end else begin
      if (start_i) begin
        if (samples_q[snd_index_i]) busy_q <= 1'b1;
      end
      if (wb_finish_i) begin
        if (samples_q[wb_index_i]) busy_q <= 1'b0;
      end
      if (go_i) begin
        unique case (step_q)
          Address: step_q <= samples ? Level : Texels;
          Level: step_q <= Texels;
          Texels: step_q <= Choose;
          Choose: begin
            for (int unsigned n = 0; n < 8; n++) numbers_q[n] <= fetches && fetched(n[2:0]) != '0;
            step_q <= Next;
          end
          Next: begin
            numbers_q <= numbers_q & (numbers_q - 8'd1);
            if (numbers_q != '0) step_q <= Form;
            else if (finds_second) step_q <= Texels;
            else step_q <= Address;
            if (numbers_q == '0) second_q <= finds_second;
          end
          default: step_q <= Next;
        endcase
      end
    end
  end

  // Two blocks: the simulator would copy what the one writes and another block reads, each cycle, if the one also read
  // what the other writes.
  always_ff @(posedge clk_i) begin
    // Where the parts of the address lie.
    logic       has_slice;
    logic [1:0] axes;
    logic [2:0] slopes, body;                 // slope registers; components of the body
    logic [3:0] bias_at, slopes_at, body_at;  // registers
    if (go_i) begin
      if (step_q == Address) begin
        axes = mimg_pkg::axes(tsharp.kind);
        has_slice = snd_q.dec.da && image_pkg::has_slices(tsharp.kind);
        body = {1'b0, axes} + {2'd0, has_slice};
        slopes = row.level == image_pkg::LevelDerivatives ? mimg_pkg::slope_registers(axes, snd_q.dec.a16) : 3'd0;
        bias_at = {3'd0, row.offset};
        slopes_at = bias_at + {3'd0, row.bias} + {3'd0, row.compare};
        body_at = slopes_at + {1'b0, slopes};
        layout_q <= image_axis_pkg::layout(image_pkg::is_1d(tsharp.kind), tsharp.width, tsharp.height, tsharp.pitch,
                                           tsharp.max_mip != '0, image_pkg::log2_bytes(tsharp.data_format));
        for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
          address_q.offset[32 * l +: 32] <= row.offset ? component(l[3:0], 4'd0, 3'd0, 1'b0) : 32'd0;
          address_q.bias[32 * l +: 32] <= component(l[3:0], bias_at, 3'd0, snd_q.dec.a16);
          address_q.body[32 * l +: 32] <= component(l[3:0], body_at, 3'd0, snd_q.dec.a16);
          address_q.body[512 + 32 * l +: 32] <= axes[1] ? component(l[3:0], body_at, 3'd1, snd_q.dec.a16) : 32'd0;
          address_q.body[1024 + 32 * l +: 32] <=
              has_slice || axes == 2'd3 ? component(l[3:0], body_at, body - 3'd1, snd_q.dec.a16) : 32'd0;
          address_q.last[32 * l +: 32] <= row.last ? component(l[3:0], body_at, body, snd_q.dec.a16) : 32'd0;
        end
        if (cu_pkg::Images == 3 && row.level == image_pkg::LevelDerivatives) begin
          for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
            for (int unsigned i = 0; i < 6; i++) begin
              address_q.slopes[512 * i + 32 * l +: 32] <=
                  component(l[3:0], slopes_at + (i < 3 ? 4'd0 : {2'd0, slopes[2:1]}), 3'(i % 3), snd_q.dec.a16);
            end
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    logic [2:0] number;  // of the texel
    if (go_i) begin
      if (step_q == Next) begin
        number = bits_pkg::lowest8(numbers_q);
        number_q <= number;
        place_q.base <= tsharp.base;
        place_q.layout <= layout_q;
        place_q.level <= texels.level;
        place_q.x <= number[0] ? texels.x[447:224] : texels.x[223:0];
        place_q.y <= number[1] ? texels.y[447:224] : texels.y[223:0];
        place_q.z <= number[2] ? texels.z[415:208] : texels.z[207:0];
        place_q.lanes <= fetched_q[{number, 4'd0} +: 16];
      end
      if (step_q == Choose) begin
        for (int unsigned n = 0; n < 8; n++) fetched_q[16 * n +: 16] <= fetched(n[2:0]);
      end
    end
  end

  // ---- write back
  mimg_pkg::issue_t wb_q;        // of the pass,
  logic             wb_there_q;  // which begins with a cycle without
  logic [511:0]     operand_q;   // the register of the address that the filter needs
  logic             filters;     // the filter has a cycle
  always_comb begin
    wb_samples_o = 1'b0;
    filters = 1'b0;
    if (wb_go_i) begin
      wb_samples_o = samples_q[wb_index_i];
      filters = wb_there_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wb_there_q <= 1'b0;
    else if (wb_go_i) wb_there_q <= !wb_pass_done_i;
    else if (wb_pass_done_i) wb_there_q <= 1'b0;
  end
  always_ff @(posedge clk_i) begin
    if (wb_go_i) begin
      if (!wb_there_q) begin
        wb_q <= image_q[wb_index_i];
        operand_q <= operand_at_q[wb_index_i] < addresses_q[wb_index_i]
                         ? register_q[{wb_index_i, operand_at_q[wb_index_i], wb_pass_i}] : '0;
      end
    end
  end

  image_filter u_filter (
    .clk_i, .rst_ni,
    .sent_i(go_i), .levels_i(keeps_levels), .texels_i(keeps_texels), .sent_pass_i(pass_i), .second_i(second_q),
    .two_levels_i(finds_second), .level_of_i(levels), .texels_of_i(texels),
    .go_i(filters), .image_i(wb_q), .pass_i(wb_pass_i),
    .register_i(wb_register_i), .number_o(wb_number_o), .dword_o(wb_dword_o), .element_i(wb_element_i),
    .zero_i(wb_out_i), .operand_i(operand_q), .ready_o(wb_ready_o), .written_i(wb_written_i), .word_o(wb_word_o)
  );

  logic unused_fields;
  assign unused_fields = ^{snd_q, tsharp, row, texels};
endmodule
