/* SPDX-License-Identifier: MIT */
/* Heaps from which 1 to m tokens may be taken, where m is the first parameter; a component is one heap or a row of
 * heaps. The value of a heap is g(n) = n mod (m + 1): the options n - 1 .. n - m have every residue but n's own, once
 * each. So there is exactly one way from n to a value t != g: take d = (g - t) mod (m + 1), if the heap is that large;
 * t may exceed g. Such a heap is pet (a non-terminal one of value 0 has an option of value 1), so sums follow Nim's
 * rule on the values.
 *
 *     static const cgi_plugin plugin = {..., .offer = limited_offer, .value = limited_value,
 *                                       .outcome = limited_outcome, .moves = limited_moves,
 *                                       .options = limited_options, .steps = limited_steps}; */
#ifndef CGI_SHARE_LIMITED_HEAPS_H
#define CGI_SHARE_LIMITED_HEAPS_H
#include <string.h>
#include "share/numbers.h"
#include "share/nim_steps.h"

/* Everything but the heaps is one word: m is at most 2^64 - 1, and m + 1 = 2^64 is stored as 0. */
struct limited {
    const cgi_request *request;
    const cgi_sink *sink;
    uint64_t most, modulus; /* m, m + 1 */
    struct nim_words sum;
    cgi_integer *cells; /* capacity for the longest row; `heap` for the largest heap */
    uint64_t *heap;
};

static inline uint64_t limited_heap(const struct limited *l, const cgi_integer *heap)
{
    if (heap->count == 0) return 0;
    if (l->modulus == 0) return heap->limbs[0];
    if (heap->count == 1) return heap->limbs[0] % l->modulus;
    return number_mod_word(heap, l->modulus);
}

/* Returns false if m does not fit in a word. */
static inline bool limited_read(const cgi_request *request, struct limited *l)
{
    *l = (struct limited){.request = request};
    if (!read_word(&request->params[0].values[0], &l->most)) return false;
    l->modulus = l->most + 1;
    for (size_t c = 0; c < request->component_count; c++) {
        const cgi_field *row = row_of(&request->components[c]);
        for (uint32_t i = 0; i < row->rows; i++) words_add(&l->sum, limited_heap(l, &row->cells[i]));
    }
    return true;
}

static inline int limited_value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct limited l;
    (void)instance;
    return limited_read(request, &l) ? give_word(sink, l.sum.x) : CGI_UNSUPPORTED;
}

static inline int limited_outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct limited l;
    (void)instance;
    if (!limited_read(request, &l)) return CGI_UNSUPPORTED;
    *answer = nim_outcome(request, l.sum.x == 0, l.sum.large);
    return CGI_OK;
}

/* How many tokens to take from a heap of value g to reach value t; 0 if there is no such move. */
static inline uint64_t limited_take(const struct limited *l, const cgi_integer *heap, uint64_t g, uint64_t t)
{
    if (t == g || t > l->most) return 0;
    uint64_t take = g > t ? g - t : g - t + l->modulus;
    bool enough = heap->count > 1 || (heap->count == 1 && heap->limbs[0] >= take);
    return enough ? take : 0;
}

/* The winning moves in one component. */
static inline int limited_component(const struct limited *l, size_t component)
{
    const cgi_field *row = row_of(&l->request->components[component]);
    int status = CGI_OK;
    if (row->rows) memcpy(l->cells, row->cells, row->rows * sizeof *l->cells);
    for (uint32_t i = 0; status == CGI_OK && i < row->rows; i++) {
        uint64_t g = limited_heap(l, &row->cells[i]);
        uint64_t take = limited_take(l, &row->cells[i], g, words_target(l->request, &l->sum, g));
        if (take) {
            l->cells[i] = less(&row->cells[i], take, l->heap);
            status = give_cells(l->sink, component, row, l->cells);
            l->cells[i] = row->cells[i];
        }
        if (status == CGI_OK) status = go_on(l->request, i);
    }
    return status;
}

