/**
 * A program in a form an engine can build: its original meaning, or instrumented so that one build runs any configuration.
 * Both start from the flattened units; for engines of standard C++, CUDA is ported to C++20 on the way.
 */
import * as fs from 'node:fs';
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import type { EmbeddedClang } from '../clang/compiler.js';
import { runtimeFolder } from '../clang/resources.js';
import type { BuildRequest, Engine, EngineInput } from '../execution/engine.js';
import type { Project, TranslationUnit } from '../frontend/project/project.js';
import { type ProgramSyntax, parseUnits, readSyntax, type UnitReading } from '../frontend/read-program.js';
import { FEATURE_MACRO, flattenUnits } from '../frontend/units/flatten.js';
import { type Format, isSummed, widestFormat } from '../numerics/format.js';
import type { Program, SiteIndex } from '../program/program.js';
import { convertUntypedPointers, keepNamesOfC } from '../rewrite/c-as-cplusplus.js';
import { countCalls } from '../rewrite/count-calls.js';
import { countIterations } from '../rewrite/count-iterations.js';
import { type CountedPlaces, countedDefines, countedPlaces } from '../rewrite/counted-places.js';
import { editDeclarations } from '../rewrite/declaration-edits.js';
import { editExplicitInstantiations } from '../rewrite/explicit-instantiations.js';
import { type CarriedBy, carriedIn } from '../rewrite/instrument/carriers.js';
import { Instrumenter } from '../rewrite/instrument/instrumenter.js';
import { orderedText } from '../rewrite/ordered-operands.js';
import { portCuda } from '../rewrite/port.js';
import { addCopies, withoutCopied } from '../rewrite/shared-text-copies.js';
import { multipliesSizesAlone } from '../rewrite/size-uses.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { editTypeMentions } from '../rewrite/type-mentions.js';
import { TypeParameters } from '../rewrite/type-parameters.js';
import { respellIn, type Spelling } from '../rewrite/type-text.js';
import { isHalfVector } from '../space/configuration.js';
import { baselineConfiguration, type Configuration, type Resolution, resolve } from '../space/resolve.js';
import { signsOfLiterals } from '../space/wide-values.js';
import { byteString } from '../support/byte-text.js';
import { type Infeasible, infeasible, required } from './attempts.js';
import { defineLine, instrumentedOverlay, instrumentedUnits, prepareLaunches } from './instrumented-cuda.js';
import { registersPerThread } from './instrumented-registers.js';
import { recording } from './recording.js';
import { renameMain } from './repeatable-main.js';
import { joinTentativeDefinitions } from './tentative-definitions.js';
import { completeText, unitText } from './unit-text.js';
import { doesNotCompile, widenFlattened } from './wide-program.js';

/**
 * What the calls of an instrumented program do; see runtime/instrument/mantissa_instrument.h. A counted program computes what an emulated
 * one does. It counts as little as tells all (rewrite/counted-places.ts), or with `count-each` everything by itself, which it must agree
 * with; with `count-ranges` it also looks at every number that is stored, which may take half as long again. `emulate-wide` also takes fp32x2 and fp64x2, `emulate-widest` fp64x4
 * besides, in twice the memory.
 */
export type InstrumentMode =
  | 'emulate'
  | 'emulate-wide'
  | 'emulate-widest'
  | 'count'
  | 'count-each'
  | 'count-ranges'
  | 'shadow'
  | 'reference';

const carriedBy = (mode: InstrumentMode): CarriedBy =>
  mode === 'reference' ? 'reference' : isOfSums(mode) ? 'sums' : 'doubles';

/** Doubles that carry a number of several parts. */
const PARTS = { 'emulate-wide': 2, 'emulate-widest': 4 } as const;

export type WideMode = keyof typeof PARTS;

const isOfSums = (mode: InstrumentMode): mode is WideMode => mode in PARTS;

export interface Runnable {
  readonly request: BuildRequest;
  /** The flattened program the sources were made from. */
  readonly program: Program;
}

