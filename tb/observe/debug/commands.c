// SPDX-License-Identifier: Apache-2.0
// The commands of the prompt, and the prompt.
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "observe/debug/session.h"
#include "base/error.h"

enum { WORDS = DEBUG_LINE / 2 + 4, AROUND_BEFORE = 4, AROUND = 12, MEMORY_BYTES = 64 };

// A command with its words. word[0] is its name; those that are missing are "".
typedef struct {
  wl_debug *d;
  FILE *out;
  uint32_t count;
  char *word[WORDS];
  char text[DEBUG_LINE];  // of the words
  debug_format format;    // behind the name, as in p/f
  char why[DEBUG_TEXT];
} call;

// others: more words for it, with a space between them.
typedef struct {
  const char *name, *others, *takes, *about;
  command_end (*run)(call *c);
} command;

__attribute__((format(printf, 2, 3))) static command_end wrong(call *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(c->why, sizeof c->why, format, args);
  va_end(args);
  return COMMAND_WRONG;
}

static bool number(const char *text, uint64_t *to) {
  char *end;
  errno = 0;
  *to = strtoull(text, &end, 0);
  return isdigit((unsigned char)*text) && !*end && !errno;
}

// The number in a word, or `none` where the word is missing.
static bool number_or(call *c, uint32_t word, uint64_t none, uint64_t least, uint64_t *to) {
  *to = none;
  if (word >= c->count) return true;
  if (number(c->word[word], to) && *to >= least) return true;
  wrong(c, "found \"%s\", expected a number from %" PRIu64 " on", c->word[word], least);
  return false;
}

static command_end go(bool goes) { return goes ? COMMAND_GO : COMMAND_WRONG; }

// ---- where the run goes --------------------------------------------------------------------------

static command_end do_continue(call *c) { return go(debug_continue(c->d, c->why)); }
static command_end do_finish(call *c) { return go(debug_finish(c->d, c->why)); }
static command_end do_back_continue(call *c) { return go(debug_back_to_break(c->d, c->why)); }

static command_end do_step(call *c) {
  uint64_t n;
  return !number_or(c, 1, 1, 1, &n) ? COMMAND_WRONG : go(debug_step(c->d, c->d->shared->slot, n, c->why));
}

static command_end do_back(call *c) {
  uint64_t n;
  return !number_or(c, 1, 1, 1, &n) ? COMMAND_WRONG : go(debug_back(c->d, c->d->shared->slot, n, c->why));
}

static command_end do_cycle(call *c) {
  uint64_t n;
  return !number_or(c, 1, 1, 1, &n) ? COMMAND_WRONG : go(debug_to_position(c->d, c->d->position + n, c->why));
}

static command_end do_back_cycle(call *c) {
  uint64_t n;
  if (!number_or(c, 1, 1, 1, &n)) return COMMAND_WRONG;
  const uint64_t far = c->d->position - c->d->first;
  if (!far) return wrong(c, "this is the beginning of the run");
  return go(debug_to_position(c->d, c->d->position - (n < far ? n : far), c->why));
}

static command_end do_goto(call *c) {
  uint64_t n;
  if (!number(c->word[1], &n))
    return wrong(c, "found \"%s\", expected the number of a %s", c->word[1], debug_unit(c->d));
  return go(debug_to_position(c->d, n, c->why));
}

// ---- breaks --------------------------------------------------------------------------------------

static bool slot_word(call *c, const char *text, int *slot) {
  uint64_t n;
  if (number(text, &n) && n < c->d->machine.config->waves) {
    *slot = (int)n;
    return true;
  }
  wrong(c, "found \"%s\", expected a slot from 0 to %u", text, c->d->machine.config->waves - 1);
  return false;
}

static command_end add(call *c, const debug_break *b) {
  const debug_break *made = break_add(c->d, b);
  if (!made) return wrong(c, "there are %d breaks and watches already; `delete N` removes one", DEBUG_BREAKS);
  fprintf(c->out, "%s %u: %s\n", made->kind == BREAK_WATCH ? "watch" : "break", made->number, made->text);
  return COMMAND_DONE;
}

