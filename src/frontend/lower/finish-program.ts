/** Converts the builder's drafts to the finished program: final facts, stable ids, and cells numbered after the sites. */
import path from 'node:path';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import type { Range } from '../../program/place.js';
import type { Cell, CellIndex, Operation, Program, ProgramFunction, Site } from '../../program/program.js';
import { stableName } from '../../program/stable-names.js';
import { type AstNode, children } from '../ast/node.js';
import type { ProgramBuilder } from './builder.js';
import { settleAddressTakenFunctions } from './calls/address-taken-functions.js';
import type { DormantTemplate } from './declarations/declarations.js';
import { holdOpenMpVariables } from './declarations/openmp-variables.js';
import { declareStorage } from './declarations/storage.js';
import type { FunctionDraft, SiteDraft } from './drafts.js';
import { joinCasts } from './expressions/cast-sites.js';
import { freezeStridedRecords, joinAdjacentFields } from './memory/adjacent-fields.js';
import { separateFreedMemory } from './memory/freed-memory.js';
import { joinPunnedMemory } from './memory/punned-memory.js';
import { settleSizes } from './memory/settle-sizes.js';
import { type ConvertingTransfers, settleTransfers } from './memory/settle-transfers.js';
import { markVectorViews } from './memory/vector-views.js';
import { placeKey } from './places.js';
import { freezeDeducedParameters } from './templates/deduced-parameters.js';
import { instantiateCalls } from './templates/generic-functions.js';
import { instantiationsOfOneText } from './templates/instantiations.js';
import { settleTypeParameters } from './templates/type-parameter-formats.js';
import type { UnitScope } from './unit-scope.js';

export function finishProgram(
  builder: ProgramBuilder,
  dormant: readonly DormantTemplate[],
  isCuda: boolean,
  converts: ConvertingTransfers,
): Program {
  for (const template of dormant) declareDormant(builder, template);
  settle(builder, converts);
  return assembleProgram(builder, isCuda);
}

/** Decisions that need all units. Each step relies on those before it. */
function settle(builder: ProgramBuilder, converts: ConvertingTransfers): void {
  settleAddressTakenFunctions(builder);
  joinCasts(builder);
  freezeLateFindings(builder);
  builder.settlePlainIntegers();
  holdOpenMpVariables(builder);
  instantiateCalls(builder);
  separateFreedMemory(builder);
  settleTypeParameters(builder);
  freezeDeducedParameters(builder);
  measureSharedMemory(builder);
  joinAdjacentFields(builder);
  freezeStridedRecords(builder);
  joinPunnedMemory(builder);
  if (typeof converts !== 'string') freezeSitesFrozenIn(builder, converts);
  settleSizes(builder);
  settleTransfers(builder, converts);
  markVectorViews(builder);
}

function assembleProgram(builder: ProgramBuilder, isCuda: boolean): Program {
  const names = functionNames(builder);
  const siteCount = builder.sites.length;
  const cell = (index: CellIndex): CellIndex => (index >= 0 ? index : siteCount - index - 1);
  const ids = siteIds(builder);
  const sites = builder.sites.map(({ namespace: _, ...site }, index): Site => ({ ...site, id: ids[index]! }));
  const cells = [
    ...sites.map(
      (site, index): Cell => ({
        site: index,
        what: 'site',
        name: site.id,
        format: site.format,
        range: site.declaration,
      }),
    ),
    ...builder.carriers.map((carrier): Cell => ({ ...carrier, site: null })),
  ];
  return {
    root: builder.root,
    isCuda,
    files: builder.places.files.map(({ absolutePath, source }) => ({
      path: path.relative(builder.root, absolutePath).replaceAll(path.sep, '/'),
      absolutePath,
      source,
      isReadInC: builder.filesOfC.has(absolutePath),
    })),
    functions: builder.functions.map((draft, index) => finishedFunction(draft, names[index]!)),
    sites,
    operations: operationIds(builder, names),
    loops: builder.loops,
    launches: builder.launches,
    transfers: builder.transfers.map((transfer) => ({
      ...transfer,
      destination: transfer.destination === null ? null : cell(transfer.destination),
      source: transfer.source === null ? null : cell(transfer.source),
    })),
    measures: builder.measures.flatMap(({ format, ...measure }) =>
      format === null
        ? []
        : {
            ...measure,
            format,
            count: cell(measure.count),
            memory: cell(measure.memory),
          },
    ),
    atomics: builder.atomics.map((atomic) => ({ ...atomic, cell: cell(atomic.cell) })),
    cells,
    flows: builder.flows.map((flow) => ({ ...flow, a: cell(flow.a), b: cell(flow.b) })),
    frozenCells: builder.frozenCarriers.map(({ cell: index, frozen }) => ({ cell: cell(index), frozen })),
    cellSpaces: builder.cellSpaces.map(({ cell: index, space }) => ({ cell: cell(index), space })),
    inactive: builder.inactive,
    warnings: builder.warnings,
  };
}

