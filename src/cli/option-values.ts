import { MantissaError } from '../diagnostics/mantissa-error.js';
import { machineMemoryBytes } from '../execution/memory-limit.js';
import type { Format } from '../numerics/format.js';
import { parseFormat } from '../space/configuration.js';
import type { PerturbationRequest } from '../study/plan.js';
import { parseMemorySize } from '../support/memory-size.js';

/** Parses a whole number; throws MX2004 with the option's name if the text is not one. */
export function wholeNumber(option: string, text: string, least = 1, most = Number.POSITIVE_INFINITY): number {
  const number = decimal(text);
  if (text.trim() === '' || !Number.isInteger(number) || number < least || number > most) {
    const range = Number.isFinite(most) ? `from ${least} to ${most}` : `from ${least}`;
    throw new MantissaError('MX2004', `${option} takes a whole number ${range}, not '${text}'`);
  }
  return number;
}

export function numberFrom(option: string, text: string, least: number): number {
  const number = decimal(text);
  if (text.trim() === '' || !(number >= least) || !Number.isFinite(number))
    throw new MantissaError('MX2004', `${option} takes a number from ${least}, not '${text}'`);
  return number;
}

/** Parses decimal numbers only; `Number` alone would accept `0x10`. */
function decimal(text: string): number {
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(text) ? Number(text) : Number.NaN;
}

/** The time limit of one run. */
export function timeoutMilliseconds(text: string): number {
  const seconds = decimal(text);
  if (text.trim() === '' || !(seconds > 0) || !Number.isFinite(seconds))
    throw new MantissaError('MX2004', `--timeout takes seconds, more than 0, not '${text}'`);
  return 1000 * seconds;
}

/** The formats of --formats; undefined without the option. */
export function offeredFormats(option: string | undefined): readonly Format[] | undefined {
  return option?.split(',').map((name) => parseFormat(name.trim()));
}

/** The memory limit of one run: the option (checked at once), else the project file, else the machine's memory. */
export function memoryLimit(option: string | undefined): (ofProject: string | undefined) => number {
  const chosen = option === undefined ? null : memorySize('--memory', option);
  return (ofProject) => chosen ?? (ofProject === undefined ? machineMemoryBytes() : memorySize('"memory"', ofProject));
}

function memorySize(what: string, text: string): number {
  const bytes = parseMemorySize(text);
  if (bytes === null) throw new MantissaError('MX2004', `${what} takes a size such as 512M or 8G, not '${text}'`);
  return bytes;
}

export function milliseconds(option: string, text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text);
  if (!match) throw new MantissaError('MX2004', `${option} takes a duration such as 90s, 10m or 1h, not '${text}'`);
  return Number(match[1]) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] as 'ms' | 's' | 'm' | 'h'];
}

export function assignment(text: string, where = '--set'): [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new MantissaError('MX2004', `${where} takes option=value, not '${text}'`);
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** Standard deviation of the perturbation; AMPT-GA's, section 4.7. */
const USUAL_SPREAD = 0.1;

/** The size of the perturbation; without the option it follows the values. It must not be 0: every sample would then be the input itself. */
export function spreadFrom(text: string | undefined): Pick<PerturbationRequest, 'spread' | 'isByValues'> {
  if (text === undefined) return { spread: USUAL_SPREAD, isByValues: true };
  const spread = numberFrom('--variance', text, 0);
  if (spread === 0) throw new MantissaError('MX2004', `--variance takes a number above 0, not '${text}'`);
  return { spread, isByValues: false };
}
