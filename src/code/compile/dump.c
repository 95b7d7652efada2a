/* SPDX-License-Identifier: MIT */
/* The listing: one instruction per line, its operands by kind, and the source text that it came from. */
#include <string.h>
#include "code/compile/private.h"

static void dump_reg(const struct code *code, const struct program *p, int32_t r, struct text *out)
{
    const struct model *m = code->model;
    int params = (int)m->param_count, constants = p->registers - p->constant_count;
    if (r < params) text_add(out, "$%s", m->params[r].name);
    else if (r == params) text_puts(out, "mover");
    else if (r < p->first_own) text_puts(out, m->games[p->game].fields[r - params - 1].name);
    else if (r < constants) text_add(out, "r%d", (int)(r - p->first_own));
    else text_add(out, "%lld", (long long)p->constants[r - constants]);
}

static void dump_array(const struct code *code, const struct program *p, int32_t a, struct text *out)
{
    if (a < p->first_own_array) text_puts(out, code->model->games[p->game].fields[a].name);
    else text_add(out, "a%d", (int)(a - p->first_own_array));
}

static void dump_run(const struct code *code, const struct program *p, int32_t first, int32_t count, struct text *out)
{
    text_putc(out, '(');
    for (int32_t i = 0; i < count; i++) {
        if (i) text_putc(out, ' ');
        dump_reg(code, p, first + i, out);
    }
    text_putc(out, ')');
}

static void dump_list(const struct code *code, const struct program *p, int32_t game, int32_t first, struct text *out)
{
    const struct game *g = &code->model->games[game];
    text_putc(out, '(');
    for (size_t i = 0; i < g->field_count; i++) {
        if (i) text_putc(out, ' ');
        if (field_is_scalar(g->fields[i].kind)) dump_reg(code, p, p->lists[(size_t)first + i], out);
        else dump_array(code, p, p->lists[(size_t)first + i], out);
    }
    text_putc(out, ')');
}

static void dump_pool(const struct pool_set *set, struct text *out)
{
    text_putc(out, '{');
    for (size_t i = 0; i < set->count; i++) {
        if (i == 8) {
            text_puts(out, " ...");
            break;
        }
        text_add(out, "%s%lld", i ? " " : "", (long long)set->cells[i]);
    }
    text_putc(out, '}');
}

static void dump_operand(const struct code *code, const struct program *p, const struct ins *ins, int k,
                         struct text *out)
{
    const struct model *m = code->model;
    int32_t x = ins_operand(ins, k), next = k + 1 < OPERANDS ? ins_operand(ins, k + 1) : 0;
    enum operand_kind kind = op_table[ins->op].operands[k];
    if (kind == OPD_NO || kind == OPD_SC) return; /* dump_run has written the count */
    text_putc(out, ' ');
    switch (kind) {
    case OPD_R:
    case OPD_W:
    case OPD_U:
    case OPD_WJ: dump_reg(code, p, x, out); break;
    case OPD_AR:
    case OPD_AG:
    case OPD_AA:
    case OPD_WR:
    case OPD_WG:
    case OPD_UR:
    case OPD_UG:
    case OPD_WRJ: dump_array(code, p, x, out); break;
    case OPD_L:
    case OPD_B: text_add(out, "->%d", (int)x); break;
    case OPD_IT:
    case OPD_ITW:
    case OPD_RIT:
    case OPD_RITW: text_add(out, "it%d", (int)x); break;
    case OPD_P:
    case OPD_PW: text_add(out, "p%d", (int)x); break;
    case OPD_SR: dump_run(code, p, x, next, out); break;
    case OPD_BU: text_puts(out, builtin_info((enum builtin)x)->spelling); break;
    case OPD_S3: dump_run(code, p, x, 3, out); break;
    case OPD_S5: dump_run(code, p, x, 5, out); break;
    case OPD_SP: text_add(out, "p%d.. (%d)", (int)x, (int)next); break;
    case OPD_G: text_puts(out, m->games[x].name); break;
    case OPD_C: dump_list(code, p, ins_operand(ins, k - 1), x, out); break;
    case OPD_PS: text_add(out, "$%s", m->params[x].name); break;
    case OPD_PO: dump_pool(&p->pools[x], out); break;
    case OPD_F: text_puts(out, m->games[p->game].fields[x].name); break;
    case OPD_MV: text_puts(out, m->games[p->game].moves[x].name); break;
    case OPD_LU: text_add(out, "lua.%s", m->lua_functions[x].name); break;
    case OPD_DI: text_puts(out, diag_code((enum diag_id)x)); break;
    default: text_add(out, "#%d", (int)x); break;
    }
}

static void dump_source(const struct code *code, const struct origin *o, size_t column, struct text *out)
{
    if (!o->from) return;
    size_t begin = out->length - column;
    do text_putc(out, ' ');
    while (!out->failed && out->length - begin < 44);
    text_puts(out, "; ");
    size_t before = out->length;
    expr_print(code->model, o->game, o->from, out);
    if (!out->failed && out->length - before > 60) { /* whole results are long: their beginning is enough */
        out->length = before + 57;
        out->data[out->length] = '\0';
        text_puts(out, "...");
    }
}

static void dump_title(const struct code *code, const struct program *p, struct text *out)
{
    static const char *const kinds[] = {"options",  "table", "invariant", "canon", "measure",
                                        "position", "value", "check",     "sweep"};
    text_add(out, "program %d: %s", p->index, kinds[p->kind]);
    if (p->game >= 0) text_add(out, " of %s", code->model->games[p->game].name);
    if (p->kind == PROGRAM_CHECK || p->kind == PROGRAM_SWEEP) text_add(out, " %zu", p->check);
    if (p->kind == PROGRAM_SWEEP) text_add(out, " by %s", code->model->checks[p->check].gens[p->gen].name);
    text_add(out, "  (%d registers, %d constants", p->registers - p->constant_count - p->first_own, p->constant_count);
    if (p->arrays > p->first_own_array) text_add(out, ", %d arrays", p->arrays - p->first_own_array);
    if (p->iterators) text_add(out, ", %d iterators", p->iterators);
    text_puts(out, ")\n");
}

void program_dump(const struct code *code, const struct program *p, struct text *out)
{
    dump_title(code, p, out);
    for (size_t i = 0; i < p->count && !out->failed; i++) {
        size_t begin = out->length;
        for (size_t k = 0; k < p->move_count; k++)
            if ((size_t)p->moves[k].begin == i) {
                text_add(out, "  move %s\n", code->model->games[p->game].moves[k].name);
                begin = out->length;
            }
        text_add(out, "%5zu  %s", i, op_table[p->code[i].op].name);
        for (int k = 0; k < OPERANDS; k++) dump_operand(code, p, &p->code[i], k, out);
        dump_source(code, &p->origins[i], out->length - begin, out);
        text_putc(out, '\n');
    }
}
