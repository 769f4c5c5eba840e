// SPDX-License-Identifier: Apache-2.0
// Descriptors of images and samplers (image.md 4, 5), and what the blocks of images have in common.
//
// `case`, not `unique case`: the generated uniqueness checks would run per lane.
package image_pkg;
  // T#, the image resource: word 7 first.
  typedef struct packed {
    logic [31:0] word7;
    logic [9:0]  word6_high;
    logic        compression_en;
    logic [20:0] word6_low;
    logic [3:0]  max_mip;     // levels of the whole image, less one
    logic [10:0] meta;
    logic [3:0]  array_pitch;
    logic [12:0] base_array;  // the first slice of an array or cube
    logic [2:0]  bc_swizzle;  // order of the border colour
    logic [15:0] pitch;
    logic [12:0] depth;       // 3D: depth less one; arrays and cube: the last slice
    logic [3:0]  kind;        // TYPE: kind_e, or 0..7 for no image
    logic [2:0]  zero3;
    logic [4:0]  sw_mode;
    logic [3:0]  last_level;
    logic [3:0]  base_level;
    logic [11:0] dst_sel;     // W, Z, Y, X
    logic        zero2;
    logic [2:0]  perf_mod;
    logic [13:0] height;      // less one
    logic [13:0] width;       // less one
    logic        meta_direct;
    logic        nv;
    logic [3:0]  num_format;
    logic [5:0]  data_format;
    logic [11:0] min_lod;     // u4.8
    logic [39:0] base;        // address / 256
  } tsharp_t;

  // S#, the sampler: word 3 first.
  typedef struct packed {
    logic [1:0]  border_color_type;
    logic [16:0] zero3;
    logic        skip_degamma;
    logic [11:0] border_color_ptr;
    logic [3:0]  word2_high;
    logic [1:0]  mip_filter;
    logic [1:0]  z_filter;
    logic [1:0]  xy_min_filter;
    logic [1:0]  xy_mag_filter;
    logic [5:0]  lod_bias_sec;
    logic [13:0] lod_bias;            // s5.8
    logic [7:0]  perf;
    logic [11:0] max_lod;             // u4.8
    logic [11:0] min_lod;             // u4.8
    logic        compat_mode;
    logic [1:0]  filter_mode;
    logic        disable_cube_wrap;
    logic        trunc_coord;
    logic [5:0]  aniso_bias;
    logic        force_degamma;
    logic        mc_coord_trunc;
    logic [2:0]  aniso_threshold;
    logic        force_unnormalized;
    logic [2:0]  depth_compare_func;  // compare_e
    logic [2:0]  max_aniso_ratio;
    logic [2:0]  clamp_z;             // clamp_e
    logic [2:0]  clamp_y;
    logic [2:0]  clamp_x;
  } ssharp_t;

  // TYPE of T#.
  typedef enum logic [3:0] {
    Kind1D          = 4'd8,
    Kind2D          = 4'd9,
    Kind3D          = 4'd10,
    KindCube        = 4'd11,
    Kind1DArray     = 4'd12,
    Kind2DArray     = 4'd13,
    Kind2DMsaa      = 4'd14,
    Kind2DMsaaArray = 4'd15
  } kind_e;

  // Clamp modes (image.md 10.5).
  typedef enum logic [2:0] {
    Wrap, Mirror, ClampLastTexel, MirrorOnceLastTexel, ClampHalfBorder, MirrorOnceHalfBorder, ClampBorder,
    MirrorOnceBorder
  } clamp_e;

  // DEPTH_COMPARE_FUNC: reference FUNC texel.
  typedef enum logic [2:0] {Never, Less, Equal, LessEqual, Greater, NotEqual, GreaterEqual, Always} compare_e;

  // Where the level of a sample comes from (image.md 11.1).
  typedef enum logic [2:0] {
    LevelZero,        // *_lz
    LevelGiven,       // *_l
    LevelQuad,        // derivatives of the quad
    LevelBias,        // *_b: these, and a bias
    LevelDerivatives  // *_d, *_cd
  } level_e;

  // verilator lint_off UNUSEDPARAM
  // Z_FILTER and MIP_FILTER; their other values are point.
  parameter logic [1:0] ZAsXy     = 2'd0;
  parameter logic [1:0] ZLinear   = 2'd2;
  parameter logic [1:0] MipNone   = 2'd0;
  parameter logic [1:0] MipPoint  = 2'd1;
  parameter logic [1:0] MipLinear = 2'd2;
  // verilator lint_on UNUSEDPARAM

  // A TYPE has slices: an array or a cube.
  function automatic logic has_slices(input logic [3:0] kind);
    has_slices = kind == image_pkg::KindCube || kind == image_pkg::Kind1DArray || kind == image_pkg::Kind2DArray;
  endfunction

  // A TYPE has no y.
  function automatic logic is_1d(input logic [3:0] kind);
    is_1d = kind == image_pkg::Kind1D || kind == image_pkg::Kind1DArray;
  endfunction

  // The number of the last slice of a view, from its first on (D-IMG-11).
  function automatic logic [12:0] last_slice(input logic [12:0] depth, input logic [12:0] base_array);
    last_slice = depth < base_array ? 13'd0 : depth - base_array;
  endfunction

  // The size of an axis in a level of the whole image. last: its size in level 0, less one.
  function automatic logic [14:0] level_extent(input logic [13:0] last, input logic [3:0] level);
    level_extent = ({1'b0, last} + 15'd1) >> level;
    if (level_extent == '0) level_extent = 15'd1;
  endfunction

  // The bytes of an element as a power of two, of a DATA_FORMAT that 7.1 lists.
  function automatic logic [2:0] log2_bytes(input logic [5:0] data_format);
    case (data_format)
      6'd1: log2_bytes = 3'd0;
      6'd2, 6'd3, 6'd16, 6'd17, 6'd18, 6'd19: log2_bytes = 3'd1;
      6'd11, 6'd12: log2_bytes = 3'd3;
      6'd14: log2_bytes = 3'd4;
      default: log2_bytes = 3'd2;
    endcase
  endfunction

  // An f32 coordinate or level in 1/256, rounded to nearest even to 24 bits; beyond them it is the greatest or least. A
  // NaN is 0. whole: in units, rounded down to 16 bits. size: the coordinate is a part of it; the product is exact, of
  // 24 and 15 bits. wraps: the remainder of the coordinate by 2 is taken, with its sign.
  function automatic logic signed [24:0] fixed(input logic [31:0] coordinate, input logic [14:0] size,
                                               input logic wraps, input logic whole);
    /* verilator no_inline_task */
    logic [7:0]  exponent, point, places;  // places: of the product behind the point
    logic [23:0] sig;
    logic [39:0] product, kept, limit;     // with a zero behind them, which becomes the first place that is cut
    logic        rest, up;
    exponent = coordinate[30:23] == '0 ? 8'd1 : coordinate[30:23];
    sig = fp_pkg::is_nan(coordinate) ? 24'd0 : fp_pkg::significand(coordinate);
    if (wraps && exponent > 8'd127) begin
      // The remainder in units of 2^-23; that of Inf is 0.
      sig = sig << (exponent - 8'd127);
      exponent = 8'd127;
    end
    product = {16'd0, sig} * {25'd0, size} << 1;
    point = whole ? 8'd150 : 8'd142;
    limit = whole ? 40'h8000 : 40'h800000;
    if (!coordinate[31]) limit = limit - 40'd1;
    places = point - exponent;
    kept = product >> places;
    rest = (product & ~(40'hFFFFFFFFFF << places)) != '0;
    up = whole ? coordinate[31] && (kept[0] || rest) : kept[0] && (kept[1] || rest);
    kept = (kept >> 1) + {39'd0, up};
    if ((exponent >= point && product != '0) || kept > limit) kept = limit;
    fixed = coordinate[31] ? -kept[24:0] : kept[24:0];
  endfunction
endpackage
