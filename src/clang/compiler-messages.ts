import * as fs from 'node:fs';
import path from 'node:path';
import { codeFrame } from '../diagnostics/code-frame.js';
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import { ByteText } from '../support/byte-text.js';

const MESSAGE = /^(.+?):(\d+):(\d+): (fatal error|error|note): (.*)$/;
const MISSING_HEADER = /^'([^']+)' file not found/;
const TOO_DEEP =
  /nesting level exceeded|template instantiation exceeded|constexpr evaluation exceeded|nested too deeply/;
const MAX_ERRORS = 8;

/** clang rejected the source, or did not find a header. */
export class CompilerRefusal extends MantissaError {
  constructor(
    readonly fault: 'source' | 'missing-header',
    findings: Finding | readonly Finding[],
    options: { remedy?: string } = {},
  ) {
    super(fault === 'source' ? 'MX4001' : 'MX4002', findings, options);
  }
}

/**
 * clang's errors as findings with file, line, column and code frame; a missing header gets its own remedy. `refused` are files that were hidden from
 * clang, with the reason.
 */
export function compilerError(
  stderr: string,
  root: string,
  refused: ReadonlyMap<string, string> = new Map(),
): MantissaError {
  const findings: Finding[] = [];
  let missing: string | null = null;
  for (const line of stderr.split('\n')) {
    const match = MESSAGE.exec(line);
    if (!match || match[4] === 'note') continue;
    const [, file, row, column, , text] = match;
    missing ??= MISSING_HEADER.exec(text!)?.[1] ?? null;
    findings.push({ text: text!, place: placeOf(file!, Number(row), Number(column), root) });
  }
  if (findings.length === 0) return new MantissaError('MX1003', stderr.trim().slice(0, 1000) || 'no diagnostics');
  if (missing) {
    const finding = findings.find((one) => one.text.startsWith(`'${missing}'`)) ?? findings[0]!;
    const why = [...refused].find(([file]) => path.basename(file) === path.basename(missing));
    if (why) return new MantissaError('MX2025', { ...finding, text: `'${missing}' ${why[1]}` });
    return new CompilerRefusal(
      'missing-header',
      {
        ...finding,
        text: `'${missing}' was not found beside the sources, in an include folder, or among the headers that come with mantissa`,
      },
      { remedy: remedyForHeader(missing) },
    );
  }
  const binary = findings[0]!.place && binaryFile(path.resolve(root, findings[0]!.place.file));
  if (binary) return binary;
  const tooDeep = findings.find((finding) => TOO_DEEP.test(finding.text));
  if (tooDeep) return new MantissaError('MX4004', tooDeep);
  const nested = nestedFunction(findings);
  if (nested) return nested;
  const shown = findings.slice(0, MAX_ERRORS);
  if (findings.length > MAX_ERRORS) shown.push({ text: `and ${findings.length - MAX_ERRORS} more errors` });
  return new CompilerRefusal('source', shown);
}

/** gcc allows nested functions in C. A missing brace gives the same error, and a second one at the end of the file. */
function nestedFunction(findings: readonly Finding[]): CompilerRefusal | null {
  const found = findings.find(({ text }) => text === 'function definition is not allowed here');
  const isUnclosed = findings.some(({ text }) => text.startsWith("expected '}'"));
  if (!found?.place || isUnclosed || path.extname(found.place.file) !== '.c') return null;
  const text = 'a function is defined inside another function, a gcc extension that clang does not support';
  const remedy = 'move the function out, and pass the variables it uses as parameters';
  return new CompilerRefusal('source', { ...found, text }, { remedy });
}

function remedyForHeader(header: string): string {
  if (/^mpi/i.test(header))
    return `add MPI's include folder with -I (mpicc -showme:incdirs prints it), or turn MPI off if the program has a macro for that (-D…)`;
  return `add the folder of ${path.basename(header)} with -I, or define the macro that avoids it with -D`;
}

/** A binary file gets one message instead of a screenful of errors. */
function binaryFile(file: string): MantissaError | null {
  const bytes = fs.existsSync(file) ? fs.readFileSync(file) : Buffer.alloc(0);
  const controls = bytes
    .subarray(0, 8192)
    .filter((byte) => byte === 0 || (byte < 32 && byte !== 26 && (byte < 9 || byte > 13)));
  if (controls.length < 8) return null;
  const isWide = /^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(bytes.subarray(0, 2).toString('latin1'));
  const text = isWide
    ? 'it is UTF-16 text, not UTF-8'
    : `it is not text: ${controls.length} of its first ${Math.min(bytes.length, 8192)} bytes are control characters`;
  return new MantissaError(
    isWide ? 'MX4001' : 'MX2007', // UTF-16 text is still a source file
    { text, place: { file } },
    {
      remedy: isWide
        ? 'write it as UTF-8: iconv -f utf-16 -t utf-8 old.c > new.c'
        : 'name a source file; this one may be an object file or an archive',
    },
  );
}

function placeOf(file: string, line: number, column: number, root: string): NonNullable<Finding['place']> {
  const relative = path.relative(root, file);
  const shown = relative.startsWith('..') ? file : relative;
  try {
    const source = new ByteText(fs.readFileSync(file));
    return { file: shown, line, column, frame: codeFrame(source, line, column) };
  } catch {
    return { file: shown, line, column };
  }
}
