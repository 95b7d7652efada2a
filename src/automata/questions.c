/* SPDX-License-Identifier: MIT */
/* What an automaton says. Minimal ones need little work. */
#include <string.h>
#include "automata/private.h"
#include "base/mem.h"
#include "base/vec.h"

bool automaton_empty(const struct automaton *a)
{
    for (uint32_t s = 0; s < a->states; s++)
        if (a->accepts[s]) return false;
    return true;
}

bool automaton_equal(const struct automaton *a, const struct automaton *b)
{
    if (a->tracks != b->tracks || a->states != b->states || a->letters != b->letters) return false;
    for (int i = 0; i < a->tracks; i++)
        if (a->track[i] != b->track[i]) return false;
    return memcmp(a->next, b->next, (size_t)a->states * a->letters * sizeof *a->next) == 0 &&
           memcmp(a->accepts, b->accepts, a->states * sizeof *a->accepts) == 0;
}

bool automaton_holds(const struct automaton *a, const int64_t *numbers)
{
    int letters[AUTOMATON_TRACKS][NUMERATION_LONGEST], length = 0;
    for (int i = 0; i < a->tracks; i++) {
        int count = numeration_letters(a->in, numbers[i], 0, NUMERATION_LONGEST, letters[i]);
        if (count > length) length = count;
    }
    uint32_t state = 0;
    for (int i = 0; i < a->tracks; i++) numeration_letters(a->in, numbers[i], length, NUMERATION_LONGEST, letters[i]);
    for (int k = 0; k < length; k++) {
        uint32_t letter = 0;
        for (int i = a->tracks - 1; i >= 0; i--) letter = letter * (uint32_t)a->in->letters + (uint32_t)letters[i][k];
        state = a->next[(size_t)state * a->letters + letter];
    }
    return a->accepts[state];
}

/* The numbers of the word that leads to a state, by the letter and the state before it. */
static bool read_word(const struct automaton *a, const uint32_t *before, const uint32_t *by, uint32_t state,
                      int64_t *numbers)
{
    uint32_t word[NUMERATION_LONGEST];
    int length = 0;
    for (; state; state = before[state]) {
        if (length == NUMERATION_LONGEST) return false;
        word[length++] = by[state];
    }
    for (int i = 0; i < a->tracks; i++) {
        struct numeration_state s = {0};
        int64_t digits[NUMERATION_PERIOD];
        for (int k = length - 1; k >= 0; k--) {
            numeration_digits(a->in, letter_digit(a, word[k], i), digits);
            if (!numeration_step(a->in, &s, digits)) return false;
        }
        if (s.p > INT64_MAX / 2 || s.q > INT64_MAX / 2) return false;
        numbers[i] = s.p + a->in->below * s.q;
    }
    return true;
}

/* Breadth first: the numbering of a minimal automaton is by its shortest words, compared letter by letter. */
bool automaton_least(const struct automaton *a, int64_t *numbers)
{
    uint32_t *before = mem_alloc(a->states * sizeof *before), *by = mem_alloc(a->states * sizeof *by), to = 0;
    bool found = false;
    for (uint32_t s = 0, fresh = 1; before && by && s < a->states; s++)
        for (uint32_t l = 0; l < a->letters; l++) {
            uint32_t t = a->next[(size_t)s * a->letters + l];
            if (t != fresh) continue;
            before[t] = s;
            by[t] = l;
            fresh++;
        }
    while (to < a->states && !a->accepts[to]) to++;
    if (before && by && to < a->states) found = read_word(a, before, by, to, numbers);
    mem_free(before, before ? a->states * sizeof *before : 0);
    mem_free(by, by ? a->states * sizeof *by : 0);
    return found;
}
