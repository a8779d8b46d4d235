/**
 * Parameters of function templates that a call's arguments decide: `template <class T> T twice(T x)`, called as `twice(a)`. Written
 * in another format they would no longer name T, and there would be nothing left to deduce it from; so what T is deduced from stays.
 */
import type { FunctionIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { typeParameterIn } from './template-parameters.js';

export function freezeDeducedParameters(builder: ProgramBuilder): void {
  builder.functions.forEach(({ templateParameters }, index) => {
    for (const name of templateParameters)
      if (name !== '' && isDeduced(builder, index, name)) freeze(builder, index, name);
  });
}

/** True where a call leaves the type parameter to its arguments. */
function isDeduced(builder: ProgramBuilder, index: FunctionIndex, name: string): boolean {
  return builder.ownCalls.some(
    ({ callee, links }) => callee === index && !links.some(({ parameter }) => parameter === name),
  );
}

/** A number passed by value is enough to deduce from; without one, it is the memory that is passed. */
function freeze(builder: ProgramBuilder, index: FunctionIndex, name: string): void {
  const draft = builder.functions[index]!;
  const spelt = draft.parameters.filter(
    (site) => site !== null && typeParameterIn(builder, draft, builder.sites[site]!.declaration) === name,
  ) as number[];
  const numbers = spelt.filter((site) => builder.sites[site]!.shape === 'scalar');
  for (const site of numbers.length > 0 ? numbers : spelt)
    if (!builder.sites[site]!.frozen.some(({ code }) => code === 'generic')) builder.freeze(site, 'deduced', name);
}
