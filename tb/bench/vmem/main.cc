// SPDX-License-Identifier: Apache-2.0
// The RTL that forms the addresses of vector memory (rtl/vmem/vmem_address.sv) against the formulas of formulas.c.
// usage: wavelock-vmem-unit [--count N] [--seed N] [--first N] [--plant N]
//
// N random requests: one dword of the lanes of a pass, of any form, resource, alignment mode and element. Most are near
// a limit: NUM_RECORDS, a record, the index stride, 2^32, 2^48, an aperture. What has no effect is random. All
// addresses and bytes are compared, in range or out, and what is dropped. Then it plants each error of vmem_unit.sv
// into another run, and must find it; with --plant that one alone.
// Exit code: 0 all this was so, 1 not so, 6 bad options.
#include <cerrno>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "Vvmem_unit.h"
#include "formulas.h"

namespace {

constexpr uint32_t kLanes = 16;
constexpr uint32_t kPlants = 31;      // plant_e of vmem_unit.sv, None too
constexpr uint64_t kPlanted = 50000;  // requests in which a planted error must be found
constexpr int kBadOptions = 6;
const char *const forms[] = {"GLOBAL", "buffer", "SCRATCH", "FLAT"};
const char *const modes[] = {"dword", "dword_strict", "strict", "unaligned"};

class Random {
 public:
  Random(uint64_t seed, uint64_t number) : state_(seed * 0x9E3779B97F4A7C15ull ^ number * 0xD1B54A32D192ED03ull) {}
  uint64_t word64() {  // splitmix64
    uint64_t z = state_ += 0x9E3779B97F4A7C15ull;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
  }
  uint32_t word() { return static_cast<uint32_t>(word64() >> 32); }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>((static_cast<uint64_t>(word()) * n) >> 32); }
  bool one_in(uint32_t n) { return below(n) == 0; }
  // low to high, both may be negative.
  uint32_t between(int32_t low, int32_t high) { return low + below(high - low + 1); }

 private:
  uint64_t state_;
};

struct Request {
  vmem_access access;
  bool idle;  // go_i = 0
  uint32_t pass, lanes, dword, part, other;
  uint32_t unused[4];  // what the request does not use of scalar_i and soffset_i
  uint32_t vgpr[2][kLanes];
};

struct Counts {
  uint64_t requests, forms[4], rdna, formats, atomics, lanes, in_range, out, dropped, forced, second, carried, wrapped;
};

uint32_t limit(Random &r, uint32_t near) {
  switch (r.below(8)) {
    case 0: return r.word();
    case 1: return r.below(256);
    case 2: return 0u - r.below(40);
    case 3: return (1u << r.below(32)) + r.between(-2, 2);
    default: return near;
  }
}

void draw_resource(Random &r, Request *q) {
  static const uint32_t strides[] = {0, 1, 4, 8, 12, 16, 24, 64, 0x1000, 0x3FFC, 0x3FFF};
  vmem_access *a = &q->access;
  uint32_t *v = a->resource;
  const uint32_t stride = r.one_in(3) ? r.below(0x4000) : strides[r.below(11)];
  const bool top = r.one_in(6);  // the buffer begins near 2^48
  const uint32_t high = top ? 0xFFFF : r.one_in(8) ? 0 : r.below(0x10000);
  const bool swizzled = r.one_in(2), add_tid = r.one_in(2);
  uint32_t format = r.one_in(12) ? 0 : r.one_in(3) ? 15 : 1 + r.below(15);
  if (a->format) {
    // Bytes of an element by DATA_FORMAT (buffer-memory.md 7.1); one that is not bound has none.
    static const uint32_t sizes[16] = {4, 1, 2, 2, 4, 4, 4, 4, 4, 4, 4, 8, 8, 12, 16, 4};
    format = r.one_in(12) ? 0 : 1 + r.below(14);
    a->size = sizes[format];
  }
  v[0] = top ? 0u - r.below(r.one_in(2) ? 64 : 8192) : r.word();
  if (r.below(3)) v[0] &= ~15u;
  v[1] = static_cast<uint32_t>(swizzled) << 31 | (r.word() & 1u << 30) | stride << 16 | high;
  v[2] = limit(r, r.below(5000));
  // TYPE = 0: other kinds do not come here.
  v[3] = (r.word() & 0x3F187FFF) | format << 15 | static_cast<uint32_t>(add_tid) << 23 | r.below(4) << 21;
  a->idxen = r.one_in(2);
  a->offen = r.below(4) != 0;
  a->soffset = r.one_in(3) ? 0 : limit(r, r.below(1024));
  if (r.one_in(2)) a->soffset &= ~15u;
  a->offset = static_cast<int32_t>(r.one_in(3) ? 0 : r.one_in(2) ? r.below(32) : r.below(4096));
}

