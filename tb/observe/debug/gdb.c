// SPDX-License-Identifier: Apache-2.0
// GDB's remote protocol over the debugger: a wave is a thread, and the thread of slot n has the id n + 1.
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "check/arch/arch.h"
#include "observe/debug/packet.h"
#include "observe/debug/session.h"
#include "base/error.h"

enum { SGPRS_SHOWN = WL_SGPR_COUNT, VGPRS_SHOWN = MAX_VGPRS, GENERIC = 32, OUTPUT_PART = 2000 };
enum { INTERRUPT_BYTE = 3, SIGNAL_TRAP = 5, SIGNAL_INT = 2 };

static char reply[2 * PACKET_MOST + 8], last[2 * PACKET_MOST + 8];
static size_t last_size;

// ---- the connection ------------------------------------------------------------------------------

static int listen_at_port(const char *text, wl_error *error) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(text))};
  const int yes = 1, file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof at;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (file < 0 || setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) ||
      bind(file, (struct sockaddr *)&at, sizeof at) || listen(file, 1) ||
      getsockname(file, (struct sockaddr *)&at, &size)) {
    wl_fail(error, "--gdb: port %s of 127.0.0.1: %s", text, strerror(errno));
    return -1;
  }
  printf("waiting for GDB: target remote 127.0.0.1:%u\n", ntohs(at.sin_port));
  return file;
}

static int listen_at_path(const char *path, wl_error *error) {
  struct sockaddr_un at = {.sun_family = AF_UNIX};
  const int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (!wl_text(at.sun_path, sizeof at.sun_path, "%s", path)) {
    wl_fail(error, "--gdb: %.300s: longer than %zu characters", path, sizeof at.sun_path - 1);
    return -1;
  }
  if (file < 0 || bind(file, (struct sockaddr *)&at, sizeof at) || listen(file, 1)) {
    wl_fail(error, "--gdb: %s: %s", path, strerror(errno));
    return -1;
  }
  printf("waiting for GDB: target remote %s\n", path);
  return file;
}

static bool is_port(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

bool gdb_open(wl_debug *d, wl_error *error) {
  const char *at = d->options.gdb;
  if (is_port(at) && (strlen(at) > 5 || atoi(at) > UINT16_MAX))
    return wl_fail(error, "--gdb: found \"%.40s\", expected a port from 0 to %d or a path", at, UINT16_MAX);
  d->listening = is_port(at) ? listen_at_port(at, error) : listen_at_path(at, error);
  fflush(stdout);
  return d->listening >= 0;
}

void gdb_accept(wl_debug *d) {
  const int yes = 1;
  while (!debug_wait_for(d, d->listening)) debug_quit(d);  // a signal: the user waits no longer
  d->client = accept4(d->listening, NULL, NULL, SOCK_CLOEXEC);
  if (d->client < 0) {
    fprintf(stderr, "ERROR: --gdb: %s\n", strerror(errno));
    d->shared->wrong = true;
    debug_quit(d);
  }
  (void)setsockopt(d->client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);  // a path has no such option
  close(d->listening);
  if (!is_port(d->options.gdb)) unlink(d->options.gdb);
  printf("GDB is connected\n");
  fflush(stdout);
}

static _Noreturn void gone(wl_debug *d) {
  printf("GDB is gone at %s %" PRIu64 ": the session ends\n", debug_unit(d), d->position);
  d->shared->wrong = true;
  debug_quit(d);
}

static void send_bytes(wl_debug *d, const char *bytes, size_t size) {
  while (size) {
    const ssize_t sent = send(d->client, bytes, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) gone(d);
    bytes += sent;
    size -= (size_t)sent;
  }
}

static void send_packet(wl_debug *d, const char *data, size_t size) {
  last_size = packet_make(data, size, last, sizeof last);
  send_bytes(d, last, last_size);
}

static void say(wl_debug *d, const char *text) { send_packet(d, text, strlen(text)); }

// Output on the client's console.
static void say_output(wl_debug *d, const char *text, size_t size) {
  char part[2 * OUTPUT_PART + 2] = "O";
  for (size_t at = 0; at < size; at += OUTPUT_PART) {
    const size_t n = size - at < OUTPUT_PART ? size - at : OUTPUT_PART;
    hex_of_bytes((const uint8_t *)text + at, n, part + 1);
    say(d, part);
  }
}

bool gdb_interrupted(wl_debug *d) {
  uint8_t byte;
  const ssize_t got = recv(d->client, &byte, 1, MSG_DONTWAIT | MSG_PEEK);
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) gone(d);
  if (got != 1 || byte != INTERRUPT_BYTE) return false;
  (void)recv(d->client, &byte, 1, 0);
  return true;
}

