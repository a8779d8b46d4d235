/** Decides whether a function that is called from several places can be copied, and gives the reason if a copy would behave differently. */
import { isRecordDeclaration } from '../../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../../frontend/ast/node.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isWithin, type Place, type Range } from '../../program/place.js';
import type { FunctionIndex } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import { branchesAround } from '../accumulators/statement-text.js';
import type { Declaration, FunctionMentions } from './function-mentions.js';

/** A declaration from its first word to its last, without the `;`, and the function's name in it. */
export interface DeclarationText extends Range {
  readonly name: Range;
  readonly isStatic: boolean;
}

/** The texts to copy. */
export interface CopiedTexts {
  readonly kind: 'texts';
  readonly definition: DeclarationText;
  /** Declarations that calls depend on, because a call precedes the definition or relies on default arguments. */
  readonly declarations: readonly DeclarationText[];
}

/** Why a function stays one, as a phrase that follows its name. */
const copyObstacleReasons = {
  'address-taken': 'its address is taken',
  'any-arguments': 'it is variadic',
  'begins-otherwise': 'its declaration does not begin with its return type',
  'between-branches': 'it is inside #if … #endif',
  'behind-pragma': 'a #pragma precedes it',
  'called-by-macro': 'it is called in a macro',
  'called-from-another-file': 'it is called from another file',
  'called-outside-functions': 'it is called outside functions',
  constant: 'it is evaluated at compile time',
  'declared-extern': 'it is declared extern',
  'declared-in-another-file': 'it is declared in another file',
  'declared-in-a-header': 'it is declared in a header',
  'declared-inside': 'it is declared inside a function or a class',
  'declared-with-others': 'it is declared together with other names',
  'declares-a-type': 'it declares a type',
  'defined-in-several-units': 'it is defined in several units',
  'has-a-lambda': 'it contains a lambda',
  'included-again': 'it is defined or called in a file that is included more than once',
  'keeps-memory': 'it has a static variable',
  namesakes: 'other functions have the same name',
  'not-seen': 'it is a class member, or its definition was not found',
  operator: 'it is an operator',
  'other-build': 'another build (--also) compiles the same text',
  'own-lines': 'it uses __LINE__',
  'own-name': 'it uses __func__ or another form of its own name',
  recursive: 'it calls itself',
  template: 'it is a template',
  'tied-to-its-text': 'it contains assembly or labels whose address is taken',
  'too-many-copies': 'it would become too many functions',
  'uncompiled-copies': 'copies of functions do not compile',
  'written-by-macro': 'its declaration comes from a macro',
} as const;

export interface CopyObstacle {
  readonly code: keyof typeof copyObstacleReasons;
  readonly reason: string;
}

export interface NotCopied extends CopyObstacle {
  readonly kind: 'one';
}

/** `place`: where the reason was found. */
export function notCopied(
  code: CopyObstacle['code'],
  place = '',
  reason: string = copyObstacleReasons[code],
): NotCopied {
  return { kind: 'one', code, reason: place === '' ? reason : `${reason} (${place})` };
}

export function copiedTexts(
  syntax: ProgramSyntax,
  index: FunctionIndex,
  mentions: FunctionMentions,
): CopiedTexts | NotCopied {
  const { places, scopes } = syntax;
  const { functions } = scopes[0]!.builder;
  const draft = functions[index]!;
  const [defined, ...further] = mentions.declarations.filter(({ node }) => bodyIn(node) !== undefined);
  if (draft.templateParameters.length > 0) return notCopied('template');
  if (!defined || draft.body === null) return notCopied('not-seen');
  if ([draft.place.range, ...mentions.calls].some((range) => places.isReadAgain(range)))
    return notCopied('included-again');
  if (further.length > 0) return notCopied('defined-in-several-units');
  if (!/^\w+$/.test(draft.name.split('::').at(-1)!)) return notCopied('operator');
  const namesakes = functions.filter(({ name }) => name.split('::').at(-1) === defined.node.name).length;
  if (namesakes > 1) return notCopied('namesakes', '', `${namesakes} functions have this name`);
  if (defined.node.variadic || /,\s*\.\.\.\)$/.test(defined.node.type?.qualType ?? ''))
    return notCopied('any-arguments');
  const [other] = mentions.others;
  if (other) return notCopied(CODE_OF_MENTION[other.what], at(syntax, other.place));
  if (reachedFrom(syntax.program, syntax.program.functions[index]!.calls).has(index)) return notCopied('recursive');
  if (draft.isConstexpr || scopes.some(({ constantFunctions }) => constantFunctions.has(index)))
    return notCopied('constant');
  const kept = draft.holdsLambda ? notCopied('has-a-lambda') : uncopyableConstruct(places, defined.node);
  if (kept !== null) return kept;
  const texts = mentions.declarations.map((declaration) => ({ declaration, text: wholeText(syntax, declaration) }));
  const definition = texts.find(({ declaration }) => declaration === defined)!.text;
  if ('kind' in definition) return definition;
  const elsewhere = mentions.calls.find(({ file }) => file !== definition.file);
  if (elsewhere) return notCopied('called-from-another-file', at(syntax, { range: elsewhere, spelling: null }));
  const outside = mentions.calls.find((call) => !functions.some(({ body }) => body !== null && isWithin(call, body)));
  if (outside) return notCopied('called-outside-functions', at(syntax, { range: outside, spelling: null }));
  const [first] = mentions.calls;
  const before: DeclarationText[] = [];
  for (const { declaration, text } of texts) {
    if (declaration === defined) continue;
    if ('kind' in text) return text;
    if (text.file !== definition.file)
      return notCopied('declared-in-another-file', at(syntax, { range: text, spelling: null }));
    if (!/^\s*;/.test(places.files[text.file]!.source.text.slice(text.end))) return notCopied('declared-with-others');
    before.push(text);
  }
  const isCalledBefore = first !== undefined && first.begin < definition.begin;
  return { kind: 'texts', definition, declarations: isCalledBefore || hasDefaults(mentions) ? before : [] };
}

