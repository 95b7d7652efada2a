/* SPDX-License-Identifier: MIT */
/* When a reference rule is read. Each one at each start is most of what a small question costs, and a game is compared with a
 * few of them only. So those of the documented games, which a test reads (known.def), are read when a game may be theirs; all
 * others at once, since what is wrong with them has to be said. */
#include <string.h>
#include "base/hash.h"
#include "plugin/private.h"

enum { KNOWN_MAX_FIELDS = 2 };

/* What recognition looks at before it needs the rule. */
struct known_rule {
    uint64_t hash;
    enum game_kind kind;
    bool uses_mover;
    size_t field_count;
    enum field_kind fields[KNOWN_MAX_FIELDS];
};

static const struct known_rule known_rules[] = {
#define RULE(hash, kind, uses_mover, count, ...) {hash, kind, uses_mover, count, {__VA_ARGS__}},
#include "plugin/host/known.def"
#undef RULE
};

static struct game *shape_of(const struct known_rule *rule, struct arena *arena)
{
    struct game *game = arena_alloc(arena, sizeof *game);
    struct field *fields = arena_array(arena, rule->field_count, sizeof *fields);
    if (!game || !fields) return NULL;
    for (size_t i = 0; i < rule->field_count; i++) fields[i].kind = rule->fields[i];
    *game = (struct game){
        .kind = rule->kind, .uses_mover = rule->uses_mover, .fields = fields, .field_count = rule->field_count};
    return game;
}

enum status reference_expect(struct loaded *p, struct arena *arena)
{
    uint64_t hash = hash_bytes(p->info.rule, strlen(p->info.rule));
    for (size_t i = 0; i < sizeof known_rules / sizeof *known_rules; i++)
        if (known_rules[i].hash == hash) return (p->shape = shape_of(&known_rules[i], arena)) ? ST_OK : ST_NO_MEMORY;
    return ST_OK;
}

const struct game *reference_game(const struct loaded *p)
{
    if (!p->info.usable) return NULL;
    if (!p->reference) return p->host->read ? p->shape : NULL;
    return p->reference->main_game >= 0 ? &p->reference->games[p->reference->main_game] : NULL;
}

enum status reference_read(const struct loaded *p)
{
    struct host *host = p->host;
    if (p->reference || !p->shape || !host->read) return ST_OK;
    for (size_t i = 0; i < host->items.count; i++)
        if (host->items.data[i] == p) return host->read(host->reader, i);
    return ST_OK;
}

bool host_reads_later(const struct host *host, size_t plugin) { return host->items.data[plugin]->shape != NULL; }

void host_read_later(struct host *host, reference_reader *read, void *reader)
{
    host->read = read;
    host->reader = reader;
}

void host_set_reference(struct host *host, size_t plugin, struct model *reference)
{
    model_free(host->items.data[plugin]->reference);
    host->items.data[plugin]->reference = reference;
}
