import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { EngineName } from '../../execution/engine.js';
import { isEngineName } from '../../frontend/project/engine-names.js';
import { splitShellWords } from '../../frontend/project/shell-words.js';
import { count } from '../../inspection/table.js';
import { Journal } from '../../journal/journal.js';
import type { MemoryRecord, OutputPlace, StudyStarted } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import type { RecordedStudy } from '../../journal/study-journal.js';
import type { VerificationRecord } from '../../journal/verification-record.js';
import { trialsForLow } from '../../numerics/wilson.js';
import { digestSources } from '../../program/source-digest.js';
import type { Configuration } from '../../space/resolve.js';
import { notPerturbedText, perturbable } from '../../study/inputs/perturbable-inputs.js';
import { requireTimes, timeLines } from '../../study/inputs/timed-lines.js';
import { type SampleSource, Verification } from '../../study/inputs/verification.js';
import { ErrorCommand } from '../../study/judging/error-command.js';
import { OutputJudge } from '../../study/judging/judge-output.js';
import { MemoryCheck, memoryText } from '../../study/judging/memory-check.js';
import { filesToCollect } from '../../study/judging/program-output.js';
import { trialJobs } from '../../study/planning/study-started.js';
import type { RunLimits } from '../../workbench/run-limits.js';
import { runLimits } from '../../workbench/run-limits.js';
import type { Workbench } from '../../workbench/workbench.js';
import { withoutPatch } from '../applied-patch.js';
import { withWorkbench } from '../bench-options.js';
import type { VerifyOptions } from '../commands/verify.js';
import { interruption } from '../interruption.js';
import {
  requireBelow,
  requireOwnArguments,
  requireOwnFlags,
  trustedErrorCommand,
  trustedFolder,
  trustedOutput,
} from '../journal-trust.js';
import { appendNamedFile, readNamedFile } from '../named-file.js';
import { namedStudy, sourceOptions } from '../named-study.js';
import { memoryLimit, numberFrom, spreadFrom, wholeNumber } from '../option-values.js';
import { Progress } from '../text/progress.js';
import { answer, say, terminalPaint, terminalWidth } from '../text/terminal.js';
import { shareText, verificationDocument, verificationText } from '../text/verification-answer.js';
import { summaryInMarkdown } from '../text/verification-summary.js';
import { trialConfiguration, trialOf } from '../trial-patch.js';

/**
 * `mantissa verify`: compares the build of a trial with the original program on perturbed inputs. It runs only code from the current
 * folder and refuses settings that only the journal names (journal-trust.ts).
 */
export async function verify(
  number: string | undefined,
  options: VerifyOptions,
  given: readonly string[] | null,
): Promise<void> {
  const study = namedStudy(options);
  const { started } = study;
  const request: VerifyRequest = {
    ...{ options, given, study, trial: trialOf(study, number) },
    asked: sampleSource(options, started),
    least: leastConfidence(options),
    summary: summaryFile(options),
    timeoutMs: 1000 * numberFrom('--timeout', options.timeout, 0),
    memory: memoryLimit(options.memory),
    jobs: options.jobs === undefined ? null : wholeNumber('--jobs', options.jobs),
    own: trustedFolder(options),
  };
  const engine = options.engine ?? engineOf(started);
  const { inputs, options: source } = sourceOptions(started);
  requireBelow(request.own, inputs);
  requireOwnFlags(request.own, started, options);
  const progress = new Progress(options.json ? 'quiet' : 'normal');
  const work = async (bench: Workbench): Promise<void> => {
    const verified = await verifyTrial(bench, request, progress).finally(() => progress.end());
    conclude(verified, request);
  };
  // if a patch of the study is in the files, the original program is a copy without it
  const unpatched = withoutPatch(study.state.applied, inputs, source);
  await withWorkbench(unpatched?.inputs ?? inputs, { ...source, engine }, work, progress).finally(() => {
    progress.end();
    unpatched?.remove();
  });
}

