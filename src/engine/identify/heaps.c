/* SPDX-License-Identifier: MIT */
/* One heap beside all small rules of one heap. Rules whose first values fit are few; of these more values are compared, and then
 * theorems are asked. */
#include "engine/identify/private.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "engine/compare/compare.h"
#include "plan/periods/period_find.h"
#include "plan/values.h"
#include "play/options/traits.h"
#include "proof/family/alike.h"
#include "solve/heap/growth.h"
#include "solve/heap/period.h"

enum {
    AT_FIRST = 24,
    SET_WITHIN = 10,
    INTERVAL_MOST = 64,
    VERIFIED_MOST = 150,
    PROVED_MOST = 40,
    STEPS_PER_LOOK = 4096
};

/* ---- values of a heap */

static bool one_heap(const struct engine *engine)
{
    const struct game *g = &engine->model->games[engine->model->main_game];
    return g->field_count == 1 && g->fields[0].kind == FIELD_NAT && g->kind == GAME_RULES;
}

/* The heaps from *from on that are positions, at most to `to`. */
static enum status legal_heaps(struct engine *engine, size_t *from, size_t *to)
{
    bool legal, begun = false;
    enum status st = ST_OK;
    size_t most = *to;
    for (size_t n = *from = *to = 0; st == ST_OK && n < most; n++) {
        int64_t cell = (int64_t)n;
        struct component c = {engine->model->main_game, 1, &cell};
        st = vm_legal(engine->env->vm, &c, &legal);
        if (st != ST_OK || (begun && !legal)) break;
        if (legal && !begun) *from = n, begun = true;
        if (legal) *to = n + 1;
    }
    return st;
}

static enum status take_values(struct env *env, int game, size_t from, size_t to, uint32_t *values)
{
    struct arena scratch = {0};
    struct component *components = arena_array(&scratch, to + 1, sizeof *components);
    int64_t *cells = arena_array(&scratch, to + 1, sizeof *cells);
    uint64_t *own = arena_array(&scratch, to + 1, sizeof *own);
    enum status st = components && cells && own ? ST_OK : ST_NO_MEMORY;
    for (size_t n = from; st == ST_OK && n < to; n++) {
        cells[n] = (int64_t)n;
        components[n] = (struct component){game, 1, &cells[n]};
    }
    if (st == ST_OK && to > from) st = values_of(env, components + from, to - from, own + from, NULL);
    for (size_t n = from; st == ST_OK && n < to; n++) {
        if (own[n] > UINT32_MAX) st = ST_UNSUPPORTED;
        values[n] = (uint32_t)own[n];
    }
    arena_free(&scratch);
    return st;
}

/* Within a bound on work: *got values, doubling what is asked for as long as it lasts. */
static enum status heap_values(struct engine *engine, size_t from, size_t to, uint32_t *values, size_t *got)
{
    struct env_view view;
    struct terms terms = engine->env->terms;
    enum status st = ST_OK;
    terms.looks = IDENTIFY_WORK / STEPS_PER_LOOK;
    env_view_open(&view, engine->env, &terms);
    view.env.diags = &view.diags;
    *got = from;
    for (size_t next = IDENTIFY_FIRST; st == ST_OK && *got < to; next *= 4) {
        size_t end = next < to ? next : to;
        if (end <= from) continue;
        st = take_values(&view.env, engine->model->main_game, from, end, values);
        if (st == ST_OK) *got = end;
    }
    bool spent = st == ST_STATE_BUDGET && view.budget.looks && view.budget.looks_used > view.budget.looks;
    env_view_close(&view);
    return spent || st == ST_UNSUPPORTED || st == ST_TOO_LARGE ? ST_OK : st;
}

enum status identify_heap_values(struct engine *engine, size_t count, uint32_t *values, size_t *got)
{
    size_t from, to = count;
    *got = 0;
    const struct game_traits *traits = &engine->env->traits->games[engine->model->main_game];
    if (!one_heap(engine) || traits->mover) return ST_OK;
    enum status st = legal_heaps(engine, &from, &to);
    if (st != ST_OK || from || to < IDENTIFY_FIRST) return st;
    return heap_values(engine, 0, to, values, got);
}