export interface InstrumentedRunnable extends Runnable {
  /** Operations that compute as the source does, whatever the configuration says. */
  readonly untouched: ReadonlySet<number>;
  /** Operations that formats of several parts evaluate in an order of their own. */
  readonly inOrder: ReadonlySet<number>;
  /** Whose formats the table has behind those of sites, in a run with wide formats. */
  readonly choices: Instrumenter['choices'];
  /** One process can run it again and again. */
  readonly isRepeatable: boolean;
  /** What counts, where not everything does by itself. */
  readonly counted: CountedPlaces | null;
}

/** Flattened units that the compiler is reading. */
export interface Flattening {
  readonly project: Project;
  readonly parsing: readonly Promise<UnitReading>[];
}

/** `folder` must be empty and outlive the result. */
export async function flattenProject(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  strictness: readonly string[] = [],
): Promise<Flattening> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  const flattened = { ...project, root: folder, units };
  return { project: flattened, parsing: parseUnits(clang, flattened, strictness) };
}

/** Parses the flattened units; `folder` must be empty and outlive the result. */
export async function readFlattened(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  /** What the engine has: the text is made for it. */
  dataModel: Engine['dataModel'] = 'lp64',
  strictness: readonly string[] = [],
  /** The program as the user wrote it, where the two are to be one. */
  like?: Program,
  flattening = flattenProject(clang, project, folder, strictness),
): Promise<ProgramSyntax> {
  const { project: flattened, parsing } = await flattening;
  const syntax = await readSyntax(clang, flattened, undefined, strictness, like, parsing);
  if (dataModel === 'lp64' || !widenFlattened(syntax, project)) return syntax;
  return readSyntax(clang, flattened, undefined, [], like).catch(doesNotCompile);
}

/** A program without CUDA as it is: its tree is needed only where values of the library's are to be widened. */
export async function plainRequest(
  clang: EmbeddedClang,
  project: Project,
  folder: string,
  isWide = false,
): Promise<BuildRequest> {
  fs.mkdirSync(folder, { recursive: true });
  const units = await flattenUnits(clang, project.units, project.root, folder);
  if (isWide) widenFlattened(await readSyntax(clang, { ...project, root: folder, units }), project);
  const sources = units.map((unit) => ({
    name: path.basename(unit.file).replace(/\.c$/, unit.language === 'c' ? '$&' : '$&.cpp'),
    text: completeText(unit.file, (name) => fs.readFileSync(name, 'latin1')),
    language: unit.language === 'c' ? ('c' as const) : ('c++' as const),
    standard: unit.standard,
    dataModel: 'lp64' as const,
    ...(unit.flags && { flags: unit.flags }),
  }));
  const { defines, ...recorded } = recording();
  return {
    sources,
    ...recorded,
    defines: [...defines, ...featureDefines(units)],
    ...{ includeFolders: [], forcedIncludes: [], linkFlags: linkFlags(units) },
  };
}

/** What the units ask for, for the link of them all. */
function linkFlags(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ flags = [] }) => flags))];
}

/**
 * Instrumented operations are no updates that OpenMP could make at once: what is instrumented runs in one thread. A program that sees one
 * record as another may be right only where its compiler inlines what does, which it then may no longer.
 */
function instrumentedFlags(flags: readonly string[]): string[] {
  return [...flags.filter((flag) => !/^-fopenmp/.test(flag)), '-fno-strict-aliasing'];
}

/** What the units tell the C library's headers to declare. */
function featureDefines(units: readonly TranslationUnit[]): string[] {
  return [...new Set(units.flatMap(({ defines }) => defines.filter((define) => FEATURE_MACRO.test(define))))];
}

export function originalRunnable(syntax: ProgramSyntax): Runnable {
  const edits = new SourceEdits(syntax);
  if (syntax.program.isCuda) portCuda(edits, (_scope, _kernel, _position, declared) => declared, null);
  return { program: syntax.program, request: buildRequest(edits, null) };
}

