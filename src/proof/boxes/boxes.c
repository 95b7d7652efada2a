/* SPDX-License-Identifier: MIT */
/* Each piece is one conjunction over fields and results; each question gets its own steps. Of a sum every part is asked about by itself. */
#include "proof/boxes/boxes.h"
#include <string.h>
#include "model/builtins.h"
#include "proof/normal/axioms.h"

enum { STEPS = 20000, ROUNDS_MOST = 8, NO_FIELD = MODEL_MAX_FIELDS };
#define CELL_MOST ((int64_t)1 << 40)

static bool is_number(const struct normal_component *part, int game, size_t fields)
{
    bool numbers = part->game == game && part->arg_count == fields;
    for (size_t f = 0; numbers && f < fields; f++) numbers = part->args[f].kind == NORMAL_NUMBER;
    return numbers;
}

static enum status list_options(struct boxes *b, int game)
{
    size_t count = 0;
    for (size_t i = 0; i < b->normal->piece_count; i++) count += b->normal->pieces[i].component_count;
    b->options = arena_array(&b->arena, count + 1, sizeof *b->options);
    if (!b->options) return ST_NO_MEMORY;
    for (size_t i = 0; i < b->normal->piece_count; i++) {
        const struct normal_piece *p = &b->normal->pieces[i];
        for (size_t k = 0; k < p->component_count; k++) {
            b->readable &= is_number(&p->components[k], game, b->game->field_count);
            b->options[b->option_count++] = (struct boxes_option){p, &p->components[k]};
        }
    }
    return ST_OK;
}

enum status boxes_open(const struct model *model, int game, const struct param_value *params, struct boxes *b)
{
    struct normal_source source = {.model = model, .game = game, .params = params};
    struct normal *normal;
    *b = (struct boxes){.game = &model->games[game]};
    b->space = (struct normal_space){.arena = &b->arena, .work = {.arena = &b->arena}};
    enum status st = normal_build(&b->space, &source, &normal);
    if (st != ST_OK) return st;
    b->normal = normal;
    b->readable = normal->supported;
    for (size_t f = 0; f < b->game->field_count; f++) b->readable &= b->game->fields[f].kind == FIELD_NAT;
    return b->readable ? list_options(b, game) : ST_OK;
}

void boxes_done(struct boxes *b) { arena_free(&b->arena); }

/* ---- questions about an option -------------------------------------------------------------------------------------- */
static const struct linear_form *field(struct boxes *b, size_t f)
{
    int var = normal_var(&b->space, NORMAL_FIELD, (int)f);
    return var < 0 ? NULL : linear_variable(&b->space.work, var);
}

static const struct linear_form *result(struct boxes *b, const struct boxes_option *p, size_t f)
{
    int var = normal_var(&b->space, NORMAL_RESULT, p->part->args[f].first_var);
    return var < 0 ? NULL : linear_variable(&b->space.work, var);
}

/* The field, less the option's, less `by`. */
static const struct linear_form *fall(struct boxes *b, const struct boxes_option *p, size_t f, int64_t by)
{
    struct linear_work *work = &b->space.work;
    const struct linear_form *old = field(b, f), *new = result(b, p, f);
    const struct linear_form *d = old && new ? linear_sum(work, old, 1, new, -1) : NULL;
    return d ? linear_scale(work, d, 1, -by) : NULL;
}

/* What holds of the option, with `more` that is assumed, and what is known of the terms in it and in `what`. */
static struct linear_conjunction known(struct boxes *b, const struct boxes_option *p, struct linear_conjunction more,
                                       const struct linear_constraint *what)
{
    struct linear_conjunction parts[4] = {p->piece->rule, b->normal->domain, more}, own = {what, what ? 1 : 0};
    size_t count = 3;
    if (b->legal && b->normal->invariant_count == 1) parts[count++] = b->normal->invariant[0];
    b->space.work.steps = STEPS;
    struct linear_conjunction all = axioms_gather(&b->space, parts, count, &own, 1);
    b->space.work.steps = STEPS;
    return all;
}

