import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { EngineName } from '../../execution/engine.js';
import type { ProjectFile } from '../../frontend/project/project-file-schema.js';
import type { StudyInput } from '../../journal/records.js';
import { nearestName } from '../../support/nearest-name.js';
import { COMMAND_LINE_INPUT } from '../inputs/input-text.js';

/** Folders in which relative arguments are looked up: for a command line first the current folder, for a project file first its own folder. */
export function argumentFolders(root: string, isGiven: boolean): string[] {
  return isGiven ? [process.cwd(), root] : [root, process.cwd()];
}

/**
 * The inputs of a study. Arguments after `--` are the only input; `--input` selects tuning inputs; by default every input of the project file
 * that suits the engine is one. Held-out inputs are added for the confirmation, and so are the inputs that the project names for timing: the
 * search uses their times but not their outputs.
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
  if (given) return [{ name: COMMAND_LINE_INPUT, arguments: [...given], heldOut: false }];
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
  throw new MantissaError('MX2004', `the project file has no input for the ${engine} engine; select one with --input`);
}

/** `key`: the key of the project file that names the inputs; null for the command line. */
function requireKnown(wanted: readonly string[], names: readonly string[], key: 'timing' | null = null): void {
  for (const name of wanted) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    throw new MantissaError(
      'MX2004',
      `there is no input '${name}'${key ? `, which "${key}" names` : ''}${nearest ? `: did you mean ${nearest}?` : names.length > 0 ? `; the inputs are ${names.join(', ')}` : ': the project file has no inputs'}`,
      key ? { remedy: `correct "${key}" in mantissa.json` } : {},
    );
  }
}

function isTunable(inputs: readonly StudyInput[]): boolean {
  return inputs.some(({ heldOut }) => !heldOut);
}
