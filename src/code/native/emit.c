/* SPDX-License-Identifier: MIT */
/* The program's instructions in order, then the ways to run->step. */
#include "code/native/emit.h"
#include <string.h>
#include "base/mem.h"
#include "code/native/private.h"

enum { MOST_INSTRUCTIONS = 1000, MOST_COPIED = 120 };

static const char *const prelude_text[] = {
#include "code/native/prelude.inc"
    NULL};

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static bool changes_table(const struct ins *ins)
{
    return ins->op == OP_TABLE_MARK || ins->op == OP_RAY || ins->op == OP_CAST || ins->op == OP_TABLE_STEP;
}

static void read_back(const struct writer *w, int32_t reg)
{
    text_puts(w->out, "    ");
    write_reg(w, reg, w->out);
    text_add(w->out, " = run->registers[%d];\n", (int)reg);
}

/* Where the run is, for run->step and for those who come after it. */
static void write_place(const struct writer *w)
{
    const struct program *p = w->p;
    text_puts(w->out, "    *run->fuel = fuel, *run->current = current, *run->stamp = stamp;\n");
    for (int32_t r = (int32_t)w->code->model->param_count + 1; r < p->first_own; r++) {
        text_add(w->out, "    run->registers[%d] = ", (int)r);
        write_reg(w, r, w->out);
        text_puts(w->out, ";\n");
    }
}

/* Where the values of a memo stand, which may move as it grows. */
static void write_memo(const struct writer *w, int number, bool first)
{
    text_add(w->out, first ? "    uint8_t *known%d = run->memos[%d].known;\n" : "    known%d = run->memos[%d].known;\n",
             number, number);
    text_add(w->out,
             first ? "    uint64_t rows%d = run->memos[%d].rows, columns%d = run->memos[%d].columns;\n"
                   : "    rows%d = run->memos[%d].rows, columns%d = run->memos[%d].columns;\n",
             number, number, number, number);
}

static void write_step(const struct writer *w, size_t at)
{
    const struct program *p = w->p;
    const struct ins *ins = &p->code[at];
    const struct op_info *op = &op_table[ins->op];
    int32_t target = -1;
    text_add(w->out, "S%zu: /* %s */\n", at, op->name);
    for (int r = w->live.first; r < w->live.end; r++) {
        if (!live_at(&w->live, at, r)) continue;
        text_add(w->out, "    run->registers[%d] = ", r);
        write_reg(w, r, w->out);
        text_puts(w->out, ";\n");
    }
    write_place(w);
    text_add(w->out, "    after = run->step(run, %zu);\n    if (after == CGI_STOP) goto stopped;\n", at);
    text_puts(w->out, "    fuel = *run->fuel;\n");
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = op->operands[k];
        if (kind == OPD_W || kind == OPD_U || kind == OPD_WJ) read_back(w, ins_operand(ins, k));
        if (kind == OPD_L || kind == OPD_B) target = ins_operand(ins, k);
    }
    if (changes_table(ins))
        text_puts(w->out,
                  "    seen = *run->seen, stamp = *run->stamp, capacity = *run->capacity, current = *run->current;\n");
    if (ins->op == OP_MEMO_PUT) write_memo(w, ins->d, false);
    if (ins->op == OP_TABLE_STEP)
        for (int r = (int)w->code->model->param_count + 1; r < p->first_own; r++) read_back(w, r);
    if (target >= 0) text_add(w->out, "    if (after == CGI_JUMP) goto L%d;\n", (int)target);
    text_add(w->out, "    goto L%zu;\n", at + 1);
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

static bool is_set_use(const struct writer *w, enum opcode op)
{
    if (op == OP_ITER_PARAM || op == OP_ITER_POOL || op == OP_ITER_NEXT) return true;
    return op == OP_ITER_NAMED || op == OP_ITER_POWERS || op == OP_ITER_SUBMASKS || op == OP_CAST ||
           (op == OP_ITER_ROW && !w->alone);
}

/* Does the loop's body hold nothing but jumps forward and what C does by itself or seldom leaves to run->step? And
 * does it keep the loop's end? Values that are kept are computed in the first body only. */
