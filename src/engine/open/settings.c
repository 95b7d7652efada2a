/* SPDX-License-Identifier: MIT */
/* --set NAME=VALUE is a small text of its own, parsed and checked like any other, so its mistakes are located. */
#include "check/names/params.h"
#include "engine/open/settings.h"
#include <inttypes.h>
#include <string.h>
#include "engine/open/private.h"

#define SWEEP_MAX 100000u

static enum status read_one(struct engine *e, const char *text, struct setting *setting)
{
    const char *equals = strchr(text, '=');
    uint32_t source;
    enum status st = engine_add_typed(e, "--set", text, &source);
    if (st != ST_OK) return st;
    struct span whole = {source, 0, (uint32_t)strlen(text)};
    if (!equals || equals == text) return diag(&e->diags, D_SET_SHAPE, whole, text), ST_USAGE;
    struct check_input in = engine_check_input(e, source);
    const char *name = arena_strndup(&e->arena, text, (size_t)(equals - text));
    if (!name) return ST_NO_MEMORY;
    struct span name_span = {source, 0, (uint32_t)(equals - text)};
    if ((st = check_param_name(&in, e->model, name, name_span, &setting->param)) != ST_OK) return st;
    /* Only the value is parsed; blanks in place of the name keep the columns right. */
    char *value = arena_strdup(&e->arena, text);
    if (!value) return ST_NO_MEMORY;
    memset(value, ' ', (size_t)(equals - text) + 1);
    if ((st = engine_add_typed(e, "--set", value, &source)) != ST_OK) return st;
    struct ast_parse parse = engine_parse_input(e, source);
    struct ast *expression;
    in.source = source;
    st = parse_expression(&parse, &expression);
    if (st == ST_OK)
        st = check_value(&in, e->model, setting->param, expression, &e->arena, &setting->values, &setting->count);
    /* Without quotes a shell splits a set into several words. */
    if (st != ST_OK && value[strspn(value, " ")] != '{' && e->model->params[setting->param].kind == PARAM_SET)
        diag_note(&e->diags, (struct span){0, 0, 0}, "in a shell, put a set in quotes: --set '%s={1, 3}'", name);
    return st == ST_INVALID ? ST_USAGE : st;
}

/* Of two settings of one parameter the later one counts, as for all options. */
static void place_setting(struct engine *e, struct setting setting)
{
    for (size_t i = 0; i < e->setting_count; i++)
        if (e->settings[i].param == setting.param) {
            e->settings[i] = setting;
            return;
        }
    e->settings[e->setting_count++] = setting;
}

enum status settings_read(struct engine *e)
{
    size_t count = e->options.set_count;
    e->params = model_defaults(e->model, &e->arena);
    e->settings = arena_array(&e->arena, count + 1, sizeof *e->settings);
    if (!e->params || !e->settings) return ST_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        struct setting setting = {0};
        enum status st = read_one(e, e->options.sets[i], &setting);
        if (st != ST_OK) return st;
        place_setting(e, setting);
    }
    for (size_t i = 0; i < e->setting_count; i++) {
        if (__builtin_mul_overflow(e->sweep_count, e->settings[i].count, &e->sweep_count) || e->sweep_count > SWEEP_MAX)
            return diag(&e->diags, D_SWEEP_TOO_LARGE, (struct span){0, 0, 0}, SWEEP_MAX), ST_USAGE;
    }
    return ST_OK;
}

static void label_value(const struct engine *e, const struct setting *s, size_t k, struct text *out)
{
    const struct param_value *v = &s->values[k];
    text_add(out, "%s%s = ", out->length ? ", " : "", e->model->params[s->param].name);
    if (e->model->params[s->param].kind != PARAM_SET) {
        text_add(out, "%" PRId64, v->value);
        return;
    }
    for (size_t i = 0; i < v->set_count; i++) text_add(out, "%s%" PRId64, i ? ", " : "{", v->set[i]);
    text_puts(out, v->set_count ? "}" : "{}");
}

enum status settings_choose(struct engine *e, size_t index, const char **label)
{
    struct text out = {0};
    /* The last setting varies fastest, like the innermost of nested loops. */
    size_t block = e->sweep_count;
    for (size_t i = 0; i < e->setting_count; i++) {
        const struct setting *s = &e->settings[i];
        block /= s->count;
        size_t k = index / block % s->count;
        e->params[s->param] = s->values[k];
        if (s->count > 1) label_value(e, s, k, &out);
    }
    *label = arena_strdup(&e->arena, text_c(&out));
    bool failed = out.failed || !*label;
    text_free(&out);
    return failed ? ST_NO_MEMORY : ST_OK;
}
