/* SPDX-License-Identifier: MIT */
/* A plugin: the closed form of one game, in a shared object that cgi loads.
 *
 *     #include <cgi/plugin.h>
 *
 *     // The game: a heap of n; take a power of two. Its value is n mod 3.
 *     static int value(void *instance, const cgi_request *request, const cgi_sink *sink)
 *     {
 *         const cgi_integer *n = &request->components[0].fields[0].cells[0];
 *         uint64_t rest = 0;
 *         (void)instance;
 *         for (uint32_t i = 0; i < n->count; i++) rest += n->limbs[i] % 3;      // 2^64 mod 3 is 1
 *         rest %= 3;
 *         cgi_integer answer = {rest != 0, rest != 0, &rest};
 *         return sink->value(sink, &answer);
 *     }
 *     static const cgi_plugin plugin = {
 *         sizeof(cgi_plugin), CGI_PLUGIN_MAGIC, CGI_PLUGIN_MAJOR, CGI_PLUGIN_MINOR,
 *         CGI_COMPONENT | CGI_NORMAL | CGI_VALUE, "doubles", "1.0", "take 1, 2, 4, 8, ... from a heap",
 *         "game doubles(n) { move take(t in powers(2)) where t <= n -> doubles(n - t) }",
 *         "the value of a heap is n mod 3", "folklore", NULL, NULL, NULL, value, NULL, NULL, NULL, NULL, NULL,
 *     };
 *     CGI_EXPORT const cgi_plugin *cgi_plugin_entry(const cgi_host *host) { (void)host; return &plugin; }
 *
 * Build it with `cc -shared -fPIC -o doubles.so doubles.c`, put it into a folder named by --plugin-dir or CGI_PLUGIN_PATH,
 * and it answers for every rule that is proved to be this game, whatever its author called it: the rule is compared with
 * `reference` below. If several plugins fit, the one that can answer most is asked, then the most special one;
 * `--solver doubles` asks this one. A plugin is measured, never trusted: its answers are checked against a search of its
 * own reference rule, and a plugin that is wrong once is reported and not used again. plugins/template is a complete
 * one to copy.
 *
 * This header needs <stddef.h> and <stdint.h> only and is C99, C11, C17 and C++. A plugin is never linked against cgi.
 *
 * Versions. The ABI is provisional while its major version is 0. A host loads a plugin whose major version is its own,
 * whatever the minor one: structures begin with their size and only grow, and the host copies what both sides know into
 * zeroed memory, so that a member which an older plugin has not got is NULL or 0. A plugin that wants a member of
 * cgi_host, cgi_request, cgi_sink or cgi_offer that is younger than 0.1 looks at its struct_size first. cgi_integer,
 * cgi_field, cgi_component and cgi_param stand in arrays and never change within a major version.
 *
 * Threads and time. Calls to one instance never overlap. A call that may take longer than a tenth of a second asks
 * `cancelled` now and then. Nothing may be printed, no signal handler set, and exit, abort and longjmp are not for
 * plugins.
 *
 * Every member says REQUIRED, or OPTIONAL and what the host does without it. */
#ifndef CGI_PLUGIN_H
#define CGI_PLUGIN_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CGI_PLUGIN_MAGIC 0x70696763u /* "cgip" in little-endian order */
#define CGI_PLUGIN_MAJOR 0
#define CGI_PLUGIN_MINOR 3

#if defined(__GNUC__)
#define CGI_EXPORT __attribute__((visibility("default")))
#else
#define CGI_EXPORT
#endif

/* What a call returns. Anything else counts as CGI_FAILED. */
enum {
    CGI_OK = 0,
    CGI_UNSUPPORTED = 1, /* no closed form for this position: another solver is asked, nothing is reported */
    CGI_NO_MEMORY = 2,   /* allocate returned NULL */
    CGI_CANCELLED = 3,   /* cancelled returned non-zero */
    CGI_FAILED = 4       /* after host->fail(host, "why"): reported, and the plugin is not used again */
};