// ---- threads -------------------------------------------------------------------------------------

// "1": a thread id. -1 and 0 are any: the wave that commands are about.
static bool thread_parse(const wl_debug *d, const char *text, uint32_t *slot) {
  uint64_t id;
  if (!strcmp(text, "-1") || !strcmp(text, "0")) {
    *slot = d->shared->slot;
    return true;
  }
  if (!hex_number(&text, &id) || *text || id > WL_MAX_WAVES || !id) return false;
  *slot = (uint32_t)id - 1;
  return true;
}

// The waves that GDB sees: where none lives, the thread of the last one, for GDB takes no empty list.
static uint32_t threads(const wl_debug *d) { return d->now.live ? d->now.live : 1u << d->shared->slot; }

static void list_threads(wl_debug *d) {
  char text[4 * WL_MAX_WAVES + 2];
  size_t n = 0;
  for (uint32_t slots = threads(d); slots; slots &= slots - 1)
    n += (size_t)snprintf(text + n, sizeof text - n, "%c%x", n ? ',' : 'm', __builtin_ctz(slots) + 1);
  say(d, text);
}

static void thread_text(const wl_debug *d, uint32_t slot, char *text, size_t size) {
  char waits[200] = "no wave";
  if (slot_live(d, slot) && d->now.model) d->now.ops->waiting_for(d->now.model, slot, waits, sizeof waits);
  snprintf(text, size, "slot %u: %s", slot, waits);
}

// ---- registers -----------------------------------------------------------------------------------

// GDB's numbers: 32 registers of the architecture that it believes in, which nobody has; PC; the other wave state
// registers; SGPRs; VGPRs; one more that nobody has.
enum { NUMBER_PC = GENERIC };

static uint32_t numbered_rows(const wl_debug *d, uint32_t rows[WL_MODEL_ROWS]) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < d->now.ops->row_count; i++)
    if (row_here(d, i)) rows[n++] = i;
  return n;
}

// The digits of a register, 'x' where there is none. False: GDB has no such number.
static bool register_text(const wl_debug *d, uint32_t slot, uint64_t number, char *to) {
  uint32_t rows[WL_MODEL_ROWS];
  const uint32_t count = numbered_rows(d, rows);
  uint8_t bytes[DEBUG_BYTES];
  debug_thing t = {.slot = slot, .count = 1, .bytes = 4};
  bool has = true;
  if (number < GENERIC) {
    t.bytes = 8;
    has = false;
  } else if (number - GENERIC < count) {
    t.kind = THING_ROW;
    t.first = rows[number - GENERIC];
    t.bytes = d->now.ops->rows[t.first].bits > 32 ? 8 : 4;
  } else if (number - GENERIC - count < SGPRS_SHOWN) {
    t.kind = THING_SGPR;
    t.first = (uint32_t)(number - GENERIC - count);
    has = t.first < d->now.wave[slot].sgprs;
  } else if (number - GENERIC - count - SGPRS_SHOWN < VGPRS_SHOWN) {
    t.kind = THING_VGPR;
    t.first = (uint32_t)(number - GENERIC - count - SGPRS_SHOWN);
    t.bytes = vgpr_bytes(d);
  } else if (number - GENERIC - count - SGPRS_SHOWN == VGPRS_SHOWN) {
    has = false;
  } else {
    return false;
  }
  if (has && thing_read(d, &t, d->shared->side, bytes)) {
    hex_of_bytes(bytes, t.bytes, to);
  } else {
    memset(to, number == NUMBER_PC ? '0' : 'x', 2 * t.bytes);  // GDB needs a PC, also where no wave is
    to[2 * t.bytes] = 0;
  }
  return true;
}

