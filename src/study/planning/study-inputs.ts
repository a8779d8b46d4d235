import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { EngineName } from '../../execution/engine.js';
import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import type { StudyInput } from '../../journal/records.js';
import { nearestName } from '../../support/nearest-name.js';

/** Where relative arguments are looked for: those of a command in the folder it was given in first, a project file's beside that file. */
export function argumentFolders(root: string, isGiven: boolean): string[] {
  return isGiven ? [process.cwd(), root] : [root, process.cwd()];
}

/**
 * The runs a program is judged on. Arguments after `--` are one run and the only one; `--input` names those to tune on; without
 * either it is every input of the project file that suits the engine. The held-out inputs come along to confirm, and so do those that the
 * project names for timing: the search sees their times and not their output.
 */
export function studyInputs(
  settings: ProjectFile | undefined,
  engine: EngineName,
  chosen: readonly string[],
  given: readonly string[] | null,
): StudyInput[] {
  const all = Object.entries(settings?.inputs ?? {});
  const names = all.map(([name]) => name);
  const timing = settings?.timing ?? [];
  requireKnown(chosen, names);
  requireKnown(timing, names, 'timing');
  if (given) return [{ name: 'arguments', arguments: [...given], heldOut: false }];
  const suiting = all
    .filter(([name, { engines }]) => chosen.includes(name) || !engines || engines.includes(engine))
    .map(([name, input]): StudyInput => {
      const timed = timing.includes(name) ? { timed: true as const } : {};
      const heldOut = input.heldOut === true && !chosen.includes(name);
      return { name, arguments: input.arguments, heldOut, ...timed };
    })
    .filter(({ name, heldOut, timed }) => heldOut || timed || chosen.length === 0 || chosen.includes(name));
  const isForTimingAlone = ({ name, timed }: StudyInput) => timed === true && !chosen.includes(name);
  const apart = suiting.map((input) => (isForTimingAlone(input) ? { ...input, heldOut: true } : input));
  const inputs = isTunable(apart) ? apart : suiting;
  if (isTunable(inputs)) return inputs;
  if (all.length === 0) return [{ name: 'default', arguments: [], heldOut: false }];
  throw new MantissaError('MX2004', `no input of the project file is for the ${engine} engine; name one with --input`);
}

/** `key` of the project file names them, or the command line. */
function requireKnown(wanted: readonly string[], names: readonly string[], key: 'timing' | null = null): void {
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    throw new MantissaError(
      'MX2004',
      `there is no input '${name}'${key ? `, which "${key}" names` : ''}${nearest ? `: did you mean ${nearest}?` : names.length > 0 ? `; there are ${names.join(', ')}` : ' in a project file'}`,
      key ? { remedy: `correct "${key}" in mantissa.json` } : {},
    );
  }
}

function isTunable(inputs: readonly StudyInput[]): boolean {
  return inputs.some(({ heldOut }) => !heldOut);
}
