/* SPDX-License-Identifier: MIT */
/* The plugin host: what it loads, what it refuses and why, whose game is whose, and what it lets through of the
 * answers. The plugins are those of tests/abi, built into $CGI_BUILD/tests/abi/plugins, and the documented ones of
 * $CGI_PLUGIN_PATH. */
#include "plugin/plugin.h"
#include "play/options/store.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/hash.h"
#include "claims.h"
#include "rule_file.h"

static char abi_folder[4096];

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value ? value : ".";
}

static int find_folders(void **state)
{
    (void)state;
    snprintf(abi_folder, sizeof abi_folder, "%s/tests/abi/plugins", variable("CGI_BUILD"));
    return 0;
}

/* ---- a folder of its own ----------------------------------------------------------------------------------------- */
struct workshop {
    char folder[64];
};

static void workshop_open(struct workshop *w)
{
    snprintf(w->folder, sizeof w->folder, "/tmp/cgi-host-XXXXXX");
    assert_non_null(mkdtemp(w->folder));
}
static void workshop_close(struct workshop *w)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", w->folder);
    assert_int_equal(system(command), 0);
}
static void put_file(const struct workshop *w, const char *name, const void *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", w->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}
/* The bytes of one of the plugins of tests/abi; the caller frees them. */
static char *plugin_bytes(const char *name, size_t *size)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/%s.so", abi_folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    fclose(file);
    return bytes;
}

/* ---- a host with its references ---------------------------------------------------------------------------------- */
struct house {
    struct store store; /* for what is recognised alone */
    struct diags diags;
    struct budget budget;
    struct host *host;
    struct arena arena;
    struct rule_file rule;
    struct recognition *found;
    struct env env;
};

static void house_load(struct house *h, const char *folder)
{
    memset(h, 0, sizeof *h);
    assert_int_equal(host_open(&folder, 1, NULL, &h->budget, &h->diags, &h->host), ST_OK);
}
/* The reference rules of all plugins, as the engine would hand them over. */
static void house_refer(struct house *h)
{
    for (size_t i = 0; i < host_count(h->host); i++) {
        struct rule_file reference;
        if (!host_info(h->host, i)->usable) continue;
        rule_open(&reference, host_info(h->host, i)->rule);
        if (reference.st != ST_OK) fail_msg("%s: %s", host_info(h->host, i)->name, rule_message(&reference));
        vm_close(reference.vm);
        code_free(reference.code);
        host_set_reference(h->host, i, reference.model);
        reference.vm = NULL, reference.code = NULL, reference.model = NULL;
        rule_close(&reference);
    }
}
static enum status house_read(struct house *h, const char *rule)
{
    rule_open(&h->rule, rule);
    if (h->rule.st != ST_OK) fail_msg("%s", rule_message(&h->rule));
    assert_int_equal(traits_find(h->rule.model, &h->arena, &h->store.traits), ST_OK);
    h->env = (struct env){.model = h->rule.model,
                          .params = h->rule.params,
                          .code = h->rule.code,
                          .vm = h->rule.vm,
                          .budget = &h->budget,
                          .diags = &h->diags,
                          .plugins = h->host,
                          .store = &h->store,
                          .traits = &h->store.traits};
    enum status st = host_recognise(h->host, h->rule.model, h->rule.params, NULL, &h->diags, &h->arena, &h->found);
    h->store.recognised = h->found;
    return st;
}
static void house_open(struct house *h, const char *folder, const char *rule)
{
    house_load(h, folder);
    house_refer(h);
    assert_int_equal(house_read(h, rule), ST_OK);
}
static void house_forget(struct house *h)
{
    rule_close(&h->rule);
    memset(&h->rule, 0, sizeof h->rule);
}
static void house_close(struct house *h)
{
    host_close(h->host);
    rule_close(&h->rule);
    diags_free(&h->diags);
    arena_free(&h->arena);
}
static int find(const struct host *host, const char *name)
{
    for (size_t i = 0; i < host_count(host); i++)
        if (strcmp(host_info(host, i)->name, name) == 0) return (int)i;
    return -1;
}
static const struct plugin_info *info_of(const struct host *host, const char *name)
{
    int i = find(host, name);
    if (i < 0) fail_msg("no plugin %s", name);
    return host_info(host, (size_t)i);
}
static size_t count_diags(const struct house *h, enum diag_id id)
{
    size_t count = 0;
    for (size_t i = 0; i < h->diags.count; i++) count += h->diags.items[i].id == id;
    return count;
}
/* The name of the plugin that a game of the rule was recognised as, "" for none. */
static const char *recognised(const struct house *h, const char *game)
{
    int i = model_find_game(h->rule.model, game);
    assert_true(i >= 0);
    return h->found->games[i].plugin < 0 ? "" : host_info(h->host, (size_t)h->found->games[i].plugin)->name;
}