// All but the VGPRs: GDB asks for them one by one.
static void all_registers(wl_debug *d) {
  uint32_t rows[WL_MODEL_ROWS];
  const uint32_t count = GENERIC + numbered_rows(d, rows) + SGPRS_SHOWN;
  size_t n = 0;
  for (uint32_t i = 0; i < count; i++) {
    register_text(d, d->shared->slot, i, reply + n);
    n += strlen(reply + n);
  }
  say(d, reply);
}

// ---- documents -----------------------------------------------------------------------------------

static void describe_target(const wl_debug *d, FILE *out) {
  uint32_t rows[WL_MODEL_ROWS];
  const uint32_t count = numbered_rows(d, rows);
  // GDB knows no amdgcn without AMD's library. It takes one of its architectures only with that one's registers: they
  // are there by name and have no value.
  fprintf(out,
          "<?xml version=\"1.0\"?>\n<!DOCTYPE target SYSTEM \"gdb-target.dtd\">\n<target version=\"1.0\">\n"
          "<architecture>aarch64</architecture>\n<feature name=\"org.gnu.gdb.aarch64.core\">\n");
  for (uint32_t i = 0; i + 1 < GENERIC; i++)
    fprintf(out, "<reg name=\"x%u\" bitsize=\"64\" type=\"int\" regnum=\"%u\" group=\"none\"/>\n", i, i);
  fprintf(out, "<reg name=\"sp\" bitsize=\"64\" type=\"data_ptr\" regnum=\"%d\" group=\"none\"/>\n", GENERIC - 1);
  fprintf(out, "<reg name=\"pc\" bitsize=\"64\" type=\"code_ptr\" regnum=\"%d\"/>\n", NUMBER_PC);
  fprintf(out, "<reg name=\"cpsr\" bitsize=\"32\" type=\"int\" regnum=\"%u\" group=\"none\"/>\n</feature>\n",
          GENERIC + count + SGPRS_SHOWN + VGPRS_SHOWN);
  fprintf(out, "<feature name=\"org.wavelock.wave\">\n<vector id=\"lanes\" type=\"uint%d\" count=\"%d\"/>\n",
          wl_wide_lanes(d->machine.config) ? 64 : 32, WL_LANES);
  for (uint32_t i = 1; i < count; i++) {
    const wl_model_row *row = &d->now.ops->rows[rows[i]];
    fprintf(out, "<reg name=\"");
    for (const char *c = row->name; *c; c++) fputc(tolower((unsigned char)*c), out);
    fprintf(out, "\" bitsize=\"%d\" type=\"uint%d\" regnum=\"%u\" group=\"general\"/>\n", row->bits > 32 ? 64 : 32,
            row->bits > 32 ? 64 : 32, GENERIC + i);
  }
  for (uint32_t i = 0; i < SGPRS_SHOWN; i++)
    fprintf(out, "<reg name=\"s%u\" bitsize=\"32\" type=\"uint32\" regnum=\"%u\" group=\"sgpr\"/>\n", i,
            GENERIC + count + i);
  for (uint32_t i = 0; i < VGPRS_SHOWN; i++)
    fprintf(out, "<reg name=\"v%u\" bitsize=\"%u\" type=\"lanes\" regnum=\"%u\" group=\"vector\"/>\n", i,
            8 * vgpr_bytes(d), GENERIC + count + SGPRS_SHOWN + i);
  fprintf(out, "</feature>\n</target>\n");
}

