/* SPDX-License-Identifier: MIT */
/* Periods of heaps, values of sums of heaps of any size, and that there is no period up to some number.
 *
 * The reader computes all values itself. The mask under which few values are rare only saves it time (solve/heap/rare.h). */
#include <inttypes.h>
#include "base/integer.h"
#include "certify/private.h"
#include "play/options/store.h"
#include "solve/heap/rare.h"

/* Where nobody says how far: what a reader checks in a second; where three heaps are left, that takes the square. */
enum { NONE_HEAPS = 100000, NONE_HEAPS_OF_THREE = 2000 };
/* By cgi-verify-growth: so many heaps, and heaps of any size up to this one where growth is proved. */
enum { GROWN_HEAPS = 1000000 };
#define MOST_GROWN INT64_C(100000000000000000)
/* Steps of the reader: half of all that it makes; and nearly all, where somebody says how far. */
#define NONE_STEPS UINT64_C(10000000000)
#define NONE_STEPS_ASKED UINT64_C(19000000000)

static unsigned odd(uint64_t bits) { return (unsigned)__builtin_parityll(bits); }

static enum status reader_of(const struct certify_work *w, const struct family *family, struct reader *reader)
{
    struct rare rare;
    enum status st = rare_of(w->env, w->ask->game, &rare);
    *reader = (struct reader){.family = family};
    if (st != ST_OK || !rare.mask) return st;
    reader->mask = rare.mask;
    reader->parity = rare.parity;
    reader->class = odd(rare.value & rare.mask) ^ (rare.parity && rare.heap & 1);
    return ST_OK;
}

static enum status put_mask(struct certify_work *w)
{
    struct reader r;
    enum status st = reader_of(w, NULL, &r);
    if (st == ST_OK && r.mask)
        text_add(w->out, "sparse mask %" PRIu32 " parity %d class %u\n", r.mask, r.parity, r.class);
    return st;
}

/* Makes *count no more heaps than the reader has the steps for. */
static enum status cut_to_reader(struct certify_work *w, const struct periodic *p, struct value_view values,
                                 uint64_t *count)
{
    struct reader reader;
    uint64_t all = *count;
    enum status st = reader_of(w, &p->family, &reader);
    if (st == ST_OK) st = certify_heaps_read(&reader, values, w->ask->last ? NONE_STEPS_ASKED : NONE_STEPS, count);
    if (st == ST_OK && *count < all && w->ask->last) w->reason = "the reader would take too many steps";
    return st;
}

/* How many numbers 1 to P are no period of values first .. count - 1? A difference is met after few values, if there is one. */
static uint64_t without_period(struct value_view values, uint64_t first, uint64_t count)
{
    uint64_t p = 1;
    for (; first + p < count; p++) {
        uint64_t n = first;
        while (n + p < count && value_view_at(values, n) == value_view_at(values, n + p)) n++;
        if (n + p == count) break;
    }
    return p - 1;
}

/* Periods that the reader does not check, though they are proved. */
static const char *unread(const struct periodic *p)
{
    if (!p->period.found) return NULL;
    if (p->family.far && p->period.saltus) return NULL;
    if (p->period.saltus) return "its values grow by a saltus, which the reader does not know";
    if (p->family.kind == FAMILY_SLIDING && p->period.period % (uint64_t)p->family.modulus)
        return "its values have a lesser period than its rule, which the reader does not know";
    return NULL;
}

/* How many heaps a reader computes one by one. */
static uint64_t few_heaps(const struct periodic *p)
{
    return p->family.most_heaps > 2 ? NONE_HEAPS_OF_THREE : NONE_HEAPS;
}

static void put_repeats(const struct certify_work *w, const struct period *p)
{
    if (!p->saltus) text_add(w->out, "period %" PRIu64 " from %" PRIu64 "\n", p->period, p->preperiod);
    else text_add(w->out, "grows %" PRIu64 " by %" PRId64 " from %" PRIu64 "\n", p->period, p->saltus, p->preperiod);
}

static enum status put_period(struct certify_work *w, struct periodic *p)
{
    const struct game_memory *memory = store_game(w->env->store, w->ask->game);
    if ((w->reason = unread(p))) return ST_OK;
    if (p->period.found) return put_repeats(w, &p->period), ST_OK;
    if (p->family.far) return w->reason = "no growth is proved", ST_OK;
    uint64_t count = memory->sequence_count, most = few_heaps(p);
    if (w->ask->last) most = w->ask->last + 1;
    if (count > most) count = most;
    enum status st = cut_to_reader(w, p, value_view(&memory->sequence), &count);
    if (st != ST_OK || w->reason) return st;
    uint64_t first = count / 2;
    uint64_t none = without_period(value_view(&memory->sequence), first, count);
    if (!none) return w->reason = "no period is proved among the heaps computed, and none is ruled out", ST_OK;
    text_add(w->out, "none to %" PRIu64 " from to %" PRIu64 " by %" PRIu64 "\n", none, first, count - 1);
    return ST_OK;
}

