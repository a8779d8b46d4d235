/**
 * Functions that the program calls through pointers. All functions of one type whose address is taken, all calls through pointers of that type, and
 * all declarations of such pointers share the format of each parameter and of the result. If a pointer may refer to external code, or come from
 * there, its type is closed: parameters and result keep their formats.
 */
import type { Place, Range } from '../../../program/place.js';
import type { CellIndex, FunctionIndex } from '../../../program/program.js';
import { type FunctionType, mentionsFunctionType, readFunctionType } from '../../ast/function-types.js';
import type { AstNode, TypeName } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';

interface Position {
  /** Shared by all functions and pointers of the type, created on demand; null if the type has no floating-point format. */
  readonly cell: CellIndex | null;
  /** Passed by value. */
  readonly isNumber: boolean;
  readonly isUntyped: boolean;
}

interface PointerCall {
  readonly scope: UnitScope;
  readonly node: AstNode;
  readonly caller: FunctionIndex | null;
  /** Freezes the arguments of the call, if the called function is unknown. */
  readonly keep: (why: string) => void;
}

export interface PointerType {
  readonly type: FunctionType;
  readonly parameters: readonly Position[];
  readonly result: Position;
  readonly calls: PointerCall[];
  readonly targets: Set<FunctionIndex>;
  /** The reason why the type cannot change. */
  closed: string | null;
  /** One of the functions that the call may reach; all have the same declared types. */
  callee: FunctionIndex | null;
}

export class PointerTypes {
  readonly all = new Map<string, PointerType>();
  /** Declared types of other entities that contain a function type. */
  private readonly others = new Map<string, string>();
  private readonly mentions = new Map<string, CellIndex>();
  /** Functions that take such pointers as arguments and may turn out to be external. */
  readonly passedPointers: { readonly function: FunctionIndex; readonly type: PointerType; readonly why: string }[] =
    [];

  /** Variables with such a type that are declared, and those that are defined, by name. */
  private readonly declared = new Map<string, { readonly type: PointerType; readonly why: string }>();
  private readonly defined = new Set<string>();

  constructor(private readonly builder: ProgramBuilder) {}

  /** The pointer type of a function, a pointer to one, or an array of such pointers. */
  of(scope: UnitScope, type: TypeName | undefined): PointerType | null {
    if (!type || !scope.types.read(type).isFunction) return null;
    const read = readFunctionType(scope.types.expand(type.desugaredQualType ?? type.qualType));
    if (!read) return null;
    const found = this.all.get(read.key) ?? this.declare(scope, read);
    if (read.hasUnknownParameters && (scope.unit.language === 'c' || read.parameters.length > 0))
      this.close(found, `${type.qualType} does not declare all parameters`);
    return found;
  }

  private declare(scope: UnitScope, type: FunctionType): PointerType {
    const created: PointerType = {
      type,
      parameters: type.parameters.map((one) => this.position(scope, one)),
      result: this.position(scope, type.result),
      calls: [],
      targets: new Set(),
      closed: null,
      callee: null,
    };
    this.all.set(type.key, created);
    return created;
  }

  close(type: PointerType | null, why: string): void {
    if (type) type.closed ??= why;
  }

  /** A variable at file scope, which external code may define. */
  declareVariable(name: string, type: PointerType, why: string | null): void {
    if (why === null) this.defined.add(name);
    else this.declared.set(name, { type, why });
  }

  closeUndefined(): void {
    for (const [name, { type, why }] of this.declared) if (!this.defined.has(name)) this.close(type, why);
  }

  /** A type that may contain function types. */
  isPartOf(type: string, why: string): void {
    this.others.set(type, why);
  }

  closeParts(): void {
    for (const [key, type] of this.all)
      for (const [other, why] of this.others) if (mentionsFunctionType(other, key)) this.close(type, why);
  }

  /** Text that spells a parameter or the result and must change with it. */
  mention(position: Position, range: Range, place: Place): void {
    if (position.cell === null || position.isUntyped) return;
    const key = placeKey({ range, spelling: null });
    let cell = this.mentions.get(key);
    if (cell === undefined) {
      const format = this.builder.formatOf(position.cell);
      cell = this.builder.newCarrier(
        'type-mention',
        `<${this.builder.places.text(range).trim()}>`,
        range,
        format,
        null,
      );
      this.mentions.set(key, cell);
    }
    this.builder.join(cell, position.cell, 'pointer-type', place, null);
  }

  private position(scope: UnitScope, type: string): Position {
    const { format, shape, isUntypedPointer } = scope.types.read({ qualType: type });
    const { builder } = this;
    const isCell = format !== null || isUntypedPointer;
    let created: CellIndex | null = null;
    return {
      get cell() {
        if (isCell) created ??= builder.newCarrier('void-pointer', type, null, format, null);
        return created;
      },
      isNumber: format !== null && (shape === 'scalar' || shape === 'vector'),
      isUntyped: isUntypedPointer,
    };
  }
}
