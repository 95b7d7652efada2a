/* Concrete options: with the state known, a piece leaves its result variables and free generators to be found. For a
 * given result only the free generators are open; they are walked through their bounds. For a sample the unknowns are
 * drawn one after the other within bounds that projection gives, each system holding the unknowns up to one of them.
 * Whatever is found is checked exactly against all constraints before it is handed out. */
#include "base/hash.h"
#include "model/normal_expr.h"

enum { MAX_UNKNOWN = 24, TRIES_PER_HIT = 64, EXTRA_TRIES = 4096, PROJECT_STEPS = 20000, MAX_COMPONENTS = 6,
       MAX_UPDATES = 8 };

struct emitted {
    int move;
    const struct integer **values;
};
struct finder {
    const struct normal *n;
    const struct normal_piece *piece;
    struct arena work, keep;       /* rewound after each try; what has been handed out */
    const struct integer **values; /* per variable; NULL: not known */
    struct normal_row rows[MODEL_MAX_FIELDS];
    const struct normal_position *given; /* the result that is asked for; NULL: any */
    normal_emit emit;
    void *context;
    size_t limit, tries;
    bool complete, no_memory;
    enum status st;
    VEC(struct emitted) seen;
};

static bool running(const struct finder *f)
{
    return f->st == ST_OK && !f->no_memory && f->seen.count < f->limit;
}

static const struct integer *evaluate(struct finder *f, const struct linear_form *form)
{
    bool no_memory;
    struct normal_point at = {f->values, f->n->space->var_count, f->rows};
    const struct integer *v = normal_evaluate(f->n->space, form, &at, &f->work, &no_memory);
    f->no_memory |= no_memory;
    return v;
}

/* Do all constraints hold? *known is false when one cannot be evaluated. */
static bool holds(struct finder *f, struct linear_conjunction c, bool *known)
{
    *known = true;
    for (size_t i = 0; i < c.count; i++) {
        const struct integer *v = evaluate(f, c.items[i].form);
        if (!v) return *known = false;
        if (c.items[i].equality ? v->sign != 0 : v->sign < 0) return false;
    }
    return true;
}

/* ---- handing out ------------------------------------------------------------------------------------------------- */
static const struct integer *keep(struct finder *f, const struct integer *v)
{
    const struct integer *copy = v ? integer_from_limbs(&f->keep, v->sign, v->limbs, v->count) : NULL;
    if (!copy) f->no_memory = true;
    return copy;
}

static const struct integer **generator_values(struct finder *f)
{
    const struct normal_piece *p = f->piece;
    const struct integer **out = arena_array(&f->keep, p->gen_count + 1, sizeof *out);
    if (!out) return f->no_memory = true, NULL;
    for (size_t g = 0; g < p->gen_count; g++) {
        int var = normal_var(f->n->space, NORMAL_GEN, (int)g);
        out[g] = keep(f, p->recover[g] ? evaluate(f, p->recover[g]) : f->values[var]);
        if (!out[g]) return NULL;
    }
    return out;
}

static bool seen_before(const struct finder *f, const struct integer *const *values)
{
    for (size_t i = 0; i < f->seen.count; i++) {
        bool same = f->seen.data[i].move == f->piece->move;
        for (size_t g = 0; g < f->piece->gen_count && same; g++)
            same = integer_compare(f->seen.data[i].values[g], values[g]) == 0;
        if (same) return true;
    }
    return false;
}

/* The result as the piece has it, which has numbers for arguments. */
static const struct normal_position *make_result(struct finder *f)
{
    const struct normal_piece *p = f->piece;
    struct normal_position *result = arena_array(&f->keep, p->component_count + 1, sizeof *result);
    if (!result) return f->no_memory = true, NULL;
    for (size_t i = 0; i < p->component_count; i++) {
        const struct normal_component *c = &p->components[i];
        const struct integer **cells = arena_array(&f->keep, c->arg_count + 1, sizeof *cells);
        if (!cells) return f->no_memory = true, NULL;
        for (size_t k = 0; k < c->arg_count; k++)
            cells[k] = keep(f, f->values[normal_var(f->n->space, NORMAL_RESULT, c->args[k].first_var)]);
        result[i] = (struct normal_position){c->game, c->arg_count, cells};
    }
    return result;
}

static void hand_out(struct finder *f, bool once)
{
    const struct normal_piece *p = f->piece;
    const struct integer **gens = generator_values(f);
    if (!gens || (once && seen_before(f, gens))) return;
    const struct normal_position *result = f->given ? f->given : make_result(f);
    if (!f->no_memory && !vec_push(&f->seen, (struct emitted){p->move, gens})) f->no_memory = true;
    if (!f->no_memory) f->st = f->emit(f->context, p->move, gens, p->gen_count, result, p->component_count);
}

