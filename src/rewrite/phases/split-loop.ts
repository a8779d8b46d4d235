/**
 * Splits a loop in two for phases: a first loop over the iterations in lower precision, with copies of the functions it calls and of the memory
 * it uses, and the original loop for the others. The text still has the declared formats everywhere, so it computes what the original does; the
 * copies are then lowered like variables of any program.
 */
import { type CopiedTexts, copiedTexts } from '../../analysis/call-copies/copy-obstacles.js';
import { type FunctionMentions, functionMentions } from '../../analysis/call-copies/function-mentions.js';
import { breaksOut } from '../../analysis/phases/phase-loops.js';
import { calleeOf } from '../../frontend/ast/callee.js';
import { children } from '../../frontend/ast/node.js';
import { type LoopStatement, loopStatements, within } from '../../frontend/loop-statements.js';
import type { ProgramSyntax } from '../../frontend/read-program.js';
import type { Format } from '../../numerics/format.js';
import { isWithin, type Range } from '../../program/place.js';
import type { FunctionIndex, LoopIndex, SiteIndex } from '../../program/program.js';
import { ratioOf, type Switch } from '../../space/phases.js';
import type { DerivedPart } from '../../support/derived-text.js';
import { addTo } from '../../support/grouped-by.js';
import { NodeRanges } from '../node-ranges.js';
import { type ConversionKernels, CopyText, conversionKernel, isOnDevice } from './copy-text.js';
import { countedLoop } from './counted-loop.js';
import { type LoopVariable, LoopVariables, mentionedIn } from './loop-variables.js';
import { NotSplit } from './not-split.js';

export interface SplitRequest {
  readonly loop: LoopIndex;
  /** The functions that it calls, directly or indirectly. */
  readonly reached: ReadonlySet<FunctionIndex>;
  readonly switch: Switch;
  /** The sites with another format in the first phase. */
  readonly lowered: ReadonlySet<SiteIndex>;
  /** The sites of the loop's state. */
  readonly state: ReadonlySet<SiteIndex>;
  /** The format of a site in the first phase. */
  formatOf(site: SiteIndex): Format;
  /** The name of the lower format in new names and in a comment: `fp32`, `float`. */
  readonly suffix: string;
  readonly type: string;
}

/** A part of the new text, and whether it belongs to the first phase. */
export interface SplitPart extends DerivedPart {
  readonly isLow: boolean;
}

/** The parts of every changed file, by file index. Throws `NotSplit` if the loop cannot be split. */
export function splitLoop(syntax: ProgramSyntax, request: SplitRequest): ReadonlyMap<number, readonly SplitPart[]> {
  const statement = [...loopStatements(syntax)].find(({ loop }) => loop === request.loop);
  if (!statement) throw new NotSplit('the text of the loop comes from a macro or a template');
  return new LoopSplit(syntax, request, statement).parts();
}

/** An expression for the number of iterations in the first phase, as `firstIterations` computes it. */
export function firstIterationsText(at: Switch, type: string, limit: string): string {
  const bound = /^\w+$/.test(limit) ? limit : `(${limit})`;
  if ('iteration' in at) return `${bound} < ${at.iteration} ? ${bound} : ${at.iteration}`;
  const { numerator, denominator } = ratioOf(at.fraction);
  return `(${type})(${numerator}LL * ${bound} / ${denominator})`;
}

interface Replacement extends Range {
  readonly parts: readonly SplitPart[];
}

class LoopSplit {
  private readonly ranges: NodeRanges;
  private readonly words: Set<string>;
  private readonly mentions: ReadonlyMap<FunctionIndex, FunctionMentions>;
  /** Copied functions with their texts and new names. */
  private readonly copied = new Map<FunctionIndex, CopiedTexts & { readonly name: string }>();
  private readonly renamed: { readonly range: Range; readonly name: string }[] = [];
  private readonly replacements: Replacement[] = [];
  private readonly copyNames = new Map<SiteIndex, string>();
  private conversions: ConversionKernels | null = null;

  constructor(
    private readonly syntax: ProgramSyntax,
    private readonly request: SplitRequest,
    private readonly loop: LoopStatement,
  ) {
    this.ranges = new NodeRanges(syntax);
    this.words = new Set(syntax.places.files.flatMap(({ source }) => source.tokens.list.map(({ text }) => text)));
    this.mentions = functionMentions(syntax);
  }

