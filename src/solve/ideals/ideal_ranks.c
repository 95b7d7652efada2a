/* SPDX-License-Identifier: MIT */
#include "solve/ideals/ideal_ranks.h"
#include <string.h>
#include "solve/search/mask_table.h"

enum { JOINED_PATTERNS = 32, PIECE_BITS = 64, NODES_MOST = 1 << 16, RANK_BITS = 32 };

/* Bits that are needed to be 0, and to be 1. */
struct forced {
    struct ground_mask dead, alive;
};

static void join(struct ground_mask *to, const struct ground_mask *from, size_t words)
{
    for (size_t w = 0; w < words; w++) to->words[w] |= from->words[w];
}

static void force(struct forced *f, const struct ideal_rule *rule, size_t bit, bool alive)
{
    if (alive) join(&f->alive, &rule->needs[bit], rule->words);
    else join(&f->dead, &rule->needed_by[bit], rule->words);
}

/* ---- patterns ---------------------------------------------------------------------------------------------------- */
struct lister {
    const struct ideal_rule *rule;
    const uint16_t *order;
    size_t end;
    uint32_t most, count;
    uint64_t *patterns; /* room for `most`, or NULL */
};

/* Goes through bits `at` .. end - 1, 0 before 1, as those before them allow. */
static void list_from(struct lister *l, size_t at, const struct forced *f, uint64_t pattern)
{
    if (l->count > l->most) return;
    if (at == l->end) {
        if (l->patterns && l->count < l->most) l->patterns[l->count] = pattern;
        l->count++;
        return;
    }
    size_t bit = l->order[at];
    for (int alive = 0; alive < 2; alive++) {
        struct forced then = *f;
        if (ground_has(alive ? &f->dead : &f->alive, bit)) continue;
        force(&then, l->rule, bit, alive);
        list_from(l, at + 1, &then, pattern << 1 | (uint64_t)alive);
    }
}

/* How many patterns these bits have; one more than `most` if it is more. */
static uint32_t list_patterns(const struct ideal_rule *rule, const struct ideal_ranks *r, size_t first, size_t end,
                              uint32_t most, uint64_t *patterns)
{
    struct lister l = {rule, r->order, end, most, 0, patterns};
    struct forced none = {{{0}}, {{0}}};
    list_from(&l, first, &none, 0);
    return l.count;
}

/* As many bits as have one more pattern each: a chain, of which each needs the one before it, or the other way round. */
static size_t chain_end(const struct ideal_rule *rule, const struct ideal_ranks *r, size_t first)
{
    size_t end = first + 1;
    uint32_t count = 2;
    while (end < r->bit_count && end - first < PIECE_BITS &&
           list_patterns(rule, r, first, end + 1, count + 1, NULL) <= count + 1)
        count = list_patterns(rule, r, first, ++end, count + 1, NULL);
    return end;
}

/* Chains, and short ones together: each piece more is a step more for all that comes after it. They are joined from the last one on, as a
 * walk through all states chooses patterns of the last piece most often, each with a step less. */
