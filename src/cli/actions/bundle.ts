/**
 * `mantissa bundle`: writes one trial into a folder for a bug report. Everything comes from the journal, including the program's text as
 * the study read it; nothing is run.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { ProgramRecord } from '../../journal/program-record.js';
import type { ConstraintRecord } from '../../journal/records.js';
import type { JudgedTrial } from '../../journal/replay.js';
import type { RecordedStudy } from '../../journal/study-journal.js';
import { goalText } from '../../study/judging/judge-output.js';
import { readable } from '../../support/byte-text.js';
import { whyNotInside } from '../../support/inside-folder.js';
import { makeFolder } from '../../support/make-folder.js';
import { shellWord } from '../../support/shell-word.js';
import { visibleText } from '../../support/visible-text.js';
import type { BundleOptions } from '../commands/bundle.js';
import { namedStudy } from '../named-study.js';
import { answer } from '../text/terminal.js';
import { trialOf } from '../trial-patch.js';

/** Lines shown before and after a declaration. */
const AROUND = 2;

export function bundle(number: string, options: BundleOptions): void {
  const study = namedStudy(options);
  const trial = trialOf(study, number);
  const folder = path.resolve(options.output ?? `mantissa-bundle-${trial.number}`);
  const files = filesOf(study, trial);
  try {
    if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
      throw new MantissaError('MX2004', `${folder} exists already`, { remedy: 'name another folder with --output' });
    for (const [name, text] of files) {
      makeFolder(path.dirname(path.join(folder, name)));
      fs.writeFileSync(path.join(folder, name), text, { flag: 'wx' });
    }
  } catch (error) {
    if (error instanceof MantissaError) throw error;
    const text = error instanceof Error ? error.message : String(error);
    throw new MantissaError('MX1007', { text, place: { file: folder } }, { cause: error });
  }
  answer(
    `${[...files.keys()].map((name) => `${path.join(folder, name)}\n`).join('')}review these files, which include your program's source, and attach the folder to an issue\n`,
  );
}

function filesOf(study: RecordedStudy, trial: JudgedTrial): Map<string, string | Buffer> {
  const { program } = study.state;
  const cause = study.state.constraints.find((one) => one.contradicted && one.trial === trial.number) ?? null;
  const { contradiction, patch } = trial.confirmation ?? {};
  const bytes = (text: string) => Buffer.from(text, 'latin1');
  const configuration = ({ formats, accumulators, blocks }: Pick<JudgedTrial, 'formats' | 'accumulators' | 'blocks'>) =>
    `${JSON.stringify({ schemaVersion: 1, formats, accumulators, blocks }, null, 2)}\n`;
  return new Map<string, string | Buffer>([
    ['README.md', describe(study, trial, cause)],
    ['configuration.json', configuration(trial)],
    ...(cause ? [['smallest.json', configuration({ formats: cause.formats })] as const] : []),
    ...(patch ? [['trial.patch', bytes(patch)] as const] : []),
    ...(contradiction
      ? ([
          ['built.txt', bytes(contradiction.built)],
          ['emulated.txt', bytes(contradiction.emulated)],
        ] as const)
      : []),
    // file names come from the journal; one that leads out of the folder is replaced by a number
    ...(program?.files ?? []).map(
      (file, at) =>
        [path.join('program', whyNotInside(file.path) ? `file-${at}` : file.path), bytes(file.text)] as const,
    ),
  ]);
}

function describe({ started, state }: RecordedStudy, trial: JudgedTrial, cause: ConstraintRecord | null): string {
  const { contradiction } = trial.confirmation ?? {};
  const sources = started.opened.inputs.map((one) => shellWord(path.basename(one))).join(' ');
  const file = cause ? 'smallest.json' : 'configuration.json';
  const args = started.inputs.find(({ name }) => name === contradiction?.input)?.arguments ?? [];
  const behind = args.length > 0 ? ` -- ${args.map(shellWord).join(' ')}` : '';
  const parts = [
    `# Trial ${trial.number} of ${started.program}: ${trial.outcome}`,
    contradiction
      ? `The program built from the rewritten source prints a different output than the emulation. Input '${contradiction.input}': ${contradiction.difference}.`
      : (trial.evidence ?? 'No error was found.'),
    ...(cause
      ? [`The smallest configuration with this difference: ${Object.keys(cause.formats).join(', ')} (smallest.json).`]
      : []),
    `Goal: ${goalText(started.goal)}. Engine: ${started.engine}.`,
    `    cd program\n    mantissa run ${sources} --engine ${started.engine} --configuration ../${file} --how emulated${behind}\n    mantissa run ${sources} --engine ${started.engine} --configuration ../${file} --how built${behind}`,
    ...(state.program ? excerptsOf(state.program, Object.keys((cause ?? trial).formats)) : []),
    '## Where it ran',
    Object.entries((state.surroundings ?? started).environment)
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
  ];
  return visibleText(`${parts.join('\n\n')}\n`);
}

/** The source lines around the changed declarations and operations. */
function excerptsOf({ files, sites, operations }: ProgramRecord, ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    const found = sites.find((one) => one.id === id) ?? operations.find((one) => one.id === id);
    const file = found && files[found.span.file];
    if (!file) return [];
    const lines = readable(file.text).split('\n');
    const from = Math.max(0, found.span.line - 1 - AROUND);
    const shown = lines.slice(from, found.span.line + AROUND).map((line, at) => `    ${from + at + 1} | ${line}`);
    return [`${id}, ${file.path}:${found.span.line}\n\n${shown.join('\n')}`];
  });
}
