/**
 * A template instantiated with several number types is several functions with one text: `scale<double>` and `scale<float>`, each with its own sites
 * and operations. The text stays unchanged; everything spelt with a type parameter changes by changing the instantiation.
 */
import type { FunctionIndex, SiteIndex, ValueIndex } from '../../../program/program.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';
import { instantiationsOfOneText, isGenericFunction } from './instantiations.js';
import { shareMemoryInOneKernel } from './type-dependent-code.js';
import { findTypeParameters, type TypeParameter } from './type-parameters.js';

/** Functions with one text that contain something that cannot change with the type parameters, so that nothing in them can. */
function unchangeableVariants(builder: ProgramBuilder): Set<FunctionIndex> {
  const unchanged = instantiationsOfOneText(builder).filter((variants) => {
    if (variants.some((index) => isGenericFunction(builder, index))) return false;
    const parameters = builder.typeParameters.filter((one) => one.function !== null && variants.includes(one.function));
    return (
      parameters.length === 0 ||
      parameters.some(({ follows }) => !follows) ||
      shareMemoryInOneKernel(builder, variants) ||
      variants.some((index) => {
        const { holdsLambda, isConstexpr, decidedByType } = builder.functions[index]!;
        return holdsLambda || isConstexpr || decidedByType !== null;
      })
    );
  });
  return new Set(unchanged.flat());
}

/** Determines the formats of type parameters, and freezes the rest of texts that stay unchanged. */
export function settleTypeParameters(builder: ProgramBuilder): void {
  for (let before = -1; before !== builder.unchangedFunctions.size; ) {
    before = builder.unchangedFunctions.size;
    builder.typeParameters = findTypeParameters(builder);
    for (const index of unchangeableVariants(builder)) builder.unchangedFunctions.add(index);
  }
  for (const index of unchangeableVariants(builder)) {
    const { name, template, decidedByType } = builder.functions[index]!;
    builder.sites.forEach((site, position) => {
      if (site.function === index && decidedByType !== null)
        builder.freeze(position, decidedByType.code, decidedByType.at);
      else if (site.function === index) builder.freeze(position, 'several-formats', 'in part of its function');
      else if (template.names.has(position)) builder.freeze(position, 'shared-text', name);
    });
  }
  joinVariants(builder);
}

function joinVariants(builder: ProgramBuilder): void {
  const unchanged = unchangeableVariants(builder);
  const parameters = builder.typeParameters.filter(
    (one) => one.isShared && one.function !== null && !unchanged.has(one.function),
  );
  for (const parameter of parameters) joinDeclaredWith(builder, parameter);
  for (const call of builder.ownCalls)
    for (const { cell, parameter: name, place } of call.links) {
      const linked = parameters.find((one) => one.function === call.callee && one.name === name);
      if (linked) builder.join(cell, linked.cell, 'cast', place, call.caller);
      else if (cell !== null && unchanged.has(call.callee))
        builder.freezeCell(cell, 'shared-text', builder.functions[call.callee]!.name);
    }
  for (const variants of instantiationsOfOneText(builder)) {
    if (variants.some((index) => unchanged.has(index) || isGenericFunction(builder, index))) continue;
    for (const index of variants) builder.functions[index]!.sharesText = true;
    joinWritten(builder, variants, new Set(parameters.flatMap(({ sites }) => [...sites])));
    for (const index of variants) joinDeduced(builder, index, parameters);
  }
}

/** `mean(x, y)` in such text: no cast can be written there, so a parameter deduced from x has the format of x. */
function joinDeduced(builder: ProgramBuilder, index: FunctionIndex, parameters: readonly TypeParameter[]): void {
  const { values } = builder.functions[index]!;
  const parameterSites = new Set(parameters.flatMap((one) => (one.function === index ? [...one.sites] : [])));
  const origin = (at: ValueIndex): SiteIndex | null => {
    const value = values[at]!;
    const site =
      value.kind === 'operation'
        ? (builder.operations[value.operation]!.castTo ?? null)
        : /^(?:load|parameter|phi|store)$/.test(value.kind) && 'site' in value
          ? value.site
          : null;
    return site !== null && parameterSites.has(site) ? site : null;
  };
  for (const value of values) {
    if (value.kind !== 'call' || value.function === null) continue;
    const siteParameters = builder.functions[value.function]!.parameters.filter(
      (site): site is SiteIndex => site !== null && /^(?:scalar|vector)$/.test(builder.sites[site]!.shape),
    );
    const deduced = new Set(
      builder.typeParameters.flatMap((one) => (one.function === value.function ? one.deducedFrom : [])),
    );
    if (siteParameters.length !== value.arguments.length) continue;
    value.arguments.forEach((argument, position) => {
      const [from, to] = [origin(argument), siteParameters[position]!];
      const isAlike = from !== null && builder.sites[from]!.format === builder.sites[to]!.format;
      if (isAlike && deduced.has(to)) builder.join(from, to, 'typed-alike', value.place, index);
    });
  }
}

/** Joins everything that is spelt with one type parameter. */
function joinDeclaredWith(builder: ProgramBuilder, { function: index, cell, sites, mentions }: TypeParameter): void {
  if (index === null) return;
  const { place } = builder.functions[index]!;
  for (const site of sites) builder.join(cell, site, 'typed-alike', place, index);
  for (const mention of mentions) builder.join(cell, mention, 'typed-alike', place, index);
}

/**
 * Sites that are spelt without the parameter are shared by all instantiations: memory changes in all of them together. Numbers are frozen, because
 * each instantiation combines them with other formats.
 */
function joinWritten(
  builder: ProgramBuilder,
  variants: readonly FunctionIndex[],
  parameterSites: ReadonlySet<SiteIndex>,
): void {
  const byPlace = new Map<string, SiteIndex[]>();
  builder.sites.forEach(({ function: owner, kind, place }, site) => {
    if (owner === null || !variants.includes(owner) || parameterSites.has(site)) return;
    const key = `${kind} ${placeKey(place)}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), site]);
  });
  for (const sites of byPlace.values()) {
    const [first] = sites as [SiteIndex];
    const formats = new Set(sites.map((site) => builder.sites[site]!.format));
    const isNumber = builder.sites[first]!.shape === 'scalar';
    const isOfAll = sites.length === variants.length && formats.size === 1 && !isNumber;
    for (const site of sites)
      if (!isOfAll) builder.freeze(site, 'several-formats', 'in part of its function');
      else builder.join(first, site, 'named-alike', builder.sites[site]!.place, null);
  }
}
