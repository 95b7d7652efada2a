/* SPDX-License-Identifier: MIT */
/* Cells are laid out as position.h says. A table that stands for a row must be a list without gaps or other keys; a
 * grid is a list of rows of equal length. The machine checks ranges and invariants. */
#include "script/positions.h"
#include "script/guard.h"
#include "script/script.h"

/* ---- to Lua ---------------------------------------------------------------------------------------------------- */
/* `first` is the number that the script calls 0: node numbers are 1 higher in Lua, like places in a row. */
static const int64_t *push_row(lua_State *L, const int64_t *cells, int64_t count, int64_t first)
{
    lua_createtable(L, (int)count, 0);
    for (int64_t i = 1; i <= count; i++) {
        lua_pushinteger(L, first + *cells++);
        lua_rawseti(L, -2, i);
    }
    return cells;
}

static const int64_t *push_grid(lua_State *L, const int64_t *cells)
{
    int64_t rows = *cells++, columns = *cells++;
    lua_createtable(L, (int)rows, 0);
    for (int64_t i = 1; i <= rows; i++) {
        cells = push_row(L, cells, columns, 0);
        lua_rawseti(L, -2, i);
    }
    return cells;
}

int positions_push_fields(lua_State *L, const struct game *game, const struct component *component)
{
    const int64_t *cells = component->cells;
    luaL_checkstack(L, (int)game->field_count + 8, "too many fields");
    for (size_t i = 0; i < game->field_count; i++) {
        enum field_kind kind = game->fields[i].kind;
        if (kind == FIELD_ROW || kind == FIELD_BAG || kind == FIELD_TREE) cells = push_row(L, cells + 1, cells[0], 0);
        else if (kind == FIELD_NODES) cells = push_row(L, cells + 1, cells[0], 1);
        else if (kind == FIELD_GRID) cells = push_grid(L, cells);
        else if (kind == FIELD_BOOL) lua_pushboolean(L, *cells++ != 0);
        else lua_pushinteger(L, *cells++);
    }
    return (int)game->field_count;
}

/* ---- from Lua -------------------------------------------------------------------------------------------------- */
static void add_cell(lua_State *L, struct generation *g, int64_t cell)
{
    if (g->cells.count >= POSITION_MAX_CELLS) luaL_error(L, "an option has too many cells");
    if (!vec_push(&g->cells, cell)) sandbox_stop(L, ST_NO_MEMORY);
}

static void add_integer(lua_State *L, struct generation *g, int index, const struct field *field)
{
    int exact = 0;
    lua_Integer value = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &exact) : 0;
    if (!exact && lua_type(L, index) == LUA_TNUMBER)
        luaL_error(L, "'%s' needs integers, but %f was emitted; divide with //", field->name, lua_tonumber(L, index));
    if (!exact) luaL_error(L, "'%s' needs integers, but a %s was emitted", field->name, luaL_typename(L, index));
    add_cell(L, g, value);
}

/* The length of a list, whose keys must be exactly 1, 2, ... */
static lua_Integer list_length(lua_State *L, int index, const struct field *field)
{
    lua_Integer count = 0;
    if (!lua_istable(L, index))
        luaL_error(L, "'%s' is a %s, but a %s was emitted; emit a table {a, b, ...}", field->name,
                   field_kind_name(field->kind), luaL_typename(L, index));
    guard_see(L, index);
    lua_Integer length = (lua_Integer)lua_rawlen(L, index);
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) count++;
    if (length > POSITION_MAX_CELLS)
        luaL_error(L, "'%s' was emitted with %d values; a position of one game has at most %d cells", field->name,
                   (int)length, (int)POSITION_MAX_CELLS);
    if (count != length)
        luaL_error(L, "'%s' needs a list without gaps, {a, b, ...}; this table has %d values and length %d",
                   field->name, (int)count, (int)length);
    sandbox_charge(L, (uint64_t)length);
    return length;
}

static void add_list(lua_State *L, struct generation *g, int index, const struct field *field, lua_Integer length)
{
    for (lua_Integer i = 1; i <= length; i++) {
        lua_rawgeti(L, index, i);
        add_integer(L, g, lua_gettop(L), field);
        lua_pop(L, 1);
    }
}

/* Node numbers in any order, possibly with repeats, become a set. */
static void add_nodes(lua_State *L, struct generation *g, int index, const struct field *field)
{
    lua_Integer length = list_length(L, index, field);
    size_t head = g->cells.count, kept = head + 1;
    add_cell(L, g, 0);
    add_list(L, g, index, field, length);
    int64_t *cells = g->cells.data;
    for (size_t i = head + 1; i < g->cells.count; i++) {
        int64_t node = cells[i] - (cells[i] > INT64_MIN);
        size_t at = kept;
        while (at > head + 1 && cells[at - 1] > node) at--;
        if (at > head + 1 && cells[at - 1] == node) continue;
        for (size_t k = kept++; k > at; k--) cells[k] = cells[k - 1];
        cells[at] = node;
    }
    g->cells.count = kept;
    cells[head] = (int64_t)(kept - head - 1);
}

