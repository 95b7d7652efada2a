/* SPDX-License-Identifier: MIT */
/* What the files of the plugin host share: the representation of a loaded plugin, and internal functions.
 *
 *     host.c            folders, the list of plugins, opening and closing
 *     file.c       is this file a complete shared object with a usable descriptor?
 *     services.c   what a plugin may call: counted memory, cancelled, fail
 *     recognise.c  which plugin recognises which game
 *     request.c    positions as a plugin sees them
 *     restate.c       the same for a game that is the reference over other states
 *     restate_words.c what such a game is to the plugin, in words
 *     answer.c     what a plugin returns, checked
 *     ask.c        offers, values, outcomes, winning moves
 *     options.c    options of a given value
 *     steps.c      the theorem applied step by step
 *     tame.c       value and swap of a component of a tame game
 *     solver.c     all of this as a solver */
#ifndef CGI_PLUGIN_PRIVATE_H
#define CGI_PLUGIN_PRIVATE_H
#include "base/vec.h"
#include "cgi/plugin.h"
#include "plugin/plugin.h"
#include "play/options/store.h"

/* The head of each block of memory that a plugin holds: a ring through the plugin's own head. */
struct host_block {
    struct host_block *next, *before;
    size_t size; /* including the head */
    size_t unused;
};
struct loaded {
    cgi_host services; /* first: what the plugin holds a pointer to */
    struct host *host;
    struct plugin_info info;
    cgi_plugin plugin; /* our copy; members that the plugin does not have are zero */
    void *library, *instance;
    bool opened;
    uint64_t device, inode; /* of the file: a folder that is named twice is loaded once */
    struct model *reference;
    const struct game *shape; /* of a reference that is read when it is needed; NULL: it was read at once */
    struct host_block blocks;
    char message[256];   /* the last fail(), or "" */
    enum status stopped; /* the status with which the services refused something during the last call */
};
struct host {
    struct arena arena; /* names, texts, the plugins themselves */
    struct budget *budget;
    VEC(struct loaded *) items;
    reference_reader *read; /* for those that are read when they are needed; NULL: they cannot be used before */
    void *reader;
};

/* ---- file.c ------------------------------------------------------------------------------------------------- */
/* NULL if the file is a complete shared object of this machine; else why not, as one phrase. */
const char *file_problem(int descriptor);
typedef const cgi_plugin *plugin_entry(const cgi_host *host);
/* Entry (NULL: that of the file, by dlopen) and descriptor: fills library, plugin and info's texts. ST_OK with info.problem set if
 * it cannot be used. */
enum status file_load(struct loaded *plugin, plugin_entry *entry, struct arena *arena);

/* ---- reference.c -------------------------------------------------------------------------------------------- */
/* Sets `shape` if the text is known to be a rule. */
enum status reference_expect(struct loaded *plugin, struct arena *arena);
/* The game of the reference; of one that has not been read kind, uses_mover and the kinds of its fields alone. NULL: the plugin
 * cannot be used. */
const struct game *reference_game(const struct loaded *plugin);
/* To be called before `reference` is used: reads it if that was put off. It may not be one after all: then it is NULL. */
enum status reference_read(const struct loaded *plugin);

/* ---- services.c --------------------------------------------------------------------------------------------- */
void services_open(struct loaded *plugin);
/* Frees what the plugin still holds. */
void services_close(struct loaded *plugin);

/* ---- request.c ---------------------------------------------------------------------------------------------- */
/* Is this position recognised by a single plugin at one setting of its parameters, under that convention? The first
 * component's match; NULL with *reason. */
const struct match *request_match(const struct env *env, const struct position *position, enum play play,
                                  const char **reason);
/* Components first .. first + count - 1 as the plugin's reference rule sees them. ST_UNSUPPORTED if the position
 * does not fit its game's fields. */
enum status request_build(const struct env *env, const struct position *position, size_t first, size_t count,
                          enum play play, int mover, struct arena *arena, cgi_request *request);

/* ---- recognise.c ----------------------------------------------------------------------------------------------- */
/* Do the kinds of the game and of its fields fit the plugin's reference, so that comparing the rules may be worth it? */
bool host_worth_a_proof(const struct game *game, const struct loaded *plugin);

/* ---- restate.c ------------------------------------------------------------------------------------------------- */
bool restated_not_at_all(const struct match *match);
/* Converts a component with these fields of the user's game to the reference's. ST_UNSUPPORTED if the match is for
 * another number of cells. */
enum status restated_position(const struct match *match, const struct game *reference, cgi_field *fields,
                              struct arena *arena, cgi_component *out);
/* Converts the plugin's result to cells of the user's game: sets win's cells and turns, or *problem. */
enum status restated_back(const struct match *match, const cgi_component *result, struct arena *arena,
                          struct listed_move *win, const char **problem);

/* ---- ask.c --------------------------------------------------------------------------------------------------- */
/* To be called around each call of a plugin; ask_end converts the result to a status and disables a plugin that
 * failed. `problem`: what makes the answer impossible, or NULL. */
void ask_begin(struct loaded *plugin);
enum status ask_end(const struct env *env, const struct match *match, int answer, const char *problem);
/* Why a plugin with these capabilities cannot answer about this position, or NULL. */
const char *ask_missing(const struct loaded *plugin, enum play play);

/* Component i alone; *big points to its cells beyond 64 bits. */
struct position ask_single(const struct position *position, size_t component, const struct integer *const **big);

/* ---- solver.c ------------------------------------------------------------------------------------------------ */
/* Makes a solver of each plugin that recognises some game: known->solvers. */
enum status plugin_solvers(const struct host *host, struct arena *arena, struct recognition *known);

/* ---- answer.c ----------------------------------------------------------------------------------------------- */
/* A number that can be read: limbs without a leading zero, a sign to match, of sane size. */
bool sane_integer(const cgi_integer *value);
struct value_sink {
    cgi_sink sink; /* first */
    struct arena *arena;
    const struct integer *value;
    enum status status;
    const char *problem; /* what makes the answer impossible */
};
void value_sink_open(struct value_sink *sink, struct arena *arena);
struct wins_sink {
    cgi_sink sink; /* first */
    const struct env *env;
    const struct position *position;
    const struct model *reference;
    struct arena *arena;
    VEC(struct listed_move) wins;
    uint64_t max;
    bool more; /* at least one was omitted */
    enum status status;
    const char *problem;
};
void wins_sink_open(struct wins_sink *sink, const struct env *env, const struct position *position,
                    const struct model *reference, uint64_t max, struct arena *arena);
/* Sorts by component and result, into the arena; a duplicate sets problem. */
enum status wins_sink_close(struct wins_sink *sink, struct listed_move **wins, size_t *count);

#endif
