/* SPDX-License-Identifier: MIT */
/* What the text of a Lua block says: names and whole strings count, comments and parts of strings do not. */
#include "model/lua_text.h"
#include "claims.h"

CLAIM(a_name_is_found)
{
    static const char *const texts[] = {
        "mover",        " mover",         "emit(mover)",          "x=mover+1",         "if mover==1 then",
        "_ENV.mover",   "_ENV['mover']",  "_ENV[\"mover\"]",      "_ENV[ [[mover]] ]", "f[==[mover]==]",
        "--\nmover",    "--[[x]]mover",   "a--[==[]]]==]b mover", "'\\'' mover",       "'--' mover",
        "[[--]] mover", "x --[ y\nmover", "'a\\\\' mover",        "t[a[1]]mover",      "1 - -mover"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!lua_text_says(texts[i], "mover")) fail_msg("not seen: %s", texts[i]);
}

CLAIM(what_is_no_name_is_not_found)
{
    static const char *const texts[] = {"",
                                        "remover",
                                        "movers",
                                        "_mover",
                                        "mover2",
                                        "-- mover",
                                        "--[[ mover\n]]",
                                        "--[=[ ]] mover ]=]",
                                        "'the mover'",
                                        "\"mover \"",
                                        "[[the mover]]",
                                        "[=[]] mover]=]",
                                        "'mo' .. 'ver'",
                                        "'\\' mover'",
                                        "Mover",
                                        "--",
                                        "--[[",
                                        "'",
                                        "[["};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (lua_text_says(texts[i], "mover")) fail_msg("seen: %s", texts[i]);
}

CLAIM(an_assignment_is_found_by_its_line)
{
    const char *text =
        "local c = 0\nfunction f()\n  x.c = 1 cc = 2\n  if c == 1 then\n    c=c+1\n  end\n  c, d = 1, 2\nend";
    assert_int_equal(lua_text_assignment(text, 1, 100, "c"), 1);
    assert_int_equal(lua_text_assignment(text, 2, 100, "c"), 5);
    assert_int_equal(lua_text_assignment(text, 6, 8, "c"), 7);
    assert_int_equal(lua_text_assignment(text, 2, 4, "c"), 0);
    assert_int_equal(lua_text_assignment(text, 1, 100, "d"), 7);
    assert_int_equal(lua_text_assignment("", 1, 100, "d"), 0);
}

CLAIM(every_block_of_a_file_counts)
{
    const char *texts[] = {"function f() end", "-- none\nfunction g() emit(mover) end"};
    struct model model = {.lua_texts = texts, .lua_text_count = 2};
    assert_true(model_lua_says_mover(&model));
    model.lua_text_count = 1;
    assert_false(model_lua_says_mover(&model));
    assert_false(model_lua_says_mover(&(struct model){0}));
}

CLAIMS(IT(a_name_is_found), IT(what_is_no_name_is_not_found), IT(an_assignment_is_found_by_its_line),
       IT(every_block_of_a_file_counts))
