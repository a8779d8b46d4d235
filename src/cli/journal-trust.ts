/**
 * What a journal may decide. Its checksums guard against accidents, not against whoever wrote it: a study that came from somebody else
 * is data. It is shown as it is; but what is run, and what is written, comes from the folder a command was called in (or the one
 * named with --in), from its project file, and from the command line.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import type { Project } from '../frontend/project/project.js';
import { splitShellWords } from '../frontend/project/shell-words.js';
import type { Goal, OutputPlace, StudyInput, StudyStarted } from '../journal/records.js';
import { outputPlace } from '../study/judging/program-output.js';
import { isBelow, realPlace } from '../support/inside-folder.js';
import { shellWord } from '../support/shell-word.js';

export interface FolderOption {
  /** The folder the program is in today. */
  in?: string;
}

/** As commands that run something repeat what only the journal says. */
export interface RepeatedOptions {
  include: string[];
  define: string[];
  errorCommand?: string;
}

/** Where a command may write, and have programs from: links followed. */
export function folderOfNow({ in: named }: FolderOption): string {
  const folder = path.resolve(named ?? '.');
  try {
    if (fs.statSync(folder).isDirectory()) return fs.realpathSync(folder);
  } catch (error) {
    throw new MantissaError('MX2001', `--in ${named ?? '.'} cannot be opened`, { cause: error });
  }
  throw new MantissaError('MX2004', `--in takes a folder, not ${named}`);
}

/** The real places of files that may be written or run; refuses those outside the folder, whatever links say. */
export function requireBelow(folder: string, files: readonly string[]): string[] {
  return files.map((file) => {
    const place = realPlace(file);
    if (place !== folder && !isBelow(folder, place))
      throw new MantissaError('MX2027', `${place} is not below ${folder}`);
    return place;
  });
}

/** Flags that could bring in code of somebody else's: they are repeated, or plain. */
export function requireOwnFlags(folder: string, { opened }: StudyStarted, repeated: RepeatedOptions): void {
  const include = repeated.include.map((one) => realPlace(path.resolve(one)));
  const foreign = [
    ...opened.includeFolders
      .map((one) => realPlace(path.resolve(opened.workingFolder, one)))
      .filter((one) => one !== folder && !isBelow(folder, one) && !include.includes(one))
      .map((one) => `-I ${shellWord(one)}`),
    ...opened.defines
      .filter((one) => !PLAIN_MACRO.test(one) && !repeated.define.includes(one))
      .map((one) => `-D ${shellWord(one)}`),
  ];
  if (foreign.length > 0)
    throw new MantissaError('MX2028', `the study was made with ${foreign.join(' ')}`, {
      remedy: `if you trust them, add ${foreign.join(' ')}`,
    });
}

/** A name alone, a number, a text, or a type of the language: nothing that could call anything. */
const PLAIN_MACRO =
  /^[A-Za-z_]\w*(?:=(?:[-+]?\.?\d[\w.+-]*|"[\w .,:-]*"|(?:float|double|int|long|short|char|unsigned|signed|true|false|__half)?))?$/;

/** What is run to measure an error: what the project file or the command line says now. */
export function commandOfNow(goal: Goal, { settings }: Project, repeated: RepeatedOptions): string[] | null {
  if (goal.command === null) return null;
  if (repeated.errorCommand !== undefined) return splitShellWords(repeated.errorCommand);
  const metric = settings?.goal?.metric;
  const own = typeof metric === 'object' ? splitShellWords(metric.command) : null;
  if (own && JSON.stringify(own) === JSON.stringify(goal.command)) return own;
  const words = goal.command.map(shellWord).join(' ');
  throw new MantissaError(
    'MX2028',
    `the study's error command is ${words}; the project file ${own ? `has ${own.map(shellWord).join(' ')}` : 'has none'}`,
    { remedy: `if you trust it, add --error-command ${shellWord(words)}` },
  );
}

/** Where the numbers are: as the project file says now, which must be what the study knew. */
export function outputOfNow({ output }: StudyStarted, { settings }: Project): OutputPlace {
  const place = outputPlace(settings?.output);
  if (JSON.stringify(sorted(place)) === JSON.stringify(sorted(output))) return place;
  throw new MantissaError(
    'MX2022',
    `the study compared ${JSON.stringify(output)}, the project file says otherwise now`,
    {
      remedy: 'tune again: a verification speaks of the output that was compared',
    },
  );
}

function sorted(place: OutputPlace): unknown {
  return Object.entries(place).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * A program's arguments may name files that it writes. Those of the project file are the user's own; others are taken from the
 * journal only where they name nothing outside the folder a run has to itself.
 */
export function requireOwnArguments(input: StudyInput, { settings }: Project, given: readonly string[] | null): void {
  const known = settings?.inputs?.[input.name]?.arguments ?? null;
  const isSame = (words: readonly string[] | null) => JSON.stringify(words) === JSON.stringify(input.arguments);
  if (
    isSame(known) ||
    isSame(given) ||
    input.arguments.every((one) => /^[\w.,:=+@%-]*$/.test(one) && !/\.\./.test(one))
  )
    return;
  const words = input.arguments.map(shellWord).join(' ');
  throw new MantissaError('MX2028', `the study ran it with the arguments ${words}`, {
    remedy: `if you trust them, end the command with -- ${words}`,
  });
}
