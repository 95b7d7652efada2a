/* SPDX-License-Identifier: MIT */
/* `symmetric` and `canon`. Clauses that the normal form proves need no audit. For the rest, first every position of
 * the window is compared with its representative by their options, which needs no search: if the canonical options
 * of the two are the same set at every position visited, the two are played alike in all sums, by either convention
 * and either mover (the relation is a bisimulation). If the options differ, a clause may still be right about
 * values, and the two are searched: SG values, outcomes under both conventions, and outcomes in sums with a few
 * other components, since equal outcomes alone do not make equal summands in misère play. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "proof/match/itself.h"
#include "trust/audit_clauses.h"
#include "play/options/options.h"
#include "plan/outcomes.h"
#include "play/options/print.h"
#include "plan/audit_env.h"
#include "play/options/canonical.h"
#include "play/options/store.h"
#include "trust/drawn_positions.h"
#include "trust/small_positions.h"

enum {
    LOOKS_FIRST = 1000,
    LOOKS_LATER = 200,
    LOOKS_ASKED = 150
}; /* later: after a change of parameters, so that sweeps remain fast */
enum { LISTED = 1000, SAMPLED = 300, SEARCHED = 400, BESIDE = 4, ENOUGH = 30 };
enum { ASKED_MOST = 256, PLAYED = 48, PLAYED_OPTIONS = 4096 };
enum fate { FATE_OWN, FATE_ALIKE, FATE_UNLIKE, FATE_UNKNOWN };

struct clause_audit {
    struct env *env, *plain;
    int game;
    struct sums window;
    size_t listed;              /* the first of the window; the others are sampled */
    unsigned char *fate;        /* one per position: enum fate */
    struct position_table seen; /* options of the current position */
    struct budget unlimited;
    struct bytes key;
    VEC(struct component) parts;
    bool marking, unlike;
    uint32_t marked;
    size_t alike, unlikes, equal;
    bool over; /* the bound was reached */
};

/* ---- options ----------------------------------------------------------------------------------------------------- */
static enum status take_option(void *context, const struct component *components, size_t count)
{
    struct clause_audit *a = context;
    uint32_t id;
    bool fresh;
    a->key.count = a->parts.count = 0;
    if (!vec_reserve(&a->parts, count + 1)) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) a->parts.data[a->parts.count++] = components[i];
    components_sort(a->parts.data, count);
    if (!pack_components(&a->key, a->parts.data, count)) return ST_NO_MEMORY;
    /* the empty sum has a key too */
    if (!vec_push(&a->key, 0)) return ST_NO_MEMORY;
    enum status st = position_table_intern(&a->seen, a->key.data, a->key.count, &id, &fresh);
    if (st != ST_OK || !a->marking) return st;
    a->unlike = fresh;
    if (!fresh && a->seen.values[id] == VALUE_UNKNOWN) {
        a->seen.values[id] = 0;
        a->marked++;
    }
    return fresh ? ST_UNSUPPORTED : ST_OK;
}

