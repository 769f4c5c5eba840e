// SPDX-License-Identifier: Apache-2.0
// The device (wavelock/device.h): memory images, code objects and launches, for the model and for a unit under test.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocator.h"
#include "backend.h"
#include "check/ops.h"
#include "observe/trace.h"
#include "base/error.h"
#include "kernarg.h"
#include "object/loader.h"
#include "base/sizes.h"
#include "threads.h"
#include "base/signals.h"
#include "wavelock/encoding.h"
#include "wavelock/opcodes.h"

// Device memory. Code lies above 4 GiB, so the upper half of a PC is not 0. Data lie above the code.
static const uint64_t code_first = UINT64_C(0x100001000), data_first = UINT64_C(0x200000000);
static const uint64_t region_limit = UINT64_C(1) << 32;
static const uint64_t address_end = UINT64_C(1) << 48;
enum { LEAST_ALIGN = 16, ARGUMENT_ALIGN = 64, WIDE_GAP = 1 << 20 };  // bytes

struct wl_code {
  wl_object *object;
  wl_code *next;
};

struct wl_device {
  wl_device_kind kind;
  wl_device_options options;
  wl_backend_options unit_options;
  wl_config sizes;
  wl_mem *model_mem, *unit_mem;       // NULL: this kind of device does not have it
  wl_model_ops ops;                   // of the model, with no function left out
  bool raw;                           // the unit has an instruction set of its own, and code objects are images
  wl_model *model;                    // WL_DEVICE_MODEL
  wl_threads *threads;                // for launches on threads; NULL: there was none yet
  void *unit;                         // of the backend
  wl_allocator code, data, at_fixed;  // at_fixed: pages of wl_device_alloc_at
  wl_code *codes;
  uint32_t numbered;  // blocks of its user so far
  uint64_t queue;     // address
  uint64_t scratch, scratch_bytes;
  bool spent;  // a launch ended before its waves did: the next one takes a new unit
};

// ---- memory --------------------------------------------------------------------------------------

// Maps the pages of [addr, addr+size) in every image.
static bool map(wl_device *d, uint64_t addr, uint64_t size, wl_error *error) {
  if ((!d->model_mem || wl_mem_map(d->model_mem, addr, size)) && (!d->unit_mem || wl_mem_map(d->unit_mem, addr, size)))
    return true;
  return wl_fail(error, "out of memory: %llu bytes of device memory at 0x%llx", (unsigned long long)size,
                 (unsigned long long)addr);
}

// Clears a block's bytes in a page, if the page was mapped for another block before.
static void clear_page(wl_device *d, const wl_allocator *a, const wl_range *b, uint64_t page) {
  static const uint8_t zeros[WL_PAGE];
  const uint64_t from = b->at > page ? b->at : page;
  const uint64_t to = b->at + b->size < page + WL_PAGE ? b->at + b->size : page + WL_PAGE;
  if (wl_allocator_shares_page(a, b, page)) wl_device_write(d, from, zeros, to - from, NULL);
}

// Gives a block back, and the pages that no other block needs.
static void release(wl_device *d, wl_allocator *a, wl_range *b) {
  const uint64_t last = b->at + b->size - 1;
  for (uint64_t page = b->at / WL_PAGE; page <= last / WL_PAGE; page++) {
    const bool end = page == b->at / WL_PAGE || page == last / WL_PAGE;  // a page between them has this block only
    if (end && wl_allocator_shares_page(a, b, page * WL_PAGE)) continue;
    if (d->model_mem) wl_mem_unmap(d->model_mem, page * WL_PAGE, WL_PAGE);
    if (d->unit_mem) wl_mem_unmap(d->unit_mem, page * WL_PAGE, WL_PAGE);
  }
  wl_allocator_remove(a, b);
}

// Allocates memory, all zero. own: the user of the device cannot free it. 0 on failure.
static uint64_t reserve(wl_device *d, wl_allocator *a, uint64_t size, uint64_t align, bool own, wl_error *error) {
  wl_range *b = wl_allocator_place(a, size ? size : 1, align);
  if (!b) {
    uint64_t used = 0;
    for (uint32_t i = 0; i < a->count; i++) used += a->blocks[i].size;
    wl_fail(error, "out of device memory: %llu bytes more than the %llu in use, of %llu", (unsigned long long)size,
            (unsigned long long)used, (unsigned long long)region_limit);
    return 0;
  }
  b->own = own;
  if (!own) b->number = d->numbered++;
  const uint64_t at = b->at;
  if (!map(d, at, b->size, error)) {
    release(d, a, b);
    return 0;
  }
  if (d->model_mem) wl_mem_host_wrote(d->model_mem, at, b->size, own);
  clear_page(d, a, b, at / WL_PAGE * WL_PAGE);
  clear_page(d, a, b, (at + b->size - 1) / WL_PAGE * WL_PAGE);
  return at;
}

