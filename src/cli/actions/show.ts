import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { ALWAYS_THERE } from '../../execution/engines.js';
import type { Paint } from '../../inspection/paint.js';
import { recommendedPatch } from '../../journal/recommended-patch.js';
import type { StudyStarted } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import type { RecordedStudy } from '../../journal/study-journal.js';
import { programFolder } from '../../journal/study-surroundings.js';
import { digestSources } from '../../program/source-digest.js';
import { amountOfWorkDocument, amountOfWorkText } from '../../report/amount-of-work-text.js';
import { changedFormats, changeVerb } from '../../report/changed-formats.js';
import { energyText } from '../../report/energy-text.js';
import { explainTrial, frozenGroups, tunableGroups } from '../../report/group-evidence.js';
import { inputSpeeds, perInputText } from '../../report/input-speeds.js';
import { searchedKernels, shadowErrors } from '../../report/shadow-errors.js';
import { patchFolder } from '../../rewrite/patch.js';
import { describeAccumulators } from '../../space/accumulator.js';
import { errorText, goalText } from '../../study/judging/judge-output.js';
import { memoryText } from '../../study/judging/memory-check.js';
import { describeBlocks } from '../../study/trials/constraints.js';
import { vectorizationText } from '../../study/vectors/vectorization-text.js';
import { durationText } from '../../support/duration-text.js';
import { type Infeasible, reasonOf } from '../../workbench/attempts.js';
import type { Workbench } from '../../workbench/workbench.js';
import { withWorkbench } from '../bench-options.js';
import type { ShowOptions } from '../commands/show.js';
import { namedStudy, sourceOptions } from '../named-study.js';
import { groupLines } from '../text/group-text.js';
import { loweredSets } from '../text/lowered-text.js';
import { compareCode, machineCodeText } from '../text/machine-code-text.js';
import { Progress } from '../text/progress.js';
import { shadowLines } from '../text/shadow-text.js';
import { answer, answerPatch, terminalPaint, terminalWidth, wrap } from '../text/terminal.js';
import { errorWhere, speedText } from '../text/trial-figures.js';
import { vectorizationDocument } from '../text/tune-document.js';
import { type RewrittenTrial, trialConfiguration, trialOf, withRewrittenTrial } from '../trial-patch.js';

/** `mantissa show`: prints the facts about one trial, the reason for each group's format, and the patch. */
export async function show(number: string | undefined, options: ShowOptions): Promise<void> {
  const study = namedStudy(options);
  const trial = trialOf(study, number);
  if (options.machineCode) return showMachineCode(study, trial, options);
  const groups = explainTrial(study.state, trial);
  const patch = await patchOf(study, trial, options.scalar ?? false);
  if (options.json) {
    const vectorization = vectorizationDocument(study.state, trial.number);
    const work = amountOfWorkDocument(study.state, trial);
    const shadow = shadowErrors(study.state);
    const document = {
      ...{ schemaVersion: 1, goal: study.started.goal, trial, groups },
      perInput: inputSpeeds(study.state, trial.number),
      ...(work && { work }),
      ...(shadow && { shadow }),
      ...(study.state.sets && { kernels: searchedKernels(study.state) }),
      ...(vectorization && { vectorization }),
      ...patch,
    };
    return answer(`${JSON.stringify(document, null, 2)}\n`);
  }
  const paint = terminalPaint();
  const width = terminalWidth();
  const { metric } = study.started.goal;
  const lines = [
    paint.bold(`trial ${trial.number} of ${study.started.program}: ${trial.outcome}`),
    ...facts(study, trial, paint, width),
    ...(trial.memory?.finding ? ['', paint.bold('sanitizer report'), trial.memory.finding.report] : []),
    ...shadowLines(study.state, paint, width),
    '',
    paint.bold('groups'),
    ...groupLines(groups, frozenGroups(study.state), metric, paint, width),
    '',
  ];
  answer(`${lines.join('\n')}\n`);
  if (patch.patch === null) answer(`${patch.why}\n`);
  else answerPatch(colouredPatch(patch.patch, paint), folderOf(study, patch.patch));
}

/** `show --machine-code`: reads the program again, and compiles it as it is and with the trial's configuration. */
async function showMachineCode(study: RecordedStudy, trial: JudgedTrial, { json }: ShowOptions): Promise<void> {
  const { inputs, options } = sourceOptions(study.started);
  const progress = new Progress(json ? 'quiet' : 'normal');
  const work = async (bench: Workbench): Promise<void> => {
    if (digestSources(bench.program) !== study.started.sources)
      throw new MantissaError('MX2022', `the files have changed since the study in ${study.folder} was made`);
    progress.step(`compiling the original program and trial ${trial.number}`);
    const original = await bench.variants.machineCode(null);
    const compared = compareCode(original, await bench.variants.machineCode(trialConfiguration(trial, bench)));
    progress.end();
    answer(
      json
        ? `${JSON.stringify({ schemaVersion: 1, trial: trial.number, ...compared }, null, 2)}\n`
        : machineCodeText(compared, terminalPaint(), terminalWidth()),
    );
  };
  await withWorkbench(inputs, { ...options, engine: ALWAYS_THERE }, work, progress).finally(() => progress.end());
}

