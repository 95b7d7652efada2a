/* SPDX-License-Identifier: MIT */
/* What a script has made stays as it is: every way to keep something from one call for the next is refused, and a call that is
 * not refused gives the same value however often it is made. */
#include "script/freeze.h"
#include <lauxlib.h>
#include <lualib.h>
#include <string.h>
#include "claims.h"
#include "script/sandbox.h"
#include "script/script.h"

static struct sandbox box;
static const char function_key;

static int shut(void **state)
{
    (void)state;
    sandbox_close(&box);
    return 0;
}

static int run_block(lua_State *L)
{
    const char *text = lua_touserdata(L, 1);
    if (luaL_loadbufferx(L, text, strlen(text), "=lua", "t") != LUA_OK) return lua_error(L);
    lua_call(L, 0, 0);
    return 0;
}

static int absent(lua_State *L)
{
    lua_pushnil(L);
    return 1;
}

static int freeze_block(lua_State *L)
{
    lua_newtable(L);
    lua_getglobal(L, "f");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &function_key);
    lua_rawseti(L, -2, 1);
    lua_pushcfunction(L, absent);
    freeze(L, lua_absindex(L, -2), lua_absindex(L, -1));
    return 0;
}

/* Runs a block, and freezes what it made. */
static enum status load(const char *text)
{
    shut(NULL);
    box = (struct sandbox){0};
    assert_int_equal(sandbox_open(&box), ST_OK);
    if (sandbox_run(&box, run_block, (void *)(uintptr_t)text) != ST_OK) fail_msg("%s: %s", text, box.message);
    return sandbox_run(&box, freeze_block, NULL);
}

static lua_Integer result;

static int call(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &function_key);
    lua_createtable(L, 3, 0);
    for (int i = 1; i <= 3; i++) {
        lua_pushinteger(L, i);
        lua_rawseti(L, -2, i);
    }
    lua_call(L, 1, 1);
    result = lua_tointeger(L, -1);
    return 0;
}

/* f({1, 2, 3}) fails with these words, and when it is called again it fails just so. */
static void refused(const char *text, const char *words)
{
    assert_int_equal(load(text), ST_OK);
    for (int i = 0; i < 3; i++) {
        if (sandbox_run(&box, call, NULL) != ST_RULE_FAILED) fail_msg("call %d is allowed: %s", i + 1, text);
        if (!strstr(box.message, words)) fail_msg("%s: call %d: %s", text, i + 1, box.message);
    }
}

/* f({1, 2, 3}) is this number, three times. */
static void gives(const char *text, lua_Integer value)
{
    if (load(text) != ST_OK) fail_msg("%s: %s", text, box.message);
    for (int i = 0; i < 3; i++) {
        if (sandbox_run(&box, call, NULL) != ST_OK) fail_msg("%s: call %d: %s", text, i + 1, box.message);
        if (result != value) fail_msg("%s: call %d gave %lld", text, i + 1, (long long)result);
    }
}

