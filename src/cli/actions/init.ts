import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { FoundProgram } from '../../frontend/discovery/built-programs.js';
import type { FoundPrograms } from '../../frontend/discovery/folder-programs.js';
import { definesMain } from '../../frontend/discovery/main-functions.js';
import type { FoundRun } from '../../frontend/discovery/run-lines.js';
import { type WrittenFile, writtenFiles } from '../../frontend/discovery/written-files.js';
import { kindOf } from '../../frontend/project/input-files.js';
import { readProjectFile } from '../../frontend/project/project-file.js';
import { quoteForShell, splitShellWords } from '../../frontend/project/shell-words.js';
import { bareBound, type Metric, metrics, moreIsBetter } from '../../numerics/metrics.js';
import type { InitOptions } from '../commands/init.js';
import { goalOf } from '../goal-options.js';
import { makefileOf } from '../init/build-files.js';
import { type Draft, draftRows, outputText, projectFileOf, USUAL_GOAL } from '../init/draft.js';
import { chosenProgram, findPrograms, severalPrograms } from '../init/find-programs.js';
import { findRuns } from '../init/find-runs.js';
import { ignoreStudies, ignoresStudies } from '../init/ignored-studies.js';
import { canAsk, Questions } from '../init/questions.js';
import { writeNamedFile } from '../named-file.js';
import { answer, conversationPaint, conversationWidth, say, wrap } from '../text/terminal.js';
import { type CheckResult, checkedText, checkProgram, requireTunable } from './check.js';

const FILE = 'mantissa.json';
/** Origin of a setting that the user typed. */
const ANSWERED = 'your answer';
/** Repairs of the draft before the program is reported as one whose output does not repeat. */
const MAX_REPAIRS = 3;
/** Factor between the resolution of the output and the smallest bound. */
const BOUND_MARGIN = 10;

/** `mantissa init`: writes a mantissa.json from the build files, README and scripts of a folder, and checks it. */
export async function init(
  folder: string | undefined,
  options: InitOptions,
  given: readonly string[] | null,
): Promise<void> {
  const root = folderNamed(folder ?? '.');
  const file = path.join(root, FILE);
  if (fs.existsSync(file) && !options.force)
    throw new MantissaError('MX2082', { text: 'the file was not changed', place: { file: shownFrom(file) } });
  const found = await findPrograms(root, options);
  const asks = !options.yes && canAsk();
  using questions = asks ? new Questions() : null;
  const program = chosenProgram(found, options.program) ?? (await askedProgram(found, questions));
  let draft = await drafted(root, program, found.where, options, given);
  showDraft(draft);
  if (questions) draft = await askedDraft(draft, questions, options);
  else if (!options.yes) throw new MantissaError('MX2085', 'nothing was written; the settings found are listed above');
  write(file, draft);
  say(`written: ${shownFrom(file)}\n`);
  await offerIgnoring(root, questions);
  const checked = options.check ? await checkedDraft(file, draft, options) : null;
  const next = `mantissa tune${root === process.cwd() ? '' : ` ${quoteForShell(path.relative(process.cwd(), root))}`}`;
  if (options.json) {
    const { isExact: _, ...document } = checked ?? { isExact: false };
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    answer(`${JSON.stringify({ schemaVersion: 1, file, settings, check: checked && document, next }, null, 2)}\n`);
  } else answer(`${checked ? checkedText(checked) : ''}${checked?.verdict.tunable === false ? '' : `next: ${next}\n`}`);
  if (checked) requireTunable(checked);
}

/** Offers to add studies to .gitignore. They are large, but the user's file changes only with consent. */
async function offerIgnoring(root: string, questions: Questions | null): Promise<void> {
  if (ignoresStudies(root)) return;
  if (!questions)
    return say('studies are written to .mantissa/; to keep them out of git: echo .mantissa/ >> .gitignore\n');
  const answered = await questions.ask('add .mantissa/ (studies) to .gitignore? yes or no', 'yes');
  if (!/^y(?:es)?$/i.test(answered)) return;
  say(`written: ${shownFrom(ignoreStudies(root))}\n`);
}

