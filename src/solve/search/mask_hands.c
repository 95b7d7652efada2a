/* SPDX-License-Identifier: MIT */
/* A copy of a board shares what never changes, and the entries of the table. */
#include "solve/search/mask_hands.h"
#include "solve/search/mask_constants.h"
#include <string.h>
#include "base/crew.h"
#include "base/mem.h"

/* Positions: fewer are found while the hands begin. Of the memory one part in so many is for the table, which does not
 * grow once they have begun: it has room for as many positions as are expected, for one that forgets most of them is searched for ever. */
enum { WORTH_HANDS = 50000, TABLE_PART = 4, TABLE_MOST = 1 << 27, POSITION_STEPS = 3 };
/* On boards on which cells stay nine times as many positions were met as were expected. */
#define CONSTANT_ROOM 16

struct hand {
    struct masks m;
    struct budget budget;
    enum status status;
};
struct hands {
    struct hand *hands[CREW_MOST];
    mask_task *task;
    void *context;
    atomic_bool done;
    atomic_flag told;
    uint64_t known;
    struct mask_paths paths;
};

/* What budgets say together, without anything that is written to. */
static struct budget own_budget(const struct budget *from)
{
    struct budget own = {.memory = 0, .states = budget_states_left(from)};
    if (own.states == UINT64_MAX) own.states = 0;
    for (const struct budget *b = from; b; b = b->outer) {
        if (b->interrupt) own.interrupt = b->interrupt;
        if (b->memory) own.memory = b->memory;
        if (b->deadline_ns && (!own.deadline_ns || b->deadline_ns < own.deadline_ns)) own.deadline_ns = b->deadline_ns;
    }
    return own;
}

uint64_t mask_hands_fresh(const struct mask_paths *paths)
{
    uint64_t fresh = 0;
    for (unsigned i = 0; i < paths->hands; i++)
        fresh += __atomic_load_n(&paths->budgets[i]->states_used, __ATOMIC_RELAXED);
    return fresh;
}

/* Called by the first hand. The caller waits, or is a hand himself. */
static void show(void *context, uint64_t states)
{
    const struct mask_paths *paths = context;
    const struct budget *whole = paths->whole;
    states = budget_stored(whole);
    for (unsigned i = 0; i < paths->hands; i++) states += budget_stored(paths->budgets[i]);
    whole->progress(whole->progress_context, states);
}

static void close_hand(struct hand *h)
{
    if (!h) return;
    struct masks *m = &h->m;
    arena_free(&m->arena);
    mask_alike_free(&m->alike);
    vec_free(&m->able);
    vec_free(&m->classes);
    vec_free(&m->parts);
    vec_free(&m->options);
    mem_free(h, sizeof *h);
}

static struct hand *open_hand(const struct masks *m, unsigned number, const atomic_bool *stop)
{
    struct hand *h = mem_alloc(sizeof *h);
    if (!h) return NULL;
    struct masks *own = &h->m;
    size_t moves = m->ground.move_count;
    h->budget = own_budget(m->memo.budget);
    memcpy(own, m, sizeof *own);
    memset(&own->arena, 0, sizeof own->arena);
    memset(&own->kept, 0, sizeof own->kept);
    memset(own->kept_whole, 0, sizeof own->kept_whole);
    memset(&own->able, 0, sizeof own->able);
    memset(&own->classes, 0, sizeof own->classes);
    memset(&own->parts, 0, sizeof own->parts);
    memset(&own->options, 0, sizeof own->options);
    memset(&own->alike, 0, sizeof own->alike);
    memset(&own->exact, 0, sizeof own->exact);
    memset(&own->bits, 0, sizeof own->bits);
    own->memo.budget = own->alike.budget = &h->budget;
    own->memo.count = own->memo.replaced = 0;
    own->hand = number;
    own->stop = stop;
    if (m->diagrams) {
        own->diagrams = diagram_board_share(m->diagrams, &own->arena);
        if (own->diagrams) return h;
    } else {
        own->ground.moves = arena_array(&own->arena, moves + 1, sizeof *own->ground.moves);
        if (own->ground.moves && masks_room(own) && mask_constants_share(own)) {
            memcpy(own->ground.moves, m->ground.moves, moves * sizeof *own->ground.moves);
            if (masks_read_asks(own, &own->arena)) return h;
        }
    }
    close_hand(h);
    return NULL;
}

