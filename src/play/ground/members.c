/* SPDX-License-Identifier: MIT */
/* What a member of `any` and `all` was found to be, while another such expression around it is found.
 *
 * `any(s[i + d] == 0 and all(s[i + e] == c for e in 1..d - 1) for d in 1..n)` asks for the same members of the inner one again and again.
 *
 * Theorem. Let an expression have one generator, with a range, and let its condition and its body read, of locals that they do not bind
 * themselves, the generator and some numbers. While one board is looked at, its member for some value is the same condition wherever
 * these numbers are the same.
 * Proof. As in recall.c: each step depends on the expression, on these numbers, and on the board as it is and fields that stay. []
 * What is joined, and where that ends, is asked of the members as before. What they read of the board is noted once for the expression
 * around them (recall.c), so nothing is kept from one of these to the next. */
#include "model/expr.h"
#include "play/ground/private.h"

enum { SLOTS = 8, PLACES = 64 };

struct ground_members {
    const struct expr *fold;
    struct ground_members *next;
    bool fits;
    size_t slot_count;
    int slots[SLOTS];       /* that the members read */
    int64_t numbers[SLOTS]; /* what these stand for, */
    uint64_t asked;         /* and what is being found: as long as both stay it is one round */
    uint32_t round;
    struct ground_member places[PLACES];
};

/* Slots, each once. */
struct slots {
    const struct expr *fold;
    size_t bound_count, count;
    int bound[2 * SLOTS], read[SLOTS];
    bool more;
};

static bool has_slot(const int *slots, size_t count, int slot)
{
    bool has = false;
    for (size_t i = 0; i < count; i++) has |= slots[i] == slot;
    return has;
}

static void note_bound(struct slots *s, int slot)
{
    if (s->bound_count == sizeof s->bound / sizeof *s->bound) s->more = true;
    else s->bound[s->bound_count++] = slot;
}

static bool binds(void *context, const struct expr *e)
{
    struct slots *s = context;
    if (e->kind == EXPR_LET) note_bound(s, e->index);
    for (size_t i = 0; i < e->gen_count; i++) note_bound(s, e->gens[i].slot);
    return s->more;
}

static bool reads(void *context, const struct expr *e)
{
    struct slots *s = context;
    if (e->kind != EXPR_LOCAL || e->index == s->fold->gens[0].slot || has_slot(s->bound, s->bound_count, e->index) ||
        has_slot(s->read, s->count, e->index))
        return false;
    if (s->count == SLOTS) return s->more = true;
    s->read[s->count++] = e->index;
    return false;
}

/* Without members that fit if there are too many slots. */
static struct ground_members *open_members(struct ground_work *w, const struct expr *e)
{
    struct slots s = {.fold = e};
    struct ground_members *m = arena_alloc(&w->kept, sizeof *m);
    if (!m) return w->no_memory = w->refused = true, NULL;
    *m = (struct ground_members){.fold = e, .next = w->members};
    w->members = m;
    for (size_t i = 0; i < e->count; i++) expr_any(e->kids[i], binds, &s);
    for (size_t i = 0; i < e->count; i++) expr_any(e->kids[i], reads, &s);
    m->fits = !s.more && e->gen_count == 1 && e->gens[0].domain.kind == DOMAIN_RANGE && !e->gens[0].cap;
    m->slot_count = s.count;
    for (size_t i = 0; i < s.count; i++) m->slots[i] = s.read[i];
    return m;
}

struct ground_members *ground_members_of(struct ground_work *w, const struct expr *e)
{
    if (!w->recalling) return NULL;
    struct ground_members *m = w->members;
    while (m && m->fold != e) m = m->next;
    if (!m) m = open_members(w, e);
    if (!m || !m->fits) return NULL;
    bool same = m->asked == w->asked;
    for (size_t i = 0; i < m->slot_count; i++) {
        const struct cases *n = w->locals[m->slots[i]].number;
        if (!n || !ground_is_known(n)) return m->asked = 0, NULL; /* nothing that is found has that number */
        int64_t number = n->of[0].value;
        same = same && m->numbers[i] == number;
        m->numbers[i] = number;
    }
    m->asked = w->asked;
    if (!same) m->round++;
    return m;
}

struct ground_member *ground_member_at(struct ground_members *m, int64_t value, bool *known)
{
    struct ground_member *at = &m->places[(uint64_t)value % PLACES];
    *known = at->round == m->round && at->value == value;
    at->round = m->round;
    at->value = value;
    return at;
}