/* Do p and q have the same canonical options? *same is set if the status is ST_OK. */
static enum status compare_options(struct clause_audit *a, const struct component *p, const struct component *q,
                                   bool *same)
{
    int movers = a->plain->traits->games[a->game].mover ? 2 : 1;
    enum status st = ST_OK;
    struct env_view view;
    struct terms canonical = a->plain->terms;
    canonical.plain = false;
    env_view_open(&view, a->plain, &canonical);
    *same = true;
    for (int mover = 1; st == ST_OK && *same && mover <= movers; mover++) {
        position_table_free(&a->seen);
        a->seen.budget = &a->unlimited;
        a->marking = a->unlike = false;
        a->marked = 0;
        st = options_canonical(&view.env, p, mover, take_option, a);
        a->marking = true;
        if (st == ST_OK) st = options_canonical(&view.env, q, mover, take_option, a);
        if (a->unlike) st = ST_OK;
        *same = !a->unlike && a->marked == a->seen.count;
    }
    env_view_close(&view);
    return st;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
struct clause_reading {
    bool valued;
    uint64_t value;             /* SG value, normal play */
    enum outcome outcome[2][2]; /* [misere][mover - 1] */
};

/* With the search that visits only what the position can reach: a table would fill the box of both mirror images. */
static enum status read_value(struct env *plain, const struct component *component, struct clause_reading *r)
{
    bool mover = traits_of(plain->traits, component).mover;
    struct env_view view;
    struct terms terms = plain->terms;
    terms.only = "hashed";
    env_view_open(&view, plain, &terms);
    enum status st = mover ? ST_UNSUPPORTED : values_of(&view.env, component, 1, &r->value, NULL);
    env_view_close(&view);
    if (st == ST_UNSUPPORTED && !mover) st = values_of(plain, component, 1, &r->value, NULL);
    r->valued = st == ST_OK;
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* The component alone or in a sum with another one. */
static enum status read_outcomes(struct env *plain, const struct component *component, const struct component *beside,
                                 struct clause_reading *r)
{
    struct component parts[2] = {*component, beside ? *beside : *component};
    struct position position = {parts, beside ? 2 : 1, NULL};
    bool mover = traits_of(plain->traits, component).mover;
    enum status st = ST_OK;
    for (int misere = 0; st == ST_OK && misere < 2; misere++)
        for (int m = 0; st == ST_OK && m < 1 + mover; m++) {
            struct ask asked = {.play = misere ? PLAY_MISERE : PLAY_NORMAL, .mover = mover ? m + 1 : 0};
            st = outcomes_of(plain, &position, 1, &asked, &r->outcome[misere][m], NULL, NULL);
        }
    return st;
}

struct difference {
    const char *what; /* NULL: they agree */
    char a[32], b[32];
};

static struct difference differs(const struct clause_reading *a, const struct clause_reading *b, bool mover)
{
    struct difference d = {0};
    if (a->valued && b->valued && a->value != b->value) {
        d.what = "SG values";
        snprintf(d.a, sizeof d.a, "%" PRIu64, a->value);
        snprintf(d.b, sizeof d.b, "%" PRIu64, b->value);
        return d;
    }
    for (int misere = 0; misere < 2; misere++)
        for (int m = 0; m < 2; m++)
            if (!d.what && a->outcome[misere][m] != b->outcome[misere][m]) {
                d.what = misere ? "misere outcomes" : "outcomes";
                snprintf(d.a, sizeof d.a, "%s", outcome_word(a->outcome[misere][m], mover));
                snprintf(d.b, sizeof d.b, "%s", outcome_word(b->outcome[misere][m], mover));
            }
    return d;
}

static void print_with(const struct env *env, const struct component *component, const struct component *beside,
                       struct text *out)
{
    component_print(env->model, component, out);
    if (!beside) return;
    text_puts(out, " + ");
    component_print(env->model, beside, out);
}

static enum status report(struct clause_audit *a, const struct component *p, const struct component *q,
                          const struct component *beside, const struct difference *d)
{
    struct env *env = a->env;
    const struct game *g = &env->model->games[a->game];
    struct text left = {0}, right = {0};
    print_with(env, p, beside, &left);
    print_with(env, q, beside, &right);
    struct span span = g->canon ? g->canon->span : g->symmetric_span;
    const char *clause = g->canon ? "canon" : "symmetric";
    if (d) diag(env->diags, D_CANON_DIFFERS, span, clause, text_c(&left), text_c(&right), d->what, d->a, d->b);
    else diag(env->diags, D_CANON_UNKNOWN, span, clause, text_c(&left), text_c(&right));
    text_free(&left);
    text_free(&right);
    return ST_RULE_FAILED;
}

/* Searches both, alone or in a sum with another component; *known: the search was completed. */
static enum status compare_values(struct clause_audit *a, const struct component *p, const struct component *q,
                                  const struct component *beside, bool *known)
{
    bool mover = a->plain->traits->games[a->game].mover;
    struct clause_reading x = {0}, y = {0};
    struct difference d = {0};
    enum status st = beside ? ST_OK : read_value(a->plain, p, &x);
    if (st == ST_OK && !beside) st = read_value(a->plain, q, &y);
    if (st == ST_OK) d = differs(&x, &y, mover); /* values take less time than outcomes in misere play */
    if (st == ST_OK && !d.what) st = read_outcomes(a->plain, p, beside, &x);
    if (st == ST_OK && !d.what) st = read_outcomes(a->plain, q, beside, &y);
    if (st == ST_OK && !d.what) d = differs(&x, &y, mover);
    *known = st == ST_OK;
    if (d.what) return report(a, p, q, beside, &d);
    if (*known) return ST_OK;
    a->over |= status_is_budget(st);
    return audit_env_ends(a->env, st);
}

/* Compares them alone and in sums with the first few positions of the window that have options. */
static enum status compare_thoroughly(struct clause_audit *a, const struct component *p, const struct component *q,
                                      bool *known)
{
    enum status st = compare_values(a, p, q, NULL, known);
    size_t tried = 0;
    for (size_t i = 0; st == ST_OK && *known && i < a->listed && tried < BESIDE; i++) {
        struct component beside = sums_component(&a->window, i, 0);
        bool dead;
        if (canonical_dead(a->plain, &beside, NULL, &dead) != ST_OK || dead) continue;
        tried++;
        st = compare_values(a, p, q, &beside, known);
    }
    return st;
}

/* ---- the window -------------------------------------------------------------------------------------------------- */
/* The representative, by the caller's own machine for listed positions, so that a clause that fails there is
 * reported. */
static enum status canonical(struct clause_audit *a, size_t i, struct component *p, struct component *q)
{
    *p = sums_component(&a->window, i, 0);
    return vm_canon(i < a->listed ? a->env->vm : a->plain->vm, p, &a->env->store->scratch, q);
}

static enum status pass_options(struct clause_audit *a)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && !a->over && i < a->window.count; i++) {
        struct arena_mark mark = arena_mark(&a->env->store->scratch);
        struct component p, q;
        bool same = false;
        a->fate[i] = FATE_UNKNOWN;
        st = canonical(a, i, &p, &q);
        if (st != ST_OK && i < a->listed) return st;
        if (st == ST_OK && component_compare(&p, &q) == 0) {
            a->fate[i] = FATE_OWN;
        } else if (st == ST_OK && (st = compare_options(a, &p, &q, &same)) == ST_OK) {
            a->fate[i] = same ? FATE_ALIKE : FATE_UNLIKE;
            a->alike += same;
            a->unlikes += !same;
        }
        a->over = status_is_budget(st);
        st = audit_env_ends(a->env, st);
        arena_rewind(&a->env->store->scratch, mark);
    }
    return st;
}

