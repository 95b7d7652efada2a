/* SPDX-License-Identifier: MIT */
/* Whole tables of a plugin against search, without the host: for tests of plugins with rows, several parameters or a
 * mover.
 *
 *     struct table t;
 *     table_open(&t, "staircase", CGI_ROW);                  // $CGI_PLUGIN_PATH/staircase.so
 *     table_component(&t, 0, (int64_t[]){2, 1, 3}, 3);       // cells of component 0: of its row, or one a field
 *     t.count = 1;
 *     assert_int_equal(table_outcome(&t, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
 *     table_moves(&t, CGI_PLAY_NORMAL);                      // t.wins[0 .. t.win_count - 1]
 *     table_close(&t);
 *
 * Big numbers: table_big puts a cell given by its digits; results are then read with table_digits. */
#ifndef CGI_TESTS_PLUGIN_TABLES_H
#define CGI_TESTS_PLUGIN_TABLES_H
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/integer.h"
#include "claims.h"
#include "cgi/plugin.h"

enum { TABLE_CELLS = 16, TABLE_COMPONENTS = 8, TABLE_PARAMS = 3, TABLE_WINS = 4096 };

struct table_win {
    size_t component;
    uint32_t count;
    int64_t cells[TABLE_CELLS];             /* -1: more than 63 bits */
    const struct integer *big[TABLE_CELLS]; /* where t.keep */
};
struct table {
    cgi_host host; /* first: the services find the table by its address */
    cgi_sink sink;
    void *library;
    const cgi_plugin *plugin;
    uint32_t kind; /* CGI_ROW: the only field is a row; CGI_NAT: each cell is a field */
    struct arena arena;
    uint64_t limbs[TABLE_COMPONENTS][TABLE_CELLS], param_limbs[TABLE_PARAMS];
    cgi_integer cells[TABLE_COMPONENTS][TABLE_CELLS], values[TABLE_PARAMS];
    uint32_t lengths[TABLE_COMPONENTS];
    size_t count, param_count;
    uint32_t mover;
    bool keep, stop;
    size_t allocations, fail_at, stop_after; /* fail_at: the n-th allocation fails; stop_after: moves taken, 0: all */
    struct table_win wins[TABLE_WINS];
    size_t win_count;
    int64_t value;
    const struct integer *big_value;
};
static inline struct table *table_of_host(const cgi_host *host) { return (struct table *)(uintptr_t)host; }
static inline struct table *table_of_sink(const cgi_sink *sink)
{
    return (struct table *)(uintptr_t)((const char *)sink - offsetof(struct table, sink));
}
static void *table_allocate(const cgi_host *host, size_t size)
{
    struct table *t = table_of_host(host);
    return ++t->allocations == t->fail_at ? NULL : malloc(size);
}
static void *table_resize(const cgi_host *host, void *block, size_t size)
{
    (void)host;
    return realloc(block, size);
}
static void table_release(const cgi_host *host, void *block)
{
    (void)host;
    free(block);
}
static int table_cancelled(const cgi_host *host) { return table_of_host(host)->stop; }
static int table_fail(const cgi_host *host, const char *message)
{
    (void)host, (void)message;
    return CGI_FAILED;
}

static int64_t table_small(const cgi_integer *n)
{
    assert_true(n->count == 0 || n->limbs[n->count - 1] != 0);
    assert_int_equal(n->sign, n->count != 0);
    return n->count == 0 ? 0 : n->count == 1 && n->limbs[0] <= INT64_MAX ? (int64_t)n->limbs[0] : -1;
}
static int table_take_value(const cgi_sink *sink, const cgi_integer *value)
{
    struct table *t = table_of_sink(sink);
    t->value = table_small(value);
    if (t->keep) t->big_value = integer_from_limbs(&t->arena, value->sign, value->limbs, value->count);
    return CGI_OK;
}
static int table_take_move(const cgi_sink *sink, size_t component, const cgi_component *result)
{
    struct table *t = table_of_sink(sink);
    bool row = t->kind == CGI_ROW;
    assert_true(component < t->count && t->win_count < TABLE_WINS);
    if (t->stop_after && t->win_count == t->stop_after) return 77;
    struct table_win *win = &t->wins[t->win_count++];
    *win = (struct table_win){.component = component, .count = t->lengths[component]};
    assert_int_equal(result->field_count, row ? 1 : win->count);
    if (row) assert_int_equal(result->fields[0].rows, win->count);
    for (uint32_t i = 0; i < win->count; i++) {
        const cgi_integer *n = row ? &result->fields[0].cells[i] : &result->fields[i].cells[0];
        assert_int_equal(result->fields[row ? 0 : i].kind, t->kind);
        assert_int_equal(result->fields[row ? 0 : i].columns, 1);
        win->cells[i] = table_small(n);
        if (t->keep) win->big[i] = integer_from_limbs(&t->arena, n->sign, n->limbs, n->count);
    }
    return CGI_OK;
}

static inline void table_open(struct table *t, const char *name, uint32_t kind)
{
    char path[4096];
    const char *folder = getenv("CGI_PLUGIN_PATH");
    const cgi_plugin *(*entry)(const cgi_host *);
    memset(t, 0, sizeof *t);
    snprintf(path, sizeof path, "%s/%s.so", folder ? folder : ".", name);
    t->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!t->library) fail_msg("%s", dlerror());
    void *symbol = dlsym(t->library, "cgi_plugin_entry");
    assert_non_null(symbol);
    memcpy(&entry, &symbol, sizeof entry);
    t->host = (cgi_host){sizeof t->host, CGI_PLUGIN_MAJOR, CGI_PLUGIN_MINOR, table_allocate,
                         table_resize,   table_release,    table_cancelled,  table_fail};
    t->sink = (cgi_sink){.struct_size = sizeof t->sink, .value = table_take_value, .move = table_take_move};
    t->plugin = entry(&t->host);
    t->kind = kind;
    assert_non_null(t->plugin);
    assert_string_equal(t->plugin->name, name);
}
static inline void table_close(struct table *t)
{
    arena_free(&t->arena);
    dlclose(t->library);
}

