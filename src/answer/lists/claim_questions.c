/* SPDX-License-Identifier: MIT */
/* One question is one call of values_of or outcomes_of; known answers cost only a look-up. */
#include "answer/lists/claim_questions.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "trust/assumed.h"
#include "answer/confirm/confirm.h"
#include "play/options/print.h"
#include "play/options/canonical.h"
#include "play/options/store.h"

enum { SET_OPTIONS_MOST = 1000000, SHOWN_MOST = 20 };

static bool mover_matters(const struct env *env, const struct component *sum, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (traits_of(env->traits, &sum[i]).mover) return true;
    return false;
}

static struct ask asked_of(const struct check_asker *a, int mover, const struct component *sum, size_t count)
{
    struct ask asked = {.play = a->play};
    if (mover_matters(a->env, sum, count)) asked.mover = mover == 2 ? 2 : 1;
    return asked;
}

/* mover: 0 if it does not matter */
static void record(struct check_asker *a, const char *question, const struct component *sum, size_t count, int mover,
                   const char *answer)
{
    if (!a->record) return;
    if (a->said.length) text_puts(&a->said, ", ");
    else text_clear(&a->about), print_sum(a->env->model, sum, count, &a->about), a->about_mover = mover;
    text_add(&a->said, "%s(", question);
    print_sum(a->env->model, sum, count, &a->said);
    if (mover) text_add(&a->said, ", mover = %d", mover);
    text_add(&a->said, ") is %s", answer);
}

static void record_number(struct check_asker *a, const char *question, const struct component *sum, size_t count,
                          int mover, int64_t number)
{
    struct text text = {0};
    text_add(&text, "%" PRId64, number);
    record(a, question, sum, count, mover, text_c(&text));
    text_free(&text);
}

/* Reports why no solver answers. */
static enum status refuse(struct check_asker *a, const struct component *sum, size_t count, const struct ask *asked,
                          bool values)
{
    struct arena arena = {0};
    struct plan *plan;
    struct component *copy = arena_array(&arena, count + 1, sizeof *copy);
    if (!copy) return ST_NO_MEMORY;
    memcpy(copy, sum, count * sizeof *sum);
    struct position position = {copy, count, NULL};
    struct ask q = {.what = values ? Q_VALUE : Q_OUTCOME,
                    .play = asked->play,
                    .mover = asked->mover,
                    .components = values ? copy : NULL,
                    .positions = values ? NULL : &position,
                    .count = values ? count : 1,
                    .remoteness = asked->remoteness};
    enum status st = plan_make(a->env, &q, &arena, &plan);
    if (st == ST_OK) st = plan_refuse(a->env, plan);
    arena_free(&arena);
    return st;
}

static enum status ask_value(struct check_asker *a, const struct component *sum, size_t count, int64_t *answer)
{
    struct ask asked = asked_of(a, 1, sum, count);
    uint64_t one, *values = count == 1 ? &one : mem_alloc_raw((count + 1) * sizeof *values), total = 0;
    if (!values) return ST_NO_MEMORY;
    enum status st = values_of(a->env, sum, count, values, NULL);
    for (size_t i = 0; st == ST_OK && i < count; i++) total ^= values[i];
    if (count != 1) mem_free(values, (count + 1) * sizeof *values);
    if (st == ST_UNSUPPORTED) return refuse(a, sum, count, &asked, true);
    if (st == ST_OK && total > INT64_MAX) return ST_TOO_LARGE;
    *answer = (int64_t)total;
    if (st == ST_OK) record_number(a, "sg", sum, count, 0, *answer);
    return st;
}

static enum status ask_outcome(struct check_asker *a, const struct ask *asked, const struct component *sum,
                               size_t count, enum outcome *outcome)
{
    struct arena *scratch = &a->env->store->scratch;
    struct arena_mark mark = arena_mark(scratch);
    struct component *copy = arena_array(scratch, count + 1, sizeof *copy);
    if (!copy) return ST_NO_MEMORY;
    if (count) memcpy(copy, sum, count * sizeof *sum);
    struct position position = {copy, count, NULL};
    enum status st = outcomes_of(a->env, &position, 1, asked, outcome, NULL, NULL);
    arena_rewind(scratch, mark);
    if (st == ST_UNSUPPORTED) return refuse(a, sum, count, asked, false);
    if (st == ST_OK) record(a, "outcome", sum, count, asked->mover, outcome_word(*outcome, asked->mover != 0));
    return st;
}

