/* SPDX-License-Identifier: MIT */
/* The guard of a table is its metatable. The addresses of the variables below are its keys for the content and for
 * what else must be known; a content that serves as a metatable has a metatable that holds the owner. */
#include "script/guard.h"
#include <lauxlib.h>
#include <string.h>
#include "script/sandbox.h"

static const struct {
    char content, metatable, frozen;
    char users; /* the guarded tables that have this one as their metatable; they are the keys */
    char owner; /* in the metatable of a content: its table */
    char names; /* in the registry: for messages */
} keys;

/* ---- lookup ------------------------------------------------------------------------------------------------------ */
/* Pushes what the guard of a table stores under a key; pushes nothing for a table that is not guarded. */
static bool push_kept(lua_State *L, int index, const char *key)
{
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
    bool guarded = lua_rawgetp(L, -1, &keys.content) == LUA_TTABLE;
    if (guarded && key != &keys.content) {
        lua_pop(L, 1);
        lua_rawgetp(L, -1, key);
    }
    if (guarded) lua_remove(L, -2);
    else lua_pop(L, 2);
    return guarded;
}

bool guard_is_frozen(lua_State *L, int index)
{
    if (!push_kept(L, index, &keys.frozen)) return false;
    bool frozen = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return frozen;
}

void guard_see(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (push_kept(L, index, &keys.content)) lua_replace(L, index);
}

void guard_push_metatable(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (push_kept(L, index, &keys.metatable)) return;
    if (!lua_getmetatable(L, index)) {
        lua_pushnil(L);
        return;
    }
    if (!lua_getmetatable(L, -1)) return;
    if (lua_rawgetp(L, -1, &keys.owner) == LUA_TTABLE) lua_replace(L, -3);
    else lua_pop(L, 1);
    lua_pop(L, 1);
}

void guard_keep_names(lua_State *L, int names)
{
    lua_pushvalue(L, names);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &keys.names);
}

/* ---- refusing ---------------------------------------------------------------------------------------------------- */
static int refuse_global(lua_State *L, int table, int key)
{
    const char *name = lua_type(L, key) == LUA_TSTRING ? lua_tostring(L, key) : "name";
    push_kept(L, table, &keys.content);
    lua_pushvalue(L, key);
    if (lua_rawget(L, -2) == LUA_TNIL)
        return luaL_error(L, "'%s' is assigned to but is not a variable; write 'local %s = ...'", name, name);
    return luaL_error(
        L, "the global variable '%s' cannot be changed: a call keeps nothing for the next; write 'local %s = ...'",
        name, name);
}

int guard_refuse(lua_State *L, int table, int key)
{
    table = lua_absindex(L, table);
    lua_pushglobaltable(L);
    if (key && lua_rawequal(L, -1, table)) return refuse_global(L, table, key);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &keys.names);
    lua_pushvalue(L, table);
    if (lua_istable(L, -2)) lua_rawget(L, -2);
    return luaL_error(
        L,
        "'%s' cannot be changed: a call keeps nothing for the next; make a table inside the function and change that",
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?");
}

/* Is the metamethod `name` allowed? Its value, which is not nil, is at `value`. */
static void check_metamethod(lua_State *L, const char *name, int value)
{
    if (strcmp(name, "__gc") == 0) luaL_error(L, "a metatable with '__gc' is refused: there are no finalisers here");
    if (strcmp(name, "__mode") == 0)
        luaL_error(L, "a metatable with '__mode' is refused: there are no weak tables here");
    if (strcmp(name, "__call") == 0 && !lua_isfunction(L, value))
        luaL_error(L, "'__call' must be a function, but is a %s", luaL_typename(L, value));
}

/* Checks all metamethods in the content on top of the stack. */
static void check_metamethods(lua_State *L)
{
    static const char *const names[] = {"__gc", "__mode", "__call"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lua_pushstring(L, names[i]);
        if (lua_rawget(L, -2) != LUA_TNIL) check_metamethod(L, names[i], lua_gettop(L));
        lua_pop(L, 1);
    }
}

