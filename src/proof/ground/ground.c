/* SPDX-License-Identifier: MIT */
/* The moves are listed anew until no move writes a value that cells were not known to hold. */
#include "proof/ground/ground.h"
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "proof/ground/private.h"

enum { STEPS = 40000000, FEW_STEPS = STEPS / 16, CELL_STEPS = 1 << 16 };

/* With what cells may hold that are not asked. Where the conditions ask no cell, each cell may hold what it may whatever the others do:
 * what the result asks is tried with these values alone, and the conditions are not gone through again. */
static bool try_narrowed(struct grounding *d, const struct move *m)
{
    bool possible = true, fine = true;
    size_t before = d->s.asked_count;
    for (size_t i = 0; fine && possible && i < m->condition_count; i++)
        fine = ground_narrow(&d->s, m->conditions[i], true, &possible);
    if (fine && possible) {
        bool apart = d->s.asked_count == before;
        struct arena_mark mark = arena_mark(d->s.arena);
        do {
            fine = grounding_result(d, m->result);
            arena_rewind(d->s.arena, mark);
        } while (fine && apart && !d->stops && ground_next_allowed(&d->s, before));
    }
    grounding_widen_all(d);
    return fine;
}

static bool try_move(struct grounding *d, const struct move *m)
{
    int64_t when = 1;
    d->s.chosen_locals = d->s.locals;
    if (d->choices && m->result) return try_narrowed(d, m);
    for (size_t i = 0; when && i < m->condition_count; i++)
        if (!ground_number_of(&d->s, m->conditions[i], &when)) return false;
    if (!when) return true;
    return m->result ? grounding_result(d, m->result) : grounding_breach(d);
}

/* The next values of the cells that were asked since there were `before`; false: all were tried, and none is asked. */
static bool next_values(struct ground_scope *s, size_t before)
{
    for (; s->asked_count > before; s->asked_count--) {
        uint16_t cell = s->asked[s->asked_count - 1];
        if ((size_t)++s->chosen[cell] < s->held[s->piece_of[cell]].count) return true;
        s->chosen[cell] = -1;
    }
    return false;
}

static bool walk(struct grounding *d, const struct move *m, size_t gen);

/* With the generator's element, which is there if `held` is 1; NULL: it is. */
static bool walk_element(struct grounding *d, const struct move *m, size_t gen, struct ground_number element,
                         const struct ground_number *held)
{
    size_t before = d->s.asked_count;
    struct ground_local here = {m->gens[gen].slot, {0}, d->s.locals};
    bool fine = true;
    ground_of(element, &here.value);
    d->s.locals = &here;
    d->s.choice++;
    do {
        int64_t in = 1;
        fine = !held || ground_known(&d->s, *held, &in);
        if (fine && in) fine = walk(d, m, gen + 1);
    } while (fine && !d->stops && next_values(&d->s, before));
    d->s.locals = here.next;
    return fine;
}

static bool walk_cells(struct grounding *d, const struct move *m, size_t gen)
{
    struct ground_value row;
    bool fine = ground_array_of(&d->s, m->gens[gen].domain.low, &row);
    for (size_t i = 0; fine && !d->stops && i < row.columns; i++) fine = walk_element(d, m, gen, row.cells[i], NULL);
    return fine;
}

static bool walk_set(struct grounding *d, const struct move *m, size_t gen)
{
    int64_t *elements;
    const struct ground_number *held;
    size_t count = 0;
    bool fine = ground_elements(&d->s, &m->gens[gen].domain, &elements, &held, &count);
    for (size_t i = 0; fine && !d->stops && i < count; i++)
        fine = walk_element(d, m, gen, ground_const(elements[i]), held ? &held[i] : NULL);
    return fine;
}

static bool walk(struct grounding *d, const struct move *m, size_t gen)
{
    size_t before = d->s.asked_count;
    bool fine = true;
    do {
        struct arena_mark mark = arena_mark(d->s.arena);
        if (gen == m->gen_count) fine = try_move(d, m);
        else if (ground_is_of_cells(&m->gens[gen].domain)) fine = walk_cells(d, m, gen);
        else fine = walk_set(d, m, gen);
        arena_rewind(d->s.arena, mark);
    } while (fine && !d->stops && next_values(&d->s, before));
    return fine;
}

