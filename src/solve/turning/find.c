/* SPDX-License-Identifier: MIT */
/* What becomes of one coin, from its expression: what it is if the coin is a tail, and if it is a head. Choices that
 * are free of the coins are not made, so there may be several such pairs. Only small numbers occur. */
#include "model/arithmetic.h"
#include "model/expr.h"
#include "solve/turning/turning.h"

enum { PAIRS = 16, SLOTS = 16, SMALL = 1 << 16 };

struct pair {
    int64_t of[2]; /* of a tail, of a head */
};
struct pairs {
    size_t count; /* 0: nothing is known */
    struct pair items[PAIRS];
};
/* A local that is bound to what depends on coins. */
struct bound {
    int slot;
    struct pairs pairs;
};
struct reader {
    int board, dims;
    struct expr *const
        *head; /* the place of the coin that is a head: as many indices as there are dimensions; NULL: none is known */
    struct expr *const *here; /* the place of the coin that is looked at */
    bool on_head;             /* it is that head */
    struct bound bound[SLOTS];
    size_t bound_count;
};

/* ---- what is free of the coins ----------------------------------------------------------------------------------- */
struct uses {
    const struct reader *reader;
    int64_t count; /* reads of cells, or of what depends on them */
};

static bool asks_size(const struct expr *e, int board)
{
    bool size =
        e->kind == EXPR_CALL && (e->index == BUILTIN_LEN || e->index == BUILTIN_ROWS || e->index == BUILTIN_COLS);
    return size && e->kids[0]->kind == EXPR_FIELD && e->kids[0]->index == board;
}

static void count_use(void *context, struct expr *e)
{
    struct uses *u = context;
    if (e->kind == EXPR_MOVER || e->kind == EXPR_LUA || e->kind == EXPR_ASK) u->count++;
    if (e->kind == EXPR_FIELD && e->index == u->reader->board) u->count++;
    if (asks_size(e, u->reader->board)) u->count--; /* its field is met next */
    for (size_t i = 0; e->kind == EXPR_LOCAL && i < u->reader->bound_count; i++)
        u->count += u->reader->bound[i].slot == e->index;
}

static bool is_free(const struct reader *r, const struct expr *e)
{
    struct uses uses = {.reader = r};
    expr_walk((struct expr *)e, count_use, &uses);
    return uses.count == 0;
}

static bool gens_free(const struct reader *r, const struct gen *gens, size_t count)
{
    struct uses uses = {.reader = r};
    for (size_t i = 0; i < count; i++) {
        domain_walk((struct domain *)&gens[i].domain, count_use, &uses);
        expr_walk(gens[i].cap, count_use, &uses);
    }
    return uses.count == 0;
}

/* ---- pairs ------------------------------------------------------------------------------------------------------- */
static struct pairs one_pair(int64_t tail, int64_t head) { return (struct pairs){1, {{{tail, head}}}}; }

/* False: there are too many, or they are too large. */
static bool add_pair(struct pairs *to, struct pair pair)
{
    for (int c = 0; c < 2; c++)
        if (pair.of[c] < -SMALL || pair.of[c] > SMALL) return false;
    for (size_t i = 0; i < to->count; i++)
        if (to->items[i].of[0] == pair.of[0] && to->items[i].of[1] == pair.of[1]) return true;
    if (to->count == PAIRS) return false;
    to->items[to->count++] = pair;
    return true;
}

/* False: it has no value here. */
static bool apply(const struct expr *e, int64_t a, int64_t b, int64_t *out)
{
    switch (e->kind) {
    case EXPR_AND: return *out = a && b, true;
    case EXPR_OR: return *out = a || b, true;
    case EXPR_CALL:
        if (e->index == BUILTIN_XOR) return *out = a ^ b, a >= 0 && b >= 0;
        if (e->index == BUILTIN_MIN) return *out = a < b ? a : b, true;
        if (e->index == BUILTIN_MAX) return *out = a > b ? a : b, true;
        return false;
    default: return arithmetic_small(e->kind, a, b, out);
    }
}

