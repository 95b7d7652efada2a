/* SPDX-License-Identifier: MIT */
/* The conditions of a loop for 64 turns at once, in a form that compilers make vectors of:
 *
 *     holds = cgi_holds17(k, n);                     // bit i: the conditions hold of the turn k + i
 *     for (; holds; holds &= holds - 1) { k = next + __builtin_ctzll(holds); ... the option, as in the other body ... }
 *
 * The body begins with instructions of numbers and forward jumps (`option` is the first behind them), by which a turn
 * ends or comes to `option`. Each becomes a line over lanes of 32 bits, and which lanes take part is a lane as well.
 *
 * Why a lane that comes to `option` has the values of the turn: what the body reads from before the loop is at most
 * `most` away from 0, as is the generator of each turn, which the call tests (where known.h says that one is natural,
 * it is). From that the bounds of each result follow, whatever the jumps, and all are within 32 bits, so that nothing
 * wraps; where an instruction is known to have natural operands whenever it is reached, those below 0 are of lanes
 * that do not reach it. What such lanes hold is of no account, and no operation is undefined for it.
 *
 * Why turns may be passed: no register that the body writes is read behind the loop or by a later turn before it is
 * written again (live.h), the instructions in question write nothing else, and cannot fail. */
#include "code/native/lane_bounds.h"
#include "code/native/private.h"

enum { MOST_REGISTERS = 200, LEAST_BITS = 11, MOST_BITS = 30, FEWEST_TURNS = 40 };
/* Boxes of more fields have short sides, for which this is not worth its compilation. */
enum { MOST_FIELDS = 2 };
/* Of 64 turns: where more come to their option, this is no quicker. What is above that is taken from some room, what is below adds to
 * it; where there is none left, the next loops do without. */
enum { DENSE_TURNS = 28, MOST_ROOM = 64, LOOPS_WITHOUT = 64 };

struct walk {
    const struct writer *w;
    int64_t most;
    int64_t low[MOST_REGISTERS], high[MOST_REGISTERS];
    bool known[MOST_REGISTERS]; /* written, or read from before the loop */
    size_t joins;               /* the last instruction that one jumped to, other than the end */
    size_t option;
    bool counts; /* there is more than jumps */
};

static bool is_constant(const struct writer *w, int32_t reg, int64_t *value)
{
    int32_t constants = w->p->registers - w->p->constant_count;
    bool fixed = premises_fix(w->premises, w->code->model, reg);
    if (reg >= constants) *value = w->p->constants[reg - constants];
    else if (fixed) *value = w->premises->params[reg];
    return reg >= constants || fixed;
}

/* The bounds of operand k of an instruction that reads it. */
static void read_bounds(struct walk *s, size_t at, int k, int64_t *low, int64_t *high)
{
    int32_t reg = ins_operand(&s->w->p->code[at], k);
    if (is_constant(s->w, reg, low)) {
        *high = *low;
        return;
    }
    bool natural = s->w->known.at[at].reached && known_least(&s->w->known, at, k) >= 0;
    if (!s->known[reg]) {
        s->known[reg] = true;
        s->low[reg] = natural ? 0 : -s->most;
        s->high[reg] = s->most;
    }
    *low = natural && s->low[reg] < 0 ? 0 : s->low[reg];
    *high = s->high[reg];
}

static bool walk_result(struct walk *s, size_t at)
{
    const struct ins *ins = &s->w->p->code[at];
    int64_t b[2] = {0}, c[2] = {0}, low, high;
    if (op_table[ins->op].operands[0] != OPD_W || op_table[ins->op].operands[1] != OPD_R) return false;
    read_bounds(s, at, 1, &b[0], &b[1]);
    if (op_table[ins->op].operands[2] == OPD_R) read_bounds(s, at, 2, &c[0], &c[1]);
    if (!lane_fits(b[0], b[1]) || !lane_fits(c[0], c[1])) return false;
    if (!lane_bounds((enum opcode)ins->op, b, c, &low, &high) || !lane_fits(low, high)) return false;
    bool other = s->known[ins->a] && s->joins > at;
    s->low[ins->a] = other && s->low[ins->a] < low ? s->low[ins->a] : low;
    s->high[ins->a] = other && s->high[ins->a] > high ? s->high[ins->a] : high;
    s->known[ins->a] = s->counts = true;
    return true;
}

static bool is_jump(const struct ins *ins) { return lane_compared((enum opcode)ins->op) >= 0; }
static size_t target_of(const struct ins *ins) { return (size_t)ins_operand(ins, lane_compared((enum opcode)ins->op)); }

static bool walk_jump(struct walk *s, size_t at, size_t end)
{
    const struct ins *ins = &s->w->p->code[at];
    for (int k = 0; k < lane_compared((enum opcode)ins->op); k++) {
        int64_t low, high;
        read_bounds(s, at, k, &low, &high);
        if (!lane_fits(low, high)) return false;
    }
    size_t to = target_of(ins);
    if (to <= at || to > end) return false;
    if (to < end && to > s->joins) s->joins = to;
    if (to == end && s->joins <= at + 1 && s->counts) s->option = at + 1;
    return true;
}