/* Only numbers as arguments. */
static bool scalar(const struct normal_piece *p)
{
    if (p->component_count > MAX_COMPONENTS) return false;
    for (size_t i = 0; i < p->component_count; i++)
        for (size_t k = 0; k < p->components[i].arg_count; k++)
            if (p->components[i].game < 0 || p->components[i].args[k].kind != NORMAL_NUMBER) return false;
    return true;
}

/* ---- bounds of one unknown --------------------------------------------------------------------------------------- */
struct interval {
    const struct integer *low, *high; /* NULL: open */
};

/* From the constraints that hold var and nothing else unknown. */
static struct interval interval_of(struct finder *f, struct linear_conjunction c, int var)
{
    struct interval in = {NULL, NULL};
    const struct integer *before = f->values[var], *zero = integer_from(&f->work, 0);
    f->values[var] = zero;
    for (size_t i = 0; i < c.count && zero; i++) {
        int64_t k = linear_factor(c.items[i].form, var);
        const struct integer *rest = k && k != INT64_MIN ? evaluate(f, c.items[i].form) : NULL;
        if (!rest) continue;
        const struct integer *size = integer_from(&f->work, k < 0 ? -k : k);
        const struct integer *down = size ? integer_div(&f->work, rest, size) : NULL; /* floor(rest / |k|) */
        const struct integer *minus = down ? integer_sub(&f->work, zero, down) : NULL;
        if (!minus) {
            f->no_memory = true;
            break;
        }
        /* k > 0: var >= -rest / k, its ceiling is -floor(rest / k); k < 0: var <= rest / |k|. An equality gives one
         * side exactly, the final check the other. */
        if (k > 0 && (!in.low || integer_compare(minus, in.low) > 0)) in.low = minus;
        if (k < 0 && (!in.high || integer_compare(down, in.high) < 0)) in.high = down;
        if (c.items[i].equality && k > 0 && (!in.high || integer_compare(minus, in.high) < 0)) in.high = minus;
        if (c.items[i].equality && k < 0 && (!in.low || integer_compare(down, in.low) > 0)) in.low = down;
    }
    if (!zero) f->no_memory = true;
    f->values[var] = before;
    return in;
}

/* ---- a given result ---------------------------------------------------------------------------------------------- */
static void try_here(struct finder *f)
{
    bool known;
    bool ok = holds(f, f->piece->full, &known);
    if (!known) f->complete = false;
    if (ok) hand_out(f, true);
}

static void walk_free(struct finder *f, size_t gen)
{
    while (gen < f->piece->gen_count && f->piece->recover[gen]) gen++;
    if (gen == f->piece->gen_count) {
        try_here(f);
        return;
    }
    int var = normal_var(f->n->space, NORMAL_GEN, (int)gen);
    struct interval in = interval_of(f, f->piece->full, var);
    const struct integer *one = integer_from(&f->work, 1);
    if (!in.low || !in.high || !one) {
        f->complete = false;
        return;
    }
    for (const struct integer *v = in.low; running(f) && v && integer_compare(v, in.high) <= 0;) {
        if (++f->tries > TRIES_PER_HIT * f->limit + EXTRA_TRIES) {
            f->complete = false;
            break;
        }
        f->values[var] = v;
        walk_free(f, gen + 1);
        v = integer_add(&f->work, v, one);
        if (!v) f->no_memory = true;
    }
    f->values[var] = NULL;
}

/* ---- laying a given result over a piece ---------------------------------------------------------------------------- */
static const enum field_kind *kinds_of(const struct finder *f, int game, enum field_kind *kinds)
{
    const struct game *g = &f->n->source.model->games[game];
    for (size_t i = 0; i < g->field_count; i++) kinds[i] = g->fields[i].kind;
    return kinds;
}

/* A row of the state with single cells written: its old cells, or NULL. */
static const struct normal_row *written_row(const struct finder *f, const struct normal_arg *arg)
{
    enum { ONE_CELL = '=' * 16 + 4 };
    if (arg->kind != NORMAL_WITH || arg->base->kind != EXPR_FIELD || arg->update_count > MAX_UPDATES) return NULL;
    for (size_t i = 0; i < arg->update_count; i++)
        if (arg->updates[i] != ONE_CELL) return NULL;
    const struct normal_row *row = &f->rows[arg->base->data];
    return row->cells ? row : NULL;
}

