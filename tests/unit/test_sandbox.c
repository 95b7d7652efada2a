/* SPDX-License-Identifier: MIT */
/* The Lua sandbox: limits of steps, memory and strings hold, nothing in a script gets past its end, and calls nest. */
#include "script/sandbox.h"
#include <lualib.h>
#include <string.h>
#include "claims.h"
#include "script/script.h"

static struct budget budget;
static struct sandbox box;

/* A script's burn() leaves it few steps: what would take them one by one gets there sooner. */
static int burn(lua_State *state)
{
    sandbox_charge(state, SCRIPT_STEPS - 200000);
    return 0;
}

static int open_box(void **state)
{
    (void)state;
    budget = (struct budget){0};
    box = (struct sandbox){.budget = &budget};
    if (sandbox_open(&box) != ST_OK) return -1;
    lua_pushcfunction(box.state, burn);
    lua_setglobal(box.state, "burn");
    return 0;
}

static int close_box(void **state)
{
    (void)state;
    sandbox_close(&box);
    return 0;
}

/* Runs a chunk and leaves its result in the global `out`. */
static int run_chunk(lua_State *state)
{
    const char *text = lua_touserdata(state, 1);
    char name[24];
    sandbox_chunk_name(name, 3);
    if (luaL_loadbufferx(state, text, strlen(text), name, "t") != LUA_OK) return lua_error(state);
    lua_call(state, 0, 1);
    lua_setglobal(state, "out");
    return 0;
}

static enum status run(const char *text) { return sandbox_run(&box, run_chunk, (void *)(uintptr_t)text); }

static const char *out(void)
{
    static char text[200];
    lua_getglobal(box.state, "out");
    snprintf(text, sizeof text, "%s",
             lua_isstring(box.state, -1) ? lua_tostring(box.state, -1) : luaL_typename(box.state, -1));
    lua_pop(box.state, 1);
    return text;
}

static void fails(const char *text, const char *message)
{
    assert_int_equal(run(text), ST_RULE_FAILED);
    if (!strstr(box.message, message)) fail_msg("%s: %s", text, box.message);
    assert_int_equal(run("return 1 + 1"), ST_OK); /* the box is usable after any failure */
    assert_string_equal(out(), "2");
}

CLAIM(chunks_are_named_by_their_block)
{
    char name[24];
    sandbox_chunk_name(name, 1);
    assert_string_equal(name, "=lua");
    sandbox_chunk_name(name, 2);
    assert_string_equal(name, "=lua2");
    sandbox_chunk_name(name, INT32_MAX);
    assert_string_equal(name, "=lua2147483647");
}

CLAIM(there_is_no_door)
{
    static const char *const doors[] = {
        "io",          "os",          "require",     "package",        "debug",           "load",
        "loadstring",  "dofile",      "loadfile",    "collectgarbage", "coroutine",       "print",
        "string.dump", "string.gsub", "string.find", "math.random",    "math.randomseed", "xpcall"};
    char text[200];
    for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
        const char *dot = strchr(doors[i], '.');
        if (dot)
            snprintf(text, sizeof text, "return type(%.*s) == 'table' and %s", (int)(dot - doors[i]), doors[i],
                     doors[i]);
        else snprintf(text, sizeof text, "return %s", doors[i]);
        assert_int_equal(run(text), ST_OK);
        if (strcmp(out(), "nil") != 0) fail_msg("%s is a %s", doors[i], out());
    }
}

CLAIM(a_call_ends_with_its_steps)
{
    fails("while true do end", "10^7 steps");
    fails("burn() local function f() return f() end return f()", "10^7 steps");
    fails("burn() for i = 1, math.maxinteger do end", "10^7 steps");
    assert_int_equal(run("local n = 0 for i = 1, 1000000 do n = n + 1 end return n"), ST_OK);
    assert_string_equal(out(), "1000000");
}

CLAIM(no_handler_outlives_the_steps)
{
    fails("burn() while true do pcall(function() while true do end end) end", "10^7 steps");
    fails("burn() pcall(function() while true do end end) return 'caught'", "10^7 steps");
}

CLAIM(recursion_ends_as_a_failure)
{
    fails("local function f() return 1 + f() end return f()", "");
    fails("local t = setmetatable({}, {__index = function(t, k) return t[k] end}) return t.x", "");
}

/* Lua follows such a chain in one instruction, at the cost of its square. */
CLAIM(a_chain_of_calls_is_refused)
{
    fails("local m = {} local t = setmetatable({}, m) m.__call = t return t()",
          "'__call' must be a function, but is a table");
    fails("local t = {} return setmetatable(t, {__call = t})", "'__call' must be a function, but is a table");
    fails("local m = {__call = function() end} local t = setmetatable({}, m) rawset(m, '__call', t) return t()",
          "'__call' must be");
    assert_int_equal(run("local function g(n) if n == 0 then return 0 end return 1 + g(n - 1) end return g(30000)"),
                     ST_OK);
    assert_string_equal(out(), "30000");
}

