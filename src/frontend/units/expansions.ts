/**
 * A text may be read several times: a header included again with other macros, a macro used twice by another macro. Each reading declares something
 * different, but clang prints the same place for it. The flattened unit has the same syntax tree with a separate place for each reading, so a
 * parallel walk of both trees distinguishes the readings.
 */

import type { EmbeddedClang } from '../../clang/compiler.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { isFunctionDeclaration } from '../ast/kinds.js';
import { locationKey } from '../ast/locations.js';
import { type AstNode, children, type Location, ofKind } from '../ast/node.js';
import type { Project } from '../project/project.js';
import { filesReadAgain, flattenUnits } from './flatten.js';
import { type ParsedUnit, parseUnit } from './parse-unit.js';

/** Adds a reading number to locations that share their place, and returns the files that are read several times. */
export async function distinguishReadings(
  clang: EmbeddedClang,
  project: Project,
  parsed: readonly ParsedUnit[],
): Promise<ReadonlySet<string>> {
  if (!parsed.some(({ includesAgain }) => includesAgain) && !repeatsDeclarations(parsed)) return new Set();
  const folder = temporaryFolder('mantissa-readings-');
  try {
    const again = await filesReadAgain(clang, project.units, project.root, folder.path);
    const units = await flattenUnits(clang, project.units, project.root, folder.path);
    const readings = new Map<string, Map<string, number>>();
    for (const [index, unit] of units.entries())
      numberReadings(parsed[index]!.root, (await parseUnit(clang, unit, folder.path)).root, readings);
    return again;
  } finally {
    folder.remove();
  }
}

const isRecord = ofKind('RecordDecl', 'CXXRecordDecl');
const isDeclarator = ofKind('VarDecl', 'DecompositionDecl', 'FieldDecl');

/** Whether two declarations that do not redeclare each other have the same place. */
function repeatsDeclarations(units: readonly ParsedUnit[]): boolean {
  const inUnits = new Map<string, string>();
  for (const { root } of units) {
    const inUnit = new Map<string, AstNode>();
    for (const node of writtenNodes(root)) {
      const place = placeOf(node);
      if (place === null) continue;
      const other = inUnit.get(place);
      inUnit.set(place, node);
      if (other && other.id !== node.id && !redeclares(node, other)) return true;
      if (units.length === 1) continue;
      const signature = signatureOf(node);
      if ((inUnits.get(place) ?? signature) !== signature) return true;
      inUnits.set(place, signature);
    }
  }
  return false;
}

/** Declarations and lambdas in the text itself; template instantiations have the places of their template. */
function* writtenNodes(root: AstNode): Generator<AstNode> {
  const pending: AstNode[] = [root];
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    const inner = children(node);
    const isInstantiated = (child: AstNode, at: number): boolean =>
      (node.kind === 'FunctionTemplateDecl' &&
        isFunctionDeclaration(child) &&
        inner.findIndex((one) => isFunctionDeclaration(one)) !== at) ||
      (node.kind === 'ClassTemplateDecl' && child.kind === 'ClassTemplateSpecializationDecl') ||
      (node.kind === 'VarTemplateDecl' && child.kind === 'VarTemplateSpecializationDecl');
    inner.forEach((child, at) => {
      if (!isInstantiated(child, at)) pending.push(child);
    });
  }
}

/** The place of a declaration or a lambda as clang prints it; null for any other node. */
function placeOf(node: AstNode): string | null {
  if (node.isImplicit) return null;
  // several declarators begin at one place, and a function's name may be pasted together
  if (isDeclarator(node)) return placeOfKind(node.kind, node.loc);
  const isDefinition = isRecord(node) && node.completeDefinition === true;
  return isFunctionDeclaration(node) || isDefinition || node.kind === 'LambdaExpr'
    ? placeOfKind(node.kind, node.range?.begin)
    : null;
}

function placeOfKind(kind: string, location: Location | undefined): string | null {
  const key = location && locationKey(location);
  return key ? `${kind} ${key}` : null;
}

/** A header with prototypes that is included twice declares nothing new the second time. */
function redeclares(node: AstNode, other: AstNode): boolean {
  return node.previousDecl !== undefined && node.name === other.name && node.type?.qualType === other.type?.qualType;
}

function signatureOf({ kind, name, type, opcode, value, inner = [] }: AstNode): string {
  const signature = `${kind} ${name ?? ''} ${type?.qualType ?? ''} ${opcode ?? ''} ${String(value ?? '')}`;
  return `${signature}(${inner.map(signatureOf).join(',')})`;
}

/** `readings`: for each place in the source, its places in the flattened units, numbered in order of occurrence. */
function numberReadings(root: AstNode, flat: AstNode, readings: Map<string, Map<string, number>>): void {
  const pending: [AstNode, AstNode][] = [[root, flat]];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const [node, twin] = pair;
    if (node.kind !== twin.kind) continue;
    if (node.loc || node.kind === 'LambdaExpr') {
      number(node.loc, twin.loc, readings);
      number(node.range?.begin, twin.range?.begin, readings);
    }
    const [inner, twins] = [node.inner ?? [], twin.inner ?? []];
    for (let at = inner.length - 1; at >= 0; at--) {
      const [child, other] = [inner[at], twins[at]];
      if (child?.kind && other?.kind) pending.push([child, other]);
    }
  }
}

function number(
  location: Location | undefined,
  twin: Location | undefined,
  readings: Map<string, Map<string, number>>,
): void {
  const [place, reading] = [location && locationKey(location), twin && locationKey(twin)];
  if (!place || !reading) return;
  const known = readings.get(place) ?? new Map<string, number>();
  readings.set(place, known);
  const index = known.get(reading) ?? known.size;
  known.set(reading, index);
  if (index > 0) location!.reading = index;
}
