import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { RunOutcome } from '../../execution/engine.js';
import type { Program } from '../../program/program.js';
import { metMemoryLimit, remarkText, remedyFor } from '../../study/judging/run-end.js';
import { argumentFolders, studyInputs } from '../../study/planning/study-inputs.js';
import { makeFolder } from '../../support/make-folder.js';
import { missingFilesText } from '../../workbench/argument-files.js';
import { chosenConfiguration, withWorkbench } from '../bench-options.js';
import type { RunOptions } from '../commands/run.js';
import { memoryLimit, timeoutMilliseconds } from '../option-values.js';
import { answer } from '../text/terminal.js';

const MAX_OUTPUT_BYTES = 2 ** 28;

/** `mantissa run`: runs a program under a configuration and prints its output unchanged. */
export async function run(inputs: string[], options: RunOptions, given: readonly string[] | null): Promise<void> {
  if (given && options.input !== undefined)
    throw new MantissaError('MX2004', '--input and arguments after -- exclude each other');
  if (options.keep && options.how !== 'built') throw new MantissaError('MX2004', '--keep works only with --how built');
  if (/^(?:original|reference)$/.test(options.how) && (options.configuration || options.random || options.all))
    throw new MantissaError('MX2004', `--how ${options.how} takes no configuration`, {
      remedy: 'use --how emulated or --how built',
    });
  const keep = options.keep === undefined ? undefined : emptyFolder(options.keep);
  const timeoutMs = timeoutMilliseconds(options.timeout);
  const memory = memoryLimit(options.memory);
  await withWorkbench(inputs, options, async (bench) => {
    const chosen = options.input === undefined ? [] : [options.input];
    const input = studyInputs(bench.project.settings, bench.engineName, chosen, given).find(({ heldOut }) => !heldOut)!;
    const limits = {
      arguments: input.arguments,
      argumentsFrom: argumentFolders(bench.project.root, given !== null),
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      maxMemoryBytes: memory(bench.project.settings?.memory),
    };
    const configuration = chosenConfiguration(bench, options);
    if (/^(?:emulated|reference)$/.test(options.how)) warnAboutThreads(bench.program);
    const obtain = (): Promise<RunOutcome> => {
      switch (options.how) {
        case 'original':
          return bench.runs.original(limits);
        case 'reference':
          return bench.runs.reference(limits);
        case 'emulated':
          return bench.runs.emulated(configuration, limits);
        case 'built':
          return bench.runs.built(configuration, limits, keep);
      }
    };
    report(await obtain(), missingFilesText(limits));
  });
}

/** Prints warnings about code that behaves differently in an instrumented program, which runs in one thread. */
function warnAboutThreads({ files, warnings }: Program): void {
  for (const { code, text, place } of warnings) {
    if ((code !== 'thread-number' && code !== 'symbol-address') || place === null) continue;
    const { path: file, source } = files[place.range.file]!;
    process.stderr.write(`warning ${code}: ${file}:${source.position(place.range.begin).line}: ${text}\n`);
  }
}

/** `missing`: the hint about missing files. */
function report(outcome: RunOutcome, missing: string): void {
  if (outcome.kind === 'not-started') throw new MantissaError('MX4008', outcome.reason);
  answer(outcome.stdout);
  process.stderr.write(outcome.stderr);
  switch (outcome.kind) {
    case 'exited':
      if (outcome.exitCode !== 0)
        throw didNotRun(`it ended with exit code ${outcome.exitCode}${remarkText(outcome)}${missing}`, outcome);
      return;
    case 'timed-out':
      throw new MantissaError('MX4008', `it exceeded the time limit of ${outcome.timeoutMs / 1000} s`);
    case 'crashed':
      throw didNotRun(`${outcome.reason}${remarkText(outcome)}${missing}`, outcome);
    case 'output-limit':
    case 'memory-limit':
      throw didNotRun(outcome.reason, outcome);
  }
}

function didNotRun(text: string, outcome: RunOutcome): MantissaError {
  return new MantissaError(
    'MX4008',
    text,
    metMemoryLimit(outcome) || outcome.kind === 'output-limit' ? { remedy: remedyFor(outcome) } : {},
  );
}

function emptyFolder(folder: string): string {
  const absolute = path.resolve(folder);
  try {
    makeFolder(absolute);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', text, { remedy: 'name another folder with --keep', cause: error });
  }
  if (fs.readdirSync(absolute).length > 0)
    throw new MantissaError('MX2004', `--keep ${folder}: the folder is not empty`, { remedy: 'name a new folder' });
  return absolute;
}
