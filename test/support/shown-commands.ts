/**
 * What the commands of a test printed, shown when the test fails: an expectation of an exit code or of a JSON document does not say why a
 * command ended as it did. The last command is shown with its output, those before it with their exit codes.
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
  /** Null while the command runs. */
  end: ShownEnd | null;
  readonly stop: () => ShownEnd | null;
}

const MOST_LINES = 40;
const MOST_CHARACTERS = 4000;

const byTest = new WeakMap<object, ShownCommand[]>();

/**
 * Notes a command that begins; the returned function takes its end. Outside a test, in a hook, nothing tells whether an expectation fails
 * later. There a command is shown at once if it fails, since hooks prepare something and expect success. `stop` is called for a command
 * that still runs when its test has failed, and returns what it has printed.
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
