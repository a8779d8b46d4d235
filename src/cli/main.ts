import * as fs from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { type Code, type catalogue, exitCodeOf } from '../diagnostics/catalogue.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { renderError } from '../diagnostics/render.js';
import { doctor } from './doctor.js';
import { inspect } from './inspect.js';

const collect = (value: string, list: string[]): string[] => [...list, value];
const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

function commandLine(): Command {
  const program = new Command('mantissa')
    .description('Tunes the floating-point precision of CUDA and C/C++ programs.')
    .version(version)
    .option('--debug', 'show stack traces')
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
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
    .option('--source', 'print the source with remarks under its lines')
    .addOption(new Option('--times', 'print where the time went, to stderr').hideHelp())
    .action(inspect);
  program
    .command('doctor')
    .description('say what is on this machine and what each thing is used for')
    .option('--json', 'print one JSON document')
    .action(doctor);
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => undefined });
  return program;
}

function report(error: unknown, debug: boolean): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0; // --help, --version
    return show(new MantissaError('MX2004', error.message.replace(/^error: /, '')), debug);
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

const program = commandLine();
if (process.argv.length <= 2) {
  process.stdout.write(program.helpInformation());
  process.exit(exitCodeOf('MX2004'));
}
try {
  await program.parseAsync();
  process.exit(0);
} catch (error) {
  process.exit(report(error, process.argv.includes('--debug')));
}
