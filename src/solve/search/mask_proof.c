/* SPDX-License-Identifier: MIT */
/* A goal's options are the last ones of m->options, those beside smaller heaps at the end; an option that is known to be won has
 * the numbers {0, PROOF_NEVER}, and counts no more. */
#include "solve/search/mask_proof.h"
#include <string.h>
#include "base/mem.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_hands.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_shape.h"

enum {
    LEAF_BITS = 7,  /* of the logarithm of how many positions a part needs: it is a leaf */
    SLACK = 4,      /* an option is followed until another is better by one part in so many */
    FIRST_LOSS = 9, /* a logarithm: so many cubes of cells count as one position */
    CHECK_EVERY = 1024,
    FEWEST = 1 << 10, /* entries of the table */
    MOST = 1 << 22
};
static const struct proof_numbers no_bounds = {PROOF_NEVER, PROOF_NEVER}, won = {0, PROOF_NEVER},
                                  lost = {PROOF_NEVER, 0};

/* A goal that is open. */
struct proof_goal {
    struct mask_goal of;
    size_t heaps; /* where the options beside smaller heaps begin */
    uint64_t began;
    struct proof_numbers numbers, bounds;
    size_t best;
    uint32_t second; /* the loss number of the second best */
};

static enum status open_goal(struct mask_proof *p, const struct mask_part *part, uint64_t target,
                             struct proof_numbers bounds, uint64_t *known, struct proof_numbers *found);

static uint64_t hash_of(const struct mask_proof *p, const uint64_t *key, uint64_t target)
{
    return hash_mix(mask_memo_hash(key, p->m->memo.words) + target + 1);
}

static uint32_t place_of(uint64_t hash) { return (uint32_t)(hash >> 52) % PROOF_PLACES; }

static enum status value_part(struct mask_proof *p, const struct mask_part *part, uint64_t *known)
{
    struct proof_numbers found;
    enum status st = ST_OK;
    *known = part->cells > p->leaf ? mask_memo_find(&p->m->memo, part->state.words) : UINT64_MAX >> 1;
    while (st == ST_OK && !mask_is_valued(*known)) {
        uint64_t k = (uint64_t)__builtin_ctzll(~*known);
        if (k >= MASK_NUMBERS) return mask_ask(p->m, part, MASK_ANY, known);
        st = open_goal(p, part, k, no_bounds, known, &found);
    }
    return st;
}

/* Values the parts of option i but the largest. */
static enum status value_small(struct mask_proof *p, size_t i)
{
    struct masks *m = p->m;
    struct mask_option *option = &m->options.data[i];
    mask_look_up(m, option);
    while (option->count > 1) {
        struct mask_part *parts = &m->parts.data[option->first], least;
        uint32_t at = 0;
        uint64_t known;
        for (uint32_t k = 1; k < option->count; k++)
            if (parts[k].cells < parts[at].cells) at = k;
        least = parts[at];
        parts[at] = parts[option->count - 1];
        enum status st = value_part(p, &least, &known);
        if (st != ST_OK) return st;
        option = &m->options.data[i];
        option->known ^= mask_value_of(known);
        option->count--;
    }
    return ST_OK;
}

/* What a goal that was not opened may take. That the mover wins needs one option; that it loses all of them, and what falls apart
 * takes less. */
static struct proof_numbers first_numbers(const struct masks *m, const struct mask_option *option)
{
    uint32_t loss = 0;
    for (uint32_t i = 0; i < option->count; i++) {
        uint32_t cells = m->parts.data[option->first + i].cells;
        loss += cells * cells * cells >> FIRST_LOSS;
    }
    return (struct proof_numbers){1, 1 + loss};
}

static struct proof_child look_at(const struct mask_proof *p, const struct mask_option *option, uint64_t target)
{
    const struct mask_part *part = &p->m->parts.data[option->first];
    struct proof_child child = {.numbers = won, .place = PROOF_PLACES};
    if (!option->count) return child;
    if (option->count == 1) {
        if (mask_is_decided(part->known, target ^ option->known)) return child;
        uint64_t hash = hash_of(p, part->state.words, target ^ option->known);
        child.place = place_of(hash);
        if (proof_table_find(&p->table, hash, &child.numbers)) return child;
    }
    child.numbers = first_numbers(p->m, option);
    return child;
}

