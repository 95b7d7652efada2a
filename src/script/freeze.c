/* A walk with a list instead of recursion finds everything, then every table is guarded. */
#include "script/freeze.h"
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>
#include "script/freeze_parts.h"
#include "script/sandbox.h"

/* ---- the metamethods of guards --------------------------------------------------------------------------------- */
static int guard_newindex(lua_State *L) { return freeze_refuse(L, 1, 2); }

static int guard_length(lua_State *L)
{
    freeze_see(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

/* For a table whose own metatable has __index. Upvalues: the content, that __index. */
static int guard_index(lua_State *L)
{
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pushvalue(L, lua_upvalueindex(2));
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

/* For a table whose own metatable has __newindex, which may refuse in its own way. Upvalues: the content, that
 * __newindex. */
static int guard_own_newindex(lua_State *L)
{
    lua_settop(L, 3);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return freeze_refuse(L, 1, 2);
    lua_settop(L, 3);
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    if (lua_isfunction(L, 1)) {
        lua_call(L, 3, 0);
        return 0;
    }
    lua_remove(L, 2);
    lua_settable(L, 1);
    return 0;
}

/* ---- guarding -------------------------------------------------------------------------------------------------- */
/* Pushes the content of the table at `table`, which is empty then. */
static void take_content(lua_State *L, int table)
{
    size_t length = lua_rawlen(L, table);
    lua_createtable(L, length < 1u << 30 ? (int)length : 0, 0);
    int content = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, table);) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, content);
        sandbox_charge(L, 1);
    }
    for (lua_pushnil(L); lua_next(L, table);) { /* clearing fields is allowed while going through them */
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    lua_pushboolean(L, 1); /* a new key lets the table see how large it still has to be */
    lua_rawsetp(L, table, &freeze_keys.content);
    lua_pushnil(L);
    lua_rawsetp(L, table, &freeze_keys.content);
}

/* Copies the metamethods of the table's own metatable, on top of the stack, into the guard. */
static void copy_metamethods(lua_State *L, int guard)
{
    int own = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, own);) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (strncmp(name, "__", 2) == 0 && strcmp(name, "__gc") != 0 && strcmp(name, "__metatable") != 0) {
            if (strcmp(name, "__mode") == 0)
                luaL_error(L, "'__mode' was put into a metatable: there are no weak tables here");
            lua_pushvalue(L, -2);
            lua_insert(L, -2);
            lua_rawset(L, guard);
        } else lua_pop(L, 1);
    }
}

/* guard[name] becomes the function, with the content and what is there as upvalues, or `otherwise` if nothing is
 * there. */
static void wrap_metamethod(lua_State *L, int guard, int content, const char *name, lua_CFunction function)
{
    lua_pushstring(L, name);
    lua_pushvalue(L, content);
    lua_pushstring(L, name);
    lua_rawget(L, guard);
    lua_pushcclosure(L, function, 2);
    lua_rawset(L, guard);
}

static bool has_metamethod(lua_State *L, int guard, const char *name)
{
    lua_pushstring(L, name);
    bool there = lua_rawget(L, guard) != LUA_TNIL;
    lua_pop(L, 1);
    return there;
}

static void set_metamethods(lua_State *L, int guard, int content)
{
    if (has_metamethod(L, guard, "__index")) wrap_metamethod(L, guard, content, "__index", guard_index);
    else {
        lua_pushvalue(L, content);
        lua_setfield(L, guard, "__index");
    }
    if (has_metamethod(L, guard, "__newindex")) wrap_metamethod(L, guard, content, "__newindex", guard_own_newindex);
    else {
        lua_pushcfunction(L, guard_newindex);
        lua_setfield(L, guard, "__newindex");
    }
    if (has_metamethod(L, guard, "__len")) return;
    lua_pushcfunction(L, guard_length);
    lua_setfield(L, guard, "__len");
}

/* Freezes the table on top of the stack and takes it off. */
static void guard_table(lua_State *L, int owners)
{
    int table = lua_gettop(L), guard = table + 1, content = table + 2;
    lua_createtable(L, 0, 4);
    take_content(L, table);
    if (lua_getmetatable(L, table)) {
        lua_pushvalue(L, -1);
        lua_rawsetp(L, guard, &freeze_keys.metatable);
        freeze_see(L, -1);
        copy_metamethods(L, guard);
        lua_pop(L, 1);
    }
    set_metamethods(L, guard, content);
    lua_pushvalue(L, content);
    lua_rawsetp(L, guard, &freeze_keys.content);
    lua_pushvalue(L, content);
    lua_pushvalue(L, table);
    lua_rawset(L, owners);
    lua_pushvalue(L, guard);
    lua_setmetatable(L, table);
    lua_settop(L, table - 1);
}

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

/* Takes the value on top off the stack; it is found under the name at `name`. */
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

/* Notes upvalue n of the function on top, whose value is not needed again. */
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
    if (lua_isnil(L, -1)) { /* lists have no gaps */
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
    if (lua_getmetatable(L, table)) find(w, name);
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

static void guard_all(struct walk *w, int owners)
{
    for (lua_Integer at = 1; at <= w->queued; at++)
        if (lua_rawgeti(w->L, w->queue, at) == LUA_TTABLE) guard_table(w->L, owners);
        else lua_pop(w->L, 1);
}

/* Names that are not global variables are asked of the function at `absent`. */
static void set_absent(lua_State *L, int absent)
{
    lua_pushglobaltable(L);
    freeze_see(L, -1);
    lua_createtable(L, 0, 1);
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
    lua_setmetatable(L, -2);
    struct walk w = {.L = L};
    w.names = push_table(L, &freeze_keys.names);
    w.variables = push_table(L, &freeze_keys.variables);
    w.functions = push_table(L, &freeze_keys.functions);
    int owners = push_table(L, &freeze_keys.owners);
    w.queue = push_table(L, NULL);
    w.ids = push_table(L, NULL);
    walk_all(&w, functions);
    guard_all(&w, owners);
    set_absent(L, absent);
    lua_settop(L, top);
}
