/**
 * What whoever reads a study's figures should know about them, each with what to do: from the journal alone, so that the terminal and the
 * report say the same. A cause is said once: a run too short for its clock is not also called noisy.
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
  /** What was seen, with its number. */
  readonly text: string;
  readonly remedy: string;
}

/** What the rules look at. */
interface Studied {
  readonly state: StudyState;
  readonly started: StudyStarted;
  readonly environment: Readonly<Record<string, string>>;
  /** The command line of the last session, for remedies that know which options are in use. */
  readonly command: readonly string[];
  readonly baselines: readonly BaselineRecord[];
  readonly trials: readonly JudgedTrial[];
  /** Of the recommended trial, where it was timed; else of the fastest that was. */
  readonly timed: JudgedTrial | null;
}

/** In the order of `ADVICE`: first what makes a speedup doubtful, then what makes an accuracy doubtful. */
export function adviceFor(state: StudyState): Advice[] {
  const { started } = state;
  if (!started) return [];
  const trials = state.trials();
  const { command, environment } = state.surroundings ?? started;
  const studied: Studied = {
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

/** Starting a process takes about this long: less is mostly that. */
const SHORT_MS = 5;
const FEW_ROUNDS = 10;
/** Runs that take less are not few because they take long. */
const LONG_MS = 100;
const WIDE_PERCENT = 5;
/** Few rounds that agree this well are enough. */
const CLOSE_PERCENT = 2;

function timing({ timed }: Studied): Advice | null {
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
      text: `other programs used the processors while trial ${timed.number} was timed: ${preemptionsPerSecond} involuntary context switches per second of CPU time, where an idle machine has fewer than ${MANY_PREEMPTIONS_PER_SECOND}`,
      remedy:
        'run the same command again when the machine is idle: a trial whose speed is unclear is timed again; --fresh times all of them again',
    };
  const interval = `${low.toFixed(2)} and ${high.toFixed(2)}`;
  if (runs.length < FEW_ROUNDS && runMs >= LONG_MS && percent > CLOSE_PERCENT)
    return {
      code: 'too-few-runs',
      text: `trial ${timed.number} was timed in ${runs.length} rounds only, and its speedup lies between ${interval}`,
      remedy: `give an input that runs for less than ${durationText(runMs)}, so that more rounds fit`,
    };
  if (percent <= WIDE_PERCENT) return null;
  return {
    code: 'noisy-timing',
    text: `the times of trial ${timed.number} scatter: after ${runs.length} rounds its speedup lies between ${interval}`,
    remedy:
      clock === 'gpu'
        ? 'end what else uses the GPU, or give a larger input, and tune again with --fresh'
        : 'end other programs on this machine, or give a longer input, and tune again with --fresh',
  };
}

/** A speedup that a longer run may not have. */
function shortForOthers(studied: Studied): Advice | null {
  const { state, timed } = studied;
  return timed && timing(studied)?.code !== 'short-run' ? shortRunOf(state, timed) : null;
}

/** Nodes of one kind are as close as this. */
const NODES_DIFFER = 1.1;

function nodesDiffer({ trials }: Studied): Advice | null {
  const times = nodeTimes(trials);
  const [fastest, slowest] = [times[0], times.at(-1)];
  if (!fastest || !slowest || slowest.ms <= NODES_DIFFER * fastest.ms) return null;
  return {
    code: 'nodes-differ',
    text: `the baseline takes ${durationText(slowest.ms)} on ${slowest.node} and ${durationText(fastest.ms)} on ${fastest.node}: speedups are those of the node that measured them`,
    remedy:
      'name nodes of one kind with "constraint" or "gres" of "slurm" in mantissa.json, and tune again with --fresh',
  };
}

/** Power management lets an idle GPU fall far below its highest clock; a locked one stays where it is put. */
const IDLE_SHARE = 0.5;

function movingClocks({ environment, timed, started }: Studied): Advice | null {
  if (!usesGpuClock(started, timed)) return null;
  const now = Number(environment['GPU clock, MHz']);
  const highest = Number(environment['GPU highest clock, MHz']);
  if (!(now < IDLE_SHARE * highest)) return null;
  return {
    code: 'moving-clocks',
    text: `the GPU's clock is not locked: ${now} MHz when the study began, ${highest} MHz at most`,
    remedy: `lock it for the time of the study: sudo nvidia-smi -lgc ${highest} (and -rgc afterwards)`,
  };
}

const BUSY_PERCENT = 5;

function sharedGpu({ environment, timed, started }: Studied): Advice | null {
  if (!usesGpuClock(started, timed)) return null;
  const others = Number(environment['GPU processes'] ?? 0);
  const busy = Number(environment['GPU utilisation, %'] ?? 0);
  if (!(others > 0) && !(busy > BUSY_PERCENT)) return null;
  const who = others > 0 ? `${others} other ${others === 1 ? 'process' : 'processes'}` : 'another process';
  return {
    code: 'shared-gpu',
    text: `${who} used the GPU when the study began${busy > 0 ? `, ${busy} % of its time` : ''}`,
    remedy: 'choose an idle one with CUDA_VISIBLE_DEVICES, or wait, and tune again with --fresh',
  };
}

function usesGpuClock(started: StudyStarted, timed: JudgedTrial | null): boolean {
  return capabilitiesOf(started).timing === 'gpu' || timed?.measurement?.clock === 'gpu';
}

function inputs({ started, command }: Studied): Advice | null {
  const { inputs: all } = started;
  const tuned = all.filter(({ heldOut }) => !heldOut);
  if (all.length > tuned.length) return null;
  if (tuned.length === 1)
    return {
      code: 'one-input',
      text: `everything was judged on one input, ${inputText(tuned[0]!)}; another may need more precision`,
      remedy: command.includes('--')
        ? 'arguments after -- are one input: name several under "inputs" in mantissa.json, one with "heldOut": true'
        : command.includes('--input')
          ? 'name more with --input, and give one in mantissa.json "heldOut": true'
          : 'name several under "inputs" in mantissa.json, one with "heldOut": true',
    };
  return {
    code: 'no-held-out-input',
    text: `the ${tuned.length} inputs that chose the configuration are also all that confirm it`,
    remedy: command.includes('--input')
      ? 'leave one with "heldOut": true out of --input: it then confirms the result'
      : 'give one of them "heldOut": true in mantissa.json',
  };
}

function inputText({ name, arguments: given }: StudyStarted['inputs'][number]): string {
  return name === 'arguments' && given.length > 0 ? `'${given.join(' ')}'` : name;
}

/** A bound nearer to the noise than this is partly decided by chance. */
const ROOM = 10;

function baselineNoise({ baselines, started }: Studied): Advice | null {
  const noisiest = baselines.toSorted((a, b) => b.noise - a.noise)[0];
  if (!noisiest || !(noisiest.noise > 0)) return null;
  const { metric, bound } = started.goal;
  const isClose = metric === 'max-relative' && bound < ROOM * noisiest.noise;
  return {
    code: 'baseline-noise',
    text: `the program does not repeat itself: two runs on ${noisiest.input} differ by ${noisiest.noise.toPrecision(2)} relative`,
    remedy: isClose
      ? `allow --max-error ${(ROOM * noisiest.noise).toExponential(0)} or more, or make its sums run in a fixed order (atomics do not)`
      : 'atomics and unordered sums do that; verdicts near the bound are partly chance',
  };
}

/** One rounding to fp64, relative. */
const FP64_ROUNDING = 2 ** -53;

function tightGoal({ baselines, started }: Studied): Advice | null {
  const { metric, bound, against } = started.goal;
  if (!comparesValues(metric) || moreIsBetter(metric)) return null;
  const worst = Math.max(0, ...baselines.flatMap(({ error }) => error ?? []));
  if (against === 'reference' && worst > bound / 2)
    return {
      code: 'tight-goal',
      text: `the unmodified program is ${worst.toPrecision(2)} from the reference, ${Math.round((100 * worst) / bound)} % of what the goal allows`,
      remedy: `allow --max-error ${(ROOM * worst).toExponential(0)} or more, or compare --against baseline`,
    };
  if (metrics[metric].isRelative && bound < ROOM * FP64_ROUNDING)
    return {
      code: 'tight-goal',
      text: `the bound ${bound === 0 ? 0 : bound.toExponential()} is less than a few roundings of fp64 (${FP64_ROUNDING.toPrecision(2)} each): only numbers that are exact in a narrower format can have it`,
      remedy:
        'mantissa check says how far the program itself is from a run in fp64x2: a bound below that asks for noise',
    };
  return null;
}

function fastMath({ state }: Studied): Advice | null {
  const warning = state.program?.warnings.find(({ code }) => code === 'fast-math');
  if (!warning) return null;
  return {
    code: 'fast-math',
    text: `the program is ${warning.text}`,
    remedy: 'tune without the flag first: some of what it buys is what lowering buys',
  };
}

/** Of a set's error such an operation adds 1 a time, however wrong it is. */
function lostInShadow({ state }: Studied): Advice | null {
  const shadow = [...state.profiles.values()].find(({ mode }) => mode === 'shadow');
  const lost = shadow?.operations.filter((one) => (one.lost ?? 0) > 0) ?? [];
  const [most] = lost.toSorted((a, b) => b.lost! - a.lost!);
  if (!most) return null;
  const [operations, times] = [lost.length, most.lost!];
  return {
    code: 'lost-in-shadow',
    text: `${operations} ${operations === 1 ? 'operation' : 'operations'} overflow or divide by zero in fp32 where fp64 does not, ${most.id} most often (${times} ${times === 1 ? 'time' : 'times'})`,
    remedy: `sets that lower ${most.id} can hardly meet a goal; mantissa inspect --json says where it stands`,
  };
}

/** Formats that were asked for and left out where a counted run saw values that they would lose. */
function outOfRange({ state, started }: Studied): Advice[] {
  const untried = state.ranges ? untriedFormats(state.ranges, started.formats) : [];
  return untried.map(({ text, remedy }) => ({ code: 'out-of-range', text, remedy }));
}

/** Groups without influence on the output: lower precision changes nothing that is compared, but perhaps what a person reads. */
function unseen({ state }: Studied): Advice | null {
  const isObvious = (id: string) => state.unchangedBecause.has(id);
  if (state.groupsWithoutInfluence.every(isObvious)) return null;
  const best = state.recommended;
  const isLowered = best !== null && state.groupsWithoutInfluenceIn(best.formats).length > 0;
  return {
    code: 'unseen-groups',
    text: `${unchangedText(state, MAX_NAMES)}: ${isLowered ? 'lowered all the same because of --lower-unseen' : 'left unchanged'}`,
    remedy: isLowered
      ? 'look at what else the program shows before you take the patch'
      : 'compare the output that shows it ("output" in mantissa.json), or allow it with --lower-unseen',
  };
}

/** The patch is for the build that was read: other text may need a look. */
function notCompiled({ state }: Studied): Advice | null {
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
    text: `the patch is for the build that was read; ${listed.length === 1 ? 'one place' : `${listed.length} places`} in #if branches that it leaves out ${listed.length === 1 ? 'names' : 'name'} what it changes: ${listed.join('; ')}`,
    remedy: `look at ${listed.length === 1 ? 'it' : 'them'} before you build ${flags.length > 0 ? `with ${flags.join(', ')}` : 'that way'}, or keep what is named there with --strict-branches`,
  };
}