/* The part beside smaller heaps. */
static bool add_heaps(struct mask_proof *p, struct proof_goal *goal, const struct mask_part *part)
{
    struct masks *m = p->m;
    goal->heaps = m->options.count;
    for (uint64_t k = 0; k < goal->of.target; k++) {
        if (goal->of.known >> k & 1) continue;
        struct mask_option option = {(uint32_t)m->parts.count, 1, 0, 0, goal->of.target ^ k};
        if (!vec_push(&m->options, option) || !vec_push(&m->parts, *part)) return false;
        m->parts.data[m->parts.count - 1].known = goal->of.known;
    }
    return true;
}

static enum status list_children(struct mask_proof *p, struct proof_goal *goal, const struct mask_part *part)
{
    struct masks *m = p->m;
    enum status st = mask_list(m, &goal->of);
    if (st == ST_OK && !mask_is_decided(goal->of.known, goal->of.target)) mask_bound(m, &goal->of);
    if (st != ST_OK || mask_is_decided(goal->of.known, goal->of.target)) return st;
    if (!add_heaps(p, goal, part)) return ST_NO_MEMORY;
    p->children.count = goal->of.first;
    if (!vec_reserve(&p->children, m->options.count - goal->of.first)) return ST_NO_MEMORY;
    for (size_t i = goal->of.first; i < m->options.count; i++)
        p->children.data[p->children.count++] = look_at(p, &m->options.data[i], goal->of.target);
    return ST_OK;
}

/* The loss number by which an option is chosen: half as much again for each hand that is there. */
static uint32_t choice(const struct mask_proof *p, const struct proof_child *child)
{
    uint32_t loss = child->numbers.loss;
    if (!p->busy || child->place == PROOF_PLACES) return loss;
    uint64_t hands = atomic_load_explicit(&p->busy[child->place], memory_order_relaxed);
    uint64_t more = loss + hands * (loss / 2 + 1);
    return more < PROOF_NEVER ? (uint32_t)more : PROOF_NEVER;
}

/* The numbers of a goal from those of its options. */
static void add_up(const struct mask_proof *p, struct proof_goal *goal)
{
    uint64_t most = 0, count = 0;
    uint32_t least = PROOF_NEVER, chosen = PROOF_NEVER;
    goal->second = PROOF_NEVER;
    for (size_t i = goal->of.first; i < p->children.count; i++) {
        const struct proof_child *child = &p->children.data[i];
        uint32_t loss = choice(p, child);
        if (!child->numbers.win) continue;
        if (child->numbers.win > most) most = child->numbers.win;
        if (child->numbers.loss < least) least = child->numbers.loss;
        if (!count++ || loss < chosen) {
            goal->second = chosen;
            chosen = loss;
            goal->best = i;
        } else if (loss < goal->second) goal->second = loss;
    }
    uint64_t all = count ? most + count - 1 : 0;
    goal->numbers.win = least;
    goal->numbers.loss = all < PROOF_NEVER ? (uint32_t)all : PROOF_NEVER - 1;
}

/* How far the best option is followed: until another one is better by a part, or the bounds of the goal are exceeded. */
static struct proof_numbers bounds_below(struct mask_proof *p, const struct proof_goal *goal)
{
    struct proof_child *child = &p->children.data[goal->best];
    if (++child->visits >= p->visits) return no_bounds;
    uint64_t loss = (uint64_t)goal->second + goal->second / SLACK + 1, win = goal->bounds.loss;
    if (loss > goal->bounds.win) loss = goal->bounds.win;
    if (loss <= child->numbers.loss) loss = child->numbers.loss + 1; /* others are crowded */
    if (win < PROOF_NEVER) win -= goal->numbers.loss - child->numbers.win;
    return (struct proof_numbers){(uint32_t)win, (uint32_t)loss};
}

/* What was found of the part of option i, which is the last of it. */
static void take_known(struct mask_proof *p, struct proof_goal *goal, size_t i, uint64_t known)
{
    struct masks *m = p->m;
    struct mask_option *option = &m->options.data[i];
    bool heap = i >= goal->heaps;
    m->parts.data[option->first].known = known;
    if (heap) goal->of.known = mask_is_valued(known) ? known : goal->of.known | known;
    if (heap || !mask_is_valued(known)) return;
    option->known ^= mask_value_of(known);
    option->count = 0;
}