/* ---- what is passed: positions of the reference rule ------------------------------------------------------------- */
/* An integer of any size: its magnitude is the sum of limbs[i] * 2^(64 i). */
typedef struct cgi_integer {
    int32_t sign;          /* -1, 0, 1 */
    uint32_t count;        /* of limbs; the last one is not 0; zero has sign 0 and no limbs */
    const uint64_t *limbs; /* least significant first */
} cgi_integer;

/* The fields of `reference` are of these kinds: a plugin whose rule has trees, nodes or sets of nodes is not used. */
enum {
    CGI_NAT = 0,
    CGI_INT = 1,
    CGI_BOOL = 2, /* one cell; bool: 0 or 1 */
    CGI_ROW = 3,  /* `rows` cells in order */
    CGI_BAG = 4,  /* `rows` cells, ascending, repeats kept */
    CGI_GRID = 5  /* rows * columns cells, row by row */
};
/* One field of the state. */
typedef struct cgi_field {
    uint32_t kind;
    uint32_t rows, columns; /* 1 and 1 for a single cell; columns is 1 for a row and a bag */
    const cgi_integer *cells;
} cgi_field;
/* One position of the reference game (the last game of the reference text), its fields in the order of that rule. */
typedef struct cgi_component {
    size_t field_count;
    const cgi_field *fields;
} cgi_component;

enum { CGI_PARAM_INT = 0, CGI_PARAM_BOOL = 1, CGI_PARAM_SET = 2 };
/* A parameter: one value, or the elements of a set, ascending without repeats. */
typedef struct cgi_param {
    uint32_t kind;
    uint32_t reserved;
    size_t count;
    const cgi_integer *values;
} cgi_param;

enum { CGI_PLAY_NORMAL = 0, CGI_PLAY_MISERE = 1 }; /* the player who cannot move loses; wins */

typedef struct cgi_host cgi_host;
/* What every question comes with. The host owns all of it; it is good until the call returns. */
typedef struct cgi_request {
    size_t struct_size;
    const cgi_host *host;
    const cgi_component *components; /* the sum; at least one component; one at most without CGI_SUM */
    size_t component_count;
    const cgi_param *params; /* of the reference text, in the order of their declarations */
    size_t param_count;
    uint32_t play;  /* CGI_PLAY_NORMAL or CGI_PLAY_MISERE */
    uint32_t mover; /* 1 or 2; 0 where it does not matter who moves */
} cgi_request;

/* ---- services of the host: all members are there ----------------------------------------------------------------- */
struct cgi_host {
    size_t struct_size;
    uint32_t abi_major, abi_minor; /* of the host */
    /* Memory, counted for this plugin and against the user's budget; NULL when there is none left. What is still held
     * when the plugin is closed is freed. `resize` of NULL allocates; a failed one leaves the block. Aligned to 16. */
    void *(*allocate)(const cgi_host *host, size_t size);
    void *(*resize)(const cgi_host *host, void *block, size_t size);
    void (*release)(const cgi_host *host, void *block); /* NULL is allowed */
    /* Non-zero when the user or a budget wants an end: return CGI_CANCELLED. */
    int (*cancelled)(const cgi_host *host);
    /* Remembers a copy of the message (one lower-case sentence) and returns CGI_FAILED:
     * return host->fail(host, "why"). */
    int (*fail)(const cgi_host *host, const char *message);
};

/* ---- answers ----------------------------------------------------------------------------------------------------- */
enum { CGI_OUTCOME_P = 0, CGI_OUTCOME_N = 1 }; /* the player to move loses; wins */

/* Where answers go. All functions copy what they are given; a value other than CGI_OK that they return is to be
 * returned at once by the caller (the list is long enough, or memory is out). */
