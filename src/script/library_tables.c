/* SPDX-License-Identifier: MIT */
/* Tables in a script: pairs and next in the order of the keys, and the table library. */
#include "script/library_tables.h"
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>
#include "script/guard.h"
#include "script/sandbox.h"
#include "script/script.h"

/* ---- frozen tables --------------------------------------------------------------------------------------------- */
void library_check_readable(lua_State *L, int index)
{
    luaL_checktype(L, index, LUA_TTABLE);
    guard_see(L, index);
}

void library_check_writable(lua_State *L, int index)
{
    luaL_checktype(L, index, LUA_TTABLE);
    if (guard_is_frozen(L, index)) guard_refuse(L, index, 0);
    guard_see(L, index);
}

/* ---- order of keys --------------------------------------------------------------------------------------------- */
static int rank_of(lua_State *L, int index)
{
    switch (lua_type(L, index)) {
    case LUA_TNUMBER: return 0;
    case LUA_TSTRING: return 1;
    case LUA_TBOOLEAN: return 2;
    default:
        return luaL_error(L, "a table with a %s as key has no order; use numbers, strings or booleans as keys",
                          luaL_typename(L, index));
    }
}

static bool string_less(lua_State *L, int a, int b)
{
    size_t n, m;
    const char *s = lua_tolstring(L, a, &n), *t = lua_tolstring(L, b, &m);
    int order = memcmp(s, t, n < m ? n : m);
    return order ? order < 0 : n < m;
}

/* The order of keys in pairs: numbers, strings byte by byte, false, true. */
static bool key_less(lua_State *L, int a, int b)
{
    int x = rank_of(L, a), y = rank_of(L, b);
    if (x != y) return x < y;
    if (x == 0) return lua_compare(L, a, b, LUA_OPLT);
    if (x == 1) return string_less(L, a, b);
    return lua_toboolean(L, a) < lua_toboolean(L, b);
}

/* ---- sorting --------------------------------------------------------------------------------------------------- */
/* The order of table.sort: the function at stack index 2, or `<`. */
static bool value_less(lua_State *L, int a, int b)
{
    if (lua_isnoneornil(L, 2)) {
        if (lua_type(L, a) == LUA_TSTRING && lua_type(L, b) == LUA_TSTRING) return string_less(L, a, b);
        return lua_compare(L, a, b, LUA_OPLT);
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, a);
    lua_pushvalue(L, b);
    lua_call(L, 2, 1);
    bool less = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return less;
}

static void merge(lua_State *L, int from, int to, lua_Integer low, lua_Integer middle, lua_Integer high,
                  bool (*less)(lua_State *, int, int))
{
    lua_Integer i = low, j = middle;
    for (lua_Integer k = low; k < high; k++) {
        lua_rawgeti(L, from, i < middle ? i : j);
        if (i < middle && j < high) {
            lua_rawgeti(L, from, j);
            bool right = less(L, lua_gettop(L), lua_gettop(L) - 1);
            if (right) lua_remove(L, -2);
            else lua_pop(L, 1);
            if (right) j++;
            else i++;
        } else if (i < middle) i++;
        else j++;
        lua_rawseti(L, to, k);
    }
}

/* Sorts elements 1..n of the table at `list` by a stable merge sort; on return the sorted table is on top of the
 * stack, which may be the list itself. */
static void sort_list(lua_State *L, int list, lua_Integer n, bool (*less)(lua_State *, int, int))
{
    unsigned bits = 1;
    while (n >> bits) bits++;
    sandbox_charge(L, (uint64_t)n * (bits + 1));
    int one = lua_gettop(L) + 1, two = one + 1, from = list;
    lua_createtable(L, n < 2 ? 0 : (int)n, 0);
    lua_createtable(L, n < 3 ? 0 : (int)n, 0);
    for (lua_Integer width = 1; width < n; width *= 2) {
        int to = from == one ? two : one;
        for (lua_Integer low = 1; low <= n; low += 2 * width) {
            lua_Integer middle = low + width <= n + 1 ? low + width : n + 1;
            lua_Integer high = low + 2 * width <= n + 1 ? low + 2 * width : n + 1;
            merge(L, from, to, low, middle, high, less);
        }
        from = to;
    }
    lua_pushvalue(L, from);
    lua_replace(L, one);
    lua_settop(L, one);
}

