/** Reports the error of a command on stderr and chooses its exit code. */
import os from 'node:os';
import { CommanderError } from 'commander';
import { catalogue, exitCodeOf } from '../diagnostics/catalogue.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { renderError } from '../diagnostics/render.js';
import type { Interrupted } from '../study/plan.js';
import { interruptedExitCode } from './interruption.js';
import { conversationWidth, say, wrapLines } from './text/terminal.js';

/** `command` is the name of the command; null if there is no such command. */
export function reportError(error: unknown, command: string | null, debug: boolean): number {
  if (error instanceof Error && error.name === 'Interrupted') {
    process.stderr.write(`${interruptionText(error as Partial<Interrupted>)}\n`);
    return interruptedExitCode();
  }
  if (error instanceof CommanderError && error.exitCode === 0) return 0; // --help, --version
  const found = asMantissaError(error, command);
  const text = `${renderError(found)}\n`;
  say(process.stderr.isTTY ? wrapLines(text, conversationWidth()) : text);
  if (debug)
    process.stderr.write(`${found.stack}\n${found.cause instanceof Error ? `caused by ${found.cause.stack}\n` : ''}`);
  return exitCodeOf(found.code);
}

function interruptionText({ trials, whatNow = 'run the same command again', best }: Partial<Interrupted>): string {
  if (trials == null) return `interrupted; ${whatNow}`;
  return `interrupted after ${trials} ${trials === 1 ? 'trial' : 'trials'}: ${best ?? 'no result yet'}; ${whatNow}`;
}

function asMantissaError(error: unknown, command: string | null): MantissaError {
  if (error instanceof CommanderError) {
    const [text, suggestion] = error.message.replace(/^error: /, '').split('\n');
    return misunderstood([text, suggestion].filter(Boolean).join(' '), error, command);
  }
  if (error instanceof MantissaError) {
    const isPlain = error.code === 'MX2004' && error.remedy === catalogue.MX2004.remedy;
    return isPlain ? misunderstood(error.findings[0]?.text ?? '', error, command) : error;
  }
  if (error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'mkdtemp')
    return new MantissaError(
      'MX1007',
      `cannot create a temporary folder in ${os.tmpdir()} (${(error as NodeJS.ErrnoException).code})`,
      { cause: error, remedy: 'set TMPDIR to an existing folder with write access' },
    );
  if (error instanceof RangeError && /call stack/.test(error.message))
    return new MantissaError('MX4004', 'the program is nested too deeply: reading it overflowed the stack', {
      cause: error,
    });
  return new MantissaError('MX1005', error instanceof Error ? error.message : String(error), { cause: error });
}

/** A usage error; its remedy is the help of the command, if the command is known. */
function misunderstood(text: string, cause: Error, command: string | null): MantissaError {
  return new MantissaError('MX2004', text, {
    cause,
    ...(command !== null && { remedy: `see mantissa ${command} --help` }),
  });
}
