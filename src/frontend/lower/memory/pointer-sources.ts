/** The origins of pointers to fields other than numbers: through variables, functions and further pointers (field-pointer-strides.ts). */
import { isParenOrCast, isSubstituted } from '../../ast/ignoring.js';
import { isCallOrLaunch } from '../../ast/kinds.js';
import { type AstNode, children } from '../../ast/node.js';
import { calledFunction } from '../calls/called-function.js';
import type { UnitScope } from '../unit-scope.js';
import type { PointerSource } from './field-pointer-strides.js';
import { type RecordSites, recordSites, recordsHolding } from './record-sites.js';

/** Nodes that pass on the value of their operand, possibly converted. */
export const isSameValue = (node: AstNode): boolean => isParenOrCast(node) || isSubstituted(node);

export class PointerSources {
  private readonly around = new Map<string, RecordSites | null>();

  constructor(private readonly scope: UnitScope) {}

  named(id: string | undefined): PointerSource[] {
    const key = this.scope.declarationKey(id ?? '');
    return key === null ? [] : [{ key }];
  }

  /** The origins of the pointer that an expression returns. */
  value(node: AstNode): PointerSource[] {
    const parts = children(node);
    if (node.castKind === 'ArrayToPointerDecay') return this.place(parts[0]!);
    if (isSameValue(node)) return parts.length > 0 ? this.value(parts.at(-1)!) : [];
    if (isCallOrLaunch(node)) {
      const index = calledFunction(this.scope, node);
      return index === null ? [] : [{ key: `returned ${index}` }];
    }
    switch (node.kind) {
      case 'DeclRefExpr':
        return this.named(node.referencedDecl?.id);
      case 'MemberExpr':
        return this.named(node.referencedMemberDecl);
      case 'InitListExpr':
        return parts.flatMap((part) => this.value(part));
      case 'ConditionalOperator':
        return parts.slice(1).flatMap((part) => this.value(part));
      case 'ArraySubscriptExpr':
        return parts.filter((part) => this.scope.types.read(part.type).isPointer).flatMap((part) => this.value(part));
      case 'UnaryOperator':
        return node.opcode === '&' ? this.place(parts[0]!) : this.value(parts[0]!);
      case 'BinaryOperator':
        if (node.opcode === ',') return this.value(parts[1]!);
        if (node.opcode === '=' || node.opcode === '+' || node.opcode === '-')
          return parts
            .filter((part) => this.scope.types.read(part.type).isPointer || isAddressAsInteger(part))
            .flatMap((part) => this.value(part));
        return [];
      case 'CompoundAssignOperator':
        return this.value(parts[0]!);
      default:
        return [];
    }
  }

  /** The origins of a pointer to the object that an expression names. */
  place(node: AstNode): PointerSource[] {
    const parts = children(node);
    if (isSameValue(node)) return parts.length > 0 ? this.place(parts.at(-1)!) : [];
    switch (node.kind) {
      case 'DeclRefExpr': {
        const { isPointer, isReference } = this.scope.types.read(
          this.scope.others.get(node.referencedDecl?.id ?? '')?.type,
        );
        const names = isPointer || isReference ? this.named(node.referencedDecl?.id) : [];
        return names.map(({ key }) => ({ key, isPlace: true }));
      }
      case 'MemberExpr': {
        const field = this.fieldAddress(node);
        if (this.scope.types.read(node.type).isArray) return field;
        return [...field, ...(node.isArrow ? this.value(parts[0]!) : this.place(parts[0]!))];
      }
      case 'ConditionalOperator':
        return parts.slice(1).flatMap((part) => this.place(part));
      default:
        return this.value(node);
    }
  }

  private fieldAddress(node: AstNode): PointerSource[] {
    const field = this.scope.others.get(node.referencedMemberDecl ?? '');
    if (field?.kind !== 'FieldDecl') return [];
    const { isPointer, isReference, elements } = this.scope.types.read(field.type);
    if (isPointer || isReference) return this.named(field.id).map(({ key }) => ({ key, isPlace: true }));
    const around = this.aroundOf(field);
    const place = this.scope.builder.places.ofNode(node);
    if (!around || !place) return [];
    const key = `& ${this.scope.unit.file} ${node.id}`;
    this.scope.builder.recordWalks.takeAddress(key, { around, place, elements: elements ?? 1 });
    return [{ key }];
  }

  /** The numbers between a field of one record and the same field of the next; null for a field that is or contains numbers. */
  private aroundOf(field: AstNode): RecordSites | null {
    const known = this.around.get(field.id);
    if (known !== undefined) return known;
    const { isArray, elements } = this.scope.types.read(field.type);
    const isNumber = this.scope.sites.has(field.id) || holdsNumbers(recordSites(this.scope, field.type));
    // `char text[1]` at the end is a flexible array
    const isOpen = isArray && (elements === null || elements <= 1);
    const found =
      isNumber || isOpen ? null : recordsHolding(this.scope, ({ fields }) => fields.some(({ id }) => id === field.id));
    const around = holdsNumbers(found) ? found : null;
    this.around.set(field.id, around);
    return around;
  }
}

export function holdsNumbers(record: RecordSites | null): boolean {
  return record !== null && record.values.length > 0;
}

export function isAddressAsInteger(node: AstNode): boolean {
  if (node.castKind === 'PointerToIntegral') return true;
  return isSameValue(node) && children(node).some(isAddressAsInteger);
}
