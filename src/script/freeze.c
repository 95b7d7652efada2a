/* SPDX-License-Identifier: MIT */
/* A walk with a list instead of recursion finds every value; then every table is guarded and upvalues are recorded. */
#include "script/freeze.h"
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include "script/guard.h"
#include "script/library_tables.h"
#include "script/sandbox.h"

/* In the registry: a list of triples function, number of the upvalue, value (a NULL pointer for nil); and a list of
 * the Lua functions. */
static const char variables_key, functions_key;

/* ---- the walk -------------------------------------------------------------------------------------------------- */
struct walk {
    lua_State *L;
    int names, queue, ids, variables, functions; /* tables on the stack */
    lua_Integer queued, variable_count, function_count;
};

static void refuse(const struct walk *w, const char *what, int name)
{
    const char *variable = lua_tostring(w->L, name);
    struct sandbox *box = sandbox_of(w->L);
    snprintf(box->kept, sizeof box->kept, "%s", variable);
    luaL_error(w->L, "'%s' keeps %s, which changes with use; make it inside the function that uses it", variable, what);
}

/* Pops the value on top; it was found under the name at `name`. */
static void find(struct walk *w, int name)
{
    lua_State *L = w->L;
    int type = lua_type(L, -1);
    if (type == LUA_TUSERDATA || type == LUA_TTHREAD) refuse(w, "something", name);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION) {
        lua_pop(L, 1);
        return;
    }
    if (lua_tocfunction(L, -1) == library_next_pair) refuse(w, "an iterator of pairs", name);
    lua_pushvalue(L, -1);
    bool known = lua_rawget(L, w->names) != LUA_TNIL;
    lua_pop(L, 1);
    sandbox_charge(L, 1);
    if (known) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushvalue(L, name);
    lua_rawset(L, w->names);
    lua_rawseti(L, w->queue, ++w->queued);
}

/* Records upvalue n of the function on top; its value may be popped. */
static void note_variable(struct walk *w, int n)
{
    lua_State *L = w->L;
    int function = lua_gettop(L);
    const void *id = lua_upvalueid(L, function, n);
    bool known = lua_rawgetp(L, w->ids, id) != LUA_TNIL;
    lua_pop(L, 1);
    if (known) return;
    lua_pushboolean(L, 1);
    lua_rawsetp(L, w->ids, id);
    lua_pushvalue(L, function);
    lua_rawseti(L, w->variables, ++w->variable_count);
    lua_pushinteger(L, n);
    lua_rawseti(L, w->variables, ++w->variable_count);
    lua_getupvalue(L, function, n);
    if (lua_isnil(L, -1)) { /* lists have no gaps, so this is the end */
        lua_pop(L, 1);
        lua_pushlightuserdata(L, NULL);
    }
    lua_rawseti(L, w->variables, ++w->variable_count);
}

/* The function on top: its upvalues. */
static void enter_function(struct walk *w, int name)
{
    lua_State *L = w->L;
    int function = lua_gettop(L);
    bool scripted = !lua_iscfunction(L, function);
    if (scripted) {
        lua_pushvalue(L, function);
        lua_rawseti(L, w->functions, ++w->function_count);
    }
    for (int n = 1;; n++) {
        const char *variable = lua_getupvalue(L, function, n);
        if (!variable) break;
        if (scripted && strcmp(variable, "_ENV") != 0) lua_pushstring(L, variable);
        else lua_pushvalue(L, name);
        lua_insert(L, -2);
        find(w, function + 1);
        lua_settop(L, function);
        if (scripted) note_variable(w, n);
    }
}

/* The table on top: keys, values, metatable. In the global table the keys are the names. */
static void enter_table(struct walk *w, int name, bool global)
{
    lua_State *L = w->L;
    int table = lua_gettop(L);
    guard_push_metatable(L, table);
    find(w, name);
    guard_see(L, table);
    for (lua_pushnil(L); lua_next(L, table);) {
        find(w, global && lua_type(L, table + 1) == LUA_TSTRING ? table + 1 : name);
        lua_pushvalue(L, -1);
        find(w, name);
    }
}

/* The methods of strings, which the global table may have lost. */
static void find_string_methods(struct walk *w)
{
    lua_State *L = w->L;
    lua_pushliteral(L, "string");
    int name = lua_gettop(L);
    if (lua_getmetatable(L, name)) {
        lua_pushliteral(L, "__index");
        lua_rawget(L, -2);
        find(w, name);
    }
    lua_settop(L, name - 1);
}