const CODE_OF_MENTION = { named: 'address-taken', 'called in a macro': 'called-by-macro' } as const;

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

/** Constructs that two copies would duplicate: static memory, local types, the function's own name. */
function uncopyableConstruct(places: ProgramSyntax['places'], node: AstNode): NotCopied | null {
  if (node.kind === 'VarDecl' && keepsMemory(node))
    return notCopied('keeps-memory', '', `its variable ${node.name} is static or thread-local`);
  if ((isRecordDeclaration(node) || node.kind === 'EnumDecl') && node.isImplicit !== true)
    return notCopied('declares-a-type');
  if (node.kind === 'PredefinedExpr' && !places.isInSystemMacro(node)) return notCopied('own-name');
  if (isTiedToItsText(node)) return notCopied('tied-to-its-text');
  for (const child of children(node)) {
    const why = uncopyableConstruct(places, child);
    if (why !== null) return why;
  }
  return null;
}

/** Shared memory is declared static, too, but each launch has its own. */
function keepsMemory(node: AstNode): boolean {
  if (children(node).some(isShared)) return false;
  return node.storageClass === 'static' || node.tls !== undefined;
}

const isShared = ofKind('CUDASharedAttr');

/** The text of a declaration, if it can be repeated beside the original; else the reason why not. */
function wholeText({ places }: ProgramSyntax, { scope, node, isInside }: Declaration): DeclarationText | NotCopied {
  const found = node.range && !node.range.end.expansionLoc ? places.ofNode(node) : null;
  const place = found && (!node.range!.begin.expansionLoc || beginsWithSpace(places, found.range)) ? found : null;
  const name = places.ofName(node)?.range;
  if (!place || !name || places.text(name) !== node.name) return notCopied('written-by-macro');
  const { file, begin, end } = place.range;
  const { absolutePath, source } = places.files[file]!;
  const where = scope.builder.at(place);
  if (isInside) return notCopied('declared-inside', where);
  if (absolutePath !== scope.unit.file) return notCopied('declared-in-a-header', where);
  if (branchesAround(source.tokens, begin) !== '') return notCopied('between-branches', where);
  const before = source.tokens.list[source.tokens.indexFrom(begin) - 1];
  if (before?.directive?.name === 'pragma') return notCopied('behind-pragma', where);
  if (before && !before.directive && ![';', '{', '}'].includes(before.text))
    return notCopied('begins-otherwise', where);
  const words = source.tokens.within({ begin, end }).map(({ text }) => text);
  if (words.includes('extern')) return notCopied('declared-extern', where);
  if (words.includes('__LINE__')) return notCopied('own-lines', where);
  return { ...place.range, name, isStatic: node.storageClass === 'static' };
}

/** `__global__`, `__device__`: words of CUDA that its headers define as macros. */
function beginsWithSpace(places: ProgramSyntax['places'], range: Range): boolean {
  const [first] = places.files[range.file]!.source.tokens.within(range);
  return first !== undefined && EXECUTION_SPACES.has(first.text);
}

const EXECUTION_SPACES: ReadonlySet<string> = new Set(['__global__', '__device__', '__host__']);

const isTiedToItsText = ofKind('GCCAsmStmt', 'MSAsmStmt', 'AddrLabelExpr');