CLAIM(memory_and_strings_are_limited)
{
    fails("local s = 'x' while true do s = s .. s end", "string of more than 4 KiB");
    fails("local t = {} for i = 1, 1e9 do t[i] = {} end", "it takes more than");
    assert_int_equal(run("local s = 'x' for i = 1, 11 do s = s .. s end return #s"), ST_OK);
    assert_string_equal(out(), "2048");
}

CLAIM(a_budget_ends_a_call_with_its_status)
{
    uint64_t held = mem_held();
    budget.memory = held + 100000;
    assert_int_equal(run("local t = {} for i = 1, 100000 do t[i] = i end"), ST_MEMORY_BUDGET);
    budget = (struct budget){.deadline_ns = 1};
    assert_int_equal(run("pcall(function() while true do end end) return 1"), ST_TIMEOUT);
    budget = (struct budget){0};
    assert_int_equal(run("return 5"), ST_OK);
    assert_string_equal(out(), "5");
}

CLAIM(failures_know_their_place)
{
    assert_int_equal(run("local x = 1\n\nerror('too bad')"), ST_RULE_FAILED);
    assert_string_equal(box.message, "too bad");
    assert_int_equal(box.block, 3);
    assert_int_equal(box.line, 3);
    assert_int_equal(run("\nlocal x = nil + 1"), ST_RULE_FAILED);
    assert_int_equal(box.line, 2);
    assert_int_equal(run("x = = 1"), ST_RULE_FAILED);
    assert_int_equal(box.block, 3);
    assert_int_equal(box.line, 1);
    assert_int_equal(run("error({})"), ST_RULE_FAILED);
    assert_non_null(strstr(box.message, "not text but a table"));
    assert_int_equal(run("error('a\\n\\27[31m\\255b', 0)"), ST_RULE_FAILED);
    assert_string_equal(box.message, "a??[31m?b");
}

static int charge(lua_State *state)
{
    sandbox_charge(state, *(uint64_t *)lua_touserdata(state, 1));
    return 0;
}

CLAIM(work_done_in_c_is_charged)
{
    uint64_t steps = SCRIPT_STEPS - 1000;
    assert_int_equal(sandbox_run(&box, charge, &steps), ST_OK);
    assert_int_equal(sandbox_run(&box, charge, &steps), ST_OK); /* every call has its own */
    steps = SCRIPT_STEPS + 1;
    assert_int_equal(sandbox_run(&box, charge, &steps), ST_RULE_FAILED);
    steps = UINT64_MAX;
    assert_int_equal(sandbox_run(&box, charge, &steps), ST_RULE_FAILED);
    assert_non_null(strstr(box.message, "10^7 steps"));
}

static int stop(lua_State *state) { return sandbox_stop(state, ST_STATE_BUDGET); }

static int stop_inside(lua_State *state)
{
    lua_pushcfunction(state, stop);
    lua_setglobal(state, "stop");
    luaL_loadstring(state, "pcall(stop) return 'caught'"); /* ends long before the hook looks */
    lua_call(state, 0, 0);
    return 0;
}

CLAIM(a_stop_is_not_caught)
{
    assert_int_equal(sandbox_run(&box, stop_inside, NULL), ST_STATE_BUDGET);
    assert_int_equal(run("return 7"), ST_OK);
}

static enum status inner;
static int nest(lua_State *state)
{
    assert_ptr_equal(sandbox_of(state), &box);
    inner = run("burn() while true do end");
    lua_pushinteger(state, box.steps);
    lua_setglobal(state, "left");
    return 0;
}

CLAIM(a_call_inside_a_call_has_its_own_steps)
{
    assert_int_equal(sandbox_run(&box, nest, NULL), ST_OK);
    assert_int_equal(inner, ST_RULE_FAILED);
    lua_getglobal(box.state, "left");
    assert_true(lua_tointeger(box.state, -1) > SCRIPT_STEPS - 10000);
    lua_pop(box.state, 1);
}

static bool opens_and_runs(void)
{
    budget = (struct budget){0};
    box = (struct sandbox){.budget = &budget};
    enum status st = sandbox_open(&box);
    if (st == ST_OK) st = run("local t = {} for i = 1, 50 do t[i] = {i} end return #t");
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    sandbox_close(&box);
    return st == ST_OK;
}

CLAIM(any_failed_allocation_is_told) { assert_true(walk_failures(opens_and_runs) > 50); }

#define BOX(name) cmocka_unit_test_setup_teardown(name, open_box, close_box)
CLAIMS(IT(chunks_are_named_by_their_block), BOX(there_is_no_door), BOX(a_call_ends_with_its_steps),
       BOX(no_handler_outlives_the_steps), BOX(recursion_ends_as_a_failure), BOX(a_chain_of_calls_is_refused),
       BOX(memory_and_strings_are_limited), BOX(a_budget_ends_a_call_with_its_status), BOX(failures_know_their_place),
       BOX(work_done_in_c_is_charged), BOX(a_stop_is_not_caught), BOX(a_call_inside_a_call_has_its_own_steps),
       IT(any_failed_allocation_is_told))