CLAIM(variables_outside_of_a_function_keep_their_values)
{
    static const char *const texts[] = {
        "local c = 0 function f() c = c + 1 return c end",
        "local c function f(t) c = c or t[1] return 1 end",
        "local c = 0 function f() for i = 1, 3 do c = i end return c end",
        "local c = 0 local function g() c = c + 1 end function f() g() return c end",
        "local c = 0 local t = {g = function() c = c + 1 end} function f() t.g() return c end",
        "local c = 0 local o = setmetatable({}, {__call = function() c = c + 1 end}) function f() o() return c end",
        "local c = 0 local o = setmetatable({}, {__index = function() c = c + 1 return c end}) function f() return o.x "
        "end",
        "local c = 0 local o = setmetatable({}, {__newindex = function(t, k, v) c = v end}) function f() o.x = 5 "
        "return c end",
        "local c = 0 local o = setmetatable({}, {__len = function() c = c + 1 return c end}) function f() return #o "
        "end",
        "local c = 0 local o = setmetatable({}, {__close = function() c = c + 1 end}) function f() local x <close> = o "
        "return c end",
        "local c = 0 local o = setmetatable({}, {__tostring = function() c = c + 1 return '' end}) function f() "
        "tostring(o) return c end",
        "local c = 0 local M = {__add = function() c = c + 1 return c end} function f() return setmetatable({}, M) + 1 "
        "end",
        "local c = 0 local M = {__eq = function() c = c + 1 return true end} "
        "function f() return setmetatable({}, M) == setmetatable({}, M) and c end",
        "local c = 0 function f() pcall(function() c = c + 1 error('x') end) return c end",
        "local c = 0 function f() table.sort({3, 2, 1}, function(a, b) c = c + 1 return a < b end) return c end",
        "local c = {} function f() c = {} return 1 end",
        "local c = 1 function f() c = 1.0 return 1 end",
        "local c = 0.0 function f() c = -0.0 return 1 end",
        "local c = 'a' function f() c = c .. 'a' return #c end",
        "local c = ('a'):rep(100) function f() c = c .. 'a' return #c end",
        "local c = false function f() c = not c return c and 1 or 0 end",
        "local c = 5 function f() c = nil return 1 end",
        "local c = print function f(t) c = t return 1 end",
        "local c = function() end function f() c = function() end return 1 end",
        "do local c = 0 function get() return c end function inc() c = c + 1 end end function f() inc() return get() "
        "end",
        "local c = 0 function f() goto a ::b:: do return c end ::a:: c = c + 1 goto b end",
        "local c, d = 0, 0 function f() c, d = d + 1, c return c end",
        "local function make() local c = 0 return function() c = c + 1 return c end end local g = make() function f() "
        "return g() end",
        "local a, c = {}, 0 a[{}] = function() c = c + 1 end function f() return a.x or (next and c) end function h() "
        "c = 2 end "
        "local old = f function f() h() return old() end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) refused(texts[i], "it changes the variable '");
    refused("function f() _ENV = {} return 1 end", "it changes the variable '_ENV'");
    refused("function f() local e = _ENV _ENV = {x = 1} x = 2 e.y = 3 return 1 end",
            "'y' is assigned to but is not a variable");
}

CLAIM(tables_outside_of_a_function_keep_what_is_in_them)
{
    static const char *const texts[] = {
        "local t = {} function f() t[#t + 1] = 1 return #t end",
        "local memo = {} function f(s) memo[s[1]] = 5 return memo[s[1]] end",
        "local t = {1} function f() t[1] = t[1] + 1 return t[1] end",
        "local t = {x = 1} function f() t.x = nil return 1 end",
        "local t = {} function f() rawset(t, 1, 2) return #t end",
        "local t = {} function f() table.insert(t, 1) return #t end",
        "local t = {} function f() table.insert(t, 1, 1) return #t end",
        "local t = {1, 2} function f() return table.remove(t) end",
        "local t = {2, 1} function f() table.sort(t) return t[1] end",
        "local t = {} function f(s) table.move(s, 1, 3, 1, t) return #t end",
        "local t = {1, 2, 3} function f() table.move(t, 1, 2, 2) return t[3] end",
        "local t = {} function f() setmetatable(t, {}) return 1 end",
        "local t = {} function f() setmetatable(t, nil) return 1 end",
        "local t = setmetatable({}, {}) function f() setmetatable(t, nil) return 1 end",
        "local t = setmetatable({}, {}) function f() getmetatable(t).x = 1 return 1 end",
        "local m = {} local t = setmetatable({}, m) function f() m.__index = {x = 1} return t.x end",
        "local m = {} function f() local o = setmetatable({}, m) getmetatable(o).n = 1 return 1 end",
        "local C = {} C.__index = C function f() local o = setmetatable({}, C) C.n = (C.n or 0) + 1 return o.n end",
        "local t = {{{}}} function f() t[1][1][1] = 1 return 1 end",
        "local k = {} local t = {[k] = 1} function f() k[1] = 1 return 1 end",
        "local t = {} local o = setmetatable({}, {__index = t}) function f() t.x = (o.x or 0) + 1 return o.x end",
        "local t = {} local o = setmetatable({}, {__newindex = t}) function f() o.x = (t.x or 0) + 1 return t.x end",
        "local t = {g = {}} local o = setmetatable({}, t) function f() getmetatable(o).g[1] = 1 return 1 end",
        "local t = {} local function g() return t end function f() g()[1] = 1 return 1 end",
        "local t = {} function f(s) t.kept = s return 1 end",
        ("local t = {} function f() local u <close> = setmetatable({}, {__close = function() t[1] = 1 end}) return 1 "
         "end"),
        "local t = {} function f() for k in function() t[1] = 1 end do end return 1 end",
        "t = {} function f() t[1] = 1 return 1 end",
        "local t = {} t.t = t function f() t.t.t.t[1] = 1 return 1 end",
        "local t = setmetatable({}, {__len = function() return 0 end}) function f() t[1] = 1 return 1 end",
        "local t = setmetatable({x = 1}, {__newindex = function() end}) function f() t.x = 2 return t.x end",
        "function f() math.count = 1 return 1 end",
        "function f() math.floor = nil return 1 end",
        "function f() string.x = 1 return 1 end",
        "string = nil function f() return 1, rawset(next and table, 'x', 1) end",
        "local s = string string = nil function f() s.rep = nil return ('x'):rep(1) == 'x' and 1 end",
        "function f() table.insert(_ENV, 1) return 1 end",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        refused(texts[i], "cannot be changed: a call keeps nothing");
    refused("local t = {} function f() t[1] = 1 return 1 end", "'t' cannot be changed");
    refused("counts = {{}} function f() counts[1][1] = 1 return 1 end", "'counts' cannot be changed");
    refused("local t = {} function f() pcall(rawset, t, 1, 1) return t[1] + 1 end",
            "nil"); /* it may go on, but nothing is kept */
}

CLAIM(global_variables_keep_their_values)
{
    refused("c = 0 function f() c = c + 1 return c end", "the global variable 'c' cannot be changed");
    refused("c = 0 function f() _ENV.c = 1 return c end", "the global variable 'c' cannot be changed");
    refused("c = 0 function f() _ENV['c'] = nil return c end", "the global variable 'c' cannot be changed");
    refused("function f() f = nil return 1 end", "the global variable 'f' cannot be changed");
    refused("function f() pairs = nil return 1 end", "the global variable 'pairs' cannot be changed");
    refused("function f() c = 1 return c end", "'c' is assigned to but is not a variable");
    refused("function f() rawset(_ENV, 'c', 1) return 1 end", "'c' is assigned to but is not a variable");
    refused("local e = _ENV function f() e.c = 1 return c end", "'c' is assigned to but is not a variable");
    refused("local _ENV = {} function f() end function g() x = 1 end _ENV.f = g", "attempt to call a nil value");
    refused("local e = {} do local _ENV = e function g() c = (c or 0) + 1 return c end end f = e.g",
            "'_ENV' cannot be changed");
}

CLAIM(iterators_that_are_kept_are_refused)
{
    assert_int_equal(load("local it = pairs({1, 2}) function f() return it() end"), ST_RULE_FAILED);
    assert_non_null(strstr(box.message, "'it' keeps an iterator of pairs"));
    assert_int_equal(load("its = {pairs({1, 2})} function f() return its[1]() end"), ST_RULE_FAILED);
    assert_non_null(strstr(box.message, "'its' keeps an iterator of pairs"));
    gives("local it, t = ipairs({5, 6}) function f() local i, v = it(t, 1) return v end", 6);
    gives("function f(s) local n = 0 for k, v in pairs(s) do n = n * 10 + v end return n end", 123);
}

CLAIM(what_was_made_outside_can_be_read_in_every_way)
{
    static const char row[] = "local t = {10, 20, 30} ";
    static const struct {
        const char *body;
        lua_Integer value;
    } reads[] = {
        {"return #t", 3},
        {"return t[2]", 20},
        {"return rawlen(t)", 3},
        {"return rawget(t, 3)", 30},
        {"return select('#', table.unpack(t))", 3},
        {"return #table.concat(t, ',')", 8},
        {"local n = 0 for i, v in ipairs(t) do n = n + i * v end return n", 140},
        {"local n = 0 for k, v in pairs(t) do n = n + k * v end return n", 140},
        {"local k, v = next(t) return v", 10},
        {"local k, v = next(t, 2) return v", 30},
        {"return #table.move(t, 1, 3, 1, {})", 3},
        {"local u = {table.unpack(t)} u[1] = 7 return u[1]", 7},
        {"return t == t and rawequal(t, t) and 1", 1},
        {"return getmetatable(t) == nil and 1", 1},
        {"return t[4] == nil and t.x == nil and 1", 1},
        {"return ({[t] = 4})[t]", 4},
    };
    char text[300];
    for (size_t i = 0; i < sizeof reads / sizeof *reads; i++) {
        snprintf(text, sizeof text, "%sfunction f() %s end", row, reads[i].body);
        gives(text, reads[i].value);
    }
    gives("local sieve = {} for i = 2, 100 do sieve[i] = true end for i = 2, 10 do for j = i * i, 100, i do sieve[j] = "
          "nil end end "
          "function f() local n = 0 for p in pairs(sieve) do n = n + 1 end return n end",
          25);
    gives("local t = {[1.5] = 1, x = 2, [true] = 3, [-1] = 4} function f() return t[1.5] * 1000 + t.x * 100 + t[true] "
          "* 10 + t[-1] end",
          1234);
    gives("local k = {} local t = {[k] = 5} function f() return t[k] end", 5);
}

CLAIM(metatables_work_as_before)
{
    gives("local C = {} C.__index = C function C.new(n) return setmetatable({n = n}, C) end function C:add(k) self.n = "
          "self.n + k "
          "return self end function f() return C.new(1):add(2):add(3).n end",
          6);
    gives("local C = {} C.__index = C local o = setmetatable({n = 5}, C) function C:get() return self.n end function "
          "f() return o:get() end",
          5);
    gives("local B = {} B.__index = B function B.x() return 7 end local D = setmetatable({}, B) D.__index = D "
          "function f() return setmetatable({}, D).x() end",
          7);
    gives("local C = {__call = function(self, n) return n + 1 end} local o = setmetatable({}, C) function f() return "
          "o(4) end",
          5);
    gives("local o = setmetatable({}, {__len = function() return 9 end, __unm = function() return 4 end}) function f() "
          "return #o - (-o) end",
          5);
    gives("local M = {__eq = function() return true end} local a, b = setmetatable({}, M), setmetatable({}, M) "
          "function f() return a == b and a == setmetatable({}, M) and not rawequal(a, b) and 1 end",
          1);
    gives("local M = {__lt = function(a, b) return a.n < b.n end, __concat = function() return 3 end} "
          "local a, b = setmetatable({n = 1}, M), setmetatable({n = 2}, M) function f() return a < b and a .. b end",
          3);
    gives("local o = setmetatable({}, {__index = function(t, k) return k * 2 end}) function f() return o[4] + o[5] end",
          18);
    gives("local o o = setmetatable({}, {__index = function(t, k) return rawequal(t, o) and 1 end}) function f() "
          "return o.x end",
          1);
    gives("local o = setmetatable({}, {__newindex = function(t, k, v) error('no') end}) function f() return "
          "pcall(rawset, o, 1, 1) == false and "
          "not pcall(function() o.x = 1 end) and 1 end",
          1);
    gives("local M = {} local o = setmetatable({}, M) function f() return getmetatable(o) == M and "
          "getmetatable(setmetatable({}, M)) == M and 1 end",
          1);
    gives("local o = setmetatable({}, {__metatable = 5}) function f() return getmetatable(o) end", 5);
    gives("local M = {__metatable = 6} function f() return getmetatable(setmetatable({}, M)) end", 6);
    gives("local o = setmetatable({}, {__tostring = function() return 'abc' end}) function f() return #tostring(o) end",
          3);
    gives("local a = setmetatable({}, {__index = {x = 1}}) local b = setmetatable({}, {__index = a}) function f() "
          "return b.x end",
          1);
}

CLAIM(what_a_call_makes_is_its_own)
{
    gives("function f(t) t[1] = t[1] + 1 t[4] = t return t[1] end", 2);
    gives("function f() local c = 0 local function g() c = c + 1 end g() g() return c end", 2);
    gives("function f() local memo = {} local function fib(n) if n < 2 then return n end memo[n] = memo[n] or fib(n - "
          "1) + fib(n - 2) "
          "return memo[n] end return fib(50) end",
          12586269025);
    gives("local c = 1 function f() c = 2 c = 1 return c end", 1); /* as it was when the call ends: nothing is kept */
    gives("local c = 0.0 / 0.0 function f() return c ~= c and 1 end", 1);
    gives("local t = {} function f() local u = setmetatable({}, {__index = t}) u.x = 4 return u.x + (t.x or 0) end", 4);
}

/* What shows a collection is refused when it is asked for, and memory that was refused is not to be caught. */
CLAIM(no_call_sees_a_collection)
{
    refused("function f() local m = {} local t = setmetatable({}, m) m.__mode = 'v' t[1] = {} local i = 0 "
            "while t[1] do i = i + 1 local x = {} end return i end",
            "no weak tables");
    refused("function f() local m = {} local t = setmetatable({}, m) m['__' .. 'mode'] = 'k' end", "no weak tables");
    refused("function f() local m = {} local t = setmetatable({}, m) rawset(m, '__mode', 'k') end", "no weak tables");
    refused("function f() local m = {} m.__index = m setmetatable(m, m) m.__mode = 'k' end", "no weak tables");
    refused("local m = {} function f() local t = setmetatable({}, m) m.__mode = 'k' end", "cannot be changed");
    gives("function f() local m, n = {}, 0 local t = setmetatable({}, m) pcall(rawset, m, '__mode', 'v') t[1] = {} "
          "for i = 1, 100000 do local x = {} end return t[1] and 1 end",
          1);
    refused("function f() local m = {__close = function() error('other') end} local n, keep = 0, {} pcall(function() "
            "local x <close> = setmetatable({}, m) while true do n = n + 1 keep[n] = {n, n, n, n, n, n, n, n, n, n} "
            "end end) return n end",
            "64 MiB of memory");
    gives("function f() local n = 0 for i = 1, 20000 do n = n + #(('x'):rep(100) .. i) end return n end", 2088894);
}

CLAIM(a_metatable_may_change_after_it_was_set)
{
    gives("function f() local m = {} local t = setmetatable({}, m) m.__index = {x = 5} return t.x end", 5);
    gives("function f() local m = {} local t = setmetatable({}, m) m.__add = function() return 6 end return t + t end",
          6);
    gives("function f() local m = {__len = function() return 1 end} local t = setmetatable({}, m) m.__len = nil t[1], "
          "t[2] = 3, 4 return #t end",
          2);
    gives("function f() local C, D = {}, {} setmetatable({}, D) setmetatable(D, C) C.__index = {x = 7} D.__index = D "
          "return setmetatable({}, D).x end",
          7);
    gives("function f() local C, D = {}, {} setmetatable({}, D) setmetatable(D, C) C.__call = function(self, n) return "
          "n end return D(8) end",
          8);
    gives("function f() local C, D = {}, {} setmetatable({}, D) setmetatable(D, C) C.__newindex = function(t, k, v) "
          "rawset(t, k, v + 1) end "
          "D.x = 8 return D.x end",
          9);
    gives("function f() local C, D = {}, {} setmetatable({}, D) setmetatable(D, C) setmetatable(D, nil) C.__index = {x "
          "= 1} return D.x == nil and 2 end",
          2);
    gives("function f() local m = {1, 2, 3, x = 4} setmetatable({}, m) table.insert(m, 9) m[5] = 6 m.y = 7 m.x = nil "
          "local n = 0 "
          "for k, v in pairs(m) do n = n + v end return n * 10 + #m end",
          285);
    gives("function f() local m = {3, 1, 2} setmetatable({}, m) table.sort(m) table.remove(m, 1) return m[1] * 10 + "
          "m[2] end",
          23);
    gives("function f() local m = {1, 2} setmetatable({}, m) return rawequal(table.move(m, 1, 2, 2), m) and "
          "getmetatable(table.move({}, 1, 0, 1, m)) == nil "
          "and m[3] end",
          2);
    gives("function f() local m = {} setmetatable({}, m) return rawequal(rawset(m, 1, 2), m) and "
          "rawequal(setmetatable(m, {}), m) and m[1] end",
          2);
    gives("function f() local m = {} local o = setmetatable({}, m) return getmetatable(o) == m and getmetatable(m) == "
          "nil and 1 end",
          1);
    gives("local m = {} local o = setmetatable({}, m) m.__index = {x = 5} function f() return o.x end", 5);
    gives("local m = {} local o = setmetatable({}, m) setmetatable(m, {__index = {y = 2}}) m.__index = m m.x = 5 "
          "function f() return o.x * 10 + o.y end",
          52);
    gives("local o = setmetatable({}, _ENV) __index = function(t, k) return 4 end function f() return o.x end", 4);
}

/* How deep calls may be nested depends on who calls. */
CLAIM(no_call_sees_how_deep_the_stack_is)
{
    refused("function f() local n, t = 0, {} for i = 1, 200 do t[i] = i end local function g(...) n = n + 1 return 1 + "
            "g(table.unpack(t)) end "
            "pcall(g) return n end",
            "stack overflow");
    refused("function f() local n = 0 local function g() n = n + 1 return 1 + g() end pcall(g) return n end",
            "64 MiB of memory");
    refused("function f() local n = 0 local function g() n = n + 1 table.sort({2, 1}, g) end pcall(g) return n end",
            "stack overflow");
    refused("function f() local n, m = 0, {__close = function() error('other') end} local function g() n = n + 1 "
            "return 1 + g() end "
            "pcall(function() local x <close> = setmetatable({}, m) table.sort({2, 1}, g) end) return n end",
            "64 MiB of memory");
    refused("function f() local n, m = 0, {__close = function() error('other') end} local function g() n = n + 1 "
            "table.sort({2, 1}, g) end "
            "pcall(function() local x <close> = setmetatable({}, m) g() end) return n end",
            "stack overflow");
    refused("function f() local n = 0 local function g(...) n = n + 1 return g(1, ...) end pcall(g) return n end", "");
    refused("function f() local n = 0 local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) n = n + "
            "1 return t[k] end "
            "pcall(function() return t.x end) return n end",
            "stack overflow");
}

static bool loads_and_calls(void)
{
    box = (struct sandbox){0};
    enum status st = sandbox_open(&box);
    static const char text[] = "local t, c = {1, {2}, x = {}}, 0 local M = {__index = t} local o = setmetatable({}, M) "
                               "function f() c = c + o[1] return c end";
    if (st == ST_OK) st = sandbox_run(&box, run_block, (void *)(uintptr_t)text);
    if (st == ST_OK) st = sandbox_run(&box, freeze_block, NULL);
    if (st == ST_OK) st = sandbox_run(&box, call, NULL);
    assert_true(st == ST_NO_MEMORY || st == ST_RULE_FAILED);
    if (st == ST_RULE_FAILED) assert_string_equal(box.changed.name, "c");
    sandbox_close(&box);
    return st == ST_RULE_FAILED;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(loads_and_calls) > 50); }

#define FROZEN(name) cmocka_unit_test_teardown(name, shut)
CLAIMS(FROZEN(variables_outside_of_a_function_keep_their_values),
       FROZEN(tables_outside_of_a_function_keep_what_is_in_them), FROZEN(global_variables_keep_their_values),
       FROZEN(iterators_that_are_kept_are_refused), FROZEN(what_was_made_outside_can_be_read_in_every_way),
       FROZEN(metatables_work_as_before), FROZEN(what_a_call_makes_is_its_own), FROZEN(no_call_sees_a_collection),
       FROZEN(a_metatable_may_change_after_it_was_set), FROZEN(no_call_sees_how_deep_the_stack_is),
       IT(any_failed_allocation_is_told))
