/* SPDX-License-Identifier: MIT */
/* Steps of games under Nim's rule (nim_rule.h): the parts and their values in binary, the xor, and what it decides.
 *
 *     struct nim_table t = {.steps = &s};
 *     nim_table_count(&t, &g);                     // each part, after it was told how it got its value
 *     nim_table_row(&t, c, "step %d", 3, &g);      // each part again: "0101  step 3 of stairs([1, 0, 5]) is worth 5"
 *     return nim_table_end(&t, &x, large);         // what their xor decides, and what the steps come to
 *
 * Under normal play a host writes the table of a sum itself, so that of the parts of a single component is left to be written. */
#ifndef CGI_SHARE_NIM_STEPS_H
#define CGI_SHARE_NIM_STEPS_H
#include "share/nim_rule.h"
#include "share/steps.h"

struct nim_table {
    struct steps *steps;
    size_t width, parts; /* digits of the largest value; how many parts there are */
    bool always;         /* also of one part, or where the host has the table */
};

static inline bool nim_table_wanted(const struct nim_table *t)
{
    const cgi_request *request = t->steps->request;
    bool host = request->play == CGI_PLAY_NORMAL && t->parts == request->component_count;
    return t->always || (t->parts > 1 && !host);
}
static inline size_t bits_of(const cgi_integer *n)
{
    return n->count ? (size_t)n->count * 64 - (size_t)__builtin_clzll(n->limbs[n->count - 1]) : 1;
}
static inline void nim_table_count(struct nim_table *t, const cgi_integer *g)
{
    size_t bits = bits_of(g);
    if (bits > t->width) t->width = bits;
    t->parts++;
}
/* A part: a whole component, or what `what` calls it, with a %d for its number. */
static inline void nim_table_row(struct nim_table *t, size_t component, const char *what, uint64_t number,
                                 const cgi_integer *g)
{
    struct steps *s = t->steps;
    if (!nim_table_wanted(t)) return;
    steps_add(s, "%*b  ", steps_word(s, t->width), g);
    if (!what) steps_add(s, "%c", steps_component(s, component));
    else steps_add(s, what, steps_word(s, number));
    if (what && s->request->component_count > 1) steps_add(s, " of %c", steps_component(s, component));
    steps_add(s, " is worth %d", g);
    steps_end(s);
}

/* What the xor of all values decides; `large` of them exceed 1. */
static inline int nim_table_end(struct nim_table *t, const cgi_integer *x, size_t large)
{
    struct steps *s = t->steps;
    const cgi_request *request = s->request;
    bool misere = request->play == CGI_PLAY_MISERE, lost = nim_outcome(request, x->sign == 0, large) == CGI_OUTCOME_P;
    const char *who = lost ? "loses" : "wins";
    if (nim_table_wanted(t) && t->parts > 1)
        step(s, "%*b  their xor is %d: a one where the ones above are odd in number", steps_word(s, t->width), x, x);
    if (misere && large) {
        steps_add(s,
                  "misere play: values above 1 are there, %d of them, so the xor decides as in normal play: it is %d, ",
                  steps_word(s, large), x);
        steps_add(s, x->sign ? "not 0, so the player to move wins" : "so the player to move loses");
        steps_end(s);
        if (x->sign)
            step(s,
                 "a winning move leaves a xor of 0 if a value above 1 is left, else an odd number of ones, a xor of 1");
    } else if (misere) {
        steps_add(s, "misere play: no value exceeds 1, so only their number counts: the xor is %d, an ", x);
        steps_add(s, x->sign ? "odd number of ones, " : "even number of ones, ");
        steps_add(s, "so the player to move ");
        steps_add(s, who);
        steps_end(s);
    } else if (t->parts > 1 && request->component_count == 1) {
        steps_add(s, x->sign ? "the xor %d is not 0, so the player to move " : "the xor is %d, so the player to move ",
                  x);
        steps_add(s, who);
        steps_end(s);
    }
    return steps_come_to(s, x, lost ? CGI_OUTCOME_P : CGI_OUTCOME_N);
}

#endif
