/* SPDX-License-Identifier: MIT */
/* The verifier: what the compiler makes passes, a mutant is refused or harmless. */
#include "code/compile/private.h"
#include "claims.h"
#include <stdlib.h>
#include <string.h>
#include "base/hash.h"
#include "rule_file.h"

static const char rules[] =
    "param k = 2 in 1..\nparam S = {1, 3}\n"
    "game nim(n) where n < 50 { move take(t in 1..n) -> nim(n - t) move set(t in S) where t <= n -> nim(n - t) move "
    "p(t in primes) where t <= n -> nim(n - t) }\n"
    "game kayles(n) { move knock(t in 1..min(2, n), a in 0..n - t) where t < 3 or a % 2 == 0 -> kayles(a) + kayles(n - "
    "t - a) }\n"
    "game line(s: row) where len(s) < 9 { canon sort(s) measure sum(x * x for x in s), len(s) move m(i in 1..len(s), t "
    "in 1..s[i]) where t != sum(x for x in "
    "s where x < i) "
    "-> line(s with { [i] -= t }) move f(x in s) where x > 0 -> line([y / 2 for y in reverse(s)]) + nim(x % 3) }\n"
    "game board(g: grid) { start(r, c) -> board(grid(r, c, 1)) canon transpose(g) move bite(i in 1..rows(g), j in "
    "1..cols(g)) where g[i,j] == 1 "
    "and (i, j) != (1, 1) -> board(g with { [i..rows(g), j..cols(g)] = 0 }) }\n"
    "game moore(h: bag) = upto k of (nim(x) for x in h)\n"
    "game div(n) { move d(t in divisors(n)) where n > 1 and t < n -> div(t) move u -> n > 3 ? moore([n - 1, 2]) : end "
    "}\n"
    "claim sum(x for x in s) >= 0 for s in all_rows(2, 0..2), m in 0..3 where m in fib or xor(m, 1) in powers(3)\n"
    "expect nim(1) + moore([2]) == moore([2]) + nim(1)\n";

static const char *why_refused(struct rule_file *f, const struct program *p)
{
    size_t where;
    enum status st;
    const char *why = program_verify(f->model, p, &where, &st);
    assert_int_equal(st, ST_OK);
    return why;
}

static struct program *program_of(struct rule_file *f, const char *game, bool table)
{
    const struct game_code *g = &f->code->games[model_find_game(f->model, game)];
    return f->code->programs.data[table ? g->table : g->options];
}

static struct ins *find(struct program *p, enum opcode op)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->code[i].op == (int32_t)op) return &p->code[i];
    fail_msg("no such instruction");
    return NULL;
}

CLAIM(compiled_programs_are_sound)
{
    struct rule_file f;
    rule_open(&f, rules);
    if (f.st != ST_OK) fail_msg("%s", rule_message(&f));
    for (size_t i = 0; i < f.code->programs.count; i++) assert_null(why_refused(&f, f.code->programs.data[i]));
    rule_close(&f);
}

/* The value of an operand is replaced; the verifier must say why that is wrong. */
static void refused(const char *game, bool table, enum opcode op, int operand, int32_t value, const char *why)
{
    struct rule_file f;
    rule_open(&f, rules);
    struct program *p = program_of(&f, game, table);
    *ins_operand_at(find(p, op), operand) = value;
    const char *given = why_refused(&f, p);
    assert_string_equal(given ? given : "accepted", why);
    rule_close(&f);
}

CLAIM(registers_must_be_in_range)
{
    refused("kayles", false, OP_SUB, 1, 9999, "a register out of range");
    refused("kayles", false, OP_SUB, 1, -1, "a register out of range");
    refused("line", false, OP_ROW_WITH, 1, 99, "an array register out of range");
    refused("nim", false, OP_EMIT, 1, 9999, "a run of registers out of range");
}

CLAIM(only_own_registers_are_written)
{
    refused("kayles", false, OP_SUB, 0, 0, "a write outside the program's own registers");
    refused("kayles", false, OP_SUB, 0, 3, "a write outside the program's own registers");
    refused("line", false, OP_ROW_WITH, 0, 0, "a write outside the program's own array registers");
}

CLAIM(jumps_lead_forward_and_loops_back)
{
    refused("kayles", false, OP_RANGE_OPEN, 2, 0, "a jump that does not lead forward");
    refused("kayles", false, OP_RANGE_OPEN, 2, 9999, "a jump that does not lead forward");
    refused("kayles", false, OP_RANGE_NEXT, 2, 9999, "a loop that does not lead back");
}

CLAIM(registers_are_written_before_they_are_read)
{
    refused("kayles", false, OP_MIN, 0, 9, "a register read before it is written");
    refused("nim", true, OP_ITER_NEXT, 0, 1, "an iterator used before it is opened");
}

CLAIM(rows_and_grids_are_not_mixed_up)
{
    refused("line", false, OP_ROW_WITH, 1, 1, "a row read where none is");
    refused("board", false, OP_GRID_STORE, 0, 9, "a write outside the program's own array registers");
}

CLAIM(an_instruction_stands_in_its_kind_of_program)
{
    struct rule_file f;
    rule_open(&f, rules);
    struct program *p = program_of(&f, "kayles", false);
    find(p, OP_HALT)->op = OP_TABLE_NONE;
    assert_string_equal(why_refused(&f, p), "an instruction in a program of another kind");
    find(p, OP_TABLE_NONE)->op = OP_COUNT;
    assert_string_equal(why_refused(&f, p), "an unknown instruction");
    rule_close(&f);
}

