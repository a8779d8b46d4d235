/**
 * Perturbs the numbers among the arguments of a program, and in text files that the arguments name. Only numbers with a decimal point or an
 * exponent are perturbed, each x to x (1 + v N(0, 1)): integers are usually sizes and counts. If the perturbation follows the values, the numbers
 * of a column of a file are moved by no more than v times the distance of their neighbours. The original and the tuned program get the same
 * arguments and files.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import type { NeighbourDistance, StartedFrom } from '../../journal/verification-record.js';
import { seededRandom } from '../../support/random.js';
import { readRegularFile } from '../../support/regular-file.js';
import type { PerturbationRequest } from '../plan.js';
import { neighbourDistance, sizeOf } from './neighbour-distance.js';

export interface ArgumentNumbers {
  /** Per argument or file: the number of values, and of those that are not 0, which are perturbed. */
  readonly given: readonly { readonly name: string; readonly count: number; readonly nonzero: number }[];
  /** The distances of neighbouring numbers, by argument, file or column of a file. */
  readonly distances: readonly NeighbourDistance[];
  /** The arguments of a perturbed input, whose files are written below `folder`, and the perturbed numbers. */
  perturb(
    seed: number,
    size: Pick<PerturbationRequest, 'spread' | 'isByValues'>,
    folder: string,
  ): { readonly arguments: string[]; readonly inputs: StartedFrom[] };
}

const NUMBER = /(?<![\w.])[-+]?(?:\d+\.\d*|\.\d+|\d+(?=[eE][-+]?\d))(?:[eE][-+]?\d+)?(?![\w.])/g;
const LARGEST_FILE = 2 ** 24;

/** Null if the arguments contain no such number. Relative file names are looked up in `folders`. */
export function argumentNumbers(given: readonly string[], folders: readonly string[]): ArgumentNumbers | null {
  const parts = given.map((argument) => partOf(argument, folders));
  const numbers = parts.flatMap(({ name, count, nonzero }) => (count > 0 ? [{ name, count, nonzero }] : []));
  if (numbers.every(({ nonzero }) => nonzero === 0)) return null;
  return {
    given: numbers,
    distances: parts.flatMap(({ columns }) => columns.flatMap(({ distance }) => distance ?? [])),
    perturb: (seed, { spread, isByValues = false }, folder) => {
      const random = seededRandom(seed);
      const inputs: StartedFrom[] = [];
      const given = parts.map(({ name, columns, write }) =>
        write((text) => {
          const after = perturbedText(text, spread, isByValues ? columns : [], random);
          const values = (after.match(NUMBER) ?? []).map(Number);
          if (values.some((value) => value !== 0)) inputs.push(summaryOf(name, values));
          return after;
        }, folder),
      );
      return { arguments: given, inputs };
    },
  };
}

interface Column {
  /** Null if only the size of a number limits its perturbation. */
  readonly distance: NeighbourDistance | null;
}

interface Part {
  readonly name: string;
  readonly count: number;
  readonly nonzero: number;
  /** The columns of a table; a single one for other text. */
  readonly columns: readonly Column[];
  write(edit: (text: string) => string, folder: string): string;
}

function partOf(argument: string, folders: readonly string[]): Part {
  const [, option = '', value = argument] = /^(-[^=]*=|\w+=)(.+)$/s.exec(argument) ?? [];
  const text = fileText(value, folders);
  if (text !== null)
    return {
      name: value,
      ...countsOf(text),
      columns: columnsOf(value, text),
      write: (edit, folder) => {
        const name = path.isAbsolute(value) || value.startsWith('..') ? path.basename(value) : value;
        const file = path.join(folder, name);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, edit(text), 'latin1');
        return option + name;
      },
    };
  const isNumber = new RegExp(`^(?:${NUMBER.source})$`).test(value);
  return {
    name: argument,
    ...countsOf(isNumber ? value : ''),
    columns: [],
    write: (edit) => (isNumber ? option + edit(value) : argument),
  };
}

/** The contents of a text file; null for anything else. */
function fileText(name: string, folders: readonly string[]): string | null {
  for (const folder of folders) {
    try {
      const text = readRegularFile(path.resolve(folder, name), LARGEST_FILE).toString('latin1');
      return text.includes('\0') ? null : text;
    } catch {
      // no readable file of this name in the folder
    }
  }
  return null;
}

function countsOf(text: string): { readonly count: number; readonly nonzero: number } {
  const numbers = text.match(NUMBER) ?? [];
  return { count: numbers.length, nonzero: numbers.filter((one) => Number(one) !== 0).length };
}

/** The columns of a file whose lines all have the same number of numbers; otherwise all numbers are one column. */
function columnsOf(name: string, text: string): Column[] {
  const lines = text
    .split('\n')
    .map((line) => (line.match(NUMBER) ?? []).map(Number))
    .filter((numbers) => numbers.length > 0);
  const wide = lines[0]?.length ?? 0;
  const isTable = wide > 1 && lines.every(({ length }) => length === wide);
  if (!isTable) return [columnOf(name, lines.flat())];
  return Array.from({ length: wide }, (_, at) =>
    columnOf(
      `${name}, column ${at + 1}`,
      lines.map((line) => line[at]!),
    ),
  );
}

function columnOf(name: string, values: readonly number[]): Column {
  if (values.length === 0) return { distance: null };
  const { least, most } = summaryOf(name, values);
  return { distance: neighbourDistance(name, { count: values.length, least, most }) };
}

function perturbedText(text: string, spread: number, columns: readonly Column[], random: () => number): string {
  let at = 0;
  return text.replace(NUMBER, (spelt) => {
    const own = Number(spelt);
    const distance = columns.length > 0 ? columns[at++ % columns.length]!.distance : null;
    const value = own + spread * normal(random) * sizeOf(own, distance?.distance ?? null);
    return Number.isFinite(value) ? shortest(value) : spelt;
  });
}

export function summaryOf(name: string, values: readonly number[]): StartedFrom {
  const least = values.reduce((a, b) => Math.min(a, b));
  const most = values.reduce((a, b) => Math.max(a, b));
  return { name, least, mean: values.reduce((sum, one) => sum + one, 0) / values.length, most };
}

/** With a point or an exponent, so that it is still read as a floating-point number. */
function shortest(value: number): string {
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Box and Muller's transform of two uniform numbers, the first in (0, 1]. */
function normal(random: () => number): number {
  const first = 1 - random();
  return Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * random());
}
