import * as fs from 'node:fs';
import path from 'node:path';
import picocolors from 'picocolors';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Paint } from '../../inspection/paint.js';
import { readable } from '../../support/byte-text.js';
import { shellWord } from '../../support/shell-word.js';
import { visibleText } from '../../support/visible-text.js';

/** Colours for stdout. */
export function terminalPaint(): Paint {
  return paintOf(wantsColour(process.stdout.isTTY === true, process.env));
}

/** Colours for stderr, which may be a terminal while stdout is a file. */
export function conversationPaint(): Paint {
  return paintOf(wantsColour(process.stderr.isTTY === true, process.env));
}

/** NO_COLOR has precedence over FORCE_COLOR, and both over the kind of stream (no-color.org, force-color.org). */
export function wantsColour(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR !== undefined) return !/^(?:|0|false)$/.test(environment.FORCE_COLOR);
  return isTerminal && environment.TERM !== 'dumb';
}

function paintOf(isColoured: boolean): Paint {
  const { bold, dim, green, red, yellow } = picocolors.createColors(isColoured);
  return { bold, dim, good: green, bad: red, warn: yellow };
}

const FILE_WIDTH = 160;
const NARROWEST = 40;

/** Columns of stdout; a file gets long lines. */
export function terminalWidth(): number {
  return process.stdout.isTTY ? Math.max(NARROWEST, process.stdout.columns || 80) : FILE_WIDTH;
}

/** Columns of stderr. */
export function conversationWidth(): number {
  return process.stderr.isTTY ? Math.max(NARROWEST, process.stderr.columns || 80) : FILE_WIDTH;
}

/** Cuts text with an ellipsis to fit the width. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Wraps words to the width; lines after the first are indented. */
export function wrap(words: readonly string[], width: number, indent: string): string {
  const lines: string[] = [''];
  for (const word of words) {
    const line = lines.at(-1)!;
    const isFull = line !== '' && line.length + 1 + word.length > width - indent.length;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${indent}`);
}

const COLOUR = new RegExp(`${'\u001b'}\\[\\d+m`, 'g');

/** Wraps each line between words. Continuations align with the last column of a row, or else indent by two. */
export function wrapLines(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): string {
  const shown = line.replace(COLOUR, '');
  const isCode = /^ *\d* \| /.test(shown);
  if (shown.length <= width || isCode) return line;
  const columns = [...shown.matchAll(/(?<=\S) {2,}(?=\S)/g)].map(({ index, 0: gap }) => index + gap.length);
  const beginning = shown.length - shown.trimStart().length + 2;
  const indent = ' '.repeat(columns.findLast((one) => one <= width / 2) ?? beginning);
  const [first, ...rest] = line.split(/(?<=\S)( +)(?=\S)/);
  const lines = [first!];
  let used = shownLength(first!);
  for (let at = 0; at < rest.length; at += 2) {
    const [gap, word] = [rest[at]!, rest[at + 1]!];
    const length = shownLength(word);
    if (used + gap.length + length <= width) {
      lines[lines.length - 1] += gap + word;
      used += gap.length + length;
    } else {
      lines.push(word);
      used = indent.length + length;
    }
  }
  return lines.join(`\n${indent}`);
}

function shownLength(text: string): number {
  return text.replace(COLOUR, '').length;
}

/** Writes an answer, wrapped on a terminal and unchanged in a file. */
export function answerWrapped(text: string): void {
  answer(process.stdout.isTTY ? wrapLines(text, terminalWidth()) : text);
}

/** Writes a message to stderr. Control characters in it are made visible. */
export function say(text: string): void {
  const hasColours = wantsColour(process.stderr.isTTY === true, process.env);
  process.stderr.write(visibleText(text, { hasColours }));
}

/** Writes a patch (a byte string): as bytes to a file or pipe, as text to a terminal. Says where it applies, if not in the working folder. */
export function answerPatch(patch: string, folder: string): void {
  const there = path.relative(process.cwd(), folder);
  if (there !== '' && patch !== '')
    say(`the paths of this patch start in ${there}: apply it with patch -p1 -d ${shellWord(there)}\n`);
  answer(process.stdout.isTTY ? readable(patch) : Buffer.from(patch, 'latin1'));
}

/**
 * Writes the whole answer before the process may end; a closed pipe (`| head`) is no error. Bytes, such as a program's output, are written
 * unchanged; control characters in texts are made visible.
 */
export function answer(text: string | Uint8Array): void {
  const hasColours = wantsColour(process.stdout.isTTY === true, process.env);
  const bytes = typeof text === 'string' ? Buffer.from(visibleText(text, { hasColours })) : text;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += fs.writeSync(1, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      if (code === 'EAGAIN') continue;
      throw new MantissaError('MX1007', error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}
