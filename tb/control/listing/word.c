// SPDX-License-Identifier: Apache-2.0
#include "word.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { FIELD_BITS = 21, SURE_CYCLES = 6, LAST_PLAIN_STALL = 11 };

const sass_control sass_padding = {.yield = true, .write = SASS_NO_BARRIER, .read = SASS_NO_BARRIER};

uint32_t sass_field(const sass_control *c) {
  return (uint32_t)c->stall | (c->yield ? 0u : 1u) << 4 | (uint32_t)c->write << 5 | (uint32_t)c->read << 8 |
         (uint32_t)c->wait << 11 | (uint32_t)c->reuse << 17;
}

sass_control sass_field_control(uint32_t field) {
  return (sass_control){.stall = field & 15,
                        .yield = !(field >> 4 & 1),
                        .write = field >> 5 & 7,
                        .read = field >> 8 & 7,
                        .wait = field >> 11 & 63,
                        .reuse = field >> 17 & 15};
}

uint64_t sass_word(const sass_control control[SASS_GROUP]) {
  uint64_t word = 0;
  for (int i = 0; i < SASS_GROUP; i++) word |= (uint64_t)sass_field(&control[i]) << (FIELD_BITS * i);
  return word;
}

bool sass_word_split(uint64_t word, sass_control control[SASS_GROUP]) {
  for (int i = 0; i < SASS_GROUP; i++)
    control[i] = sass_field_control((uint32_t)(word >> (FIELD_BITS * i)) & ((1u << FIELD_BITS) - 1));
  return !(word >> (FIELD_BITS * SASS_GROUP));
}

int sass_least_cycles(const sass_control *c) {
  if (c->stall == 0) return c->yield ? 1 : 0;
  return c->stall > LAST_PLAIN_STALL && !c->yield ? SURE_CYCLES : c->stall;
}

static int digit_value(char c) { return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10; }

static const char *refuse(const char *at, const char *what, const char **wrong, const char **expected) {
  *wrong = at;
  *expected = what;
  return NULL;
}

const char *sass_read_maxas_control(const char *p, sass_control *c, const char **wrong, const char **expected) {
  memset(c, 0, sizeof *c);
  if (p[0] == '-' && p[1] == '-') {
  } else if (!isxdigit((unsigned char)p[0])) {
    return refuse(p[0] == '-' ? p + 1 : p, "a wait mask, \"--\" or two hex digits", wrong, expected);
  } else if (!isxdigit((unsigned char)p[1])) {
    return refuse(p + 1, "the second hex digit of the wait mask", wrong, expected);
  } else {
    c->wait = (uint8_t)(digit_value(p[0]) << 4 | digit_value(p[1]));
    if (c->wait >> SASS_BARRIERS) return refuse(p, "a wait mask of 00 to 3f", wrong, expected);
  }
  p += 2;
  for (int i = 0; i < 2; i++) {
    uint8_t *barrier = i ? &c->write : &c->read;
    if (*p != ':') return refuse(p, "\":\"", wrong, expected);
    p++;
    if (*p == '-') *barrier = SASS_NO_BARRIER;
    else if (*p >= '1' && *p <= '6') *barrier = (uint8_t)(*p - '1');
    else return refuse(p, i ? "a write barrier, 1 to 6 or \"-\"" : "a read barrier, 1 to 6 or \"-\"", wrong, expected);
    p++;
  }
  if (*p != ':') return refuse(p, "\":\"", wrong, expected);
  p++;
  if (!*p || !strchr("Yy-", *p)) return refuse(p, "\"Y\" or \"-\"", wrong, expected);
  c->yield = *p++ != '-';
  if (*p != ':') return refuse(p, "\":\"", wrong, expected);
  p++;
  if (!isxdigit((unsigned char)*p)) return refuse(p, "a stall, one hex digit", wrong, expected);
  c->stall = (uint8_t)digit_value(*p++);
  if (*p != ' ' && *p != '\t') return refuse(p, "a space behind the control field", wrong, expected);
  return p;
}

static const char *cuasm_barrier(const char *p, char letter, uint8_t *barrier, const char **wrong,
                                 const char **expected) {
  if (*p != ':') return refuse(p, "\":\"", wrong, expected);
  p++;
  if (*p != letter) return refuse(p, letter == 'R' ? "\"R\"" : "\"W\"", wrong, expected);
  p++;
  if (*p == '-') *barrier = SASS_NO_BARRIER;
  else if (*p >= '0' && *p < '0' + SASS_BARRIERS) *barrier = (uint8_t)(*p - '0');
  else return refuse(p, "a barrier, 0 to 5 or \"-\"", wrong, expected);
  return p + 1;
}

