// SPDX-License-Identifier: Apache-2.0
// The device (wavelock/device.h): memory images, code objects and launches, for the model and for a unit under test.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "backend.h"
#include "error.h"
#include "kernarg.h"
#include "loader.h"
#include "check/report/trace.h"
#include "watch.h"

// Device memory. Code lies above 4 GiB, so the upper half of a PC is not 0. Buffers lie above the code.
static const uint64_t code_first = UINT64_C(0x100001000), data_first = UINT64_C(0x200000000);
static const uint64_t region_limit = UINT64_C(1) << 32;
static const uint64_t address_end = UINT64_C(1) << 48;

// The model device has the sizes of rtl/cu_pkg.sv. With a unit under test its probe reports them.
static const wl_config standalone = {.waves = 16, .phys_vgprs = 1024, .lds_entries = 1024, .gds_entries = 64};

struct wl_code {
  wl_object *object;
  wl_code *next;
};

struct wl_device {
  wl_device_kind kind;
  wl_device_options options;
  wl_config config;
  wl_mem *model_mem, *unit_mem;  // NULL: this kind of device does not have it
  wl_model *model;               // WL_DEVICE_MODEL
  void *unit;                    // of the backend
  uint64_t code_first, next_code, next_data;
  wl_code *codes;
  uint64_t kernarg, packet, queue;  // addresses; each launch writes them anew
  uint64_t scratch, scratch_bytes;
  bool stopped;  // a launch ended before its waves did
};

// Maps [addr, addr+size) in every image.
static bool map(wl_device *d, uint64_t addr, uint64_t size, wl_error *error) {
  if ((d->model_mem && !wl_mem_map(d->model_mem, addr, size)) || (d->unit_mem && !wl_mem_map(d->unit_mem, addr, size)))
    return wl_fail(error, "out of memory: %llu bytes of device memory at 0x%llx", (unsigned long long)size,
                   (unsigned long long)addr);
  return true;
}

// Allocates size bytes of a region, and leaves an unmapped page behind them. 0 on failure.
static uint64_t reserve(wl_device *d, uint64_t *next, uint64_t first, uint64_t size, uint64_t align, wl_error *error) {
  uint64_t at = (*next + align - 1) / align * align;
  uint64_t bytes = (size + WL_PAGE - 1) / WL_PAGE * WL_PAGE;
  if (size > region_limit || at - first > region_limit || bytes + WL_PAGE > region_limit - (at - first)) {
    wl_fail(error, "out of device memory: %llu bytes more than the %llu in use, of %llu", (unsigned long long)size,
            (unsigned long long)(*next - first), (unsigned long long)region_limit);
    return 0;
  }
  if (!map(d, at, bytes ? bytes : WL_PAGE, error)) return 0;
  *next = at + (bytes ? bytes : WL_PAGE) + WL_PAGE;
  return at;
}

bool wl_code_address_fits(uint64_t at, wl_error *error) {
  if (at % WL_PAGE == 0 && at >= data_first + region_limit && at <= address_end - region_limit) return true;
  return wl_fail(error, "code address 0x%llx: expected a multiple of 0x%x from 0x%llx to 0x%llx",
                 (unsigned long long)at, WL_PAGE, (unsigned long long)(data_first + region_limit),
                 (unsigned long long)(address_end - region_limit));
}

