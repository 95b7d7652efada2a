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
#include "share/gmp_numbers.h"
#include "share/nim_rule.h"

struct parts {
    const cgi_request *request;
    const cgi_sink *sink;
    mpz_t x;            /* the xor of all values */
    mpz_t g, t;         /* the value of the current part, and the value it should get */
    mpz_t a, b;         /* for the plugin's calculations */
    size_t large;       /* values larger than 1 */
    cgi_integer *cells; /* capacity for the longest row */
    void *reserve;
};

/* ---- what the plugin defines ------------------------------------------------------------------------------------- */
/* Do the parameters allow an answer? */
static bool parts_fit(const cgi_request *request);
/* Sets p->g to the value of the part, counted from 0; returns false if there are fewer parts. May use a and b. */
static bool part_value(struct parts *p, const cgi_component *component, uint32_t part);
/* Passes to p->sink all options that change the value of the part from p->g to p->t, which differs. May use a and b,
 * and change t. */
static int part_options(struct parts *p, size_t component, uint32_t part);

/* ---- what it is provided with ------------------------------------------------------------------------------------ */
static inline int parts_open(const cgi_request *request, const cgi_sink *sink, struct parts *p)
{
    enum { NUMBERS = 16 }; /* those of struct parts, and as many temporaries */
    struct extent most = extent_of(request);
    if (!parts_fit(request) || most.negative || most.limbs > MOST_LIMBS) return CGI_UNSUPPORTED;
    *p = (struct parts){.request = request, .sink = sink};
    p->reserve = reserve_numbers(request, most.limbs, NUMBERS);
    p->cells = request->host->allocate(request->host, most.cells * sizeof *p->cells);
    if (!p->reserve || !p->cells) {
        request->host->release(request->host, p->reserve);
        request->host->release(request->host, p->cells);
        return CGI_NO_MEMORY;
    }
    mpz_inits(p->x, p->g, p->t, p->a, p->b, NULL);
    for (size_t i = 0; i < request->component_count; i++)
        for (uint32_t part = 0; part_value(p, &request->components[i], part); part++) {
            mpz_xor(p->x, p->x, p->g);
            p->large += mpz_cmp_ui(p->g, 1) > 0;
        }
    return CGI_OK;
}

static inline void parts_close(struct parts *p)
{
    const cgi_host *host = p->request->host;
    mpz_clears(p->x, p->g, p->t, p->a, p->b, NULL);
    host->release(host, p->reserve);
    host->release(host, p->cells);
}

static inline int parts_value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    cgi_integer answer = as_integer(p.x);
    status = sink->value(sink, &answer);
    parts_close(&p);
    return status;
}

static inline int parts_outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    struct parts p;
    (void)instance;
    int status = parts_open(request, NULL, &p);
    if (status != CGI_OK) return status;
    *answer = nim_outcome(request, mpz_sgn(p.x) == 0, p.large);
    parts_close(&p);
    return CGI_OK;
}

/* The winning moves in one component. */
static inline int parts_component(struct parts *p, size_t component)
{
    int status = CGI_OK;
    for (uint32_t part = 0; status == CGI_OK && part_value(p, &p->request->components[component], part); part++) {
        mpz_xor(p->t, p->g, p->x);
        if (nim_flips(p->request, p->large - (mpz_cmp_ui(p->g, 1) > 0))) mpz_combit(p->t, 0);
        if (mpz_cmp(p->t, p->g) != 0) status = part_options(p, component, part);
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
    mpz_t n;
    (void)instance;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    mpz_xor(p.x, p.x, view(n, value)); /* as if the rest of the sum had this value */
    status = parts_component(&p, 0);
    parts_close(&p);
    return status;
}

#endif
