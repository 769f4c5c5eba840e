// SPDX-License-Identifier: Apache-2.0
// Reading guard, opcode and operands of one instruction: the same in all forms (maxwell-control.md 3.1, 3.2).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"

enum { MOST_NESTED = 16 };

// The operand that is being read, and its text so far.
typedef struct {
  sass_reader *r;
  sass_instruction *i;
  sass_operand *operand;
  char *text;
  size_t length;
  bool kind_known;
} scan;

static void put(scan *s, const char *text, size_t length) {
  for (size_t n = 0; n < length; n++) {
    s->text = sass_room(s->text, s->length, 1);
    s->text[s->length++] = text[n];
  }
}

static bool is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }
static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *skip_name(const char *p) {
  while (is_name(*p)) p++;
  return p;
}

static bool equals(const char *p, size_t length, const char *text) {
  return strlen(text) == length && !memcmp(p, text, length);
}

static bool all_digits(const char *p, size_t length) {
  for (size_t n = 0; n < length; n++)
    if (!isdigit((unsigned char)p[n])) return false;
  return length > 0;
}

// Words that are neither registers nor names. Texture channels are words of texture instructions alone.
static bool is_other(const scan *s, const char *p, size_t length) {
  static const char *const words[] = {"PR", "INF", "NAN", "QNAN", "SNAN", "CUBE"};
  static const char *const starts[] = {"SR_", "TEX_HEADER", "ARRAY_"};
  for (size_t n = 0; n < sizeof words / sizeof *words; n++)
    if (equals(p, length, words[n])) return true;
  for (size_t n = 0; n < sizeof starts / sizeof *starts; n++)
    if (!strncmp(p, starts[n], strlen(starts[n]))) return true;
  if (length > 2 && p[0] == 'S' && p[1] == 'B' && all_digits(p + 2, length - 2)) return true;
  if (length > 1 && p[0] == 'B' && all_digits(p + 1, length - 1)) return true;
  const sass_width width = s->i->opcode->width;
  return (width == SASS_TEXTURE || width == SASS_SHORT_TEXTURE) && strspn(p, "RGBA") >= length;
}

static void kind(scan *s, sass_operand_kind wanted) {
  if (!s->kind_known) s->operand->kind = wanted;
  s->kind_known = true;
}

static void found_register(scan *s, int number) {
  sass_operand *o = s->operand;
  const bool first = !s->kind_known || o->number == SASS_NO_REGISTER;
  kind(s, SASS_REGISTER);
  if (first) o->number = number;
  else if (o->second == SASS_NO_REGISTER) o->second = number;
}

// R0..R254, RZ, P0..P6, PT. Returns false after a message; *is says whether it was one.
static bool plain_register(scan *s, const char *p, size_t length, bool *is) {
  *is = true;
  if (equals(p, length, "RZ") || equals(p, length, "PT")) {
    kind(s, p[0] == 'R' ? SASS_REGISTER : SASS_PREDICATE);
    return true;
  }
  if (equals(p, length, "CC")) {
    kind(s, SASS_CODES);
    return true;
  }
  if ((p[0] == 'R' || p[0] == 'P') && all_digits(p + 1, length - 1)) {
    const int most = p[0] == 'R' ? SASS_LAST_R : SASS_PREDICATES - 1;
    const int number = length > 4 ? most + 1 : atoi(p + 1);
    if (number > most) return sass_refuse(s->r, p, "expected %c0 to %c%d", p[0], p[0], most);
    if (p[0] == 'R') {
      found_register(s, number);
    } else {
      if (!s->kind_known) s->operand->number = SASS_P0 + number;
      kind(s, SASS_PREDICATE);
    }
    return true;
  }
  *is = false;
  return true;
}

