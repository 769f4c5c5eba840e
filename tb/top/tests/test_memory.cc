// SPDX-License-Identifier: Apache-2.0
// Memory and ports without a unit, directly and by TLM: random traffic on all ports, and what must hold of it for any
// seed.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "probe/probe.h"
#include "shell/atomic.h"
#include "shell/memory.h"
#include "shell/ports.h"
#include "tlm_ports.h"

using namespace wavelock;

namespace {

constexpr uint64_t kBase = 0x7fff0000, kSize = 2 * WL_PAGE;
int handle;
wl_unit *const unit = reinterpret_cast<wl_unit *>(&handle);  // that wl_probe_mem_performed below gets

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

struct Request {
  int port, id;
  wl_mem_op op;
  bool mapped;
  uint64_t clock;
  uint64_t address;
  uint32_t expected[16];  // what a read must return
};

struct Rig {
  explicit Rig(uint64_t seed_, const wl_memory_knobs &knobs_ = {})
      : seed(seed_), knobs(knobs_), mem(wl_mem_new()), memory(mem, unit, seed, knobs), ports(seed, knobs) {
    CHECK(wl_mem_map(mem, kBase, kSize));
    ports.connect(&memory);
    memory.connect(&ports);
  }
  virtual ~Rig() { wl_mem_free(mem); }

  void request(int port, Random &random, uint64_t clock);
  void take(int port, uint64_t clock);
  void run(uint64_t cycles);

  uint64_t seed;
  wl_memory_knobs knobs;
  wl_mem *mem;
  Memory memory;
  Ports ports;
  unsigned char image[kSize] = {};
  std::vector<Request> accepted;  // in the order of their accesses at memory; not of the instruction port
  std::map<int, Request> under_way[kPorts];
  std::vector<int> order;  // ids of the instruction port
  size_t performed = 0;
  uint64_t log = 0, responses = 0, refused = 0, overtaken = 0, atomics = 0;
  int last_id[kPorts] = {};
  uint64_t last_clock[kPorts] = {}, burst_begin[kPorts] = {};  // of responses; cycle in its burst's period
};

Rig *current;

// Any bytes, or whole words of 4 or 8 bytes.
uint64_t enables(Random &random) {
  const unsigned size = 1u << 2 * random.below(2) << random.below(2);
  uint64_t be = 0;
  for (unsigned i = 0; i < 64; i += size)
    if (random.below(2)) be |= ((1ull << size) - 1) << i;
  return be;
}

void Rig::request(int port, Random &random, uint64_t clock) {
  Request r{};
  r.port = port;
  r.id = static_cast<int>(random.below(256));
  if (under_way[port].count(r.id)) return;
  r.op = port == kVmem ? static_cast<wl_mem_op>(random.below(3)) : WL_MEM_LOAD;
  r.clock = clock;
  const uint64_t line = random.below(kSize / 64 + 8) * 64, be = enables(random);
  r.mapped = line < kSize;
  uint32_t data[16], compare[16];
  for (uint32_t &word : data) word = static_cast<uint32_t>(random.next());
  // A load and an atomic return the line as it was: an atomic's own bytes are not in its response.
  if (r.mapped && r.op != WL_MEM_STORE) memcpy(r.expected, image + line, 64);
  if (r.mapped && r.op == WL_MEM_STORE)
    for (int i = 0; i < 64; i++)
      if (be >> i & 1) image[line + i] = reinterpret_cast<unsigned char *>(data)[i];
  const auto atomic = static_cast<wl_mem_atomic>(random.below(WL_ATOMIC_DEC + 1));
  const bool wide = random.below(2);
  for (uint32_t i = 0; i < 16; i++)
    compare[i] = r.mapped && random.below(2) ? r.expected[i] : static_cast<uint32_t>(random.next());
  if (r.mapped && r.op == WL_MEM_ATOMIC) {
    unsigned char before[64];
    memcpy(before, data, sizeof before);
    atomic_line(atomic, wide, be, before, compare, image + line);
  }
  r.address = kBase + line;
  under_way[port][r.id] = r;
  if (port == kImem) order.push_back(r.id);
  else accepted.push_back(r);
  if (r.op == WL_MEM_ATOMIC) ports.request_atomic(port, r.id, atomic, wide, kBase + line, be, data, compare);
  else ports.request(port, r.id, r.op, kBase + line, be, data);
}

void Rig::take(int port, uint64_t clock) {
  uint32_t data[16];
  uint64_t line;
  const int answer = ports.take(port, data, &line), id = answer & 0xff;
  CHECK(under_way[port].count(id));
  const Request r = under_way[port][id];
  under_way[port].erase(id);
  CHECK(line == r.address);
  for (const auto &other : under_way[port]) CHECK(ports.owes(port, other.second.address + 60));
  if (under_way[port].empty()) CHECK(!ports.owes(port, line));
  const Profile profile(seed, static_cast<Port>(port), knobs);
  CHECK(clock - r.clock >= profile.min_latency);
  if (profile.burst > 1 && clock > last_clock[port] + 1) {
    const uint64_t begin = clock % profile.burst;
    CHECK(!last_clock[port] || begin == burst_begin[port]);
    burst_begin[port] = begin;
  }
  last_clock[port] = clock;
  CHECK((answer >> 8 & 1) == !r.mapped);
  if (r.op != WL_MEM_STORE) CHECK(!memcmp(data, r.expected, 64));
  atomics += r.op == WL_MEM_ATOMIC && r.mapped;
  if (port == kImem) CHECK(order[responses] == id);
  if (port == kImem) responses++;
  for (const auto &other : under_way[port]) overtaken += other.second.clock < r.clock;
  log = (log ^ clock * 4 ^ static_cast<uint64_t>(port * 256 + id)) * 0x9e3779b97f4a7c15u;
}

void Rig::run(uint64_t cycles) {
  current = this;
  Random random(99, 0);
  unsigned ready = 0;
  for (uint64_t clock = 0; clock < cycles || !ports.idle(); clock++) {
    for (int port = 0; port < kPorts; port++) {
      const bool wants = clock < cycles && random.below(3) != 0;
      if (wants && (ready >> port & 1)) request(port, random, clock);
      refused += wants && !(ready >> port & 1);
    }
    ready = ports.ready();
    const unsigned offered = ports.responses();
    for (int port = 0; port < kPorts; port++)
      if (offered >> port & 1) take(port, clock);
    memory.between_edges(clock);
    CHECK(clock < cycles + 1000);
  }
  CHECK(performed == accepted.size());
  CHECK(performed > cycles / 8);
}

// As a Rig, with TLM between ports and memory.
struct TlmRig : Rig {
  explicit TlmRig(uint64_t seed_) : Rig(seed_), initiator("ports", &ports, clock), target("memory", &memory, clock) {
    for (int port = 0; port < kPorts; port++) initiator.socket[port].bind(target.socket[port]);
    ports.connect(&initiator);
    memory.connect(&target);
  }
  const sc_core::sc_time clock{10, sc_core::SC_NS};
  TlmPorts initiator;
  TlmMemory target;
};

}  // namespace

