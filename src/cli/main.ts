import os from 'node:os';
import { Argument, Command, CommanderError, Option } from 'commander';
import { type Code, catalogue, exitCodeOf } from '../diagnostics/catalogue.js';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { renderError } from '../diagnostics/render.js';
import { ENGINE_NAMES } from '../frontend/project/engine-names.js';
import { OUTCOMES } from '../journal/outcomes.js';
import { DEFAULT_METRIC, METRICS, VALUE_METRICS } from '../numerics/metrics.js';
import type { Interrupted } from '../study/plan.js';
import { packageVersion } from '../support/package-root.js';
import type { AdviseOptions } from './commands/advise.js';
import type { apply } from './commands/apply.js';
import type { bundle } from './commands/bundle.js';
import type { CharacterizeOptions } from './commands/characterize.js';
import type { CheckOptions } from './commands/check.js';
import type { collectFromNode } from './commands/collect.js';
import type { CompareOptions } from './commands/compare.js';
import type { doctor } from './commands/doctor.js';
import type { InitOptions } from './commands/init.js';
import type { inspect } from './commands/inspect.js';
import type { jobs } from './commands/jobs.js';
import type { report } from './commands/report.js';
import type { rewrite } from './commands/rewrite.js';
import type { RunOptions } from './commands/run.js';
import type { SampleOptions } from './commands/sample.js';
import type { serve } from './commands/serve.js';
import type { show } from './commands/show.js';
import type { trials } from './commands/trials.js';
import type { TuneOptions } from './commands/tune.js';
import type { VectorizeOptions } from './commands/vectorize.js';
import type { VerifyOptions } from './commands/verify.js';
import type { worker } from './commands/worker.js';
import { SHELLS, type Shell } from './completion.js';
import { interruptedExitCode, listenForInterruption } from './interruption.js';
import { answer, conversationWidth, say, wrapLines } from './text/terminal.js';

const collect = (value: string, list: string[]): string[] => [...list, value];