wl_device *wl_device_open_unit(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more,
                               wl_error *error) {
  static const wl_backend_options none = {.check = {.mode = WL_CHECK_DEFAULT}};
  if (kind != WL_DEVICE_MODEL && !wl_backend_rtl) {
    wl_fail(error, "device %s: this build has the model only", kind == WL_DEVICE_RTL ? "rtl" : "lockstep");
    return NULL;
  }
  if (options && options->code_address && !wl_code_address_fits(options->code_address, error)) return NULL;
  wl_device *d = calloc(1, sizeof *d);
  if (!d) {
    wl_fail(error, "out of memory for a device");
    return NULL;
  }
  d->kind = kind;
  if (options) d->options = *options;
  d->config = standalone;
  d->code_first = d->next_code = d->options.code_address ? d->options.code_address : code_first;
  d->next_data = data_first;
  if (kind != WL_DEVICE_RTL) d->model_mem = wl_mem_new();
  if (kind != WL_DEVICE_MODEL) d->unit_mem = wl_mem_new();
  bool good = (kind == WL_DEVICE_RTL || d->model_mem) && (kind == WL_DEVICE_MODEL || d->unit_mem);
  if (!good) wl_fail(error, "out of memory for a device");
  if (good && kind == WL_DEVICE_MODEL) {
    good = (d->model = wl_model_new(&d->config, d->model_mem)) != NULL;
    if (!good) wl_fail(error, "out of memory for the model");
    else if (more && more->check.trace) wl_trace_standalone(more->check.trace, d->model);
    if (good && more && more->check.hazards != WL_HAZARDS_ERROR) wl_model_ignore_hazards(d->model, true);
  } else if (good) {
    d->unit =
        wl_backend_rtl->open(kind, &d->options, more ? more : &none, d->model_mem, d->unit_mem, &d->config, error);
    good = d->unit != NULL;
  }
  good = good && (d->kernarg = reserve(d, &d->next_data, data_first, WL_KERNARG_MAX, WL_PAGE, error)) &&
         (d->packet = reserve(d, &d->next_data, data_first, WL_PACKET_SIZE, WL_PAGE, error)) &&
         (d->queue = reserve(d, &d->next_data, data_first, WL_QUEUE_SIZE, WL_PAGE, error));
  if (good) return d;
  wl_device_close(d);
  return NULL;
}

wl_device *wl_device_open(wl_device_kind kind, const wl_device_options *options, wl_error *error) {
  return wl_device_open_unit(kind, options, NULL, error);
}

void wl_device_close(wl_device *d) {
  if (!d) return;
  if (d->unit) wl_backend_rtl->close(d->unit);
  wl_model_free(d->model);
  while (d->codes) {
    wl_code *c = d->codes;
    d->codes = c->next;
    wl_object_free(c->object);
    free(c);
  }
  wl_mem_free(d->model_mem);
  wl_mem_free(d->unit_mem);
  free(d);
}

wl_code *wl_device_load(wl_device *d, const char *path, wl_error *error) {
  wl_code *c = calloc(1, sizeof *c);
  uint64_t base;
  if (!c) {
    wl_fail(error, "%s: out of memory", path);
    return NULL;
  }
  if ((c->object = wl_object_open(path, error)) &&
      (base = reserve(d, &d->next_code, d->code_first, c->object->size, WL_PAGE, error)) &&
      wl_object_relocate(c->object, base, error) &&
      wl_device_write(d, base, c->object->image, c->object->size, error)) {
    c->next = d->codes;
    d->codes = c;
    return c;
  }
  wl_object_free(c->object);
  free(c);
  return NULL;
}

const wl_kernel *wl_code_kernel(const wl_code *c, const char *name, wl_error *error) {
  return wl_object_kernel(c->object, name, error);
}

bool wl_code_symbol(const wl_code *c, const char *name, uint64_t *address, wl_error *error) {
  return wl_object_symbol(c->object, name, address, error);
}

const wl_object *wl_code_object(const wl_code *c) { return c->object; }

uint64_t wl_code_base(const wl_code *c) { return c->object->base; }

uint64_t wl_device_alloc(wl_device *d, size_t size, size_t align, wl_error *error) {
  if (align & (align - 1)) {
    wl_fail(error, "alignment %zu is not a power of two", align);
    return 0;
  }
  return reserve(d, &d->next_data, data_first, size, align > WL_PAGE ? align : WL_PAGE, error);
}

// Whether [at, at+size) and the 4 GiB from first on overlap.
static bool reaches(uint64_t at, uint64_t size, uint64_t first) {
  return at < first + region_limit && at + size > first;
}

bool wl_device_alloc_at(wl_device *d, uint64_t at, size_t size, wl_error *error) {
  const uint64_t bytes = ((uint64_t)size + WL_PAGE - 1) / WL_PAGE * WL_PAGE + (size ? 0 : WL_PAGE);
  if (at % WL_PAGE || !at || size > region_limit || at > address_end - bytes)
    return wl_fail(error, "%zu bytes at 0x%llx: expected a multiple of 0x%x, from 0x%x to 0x%llx", size,
                   (unsigned long long)at, WL_PAGE, WL_PAGE,
                   (unsigned long long)(address_end - (size > region_limit ? region_limit : bytes)));
  const uint64_t regions[] = {data_first, d->code_first};
  for (int r = 0; r < 2; r++)
    if (reaches(at, bytes, regions[r]))
      return wl_fail(error, "%zu bytes at 0x%llx: 0x%llx to 0x%llx is for %s", size, (unsigned long long)at,
                     (unsigned long long)regions[r], (unsigned long long)(regions[r] + region_limit - 1),
                     r ? "code" : "data that the device places");
  for (uint64_t page = at; page < at + bytes; page += WL_PAGE)
    if (wl_mem_mapped(d->model_mem ? d->model_mem : d->unit_mem, page))
      return wl_fail(error, "%zu bytes at 0x%llx: 0x%llx is taken", size, (unsigned long long)at,
                     (unsigned long long)page);
  return map(d, at, bytes, error);
}

