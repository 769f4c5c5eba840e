// SPDX-License-Identifier: Apache-2.0
// Instructions of images (MIMG, image.md): a row of the table of opcodes, and what the words of an instruction and its
// descriptors tell the units.
package mimg_pkg;
  typedef enum logic [2:0] {
    OpNone, OpLoad, OpStore, OpAtomic, OpResinfo,
    OpSample, OpGather, OpLod  // with a sampler
  } op_e;

  typedef struct packed {
    logic [1:0] stage;   // of image.md 1: 1 to 3; 0: no opcode
    logic [2:0] op;      // op_e
    logic [2:0] level;   // image_pkg::level_e; of an opcode without a sampler 0
    logic       offset;  // the parts of the address before the body (image.md 3.1)
    logic       bias;
    logic       compare;
    logic       last;    // lod, clamp or mip
    logic       pck;     // the element is not converted
    logic       sgn;     // pck: a short element is extended with its sign
    logic [3:0] atomic;  // mem_pkg::mem_atomic_e
  } row_t;

  // What image_decode makes of the words. Without `en` it is 0.
  typedef struct packed {
    logic       en;
    row_t       row;
    logic [3:0] dmask;
    logic       unorm;
    logic       da;
    logic       a16;
    logic       d16;
    logic [4:0] ssamp;      // SGPR number / 4
    logic [3:0] addresses;  // address registers by the words alone (D-IMG-8)
  } dec_t;

  // An instruction as it goes to vector memory, beside mem_issue_pkg::mem_issue_t.
  typedef struct packed {
    dec_t               dec;
    image_pkg::tsharp_t tsharp;
    image_pkg::ssharp_t ssharp;
    logic [3:0]         addresses;  // registers that are read; those behind them are 0
    logic               nothing;    // it is unbound or refused (image.md 6): no lane has an element
    logic               refused;
  } issue_t;

  // The address of 16 lanes, 32 bits each: f32 with a sampler, else u32 (image_unit.sv).
  typedef struct packed {
    logic [511:0]  offset;  // as it stands in its register
    logic [511:0]  bias;
    logic [3071:0] slopes;  // from bit 0 on dx/dh, dy/dh, dz/dh, dx/dv, dy/dv, dz/dv: 512 bits each
    logic [1535:0] body;    // so x, y, z or the slice or face
    logic [511:0]  last;    // lod, clamp or mip
  } address_t;

  // The levels of a sample of 16 lanes (image_levels.sv).
  typedef struct packed {
    logic [207:0] raw;        // image_get_lod, in 1/256, 13 bits per lane: the raw level,
    logic [207:0] shown;      // and the level within the view
    logic [63:0]  level;      // the first level, of the whole image: 4 bits per lane
    logic [127:0] weight;     // of the level behind it, in 1/256: 8 bits per lane
    logic [15:0]  xy_linear;  // filters
    logic [15:0]  z_linear;
  } levels_t;

  // The texels of a level of 16 lanes (image_texels.sv): columns, rows, planes or slices. The low half of x, y, z and
  // border_* is of the first ones, the high half of the second ones.
  typedef struct packed {
    logic [63:0]  level;       // of the whole image: 4 bits per lane
    logic [447:0] x;           // 14 bits per lane
    logic [447:0] y;
    logic [415:0] z;           // 13 bits per lane
    logic [31:0]  border_x;    // lanes
    logic [31:0]  border_y;
    logic [31:0]  border_z;
    logic [127:0] weight_x;    // of the second ones, in 1/256: 8 bits per lane
    logic [127:0] weight_y;
    logic [127:0] weight_z;
    logic [15:0]  weighted_x;  // lanes with this level in which the second one counts
    logic [15:0]  weighted_y;
    logic [15:0]  weighted_z;
  } texels_t;

  // Where a texel of each of 16 lanes lies. layout: image_axis_pkg::layout. Else as in texels_t.
  typedef struct packed {
    logic [39:0]  base;   // address / 256
    logic [51:0]  layout;
    logic [63:0]  level;
    logic [223:0] x;
    logic [223:0] y;
    logic [207:0] z;
    logic [15:0]  lanes;  // that fetch it, or store to it
  } place_t;

  // A half of an address (image.md 3.3): of a coordinate that is an f32, or else an integer.
  function automatic logic [31:0] widened(input logic [15:0] value, input logic is_float);
    /* verilator no_inline_task */
    widened = is_float ? fp_pkg::widen(value) : {16'd0, value};
  endfunction

  // The opcode has a sampler.
  function automatic logic samples(input logic [2:0] op);
    samples = op >= OpSample;
  endfunction

  // A TYPE has coordinates.
  function automatic logic has_coordinates(input logic [3:0] kind);
    has_coordinates = kind >= image_pkg::Kind1D && kind <= image_pkg::Kind2DArray;
  endfunction

  // The axes of a TYPE with coordinates: 1 to 3, without slices.
  function automatic logic [1:0] axes(input logic [3:0] kind);
    axes = kind == image_pkg::Kind3D ? 2'd3 : image_pkg::is_1d(kind) ? 2'd1 : 2'd2;
  endfunction

  // The registers of the slopes of so many axes (image.md 3.3).
  function automatic logic [2:0] slope_registers(input logic [1:0] count, input logic a16);
    slope_registers = a16 ? {count == 2'd3, count != 2'd3, 1'b0} : {count, 1'b0};
  endfunction

  // The address registers (image.md 3). singles: offset, bias, z-compare. slopes: registers, or 0. body: components,
  // the last part too.
  function automatic logic [3:0] address_registers(input logic [2:0] singles, input logic [2:0] slopes,
                                                   input logic [2:0] body, input logic a16);
    address_registers = {3'd0, singles[0]} + {3'd0, singles[1]} + {3'd0, singles[2]} + {1'b0, slopes} +
                        (a16 ? {2'd0, 2'((body + 3'd1) >> 1)} : {1'b0, body});
  endfunction

  // The register of VDATA of a component, among those that DMASK names; of D16 the half: {there is one, number}.
  function automatic logic [2:0] register_of(input logic [3:0] dmask, input logic [1:0] component);
    register_of = {dmask[component], 2'd0};
    for (int unsigned c = 0; c < 3; c++) begin
      if (c[1:0] < component && dmask[c]) register_of[1:0] = register_of[1:0] + 2'd1;
    end
  endfunction
endpackage