typedef struct cgi_sink cgi_sink;
struct cgi_sink {
    size_t struct_size;
    int (*value)(const cgi_sink *sink, const cgi_integer *value); /* not negative; once */
    /* One winning move: component number `component` (from 0) of the request becomes `result`. Each result once. */
    int (*move)(const cgi_sink *sink, size_t component, const cgi_component *result);
    /* ---- since 0.3: for `steps` ---- */
    /* One line: ASCII text without control characters, in which %d stands for the next of the numbers in decimal, %b for the
     * next one in binary, %*b for the next two, the least number of digits and the number, %c for component number so and so
     * (from 0) as its author wrote it, and %% for a percent sign. No number too few or too many; negative ones for %d only.
     * The host shortens very long numbers. */
    int (*line)(const cgi_sink *sink, const char *text, const cgi_integer *numbers, size_t count);
    /* CGI_OUTCOME_P or CGI_OUTCOME_N of the whole request, once. */
    int (*outcome)(const cgi_sink *sink, uint32_t outcome);
};

/* What the plugin can give for one position. The host fills it in from the capabilities, the play and the mover; the
 * plugin takes away (sets to 0) what it cannot do here. Values are checked against those of the options: a plugin
 * that has values for some positions only offers them where it has those of all options as well, or sets `alone`, and
 * then they are shown without being compared with each other. */
typedef struct cgi_offer {
    size_t struct_size;
    uint32_t value, outcome, moves; /* 1 or 0 */
    uint32_t alone;                 /* 1: the value is known here, but not that of every option */
    const char *reason;             /* when something is missing: one phrase of static text, or NULL */
    uint64_t nanoseconds, bytes;    /* estimates of the cost, to choose among solvers; 0: too little to count */
} cgi_offer;

/* ---- capabilities: bits; unknown ones are ignored ---------------------------------------------------------------- */
#define CGI_COMPONENT UINT64_C(0x01) /* answers for positions of one component */
#define CGI_SUM UINT64_C(0x02)       /* answers for sums all of whose components are its own, at the same parameters */
#define CGI_NORMAL UINT64_C(0x04)    /* under normal play */
#define CGI_MISERE UINT64_C(0x08)    /* under misere play (outcome and moves; values belong to normal play) */
#define CGI_MOVER UINT64_C(0x10)     /* where it matters who moves */
#define CGI_VALUE UINT64_C(0x20)     /* `value` gives SG values */
#define CGI_OUTCOME UINT64_C(0x40)   /* `outcome` gives outcomes */
#define CGI_MOVES UINT64_C(0x80)     /* `moves` gives all winning moves */
/* Every position of the game is tame. Let the misere value of a position be 1 where no move is left, else the least number
 * that is not a misere value of an option; then each pair (SG value, misere value) is (0, 1), (1, 0) or (n, n). The host
 * then answers misere sums of tame games, of one plugin or several, and of these with games that can be searched, from
 * `value` and `outcome` of single components (Conway 1976); without it components too large for search cannot stand in such
 * sums. Wants CGI_NORMAL, CGI_MISERE, CGI_VALUE and CGI_OUTCOME as well. Checked on small positions. */
#define CGI_TAME UINT64_C(0x100)
/* `moves` gives at least one winning move where there is one, perhaps not all (not together with CGI_MOVES) */
#define CGI_SOME_MOVES UINT64_C(0x200)