CLAIM(sums_are_closed)
{
    struct rule_file f;
    rule_open(&f, rules);
    struct program *p = program_of(&f, "kayles", false);
    struct ins *begin = find(p, OP_SUM_BEGIN), old = *begin;
    *begin = (struct ins){.op = OP_COPY, .a = p->first_own, .b = p->first_own};
    assert_string_equal(why_refused(&f, p), "a component outside of a sum");
    *begin = old;
    *find(p, OP_COMPONENT) = (struct ins){.op = OP_SUM_BEGIN};
    assert_string_equal(why_refused(&f, p), "sums that nest deeper than the program says");
    rule_close(&f);
}

/* ---- mutants ---------------------------------------------------------------------------------------------------- */

static enum status ignore(void *context, const struct component *c, size_t n, const struct taken *t)
{
    uint64_t *sum = context;
    for (size_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < c[i].count; k++) *sum += (uint64_t)c[i].cells[k];
    for (size_t i = 0; t->move && t->values && i < t->move->gen_count; i++) *sum += (uint64_t)t->values[i];
    return ST_OK;
}

static void fill_some(struct rule_file *f, int game)
{
    struct value_table t = {.game = game, .fields = 1, .extent = {12}, .stride = {1}, .count = 12};
    t.values = calloc(t.count, sizeof *t.values);
    vm_fill(f->vm, &t, 0, t.count, 1);
    free(t.values);
}

static enum status answer_nothing(void *context, enum question what, int mover, const struct component *sum,
                                  size_t count, struct span span, int64_t *answer)
{
    (void)context, (void)what, (void)mover, (void)sum, (void)count, (void)span;
    *answer = 0;
    return ST_OK;
}

static void run_program(struct rule_file *f, const struct program *p)
{
    static const int64_t cells[][8] = {{9}, {9}, {3, 2, 0, 3}, {2, 2, 1, 1, 0, 1}, {0}, {12}};
    static const uint32_t counts[] = {1, 1, 4, 6, 0, 1};
    struct vm_asker asker = {.ask = answer_nothing};
    struct component c = {p->game, 0, NULL}, out;
    uint64_t sum = 0, tried;
    int64_t counterexample[8], value;
    struct position position;
    bool yes;
    if (p->game >= 0) c.cells = cells[p->game], c.count = counts[p->game];
    switch (p->kind) {
    case PROGRAM_OPTIONS: vm_options(f->vm, &c, 1, ignore, &sum); break;
    case PROGRAM_TABLE: fill_some(f, p->game); break;
    case PROGRAM_INVARIANT: vm_legal(f->vm, &c, &yes); break;
    case PROGRAM_CANON: vm_canon(f->vm, &c, &f->arena, &out); break;
    case PROGRAM_MEASURE: vm_claimed(f->vm, &c, 0, &value); break;
    case PROGRAM_CHECK: vm_check(f->vm, p->check, &asker, &yes, counterexample, &tried); break;
    case PROGRAM_POSITION: vm_position(f->vm, p->index, &f->arena, &position); break;
    case PROGRAM_VALUE: vm_evaluate(f->vm, p->index, &asker, &value); break;
    case PROGRAM_SWEEP: break;
    }
}

/* Changes one to three operands or instructions at random. */
static void mutate(struct program *p, uint64_t *seed)
{
    for (uint64_t n = 1 + random_next(seed) % 3; n > 0; n--) {
        struct ins *i = &p->code[random_next(seed) % p->count];
        int32_t small = (int32_t)(random_next(seed) % 24) - 2, near = (int32_t)(random_next(seed) % 5) - 2;
        int k = (int)(random_next(seed) % (OPERANDS + 1));
        if (k == OPERANDS) i->op = (int32_t)(random_next(seed) % OP_COUNT);
        else *ins_operand_at(i, k) = random_next(seed) % 2 ? small : ins_operand(i, k) + near;
        if (random_next(seed) % 8 == 0) *i = p->code[random_next(seed) % p->count];
    }
}

static unsigned try_mutants(unsigned count, uint64_t seed)
{
    struct rule_file f;
    unsigned accepted = 0;
    volatile sig_atomic_t pressed = 1; /* a mutant that loops is stopped at the first look at the budget */
    rule_open(&f, rules);
    struct position p;
    rule_position(&f, "nim(2) + moore([3, 1]) + board(2, 2)", &p);
    f.budget.interrupt = &pressed;
    for (unsigned n = 0; n < count; n++) {
        struct program *q = f.code->programs.data[random_next(&seed) % f.code->programs.count];
        struct ins *saved = malloc(q->count * sizeof *saved);
        memcpy(saved, q->code, q->count * sizeof *saved);
        mutate(q, &seed);
        if (!why_refused(&f, q)) {
            accepted++;
            run_program(&f, q);
        }
        memcpy(q->code, saved, q->count * sizeof *saved);
        free(saved);
    }
    rule_close(&f);
    return accepted;
}

CLAIM(a_mutant_is_refused_or_harmless)
{
    const char *wanted = getenv("CGI_MUTANTS"); /* more than the default, for a long run */
    unsigned count = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 20000;
    unsigned accepted = try_mutants(count, 7);
    print_message("%u of %u mutants were accepted and run\n", accepted, count);
    assert_true(accepted > 0 && accepted < count);
}

CLAIMS(IT(compiled_programs_are_sound), IT(registers_must_be_in_range), IT(only_own_registers_are_written),
       IT(jumps_lead_forward_and_loops_back), IT(registers_are_written_before_they_are_read),
       IT(rows_and_grids_are_not_mixed_up), IT(an_instruction_stands_in_its_kind_of_program), IT(sums_are_closed),
       IT(a_mutant_is_refused_or_harmless))
