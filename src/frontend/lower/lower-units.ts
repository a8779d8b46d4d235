import type { FunctionIndex, Program } from '../../program/program.js';
import { type AstNode, children } from '../ast/node.js';
import type { ParsedUnit } from '../clang/parse-unit.js';
import type { FileLines } from '../inactive-branches.js';
import { ProgramBuilder } from './builder.js';
import { type DormantTemplate, declareUnit } from './declarations.js';
import { finishProgram } from './finish-program.js';
import { BodyLowering } from './function-body.js';
import { InactiveText } from './inactive-text.js';
import { lowerInitialiser } from './initialisers.js';
import type { PlaceReader } from './places.js';
import { UnitScope } from './unit-scope.js';

/** A function's definition with the scope its declaration ids are known in. */
export interface FunctionSyntax {
  readonly scope: UnitScope;
  readonly function: FunctionIndex;
  readonly node: AstNode;
}

/**
 * From syntax trees to the program, in three steps per unit:
 * - declare everything the unit names;
 * - lower the initialisers of its globals;
 * - lower the bodies of its functions, each instantiation once.
 */
export class UnitLowering {
  private readonly builder: ProgramBuilder;
  private readonly dormant: DormantTemplate[] = [];
  private readonly inactive = new InactiveText();
  private isCuda = false;
  /** The syntax of every function whose operations are in the program. */
  readonly functions: FunctionSyntax[] = [];
  readonly scopes: UnitScope[] = [];

  constructor(places: PlaceReader, root: string) {
    this.builder = new ProgramBuilder(places, root);
  }

  add(parsed: ParsedUnit, inactive: readonly FileLines[]): void {
    this.inactive.addUnit(parsed.userFiles, inactive);
    const scope = new UnitScope(this.builder, parsed.unit);
    this.scopes.push(scope);
    this.isCuda ||= parsed.unit.language === 'cuda';
    declareUnit(scope, parsed.root, this.dormant);
    for (const { site, node } of scope.initialisers) {
      const initialiser = children(node).find((child) => !child.kind.endsWith('Attr'));
      if (initialiser)
        lowerInitialiser(
          new BodyLowering(scope, null, node, false),
          { site, cell: site ?? scope.cellOf(node.id), declared: node },
          initialiser,
        );
    }
    for (const { function: index, node } of scope.bodies) {
      const { lowered } = this.builder.functions[index]!;
      const name = node.mangledName ?? node.id;
      if (lowered.has(name)) continue;
      const isFirst = lowered.size === 0;
      lowered.add(name);
      new BodyLowering(scope, index, node, isFirst).run();
      if (isFirst) this.functions.push({ scope, function: index, node });
    }
  }

  finish(): Program {
    this.inactive.apply(this.builder);
    return finishProgram(this.builder, this.dormant, this.isCuda);
  }
}
