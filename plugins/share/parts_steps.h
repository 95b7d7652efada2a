/* SPDX-License-Identifier: MIT */
/* Steps of games that are sums of parts (nim_parts.h). The plugin says how a part gets its value, and what it is called:
 *
 *     #include "share/parts_steps.h"
 *     static const char *const part_name = "step %d";                       // NULL: a component is its only part
 *     static uint32_t part_number(const cgi_component *component, uint32_t part) { return 2 * part + 1; }
 *     static void part_steps(struct parts *p, struct steps *s, size_t component, uint32_t part) { ... p->g ... }
 *     static const cgi_plugin plugin = {..., .steps = parts_steps}; */
#ifndef CGI_SHARE_PARTS_STEPS_H
#define CGI_SHARE_PARTS_STEPS_H
#include "share/nim_parts.h"
#include "share/nim_steps.h"

static const char *const part_name;
static uint32_t part_number(const cgi_component *component, uint32_t part);
/* Once before all, with part UINT32_MAX, then of each part, whose value is p->g. May use a and b. */
static void part_steps(struct parts *p, struct steps *s, size_t component, uint32_t part);

static inline int parts_steps(void *instance, const cgi_request *request, const cgi_sink *sink)
{
    struct parts p;
    struct steps s;
    struct nim_table t = {.steps = &s, .always = part_name != NULL};
    (void)instance;
    if (!steps_open(&s, request, sink)) return CGI_UNSUPPORTED;
    int status = parts_open(request, sink, &p);
    if (status != CGI_OK) return status;
    s.memory = &p.numbers.status;
    part_steps(&p, &s, 0, UINT32_MAX);
    for (size_t c = 0; steps_room(&s) && c < request->component_count; c++)
        for (uint32_t part = 0; steps_room(&s) && part_value(&p, &request->components[c], part); part++) {
            nim_table_count(&t, &p.g->is);
            part_steps(&p, &s, c, part);
        }
    for (size_t c = 0; steps_room(&s) && c < request->component_count; c++)
        for (uint32_t part = 0; steps_room(&s) && part_value(&p, &request->components[c], part); part++)
            nim_table_row(&t, c, part_name, part_number(&request->components[c], part), &p.g->is);
    status = numbers_status(&p.numbers);
    if (status == CGI_OK) status = nim_table_end(&t, &p.x->is, p.large);
    parts_close(&p);
    return status;
}

#endif