/* ---- the metamethods of guards ----------------------------------------------------------------------------------- */
/* Applies the __index handler on top: calls it with the table and key at 1 and 2, or indexes it. */
static int look_further(lua_State *L)
{
    if (lua_isfunction(L, -1)) {
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 2);
        lua_call(L, 2, 1);
    } else {
        lua_pushvalue(L, 2);
        lua_gettable(L, -2);
    }
    return 1;
}

/* For a table whose own metatable has __index. Upvalues: the content, that __index. */
static int own_index(lua_State *L)
{
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pushvalue(L, lua_upvalueindex(2));
    return look_further(L);
}

/* Assigns as Lua does, with the __newindex handler on top of the stack. */
static int assign_further(lua_State *L)
{
    lua_insert(L, 1);
    if (lua_isfunction(L, 1)) lua_call(L, 3, 0);
    else {
        lua_remove(L, 2);
        lua_settable(L, 1);
    }
    return 0;
}

/* Upvalues: the content, the __newindex of the table's own metatable or nil, whether it is frozen. */
static int new_index(lua_State *L)
{
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    bool there = lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL;
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(2));
    if (!there && !lua_isnil(L, -1)) return assign_further(L); /* which may raise an error of its own */
    if (lua_toboolean(L, lua_upvalueindex(3))) return guard_refuse(L, 1, 2);
    guard_set(L, 1, 2, 3);
    return 0;
}

static int length(lua_State *L)
{
    guard_see(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

/* ---- building ---------------------------------------------------------------------------------------------------- */
/* Pushes the content of the table at `table`, which becomes empty. */
static void take_content(lua_State *L, int table)
{
    size_t size = lua_rawlen(L, table);
    lua_createtable(L, size < 1u << 30 ? (int)size : 0, 0);
    int content = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, content);
        sandbox_charge(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, table);) { /* fields may be cleared during a traversal */
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    lua_pushboolean(L, 1); /* a new key makes Lua recompute the size that the table needs */
    lua_rawsetp(L, table, &keys.content);
    lua_pushnil(L);
    lua_rawsetp(L, table, &keys.content);
}

static bool is_metamethod(lua_State *L, int key)
{
    return lua_type(L, key) == LUA_TSTRING && strncmp(lua_tostring(L, key), "__", 2) == 0;
}

/* Copies the metamethods of the table's own metatable, whose content is on top of the stack, into the guard. */
static void copy_metamethods(lua_State *L, int guard)
{
    int own = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, own);) {
        if (is_metamethod(L, own + 1)) {
            lua_pushvalue(L, own + 1);
            lua_insert(L, -2);
            lua_rawset(L, guard);
        } else lua_pop(L, 1);
        sandbox_charge(L, 1);
    }
}

static void push_field(lua_State *L, int table, const char *name)
{
    lua_pushstring(L, name);
    lua_rawget(L, table);
}

static void set_metamethods(lua_State *L, int guard, int content, bool frozen)
{
    push_field(L, guard, "__index");
    lua_pushvalue(L, content);
    if (lua_isnil(L, -2)) lua_setfield(L, guard, "__index");
    else {
        lua_insert(L, -2);
        lua_pushcclosure(L, own_index, 2);
        lua_setfield(L, guard, "__index");
        lua_pushnil(L);
    }
    lua_pop(L, 1);
    lua_pushvalue(L, content);
    push_field(L, guard, "__newindex");
    lua_pushboolean(L, frozen);
    lua_pushcclosure(L, new_index, 3);
    lua_setfield(L, guard, "__newindex");
    push_field(L, guard, "__len");
    if (lua_isnil(L, -1)) {
        lua_pushcfunction(L, length);
        lua_setfield(L, guard, "__len");
    }
    lua_pop(L, 1);
}

