/** Speedups of a trial per input, and whether they differ between inputs. */
import type { InputSpeed } from '../journal/records.js';
import type { StudyState } from '../journal/replay.js';
import { speedVerdictOf } from '../numerics/speed-verdict.js';

/** Speedups on every timed input in the order of the study; empty if the study has one input. */
export function inputSpeeds(state: StudyState, trial: number): InputSpeed[] {
  const timed = state.trial(trial)?.measurement?.inputs ?? [];
  const others = state.inputSpeeds.filter((one) => one.trial === trial);
  const all = [...timed, ...others].map(({ input, ratio, low, high }) => ({ input, ratio, low, high }));
  const names = (state.started?.inputs ?? []).map(({ name }) => name);
  return all.sort((a, b) => names.indexOf(a.input) - names.indexOf(b.input));
}

/** Whether two intervals do not overlap. */
export function speedsDiffer(speeds: readonly InputSpeed[]): boolean {
  return Math.max(...speeds.map(({ low }) => low)) > Math.min(...speeds.map(({ high }) => high));
}

/** `'small' 1.80× (1.74–1.86), 'large' 1.22× (1.19–1.26)`; null if all intervals overlap. */
export function perInputText(state: StudyState, trial: number): string | null {
  const speeds = inputSpeeds(state, trial);
  if (!speedsDiffer(speeds)) return null;
  return speeds.map((one) => `'${one.input}' ${speedText(one)} (${intervalText(one)})`).join(', ');
}

/** `1.22–1.80×`, over the inputs with a clear speedup. */
export function rangeOfSpeeds(speeds: readonly InputSpeed[]): string {
  const clear = speeds.filter(isClear).map(({ ratio }) => ratio);
  if (clear.length === 0) return 'unclear';
  const ends = [Math.min(...clear), Math.max(...clear)].map((ratio) => ratio.toFixed(2));
  return `${[...new Set(ends)].join('–')}×`;
}

function isClear(speed: InputSpeed): boolean {
  return speedVerdictOf(speed) !== 'unclear';
}

function speedText(speed: InputSpeed): string {
  return isClear(speed) ? `${speed.ratio.toFixed(2)}×` : 'unclear';
}

function intervalText({ low, high }: InputSpeed): string {
  return `${low.toFixed(2)}–${high.toFixed(2)}`;
}
