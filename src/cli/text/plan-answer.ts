/** The additional answer of `mantissa tune --plan`: the plan, its iterations, and the choices they offer. */
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import type { Goal } from '../../journal/records.js';
import type { PlanIteration, PlanResults } from '../../report/plan-iterations.js';
import { errorText } from '../../study/judging/judge-output.js';

/** The plan's part of the JSON document. */
export function planDocument(results: PlanResults) {
  const { plan, iterations, lines, kept, copies, together, validation, by, formats, sizesFrom } = results;
  return {
    plannedBy: by,
    stages: formats,
    sizesFrom,
    plan: plan.map(({ iteration, unit, format, sites, operations, reason }) => ({
      ...{ iteration, unit, format },
      sites: sites.length > 0 ? sites : operations,
      reason,
    })),
    ...{ kept, copies, together },
    iterations: iterations.map(({ iteration, trial, error, seconds, timing, speedup, plateau, isChoice }) => ({
      ...{ iteration, trial, error, seconds, timing, speedup, plateau, isChoice },
    })),
    lines,
    ...(validation && { validation: { count: validation.count, better: validation.better } }),
  };
}

/** The journal's ids, as printed. */
const SIZES_FROM = { 'a counted run': 'a profiling run', 'the text': 'the source text' } as const;

export function planText(results: PlanResults, goal: Goal, paint: Paint): string {
  const { iterations, plan, validation } = results;
  const what = results.by === 'variables' ? 'variables' : results.by === 'types' ? 'operations by type' : 'clusters';
  const head = `plan: ${count(plan.length, 'iteration')} from ${results.formats.join(' to ')}, by ${what}; sizes from ${SIZES_FROM[results.sizesFrom]}`;
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
    head,
    ...copiesText(results),
    '',
    ...align([COLUMNS, ...rows, ...lines], paint),
    ...kept,
    ...choices(iterations),
    ...validated(validation),
  ].join('\n');
}

/** Lists functions with a copy for each call. Names such as `norm_2` exist only in a patch, so each is shown with its call. */
function copiesText({ copies, together }: PlanResults): string[] {
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

function choices(iterations: readonly PlanIteration[]): string[] {
  const chosen = iterations.filter(({ isChoice }) => isChoice);
  if (chosen.length === 0) return ['', 'no plateau: every iteration trades accuracy for speed'];
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