static void cut_pieces(const struct ideal_rule *rule, struct ideal_ranks *r)
{
    size_t ends[IDEAL_BITS + 1] = {0}, chains = 0, count = 0;
    for (; ends[chains] < r->bit_count; chains++) ends[chains + 1] = chain_end(rule, r, ends[chains]);
    for (size_t i = chains; i-- > 0;) {
        struct ideal_piece *last = count ? &r->pieces[IDEAL_BITS - count] : NULL;
        bool joined = last && last->end - ends[i] <= PIECE_BITS &&
                      list_patterns(rule, r, ends[i], last->end, JOINED_PATTERNS, NULL) <= JOINED_PATTERNS;
        if (joined) last->first = ends[i];
        else r->pieces[IDEAL_BITS - ++count] = (struct ideal_piece){.first = ends[i], .end = ends[i + 1]};
    }
    memmove(r->pieces, r->pieces + IDEAL_BITS - count, count * sizeof *r->pieces);
    r->piece_count = count;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */
struct level {
    struct forced *nodes; /* of the piece that comes next */
    size_t count;
};
struct maker {
    const struct ideal_rule *rule;
    struct ideal_ranks *ranks;
    struct arena *arena;
    uint64_t steps; /* that are left */
    bool many;
};

/* A pattern of a piece, as bits of a state, and what it forces among the bits after the piece. */
struct choice {
    struct forced is, then;
};

static struct choice choice_of(const struct maker *k, const struct ideal_piece *piece, uint64_t pattern,
                               const struct ground_mask *rest)
{
    struct choice c = {{{{0}}, {{0}}}, {{{0}}, {{0}}}};
    for (size_t i = piece->end; i-- > piece->first; pattern >>= 1) {
        ground_add(pattern & 1 ? &c.is.alive : &c.is.dead, k->ranks->order[i]);
        force(&c.then, k->rule, k->ranks->order[i], pattern & 1);
    }
    for (size_t w = 0; w < k->rule->words; w++) {
        c.then.alive.words[w] &= rest->words[w];
        c.then.dead.words[w] &= rest->words[w];
    }
    return c;
}

static bool may_follow(const struct maker *k, const struct forced *node, const struct choice *c)
{
    uint64_t off = 0;
    for (size_t w = 0; w < k->rule->words; w++)
        off |= (node->dead.words[w] & c->is.alive.words[w]) | (node->alive.words[w] & c->is.dead.words[w]);
    return !off;
}

static struct forced after(const struct maker *k, const struct forced *node, const struct choice *c,
                           const struct ground_mask *rest)
{
    struct forced f = c->then;
    for (size_t w = 0; w < k->rule->words; w++) {
        f.dead.words[w] |= node->dead.words[w] & rest->words[w];
        f.alive.words[w] |= node->alive.words[w] & rest->words[w];
    }
    return f;
}

/* All steps of one piece; numbers the nodes that they lead to: `next` is a node and one more. */
static enum status make_steps(struct maker *k, struct ideal_piece *piece, const struct ground_mask *rest,
                              const struct level *from, struct mask_table *numbers)
{
    struct choice *choices = arena_array(k->arena, piece->pattern_count, sizeof *choices);
    enum status st = choices ? ST_OK : ST_NO_MEMORY;
    for (uint32_t p = 0; st == ST_OK && p < piece->pattern_count; p++)
        choices[p] = choice_of(k, piece, piece->patterns[p], rest);
    for (size_t n = 0; st == ST_OK && n < from->count; n++)
        for (uint32_t p = 0; st == ST_OK && p < piece->pattern_count; p++) {
            uint32_t id;
            bool fresh;
            if (!may_follow(k, &from->nodes[n], &choices[p])) continue;
            struct forced f = after(k, &from->nodes[n], &choices[p], rest);
            st = mask_table_number(numbers, f.dead.words, &id, &fresh);
            if (st == ST_OK) piece->steps[(n + 1) * piece->pattern_count + p].next = id + 1;
        }
    return st;
}

static enum status make_level(struct maker *k, struct ideal_piece *piece, struct ground_mask *rest,
                              const struct level *from, struct level *to)
{
    _Static_assert(sizeof(struct forced) == 2 * GROUND_WORDS * sizeof(uint64_t), "the key of a node");
    struct budget own = {0};
    struct mask_table numbers = {.budget = &own, .words = 2 * GROUND_WORDS};
    uint64_t steps = (from->count + 1) * piece->pattern_count;
    k->many = steps > k->steps;
    if (k->many) return ST_OK;
    k->steps -= steps;
    piece->node_count = (uint32_t)from->count;
    piece->steps = arena_array(k->arena, steps, sizeof *piece->steps);
    if (!piece->steps) return ST_NO_MEMORY;
    for (size_t i = piece->first; i < piece->end; i++)
        rest->words[k->ranks->order[i] / 64] &= ~(UINT64_C(1) << k->ranks->order[i] % 64);
    enum status st = make_steps(k, piece, rest, from, &numbers);
    k->many = numbers.count > NODES_MOST;
    to->count = numbers.count;
    to->nodes = arena_array(k->arena, to->count + 1, sizeof *to->nodes);
    if (st == ST_OK && !to->nodes) st = ST_NO_MEMORY;
    if (st == ST_OK && to->count) memcpy(to->nodes, numbers.keys, to->count * sizeof *to->nodes);
    mask_table_free(&numbers);
    return st;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
/* From the last piece to the first: `next` becomes a row of the next piece. False: a number would be too large. */
static bool count_states(struct ideal_ranks *r, uint64_t *counts, uint64_t *scratch)
{
    counts[0] = 1; /* behind the last piece there is one node */
    for (size_t c = r->piece_count; c-- > 0;) {
        struct ideal_piece *piece = &r->pieces[c];
        uint32_t row = c + 1 < r->piece_count ? r->pieces[c + 1].pattern_count : 1;
        for (size_t n = 0; n < piece->node_count; n++) {
            uint64_t all = 0;
            for (uint32_t p = 0; p < piece->pattern_count; p++) {
                struct ideal_step *step = &piece->steps[(n + 1) * piece->pattern_count + p];
                uint64_t more = step->next ? counts[step->next - 1] : 0;
                *step = (struct ideal_step){(uint32_t)all, more ? step->next * row : 0};
                all += more;
                if (all > UINT32_MAX) return false;
            }
            scratch[n] = all;
        }
        memcpy(counts, scratch, piece->node_count * sizeof *counts);
    }
    r->size = counts[0];
    return true;
}

/* How many ways there are through the pieces before the last one, each counted as often as it goes through one: the steps of a walk
 * through all states but for those of the last piece. There are no more of them than states in each piece, so no sum is too large. */
static void count_ways(struct ideal_ranks *r, uint64_t *ways, uint64_t *scratch)
{
    ways[0] = 1;
    for (size_t c = 0; c + 1 < r->piece_count; c++) {
        const struct ideal_piece *piece = &r->pieces[c], *next = piece + 1;
        memset(scratch, 0, next->node_count * sizeof *scratch);
        for (size_t at = 0; at < (size_t)piece->node_count * piece->pattern_count; at++) {
            const struct ideal_step *step = &piece->steps[piece->pattern_count + at];
            if (!step->next) continue;
            scratch[step->next / next->pattern_count - 1] += ways[at / piece->pattern_count];
            r->way_count += ways[at / piece->pattern_count];
        }
        memcpy(ways, scratch, next->node_count * sizeof *ways);
    }
}

/* What each pattern adds, if that is the same at all nodes. */
static bool find_sums(struct ideal_piece *piece)
{
    for (uint32_t p = 0; p < piece->pattern_count; p++) {
        bool any = false;
        for (size_t n = 1; n <= piece->node_count; n++) {
            const struct ideal_step *step = &piece->steps[n * piece->pattern_count + p];
            if (!step->next) continue;
            if (any && step->add != piece->adds[p]) return false;
            piece->adds[p] = step->add;
            any = true;
        }
    }
    return true;
}

static enum status number(struct maker *k)
{
    struct ideal_ranks *r = k->ranks;
    size_t most = 1;
    for (size_t c = 0; c < r->piece_count; c++) most = most < r->pieces[c].node_count ? r->pieces[c].node_count : most;
    uint64_t *counts = arena_array(k->arena, most, sizeof *counts),
             *scratch = arena_array(k->arena, most, sizeof *scratch);
    if (!counts || !scratch) return ST_NO_MEMORY;
    if (!count_states(r, counts, scratch)) r->size = 0;
    if (r->size) count_ways(r, counts, scratch);
    r->sums = true;
    for (size_t c = 0; c < r->piece_count; c++) {
        struct ideal_piece *piece = &r->pieces[c];
        r->step_count += (uint64_t)(piece->node_count + 1) * piece->pattern_count;
        piece->adds = arena_array(k->arena, piece->pattern_count, sizeof *piece->adds);
        if (!piece->adds) return ST_NO_MEMORY;
        r->sums = r->sums && find_sums(piece);
    }
    return ST_OK;
}

/* With the bits in the order that `r` has. */
static enum status make_in_order(const struct ideal_rule *rule, uint64_t steps, struct arena *arena,
                                 struct ideal_ranks *r)
{
    struct maker k = {rule, r, arena, steps, false};
    struct ground_mask rest = rule->free;
    struct level from = {arena_array(arena, 1, sizeof *from.nodes), 1}, to = {NULL, 0};
    enum status st = from.nodes ? ST_OK : ST_NO_MEMORY;
    cut_pieces(rule, r);
    for (size_t c = 0; st == ST_OK && c < r->piece_count && !k.many; c++) {
        struct ideal_piece *piece = &r->pieces[c];
        piece->patterns = arena_array(arena, IDEAL_PATTERNS, sizeof *piece->patterns);
        if (!piece->patterns) return ST_NO_MEMORY;
        piece->pattern_count = list_patterns(rule, r, piece->first, piece->end, IDEAL_PATTERNS, piece->patterns);
        st = make_level(&k, piece, &rest, &from, &to);
        from = to;
    }
    return st == ST_OK && !k.many ? number(&k) : st;
}

/* Ranks that are sums; else those whose walk through all states turns back the least, for the size is the same. */
static bool is_better(const struct ideal_ranks *a, const struct ideal_ranks *b)
{
    if (!a->size || !b->size) return a->size;
    return a->sums != b->sums ? a->sums : a->way_count < b->way_count;
}

static bool has_only(const struct ground_mask *set, size_t bit, size_t words)
{
    uint64_t others = 0;
    for (size_t w = 0; w < words; w++) others |= set->words[w] & ~(w == bit / 64 ? UINT64_C(1) << (bit % 64) : 0);
    return !others;
}

/* Of bits that need no others each subset can be chosen; of bits that no others need each can be missing. */
static bool has_many(const struct ideal_rule *rule)
{
    size_t first = 0, last = 0;
    for (size_t b = 0; b < rule->words * 64; b++) {
        if (!ground_has(&rule->free, b)) continue;
        first += has_only(&rule->needs[b], b, rule->words);
        last += has_only(&rule->needed_by[b], b, rule->words);
    }
    return first >= RANK_BITS || last >= RANK_BITS;
}

enum status ideal_ranks_make(const struct ideal_rule *rule, uint64_t steps, struct arena *arena,
                             struct ideal_ranks *ranks)
{
    struct ideal_ranks *other = arena_alloc(arena, sizeof *other);
    size_t bits = rule->words * 64;
    if (!other) return ST_NO_MEMORY;
    *ranks = *other = (struct ideal_ranks){.size = 0};
    for (size_t b = 0; b < bits; b++)
        if (ground_has(&rule->free, b)) ranks->order[ranks->bit_count++] = (uint16_t)b;
    other->bit_count = ranks->bit_count;
    for (size_t i = 0; i < ranks->bit_count; i++) other->order[i] = ranks->order[ranks->bit_count - 1 - i];
    if (has_many(rule)) return ST_OK;
    enum status st = make_in_order(rule, steps, arena, ranks);
    bool many = ranks->step_count && !ranks->size; /* in whatever order */
    if (st != ST_OK || many || (ranks->size && ranks->sums)) return st;
    st = make_in_order(rule, steps, arena, other);
    if (st == ST_OK && is_better(other, ranks)) *ranks = *other;
    return st;
}

/* ---- states ------------------------------------------------------------------------------------------------------ */
size_t ideal_pattern(const struct ideal_ranks *r, const struct ideal_piece *piece, const struct ground_mask *state)
{
    uint64_t pattern = 0;
    size_t low = 0, high = piece->pattern_count;
    for (size_t i = piece->first; i < piece->end; i++) pattern = pattern << 1 | ground_has(state, r->order[i]);
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (piece->patterns[middle] <= pattern) low = middle;
        else high = middle;
    }
    return piece->patterns[low] == pattern ? low : SIZE_MAX;
}

bool ideal_rank(const struct ideal_ranks *r, const struct ideal_rule *rule, const struct ground_mask *state,
                uint32_t *rank)
{
    uint64_t off = 0;
    uint32_t row = r->pieces[0].pattern_count;
    for (size_t w = 0; w < rule->words; w++) off |= (state->words[w] ^ rule->start.words[w]) & ~rule->free.words[w];
    *rank = 0;
    for (size_t c = 0; c < r->piece_count && !off; c++) {
        size_t p = ideal_pattern(r, &r->pieces[c], state);
        const struct ideal_step *step = p == SIZE_MAX ? NULL : &r->pieces[c].steps[row + p];
        if (!step || !step->next) return false;
        *rank += step->add;
        row = step->next;
    }
    return !off;
}
