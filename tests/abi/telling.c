/* SPDX-License-Identifier: MIT */
/* Steps of all kinds, by the size of the first heap: right ones, and one way to be wrong each. */
#define NAME "telling"
#include "thirds.h"

static int line(const cgi_sink *sink, const char *text, uint64_t number, size_t count)
{
    cgi_integer one = {number != 0, number != 0, &number}, n[3] = {one, one, one};
    return sink->line(sink, text, n, count);
}

static int odd_line(const cgi_sink *sink, uint64_t n)
{
    static const char *const texts[] = {"", "%d", "%x", "%", "%*d", "two\nlines", "%c", "no place", "%d %d %d"};
    uint64_t zero = 0;
    cgi_integer bad = {1, 1, &zero};
    if (n == 9) return sink->line(sink, "%d", &bad, 1);
    return line(sink, texts[n], 77, n == 1 ? 0 : n == 8 ? 2 : n == 2 || n == 4 || n == 6 || n == 7);
}

static int steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    uint64_t n = request->components[0].fields[0].cells[0].count ? request->components[0].fields[0].cells[0].limbs[0]
                                                                 : 0,
             rest = rest_of(&request->components[0]);
    uint32_t who;
    int status = CGI_OK;
    if (n < 10) status = odd_line(sink, n);
    if (n < 10) return status;
    for (uint64_t i = 0; status == CGI_OK && i < (n == 10 ? 500 : 1); i++) status = line(sink, "%d%% of %*b", n, 3);
    if (n == 10 || status != CGI_OK) return status;
    if (n == 11) return CGI_OK;
    if (n == 12) return CGI_UNSUPPORTED;
    if (n == 13) return give(sink, rest + 1);
    if (n == 14) return sink->outcome(sink, rest ? CGI_OUTCOME_P : CGI_OUTCOME_N);
    if (n == 15) return sink->outcome(sink, 7);
    if (n == 16) return sink->move(sink, 0, &request->components[0]);
    thirds_outcome(instance, request, &who);
    status = request->component_count == 1 ? give(sink, rest) : CGI_OK;
    if (n == 17 && status == CGI_OK) status = give(sink, rest);
    return status == CGI_OK ? sink->outcome(sink, who) : status;
}

static const cgi_plugin plugin = {DESCRIPTOR, .steps = steps};
ENTRY(&plugin)