  parts(): Map<number, SplitPart[]> {
    const { loop } = this;
    if (breaksOut(loop.body))
      throw new NotSplit('a break statement ends the loop, which could happen in the first phase');
    const counted = countedLoop(this.ranges, loop);
    this.copyFunctions();
    const variables = this.copyVariables();
    this.writeFunctions();
    if (variables.some(isOnDevice)) this.writeConversions(variables);
    this.writeGlobals(variables.filter(({ isGlobal }) => isGlobal));
    this.writeLoop(counted, variables);
    return this.assembled();
  }

  private unused(name: string): string {
    const wanted = `${name}_${this.request.suffix}`;
    let found = wanted;
    for (let at = 2; this.words.has(found); at++) found = `${wanted}_${at}`;
    this.words.add(found);
    return found;
  }

  /** The functions that compute in lower precision in the first phase, and those that call them. */
  private copyFunctions(): void {
    const { program } = this.syntax;
    const { lowered, reached } = this.request;
    if (reached.has(this.loop.function)) throw new NotSplit('the loop calls its own function');
    const computes = (index: FunctionIndex) =>
      program.functions[index]!.values.some(
        (value) => (value.kind === 'load' || value.kind === 'store') && value.site !== null && lowered.has(value.site),
      ) || program.sites.some((site, at) => site.function === index && lowered.has(at));
    const needed = new Set([...reached].filter(computes));
    for (let before = -1; before !== needed.size; ) {
      before = needed.size;
      for (const index of reached)
        if (program.functions[index]!.calls.some((callee) => needed.has(callee))) needed.add(index);
    }
    for (const index of needed) {
      const { name, body } = program.functions[index]!;
      const own = this.mentions.get(index);
      const texts = own && body ? copiedTexts(this.syntax, index, own) : null;
      if (!texts || texts.kind === 'one')
        throw new NotSplit(`${name} cannot be copied: ${texts?.reason ?? 'its definition was not found'}`);
      if (!/^\w+$/.test(name)) throw new NotSplit(`${name} cannot be copied: it is a member of a class or namespace`);
      this.copied.set(index, { ...texts, name: this.unused(name) });
    }
  }

  /** The variables of the loop and of the copied functions, in the order of their declarations; notes where each is renamed. */
  private copyVariables(): LoopVariable[] {
    const { loop, syntax, request } = this;
    const { lowered, state, formatOf } = request;
    const definition = syntax.functions.find((one) => one.function === loop.function)!.node;
    const root = syntax.roots[syntax.scopes.indexOf(loop.scope)]!;
    const variables = new LoopVariables(this.ranges, loop, definition, root);
    const { sites } = syntax.program;
    // the call of a copy rounds its argument
    const isHandedOn = (site: SiteIndex, parameter: SiteIndex | null) =>
      parameter !== null &&
      !state.has(site) &&
      sites[site]!.shape === 'scalar' &&
      formatOf(parameter) === formatOf(site);
    const texts = [
      mentionedIn(this.ranges, loop.scope, loop.body, lowered, (call) => this.parametersOf(call), isHandedOn, state),
      ...[...this.copied.keys()].map((index) => {
        const { scope, node } = syntax.functions.find((one) => one.function === index)!;
        return mentionedIn(
          this.ranges,
          scope,
          node,
          lowered,
          () => [],
          (site) => sites[site]!.function === index,
          state,
        );
      }),
    ];
    const found = new Map<SiteIndex, LoopVariable>();
    for (const mentions of texts)
      for (const [site, places] of mentions) {
        const variable = found.get(site) ?? variables.describe(site);
        found.set(site, variable);
        const name = this.copyNames.get(site) ?? this.unused(variable.name);
        this.copyNames.set(site, name);
        for (const range of places) this.renamed.push({ range, name });
      }
    this.requireAlikeBuffers(variables.exchanged(), [...found.values()]);
    return [...found.values()].toSorted((a, b) => a.declared.begin - b.declared.begin);
  }

  private parametersOf(call: LoopStatement['node']): readonly (SiteIndex | null)[] {
    const index = this.loop.scope.functions.get(calleeOf(call)?.referencedDecl?.id ?? '');
    return index !== undefined && this.copied.has(index) ? this.syntax.program.functions[index]!.parameters : [];
  }

