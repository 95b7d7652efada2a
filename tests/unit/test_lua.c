/* SPDX-License-Identifier: MIT */
/* Lua blocks: calls, generators, what fails and where, and a list of attacks that must all come to nothing. */
#include <stdio.h>
#include <string.h>
#include "base/budget.h"
#include "base/text.h"
#include "claims.h"
#include "script/script.h"

/* A model of one game with one Lua block, put together by hand; the rule file is the block itself. */
static struct diags diags;
static struct budget budget;
static struct field fields[4];
static struct game game;
static struct lua_function functions[8];
static const char *texts[2];
static struct span spans[2];
static struct model model;
static struct script *script;

static int shut(void **state)
{
    (void)state;
    if (script) script->close(script->self);
    script = NULL;
    diags_free(&diags);
    budget = (struct budget){0};
    return 0;
}

static enum status load(const char *text)
{
    shut(NULL);
    texts[0] = text;
    spans[0] = (struct span){1, 100, 100 + (uint32_t)strlen(text)};
    model.games = &game;
    model.game_count = 1;
    model.lua_texts = texts;
    model.lua_spans = spans;
    model.lua_text_count = 1;
    model.lua_functions = functions;
    game.name = "g";
    game.fields = fields;
    return script_open(&model, &budget, &diags, &script);
}

/* Loads a block and announces that the rules use these functions of it. */
static enum status load_with(const char *text, const char *name)
{
    functions[0] = (struct lua_function){.name = name, .span = {1, 7, 9}};
    model.lua_function_count = name ? 1 : 0;
    return load(text);
}

static const char *message;

static enum status call_with(int64_t argument, bool want_bool, int64_t *result)
{
    message = NULL;
    return script->call(script->self, 0, &argument, 1, want_bool, result, &message);
}

/* The value of f(argument). */
static int64_t value_of(const char *text, int64_t argument)
{
    int64_t result = -1;
    assert_int_equal(load_with(text, "f"), ST_OK);
    assert_int_equal(call_with(argument, false, &result), ST_OK);
    return result;
}

static int64_t truth_of(const char *text, int64_t argument)
{
    int64_t result = -1;
    assert_int_equal(load_with(text, "f"), ST_OK);
    assert_int_equal(call_with(argument, true, &result), ST_OK);
    return result;
}

/* f(1) fails, and the message has these words in it. */
static void fails_with(const char *text, const char *words)
{
    int64_t result;
    assert_int_equal(load_with(text, "f"), ST_OK);
    assert_int_equal(call_with(1, false, &result), ST_RULE_FAILED);
    if (!strstr(message, words)) fail_msg("'%s' has no '%s'", message, words);
}