/* Is every argument of a kind that can be laid over given cells? */
static bool can_lay(const struct finder *f, const struct normal_piece *p)
{
    if (p->component_count > MAX_COMPONENTS) return false;
    for (size_t i = 0; i < p->component_count; i++) {
        enum field_kind kinds[MODEL_MAX_FIELDS];
        const struct normal_component *c = &p->components[i];
        if (c->game < 0) return false;
        kinds_of(f, c->game, kinds);
        for (size_t k = 0; k < c->arg_count; k++) {
            bool row = kinds[k] == FIELD_ROW;
            if (c->args[k].kind == NORMAL_NUMBER ? row
                                                 : !row || (c->args[k].kind != NORMAL_CELLS && !written_row(f, &c->args[k])))
                return false;
        }
    }
    return true;
}

struct laying {
    const struct normal_position *result; /* all components of it */
    size_t at, which;                     /* component `at` of the piece is component `which` of the result */
    unsigned taken;
    size_t arg, cell;                     /* the argument at hand, its first cell */
    const struct normal_row *old;         /* of a written row */
    size_t changed[MAX_UPDATES], used[MAX_UPDATES]; /* places where it differs; what the updates so far wrote */
    size_t changes, updates;
};
static void assign(struct finder *f, const struct normal_position *result, size_t at, unsigned taken);
static void lay_arg(struct finder *f, struct laying l);
static void lay_update(struct finder *f, struct laying l);

static void set_result(struct finder *f, int index, const struct integer *value)
{
    f->values[normal_var(f->n->space, NORMAL_RESULT, index)] = value;
}

static bool listed(const size_t *places, size_t count, size_t place)
{
    for (size_t i = 0; i < count; i++)
        if (places[i] == place) return true;
    return false;
}

/* The next update writes that place of the row. */
static void lay_update_at(struct finder *f, struct laying l, size_t place)
{
    const struct normal_arg *arg = &f->piece->components[l.at].args[l.arg];
    const struct integer *index = integer_from(&f->work, (int64_t)place + 1);
    if (!index) f->no_memory = true;
    set_result(f, arg->first_var + 2 * (int)l.updates, index);
    set_result(f, arg->first_var + 2 * (int)l.updates + 1, l.result[l.which].cells[l.cell + 1 + place]);
    l.used[l.updates++] = place;
    lay_update(f, l);
}

/* Each update writes one of the changed places, or, when there are more updates than changes, what is there already. */
static void lay_update(struct finder *f, struct laying l)
{
    size_t count = f->piece->components[l.at].args[l.arg].update_count, left = 0;
    for (size_t i = 0; i < l.changes; i++) left += !listed(l.used, l.updates, l.changed[i]);
    if (l.updates == count) {
        l.arg++;
        l.cell += 1 + l.old->count;
        if (left == 0) lay_arg(f, l);
        return;
    }
    for (size_t i = 0; i < l.changes && running(f); i++)
        if (!listed(l.used, l.updates, l.changed[i])) lay_update_at(f, l, l.changed[i]);
    for (size_t place = 0; count - l.updates > left && place < l.old->count && running(f); place++) {
        if (listed(l.changed, l.changes, place) || listed(l.used, l.updates, place)) continue;
        if (++f->tries > TRIES_PER_HIT * f->limit + EXTRA_TRIES) f->complete = false;
        if (!f->complete) return;
        lay_update_at(f, l, place);
    }
}

static void lay_row(struct finder *f, struct laying l, const struct normal_arg *arg)
{
    const struct normal_position *given = &l.result[l.which];
    int64_t length;
    if (!integer_fits(given->cells[l.cell], &length) || length < 0 || (uint64_t)length >= given->count - l.cell) return;
    if (arg->kind == NORMAL_CELLS) {
        if (length != arg->var_count) return;
        for (int i = 0; i < arg->var_count; i++) set_result(f, arg->first_var + i, given->cells[l.cell + 1 + (size_t)i]);
        l.arg++;
        l.cell += 1 + (size_t)length;
        lay_arg(f, l);
        return;
    }
    l.old = written_row(f, arg);
    if (!l.old || (size_t)length != l.old->count) return;
    l.changes = l.updates = 0;
    for (size_t i = 0; i < l.old->count; i++) {
        if (integer_compare(l.old->cells[i], given->cells[l.cell + 1 + i]) == 0) continue;
        if (l.changes == arg->update_count) return;
        l.changed[l.changes++] = i;
    }
    lay_update(f, l);
}

