// SPDX-License-Identifier: Apache-2.0
#include "loader.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

enum {
  EM_GPU = 224,
  OSABI_HSA = 64,
  MACH_GFX900 = 0x2C,
  MACH_GFX906 = 0x2F,
  NOTE_METADATA = 32,
  NOTE_TARGET = 3,  // of owner "AMD", in version 2; so is the next
  NOTE_METADATA_YAML = 10,
  RELOC_ABS64 = 3,
  RELOC_SIZE = 24,
  SYMBOL_SIZE = 24,
  DESCRIPTOR_SIZE = 64,
  KERNEL_CODE_SIZE = 256,  // amd_kernel_code_t of version 2 (kernel-launch.md 2.1)
  STT_KERNEL = 10,         // STT_AMDGPU_HSA_KERNEL
  NO_PROCESSOR_MAX = 3,    // of e_flags[7:0] of version 2 that name none
  USER_SGPRS_MAX = 16
};
enum { TAG_RELRSZ = 35, TAG_RELR = 36 };            // of a packed relocation table
enum { FEATURE_ANY = 1, FEATURE_OFF, FEATURE_ON };  // in e_flags from ABI version 2 on
// A code object larger than this is a corrupt header, not a program.
static const uint64_t image_limit = UINT64_C(256) << 20;

typedef struct {
  const char *path;
  Elf *elf;
  uint64_t file_size;
  wl_object *object;
  bool version2;
  uint64_t rela, rela_size;  // of DT_RELA, image offsets
  uint64_t symbols, names;   // of DT_SYMTAB and DT_STRTAB, image offsets; 0: none
  const char *wanted;        // symbol looked for
  uint64_t value;            // its address in the image
  bool found;
  uint64_t wanted_value;  // place whose nearest symbol is looked for, and the name of that
  char nearest[128];
  wl_error *error;
} reader;

static uint32_t get16(const uint8_t *p) { return (uint32_t)(p[0] | p[1] << 8); }
static uint32_t get32(const uint8_t *p) { return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24; }
static uint64_t get64(const uint8_t *p) { return get32(p) | (uint64_t)get32(p + 4) << 32; }
static void put64(uint8_t *p, uint64_t v) {
  for (int i = 0; i < 8; i++) p[i] = (uint8_t)(v >> 8 * i);
}

// The name of an EF_AMDGPU_MACH number (AMDGPUUsage of LLVM 16).
static const char *processor(uint32_t number) {
  static const char
      *const names[] = {[0x20] = "gfx600", "gfx601",          "gfx700",  "gfx701",  "gfx702",           "gfx703",
                        "gfx704",          [0x28] = "gfx801", "gfx802",  "gfx803",  "gfx810",           "gfx900",
                        "gfx902",          "gfx904",          "gfx906",  "gfx908",  [0x31] = "gfx909",  "gfx90c",
                        "gfx1010",         "gfx1011",         "gfx1012", "gfx1030", "gfx1031",          "gfx1032",
                        "gfx1033",         [0x3A] = "gfx602", "gfx705",  "gfx805",  "gfx1035",          "gfx1034",
                        "gfx90a",          "gfx940",          "gfx1100", "gfx1013", [0x44] = "gfx1103", "gfx1036",
                        "gfx1101",         "gfx1102"};
  return number < sizeof names / sizeof *names && names[number] ? names[number] : "unknown";
}

// XNACK and SRAM-ECC in e_flags (D-LAUNCH-15).
static bool check_features(reader *r, const GElf_Ehdr *h) {
  const bool two_bits = h->e_ident[EI_ABIVERSION] >= 2;
  const uint32_t flags = h->e_flags >> 8;
  const uint32_t xnack = two_bits ? flags & 3 : FEATURE_ANY;
  const uint32_t sramecc = two_bits ? flags >> 2 & 3 : flags & 2 ? FEATURE_ANY : FEATURE_OFF;
  const uint32_t other = r->object->target == WL_TARGET_GFX906_SRAMECC ? FEATURE_OFF : FEATURE_ON;
  const bool wrong_sramecc = r->object->target != WL_TARGET_GFX900 && sramecc == other;
  if (xnack != FEATURE_ON && !wrong_sramecc) return true;
  return wl_fail(r->error, "%s: offset 48: e_flags 0x%x are of code for %s, this unit is %s", r->path, h->e_flags,
                 xnack == FEATURE_ON     ? "XNACK on"
                 : sramecc == FEATURE_ON ? "SRAM-ECC on"
                                         : "SRAM-ECC off",
                 wl_target_name(r->object->target));
}

