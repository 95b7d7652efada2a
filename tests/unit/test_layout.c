/* SPDX-License-Identifier: MIT */
/* The layout keeps the tree and the comments, laying out twice is laying out once, and white space between the tokens does
 * not matter: over every rule file of the checkout, the manual's examples, the fuzz corpus, and mangled copies of them. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "claims.h"
#include "syntax/layout/layout.h"

enum { MAX_TEXT = 200000 };

struct parsed {
    struct arena arena;
    struct sources sources;
    struct interns names;
    struct diags diags;
    struct ast_parse in;
    struct ast *file;
    bool fine;
};

static void parse_text(struct parsed *p, const char *text, size_t length)
{
    *p = (struct parsed){0};
    p->names.arena = &p->arena;
    if (sources_add(&p->sources, "x", text, length, &p->in.source) != ST_OK) return;
    p->in = (struct ast_parse){p->in.source, &p->sources, &p->names, &p->arena, &p->diags, false};
    p->fine = parse_file(&p->in, &p->file) == ST_OK && p->file;
}

static void parsed_free(struct parsed *p)
{
    diags_free(&p->diags);
    interns_free(&p->names);
    sources_free(&p->sources);
    arena_free(&p->arena);
}

/* The comments of a text in their order, without blanks at their ends; strings and Lua blocks are stepped over. */
static void comments_of(const char *text, size_t length, struct text *out)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') {
            for (i++; i < length && text[i] != '"';) i++;
        } else if (strncmp(text + i, "lua", 3) == 0 && strchr(text + i, '[')) {
            size_t open = i + 3, level = 0;
            while (open < length && strchr(" \t\r\n\f\v", text[open])) open++;
            if (text[open] != '[') continue;
            for (open++; text[open] == '='; open++) level++;
            if (text[open] != '[') continue;
            for (i = open; i < length; i++) {
                size_t k = 0;
                while (text[i] == ']' && text[i + 1 + k] == '=') k++;
                if (text[i] == ']' && k == level && text[i + 1 + k] == ']') break;
            }
        } else if (text[i] == '#') {
            size_t end = i, last = i;
            for (; end < length && text[end] != '\n'; end++)
                if (!strchr(" \t\r\f\v", text[end])) last = end;
            text_put(out, text + i, last + 1 - i);
            text_putc(out, '\n');
            i = end;
        }
    }
}

/* The layout of a text; false when the text is no rule file. */
static bool lay_out(const char *text, size_t length, struct text *out)
{
    struct parsed p;
    parse_text(&p, text, length);
    bool fine = p.fine;
    if (fine) assert_int_equal(layout_file(&p.in, p.file, out), ST_OK);
    parsed_free(&p);
    return fine;
}

static void show(const char *name, const char *what, const struct text *a, const struct text *b)
{
    print_message("%s: %s\n---- before\n%s---- after\n%s", name, what, text_c(a), text_c(b));
    fail();
}

static void same_tree(const char *name, const char *text, size_t length, const struct text *out)
{
    struct parsed before, after;
    parse_text(&before, text, length);
    parse_text(&after, text_c(out), out->length);
    struct text whole = {0};
    text_put(&whole, text, length);
    if (!after.fine || !ast_same(before.file, after.file)) show(name, "another tree", &whole, out);
    text_free(&whole);
    parsed_free(&before);
    parsed_free(&after);
}

static bool check_text(const char *name, const char *text, size_t length)
{
    struct text out = {0}, again = {0}, comments = {0}, kept = {0};
    bool fine = lay_out(text, length, &out);
    if (fine) {
        same_tree(name, text, length, &out);
        assert_true(lay_out(text_c(&out), out.length, &again));
        if (strcmp(text_c(&out), text_c(&again)) != 0) show(name, "not the same twice", &out, &again);
        if (strchr(text, '#')) {
            comments_of(text, length, &comments);
            comments_of(text_c(&out), out.length, &kept);
            if (strcmp(text_c(&comments), text_c(&kept)) != 0) show(name, "other comments", &comments, &kept);
        }
    }
    text_free(&out);
    text_free(&again);
    text_free(&comments);
    text_free(&kept);
    return fine;
}

