/* SPDX-License-Identifier: MIT */
/* Small rules of one heap as lists of digits: take-and-break codes, subtraction sets, all but a set.
 *
 *     struct heap_rule rule = {.kind = HEAP_CODE, .bits = {0, 1, 3, 7}, .count = 4};        // octal 0.137
 *     uint32_t values[64];
 *     st = heap_rule_values(&rule, 64, values);                         // SG of heaps 0 to 63
 *
 * bits[d], bit j: d tokens may be removed leaving exactly j non-empty heaps, in all ways; d = 0 leaves two heaps or more. `rest`: any
 * number of tokens from `count` on may be taken too, leaving one heap or none. So a subtraction set has 3 at its members. */
#ifndef CGI_ENGINE_IDENTIFY_HEAP_RULE_H
#define CGI_ENGINE_IDENTIFY_HEAP_RULE_H
#include "base/text.h"
#include "proof/family/family.h"

enum { HEAP_RULE_DIGITS = 65 };
enum heap_kind { HEAP_CODE, HEAP_SET, HEAP_ALL_BUT };
struct heap_rule {
    enum heap_kind kind; /* only how it is written */
    unsigned char bits[HEAP_RULE_DIGITS];
    unsigned count;
    bool rest;
};
/* The values of heaps 0 to count - 1: each the mex of all that its digits leave, O(count) work a heap and digit, O(count^2) for digits
 * of three heaps. ST_OK or ST_NO_MEMORY. */
enum status heap_rule_values(const struct heap_rule *rule, size_t count, uint32_t *values);
/* "octal 0.137", "subtraction {1, 3}", "all but {2}". */
void heap_rule_name(const struct heap_rule *rule, struct text *out);
/* As a rule file. */
void heap_rule_text(const struct heap_rule *rule, struct text *out);
/* As what family_find would find, in the arena; FAMILY_NONE with `rest`. ST_OK or ST_NO_MEMORY. */
enum status heap_rule_family(const struct heap_rule *rule, struct arena *arena, struct family *family);
/* The code of a family; false where it has none within HEAP_RULE_DIGITS. */
bool heap_rule_of(const struct family *family, struct heap_rule *rule);
/* Do both lead from every heap to the same heaps but for single heaps that are taken whole? Then, if the values of all
 * heaps below *from agree, all values do: from n >= *from both have options of the same positions, of which all heaps are
 * smaller than n, and so by induction equal in value. */
bool heap_rules_near(const struct heap_rule *a, const struct heap_rule *b, uint64_t *from);
#endif