static struct pairs apply_all(const struct expr *e, const struct pairs *a, const struct pairs *b)
{
    struct pairs out = {0};
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < b->count; k++) {
            struct pair pair;
            for (int c = 0; c < 2; c++)
                if (!apply(e, a->items[i].of[c], b->items[k].of[c], &pair.of[c])) return (struct pairs){0};
            if (!add_pair(&out, pair)) return (struct pairs){0};
        }
    return out;
}

static struct pairs choose(const struct pairs *when, const struct pairs *then, const struct pairs *other)
{
    struct pairs out = {0};
    for (size_t w = 0; w < when->count; w++)
        for (size_t i = 0; i < then->count; i++)
            for (size_t k = 0; k < other->count; k++) {
                struct pair pair;
                for (int c = 0; c < 2; c++)
                    pair.of[c] = (when->items[w].of[c] ? then : other)->items[when->items[w].of[c] ? i : k].of[c];
                if (!add_pair(&out, pair)) return (struct pairs){0};
            }
    return out;
}

/* ---- expressions ------------------------------------------------------------------------------------------------- */
static bool same_place(const struct reader *r, struct expr *const *a, struct expr *const *b)
{
    bool same = a && b;
    for (int i = 0; same && i < r->dims; i++) same = expr_equal(a[i], b[i]);
    return same;
}

/* Does the condition say that the coin looked at is the one that is known to be a head? */
static bool says_on_head(const struct reader *r, const struct expr *e)
{
    if (!r->head || !r->here) return false;
    if (e->kind == EXPR_AND && r->dims == 2) {
        const struct expr *a = e->kids[0], *b = e->kids[1];
        if (a->kind != EXPR_EQ || b->kind != EXPR_EQ) return false;
        bool first = (expr_equal(a->kids[0], r->here[0]) && expr_equal(a->kids[1], r->head[0])) ||
                     (expr_equal(a->kids[1], r->here[0]) && expr_equal(a->kids[0], r->head[0]));
        return first && ((expr_equal(b->kids[0], r->here[1]) && expr_equal(b->kids[1], r->head[1])) ||
                         (expr_equal(b->kids[1], r->here[1]) && expr_equal(b->kids[0], r->head[1])));
    }
    return r->dims == 1 && e->kind == EXPR_EQ &&
           ((expr_equal(e->kids[0], r->here[0]) && expr_equal(e->kids[1], r->head[0])) ||
            (expr_equal(e->kids[1], r->here[0]) && expr_equal(e->kids[0], r->head[0])));
}

static struct pairs read(struct reader *r, const struct expr *e);

/* Of a coin that is a head: what it becomes, as a function of both its sides. */
static struct pairs read_on_head(struct reader *r, const struct expr *e)
{
    bool before = r->on_head;
    struct pairs out = {0};
    r->on_head = true;
    struct pairs made = read(r, e);
    r->on_head = before;
    for (size_t i = 0; i < made.count; i++) {
        int64_t head = made.items[i].of[1];
        if (head < 0 || head > 1 || !add_pair(&out, (struct pair){{1 - head, head}})) return (struct pairs){0};
    }
    return out;
}

static struct pairs read_if(struct reader *r, const struct expr *e)
{
    bool on_head = e->type == TYPE_INT && !r->on_head && says_on_head(r, e->kids[0]);
    struct pairs when = read(r, e->kids[0]);
    struct pairs then = on_head ? read_on_head(r, e->kids[1]) : read(r, e->kids[1]);
    struct pairs other = read(r, e->kids[2]);
    if (!when.count || !then.count || !other.count) return (struct pairs){0};
    return choose(&when, &then, &other);
}

static struct pairs read_let(struct reader *r, const struct expr *e)
{
    if (is_free(r, e->kids[0]) && e->kids[0]->kind != EXPR_INT) return read(r, e->kids[1]);
    if (r->bound_count == SLOTS) return (struct pairs){0};
    struct pairs value = read(r, e->kids[0]);
    if (!value.count) return value;
    r->bound[r->bound_count++] = (struct bound){e->index, value};
    struct pairs body = read(r, e->kids[1]);
    r->bound_count--;
    return body;
}

