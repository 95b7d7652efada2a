/* SPDX-License-Identifier: MIT */
/* A table with open addressing of questions as numbers, and their answers. */
#include "proof/linear/answers.h"
#include <string.h>
#include "base/hash.h"
#include "base/mem.h"
#include "proof/linear/private.h"

enum { FIRST_ROOM = 64, MOST_NUMBERS = 1 << 13 };

struct kept_answer {
    uint64_t hash;
    uint64_t steps, rows;
    struct linear_witness witness; /* arrays of `witness.count`; NULL: none was asked for */
    enum linear_answer answer;
    uint32_t count;
    uint32_t question[];
};

/* ---- questions as numbers ---------------------------------------------------------------------------------------- */

static bool is_narrow(const struct linear_form *f)
{
    bool narrow = f->constant >= INT16_MIN && f->constant <= INT16_MAX;
    for (uint32_t i = 0; narrow && i < f->count; i++)
        narrow = f->terms[i].var < 1 << 26 && f->terms[i].factor >= -32 && f->terms[i].factor < 32;
    return narrow;
}

/* Nearly all rows: constant, number of terms and kind in one number, then one for each term. Others: the same without
 * the constant, the constant as two, then three for each term. */
static uint32_t *write_row(uint32_t *to, struct linear_constraint c)
{
    const struct linear_form *f = c.form;
    bool narrow = is_narrow(f);
    *to++ = (narrow ? (uint32_t)(uint16_t)f->constant << 16 : 0) | f->count << 2 | !narrow << 1 | c.equality;
    if (!narrow) *to++ = (uint32_t)f->constant, *to++ = (uint32_t)((uint64_t)f->constant >> 32);
    for (uint32_t i = 0; i < f->count; i++) {
        uint64_t factor = (uint64_t)f->terms[i].factor;
        uint32_t var = (uint32_t)f->terms[i].var;
        if (narrow) *to++ = var << 6 | (factor & 63);
        else *to++ = var, *to++ = (uint32_t)factor, *to++ = (uint32_t)(factor >> 32);
    }
    return to;
}

/* False: a form is missing, or there are too many numbers. */
static bool write_question(struct linear_answers *a, struct answers_question q)
{
    size_t most = 1 + 3;
    if (q.also && !q.also->form) return false;
    if (q.also) most += 3 * (size_t)q.also->form->count;
    for (size_t i = 0; i < q.count && most < MOST_NUMBERS; i++) {
        if (!q.items[i].form) return false;
        most += 3 + 3 * (size_t)q.items[i].form->count;
    }
    a->question.count = 0;
    if (most >= MOST_NUMBERS || !vec_reserve(&a->question, most)) return false;
    uint32_t *to = a->question.data;
    *to++ = q.also != NULL;
    if (q.also) to = write_row(to, *q.also);
    for (size_t i = 0; i < q.count; i++) to = write_row(to, q.items[i]);
    a->question.count = (size_t)(to - a->question.data);
    a->hash = hash_bytes(a->question.data, a->question.count * sizeof *a->question.data);
    return true;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static bool is_asked(const struct linear_answers *a, const struct kept_answer *k)
{
    return k->hash == a->hash && k->count == a->question.count &&
           memcmp(k->question, a->question.data, k->count * sizeof *k->question) == 0;
}

static struct kept_answer **place_of(const struct linear_answers *a, uint64_t hash, bool asked)
{
    size_t at = hash & (a->room - 1);
    while (a->table[at] && !(asked && is_asked(a, a->table[at]))) at = (at + 1) & (a->room - 1);
    return &a->table[at];
}

static void forget_all(struct linear_answers *a)
{
    mem_free(a->table, a->room * sizeof *a->table);
    arena_free(&a->arena);
    a->table = NULL;
    a->room = a->count = 0;
}

void linear_answers_free(struct linear_answers *a)
{
    forget_all(a);
    vec_free(&a->question);
}

/* Room for one more. */
static bool make_room(struct linear_answers *a)
{
    if (a->arena.bytes > LINEAR_ANSWERS_BYTES) forget_all(a);
    if (a->room && 2 * (a->count + 1) <= a->room) return true;
    size_t room = a->room ? 2 * a->room : FIRST_ROOM, old_room = a->room;
    struct kept_answer **table = mem_alloc(room * sizeof *table), **old = a->table;
    if (!table) return false;
    a->table = table;
    a->room = room;
    for (size_t i = 0; i < old_room; i++)
        if (old[i]) *place_of(a, old[i]->hash, false) = old[i];
    mem_free(old, old_room * sizeof *old);
    return true;
}

/* ---- answers ----------------------------------------------------------------------------------------------------- */

/* The arrays of `from`, copied. */
static bool copy_witness(struct arena *arena, const struct linear_witness *from, struct linear_witness *to)
{
    struct linear_witness w = {arena_array(arena, from->count + 1, sizeof *w.vars),
                               arena_array(arena, from->count + 1, sizeof *w.values), from->count};
    if (!w.vars || !w.values) return false;
    memcpy(w.vars, from->vars, from->count * sizeof *w.vars);
    memcpy(w.values, from->values, from->count * sizeof *w.values);
    *to = w;
    return true;
}

bool answers_find(struct linear_work *work, struct answers_question q, struct linear_witness *witness,
                  enum linear_answer *answer)
{
    struct linear_answers *a = work->answers;
    if (!a) return false;
    a->hash = 0;
    if (!write_question(a, q)) return a->question.count = 0, false;
    a->looks++;
    const struct kept_answer *k = a->room ? *place_of(a, a->hash, true) : NULL;
    if (!k || k->steps > work->steps) return false;
    bool wanted = witness && k->answer == LINEAR_FEASIBLE;
    if (wanted && (!k->witness.vars || !copy_witness(work->arena, &k->witness, witness))) return false;
    work->steps -= k->steps;
    work->rows += k->rows;
    *answer = k->answer;
    a->found++;
    return true;
}

void answers_keep(struct linear_work *work, uint64_t steps, uint64_t rows, const struct linear_witness *witness,
                  enum linear_answer answer)
{
    struct linear_answers *a = work->answers;
    if (!a || !a->question.count || !make_room(a)) return;
    struct kept_answer **place = place_of(a, a->hash, true);
    struct kept_answer *k = *place;
    if (!k) {
        k = arena_alloc(&a->arena, sizeof *k + a->question.count * sizeof *k->question);
        if (!k) return;
        k->hash = a->hash;
        k->count = (uint32_t)a->question.count;
        memcpy(k->question, a->question.data, a->question.count * sizeof *k->question);
        *place = k;
        a->count++;
    }
    k->steps = steps;
    k->rows = rows;
    k->answer = answer;
    if (witness && answer == LINEAR_FEASIBLE) copy_witness(&a->arena, witness, &k->witness);
}