static enum status ask_remoteness(struct check_asker *a, const struct ask *plain, const struct component *sum,
                                  size_t count, int64_t *answer)
{
    struct ask asked = *plain;
    struct component *copy = mem_alloc_raw((count + 1) * sizeof *copy);
    enum outcome outcome;
    uint64_t remoteness = UINT64_MAX;
    if (!copy) return ST_NO_MEMORY;
    if (count) memcpy(copy, sum, count * sizeof *sum);
    struct position position = {copy, count, NULL};
    asked.remoteness = true;
    enum status st = outcomes_of(a->env, &position, 1, &asked, &outcome, &remoteness, NULL);
    mem_free(copy, (count + 1) * sizeof *copy);
    if (st == ST_UNSUPPORTED) return refuse(a, sum, count, &asked, false);
    *answer = remoteness > INT64_MAX ? -1 : (int64_t)remoteness; /* a draw has none: equal to no natural number */
    if (st == ST_OK) record_number(a, "remoteness", sum, count, asked.mover, *answer);
    return st;
}

/* The checker accepts a question that is valid at the file's own parameters; here they may have been changed. */
static enum status refuse_mover(const struct check_asker *a, enum question what, int mover, const struct component *sum,
                                size_t count, struct span span)
{
    if ((what != ASK_SG && mover != 0) || !mover_matters(a->env, sum, count)) return ST_OK;
    struct text text = {0};
    print_sum(a->env->model, sum, count, &text);
    if (what == ASK_SG) diag(a->env->diags, D_SG_OF_MOVER, span, text_c(&text));
    else diag(a->env->diags, D_MOVER_NEEDED, span, text_c(&text));
    text_free(&text);
    return ST_RULE_FAILED;
}

/* ASK_SG, ASK_OUTCOME and so on, as an answer is kept. */
static enum claim_asked kept_as(enum question what)
{
    return what == ASK_SG ? CLAIM_VALUE : what == ASK_REMOTENESS ? CLAIM_REMOTENESS : CLAIM_OUTCOME;
}

static enum status ask_now(struct check_asker *a, enum question what, const struct ask *asked,
                           const struct component *sum, size_t count, int64_t *answer)
{
    enum outcome outcome = OUTCOME_UNKNOWN;
    if (what == ASK_SG) return ask_value(a, sum, count, answer);
    if (what == ASK_REMOTENESS) return ask_remoteness(a, asked, sum, count, answer);
    enum status st = ask_outcome(a, asked, sum, count, &outcome);
    *answer = outcome;
    return st;
}

static void answer_as_asked(enum question what, int64_t *answer)
{
    if (what == ASK_IS_P || what == ASK_IS_N) *answer = *answer == (what == ASK_IS_P ? OUTCOME_P : OUTCOME_N);
}

static enum status ask(void *context, enum question what, int mover, const struct component *sum, size_t count,
                       struct span span, int64_t *answer)
{
    struct check_asker *a = context;
    struct ask asked = asked_of(a, mover, sum, count);
    bool found = false;
    a->asked++;
    if (a->games) assumed_mark(a->env, sum, count, a->games);
    enum status st = refuse_mover(a, what, mover, sum, count, span);
    if (st == ST_OK && a->ahead && !a->record)
        st = claim_ahead_find(a->ahead, kept_as(what), asked.mover, sum, count, answer, &found);
    if (st == ST_OK && !found) st = ask_now(a, what, &asked, sum, count, answer);
    answer_as_asked(what, answer);
    return st;
}

/* ---- sets of positions ------------------------------------------------------------------------------------------- */
struct set {
    struct env *env; /* where states are positions as the rule writes them, even if they are sums */
    struct sums sums;
    const struct component *sum;
    size_t count, component;
    struct text end; /* how the first sum without any moves was written: "nim(0)" */
};

static bool all_zero(const struct component *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->cells[i]) return false;
    return true;
}

/* Adds the sum `components` plus the parts of the position that did not move, in canonical form, without pairs of
 * equal coins, and sorted. */