static command_end do_break(call *c) {
  debug_break b = {.slot = DEBUG_ANY};
  char near[160], list[DEBUG_TEXT];
  uint32_t instructions = 0;
  if (!strcmp(c->word[1], "cycle") || !strcmp(c->word[1], "step")) {
    if (strcmp(c->word[1], debug_unit(c->d)) != 0)
      return wrong(c, "found \"%s\", expected \"%s\": so this run counts", c->word[1], debug_unit(c->d));
    b.kind = BREAK_POSITION;
    if (!number(c->word[2], &b.at)) return wrong(c, "found \"%s\", expected a number", c->word[2]);
    wl_text(b.text, sizeof b.text, "%s %" PRIu64, c->word[1], b.at);
    return add(c, &b);
  }
  if (!strcmp(c->word[1], "start") || !strcmp(c->word[1], "end")) {
    b.kind = *c->word[1] == 's' ? BREAK_START : BREAK_END;
    if (c->count > 2 && !slot_word(c, c->word[2], &b.slot)) return COMMAND_WRONG;
    if (b.slot == DEBUG_ANY) wl_text(b.text, sizeof b.text, "%s of a wave", c->word[1]);
    else wl_text(b.text, sizeof b.text, "%s of a wave in slot %d", c->word[1], b.slot);
    return add(c, &b);
  }
  if (c->count > 2 && strcmp(c->word[2], "slot") != 0)
    return wrong(c, "found \"%s\", expected nothing more, or `slot N`", c->word[2]);
  if (c->count > 2 && !slot_word(c, c->word[3], &b.slot)) return COMMAND_WRONG;
  if (strchr(c->word[1], ':')) {
    b.kind = BREAK_LINE;
    if (!(b.place_count = line_places(c->d, c->word[1], b.places, c->why))) return COMMAND_WRONG;
    snprintf(b.text, sizeof b.text, "%.60s", c->word[1]);
  } else if (place_parse(c->d, c->word[1], &b.at)) {
    b.kind = BREAK_PC;
    place_text(c->d, b.at, near, sizeof near);
    snprintf(b.text, sizeof b.text, "0x%012" PRIx64 "%s%.50s%s", b.at, *near ? " <" : "", near, *near ? ">" : "");
  } else if ((instructions = mnemonic_places(c->d, c->word[1], list))) {
    b.kind = BREAK_MNEMONIC;
    wl_text(b.mnemonic, sizeof b.mnemonic, "%s", c->word[1]);
    snprintf(b.text, sizeof b.text, "%.40s...", c->word[1]);
  } else {
    return wrong(c,
                 "found \"%s\", expected a label, label+0x10, an address, FILE:LINE, a mnemonic of the program, "
                 "`%s N`, `start` or `end`",
                 c->word[1], debug_unit(c->d));
  }
  const size_t used = strlen(b.text);
  if (b.slot != DEBUG_ANY) snprintf(b.text + used, sizeof b.text - used, " of slot %d", b.slot);
  const command_end end = add(c, &b);
  if (end == COMMAND_WRONG) return end;
  if (b.kind == BREAK_MNEMONIC) fprintf(c->out, "  %u in the program: %s\n", instructions, list);
  for (uint32_t i = 0; i < b.place_count; i++) {
    place_text(c->d, b.places[i], near, sizeof near);
    fprintf(c->out, "  0x%012" PRIx64 "%s%s%s\n", b.places[i], *near ? " <" : "", near, *near ? ">" : "");
  }
  return end;
}

// What `mem A N` and `lds A N` name, from a word on.
static bool range(call *c, uint32_t word, thing_kind kind, uint64_t bytes, debug_thing *t) {
  *t = (debug_thing){.kind = kind};
  if (kind == THING_MEMORY ? !place_parse(c->d, c->word[word], &t->at) : !number(c->word[word], &t->at)) {
    wrong(c, "found \"%s\", expected an address", c->word[word]);
    return false;
  }
  if (!number_or(c, word + 1, bytes, 1, &bytes)) return false;
  if (bytes > DEBUG_BYTES) {
    wrong(c, "found \"%s\" bytes, expected at most %d", c->word[word + 1], DEBUG_BYTES);
    return false;
  }
  t->bytes = (uint32_t)bytes;
  wl_text(t->name, sizeof t->name, "%s 0x%" PRIx64 ", %u bytes", kind == THING_LDS ? "LDS" : "memory", t->at, t->bytes);
  return true;
}