static void describe_threads(const wl_debug *d, FILE *out) {
  fprintf(out, "<?xml version=\"1.0\"?>\n<threads>\n");
  for (uint32_t slots = threads(d); slots; slots &= slots - 1) {
    const uint32_t slot = (uint32_t)__builtin_ctz(slots);
    char text[256];
    thread_text(d, slot, text, sizeof text);
    fprintf(out, "<thread id=\"%x\" name=\"slot %u\">", slot + 1, slot);
    for (const char *c = text; *c; c++) {
      if (*c == '<') fputs("&lt;", out);
      else if (*c == '&') fputs("&amp;", out);
      else fputc(*c, out);
    }
    fprintf(out, "</thread>\n");
  }
  fprintf(out, "</threads>\n");
}

// A part of a document: "m" with more to come, "l" with the last.
static void transfer(wl_debug *d, void (*describe)(const wl_debug *d, FILE *out), const char *range) {
  uint64_t offset, length;
  char *text = NULL;
  size_t size = 0;
  if (!hex_number(&range, &offset) || *range++ != ',' || !hex_number(&range, &length) || *range) {
    say(d, "E01");
    return;
  }
  FILE *out = open_memstream(&text, &size);
  if (!out) {
    say(d, "E01");
    return;
  }
  describe(d, out);
  fclose(out);
  if (offset > size) offset = size;
  uint64_t n = size - offset < length ? size - offset : length;
  if (n > PACKET_MOST - 1) n = PACKET_MOST - 1;
  reply[0] = offset + n < size ? 'm' : 'l';
  memcpy(reply + 1, text + offset, n);
  send_packet(d, reply, n + 1);
  free(text);
}

// ---- going on, stopping --------------------------------------------------------------------------

