/* SPDX-License-Identifier: MIT */
/* Answers that cannot be answers, one for each value of a parameter that the rule does not read. `solve nonsense(k)`
 * chooses. */
#include <cgi/plugin.h>

static uint64_t chosen(const cgi_request *request)
{
    const cgi_integer *k = &request->params[0].values[0];
    return k->count ? k->limbs[0] : 0;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    static const uint64_t one = 1, padded[2] = {1, 0};
    const cgi_integer negative = {-1, 1, &one}, unsigned_zero = {1, 0, &one}, long_one = {1, 2, padded},
                      good = {1, 1, &one};
    (void)instance;
    switch (chosen(request)) {
    case 1: return sink->value(sink, &negative);
    case 2: return sink->value(sink, &unsigned_zero);
    case 3: return sink->value(sink, &long_one);
    case 4: return sink->value(sink, &good) == CGI_OK ? sink->value(sink, &good) : CGI_FAILED;
    case 5: return CGI_OK;
    case 6: return request->host->fail(request->host, "the stars are wrong\n");
    case 7: return 12345;
    case 8: return CGI_CANCELLED;
    case 9: return sink->move(sink, 0, &request->components[0]);
    case 10: return CGI_UNSUPPORTED;
    case 11: return request->host->allocate(request->host, SIZE_MAX) ? CGI_OK : CGI_NO_MEMORY;
    default: return sink->value(sink, &good);
    }
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    (void)instance;
    *answer = chosen(request) == 1 ? 2 : CGI_OUTCOME_N;
    return CGI_OK;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    static const uint64_t words[2] = {1, 0};
    const cgi_integer negative = {-1, 1, words}, empty = {0, 0, words};
    const cgi_field below = {CGI_NAT, 1, 1, &negative}, row = {CGI_ROW, 1, 1, &empty}, none = {CGI_NAT, 1, 1, &empty};
    const cgi_field two[2] = {none, none};
    const cgi_component under = {1, &below}, other = {1, &row}, zero = {1, &none}, wide = {2, two};
    (void)instance;
    switch (chosen(request)) {
    case 1: return sink->move(sink, 0, &under);
    case 2: return sink->move(sink, 0, &other);
    case 3: return sink->move(sink, 0, &wide);
    case 4: return sink->move(sink, request->component_count, &zero);
    case 5: return sink->move(sink, 0, &request->components[0]);
    case 6: return sink->move(sink, 0, &zero) == CGI_OK ? sink->move(sink, 0, &zero) : CGI_FAILED;
    case 7: return sink->value(sink, &empty);
    case 8: return sink->move(sink, 0, NULL);
    default: return sink->move(sink, 0, &zero);
    }
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_SUM | CGI_NORMAL | CGI_VALUE | CGI_OUTCOME | CGI_MOVES,
    .name = "nonsense",
    .version = "1",
    .summary = "a test",
    .reference =
        "game nonsense(n) { param k = 0 in 0..20 move take(t in 1..n) where t != k or t == k -> nonsense(n - t) }",
    .claim = "none",
    .source = "nobody",
    .value = value,
    .outcome = outcome,
    .moves = moves,
};
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