static enum status visit(struct mask_proof *p, struct proof_goal *goal)
{
    struct masks *m = p->m;
    size_t i = goal->best;
    struct mask_option *option = &m->options.data[i];
    struct proof_numbers found;
    enum status st = ST_OK;
    if (option->count > 1) {
        st = value_small(p, i);
        option = &m->options.data[i];
        p->children.data[i] = look_at(p, option, goal->of.target);
        found = p->children.data[i].numbers;
    } else {
        struct mask_part part = m->parts.data[option->first];
        uint64_t known;
        st = open_goal(p, &part, goal->of.target ^ option->known, bounds_below(p, goal), &known, &found);
        if (st == ST_OK) take_known(p, goal, i, known);
        option = &m->options.data[i];
    }
    if (st != ST_OK) return st;
    if (!option->count) {
        mask_note_hit(&goal->of, option->known);
        if (option->known == goal->of.target) masks_prefer(m, option->move);
        found = won;
    }
    p->children.data[i].numbers = found;
    return ST_OK;
}

/* A bound that is PROOF_NEVER is none. */
static bool is_exceeded(uint32_t number, uint32_t bound) { return bound < PROOF_NEVER && number >= bound; }

static enum status follow(struct mask_proof *p, struct proof_goal *goal)
{
    enum status st = ST_OK;
    while (st == ST_OK && !mask_is_decided(goal->of.known, goal->of.target)) {
        add_up(p, goal);
        if (!goal->numbers.loss) goal->of.known = mask_value(goal->of.target);
        if (!goal->numbers.loss || is_exceeded(goal->numbers.win, goal->bounds.win) ||
            is_exceeded(goal->numbers.loss, goal->bounds.loss))
            break;
        st = visit(p, goal);
    }
    return st;
}

static enum status open_listed(struct mask_proof *p, struct proof_goal *goal, const struct mask_part *part)
{
    struct masks *m = p->m;
    if (m->depth >= MASK_DEPTH) return ST_UNSUPPORTED;
    enum status st = ++p->opened % CHECK_EVERY ? ST_OK : budget_check(m->memo.budget);
    if (st == ST_OK && p->opened % CHECK_EVERY == 0) kept_masks_look(m);
    if (masks_stopped(m) || (p->most && p->opened > p->most)) st = ST_UNSUPPORTED;
    if (st == ST_OK && m->work + m->steps >= m->allowed) {
        m->paused = true;
        st = ST_STATE_BUDGET;
    }
    if (st != ST_OK) return st;
    uint64_t hash = hash_of(p, part->state.words, goal->of.target);
    m->depth++;
    if (p->busy) atomic_fetch_add_explicit(&p->busy[place_of(hash)], 1, memory_order_relaxed);
    st = list_children(p, goal, part);
    if (st == ST_OK) st = follow(p, goal);
    if (p->busy) atomic_fetch_sub_explicit(&p->busy[place_of(hash)], 1, memory_order_relaxed);
    m->depth--;
    m->options.count = p->children.count = goal->of.first;
    m->parts.count = goal->of.parts;
    if (st != ST_OK) {
        if (m->paused) proof_table_note(&p->table, hash, goal->numbers, p->opened - goal->began); /* it will go on */
        return st;
    }
    if (mask_is_decided(goal->of.known, goal->of.target))
        return mask_memo_note(&m->memo, part->state.words, goal->of.known, part->cells);
    proof_table_note(&p->table, hash, goal->numbers, p->opened - goal->began);
    return ST_OK;
}

static enum status open_goal(struct mask_proof *p, const struct mask_part *part, uint64_t target,
                             struct proof_numbers bounds, uint64_t *known, struct proof_numbers *found)
{
    struct masks *m = p->m;
    struct mask_part here = *part;
    struct proof_goal goal = {
        {&here.state, target, mask_memo_find(&m->memo, here.state.words), m->options.count, m->parts.count},
        0,
        p->opened,
        {1, 1},
        bounds,
        0,
        0};
    enum status st = ST_OK;
    if (!mask_is_decided(goal.of.known, target)) {
        if (target >= MASK_NUMBERS || here.cells <= p->leaf)
            st = mask_ask(m, &here, target < MASK_NUMBERS ? target : MASK_ANY, &goal.of.known);
        else st = open_listed(p, &goal, &here);
    }
    *known = goal.of.known;
    *found = goal.numbers;
    if (mask_is_decided(*known, target)) *found = *known == mask_value(target) ? lost : won;
    return st;
}

