/* SPDX-License-Identifier: MIT */
/* A plugin file is checked in three ways before any of it runs: the file must be a complete ELF shared object of
 * this machine (the loader maps a truncated one and the process dies of a bus error), the descriptor must be inside
 * it with the right magic, version and size, and so must every text and function that it refers to. */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/source.h"
#include "plugin/private.h"

#define FILE_MAX_BYTES (1u << 30)
#define HEADERS_MAX 512
#define DESCRIPTOR_MAX_BYTES 65536u
#define TEXT_MAX_BYTES 1000u
#define NAME_MAX_BYTES 63u

#if __ELF_NATIVE_CLASS == 64
#define NATIVE_CLASS ELFCLASS64
#else
#define NATIVE_CLASS ELFCLASS32
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_DATA ELFDATA2LSB
#else
#define NATIVE_DATA ELFDATA2MSB
#endif
#if defined(__x86_64__)
#define NATIVE_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define NATIVE_MACHINE EM_AARCH64
#elif defined(__riscv)
#define NATIVE_MACHINE EM_RISCV
#elif defined(__i386__)
#define NATIVE_MACHINE EM_386
#elif defined(__arm__)
#define NATIVE_MACHINE EM_ARM
#else
#define NATIVE_MACHINE EM_NONE /* unknown to us: the loader decides */
#endif

/* ---- the file ---------------------------------------------------------------------------------------------------- */
static bool within(uint64_t offset, uint64_t size, uint64_t whole) { return offset <= whole && size <= whole - offset; }

static const char *head_problem(const ElfW(Ehdr) * head)
{
    if (memcmp(head->e_ident, ELFMAG, SELFMAG) != 0) return "it is not a shared object";
    if (head->e_ident[EI_CLASS] != NATIVE_CLASS || head->e_ident[EI_DATA] != NATIVE_DATA ||
        (NATIVE_MACHINE != EM_NONE && head->e_machine != NATIVE_MACHINE))
        return "it was built for another machine";
    if (head->e_type != ET_DYN) return "it is not a shared object but another kind of ELF file";
    if (head->e_phentsize != sizeof(ElfW(Phdr)) || head->e_phnum == 0 || head->e_phnum > HEADERS_MAX)
        return "its ELF header makes no sense";
    return NULL;
}

const char *file_problem(int descriptor)
{
    static const char cut[] = "it is truncated; copy or build it again";
    struct stat about;
    ElfW(Ehdr) head;
    ElfW(Phdr) segments[HEADERS_MAX];
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) return "it is not a regular file";
    uint64_t whole = (uint64_t)about.st_size;
    if (whole > FILE_MAX_BYTES) return "it is too large for a plugin";
    if (pread(descriptor, &head, sizeof head, 0) != (ssize_t)sizeof head) return "it is too short for a shared object";
    const char *problem = head_problem(&head);
    if (problem) return problem;
    size_t bytes = head.e_phnum * sizeof *segments;
    if (!within(head.e_phoff, bytes, whole) ||
        pread(descriptor, segments, bytes, (off_t)head.e_phoff) != (ssize_t)bytes)
        return cut;
    if (head.e_shoff && !within(head.e_shoff, (uint64_t)head.e_shnum * head.e_shentsize, whole)) return cut;
    bool dynamic = false;
    for (size_t i = 0; i < head.e_phnum; i++) {
        if (segments[i].p_type == PT_LOAD && !within(segments[i].p_offset, segments[i].p_filesz, whole)) return cut;
        dynamic |= segments[i].p_type == PT_DYNAMIC;
    }
    return dynamic ? NULL : "it has no dynamic section";
}

/* ---- addresses inside the loaded object -------------------------------------------------------------------------- */
struct object {
    uintptr_t inside; /* any address in it */
    uintptr_t base;
    const ElfW(Phdr) * segments;
    size_t count;
};

/* The number of bytes between the address and the end of its segment; 0 outside or without these rights. */
static size_t room_after(const struct object *object, uintptr_t address, unsigned rights)
{
    for (size_t i = 0; i < object->count; i++) {
        const ElfW(Phdr) *s = &object->segments[i];
        uintptr_t begin = object->base + s->p_vaddr;
        if (s->p_type == PT_LOAD && (s->p_flags & rights) == rights && address >= begin && address - begin < s->p_memsz)
            return s->p_memsz - (address - begin);
    }
    return 0;
}

