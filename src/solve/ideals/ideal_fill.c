/* SPDX-License-Identifier: MIT */
#include "solve/ideals/ideal_fill.h"
#include <string.h>
#include "base/mem.h"
#include "solve/ideals/ideal_kernels.h"

enum { BYTE_MOVES = 253, WAY_COST = 2 };

static size_t width_of(const struct ideal_rule *rule, enum ideal_question question)
{
    return question != IDEAL_VALUES || rule->move_count <= BYTE_MOVES ? 1 : 2;
}
static size_t moves_padded(const struct ideal_rule *rule) { return (rule->move_count + 7) / 8 * 8; }

static uint64_t patterns_in_all(const struct ideal_ranks *r)
{
    uint64_t count = 0;
    for (size_t c = 0; c < r->piece_count; c++) count += r->pieces[c].pattern_count;
    return count;
}

uint64_t ideal_table_bytes(const struct ideal_rule *rule, const struct ideal_ranks *r)
{
    uint64_t per_move = patterns_in_all(r) * (1 + sizeof(uint32_t)) + r->piece_count * 2 * sizeof(uint32_t);
    return r->size * width_of(rule, IDEAL_VALUES) + per_move * moves_padded(rule) +
           r->step_count * sizeof(struct ideal_step);
}

/* About half of the moves are possible in a state. Where ranks are no sums, to choose a pattern of a piece before the last one
 * takes a step of each of them, which is about two looks into the table. */
uint64_t ideal_table_work(const struct ideal_rule *rule, const struct ideal_ranks *r)
{
    return (r->size + (r->sums ? 0 : WAY_COST * r->way_count)) * (rule->move_count / 2 + 8);
}

/* ---- what each move does to each pattern ------------------------------------------------------------------------- */
static bool is_possible(const struct ideal_ranks *r, const struct ideal_piece *piece, const struct ideal_move *move,
                        uint64_t pattern)
{
    bool fine = true;
    for (size_t i = piece->end; i-- > piece->first; pattern >>= 1)
        fine &= !ground_has(&move->care, r->order[i]) || (pattern & 1) == ground_has(&move->want, r->order[i]);
    return fine;
}

static uint64_t left_of(const struct ideal_ranks *r, const struct ideal_piece *piece, const struct ideal_move *move,
                        uint64_t pattern)
{
    for (size_t i = piece->first; i < piece->end; i++)
        if (ground_has(&move->clear, r->order[i])) pattern &= ~(UINT64_C(1) << (piece->end - 1 - i));
    return pattern;
}

static size_t pattern_number(const struct ideal_piece *piece, uint64_t pattern)
{
    for (size_t p = 0; p < piece->pattern_count; p++)
        if (piece->patterns[p] == pattern) return p;
    return SIZE_MAX;
}

/* A move that seems to be possible and leaves what is no pattern never is, where all that it asks is looked at. */
static void make_patterns(const struct ideal_rule *rule, const struct ideal_ranks *r, size_t c, struct ideal_level *l)
{
    const struct ideal_piece *piece = &r->pieces[c];
    for (size_t p = 0; p < piece->pattern_count; p++)
        for (size_t m = 0; m < rule->move_count; m++) {
            const struct ideal_move *move = &rule->moves[m];
            size_t at = p * moves_padded(rule) + m, to = p;
            bool possible = is_possible(r, piece, move, piece->patterns[p]);
            if (possible) to = pattern_number(piece, left_of(r, piece, move, piece->patterns[p]));
            if (to == SIZE_MAX) possible = false, to = p;
            if (possible) l->possible[p * ((rule->move_count + 63) / 64) + m / 64] |= UINT64_C(1) << (m % 64);
            if (r->sums) l->adds[at] = piece->adds[to];
            else l->to[at] = (uint8_t)to;
        }
}

static bool make_level(const struct ideal_rule *rule, const struct ideal_ranks *r, size_t c, struct arena *arena,
                       struct ideal_level *l)
{
    const struct ideal_piece *piece = &r->pieces[c];
    size_t moves = moves_padded(rule), words = (rule->move_count + 63) / 64;
    l->piece = piece;
    l->possible = arena_array(arena, piece->pattern_count * words, sizeof *l->possible);
    l->adds = r->sums ? arena_array(arena, piece->pattern_count * moves, sizeof *l->adds) : NULL;
    l->to = r->sums ? NULL : arena_array(arena, piece->pattern_count * moves, sizeof *l->to);
    l->open = arena_array(arena, words, sizeof *l->open);
    l->rank = arena_array(arena, moves, sizeof *l->rank);
    l->row = arena_array(arena, moves, sizeof *l->row);
    if (!l->possible || !(l->adds || l->to) || !l->open || !l->rank || !l->row) return false;
    make_patterns(rule, r, c, l);
    return true;
}

/* ---- filling ----------------------------------------------------------------------------------------------------- */
static enum status fill(const struct ideal_rule *rule, const struct ideal_ranks *r, enum ideal_question question,
                        struct budget *budget, struct arena *arena, struct ideal_table *t)
{
    struct ideal_run run = {.question = question,
                            .sums = r->sums,
                            .budget = budget,
                            .values = t->values,
                            .width = t->width,
                            .moves = moves_padded(rule),
                            .words = (rule->move_count + 63) / 64,
                            .level_count = r->piece_count};
    run.levels = arena_array(arena, r->piece_count + 1, sizeof *run.levels);
    run.met = arena_array(arena, rule->move_count + 2 * sizeof(uint64_t), 1);
    struct ideal_level *before = run.levels; /* before the first piece: every move, from the first row of steps */
    if (!run.levels || !run.met) return ST_NO_MEMORY;
    before->open = arena_array(arena, run.words, sizeof *before->open);
    before->rank = arena_array(arena, run.moves, sizeof *before->rank);
    before->row = arena_array(arena, run.moves, sizeof *before->row);
    if (!before->open || !before->rank || !before->row) return ST_NO_MEMORY;
    for (size_t m = 0; m < rule->move_count; m++) {
        before->open[m / 64] |= UINT64_C(1) << (m % 64);
        before->row[m] = r->pieces[0].pattern_count;
    }
    for (size_t c = 0; c < r->piece_count; c++)
        if (!make_level(rule, r, c, arena, &run.levels[c + 1])) return ST_NO_MEMORY;
    return ideal_run(&run);
}

enum status ideal_table_fill(const struct ideal_rule *rule, const struct ideal_ranks *r, enum ideal_question question,
                             struct budget *budget, struct ideal_table *t)
{
    struct arena arena = {0};
    *t = (struct ideal_table){.width = width_of(rule, question), .size = r->size};
    enum status st = budget_spares(budget, ideal_table_bytes(rule, r));
    if (st == ST_OK) st = budget_take_states(budget, r->size);
    if (st != ST_OK) return st;
    t->values = mem_alloc_raw(t->size * t->width);
    st = t->values ? fill(rule, r, question, budget, &arena, t) : ST_NO_MEMORY;
    arena_free(&arena);
    if (st != ST_OK) ideal_table_free(t);
    return st;
}

void ideal_table_free(struct ideal_table *t)
{
    mem_free(t->values, t->values ? (size_t)t->size * t->width : 0);
    *t = (struct ideal_table){.values = NULL};
}