export function instrumentedRunnable(
  syntax: ProgramSyntax,
  mode: InstrumentMode,
  input: EngineInput = 'standard',
  /** What the flattened units were made from; the command engine puts them in its place. */
  project?: Project,
  wantsRepeatable = false,
): InstrumentedRunnable {
  const edits = new SourceEdits(syntax);
  const groups = findGroups(syntax.program);
  const tunable = tunableSites(syntax.program, groups);
  const carrier = carriedBy(mode);
  if (carrier !== 'doubles') {
    convertUntypedPointers(edits);
    keepNamesOfC(edits, true);
  }
  const carriers = carrierTypes(syntax.program, tunable, carrier);
  edits.typeParameters = new TypeParameters(syntax, carriers, 'deduced');
  const instrumenter = new Instrumenter(
    edits,
    tunable,
    groups.groupOf,
    carrier,
    mode === 'shadow' && input !== 'standard',
  );
  const countsAny = MODES[mode] === MODES.count && input === 'standard';
  if (MODES[mode] === MODES.count) countCalls(edits); // a count is reported as the call is given it
  if (countsAny) countIterations(edits);
  instrumenter.run();
  if (input !== 'standard') prepareLaunches(edits);
  else if (syntax.program.isCuda) {
    portCuda(
      edits,
      (scope, kernel, position, declared) => {
        const site = syntax.program.functions[kernel]!.parameters[position] ?? null;
        if (site !== null && syntax.program.sites[site]!.frozen.some(({ code }) => code === 'generic')) return null;
        return site !== null && carriers.has(site)
          ? (respellIn(scope, declared, carriers.get(site)!) ?? declared)
          : declared;
      },
      carrier === 'doubles' ? 'double' : 'mx_real',
    );
  }
  const written = withoutCopied(edits, carriers);
  if (carriers.size > 0) {
    edits.typeParameters.edit(edits);
    for (const scope of syntax.scopes) {
      editDeclarations(edits, scope, written);
      editExplicitInstantiations(edits, scope, written);
    }
    editTypeMentions(edits, carriers);
  }
  addCopies(edits, carriers);
  const declared = joinTentativeDefinitions(edits);
  const { operators, choices } = instrumenter;
  const { untouched, inOrder } = operators;
  const isRepeatable = wantsRepeatable && input !== 'project' && renameMain(edits, declared);
  const isPadded = isOfSums(mode) && !multipliesSizesAlone(edits);
  const tables = [...tableDefines(syntax.program, mode, choices.length), ...(isPadded ? ['MX_PADDED=1'] : [])];
  const counted = mode === 'count' || mode === 'count-ranges' ? countedPlaces(syntax, operators.counting) : null;
  const words = MODES[mode] === MODES.count ? countedDefines(syntax.program, counted, countsAny) : [];
  const registers = mode === 'shadow' || isOfSums(mode) ? registersPerThread(syntax.program) : null;
  const request =
    input === 'standard'
      ? buildRequest(edits, mode, isRepeatable, [...tables, ...words])
      : input === 'cuda'
        ? instrumentedUnits(edits, tables, {
            isRepeatable,
            registers,
            inText: words,
            hasClasses: carrier !== 'doubles',
          })
        : instrumentedOverlay(edits, [...tables, ...words], project!);
  return { program: syntax.program, untouched, inOrder, choices, isRepeatable, counted, request };
}

/** Sites a configuration may change. */
function tunableSites(program: Program, groups: Groups): Set<SiteIndex> {
  const fixed = new Set(
    program.sites.flatMap((_, site) =>
      groups.frozen[site] !== null || isHalfVector(program, site) ? [groups.groupOf[site]!] : [],
    ),
  );
  return new Set(program.sites.flatMap((_, site) => (fixed.has(groups.groupOf[site]!) ? [] : [site])));
}

/** Storage wide enough for every configuration: double, or the class that carries them (vectors stay double there). */
function carrierTypes(program: Program, tunable: ReadonlySet<SiteIndex>, carrier: CarriedBy): Map<SiteIndex, Spelling> {
  const carriers = new Map<SiteIndex, Spelling>();
  for (const site of tunable) {
    const carried = carriedIn(program.sites[site]!, carrier);
    if (carried !== program.sites[site]!.format) carriers.set(site, carried);
  }
  return carriers;
}

const MODES: Readonly<Record<InstrumentMode, number>> = {
  emulate: 0,
  'emulate-wide': 4,
  'emulate-widest': 4,
  count: 1,
  'count-each': 1,
  'count-ranges': 1,
  shadow: 2,
  reference: 3,
};