static enum status add_sum(struct set *s, const struct component *components, size_t count)
{
    struct env *env = s->env;
    struct sums canonical = {0};
    VEC(struct component) items = {0};
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < count; i++) st = canonical_push(env, &components[i], &canonical);
    for (size_t i = 0; st == ST_OK && i < s->count; i++)
        if (i != s->component) st = canonical_push(env, &s->sum[i], &canonical);
    for (size_t i = 0; st == ST_OK && i < canonical.items.count; i++) {
        struct component c = sums_item(&canonical, i);
        bool dead = false;
        if (all_zero(&c)) st = canonical_dead(env, &c, NULL, &dead);
        if (st == ST_OK && !dead && !vec_push(&items, c)) st = ST_NO_MEMORY;
    }
    struct position heads = {items.data, items.count, NULL};
    traits_cancel_coins(env->traits, &heads);
    items.count = heads.count;
    components_sort(items.data, items.count);
    if (st == ST_OK && items.count == 0 && s->end.length == 0)
        for (size_t i = 0; i < canonical.items.count; i++) {
            struct component c = sums_item(&canonical, i);
            if (i) text_puts(&s->end, " + ");
            component_print(env->model, &c, &s->end);
        }
    if (st == ST_OK && !sums_add(&s->sums, items.data, items.count)) st = ST_NO_MEMORY;
    vec_free(&items);
    sums_free(&canonical);
    return st;
}

static enum status add_option(void *context, const struct made_move *move)
{
    struct set *s = context;
    if (s->sums.count >= SET_OPTIONS_MOST) return ST_STATE_BUDGET;
    return add_sum(s, move->parts, move->part_count);
}

struct keyed {
    const struct sums *sums;
    size_t index;
};

static int compare_sums(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    size_t n = sums_size(x->sums, x->index), m = sums_size(y->sums, y->index);
    for (size_t i = 0; i < n && i < m; i++) {
        struct component p = sums_component(x->sums, x->index, i), q = sums_component(y->sums, y->index, i);
        int order = component_compare(&p, &q);
        if (order) return order;
    }
    return (n > m) - (n < m);
}

/* The sums in order, each once; NULL if memory runs out. */
static struct keyed *sort_set(const struct sums *sums, size_t *count)
{
    struct keyed *keys = mem_alloc_raw((sums->count + 1) * sizeof *keys);
    if (!keys) return NULL;
    for (size_t i = 0; i < sums->count; i++) keys[i] = (struct keyed){sums, i};
    qsort(keys, sums->count, sizeof *keys, compare_sums);
    size_t n = 0;
    for (size_t i = 0; i < sums->count; i++)
        if (n == 0 || compare_sums(&keys[n - 1], &keys[i]) != 0) keys[n++] = keys[i];
    *count = n;
    return keys;
}

static void record_set(struct check_asker *a, enum question what, const struct component *sum, size_t count,
                       const struct keyed *keys, size_t key_count, int mover, const struct text *end)
{
    struct text text = {0};
    if (!a->record) return;
    text_puts(&text, "{ ");
    for (size_t i = 0; i < key_count && i < SHOWN_MOST; i++) {
        if (i) text_puts(&text, ", ");
        bool ended = sums_size(keys[i].sums, keys[i].index) == 0 && end->length;
        if (ended) text_puts(&text, text_c(end));
        else print_listed_sum(a->env->model, keys[i].sums, keys[i].index, &text);
    }
    text_puts(&text, key_count > SHOWN_MOST ? ", ... }" : key_count ? " }" : "}");
    record(a, what == ASK_WINS ? "wins" : "options", sum, count, mover, text_c(&text));
    text_free(&text);
}

/* By answers found ahead; *all: there is one for each. */
static enum status known_outcomes(struct check_asker *a, int mover, const struct keyed *keys, size_t count,
                                  enum outcome *outcomes, bool *all)
{
    component_vec sum = {0};
    enum status st = ST_OK;
    *all = a->ahead && a->ahead->sets && !a->record;
    for (size_t i = 0; st == ST_OK && *all && i < count; i++) {
        int64_t answer = OUTCOME_UNKNOWN;
        sum.count = 0;
        if (!sums_list(keys[i].sums, keys[i].index, &sum)) st = ST_NO_MEMORY;
        else st = claim_ahead_known(a->ahead, CLAIM_OUTCOME, mover, sum.data, sum.count, &answer, all);
        outcomes[i] = (enum outcome)answer;
    }
    vec_free(&sum);
    return st;
}

