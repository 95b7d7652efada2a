/* SPDX-License-Identifier: MIT */
/* A Lua state without access to anything outside.
 *
 *     struct sandbox box = {.budget = budget};
 *     if (sandbox_open(&box) != ST_OK) ...
 *     st = sandbox_run(&box, function, context);       // a lua_CFunction, called with the context as light userdata
 *     sandbox_close(&box);
 *
 * Everything that can raise a Lua error runs under sandbox_run: elsewhere an error would end the program. */
#ifndef CGI_SCRIPT_SANDBOX_H
#define CGI_SCRIPT_SANDBOX_H
#include <lauxlib.h>
#include <locale.h>
#include <lua.h>
#include <stdbool.h>
#include "base/budget.h"
#include "script/freeze.h"

/* What no pcall may catch, apart from a status from outside (stopped) and lack of memory. */
enum ending { ENDED_NOT, ENDED_BY_STEPS, ENDED_BY_TIME, ENDED_BY_DEPTH };
enum refusal { REFUSED_NOTHING, REFUSED_BY_SYSTEM, REFUSED_BY_BUDGET, REFUSED_TOTAL, REFUSED_STRING, REFUSED_STEPS };

struct sandbox {
    lua_State *state;
    struct budget *budget;
    locale_t locale; /* calls run in the C locale: `<` on strings, upper and tostring depend on it */
    size_t held;     /* bytes that the state holds */
    int64_t steps;   /* left for the running call */
    enum ending ending;
    uint64_t began_ns, processor_ns; /* clocks when the hook first ran; 0: it has not yet */
    unsigned depth;                  /* running calls: a generator's option may lead to another call */
    bool full;                       /* memory was refused twice: the call gets no more */
    uintptr_t refused_block;         /* the block to be grown when memory was last refused, and its size */
    size_t refused_size;
    enum status stopped;  /* why something outside ends the call: a budget, or the receiver of an option */
    enum refusal refusal; /* why memory was refused last */
    /* of the last failure */
    char message[400];
    int block, line;              /* block counts from 1; 0: not known */
    char kept[64];                /* the variable whose value freeze() refused, else empty */
    struct freeze_change changed; /* the variable that the call left changed; name NULL: none */
};

enum status sandbox_open(struct sandbox *box);
void sandbox_close(struct sandbox *box);
/* Calls with a fresh allowance of steps. ST_RULE_FAILED sets message, block and line; calls may be nested. Once the
 * state is frozen, a call that assigned to a frozen variable fails, and the variable keeps its old value. */
enum status sandbox_run(struct sandbox *box, lua_CFunction function, void *context);
struct sandbox *sandbox_of(lua_State *state);
/* Charges steps for work done in C; raises a Lua error if there are too few. */
void sandbox_charge(lua_State *state, uint64_t steps);
/* The stack was full: ends the call as soon as the running functions have been unwound to a pcall. */
void sandbox_end_by_depth(lua_State *state);
/* Has the running call been ended by something that no pcall may catch? */
bool sandbox_is_over(const struct sandbox *box);
/* Ends the running call with one of our statuses, past every pcall. */
int sandbox_stop(lua_State *state, enum status st);
/* The chunk name of a block, as luaL_loadbufferx expects it: "=lua", "=lua2", ... */
void sandbox_chunk_name(char name[24], int block);
/* The block of such a chunk name; 0: it is none. */
int sandbox_block_of(const char *chunk_name);

#endif
