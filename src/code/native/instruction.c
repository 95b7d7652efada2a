/* SPDX-License-Identifier: MIT */
/* The lines of forms.def with the operands of each instruction. */
#include <string.h>
#include "code/native/prelude.h"
#include "code/native/private.h"

static const struct {
    const char *any, *fine, *hosted;
} forms[OP_COUNT] = {
#define FORM(name, any, fine) [OP_##name] = {any, fine, NULL},
#define HOSTED(name, any) [OP_##name] = {NULL, NULL, any},
#include "code/native/forms.def"
#undef FORM
};

/* What only a program of its own does: elements of infinite sets stand in arrays that grow (standalone.c.in). The
 * first option was marked before a cast; the loop goes on with the others. */
static const char *const alone_forms[OP_COUNT] = {
    [OP_CAST] = "/* the loop goes on */",
    [OP_ITER_NAMED] = "most%a = $c; set%a = cgi_named(%b, most%a, &end%a);",
    [OP_IN_NAMED] = "$a = cgi_is_named(%c, $b);",
    [OP_MEMO_GET] = "if (0) goto @e; /* computed anew */",
    [OP_MEMO_PUT] = "/* not kept */",
};

/* Of tables of outcomes: an option that loses ends the work on its position. */
static const char *outcome_form(const struct writer *w, size_t at)
{
    enum opcode op = (enum opcode)w->p->code[at].op;
    if (op == OP_TABLE_GET && known_fine(&w->known, at)) return "$a = !cgi_loses(run->losses, (uint64_t)$b);";
    if (op == OP_TABLE_GET)
        return "if (CGI_RARE((uint64_t)$b >= current)) ~; $a = !cgi_loses(run->losses, (uint64_t)$b);";
    if (op != OP_TABLE_MARK) return NULL;
    return w->premises->misere ? "*run->moved = true; if ($a == 0) { *run->decided = true; goto @b; }"
                               : "if ($a == 0) { *run->decided = true; goto @b; }";
}

/* May its elements be left to the machine after all, since they are too many to stand in memory? */
static bool is_doubtful(const struct writer *w, int32_t iterator)
{
    for (size_t at = 0; at < w->p->count && !w->alone; at++)
        if (w->p->code[at].op == OP_ITER_NAMED && w->p->code[at].a == iterator) return true;
    return false;
}

bool runs_submasks(const struct writer *w, int32_t iterator)
{
    for (size_t at = 0; at < w->p->count; at++)
        if (w->p->code[at].op == OP_ITER_SUBMASKS && w->p->code[at].a == iterator) return true;
    return false;
}

static const char *named_form(int32_t set)
{
    if (set == DOMAIN_SQUARES) return "$a = cgi_is_square($b);";
    if (set == DOMAIN_FIB) return "$a = cgi_is_fib($b);";
    return "if (CGI_RARE((uint64_t)$b >= *run->sieve_size)) ~; $a = cgi_is_prime(*run->sieve, $b);";
}

static bool is_zero(const struct writer *w, int32_t reg)
{
    int32_t constants = w->p->registers - w->p->constant_count;
    return reg >= constants && w->p->constants[reg - constants] == 0;
}

/* Of natural numbers, which fails for a divisor of 0 alone. */
static bool divides_natural(const struct writer *w, size_t at)
{
    enum opcode op = (enum opcode)w->p->code[at].op;
    return (op == OP_DIV || op == OP_MOD) && w->known.at[at].reached && known_least(&w->known, at, 1) >= 0 &&
           known_least(&w->known, at, 2) >= 0;
}

static const char *form_of(const struct writer *w, size_t at)
{
    enum opcode op = (enum opcode)w->p->code[at].op;
    if (w->alone && alone_forms[op]) return alone_forms[op];
    if (op == OP_ITER_NEXT && runs_submasks(w, w->p->code[at].a))
        return "# if (next%a >= 0 && next%a <= most%a) { $b = next%a; next%a = cgi_submask_after(mask%a, next%a); goto "
               "@c; }";
    if (w->premises->outcomes && outcome_form(w, at)) return outcome_form(w, at);
    if (op == OP_MEMO_GET && !w->alone && is_zero(w, w->p->code[at].c))
        return "if ((uint64_t)$b < rows%d && (x = known%d[$b])) { $a = x - 1; goto @e; }";
    if (op == OP_IN_NAMED) return named_form(w->p->code[at].c);
    if (forms[op].hosted) return forms[op].hosted;
    if (op == OP_ITER_NEXT && is_doubtful(w, w->p->code[at].a))
        return "if (CGI_RARE(!set%a)) ~; # if (set%a < end%a && *set%a <= most%a) { $b = *set%a++; goto @c; }";
    if (!known_fine(&w->known, at) && divides_natural(w, at))
        return op == OP_DIV ? "if (CGI_RARE($c == 0)) ~; $a = (int64_t)((!)$b / (!)$c);"
                            : "if (CGI_RARE($c == 0)) ~; $a = (int64_t)((!)$b % (!)$c);";
    return known_fine(&w->known, at) && *forms[op].fine ? forms[op].fine : forms[op].any;
}