// An index and an offset of a lane of a buffer.
void draw_buffer_lane(Random &r, const Request &q, uint32_t lane, uint32_t *index, uint32_t *offset) {
  const vmem_access &a = q.access;
  const uint32_t records = a.resource[2], stride = a.resource[1] >> 16 & 0x3FFF, step = 8u << (a.resource[3] >> 21 & 3);
  const uint32_t tid = a.resource[3] >> 23 & 1 ? 16 * q.pass + lane : 0;
  const bool less = a.rdna || r.one_in(2);  // GFX9 does not count the lane against NUM_RECORDS (D-MEM-67)
  switch (r.below(8)) {
    case 0: *index = r.word(); break;
    case 1: *index = 0u - r.below(72); break;
    case 2: *index = step * r.below(64) + r.between(-1, 1) - tid; break;
    case 3: *index = r.below(80); break;
    case 4: *index = lane; break;
    default: *index = records + r.between(-2, 2) - (less ? tid : 0);
  }
  switch (r.below(8)) {
    case 0: *offset = r.word(); break;
    case 1: *offset = 0u - a.offset + r.between(-20, 4); break;  // past 2^32
    case 2: *offset = stride * r.below(4) - a.offset + r.between(-18, 4); break;
    case 3: *offset = 16 * r.below(64); break;
    case 4: *offset = r.below(256); break;
    case 5:
    case 6:  // SOFFSET counts: in GFX9, and with OOB_SELECT 3
      *offset = records - a.soffset - a.offset + r.between(-18, 4);
      break;
    default: *offset = records - a.offset + r.between(-18, 4);
  }
}

void draw_lanes(Random &r, Request *q) {
  const vmem_access &a = q->access;
  const uint32_t mask = r.one_in(2) ? ~0u : ~((1u << (1 + r.below(4))) - 1);  // of the low bits of an address
  for (uint32_t l = 0; l < kLanes; l++) {
    uint32_t low, high, index = r.word(), offset;
    switch (a.form) {
      case FORM_BUFFER:
        draw_buffer_lane(r, *q, l, &index, &offset);
        offset &= mask;
        low = a.idxen ? index : a.offen ? offset : r.word();
        high = a.idxen && a.offen ? offset : r.word();
        break;
      case FORM_SCRATCH:
        low = limit(r, r.below(4096)) & mask;
        high = r.word();
        break;
      default: {
        // An address near an aperture's limit, near 2^64, or any; the VGPRs are that less the immediate.
        static const uint64_t limits[] = {0, 1ull << 48, 2ull << 48, (2ull << 48) + (1ull << 32), 3ull << 48};
        uint64_t sum = r.word64();
        const uint32_t kind = r.below(6);
        if (kind == 0) sum >>= 16;
        if (kind == 1) sum = limits[r.below(5)] + static_cast<int32_t>(r.between(-20, 20));
        if (kind == 2 || kind == 3) sum = (2ull << 48) + limit(r, r.below(4096));
        sum &= static_cast<int64_t>(static_cast<int32_t>(mask));
        // Lanes in the shared aperture go to the data share.
        if (a.form == FORM_FLAT && sum >> 32 == 1ull << 16) sum += 1ull << 48;
        sum -= static_cast<int64_t>(a.offset);
        low = static_cast<uint32_t>(sum);
        high = static_cast<uint32_t>(sum >> 32);
        if (a.form == FORM_GLOBAL && a.has_sgpr) {
          low = limit(r, r.below(4096)) & mask;
          high = r.word();
        }
      }
    }
    q->vgpr[0][l] = low;
    q->vgpr[1][l] = high;
  }
}