/* What the place of the last failure covers of the block. */
static const char *place(void)
{
    static char out[200];
    struct span span = script->place;
    assert_true(span.begin >= 100 && span.end >= span.begin);
    snprintf(out, sizeof out, "%.*s", (int)(span.end - span.begin), texts[0] + span.begin - 100);
    return out;
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */
CLAIM(functions_are_called_with_integers)
{
    assert_int_equal(value_of("function f(n) return n * n end", 12), 144);
    assert_int_equal(value_of("function f(n) return n end", INT64_MIN), INT64_MIN);
    assert_int_equal(value_of("function f(n) return n / 2 end", 6), 3);
    assert_int_equal(truth_of("function f(n) return n > 2 end", 3), 1);
    assert_int_equal(truth_of("f = function(n) return n > 2 end", 2), 0);
}

CLAIM(results_of_another_kind_are_refused)
{
    fails_with("function f(n) return n / 2 end", "returned 0.5");
    fails_with("function f(n) return '1' end", "string");
    fails_with("function f(n) return n > 0 end", "boolean");
    fails_with("function f(n) end", "nothing");
    fails_with("function f(n) return 2.0^63 end", "not a 64-bit integer");
    int64_t result;
    assert_int_equal(load_with("function f(n) return n end", "f"), ST_OK);
    assert_int_equal(call_with(1, true, &result), ST_RULE_FAILED);
    assert_non_null(strstr(message, "true or false"));
}

CLAIM(a_failure_names_its_line)
{
    fails_with("function f(n)\n  local t = nil\n  return t.x  \nend", "attempt to index a nil value");
    assert_string_equal(place(), "return t.x");
    fails_with("local function g() error('no luck') end\nfunction f(n)\n  g()\nend", "no luck");
    assert_string_equal(place(), "local function g() error('no luck') end");
    assert_string_equal(message, "no luck");
    fails_with("function f(n)\nreturn 1 // 0 end", "zero");
    assert_string_equal(place(), "return 1 // 0 end");
    fails_with("function f() error({}) end", "a table");
    fails_with("function f() error('\\0\\1\\200 x', 0) end", "");
}

CLAIM(a_block_that_cannot_be_read_is_refused_at_its_line)
{
    model.lua_function_count = 0;
    assert_int_equal(load("x = 1\nfunction f( return\nend"), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_LUA_SYNTAX);
    assert_int_equal(diags.items[0].span.begin, 106);
    assert_int_equal(load("x = 1\n\nx.y.z = 2\n"), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_LUA_LOAD);
    assert_int_equal(diags.items[0].span.begin, 107);
    assert_int_equal(diags.items[0].span.end, 116);
    assert_int_equal(load("\x1bLua"), ST_INVALID);
}

CLAIM(a_function_that_is_missing_is_reported_with_those_there_are)
{
    assert_int_equal(load_with("function prime(n) return true end function next_one() end helper = 3", "prim"),
                     ST_INVALID);
    assert_int_equal(diags.items[0].id, D_LUA_UNDEFINED);
    assert_int_equal(diags.items[0].span.begin, 7);
    assert_string_equal(diags.items[0].notes->message, "the Lua blocks define next_one, prime");
    assert_string_equal(diags.items[0].notes->next->message, "did you mean 'prime'?");
    assert_int_equal(load_with("x = 1", "f"), ST_INVALID);
    assert_int_equal(load_with("f = 1", "f"), ST_INVALID);
    assert_int_equal(load_with("", "emit_all"), ST_INVALID);
}

CLAIM(a_model_without_lua_has_no_script)
{
    struct model plain = {0};
    struct script *none;
    assert_int_equal(script_open(&plain, NULL, &diags, &none), ST_OK);
    assert_null(none);
}

CLAIM(blocks_see_each_other_in_order)
{
    texts[1] = "function f(n) return twice(n) + 1 end";
    spans[1] = (struct span){1, 500, 600};
    shut(NULL);
    functions[0] = (struct lua_function){.name = "f"};
    model.lua_function_count = 1;
    texts[0] = "function twice(n) return n + n end";
    model.lua_texts = texts;
    model.lua_spans = spans;
    model.lua_text_count = 2;
    int64_t result;
    assert_int_equal(script_open(&model, NULL, &diags, &script), ST_OK);
    assert_int_equal(call_with(20, false, &result), ST_OK);
    assert_int_equal(result, 41);
    model.lua_text_count = 1;
}

/* ---- generators ------------------------------------------------------------------------------------------------ */
static struct text emitted;
static enum status answer_to_emit;

static enum status note_option(void *context, const struct component *components, size_t count)
{
    (void)context;
    text_puts(&emitted, emitted.length ? " | " : "");
    for (size_t i = 0; i < count; i++) {
        text_puts(&emitted, i ? " +" : "");
        assert_int_equal(components[i].game, 0);
        for (uint32_t k = 0; k < components[i].count; k++)
            text_add(&emitted, " %lld", (long long)components[i].cells[k]);
    }
    if (count == 0) text_puts(&emitted, " end");
    return answer_to_emit;
}

static enum status generate_from(const char *text, const int64_t *cells, uint32_t count, int mover)
{
    struct component from = {0, count, cells};
    functions[0] = (struct lua_function){.name = "next", .generator = true};
    model.lua_function_count = 1;
    text_clear(&emitted);
    assert_int_equal(load(text), ST_OK);
    enum status st = script->generate(script->self, 0, &from, mover, note_option, NULL, &message);
    return st;
}

static void set_fields(size_t count, enum field_kind a, enum field_kind b)
{
    fields[0] = (struct field){.name = "a", .kind = a};
    fields[1] = (struct field){.name = "b", .kind = b};
    game.field_count = count;
}

CLAIM(a_generator_emits_options)
{
    int64_t heap[] = {3};
    set_fields(1, FIELD_NAT, FIELD_NAT);
    assert_int_equal(generate_from("function next(n) for t = 1, n do emit(n - t) end end", heap, 1, 1), ST_OK);
    assert_string_equal(text_c(&emitted), " 2 |  1 |  0");
    assert_int_equal(generate_from("function next(n) emit_sum({n - 1}, {0}) emit_sum() emit(mover) end", heap, 1, 2),
                     ST_OK);
    assert_string_equal(text_c(&emitted), " 2 + 0 |  end |  2");
    text_free(&emitted);
}

CLAIM(what_a_block_has_made_can_be_emitted_and_not_changed)
{
    int64_t heap[] = {3};
    set_fields(1, FIELD_ROW, FIELD_NAT);
    assert_int_equal(generate_from("local row = {4, 5} local all = {{row}, {{}}} "
                                   "function next(n) emit(row) emit_sum(table.unpack(all)) end",
                                   (int64_t[]){1, 7}, 2, 1),
                     ST_OK);
    assert_string_equal(text_c(&emitted), " 2 4 5 |  2 4 5 + 0");
    set_fields(1, FIELD_NAT, FIELD_NAT);
    assert_int_equal(generate_from("local c = 0 function next(n) c = c + 1 emit(c) end", heap, 1, 1), ST_RULE_FAILED);
    assert_non_null(strstr(message, "changes the variable 'c'"));
    assert_string_equal(place(), "local c = 0 function next(n) c = c + 1 emit(c) end");
    text_free(&emitted);
}

/* A generator that changes a variable and changes it back is found out by a call that begins in between. */
static enum status call_back(void *context, const struct component *components, size_t count);

CLAIM(a_call_inside_a_call_sees_no_change)
{
    int64_t heap[] = {4}, total = 0;
    struct component from = {0, 1, heap};
    set_fields(1, FIELD_NAT, FIELD_NAT);
    functions[0] = (struct lua_function){.name = "next"};
    functions[1] = (struct lua_function){.name = "square"};
    model.lua_function_count = 2;
    assert_int_equal(load("local c = 0 function next(n) c = n emit(n) c = 0 end function square(n) return n * c end"),
                     ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 1, call_back, &total, &message), ST_RULE_FAILED);
    assert_non_null(strstr(message, "changes the variable 'c'"));
    assert_int_equal(total, 0);
    assert_int_equal(load("function next(n) emit(n) emit(mover) end function square(n) return mover end"), ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 2, call_back, &total, &message), ST_RULE_FAILED);
    assert_non_null(strstr(message, "only a move generator knows 'mover'"));
}

