/**
 * Warnings about the figures of a study, each with a remedy. They are derived from the journal alone, so the terminal and the report agree.
 * Each cause gives one warning: a run that is too short for its clock is not also reported as noisy.
 */
import { capabilitiesOf } from '../journal/engine-capabilities.js';
import type { BaselineRecord, MeasurementRecord, StudyStarted } from '../journal/records.js';
import type { JudgedTrial, StudyState } from '../journal/replay.js';
import { median } from '../numerics/bootstrap.js';
import { comparesValues, metrics, moreIsBetter } from '../numerics/metrics.js';
import { noisePercent } from '../numerics/speed-verdict.js';
import { inactiveMentions, mentionText } from '../program/inactive-mentions.js';
import { untriedFormats } from '../study/formats/observed-ranges.js';
import { unchangedText } from '../study/influence/unchanged-groups.js';
import { MANY_PREEMPTIONS_PER_SECOND } from '../study/timing/contention.js';
import { durationText } from '../support/duration-text.js';
import { nodeTimes } from './node-times.js';
import { shortRunOf } from './timed-run.js';

export const ADVICE = [
  'busy-machine',
  'short-run',
  'too-few-runs',
  'noisy-timing',
  'launch-bound',
  'brief-run',
  'cache-resident',
  'moving-clocks',
  'shared-gpu',
  'nodes-differ',
  'one-input',
  'no-held-out-input',
  'baseline-noise',
  'tight-goal',
  'fast-math',
  'lost-in-shadow',
  'out-of-range',
  'unseen-groups',
  'not-compiled',
  'contradicted-trials',
  'failed-builds',
  'timed-out-trials',
] as const;

/** Group names in one line of advice. */
const MAX_NAMES = 5;

export interface Advice {
  readonly code: (typeof ADVICE)[number];
  /** The finding with its figures. */
  readonly text: string;
  readonly remedy: string;
}

/** Input of the rules. */
interface StudyFacts {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly environment: Readonly<Record<string, string>>;
  /** The command line of the last session, for remedies that know which options are in use. */
  readonly command: readonly string[];
  readonly baselines: readonly BaselineRecord[];
  readonly trials: readonly JudgedTrial[];
  /** The recommended trial if it was timed, otherwise the fastest timed trial. */
  readonly timed: JudgedTrial | null;
}

/** Warnings in the order of `ADVICE`: doubtful speedups first, then doubtful accuracy. */
export function adviceFor(state: StudyState): Advice[] {
  const { started } = state;
  if (!started) return [];
  const trials = state.trials();
  const { command, environment } = state.surroundings ?? started;
  const studied: StudyFacts = {
    state,
    started,
    command,
    environment,
    baselines: [...state.baselines.values()],
    trials,
    timed: timedTrial(trials, state.recommended?.number ?? null),
  };
  const rules = [
    ...[timing, shortForOthers, movingClocks, sharedGpu, nodesDiffer, inputs, baselineNoise, tightGoal, fastMath],
    ...[lostInShadow, outOfRange, unseen, notCompiled, contradicted, failedBuilds, timedOut],
  ];
  return rules.flatMap((rule) => rule(studied) ?? []);
}

function timedTrial(trials: readonly JudgedTrial[], best: number | null): JudgedTrial | null {
  const timed = trials.filter(({ measurement }) => (measurement?.samples.length ?? 0) > 0);
  const fastest = timed.toSorted((a, b) => b.measurement!.ratio - a.measurement!.ratio)[0] ?? null;
  return timed.find(({ number }) => number === best) ?? fastest;
}

/** Shorter runs are mostly process start-up. */
const SHORT_MS = 5;
const FEW_ROUNDS = 10;
/** Only runs at least this long explain a small number of rounds. */
const LONG_MS = 100;
const WIDE_PERCENT = 5;
/** With an interval this narrow, few rounds are enough. */
const CLOSE_PERCENT = 2;

