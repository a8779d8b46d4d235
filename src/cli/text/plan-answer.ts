/** The additional answer of `mantissa tune --plan`: the plan, its iterations, and the choices they offer. */
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { Goal } from '../../journal/records.js';
import { knownIterations, noPlateauText, type PlanIteration, type PlanResults } from '../../report/plan-iterations.js';
import { errorText } from '../../study/judging/judge-output.js';
import type { MadePlan } from '../../study/plans/establish-plan.js';
import { wrap } from './terminal.js';

/** The plan's part of the JSON document. */
export function planDocument(results: PlanResults) {
  const { plan, iterations, lines, kept, copies, together, validation, by, formats, sizesFrom } = results;
  return {
    plannedBy: by,
    stages: formats,
    sizesFrom,
    plan: stepsDocument(plan),
    ...{ kept, copies, together },
    iterations: iterations.map(({ iteration, trial, error, seconds, timing, speedup, plateau, isChoice }) => ({
      ...{ iteration, trial, error, seconds, timing, speedup, plateau, isChoice },
    })),
    lines,
    ...(validation && { validation: { count: validation.count, better: validation.better } }),
  };
}

/** `tune --plan --dry-run`: the iterations of a plan that is not run, in their order, each with its reason. */
export function renderPlanned(plan: MadePlan, paint: Paint, width: number, isJson: boolean): string {
  if (isJson) return `${JSON.stringify({ schemaVersion: 1, ...plannedDocument(plan) }, null, 2)}\n`;
  const rows = plan.iterations.map(({ iteration, unit, format, reason }) => {
    const text = `${unit} → ${format}: ${reason}`;
    return `${String(iteration).padStart(9)}  ${wrap(text.split(' '), width, ' '.repeat(13))}`;
  });
  const unmeasured =
    plan.sizesFrom === 'the text'
      ? [
          'sizes are estimated from the source text; a study measures them in a profiling run, which can change the order',
        ]
      : [];
  return `${[
    paint.bold(headText(plan, plan.iterations.length)),
    ...copiesText({ copies: plan.copies ?? [], together: plan.together ?? [] }),
    '',
    paint.dim('iteration  lowers'),
    `${'0'.padStart(9)}  everything in ${plan.formats[0]}`,
    ...rows,
    ...(plan.kept.length > 0 ? ['', paint.dim('in the declared format')] : []),
    ...plan.kept.map(({ id, place, reason }) => wrap(`  ${id}  ${place}  ${reason}`.split(' '), width, '    ')),
    ...(unmeasured.length > 0 ? ['', ...unmeasured.map((text) => wrap(text.split(' '), width, ''))] : []),
  ].join('\n')}\n`;
}

function plannedDocument({ by, formats, sizesFrom, iterations, kept, copies = [], together = [] }: MadePlan) {
  return {
    ...{ plannedBy: by, stages: formats, sizesFrom },
    plan: stepsDocument(iterations),
    ...{ kept, copies, together },
  };
}

function stepsDocument(iterations: MadePlan['iterations']) {
  return iterations.map(({ iteration, unit, format, sites, operations, reason }) => ({
    ...{ iteration, unit, format },
    sites: sites.length > 0 ? sites : operations,
    reason,
  }));
}

function headText({ by, formats, sizesFrom }: Pick<PlanResults, 'by' | 'formats' | 'sizesFrom'>, iterations: number) {
  const what = by === 'variables' ? 'variables' : by === 'types' ? 'operations by type' : 'clusters';
  return `plan: ${count(iterations, 'iteration')} from ${formats.join(' to ')}, by ${what}; sizes from ${SIZES_FROM[sizesFrom]}`;
}

/** The journal's ids, as printed. */
const SIZES_FROM = { 'a counted run': 'a profiling run', 'the text': 'the source text' } as const;

export function planText(results: PlanResults, goal: Goal, paint: Paint): string {
  const { iterations, plan, validation } = results;
  const rows = iterations.map((one) => {
    const step = plan.find(({ iteration }) => iteration === one.iteration);
    const lowered = step ? `${step.unit} → ${step.format}` : `everything in ${results.formats[0]}`;
    return [
      `${one.trial}`,
      `${one.iteration}`,
      errorOf(one, goal),
      timeOf(one),
      one.isChoice ? `◆ plateau ${one.plateau}` : '',
      lowered,
    ];
  });
  const lines = results.lines.map(({ name, error, seconds }) => [
    '',
    '',
    error === null ? '' : errorText(goal.metric, Number(error)),
    seconds === null ? '' : `${seconds.toPrecision(3)} s`,
    '',
    name,
  ]);
  const kept =
    results.kept.length > 0
      ? [`${count(results.kept.length, 'group')} in the declared format; --json gives the reasons`]
      : [];
  return [
    '',
    headText(results, plan.length),
    ...copiesText(results),
    '',
    ...align([COLUMNS, ...rows, ...lines], paint),
    ...kept,
    ...progress(results),
    ...choices(iterations),
    ...validated(validation),
  ].join('\n');
}

/** Lists functions with a copy for each call. Names such as `norm_2` exist only in a patch, so each is shown with its call. */
function copiesText({ copies, together }: Pick<PlanResults, 'copies' | 'together'>): string[] {
  const copied = [...new Set(copies.map(({ of }) => of))].map((of) => {
    const own = copies.filter((one) => one.of === of);
    return `${of} is lowered call by call: ${own.map(({ name, call }) => `${name} (${call})`).join(', ')}`;
  });
  const left = together.map(({ name, reason }) => `${name} has one format for all its calls: ${reason}`);
  return [...copied, ...left];
}

const MOST_EVIDENCE = 48;

function errorOf({ error, evidence }: PlanIteration, goal: Goal): string {
  if (error !== null) return errorText(goal.metric, Number(error));
  const [first = 'no error known'] = evidence?.split('\n') ?? []; // compiler messages have several lines
  return first.length > MOST_EVIDENCE ? `${first.slice(0, MOST_EVIDENCE)}…` : first;
}

function timeOf({ seconds, speedup, timing }: PlanIteration): string {
  if (seconds !== null) return `${seconds.toPrecision(3)} s`;
  return speedup === null ? 'not timed' : `${speedup.toFixed(2)}× ${timing}`;
}

/** The trial number comes first, because `mantissa apply` and `mantissa show` take it. */
const COLUMNS = ['trial', 'iteration', 'error', 'time', '', 'lowers'];
const CHOICE = COLUMNS.indexOf('');

function align(rows: readonly (readonly string[])[], paint: Paint): string[] {
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => {
    const text = row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
    return row[CHOICE] === '' ? text : paint.bold(text);
  });
}

/** Says how far the plan came, if there are iterations left. */
function progress(results: PlanResults): string[] {
  const known = knownIterations(results);
  const all = results.plan.length;
  return known < all ? [`the error of ${known} of ${count(all, 'iteration')} is known`] : [];
}

function choices(iterations: readonly PlanIteration[]): string[] {
  const chosen = iterations.filter(({ isChoice }) => isChoice);
  if (chosen.length === 0) return ['', noPlateauText(iterations)];
  const trials = chosen.map(({ trial }) => trial).join(', ');
  return [
    '',
    `last trial of each plateau: ${trials}`,
    `mantissa apply ${chosen[0]!.trial} prints the patch of one of them`,
  ];
}

function validated(validation: PlanResults['validation']): string[] {
  if (!validation) return [];
  const { count: all, better } = validation;
  const share = ((100 * better) / all).toFixed(1);
  return [
    '',
    `${better} of ${count(all, 'random configuration')} (${share} %) are more accurate and faster than the plan`,
  ];
}