/* Heaps that have two values only, or whose last half is constant, fit too much when they are counted otherwise. */
static bool says_little(const struct own_heap *own)
{
    bool wide = false;
    for (size_t n = own->count / 2; n < own->count; n++) wide = wide || own->values[n] > 1;
    return !wide;
}

enum status identify_values(struct identify *id)
{
    struct own_heap *own = &id->own;
    struct engine *e = id->engine;
    size_t to = IDENTIFY_HEAPS;
    if (!one_heap(e)) return id->out->values_not = "its positions are not one heap", ST_OK;
    if (e->env->traits->games[e->model->main_game].mover)
        return id->out->values_not = "the players have different moves", ST_OK;
    enum status st = legal_heaps(e, &own->from, &to);
    if (st == ST_OK && to < own->from + IDENTIFY_FIRST)
        return id->out->values_not = "too few heaps in a row are positions", ST_OK;
    own->values = arena_array(id->arena, to + 1, sizeof *own->values);
    if (!own->values) return ST_NO_MEMORY;
    if (st == ST_OK) st = heap_values(e, own->from, to, own->values, &own->count);
    if (st != ST_OK || own->count < IDENTIFY_FIRST) {
        own->count = 0;
        id->out->values_not = "its first heaps have no SG values, or take too much work";
        return st;
    }
    id->out->heaps = own->count;
    id->out->values = own->values;
    id->out->from = own->from;
    id->plain = says_little(own);
    st = family_find(e->model, e->model->main_game, e->params, id->arena, &own->family);
    own->coded = st == ST_OK && heap_rule_of(&own->family, &own->rule);
    const char *solver;
    if (st == ST_OK && !own->from && e->env->traits->games[e->model->main_game].one_heap)
        st = period_find(e->env, e->model->main_game, own->count - 1, id->arena, &own->period, &solver);
    return st == ST_UNSUPPORTED || st == ST_TOO_LARGE ? ST_OK : st;
}

/* ---- candidates */

struct fitting {
    struct heap_rule rule;
    struct heap_map map;
    bool outcomes;
    unsigned cost;
    size_t index; /* in the order in which they were tried */
};
struct sieve {
    struct identify *id;
    VEC(struct fitting) fitting;
    struct own_heap first; /* as far as it filters */
    enum status st;
};

static unsigned rule_cost(const struct heap_rule *rule)
{
    unsigned set = 0, holes = 0;
    for (unsigned d = 1; d < rule->count; d++) {
        set += rule->bits[d] == 3;
        holes += !rule->bits[d];
    }
    if (rule->kind == HEAP_CODE) return 4 + rule->count + (rule->bits[0] ? 1 : 0);
    if (rule->kind == HEAP_SET) return 3 + (holes ? set : 0);
    return holes ? 4 + holes : 2;
}

/* The simplest way in which the candidate's heaps may be the rule's. */
static bool first_map(const struct sieve *sieve, const uint32_t *values, size_t count, bool outcomes,
                      struct heap_map *map)
{
    size_t maps = sieve->id->plain ? 1 : outcomes ? 3 : heap_map_count;
    for (size_t i = 0; i < maps; i++) {
        *map = heap_maps[i];
        if (heap_map_fits(map, &sieve->first, values, count, outcomes)) return true;
    }
    return false;
}

static void sift(struct sieve *sieve, const struct heap_rule *rule)
{
    uint32_t values[3 * IDENTIFY_FIRST + 8];
    struct fitting f = {.rule = *rule};
    sieve->id->out->rules++;
    if (sieve->st == ST_OK) sieve->st = heap_rule_values(rule, AT_FIRST, values);
    if (sieve->st != ST_OK) return;
    f.outcomes = !first_map(sieve, values, AT_FIRST, false, &f.map);
    if (f.outcomes && !first_map(sieve, values, AT_FIRST, true, &f.map)) return;
    size_t count = IDENTIFY_FIRST + 8;
    sieve->st = heap_rule_values(rule, count, values);
    if (sieve->st != ST_OK) return;
    f.outcomes = !first_map(sieve, values, count, false, &f.map);
    if (f.outcomes && !first_map(sieve, values, count, true, &f.map)) return;
    f.cost = rule_cost(rule) + heap_map_cost(&f.map);
    f.index = sieve->fitting.count;
    if (!vec_push(&sieve->fitting, f)) sieve->st = ST_NO_MEMORY;
}