static bool check_header(reader *r, GElf_Ehdr *h) {
  const char *p = r->path;
  if (elf_kind(r->elf) != ELF_K_ELF)
    return wl_fail(r->error, "%s: offset 0: not an ELF file (expected 7f 45 4c 46)", p);
  if (gelf_getclass(r->elf) != ELFCLASS64)
    return wl_fail(r->error, "%s: offset 4: ELF class %d, expected 2 (64-bit)", p, gelf_getclass(r->elf));
  if (!gelf_getehdr(r->elf, h)) return wl_fail(r->error, "%s: ELF header: %s", p, elf_errmsg(-1));
  if (h->e_ident[EI_DATA] != ELFDATA2LSB)
    return wl_fail(r->error, "%s: offset 5: data encoding %d, expected 1 (little endian)", p, h->e_ident[EI_DATA]);
  if (h->e_machine != EM_GPU)
    return wl_fail(r->error, "%s: offset 18: machine %u, expected 224 (AMDGPU)", p, h->e_machine);
  if (h->e_ident[EI_OSABI] != OSABI_HSA)
    return wl_fail(r->error, "%s: offset 7: OS ABI %u, expected 64 (AMDGPU HSA)", p, h->e_ident[EI_OSABI]);
  if (h->e_type != ET_DYN)
    return wl_fail(r->error, "%s: offset 16: ELF type %u, expected 3 (a linked shared object; run ld.lld -shared)", p,
                   h->e_type);
  r->version2 = h->e_ident[EI_ABIVERSION] == 0;
  if (r->version2 && (h->e_flags & 0xFF) <= NO_PROCESSOR_MAX) return true;
  const uint32_t mach = wl_target_isa(r->object->target) == WL_GFX906 ? MACH_GFX906 : MACH_GFX900;
  if ((h->e_flags & 0xFF) != mach)
    return wl_fail(r->error, "%s: offset 48: processor 0x%02x (%s) in e_flags 0x%x, expected 0x%02x (%s)", p,
                   h->e_flags & 0xFF, processor(h->e_flags & 0xFF), h->e_flags, mach, processor(mach));
  return check_features(r, h);
}

static bool load_segments(reader *r) {
  size_t count = 0;
  uint64_t top = 0;
  GElf_Phdr s;
  if (elf_getphdrnum(r->elf, &count)) return wl_fail(r->error, "%s: program headers: %s", r->path, elf_errmsg(-1));
  for (size_t i = 0; i < count; i++) {
    if (!gelf_getphdr(r->elf, (int)i, &s))
      return wl_fail(r->error, "%s: program header %zu: %s", r->path, i, elf_errmsg(-1));
    if (s.p_type != PT_LOAD && s.p_type != PT_NOTE && s.p_type != PT_DYNAMIC) continue;
    if (s.p_offset > r->file_size || s.p_filesz > r->file_size - s.p_offset)
      return wl_fail(r->error, "%s: segment %zu: %llu bytes at offset 0x%llx, but the file ends at 0x%llx (truncated?)",
                     r->path, i, (unsigned long long)s.p_filesz, (unsigned long long)s.p_offset,
                     (unsigned long long)r->file_size);
    if (s.p_type != PT_LOAD) continue;
    if (s.p_filesz > s.p_memsz)
      return wl_fail(r->error, "%s: segment %zu: file size 0x%llx is more than memory size 0x%llx", r->path, i,
                     (unsigned long long)s.p_filesz, (unsigned long long)s.p_memsz);
    if (s.p_vaddr > image_limit || s.p_memsz > image_limit - s.p_vaddr)
      return wl_fail(r->error, "%s: segment %zu: address 0x%llx, size 0x%llx pass the limit of 0x%llx bytes", r->path,
                     i, (unsigned long long)s.p_vaddr, (unsigned long long)s.p_memsz, (unsigned long long)image_limit);
    if (s.p_vaddr + s.p_memsz > top) top = s.p_vaddr + s.p_memsz;
  }
  if (!top) return wl_fail(r->error, "%s: no PT_LOAD segment among %zu program headers", r->path, count);

  wl_object *o = r->object;
  o->size = (top + WL_PAGE - 1) / WL_PAGE * WL_PAGE;
  o->image = calloc(1, o->size);
  size_t raw_size = 0;
  const char *raw = elf_rawfile(r->elf, &raw_size);
  if (!o->image || !raw)
    return wl_fail(r->error, "%s: out of memory for %llu bytes", r->path, (unsigned long long)o->size);
  for (size_t i = 0; i < count; i++) {
    gelf_getphdr(r->elf, (int)i, &s);
    if (s.p_type == PT_LOAD) memcpy(o->image + s.p_vaddr, raw + s.p_offset, s.p_filesz);
  }
  return true;
}

// Variables in global memory are in .data and .bss; what is written of other sections is for the linker.
static void count_variables(reader *r) {
  wl_object *o = r->object;
  Elf_Scn *section = NULL;
  size_t names = 0;
  if (elf_getshdrstrndx(r->elf, &names)) return;  // a file without sections
  while ((section = elf_nextscn(r->elf, section))) {
    GElf_Shdr h;
    const char *name = gelf_getshdr(section, &h) ? elf_strptr(r->elf, names, h.sh_name) : NULL;
    if (!name || !(h.sh_flags & SHF_WRITE) || (strcmp(name, ".data") != 0 && strcmp(name, ".bss") != 0) || !h.sh_size ||
        h.sh_addr > o->size || h.sh_size > o->size - h.sh_addr)
      continue;
    if (!o->variable_bytes || h.sh_addr < o->variables) o->variables = h.sh_addr;
    if (h.sh_addr + h.sh_size > o->variables_end) o->variables_end = h.sh_addr + h.sh_size;
    o->variable_bytes += h.sh_size;
  }
}