function facts({ started, state }: RecordedStudy, trial: JudgedTrial, paint: Paint, width: number): string[] {
  const { confirmation, measurement } = trial;
  const energy = state.energies.get(trial.number);
  const perInput = perInputText(state, trial.number);
  const vectors = state.vectorizations.get(trial.number);
  const work = amountOfWorkText(state, trial);
  const samples = measurement?.samples.length ?? 0;
  const of = tunableGroups(state);
  const rows: readonly (readonly [string, string] | null)[] = [
    ['goal', goalText(started.goal)],
    trial.error === null
      ? null
      : ['error', `${errorText(started.goal.metric, trial.error)}${errorWhere(trial, state, started)}`],
    trial.speedup === null
      ? null
      : ['speed', `${speedText(trial, started)}${samples > 0 ? `, ${samples} timed runs` : ''}`],
    perInput === null ? null : ['per input', perInput],
    energy ? ['energy', energyText(energy)] : null,
    work === '' ? null : ['work', work],
    vectors ? ['vectors', vectorizationText(vectors)] : null,
    trial.evidence === null ? null : ['evidence', trial.evidence],
    [
      changeVerb(changedFormats(state.program, trial.formats)),
      trial.sets
        ? loweredSets(trial.sets, trial.formats)
        : `${Object.keys(trial.formats).length}${of === null ? '' : ` of ${of}`} groups`,
    ],
    trial.accumulators ? ['sums', describeAccumulators(trial.accumulators)] : null,
    trial.blocks ? ['blocks', describeBlocks(trial.blocks)] : null,
    ['judged by', judgedByText(trial, started)],
    confirmation && [
      confirmation.outcome === 'accurate' ? 'confirmed' : 'built',
      `${confirmation.outcome} on ${confirmation.outcome === 'accurate' ? '' : 'at least one of '}${confirmation.inputs.map((name) => `'${name}'`).join(', ')}${confirmation.asEmulated ? '; output identical to the emulation' : ''}`,
    ],
    confirmation && ['memory', memoryText(trial.memory)],
  ];
  return rows.flatMap((row) =>
    row ? [`  ${paint.dim(row[0].padEnd(9))}  ${wrap(row[1].split(' '), width, ' '.repeat(13))}`] : [],
  );
}

/** The patch, or the reason for its absence. Confirmed trials have their patch in the journal; for others it is written again. */
async function patchOf(
  study: RecordedStudy,
  trial: JudgedTrial,
  scalar: boolean,
): Promise<{ patch: string | null; why: string | null }> {
  const known = scalar ? (trial.confirmation?.patch ?? null) : recommendedPatch(study.state, trial.number);
  if (known !== null) return { patch: known, why: null };
  const written = async (rewritten: RewrittenTrial | Infeasible) => {
    if (rewritten.kind === 'infeasible') return { patch: null, why: `no patch: ${reasonOf(rewritten)}` };
    const { isChanged, patch } = rewritten;
    return isChanged
      ? { patch: null, why: 'no patch: the sources have changed since the study' }
      : { patch, why: null };
  };
  return withRewrittenTrial(study, trial, written, { scalar });
}

/** The folder that a patch of the study applies in. */
function folderOf({ state, started }: RecordedStudy, patch: string): string {
  if (state.program === null) return started.opened.workingFolder;
  const names = new Set([...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, name]) => name));
  const changed = state.program.files.filter(({ path }) => names.has(path.replace(/^(?:\.\.\/)+/, '')));
  return patchFolder(programFolder(state, state.program), changed);
}

/** Colours added and removed lines and the headers of a patch. */
function colouredPatch(patch: string, paint: Paint): string {
  return patch.replace(/^.*$/gm, (line) => {
    if (/^(?:\+\+\+|---) /.test(line)) return paint.bold(line);
    if (line.startsWith('@@')) return paint.dim(line);
    return line.startsWith('+') ? paint.good(line) : line.startsWith('-') ? paint.bad(line) : line;
  });
}

/** How the outcome of a trial was found, and how long that took. */
function judgedByText({ how, durationMs }: JudgedTrial, { engine }: StudyStarted): string {
  const took = durationText(durationMs);
  switch (how) {
    case 'rebuilt':
      return `a rebuilt copy on the ${engine} engine (build and runs: ${took})`;
    case 'emulated':
      return `emulated runs on the ${engine} engine (${took})`;
    case 'known':
      return 'earlier trials, without a run';
  }
}