static bool implied(struct boxes *b, const struct boxes_option *p, struct linear_conjunction more,
                    const struct linear_form *form)
{
    struct linear_constraint what = {form, false};
    if (!form) return false;
    struct linear_conjunction all = known(b, p, more, &what);
    return linear_implies(&b->space.work, all.items, all.count, what);
}

/* The pieces are all options of the rule, each may say less than the rule does: what is implied by one holds of its options, and one
 * without a solution has none. */
bool boxes_leaves_zero(struct boxes *b, size_t f)
{
    struct linear_work *work = &b->space.work;
    const struct linear_form *old = b->readable ? field(b, f) : NULL;
    struct linear_constraint some = {old ? linear_scale(work, old, 1, -1) : NULL, false};
    bool stays = some.form != NULL, asks = false;
    for (size_t i = 0; stays && i < b->option_count; i++) {
        const struct linear_form *to = result(b, &b->options[i], f), *less = to ? linear_scale(work, to, 1, -1) : NULL;
        stays = less && implied(b, &b->options[i], (struct linear_conjunction){&some, 1}, less);
    }
    for (size_t i = 0; stays && !asks && i < b->option_count; i++) {
        struct linear_conjunction all = known(b, &b->options[i], (struct linear_conjunction){&some, 1}, NULL);
        asks = all.items && linear_solve(work, all.items, all.count, NULL) == LINEAR_INFEASIBLE;
    }
    return stays && asks;
}

/* ---- order ---------------------------------------------------------------------------------------------------------- */
bool boxes_shrinks(struct boxes *b)
{
    bool yes = b->readable;
    for (size_t i = 0; yes && i < b->option_count; i++)
        for (size_t f = 0; yes && f < b->game->field_count; f++) {
            const struct boxes_option *p = &b->options[i];
            yes = implied(b, p, (struct linear_conjunction){NULL, 0}, fall(b, p, f, 0));
        }
    return yes;
}

bool boxes_sum_falls(struct boxes *b, const int *factors)
{
    bool yes = b->readable;
    for (size_t i = 0; yes && i < b->option_count; i++) {
        const struct boxes_option *p = &b->options[i];
        const struct linear_form *sum = linear_constant(&b->space.work, 0);
        for (size_t f = 0; sum && f < b->game->field_count; f++) {
            const struct linear_form *by = factors[f] ? fall(b, p, f, 0) : NULL;
            if (factors[f]) sum = by ? linear_sum(&b->space.work, sum, 1, by, factors[f]) : NULL;
        }
        yes = implied(b, p, (struct linear_conjunction){NULL, 0}, sum);
    }
    return yes;
}

/* An order that is found so far: options of which some field of it is less are done, the others may have all fields of it as they
 * were. */
struct ordering {
    struct boxes *b;
    bool *done;
    size_t *order, count;
};

/* Does field f never rise in an option that is not done, where the fields before stay? `by` 1: it falls. */
static bool field_falls(const struct ordering *o, const struct boxes_option *p, size_t f, int64_t by)
{
    struct linear_constraint stays[MODEL_MAX_FIELDS];
    for (size_t k = 0; k < o->count; k++) {
        stays[k] = (struct linear_constraint){fall(o->b, p, o->order[k], 0), true};
        if (!stays[k].form) return false;
    }
    return implied(o->b, p, (struct linear_conjunction){stays, o->count}, fall(o->b, p, f, by));
}

static bool may_be_next(const struct ordering *o, size_t f)
{
    bool may = true;
    for (size_t k = 0; may && k < o->count; k++) may = o->order[k] != f;
    for (size_t i = 0; may && i < o->b->option_count; i++) may = o->done[i] || field_falls(o, &o->b->options[i], f, 0);
    return may;
}

/* The least field that may be next is taken. No other choice is ever needed: what may be next in an order may be so after more
 * fields as well, since more options are done and more fields stay. So if some order of all fields is one, each field that it has and
 * this does not comes in its turn; and if the order as written is one, this is it. */
