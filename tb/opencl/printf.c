// SPDX-License-Identifier: Apache-2.0
// The records of printf. clang's pass gives each call in the program a number and a line in the metadata:
// "number:arguments:size of each in bytes:format". A record is the number as a dword, and the arguments one behind the
// other. The buffer begins with two dwords, the bytes of all records and the size of the buffer. A call whose record
// does not fit leaves none.
#include "printf.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "formats.h"

// Below all buffers of the host (buffer.c), and above the regions of the device.
static const uint64_t ADDRESS = UINT64_C(0xF00000000);

enum { HEAD = 8, MAX_ARGUMENTS = 128, MAX_FLAGS = 8 };

bool printf_begin(wl_device *d, const struct wl_kernel *k, wl_launch *launch, wl_error *error) {
  const uint32_t head[2] = {0, CL_PRINTF_BUFFER};
  bool prints = false;
  for (uint32_t i = 0; i < k->arg_count; i++) prints |= !strcmp(k->args[i].kind, "hidden_printf_buffer");
  launch->printf_buffer = 0;
  if (!prints) return true;
  if (!wl_device_alloc_at(d, ADDRESS, CL_PRINTF_BUFFER, error)) return false;
  launch->printf_buffer = ADDRESS;
  return wl_device_write(d, ADDRESS, head, sizeof head, error);
}

// ---- formats -------------------------------------------------------------------------------------

typedef struct {
  uint32_t count, size[MAX_ARGUMENTS];
  const char *text;  // with the escapes of clang's pass
} format;

static bool read_format(const wl_object *o, uint32_t number, format *f) {
  const char *p = NULL;
  char *rest;
  for (uint32_t i = 0; i < o->printf_count && !p; i++)
    if (strtoul(o->printf_formats[i], &rest, 10) == number && *rest == ':') p = rest + 1;
  if (!p || !(p = strchr(p, ':'))) return false;
  // A colon of the format itself is escaped.
  for (*f = (format){.text = p + 1}; (p = strchr(f->text, ':')); f->text = p + 1) {
    if (f->count == MAX_ARGUMENTS) return false;
    f->size[f->count++] = (uint32_t)strtoul(f->text, NULL, 10);
  }
  return true;
}

// The character at *p, which moves behind it.
static char character(const char **p) {
  static const char letters[] = "abfnrv", values[] = "\a\b\f\n\r\v";
  const char *at = *p;
  const char *letter = *at == '\\' && at[1] ? strchr(letters, at[1]) : NULL;
  *p = at + 1;
  if (letter) return ++*p, values[letter - letters];
  if (!strncmp(at, "\\72", 3)) return *p += 2, ':';
  return *at == 4 ? FORMAT_MARKS[3] : *at;
}

// ---- conversions ---------------------------------------------------------------------------------

typedef struct {
  char flags[MAX_FLAGS];
  int width, precision;  // -1: none
  uint32_t vector;       // elements; 0: no vector
  char length[3];        // "hh", "h", "hl", "l" or ""
  char conversion;
} specification;

static int digits(const char **p) {
  int n = 0;
  for (; isdigit((unsigned char)**p); ++*p)
    if (n < 100000) n = 10 * n + (**p - '0');
  return n;
}

// A specification, behind its %. false: it is none of OpenCL C.
static bool read_specification(const char **p, specification *s) {
  *s = (specification){.width = -1, .precision = -1};
  size_t used = 0;
  for (; **p && strchr("-+ #0", **p); ++*p)
    if (used + 1 < sizeof s->flags && !strchr(s->flags, **p)) s->flags[used++] = **p;
  if (isdigit((unsigned char)**p)) s->width = digits(p);
  if (**p == '.') {
    ++*p;
    s->precision = digits(p);
  }
  if (**p == 'v') {
    ++*p;
    s->vector = (uint32_t)digits(p);
    if (s->vector != 2 && s->vector != 3 && s->vector != 4 && s->vector != 8 && s->vector != 16) return false;
  }
  static const char *const lengths[] = {"hh", "hl", "h", "ll", "l"};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    if (strncmp(*p, lengths[i], strlen(lengths[i])) != 0) continue;
    *p += strlen(lengths[i]);
    strcpy(s->length, strcmp(lengths[i], "ll") ? lengths[i] : "l");
    break;
  }
  if (**p > 0 && **p <= 3 && (*p)[1] == 'e') {
    s->conversion = FORMAT_MARKS[**p - 1];
    *p += 2;
    return true;
  }
  s->conversion = **p;
  if (!**p || !strchr("diouxXfFeEgGaAcsp", **p)) return false;
  ++*p;
  return true;
}

// A host's format for one element.
static void host_format(const specification *s, const char *length, char to[64]) {
  char width[16] = "", precision[16] = "";
  if (s->width >= 0) wl_text(width, sizeof width, "%d", s->width);
  if (s->precision >= 0) wl_text(precision, sizeof precision, ".%d", s->precision);
  wl_text(to, 64, "%%%s%s%s%s%c", s->flags, width, precision, length, s->conversion);
}