/** A command's own module is loaded when it runs: `--version` need not wait for the front end. */
function commandLine(programArguments: readonly string[] | null): Command {
  const program = new Command('mantissa')
    .description('Tunes the floating-point precision of CUDA and C/C++ programs.')
    .version(packageVersion())
    .option('--debug', 'show stack traces')
    .showSuggestionAfterError();
  program
    .command('init')
    .description(
      'write a mantissa.json for the program in a folder, from what its build, its texts and you say; check it',
    )
    .usage('[options] [folder] [-- arguments...]')
    .argument('[folder]', 'where the program is (default: the current folder)')
    .option('--yes', 'ask nothing: take what was found')
    .option('--force', 'write it in place of one that is there')
    .option('--program <name>', 'which, where the folder has several')
    .option('--source <file>', 'a source of the program, instead of those found (repeatable)', collect, [])
    .option('-I, --include <folder>', 'with --source: search this folder for headers', collect, [])
    .option('-D, --define <name[=value]>', 'with --source: define a macro', collect, [])
    .option('-U, --undefine <name>', 'with --source: undefine a macro', collect, [])
    .option('--std <standard>', 'with --source: language standard, such as c++17')
    .option('--flag <flag>', 'with --source: a further flag of the compiler (repeatable)', collect, [])
    .option('--output <file>', 'where its results are: stdout, or a file it writes')
    .option('--max-error <x>', 'how far the output may be off (default: 1e-6, or what the output can tell apart)')
    .addOption(
      new Option('--metric <name>', `what the bound measures (default: ${DEFAULT_METRIC.less})`).choices(VALUE_METRICS),
    )
    .option('--digits <n>', 'digits that must agree, instead of --max-error')
    .addOption(engineOption())
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .option('--no-check', 'write it and run nothing')
    .option('--json', 'print one JSON document')
    .action(async (folder: string | undefined, options: InitOptions) =>
      (await import('./commands/init.js')).init(folder, options, programArguments),
    );
  program
    .command('inspect')
    .description('show the floating-point sites, groups, operations and loops of a program')
    .argument('[program...]', 'source files, a folder, a mantissa.json or a compile_commands.json')
    .option('-I, --include <folder>', 'search this folder for headers', collect, [])
    .option('-D, --define <name[=value]>', 'define a macro', collect, [])
    .option('-U, --undefine <name>', 'undefine a macro', collect, [])
    .option('--std <standard>', 'language standard, such as c++17')
    .option('--flag <flag>', 'a further flag of the compiler, such as -fcommon (repeatable)', collect, [])
    .addOption(alsoOption())
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .option('-o, --study <folder>', 'weigh what is tunable by what this study counted (default: by loops)')
    .option('--json', 'print one JSON document')
    .addOption(new Option('--source', 'print the source with remarks under its lines').conflicts('json'))
    .option('-v, --verbose', 'name every frozen site, however many are for one reason')
    .addOption(new Option('--times', 'print where the time went, to stderr').hideHelp())
    .action(async (...given: Parameters<typeof inspect>) => (await import('./commands/inspect.js')).inspect(...given));
  sourceCommand(
    program,
    'check',
    'say whether a program can be tuned: it builds, runs and repeats, and how far off it is',
  )
    .usage('[options] [program...] [-- arguments...]')
    .option('--input <name>', 'an input of the project file (repeatable; default: all)', collect, [])
    .addOption(engineOption())
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .addOption(noSanitizeOption())
    .option('--json', 'print one JSON document')
    .action(async (inputs: string[], options: CheckOptions) =>
      (await import('./commands/check.js')).check(inputs, options, programArguments),
    );
  sourceCommand(
    program,
    'advise',
    'say what tuning a program can buy at most, and what is in the way, before any search',
  )
    .usage('[options] [program...] [-- arguments...]')
    .option('--input <name>', 'the input of the project file to count on (default: the first)', collect, [])
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .addOption(engineOption())
    .option('--gpu <name>', 'whose costs the ceiling has: a name or a profile.json (default: the GPU at hand, or h200)')
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .option('--json', 'print one JSON document')
    .action(async (inputs: string[], options: AdviseOptions) =>
      (await import('./commands/advise.js')).advise(inputs, options, programArguments),
    );
  sourceCommand(program, 'tune', 'search for the fastest configuration that meets a goal; running it again resumes')
    .usage('[options] [program...] [-- arguments...]')
    .option('--max-error <x>', 'how far the output may be off')
    .addOption(
      new Option('--metric <name>', `what the bound measures (default: ${DEFAULT_METRIC.less})`).choices(METRICS),
    )
    .option('--digits <n>', 'digits that must agree, instead of --max-error')
    .option('--error-command <command>', 'given two files, expected and found, it prints the error: --metric command')
    .addOption(
      new Option('--against <output>', "what to compare with: the program's own output, or a run in fp64x2").choices([
        'baseline',
        'reference',
      ]),
    )
    .option('--min-speedup <x>', 'baseline time ÷ candidate time that makes it worth while')
    .option('--input <name>', 'an input of the project file to tune on (repeatable; default: all)', collect, [])
    .option('--formats <list>', 'formats a group may have (default: "formats" of mantissa.json, else fp64,fp32)')
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .option('--strategy <name>', 'how to search (default: auto)')
    .option('--set <option=value>', 'an option of the strategy (repeatable)', collect, [])
    .addOption(engineOption())
    .option(
      '--gpu <name>',
      'whose costs modelled speedups have: a name, a profile.json or here, as characterize measured it (default: the GPU at hand, or h200)',
    )
    .addOption(
      new Option('--on <place>', 'builds and runs are jobs of a cluster, as "slurm" of mantissa.json says').choices([
        'slurm',
      ]),
    )
    .option('--trials <n>', 'at most this many trials', '500')
    .option('--time <duration>', 'at most this long for all of it: 90s, 10m, 1h')
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .option('--jobs <n>', 'accuracy trials at the same time (default: one per processor, one on a GPU)')
    .addOption(
      new Option(
        '--timing <when>',
        'what is built and timed: what may be recommended, at the end; or every accurate trial',
      ).choices(['recommended', 'every']),
    )
    .option('--plan', 'walk a plan that the analyses make without a run, from a wide format down')
    .option('--from <format>', 'with --plan: what everything begins in: fp64x4, fp64x2 or fp64 (default: fp64)')
    .option('--to <format>', 'with --plan: what it goes down to: fp64, fp32 or fp16')
    .option('--max-slowdown <x>', 'with --plan: upwards from low precision, to so many times the time as written')
    .option('--to-end', 'with --plan: through all of it, whatever the error')
    .option('--shared-first', 'with --plan: shared memory before everything else')
    .option('--calls-together', 'with --plan: a function that is called from several places is lowered as one')
    .option('--validate', 'with --plan: random configurations besides, ten for each iteration')
    .option('--front', 'the trade-off between error and speed below the bound: a handful of confirmed points')
    .option('--lower-unseen', 'also lower variables that do not affect the compared output, clock variables included')
    .option('--accumulators', 'also other ways to add up sums, once formats are found')
    .option('--vectorize', 'also the kernels of what is found on vectors of halves, where their arrays are in halves')
    .option('--tune-blocks', 'also thread blocks of other sizes, once formats are found, timed on the GPU')
    .option(
      '--cpu-times',
      'a CUDA program is timed on this processor, as the program that the native engine makes of it',
    )
    .option('--seed <n>', 'seed of the search', '1')
    .option('-o, --study <folder>', 'where the study is kept (default: .mantissa/<program>)')
    .option('--fresh', 'forget what the study holds')
    .option(
      '--table',
      "the GPUMixer paper's tables: every mode of fisets and delta debugging, at 3, 6 and 9 digits; --set is for fisets",
    )
    .option('--energy', 'also count the joules of a run of what is recommended, where the GPU counts them (NVML)')
    .addOption(
      new Option('--objective <what>', 'what the recommended trial saves most of; energy is that of the GPU')
        .choices(['time', 'energy'])
        .default('time'),
    )
    .option('--verify', 'what is recommended also holds on neighbours of its inputs, as mantissa verify makes them')
    .option('--verify-samples <n>', 'with --verify: how many neighbours of each input', '20')
    .option('--variance <v>', 'with --verify: how far off they are', '0.1')
    .addOption(noSanitizeOption())
    .option('--dry-run', 'print the groups and their formats, and stop')
    .option('--json', 'print one JSON document')
    .addOption(new Option('-q, --quiet', 'say nothing but the answer, in one line').conflicts('verbose'))
    .option('-v, --verbose', 'every trial, also what the journal knew; every step and how long it took; all evidence')
    .action(async (inputs: string[], options: TuneOptions) =>
      (await import('./commands/tune.js')).tune(inputs, options, programArguments),
    );
  sourceCommand(program, 'sample', 'try random configurations, and offer the quartiles of their errors as goals')
    .usage('[options] [program...] [-- arguments...]')
    .addOption(
      new Option('--metric <name>', `what errors are judged by (default: ${DEFAULT_METRIC.less})`).choices(METRICS),
    )
    .option('--error-command <command>', 'given two files, expected and found, it prints the error: --metric command')
    .addOption(
      new Option('--against <output>', "what to compare with: the program's own output, or a run in fp64x2").choices([
        'baseline',
        'reference',
      ]),
    )
    .option('--input <name>', 'an input of the project file (repeatable; default: all)', collect, [])
    .option('--formats <list>', 'formats a group may have (default: "formats" of mantissa.json, else fp64,fp32)')
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .addOption(engineOption())
    .option('--gpu <name>', 'whose costs modelled speedups have')
    .option('--trials <n>', 'how many configurations', '1000')
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .option('--jobs <n>', 'trials at the same time (default: one per processor, one on a GPU)')
    .option('--seed <n>', 'seed of what is drawn', '1')
    .option('-o, --study <folder>', 'where it is kept (default: .mantissa/<program>/sample)')
    .option('--fresh', 'forget what it holds')
    .option('--json', 'print one JSON document')
    .action(async (inputs: string[], options: SampleOptions) =>
      (await import('./commands/sample.js')).sample(inputs, options, programArguments),
    );
  sourceCommand(program, 'compare', 'try strategies on the same programs with the same goals, side by side')
    .option(
      '--strategies <list>',
      'which, with options behind colons: fisets:mode=3:performance=10',
      'auto,delta-debugging,genetic,fisets',
    )
    .option('--divide <list>', 'goals: the error of everything narrow divided by these', '3,10,100')
    .addOption(
      new Option('--metric <name>', `what errors are judged by (default: ${DEFAULT_METRIC.less})`).choices(METRICS),
    )
    .option('--error-command <command>', 'given two files, expected and found, it prints the error: --metric command')
    .addOption(
      new Option('--against <output>', "what to compare with: the program's own output, or a run in fp64x2").choices([
        'baseline',
        'reference',
      ]),
    )
    .option('--input <name>', 'an input of the project file to tune on (repeatable; default: all)', collect, [])
    .option('--formats <list>', 'formats a group may have (default: "formats" of mantissa.json, else fp64,fp32)')
    .addOption(
      new Option('--scope <scope>', 'device code and the memory it touches, or everything').choices(['kernels', 'all']),
    )
    .addOption(engineOption())
    .option(
      '--gpu <name>',
      'whose costs modelled speedups have: a name, a profile.json or here, as characterize measured it (default: the GPU at hand, or h200)',
    )
    .option('--trials <n>', 'at most this many trials of each', '500')
    .option('--time <duration>', 'at most this long for each search: 90s, 10m, 1h')
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .option('--jobs <n>', 'accuracy trials at the same time (default: one per processor, one on a GPU)')
    .option('--seed <n>', 'seed of the searches', '1')
    .option('-o, --study <folder>', 'where the studies are kept (default: .mantissa/<program>/compare)')
    .option('--figure <file.svg>', 'draw the speedups as bars')
    .option('--json', 'print one JSON document')
    .action(async (programs: string[], options: CompareOptions) =>
      (await import('./commands/compare.js')).compare(programs, options),
    );
  studyCommand(program, 'trials', 'list the trials of a study')
    .addOption(new Option('--format <name>', 'how').choices(['table', 'csv', 'json', 'markdown']).default('table'))
    .addOption(
      new Option('--sort <figure>', 'by number, or the best first')
        .choices(['number', 'error', 'speedup'])
        .default('number'),
    )
    .addOption(
      new Option('--only <kind>', 'those within the goal, or those with this outcome').choices([
        'accepted',
        ...OUTCOMES,
      ]),
    )
    .option('--json', 'print one JSON document')
    .action(async (...given: Parameters<typeof trials>) => (await import('./commands/trials.js')).trials(...given));
  studyCommand(program, 'show', 'show one trial: its figures, why each group has its format, and the patch')
    .argument('[trial]', RECOMMENDED)
    .option('--json', 'print one JSON document')
    .addOption(scalarOption())
    .action(async (...given: Parameters<typeof show>) => (await import('./commands/show.js')).show(...given));
  studyCommand(program, 'apply', 'print a trial of a study as a patch, or write it into the sources')
    .argument('[trial]', RECOMMENDED)
    .option('--write', 'edit the sources in place')
    .option('--force', 'even if they, or the git tree around them, have changed')
    .addOption(alsoOption())
    .option('--in <folder>', 'write only below this folder (default: the current one)')
    .addOption(scalarOption())
    .addOption(noCompileOption())
    .action(async (...given: Parameters<typeof apply>) => (await import('./commands/apply.js')).apply(...given));
  studyCommand(program, 'bundle', 'write a trial as a folder to send with a bug report; runs nothing')
    .argument('<trial>', 'its number')
    .option('--output <folder>', 'where to (default: mantissa-bundle-<trial>)')
    .action(async (...given: Parameters<typeof bundle>) => (await import('./commands/bundle.js')).bundle(...given));
  program
    .command('report')
    .description('write a study as one HTML file that needs no network, or as Markdown')
    .argument('[study...]', 'its folder (default: the only one below .mantissa); several are set side by side')
    .option('--study <folder>', 'the same')
    .option('-o, --output <file>', 'where to (default: report.html in the study; Markdown and JSON to stdout)')
    .addOption(new Option('--format <name>', 'as what').choices(['html', 'markdown']).default('html'))
    .option('--json', 'print the JSON document behind it')
    .action(async (...given: Parameters<typeof report>) => (await import('./commands/report.js')).report(...given));
  studyCommand(program, 'serve', 'show a study in the browser while it runs; reads only')
    .argument('[study]', 'its folder, as with --study')
    .option('--port <n>', 'listen on this port of 127.0.0.1 (0: any free one)', '0')
    .action(async (...given: Parameters<typeof serve>) => (await import('./commands/serve.js')).serve(...given));
  studyCommand(program, 'jobs', 'list what a study has queued, running and done on a cluster (tune --on slurm)')
    .argument('[study]', 'its folder, as with --study')
    .option('--json', 'print one JSON document')
    .action(async (...given: Parameters<typeof jobs>) => (await import('./commands/jobs.js')).jobs(...given));
  studyCommand(program, 'verify', 'run a trial beside the program as written on neighbours of its input')
    .usage('[options] [trial] [-- arguments...]')
    .argument('[trial]', RECOMMENDED)
    .option('--samples <n>', 'how many neighbours', '100')
    .option('--variance <v>', 'how far off: v times a standard normal number is added', '0.1')
    .option('--seed <n>', 'seed of what is added', '1')
    .option('--input <name>', 'whose neighbours (default: the first that was tuned on)')
    .option('--arguments <line>', 'other arguments of the program instead (repeatable)', collect, [])
    .option('--arguments-file <file>', 'the same, one run a line')
    .addOption(new Option('--engine <name>', "where it runs (default: the study's)").choices(ENGINE_NAMES))
    .option('--in <folder>', 'the folder the program is in (default: the current one)')
    .option('-I, --include <folder>', "repeat a folder of the study's that is elsewhere", collect, [])
    .option('-D, --define <name[=value]>', "repeat a macro of the study's that is more than a number", collect, [])
    .option('--error-command <command>', 'what prints the error, where no project file says it')
    .option('--min-confidence <share>', 'exit with 3 where the lower end of the confidence is below')
    .option('--ci', 'guard precision in CI: exit with 3 where the confidence is below 0.9 or memory is misused')
    .option('--summary <file>', 'append a summary in Markdown (with --ci: to $GITHUB_STEP_SUMMARY)')
    .option('--timeout <seconds>', 'at most this long for one run', '600')
    .addOption(memoryOption())
    .option('--jobs <n>', 'samples at the same time (default: one per processor, one on a GPU)')
    .addOption(noSanitizeOption())
    .option('--json', 'print one JSON document, with the error of every sample')
    .action(async (trial: string, options: VerifyOptions) =>
      (await import('./commands/verify.js')).verify(trial, options, programArguments),
    );
  const how = new Option(
    '--how <way>',
    'as written, emulated in one instrumented build, built from the rewritten source, or everything in fp64x2',
  );
  benchCommand(program, 'run', 'run a program under a configuration and print its own output, unchanged')
    .usage('[options] [program...] [-- arguments...]')
    .addOption(how.choices(['original', 'emulated', 'built', 'reference']).default('original'))
    .option('--input <name>', 'an input of the project file (default: the first that is not held out)')
    .option('--keep <folder>', 'with --how built: leave the rewritten source there')
    .option('--timeout <seconds>', 'stop the program after this time', '600')
    .addOption(memoryOption())
    .action(async (inputs: string[], options: RunOptions) =>
      (await import('./commands/run.js')).run(inputs, options, programArguments),
    );
  benchCommand(program, 'rewrite', 'print the patch that writes a configuration into the source')
    .addOption(noCompileOption())
    .action(async (...given: Parameters<typeof rewrite>) => (await import('./commands/rewrite.js')).rewrite(...given));
  program
    .command('vectorize')
    .description(
      'write one scalar loop or kernel as CUDA source on small vectors: 128-bit loads, arithmetic in pairs of halves',
    )
    .usage('[options] [program...] [-- arguments...]')
    .argument('[program...]', 'source files, a folder, a mantissa.json or a compile_commands.json')
    .requiredOption('--function <name>', 'the function or kernel; it consists of one loop over arrays')
    .addOption(
      new Option('--format <format>', 'what the arrays hold and the arithmetic is done in')
        .choices(['fp16', 'bf16', 'fp32'])
        .default('fp16'),
    )
    .addOption(
      new Option('--width <n>', 'numbers in a vector; auto chooses and says why')
        .choices(['2', '4', '8', 'auto'])
        .default('auto'),
    )
    .option('--check', 'run the program with the function computed both ways: ranges, and how far off the vectors are')
    .option('--max-error <x>', 'with --check: write nothing where they are further off')
    .addOption(
      new Option(
        '--metric <name>',
        `with --check: what errors are judged by (default: ${DEFAULT_METRIC.less})`,
      ).choices(VALUE_METRICS),
    )
    .addOption(
      new Option('--engine <name>', 'with --check: where the program runs')
        .choices(['auto', ...ENGINE_NAMES])
        .default('auto'),
    )
    .option('--timeout <seconds>', 'with --check: at most this long', '600')
    .option('--no-fma', 'round products and sums one by one, as the scalar source does')
    .addOption(
      new Option('--select <how>', 'an if that chooses: by bits, which is exact, or by a mask of 0 and 1 and fma')
        .choices(['bits', 'fma'])
        .default('bits'),
    )
    .option('--reassociate', 'sums and products over the loop may be put together in another order: other roundings')
    .option('--restrict', 'take it that the arrays do not overlap, whatever their declarations say')
    .option('--output <file>', 'write it there, and mantissa_vector.h beside it (default: to stdout)')
    .option('-I, --include <folder>', 'search this folder for headers', collect, [])
    .option('-D, --define <name[=value]>', 'define a macro', collect, [])
    .option('-U, --undefine <name>', 'undefine a macro', collect, [])
    .option('--std <standard>', 'language standard, such as c++17')
    .option('--flag <flag>', 'a further flag of the compiler, such as -fcommon (repeatable)', collect, [])
    .option('--json', 'print one JSON document')
    .action(async (inputs: string[], options: VectorizeOptions) =>
      (await import('./commands/vectorize.js')).vectorize(inputs, options, programArguments ?? []),
    );
  program
    .command('doctor')
    .description('say what is on this machine and what each thing is used for')
    .option('--json', 'print one JSON document')
    .action(async (...given: Parameters<typeof doctor>) => (await import('./commands/doctor.js')).doctor(...given));
  program
    .command('characterize')
    .description('measure what each precision costs and buys on this machine; running it again resumes')
    .option('--quick', 'fewer repeats and smaller arrays')
    .addOption(engineOption())
    .option('--only <parts>', 'some of it, such as operations,summation (default: all)')
    .option('-o, --output <folder>', 'where the record and the report go', '.mantissa/characterize')
    .option('--compare <file>', "another machine's record.json, to set side by side")
    .option('--fresh', 'measure again what the folder holds')
    .option('--json', 'print the record')
    .action(async (options: CharacterizeOptions) =>
      (await import('./commands/characterize.js')).characterizeCommand(options),
    );
  program
    .command('completion')
    .description('print what a shell needs to complete commands, options and their values')
    .addArgument(new Argument('<shell>', 'which').choices(SHELLS))
    .action(async (shell: Shell) => {
      const { describeCommands } = await import('./describe-commands.js');
      (await import('./commands/completion.js')).completion(shell, describeCommands(program));
    });
  program
    .command('worker', { hidden: true })
    .argument('<folder>')
    .argument('<token>')
    .argument('<index>')
    .argument('[moved...]')
    .action(async (...given: Parameters<typeof worker>) => (await import('./commands/worker.js')).worker(...given));
  program
    .command('collect', { hidden: true })
    .argument('<folder>')
    .argument('[known...]')
    .action(async (...given: Parameters<typeof collectFromNode>) =>
      (await import('./commands/collect.js')).collectFromNode(...given),
    );
  program.command('commands', { hidden: true }).action(async () => {
    const { describeCommands } = await import('./describe-commands.js');
    answer(`${JSON.stringify({ schemaVersion: 1, commands: describeCommands(program) }, null, 2)}\n`);
  });
  for (const command of program.commands) command.option('--debug', 'show stack traces');
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({ writeOut: answer, writeErr: () => undefined });
  return program;
}

