/* SPDX-License-Identifier: MIT */
/* Misere play: the outcome of a position on a board, or of a sum of heaps, by a book of lost positions (certify/lost.h).
 *
 * Parts of a position have no values here. What can be left out is what has no moves, now or ever: cells that no move may
 * need any more, and heaps without options. Sums of heaps are the same in any order, and positions on a board the same as their images. */
#include <stdlib.h>
#include <string.h>
#include "certify/board.h"
#include "certify/lost.h"
#include "play/options/options.h"

static enum status put_outcome(struct certify_work *w, const struct lost_game *game, const char *start, size_t size,
                               bool *won)
{
    enum status st = certify_lost(w, game, start, size, won);
    if (st == ST_OK) text_add(w->out, "misere %c of ", *won ? 'N' : 'P');
    return st;
}

/* ---- boards --------------------------------------------------------------------------------------------------------- */

static bool board_options(void *context, const char *position, size_t size, struct lost_options *out)
{
    const struct certify_board *b = context;
    struct ground_mask state, after;
    memcpy(&state, position, size);
    for (size_t i = 0; i < b->ground.move_count; i++) {
        if (!certify_after(&b->ground.moves[i], &state, &after)) continue;
        struct ground_mask live = certify_live(b, &after);
        if (!vec_reserve(&out->bytes, sizeof live)) return false;
        memcpy(out->bytes.data + out->bytes.count, &live, sizeof live);
        out->bytes.count += sizeof live;
        if (!vec_push(&out->ends, out->bytes.count)) return false;
    }
    return true;
}

static void put_board_position(void *context, const char *position, size_t size, struct text *out)
{
    struct ground_mask state;
    memcpy(&state, position, size);
    certify_state_put(context, &state, out);
}

enum status certify_misere_board(struct certify_work *w)
{
    const struct position *position = w->ask->position;
    struct certify_board *b = arena_alloc(w->arena, sizeof *b);
    struct lost_game game = {b, board_options, put_board_position};
    bool won;
    if (!b) return ST_NO_MEMORY;
    if (position->count != 1 || position->big) return w->reason = "a sum of boards has none", ST_OK;
    enum status st = certify_board_make(w, &position->components[0], b);
    if (st != ST_OK || w->reason) return st;
    certify_board_put(b, w->out);
    struct ground_mask start = certify_live(b, &b->start);
    st = put_outcome(w, &game, (const char *)&start, sizeof start, &won);
    if (st != ST_OK) return st;
    certify_state_put(b, &b->start, w->out);
    text_putc(w->out, '\n');
    return ST_OK;
}

/* ---- heaps ---------------------------------------------------------------------------------------------------------- */

/* Sums of heaps are at most so many, of at most so many tokens, with so many options together. */
enum { SUM_HEAPS = 64, SUM_TOKENS = 4000, SUM_OPTIONS = 4000000, PIECES = 3 };

struct heap_option {
    int32_t piece[PIECES]; /* 0: none */
};
struct heap_table {
    const struct certify_work *work;
    VEC(struct heap_option) options;
    size_t *first; /* per heap, and one more */
    int32_t heap;  /* whose options are listed */
    bool other;    /* something else than smaller heaps of the game */
    bool crowded;  /* a sum of more heaps than are read was met */
};

static enum status list_option(void *context, const struct component *components, size_t count)
{
    struct heap_table *t = context;
    struct heap_option option = {{0}};
    size_t pieces = 0;
    for (size_t i = 0; i < count && !t->other; i++) {
        const struct component *c = &components[i];
        t->other = c->game != t->work->ask->game || c->count != 1 || c->cells[0] < 0 || c->cells[0] >= t->heap;
        if (t->other || !c->cells[0]) continue;
        if (pieces == PIECES) t->other = true;
        else option.piece[pieces++] = (int32_t)c->cells[0];
    }
    if (t->options.count == SUM_OPTIONS) return ST_STATE_BUDGET;
    return vec_push(&t->options, option) ? ST_OK : ST_NO_MEMORY;
}

static enum status list_heaps(struct heap_table *t, struct certify_work *w, int32_t largest)
{
    enum status st = ST_OK;
    t->first = arena_array(w->arena, (size_t)largest + 2, sizeof *t->first);
    if (!t->first) return ST_NO_MEMORY;
    for (t->heap = 0; st == ST_OK && t->heap <= largest; t->heap++) {
        int64_t heap = t->heap;
        struct component component = {.game = w->ask->game, .cells = &heap, .count = 1};
        t->first[heap] = t->options.count;
        st = options_written(w->env, &component, 1, list_option, t);
        if (st == ST_OK && !(heap % 64)) st = budget_check(w->env->budget);
        t->first[heap + 1] = t->options.count;
    }
    if (t->other) w->reason = "a heap has options that are not up to three smaller heaps";
    return st;
}