static bool is_simple(const struct writer *w, size_t begin, size_t end, int32_t kept, int32_t other)
{
    for (size_t at = begin; at < end; at++) {
        const struct ins *ins = &w->p->code[at];
        if (ins->op == OP_MEMO_GET && writes_instruction(w, ins)) {
            at = (size_t)ins->e - 1;
            continue;
        }
        bool plain =
            writes_instruction(w, ins) && ins->op != OP_RAY && ins->op != OP_TABLE_NONE && ins->op != OP_TABLE_STEP;
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[ins->op].operands[k];
            int32_t x = ins_operand(ins, k);
            bool writes = kind == OPD_W || kind == OPD_U || kind == OPD_WJ;
            if (kind == OPD_B || kind == OPD_IT || kind == OPD_ITW || (writes && (x == kept || x == other)))
                plain = false;
        }
        if (!plain) return false;
    }
    return true;
}

/* Is it the loop over a range that ends there? */
static bool is_range(const struct writer *w, size_t end)
{
    const struct ins *b = &w->p->code[end], *a = b->c > 0 ? &w->p->code[b->c - 1] : b;
    return b->op == OP_RANGE_NEXT && a->op == OP_RANGE_OPEN && a->a == b->a && a->b == b->b && a->a != a->b &&
           is_simple(w, (size_t)b->c, end, a->a, a->b);
}

/* ... over a set of few constants, with a short body? */
static bool is_set(const struct writer *w, size_t end)
{
    const struct program *p = w->p;
    const struct ins *b = &p->code[end], *jump = b->c > 1 ? &p->code[b->c - 1] : b, *a = jump - (b->c > 1);
    bool fits = b->op == OP_ITER_NEXT && jump->op == OP_JUMP && jump->a == (int32_t)end && a->op == OP_ITER_POOL &&
                a->a == b->a && w->sets[a->a];
    return fits && p->pools[a->b].count * (end - (size_t)b->c) <= MOST_COPIED &&
           is_simple(w, (size_t)b->c, end, b->b, b->b);
}

static void look_at_loops(struct writer *w)
{
    for (size_t end = 1; end + 1 < w->p->count; end++) {
        bool range = is_range(w, end);
        if (!range && !is_set(w, end)) continue;
        size_t open = (size_t)w->p->code[end].c - (range ? 1 : 2);
        w->ends[open] = (int32_t)end;
        w->target[open + 1] = w->target[end + 1] = true;
    }
}

/* False: no memory. */
static bool look_at_lanes(struct writer *w)
{
    bool fine = true;
    struct lanes lanes;
    for (size_t at = 0; at < w->p->count && fine; at++)
        if (w->ends[at] && lanes_of(w, at, &lanes)) fine = vec_push(&w->lanes, lanes);
    return fine;
}

static void look(struct writer *w)
{
    const struct program *p = w->p;
    for (size_t at = 0; at < p->count; at++) {
        if (p->code[at].op != OP_RAY) continue;
        w->rays = true;
        w->pairs = w->pairs || (p->code[at].d == 4 && !w->alone && w->code->model->games[p->game].field_count == 1);
    }
    for (int i = 0; i < p->iterators; i++) w->sets[i] = true;
    for (size_t at = 0; at < p->count; at++)
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[p->code[at].op].operands[k];
            int32_t x = ins_operand(&p->code[at], k);
            if (kind == OPD_L || kind == OPD_B) w->target[x] = true;
            bool iterator = kind == OPD_IT || kind == OPD_ITW || kind == OPD_RIT || kind == OPD_RITW;
            if (iterator && !is_set_use(w, (enum opcode)p->code[at].op)) w->sets[x] = false;
        }
    for (size_t at = 0; at < p->count; at++) {
        w->stepped[at] = may_step(w, at);
        if (p->code[at].op == OP_MEMO_GET) w->target[at + 1] = true;
        if (w->stepped[at] && at + 1 < p->count) w->target[at + 1] = true;
    }
    if (!w->alone) look_at_loops(w);
}

/* Is the constant set used by what is written? */
static bool uses_pool(const struct writer *w, const struct ins *ins, int32_t pool)
{
    for (int k = 0; k < OPERANDS; k++)
        if (op_table[ins->op].operands[k] == OPD_PO && ins_operand(ins, k) == pool) return writes_instruction(w, ins);
    return false;
}

