/* SPDX-License-Identifier: MIT */
/* Questions wait in a table of keys, and one call answers all that wait of one kind and mover. */
#include "answer/lists/claim_questions.h"
#include "model/expr.h"
#include "play/options/store.h"

enum {
    FIRST_CASES = 16,       /* asked singly, and rehearsed first */
    MOST_CASES = 1 << 19,   /* rehearsed at once */
    MOST_WAITING = 1 << 20, /* questions */
    MOST_CELLS = 1 << 24,   /* in them */
    MOST_KNOWN = 1 << 21,   /* answers kept */
    MOST_ROUNDS = 16,
    LOOKS_FIRST = 64,
    LOOKS_GROWTH = 8,
    FAILURES = 3,
    STATES_LEFT = 1 << 22, /* with fewer nothing is asked ahead */
    STATES_SHARE = 16      /* of those left, a stretch may take one in so many */
};
#define OPEN INT64_MIN /* no answer yet; none is this number */

/* ---- how many rounds --------------------------------------------------------------------------------------------- */
struct question_count {
    size_t questions;
    bool repeats; /* some are inside a fold or a list, and so asked several times in a case */
};

static void count_question(void *context, struct expr *e)
{
    struct question_count *n = context;
    n->questions += e->kind == EXPR_ASK;
    n->repeats |= e->gen_count > 0;
}

/* A round answers one question of each case at least, so as many as there are questions answer all. */
static size_t rounds_of(const struct check *check)
{
    struct question_count n = {0};
    expr_walk(check->condition, count_question, &n);
    for (size_t i = 0; i < check->gen_count; i++) domain_walk(&check->gens[i].domain, count_question, &n);
    if (check->where) expr_walk(check->where, count_question, &n);
    if (n.questions == 0 || check->gen_count == 0) return 0;
    return n.repeats || n.questions > MOST_ROUNDS ? MOST_ROUNDS : n.questions;
}

void claim_ahead_open(struct claim_ahead *a, struct env *env, size_t check, enum play play)
{
    const struct check *c = &env->model->checks[check];
    *a = (struct claim_ahead){.env = env, .play = play, .check = check, .next = FIRST_CASES + 1, .extent = FIRST_CASES};
    if (!env->terms.singly && c->kind == CHECK_EXPR) a->rounds = rounds_of(c);
}

static void forget(struct claim_ahead *a)
{
    position_table_free(&a->known);
    vec_free(&a->answers);
    vec_free(&a->waiting);
    sums_free(&a->sums);
    a->known.budget = &a->own;
}

void claim_ahead_close(struct claim_ahead *a)
{
    forget(a);
    bytes_free(&a->key);
}

/* ---- questions and answers --------------------------------------------------------------------------------------- */
static enum status key_of(struct claim_ahead *a, enum claim_asked what, int mover, const struct component *sum,
                          size_t count)
{
    unsigned char head = (unsigned char)(what * 3 + (unsigned)mover);
    a->key.count = 0;
    return vec_push(&a->key, head) && pack_components(&a->key, sum, count) ? ST_OK : ST_NO_MEMORY;
}

enum status claim_ahead_known(struct claim_ahead *a, enum claim_asked what, int mover, const struct component *sum,
                              size_t count, int64_t *answer, bool *found)
{
    uint32_t id;
    *found = false;
    if (a->known.count == 0) return ST_OK;
    enum status st = key_of(a, what, mover, sum, count);
    if (st != ST_OK || !position_table_find(&a->known, a->key.data, a->key.count, &id)) return st;
    *answer = a->answers.data[id];
    *found = *answer != OPEN;
    return ST_OK;
}

enum status claim_ahead_want(struct claim_ahead *a, enum claim_asked what, int mover, const struct component *sum,
                             size_t count)
{
    uint32_t id;
    bool fresh;
    if (a->waiting.count == MOST_WAITING || a->sums.cells.count > MOST_CELLS) return ST_STATE_BUDGET;
    a->known.budget = &a->own;
    enum status st = key_of(a, what, mover, sum, count);
    if (st == ST_OK) st = position_table_intern(&a->known, a->key.data, a->key.count, &id, &fresh);
    if (st != ST_OK || !fresh) return st;
    /* that the options of a position wait is all there is to know of a question about them */
    if (!vec_push(&a->answers, what == CLAIM_WINS ? 1 : OPEN)) return ST_NO_MEMORY;
    if (what == CLAIM_WINS) return ST_OK;
    return vec_push(&a->waiting, id) && sums_add(&a->sums, sum, count) ? ST_OK : ST_NO_MEMORY;
}

/* ---- answering what waits ---------------------------------------------------------------------------------------- */
/* The waiting questions of one kind. */
struct claim_batch {
    struct claim_ahead *ahead;
    struct env *env;
    enum claim_asked what;
    int mover;
    size_t *which, count;
    struct position *positions;
};

static enum status answer_values(struct claim_batch *b, struct arena *arena)
{
    const struct sums *sums = &b->ahead->sums;
    component_vec all = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < b->count; i++)
        if (!sums_list(sums, b->which[i], &all)) st = ST_NO_MEMORY;
    uint64_t *values = st == ST_OK ? arena_array(arena, all.count + 1, sizeof *values) : NULL;
    if (!values) st = ST_NO_MEMORY;
    if (st == ST_OK) st = values_of(b->env, all.data, all.count, values, NULL);
    for (size_t i = 0, at = 0; st == ST_OK && i < b->count; i++) {
        uint64_t total = 0;
        for (size_t n = sums_size(sums, b->which[i]); n > 0; n--) total ^= values[at++];
        if (total <= INT64_MAX) b->ahead->answers.data[b->ahead->waiting.data[b->which[i]]] = (int64_t)total;
    }
    vec_free(&all);
    return st;
}