function tableDefines(program: Program, mode: InstrumentMode, choices: number): string[] {
  const { operations, sites } = program;
  return [
    ...[`MX_MODE=${MODES[mode]}`, `MX_OPERATIONS=${operations.length}`, `MX_SITES=${sites.length}`],
    ...(mode === 'count-ranges' ? ['MX_RANGES=1'] : []),
    ...(isOfSums(mode) ? [`MX_PARTS=${PARTS[mode]}`, `MX_CHOICES=${choices}`] : []),
  ];
}

function buildRequest(
  edits: SourceEdits,
  mode: InstrumentMode | null,
  isRepeatable = false,
  defines: readonly string[] = [],
): BuildRequest {
  const { program, scopes } = edits.syntax;
  const runtime = runtimeFolder();
  const units = scopes.map(({ unit }) => unit);
  const tables = defines.map(defineLine);
  const dataModel = 'lp64' as const;
  const sources = units.map((unit) => {
    const hasCudaTypes = program.isCuda && unit.language !== 'c'; // C has neither vectors nor their makers
    const own = `${hasCudaTypes ? '#include <cuda_runtime.h>\n' : ''}${unitText(edits, unit)}`;
    const header = [...tables, ...(hasCudaTypes ? ['#define MX_WITH_CUDA'] : []), instrumentInclude()];
    const text = mode === null ? own : afterIncludes(own, header);
    const flags = { flags: mode === null ? (unit.flags ?? []) : instrumentedFlags(unit.flags ?? []) };
    return unit.language === 'c' && (mode === null || carriedBy(mode) === 'doubles')
      ? { name: path.basename(unit.file), text, language: 'c' as const, standard: unit.standard, dataModel, ...flags }
      : {
          name: path.basename(unit.file).replace(/\.(?:cu|c)$/, '$&.cpp'),
          text,
          language: 'c++' as const,
          standard: program.isCuda ? 'gnu++20' : unit.language === 'c' ? 'gnu++17' : unit.standard,
          dataModel,
          ...flags,
        };
  });
  const support = ['mantissa_instrument.c', ...(isRepeatable ? ['mantissa_serve.c'] : [])].map((name) => ({
    name,
    text: afterIncludes(fs.readFileSync(path.join(runtime, 'instrument', name), 'latin1'), [
      ...tables,
      instrumentInclude(),
    ]),
    language: 'c' as const,
    standard: 'gnu17',
  }));
  return {
    sources: mode === null ? sources : [...sources, ...support],
    includeFolders: [],
    systemFolders: [...(program.isCuda ? [path.join(runtime, 'port')] : []), ...recording().systemFolders],
    defines: [
      ...recording().defines,
      ...featureDefines(units),
      // what nvcc defines, where every unit is nvcc's
      ...(scopes.length > 0 && scopes.every(({ unit }) => unit.language === 'cuda') ? ['MANTISSA_PORT_CUDA_UNIT'] : []),
      ...(mode !== null && carriedBy(mode) !== 'doubles' && units.some(({ language }) => language === 'c')
        ? ['restrict=__restrict']
        : []),
    ],
    forcedIncludes: [],
    linkFlags: linkFlags(units),
  };
}

function instrumentInclude(): string {
  return `#include "${byteString(path.join(runtimeFolder(), 'instrument', 'mantissa_instrument.h'))}"`;
}

/**
 * What makes a unit an instrumented one stands in its text, behind the headers it starts with: those are the same for every mode and
 * every program, and are compiled once for all.
 */