// The last two words as a condition on the value, "== 7", if they are one.
static bool condition(call *c, debug_break *b) {
  static const char *const names[] = {[IF_EQUAL] = "==", [IF_OTHER] = "!=", [IF_LESS] = "<", [IF_MORE] = ">"};
  for (break_condition i = IF_EQUAL; i <= IF_MORE && c->count > 2; i++) {
    if (strcmp(c->word[c->count - 2], names[i]) != 0) continue;
    if (!number(c->word[c->count - 1], &b->value)) {
      wrong(c, "found \"%s\" behind %s, expected a number without sign", c->word[c->count - 1], names[i]);
      return false;
    }
    b->condition = i;
    wl_text(b->text, sizeof b->text, " %s 0x%" PRIx64, names[i], b->value);
    c->count -= 2;
    c->word[c->count] = "";
    return true;
  }
  return true;
}

static command_end do_watch(call *c) {
  debug_break b = {.kind = BREAK_WATCH, .slot = DEBUG_ANY};
  uint8_t bytes[DEBUG_BYTES];
  char text[sizeof b.text];
  if (!condition(c, &b)) return COMMAND_WRONG;
  const bool memory = !strcmp(c->word[1], "mem"), lds = !strcmp(c->word[1], "lds");
  const uint32_t most = memory || lds ? 4 : 2;
  if (c->count > most)
    return wrong(c, "found \"%s\", expected nothing more, or ==, !=, < or > and a number", c->word[most]);
  if (memory || lds) {
    if (!range(c, 2, memory ? THING_MEMORY : THING_LDS, 4, &b.thing)) return COMMAND_WRONG;
    if (!thing_read(c->d, &b.thing, SIDE_EXPECTED, bytes)) return wrong(c, "%s: not all of it is there", b.thing.name);
  } else if (!thing_parse(c->d, c->word[1], c->d->shared->slot, &b.thing, c->why)) {
    return COMMAND_WRONG;
  }
  if (b.thing.bytes > DEBUG_BYTES)
    return wrong(c, "found \"%s\", expected at most %d bytes: %u VGPRs", c->word[1], DEBUG_BYTES,
                 DEBUG_BYTES / vgpr_bytes(c->d));
  const uint32_t each = watch_value_bytes(c->d, &b.thing);
  if (each < 8 && b.value >> (8 * each))
    return wrong(c, "found 0x%" PRIx64 ", expected a number of %u bytes: so much is compared at a time", b.value, each);
  snprintf(text, sizeof text, "%s%.30s", b.thing.name, b.text);
  memcpy(b.text, text, sizeof text);
  return add(c, &b);
}

static command_end do_breaks(call *c) {
  bool any = false;
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    const debug_break *b = &c->d->shared->breaks[i];
    if (b->kind == BREAK_NONE) continue;
    any = true;
    fprintf(c->out, "%s %u: %s%s\n", b->kind == BREAK_WATCH ? "watch" : "break", b->number, b->text,
            b->gdb ? " (of GDB)" : "");
  }
  if (!any) fprintf(c->out, "no breaks\n");
  return COMMAND_DONE;
}

static command_end do_delete(call *c) {
  uint64_t n = 0;
  bool found = false;
  if (c->count > 1 && !number(c->word[1], &n))
    return wrong(c, "found \"%s\", expected the number of a break", c->word[1]);
  for (uint32_t i = 0; i < DEBUG_BREAKS; i++) {
    debug_break *b = &c->d->shared->breaks[i];
    if (b->kind == BREAK_NONE || (c->count > 1 && b->number != n)) continue;
    b->kind = BREAK_NONE;
    found = true;
  }
  if (!found && c->count > 1)
    return wrong(c, "found \"%s\", expected the number of a break: `breaks` lists them", c->word[1]);
  return COMMAND_DONE;
}

// ---- what is shown -------------------------------------------------------------------------------

