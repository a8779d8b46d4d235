import * as fs from 'node:fs';
import path from 'node:path';
import { MantissaError } from '../diagnostics/mantissa-error.js';
import { JOURNAL_FILE } from '../journal/journal.js';
import type { StudyStarted } from '../journal/records.js';
import { type RecordedStudy, readStudy } from '../journal/study-journal.js';
import type { SourceOptions } from './source-options.js';

export interface StudyOptions {
  study?: string;
}

/** The study of --study, or the only one in .mantissa of the current folder. */
export function namedStudy({ study }: StudyOptions): RecordedStudy {
  return readStudy(studyFolderOf(study));
}

export function studyFolderOf(named: string | undefined): string {
  return named ?? onlyStudy();
}

/** The inputs and options that open a study's program again. */
export function sourceOptions({ opened }: StudyStarted): { inputs: string[]; options: SourceOptions } {
  const { inputs, includeFolders, defines, undefines, standard, flags, workingFolder } = opened;
  const { strictBranches, convertCopies, cpuTimes, callsApart, also } = opened;
  return {
    inputs,
    options: {
      include: includeFolders.map((folder) => path.resolve(workingFolder, folder)),
      define: defines,
      undefine: undefines,
      flag: flags ?? [],
      ...(strictBranches && { strictBranches }),
      ...(convertCopies && { convertCopies }),
      ...(cpuTimes && { cpuTimes }),
      ...(callsApart && { callsApart }),
      ...(also && { also }),
      ...(standard ? { std: standard } : {}),
    },
  };
}

/** Whether commands find this study without --study. */
export function isOnlyStudy(folder: string): boolean {
  const studies = studiesHere();
  return studies.length === 1 && path.resolve(studies[0]!) === path.resolve(folder);
}

function onlyStudy(): string {
  const folders = studiesHere();
  if (folders.length === 1) return folders[0]!;
  if (folders.length === 0) throw new MantissaError('MX2096', 'there is no study in .mantissa');
  throw new MantissaError('MX2097', `${folders.length} in .mantissa: ${folders.slice(0, 5).join(', ')}`);
}

function studiesHere(): string[] {
  if (!fs.existsSync('.mantissa')) return [];
  return fs
    .readdirSync('.mantissa')
    .map((name) => path.join('.mantissa', name))
    .filter((folder) => fs.existsSync(path.join(folder, JOURNAL_FILE)));
}