CLAIM(rows_bags_and_grids_are_tables)
{
    int64_t row[] = {3, 5, 6, 7, 1}, grid[] = {2, 3, 1, 2, 3, 4, 5, 6};
    set_fields(2, FIELD_ROW, FIELD_BOOL);
    assert_int_equal(generate_from("function next(s, b) s[2] = #s emit(s, not b) emit({}, b) end", row, 5, 1), ST_OK);
    assert_string_equal(text_c(&emitted), " 3 5 3 7 0 |  0 1");
    set_fields(1, FIELD_GRID, FIELD_NAT);
    assert_int_equal(generate_from("function next(g) g[2][1] = 0 emit(g) emit({{1}, {2}}) emit({}) end", grid, 8, 1),
                     ST_OK);
    assert_string_equal(text_c(&emitted), " 2 3 1 2 3 0 5 6 |  2 1 1 2 |  0 0");
    text_free(&emitted);
}

static void generator_fails(const char *body, const char *words)
{
    char text[300];
    int64_t cells[] = {2, 4, 4, 9};
    snprintf(text, sizeof text, "function next(a, b)\n  %s\nend", body);
    assert_int_equal(generate_from(text, cells, 4, 1), ST_RULE_FAILED);
    if (!strstr(message, words)) fail_msg("'%s' has no '%s'", message, words);
    assert_string_equal(place(), body);
}

CLAIM(wrong_options_are_refused_where_they_are_emitted)
{
    set_fields(2, FIELD_ROW, FIELD_NAT);
    generator_fails("emit(a)", "2 values, but 1 was emitted");
    generator_fails("emit(a, b, 1)", "but 3 were");
    generator_fails("emit(b, b)", "'a' is a row");
    generator_fails("emit(a, 'x')", "'b' needs integers");
    generator_fails("emit(a, 1.5)", "1.5");
    generator_fails("emit({1, nil, 3}, b)", "without gaps");
    generator_fails("emit({1, x = 2}, b)", "without gaps");
    generator_fails("emit({true}, b)", "'a' needs integers");
    generator_fails("emit_sum({a})", "2 values");
    generator_fails("emit_sum(b)", "a table");
    generator_fails("emit(setmetatable({}, {__index = a, __len = function() return 2 end}), b) error('none')", "none");
    set_fields(1, FIELD_GRID, FIELD_NAT);
    int64_t none[] = {0, 0};
    assert_int_equal(generate_from("function next(g) emit({{1}, {2, 3}}) end", none, 2, 1), ST_RULE_FAILED);
    assert_non_null(strstr(message, "different lengths"));
    text_free(&emitted);
}

CLAIM(emit_outside_of_a_generator_is_an_error)
{
    fails_with("function f(n) emit(n) return 1 end", "only while a move generator runs");
    model.lua_function_count = 0;
    assert_int_equal(load("emit(3)"), ST_INVALID);
}

CLAIM(the_receiver_can_end_a_generator_past_every_pcall)
{
    int64_t heap[] = {3};
    set_fields(1, FIELD_NAT, FIELD_NAT);
    answer_to_emit = ST_STATE_BUDGET;
    assert_int_equal(generate_from("function next(n) while true do pcall(emit, n) end end", heap, 1, 1),
                     ST_STATE_BUDGET);
    assert_string_equal(text_c(&emitted), " 3");
    answer_to_emit = ST_OK;
    text_free(&emitted);
}

static enum status count_option(void *context, const struct component *components, size_t count)
{
    (void)components;
    *(uint64_t *)context += count;
    return ST_OK;
}

CLAIM(the_number_of_options_is_limited)
{
    int64_t heap[] = {3};
    uint64_t count = 0;
    struct component from = {0, 1, heap};
    set_fields(1, FIELD_NAT, FIELD_NAT);
    functions[0] = (struct lua_function){.name = "next"};
    model.lua_function_count = 1;
    assert_int_equal(load("function next(n) for i = 1, 1000000 do emit(i) end end"), ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 1, count_option, &count, &message), ST_OK);
    assert_int_equal(count, 1000000);
    assert_int_equal(load("function next(n) while true do emit(n) end end"), ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 1, count_option, &count, &message), ST_RULE_FAILED);
    assert_non_null(strstr(message, "options of one position"));
}

/* A generator's options may call functions of the same script. */
static enum status call_back(void *context, const struct component *components, size_t count)
{
    (void)count;
    int64_t result = 0;
    enum status st = script->call(script->self, 1, components[0].cells, 1, false, &result, &message);
    *(int64_t *)context += result;
    return st;
}

CLAIM(calls_may_be_nested)
{
    int64_t heap[] = {4}, total = 0;
    struct component from = {0, 1, heap};
    set_fields(1, FIELD_NAT, FIELD_NAT);
    functions[0] = (struct lua_function){.name = "next"};
    functions[1] = (struct lua_function){.name = "square"};
    model.lua_function_count = 2;
    assert_int_equal(load("function next(n) for i = 1, n do emit(i) end end function square(n) return n * n end"),
                     ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 1, call_back, &total, &message), ST_OK);
    assert_int_equal(total, 30);
    assert_int_equal(load("function next(n) emit(n) end function square(n) emit(n) return 0 end"), ST_OK);
    assert_int_equal(script->generate(script->self, 0, &from, 1, call_back, &total, &message), ST_RULE_FAILED);
}