struct sized {
    uint64_t size;
    size_t i;
};

static int smaller(const void *x, const void *y)
{
    const struct sized *a = x, *b = y;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    return (a->i > b->i) - (a->i < b->i);
}

/* The positions of one fate, small ones first, because they are the quickest to search. */
static size_t by_size(const struct clause_audit *a, enum fate fate, struct sized *order)
{
    size_t count = 0;
    for (size_t i = 0; i < a->window.count; i++) {
        struct component p = sums_component(&a->window, i, 0);
        if (a->fate[i] != fate) continue;
        order[count] = (struct sized){0, i};
        for (uint32_t c = 0; c < p.count; c++)
            order[count].size += (uint64_t)(p.cells[c] < 0 ? -p.cells[c] : p.cells[c]);
        count++;
    }
    if (count) qsort(order, count, sizeof *order, smaller);
    return count;
}

static enum status search_pair(struct clause_audit *a, size_t i, bool thoroughly)
{
    struct arena_mark mark = arena_mark(&a->env->store->scratch);
    struct component p, q;
    bool known = false;
    enum status st = canonical(a, i, &p, &q);
    if (st == ST_OK) st = thoroughly ? compare_thoroughly(a, &p, &q, &known) : compare_values(a, &p, &q, NULL, &known);
    a->equal += known && thoroughly;
    arena_rewind(&a->env->store->scratch, mark);
    return st;
}

static enum status pass_values(struct clause_audit *a, enum fate fate)
{
    struct sized *order = mem_alloc((a->window.count + 1) * sizeof *order);
    if (!order) return ST_NO_MEMORY;
    size_t count = by_size(a, fate, order);
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && !a->over && i < count && i < SEARCHED; i++)
        st = search_pair(a, order[i].i, fate == FATE_UNLIKE);
    mem_free(order, (a->window.count + 1) * sizeof *order);
    return st;
}

