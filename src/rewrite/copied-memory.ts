/** Finds the floating-point numbers in copied memory: behind a pointer, in records, and their number from a byte count. */
import { type AstNode, children, type TypeName } from '../frontend/ast/node.js';
import type { UnitScope } from '../frontend/lower/unit-scope.js';

const VECTOR_PARTS = ['x', 'y', 'z', 'w'];
const MAX_RECORD_DEPTH = 3;
/** Limit on the numbers of an array in a record: each needs a line of its own in the text. */
const MAX_ARRAY_NUMBERS = 32;

export const FROM_SYSTEM_MACRO = 'its text comes from a system macro';

export interface Numbers {
  /** `''` for the numbers themselves, `.x`, `.position.x`, `.v[2]` for members of a record. */
  readonly parts: readonly string[];
  /** The reason if there are further numbers without a name here. */
  readonly left: string | null;
}

/** Whether members of records are accessible: private ones are not, from outside. */
export type Reach = 'records' | 'numbers';

const NONE: Numbers = { parts: [], left: null };
const left = (why: string): Numbers => ({ parts: [], left: why });

/** The numbers behind a pointer; nothing for integers and pointers. */
export function numbersBehind(scope: UnitScope, type: TypeName, reach: Reach): Numbers {
  const facts = scope.types.read(type);
  // characters are integers
  if (facts.isUntypedPointer) return /\bvoid\b/.test(type.qualType) ? left('it is copied as untyped bytes') : NONE;
  if (!facts.isPointer && !facts.isArray) return left('the type that it points to is unknown');
  if (facts.pointerLevels > 1) return NONE;
  const found = partsOf(scope, { qualType: elementName(type) }, 0);
  const isOfRecord =
    found.parts.some((part) => part !== '') && scope.recordOf({ qualType: elementName(type) }) !== null;
  return isOfRecord && reach === 'numbers' ? left('its members cannot be accessed from here') : found;
}

