/* SPDX-License-Identifier: MIT */
/* The script behind the rules: one Lua state, with its functions in the registry by number. Every call goes through
 * sandbox_run; a failure is reported as a message and a place in the rule file. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/text.h"
#include "model/lua_text.h"
#include "script/guard.h"
#include "script/positions.h"
#include "script/sandbox.h"
#include "script/script.h"

enum { NAMES_SHOWN = 8 };

struct host {
    struct script script; /* self points at the host */
    struct sandbox box;
    const struct model *model;
    struct generation *current;
    int mover;        /* in the running generator; 0 if none is running */
    bool tells_mover; /* the blocks contain the word, so games with generators are assumed to depend on it */
};

/* ---- places ---------------------------------------------------------------------------------------------------- */
/* The line where the last failure happened, as a span of the rule file. */
static struct span find_place(const struct host *host)
{
    const struct sandbox *box = &host->box;
    if (box->block < 1 || box->line < 1 || (size_t)box->block > host->model->lua_text_count) return (struct span){0};
    const char *text = host->model->lua_texts[box->block - 1], *line = text;
    struct span span = host->model->lua_spans[box->block - 1];
    for (int i = 1; i < box->line; i++) {
        const char *next = strchr(line, '\n');
        if (!next) break;
        line = next + 1;
    }
    const char *end = strchr(line, '\n');
    if (!end) end = line + strlen(line);
    while (line < end && (*line == ' ' || *line == '\t')) line++;
    while (end > line && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r')) end--;
    uint32_t begin = span.begin + (uint32_t)(line - text);
    return (struct span){span.source, begin, begin + (uint32_t)(end - line)};
}

/* A call has changed a variable. The place is where one of the functions that have the variable seems to assign to
 * it, or else the first such function. */
static void find_change(struct host *host)
{
    struct sandbox *box = &host->box;
    struct freeze_function function;
    int line = 0;
    box->block = box->line = 0;
    for (lua_Integer at = 0; line == 0 && freeze_function_with(box->state, box->changed.id, &at, &function);) {
        if (function.block < 1 || (size_t)function.block > host->model->lua_text_count) continue;
        line = lua_text_assignment(host->model->lua_texts[function.block - 1], function.first, function.last,
                                   box->changed.name);
        if (line == 0 && box->block) continue;
        box->block = function.block;
        box->line = line ? line : function.first;
    }
}

static enum status report(struct host *host, enum status st, const char **message)
{
    if (st != ST_RULE_FAILED) return st;
    if (host->box.changed.name) find_change(host);
    *message = host->box.message;
    host->script.place = find_place(host);
    return st;
}

/* ---- functions ------------------------------------------------------------------------------------------------- */
struct function_call {
    struct host *host;
    int function;
    const int64_t *args;
    size_t count;
    bool want_bool;
    int64_t result;
};

static void push_function(lua_State *L, const struct host *host, int function)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, host);
    lua_rawgeti(L, -1, function + 1);
    lua_remove(L, -2);
}

static int64_t take_result(lua_State *L, const struct function_call *call)
{
    int type = lua_type(L, -1), exact = 0;
    if (call->want_bool && type == LUA_TBOOLEAN) return lua_toboolean(L, -1);
    const char *article = type == LUA_TNIL ? "" : "a ",
               *given = type == LUA_TNIL ? "nothing (or nil)" : luaL_typename(L, -1);
    if (call->want_bool) luaL_error(L, "it returned %s%s where true or false is needed", article, given);
    if (type != LUA_TNUMBER) luaL_error(L, "it returned %s%s where an integer is needed", article, given);
    lua_Integer value = lua_tointegerx(L, -1, &exact);
    if (!exact) luaL_error(L, "it returned %f, which is not a 64-bit integer; divide with //", lua_tonumber(L, -1));
    return value;
}

