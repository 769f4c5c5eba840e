// SPDX-License-Identifier: Apache-2.0
// OpenCL C 3.0, 6.15.17 and the extensions of sub-groups: each function with each type, in whole and partial
// sub-groups, and those that may stand in a branch also there. The host computes what all of them give.
#include "opencl_test.h"

enum { LARGEST = 64, ITEMS = 2 * LARGEST, MOST_ROWS = 160, MOST_WORDS = 16 };

// ---- types ---------------------------------------------------------------------------------------

typedef struct {
  const char *name, *extension;
  size_t size;
  bool is_signed, is_real;
  bool is_basic;  // the functions of cl_khr_subgroups have it; the others are of cl_khr_subgroup_extended_types
} type;

static const type types[] = {{"char", NULL, 1, true, false, false},         {"uchar", NULL, 1, false, false, false},
                             {"short", NULL, 2, true, false, false},        {"ushort", NULL, 2, false, false, false},
                             {"int", NULL, 4, true, false, true},           {"uint", NULL, 4, false, false, true},
                             {"long", NULL, 8, true, false, true},          {"ulong", NULL, 8, false, false, true},
                             {"half", "cl_khr_fp16", 2, true, true, true},  {"float", NULL, 4, true, true, true},
                             {"double", "cl_khr_fp64", 8, true, true, true}};

static const int64_t endless = INT64_C(1) << 40;  // stands for infinity of a real type

static uint16_t half_bits(double v) {
  uint64_t bits;
  memcpy(&bits, &v, 8);
  const int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
  const uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
  if (v == 0) return sign;
  return (uint16_t)(sign | (exponent > 15 ? 0x7C00 : (exponent + 15) << 10 | (int)(bits >> 42 & 0x3FF)));
}

// The value in memory, of an integer that the type has exactly.
static void store(const type *t, int64_t value, void *to) {
  const double d = value == endless    ? (double)__builtin_inf()
                   : value == -endless ? -(double)__builtin_inf()
                                       : (double)value;
  const float f = (float)d;
  const uint16_t h = half_bits(d);
  const void *from = &value;
  if (t->is_real) from = t->size == 8 ? (const void *)&d : t->size == 4 ? (const void *)&f : (const void *)&h;
  memcpy(to, from, t->size);
}

// The integer as the type has it.
static int64_t cut(const type *t, int64_t value) {
  const unsigned shift = (unsigned)(64 - 8 * t->size);
  if (t->is_real) return value;
  const uint64_t high = (uint64_t)value << shift;
  return t->is_signed ? (int64_t)high >> shift : (int64_t)(high >> shift);
}

// ---- what the functions give ---------------------------------------------------------------------

// A sub-group, in one call of a function.
typedef struct {
  const type *t;
  int size;
  bool active[LARGEST];
  int64_t value[LARGEST], index[LARGEST];
} group;

// One function. number: a cluster's size, a distance, a mask. false: the result is undefined for the lane.
struct row;
typedef bool (*expected)(const group *g, const struct row *r, int lane, int64_t *result);
typedef enum { ADD, MUL, MIN, MAX, AND, OR, XOR } operation;
typedef struct row {
  char text[96];
  expected of;
  operation op;
  int number;
  bool uniform;  // all work-items of the sub-group must call it
  bool logical;  // its operand is a condition, its result too
  bool is_int;   // its result is an int
} row;

static int64_t join(const group *g, operation op, int64_t a, int64_t b) {
  const bool less = g->t->is_signed ? a < b : (uint64_t)a < (uint64_t)b;
  switch (op) {
    case ADD: return cut(g->t, (int64_t)((uint64_t)a + (uint64_t)b));
    case MUL: return cut(g->t, (int64_t)((uint64_t)a * (uint64_t)b));
    case MIN: return less ? a : b;
    case MAX: return less ? b : a;
    case AND: return a & b;
    case OR: return a | b;
    default: return a ^ b;
  }
}

static int64_t nothing(const group *g, const row *r) {
  const type *t = g->t;
  const int64_t least = t->is_real ? -endless : t->is_signed ? (int64_t)(~UINT64_C(0) << (8 * t->size - 1)) : 0;
  const int64_t greatest = t->is_real ? endless : t->is_signed ? ~least : cut(t, -1);
  switch (r->op) {
    case MUL: return 1;
    case MIN: return greatest;
    case MAX: return least;
    case AND: return r->logical ? 1 : cut(t, -1);
    default: return 0;
  }
}

