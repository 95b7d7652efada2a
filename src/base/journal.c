/* SPDX-License-Identifier: MIT */
/* Values are written in one, two or four bytes each, as the greatest of the block needs. */
#include "base/journal.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/mem.h"

enum { BLOCK_VALUES = 1 << 18, ORDER = 0x01020304, BLOCK_MAGIC = 0x76697463 };
struct file_head {
    char magic[8];
    uint32_t order, form;
    uint64_t key, length; /* of the words that follow */
};
struct block_head {
    uint32_t magic, width;
    uint64_t from, count, work, sum;
};
static const char file_magic[8] = "cgivals";

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
static uint64_t block_sum(const struct journal *j, const struct block_head *b, const void *bytes)
{
    uint64_t sum = hash_mix(j->key ^ hash_bytes(bytes, (size_t)b->count * b->width));
    sum = hash_mix(sum ^ b->from);
    sum = hash_mix(sum ^ b->count);
    return hash_mix(sum ^ b->work ^ (uint64_t)b->width << 56);
}

static void pack(const uint32_t *values, struct block_head *b, unsigned char *bytes)
{
    uint32_t top = 0;
    for (uint64_t i = 0; i < b->count; i++) top |= values[i];
    b->width = top <= UINT8_MAX ? 1 : top <= UINT16_MAX ? 2 : 4;
    for (uint64_t i = 0; i < b->count; i++) memcpy(bytes + i * b->width, &(uint32_t){values[i]}, b->width);
}

static uint32_t unpacked(const struct block_head *b, const unsigned char *bytes, uint64_t i)
{
    uint32_t value = 0;
    memcpy(&value, bytes + i * b->width, b->width);
    return value;
}