static int enter_function(lua_State *L)
{
    struct function_call *call = lua_touserdata(L, 1);
    luaL_checkstack(L, (int)call->count + 4, "too many arguments");
    push_function(L, call->host, call->function);
    for (size_t i = 0; i < call->count; i++) lua_pushinteger(L, call->args[i]);
    lua_call(L, (int)call->count, 1);
    call->result = take_result(L, call);
    return 0;
}

static enum status call_function(void *self, int function, const int64_t *args, size_t count, bool want_bool,
                                 int64_t *result, const char **message)
{
    struct host *host = self;
    struct generation *outer = host->current;
    int outer_mover = host->mover;
    struct function_call call = {host, function, args, count, want_bool, 0};
    host->current = NULL; /* a function cannot emit, and knows the mover only as an argument */
    host->mover = 0;
    enum status st = sandbox_run(&host->box, enter_function, &call);
    host->current = outer;
    host->mover = outer_mover;
    *result = call.result;
    return report(host, st, message);
}

/* ---- generators ------------------------------------------------------------------------------------------------ */
struct generator_call {
    struct host *host;
    int function;
};

static int enter_generator(lua_State *L)
{
    const struct generator_call *call = lua_touserdata(L, 1);
    const struct generation *g = call->host->current;
    push_function(L, call->host, call->function);
    int given = positions_push_fields(L, &g->model->games[g->from->game], g->from);
    lua_call(L, given, 0);
    return 0;
}

static enum status generate(void *self, int function, const struct component *from, int mover, script_emit emit,
                            void *context, const char **message)
{
    struct host *host = self;
    struct generation *outer = host->current;
    struct generation generation = {.model = host->model, .from = from, .emit = emit, .context = context};
    struct generator_call call = {host, function};
    int outer_mover = host->mover;
    host->current = &generation;
    host->mover = mover;
    enum status st = sandbox_run(&host->box, enter_generator, &call);
    host->current = outer;
    host->mover = outer_mover;
    generation_free(&generation);
    return report(host, st, message);
}

/* ---- loading --------------------------------------------------------------------------------------------------- */
struct block_load {
    const struct model *model;
    size_t block; /* counted from 0 */
    bool read;    /* it has been parsed without error */
};

static int enter_block(lua_State *L)
{
    struct block_load *load = lua_touserdata(L, 1);
    char name[24];
    sandbox_chunk_name(name, (int)load->block + 1);
    const char *text = load->model->lua_texts[load->block];
    if (luaL_loadbufferx(L, text, strlen(text), name, "t") != LUA_OK) return lua_error(L);
    load->read = true;
    lua_call(L, 0, 0);
    return 0;
}

static enum status load_block(struct host *host, size_t block, struct diags *diags)
{
    struct block_load load = {.model = host->model, .block = block};
    enum status st = sandbox_run(&host->box, enter_block, &load);
    if (st != ST_RULE_FAILED) return st;
    if (!host->box.block) host->box.block = (int)block + 1, host->box.line = 1;
    return diag(diags, load.read ? D_LUA_LOAD : D_LUA_SYNTAX, find_place(host), host->box.message);
}

/* The value of a global name that is not a variable. The mover is not one: whether a game depends on it must be
 * known before it is played, so it can be read only by name, in a generator (lua_text.h); a function receives it as
 * an argument. */
static int read_absent(lua_State *L)
{
    const struct host *host = lua_touserdata(L, lua_upvalueindex(1));
    if (lua_type(L, 2) != LUA_TSTRING || strcmp(lua_tostring(L, 2), "mover") != 0) return 0;
    if (!host->mover)
        return luaL_error(
            L, "only a move generator knows 'mover'; give it to a function as an argument: lua.f(..., mover)");
    if (!host->tells_mover)
        return luaL_error(L, "'mover' can only be read by its name, so that it is known which games depend on it");
    lua_pushinteger(L, host->mover);
    return 1;
}