// output: the client's console may be told why, as it may where the run had gone on.
static void say_stop(wl_debug *d, bool output) {
  char text[200], more[80] = "";
  const debug_break *b = NULL;
  for (uint32_t i = 0; i < DEBUG_BREAKS && d->why_break >= 0; i++) {
    const debug_break *one = &d->shared->breaks[i];
    if (one->kind != BREAK_NONE && (int)one->number == d->why_break) b = one;
  }
  if (d->ended) snprintf(more, sizeof more, "replaylog:end;");
  else if (d->position == d->first) snprintf(more, sizeof more, "replaylog:begin;");
  else if (b && b->gdb && b->kind == BREAK_WATCH) snprintf(more, sizeof more, "watch:%" PRIx64 ";", b->thing.at);
  const bool plain = !strcmp(d->why, "step") || !strcmp(d->why, "back") || (b && b->gdb);
  if (output && *d->why && !plain) {
    char line[DEBUG_TEXT + 64];
    const int n = snprintf(line, sizeof line, "%s %" PRIu64 ": %s\n", debug_unit(d), d->position, d->why);
    say_output(d, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
  }
  const bool asked = !strcmp(d->why, "interrupted");
  snprintf(text, sizeof text, "T%02xthread:%x;%s", asked ? SIGNAL_INT : SIGNAL_TRAP, d->shared->slot + 1, more);
  say(d, text);
}

// Where the run cannot go there, it stops at once where it is.
static bool go(wl_debug *d, bool goes, bool backward, const char *why) {
  char text[80];
  if (goes) return true;
  d->shared->reply = REPLY_NONE;
  say_output(d, why, strlen(why));
  say_output(d, "\n", 1);
  snprintf(text, sizeof text, "T05thread:%x;replaylog:%s;", d->shared->slot + 1, backward ? "begin" : "end");
  say(d, text);
  return false;
}

// Each returns whether the run goes on from here.
static bool go_on(wl_debug *d) {
  char why[DEBUG_TEXT] = "";
  d->shared->reply = REPLY_STOP;
  return go(d, debug_continue(d, why), false, why);
}

static bool step(wl_debug *d, uint32_t slot) {
  char why[DEBUG_TEXT] = "";
  d->shared->reply = REPLY_STOP;
  d->shared->slot = slot;
  return go(d, debug_step(d, slot, 1, why), false, why);
}

static bool go_back(wl_debug *d, bool to_break) {
  char why[DEBUG_TEXT] = "";
  d->shared->reply = REPLY_STOP;
  if (!to_break) d->shared->slot = d->shared->gdb_slot;
  const bool goes = to_break ? debug_back_to_break(d, why) : debug_back(d, d->shared->slot, 1, why);
  return go(d, goes, true, why);
}

// "vCont;s:1;c": the first action that is a step steps its thread, and the others go on meanwhile.
static bool actions(wl_debug *d, const char *text) {
  uint32_t slot = d->shared->gdb_slot;
  bool steps = false, any = false;
  while (*text == ';') {
    const char what = *++text;
    char id[20] = "0";
    text += *text != 0;
    if (what == 'C' || what == 'S') text += strspn(text, "0123456789abcdefABCDEF");
    if (*text == ':') {
      const size_t n = strcspn(++text, ";");
      if (!wl_text(id, sizeof id, "%.*s", (int)n, text)) break;
      text += n;
    }
    uint32_t of = slot;
    if (!strchr("cCsS", what) || !what || (strcmp(id, "0") != 0 && !thread_parse(d, id, &of))) {
      say(d, "E01");
      return false;
    }
    any = true;
    if ((what == 's' || what == 'S') && !steps) {
      steps = true;
      slot = of;
    }
  }
  if (*text || !any) {
    say(d, "E01");
    return false;
  }
  return steps ? step(d, slot) : go_on(d);
}

// ---- breaks --------------------------------------------------------------------------------------

// "0,ADDRESS,KIND" behind Z or z.
static void set_break(wl_debug *d, const char *text, bool insert) {
  const char type = *text;
  uint64_t at, size;
  if (type < '0' || type > '4' || text[1] != ',') {
    say(d, "E01");
    return;
  }
  if (type > '2') {  // of reads: the debugger compares values
    say(d, "");
    return;
  }
  text += 2;
  if (!hex_number(&text, &at) || *text++ != ',' || !hex_number(&text, &size) || (*text && *text != ';')) {
    say(d, "E01");
    return;
  }
  debug_break b = {.kind = type == '2' ? BREAK_WATCH : BREAK_PC, .slot = DEBUG_ANY, .at = at, .gdb = true};
  if (b.kind == BREAK_WATCH) {
    uint8_t bytes[DEBUG_BYTES];
    b.thing = (debug_thing){.kind = THING_MEMORY, .at = at, .bytes = size > DEBUG_BYTES ? 0 : (uint32_t)size};
    wl_text(b.text, sizeof b.text, "memory 0x%" PRIx64 ", %" PRIu64 " bytes", at, size);
    if (!b.thing.bytes || !thing_read(d, &b.thing, SIDE_EXPECTED, bytes)) {
      say(d, "E02");
      return;
    }
  } else {
    wl_text(b.text, sizeof b.text, "0x%012" PRIx64, at);
  }
  debug_break *there = NULL;
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    debug_break *one = &d->shared->breaks[i];
    const bool same = one->kind == b.kind && one->gdb && one->at == at;
    if (same && (b.kind == BREAK_PC || one->thing.bytes == b.thing.bytes)) there = one;
  }
  if (!insert && there) there->kind = BREAK_NONE;
  if (insert && !there && !break_add(d, &b)) say(d, "E03");
  else say(d, "OK");
}

// ---- requests ------------------------------------------------------------------------------------