// Finds DT_RELA in the image. Its addresses are image offsets.
static bool read_dynamic(reader *r) {
  size_t count = 0;
  GElf_Phdr s;
  const wl_object *o = r->object;
  elf_getphdrnum(r->elf, &count);
  for (size_t i = 0; i < count; i++) {
    gelf_getphdr(r->elf, (int)i, &s);
    if (s.p_type != PT_DYNAMIC) continue;
    if (s.p_vaddr > o->size || s.p_filesz > o->size - s.p_vaddr)
      return wl_fail(r->error, "%s: dynamic section at address 0x%llx lies in no segment", r->path,
                     (unsigned long long)s.p_vaddr);
    for (uint64_t at = s.p_vaddr; at + 16 <= s.p_vaddr + s.p_filesz; at += 16) {
      uint64_t tag = get64(o->image + at), value = get64(o->image + at + 8);
      if (tag == DT_NULL) break;
      if (tag == DT_RELA) r->rela = value;
      if (tag == DT_RELASZ) r->rela_size = value;
      if (tag == DT_SYMTAB) r->symbols = value;
      if (tag == DT_STRTAB) r->names = value;
      if (tag == DT_REL || tag == TAG_RELR || ((tag == DT_PLTRELSZ || tag == TAG_RELRSZ) && value))
        return wl_fail(r->error, "%s: address 0x%llx: dynamic tag 0x%llx is not supported (only DT_RELA)", r->path,
                       (unsigned long long)at, (unsigned long long)tag);
    }
  }
  if (r->rela_size && (r->rela > o->size || r->rela_size > o->size - r->rela))
    return wl_fail(r->error, "%s: DT_RELA 0x%llx of 0x%llx bytes lies in no segment", r->path,
                   (unsigned long long)r->rela, (unsigned long long)r->rela_size);
  return true;
}

// The entry of a kernel, offset bytes behind its descriptor.
static bool read_entry(reader *r, const char *symbol, uint64_t at, uint64_t offset, struct wl_kernel *k) {
  const wl_object *o = r->object;
  const uint64_t entry = at + offset;
  if (entry < o->size && entry % 4 == 0) {
    k->info.descriptor = at;
    k->info.entry = entry;
    return true;
  }
  return wl_fail(r->error,
                 "%s: %s at address 0x%llx: entry 0x%llx lies outside the image (0x%llx bytes) or is not 4-aligned",
                 r->path, symbol, (unsigned long long)at, (unsigned long long)entry, (unsigned long long)o->size);
}

// Reads the kernel descriptor (kernel-launch.md 2) at an image offset.
static bool read_descriptor(reader *r, const char *symbol, uint64_t at, uint64_t size, struct wl_kernel *k) {
  const wl_object *o = r->object;
  unsigned long long where = at;
  if (size && size != DESCRIPTOR_SIZE)
    return wl_fail(r->error, "%s: %s at address 0x%llx: %llu bytes, expected a 64-byte kernel descriptor", r->path,
                   symbol, where, (unsigned long long)size);
  if (at > o->size || DESCRIPTOR_SIZE > o->size - at)
    return wl_fail(r->error, "%s: %s at address 0x%llx: descriptor truncated, the image ends at 0x%llx", r->path,
                   symbol, where, (unsigned long long)o->size);
  if (at % DESCRIPTOR_SIZE)
    return wl_fail(r->error, "%s: %s at address 0x%llx: descriptor is not 64-byte aligned", r->path, symbol, where);
  const uint8_t *d = o->image + at;
  static const struct {
    uint8_t from, to;
  } zero[] = {{12, 16}, {24, 48}, {58, 64}};
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++)
    for (uint32_t b = zero[i].from; b < zero[i].to; b++)
      if (d[b])
        return wl_fail(r->error, "%s: %s at address 0x%llx: byte %u of the descriptor is 0x%02x, expected 0 (%s)",
                       r->path, symbol, where, b, d[b], b >= 44 && b < 48 ? "compute_pgm_rsrc3 of gfx900" : "reserved");
  k->info = (wl_kernel_info){.rsrc1 = get32(d + 48),
                             .rsrc2 = get32(d + 52),
                             .properties = d[56] | (uint32_t)d[57] << 8,
                             .group_segment_size = get32(d),
                             .private_segment_size = get32(d + 4),
                             .kernarg_size = get32(d + 8)};
  return read_entry(r, symbol, at, get64(d + 16), k);
}

// Checks major.minor.stepping of version 2 (D-LAUNCH-12). The odd stepping is XNACK on or any.
static bool check_version2_target(reader *r, const char *where, uint32_t major, uint32_t minor, uint32_t stepping) {
  const uint32_t expected = wl_target_isa(r->object->target) == WL_GFX906 ? 6 : 0;
  if (major == 9 && minor == 0 && (stepping & ~1u) == expected) return true;
  return wl_fail(r->error, "%s: %s: code for %u.%u.%u, expected 9.0.%u (%s)", r->path, where, major, minor, stepping,
                 expected, wl_isa_name(wl_target_isa(r->object->target)));
}