interface VerifyRequest {
  readonly options: VerifyOptions;
  /** The arguments after `--`. */
  readonly given: readonly string[] | null;
  readonly study: RecordedStudy;
  readonly trial: JudgedTrial;
  readonly asked: SampleSource;
  /** Smallest allowed lower end of the confidence interval. */
  readonly least: number | null;
  /** The file to which a summary is appended. */
  readonly summary: string | null;
  readonly timeoutMs: number;
  readonly memory: ReturnType<typeof memoryLimit>;
  readonly jobs: number | null;
  /** The folder of the program. */
  readonly own: string;
}

interface VerifyResult {
  readonly record: VerificationRecord;
  /** From this run or from the study; null if the trial's memory was not checked. */
  readonly memory: MemoryRecord | null;
  readonly notPerturbed: Awaited<ReturnType<typeof perturbable>>['notPerturbed'];
}

async function verifyTrial(bench: Workbench, request: VerifyRequest, progress: Progress): Promise<VerifyResult> {
  const { options, study, trial, asked, own } = request;
  const { started, folder } = study;
  progress.phase(`building the original program and trial ${trial.number}`);
  if (digestSources(bench.program) !== started.sources)
    throw new MantissaError('MX2022', `the files have changed since the study in ${folder} was made`, {
      remedy: 'tune again: verify needs the program that was tuned',
    });
  const { project, capabilities } = bench;
  if (options.timed) requireTimes(bench);
  const configuration = trialConfiguration(trial, bench);
  const command = trustedErrorCommand(started.goal, project, options);
  const output = trustedOutput(started, project);
  if (asked.kind === 'perturbed') requireOwnArguments(asked.input, project, request.given);
  const { source, runs, notPerturbed } = await perturbable(bench, asked, [own, project.root]);
  const limits = runLimits({
    timeoutMs: request.timeoutMs,
    maxMemoryBytes: request.memory(project.settings?.memory),
    argumentsFrom: [own, project.root],
  });
  const verification = new Verification(
    runs,
    new OutputJudge(started.goal, command && new ErrorCommand(command, project.root)),
    output,
    {
      ...{ trial: trial.number, configuration, source, limits },
      jobs: request.jobs ?? trialJobs(capabilities),
      signal: interruption(),
    },
    (done, of) =>
      done === 0
        ? progress.phase(`verifying on ${count(of, 'sample')}`)
        : progress.step(`verifying: ${done} of ${of} samples`),
  );
  const verified = await verification.run();
  const record = options.timed ? { ...verified, timed: await timed(bench, request, limits, progress) } : verified;
  if (!options.sanitize || trial.memory) {
    remember(folder, [record]);
    return { record, memory: trial.memory, notPerturbed };
  }
  progress.phase(`running trial ${trial.number} under memory checkers`);
  const checked = await checkMemory({ bench, study, trial: trial.number, source, limits, configuration, output });
  remember(folder, checked ? [record, checked] : [record]);
  return { record, memory: checked, notPerturbed };
}

/** The speedup on each command line on which both programs ran to their end. */
function timed(
  bench: Workbench,
  { trial, asked, study }: VerifyRequest,
  limits: ReturnType<typeof runLimits>,
  progress: Progress,
): ReturnType<typeof timeLines> {
  return timeLines({
    ...{ bench, limits, started: study.started, configuration: trialConfiguration(trial, bench) },
    lines: asked.kind === 'arguments' ? asked.lines : [],
    signal: interruption(),
    onStep: (what) => progress.step(what),
  });
}

/** Prints the answer. Throws if the interval begins too low, or with --ci if a memory error was found. */
function conclude(
  { record, memory, notPerturbed }: VerifyResult,
  { options, study, least, summary }: VerifyRequest,
): void {
  const verification = { record, started: study.started, memory };
  answer(
    options.json
      ? verificationDocument(verification)
      : verificationText(verification, terminalPaint(), terminalWidth()),
  );
  if (notPerturbed.length > 0) say(notPerturbedText(notPerturbed));
  const failure = failureOf(record, least, options.ci ? memory : null);
  if (summary !== null) appendNamedFile(summary, summaryInMarkdown(verification, failure?.text ?? null));
  if (failure) throw new MantissaError(failure.code, failure.text);
}

function failureOf(
  record: VerificationRecord,
  least: number | null,
  memory: MemoryRecord | null,
): { readonly code: 'MX3002' | 'MX3004'; readonly text: string } | null {
  if (least !== null && record.low < least)
    return { code: 'MX3002', text: `${shareText(record)}; ${belowText(record, least)}` };
  return memory?.finding ? { code: 'MX3004', text: `trial ${record.trial}: ${memoryText(memory)}` } : null;
}