static void walk_body(struct walk *s, size_t begin, size_t end)
{
    for (size_t at = begin; at < end; at++)
        if (is_jump(&s->w->p->code[at]) ? !walk_jump(s, at, end) : !walk_result(s, at)) return;
}

/* Does each turn begin anew, and leave nothing behind but its option? */
static bool is_alone(const struct writer *w, size_t open, size_t end)
{
    for (size_t at = open + 1; at < end; at++)
        for (int k = 0; k < OPERANDS; k++) {
            enum operand_kind kind = op_table[w->p->code[at].op].operands[k];
            int32_t reg = ins_operand(&w->p->code[at], k);
            if (kind != OPD_W && kind != OPD_U && kind != OPD_WJ) continue;
            if (reg < w->live.first || reg >= w->live.end) return false;
            if (live_at(&w->live, open + 1, reg) || live_at(&w->live, end + 1, reg)) return false;
        }
    return true;
}

bool lanes_of(const struct writer *w, size_t open, struct lanes *l)
{
    size_t end = (size_t)w->ends[open];
    *l = (struct lanes){.open = open, .end = end};
    size_t fields = w->code->model->games[w->p->game].field_count;
    bool fine = !w->premises->outcomes && fields <= MOST_FIELDS && w->p->code[open].op == OP_RANGE_OPEN &&
                w->p->registers <= MOST_REGISTERS;
    if (!fine || !is_alone(w, open, end)) return false;
    for (int bits = MOST_BITS; bits >= LEAST_BITS; bits--) {
        struct walk s = {.w = w, .most = ((int64_t)1 << bits) - 1};
        walk_body(&s, open + 1, end);
        if (s.option <= l->option) continue;
        l->option = s.option;
        l->most = s.most;
    }
    l->begin = l->option;
    for (size_t at = open + 1; at < l->option; at++)
        if (!is_jump(&w->p->code[at]) && live_at(&w->live, l->option, w->p->code[at].a)) l->begin = open + 1;
    return l->option != 0;
}

/* ---- what is written --------------------------------------------------------------------------------------------- */

/* The registers that it reads from before the loop, the generator first; where one is known to be natural when it is
 * first read, so marked. The number of them. */
static int inputs_of(const struct writer *w, const struct lanes *l, int32_t *inputs, bool *natural)
{
    bool met[MOST_REGISTERS] = {false};
    int count = 0;
    inputs[count] = w->p->code[l->open].a;
    natural[count++] = known_least(&w->known, l->open, 0) >= 0;
    met[inputs[0]] = true;
    for (size_t at = l->open + 1; at < l->option; at++)
        for (int k = OPERANDS; k-- > 0;) {
            enum operand_kind kind = op_table[w->p->code[at].op].operands[k];
            int32_t reg = ins_operand(&w->p->code[at], k);
            int64_t value;
            if ((kind != OPD_R && kind != OPD_W) || is_constant(w, reg, &value) || met[reg]) continue;
            met[reg] = true;
            if (kind == OPD_W) continue;
            inputs[count] = reg;
            natural[count++] = w->known.at[at].reached && known_least(&w->known, at, k) >= 0;
        }
    return count;
}

static const char *const lane_forms[OP_COUNT] = {
    [OP_COPY] = "$b",
    [OP_ADD] = "(int32_t)((uint32_t)$b + (uint32_t)$c)",
    [OP_SUB] = "(int32_t)((uint32_t)$b - (uint32_t)$c)",
    [OP_MUL] = "(int32_t)((uint32_t)$b * (uint32_t)$c)",
    [OP_NEG] = "(int32_t)-(uint32_t)$b",
    [OP_DIV] = "(int32_t)((uint32_t)$b / (uint32_t)$c)",
    [OP_MOD] = "(int32_t)((uint32_t)$b % (uint32_t)$c)",
    [OP_MIN] = "$b < $c ? $b : $c",
    [OP_MAX] = "$b > $c ? $b : $c",
    [OP_ABS] = "$b < 0 ? (int32_t)-(uint32_t)$b : $b",
    [OP_XOR] = "$b ^ $c",
    [OP_BIT] = "$c < 31 ? $b >> ($c & 31) & 1 : 0",
    [OP_ODD] = "$b & 1",
    [OP_EQ] = "$b == $c",
    [OP_LT] = "$b < $c",
    [OP_LE] = "$b <= $c",
    [OP_NOT] = "!$b",
    [OP_JUMP] = "1",
    [OP_JT] = "$a != 0",
    [OP_JF] = "$a == 0",
    [OP_JEQ] = "$a == $b",
    [OP_JNE] = "$a != $b",
    [OP_JLT] = "$a < $b",
    [OP_JLE] = "$a <= $b",
};