// A word and its text. What follows it, or NULL.
static const char *word(scan *s, const char *p) {
  const char *end = skip_name(p);
  sass_names *names = s->r->listing->names;
  // c[0x0][0x140] is a constant whatever c is; a name of <CONSTANT_MAPPING> may be param_in[0].
  const bool indexed = *end == '[';
  const size_t length = (size_t)(end - p), whole = length + (indexed ? strcspn(end, "]") + 1 : 0);
  const char *constant = sass_mapped_constant(names, p, whole);
  const int mapped = indexed ? SASS_NO_REGISTER : sass_mapped_register(names, p, length);
  if (constant) {
    kind(s, SASS_CONSTANT);
    put(s, constant, strlen(constant));
    return p + whole;
  }
  if (mapped != SASS_NO_REGISTER) {
    char text[SASS_REGISTER_TEXT];
    sass_register_text(names, mapped, text);
    found_register(s, mapped);
    put(s, text, strlen(text));
    return end;
  }
  bool is = false;
  if (!indexed && !plain_register(s, p, length, &is)) return NULL;
  if (indexed) kind(s, SASS_CONSTANT);
  else if (!is && is_other(s, p, length)) kind(s, SASS_OTHER);
  else if (!is) found_register(s, sass_own_register(names, p, length));
  put(s, p, length);
  return end;
}

// 4x<expr>: numbers, + - * /, parentheses. What follows the expression, or NULL.
static const char *expression(scan *s, const char *p, int depth);

static const char *factor(scan *s, const char *p, int depth) {
  p = sass_skip_space(p);
  if (*p == '-' || *p == '+') p = sass_skip_space(p + 1);
  if (*p == '(') {
    if (depth > MOST_NESTED) return sass_refuse(s->r, p, "expected fewer parentheses");
    p = expression(s, p + 1, depth + 1);
    if (!p) return NULL;
    if (*p != ')') return sass_refuse(s->r, p, "expected \")\"");
    return sass_skip_space(p + 1);
  }
  if (!isdigit((unsigned char)*p)) return sass_refuse(s->r, p, "expected a number");
  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
    p += 2;
    if (!isxdigit((unsigned char)*p)) return sass_refuse(s->r, p, "expected a hex digit");
    while (isxdigit((unsigned char)*p)) p++;
  } else {
    while (isdigit((unsigned char)*p)) p++;
  }
  return sass_skip_space(p);
}

static const char *expression(scan *s, const char *p, int depth) {
  for (;;) {
    p = factor(s, p, depth);
    if (!p || !*p || !strchr("+-*/", *p)) return p;
    p++;
  }
}

// A number: decimal, hex, float, 4x<expr>, 32@lo(name), or a dimension such as 2D. What follows it, or NULL.
static const char *number(scan *s, const char *p) {
  const char *start = p;
  char *after;
  if (p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
    p += 2;
    if (!isxdigit((unsigned char)*p)) return sass_refuse(s->r, p, "expected a hex digit");
    while (isxdigit((unsigned char)*p)) p++;
    if (!s->kind_known) {
      s->operand->value = strtoull(start, &after, 16);
      s->operand->integer = true;
    }
  } else {
    while (isdigit((unsigned char)*p)) p++;
    if (*p == 'x' && p[1] == '<') {
      p = expression(s, p + 2, 0);
      if (!p) return NULL;
      if (*p != '>') return sass_refuse(s->r, p, "expected \">\"");
      p++;
    } else if (*p == '@') {
      const char *end = p + strcspn(p, ");");
      if (*end != ')') return sass_refuse(s->r, end, "expected \")\"");
      p = end + 1;
    } else if (*p == 'D' && p == start + 1) {
      kind(s, SASS_OTHER);
      p++;
    } else if ((*p == '.' && (isdigit((unsigned char)p[1]) || !is_name(p[1]))) || *p == 'e' || *p == 'E') {
      if (*p == '.') p++;
      while (isdigit((unsigned char)*p)) p++;
      if (*p == 'e' || *p == 'E') {
        p++;
        if (*p == '+' || *p == '-') p++;
        if (!isdigit((unsigned char)*p)) return sass_refuse(s->r, p, "expected a digit of the exponent");
        while (isdigit((unsigned char)*p)) p++;
      }
    } else if (!s->kind_known) {
      s->operand->value = strtoull(start, &after, 10);
      s->operand->integer = true;
    }
  }
  if (is_name(*p)) return sass_refuse(s->r, p, "expected the end of the number");
  kind(s, SASS_IMMEDIATE);
  put(s, start, (size_t)(p - start));
  return p;
}