static double half_value(uint16_t h) {
  const int exponent = h >> 10 & 31;
  const double fraction = (h & 0x3FF) / 1024.0;
  const double size = exponent == 31 ? (h & 0x3FF ? (double)NAN : (double)INFINITY)
                                     : ldexp(exponent ? 1 + fraction : fraction, exponent ? exponent - 15 : -14);
  return h & 0x8000 ? -size : size;
}

static double real(const uint8_t *from, uint32_t size) {
  double d = 0;
  float f;
  uint16_t h;
  if (size == 8) memcpy(&d, from, 8);
  else if (size == 4) memcpy(&f, from, 4), d = f;
  else if (size == 2) memcpy(&h, from, 2), d = half_value(h);
  return d;
}

// The integer of an element, cut to the length that the specification gives.
static uint64_t integer(const specification *s, const uint8_t *from, uint32_t size) {
  uint64_t v = 0;
  memcpy(&v, from, size < 8 ? size : 8);
  const uint32_t given = !strcmp(s->length, "hh")  ? 8
                         : !strcmp(s->length, "h") ? 16
                         : !strcmp(s->length, "l") ? 64
                                                   : 32;
  const uint32_t bits = given < 8 * size ? given : 8 * size;
  if (bits >= 64) return v;
  v &= (UINT64_C(1) << bits) - 1;
  const bool is_signed = s->conversion == 'd' || s->conversion == 'i';
  return is_signed && v >> (bits - 1) ? v | ~UINT64_C(0) << bits : v;
}

static void print_element(FILE *to, const specification *s, const uint8_t *from, uint32_t size) {
  char format[64], *text;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  switch (s->conversion) {
    case 's':
      host_format(s, "", format);
      if ((text = strndup((const char *)from, size))) fprintf(to, format, text);
      free(text);
      break;
    case 'c':
      host_format(s, "", format);
      fprintf(to, format, (int)*from);
      break;
    case 'p':
      host_format(s, "", format);
      uint64_t address = 0;
      memcpy(&address, from, size < 8 ? size : 8);
      fprintf(to, format, (void *)(uintptr_t)address);
      break;
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
      host_format(s, "j", format);
      fprintf(to, format, (uintmax_t)integer(s, from, size));
      break;
    default: host_format(s, "", format); fprintf(to, format, real(from, size));
  }
#pragma GCC diagnostic pop
}

static void print_argument(FILE *to, const specification *s, const uint8_t *from, uint32_t size) {
  const uint32_t count = s->vector ? s->vector : 1;
  const uint32_t element = size / (count == 3 ? 4 : count);  // a vector of 3 has the size of one of 4
  for (uint32_t i = 0; element && i < count; i++) {
    if (i) fputc(',', to);
    print_element(to, s, from + i * element, element);
  }
}

static void print_record(FILE *to, const format *f, const uint8_t *arguments) {
  uint32_t next = 0;
  for (const char *p = f->text; *p;) {
    const char *from = p;
    const char c = character(&p);
    specification s;
    if (c != '%') {
      fputc(c, to);
    } else if (*p == '%') {
      fputc(*p++, to);
    } else if (read_specification(&p, &s) && next < f->count) {
      print_argument(to, &s, arguments, f->size[next]);
      arguments += f->size[next++];
    } else {
      fputc('%', to);
      p = from + 1;
    }
  }
}

static void print_records(FILE *to, const wl_object *o, const uint8_t *records, uint32_t size) {
  for (uint32_t at = 0; size - at >= 4;) {
    uint32_t number, bytes = 4;
    format f;
    memcpy(&number, records + at, 4);
    if (!read_format(o, number, &f)) return;
    for (uint32_t i = 0; i < f.count; bytes += f.size[i++])
      if (f.size[i] > size - at - bytes) return;
    print_record(to, &f, records + at + 4);
    at += bytes;
  }
}

static bool print(wl_device *d, const wl_object *o, wl_error *error) {
  uint32_t size;
  if (!wl_device_read(d, ADDRESS, &size, sizeof size, error)) return false;
  if (size > CL_PRINTF_BUFFER - HEAD) size = CL_PRINTF_BUFFER - HEAD;
  uint8_t *records = malloc(size + 1);
  bool good = records || wl_fail(error, "out of memory for what kernels print");
  good = good && wl_device_read(d, ADDRESS + HEAD, records, size, error);
  if (good) print_records(stdout, o, records, size);
  if (good) fflush(stdout);
  free(records);
  return good;
}

bool printf_end(wl_device *d, const wl_object *o, wl_launch *launch, wl_error *error) {
  if (!launch->printf_buffer) return true;
  const bool good = !o || print(d, o, error);
  launch->printf_buffer = 0;
  return wl_device_free(d, ADDRESS, error) && good;
}
