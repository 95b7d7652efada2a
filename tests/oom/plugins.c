/* SPDX-License-Identifier: MIT */
/* Memory that runs out while a plugin calculates with large numbers: each question is asked again and again while one
 * allocation after the other fails, alone and together with all after it. It must end with CGI_NO_MEMORY or as ever, must have
 * given away nothing that it does not give otherwise, and must hold nothing. GMP, whose own allocation would end the process,
 * is never asked for memory: its functions are counted, for the plugins as for the program around them. TAP. */
#include <dlfcn.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/integer.h"
#include "base/text.h"
#include "cgi/plugin.h"

enum { MOST_CELLS = 4, MOST_PARAMS = 3 };
enum form { HEAPS, FIELDS, ROW, BAG }; /* components of one cell, one component of several, one row, one bag */
struct oom_case {
    const char *plugin;
    enum form form;
    const char *cells[MOST_CELLS + 1]; /* a digit and how often it is written: "7*500"; else a number */
    const char *params[MOST_PARAMS + 1];
    uint32_t mover;
    bool set; /* the parameters are the elements of one set */
};
static const struct oom_case cases[] = {
    {"bash", HEAPS, {"7*60", "3*2000", "5"}, {"12"}, 0, false},
    {"capped", ROW, {"7*60", "3*2000", "5"}, {"12"}, 0, false},
    {"fibonacci", FIELDS, {"7*60", "3*60"}, {"2", "1", "0"}, 0, false},
    {"fibonacci", FIELDS, {"7*300", "3*40"}, {"7", "3", "5"}, 0, false},
    {"fibonacci", FIELDS, {"7*90", "2"}, {"2", "1", "0"}, 0, false},
    {"georgia", ROW, {"5*60", "7*60", "1*300", "2*2000"}, {0}, 0, false},
    {"half", HEAPS, {"7*60", "3*2000", "9*61", "5"}, {0}, 0, false},
    {"kl_equal", HEAPS, {"7*60", "3*2000", "9*61", "5"}, {"3"}, 0, false},
    {"kl_nim", HEAPS, {"7*60", "5"}, {"10", "20"}, 1, false},
    {"kl_nim", HEAPS, {"7*60", "5"}, {"10", "20"}, 2, false},
    {"kl_nim", HEAPS, {"7*60", "3*70"}, {"200", "100"}, 1, false},
    {"moore", BAG, {"7*60", "7*60", "3*61"}, {"2"}, 0, false},
    {"moore", BAG, {"5", "7*60", "3*2000"}, {"2"}, 0, false},
    {"moore", BAG, {"7*60", "3*2000"}, {"5"}, 0, false},
    {"moore", BAG, {"7*60", "3*2000"}, {"1"}, 0, false},
    {"nim", HEAPS, {"7*60", "3*2000", "5"}, {0}, 0, false},
    {"staircase", ROW, {"7*60", "3*2000", "9*61", "5"}, {0}, 0, false},
    {"subtraction", HEAPS, {"7*60", "3*2000", "5"}, {"2", "5", "7"}, 0, true},
    {"wythoff", FIELDS, {"7*60", "3*61"}, {0}, 0, false},
    {"wythoff", FIELDS, {"3*2000", "5*2000"}, {0}, 0, false},
    {"wythoff", FIELDS, {"3*1200", "5*2000"}, {0}, 0, false},
    {"wythoff", FIELDS, {"2", "5*700"}, {0}, 0, false},
};
enum question { OFFER, VALUE, OUTCOME, MOVES, OPTIONS, STEPS, QUESTIONS };
static const char *const question_names[] = {"offer", "value", "outcome", "moves", "options", "steps"};

/* ---- GMP's memory ------------------------------------------------------------------------------------------------ */
static unsigned long long gmp_asked;

static void *gmp_take(size_t size)
{
    gmp_asked++;
    return malloc(size);
}
static void *gmp_grow(void *block, size_t old_size, size_t size)
{
    (void)old_size;
    gmp_asked++;
    return realloc(block, size);
}
static void gmp_release(void *block, size_t size)
{
    (void)size;
    free(block);
}

/* ---- the host ---------------------------------------------------------------------------------------------------- */
static size_t tried, held, fail_at;
static bool fail_alone;

static bool refused(void)
{
    tried++;
    return fail_at && (fail_alone ? tried == fail_at : tried >= fail_at);
}
static void *host_take(const cgi_host *host, size_t size)
{
    (void)host;
    if (refused()) return NULL;
    held++;
    return malloc(size ? size : 1);
}
static void *host_grow(const cgi_host *host, void *block, size_t size)
{
    if (!block) return host_take(host, size);
    return refused() ? NULL : realloc(block, size);
}
static void host_release(const cgi_host *host, void *block)
{
    (void)host;
    held -= block != NULL;
    free(block);
}
static int host_cancelled(const cgi_host *host)
{
    (void)host;
    return 0;
}
static int host_fail(const cgi_host *host, const char *message)
{
    (void)host, (void)message;
    return CGI_FAILED;
}
static const cgi_host host = {sizeof host, CGI_PLUGIN_MAJOR, CGI_PLUGIN_MINOR, host_take,
                              host_grow,   host_release,     host_cancelled,   host_fail};

