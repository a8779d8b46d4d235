/** What a study that is there is about, and what is asked now, in words. */
import type { StudyInput, StudyStarted } from './records.js';

/** What may differ when a study goes on: when, where and by whom, not what it is about. Of an engine its name is compared. */
const SURROUNDINGS: readonly (keyof StudyStarted)[] = ['command', 'environment', 'engineCapabilities'];

/** The first thing in which they differ; null where they are about the same. An older journal does not say everything. */
export function differingKey(started: StudyStarted, asked: StudyStarted): keyof StudyStarted | null {
  const keys = Object.keys(asked) as (keyof StudyStarted)[];
  // nor does it have options that came later
  const startedWith = { ...started, options: { ...asked.options, ...started.options } };
  const differs = (key: keyof StudyStarted): boolean =>
    !SURROUNDINGS.includes(key) && started[key] !== undefined && !isSame(startedWith[key], asked[key]);
  return keys.find(differs) ?? null;
}

export function differenceText(key: keyof StudyStarted, was: StudyStarted, now: StudyStarted): string {
  switch (key) {
    case 'sources':
      return 'the sources have changed since';
    case 'gpuProfile':
      return 'the device profile has changed since';
    case 'otherBuilds':
      return 'the other builds that are to stay right have changed since ("variants" in mantissa.json, or what they read)';
    case 'goal':
      return `its goal was ${goalWords(was.goal)}, and is ${goalWords(now.goal)} now`;
    case 'inputs':
      return `its inputs were ${was.inputs.map(inputWords).join('; ')}, and are ${now.inputs.map(inputWords).join('; ')} now`;
    case 'formats':
      return `its formats were ${was.formats.join(', ')}, and are ${now.formats.join(', ')} now`;
    case 'output':
      return `what it compared was ${outputWords(was.output)}, and is ${outputWords(now.output)} now`;
    case 'merit':
      return 'the figure of merit is another one now ("figureOfMerit" in mantissa.json)';
    case 'options':
      return `the options of its search were ${optionWords(was.options)}, and are ${optionWords(now.options)} now`;
    case 'opened':
      return openedWords(was.opened, now.opened);
    default:
      return `its ${NAMES[key] ?? key} was ${String(was[key])}, and is ${String(now[key])} now`;
  }
}

const NAMES: Partial<Record<keyof StudyStarted, string>> = { gpu: 'modelled GPU', strategy: 'search' };

function goalWords({ metric, bound, against, minSpeedup }: StudyStarted['goal']): string {
  const speed = minSpeedup === null ? '' : `, at least ${minSpeedup}×`;
  return `${metric} ${bound} against ${against === 'reference' ? 'a reference' : 'its own output'}${speed}`;
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
  inputs: 'it was called for',
  includeFolders: 'its include folders (-I) were',
  defines: 'its macros (-D) were',
  undefines: 'its undefined macros (-U) were',
  standard: 'its standard (--std) was',
  flags: 'its flags (--flag) were',
  strictBranches: '--strict-branches was',
  convertCopies: '--convert-copies was',
  cpuTimes: '--cpu-times was',
  callsApart: 'a function of its own for each call was',
  also: 'the other builds (--also) were',
  workingFolder: 'it was called in',
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