bool wl_device_write(wl_device *d, uint64_t addr, const void *from, size_t size, wl_error *error) {
  if ((!d->model_mem || wl_mem_write(d->model_mem, addr, from, size)) &&
      (!d->unit_mem || wl_mem_write(d->unit_mem, addr, from, size)))
    return true;
  return wl_fail(error, "write of %zu bytes at device address 0x%llx: not all of it is mapped", size,
                 (unsigned long long)addr);
}

bool wl_device_read(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error) {
  if (wl_mem_read(d->unit_mem ? d->unit_mem : d->model_mem, addr, to, size)) return true;
  return wl_fail(error, "read of %zu bytes at device address 0x%llx: not all of it is mapped", size,
                 (unsigned long long)addr);
}

// ---- launch ------------------------------------------------------------------------------------

static wl_verdict verdict_of(wl_result r) {
  switch (r) {
    case WL_OK: return WL_PASS;
    case WL_HAZARD_PENDING:
    case WL_HAZARD_STATES:
    case WL_CSP_OVERFLOW:
    case WL_CSP_UNDERFLOW:
    case WL_LDS_OVERFLOW: return WL_HAZARD;
    default: return WL_ERROR;  // the program is bad input
  }
}

static void fail(wl_launch_result *r, wl_verdict v, const char *why) {
  r->verdict = v;
  wl_text(r->why, sizeof r->why, "%s", why);
}

static void on_message(void *to, const wl_message *message) {
  wl_launch_result *r = to;
  if (r->message_count < WL_MAX_MESSAGES) r->messages[r->message_count] = *message;
  r->message_count++;
}

static void count_unmapped(wl_model *m, wl_unmapped *all) {
  wl_unmapped more;
  wl_model_unmapped(m, &more);
  if (!all->count) *all = more;
  else all->count += more.count;
}

typedef struct {
  uint32_t waves;  // that faulted: a bit per slot
  uint32_t fetch;  // those with a fetch fault
  uint32_t first;  // slot of the first
  char why[200];   // reason of the first
} faults;

// Whether no wave can run: each has ended, has faulted, or waits at a barrier for a wave that has faulted.
static bool at_rest(const wl_device *d, const faults *f) {
  for (uint32_t slot = 0; slot < d->config.waves; slot++) {
    wl_state_regs s;
    wl_model_state_regs(d->model, slot, &s);
    const bool in_barrier = s.status & WL_STATUS_IN_BARRIER;
    if (wl_model_wave_live(d->model, slot) && !(f->waves >> slot & 1) && !in_barrier) return false;
  }
  return true;
}

// The result of a run with faults: names the waves. rest: why the other waves did not end; "": they did.
static void fail_faulted(const wl_device *d, wl_launch_result *r, const faults *f, const char *rest) {
  const uint32_t others = f->waves & ~(1u << f->first);
  const int count = __builtin_popcount(others);
  char list[400] = "", also[40] = "";
  size_t used = 0;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    wl_state_regs s;
    if (!(others >> slot & 1)) continue;
    wl_model_state_regs(d->model, slot, &s);
    wl_text(list + used, sizeof list - used, "%s slot %u at 0x%llx", used ? "," : ":", slot,
            (unsigned long long)s.pc_hi << 32 | s.pc_lo);
    used = strlen(list);
  }
  r->verdict = WL_ERROR;
  r->fault = true;
  for (uint32_t slot = 0; slot < WL_MAX_WAVES; slot++) {
    wl_state_regs s;
    if (!(f->waves >> slot & 1)) continue;
    wl_model_state_regs(d->model, slot, &s);
    r->faults[r->fault_count++] = (wl_fault){slot, f->fetch >> slot & 1, (uint64_t)s.pc_hi << 32 | s.pc_lo};
  }
  if (count) wl_text(also, sizeof also, "; %d other wave%s faulted", count, count > 1 ? "s" : "");
  wl_text(r->why, sizeof r->why, "%s%s%s%s%s", f->why, also, list, *rest ? "; the others did not end: " : "", rest);
}

