/**
 * Finds sums whose method of summation can change: a local variable, whose address is not taken and which no lambda captures; one loop uses it
 * only to add to it; every mention of it is understood; and declarations can be placed before that loop. A jump out of the loop either lands
 * behind the loop, where the sum is completed, or leaves the function and the sum with it: hence no `goto` and no handlers.
 */
import { isAssignment } from '../../frontend/ast/kinds.js';
import type { AstNode } from '../../frontend/ast/node.js';
import { ofKind } from '../../frontend/ast/node.js';
import type { FunctionSyntax } from '../../frontend/lower/lower-units.js';
import type { PlaceReader } from '../../frontend/lower/places.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import { isBinaryFormat, isHalf } from '../../numerics/format.js';
import type { Range } from '../../program/place.js';
import type { SiteIndex } from '../../program/program.js';
import type { Token, Tokens } from '../../support/tokens.js';
import type { Accumulation, Accumulators, NoAccumulation, Update } from './accumulation.js';
import { beforeLoop, branchesAround, endOfLoop, endOfStatement } from './statement-text.js';
import { SyntaxTree } from './syntax-tree.js';
import { readUpdate } from './updates.js';

/** Constructs that continue somewhere else than behind the loop, or that run at compile time. */
const jumps = ofKind(
  'GotoStmt',
  'IndirectGotoStmt',
  'LabelStmt',
  'CXXTryStmt',
  'StmtExpr',
  'CoyieldExpr',
  'CoawaitExpr',
  'CoreturnStmt',
);
/** `x = …`, `x += …`, `x -= …` */
const updates = (node: AstNode): boolean => isAssignment(node) && ['=', '+=', '-='].includes(node.opcode ?? '');

export function findAccumulators(syntax: ProgramSyntax): Accumulators {
  const found = new Map<SiteIndex, Accumulation>();
  const others = new Map<SiteIndex, NoAccumulation>();
  for (const one of syntax.functions) {
    const tree = new SyntaxTree(one.node);
    for (const variable of tree.nodes) {
      const site = variable.kind === 'VarDecl' ? one.scope.sites.get(variable.id) : undefined;
      if (site === undefined || found.has(site)) continue;
      const read = new SumReader(syntax, one, tree, variable, site).read();
      if (typeof read === 'object') found.set(site, read);
      else if (read !== '') others.set(site, { reason: read, place: syntax.program.sites[site]!.place });
    }
  }
  return { found, others };
}

interface Use {
  readonly node: AstNode;
  readonly range: Range;
}

