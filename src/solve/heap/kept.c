/* SPDX-License-Identifier: MIT */
/* One file a game and box; the first field of a box may grow, since it has the largest stride. */
#include "solve/heap/kept.h"
#include <inttypes.h>
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "code/machine/calls.h"
#include "code/machine/fill.h"

enum { SAMPLES = 4, SAMPLE = 16, LEAST_PIECE = 64, PART_OF_RUN = 32 };
enum { WRITING_PART = 16, WRITING_PIECE = 1 << 18 };

/* ---- words ------------------------------------------------------------------------------------------------------- */
static void write_words(const struct kept *k, struct text *out)
{
    if (k->name) {
        k->name->words(k->name->context, out);
        keep_words(k->env, out);
        return;
    }
    text_add(out, "game %d\n", k->game);
    for (size_t i = 0; k->box && i < k->box->fields; i++) {
        text_add(out, "from %" PRId64, k->box->low[i]);
        if (i > 0) text_add(out, " count %" PRId64, k->box->extent[i]);
        text_puts(out, "\n");
    }
    if (!k->box) text_puts(out, "heaps\n");
    keep_words(k->env, out);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */
void kept_open(struct kept *k, const struct env *env, int game, const struct value_table *box)
{
    *k = (struct kept){.env = env, .box = box, .game = game, .journal.file = -1};
    if (!keep_possible(env)) return;
    k->keep = env->keep;
    k->began = k->since = budget_now_ns();
    k->next = keep_first(k->keep, k->began);
}

void kept_open_as(struct kept *k, const struct env *env, const struct kept_name *name)
{
    kept_open(k, env, 0, NULL);
    k->name = name;
}

static void find_file(struct kept *k)
{
    struct text words = {0};
    write_words(k, &words);
    k->opened = true;
    if (words.failed) k->journal.stopped = true;
    else journal_open(&k->journal, keep_folder(k->keep), text_c(&words), words.length);
    text_free(&words);
}

/* Computes values[at..at + count) anew: are they the same? */
static enum status try_run(const struct kept_values *v, uint64_t at, uint64_t count, bool *same)
{
    uint32_t old[SAMPLE];
    size_t size = (size_t)count * (v->values.narrow ? sizeof *v->values.narrow : sizeof *v->values.wide);
    const void *now = v->values.narrow ? (void *)(v->values.narrow + at) : v->values.wide + at;
    memcpy(old, now, size);
    enum status st = v->again(v->context, at, at + count);
    *same = st != ST_UNSUPPORTED && memcmp(old, now, size) == 0; /* else one of them does not fit in 16 bits */
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* Runs at seeded places among values[from..to), and the last ones. Ascending, as kernels like it. */
static enum status try_sample(const struct kept *k, const struct kept_values *v, uint64_t from, uint64_t to, bool *same)
{
    uint64_t seed = k->journal.key ^ to, length = to - from;
    enum status st = ST_OK;
    *same = true;
    for (uint64_t i = 0; i < SAMPLES && st == ST_OK && *same; i++) {
        uint64_t low = from + length / SAMPLES * i, high = i + 1 == SAMPLES ? to : low + length / SAMPLES;
        if (low == high) continue;
        uint64_t room = high - low > SAMPLE ? high - low - SAMPLE : 0;
        uint64_t at = i + 1 == SAMPLES ? low + room : low + (room ? random_next(&seed) % room : 0);
        st = try_run(v, at, high - at < SAMPLE ? high - at : SAMPLE, same);
    }
    return st;
}

/* Is the place of a state that the invariant leaves out? It alone has no value. */
static bool is_no_state(const struct kept *k, uint64_t place)
{
    int64_t cells[MODEL_MAX_FIELDS] = {(int64_t)place};
    bool legal = true;
    struct component state = {k->game, k->box ? (uint32_t)k->box->fields : 1, cells};
    if (!k->env->model->games[k->game].invariant) return false;
    for (size_t i = 0; k->box && i < k->box->fields; i++)
        cells[i] = k->box->low[i] + (int64_t)(place / (uint64_t)k->box->stride[i]) % k->box->extent[i];
    return vm_legal(k->env->vm, &state, &legal) == ST_OK && !legal;
}

/* Can these be the values of a game whose options are sums of its own positions before them? Where all values before a position are
 * below 2^k, so are their nim-sums, so its own is 2^k at most, as all of these may be there. (The end of play has the value 0.) So
 * nothing that is computed from values needs more room than it would, whoever wrote them. */
static bool are_possible(const struct kept *k, struct journal_values v, uint64_t from, uint64_t to)
{
    uint32_t below = 0; /* all bits of the values so far, and those under them */
    for (uint64_t i = 0; i < to; i++) {
        uint32_t value = v.narrow ? v.narrow[i] : v.wide[i];
        if (!v.narrow && value == VALUE_NONE && (i < from || is_no_state(k, i))) continue;
        if (i >= from && value > (uint64_t)below + 1) return false;
        if (value > below) below = UINT32_MAX >> __builtin_clz(value);
    }
    return true;
}

static enum status load(struct kept *k, const struct kept_values *v, uint64_t limit)
{
    uint64_t loaded;
    bool differs, same = true;
    enum status st = journal_load_any(&k->journal, v->values, *v->have, limit, &loaded, &differs);
    if (st != ST_OK || (loaded <= *v->have && !differs)) return st;
    if (!differs && !k->name) differs = !are_possible(k, v->values, *v->have, loaded);
    if (!differs)
        st = v->tried ? v->tried(v->context, *v->have, loaded, &same) : try_sample(k, v, *v->have, loaded, &same);
    if (st != ST_OK) return st;
    if (differs || !same) {
        journal_forget(&k->journal);
        return ST_OK;
    }
    if (v->tried) return ST_OK;
    st = budget_take_states(k->env->budget, loaded - *v->have);
    if (st != ST_OK) return st;
    k->keep->loaded += loaded - *v->have;
    if (v->work && k->journal.work > *v->work) *v->work = k->journal.work;
    *v->have = loaded;
    return ST_OK;
}

enum status kept_take(struct kept *k, const struct kept_values *v)
{
    if (!k->keep || *v->have >= v->limit || budget_now_ns() - k->began < k->keep->look) return ST_OK;
    if (!k->opened) find_file(k);
    uint64_t left = budget_states_left(k->env->budget), room = v->limit - *v->have;
    uint64_t limit = *v->have + (left < room ? left : room);
    enum status st = k->journal.count > *v->have && limit > *v->have ? load(k, v, limit) : ST_OK;
    k->since = budget_now_ns();
    return st;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */
/* How much of a run may be lost: at the beginning a fixed time, later a part of it, since to start a kernel again costs
 * something too. */
static uint64_t interval(const struct kept *k, uint64_t now)
{
    uint64_t part = (now - k->began) / PART_OF_RUN;
    return part > k->keep->every ? part : k->keep->every;
}

uint64_t kept_piece(struct kept *k, uint64_t have, uint64_t to)
{
    if (!k->keep) return to;
    k->since = budget_now_ns();
    k->from = have;
    if (k->piece_ns == 0) return to;
    double values = (double)k->pieces * (double)interval(k, k->since) / (double)k->piece_ns;
    if (values < LEAST_PIECE) values = LEAST_PIECE;
    return values < (double)(to - have) ? have + (uint64_t)values : to;
}

static void write_file(struct kept *k, struct journal_values values, uint64_t have, uint64_t work)
{
    if (!k->opened) find_file(k);
    else keep_folder(k->keep); /* it may have been removed */
    uint64_t before = k->journal.count;
    if (!journal_begin(&k->journal) || !journal_add_any(&k->journal, values, have, work)) return;
    if (k->journal.count <= before) return;
    k->keep->written += k->journal.count - before;
    if (k->keep->wrote) k->keep->wrote(k->keep->context, k->journal.count);
}

void kept_put(struct kept *k, struct journal_values values, uint64_t have, uint64_t work)
{
    if (!k->keep) return;
    uint64_t now = budget_now_ns();
    k->piece_ns = now - k->since;
    k->pieces = have > k->from ? have - k->from : 0;
    if (now < k->next) return;
    write_file(k, values, have, work);
    k->next = keep_after(now, interval(k, now));
}

void kept_close(struct kept *k, struct journal_values values, uint64_t have, uint64_t work)
{
    if (!k->keep) return;
    bool goes_on = k->opened && k->journal.count > 0 && k->journal.count < have;
    if (have && (goes_on || budget_now_ns() - k->began >= k->keep->begin)) write_file(k, values, have, work);
    journal_close(&k->journal);
}

/* ---- writing some of it ------------------------------------------------------------------------------------------ */
/* Block by block, so that it is seen how long that takes. */
static void write_some(struct kept *k, struct journal_values values, uint64_t have)
{
    if (!k->opened) find_file(k);
    for (bool more = true; more && k->journal.count < have;) {
        uint64_t now = budget_now_ns(), before = k->journal.count, left = have - before;
        if (k->keep->every && k->writing_ns * WRITING_PART > now - k->began) break;
        write_file(k, values, left < WRITING_PIECE ? have : before + WRITING_PIECE, 0);
        more = k->journal.count > before;
        k->writing_ns += budget_now_ns() - now;
    }
}

void kept_put_some(struct kept *k, struct journal_values values, uint64_t have)
{
    uint64_t now = budget_now_ns();
    if (now < k->next) return;
    write_some(k, values, have);
    if (k->keep->every) k->next = keep_after(now, interval(k, now)); /* else each time */
}

void kept_close_some(struct kept *k, struct journal_values values, uint64_t have)
{
    bool goes_on = k->opened && k->journal.count > 0 && k->journal.count < have;
    if (goes_on || budget_now_ns() - k->began >= k->keep->begin) write_some(k, values, have);
    journal_close(&k->journal);
}