void draw(uint64_t seed, uint64_t number, Request *q) {
  static const uint32_t sizes[] = {1, 2, 4, 4, 8, 12, 16};
  static const vmem_form drawn[] = {FORM_BUFFER, FORM_BUFFER, FORM_BUFFER,  FORM_BUFFER,
                                    FORM_BUFFER, FORM_GLOBAL, FORM_SCRATCH, FORM_FLAT};
  Random r(seed, number);
  vmem_access *a = &q->access;
  *q = {};
  q->idle = r.one_in(256);
  a->form = drawn[r.below(8)];
  a->rdna = r.one_in(2);
  const uint32_t kind = r.below(5);
  a->format = a->form == FORM_BUFFER && kind == 0;
  a->atomic = a->form != FORM_SCRATCH && kind == 1;
  a->size = a->atomic ? 4 + 4 * r.below(2) : sizes[r.below(7)];
  a->alignment = static_cast<vmem_alignment>(r.one_in(3) ? 3 : r.below(4));
  a->has_sgpr = r.one_in(2);
  if (a->form == FORM_BUFFER) {
    draw_resource(r, q);
  } else {
    // An address of 48 bits with what FLAT_SCRATCH has above them, or any.
    a->base = r.below(3) ? r.word64() : (1ull << 48) - r.below(5000);
    if (r.below(3)) a->base &= ~15ull;
    a->soffset = limit(r, r.below(4096));
    a->offset = static_cast<int32_t>(r.one_in(3) ? 0 : r.below(4096));
    if (a->form != FORM_FLAT && r.one_in(2)) a->offset = ~a->offset;
    if (r.one_in(2)) a->offset &= ~15;
  }
  for (uint32_t &word : q->unused) word = r.word();
  q->pass = r.below(4);
  q->lanes = r.one_in(4) ? 1u << r.below(16) : r.one_in(2) ? 0xFFFF : r.below(0x10000);
  q->dword = a->atomic || a->size < 4 ? 0 : r.below(a->size / 4);
  q->other = r.below(1u << 15);
  draw_lanes(r, q);
}

void print(const Request &q) {
  const vmem_access &a = q.access;
  const char *const what = a.atomic ? "atomic" : a.format ? "element of a format" : "element";
  printf("%s, %s, bytes: %u, alignment %s, dword %u, part %u, pass %u, lanes 0x%04X, OFFSET %d\n", forms[a.form], what,
         a.size, modes[a.alignment], q.dword, q.part, q.pass, q.lanes, a.offset);
  if (a.rdna) printf("RDNA memory\n");
  if (q.idle) printf("go_i is 0\n");
  if (a.form == FORM_BUFFER) {
    printf("V# 0x%08X 0x%08X 0x%08X 0x%08X, SOFFSET 0x%08X, IDXEN %d, OFFEN %d\n", a.resource[0], a.resource[1],
           a.resource[2], a.resource[3], a.soffset, a.idxen, a.offen);
  } else if (a.form != FORM_GLOBAL) {
    printf("FLAT_SCRATCH 0x%016" PRIX64 "\n", a.base);
  }
  if (a.form == FORM_GLOBAL && a.has_sgpr) printf("SADDR 0x%016" PRIX64 "\n", a.base);
  if (a.form == FORM_SCRATCH && a.has_sgpr) printf("SADDR 0x%08X\n", a.soffset);
}

class Bench {
 public:
  explicit Bench(uint32_t plant) { top_.plant_i = plant; }

  // Whether the RTL does what the formulas say; prints how not, unless it is to be quiet. Part 1 is asked for where the
  // swizzle cuts a lane's dword, as vmem does.
  bool run(Request *q, bool quiet, Counts *counts) {
    drive(*q);
    top_.eval();
    quiet_ = quiet;
    if (q->idle) return agrees_idle(*q, counts);
    if (!agrees(*q, counts)) return false;
    if (!top_.cut_o) return true;
    top_.part_i = q->part = 1;
    top_.eval();
    return agrees(*q, counts);
  }