static void write_lane(const struct writer *w, const struct lanes *l, size_t at, bool apart)
{
    const struct ins *ins = &w->p->code[at];
    const char *form = lane_forms[ins->op];
    if (!is_jump(ins)) {
        write_form(w, at, apart ? "        $a = in ? " : "        $a = ");
        write_form(w, at, form);
        write_form(w, at, apart ? " : $a;\n" : ";\n");
        return;
    }
    size_t to = target_of(ins);
    text_puts(w->out, "        out = in & (");
    write_form(w, at, form);
    text_puts(w->out, "); in ^= out;");
    if (to != l->end) text_add(w->out, " at%zu |= out;", to);
    text_putc(w->out, '\n');
}

/* The registers that it writes, and the lanes that wait at each instruction that some jump to. */
static void write_lane_locals(const struct writer *w, const struct lanes *l)
{
    bool met[MOST_REGISTERS] = {false};
    for (size_t at = l->open + 1; at < l->option; at++) {
        const struct ins *ins = &w->p->code[at];
        if (is_jump(ins) || met[ins->a]) continue;
        met[ins->a] = true;
        write_form(w, at, "        int32_t $a = 0;\n");
    }
    for (size_t at = l->open + 1; at <= l->option; at++)
        if (w->target[at]) text_add(w->out, "        int32_t at%zu = 0;\n", at);
}

void write_lanes(const struct writer *w, const struct lanes *l)
{
    int32_t inputs[MOST_REGISTERS];
    bool natural[MOST_REGISTERS], apart = false;
    int count = inputs_of(w, l, inputs, natural);
    text_add(w->out, "static CGI_VECTORS uint64_t cgi_holds%zu(", l->open);
    for (int i = 0; i < count; i++) {
        text_puts(w->out, i ? ", int32_t " : "int32_t ");
        if (i == 0) text_puts(w->out, "first_");
        write_reg(w, inputs[i], w->out);
    }
    text_puts(w->out,
              ")\n{\n    uint8_t holds[64];\n    for (int32_t i = 0; i < 64; i++) {\n        int32_t in = 1, out;\n");
    write_form(w, l->open, "        int32_t $a = (int32_t)((uint32_t)first_$a + (uint32_t)i);\n");
    write_lane_locals(w, l);
    for (size_t at = l->open + 1; at < l->option; at++) {
        const struct ins *ins = &w->p->code[at];
        if (w->target[at]) text_add(w->out, "        in |= at%zu;\n", at);
        write_lane(w, l, at, apart);
        apart |= is_jump(ins) && target_of(ins) != l->end;
    }
    if (w->target[l->option]) text_add(w->out, "        in |= at%zu;\n", l->option);
    text_puts(w->out, "        holds[i] = (uint8_t)in;\n    }\n    return cgi_bits(holds);\n}\n");
}

void write_lanes_locals(const struct writer *w, const struct lanes *l)
{
    text_add(w->out, "    int32_t without%zu = 0, room%zu = %d;\n", l->open, l->open, MOST_ROOM);
}

static void write_test(const struct writer *w, int32_t reg, bool natural, int64_t most)
{
    text_puts(w->out, natural ? " && (uint64_t)" : " && (uint64_t)(");
    write_reg(w, reg, w->out);
    if (!natural) text_add(w->out, " + %lld)", (long long)most);
    text_add(w->out, " <= %lld", natural ? (long long)most : 2 * (long long)most);
}

void write_lanes_head(const struct writer *w, const struct lanes *l)
{
    int32_t inputs[MOST_REGISTERS];
    bool natural[MOST_REGISTERS];
    int count = inputs_of(w, l, inputs, natural);
    text_add(w->out, "    if (without%zu) without%zu--;\n    else if (until - from >= %d", l->open, l->open,
             FEWEST_TURNS);
    for (int i = 1; i < count; i++) write_test(w, inputs[i], natural[i], l->most);
    if (natural[0]) text_add(w->out, " && from >= 0 && until <= %lld) {\n", (long long)l->most);
    else text_add(w->out, " && from >= -%lld && until <= %lld) {\n", (long long)l->most, (long long)l->most);
    text_add(w->out, "    for (int64_t next = from; next <= until; next += 64) {\n    uint64_t holds = cgi_holds%zu(",
             l->open);
    for (int i = 0; i < count; i++) {
        text_puts(w->out, i ? ", (int32_t)" : "(int32_t)next");
        if (i > 0) write_reg(w, inputs[i], w->out);
    }
    text_puts(w->out, ");\n    if (until - next < 63) holds &= ~UINT64_C(0) >> (63 - (until - next));\n");
    text_add(w->out, "    room%zu += %d - __builtin_popcountll(holds);\n    if (room%zu > %d) room%zu = %d;\n", l->open,
             DENSE_TURNS, l->open, MOST_ROOM, l->open, MOST_ROOM);
    text_add(w->out, "    if (room%zu < 0) { room%zu = %d, without%zu = %d; ", l->open, l->open, MOST_ROOM, l->open,
             LOOPS_WITHOUT);
    write_form(w, l->open, "$a = next; ");
    text_add(w->out, "goto F%zu_0; }\n", l->open + 1);
    write_form(w, l->open, "    for (; holds; holds &= holds - 1) {\n    $a = next + __builtin_ctzll(holds);\n");
}
