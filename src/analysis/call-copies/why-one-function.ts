/** Why a function that is called from several places stays one function: what a copy of its text would not be. */
import { isRecordDeclaration } from '../../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../../frontend/ast/node.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isWithin, type Place, type Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import { branchesAround } from '../accumulators/statement-text.js';
import type { Declaration, FunctionMentions } from './function-mentions.js';

/** A declaration from its first word to its last, without a `;`, and the function's name in it. */
export interface DeclarationText extends Range {
  readonly name: Range;
  readonly isStatic: boolean;
}

/** The texts that a copy is made of. */
export interface CopiedTexts {
  readonly kind: 'texts';
  readonly definition: DeclarationText;
  /** Declarations that a call needs: it stands before the definition, or leaves arguments out. */
  readonly declarations: readonly DeclarationText[];
}

export interface OneFunction {
  readonly kind: 'one';
  readonly reason: string;
}

export function copiedTexts(
  syntax: ProgramSyntax,
  index: FunctionIndex,
  mentions: FunctionMentions,
): CopiedTexts | OneFunction {
  const { places, scopes } = syntax;
  const { functions } = scopes[0]!.builder;
  const draft = functions[index]!;
  const [defined, ...further] = mentions.declarations.filter(({ node }) => bodyIn(node) !== undefined);
  if (draft.templateParameters.length > 0) return one('it is a template');
  if (!defined || draft.body === null) return one('it is a member of a class, or not defined in what is read');
  if ([draft.place.range, ...mentions.calls].some((range) => places.isReadAgain(range)))
    return one('it is defined or called in a file that is included more than once');
  if (further.length > 0) return one('it is defined in several units');
  if (!/^\w+$/.test(draft.name.split('::').at(-1)!)) return one('it is an operator');
  const namesakes = functions.filter(({ name }) => name.split('::').at(-1) === defined.node.name).length;
  if (namesakes > 1) return one(`${namesakes} functions have its name`);
  if (defined.node.variadic || /,\s*\.\.\.\)$/.test(defined.node.type?.qualType ?? ''))
    return one('it takes any number of arguments');
  const [other] = mentions.others;
  if (other) return one(`${OTHERWISE[other.what]}${at(syntax, other.place)}`);
  if (reachedFrom(syntax.program, syntax.program.functions[index]!.calls).has(index)) return one('it calls itself');
  if (draft.isConstexpr || scopes.some(({ constantFunctions }) => constantFunctions.has(index)))
    return one('the compiler evaluates it');
  const kept = draft.holdsLambda ? 'it holds a lambda' : whatOnlyOneCanHave(places, defined.node);
  if (kept !== null) return one(kept);
  const texts = mentions.declarations.map((declaration) => ({ declaration, text: wholeText(syntax, declaration) }));
  const definition = texts.find(({ declaration }) => declaration === defined)!.text;
  if (typeof definition === 'string') return one(definition);
  const elsewhere = mentions.calls.find(({ file }) => file !== definition.file);
  if (elsewhere) return one(`it is called from another file${at(syntax, { range: elsewhere, spelling: null })}`);
  const outside = mentions.calls.find((call) => !functions.some(({ body }) => body !== null && isWithin(call, body)));
  if (outside) return one(`it is called outside of functions${at(syntax, { range: outside, spelling: null })}`);
  const [first] = mentions.calls;
  const before: DeclarationText[] = [];
  for (const { declaration, text } of texts) {
    if (declaration === defined) continue;
    if (typeof text === 'string') return one(text);
    if (text.file !== definition.file)
      return one(`it is declared in another file${at(syntax, { range: text, spelling: null })}`);
    if (!/^\s*;/.test(places.files[text.file]!.source.text.slice(text.end)))
      return one('it is declared together with others');
    before.push(text);
  }
  const isCalledBefore = first !== undefined && first.begin < definition.begin;
  return { kind: 'texts', definition, declarations: isCalledBefore || hasDefaults(mentions) ? before : [] };
}

const OTHERWISE = { named: 'its address is taken', 'called in a macro': 'a macro calls it' } as const;

function one(reason: string): OneFunction {
  return { kind: 'one', reason };
}

function at({ scopes }: ProgramSyntax, place: Place | null): string {
  return place ? ` (${scopes[0]!.builder.at(place)})` : '';
}

function hasDefaults({ declarations }: FunctionMentions): boolean {
  return declarations.some(({ node }) =>
    children(node).some(({ kind, init }) => kind === 'ParmVarDecl' && init !== undefined),
  );
}

function bodyIn(node: AstNode): AstNode | undefined {
  return children(node).find(({ kind }) => kind === 'CompoundStmt');
}

/** Memory that its calls share, types of its own, its own name: two copies would have two of them. */
function whatOnlyOneCanHave(places: ProgramSyntax['places'], node: AstNode): string | null {
  if (node.kind === 'VarDecl' && (node.storageClass === 'static' || node.tls !== undefined))
    return `it keeps ${node.name} from call to call`;
  if ((isRecordDeclaration(node) || node.kind === 'EnumDecl') && node.isImplicit !== true) return 'it declares a type';
  if (node.kind === 'PredefinedExpr' && !places.isSpeltBySystem(node)) return 'it says its own name';
  if (isTiedToItsText(node)) return 'it holds assembly or labels whose address is taken';
  for (const child of children(node)) {
    const why = whatOnlyOneCanHave(places, child);
    if (why !== null) return why;
  }
  return null;
}

/** The text of a declaration as it can be written once more beside it, or why it cannot. */
function wholeText({ places }: ProgramSyntax, { scope, node, isInside }: Declaration): DeclarationText | string {
  const isPlain = node.range && !node.range.begin.expansionLoc && !node.range.end.expansionLoc;
  const place = isPlain ? places.ofNode(node) : null;
  const name = places.ofName(node)?.range;
  if (!place || !name || places.text(name) !== node.name) return 'a macro writes its declaration';
  const { file, begin, end } = place.range;
  const { absolutePath, source } = places.files[file]!;
  const where = scope.builder.at(place);
  if (isInside) return `it is declared inside a function or a class (${where})`;
  if (absolutePath !== scope.unit.file) return `it is declared in a header (${where})`;
  if (branchesAround(source.tokens, begin) !== '') return `it stands between #if and #endif (${where})`;
  const before = source.tokens.list[source.tokens.indexFrom(begin) - 1];
  if (before?.directive?.name === 'pragma') return `a pragma stands before it (${where})`;
  if (before && !before.directive && ![';', '{', '}'].includes(before.text))
    return `its declaration begins with more than its type (${where})`;
  const words = source.tokens.within({ begin, end }).map(({ text }) => text);
  if (words.includes('extern')) return `it is declared extern (${where})`;
  if (words.includes('__LINE__')) return `it says its own lines (${where})`;
  return { ...place.range, name, isStatic: node.storageClass === 'static' };
}

const isTiedToItsText = ofKind('GCCAsmStmt', 'MSAsmStmt', 'AddrLabelExpr');
