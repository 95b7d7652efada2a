/* SPDX-License-Identifier: MIT */
/* Values are written in one, two or four bytes each, as the greatest of the block needs. */
#include "base/journal.h"
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/mem.h"
#include "base/own_file.h"

enum { BLOCK_VALUES = 1 << 18, BLOCK_MAGIC = 0x76697463 };
struct block_head {
    uint32_t magic, width;
    uint64_t from, count, work, sum;
};

/* ---- blocks ------------------------------------------------------------------------------------------------------ */
static uint64_t block_sum(const struct journal *j, const struct block_head *b, const void *bytes)
{
    uint64_t sum = hash_mix(j->key ^ hash_bytes(bytes, (size_t)b->count * b->width));
    sum = hash_mix(sum ^ b->from);
    sum = hash_mix(sum ^ b->count);
    return hash_mix(sum ^ b->work ^ (uint64_t)b->width << 56);
}

static uint32_t value_at(struct journal_values v, uint64_t at)
{
    at -= v.first;
    if (v.bits) return (uint32_t)(v.bits[at / 2] >> at % 2 * 32);
    return v.narrow ? v.narrow[at] : v.bytes ? v.bytes[at] : v.wide[at];
}

static void set_value(struct journal_values v, uint64_t at, uint32_t value)
{
    uint64_t shift = at % 2 * 32;
    if (v.bits) v.bits[at / 2] = (v.bits[at / 2] & ~((uint64_t)UINT32_MAX << shift)) | (uint64_t)value << shift;
    else if (v.narrow) v.narrow[at] = (uint16_t)value;
    else if (v.bytes) v.bytes[at] = (uint8_t)value;
    else v.wide[at] = value;
}

/* Where a block's values are bytes as in the file, the lower half of a word of bits first; NULL: one by one. */
static void *as_in_file(struct journal_values v, const struct block_head *b)
{
    uint64_t at = b->from - v.first;
    bool halves = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && at % 2 == 0 && b->count % 2 == 0;
    if (v.bits) return halves && b->width == sizeof *v.wide ? v.bits + at / 2 : NULL;
    if (v.narrow) return b->width == sizeof *v.narrow ? v.narrow + at : NULL;
    if (v.bytes) return b->width == sizeof *v.bytes ? v.bytes + at : NULL;
    return b->width == sizeof *v.wide ? v.wide + at : NULL;
}

/* Values b->from on. */
static void pack(struct journal_values values, struct block_head *b, unsigned char *bytes)
{
    uint32_t top = 0;
    for (uint64_t i = 0; !values.bytes && i < b->count && top <= UINT16_MAX; i++) top |= value_at(values, b->from + i);
    b->width = top <= UINT8_MAX ? 1 : top <= UINT16_MAX ? 2 : 4;
    const void *same = as_in_file(values, b);
    if (same) memcpy(bytes, same, (size_t)b->count * b->width);
    for (uint64_t i = 0; !same && i < b->count; i++)
        memcpy(bytes + i * b->width, &(uint32_t){value_at(values, b->from + i)}, b->width);
}

static uint32_t unpacked(const struct block_head *b, const unsigned char *bytes, uint64_t i)
{
    uint32_t value = 0;
    memcpy(&value, bytes + i * b->width, b->width);
    return value;
}

