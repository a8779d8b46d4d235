/**
 * Finds the loops that can carry phases: in the first iterations the program computes in lower precision, in the last ones in higher precision.
 * Such a loop runs on the host, once in a run, and does most of the program's work: time steps, or iterations of a solver.
 */
import { isCallOrLaunch, isLoop } from '../../frontend/ast/kinds.js';
import { type AstNode, children, ofKind } from '../../frontend/ast/node.js';
import { type LoopStatement, loopStatements } from '../../frontend/loop-statements.js';
import { calledConstructor, calledFunction } from '../../frontend/lower/calls/called-function.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { FunctionIndex, LoopIndex, Program } from '../../program/program.js';
import { reachedFrom } from '../../program/reached-functions.js';
import type { ExecutionCounts } from '../performance/block-executions.js';
import { deviceFunctions } from '../scope.js';

/** Why a loop cannot carry phases. */
export type PhaseObstacle =
  | 'entered-again'
  | 'jumps-out'
  | 'little-work'
  | 'no-iterations'
  | 'no-statement'
  | 'condition-declares'
  | 'not-counted'
  | 'behind-directive';

export interface PhaseLoop {
  readonly loop: LoopIndex;
  /** `main@41`: the function and the line of the loop. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** Iterations in the profiling run; null if it could not count them. */
  readonly iterations: number | null;
  /** Share of the executed floating-point operations, from 0 to 1. */
  readonly share: number;
  /** The functions and kernels that its body calls, directly or indirectly, with the share of their calls that come from the loop. */
  readonly reached: ReadonlyMap<FunctionIndex, number>;
  readonly obstacle: { readonly code: PhaseObstacle; readonly reason: string } | null;
}

/**
 * Least share of the work. Chosen: with half of the work in the loop and fp32 twice as fast, phases give at most 1.33×; tried nothing smaller.
 */
const LEAST_SHARE = 0.5;
/** Loops with a smaller share are not listed. Chosen: they could not gain 5 %; tried no other. */
const LEAST_LISTED = 0.05;

/** Loops on the host with some of the work, those with the largest share first, and outer loops before inner ones. */
export function findPhaseLoops(syntax: ProgramSyntax, counts: ExecutionCounts): PhaseLoop[] {
  const { program } = syntax;
  const device = deviceFunctions(program);
  const statements = new Map([...loopStatements(syntax)].map((one) => [one.loop, one]));
  const work = new WorkOfLoops(program, counts, callSites(syntax, statements));
  const ids = loopIds(program);
  return program.loops
    .flatMap((loop, index): PhaseLoop[] => {
      const within = work.total > 0 && !device.has(loop.function) ? work.within(index) : null;
      const share = within ? within.operations / work.total : 0;
      if (share < LEAST_LISTED) return [];
      const iterations = counts.loops?.get(index) ?? (counts.loops ? 0 : null);
      const obstacle = obstacleOf(program, index, statements.get(index), { iterations, share, counts });
      const found = { ...fileAndLine(program, index), iterations, share, reached: within!.reached };
      return [{ loop: index, id: ids[index]!, ...found, obstacle }];
    })
    .toSorted((a, b) => b.share - a.share || program.loops[a.loop]!.depth - program.loops[b.loop]!.depth);
}

/** Unique names of all loops: `main@41`; `main@41~2` for a second loop on the line. */
export function loopIds(program: Program): string[] {
  const seen = new Map<string, number>();
  return program.loops.map((loop, index) => {
    const name = `${program.functions[loop.function]!.name}@${fileAndLine(program, index).line}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}~${times}`;
  });
}

function fileAndLine(program: Program, loop: LoopIndex): { readonly file: string; readonly line: number } {
  const { range } = program.loops[loop]!.place;
  const { path, source } = program.files[range.file]!;
  return { file: path, line: source.position(range.begin).line };
}

export function isInLoop(program: Program, inner: LoopIndex | null, outer: LoopIndex): boolean {
  for (let at = inner; at !== null; at = program.loops[at]!.parent) if (at === outer) return true;
  return false;
}

/** A call or launch of one of the program's functions, by name, with the innermost loop around it. */
interface CallSite {
  readonly caller: FunctionIndex;
  readonly callee: FunctionIndex;
  readonly loop: LoopIndex | null;
}

function callSites(syntax: ProgramSyntax, statements: ReadonlyMap<LoopIndex, LoopStatement>): CallSite[] {
  const loops = new Map([...statements.values()].map(({ node, loop }) => [node, loop]));
  const sites: CallSite[] = [];
  for (const { scope, node: definition, function: caller } of syntax.functions) {
    const visit = (node: AstNode, around: LoopIndex | null): void => {
      const loop = loops.get(node) ?? around;
      const callee = isCallOrLaunch(node) ? calledFunction(scope, node) : calledConstructor(scope, node);
      if (callee !== null) sites.push({ caller, callee, loop });
      for (const child of children(node)) visit(child, loop);
    };
    visit(definition, null);
  }
  return sites;
}