uint64_t wl_device_alloc(wl_device *d, size_t size, size_t align, wl_error *error) {
  if (align & (align - 1)) {
    wl_fail(error, "alignment %zu is not a power of two", align);
    return 0;
  }
  return reserve(d, &d->data, size, align ? align : LEAST_ALIGN, false, error);
}

// Whether [at, at+size) and the 4 GiB from first on overlap.
static bool reaches(uint64_t at, uint64_t size, uint64_t first) {
  return at < first + region_limit && at + size > first;
}

// A block at an address of the caller's, whose pages are not mapped yet. NULL with error.
static wl_range *place_at(wl_device *d, uint64_t at, size_t size, wl_error *error) {
  const uint64_t bytes = ((uint64_t)size + WL_PAGE - 1) / WL_PAGE * WL_PAGE + (size ? 0 : WL_PAGE);
  const uint64_t regions[] = {data_first, d->code.first};
  uint64_t taken;
  wl_range *b = NULL;
  if (at % WL_PAGE || !at || size > region_limit || at > address_end - bytes) {
    wl_fail(error, "%zu bytes at 0x%llx: expected a multiple of 0x%x, from 0x%x to 0x%llx", size,
            (unsigned long long)at, WL_PAGE, WL_PAGE,
            (unsigned long long)(address_end - (size > region_limit ? region_limit : bytes)));
    return NULL;
  }
  for (int r = 0; r < 2; r++) {
    if (!reaches(at, bytes, regions[r])) continue;
    wl_fail(error, "%zu bytes at 0x%llx: 0x%llx to 0x%llx is for %s", size, (unsigned long long)at,
            (unsigned long long)regions[r], (unsigned long long)(regions[r] + region_limit - 1),
            r ? "code" : "data that the device places");
    return NULL;
  }
  if (!(b = wl_allocator_place_at(&d->at_fixed, at, bytes, &taken))) {
    if (taken)
      wl_fail(error, "%zu bytes at 0x%llx: 0x%llx is taken", size, (unsigned long long)at, (unsigned long long)taken);
    else wl_fail(error, "out of memory for an allocation");
    return NULL;
  }
  b->used = size ? size : 1;
  b->number = d->numbered++;
  return b;
}

bool wl_device_alloc_at(wl_device *d, uint64_t at, size_t size, wl_error *error) {
  wl_range *b = place_at(d, at, size, error);
  if (b && map(d, at, b->size, error)) {
    wl_device_forget(d, at, b->size);
    return true;
  }
  if (b) release(d, &d->at_fixed, b);
  return false;
}

bool wl_device_borrow_at(wl_device *d, const wl_device *from, uint64_t at, size_t size, wl_error *error) {
  const wl_mem *theirs = from->unit_mem ? from->unit_mem : from->model_mem;
  wl_range *b = place_at(d, at, size, error);
  if (!b) return false;
  if ((!d->model_mem || wl_mem_borrow(d->model_mem, theirs, at, b->size)) &&
      (!d->unit_mem || wl_mem_borrow(d->unit_mem, theirs, at, b->size))) {
    if (d->model_mem) wl_mem_host_wrote(d->model_mem, at, size, true);
    return true;
  }
  release(d, &d->at_fixed, b);
  return wl_fail(error, "%zu bytes at device address 0x%llx: not mapped there, or out of memory", size,
                 (unsigned long long)at);
}

bool wl_device_free(wl_device *d, uint64_t addr, wl_error *error) {
  const unsigned long long at = addr;
  wl_allocator *const all[] = {&d->data, &d->at_fixed};
  for (int i = 0; i < 2; i++) {
    wl_range *b = wl_allocator_find(all[i], addr);
    if (!b) continue;
    if (b->own) return wl_fail(error, "free of 0x%llx: the device needs this memory itself", at);
    if (b->at != addr)
      return wl_fail(error,
                     "free of 0x%llx: it lies in the %llu bytes at 0x%llx; expected the address of an allocation", at,
                     (unsigned long long)b->size, (unsigned long long)b->at);
    release(d, all[i], b);
    return true;
  }
  if (wl_allocator_find(&d->code, addr))
    return wl_fail(error, "free of 0x%llx: it lies in a code object, which wl_device_unload frees", at);
  return wl_fail(error, "free of 0x%llx: nothing is allocated there; it was freed before, or never allocated", at);
}

void wl_device_forget(wl_device *d, uint64_t addr, size_t size) {
  if (d->model_mem) wl_mem_host_wrote(d->model_mem, addr, size, false);
}