static void lay_arg(struct finder *f, struct laying l)
{
    const struct normal_component *c = &f->piece->components[l.at];
    const struct normal_position *given = &l.result[l.which];
    if (l.arg == c->arg_count) {
        if (l.cell == given->count) assign(f, l.result, l.at + 1, l.taken);
        return;
    }
    if (l.cell >= given->count) return;
    const struct normal_arg *arg = &c->args[l.arg];
    if (arg->kind != NORMAL_NUMBER) {
        lay_row(f, l, arg);
        return;
    }
    set_result(f, arg->first_var, given->cells[l.cell]);
    l.arg++;
    l.cell++;
    lay_arg(f, l);
}

/* Every way to take the given components as those of the piece. */
static void assign(struct finder *f, const struct normal_position *result, size_t at, unsigned taken)
{
    const struct normal_piece *p = f->piece;
    if (at == p->component_count) {
        struct arena_mark mark = arena_mark(&f->work);
        walk_free(f, 0);
        arena_rewind(&f->work, mark);
        return;
    }
    for (size_t i = 0; i < p->component_count && running(f); i++)
        if (!(taken >> i & 1) && p->components[at].game == result[i].game)
            lay_arg(f, (struct laying){.result = result, .at = at, .which = i, .taken = taken | 1u << i});
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */
/* Makes sure that every variable that will be asked for exists before the table of values is laid out. */
static void make_vars(const struct normal *n)
{
    for (size_t i = 0; i < n->piece_count; i++) {
        for (int r = 0; r < n->pieces[i].result_vars; r++) normal_var(n->space, NORMAL_RESULT, r);
        for (size_t g = 0; g < n->pieces[i].gen_count; g++) normal_var(n->space, NORMAL_GEN, (int)g);
    }
}

static bool open_finder(struct finder *f, const struct integer *const *state)
{
    const struct game *g = &f->n->source.model->games[f->n->source.game];
    make_vars(f->n);
    for (size_t i = 0; i < g->field_count; i++) normal_var(f->n->space, NORMAL_FIELD, (int)i);
    f->values = arena_array(&f->keep, f->n->space->var_count + 1, sizeof *f->values);
    if (!f->values || f->n->space->work.no_memory) return f->no_memory = true, false;
    for (size_t i = 0, cell = 0; i < g->field_count; i++) {
        enum field_kind kind = g->fields[i].kind;
        int64_t length = 0;
        if (kind == FIELD_GRID) return f->complete = false, true; /* what follows is not known either */
        if (kind != FIELD_ROW && kind != FIELD_BAG) {
            f->values[normal_var(f->n->space, NORMAL_FIELD, (int)i)] = state[cell++];
            continue;
        }
        if (!integer_fits(state[cell++], &length) || length < 0) return f->complete = false, true;
        f->rows[i] = (struct normal_row){state + cell, (size_t)length};
        cell += (size_t)length;
    }
    return true;
}

static enum status close_finder(struct finder *f)
{
    vec_free(&f->seen);
    arena_free(&f->work);
    arena_free(&f->keep);
    return f->no_memory ? ST_NO_MEMORY : f->st;
}

static void clear_unknowns(struct finder *f)
{
    const struct normal_space *s = f->n->space;
    for (size_t v = 0; v < s->var_count; v++)
        if (s->vars[v].kind == NORMAL_RESULT || s->vars[v].kind == NORMAL_GEN) f->values[v] = NULL;
}

enum status normal_moves_to(const struct normal *normal, const struct integer *const *state,
                            const struct normal_position *result, size_t result_count, size_t limit, normal_emit emit,
                            void *context, bool *complete)
{
    struct finder f = {.n = normal, .emit = emit, .context = context, .limit = limit, .complete = normal->supported};
    if (normal->supported && open_finder(&f, state)) {
        for (size_t i = 0; i < normal->piece_count && running(&f); i++) {
            f.piece = &normal->pieces[i];
            if (f.piece->component_count != result_count) continue;
            clear_unknowns(&f);
            f.given = result;
            if (can_lay(&f, f.piece)) assign(&f, result, 0, 0);
            else f.complete = false;
        }
        if (f.seen.count >= limit) f.complete = false;
    }
    *complete = f.complete;
    return close_finder(&f);
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */
/* For one piece: unknown k and what is known of unknowns 0..k alone. */
struct sampler {
    int unknown[MAX_UNKNOWN];
    struct linear_conjunction systems[MAX_UNKNOWN];
    int count;
    bool usable;
};

static bool depends(const struct normal_space *s, int var, const struct sampler *p)
{
    for (int k = 0; k < p->count; k++)
        for (size_t i = 0; i < s->vars[var].term->count; i++) {
            struct normal_value a = s->vars[var].term->args[i];
            if (a.form && form_mentions(s, a.form, p->unknown[k])) return true;
        }
    return false;
}

/* Takes out the terms that hold unknowns. */
static bool drop_terms(const struct normal *n, const struct sampler *p, struct linear_conjunction *c)
{
    struct normal_space *s = n->space;
    for (size_t v = 0; v < s->var_count; v++) {
        if (!s->vars[v].term || !depends(s, (int)v, p)) continue;
        bool occurs = false;
        for (size_t i = 0; i < c->count && !occurs; i++) occurs = linear_factor(c->items[i].form, (int)v) != 0;
        if (occurs && !linear_project(&s->work, c->items, c->count, (int)v, c)) return false;
    }
    return true;
}

static void prepare(const struct normal *n, const struct normal_piece *piece, struct sampler *p)
{
    struct normal_space *s = n->space;
    *p = (struct sampler){.count = 0};
    if (!scalar(piece) || piece->result_vars + (int)piece->gen_count > MAX_UNKNOWN) return;
    for (int r = 0; r < piece->result_vars; r++) p->unknown[p->count++] = normal_var(s, NORMAL_RESULT, r);
    for (size_t g = 0; g < piece->gen_count; g++)
        if (!piece->recover[g]) p->unknown[p->count++] = normal_var(s, NORMAL_GEN, (int)g);
    struct linear_conjunction parts[2] = {n->domain, piece->full}, c = normal_axioms(s, parts, 2);
    s->work.steps = PROJECT_STEPS;
    if (!c.items || !drop_terms(n, p, &c)) return;
    for (int k = p->count - 1; k >= 0; k--) {
        p->systems[k] = c;
        if (!linear_project(&s->work, c.items, c.count, p->unknown[k], &c)) return;
    }
    p->usable = true;
}

/* Between low and high: mode 0 the low end, 1 the high end, else anywhere. */
static const struct integer *draw(struct finder *f, struct interval in, unsigned mode, uint64_t *seed)
{
    if (mode == 0) return in.low;
    if (mode == 1) return in.high;
    const struct integer *one = integer_from(&f->work, 1);
    const struct integer *width = one ? integer_sub(&f->work, in.high, in.low) : NULL;
    width = width ? integer_add(&f->work, width, one) : NULL;
    uint64_t *limbs = width ? arena_array(&f->work, width->count + 1, sizeof *limbs) : NULL;
    if (!limbs) return NULL;
    for (uint32_t i = 0; i < width->count + 1; i++) limbs[i] = random_next(seed);
    const struct integer *any = integer_from_limbs(&f->work, 1, limbs, width->count + 1);
    any = any ? integer_mod(&f->work, any, width) : NULL;
    return any ? integer_add(&f->work, in.low, any) : NULL;
}

/* One try; true when an option was handed out. */
static bool sample_once(struct finder *f, const struct sampler *p, unsigned mode, uint64_t *seed)
{
    size_t before = f->seen.count;
    clear_unknowns(f);
    for (int k = 0; k < p->count; k++) {
        struct interval in = interval_of(f, p->systems[k], p->unknown[k]);
        if (!in.low || !in.high || integer_compare(in.low, in.high) > 0) return false;
        unsigned here = mode == 2 ? (unsigned)(random_next(seed) >> 61) : mode;
        f->values[p->unknown[k]] = draw(f, in, here, seed);
        if (!f->values[p->unknown[k]]) return f->no_memory = true, false;
    }
    bool known;
    if (holds(f, f->piece->full, &known)) hand_out(f, false);
    return f->seen.count > before;
}

enum status normal_sample(const struct normal *normal, const struct integer *const *state, uint64_t *seed, size_t count,
                          normal_emit emit, void *context, size_t *drawn)
{
    struct finder f = {.n = normal, .emit = emit, .context = context, .limit = count};
    *drawn = 0;
    if (!normal->supported || !normal->piece_count) return ST_OK;
    struct sampler *p = arena_array(&f.work, normal->piece_count, sizeof *p);
    make_vars(normal);
    for (size_t i = 0; p && i < normal->piece_count; i++) prepare(normal, &normal->pieces[i], &p[i]);
    if (!p || !open_finder(&f, state)) {
        f.no_memory = true;
        return close_finder(&f);
    }
    for (size_t try = 0; running(&f) && try < 8 * count + 4 * normal->piece_count; try++) {
        size_t i = try % normal->piece_count, round = try / normal->piece_count;
        struct arena_mark mark = arena_mark(&f.work);
        f.piece = &normal->pieces[i];
        if (p[i].usable) sample_once(&f, &p[i], round < 2 ? (unsigned)round : 2, seed);
        arena_rewind(&f.work, mark);
    }
    *drawn = f.seen.count;
    return close_finder(&f);
}
