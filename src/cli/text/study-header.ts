/** What a study is about, before it begins: the program, the goal, the search, and where it runs. */
import path from 'node:path';
import { hasKernels } from '../../analysis/scope.js';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { capabilitiesOf } from '../../journal/engine-capabilities.js';
import type { StudyStarted } from '../../journal/records.js';
import { type Format, isWider } from '../../numerics/format.js';
import { gpuText } from '../../report/gpu-text.js';
import type { Dimension } from '../../search/strategy.js';
import { goalText } from '../../study/judging/judge-output.js';
import type { StudyPlan } from '../../study/study.js';
import type { Bench } from '../../workbench/bench.js';

export interface StudyAbout {
  readonly bench: Pick<Bench, 'groups' | 'program' | 'runs'>;
  readonly plan: Pick<StudyPlan, 'scope'>;
  readonly header: StudyStarted;
  readonly dimensions: readonly Dimension[];
  readonly folder: string;
  readonly maxTrials: number;
}

export function studyHeader({ bench, plan, header, dimensions, folder, maxTrials }: StudyAbout, paint: Paint): string {
  const { program, goal, formats, strategy, seed } = header;
  const sites = bench.groups.groups.flatMap(({ sites, frozen }) =>
    sites.filter((site) => plan.scope.has(site)).map(() => frozen),
  );
  const frozen = sites.filter((one) => one !== null).length;
  const facts = {
    goal: `${goalText(goal)}${goal.against === 'baseline' ? ' against its own output' : ''}`,
    formats: `${formats.join(', ')}${strategy === 'plan' ? '' : `${singleText(dimensions)}${unusedText(formats, dimensions)}`}`,
    search: `${strategy}, seed ${seed}, at most ${count(maxTrials, 'trial')}`,
    engine: `${header.engine}, ${bench.runs.width ? nodesText(header, bench.runs.width) : deviceText(header, hasKernels(bench.program))}`,
    study: path.relative(process.cwd(), folder) || '.',
  };
  const held = frozen > 0 ? ` (${paint.warn(`${frozen} frozen`)})` : '';
  return [
    `${paint.bold(program)}: ${count(sites.length, 'site')}${held}, ${count(dimensions.length, 'group')} to choose for`,
    ...Object.entries(facts).map(([name, text]) => `  ${paint.dim(name.padEnd(7))}  ${text}`),
    '',
  ].join('\n');
}

function singleText(dimensions: readonly Dimension[]): string {
  const hasDoubles = dimensions.some(({ formats }) => isWider(formats[0]!, 'fp32'));
  return dimensions.length === 0 || hasDoubles ? '' : ' (no variable in scope is fp64)';
}

/** Formats that were asked for in vain: halves have types in device code only, and a program may compute in nothing wider. */
function unusedText(formats: readonly Format[], dimensions: readonly Dimension[]): string {
  const used = new Set(dimensions.flatMap((one) => one.formats));
  const unused = formats.filter((format) => !used.has(format));
  return dimensions.length === 0 || unused.length === 0 ? '' : ` (no group in scope can have ${unused.join(' or ')})`;
}

/** On a cluster a time is its node's, which is told with it. */
function nodesText(started: StudyStarted, width: number): string {
  const isTimed = capabilitiesOf(started).timing !== 'modelled';
  return `at most ${count(width, 'run')} at the same time as jobs of Slurm${isTimed ? ', times measured on its nodes' : ''}`;
}

/** Whose times are taken, or whose costs are modelled. */
function deviceText(started: StudyStarted, isForGpu: boolean): string {
  const { environment, gpu } = started;
  switch (capabilitiesOf(started).timing) {
    case 'modelled':
      return isForGpu
        ? `speedups modelled for ${gpuText(gpu)}`
        : 'speeds not known: only what runs on a GPU is modelled';
    case 'cpu':
      return `times measured on ${environment.processors}`;
    case 'gpu':
    case 'either':
      return `times measured on ${environment.GPU ?? environment.processors}`;
  }
}