/* ---- tables ---------------------------------------------------------------------------------------------------- */
static lua_Integer check_length(lua_State *L, int index)
{
    library_check_readable(L, index);
    return (lua_Integer)lua_rawlen(L, index);
}

static int table_sort(lua_State *L)
{
    library_check_writable(L, 1);
    lua_Integer n = check_length(L, 1);
    if (n >= 1 << 30) return luaL_error(L, "the table is too large to be sorted");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    sort_list(L, 1, n, value_less);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, 3, i);
        lua_rawseti(L, 1, i);
    }
    return 0;
}

static int table_insert(lua_State *L)
{
    library_check_writable(L, 1);
    lua_Integer n = check_length(L, 1), at = n + 1;
    if (lua_gettop(L) < 2 || lua_gettop(L) > 3) return luaL_error(L, "table.insert takes two or three values");
    if (lua_gettop(L) == 3) {
        at = luaL_checkinteger(L, 2);
        luaL_argcheck(L, at >= 1 && at <= n + 1, 2, "position out of bounds");
        sandbox_charge(L, (uint64_t)(n + 1 - at));
        for (lua_Integer i = n; i >= at; i--) {
            lua_rawgeti(L, 1, i);
            lua_rawseti(L, 1, i + 1);
        }
    }
    lua_rawseti(L, 1, at);
    return 0;
}

static int table_remove(lua_State *L)
{
    library_check_writable(L, 1);
    lua_Integer n = check_length(L, 1), at = luaL_optinteger(L, 2, n);
    if (lua_gettop(L) > 1)
        luaL_argcheck(L, (n == 0 && at == 0) || (at >= 1 && at <= n + 1), 2, "position out of bounds");
    lua_rawgeti(L, 1, at);
    sandbox_charge(L, at < n ? (uint64_t)(n - at) : 0);
    for (; at < n; at++) {
        lua_rawgeti(L, 1, at + 1);
        lua_rawseti(L, 1, at);
    }
    if (at <= n) {
        lua_pushnil(L);
        lua_rawseti(L, 1, at);
    }
    return 1;
}

/* The number of elements i..j, which are charged. */
static uint64_t check_range(lua_State *L, lua_Integer i, lua_Integer j)
{
    uint64_t count = i <= j ? (uint64_t)j - (uint64_t)i + 1 : 0;
    sandbox_charge(L, i <= j && count == 0 ? UINT64_MAX : count);
    return count;
}

static int table_concat(lua_State *L)
{
    lua_Integer n = check_length(L, 1);
    size_t length;
    const char *between = luaL_optlstring(L, 2, "", &length);
    lua_Integer i = luaL_optinteger(L, 3, 1), j = luaL_optinteger(L, 4, n);
    uint64_t count = check_range(L, i, j), total = 0;
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (uint64_t k = 0; k < count; k++) {
        size_t part;
        int type = lua_rawgeti(L, 1, (lua_Integer)((uint64_t)i + k));
        if (type != LUA_TSTRING && type != LUA_TNUMBER)
            return luaL_error(L, "table.concat found a %s; it joins strings and numbers", luaL_typename(L, -1));
        lua_tolstring(L, -1, &part);
        total += part + (k ? length : 0);
        if (total > SCRIPT_STRING) return luaL_error(L, "table.concat would make a string of more than 4 KiB");
        luaL_addvalue(&buffer);
        if (k + 1 < count) luaL_addlstring(&buffer, between, length);
    }
    luaL_pushresult(&buffer);
    return 1;
}

static int table_unpack(lua_State *L)
{
    lua_Integer n = check_length(L, 1), i = luaL_optinteger(L, 2, 1), j = luaL_optinteger(L, 3, n);
    uint64_t count = check_range(L, i, j);
    if (count > 100000) return luaL_error(L, "too many values to unpack");
    luaL_checkstack(L, (int)count, "too many values to unpack");
    for (uint64_t k = 0; k < count; k++) lua_rawgeti(L, 1, (lua_Integer)((uint64_t)i + k));
    return (int)count;
}

