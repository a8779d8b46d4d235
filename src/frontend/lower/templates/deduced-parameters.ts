/**
 * Function templates whose arguments are deduced: `template <class T> T twice(T x)`, called as `twice(a)`. If T cannot get another format, a
 * parameter written with a format would no longer contain T, and T could not be deduced. Therefore the sites that T is deduced from are frozen.
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

/** Whether a call deduces the type parameter from its arguments. */
function isDeduced(builder: ProgramBuilder, index: FunctionIndex, position: number): boolean {
  return builder.ownCalls.some(
    ({ callee, explicitTypes }) => callee === index && (explicitTypes === null || explicitTypes.length <= position),
  );
}

/** One number passed by value is enough for deduction; without one, the memory arguments are frozen. */
function freeze(builder: ProgramBuilder, index: FunctionIndex, name: string): void {
  const draft = builder.functions[index]!;
  const isSpelt = ({ name: parameter, declaration }: ProgramBuilder['sites'][number]): boolean =>
    abbreviatedBy(name) === null
      ? typeParameterIn(builder, draft, declaration) === name
      : abbreviatedBy(name) === parameter;
  const declaredWith = draft.parameters.filter(
    (site): site is SiteIndex => site !== null && isSpelt(builder.sites[site]!),
  );
  const numbers = declaredWith.filter((site) => builder.sites[site]!.shape === 'scalar');
  for (const site of numbers.length > 0 ? numbers : declaredWith)
    if (!builder.sites[site]!.frozen.some(({ code }) => code === 'generic')) builder.freeze(site, 'deduced', name);
}