/* ---- where the texts come from ---- */

typedef void (*text_user)(const char *name, const char *text, size_t length);
static size_t texts_read, texts_fine;

static void use_file(const char *path, text_user use)
{
    static char text[MAX_TEXT + 1];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(text, 1, MAX_TEXT, file);
    fclose(file);
    text[length] = '\0';
    use(path, text, length);
}

/* The ```game blocks of a page. */
static void use_blocks(const char *path, text_user use)
{
    static char page[MAX_TEXT + 1];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    page[fread(page, 1, MAX_TEXT, file)] = '\0';
    fclose(file);
    for (char *at = page; (at = strstr(at, "```game\n"));) {
        char *end = strstr(at += strlen("```game\n"), "```");
        if (!end) break;
        *end = '\0';
        use(path, at, (size_t)(end - at));
        at = end + 3;
    }
}

static void use_folder(const char *folder, const char *ending, text_user use)
{
    char path[1024];
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        size_t length = strlen(path), tail = strlen(ending);
        if (entry->d_type == DT_DIR) use_folder(path, ending, use);
        else if (length > tail && strcmp(path + length - tail, ending) == 0)
            strcmp(ending, ".md") == 0 ? use_blocks(path, use) : use_file(path, use);
    }
    closedir(dir);
}

static const char *in_checkout(const char *folder)
{
    static char path[1024];
    const char *root = getenv("CGI_SOURCE");
    snprintf(path, sizeof path, "%s/%s", root ? root : ".", folder);
    return path;
}

static void use_everything(text_user use)
{
    static const char *const folders[] = {"games", "tests", "plugins"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) use_folder(in_checkout(folders[i]), ".game", use);
    use_folder(in_checkout("docs"), ".md", use);
    use_folder(in_checkout("tests/fuzz/corpus"), "", use);
}

static void check_and_count(const char *name, const char *text, size_t length)
{
    texts_read++;
    texts_fine += check_text(name, text, length);
}

CLAIM(every_file_keeps_its_tree_and_comments)
{
    use_everything(check_and_count);
    print_message("%zu texts, %zu of them rule files\n", texts_read, texts_fine);
    assert_true(texts_fine > 60);
}

/* ---- mangled copies ---- */

static uint32_t chance = 1;
static uint32_t draw(uint32_t below)
{
    chance = chance * 1664525u + 1013904223u;
    return (chance >> 8) % below;
}

/* White space outside of strings, comments and Lua becomes other white space, with `comments` now and then one of those. */
static void mangle(const char *text, size_t length, bool comments, struct text *out)
{
    static const char *const spaces[] = {" ", "\n", "  \n\t", "\r\n", "   "};
    static const char *const remarks[] = {" # a\n", "\n# b \n", " # c\n    # d\n", "\n\n#\n\n"};
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '"') {
            do text_putc(out, text[i++]);
            while (i < length && text[i] != '"');
            text_putc(out, '"');
        } else if (text[i] == ' ' || text[i] == '\n') {
            text_puts(out, comments && draw(8) == 0 ? remarks[draw(4)] : spaces[draw(5)]);
            while (text[i + 1] == ' ' || text[i + 1] == '\n') i++;
        } else {
            text_putc(out, text[i]);
            if (strchr("(),{}[]*", text[i]) && draw(4) == 0)
                text_puts(out, comments && draw(3) == 0 ? remarks[draw(4)] : spaces[draw(5)]);
        }
    }
}

static bool simple(const char *text) { return !strchr(text, '#') && !strstr(text, "lua") && !strchr(text, '\r'); }

static void drop_blank_lines(struct text *text)
{
    size_t to = 0;
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] != '\n' || (to && text->data[to - 1] != '\n')) text->data[to++] = text->data[i];
    text->length = to;
    if (text->data) text->data[to] = '\0';
}