// Reads amd_kernel_code_t of version 2 (kernel-launch.md 2.1) at an image offset.
static bool read_kernel_code(reader *r, const char *symbol, uint64_t at, struct wl_kernel *k) {
  const wl_object *o = r->object;
  char where[320];
  wl_text(where, sizeof where, "%.250s at address 0x%llx", symbol, (unsigned long long)at);
  if (at > o->size || KERNEL_CODE_SIZE > o->size - at)
    return wl_fail(r->error, "%s: %s: amd_kernel_code_t truncated, the image ends at 0x%llx", r->path, where,
                   (unsigned long long)o->size);
  if (at % DESCRIPTOR_SIZE)
    return wl_fail(r->error, "%s: %s: amd_kernel_code_t is not 64-byte aligned", r->path, where);
  const uint8_t *c = o->image + at;
  static const uint8_t no_directives[KERNEL_CODE_SIZE / 2];
  const uint32_t properties = get32(c + 56);
  const struct {
    const char *name;
    uint64_t found, expected;
  } fields[] = {{"amd_kernel_code_version_major", get32(c), 1},
                {"amd_machine_kind", get16(c + 8), 1},
                {"the reserved code_properties bits 31:23 and 15:10", properties & WL_CODE_RESERVED, 0},
                {"grid_workgroup_count (code_properties bits 9:7)", wl_field(properties, WL_CODE_GRID_COUNT), 0},
                {"ordered_append_gds (code_properties bit 16)", wl_field(properties, WL_CODE_ORDERED_APPEND), 0},
                {"is_ptr64 (code_properties bit 19)", wl_field(properties, WL_CODE_POINTERS64), 1},
                {"gds_segment_byte_size", get32(c + 68), 0},
                {"workgroup_fbarrier_count", get32(c + 80), 0},
                {"the logarithm of wavefront_size", c[103], 6},
                {"kernarg_segment_byte_size above 32 bits", get64(c + 72) >> 32, 0},
                {"control_directives", memcmp(c + 128, no_directives, sizeof no_directives) != 0, 0}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (fields[i].found != fields[i].expected)
      return wl_fail(r->error, "%s: %s: %s of its amd_kernel_code_t is 0x%llx, expected %llu", r->path, where,
                     fields[i].name, (unsigned long long)fields[i].found, (unsigned long long)fields[i].expected);
  if (!check_version2_target(r, where, get16(c + 10), get16(c + 12), get16(c + 14))) return false;
  k->info = (wl_kernel_info){.rsrc1 = get32(c + 48),
                             .rsrc2 = get32(c + 52),
                             .properties = properties & WL_CODE_USER_SGPRS,
                             .group_segment_size = get32(c + 64),
                             .private_segment_size = get32(c + 60),
                             .kernarg_size = get32(c + 72)};
  if (properties & WL_CODE_DYNAMIC_STACK) k->info.properties |= WL_PROPERTY_DYNAMIC_STACK;
  return read_entry(r, symbol, at, get64(c + 16), k);
}

static bool name_kernel(reader *r, const char *symbol, size_t length, struct wl_kernel *k) {
  if (length >= sizeof k->info.name)
    return wl_fail(r->error, "%s: %.60s...: the name of a kernel has %zu characters, at most %zu are possible", r->path,
                   symbol, length, sizeof k->info.name - 1);
  memcpy(k->info.name, symbol, length);
  return true;
}

static bool add_kernel(reader *r, const char *symbol, const GElf_Sym *s) {
  wl_object *o = r->object;
  struct wl_kernel k = {0};
  if (!(r->version2 ? read_kernel_code(r, symbol, s->st_value, &k)
                    : read_descriptor(r, symbol, s->st_value, s->st_size, &k)) ||
      !name_kernel(r, symbol, strlen(symbol) - (r->version2 ? 0 : 3), &k))
    return false;
  const uint64_t before = k.info.entry - k.info.descriptor;  // in version 2 the symbol is of structure and code
  if (r->version2 && before < s->st_size) k.code_size = s->st_size - before;
  for (uint32_t i = 0; i < o->kernel_count; i++)
    if (o->kernels[i].info.descriptor == k.info.descriptor) return true;
  struct wl_kernel *more = realloc(o->kernels, (o->kernel_count + 1) * sizeof *more);
  if (!more) return wl_fail(r->error, "%s: out of memory", r->path);
  o->kernels = more;
  o->kernels[o->kernel_count++] = k;
  return true;
}

// Calls f for every symbol of .dynsym and .symtab that the file defines, until f returns false.
static bool each_symbol(reader *r, bool (*f)(reader *r, const char *name, const GElf_Sym *s)) {
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn(r->elf, section))) {
    GElf_Shdr h;
    Elf_Data *data;
    if (!gelf_getshdr(section, &h) || (h.sh_type != SHT_DYNSYM && h.sh_type != SHT_SYMTAB)) continue;
    if (!(data = elf_getdata(section, NULL)) || !h.sh_entsize)
      return wl_fail(r->error, "%s: symbol table at offset 0x%llx is unreadable: %s", r->path,
                     (unsigned long long)h.sh_offset, elf_errmsg(-1));
    for (uint64_t i = 0; i < h.sh_size / h.sh_entsize; i++) {
      GElf_Sym s;
      if (!gelf_getsym(data, (int)i, &s)) continue;
      const char *name = elf_strptr(r->elf, h.sh_link, s.st_name);
      if (name && s.st_shndx != SHN_UNDEF && !f(r, name, &s)) return false;
    }
  }
  return true;
}

