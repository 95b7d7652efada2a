/* SPDX-License-Identifier: MIT */
/* Three fences: an allocator that counts and refuses, a hook every 200 instructions, and a library without access to
 * the outside. Time that Lua spends inside one instruction or one C function is bounded by what it can allocate or
 * visit, which is charged as steps: strings are short, fresh memory costs steps, and library.c charges for every
 * element it handles. Anything else (an instruction that copies a million arguments) is stopped by a limit on
 * processor time. */
#include "script/sandbox.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/mem.h"
#include "base/source.h"
#include "script/library.h"
#include "script/script.h"

enum { HOOK_EVERY = 200, BYTES_A_STEP = 32 };

struct sandbox *sandbox_of(lua_State *state)
{
    struct sandbox *box;
    memcpy(&box, lua_getextraspace(state), sizeof box);
    return box;
}

/* ---- time ------------------------------------------------------------------------------------------------------ */
static uint64_t processor_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0) return 0;
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Reading the processor's clock takes a system call, so it is read only after that much wall time has passed. */
static bool is_slow(struct sandbox *box)
{
    const uint64_t limit = SCRIPT_SECONDS * (uint64_t)1000000000;
    uint64_t now = budget_now_ns();
    if (!box->began_ns) {
        box->began_ns = now;
        box->processor_ns = processor_ns();
    }
    return now - box->began_ns > limit && processor_ns() - box->processor_ns > limit;
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */
/* May the state allocate `more` bytes? For a new object `kind` is its Lua type. */
static enum refusal judge(struct sandbox *box, size_t more, bool fresh, size_t kind, size_t size)
{
    if (fresh && kind == LUA_TSTRING && size > SCRIPT_STRING) return REFUSED_STRING;
    if (more > SCRIPT_MEMORY - box->held) return REFUSED_TOTAL;
    if (box->budget && budget_fits(box->budget, more) != ST_OK) return REFUSED_BY_BUDGET;
    box->steps -= (int64_t)((more + BYTES_A_STEP - 1) / BYTES_A_STEP);
    if (box->steps >= 0 && box->ending == ENDED_NOT) return REFUSED_NOTHING;
    if (box->ending == ENDED_NOT) box->ending = ENDED_BY_STEPS;
    return REFUSED_STEPS;
}

/* When memory is refused Lua collects garbage and asks again. If that is refused too, it raises an error, which a
 * script must not catch or hide by an error of a __close: the call gets no more memory. */
static void *refuse(struct sandbox *box, enum refusal refusal, const void *block, size_t size)
{
    box->full = box->refusal != REFUSED_NOTHING && box->refused_block == (uintptr_t)block && box->refused_size == size;
    box->refusal = refusal;
    box->refused_block = (uintptr_t)block;
    box->refused_size = size;
    return NULL;
}

/* Shrinking never fails, as Lua requires; mem_resize guarantees it. */
static void *allocate(void *context, void *block, size_t old_size, size_t size)
{
    struct sandbox *box = context;
    bool fresh = block == NULL;
    size_t kind = old_size, had = fresh ? 0 : old_size;
    if (size == 0) {
        mem_free(block, had);
        box->held -= had;
        return NULL;
    }
    if (size > had) {
        if (box->full) return NULL;
        enum refusal refusal = judge(box, size - had, fresh, kind, size);
        if (refusal != REFUSED_NOTHING) return refuse(box, refusal, block, size);
    }
    void *moved = fresh ? mem_alloc_raw(size) : mem_resize(block, had, size);
    if (!moved) return refuse(box, REFUSED_BY_SYSTEM, block, size);
    if (size > had) box->refusal = REFUSED_NOTHING;
    box->held += size - had;
    return moved;
}

/* ---- steps ----------------------------------------------------------------------------------------------------- */
bool sandbox_is_over(const struct sandbox *box)
{
    return box->ending != ENDED_NOT || box->stopped != ST_OK || box->full;
}

void sandbox_end_by_depth(lua_State *state)
{
    struct sandbox *box = sandbox_of(state);
    if (box->ending == ENDED_NOT) box->ending = ENDED_BY_DEPTH;
}

/* Notes the innermost line of a running block as the place of whatever ends the call first. */
static void note_line(lua_State *state)
{
    struct sandbox *box = sandbox_of(state);
    lua_Debug about;
    for (int level = 0; !box->line && level < 100 && lua_getstack(state, level, &about); level++) {
        if (!lua_getinfo(state, "Sl", &about) || about.currentline <= 0) continue;
        box->block = sandbox_block_of(about.source);
        box->line = about.currentline;
    }
}

/* A message handler: leaves the message as it is. */
static int note_place(lua_State *state)
{
    note_line(state);
    return 1;
}

static void end_call(lua_State *state, enum ending ending)
{
    struct sandbox *box = sandbox_of(state);
    if (box->ending == ENDED_NOT) {
        box->ending = ending;
        box->line = 0;
        note_line(state);
    }
    lua_pushboolean(state, 0); /* no text: it would need memory, for which there are no steps */
    lua_error(state);
}

int sandbox_stop(lua_State *state, enum status st)
{
    sandbox_of(state)->stopped = st;
    lua_pushboolean(state, 0);
    return lua_error(state);
}

/* An instruction may copy all arguments of a `...`: from the 64th on they are charged, 16 per step. */
static int64_t extra_steps(lua_State *state, lua_Debug *about)
{
    int count = 64;
    for (; count < 1 << 24 && lua_getlocal(state, about, -count); count *= 2) lua_pop(state, 1);
    return count > 64 ? (int64_t)HOOK_EVERY * count / 16 : 0;
}

/* Why the hook ends the call, if it does. */
static enum ending look(struct sandbox *box)
{
    if (box->ending != ENDED_NOT) return box->ending;
    if (box->steps < 0) return ENDED_BY_STEPS;
    return is_slow(box) ? ENDED_BY_TIME : ENDED_NOT;
}

/* Once the call is over, the hook runs at every instruction, so that no handler gets further. */
static void hook(lua_State *state, lua_Debug *about)
{
    struct sandbox *box = sandbox_of(state);
    box->steps -= HOOK_EVERY + extra_steps(state, about);
    if (box->stopped == ST_OK && box->budget) box->stopped = budget_check(box->budget);
    enum ending ending = box->stopped == ST_OK ? look(box) : ENDED_NOT;
    if (box->stopped == ST_OK && ending == ENDED_NOT) return;
    lua_sethook(state, hook, LUA_MASKCOUNT, 1);
    if (box->stopped != ST_OK) sandbox_stop(state, box->stopped);
    end_call(state, ending);
}

void sandbox_charge(lua_State *state, uint64_t steps)
{
    struct sandbox *box = sandbox_of(state);
    if (steps > (uint64_t)SCRIPT_STEPS) steps = SCRIPT_STEPS + 1u;
    box->steps -= (int64_t)steps;
    if (box->steps < 0 || box->ending != ENDED_NOT) end_call(state, ENDED_BY_STEPS);
}

/* ---- failures -------------------------------------------------------------------------------------------------- */
void sandbox_chunk_name(char name[24], int block) { snprintf(name, 24, block > 1 ? "=lua%d" : "=lua", block); }

int sandbox_block_of(const char *source)
{
    if (strncmp(source, "=lua", 4) != 0) return 0;
    return source[4] ? (int)strtol(source + 4, NULL, 10) : 1;
}

/* "lua2:13: text": splits off block and line; they are left unchanged if the message has none. */
static const char *take_place(struct sandbox *box, const char *message)
{
    int block = 1, line = 0, length = 0;
    if (strncmp(message, "lua", 3) != 0) return message;
    const char *at = message + 3;
    if (*at != ':') {
        char *after;
        block = (int)strtol(at, &after, 10);
        at = after;
        if (*at != ':') return message;
    }
    if (sscanf(at, ":%9d:%n", &line, &length) != 1 || length == 0) return message;
    box->block = block;
    box->line = line;
    return at[length] == ' ' ? at + length + 1 : at + length;
}

/* Messages come from the script: a byte that is not plain text is shown as a question mark. */
static void keep_message(struct sandbox *box, const char *text)
{
    size_t length = strlen(text);
    if (length > sizeof box->message - 1) length = sizeof box->message - 1;
    while (length && ((unsigned char)text[length] & 0xc0) == 0x80) length--;
    memcpy(box->message, text, length);
    box->message[length] = '\0';
    bool sound = source_check(box->message, length) == SOURCE_FINE;
    for (char *c = box->message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127 || (!sound && (signed char)*c < 0)) *c = '?';
}

static enum status out_of_memory(struct sandbox *box)
{
    switch (box->refusal) {
    case REFUSED_BY_BUDGET: return ST_MEMORY_BUDGET;
    case REFUSED_STRING: keep_message(box, "a string of more than 4 KiB was to be made"); break;
    case REFUSED_TOTAL: keep_message(box, "it takes more than 64 MiB of memory"); break;
    default: return ST_NO_MEMORY;
    }
    return ST_RULE_FAILED;
}

static const char *ending_text(enum ending ending)
{
    switch (ending) {
    case ENDED_BY_STEPS: return "it takes more than 10^7 steps; let it do less in one call";
    case ENDED_BY_TIME: return "it takes more than 10 seconds; let it do less in one call";
    case ENDED_BY_DEPTH: return "its calls are nested too deeply (stack overflow)";
    case ENDED_NOT: break;
    }
    return "";
}

/* The meaning of a failed lua_pcall; the error value is on the stack. */
static enum status judge_failure(struct sandbox *box, int result)
{
    if (box->stopped != ST_OK) return box->stopped;
    if (box->ending != ENDED_NOT) {
        keep_message(box, ending_text(box->ending));
        return ST_RULE_FAILED;
    }
    if (result == LUA_ERRMEM || box->full) return out_of_memory(box);
    if (lua_type(box->state, -1) == LUA_TSTRING) keep_message(box, take_place(box, lua_tostring(box->state, -1)));
    else if (lua_isnil(box->state, -1)) keep_message(box, "it raised an error without a text");
    else
        snprintf(box->message, sizeof box->message, "it raised an error that is not text but a %s",
                 lua_typename(box->state, lua_type(box->state, -1)));
    return ST_RULE_FAILED;
}

/* A call that ended well but changed a variable fails after all. */
static enum status look_at_variables(struct sandbox *box, enum status st)
{
    struct freeze_change change;
    box->changed = (struct freeze_change){0};
    if (!freeze_restore(box->state, &change) || st != ST_OK) return st;
    box->changed = change;
    snprintf(box->message, sizeof box->message,
             "it changes the variable '%.60s' outside of it: a call keeps nothing for the next; "
             "write 'local %.60s = ...' inside the function",
             change.name, change.name);
    return ST_RULE_FAILED;
}

enum status sandbox_run(struct sandbox *box, lua_CFunction function, void *context)
{
    lua_State *state = box->state;
    const struct sandbox outer = *box;
    if (!lua_checkstack(state, 12)) return ST_NO_MEMORY;
    box->steps = SCRIPT_STEPS;
    box->ending = ENDED_NOT;
    box->began_ns = 0;
    box->stopped = ST_OK;
    box->refusal = REFUSED_NOTHING;
    box->block = box->line = 0;
    enum status st = box->depth ? look_at_variables(box, ST_OK) : ST_OK;
    int top = lua_gettop(state);
    if (st == ST_OK) {
        locale_t locale = uselocale(box->locale);
        box->depth++;
        lua_sethook(state, hook, LUA_MASKCOUNT, HOOK_EVERY);
        lua_pushcfunction(state, note_place);
        lua_pushcfunction(state, function);
        lua_pushlightuserdata(state, context);
        int result = lua_pcall(state, 1, 0, top + 1);
        box->depth--;
        uselocale(locale);
        st = result == LUA_OK ? ST_OK : judge_failure(box, result);
        lua_settop(state, top);
        st = look_at_variables(box, st);
    }
    box->steps = outer.steps; /* those of the enclosing call */
    box->ending = outer.ending;
    box->began_ns = outer.began_ns;
    box->processor_ns = outer.processor_ns;
    box->stopped = ST_OK;
    if (box->depth) lua_sethook(state, hook, LUA_MASKCOUNT, HOOK_EVERY);
    else {
        box->full = false;
        box->steps = SCRIPT_STEPS;                     /* collecting needs memory to shrink the stack */
        if (st != ST_OK) lua_gc(state, LUA_GCCOLLECT); /* its garbage could use up the memory of the next call */
    }
    return st;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */
static int open_library(lua_State *state)
{
    library_open(state);
    return 0;
}

enum status sandbox_open(struct sandbox *box)
{
    box->steps = SCRIPT_STEPS;
    box->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!box->locale) return ST_NO_MEMORY;
    box->state = lua_newstate(allocate, box);
    if (!box->state) {
        sandbox_close(box);
        return box->refusal == REFUSED_BY_BUDGET ? ST_MEMORY_BUDGET : ST_NO_MEMORY;
    }
    memcpy(lua_getextraspace(box->state), &box, sizeof box);
    enum status st = sandbox_run(box, open_library, NULL);
    if (st != ST_OK) sandbox_close(box);
    return st == ST_RULE_FAILED ? ST_NO_MEMORY : st;
}

void sandbox_close(struct sandbox *box)
{
    if (box->state) lua_close(box->state);
    if (box->locale) freelocale(box->locale);
    box->state = NULL;
    box->locale = (locale_t)0;
}
