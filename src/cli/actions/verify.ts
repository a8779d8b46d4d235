import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { EngineName } from '../../execution/engine.js';
import { isEngineName } from '../../frontend/project/engine-names.js';
import { splitShellWords } from '../../frontend/project/shell-words.js';
import type { Paint } from '../../inspection/paint.js';
import { count } from '../../inspection/table.js';
import { Journal } from '../../journal/journal.js';
import type { MemoryRecord, OutputPlace, StudyStarted } from '../../journal/records.js';
import type { RecordedStudy } from '../../journal/study-journal.js';
import type { VerificationRecord } from '../../journal/verification-record.js';
import { moreIsBetter } from '../../numerics/metrics.js';
import { digestSources } from '../../program/source-digest.js';
import type { Configuration } from '../../space/resolve.js';
import { ErrorCommand } from '../../study/judging/error-command.js';
import { goalText, OutputJudge } from '../../study/judging/judge-output.js';
import { MemoryCheck, memoryText } from '../../study/judging/memory-check.js';
import { filesToCollect } from '../../study/judging/program-output.js';
import { movable, notMovedText } from '../../study/movable-inputs.js';
import { trialJobs } from '../../study/planning/study-started.js';
import { type Neighbours, Verification } from '../../study/verification.js';
import { runLimits } from '../../workbench/run-limits.js';
import type { RunLimits, Workbench } from '../../workbench/workbench.js';
import { withoutPatch } from '../applied-patch.js';
import { withWorkbench } from '../bench-options.js';
import type { VerifyOptions } from '../commands/verify.js';
import { interruption } from '../interruption.js';
import {
  commandOfNow,
  folderOfNow,
  outputOfNow,
  requireBelow,
  requireOwnArguments,
  requireOwnFlags,
} from '../journal-trust.js';
import { appendNamedFile, readNamedFile } from '../named-file.js';
import { namedStudy, sourceOptions } from '../named-study.js';
import { memoryLimit, numberFrom, spreadFrom, wholeNumber } from '../option-values.js';
import { cumulativeCurve, quantileText } from '../text/error-distribution.js';
import { Progress } from '../text/progress.js';
import { answer, say, terminalPaint, terminalWidth } from '../text/terminal.js';
import { summaryInMarkdown } from '../text/verification-summary.js';
import { trialConfiguration, trialOf } from '../trial-patch.js';

const CURVE_FROM = 5;

/**
 * `mantissa verify`: a trial's built program beside the program as written, on neighbours of the input it was tuned on. It runs what is
 * in the folder it is called in: what a journal alone names is refused (journal-trust.ts).
 */
export async function verify(
  number: string | undefined,
  options: VerifyOptions,
  given: readonly string[] | null,
): Promise<void> {
  const study = namedStudy(options);
  const { started, folder } = study;
  const trial = trialOf(study, number);
  const asked = neighboursOf(options, started);
  const least = leastConfidence(options);
  const summary = summaryFile(options);
  const timeoutMs = 1000 * numberFrom('--timeout', options.timeout, 0);
  const memory = memoryLimit(options.memory);
  const jobs = options.jobs === undefined ? null : wholeNumber('--jobs', options.jobs);
  const engine = options.engine ?? engineOf(started);
  const { inputs, options: source } = sourceOptions(started);
  const own = folderOfNow(options);
  requireBelow(own, inputs);
  requireOwnFlags(own, started, options);
  const progress = new Progress(options.json ? 'quiet' : 'normal');
  const work = async (bench: Workbench): Promise<void> => {
    progress.phase(`building the program as written and trial ${trial.number}`);
    if (digestSources(bench.program) !== started.sources)
      throw new MantissaError('MX2022', `the study in ${folder} was made for other text than the files hold now`, {
        remedy: 'tune again: a verification speaks of the program that was tuned',
      });
    const configuration = trialConfiguration(trial, bench);
    const { goal } = started;
    const command = commandOfNow(goal, bench.project, options);
    const output = outputOfNow(started, bench.project);
    if (asked.kind === 'perturbed') requireOwnArguments(asked.input, bench.project, given);
    const { neighbours, runs, passedOver } = await movable(bench, asked, [own, bench.project.root]);
    const judge = new OutputJudge(goal, command && new ErrorCommand(command, bench.project.root));
    const limits = runLimits({
      timeoutMs,
      maxMemoryBytes: memory(bench.project.settings?.memory),
      argumentsFrom: [own, bench.project.root],
    });
    const verification = new Verification(
      runs,
      judge,
      output,
      {
        trial: trial.number,
        configuration,
        neighbours,
        limits,
        jobs: jobs ?? trialJobs(bench.capabilities),
        signal: interruption(),
      },
      (done, of) =>
        done === 0
          ? progress.phase(`verifying on ${count(of, 'sample')}`)
          : progress.step(`verifying: ${done} of ${of} samples`),
    );
    const record = await verification.run();
    if (options.sanitize && !trial.memory) progress.phase(`watching the memory of trial ${trial.number}`);
    const watched =
      options.sanitize && !trial.memory
        ? await watchMemory({ bench, study, trial: trial.number, neighbours, limits, configuration, output })
        : null;
    progress.end();
    remember(folder, watched ? [record, watched] : [record]);
    const memoryOf = watched ?? trial.memory;
    answer(
      options.json
        ? documentOf(record, started, memoryOf)
        : rendered(record, started, memoryOf, terminalPaint(), terminalWidth()),
    );
    if (passedOver.length > 0) say(notMovedText(passedOver));
    const failure = failureOf(record, least, options.ci ? memoryOf : null);
    if (summary !== null) {
      const errors = errorsOf(record);
      const found = { where: whereText(record), confidence: confidenceText(record), failure: failure?.text ?? null };
      const quantiles = errors.length > 0 ? quantileText(errors) : null;
      appendNamedFile(summary, summaryInMarkdown({ record, started, memory: memoryOf, errors: quantiles, ...found }));
    }
    if (failure) throw new MantissaError(failure.code, failure.text);
  };
  // a patch of the study's own is in the files: what was tuned is what they were
  const unpatched = withoutPatch(study.state.applied, inputs, source);
  await withWorkbench(unpatched?.inputs ?? inputs, { ...source, engine }, work, progress).finally(() => {
    progress.end();
    unpatched?.remove();
  });
}