// Kernels are the symbols "name.kd", in version 2 those of a type of their own.
static bool kernel_symbol(reader *r, const char *name, const GElf_Sym *s) {
  size_t length = strlen(name);
  if (r->version2) return !length || GELF_ST_TYPE(s->st_info) != STT_KERNEL || add_kernel(r, name, s);
  return length <= 3 || strcmp(name + length - 3, ".kd") != 0 || add_kernel(r, name, s);
}

static bool code_symbol(reader *r, const char *name, const GElf_Sym *s) {
  (void)name;
  for (uint32_t i = 0; i < r->object->kernel_count; i++)
    if (GELF_ST_TYPE(s->st_info) == STT_FUNC && r->object->kernels[i].info.entry == s->st_value)
      r->object->kernels[i].code_size = s->st_size;
  return true;
}

static void find_ends(reader *r) {
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn(r->elf, section))) {
    GElf_Shdr h;
    if (!gelf_getshdr(section, &h) || !(h.sh_flags & SHF_EXECINSTR)) continue;
    for (uint32_t i = 0; i < r->object->kernel_count; i++) {
      struct wl_kernel *k = &r->object->kernels[i];
      if (k->info.entry - h.sh_addr < h.sh_size) k->section_size = h.sh_addr + h.sh_size - k->info.entry;
    }
  }
}

static bool find_kernels(reader *r) {
  if (!each_symbol(r, kernel_symbol) || !each_symbol(r, code_symbol)) return false;
  find_ends(r);
  if (elf_errno())
    return wl_fail(r->error, "%s: section headers are unreadable (file of %llu bytes, truncated?)", r->path,
                   (unsigned long long)r->file_size);
  return true;
}

static bool read_notes(reader *r) {
  size_t count = 0, raw_size = 0;
  const char *raw = elf_rawfile(r->elf, &raw_size);
  GElf_Phdr s;
  elf_getphdrnum(r->elf, &count);
  for (size_t i = 0; i < count; i++) {
    gelf_getphdr(r->elf, (int)i, &s);
    if (s.p_type != PT_NOTE) continue;
    for (uint64_t at = 0; at + 12 <= s.p_filesz;) {
      const uint8_t *n = (const uint8_t *)raw + s.p_offset + at;
      uint64_t name = get32(n), size = get32(n + 4), type = get32(n + 8);
      uint64_t desc = at + 12 + (name + 3) / 4 * 4;
      if (desc > s.p_filesz || size > s.p_filesz - desc)
        return wl_fail(r->error, "%s: offset 0x%llx: note of %llu bytes passes the end of its segment", r->path,
                       (unsigned long long)(s.p_offset + at), (unsigned long long)size);
      const uint8_t *what = (const uint8_t *)raw + s.p_offset + desc;
      if (type == NOTE_METADATA && name == 7 && !memcmp(n + 12, "AMDGPU", 7) &&
          !wl_metadata_read(r->object, what, size, r->error))
        return false;
      const bool of_version2 = r->version2 && name == 4 && !memcmp(n + 12, "AMD", 4);
      if (of_version2 && type == NOTE_TARGET && size >= 16 &&
          !check_version2_target(r, "note NT_AMD_HSA_ISA_VERSION", get32(what + 4), get32(what + 8), get32(what + 12)))
        return false;
      for (uint32_t k = 0; of_version2 && type == NOTE_METADATA_YAML && k < r->object->kernel_count; k++)
        r->object->kernels[k].unread_metadata = true;
      at = desc + (size + 3) / 4 * 4;
    }
  }
  return true;
}

// The value of the dynamic symbol of a relocation (D-LAUNCH-11). moves: it moves with the image.
static bool symbol_value(reader *r, uint64_t at, uint32_t number, uint64_t *value, bool *moves) {
  const wl_object *o = r->object;
  const uint64_t offset = r->symbols + (uint64_t)number * SYMBOL_SIZE;
  if (!r->symbols || r->symbols > o->size || offset > o->size || SYMBOL_SIZE > o->size - offset)
    return wl_fail(r->error, "%s: address 0x%llx: relocation with symbol %u, which lies outside the image", r->path,
                   (unsigned long long)at, number);
  const uint8_t *symbol = o->image + offset;
  const uint32_t section = get16(symbol + 6);
  const uint64_t name = r->names + get32(symbol);
  *value = get64(symbol + 8);
  *moves = section != SHN_ABS;
  if (section != SHN_UNDEF) return true;
  const bool named = r->names && r->names < o->size && name < o->size;
  return wl_fail(r->error, "%s: address 0x%llx: relocation with the undefined symbol %.*s", r->path,
                 (unsigned long long)at, named ? (int)(o->size - name < 200 ? o->size - name : 200) : 6,
                 named ? (const char *)o->image + name : "(none)");
}

