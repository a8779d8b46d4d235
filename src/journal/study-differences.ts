/** Compares the settings of an existing study with those of a new request, and describes the first difference. */
import { bareBound } from '../numerics/metrics.js';
import type { StudyInput, StudyStarted } from './records.js';

/** Settings that may differ in a resumed study: they describe the session, not the study. */
const SURROUNDINGS: readonly (keyof StudyStarted)[] = ['command', 'environment', 'engineCapabilities'];

/** The first differing setting; null if all are equal. Settings that an old journal does not contain are not compared. */
export function differingKey(started: StudyStarted, asked: StudyStarted): keyof StudyStarted | null {
  const keys = Object.keys(asked) as (keyof StudyStarted)[];
  // nor are options that did not exist then
  const startedWith = { ...started, options: { ...asked.options, ...started.options } };
  const differs = (key: keyof StudyStarted): boolean =>
    !SURROUNDINGS.includes(key) && started[key] !== undefined && !isSame(startedWith[key], asked[key]);
  return keys.find(differs) ?? null;
}

export function differenceText(key: keyof StudyStarted, was: StudyStarted, now: StudyStarted): string {
  switch (key) {
    case 'sources':
      return 'the sources have changed since the study began';
    case 'gpuProfile':
      return 'the device profile has changed since the study began';
    case 'otherBuilds':
      return 'the other builds that must stay correct have changed since the study began ("variants" in mantissa.json, or their sources)';
    case 'goal':
      return `its goal was ${goalWords(was.goal)}, now ${goalWords(now.goal)}`;
    case 'inputs':
      return `its inputs were ${was.inputs.map(inputWords).join('; ')}, now ${now.inputs.map(inputWords).join('; ')}`;
    case 'formats':
      return `its formats were ${was.formats.join(', ')}, now ${now.formats.join(', ')}`;
    case 'output':
      return `its compared output was ${outputWords(was.output)}, now ${outputWords(now.output)}`;
    case 'merit':
      return 'the figure of merit has changed since the study began ("figureOfMerit" in mantissa.json)';
    case 'options':
      return `its strategy options were ${optionWords(was.options)}, now ${optionWords(now.options)}`;
    case 'opened':
      return openedWords(was.opened, now.opened);
    default:
      return `its ${NAMES[key] ?? key} was ${String(was[key])}, now ${String(now[key])}`;
  }
}

const NAMES: Partial<Record<keyof StudyStarted, string>> = { gpu: 'modelled GPU', strategy: 'search' };

function goalWords({ metric, bound, against, minSpeedup }: StudyStarted['goal']): string {
  const speed = minSpeedup === null ? '' : `, at least ${minSpeedup}×`;
  return `${metric} ${bareBound(bound)} against ${against === 'reference' ? 'a reference' : "the original program's output"}${speed}`;
}

function inputWords({ name, arguments: given, heldOut, timed }: StudyInput): string {
  return `${name} (${given.join(' ') || 'no arguments'}${heldOut ? ', held out' : ''}${timed ? ', for timing' : ''})`;
}

function outputWords(output: StudyStarted['output']): string {
  const lines = 'lines' in output && output.lines !== undefined ? `, lines ${output.lines}` : '';
  return 'file' in output ? `the file ${output.file}${lines}` : `stdout${lines}`;
}

function optionWords(options: StudyStarted['options']): string {
  const all = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
  return all.length === 0 ? 'none' : all.join(' ');
}

type Opened = StudyStarted['opened'];

const OPENED: Readonly<Record<keyof Opened, string>> = {
  inputs: 'its program was',
  includeFolders: 'its include folders (-I) were',
  defines: 'its macros (-D) were',
  undefines: 'its undefined macros (-U) were',
  standard: 'its standard (--std) was',
  flags: 'its flags (--flag) were',
  strictBranches: '--strict-branches was',
  convertCopies: '--convert-copies was',
  cpuTimes: '--cpu-times was',
  callsApart: 'the copy of each function per call was',
  also: 'the other builds (--also) were',
  workingFolder: 'its working folder was',
};

function openedWords(was: Opened, now: Opened): string {
  const keys = Object.keys(OPENED) as (keyof Opened)[];
  const key = keys.find((one) => !isSame(was[one], now[one])) ?? 'inputs';
  return `${OPENED[key]} ${valueWords(was[key])}, now ${valueWords(now[key])}`;
}

function valueWords(value: Opened[keyof Opened]): string {
  if (value === true) return 'given';
  if (value === undefined || value === null || value.length === 0) return 'nothing';
  return typeof value === 'string' ? value : value.join(' ');
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
