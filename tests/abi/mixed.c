/* SPDX-License-Identifier: MIT */
/* Fields of every kind pass through: `moves` gives back the position it was asked about, each first cell lowered by
 * one. The instance counts the calls. */
#include <cgi/plugin.h>

static int open_it(const cgi_host *host, void **instance)
{
    *instance = host->allocate(host, sizeof(uint64_t));
    if (!*instance) return CGI_NO_MEMORY;
    *(uint64_t *)*instance = 0;
    return CGI_OK;
}

static void close_it(const cgi_host *host, void *instance) { host->release(host, instance); }

/* The number of cells, and of calls so far. */
static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    uint64_t cells = 0;
    for (size_t i = 0; i < request->components[0].field_count; i++)
        cells += (uint64_t)request->components[0].fields[i].rows * request->components[0].fields[i].columns;
    uint64_t limb = 100 * cells + ++*(uint64_t *)instance;
    const cgi_integer answer = {1, 1, &limb};
    return sink->value(sink, &answer);
}

static int lower_field(const cgi_request *request, const cgi_sink *sink, size_t which)
{
    const cgi_component *from = &request->components[0];
    const cgi_host *host = request->host;
    size_t count = (size_t)from->fields[which].rows * from->fields[which].columns;
    if (count == 0 || from->fields[which].cells[0].count == 0) return CGI_OK;
    cgi_field *fields = host->allocate(host, from->field_count * sizeof *fields);
    cgi_integer *cells = host->resize(host, NULL, 1);
    cgi_integer *grown = cells ? host->resize(host, cells, count * sizeof *cells) : NULL;
    int status = fields && grown ? CGI_OK : CGI_NO_MEMORY;
    if (grown) cells = grown;
    if (status == CGI_OK) {
        uint64_t limb = from->fields[which].cells[0].limbs[0] - 1;
        for (size_t i = 0; i < from->field_count; i++) fields[i] = from->fields[i];
        for (size_t i = 0; i < count; i++) cells[i] = from->fields[which].cells[i];
        cells[0] = (cgi_integer){limb != 0, limb != 0, &limb};
        fields[which].cells = cells;
        const cgi_component result = {from->field_count, fields};
        status = sink->move(sink, 0, &result);
    }
    host->release(host, fields);
    host->release(host, cells);
    return status;
}

static int moves(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    int status = CGI_OK;
    (void)instance;
    for (size_t i = 0; status == CGI_OK && i < request->components[0].field_count; i++)
        status = lower_field(request, sink, i);
    return status;
}

static const cgi_plugin plugin = {
    .struct_size = sizeof plugin,
    .magic = CGI_PLUGIN_MAGIC,
    .major = CGI_PLUGIN_MAJOR,
    .minor = CGI_PLUGIN_MINOR,
    .capabilities = CGI_COMPONENT | CGI_NORMAL | CGI_VALUE | CGI_MOVES,
    .name = "mixed",
    .version = "1",
    .summary = "a test",
    .reference = "game mixed(n, s: row, g: grid) { move take(t in 1..n) -> mixed(n - t, s, g) }",
    .claim = "none",
    .source = "nobody",
    .open = open_it,
    .close = close_it,
    .value = value,
    .moves = moves,
};
const cgi_plugin *cgi_plugin_entry(const cgi_host *host)
{
    (void)host;
    return &plugin;
}
