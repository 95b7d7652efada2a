/* SPDX-License-Identifier: MIT */
/* Searches of one board that take turns, each time further: depth first (mask_search.c), along proof numbers (mask_proof.c), all values
 * (mask_exact.c).
 *
 * Which one is short is known afterwards. What each finds stands in one table, and each goes on where it ended; so their
 * work, counted in options that are listed, is at most about twice that of the better one, and all of it is the same on every machine. */
#include "solve/search/mask_ways.h"
#include "solve/search/mask_estimate.h"
#include "solve/search/mask_exact.h"
#include "solve/search/mask_parts.h"
#include "solve/search/mask_proof.h"
#include "solve/search/mask_shape.h"

/* FIRST_WORK steps are some milliseconds; EXACT_PART steps of mask_exact.c take as long as 4 of the others. Each time a search by proof
 * numbers goes on it lists the options on its path again and has lost what it knew of their order, so there are few turns. */
enum {
    FIRST_WORK = 1 << 12,
    MORE_WORK = 8,
    TABLE_GROWTH = 4,
    PROOF_GROWTH = 2,
    EXACT_PART = 256,
    IDEALS_PART = 2048,
    MORE_IDEALS_PART = 8192,
    APART_IDEALS_PART = 512,
    VALUE_WORK = 1 << 18
};
enum { DIAGRAM_BITS = 48, TREE_BITS = 40, LISTED_BITS = 80, MOVES_A_BIT = 10 };
enum { LARGE = 2 };
struct ways {
    struct masks *m;
    const struct ground_mask *state;
    uint64_t target, allowed;
    struct mask_proof proof;
    bool proves, never; /* `proof` is open; there is none */
};

/* Values are large on average, so that most positions are asked for many numbers; and options hardly ever fall apart, so that
 * valuing whole positions meets no more of them. */
static bool is_for_exact(const struct masks *m)
{
    bool few = m->closing.nested || m->found_sum >= LARGE * m->found;
    return !m->exact.failed && few && !masks_fall_apart(m);
}

/* As far as it was searched depth first. *known is set if it decides. */
static enum status prove_on(struct ways *w, uint64_t *known)
{
    uint64_t found = 0;
    if (!w->proves) {
        enum status st = mask_proof_open(&w->proof, w->m, w->state);
        w->proves = true;
        if (st != ST_OK) w->never = true;
        if (st != ST_OK) return ST_OK; /* no memory for one more table */
    }
    enum status st = mask_prove_on(&w->proof, w->state, w->target, w->allowed, &found);
    if (w->m->paused) return ST_OK;
    w->never = st == ST_UNSUPPORTED;
    if (w->never) return ST_OK;
    if (st == ST_OK) *known = found;
    w->m->paused = false;
    return st;
}

/* Steps of a table (mask_bits.h) that take as long as one of a search, which tries all moves of a list for each position, or goes down
 * a tree of them. */
static uint64_t bits_part(const struct masks *m)
{
    return m->diagrams ? DIAGRAM_BITS : m->tree ? TREE_BITS : LISTED_BITS + m->ground.move_count / MOVES_A_BIT;
}

/* The table of all positions, if it takes no longer than the search so far. */
static enum status fill_bits(struct ways *w, bool *done, uint64_t *known)
{
    uint64_t part = bits_part(w->m), allowed = w->allowed < UINT64_MAX / part ? w->allowed * part : UINT64_MAX;
    enum status st = mask_bits_try(w->m, w->state, w->target, allowed, done);
    if (st == ST_OK && *done) *done = mask_bits_find(w->m, w->state, w->target, known);
    return st;
}

/* Options of a table of order ideals that take as long as a step of a search; more where all values will be looked at in any case, and
 * fewer where parts are searched apart, for of those a search meets far fewer than there are. */
static uint64_t ideals_part(const struct masks *m)
{
    return is_for_exact(m) ? MORE_IDEALS_PART : masks_fall_apart(m) ? APART_IDEALS_PART : IDEALS_PART;
}

/* A part, which is the whole state if it is the only one: whose images need not be within what is left of it. */
static enum status note_part(struct masks *m, const struct ground_mask *state, const struct mask_part *part,
                             uint64_t target, uint64_t allowed, bool *done)
{
    uint64_t known = mask_memo_find(&m->memo, part->state.words);
    uint32_t value = 0;
    *done = mask_is_decided(known, target);
    if (*done) return ST_OK;
    bool whole = mask_ideals_find(m, state, IDEAL_VALUES, &value);
    enum ideal_question question = target == 0 && !whole ? IDEAL_NORMAL : IDEAL_VALUES;
    enum status st = mask_ideals_try(m, state, question, allowed, done);
    if (st != ST_OK || !*done) return st;
    mask_ideals_find(m, state, question, &value);
    known |= UINT64_C(1); /* of an outcome: the value is not 0 */
    if (question == IDEAL_VALUES || !value) known = mask_value(value);
    return mask_memo_note(&m->memo, part->state.words, known, part->cells);
}

