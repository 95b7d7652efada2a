/* Both audits search with the probe (window.h), in which neither plugins nor the clauses in question are used. */
#include "runtime/audit.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "runtime/certify.h"
#include "runtime/print.h"
#include "runtime/store.h"
#include "runtime/window.h"

enum { WINDOW_POSITIONS = 400, CANON_POSITIONS = 1000, PAIRS_OF = 12, TRIPLES_OF = 5 };
enum window_play { WINDOW_NORMAL = 1, WINDOW_MISERE = 2, WINDOW_MOVER = 4 };
#define FIRST_SECONDS 0.2
#define LATER_SECONDS 0.02 /* after a change of parameters, so that sweeps stay quick */

static double patience(const struct env *env) { return env->store->settings ? LATER_SECONDS : FIRST_SECONDS; }

/* A status of the probe: does it only mean that the window ends here? */
static enum status window_ends(struct env *env, enum status st)
{
    if (st == ST_OK || st == ST_NO_MEMORY) return st;
    return budget_check(env->budget);
}

/* ---- symmetric and canon ---------------------------------------------------------------------------------------------- */
struct reading {
    bool valued;
    uint64_t value;                 /* SG value, normal play */
    enum outcome outcome[2][2];     /* [misere][mover - 1] */
};

static enum status read_position(struct env *probe, const struct component *component, struct reading *r)
{
    struct component one = *component;
    struct position position = {&one, 1, NULL};
    bool mover = facts_of(&probe->store->facts, component).mover;
    enum status st = mover ? ST_UNSUPPORTED : values_of(probe, component, 1, &r->value, NULL);
    r->valued = st == ST_OK;
    if (st == ST_UNSUPPORTED) st = ST_OK;
    for (int misere = 0; st == ST_OK && misere < 2; misere++)
        for (int m = 0; st == ST_OK && m < 1 + mover; m++) {
            struct asked asked = {.play = misere ? PLAY_MISERE : PLAY_NORMAL, .mover = mover ? m + 1 : 0};
            st = outcomes_of(probe, &position, 1, &asked, &r->outcome[misere][m], NULL, NULL);
        }
    return st;
}

static const char *differs(const struct reading *a, const struct reading *b, uint64_t *x, uint64_t *y)
{
    *x = a->value;
    *y = b->value;
    if (a->valued && b->valued && a->value != b->value) return "SG values";
    for (int misere = 0; misere < 2; misere++)
        for (int m = 0; m < 2; m++)
            if (a->outcome[misere][m] != b->outcome[misere][m]) {
                *x = a->outcome[misere][m] == OUTCOME_N;
                *y = b->outcome[misere][m] == OUTCOME_N;
                return misere ? "misere outcomes" : "outcomes";
            }
    return NULL;
}

static enum status report_difference(struct env *env, int game, const struct component *a, const struct component *b,
                                     const char *what, uint64_t x, uint64_t y)
{
    const struct game *g = &env->model->games[game];
    struct text p = {0}, q = {0};
    component_print(env->model, a, &p);
    component_print(env->model, b, &q);
    char left[32], right[32];
    bool values = strcmp(what, "SG values") == 0;
    snprintf(left, sizeof left, "%" PRIu64, x);
    snprintf(right, sizeof right, "%" PRIu64, y);
    diag(env->diags, D_CANON_DIFFERS, g->canon ? g->canon->span : g->span, g->canon ? "canon" : "symmetric", text_c(&p),
         text_c(&q), what, values ? left : x ? "N" : "P", values ? right : y ? "N" : "P");
    text_free(&p);
    text_free(&q);
    return ST_RULE_FAILED;
}

static enum status audit_position(struct env *env, struct env *probe, int game, const struct component *component, bool *over)
{
    struct arena *scratch = &env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct component canonical;
    struct reading a = {0}, b = {0};
    uint64_t x, y;
    const char *what = NULL;
    enum status st = vm_canon(env->vm, component, scratch, &canonical);
    if (st == ST_OK && component_compare(component, &canonical) != 0) {
        st = read_position(probe, component, &a);
        if (st == ST_OK) st = read_position(probe, &canonical, &b);
        if (st != ST_OK) {
            *over = true;
            st = window_ends(env, st);
        } else if ((what = differs(&a, &b, &x, &y)) != NULL) {
            st = report_difference(env, game, component, &canonical, what, x, y);
        }
    }
    arena_rewind(scratch, mark);
    return st;
}

static enum status audit_game(struct env *env, int game)
{
    struct game_memory *memory = store_game(env->store, game);
    struct sums window = {0};
    struct env *probe;
    bool over = false;
    if (memory->canon_done) return ST_OK;
    enum status st = window_probe(env, patience(env), &probe);
    if (st != ST_OK) return st;
    st = window_list(probe, game, CANON_POSITIONS, &window);
    if (st != ST_OK) st = window_ends(env, st);
    for (size_t i = 0; st == ST_OK && !over && i < window.count; i++) {
        struct component component = sums_component(&window, i, 0);
        st = audit_position(env, probe, game, &component, &over);
    }
    sums_free(&window);
    memory->canon_done = st == ST_OK;
    return st;
}

enum status audit_rules(struct env *env)
{
    enum status st = ST_OK;
    if (env->store->plain) return ST_OK;
    for (size_t g = 0; st == ST_OK && g < env->model->game_count; g++)
        if (env->store->facts.games[g].settles) st = audit_game(env, (int)g);
    return st;
}

/* ---- plugins against search --------------------------------------------------------------------------------------------- */
struct comparison {
    struct env *env, *probe;
    int game;
    struct asked asked;
    uint64_t count;
    bool over, wrong;
};