/* Records the guarded table at `table` as one to be told when the metatable at `own` changes. */
static void note_user(lua_State *L, int own, int table)
{
    if (!lua_getmetatable(L, own)) return;
    if (lua_rawgetp(L, -1, &keys.users) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, -3, &keys.users);
    }
    lua_pushvalue(L, table);
    lua_pushboolean(L, 1);
    lua_rawset(L, -3);
    lua_pop(L, 2);
}

void guard_build(lua_State *L, int table, int own, bool frozen)
{
    int top = lua_gettop(L), guard = top + 1, content = top + 2;
    luaL_checkstack(L, 12, NULL);
    table = lua_absindex(L, table);
    lua_createtable(L, 0, 8);
    bool anew = push_kept(L, table, &keys.content);
    if (!anew) take_content(L, table);
    if (anew && push_kept(L, table, &keys.users)) lua_rawsetp(L, guard, &keys.users);
    if (own) {
        lua_pushvalue(L, own);
        lua_rawsetp(L, guard, &keys.metatable);
        lua_pushvalue(L, own);
        guard_see(L, -1);
        copy_metamethods(L, guard);
        lua_pop(L, 1);
        if (!frozen) note_user(L, own, table);
    }
    set_metamethods(L, guard, content, frozen);
    lua_pushvalue(L, content);
    lua_rawsetp(L, guard, &keys.content);
    lua_pushboolean(L, frozen);
    lua_rawsetp(L, guard, &keys.frozen);
    lua_pushvalue(L, guard);
    lua_setmetatable(L, table);
    lua_settop(L, top);
}

/* ---- changes ----------------------------------------------------------------------------------------------------- */
/* Guards anew the tables whose metatable is the one at `table`, which has a new metamethod. */
static void tell_users(lua_State *L, int table)
{
    int top = lua_gettop(L);
    if (push_kept(L, table, &keys.users) && lua_istable(L, -1))
        for (lua_pushnil(L); lua_next(L, top + 1); lua_settop(L, top + 2)) {
            guard_push_metatable(L, top + 2);
            bool still = lua_rawequal(L, -1, table);
            if (still) guard_build(L, top + 2, table, false);
            sandbox_charge(L, 1);
        }
    lua_settop(L, top);
}

void guard_set(lua_State *L, int table, int key, int value)
{
    table = lua_absindex(L, table);
    key = lua_absindex(L, key);
    value = lua_absindex(L, value);
    bool guarded = push_kept(L, table, &keys.content), watched = guarded && is_metamethod(L, key);
    if (!guarded) lua_pushvalue(L, table);
    if (watched && !lua_isnil(L, value)) check_metamethod(L, lua_tostring(L, key), value);
    lua_pushvalue(L, key);
    lua_pushvalue(L, value);
    lua_rawset(L, -3);
    lua_pop(L, 1);
    if (watched) tell_users(L, table);
}

/* Records that the content on top of the stack belongs to the table at `owner`. */
static void note_owner(lua_State *L, int owner)
{
    if (!lua_getmetatable(L, -1)) {
        lua_createtable(L, 0, 1);
        lua_pushvalue(L, -1);
        lua_setmetatable(L, -3);
    }
    lua_pushvalue(L, owner);
    lua_rawsetp(L, -2, &keys.owner);
    lua_pop(L, 1);
}

void guard_set_metatable(lua_State *L, int table, int metatable)
{
    int top = lua_gettop(L);
    bool none = lua_isnil(L, metatable);
    if (!none) {
        if (push_kept(L, metatable, &keys.content)) lua_pop(L, 1);
        else {
            guard_push_metatable(L, metatable);
            guard_build(L, metatable, lua_isnil(L, -1) ? 0 : top + 1, false);
            lua_settop(L, top);
        }
        push_kept(L, metatable, &keys.content);
        check_metamethods(L);
        note_owner(L, metatable);
    } else lua_pushnil(L);
    if (push_kept(L, table, &keys.content)) guard_build(L, table, none ? 0 : metatable, false);
    else {
        lua_pushvalue(L, top + 1);
        lua_setmetatable(L, table);
    }
    lua_settop(L, top);
}