static void add_grid(lua_State *L, struct generation *g, int index, const struct field *field)
{
    lua_Integer rows = list_length(L, index, field), columns = 0;
    size_t head = g->cells.count;
    add_cell(L, g, rows);
    add_cell(L, g, 0);
    for (lua_Integer i = 1; i <= rows; i++) {
        lua_rawgeti(L, index, i);
        int row = lua_gettop(L);
        lua_Integer length = list_length(L, row, field);
        if (i > 1 && length != columns) luaL_error(L, "the rows of '%s' have different lengths", field->name);
        columns = length;
        add_list(L, g, row, field, length);
        lua_pop(L, 1);
    }
    g->cells.data[head + 1] = columns;
}

static void add_field(lua_State *L, struct generation *g, int index, const struct field *field)
{
    if (field->kind == FIELD_GRID) add_grid(L, g, index, field);
    else if (field->kind == FIELD_NODES) add_nodes(L, g, index, field);
    else if (field->kind == FIELD_ROW || field->kind == FIELD_BAG || field->kind == FIELD_TREE) {
        lua_Integer length = list_length(L, index, field);
        add_cell(L, g, length);
        add_list(L, g, index, field, length);
    } else if (field->kind == FIELD_BOOL) {
        if (!lua_isboolean(L, index))
            luaL_error(L, "'%s' is true or false, but a %s was emitted", field->name, luaL_typename(L, index));
        add_cell(L, g, lua_toboolean(L, index));
    } else add_integer(L, g, index, field);
}

static void check_fields(lua_State *L, const struct game *game, size_t given)
{
    if (given != game->field_count)
        luaL_error(L, "a position of %s takes %d value%s, but %d %s emitted", game->name, (int)game->field_count,
                   game->field_count == 1 ? "" : "s", (int)given, given == 1 ? "was" : "were");
}

static struct generation *begin(lua_State *L, const char *name)
{
    struct generation *g = *(struct generation **)lua_touserdata(L, lua_upvalueindex(1));
    if (!g) luaL_error(L, "%s can be called only while a move generator runs", name);
    if (++g->count > SCRIPT_OPTIONS) luaL_error(L, "more than %d options of one position", SCRIPT_OPTIONS);
    g->cells.count = g->starts.count = g->components.count = 0;
    luaL_checkstack(L, 12, "too many fields");
    return g;
}

static void begin_component(lua_State *L, struct generation *g)
{
    if (!vec_push(&g->starts, g->cells.count)) sandbox_stop(L, ST_NO_MEMORY);
}

/* All cells are stored, so pointers to them stay valid from here; passes the option on. */
static int finish(lua_State *L, struct generation *g)
{
    for (size_t i = 0; i < g->starts.count; i++) {
        size_t start = g->starts.data[i], end = i + 1 < g->starts.count ? g->starts.data[i + 1] : g->cells.count;
        struct component component = {g->from->game, (uint32_t)(end - start), vec_from(&g->cells, start)};
        if (!vec_push(&g->components, component)) sandbox_stop(L, ST_NO_MEMORY);
    }
    enum status st = g->emit(g->context, g->components.data, g->components.count);
    return st == ST_OK ? 0 : sandbox_stop(L, st);
}

static int emit(lua_State *L)
{
    struct generation *g = begin(L, "emit");
    const struct game *game = &g->model->games[g->from->game];
    int given = lua_gettop(L);
    check_fields(L, game, (size_t)given);
    begin_component(L, g);
    for (int i = 0; i < given; i++) add_field(L, g, i + 1, &game->fields[i]);
    return finish(L, g);
}

static int emit_sum(lua_State *L)
{
    struct generation *g = begin(L, "emit_sum");
    const struct game *game = &g->model->games[g->from->game];
    int given = lua_gettop(L);
    for (int i = 1; i <= given; i++) {
        if (!lua_istable(L, i))
            return luaL_error(L, "emit_sum takes a table {fields...} for each position, but a %s was given",
                              luaL_typename(L, i));
        guard_see(L, i);
        check_fields(L, game, (size_t)lua_rawlen(L, i));
        begin_component(L, g);
        for (size_t k = 0; k < game->field_count; k++) {
            lua_rawgeti(L, i, (lua_Integer)k + 1);
            add_field(L, g, lua_gettop(L), &game->fields[k]);
            lua_pop(L, 1);
        }
    }
    return finish(L, g);
}

void positions_open(lua_State *L, struct generation **current)
{
    static const luaL_Reg functions[] = {{"emit", emit}, {"emit_sum", emit_sum}, {NULL, NULL}};
    lua_pushglobaltable(L);
    lua_pushlightuserdata(L, current);
    luaL_setfuncs(L, functions, 1);
    lua_pop(L, 1);
}

void generation_free(struct generation *g)
{
    vec_free(&g->cells);
    vec_free(&g->starts);
    vec_free(&g->components);
}