/* ---- loading ----------------------------------------------------------------------------------------------------- */
CLAIM(old_and_newer_plugins_are_used)
{
    static const char *const names[] = {"good", "old", "newer", "lying", "nonsense", "mixed"};
    struct house h;
    house_load(&h, abi_folder);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_true(info_of(h.host, names[i])->usable);
        assert_null(info_of(h.host, names[i])->problem);
    }
    assert_string_equal(info_of(h.host, "old")->capabilities, "component, sum, normal, sg, outcome");
    assert_string_equal(info_of(h.host, "newer")->capabilities, "component, sum, normal, sg, outcome");
    assert_string_equal(info_of(h.host, "good")->claim, "n mod 3");
    house_close(&h);
}

CLAIM(each_broken_plugin_is_left_out_with_its_reason)
{
    static const struct {
        const char *name, *problem;
    } broken[] = {{"wrong_major", "plugin ABI 3.1 and this program speaks 0.x"},
                  {"wrong_magic", "does not begin with the magic number"},
                  {"wrong_size", "an impossible size"},
                  {"missing_value", "the member 'value' is missing"},
                  {"missing_rule", "its reference rule is missing"},
                  {"bad_name", "its name is missing or not a name"},
                  {"outside", "its descriptor lies outside its file"},
                  {"outside_function", "one of its functions lies outside its file"},
                  {"no_entry", "does not export cgi_plugin_entry"},
                  {"declines", "a host with a telescope is needed"},
                  {"closed", "its open() failed: the table cannot be made"}};
    struct house h;
    house_load(&h, abi_folder);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        const struct plugin_info *info = info_of(h.host, broken[i].name);
        assert_false(info->usable);
        if (!strstr(info->problem, broken[i].problem)) fail_msg("%s: %s", broken[i].name, info->problem);
    }
    assert_int_equal(count_diags(&h, D_PLUGIN_FILE), sizeof broken / sizeof *broken);
    assert_int_equal(count_diags(&h, D_PLUGIN_TWICE), 1);
    assert_int_equal(h.diags.errors, 0);
    house_close(&h);
}

CLAIM(of_two_plugins_of_one_name_the_first_is_used)
{
    struct house h;
    house_load(&h, abi_folder);
    size_t good = 0;
    for (size_t i = 0; i < host_count(h.host); i++) {
        const struct plugin_info *info = host_info(h.host, i);
        if (strcmp(info->name, "good") != 0) continue;
        assert_int_equal(info->usable, strstr(info->path, "/good.so") != NULL);
        good++;
    }
    assert_int_equal(good, 2);
    house_close(&h);
}

CLAIM(a_folder_named_twice_gives_its_plugins_once_and_a_missing_one_none)
{
    const char *folders[] = {abi_folder, "/nonexistent/folder", "", abi_folder};
    struct diags diags = {0};
    struct host *once, *twice;
    assert_int_equal(host_open(folders, 1, NULL, NULL, &diags, &once), ST_OK);
    assert_int_equal(host_open(folders, 4, NULL, NULL, &diags, &twice), ST_OK);
    assert_int_equal(host_count(once), host_count(twice));
    host_close(once);
    host_close(twice);
    assert_int_equal(host_open(folders + 1, 2, NULL, NULL, &diags, &once), ST_OK);
    assert_int_equal(host_count(once), 0);
    host_close(once);
    diags_free(&diags);
}

CLAIM(a_file_of_the_last_folder_that_is_a_part_of_the_program_is_not_opened)
{
    struct workshop w;
    struct house h = {0};
    char path[4200];
    snprintf(path, sizeof path, "%s/good.so", abi_folder);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL), *symbol = library ? dlsym(library, "cgi_plugin_entry") : NULL;
    assert_non_null(symbol);
    struct inside_plugin inside[] = {{"other.so", NULL}, {"text.so", NULL}, {0}};
    memcpy(&inside[1].entry, &symbol, sizeof symbol);
    workshop_open(&w);
    put_file(&w, "text.so", "no shared object", strlen("no shared object"));
    const char *folders[] = {w.folder, "/nonexistent/folder"};
    assert_int_equal(host_open(folders, 1, inside, &h.budget, &h.diags, &h.host), ST_OK);
    assert_int_equal(host_count(h.host), 1);
    assert_true(host_info(h.host, 0)->usable);
    assert_string_equal(host_info(h.host, 0)->name, "good");
    host_close(h.host);
    assert_int_equal(host_open(folders, 2, inside, &h.budget, &h.diags, &h.host), ST_OK);
    assert_false(host_info(h.host, 0)->usable);
    house_close(&h);
    workshop_close(&w);
    dlclose(library);
}