function folderNamed(written: string): string {
  const root = path.resolve(written);
  if (kindOf({ file: root, written }) === 'folder') return root;
  throw new MantissaError('MX2007', `${written} is a file`, {
    remedy: `name the folder, or pass the file as a source: mantissa init --source ${quoteForShell(written)}`,
  });
}

async function askedProgram(found: FoundPrograms, questions: Questions | null): Promise<FoundProgram> {
  if (!questions) throw severalPrograms(found);
  const names = found.programs.map(({ name }) => name);
  const name = await questions.ask(`program to set up (${names.join(', ')})`, names[0]!);
  return chosenProgram(found, name)!;
}

async function drafted(
  root: string,
  program: FoundProgram,
  where: string,
  options: InitOptions,
  given: readonly string[] | null,
): Promise<Draft> {
  const found = given === null ? (await findRuns(root, namesOf(program)))[0] : undefined;
  const named = given === null ? found : { arguments: given, where: 'given on the command line' };
  const run = named ? { ...named, arguments: named.arguments.map((word) => portableArgument(root, word)) } : null;
  const files = filesWritten(program, root, run);
  const isGiven = options.maxError ?? options.digits ?? options.metric;
  return {
    root,
    program,
    programWhere: where,
    makefile: makefileOf(root),
    run,
    ...(options.output === undefined
      ? { written: files[0] ?? null, outputWhere: files[0]?.where ?? 'no output file found' }
      : { written: namedOutput(options.output, files), outputWhere: 'given on the command line' }),
    goal: isGiven === undefined ? USUAL_GOAL : goalOf(options, undefined, 'the output'),
    goalWhere:
      isGiven === undefined ? 'a default: set the error that your results may have' : 'given on the command line',
    leftOut: [],
  };
}

/** Makes paths of existing files relative to the project's folder, where programs run, so that they work on other machines. */
function portableArgument(root: string, word: string): string {
  return path.isAbsolute(word) && fs.existsSync(word) ? path.relative(root, word) || '.' : word;
}

function namesOf({ name, units }: FoundProgram): string[] {
  const mains = units.filter(({ file }) => definesMain(file)).map(({ file }) => path.parse(file).name);
  return [...new Set([name, ...mains, 'a.out'])];
}

function filesWritten({ units }: FoundProgram, root: string, run: FoundRun | null): WrittenFile[] {
  // a file that exists is an input
  const given = (run?.arguments ?? []).map((word) => (fs.existsSync(path.resolve(root, word)) ? '' : word));
  return units.flatMap(({ file }) => writtenFiles(file, path.relative(root, file), given));
}

function namedOutput(name: string, found: readonly WrittenFile[]): WrittenFile | null {
  if (name === 'stdout') return null;
  return (
    found.find(({ output }) => output.file === name) ?? { where: '', output: { file: name, kind: 'text' as const } }
  );
}

function showDraft(draft: Draft): void {
  const paint = conversationPaint();
  const width = conversationWidth();
  const rows = draftRows(draft).map(([key, value, where]) => {
    const words = [...value.split(' '), ...`(${where})`.split(' ')];
    return `  ${key.padEnd(10)} ${wrap(words, width, ' '.repeat(13))}\n`;
  });
  say(`${paint.bold(draft.program.name)}\n${rows.join('')}`);
}

