/** The facts about a study that are not in its records: its folder, whether it is running, and whether its sources have changed. */
import * as fs from 'node:fs';
import path from 'node:path';
import { readRegularFile } from '../support/regular-file.js';
import { isInPlace } from './applied-files.js';
import type { ProgramRecord } from './program-record.js';
import type { StudyState } from './replay.js';
import { isHeld } from './study-lock.js';

export interface StudySurroundings {
  /** Its folder, relative to the current one. */
  readonly study: string;
  readonly isRunning: boolean;
  /** Source files that have changed since the study began. */
  readonly changedFiles: readonly string[];
  /** The trial whose patch is in the sources, and the patched files. */
  readonly applied: { readonly trial: number; readonly files: readonly string[] } | null;
}

export function surroundingsOf(folder: string, state: StudyState): StudySurroundings {
  return {
    study: path.relative(process.cwd(), path.resolve(folder)) || '.',
    isRunning: isHeld(folder),
    changedFiles: state.program ? changedFiles(state.program, programFolder(state, state.program)) : [],
    applied: state.program ? appliedIn(programFolder(state, state.program), state) : null,
  };
}

/**
 * The folder of the program now. A program that was not named is opened in the current folder, also if that is a copy of the folder in which it was
 * tuned.
 */
export function programFolder({ started }: Pick<StudyState, 'started'>, { root, files }: ProgramRecord): string {
  if (started?.opened.inputs.length !== 0) return root;
  const here = path.resolve(path.relative(started.opened.workingFolder, root));
  return files.every((file) => fs.existsSync(path.resolve(here, file.path))) ? here : root;
}

function appliedIn(root: string, { applied }: StudyState): StudySurroundings['applied'] {
  if (!applied || !isInPlace(applied, root)) return null;
  return { trial: applied.trial, files: applied.files.map(({ path: name }) => name) };
}

function changedFiles({ files }: ProgramRecord, root: string): string[] {
  return files.flatMap(({ path: name, text }) => {
    try {
      return readRegularFile(path.resolve(root, name), text.length).toString('latin1') === text ? [] : [name];
    } catch {
      return [name]; // missing, longer, or unreadable
    }
  });
}
