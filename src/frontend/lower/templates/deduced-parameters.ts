/**
 * Parameters of function templates that a call's arguments decide: `template <class T> T twice(T x)`, called as `twice(a)`. Where T cannot
 * be given another format, a parameter that is written in one would no longer name T, and there would be nothing left to deduce it from;
 * so what T is deduced from stays.
 */
import type { FunctionIndex, SiteIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { abbreviatedBy, typeParameterIn } from './template-parameters.js';

export function freezeDeducedParameters(builder: ProgramBuilder): void {
  builder.functions.forEach(({ templateParameters }, index) => {
    templateParameters.forEach((name, position) => {
      const isLeftToCalls = abbreviatedBy(name) !== null || isDeduced(builder, index, position);
      if (name !== '' && isLeftToCalls && !staysDeducible(builder, index, name)) freeze(builder, index, name);
    });
  });
}

function staysDeducible(builder: ProgramBuilder, index: FunctionIndex, name: string): boolean {
  return builder.typeParameters.some(
    (one) => one.function === index && one.name === name && (one.follows || one.isDeducedAnyway),
  );
}

/** True where a call leaves the type parameter to its arguments. */
function isDeduced(builder: ProgramBuilder, index: FunctionIndex, position: number): boolean {
  return builder.ownCalls.some(({ callee, said }) => callee === index && (said === null || said.length <= position));
}

/** A number passed by value is enough to deduce from; without one, it is the memory that is passed. */
function freeze(builder: ProgramBuilder, index: FunctionIndex, name: string): void {
  const draft = builder.functions[index]!;
  const isSpelt = ({ name: parameter, declaration }: ProgramBuilder['sites'][number]): boolean =>
    abbreviatedBy(name) === null
      ? typeParameterIn(builder, draft, declaration) === name
      : abbreviatedBy(name) === parameter;
  const spelt = draft.parameters.filter((site): site is SiteIndex => site !== null && isSpelt(builder.sites[site]!));
  const numbers = spelt.filter((site) => builder.sites[site]!.shape === 'scalar');
  for (const site of numbers.length > 0 ? numbers : spelt)
    if (!builder.sites[site]!.frozen.some(({ code }) => code === 'generic')) builder.freeze(site, 'deduced', name);
}