function afterIncludes(text: string, lines: readonly string[]): string {
  const leading = /^(?:[ \t]*(?:#[ \t]*include\b[^\n]*)?\n)*/.exec(text)![0];
  const line = leading.split('\n').length;
  return `${leading}${lines.join('\n')}\n#line ${line}\n${text.slice(leading.length)}`;
}

/** As runtime/instrument reads them; null for formats that no carrier has. */
const LETTERS: Readonly<Record<Format, string | null>> = {
  fp16: 'h',
  bf16: 'b',
  fp32: 's',
  fp64: 'd',
  fp32x2: 'f',
  fp64x2: 'w',
  fp64x4: 'x',
  cmp32x2: null,
  cmp64x2: null,
};

/** See them in runtime/instrument/mantissa_instrument.h. */
const MOVING = { moved: 'j', turned: 'k' } as const;
/** By a sixteenth; or by as much, turned and set off by one, so that zeros move, and quotients. */
export type Move = keyof typeof MOVING;

/** The table with the letters of some sites replaced by the one that moves what they are given. */
export function withMovedSites(table: string, moved: ReadonlySet<SiteIndex>, how: Move): string {
  const [operations, sites] = table.split('|') as [string, string];
  return `${operations}|${[...sites].map((letter, site) => (moved.has(site) ? MOVING[how] : letter)).join('')}`;
}

/** The table an instrumented program reads at start-up. */
export function formatTable(
  { operationFormats, siteFormats }: Resolution,
  { operations }: Pick<Configuration, 'operations'>,
): FormatTable | Infeasible {
  const foreign = [...operationFormats, ...siteFormats].find((format) => LETTERS[format] === null);
  if (foreign) return infeasible(`${foreign} is no format of an emulated run`);
  const ofOperation = (format: Format, index: number) =>
    operations.has(index) ? LETTERS[format]!.replace(/[hb]/, (half) => half.toUpperCase()) : LETTERS[format];
  const text = `${operationFormats.map(ofOperation).join('')}|${siteFormats.map((format) => LETTERS[format]).join('')}`;
  const all = [...operationFormats, ...siteFormats];
  const mode = !all.some(isSummed) ? 'emulate' : all.includes(widestFormat) ? 'emulate-widest' : 'emulate-wide';
  return { kind: 'table', text, mode };
}

/** The table of a configuration for a program that was instrumented, where everything it asks for can be emulated. */
export function emulatedTable(runnable: InstrumentedRunnable, configuration: Configuration): FormatTable | Infeasible {
  const { program, untouched, inOrder, choices } = runnable;
  const resolution = resolve(program, configuration);
  const signs = signsOfLiterals(program, configuration.operations);
  for (const operation of untouched) {
    if (signs.has(operation) || resolution.operationFormats[operation] === program.operations[operation]!.format)
      continue;
    const { id, symbol } = program.operations[operation]!;
    return infeasible(`${id} (${symbol}) cannot be emulated in ${resolution.operationFormats[operation]}`);
  }
  for (const operation of inOrder) {
    const format = resolution.operationFormats[operation]!;
    if (!isSummed(format)) continue;
    return infeasible(orderedText(program, operation, format));
  }
  const table = formatTable(resolution, configuration);
  if (table.kind === 'infeasible' || !isOfSums(table.mode)) return table;
  const ofChoices = choices.map(
    ({ function: owner, value }) => LETTERS[resolution.valueFormats[owner]![value]!.format ?? 'fp64'],
  );
  const [ofOperations, ofSites] = table.text.split('|') as [string, string];
  const widest = LETTERS[table.mode === 'emulate-widest' ? widestFormat : 'fp64x2'];
  const unrounded = [...ofOperations].map((letter, operation) => (signs.has(operation) ? widest : letter));
  return { ...table, text: `${unrounded.join('')}|${ofSites}|${ofChoices.join('')}` };
}

/** The table of a counted or shadow run, which has no numbers of several parts. */
export function profiledTable(runnable: InstrumentedRunnable, configuration: Configuration): string {
  if (configuration === baselineConfiguration) return baselineTable(runnable.program);
  const table = required(emulatedTable(runnable, configuration));
  if (table.mode !== 'emulate') throw infeasible('a counted run has no formats of several parts').message;
  return table.text;
}

/** The table under which an instrumented program prints what the original prints. */
export function baselineTable(program: Program): string {
  return required(formatTable(resolve(program, baselineConfiguration), baselineConfiguration)).text;
}

export interface FormatTable {
  readonly kind: 'table';
  readonly text: string;
  /** Of the program that carries all of its formats. */
  readonly mode: 'emulate' | WideMode;
}
