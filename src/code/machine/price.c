/* SPDX-License-Identifier: MIT */
/* What listing options takes in a table, told from the program that lists them one by one: it has the same loops, conditions and
 * results, and no table is needed to run it. */
#include "base/mem.h"
#include "code/machine/turns_lanes.h"

/* In 1/16 ns: by the machine, one after the other; by compiled code. What stands in no line takes the first one. What blocks of turns
 * take is in turns_costs. */
struct op_price {
    uint64_t machine, compiled;
};
enum { PLAIN = 24, BY_NUMBER = 45, COMPILED_BY_NUMBER = 20, COMPILED_GCD_A_DIGIT = 19 };
enum {
    KEPT_GCD = 80,
    KEPT_DIGITS = 9,
    COMPILED_KEPT_GCD = 20,
    COMPILED_GCD_IN_ROW = 26,
    COMPILED_KEPT_DIGITS = 10
}; /* prelude.h: CGI_KEPT_GCD */
_Static_assert(TURNS_GCDS == 1 << KEPT_DIGITS, "the greatest common divisors that blocks of turns keep");
enum { MOST_DOUBLINGS = 62 };
enum { BLOCK_OF_ONE = 40 };          /* an option in a block of turns */
enum { A_RAY = 400, A_LOOP = 1000 }; /* to find its ends and to go through it at all */
static const struct op_price prices[OP_COUNT] = {
    [OP_DIV] = {PLAIN, 4},        [OP_MOD] = {PLAIN, 4},           [OP_ISQRT] = {220, 60},
    [OP_POW] = {60, 8},           [OP_CALL] = {250, 210},          [OP_MEX] = {100, 40},
    [OP_IN_PARAM] = {60, 8},      [OP_IN_NAMED] = {70, 14},        [OP_IN_POWERS] = {80, 12},
    [OP_IN_DIVISORS] = {60, 30},  [OP_IN_ROW] = {60, 60},          [OP_LUA] = {8000, 8000},
    [OP_DIVISORS] = {1600, 1600}, [OP_ITER_NEXT] = {40, 40},       [OP_RUNS_NEXT] = {40, 6},
    [OP_STEP_BY] = {120, 40},     [OP_ROW_GET] = {40, 40},         [OP_ROW_PUSH] = {60, 60},
    [OP_ROW_SORT] = {400, 400},   [OP_ROW_COMPONENT] = {800, 800}, [OP_OPTION] = {100, 4},
    [OP_EMIT] = {160, 6},         [OP_COMPONENT] = {60, 4},        [OP_ROW_ZECKENDORF] = {300, 300},
};

/* How the innermost loop of a move's options is run. */
enum manner { ONE_BY_ONE, IN_BLOCKS, IN_LANES, AS_A_RAY };
enum { FINE = 1 << 16 }; /* what lanes take is counted in so many parts */
struct pricing {
    struct frame *f;
    const struct program *p;
    int32_t *loop;   /* of each instruction: the one that ends its innermost loop; 0: none */
    uint8_t *manner; /* of each instruction; ONE_BY_ONE outside the loops that list options */
    uint64_t each;   /* an instruction, in the block that is run now; 0: it is too short for one */
    unsigned doublings;
    /* The loop that may be run in lanes: what it takes so, in FINE parts, and in blocks; it is too short for lanes, or its numbers too
     * wide; turns that a block of lanes stands for here, and those that are left of it; what an instruction takes for all of a block. */
    uint64_t lanes, blocks;
    bool wide;
    uint64_t lane_turns, left, lane_each;
    uint64_t lane_divided; /* more, for a division by a number of the turn's own */
    uint64_t *met, block;  /* of each instruction the last block that some turn came to it in */
};