// A name in `( ) or, of an instruction that names targets, without. What follows it, or NULL.
static const char *target(scan *s, const char *p) {
  const bool quoted = *p == '`';
  if (quoted) {
    p++;
    if (*p != '(') return sass_refuse(s->r, p, "expected \"(\"");
    p++;
  }
  const char *end = sass_skip_label(p);
  if (end == p) return sass_refuse(s->r, p, "expected the name of a label");
  kind(s, SASS_TARGET);
  s->operand->label = sass_keep_text(s->r->listing, p, (size_t)(end - p));
  put(s, p, (size_t)(end - p));
  if (!quoted) return end;
  if (*end != ')') return sass_refuse(s->r, end, "expected \")\"");
  return end + 1;
}

bool sass_plain_label(const char *p) {
  const size_t length = (size_t)(skip_name(p) - p), all = (size_t)(sass_skip_label(p) - p);
  if (equals(p, length, "CC") || equals(p, all, "PT") || equals(p, all, "RZ")) return false;
  if ((*p == 'R' || *p == 'P') && all_digits(p + 1, all - 1)) return false;
  return all && !isdigit((unsigned char)*p);
}

// Whether a label stands here: the word is no register and no condition.
static bool is_label(const scan *s, const char *p) {
  if (!sass_has_target(s->i->opcode) || s->kind_known) return false;
  if (*p == '`') return true;
  const size_t length = (size_t)(skip_name(p) - p);
  return p[length] != '[' && sass_plain_label(p) &&
         sass_mapped_register(s->r->listing->names, p, length) == SASS_NO_REGISTER;
}

// A suffix such as .H1. What follows it, or NULL.
static const char *suffix(scan *s, const char *p) {
  const char *end = skip_name(p + 1);
  const size_t length = (size_t)(end - p);
  if (length == 1) return sass_refuse(s->r, p + 1, "expected a suffix");
  if (equals(p, length, ".reuse")) s->operand->reuse = true;
  if (equals(p, length, ".CC")) s->operand->writes_cc = true;
  put(s, p, length);
  return end;
}

static bool at_end(const char *p) {
  return !*p || *p == ';' || (p[0] == '(' && p[1] == '*') || (p[0] == '/' && (p[1] == '/' || p[1] == '*'));
}

static bool is_number(const char *text) { return !*skip_name(text); }

// One operand at p. What follows it, or NULL.
static const char *operand(scan *s, const char *p) {
  char open[MOST_NESTED];
  int depth = 0;
  sass_operand *o = s->operand;
  *o = (sass_operand){.kind = SASS_OTHER, .number = SASS_NO_REGISTER, .second = SASS_NO_REGISTER};
  o->column = (int)(p - s->r->start) + 1;
  const char *start = p;
  bool whole = false;  // a name, a number or a bracket has ended: an operator must come before the next
  bool wants = false;  // an operator must have something behind it
  int bars = 0;
  while (!at_end(p) && (depth || (*p != ',' && *p != '}'))) {
    const bool begins = is_label(s, p) || is_name_start(*p) || isdigit((unsigned char)*p);
    const bool offset = s->i->opcode->flow == SASS_INDIRECT && isdigit((unsigned char)*p) && p[-1] == ' ';
    if (begins && whole && !offset) return sass_refuse(s->r, p, "expected \",\" or the end of the operand");
    const bool closes = depth && *p == open[depth - 1], sign = strchr("-+~!", *p);
    if (wants && (closes || (depth && *p == ',') || (*p == '|' && bars % 2)))
      return sass_refuse(s->r, p, "expected an operand behind the operator");
    if (sign && (*p == '-' ? wants && p[-1] == '-' : *p == '+' ? depth && !whole : whole))
      return sass_refuse(s->r, p, "expected an operand");
    bars += *p == '|';
    wants = sign || (wants && (*p == ' ' || *p == '\t'));
    whole = begins || closes || (whole && strchr(" \t.|", *p));
    if (is_label(s, p)) {
      p = target(s, p);
    } else if (is_name_start(*p)) {
      p = word(s, p);
    } else if (isdigit((unsigned char)*p)) {
      p = number(s, p);
    } else if (*p == '.' && whole) {
      p = suffix(s, p);
    } else if (*p == ' ' || *p == '\t') {
      p = sass_skip_space(p);
      if (!at_end(p) && (depth || (*p != ',' && *p != '}'))) put(s, " ", 1);
    } else if (*p == '[' || *p == '{') {
      if (depth == MOST_NESTED) return sass_refuse(s->r, p, "expected fewer brackets");
      open[depth++] = *p == '[' ? ']' : '}';
      kind(s, *p == '[' ? SASS_ADDRESS : SASS_OTHER);
      put(s, p++, 1);
    } else if (depth && *p == open[depth - 1]) {
      depth--;
      put(s, p++, 1);
    } else if (strchr("-+~!|", *p) || (depth && *p == ',')) {
      put(s, p++, 1);
    } else {
      return sass_refuse(s->r, p, "expected an operand");
    }
    if (!p) return NULL;
  }
  if (depth) return sass_refuse(s->r, p, "expected \"%c\"", open[depth - 1]);
  if (wants) return sass_refuse(s->r, p, "expected an operand behind the operator");
  if (bars % 2) return sass_refuse(s->r, p, "expected \"|\"");
  if (!s->length) return sass_refuse(s->r, p == start ? start : p, "expected an operand");
  o->text = sass_keep_text(s->r->listing, s->text, s->length);
  if (o->kind == SASS_IMMEDIATE && o->integer && sass_has_target(s->i->opcode)) o->kind = SASS_TARGET;
  if (o->kind != SASS_TARGET || (o->label ? !strcmp(o->text, o->label) : is_number(o->text))) return p;
  return sass_refuse(s->r, start, "expected a label or an address and no more");
}