static struct pairs read_index(const struct reader *r, const struct expr *e)
{
    bool board = e->kids[0]->kind == EXPR_FIELD && e->kids[0]->index == r->board;
    if (!board || (int)e->count != r->dims + 1) return (struct pairs){0};
    if (same_place(r, e->kids + 1, r->head)) return one_pair(1, 1);
    if (same_place(r, e->kids + 1, r->here)) return r->on_head ? one_pair(1, 1) : one_pair(0, 1);
    return (struct pairs){0};
}

static bool is_operation(const struct expr *e)
{
    int64_t value;
    return e->count && (e->kind == EXPR_CALL || e->count == 2) && apply(e, 1, 1, &value);
}

static struct pairs read_operation(struct reader *r, const struct expr *e)
{
    struct pairs sum = read(r, e->kids[0]), next;
    for (size_t i = 1; sum.count && i < e->count; i++) {
        next = read(r, e->kids[i]);
        sum = apply_all(e, &sum, &next);
    }
    return sum;
}

/* Nothing, or every pair that the expression may be. */
static struct pairs read(struct reader *r, const struct expr *e)
{
    static const struct expr minus = {.kind = EXPR_SUB}, differs = {.kind = EXPR_NE};
    struct pairs one, none = {0}, zero = one_pair(0, 0), yes = one_pair(1, 1);
    int64_t n;
    switch (e->kind) {
    case EXPR_INT: return integer_fits(e->number, &n) && n >= -SMALL && n <= SMALL ? one_pair(n, n) : none;
    case EXPR_BOOL: return one_pair(e->value, e->value);
    case EXPR_INDEX: return read_index(r, e);
    case EXPR_IF: return read_if(r, e);
    case EXPR_LET: return read_let(r, e);
    case EXPR_NEG: return one = read(r, e->kids[0]), apply_all(&minus, &zero, &one);
    case EXPR_NOT:
        if (is_free(r, e)) break;
        return one = read(r, e->kids[0]), apply_all(&differs, &yes, &one);
    case EXPR_LOCAL:
        for (size_t i = 0; i < r->bound_count; i++)
            if (r->bound[i].slot == e->index) return r->bound[i].pairs;
        break;
    default:
        if (is_free(r, e)) break;
        return is_operation(e) ? read_operation(r, e) : none;
    }
    if (e->type != TYPE_BOOL || !is_free(r, e)) return (struct pairs){0};
    return (struct pairs){2, {{{0, 0}}, {{1, 1}}}}; /* either, whatever the coins show */
}

/* ---- moves ------------------------------------------------------------------------------------------------------- */
static bool is_place(const struct reader *r, struct expr *const *place)
{
    bool fine = true;
    for (int i = 0; fine && i < r->dims; i++) fine = is_free(r, place[i]);
    return fine;
}

static bool finds_index(void *context, const struct expr *e)
{
    const struct expr **found = context;
    if (!*found && e->kind == EXPR_INDEX) *found = e;
    return false;
}

/* The first cell of the board that the condition asks for. */
static struct expr *const *asked_place(const struct reader *r, const struct expr *condition)
{
    const struct expr *found = NULL;
    expr_any(condition, finds_index, &found);
    return found && (int)found->count == r->dims + 1 && is_place(r, found->kids + 1) ? found->kids + 1 : NULL;
}

/* One coin is asked for, and it must be a head. */
static bool read_conditions(struct reader *r, const struct move *move)
{
    struct expr *const *place = NULL;
    for (size_t i = 0; i < move->condition_count; i++) {
        const struct expr *c = move->conditions[i];
        if (is_free(r, c)) continue;
        if (place || !(place = r->here = asked_place(r, c))) return false;
        struct pairs pairs = read(r, c);
        if (pairs.count != 1 || pairs.items[0].of[0] || !pairs.items[0].of[1]) return false;
    }
    r->here = NULL;
    r->head = place;
    return place;
}

/* Is every pair the coin itself or its other side? */
static bool only_turns(const struct pairs *pairs)
{
    bool fine = pairs->count;
    for (size_t i = 0; fine && i < pairs->count; i++) {
        const int64_t *of = pairs->items[i].of;
        fine = (of[0] == 0 && of[1] == 1) || (of[0] == 1 && of[1] == 0);
    }
    return fine;
}