/* ---- the descriptor ---------------------------------------------------------------------------------------------- */
/* Constant data of the plugin's own file: the descriptor, its texts and its functions lie inside the shared object. */
typedef struct cgi_plugin {
    size_t struct_size;    /* REQUIRED: sizeof(cgi_plugin) when the plugin was built */
    uint32_t magic;        /* REQUIRED: CGI_PLUGIN_MAGIC */
    uint16_t major, minor; /* REQUIRED: CGI_PLUGIN_MAJOR, CGI_PLUGIN_MINOR */
    /* REQUIRED: at least one of COMPONENT and SUM, one of NORMAL and MISERE, one of VALUE and OUTCOME. */
    uint64_t capabilities;
    const char *name;    /* REQUIRED: [a-z][a-z0-9_]*, at most 63 bytes; of two of one name the first found counts */
    const char *version; /* REQUIRED: of the plugin, e.g. "1.0" */
    const char *summary; /* REQUIRED: one line for people */
    /* REQUIRED: the game, as a rule file of the language. Its last game is the one answered for; it may have
     * parameters, `expect` and `claim`. It decides which rules are this game, it is what the answers are checked
     * against, and it is shown by `cgi models`. */
    const char *reference;
    const char *claim;  /* REQUIRED: the theorem in one line, printed with each answer */
    const char *source; /* REQUIRED: its author and year, e.g. "Bouton 1901" */

    /* OPTIONAL: makes the `instance` that is passed to all calls, after the checks and before any other call. Without
     * it `instance` is NULL. CGI_OK, or the plugin is not used. */
    int (*open)(const cgi_host *host, void **instance);
    /* OPTIONAL: called once for every open that gave CGI_OK. Without it nothing is called; memory is freed anyway. */
    void (*close)(const cgi_host *host, void *instance);
    /* OPTIONAL: what can be given for this very position; to be cheap. Without it the capabilities hold everywhere. */
    int (*offer)(void *instance, const cgi_request *request, cgi_offer *offer);
    /* REQUIRED with CGI_VALUE: the SG value of the only component of the request, to sink->value. Without it there
     * are no values, and sums are answered only with CGI_SUM and `outcome`. */
    int (*value)(void *instance, const cgi_request *request, const cgi_sink *sink);
    /* REQUIRED with CGI_OUTCOME: the outcome of the whole request; CGI_UNSUPPORTED wherever `offer` takes it away, for it is
     * asked without an offer too. Without it, under normal play, the host takes the values' xor; under misere play it
     * searches. */
    int (*outcome)(void *instance, const cgi_request *request, uint32_t *outcome);
    /* REQUIRED with CGI_MOVES: all winning moves of the whole request, in any order, none where the player to move
     * loses. REQUIRED with CGI_SOME_MOVES: one or more of them. Without it the host tries every option. */
    int (*moves)(void *instance, const cgi_request *request, const cgi_sink *sink);
    /* OPTIONAL: later interfaces by name and version ("cgi.sequence/1"); NULL for those that the plugin has not got.
     * Without it there are none. Hosts of version 0.2 ask for none. */
    const void *(*extension)(void *instance, const char *id);

    /* ---- since 0.2 ---- */
    /* OPTIONAL: all options of the only component of the request that have the SG value `value`, to sink->move as
     * component 0, in any order, each result once; none where there are none. The play is normal. CGI_UNSUPPORTED where
     * they are not known. The winning moves of a sum of different games are those that give one component the xor of
     * the other values, so this is how they are listed where the numbers are too large to try every option. Without it
     * the list of such a sum leaves out the moves in this component, and says so. Wants CGI_VALUE and CGI_COMPONENT; the
     * values of what is given are compared with `value`. */
    int (*options)(void *instance, const cgi_request *request, const cgi_integer *value, const cgi_sink *sink);

    /* ---- since 0.3 ---- */
    /* OPTIONAL: why the answer is so: the theorem applied to this very request, one step a line, to sink->line, in words that a
     * student reads and with each number computed from the request: "9 = 2 * 4 + 1, so the value is 1". What the steps come
     * to is given as well, at the end: to sink->value the SG value of the whole request, under normal play only (of a sum the
     * xor of the values of its components), to sink->outcome its outcome; one of them or both. It is compared with what
     * `value` and `outcome` answer, and steps that come to anything else end the use of the plugin. CGI_UNSUPPORTED where there
     * is nothing to tell. The request is the whole sum with CGI_SUM, else one component. `cgi explain` prints the lines;
     * without it, and from hosts before 0.3, it prints the claim alone. */
    int (*steps)(void *instance, const cgi_request *request, const cgi_sink *sink);
} cgi_plugin;

/* The one symbol that a plugin exports. Called once, before anything else, with the host's versions and services; NULL
 * when the plugin cannot work with this host (after host->fail, if it wants to say why). */
CGI_EXPORT const cgi_plugin *cgi_plugin_entry(const cgi_host *host);

#ifdef __cplusplus
}
#endif
#endif