/** Of a job that guards precision, where it does not say itself: the lower end that 35 of 35 samples reach. */
const CI_CONFIDENCE = 0.9;

function leastConfidence({ minConfidence, ci }: VerifyOptions): number | null {
  if (minConfidence !== undefined) return shareFrom('--min-confidence', minConfidence);
  return ci ? CI_CONFIDENCE : null;
}

/** GitHub shows what is appended to the file of this variable at the head of a job. */
function summaryFile({ summary, ci }: VerifyOptions): string | null {
  return summary ?? (ci ? process.env.GITHUB_STEP_SUMMARY || null : null);
}

function failureOf(
  record: VerificationRecord,
  least: number | null,
  memory: MemoryRecord | null,
): { readonly code: 'MX3002' | 'MX3004'; readonly text: string } | null {
  if (least !== null && record.low < least)
    return { code: 'MX3002', text: `${confidenceText(record)}; its lower end is below ${least}` };
  return memory?.finding ? { code: 'MX3004', text: `trial ${record.trial}: ${memoryText(memory)}` } : null;
}

function engineOf({ engine }: StudyStarted): EngineName {
  if (isEngineName(engine)) return engine;
  throw new MantissaError('MX1008', `it names an engine '${engine}'`, { remedy: 'name one with --engine' });
}

function neighboursOf(options: VerifyOptions, { inputs }: StudyStarted): Neighbours {
  const lines = [
    ...options.arguments.map((line) => splitShellWords(line)),
    ...(options.argumentsFile === undefined ? [] : linesOf(options.argumentsFile)),
  ];
  if (lines.length > 0) return { kind: 'arguments', lines };
  if (options.argumentsFile !== undefined) throw new MantissaError('MX2041', `${options.argumentsFile} has no lines`);
  const input =
    options.input === undefined
      ? inputs.find(({ heldOut }) => !heldOut)!
      : inputs.find(({ name }) => name === options.input);
  if (!input)
    throw new MantissaError(
      'MX2004',
      `the study has no input '${options.input}'; it has ${inputs.map(({ name }) => name).join(', ')}`,
    );
  return {
    kind: 'perturbed',
    input,
    spread: spreadFrom(options.variance),
    seed: wholeNumber('--seed', options.seed, 0),
    samples: wholeNumber('--samples', options.samples),
    from: { kind: 'annotated' },
  };
}

