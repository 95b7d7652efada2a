/* SPDX-License-Identifier: MIT */
/* Kayles up to 8 pins, with SG values and misere outcomes of single heaps that are right, and one lie: that it is tame. No
 * single heap shows it. A heap of 5 has the SG value 4 and the misere value 1, so that 1 + 5 is lost in misere play where the
 * tame rule says won. The data are those of a program by itself: values by mex, outcomes by search of all sums. */
#include <cgi/plugin.h>

static uint64_t pins(const cgi_request *request)
{
    const cgi_integer *n = &request->components[0].fields[0].cells[0];
    return n->count ? n->limbs[0] : 0;
}

static int offer(void *instance, const cgi_request *request, cgi_offer *offered)
{
    (void)instance;
    if (request->components[0].fields[0].cells[0].count > 1 || pins(request) > 8) offered->value = offered->outcome = 0;
    return CGI_OK;
}

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    static const unsigned char values[] = {0, 1, 2, 3, 1, 4, 3, 2, 1};
    const uint64_t limb = values[pins(request)];
    const cgi_integer answer = {limb != 0, limb != 0, &limb};
    (void)instance;
    return sink->value(sink, &answer);
}

static int outcome(void *instance, const cgi_request *request, uint32_t *answer)
{
    uint64_t n = pins(request);
    int lost = request->play == CGI_PLAY_NORMAL ? n == 0 : n == 1 || n == 4;
    (void)instance;
    *answer = lost ? CGI_OUTCOME_P : CGI_OUTCOME_N;
    return CGI_OK;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME | CGI_TAME,
    .name = "untame",
    .version = "1",
    .summary = "a test",
    .reference = "game untame(n) { move knock(t in 1..min(2, n), a in 0..n - t) -> untame(a) + untame(n - t - a) }",
    .claim = "none",
    .source = "nobody",
    .offer = offer,
    .value = value,
    .outcome = outcome,
};
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