/* ---- the library ----------------------------------------------------------------------------------------------- */
CLAIM(pairs_and_next_are_in_ascending_order)
{
    static const char keys[] =
        "local t = {}\n"
        "for _, k in ipairs {'b', 3, 'a', 1, 2.5, true, false, -7, 'ab', '', 100} do t[k] = 1 end\n"
        "local want = {-7, 1, 2.5, 3, 100, '', 'a', 'ab', 'b', false, true}\n";
    char text[600];
    snprintf(text, sizeof text,
             "%sfunction f() local i = 0 for k, v in pairs(t) do i = i + 1 assert(want[i] == k and v == 1) end "
             "return i end",
             keys);
    assert_int_equal(value_of(text, 0), 11);
    snprintf(text, sizeof text,
             "%sfunction f() local i, k = 0, next(t) while k ~= nil do i = i + 1 assert(want[i] == k) "
             "k = next(t, k) end return i end",
             keys);
    assert_int_equal(value_of(text, 0), 11);
    assert_int_equal(value_of("function f() local t = {1, 2, 3} for k in pairs(t) do t[k] = nil end return #t end", 0),
                     0);
    fails_with("function f() for k in pairs {[{}] = 1} do end end", "has no order");
    fails_with("function f() return next({[print or f] = 1}) end", "has no order");
}

CLAIM(tables_can_be_handled)
{
    assert_int_equal(value_of("function f() local t = {} for i = 1, 100 do t[i] = (i * 37) % 101 end table.sort(t) "
                              "for i = 1, 100 do assert(t[i] == i) end return #t end",
                              0),
                     100);
    assert_int_equal(value_of("function f() local t = {5, 1, 4} table.sort(t, function(a, b) return a > b end) "
                              "return t[1] * 100 + t[2] * 10 + t[3] end",
                              0),
                     541);
    assert_int_equal(value_of("function f() local t = {1, 2} table.insert(t, 3) table.insert(t, 1, 0) "
                              "return (table.remove(t) * 10 + table.remove(t, 1)) * 10 + #t end",
                              0),
                     302);
    assert_int_equal(value_of("function f() return tonumber(table.concat({1, 2, 'x', 3}, '', 1, 2)) end", 0), 12);
    assert_int_equal(value_of("function f() return select('#', table.unpack({1, 2, 3})) + table.pack(7, nil).n end", 0),
                     5);
    assert_int_equal(
        value_of("function f() local t = table.move({1, 2, 3}, 1, 3, 2) return t[1] * 1000 + t[2] * 100 + t[3] * 10 "
                 "+ t[4] end",
                 0),
        1123);
    fails_with("function f() table.sort({3, 'a'}) end", "attempt to compare");
    fails_with("function f() table.insert({}, 5, 1) end", "position out of bounds");
}

CLAIM(text_shows_no_addresses)
{
    assert_int_equal(truth_of("function f() return tostring({}) == 'table' and tostring(f) == 'function' end", 0), 1);
    assert_int_equal(truth_of("function f() return ('%s %s %d'):format({}, nil, 3) == 'table nil 3' end", 0), 1);
    assert_int_equal(
        truth_of("function f() return tostring(setmetatable({}, {__tostring = function() return 'x' end})) == 'x' end",
                 0),
        1);
    fails_with("function f() return ('%p'):format({}) end", "'%p' is refused");
    fails_with("function f() return ('%-5p'):format({}) end", "'%p' is refused");
}

CLAIM(a_forgotten_local_is_reported)
{
    fails_with("function f(n)\n  total = n\n  return total end", "write 'local total = ...'");
    assert_string_equal(place(), "total = n");
}

/* ---- attacks --------------------------------------------------------------------------------------------------- */
static const char *const absent[] = {"io",
                                     "os",
                                     "package",
                                     "debug",
                                     "require",
                                     "load",
                                     "loadstring",
                                     "loadfile",
                                     "dofile",
                                     "collectgarbage",
                                     "coroutine",
                                     "print",
                                     "warn",
                                     "xpcall",
                                     "utf8",
                                     "_G",
                                     "string.dump",
                                     "string.find",
                                     "string.match",
                                     "string.gmatch",
                                     "string.gsub",
                                     "string.pack",
                                     "string.unpack",
                                     "math.random",
                                     "math.randomseed",
                                     "(''):find",
                                     "getmetatable('').__index",
                                     "setfenv",
                                     "module",
                                     "newproxy"};

CLAIM(nothing_leads_out)
{
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        char text[200];
        const char *name = absent[i], *method = strstr(name, ":");
        if (method) snprintf(text, sizeof text, "function f() return ('').%s == nil end", method + 1);
        else if (strncmp(name, "getm", 4) == 0)
            snprintf(text, sizeof text, "function f() return getmetatable('') == false end");
        else snprintf(text, sizeof text, "function f() return %s == nil end", name);
        int64_t result = 0;
        assert_int_equal(load_with(text, "f"), ST_OK);
        assert_int_equal(call_with(1, true, &result), ST_OK);
        if (!result) fail_msg("%s is there", name);
    }
}