/** `double (*)[4]` points to rows of numbers: the number of array dimensions behind the pointer. */
export function rowsOf({ qualType, desugaredQualType }: TypeName): number {
  return (/\(\*\w*\)((?:\[\d+\])+)/.exec(desugaredQualType ?? qualType)?.[1]?.match(/\[/g) ?? []).length;
}

/** The type that a pointer points to. */
export function elementName({ qualType, desugaredQualType }: TypeName): string {
  const spelt = /\b(?:value_type|pointer|reference|auto)\b/.test(qualType) ? (desugaredQualType ?? qualType) : qualType;
  return spelt
    .replace(/\(\*\w*\)(?:\[\d+\])+/, '')
    .replace(/\b__restrict\w*|\bvolatile\b/g, '')
    .replace(/\s*\*\s*(?:const)?\s*$/, '')
    .replace(/^\s*const\b|\bconst\s*$/g, '')
    .trim();
}

function partsOf(scope: UnitScope, type: TypeName, depth: number): Numbers {
  const facts = scope.types.read(type);
  const spelt = type.desugaredQualType ?? type.qualType;
  if (facts.trouble === 'long-double') return { parts: [''], left: null };
  if (facts.trouble !== null) return left(`the numbers in ${type.qualType} cannot be accessed by name`);
  if (facts.isVector) {
    const width = Number(/[1-4](?=_|\b|$)/.exec(spelt.replace(/.*?(?:double|float|half|bfloat16)/, ''))?.[0] ?? 0);
    return { parts: VECTOR_PARTS.slice(0, width).map((part) => `.${part}`), left: null };
  }
  const record = scope.recordOf(type);
  if (record === null) {
    if (facts.format !== null) return { parts: [''], left: null };
    return facts.record !== null && !facts.isInteger && /[<:]/.test(spelt)
      ? left(`the members of ${type.qualType} are unknown`)
      : NONE;
  }
  if (record.isUnion) return left(`${record.name} is a union`);
  if (record.bases.length > 0) return left(`${record.name} has base classes`);
  const found = record.fields.map((field) => partsOfField(scope, field, depth));
  return {
    parts: found.flatMap(({ parts }) => parts),
    left: found.find((one) => one.left !== null)?.left ?? null,
  };
}

function partsOfField(scope: UnitScope, field: AstNode, depth: number): Numbers {
  const facts = scope.types.read(field.type);
  if (facts.isPointer || facts.isReference || !field.type) return NONE;
  if (!field.name) return facts.format === null ? NONE : left('one of its members has no name');
  if (depth === MAX_RECORD_DEPTH) return left(`its records are nested more than ${MAX_RECORD_DEPTH} deep`);
  const spelt = field.type.desugaredQualType ?? field.type.qualType;
  const dimensions = [...spelt.matchAll(/\[(\d+)\]/g)].map(([, size]) => Number(size));
  const { parts, left: why } = partsOf(scope, { qualType: spelt.replace(/\[\d*\]/g, '').trim() }, depth + 1);
  if (parts.length === 0) return { parts, left: why };
  const places = dimensions.reduce<string[]>(
    (all, size) => all.flatMap((one) => Array.from({ length: Math.min(size, 1e3) }, (_, at) => `${one}[${at}]`)),
    [''],
  );
  if (places.length * parts.length > MAX_ARRAY_NUMBERS)
    return left(`${field.name} is an array of more than ${MAX_ARRAY_NUMBERS} numbers in a record`);
  return { parts: places.flatMap((at) => parts.map((part) => `.${field.name}${at}${part}`)), left: why };
}

/** `cells.data()`, `&cells[0]` of a container: a pointer to its element type. */
export function withElements(pointer: AstNode): TypeName {
  const { qualType = '', desugaredQualType } = pointer.type ?? {};
  if (!/\b(?:value_type|pointer|reference)\b/.test(qualType)) return { ...pointer.type, qualType };
  if (desugaredQualType && !/\b(?:value_type|pointer|reference)\b/.test(desugaredQualType))
    return { qualType: desugaredQualType };
  let at: AstNode | undefined = pointer;
  while (at && !/\w<[^<>]+>/.test(at.type?.qualType ?? '')) {
    const inner = children(at);
    at = at.kind === 'CXXOperatorCallExpr' ? inner[1] : inner[0];
  }
  const element = /\w<\s*([^<>,]+?)\s*[,>]/.exec(at?.type?.qualType ?? '')?.[1];
  return { qualType: element === undefined ? qualType : `${element} *` };
}

/**
 * The element size in a byte count: the size written in the count itself if there is one, since the two stay consistent when formats change;
 * otherwise the size of the pointed-to type. Null for the size of another type.
 */
export function elementSize(
  scope: UnitScope,
  bytes: AstNode,
  text: string,
  pointer: TypeName,
  from: string,
): string | null {
  const sizes = sizesIn(bytes);
  const own = `sizeof(*(${from}))`;
  if (sizes.length === 0) return own;
  const [{ argType, inner }] = sizes as [AstNode];
  const type = argType ?? inner?.[0]?.type;
  if (sizes.length > 1 || !type) return null;
  const spelt = type.desugaredQualType ?? type.qualType;
  if (!isSame(scope, { qualType: spelt.replace(/(?:\[\d*\])+/, '') }, { qualType: elementName(pointer) })) return null;
  if (argType === undefined) return own;
  if (/\[/.test(spelt)) return null;
  return /\bsizeof\s*\([^()]*(?:\([^()]*\))?[^()]*\)/.exec(text)?.[0] ?? `sizeof(${argType.qualType})`;
}

function sizesIn(node: AstNode): AstNode[] {
  if (node.kind === 'UnaryExprOrTypeTraitExpr') return node.name === 'sizeof' ? [node] : [];
  return children(node).flatMap(sizesIn);
}

function isSame(scope: UnitScope, one: TypeName, other: TypeName): boolean {
  const [a, b] = [scope.types.read(one), scope.types.read(other)];
  const plain = ({ qualType }: TypeName) => qualType.replace(/\b(?:const|struct|class)\b/g, '').trim();
  if (plain(one) === plain(other)) return true;
  const record = scope.recordOf(one);
  if (record !== null || scope.recordOf(other) !== null) return record === scope.recordOf(other);
  return a.format !== null && a.format === b.format && a.isVector === b.isVector && !a.isVector && !a.isPointer;
}

/** `static const double table[]`: it is never written. */
export function isConstant(pointer: AstNode): boolean {
  let at: AstNode | undefined = pointer;
  while (at && at.kind !== 'DeclRefExpr') {
    if (at.kind === 'MemberExpr' && at.isArrow) return false;
    if (at.kind === 'CXXOperatorCallExpr') at = children(at)[1];
    else at = children(at)[0];
  }
  const declared = at?.referencedDecl?.type?.qualType ?? '';
  return /^const\b/.test(declared) && !/[*&]\s*(?:const)?\s*$/.test(declared) && !/\bvector</.test(declared);
}