/* Where values grow: that of a heap as large as the reader takes them. */
static enum status grown_value(struct certify_work *w, struct periodic *p, int64_t heap, uint64_t *value)
{
    const struct period *r = &p->period;
    uint64_t times = 0, n = (uint64_t)heap;
    if (heap > MOST_GROWN || (!r->found && heap >= GROWN_HEAPS)) return w->reason = "a heap is too large", ST_OK;
    if (r->found && n >= r->preperiod + r->period) times = (n - r->preperiod) / r->period;
    if (!periodic_value(w->env, w->ask->game, p, n - times * r->period, value))
        return w->reason = "a heap is too large to compute its value, and no growth is proved", ST_OK;
    *value += times * (uint64_t)r->saltus;
    return ST_OK;
}

/* The value of the heap, and *known: it is at hand. `name` is the heap in decimal. */
static enum status heap_value(struct certify_work *w, struct periodic *p, size_t i, uint64_t *value, const char **name)
{
    const struct position *position = w->ask->position;
    const struct integer *const *big = position->big ? position->big[i] : NULL;
    const struct integer *n = big && big[0] ? big[0] : integer_from(w->arena, position->components[i].cells[0]);
    enum status st = ST_OK;
    int64_t heap;
    uint64_t index;
    if (!n || !(*name = integer_string(w->arena, n))) return ST_NO_MEMORY;
    bool small = integer_fits(n, &heap);
    st = periodic_reach(w->env, w->ask->game, p, small && heap < UINT32_MAX - 2 ? (uint64_t)heap : UINT32_MAX - 2,
                        SEARCH_WORK);
    if (st != ST_OK) return st;
    if (p->family.far) return grown_value(w, p, small ? heap : INT64_MAX, value);
    bool read = p->period.found && !unread(p);
    if (!read && p->period.found && (!small || (uint64_t)heap >= few_heaps(p))) return w->reason = unread(p), ST_OK;
    if (read && !period_index_big(&p->period, w->arena, n, &index)) return ST_NO_MEMORY;
    if (!read && !small) return w->reason = "a heap is too large, and no period is proved", ST_OK;
    if (!read) index = (uint64_t)heap;
    if (!periodic_value(w->env, w->ask->game, p, index, value))
        w->reason = "a heap is too large to compute its value, and no period is proved";
    return ST_OK;
}

static enum status put_value(struct certify_work *w, struct periodic *p)
{
    const struct position *position = w->ask->position;
    struct text heaps = {0};
    uint64_t sum = 0, value = 0;
    enum status st = ST_OK;
    const char *name;
    for (size_t i = 0; st == ST_OK && !w->reason && i < position->count; i++) {
        if (position->components[i].game != w->ask->game) {
            w->reason = "a sum of several games has none";
            break;
        }
        st = heap_value(w, p, i, &value, &name);
        if (st != ST_OK || w->reason) break;
        text_add(&heaps, " %s", name);
        sum ^= value;
    }
    if (st == ST_OK && !w->reason) {
        st = p->family.far ? ST_OK : put_mask(w);
        if (p->period.found && !unread(p)) put_repeats(w, &p->period);
        text_add(w->out, "value %" PRIu64 " of%s\n", sum, text_c(&heaps));
    }
    if (heaps.failed) st = ST_NO_MEMORY;
    text_free(&heaps);
    return st;
}

enum status certify_heaps(struct certify_work *w)
{
    struct periodic *p;
    bool written;
    enum status st = periodic_get(w->env, w->ask->game, &p);
    w->growth = true;
    if (st == ST_OK) st = certify_heap_rule(w, &p->family, &written);
    if (st != ST_OK || !written) return st;
    if (w->ask->position) return put_value(w, p);
    uint64_t limit = periodic_limit(&p->family), last = w->ask->last ? w->ask->last : limit;
    st = periodic_reach(w->env, w->ask->game, p, last < limit ? last : limit, w->ask->last ? UINT64_MAX : SEARCH_WORK);
    if (st == ST_OK && !p->family.far) st = put_mask(w);
    return st == ST_OK ? put_period(w, p) : st;
}