/* ---- questions ---------------------------------------------------------------------------------------------------- */
struct proof_question {
    struct mask_proof *proof;
    struct mask_part part;
    uint64_t target;
    atomic_uchar busy[PROOF_PLACES];
};
static enum status ask(struct masks *own, void *context, uint64_t *known)
{
    struct proof_question *q = context;
    struct mask_proof *all = q->proof, mine = *all, *p = own == all->m ? all : &mine;
    struct proof_numbers found;
    if (p == &mine) {
        mine.m = own;
        mine.busy = q->busy;
        memset(&mine.children, 0, sizeof mine.children);
    }
    bool any = q->target >= MASK_NUMBERS;
    enum status st = any ? value_part(p, &q->part, known) : open_goal(p, &q->part, q->target, no_bounds, known, &found);
    if (p == &mine) vec_free(&mine.children);
    return st;
}

static enum status prove(struct mask_proof *p, const struct ground_mask *state, uint64_t target, uint64_t *known)
{
    struct masks *m = p->m;
    m->options.count = m->parts.count = m->depth = 0;
    p->children.count = 0;
    if (!masks_split(m, state, &m->parts)) return ST_NO_MEMORY;
    if (!vec_push(&m->options, (struct mask_option){.count = (uint32_t)m->parts.count}) ||
        !vec_push(&p->children, (struct proof_child){.numbers = {1, 1}}))
        return ST_NO_MEMORY;
    enum status st = value_small(p, 0);
    if (st != ST_OK) return st;
    struct mask_option rest = m->options.data[0];
    *known = mask_value(rest.known);
    if (!rest.count) return ST_OK;
    struct proof_question q = {p, m->parts.data[rest.first], target == MASK_ANY ? MASK_ANY : target ^ rest.known, {0}};
    double positions = q.part.cells > p->leaf ? p->positions : 0;
    budget_expect_about(m->memo.budget, 0); /* most of what is opened is not proved yet */
    st = mask_hands(m, positions, ask, &q, known);
    if (st == ST_OK) *known = mask_is_valued(*known) ? mask_value(mask_value_of(*known) ^ rest.known) : 0;
    return st;
}

enum status mask_prove(struct mask_proof *p, const struct ground_mask *state, uint64_t target, uint64_t *known)
{
    enum status st = kept_masks_take(p->m);
    p->m->work = 0;
    p->m->allowed = UINT64_MAX;
    p->m->paused = false;
    if (st == ST_OK) st = prove(p, state, target, known);
    kept_masks_end(p->m);
    return st;
}

enum status mask_prove_on(struct mask_proof *p, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                          uint64_t *known)
{
    struct masks *m = p->m;
    double positions = p->positions;
    m->steps = 0;
    m->work = p->work;
    m->allowed = allowed;
    m->paused = false;
    if (allowed < MASK_SEVERAL_WORK) p->positions = 0;
    enum status st = prove(p, state, target, known);
    p->positions = positions;
    p->work = allowed;
    return st;
}

/* Cells that may be written: of diagrams the bits of a state say something else. */
static uint32_t cells_of(struct masks *m, const struct ground_mask *state)
{
    struct shape f = shape_of(&m->ground);
    struct ground_mask live = live_cells(f, state);
    m->parts.count = 0;
    if (!m->diagrams || !masks_split(m, state, &m->parts) || !m->parts.count) return cell_count(f, &live);
    return m->parts.data[0].cells;
}

enum status mask_proof_open(struct mask_proof *p, struct masks *m, const struct ground_mask *state)
{
    uint32_t cells = cells_of(m, state);
    double positions = mask_estimate(m, state);
    uint64_t entries = positions < MOST * 4.0 ? (uint64_t)positions / 4 : MOST;
    uint32_t bits = 1;
    for (double left = positions; left >= 2; left /= 2) bits++;
    *p = (struct mask_proof){.m = m, .visits = PROOF_VISITS, .positions = positions};
    p->leaf = cells * LEAF_BITS / bits;
    p->bits = cells * (uint32_t)m->ground.planes;
    return proof_table_make(&p->table, m->memo.budget, entries > FEWEST ? entries : FEWEST);
}

void mask_proof_close(struct mask_proof *p)
{
    proof_table_free(&p->table);
    vec_free(&p->children);
}