/* The winning moves in all components. */
static inline int limited_list(struct limited *l)
{
    const cgi_host *host = l->request->host;
    struct extent most = extent_of(l->request);
    l->cells = host->allocate(host, most.cells * sizeof *l->cells + most.limbs * sizeof *l->heap);
    if (!l->cells) return CGI_NO_MEMORY;
    l->heap = (uint64_t *)(void *)(l->cells + most.cells);
    int status = CGI_OK;
    for (size_t i = 0; status == CGI_OK && i < l->request->component_count; i++) {
        status = limited_component(l, i);
        if (status == CGI_OK) status = go_on(l->request, i);
    }
    host->release(host, l->cells);
    return status;
}

static inline int limited_moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct limited l;
    (void)instance;
    if (!limited_read(request, &l)) return CGI_UNSUPPORTED;
    l.sink = sink;
    return limited_list(&l);
}

/* All options of one component that have a given value. */
static inline int limited_options(void *instance, const cgi_request *request, const cgi_integer *value,
                                  const cgi_sink *sink)
{
    struct limited l;
    uint64_t wanted;
    (void)instance;
    if (!limited_read(request, &l)) return CGI_UNSUPPORTED;
    if (!read_word(value, &wanted)) return CGI_OK; /* values are words */
    l.sink = sink;
    l.sum.x ^= wanted; /* as if the rest of the sum had this value */
    return limited_list(&l);
}

/* ---- steps ------------------------------------------------------------------------------------------------------- */
/* "pile(9): 9 = 2 * 4 + 1, so it is worth 1" */
static inline void limited_tell(struct steps *s, struct number *n, size_t c, uint32_t i, const cgi_integer *heap)
{
    struct number *modulus = n, *quotient = n + 1, *rest = n + 2;
    number_divide(quotient, rest, heap, &modulus->is);
    if (row_of(&s->request->components[c])->kind == CGI_NAT) steps_add(s, "%c", steps_component(s, c));
    else steps_add(s, "heap %d", steps_word(s, (uint64_t)i + 1));
    step(s, ": %d = %d * %d + %d, so it is worth %d", heap, &quotient->is, &modulus->is, &rest->is, &rest->is);
}

/* All heaps, told or put into the table. */
static inline void limited_walk(struct nim_table *t, struct number *n, bool table)
{
    struct steps *s = t->steps;
    for (size_t c = 0; steps_room(s) && c < s->request->component_count; c++) {
        const cgi_field *row = row_of(&s->request->components[c]);
        for (uint32_t i = 0; steps_room(s) && i < row->rows; i++) {
            if (!table) limited_tell(s, n, c, i, &row->cells[i]);
            number_divide(n + 1, n + 2, &row->cells[i], &n->is);
            if (table) nim_table_row(t, c, row->kind == CGI_NAT ? NULL : "heap %d", (uint64_t)i + 1, &n[2].is);
            else nim_table_count(t, &n[2].is);
        }
    }
}

static inline int limited_steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct limited l;
    struct steps s;
    struct numbers numbers;
    struct number n[3];
    (void)instance;
    if (!steps_open(&s, request, sink) || !limited_read(request, &l)) return CGI_UNSUPPORTED;
    struct nim_table t = {.steps = &s};
    int status = numbers_open(&numbers, request->host, n, 3, extent_of(request).limbs + 2);
    s.memory = &numbers.status;
    number_set_word(n, l.most);
    number_add_word(n, &n->is, 1);
    step(&s, "a take of 1 to %d changes the rest of a heap modulo %d + 1 = %d, and can leave each smaller rest",
         steps_word(&s, l.most), steps_word(&s, l.most), &n->is);
    limited_walk(&t, n, false);
    limited_walk(&t, n, true);
    status = numbers_status(&numbers);
    const cgi_integer x = natural(&l.sum.x, 1);
    if (status == CGI_OK) status = nim_table_end(&t, &x, l.sum.large);
    numbers_close(&numbers);
    return status;
}

/* `reason` is static text, since the parameter has another name in each game. */
static inline int limited_offer_or(const cgi_request *request, cgi_offer *answer, const char *reason)
{
    uint64_t most;
    if (read_word(&request->params[0].values[0], &most)) return CGI_OK;
    answer->value = answer->outcome = answer->moves = 0;
    answer->reason = reason;
    return CGI_OK;
}

#endif
