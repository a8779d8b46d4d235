/**
 * Writes the program for a configuration, as edits of the user's own text: declared types, types in casts and sizeof, expressions
 * (expression-writer.ts), and the lines that these need at the top of a file. A configuration that cannot be written is infeasible, with the
 * site or place at fault.
 */

import { defaultMembers } from '../frontend/lower/declarations/static-initialisers.js';
import { type ClassFormat, type Format, isClass, isStorageOnly, isSummed } from '../numerics/format.js';
import type { Program, SiteIndex } from '../program/program.js';
import { STORAGE_WITH_MULTI_WORD, whyNoClass, whyNotSummed } from '../space/configuration.js';
import { type Configuration, formatOfSite, type Resolution } from '../space/resolve.js';
import {
  defineCopies,
  defineVectorConversion,
  includeClass,
  includeFormats,
  readClassFromStreams,
} from './added-lines.js';
import { convertUntypedPointers, keepNamesOfC } from './c-as-cplusplus.js';
import { editDeclarations, InfeasibleEdit } from './declaration-edits.js';
import { deducedAsWanted } from './deduced-types.js';
import { editExplicitInstantiations } from './explicit-instantiations.js';
import { ExpressionWriter, type PrintedDigits, writesSums } from './expression-writer.js';
import { adoptSharedEdits } from './shared-text-edits.js';
import type { SourceEdits } from './source-edits.js';
import { editTypeMentions } from './spelled-types.js';
import { TypeParameters } from './type-parameters.js';
import { formatName, headerOfClass } from './type-text.js';

export type Writing =
  | { readonly kind: 'written'; readonly addLines: () => void }
  | { readonly kind: 'infeasible'; readonly site: SiteIndex | null; readonly reason: string };

/**
 * `addLines` inserts the lines that the edits need at the top of files. It reads the edited text and thus runs last, after all macro uses with
 * edits inside are expanded. `digits`: the digits printed of a wide number: those of a double, or all of them for a judged run.
 */
export function writeVariant(
  edits: SourceEdits,
  configuration: Configuration,
  resolution: Resolution,
  digits: PrintedDigits = 'as-written',
): Writing {
  try {
    return { kind: 'written', addLines: writeEverywhere(edits, configuration, resolution, digits) };
  } catch (error) {
    if (!(error instanceof InfeasibleEdit)) throw error;
    return { kind: 'infeasible', site: error.site, reason: error.message };
  }
}

function writeEverywhere(
  edits: SourceEdits,
  configuration: Configuration,
  resolution: Resolution,
  digits: PrintedDigits,
): () => void {
  const { program, scopes, functions } = edits.syntax;
  const changed = changedSites(program, configuration);
  if (changed.size === 0 && configuration.operations.size === 0) return () => {};
  const classes = [...changed.values()].filter(isClass);
  if (classes.some(isStorageOnly) && writesSums(resolution)) throw new InfeasibleEdit(null, STORAGE_WITH_MULTI_WORD);
  for (const [site, format] of changed) {
    const why = isClass(format)
      ? whyNoClass(program, site, format)
      : isSummed(format)
        ? whyNotSummed(program, site, format)
        : null;
    if (why !== null) throw new InfeasibleEdit(site, why);
  }
  edits.typeParameters = new TypeParameters(edits.syntax, changed, 'all');
  edits.typeParameters.edit(edits);
  edits.deducedAsWanted = deducedAsWanted(edits, resolution, configuration);
  // a function that exists in the other format as well stays unchanged: calls choose the other one
  const written = new Map([...changed].filter(([site]) => program.sites[site]!.overloadedFor === null));
  for (const scope of scopes) {
    editDeclarations(edits, scope, written);
    editExplicitInstantiations(edits, scope, written);
  }
  editTypeMentions(edits, written);
  const writer = new ExpressionWriter(edits, resolution, configuration, digits);
  const chosenElsewhere = new Set(
    [...changed.keys()].flatMap((site) => {
      const { overloadedFor, function: owner } = program.sites[site]!;
      return overloadedFor !== null && owner !== null ? owner : [];
    }),
  );
  for (const { scope, function: index, node } of functions)
    if (!chosenElsewhere.has(index)) writer.function(scope, index, node);
  for (const scope of scopes) {
    for (const { site, node } of scope.initialisers) writer.initialiser(scope, site, node);
    for (const { site, declaration } of defaultMembers(scope)) writer.initialiser(scope, site, declaration);
  }
  adoptSharedEdits(edits, [...changed.keys()][0] ?? 0);
  if (writesSums(resolution)) {
    convertUntypedPointers(edits, 'mantissa_pointer');
    keepNamesOfC(edits, false);
  }
  edits.typeNames.define(edits);
  return () => addLines(edits, writer, new Set(classes), writesSums(resolution));
}

function addLines(
  edits: SourceEdits,
  writer: ExpressionWriter,
  classes: ReadonlySet<ClassFormat>,
  hasSums: boolean,
): void {
  for (const conversion of writer.vectors.conversions) defineVectorConversion(edits, conversion);
  for (const format of classes) {
    const add = writer.streamedClasses.has(format) ? readClassFromStreams : includeClass;
    add(edits, formatName(format)!, headerOfClass(format));
  }
  if (hasSums) includeFormats(edits); // before the functions that copy multi-part numbers
  defineCopies(edits, writer.copies.functions);
  if (hasSums) includeFormats(edits); // again, because these functions name them
}

/** The sites whose format in a configuration differs from the source. */
export function changedSites({ sites }: Program, configuration: Configuration): Map<SiteIndex, Format> {
  const written = [...configuration.sites].map(([site, format]) => [site, formatOfSite(sites[site]!, format)] as const);
  return new Map(written.filter(([site, format]) => sites[site]!.format !== format));
}
