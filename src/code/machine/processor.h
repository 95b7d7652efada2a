/* SPDX-License-Identifier: MIT */
/* What the processor of a program for x86-64 can do.
 *
 *     bool wide = PROCESSOR_HAS(AVX512F, "avx512f");
 *
 * The dynamic linker knows it. __builtin_cpu_supports asks the processor again, at every start of a program that has it
 * anywhere, which in a virtual machine takes as long as reading a small rule. CPU_FEATURE_ACTIVE shifts a signed 1 by 31
 * places for the last feature of a word. */
#ifndef CGI_CODE_MACHINE_PROCESSOR_H
#define CGI_CODE_MACHINE_PROCESSOR_H
#include <stdbool.h>
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>

static inline bool processor_active(unsigned feature)
{
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / 128);
    return leaf->active_array[feature % 128 / 32] >> feature % 32 & 1;
}
#define PROCESSOR_HAS(FEATURE, name) processor_active(x86_cpu_##FEATURE)
#else
#define PROCESSOR_HAS(FEATURE, name) __builtin_cpu_supports(name)
#endif

/* The vectors of 512 bits that processor_each.def has code for. */
static inline bool processor_is_broad(void)
{
    return PROCESSOR_HAS(AVX512F, "avx512f") && PROCESSOR_HAS(AVX512DQ, "avx512dq") &&
           PROCESSOR_HAS(AVX512BW, "avx512bw") && PROCESSOR_HAS(AVX512VL, "avx512vl");
}

#endif