/** Which trial a command is about, where nothing is said. */
const RECOMMENDED = 'its number (default: the recommended one)';

/** A command over a program and a configuration of it. */
function benchCommand(program: Command, name: string, description: string): Command {
  return sourceCommand(program, name, description)
    .option('--configuration <file>', 'a JSON file: {"schemaVersion": 1, "formats": {"<site or group id>": "fp32"}}')
    .option('--all <format>', 'everything that can be narrower in this format, in CUDA programs what kernels touch')
    .option('--random <seed>', 'a random configuration of the same')
    .option('--formats <list>', 'formats a random configuration draws from', 'fp64,fp32')
    .addOption(engineOption());
}

function noSanitizeOption(): Option {
  return new Option('--no-sanitize', 'do not look at memory, which runs a program once more under sanitizers');
}

function noCompileOption(): Option {
  return new Option(
    '--no-compile',
    "do not compile the patch with the project's build command, nvcc or g++ before it is given",
  );
}

function scalarOption(): Option {
  return new Option('--scalar', 'its patch without vectors, where tune --vectorize found them better');
}

function alsoOption(): Option {
  return new Option('--also <flags>', 'another build that must stay right, such as -DVERIFY (repeatable)')
    .argParser(collect)
    .default([]);
}

function memoryOption(): Option {
  return new Option('--memory <size>', "at most this much memory for one run, such as 8G (default: the machine's)");
}