/* What one update writes; there is one coin for it. */
static bool update_turns(struct reader *r, const struct update *u)
{
    const struct expr add = {.kind = u->op == '-' ? EXPR_SUB : EXPR_ADD};
    bool single = u->dims == r->dims;
    for (int i = 0; single && i < r->dims; i++) single = !u->high[i];
    if (!single || !is_place(r, u->low)) return false;
    bool head = same_place(r, u->low, r->head);
    r->here = u->low;
    struct pairs value = read(r, u->value), old = head ? one_pair(1, 1) : one_pair(0, 1);
    if (u->op != '=') value = apply_all(&add, &old, &value);
    for (size_t i = 0; head && i < value.count; i++) value.items[i].of[0] = 1 - value.items[i].of[1];
    r->here = NULL;
    return only_turns(&value);
}

/* 1..len(s), of a grid 1..rows(s) or 1..cols(s): the local that runs through it, else NULL. */
static bool runs_along(const struct reader *r, const struct expr *made, int builtin)
{
    if (made->kind != EXPR_ROW_FOR || made->gen_count != 1 || made->kids[1]) return false;
    const struct domain *d = &made->gens[0].domain;
    bool range = d->kind == DOMAIN_RANGE && d->high && d->low->kind == EXPR_INT && d->low->value == 1;
    return range && asks_size(d->high, r->board) && d->high->index == builtin;
}

static bool made_turns(struct reader *r, const struct expr *made)
{
    struct expr at[2], *places[2] = {&at[0], &at[1]};
    for (int i = 0; i < r->dims; i++) {
        static const int of_grid[2] = {BUILTIN_ROWS, BUILTIN_COLS};
        if (!runs_along(r, made, r->dims == 1 ? BUILTIN_LEN : of_grid[i])) return false;
        at[i] = (struct expr){.kind = EXPR_LOCAL,
                              .type = TYPE_INT,
                              .index = made->gens[0].slot,
                              .game = -1,
                              .start = -1,
                              .name = made->gens[0].name};
        made = made->kids[0];
    }
    r->here = places;
    struct pairs value = read(r, made);
    r->here = NULL;
    return only_turns(&value);
}

static bool board_turns(struct reader *r, const struct expr *board)
{
    if (board->kind == EXPR_ROW_FOR) return made_turns(r, board);
    bool with = board->kind == EXPR_WITH && board->kids[0]->kind == EXPR_FIELD && board->kids[0]->index == r->board;
    for (size_t i = 0; with && i < board->update_count; i++) with = update_turns(r, &board->updates[i]);
    return with;
}

static bool move_turns(struct reader *r, const struct model *model, int game, const struct move *move)
{
    const struct expr *result = move->result;
    size_t fields = model->games[game].field_count;
    r->head = r->here = NULL;
    r->bound_count = 0;
    if (!result || !gens_free(r, move->gens, move->gen_count) || !read_conditions(r, move)) return false;
    bool fine = result->kind == EXPR_GAME && result->game == game && result->start < 0 && result->count == fields;
    for (size_t f = 0; fine && f < fields; f++) {
        const struct expr *kid = result->kids[f];
        fine = (int)f == r->board ? board_turns(r, kid) : kid->kind == EXPR_FIELD && kid->index == (int)f;
    }
    return fine;
}

bool turning_find(struct turning *t, const struct model *model, int game)
{
    const struct game *g = &model->games[game];
    struct reader r = {.board = -1};
    bool fine = g->kind == GAME_RULES && g->move_count && (!g->invariant || g->kept) && !g->loopy && !g->reads_mover &&
                !g->claimed_count && !g->canon && !g->symmetric && !g->solve_plugin;
    for (size_t f = 0; fine && f < g->field_count; f++) {
        enum field_kind kind = g->fields[f].kind;
        if (kind == FIELD_BAG || kind == FIELD_NODES || kind == FIELD_TREE) fine = false;
        if (kind != FIELD_ROW && kind != FIELD_GRID) continue;
        if (r.board >= 0) fine = false;
        r.board = (int)f;
        r.dims = kind == FIELD_GRID ? 2 : 1;
    }
    for (size_t i = 0; fine && r.board >= 0 && i < g->move_count; i++) fine = move_turns(&r, model, game, &g->moves[i]);
    *t = (struct turning){r.board, r.dims == 2};
    return fine && r.board >= 0;
}
