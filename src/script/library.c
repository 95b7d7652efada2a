/* SPDX-License-Identifier: MIT */
/* The library of a script: Lua's own functions if they are harmless, ours if Lua's are not deterministic, show
 * addresses, or work for long without calling the step hook. Ours read tables without metamethods and charge a step
 * for every element. */
#include "script/library.h"
#include <lualib.h>
#include <string.h>
#include "script/guard.h"
#include "script/library_tables.h"
#include "script/sandbox.h"
#include "script/script.h"

enum { PCALL_STEPS = 20 }; /* catching an error takes about as long as this many instructions */

/* ---- the rest of the basics ------------------------------------------------------------------------------------ */
/* Like Lua's, without addresses. */
static int plain_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    if (luaL_callmeta(L, 1, "__tostring")) {
        if (lua_type(L, -1) != LUA_TSTRING) return luaL_error(L, "'__tostring' must return a string");
        return 1;
    }
    switch (lua_type(L, 1)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING: luaL_tolstring(L, 1, NULL); break;
    default: lua_pushstring(L, luaL_typename(L, 1));
    }
    return 1;
}

/* The depth at which the stack is full depends on the calls around this one and on how Lua was built. The handler
 * runs before anything is unwound, so no __close can hide what happened. */
static int note_depth(lua_State *L)
{
    if (lua_type(L, 1) == LUA_TSTRING && strstr(lua_tostring(L, 1), "stack overflow")) sandbox_end_by_depth(L);
    return 1;
}

/* A script must not catch the end of its steps, a stop from outside, or lack of memory or stack, since these may
 * depend on more than the rule. */
static int guarded_pcall(lua_State *L)
{
    luaL_checkany(L, 1);
    sandbox_charge(L, PCALL_STEPS);
    lua_pushcfunction(L, note_depth);
    lua_insert(L, 1);
    int result = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 1);
    if (result == LUA_ERRERR) sandbox_end_by_depth(L);
    if (sandbox_is_over(sandbox_of(L)) || result == LUA_ERRMEM) return lua_error(L);
    lua_pushboolean(L, result == LUA_OK);
    lua_replace(L, 1);
    return lua_gettop(L);
}

static int raw_get(lua_State *L)
{
    library_check_readable(L, 1);
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    lua_rawget(L, 1);
    return 1;
}

static int raw_set(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkany(L, 3);
    lua_settop(L, 3);
    if (guard_is_frozen(L, 1)) guard_refuse(L, 1, 2);
    guard_set(L, 1, 2, 3);
    lua_settop(L, 1);
    return 1;
}