  private requireAlikeBuffers(rings: readonly (readonly string[])[], found: readonly LoopVariable[]): void {
    for (const ring of rings) {
      const buffers = found.filter(({ declaration, of }) => of.kind === 'buffer' && ring.includes(declaration.id));
      const sizes = new Set(buffers.map(({ of }) => (of.kind === 'buffer' ? JSON.stringify(of.allocation) : '')));
      if (sizes.size > 1)
        throw new NotSplit(
          `the loop exchanges ${buffers.map(({ name }) => name).join(' and ')}, whose sizes are not written alike`,
        );
    }
  }

  /** The text of a range with its mentions renamed, for the first phase. */
  private lowText({ file, begin, end }: Range): SplitPart[] {
    const parts: SplitPart[] = [];
    const text = (from: number, to: number) =>
      parts.push({
        text: this.syntax.places.text({ file, begin: from, end: to }),
        from,
        length: to - from,
        isLow: true,
      });
    let at = begin;
    for (const { range, name } of this.renamed
      .filter((one) => isWithin(one.range, { file, begin, end }))
      .toSorted((a, b) => a.range.begin - b.range.begin)) {
      if (range.begin < at) continue; // a macro may use its argument several times
      text(at, range.begin);
      parts.push({ text: name, from: range.begin, length: range.end - range.begin, isLow: true });
      at = range.end;
    }
    text(at, end);
    return parts.filter((part) => part.text !== '');
  }

  private writeFunctions(): void {
    for (const [index, { definition, declarations, name }] of this.copied)
      for (const range of [...this.mentions.get(index)!.calls, ...[definition, ...declarations].map((one) => one.name)])
        this.renamed.push({ range, name });
    for (const { definition, declarations } of this.copied.values()) {
      this.insertBehind(
        definition,
        definition.end,
        definition.isStatic ? '\n\n' : '\n\nstatic ',
        this.lowText(definition),
      );
      for (const declaration of declarations) {
        const { source } = this.syntax.places.files[declaration.file]!;
        const end = source.text.indexOf(';', declaration.end) + 1;
        const gap = declaration.isStatic ? '\n' : '\nstatic ';
        this.insertBehind(declaration, end, gap, this.lowText({ ...declaration, end }));
      }
    }
  }

  private insertBehind({ file, begin }: Range, end: number, before: string, parts: readonly SplitPart[]): void {
    const gap: SplitPart = { text: before, from: begin, length: 0, isLow: true };
    this.replacements.push({ file, begin: end, end, parts: [gap, ...parts] });
  }

  /** The kernels that convert memory of the GPU, in front of the loop's function. */
  private writeConversions(variables: readonly LoopVariable[]): void {
    const definition = this.syntax.functions.find((one) => one.function === this.loop.function)!.node;
    const range = this.ranges.rangeOf(definition);
    if (!range) throw new NotSplit('the function of the loop comes from a macro');
    const types = new Set(variables.filter(isOnDevice).map(({ type }) => type));
    const [type] = types;
    if (types.size > 1) throw new NotSplit(`the loop uses GPU memory of several types: ${[...types].join(', ')}`);
    this.conversions = { lower: this.unused('lower'), raise: this.unused('raise') };
    const text = Object.values(this.conversions)
      .map((name) => conversionKernel(name, type!))
      .join('');
    this.replacements.push({ ...range, end: range.begin, parts: [this.plain(text, range.begin)] });
  }

  private writeGlobals(variables: readonly LoopVariable[]): void {
    for (const { declaration, declared, of, type, site } of variables) {
      const end = this.ranges.rangeOf(declaration)?.end;
      const { source } = this.syntax.places.files[declared.file]!;
      if (end === undefined || of.kind === 'buffer')
        throw new NotSplit(`${source.text.slice(declared.begin, declared.end)} is declared by a macro`);
      const after = source.tokens.list.find((token) => token.begin >= end && token.text === ';');
      const bounds = of.kind === 'array' ? of.bounds : '';
      this.insertBehind(declared, after!.end, `\nstatic ${type} `, [
        this.copyName(site, declared),
        this.plain(`${bounds};`, declared.end),
      ]);
    }
  }