function belowText({ confidence, low, neighbours }: VerificationRecord, least: number): string {
  const digits = Number(low.toFixed(2)) < least ? 2 : 4;
  const text = `the lower end of the 95 % interval, ${low.toFixed(digits)}, is below ${least}`;
  const enough = trialsForLow(least);
  if (confidence < 1 || !Number.isFinite(enough)) return text;
  return `${text}: use more samples (${neighbours.kind === 'perturbed' ? `--samples ${enough}` : `${enough} command lines`})`;
}

/** Default of --min-confidence with --ci: the lower end that 35 of 35 samples reach. */
const CI_CONFIDENCE = 0.9;

function leastConfidence({ minConfidence, ci }: VerifyOptions): number | null {
  if (minConfidence !== undefined) return shareFrom('--min-confidence', minConfidence);
  return ci ? CI_CONFIDENCE : null;
}

/** With --ci the default is GITHUB_STEP_SUMMARY, a file whose text GitHub shows on the page of a job. */
function summaryFile({ summary, ci }: VerifyOptions): string | null {
  return summary ?? (ci ? process.env.GITHUB_STEP_SUMMARY || null : null);
}

function engineOf({ engine }: StudyStarted): EngineName {
  if (isEngineName(engine)) return engine;
  throw new MantissaError('MX1008', `the study used the unknown engine '${engine}'`, {
    remedy: 'name one with --engine',
  });
}

/** Chosen: the lower end of the interval is 0.96 if all of them meet the goal; no other number was tried. */
const SAMPLES = 100;

function sampleSource(options: VerifyOptions, { inputs }: StudyStarted): SampleSource {
  const lines = [
    ...options.arguments.map((line) => splitShellWords(line)),
    ...(options.argumentsFile === undefined ? [] : linesOf(options.argumentsFile)),
  ];
  const perturbing = options.samples !== undefined ? '--samples' : options.variance !== undefined ? '--variance' : null;
  if (lines.length > 0 && perturbing !== null)
    throw new MantissaError('MX2004', `${perturbing} is for perturbed inputs; --arguments are compared as they are`);
  if (lines.length > 0) return { kind: 'arguments', lines };
  if (options.timed) throw new MantissaError('MX2004', '--timed needs --arguments or --arguments-file');
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
    ...spreadFrom(options.variance),
    seed: wholeNumber('--seed', options.seed, 0),
    samples: options.samples === undefined ? SAMPLES : wholeNumber('--samples', options.samples),
    from: { kind: 'annotated' },
  };
}

/** Reads one run per line. A word that begins with # starts a comment; empty lines are skipped. */
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

interface MemoryRequest {
  readonly bench: Workbench;
  readonly study: RecordedStudy;
  readonly trial: number;
  readonly source: SampleSource;
  readonly limits: Omit<RunLimits, 'arguments'>;
  readonly configuration: Configuration;
  readonly output: OutputPlace;
}

/** Runs the trial once more under memory checkers, on the original input; null if no checker is available. */
async function checkMemory(request: MemoryRequest): Promise<MemoryRecord | null> {
  const { bench, study, trial, source, limits, configuration, output } = request;
  const input =
    source.kind === 'perturbed'
      ? source.input
      : { name: source.lines[0]!.join(' '), arguments: [...source.lines[0]!], heldOut: false };
  const durationsMs = study.state.baselines.get(input.name)?.durationsMs ?? [0];
  const check = new MemoryCheck(
    bench,
    async () => [{ input, record: { durationsMs } }],
    () => ({ ...limits, arguments: input.arguments, collect: filesToCollect(output) }),
  );
  const found = await check.check(configuration);
  return found.tools.length === 0 ? null : { kind: 'memory', trial, ...found };
}

/** Appends to the journal. It is locked only while writing, because the study may have been resumed meanwhile. */
function remember(folder: string, records: readonly (VerificationRecord | MemoryRecord)[]): void {
  const journal = Journal.open(folder);
  try {
    for (const record of records) journal.append(record);
  } finally {
    journal.close();
  }
}
