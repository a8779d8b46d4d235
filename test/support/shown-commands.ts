/**
 * The output of a test's commands, shown if the test fails: an unexpected exit code or JSON document does not show why a command ended. The last
 * command is shown with its output, earlier ones with their exit codes.
 */
import { onTestFailed, TestRunner } from 'vitest';

export interface ShownEnd {
  readonly exitCode?: number | undefined;
  readonly signal?: string | null | undefined;
  readonly stdout: unknown;
  readonly stderr: unknown;
}

interface ShownCommand {
  readonly words: readonly string[];
  /** Null while the command is running. */
  end: ShownEnd | null;
  readonly stop: () => ShownEnd | null;
}

const MOST_LINES = 40;
const MOST_CHARACTERS = 4000;

const byTest = new WeakMap<object, ShownCommand[]>();

/**
 * Registers a command at its start; the returned function takes its result. In a hook, nothing shows whether an expectation fails later, so a failed
 * command is shown immediately. `stop` ends a command that is still running when its test has failed, and returns its output.
 */
export function showIfTestFails(
  words: readonly string[],
  stop: () => ShownEnd | null = () => null,
): (end: ShownEnd) => void {
  const command: ShownCommand = { words, end: null, stop };
  const test = TestRunner.getCurrentTest();
  if (test) commandsOf(test).push(command);
  return (end) => {
    command.end = end;
    if (!test && end.exitCode !== 0) console.error(whole(command));
  };
}

function commandsOf(test: object): ShownCommand[] {
  const known = byTest.get(test);
  if (known) return known;
  const commands: ShownCommand[] = [];
  byTest.set(test, commands);
  onTestFailed(() => {
    const [last, ...before] = commands.toReversed();
    console.error([...before.reverse().map(summary), whole(last!)].join('\n'));
  });
  return commands;
}

function summary({ words, end }: ShownCommand): string {
  return `$ ${words.join(' ')}\n  ${end === null ? 'it has not ended' : endText(end)}`;
}

function endText({ exitCode, signal }: ShownEnd): string {
  return exitCode === undefined ? `ended by ${signal}` : `exit code ${exitCode}`;
}

function whole(command: ShownCommand): string {
  const printed = command.end ?? command.stop();
  if (printed === null) return summary(command);
  return [summary(command), tail('stdout', printed.stdout), tail('stderr', printed.stderr)].join('\n');
}

function tail(name: string, printed: unknown): string {
  const text = String(printed ?? '');
  const shown = text.split('\n').slice(-MOST_LINES).join('\n').slice(-MOST_CHARACTERS);
  const left = text.length - shown.length;
  return `  ${name}${left > 0 ? ` (without its first ${left} characters)` : ''}:\n${shown}`;
}