static void check_mangled(const char *name, const char *text, size_t length)
{
    if (!simple(text) || length > 20000) return;
    for (int round = 0; round < 12; round++) {
        struct text other = {0}, a = {0}, b = {0};
        mangle(text, length, round % 2, &other);
        bool fine = check_text(name, text_c(&other), other.length);
        bool lines_count = strstr(text, "graph ") != NULL; /* edges on one line stay together */
        if (round % 2 == 0 && fine && !lines_count && lay_out(text, length, &a) &&
            lay_out(text_c(&other), other.length, &b)) {
            drop_blank_lines(&a);
            drop_blank_lines(&b);
            if (strcmp(text_c(&a), text_c(&b)) != 0) show(name, "white space matters", &a, &b);
        }
        text_free(&other);
        text_free(&a);
        text_free(&b);
    }
}

CLAIM(white_space_does_not_matter_and_comments_may_stand_anywhere) { use_everything(check_mangled); }

/* ---- the layout itself ---- */

static void lays_out(const char *text, const char *wanted)
{
    struct text out = {0};
    assert_true(lay_out(text, strlen(text), &out));
    assert_string_equal(text_c(&out), wanted);
    text_free(&out);
}

CLAIM(a_body_of_one_clause_stands_on_one_line)
{
    lays_out("game nim ( n )\n{ move take( t in 1 .. n )->nim( n-t ) ; }",
             "game nim(n) { move take(t in 1..n) -> nim(n - t) }\n");
    lays_out("graph g{a->b c;b->c;d}", "graph g { a -> b c; b -> c; d }\n");
}

CLAIM(joined_parameters_stay_together)
{
    lays_out("param a=1 ;\nparam b=-2\nparam c={ 1,2 }", "param a = 1; param b = -2\nparam c = {1, 2}\n");
}

CLAIM(a_lone_node_keeps_its_semicolon)
{
    lays_out("graph g { a -> b;\nc; loopy }", "graph g {\n  a -> b;\n  c\n  loopy\n}\n");
}

CLAIM(edges_on_one_line_stay_together)
{
    lays_out("graph g { a -> b; c; loopy }", "graph g {\n  a -> b; c\n  loopy\n}\n");
    lays_out("graph g { a -> b;b->c\nc -> a d ; e loopy }", "graph g {\n  a -> b; b -> c\n  c -> a d; e\n  loopy\n}\n");
}

CLAIM(comments_of_neighbouring_lines_share_a_column)
{
    lays_out("param a = 1 # one\nparam bb = 22 # two\n              # more\n\n# own\n",
             "param a = 1    # one\nparam bb = 22  # two\n               # more\n\n# own\n");
}

CLAIM(a_long_sum_is_filled)
{
    lays_out("game g(n) { expect sg(g(1111111111) + g(2222222222) + g(3333333333) + g(4444444444) + g(5555555555) + "
             "g(6666666666) "
             "+ g(7777777777)) == 0 }",
             "game g(n) {\n"
             "  expect sg(g(1111111111) + g(2222222222) + g(3333333333) + g(4444444444) + g(5555555555)\n"
             "      + g(6666666666) + g(7777777777))\n"
             "    == 0\n"
             "}\n");
}

static bool lays_out_a_game(void)
{
    static const char text[] = "# a\ngame g(n) { # b\n move a -> g(n - 1) # c\n}";
    struct parsed p;
    struct text out = {0};
    parse_text(&p, text, strlen(text));
    bool done = p.fine && layout_file(&p.in, p.file, &out) == ST_OK;
    text_free(&out);
    parsed_free(&p);
    return done;
}

CLAIM(every_refused_allocation_is_survived) { assert_true(walk_failures(lays_out_a_game) > 5); }

CLAIMS(IT(every_file_keeps_its_tree_and_comments), IT(white_space_does_not_matter_and_comments_may_stand_anywhere),
       IT(a_body_of_one_clause_stands_on_one_line), IT(joined_parameters_stay_together),
       IT(a_lone_node_keeps_its_semicolon), IT(edges_on_one_line_stay_together),
       IT(comments_of_neighbouring_lines_share_a_column), IT(a_long_sum_is_filled),
       IT(every_refused_allocation_is_survived))