bool grounding_walk(struct grounding *d, const struct move *m)
{
    d->s.choice++;
    return walk(d, m, 0);
}

static bool list_moves(struct grounding *d)
{
    bool fine = true;
    d->cells.count = d->moves.count = d->sets.count = d->s.asked_count = 0;
    d->grown = d->stops = false;
    memset(d->s.chosen, -1, sizeof d->s.chosen);
    if (!grounding_find_limit(d)) return grounding_refuse(d);
    for (d->s.mover = 1; d->s.mover <= (d->game->reads_mover ? 2 : 1); d->s.mover++)
        for (size_t i = 0; fine && !d->stops && i < d->game->move_count; i++) {
            const struct move *m = &d->game->moves[i];
            d->s.passed = d->limited ? d->passed[i] : (struct ground_passed){NULL, false};
            fine = m->result && m->lua < 0 ? grounding_walk(d, m) : grounding_refuse(d);
        }
    return fine;
}

/* ---- boards ------------------------------------------------------------------------------------------------------ */
/* Where few cells stay as they are, not much is tried: most lists that are too long stay so. */
static bool is_worth_fixing(struct grounding *d)
{
    size_t fixed = d->g->layout.fixed_count;
    if (2 * fixed < d->board_cells && d->s.steps > FEW_STEPS) d->s.steps = FEW_STEPS;
    return fixed > 0;
}

/* Two numbers of a thousand values each are soon seen to be no board of choices, or never. */
static void allow_for_cells(struct grounding *d)
{
    uint64_t most = (uint64_t)d->board_cells * CELL_STEPS;
    if (d->s.steps > most) d->s.steps = most;
}

static bool run(struct grounding *d, struct arena *arena)
{
    if (!grounding_read(d)) return false;
    grounding_cap(d);
    if (d->choices) allow_for_cells(d);
    do {
        if (!list_moves(d) || d->widens) return false;
        if (!d->opens) continue;
        if (!grounding_open(d) || !is_worth_fixing(d)) return false;
        d->grown = true;
    } while (d->grown);
    if (d->g->layout.fixed_count == d->board_cells)
        return false; /* there are no moves, and no cells that hold anything */
    if (!grounding_keeps(d)) return false;
    return d->choices ? grounding_write_choices(d, arena) : grounding_write(d, arena);
}

/* One way to make a board. */
struct way {
    bool all, fixes; /* all fields that change, else one of them; cells that stay as they are */
    bool owns;       /* cells of rows and grids hold what they do at the start, or 0 */
    bool few;        /* moves */
    bool in_words, caps;
    bool in_bits;                   /* numbers that are asked for binary digits, as these */
    bool merges;                    /* numbers from some bound on, where that makes no difference */
    struct ground_choices *choices; /* not NULL: conditions are sets of values, for this one; */
    bool limited;                   /* and all moves have a limit */
    uint64_t steps, *left;          /* of all ways, if that is less; NULL: there is no such bound */
    bool ran_out;
    enum status st;  /* not ST_OK: no other way may begin */
    bool many, most; /* a cell may hold more than two values, or as many as there can be */
};

static uint64_t steps_of(const struct way *way)
{
    return way->left && *way->left < way->steps ? *way->left : way->steps;
}

static void begin(struct grounding *d, const struct ground_from *from, const struct way *way, struct ground *g)
{
    *g = (struct ground){0};
    *d = (struct grounding){.game = &from->model->games[from->game], .g = g, .fixes = way->fixes, .few = way->few};
    d->in_words = way->in_words;
    d->caps = way->caps;
    d->owns = way->owns;
    d->choices = way->choices;
    d->limited = way->limited;
    d->s.narrows = way->choices != NULL;
    grounding_widen_all(d);
    d->s.from = from;
    d->s.steps = d->s.look = steps_of(way);
    grounding_choose(d, way->all);
    d->s.merges = way->merges;
    for (size_t f = 0; f < d->game->field_count; f++) {
        enum field_kind kind = d->game->fields[f].kind;
        d->from[f] = kind == FIELD_BOOL || kind == FIELD_NODES ? INT64_MAX : 0;
    }
    for (size_t f = 0; way->in_bits && f < d->game->field_count; f++) {
        d->digits[f] = d->piece[f] >= 0 && grounding_has_digits(d->game, f);
        d->s.in_bits |= d->digits[f] > 0;
    }
}