static int raw_length(lua_State *L)
{
    luaL_argexpected(L, lua_istable(L, 1) || lua_type(L, 1) == LUA_TSTRING, 1, "table or string");
    guard_see(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

/* The metatable that a script may see: its '__metatable' instead, if it has one. */
static bool push_shown(lua_State *L)
{
    guard_push_metatable(L, 1);
    if (!lua_istable(L, -1)) return false;
    lua_pushvalue(L, -1);
    guard_see(L, -1);
    lua_pushliteral(L, "__metatable");
    bool hidden = lua_rawget(L, -2) != LUA_TNIL;
    if (hidden) lua_replace(L, -3);
    else lua_pop(L, 1);
    lua_pop(L, 1);
    return hidden;
}

static int get_metatable(lua_State *L)
{
    luaL_checkany(L, 1);
    push_shown(L);
    return 1;
}

static int set_metatable(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
    lua_settop(L, 2);
    if (guard_is_frozen(L, 1)) guard_refuse(L, 1, 0);
    if (push_shown(L)) return luaL_error(L, "this metatable cannot be changed");
    lua_settop(L, 2);
    guard_set_metatable(L, 1, 2);
    lua_settop(L, 1);
    return 1;
}

/* ---- strings --------------------------------------------------------------------------------------------------- */
static int string_rep(lua_State *L)
{
    size_t length, between;
    luaL_checklstring(L, 1, &length);
    lua_Integer n = luaL_checkinteger(L, 2);
    luaL_optlstring(L, 3, "", &between);
    if (length + between == 0) n = 0;
    if (n > 0 && (uint64_t)n > SCRIPT_STRING / (length + between))
        return luaL_error(L, "string.rep would make a string of more than 4 KiB");
    sandbox_charge(L, n > 0 ? (uint64_t)n : 0);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, 1);
    return 1;
}

static int string_byte(lua_State *L)
{
    size_t length;
    luaL_checklstring(L, 1, &length);
    sandbox_charge(L, lua_isnoneornil(L, 3) ? 1 : length);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
    return lua_gettop(L);
}

/* %p would show addresses, and so would a table or function as an argument. */
static int string_format(lua_State *L)
{
    int n = lua_gettop(L);
    for (const char *p = luaL_checkstring(L, 1); (p = strchr(p, '%')); p++) {
        p += 1 + strspn(p + 1, "-+ #0123456789.");
        if (*p == 'p') return luaL_error(L, "'%%p' is refused: addresses differ from run to run");
        if (!*p) break;
    }
    for (int i = 2; i <= n; i++) {
        int type = lua_type(L, i);
        if (type == LUA_TNIL || type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING) continue;
        lua_pushcfunction(L, plain_tostring);
        lua_pushvalue(L, i);
        lua_call(L, 1, 1);
        lua_replace(L, i);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, n, 1);
    return 1;
}

/* ---- assembly -------------------------------------------------------------------------------------------------- */
static void keep_only(lua_State *L, int table, const char *const *names)
{
    lua_newtable(L);
    for (; *names; names++) {
        lua_getfield(L, table, *names);
        lua_setfield(L, -2, *names);
    }
    int kept = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table);) { /* fields may be cleared during a traversal */
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    for (lua_pushnil(L); lua_next(L, kept);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, table);
    }
    lua_settop(L, table);
}

static void wrap(lua_State *L, int table, const char *name, lua_CFunction function)
{
    lua_getfield(L, table, name);
    lua_pushcclosure(L, function, 1);
    lua_setfield(L, table, name);
}

static void open_basics(lua_State *L)
{
    static const char *const kept[] = {"assert",   "error", "ipairs",   "rawequal", "select",
                                       "tonumber", "type",  "_VERSION", NULL};
    static const luaL_Reg own[] = {
        {"pcall", guarded_pcall}, {"getmetatable", get_metatable}, {"setmetatable", set_metatable}, {"rawget", raw_get},
        {"rawset", raw_set},      {"rawlen", raw_length},          {"tostring", plain_tostring},    {NULL, NULL}};
    luaL_requiref(L, LUA_GNAME, luaopen_base, 0);
    keep_only(L, lua_gettop(L), kept);
    luaL_setfuncs(L, own, 0);
    lua_pop(L, 1);
}

static void open_math(lua_State *L)
{
    static const char *const kept[] = {"abs", "ceil", "cos",        "exp",       "floor",      "fmod", "huge",
                                       "log", "max",  "maxinteger", "min",       "mininteger", "modf", "pi",
                                       "sin", "sqrt", "tan",        "tointeger", "type",       "ult",  NULL};
    luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 0);
    keep_only(L, lua_gettop(L), kept);
    lua_setglobal(L, LUA_MATHLIBNAME);
}

/* The methods of strings are this same table, so what is removed from it is gone for good. */
static void open_string(lua_State *L)
{
    static const char *const kept[] = {"byte", "char",    "format", "len",   "lower",
                                       "rep",  "reverse", "sub",    "upper", NULL};
    luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 0);
    int table = lua_gettop(L);
    keep_only(L, table, kept);
    wrap(L, table, "byte", string_byte);
    wrap(L, table, "rep", string_rep);
    wrap(L, table, "format", string_format);
    lua_pushliteral(L, "");
    if (lua_getmetatable(L, -1)) {
        lua_pushboolean(L, 0);
        lua_setfield(L, -2, "__metatable");
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    lua_setglobal(L, LUA_STRLIBNAME);
}

void library_open(lua_State *L)
{
    luaL_checkstack(L, 20, NULL);
    open_basics(L);
    open_math(L);
    open_string(L);
    library_open_tables(L);
    /* luaL_requiref keeps the complete libraries in the registry. A script cannot reach that, but they are removed
     * anyway. */
    lua_pushnil(L);
    lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
}