static void write_pools(const struct writer *w)
{
    const struct program *p = w->p;
    for (size_t pool = 0; pool < p->pool_count; pool++) {
        bool used = false;
        for (size_t at = 0; at < p->count; at++) used = used || uses_pool(w, &p->code[at], (int32_t)pool);
        if (!used) continue;
        text_add(w->out, "static const int64_t pool%zu[] = {", pool);
        for (size_t i = 0; i < p->pools[pool].count; i++) {
            text_puts(w->out, i ? ", " : "");
            write_number(p->pools[pool].cells[i], w->out);
        }
        text_puts(w->out, "};\n");
    }
}

static void write_box(const struct writer *w)
{
    size_t fields = w->code->model->games[w->p->game].field_count;
    for (size_t i = 0; i < fields; i++) {
        text_add(
            w->out,
            "    const int64_t high%zu = run->high[%zu];\n    const uint64_t side%zu = (uint64_t)high%zu - (uint64_t)",
            i, i, i, i);
        write_number(w->premises->low[i], w->out);
        text_add(w->out, ", stride%zu = ", i);
        if (i + 1 < fields) text_add(w->out, "(uint64_t)run->stride[%zu];\n", i);
        else text_puts(w->out, "1; /* the last */\n");
    }
}

static void write_locals(const struct writer *w)
{
    const struct program *p = w->p;
    for (int r = 0; r < p->registers - p->constant_count; r++) {
        if (premises_fix(w->premises, w->code->model, r)) continue;
        text_puts(w->out, "    int64_t ");
        write_reg(w, r, w->out);
        if (r < p->first_own) text_add(w->out, " = run->registers[%d];\n", r);
        else text_puts(w->out, " = 0;\n");
    }
    for (int i = 0; i < p->iterators; i++)
        if (w->sets[i])
            text_add(w->out, "    const int64_t *set%d = 0, *end%d = 0;\n    int64_t most%d = 0;\n", i, i, i);
    for (size_t at = 0; at < p->count; at++)
        if (p->code[at].op == OP_ITER_POWERS && w->sets[p->code[at].a])
            text_add(w->out, "    int64_t powers%d[63];\n", (int)p->code[at].a);
    for (int i = 0; i < p->iterators; i++)
        if (w->sets[i] && runs_submasks(w, i)) text_add(w->out, "    int64_t mask%d = 0, next%d = 0;\n", i, i);
    for (int i = 0; i < p->memos && !w->alone; i++) write_memo(w, i, true);
    for (size_t at = 0; at < p->count; at++) {
        if (p->code[at].op == OP_RAY) text_add(w->out, "    int64_t pace%zu = 0;\n", at);
        if (p->code[at].op == OP_CAST && !w->alone) text_add(w->out, "    uint64_t reach%zu = 0;\n", at);
    }
    bool gcds = false;
    for (size_t at = 0; at < p->count; at++) gcds |= p->code[at].op == OP_GCD;
    if (gcds) text_puts(w->out, "    struct common_row row;\n    common_open(&row);\n");
    text_puts(w->out, "    CGI_VALUE *const values = run->values;\n"
                      "    uint8_t *seen = *run->seen, stamp = *run->stamp;\n"
                      "    uint32_t fuel = *run->fuel;\n"
                      "    uint64_t capacity = *run->capacity, current = *run->current;\n"
                      "    bool none = false;\n"
                      "    enum cgi_after after;\n"
                      "    int64_t x, from, until;\n"
                      "    uint32_t least;\n");
}

void write_head(struct text *out)
{
    for (const char *const *line = prelude_text; *line; line++) text_puts(out, *line);
}