CLAIM(files_that_are_no_whole_shared_object_are_refused_before_they_are_loaded)
{
    struct workshop w;
    struct house h;
    size_t size;
    char *bytes = plugin_bytes("good", &size), name[32];
    workshop_open(&w);
    for (size_t part = 0; part < 64; part++) {
        snprintf(name, sizeof name, "cut%02zu.so", part);
        put_file(&w, name, bytes, part == 63 ? size - 1 : size * part / 64);
    }
    put_file(&w, "text.so", "game nim(n) { move take(t in 1..n) -> nim(n - t) }                                     ",
             80);
    bytes[18] ^= 0x55; /* the machine */
    put_file(&w, "machine.so", bytes, size);
    bytes[18] ^= 0x55;
    bytes[16] = 2; /* an executable */
    put_file(&w, "program.so", bytes, size);
    bytes[16] = 3;
    put_file(&w, ".hidden.so", bytes, size);
    put_file(&w, "other.txt", bytes, size);
    char path[256];
    snprintf(path, sizeof path, "%s/folder.so", w.folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/pipe.so", w.folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    snprintf(path, sizeof path, "%s/nowhere.so", w.folder);
    assert_int_equal(symlink("nothing", path), 0);
    house_load(&h, w.folder);
    assert_int_equal(host_count(h.host), 64 + 6);
    for (size_t i = 0; i < host_count(h.host); i++) {
        assert_false(host_info(h.host, i)->usable);
        assert_non_null(host_info(h.host, i)->problem);
    }
    assert_non_null(strstr(info_of(h.host, "cut63")->problem, "truncated"));
    assert_non_null(strstr(info_of(h.host, "cut32")->problem, "truncated"));
    assert_non_null(strstr(info_of(h.host, "machine")->problem, "another machine"));
    assert_non_null(strstr(info_of(h.host, "text")->problem, "not a shared object"));
    house_close(&h);
    workshop_close(&w);
    free(bytes);
}

/* Sections and symbols may be rubbish and the loader may then refuse or load it; nothing else may happen. The dynamic
 * section itself is trusted, as every loader does, so only the header and the program headers are mutilated here. */
CLAIM(mutilated_headers_never_crash_the_checks)
{
    struct workshop w;
    size_t size;
    char *bytes = plugin_bytes("no_entry", &size);
    uint64_t seed = 11;
    workshop_open(&w);
    for (int round = 0; round < 200; round++) {
        char saved[64 + 56];
        memcpy(saved, bytes, sizeof saved);
        for (int i = 0; i < 3; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[32 + (seed >> 33) % 32] = (char)(seed >> 56); /* offsets, counts and sizes of the tables */
        }
        put_file(&w, "x.so", bytes, size);
        memcpy(bytes, saved, sizeof saved);
        struct house h;
        house_load(&h, w.folder);
        assert_int_equal(host_count(h.host), 1);
        house_close(&h);
    }
    workshop_close(&w);
    free(bytes);
}

static bool opens(void)
{
    const char *folder = abi_folder;
    struct diags diags = {0};
    struct host *host;
    enum status st = host_open(&folder, 1, NULL, NULL, &diags, &host);
    assert_true(st == ST_OK || (st == ST_NO_MEMORY && !host));
    bool usable = st == ST_OK && info_of(host, "good")->usable && info_of(host, "mixed")->usable;
    host_close(host);
    diags_free(&diags);
    return usable;
}
CLAIM(opening_survives_any_failed_allocation) { walk_failures(opens); }

/* ---- recognition ------------------------------------------------------------------------------------------------- */
CLAIM(rules_are_recognised_by_what_they_say)
{
    struct house h;
    house_open(
        &h, variable("CGI_PLUGIN_PATH"),
        "game pile(x) { move y(y in 0..x - 1) -> pile(y) }\n"
        "game five(n) { move take(t in 1..n) where t <= 5 -> five(n - t) }\n"
        "game queen(u, v) { move d(t in 1..min(u, v)) -> queen(u - t, v - t) move x(t in 1..u) -> queen(u - t, v)\n"
        "  move y(t in 1..v) -> queen(u, v - t) }\n"
        "game rook(u, v) { move x(t in 1..u) -> rook(u - t, v) move y(t in 1..v) -> rook(u, v - t) }\n"
        "game gap(n) { move take(t in 1..n) where t != 2 -> gap(n - t) }\n"
        "game stairs(s: row) { move off(i in 1..len(s), t in 1..s[i]) -> stairs(s with { [i] -= t }) }");
    assert_string_equal(recognised(&h, "pile"), "nim");
    assert_string_equal(recognised(&h, "five"), "bash");
    assert_string_equal(recognised(&h, "queen"), "wythoff");
    assert_string_equal(recognised(&h, "rook"), "");
    assert_string_equal(recognised(&h, "gap"), "kl_equal");
    assert_string_equal(recognised(&h, "stairs"), "");
    const struct match *five = &h.found->games[model_find_game(h.rule.model, "five")];
    assert_int_equal(five->param_count, 1);
    assert_int_equal(five->params[0].value, 5);
    assert_false(five->by_name);
    assert_int_equal(h.diags.count, 0);
    house_close(&h);
}

CLAIM(solve_is_a_proof_where_there_is_one_and_a_word_where_there_is_none)
{
    struct house h;
    house_open(&h, variable("CGI_PLUGIN_PATH"),
               "param m = 4 in 1..\n"
               "game a(n) { solve bash(m) move take(t in 1..min(m, n)) -> a(n - t) }\n"
               "game b(n) { solve bash(m + 1) move take(t in 1..min(m, n)) -> b(n - t) }\n"
               "game c(n) { solve nim() move take(t in 1..n) where t != 2 -> c(n - t) }\n"
               "game d(n) { solve bash() move take(t in 1..min(m, n)) -> d(n - t) }");
    const struct match *m = h.found->games;
    assert_true(m[0].plugin >= 0 && !m[0].by_name && m[0].params[0].value == 4);
    assert_true(m[1].plugin >= 0 && m[1].by_name && m[1].params[0].value == 5);
    assert_true(m[2].plugin >= 0 && m[2].by_name);
    assert_true(m[3].plugin >= 0 && !m[3].by_name && m[3].params[0].value == 4);
    house_close(&h);
}

CLAIM(a_solve_that_cannot_be_followed_is_an_error_at_its_place)
{
    static const struct {
        const char *rule;
        enum diag_id id;
    } wrong[] = {{"game a(n) { solve nothing() move take(t in 1..n) -> a(n - t) }", D_SOLVE_UNKNOWN},
                 {"game a(n) { solve wythoff() move take(t in 1..n) -> a(n - t) }", D_SOLVE_SHAPE},
                 {"game a(n) { solve nim(3) move take(t in 1..n) -> a(n - t) }", D_SOLVE_COUNT},
                 {"game a(n) { solve bash(0) move take(t in 1..n) -> a(n - t) }", D_SOLVE_DOMAIN},
                 {"game a(n) { solve bash(bit(5, 2)) move take(t in 1..n) -> a(n - t) }", D_SOLVE_ARGUMENT},
                 {"game a(n) { solve bash(7 / 0) move take(t in 1..n) -> a(n - t) }", D_SOLVE_ARGUMENT}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct house h;
        house_load(&h, variable("CGI_PLUGIN_PATH"));
        house_refer(&h);
        rule_open(&h.rule, wrong[i].rule);
        if (h.rule.st == ST_OK) { /* the checker may refuse a division by 0 itself */
            house_forget(&h);
            assert_int_equal(house_read(&h, wrong[i].rule), ST_INVALID);
            assert_int_equal(count_diags(&h, wrong[i].id), 1);
            assert_true(h.diags.items[0].span.end > h.diags.items[0].span.begin);
        }
        house_close(&h);
    }
}

/* ---- questions --------------------------------------------------------------------------------------------------- */
static struct position ask(struct house *h, const char *term)
{
    struct position p;
    if (rule_position(&h->rule, term, &p) != ST_OK) fail_msg("%s: %s", term, rule_message(&h->rule));
    return p;
}
static int64_t value_of(struct house *h, const char *term)
{
    struct position p = ask(h, term);
    const struct integer *value;
    int64_t small = -1;
    if (host_value(&h->env, &p, 0, &h->arena, &value) == ST_OK) assert_true(integer_fits(value, &small));
    return small;
}
static enum outcome outcome_of(struct house *h, const char *term, enum play play)
{
    struct position p = ask(h, term);
    enum outcome outcome;
    enum status st = host_outcome(&h->env, &p, play, 0, &h->arena, &outcome);
    return st == ST_OK ? outcome : OUTCOME_UNKNOWN;
}
/* "0:1,2 1:3": component and cells of every winning move, as the host orders them; "none known" when it has none. */
static const char *wins_of(struct house *h, const char *term, enum play play)
{
    struct position p = ask(h, term);
    struct listed_move *wins;
    struct text out = {0};
    size_t count;
    bool complete;
    bool some;
    if (host_wins(&h->env, &p, play, 0, 1000, &h->arena, &wins, &count, &complete, &some) != ST_OK) return "none known";
    assert_true(complete);
    for (size_t i = 0; i < count; i++) {
        text_add(&out, "%s%zu:", i ? " " : "", wins[i].component);
        for (size_t j = 0; j < wins[i].cell_count; j++)
            text_add(&out, "%s%s", j ? "," : "", integer_string(&h->arena, wins[i].cells[j]));
    }
    const char *text = arena_strdup(&h->arena, text_c(&out));
    text_free(&out);
    return text;
}

CLAIM(values_outcomes_and_winning_moves_come_through)
{
    struct house h;
    house_open(
        &h, variable("CGI_PLUGIN_PATH"),
        "game pile(x) { move y(y in 0..x - 1) -> pile(y) }\n"
        "game five(n) { move take(t in 1..n) where t <= 5 -> five(n - t) }\n"
        "game queen(u, v) { move d(t in 1..min(u, v)) -> queen(u - t, v - t) move x(t in 1..u) -> queen(u - t, v)\n"
        "  move y(t in 1..v) -> queen(u, v - t) }");
    assert_int_equal(value_of(&h, "pile(9)"), 9);
    assert_int_equal(value_of(&h, "five(9)"), 3);
    assert_int_equal(value_of(&h, "queen(2, 7)"), 6);
    assert_int_equal(value_of(&h, "queen(5, 2)"), 4);
    assert_int_equal(value_of(&h, "queen(3, 6)"), -1);
    assert_int_equal(outcome_of(&h, "pile(3) + pile(5) + pile(6)", PLAY_NORMAL), OUTCOME_P);
    assert_int_equal(outcome_of(&h, "pile(1) + pile(1)", PLAY_MISERE), OUTCOME_N);
    assert_int_equal(outcome_of(&h, "queen(3, 5)", PLAY_MISERE), OUTCOME_P);
    assert_string_equal(wins_of(&h, "pile(3) + pile(4) + pile(5)", PLAY_NORMAL), "0:1");
    assert_string_equal(wins_of(&h, "pile(2) + pile(1)", PLAY_MISERE), "0:0");
    assert_string_equal(wins_of(&h, "queen(3, 4)", PLAY_NORMAL), "0:1,2");
    assert_string_equal(wins_of(&h, "queen(4, 4)", PLAY_MISERE), "0:2,2");
    assert_string_equal(wins_of(&h, "five(2) + five(3)", PLAY_NORMAL), "1:2");
    /* sums of a plugin for single components: by their values, where it has them, under normal play */
    assert_int_equal(outcome_of(&h, "queen(8, 0) + queen(2, 6) + queen(1, 7) + queen(0, 8)", PLAY_NORMAL), OUTCOME_P);
    assert_int_equal(outcome_of(&h, "queen(1, 5) + queen(2, 6)", PLAY_NORMAL), OUTCOME_N);
    assert_int_equal(outcome_of(&h, "queen(3, 6) + queen(2, 6)", PLAY_NORMAL), OUTCOME_UNKNOWN);
    assert_int_equal(outcome_of(&h, "queen(3, 5) + queen(2, 6)", PLAY_MISERE), OUTCOME_UNKNOWN);
    assert_int_equal(outcome_of(&h, "pile(3) + five(3)", PLAY_NORMAL), OUTCOME_UNKNOWN);
    assert_string_equal(wins_of(&h, "queen(3, 5) + queen(2, 6)", PLAY_NORMAL), "none known");
    house_close(&h);
}

/* What is known of the documented games' rules without reading them is so. */
static void what_is_known_of_the_documented_rules_is_so(void **state)
{
    static const struct {
        uint64_t hash;
        enum game_kind kind;
        bool uses_mover;
        size_t field_count;
        enum field_kind fields[MODEL_MAX_FIELDS];
    } known[] = {
#define RULE(hash, kind, uses_mover, count, ...) {hash, kind, uses_mover, count, {__VA_ARGS__}},
#include "plugin/host/known.def"
#undef RULE
    };
    struct house h;
    (void)state;
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) skip(); /* none is known */
    house_load(&h, variable("CGI_PLUGIN_PATH"));
    for (size_t i = 0; i < host_count(h.host); i++) {
        const struct plugin_info *info = host_info(h.host, i);
        struct rule_file rule;
        rule_open(&rule, info->rule);
        const struct game *game = &rule.model->games[rule.model->main_game];
        uint64_t hash = hash_bytes(info->rule, strlen(info->rule));
        bool same = false;
        for (size_t k = 0; k < sizeof known / sizeof *known && !same; k++) {
            same = known[k].hash == hash && known[k].kind == game->kind && known[k].uses_mover == game->uses_mover &&
                   known[k].field_count == game->field_count;
            for (size_t f = 0; f < game->field_count && same; f++) same = known[k].fields[f] == game->fields[f].kind;
        }
        rule_close(&rule);
        if (!same)
            fail_msg("src/plugin/host/known.def is not true of %s, whose hash is 0x%016" PRIx64, info->name, hash);
    }
    house_close(&h);
}

