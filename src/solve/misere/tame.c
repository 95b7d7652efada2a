/* SPDX-License-Identifier: MIT */
/* Depth first without recursion: the first visit of a component opens it and pushes its options' components, the
 * second finds all of these valued and computes two mexes. Options are sums of components; their pairs follow from
 * the rule itself, since the smaller components have already been found tame. */
#include "solve/misere/tame.h"
#include <inttypes.h>
#include <string.h>
#include "base/mem.h"
#include "base/mex.h"
#include "solve/search/estimate.h"
#include "play/options/print.h"
#include "solve/misere/private.h"

enum { VERDICTS_MAX = 4096, OPTIONS_PER_CHECK = 1 << 16 };
#define TAME_MOST 1e11 /* options; a component with more is not searched */

/* ---- memory ------------------------------------------------------------------------------------------------------ */
static void forget(void *kept)
{
    struct tame *tame = kept;
    vec_free(&tame->parts);
    vec_free(&tame->verdicts);
    position_table_free(&tame->asked);
}

static const struct tenant tenant = {"tame", sizeof(struct tame), false, forget};

enum status tame_open(const struct env *env, struct tame **out)
{
    struct tame *tame = *out = store_room(env, &tenant);
    if (!tame) return ST_NO_MEMORY;
    tame->asked.budget = &tame->none;
    return ST_OK;
}

/* The record of a component; new ones are unknown. NULL if memory runs out. */
static struct tame_part *part_of(struct tame *tame, uint32_t id)
{
    if (tame->parts.count <= id) {
        size_t more = id + 1 - tame->parts.count;
        if (!vec_reserve(&tame->parts, more)) return NULL;
        memset(tame->parts.data + tame->parts.count, 0, more * sizeof *tame->parts.data);
        tame->parts.count += more;
    }
    return &tame->parts.data[id];
}

/* ---- verdicts ------------------------------------------------------------------------------------------------------- */
struct tame_verdict *tame_find(const struct env *env, const struct component *components, size_t count)
{
    struct tame *tame;
    struct bytes key = {0};
    uint32_t id;
    bool known = tame_open(env, &tame) == ST_OK && tame->verdicts.count && pack_components(&key, components, count) &&
                 position_table_find(&tame->asked, key.data, key.count, &id);
    bytes_free(&key);
    return known ? &tame->verdicts.data[id] : NULL;
}

static bool record(const struct env *env, struct tame *tame, const struct component *components, size_t count,
                   const char *text, bool refused)
{
    struct tame_verdict verdict = {.refused = refused};
    if (tame->verdicts.count >= VERDICTS_MAX) return true;
    struct bytes key = {0};
    uint32_t id;
    bool fresh;
    verdict.text = arena_strdup(&env->store->settings_arena, text);
    bool fine = verdict.text && pack_components(&key, components, count) && vec_reserve(&tame->verdicts, 1) &&
                position_table_intern(&tame->asked, key.data, key.count, &id, &fresh) == ST_OK;
    if (fine) tame->verdicts.data[tame->verdicts.count++] = verdict;
    bytes_free(&key);
    return fine;
}

const char *tame_reason(const struct env *env, const struct component *components, size_t count, bool *refused)
{
    const struct tame_verdict *verdict = tame_find(env, components, count);
    *refused = verdict && verdict->refused;
    return verdict ? verdict->text : NULL;
}

const char *tame_to_refute(const struct env *env, const struct component *components, size_t count)
{
    struct tame_verdict *verdict = tame_find(env, components, count);
    if (!verdict || !verdict->refused || verdict->refuted) return NULL;
    verdict->refuted = true;
    return verdict->text;
}

enum status tame_reword(struct env *env, const struct component *components, size_t count, const char *words)
{
    struct tame_verdict *verdict = tame_find(env, components, count);
    const char *kept = verdict ? arena_strdup(&env->store->settings_arena, words) : "";
    if (verdict && kept) verdict->text = kept;
    return kept ? ST_OK : ST_NO_MEMORY;
}

