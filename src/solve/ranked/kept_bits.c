/* SPDX-License-Identifier: MIT */
/* In the file: how many states, how many of them are decided, the bits of those that are won or marked, and, if the run has them, of
 * those that are no positions. */
#include "solve/ranked/kept_bits.h"
#include <string.h>
#include "base/mem.h"
#include "base/snapshot.h"
#include "solve/ranked/decide.h"

static size_t bytes_of(const struct kept_bits *k) { return (size_t)(k->size / 64 + 1) * sizeof(uint64_t); }

void kept_bits_open(struct kept_bits *k, const struct env *env, const struct kept_name *name,
                    const struct decided *bits, uint64_t size)
{
    *k = (struct kept_bits){.env = env, .name = name, .bits = bits, .size = size};
    if (!name || !keep_possible(env)) return;
    k->keep = env->keep;
    k->began = budget_now_ns();
    k->next = keep_first(k->keep, k->began);
}

static void write_words(const struct kept_bits *k, struct text *out)
{
    k->name->words(k->name->context, out);
    keep_words(k->env, out);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
bool kept_bits_due(struct kept_bits *k)
{
    if (!k->keep || k->looked || budget_now_ns() - k->began < k->keep->look) return false;
    return k->looked = true;
}

void kept_bits_drop(const struct kept_bits *k, struct decided *old)
{
    mem_free(old->won, old->won ? bytes_of(k) : 0);
    mem_free(old->none, old->none ? bytes_of(k) : 0);
    *old = (struct decided){0};
}

static bool read_bits(const struct kept_bits *k, struct snapshot *s, uint64_t *have, struct decided *old)
{
    uint64_t head[2];
    unsigned char more;
    if (!snapshot_get(s, head, sizeof head) || head[0] != k->size || head[1] > k->size) return false;
    if (!snapshot_get(s, old->won, bytes_of(k)) || (old->none && !snapshot_get(s, old->none, bytes_of(k))))
        return false;
    *have = head[1];
    return !snapshot_get(s, &more, 1) && snapshot_ended(s);
}

bool kept_bits_read(struct kept_bits *k, uint64_t *have, struct decided *old)
{
    struct snapshot s;
    struct text words = {0};
    bool fine = budget_fits(k->env->budget, 2 * bytes_of(k)) == ST_OK;
    *old = (struct decided){0};
    if (!fine) return false;
    old->won = mem_alloc_raw(bytes_of(k));
    if (k->bits->none) old->none = mem_alloc_raw(bytes_of(k));
    write_words(k, &words);
    fine = old->won && (old->none || !k->bits->none) && !words.failed;
    if (fine) {
        fine = snapshot_open(&s, keep_folder(k->keep), text_c(&words), words.length) && read_bits(k, &s, have, old);
        snapshot_close(&s);
    }
    text_free(&words);
    if (!fine) kept_bits_drop(k, old);
    return fine;
}

void kept_bits_took(struct kept_bits *k, uint64_t have, uint64_t more)
{
    k->keep->loaded += more;
    k->written = have;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
static void write_file(struct kept_bits *k, uint64_t have)
{
    struct snapshot s;
    struct text words = {0};
    uint64_t head[2] = {k->size, have};
    write_words(k, &words);
    bool fine = !words.failed;
    if (fine) {
        fine = snapshot_begin(&s, keep_folder(k->keep), text_c(&words), words.length);
        if (fine) snapshot_put(&s, head, sizeof head);
        if (fine) snapshot_put(&s, k->bits->won, bytes_of(k));
        if (fine && k->bits->none) snapshot_put(&s, k->bits->none, bytes_of(k));
        if (fine) fine = snapshot_end(&s);
        snapshot_close(&s);
    }
    text_free(&words);
    if (!fine) return;
    k->keep->written += have - k->written;
    k->written = have;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, have);
}

/* Not before it was looked for: the file may have more. */
void kept_bits_put(struct kept_bits *k, uint64_t have)
{
    uint64_t now = k->keep ? budget_now_ns() : 0;
    if (!k->keep || !k->looked || now < k->next || have <= k->written) return;
    write_file(k, have);
    k->next = keep_next(k->keep, now);
}

void kept_bits_close(struct kept_bits *k, uint64_t have)
{
    if (!k->keep || !k->looked || have <= k->written) return;
    if (budget_now_ns() - k->began >= k->keep->begin) write_file(k, have);
    k->keep = NULL;
}
