/* SPDX-License-Identifier: MIT */
/* Whatever else may have been put in the place of a file is neither waited for nor written to. */
#include "base/own_file.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/hash.h"

int own_open(const char *path, int flags, uint64_t *size)
{
    struct stat s;
    int file = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (file >= 0 && fstat(file, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid()) {
        *size = (uint64_t)s.st_size;
        return file;
    }
    if (file >= 0) close(file);
    return -1;
}

uint64_t own_head(struct text *head, const char magic[8], const char *words, size_t length)
{
    struct {
        char magic[8];
        uint32_t order, form;
        uint64_t key, length; /* of the words that follow */
    } first = {.order = 0x01020304, .form = 1, .key = hash_bytes(words, length), .length = length};
    memcpy(first.magic, magic, sizeof first.magic);
    text_put(head, (const char *)&first, sizeof first);
    text_put(head, words, length);
    return first.key;
}

bool own_begins(int file, const struct text *head)
{
    char bytes[4096];
    for (size_t at = 0; at < head->length;) {
        size_t n = head->length - at < sizeof bytes ? head->length - at : sizeof bytes;
        if (!own_read(file, bytes, n, at) || memcmp(bytes, head->data + at, n) != 0) return false;
        at += n;
    }
    return true;
}

bool own_read(int file, void *bytes, size_t count, uint64_t at)
{
    for (unsigned char *p = bytes; count;) {
        ssize_t n = pread(file, p, count, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, at += (uint64_t)n, count -= (size_t)n;
    }
    return true;
}

bool own_write(int file, const void *bytes, size_t count, uint64_t at)
{
    for (const unsigned char *p = bytes; count;) {
        ssize_t n = pwrite(file, p, count, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, at += (uint64_t)n, count -= (size_t)n;
    }
    return true;
}

/* ---- room in the folder ------------------------------------------------------------------------------------------ */
struct oldest {
    char name[64];
    struct timespec used;
    uint64_t bytes;
};

static bool is_older(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

static bool ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), of_ending = strlen(ending);
    return length > of_ending && strcmp(name + length - of_ending, ending) == 0;
}

/* A file that is being written has a lock (snapshot.c), and goes with it; one without is removed under a lock of ours. */
static bool removed_as_left(DIR *folder, const char *name)
{
    int file = openat(dirfd(folder), name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    bool left = file >= 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && unlinkat(dirfd(folder), name, 0) == 0;
    if (file >= 0) close(file);
    return left;
}

/* The sum of the sizes, and the file used longest ago that is not `own`. */
static uint64_t survey(DIR *folder, const char *own, struct oldest *oldest)
{
    uint64_t bytes = 0;
    struct stat s;
    *oldest = (struct oldest){.bytes = 0};
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        bool fresh = ends_in(entry->d_name, ".new");
        if (length >= sizeof oldest->name || !(fresh || ends_in(entry->d_name, ".values"))) continue;
        if (fstatat(dirfd(folder), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode)) continue;
        if (fresh && removed_as_left(folder, entry->d_name)) continue;
        bytes += (uint64_t)s.st_size;
        if (fresh || strcmp(entry->d_name, own) == 0) continue;
        if (oldest->name[0] && !is_older(&s.st_mtim, &oldest->used)) continue;
        memcpy(oldest->name, entry->d_name, length + 1);
        oldest->used = s.st_mtim;
        oldest->bytes = (uint64_t)s.st_size;
    }
    return bytes;
}

void own_make_room(const char *path, uint64_t most)
{
    const char *name = strrchr(path, '/') + 1;
    struct text folder = {0};
    text_put(&folder, path, (size_t)(name - path));
    DIR *all = folder.failed ? NULL : opendir(text_c(&folder));
    struct oldest oldest;
    while (all && survey(all, name, &oldest) > most && oldest.name[0])
        if (unlinkat(dirfd(all), oldest.name, 0) != 0) break;
    if (all) closedir(all);
    text_free(&folder);
}