void wl_probe_mem_performed(wl_unit *of, int port, int id, int error, const uint32_t *) {
  CHECK(of == unit && current->performed < current->accepted.size());
  const Request &r = current->accepted[current->performed++];
  CHECK(port == (r.port == kSmem ? WL_SRC_SMEM : WL_SRC_VMEM) && id == r.id && error == !r.mapped);
}

__attribute__((visibility("default"))) int sc_main(int, char *[]) { return 6; }

int main() {
  std::vector<std::unique_ptr<Rig>> rigs;
  for (uint64_t seed = 0; seed < 24; seed++) rigs.push_back(std::make_unique<Rig>(seed));
  rigs.push_back(std::make_unique<TlmRig>(5));
  // Knobs. Those that say what the seed draws change nothing.
  const auto knobs = [](const char *text) {
    wl_memory_knobs k;
    wl_error error;
    CHECK(wl_memory_knobs_parse(text, &k, &error));
    return k;
  };
  const Profile drawn(5, kVmem, {});
  const auto said = [&](const char *name, uint32_t first, uint32_t second) {
    return std::string(" vector.") + name + "=[" + std::to_string(first) + "," + std::to_string(second) + "]";
  };
  Rig same(5, knobs((said("latency", drawn.min_latency, drawn.max_latency) + " burst=1 reorder=true").c_str()));
  Rig ordered(5, knobs("latency=[1,80] reorder=false")),
      bursts(5, knobs("latency=[1,80] scalar.burst=50 vector.burst=7"));
  Rig slow(0, knobs("latency=[90,90]")), shut(0, knobs("busy=[4,9] shut=[3,20]")),
      mixed(3, knobs("vector.latency=[9,9]"));
  uint64_t refused = 0, overtaken = 0, atomics = 0;
  for (auto &rig : rigs) {
    rig->run(2000);
    refused += rig->refused;
    atomics += rig->atomics;
    overtaken += rig->overtaken;
  }
  CHECK(rigs[0]->refused <= kPorts && rigs[0]->overtaken == 0);  // the fast memory; no port is ready in cycle 0
  CHECK(rigs[5]->log == rigs[24]->log && rigs[5]->log != rigs[6]->log);
  CHECK(refused > 1000 && overtaken > 1000 && atomics > 1000);
  for (Rig *rig : {&same, &ordered, &bursts, &slow, &shut, &mixed}) rig->run(2000);
  CHECK(same.log == rigs[5]->log && ordered.log != rigs[5]->log && bursts.log != rigs[5]->log);
  CHECK(ordered.overtaken == 0 && bursts.overtaken > 100 && slow.overtaken == 0);
  CHECK(slow.log != rigs[0]->log && slow.refused <= kPorts && shut.refused > 1000);
  CHECK(mixed.log != rigs[3]->log);
  printf("%zu seeds, %llu refusals, %llu overtakings\n", rigs.size(), static_cast<unsigned long long>(refused),
         static_cast<unsigned long long>(overtaken));
  return 0;
}