function engineOption(): Option {
  return new Option('--engine <name>', 'where it runs; auto takes the best there is')
    .choices(['auto', ...ENGINE_NAMES])
    .default('auto');
}

/** A command over a study that was begun. */
function studyCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option('-o, --study <folder>', 'the study (default: the only one below .mantissa)');
}

/** A command over a program's sources. */
function sourceCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .argument('[program...]', 'source files, a folder, a mantissa.json or a compile_commands.json')
    .option('-I, --include <folder>', 'search this folder for headers', collect, [])
    .option('-D, --define <name[=value]>', 'define a macro', collect, [])
    .option('-U, --undefine <name>', 'undefine a macro', collect, [])
    .option('--std <standard>', 'language standard, such as c++17')
    .option('--flag <flag>', 'a further flag of the compiler, such as -fcommon (repeatable)', collect, [])
    .addOption(alsoOption())
    .option('--strict-branches', 'keep the formats of variables that #if branches name which are not compiled')
    .option('--convert-copies', 'tune host and device memory apart: every copy between them may convert');
}

/** Which strategies there are is known to their modules, that nobody else waits for. */
async function explainStrategies(of: Command): Promise<void> {
  const { strategies } = await import('../search/strategies.js');
  const room = Math.max(...strategies.map(({ name }) => name.length));
  const lines = strategies.map(({ name, summary }) => `  ${name.padEnd(room)}  ${summary}`);
  of.commands.find((one) => one.name() === 'tune')?.addHelpText('after', `\nStrategies:\n${lines.join('\n')}`);
}

