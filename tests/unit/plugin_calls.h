/* SPDX-License-Identifier: MIT */
/* Calling a plugin without the host, and what must come out by counting: for tests of plugins.
 *
 *     struct callee nim;
 *     callee_open(&nim, "nim");                                     // $CGI_PLUGIN_PATH/nim.so
 *     callee_ask(&nim, (int[]){3, 4, 5}, 3, 1);                     // three components of one cell
 *     assert_int_equal(callee_outcome(&nim, CGI_PLAY_NORMAL), CGI_OUTCOME_N);
 *     callee_moves(&nim, CGI_PLAY_NORMAL);                          // nim.wins.data[0 .. nim.wins.count - 1]
 *     callee_close(&nim);
 *
 * Plugins are loaded from $CGI_PLUGIN_PATH, their rules read from $CGI_SOURCE. */
#ifndef CGI_TESTS_PLUGIN_CALLS_H
#define CGI_TESTS_PLUGIN_CALLS_H
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/integer.h"
#include "base/vec.h"
#include "claims.h"
#include "cgi/plugin.h"

static inline const char *folder_from(const char *variable)
{
    const char *folder = getenv(variable);
    return folder ? folder : ".";
}

enum { CALLEE_WIDTH = 6 };
/* One winning move: the component and its cells after the move. */
struct callee_win {
    size_t component;
    const struct integer *cells[CALLEE_WIDTH];
};
struct callee {
    cgi_host host; /* first: the services find the callee by its address */
    cgi_sink sink;
    void *library;
    const cgi_plugin *plugin;
    struct arena arena;
    size_t width, count; /* cells of a component, components */
    const struct integer **cells;
    int64_t param;
    bool with_param;
    const int64_t *set; /* when not NULL: the parameter is this set of positive numbers, ascending */
    size_t set_count;
    bool row,
        bag; /* row: a component is one row of `width` cells, with bag as well one bag, instead of `width` numbers */
    void *instance;
    VEC(struct callee_win) wins;
    const struct integer *value;
    size_t allocations, fail_at, stop_after; /* fail_at: the n-th allocation fails; stop_after: moves taken, 0: all */
    bool stop;                               /* what cancelled() says */
};
static inline struct callee *callee_of_host(const cgi_host *host) { return (struct callee *)(uintptr_t)host; }
static inline struct callee *callee_of_sink(const cgi_sink *sink)
{
    return (struct callee *)(uintptr_t)((const char *)sink - offsetof(struct callee, sink));
}

static void *callee_allocate(const cgi_host *host, size_t size)
{
    struct callee *c = callee_of_host(host);
    c->allocations++;
    return c->allocations == c->fail_at ? NULL : malloc(size);
}
static void *callee_resize(const cgi_host *host, void *block, size_t size)
{
    (void)host;
    return realloc(block, size);
}
static void callee_release(const cgi_host *host, void *block)
{
    (void)host;
    free(block);
}
static int callee_cancelled(const cgi_host *host) { return callee_of_host(host)->stop; }
static int callee_fail(const cgi_host *host, const char *message)
{
    (void)host, (void)message;
    return CGI_FAILED;
}