static const char *guard(sass_reader *r, const char *p, sass_instruction *i) {
  const char *start = p++;
  if (*p == '!') {
    i->negated = true;
    p++;
  }
  if (*p != 'P') return sass_refuse(r, p, "expected a predicate");
  p++;
  if (*p == 'T' && r->listing->form != SASS_MAXAS) i->guard = SASS_NO_REGISTER;
  else if (*p >= '0' && *p < '0' + SASS_PREDICATES) i->guard = SASS_P0 + *p - '0';
  else return sass_refuse(r, p, "expected P0 to P6");
  p++;
  if (*p != ' ' && *p != '\t') return sass_refuse(r, p, "expected a space behind the guard");
  if (i->guard != SASS_NO_REGISTER || i->negated)
    i->guard_text = sass_keep_text(r->listing, start, (size_t)(p - start));
  return sass_skip_space(p);
}

static const char *opcode(sass_reader *r, const char *p, sass_instruction *i) {
  const char *end = skip_name(p);
  if (end == p || !is_name_start(*p)) return sass_refuse(r, p, "expected an opcode");
  i->opcode = sass_classes_find(r->classes, p, (size_t)(end - p));
  if (!i->opcode) {
    const int length = end - p > SASS_NAME ? SASS_NAME : (int)(end - p);
    return sass_refuse(r, p, "unknown opcode \"%.*s\"; a file of --classes can add it", length, p);
  }
  i->class = &r->classes->classes[i->opcode->class_number];
  i->column = (int)(p - r->start) + 1;
  while (*end == '.') {
    const char *modifier = end + 1;
    end = skip_name(modifier);
    if (end == modifier) return sass_refuse(r, modifier, "expected a modifier");
  }
  i->name = sass_keep_text(r->listing, p, (size_t)(end - p));
  return end;
}

const char *sass_read_statement(sass_reader *r, const char *p, sass_instruction *i) {
  i->guard_text = "";
  i->guard = SASS_NO_REGISTER;
  if (*p == '@' && !(p = guard(r, p, i))) return NULL;
  if (!(p = opcode(r, p, i))) return NULL;
  if (!at_end(p) && !strchr(" \t}[", *p)) return sass_refuse(r, p, "expected a space behind the opcode");
  p = sass_skip_space(p);
  sass_operand *operands = NULL;
  size_t count = 0;
  scan s = {.r = r, .i = i};
  while (p && !at_end(p) && *p != '}') {
    operands = sass_room(operands, count, sizeof *operands);
    s.operand = &operands[count++];
    s.length = 0;
    s.kind_known = false;
    p = operand(&s, p);
    if (p && *p == ',') {
      p = sass_skip_space(p + 1);
      if (at_end(p) || *p == '}') p = sass_refuse(r, p, "expected an operand");
    }
  }
  free(s.text);
  i->operands = sass_keep(r->listing, operands);
  i->operand_count = (int)count;
  return p && sass_find_uses(r, i) ? p : NULL;
}
