/* SPDX-License-Identifier: MIT */
/* A block is its head and its bytes. */
#include "base/snapshot.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "base/journal.h"
#include "base/mem.h"

enum { BLOCK_BYTES = 1 << 20, BLOCK_MAGIC = 0x736e6170 };
struct block_head {
    uint32_t magic, count;
    uint64_t number, sum;
};

static uint64_t block_sum(const struct snapshot *s, size_t count)
{
    return hash_mix(hash_mix(s->key ^ hash_bytes(s->block, count)) ^ s->number);
}

static void name_it(struct snapshot *s, const char *folder, const char *words, size_t length)
{
    *s = (struct snapshot){.file = -1};
    s->key = own_head(&s->head, "cgisnap", words, length);
    if (folder) text_add(&s->path, "%s/%016" PRIx64 ".values", folder, s->key);
    if (folder) text_add(&s->fresh, "%s/%016" PRIx64 ".new", folder, s->key);
    s->failed = !folder || s->head.failed || s->path.failed || s->fresh.failed;
    s->at = s->head.length;
    s->block = s->failed ? NULL : mem_alloc_raw(BLOCK_BYTES);
    if (!s->block) s->failed = true;
}

bool snapshot_begin(struct snapshot *s, const char *folder, const char *words, size_t length)
{
    uint64_t size;
    name_it(s, folder, words, length);
    if (!s->failed) s->file = own_open(text_c(&s->fresh), O_RDWR | O_CREAT, &size);
    s->failed = s->failed || s->file < 0 || flock(s->file, LOCK_EX | LOCK_NB) != 0;
    struct stat here, there; /* another process may have renamed it since */
    s->failed = s->failed || fstat(s->file, &here) != 0 || stat(text_c(&s->fresh), &there) != 0 ||
                here.st_ino != there.st_ino || here.st_dev != there.st_dev;
    s->writing = !s->failed;
    s->failed = s->failed || ftruncate(s->file, 0) != 0 || !own_write(s->file, s->head.data, s->head.length, 0);
    return !s->failed;
}

static void write_block(struct snapshot *s)
{
    struct block_head head = {BLOCK_MAGIC, (uint32_t)s->count, s->number, block_sum(s, s->count)};
    s->failed = s->failed || s->at + s->count > JOURNAL_BYTES || !own_write(s->file, &head, sizeof head, s->at) ||
                !own_write(s->file, s->block, s->count, s->at + sizeof head);
    if (!s->failed && (s->at + sizeof head + s->count) / OWN_GROWTH != s->at / OWN_GROWTH)
        own_make_room(text_c(&s->path), JOURNAL_BYTES);
    s->at += sizeof head + s->count;
    s->count = 0;
    s->number++;
}

void snapshot_put(struct snapshot *s, const void *bytes, size_t count)
{
    for (const unsigned char *p = bytes; count && !s->failed;) {
        size_t n = BLOCK_BYTES - s->count < count ? BLOCK_BYTES - s->count : count;
        memcpy(s->block + s->count, p, n);
        p += n, count -= n, s->count += n;
        if (s->count == BLOCK_BYTES) write_block(s);
    }
}

bool snapshot_end(struct snapshot *s)
{
    if (s->count && !s->failed) write_block(s);
    if (!s->failed) write_block(s);
    s->failed = s->failed || rename(text_c(&s->fresh), text_c(&s->path)) != 0;
    s->writing = s->failed;
    if (!s->failed) own_make_room(text_c(&s->path), JOURNAL_BYTES);
    return !s->failed;
}

bool snapshot_open(struct snapshot *s, const char *folder, const char *words, size_t length)
{
    uint64_t size;
    name_it(s, folder, words, length);
    if (!s->failed) s->file = own_open(text_c(&s->path), O_RDONLY, &size);
    s->failed = s->failed || s->file < 0 || !own_begins(s->file, &s->head);
    if (!s->failed) futimens(s->file, NULL); /* it was used now */
    return !s->failed;
}

static void read_block(struct snapshot *s)
{
    struct block_head head;
    s->count = s->taken = 0;
    s->failed = !own_read(s->file, &head, sizeof head, s->at) || head.magic != BLOCK_MAGIC ||
                head.number != s->number || head.count > BLOCK_BYTES ||
                !own_read(s->file, s->block, head.count, s->at + sizeof head) || head.sum != block_sum(s, head.count);
    if (s->failed) return;
    s->ended = head.count == 0;
    s->count = head.count;
    s->at += sizeof head + head.count;
    s->number++;
}

bool snapshot_get(struct snapshot *s, void *bytes, size_t count)
{
    for (unsigned char *p = bytes; count;) {
        if (s->taken == s->count && !s->failed && !s->ended) read_block(s);
        if (s->failed || s->ended) return false;
        size_t n = s->count - s->taken < count ? s->count - s->taken : count;
        memcpy(p, s->block + s->taken, n);
        p += n, count -= n, s->taken += n;
    }
    return true;
}

bool snapshot_ended(const struct snapshot *s) { return s->ended && !s->failed; }

void snapshot_close(struct snapshot *s)
{
    if (s->writing) unlink(text_c(&s->fresh)); /* which is ours by its lock */
    if (s->file >= 0) close(s->file);
    s->file = -1;
    mem_free(s->block, BLOCK_BYTES);
    s->block = NULL;
    text_free(&s->path);
    text_free(&s->fresh);
    text_free(&s->head);
}