static void walk_all(struct walk *w, int roots)
{
    lua_State *L = w->L;
    int base = lua_gettop(L);
    lua_pushliteral(L, "_ENV");
    lua_pushglobaltable(L);
    find(w, base + 1);
    for (lua_Integer i = 1, count = (lua_Integer)lua_rawlen(L, roots); i <= count; i++) {
        lua_rawgeti(L, roots, i);
        find(w, base + 1);
    }
    lua_settop(L, base);
    find_string_methods(w);
    for (lua_Integer at = 1; at <= w->queued; at++) {
        lua_rawgeti(L, w->queue, at);
        lua_pushvalue(L, -1);
        lua_rawget(L, w->names);
        lua_insert(L, -2);
        if (lua_isfunction(L, base + 2)) enter_function(w, base + 1);
        else enter_table(w, base + 1, at == 1);
        lua_settop(L, base);
    }
}

static void guard_all(struct walk *w)
{
    lua_State *L = w->L;
    int top = lua_gettop(L);
    for (lua_Integer at = 1; at <= w->queued; at++, lua_settop(L, top)) {
        if (lua_rawgeti(L, w->queue, at) != LUA_TTABLE) continue;
        guard_push_metatable(L, top + 1);
        guard_build(L, top + 1, lua_isnil(L, top + 2) ? 0 : top + 2, true);
    }
}

/* Global names without a value are looked up by calling the function at `absent`. */
static void set_absent(lua_State *L, int absent)
{
    lua_pushglobaltable(L);
    guard_see(L, -1);
    if (!lua_getmetatable(L, -1)) lua_createtable(L, 0, 1);
    lua_pushvalue(L, absent);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

static int push_table(lua_State *L, const char *key)
{
    lua_newtable(L);
    if (key) {
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, key);
    }
    return lua_gettop(L);
}

void freeze(lua_State *L, int functions, int absent)
{
    int top = lua_gettop(L);
    luaL_checkstack(L, 40, NULL);
    lua_pushglobaltable(L);
    lua_pushnil(L);
    guard_set_metatable(L, top + 1, top + 2);
    struct walk w = {.L = L};
    w.names = push_table(L, NULL);
    guard_keep_names(L, w.names);
    w.variables = push_table(L, &variables_key);
    w.functions = push_table(L, &functions_key);
    w.queue = push_table(L, NULL);
    w.ids = push_table(L, NULL);
    walk_all(&w, functions);
    guard_all(&w);
    set_absent(L, absent);
    lua_settop(L, top);
}

/* ---- variables ------------------------------------------------------------------------------------------------- */
/* Are the two values on top the same, bit by bit? 1 and 1.0 differ, and so do the zeros; a NaN is itself. */
static bool is_same(lua_State *L)
{
    if (lua_type(L, -1) != lua_type(L, -2)) return false;
    if (lua_type(L, -1) != LUA_TNUMBER) return lua_rawequal(L, -1, -2);
    if (lua_isinteger(L, -1) || lua_isinteger(L, -2))
        return lua_isinteger(L, -1) && lua_isinteger(L, -2) && lua_rawequal(L, -1, -2);
    lua_Number a = lua_tonumber(L, -1), b = lua_tonumber(L, -2);
    return memcmp(&a, &b, sizeof a) == 0;
}

bool freeze_restore(lua_State *L, struct freeze_change *change)
{
    int top = lua_gettop(L);
    bool changed = false;
    lua_Integer count =
        lua_rawgetp(L, LUA_REGISTRYINDEX, &variables_key) == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, top + 1) : 0;
    for (lua_Integer i = 1; i <= count; i += 3) {
        lua_rawgeti(L, top + 1, i);
        lua_rawgeti(L, top + 1, i + 1);
        int n = (int)lua_tointeger(L, -1);
        lua_pop(L, 1);
        if (lua_rawgeti(L, top + 1, i + 2) == LUA_TLIGHTUSERDATA) {
            lua_pop(L, 1);
            lua_pushnil(L);
        }
        const char *name = lua_getupvalue(L, top + 2, n);
        if (!is_same(L)) {
            if (!changed) *change = (struct freeze_change){name, lua_upvalueid(L, top + 2, n)};
            changed = true;
            lua_pop(L, 1);
            lua_setupvalue(L, top + 2, n);
        }
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return changed;
}

static bool has_variable(lua_State *L, const void *id)
{
    for (int n = 1; lua_getupvalue(L, -1, n); n++) {
        lua_pop(L, 1);
        if (lua_upvalueid(L, -1, n) == id) return true;
    }
    return false;
}

bool freeze_function_with(lua_State *L, const void *id, lua_Integer *at, struct freeze_function *function)
{
    bool found = false;
    lua_Debug about;
    int top = lua_gettop(L);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &functions_key) != LUA_TTABLE) lua_settop(L, top);
    else
        for (++*at; !found && lua_rawgeti(L, top + 1, *at) == LUA_TFUNCTION; *at += !found) {
            found = has_variable(L, id);
            if (found && lua_getinfo(L, ">S", &about))
                *function =
                    (struct freeze_function){sandbox_block_of(about.source), about.linedefined, about.lastlinedefined};
            lua_settop(L, top + 1);
        }
    lua_settop(L, top);
    return found;
}