static void sift_code(struct sieve *sieve, const unsigned char *bits, unsigned count)
{
    struct heap_rule rule = {.kind = HEAP_CODE};
    bool set = bits[0] == 0;
    for (unsigned d = 0; d < count; d++) {
        rule.bits[d] = bits[d];
        if (bits[d]) rule.count = d + 1;
        if (d && bits[d] && bits[d] != 3) set = false;
    }
    if (!set) sift(sieve, &rule); /* a subtraction set is one of those */
}

static void sift_codes(struct sieve *sieve)
{
    for (unsigned code = 0; code < 1024; code++) {
        unsigned char bits[] = {code >> 9 ? 4 : 0, code >> 6 & 7, code >> 3 & 7, code & 7};
        sift_code(sieve, bits, 4);
    }
    for (unsigned code = 0; code < 1024; code++) {
        unsigned char bits[] = {(code >> 8) << 2, code >> 4 & 15, code & 15};
        if (bits[0] >= 8 || bits[1] >= 8 || bits[2] >= 8) sift_code(sieve, bits, 3); /* others are octal */
    }
}

static void sift_sets(struct sieve *sieve)
{
    for (unsigned set = 0; set < 1u << SET_WITHIN; set++) {
        struct heap_rule take = {.kind = HEAP_SET}, leave = {.kind = HEAP_ALL_BUT, .rest = true, .count = 1};
        for (unsigned d = 1; d <= SET_WITHIN; d++) {
            bool in = set >> (d - 1) & 1;
            take.bits[d] = in ? 3 : 0;
            leave.bits[d] = in ? 0 : 3;
            if (in) take.count = leave.count = d + 1;
        }
        sift(sieve, &take);
        sift(sieve, &leave);
    }
    for (unsigned most = SET_WITHIN + 1; most <= INTERVAL_MOST; most++) {
        struct heap_rule take = {.kind = HEAP_SET, .count = most + 1};
        memset(take.bits + 1, 3, most);
        if (take.count <= HEAP_RULE_DIGITS) sift(sieve, &take);
    }
}

/* ---- theorems */

struct judged {
    struct identify *id;
    struct fitting *f;
    struct identified *item;
    uint32_t *values;
    size_t count;
};

static enum status judge_alike(struct judged *j, bool *done)
{
    struct family family;
    bool alike = false;
    int64_t shift = 0;
    struct arena scratch = {0};
    enum status st = heap_rule_family(&j->f->rule, &scratch, &family);
    if (st == ST_OK && family.kind == FAMILY_BREAK && j->id->own.family.kind == FAMILY_BREAK)
        st = family_alike(&j->id->own.family, &family, &alike, &shift);
    arena_free(&scratch);
    if (st != ST_OK || !alike) return st;
    *done = true;
    j->item->verdict = IDENTIFIED_RULES;
    j->item->outcomes = false;
    j->item->map = (struct heap_map){1, shift, 1};
    uint64_t apart;
    bool exact = !shift && j->id->own.coded && heap_rules_near(&j->id->own.rule, &j->f->rule, &apart) && !apart;
    if (!exact) j->item->cost += shift ? 2 : 1;
    j->item->why = !exact ? "the same code of heaps, when heaps without a move are left out" : "the same code of heaps";
    return ST_OK;
}

/* By the proof that compares the moves of any two rules. */
static enum status judge_rules(struct judged *j, bool *done)
{
    struct text text = {0};
    struct engine *other = NULL;
    struct comparison c;
    const struct compare_wanted wanted = {.proofs = true};
    heap_rule_text(&j->f->rule, &text);
    enum status st = text.failed ? ST_NO_MEMORY : identify_open(j->id, NULL, text_c(&text), j->item->name, &other);
    if (st == ST_OK && other) st = engine_compare(j->id->engine, other, &wanted, j->id->arena, &c);
    if (st == ST_OK && other && (c.verdict == COMPARE_SAME_RULES || c.restated)) {
        *done = true;
        j->item->verdict = IDENTIFIED_RULES;
        j->item->fewer = c.fewer >= 0;
        j->item->heaps = !c.restated || c.number.over;
        if (c.restated && c.number.over) j->item->map = (struct heap_map){c.number.times, c.number.more, c.number.over};
        else j->item->map = heap_maps[0];
        if (!c.restated && c.fewer < 0 && !j->id->own.from) j->id->own.coded = true, j->id->own.rule = j->f->rule;
        j->item->why = c.restated ? c.restated : c.why && *c.why ? c.why : "the rules unify";
    }
    engine_close(other);
    text_free(&text);
    return st;
}