static enum status answer_outcomes(struct claim_batch *b, struct arena *arena)
{
    const struct sums *sums = &b->ahead->sums;
    bool length = b->what == CLAIM_REMOTENESS;
    struct ask asked = {.play = b->ahead->play, .mover = b->mover, .remoteness = length};
    struct position *positions = arena_array(arena, b->count, sizeof *positions);
    enum outcome *outcomes = arena_array(arena, b->count, sizeof *outcomes);
    uint64_t *remoteness = length ? arena_array(arena, b->count, sizeof *remoteness) : NULL;
    if (!positions || !outcomes || (length && !remoteness)) return ST_NO_MEMORY;
    for (size_t i = 0; i < b->count; i++) {
        size_t n = sums_size(sums, b->which[i]);
        positions[i] = (struct position){.components = arena_array(arena, n + 1, sizeof *positions->components)};
        if (!positions[i].components) return ST_NO_MEMORY;
        for (; positions[i].count < n; positions[i].count++)
            positions[i].components[positions[i].count] = sums_component(sums, b->which[i], positions[i].count);
    }
    enum status st = outcomes_of(b->env, positions, b->count, &asked, outcomes, remoteness, NULL);
    for (size_t i = 0; st == ST_OK && i < b->count; i++) {
        int64_t *answer = &b->ahead->answers.data[b->ahead->waiting.data[b->which[i]]];
        if (!length) *answer = outcomes[i];
        else *answer = remoteness[i] > INT64_MAX ? -1 : (int64_t)remoteness[i];
    }
    return st;
}

static enum status answer_waiting(struct claim_ahead *a, struct env *env)
{
    enum status st = ST_OK;
    for (unsigned char head = 0; st == ST_OK && head < 3 * CLAIM_WINS; head++) {
        struct arena arena = {0};
        struct claim_batch b = {.ahead = a, .env = env, .what = head / 3, .mover = head % 3};
        b.which = arena_array(&arena, a->waiting.count + 1, sizeof *b.which);
        if (!b.which) return ST_NO_MEMORY;
        for (size_t i = 0; i < a->waiting.count; i++) {
            size_t length;
            if (*position_table_key(&a->known, a->waiting.data[i], &length) == head) b.which[b.count++] = i;
        }
        if (b.count) st = b.what == CLAIM_VALUE ? answer_values(&b, &arena) : answer_outcomes(&b, &arena);
        arena_free(&arena);
    }
    a->waiting.count = 0;
    sums_clear(&a->sums);
    return st;
}

/* ---- stretches --------------------------------------------------------------------------------------------------- */
/* Within the bounds of a stretch, and without a word where it fails. */
static enum status answer_bounded(struct claim_ahead *a)
{
    struct terms terms = a->env->terms;
    struct env_view view;
    terms.exact = true;
    terms.looks = LOOKS_FIRST + LOOKS_GROWTH * a->looks;
    uint64_t left = budget_states_left(a->env->budget);
    terms.states = left == UINT64_MAX ? 0 : left / STATES_SHARE;
    env_view_open(&view, a->env, &terms);
    view.env.diags = view.vm.diags = &view.diags;
    enum status st = answer_waiting(a, &view.env);
    if (st == ST_OK) a->looks += view.budget.looks_used;
    if (view.diags.errors == 0) diags_add(a->env->diags, &view.diags);
    env_view_close(&view);
    return st;
}

/* The cases from a->from on, a->extent of them. */
static enum status run_stretch(struct claim_ahead *a)
{
    enum status st = ST_OK;
    for (size_t round = 0; st == ST_OK && round < a->rounds; round++) {
        a->waiting.count = 0;
        sums_clear(&a->sums);
        st = claim_rehearse(a, a->from, a->from + a->extent - 1);
        if (st != ST_OK || a->waiting.count == 0) break;
        st = answer_bounded(a);
    }
    a->waiting.count = 0;
    sums_clear(&a->sums);
    return st;
}

static enum status look_ahead(struct claim_ahead *a)
{
    uint64_t here = a->at;
    if (budget_states_left(a->env->budget) < STATES_LEFT) return a->next = UINT64_MAX, ST_OK;
    if (a->known.count > MOST_KNOWN) forget(a);
    a->from = here;
    a->sets = a->sets || a->decide_ns > 2 * a->list_ns;
    enum status st = run_stretch(a);
    a->at = here;
    a->next = a->from + a->extent;
    if (st == ST_OK) {
        if (a->extent < MOST_CASES) a->extent *= 2;
        return ST_OK;
    }
    a->extent = a->extent >= 8 ? a->extent / 8 : 1;
    if (++a->failures == FAILURES) a->next = UINT64_MAX;
    return st == ST_NO_MEMORY ? st : ST_OK;
}

enum status claim_ahead_find(struct claim_ahead *a, enum claim_asked what, int mover, const struct component *sum,
                             size_t count, int64_t *answer, bool *found)
{
    enum status st = ST_OK;
    *found = false;
    if (!a->rounds) return ST_OK;
    if (a->at >= a->next) st = look_ahead(a);
    return st == ST_OK ? claim_ahead_known(a, what, mover, sum, count, answer, found) : st;
}