// Reads every relocation, before any is applied: one may change the tables.
static bool read_relocations(reader *r) {
  wl_object *o = r->object;
  const uint64_t end = r->rela + r->rela_size;
  if (r->rela_size % RELOC_SIZE)
    return wl_fail(r->error, "%s: DT_RELASZ 0x%llx is no multiple of %d, the size of a relocation", r->path,
                   (unsigned long long)r->rela_size, RELOC_SIZE);
  if (r->rela_size && !(o->relocations = calloc(r->rela_size / RELOC_SIZE, sizeof *o->relocations)))
    return wl_fail(r->error, "%s: out of memory", r->path);
  for (uint64_t at = r->rela; at < end; at += RELOC_SIZE) {
    const uint8_t *entry = o->image + at;
    const uint32_t type = get32(entry + 8);
    wl_relocation *to = &o->relocations[o->relocation_count++];
    *to = (wl_relocation){.at = get64(entry), .moves = true};
    if (type != WL_RELOC_RELATIVE64 && type != RELOC_ABS64)
      return wl_fail(r->error,
                     "%s: address 0x%llx: relocation type %u, expected 3 (R_AMDGPU_ABS64) or 13 "
                     "(R_AMDGPU_RELATIVE64)",
                     r->path, (unsigned long long)at, type);
    if (to->at > o->size || 8 > o->size - to->at)
      return wl_fail(r->error, "%s: address 0x%llx: relocation of 0x%llx, which lies outside the image", r->path,
                     (unsigned long long)at, (unsigned long long)to->at);
    if (type == RELOC_ABS64 && !symbol_value(r, at, get32(entry + 12), &to->value, &to->moves)) return false;
    to->value += get64(entry + 16);
  }
  return true;
}

static void apply_relocations(wl_object *o) {
  for (uint64_t i = 0; i < o->relocation_count; i++) {
    const wl_relocation *r = &o->relocations[i];
    put64(o->image + r->at, r->value + (r->moves ? o->base : 0));
  }
}

wl_object *wl_object_open_any(const char *path, wl_target target, wl_error *error) {
  struct stat st;
  reader r = {.path = path, .error = error};
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st)) {
    wl_fail(error, "%s: %s", path, strerror(errno));
    if (fd >= 0) close(fd);
    return NULL;
  }
  r.file_size = (uint64_t)st.st_size;
  r.object = calloc(1, sizeof *r.object);
  if (r.object) r.object->target = target;
  elf_version(EV_CURRENT);
  elf_errno();
  r.elf = elf_begin(fd, ELF_C_READ, NULL);
  GElf_Ehdr header;
  bool good = r.object && (r.elf || wl_fail(error, "%s: offset 0: not an ELF file (%s)", path, elf_errmsg(-1)));
  if (good) wl_text(r.object->path, sizeof r.object->path, "%s", path);
  good = good && check_header(&r, &header) && load_segments(&r) && read_dynamic(&r) && read_relocations(&r) &&
         find_kernels(&r) && read_notes(&r);
  if (good) count_variables(&r);
  if (r.elf) elf_end(r.elf);
  close(fd);
  if (good) {
    r.object->file_size = r.file_size;
    r.object->version2 = r.version2;
    return r.object;
  }
  wl_object_free(r.object);
  return NULL;
}

wl_object *wl_object_open(const char *path, wl_target target, wl_error *error) {
  wl_object *o = wl_object_open_any(path, target, error);
  if (!o || o->kernel_count) return o;
  wl_fail(error, "%s: no kernel: no symbol %s", path,
          o->version2 ? "is of type STT_AMDGPU_HSA_KERNEL (version 2; is there a line .amdgpu_hsa_kernel?)"
                      : "ends in .kd (is there an .amdhsa_kernel block?)");
  wl_object_free(o);
  return NULL;
}

static const char raw_kernel[] = "main";

static bool is_raw(const wl_object *o) { return o->kernel_count == 1 && o->kernels[0].info.raw; }

static bool read_raw(wl_object *o, FILE *f, wl_error *error) {
  struct stat st;
  if (fstat(fileno(f), &st)) return wl_fail(error, "%s: %s", o->path, strerror(errno));
  if (!S_ISREG(st.st_mode)) return wl_fail(error, "%s: no file", o->path);
  o->file_size = (uint64_t)st.st_size;
  if (!o->file_size || o->file_size > image_limit)
    return wl_fail(error, "%s: found an image of %llu bytes, expected 1 to %llu", o->path,
                   (unsigned long long)o->file_size, (unsigned long long)image_limit);
  o->size = (o->file_size + WL_PAGE - 1) / WL_PAGE * WL_PAGE;
  o->image = calloc(1, o->size);
  o->kernels = calloc(1, sizeof *o->kernels);
  if (!o->image || !o->kernels)
    return wl_fail(error, "%s: out of memory for %llu bytes", o->path, (unsigned long long)o->size);
  if (fread(o->image, 1, o->file_size, f) != o->file_size) return wl_fail(error, "%s: cannot be read", o->path);
  o->kernel_count = 1;
  o->kernels[0] = (struct wl_kernel){.code_size = o->file_size, .section_size = o->file_size, .info.raw = true};
  wl_text(o->kernels[0].info.name, sizeof o->kernels[0].info.name, "%s", raw_kernel);
  return true;
}