static const struct integer *callee_integer(struct callee *c, const cgi_integer *n)
{
    assert_true(n->count == 0 || n->limbs[n->count - 1] != 0);
    assert_int_equal(n->sign, n->count != 0);
    return integer_from_limbs(&c->arena, n->sign, n->limbs, n->count);
}
static int callee_take_value(const cgi_sink *sink, const cgi_integer *value)
{
    struct callee *c = callee_of_sink(sink);
    c->value = callee_integer(c, value);
    return CGI_OK;
}
static int callee_take_move(const cgi_sink *sink, size_t component, const cgi_component *result)
{
    struct callee *c = callee_of_sink(sink);
    struct callee_win win = {.component = component};
    assert_true(component < c->count);
    assert_int_equal(result->field_count, c->row ? 1 : c->width);
    if (c->stop_after && c->wins.count == c->stop_after) return 77;
    if (c->row) {
        assert_int_equal(result->fields[0].kind, c->bag ? CGI_BAG : CGI_ROW);
        assert_int_equal(result->fields[0].rows, c->width);
        assert_int_equal(result->fields[0].columns, 1);
    }
    for (size_t i = 0; c->row && i < c->width; i++) win.cells[i] = callee_integer(c, &result->fields[0].cells[i]);
    for (size_t i = 0; !c->row && i < c->width; i++) {
        assert_int_equal(result->fields[i].kind, CGI_NAT);
        assert_int_equal(result->fields[i].rows, 1);
        assert_int_equal(result->fields[i].columns, 1);
        win.cells[i] = callee_integer(c, &result->fields[i].cells[0]);
    }
    assert_true(vec_push(&c->wins, win));
    return CGI_OK;
}

static inline void callee_open(struct callee *c, const char *name)
{
    char path[4096];
    const cgi_plugin *(*entry)(const cgi_host *);
    memset(c, 0, sizeof *c);
    snprintf(path, sizeof path, "%s/%s.so", folder_from("CGI_PLUGIN_PATH"), name);
    c->library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!c->library) fail_msg("%s", dlerror());
    void *symbol = dlsym(c->library, "cgi_plugin_entry");
    assert_non_null(symbol);
    memcpy(&entry, &symbol, sizeof entry);
    c->host = (cgi_host){sizeof c->host, CGI_PLUGIN_MAJOR, CGI_PLUGIN_MINOR, callee_allocate,
                         callee_resize,  callee_release,   callee_cancelled, callee_fail};
    c->sink = (cgi_sink){.struct_size = sizeof c->sink, .value = callee_take_value, .move = callee_take_move};
    c->plugin = entry(&c->host);
    assert_non_null(c->plugin);
    assert_string_equal(c->plugin->name, name);
    if (c->plugin->open) assert_int_equal(c->plugin->open(&c->host, &c->instance), CGI_OK);
}
static inline void callee_close(struct callee *c)
{
    if (c->plugin->close) c->plugin->close(&c->host, c->instance);
    vec_free(&c->wins);
    arena_free(&c->arena);
    dlclose(c->library);
}

/* The position that later questions are about; integers of the callee's arena. */
static inline void callee_ask_big(struct callee *c, const struct integer **cells, size_t count, size_t width)
{
    c->cells = cells;
    c->count = count;
    c->width = width;
}
static inline void callee_ask(struct callee *c, const int *cells, size_t count, size_t width)
{
    arena_free(&c->arena);
    const struct integer **made = arena_array(&c->arena, count * width, sizeof *made);
    for (size_t i = 0; i < count * width; i++) made[i] = integer_from(&c->arena, cells[i]);
    callee_ask_big(c, made, count, width);
}
static inline const struct integer *callee_number(struct callee *c, const char *digits)
{
    return integer_parse(&c->arena, digits, strlen(digits));
}

