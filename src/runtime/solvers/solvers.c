/* The table of solvers, from solvers.def. */
#include "runtime/solver.h"

const struct solver *const solvers[] = {
#define SOLVER(identifier) &solver_##identifier,
#include "runtime/solvers.def"
#undef SOLVER
};
const size_t solver_count = sizeof solvers / sizeof *solvers;
