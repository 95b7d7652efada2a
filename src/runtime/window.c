/* Each field has a numbered list of small values; the box of numbers is walked shell by shell. */
#include "runtime/window.h"
#include <string.h>
#include "base/mem.h"
#include "runtime/answer.h"
#include "runtime/compound.h"
#include "runtime/store.h"

enum { CANDIDATES_MOST = 20000, PROBE_STATES = 300000, ROW_MOST = 6 };

/* How many rows, or ascending ones, of that length have cells up to m. */
static uint64_t row_count(int64_t m, int64_t length, bool ascending)
{
    uint64_t count = 1;
    for (int64_t i = 1; i <= length; i++) count = ascending ? count * (uint64_t)(m + i) / (uint64_t)i : count * (uint64_t)(m + 1);
    return count;
}

/* Does the enumeration of rows reach number `index`? Appends length and cells. Rows come by m = max(length, largest
 * cell), then by length, then as numbers in base m + 1 that use the new length or the new cell. */
static bool push_row(cell_vec *cells, uint64_t index, bool ascending)
{
    for (int64_t m = 0; m <= ROW_MOST; m++)
        for (int64_t length = 0; length <= m; length++) {
            uint64_t all = row_count(m, length, false), here = row_count(m, length, ascending);
            if (length < m) here -= row_count(m - 1, length, ascending); /* the largest cell is m then */
            if (index >= here) {
                index -= here;
                continue;
            }
            for (uint64_t code = 0; code < all; code++) {
                int64_t row[ROW_MOST], largest = 0;
                uint64_t rest = code;
                bool rises = true;
                for (int64_t i = 0; i < length; i++) {
                    row[i] = (int64_t)(rest % (uint64_t)(m + 1));
                    rest /= (uint64_t)(m + 1);
                    if (row[i] > largest) largest = row[i];
                    if (i && row[i] < row[i - 1]) rises = false;
                }
                if ((length < m && largest < m) || (ascending && !rises) || index-- > 0) continue;
                if (!vec_push(cells, length)) return false;
                for (int64_t i = 0; i < length; i++)
                    if (!vec_push(cells, row[i])) return false;
                return true;
            }
        }
    return false;
}

/* Grids up to 3 by 3 with cells 0 and 1, smaller ones first. */
static bool push_grid(cell_vec *cells, uint64_t index)
{
    for (int64_t m = 1; m <= 3; m++)
        for (int64_t r = 1; r <= m; r++)
            for (int64_t c = 1; c <= m; c++) {
                uint64_t all = (uint64_t)1 << (r * c);
                if (r < m && c < m) continue;
                if (index >= all) {
                    index -= all;
                    continue;
                }
                if (!vec_push(cells, r) || !vec_push(cells, c)) return false;
                for (int64_t i = 0; i < r * c; i++)
                    if (!vec_push(cells, (int64_t)(index >> i & 1))) return false;
                return true;
            }
    return false;
}

/* Value number `index` of a field; false when it has no more (or memory is out, which ends the window early). */
static bool push_field(const struct env *env, const struct game *game, size_t field, uint64_t index, cell_vec *cells)
{
    switch (game->fields[field].kind) {
    case FIELD_NAT: return vec_push(cells, (int64_t)index);
    case FIELD_INT: return vec_push(cells, index % 2 ? (int64_t)(index / 2) + 1 : -(int64_t)(index / 2));
    case FIELD_BOOL: return index < 2 && vec_push(cells, (int64_t)index);
    case FIELD_ROW: return push_row(cells, index, false);
    case FIELD_BAG: return push_row(cells, index, true);
    case FIELD_GRID: return push_grid(cells, index);
    case FIELD_NODE: return index < env->model->graphs[game->graph].node_count && vec_push(cells, (int64_t)index);
    }
    return false;
}

struct walk {
    const struct env *env;
    const struct game *game;
    int number;
    size_t limit, tried;
    struct sums *out;
    cell_vec cells;
    bool any; /* some position stood in this shell */
};

static enum status try_tuple(struct walk *w, const uint64_t *tuple)
{
    w->cells.count = 0;
    for (size_t f = 0; f < w->game->field_count; f++)
        if (!push_field(w->env, w->game, f, tuple[f], &w->cells)) return ST_OK;
    struct component component = {w->number, (uint32_t)w->cells.count, w->cells.data};
    bool legal;
    w->any = true;
    w->tried++;
    enum status st = vm_legal(w->env->vm, &component, &legal);
    return st == ST_OK && legal && !sums_add(w->out, &component, 1) ? ST_NO_MEMORY : st;
}

/* All tuples with largest coordinate `shell`. */
static enum status walk_shell(struct walk *w, uint64_t shell)
{
    uint64_t tuple[MODEL_MAX_FIELDS] = {0};
    size_t n = w->game->field_count;
    for (uint64_t steps = 0; steps < CANDIDATES_MOST * (uint64_t)8; steps++) {
        uint64_t largest = 0;
        for (size_t f = 0; f < n; f++)
            if (tuple[f] > largest) largest = tuple[f];
        if (largest == shell) {
            enum status st = try_tuple(w, tuple);
            if (st != ST_OK) return st;
            if (w->out->count >= w->limit || w->tried >= CANDIDATES_MOST) return ST_OK;
        }
        size_t f = n;
        while (f > 0 && tuple[f - 1] == shell) tuple[--f] = 0;
        if (f == 0) return ST_OK;
        tuple[f - 1]++;
    }
    return ST_OK;
}

