/* SPDX-License-Identifier: MIT */
/* What the host provides to a plugin. Each block of memory has a head that links it into its plugin's ring, so that
 * it is counted, freed by size, and freed if the plugin forgets it. The services find their plugin by the address
 * of the cgi_host that it was given, which is the first member of struct loaded. */
#include <stdalign.h>
#include <stdio.h>
#include <string.h>
#include "base/checked.h"
#include "base/mem.h"
#include "plugin/private.h"

_Static_assert(sizeof(struct host_block) % 16 == 0, "what follows the head is aligned to 16 bytes");

static struct loaded *owner(const cgi_host *services) { return (struct loaded *)(uintptr_t)services; }

static void link_block(struct loaded *plugin, struct host_block *block)
{
    block->next = plugin->blocks.next;
    block->before = &plugin->blocks;
    block->next->before = block;
    plugin->blocks.next = block;
}

static void unlink_block(struct host_block *block)
{
    block->before->next = block->next;
    block->next->before = block->before;
}

/* The size of a block of that many bytes with its head, if it fits the budget; else 0. */
static size_t room_for(struct loaded *plugin, size_t size, size_t held)
{
    size_t whole;
    if (__builtin_add_overflow(size, sizeof(struct host_block), &whole)) {
        plugin->stopped = ST_NO_MEMORY;
        return 0;
    }
    enum status st = whole > held && plugin->host->budget ? budget_fits(plugin->host->budget, whole - held) : ST_OK;
    if (st == ST_OK) return whole;
    plugin->stopped = st;
    return 0;
}

static void *allocate(const cgi_host *services, size_t size)
{
    struct loaded *plugin = owner(services);
    size_t whole = room_for(plugin, size, 0);
    struct host_block *block = whole ? mem_alloc(whole) : NULL;
    if (!block) {
        if (whole) plugin->stopped = ST_NO_MEMORY;
        return NULL;
    }
    block->size = whole;
    link_block(plugin, block);
    return block + 1;
}

static void *resize(const cgi_host *services, void *memory, size_t size)
{
    struct loaded *plugin = owner(services);
    if (!memory) return allocate(services, size);
    struct host_block *block = (struct host_block *)memory - 1;
    size_t whole = room_for(plugin, size, block->size);
    if (!whole) return NULL;
    unlink_block(block);
    struct host_block *moved = mem_resize(block, block->size, whole);
    if (moved) moved->size = whole;
    else plugin->stopped = ST_NO_MEMORY;
    link_block(plugin, moved ? moved : block);
    return moved ? moved + 1 : NULL;
}

static void release(const cgi_host *services, void *memory)
{
    (void)services;
    if (!memory) return;
    struct host_block *block = (struct host_block *)memory - 1;
    unlink_block(block);
    mem_free(block, block->size);
}

static int cancelled(const cgi_host *services)
{
    struct loaded *plugin = owner(services);
    enum status st = plugin->host->budget ? budget_check(plugin->host->budget) : ST_OK;
    if (st != ST_OK) plugin->stopped = st;
    return st != ST_OK;
}

/* Keeps only characters that can be printed on one line. */
static int fail(const cgi_host *services, const char *message)
{
    struct loaded *plugin = owner(services);
    snprintf(plugin->message, sizeof plugin->message, "%s", message ? message : "");
    for (char *c = plugin->message; *c; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c >= 0x7f) *c = '?';
    return CGI_FAILED;
}

void services_open(struct loaded *plugin)
{
    plugin->blocks.next = plugin->blocks.before = &plugin->blocks;
    plugin->services = (cgi_host){.struct_size = sizeof plugin->services,
                                  .abi_major = CGI_PLUGIN_MAJOR,
                                  .abi_minor = CGI_PLUGIN_MINOR,
                                  .allocate = allocate,
                                  .resize = resize,
                                  .release = release,
                                  .cancelled = cancelled,
                                  .fail = fail};
}

void services_close(struct loaded *plugin)
{
    while (plugin->blocks.next != &plugin->blocks) release(&plugin->services, plugin->blocks.next + 1);
}
