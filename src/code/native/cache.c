/* SPDX-License-Identifier: MIT */
/* Files of the user's own folder. Whatever fails here means that nothing is kept, never that a rule fails. */
#include "code/native/cache.h"
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "base/folder.h"
#include "base/hash.h"
#include "base/mem.h"

/* ---- the folder
 * -------------------------------------------------------------------------------------------------- */

static void find_folder(struct native_cache *c)
{
    const char *passing = getenv("TMPDIR");
    c->usable = folder_own("native", &c->folder);
    if (c->usable) return;
    text_clear(&c->folder);
    text_add(&c->folder, "%s/cgi-native-XXXXXX", passing && *passing == '/' ? passing : "/tmp");
    c->usable = c->passing = !c->folder.failed && mkdtemp(c->folder.data) != NULL;
}

enum status native_cache_open(const char *text, size_t length, const char *identity, struct native_cache *c)
{
    *c = (struct native_cache){.text = text, .length = length, .identity = identity};
    find_folder(c);
    uint64_t key = hash_mix(hash_bytes(text, length) ^ hash_mix(hash_bytes(identity, strlen(identity))));
    const char *folder = text_c(&c->folder);
    long me = (long)getpid(); /* two tables of one process may have the same text, two machines the same number */
    uintptr_t own = (uintptr_t)c;
    text_add(&c->source, "%s/%016" PRIx64 ".c", folder, key);
    text_add(&c->module, "%s/%016" PRIx64 ".so", folder, key);
    text_add(&c->sum, "%s/%016" PRIx64 ".sum", folder, key);
    text_add(&c->new_source, "%s/new-%ld-%" PRIxPTR "-%016" PRIx64 ".c", folder, me, own, key);
    text_add(&c->new_module, "%s/new-%ld-%" PRIxPTR "-%016" PRIx64 ".so", folder, me, own, key);
    text_add(&c->new_sum, "%s/new-%ld-%" PRIxPTR "-%016" PRIx64 ".sum", folder, me, own, key);
    bool failed = c->folder.failed || c->source.failed || c->module.failed || c->sum.failed || c->new_source.failed ||
                  c->new_module.failed || c->new_sum.failed;
    if (failed) native_cache_close(c);
    return failed ? ST_NO_MEMORY : ST_OK;
}

/* ---- files
 * ------------------------------------------------------------------------------------------------------- */

/* The whole of a plain file of this user; false if it cannot be read or is larger than any entry. */
static bool read_file(const char *path, struct text *out)
{
    struct stat s;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK); /* a pipe is not waited for */
    if (file < 0) return false;
    bool fine =
        fstat(file, &s) == 0 && S_ISREG(s.st_mode) && s.st_uid == geteuid() && s.st_size <= (off_t)NATIVE_CACHE_BYTES;
    char block[4096];
    ssize_t n;
    while (fine && (n = read(file, block, sizeof block)) != 0) {
        fine = n > 0;
        if (fine) text_put(out, block, (size_t)n);
    }
    close(file);
    return fine && !out->failed;
}

static bool write_file(const char *path, const char *bytes, size_t count)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) return false;
    bool fine = true;
    while (fine && count) {
        ssize_t n = write(file, bytes, count);
        fine = n > 0;
        if (fine) bytes += n, count -= (size_t)n;
    }
    return close(file) == 0 && fine;
}

static bool sum_of(const struct native_cache *c, const char *library, struct text *out)
{
    struct text bytes = {0};
    bool fine = read_file(library, &bytes);
    if (fine)
        text_add(out, "%zu %016" PRIx64 "\n%s", bytes.length, hash_bytes(text_c(&bytes), bytes.length), c->identity);
    text_free(&bytes);
    return fine && !out->failed;
}

bool native_cache_has(struct native_cache *c)
{
    struct text source = {0}, kept = {0}, sum = {0};
    bool fine = c->usable && !c->passing && read_file(text_c(&c->sum), &kept) &&
                read_file(text_c(&c->source), &source) && sum_of(c, text_c(&c->module), &sum);
    fine = fine && source.length == c->length && memcmp(source.data, c->text, c->length) == 0;
    fine = fine && strcmp(text_c(&kept), text_c(&sum)) == 0;
    if (fine) utimensat(AT_FDCWD, text_c(&c->sum), NULL, 0); /* it was used now */
    text_free(&source);
    text_free(&kept);
    text_free(&sum);
    return fine;
}