bool boxes_order(struct boxes *b, size_t *order)
{
    size_t fields = b->game->field_count, options = b->readable ? b->option_count : 0;
    struct ordering o = {b, arena_array(&b->arena, options + 1, sizeof *o.done), order, 0};
    bool found = b->readable && o.done, all = false;
    for (size_t i = 0; found && i < options; i++) o.done[i] = false;
    while (found && o.count < fields) {
        size_t f = 0;
        while (f < fields && !may_be_next(&o, f)) f++;
        if (!(found = f < fields)) break;
        for (size_t i = 0; i < options; i++) o.done[i] = o.done[i] || field_falls(&o, &b->options[i], f, 1);
        order[o.count++] = f;
    }
    all = found;
    for (size_t i = 0; all && i < options; i++) all = o.done[i];
    return all;
}

bool boxes_falls(struct boxes *b)
{
    size_t order[MODEL_MAX_FIELDS];
    bool yes = boxes_order(b, order);
    for (size_t f = 0; yes && f < b->game->field_count; f++) yes = order[f] == f;
    return yes;
}

/* ---- nim-sums ------------------------------------------------------------------------------------------------------- */
/* The greatest number that the numbers have together as many binary digits as; -1: none is known. */
static int64_t digits_most(struct boxes *b, struct linear_conjunction all, const struct normal_term *sum)
{
    int64_t most = 0;
    for (size_t i = 0; i < sum->count; i++) {
        struct linear_bounds bounds;
        bool known =
            sum->args[i].form && linear_range(&b->space.work, all.items, all.count, sum->args[i].form, &bounds);
        if (!known || bounds.empty || !bounds.has_high || bounds.high > CELL_MOST) return -1;
        if (bounds.high > most) most = bounds.high;
    }
    return most ? (int64_t)(UINT64_MAX >> __builtin_clzll((uint64_t)most)) : 0;
}

/* What a nim-sum can be while its numbers are what they are here: it has no more binary digits than the longest of them. A rule fails
 * where one is negative, and has no option then. */
static struct linear_conjunction with_digits(struct boxes *b, struct linear_conjunction all)
{
    size_t count = all.count, most = count + b->space.term_count;
    struct linear_constraint *items = arena_array(&b->arena, most + 1, sizeof *items);
    if (!items) return (struct linear_conjunction){NULL, 0};
    if (count) memcpy(items, all.items, count * sizeof *items);
    for (size_t i = 0; i < b->space.term_count && count < most; i++) {
        const struct normal_term *t = b->space.terms[i];
        if (t->kind != EXPR_CALL || t->data != BUILTIN_XOR || t->var < 0) continue;
        int64_t high = digits_most(b, all, t);
        const struct linear_form *x = high < 0 ? NULL : linear_variable(&b->space.work, t->var);
        const struct linear_form *room = x ? linear_scale(&b->space.work, x, -1, high) : NULL;
        if (room) items[count++] = (struct linear_constraint){room, false};
    }
    b->space.work.steps = STEPS;
    return (struct linear_conjunction){items, count};
}

/* ---- boxes ---------------------------------------------------------------------------------------------------------- */
/* Raises `high` to what the option may be in this box, of which field `free` (NO_FIELD: none) may be anything. */
static bool raise_ends(struct boxes *b, const struct boxes_option *p, size_t free, int64_t *high, bool *raised)
{
    struct linear_constraint within[MODEL_MAX_FIELDS];
    size_t fields = b->game->field_count;
    struct linear_conjunction more = {within, 0};
    for (size_t f = 0; f < fields; f++) {
        const struct linear_form *x = field(b, f);
        if (f == free) continue;
        within[more.count] = (struct linear_constraint){x ? linear_scale(&b->space.work, x, -1, high[f]) : NULL, false};
        if (!within[more.count++].form) return false;
    }
    for (size_t f = 0; f < fields; f++) {
        if (f == free) continue;
        struct linear_bounds bounds;
        const struct linear_form *to = result(b, p, f);
        struct linear_conjunction all = with_digits(b, known(b, p, more, NULL));
        if (!to || !linear_range(&b->space.work, all.items, all.count, to, &bounds)) return false;
        if (bounds.empty) return true;
        if (!bounds.has_high || bounds.high > CELL_MOST) return false;
        *raised |= bounds.high > high[f];
        if (bounds.high > high[f]) high[f] = bounds.high;
    }
    return true;
}