static enum status find_outcomes(struct check_asker *a, const struct ask *asked, const struct keyed *keys, size_t count,
                                 struct arena *arena, enum outcome *outcomes)
{
    struct position *positions = arena_array(arena, count + 1, sizeof *positions);
    if (!positions) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        size_t n = sums_size(keys[i].sums, keys[i].index);
        positions[i].components = arena_array(arena, n + 1, sizeof *positions[i].components);
        if (!positions[i].components) return ST_NO_MEMORY;
        for (size_t j = 0; j < n; j++)
            positions[i].components[positions[i].count++] = sums_component(keys[i].sums, keys[i].index, j);
    }
    return outcomes_of(a->env, positions, count, asked, outcomes, NULL, NULL);
}

static int other_mover(int mover) { return mover ? 3 - mover : 0; }

/* Removes from the sorted list the positions that the player to move does not lose. */
static enum status keep_losses(struct check_asker *a, const struct ask *now, struct keyed *keys, size_t *count)
{
    struct arena arena = {0};
    struct ask asked = *now;
    bool all = false;
    size_t kept = 0;
    enum outcome *outcomes = arena_array(&arena, *count + 1, sizeof *outcomes);
    enum status st = outcomes ? ST_OK : ST_NO_MEMORY;
    asked.mover = other_mover(asked.mover);
    if (st == ST_OK) st = known_outcomes(a, asked.mover, keys, *count, outcomes, &all);
    if (st == ST_OK && !all) st = find_outcomes(a, &asked, keys, *count, &arena, outcomes);
    for (size_t i = 0; st == ST_OK && i < *count; i++)
        if (outcomes[i] == OUTCOME_P) keys[kept++] = keys[i];
    *count = kept;
    arena_free(&arena);
    return st;
}

static enum status list_options(struct set *s, const struct ask *asked)
{
    enum status st = ST_OK;
    for (s->component = 0; st == ST_OK && s->component < s->count; s->component++)
        st = options_each(s->env, s->sum, s->component, asked->mover, add_option, s);
    return st;
}

static enum status list_expected(struct set *s, const struct position *expected, size_t count)
{
    enum status st = ST_OK;
    s->count = 0;
    for (size_t i = 0; st == ST_OK && i < count; i++)
        st = expected[i].big ? ST_TOO_LARGE : add_sum(s, expected[i].components, expected[i].count);
    return st;
}

/* Only that the stretch is rehearsed matters here. */
static enum status find_set_ahead(struct check_asker *a, const struct ask *asked, const struct component *sum,
                                  size_t count)
{
    int64_t answer;
    bool found;
    return claim_ahead_find(a->ahead, CLAIM_WINS, asked->mover, sum, count, &answer, &found);
}

static enum status ask_set(void *context, enum question what, int mover, const struct component *sum, size_t count,
                           const struct position *expected, size_t expected_count, struct span span, bool *equal)
{
    struct check_asker *a = context;
    struct ask asked = asked_of(a, mover, sum, count);
    struct terms terms = a->env->terms;
    struct env_view view;
    terms.whole = true;
    env_view_open(&view, a->env, &terms);
    struct set found = {.env = &view.env, .sum = sum, .count = count}, wanted = {.env = &view.env};
    struct keyed *x = NULL, *y = NULL;
    size_t n = 0, m = 0;
    a->asked++;
    if (a->games) assumed_mark(a->env, sum, count, a->games);
    enum status st = refuse_mover(a, what, mover, sum, count, span);
    bool ahead = what == ASK_WINS && a->ahead && !a->record;
    if (st == ST_OK && ahead) st = find_set_ahead(a, &asked, sum, count);
    uint64_t began = ahead ? budget_now_ns() : 0;
    if (st == ST_OK) st = list_options(&found, &asked);
    if (st == ST_OK) st = list_expected(&wanted, expected, expected_count);
    if (st == ST_OK && (!(x = sort_set(&found.sums, &n)) || !(y = sort_set(&wanted.sums, &m)))) st = ST_NO_MEMORY;
    uint64_t listed = ahead ? budget_now_ns() : 0;
    if (st == ST_OK && what == ASK_WINS) st = keep_losses(a, &asked, x, &n);
    if (ahead) a->ahead->list_ns += listed - began, a->ahead->decide_ns += budget_now_ns() - listed;
    *equal = st == ST_OK && n == m;
    for (size_t i = 0; *equal && i < n; i++) *equal = compare_sums(&x[i], &y[i]) == 0;
    if (st == ST_OK) record_set(a, what, sum, count, x, n, asked.mover, &found.end);
    text_free(&found.end);
    text_free(&wanted.end);
    mem_free(x, x ? (found.sums.count + 1) * sizeof *x : 0);
    mem_free(y, y ? (wanted.sums.count + 1) * sizeof *y : 0);
    sums_free(&found.sums);
    sums_free(&wanted.sums);
    env_view_close(&view);
    return st;
}

