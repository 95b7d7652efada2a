/* SPDX-License-Identifier: MIT */
/* Guesses tried on all values, measured, and the shortest kept. */
#include "law/law.h"
#include "law/private.h"

struct trying {
    const struct law_box *box;
    struct arena *arena;
    struct law_list *laws;
    uint64_t all_bits; /* what the values take */
    unsigned value_bits, place_bits;
    uint64_t seen, fresh; /* numbers of positions */
};

int64_t law_seen(const struct law_box *box, size_t field) { return (box->extent[field] + LAW_SHARE - 1) / LAW_SHARE; }

void law_place(const struct law_box *box, uint64_t index, int64_t *numbers)
{
    for (size_t i = box->fields; i-- > 0;) {
        numbers[i] = box->low[i] + (int64_t)(index % (uint64_t)box->extent[i]);
        index /= (uint64_t)box->extent[i];
    }
}

static bool is_seen(const struct law_box *box, const int64_t *numbers)
{
    bool seen = true;
    for (size_t i = 0; seen && i < box->fields; i++) seen = numbers[i] - box->low[i] < law_seen(box, i);
    return seen;
}

/* ---- how much the values say ----------------------------------------------------------------------------------------- */
/* As many bits a value as the greatest takes; of outcomes, the places of the rarer kind if that is less. */
static void measure(struct trying *t)
{
    const struct law_box *box = t->box;
    uint64_t ones = 0, count = 0;
    int64_t numbers[LAW_FIELDS];
    t->value_bits = 1;
    t->place_bits = law_number_bits((int64_t)box->count);
    for (uint64_t i = 0; i < box->count; i++) {
        if (box->values[i] == LAW_NONE) continue;
        law_place(box, i, numbers);
        bool seen = is_seen(box, numbers);
        t->seen += seen;
        t->fresh += !seen;
        ones += box->values[i] != 0;
        count++;
        if (law_number_bits(box->values[i]) > t->value_bits) t->value_bits = law_number_bits(box->values[i]);
    }
    t->all_bits = count * t->value_bits;
    if (!box->outcomes) return;
    if (ones > count - ones) ones = count - ones;
    if (ones * t->place_bits < t->all_bits) t->all_bits = ones * t->place_bits;
}

/* ---- one guess ------------------------------------------------------------------------------------------------------- */
static bool is_right(const struct trying *t, const struct law_term *term, const int64_t *numbers, uint64_t index)
{
    int64_t value;
    if (!law_value(term, numbers, t->box, &value)) return false;
    return t->box->outcomes ? (value != 0) == (t->box->values[index] != 0) : value == t->box->values[index];
}

/* What a guess does on the box from `from` on. */
struct trial {
    struct law law;
    bool too_many, refuted;
};

static void try_guess(const struct trying *t, const struct law_term *term, int64_t from, struct trial *trial)
{
    int64_t numbers[LAW_FIELDS];
    *trial = (struct trial){.law = {.term = term, .from = from}};
    for (uint64_t i = 0; i < t->box->count; i++) {
        law_place(t->box, i, numbers);
        bool before = t->box->fields == 1 && numbers[0] < from;
        if (before || t->box->values[i] == LAW_NONE || is_right(t, term, numbers, i)) continue;
        if (!is_seen(t->box, numbers)) {
            trial->law.wrong = i;
            trial->refuted = true;
            return;
        }
        trial->too_many |= trial->law.exception_count == LAW_EXCEPTIONS;
        if (trial->too_many) return;
        trial->law.exceptions[trial->law.exception_count++] = i;
    }
}

/* Exceptions that are the first numbers of all are left out of the range instead. */
static void begin_later(const struct law_box *box, struct law *law)
{
    size_t first = 0;
    if (box->fields != 1 || law->from != box->low[0]) return;
    while (first < law->exception_count && law->exceptions[first] == first) first++;
    if (first != law->exception_count) return;
    law->from += (int64_t)first;
    law->exception_count = 0;
}

static void weigh(const struct trying *t, struct law *law, uint64_t bits)
{
    uint64_t skipped = t->box->fields == 1 ? (uint64_t)(law->from - t->box->low[0]) : 0;
    law->bits = (bits ? bits : law_bits(law->term)) + law->exception_count * (t->place_bits + t->value_bits) +
                skipped * t->value_bits;
    if (skipped) law->bits += t->place_bits;
}

