/** The answer of `mantissa phases`: how long the program can run in lower precision, the switches that were tried, and the next command. */
import { noPhasesText } from '../../features/phases/no-phases-text.js';
import type { PhaseAnswer } from '../../features/phases/phase-study.js';
import type { PhaseSpeeds } from '../../features/phases/phase-timing.js';
import type { Paint } from '../../inspection/paint.js';
import type { Goal } from '../../journal/records.js';
import type { Format } from '../../numerics/format.js';
import { speedVerdictOf } from '../../numerics/speed-verdict.js';
import type { Program } from '../../program/program.js';
import type { CommandChanges } from '../../report/actions.js';
import { gpuText } from '../../report/gpu-text.js';
import { errorText, figure, goalText } from '../../study/judging/judge-output.js';
import { shellWord } from '../../support/shell-word.js';
import { repeatedCommand } from '../repeated-command.js';
import { wrap } from './terminal.js';
import { CLOCKS } from './trial-figures.js';

export interface PhasesAnswer {
  readonly program: Program;
  readonly name: string;
  readonly engine: string;
  readonly input: string;
  /** The GPU whose cost model gives the speedups. */
  readonly gpu: string;
  readonly goal: Goal;
  readonly low: Format;
  readonly found: PhaseAnswer;
  /** The file that the phases were written to. */
  readonly written: string | null;
  /** The file that the patch is written to, if there is one. */
  readonly patchFile: string | null;
  /** The command line of the user. */
  readonly typed: readonly string[];
}

const INDENT = 12;
const MOST_LOOPS = 4;