static int find_object(struct dl_phdr_info *about, size_t size, void *context)
{
    (void)size;
    struct object *object = context;
    struct object here = {object->inside, about->dlpi_addr, about->dlpi_phdr, about->dlpi_phnum};
    if (!room_after(&here, object->inside, 0)) return 0;
    *object = here;
    return 1;
}

static bool is_function(const struct object *object, uintptr_t address)
{
    return !address || room_after(object, address, PF_X);
}

/* The text with its NUL inside the object, or NULL; at most `max` bytes. */
static const char *text_inside(const struct object *object, const char *text, size_t max)
{
    size_t room = text ? room_after(object, (uintptr_t)text, PF_R) : 0;
    if (room > max + 1) room = max + 1;
    return room && memchr(text, '\0', room) ? text : NULL;
}

/* ---- the descriptor ---------------------------------------------------------------------------------------------- */
static bool is_name(const char *name)
{
    if (*name < 'a' || *name > 'z') return false;
    for (const char *c = name; *c; c++)
        if (!(*c >= 'a' && *c <= 'z') && !(*c >= '0' && *c <= '9') && *c != '_') return false;
    return true;
}

static bool is_line(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f) return false;
    return length && source_check(text, length) == SOURCE_FINE;
}

/* Copies a required text into the arena; false with a problem. */
static bool take_text(const struct object *object, struct arena *arena, const char *what, const char *text, size_t max,
                      const char **copy, const char **problem)
{
    bool is_rule = max > TEXT_MAX_BYTES, is_short = max == NAME_MAX_BYTES;
    const char *wanted = is_rule ? "text" : is_short ? "a name such as heaps_2" : "a line of text";
    const char *found = text_inside(object, text, max);
    bool good = found && (is_rule ? *found && source_check(found, strlen(found)) == SOURCE_FINE : is_line(found));
    if (good && is_short) good = is_name(found);
    if (good) *copy = arena_strdup(arena, found);
    else *problem = arena_printf(arena, "its %s is missing or not %s", what, wanted);
    return good && *copy;
}

static bool take_texts(struct loaded *p, const struct object *object, struct arena *arena)
{
    const cgi_plugin *d = &p->plugin;
    struct plugin_info *info = &p->info;
    const struct {
        const char *what, *text;
        size_t max;
        const char **copy;
    } texts[] = {{"name", d->name, NAME_MAX_BYTES, &info->name},
                 {"version", d->version, TEXT_MAX_BYTES, &info->version},
                 {"summary", d->summary, TEXT_MAX_BYTES, &info->summary},
                 {"reference rule", d->reference, SOURCE_MAX_BYTES, &info->rule},
                 {"claim", d->claim, TEXT_MAX_BYTES, &info->claim},
                 {"source", d->source, TEXT_MAX_BYTES, &info->source}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (!take_text(object, arena, texts[i].what, texts[i].text, texts[i].max, texts[i].copy, &info->problem))
            return false;
    return true;
}

static const char *functions_problem(const cgi_plugin *d, const struct object *object)
{
    const uintptr_t all[] = {(uintptr_t)d->open,      (uintptr_t)d->close,   (uintptr_t)d->offer,
                             (uintptr_t)d->value,     (uintptr_t)d->outcome, (uintptr_t)d->moves,
                             (uintptr_t)d->extension, (uintptr_t)d->options, (uintptr_t)d->steps};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!is_function(object, all[i])) return "one of its functions lies outside its file";
    return NULL;
}

/* Everything that the capabilities promise must be present. */
static const char *capabilities_problem(const cgi_plugin *d)
{
    uint64_t can = d->capabilities;
    if (!(can & (CGI_COMPONENT | CGI_SUM))) return "its capabilities name neither component nor sum";
    if (!(can & (CGI_NORMAL | CGI_MISERE))) return "its capabilities name neither normal nor misere play";
    if (!(can & (CGI_VALUE | CGI_OUTCOME))) return "its capabilities name neither value nor outcome";
    if ((can & CGI_VALUE) && !d->value) return "the member 'value' is missing, which its capabilities promise";
    if ((can & CGI_OUTCOME) && !d->outcome) return "the member 'outcome' is missing, which its capabilities promise";
    if ((can & (CGI_MOVES | CGI_SOME_MOVES)) && !d->moves)
        return "the member 'moves' is missing, which its capabilities promise";
    if ((can & CGI_MOVES) && (can & CGI_SOME_MOVES))
        return "its capabilities promise all winning moves and not all of them";
    if (d->options && (~can & (CGI_COMPONENT | CGI_NORMAL | CGI_VALUE)))
        return "it has 'options' of a value, and its capabilities name no values of components";
    if ((can & CGI_TAME) && (~can & (CGI_NORMAL | CGI_MISERE | CGI_VALUE | CGI_OUTCOME)))
        return "its capabilities name tame without normal and misere play, value and outcome";
    return NULL;
}