/* Builds the request for components first .. first + count - 1 and makes one call. */
enum callee_question { CALLEE_VALUE, CALLEE_OUTCOME, CALLEE_MOVES, CALLEE_OFFER, CALLEE_OPTIONS };
static inline int callee_call(struct callee *c, enum callee_question question, uint32_t play, size_t first,
                              size_t count, void *answer)
{
    cgi_component *components = arena_array(&c->arena, count, sizeof *components);
    cgi_field *fields = arena_array(&c->arena, count * (c->width + 1), sizeof *fields);
    cgi_integer *cells = arena_array(&c->arena, count * c->width, sizeof *cells);
    for (size_t i = 0; i < count * c->width; i++) {
        const struct integer *n = c->cells[first * c->width + i];
        cells[i] = (cgi_integer){n->sign, n->count, n->limbs};
        fields[i] = (cgi_field){CGI_NAT, 1, 1, &cells[i]};
    }
    for (size_t i = 0; i < count; i++) components[i] = (cgi_component){c->width, fields + i * c->width};
    for (size_t i = 0; c->row && i < count; i++) {
        fields[count * c->width + i] =
            (cgi_field){c->bag ? CGI_BAG : CGI_ROW, (uint32_t)c->width, 1, cells + i * c->width};
        components[i] = (cgi_component){1, &fields[count * c->width + i]};
    }
    uint64_t limb = (uint64_t)c->param, *limbs = arena_array(&c->arena, c->set_count + 1, sizeof *limbs);
    cgi_integer value = {c->param > 0, c->param > 0, &limb};
    cgi_integer *items = arena_array(&c->arena, c->set_count + 1, sizeof *items);
    for (size_t i = 0; i < c->set_count; i++) {
        limbs[i] = (uint64_t)c->set[i];
        items[i] = (cgi_integer){1, 1, &limbs[i]};
    }
    cgi_param param = {CGI_PARAM_INT, 0, 1, &value};
    if (c->set) param = (cgi_param){CGI_PARAM_SET, 0, c->set_count, items};
    cgi_request request = {sizeof request, &c->host, components, count, &param, c->with_param, play, 0};
    switch (question) {
    case CALLEE_VALUE: return c->plugin->value(c->instance, &request, &c->sink);
    case CALLEE_OUTCOME: return c->plugin->outcome(c->instance, &request, answer);
    case CALLEE_MOVES: return c->plugin->moves(c->instance, &request, &c->sink);
    case CALLEE_OPTIONS: return c->plugin->options(c->instance, &request, answer, &c->sink);
    default: return c->plugin->offer(c->instance, &request, answer);
    }
}
static inline uint32_t callee_outcome(struct callee *c, uint32_t play)
{
    uint32_t outcome = 99;
    assert_int_equal(callee_call(c, CALLEE_OUTCOME, play, 0, c->count, &outcome), CGI_OK);
    return outcome;
}
static inline void callee_moves(struct callee *c, uint32_t play)
{
    c->wins.count = 0;
    assert_int_equal(callee_call(c, CALLEE_MOVES, play, 0, c->count, NULL), CGI_OK);
}
/* NULL when the plugin has no value for it. */
static inline const struct integer *callee_value(struct callee *c, size_t component)
{
    c->value = NULL;
    int status = callee_call(c, CALLEE_VALUE, CGI_PLAY_NORMAL, component, 1, NULL);
    assert_true(status == CGI_UNSUPPORTED || (status == CGI_OK && c->value));
    return c->value;
}
/* The options of one component that have a value; false where the plugin does not know them. */
static inline bool callee_options(struct callee *c, size_t component, const struct integer *value)
{
    cgi_integer wanted = {value->sign, value->count, value->limbs};
    c->wins.count = 0;
    int status = callee_call(c, CALLEE_OPTIONS, CGI_PLAY_NORMAL, component, 1, &wanted);
    assert_true(status == CGI_OK || (status == CGI_UNSUPPORTED && c->wins.count == 0));
    return status == CGI_OK;
}
static inline bool callee_has_win(const struct callee *c, size_t component, const struct integer *const *cells)
{
    for (size_t i = 0; i < c->wins.count; i++) {
        const struct callee_win *win = &c->wins.data[i];
        bool same = win->component == component;
        for (size_t j = 0; same && j < c->width; j++) same = integer_compare(win->cells[j], cells[j]) == 0;
        if (same) return true;
    }
    return false;
}