static int64_t operand(const group *g, const row *r, int lane) {
  return r->logical ? g->value[lane] % 2 != 0 : g->value[lane];
}

// Joins the values of the active lanes from first to last.
static int64_t join_all(const group *g, const row *r, int first, int last) {
  int64_t sum = nothing(g, r);
  bool any = false;
  for (int i = first; i <= last && i < g->size; i++) {
    if (!g->active[i]) continue;
    sum = any ? join(g, r->op, sum, operand(g, r, i)) : operand(g, r, i);
    any = true;
  }
  return sum;
}

static bool reduced(const group *g, const row *r, int lane, int64_t *result) {
  const int first = lane / r->number * r->number;
  return *result = join_all(g, r, first, first + r->number - 1), true;
}

static bool inclusive(const group *g, const row *r, int lane, int64_t *result) {
  return *result = join_all(g, r, 0, lane), true;
}

static bool exclusive(const group *g, const row *r, int lane, int64_t *result) {
  return *result = join_all(g, r, 0, lane - 1), true;
}

static bool from_lane(const group *g, int64_t from, int64_t *result) {
  if (from < 0 || from >= g->size || !g->active[from]) return false;
  return *result = g->value[from], true;
}

static bool shuffled(const group *g, const row *r, int lane, int64_t *result) {
  (void)r;
  return from_lane(g, g->index[lane], result);
}

static bool exchanged(const group *g, const row *r, int lane, int64_t *result) {
  return from_lane(g, lane ^ r->number, result);
}

static bool moved(const group *g, const row *r, int lane, int64_t *result) {
  return from_lane(g, lane + r->number, result);
}

// By 5, in a cluster.
static bool rotated(const group *g, const row *r, int lane, int64_t *result) {
  return from_lane(g, lane / r->number * r->number + (lane + 5) % r->number, result);
}

static int first_of(const group *g) {
  int lane = 0;
  while (!g->active[lane]) lane++;
  return lane;
}

static bool first(const group *g, const row *r, int lane, int64_t *result) {
  (void)r, (void)lane;
  return from_lane(g, first_of(g), result);
}

static bool broadcast(const group *g, const row *r, int lane, int64_t *result) {
  (void)lane;
  if (!from_lane(g, r->number & 63, result)) return false;
  *result = cut(g->t, *result + (r->number >> 6));  // an element of a vector
  return true;
}

static bool equal(const group *g, const row *r, int lane, int64_t *result) {
  (void)lane;
  *result = 1;
  for (int i = 0; i < g->size; i++)
    if (g->active[i]) *result &= r->number ? g->value[i] == g->value[first_of(g)] : 1;
  return true;
}

static bool elected(const group *g, const row *r, int lane, int64_t *result) {
  (void)r;
  return *result = lane == first_of(g), true;
}

static bool all(const group *g, const row *r, int lane, int64_t *result) {
  (void)lane;
  *result = 1;
  for (int i = 0; i < g->size; i++) *result &= !g->active[i] || operand(g, r, i);
  return true;
}

static bool any(const group *g, const row *r, int lane, int64_t *result) {
  (void)lane;
  *result = 0;
  for (int i = 0; i < g->size; i++) *result |= g->active[i] && operand(g, r, i);
  return true;
}

// ---- the functions of a type ---------------------------------------------------------------------

static row rows[MOST_ROWS];
static size_t row_count;

__attribute__((format(printf, 2, 3))) static row *add_row(row r, const char *format, ...) {
  va_list arguments;
  assert_true(row_count < MOST_ROWS);
  va_start(arguments, format);
  vsnprintf(r.text, sizeof r.text, format, arguments);
  va_end(arguments);
  rows[row_count] = r;
  return &rows[row_count++];
}

static const char *const names[] = {"add", "mul", "min", "max", "and", "or", "xor"};

static void add_scans(const char *before, row r, const char *x) {
  const char *const logical = r.logical ? "logical_" : "", *const name = names[r.op];
  r.number = LARGEST;
  r.of = reduced;
  add_row(r, "%sreduce_%s%s(%s)", before, logical, name, x);
  r.of = inclusive;
  add_row(r, "%sscan_inclusive_%s%s(%s)", before, logical, name, x);
  r.of = exclusive;
  add_row(r, "%sscan_exclusive_%s%s(%s)", before, logical, name, x);
}

