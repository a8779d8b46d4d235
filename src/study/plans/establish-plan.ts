/** Makes the tuning plan of a study from the program and one profiling run, and records it in the journal. */
import { type ExecutionCounts, findBlockExecutions } from '../../analysis/performance/block-executions.js';
import { expectedExecutions } from '../../analysis/performance/expected-executions.js';
import { deviceFunctions, hasKernels } from '../../analysis/scope.js';
import { exceedsSharedMemory } from '../../analysis/shared-memory-limit.js';
import { planByOperations } from '../../analysis/tuning-plan/plan-by-operations.js';
import { planByVariables } from '../../analysis/tuning-plan/plan-by-variables.js';
import type { PlannedUnit } from '../../analysis/tuning-plan/planned-unit.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Journal } from '../../journal/journal.js';
import type { PlanRecord } from '../../journal/plan-record.js';
import type { RangesRecord } from '../../journal/records.js';
import { type Format, isBinaryFormat, isWider } from '../../numerics/format.js';
import { hasTwins } from '../../program/library/library.js';
import type { OperationIndex, SiteIndex } from '../../program/program.js';
import type { PlanWanted } from '../../search/strategy.js';
import { whyNotAdmitted } from '../../space/configuration.js';
import { nearestName } from '../../support/nearest-name.js';
import type { Bench } from '../../workbench/bench.js';
import { isOffered } from '../formats/observed-ranges.js';
import type { StudyPlan } from '../plan.js';
import type { Preparation } from '../preparation/preparation.js';
import { PlanSpace } from './plan-space.js';

/** The plan of a study, from its journal if it has one. */
export async function establishPlan(
  bench: Bench,
  journal: Journal,
  preparation: Preparation,
  plan: PlanScope,
  wanted: PlanWanted,
): Promise<PlanSpace> {
  const basis = basisOf(bench, journal.state.ranges, plan);
  if (!journal.state.plan) {
    const counts = await preparation.profiles.counts();
    journal.append({ kind: 'plan', ...(await planFrom(bench, basis, plan, wanted, counts)) });
  }
  return basis.spaceOf(recalled(bench, journal.state.plan!));
}

/**
 * The plan of a study that is not run. The sizes of loops are those of an earlier profiling run of the same sources; without one they come from
 * the source text.
 */
export function planWithoutRun(
  bench: Bench,
  earlier: { readonly ranges: RangesRecord | null; readonly counts: ExecutionCounts | null },
  plan: PlanScope,
  wanted: PlanWanted,
): Promise<MadePlan> {
  return planFrom(bench, basisOf(bench, earlier.ranges, plan), plan, wanted, earlier.counts);
}

type PlanScope = Pick<StudyPlan, 'formats' | 'scope'>;
export type MadePlan = Omit<PlanRecord, 'kind'>;

interface Basis {
  /** From the highest to the lowest precision. */
  readonly stages: readonly Format[];
  readonly free: readonly number[];
  readonly kept: PlanRecord['kept'];
  spaceOf(units: readonly PlannedUnit[]): PlanSpace;
}

function basisOf(bench: Bench, ranges: RangesRecord | null, { formats, scope }: PlanScope): Basis {
  const stages = formats.toSorted((a, b) => (isWider(a, b) ? -1 : isWider(b, a) ? 1 : 0));
  const { free, kept } = freeGroups(bench, scope, stages);
  const spaceOf = (units: readonly PlannedUnit[]) =>
    new PlanSpace(bench, units, stages, new Set(free), (group, format) =>
      bench.groups.groups[group]!.sites.every((site) => isOffered(ranges, bench.program.sites[site]!.id, format)),
    );
  return { stages, free, kept, spaceOf };
}

async function planFrom(
  bench: Bench,
  { stages, free, kept, spaceOf }: Basis,
  { scope }: PlanScope,
  wanted: PlanWanted,
  counts: ExecutionCounts | null,
): Promise<MadePlan> {
  const by = wanted.by === 'auto' ? (hasKernels(bench.program) ? 'variables' : 'types') : wanted.by;
  if (wanted.inlinesFunctions && by !== 'variables')
    throw new MantissaError('MX2004', `--inline-functions is for plans by variables, and this plan is by ${by}`, {
      remedy:
        by === wanted.by
          ? 'leave it out: by types and clusters, a function has a copy for each call'
          : 'add --set by=variables, or leave it out: by types, a function has a copy for each call',
    });
  const executions = counts ? findBlockExecutions(bench.program, counts) : expectedExecutions(bench.program);
  const units =
    by === 'variables'
      ? planByVariables(bench.program, bench.groups, executions, {
          ...{ groups: free, sharedFirst: wanted.sharedFirst, inlinesFunctions: wanted.inlinesFunctions },
          inputs: sitesNamed(bench, 'inputs', wanted.inputs),
          outputs: sitesNamed(bench, 'outputs', wanted.outputs),
        })
      : planByOperations(bench.program, executions, await plannedOperations(bench, scope), by);
  const { steps } = spaceOf(units);
  if (steps.length === 0) throw nothingToPlan(stages, kept);
  return {
    by,
    formats: [...stages],
    sizesFrom: counts ? 'a counted run' : 'the text',
    iterations: steps.map(({ dimension, format }, at) => recorded(bench, units[dimension]!, format, at + 1)),
    kept,
    ...(bench.calls && by !== 'variables' && { copies: [...bench.calls.copies], together: [...bench.calls.together] }),
  };
}