/* Assignment to a global name while the blocks run. */
static int set_absent(lua_State *L)
{
    if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "mover") == 0)
        return luaL_error(L, "'mover' is the player who moves; give the variable another name");
    guard_set(L, 1, 2, 3);
    return 0;
}

/* Before the blocks run: defines emit, guards the global table, and lists the names that exist from the start. */
static int prepare(lua_State *L)
{
    struct host *host = lua_touserdata(L, 1);
    positions_open(L, &host->current);
    lua_newtable(L);
    lua_pushglobaltable(L);
    for (lua_pushnil(L); lua_next(L, -2);) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, -5);
    }
    lua_newtable(L);
    lua_pushlightuserdata(L, host);
    lua_pushcclosure(L, read_absent, 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, set_absent);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &host->current);
    return 0;
}

/* After the blocks: the functions that the rules use, by number; a missing one is nil. */
static int find_functions(lua_State *L)
{
    struct host *host = lua_touserdata(L, 1);
    lua_createtable(L, (int)host->model->lua_function_count, 0);
    lua_pushglobaltable(L);
    guard_see(L, -1);
    for (size_t i = 0; i < host->model->lua_function_count; i++) {
        lua_pushstring(L, host->model->lua_functions[i].name);
        lua_rawget(L, -2);
        if (!lua_isfunction(L, -1)) {
            lua_pop(L, 1);
            lua_pushboolean(L, 0);
        }
        lua_rawseti(L, -3, (lua_Integer)i + 1);
    }
    lua_pop(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, host);
    return 0;
}

/* After that: freezes what the blocks have made. */
static int freeze_blocks(lua_State *L)
{
    struct host *host = lua_touserdata(L, 1);
    lua_pushglobaltable(L);
    guard_see(L, -1);
    lua_pushliteral(L, "mover");
    snprintf(host->box.kept, sizeof host->box.kept, "mover");
    if (lua_rawget(L, -2) != LUA_TNIL)
        return luaL_error(L, "'mover' is the player who moves; give the variable another name");
    lua_rawgetp(L, LUA_REGISTRYINDEX, host);
    lua_pushlightuserdata(L, host);
    lua_pushcclosure(L, read_absent, 1);
    freeze(L, lua_absindex(L, -2), lua_absindex(L, -1));
    return 0;
}

/* The line that seems to assign what was refused, or else the first. */
static void find_kept(struct host *host)
{
    struct sandbox *box = &host->box;
    box->block = box->line = 1;
    for (size_t i = 0; box->kept[0] && i < host->model->lua_text_count; i++) {
        int line = lua_text_assignment(host->model->lua_texts[i], 1, INT_MAX, box->kept);
        if (!line) continue;
        box->block = (int)i + 1;
        box->line = line;
        return;
    }
}

static enum status freeze_script(struct host *host, struct diags *diags)
{
    enum status st = sandbox_run(&host->box, freeze_blocks, host);
    if (st != ST_RULE_FAILED) return st;
    find_kept(host);
    return diag(diags, D_LUA_LOAD, find_place(host), host->box.message);
}

/* ---- missing functions ----------------------------------------------------------------------------------------- */
struct missing {
    struct host *host;
    struct arena *arena;
    size_t function; /* the number of the first one missing, or the number of functions */
    const char **names;
    size_t count, room;
};

static int find_missing(lua_State *L)
{
    struct missing *m = lua_touserdata(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, m->host);
    for (; m->function < m->host->model->lua_function_count; m->function++) {
        bool there = lua_rawgeti(L, -1, (lua_Integer)m->function + 1) == LUA_TFUNCTION;
        lua_pop(L, 1);
        if (!there) break;
    }
    return 0;
}

