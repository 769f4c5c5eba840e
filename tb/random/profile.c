// SPDX-License-Identifier: Apache-2.0
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const group_names[] = {
#define X(id, name) #name,
    RANDOM_GROUPS(X)
#undef X
};
static const char *const knob_names[] = {
#define X(id, name, value) #name,
    RANDOM_KNOBS(X)
#undef X
};
static const uint32_t knob_values[] = {
#define X(id, name, value) value,
    RANDOM_KNOBS(X)
#undef X
};

int profile_group(const char *name) {
  for (int i = 0; i < GROUP_COUNT; i++) {
    if (!strcmp(name, group_names[i])) return i;
  }
  return -1;
}

int profile_knob(const char *name) {
  for (int i = 0; i < KNOB_COUNT; i++) {
    if (!strcmp(name, knob_names[i])) return i;
  }
  return -1;
}

static uint32_t *find(profile *p, const char *name) {
  const int group = profile_group(name), k = profile_knob(name);
  if (group >= 0) return &p->weight[group];
  return k >= 0 ? &p->knob[k] : NULL;
}

// Names that a weight or a knob had once.
static const struct {
  const char *old, *new;
} renamed[] = {
    {"violation", "mem_violation"}, {"use_special", "use_state_register"}, {"write_special", "write_state_register"}};

static const char *new_name(const char *old) {
  for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
    if (!strcmp(old, renamed[i].old)) return renamed[i].new;
  }
  return NULL;
}

static bool sane(const profile *p, const char *path) {
  const uint32_t *k = p->knob;
  uint64_t straight = 0;
  for (int i = 0; i <= GROUP_GLOBAL; i++) straight += p->weight[i];
  if (!straight) {
    fprintf(stderr, "%s: no group of opcodes has a weight\n", path);
  } else if (k[KNOB_WAVES] < 1 || k[KNOB_WAVES] > 16) {
    fprintf(stderr, "%s: waves is %u, expected 1 to 16\n", path, k[KNOB_WAVES]);
  } else if (k[KNOB_GROUPS] < 1 || k[KNOB_GROUPS] > 64) {
    fprintf(stderr, "%s: groups is %u, expected 1 to 64\n", path, k[KNOB_GROUPS]);
  } else if (k[KNOB_VGPRS_MIN] < 24 || k[KNOB_VGPRS_MAX] > 256 || k[KNOB_VGPRS_MIN] > k[KNOB_VGPRS_MAX]) {
    fprintf(stderr, "%s: vgprs_min..vgprs_max is %u..%u, expected within 24..256\n", path, k[KNOB_VGPRS_MIN],
            k[KNOB_VGPRS_MAX]);
  } else if (p->weight[GROUP_RAW] && k[KNOB_WAVES] * k[KNOB_GROUPS] > 1) {
    fprintf(stderr, "%s: raw with waves %u, groups %u, expected 1 and 1: an illegal instruction ends the run\n", path,
            k[KNOB_WAVES], k[KNOB_GROUPS]);
  } else if (!k[KNOB_USE_SGPR]) {
    fprintf(stderr, "%s: use_sgpr is 0, expected a weight\n", path);
  } else {
    return true;
  }
  return false;
}

bool profile_read(profile *p, const char *path) {
  char line[256], name[64], rest[2];
  FILE *f = fopen(path, "r");
  if (!f) {
    perror(path);
    return false;
  }
  memset(p, 0, sizeof *p);
  memcpy(p->knob, knob_values, sizeof p->knob);
  bool good = true;
  for (int n = 1; good && fgets(line, sizeof line, f); n++) {
    uint32_t value;
    line[strcspn(line, "#\n")] = 0;
    const int fields = sscanf(line, "%63s %u %1s", name, &value, rest);
    if (fields == EOF) continue;
    uint32_t *to = fields == 2 ? find(p, name) : NULL;
    if (to && value <= 1000000) {
      *to = value;
      continue;
    }
    good = false;
    if (new_name(name)) fprintf(stderr, "%s:%d: %s: this name is now %s\n", path, n, name, new_name(name));
    else fprintf(stderr, "%s:%d: found \"%s\", expected a known name and a number up to 1000000\n", path, n, line);
  }
  fclose(f);
  return good && sane(p, path);
}
