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

/** Why a function stays one, in words that follow its name. */
const oneFunctionReasons = {
  'address-taken': 'its address is taken',
  'any-arguments': 'it takes any number of arguments',
  'begins-otherwise': 'its declaration begins with more than its type',
  'between-branches': 'it stands between #if and #endif',
  'behind-pragma': 'a pragma stands before it',
  'called-by-macro': 'a macro calls it',
  'called-from-another-file': 'it is called from another file',
  'called-outside-functions': 'it is called outside of functions',
  constant: 'the compiler evaluates it',
  'declared-extern': 'it is declared extern',
  'declared-in-another-file': 'it is declared in another file',
  'declared-in-a-header': 'it is declared in a header',
  'declared-inside': 'it is declared inside a function or a class',
  'declared-with-others': 'it is declared together with others',
  'declares-a-type': 'it declares a type',
  'defined-in-several-units': 'it is defined in several units',
  'has-a-lambda': 'it holds a lambda',
  'included-again': 'it is defined or called in a file that is included more than once',
  'keeps-memory': 'it keeps its static memory from call to call',
  namesakes: 'other functions have its name',
  'not-seen': 'it is a member of a class, or not defined in what is read',
  operator: 'it is an operator',
  'other-build': 'another build of the same text has to stay right',
  'own-lines': 'it says its own lines',
  'own-name': 'it says its own name',
  recursive: 'it calls itself',
  template: 'it is a template',
  'tied-to-its-text': 'it holds assembly or labels whose address is taken',
  'too-many-copies': 'it would be too many functions',
  'uncompiled-copies': 'copies of functions do not compile',
  'written-by-macro': 'a macro writes its declaration',
} as const;

export interface WhyOneFunction {
  readonly code: keyof typeof oneFunctionReasons;
  readonly reason: string;
}

export interface OneFunction extends WhyOneFunction {
  readonly kind: 'one';
}

/** `place`: where that is seen. */
export function staysOne(
  code: WhyOneFunction['code'],
  place = '',
  reason: string = oneFunctionReasons[code],
): OneFunction {
  return { kind: 'one', code, reason: place === '' ? reason : `${reason} (${place})` };
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
  if (draft.templateParameters.length > 0) return staysOne('template');
  if (!defined || draft.body === null) return staysOne('not-seen');
  if ([draft.place.range, ...mentions.calls].some((range) => places.isReadAgain(range)))
    return staysOne('included-again');
  if (further.length > 0) return staysOne('defined-in-several-units');
  if (!/^\w+$/.test(draft.name.split('::').at(-1)!)) return staysOne('operator');
  const namesakes = functions.filter(({ name }) => name.split('::').at(-1) === defined.node.name).length;
  if (namesakes > 1) return staysOne('namesakes', '', `${namesakes} functions have its name`);
  if (defined.node.variadic || /,\s*\.\.\.\)$/.test(defined.node.type?.qualType ?? ''))
    return staysOne('any-arguments');
  const [other] = mentions.others;
  if (other) return staysOne(OTHERWISE[other.what], at(syntax, other.place));
  if (reachedFrom(syntax.program, syntax.program.functions[index]!.calls).has(index)) return staysOne('recursive');
  if (draft.isConstexpr || scopes.some(({ constantFunctions }) => constantFunctions.has(index)))
    return staysOne('constant');
  const kept = draft.holdsLambda ? staysOne('has-a-lambda') : whatOnlyOneCanHave(places, defined.node);
  if (kept !== null) return kept;
  const texts = mentions.declarations.map((declaration) => ({ declaration, text: wholeText(syntax, declaration) }));
  const definition = texts.find(({ declaration }) => declaration === defined)!.text;
  if ('kind' in definition) return definition;
  const elsewhere = mentions.calls.find(({ file }) => file !== definition.file);
  if (elsewhere) return staysOne('called-from-another-file', at(syntax, { range: elsewhere, spelling: null }));
  const outside = mentions.calls.find((call) => !functions.some(({ body }) => body !== null && isWithin(call, body)));
  if (outside) return staysOne('called-outside-functions', at(syntax, { range: outside, spelling: null }));
  const [first] = mentions.calls;
  const before: DeclarationText[] = [];
  for (const { declaration, text } of texts) {
    if (declaration === defined) continue;
    if ('kind' in text) return text;
    if (text.file !== definition.file)
      return staysOne('declared-in-another-file', at(syntax, { range: text, spelling: null }));
    if (!/^\s*;/.test(places.files[text.file]!.source.text.slice(text.end))) return staysOne('declared-with-others');
    before.push(text);
  }
  const isCalledBefore = first !== undefined && first.begin < definition.begin;
  return { kind: 'texts', definition, declarations: isCalledBefore || hasDefaults(mentions) ? before : [] };
}

const OTHERWISE = { named: 'address-taken', 'called in a macro': 'called-by-macro' } as const;

function at({ scopes }: ProgramSyntax, place: Place | null): string {
  return place ? scopes[0]!.builder.at(place) : '';
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
function whatOnlyOneCanHave(places: ProgramSyntax['places'], node: AstNode): OneFunction | null {
  if (node.kind === 'VarDecl' && (node.storageClass === 'static' || node.tls !== undefined))
    return staysOne('keeps-memory', '', `it keeps ${node.name} from call to call`);
  if ((isRecordDeclaration(node) || node.kind === 'EnumDecl') && node.isImplicit !== true)
    return staysOne('declares-a-type');
  if (node.kind === 'PredefinedExpr' && !places.isInSystemMacro(node)) return staysOne('own-name');
  if (isTiedToItsText(node)) return staysOne('tied-to-its-text');
  for (const child of children(node)) {
    const why = whatOnlyOneCanHave(places, child);
    if (why !== null) return why;
  }
  return null;
}

/** The text of a declaration as it can be written once more beside it, or why it cannot. */
function wholeText({ places }: ProgramSyntax, { scope, node, isInside }: Declaration): DeclarationText | OneFunction {
  const isPlain = node.range && !node.range.begin.expansionLoc && !node.range.end.expansionLoc;
  const place = isPlain ? places.ofNode(node) : null;
  const name = places.ofName(node)?.range;
  if (!place || !name || places.text(name) !== node.name) return staysOne('written-by-macro');
  const { file, begin, end } = place.range;
  const { absolutePath, source } = places.files[file]!;
  const where = scope.builder.at(place);
  if (isInside) return staysOne('declared-inside', where);
  if (absolutePath !== scope.unit.file) return staysOne('declared-in-a-header', where);
  if (branchesAround(source.tokens, begin) !== '') return staysOne('between-branches', where);
  const before = source.tokens.list[source.tokens.indexFrom(begin) - 1];
  if (before?.directive?.name === 'pragma') return staysOne('behind-pragma', where);
  if (before && !before.directive && ![';', '{', '}'].includes(before.text)) return staysOne('begins-otherwise', where);
  const words = source.tokens.within({ begin, end }).map(({ text }) => text);
  if (words.includes('extern')) return staysOne('declared-extern', where);
  if (words.includes('__LINE__')) return staysOne('own-lines', where);
  return { ...place.range, name, isStatic: node.storageClass === 'static' };
}

const isTiedToItsText = ofKind('GCCAsmStmt', 'MSAsmStmt', 'AddrLabelExpr');