static command_end do_wave(call *c) {
  int slot;
  if (!slot_word(c, c->word[1], &slot)) return COMMAND_WRONG;
  if (!slot_live(c->d, (uint32_t)slot)) return wrong(c, "slot %d has no wave now: `waves` lists those that live", slot);
  c->d->shared->slot = (uint32_t)slot;
  show_place(c->d, c->out, (uint32_t)slot);
  return COMMAND_DONE;
}

static command_end do_waves(call *c) {
  show_waves(c->d, c->out);
  return COMMAND_DONE;
}

static command_end do_status(call *c) {
  show_status(c->d, c->out);
  return COMMAND_DONE;
}

static command_end do_regs(call *c) {
  const uint32_t slot = c->d->shared->slot;
  const bool all = c->count == 2 && !strcmp(c->word[1], "all");
  if (c->format.kind && (c->count == 1 || all)) return wrong(c, "found no register, expected one behind the format");
  if (c->count == 1 || all) {
    if (!slot_live(c->d, slot)) return wrong(c, "slot %u has no wave now: `waves` lists those that live", slot);
    registers_print(c->d, c->out, slot, all);
    return COMMAND_DONE;
  }
  debug_thing thing;
  for (uint32_t i = 1; i < c->count; i++)
    if (!thing_parse(c->d, c->word[i], slot, &thing, c->why)) return COMMAND_WRONG;
  for (uint32_t i = 1; i < c->count; i++) {
    if (!thing_parse(c->d, c->word[i], slot, &thing, c->why)) continue;
    if (!c->format.kind) thing_print(c->d, c->out, &thing);
    else if (!format_print(c->d, c->out, &thing, &c->format, c->why)) return COMMAND_WRONG;
  }
  return COMMAND_DONE;
}

static const char no_registers[] = "the unit's probe does not declare the level \"state\"";

static command_end do_diff(call *c) {
  if (!has_dut(c->d)) return wrong(c, "the model runs alone: there is nothing to compare");
  if (!has_dut_registers(c->d)) return wrong(c, "%s", no_registers);
  uint32_t count = 0;
  for (uint32_t slots = c->d->now.live; slots; slots &= slots - 1)
    count += registers_differ(c->d, c->out, (uint32_t)__builtin_ctz(slots));
  count += lds_differences(c->d, c->out);
  fprintf(c->out, "%u registers and dwords of the LDS differ\n", count);
  return COMMAND_DONE;
}

static command_end bytes_of(call *c, thing_kind kind) {
  debug_thing t;
  if (!range(c, 1, kind, MEMORY_BYTES, &t)) return COMMAND_WRONG;
  const bool good = c->format.kind ? format_print(c->d, c->out, &t, &c->format, c->why)
                                   : show_memory(c->d, c->out, t.kind, t.at, t.bytes, c->why);
  return good ? COMMAND_DONE : COMMAND_WRONG;
}

static command_end do_mem(call *c) { return bytes_of(c, THING_MEMORY); }
static command_end do_lds(call *c) { return bytes_of(c, THING_LDS); }

static command_end do_list(call *c) {
  const uint32_t slot = c->d->shared->slot;
  uint64_t at = 0, count = AROUND;
  if (c->count > 1 && !place_parse(c->d, c->word[1], &at))
    return wrong(c, "found \"%s\", expected a label, label+0x10, an address or FILE:LINE", c->word[1]);
  if (c->count == 1 && !slot_live(c->d, slot))
    return wrong(c, "slot %u has no wave now; `list PLACE` shows code at a place", slot);
  if (!number_or(c, 2, AROUND, 1, &count)) return COMMAND_WRONG;
  show_code(c->d, c->out, c->count > 1 ? at : pc_of_slot(c->d, slot), c->count > 1 ? 0 : AROUND_BEFORE,
            count < UINT32_MAX ? (uint32_t)count : UINT32_MAX);
  return COMMAND_DONE;
}

static command_end do_side(call *c) {
  const bool dut = !strcmp(c->word[1], "dut");
  if (!dut && strcmp(c->word[1], "expected") != 0)
    return wrong(c, "found \"%s\", expected dut or expected", c->word[1]);
  if (dut && !has_dut(c->d)) return wrong(c, "the model runs alone: there is no DUT");
  if (dut && !has_dut_registers(c->d)) return wrong(c, "%s", no_registers);
  c->d->shared->side = dut ? SIDE_DUT : SIDE_EXPECTED;
  return COMMAND_DONE;
}