static bool read_at(int file, void *bytes, size_t count, uint64_t at)
{
    for (unsigned char *p = bytes; count;) {
        ssize_t n = pread(file, p, count, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, at += (uint64_t)n, count -= (size_t)n;
    }
    return true;
}

static bool write_at(int file, const void *bytes, size_t count, uint64_t at)
{
    for (const unsigned char *p = bytes; count;) {
        ssize_t n = pwrite(file, p, count, (off_t)at);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n, at += (uint64_t)n, count -= (size_t)n;
    }
    return true;
}

static bool read_head(const struct journal *j, uint64_t at, uint64_t from, uint64_t size, struct block_head *b)
{
    if (!read_at(j->file, b, sizeof *b, at) || b->magic != BLOCK_MAGIC || b->from != from) return false;
    bool sane = (b->width == 1 || b->width == 2 || b->width == 4) && b->count > 0 && b->count <= BLOCK_VALUES;
    return sane && at + sizeof *b + b->count * b->width <= size;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
/* A plain file of this user, whatever else may have been put in its place. */
static int open_own(const char *path, int flags, uint64_t *size)
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

static bool same_head(const struct journal *j)
{
    char bytes[4096];
    for (size_t at = 0; at < j->head.length;) {
        size_t n = j->head.length - at < sizeof bytes ? j->head.length - at : sizeof bytes;
        if (!read_at(j->file, bytes, n, at) || memcmp(bytes, j->head.data + at, n) != 0) return false;
        at += n;
    }
    return true;
}

/* Where the blocks end, by their heads. */
static void find_end(struct journal *j, uint64_t size)
{
    struct block_head b;
    j->count = 0;
    j->end = j->head.length;
    while (read_head(j, j->end, j->count, size, &b)) {
        j->count += b.count;
        j->end += sizeof b + b.count * b.width;
    }
}

bool journal_open(struct journal *j, const char *folder, const char *words, size_t length)
{
    *j = (struct journal){.file = -1, .key = hash_bytes(words, length)};
    struct file_head head = {.order = ORDER, .form = 1, .key = j->key, .length = length};
    memcpy(head.magic, file_magic, sizeof head.magic);
    text_put(&j->head, (const char *)&head, sizeof head);
    text_put(&j->head, words, length);
    text_add(&j->path, "%s/%016" PRIx64 ".values", folder, j->key);
    uint64_t size;
    if (j->head.failed || j->path.failed) {
        j->stopped = true;
        return false;
    }
    j->file = open_own(text_c(&j->path), O_RDWR, &size);
    if (j->file < 0) j->file = open_own(text_c(&j->path), O_RDONLY, &size);
    if (j->file < 0) return false;
    if (same_head(j)) {
        find_end(j, size);
        return true;
    }
    close(j->file);
    j->file = -1;
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
/* Values b->from.. of the block: compared with those known, written beyond; how far they agree. */
static uint64_t take(const struct block_head *b, const unsigned char *bytes, uint32_t *values, uint64_t have,
                     uint64_t limit)
{
    for (uint64_t i = 0; i < b->count; i++) {
        uint64_t at = b->from + i;
        if (at >= limit || (at < have && values[at] != unpacked(b, bytes, i))) return at;
        values[at] = unpacked(b, bytes, i);
    }
    return b->from + b->count;
}

enum status journal_load(struct journal *j, uint32_t *values, uint64_t have, uint64_t limit, uint64_t *loaded,
                         bool *differs)
{
    size_t room = (size_t)BLOCK_VALUES * 4;
    uint64_t at = j->head.length, count = 0, size = j->end;
    struct block_head b;
    *loaded = 0;
    *differs = false;
    if (j->file < 0 || j->count == 0) return ST_OK;
    unsigned char *bytes = mem_alloc_raw(room);
    if (!bytes) return ST_NO_MEMORY;
    while (*loaded == count && count < limit && read_head(j, at, count, size, &b)) {
        bool whole = read_at(j->file, bytes, (size_t)b.count * b.width, at + sizeof b);
        if (!whole || b.sum != block_sum(j, &b, bytes)) break;
        *loaded = take(&b, bytes, values, have, limit);
        count += b.count;
        at += sizeof b + b.count * b.width;
        j->work = b.work;
    }
    mem_free(bytes, room);
    if (*loaded < count && *loaded < limit) {
        *differs = true;
    } else if (count < limit && count < j->count) { /* damaged from here on: it is written again */
        j->count = count;
        j->end = at;
        j->damaged = true;
    }
    futimens(j->file, NULL); /* it was used now */
    return ST_OK;
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

/* The sum of the sizes, and the file used longest ago that is not `own`. */
static uint64_t survey(DIR *folder, const char *own, struct oldest *oldest)
{
    uint64_t bytes = 0;
    struct stat s;
    *oldest = (struct oldest){.bytes = 0};
    rewinddir(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 7 || length >= sizeof oldest->name || strcmp(entry->d_name + length - 7, ".values") != 0) continue;
        if (fstatat(dirfd(folder), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(s.st_mode)) continue;
        bytes += (uint64_t)s.st_size;
        if (strcmp(entry->d_name, own) == 0 || (oldest->name[0] && !is_older(&s.st_mtim, &oldest->used))) continue;
        memcpy(oldest->name, entry->d_name, length + 1);
        oldest->used = s.st_mtim;
        oldest->bytes = (uint64_t)s.st_size;
    }
    return bytes;
}

/* A file that is being added to has been used just now, so it goes last. */
static void make_room(const struct journal *j)
{
    const char *path = text_c(&j->path), *name = strrchr(path, '/') + 1;
    struct text folder = {0};
    text_put(&folder, path, (size_t)(name - path));
    DIR *all = folder.failed ? NULL : opendir(text_c(&folder));
    struct oldest oldest;
    while (all && survey(all, name, &oldest) > JOURNAL_BYTES && oldest.name[0])
        if (unlinkat(dirfd(all), oldest.name, 0) != 0) break;
    if (all) closedir(all);
    text_free(&folder);
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
bool journal_begin(struct journal *j)
{
    uint64_t size;
    if (j->locked || j->stopped) return j->locked && !j->stopped;
    j->stopped = true; /* unless all of the following goes well */
    if (j->file < 0) j->file = open_own(text_c(&j->path), O_RDWR | O_CREAT, &size);
    if (j->file < 0 || flock(j->file, LOCK_EX | LOCK_NB) != 0) return false;
    struct stat s;
    if (fstat(j->file, &s) != 0 || s.st_nlink == 0) return false;
    if (!same_head(j)) {
        if (ftruncate(j->file, 0) != 0 || !write_at(j->file, j->head.data, j->head.length, 0)) return false;
        j->count = 0;
        j->end = j->head.length;
    } else if (!j->damaged) {
        find_end(j, (uint64_t)s.st_size); /* another process may have added something */
    }
    make_room(j);
    j->locked = true;
    j->stopped = false;
    return true;
}

static bool add_block(struct journal *j, const uint32_t *values, uint64_t count, uint64_t work, unsigned char *bytes)
{
    struct block_head b = {.magic = BLOCK_MAGIC, .from = j->count, .count = count, .work = work};
    pack(values + j->count, &b, bytes + sizeof b);
    b.sum = block_sum(j, &b, bytes + sizeof b);
    memcpy(bytes, &b, sizeof b);
    size_t length = sizeof b + (size_t)(b.count * b.width);
    if (j->end + length > JOURNAL_BYTES || !write_at(j->file, bytes, length, j->end)) return false;
    j->count += count;
    j->end += length;
    return true;
}

bool journal_add(struct journal *j, const uint32_t *values, uint64_t count, uint64_t work)
{
    size_t room = sizeof(struct block_head) + (size_t)BLOCK_VALUES * 4;
    if (!j->locked || j->stopped) return false;
    if (count <= j->count) return true;
    unsigned char *bytes = mem_alloc_raw(room);
    bool fine = bytes && ftruncate(j->file, (off_t)j->end) == 0; /* no old block behind a new one */
    while (fine && j->count < count) {
        uint64_t next = count - j->count < BLOCK_VALUES ? count - j->count : BLOCK_VALUES;
        fine = add_block(j, values, next, work, bytes);
    }
    if (!fine && ftruncate(j->file, (off_t)j->end) != 0) j->stopped = true;
    if (!fine) j->stopped = true;
    mem_free(bytes, room);
    return fine;
}

void journal_forget(struct journal *j)
{
    j->count = 0;
    j->end = j->head.length;
    j->damaged = true;
}

void journal_close(struct journal *j)
{
    if (j->file >= 0) close(j->file);
    j->file = -1;
    j->locked = false;
    text_free(&j->path);
    text_free(&j->head);
}
