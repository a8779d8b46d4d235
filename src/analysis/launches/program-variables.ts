/** The variables of a program's functions, by the function that reads them, and the values of its integers. */
import { type AstNode, children } from '../../frontend/ast/node.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { IntegerReader } from './integer-reader.js';
import { Variables } from './variables.js';

export class ProgramVariables {
  private readonly definitions = new Map<string, AstNode>();
  private readonly globals = new Map<string, AstNode>();
  private readonly variables = new Map<AstNode, Variables>();

  constructor(private readonly syntax: ProgramSyntax) {
    for (const { node } of syntax.functions) this.definitions.set(node.id, node);
    for (const root of syntax.roots) this.collectGlobals(root);
  }

  of(root: AstNode): Variables {
    const made = this.variables.get(root) ?? new Variables(root, this.globals);
    this.variables.set(root, made);
    return made;
  }

  definition(id: string): AstNode | undefined {
    return this.definitions.get(id);
  }

  reader(owner: AstNode): IntegerReader {
    return new IntegerReader(this.of(owner), this.syntax.places, (id) => this.definitions.get(id) ?? null);
  }

  /** Collects the variables of files and namespaces. */
  private collectGlobals(node: AstNode): void {
    for (const child of children(node)) {
      if (child.kind === 'VarDecl') this.globals.set(child.id, child);
      if (child.kind === 'NamespaceDecl' || child.kind === 'LinkageSpecDecl') this.collectGlobals(child);
    }
  }
}