/* ---- the same by counting ---------------------------------------------------------------------------------------- */
#define COUNTING_MAX_OPTIONS 1024
/* A rule whose moves lower cells: writes the options of one component, returns how many. */
struct counting {
    size_t width, components;
    int limit, param; /* cells run over 0..limit */
    int (*options)(int param, const int *cells, int (*out)[CALLEE_WIDTH]);
    unsigned char *lost[2]; /* per play, per position in mixed radix, the first cell counting most */
    int *values;            /* SG values of single components */
};
static inline size_t counting_size(const struct counting *k, size_t cells)
{
    size_t size = 1;
    for (size_t i = 0; i < cells; i++) size *= (size_t)k->limit + 1;
    return size;
}
static inline size_t counting_rank(const struct counting *k, const int *cells, size_t count)
{
    size_t rank = 0;
    for (size_t i = 0; i < count; i++) rank = rank * ((size_t)k->limit + 1) + (size_t)cells[i];
    return rank;
}
static inline void counting_unrank(const struct counting *k, size_t rank, int *cells, size_t count)
{
    for (size_t i = count; i-- > 0; rank /= (size_t)k->limit + 1) cells[i] = (int)(rank % ((size_t)k->limit + 1));
}
/* Every option of a whole position: its component, and where it leads as a rank. */
static inline size_t counting_options(const struct counting *k, const int *cells, size_t *component, size_t *rank)
{
    size_t total = 0, all = k->width * k->components;
    int out[COUNTING_MAX_OPTIONS][CALLEE_WIDTH], moved[8];
    for (size_t i = 0; i < k->components; i++) {
        int n = k->options(k->param, cells + i * k->width, out);
        for (int j = 0; j < n; j++, total++) {
            memcpy(moved, cells, all * sizeof *moved);
            memcpy(moved + i * k->width, out[j], k->width * sizeof *moved);
            component[total] = i;
            rank[total] = counting_rank(k, moved, all);
        }
    }
    return total;
}
static inline void counting_run(struct counting *k)
{
    size_t all = k->width * k->components, size = counting_size(k, all);
    size_t component[COUNTING_MAX_OPTIONS * 4], rank[COUNTING_MAX_OPTIONS * 4];
    int cells[8];
    for (int play = 0; play < 2; play++) k->lost[play] = calloc(size, 1);
    for (size_t at = 0; at < size; at++) {
        counting_unrank(k, at, cells, all);
        size_t n = counting_options(k, cells, component, rank);
        for (int play = 0; play < 2; play++) {
            bool wins = n == 0 && play == 1;
            for (size_t i = 0; i < n; i++) wins |= k->lost[play][rank[i]];
            k->lost[play][at] = !wins;
        }
    }
}
/* SG values of a single component, by mex. */
static inline void counting_values(struct counting *k)
{
    size_t size = counting_size(k, k->width);
    int out[COUNTING_MAX_OPTIONS][CALLEE_WIDTH], cells[8];
    k->values = calloc(size, sizeof *k->values);
    for (size_t at = 0; at < size; at++) {
        bool seen[COUNTING_MAX_OPTIONS + 1] = {false};
        counting_unrank(k, at, cells, k->width);
        int n = k->options(k->param, cells, out);
        for (int j = 0; j < n; j++) {
            int value = k->values[counting_rank(k, out[j], k->width)];
            if (value <= COUNTING_MAX_OPTIONS) seen[value] = true;
        }
        while (seen[k->values[at]]) k->values[at]++;
    }
}
static inline void counting_free(struct counting *k)
{
    free(k->lost[0]);
    free(k->lost[1]);
    free(k->values);
}

