// SPDX-License-Identifier: Apache-2.0
// What a compute unit of its own kind has: its sizes, and patterns of the instructions that it lacks. A part of a
// program that has such an instruction is taken back, and another one is tried.
#include <fnmatch.h>
#include <string.h>

#include "program.h"

enum { MOST_TRIES = 20000 };  // parts that are taken back one after the other

static bool add_pattern(program *p, const char *text) {
  if (p->unit.count == MOST_PATTERNS || strlen(text) >= sizeof *p->unit.lacks) return false;
  strcpy(p->unit.lacks[p->unit.count++], text);
  return true;
}

bool unit_read(program *p, const char *path) {
  char line[128], name[16], text[96];
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    return false;
  }
  p->unit.given = true;
  p->images = 0;
  bool good = true;
  for (int n = 1; good && fgets(line, sizeof line, f); n++) {
    uint32_t value = 0;
    good = sscanf(line, "%15s %95[^\n]", name, text) == 2;
    const bool number = good && sscanf(text, "%u", &value) == 1;
    if (good && !strcmp(name, "lacks")) good = add_pattern(p, text);
    else if (number && !strcmp(name, "waves")) p->unit.waves = value;
    else if (number && !strcmp(name, "vgprs")) p->unit.vgprs = value;
    else if (number && !strcmp(name, "lds")) p->unit.lds = value;
    else if (number && !strcmp(name, "gds")) p->unit.gds = value;
    else if (number && !strcmp(name, "images")) p->images = value;
    else good = false;
    if (!good)
      fprintf(stderr, "%s:%d: found \"%s\", expected lacks, waves, vgprs, lds, gds or images\n", path, n, line);
  }
  fclose(f);
  if (p->unit.gds < GDS_BYTES) good = good && add_pattern(p, "* gds*");
  return good;
}

// The LDS that a program of so many waves has at least.
bool unit_has_lds(const program *p) {
  return !p->unit.given || p->unit.lds >= LDS_BYTES + LDS_TAIL + 4 * LDS_CONSTANTS;
}

bool unit_fit(program *p) {
  if (!p->unit.given) return true;
  if (p->unit.vgprs < knob(p, KNOB_VGPRS_MIN) || !p->unit.waves) return false;
  if (unit_has_lds(p)) return true;
  return add_pattern(p, "ds_*") && add_pattern(p, "*lds*") && add_pattern(p, "flat_*");
}

// The last pattern that fits decides; one with '!' takes back what an earlier one says.
static bool lacks(const program *p, const char *text) {
  bool found = false;
  for (uint32_t n = 0; n < p->unit.count; n++) {
    const char *pattern = p->unit.lacks[n];
    const bool back = *pattern == '!';
    if (found == back && !fnmatch(pattern + back, text, 0)) found = !back;
  }
  return found;
}

bool unit_has(const program *p, const char *text) {
  const char *comment = strstr(text, "// ");  // words of an instruction that the assembler does not know
  return !p->unit.count || !(lacks(p, text) || (comment && lacks(p, comment + 3)));
}

bool unit_has_any(const program *p) { return p->taken_back <= MOST_TRIES; }

bool unit_try(program *p, void (*part)(program *, int), int argument) {
  if (p->lacking) {  // of a part that will be taken back
    skeleton_emitted(&p->body);
    return false;
  }
  const program before = *p;
  const long at = ftell(p->out);
  part(p, argument);
  if (!p->lacking) {
    if (unit_has_any(p)) p->taken_back = 0;
    return true;
  }
  const rng random = p->random;
  const uint32_t taken_back = p->taken_back;
  *p = before;
  p->random = random;
  p->taken_back = taken_back + 1;
  if (!unit_has_any(p)) p->body.left = 0;
  fseek(p->out, at, SEEK_SET);
  return false;
}