function finishedFunction(draft: FunctionDraft, name: string): ProgramFunction {
  const { kind, alsoHost, place, body, parameters, returnSite, values, valueBlocks, blocks, sharesText } = draft;
  const calls = [...draft.calls].sort((a, b) => a - b);
  return { name, kind, alsoHost, place, body, sharesText, parameters, returnSite, calls, values, valueBlocks, blocks };
}

/** The byte count of a launch measures the dynamic shared arrays of the kernel and of the functions it calls. */
function measureSharedMemory(builder: ProgramBuilder): void {
  for (const { kernel, cell, place } of builder.sharedByteCounts) {
    const reached = new Set([kernel]);
    for (const index of reached) for (const callee of builder.functions[index]!.calls) reached.add(callee);
    for (const shared of builder.dynamicShared)
      if (shared.function === null ? reads(builder, reached, shared.cell) : reached.has(shared.function))
        builder.join(cell, shared.cell, 'measures', place);
  }
}

/** Whether one of the functions loads, stores or takes the address of the array declared at file scope. */
function reads(builder: ProgramBuilder, functions: ReadonlySet<number>, cell: CellIndex): boolean {
  const touches = builder.flows.some(
    ({ a, b }, index) => (a === cell || b === cell) && functions.has(builder.flowOwners[index] ?? -1),
  );
  return (
    touches ||
    [...functions].some((index) =>
      builder.functions[index]!.values.some(
        (value) => (value.kind === 'load' || value.kind === 'store') && value.site === cell,
      ),
    )
  );
}

function freezeLateFindings(builder: ProgramBuilder): void {
  for (const { function: callee, cell, place } of builder.passedMemory) {
    const draft = builder.functions[callee]!;
    if (draft.body === null && !draft.isComplete)
      builder.freezeCell(cell, 'escapes', `${draft.name}${place ? ` at ${builder.at(place)}` : ''}`);
  }
  for (const site of builder.declaredOnly) {
    const { function: owner } = builder.sites[site]!;
    const draft = owner === null ? null : builder.functions[owner]!;
    if (draft && builder.bodiesInTemplates.has(placeKey(draft.place)))
      builder.freeze(site, 'not-instantiated', draft.name);
    else builder.freeze(site, 'external', '');
  }
  builder.sites.forEach((site, index) => {
    const again = site.function === null ? undefined : builder.definedTwice.get(site.function);
    if (again) builder.freeze(index, 'defined-twice', `also at ${builder.at(again)}`);
  });
  for (const { hasPrototype, unprototyped, parameters } of builder.functions)
    for (const site of hasPrototype && unprototyped ? parameters : [])
      if (site !== null && builder.sites[site]!.shape === 'scalar')
        builder.freeze(site, 'unprototyped', builder.at(unprototyped!));
  for (const { declaredByType, parameters, returnSite } of builder.functions)
    for (const site of declaredByType ? [...parameters, returnSite] : [])
      if (site !== null) builder.freeze(site, 'declared-by-type', builder.at(declaredByType!));
}

/** The program read from an edited text must freeze what the original froze, even if the reason is gone from the text. */
function freezeSitesFrozenIn(builder: ProgramBuilder, before: Program): void {
  // the sites of both readings are matched by index
  const names = (sites: readonly { readonly name: string }[]) => sites.map(({ name }) => name).join(' ');
  if (names(builder.sites) !== names(before.sites))
    throw new MantissaError('MX1006', 'the flattened program has other sites than the source');
  builder.sites.forEach(({ frozen }, site) => {
    const codes = new Set(frozen.map(({ code }) => code));
    frozen.push(...(before.sites[site]?.frozen ?? []).filter(({ code }) => !codes.has(code)));
  });
}