static command_end do_source(call *c) {
  if (c->d->options.gdb) return wrong(c, "GDB reads files of commands itself");
  if (c->count != 2) return wrong(c, "found %u words, expected the name of a file", c->count - 1);
  return prompt_source(c->d, c->word[1], c->why) ? COMMAND_DONE : COMMAND_WRONG;
}

static command_end do_quit(call *c) {
  fflush(c->out);
  debug_quit(c->d);
}

static command_end do_info(call *c);
static command_end do_help(call *c);

static const command commands[] = {
    {"break", "b", "PLACE [slot N]", "stop where a wave gets to a label, label+0x10 or an address", do_break},
    {"break", NULL, "FILE:LINE|MNEMONIC [slot N]", "the same for a source line; for instructions whose text begins so",
     do_break},
    {"break", NULL, "cycle N", "stop at the beginning of the cycle (model alone: step N)", do_break},
    {"break", NULL, "start|end [SLOT]", "stop where a wave starts or has ended", do_break},
    {"watch", NULL, "REGISTER [== N]",
     "stop where it changes in DUT or model: exec, s4, s[4:7], v3, v3[63], mode[31:29]", do_watch},
    {"watch", NULL, "mem|lds ADDRESS [BYTES] [== N]",
     "the same for memory and LDS (4 bytes); ==, !=, <, >: to such a value", do_watch},
    {"breaks", NULL, "", "the breaks and watches", do_breaks},
    {"delete", "d", "[N]", "remove one, or all", do_delete},
    {"continue", "c", "", "run to the next break, divergence or end", do_continue},
    {"step", "s si stepi", "[N]", "until the wave has issued an instruction, or N", do_step},
    {"cycle", NULL, "[N]", "a cycle, or N (model alone: steps)", do_cycle},
    {"back", "rsi reverse-stepi", "[N]", "to where the wave had issued an instruction less, or N", do_back},
    {"back-cycle", NULL, "[N]", "a cycle back, or N", do_back_cycle},
    {"back-continue", "bc rc reverse-continue", "", "back to the break or divergence before", do_back_continue},
    {"goto", NULL, "N", "to the beginning of cycle N, forward or back; breaks do not stop it", do_goto},
    {"finish", NULL, "", "to the end of the run; breaks do not stop it", do_finish},
    {"regs", "p print", "[REGISTER...]", "wave state registers, or these; DUT and expected, what differs marked",
     do_regs},
    {"regs", NULL, "all", "all of the wave: SGPRs and VGPRs too", do_regs},
    {"regs", "p print", "/FORMAT REGISTER...",
     "as GDB: f, d, u, x: float, signed, unsigned, hex; h, w, g: 16, 32, 64 bits: p/fh v0", do_regs},
    {"diff", NULL, "", "what differs now, of all waves and the LDS", do_diff},
    {"mem", "x", "ADDRESS [BYTES]", "memory (64 bytes)", do_mem},
    {"mem", "x", "/FORMAT ADDRESS [BYTES]", "the same as numbers: x/f, x/dg", do_mem},
    {"lds", NULL, "ADDRESS [BYTES]", "the LDS, by byte address (64 bytes)", do_lds},
    {"lds", NULL, "/FORMAT ADDRESS [BYTES]", "the same as numbers", do_lds},
    {"list", "l", "[PLACE [N]]", "instructions around the PC or from a place on, with source lines", do_list},
    {"waves", NULL, "", "the live waves: PC, next instruction, why each waits", do_waves},
    {"wave", "thread", "SLOT", "what commands are about from now on", do_wave},
    {"status", NULL, "", "where the run is, what was compared, which snapshots there are", do_status},
    {"info", "i", "registers|breakpoints|threads|program", "as in GDB: regs, breaks, waves, status", do_info},
    {"side", NULL, "dut|expected", "whose registers and memory GDB sees (dut)", do_side},
    {"source", NULL, "FILE", "commands from a file, a line each", do_source},
    {"help", "h", "[COMMAND]", "this list, or its lines of a command", do_help},
    {"quit", "q", "", "end the session", do_quit},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const command of_info[] = {
    {"registers", NULL, "[REGISTER...]", "", do_regs},
    {"breakpoints", NULL, "", "", do_breaks},
    {"threads", NULL, "", "", do_waves},
    {"program", NULL, "", "", do_status},
};
enum { OF_INFO = sizeof of_info / sizeof *of_info };

// ---- words of commands ---------------------------------------------------------------------------

// Word i of a command, its name first. False: it has not so many.
static bool word_of(const command *c, uint32_t i, char word[32]) {
  if (!i) return wl_text(word, 32, "%s", c->name);
  const char *at = c->others;
  while (at && --i) at = (at = strchr(at, ' ')) ? at + 1 : NULL;
  return at && wl_text(word, 32, "%.*s", (int)strcspn(at, " "), at);
}

static bool begins_with(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

// The command of a word, or of the beginning of one. If several commands begin so, it is the one whose name begins them
// all, as break does breaks. NULL: there is none; why says what was expected.
static const command *find(const command *in, uint32_t count, const char *text, const char *what,
                           char why[DEBUG_TEXT]) {
  const command *found = NULL;
  char word[32], near[200] = "";
  bool one = true;
  for (uint32_t row = 0; row < count; row++) {
    if (row && !strcmp(in[row].name, in[row - 1].name)) continue;  // another form of the command
    for (uint32_t n = 0; word_of(&in[row], n, word); n++) {
      if (!strcmp(word, text)) return &in[row];
      if (!begins_with(word, text) || (found && !strcmp(found->name, in[row].name))) continue;
      const size_t used = strlen(near);
      snprintf(near + used, sizeof near - used, "%s%s", found ? ", " : "", in[row].name);
      if (!found || begins_with(found->name, in[row].name)) found = &in[row];
      else one = one && begins_with(in[row].name, found->name);
    }
  }
  if (found && one) return found;
  if (found) snprintf(why, DEBUG_TEXT, "found \"%.60s\", expected one of %s", text, near);
  else snprintf(why, DEBUG_TEXT, "found \"%.60s\", expected %s", text, what);
  return NULL;
}

static bool takes_format(const command *of) {
  for (uint32_t i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i].name, of->name) && *commands[i].takes == '/') return true;
  return false;
}

