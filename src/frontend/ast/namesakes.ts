/** Classes with the same name in several namespaces or classes, and name lookup among them. */
import { isFunctionDeclaration, isRecordDeclaration } from './kinds.js';
import { type AstNode, children } from './node.js';

/** The scopes around a text, outermost first: `['outer', 'Solver', '#0x12']`, with a mark for a function. */
export type ScopeChain = readonly string[];

export class Namesakes {
  /** By unqualified name: the full names of classes outside functions. */
  private readonly classes = new Map<string, Set<string>>();
  private readonly inFunctions = new Set<string>();
  private readonly chains = new Map<string, ScopeChain>();
  private readonly insides = new Map<string, ScopeChain>();
  /** By scope: namespaces of `using namespace`, and bases of a class. */
  private readonly opened = new Map<string, string[]>();
  /** By scope and name: `using two::rec;`. */
  private readonly imported = new Map<string, string>();
  /** `namespace o = outer::one;` */
  private readonly aliases = new Map<string, string>();
  readonly names: ReadonlySet<string>;

  constructor(root: AstNode) {
    this.collect(root, []);
    this.names = new Set([...this.classes].filter(([, full]) => full.size > 1).map(([name]) => name));
  }

  /** The scope of a declaration's text. */
  chainOf(id: string | undefined): ScopeChain | undefined {
    return this.chains.get(id ?? '');
  }

  /** The full name of the class found by lookup in this scope; null if unknown or ambiguous. */
  lookUp(name: string, chain: ScopeChain): string | null {
    for (let depth = chain.length; depth >= 0; depth--) {
      const scope = chain.slice(0, depth).join('::');
      const full = joined(scope, name);
      if (this.inFunctions.has(full)) return name;
      const imported = this.imported.get(full);
      if (imported !== undefined) return imported;
      const known = this.classes.get(name)!;
      const found = [scope, ...(this.opened.get(scope) ?? [])]
        .map((one) => joined(one, name))
        .filter((one) => known.has(one));
      if (found.length > 0) return found.length === 1 ? found[0]! : null;
    }
    return null;
  }

  /** `one::rec` for `outer::one::rec`, and `alias::rec` with a namespace alias. */
  complete(written: string, name: string): string | null {
    const known = [...this.classes.get(name)!];
    const qualified = written.replace(/^\w+/, (first) => this.aliases.get(first) ?? first);
    if (known.includes(qualified)) return qualified;
    const found = known.filter((full) => full.endsWith(`::${qualified}`));
    return found.length === 1 ? found[0]! : null;
  }

  /** The scope inside a declaration. */
  inside(node: AstNode, around: ScopeChain): ScopeChain {
    if (node.kind === 'NamespaceDecl') return node.name ? [...around, node.name] : around;
    if (isRecordDeclaration(node)) return node.name ? [...around, node.name] : around;
    if (isFunctionDeclaration(node)) return [...(this.chains.get(node.id) ?? around), `#${node.id}`];
    return around;
  }

  private collect(node: AstNode, around: ScopeChain): void {
    if (this.chains.has(node.id)) return; // a using-declaration shows the class a second time
    // a member defined outside its class belongs to the scope of the class
    const of = this.chains.get(node.previousDecl ?? '') ?? this.insides.get(node.parentDeclContextId ?? '');
    const chain = isFunctionDeclaration(node) ? (of ?? around) : around;
    this.chains.set(node.id, chain);
    const inside = this.inside(node, chain);
    if (inside !== chain) this.insides.set(node.id, inside);
    const scope = chain.join('::');
    if (isRecordDeclaration(node) && node.name && !node.isImplicit) this.addClass(node, joined(scope, node.name));
    if (node.kind === 'UsingDirectiveDecl') {
      const opened = this.insides.get(node.nominatedNamespace?.id ?? '');
      if (opened) this.open(scope, opened.join('::'));
    }
    if (node.kind === 'UsingDecl' && node.name?.includes('::'))
      this.imported.set(joined(scope, node.name.split('::').at(-1)!), node.name.replace(/^::/, ''));
    if (node.kind === 'NamespaceAliasDecl') {
      const aliased = this.insides.get(node.aliasedNamespace?.id ?? '');
      if (aliased) this.aliases.set(node.name ?? '', aliased.join('::'));
    }
    for (const child of children(node)) this.collect(child, inside);
  }

  private addClass(node: AstNode, full: string): void {
    const { name, bases } = node;
    if (full.includes('#')) this.inFunctions.add(full);
    else if (node.completeDefinition) this.classes.set(name!, (this.classes.get(name!) ?? new Set()).add(full));
    for (const { type } of bases ?? []) this.open(full, type.qualType.replace(/<.*/s, ''));
  }

  private open(scope: string, other: string): void {
    this.opened.set(scope, [...(this.opened.get(scope) ?? []), other]);
  }
}

function joined(scope: string, name: string): string {
  return scope === '' ? name : `${scope}::${name}`;
}