/* ---- answers as text --------------------------------------------------------------------------------------------- */
struct recorder {
    cgi_sink sink; /* first */
    struct text text;
    size_t moves;
};
static void record(struct text *text, const cgi_integer *n)
{
    text_putc(text, ' ');
    if (n->sign == 0) text_putc(text, '0');
    for (uint32_t i = n->count; i-- > 0;) text_add(text, "%016llx", (unsigned long long)n->limbs[i]);
}
static int record_value(const cgi_sink *sink, const cgi_integer *value)
{
    struct recorder *r = (struct recorder *)(uintptr_t)sink;
    text_puts(&r->text, " value");
    record(&r->text, value);
    return CGI_OK;
}
static int record_move(const cgi_sink *sink, size_t component, const cgi_component *result)
{
    struct recorder *r = (struct recorder *)(uintptr_t)sink;
    if (++r->moves > 20) return 77; /* a list may be cut */
    text_add(&r->text, " move %zu:", component);
    for (size_t f = 0; f < result->field_count; f++)
        for (uint32_t i = 0; i < result->fields[f].rows; i++) record(&r->text, &result->fields[f].cells[i]);
    return CGI_OK;
}

static int record_line(const cgi_sink *sink, const char *text, const cgi_integer *numbers, size_t count)
{
    struct recorder *r = (struct recorder *)(uintptr_t)sink;
    if (++r->moves > 60) return 77;
    text_add(&r->text, " '%s'", text);
    for (size_t i = 0; i < count; i++) record(&r->text, &numbers[i]);
    return CGI_OK;
}
static int record_outcome(const cgi_sink *sink, uint32_t outcome)
{
    struct recorder *r = (struct recorder *)(uintptr_t)sink;
    text_add(&r->text, " outcome %u", outcome);
    return CGI_OK;
}

/* ---- one question ------------------------------------------------------------------------------------------------ */
struct asked {
    struct arena arena;
    cgi_integer cells[MOST_CELLS], params[MOST_PARAMS];
    cgi_field fields[MOST_CELLS];
    cgi_component components[MOST_CELLS];
    cgi_param param[MOST_PARAMS];
    cgi_request request;
    const cgi_plugin *plugin;
};

static cgi_integer read_number(struct arena *arena, const char *word)
{
    static char digits[4096];
    const char *star = strchr(word, '*');
    size_t length = star ? strtoul(star + 1, NULL, 10) : strlen(word);
    if (star) memset(digits, word[0], length);
    else memcpy(digits, word, length);
    const struct integer *n = integer_parse(arena, digits, length);
    return (cgi_integer){n->sign, n->count, n->limbs};
}

static void prepare(struct asked *a, const struct oom_case *c, enum question question, uint32_t play)
{
    size_t count = 0, params = 0;
    while (c->cells[count]) a->cells[count] = read_number(&a->arena, c->cells[count]), count++;
    while (c->params[params]) a->params[params] = read_number(&a->arena, c->params[params]), params++;
    for (size_t i = 0; i < count; i++) {
        a->fields[i] = (cgi_field){CGI_NAT, 1, 1, &a->cells[i]};
        a->components[i] = (cgi_component){1, &a->fields[i]};
    }
    if (c->form == FIELDS) a->components[0] = (cgi_component){count, a->fields};
    if (c->form == ROW || c->form == BAG)
        a->fields[0] = (cgi_field){c->form == ROW ? CGI_ROW : CGI_BAG, (uint32_t)count, 1, a->cells};
    for (size_t i = 0; i < params; i++) a->param[i] = (cgi_param){CGI_PARAM_INT, 0, 1, &a->params[i]};
    if (c->set) a->param[0] = (cgi_param){CGI_PARAM_SET, 0, params, a->params};
    bool sum = c->form == HEAPS && (question == OUTCOME || question == MOVES || question == STEPS) &&
               (a->plugin->capabilities & (CGI_SUM | CGI_MOVER));
    a->request = (cgi_request){sizeof a->request,   &host, a->components, sum ? count : 1, a->param,
                               c->set ? 1 : params, play,  c->mover};
}

