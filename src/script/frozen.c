/* What is frozen, while calls run: reading it, refusing changes, and comparing variables after each call. */
#include <lauxlib.h>
#include <string.h>
#include "script/freeze.h"
#include "script/freeze_parts.h"
#include "script/sandbox.h"

const struct freeze_keys freeze_keys;

/* ---- guarded tables -------------------------------------------------------------------------------------------- */
/* Pushes what a frozen table keeps under `key`, else nothing. */
static bool push_kept(lua_State *L, int index, const char *key)
{
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
    bool frozen = lua_rawgetp(L, -1, &freeze_keys.content) == LUA_TTABLE;
    if (frozen && key != &freeze_keys.content) {
        lua_pop(L, 1);
        lua_rawgetp(L, -1, key);
    }
    if (frozen) lua_remove(L, -2);
    else lua_pop(L, 2);
    return frozen;
}

bool freeze_is(lua_State *L, int index)
{
    if (!push_kept(L, index, &freeze_keys.content)) return false;
    lua_pop(L, 1);
    return true;
}

void freeze_see(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (push_kept(L, index, &freeze_keys.content)) lua_replace(L, index);
}

/* A metatable that came out of a frozen table is known to scripts as that table. */
static void replace_by_owner(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &freeze_keys.owners) == LUA_TTABLE) {
        lua_pushvalue(L, -2);
        if (lua_rawget(L, -2) == LUA_TTABLE) lua_replace(L, -3);
        else lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

void freeze_push_metatable(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (!push_kept(L, index, &freeze_keys.metatable) && !lua_getmetatable(L, index)) lua_pushnil(L);
    if (!lua_istable(L, -1)) return;
    lua_pushvalue(L, -1);
    freeze_see(L, -1);
    lua_pushliteral(L, "__metatable");
    bool hidden = lua_rawget(L, -2) != LUA_TNIL;
    lua_remove(L, -2);
    if (hidden) lua_remove(L, -2);
    else lua_pop(L, 1);
    if (!hidden) replace_by_owner(L);
}

static int refuse_global(lua_State *L, int table, int key)
{
    const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : "name";
    freeze_see(L, table);
    lua_pushvalue(L, key);
    if (lua_rawget(L, table) == LUA_TNIL)
        return luaL_error(L, "'%s' is assigned to but is no variable; write 'local %s = ...'", name, name);
    return luaL_error(
        L, "the global variable '%s' cannot be changed: a call keeps nothing for the next; write 'local %s = ...'",
        name, name);
}

int freeze_refuse(lua_State *L, int index, int key)
{
    index = lua_absindex(L, index);
    lua_pushglobaltable(L);
    if (key && lua_rawequal(L, -1, index)) return refuse_global(L, index, key);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &freeze_keys.names);
    lua_pushvalue(L, index);
    lua_rawget(L, -2);
    return luaL_error(
        L,
        "'%s' cannot be changed: a call keeps nothing for the next; make a table inside the function and change that",
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?");
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
    lua_Integer count = lua_rawgetp(L, LUA_REGISTRYINDEX, &freeze_keys.variables) == LUA_TTABLE
                            ? (lua_Integer)lua_rawlen(L, top + 1)
                            : 0;
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
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &freeze_keys.functions) != LUA_TTABLE) lua_settop(L, top);
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
