// SPDX-License-Identifier: Apache-2.0
#include "picture.h"

#include <ctype.h>
#include <errno.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { MOST_PIXELS = 1 << 26, MOST_SAMPLE = 65535 };

bool wl_picture_is(const char *path) {
  static const char *const ends[] = {".png", ".ppm", ".pgm", ".pam"};
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (length > 4 && !strcmp(path + length - 4, ends[i])) return true;
  return false;
}

static bool has_room(const char *path, wl_picture *p, wl_error *error) {
  if (!p->width || !p->height || (uint64_t)p->width * p->height > MOST_PIXELS)
    return wl_fail(error, "%s: a picture of %u x %u pixels, expected 1 to %d of them", path, p->width, p->height,
                   MOST_PIXELS);
  p->samples = calloc((size_t)p->width * p->height * p->channels, sizeof *p->samples);
  return p->samples || wl_fail(error, "%s: out of memory", path);
}

static bool read_png(const char *path, wl_picture *p, wl_error *error) {
  png_image png = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&png, path)) return wl_fail(error, "%s: %s", path, png.message);
  *p = (wl_picture){.width = png.width, .height = png.height, .channels = 4, .most = 255};
  const bool deep = png.format & PNG_FORMAT_FLAG_LINEAR;
  png.format = PNG_FORMAT_RGBA;
  uint8_t *bytes = !deep && has_room(path, p, error) ? malloc(PNG_IMAGE_SIZE(png)) : NULL;
  const bool good = bytes && png_image_finish_read(&png, NULL, bytes, 0, NULL);
  for (size_t i = 0; good && i < PNG_IMAGE_SIZE(png); i++) p->samples[i] = bytes[i];
  free(bytes);
  if (good) return true;
  if (deep) wl_fail(error, "%s: 16 bits a channel, expected 8: write it as PAM", path);
  else if (p->samples) wl_fail(error, "%s: %s", path, bytes ? png.message : "out of memory");
  png_image_free(&png);
  wl_picture_free(p);
  return false;
}

// The next number of a header of PPM or PGM, behind white space and comments. false: there is none.
static bool next_number(FILE *f, uint32_t *to) {
  int c = getc(f);
  while (isspace(c) || c == '#') {
    while (c == '#' && (c = getc(f)) != '\n' && c != EOF) c = '#';
    c = getc(f);
  }
  if (!isdigit(c)) return false;
  for (*to = 0; isdigit(c); c = getc(f)) {
    if (*to > MOST_PIXELS) return false;
    *to = 10 * *to + (uint32_t)(c - '0');
  }
  return isspace(c);  // one white space ends the header
}

// The lines of a PAM's header behind P7.
static bool pam_header(FILE *f, wl_picture *p) {
  char line[256];
  while (fgets(line, sizeof line, f) && strcmp(line, "ENDHDR\n") != 0) {
    sscanf(line, "WIDTH %u", &p->width);
    sscanf(line, "HEIGHT %u", &p->height);
    sscanf(line, "DEPTH %u", &p->channels);
    sscanf(line, "MAXVAL %u", &p->most);
  }
  return !strcmp(line, "ENDHDR\n");
}

static bool read_netpbm(const char *path, FILE *f, wl_picture *p, wl_error *error) {
  const int magic = getc(f), kind = getc(f);
  if (magic != 'P' || (kind != '5' && kind != '6' && kind != '7'))
    return wl_fail(error, "%s: it begins with neither P5, P6 nor P7: no PGM, PPM or PAM in bytes", path);
  *p = (wl_picture){.channels = kind == '5' ? 1 : kind == '6' ? 3 : 0};
  const bool header = kind == '7' ? getc(f) == '\n' && pam_header(f, p)
                                  : next_number(f, &p->width) && next_number(f, &p->height) && next_number(f, &p->most);
  if (!header || p->channels < 1 || p->channels > 4 || p->most < 1 || p->most > MOST_SAMPLE)
    return wl_fail(error,
                   "%s: found %u x %u pixels of %u channels up to %u, expected a header with sizes, 1 to 4 channels, "
                   "and 1 to %d for the greatest sample",
                   path, p->width, p->height, p->channels, p->most, MOST_SAMPLE);
  if (!has_room(path, p, error)) return false;
  const size_t count = (size_t)p->width * p->height * p->channels;
  for (size_t i = 0; i < count; i++) {
    const int high = p->most > 255 ? getc(f) : 0, low = getc(f);
    if (high == EOF || low == EOF)
      return wl_fail(error, "%s: it ends behind %zu samples, expected %zu", path, i, count);
    p->samples[i] = (uint16_t)(high << 8 | low);
    if (p->samples[i] > p->most)
      return wl_fail(error, "%s: sample %zu is %u, expected at most %u", path, i, p->samples[i], p->most);
  }
  return getc(f) == EOF || wl_fail(error, "%s: more bytes behind the %zu samples", path, count);
}

bool wl_picture_read(const char *path, wl_picture *p, wl_error *error) {
  const size_t length = strlen(path);
  *p = (wl_picture){0};
  if (length > 4 && !strcmp(path + length - 4, ".png")) return read_png(path, p, error);
  FILE *f = fopen(path, "rb");
  if (!f) return wl_fail(error, "%s: %s", path, strerror(errno));
  const bool good = read_netpbm(path, f, p, error);
  fclose(f);
  if (!good) wl_picture_free(p);
  return good;
}

void wl_picture_free(wl_picture *p) {
  free(p->samples);
  p->samples = NULL;
}

double wl_picture_channel(const wl_picture *p, uint32_t x, uint32_t y, uint32_t channel) {
  enum { ALPHA = 3 };
  const uint16_t *pixel = p->samples + ((size_t)y * p->width + x) * p->channels;
  const bool grey = p->channels < 3, alpha = p->channels % 2 == 0;
  if (channel == ALPHA) return alpha ? (double)pixel[p->channels - 1] / p->most : 1;
  return (double)pixel[grey ? 0 : channel] / p->most;
}

bool wl_picture_write(const char *path, uint32_t width, uint32_t height, const uint8_t *rgb, wl_error *error) {
  png_image png = {.version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGB};
  if (png_image_write_to_file(&png, path, 0, rgb, 0, NULL)) return true;
  remove(path);
  return wl_fail(error, "%s: %s", path, png.message);
}