function timing({ timed }: StudyFacts): Advice | null {
  if (!timed) return null;
  const { samples, clock, low, high, ratio, preemptionsPerSecond = 0 } = timed.measurement as MeasurementRecord;
  const runs = samples.filter(({ program }) => program === 'baseline').map(({ ms }) => ms);
  const runMs = median(runs);
  if (clock === 'wall' && runMs < SHORT_MS)
    return {
      code: 'short-run',
      text: `a run takes ${durationText(runMs)} of wall-clock time, process start-up included`,
      remedy: 'name an input that runs for a tenth of a second or longer under "timing" in mantissa.json',
    };
  const percent = Number(noisePercent({ low: low / ratio, high: high / ratio }));
  if (preemptionsPerSecond > MANY_PREEMPTIONS_PER_SECOND && percent > CLOSE_PERCENT)
    return {
      code: 'busy-machine',
      text: `other programs used the CPU while trial ${timed.number} was timed: ${preemptionsPerSecond} involuntary context switches per second of CPU time (an idle machine has fewer than ${MANY_PREEMPTIONS_PER_SECOND})`,
      remedy:
        'run the same command again on an idle machine: trials with an unclear speedup are timed again; --fresh repeats all trials',
    };
  const interval = `${low.toFixed(2)} and ${high.toFixed(2)}`;
  if (runs.length < FEW_ROUNDS && runMs >= LONG_MS && percent > CLOSE_PERCENT)
    return {
      code: 'too-few-runs',
      text: `trial ${timed.number} was timed in only ${runs.length} rounds; its speedup is between ${interval} (95 % interval)`,
      remedy: `use an input with a run time below ${durationText(runMs)}, so that more rounds fit`,
    };
  if (percent <= WIDE_PERCENT) return null;
  return {
    code: 'noisy-timing',
    text: `the times of trial ${timed.number} are noisy: after ${runs.length} rounds its speedup is between ${interval} (95 % interval)`,
    remedy:
      clock === 'gpu'
        ? 'stop other programs on the GPU, or use a larger input, and tune again with --fresh'
        : 'stop other programs on this machine, or use a longer input, and tune again with --fresh',
  };
}

/** Warns about a run that is too short to represent longer ones. */
function shortForOthers(studied: StudyFacts): Advice | null {
  const { state, timed } = studied;
  return timed && timing(studied)?.code !== 'short-run' ? shortRunOf(state, timed) : null;
}

/** Largest ratio of baseline times between nodes of the same kind. */
const NODES_DIFFER = 1.1;

function nodesDiffer({ trials }: StudyFacts): Advice | null {
  const times = nodeTimes(trials);
  const [fastest, slowest] = [times[0], times.at(-1)];
  if (!fastest || !slowest || slowest.ms <= NODES_DIFFER * fastest.ms) return null;
  return {
    code: 'nodes-differ',
    text: `the baseline takes ${durationText(slowest.ms)} on ${slowest.node} and ${durationText(fastest.ms)} on ${fastest.node}; each speedup is relative to the node that measured it`,
    remedy:
      'select nodes of one kind with "constraint" or "gres" under "slurm" in mantissa.json, and tune again with --fresh',
  };
}

/** Below this share of its highest clock, a GPU's clock is taken as not locked: power management lowers it when the GPU is idle. */
const IDLE_SHARE = 0.5;

function movingClocks({ environment, timed, started }: StudyFacts): Advice | null {
  if (!usesGpuClock(started, timed)) return null;
  const now = Number(environment['GPU clock, MHz']);
  const highest = Number(environment['GPU highest clock, MHz']);
  if (!(now < IDLE_SHARE * highest)) return null;
  return {
    code: 'moving-clocks',
    text: `the GPU's clock is not locked: ${now} MHz when the study began, maximum ${highest} MHz`,
    remedy: `lock it during the study: sudo nvidia-smi -lgc ${highest} (and -rgc afterwards)`,
  };
}

const BUSY_PERCENT = 5;

function sharedGpu({ environment, timed, started }: StudyFacts): Advice | null {
  if (!usesGpuClock(started, timed)) return null;
  const others = Number(environment['GPU processes'] ?? 0);
  const busy = Number(environment['GPU utilisation, %'] ?? 0);
  if (!(others > 0) && !(busy > BUSY_PERCENT)) return null;
  const who = others > 0 ? `${others} other ${others === 1 ? 'process' : 'processes'}` : 'another process';
  return {
    code: 'shared-gpu',
    text: `${who} used the GPU when the study began${busy > 0 ? ` (${busy} % utilization)` : ''}`,
    remedy: 'select an idle GPU with CUDA_VISIBLE_DEVICES, or wait, and tune again with --fresh',
  };
}

function usesGpuClock(started: StudyStarted, timed: JudgedTrial | null): boolean {
  return capabilitiesOf(started).timing === 'gpu' || timed?.measurement?.clock === 'gpu';
}