bool writes_instruction(const struct writer *w, const struct ins *ins)
{
    if (ins->op == OP_CAST) return w->sets[ins->a];
    if (ins->op == OP_ITER_NEXT || op_table[ins->op].operands[0] == OPD_ITW) return w->sets[ins->a];
    if (w->alone && alone_forms[ins->op]) return true;
    if (ins->op == OP_TABLE_NONE || ins->op == OP_TABLE_STEP) return !w->pairs;
    return forms[ins->op].any || (forms[ins->op].hosted && !w->alone) || ins->op == OP_RAY || ins->op == OP_IN_NAMED;
}

bool may_step(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    if (ins->op == OP_CAST && !w->alone) return !writes_instruction(w, ins) || is_doubtful(w, ins->a);
    return !writes_instruction(w, ins) || ins->op == OP_RAY || ins->op == OP_TABLE_STEP || strchr(form_of(w, at), '~');
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

/* A jump. One out of a second body goes by way of the account of its turns. */
static void write_label(const struct writer *w, size_t at, int32_t to)
{
    bool inside = w->is_second && (size_t)to > w->open && to <= w->ends[w->open];
    if (!w->is_second) text_add(w->out, "L%d", (int)to);
    else if (inside) text_add(w->out, "F%d_%zu", (int)to, w->copy);
    else text_add(w->out, "E%zu_%zu", at, w->copy);
}

static void write_run(const struct writer *w, int32_t first, int32_t count)
{
    text_puts(w->out, "(const int64_t[]){");
    if (count == 0) text_putc(w->out, '0');
    for (int32_t i = 0; i < count; i++) {
        text_puts(w->out, i ? ", " : "");
        write_reg(w, first + i, w->out);
    }
    text_putc(w->out, '}');
}

static void write_operand(const struct writer *w, size_t at, char kind, int k)
{
    const struct ins *ins = &w->p->code[at];
    int32_t x = ins_operand(ins, k);
    switch (kind) {
    case '$': write_reg(w, x, w->out); break;
    case '%': text_add(w->out, "%d", (int)x); break;
    case '@': write_label(w, at, x); break;
    case '^': write_number(w->premises->low[x], w->out); break;
    case '&': text_add(w->out, "pool%d", (int)x); break;
    default: write_run(w, x, ins_operand(ins, k + 1)); break;
    }
}

void write_form(const struct writer *w, size_t at, const char *form)
{
    for (const char *c = form; *c; c++) {
        if (*c == '~') text_add(w->out, w->is_second ? "goto E%zu_%zu" : "goto S%zu", at, w->copy);
        else if (*c == '#') text_puts(w->out, w->alone ? "" : "if (!cgi_turn(run, &fuel)) goto end;");
        else if (strncmp(c, "(!)", 3) == 0) {
            bool small = known_most(&w->known, at, 1) <= UINT32_MAX && known_most(&w->known, at, 2) <= UINT32_MAX;
            text_puts(w->out, small ? "(uint32_t)" : "(uint64_t)");
            c += 2;
        } else if (strchr("$%@^&*", *c) && c[1] >= 'a' && c[1] <= 'e' && (c[2] < 'a' || c[2] > 'z')) {
            write_operand(w, at, *c, c[1] - 'a');
            c++;
        } else text_putc(w->out, *c);
    }
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

/* The next position: the last field first. What was left to run->step at this position is known there alone. */
static void write_next(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct game *g = &w->code->model->games[p->game];
    int32_t field = p->first_own;
    if (w->premises->outcomes) {
        text_add(w->out, "cgi_settle(run->losses, current++, *run->decided%s);\n    *run->decided = false;\n    ",
                 w->premises->misere ? " || !*run->moved" : "");
        if (w->premises->misere) text_puts(w->out, "*run->moved = false;\n    ");
    } else {
        text_puts(w->out, w->premises->misere ? "least = none ? 0 : seen[0] == stamp || seen[1] != stamp;\n"
                          : w->rays && !w->alone
                              ? "least = none ? 0 : *run->served ? run->mex(run) : cgi_mex(seen, stamp);\n"
                              : "least = none ? 0 : cgi_mex(seen, stamp);\n");
        text_add(w->out, "    if (CGI_RARE(least >= capacity || least > (CGI_VALUE)-1)) goto S%zu;\n", at);
        text_puts(w->out, "    values[current++] = none ? CGI_NONE : least;\n"
                          "    stamp = cgi_stamp(seen, capacity, stamp);\n");
        if (w->rays) text_puts(w->out, "    *run->stamp = stamp, *run->current = current, *run->rays = 0;\n");
        if (w->rays && !w->alone) text_puts(w->out, "    *run->served = 0;\n");
        text_puts(w->out, "    none = false;\n    ");
    }
    for (size_t i = g->field_count; i-- > 0;) {
        field--;
        text_puts(w->out, "if (");
        write_reg(w, field, w->out);
        text_add(w->out, " < high%zu) ", i);
        write_reg(w, field, w->out);
        text_puts(w->out, "++;\n    else {\n    ");
        write_reg(w, field, w->out);
        text_puts(w->out, " = ");
        write_number(w->premises->low[i], w->out);
        text_puts(w->out, ";\n    ");
    }
    for (size_t i = 0; i < g->field_count; i++) text_putc(w->out, '}');
    text_putc(w->out, '\n');
    write_form(w, at, "    #\n    if (current < run->to) goto @a;\n");
}

/* Is the ray known to have so few options that the machine would mark each of them? */
static bool is_short(const struct writer *w, size_t at)
{
    int64_t low = known_least(&w->known, at, 0), high = known_most(&w->known, at, 1), last;
    return !__builtin_sub_overflow(high, low, &last) && last < CGI_SHORT_RAY;
}

/* One that may have many: a call costs little then, and there is less to compile. */
static void write_machine_ray(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    write_form(w, at, "*run->fuel = fuel; after = run->ray(run, $a, $b, ");
    write_reg(w, ins->c, w->out);
    text_puts(w->out, ", ");
    write_reg(w, ins->c + 1, w->out);
    text_add(w->out,
             "); fuel = *run->fuel;\n    if (CGI_RARE(after != CGI_NEXT)) { if (after == CGI_STOP) goto stopped; goto "
             "S%zu; }\n",
             at);
}

static void write_ray(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    bool two = ins->d == 4;
    if (ins->d != 2 && (!two || w->code->model->games[w->p->game].field_count == 1)) {
        text_add(w->out, "goto S%zu;\n", at);
        return;
    }
    bool seeks = w->premises->outcomes;
    if (!seeks && !two && !w->alone && !is_short(w, at)) {
        write_machine_ray(w, at);
        return;
    }
    text_puts(w->out, seeks ? "after = cgi_seek(" : two ? "if (!cgi_ray_of_two(" : "if (!cgi_ray(");
    text_puts(w->out, "run, &fuel, ");
    if (!seeks && !two) text_add(w->out, "&pace%zu, ", at);
    text_puts(w->out, "current, ");
    write_form(w, at, "$a, $b");
    for (int32_t i = 0; i < ins->d; i++) {
        text_puts(w->out, ", ");
        write_reg(w, ins->c + i, w->out);
    }
    if (seeks) write_form(w, at, "); if (after == CGI_JUMP) goto @e;\n    if (after == CGI_STOP");
    text_add(w->out, ")%s goto S%zu;\n", seeks ? "" : ")", at);
}

/* Does it never run over the cells of a row? */
static bool is_ascending(const struct writer *w, int32_t iterator)
{
    for (size_t at = 0; at < w->p->count; at++)
        if (w->p->code[at].op == OP_ITER_ROW && w->p->code[at].a == iterator) return false;
    return true;
}

/* Its first part, up to what is the same of all. */
static void write_cast_of(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    bool seeks = w->premises->outcomes;
    if (runs_submasks(w, ins->a)) {
        write_form(w, at, seeks ? "#\n    after = cgi_seek_submasks(" : "#\n    after = cgi_cast_submasks(");
        write_form(w, at, "run, &fuel, &next%a, mask%a");
        return;
    }
    write_form(w, at, is_doubtful(w, ins->a) ? "if (CGI_RARE(!set%a)) ~; #\n    " : "#\n    ");
    text_puts(w->out, seeks ? "after = cgi_cast_seek(run, &fuel, " : "after = cgi_cast(run, &fuel, ");
    if (!seeks && is_ascending(w, ins->a)) text_add(w->out, "&reach%zu, ", at);
    else if (!seeks) text_puts(w->out, "NULL, ");
    write_form(w, at, "&set%a, end%a");
}

/* Of one field no option lies beyond the box if its index is not below 0. */
static void write_cast(const struct writer *w, size_t at)
{
    bool alone = w->code->model->games[w->p->game].field_count == 1;
    write_cast_of(w, at);
    write_form(w, at, ", most%a, &$b, (uint64_t)$c, stride%d, (uint64_t)$c");
    if (!alone) write_form(w, at, " / stride%d % (side%d + 1)");
    text_puts(w->out, w->premises->outcomes ? "" : ", seen, capacity, stamp");
    text_puts(w->out, ");\n    ");
    write_form(w, at, "if (after == CGI_JUMP) goto @e;\n    if (after == CGI_STOP) goto end;");
}

/* For the compiler: divisions of natural numbers need no care. */
static void write_known(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    bool division = ins->op == OP_DIV || ins->op == OP_MOD;
    bool helps = (division || ins->op == OP_GCD) && w->known.at[at].reached;
    if (!helps || (division && (known_fine(&w->known, at) || divides_natural(w, at)))) return;
    for (int k = 1; k <= 2; k++) {
        int32_t reg = ins_operand(ins, k);
        if (reg >= w->p->registers - w->p->constant_count || known_least(&w->known, at, k) < 0) continue;
        text_puts(w->out, "CGI_KNOWN(");
        write_reg(w, reg, w->out);
        text_puts(w->out, " >= 0); ");
    }
}

static void write_body(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    text_puts(w->out, "    ");
    if (!writes_instruction(w, ins)) text_add(w->out, "goto S%zu;", at);
    else if (ins->op == OP_RAY) write_ray(w, at);
    else if (ins->op == OP_TABLE_STEP) write_next(w, at);
    else if (ins->op == OP_CAST && !w->alone) write_cast(w, at);
    else {
        write_known(w, at);
        write_form(w, at, form_of(w, at));
    }
}

/* ---- bodies without a count of turns ---------------------------------------------------------------------------- */

/* The instruction behind the loop that one of its body jumps to; 0: it does not. */
static int32_t target_outside(const struct writer *w, size_t at)
{
    const struct ins *ins = &w->p->code[at];
    for (int k = 0; k < OPERANDS && strchr(form_of(w, at), '@'); k++)
        if (op_table[ins->op].operands[k] == OPD_L && ins_operand(ins, k) > w->ends[w->open])
            return ins_operand(ins, k);
    return 0;
}

static bool leaves(const struct writer *w, size_t at)
{
    return w->p->code[at].op == OP_MEMO_GET || strchr(form_of(w, at), '~') || target_outside(w, at);
}

/* The instruction of the body that follows this one where what is kept is known. */
static size_t next_of(const struct writer *w, size_t at)
{
    return w->p->code[at].op == OP_MEMO_GET ? (size_t)w->p->code[at].e : at + 1;
}

/* The way out of the body: its turns so far are charged. */
static void write_exit(const struct writer *w, size_t at)
{
    const struct ins *open = &w->p->code[w->open];
    text_add(w->out, "E%zu_%zu:\n    ", at, w->copy);
    if (open->op == OP_ITER_POOL) {
        text_add(w->out, "fuel -= %zu; set%d = pool%d + %zu; ", w->copy + 1, (int)open->a, (int)open->b, w->copy + 1);
    } else {
        text_puts(w->out, "fuel -= (uint32_t)(");
        write_reg(w, open->a, w->out);
        text_puts(w->out, " - from); ");
    }
    if (w->p->code[at].op == OP_MEMO_GET) text_add(w->out, "goto L%zu;\n", at + 1);
    else if (strchr(form_of(w, at), '~')) text_add(w->out, "goto S%zu;\n", at);
    else text_add(w->out, "goto L%d;\n", (int)target_outside(w, at));
}

static void write_copy(const struct writer *w, size_t begin, size_t end)
{
    for (size_t at = begin; at < end; at = next_of(w, at)) {
        if (w->target[at]) text_add(w->out, "F%zu_%zu:\n", at, w->copy);
        write_body(w, at);
        if (w->p->code[at].op == OP_MEMO_GET) text_add(w->out, " goto E%zu_%zu;", at, w->copy);
        text_putc(w->out, '\n');
    }
    text_add(w->out, "F%zu_%zu:;\n", end, w->copy);
}

static void write_exits(const struct writer *w, size_t begin, size_t end)
{
    for (size_t at = begin; at < end; at = next_of(w, at))
        if (leaves(w, at)) write_exit(w, at);
}

static const struct lanes *lanes_at(const struct writer *w, size_t open)
{
    for (size_t i = 0; i < w->lanes.count; i++)
        if (w->lanes.data[i].open == open) return &w->lanes.data[i];
    return NULL;
}

/* The turns of which the conditions hold, told for 64 of them at once. */
static void write_held(struct writer *w, const struct lanes *lanes)
{
    bool target = w->target[lanes->begin];
    write_lanes_head(w, lanes);
    w->copy = 1;
    w->target[lanes->begin] = false;
    write_copy(w, lanes->begin, lanes->end);
    w->target[lanes->begin] = target;
    w->copy = 0;
    write_form(w, lanes->open, "    }\n    }\n    $a = until;\n");
    text_add(w->out, "    goto D%zu;\n    }\n", lanes->open);
}

/* Turns of a loop for which there is fuel, charged together. Where there is none left, or an instruction of the body
 * cannot be carried out here, the first body goes on, and its next turn comes here again. */
static void write_range(struct writer *w, size_t open, size_t end)
{
    const struct lanes *lanes = lanes_at(w, open);
    text_add(w->out, "N%zu:\n    if (CGI_RARE(fuel < 3)) goto L%zu;\n", open, open + 1);
    write_form(w, open,
               "    from = $a;\n    until = (uint64_t)$b - (uint64_t)from < fuel - 1 ? $b : from + (int64_t)(fuel - "
               "2);\n");
    if (lanes) write_held(w, lanes);
    text_add(w->out, "F%zu_0:\n", open + 1);
    w->target[open + 1] = false;
    write_copy(w, open + 1, end);
    w->target[open + 1] = true;
    write_form(w, open, "    if ($a < until) { $a = $a + 1; ");
    text_add(w->out, "goto F%zu_0; }\n", open + 1);
    if (lanes) text_add(w->out, "D%zu:\n", open);
    text_puts(w->out, "    fuel -= (uint32_t)(until - from) + 1;\n");
    write_form(w, open, "    if ($a >= $b) ");
    text_add(w->out, "goto L%zu;\n    ", end + 1);
    write_form(w, open, "$a = $a + 1;\n");
    text_add(w->out, "    goto N%zu;\n", open);
    write_exits(w, open + 1, end);
    w->copy = 1;
    if (lanes) write_exits(w, lanes->begin, end);
    w->copy = 0;
}

/* A set of few elements: a body for each, if there is fuel for all. */
static void write_set(struct writer *w, size_t open, size_t end)
{
    const struct ins *pool = &w->p->code[open];
    const struct pool_set *set = &w->p->pools[pool->b];
    text_add(w->out, "    if (CGI_RARE(fuel < %zu)) goto L%zu;\n", set->count + 2, open + 1);
    for (w->copy = 0; w->copy < set->count; w->copy++) {
        text_puts(w->out, "    if (");
        write_number(set->cells[w->copy], w->out);
        text_add(w->out, " > most%d) { fuel -= %zu; goto L%zu; }\n    ", (int)pool->a, w->copy + 1, end + 1);
        write_reg(w, w->p->code[end].b, w->out);
        text_puts(w->out, " = ");
        write_number(set->cells[w->copy], w->out);
        text_puts(w->out, ";\n");
        write_copy(w, open + 2, end);
    }
    text_add(w->out, "    fuel -= %zu;\n    goto L%zu;\n", set->count + 1, end + 1);
    for (w->copy = 0; w->copy < set->count; w->copy++) write_exits(w, open + 2, end);
    w->copy = 0;
}

static void write_second(struct writer *w, size_t open)
{
    w->open = open;
    w->is_second = true;
    if (w->p->code[open].op == OP_ITER_POOL) write_set(w, open, (size_t)w->ends[open]);
    else write_range(w, open, (size_t)w->ends[open]);
    w->is_second = false;
}

static void write_again(const struct writer *w, size_t at)
{
    write_form(w, at, "    # if ($a < $b) { $a = $a + 1; ");
    text_add(w->out, "goto N%d; }", (int)w->p->code[at].c - 1);
}

void write_instruction(struct writer *w, size_t at)
{
    const struct program *p = w->p;
    for (size_t i = 0; i < p->move_count; i++)
        if ((size_t)p->moves[i].begin == at)
            text_add(w->out, "    /* move %s */\n", w->code->model->games[p->game].moves[i].name);
    if (w->target[at]) text_add(w->out, "L%zu:\n", at);
    bool again = at && w->p->code[at].op == OP_RANGE_NEXT && w->ends[w->p->code[at].c - 1];
    if (again) write_again(w, at);
    else write_body(w, at);
    if (p->origins[at].from && (at == 0 || p->origins[at].from != p->origins[at - 1].from))
        write_comment(w, &p->origins[at]);
    text_putc(w->out, '\n');
    if (w->ends[at]) write_second(w, at);
}