/* The functions that the blocks define: global functions that did not exist from the start. */
static int list_functions(lua_State *L)
{
    struct missing *m = lua_touserdata(L, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &m->host->current);
    lua_pushglobaltable(L);
    guard_see(L, -1);
    for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1)) {
        if (lua_type(L, 4) != LUA_TSTRING || !lua_isfunction(L, 5)) continue;
        lua_pushvalue(L, 4);
        bool own = lua_rawget(L, 2) == LUA_TNIL;
        lua_pop(L, 1);
        if (own && m->names && m->count < m->room) m->names[m->count] = arena_strdup(m->arena, lua_tostring(L, 4));
        if (own && (!m->names || (m->count < m->room && m->names[m->count]))) m->count++;
    }
    return 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* Counts in a first pass, collects in a second. */
static enum status collect_names(struct missing *m)
{
    enum status st = sandbox_run(&m->host->box, list_functions, m);
    if (st != ST_OK) return st;
    m->room = m->count;
    m->count = 0;
    m->names = arena_array(m->arena, m->room + 1, sizeof *m->names);
    if (!m->names) return ST_NO_MEMORY;
    st = sandbox_run(&m->host->box, list_functions, m);
    qsort(m->names, m->count, sizeof *m->names, by_name);
    return st;
}

static void note_names(const struct missing *m, const char *name, struct diags *diags)
{
    struct text list = {0};
    for (size_t i = 0; i < m->count && i < NAMES_SHOWN; i++) text_add(&list, "%s%s", i ? ", " : "", m->names[i]);
    if (m->count > NAMES_SHOWN) text_add(&list, " and %zu more", m->count - NAMES_SHOWN);
    if (m->count) diag_note(diags, (struct span){0}, "the Lua blocks define %s", text_c(&list));
    else diag_note(diags, (struct span){0}, "the Lua blocks define no function");
    diag_suggest(diags, name, m->names, m->count);
    text_free(&list);
}

static enum status refuse_missing(struct host *host, struct diags *diags)
{
    struct arena arena = {0};
    struct missing missing = {.host = host, .arena = &arena};
    enum status st = ST_OK;
    size_t refused = 0;
    for (;; missing.function++) {
        st = sandbox_run(&host->box, find_missing, &missing);
        if (st != ST_OK || missing.function >= host->model->lua_function_count) break;
        if (refused++ == 0 && (st = collect_names(&missing)) != ST_OK) break;
        const struct lua_function *function = &host->model->lua_functions[missing.function];
        diag(diags, D_LUA_UNDEFINED, function->span, function->name, function->name);
        note_names(&missing, function->name, diags);
    }
    arena_free(&arena);
    return st == ST_OK && refused ? ST_INVALID : st;
}

/* ---- opening and closing --------------------------------------------------------------------------------------- */
static void close_host(void *self)
{
    struct host *host = self;
    sandbox_close(&host->box);
    mem_free(host, sizeof *host);
}

static enum status load_all(struct host *host, struct diags *diags)
{
    enum status st = sandbox_run(&host->box, prepare, host);
    for (size_t i = 0; i < host->model->lua_text_count && st == ST_OK; i++) st = load_block(host, i, diags);
    if (st == ST_OK) st = sandbox_run(&host->box, find_functions, host);
    if (st == ST_OK) st = refuse_missing(host, diags);
    if (st == ST_OK) st = freeze_script(host, diags);
    return st;
}

bool script_available(void) { return true; }

enum status script_open(const struct model *model, struct budget *budget, struct diags *diags, struct script **script)
{
    *script = NULL;
    if (model->lua_text_count == 0 && model->lua_function_count == 0) return ST_OK;
    struct host *host = mem_alloc(sizeof *host);
    if (!host) return ST_NO_MEMORY;
    host->model = model;
    host->tells_mover = model_lua_says_mover(model);
    host->box.budget = budget;
    host->script = (struct script){.self = host, .call = call_function, .generate = generate, .close = close_host};
    enum status st = sandbox_open(&host->box);
    if (st == ST_OK) st = load_all(host, diags);
    if (st == ST_OK && diags->failed) st = ST_NO_MEMORY;
    if (st == ST_OK) *script = &host->script;
    else close_host(host);
    return st;
}
