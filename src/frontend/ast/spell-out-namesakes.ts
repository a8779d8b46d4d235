/**
 * clang prints the name of a class as written: `rec` in namespace `one` and in namespace `two`. If a unit has several classes of one name, every type
 * in its tree is replaced by the full name (`two::rec`), which follows from the declarations that expressions refer to.
 */
import { isImplicit } from './ignoring.js';
import { isCallOrLaunch, isConstruction, isExplicitCast, isFunctionDeclaration } from './kinds.js';
import { Namesakes, type ScopeChain } from './namesakes.js';
import { type AstNode, children, ofKind, type TypeName } from './node.js';

/** Maps a class name to its full name in some context; undefined if the context does not determine it. */
type Meaning = (name: string) => string | undefined;

const unknownMeaning: Meaning = () => undefined;
const isWritten = ofKind('CXXTemporaryObjectExpr', 'CompoundLiteralExpr', 'CXXNewExpr', 'CXXScalarValueInitExpr');
const passesMeaning = ofKind('ParenExpr', 'ReturnStmt', 'ConditionalOperator', 'CXXStdInitializerListExpr');
const isDeclaration = (node: AstNode) => node.kind.endsWith('Decl');

/** Returns the names with mentions that could not be resolved. */
export function spellOutNamesakes(root: AstNode): ReadonlySet<string> {
  const namesakes = new Namesakes(root);
  if (namesakes.names.size === 0) return namesakes.names;
  const speller = new Speller(namesakes);
  speller.visit(root, [], unknownMeaning);
  return speller.unresolved;
}

class Speller {
  readonly unresolved = new Set<string>();
  /** The meaning of names in the type of each declaration. */
  private readonly declared = new Map<string, Meaning>();
  private readonly mention: RegExp;
  /** The number of enclosing templates, whose types are not resolved yet. */
  private patterns = 0;

  constructor(private readonly namesakes: Namesakes) {
    const names = [...namesakes.names].join('|');
    this.mention = new RegExp(`(?<![\\w:/.])((?:\\w+::)*)(${names})(?![\\w:.])`, 'g');
  }

  /** `expected`: the meaning of names expected by the user of the expression. Returns their meaning in its own type. */
  visit(node: AstNode, around: ScopeChain, expected: Meaning): Meaning {
    const scope = this.namesakes.chainOf(node.id) ?? around;
    const lexical: Meaning = (name) => this.namesakes.lookUp(name, scope) ?? undefined;
    const own = this.ownMeaning(node, lexical, expected);
    const fromOperands = this.visitChildren(node, this.namesakes.inside(node, around), own, expected);
    const there = isDeclaration(node) ? unknownMeaning : expected;
    const meaning: Meaning = (name) => own(name) ?? fromOperands(name) ?? there(name) ?? lexical(name);
    const mentioned = new Map<string, string>();
    for (const type of [node.type, node.ctorType, node.argType]) if (type) this.spellOut(type, meaning, mentioned);
    const inType: Meaning = (name) => mentioned.get(name);
    if (isDeclaration(node)) this.declared.set(node.id, inType);
    return inType;
  }

  /** The meaning determined by the node itself, without its operands. */
  private ownMeaning(node: AstNode, lexical: Meaning, expected: Meaning): Meaning {
    const named = node.kind === 'MemberExpr' ? node.referencedMemberDecl : node.referencedDecl?.id;
    if (named !== undefined) return this.ofDeclaration(named);
    if (isExplicitCast(node) || isWritten(node)) return lexical;
    if (node.kind === 'InitListExpr') return (name) => expected(name) ?? lexical(name);
    return isDeclaration(node) && node.kind !== 'VarDecl' ? lexical : unknownMeaning; // a variable may be declared `auto`
  }

  private ofDeclaration(id: string): Meaning {
    const chain = this.namesakes.chainOf(id);
    return (name) =>
      this.declared.get(id)?.(name) ?? (chain ? (this.namesakes.lookUp(name, chain) ?? undefined) : undefined);
  }

  /** Returns the meaning that the operands determine: the callee of a call, the source of a copy. */
  private visitChildren(node: AstNode, inside: ScopeChain, own: Meaning, expected: Meaning): Meaning {
    const operandMeanings: Meaning[] = [];
    const fromOperands: Meaning = (name) => operandMeanings.map((one) => one(name)).find((one) => one !== undefined);
    const isCall = isCallOrLaunch(node);
    const isConversion = isConstruction(node) && !this.mentions(node.ctorType);
    const saysType = !isFunctionDeclaration(node) && !isExplicitCast(node) && !isConversion;
    const inner = children(node);
    const pattern = patternIn(node);
    inner.forEach((child, position) => {
      if (child === pattern) this.patterns++;
      const meaning = this.visit(child, inside, this.expectedIn(node, inside, { own, fromOperands, expected }));
      if (child === pattern) this.patterns--;
      if (saysType && (!isCall || position === 0)) operandMeanings.push(meaning);
    });
    return fromOperands;
  }

  private expectedIn(
    node: AstNode,
    inside: ScopeChain,
    { own, fromOperands, expected }: Record<'own' | 'fromOperands' | 'expected', Meaning>,
  ) {
    if (isCallOrLaunch(node) || node.kind === 'BinaryOperator') return fromOperands;
    if (isFunctionDeclaration(node)) return own;
    if (node.kind === 'InitListExpr') {
      const type = (node.type.desugaredQualType ?? node.type.qualType).replace(/<.*|\[.*|^const /gs, '');
      const fields: ScopeChain = type.includes('::')
        ? type.split('::')
        : [...inside.filter((one) => !one.startsWith('#')), type];
      return (name: string) => own(name) ?? this.namesakes.lookUp(name, fields) ?? undefined;
    }
    const passes = passesMeaning(node) || isImplicit(node) || isConstruction(node) || node.kind.endsWith('Stmt');
    return passes ? expected : unknownMeaning;
  }

  private mentions(type: TypeName): boolean {
    return type.qualType.search(this.mention) >= 0;
  }

  private spellOut(type: TypeName, meaning: Meaning, mentioned: Map<string, string>): void {
    const spell = (text: string): string =>
      text.replace(this.mention, (whole, qualifiers: string, name: string) => {
        const full = qualifiers === '' ? meaning(name) : this.namesakes.complete(whole, name);
        if (!full && this.patterns === 0) this.unresolved.add(name);
        if (full && qualifiers === '') mentioned.set(name, full);
        return full ?? whole;
      });
    if (type.desugaredQualType !== undefined) type.desugaredQualType = spell(type.desugaredQualType);
    else type.qualType = spell(type.qualType);
  }
}

/** The pattern of a template, beside its instantiations. */
function patternIn(node: AstNode): AstNode | undefined {
  if (node.kind === 'ClassTemplateDecl') return children(node).find(({ kind }) => kind === 'CXXRecordDecl');
  return node.kind === 'FunctionTemplateDecl' ? children(node).find(isFunctionDeclaration) : undefined;
}