/* ---- the question ------------------------------------------------------------------------------------------------ */
static inline void table_param(struct table *t, size_t index, uint64_t value)
{
    t->param_limbs[index] = value;
    t->values[index] = (cgi_integer){value != 0, value != 0, &t->param_limbs[index]};
    if (index >= t->param_count) t->param_count = index + 1;
}
static inline void table_component(struct table *t, size_t component, const int64_t *cells, uint32_t count)
{
    t->lengths[component] = count;
    for (uint32_t i = 0; i < count; i++) {
        t->limbs[component][i] = (uint64_t)cells[i];
        t->cells[component][i] = (cgi_integer){cells[i] != 0, cells[i] != 0, &t->limbs[component][i]};
    }
}
static inline void table_big(struct table *t, size_t component, uint32_t cell, const char *digits)
{
    const struct integer *n = integer_parse(&t->arena, digits, strlen(digits));
    assert_non_null(n);
    if (cell >= t->lengths[component]) t->lengths[component] = cell + 1;
    t->cells[component][cell] = (cgi_integer){n->sign, n->count, n->limbs};
    t->keep = true;
}
enum table_question { TABLE_VALUE, TABLE_OUTCOME, TABLE_MOVES, TABLE_OFFER, TABLE_OPTIONS };
static inline int table_call(struct table *t, enum table_question question, uint32_t play, void *answer)
{
    cgi_component components[TABLE_COMPONENTS];
    cgi_field fields[TABLE_COMPONENTS][TABLE_CELLS];
    cgi_param params[TABLE_PARAMS];
    for (size_t i = 0; i < t->count; i++) {
        fields[i][0] = (cgi_field){CGI_ROW, t->lengths[i], 1, t->cells[i]};
        for (uint32_t k = 0; t->kind != CGI_ROW && k < t->lengths[i]; k++)
            fields[i][k] = (cgi_field){t->kind, 1, 1, &t->cells[i][k]};
        components[i] = (cgi_component){t->kind == CGI_ROW ? 1 : t->lengths[i], fields[i]};
    }
    for (size_t i = 0; i < t->param_count; i++) params[i] = (cgi_param){CGI_PARAM_INT, 0, 1, &t->values[i]};
    cgi_request request = {sizeof request, &t->host, components, t->count, params, t->param_count, play, t->mover};
    switch (question) {
    case TABLE_VALUE: return t->plugin->value(NULL, &request, &t->sink);
    case TABLE_OUTCOME: return t->plugin->outcome(NULL, &request, answer);
    case TABLE_MOVES: return t->plugin->moves(NULL, &request, &t->sink);
    case TABLE_OPTIONS: return t->plugin->options(NULL, &request, answer, &t->sink);
    default: return t->plugin->offer(NULL, &request, answer);
    }
}
static inline uint32_t table_outcome(struct table *t, uint32_t play)
{
    uint32_t outcome = 99;
    assert_int_equal(table_call(t, TABLE_OUTCOME, play, &outcome), CGI_OK);
    return outcome;
}
static inline void table_moves(struct table *t, uint32_t play)
{
    t->win_count = 0;
    assert_int_equal(table_call(t, TABLE_MOVES, play, NULL), CGI_OK);
}
/* The options of the only component that have a value; false where the plugin does not know them. */
static inline bool table_options(struct table *t, uint64_t value)
{
    cgi_integer wanted = {value != 0, value != 0, &value};
    t->win_count = 0;
    int status = table_call(t, TABLE_OPTIONS, CGI_PLAY_NORMAL, &wanted);
    assert_true(status == CGI_OK || (status == CGI_UNSUPPORTED && t->win_count == 0));
    return status == CGI_OK;
}
/* The value of the only component; -1 where the plugin has none. */
static inline int64_t table_value(struct table *t)
{
    int status = table_call(t, TABLE_VALUE, CGI_PLAY_NORMAL, NULL);
    assert_true(status == CGI_OK || status == CGI_UNSUPPORTED);
    return status == CGI_OK ? t->value : -1;
}
static inline cgi_offer table_offer(struct table *t, uint32_t play)
{
    cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
    assert_int_equal(table_call(t, TABLE_OFFER, play, &offer), CGI_OK);
    return offer;
}
static inline bool table_has_win(const struct table *t, size_t component, const int64_t *cells)
{
    for (size_t i = 0; i < t->win_count; i++)
        if (t->wins[i].component == component && memcmp(t->wins[i].cells, cells, t->wins[i].count * sizeof *cells) == 0)
            return true;
    return false;
}
static inline const char *table_digits(struct table *t, const struct integer *n)
{
    return integer_string(&t->arena, n);
}

/* The plugin's own copy of its rule is $CGI_SOURCE/plugins/NAME/NAME.game. */
static inline void table_reference(const char *name)
{
    static struct table t;
    char path[4096], text[8192];
    const char *folder = getenv("CGI_SOURCE");
    snprintf(path, sizeof path, "%s/plugins/%s/%s.game", folder ? folder : ".", name, name);
    FILE *in = fopen(path, "r");
    if (!in) fail_msg("cannot open %s", path);
    size_t length = fread(text, 1, sizeof text - 1, in);
    text[length] = '\0';
    fclose(in);
    table_open(&t, name, CGI_NAT);
    assert_string_equal(t.plugin->reference, text);
    table_close(&t);
}

#endif