static int table_pack(lua_State *L)
{
    int n = lua_gettop(L);
    sandbox_charge(L, (uint64_t)n);
    lua_createtable(L, n, 1);
    lua_insert(L, 1);
    for (int i = n; i >= 1; i--) lua_rawseti(L, 1, i);
    lua_pushliteral(L, "n");
    lua_pushinteger(L, n);
    lua_rawset(L, 1);
    return 1;
}

static int table_move(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), at = luaL_checkinteger(L, 4);
    int to = lua_isnoneornil(L, 5) ? 1 : 5;
    lua_settop(L, 5);
    lua_pushvalue(L, to); /* the result */
    library_check_writable(L, to);
    library_check_readable(L, 1);
    uint64_t count = check_range(L, first, last);
    luaL_argcheck(L, count == 0 || at <= LUA_MAXINTEGER - (lua_Integer)count + 1, 4, "destination wraps around");
    bool backwards = to == 1 && at > first;
    for (uint64_t k = 0; k < count; k++) {
        uint64_t step = backwards ? count - 1 - k : k;
        lua_rawgeti(L, 1, (lua_Integer)((uint64_t)first + step));
        lua_rawseti(L, to, (lua_Integer)((uint64_t)at + step));
    }
    return 1;
}

/* ---- pairs and next -------------------------------------------------------------------------------------------- */
/* Upvalues: the table, its keys in order, the current place. Keys that have lost their value meanwhile are skipped. */
int library_next_pair(lua_State *L)
{
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
    for (;;) {
        at++;
        lua_settop(L, 0);
        if (lua_rawgeti(L, lua_upvalueindex(2), at) == LUA_TNIL) return 1;
        lua_pushvalue(L, 1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) break;
        sandbox_charge(L, 1);
    }
    lua_pushinteger(L, at);
    lua_replace(L, lua_upvalueindex(3));
    return 2;
}

static int sorted_pairs(lua_State *L)
{
    lua_Integer n = 0;
    library_check_readable(L, 1);
    lua_settop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1); n++) {
        lua_pop(L, 1);
        rank_of(L, -1);
        lua_pushvalue(L, -1);
        lua_rawseti(L, 2, n + 1);
        sandbox_charge(L, 1);
    }
    if (n >= 1 << 30) return luaL_error(L, "the table is too large");
    sort_list(L, 2, n, key_less);
    lua_remove(L, 2);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, library_next_pair, 3);
    return 1;
}

/* The least key above the given one, or the least of all: O(size of the table). */
static int sorted_next(lua_State *L)
{
    library_check_readable(L, 1);
    lua_settop(L, 2);
    bool from_start = lua_isnil(L, 2);
    if (!from_start) rank_of(L, 2);
    lua_pushnil(L); /* 3: the best so far */
    for (lua_pushnil(L); lua_next(L, 1);) {
        lua_pop(L, 1);
        sandbox_charge(L, 1);
        rank_of(L, 4);
        if ((!from_start && !key_less(L, 2, 4)) || (!lua_isnil(L, 3) && !key_less(L, 4, 3))) continue;
        lua_pushvalue(L, 4);
        lua_replace(L, 3);
    }
    if (lua_isnil(L, 3)) return 1;
    lua_pushvalue(L, 3);
    lua_rawget(L, 1);
    return 2;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */
void library_open_tables(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"concat", table_concat}, {"insert", table_insert}, {"move", table_move},     {"pack", table_pack},
        {"remove", table_remove}, {"sort", table_sort},     {"unpack", table_unpack}, {NULL, NULL}};
    static const luaL_Reg basics[] = {{"pairs", sorted_pairs}, {"next", sorted_next}, {NULL, NULL}};
    luaL_newlib(L, functions);
    lua_setglobal(L, LUA_TABLIBNAME);
    lua_pushglobaltable(L);
    luaL_setfuncs(L, basics, 0);
    lua_pop(L, 1);
}