/* A sum of heaps in ascending order, without those that have no options. */
struct heap_sum {
    int32_t heap[SUM_HEAPS + PIECES];
    size_t count;
};

static void add_heap(const struct heap_table *t, struct heap_sum *sum, int32_t heap)
{
    size_t at = sum->count;
    if (t->first[heap] == t->first[heap + 1]) return;
    for (; at && sum->heap[at - 1] > heap; at--) sum->heap[at] = sum->heap[at - 1];
    sum->heap[at] = heap;
    sum->count++;
}

static bool put_sum(const struct heap_sum *sum, struct lost_options *out)
{
    size_t size = sum->count * sizeof *sum->heap;
    if (!vec_reserve(&out->bytes, size + 1)) return false;
    memcpy(out->bytes.data + out->bytes.count, sum->heap, size);
    out->bytes.count += size;
    return vec_push(&out->ends, out->bytes.count);
}

/* A sum that has too many heaps to be read ends the search. */
static bool heap_options(void *context, const char *position, size_t size, struct lost_options *out)
{
    struct heap_table *t = context;
    struct heap_sum sum = {{0}, size / sizeof *sum.heap};
    memcpy(sum.heap, position, size);
    for (size_t i = 0; i < sum.count; i++) {
        struct heap_sum rest = {{0}, 0};
        if (i && sum.heap[i] == sum.heap[i - 1]) continue;
        for (size_t k = 0; k < sum.count; k++)
            if (k != i) rest.heap[rest.count++] = sum.heap[k];
        for (size_t o = t->first[sum.heap[i]]; o < t->first[sum.heap[i] + 1]; o++) {
            struct heap_sum after = rest;
            for (int p = 0; p < PIECES; p++)
                if (t->options.data[o].piece[p]) add_heap(t, &after, t->options.data[o].piece[p]);
            t->crowded = t->crowded || after.count > SUM_HEAPS;
            if (t->crowded || !put_sum(&after, out)) return false;
        }
    }
    return true;
}

static void put_heaps(void *context, const char *position, size_t size, struct text *out)
{
    (void)context;
    for (size_t i = 0; i < size / sizeof(int32_t); i++) {
        int32_t heap;
        memcpy(&heap, position + i * sizeof heap, sizeof heap);
        text_add(out, "%s%d", i ? " " : "", heap);
    }
}

static const char *unfit(const struct certify_work *w, int32_t *largest)
{
    const struct position *p = w->ask->position;
    if (p->count > SUM_HEAPS / 2) return "the sum has too many heaps";
    for (size_t i = 0; i < p->count; i++) {
        if (p->components[i].game != w->ask->game) return "a sum of several games has none";
        if ((p->big && p->big[i] && p->big[i][0]) || p->components[i].cells[0] > SUM_TOKENS)
            return "a heap is too large for a book of misere play";
        if (p->components[i].cells[0] > *largest) *largest = (int32_t)p->components[i].cells[0];
    }
    return NULL;
}

static enum status put_sum_of(struct certify_work *w, struct heap_table *t)
{
    const struct position *p = w->ask->position;
    struct lost_game game = {t, heap_options, put_heaps};
    struct heap_sum sum = {{0}, 0};
    bool won;
    for (size_t i = 0; i < p->count; i++) add_heap(t, &sum, (int32_t)p->components[i].cells[0]);
    enum status st = put_outcome(w, &game, (const char *)sum.heap, sum.count * sizeof *sum.heap, &won);
    if (t->crowded) return w->reason = "play reaches sums of more than 64 heaps, which no book has", ST_OK;
    if (st != ST_OK) return st;
    for (size_t i = 0; i < p->count; i++) text_add(w->out, "%s%d", i ? " " : "", (int)p->components[i].cells[0]);
    text_putc(w->out, '\n');
    return ST_OK;
}

enum status certify_misere_heaps(struct certify_work *w)
{
    struct periodic *p;
    struct heap_table t = {.work = w};
    int32_t largest = 0;
    bool written;
    if (!w->ask->position) return w->reason = "in misere play only positions have one, so name one", ST_OK;
    enum status st = periodic_get(w->env, w->ask->game, &p);
    if (st == ST_OK) st = certify_heap_rule(w, &p->family, &written);
    if (st != ST_OK || !written || (w->reason = unfit(w, &largest))) return st;
    st = list_heaps(&t, w, largest);
    if (st == ST_OK && !w->reason) st = put_sum_of(w, &t);
    vec_free(&t.options);
    return st;
}