/** The executed floating-point operations of loops, with those of the functions they call, by the share of the calls that a loop makes. */
class WorkOfLoops {
  readonly total: number;
  private readonly own: readonly number[];

  constructor(
    private readonly program: Program,
    private readonly counts: ExecutionCounts,
    private readonly calls: readonly CallSite[],
  ) {
    const own = program.functions.map(() => 0);
    program.operations.forEach(({ function: owner }, operation) => {
      own[owner]! += counts.operations.get(operation) ?? 0;
    });
    this.own = own;
    this.total = own.reduce((sum, one) => sum + one, 0);
  }

  within(loop: LoopIndex): { readonly operations: number; readonly reached: ReadonlyMap<FunctionIndex, number> } {
    const { program, counts } = this;
    let sum = 0;
    program.operations.forEach((operation, index) => {
      if (isInLoop(program, operation.loop, loop)) sum += counts.operations.get(index) ?? 0;
    });
    const owner = program.loops[loop]!.function;
    const isInside = (call: CallSite) => call.caller === owner && isInLoop(program, call.loop, loop);
    const shares = new Map<FunctionIndex, number>();
    const share = (callee: FunctionIndex): number => {
      const known = shares.get(callee);
      if (known !== undefined) return known;
      shares.set(callee, 0); // a recursive call adds nothing
      let [inside, all] = [0, 0];
      for (const call of this.calls) {
        if (call.callee !== callee) continue;
        const runs = this.runsOf(call);
        all += runs;
        if (isInside(call)) inside += runs;
        else if (call.caller !== owner && call.caller !== callee) inside += runs * share(call.caller);
      }
      const found = all > 0 ? inside / all : 0;
      shares.set(callee, found);
      return found;
    };
    const called = this.calls.filter(isInside).map(({ callee }) => callee);
    const reached = [...reachedFrom(program, called)];
    for (const callee of reached) if (callee !== owner) sum += this.own[callee]! * share(callee);
    return {
      operations: Math.min(sum, this.total),
      reached: new Map(reached.map((callee) => [callee, share(callee)])),
    };
  }

  /** As often as the loop around it iterates, or its function is called: branches around a call are not counted. */
  private runsOf({ caller, loop }: CallSite): number {
    const { loops, calls } = this.counts;
    return (loop === null ? calls?.get(caller) : loops?.get(loop)) ?? 0;
  }
}

interface Counted {
  readonly iterations: number | null;
  readonly share: number;
  readonly counts: ExecutionCounts;
}

function obstacleOf(
  program: Program,
  index: LoopIndex,
  statement: LoopStatement | undefined,
  { iterations, share, counts }: Counted,
): PhaseLoop['obstacle'] {
  const { function: owner, parent } = program.loops[index]!;
  const calls = counts.calls?.get(owner) ?? 0;
  const percent = Math.round(100 * share);
  if (iterations === null) return { code: 'not-counted', reason: 'its iterations cannot be counted on this engine' };
  if (iterations < 2) return { code: 'no-iterations', reason: `it has ${iterations} iterations in the profiling run` };
  const around = parent === null ? 1 : (counts.loops?.get(parent) ?? 0);
  if (calls > 1 || around > 1)
    return {
      code: 'entered-again',
      reason:
        `it is entered ${Math.max(calls, around)} times in a run, and each time after the first the program would go back to lower ` +
        'precision, where the values it has stored would have to be rounded',
    };
  if (share < LEAST_SHARE)
    return { code: 'little-work', reason: `only ${percent} % of the floating-point operations are executed in it` };
  if (!statement) return { code: 'no-statement', reason: 'its text comes from a macro or a template' };
  if (statement.node.kind !== 'CXXForRangeStmt' && statement.declaresInCondition)
    return { code: 'condition-declares', reason: 'its condition declares a variable' };
  if (isDirective(statement.body) || isDirective(statement.node))
    return { code: 'behind-directive', reason: 'it belongs to an OpenMP directive or has an attribute' };
  const jump = jumpOut(statement.body);
  if (jump) return { code: 'jumps-out', reason: `a ${jump} in its body leaves the function or the loop nest` };
  return null;
}

const isDirective = ({ kind }: AstNode): boolean => kind === 'AttributedStmt' || kind.startsWith('OMP');

const isNested = ofKind('LambdaExpr');

/** A statement that leaves the loop without reaching the statement behind it; null if there is none. A lambda has statements of its own. */
function jumpOut(node: AstNode): string | null {
  if (node.kind === 'ReturnStmt') return 'return statement';
  if (node.kind === 'GotoStmt') return 'goto statement';
  if (isNested(node)) return null;
  for (const child of children(node)) {
    const found = jumpOut(child);
    if (found) return found;
  }
  return null;
}

/** Whether a `break` in the body leaves this loop, rather than a loop or a switch inside it. */
export function breaksOut(body: AstNode): boolean {
  if (body.kind === 'BreakStmt') return true;
  if (isLoop(body) || isNested(body) || body.kind === 'SwitchStmt') return false;
  return children(body).some(breaksOut);
}
