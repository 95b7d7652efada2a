/* SPDX-License-Identifier: MIT */
/* The order of the work: values, a period that is proved, the laws of each part of the box. */
#include "engine/law/laws.h"
#include <inttypes.h>
#include "engine/law/private.h"
#include "law/forever.h"
#include "plan/periods/period_find.h"
#include "play/options/traits.h"

enum { PERIOD_LOOKS = 2000, ROWS = 6 };

/* ---- what is proved -------------------------------------------------------------------------------------------------- */
static enum status prove_period(struct law_work *work)
{
    struct env *env = work->engine->env;
    const char *solver;
    if (env->model->misere || !work->values.has_sg || work->values.fields != 1) return ST_OK;
    if (!env->traits->games[env->model->main_game].one_heap) return ST_OK;
    struct terms terms = env->terms;
    struct env_view view;
    terms.looks = PERIOD_LOOKS;
    env_view_open(&view, env, &terms);
    view.env.diags = view.vm.diags = &view.diags; /* a period that is not found is no mistake */
    enum status st = period_find(&view.env, env->model->main_game, 0, work->arena, &work->period, &solver);
    env_view_close(&view);
    if (st != ST_OK) work->period.proved = false;
    return st == ST_NO_MEMORY || st == ST_INTERRUPTED || st == ST_TIMEOUT ? st : ST_OK;
}

/* Rows of two numbers; what the theorem is of is computed from the rule alone, so a row counts only if the box has the same values. */
static enum status prove_rows(struct law_work *work)
{
    const struct env *env = work->engine->env;
    struct lanes lanes;
    struct arena scratch = {0};
    if (env->model->misere || work->rows.rows || work->fields != work->game->fields) return ST_OK;
    struct lanes_source source = {env->model, env->model->main_game, env->params, 0, ROWS};
    enum status st = lanes_find(&source, &scratch, &lanes);
    if (st == ST_OK && !lanes.reason) st = rows_prove(&lanes, 0, work->arena, &work->rows);
    arena_free(&scratch);
    return st;
}

static struct period row_period(const struct law_work *work, const struct law_part *row, int64_t number)
{
    const struct rows *rows = &work->rows;
    struct period none = {0};
    if (number < 0 || number >= rows->rows || row->box.low[0] != 0 || row->box.count > rows->count) return none;
    for (uint64_t n = 0; n < row->box.count; n++)
        if (row->box.values[n] != (int64_t)rows->values[(uint64_t)number * rows->count + n]) return none;
    return rows->periods[number];
}

/* Of SG values, or of where these are 0: with a period that is proved, a zero is one for ever. With a saltus above 0 values grow without
 * end, and from where all of one period are above 0 none is 0 any more. */
static bool is_proved(const struct law_work *work, const struct law_part *part, const struct law *law)
{
    const struct period *p = &work->period;
    struct law_proved proved = {p->preperiod, p->period, p->saltus};
    if (!p->proved || part->box.low[0] != 0) return false;
    if (part->box.outcomes && p->saltus) {
        for (uint64_t i = 0; i < p->period; i++)
            if (p->saltus < 0 || p->preperiod + i >= part->box.count || part->box.values[p->preperiod + i])
                return false;
        proved.saltus = 0;
    }
    return law_forever(law, &part->box, &proved);
}

/* ---- one part of the box ------------------------------------------------------------------------------------------------ */
static enum status find_laws(struct law_work *work, const struct law_part *part)
{
    struct law_list laws;
    enum status st = law_find(&part->box, work->arena, &laws);
    if (st != ST_OK) return st;
    if (laws.best) {
        bool proved = is_proved(work, part, laws.best);
        st = law_write(work, part, laws.best, proved ? LAW_PROVED : LAW_HOLDS, proved ? work->period.theorem : NULL);
    }
    if (st == ST_OK && laws.refuted) st = law_write(work, part, laws.refuted, LAW_REFUTED, NULL);
    return st;
}

/* Where no law of both fields is found: the values with the first field held at each of its least numbers. */
static enum status find_rows(struct law_work *work, const struct law_part *part)
{
    enum status st = prove_rows(work);
    for (int64_t row = 0; st == ST_OK && row < ROWS && row < part->box.extent[0]; row++) {
        struct law_part one = *part;
        one.box.fields = 1;
        one.box.low[0] = part->box.low[1];
        one.box.extent[0] = part->box.extent[1];
        one.box.count = (uint64_t)part->box.extent[1];
        one.box.values += row * part->box.extent[1];
        one.held[part->field[0]] = true;
        one.at[part->field[0]] = part->box.low[0] + row;
        one.field[0] = part->field[1];
        work->period = row_period(work, &one, part->box.low[0] + row);
        st = find_laws(work, &one);
    }
    work->period = (struct period){0};
    return st;
}

