/* SPDX-License-Identifier: MIT */
/* States in mixed radix; options as texts, sorted, each once. */
#include "same_options.h"
#include <stdlib.h>
#include <string.h>
#include "base/vec.h"

enum { SHORT = 3, LONG = 5, FEW = 1, MANY = 3, CELLS_MOST = 64 };

/* How a side's fields are written: field i at place[i] of the user's; a number in field `capped` that is above field `cap` as
 * that one. */
struct reading {
    const int *place;
    int capped, cap;
    bool packed; /* its fields are the cells of a row */
};
static const int straight[MODEL_MAX_FIELDS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* ---- states ------------------------------------------------------------------------------------------------------ */
struct field_value {
    uint32_t count;
    int64_t cells[LONG + 1];
};
struct state {
    struct field_value fields[MODEL_MAX_FIELDS];
    size_t count;
};

static uint64_t take_digit(uint64_t *number, uint64_t radix)
{
    uint64_t digit = *number % radix;
    *number /= radix;
    return digit;
}

/* Rows of up to `length` cells up to `most`. */
static uint64_t rows_of(unsigned length, uint64_t most)
{
    uint64_t all = 1, size = 1;
    for (unsigned i = 0; i < length; i++) all += size *= most + 1;
    return all;
}

static void put_row(struct field_value *f, uint64_t number, unsigned length, uint64_t most)
{
    uint64_t size = 1;
    unsigned cells = 0;
    while (cells < length && number >= size) number -= size, size *= most + 1, cells++;
    f->count = cells + 1;
    f->cells[0] = cells;
    for (unsigned i = 0; i < cells; i++) f->cells[i + 1] = (int64_t)take_digit(&number, most + 1);
}

static uint64_t values_of(enum field_kind kind, size_t fields)
{
    uint64_t numbers = fields == 1 ? 25 : fields == 2 ? 10 : 6;
    switch (kind) {
    case FIELD_ROW:
    case FIELD_BAG: return rows_of(LONG, FEW) + rows_of(SHORT, MANY);
    case FIELD_INT: return numbers + 2;
    case FIELD_BOOL: return 2;
    default: return numbers;
    }
}

static void put_field(struct field_value *f, enum field_kind kind, uint64_t number)
{
    bool row = kind == FIELD_ROW || kind == FIELD_BAG, long_one = number < rows_of(LONG, FEW);
    if (row && long_one) put_row(f, number, LONG, FEW);
    else if (row) put_row(f, number - rows_of(LONG, FEW), SHORT, MANY);
    else *f = (struct field_value){1, {kind == FIELD_INT ? (int64_t)number - 2 : (int64_t)number}};
}

/* State number `number` of the game; false when there are no more. */
static bool state_at(const struct game *g, uint64_t number, struct state *s)
{
    s->count = g->field_count;
    for (size_t i = 0; i < g->field_count; i++)
        put_field(&s->fields[i], g->fields[i].kind, take_digit(&number, values_of(g->fields[i].kind, g->field_count)));
    return number == 0;
}

static uint64_t states_of(const struct game *g)
{
    uint64_t all = 1;
    for (size_t i = 0; i < g->field_count; i++) all *= values_of(g->fields[i].kind, g->field_count);
    return all;
}

/* As a component of the rule: its field i is field place[i] of the state. */
static struct component component_of(const struct rule_file *f, const struct state *s, const int *place, bool packed,
                                     int64_t *cells)
{
    struct component c = {.game = f->model->main_game, .cells = cells};
    if (packed) cells[c.count++] = (int64_t)s->count;
    for (size_t i = 0; i < s->count; i++) {
        const struct field_value *v = &s->fields[place[i]];
        for (uint32_t k = 0; k < v->count; k++) cells[c.count++] = v->cells[k];
    }
    return c;
}

/* ---- options ----------------------------------------------------------------------------------------------------- */
typedef VEC(const char *) texts;
struct listing {
    struct rule_file *rule;
    struct arena *arena;
    struct reading reading;
    texts items;
};

static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static const char *joined(struct arena *arena, texts *items, const char *between, bool once)
{
    struct text out = {0};
    if (items->count) qsort(items->data, items->count, sizeof *items->data, by_text);
    for (size_t i = 0; i < items->count; i++) {
        if (once && i && strcmp(items->data[i - 1], items->data[i]) == 0) continue;
        text_add(&out, "%s%s", out.length ? between : "", items->data[i]);
    }
    const char *text = arena_strdup(arena, out.length ? text_c(&out) : "");
    text_free(&out);
    return text;
}

/* A component of the main game with its fields where the user has them; others cell by cell. */
static const char *component_text(struct listing *l, const struct component *c)
{
    const struct game *g = c->game == l->rule->model->main_game ? &l->rule->model->games[c->game] : NULL;
    const int64_t *at[MODEL_MAX_FIELDS];
    struct text out = {0};
    bool packed = g && l->reading.packed;
    size_t fields = packed ? c->count - 1 : g ? g->field_count : 0, next = packed;
    for (size_t i = 0; i < fields; i++) {
        bool row = !packed && (g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_BAG);
        at[i] = c->cells + next;
        next += row ? (size_t)c->cells[next] + 1 : 1;
    }
    text_add(&out, "%d:", c->game);
    for (size_t place = 0; place < fields; place++)
        for (size_t i = 0; i < fields; i++) {
            if (l->reading.place[i] != (int)place) continue;
            bool row = !packed && (g->fields[i].kind == FIELD_ROW || g->fields[i].kind == FIELD_BAG),
                 cut = (int)i == l->reading.capped;
            int64_t first = *at[i];
            if (cut && first > *at[l->reading.cap]) first = *at[l->reading.cap];
            text_add(&out, " %lld", (long long)first);
            for (int64_t k = 1; row && k <= *at[i]; k++)
                text_add(&out, "%c%lld", k == 1 ? '[' : ',', (long long)at[i][k]);
        }
    for (size_t i = 0; !g && i < c->count; i++) text_add(&out, " %lld", (long long)c->cells[i]);
    const char *text = arena_strdup(l->arena, text_c(&out));
    text_free(&out);
    return text;
}

static enum status write_option(void *context, const struct component *components, size_t count,
                                const struct taken *taken)
{
    struct listing *l = context;
    texts parts = {0};
    (void)taken;
    for (size_t i = 0; i < count; i++)
        if (!vec_push(&parts, component_text(l, &components[i]))) abort();
    const char *text = joined(l->arena, &parts, " + ", false);
    vec_free(&parts);
    return vec_push(&l->items, *text ? text : "end") ? ST_OK : ST_NO_MEMORY;
}

static const char *options_text(struct rule_file *f, const struct component *from, int mover, struct reading reading,
                                struct arena *arena)
{
    struct listing l = {.rule = f, .arena = arena, .reading = reading};
    struct diags quiet = {0};
    f->vm->diags = &quiet;
    enum status st = vm_options(f->vm, from, mover, write_option, &l);
    f->vm->diags = &f->diags;
    diags_free(&quiet);
    const char *text = st == ST_OK            ? joined(arena, &l.items, "; ", true)
                       : st == ST_RULE_FAILED ? "fails"
                                              : status_words(st);
    vec_free(&l.items);
    return text;
}

/* ---- comparisons ------------------------------------------------------------------------------------------------- */
struct side {
    struct rule_file *rule;
    struct reading reading;
    int mover; /* 0: the one at hand */
};

static const char *differ_at(const struct side *a, const struct side *b, const struct state *s, int mover,
                             struct arena *scratch)
{
    int64_t mine[CELLS_MOST], theirs[CELLS_MOST];
    struct component x = component_of(a->rule, s, a->reading.place, false, mine),
                     y = component_of(b->rule, s, b->reading.place, false, theirs);
    bool legal = false;
    if (vm_legal(a->rule->vm, &x, &legal) != ST_OK || !legal) return NULL;
    const char *p = options_text(a->rule, &x, a->mover ? a->mover : mover, a->reading, scratch);
    const char *q = options_text(b->rule, &y, b->mover ? b->mover : mover, b->reading, scratch);
    if (strcmp(p, q) == 0) return NULL;
    struct text where = {0};
    component_print(a->rule->model, &x, &where);
    const char *text = arena_printf(&a->rule->arena, "at %s player %d: {%s} is not {%s}", text_c(&where), mover, p, q);
    text_free(&where);
    return text;
}

static const char *differ(struct side a, struct side b, bool movers)
{
    const struct game *g = &a.rule->model->games[a.rule->model->main_game];
    uint64_t all = states_of(g), step = all / STATES_MOST + 1;
    const char *wrong = NULL;
    struct state s;
    for (uint64_t i = 0; !wrong && i < all && state_at(g, i, &s); i += step)
        for (int mover = 1; !wrong && mover <= (movers ? 2 : 1); mover++) {
            struct arena scratch = {0};
            wrong = differ_at(&a, &b, &s, mover, &scratch);
            arena_free(&scratch);
        }
    return wrong;
}

const char *same_options(struct rule_file *user, struct rule_file *ref, const struct unification *how)
{
    struct reading theirs = {how->arguments, how->capped, how->cap, false}, mine = {straight, -1, -1, false};
    if (how->capped >= 0)
        mine = (struct reading){straight, how->arguments[how->capped], how->arguments[how->cap], false};
    bool movers =
        user->model->games[user->model->main_game].reads_mover || ref->model->games[ref->model->main_game].reads_mover;
    vm_set_params(ref->vm, how->params);
    const char *wrong = differ((struct side){user, mine, 0}, (struct side){ref, theirs, 0}, movers);
    vm_set_params(ref->vm, ref->params);
    return wrong;
}

const char *symmetric_options(struct rule_file *rule)
{
    const struct game *g = &rule->model->games[rule->model->main_game];
    const char *wrong = NULL;
    for (size_t f = 0; !wrong && f + 1 < g->field_count; f++) {
        int crossed[MODEL_MAX_FIELDS];
        for (int i = 0; i < MODEL_MAX_FIELDS; i++) crossed[i] = i;
        crossed[f] = (int)f + 1;
        crossed[f + 1] = (int)f;
        wrong = differ((struct side){rule, {straight, -1, -1, false}, 0},
                       (struct side){rule, {crossed, -1, -1, false}, 0}, g->reads_mover);
    }
    return wrong;
}

const char *options_for_both(struct rule_file *rule)
{
    return differ((struct side){rule, {straight, -1, -1, false}, 1}, (struct side){rule, {straight, -1, -1, false}, 2},
                  false);
}

/* ---- differences ------------------------------------------------------------------------------------------------- */
/* Is the option among those of the list, which are separated by "; "? */
static bool listed(const char *list, const char *option, size_t length)
{
    for (const char *at = list; *at;) {
        size_t here = strcspn(at, ";");
        if (here == length && memcmp(at, option, length) == 0) return true;
        at += here;
        at += strspn(at, "; ");
    }
    return false;
}

static bool without_at(const char *a, const char *b, const char *only, bool exact)
{
    for (const char *at = a; *at;) {
        size_t length = strcspn(at, ";");
        if (!listed(b, at, length) && !listed(only, at, length)) return false;
        at += length;
        at += strspn(at, "; ");
    }
    for (const char *at = only; exact && *at;) {
        size_t length = strcspn(at, ";");
        if (!listed(a, at, length) || listed(b, at, length)) return false;
        at += length;
        at += strspn(at, "; ");
    }
    return true;
}

/* Its component at a state, how its results are read, and the rule whose states are gone through. */
static struct component seated_at(const struct seated *r, const struct state *s, int64_t *cells)
{
    return component_of(r->rule, s, r->place ? r->place : straight, r->packed, cells);
}
static struct reading reading_of(const struct seated *r)
{
    return (struct reading){r->place ? r->place : straight, -1, -1, r->packed};
}
static const struct game *walked(const struct seated *a, const struct seated *b)
{
    const struct rule_file *f = a->place || a->packed ? b->rule : a->rule;
    return &f->model->games[f->model->main_game];
}
static bool reads_mover(const struct rule_file *f) { return f->model->games[f->model->main_game].reads_mover; }

const char *options_without(struct seated a, struct seated b, struct rule_file *only, bool exact)
{
    struct seated rules[] = {a, b, a};
    const struct game *g = walked(&a, &b);
    uint64_t all = states_of(g), step = all / STATES_MOST + 1;
    int movers = reads_mover(a.rule) || reads_mover(b.rule) ? 2 : 1;
    const char *wrong = NULL;
    struct state s;
    rules[2].rule = only;
    for (uint64_t i = 0; !wrong && i < all && state_at(g, i, &s); i += step)
        for (int mover = 1; !wrong && mover <= movers; mover++) {
            struct arena scratch = {0};
            const char *lists[3] = {"", "", ""};
            bool legal = true;
            for (int k = 0; k < (only ? 3 : 2) && legal; k++) {
                int64_t cells[CELLS_MOST];
                struct component c = seated_at(&rules[k], &s, cells);
                if (vm_legal(rules[k].rule->vm, &c, &legal) != ST_OK || !legal) break;
                lists[k] = options_text(rules[k].rule, &c, mover, reading_of(&rules[k]), &scratch);
            }
            if (legal && strcmp(lists[0], "fails") && strcmp(lists[1], "fails") &&
                !without_at(lists[0], lists[1], lists[2], exact))
                wrong = arena_printf(&a.rule->arena, "at state %llu player %d: {%s} without {%s} is not {%s}",
                                     (unsigned long long)i, mover, lists[0], lists[1], lists[2]);
            arena_free(&scratch);
        }
    return wrong;
}

const char *options_same_where(struct seated a, struct seated b, struct rule_file *where, bool exact)
{
    struct seated rules[] = {a, b, a};
    const struct game *g = walked(&a, &b);
    bool movers = reads_mover(a.rule) || reads_mover(b.rule);
    uint64_t all = states_of(g), step = all / STATES_MOST + 1;
    const char *wrong = NULL;
    struct state s;
    rules[2].rule = where;
    for (uint64_t i = 0; !wrong && !movers && i < all && state_at(g, i, &s); i += step) {
        struct arena scratch = {0};
        const char *lists[2] = {"", ""};
        bool legal[3] = {true, true, where};
        for (int k = 0; k < (where ? 3 : 2); k++) {
            int64_t cells[CELLS_MOST];
            struct component c = seated_at(&rules[k], &s, cells);
            if (vm_legal(rules[k].rule->vm, &c, &legal[k]) != ST_OK) legal[0] = false;
            if (k < 2) lists[k] = options_text(rules[k].rule, &c, 1, reading_of(&rules[k]), &scratch);
        }
        bool same = strcmp(lists[0], lists[1]) == 0, fails = !strcmp(lists[0], "fails") || !strcmp(lists[1], "fails");
        if (legal[0] && legal[1] && !fails && legal[2] != same && (!same || exact))
            wrong = arena_printf(&a.rule->arena, "at state %llu: {%s} and {%s}, but %d", (unsigned long long)i,
                                 lists[0], lists[1], legal[2]);
        arena_free(&scratch);
    }
    return wrong;
}

const char *options_same_on_all(struct rule_file *a, struct rule_file *b)
{
    return differ((struct side){a, {straight, -1, -1, false}, 0}, (struct side){b, {straight, -1, -1, false}, 0},
                  reads_mover(a) || reads_mover(b));
}