/* The same on a board on which numbers have the digits that moves were found to write, or fewer are merged, with the steps that are
 * left. */
static void begin_again(struct grounding *d, const struct way *way)
{
    struct grounding before = *d;
    begin(d, before.s.from, way, before.g);
    memcpy(d->digits, before.digits, sizeof d->digits);
    memcpy(d->from, before.from, sizeof d->from);
    d->asks_all = d->s.asks_all = before.asks_all;
    d->s.steps = before.s.steps;
    d->s.arena = before.s.arena;
    vec_free(&before.cells);
    vec_free(&before.moves);
    arena_free(d->s.arena);
}

static bool try_board(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct arena scratch = {0};
    struct grounding *d = mem_alloc(sizeof *d);
    uint64_t steps = steps_of(way);
    if (!d) return *g = (struct ground){0}, way->st = ST_NO_MEMORY, false;
    begin(d, from, way, g);
    d->s.arena = &scratch;
    bool fine = (!way->in_bits || d->s.in_bits) && run(d, arena);
    while (!fine && !d->s.no_memory && d->s.steps && ((d->widens && !d->s.refused) || d->s.unmerged)) {
        grounding_raise(d);
        begin_again(d, way);
        fine = run(d, arena);
    }
    way->st = d->s.no_memory ? ST_NO_MEMORY : d->s.over;
    way->ran_out = d->s.steps == 0;
    if (way->left) *way->left -= steps - d->s.steps;
    for (size_t k = 0; k < g->layout.count; k++) {
        way->many |= d->s.held[k].count > 2;
        way->most |= d->s.held[k].count >= GROUND_VALUES;
    }
    if (!fine) *g = (struct ground){0};
    vec_free(&d->cells);
    vec_free(&d->moves);
    vec_free(&d->sets);
    arena_free(&scratch);
    mem_free(d, sizeof *d);
    return fine;
}

/* What is done in a few steps with all cells, and a few moves, need not be tried with some of them. (Kings beside an obstacle of a third
 * value: of each of its neighbours both values are asked for that do not stop them.) */
static bool try_ways(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    way->steps = FEW_STEPS, way->few = true, way->fixes = false;
    bool found = try_board(from, way, arena, g), ran_out = way->ran_out;
    if (found || way->st != ST_OK) return found;
    way->steps = STEPS, way->few = false, way->fixes = true;
    found = try_board(from, way, arena, g);
    if (found || way->st != ST_OK || !ran_out) return found;
    way->fixes = false;
    return try_board(from, way, arena, g);
}

/* Where numbers that are asked for binary digits are laid out as these. */
static bool try_digits(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct way digits = {.all = true, .in_bits = true, .steps = STEPS / 4, .left = way->left};
    bool found = try_board(from, &digits, arena, g);
    way->st = digits.st;
    return found;
}

/* Where cells hold too many values for all to be tried: those that they hold at the start, or 0. */
static bool try_own(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct way own = {.all = true, .owns = true, .steps = FEW_STEPS, .left = way->left};
    bool found = way->most && try_board(from, &own, arena, g);
    way->st = own.st;
    return found;
}

static size_t size_of(const struct ground *g) { return g->cells * g->planes; }

/* With numbers merged that no move tells apart, if that is a smaller board, or one at all. */
static bool try_merged(const struct ground_from *from, struct way *way, struct arena *arena, struct ground *g)
{
    struct way merges = {.all = true, .merges = true, .steps = FEW_STEPS, .left = way->left};
    struct ground merged;
    bool found = try_board(from, &merges, arena, &merged);
    if (found && (!g->cells || size_of(&merged) < size_of(g))) *g = merged;
    way->st = merges.st;
    return g->cells > 0;
}

