/* SPDX-License-Identifier: MIT */
/* Interned names. */
#include "base/intern.h"
#include <stdio.h>
#include "claims.h"

CLAIM(equal_text_is_one_pointer)
{
    struct arena arena = {0};
    struct interns names = {.arena = &arena};
    const char *a = intern(&names, "nimble", 3);
    assert_string_equal(a, "nim");
    assert_ptr_equal(a, intern_c(&names, "nim"));
    assert_ptr_not_equal(a, intern_c(&names, "nimble"));
    assert_ptr_equal(intern_c(&names, ""), intern(&names, "x", 0));
    interns_free(&names);
    arena_free(&arena);
}

CLAIM(pointers_stay_while_the_table_grows)
{
    struct arena arena = {0};
    struct interns names = {.arena = &arena};
    const char *first[2000];
    char name[16];
    for (int i = 0; i < 2000; i++) first[i] = intern(&names, name, (size_t)snprintf(name, sizeof name, "v%d", i));
    for (int i = 0; i < 2000; i++)
        assert_ptr_equal(first[i], intern(&names, name, (size_t)snprintf(name, sizeof name, "v%d", i)));
    assert_int_equal(names.count, 2000);
    interns_free(&names);
    arena_free(&arena);
}

CLAIM(a_freed_table_can_be_used_again)
{
    struct arena arena = {0};
    struct interns names = {.arena = &arena};
    intern_c(&names, "a");
    interns_free(&names);
    assert_string_equal(intern_c(&names, "b"), "b");
    interns_free(&names);
    arena_free(&arena);
}

static bool interns_a_hundred_names(void)
{
    struct arena arena = {0};
    struct interns names = {.arena = &arena};
    char name[8];
    bool done = true;
    for (int i = 0; i < 100 && done; i++) done = intern(&names, name, (size_t)snprintf(name, sizeof name, "%d", i));
    interns_free(&names);
    arena_free(&arena);
    return done;
}

CLAIM(failed_allocations_are_null_and_leak_nothing) { assert_true(walk_failures(interns_a_hundred_names) >= 3); }

CLAIMS(IT(equal_text_is_one_pointer), IT(pointers_stay_while_the_table_grows), IT(a_freed_table_can_be_used_again),
       IT(failed_allocations_are_null_and_leak_nothing))