/* The parts of the head, and what in a function shows that it uses them. */
static const struct {
    const char *define, *uses[12];
} parts[] = {
    {"CGI_HAS_NUMBERS", {"cgi_gcd(", "cgi_in(", "cgi_root(", "cgi_is_square("}},
    {"CGI_HAS_SETS",
     {"cgi_is_square(", "cgi_is_fib(", "cgi_is_prime(", "cgi_is_power(", "cgi_powers_up_to(", "cgi_submask("}},
    {"CGI_HAS_BOUNDS",
     {"cgi_at_least(", "cgi_at_most(", "cgi_step_from(", "cgi_step_by(", "cgi_floor(", "cgi_runs_next(",
      "cgi_runs_after("}},
    {"CGI_HAS_LANES", {"cgi_bits("}},
    {"CGI_HAS_WORDS", {"cgi_seen_word("}},
    {"CGI_HAS_CASTS", {"cgi_cast(", "cgi_cast_seek(", "cgi_cast_submasks(", "cgi_seek_submasks("}},
    {"CGI_HAS_SUBMASKS", {"cgi_cast_submasks(", "cgi_seek_submasks("}},
    {"CGI_HAS_RAYS", {"cgi_ray(", "cgi_ray_of_two(", "cgi_seek("}},
    {"CGI_HAS_OUTCOMES", {"cgi_loses(", "cgi_settle(", "cgi_seek(", "cgi_cast_seek(", "cgi_seek_submasks("}},
};

static void write_parts(const char *function, bool narrow, struct text *out)
{
    text_puts(out, narrow ? "#define CGI_VALUE uint16_t\n#define CGI_SOME_PARTS\n" : "#define CGI_SOME_PARTS\n");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bool used = false;
        for (const char *const *use = parts[i].uses; *use && !used; use++) used = strstr(function, *use);
        text_add(out, "#define %s %d\n", parts[i].define, used);
    }
}

void write_function(struct writer *w)
{
    write_pools(w);
    for (size_t i = 0; i < w->lanes.count; i++) write_lanes(w, &w->lanes.data[i]);
    text_add(w->out, "%svoid cgi_table(struct cgi_run *run)\n{\n", w->alone ? "static " : "");
    write_box(w);
    write_locals(w);
    for (size_t i = 0; i < w->lanes.count; i++) write_lanes_locals(w, &w->lanes.data[i]);
    for (size_t at = 0; at < w->p->count; at++) write_instruction(w, at);
    text_puts(w->out, "end:\n");
    write_place(w);
    text_puts(w->out, "stopped:\n    return;\n");
    for (size_t at = 0; at < w->p->count; at++)
        if (w->stepped[at]) write_step(w, at);
    text_puts(w->out, "}\n");
}

bool writer_open(struct writer *w)
{
    const struct program *p = w->p;
    w->target = mem_alloc(p->count);
    w->stepped = mem_alloc(p->count);
    w->sets = mem_alloc((size_t)p->iterators + 1);
    w->ends = mem_alloc(p->count * sizeof *w->ends);
    bool fine = w->target && w->stepped && w->sets && w->ends && live_of(p, w->code->model, &w->live) &&
                known_of(p, w->code->model, w->premises, &w->known);
    if (fine) look(w);
    return fine && look_at_lanes(w);
}

void writer_close(struct writer *w)
{
    if (w->live.bits) live_free(&w->live);
    known_free(&w->known);
    mem_free(w->target, w->p->count);
    mem_free(w->stepped, w->p->count);
    mem_free(w->sets, (size_t)w->p->iterators + 1);
    mem_free(w->ends, w->p->count * sizeof *w->ends);
    vec_free(&w->lanes);
}

bool native_loops(const struct code *code, int program)
{
    const struct program *p = code->programs.data[program];
    for (size_t at = 0; at < p->count; at++)
        for (int k = 0; k < OPERANDS && p->code[at].op != OP_TABLE_STEP; k++)
            if (op_table[p->code[at].op].operands[k] == OPD_B) return true;
    return false;
}

enum status native_emit(const struct code *code, int program, const struct premises *premises, struct text *out,
                        const char **because)
{
    struct writer w = {.code = code, .p = code->programs.data[program], .premises = premises, .out = out};
    *because = w.p->kind != PROGRAM_TABLE       ? "only programs of tables have one"
               : w.p->count > MOST_INSTRUCTIONS ? "its program is too long"
                                                : NULL;
    if (*because) return ST_OK;
    struct text function = {0};
    w.out = &function;
    bool fine = writer_open(&w);
    if (fine) {
        write_function(&w);
        write_parts(text_c(&function), premises->narrow, out);
        write_head(out);
        text_puts(out, "\nconst int32_t cgi_run_form = CGI_RUN_FORM;\n\n");
        text_put(out, text_c(&function), function.length);
    }
    writer_close(&w);
    fine = fine && !out->failed && !function.failed;
    text_free(&function);
    return fine ? ST_OK : ST_NO_MEMORY;
}
