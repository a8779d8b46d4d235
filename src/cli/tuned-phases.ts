/** The search for phases of `tune`: its request, made of the study's plan, and the record of its answer. */
import { hasKernels } from '../analysis/scope.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { noPhasesText } from '../features/phases/no-phases-text.js';
import { type PhaseAnswer, studyPhases } from '../features/phases/phase-study.js';
import { NO_PHASES, type PhasesRecord, type PhasesSpeed } from '../journal/phases-record.js';
import type { StudyInput } from '../journal/records.js';
import type { Format } from '../numerics/format.js';
import { isSummed } from '../numerics/format.js';
import { moreIsBetter } from '../numerics/metrics.js';
import { writePhases } from '../space/phases.js';
import { ErrorCommand } from '../study/judging/error-command.js';
import { errorText, OutputJudge } from '../study/judging/judge-output.js';
import type { PhaseSearch, StudyPlan } from '../study/plan.js';
import { type OpenedProgram, openProgram } from '../workbench/open-program.js';
import type { Workbench } from '../workbench/workbench.js';
import { engineOfPhases } from './engine-of-phases.js';
import { phasesPatch } from './phases-patch.js';

/** Null if the plan has no lower format that phases can have. `isAsked`: with --phases. */
export function phaseSearch(
  { workbench, request }: OpenedProgram,
  plan: StudyPlan,
  isAsked: boolean,
): PhaseSearch | null {
  const low = plan.formats.slice(1).find((format) => !isSummed(format));
  if (low === undefined || moreIsBetter(plan.goal.metric)) return null;
  const wanted = { plan, low, isAsked };
  return {
    low,
    isAsked,
    run: async () => {
      const { timing } = workbench.capabilities;
      if (timing === 'cpu' || timing === 'modelled')
        return search(workbench, timing === 'cpu' && !hasKernels(workbench.program) ? workbench : null, wanted);
      const { inputs, ...reading } = request;
      await using onCpu = await openProgram(inputs, { ...reading, engine: await engineOfPhases() });
      return search(onCpu.workbench, workbench, wanted);
    },
  };
}

interface Wanted {
  readonly plan: StudyPlan;
  readonly low: Format;
  readonly isAsked: boolean;
}

async function search(bench: Workbench, timing: Workbench | null, wanted: Wanted): Promise<PhasesRecord> {
  const { plan, low, isAsked } = wanted;
  const { goal, limits, output: place, scope, device } = plan;
  const inputs = plan.inputs.filter((one) => suitsEngine(bench, one));
  if (inputs.every(({ heldOut }) => heldOut))
    return {
      ...NO_PHASES,
      low,
      reason: `the project file has no input for the ${bench.engineName} engine, which emulates phases`,
    };
  try {
    const found = await studyPhases({
      ...{ bench, timing, place, scope, low, device, limits },
      judge: new OutputJudge(goal, goal.command && new ErrorCommand(goal.command, bench.project.root)),
      timed: plan.inputs.filter(({ timed }) => timed),
      inputs: inputs.toSorted((a, b) => Number(a.heldOut) - Number(b.heldOut)),
      given: null,
      // a loop whose work is in its own text is seldom one over time steps or iterations
      mustCall: !isAsked,
      onStep: () => undefined,
    });
    return recordOf(found, bench, wanted);
  } catch (error) {
    if (!(error instanceof MantissaError) || !WITHOUT_PHASES.has(error.code)) throw error;
    return { ...NO_PHASES, low, reason: error.findings.map(({ text }) => text).join('; ') };
  }
}

/** Whether the project file lets this engine run an input: those of a GPU may take hours on a CPU. */
function suitsEngine({ project, engineName }: Workbench, { name }: StudyInput): boolean {
  const engines = project.settings?.inputs?.[name]?.engines;
  return !engines || engines.includes(engineName);
}

/** No loop can have phases; nothing in scope can be lowered. */
const WITHOUT_PHASES: ReadonlySet<string> = new Set(['MX2057', 'MX2042']);

function recordOf(found: PhaseAnswer, bench: Workbench, { low, plan }: Wanted): PhasesRecord {
  const { metric } = plan.goal;
  const { loop, trials, chosen, phases, checked, patch, timing, lowSpeedup } = found;
  const missed = checked.find(({ isWithin }) => !isWithin);
  const isFound = phases !== null && missed === undefined;
  const speeds = timing?.kind === 'timed' ? timing.speeds : null;
  return {
    kind: 'phases',
    loop: { id: loop.id, file: loop.file, line: loop.line, iterations: loop.iterations ?? 0 },
    low,
    switches: trials.map(({ first, error, isWithin, speedup }) => ({ first, error, isWithin, speedup })),
    fraction: isFound ? chosen!.fraction : null,
    speedup: isFound ? (speeds ? measured(speeds.phases) : modelled(chosen!.speedup)) : null,
    throughout: speeds?.throughout ? measured(speeds.throughout) : modelled(lowSpeedup),
    reason: missed
      ? `the switch that suits the other inputs exceeds the bound on input '${missed.input}'`
      : (noPhasesText(found, low, (error) => errorText(metric, error)) ??
        (found.end === 'not-needed'
          ? `the whole loop can run in ${low}`
          : patch?.kind === 'refused'
            ? patch.reason
            : null)),
    document: isFound ? writePhases(phases, bench.program) : null,
    patch: isFound && patch?.kind === 'patch' ? phasesPatch(bench, patch.files) : null,
  };
}

function measured({
  clock,
  ratio,
  low,
  high,
}: {
  clock: PhasesSpeed['clock'] | 'merit';
  ratio: number;
  low: number;
  high: number;
}): PhasesSpeed {
  return { clock, ratio, interval: [low, high] };
}

const modelled = (ratio: number | null): PhasesSpeed | null =>
  ratio === null ? null : { clock: 'modelled', ratio, interval: null };
