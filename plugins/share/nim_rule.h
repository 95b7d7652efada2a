/* SPDX-License-Identifier: MIT */
/* Nim's rule on values. The player to move loses a sum of parts with SG values if the xor X of all values is 0 (Sprague
 * 1935, Grundy 1939); the winning moves give a part of value g the value g ^ X. If the parts are pet (one that is not
 * terminal and has value 0 has an option of value 1), misere play differs only while no value exceeds 1: then the
 * player to move loses if X is not 0, and a move that leaves no value above 1 aims at g ^ X with its last bit flipped
 * (Bouton 1901 for heaps, Ferguson 1974). That the parts of its game have this property is each plugin's own theorem.
 *
 *     *answer = nim_outcome(request, x == 0, large);              // large: how many values exceed 1
 *     target = g ^ x ^ nim_flips(request, large - (g > 1));       // of the part of value g */
#ifndef CGI_SHARE_NIM_RULE_H
#define CGI_SHARE_NIM_RULE_H
#include <cgi/plugin.h>
#include <stdbool.h>

static inline uint32_t nim_outcome(const cgi_request *request, bool balanced, size_t large)
{
    bool reversed = request->play == CGI_PLAY_MISERE && large == 0;
    return balanced != reversed ? CGI_OUTCOME_P : CGI_OUTCOME_N;
}
static inline bool nim_flips(const cgi_request *request, size_t other_large)
{
    return request->play == CGI_PLAY_MISERE && other_large == 0;
}

/* ---- values of one word ------------------------------------------------------------------------------------------ */
struct nim_words {
    uint64_t x;
    size_t large;
};
static inline void words_add(struct nim_words *sum, uint64_t g)
{
    sum->x ^= g;
    sum->large += g > 1;
}
static inline uint64_t words_target(const cgi_request *request, const struct nim_words *sum, uint64_t g)
{
    return g ^ sum->x ^ nim_flips(request, sum->large - (g > 1));
}
static inline int give_word(const cgi_sink *sink, uint64_t value)
{
    cgi_integer answer = {value != 0, value != 0, &value};
    return sink->value(sink, &answer);
}

#endif
