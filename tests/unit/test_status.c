/* SPDX-License-Identifier: MIT */
/* Statuses: words and exit codes. */
#include "base/status.h"
#include "claims.h"

CLAIM(every_status_has_words)
{
    for (int st = 0; st < ST_COUNT; st++) assert_true(status_words((enum status)st)[0] != '\0');
}

CLAIM(words_of_an_unknown_status_are_never_null)
{
    assert_non_null(status_words(ST_COUNT));
    assert_non_null(status_words((enum status) - 1));
}

CLAIM(exit_codes_are_those_of_the_manual)
{
    assert_int_equal(status_exit_code(ST_OK), 0);
    assert_int_equal(status_exit_code(ST_USAGE), 2);
    assert_int_equal(status_exit_code(ST_INVALID), 3);
    assert_int_equal(status_exit_code(ST_TIMEOUT), 4);
    assert_int_equal(status_exit_code(ST_RULE_FAILED), 5);
}

CLAIM(only_success_exits_with_zero)
{
    for (int st = 1; st <= ST_COUNT; st++) assert_int_not_equal(status_exit_code((enum status)st), 0);
}

CLAIM(a_budget_leaves_what_was_found_and_a_refused_allocation_does_not)
{
    static const enum status budgets[] = {ST_TIMEOUT, ST_MEMORY_BUDGET, ST_STATE_BUDGET, ST_INTERRUPTED, ST_TOO_LARGE};
    size_t found = 0;
    for (int st = 0; st <= ST_COUNT; st++) found += status_is_budget((enum status)st);
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) assert_true(status_is_budget(budgets[i]));
    assert_int_equal(found, sizeof budgets / sizeof *budgets);
    assert_false(status_is_budget(ST_NO_MEMORY));
}

CLAIMS(IT(every_status_has_words), IT(words_of_an_unknown_status_are_never_null),
       IT(exit_codes_are_those_of_the_manual), IT(only_success_exits_with_zero),
       IT(a_budget_leaves_what_was_found_and_a_refused_allocation_does_not))