async function askedDraft(draft: Draft, questions: Questions, options: InitOptions): Promise<Draft> {
  say('press Enter to accept the value in brackets\n');
  const shown = draft.run?.arguments.map(quoteForShell).join(' ') ?? '';
  const line = await questions.ask('arguments of a typical run', shown);
  const run = line === shown ? draft.run : { arguments: splitShellWords(line), where: ANSWERED };
  const usual = outputText(draft.written);
  const output = await questions.ask('output to compare: stdout, or a file it writes', usual);
  const written = output === usual ? draft.written : namedOutput(output, filesWritten(draft.program, draft.root, run));
  const { metric, bound } = draft.goal;
  const figure = bareBound(bound);
  const answered = await questions.ask(
    moreIsBetter(metric) ? 'digits that must agree' : `largest error allowed (${metric}${meaningOf(metric)})`,
    figure,
  );
  const isSame = answered === figure;
  const goal = isSame
    ? draft.goal
    : goalOf(
        { ...options, metric, ...(moreIsBetter(metric) ? { digits: answered } : { maxError: answered }) },
        undefined,
        '',
      );
  return {
    ...draft,
    run,
    written,
    ...(output !== usual && { outputWhere: ANSWERED }),
    goal,
    ...(!isSame && { goalWhere: ANSWERED }),
  };
}

/** What the figure of an output is, in words. */
function meaningOf(metric: Metric): string {
  const { over, words } = metrics[metric];
  switch (over) {
    case 'worst value':
      return `: the largest ${words.ofValues} of any value`;
    case 'root mean square':
    case 'mean':
      return `: the ${over} of the ${words.ofValues} of all values`;
    case 'command':
      return ': printed by your command';
  }
}

function write(file: string, draft: Draft): void {
  const text = `${JSON.stringify(projectFileOf(draft), null, 2)}\n`;
  readProjectFile(Buffer.from(text), shownFrom(file)); // throws if the text is not a valid project file
  writeNamedFile(file, text);
}

/** Checks the draft and repairs it: lines that differ between runs are excluded, and the default bound is raised above the noise. */
async function checkedDraft(file: string, initial: Draft, options: InitOptions): Promise<CheckResult> {
  let draft = initial;
  for (let repairs = 0; ; repairs++) {
    const checked = await checkProgram([file], { ...ownFlags(options), input: [], sanitize: true }, null).catch(
      (error: unknown) => {
        throw withArguments(error, draft);
      },
    );
    const { tunable, noisyLines, leastBound } = checked.verdict;
    const excludesLines = !tunable && noisyLines !== null && draft.written?.output.kind !== 'binary';
    const raisesBound = tunable && draft.goal === USUAL_GOAL && leastBound * BOUND_MARGIN > draft.goal.bound;
    if (repairs === MAX_REPAIRS || !(excludesLines || raisesBound)) return checked;
    if (excludesLines) {
      say(
        `ignoring lines that begin with ${noisyLines.map((words) => `"${words}"`).join(' or ')}, which differ from run to run\n`,
      );
      draft = { ...draft, leftOut: [...draft.leftOut, ...noisyLines] };
    } else {
      const bound = Number((leastBound * BOUND_MARGIN).toPrecision(1));
      const resolution = leastBound.toExponential(0);
      say(`error bound raised to ${bound.toExponential(0)}, above the resolution of the output (${resolution})\n`);
      draft = {
        ...draft,
        goal: { ...draft.goal, bound },
        goalWhere: `above the resolution of the output (${resolution}); set the error that your results may have`,
      };
    }
    write(file, draft);
    if (raisesBound) return checked; // the check does not depend on the bound
  }
}

/** Options of the check that the project file does not contain. */
function ownFlags({ engine, timeout }: InitOptions) {
  return { engine, timeout, include: [], define: [], undefine: [], flag: [], also: [] };
}

/** Adds a hint about arguments, since missing arguments are the most common cause of a failed run. */
function withArguments(error: unknown, { run }: Draft): unknown {
  const ended = /: the original program (?:ended with|crashed)/;
  if (!(error instanceof MantissaError) || !error.findings.some(({ text }) => ended.test(text))) return error;
  const given = run === null ? 'no arguments were found for it' : `its arguments come from ${run.where}`;
  return new MantissaError(error.code, [...error.findings, { text: given }], {
    cause: error,
    remedy: 'give its arguments: mantissa init --force -- <arguments>; or correct "inputs" in mantissa.json',
  });
}

function shownFrom(file: string): string {
  return path.relative(process.cwd(), file) || file;
}