static const char *const endless[] = {
    "while true do end",
    "repeat pcall(function() while true do end end) until false",
    "local function g() return g() end return g()",
    "while true do pcall(pcall, error) end",
    ("local t = setmetatable({}, {__index = function(t, k) return t[k+1] end}) while true do pcall(function() return "
     "t[1] end) end"),
    "while true do local t = {} for i = 1, 1000 do t[i] = i end end",
    "local s = ('x'):rep(4000) while true do local t = s .. 'y' end",
    "while true do local t = ('x'):rep(4000) end",
    "local t = {} for i = 1, 100000 do t[i] = i end while true do table.insert(t, 1, 0) end",
    "local t = {} for i = 1, 100000 do t[i] = i end while true do table.remove(t, 1) end",
    "local t = {} for i = 1, 100000 do t[i] = i end while true do table.sort(t) end",
    "local t = {} for i = 1, 100000 do t[i] = i end while true do for k in pairs(t) do break end end",
    "local t = {} for i = 1, 100000 do t[i] = '' end while true do table.concat(t) end",
    "local t = {} for i = 1, 50000 do t[i] = '' end while true do table.unpack(t) end",
    "local t = {} for i = 1, 100000 do t[i] = i end while true do next(t) end",
    "table.move({}, 1, 1 << 60, 2)",
    "table.concat(setmetatable({}, {__index = function() return '' end}), '', 1, 1 << 60)",
    "table.sort({1, 2, 3}, function() while true do end end)",
    "local t <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
    "setmetatable({}, {__tostring = function() while true do end end}) while true do pcall(tostring, 1) end",
    "for i in function() return 1 end do end",
    "goto a ::a:: goto a",
};

CLAIM(what_never_ends_is_ended)
{
    for (size_t i = 0; i < sizeof endless / sizeof *endless; i++) {
        char text[400];
        int64_t result;
        snprintf(text, sizeof text, "function f()\n%s%s\nend", strncmp(endless[i], "goto", 4) == 0 ? "" : "do ",
                 endless[i]);
        if (strncmp(endless[i], "goto", 4) != 0) strcat(text, " end");
        assert_int_equal(load_with(text, "f"), ST_OK);
        enum status st = call_with(1, false, &result);
        if (st != ST_RULE_FAILED) fail_msg("'%s' gave %s", endless[i], status_words(st));
        bool expected = strstr(message, "steps") || strstr(message, "nil") || strstr(message, "stack overflow");
        if (!expected) fail_msg("'%s': %s", endless[i], message);
    }
}

static const char *const greedy[] = {
    "local t = {} for i = 1, 1 << 40 do t[i] = {i} end",
    "local t = {} for i = 1, 1 << 40 do t[i] = ('x'):rep(4000) .. i end",
    "return ('x'):rep(1 << 40)",
    "return ('x'):rep(1 << 40, 'yy')",
    "local s = 'x' while true do s = s .. s end",
    "local function g(...) return g(1, ...) end return g()",
    "local function g(n) return 1 + g(n) end return g(1)",
    "return table.concat({('x'):rep(4000), ('x'):rep(4000)})",
    "return ('%99999s'):format(1)",
    "local s = '' for i = 1, 100 do s = s .. ('x'):rep(600) end",
    "return table.unpack({}, 1, 1 << 30)",
    "return string.byte(('x'):rep(4000), 1, -1), ('x'):rep(1 << 50)",
    "local f = function() end for i = 1, 1000 do local g = f f = function() return g() end end return f() .. ''",
    "local t = {} t.t = t setmetatable(t, {__index = t}) t.__index = t return t.x.y",
};

CLAIM(what_wants_all_memory_gets_little)
{
    for (size_t i = 0; i < sizeof greedy / sizeof *greedy; i++) {
        char text[400];
        int64_t result;
        snprintf(text, sizeof text, "function f()\ndo %s end\nend", greedy[i]);
        assert_int_equal(load_with(text, "f"), ST_OK);
        enum status st = call_with(1, false, &result);
        if (st != ST_RULE_FAILED) fail_msg("'%s' gave %s", greedy[i], status_words(st));
    }
}