bool wl_device_write(wl_device *d, uint64_t addr, const void *from, size_t size, wl_error *error) {
  const bool both = d->model_mem && d->unit_mem;
  wl_mem *memory = d->model_mem ? d->model_mem : d->unit_mem;
  if (both ? wl_mem_write_both(memory, addr, from, size) : wl_mem_write(memory, addr, from, size)) {
    if (d->model_mem) wl_mem_host_wrote(d->model_mem, addr, size, true);
    return true;
  }
  return wl_fail(error, "write of %zu bytes at device address 0x%llx: not all of it is mapped", size,
                 (unsigned long long)addr);
}

bool wl_device_read(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error) {
  if (wl_mem_read(d->unit_mem ? d->unit_mem : d->model_mem, addr, to, size)) return true;
  return wl_fail(error, "read of %zu bytes at device address 0x%llx: not all of it is mapped", size,
                 (unsigned long long)addr);
}

bool wl_device_read_before(wl_device *d, uint64_t addr, void *to, size_t size, wl_error *error) {
  if (wl_mem_read_before(d->unit_mem ? d->unit_mem : d->model_mem, addr, to, size)) return true;
  return wl_fail(error, "%zu bytes at device address 0x%llx before the launch: not mapped, or out of memory for them",
                 size, (unsigned long long)addr);
}

// ---- open, reset, close --------------------------------------------------------------------------

bool wl_code_address_fits(uint64_t at, wl_error *error) {
  if (at % WL_PAGE == 0 && at >= data_first + region_limit && at <= address_end - region_limit) return true;
  return wl_fail(error, "code address 0x%llx: expected a multiple of 0x%x from 0x%llx to 0x%llx",
                 (unsigned long long)at, WL_PAGE, (unsigned long long)(data_first + region_limit),
                 (unsigned long long)(address_end - region_limit));
}

// Makes the compute unit, as it is before its first launch.
static bool open_unit(wl_device *d, wl_error *error) {
  wl_error unasked;
  if (!error) error = &unasked;
  if (d->kind != WL_DEVICE_MODEL) {
    d->unit = wl_backend_rtl->open(d->kind, &d->options, &d->unit_options, d->model_mem, d->unit_mem, &d->sizes, error);
    return d->unit != NULL;
  }
  d->sizes = d->options.sizes.waves ? d->options.sizes : wl_rtl_sizes;
  if (d->raw) ops_largest(d->options.ops, &d->sizes);
  d->model = d->ops.create(&d->sizes, d->model_mem);
  if (!d->model)
    return wl_fail(error, "no model of %u waves, %u physical VGPRs, %u LDS and %u GDS entries: out of range or memory",
                   d->sizes.waves, d->sizes.phys_vgprs, d->sizes.lds_entries, d->sizes.gds_entries);
  d->ops.pure(d->model, d->options.pure);
  wl_standalone_observe(&(wl_observed_model){&d->ops, d->model, &d->sizes, d->model_mem}, d->unit_options.alone);
  if (d->unit_options.check.hazards != WL_HAZARDS_ERROR) d->ops.ignore_hazards(d->model, true);
  return true;
}

static void close_unit(wl_device *d) {
  if (d->unit) wl_backend_rtl->close(d->unit);
  if (d->model) d->ops.destroy(d->model);
  d->unit = NULL;
  d->model = NULL;
}

// A new unit after a launch that ended before its waves. An injected fault and a waveform were the old one's.
static bool renew_unit(wl_device *d, wl_error *error) {
  close_unit(d);
  d->unit_options.inject.on = false;
  d->unit_options.check.event_fault = NULL;
  d->unit_options.trace_path = NULL;
  d->unit_options.waves_auto = false;
  if (d->kind == WL_DEVICE_LOCKSTEP && !wl_mem_copy(d->unit_mem, d->model_mem))
    return wl_fail(error, "out of memory for the unit's memory");
  if (!open_unit(d, error)) return false;
  d->spent = false;
  return true;
}

// From nothing to a device without code and data.
static bool begin(wl_device *d, wl_error *error) {
  const uint64_t gap = d->options.bounds ? WIDE_GAP : d->options.guard_pages ? WL_PAGE : 0;
  const uint64_t code = d->options.code_address ? d->options.code_address : code_first;
  d->code = (wl_allocator){.first = code, .end = code + region_limit, .gap = gap ? gap : WL_PAGE, .next = code};
  d->data = (wl_allocator){.first = data_first, .end = data_first + region_limit, .gap = gap, .next = data_first};
  d->at_fixed = (wl_allocator){.gap = 0};
  d->numbered = 0;
  d->scratch = d->scratch_bytes = 0;
  d->spent = false;
  if (d->kind != WL_DEVICE_RTL) d->model_mem = wl_mem_new();
  if (d->kind != WL_DEVICE_MODEL) d->unit_mem = wl_mem_new();
  if ((d->kind != WL_DEVICE_RTL && !d->model_mem) || (d->kind != WL_DEVICE_MODEL && !d->unit_mem))
    return wl_fail(error, "out of memory for a device");
  if (d->model_mem && d->unit_mem) wl_mem_pair(d->model_mem, d->unit_mem);
  const uint32_t watch = (d->options.unwritten ? WL_WATCH_UNWRITTEN : 0) | (d->options.races ? WL_WATCH_RACES : 0);
  if (d->model_mem && !wl_mem_watch(d->model_mem, watch)) return wl_fail(error, "out of memory for a device");
  return open_unit(d, error) && (d->queue = reserve(d, &d->data, WL_QUEUE_SIZE, WL_PAGE, true, error)) != 0;
}

