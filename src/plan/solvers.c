/* SPDX-License-Identifier: MIT */
/* The table of solvers, from solvers.def. */
#include "solve/solver.h"

const struct solver *const solvers[] = {
#define SOLVER(identifier) &solver_##identifier,
#include "solve/solvers.def"
#undef SOLVER
};
const size_t solver_count = sizeof solvers / sizeof *solvers;