static struct plugin_offer offer_of(struct house *h, const char *term, enum play play, int *plugin)
{
    struct position p = ask(h, term);
    struct plugin_offer offer;
    assert_int_equal(host_offer(&h->env, &p, play, 0, &h->arena, &offer, plugin), ST_OK);
    return offer;
}

CLAIM(offers_say_what_there_is_and_why_there_is_no_more)
{
    struct house h;
    struct plugin_offer o;
    int plugin;
    house_open(
        &h, variable("CGI_PLUGIN_PATH"),
        "game pile(x) { move y(y in 0..x - 1) -> pile(y) }\n"
        "game queen(u, v) { move d(t in 1..min(u, v)) -> queen(u - t, v - t) move x(t in 1..u) -> queen(u - t, v)\n"
        "  move y(t in 1..v) -> queen(u, v - t) }\n"
        "game gap(n) { move take(t in 1..n) where t != 2 -> gap(n - t) }");
    o = offer_of(&h, "pile(3) + pile(8)", PLAY_NORMAL, &plugin);
    assert_true(o.value && o.outcome && o.wins && plugin == find(h.host, "nim"));
    o = offer_of(&h, "pile(3) + pile(8)", PLAY_MISERE, &plugin);
    assert_true(!o.value && o.outcome && o.wins);
    o = offer_of(&h, "queen(30, 80)", PLAY_NORMAL, &plugin);
    assert_true(!o.value && o.outcome && o.wins && plugin == find(h.host, "wythoff"));
    assert_non_null(strstr(o.reason, "no closed form for SG values"));
    o = offer_of(&h, "queen(1, 80) + queen(2, 3)", PLAY_NORMAL, &plugin);
    assert_true(o.value && o.outcome && !o.wins);
    o = offer_of(&h, "queen(1, 80) + queen(3, 3)", PLAY_NORMAL, &plugin);
    assert_true(!o.value && !o.outcome && !o.wins && o.reason);
    o = offer_of(&h, "queen(1, 80) + queen(2, 3)", PLAY_MISERE, &plugin);
    assert_true(!o.outcome && !o.value && !o.wins && strstr(o.reason, "single components"));
    o = offer_of(&h, "queen(1, 80) + pile(1)", PLAY_MISERE, &plugin);
    assert_true(plugin == -1 && !o.outcome && strstr(o.reason, "different closed forms"));
    o = offer_of(&h, "pile(1) + gap(3)", PLAY_NORMAL, &plugin);
    assert_true(plugin == -1 && !o.outcome && o.reason);
    o = offer_of(&h, "pile(1) + queen(1, 2)", PLAY_NORMAL, &plugin);
    assert_true(plugin == -1 && strstr(o.reason, "different closed forms"));
    house_close(&h);
}