static void end(wl_device *d) {
  close_unit(d);
  wl_threads_free(d->threads, &d->ops);
  d->threads = NULL;
  while (d->codes) {
    wl_code *c = d->codes;
    d->codes = c->next;
    wl_object_free(c->object);
    free(c);
  }
  wl_allocator_clear(&d->code);
  wl_allocator_clear(&d->data);
  wl_allocator_clear(&d->at_fixed);
  wl_mem_free(d->model_mem);
  wl_mem_free(d->unit_mem);
  d->model_mem = d->unit_mem = NULL;
}

// Whether the model tells the observers of a run of the model alone what it executes, if they want to hear it.
static bool tells_observers(const wl_model_ops *ops, const wl_observer *observers, wl_error *error) {
  bool wanted = false;
  for (const wl_observer *o = observers; o; o = o->next) wanted |= o->wants[WL_ALONE] >> WL_EVENT_issue & 1;
  return !wanted || ops->on_issue || !ops->run ||
         wl_fail(error,
                 "the model of %.64s does not say what it executes in a run of the model alone, for a debugger or a "
                 "trace: its function \"on_issue\" is missing",
                 ops->isa);
}

wl_device *wl_device_open_unit(wl_device_kind kind, const wl_device_options *options, const wl_backend_options *more,
                               wl_error *error) {
  static const wl_backend_options none = {.check = {.mode = WL_CHECK_DEFAULT}};
  if (kind != WL_DEVICE_MODEL && !wl_backend_rtl) {
    wl_fail(error, "device %s: this build has the model only", kind == WL_DEVICE_RTL ? "rtl" : "lockstep");
    return NULL;
  }
  if (options && options->pure && kind == WL_DEVICE_RTL) {
    wl_fail(error, "device rtl: pure arithmetic is the model's, and this device has none");
    return NULL;
  }
  if (options && options->code_address && !wl_code_address_fits(options->code_address, error)) return NULL;
  const bool own = !(options && options->ops);
  const wl_model_ops *ops = !own ? options->ops : wl_unit_ops ? wl_unit_ops : &wl_gfx9_ops;
  if (!ops_good(ops, error)) return NULL;
  if (kind == WL_DEVICE_MODEL && (!ops_run_alone(ops, error) || (more && !tells_observers(ops, more->alone, error))))
    return NULL;
  wl_device *d = calloc(1, sizeof *d);
  if (!d) {
    wl_fail(error, "out of memory for a device");
    return NULL;
  }
  d->kind = kind;
  if (options) d->options = *options;
  d->options.ops = ops;
  d->raw = own && wl_unit_ops;
  d->ops = ops_complete(ops);
  d->unit_options = more ? *more : none;
  if (begin(d, error)) return d;
  wl_device_close(d);
  return NULL;
}

wl_device *wl_device_open(wl_device_kind kind, const wl_device_options *options, wl_error *error) {
  return wl_device_open_unit(kind, options, NULL, error);
}

void wl_device_close(wl_device *d) {
  if (d) end(d);
  free(d);
}

bool wl_device_reset(wl_device *d, wl_error *error) {
  end(d);
  return begin(d, error);
}

bool wl_device_waves(wl_device *d, wl_waveform *waveform, wl_error *error) {
  struct timespec from, to;
  if (!d->unit) return wl_fail(error, "there is no unit under test");
  clock_gettime(CLOCK_MONOTONIC, &from);
  const bool written = wl_backend_rtl->waves(d->unit, waveform, error);
  clock_gettime(CLOCK_MONOTONIC, &to);
  waveform->seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  return written;
}

const wl_config *wl_device_sizes(const wl_device *d) { return &d->sizes; }

const wl_model_ops *wl_device_ops(const wl_device *d) { return &d->ops; }

bool wl_device_is_raw(const wl_device *d) { return d->raw; }

// ---- code objects --------------------------------------------------------------------------------