/* What each hostile function comes to: words of its failure, or the number that it gives. */
static const struct {
    const char *body, *words;
    int64_t value;
} hostile[] = {
    {"error(nil)", "it raised an error without a text", 0},
    {"error()", "it raised an error without a text", 0},
    {"error({code = 1})", "not text but a table", 0},
    {"error(setmetatable({}, {__tostring = function() error('again') end}))", "not text but a table", 0},
    {"error(f)", "not text but a function", 0},
    {"error('\\n\\27[31mred\\0hidden', 0)", "??[31mred", 0},
    {"error('lua99:99999999999999999999: far away', 0)", "far away", 0},
    {"error('lua:2147483647: far away', 0)", "far away", 0},
    {"error(('x'):rep(4000), 0)", "xxxxxxxx", 0},
    {"return 0 / 0", "not a 64-bit integer", 0},
    {"return 1 / 0", "not a 64-bit integer", 0},
    {"return -1 / 0", "not a 64-bit integer", 0},
    {"return -0.0", NULL, 0},
    {"return 2^53", NULL, 9007199254740992},
    {"return 2^63", "not a 64-bit integer", 0},
    {"return -2^63", NULL, INT64_MIN},
    {"return math.maxinteger + 1", NULL, INT64_MIN},
    {"return math.mininteger // -1", NULL, INT64_MIN},
    {"return math.mininteger % -1", NULL, 0},
    {"return 1 // 0", "attempt to", 0},
    {"return 1 % 0", "attempt to", 0},
    {"return 1 << 64", NULL, 0},
    {"return 1 << -1", NULL, 0},
    {"return 1 | 1.5", "number has no integer representation", 0},
    {"return '10' + 5", NULL, 15},
    {"return '0x10'", "returned a string", 0},
    {"return {}", "returned a table", 0},
    {"return f", "returned a function", 0},
    {"return table.unpack({1, 2, 3})", NULL, 1},
    {"local t = {} for i = 1, 90000 do t[i] = i end return table.unpack(t)", NULL, 1},
    {"return table.unpack({}, 1, 100001)", "too many values", 0},
    {"return table.unpack({}, math.mininteger, math.maxinteger)", "steps", 0},
    {"return select(-1, 1, 2, 7)", NULL, 7},
    {"return select(0, 1)", "index out of range", 0},
    {"return select(math.mininteger, 1)", "index out of range", 0},
    {"return #string.rep('ab', -1)", NULL, 0},
    {"return string.rep('ab', math.maxinteger)", "more than 4 KiB", 0},
    {"return ('x'):rep(0, ('y'):rep(4000)) == '' and 1", NULL, 1},
    {"return string.format('%99.99f', 1e308)", "returned a string", 0},
    {"return string.format('%s')", "no value", 0},
    {"return string.format('%', 1)", "invalid conversion", 0},
    {"return string.format(('%d'):rep(300), table.unpack({1, 2, 3}))", "no value", 0},
    {"return string.char(256)", "value out of range", 0},
    {"return string.char(table.unpack({}, 1, 10))", "number expected", 0},
    {"return ('').byte(nil)", "string expected", 0},
    {"return tonumber('1e9999')", "not a 64-bit integer", 0},
    {"return tonumber(('9'):rep(4000))", "not a 64-bit integer", 0},
    {"return tonumber('z', 36)", NULL, 35},
    {"return tonumber('1', 99)", "base out of range", 0},
    {"return math.tointeger(2^53)", NULL, 9007199254740992},
    {"return math.fmod(1, 0)", "zero", 0},
    {"return math.fmod(math.mininteger, -1)", NULL, 0},
    {"for i = 1, 10, 0 do end", "'for' step is zero", 0},
    {"for i = math.maxinteger - 1, math.maxinteger do end return 5", NULL, 5},
    {"for i = 1, 0 / 0 do return 1 end return 6", NULL, 6},
    {"local t = {[0 / 0] = 1}", "NaN", 0},
    {"local t = {} t[0 / 0] = 1", "NaN", 0},
    {"local t = {} t[2^53] = 1 return t[1 << 53]", NULL, 1},
    {"local t <const> = 5 return t", NULL, 5},
    {"local t <close> = 5", "non-closable", 0},
    {"local t <close> = setmetatable({}, {__close = function() error('closing') end}) return 1", "closing", 0},
    {"local m = {} m.__index = m setmetatable(m, m) return m.x", "stack overflow", 0},
    {"local m = {} m.__newindex = m setmetatable(m, m) m.x = 1", "stack overflow", 0},
    {"local t = setmetatable({}, {__eq = function() error('equal') end}) return t == setmetatable({}, getmetatable(t))",
     "equal", 0},
    {"local t = setmetatable({}, {__lt = function() return 0 / 0 end}) return t < t and 1", NULL, 1},
    {"local t = setmetatable({}, {__len = function() return 'x' end}) return #t", "returned a string", 0},
    {"local t = setmetatable({}, {__len = function() return 1 << 60 end}) table.insert(t, 5) return rawlen(t)", NULL,
     1},
    {"local t = setmetatable({}, {__call = 5}) return t()", "'__call' must be a function", 0},
    {"local t = {} setmetatable(t, {__call = t}) return t()", "'__call' must be a function", 0},
    {"local t = setmetatable({}, {__concat = function() return 3 end}) return 'a' .. t", NULL, 3},
    {"local t = setmetatable({}, {__gc = 1})", "finalisers", 0},
    {"local t = setmetatable({}, setmetatable({}, {__index = {__gc = 1}})) return 1", NULL, 1},
    {"getmetatable('').__index = nil", "attempt to index a boolean", 0},
    {"setmetatable('', {})", "table expected", 0},
    {"rawset('', 1, 1)", "table expected", 0},
    {"table.sort({3, 1, 2}, function() return true end) return 1", NULL, 1},
    {"table.sort({0 / 0, 1, 0 / 0}) return 1", NULL, 1},
    {"table.sort({1, {}, 2})", "attempt to compare", 0},
    {"local t = {3, 1, 2} table.sort(t, function(a, b) t[1] = nil return a < b end) return t[3]", "attempt to compare",
     0},
    {"local t = {1, 2, 3} for k in pairs(t) do t[k + 3] = 1 end return #t", NULL, 6},
    {"local t, n = setmetatable({}, {__index = function(_, i) return i < 9 and i or nil end}), 0 for i in ipairs(t) do "
     "n = i end "
     "return n",
     NULL, 8},
    {"return (pcall(error))", "returned a boolean", 0},
    {"local ok, e = pcall(error, nil) return e == nil and 1", NULL, 1},
    {"return select('#', pcall(pcall, pcall))", NULL, 3},
    {"return pcall() and 1", "value expected", 0},
    {"assert(false)", "assertion failed", 0},
    {"assert(nil, {})", "not text but a table", 0},
    {"assert()", "value expected", 0},
    {"goto done do local x end ::done:: return 9", NULL, 9},
    {"local function f(...) return ... end return (f())", "nothing (or nil)", 0},
    {"local a = {} a[1] = a a[a] = a return a[a][1] == a and 1", NULL, 1},
    {"_ENV.f = nil", "cannot be changed", 0},
    {"local _ENV = {} x = 1 return x", NULL, 1},
    {"local _ENV = nil return x", "attempt to index", 0},
    {"return emit and emit(1) or 1", "only while a move generator runs", 0},
};