CLAIM(numbers_beyond_64_bits_go_through)
{
    struct house h;
    house_open(&h, variable("CGI_PLUGIN_PATH"), "game pile(x) { move y(y in 0..x - 1) -> pile(y) }");
    static const char digits[] = "100000000000000000000000000000000000000000000000000";
    const struct integer *cells[1] = {integer_parse(&h.arena, digits, strlen(digits))};
    const struct integer *const *big[2] = {cells, NULL};
    int64_t small = 7;
    struct component components[2] = {{0, 1, &small}, {0, 1, &small}};
    struct position p = {components, 2, big};
    const struct integer *value;
    assert_int_equal(host_value(&h.env, &p, 0, &h.arena, &value), ST_OK);
    assert_string_equal(integer_string(&h.arena, value), digits);
    assert_int_equal(host_value(&h.env, &p, 1, &h.arena, &value), ST_OK);
    assert_string_equal(integer_string(&h.arena, value), "7");
    struct listed_move *wins;
    size_t count;
    bool complete;
    assert_int_equal(host_wins(&h.env, &p, PLAY_NORMAL, 0, 10, &h.arena, &wins, &count, &complete, &(bool){false}),
                     ST_OK);
    assert_true(complete && count == 1 && wins[0].component == 0);
    assert_string_equal(integer_string(&h.arena, wins[0].cells[0]), "7");
    house_close(&h);
}