/* The SG values first, then where they are 0. */
static enum status find_both(struct law_work *work, struct law_part *part)
{
    enum status st = ST_OK;
    size_t before = work->claims.count;
    part->box.outcomes = !work->values.has_sg;
    st = find_laws(work, part);
    if (st == ST_OK && work->claims.count == before && part->box.fields == 2 && work->values.has_sg &&
        !work->values.holes)
        st = find_rows(work, part);
    if (st != ST_OK || !work->values.has_sg) return st;
    int64_t *lost = arena_array(work->arena, part->box.count, sizeof *lost);
    if (!lost) return ST_NO_MEMORY;
    for (uint64_t i = 0; i < part->box.count; i++)
        lost[i] = part->box.values[i] == LAW_NONE ? LAW_NONE : part->box.values[i] == 0;
    part->box.values = lost;
    part->box.outcomes = true;
    return find_laws(work, part);
}

/* The values where the truth values are those of `which`, a bit each. */
static enum status take_part(struct law_work *work, unsigned which, struct law_part *part)
{
    const struct law_values *v = &work->values;
    int64_t numbers[MODEL_MAX_FIELDS];
    size_t truths = 0;
    *part = (struct law_part){.box = {.count = 1}};
    for (size_t i = 0; i < v->fields; i++) {
        part->held[i] = work->fields[i].kind == FIELD_BOOL;
        if (part->held[i]) part->at[i] = which >> truths++ & 1;
        if (part->held[i]) continue;
        size_t k = part->box.fields++;
        part->field[k] = i;
        part->box.low[k] = v->axes[i].low;
        part->box.extent[k] = v->axes[i].high - v->axes[i].low + 1;
        part->box.count *= (uint64_t)part->box.extent[k];
    }
    int64_t *values = arena_array(work->arena, part->box.count + 1, sizeof *values);
    if (!values) return ST_NO_MEMORY;
    struct law_box whole = {.fields = v->fields};
    for (size_t i = 0; i < v->fields; i++)
        whole.low[i] = v->axes[i].low, whole.extent[i] = v->axes[i].high - v->axes[i].low + 1;
    uint64_t next = 0;
    for (uint64_t n = 0; n < v->count; n++) {
        bool in = true;
        law_place(&whole, n, numbers);
        for (size_t i = 0; i < v->fields; i++) in = in && (!part->held[i] || numbers[i] == part->at[i]);
        if (in) values[next++] = v->values[n];
    }
    part->box.count = next;
    part->box.values = values;
    return ST_OK;
}

static enum status say_extents(struct law_work *work, struct law_report *report)
{
    struct text out = {0};
    for (size_t i = 0; i < work->values.fields; i++) {
        const struct axis *a = &work->values.axes[i];
        text_add(&out, "%s%s in %" PRId64 "..%" PRId64, i ? ", " : "", work->fields[i].name, a->low, a->high);
        bool truth = work->fields[i].kind == FIELD_BOOL;
        if (!truth && a->high > 0 && (uint64_t)a->high > report->to) report->to = (uint64_t)a->high;
    }
    report->positions = work->values.count;
    report->extents = arena_strdup(work->arena, text_c(&out));
    bool failed = out.failed || !report->extents;
    text_free(&out);
    return failed ? ST_NO_MEMORY : ST_OK;
}

enum status engine_laws(struct engine *engine, const struct law_wanted *wanted, struct arena *arena,
                        struct law_report *report)
{
    struct law_work work = {.engine = engine, .wanted = wanted, .arena = arena};
    unsigned truths = 0;
    *report = (struct law_report){0};
    enum status st = engine_needs_game(engine);
    if (st != ST_OK) return st;
    work.game = &engine->model->games[engine->model->main_game];
    st = law_gather(&work);
    if (st == ST_OK) st = prove_period(&work);
    if (st == ST_OK) st = say_extents(&work, report);
    for (size_t i = 0; st == ST_OK && i < work.field_count; i++) truths += work.fields[i].kind == FIELD_BOOL;
    for (unsigned which = 0; st == ST_OK && which < 1u << truths; which++) {
        struct law_part part;
        st = take_part(&work, which, &part);
        if (st == ST_OK && part.box.fields && part.box.fields <= LAW_FIELDS) st = find_both(&work, &part);
    }
    if (st == ST_OK) st = law_decide(&work);
    report->claims = arena_array(arena, work.claims.count + 1, sizeof *report->claims);
    if (!report->claims) st = ST_NO_MEMORY;
    for (size_t i = 0; report->claims && i < work.claims.count; i++) report->claims[i] = work.claims.data[i];
    report->claim_count = report->claims ? work.claims.count : 0;
    vec_free(&work.claims);
    return st;
}
