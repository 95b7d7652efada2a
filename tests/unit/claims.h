/* SPDX-License-Identifier: MIT */
/* What every unit test starts with: cmocka behind the headers that it wants included first, and the walk over failing
 * allocations.
 *
 *     static bool builds_a_list(void) { ...; return everything_worked; }       // frees what it took, either way
 *     static void a_list_survives_any_failed_allocation(void **state) { (void)state; walk_failures(builds_a_list); }
 *
 * A test's name is the claim that it checks. */
#ifndef CGI_TESTS_CLAIMS_H
#define CGI_TESTS_CLAIMS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/mem.h"

#define CLAIM(name) static void name(void **state __attribute__((unused)))
#define CLAIMS(...)                                                                                                    \
    int main(void)                                                                                                     \
    {                                                                                                                  \
        const struct CMUnitTest claims[] = {__VA_ARGS__};                                                              \
        return cmocka_run_group_tests(claims, NULL, NULL);                                                             \
    }
#define IT(name) cmocka_unit_test(name)

/* Makes the first allocation fail and all after it, then the second, and so on until the attempt succeeds; after each
 * attempt as many bytes are held as before it. Returns how many attempts failed. */
static inline unsigned walk_failures(bool (*attempt)(void))
{
    uint64_t before = mem_held();
    for (unsigned nth = 1; nth < 1000000; nth++) {
        mem_fail_from(nth);
        bool done = attempt();
        mem_fail_from(0);
        assert_int_equal(mem_held(), before);
        if (done) return nth - 1;
    }
    fail_msg("the attempt never succeeded");
    return 0;
}

#endif