CLAIM(a_full_list_of_moves_is_marked_as_not_complete)
{
    struct house h;
    house_open(&h, variable("CGI_PLUGIN_PATH"), "game pile(x) { move y(y in 0..x - 1) -> pile(y) }");
    struct position p = ask(&h, "pile(7) + pile(7) + pile(7)");
    struct listed_move *wins;
    size_t count;
    bool complete;
    for (uint64_t max = 0; max < 5; max++) {
        assert_int_equal(host_wins(&h.env, &p, PLAY_NORMAL, 0, max, &h.arena, &wins, &count, &complete, &(bool){false}),
                         ST_OK);
        assert_int_equal(complete, max >= 3);
        assert_int_equal(count, max < 3 ? max : 3);
    }
    house_close(&h);
}

/* A rule that is nobody's reference reaches the plugin by `solve`; fields of every kind and their order. */
CLAIM(rows_and_grids_go_there_and_back)
{
    struct house h;
    house_open(&h, abi_folder,
               "game own(n, s: row, g: grid) { solve mixed() move take(t in 1..n) -> own(n - t, s, g) }");
    assert_string_equal(recognised(&h, "own"), "mixed");
    assert_int_equal(value_of(&h, "own(5, [3,1,4], [[1,0],[0,1],[1,1]])"), 1001);
    assert_int_equal(value_of(&h, "own(5, [], [[1]])"), 202);
    assert_string_equal(wins_of(&h, "own(5, [3,1,4], [[1,0],[0,1],[1,1]])", PLAY_NORMAL),
                        "0:4,3,3,1,4,3,2,1,0,0,1,1,1 0:5,3,2,1,4,3,2,1,0,0,1,1,1 0:5,3,3,1,4,3,2,0,0,0,1,1,1");
    house_close(&h);
}