static void add_clusters(row r, const char *x) {
  static const int sizes[] = {1, 8, 64};
  r.of = reduced;
  for (size_t i = 0; i < COUNT(sizes); i++) {
    r.number = sizes[i];
    add_row(r, "sub_group_clustered_reduce_%s%s(%s, %d)", r.logical ? "logical_" : "", names[r.op], x, sizes[i]);
  }
}

// The text of a vector of the type whose elements are x, x + 1, ..
static const char *vector_of(const type *t, int elements) {
  static char text[256];
  size_t used = (size_t)snprintf(text, sizeof text, "(%s%d)(", t->name, elements);
  for (int i = 0; i < elements; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%sx+(%s)%d", i ? "," : "", t->name, i);
  snprintf(text + used, sizeof text - used, ")");
  return text;
}

static void add_vectors(const char *function, bool uniform, int lane) {
  static const int elements[] = {2, 3, 4, 8, 16};
  for (size_t i = 0; i < COUNT(elements); i++)
    for (int e = 0; e<elements[i]; e += elements[i]> 4 ? 3 : 1)
      add_row((row){.of = broadcast, .number = lane | e << 6, .uniform = uniform}, "%s(V%d, %d).s%x", function,
              elements[i], lane, (unsigned)e);
}

static void add_basic(const type *t) {
  static const operation operations[] = {ADD, MIN, MAX};
  if (!t->is_basic && !has_extension("cl_khr_subgroup_extended_types")) return;
  for (size_t i = 0; i < COUNT(operations); i++)
    add_scans("sub_group_", (row){.op = operations[i], .uniform = true}, "x");
  add_row((row){.of = broadcast, .number = 3, .uniform = true}, "sub_group_broadcast(x, 3)");
  if (has_extension("cl_khr_subgroup_extended_types")) add_vectors("sub_group_broadcast", true, 2);
  if (strcmp(t->name, "int") != 0) return;
  add_row((row){.of = all, .uniform = true, .logical = true}, "sub_group_all(x %% 2)");
  add_row((row){.of = any, .uniform = true, .logical = true}, "sub_group_any(x %% 2)");
}

static void add_shuffles(void) {
  if (has_extension("cl_khr_subgroup_shuffle")) {
    add_row((row){.of = shuffled}, "sub_group_shuffle(x, i)");
    add_row((row){.of = exchanged, .number = 21}, "sub_group_shuffle_xor(x, 21)");
  }
  if (has_extension("cl_khr_subgroup_shuffle_relative")) {
    add_row((row){.of = moved, .number = -3}, "sub_group_shuffle_up(x, 3)");
    add_row((row){.of = moved, .number = 7}, "sub_group_shuffle_down(x, 7)");
  }
  if (has_extension("cl_khr_subgroup_rotate")) {
    add_row((row){.of = rotated, .number = LARGEST, .uniform = true}, "sub_group_rotate(x, 5)");
    add_row((row){.of = rotated, .number = 16, .uniform = true}, "sub_group_clustered_rotate(x, 5, 16)");
    add_row((row){.of = rotated, .number = 4, .uniform = true}, "sub_group_clustered_rotate(x, 5, 4)");
  }
}

static void add_votes(const type *t) {
  if (has_extension("cl_khr_subgroup_ballot")) {
    add_row((row){.of = first}, "sub_group_broadcast_first(x)");
    add_row((row){.of = broadcast, .number = 1}, "sub_group_non_uniform_broadcast(x, 1)");
    add_vectors("sub_group_non_uniform_broadcast", false, 4);
  }
  if (!has_extension("cl_khr_subgroup_non_uniform_vote")) return;
  add_row((row){.of = equal, .number = 1, .is_int = true}, "sub_group_non_uniform_all_equal(x)");
  add_row((row){.of = equal, .number = 0, .is_int = true}, "sub_group_non_uniform_all_equal((%s)7)", t->name);
  if (strcmp(t->name, "int") != 0) return;
  add_row((row){.of = elected}, "sub_group_elect()");
  add_row((row){.of = all, .logical = true}, "sub_group_non_uniform_all(x %% 2)");
  add_row((row){.of = any, .logical = true}, "sub_group_non_uniform_any(x %% 2)");
}

static void add_sums(const type *t) {
  for (operation op = ADD; op <= (t->is_real ? MAX : XOR); op++) {
    if (has_extension("cl_khr_subgroup_non_uniform_arithmetic"))
      add_scans("sub_group_non_uniform_", (row){.op = op}, "x");
    if (has_extension("cl_khr_subgroup_clustered_reduce")) add_clusters((row){.op = op}, "x");
  }
  for (operation op = AND; op <= XOR && !strcmp(t->name, "int"); op++) {
    if (has_extension("cl_khr_subgroup_non_uniform_arithmetic"))
      add_scans("sub_group_non_uniform_", (row){.op = op, .logical = true}, "x % 2");
    if (has_extension("cl_khr_subgroup_clustered_reduce")) add_clusters((row){.op = op, .logical = true}, "x % 2");
  }
}

// A kernel for all of them. Each result has its place behind the work-item's.
static cl_program program_of_rows(const type *t) {
  static const int elements[] = {2, 3, 4, 8, 16};
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream(&text, &size);
  if (t->extension) fprintf(f, "#pragma OPENCL EXTENSION %s : enable\n", t->extension);
  for (size_t i = 0; i < COUNT(elements); i++) fprintf(f, "#define V%d %s\n", elements[i], vector_of(t, elements[i]));
  fprintf(f,
          "kernel void rows(global const %s *in, global const int *index, global const int *active, global %s *out,\n"
          "                 global int *ints) {\n"
          "  const size_t g = get_global_id(0);\n  const %s x = in[g];\n  const uint i = (uint)index[g];\n",
          t->name, t->name, t->name);
  for (int branch = 0; branch < 2; branch++) {
    if (branch) fprintf(f, "  if (!active[g]) return;\n");
    for (size_t i = 0; i < row_count; i++)
      if (rows[i].uniform != branch)
        fprintf(f, "  %s[%zu + g] = %s;\n", rows[i].is_int ? "ints" : "out", i * ITEMS, rows[i].text);
  }
  fprintf(f, "}\n");
  assert_int_equal(fclose(f), 0);
  cl_program program = program_of(text, "-cl-std=CL3.0");
  free(text);
  return program;
}

// ---- running them --------------------------------------------------------------------------------

static uint64_t drawn = 1;
static unsigned draw(void) {
  drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(drawn >> 33);
}

// Small numbers, so that sums and products of the real types are exact; products of many are of ones mostly.
static int64_t draw_value(const type *t) {
  if (!t->is_real) return cut(t, (int64_t)((uint64_t)draw() << 40 ^ (uint64_t)draw() << 20 ^ draw()));
  return draw() % 16 ? 1 : draw() % 2 ? 2 : -1;
}

static void check_rows(const type *t, const group groups[], int count, const unsigned char *out, const int *ints) {
  for (size_t i = 0; i < row_count; i++) {
    for (int n = 0; n < count; n++) {
      group g = groups[n];
      for (int lane = 0; lane < g.size; lane++) {
        int64_t value, at = (int64_t)(i * ITEMS) + n * LARGEST + lane;
        unsigned char bytes[8];
        group whole = g;
        for (int k = 0; k < g.size; k++) whole.active[k] = true;
        const group *seen = rows[i].uniform ? &whole : &g;
        if (!seen->active[lane] || !rows[i].of(seen, &rows[i], lane, &value)) continue;
        store(t, value, bytes);
        if (rows[i].is_int ? ints[at] == value : !memcmp(out + (size_t)at * t->size, bytes, t->size)) continue;
        uint64_t found = 0, wanted = 0;
        memcpy(&found, rows[i].is_int ? (const void *)&ints[at] : out + (size_t)at * t->size,
               rows[i].is_int ? 4 : t->size);
        memcpy(&wanted, bytes, t->size);
        fail_msg("%s: %s in lane %d of sub-group %d of %d: 0x%llx, expected 0x%llx (%lld)", t->name, rows[i].text, lane,
                 n, g.size, (unsigned long long)found, (unsigned long long)wanted, (long long)value);
      }
    }
  }
}

// A work-group of so many work-items, of which each is active in the branch with this chance of 8.
static void run_rows(const type *t, cl_kernel kernel, int items, unsigned chance) {
  static group groups[2];
  static unsigned char in[8 * ITEMS];
  int index[ITEMS], active[ITEMS];
  const size_t size = row_count * ITEMS;
  unsigned char *out = calloc(size, t->size);
  int *ints = calloc(size, sizeof *ints);
  assert_non_null(out);
  assert_non_null(ints);
  for (int i = 0; i < items; i++) {
    group *g = &groups[i / LARGEST];
    const int lane = i % LARGEST, rest = items - i / LARGEST * LARGEST;
    g->t = t;
    g->size = rest < LARGEST ? rest : LARGEST;
    g->value[lane] = draw_value(t);
    index[i] = (int)(draw() % (unsigned)g->size);
    g->index[lane] = index[i];
    active[i] = lane == 4 || draw() % 8 < chance;
    g->active[lane] = active[i];
    store(t, g->value[lane], in + (size_t)i * t->size);
  }
  cl_mem values = buffer_of(sizeof in, in), from = buffer_of(sizeof index, index),
         on_off = buffer_of(sizeof active, active);
  cl_mem results = buffer_of(size * t->size, out), numbers = buffer_of(size * sizeof *ints, ints);
  const cl_mem buffers[] = {values, from, on_off, results, numbers};
  for (cl_uint i = 0; i < COUNT(buffers); i++) set_buffer(kernel, i, buffers[i]);
  run_line(kernel, (size_t)items, (size_t)items);
  read_all(results, size * t->size, out);
  read_all(numbers, size * sizeof *ints, ints);
  check_rows(t, groups, (items + LARGEST - 1) / LARGEST, out, ints);
  for (size_t i = 0; i < COUNT(buffers); i++) OK(clReleaseMemObject(buffers[i]));
  free(out);
  free(ints);
}

static void each_function(void **state) {
  const type *t = *state;
  if (!has_extension("cl_khr_subgroups") || (t->extension && !has_extension(t->extension))) skip();
  row_count = 0;
  add_basic(t);
  add_shuffles();
  add_votes(t);
  add_sums(t);
  cl_program program = program_of_rows(t);
  cl_kernel kernel = kernel_of(program, "rows");
  run_rows(t, kernel, ITEMS, 8);
  run_rows(t, kernel, LARGEST + 37, 5);
  run_rows(t, kernel, 29, 2);
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// ---- ballots -------------------------------------------------------------------------------------

static const char ballot_source[] =
    "kernel void ballots(global const int *active, global const uint4 *given, global uint4 *masks, global uint "
    "*numbers) {\n"
    "  size_t g = get_global_id(0);\n"
    "  if (!active[g]) return;\n"
    "  uint4 v = given[g];\n"
    "  global uint4 *m = masks + 6 * g;\n"
    "  m[0] = sub_group_ballot(active[g] - 1);\n"
    "  m[1] = get_sub_group_eq_mask(); m[2] = get_sub_group_ge_mask(); m[3] = get_sub_group_gt_mask();\n"
    "  m[4] = get_sub_group_le_mask(); m[5] = get_sub_group_lt_mask();\n"
    "  global uint *n = numbers + 7 * g;\n"
    "  n[0] = sub_group_inverse_ballot(m[0]); n[1] = sub_group_ballot_bit_extract(v, 37);\n"
    "  n[2] = sub_group_ballot_bit_count(v); n[3] = sub_group_ballot_inclusive_scan(v);\n"
    "  n[4] = sub_group_ballot_exclusive_scan(v);\n"
    "  n[5] = sub_group_ballot_find_lsb(v); n[6] = sub_group_ballot_find_msb(v);\n"
    "}\n";

static void check_mask(const cl_uint *found, uint64_t wanted) {
  assert_int_equal((uint64_t)found[1] << 32 | found[0], wanted);
  assert_int_equal(found[2], 0);
  assert_int_equal(found[3], 0);
}

static void ballots(void **state) {
  (void)state;
  int active[LARGEST];
  cl_uint given[LARGEST][4], masks[LARGEST][6][4], numbers[LARGEST][7];
  uint64_t voted = 0;
  if (!has_extension("cl_khr_subgroup_ballot")) skip();
  // 0: not in the branch; 1: votes no; 2: votes yes.
  for (int i = 0; i < LARGEST; i++) {
    active[i] = (int)(draw() % 3);
    voted |= (uint64_t)(active[i] == 2) << i;
    for (int k = 0; k < 4; k++) given[i][k] = draw() << 1 | 1;
  }
  cl_program program = program_of(ballot_source, "-cl-std=CL3.0");
  cl_kernel kernel = kernel_of(program, "ballots");
  cl_mem a = buffer_of(sizeof active, active), v = buffer_of(sizeof given, given), m = buffer_of(sizeof masks, NULL),
         n = buffer_of(sizeof numbers, NULL);
  set_buffer(kernel, 0, a);
  set_buffer(kernel, 1, v);
  set_buffer(kernel, 2, m);
  set_buffer(kernel, 3, n);
  run_line(kernel, LARGEST, LARGEST);
  read_all(m, sizeof masks, masks);
  read_all(n, sizeof numbers, numbers);
  for (int i = 0; i < LARGEST; i++) {
    if (!active[i]) continue;
    const uint64_t one = UINT64_C(1) << i, below = one - 1, mine = (uint64_t)given[i][1] << 32 | given[i][0];
    const uint64_t wanted[] = {voted, one, ~below, ~below & ~one, below | one, below};
    for (int k = 0; k < 6; k++) check_mask(masks[i][k], wanted[k]);
    const cl_uint counts[] = {active[i] == 2,
                              (cl_uint)(mine >> 37 & 1),
                              (cl_uint)__builtin_popcountll(mine),
                              (cl_uint)__builtin_popcountll(mine & (below | one)),
                              (cl_uint)__builtin_popcountll(mine & below),
                              (cl_uint)__builtin_ctzll(mine),
                              63 - (cl_uint)__builtin_clzll(mine)};
    for (int k = 0; k < 7; k++) assert_int_equal(numbers[i][k], counts[k]);
  }
  const cl_mem buffers[] = {a, v, m, n};
  for (size_t i = 0; i < COUNT(buffers); i++) OK(clReleaseMemObject(buffers[i]));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// ---- which sub-group -----------------------------------------------------------------------------

static const char which_source[] =
    "kernel void which(global uint *o) {\n"
    "  size_t l = get_local_linear_id();\n"
    "  o += 8 * l;\n"
    "  o[0] = get_sub_group_size(); o[1] = get_max_sub_group_size(); o[2] = get_num_sub_groups();\n"
    "  o[3] = get_enqueued_num_sub_groups(); o[4] = get_sub_group_id(); o[5] = get_sub_group_local_id();\n"
    "  local uint last[2];\n"
    "  last[get_sub_group_id()] = 0;\n"
    "  sub_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (get_sub_group_local_id() == get_sub_group_size() - 1) last[get_sub_group_id()] = l;\n"
    "  sub_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);\n"
    "  o[6] = last[get_sub_group_id()];\n"
    "}\n";

// The same call in both arms of a branch: each has the lanes of its own arm. A compiler may not make one call of both.
static void same_in_both_arms(void **state) {
  (void)state;
  static const char source[] =
      "kernel void arms(global int *o, global const uchar *left) {\n"
      "  const int i = get_global_id(0), n = get_global_size(0);\n"
      "#define ARM { o[i] = CALL; }\n"
      "  if (left[i]) ARM else ARM\n"
      "}\n";
  static const struct {
    const char *call;
    int alone, rest;  // of the arms of items 3 to 9, and of the others
  } calls[] = {{"sub_group_broadcast_first(100 + i)", 103, 100},
               {"sub_group_ballot(1).x", 0x3F8, ~0x3F8},
               {"sub_group_ballot(1).y", 0, ~0},
               {"sub_group_non_uniform_all(left[i]) != 0", 1, 0},
               {"sub_group_non_uniform_any(left[i]) != 0", 1, 0},
               {"sub_group_non_uniform_all_equal(left[i]) != 0", 1, 1},
               {"sub_group_non_uniform_reduce_add(1)", 7, 57},
               {"sub_group_non_uniform_reduce_max(i)", 9, 63},
               {"sub_group_clustered_reduce_add(1, 64u)", 7, 57}};
  unsigned char left[LARGEST];
  if (!has_extension("cl_khr_subgroup_ballot") || !has_extension("cl_khr_subgroup_non_uniform_vote") ||
      !has_extension("cl_khr_subgroup_non_uniform_arithmetic") || !has_extension("cl_khr_subgroup_clustered_reduce"))
    skip();
  for (int i = 0; i < LARGEST; i++) left[i] = i >= 3 && i <= 9;
  for (size_t c = 0; c < COUNT(calls); c++) {
    int found[LARGEST] = {0};
    char options[128];
    snprintf(options, sizeof options, "-cl-std=CL3.0 \"-DCALL=%s\"", calls[c].call);
    cl_program of = program_of(source, options);
    cl_kernel kernel = kernel_of(of, "arms");
    cl_mem to = buffer_of(sizeof found, found), from = buffer_of(sizeof left, left);
    set_buffer(kernel, 0, to);
    set_buffer(kernel, 1, from);
    run_line(kernel, LARGEST, LARGEST);
    read_all(to, sizeof found, found);
    for (int i = 0; i < LARGEST; i++)
      if (found[i] != (left[i] ? calls[c].alone : calls[c].rest))
        fail_msg("%s, item %d: found %d, expected %d", calls[c].call, i, found[i],
                 left[i] ? calls[c].alone : calls[c].rest);
    OK(clReleaseMemObject(to));
    OK(clReleaseMemObject(from));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(of));
  }
}

static void which_sub_group(void **state) {
  (void)state;
  enum { WIDTH = 9, HEIGHT = 11, ALL = WIDTH * HEIGHT };
  static const size_t grid[2] = {WIDTH, HEIGHT};
  cl_uint found[ALL][8];
  if (!has_extension("cl_khr_subgroups")) skip();
  cl_program program = program_of(which_source, "-cl-std=CL3.0");
  cl_kernel kernel = kernel_of(program, "which");
  cl_mem o = buffer_of(sizeof found, NULL);
  set_buffer(kernel, 0, o);
  OK(clEnqueueNDRangeKernel(on.queue, kernel, 2, NULL, grid, grid, 0, NULL, NULL));
  read_all(o, sizeof found, found);
  for (cl_uint i = 0; i < ALL; i++) {
    const cl_uint size = i < LARGEST ? LARGEST : ALL - LARGEST;
    const cl_uint wanted[] = {size, LARGEST, 2, 2, i / LARGEST, i % LARGEST, i < LARGEST ? LARGEST - 1 : ALL - 1};
    for (int k = 0; k < 7; k++) assert_int_equal(found[i][k], wanted[k]);
  }
  OK(clReleaseMemObject(o));
  OK(clReleaseKernel(kernel));
  OK(clReleaseProgram(program));
}

// The functions are there in each version, and a program of 1.2 need not ask for them.
static void in_each_version(void **state) {
  (void)state;
  static const char *const options[] = {"", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"};
  static const char text[] =
      "#ifdef cl_khr_subgroups\n"
      "#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
      "#else\n#error no sub-groups\n#endif\n"
      "kernel void sum(global int *o) { o[get_global_id(0)] = sub_group_reduce_add((int)get_global_id(0)); }\n";
  if (!has_extension("cl_khr_subgroups")) skip();
  for (size_t i = 0; i < COUNT(options); i++) {
    cl_int found[LARGEST];
    cl_program program = program_of(text, options[i]);
    cl_kernel kernel = kernel_of(program, "sum");
    cl_mem o = buffer_of(sizeof found, NULL);
    set_buffer(kernel, 0, o);
    run_line(kernel, LARGEST, LARGEST);
    read_all(o, sizeof found, found);
    for (int k = 0; k < LARGEST; k++) assert_int_equal(found[k], LARGEST * (LARGEST - 1) / 2);
    OK(clReleaseMemObject(o));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
  }
}

#define OF(number) \
  { "each_function of " #number, each_function, NULL, NULL, (void *)(uintptr_t)&types[number] }

int main(void) {
  const struct CMUnitTest tests[] = {
      OF(0),
      OF(1),
      OF(2),
      OF(3),
      OF(4),
      OF(5),
      OF(6),
      OF(7),
      OF(8),
      OF(9),
      OF(10),
      cmocka_unit_test(ballots),
      cmocka_unit_test(same_in_both_arms),
      cmocka_unit_test(which_sub_group),
      cmocka_unit_test(in_each_version),
  };
  return RUN(tests);
}