static const char *describe_capabilities(uint64_t can, struct arena *arena)
{
    static const struct {
        uint64_t bit;
        const char *word;
    } words[] = {{CGI_COMPONENT, "component"}, {CGI_SUM, "sum"},  {CGI_NORMAL, "normal"},   {CGI_MISERE, "misere"},
                 {CGI_MOVER, "mover"},         {CGI_VALUE, "sg"}, {CGI_OUTCOME, "outcome"}, {CGI_MOVES, "wins"},
                 {CGI_SOME_MOVES, "a win"},    {CGI_TAME, "tame"}};
    char text[100];
    size_t length = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (can & words[i].bit)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? ", " : "", words[i].word);
    return arena_strndup(arena, text, length);
}

/* Magic, version and size come first in every version of the descriptor. */
static const char *front_problem(const struct object *object, const cgi_plugin *given, struct arena *arena)
{
    uintptr_t at = (uintptr_t)given;
    size_t front = offsetof(cgi_plugin, capabilities), room = room_after(object, at, PF_R);
    if (at % _Alignof(cgi_plugin) != 0 || room < front) return "its descriptor lies outside its file";
    if (given->magic != CGI_PLUGIN_MAGIC) return "its descriptor does not begin with the magic number";
    if (given->major != CGI_PLUGIN_MAJOR) {
        const char *words = arena_printf(arena, "it is built for plugin ABI %u.%u and this program speaks %u.x; %s",
                                         given->major, given->minor, CGI_PLUGIN_MAJOR,
                                         given->major > CGI_PLUGIN_MAJOR ? "a newer cgi is needed" : "build it again");
        return words ? words : "it is built for another plugin ABI";
    }
    if (given->struct_size < front || given->struct_size > DESCRIPTOR_MAX_BYTES || given->struct_size > room)
        return "its descriptor gives an impossible size";
    return NULL;
}

static bool read_descriptor(struct loaded *p, const struct object *object, const cgi_plugin *given, struct arena *arena)
{
    if ((p->info.problem = front_problem(object, given, arena)) != NULL) return false;
    size_t size = given->struct_size;
    memcpy(&p->plugin, given, size < sizeof p->plugin ? size : sizeof p->plugin);
    if (!take_texts(p, object, arena)) return false;
    p->info.problem = functions_problem(&p->plugin, object);
    if (!p->info.problem) p->info.problem = capabilities_problem(&p->plugin);
    return !p->info.problem;
}

/* The entry of the file; NULL with a problem, or without one if it exports none. */
static plugin_entry *entry_of(struct loaded *p, struct arena *arena)
{
    plugin_entry *entry = NULL;
    p->library = dlopen(p->info.path, RTLD_NOW | RTLD_LOCAL);
    if (!p->library) {
        const char *why = dlerror();
        p->info.problem = arena_printf(arena, "it cannot be loaded: %s", why ? why : "the loader gives no reason");
        if (!p->info.problem) p->info.problem = "it cannot be loaded";
        return NULL;
    }
    void *symbol = dlsym(p->library, "cgi_plugin_entry");
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

enum status file_load(struct loaded *p, plugin_entry *entry, struct arena *arena)
{
    if (!entry) entry = entry_of(p, arena);
    if (p->info.problem) return ST_OK;
    struct object object = {.inside = (uintptr_t)entry};
    if (!entry || !dl_iterate_phdr(find_object, &object)) {
        p->info.problem = "it does not export cgi_plugin_entry";
        return ST_OK;
    }
    const cgi_plugin *given = entry(&p->services);
    if (!given) {
        p->info.problem =
            *p->message ? arena_strdup(arena, p->message) : "it declined to work with this version of cgi";
        return p->info.problem ? ST_OK : ST_NO_MEMORY;
    }
    if (!read_descriptor(p, &object, given, arena)) return p->info.problem ? ST_OK : ST_NO_MEMORY;
    p->info.tame = (p->plugin.capabilities & CGI_TAME) != 0;
    p->info.capabilities = describe_capabilities(p->plugin.capabilities, arena);
    return p->info.capabilities ? ST_OK : ST_NO_MEMORY;
}