const char *sass_read_cuasm_control(const char *p, sass_control *c, const char **wrong, const char **expected) {
  memset(c, 0, sizeof *c);
  if (*p != '[') return refuse(p, "\"[\"", wrong, expected);
  p++;
  if (*p != 'B') {
    for (int s = 0; s < SASS_REUSE_BITS; s++, p++) {
      if (*p != 'R' && *p != '-') return refuse(p, "a reuse bit, \"R\" or \"-\"", wrong, expected);
      if (*p == 'R') c->reuse |= (uint8_t)(1 << s);
    }
    if (*p != ':') return refuse(p, "\":\"", wrong, expected);
    p++;
    if (*p != 'B') return refuse(p, "\"B\"", wrong, expected);
  }
  p++;
  for (int b = 0; b < SASS_BARRIERS; b++, p++) {
    if (*p != '-' && *p != '0' + b) return refuse(p, "the barrier of this place or \"-\"", wrong, expected);
    if (*p != '-') c->wait |= (uint8_t)(1 << b);
  }
  if (!(p = cuasm_barrier(p, 'R', &c->read, wrong, expected))) return NULL;
  if (!(p = cuasm_barrier(p, 'W', &c->write, wrong, expected))) return NULL;
  if (*p != ':') return refuse(p, "\":\"", wrong, expected);
  p++;
  if (*p != 'Y' && *p != '-') return refuse(p, "\"Y\" or \"-\"", wrong, expected);
  c->yield = *p++ == 'Y';
  if (*p != ':') return refuse(p, "\":\"", wrong, expected);
  p++;
  if (*p != 'S') return refuse(p, "\"S\"", wrong, expected);
  p++;
  if (*p != '0' && *p != '1') return refuse(p, "a stall of 00 to 15", wrong, expected);
  if (!isdigit((unsigned char)p[1]) || (p[0] == '1' && p[1] > '5'))
    return refuse(p + 1, "a stall of 00 to 15", wrong, expected);
  c->stall = (uint8_t)((p[0] - '0') * 10 + p[1] - '0');
  p += 2;
  if (*p != ']') return refuse(p, "\"]\"", wrong, expected);
  return p + 1;
}

void sass_write_maxas_control(const sass_control *c, char text[SASS_CONTROL_TEXT]) {
  char wait[4] = "--", read[2] = "-", write[2] = "-";
  if (c->wait) snprintf(wait, sizeof wait, "%02x", c->wait);
  if (c->read != SASS_NO_BARRIER) read[0] = (char)('1' + c->read);
  if (c->write != SASS_NO_BARRIER) write[0] = (char)('1' + c->write);
  snprintf(text, SASS_CONTROL_TEXT, "%s:%s:%s:%c:%x", wait, read, write, c->yield ? 'Y' : '-', c->stall);
}

void sass_write_cuasm_control(const sass_control *c, char text[SASS_CONTROL_TEXT]) {
  char wait[SASS_BARRIERS + 1] = "------", read = '-', write = '-';
  for (int b = 0; b < SASS_BARRIERS; b++)
    if (c->wait >> b & 1) wait[b] = (char)('0' + b);
  if (c->read != SASS_NO_BARRIER) read = (char)('0' + c->read);
  if (c->write != SASS_NO_BARRIER) write = (char)('0' + c->write);
  snprintf(text, SASS_CONTROL_TEXT, "[B%s:R%c:W%c:%c:S%02d]", wait, read, write, c->yield ? 'Y' : '-', c->stall);
}

void sass_write_cuasm_reuse_control(const sass_control *c, char text[SASS_CONTROL_TEXT]) {
  char plain[SASS_CONTROL_TEXT], reuse[SASS_REUSE_BITS + 1] = "----";
  sass_write_cuasm_control(c, plain);
  for (int s = 0; s < SASS_REUSE_BITS; s++)
    if (c->reuse >> s & 1) reuse[s] = 'R';
  snprintf(text, SASS_CONTROL_TEXT, "[%s:%.*s", reuse, SASS_CONTROL_TEXT - 8, plain + 1);
}
