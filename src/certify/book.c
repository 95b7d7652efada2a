/* SPDX-License-Identifier: MIT */
/* A book of couples: parts of positions on a board, each with its value, and as few of them as are easily found.
 *
 * The values of all parts that play can reach are computed first, each as the least number that no option has. Then, from
 * the parts of the position on, each couple brings those that its check needs (docs/manual/certificates.md): for every
 * smaller value one option that has it; for every other option that option itself, or what one reply that restores the
 * value leads to, whichever adds less. Large parts come first, as small ones are then likely to be there already. */
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "base/vec.h"
#include "certify/board.h"

enum { BOOK_PARTS = 2000000, BOOK_LOOK = 1024, BOOK_VALUES = 4096 };

struct book_part {
    struct ground_mask state;
    uint16_t value;
    bool used; /* it is a couple of the book */
};
struct book {
    struct certify_work *work;
    struct certify_board board;
    VEC(struct book_part) parts;
    uint32_t *slots; /* 1 + the number of a part; 0: free */
    size_t slot_count;
    VEC(uint32_t) waiting[GROUND_CELLS + 1]; /* couples not yet looked at, by how many cells are filled */
    enum status status;
};

static size_t slot_of(const struct book *book, const struct ground_mask *state)
{
    size_t i = hash_bytes(state, sizeof *state) & (book->slot_count - 1);
    while (book->slots[i] && certify_mask_order(&book->parts.data[book->slots[i] - 1].state, state) != 0)
        i = (i + 1) & (book->slot_count - 1);
    return i;
}

static bool grow_slots(struct book *book)
{
    size_t before = book->slot_count, count = before ? 2 * before : 4096;
    uint32_t *slots = mem_alloc(count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, count * sizeof *slots);
    mem_free(book->slots, before * sizeof *slots);
    book->slots = slots;
    book->slot_count = count;
    for (size_t i = 0; i < book->parts.count; i++) slots[slot_of(book, &book->parts.data[i].state)] = (uint32_t)i + 1;
    return true;
}

static bool failed(struct book *book, enum status status)
{
    if (book->status == ST_OK) book->status = status;
    return false;
}

static bool keep(struct book *book, const struct ground_mask *state, uint64_t value)
{
    struct book_part part = {*state, (uint16_t)value, false};
    if (book->parts.count == BOOK_PARTS || value >= BOOK_VALUES) return failed(book, ST_STATE_BUDGET);
    if (book->parts.count % BOOK_LOOK == 0) {
        enum status st = budget_check(book->work->env->budget);
        if (st == ST_OK) st = budget_take_states(book->work->env->budget, BOOK_LOOK);
        if (st != ST_OK) return failed(book, st);
    }
    if (2 * (book->parts.count + 1) > book->slot_count && !grow_slots(book)) return failed(book, ST_NO_MEMORY);
    size_t slot = slot_of(book, state);
    if (!vec_push(&book->parts, part)) return failed(book, ST_NO_MEMORY);
    book->slots[slot] = (uint32_t)book->parts.count;
    return true;
}

static struct book_part *find(const struct book *book, const struct ground_mask *state)
{
    uint32_t slot = book->slot_count ? book->slots[slot_of(book, state)] : 0;
    return slot ? &book->parts.data[slot - 1] : NULL;
}

/* A position as its standard parts. */
struct book_sum {
    struct ground_mask parts[GROUND_CELLS];
    size_t count;
};

/* ---- values ---------------------------------------------------------------------------------------------------------- */

/* One part whose options are being valued. */
struct book_frame {
    struct ground_mask state;
    size_t move; /* the next one */
    uint64_t met[BOOK_VALUES / 64];
};
typedef VEC(struct book_frame) book_frames;

/* The value of the sum, or the first part that has none yet in *missing. */
static bool sum_value(const struct book *book, const struct book_sum *sum, uint64_t *value, struct ground_mask *missing)
{
    *value = 0;
    for (size_t i = 0; i < sum->count; i++) {
        const struct book_part *part = find(book, &sum->parts[i]);
        if (!part) return *missing = sum->parts[i], false;
        *value ^= part->value;
    }
    return true;
}

static bool open_frame(struct book *book, book_frames *frames, const struct ground_mask *state)
{
    struct book_frame frame = {.state = *state};
    return vec_push(frames, frame) || failed(book, ST_NO_MEMORY);
}

/* Goes on with the last frame: with the next option, or a frame for a part of that, or its value. */
static bool step_frame(struct book *book, book_frames *frames, struct book_sum *sum)
{
    struct book_frame *f = &frames->data[frames->count - 1];
    struct ground_mask after, missing;
    uint64_t value;
    const struct ground *g = &book->board.ground;
    while (f->move < g->move_count && !certify_after(&g->moves[f->move], &f->state, &after)) f->move++;
    if (f->move == g->move_count) {
        struct ground_mask state = f->state;
        for (value = 0; value < BOOK_VALUES && f->met[value / 64] >> value % 64 & 1;) value++;
        frames->count--;
        return keep(book, &state, value);
    }
    sum->count = certify_split(&book->board, &after, sum->parts);
    if (!sum_value(book, sum, &value, &missing)) return open_frame(book, frames, &missing);
    if (value >= BOOK_VALUES) return failed(book, ST_STATE_BUDGET);
    f->met[value / 64] |= UINT64_C(1) << value % 64;
    f->move++;
    return true;
}

