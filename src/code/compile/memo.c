/* SPDX-License-Identifier: MIT */
/* What takes a loop to compute and reads one or two numbers is computed once for each of their values: `is_prime(t)`, written as a fold
 * over divisors, is asked at every heap for the same t.
 *
 * Premises: the value is a function of the numbers that it reads and of parameters, which are the same as long as values are kept
 * (frame.c forgets them if not): no script, no question, no mover. Who computes it fails where it failed, for only values are kept. */
#include "code/compile/private.h"
#include "model/builtins.h"
#include "model/expr.h"

enum { SLOTS = 256 };

struct reading {
    const struct compiler *c;
    bool bound[SLOTS]; /* slots that the expression itself binds */
    int keys[2], count;
};

/* A loop, or a function that takes as long. */
static bool is_loop(void *context, const struct expr *e)
{
    (void)context;
    bool slow = e->index == BUILTIN_ZECKENDORF || e->index == BUILTIN_PARTNER || e->index == BUILTIN_FIB ||
                e->index == BUILTIN_GOLDEN_LOWER || e->index == BUILTIN_GOLDEN_UPPER;
    return e->kind == EXPR_FOLD || (e->kind == EXPR_CALL && slow);
}

/* Notes what e binds; true if that is too much to note. */
static bool binds(void *context, const struct expr *e)
{
    struct reading *r = context;
    if (e->kind == EXPR_LET && (e->index < 0 || e->index >= SLOTS)) return true;
    if (e->kind == EXPR_LET) r->bound[e->index] = true;
    for (size_t i = 0; i < e->gen_count; i++) {
        if (e->gens[i].slot < 0 || e->gens[i].slot >= SLOTS) return true;
        r->bound[e->gens[i].slot] = true;
    }
    return false;
}

static bool add_key(struct reading *r, struct binding b)
{
    if (b.kind != BINDING_INT) return false;
    for (int i = 0; i < r->count; i++)
        if (r->keys[i] == b.reg) return true;
    if (r->count == 2) return false;
    r->keys[r->count++] = b.reg;
    return true;
}

/* Does e make the value more than a function of two numbers? */
static bool reads_more(void *context, const struct expr *e)
{
    struct reading *r = context;
    const struct scope *s = r->c->scope;
    switch (e->kind) {
    case EXPR_LUA:
    case EXPR_ASK:
    case EXPR_POSITIONS:
    case EXPR_MOVER: return true;
    case EXPR_FIELD:
        return !s->fields || s->game < 0 || e->index < 0 ||
               (size_t)e->index >= r->c->model->games[s->game].field_count || !add_key(r, s->fields[e->index]);
    case EXPR_LOCAL:
        if (e->index >= 0 && e->index < SLOTS && r->bound[e->index]) return false;
        return !add_key(r, binding_find(r->c, e->index));
    default: return false;
    }
}

static bool find_keys(const struct compiler *c, const struct expr *e, int keys[2])
{
    enum program_kind kind = c->request->kind;
    struct reading r = {.c = c, .keys = {-1, -1}};
    if ((kind != PROGRAM_OPTIONS && kind != PROGRAM_TABLE) || c->status != ST_OK) return false;
    if (e->type != TYPE_INT && e->type != TYPE_BOOL) return false;
    if (!expr_any(e, is_loop, NULL) || expr_any(e, binds, &r) || expr_any(e, reads_more, &r)) return false;
    if (r.count == 2 && !is_loop(NULL, e))
        return false; /* what is in it may read one number of its own, as in f(a - t) */
    bool swap = r.count == 2 && r.keys[1] < r.keys[0];
    keys[0] = r.keys[swap];
    keys[1] = r.keys[!swap];
    return r.count > 0 && (keys[0] != c->memo_keys[0] || keys[1] != c->memo_keys[1]);
}

bool memo_fits(const struct compiler *c, const struct expr *e)
{
    int keys[2];
    return find_keys(c, e, keys);
}

bool memo_open(struct compiler *c, const struct expr *e, int dst, struct memo *memo)
{
    if (!find_keys(c, e, memo->keys) || memo->keys[0] == dst || memo->keys[1] == dst) return false;
    memo->number = c->memos++;
    memo->known = label_new(c);
    for (int i = 0; i < 2; i++) {
        memo->outer[i] = c->memo_keys[i];
        c->memo_keys[i] = memo->keys[i];
    }
    int second = memo->keys[1] < 0 ? constant_reg(c, 0) : memo->keys[1];
    emit(c, OP_MEMO_GET, dst, memo->keys[0], second, memo->number, memo->known);
    return true;
}

void memo_close(struct compiler *c, const struct memo *memo, int dst)
{
    int second = memo->keys[1] < 0 ? constant_reg(c, 0) : memo->keys[1];
    for (int i = 0; i < 2; i++) c->memo_keys[i] = memo->outer[i];
    emit(c, OP_MEMO_PUT, dst, memo->keys[0], second, memo->number, 0);
    label_here(c, memo->known);
}