/* Outcomes and complete sets of winning moves of every position, both plays, against counting. */
static inline void agree_with_counting(struct callee *c, struct counting *k)
{
    size_t all = k->width * k->components, component[COUNTING_MAX_OPTIONS * 4], rank[COUNTING_MAX_OPTIONS * 4];
    int cells[8], moved[8];
    counting_run(k);
    for (size_t at = 0; at < counting_size(k, all); at++) {
        counting_unrank(k, at, cells, all);
        size_t n = counting_options(k, cells, component, rank), expected[2] = {0};
        callee_ask(c, cells, k->components, k->width);
        for (int play = 0; play < 2; play++) {
            for (size_t i = 0; i < n; i++) expected[play] += k->lost[play][rank[i]];
            uint32_t lost = callee_outcome(c, (uint32_t)play) == CGI_OUTCOME_P;
            if (lost != k->lost[play][at]) fail_msg("position %zu of play %d has the wrong outcome", at, play);
            callee_moves(c, (uint32_t)play);
            if (c->wins.count != expected[play])
                fail_msg("position %zu of play %d: %zu moves", at, play, c->wins.count);
            for (size_t i = 0; i < n; i++) {
                if (!k->lost[play][rank[i]]) continue;
                counting_unrank(k, rank[i], moved, all);
                const struct integer *to[CALLEE_WIDTH];
                for (size_t j = 0; j < k->width; j++)
                    to[j] = integer_from(&c->arena, moved[component[i] * k->width + j]);
                assert_true(callee_has_win(c, component[i], to));
            }
        }
    }
    counting_free(k);
}

/* The options of every value, up to one that none has, of every component whose value the plugin knows, against counting. */
static inline void options_agree_with_counting(struct callee *c, struct counting *k)
{
    static int out[COUNTING_MAX_OPTIONS][CALLEE_WIDTH];
    int cells[8];
    counting_values(k);
    for (size_t at = 0; at < counting_size(k, k->width); at++) {
        int values[COUNTING_MAX_OPTIONS], most = 0;
        counting_unrank(k, at, cells, k->width);
        int n = k->options(k->param, cells, out);
        for (int i = 0; i < n; i++) {
            values[i] = k->values[counting_rank(k, out[i], k->width)];
            if (values[i] > most) most = values[i];
        }
        callee_ask(c, cells, 1, k->width);
        if (!callee_value(c, 0)) continue;
        for (int value = 0; value <= most + 2; value++) {
            size_t expected = 0;
            assert_true(callee_options(c, 0, integer_from(&c->arena, value)));
            for (int i = 0; i < n; i++) {
                const struct integer *to[CALLEE_WIDTH];
                for (size_t j = 0; j < k->width; j++) to[j] = integer_from(&c->arena, out[i][j]);
                expected += values[i] == value;
                assert_int_equal(callee_has_win(c, 0, to), values[i] == value);
            }
            if (c->wins.count != expected) fail_msg("position %zu, value %d: %zu options", at, value, c->wins.count);
        }
        uint64_t limbs[3] = {7, 0, 1};
        assert_true(callee_options(c, 0, integer_from_limbs(&c->arena, 1, limbs, 3)));
        assert_int_equal(c->wins.count, 0);
    }
    counting_free(k);
}

/* The text in the descriptor is the file beside the plugin. */
static inline void reference_is_the_file(const struct callee *c)
{
    char path[4096], text[4096];
    snprintf(path, sizeof path, "%s/plugins/%s/%s.game", folder_from("CGI_SOURCE"), c->plugin->name, c->plugin->name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    assert_string_equal(c->plugin->reference, text);
}
/* A failed allocation and a full list end a call with the status that they call for. */
static inline void survives_refusals(struct callee *c, const int *cells, size_t count, size_t width)
{
    callee_ask(c, cells, count, width);
    uint32_t outcome;
    for (int question = CALLEE_OUTCOME; question <= CALLEE_MOVES; question++) {
        c->allocations = 0, c->fail_at = 1, c->wins.count = 0;
        int status = callee_call(c, (enum callee_question)question, CGI_PLAY_NORMAL, 0, count, &outcome);
        assert_int_equal(status, c->allocations ? CGI_NO_MEMORY : CGI_OK);
        c->fail_at = 0, c->wins.count = 0;
    }
    callee_moves(c, CGI_PLAY_NORMAL);
    assert_true(c->wins.count >= 2);
    c->stop_after = 1, c->wins.count = 0;
    assert_int_equal(callee_call(c, CALLEE_MOVES, CGI_PLAY_NORMAL, 0, count, NULL), 77);
    assert_int_equal(c->wins.count, 1);
    c->stop_after = 0;
}

#endif
