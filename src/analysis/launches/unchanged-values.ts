/**
 * Checks that the values a grid is computed from are unchanged at the kernel launch. Between the two, nothing may write them: no statement in
 * between, none that a loop executes before the next launch, and, for values that other functions can reach, no function called in between.
 */
import { ignoringParenCasts } from '../../frontend/ast/ignoring.js';
import { isCall } from '../../frontend/ast/kinds.js';
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { PlaceReader } from '../../frontend/lower/places.js';
import type { Trail } from './integer-reader.js';
import type { Variables } from './variables.js';

export class UnchangedValues {
  constructor(
    private readonly places: PlaceReader,
    private readonly variablesOf: (root: AstNode) => Variables,
    private readonly definitionOf: (id: string) => AstNode | undefined,
  ) {}

  /** A variable that is written between the computation of the grid and the launch. In a loop, statements behind the launch precede the next one. */
  changedBetween(owner: AstNode, launch: AstNode, trail: Trail): { name: string; node: AstNode } | null {
    const variables = this.variablesOf(owner);
    const { tree } = variables;
    const begin = (node: AstNode) => this.places.ofNode(node)?.range.begin ?? 0;
    const computed = trail.followed.flatMap(({ setter }) => (tree.nodes.includes(setter) ? [setter] : []));
    const isBetween = (definition: AstNode, node: AstNode) =>
      (begin(definition) < begin(node) && begin(node) < begin(launch)) ||
      tree.loopsAround(launch).some((loop) => tree.isWithin(node, loop) && !tree.isWithin(definition, loop));
    for (const id of trail.leaves) {
      const variable = variables.of(id);
      const made = computed.filter((one) => this.dependsOn(variables, one, id));
      if (variable?.isOwn !== true) continue; // others are checked below
      for (const write of variable.writes)
        if (made.some((definition) => isBetween(definition, write)) && !this.isMember(tree.parent(write), trail))
          return { name: variable.declaration.name ?? '', node: write };
    }
    if (trail.reached.size === 0) return null;
    // values that other functions can reach may be set by any function called, or here
    const setters = tree.nodes.filter(
      (node) => this.setsOne(tree, node, trail.reached) || this.callsSetter(node, trail.reached),
    );
    for (const definition of computed)
      for (const setter of setters)
        if (isBetween(definition, setter)) return { name: [...trail.reached].join(' or '), node: setter };
    return null;
  }

  /** A write to another member does not affect the one that was read. */
  private isMember(node: AstNode | null, { reached }: Trail): boolean {
    return node?.kind === 'MemberExpr' && reached.size > 0 && !reached.has(node.name ?? '');
  }

  /** A function of the program that may, directly or through others, set something with one of these names. */
  private callsSetter(call: AstNode, names: ReadonlySet<string>, seen = new Set<AstNode>()): boolean {
    if (!isCall(call)) return false;
    const [callee] = children(call);
    const inner = callee && ignoringParenCasts(callee);
    const id = inner?.referencedDecl?.id ?? inner?.referencedMemberDecl;
    const definition = id === undefined ? undefined : this.definitionOf(id);
    if (!definition) return false; // a library function knows none of the program's names
    if (seen.has(definition)) return false;
    seen.add(definition);
    const { tree } = this.variablesOf(definition);
    return tree.nodes.some((node) => this.setsOne(tree, node, names) || this.callsSetter(node, names, seen));
  }

  /** A use of a member or a variable of such a name other than reading it, or an assignment to a whole record. */
  private setsOne(tree: Variables['tree'], node: AstNode, names: ReadonlySet<string>): boolean {
    const name =
      node.kind === 'MemberExpr' ? node.name : node.kind === 'DeclRefExpr' ? node.referencedDecl?.name : undefined;
    if (name !== undefined && names.has(name)) {
      const user = tree.user(node);
      return user?.castKind !== 'LValueToRValue' && user?.kind !== 'MemberExpr';
    }
    const [target] = children(node);
    const isRecord = !/\*|\b(?:int|long|short|char|float|double|bool|unsigned|\w+_t)\b/.test(
      target?.type?.qualType ?? '*',
    );
    return node.kind === 'BinaryOperator' && node.opcode === '=' && isRecord;
  }

  /** Whether a variable's value depends on another variable, directly or through others that are set once. */
  private dependsOn(variables: Variables, declaration: AstNode, id: string, seen = new Set<string>()): boolean {
    if (seen.has(declaration.id)) return false;
    seen.add(declaration.id);
    const asks = (node: AstNode): boolean => {
      const other = node.kind === 'DeclRefExpr' ? variables.of(node.referencedDecl?.id) : null;
      if (other?.declaration.id === id) return true;
      return (
        (other?.initial !== undefined && this.dependsOn(variables, other.declaration, id, seen)) ||
        children(node).some(asks)
      );
    };
    return children(declaration).some(asks);
  }
}