/* A number that comes nearer to another one, a sum that has it, with each round, as what is raised by half of what is left, would come
 * there after many: it is put there. */
static void raise_to_greatest(const struct boxes *b, size_t free, const int64_t *before, int64_t *high)
{
    int64_t most = 0;
    for (size_t f = 0; f < b->game->field_count; f++)
        if (f != free && high[f] == before[f] && high[f] > most) most = high[f];
    for (size_t f = 0; f < b->game->field_count; f++)
        if (f != free && high[f] > before[f] && high[f] < most) high[f] = most;
}

bool boxes_close_without(struct boxes *b, size_t free, int64_t *high)
{
    bool closed = b->readable, raised = true;
    for (int round = 0; closed && raised; round++) {
        int64_t before[MODEL_MAX_FIELDS];
        memcpy(before, high, b->game->field_count * sizeof *high);
        raised = false;
        for (size_t i = 0; closed && i < b->option_count; i++)
            closed = raise_ends(b, &b->options[i], free, high, &raised);
        if (raised && round == ROUNDS_MOST) closed = false;
        if (raised && round == ROUNDS_MOST / 2) raise_to_greatest(b, free, before, high);
    }
    return closed;
}

bool boxes_close(struct boxes *b, int64_t *high) { return boxes_close_without(b, NO_FIELD, high); }

bool boxes_rises(struct boxes *b, size_t f, int64_t *most)
{
    const struct linear_conjunction none = {NULL, 0};
    bool yes = b->readable;
    *most = -1;
    for (size_t i = 0; yes && i < b->option_count; i++) {
        const struct boxes_option *p = &b->options[i];
        const struct linear_form *down = fall(b, p, f, 0),
                                 *up = down ? linear_scale(&b->space.work, down, -1, 0) : NULL;
        struct linear_bounds bounds;
        yes = up && implied(b, p, none, up);
        if (!yes || implied(b, p, none, down)) continue;
        struct linear_conjunction all = with_digits(b, known(b, p, none, NULL));
        yes = linear_range(&b->space.work, all.items, all.count, result(b, p, f), &bounds);
        if (!yes || bounds.empty) continue;
        yes = bounds.has_high && bounds.high <= CELL_MOST;
        if (yes && bounds.high > *most) *most = bounds.high;
    }
    return yes && *most >= 0;
}

/* ---- states --------------------------------------------------------------------------------------------------------- */
/* The normal form of a condition is the condition itself: what is not linear is a term of it, and so another variable. */
bool boxes_only_below(struct boxes *b)
{
    bool yes = b->readable && b->game->field_count == 1 && b->normal->invariant_count == 1;
    int var = yes ? normal_var(&b->space, NORMAL_FIELD, 0) : -1;
    for (size_t i = 0; yes && var >= 0 && i < b->normal->invariant[0].count; i++) {
        struct linear_constraint says = b->normal->invariant[0].items[i];
        int64_t factor = linear_factor(says.form, var);
        bool holds = factor >= 0 && says.form->constant >= 0; /* as of each natural number */
        yes = !says.equality && says.form->count == (factor != 0) && (factor < 0 || holds);
    }
    return yes && var >= 0;
}

bool boxes_keeps(struct boxes *b)
{
    bool yes = b->readable;
    for (size_t i = 0; yes && i < b->option_count; i++)
        yes = normal_keeps(&b->space, b->normal, b->normal, b->options[i].piece, b->options[i].part);
    return yes;
}