// The format that stands behind the name, which ends at `slash`, or in the next word. False: it is not known, or
// not taken.
static bool take_format(call *c, char *slash, const command *of) {
  const bool takes = takes_format(of);
  const char *text = slash ? slash + 1 : c->word[1] + 1;
  if (!slash && (!takes || *c->word[1] != '/')) return true;
  if (!takes) {
    wrong(c, "found \"/%.40s\", but it takes no format", text);
    return false;
  }
  if (!format_parse(text, &c->format)) {
    wrong(c, "found \"/%.40s\", expected /f, /d, /u or /x, and perhaps a size: h (16 bits), w (32), g (64)", text);
    return false;
  }
  if (slash) return true;
  memmove(c->word + 1, c->word + 2, (--c->count - 1) * sizeof *c->word);
  c->word[c->count] = "";
  return true;
}

static bool takes_so_many(call *c, const command *of) {
  if (*of->takes || c->count == 1) return true;
  wrong(c, "found \"%.60s\", expected nothing more", c->word[1]);
  return false;
}

static command_end do_info(call *c) {
  static const char expected[] = "registers, breakpoints, threads or program";
  if (c->count == 1) return wrong(c, "found nothing, expected %s", expected);
  const command *of = find(of_info, OF_INFO, c->word[1], expected, c->why);
  if (!of) return COMMAND_WRONG;
  memmove(c->word, c->word + 1, --c->count * sizeof *c->word);
  c->word[c->count] = "";
  return takes_so_many(c, of) ? of->run(c) : COMMAND_WRONG;
}