/* Both lead to the same heaps but for single ones that are taken whole. */
static void judge_near(struct judged *j, bool *done)
{
    const struct own_heap *own = &j->id->own;
    uint64_t from;
    bool same = own->coded && j->f->map.times == 1 && j->f->map.over == 1 && !j->f->map.offset && !j->f->outcomes;
    if (!same || !heap_rules_near(&own->rule, &j->f->rule, &from) || from > own->count || from > j->count) return;
    *done = true;
    j->item->verdict = IDENTIFIED_VALUES;
    j->item->to = own->count - 1;
    j->item->why = "they differ only in single heaps that are taken whole, and these have the same values; so by "
                   "induction all have";
}

const char *identify_periods_words(struct identify *id, const struct period *other)
{
    const struct period *own = &id->own.period;
    if (own->saltus)
        return arena_printf(id->arena,
                            "period %" PRIu64 " from %" PRIu64 " with saltus %" PRId64 " and period %" PRIu64
                            " from %" PRIu64 " with saltus %" PRId64 ", both proved",
                            own->period, own->preperiod, own->saltus, other->period, other->preperiod, other->saltus);
    return arena_printf(id->arena,
                        "period %" PRIu64 " from %" PRIu64 " and period %" PRIu64 " from %" PRIu64 ", both proved",
                        own->period, own->preperiod, other->period, other->preperiod);
}

/* All but finitely many takes, by the theorem of growth. */
static enum status other_growth(const struct judged *j, struct period *period)
{
    const struct heap_rule *rule = &j->f->rule;
    int64_t takes[HEAP_RULE_DIGITS];
    struct family_takes near = {.takes = takes};
    for (unsigned d = 1; d < rule->count; d++) {
        if (rule->bits[d] == 3) takes[near.count++] = d;
        else if (rule->bits[d]) return ST_OK;
    }
    struct family family = {.kind = FAMILY_SLIDING,
                            .threshold = (int64_t)rule->count + 1,
                            .modulus = 1,
                            .reach = rule->count ? rule->count - 1 : 0,
                            .residues = &near,
                            .far = true};
    return growth_prove(j->values, j->count, &family, period);
}

/* Digits that leave pairs or triples make the theorem of Guy and Smith the one that applies; else that of windows (solve/heap/period.h),
 * whose premise holds beyond all digits. */
static enum status other_period(const struct judged *j, struct period *period)
{
    const struct heap_rule *rule = &j->f->rule;
    struct period_rule about = {.heaps = 1, .modulus = 1, .reach = rule->count ? rule->count - 1 : 0};
    *period = (struct period){0};
    if (rule->rest) return other_growth(j, period);
    for (unsigned d = 0; d < rule->count; d++)
        for (unsigned k = 2; k <= FAMILY_MAX_HEAPS; k++)
            if (rule->bits[d] >> k & 1 && k > about.heaps) about.heaps = k;
    if (about.heaps == 1) about.threshold = rule->count;
    enum status st = period_prove(j->values, j->count, &about, period);
    period->proved = period->found;
    return st;
}

static enum status judge_periods(struct judged *j, bool *done)
{
    struct period other;
    const struct own_heap *own = &j->id->own;
    uint64_t heaps;
    if (!own->period.proved) return ST_OK;
    enum status st = other_period(j, &other);
    if (st != ST_OK || !other.proved) return st;
    heap_map_periods(&j->f->map, &own->period, &other, &heaps);
    if (!heaps || heaps > own->count || heap_map_reach(&j->f->map, heaps) > j->count) return ST_OK;
    *done = true;
    j->item->verdict = IDENTIFIED_VALUES;
    j->item->to = heaps - 1;
    j->item->why = identify_periods_words(j->id, &other);
    return j->item->why ? ST_OK : ST_NO_MEMORY;
}