/** Declares the sites inside a template that is never instantiated: they have a name and a place, and are frozen. */
function declareDormant(builder: ProgramBuilder, { name, pattern, scope, isDevice }: DormantTemplate): void {
  const place = builder.places.ofName(pattern);
  if (!place) return;
  const index = builder.declareFunction([`at ${placeKey(place)}`], undefined, () => ({
    name,
    kind: isDevice ? 'device' : 'host',
    alsoHost: !isDevice,
    place,
    body: null,
    templateParameters: [],
    recordParameters: [],
    variant: 0,
  }));
  if (builder.functions[index]!.body !== null) return; // another unit instantiates it
  const visit = (node: AstNode): void => {
    if (node.kind === 'VarDecl' || node.kind === 'ParmVarDecl' || node.kind === 'FieldDecl') {
      const kind = node.kind === 'VarDecl' ? 'variable' : node.kind === 'FieldDecl' ? 'field' : 'parameter';
      const before = builder.sites.length;
      const owner = kind === 'field' ? null : index;
      const site = declareStorage(scope, node, {
        kind,
        function: owner,
        record: kind === 'field' ? name : null,
        space: isDevice ? 'local' : 'host',
        known: null,
        isDefinition: true,
        linkageKey: null,
      });
      if (site !== null && site >= before) builder.freeze(site, 'not-instantiated', name);
    }
    freezeNamedMemory(builder, scope, node, name);
    for (const child of children(node)) visit(child);
  };
  visit(pattern);
}

/**
 * Expressions in the text of a template that do not depend on its parameters are checked even without an instantiation, so pointers that it passes on
 * keep their types.
 */
function freezeNamedMemory(builder: ProgramBuilder, scope: UnitScope, { referencedDecl }: AstNode, name: string): void {
  const id = referencedDecl?.id ?? '';
  const called = scope.functions.get(id);
  const { parameters, returnSite } = called === undefined ? NO_FUNCTION : builder.functions[called]!;
  for (const site of [...parameters, returnSite, scope.sites.get(id) ?? null])
    if (site !== null && builder.sites[site]!.shape !== 'scalar') builder.freeze(site, 'called-uninstantiated', name);
}

const NO_FUNCTION = { parameters: [], returnSite: null };

const earlier = (a: Range, b: Range) => a.file - b.file || a.begin - b.begin;

/** Overloads and static functions of the same name get `~2`, `~3` in order of appearance. */
function functionNames(builder: ProgramBuilder): string[] {
  const names = shownNames(builder);
  return numbered(builder.functions.map((draft, index) => ({ name: names[index]!, range: draft.place.range })));
}

/** `scale<float>` for instantiations that share their text. */
function shownNames(builder: ProgramBuilder): string[] {
  const shared = new Set(instantiationsOfOneText(builder).flat());
  return builder.functions.map(({ name, templateParameters, template }, index) => {
    const types = templateParameters.flatMap((parameter, position) =>
      parameter === '' ? [] : [...(template.argumentTypes[position]?.keys() ?? [])].map(withoutPlace).join('|'),
    );
    return shared.has(index) ? `${name}<${types.join(', ')}>` : name;
  });
}

/** `lambda` for `(lambda at main.cpp:8:15)`, whose line changes with edits above it. */
function withoutPlace(type: string): string {
  return type.replace(/\((lambda|unnamed[ \w]*|anonymous[ \w]*) at [^()]*\)/g, '$1');
}

/** Ids contain the plain function name; a repeated id (an overload, a second declaration) gets a number at its end. */
function siteIds(builder: ProgramBuilder): string[] {
  const names = shownNames(builder);
  const id = (site: SiteDraft): string => {
    const owner = site.function === null ? '' : names[site.function]!;
    if (site.kind === 'return') return `${owner}()`;
    const name = stableName(site, builder.places.files) || '(unnamed)';
    if (site.function !== null) return `${owner}.${name}`;
    if (site.record) return `${site.record}.${name}`;
    return site.namespace ? `${site.namespace}::${name}` : name;
  };
  return numbered(builder.sites.map((site) => ({ name: id(site), range: site.place.range })));
}

function numbered(named: readonly { name: string; range: Range }[]): string[] {
  const result = named.map((one) => one.name);
  const order = named.map((_, index) => index).sort((a, b) => earlier(named[a]!.range, named[b]!.range) || a - b);
  const occurrences = new Map<string, number>();
  for (const index of order) {
    const count = (occurrences.get(named[index]!.name) ?? 0) + 1;
    occurrences.set(named[index]!.name, count);
    if (count > 1) result[index] = `${named[index]!.name}~${count}`;
  }
  return result;
}

function operationIds(builder: ProgramBuilder, names: readonly string[]): Operation[] {
  const order = builder.operations
    .map((_, index) => index)
    .sort((a, b) => earlier(builder.operations[a]!.at.range, builder.operations[b]!.at.range) || a - b);
  const counts = new Map<number, number>();
  const ids: string[] = [];
  for (const index of order) {
    const owner = builder.operations[index]!.function;
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    ids[index] = `${names[owner]}#${count}`;
  }
  return builder.operations.map((operation, index) => ({ ...operation, id: ids[index]! }));
}
