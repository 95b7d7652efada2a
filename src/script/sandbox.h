/* Inside the script room: a Lua state from which there is no way out.
 *
 *     struct sandbox box = {.budget = budget};
 *     if (sandbox_open(&box) != ST_OK) ...
 *     st = sandbox_run(&box, function, context);       // a lua_CFunction, called with the context as light userdata
 *     sandbox_close(&box);
 *
 * Everything that can raise a Lua error runs under sandbox_run: outside of it an error would end the program. */
#ifndef CGI_SCRIPT_SANDBOX_H
#define CGI_SCRIPT_SANDBOX_H
#include <lauxlib.h>
#include <lua.h>
#include <stdbool.h>
#include "base/budget.h"

enum refusal { REFUSED_NOTHING, REFUSED_BY_SYSTEM, REFUSED_BY_BUDGET, REFUSED_TOTAL, REFUSED_STRING, REFUSED_STEPS };

struct sandbox {
    lua_State *state;
    struct budget *budget;
    size_t held;   /* bytes that the state holds */
    int64_t steps; /* left for the call that runs */
    bool spent;    /* no steps are left, or (slow) no time */
    bool slow;
    uint64_t began_ns, processor_ns; /* clocks at the first look of the hook; 0: none yet */
    bool sealed;                     /* the blocks have run: no new global variables */
    enum status stopped;  /* something outside wants the call to end: a budget, or the receiver of an option */
    enum refusal refusal; /* why memory was refused last */
    /* of the last failure */
    char message[400];
    int block, line; /* block counts from 1; 0: not known */
};

enum status sandbox_open(struct sandbox *box);
void sandbox_close(struct sandbox *box);
/* Calls with a fresh allowance of steps. ST_RULE_FAILED leaves message, block and line; calls may be nested. */
enum status sandbox_run(struct sandbox *box, lua_CFunction function, void *context);
struct sandbox *sandbox_of(lua_State *state);
/* Takes steps for work done in C; raises a Lua error when there are too few. */
void sandbox_charge(lua_State *state, uint64_t steps);
/* Ends the running call with a status of ours, past every pcall. */
int sandbox_stop(lua_State *state, enum status st);
/* The chunk name of a block, as luaL_loadbufferx takes it: "=lua", "=lua2", ... */
void sandbox_chunk_name(char name[24], int block);

/* library.c: puts the functions that a script may use into the global table of a fresh state. */
void library_open(lua_State *state);

#endif