/* ---- one component ----------------------------------------------------------------------------------------------- */
struct tame_walk {
    struct env *env;
    struct tame *tame;
    id_vec stack;
    VEC(uint32_t) sg, misere; /* of the options of the component at hand */
    struct mex mex;
    uint64_t steps, looked;
};

/* What is on the path leads to the breach behind `cause`. */
static void spoil_path(struct tame_walk *w, uint32_t cause)
{
    for (size_t i = 0; i < w->stack.count; i++) {
        struct tame_part *p = &w->tame->parts.data[w->stack.data[i]];
        if (p->kind == TAME_OPEN) *p = (struct tame_part){.kind = TAME_WILD, .cause = cause};
    }
    w->stack.count = 0;
}

static enum status push_part(struct tame_walk *w, uint32_t id, bool first)
{
    struct tame_part *p = part_of(w->tame, id);
    if (!p) return ST_NO_MEMORY;
    if (p->kind == TAME_WILD) {
        spoil_path(w, p->cause);
        return ST_UNSUPPORTED;
    }
    if (p->kind == TAME_OPEN) return ST_UNSUPPORTED; /* the position recurs: other solvers report how */
    if (p->kind != TAME_UNKNOWN) return ST_OK;
    return !first ? ST_UNSUPPORTED : vec_push(&w->stack, id) ? ST_OK : ST_NO_MEMORY;
}

static enum status open_part(struct tame_walk *w, uint32_t id)
{
    size_t at;
    uint32_t options;
    struct tame *tame = w->tame;
    if (w->looked++ >= TAME_PARTS_MAX) return ST_UNSUPPORTED;
    enum status st = component_table_options(w->env, id, 0, &at, &options);
    tame->parts.data[id].kind = TAME_OPEN;
    if (st != ST_OK) return st;
    const uint32_t *list = vec_from(&store_sums(w->env)->parts.pool, at);
    for (uint32_t o = 0; st == ST_OK && o < options; o++, list += 1 + list[0])
        for (uint32_t i = 1; st == ST_OK && i <= list[0]; i++) st = push_part(w, list[i], true);
    w->steps += options;
    if (st == ST_OK && w->steps >= OPTIONS_PER_CHECK) {
        w->steps = 0;
        st = budget_check(w->env->budget);
    }
    return st;
}

/* Includes the pair of an option; *pet is cleared if the option shows that the component above is not pet. */
static bool take_option(struct tame_walk *w, const uint32_t *list, bool *pet, bool *only_swaps)
{
    uint32_t sg = 0, others = 0;
    bool fixed = false;
    for (uint32_t i = 1; i <= list[0]; i++) {
        const struct tame_part *p = &w->tame->parts.data[list[i]];
        sg ^= p->sg;
        fixed |= p->kind == TAME_FIXED;
        others += !p->only_swaps;
        *pet &= p->pet;
    }
    if (others > 1) *pet = false; /* both components reach value 2, so the sum reaches 2 + 2: value 0 and no swap */
    if (others) *only_swaps = false;
    uint32_t misere = fixed ? sg : sg ^ 1;
    return vec_push(&w->sg, sg) && vec_push(&w->misere, misere);
}

static void judge(struct tame_part *p, uint32_t id, bool pet, bool only_swaps)
{
    bool swap = p->sg + p->misere == 1;
    if (!swap && p->sg != p->misere) {
        p->kind = TAME_WILD;
        p->breach = true;
        p->cause = id;
        return;
    }
    p->kind = swap ? TAME_SWAP : TAME_FIXED;
    p->only_swaps = swap && only_swaps;
    p->pet = pet && (swap || p->sg > 1);
}

