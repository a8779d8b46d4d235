import type { FunctionIndex, Program } from '../../program/program.js';
import { isFileLevel, isRecordDeclaration } from '../ast/kinds.js';
import { type AstNode, children } from '../ast/node.js';
import type { InactiveLines } from '../units/inactive-branches.js';
import type { ParsedUnit } from '../units/parse-unit.js';
import { BodyLowering } from './body/function-body.js';
import { ProgramBuilder } from './builder.js';
import { readPointerTypes } from './calls/pointer-escapes.js';
import { bindNames } from './declarations/bindings.js';
import { type DormantTemplate, declareUnit } from './declarations/declarations.js';
import { findHostConstants } from './declarations/host-constants.js';
import { InactiveText } from './declarations/inactive-text.js';
import { settleOverloads } from './declarations/overloads.js';
import { findRepeatedIncludes, joinRepeatedDeclarations } from './declarations/repeated-includes.js';
import { staticInitialisers } from './declarations/static-initialisers.js';
import { freezeConstantFunctions } from './expressions/constant-functions.js';
import { freezeConstantsInTypes } from './expressions/constants-in-types.js';
import { freezeTypeOfValues } from './expressions/deduced-containers.js';
import { lowerExpression } from './expressions/expressions.js';
import { lowerInitialiser } from './expressions/initialisers.js';
import { finishProgram } from './finish-program.js';
import { noteEnumeratorSizes } from './memory/byte-counts.js';
import { followFieldAddresses } from './memory/follow-field-addresses.js';
import type { ConvertingTransfers } from './memory/settle-transfers.js';
import type { PlaceReader } from './places.js';
import { freezeDeducedClasses } from './templates/deduced-classes.js';
import { joinDependentNames } from './templates/dependent-names.js';
import { freezeSharedTexts } from './templates/shared-texts.js';
import { noteTypeDependentCode } from './templates/type-dependent-code.js';
import { UnitScope } from './unit-scope.js';

/** The definition of a function with the scope of its declaration ids. */
export interface FunctionSyntax {
  readonly scope: UnitScope;
  readonly function: FunctionIndex;
  readonly node: AstNode;
}

/**
 * Converts syntax trees to the program, in three steps per unit:
 * - declare everything the unit names;
 * - lower the initialisers of its globals;
 * - lower the bodies of its functions, each instantiation once.
 */
export class UnitLowering {
  private readonly builder: ProgramBuilder;
  private readonly dormant: DormantTemplate[] = [];
  private readonly inactive = new InactiveText();
  private isCuda = false;
  /** The syntax of all functions whose operations are in the program. */
  readonly functions: FunctionSyntax[] = [];
  readonly scopes: UnitScope[] = [];

  constructor(
    places: PlaceReader,
    root: string,
    /** Whether variables used in text that is not compiled keep their formats. */
    private readonly strictBranches: boolean,
    private readonly converts: ConvertingTransfers,
  ) {
    this.builder = new ProgramBuilder(places, root);
  }

  add(parsed: ParsedUnit, inactive: readonly InactiveLines[]): void {
    this.inactive.addUnit(parsed.userFiles, inactive);
    this.builder.places.knowMacros(parsed.macros);
    if (parsed.unit.language === 'c') for (const file of parsed.userFiles) this.builder.filesOfC.add(file);
    const scope = new UnitScope(this.builder, parsed);
    this.scopes.push(scope);
    this.isCuda ||= parsed.unit.language === 'cuda';
    declareUnit(scope, parsed.root, this.dormant);
    for (const { site, declaration, value } of staticInitialisers(scope)) {
      const body = new BodyLowering(scope, null, declaration, false, lowerExpression);
      body.initialised = declaration.name ?? '';
      const target = { site, cell: site ?? scope.cellOf(declaration.id), declared: declaration };
      const starting = lowerInitialiser(body, target, value);
      if (site !== null) freezeTypeOfValues(body, site, declaration, value, starting);
      if (declaration.kind === 'DecompositionDecl') bindNames(body, declaration);
    }
    for (const node of enumerations(parsed.root))
      noteEnumeratorSizes(new BodyLowering(scope, null, node, false, lowerExpression), node);
    for (const { function: index, node } of floatingFirst(scope)) {
      const { lowered } = this.builder.functions[index]!;
      const name = node.mangledName ?? node.id;
      if (lowered.has(name)) continue;
      const isFirst = lowered.size === 0;
      lowered.add(name);
      new BodyLowering(scope, index, node, isFirst, lowerExpression).run();
      if (isFirst) this.functions.push({ scope, function: index, node });
    }
    for (const settle of scope.laterCalls) settle();
    readPointerTypes(scope, parsed.root);
    followFieldAddresses(scope);
    freezeSharedTexts(scope);
    freezeDeducedClasses(scope, parsed.root);
    freezeConstantFunctions(scope, parsed.root);
    freezeConstantsInTypes(scope, parsed.root);
    findHostConstants(scope);
    settleOverloads(scope);
    noteTypeDependentCode(scope);
    const [redefined] = parsed.redefinedTypes;
    if (redefined !== undefined)
      for (const site of scope.allSites()) this.builder.freeze(site, 'redefined-type', redefined);
  }

  finish(): Program {
    this.inactive.apply(this.builder, this.strictBranches);
    findRepeatedIncludes(this.scopes, this.builder);
    joinRepeatedDeclarations(this.builder);
    joinDependentNames(this.scopes, this.isCuda);
    return finishProgram(this.builder, this.dormant, this.isCuda, this.converts);
  }
}

/** Enumerations outside functions. */
function enumerations(node: AstNode): AstNode[] {
  if (node.kind === 'EnumDecl') return [node];
  const isAround = isFileLevel(node) || isRecordDeclaration(node);
  return isAround ? children(node).flatMap(enumerations) : [];
}

/**
 * The operations of a template are those of its first instantiation, so instantiations with floating-point types come first: `sum<int>` has no
 * operations.
 */
function floatingFirst(scope: UnitScope): UnitScope['bodies'] {
  const counts = new Map<FunctionIndex, number>();
  for (const { function: index } of scope.bodies) counts.set(index, (counts.get(index) ?? 0) + 1);
  const isLast = ({ function: index, node }: UnitScope['bodies'][number]) =>
    counts.get(index)! > 1 && !mentionsFloating(scope, node);
  return [...scope.bodies.filter((one) => !isLast(one)), ...scope.bodies.filter(isLast)];
}

function mentionsFloating(scope: UnitScope, node: AstNode): boolean {
  return scope.types.read(node.type).format !== null || children(node).some((child) => mentionsFloating(scope, child));
}