static bool may_be_made(const struct ground_from *from)
{
    const struct game *game = &from->model->games[from->game];
    return game->kind == GAME_RULES && !game->loopy;
}

/* Where it is gone through already with sets of values, these are the moves. */
static bool try_listed(const struct ground_from *from, struct way *way, const struct ground_choices *choices,
                       struct arena *arena, struct ground *g)
{
    if (!choices || !choices->count) return false;
    way->st = grounding_write_listed(from, choices, arena, g);
    for (size_t k = 0; k < choices->board.layout.count; k++)
        way->many |= choices->board.layout.pieces[k].value_count > 2;
    return g->cells > 0;
}

static enum status make(const struct ground_from *from, const struct ground_choices *choices, bool merges,
                        struct arena *arena, struct ground *ground)
{
    uint64_t left = from->steps ? from->steps : UINT64_MAX;
    struct way way = {.all = grounding_changed(&from->model->games[from->game]) > 1, .left = &left};
    *ground = (struct ground){0};
    if (!may_be_made(from)) return ST_OK;
    bool found = try_listed(from, &way, choices, arena, ground);
    if (!found && way.st == ST_OK) found = try_ways(from, &way, arena, ground);
    if (!found && way.st == ST_OK && try_own(from, &way, arena, ground)) return ST_OK;
    if (way.many && merges && way.st == ST_OK) found = try_merged(from, &way, arena, ground);
    if (!found && way.st == ST_OK) found = try_digits(from, &way, arena, ground);
    if (!found && way.all && way.st == ST_OK) {
        way.all = false;
        try_ways(from, &way, arena, ground);
    }
    ground->ran_out = !ground->cells && left == 0;
    return way.st;
}

enum status ground_make(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    return make(from, NULL, true, arena, ground);
}

enum status ground_make_of(const struct ground_from *from, const struct ground_choices *choices, struct arena *arena,
                           struct ground *ground)
{
    return make(from, choices, true, arena, ground);
}

enum status ground_make_exact(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    return make(from, NULL, false, arena, ground);
}

enum status ground_make_fixed(const struct ground_from *from, struct arena *arena, struct ground *ground)
{
    struct way way = {.all = true, .fixes = true, .steps = STEPS};
    *ground = (struct ground){0};
    if (may_be_made(from)) try_board(from, &way, arena, ground);
    return way.st;
}

static enum status make_choices(const struct ground_from *from, bool limited, struct arena *arena,
                                struct ground_choices *choices)
{
    uint64_t left = from->steps ? from->steps : UINT64_MAX;
    struct way way = {.all = true, .choices = choices, .limited = limited, .steps = FEW_STEPS, .left = &left};
    *choices = (struct ground_choices){.count = 0};
    if (may_be_made(from) && !from->model->games[from->game].reads_mover) try_board(from, &way, arena, &choices->board);
    return way.st;
}

enum status ground_make_choices(const struct ground_from *from, struct arena *arena, struct ground_choices *choices)
{
    return make_choices(from, false, arena, choices);
}

enum status ground_make_limited(const struct ground_from *from, struct arena *arena, struct ground_choices *choices)
{
    *choices = (struct ground_choices){.count = 0};
    return ground_may_be_limited(from) ? make_choices(from, true, arena, choices) : ST_OK;
}

/* Most often no number is larger than the total, or it is seen soon that ways to move raise that. */
enum status ground_make_words(const struct ground_from *from, uint64_t steps, struct arena *arena,
                              struct ground *ground)
{
    struct way way = {.all = true, .in_words = true, .caps = true, .steps = steps};
    *ground = (struct ground){0};
    if (!may_be_made(from) || try_board(from, &way, arena, ground)) return ST_OK;
    way.caps = false;
    if (way.st == ST_OK && !way.ran_out && try_board(from, &way, arena, ground)) return ST_OK;
    way.in_bits = true;
    if (way.st == ST_OK && !way.ran_out) try_board(from, &way, arena, ground);
    return way.st;
}