function inputs({ started, command }: StudyFacts): Advice | null {
  const { inputs: all } = started;
  const tuned = all.filter(({ heldOut }) => !heldOut);
  if (all.length > tuned.length) return null;
  if (tuned.length === 1)
    return {
      code: 'one-input',
      text: `all trials were judged on one input, ${inputText(tuned[0]!)}; other inputs may need more precision`,
      remedy: command.includes('--')
        ? 'arguments after -- are one input; list several under "inputs" in mantissa.json, one of them with "heldOut": true'
        : command.includes('--input')
          ? 'name more inputs with --input, and mark one in mantissa.json with "heldOut": true'
          : 'list several under "inputs" in mantissa.json, one of them with "heldOut": true',
    };
  return {
    code: 'no-held-out-input',
    text: `the configuration was confirmed only on the ${tuned.length} inputs it was tuned on`,
    remedy: command.includes('--input')
      ? 'mark one input in mantissa.json with "heldOut": true and do not name it with --input: it then confirms the result'
      : 'mark one of them with "heldOut": true in mantissa.json',
  };
}

function inputText({ name, arguments: given }: StudyStarted['inputs'][number]): string {
  return name === 'arguments' && given.length > 0 ? `'${given.join(' ')}'` : name;
}

/** Smallest ratio of a bound to the noise; below it the noise decides part of the verdicts. */
const MIN_BOUND_TO_NOISE = 10;

function baselineNoise({ baselines, started }: StudyFacts): Advice | null {
  const noisiest = baselines.toSorted((a, b) => b.noise - a.noise)[0];
  if (!noisiest || !(noisiest.noise > 0)) return null;
  const { metric, bound } = started.goal;
  const isClose = metric === 'max-relative' && bound < MIN_BOUND_TO_NOISE * noisiest.noise;
  return {
    code: 'baseline-noise',
    text: `the output is not reproducible: two runs on input '${noisiest.input}' differ by a relative ${noisiest.noise.toPrecision(2)}`,
    remedy: isClose
      ? `allow --max-error ${(MIN_BOUND_TO_NOISE * noisiest.noise).toExponential(0)} or more, or make the program sum in a fixed order (without atomics)`
      : 'atomics and unordered sums cause this; verdicts close to the bound may be noise',
  };
}

/** One rounding to fp64, relative. */
const FP64_ROUNDING = 2 ** -53;

function tightGoal({ baselines, started }: StudyFacts): Advice | null {
  const { metric, bound, against } = started.goal;
  if (!comparesValues(metric) || moreIsBetter(metric)) return null;
  const worst = Math.max(0, ...baselines.flatMap(({ error }) => error ?? []));
  if (against === 'reference' && worst > bound / 2)
    return {
      code: 'tight-goal',
      text: `the error of the original program relative to the reference is ${worst.toPrecision(2)}, ${Math.round((100 * worst) / bound)} % of the bound`,
      remedy: `allow --max-error ${(MIN_BOUND_TO_NOISE * worst).toExponential(0)} or more, or compare with --against baseline`,
    };
  if (metrics[metric].isRelative && bound < MIN_BOUND_TO_NOISE * FP64_ROUNDING)
    return {
      code: 'tight-goal',
      text: `the bound ${bound === 0 ? 0 : bound.toExponential()} is below a few fp64 rounding errors (${FP64_ROUNDING.toPrecision(2)} each): only variables whose values are exact in a lower format can be lowered`,
      remedy: "choose a bound above the original program's own rounding error, which mantissa check reports",
    };
  return null;
}

function fastMath({ state }: StudyFacts): Advice | null {
  const warning = state.program?.warnings.find(({ code }) => code === 'fast-math');
  if (!warning) return null;
  return {
    code: 'fast-math',
    text: `the program is ${warning.text}`,
    remedy: 'tune without the flag first: part of its speedup comes from lower precision as well',
  };
}

/** Warns about operations that overflow in fp32 only: each execution adds an error of 1 to its set, whatever the true error is. */
function lostInShadow({ state }: StudyFacts): Advice | null {
  const shadow = [...state.profiles.values()].find(({ mode }) => mode === 'shadow');
  const lost = shadow?.operations.filter((one) => (one.lost ?? 0) > 0) ?? [];
  const [most] = lost.toSorted((a, b) => b.lost! - a.lost!);
  if (!most) return null;
  const [operations, times] = [lost.length, most.lost!];
  return {
    code: 'lost-in-shadow',
    text: `${operations} ${operations === 1 ? 'operation' : 'operations'} overflow or divide by zero in fp32 where fp64 does not, ${most.id} most often (${times} ${times === 1 ? 'time' : 'times'})`,
    remedy: `sets with ${most.id} are unlikely to meet the goal; mantissa inspect --json shows its place in the source`,
  };
}

