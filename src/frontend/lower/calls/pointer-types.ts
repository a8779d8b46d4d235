/**
 * Functions that the program calls through pointers of its own. All that have one type are declared alike: every function whose address
 * is taken, every call, and every declaration of such a pointer share the format of each parameter and of the result. Where a pointer
 * may lead to code that we do not see, or come from there, its type is closed: what it takes and gives back stays as it is.
 */
import type { Place, Range } from '../../../program/place.js';
import type { CellIndex, FunctionIndex } from '../../../program/program.js';
import { type FunctionType, mentionsFunctionType, readFunctionType } from '../../ast/function-types.js';
import type { AstNode, TypeName } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import { placeKey } from '../places.js';
import type { UnitScope } from '../unit-scope.js';

interface Position {
  /** Shared by all that have the type, and made when it is asked for; null where its type says nothing of formats. */
  readonly cell: CellIndex | null;
  /** Passed by value. */
  readonly isNumber: boolean;
  readonly isUntyped: boolean;
}

interface PointerCall {
  readonly scope: UnitScope;
  readonly node: AstNode;
  readonly caller: FunctionIndex | null;
  /** Freezes what the call is given, where it is not known who gets it. */
  readonly keep: (why: string) => void;
}

export interface PointerType {
  readonly type: FunctionType;
  readonly parameters: readonly Position[];
  readonly result: Position;
  readonly calls: PointerCall[];
  readonly targets: Set<FunctionIndex>;
  /** Why it must stay as it is. */
  closed: string | null;
  /** One of those that a call may reach; they are all declared alike. */
  callee: FunctionIndex | null;
}

export class PointerTypes {
  readonly all = new Map<string, PointerType>();
  /** Types of other things that have a function's type inside, which their texts spell. */
  private readonly others = new Map<string, string>();
  private readonly mentions = new Map<string, CellIndex>();
  /** Functions that are given such pointers, and may turn out to be defined elsewhere. */
  readonly handedOver: { readonly function: FunctionIndex; readonly type: PointerType; readonly why: string }[] = [];

  /** Variables that are declared, and those that are defined, by their names. */
  private readonly declared = new Map<string, { readonly type: PointerType; readonly why: string }>();
  private readonly defined = new Set<string>();

  constructor(private readonly builder: ProgramBuilder) {}

  /** Of a function, of a pointer to one, or of an array of them. */
  of(scope: UnitScope, type: TypeName | undefined): PointerType | null {
    if (!type || !scope.types.read(type).isFunction) return null;
    const read = readFunctionType(scope.types.expand(type.desugaredQualType ?? type.qualType));
    if (!read) return null;
    const found = this.all.get(read.key) ?? this.declare(scope, read);
    if (read.saysNothing && (scope.unit.language === 'c' || read.parameters.length > 0))
      this.close(found, `${type.qualType} does not declare all parameters`);
    return found;
  }

  private declare(scope: UnitScope, type: FunctionType): PointerType {
    const made: PointerType = {
      type,
      parameters: type.parameters.map((one) => this.position(scope, one)),
      result: this.position(scope, type.result),
      calls: [],
      targets: new Set(),
      closed: null,
      callee: null,
    };
    this.all.set(type.key, made);
    return made;
  }

  close(type: PointerType | null, why: string): void {
    if (type) type.closed ??= why;
  }

  /** A variable at file scope, which code that we do not see may define. */
  declareVariable(name: string, type: PointerType, why: string | null): void {
    if (why === null) this.defined.add(name);
    else this.declared.set(name, { type, why });
  }

  closeUndefined(): void {
    for (const [name, { type, why }] of this.declared) if (!this.defined.has(name)) this.close(type, why);
  }

  /** A type that may have functions' inside. */
  isPartOf(type: string, why: string): void {
    this.others.set(type, why);
  }

  closeParts(): void {
    for (const [key, type] of this.all)
      for (const [other, why] of this.others) if (mentionsFunctionType(other, key)) this.close(type, why);
  }

  /** Text that spells a parameter or the result, and changes with it. */
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
    let made: CellIndex | null = null;
    return {
      get cell() {
        if (isCell) made ??= builder.newCarrier('void-pointer', type, null, format, null);
        return made;
      },
      isNumber: format !== null && (shape === 'scalar' || shape === 'vector'),
      isUntyped: isUntypedPointer,
    };
  }
}