/* A constant says little and has little to explain: it needs no fewer bits than its exceptions, only few of these. */
static bool is_short(const struct trying *t, const struct law *law)
{
    uint64_t skipped = t->box->fields == 1 ? (uint64_t)(law->from - t->box->low[0]) : 0;
    if (t->box->outcomes && law->term->op == LAW_NUMBER) return law->exception_count + skipped <= LAW_EXCEPTIONS;
    return law->bits <= t->all_bits / LAW_SHARE;
}

static bool keep(const struct trying *t, const struct law *law, const struct law **place)
{
    struct law *kept = arena_alloc(t->arena, sizeof *kept);
    if (kept) *kept = *law, *place = kept;
    return kept != NULL;
}

/* Right for a while beyond the seen part, so that somebody who stopped there would take it for a law: worth saying where that ended. */
static bool is_trap(const struct trying *t, const struct trial *trial)
{
    uint64_t seen = (uint64_t)law_seen(t->box, 0);
    return t->box->fields == 1 && trial->law.wrong >= seen + LAW_WHILE && trial->law.term->op != LAW_NUMBER &&
           trial->law.bits <= t->all_bits / LAW_SHARE / LAW_SHARE &&
           (!t->laws->refuted || t->laws->refuted->wrong < trial->law.wrong);
}

static enum status weigh_guess(struct trying *t, const struct law_guess *guess)
{
    struct trial trial;
    try_guess(t, guess->term, t->box->low[0], &trial);
    if (trial.too_many && t->box->fields == 1 && guess->from > t->box->low[0])
        try_guess(t, guess->term, guess->from, &trial);
    if (trial.too_many) return ST_OK;
    begin_later(t->box, &trial.law);
    weigh(t, &trial.law, guess->bits);
    if (trial.refuted) return !is_trap(t, &trial) || keep(t, &trial.law, &t->laws->refuted) ? ST_OK : ST_NO_MEMORY;
    if (!is_short(t, &trial.law) || (t->laws->best && t->laws->best->bits <= trial.law.bits)) return ST_OK;
    return keep(t, &trial.law, &t->laws->best) ? ST_OK : ST_NO_MEMORY;
}

/* ---- all ------------------------------------------------------------------------------------------------------------- */
/* The part of the box that may be looked at, as a box of its own. */
static bool copy_seen(const struct law_box *box, struct arena *arena, struct law_box *seen)
{
    int64_t numbers[LAW_FIELDS];
    *seen = *box;
    seen->count = 1;
    for (size_t i = 0; i < box->fields; i++) seen->count *= (uint64_t)(seen->extent[i] = law_seen(box, i));
    int64_t *values = arena_array(arena, seen->count, sizeof *values);
    if (!values) return false;
    size_t next = 0;
    for (uint64_t i = 0; i < box->count; i++) {
        law_place(box, i, numbers);
        if (is_seen(box, numbers)) values[next++] = box->values[i];
    }
    seen->values = values;
    return true;
}

enum status law_find(const struct law_box *box, struct arena *arena, struct law_list *laws)
{
    struct trying t = {.box = box, .arena = arena, .laws = laws};
    struct law_guesses guesses = {.arena = arena};
    struct law_box seen;
    *laws = (struct law_list){NULL, NULL};
    measure(&t);
    if (t.fresh < LAW_FRESH || t.fresh / (LAW_SHARE - 1) < t.seen - t.seen / 8) return ST_OK;
    if (!copy_seen(box, arena, &seen)) return ST_NO_MEMORY;
    struct law_line line = {seen.low[0], (size_t)seen.count, seen.values, seen.outcomes};
    enum status st = seen.fields == 1 ? law_guess_line(&line, &guesses) : law_guess_box(&seen, &guesses);
    if (st == ST_OK) st = law_guess_pairs(&seen, &guesses);
    for (size_t i = 0; st == ST_OK && i < guesses.list.count; i++) st = weigh_guess(&t, &guesses.list.data[i]);
    vec_free(&guesses.list);
    if (laws->best) laws->refuted = NULL;
    return st;
}