// Memory for code at `at`, or anywhere for 0. 0 on failure.
static uint64_t reserve_code(wl_device *d, uint64_t at, uint64_t size, wl_error *error) {
  uint64_t taken = 0;
  if (!at) return reserve(d, &d->code, size, WL_PAGE, true, error);
  wl_range *b = at % WL_PAGE ? NULL : wl_allocator_place_at(&d->code, at, size, &taken);
  if (!b) {
    wl_fail(error, "code at 0x%llx: 0x%llx is taken", (unsigned long long)at, (unsigned long long)taken);
    return 0;
  }
  b->own = true;
  if (!map(d, at, size, error)) {
    release(d, &d->code, b);
    return 0;
  }
  if (d->model_mem) wl_mem_host_wrote(d->model_mem, at, size, true);
  return at;
}

wl_code *wl_device_load(wl_device *d, const char *path, wl_error *error) {
  return wl_device_load_at(d, path, 0, error);
}

wl_code *wl_device_load_at(wl_device *d, const char *path, uint64_t at, wl_error *error) {
  wl_code *c = calloc(1, sizeof *c);
  uint64_t base = 0;
  if (!c) {
    wl_fail(error, "%s: out of memory", path);
    return NULL;
  }
  c->object = d->raw ? wl_object_open_raw(path, error) : wl_object_open(path, wl_target_of(&d->sizes), error);
  if (c->object && (base = reserve_code(d, at, c->object->size, error)) && wl_object_relocate(c->object, base, error) &&
      wl_device_write(d, base, c->object->image, c->object->size, error)) {
    c->next = d->codes;
    d->codes = c;
    return c;
  }
  if (base) release(d, &d->code, wl_allocator_find(&d->code, base));
  wl_object_free(c->object);
  free(c);
  return NULL;
}

void wl_device_unload(wl_device *d, wl_code *c) {
  if (!c) return;
  wl_code **at = &d->codes;
  while (*at != c) at = &(*at)->next;
  *at = c->next;
  release(d, &d->code, wl_allocator_find(&d->code, c->object->base));
  wl_object_free(c->object);
  free(c);
}

const wl_kernel *wl_code_kernel(const wl_code *c, const char *name, wl_error *error) {
  return wl_object_kernel(c->object, name, error);
}

bool wl_code_symbol(const wl_code *c, const char *name, uint64_t *address, wl_error *error) {
  return wl_object_symbol(c->object, name, address, error);
}

const wl_object *wl_code_object(const wl_code *c) { return c->object; }

uint64_t wl_code_base(const wl_code *c) { return c->object->base; }

// ---- launch --------------------------------------------------------------------------------------

// Private memory for every wave slot. It grows when a kernel needs more.
static bool ensure_scratch(wl_device *d, wl_kernel_info *info, wl_error *error) {
  const uint64_t bytes = wl_scratch_size(info) * d->sizes.waves;
  if (!bytes) return true;
  if (bytes > d->scratch_bytes) {
    if (d->scratch) release(d, &d->data, wl_allocator_find(&d->data, d->scratch));
    d->scratch_bytes = 0;
    d->scratch = reserve(d, &d->data, bytes, WL_PAGE, true, error);
    if (!d->scratch) return false;
    d->scratch_bytes = bytes;
  }
  info->scratch = d->scratch;
  return true;
}

// What a launch puts into device memory: the kernarg segment, and behind it the AQL packet.
typedef struct {
  uint64_t kernarg, packet;  // addresses; 0: not allocated
} placed;

static bool place_arguments(wl_device *d, const wl_kernel *k, const wl_launch *launch, placed *to, wl_error *error) {
  if (k->info.raw) return true;  // they are in scalar registers
  const size_t size = wl_kernarg_size(k, launch, error);
  const size_t before = (size + ARGUMENT_ALIGN - 1) / ARGUMENT_ALIGN * ARGUMENT_ALIGN;
  if (!size) return false;
  uint8_t *bytes = calloc(1, before + WL_PACKET_SIZE);
  if (!bytes) return wl_fail(error, "out of memory for %zu bytes of arguments", size);
  bool good = wl_kernarg_build(k, launch, d->queue, bytes, error) &&
              (to->kernarg = reserve(d, &d->data, before + WL_PACKET_SIZE, ARGUMENT_ALIGN, true, error));
  if (good) {
    to->packet = to->kernarg + before;
    wl_packet_build(&k->info, launch, to->kernarg, bytes + before);
    good = wl_device_write(d, to->kernarg, bytes, before + WL_PACKET_SIZE, error);
  }
  free(bytes);
  return good;
}

