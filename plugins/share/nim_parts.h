/* SPDX-License-Identifier: MIT */
/* Games that are sums of parts with values of any size, under Nim's rule (nim_rule.h): a heap, the gaps of a row of
 * chips. The plugin provides the value of a part and the options with a given value; the outcome and the winning moves
 * of sums follow:
 *
 *     #include "share/nim_parts.h"
 *     static bool parts_fit(const cgi_request *request) { return true; }
 *     static bool part_value(struct parts *p, const cgi_component *component, uint32_t part) { ... p->g ... }
 *     static int part_options(struct parts *p, size_t component, uint32_t part) { ... p->g, p->t ... }
 *     static const cgi_plugin plugin = {..., .value = parts_value, .outcome = parts_outcome, .moves = parts_moves,
 *                                       .options = parts_options}; */
#ifndef CGI_SHARE_NIM_PARTS_H
#define CGI_SHARE_NIM_PARTS_H
#include "share/numbers.h"
#include "share/nim_rule.h"

struct parts {
    const cgi_request *request;
    const cgi_sink *sink;
    struct number *x;      /* the xor of all values */
    struct number *g, *t;  /* the value of the current part, and the value it should get */
    struct number *a, *b;  /* for the plugin's calculations */
    struct number list[5]; /* x, g, t, a and b */
    struct numbers numbers;
    size_t large;       /* values larger than 1 */
    cgi_integer *cells; /* capacity for the longest row */
};

/* ---- what the plugin defines ------------------------------------------------------------------------------------- */
/* Do the parameters allow an answer? */
static bool parts_fit(const cgi_request *request);
/* Sets p->g to the value of the part, counted from 0; returns false if there are fewer parts. May use a and b. */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part);
/* Passes all options that change the value of the part from p->g to p->t, which differs, to parts_give_heap or
 * parts_give_cells. May use a and b, and change t. */
static int part_options(struct parts *p, size_t component, uint32_t part);

/* ---- what it is provided with ------------------------------------------------------------------------------------ */
/* Gives a move to the sink, unless memory ran out while it was computed. */
static inline int parts_give_heap(struct parts *p, size_t component, const struct number *left)
{
    int status = numbers_status(&p->numbers);
    return status == CGI_OK ? give_heap(p->sink, component, left->is) : status;
}
static inline int parts_give_cells(struct parts *p, size_t component, const cgi_field *row)
{
    int status = numbers_status(&p->numbers);
    return status == CGI_OK ? give_cells(p->sink, component, row, p->cells) : status;
}

static inline void parts_close(struct parts *p)
{
    numbers_close(&p->numbers);
    p->request->host->release(p->request->host, p->cells);
}

static inline int parts_open(const cgi_request *request, const cgi_sink *sink, struct parts *p)
{
    struct extent most = extent_of(request);
    if (!parts_fit(request) || most.negative || most.limbs > MOST_LIMBS) return CGI_UNSUPPORTED;
    *p = (struct parts){.request = request, .sink = sink};
    struct number *list = p->list;
    p->x = list, p->g = list + 1, p->t = list + 2, p->a = list + 3, p->b = list + 4;
    int status = numbers_open(&p->numbers, request->host, list, sizeof p->list / sizeof *list, most.limbs + 2);
    p->cells = request->host->allocate(request->host, most.cells * sizeof *p->cells);
    if (!p->cells) status = CGI_NO_MEMORY;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        for (uint32_t part = 0; part_value(p, &request->components[i], part); part++) {
            number_xor(p->x, &p->x->is, &p->g->is);
            p->large += is_large(&p->g->is);
        }
        status = numbers_status(&p->numbers);
    }
    if (status != CGI_OK) parts_close(p);
    return status;
}

static inline int parts_value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    status = sink->value(sink, &p.x->is);
    parts_close(&p);
    return status;
}

static inline int parts_outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, NULL, &p);
    if (status != CGI_OK) return status;
    *answer = nim_outcome(request, p.x->is.sign == 0, p.large);
    parts_close(&p);
    return CGI_OK;
}

/* The winning moves in one component. */
static inline int parts_component(struct parts *p, size_t component)
{
    int status = CGI_OK;
    for (uint32_t part = 0; status == CGI_OK && part_value(p, &p->request->components[component], part); part++) {
        const uint64_t one = 1;
        const cgi_integer bit = natural(&one, 1);
        number_xor(p->t, &p->g->is, &p->x->is);
        if (nim_flips(p->request, p->large - is_large(&p->g->is))) number_xor(p->t, &p->t->is, &bit);
        if (number_compare(&p->t->is, &p->g->is) != 0) status = part_options(p, component, part);
        if (status == CGI_OK) status = numbers_status(&p->numbers);
        if (status == CGI_OK) status = go_on(p->request, part);
    }
    return status;
}

static inline int parts_moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    for (size_t i = 0; status == CGI_OK && i < request->component_count; i++) {
        status = parts_component(&p, i);
        if (status == CGI_OK) status = go_on(request, i);
    }
    parts_close(&p);
    return status;
}

/* All options of one component that have a given value. */
static inline int parts_options(void *instance, const cgi_request *request, const cgi_integer *value,
                                const cgi_sink *sink)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    number_xor(p.x, &p.x->is, value); /* as if the rest of the sum had this value */
    status = parts_component(&p, 0);
    parts_close(&p);
    return status;
}

#endif