static enum manner manner_of(const struct machine *vm, int game, const struct turns *turns, size_t move)
{
    const struct program *table = vm->code->programs.data[vm->code->games[game].table];
    enum manner manner = ONE_BY_ONE;
    for (int i = table->moves[move].begin; i < table->moves[move].end; i++) {
        if (table->code[i].op == OP_RAY || table->code[i].op == OP_CAST) return AS_A_RAY;
        if (!turns || !turns_has(turns, (size_t)i)) continue;
        bool lanes = turns->lane_kernels && turns_lanes_at(turns, i) && !vm->model->games[game].invariant;
        manner = lanes ? IN_LANES : IN_BLOCKS;
    }
    return manner;
}

/* Inner loops end before outer ones, so who has an end keeps it. */
static void find_loops(const struct program *p, int32_t *loop)
{
    for (int32_t i = 0; i < (int32_t)p->count; i++)
        for (int k = 0; k < OPERANDS; k++) {
            if (op_table[p->code[i].op].operands[k] != OPD_B) continue;
            for (int32_t from = ins_operand(&p->code[i], k); from <= i; from++)
                if (!loop[from]) loop[from] = i;
        }
}

static bool lists(enum opcode op) { return op == OP_OPTION || op == OP_EMIT; }

static bool writes(const struct ins *ins, int32_t reg)
{
    bool found = false;
    for (int k = 0; k < OPERANDS; k++) {
        enum operand_kind kind = (enum operand_kind)op_table[ins->op].operands[k];
        found |= (kind == OPD_W || kind == OPD_U || kind == OPD_WJ) && ins_operand(ins, k) == reg;
    }
    return found;
}

/* Has the register the same number in all turns of the loop that ends at `end`: what is written there comes from such registers? */
enum { STAYS_DEEP = 4 };
static bool stays(const struct pricing *g, int32_t end, int32_t reg, int deep)
{
    bool same = true;
    for (int32_t at = end; same && at >= 0; at--) {
        const struct ins *ins = &g->p->code[at];
        if (g->loop[at] != end || !writes(ins, reg)) continue;
        same = deep < STAYS_DEEP && op_table[ins->op].operands[0] == OPD_W;
        for (int k = 1; same && k < OPERANDS; k++) {
            enum operand_kind kind = (enum operand_kind)op_table[ins->op].operands[k];
            same = kind == OPD_NO || (kind == OPD_R && stays(g, end, ins_operand(ins, k), deep + 1));
        }
    }
    return same;
}

/* By a number of each turn's own? */
static bool divides_apart(const struct pricing *g, int32_t at)
{
    const struct ins *ins = &g->p->code[at];
    return g->loop[at] && (ins->op == OP_DIV || ins->op == OP_MOD) && !stays(g, g->loop[at], ins->c, 0);
}

static void find_manners(struct pricing *g, const struct turns *turns)
{
    const struct program *p = g->p;
    const struct machine *vm = g->f->vm;
    bool tabled = vm->code->games[p->game].fillable && vm->code->games[p->game].table >= 0;
    find_loops(p, g->loop);
    for (size_t m = 0; tabled && m < p->move_count; m++) {
        enum manner manner = manner_of(vm, p->game, turns, m);
        for (int32_t i = p->moves[m].begin, end; i < p->moves[m].end; i++) {
            if (!lists((enum opcode)p->code[i].op) || !(end = g->loop[i])) continue;
            for (int32_t k = p->moves[m].begin; k <= end; k++)
                if (g->loop[k] == end) g->manner[k] = (uint8_t)manner;
        }
    }
}

static uint64_t at_most(uint64_t turns, unsigned doublings, uint64_t most)
{
    return turns >= most >> doublings ? most : turns << doublings;
}

/* Of the loop that was opened last. */
static uint64_t close_loop(struct pricing *g)
{
    uint64_t taken = g->wide ? g->blocks : g->lanes / FINE;
    g->lanes = g->blocks = 0;
    return taken;
}

/* What something takes that here stands for as many turns as there are fewer. */
static uint64_t shared(const struct pricing *g, uint64_t price) { return FINE * price >> g->doublings; }