static bool read_head(const struct journal *j, uint64_t at, uint64_t from, uint64_t size, struct block_head *b)
{
    if (!own_read(j->file, b, sizeof *b, at) || b->magic != BLOCK_MAGIC || b->from != from) return false;
    bool sane = (b->width == 1 || b->width == 2 || b->width == 4) && b->count > 0 && b->count <= BLOCK_VALUES;
    return sane && at + sizeof *b + b->count * b->width <= size;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */
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
    *j = (struct journal){.file = -1};
    j->key = own_head(&j->head, "cgivals", words, length);
    if (folder) text_add(&j->path, "%s/%016" PRIx64 ".values", folder, j->key);
    uint64_t size;
    if (!folder || j->head.failed || j->path.failed) {
        j->stopped = true;
        return false;
    }
    j->file = own_open(text_c(&j->path), O_RDWR, &size);
    if (j->file < 0) j->file = own_open(text_c(&j->path), O_RDONLY, &size);
    if (j->file < 0) return false;
    if (own_begins(j->file, &j->head)) {
        find_end(j, size);
        return true;
    }
    close(j->file);
    j->file = -1;
    return false;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
/* Values b->from.. of the block: compared with those known, written beyond; how far they agree and (*fit) have room. */
static uint64_t take(const struct block_head *b, const unsigned char *bytes, struct journal_values values,
                     uint64_t have, uint64_t limit, bool *fit)
{
    uint32_t most = values.narrow ? UINT16_MAX : values.bytes ? UINT8_MAX : UINT32_MAX;
    void *same = b->from >= have && b->from + b->count <= limit ? as_in_file(values, b) : NULL;
    if (same) return memcpy(same, bytes, (size_t)b->count * b->width), b->from + b->count;
    for (uint64_t i = 0; i < b->count; i++) {
        uint64_t at = b->from + i;
        uint32_t value = unpacked(b, bytes, i);
        if (at >= limit || (at < have && value_at(values, at) != value)) return at;
        if (value > most) return *fit = false, at;
        set_value(values, at, value);
    }
    return b->from + b->count;
}

enum status journal_load_any(struct journal *j, struct journal_values values, uint64_t have, uint64_t limit,
                             uint64_t *loaded, bool *differs)
{
    size_t room = (size_t)BLOCK_VALUES * 4;
    uint64_t at = j->head.length, count = 0, size = j->end;
    struct block_head b;
    bool fit = true;
    *loaded = 0;
    *differs = false;
    if (j->file < 0 || j->count == 0) return ST_OK;
    unsigned char *bytes = mem_alloc_raw(room);
    if (!bytes) return ST_NO_MEMORY;
    while (*loaded == count && count < limit && read_head(j, at, count, size, &b)) {
        bool whole = own_read(j->file, bytes, (size_t)b.count * b.width, at + sizeof b);
        if (!whole || b.sum != block_sum(j, &b, bytes)) break;
        *loaded = take(&b, bytes, values, have, limit, &fit);
        count += b.count;
        at += sizeof b + b.count * b.width;
        j->work = b.work;
    }
    mem_free(bytes, room);
    if (*loaded < count && *loaded < limit) {
        *differs = fit;
    } else if (count < limit && count < j->count) { /* damaged from here on: it is written again */
        j->count = count;
        j->end = at;
        j->damaged = true;
    }
    futimens(j->file, NULL); /* it was used now */
    return ST_OK;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
/* The file that has the name now, and its lock. One that was removed while it was open is let go. */
static bool lock_it(struct journal *j, struct stat *s)
{
    for (int tries = 0; tries < 2; tries++) {
        uint64_t size;
        if (j->file < 0) j->file = own_open(text_c(&j->path), O_RDWR | O_CREAT, &size);
        if (j->file < 0) return false;
        if (flock(j->file, LOCK_EX | LOCK_NB) != 0) return j->damaged = false; /* who has it now will have mended it */
        if (fstat(j->file, s) != 0) return false;
        if (s->st_nlink > 0) return true;
        close(j->file);
        j->file = -1;
    }
    return false;
}

/* What fails now may go well later: the other process ends, there is room again. */
bool journal_begin(struct journal *j)
{
    struct stat s;
    if (j->stopped) return false;
    if (j->locked && fstat(j->file, &s) == 0 && s.st_nlink > 0) return true;
    j->locked = false;
    if (!lock_it(j, &s)) return false;
    if (!own_begins(j->file, &j->head)) {
        if (ftruncate(j->file, 0) != 0 || !own_write(j->file, j->head.data, j->head.length, 0)) return false;
        j->count = 0;
        j->end = j->head.length;
    } else if (!j->damaged) {
        find_end(j, (uint64_t)s.st_size); /* another process may have added something */
    }
    own_make_room(text_c(&j->path), JOURNAL_BYTES);
    return j->locked = true;
}

static bool add_block(struct journal *j, struct journal_values values, uint64_t count, uint64_t work,
                      unsigned char *bytes)
{
    struct block_head b = {.magic = BLOCK_MAGIC, .from = j->count, .count = count, .work = work};
    pack(values, &b, bytes + sizeof b);
    b.sum = block_sum(j, &b, bytes + sizeof b);
    memcpy(bytes, &b, sizeof b);
    size_t length = sizeof b + (size_t)(b.count * b.width);
    if (j->end + length > JOURNAL_BYTES || !own_write(j->file, bytes, length, j->end)) return false;
    if ((j->end + length) / OWN_GROWTH != j->end / OWN_GROWTH) own_make_room(text_c(&j->path), JOURNAL_BYTES);
    j->count += count;
    j->end += length;
    return true;
}

bool journal_add_any(struct journal *j, struct journal_values values, uint64_t count, uint64_t work)
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