static command_end do_help(call *c) {
  const command *of = NULL;
  if (c->count > 1 && !(of = find(commands, COMMANDS, c->word[1], "a command: `help` lists them", c->why)))
    return COMMAND_WRONG;
  for (uint32_t i = 0; i < COMMANDS; i++) {
    char usage[80], word[32];
    if (of && strcmp(of->name, commands[i].name) != 0) continue;
    size_t used = (size_t)snprintf(usage, sizeof usage, "%s", commands[i].name);
    for (uint32_t n = 1; word_of(&commands[i], n, word); n++)
      used += (size_t)snprintf(usage + used, sizeof usage - used, ", %s", word);
    snprintf(usage + used, sizeof usage - used, " %s", commands[i].takes);
    fprintf(c->out, "  %-34s %s\n", usage, commands[i].about);
  }
  return COMMAND_DONE;
}

// Adds a word if it begins so and is new.
static void may_become(const char *text, const char *word, char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC],
                       uint32_t *count) {
  if (!begins_with(word, text) || *count == DEBUG_COMPLETIONS) return;
  for (uint32_t i = 0; i < *count; i++)
    if (!strcmp(words[i], word)) return;
  snprintf(words[(*count)++], DEBUG_MNEMONIC, "%s", word);
}

static void commands_complete(const char *text, char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC], uint32_t *count) {
  char word[32];
  for (uint32_t i = 0; i < COMMANDS; i++)
    for (uint32_t n = 0; word_of(&commands[i], n, word); n++)
      if (strlen(word) > 2) may_become(text, word, words, count);
}

// What may stand behind a command is what its line of help says: words in small letters, or what a name there means.
static void words_complete(const wl_debug *d, const command *of, const char *text,
                           char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC], uint32_t *count) {
  static char names[DEBUG_COMPLETIONS][DEBUG_MNEMONIC];
  char takes[80], *rest;
  snprintf(takes, sizeof takes, "%s", of->takes);
  for (char *word = strtok_r(takes, "[]|/. ", &rest); word; word = strtok_r(NULL, "[]|/. ", &rest)) {
    if (!strcmp(word, "COMMAND")) commands_complete(text, words, count);
    const uint32_t registers = !strcmp(word, "REGISTER") ? register_names(d, names) : 0;
    for (uint32_t i = 0; i < registers; i++) may_become(text, names[i], words, count);
    if (islower((unsigned char)*word)) may_become(text, word, words, count);
  }
}

uint32_t command_complete(const wl_debug *d, const char *line, char words[DEBUG_COMPLETIONS][DEBUG_MNEMONIC]) {
  char name[DEBUG_LINE], why[DEBUG_TEXT];
  uint32_t count = 0;
  line += strspn(line, " ");
  const char *space = strrchr(line, ' ');
  if (!space) {
    commands_complete(line, words, &count);
    return count;
  }
  snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " /"), line);
  const command *of = find(commands, COMMANDS, name, "", why);
  for (uint32_t i = 0; of && i < COMMANDS; i++)
    if (!strcmp(commands[i].name, of->name)) words_complete(d, &commands[i], space + 1, words, &count);
  return count;
}

command_end command_run(wl_debug *d, const char *line, const char *place, FILE *out) {
  call c = {.d = d, .out = out};
  if (!wl_text(c.text, sizeof c.text, "%s", line)) {
    fprintf(out, "%sdebug: found \"%.60s...\", expected a line of less than %d characters\n", place, line, DEBUG_LINE);
    return COMMAND_WRONG;
  }
  for (uint32_t i = 0; i < WORDS; i++) c.word[i] = "";
  char *rest, *word = strtok_r(c.text, " \t\r", &rest);
  for (; word && *word != '#'; word = strtok_r(NULL, " \t\r", &rest)) c.word[c.count++] = word;
  if (!c.count) return COMMAND_DONE;
  char *slash = strchr(c.word[0], '/');
  if (slash == c.word[0]) slash = NULL;
  if (slash) *slash = 0;
  const command *found = find(commands, COMMANDS, c.word[0], "a command: `help` lists them", c.why);
  const bool good = found && take_format(&c, slash, found) && takes_so_many(&c, found);
  const command_end end = good ? found->run(&c) : COMMAND_WRONG;
  if (end == COMMAND_WRONG) fprintf(out, "%s%s: %s\n", place, found ? found->name : "debug", c.why);
  return end;
}