static enum status accuse_outcome(struct comparison *c, const struct position *p, enum outcome said, enum outcome found)
{
    c->wrong = true;
    bool mover = c->asked.mover != 0;
    char a[64], b[64];
    const char *play = c->asked.play == PLAY_MISERE ? " in misere play" : "";
    snprintf(a, sizeof a, "%s%s", outcome_word(said, mover), play);
    snprintf(b, sizeof b, "%s%s", outcome_word(found, mover), play);
    return certify_accuse(c->env, c->game, p->components, p->count, a, b);
}

static enum status compare_outcome(struct comparison *c, const struct position *p)
{
    enum outcome said, found;
    struct arena *scratch = &c->env->store->scratch;
    enum status st = host_outcome(c->env, p, c->asked.play, c->asked.mover, scratch, &said);
    if (st == ST_UNSUPPORTED) return ST_OK;
    if (st != ST_OK) return st;
    st = outcomes_of(c->probe, p, 1, &c->asked, &found, NULL, NULL);
    if (st != ST_OK) c->over = true;
    if (st != ST_OK) return window_ends(c->env, st);
    c->count++;
    return said == found ? ST_OK : accuse_outcome(c, p, said, found);
}

static enum status compare_value(struct comparison *c, const struct position *p)
{
    const struct integer *said;
    uint64_t found;
    int64_t small = -1;
    enum status st = host_value(c->env, p, 0, &c->env->store->scratch, &said);
    if (st == ST_UNSUPPORTED) return compare_outcome(c, p);
    if (st != ST_OK) return st;
    st = values_of(c->probe, p->components, 1, &found, NULL);
    if (st != ST_OK) c->over = true;
    if (st != ST_OK) return window_ends(c->env, st);
    c->count++;
    if (integer_fits(said, &small) && (uint64_t)small == found) return ST_OK;
    char b[64];
    char *a = integer_string(&c->env->store->scratch, said), *text = NULL;
    if (a) text = arena_printf(&c->env->store->scratch, "SG value %s", a);
    snprintf(b, sizeof b, "%" PRIu64, found);
    c->wrong = true;
    return text ? certify_accuse(c->env, c->game, p->components, 1, text, b) : ST_NO_MEMORY;
}

static enum status compare_position(struct comparison *c, const struct position *p)
{
    struct arena *scratch = &c->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct plugin_offer offer = {0};
    int plugin = -1;
    enum status st = host_offer(c->env, p, c->asked.play, c->asked.mover, scratch, &offer, &plugin);
    bool value = p->count == 1 && offer.value && c->asked.play == PLAY_NORMAL && !c->asked.mover;
    if (st == ST_OK && plugin >= 0 && value) st = compare_value(c, p);
    if (st == ST_OK && plugin >= 0 && offer.outcome && !c->over && !c->wrong) st = compare_outcome(c, p);
    arena_rewind(scratch, mark);
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status compare_sums(struct comparison *c, const struct sums *window)
{
    struct component parts[3];
    struct position position = {parts, 2, NULL};
    enum status st = ST_OK;
    for (size_t i = 0; i < window->count && i < PAIRS_OF; i++)
        for (size_t j = i; j < window->count && j < PAIRS_OF; j++) {
            parts[0] = sums_component(window, i, 0);
            parts[1] = sums_component(window, j, 0);
            position.count = 2;
            if (st == ST_OK && !c->over && !c->wrong) st = compare_position(c, &position);
            for (size_t k = j; k < window->count && k < TRIPLES_OF; k++) {
                parts[2] = sums_component(window, k, 0);
                position.count = 3;
                if (st == ST_OK && !c->over && !c->wrong) st = compare_position(c, &position);
            }
        }
    return st;
}

static enum status compare_game(struct comparison *c)
{
    struct sums window = {0};
    enum status st = window_list(c->probe, c->game, WINDOW_POSITIONS, &window);
    if (st != ST_OK) st = window_ends(c->env, st);
    if (st == ST_OK) st = window_probe(c->env, patience(c->env), &c->probe); /* listing a sparse state takes its time */
    for (size_t i = 0; st == ST_OK && !c->over && !c->wrong && i < window.count; i++) {
        struct component one = sums_component(&window, i, 0);
        struct position position = {&one, 1, NULL};
        st = compare_position(c, &position);
    }
    if (st == ST_OK) st = compare_sums(c, &window);
    sums_free(&window);
    return st;
}

static enum status window_game(struct env *env, int game, enum play play, int mover)
{
    struct game_memory *memory = store_game(env->store, game);
    unsigned char bit = mover ? WINDOW_MOVER : play == PLAY_MISERE ? WINDOW_MISERE : WINDOW_NORMAL;
    if (memory->window_done & bit) return ST_OK;
    struct comparison c = {.env = env, .game = game, .asked = {.play = play, .mover = mover}};
    enum status st = window_probe(env, patience(env), &c.probe);
    if (st == ST_OK) st = compare_game(&c);
    if (st != ST_OK) return st;
    memory->window_done |= bit;
    memory->window_count += c.count;
    return ST_OK;
}

enum status certify_window(struct env *env, const struct component *components, size_t count, enum play play, int mover)
{
    enum status st = plan_recognise(env);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        int plugin = plan_plugin(env, &components[i]);
        if (plugin < 0 || !plan_allows(env, host_info(env->plugins, (size_t)plugin)->name)) continue;
        st = window_game(env, components[i].game, play, mover);
    }
    return st;
}