enum status window_list(const struct env *env, int game, size_t limit, struct sums *out)
{
    struct walk w = {.env = env, .game = &env->model->games[game], .number = game, .limit = limit, .out = out};
    enum status st = ST_OK;
    sums_clear(out);
    if (w.game->kind == GAME_COMPOUND || w.game->field_count == 0) return ST_OK;
    for (uint64_t shell = 0; st == ST_OK && out->count < limit && w.tried < CANDIDATES_MOST; shell++) {
        w.any = false;
        st = walk_shell(&w, shell);
        if (!w.any) break;
        if (st == ST_OK) st = budget_check(env->budget);
    }
    vec_free(&w.cells);
    return st;
}

/* Ascending lists with largest cell or length m, one after the other: by m, by length, then as an odometer whose wheels
 * never stand below the one before. */
struct ascending {
    int64_t m, length, cells[ROW_MOST];
};

/* The next one; false behind the last. Begins behind the empty list, m 0. */
static bool ascending_next(struct ascending *a)
{
    for (;;) {
        int64_t i = a->length;
        while (i > 0 && a->cells[i - 1] == a->m) i--;
        if (i > 0) {
            int64_t cell = a->cells[i - 1] + 1;
            for (; i <= a->length; i++) a->cells[i - 1] = cell;
        } else {
            if (a->length == a->m) a->m++, a->length = 0;
            else a->length++;
            for (int64_t k = 0; k < a->length; k++) a->cells[k] = 0;
            if (a->m > ROW_MOST) return false;
        }
        if (a->length == a->m || (a->length && a->cells[a->length - 1] == a->m)) return true;
    }
}

static struct component unfold(const struct component *like, const struct compound_pattern *pattern,
                               const struct ascending *row, int64_t *cells)
{
    int64_t *at = cells + COMPOUND_HEAD;
    cells[COMPOUND_TAG] = component_rule(like);
    cells[COMPOUND_KIND] = COMPOUND_UPTO;
    cells[COMPOUND_K] = pattern->k;
    cells[COMPOUND_M] = row->length;
    for (int64_t k = 0; k < row->length; k++, at += 4) {
        at[0] = at[2] = 1;
        at[1] = pattern->game;
        at[3] = row->cells[k];
    }
    return (struct component){POSITION_COMPOUND, (uint32_t)(at - cells), cells};
}

enum status window_compounds(const struct env *env, const struct component *like, size_t limit, struct sums *out)
{
    int64_t cells[COMPOUND_HEAD + 4 * ROW_MOST];
    struct compound_pattern pattern;
    struct ascending row = {0};
    sums_clear(out);
    if (!compound_pattern(env, like, &pattern)) return ST_OK;
    do {
        struct component component = unfold(like, &pattern, &row, cells);
        if (!sums_add(out, &component, 1)) return ST_NO_MEMORY;
    } while (out->count < limit && ascending_next(&row));
    return ST_OK;
}

/* ---- the probe -------------------------------------------------------------------------------------------------------- */
struct probe {
    struct env *env;
    struct budget budget;
    struct diags diags;
};

static void renew_budget(struct budget *budget, const struct budget *outer, double seconds)
{
    uint64_t deadline = budget_now_ns() + (uint64_t)(seconds * 1e9);
    *budget = *outer;
    budget->progress = NULL;
    if (!outer->deadline_ns || deadline < outer->deadline_ns) budget->deadline_ns = deadline;
    uint64_t states = budget->states_used + PROBE_STATES;
    if (!outer->states || states < outer->states) budget->states = states;
}

enum status window_probe(struct env *env, double seconds, struct env **out)
{
    struct probe *probe = env->store->probe;
    *out = NULL;
    if (probe) {
        renew_budget(&probe->budget, env->budget, seconds);
        *out = probe->env;
        return ST_OK;
    }
    probe = mem_alloc(sizeof *probe);
    if (!probe) return ST_NO_MEMORY;
    renew_budget(&probe->budget, env->budget, seconds);
    struct env_options options = {.params = env->params, .script = env->script, .budget = &probe->budget, .diags = &probe->diags};
    enum status st = env_open(env->model, env->code, &options, &probe->env);
    if (st != ST_OK) {
        diags_free(&probe->diags);
        mem_free(probe, sizeof *probe);
        return st;
    }
    probe->env->store->plain = true;
    env->store->probe = probe;
    *out = probe->env;
    return ST_OK;
}

void window_probe_close(struct probe *probe)
{
    if (!probe) return;
    env_close(probe->env);
    diags_free(&probe->diags);
    mem_free(probe, sizeof *probe);
}
