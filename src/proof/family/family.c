/* SPDX-License-Identifier: MIT */
/* The normal form is built once; the recognisers then try it one after the other. */
#include "proof/family/private.h"
#include "proof/normal/may_fail.h"
#include "proof/normal/overflows.h"

/* Binary digits of heaps at which a search is tried: there it must find the same. */
enum { SMALL_HEAP = 20 };

struct linear_conjunction family_facts(const struct normal *n, struct linear_conjunction rule)
{
    struct linear_conjunction parts[2] = {n->domain, rule};
    return normal_axioms(n->space, parts, 2);
}

int family_size(const struct normal *n) { return normal_var(n->space, NORMAL_FIELD, 0); }

int family_heap(const struct normal *n, const struct normal_piece *p, size_t k)
{
    const struct normal_component *c = &p->components[k];
    if (c->game != n->source.game || c->arg_count != 1 || c->args[0].kind != NORMAL_NUMBER) return -1;
    return normal_var(n->space, NORMAL_RESULT, c->args[0].first_var);
}

static const char *unsuitable(const struct model *model, int game)
{
    const struct game *g = &model->games[game];
    if (g->kind != GAME_RULES) return "it is not given by moves";
    if (g->field_count != 1 || g->fields[0].kind != FIELD_NAT) return "its state is not one heap";
    if (g->loopy) return "play may go in circles";
    return NULL;
}

static bool as_sets(const struct normal *n, struct arena *arena, struct family *f)
{
    if (!family_sliding(n, arena, f)) return false;
    if (f->kind == FAMILY_NONE && !family_break(n, arena, f)) return false;
    return f->kind != FAMILY_NONE || family_joined(n, arena, f);
}

/* The first reason is kept: the later recognisers see less of the rule. */
static bool recognise(const struct normal *n, struct arena *arena, struct family *f)
{
    struct normal fewer;
    bool changed;
    if (!n->supported) return f->reason = n->reason, true;
    if (!normal_covered(n->space, &n->domain, 1, n->invariant, n->invariant_count))
        return f->reason = "its invariant excludes some heaps", true;
    if (!as_sets(n, arena, f)) return false;
    if (f->kind != FAMILY_NONE) return true;
    struct family other = {.reason = f->reason};
    if (!family_without_equals(n, &fewer, &changed)) return false;
    if (changed && !as_sets(&fewer, arena, &other)) return false;
    if (other.kind == FAMILY_NONE) {
        struct family own = other;
        if (!family_shifted(n, arena, &own, NULL)) return false;
        if (own.kind != FAMILY_NONE && !own.loose) other = own, changed = false;
        else if (changed && !family_shifted(&fewer, arena, &other, NULL)) return false;
        if (other.kind == FAMILY_NONE) other = own, changed = false;
    }
    if (other.kind == FAMILY_NONE) return true;
    *f = other;
    f->equals = changed;
    return true;
}

enum status family_read(const struct model *model, int game, const struct param_value *params, struct arena *arena,
                        family_recognise *by, struct family *out)
{
    *out = (struct family){0};
    out->reason = unsuitable(model, game);
    if (out->reason) return ST_OK;
    struct arena scratch = {0};
    struct normal_space space = {.arena = &scratch, .work = {.arena = &scratch}};
    struct normal_source source = {.model = model, .game = game, .params = params};
    struct normal *n;
    if (normal_may_fail(&source)) return out->reason = "the rule may fail while it runs", ST_OK;
    if (normal_may_overflow(&source, SMALL_HEAP)) return out->reason = "its numbers may not fit 64 bits", ST_OK;
    enum status st = normal_build(&space, &source, &n);
    if (st == ST_OK && (!by(n, arena, out) || space.work.no_memory)) st = ST_NO_MEMORY;
    arena_free(&scratch);
    return st;
}

enum status family_find(const struct model *model, int game, const struct param_value *params, struct arena *arena,
                        struct family *out)
{
    return family_read(model, game, params, arena, recognise, out);
}