 private:
  void drive(const Request &q) {
    const vmem_access &a = q.access;
    top_.go_i = !q.idle;
    top_.rdna_i = a.rdna;
    top_.form_i = a.form;
    top_.converts_i = a.format;
    top_.atomic_i = a.atomic;
    top_.last_i = a.size < 4 ? 0 : a.size / 4 - 1;
    top_.size_i = a.size < 4 ? a.size : 4;
    top_.idxen_i = a.form == FORM_BUFFER && a.idxen;
    top_.offen_i = a.form == FORM_BUFFER && a.offen;
    top_.other_i = q.other;
    top_.offset_i = a.offset & 0xFFFF;
    top_.pass_i = q.pass;
    top_.lanes_i = q.lanes;
    top_.dword_i = q.dword;
    top_.part_i = q.part;
    top_.alignment_i = a.alignment;
    top_.soffset_i = q.unused[0];
    for (uint32_t i = 0; i < 4; i++) top_.scalar_i[i] = q.unused[i];
    switch (a.form) {
      case FORM_BUFFER:
        top_.address_vgprs_i = a.idxen + a.offen;
        top_.soffset_i = a.soffset;
        for (uint32_t i = 0; i < 4; i++) top_.scalar_i[i] = a.resource[i];
        break;
      case FORM_GLOBAL:  // no pair: 0
        top_.address_vgprs_i = a.has_sgpr ? 1 : 2;
        top_.scalar_i[0] = a.has_sgpr ? static_cast<uint32_t>(a.base) : 0;
        top_.scalar_i[1] = a.has_sgpr ? static_cast<uint32_t>(a.base >> 32) : 0;
        break;
      default:  // the V# of the wave's scratch: swizzled, ADD_TID, an index stride of 64
        top_.address_vgprs_i = a.form == FORM_FLAT ? 2 : a.has_sgpr ? 0 : 1;
        if (a.form == FORM_SCRATCH && a.has_sgpr) top_.soffset_i = a.soffset;
        top_.scalar_i[0] = static_cast<uint32_t>(a.base);
        top_.scalar_i[1] = static_cast<uint32_t>(a.base >> 32 & 0xFFFF) | 1u << 31;
        top_.scalar_i[2] = 0;
        top_.scalar_i[3] = 1u << 23 | 3u << 21;
    }
    memcpy(&top_.address0_i[0], q.vgpr[0], sizeof q.vgpr[0]);
    memcpy(&top_.address1_i[0], q.vgpr[1], sizeof q.vgpr[1]);
  }

  bool differs(const Request &q, const char *what, uint32_t lane, uint64_t seen, uint64_t due) {
    if (quiet_) return false;
    printf("FAIL: %s", what);
    if (lane < kLanes) printf(" of lane %u", 16 * q.pass + lane);
    printf(" is 0x%" PRIX64 ", expected 0x%" PRIX64 "\n", seen, due);
    print(q);
    for (uint32_t l = 0; l < kLanes; l++)
      if (l == lane || lane == kLanes) printf("lane %u: 0x%08X 0x%08X\n", 16 * q.pass + l, q.vgpr[0][l], q.vgpr[1][l]);
    return false;
  }

  bool agrees_idle(const Request &q, Counts *counts) {
    uint32_t any = 0;
    for (uint32_t i = 0; i < 32; i++) any |= top_.addr_o[i];
    any |= top_.wrap_o | top_.out_o | top_.cut_o | top_.viol_o | (top_.bytes_o != 0);
    counts->requests++;
    return !any || differs(q, "an output without go_i", kLanes, any, 0);
  }

  bool agrees(const Request &q, Counts *counts) {
    const vmem_access &a = q.access;
    bool cut = false, violates = false;
    if (!q.part) {
      counts->requests++;
      counts->forms[a.form]++;
      counts->rdna += a.rdna;
      counts->formats += a.format;
      counts->atomics += a.atomic;
    }
    for (uint32_t l = 0; l < kLanes; l++) {
      const uint32_t bytes = top_.bytes_o >> 4 * l & 15;
      if (!(q.lanes >> l & 1)) {
        if (bytes) return differs(q, "the bytes of an inactive lane", l, bytes, 0);
        continue;
      }
      const uint32_t vgprs[2] = {q.vgpr[0][l], q.vgpr[1][l]};
      vmem_dword d;
      vmem_formulas(&a, 16 * q.pass + l, vgprs, q.dword, &d);
      const uint32_t due = q.part ? d.second : d.first;
      if ((top_.out_o >> l & 1) != d.out) return differs(q, "out_o", l, top_.out_o >> l & 1, d.out);
      if (bytes != due) return differs(q, "the bytes", l, bytes, due);
      if (bytes) {
        const uint64_t addr = static_cast<uint64_t>(top_.addr_o[2 * l + 1]) << 32 | top_.addr_o[2 * l];
        if ((top_.wrap_o >> l & 1) != d.narrow) return differs(q, "wrap_o", l, top_.wrap_o >> l & 1, d.narrow);
        const auto form = [&d](uint64_t address) { return d.narrow ? vmem_canonical(address) : address; };
        if (addr != form(addr)) return differs(q, "an address that is not canonical", l, addr, form(addr));
        for (uint32_t b = 0; b < 4; b++)
          if (due >> b & 1 && form(addr + b) != d.address[b])
            return differs(q, "the address of a byte", l, form(addr + b), d.address[b]);
        const uint64_t mask = d.narrow ? (1ull << 48) - 1 : ~0ull;
        counts->wrapped += ((addr + 3) & mask) < (addr & mask);
      }
      cut |= d.second != 0;
      violates |= d.violates;
      if (!q.part) count(q, d, l, counts);
    }
    if (top_.cut_o != cut) return differs(q, "cut_o", kLanes, top_.cut_o, cut);
    if (top_.viol_o != violates) return differs(q, "viol_o", kLanes, top_.viol_o, violates);
    return true;
  }