static int call(const struct asked *a, void *instance, enum question question, struct recorder *r)
{
    const cgi_plugin *p = a->plugin;
    cgi_offer offer = {.struct_size = sizeof offer, .value = 1, .outcome = 1, .moves = 1};
    uint32_t outcome = 99;
    int status = CGI_UNSUPPORTED;
    if (question == OFFER && p->offer) status = p->offer(instance, &a->request, &offer);
    if (question == VALUE && p->value) status = p->value(instance, &a->request, &r->sink);
    if (question == OUTCOME && p->outcome) status = p->outcome(instance, &a->request, &outcome);
    if (question == MOVES && p->moves) status = p->moves(instance, &a->request, &r->sink);
    if (question == STEPS && p->steps) status = p->steps(instance, &a->request, &r->sink);
    if (question == OPTIONS && p->options) {
        uint64_t limbs[2] = {5, 1};
        for (uint64_t wanted = 0; wanted < 4; wanted++) {
            cgi_integer value = {wanted > 0, wanted > 0, &wanted};
            if (wanted == 3) value = (cgi_integer){1, 2, limbs};
            status = p->options(instance, &a->request, &value, &r->sink);
            if (status != CGI_OK) break;
        }
    }
    if (status == CGI_OK && question == OFFER)
        text_add(&r->text, " offers %u %u %u", offer.value, offer.outcome, offer.moves);
    if (status == CGI_OK && question == OUTCOME) text_add(&r->text, " outcome %u", outcome);
    return status;
}

/* The status; what was given away is in the recorder. */
static int attempt(const struct asked *a, enum question question, struct recorder *r)
{
    void *instance = NULL;
    *r = (struct recorder){.sink = {sizeof r->sink, record_value, record_move, record_line, record_outcome}};
    tried = 0;
    int status = a->plugin->open ? a->plugin->open(&host, &instance) : CGI_OK;
    if (status != CGI_OK) return status;
    status = call(a, instance, question, r);
    if (a->plugin->close) a->plugin->close(&host, instance);
    return status;
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */
static bool complain(const struct oom_case *c, enum question question, size_t at, const char *what)
{
    printf("# %s, %s, allocation %zu%s: %s\n", c->plugin, question_names[question], at,
           fail_alone ? " alone" : " and all after it", what);
    return false;
}

static bool survives(const struct oom_case *c, const struct asked *a, enum question question, int usual,
                     const struct text *answer, size_t at)
{
    struct recorder r;
    bool fine = true;
    fail_at = at;
    int status = attempt(a, question, &r);
    fail_at = 0;
    const char *given = text_c(&r.text);
    if (status != usual && status != CGI_NO_MEMORY) fine = complain(c, question, at, "another status");
    if (status == usual && strcmp(given, text_c(answer)) != 0) fine = complain(c, question, at, "another answer");
    if (strncmp(given, text_c(answer), strlen(given)) != 0)
        fine = complain(c, question, at, "something else was given away");
    if (held) fine = complain(c, question, at, "memory is still held");
    held = 0;
    text_free(&r.text);
    return fine;
}

static bool walk(const struct oom_case *c, struct asked *a, size_t *attempts)
{
    bool fine = true;
    for (enum question question = OFFER; question < QUESTIONS; question++)
        for (uint32_t play = CGI_PLAY_NORMAL; play <= CGI_PLAY_MISERE; play++) {
            struct recorder usual;
            prepare(a, c, question, play);
            int status = attempt(a, question, &usual);
            size_t allocations = tried;
            for (int alone = 0; alone < 2; alone++)
                for (size_t at = 1; at <= allocations; at++, ++*attempts) {
                    fail_alone = alone;
                    fine = survives(c, a, question, status, &usual.text, at) && fine;
                }
            text_free(&usual.text);
        }
    arena_free(&a->arena);
    return fine;
}

static bool load(struct asked *a, const char *name, void **library)
{
    char path[4096];
    const cgi_plugin *(*entry)(const cgi_host *);
    const char *folder = getenv("CGI_PLUGIN_PATH");
    snprintf(path, sizeof path, "%s/%s.so", folder ? folder : ".", name);
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = *library ? dlsym(*library, "cgi_plugin_entry") : NULL;
    if (!symbol) return false;
    memcpy(&entry, &symbol, sizeof entry);
    a->plugin = entry(&host);
    return true;
}

/* That the counting works: GMP's own numbers ask. */
static bool counts(void)
{
    mpz_t n;
    mpz_init_set_ui(n, 7);
    mpz_pow_ui(n, n, 1000);
    mpz_clear(n);
    bool counted = gmp_asked > 0;
    gmp_asked = 0;
    return counted;
}

int main(void)
{
    unsigned number = 0, failed = 0;
    size_t total = 0;
    mp_set_memory_functions(gmp_take, gmp_grow, gmp_release);
    bool counted = counts();
    failed += !counted;
    printf("%s %u - what GMP asks for is counted\n", counted ? "ok" : "not ok", ++number);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked asked = {0};
        void *library = NULL;
        size_t attempts = 0;
        bool fine = load(&asked, cases[i].plugin, &library) && walk(&cases[i], &asked, &attempts);
        failed += !fine;
        total += attempts;
        printf("%s %u - %s at %s, %s (%zu attempts)\n", fine ? "ok" : "not ok", ++number, cases[i].plugin,
               cases[i].cells[0], cases[i].cells[1], attempts);
        fflush(stdout);
        if (library) dlclose(library);
    }
    failed += gmp_asked > 0;
    printf("%s %u - GMP was asked for memory %llu times in %zu attempts\n", gmp_asked ? "not ok" : "ok", ++number,
           gmp_asked, total);
    printf("1..%u\n", number);
    return failed > 0;
}
