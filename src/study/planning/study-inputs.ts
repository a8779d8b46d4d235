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
 * either it is every input of the project file that suits the engine. The held-out inputs come along to confirm.
 */
export function studyInputs(
  settings: ProjectFile | undefined,
  engine: EngineName,
  chosen: readonly string[],
  given: readonly string[] | null,
): StudyInput[] {
  const all = Object.entries(settings?.inputs ?? {});
  for (const name of chosen) {
    if (all.some(([one]) => one === name)) continue;
    const names = all.map(([one]) => one);
    const nearest = nearestName(name, names);
    throw new MantissaError(
      'MX2004',
      `there is no input '${name}'${nearest ? `: did you mean ${nearest}?` : names.length > 0 ? `; there are ${names.join(', ')}` : ' in a project file'}`,
    );
  }
  if (given) return [{ name: 'arguments', arguments: [...given], heldOut: false }];
  const suiting = all.filter(([name, { engines }]) => chosen.includes(name) || !engines || engines.includes(engine));
  const inputs = suiting
    .map(([name, input]) => ({
      name,
      arguments: input.arguments,
      heldOut: input.heldOut === true && !chosen.includes(name),
    }))
    .filter(({ name, heldOut }) => heldOut || chosen.length === 0 || chosen.includes(name));
  if (inputs.some(({ heldOut }) => !heldOut)) return inputs;
  if (all.length === 0) return [{ name: 'default', arguments: [], heldOut: false }];
  throw new MantissaError('MX2004', `no input of the project file is for the ${engine} engine; name one with --input`);
}