static uint64_t looks_of(const struct env *env) { return env->store->settings ? LOOKS_LATER : LOOKS_FIRST; }

static void audit_free(struct clause_audit *a)
{
    mem_free(a->fate, a->fate ? a->window.count + 1 : 0);
    sums_free(&a->window);
    position_table_free(&a->seen);
    bytes_free(&a->key);
    vec_free(&a->parts);
}

static enum status audit_window(struct clause_audit *a)
{
    enum status st = small_positions_list(a->plain, a->game, LISTED, &a->window);
    a->listed = a->window.count;
    if (st == ST_OK) st = drawn_positions(a->plain, a->game, SAMPLED, 1, &a->window);
    a->over = status_is_budget(st);
    if (st != ST_OK) st = audit_env_ends(a->env, st);
    a->fate = mem_alloc(a->window.count + 1);
    if (!a->fate) return ST_NO_MEMORY;
    bool over = a->over;
    if (st == ST_OK) st = pass_options(a);
    over |= a->over;
    a->over = false;
    if (st == ST_OK) st = audit_env_open(a->env, looks_of(a->env), &a->plain); /* searching has its own bound */
    if (st == ST_OK) st = pass_values(a, FATE_UNLIKE);
    if (st == ST_OK && !a->over) st = pass_values(a, FATE_ALIKE);
    a->over |= over;
    return st;
}

/* What a window without contradictions shows of the clause. */
static enum clause_state judge(const struct clause_audit *a)
{
    size_t most = a->unlikes < ENOUGH ? a->unlikes : ENOUGH, unknown = 0;
    for (size_t i = 0; i < a->window.count; i++) unknown += a->fate[i] == FATE_UNKNOWN;
    if (a->equal < most) return CLAUSE_UNUSED;
    if ((a->over || unknown) && a->alike + a->equal < ENOUGH) return CLAUSE_UNUSED;
    return a->unlikes ? CLAUSE_EQUAL : CLAUSE_ALIKE;
}

/* `symmetric` of most rules follows from their normal form: then no position needs to be compared. */
static enum status prove(struct env *env, int game, bool *proved)
{
    const struct game *g = &env->model->games[game];
    enum unify_result found = g->symmetric && !g->canon ? unify_symmetric(env->model, game, env->params) : UNIFY_NO;
    *proved = found == UNIFY_YES;
    return found == UNIFY_NO_MEMORY ? ST_NO_MEMORY : ST_OK;
}

/* The environment in which clauses are tested; those of the game and of the games that it leads to are tested
 * together. */
static enum status open_search(struct clause_audit *a, uint64_t looks)
{
    enum status st = audit_env_open(a->env, looks, &a->plain);
    for (size_t g = 0; st == ST_OK && g < a->env->model->game_count; g++) {
        struct game_memory *memory = store_game(a->plain->store, (int)g);
        if (memory->clause == CLAUSE_NEW) memory->clause = CLAUSE_OPEN;
    }
    return st;
}

static enum status audit_game(struct env *env, int game)
{
    struct game_memory *memory = store_game(env->store, game);
    struct clause_audit a = {.env = env, .game = game};
    if (memory->clause != CLAUSE_NEW) return ST_OK;
    enum status st = open_search(&a, looks_of(env));
    bool proved = false;
    if (st == ST_OK) st = prove(env, game, &proved);
    if (st == ST_OK && !proved) st = audit_window(&a);
    if (st == ST_OK) memory->clause = proved ? CLAUSE_ALIKE : judge(&a);
    memory->clause_proved = proved;
    memory->clause_seen = a.alike + a.equal;
    if (st == ST_OK) store_game(a.plain->store, game)->clause = memory->clause;
    audit_free(&a);
    return st;
}

enum status audit_rules(struct env *env)
{
    enum status st = ST_OK;
    if (env->terms.plain) return ST_OK;
    for (size_t g = 0; st == ST_OK && g < env->model->game_count; g++)
        if (env->traits->games[g].has_clause) st = audit_game(env, (int)g);
    return st;
}

