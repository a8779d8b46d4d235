/** All traits, by the file that holds them. */
import type { Language } from '../expression-generator.js';
import type { Part } from '../generate-program.js';
import { accumulatorTraits } from './accumulators.js';
import { callbackTraits } from './callbacks.js';
import { callTraits } from './calls.js';
import { castTraits } from './casts.js';
import { choiceTraits } from './choices.js';
import { containerTraits } from './containers.js';
import { cudaTraits } from './cuda.js';
import { dataModelTraits } from './data-model.js';
import { expansionTraits } from './expansions.js';
import { libraryTraits } from './library.js';
import { literalTraits } from './literals.js';
import { memoryTraits } from './memory.js';
import { otherBuildTraits } from './other-builds.js';
import { readNumberTraits } from './read-numbers.js';
import { referenceTraits } from './references.js';
import { sharedByteTraits } from './shared-bytes.js';
import { storageTraits } from './storage.js';
import { templateTraits } from './templates.js';
import { textTraits } from './text.js';
import type { Trait } from './trait.js';
import { transferTraits } from './transfers.js';
import { typeTraits } from './types.js';
import { valueTraits } from './values.js';

const byFile: Readonly<Record<string, readonly Trait[]>> = {
  memory: memoryTraits,
  text: textTraits,
  values: valueTraits,
  storage: storageTraits,
  cuda: cudaTraits,
  'data-model': dataModelTraits,
  callbacks: callbackTraits,
  calls: callTraits,
  choices: choiceTraits,
  containers: containerTraits,
  references: referenceTraits,
  templates: templateTraits,
  types: typeTraits,
  'read-numbers': readNumberTraits,
  casts: castTraits,
  transfers: transferTraits,
  'other-builds': otherBuildTraits,
  accumulators: accumulatorTraits,
  library: libraryTraits,
  literals: literalTraits,
  expansions: expansionTraits,
  'shared-bytes': sharedByteTraits,
};

/** `files`: names of files of traits, separated by commas. */
export function traitsFor(
  language: Language,
  files = Object.keys(byFile).join(','),
  engine: 'native' | 'wasm' | 'cuda' = 'native',
): readonly Part[] {
  const from = files.split(',').flatMap((file) => {
    const traits = byFile[file];
    if (!traits) throw new Error(`no traits are called '${file}': ${Object.keys(byFile).join(', ')}`);
    return traits;
  });
  const isRun = ({ languages, throws }: Trait) => languages.includes(language) && !(throws && engine === 'wasm');
  return from.filter(isRun).map((trait) => trait.part);
}