// Whether the sizes are those for which the kernel was compiled. Code with reqd_work_group_size assumes full
// workgroups, so the grid must be a multiple, if it is not compiled for smaller ones at the ends.
static bool check_sizes(const wl_kernel *k, const wl_launch *l, wl_error *error) {
  const uint32_t *reqd = k->reqd_group, stated = k->info.private_segment_size;
  const uint32_t most = stated > l->scratch ? stated : l->scratch;
  if (most > WL_MAX_SCRATCH)
    return wl_fail(error, "kernel %.200s: %u bytes of private memory for a work-item, at most %u are possible",
                   k->info.name, most, (unsigned)WL_MAX_SCRATCH);
  if (k->info.properties & WL_PROPERTY_DYNAMIC_STACK && !l->scratch)  // D-LAUNCH-14
    return wl_fail(error,
                   "kernel %.200s: it calls functions by pointers, or has objects of variable size (a dynamic stack): "
                   "say how many bytes of private memory a work-item has, as SCRATCH=16384",
                   k->info.name);
  if (l->scratch && l->scratch < stated)
    return wl_fail(error, "kernel %.200s: %u bytes of private memory for a work-item, and it states that it needs %u",
                   k->info.name, l->scratch, stated);
  uint64_t items = (uint64_t)l->group[0] * l->group[1] * l->group[2];
  for (int i = 0; i < 3; i++) {
    if (reqd[i] && l->group[i] != reqd[i])
      return wl_fail(error, "kernel %.200s: group size %u x %u x %u, but its reqd_work_group_size is %u x %u x %u",
                     k->info.name, l->group[0], l->group[1], l->group[2], reqd[0], reqd[1], reqd[2]);
    if (reqd[i] && l->grid[i] % reqd[i] && !k->uneven)
      return wl_fail(error, "kernel %.200s: grid %u x %u x %u is no multiple of its reqd_work_group_size %u x %u x %u",
                     k->info.name, l->grid[0], l->grid[1], l->grid[2], reqd[0], reqd[1], reqd[2]);
  }
  if (!k->max_group || items <= k->max_group) return true;
  return wl_fail(
      error, "kernel %.200s: a group of %llu work-items, compiled for at most %u%s", k->info.name,
      (unsigned long long)items, k->max_group,
      items <= 1024 ? "; __attribute__((amdgpu_flat_work_group_size(1, 1024))) before the kernel allows 1024" : "");
}

// All NULL: the launch names no allocation at this address.
static wl_allocation_name name_at(const wl_launch *launch, uint64_t address) {
  for (size_t i = 0; i < launch->name_count; i++)
    if (launch->names[i].address == address) return launch->names[i];
  return (wl_allocation_name){0};
}

// Tells the model what is allocated, as options.bounds asks. A wave has its part of the scratch that the kernel uses.
static bool tell_allocated(wl_device *d, const wl_kernel_info *info, const wl_launch *launch, uint64_t kernarg,
                           wl_error *error) {
  const wl_allocator *const all[] = {&d->code, &d->data, &d->at_fixed};
  const uint32_t count = d->code.count + d->data.count + d->at_fixed.count;
  if (!d->options.bounds || !d->model_mem) return true;
  wl_mem_range *ranges = calloc(count, sizeof *ranges), *to = ranges;
  for (int i = 0; ranges && i < 3; i++) {
    for (uint32_t j = 0; j < all[i]->count; j++) {
      const wl_range *b = &all[i]->blocks[j];
      const wl_allocation_name said = name_at(launch, b->at);
      *to = (wl_mem_range){.at = b->at,
                           .size = b->used,
                           .number = b->number,
                           .name = said.name,
                           .what = said.what,
                           .where = said.where,
                           .of = said.of};
      to->content = all[i] == &d->code    ? WL_CONTENT_CODE
                    : b->at == d->queue   ? WL_CONTENT_QUEUE
                    : b->at == d->scratch ? WL_CONTENT_SCRATCH
                    : b->at == kernarg    ? WL_CONTENT_ARGUMENTS
                                          : WL_CONTENT_BUFFER;
      if (to->content == WL_CONTENT_SCRATCH) to->part = wl_scratch_size(info);
      to++;
    }
  }
  const bool good = ranges && wl_mem_allocated(d->model_mem, ranges, count);
  free(ranges);
  return good || wl_fail(error, "out of memory for the list of %u allocations", count);
}

static void keep(wl_device *d, bool on) {
  if (!d->options.keep_before) return;
  if (d->model_mem) wl_mem_keep(d->model_mem, on);
  if (d->unit_mem) wl_mem_keep(d->unit_mem, on);
}

// "buffer out, byte 12 (0x20000000c)"
static void place_text(const wl_device *d, const wl_launch *launch, uint64_t address, char *text, size_t size) {
  wl_range *b = wl_allocator_find(&d->data, address & (address_end - 1));
  if (!b) b = wl_allocator_find(&d->at_fixed, address & (address_end - 1));
  const wl_allocation_name said = b ? name_at(launch, b->at) : (wl_allocation_name){0};
  const unsigned long long at = address, offset = b ? address - b->at : 0;
  char where[80] = "";
  if (said.where) said.where(said.of, offset, where, sizeof where);
  if (said.name)
    wl_text(text, size, "%s %.100s, byte %llu%s (0x%llx)", said.what ? said.what : "buffer", said.name, offset, where,
            at);
  else wl_text(text, size, "the byte at 0x%llx", at);
}