static enum status close_part(struct tame_walk *w, uint32_t id)
{
    size_t at;
    uint32_t options;
    bool pet = true, only_swaps = true;
    enum status st = component_table_options(w->env, id, 0, &at, &options);
    if (st != ST_OK) return st;
    w->sg.count = w->misere.count = 0;
    const uint32_t *list = vec_from(&store_sums(w->env)->parts.pool, at);
    for (uint32_t o = 0; o < options; o++, list += 1 + list[0]) {
        for (uint32_t i = 1; i <= list[0]; i++)
            if ((st = push_part(w, list[i], false)) != ST_OK) return st;
        if (!take_option(w, list, &pet, &only_swaps)) return ST_NO_MEMORY;
    }
    struct tame_part *p = &w->tame->parts.data[id];
    *p = (struct tame_part){.misere = 1};
    if (!mex_marked(&w->mex, w->sg.data, w->sg.count, &p->sg)) return ST_NO_MEMORY;
    if (options && !mex_marked(&w->mex, w->misere.data, w->misere.count, &p->misere)) return ST_NO_MEMORY;
    judge(p, id, pet, only_swaps);
    w->stack.count--;
    if (p->kind != TAME_WILD) return ST_OK;
    spoil_path(w, id);
    return ST_UNSUPPORTED;
}

enum status tame_look(struct env *env, struct tame *tame, uint32_t id)
{
    struct tame_walk w = {.env = env, .tame = tame};
    enum status st = part_of(tame, id) ? ST_OK : ST_NO_MEMORY;
    if (st == ST_OK && tame->parts.data[id].kind == TAME_WILD) return ST_UNSUPPORTED;
    if (st == ST_OK && !vec_push(&w.stack, id)) st = ST_NO_MEMORY;
    while (st == ST_OK && w.stack.count > 0) {
        uint32_t top = w.stack.data[w.stack.count - 1];
        unsigned kind = tame->parts.data[top].kind;
        if (kind == TAME_UNKNOWN) st = open_part(&w, top);
        else if (kind == TAME_OPEN) st = close_part(&w, top);
        else w.stack.count--;
    }
    for (size_t i = 0; i < w.stack.count; i++)
        if (tame->parts.data[w.stack.data[i]].kind == TAME_OPEN) tame->parts.data[w.stack.data[i]].kind = TAME_UNKNOWN;
    vec_free(&w.stack);
    vec_free(&w.sg);
    vec_free(&w.misere);
    mex_free(&w.mex);
    return st;
}

/* ---- whole positions --------------------------------------------------------------------------------------------- */
static enum status add_searched(struct env *env, struct tame *tame, const struct component *component,
                                struct tame_sum *sum, id_vec *roots)
{
    size_t from = roots->count;
    enum status st = component_table_number(env, component, 1, roots);
    for (size_t i = from; st == ST_OK && i < roots->count; i++) {
        st = tame_look(env, tame, roots->data[i]);
        if (st != ST_OK) break;
        const struct tame_part *p = &tame->parts.data[roots->data[i]];
        sum->xor_ ^= p->sg;
        sum->fixed += p->kind == TAME_FIXED;
        sum->pet &= p->pet;
    }
    return st;
}

/* Such a component is not searched. */
bool tame_is_large(const struct env *env, const struct component *component, double options)
{
    return estimate_component(env, component).options > options;
}

static enum status add_all(struct env *env, const struct component *components, size_t count, struct tame_sum *sum,
                           id_vec *roots)
{
    struct tame *tame;
    *sum = (struct tame_sum){.pet = true};
    enum status st = tame_open(env, &tame);
    for (size_t i = 0; st == ST_OK && i < count; i++) {
        if (tame_is_large(env, &components[i], TAME_MOST)) return ST_UNSUPPORTED;
        st = add_searched(env, tame, &components[i], sum, roots);
    }
    return st;
}

enum status tame_position(struct env *env, const struct component *components, size_t count, struct tame_sum *sum)
{
    id_vec roots = {0};
    enum status st = add_all(env, components, count, sum, &roots);
    vec_free(&roots);
    return st;
}

/* ---- words -------------------------------------------------------------------------------------------------------------- */
/* What one component leads to. */
static enum status add_options(struct env *env, uint32_t id, size_t limit, struct component_set *met)
{
    size_t at;
    uint32_t options;
    enum status st = component_table_options(env, id, 0, &at, &options);
    if (st != ST_OK) return st;
    const uint32_t *list = vec_from(&store_sums(env)->parts.pool, at);
    for (uint32_t o = 0; o < options; o++, list += 1 + list[0])
        for (uint32_t i = 1; i <= list[0]; i++)
            if (met->ids.count < limit && !component_set_add(met, list[i])) return ST_NO_MEMORY;
    return ST_OK;
}