wl_object *wl_object_open_raw(const char *path, wl_error *error) {
  wl_object *o = calloc(1, sizeof *o);
  FILE *f = fopen(path, "rbe");
  bool good = o || wl_fail(error, "%s: out of memory", path);
  if (good && !f) good = wl_fail(error, "%s: %s", path, strerror(errno));
  if (good) wl_text(o->path, sizeof o->path, "%s", path);
  good = good && read_raw(o, f, error);
  if (f) fclose(f);
  if (good) return o;
  wl_object_free(o);
  return NULL;
}

void wl_object_free(wl_object *o) {
  if (!o) return;
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    struct wl_kernel *k = &o->kernels[i];
    for (uint32_t j = 0; j < k->arg_count; j++) {
      free(k->args[j].name);
      free(k->args[j].type_name);
    }
    free(k->args);
    free(k->vec_type_hint);
  }
  free(o->kernels);
  for (uint32_t i = 0; i < o->printf_count; i++) free(o->printf_formats[i]);
  free(o->printf_formats);
  free(o->image);
  free(o->relocations);
  free(o);
}

bool wl_object_relocate(wl_object *o, uint64_t base, wl_error *error) {
  if (base % WL_PAGE)
    return wl_fail(error, "%s: base 0x%llx is not a multiple of 4096", o->path, (unsigned long long)base);
  uint64_t move = base - o->base;
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    o->kernels[i].info.descriptor += move;
    o->kernels[i].info.entry += move;
  }
  o->base = base;
  apply_relocations(o);
  return true;
}

static bool wanted_symbol(reader *r, const char *name, const GElf_Sym *s) {
  if (strcmp(name, r->wanted) != 0) return true;
  r->value = s->st_value;
  r->found = true;
  return false;
}