bool native_cache_write(struct native_cache *c)
{
    return c->usable && write_file(text_c(&c->new_source), c->text, c->length);
}

/* ---- the size
 * ---------------------------------------------------------------------------------------------------- */

struct kept {
    char key[17];
    struct timespec used;
    uint64_t bytes;
};

static int by_use(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec) return x->used.tv_sec < y->used.tv_sec ? 1 : -1;
    return (x->used.tv_nsec < y->used.tv_nsec) - (x->used.tv_nsec > y->used.tv_nsec);
}

static const char *const endings[] = {".sum", ".so", ".c"}; /* without KEY.sum there is no entry */
enum { ENDINGS = sizeof endings / sizeof *endings, KEY_LENGTH = 16, MOST_KEPT = 4096 };

static void weigh(int folder, struct kept *k)
{
    struct stat s;
    char name[32];
    for (size_t i = 0; i < ENDINGS; i++) {
        snprintf(name, sizeof name, "%s%s", k->key, endings[i]);
        if (fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0) continue;
        k->bytes += (uint64_t)s.st_size;
        if (i == 0) k->used = s.st_mtim;
    }
}

static void drop_oldest(int folder, struct kept *all, size_t count)
{
    uint64_t bytes = 0;
    char name[32];
    qsort(all, count, sizeof *all, by_use);
    for (size_t i = 0; i < count; i++) {
        bytes += all[i].bytes;
        if (bytes <= NATIVE_CACHE_BYTES || i == 0) continue;
        for (size_t k = 0; k < ENDINGS; k++) {
            snprintf(name, sizeof name, "%s%s", all[i].key, endings[k]);
            unlinkat(folder, name, 0);
        }
    }
}

/* What a process has begun and left, an hour ago or more. */
static void drop_left(int folder, const char *name)
{
    struct stat s;
    if (strncmp(name, "new-", 4) != 0 || fstatat(folder, name, &s, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (s.st_mtim.tv_sec + 3600 < time(NULL)) unlinkat(folder, name, 0);
}

/* Entries that were used longest ago make room. */
static void trim(const struct native_cache *c)
{
    struct kept *all = mem_alloc(MOST_KEPT * sizeof *all);
    DIR *dir = all ? opendir(text_c(&c->folder)) : NULL;
    size_t count = 0;
    for (struct dirent *e; dir && count < MOST_KEPT && (e = readdir(dir));) {
        size_t length = strlen(e->d_name);
        drop_left(dirfd(dir), e->d_name);
        if (length != KEY_LENGTH + 4 || strcmp(e->d_name + KEY_LENGTH, ".sum") != 0) continue;
        memcpy(all[count].key, e->d_name, KEY_LENGTH);
        weigh(dirfd(dir), &all[count++]);
    }
    if (dir) drop_oldest(dirfd(dir), all, count);
    if (dir) closedir(dir);
    mem_free(all, MOST_KEPT * sizeof *all);
}

bool native_cache_add(struct native_cache *c)
{
    struct text sum = {0};
    bool fine = sum_of(c, text_c(&c->new_module), &sum) && write_file(text_c(&c->new_sum), text_c(&sum), sum.length);
    text_free(&sum);
    if (fine) unlink(text_c(&c->sum)); /* an old entry ends before its files are replaced */
    fine = fine && rename(text_c(&c->new_source), text_c(&c->source)) == 0;
    fine = fine && rename(text_c(&c->new_module), text_c(&c->module)) == 0;
    fine = fine && rename(text_c(&c->new_sum), text_c(&c->sum)) == 0;
    if (fine && !c->passing) trim(c);
    return fine;
}

void native_cache_close(struct native_cache *c)
{
    const char *const passing[] = {text_c(&c->source), text_c(&c->module), text_c(&c->sum)};
    const char *const unfinished[] = {text_c(&c->new_source), text_c(&c->new_module), text_c(&c->new_sum)};
    for (size_t i = 0; c->usable && i < 3; i++) {
        if (*unfinished[i]) unlink(unfinished[i]);
        if (c->passing && *passing[i]) unlink(passing[i]);
    }
    if (c->passing) rmdir(text_c(&c->folder));
    text_free(&c->folder);
    text_free(&c->source);
    text_free(&c->module);
    text_free(&c->sum);
    text_free(&c->new_source);
    text_free(&c->new_module);
    text_free(&c->new_sum);
}
