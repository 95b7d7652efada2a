/* SPDX-License-Identifier: MIT */
/* What a script does for a rule: the value of a call, and the options of a move whose options it names. These are checked as any position
 * from outside is. */
#include "code/machine/private.h"

static enum status script_failed(struct frame *f, const struct ins *i, const char *name, const char *message)
{
    enum status st = fail_at(f, i, D_RUN_LUA, name, message ? message : "it gave no reason");
    struct span place = f->vm->script->place;
    if (place.source) diag_note(f->vm->diags, place, "it failed in this line of the Lua block");
    return st;
}

enum { SCRIPT_FUEL = 64 }; /* the number of steps that a call of a script counts as */

enum status script_value(struct frame *f, const struct ins *i)
{
    struct machine *vm = f->vm;
    const char *name = vm->model->lua_functions[i->b].name, *message = NULL;
    if (!vm->script) return fail_at(f, i, D_RUN_NO_LUA, name);
    vm->fuel = vm->fuel > SCRIPT_FUEL ? vm->fuel - SCRIPT_FUEL : 1;
    enum status st = vm->script->call(vm->script->self, i->b, &f->registers[i->c], (size_t)i->d, i->e != 0,
                                      &f->registers[i->a], &message);
    return st == ST_RULE_FAILED ? script_failed(f, i, name, message) : st;
}

struct script_options {
    struct frame *frame;
    const struct ins *ins;
    enum status st;
};

/* Bags and trees are unordered: brings them into canonical order. */
static enum status put_in_order(struct machine *vm, const struct game *g, int64_t *cells)
{
    enum status st = ST_OK;
    for (size_t i = 0; st == ST_OK && i < g->field_count; i++) {
        uint32_t count = (uint32_t)cells[0], wrong;
        if (g->fields[i].kind == FIELD_BAG) cells_sort(cells + 1, (size_t)cells[0]);
        if (g->fields[i].kind == FIELD_TREE && tree_heights_fit(cells + 1, count, &wrong))
            st = tree_order(&vm->trees, cells + 1, count);
        cells += field_length(g->fields[i].kind, cells);
    }
    return st;
}

static enum status check_emitted(struct frame *f, const struct ins *ins, const struct component *c)
{
    bool legal = false;
    struct vm account = {f->vm, f->vm->budget, f->vm->diags};
    enum status st = c->game == f->program->game ? vm_legal(&account, c, &legal) : ST_OK;
    if (st != ST_OK || legal) return st;
    const struct model *m = f->vm->model;
    struct text out = {0};
    bool shape = false;
    component_in_domain(m, c, &shape);
    if (shape) component_print(m, c, &out);
    else text_puts(&out, "something else");
    st =
        fail_at(f, ins, D_RUN_LUA_OPTION, m->lua_functions[ins->b].name, text_c(&out), m->games[f->program->game].name);
    text_free(&out);
    return st;
}

static enum status emit_scripted(struct script_options *s, const struct component *components, size_t count)
{
    struct frame *f = s->frame;
    const struct game *g = &f->vm->model->games[f->program->game];
    struct builder *b = &f->builder;
    b->pieces.count = b->cells.count = 0;
    enum status st = ST_OK;
    for (size_t i = 0; i < count && st == ST_OK; i++) {
        size_t at = b->cells.count;
        st = builder_add(f, s->ins, &components[i]);
        if (st == ST_OK) st = put_in_order(f->vm, g, vec_from(&b->cells, at));
        struct component ordered = {components[i].game, components[i].count,
                                    st == ST_OK ? vec_from(&b->cells, at) : NULL};
        if (st == ST_OK) st = check_emitted(f, s->ins, &ordered);
    }
    const struct component *out;
    struct nest_mark bottom = {0, 0}, *marks = b->marks;
    b->marks = &bottom; /* the option is the whole builder */
    b->depth = 1;
    if (st == ST_OK) st = builder_finish(b, &out, &count);
    b->marks = marks;
    b->depth = 0;
    struct taken taken = {&g->moves[s->ins->a], f->program->game, NULL};
    if (st == ST_OK) st = f->emit(f->context, out, count, &taken);
    b->pieces.count = b->cells.count = 0;
    return st;
}

static enum status scripted_option(void *context, const struct component *components, size_t count)
{
    struct script_options *s = context;
    if (s->st == ST_OK) s->st = emit_scripted(s, components, count);
    return s->st;
}

enum status script_move(struct frame *f, const struct ins *i)
{
    struct machine *vm = f->vm;
    const char *name = vm->model->lua_functions[i->b].name, *message = NULL;
    if (!vm->script) return fail_at(f, i, D_RUN_NO_LUA, name);
    struct script_options s = {f, i, ST_OK};
    int mover = (int)f->registers[vm->model->param_count];
    enum status st = vm->script->generate(vm->script->self, i->b, f->from, mover, scripted_option, &s, &message);
    if (s.st != ST_OK) return s.st;
    return st == ST_RULE_FAILED ? script_failed(f, i, name, message) : st;
}
