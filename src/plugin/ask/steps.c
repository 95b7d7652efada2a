/* SPDX-License-Identifier: MIT */
/* Steps: what a plugin writes about one request, with its numbers put in by the host, and compared with its answers. */
#include <ctype.h>
#include <string.h>
#include "play/options/print.h"
#include "plugin/private.h"

/* Of a number, in either base: longer ones are shortened to their ends. A line is no longer than that before numbers are put in. */
enum { DIGITS_WHOLE = 300, DIGITS_ENDS = 20, LINE_BYTES = 4000, NUMBER_LIMBS = 1 << 20 };

struct steps_sink {
    cgi_sink sink; /* first */
    const struct env *env;
    const struct position *position;
    struct arena *arena;
    VEC(const char *) lines;
    const struct integer *value;
    uint32_t outcome;
    bool has_outcome, full;
    enum status status;
    const char *problem;
};
static struct steps_sink *of_sink(const cgi_sink *sink) { return (struct steps_sink *)(uintptr_t)sink; }

static int refuse(struct steps_sink *sink, const char *problem)
{
    sink->problem = problem;
    return CGI_FAILED;
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */
static void put_digits(struct text *out, const char *digits)
{
    size_t length = strlen(digits);
    if (length <= DIGITS_WHOLE) text_puts(out, digits);
    else
        text_add(out, "%.*s...%s (%zu digits)", DIGITS_ENDS, digits, digits + length - DIGITS_ENDS,
                 length - (*digits == '-'));
}

/* A number that may be longer than an answer can be, such as the square of one. */
static bool is_number(const cgi_integer *n)
{
    if (n->count > INTEGER_MAX_LIMBS) return n->count <= NUMBER_LIMBS && n->limbs && n->limbs[n->count - 1] && n->sign;
    return sane_integer(n);
}

static bool put_decimal(struct steps_sink *sink, struct text *out, const cgi_integer *n)
{
    if (n->count > INTEGER_MAX_LIMBS) { /* of which nobody writes decimal digits */
        text_add(out, "(a number of %zu binary digits)",
                 64 * (size_t)n->count - (size_t)__builtin_clzll(n->limbs[n->count - 1]));
        return true;
    }
    const struct integer *made = integer_from_limbs(sink->arena, n->sign, n->limbs, n->count);
    const char *digits = made ? integer_string(sink->arena, made) : NULL;
    if (digits) put_digits(out, digits);
    return digits != NULL;
}

/* `least` digits are shown even of a smaller number; no more than DIGITS_WHOLE. */
static bool put_binary(struct steps_sink *sink, struct text *out, const cgi_integer *n, uint64_t least)
{
    size_t bits = n->count ? 64 * (size_t)n->count - (size_t)__builtin_clzll(n->limbs[n->count - 1]) : 1;
    if (least > DIGITS_WHOLE) least = DIGITS_WHOLE;
    size_t length = bits > least ? bits : (size_t)least;
    char *digits = arena_alloc(sink->arena, length + 1);
    if (!digits) return false;
    for (size_t i = 0; i < length; i++) {
        size_t bit = length - 1 - i;
        digits[i] = bit / 64 < n->count && n->limbs[bit / 64] >> bit % 64 & 1 ? '1' : '0';
    }
    digits[length] = '\0';
    put_digits(out, digits);
    return true;
}

static bool put_component(struct steps_sink *sink, struct text *out, uint64_t c)
{
    const struct position *p = sink->position;
    struct position one = {&p->components[c], 1, p->big && p->big[c] ? p->big + c : NULL};
    position_print(sink->env->model, &one, out);
    return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */
struct numbers_left {
    const cgi_integer *next;
    size_t count;
};

static const cgi_integer *take_number(struct steps_sink *sink, struct numbers_left *left)
{
    static const char few[] = "it gave a line of its steps too few numbers or impossible ones";
    if (left->count == 0 || !is_number(left->next)) return refuse(sink, few), NULL;
    left->count--;
    return left->next++;
}

static bool take_small(struct steps_sink *sink, struct numbers_left *left, uint64_t *small)
{
    const cgi_integer *n = take_number(sink, left);
    if (!n) return false;
    *small = n->count ? n->limbs[0] : 0;
    if (n->sign >= 0 && n->count <= 1) return true;
    return refuse(sink, "it gave a line of its steps an impossible width or component"), false;
}

/* One directive, behind its percent sign; *at is moved past it. Without memory the result is true, and out->failed says so. */
static bool put_directive(struct steps_sink *sink, const char **at, struct numbers_left *left, struct text *out)
{
    bool wide = **at == '*', good = true;
    uint64_t small = 0;
    if (wide && !take_small(sink, left, &small)) return false;
    *at += wide;
    char kind = *(*at)++;
    if (kind == '%' && !wide) return text_putc(out, '%'), true;
    if (kind == 'c' && !wide) {
        if (!take_small(sink, left, &small)) return false;
        if (small >= sink->position->count) return refuse(sink, "a line of its steps names no component"), false;
        good = put_component(sink, out, small);
    } else if (kind == 'b' || (kind == 'd' && !wide)) {
        const cgi_integer *n = take_number(sink, left);
        if (!n) return false;
        if (kind == 'b' && n->sign < 0)
            return refuse(sink, "a line of its steps has a negative number in binary"), false;
        good = kind == 'b' ? put_binary(sink, out, n, small) : put_decimal(sink, out, n);
    } else return refuse(sink, "a line of its steps has a directive other than %d, %b, %*b, %c and %%"), false;
    if (!good) out->failed = true;
    return true;
}

static bool line_is_plain(const char *text)
{
    size_t length = text ? strnlen(text, LINE_BYTES + 1) : 0;
    if (length == 0 || length > LINE_BYTES) return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~') return false;
    return true;
}

static int take_line(const cgi_sink *given, const char *text, const cgi_integer *numbers, size_t count)
{
    struct steps_sink *sink = of_sink(given);
    struct numbers_left left = {numbers, count};
    struct text out = {0};
    if (sink->problem || sink->status != ST_OK || sink->full) return CGI_FAILED;
    if (!line_is_plain(text)) return refuse(sink, "a line of its steps is empty, too long or not plain ASCII text");
    sink->full = sink->lines.count == PLUGIN_STEPS;
    if (sink->full) return CGI_FAILED;
    while (*text && !sink->problem) {
        if (*text != '%') text_putc(&out, *text++);
        else if (text++, !put_directive(sink, &text, &left, &out)) break;
    }
    if (!sink->problem && left.count) refuse(sink, "it gave a line of its steps more numbers than it has places for");
    const char *line = print_keep(sink->arena, &out);
    if (sink->problem) return CGI_FAILED;
    if (line && vec_push(&sink->lines, line)) return CGI_OK;
    sink->status = ST_NO_MEMORY;
    return CGI_NO_MEMORY;
}

/* ---- what they come to ------------------------------------------------------------------------------------------- */
static int take_value(const cgi_sink *given, const cgi_integer *value)
{
    struct steps_sink *sink = of_sink(given);
    if (sink->value) return refuse(sink, "its steps come to two values");
    if (!sane_integer(value) || value->sign < 0) return refuse(sink, "its steps come to no natural number");
    sink->value = integer_from_limbs(sink->arena, value->sign, value->limbs, value->count);
    if (!sink->value) sink->status = ST_NO_MEMORY;
    return sink->value ? CGI_OK : CGI_NO_MEMORY;
}

static int take_outcome(const cgi_sink *given, uint32_t outcome)
{
    struct steps_sink *sink = of_sink(given);
    if (sink->has_outcome) return refuse(sink, "its steps come to two outcomes");
    if (outcome != CGI_OUTCOME_P && outcome != CGI_OUTCOME_N) return refuse(sink, "its steps come to no outcome");
    sink->outcome = outcome;
    sink->has_outcome = true;
    return CGI_OK;
}

static int refuse_move(const cgi_sink *given, size_t component, const cgi_component *result)
{
    (void)component, (void)result;
    return refuse(of_sink(given), "it gave a move when asked for steps");
}

/* Of the value: with the xor of those of the components. */
static enum status compare_value(const struct env *env, const struct steps_sink *sink, const char **problem)
{
    const struct integer *total = integer_from(sink->arena, 0), *value;
    enum status st = total ? ST_OK : ST_NO_MEMORY;
    for (size_t c = 0; st == ST_OK && c < sink->position->count; c++) {
        st = host_value(env, sink->position, c, sink->arena, &value);
        if (st == ST_OK && !(total = integer_xor(sink->arena, total, value))) st = ST_NO_MEMORY;
    }
    if (st == ST_OK && integer_compare(total, sink->value) != 0)
        *problem = "its steps come to another value than its own";
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

static enum status compare_steps(const struct env *env, const struct steps_sink *sink, enum play play, int mover,
                                 const char **problem)
{
    enum outcome own;
    enum status st = ST_OK;
    if (sink->value) st = compare_value(env, sink, problem);
    if (st != ST_OK || *problem || !sink->has_outcome) return st;
    st = host_outcome(env, sink->position, play, mover, sink->arena, &own);
    if (st == ST_OK && (own == OUTCOME_P) != (sink->outcome == CGI_OUTCOME_P))
        *problem = "its steps come to another outcome than its own";
    return st == ST_UNSUPPORTED ? ST_OK : st;
}

/* ---- what the position is to the plugin -------------------------------------------------------------------------- */
static void put_cells(struct steps_sink *sink, const cgi_field *field, struct text *out)
{
    bool many = field->kind >= CGI_ROW;
    if (many) text_putc(out, '[');
    for (uint32_t i = 0; i < field->rows && !out->failed; i++) {
        bool grid = field->kind == CGI_GRID;
        text_puts(out, i ? ", " : "");
        if (grid) text_putc(out, '[');
        for (uint32_t j = 0; j < field->columns && !out->failed; j++) {
            text_puts(out, j ? ", " : "");
            if (!put_decimal(sink, out, &field->cells[(size_t)i * field->columns + j])) out->failed = true;
        }
        if (grid) text_putc(out, ']');
    }
    if (many) text_putc(out, ']');
}

static void put_reference(struct steps_sink *sink, const struct game *game, const cgi_request *request,
                          struct text *out)
{
    for (size_t c = 0; c < request->component_count; c++) {
        text_add(out, "%s%s(", c ? " + " : "", game->name);
        for (size_t f = 0; f < request->components[c].field_count; f++) {
            text_puts(out, f ? ", " : "");
            put_cells(sink, &request->components[c].fields[f], out);
        }
        text_putc(out, ')');
    }
}

static void put_params(struct steps_sink *sink, const struct model *reference, const cgi_request *request,
                       struct text *out)
{
    for (size_t i = 0; i < request->param_count && !out->failed; i++) {
        const cgi_param *param = &request->params[i];
        bool set = param->kind == CGI_PARAM_SET;
        text_add(out, "%s%s = %s",
                 i == 0                         ? " with "
                 : i + 1 < request->param_count ? ", "
                                                : " and ",
                 reference->params[i].name, set ? "{" : "");
        for (size_t v = 0; v < param->count && !out->failed; v++) {
            text_puts(out, v ? ", " : "");
            if (!put_decimal(sink, out, &param->values[v])) out->failed = true;
        }
        if (set) text_putc(out, '}');
    }
}

/* "pile(9) is bash(9) with m = 3"; nothing where it is the reference word for word and there are no parameters. */
static void say_reference(struct steps_sink *sink, const struct loaded *plugin, const cgi_request *request)
{
    const struct game *game = &plugin->reference->games[plugin->reference->main_game];
    struct text own = {0}, whole = {0};
    position_print(sink->env->model, sink->position, &own);
    put_reference(sink, game, request, &whole);
    bool same = !own.failed && !whole.failed && strcmp(text_c(&own), text_c(&whole)) == 0;
    size_t length = own.length;
    if (!same) text_add(&own, " is %s", text_c(&whole));
    put_params(sink, plugin->reference, request, &own);
    bool any = own.length > length;
    if (whole.failed) own.failed = true;
    text_free(&whole);
    const char *line = print_keep(sink->arena, &own);
    if (!line || (any && !vec_push(&sink->lines, line))) sink->status = ST_NO_MEMORY;
}

/* ---- asking ------------------------------------------------------------------------------------------------------ */
static struct loaded *teller(const struct env *env, const struct position *position, enum play play,
                             const struct match **match)
{
    const char *reason;
    *match = request_match(env, position, play, &reason);
    struct loaded *p = *match ? env->plugins->items.data[(*match)->plugin] : NULL;
    if (!p || !p->plugin.steps || ask_missing(p, play)) return NULL;
    return position->count > 1 && !(p->plugin.capabilities & CGI_SUM) ? NULL : p;
}

static enum status publish(struct steps_sink *sink, struct plugin_steps *steps)
{
    steps->lines = arena_array(sink->arena, sink->lines.count + 1, sizeof *steps->lines);
    if (!steps->lines) return ST_NO_MEMORY;
    for (size_t i = 0; i < sink->lines.count; i++) steps->lines[steps->count++] = sink->lines.data[i];
    steps->cut = sink->full;
    return ST_OK;
}

enum status host_steps(const struct env *env, const struct position *position, enum play play, int mover,
                       struct arena *arena, struct plugin_steps *steps)
{
    const struct match *match;
    struct loaded *p = teller(env, position, play, &match);
    cgi_request request;
    *steps = (struct plugin_steps){0};
    if (!p) return ST_UNSUPPORTED;
    enum status st = request_build(env, position, 0, position->count, play, mover, arena, &request);
    if (st != ST_OK) return st;
    struct steps_sink sink = {.sink = {sizeof sink.sink, take_value, refuse_move, take_line, take_outcome},
                              .env = env,
                              .position = position,
                              .arena = arena};
    say_reference(&sink, p, &request);
    ask_begin(p);
    int answer = sink.status == ST_OK ? p->plugin.steps(p->instance, &request, &sink.sink) : CGI_OK;
    const char *problem = sink.problem;
    if (sink.full && !problem && sink.status == ST_OK) answer = CGI_OK;
    st = sink.status;
    if (st == ST_OK && answer == CGI_OK && !problem && !sink.full) {
        if (!sink.value && !sink.has_outcome) problem = "its steps come to nothing";
        else if (sink.value && play == PLAY_MISERE) problem = "its steps come to a value in misere play";
        else st = compare_steps(env, &sink, play, mover, &problem);
    }
    if (st == ST_OK) st = ask_end(env, match, answer, problem);
    if (st == ST_OK) st = publish(&sink, steps);
    vec_free(&sink.lines);
    return st;
}
