import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE, readJournal } from '../journal/journal.js';
import type { StudyStarted, TrialRecord } from '../journal/records.js';
import { createPatch } from '../rewrite/patch.js';
import { parseConfiguration } from '../space/configuration.js';
import { withWorkbench } from './bench-options.js';
import { answer } from './terminal.js';

export interface StudyOptions {
  study?: string;
}

/** `mantissa apply`: a trial of a study as a patch (`-p1`) of the sources it was made for. */
export async function apply(number: string, options: StudyOptions): Promise<void> {
  const { started, trials } = readStudy(options);
  const trial = trials.find((one) => one.number === Number(number));
  if (!trial) throw new MantissaError('MX2019', `'${number}' among ${trials.length} trials`);
  const { inputs, includeFolders, defines, undefines, standard, workingFolder } = started.opened;
  const open = {
    include: includeFolders.map((folder) => path.resolve(workingFolder, folder)),
    define: defines,
    undefine: undefines,
    formats: 'fp64,fp32',
    engine: 'wasm' as const,
    ...(standard ? { std: standard } : {}),
  };
  const patch = await withWorkbench(inputs, open, async (bench) => {
    const text = JSON.stringify({ schemaVersion: 1, formats: trial.formats });
    const configuration = parseConfiguration(text, `trial ${trial.number}`, bench.program, bench.groups);
    await bench.checkSyntax(configuration);
    return createPatch(
      [...(await bench.rewrite(configuration))].map(([file, after]) => ({
        path: file,
        before: bench.program.files.find((one) => one.path === file)!.source.text,
        after,
      })),
    );
  });
  answer(Buffer.from(patch, 'latin1'));
}

/** `mantissa trials`: every trial of a study, one line each, or one JSON document. */
export function trials(options: StudyOptions & { json?: boolean }): void {
  const study = readStudy(options);
  if (options.json)
    return answer(`${JSON.stringify({ schemaVersion: 1, study: study.started, trials: study.trials }, null, 2)}\n`);
  const lines = study.trials.map((one) =>
    [
      String(one.number).padStart(4),
      one.outcome.padEnd(10),
      (one.error === null ? '' : one.error.toPrecision(3)).padEnd(9),
      (one.speedup === null ? '' : `${one.speedup.toFixed(2)}×`).padEnd(7),
      Object.entries(one.formats)
        .map(([id, format]) => `${id}=${format}`)
        .join(' '),
    ].join('  '),
  );
  answer(
    `   #  outcome     ${study.started.goal.metric.padEnd(9)}  speedup  lowered (speedups are modelled)\n${lines.join('\n')}\n`,
  );
}

/** The study named, or the only one there is below the current folder. */
function readStudy({ study }: StudyOptions): { started: StudyStarted; trials: TrialRecord[] } {
  const folder = study ?? onlyStudy();
  const file = path.join(folder, JOURNAL_FILE);
  if (!fs.existsSync(file))
    throw new MantissaError(
      'MX2001',
      { text: 'there is no journal', place: { file } },
      { remedy: 'run mantissa tune first, or name the study with --study' },
    );
  const { records } = readJournal(file);
  const [started] = records;
  if (started?.kind !== 'study-started')
    throw new MantissaError('MX1008', { text: 'its beginning is missing', place: { file } });
  return { started, trials: records.filter((record) => record.kind === 'trial') };
}

function onlyStudy(): string {
  const folders = fs.existsSync('.mantissa')
    ? fs.readdirSync('.mantissa').map((name) => path.join('.mantissa', name))
    : [];
  if (folders.length === 1) return folders[0]!;
  throw new MantissaError(
    'MX2004',
    folders.length === 0 ? 'there is no study below .mantissa' : `there are ${folders.length} studies below .mantissa`,
    { remedy: 'name one with --study' },
  );
}
