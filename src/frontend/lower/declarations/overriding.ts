/** Joins the parameters and return value of a virtual function with those of its overriders, whose types must agree. */
import type { Place } from '../../../program/place.js';
import type { CellIndex, FunctionIndex } from '../../../program/program.js';
import { type AstNode, children } from '../../ast/node.js';
import { isByteCount } from '../calls/address-taken-functions.js';
import type { UnitScope } from '../unit-scope.js';

export interface VirtualFunctions {
  /** Virtual functions and overriders by name and parameters. */
  readonly bySignature: ReadonlyMap<string, FunctionIndex>;
  readonly bases: readonly string[];
}

/** `shown` is the record's name without template arguments, which its bases are looked up by. */
export function joinOverridden(scope: UnitScope, record: AstNode, shown: string): void {
  const bases = ((record.bases ?? []) as { type: { qualType: string } }[]).map(({ type }) =>
    type.qualType.replace(/<.*>/s, '').trim(),
  );
  const bySignature = new Map<string, FunctionIndex>();
  for (const method of children(record)) {
    const index = scope.functions.get(method.id);
    if (method.kind !== 'CXXMethodDecl' || index === undefined) continue;
    const signature = `${method.name} ${parametersOf(scope.types.expand(method.type?.qualType ?? ''))}`;
    const overridden = bases.flatMap((base) => findVirtual(scope, base, signature));
    if (overridden.length > 0 || method.virtual) bySignature.set(signature, index);
    for (const other of overridden) joinDeclarations(scope, index, other);
  }
  scope.virtualFunctions.set(shown, { bySignature, bases });
}

/** The parameter types of a method with typedefs expanded. The return type is left out, because it may be a derived class. */
function parametersOf(type: string): string {
  return type
    .slice(type.indexOf('('))
    .replace(/\bnoexcept\b(?:\([^)]*\))?|->.*$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function findVirtual(scope: UnitScope, record: string, signature: string): FunctionIndex[] {
  const known = scope.virtualFunctions.get(record) ?? scope.virtualFunctions.get(record.split('::').at(-1)!);
  if (!known) return [];
  const own = known.bySignature.get(signature);
  return own !== undefined ? [own] : known.bases.flatMap((base) => findVirtual(scope, base, signature));
}

function joinDeclarations(scope: UnitScope, a: FunctionIndex, b: FunctionIndex): void {
  const { builder } = scope;
  const [one, other] = [builder.functions[a]!, builder.functions[b]!];
  builder.join(one.returnSite, other.returnSite, 'overrides', one.place);
  one.parameters.forEach((site, position) => {
    builder.join(site, other.parameters[position] ?? null, 'overrides', one.place);
    joinUntyped(scope, untypedParameter(scope, b, position), untypedParameter(scope, a, position), one.place);
  });
  joinUntyped(scope, one.returnCarrier, other.returnCarrier, one.place);
}

/** Joins memory and byte counts passed through untyped parameters. */
function joinUntyped(scope: UnitScope, from: CellIndex | null, to: CellIndex | null, place: Place): void {
  const isCount = from !== null && isByteCount(scope.builder, from);
  scope.builder.join(from, to, isCount ? 'byte-count' : 'argument', place);
}

function untypedParameter(scope: UnitScope, index: FunctionIndex, position: number): CellIndex | null {
  if (scope.builder.functions[index]!.parameters[position] !== null) return null;
  const id = scope.parameterIds.get(index)?.[position];
  return id === undefined ? null : (scope.byteCountCell(id) ?? scope.cellOf(id));
}
