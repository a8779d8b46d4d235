/**
 * HiGHS, a solver of mixed-integer programs, as WebAssembly. It is large and therefore loaded on first use. Its work is limited by its own
 * counters (simplex steps, nodes), so that the same program always has the same solution. The time limit is a last resort: a study that
 * reached it once does not use the solver again, and records that, so that a resumed study behaves the same.
 */
import type { MixedIntegerProgram, MixedIntegerSolver, Solution } from '../../numerics/mixed-integer.js';

/**
 * Limits of the simplex steps for one program and for a whole study, and of the nodes of the search tree for one program.
 * Chosen: a slow core makes two to five thousand steps a second, which are 2 to 5 s for a program; tried 60,000 steps on euler3d, where the second program
 * then reached the time limit (results/without-a-gpu/auto/solver.txt).
 */
const MAX_ITERATIONS_PER_PROGRAM = 10_000;
const MAX_ITERATIONS_PER_STUDY = 30_000;
const MAX_NODES = 1_000;
/**
 * Columns and non-zero entries of the largest program that is given to the solver.
 * Chosen: larger programs are expected to reach the limits above without an answer; nothing else was tried.
 */
const MAX_COLUMNS = 12_000;
const MAX_ENTRIES = 120_000;
/**
 * Options of HiGHS. Gaps and tolerances refer to times relative to the baseline.
 * Chosen: a relative gap far below half a percent, the smallest saving that matters (MIN_TIME_SAVING), and tolerances well
 * below it; nothing else was tried.
 */
const SOLVER_OPTIONS = {
  output_flag: false,
  random_seed: 1,
  mip_max_nodes: MAX_NODES,
  mip_rel_gap: 1e-5,
  mip_abs_gap: 1e-9,
  mip_detect_symmetry: false,
  mip_allow_restart: false,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  small_matrix_value: 1e-12,
} as const;

/**
 * The smallest time limit given to HiGHS for one program.
 * Chosen: practically zero, but positive; nothing else was tried.
 */
const MIN_TIME_LIMIT_S = 0.01;

export interface SolverTime {
  /** Wall-clock time limit of one solution. */
  leftMs(): number;
  /** Whether an earlier session reached the time limit in the solution with this number. */
  hasGivenUp(solution: number): boolean;
  /** Records that the solution with this number reached the time limit. */
  giveUp(solution: number): void;
}

export async function loadSolver(time: SolverTime): Promise<MixedIntegerSolver> {
  const loaded: unknown = await import('highs');
  // the types describe the CommonJS build, whose default export is one level deeper
  const highs = await (loaded as typeof import('highs', { with: { 'resolution-mode': 'require' }})).default();
  const { modelStatus, callbackType } = highs.constants;
  let [solutions, iterations] = [0, 0];
  let isDone = false;
  return (program) => {
    if (isDone || isTooLarge(program)) return null;
    const number = solutions++;
    isDone = time.hasGivenUp(number) || iterations >= MAX_ITERATIONS_PER_STUDY;
    if (isDone) return null;
    return highs.withModel(modelOf(program), (model): Solution | null => {
      model.options.set({ ...SOLVER_OPTIONS, time_limit: Math.max(MIN_TIME_LIMIT_S, time.leftMs() / 1000) });
      let steps = 0;
      const { modelStatus: ended } = model.run({
        [callbackType.mipInterrupt]: (event) => {
          steps = Number(event.data.mip_total_lp_iterations ?? 0);
          if (steps > MAX_ITERATIONS_PER_PROGRAM) event.interrupt();
          return undefined;
        },
      });
      iterations += steps;
      if (ended === modelStatus.timeLimit) {
        isDone = true;
        time.giveUp(number);
        return null;
      }
      if (ended === modelStatus.infeasible)
        return {
          end: 'infeasible',
          values: null,
          objective: Number.POSITIVE_INFINITY,
          bound: Number.POSITIVE_INFINITY,
        };
      const bound = Number(model.info.get('mip_dual_bound'));
      const objective = model.getObjectiveValue();
      const isFeasible = model.info.get('primal_solution_status') === 2;
      return {
        end: ended === modelStatus.optimal ? 'optimal' : 'limit',
        values: isFeasible ? Float64Array.from(model.getSolution().colValue) : null,
        objective: isFeasible ? objective : Number.POSITIVE_INFINITY,
        bound,
      };
    });
  };
}

function isTooLarge({ columns, rows }: MixedIntegerProgram): boolean {
  return columns.length > MAX_COLUMNS || rows.reduce((sum, { terms }) => sum + terms.size, 0) > MAX_ENTRIES;
}

function modelOf({ columns, rows, objective }: MixedIntegerProgram) {
  const starts = [0];
  for (const { terms } of rows) starts.push(starts.at(-1)! + terms.size);
  return {
    numCols: columns.length,
    numRows: rows.length,
    offset: objective.constant,
    colCost: Float64Array.from(columns, (_, at) => objective.terms.get(at) ?? 0),
    colLower: Float64Array.from(columns, ({ lower }) => lower),
    colUpper: Float64Array.from(columns, ({ upper }) => upper),
    integrality: Int32Array.from(columns, ({ isInteger }) => (isInteger ? 1 : 0)),
    rowLower: Float64Array.from(rows, ({ lower }) => lower),
    rowUpper: Float64Array.from(rows, ({ upper }) => upper),
    matrix: {
      format: 'csr' as const,
      numRows: rows.length,
      numCols: columns.length,
      starts: Int32Array.from(starts),
      indices: Int32Array.from(rows.flatMap(({ terms }) => [...terms.keys()])),
      values: Float64Array.from(rows.flatMap(({ terms }) => [...terms.values()])),
    },
  };
}