bool wl_object_symbol(const wl_object *o, const char *name, uint64_t *address, wl_error *error) {
  wl_error none;
  reader r = {.path = o->path, .wanted = name, .error = &none};
  if (is_raw(o)) {
    *address = o->base;
    return !strcmp(name, raw_kernel) ||
           wl_fail(error, "%s: no symbol named %s: an image has one, %s", o->path, name, raw_kernel);
  }
  int fd = open(o->path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return wl_fail(error, "%s: %s", o->path, strerror(errno));
  r.elf = elf_begin(fd, ELF_C_READ, NULL);
  if (r.elf) {
    each_symbol(&r, wanted_symbol);
    elf_end(r.elf);
  }
  close(fd);
  if (!r.found) return wl_fail(error, "%s: no symbol named %s", o->path, name);
  *address = o->base + r.value;
  return true;
}

// Keeps the symbol if it lies at or before the wanted address, and behind what was kept.
static bool nearest_symbol(reader *r, const char *name, const GElf_Sym *s) {
  const bool place = *name && s->st_shndx < SHN_LORESERVE && GELF_ST_TYPE(s->st_info) != STT_SECTION;
  if (!place || s->st_value > r->wanted_value || (r->found && s->st_value <= r->value)) return true;
  r->value = s->st_value;
  r->found = true;
  wl_text(r->nearest, sizeof r->nearest, "%s", name);
  return true;
}

void wl_object_nearest(const wl_object *o, uint64_t address, char *text, size_t size) {
  wl_error none;
  reader r = {.path = o->path, .wanted_value = address - o->base, .error = &none};
  *text = 0;
  if (address < o->base || address - o->base >= o->size) return;
  if (is_raw(o)) {
    r.found = true;
    wl_text(r.nearest, sizeof r.nearest, "%s", raw_kernel);
  } else {
    const int fd = open(o->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    r.elf = elf_begin(fd, ELF_C_READ, NULL);
    if (r.elf) {
      each_symbol(&r, nearest_symbol);
      elf_end(r.elf);
    }
    close(fd);
  }
  if (!r.found) return;
  const unsigned long long behind = r.wanted_value - r.value;
  if (behind) wl_text(text, size, "%s+0x%llx", r.nearest, behind);
  else wl_text(text, size, "%s", r.nearest);
}

bool wl_object_code(const wl_object *o, uint64_t *address, uint64_t *bytes) {
  uint64_t first = UINT64_MAX, end = 0;
  if (is_raw(o)) {
    first = 0;
    end = o->file_size;
  }
  const int fd = is_raw(o) ? -1 : open(o->path, O_RDONLY | O_CLOEXEC);
  Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ, NULL) : NULL;
  for (Elf_Scn *section = NULL; elf && (section = elf_nextscn(elf, section));) {
    GElf_Shdr h;
    if (!gelf_getshdr(section, &h) || !(h.sh_flags & SHF_EXECINSTR)) continue;
    if (h.sh_addr < first) first = h.sh_addr;
    if (h.sh_addr + h.sh_size > end) end = h.sh_addr + h.sh_size;
  }
  if (elf) elf_end(elf);
  if (fd >= 0) close(fd);
  if (end > o->size || first >= end) return false;
  *address = o->base + first;
  *bytes = end - first;
  return true;
}

// What the descriptor asks for and this unit does not have. NULL: nothing.
static const char *unsupported(const wl_kernel_info *k) {
  static const struct {
    uint32_t mask;
    const char *what;
  } properties[] = {{WL_PROPERTY_WAVE32, "wavefront size 32 (kernel_code_properties bit 10)"},
                    {WL_PROPERTY_RESERVED, "reserved kernel_code_properties bits"}};
  static const struct {
    uint32_t mask;
    const char *what;
  } rsrc1[] = {{WL_RSRC1_PRIORITY, "a wave priority (compute_pgm_rsrc1 bits 11:10)"},
               {WL_RSRC1_PRIV, "privileged mode (compute_pgm_rsrc1 bit 20)"},
               {WL_RSRC1_DEBUG_MODE, "debug mode (compute_pgm_rsrc1 bit 22)"},
               {WL_RSRC1_BULKY, "BULKY (compute_pgm_rsrc1 bit 24)"},
               {WL_RSRC1_CDBG_USER, "CDBG_USER (compute_pgm_rsrc1 bit 25)"},
               {WL_RSRC1_RESERVED, "reserved compute_pgm_rsrc1 bits 31:27"}};
  static const struct {
    uint32_t mask;
    const char *what;
  } rsrc2[] = {{WL_RSRC2_TRAP_HANDLER, "a trap handler (compute_pgm_rsrc2 bit 6)"},
               {WL_RSRC2_MEMORY_EXCEPTIONS, "memory exceptions (compute_pgm_rsrc2 bits 14:13)"},
               {WL_RSRC2_LDS_SIZE, "LDS_SIZE in the file (compute_pgm_rsrc2 bits 23:15; the dispatcher fills it in)"},
               {WL_RSRC2_FLOAT_EXCEPTIONS, "floating-point exceptions (compute_pgm_rsrc2 bits 30:24)"},
               {WL_RSRC2_RESERVED, "the reserved compute_pgm_rsrc2 bit 31"}};
  for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
    if (k->properties & properties[i].mask) return properties[i].what;
  for (size_t i = 0; i < sizeof rsrc1 / sizeof *rsrc1; i++)
    if (k->rsrc1 & rsrc1[i].mask) return rsrc1[i].what;
  for (size_t i = 0; i < sizeof rsrc2 / sizeof *rsrc2; i++)
    if (k->rsrc2 & rsrc2[i].mask) return rsrc2[i].what;
  static const uint8_t words[] = {4, 2, 2, 2, 2, 2, 1};  // of the properties from PRIVATE_BUFFER on
  uint32_t used = 0, count = wl_field(k->rsrc2, WL_RSRC2_USER_SGPRS);
  for (int i = 0; i < 7; i++) used += k->properties >> i & 1 ? words[i] : 0;
  if (count > USER_SGPRS_MAX) return "more than 16 user SGPRs (compute_pgm_rsrc2 bits 5:1)";
  if (count < used) return "more user SGPRs in kernel_code_properties than compute_pgm_rsrc2 bits 5:1 allow";
  if (wl_field(k->rsrc2, WL_RSRC2_WORK_ITEM_ID) == 3)
    return "the reserved work-item id mode 3 (compute_pgm_rsrc2 bits 12:11)";
  return NULL;
}

const struct wl_kernel *wl_object_kernel(const wl_object *o, const char *name, wl_error *error) {
  const struct wl_kernel *k = NULL;
  char names[384] = "";
  for (uint32_t i = 0; i < o->kernel_count; i++) {
    size_t used = strlen(names);
    wl_text(names + used, sizeof names - used, "%s%s", i ? ", " : "", o->kernels[i].info.name);
    if (name ? !strcmp(name, o->kernels[i].info.name) : o->kernel_count == 1) k = &o->kernels[i];
  }
  if (!k && name) {
    wl_fail(error, "%s: no kernel named %s; there are: %s", o->path, name, names);
    return NULL;
  }
  if (!k) {
    wl_fail(error, "%s: name one of its kernels: %s", o->path, names);
    return NULL;
  }
  const char *what = unsupported(&k->info);
  if (!what) return k;
  wl_fail(
      error,
      "%s: kernel %.200s: its descriptor (properties 0x%04x, rsrc1 0x%08x, rsrc2 0x%08x) asks for %s, which this unit "
      "does not have",
      o->path, k->info.name, k->info.properties, k->info.rsrc1, k->info.rsrc2, what);
  return NULL;
}