// Why a launch on threads came to nothing.
static void say_in_order(const wl_device *d, const wl_launch *launch, const wl_threads_outcome *o, char *why,
                         size_t size) {
  char place[160];
  if (o->end == WL_THREADS_OTHER) wl_text(why, size, "%s", o->why);
  if (o->end != WL_THREADS_CONFLICT) return;
  place_text(d, launch, o->byte.at, place, sizeof place);
  wl_text(why, size, "one of workgroups %llu..%llu %s %s, and one of %llu..%llu %s it",
          (unsigned long long)o->earlier[0], (unsigned long long)o->earlier[1],
          o->byte.earlier_writes ? "writes" : "reads", place, (unsigned long long)o->later[0],
          (unsigned long long)o->later[1], o->byte.later_writes ? "writes" : "reads");
}

// Why a launch cannot run on threads; NULL: it can.
static const char *ordered(const wl_device *d, const wl_launch *launch) {
  return !d->ops.run || !d->ops.inherit                              ? "this model has no threads"
         : d->options.unwritten || d->options.races                  ? "races and unwritten memory are looked for"
         : d->unit_options.alone                                     ? "a trace or a debugger follows it"
         : launch->setup.control                                     ? "its waves have control words"
         : launch->setup.shared_global || launch->setup.shared_temps ? "its waves share VGPRs"
                                                                     : NULL;
}

// Runs a launch on threads. false: nothing was done, and it has to run in order.
static bool run_on_threads(wl_device *d, const wl_kernel_info *info, const wl_launch *launch,
                           const wl_standalone *alone, const wl_dispatcher *dispatcher, wl_launch_result *result) {
  if (d->unit || d->options.threads < 2) return false;
  const char *why = ordered(d, launch);
  if (why) wl_text(result->in_order, sizeof result->in_order, "%s", why);
  if (why) return false;
  if (!d->threads) d->threads = wl_threads_new(d->options.threads);
  if (!d->threads) return false;
  const wl_threads_launch l = {.alone = alone,
                               .sizes = &d->sizes,
                               .memory = d->model_mem,
                               .pure = d->options.pure,
                               .ignore_hazards = d->unit_options.check.hazards != WL_HAZARDS_ERROR,
                               .own = info->scratch,
                               .own_size = info->scratch ? d->scratch_bytes : 0};
  const wl_threads_outcome outcome = wl_threads_run(d->threads, &l, dispatcher, result);
  say_in_order(d, launch, &outcome, result->in_order, sizeof result->in_order);
  return outcome.end == WL_THREADS_DONE;
}

static void run(wl_device *d, const wl_kernel_info *info, const wl_launch *launch, wl_dispatcher *dispatcher,
                wl_launch_result *result) {
  const wl_standalone alone = {.ops = &d->ops,
                               .model = d->model,
                               .waves = d->sizes.waves,
                               .max_instructions = d->options.max_instructions,
                               .run_instructions = d->options.run_instructions,
                               .observers = d->unit_options.alone};
  struct timespec from, to;
  result->verdict = WL_PASS;
  keep(d, true);
  clock_gettime(CLOCK_MONOTONIC, &from);
  const bool done = run_on_threads(d, info, launch, &alone, dispatcher, result);
  if (!done) wl_watch_begin(wl_dispatcher_waves, dispatcher, d->unit ? "cycle" : "instruction");
  if (d->unit) wl_backend_rtl->run(d->unit, dispatcher, result);
  else if (!done) wl_standalone_run(&alone, dispatcher, result);
  keep(d, false);
  wl_watch_end();
  result->groups_begun = done ? wl_dispatcher_groups(dispatcher) : wl_dispatcher_begun(dispatcher);
  clock_gettime(CLOCK_MONOTONIC, &to);
  result->seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
  d->spent = result->verdict != WL_PASS || result->fault;
  if (d->spent || result->instructions || d->kind == WL_DEVICE_RTL) return;
  result->verdict = WL_ERROR;
  wl_text(result->why, sizeof result->why, "nothing was checked: no instruction was executed");
}

// What the watch over the memory found.
static void find(wl_device *d, wl_launch_result *result) {
  if (!d->model_mem) return;
  const bool all = wl_mem_findings(d->model_mem, &result->unwritten, &result->race);
  wl_watched_access *const of[] = {&result->unwritten.now, &result->race.now, &result->race.before};
  for (int i = 0; d->model && i < 3; i++) d->ops.watched(d->model, of[i]);
  if (all || result->verdict != WL_PASS) return;
  result->verdict = WL_ERROR;
  wl_text(result->why, sizeof result->why, "out of memory for the watch over the device's memory");
}