enum status tame_closure(struct env *env, const id_vec *roots, size_t limit, struct component_set *met)
{
    enum status st = ST_OK;
    for (size_t root = 0, next = 0; st == ST_OK && root < roots->count; root++) {
        if (met->ids.count < limit && !component_set_add(met, roots->data[root])) st = ST_NO_MEMORY;
        while (st == ST_OK && next < met->ids.count) {
            st = add_options(env, met->ids.data[next++], limit, met);
            if (st == ST_OK && next % 256 == 255) st = budget_check(env->budget);
        }
    }
    return st;
}

static enum status describe_refusal(struct env *env, const struct tame *tame, uint32_t wild, struct text *text)
{
    uint32_t id = tame->parts.data[wild].cause;
    const struct tame_part *breach = &tame->parts.data[id];
    cell_vec cells = {0};
    struct component component;
    bool fine = component_table_get(env, id, &cells, &component);
    text_puts(text, "not every position is tame: ");
    if (fine) print_sum(env->model, &component, 1, text);
    text_add(text, " has SG value %" PRIu32 " and misere value %" PRIu32, breach->sg, breach->misere);
    vec_free(&cells);
    return fine ? ST_OK : ST_NO_MEMORY;
}

static enum status describe_premise(struct env *env, const struct tame_sum *sum, const id_vec *roots, struct text *text)
{
    struct component_set met = {0};
    enum status st = tame_closure(env, roots, SIZE_MAX, &met);
    size_t all = met.ids.count;
    text_puts(text, sum->pet ? "SJ formula: " : "tame rule: ");
    if (all || !sum->vouched)
        text_add(text, "%s %zu component%s that can be reached %s found to be %s", all == 1 ? "the" : "all", all,
                 all == 1 ? "" : "s", all == 1 ? "was" : "were", sum->pet ? "pet" : "tame");
    if (sum->vouched)
        text_add(text, "%splugin %s vouches for its own, checked against search on small positions", all ? "; " : "",
                 sum->vouched);
    component_set_free(&met);
    return st;
}

enum status tame_premise(struct env *env, const struct component *components, size_t count, const char *vouched,
                         struct text *text)
{
    struct tame_sum sum;
    id_vec roots = {0};
    enum status st = add_all(env, components, count, &sum, &roots);
    if (st == ST_OK) {
        sum.vouched = vouched;
        sum.pet = false;
        st = describe_premise(env, &sum, &roots, text);
    }
    vec_free(&roots);
    return st == ST_OK && text->failed ? ST_NO_MEMORY : st;
}

static uint32_t find_wild(const struct tame *tame, const id_vec *roots)
{
    for (size_t i = 0; i < roots->count; i++)
        if (roots->data[i] < tame->parts.count && tame->parts.data[roots->data[i]].kind == TAME_WILD)
            return roots->data[i];
    return UINT32_MAX;
}

enum status tame_describe(struct env *env, const struct component *components, size_t count)
{
    struct tame_sum sum;
    id_vec roots = {0};
    struct text text = {0};
    bool refused = false;
    struct tame *tame;
    if (tame_find(env, components, count)) return ST_OK;
    enum status st = tame_open(env, &tame);
    if (st != ST_OK) return st;
    st = add_all(env, components, count, &sum, &roots);
    uint32_t wild = st == ST_UNSUPPORTED ? find_wild(tame, &roots) : UINT32_MAX;
    if (st == ST_OK) {
        st = describe_premise(env, &sum, &roots, &text);
    } else if (st == ST_UNSUPPORTED) {
        refused = true;
        st = ST_OK;
        if (wild != UINT32_MAX) st = describe_refusal(env, tame, wild, &text);
        else
            text_puts(&text,
                      "there are too many positions to check whether all are tame, and no plugin vouches for them");
    }
    if (st == ST_OK && (text.failed || !record(env, tame, components, count, text_c(&text), refused)))
        st = ST_NO_MEMORY;
    vec_free(&roots);
    text_free(&text);
    return st;
}
