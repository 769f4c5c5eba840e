// SPDX-License-Identifier: Apache-2.0
// The registers that a load or sample of an image writes, of 16 lanes (image.md 7.2, 9.2, 9.5, 10.6 to 10.8, 11.5 to
// 13). It keeps what one instruction with a sampler has found until its texels are summed. A register is made in these
// steps, one of D16 half by half:
//   Convert  a texel number has its component converted: a cycle for each number that counts, in ascending order
//   Sum      a second texel, row, plane or level is summed with the first one: x, y, z, level, a cycle for each
//   Halve    D16: the value becomes a half
//   Ready    the register is complete, until written_i
// What needs no texel is made in one step Convert. The steps of vectors are in `always_ff`, for speed: they cost
// nothing where no image is in use.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
module image_filter (
  input  logic              clk_i,
  input  logic              rst_ni,
  // what the sample has found when its pass was sent: its levels, and the texels of each
  input  logic              sent_i,
  input  logic              levels_i,
  input  logic              texels_i,
  input  logic [1:0]        sent_pass_i,
  input  logic              second_i,      // texels_i: those of the second level
  input  logic              two_levels_i,  // levels_i: a lane has a second one
  input  mimg_pkg::levels_t level_of_i,
  input  mimg_pkg::texels_t texels_of_i,
  // write back
  input  logic              go_i,          // a register is to be made
  input  mimg_pkg::issue_t  image_i,
  input  logic [1:0]        pass_i,
  input  logic [1:0]        register_i,    // of VDATA
  output logic [3:0]        number_o,      // with a sampler: this texel,
  output logic [1:0]        dword_o,       // and this dword of its element,
  input  logic [511:0]      element_i,     // is this
  input  logic [15:0]       zero_i,        // a load: lanes with an element of zeros
  input  logic [511:0]      operand_i,     // *_c: the reference; image_get_resinfo: the register of the mip
  output logic              ready_o,
  input  logic              written_i,
  output logic [511:0]      word_o         // with ready_o
);
  localparam logic [1:0] LastAxis = 2'd3;  // x, y, z, level

  logic [207:0] raw_q [4];     // by pass: as in mimg_pkg::levels_t
  logic [207:0] shown_q [4];
  logic [127:0] level_weight_q [4];
  logic [3:0]   two_levels_q;  // passes
  logic [383:0] weight_q [8];  // {second level, pass}: z, y, x, 128 bits each
  logic [95:0]  border_q [8];  // second and first of z, y, x, 16 bits each
  logic [2:0]   used_q [8];    // z, y, x: a lane has a second one
  always_ff @(posedge clk_i) begin
    if (sent_i) begin
      if (levels_i) begin
        raw_q[sent_pass_i] <= level_of_i.raw;
        shown_q[sent_pass_i] <= level_of_i.shown;
        level_weight_q[sent_pass_i] <= level_of_i.weight;
        two_levels_q[sent_pass_i] <= two_levels_i;
      end
      if (texels_i) begin
        weight_q[{second_i, sent_pass_i}] <= {texels_of_i.weight_z, texels_of_i.weight_y, texels_of_i.weight_x};
        border_q[{second_i, sent_pass_i}] <= {texels_of_i.border_z, texels_of_i.border_y, texels_of_i.border_x};
        used_q[{second_i, sent_pass_i}] <= {texels_of_i.weighted_z != '0, texels_of_i.weighted_y != '0,
                                            texels_of_i.weighted_x != '0};
      end
    end
  end

  typedef enum logic [1:0] { Convert, Sum, Halve, Ready } step_e;
  step_e        step_q;
  logic         high_q;      // D16: the high half
  logic [3:0]   number_q;    // texel number
  logic [1:0]   axis_q;
  logic [511:0] value_q;
  logic [511:0] kept_q [5];  // the first values by axis, and:
  localparam int unsigned Low = 4;  // D16: the value for the low halves
  image_pkg::tsharp_t tsharp;
  image_pkg::ssharp_t ssharp;
  logic [2:0]         op;
  assign tsharp = image_i.tsharp;
  assign ssharp = image_i.ssharp;
  assign op = image_i.dec.row.op;
  assign word_o = value_q;

  // Component `number` of those that a mask names: {there is one, component}.
  function automatic logic [2:0] named(logic [3:0] mask, logic [1:0] number);
    logic [2:0] left;
    named = '0;
    left = {1'b0, number};
    for (int unsigned c = 0; c < 4; c++) begin
      if (mask[c]) begin
        if (left == '0) named = {1'b1, c[1:0]};
        left = left - 3'd1;
      end
    end
  endfunction

  // ---- what the step is about; 0 in other steps
  typedef struct packed {
    logic        has_texels;  // the value comes from texels
    logic [2:0]  component;   // {there is one, component} of the result
    logic [2:0]  sel;         // what it selects
    logic [12:0] place;       // of the component in its element
    logic [3:0]  nfmt;
    logic [3:0]  number;      // of the texel
    logic [3:0]  next, used;  // used: axes in which a lane has a second one
    logic [3:0]  axes_left;   // used axes behind axis_q
    logic        waits;       // the value is a first one
    logic [31:0] constant, border;
    logic [15:0] border_lanes;
  } about_t;
  about_t     about;
  logic [1:0] result;  // of the values that are returned
  always_comb begin
    about = '0;
    result = '0;
    number_o = '0;
    dword_o = '0;
    ready_o = 1'b0;
    if (go_i) begin
      ready_o = step_q == Ready;
      if (step_q == Convert || step_q == Sum) begin
        result = image_i.dec.d16 ? {register_i[0], high_q} : register_i;
        about.component = named(image_i.dec.dmask, op == mimg_pkg::OpGather ? 2'd0 : result);
        about.sel = tsharp.dst_sel[3 * about.component[1:0] +: 3];
        if (image_i.dec.row.pck) about.sel = {1'b1, about.component[1:0]};
        about.has_texels = !image_i.nothing && about.component[2] && about.sel[2] && op != mimg_pkg::OpResinfo &&
                           op != mimg_pkg::OpLod;
        if (about.sel == vmem_format_pkg::SelOne && !image_i.nothing && about.component[2]) begin
          about.constant = vmem_format_pkg::one(tsharp.num_format, 1'b0);
        end
        about.place = vmem_format_pkg::place(tsharp.data_format[4:0],
                                             image_i.dec.row.compare ? 2'd0 : about.sel[1:0]);
        about.nfmt = tsharp.num_format;
        if (about.nfmt == vmem_format_pkg::Srgb && about.sel[1:0] == 2'd3) about.nfmt = vmem_format_pkg::Unorm;

        if (about.has_texels && op == mimg_pkg::OpSample) begin
          about.used = {two_levels_q[pass_i],
                        used_q[{1'b0, pass_i}] | (two_levels_q[pass_i] ? used_q[{1'b1, pass_i}] : 3'd0)};
        end
        about.number = number_q;
        // From the lower left texel on, counter-clockwise.
        if (op == mimg_pkg::OpGather) about.number = {2'd0, !result[1], result[1] ^ result[0]};
        // Ones in unused places carry into the next used one.
        about.next = ((number_q | ~about.used) + 4'd1) & about.used;
        about.axes_left = about.used & ~((4'd2 << axis_q) - 4'd1);
        about.waits = !number_q[axis_q];
        if (mimg_pkg::samples(op)) begin
          about.border_lanes = border_q[{about.number[3], pass_i}][{1'b0, 1'b0, about.number[0], 4'd0} +: 16] |
                               border_q[{about.number[3], pass_i}][7'd32 + {2'd0, about.number[1], 4'd0} +: 16] |
                               border_q[{about.number[3], pass_i}][7'd64 + {2'd0, about.number[2], 4'd0} +: 16];
          about.border = 32'(image_lerp_pkg::border(ssharp.border_color_type, tsharp.bc_swizzle,
                                                    vmem_format_pkg::one(tsharp.num_format, 1'b0)) >>
                             {image_i.dec.row.compare ? 2'd0 : about.sel[1:0], 5'd0});
        end
        number_o = about.number;
        dword_o = image_i.dec.row.pck ? about.component[1:0] : about.place[12:11];
      end
    end
  end

  // A dword of an element as *_pck have it (D-IMG-20).
  function automatic logic [31:0] raw_dword(logic [31:0] dword);
    logic [2:0] log2_bytes;
    logic       sgn;
    log2_bytes = image_pkg::log2_bytes(tsharp.data_format);
    sgn = image_i.dec.row.sgn;
    raw_dword = dword;
    if (log2_bytes == 3'd0) raw_dword = {{24{sgn && dword[7]}}, dword[7:0]};
    if (log2_bytes == 3'd1) raw_dword = {{16{sgn && dword[15]}}, dword[15:0]};
    if (about.component[1:0] > vmem_format_pkg::last_dword(tsharp.data_format[4:0])) raw_dword = '0;
  endfunction

  // A component of image_get_resinfo (image.md 9.5).
  function automatic logic [31:0] resinfo(logic [31:0] mip);
    logic [3:0] level;
    logic       exists;
    level = tsharp.base_level + mip[3:0];
    exists = mip <= {28'd0, tsharp.last_level - tsharp.base_level};
    case (about.component[1:0])
      2'd0: resinfo = {17'd0, image_pkg::level_extent(tsharp.width, level)};
      2'd1: resinfo = image_pkg::is_1d(tsharp.kind) ? 32'd1 : {17'd0, image_pkg::level_extent(tsharp.height, level)};
      2'd2: begin
        resinfo = 32'd1;
        if (tsharp.kind == image_pkg::Kind3D) resinfo = {17'd0, image_pkg::level_extent({1'b0, tsharp.depth}, level)};
        if (image_pkg::has_slices(tsharp.kind)) begin
          resinfo = {19'd0, image_pkg::last_slice(tsharp.depth, tsharp.base_array)} + 32'd1;
        end
      end
      default: resinfo = {28'd0, tsharp.last_level - tsharp.base_level} + 32'd1;
    endcase
    if (!exists && about.component[1:0] != 2'd3) resinfo = '0;
  endfunction

  // The value of a lane.
  function automatic logic [31:0] converted(logic [3:0] lane);
    logic [31:0] dword;
    logic        is_unit;
    dword = element_i[{lane, 5'd0} +: 32];
    if (!mimg_pkg::samples(op) && zero_i[lane]) dword = '0;
    converted = about.constant;
    if (op == mimg_pkg::OpResinfo && !image_i.nothing && about.component[2]) begin
      converted = resinfo(image_i.dec.a16 ? {16'd0, operand_i[{lane, 5'd0} +: 16]} : operand_i[{lane, 5'd0} +: 32]);
    end else if (op == mimg_pkg::OpLod && !image_i.nothing && about.component[2]) begin
      converted = '0;
      if (about.component[1:0] == 2'd0) begin
        converted = image_level_pkg::level_f32(signed'(shown_q[pass_i][13 * lane +: 13]));
      end
      if (about.component[1:0] == 2'd1) begin
        converted = image_level_pkg::level_f32(signed'(raw_q[pass_i][13 * lane +: 13]));
      end
    end else if (about.has_texels && image_i.dec.row.pck) begin
      converted = raw_dword(dword);
    end else if (about.has_texels) begin
      converted = '0;
      if (about.border_lanes[lane]) begin
        converted = about.border;
      end else if (about.place[5:0] != '0) begin
        converted = vmem_format_pkg::loaded(
            (dword >> about.place[10:6]) & (32'hFFFFFFFF >> (6'd32 - about.place[5:0])), about.place[5:0], about.nfmt,
            1'b0);
      end
      if (image_i.dec.row.compare) begin
        is_unit = tsharp.num_format == vmem_format_pkg::Unorm || tsharp.num_format == vmem_format_pkg::Srgb;
        converted = about.sel[1:0] == 2'd0 && image_lerp_pkg::compare(ssharp.depth_compare_func,
            operand_i[{lane, 5'd0} +: 32], converted, is_unit) ? fp_pkg::One : 32'd0;
      end
    end
  endfunction

  // A value as a half (D-IMG-34).
  function automatic logic [15:0] half(input logic [31:0] value, input logic integer_value);
    /* verilator no_inline_task */
    // verilator lint_off UNUSEDSIGNAL
    logic [38:0] f16;  // with flags
    // verilator lint_on UNUSEDSIGNAL
    f16 = fp_pkg::to_f16(value, fp_pkg::RoundNearest, 1'b0, 1'b0);
    half = integer_value ? value[15:0] : f16[15:0];
  endfunction

  // The weight of a lane on the axis that is summed.
  function automatic logic [7:0] weight(logic [3:0] lane);
    weight = axis_q == LastAxis ? level_weight_q[pass_i][{lane, 3'd0} +: 8]
                                : weight_q[{number_q[3], pass_i}][{axis_q, lane, 3'd0} +: 8];
  endfunction

  // ---- the steps
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= Convert;
      high_q <= 1'b0;
      number_q <= '0;
      axis_q <= '0;
    end else if (go_i) begin
      unique case (step_q)
        Convert: begin
          axis_q <= bits_pkg::lowest4(about.used);
          step_q <= about.used != '0 ? Sum : image_i.dec.d16 ? Halve : Ready;
        end
        Sum: begin
          axis_q <= bits_pkg::lowest4(about.axes_left);
          if (about.waits) begin
            number_q <= about.next;
            step_q <= Convert;
          end else if (about.axes_left == '0) begin
            number_q <= '0;
            step_q <= image_i.dec.d16 ? Halve : Ready;
          end
        end
        Halve: begin
          high_q <= !high_q;
          step_q <= high_q ? Ready : Convert;
        end
        default: if (written_i) step_q <= Convert;
      endcase
    end
  end

  // D16: the halves of the value and of the value before it.
  function automatic logic [31:0] halved(logic [3:0] lane);
    logic half_integer;
    half_integer = tsharp.num_format == vmem_format_pkg::Uint || tsharp.num_format == vmem_format_pkg::Sint;
    halved = {half(value_q[{lane, 5'd0} +: 32], half_integer), half(kept_q[Low][{lane, 5'd0} +: 32], half_integer)};
  endfunction

  // The value after the step.
  function automatic logic [511:0] stepped();
    for (int unsigned l = 0; l < cu_pkg::NumLanes; l++) begin
      if (step_q == Convert) begin
        stepped[32 * l +: 32] = converted(l[3:0]);
      end else if (step_q == Halve) begin
        stepped[32 * l +: 32] = halved(l[3:0]);
      end else begin
        stepped[32 * l +: 32] = image_lerp_pkg::lerp(kept_q[{1'b0, axis_q}][32 * l +: 32], value_q[32 * l +: 32],
                                                     weight(l[3:0]));
      end
    end
  endfunction

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      if (step_q == Sum ? about.waits : step_q == Halve && !high_q) begin
        kept_q[step_q == Sum ? {1'b0, axis_q} : 3'(Low)] <= value_q;
      end else if (step_q != Ready) begin
        value_q <= stepped();
      end
    end
  end

  logic unused_fields;
  assign unused_fields = ^{image_i, tsharp, ssharp, level_of_i, texels_of_i};
endmodule
