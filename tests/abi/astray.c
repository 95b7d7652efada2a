/* SPDX-License-Identifier: MIT */
/* Nim, right in all but the options of a value, where a parameter that the rule does not read says what goes wrong. `solve
 * astray(k)` chooses: 0 nothing, 6 it does not know them. */
#include <cgi/plugin.h>

static uint64_t word(const cgi_integer *n) { return n->count ? n->limbs[0] : 0; }

static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    (void)instance;
    return sink->value(sink, &request->components[0].fields[0].cells[0]);
}

static int give(const cgi_sink *sink, uint64_t to)
{
    const cgi_integer left = {to != 0, to != 0, &to};
    const cgi_field field = {CGI_NAT, 1, 1, &left};
    const cgi_component result = {1, &field};
    return sink->move(sink, 0, &result);
}

static int options(void *instance, const cgi_request *request, const cgi_integer *wanted, const cgi_sink *sink)
{
    uint64_t heap = word(&request->components[0].fields[0].cells[0]), to = word(wanted);
    (void)instance;
    switch (word(&request->params[0].values[0])) {
    case 1: return give(sink, to + 1);
    case 2: return CGI_OK;
    case 3: return request->host->fail(request->host, "the map is upside down");
    case 4: return give(sink, to) == CGI_OK ? give(sink, to) : CGI_FAILED;
    case 5: return sink->value(sink, wanted);
    case 6: return CGI_UNSUPPORTED;
    case 7: return give(sink, to); /* also where it lies above the heap */
    default: return to < heap && wanted->count <= 1 ? give(sink, to) : CGI_OK;
    }
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_VALUE,
    .name = "astray",
    .version = "1",
    .summary = "a test",
    .reference = "game astray(n) { param k = 0 in 0..20 move take(t in 1..n) where t != k or t == k -> astray(n - t) }",
    .claim = "none",
    .source = "nobody",
    .value = value,
    .options = options,
};
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
