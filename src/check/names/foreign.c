/* SPDX-License-Identifier: MIT */
#include "check/names/foreign.h"
#include <string.h>
#include "model/lua_text.h"

static const struct {
    const char *name, *here;
} words[] = {
    {"if", "a choice is written c ? a : b"},
    {"range", "a range is written 1..n"},
    {"sqrt", "isqrt(n) is the square root, rounded down"},
    {"length", "len(s) is the number of cells"},
    {"floor", "n / k is rounded down"},
    {"div", "n / k is rounded down"},
    {"mod", "the remainder is written n % k"},
    {"divides", "k divides n where n % k == 0"},
    {"bitxor", "xor(a, b) adds without carry"},
    {"bitand", "the bits in common are (a + b - xor(a, b)) / 2"},
    {"band", "the bits in common are (a + b - xor(a, b)) / 2"},
    {"bitor", "the bits of both are (a + b + xor(a, b)) / 2"},
    {"bor", "the bits of both are (a + b + xor(a, b)) / 2"},
    {"lcm", "the least common multiple is a / gcd(a, b) * b"},
    {"append", "a longer row is made anew, as in [j <= len(s) ? s[j] : x for j in 1..len(s) + 1]"},
    {"row", "a row of n cells that all hold v is [v for i in 1..n]"},
    {"concat", "rows are joined in a new one, as in [j <= len(a) ? a[j] : b[j - len(a)] for j in 1..len(a) + len(b)]"},
    {"isprime", "p is prime where p in primes; all of them are taken by t in primes"},
    {"is_prime", "p is prime where p in primes; all of them are taken by t in primes"},
    {"prime", "p is prime where p in primes; all of them are taken by t in primes"},
    {"is_square", "n is a square where n in squares"},
    {"issquare", "n is a square where n in squares"},
    {"isodd", "odd(n) says whether n is odd"},
    {"iseven", "even(n) says whether n is even"},
    {"is_odd", "odd(n) says whether n is odd"},
    {"is_even", "even(n) says whether n is even"},
    {"ceil", "n / k rounded up is (n + k - 1) / k"},
    {"power", "pow(b, e) is b to the power e"},
    {"log", "a power of two is tested by power_of_two(n), and powers(b) is the set of powers of b"},
    {"log2", "a power of two is tested by power_of_two(n), and powers(2) is the set of them"},
    {"random", "a rule has no chance moves"},
    {"size_of", "len(s) is the number of cells"},
    {"nimber", "sg(...) is the value of a position"},
};

bool note_foreign(struct checker *ck, const char *name)
{
    struct span nowhere = {0};
    for (size_t i = 0; i < ck->lua_texts.count; i++)
        if (lua_text_says(ck->lua_texts.data[i], name))
            return diag_note(ck->diags, nowhere, "a function of Lua is called as lua.%s(...)", name), true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0) return diag_note(ck->diags, nowhere, "%s", words[i].here), true;
    return false;
}