/** One run a line; a word that begins with # and all behind it is a comment, and an empty line no run. */
function linesOf(file: string): string[][] {
  return readNamedFile(file, 'MX2001')
    .split(/\r?\n/)
    .map((line) => splitShellWords(line.replace(/(?<=^|\s)#.*$/, '')))
    .filter((words) => words.length > 0);
}

function shareFrom(option: string, text: string): number {
  const share = numberFrom(option, text, 0);
  if (share > 1) throw new MantissaError('MX2004', `${option} takes a share from 0 to 1, not '${text}'`);
  return share;
}

interface Watched {
  readonly bench: Workbench;
  readonly study: RecordedStudy;
  readonly trial: number;
  readonly neighbours: Neighbours;
  readonly limits: Omit<RunLimits, 'arguments'>;
  readonly configuration: Configuration;
  readonly output: OutputPlace;
}

/** A trial that nobody has watched at its memory runs once more, on what its neighbours are of; null where it cannot be watched. */
async function watchMemory(watched: Watched): Promise<MemoryRecord | null> {
  const { bench, study, trial, neighbours, limits, configuration, output } = watched;
  const input =
    neighbours.kind === 'perturbed'
      ? neighbours.input
      : { name: neighbours.lines[0]!.join(' '), arguments: [...neighbours.lines[0]!], heldOut: false };
  const durationsMs = study.state.baselines.get(input.name)?.durationsMs ?? [0];
  const check = new MemoryCheck(
    bench,
    async () => [{ input, record: { durationsMs } }],
    () => ({ ...limits, arguments: input.arguments, collect: filesToCollect(output) }),
  );
  const found = await check.check(configuration);
  return found.tools.length === 0 ? null : { kind: 'memory', trial, ...found };
}

/** The study may have been resumed meanwhile; its journal is held only for the moment of writing. */
function remember(folder: string, records: readonly (VerificationRecord | MemoryRecord)[]): void {
  const journal = Journal.open(folder);
  try {
    for (const record of records) journal.append(record);
  } finally {
    journal.close();
  }
}

function confidenceText({ confidence, low, high, samples }: VerificationRecord): string {
  const judged = samples.filter(({ outcome }) => outcome !== 'baseline-failed');
  const within = judged.filter(({ outcome }) => outcome === 'within').length;
  return `confidence ${confidence.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)}), ${within} of ${count(judged.length, 'sample')} within the bound`;
}

function rendered(
  record: VerificationRecord,
  started: StudyStarted,
  memory: MemoryRecord | null,
  paint: Paint,
  width: number,
): string {
  const { samples } = record;
  const errors = errorsOf(record);
  const missed = samples.filter(({ outcome }) => outcome === 'beyond' || outcome === 'failed');
  const apart = samples.filter(({ outcome }) => outcome === 'baseline-failed');
  const worst =
    missed.find(({ error }) => error === null) ?? missed.find(({ error }) => error === worstOf(errors, started));
  const lines = [
    `trial ${record.trial} of ${started.program} beside the program as written, on ${whereText(record)}, ${record.engine} engine`,
    `${paint.bold(confidenceText(record))} (${goalText({ ...started.goal, against: 'baseline', minSpeedup: null })})`,
    ...(errors.length > 0 ? [`errors: ${quantileText(errors)}`] : []),
    ...(errors.length >= CURVE_FROM ? cumulativeCurve(errors, started.goal.bound, width) : []),
    ...(worst ? [paint.warn(`worst: ${worst.evidence}`)] : []),
    ...(apart.length > 0
      ? [paint.warn(`${count(apart.length, 'sample')} that say nothing: ${apart[0]!.evidence}`)]
      : []),
    `memory: ${memory?.finding ? paint.bad(memoryText(memory)) : memoryText(memory)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function whereText({ neighbours, samples }: VerificationRecord): string {
  if (neighbours.kind === 'arguments') return count(samples.length, 'other command line');
  const { input, moved, spread, from } = neighbours;
  const numbers = moved.reduce((sum, one) => sum + one.count, 0);
  const where = { copied: 'first copied to the device, ', given: 'given to it, ', annotated: '' }[from ?? 'annotated'];
  return `${count(samples.length, 'neighbour')} of '${input}': ${count(numbers, 'number')} ${where}of ${moved.map(({ name }) => name).join(', ')} moved by ${spread} · N(0, 1)${from ? ' of itself' : ''}`;
}

function errorsOf({ samples }: VerificationRecord): number[] {
  return samples.flatMap(({ error }) => (error === null ? [] : [error])).sort((a, b) => a - b);
}

function worstOf(errors: readonly number[], { goal }: StudyStarted): number | undefined {
  return moreIsBetter(goal.metric) ? errors[0] : errors.at(-1);
}

function documentOf(record: VerificationRecord, { goal, program }: StudyStarted, memory: MemoryRecord | null): string {
  return `${JSON.stringify({ schemaVersion: 1, program, goal, ...record, memory }, null, 2)}\n`;
}