export function phasesText(answered: PhasesAnswer, paint: Paint, width: number): string {
  const { name, engine, input, goal, found, low } = answered;
  const row = (label: string, text: string) =>
    `  ${paint.dim(label.padEnd(8))}  ${wrap(text.split(' '), width, ' '.repeat(INDENT))}`;
  const lines = [
    `${paint.bold(name)}  ${verdict(answered, paint)}  ${paint.dim(`(input '${input}' on the ${engine} engine)`)}`,
    row('loop', loopText(answered)),
    row('goal', goalText(goal)),
    '',
    ...tableLines(answered, paint),
    '',
    ...found.checked.map((one) =>
      row(
        'checked',
        `input '${one.input}': the first ${one.first} of ${one.iterations} iterations in ${low}: ${errorWords(answered, one)}${one.isWithin ? '' : ', which exceeds the bound'}`,
      ),
    ),
    ...whyRows(answered).map((text) => row('why', text)),
    ...(found.patch === null ? [] : [row('patch', patchWords(answered))]),
    ...timingRows(answered).map((text) => row(found.timing?.kind === 'timed' ? 'timed' : 'untimed', text)),
    ...found.loops
      .filter(({ loop }) => loop !== found.loop.loop)
      .slice(0, MOST_LOOPS)
      .map(({ id, obstacle, share }) =>
        row('not', `${id} (${percent(share)} of the work): ${obstacle?.reason ?? 'it does less of the work'}`),
      ),
    '',
    paint.bold('next'),
    ...nextLines(answered).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n').replace(/\n{3,}/g, '\n\n')}\n`;
}

/** As a document for other programs. */
export function phasesDocument({ program, name, engine, input, gpu, goal, low, found }: PhasesAnswer): object {
  const { loop, loops, end, trials, chosen, phases, checked, lowSpeedup, patch, timing } = found;
  const idsOf = (configuration: NonNullable<typeof phases>['before']) =>
    Object.fromEntries([...configuration.sites].map(([site, format]) => [program.sites[site]!.id, format]));
  return {
    schemaVersion: 1,
    program: name,
    engine,
    input,
    /** The GPU whose cost model gives the speedups. */
    gpu,
    goal: { metric: goal.metric, bound: goal.bound, against: goal.against },
    low,
    loop: loop.id,
    iterations: loop.iterations,
    loops: loops.map(({ id, file, line, iterations, share, obstacle }) => ({
      id,
      file,
      line,
      iterations,
      share,
      obstacle,
    })),
    end,
    /** Modelled, with the lower precision throughout the run. */
    lowSpeedup,
    trials,
    chosen,
    phases: phases && {
      loop: phases.loop,
      switch: phases.switch,
      before: idsOf(phases.before),
      after: idsOf(phases.after),
    },
    checked,
    /** Why no patch can be written; null if one can, or if there are no phases. */
    noPatch: patch?.kind === 'refused' ? patch.reason : null,
    /** Speedups over the original program, measured on the timed inputs; null if they were not measured. */
    measured: timing?.kind === 'timed' ? measuredDocument(timing.speeds) : null,
    /** Why the patched program was not timed; null if it was, or if nothing times it. */
    notTimed: timing?.kind === 'not-timed' ? timing.reason : null,
  };
}

function verdict({ found, low }: PhasesAnswer, paint: Paint): string {
  const { end, chosen, loop, checked } = found;
  const iterations = `${loop.iterations} iterations`;
  switch (end) {
    case 'found': {
      const text = `the first ${percent(chosen!.fraction)} of ${iterations} can be in ${low}${speedupWords(found)}`;
      if (!mayBeFaster(found)) return paint.warn(text);
      return checked.every(({ isWithin }) => isWithin)
        ? paint.good(text)
        : paint.warn(`${text}, but not on every input`);
    }
    case 'checked':
      return chosen!.isWithin
        ? paint.good(`these phases meet the goal${speedupWords(found)}`)
        : paint.bad('these phases exceed the error bound');
    case 'not-needed':
      return paint.good(`all ${iterations} can be in ${low}: a second phase is not needed`);
    case 'initial-values':
    case 'no-decay':
    case 'too-many':
      return paint.warn('phases do not help: leave the precision of the loop unchanged');
  }
}

function speedupWords({ chosen, timing }: PhaseAnswer): string {
  if (timing?.kind === 'timed') return `: ${timing.speeds.phases.verdict} (measured)`;
  const speedup = chosen?.speedup ?? null;
  return speedup === null ? '' : `: ${times(speedup)} faster (modelled)`;
}

/** False if measurements do not show a speedup. */
function mayBeFaster({ timing }: PhaseAnswer): boolean {
  return timing?.kind !== 'timed' || speedVerdictOf(timing.speeds.phases) === 'faster';
}

function measuredDocument({ engine, inputs, phases, throughout }: PhaseSpeeds): object {
  const estimate = ({ clock, ratio, low, high, verdict, samples }: PhaseSpeeds['phases']) => ({
    clock,
    ratio,
    low,
    high,
    verdict,
    runs: samples.length,
  });
  return { engine, inputs, phases: estimate(phases), throughout: throughout && estimate(throughout) };
}

function timingRows({ found: { timing }, low }: PhasesAnswer): string[] {
  if (timing === null || timing.kind === 'missed') return []; // the row of the patch has the reason
  if (timing.kind === 'not-timed') return [timing.reason];
  const { engine, inputs, phases, throughout } = timing.speeds;
  const on = `input${inputs.length > 1 ? 's' : ''} ${inputs.map((name) => `'${name}'`).join(', ')}`;
  return [
    `${phases.verdict}, measured on ${on} with the ${engine} engine (${CLOCKS[phases.clock]}, ${phases.samples.length} runs)`,
    ...(throughout ? [`for comparison, with ${low} throughout the run: ${throughout.verdict}`] : []),
  ];
}

function loopText({ found: { loop }, program }: PhasesAnswer): string {
  const called = [...loop.reached].filter(([, share]) => share > 0).map(([one]) => program.functions[one]!.name);
  const calls =
    called.length === 0
      ? ''
      : `; it calls ${called.slice(0, MOST_LOOPS).join(', ')}${called.length > MOST_LOOPS ? ' …' : ''}`;
  return `${loop.id} (${loop.file}:${loop.line}): ${loop.iterations} iterations, ${percent(loop.share)} of the floating-point operations${calls}`;
}

function tableLines(answered: PhasesAnswer, paint: Paint): string[] {
  const { found, low, gpu } = answered;
  const hasModel = found.trials.some(({ speedup }) => speedup !== null);
  const head = [
    `${low} iterations`,
    'error',
    'goal',
    `operations in ${low}`,
    ...(hasModel ? [`speedup, modelled for ${gpuText(gpu)}`] : []),
  ];
  const rows = found.trials
    .toSorted((a, b) => a.first - b.first)
    .map((trial) => [
      `${trial.first} (${percent(trial.fraction)})`,
      trial.error === null ? 'none' : figure(trial.error),
      trial.isWithin ? 'yes' : 'no',
      percent(trial.lowShare),
      ...(trial.speedup === null ? [] : [times(trial.speedup)]),
      trial.first === found.chosen?.first ? '←' : '',
    ]);
  const widths = head.map((text, column) => Math.max(text.length, ...rows.map((row) => row[column]!.length)));
  const aligned = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('   ')}`.trimEnd();
  return [paint.dim(aligned(head)), ...rows.map(aligned)];
}

function patchWords({ found: { patch }, patchFile }: PhasesAnswer): string {
  if (patch?.kind === 'refused') return `none: ${patch.reason}`;
  const checked = 'the patched program was built and prints, bit for bit, what the emulated phases print';
  return patchFile === null ? `can be written: ${checked}` : `written to ${patchFile}: ${checked}`;
}

function errorWords(
  { goal }: PhasesAnswer,
  { error, evidence }: { readonly error: number | null; readonly evidence: string | null },
): string {
  return error === null ? (evidence ?? 'no error') : errorText(goal.metric, error);
}

function whyRows(answered: PhasesAnswer): string[] {
  const { found, low } = answered;
  const text = noPhasesText(found, low, (error) => errorText(answered.goal.metric, error));
  return text === null ? [found.chosen?.evidence ?? []].flat() : [text];
}

function nextLines({ found, typed, written, patchFile, low }: PhasesAnswer): string[] {
  const tune = repeatedCommand(typed, 'tune');
  if (found.end === 'not-needed') return [`${tune}   (formats that are ${low} throughout the run)`];
  if (!found.chosen?.isWithin || !mayBeFaster(found))
    return [`${tune}   (formats that are the same throughout the run)`];
  const again = (changes: CommandChanges) => repeatedCommand(typed, 'phases', changes);
  if (found.patch?.kind === 'patch')
    return patchFile === null ? [again({ '--patch': 'phases.patch' })] : [`patch -p1 < ${shellWord(patchFile)}`];
  return [
    written === null
      ? again({ '--output': 'phases.json' })
      : again({ '--configuration': written, '--output': null, '--patch': null }),
  ];
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const times = (speedup: number): string => `${speedup.toFixed(2)}×`;