static bool comes_to(const char *body, const char *words, int64_t value)
{
    char text[400];
    int64_t result = -1;
    snprintf(text, sizeof text, "function f()\ndo %s end\nend", body);
    if (load_with(text, "f") != ST_OK) fail_msg("'%s' cannot be read", body);
    enum status st = call_with(1, false, &result);
    bool fine = words ? st == ST_RULE_FAILED && strstr(message, words) : st == ST_OK && result == value;
    if (!fine) print_error("'%s': %s, %s, %lld\n", body, status_words(st), message ? message : "", (long long)result);
    return fine;
}

CLAIM(what_is_hostile_ends_in_a_clear_error_or_is_right)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
        wrong += !comes_to(hostile[i].body, hostile[i].words, hostile[i].value);
    assert_int_equal(wrong, 0);
}

static const char *const hostile_blocks[] = {
    "local t = setmetatable({}, {__gc = function() end})",
    "local t = setmetatable({}, {}) getmetatable(t).__mode = 'k' kept = t",
    "setmetatable(_ENV, {__index = function() return 1 end})",
    "setmetatable(_ENV, nil)",
    "mover = 2",
    "_ENV['mo' .. 'ver'] = 2",
    "rawset(_ENV, 'mo' .. 'ver', 2)",
    "x = mover",
    "x = _ENV['mo' .. 'ver']",
    "error(nil)",
    "error({})",
    "return error",
    "kept = pairs({})",
    "local function g() return g() + 1 end g()",
    "for i = 1, 1e18 do end",
    "t = {} for i = 1, 1e18 do t[i] = {i} end",
    "goto nowhere",
    "local a <close> = 5",
    "break",
    "x = 'unfinished",
    "x = [==[ unfinished ]=]",
    "function f(",
    "x = 0x",
    "x = '\\u{110000000000}'",
    "local x <foo> = 1",
    "local a <close>, b <close> = nil, nil",
    "for i = 1, 2, 0 do end",
};

CLAIM(hostile_blocks_are_refused_or_harmless)
{
    model.lua_function_count = 0;
    for (size_t i = 0; i < sizeof hostile_blocks / sizeof *hostile_blocks; i++) {
        enum status st = load(hostile_blocks[i]);
        bool harmless = strcmp(hostile_blocks[i], "return error") == 0;
        if (st != (harmless ? ST_OK : ST_INVALID)) fail_msg("'%s' gave %s", hostile_blocks[i], status_words(st));
        if (!harmless) assert_true(diags.items[0].id == D_LUA_LOAD || diags.items[0].id == D_LUA_SYNTAX);
    }
}

CLAIM(the_state_is_usable_after_an_attack)
{
    int64_t result;
    assert_int_equal(load_with("function f(n) if n == 0 then while true do end end local t = {} "
                               "if n == 1 then for i = 1, 1 << 40 do t[i] = {} end end return n end",
                               "f"),
                     ST_OK);
    assert_int_equal(call_with(0, false, &result), ST_RULE_FAILED);
    assert_int_equal(call_with(1, false, &result), ST_RULE_FAILED);
    assert_int_equal(call_with(2, false, &result), ST_OK);
    assert_int_equal(result, 2);
}

CLAIM(finalisers_and_weak_tables_are_refused)
{
    fails_with("function f() setmetatable({}, {__gc = function() while true do end end}) end", "finalisers");
    fails_with("function f() setmetatable({}, {__mode = 'k'}) end", "weak tables");
    fails_with("function f() local t = setmetatable({}, {__metatable = 1}) setmetatable(t, {}) end",
               "cannot be changed");
    fails_with("function f() local m = {} local t = setmetatable({}, m) m.__gc = function() while true do end end end",
               "finalisers");
    fails_with("function f() local m = {} local t = setmetatable({}, m) rawset(m, '__mode', 'v') end", "weak tables");
    fails_with("function f() local m = {__call = f} local t = setmetatable({}, m) m.__call = t end",
               "'__call' must be a function");
}