function contradicted({ trials, state }: Studied): Advice | null {
  const [first] = trials.filter(({ confirmation }) => confirmation?.contradiction);
  if (!first) return null;
  const groups = new Set(state.constraints.flatMap((one) => (one.contradicted ? Object.keys(one.formats) : [])));
  const names = [...groups].slice(0, 5).join(', ');
  return {
    code: 'contradicted-trials',
    text: `trial ${first.number} prints something else built than emulated (${first.evidence}): ${names || 'what it lowers'} ${groups.size > 1 ? 'are' : 'is'} set aside`,
    remedy: `it is a bug of mantissa, not of the program: please send what mantissa bundle ${first.number} writes`,
  };
}

function failedBuilds({ trials }: Studied): Advice | null {
  const failed = trials.filter(({ outcome }) => outcome === 'build-failed');
  if (failed.length === 0) return null;
  return {
    code: 'failed-builds',
    text: `${failed.length} of ${trials.length} trials did not build, trial ${failed[0]!.number} first`,
    remedy: `mantissa show ${failed[0]!.number} has the compiler's words; what mantissa writes should compile: please report it`,
  };
}

function timedOut({ trials, command }: Studied): Advice | null {
  const late = trials.filter(({ outcome }) => outcome === 'timed-out');
  if (late.length === 0) return null;
  return {
    code: 'timed-out-trials',
    text: `${late.length} of ${trials.length} trials ran out of time, trial ${late[0]!.number} first`,
    remedy: command.includes('--timeout')
      ? 'where the program may take that long, raise --timeout and tune again with --fresh'
      : 'a program that no longer converges does that; where it may take longer, give --timeout and tune again with --fresh',
  };
}