function reportError(error: unknown, program: Command, debug: boolean): number {
  if (error instanceof Error && error.name === 'Interrupted') {
    const { trials, whatNow = 'run the same command again', best } = error as Partial<Interrupted>;
    const done =
      trials == null
        ? 'interrupted'
        : `interrupted after ${trials} ${trials === 1 ? 'trial' : 'trials'}: ${best ?? 'no result yet'}`;
    process.stderr.write(`${done}; ${whatNow}\n`);
    return interruptedExitCode();
  }
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0; // --help, --version
    const [text, suggestion] = error.message.replace(/^error: /, '').split('\n');
    return printError(misunderstood([text, suggestion].filter(Boolean).join(' '), error, program), debug);
  }
  if (error instanceof MantissaError) {
    const isPlain = error.code === 'MX2004' && error.remedy === catalogue.MX2004.remedy;
    return printError(isPlain ? misunderstood(error.findings[0]?.text ?? '', error, program) : error, debug);
  }
  if (error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'mkdtemp')
    return printError(
      new MantissaError(
        'MX1007',
        `no temporary folder can be made in ${os.tmpdir()} (${(error as NodeJS.ErrnoException).code})`,
        {
          cause: error,
          remedy: 'point TMPDIR at a folder that is there and can be written',
        },
      ),
      debug,
    );
  if (error instanceof RangeError && /call stack/.test(error.message))
    return printError(new MantissaError('MX4004', 'a walk over the program ran out of stack', { cause: error }), debug);
  return printError(
    new MantissaError('MX1005', error instanceof Error ? error.message : String(error), { cause: error }),
    debug,
  );
}