  /** The name of a copy, at the place of the original's name. */
  private copyName(site: SiteIndex, { begin, end }: Range): SplitPart {
    return { text: this.copyNames.get(site)!, from: begin, length: end - begin, isLow: true };
  }

  private plain(text: string, from: number, isLow = true): SplitPart {
    return { text, from, length: 0, isLow };
  }

  private writeLoop(
    { type, counter, start, bound }: ReturnType<typeof countedLoop>,
    variables: readonly LoopVariable[],
  ): void {
    const { node, body } = this.loop;
    const [whole, inner] = [this.ranges.rangeOf(node), this.ranges.rangeOf(body)];
    const definition = this.syntax.functions.find((one) => one.function === this.loop.function)!.node;
    const isStatement = [...within(definition)].some(
      (one) => one.kind === 'CompoundStmt' && children(one).includes(node),
    );
    if (!whole || !inner || !isStatement)
      throw new NotSplit('the loop is not a statement of a block, or comes from a macro');
    const { source } = this.syntax.places.files[whole.file]!;
    const line = source.text.lastIndexOf('\n', whole.begin) + 1;
    const indent = source.text.slice(line, whole.begin);
    if (indent.trim() !== '') throw new NotSplit('the loop does not begin its line');
    const end = body.kind === 'CompoundStmt' ? whole.end : source.text.indexOf(';', whole.end - 1) + 1;
    const first = this.unused('first');
    const limit = source.text.slice(bound.begin, bound.end);
    const copies = new CopyText(
      variables,
      (site) => this.copyNames.get(site)!,
      (name) => this.unused(name),
      this.request.state,
      this.conversions,
    );
    const at = whole.begin;
    const parts: SplitPart[] = [];
    const add = (...more: readonly (SplitPart | string)[]) => {
      for (const one of more) parts.push(typeof one === 'string' ? this.plain(one, at) : one);
    };
    const lines = (texts: readonly (string | readonly [string, LoopVariable, string])[]) => {
      for (const one of texts) {
        if (typeof one === 'string') add(one, `\n${indent}`);
        else add(one[0], this.copyName(one[1].site, one[1].declared), one[2], `\n${indent}`);
      }
    };
    add(`// ${this.comment()}\n${indent}`);
    lines([`const ${type} ${first} = ${firstIterationsText(this.request.switch, type, limit)};`, ...copies.enter()]);
    add(`for (${type} ${counter} = 0; ${counter} < ${first}; ${counter}++)`, ...this.spaceBefore(inner, whole));
    add(...this.lowText({ ...inner, end: Math.max(inner.end, end) }), `\n${indent}`);
    lines(copies.leave());
    const rest = (from: number, to: number): SplitPart => ({
      text: source.text.slice(from, to),
      from,
      length: to - from,
      isLow: false,
    });
    add(rest(whole.begin, start.begin), this.plain(first, start.begin, false), rest(start.end, end));
    this.replacements.push({ file: whole.file, begin: whole.begin, end, parts });
  }

  /** The text between the head of the loop and its body. */
  private spaceBefore(inner: Range, whole: Range): SplitPart[] {
    const { source } = this.syntax.places.files[whole.file]!;
    const head = source.text.slice(whole.begin, inner.begin);
    return [this.plain(head.slice(head.lastIndexOf(')') + 1) || ' ', inner.begin)];
  }

  private comment(): string {
    const { switch: at, type } = this.request;
    const share = 'fraction' in at ? `${Number((100 * at.fraction).toFixed(2))} % of the` : at.iteration;
    return `The first ${share} iterations compute in ${type}.`;
  }

  private assembled(): Map<number, SplitPart[]> {
    const byFile = new Map<number, Replacement[]>();
    for (const one of this.replacements) addTo(byFile, one.file, one);
    return new Map(
      [...byFile].map(([file, replacements]) => {
        const { text } = this.syntax.places.files[file]!.source;
        const parts: SplitPart[] = [];
        let at = 0;
        for (const one of replacements.toSorted((a, b) => a.begin - b.begin)) {
          parts.push({ text: text.slice(at, one.begin), from: at, length: one.begin - at, isLow: false }, ...one.parts);
          at = one.end;
        }
        parts.push({ text: text.slice(at), from: at, length: text.length - at, isLow: false });
        return [file, parts.filter((part) => part.text !== '')];
      }),
    );
  }
}
