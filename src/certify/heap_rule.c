/* SPDX-License-Identifier: MIT */
/* The rule of a heap in the words of a certificate: a code, a subtraction set, digits with conditions, or takes for each residue.
 *
 * What is written is derived from the rule's normal form (proof/family/family.h), not from how the rule is spelled; options of heaps below
 * the threshold of a sliding family, of which that says nothing, are asked of the rule itself. */
#include <inttypes.h>
#include "certify/private.h"
#include "play/options/options.h"

enum { CODE_DIGITS = 64, LISTED_HEAPS = 4000 }; /* a code is written with so many digits, so many heaps one by one */

static bool is_code(const struct family *f)
{
    for (size_t i = 0; i < f->digit_count; i++)
        if (f->digits[i].take < 0) return false;
    return !f->narrow && f->largest_take <= CODE_DIGITS;
}

static void put_code(const struct family *f, struct text *out)
{
    size_t i = 0;
    text_puts(out, "rule code ");
    for (int64_t take = 0; take <= f->largest_take || take < 2; take++) {
        unsigned heaps = i < f->digit_count && f->digits[i].take == take ? f->digits[i++].heaps : 0;
        text_add(out, "%x%s", heaps, take == 0 ? "." : "");
    }
    text_putc(out, '\n');
}

static void put_digits(const struct family *f, struct text *out)
{
    text_puts(out, "rule takes\n");
    for (size_t i = 0; i < f->digit_count; i++) {
        const struct family_digit *d = &f->digits[i];
        text_add(out, "take %s%" PRId64 " leaves", d->take < 0 ? "minus " : "", d->take < 0 ? -d->take : d->take);
        for (int j = 0; j <= FAMILY_MAX_HEAPS; j++)
            if (d->heaps >> j & 1) text_add(out, " %d", j);
        if (d->heaps & 4 && (d->least > 1 || d->apart || d->from))
            text_add(out, " least %" PRId64 " apart %" PRId64 " from %" PRId64, d->least, d->apart, d->from);
        text_putc(out, '\n');
    }
}

/* ---- sliding families ---------------------------------------------------------------------------------------------- */

struct listing {
    const struct certify_work *work;
    int64_t heap;
    bool *seen; /* of heaps below it */
    bool other; /* something else than one heap of the game */
};

static enum status list_option(void *context, const struct component *components, size_t count)
{
    struct listing *l = context;
    if (!count && l->heap) l->seen[0] = true; /* the end of play is a heap of 0, which has no options */
    if (!count) return ST_OK;
    l->other = l->other || count != 1 || components[0].game != l->work->ask->game || components[0].count != 1 ||
               components[0].cells[0] < 0 || components[0].cells[0] >= l->heap;
    if (!l->other) l->seen[components[0].cells[0]] = true;
    return ST_OK;
}

/* The options of one heap below the threshold, as `seen`. */
static enum status ask_options(const struct certify_work *w, int64_t heap, bool *seen, bool *other)
{
    struct listing listing = {w, heap, seen, false};
    struct component component = {.game = w->ask->game, .cells = &heap, .count = 1};
    for (int64_t i = 0; i < heap; i++) seen[i] = false;
    enum status st = options_written(w->env, &component, 1, list_option, &listing);
    *other = listing.other;
    return st;
}

static bool as_set(const struct family_takes *takes, int64_t heap, const bool *seen)
{
    size_t i = 0;
    for (int64_t t = 1; t <= heap; t++) {
        while (i < takes->count && takes->takes[i] < t) i++;
        if (seen[heap - t] != (i < takes->count && takes->takes[i] == t)) return false;
    }
    return true;
}

static void put_takes(const struct family_takes *takes, struct text *out)
{
    for (size_t i = 0; i < takes->count; i++) text_add(out, " %" PRId64, takes->takes[i]);
    text_putc(out, '\n');
}

/* `lists`: the lines of the heaps below the threshold. */
static enum status ask_below(struct certify_work *w, const struct family *f, int64_t below, struct text *lists,
                             bool *set)
{
    bool other = false;
    bool *seen = arena_alloc(w->arena, (size_t)below + 1);
    enum status st = seen ? ST_OK : ST_NO_MEMORY;
    for (int64_t heap = 0; st == ST_OK && heap < below; heap++) {
        st = ask_options(w, heap, seen, &other);
        if (other) return w->reason = "a small heap has options that are not one smaller heap", st;
        *set = *set && as_set(&f->residues[0], heap, seen);
        text_add(lists, "heap %" PRId64 " to", heap);
        for (int64_t to = 0; to < heap; to++)
            if (seen[to]) text_add(lists, " %" PRId64, to);
        text_putc(lists, '\n');
    }
    return st;
}

static void put_residues(const struct certify_work *w, const struct family *f, const char *kind, int64_t below,
                         const struct text *lists)
{
    text_add(w->out, "rule %s modulus %" PRId64 " from %" PRId64, kind, f->modulus, below);
    if (f->far) text_add(w->out, " near %" PRId64, f->reach);
    text_add(w->out, "\n%s", text_c(lists));
    for (int64_t r = 0; r < f->modulus; r++) {
        text_add(w->out, "residue %" PRId64 " takes", r);
        put_takes(&f->residues[r], w->out);
    }
}

static enum status put_sliding(struct certify_work *w, const struct family *f, bool *written)
{
    struct text lists = {0};
    int64_t below = f->threshold > f->reach ? f->threshold : f->reach;
    bool set = f->modulus == 1;
    if (below > LISTED_HEAPS) return w->reason = "too many small heaps follow no common rule", ST_OK;
    enum status st = ask_below(w, f, below, &lists, &set);
    if (st == ST_OK && !w->reason) {
        *written = true;
        if (f->far) {
            w->form = "growth";
            put_residues(w, f, "all but", below, &lists);
        } else if (set) {
            text_puts(w->out, "rule subtraction");
            put_takes(&f->residues[0], w->out);
        } else {
            put_residues(w, f, "heaps", below, &lists);
        }
    }
    if (lists.failed) st = ST_NO_MEMORY;
    text_free(&lists);
    return st;
}

/* Is every heap below n - reach an option of n, from the threshold on? */
static bool all_far(const struct family *f)
{
    int64_t low = 0;
    while (low < f->far_low && f->lows[low]) low++;
    return low == f->far_low;
}

enum status certify_heap_rule(struct certify_work *w, const struct family *f, bool *written)
{
    *written = false;
    if (f->kind == FAMILY_NONE) return w->reason = f->reason, ST_OK;
    if (f->equals) return w->reason = "a move leaves equal heaps that cancel, which the reader does not know", ST_OK;
    if (f->classes || f->kind == FAMILY_SHIFTED)
        return w->reason = "takes or parts go by residues, of unbounded numbers, which the reader does not know", ST_OK;
    if (f->kind == FAMILY_JOINED)
        return w->reason = "splits or fixed heaps stand beside its takes, which the reader does not know", ST_OK;
    if (f->far && !(w->growth && all_far(f)))
        return w->reason = "all but finitely many numbers may be taken, which the reader does not know", ST_OK;
    if (f->kind == FAMILY_SLIDING) return put_sliding(w, f, written);
    *written = true;
    if (is_code(f)) put_code(f, w->out);
    else put_digits(f, w->out);
    return ST_OK;
}