/** Requested formats that were not tried because recorded values are outside their range. */
function outOfRange({ state, started }: StudyFacts): Advice[] {
  const untried = state.ranges ? untriedFormats(state.ranges, started.formats) : [];
  return untried.map(({ text, remedy }) => ({ code: 'out-of-range', text, remedy }));
}

/** Warns about groups without influence on the compared output: lowering them may still change other output. */
function unseen({ state }: StudyFacts): Advice | null {
  const isObvious = (id: string) => state.unchangedBecause.has(id);
  if (state.groupsWithoutInfluence.every(isObvious)) return null;
  const best = state.recommended;
  const isLowered = best !== null && state.groupsWithoutInfluenceIn(best.formats).length > 0;
  return {
    code: 'unseen-groups',
    text: `${isLowered ? 'lowered because of --lower-unseen' : 'left unchanged'}: ${unchangedText(state, MAX_NAMES)}`,
    remedy: isLowered
      ? 'check the other output of the program before you apply the patch'
      : 'compare an output that depends on them ("output" in mantissa.json), or allow it with --lower-unseen',
  };
}

/** Warns about code in inactive #if branches that names a changed variable. */
function notCompiled({ state }: StudyFacts): Advice | null {
  const { program } = state;
  const best = state.recommended;
  if (!program || !best) return null;
  const bodies = new Map(program.functions.map(({ name, span }) => [name, span]));
  const changed = new Set(
    Object.keys(best.formats).flatMap((id) => program.groups.find((group) => group.id === id)?.sites ?? [id]),
  );
  const names = program.sites
    .filter(({ id }) => changed.has(id))
    .map(({ name, function: owner }) => ({ name, body: owner === null ? null : (bodies.get(owner) ?? null) }));
  const branches = program.inactive.map((branch) => ({ ...branch, range: branch.span }));
  const mentions = inactiveMentions(branches, names);
  if (mentions.length === 0) return null;
  const listed = mentions.map((one) =>
    mentionText(`${program.files[one.branch.span.file]!.path}:${one.branch.span.line}`, one),
  );
  const flags = [...new Set(mentions.flatMap(({ branch }) => branch.flag ?? []))];
  return {
    code: 'not-compiled',
    text: `${listed.length === 1 ? 'one place' : `${listed.length} places`} in inactive #if branches ${listed.length === 1 ? 'names a variable' : 'name variables'} that the patch changes: ${listed.join('; ')}`,
    remedy: `check ${listed.length === 1 ? 'it' : 'them'} before you build ${flags.length > 0 ? `with ${flags.join(', ')}` : 'these branches'}, or freeze variables named there with --strict-branches`,
  };
}

function contradicted({ trials, state }: StudyFacts): Advice | null {
  const [first] = trials.filter(({ confirmation }) => confirmation?.contradiction);
  if (!first) return null;
  const groups = new Set(state.constraints.flatMap((one) => (one.contradicted ? Object.keys(one.formats) : [])));
  const names = [...groups].slice(0, 5).join(', ');
  return {
    code: 'contradicted-trials',
    text: `the build of trial ${first.number} prints a different output than its emulation (${first.evidence}); ${names ? `no further trial lowers ${names}` : 'similar trials are excluded'}`,
    remedy: `this is a bug of Mantissa, not of the program; please report it with the folder that mantissa bundle ${first.number} writes`,
  };
}

function failedBuilds({ trials }: StudyFacts): Advice | null {
  const failed = trials.filter(({ outcome }) => outcome === 'build-failed');
  if (failed.length === 0) return null;
  return {
    code: 'failed-builds',
    text: `${failed.length} of ${trials.length} trials did not build, trial ${failed[0]!.number} first`,
    remedy: `mantissa show ${failed[0]!.number} prints the compiler's error; this is a bug of Mantissa, please report it`,
  };
}

function timedOut({ trials, command }: StudyFacts): Advice | null {
  const late = trials.filter(({ outcome }) => outcome === 'timed-out');
  if (late.length === 0) return null;
  return {
    code: 'timed-out-trials',
    text: `${late.length} of ${trials.length} trials exceeded the time limit of a run, trial ${late[0]!.number} first`,
    remedy: command.includes('--timeout')
      ? 'if runs may take that long, raise --timeout and tune again with --fresh'
      : 'an iteration may no longer converge in low precision; if runs may take longer, set --timeout and tune again with --fresh',
  };
}