/* ---- answers that are none --------------------------------------------------------------------------------------- */
static const char *complaint(const struct house *h)
{
    for (size_t i = 0; i < h->diags.count; i++)
        if (h->diags.items[i].id == D_PLUGIN_FAILED) return h->diags.items[i].message;
    return "";
}

static void nonsense_open(struct house *h, int choice)
{
    char rule[200];
    snprintf(rule, sizeof rule, "game own(n) { solve nonsense(%d) move take(t in 1..n) where t != 2 -> own(n - t) }",
             choice);
    house_open(h, abi_folder, rule);
}

/* ask_it gives whether the answer was ST_UNSUPPORTED. */
static void refused(int choice, bool (*ask_it)(struct house *h), const char *words)
{
    struct house h;
    nonsense_open(&h, choice);
    assert_true(ask_it(&h));
    if (!strstr(complaint(&h), words)) fail_msg("choice %d: '%s' instead of '%s'", choice, complaint(&h), words);
    assert_false(info_of(h.host, "nonsense")->usable);
    int plugin;
    assert_false(offer_of(&h, "own(3)", PLAY_NORMAL, &plugin).outcome);
    assert_int_equal(plugin, -1);
    assert_true(ask_it(&h));
    assert_int_equal(count_diags(&h, D_PLUGIN_FAILED), 1);
    house_close(&h);
}
static bool no_value(struct house *h) { return value_of(h, "own(3)") == -1; }
static bool no_wins(struct house *h) { return strcmp(wins_of(h, "own(3)", PLAY_NORMAL), "none known") == 0; }
static bool no_outcome(struct house *h) { return outcome_of(h, "own(3)", PLAY_NORMAL) == OUTCOME_UNKNOWN; }

CLAIM(answers_that_cannot_be_answers_are_reported_once_and_the_plugin_is_left)
{
    refused(1, no_value, "not a natural number");
    refused(2, no_value, "not a natural number");
    refused(3, no_value, "not a natural number");
    refused(4, no_value, "two values");
    refused(5, no_value, "it gave no value");
    refused(6, no_value, "the stars are wrong?");
    refused(7, no_value, "without giving a reason");
    refused(8, no_value, "without giving a reason");
    refused(9, no_value, "a move when asked for a value");
    refused(1, no_outcome, "an invalid outcome");
    refused(1, no_wins, "not a position");
    refused(2, no_wins, "not a position");
    refused(3, no_wins, "other fields");
    refused(4, no_wins, "a component that does not exist");
    refused(5, no_wins, "changes nothing");
    refused(6, no_wins, "the same move twice");
    refused(7, no_wins, "a value when asked for moves");
    refused(8, no_wins, "other fields");
}

CLAIM(unsupported_is_no_fault)
{
    struct house h;
    nonsense_open(&h, 10);
    assert_int_equal(value_of(&h, "own(3)"), -1);
    assert_true(info_of(h.host, "nonsense")->usable);
    assert_int_equal(count_diags(&h, D_PLUGIN_FAILED), 0);
    house_close(&h);
}

CLAIM(a_refused_allocation_ends_the_question_with_its_status)
{
    struct house h;
    const struct integer *value;
    nonsense_open(&h, 11);
    struct position p = ask(&h, "own(3)");
    assert_int_equal(host_value(&h.env, &p, 0, &h.arena, &value), ST_NO_MEMORY);
    assert_true(info_of(h.host, "nonsense")->usable);
    house_close(&h);
}

CLAIM(the_memory_budget_holds_for_plugins)
{
    struct house h;
    house_open(&h, variable("CGI_PLUGIN_PATH"), "game pile(x) { move y(y in 0..x - 1) -> pile(y) }");
    struct position p = ask(&h, "pile(3) + pile(4)");
    struct listed_move *wins; /* values and outcomes of small heaps take no memory */
    size_t count;
    bool complete, some;
    h.budget.memory = 1;
    assert_int_equal(host_wins(&h.env, &p, PLAY_NORMAL, 0, 9, &h.arena, &wins, &count, &complete, &some),
                     ST_MEMORY_BUDGET);
    h.budget.memory = 0;
    assert_int_equal(host_wins(&h.env, &p, PLAY_NORMAL, 0, 9, &h.arena, &wins, &count, &complete, &some), ST_OK);
    house_close(&h);
}