/* The parts of the state whose values do not decide, each by a table; done: m->memo has what decides. 0 allowed: none is made. */
static enum status note_ideals(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t allowed,
                               bool *done)
{
    enum status st = ST_OK;
    *done = false;
    if (!masks_have_parts(m)) return ST_OK;
    m->parts.count = 0;
    if (!masks_split(m, state, &m->parts)) return ST_NO_MEMORY;
    *done = true;
    for (size_t i = 0; st == ST_OK && i < m->parts.count && *done; i++) {
        struct mask_part part = m->parts.data[i];
        bool alone = m->parts.count == 1;
        st = note_part(m, alone ? state : &part.state, &part, alone ? target : MASK_ANY, allowed, done);
    }
    return st;
}

/* The same of order ideals. */
static enum status fill_ideals(struct ways *w, bool *done)
{
    uint64_t part = ideals_part(w->m), allowed = w->allowed < UINT64_MAX / part ? w->allowed * part : UINT64_MAX;
    return note_ideals(w->m, w->state, w->target, allowed, done);
}

static uint64_t further(const struct ways *w, bool proofs)
{
    const struct masks *m = w->m;
    bool table = m->bits.rule && !masks_fall_apart(m);
    if (w->allowed >= UINT64_MAX / MORE_WORK / EXACT_PART) return UINT64_MAX;
    uint64_t next = proofs  ? w->allowed + w->allowed / PROOF_GROWTH + 1
                    : table ? w->allowed * TABLE_GROWTH
                            : w->allowed * MORE_WORK;
    uint64_t enough = mask_bits_work(m, w->target) / bits_part(m) + 1;
    uint64_t ideals = mask_ideals_work(m) / ideals_part(m) + 1;
    if (ideals > w->allowed && ideals < next) next = ideals;
    return enough > w->allowed && enough < next ? enough : next;
}

/* Is it time for proofs? Of values one takes several, each of another number, and where conditions are diagrams to list options
 * again is what takes long: there depth first is left alone. */
static bool is_for_proofs(const struct ways *w, uint64_t first)
{
    const struct masks *m = w->m;
    bool value = w->target == MASK_ANY;
    if (m->strips || w->never || w->allowed <= first) return false;
    if (m->tree && !m->first_turn && w->allowed <= MASK_WHOLE_WORK) return false;
    return m->first_turn || !value || (!m->diagrams && w->allowed > VALUE_WORK);
}

/* Until one of them has the answer. */
static enum status take_turns(struct ways *w, uint64_t *known)
{
    struct masks *m = w->m;
    uint64_t searched = 0, first = w->allowed;
    for (;;) {
        bool done = false, valued = false;
        m->paused = false;
        m->steps = 0;
        m->work = searched;
        m->allowed = w->allowed;
        enum status st = mask_search_on(m, w->state, w->target, known);
        if (!m->paused) return st;
        searched = w->allowed;
        st = fill_ideals(w, &valued);
        if (st == ST_OK && !valued) st = fill_bits(w, &done, known);
        if (st != ST_OK || done) return st;
        bool exact = !valued && is_for_exact(m), proofs = !exact && !valued && is_for_proofs(w, first);
        st = exact ? mask_exact_parts(m, w->state, w->allowed * EXACT_PART, &done) : ST_OK;
        if (st == ST_OK && proofs) st = prove_on(w, known);
        if (st != ST_OK || (proofs && !w->never && !m->paused)) return st;
        w->allowed = further(w, proofs && !w->never);
    }
}

/* A table of which is known what it takes is filled first where a search is expected to take much longer. */
static bool is_for_subsets(const struct masks *m, const struct ground_mask *state, uint64_t target)
{
    bool expected =
        m->forecast > 0 && m->forecast_for == target && is_same(shape_of(&m->ground), &m->forecast_of, state);
    double work = (double)mask_bits_subsets(m, state) * MASK_BITS_TURNS;
    return expected && work > 0 && MASK_SUBSETS_SOONER * work < mask_turns(m, m->forecast);
}

enum status mask_search(struct masks *m, const struct ground_mask *state, uint64_t target, uint64_t *known)
{
    uint64_t first = m->strips ? UINT64_MAX : m->first_turn ? m->first_turn : FIRST_WORK;
    bool done = false;
    struct ways w = {.m = m, .state = state, .target = target, .allowed = first};
    if (mask_bits_find(m, state, target, known)) return ST_OK;
    uint64_t noted = m->memo.count;
    enum status st = kept_masks_take(m);
    bool again = st == ST_OK && m->memo.count > noted && mask_bits_are_kept(m, state, target);
    if (st == ST_OK && !again) again = is_for_subsets(m, state, target);
    if (again) st = mask_bits_try(m, state, target, UINT64_MAX, &done);
    bool found = st == ST_OK && done && mask_bits_find(m, state, target, known);
    done = false;
    if (st == ST_OK && !found && m->ideals.rule) st = note_ideals(m, state, target, 0, &done);
    if (st == ST_OK && !found && !done && m->exact.count) st = mask_exact_parts(m, state, FIRST_WORK, &done);
    if (st == ST_OK && !found) st = take_turns(&w, known);
    if (w.proves) mask_proof_close(&w.proof);
    kept_masks_end(m);
    return st;
}
