/**
 * The trust placed in a journal. Its checksums guard against accidents, not against its author, so a study from somebody else is only data.
 * Commands show it, but they run and write only what comes from the current folder (or the one named with --in), its project file and the
 * command line.
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
  /** The folder of the program; default: the current one. */
  in?: string;
}

/** Options that confirm, on the command line, settings known only from the journal. */
export interface RepeatedOptions {
  include: string[];
  define: string[];
  errorCommand?: string;
}

/** The real path of the folder in which a command may write and run programs. */
export function trustedFolder({ in: named }: FolderOption): string {
  const folder = path.resolve(named ?? '.');
  try {
    if (fs.statSync(folder).isDirectory()) return fs.realpathSync(folder);
  } catch (error) {
    throw new MantissaError('MX2001', `--in ${named ?? '.'} cannot be opened`, { cause: error });
  }
  throw new MantissaError('MX2004', `--in takes a folder, not ${named}`);
}

/** The real paths of files to write or run; throws if one is outside the folder once links are resolved. */
export function requireBelow(folder: string, files: readonly string[]): string[] {
  return files.map((file) => {
    const place = realPlace(file);
    if (place !== folder && !isBelow(folder, place))
      throw new MantissaError('MX2027', `${place} is not below ${folder}`);
    return place;
  });
}

/** Throws if compiler flags of the study could bring in foreign code and are not repeated on the command line. */
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
    throw new MantissaError('MX2028', `the study was created with ${foreign.join(' ')}`, {
      remedy: `if you trust them, add ${foreign.join(' ')}`,
    });
}

/** A macro that cannot call code: a name alone, a number, a string, or a built-in type. */
const PLAIN_MACRO =
  /^[A-Za-z_]\w*(?:=(?:[-+]?\.?\d[\w.+-]*|"[\w .,:-]*"|(?:float|double|int|long|short|char|unsigned|signed|true|false|__half)?))?$/;

/** The error command of the project file or the command line; the one in the journal must match it. */
export function trustedErrorCommand(goal: Goal, { settings }: Project, repeated: RepeatedOptions): string[] | null {
  if (goal.command === null) return null;
  if (repeated.errorCommand !== undefined) return splitShellWords(repeated.errorCommand);
  const metric = settings?.goal?.metric;
  const own = typeof metric === 'object' ? splitShellWords(metric.command) : null;
  if (own && JSON.stringify(own) === JSON.stringify(goal.command)) return own;
  const words = goal.command.map(shellWord).join(' ');
  throw new MantissaError(
    'MX2028',
    `the study's error command is ${words}; the project file ${own ? `names ${own.map(shellWord).join(' ')}` : 'names none'}`,
    { remedy: `if you trust it, add --error-command ${shellWord(words)}` },
  );
}

/** The output place of the project file; throws if the study compared a different one. */
export function trustedOutput({ output }: StudyStarted, { settings }: Project): OutputPlace {
  const place = outputPlace(settings?.output);
  if (JSON.stringify(sorted(place)) === JSON.stringify(sorted(output))) return place;
  throw new MantissaError(
    'MX2022',
    `the study compared ${JSON.stringify(output)}, but "output" in the project file has changed since`,
    {
      remedy: 'tune again: verify needs the output that the study compared',
    },
  );
}

function sorted(place: OutputPlace): unknown {
  return Object.entries(place).sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * A program's arguments may name files that it writes. Arguments of the project file or the command line are trusted; others are taken from
 * the journal only if they name nothing outside the folder of a run.
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
  throw new MantissaError('MX2028', `the study ran the program with the arguments ${words}`, {
    remedy: `if you trust them, end the command with -- ${words}`,
  });
}
