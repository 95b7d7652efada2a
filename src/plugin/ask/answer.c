/* SPDX-License-Identifier: MIT */
/* Checks whether what a plugin returns is a possible answer: numbers of sane size and sign, results with the fields
 * of the reference rule, inside the state, different from the position they leave. Whether it is the right answer is
 * found where answers are compared (answer/confirm). */
#include <stdlib.h>
#include <string.h>
#include "plugin/private.h"

bool sane_integer(const cgi_integer *value)
{
    if (!value || value->count > INTEGER_MAX_LIMBS || (value->count && !value->limbs)) return false;
    if (value->count && value->limbs[value->count - 1] == 0) return false;
    return value->sign >= -1 && value->sign <= 1 && (value->sign == 0) == (value->count == 0);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */
static int take_value(const cgi_sink *given, const cgi_integer *value)
{
    struct value_sink *sink = (struct value_sink *)(uintptr_t)given;
    if (sink->value) sink->problem = "it gave two values for one position";
    else if (!sane_integer(value) || value->sign < 0) sink->problem = "it gave a value that is not a natural number";
    if (sink->problem) return CGI_FAILED;
    sink->value = integer_from_limbs(sink->arena, value->sign, value->limbs, value->count);
    if (!sink->value) sink->status = ST_NO_MEMORY;
    return sink->value ? CGI_OK : CGI_NO_MEMORY;
}

static int refuse_move(const cgi_sink *given, size_t component, const cgi_component *result)
{
    struct value_sink *sink = (struct value_sink *)(uintptr_t)given;
    (void)component, (void)result;
    sink->problem = "it gave a move when asked for a value";
    return CGI_FAILED;
}

static int refuse_line(const cgi_sink *given, const char *text, const cgi_integer *numbers, size_t count)
{
    struct value_sink *sink = (struct value_sink *)(uintptr_t)given;
    (void)text, (void)numbers, (void)count;
    sink->problem = "it gave a step when asked for a value";
    return CGI_FAILED;
}

static int refuse_outcome(const cgi_sink *given, uint32_t outcome)
{
    struct value_sink *sink = (struct value_sink *)(uintptr_t)given;
    (void)outcome;
    sink->problem = "it gave an outcome when asked for a value";
    return CGI_FAILED;
}

void value_sink_open(struct value_sink *sink, struct arena *arena)
{
    *sink = (struct value_sink){.sink = {sizeof sink->sink, take_value, refuse_move, refuse_line, refuse_outcome},
                                .arena = arena};
}

/* ---- winning moves ----------------------------------------------------------------------------------------------- */
static int refuse_value(const cgi_sink *given, const cgi_integer *value)
{
    struct wins_sink *sink = (struct wins_sink *)(uintptr_t)given;
    (void)value;
    sink->problem = "it gave a value when asked for moves";
    return CGI_FAILED;
}

static int refuse_line_of_moves(const cgi_sink *given, const char *text, const cgi_integer *numbers, size_t count)
{
    struct wins_sink *sink = (struct wins_sink *)(uintptr_t)given;
    (void)text, (void)numbers, (void)count;
    sink->problem = "it gave a step when asked for moves";
    return CGI_FAILED;
}

static int refuse_outcome_of_moves(const cgi_sink *given, uint32_t outcome)
{
    struct wins_sink *sink = (struct wins_sink *)(uintptr_t)given;
    (void)outcome;
    sink->problem = "it gave an outcome when asked for moves";
    return CGI_FAILED;
}

static bool field_fits(const cgi_field *field, uint32_t kind)
{
    bool scalar = kind == CGI_NAT || kind == CGI_INT || kind == CGI_BOOL;
    if (field->kind != kind || field->rows > POSITION_MAX_CELLS || field->columns > POSITION_MAX_CELLS) return false;
    if (scalar && (field->rows != 1 || field->columns != 1)) return false;
    if ((kind == CGI_ROW || kind == CGI_BAG) && field->columns != 1) return false;
    uint64_t count = (uint64_t)field->rows * field->columns;
    if (count > POSITION_MAX_CELLS || (count && !field->cells)) return false;
    for (uint64_t i = 0; i < count; i++) {
        const cgi_integer *cell = &field->cells[i];
        if (!sane_integer(cell) || (kind == CGI_NAT && cell->sign < 0)) return false;
        if (kind == CGI_BOOL && (cell->sign < 0 || cell->count > 1 || (cell->count && cell->limbs[0] != 1)))
            return false;
    }
    return true;
}

static bool put_cell(struct arena *arena, const struct integer **cells, size_t *count, const cgi_integer *cell)
{
    const struct integer *made = integer_from_limbs(arena, cell->sign, cell->limbs, cell->count);
    cells[(*count)++] = made;
    return made != NULL;
}

static bool put_length(struct arena *arena, const struct integer **cells, size_t *count, uint32_t length)
{
    const struct integer *made = integer_from(arena, length);
    cells[(*count)++] = made;
    return made != NULL;
}

static bool put_field(struct arena *arena, const struct integer **cells, size_t *count, const cgi_field *field)
{
    size_t size = (size_t)field->rows * field->columns;
    bool good = true;
    if (field->kind >= CGI_ROW) good = put_length(arena, cells, count, field->rows);
    if (good && field->kind == CGI_GRID) good = put_length(arena, cells, count, field->columns);
    for (size_t i = 0; good && i < size; i++) good = put_cell(arena, cells, count, &field->cells[i]);
    return good;
}

static int compare_cells(const struct listed_move *a, const struct listed_move *b)
{
    for (size_t i = 0; i < a->cell_count && i < b->cell_count; i++) {
        int order = integer_compare(a->cells[i], b->cells[i]);
        if (order) return order;
    }
    return (a->cell_count > b->cell_count) - (a->cell_count < b->cell_count);
}

static bool is_ascending(const cgi_field *field, const struct integer *const *cells)
{
    for (uint32_t i = 1; i < field->rows; i++)
        if (integer_compare(cells[i - 1], cells[i]) > 0) return false;
    return true;
}

/* The fields in the user's order. CGI_OK, or another result with status or problem set. */
static int convert_plainly(struct wins_sink *sink, const struct match *match, const cgi_component *result,
                           struct listed_move *win)
{
    size_t room = 0;
    for (size_t i = 0; i < result->field_count; i++)
        room += (size_t)result->fields[i].rows * result->fields[i].columns + 2;
    win->cells = arena_array(sink->arena, room, sizeof *win->cells);
    size_t place[MODEL_MAX_FIELDS];
    for (size_t i = 0; i < result->field_count; i++) place[match->permutation[i]] = i;
    for (size_t i = 0; win->cells && i < result->field_count; i++) {
        const cgi_field *field = &result->fields[place[i]];
        size_t before = win->cell_count;
        if (!put_field(sink->arena, win->cells, &win->cell_count, field)) win->cells = NULL;
        else if (field->kind == CGI_BAG && !is_ascending(field, win->cells + before + 1))
            sink->problem = "it gave a move to a bag that is not in ascending order";
    }
    if (win->cells && match->capped >= 0) { /* all fields are single numbers in this case */
        const struct integer **cell = &win->cells[match->permutation[match->capped]];
        const struct integer *cap = win->cells[match->permutation[match->cap]];
        if (integer_compare(*cell, cap) > 0) *cell = cap;
    }
    if (!win->cells) sink->status = ST_NO_MEMORY;
    return !win->cells ? CGI_NO_MEMORY : sink->problem ? CGI_FAILED : CGI_OK;
}

/* Converts to cells of the user's game. */
static int convert(struct wins_sink *sink, const struct match *match, const cgi_component *result,
                   struct listed_move *win)
{
    if (restated_not_at_all(match) && !match->turns) return convert_plainly(sink, match, result, win);
    sink->status = restated_back(match, result, sink->arena, win, &sink->problem);
    return sink->status == ST_NO_MEMORY ? CGI_NO_MEMORY : sink->status != ST_OK || sink->problem ? CGI_FAILED : CGI_OK;
}

/* Is the result the component itself, cell by cell? */
static bool unchanged(struct wins_sink *sink, const struct listed_move *win)
{
    const struct integer **from;
    size_t count;
    struct arena_mark mark = arena_mark(sink->arena);
    enum status st = host_cells(sink->position, win->component, sink->arena, &from, &count);
    bool same = st == ST_OK && count == win->cell_count;
    for (size_t i = 0; same && i < count; i++) same = integer_compare(from[i], win->cells[i]) == 0;
    arena_rewind(sink->arena, mark);
    if (st != ST_OK) sink->status = st;
    return same;
}

/* Is it inside the state, as far as the machine can tell, that is, within 64 bits? */
static int check_legal(struct wins_sink *sink, const struct listed_move *win)
{
    struct arena_mark mark = arena_mark(sink->arena);
    int64_t *cells = arena_array(sink->arena, win->cell_count, sizeof *cells);
    bool legal = true, small = true;
    if (!cells) {
        sink->status = ST_NO_MEMORY;
        return CGI_NO_MEMORY;
    }
    for (size_t i = 0; i < win->cell_count; i++) small = small && integer_fits(win->cells[i], &cells[i]);
    struct component to = {component_rule(&sink->position->components[win->component]), (uint32_t)win->cell_count,
                           cells};
    bool rules =
        sink->env->model->games[to.game].kind == GAME_RULES; /* a compound's parts are checked by wins_plugin.c */
    if (small && rules && sink->env->vm) sink->status = vm_legal(sink->env->vm, &to, &legal);
    arena_rewind(sink->arena, mark);
    if (!legal) sink->problem = "it gave a move that leads out of the state";
    return sink->status != ST_OK || !legal ? CGI_FAILED : CGI_OK;
}

static const char *result_problem(const struct wins_sink *sink, size_t component, const cgi_component *result)
{
    static const uint32_t kinds[] = {CGI_NAT, CGI_INT, CGI_BOOL, CGI_ROW, CGI_BAG, CGI_GRID};
    const struct game *reference = &sink->reference->games[sink->reference->main_game];
    if (component >= sink->position->count) return "it gave a move in a component that does not exist";
    if (!result || result->field_count != reference->field_count || !result->fields)
        return "it gave a move to something with other fields";
    for (size_t i = 0; i < result->field_count; i++)
        if (!field_fits(&result->fields[i], kinds[reference->fields[i].kind]))
            return "it gave a move to something that is not a position";
    return NULL;
}

static int take_move(const cgi_sink *given, size_t component, const cgi_component *result)
{
    struct wins_sink *sink = (struct wins_sink *)(uintptr_t)given;
    struct listed_move win = {.component = component};
    if (sink->status != ST_OK || sink->problem || sink->more) return CGI_FAILED;
    if ((sink->problem = result_problem(sink, component, result)) != NULL) return CGI_FAILED;
    if (sink->wins.count >= sink->max) {
        sink->more = true;
        return CGI_FAILED;
    }
    const struct match *match = host_match(sink->env, &sink->position->components[component]);
    if (!match) return CGI_FAILED; /* it was disabled by what it did before */
    int answer = convert(sink, match, result, &win);
    if (answer != CGI_OK) return answer;
    if (!win.turns) { /* else which of them are moves is determined where they are named */
        if (unchanged(sink, &win)) sink->problem = "it gave a move that changes nothing";
        else if (sink->status != ST_OK) return CGI_FAILED;
        else if ((answer = check_legal(sink, &win)) != CGI_OK) return answer;
    }
    if (sink->problem) return CGI_FAILED;
    if (vec_push(&sink->wins, win)) return CGI_OK;
    sink->status = ST_NO_MEMORY;
    return CGI_NO_MEMORY;
}

void wins_sink_open(struct wins_sink *sink, const struct env *env, const struct position *position,
                    const struct model *reference, uint64_t max, struct arena *arena)
{
    *sink = (struct wins_sink){
        .sink = {sizeof sink->sink, refuse_value, take_move, refuse_line_of_moves, refuse_outcome_of_moves},
        .env = env,
        .position = position,
        .reference = reference,
        .arena = arena,
        .max = max};
}

static int compare_wins(const void *left, const void *right)
{
    const struct listed_move *a = left, *b = right;
    if (a->component != b->component) return a->component < b->component ? -1 : 1;
    return compare_cells(a, b);
}

enum status wins_sink_close(struct wins_sink *sink, struct listed_move **wins, size_t *count)
{
    struct listed_move *data = sink->wins.data;
    size_t n = sink->wins.count;
    *wins = arena_array(sink->arena, n, sizeof **wins);
    *count = n;
    if (n > 1) qsort(data, n, sizeof *data, compare_wins);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++) {
        bool again = kept && compare_wins(&data[kept - 1], &data[i]) == 0;
        if (again && !data[i].turns) sink->problem = "it gave the same move twice"; /* permuted results may coincide */
        if (!again) data[kept++] = data[i];
    }
    *count = n = kept;
    if (*wins && n) memcpy(*wins, data, n * sizeof *data);
    vec_free(&sink->wins);
    return *wins ? ST_OK : ST_NO_MEMORY;
}
