/** Finds arguments for a program in its folder: from `make run` and similar targets, CMake's tests, scripts and a README. */
import path from 'node:path';
import { dryMake } from '../../execution/command/dry-make.js';
import { cmakeListsOf } from '../../frontend/discovery/folder-programs.js';
import { wholeTextOf } from '../../frontend/discovery/main-functions.js';
import { distinctRuns, type FoundRun, runsIn } from '../../frontend/discovery/run-lines.js';
import { makefileOf, readmesOf, scriptsOf } from './build-files.js';

const RUN_TARGET = /^((?:run|test|check|bench|example)[\w-]*)[ \t]*:(?!=)/gm;

/** The most likely arguments first. `names` are possible names of the program. */
export async function findRuns(root: string, names: readonly string[]): Promise<FoundRun[]> {
  const runs: FoundRun[] = [];
  for (const name of names) runs.push(...(await runsOf(root, name)));
  return distinctRuns(runs);
}

async function runsOf(root: string, name: string): Promise<FoundRun[]> {
  return [
    ...(await runsOfMakefile(root, name)),
    ...runsOfCmake(root, name),
    ...scriptsOf(root).flatMap((file) => runsIn(wholeTextOf(path.join(root, file)), name, file, 'commands')),
    ...readmesOf(root).flatMap((file) => runsIn(wholeTextOf(path.join(root, file)), name, file, 'prose')),
  ];
}

async function runsOfMakefile(root: string, name: string): Promise<FoundRun[]> {
  const makefile = makefileOf(root);
  if (makefile === null) return [];
  const text = wholeTextOf(path.join(root, makefile));
  const found: FoundRun[] = [];
  for (const [, target] of text.matchAll(RUN_TARGET)) {
    const made = await dryMake(root, [target!], false);
    if (made.kind !== 'printed') continue;
    const joined = made.text.replace(/\\\r?\n/g, ' ');
    found.push(
      ...runsIn(joined, name, makefile, 'commands').map((run) => ({ ...run, where: `make ${target} of ${makefile}` })),
    );
  }
  return found;
}

function runsOfCmake(root: string, name: string): FoundRun[] {
  const tests = cmakeListsOf(root)?.tests ?? [];
  return tests
    .filter(({ program }) => program === name)
    .map((test) => ({ arguments: test.arguments, where: `CMakeLists.txt:${test.line}` }));
}