/* ---- rehearsals: ST_UNSUPPORTED ends a case ---------------------------------------------------------------------- */
static bool is_skipped(const struct check_asker *a, enum question what, int mover, const struct component *sum,
                       size_t count)
{
    bool answered = (what != ASK_SG && mover != 0) || !mover_matters(a->env, sum, count);
    return a->ahead->at < a->ahead->from || !answered;
}

static enum status rehearse_ask(void *context, enum question what, int mover, const struct component *sum, size_t count,
                                struct span span, int64_t *answer)
{
    struct check_asker *a = context;
    bool found;
    (void)span;
    if (is_skipped(a, what, mover, sum, count)) return ST_UNSUPPORTED;
    struct ask asked = asked_of(a, mover, sum, count);
    enum status st = claim_ahead_known(a->ahead, kept_as(what), asked.mover, sum, count, answer, &found);
    if (st == ST_OK && found) return answer_as_asked(what, answer), ST_OK;
    if (st == ST_OK) st = claim_ahead_want(a->ahead, kept_as(what), asked.mover, sum, count);
    return st == ST_OK ? ST_UNSUPPORTED : st;
}

/* The outcomes of all options wait. */
static enum status want_options(struct check_asker *a, const struct ask *asked, const struct component *sum,
                                size_t count)
{
    struct terms terms = a->env->terms;
    struct env_view view;
    component_vec option = {0};
    terms.whole = true;
    env_view_open(&view, a->env, &terms);
    struct set found = {.env = &view.env, .sum = sum, .count = count};
    enum status st = list_options(&found, asked);
    for (size_t i = 0; st == ST_OK && i < found.sums.count; i++) {
        option.count = 0;
        if (!sums_list(&found.sums, i, &option)) st = ST_NO_MEMORY;
        else st = claim_ahead_want(a->ahead, CLAIM_OUTCOME, other_mover(asked->mover), option.data, option.count);
    }
    if (st == ST_OK) st = claim_ahead_want(a->ahead, CLAIM_WINS, asked->mover, sum, count);
    vec_free(&option);
    text_free(&found.end);
    sums_free(&found.sums);
    env_view_close(&view);
    return st;
}

static enum status rehearse_set(void *context, enum question what, int mover, const struct component *sum, size_t count,
                                const struct position *expected, size_t expected_count, struct span span, bool *equal)
{
    struct check_asker *a = context;
    int64_t answer;
    bool found;
    (void)expected, (void)expected_count, (void)span;
    *equal = true; /* most claims hold; what is asked after it is only asked earlier than it need be */
    if (what != ASK_WINS || !a->ahead->sets || is_skipped(a, what, mover, sum, count)) return ST_UNSUPPORTED;
    struct ask asked = asked_of(a, mover, sum, count);
    enum status st = claim_ahead_known(a->ahead, CLAIM_WINS, asked.mover, sum, count, &answer, &found);
    if (st != ST_OK || found) return st;
    st = want_options(a, &asked, sum, count);
    return st == ST_OK ? ST_UNSUPPORTED : st;
}

enum status claim_rehearse(struct claim_ahead *ahead, uint64_t from, uint64_t to)
{
    struct env_view view;
    struct check_asker a = {.play = ahead->play, .ahead = ahead};
    struct vm_asker asker = {.context = &a, .ask = rehearse_ask, .ask_set = rehearse_set, .at = &ahead->at};
    env_view_quiet(&view, ahead->env);
    a.env = &view.env;
    ahead->from = from;
    enum status st = vm_rehearse(view.env.vm, ahead->check, &asker, to);
    env_view_close(&view);
    return st == ST_RULE_FAILED || st == ST_STATE_BUDGET || st == ST_TOO_LARGE ? ST_OK : st;
}

void check_asker_open(struct check_asker *a, struct env *env, enum play play)
{
    *a = (struct check_asker){.env = env, .play = play};
    a->asker = (struct vm_asker){.context = a, .ask = ask, .ask_set = ask_set};
}

void check_asker_close(struct check_asker *a)
{
    text_free(&a->said);
    text_free(&a->about);
}