/* ---- positions asked about --------------------------------------------------------------------------------------- */
/* A representative with other options whose value no search finds within the bound is accepted only if the window
 * has shown such pairs to be equal. */
static enum status audit_pair(struct clause_audit *a, const struct component *p, const struct component *q)
{
    bool same = true, known = false;
    enum status st = component_compare(p, q) == 0 ? ST_OK : compare_options(a, p, q, &same);
    a->over |= status_is_budget(st);
    if (st != ST_OK) return audit_env_ends(a->env, st);
    if (same) return ST_OK;
    st = compare_values(a, p, q, NULL, &known);
    if (st != ST_OK || known || store_game(a->env->store, a->game)->clause == CLAUSE_EQUAL) return st;
    return report(a, p, q, NULL, NULL);
}

/* Compares the position with its representative, and the representative with what it becomes when two neighbouring
 * arguments are exchanged, if the arguments are numbers. */
static enum status audit_position(struct clause_audit *a, const struct component *p)
{
    struct arena *scratch = &a->env->store->scratch;
    struct component q, mirror;
    enum status st = vm_canon(a->env->vm, p, scratch, &q);
    if (st == ST_OK) st = audit_pair(a, p, &q);
    if (!a->env->model->games[a->game].symmetric || !a->env->traits->games[a->game].scalars) return st;
    for (uint32_t i = 1; st == ST_OK && !a->over && i < p->count; i++) {
        int64_t *cells = arena_array(scratch, p->count, sizeof *cells);
        if (!cells) return ST_NO_MEMORY;
        memcpy(cells, p->cells, p->count * sizeof *cells);
        cells[i - 1] = p->cells[i];
        cells[i] = p->cells[i - 1];
        mirror = (struct component){p->game, p->count, cells};
        bool legal;
        st = vm_legal(a->plain->vm, &mirror, &legal);
        if (st != ST_OK) return audit_env_ends(a->env, st);
        if (legal) st = audit_pair(a, &mirror, &q);
    }
    return st;
}

/* The position, and positions along a line of play from it, drawn with a fixed seed. */
static enum status audit_line(struct clause_audit *a, const struct component *from)
{
    struct arena *scratch = &a->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct sums options = {0};
    struct component at = *from;
    uint64_t state = 1;
    bool all, goes_on = true;
    enum status st = ST_OK;
    for (int i = 0; st == ST_OK && goes_on && !a->over && i < PLAYED; i++) {
        if ((st = audit_position(a, &at)) != ST_OK) break;
        sums_clear(&options);
        goes_on =
            options_collect(a->plain, &at, 1 + i % 2, PLAYED_OPTIONS, &options, &all) == ST_OK && options.count > 0;
        size_t option = goes_on ? (size_t)(random_next(&state) % options.count) : 0;
        goes_on = goes_on && sums_size(&options, option) > 0;
        if (!goes_on) break;
        size_t part = (size_t)(random_next(&state) % sums_size(&options, option));
        struct component next = sums_component(&options, option, part);
        goes_on = next.game == a->game;
        if (!component_copy(scratch, &next, &at)) st = ST_NO_MEMORY;
    }
    sums_free(&options);
    arena_rewind(scratch, mark);
    return st;
}

enum status audit_asked(struct env *env, const struct component *components, const struct integer *const *const *big,
                        size_t count)
{
    enum status st = ST_OK;
    if (env->terms.plain || env->store->asked_audits >= ASKED_MOST) return ST_OK;
    for (size_t c = 0; st == ST_OK && c < count && env->store->asked_audits < ASKED_MOST; c++) {
        if ((big && big[c]) || components[c].game < 0) continue;
        enum clause_state clause = store_game(env->store, components[c].game)->clause;
        if (clause == CLAUSE_NEW || clause == CLAUSE_UNUSED) continue;
        env->store->asked_audits++;
        struct clause_audit a = {.env = env, .game = components[c].game};
        st = open_search(&a, LOOKS_ASKED);
        if (st == ST_OK) st = audit_line(&a, &components[c]);
        audit_free(&a);
    }
    return st;
}