function recorded(
  { program, groups }: Bench,
  unit: PlannedUnit,
  format: Format,
  iteration: number,
): PlanRecord['iterations'][number] {
  const sites = unit.groups.flatMap((group) => groups.groups[group]!.sites.map((site) => program.sites[site]!.id));
  const operations = unit.operations.map((one) => program.operations[one]!.id);
  return { iteration, unit: unit.id, format, sites, operations, reason: unit.reason };
}

function recalled({ program, groups }: Bench, { iterations }: PlanRecord): PlannedUnit[] {
  const sites = new Map(program.sites.map(({ id }, index) => [id, index]));
  const operations = new Map(program.operations.map(({ id }, index) => [id, index]));
  const units = new Map(iterations.map((one) => [one.unit, one]));
  return [...units.values()].map((one) => ({
    id: one.unit,
    groups: [...new Set(one.sites.flatMap((id) => (sites.has(id) ? [groups.groupOf[sites.get(id)!]!] : [])))],
    operations: one.operations.flatMap((id) => operations.get(id) ?? []),
    reason: one.reason,
  }));
}

/** Groups in scope that may have the highest precision of the plan, and the others with the reason why not. */
function freeGroups(
  { program, groups }: Bench,
  scope: ReadonlySet<SiteIndex>,
  [widest]: readonly Format[],
): { free: number[]; kept: PlanRecord['kept'] } {
  const free: number[] = [];
  const kept: PlanRecord['kept'] = [];
  const isFree = (site: SiteIndex) => {
    const { sites, frozen } = groups.groups[groups.groupOf[site]!]!;
    return (
      !frozen && sites.some((one) => scope.has(one)) && sites.every((one) => !whyNotAdmitted(program, one, widest!))
    );
  };
  const crowded = exceedsSharedMemory(program, isFree, widest!);
  groups.groups.forEach((group, index) => {
    if (!group.sites.some((site) => scope.has(site))) return;
    const own = group.sites.map((site) => whyNotAdmitted(program, site, widest!) ?? crowded.get(site) ?? null);
    const at = group.frozen ? 0 : own.findIndex((why) => why !== null);
    if (at < 0) {
      free.push(index);
      return;
    }
    const { id, place } = program.sites[group.sites[at]!]!;
    const file = program.files[place.range.file]!;
    const where = `${file.path}:${file.source.position(place.range.begin).line}`;
    kept.push({ id, place: where, reason: group.frozen?.reason ?? own[at]! });
  });
  return { free, kept };
}

const KINDS = new Set(['add', 'sub', 'mul', 'div', 'math']);

/** Operations whose format a patch can change individually. */
async function plannedOperations(bench: Bench, scope: ReadonlySet<SiteIndex>): Promise<OperationIndex[]> {
  const { program } = bench;
  const fixed = await bench.builds.fixedOperations();
  const device = scope.size < program.sites.length ? deviceFunctions(program) : null;
  return program.operations.flatMap(({ kind, symbol, format, function: owner }, index) => {
    const isWritten = KINDS.has(kind) && isBinaryFormat(format) && !fixed.has(index);
    const hasName = kind !== 'math' || hasTwins(symbol);
    return isWritten && hasName && !symbol.startsWith('__') && (device?.has(owner) ?? true) ? [index] : [];
  });
}

function nothingToPlan(stages: readonly Format[], kept: PlanRecord['kept']): MantissaError {
  const [first] = kept;
  const why = first
    ? `${kept.length === 1 ? '1 group cannot' : `${kept.length} groups cannot`} change, the first is ${first.id} (${first.place}): ${first.reason}`
    : 'no variable or operation of the program can have these formats';
  return new MantissaError('MX4015', `from ${stages.join(' to ')}: ${why}`);
}

function sitesNamed({ program }: Bench, option: string, ids: readonly string[]): Set<SiteIndex> {
  return new Set(
    ids.map((id) => {
      const site = program.sites.findIndex((one) => one.id === id);
      if (site >= 0) return site;
      const nearest = nearestName(
        id,
        program.sites.map((one) => one.id),
      );
      throw new MantissaError('MX2011', `--set ${option}: '${id}'${nearest ? `: did you mean ${nearest}?` : ''}`);
    }),
  );
}