/* Of those that have the answer the first one says it. */
static enum status work(void *context, size_t part)
{
    struct hands *all = context;
    struct hand *h = all->hands[part];
    uint64_t known = 0;
    if (atomic_load_explicit(&all->done, memory_order_relaxed)) return ST_OK;
    h->status = all->task(&h->m, all->context, &known);
    if (h->status != ST_OK) return ST_OK;
    if (!atomic_flag_test_and_set(&all->told)) all->known = known;
    atomic_store_explicit(&all->done, true, memory_order_relaxed);
    return ST_OK;
}

/* What only one hand may do is done by the first. */
static void open_first(struct masks *m, struct hands *all)
{
    struct hand *first = all->hands[0];
    first->m.kept = m->kept;
    first->m.kept.before = m->memo.count;
    if (!all->paths.whole->progress) return;
    first->budget.progress = show;
    first->budget.progress_context = &all->paths;
}

static void close_first(struct masks *m, const struct hands *all)
{
    m->kept.next = all->hands[0]->m.kept.next;
    m->kept.written = all->hands[0]->m.kept.written;
}

static enum status run(struct masks *m, struct hands *all, unsigned count, uint64_t *known)
{
    open_first(m, all);
    enum status st = crew_run(budget_crew(m->memo.budget), work, all, count);
    uint64_t states = 0;
    close_first(m, all);
    for (unsigned i = 0; i < count; i++) {
        mask_memo_join(&m->memo, &all->hands[i]->m.memo);
        states += all->hands[i]->budget.states_used;
        all->paths.whole->renewed += all->hands[i]->budget.renewed;
    }
    const struct masks *first = &all->hands[0]->m;
    m->found = first->found;
    m->found_sum = first->found_sum;
    m->listed = first->listed;
    m->apart = first->apart;
    if (atomic_load(&all->done)) *known = all->known;
    else st = all->hands[0]->status, m->paused = first->paused;
    uint64_t left = budget_states_left(m->memo.budget);
    enum status taken = budget_take_states(m->memo.budget, states < left ? states : left);
    return st == ST_OK ? taken : st;
}

unsigned mask_hands_count(const struct masks *m, double positions)
{
    const struct budget *budget = m->memo.budget;
    if (m->strips || positions < WORTH_HANDS) return 1; /* strips keep what they find */
    for (const struct budget *b = budget; b; b = b->outer)
        if (b->looks || (b->states && b->outer)) return 1; /* how far it goes must be the same everywhere */
    return crew_hands(budget_crew(budget));
}

/* What may be in the table when all hands have done what is allowed: to ask about a position takes POSITION_STEPS at least. */
static double most_noted(const struct masks *m, unsigned hands)
{
    uint64_t left = m->allowed > m->work ? m->allowed - m->work : 0;
    return (double)m->memo.count + (double)hands * (double)(left / POSITION_STEPS);
}

enum status mask_hands(struct masks *m, double positions, mask_task *task, void *context, uint64_t *known)
{
    struct hands all = {.task = task, .context = context, .told = ATOMIC_FLAG_INIT};
    const struct budget *budget = m->memo.budget;
    unsigned wanted = mask_hands_count(m, positions), count = 0;
    uint64_t each = (m->memo.words + 1) * sizeof(uint64_t), most = UINT64_MAX;
    for (const struct budget *b = budget; b; b = b->outer)
        if (b->memory) most = b->memory / TABLE_PART / each;
    if (wanted < 2) return task(m, context, known);
    if (m->constants) positions *= CONSTANT_ROOM;
    double entries = positions < (double)most ? positions : (double)most, noted = most_noted(m, wanted);
    if (noted < entries) entries = noted;
    bool shared = mask_memo_share(&m->memo, entries < TABLE_MOST ? (uint64_t)entries : TABLE_MOST);
    all.paths.whole = budget_outermost(m->memo.budget);
    for (; shared && count < wanted && (all.hands[count] = open_hand(m, count, &all.done)); count++) {
        all.hands[count]->m.paths = &all.paths;
        all.paths.budgets[count] = &all.hands[count]->budget;
    }
    all.paths.hands = count;
    enum status st = count > 1 ? run(m, &all, count, known) : ST_OK;
    for (unsigned i = 0; i < count; i++) close_hand(all.hands[i]);
    mask_memo_unshare(&m->memo);
    return count > 1 ? st : task(m, context, known);
}