/** Reads one variable. The result is an accumulation, or the reason why there is no accumulation ('' if no loop adds to it). */
class SumReader {
  private readonly places: PlaceReader;

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly owner: FunctionSyntax,
    private readonly tree: SyntaxTree,
    private readonly variable: AstNode,
    private readonly site: SiteIndex,
  ) {
    this.places = syntax.places;
  }

  read(): Accumulation | string {
    const references = this.tree.nodes.filter(
      ({ kind, referencedDecl }) => kind === 'DeclRefExpr' && referencedDecl?.id === this.variable.id,
    );
    const adding = references.filter((node) => this.addsInLoop(node, references));
    if (adding.length === 0) return '';
    const why = this.whyNotLocal();
    if (why !== null) return why;
    const uses = references.map((node): Use | null => {
      const range = this.ownRange(node);
      return range && { node, range };
    });
    const known = uses.filter((use) => use !== null);
    if (known.length < uses.length) return 'a macro uses it';
    if (!known.every(({ node }) => this.isReadOrWritten(node)))
      return 'its address is taken, a reference is bound to it, or a lambda or OpenMP directive uses it';
    if (!this.hasNoOtherMentions(known))
      return 'its name also occurs in a macro, in text that is not compiled or in another declaration';
    return this.inOneLoop(known);
  }

  private addsInLoop(node: AstNode, references: readonly AstNode[]): boolean {
    const statement = this.tree.user(node);
    if (!statement || !updates(statement)) return false;
    const isAnew =
      statement.opcode === '=' && !references.some((one) => one !== node && this.tree.isWithin(one, statement));
    if (isAnew) return false;
    return this.loopsOutside(statement).length > 0;
  }

  /** Loops around a node that do not contain the variable's declaration. */
  private loopsOutside(node: AstNode): AstNode[] {
    return this.tree.loopsAround(node).filter((loop) => !this.tree.isWithin(this.variable, loop));
  }

  private whyNotLocal(): string | null {
    const { program } = this.syntax;
    const { kind, shape, space, format, type, combinedByOpenMp } = program.sites[this.site]!;
    const around = this.tree.ancestors(this.variable);
    if (kind !== 'variable' || shape !== 'scalar' || !isBinaryFormat(format) || isHalf(format))
      return 'it is not a plain double or float variable';
    if (
      this.variable.storageClass !== undefined ||
      this.variable.tls !== undefined ||
      /^(?:shared|constant|global)$/.test(space)
    )
      return 'it is not local to its function';
    if (!/^\w+(?:::\w+)*$/.test(type) || /\b(?:volatile|_Atomic)\b/.test(this.variable.type?.qualType ?? ''))
      return `another variable cannot be declared with its type '${type}'`;
    if (program.functions[this.owner.function]!.sharesText) return 'its template is instantiated with several formats';
    if (this.places.isReadAgain(program.sites[this.site]!.place.range)) return 'its file is included more than once';
    if (combinedByOpenMp !== null) return `OpenMP combines it (${combinedByOpenMp})`;
    if (around[0]?.kind !== 'DeclStmt' || around[1]?.kind !== 'CompoundStmt')
      return 'it is declared in the head of a statement, not in a block';
    if (around.some(({ kind: one }) => one === 'LambdaExpr' || one.startsWith('OMP')))
      return 'it is declared in a lambda or under an OpenMP directive';
    if (this.owner.node.constexpr === true) return 'its function is constexpr';
    const jump = this.tree.nodes.find(
      (node) => jumps(node) || /^_?(?:sig)?setjmp$/.test(node.referencedDecl?.name ?? ''),
    );
    return jump ? 'its function contains labels, exception handlers or other jumps out of a loop' : null;
  }

  /** The range of a node that is written in the file itself, outside any macro. */
  private ownRange(node: AstNode): Range | null {
    if (!node.range || node.range.begin.expansionLoc || node.range.end.expansionLoc) return null;
    return this.places.ofNode(node)?.range ?? null;
  }

  private isReadOrWritten(node: AstNode): boolean {
    if (this.tree.ancestors(node).some(({ kind }) => kind === 'LambdaExpr' || kind.startsWith('OMP'))) return false;
    const user = this.tree.user(node);
    if (user?.kind === 'ImplicitCastExpr') return user.castKind === 'LValueToRValue';
    const isTarget = user !== null && this.tree.isWithin(node, (user.inner ?? [])[0]!);
    return (
      isTarget && (user.kind === 'CompoundAssignOperator' || (user.kind === 'BinaryOperator' && user.opcode === '='))
    );
  }

  /** No further mention of its name in its block: neither in a branch that is not compiled nor in a clause of a directive. */
  private hasNoOtherMentions(uses: readonly Use[]): boolean {
    const block = this.ownRange(this.tree.ancestors(this.variable)[1]!);
    const own = this.places.ofName(this.variable);
    if (!block || !own || own.spelling !== null || own.pasted !== undefined) return false;
    const named = this.tokensOf(block.file)
      .within({ begin: own.range.begin, end: block.end })
      .filter(({ text }) => text === this.variable.name);
    const seen = new Set([own.range, ...uses.map(({ range }) => range)].map(({ file, begin }) => `${file}:${begin}`));
    return named.length === seen.size;
  }

  private inOneLoop(uses: readonly Use[]): Accumulation | string {
    const updates = new Map<AstNode, Update>();
    const references = uses.map(({ node }) => node);
    for (const node of references) {
      const statement = this.tree.user(node);
      const update = statement && this.addsInLoop(node, references) ? this.update(statement, uses) : null;
      if (statement && update) updates.set(statement, update);
    }
    const isUpdate = ({ node }: Use) => [...updates.keys()].some((statement) => this.tree.isWithin(node, statement));
    const loops = new Map<AstNode, number>();
    for (const statement of updates.keys()) {
      const loop = this.loopsOutside(statement).find(
        (one) =>
          this.placeBefore(one) !== null && uses.filter(({ node }) => this.tree.isWithin(node, one)).every(isUpdate),
      );
      if (loop) loops.set(loop, this.placeBefore(loop)!);
    }
    if (loops.size > 1) return 'several loops add to it';
    const [first] = loops;
    if (!first)
      return 'the loop reads it, assigns it or adds to it inside a larger expression, or no declaration can be placed before the loop';
    const [loop, before] = first;
    const range = this.loopRange(loop);
    if (!range) return 'its loop ends inside a macro';
    const tokens = this.tokensOf(range.file);
    if (tokens.within({ begin: this.blockBegin(), end: range.end }).some(directsLoop))
      return 'a directive controls how its loop runs';
    const inLoop = [...updates]
      .filter(([statement]) => this.tree.isWithin(statement, loop))
      .map(([, update]) => update);
    const whole = [
      this.blockBegin(),
      before,
      range.begin,
      range.end,
      ...inLoop.map(({ statement }) => statement.begin),
    ];
    if (new Set(whole.map((at) => branchesAround(tokens, at))).size > 1)
      return 'its declaration, its loop and the added terms are in different #if branches';
    const { name, type: written, format: declared } = this.syntax.program.sites[this.site]!;
    const format = declared === 'fp64' ? 'fp64' : 'fp32';
    const type = written === 'auto' ? { fp64: 'double', fp32: 'float' }[format] : written;
    return { site: this.site, name, type, format, loop: range, beforeLoop: before, updates: inLoop };
  }

  private tokensOf(file: number): Tokens {
    return this.places.files[file]!.source.tokens;
  }

  private blockBegin(): number {
    return this.places.ofName(this.variable)!.range.begin;
  }

  private update(statement: AstNode, uses: readonly Use[]): Update | null {
    if (!this.tree.isStatement(statement)) return null;
    const whole = this.places.ofNode(statement);
    const begin = statement.range?.begin;
    if (!whole || whole.spelling !== null || !begin || begin.expansionLoc) return null;
    const { file } = whole.range;
    const tokens = this.tokensOf(file);
    const end = endOfStatement(tokens, whole.range.begin);
    if (end === null || tokens.within({ begin: whole.range.end, end }).length !== 1) return null;
    const written = tokens.within({ begin: whole.range.begin, end: end - 1 });
    const added = readUpdate(statement, this.variable.id, this.variable.name!, written, file);
    if (!added) return null;
    return {
      statement: { file, begin: whole.range.begin, end },
      names: uses.filter(({ node }) => this.tree.isWithin(node, statement)).map(({ range }) => range),
      added,
      aloneIn: this.blockAround(statement),
    };
  }

  private blockAround(statement: AstNode): number | null {
    const block = this.tree.parent(statement);
    if (block?.kind !== 'CompoundStmt' || this.tree.parent(block)?.kind === 'SwitchStmt') return null;
    const beside = (block.inner ?? []).filter((one) => updates(one) && this.namesVariable(one));
    return beside.length === 1 ? (this.ownRange(block)?.begin ?? null) : null;
  }

  private namesVariable(statement: AstNode): boolean {
    const [target] = statement.inner ?? [];
    return target?.kind === 'DeclRefExpr' && target.referencedDecl?.id === this.variable.id;
  }

  private placeBefore(loop: AstNode): number | null {
    const [above, next] = this.tree.ancestors(loop).filter(({ kind }) => kind !== 'AttributedStmt');
    if (above?.kind !== 'CompoundStmt' || next?.kind === 'SwitchStmt') return null;
    const range = this.places.ofNode(loop)?.range;
    if (!range || loop.range?.begin.expansionLoc) return null;
    return beforeLoop(this.tokensOf(range.file), range.begin);
  }

  private loopRange(loop: AstNode): Range | null {
    const place = this.places.ofNode(loop);
    const end = place && endOfLoop(this.tokensOf(place.range.file), place.range.end);
    return place && end !== null ? { ...place.range, end } : null;
  }
}

/** `_Pragma` and the OpenMP and OpenACC directives for the loop behind them. */
function directsLoop({ text, directive }: Token): boolean {
  if (text === '_Pragma') return true;
  return text === 'pragma' && directive?.name === 'pragma' && ['omp', 'acc'].includes(directive.body[0]?.text ?? '');
}
