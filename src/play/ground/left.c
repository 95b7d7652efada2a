/* SPDX-License-Identifier: MIT */
/* Conditions are looked at lazily, each at most once a state; what is left of them is numbered from the cells up. */
#include "play/ground/private.h"

enum { TOKEN_TRUE = 0, WRITES = 4 };

/* ---- conditions in a state ------------------------------------------------------------------------------------------- */
static enum truth look_at_term(struct reading *s, const struct formula *x, uint64_t *open)
{
    const struct literal *l = &s->g->ground.formulas->literals.data[x->first];
    for (uint32_t i = 0; i < x->count; i++) {
        if (l[i].cells & s->frozen & ~s->holds[l[i].values]) return LEFT_FALSE;
        *open |= l[i].cells & ~s->frozen;
    }
    return *open ? LEFT_OPEN : LEFT_TRUE;
}

static enum truth look_at_list(struct reading *s, const struct formula *x, uint64_t *open)
{
    const uint32_t *kids = &s->g->ground.formulas->kids.data[x->first];
    enum truth decides = x->kind == FORMULA_ALL ? LEFT_FALSE : LEFT_TRUE;
    for (uint32_t i = 0; i < x->count; i++) {
        enum truth kid = left_look(s, kids[i]);
        if (kid == decides) return decides;
        if (kid == LEFT_OPEN) *open |= s->g->left.data[kids[i]].open;
    }
    return *open ? LEFT_OPEN : decides == LEFT_FALSE ? LEFT_TRUE : LEFT_FALSE;
}

enum truth left_look(struct reading *s, uint32_t id)
{
    struct left *left = &s->g->left.data[id];
    if (id <= FORMULA_TRUE) return id == FORMULA_TRUE ? LEFT_TRUE : LEFT_FALSE;
    if (left->seen == s->r->state) return left->truth;
    const struct formula *x = &s->g->ground.formulas->items.data[id];
    uint64_t open = 0;
    enum truth truth = x->kind == FORMULA_TERM ? look_at_term(s, x, &open) : look_at_list(s, x, &open);
    left->seen = s->r->state;
    left->open = open;
    return left->truth = truth;
}

/* ---- what is left of them, by number -------------------------------------------------------------------------------- */
static uint64_t placed(const struct reading *s, uint64_t cells)
{
    uint64_t places = 0;
    for (; cells; cells &= cells - 1) places |= UINT64_C(1) << s->place[__builtin_ctzll(cells)];
    return places;
}

/* The number of the key that was written; none is TOKEN_TRUE. */
static uint32_t number_token(struct reading *s)
{
    uint32_t id = 0;
    bool fresh;
    if (position_table_intern(&s->r->tokens, s->r->key.data, s->r->key.count, &id, &fresh) != ST_OK)
        s->no_memory = true;
    return id + 1;
}

bool left_open_key(struct reading *s, size_t numbers)
{
    s->r->key.count = 0;
    bool fine = vec_reserve(&s->r->key, (numbers + 1) * PACK_NUMBER_MAX);
    if (!fine) s->no_memory = true;
    return fine;
}

void left_close_key(struct reading *s, const unsigned char *end) { s->r->key.count = (size_t)(end - s->r->key.data); }

static uint32_t tell_term(struct reading *s, const struct formula *x)
{
    const struct literal *l = &s->g->ground.formulas->literals.data[x->first];
    if (!left_open_key(s, 2 * (size_t)x->count)) return 0;
    unsigned char *at = pack_number(s->r->key.data, FORMULA_TERM);
    for (uint32_t i = 0; i < x->count; i++) {
        uint64_t open = l[i].cells & ~s->frozen;
        if (open) at = pack_number(pack_number(at, l[i].values), placed(s, open));
    }
    left_close_key(s, at);
    return number_token(s);
}

/* The numbers on the stack from `from` on, ascending and each once. */
size_t left_sort(struct residues *r, size_t from)
{
    uint32_t *ids = vec_from(&r->list, from);
    size_t count = r->list.count - from, left = 0;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && ids[k - 1] > ids[k]; k--) {
            uint32_t id = ids[k];
            ids[k] = ids[k - 1];
            ids[k - 1] = id;
        }
    for (size_t i = 0; i < count; i++)
        if (!left || ids[left - 1] != ids[i]) ids[left++] = ids[i];
    return left;
}

static uint32_t tell(struct reading *s, uint32_t id);

static uint32_t tell_list(struct reading *s, const struct formula *x)
{
    size_t from = s->r->list.count;
    for (uint32_t i = 0; i < x->count && !s->no_memory; i++) {
        uint32_t kid = s->g->ground.formulas->kids.data[x->first + i];
        if (left_look(s, kid) != LEFT_OPEN) continue;
        uint32_t token = tell(s, kid); /* uses the list too */
        if (!vec_push(&s->r->list, token)) s->no_memory = true;
    }
    size_t count = s->no_memory ? 0 : left_sort(s->r, from);
    uint32_t *ids = vec_from(&s->r->list, from), token = 0;
    if (count == 1) {
        token = ids[0];
    } else if (count && left_open_key(s, count)) {
        unsigned char *at = pack_number(s->r->key.data, x->kind);
        for (size_t i = 0; i < count; i++) at = pack_number(at, ids[i]);
        left_close_key(s, at);
        token = number_token(s);
    }
    s->r->list.count = from;
    return token;
}

/* Of a formula that is open. */
static uint32_t tell(struct reading *s, uint32_t id)
{
    struct left *left = &s->g->left.data[id];
    if (left->told == s->r->telling) return left->token;
    const struct formula *x = &s->g->ground.formulas->items.data[id];
    uint32_t token = x->kind == FORMULA_TERM ? tell_term(s, x) : tell_list(s, x);
    left->told = s->r->telling;
    return left->token = token;
}

/* The condition, and what it writes into the part, by place. */
uint32_t left_instance(struct reading *s, const struct ground_instance *x)
{
    uint32_t when = left_look(s, x->when) == LEFT_OPEN ? tell(s, x->when) : TOKEN_TRUE;
    unsigned char values[FORMULA_CELLS];
    uint64_t written = 0;
    if (s->no_memory || !left_open_key(s, 2 * (size_t)x->count + 1)) return 0;
    for (uint32_t i = 0; i < x->count; i++) {
        const struct ground_write *write = &s->g->ground.writes.data[x->first + i];
        if (s->frozen >> write->cell & 1) continue;
        values[s->place[write->cell]] = (unsigned char)write->value;
        written |= UINT64_C(1) << s->place[write->cell];
    }
    unsigned char *at = pack_number(pack_number(s->r->key.data, WRITES), when);
    for (; written; written &= written - 1) {
        uint64_t place = (uint64_t)__builtin_ctzll(written);
        at = pack_number(pack_number(at, place), values[place]);
    }
    left_close_key(s, at);
    return number_token(s);
}