CLAIM(moves_out_of_the_state_are_refused)
{
    struct house h;
    house_open(&h, abi_folder,
               "game own(n) where n != 0 { solve nonsense(0) move take(t in 1..n - 1) where t != 2 -> own(n - t) }");
    assert_string_equal(wins_of(&h, "own(3)", PLAY_NORMAL), "none known");
    assert_non_null(strstr(complaint(&h), "out of the state"));
    house_close(&h);
}

/* That it is wrong is for certify to find; the host passes it on, and forgets the plugin when told to. */
CLAIM(a_lie_comes_through_until_the_plugin_is_distrusted)
{
    struct workshop w;
    struct house h;
    size_t size;
    char *bytes = plugin_bytes("lying", &size);
    workshop_open(&w);
    put_file(&w, "lying.so", bytes, size);
    house_open(&h, w.folder, "game own(n) { move take(t in 1..2) where t <= n -> own(n - t) }");
    assert_string_equal(recognised(&h, "own"), "lying");
    assert_int_equal(value_of(&h, "own(5)"), 2);
    assert_int_equal(value_of(&h, "own(8)"), 0);
    host_disable(h.host, 0, "it gave a wrong answer");
    assert_int_equal(value_of(&h, "own(5)"), -1);
    assert_string_equal(host_info(h.host, 0)->problem, "it gave a wrong answer");
    house_close(&h);
    workshop_close(&w);
    free(bytes);
}

static struct house shared;
static bool asks_everything(void)
{
    struct arena arena = {0};
    struct diags diags = {0};
    struct env env = shared.env;
    int64_t cells[2] = {30, 80};
    struct component component = {0, 2, cells};
    struct position p = {&component, 1, NULL};
    struct plugin_offer offer;
    struct listed_move *wins;
    const struct integer *value;
    enum outcome outcome;
    size_t count;
    bool complete;
    int plugin;
    env.diags = &diags;
    enum status st = host_offer(&env, &p, PLAY_NORMAL, 0, &arena, &offer, &plugin);
    if (st == ST_OK) st = host_outcome(&env, &p, PLAY_NORMAL, 0, &arena, &outcome);
    if (st == ST_OK) st = host_wins(&env, &p, PLAY_NORMAL, 0, 10, &arena, &wins, &count, &complete, &(bool){false});
    cells[0] = 2;
    if (st == ST_OK) st = host_value(&env, &p, 0, &arena, &value);
    struct recognition *again;
    if (st == ST_OK)
        st = host_recognise(shared.host, shared.rule.model, shared.rule.params, NULL, &diags, &arena, &again);
    assert_true(st == ST_OK || st == ST_NO_MEMORY);
    assert_int_equal(diags.count, 0);
    diags_free(&diags);
    arena_free(&arena);
    return st == ST_OK;
}
CLAIM(questions_survive_any_failed_allocation)
{
    house_open(
        &shared, variable("CGI_PLUGIN_PATH"),
        "game queen(u, v) { move d(t in 1..min(u, v)) -> queen(u - t, v - t) move x(t in 1..u) -> queen(u - t, v)\n"
        "  move y(t in 1..v) -> queen(u, v - t) }");
    assert_true(walk_failures(asks_everything) > 10);
    house_close(&shared);
}

int main(void)
{
    const struct CMUnitTest claims[] = {
        IT(old_and_newer_plugins_are_used),
        IT(each_broken_plugin_is_left_out_with_its_reason),
        IT(of_two_plugins_of_one_name_the_first_is_used),
        IT(a_folder_named_twice_gives_its_plugins_once_and_a_missing_one_none),
        IT(a_file_of_the_last_folder_that_is_a_part_of_the_program_is_not_opened),
        IT(files_that_are_no_whole_shared_object_are_refused_before_they_are_loaded),
        IT(mutilated_headers_never_crash_the_checks),
        IT(opening_survives_any_failed_allocation),
        IT(rules_are_recognised_by_what_they_say),
        IT(solve_is_a_proof_where_there_is_one_and_a_word_where_there_is_none),
        IT(a_solve_that_cannot_be_followed_is_an_error_at_its_place),
        IT(values_outcomes_and_winning_moves_come_through),
        IT(offers_say_what_there_is_and_why_there_is_no_more),
        IT(numbers_beyond_64_bits_go_through),
        IT(a_full_list_of_moves_is_marked_as_not_complete),
        IT(rows_and_grids_go_there_and_back),
        IT(answers_that_cannot_be_answers_are_reported_once_and_the_plugin_is_left),
        IT(unsupported_is_no_fault),
        IT(a_refused_allocation_ends_the_question_with_its_status),
        IT(the_memory_budget_holds_for_plugins),
        IT(moves_out_of_the_state_are_refused),
        IT(a_lie_comes_through_until_the_plugin_is_distrusted),
        IT(what_is_known_of_the_documented_rules_is_so),
        IT(questions_survive_any_failed_allocation),
    };
    return cmocka_run_group_tests(claims, find_folders, NULL);
}