// Prints on stderr where each wave is.
static void print_waves(const wl_device *d) {
  wl_watch_end();
  for (uint32_t slot = 0; slot < d->config.waves; slot++) {
    wl_state_regs s;
    char text[256];
    if (!wl_model_wave_live(d->model, slot)) continue;
    wl_model_state_regs(d->model, slot, &s);
    wl_model_waiting_for(d->model, slot, text, sizeof text);
    fprintf(stderr, "  slot %u: PC 0x%08x%08x, %s\n", slot, s.pc_hi, s.pc_lo, text);
  }
}

typedef struct {
  uint64_t before;  // instructions of the waves that have ended
} turns;

static bool after_turn(void *to, uint64_t instructions) {
  const turns *t = to;
  return wl_watch_look(t->before + instructions);
}

// Fills the wave slots, runs the waves to their end, and so on until the grid is done. After a fault no workgroup
// starts.
static void run_model(wl_device *d, wl_dispatcher *dispatcher, wl_launch_result *r) {
  uint64_t limit = d->options.max_instructions;
  bool running[WL_MAX_WAVES] = {false};
  faults f = {0};
  turns t = {0};
  wl_model_on_message(d->model, on_message, r);
  wl_model_on_turn(d->model, after_turn, &t);
  while (!wl_dispatcher_done(dispatcher)) {
    uint32_t slot;
    wl_wave_init init;
    while (wl_dispatcher_next(dispatcher, &slot, &init)) {
      if (wl_model_wave_start(d->model, slot, &init) != WL_OK) {
        fail(r, WL_ERROR, "the model refused a wave that the dispatcher placed");
        return;
      }
      running[slot] = true;
    }
    wl_run_report report = {0};
    char why[400], waits[160];
    t.before = r->instructions;
    if (!limit || r->instructions < limit) wl_model_run(d->model, limit ? limit - r->instructions : 0, &report);
    r->instructions += report.instructions;
    count_unmapped(d->model, &r->unmapped);
    if (report.result == WL_BAD_EVENT && wl_watch_signal()) {
      uint64_t ended, waves;
      wl_dispatcher_count(dispatcher, &ended, &waves);
      wl_text(why, sizeof why, "stopped by %s after %llu instructions; %llu of %llu waves had not ended",
              wl_watch_signal(), (unsigned long long)r->instructions, (unsigned long long)(waves - ended),
              (unsigned long long)waves);
      print_waves(d);
      r->cut_short = true;
      fail(r, WL_ERROR, why);
      return;
    }
    const bool fault = report.result == WL_ILLEGAL_INST || report.result == WL_FETCH_FAULT;
    if (fault) {
      if (!f.waves) {
        f.first = report.slot;
        wl_text(f.why, sizeof f.why, "slot %u: %s", report.slot, report.why);
        wl_dispatcher_close(dispatcher);
      }
      f.waves |= 1u << report.slot;
      f.fetch |= (uint32_t)(report.result == WL_FETCH_FAULT) << report.slot;
    }
    if (f.waves && at_rest(d, &f)) {
      fail_faulted(d, r, &f, "");
      return;
    }
    if (limit && r->instructions >= limit && (report.result == WL_BAD_EVENT || !report.instructions)) {
      slot = report.slot;
      while (!wl_model_wave_live(d->model, slot) && slot + 1 < d->config.waves) slot++;
      wl_model_waiting_for(d->model, slot, waits, sizeof waits);
      wl_text(why, sizeof why, "the grid is not done after %llu instructions; wave %u: %s",
              (unsigned long long)r->instructions, slot, waits);
      print_waves(d);
      if (f.waves) fail_faulted(d, r, &f, why);
      else fail(r, WL_HANG, why);
      return;
    }
    if (fault) continue;
    if (report.result != WL_OK) {
      wl_text(why, sizeof why, "wave %u: %s", report.slot, report.why);
      fail(r, verdict_of(report.result), why);
      return;
    }
    for (uint32_t i = 0; i < WL_MAX_WAVES; i++) {
      if (!running[i] || wl_model_wave_live(d->model, i)) continue;
      wl_dispatcher_wave_ended(dispatcher, i);
      running[i] = false;
    }
  }
}