static bool value_parts(struct book *book, const struct book_sum *position)
{
    book_frames frames = {0};
    struct book_sum sum;
    bool fine = true;
    for (size_t i = 0; fine && i < position->count; i++) {
        if (find(book, &position->parts[i])) continue;
        fine = open_frame(book, &frames, &position->parts[i]);
        while (fine && frames.count) fine = step_frame(book, &frames, &sum);
    }
    vec_free(&frames);
    return fine;
}

/* ---- choosing couples ------------------------------------------------------------------------------------------------ */

static size_t filled_cells(const struct book *book, const struct ground_mask *state)
{
    struct ground_mask filled = certify_filled(&book->board, state);
    size_t count = 0;
    for (size_t w = 0; w < GROUND_WORDS; w++) count += (size_t)__builtin_popcountll(filled.words[w]);
    return count;
}

static uint64_t value_here(const struct book *book, const struct book_sum *sum)
{
    uint64_t value = 0;
    for (size_t i = 0; i < sum->count; i++) value ^= find(book, &sum->parts[i])->value;
    return value;
}

/* What it would add to the book: large parts need more couples of their own. */
static size_t cost(const struct book *book, const struct book_sum *sum)
{
    size_t total = 0;
    for (size_t i = 0; i < sum->count; i++) {
        size_t cells = filled_cells(book, &sum->parts[i]);
        if (!find(book, &sum->parts[i])->used) total += cells * cells;
    }
    return total;
}

static bool use(struct book *book, const struct book_sum *sum)
{
    for (size_t i = 0; i < sum->count; i++) {
        struct book_part *part = find(book, &sum->parts[i]);
        if (part->used) continue;
        part->used = true;
        if (!vec_push(&book->waiting[filled_cells(book, &part->state)], (uint32_t)(part - book->parts.data)))
            return failed(book, ST_NO_MEMORY);
    }
    return true;
}

static void offer(const struct book *book, struct book_sum *best, size_t *least, const struct book_sum *sum)
{
    size_t here = cost(book, sum);
    if (*least <= here) return;
    *least = here;
    *best = *sum;
}

/* The options of the value. */
static void offer_options(struct book *book, const struct ground_mask *state, uint64_t value, struct book_sum *best,
                          size_t *least)
{
    const struct ground *g = &book->board.ground;
    struct book_sum sum;
    struct ground_mask after;
    for (size_t i = 0; i < g->move_count && *least; i++) {
        if (!certify_after(&g->moves[i], state, &after)) continue;
        sum.count = certify_split(&book->board, &after, sum.parts);
        if (value_here(book, &sum) == value) offer(book, best, least, &sum);
    }
}

/* The option itself, whose value is another one, or a reply that has the value: whichever adds least. */
static bool use_against(struct book *book, const struct ground_mask *option, uint64_t value)
{
    struct book_sum best, sum;
    size_t least = SIZE_MAX;
    best.count = 0;
    sum.count = certify_split(&book->board, option, sum.parts);
    offer(book, &best, &least, &sum);
    offer_options(book, option, value, &best, &least);
    return use(book, &best);
}

/* For each smaller value the option that adds least. */
static bool use_smaller(struct book *book, const struct ground_mask *state, uint64_t smaller)
{
    struct book_sum best;
    size_t least = SIZE_MAX;
    best.count = 0;
    offer_options(book, state, smaller, &best, &least);
    return use(book, &best);
}

static bool use_for(struct book *book, size_t part)
{
    const struct ground *g = &book->board.ground;
    struct ground_mask state = book->parts.data[part].state, after;
    uint64_t value = book->parts.data[part].value;
    bool fine = true;
    for (uint64_t smaller = 0; fine && smaller < value; smaller++) fine = use_smaller(book, &state, smaller);
    for (size_t i = 0; fine && i < g->move_count; i++)
        if (certify_after(&g->moves[i], &state, &after)) fine = use_against(book, &after, value);
    return fine;
}

/* ---- text -------------------------------------------------------------------------------------------------------------- */

static void put_book(const struct book *book, uint64_t value, struct text *out)
{
    certify_board_put(&book->board, out);
    for (size_t i = 0; i < book->parts.count; i++) {
        if (!book->parts.data[i].used) continue;
        text_puts(out, "couple ");
        certify_state_put(&book->board, &book->parts.data[i].state, out);
        text_add(out, " %u\n", book->parts.data[i].value);
    }
    text_add(out, "value %llu of ", (unsigned long long)value);
    certify_state_put(&book->board, &book->board.start, out);
    text_putc(out, '\n');
}

enum status certify_book(struct certify_work *w)
{
    const struct position *position = w->ask->position;
    struct book *book = arena_alloc(w->arena, sizeof *book);
    struct book_sum *start = arena_alloc(w->arena, sizeof *start);
    if (!book || !start) return ST_NO_MEMORY;
    *book = (struct book){.work = w};
    if (position->count != 1 || position->big) return w->reason = "a sum of boards has none", ST_OK;
    enum status st = certify_board_make(w, &position->components[0], &book->board);
    if (st != ST_OK || w->reason) return st;
    start->count = certify_split(&book->board, &book->board.start, start->parts);
    bool fine = value_parts(book, start) && use(book, start);
    for (size_t cells = GROUND_CELLS + 1; cells-- && fine;)
        while (book->waiting[cells].count && fine) fine = use_for(book, vec_pop(&book->waiting[cells]));
    if (fine) put_book(book, value_here(book, start), w->out);
    for (size_t cells = 0; cells <= GROUND_CELLS; cells++) vec_free(&book->waiting[cells]);
    vec_free(&book->parts);
    mem_free(book->slots, book->slot_count * sizeof *book->slots);
    return book->status;
}