/** The command's own help is nearer than the list of commands. */
function misunderstood(text: string, cause: Error, program: Command): MantissaError {
  const command = program.commands.find((one) => one.name() === process.argv[2]);
  return new MantissaError('MX2004', text, {
    cause,
    ...(command && { remedy: `see mantissa ${command.name()} --help` }),
  });
}

function printError(error: MantissaError, debug: boolean): number {
  const text = `${renderError(error)}\n`;
  say(process.stderr.isTTY ? wrapLines(text, conversationWidth()) : text);
  if (debug)
    process.stderr.write(`${error.stack}\n${error.cause instanceof Error ? `caused by ${error.cause.stack}\n` : ''}`);
  return exitCodeOf(error.code satisfies Code as keyof typeof catalogue);
}

/** Commands that run the user's program: everything after `--` is passed to it. */
const RUNS_PROGRAM = new Set(['init', 'run', 'tune', 'check', 'sample', 'vectorize', 'verify']);

/** Runs the command of process.argv and ends the process with its exit code. */
export async function main(): Promise<void> {
  listenForInterruption();
  process.on('SIGXFSZ', () => undefined); // a file over the shell's size limit then fails like one on a full disk
  process.stderr.on('error', () => undefined); // a reader of the conversation that went away is no reason to stop

  const separator = RUNS_PROGRAM.has(process.argv[2] ?? '') ? process.argv.indexOf('--') : -1;
  const program = commandLine(separator < 0 ? null : process.argv.slice(separator + 1));
  const asksForHelp = process.argv.some((one) => one === '--help' || one === '-h' || one === 'help');
  if (asksForHelp && process.argv.includes('tune')) await explainStrategies(program);
  if (process.argv.length <= 2) {
    process.stderr.write(program.helpInformation());
    process.exit(exitCodeOf('MX2004'));
  }
  try {
    await program.parseAsync(separator < 0 ? process.argv : process.argv.slice(0, separator));
    process.exit(0);
  } catch (error) {
    process.exit(reportError(error, program, process.argv.includes('--debug')));
  }
}