static void read_memory(wl_debug *d, const char *text) {
  static uint8_t bytes[PACKET_MOST / 2];
  uint64_t at, size;
  const bool dut = d->shared->side == SIDE_DUT && has_dut(d);
  if (!hex_number(&text, &at) || *text++ != ',' || !hex_number(&text, &size) || *text || size > sizeof bytes ||
      !wl_mem_read(dut ? d->machine.dut_memory : d->machine.expected_memory, at, bytes, size)) {
    say(d, "E01");
    return;
  }
  hex_of_bytes(bytes, size, reply);
  say(d, reply);
}

static void read_register(wl_debug *d, const char *text) {
  uint64_t number;
  if (hex_number(&text, &number) && !*text && register_text(d, d->shared->slot, number, reply)) say(d, reply);
  else say(d, "E01");
}

// A command of the prompt. True: the run goes on from here, and its output is told at the stop.
static bool monitor(wl_debug *d, const char *digits) {
  uint8_t line[512];
  char *text = NULL;
  size_t size = 0;
  const long n = bytes_of_hex(digits, strlen(digits), line, sizeof line - 1);
  FILE *out = n >= 0 && !memchr(line, 0, (size_t)n) ? open_memstream(&text, &size) : NULL;
  if (!out) {
    say(d, "E01");
    return false;
  }
  line[n] = 0;
  d->shared->reply = REPLY_MONITOR;
  const command_end end = command_run(d, (const char *)line, "", out);
  fclose(out);
  say_output(d, text, size);
  free(text);
  if (end == COMMAND_GO) return true;
  d->shared->reply = REPLY_NONE;
  say(d, "OK");
  return false;
}

static void say_monitored(wl_debug *d) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out) {
    fprintf(out, "%s %" PRIu64 "%s%s\n", debug_unit(d), d->position, *d->why ? ": " : "", d->why);
    if (!d->ended) show_place(d, out, d->shared->slot);
    fclose(out);
    say_output(d, text, size);
    free(text);
  }
  say(d, "OK");
}

static const char *behind(const char *text, const char *begin) {
  const size_t n = strlen(begin);
  return strncmp(text, begin, n) ? NULL : text + n;
}

static bool query(wl_debug *d, const char *text) {
  char line[300];
  const char *more;
  uint32_t slot;
  if (behind(text, "qSupported")) {
    snprintf(line, sizeof line,
             "PacketSize=%x;QStartNoAckMode+;qXfer:features:read+;qXfer:threads:read+;vContSupported+;ReverseStep+;"
             "ReverseContinue+",
             PACKET_MOST);
    say(d, line);
  } else if ((more = behind(text, "qXfer:features:read:target.xml:"))) {
    transfer(d, describe_target, more);
  } else if ((more = behind(text, "qXfer:threads:read::"))) {
    transfer(d, describe_threads, more);
  } else if (behind(text, "qXfer:")) {
    say(d, "E00");
  } else if (behind(text, "qfThreadInfo")) {
    list_threads(d);
  } else if (behind(text, "qsThreadInfo")) {
    say(d, "l");
  } else if ((more = behind(text, "qThreadExtraInfo,"))) {
    if (!thread_parse(d, more, &slot)) {
      say(d, "E01");
    } else {
      char hex[2 * sizeof line];
      thread_text(d, slot, line, sizeof line);
      hex_of_bytes((const uint8_t *)line, strlen(line), hex);
      say(d, hex);
    }
  } else if (!strcmp(text, "qC")) {
    snprintf(line, sizeof line, "QC%x", d->shared->slot + 1);
    say(d, line);
  } else if (behind(text, "qAttached")) {
    say(d, "1");
  } else if (behind(text, "qOffsets")) {
    snprintf(line, sizeof line, "TextSeg=%" PRIx64, d->code ? d->code->base : 0);
    say(d, line);
  } else if (behind(text, "qSymbol")) {
    say(d, "OK");
  } else if ((more = behind(text, "qRcmd,"))) {
    return monitor(d, more);
  } else {
    say(d, "");
  }
  return false;
}

