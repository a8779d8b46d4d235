import * as fs from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { type Code, type catalogue, exitCodeOf } from '../diagnostics/catalogue.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { renderError } from '../diagnostics/render.js';
import type { doctor } from './doctor.js';
import type { inspect } from './inspect.js';
import { answer } from './terminal.js';

const collect = (value: string, list: string[]): string[] => [...list, value];
const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** A command's own module is loaded when it runs: `--version` need not wait for the front end. */
function commandLine(): Command {
  const program = new Command('mantissa')
    .description('Tunes the floating-point precision of CUDA and C/C++ programs.')
    .version(version)
    .option('--debug', 'show stack traces')
    .showSuggestionAfterError();
  program
    .command('inspect')
    .description('show the floating-point sites, groups, operations and loops of a program')
    .argument('[program...]', 'source files, a folder, a mantissa.json or a compile_commands.json')
    .option('-I, --include <folder>', 'search this folder for headers', collect, [])
    .option('-D, --define <name[=value]>', 'define a macro', collect, [])
    .option('-U, --undefine <name>', 'undefine a macro', collect, [])
    .option('--std <standard>', 'language standard, such as c++17')
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .option('--json', 'print one JSON document')
    .addOption(new Option('--source', 'print the source with remarks under its lines').conflicts('json'))
    .addOption(new Option('--times', 'print where the time went, to stderr').hideHelp())
    .action(async (...given: Parameters<typeof inspect>) => (await import('./inspect.js')).inspect(...given));
  program
    .command('doctor')
    .description('say what is on this machine and what each thing is used for')
    .option('--json', 'print one JSON document')
    .action(async (...given: Parameters<typeof doctor>) => (await import('./doctor.js')).doctor(...given));
  for (const command of program.commands) command.option('--debug', 'show stack traces');
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeOut: answer, writeErr: () => undefined });
  return program;
}

function report(error: unknown, debug: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0; // --help, --version
    const [text, suggestion] = error.message.replace(/^error: /, '').split('\n');
    return show(new MantissaError('MX2004', [text, suggestion].filter(Boolean).join(' ')), debug);
  }
  if (error instanceof MantissaError) return show(error, debug);
  return show(
    new MantissaError('MX1005', error instanceof Error ? error.message : String(error), { cause: error }),
    debug,
  );
}

function show(error: MantissaError, debug: boolean): number {
  process.stderr.write(`${renderError(error)}\n`);
  if (debug)
    process.stderr.write(`${error.stack}\n${error.cause instanceof Error ? `caused by ${error.cause.stack}\n` : ''}`);
  return exitCodeOf(error.code satisfies Code as keyof typeof catalogue);
}

const INTERRUPTED = 130;
process.on('SIGINT', () => {
  process.stderr.write('\ninterrupted\n');
  process.exit(INTERRUPTED);
});

process.stderr.on('error', () => undefined); // a reader of the conversation that went away is no reason to stop

const program = commandLine();
if (process.argv.length <= 2) {
  process.stderr.write(program.helpInformation());
  process.exit(exitCodeOf('MX2004'));
}
try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  process.exit(report(error, process.argv.includes('--debug')));
}
