/** The header printed before a study: program, goal, search, and engine. */
import path from 'node:path';
import { hasKernels } from '../../analysis/scope.js';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { capabilitiesOf } from '../../journal/engine-capabilities.js';
import type { StudyStarted } from '../../journal/records.js';
import { type Format, isWider } from '../../numerics/format.js';
import { gpuText } from '../../report/gpu-text.js';
import { pairsText } from '../../report/pairs-text.js';
import type { Dimension } from '../../search/strategy.js';
import { goalText } from '../../study/judging/judge-output.js';
import type { StudyPlan } from '../../study/study.js';
import { durationText } from '../../support/duration-text.js';
import type { Bench } from '../../workbench/bench.js';

export interface StudyAbout {
  readonly bench: Pick<Bench, 'groups' | 'program' | 'runs'>;
  readonly plan: Pick<StudyPlan, 'scope' | 'device' | 'deadline'>;
  readonly header: StudyStarted;
  readonly dimensions: readonly Dimension[];
  readonly folder: string;
  readonly maxTrials: number;
  readonly hasDefaultFormats: boolean;
}

export function studyHeader(about: StudyAbout, paint: Paint): string {
  const { bench, plan, header, dimensions, folder, maxTrials, hasDefaultFormats } = about;
  const { program, goal, formats, strategy, seed } = header;
  const sites = bench.groups.groups.flatMap(({ sites, frozen }) =>
    sites.filter((site) => plan.scope.has(site)).map(() => frozen),
  );
  const frozen = sites.filter((one) => one !== null).length;
  const facts = {
    goal: `${goalText(goal)}${goal.against === 'baseline' ? ", compared with the original program's output" : ''}`,
    formats: `${formats.join(', ')}${strategy === 'plan' ? '' : `${singleText(dimensions)}${unusedText(formats, dimensions)}`}`,
    ...(hasDefaultFormats &&
      formats.includes('fp32x2') && { pairs: `${pairsText(header.gpu, plan.device)}; --formats chooses others` }),
    search: `${strategy}, seed ${seed}, at most ${count(maxTrials, 'trial')}${plan.deadline.isSet ? `, at most ${limitText(plan.deadline.limitMs)}` : ''}`,
    engine: `${header.engine}, ${bench.runs.width ? nodesText(header, bench.runs.width) : deviceText(header, hasKernels(bench.program))}`,
    study: path.relative(process.cwd(), folder) || '.',
  };
  const frozenText = frozen > 0 ? ` (${paint.warn(`${frozen} frozen`)})` : '';
  return [
    `${paint.bold(program)}: ${count(sites.length, 'site')}${frozenText}, ${count(dimensions.length, 'tunable group')}`,
    ...Object.entries(facts).map(([name, text]) => `  ${paint.dim(name.padEnd(7))}  ${text}`),
    '',
  ].join('\n');
}

/** A time limit without rounding: `3 min`, `150 s`. */
function limitText(ms: number): string {
  return ms % 60_000 === 0 ? durationText(ms) : `${ms / 1000} s`;
}

function singleText(dimensions: readonly Dimension[]): string {
  const hasDoubles = dimensions.some(({ formats }) => isWider(formats[0]!, 'fp32'));
  return dimensions.length === 0 || hasDoubles ? '' : ' (no variable in scope is fp64)';
}

/** Requested formats that no group can have: 16-bit types need device code, and a program may have nothing in a higher format. */
function unusedText(formats: readonly Format[], dimensions: readonly Dimension[]): string {
  const used = new Set(dimensions.flatMap((one) => one.formats));
  const unused = formats.filter((format) => !used.has(format));
  return dimensions.length === 0 || unused.length === 0 ? '' : ` (no group in scope can have ${unused.join(' or ')})`;
}

/** Times on a cluster are recorded with the node that measured them. */
function nodesText(started: StudyStarted, width: number): string {
  const isTimed = capabilitiesOf(started).timing !== 'modelled';
  return `at most ${count(width, 'run')} in parallel as Slurm jobs${isTimed ? ', times measured on the nodes' : ''}`;
}

/** The device that is timed or modelled. */
function deviceText(started: StudyStarted, isForGpu: boolean): string {
  const { environment, gpu } = started;
  switch (capabilitiesOf(started).timing) {
    case 'modelled':
      return isForGpu
        ? `speedups modelled for ${gpuText(gpu)}`
        : 'speedups unknown: there is no performance model for CPU code';
    case 'cpu':
      return `times measured on ${environment.processors}`;
    case 'gpu':
    case 'either':
      return `times measured on ${environment.GPU ?? environment.processors}`;
  }
}