/* Blocks as long as the loop is, at most; from turns_run and turns_lanes_run. */
static void open_loop(struct pricing *g, int32_t at)
{
    const struct ins *ins = &g->p->code[at];
    const int64_t *r = g->f->registers;
    uint64_t turns = TURNS_BLOCK, all;
    if (ins->op == OP_RANGE_OPEN) turns = r[ins->a] <= r[ins->b] ? (uint64_t)r[ins->b] - (uint64_t)r[ins->a] + 1 : 1;
    all = at_most(turns, g->doublings, INT32_MAX);
    g->wide = g->manner[at + 1] != IN_LANES || all <= LANES_LEAST;
    g->lanes = shared(g, LANES_A_LOOP + LANES_A_BLOCK);
    g->lane_each = shared(g, LANES_AN_INSTRUCTION + (all < LANES ? all : LANES) / LANES_TURNS_TOGETHER);
    g->lane_divided = shared(g, (all < LANES ? all : LANES) * LANES_A_DIVISION);
    g->lane_turns = (uint64_t)LANES >> g->doublings;
    g->lane_turns += !g->lane_turns;
    g->left = g->lane_turns;
    g->block++;
    turns = at_most(turns, g->doublings, TURNS_BLOCK);
    g->each = turns < TURNS_LEAST ? 0 : TURNS_A_TURN + TURNS_AN_INSTRUCTION / turns;
}

/* An empty range takes nothing. */
static uint64_t to_open(const struct pricing *g, int32_t at)
{
    const struct ins *ins = &g->p->code[at];
    const int64_t *r = g->f->registers;
    enum manner manner = (enum manner)g->manner[at + 1];
    uint64_t takes = manner == AS_A_RAY ? A_RAY : A_LOOP;
    if (manner == ONE_BY_ONE || (ins->op == OP_RANGE_OPEN && r[ins->a] > r[ins->b])) return 0;
    return takes >> g->doublings;
}

static uint64_t digits_of(uint64_t x) { return x ? 64 - (uint64_t)__builtin_clzll(x) : 1; }

/* Then it asks for the divisors of one number again and again. */
static bool has_row(const struct pricing *g, int32_t at, int32_t reg)
{
    int64_t x = g->f->registers[reg];
    bool small = x > 0 && x <= COMMON_MOST >> (g->doublings < 16 ? g->doublings : 16);
    return small && g->loop[at] && stays(g, g->loop[at], reg, 0);
}

static struct op_price gcd_price(const struct pricing *g, int32_t at, bool block)
{
    const struct ins *ins = &g->p->code[at];
    int64_t b = g->f->registers[ins->b], c = g->f->registers[ins->c];
    uint64_t any = (uint64_t)(b < 0 ? ~b : b) | (uint64_t)(c < 0 ? ~c : c), digits = digits_of(any) + g->doublings;
    if (digits > COMPILED_KEPT_DIGITS && (has_row(g, at, ins->b) || has_row(g, at, ins->c)))
        return (struct op_price){block ? TURNS_GCD_IN_ROW : TURNS_GCD_A_DIGIT * digits, COMPILED_GCD_IN_ROW};
    return (struct op_price){block && digits <= KEPT_DIGITS ? KEPT_GCD : TURNS_GCD_A_DIGIT * digits,
                             digits <= COMPILED_KEPT_DIGITS ? COMPILED_KEPT_GCD : COMPILED_GCD_A_DIGIT * digits};
}

