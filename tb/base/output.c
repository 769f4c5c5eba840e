// SPDX-License-Identifier: Apache-2.0
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

static bool refused(const char *path, const char *what, const char *why, wl_error *error) {
  return wl_fail(error, "%.400s: %s%scannot be written: %s", path, what ? what : "", what ? " " : "", why);
}

static bool unwritten(const char *path, const char *what, int why, wl_error *error) {
  return refused(path, what, strerror(why), error);
}

// Whether the path may be written; beside: it is free or a file, so that a file made beside it may take its name.
static bool judge(const char *path, const char *what, bool *beside, wl_error *error) {
  struct stat s;
  *beside = true;
  if (lstat(path, &s)) return errno == ENOENT || unwritten(path, what, errno, error);
  *beside = S_ISREG(s.st_mode);
  if (S_ISLNK(s.st_mode)) return refused(path, what, "it is a symbolic link, expected a file or a free name", error);
  if (S_ISDIR(s.st_mode)) return refused(path, what, "it is a folder, expected a file or a free name", error);
  return true;
}

bool wl_output_allowed(const char *path, const char *what, bool mapped, wl_error *error) {
  bool beside;
  if (!judge(path, what, &beside, error)) return false;
  return beside || !mapped || refused(path, what, "it is a device or a pipe, expected a file or a free name", error);
}

FILE *wl_output_open(const char *path, const char *what, wl_error *error) {
  bool beside;
  if (!judge(path, what, &beside, error)) return NULL;
  const int handle = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  FILE *const file = handle < 0 ? NULL : fdopen(handle, "w");
  if (!file) unwritten(path, what, errno, error);
  if (!file && handle >= 0) close(handle);
  return file;
}

bool wl_output_close(FILE *file, const char *path, const char *what, wl_error *error) {
  errno = 0;
  const bool flushed = !fflush(file) && !ferror(file);
  const int why = errno;
  if (!fclose(file) && flushed) return true;
  const int last = errno;
  wl_output_remove(path);
  return unwritten(path, what, why ? why : last ? last : EIO, error);
}

bool wl_output_write(const char *path, const char *what, const void *bytes, size_t size, wl_error *error) {
  char part[PATH_MAX];
  bool beside;
  if (!judge(path, what, &beside, error)) return false;
  if (!wl_text(part, sizeof part, "%s%s", path, beside ? ".part" : ""))
    return unwritten(path, what, ENAMETOOLONG, error);
  if (beside) wl_output_remove(part);
  const int handle = open(part, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | (beside ? O_CREAT | O_EXCL : 0), 0666);
  FILE *const file = handle < 0 ? NULL : fdopen(handle, "w");
  if (!file) {
    const int why = errno;
    if (handle >= 0) close(handle);
    return unwritten(path, what, why, error);
  }
  const bool written = fwrite(bytes, 1, size, file) == size;
  int why = written ? 0 : errno;
  if (fclose(file) && !why) why = errno;
  if (!why && (!beside || !rename(part, path))) return true;
  if (!why) why = errno;
  if (beside) wl_output_remove(part);
  return unwritten(path, what, why, error);
}

void wl_output_remove(const char *path) {
  struct stat s;
  if (!lstat(path, &s) && S_ISREG(s.st_mode)) unlink(path);
}
