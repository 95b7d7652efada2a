/* SPDX-License-Identifier: MIT */
/* One heap from which is taken, or which is left, if a condition on the take, the rest and the heap holds: digits, roots, sets, common
 * divisors, residues, what has no value somewhere, and any of these joined. Where the heaps are numbered, their values by sets of bits
 * (solve/ranked/sieve.h, marks.h) are those of the sequence, which tries every take; heaps of more than 4096 fall into several sets.
 * usage: heap_bits [FIRST_SEED [COUNT]]; prints TAP lines, and what differs. */
#include <stdio.h>
#include <stdlib.h>
#include "numbering.h"
#include "random_rule.h"

extern const struct solver solver_sequence;
enum { DEEP = 2, SMALL = 600, LARGE = 4500, LARGE_ONE_IN = 12 };
struct tally {
    size_t rules, sifted, values, wrong;
    size_t ends[NUMBERING_ENDS]; /* of rules: how numbering them ended */
};
#define PICK(seed, list) ((list)[random_below(seed, sizeof(list) / sizeof *(list))])

/* T is what is taken, M what is left. */
static const char *const atoms[] = {"T in primes",
                                    "M in squares",
                                    "M in fib or M == 0",
                                    "T in powers(3)",
                                    "T in powers(max(2, n % 4))",
                                    "popcount(T) % 3 == 1",
                                    "odd(popcount(M))",
                                    "isqrt(M) % 2 == 0",
                                    "isqrt(T) * isqrt(T) == T",
                                    "bit(n, 2) != bit(T, 1)",
                                    "T % 7 == 2",
                                    "M % 5 != n % 3",
                                    "gcd(T, n % 12) <= 1",
                                    "gcd(M, 6 + n % 5) == 1",
                                    "gcd(T, n) == 1",
                                    "gcd(n, M) > 1",
                                    "gcd(M - 3, n) != 1",
                                    "2 > gcd(T, 30 - n)",
                                    "1 >= gcd(7 - T, n * n + 6)",
                                    "gcd(T, n / 2) == 1 or gcd(M, n + 1) >= 2",
                                    "n % T == 0",
                                    "T * T % 11 < 5",
                                    "M * (M + 1) % 7 != 2",
                                    "xor(T, M) == n",
                                    "xor(n, T) == M",
                                    "popcount(n) == popcount(T) + popcount(M)",
                                    "xor(T, 5) % 4 != 1",
                                    "T <= n % 50",
                                    "3 * T > n",
                                    "M != 17",
                                    "T in {1, 4, 9, 77}",
                                    "T % (n % 3) == 0",
                                    "12 / (M - 3) >= 0",
                                    "isqrt(T - 2) != 3",
                                    "(n % 2 == 0 ? T % 3 > 0 : M in primes)",
                                    "(T > 20 ? odd(M) : T in squares)",
                                    "n % 4 != 3"};
struct form {
    const char *range, *take, *rest; /* of t */
};
static const struct form forms[] = {{"1..n", "t", "(n - t)"},
                                    {"1..n", "t", "(n - t)"},
                                    {"0..n - 1", "(n - t)", "t"},
                                    {"1..n / 2", "(2 * t)", "(n - 2 * t)"},
                                    {"max(1, n - 70)..n", "t", "(n - t)"}};

static void write_condition(uint64_t *seed, int deep, const struct form *f, struct text *out)
{
    size_t how = random_below(seed, 6);
    if (deep == 0 || how < 2) {
        for (const char *c = PICK(seed, atoms); *c; c++) {
            bool one = *c == 'T' || *c == 'M';
            if (one) text_puts(out, *c == 'T' ? f->take : f->rest);
            else text_putc(out, *c);
        }
        return;
    }
    text_puts(out, how == 5 ? "not (" : "(");
    write_condition(seed, deep - 1, f, out);
    text_puts(out, how == 5 ? "" : how % 2 ? ") and (" : ") or (");
    if (how != 5) write_condition(seed, deep - 1, f, out);
    text_putc(out, ')');
}

static void write_rule(uint64_t *seed, struct text *out)
{
    size_t moves = 1 + random_below(seed, 2);
    text_puts(out, "game g(n) {");
    for (size_t m = 0; m < moves; m++) {
        const struct form *f = &PICK(seed, forms);
        text_add(out, "\n  move m%zu(t in %s) where ", m, f->range);
        write_condition(seed, DEEP, f, out);
        text_add(out, "\n    -> g(%s)", f->rest);
    }
    text_puts(out, "\n}\n");
}

static void compare(struct tally *t, struct runtime_case *c, const char *rule, const uint16_t *values, uint64_t size)
{
    struct ask q = {.what = Q_SEQUENCE, .game = c->file.model->main_game, .last = size - 1};
    struct way way = {.by = &solver_sequence, .ask = &q};
    struct result result = {0};
    bool has = solver_sequence.run(c->env, &way, &c->arena, &result) == ST_OK;
    uint64_t i = 0;
    while (has && i < size && result.values[i] == values[i]) i++;
    t->values += i;
    if (has && i == size) return;
    t->wrong++;
    printf("# heap %llu numbered as %u, in sequence as %lld in %s", (unsigned long long)i, values[i < size ? i : 0],
           has ? (long long)result.values[i] : -1, rule);
}

static void number(struct tally *t, struct runtime_case *c, const char *rule, int64_t heap)
{
    struct component one = {c->file.model->main_game, 1, &heap};
    const int64_t starts[1][TERM_CELLS] = {{heap}};
    struct numbering n;
    numbering_open(&n, c, &one, starts);
    t->ends[n.end]++;
    t->sifted += n.end == NUMBERING_VALUED && shots_sift(&n.shots);
    if (n.end == NUMBERING_VALUED) compare(t, c, rule, n.values, n.r.size);
    numbering_close(&n);
}

static void try_rule(struct tally *t, uint64_t seed)
{
    struct text text = {0};
    struct rule_file file;
    struct runtime_case c;
    seed = hash_mix(seed);
    write_rule(&seed, &text);
    size_t most = random_below(&seed, LARGE_ONE_IN) ? SMALL : LARGE;
    int64_t heap = (int64_t)most - (int64_t)random_below(&seed, most / 2);
    rule_open(&file, text_c(&text));
    bool fine = file.st == ST_OK;
    rule_close(&file);
    t->rules++;
    t->ends[NUMBERING_REFUSED] += !fine;
    if (fine) {
        case_open(&c, text_c(&text));
        number(t, &c, text_c(&text), heap);
        case_close(&c);
    }
    text_free(&text);
}

int main(int argc, char **argv)
{
    uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 1, count = argc > 2 ? strtoull(argv[2], NULL, 10) : 150;
    struct tally t = {0};
    for (uint64_t seed = first; seed < first + count; seed++) try_rule(&t, seed);
    bool fine = !t.wrong && t.sifted > count / 3;
    printf("%s 1 - heap_bits: %zu rules, %zu numbered, %zu by bits, %zu values, %zu failed, %zu that would hide, %zu "
           "refused, "
           "%zu wrong\n",
           fine ? "ok" : "not ok", t.rules, t.ends[NUMBERING_VALUED], t.sifted, t.values, t.ends[NUMBERING_FAILED],
           t.ends[NUMBERING_HIDDEN], t.ends[NUMBERING_REFUSED], t.wrong);
    printf("1..1\n");
    return fine ? 0 : 1;
}