static struct op_price price_of(const struct pricing *g, int32_t at)
{
    const struct ins *ins = &g->p->code[at];
    const struct op_price *known = &prices[ins->op];
    bool block = (g->manner[at] == IN_BLOCKS || g->manner[at] == IN_LANES) && g->each;
    bool division = ins->op == OP_DIV || ins->op == OP_MOD;
    if (g->manner[at] == AS_A_RAY) {
        uint64_t each = lists((enum opcode)ins->op) ? VM_PRICE_ALONG : 0;
        return (struct op_price){each, each};
    }
    if (ins->op == OP_GCD) return gcd_price(g, at, block);
    struct op_price price = {known->machine ? known->machine : PLAIN, known->compiled ? known->compiled : 1};
    if (block) price.machine = turns_costs[ins->op] ? turns_costs[ins->op] + g->each - TURNS_A_TURN : g->each;
    if (block && lists((enum opcode)ins->op)) price.machine = BLOCK_OF_ONE + g->each;
    if (block && g->loop[at] == at) price.machine = 0; /* numbers of turns come all at once */
    bool own = ins->c >= g->p->first_own && ins->c < g->p->registers - g->p->constant_count;
    if (division && own) price.machine = BY_NUMBER;
    if (division && (own || ins->c >= (int32_t)g->f->vm->model->param_count) &&
        ins->c < g->p->registers - g->p->constant_count)
        price.compiled = COMPILED_BY_NUMBER;
    return price;
}

/* An instruction of the loop, carried out: what it takes in lanes, which it does for a block if some turn comes to it, and whether lanes
 * have its number where numbers are that much larger. */
static void count_lanes(struct pricing *g, int32_t at, uint64_t in_blocks)
{
    const struct ins *ins = &g->p->code[at];
    enum opcode op = (enum opcode)ins->op;
    g->blocks += in_blocks;
    if (g->loop[at] == at) {
        if (--g->left) return;
        g->left = g->lane_turns, g->block++;
        g->lanes += shared(g, LANES_A_BLOCK);
        return;
    }
    if (lists(op)) g->lanes += FINE * LANES_AN_OPTION;
    if (g->met[at] != g->block) g->lanes += g->lane_each + (divides_apart(g, at) ? g->lane_divided : 0);
    g->met[at] = g->block;
    if (op_table[op].operands[0] != OPD_W) return;
    int64_t x = g->f->registers[ins->a];
    unsigned times = op == OP_MUL ? 2 : 1;
    g->wide |= digits_of((uint64_t)(x < 0 ? ~x : x)) + times * g->doublings > 31;
}

enum status machine_price(struct frame *f, const struct turns *turns, unsigned doublings, struct vm_price *price)
{
    const struct program *p = f->program;
    struct pricing g = {.f = f, .p = p, .doublings = doublings < MOST_DOUBLINGS ? doublings : MOST_DOUBLINGS};
    size_t bytes = p->count * (sizeof *g.met + sizeof *g.loop + sizeof *g.manner);
    enum status st = ST_OK;
    g.met = mem_alloc(bytes);
    if (!g.met) return ST_NO_MEMORY;
    g.loop = (int32_t *)(g.met + p->count);
    g.manner = (uint8_t *)(g.loop + p->count);
    int32_t known = -1; /* where the value that is computed now will be known; -1: none is */
    find_manners(&g, turns);
    for (int32_t at = 0; st == ST_OK && p->code[at].op != OP_HALT;) {
        const int32_t here = at;
        struct op_price one = price_of(&g, at);
        if (p->code[at].op == OP_RANGE_OPEN || p->code[at].op == OP_RUNS_OPEN) {
            price->machine += close_loop(&g);
            open_loop(&g, at);
            price->opened += to_open(&g, at);
        }
        if (at == known) known = -1;
        bool lanes = g.manner[at] == IN_LANES && known < 0;
        if (known < 0) { /* what is kept is computed once for the whole table */
            if (!lanes) price->machine += one.machine;
            price->compiled += one.compiled;
            if (g.manner[at] == AS_A_RAY) price->along += lists((enum opcode)p->code[at].op);
            else price->turns += g.loop[at] == at;
            if (p->code[at].op == OP_MEMO_GET) known = p->code[at].e;
        }
        st = machine_step(f, at, &at);
        if (lanes) count_lanes(&g, here, one.machine);
    }
    price->machine += close_loop(&g);
    mem_free(g.met, bytes);
    return st;
}