// The model has not followed the launch to its end: it gets the contents of the RTL's memory, and the next launch
// starts on a new unit.
static bool take_unit(wl_device *d, wl_error *error) {
  d->spent = true;
  return wl_mem_copy(d->model_mem, d->unit_mem) || wl_fail(error, "out of memory for the model's memory");
}

static const wl_object *object_of(const wl_device *d, const wl_kernel *k) {
  for (const wl_code *c = d->codes; c; c = c->next)
    if (k >= c->object->kernels && k < c->object->kernels + c->object->kernel_count) return c->object;
  return NULL;
}

// Whether the wave at pc has left the kernel by its end. What follows there may be another function, which was called.
static bool is_past_end(const wl_device *d, const wl_kernel *k, uint64_t pc) {
  const size_t length = strlen(k->info.name);
  char nearest[256] = "";
  if (!k->code_size) return k->section_size && pc >= k->info.entry + k->section_size;
  const wl_object *o = object_of(d, k);
  if (pc < k->info.entry + k->code_size || !o) return false;
  wl_object_nearest(o, pc, nearest, sizeof nearest);
  return !*nearest || (!strncmp(nearest, k->info.name, length) && nearest[length] == '+');
}

// Adds to why of a fault that nobody expects what the instruction is, and what led to it.
static void explain_fault(const wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *r) {
  const wl_mem *memory = d->model_mem ? d->model_mem : d->unit_mem;
  const wl_fault *f = NULL;
  uint32_t slot, words[2] = {0}, before = 0;
  if (!r->fault || d->unit_options.expect_fault || sscanf(r->why, "slot %" SCNu32 ":", &slot) != 1) return;
  for (uint32_t i = 0; i < r->fault_count; i++)
    if (r->faults[i].slot == slot) f = &r->faults[i];
  if (!f) return;
  char why[sizeof r->why], insn[128];
  const char *at = strstr(r->why, " at 0x");
  if (d->kind == WL_DEVICE_MODEL && !f->fetch && at &&
      (wl_mem_read(memory, f->pc, words, sizeof words) || wl_mem_read(memory, f->pc, words, sizeof *words))) {
    const int length = (int)(at - r->why + 6 + (ptrdiff_t)strspn(at + 6, "0123456789abcdef"));
    d->ops.text(&d->sizes, f->pc, words, insn, sizeof insn);
    wl_text(why, sizeof why, "%.*s: 0x%08x 0x%08x  %s%s", length, r->why, words[0], words[1], insn, r->why + length);
    memcpy(r->why, why, sizeof why);
  }
  const bool past = is_past_end(d, k, f->pc);
  const uint64_t end = k->info.entry + (k->code_size ? k->code_size : k->section_size), last = (past ? end : f->pc) - 4;
  const bool trap =
      !d->raw && wl_mem_read(memory, last, &before, sizeof before) && wl_word_is_sopp(before, WL_OP_s_trap);
  char *note = r->fault_note;
  if (past) wl_text(note, sizeof r->fault_note, "it ran past the end of kernel %.60s", k->info.name);
  if (trap && !launch->setup.trap_enabled)
    wl_text(note + strlen(note), sizeof r->fault_note - strlen(note),
            "%ss_trap %u before it does nothing without a trap handler (llvm.trap)", past ? "; " : "", before & 0xFF);
  const size_t used = strlen(r->why);
  if (*note) wl_text(r->why + used, sizeof r->why - used, "; %s", note);
}

bool wl_device_launch(wl_device *d, const wl_kernel *k, const wl_launch *launch, wl_launch_result *result,
                      wl_error *error) {
  memset(result, 0, sizeof *result);
  result->verdict = WL_ERROR;
  wl_kernel_info info = k->info;
  info.queue = d->queue;
  if (launch->scratch) info.private_segment_size = launch->scratch;  // D-LAUNCH-9
  placed at = {0};
  wl_dispatcher *dispatcher = NULL;
  const bool good = check_sizes(k, launch, error) && (!d->spent || renew_unit(d, error)) &&
                    ensure_scratch(d, &info, error) && place_arguments(d, k, launch, &at, error) &&
                    tell_allocated(d, &info, launch, at.kernarg, error) &&
                    (dispatcher = wl_dispatcher_new(&d->sizes, &info, launch, at.kernarg, at.packet, error));
  if (good && d->model_mem) wl_mem_launch_begins(d->model_mem, info.scratch, info.scratch ? wl_scratch_size(&info) : 0);
  if (good) run(d, &info, launch, dispatcher, result);
  if (good) find(d, result);
  if (good) explain_fault(d, k, launch, result);
  const bool followed = !*result->not_judged || take_unit(d, error);
  wl_dispatcher_free(dispatcher);
  if (at.kernarg) release(d, &d->data, wl_allocator_find(&d->data, at.kernarg));
  return good && followed;
}