  static void count(const Request &q, const vmem_dword &d, uint32_t l, Counts *counts) {
    const vmem_access &a = q.access;
    counts->lanes++;
    counts->in_range += !d.out;
    counts->out += d.out && !d.violates;
    counts->dropped += d.violates;
    counts->second += d.second != 0;
    counts->carried += a.form == FORM_BUFFER && a.offen &&
                       q.vgpr[a.idxen][l] + static_cast<uint32_t>(a.offset) < static_cast<uint32_t>(a.offset);
  }

  Vvmem_unit top_;
  bool quiet_ = false;
};

// Runs requests from number `first` on. True: all agree.
bool run(uint64_t seed, uint64_t first, uint64_t count, uint32_t plant, bool quiet, Counts *counts) {
  const auto bench = std::make_unique<Bench>(plant);
  Request q;
  for (uint64_t n = first; n < first + count; n++) {
    draw(seed, n, &q);
    if (bench->run(&q, quiet, counts)) continue;
    if (quiet) return false;
    printf("repeat: build/wavelock-vmem-unit --seed %" PRIu64 " --first %" PRIu64 " --count 1", seed, n);
    if (plant) printf(" --plant %u", plant);
    printf("\n");
    return false;
  }
  return true;
}

bool number(const char *text, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && !errno;
}

}  // namespace

int main(int argc, char **argv) {
  static const char *const names[] = {"--count", "--seed", "--first", "--plant"};
  uint64_t values[4] = {200000, 1, 1, 0};
  const uint64_t &count = values[0], &seed = values[1], &first = values[2], &plant = values[3];
  bool good = argc % 2 == 1, part = false;
  for (int i = 1; good && i < argc; i += 2) {
    uint32_t name = 0;
    while (name < 4 && strcmp(argv[i], names[name])) name++;
    good = name < 4 && number(argv[i + 1], &values[name]);
    part |= name >= 2;
  }
  if (!good || !count || plant >= kPlants) {
    fprintf(stderr, "usage: wavelock-vmem-unit [--count N] [--seed N] [--first N] [--plant 1..%u]\n", kPlants - 1);
    return kBadOptions;
  }
  Counts c = {}, ignored = {};
  if (!run(seed, first, count, static_cast<uint32_t>(plant), false, &c)) return 1;
  printf("%" PRIu64 " requests agree: %" PRIu64 " of buffers, %" PRIu64 " GLOBAL, %" PRIu64 " SCRATCH, %" PRIu64
         " FLAT; %" PRIu64 " with a format, %" PRIu64 " atomics; %" PRIu64 " with RDNA memory\n",
         c.requests, c.forms[FORM_BUFFER], c.forms[FORM_GLOBAL], c.forms[FORM_SCRATCH], c.forms[FORM_FLAT], c.formats,
         c.atomics, c.rdna);
  printf("%" PRIu64 " lanes: %" PRIu64 " in range, %" PRIu64 " out, %" PRIu64 " dropped; %" PRIu64
         " in two parts, %" PRIu64 " offsets past 2^32, %" PRIu64 " dwords past 2^48 or 2^64\n",
         c.lanes, c.in_range, c.out, c.dropped, c.second, c.carried, c.wrapped);
  if (part) return 0;  // one part of a run proves nothing about the bench
  uint32_t found = 0;
  for (uint32_t p = 1; p < kPlants; p++) {
    if (!run(seed, 1, kPlanted, p, true, &ignored)) found++;
    else printf("FAIL: planted error %u of vmem_unit.sv is not found\n", p);
  }
  printf("%u of %u planted errors found\n", found, kPlants - 1);
  return found == kPlants - 1 ? 0 : 1;
}