CLAIM(endless_blocks_end_while_they_are_loaded)
{
    model.lua_function_count = 0;
    assert_int_equal(load("x = 1\nwhile true do end"), ST_INVALID);
    assert_int_equal(diags.items[0].id, D_LUA_LOAD);
    assert_int_equal(diags.items[0].span.begin, 106);
    struct text deep = {0};
    text_puts(&deep, "x = ");
    for (int i = 0; i < 100000; i++) text_putc(&deep, '(');
    assert_int_equal(load(text_c(&deep)), ST_INVALID);
    text_clear(&deep);
    for (int i = 0; i < 100000; i++) text_puts(&deep, "do ");
    assert_int_equal(load(text_c(&deep)), ST_INVALID);
    text_clear(&deep);
    text_puts(&deep, "x = 1");
    for (int i = 0; i < 400000; i++) text_puts(&deep, "+1");
    enum status st = load(text_c(&deep));
    assert_true(st == ST_OK || st == ST_INVALID);
    text_clear(&deep);
    text_puts(&deep, "x = ''");
    for (int i = 0; i < 100000; i++) text_puts(&deep, "..''");
    assert_int_equal(load(text_c(&deep)), ST_INVALID);
    text_free(&deep);
}

CLAIM(deadlines_and_interrupts_end_a_call)
{
    static volatile sig_atomic_t interrupt;
    int64_t result;
    assert_int_equal(load_with("function f() while true do pcall(error) end end", "f"), ST_OK);
    budget.deadline_ns = 1;
    assert_int_equal(call_with(1, false, &result), ST_TIMEOUT);
    budget.deadline_ns = 0;
    budget.interrupt = &interrupt;
    interrupt = 1;
    assert_int_equal(call_with(1, false, &result), ST_INTERRUPTED);
    interrupt = 0;
    assert_int_equal(load_with("function f() local t = {} for i = 1, 1 << 40 do t[i] = {} end end", "f"), ST_OK);
    budget.memory = mem_held() + 100000;
    assert_int_equal(call_with(1, false, &result), ST_MEMORY_BUDGET);
}

CLAIM(the_same_call_takes_the_same_steps)
{
    static const char text[] = "local t = {} for i = 1, 300 do t['k' .. i] = i end\n"
                               "function f(n) local s = 0 for j = 1, n do for k, v in pairs(t) do s = (s * 31 + v + "
                               "#k) % 1000007 end end return s end";
    int64_t first = value_of(text, 20);
    for (int i = 0; i < 5; i++) assert_int_equal(value_of(text, 20), first);
}

static bool opens_and_calls(void)
{
    int64_t result, cells[] = {3};
    struct component from = {0, 1, cells};
    uint64_t count = 0;
    set_fields(1, FIELD_NAT, FIELD_NAT);
    functions[0] = (struct lua_function){.name = "next"};
    model.lua_function_count = 1;
    bool ok = load("function next(n) local t = {} for i = 1, 50 do t[i] = {i} end emit(n - 1) emit_sum({1}, {n - 2}) "
                   "return 1 end") == ST_OK;
    ok = ok && script->generate(script->self, 0, &from, 1, count_option, &count, &message) == ST_OK && count == 3;
    if (ok)
        ok = load_with("function f(n) return n .. 'x' == '4x' end", "f") == ST_OK &&
             call_with(4, true, &result) == ST_OK;
    shut(NULL);
    return ok;
}

CLAIM(any_failed_allocation_is_survived)
{
    shut(NULL);
    assert_true(walk_failures(opens_and_calls) > 100);
}

#define LUA_CLAIM(name) cmocka_unit_test_teardown(name, shut)
CLAIMS(LUA_CLAIM(functions_are_called_with_integers), LUA_CLAIM(results_of_another_kind_are_refused),
       LUA_CLAIM(a_failure_names_its_line), LUA_CLAIM(a_block_that_cannot_be_read_is_refused_at_its_line),
       LUA_CLAIM(a_function_that_is_missing_is_reported_with_those_there_are),
       LUA_CLAIM(a_model_without_lua_has_no_script), LUA_CLAIM(blocks_see_each_other_in_order),
       LUA_CLAIM(a_generator_emits_options), LUA_CLAIM(what_a_block_has_made_can_be_emitted_and_not_changed),
       LUA_CLAIM(a_call_inside_a_call_sees_no_change), LUA_CLAIM(rows_bags_and_grids_are_tables),
       LUA_CLAIM(wrong_options_are_refused_where_they_are_emitted), LUA_CLAIM(emit_outside_of_a_generator_is_an_error),
       LUA_CLAIM(the_receiver_can_end_a_generator_past_every_pcall), LUA_CLAIM(the_number_of_options_is_limited),
       LUA_CLAIM(calls_may_be_nested), LUA_CLAIM(pairs_and_next_are_in_ascending_order),
       LUA_CLAIM(tables_can_be_handled), LUA_CLAIM(text_shows_no_addresses), LUA_CLAIM(a_forgotten_local_is_reported),
       LUA_CLAIM(nothing_leads_out), LUA_CLAIM(what_never_ends_is_ended), LUA_CLAIM(what_wants_all_memory_gets_little),
       LUA_CLAIM(what_is_hostile_ends_in_a_clear_error_or_is_right), LUA_CLAIM(hostile_blocks_are_refused_or_harmless),
       LUA_CLAIM(the_state_is_usable_after_an_attack), LUA_CLAIM(finalisers_and_weak_tables_are_refused),
       LUA_CLAIM(endless_blocks_end_while_they_are_loaded), LUA_CLAIM(deadlines_and_interrupts_end_a_call),
       LUA_CLAIM(the_same_call_takes_the_same_steps), LUA_CLAIM(any_failed_allocation_is_survived))