// Private memory for every wave slot. It grows when a kernel needs more.
static bool ensure_scratch(wl_device *d, wl_kernel_info *info, wl_error *error) {
  uint64_t bytes = wl_scratch_size(info) * d->config.waves;
  if (!bytes) return true;
  if (bytes > d->scratch_bytes) {
    d->scratch = reserve(d, &d->next_data, data_first, bytes, WL_PAGE, error);
    if (!d->scratch) return false;
    d->scratch_bytes = bytes;
  }
  info->scratch = d->scratch;
  return true;
}

static bool place_arguments(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_error *error) {
  uint8_t packet[WL_PACKET_SIZE];
  size_t size = wl_kernarg_size(k, launch, error);
  uint8_t *segment = size ? malloc(size) : NULL;
  if (size && !segment) return wl_fail(error, "out of memory for %zu bytes of arguments", size);
  bool good = size && wl_kernarg_build(k, launch, d->queue, segment, error) &&
              wl_device_write(d, d->kernarg, segment, size, error);
  free(segment);
  if (!good) return false;
  wl_packet_build(&k->info, launch, d->kernarg, packet);
  return wl_device_write(d, d->packet, packet, sizeof packet, error);
}

// Whether the sizes are those for which the kernel was compiled. Code with reqd_work_group_size assumes full
// workgroups, so the grid must be a multiple.
static bool check_sizes(const wl_kernel *k, const wl_launch *l, wl_error *error) {
  const uint32_t *reqd = k->reqd_group;
  uint64_t items = (uint64_t)l->group[0] * l->group[1] * l->group[2];
  for (int i = 0; i < 3; i++) {
    if (reqd[i] && l->group[i] != reqd[i])
      return wl_fail(error, "kernel %s: group size %u x %u x %u, but its reqd_work_group_size is %u x %u x %u",
                     k->info.name, l->group[0], l->group[1], l->group[2], reqd[0], reqd[1], reqd[2]);
    if (reqd[i] && l->grid[i] % reqd[i])
      return wl_fail(error, "kernel %s: grid %u x %u x %u is no multiple of its reqd_work_group_size %u x %u x %u",
                     k->info.name, l->grid[0], l->grid[1], l->grid[2], reqd[0], reqd[1], reqd[2]);
  }
  if (!k->max_group || items <= k->max_group) return true;
  return wl_fail(
      error, "kernel %s: a group of %llu work-items, compiled for at most %u%s", k->info.name,
      (unsigned long long)items, k->max_group,
      items <= 1024 ? "; __attribute__((amdgpu_flat_work_group_size(1, 1024))) before the kernel allows 1024" : "");
}

bool wl_device_launch(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *result,
                      wl_error *error) {
  memset(result, 0, sizeof *result);
  result->verdict = WL_ERROR;
  if (d->stopped) return wl_fail(error, "kernel %s: an earlier launch on this device did not finish", k->info.name);
  if (!check_sizes(k, launch, error)) return false;
  wl_kernel_info info = k->info;
  info.queue = d->queue;
  if (!ensure_scratch(d, &info, error)) return false;
  wl_dispatcher *dispatcher = wl_dispatcher_new(&d->config, &info, launch, d->kernarg, d->packet, error);
  if (!dispatcher) return false;
  bool good = place_arguments(d, k, launch, error);
  if (good) {
    struct timespec from, to;
    result->verdict = WL_PASS;
    clock_gettime(CLOCK_MONOTONIC, &from);
    wl_watch_begin(dispatcher, d->unit ? "cycle" : "instruction");
    if (d->unit) wl_backend_rtl->run(d->unit, dispatcher, result);
    else run_model(d, dispatcher, result);
    wl_watch_end();
    clock_gettime(CLOCK_MONOTONIC, &to);
    result->seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
    d->stopped = result->verdict != WL_PASS || result->fault;
    if (result->verdict == WL_PASS && !result->instructions && d->kind != WL_DEVICE_RTL)
      fail(result, WL_ERROR, "nothing was checked: no instruction was executed");
  }
  wl_dispatcher_free(dispatcher);
  return good;
}