static void choose_thread(wl_debug *d, const char *text) {
  uint32_t slot;
  if ((*text != 'g' && *text != 'c') || !thread_parse(d, text + 1, &slot)) {
    say(d, "E01");
    return;
  }
  if (*text == 'g') d->shared->slot = slot;
  d->shared->gdb_slot = slot;
  say(d, "OK");
}

// The run goes on to its end without a stop and without a client.
static bool detach(wl_debug *d) {
  char why[DEBUG_TEXT];
  say(d, "OK");
  printf("GDB has detached at %s %" PRIu64 "\n", debug_unit(d), d->position);
  d->shared->detached = true;
  if (!debug_finish(d, why)) debug_quit(d);
  return true;
}

static _Noreturn void kill_session(wl_debug *d) {
  printf("GDB ends the session at %s %" PRIu64 "\n", debug_unit(d), d->position);
  debug_quit(d);
}

// Writes are refused: a run that the client has changed would be no evidence.
static bool refuse(wl_debug *d) {
  say(d, "E.the state of a run cannot be written");
  return false;
}

// True: the run goes on from here.
static bool request(wl_debug *d, const char *text) {
  uint32_t slot;
  switch (*text) {
    case '?': say_stop(d, false); return false;
    case 'g': all_registers(d); return false;
    case 'p': read_register(d, text + 1); return false;
    case 'm': read_memory(d, text + 1); return false;
    case 'G':
    case 'P':
    case 'M':
    case 'X': return refuse(d);
    case 'c': return text[1] ? refuse(d) : go_on(d);
    case 's': return text[1] ? refuse(d) : step(d, d->shared->gdb_slot);
    case 'C': return strchr(text, ';') ? refuse(d) : go_on(d);
    case 'S': return strchr(text, ';') ? refuse(d) : step(d, d->shared->gdb_slot);
    case 'b':
      if (!strcmp(text, "bc")) return go_back(d, true);
      if (!strcmp(text, "bs")) return go_back(d, false);
      break;
    case 'Z': set_break(d, text + 1, true); return false;
    case 'z': set_break(d, text + 1, false); return false;
    case 'H': choose_thread(d, text + 1); return false;
    case 'T': say(d, thread_parse(d, text + 1, &slot) && threads(d) >> slot & 1 ? "OK" : "E01"); return false;
    case 'q': return query(d, text);
    case 'Q':
      if (strcmp(text, "QStartNoAckMode") != 0) break;
      say(d, "OK");
      d->shared->no_ack = true;
      return false;
    case 'v':
      if (!strcmp(text, "vCont?")) say(d, "vCont;c;C;s;S");
      else if (behind(text, "vCont")) return actions(d, text + 5);
      else if (behind(text, "vKill")) say(d, "OK"), kill_session(d);
      else say(d, "");
      return false;
    case 'D': return detach(d);
    case 'k': kill_session(d);
    default: break;
  }
  say(d, "");
  return false;
}

void gdb_serve(wl_debug *d) {
  static packet_reader reader;
  if (d->shared->reply == REPLY_STOP) say_stop(d, true);
  if (d->shared->reply == REPLY_MONITOR) say_monitored(d);
  d->shared->reply = REPLY_NONE;
  for (;;) {
    uint8_t byte;
    if (!debug_wait_for(d, d->client)) continue;
    const ssize_t got = recv(d->client, &byte, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) gone(d);
    const packet_event event = packet_byte(&reader, byte);
    if (!d->shared->no_ack && (event == PACKET_WHOLE || event == PACKET_TOO_LONG)) send_bytes(d, "+", 1);
    if (event == PACKET_BAD_SUM) send_bytes(d, "-", 1);
    if (event == PACKET_NAK) send_bytes(d, last, last_size);
    if (event == PACKET_TOO_LONG) say(d, "E.longer than PacketSize");
    if (event == PACKET_WHOLE && request(d, reader.data)) return;
  }
}