/* Could the proof say yes? Of two finite codes, and of one that splits heaps beside a rule that leaves one, it is known. */
static bool rules_may_fit(const struct judged *j)
{
    enum family_kind kind = j->id->own.family.kind;
    bool splits = false;
    for (unsigned d = 0; d < j->f->rule.count; d++) splits = splits || j->f->rule.bits[d] >= 4;
    if (j->id->own.family.equals) return true;
    return j->f->rule.kind != HEAP_CODE || (kind != FAMILY_BREAK && !(kind == FAMILY_SLIDING && splits));
}

static enum status judge(struct judged *j, size_t *proofs, bool *rules_open)
{
    struct identified *item = j->item;
    bool done = false;
    struct text name = {0};
    heap_rule_name(&j->f->rule, &name);
    item->name = name.failed ? NULL : arena_strdup(j->id->arena, text_c(&name));
    text_free(&name);
    if (!item->name) return ST_NO_MEMORY;
    enum status st = judge_alike(j, &done);
    bool plain = j->f->map.times == 1 && j->f->map.over == 1 && !j->f->outcomes;
    if (st == ST_OK && !done && plain && *rules_open && rules_may_fit(j)) {
        ++*proofs;
        st = judge_rules(j, &done);
        if (done && !j->item->map.offset) *rules_open = false;
    }
    if (st == ST_OK && !done) judge_near(j, &done);
    if (st == ST_OK && !done) st = judge_periods(j, &done);
    return st;
}

/* More values first: what agrees on the first heaps only is none. */
static enum status verify(struct identify *id, struct fitting *f, size_t *proofs, bool *rules_open)
{
    struct arena scratch = {0};
    struct identified item = {.heaps = true, .map = f->map, .outcomes = f->outcomes, .cost = f->cost};
    struct judged j = {id, f, &item, NULL, 0};
    uint64_t reach = heap_map_reach(&f->map, id->own.count);
    bool cubic = false;
    for (unsigned d = 0; d < f->rule.count; d++) cubic = cubic || f->rule.bits[d] >= 8;
    j.count = cubic && reach > 160 ? 160 : reach;
    item.verdict = IDENTIFIED_AGREE;
    item.to = cubic && id->own.count > 160 ? 159 : id->own.count - 1;
    while (item.to && heap_map_reach(&f->map, item.to + 1) > j.count) item.to--;
    j.values = arena_array(&scratch, j.count + 1, sizeof *j.values);
    enum status st = j.values ? heap_rule_values(&f->rule, j.count, j.values) : ST_NO_MEMORY;
    if (st == ST_OK && heap_map_fits(&f->map, &id->own, j.values, j.count, f->outcomes)) {
        bool closed = false, *open = *proofs < PROVED_MOST ? rules_open : &closed;
        st = judge(&j, proofs, open);
        if (st == ST_OK && !vec_push(&id->items, item)) st = ST_NO_MEMORY;
    }
    arena_free(&scratch);
    return st;
}

static int by_cost(const void *a, const void *b)
{
    const struct fitting *x = a, *y = b;
    if (x->outcomes != y->outcomes) return x->outcomes - y->outcomes;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

enum status identify_rules(struct identify *id)
{
    struct sieve sieve = {.id = id, .first = id->own};
    if (!id->own.count) return ST_OK;
    sieve.first.count = IDENTIFY_FIRST;
    sift_codes(&sieve);
    sift_sets(&sieve);
    enum status st = sieve.st;
    size_t proofs = 0;
    bool rules_open = true;
    if (sieve.fitting.count) qsort(sieve.fitting.data, sieve.fitting.count, sizeof *sieve.fitting.data, by_cost);
    for (size_t i = 0; st == ST_OK && i < sieve.fitting.count; i++) {
        if (i >= VERIFIED_MOST) {
            id->out->more += sieve.fitting.count - i;
            break;
        }
        st = verify(id, &sieve.fitting.data[i], &proofs, &rules_open);
    }
    vec_free(&sieve.fitting);
    return st;
}
