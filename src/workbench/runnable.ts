/**
 * Creates build requests for the original program, and for the instrumented one, of which one build runs any configuration. Both use the
 * flattened units; for engines of standard C++, CUDA is ported to C++20.
 */
import path from 'node:path';
import { findGroups, type Groups } from '../analysis/groups.js';
import { runtimeFolder } from '../clang/resources.js';
import type { BuildRequest, EngineInput, Source } from '../execution/engine.js';
import type { Project } from '../frontend/project/project.js';
import type { ProgramSyntax } from '../frontend/read-program.js';
import type { LoopIndex, Program, SiteIndex } from '../program/program.js';
import { convertUntypedPointers, keepNamesOfC } from '../rewrite/c-as-cplusplus.js';
import { countCalls } from '../rewrite/count-calls.js';
import { countIterations } from '../rewrite/count-iterations.js';
import { type CountedPlaces, countedDefines, countedPlaces } from '../rewrite/counted-places.js';
import { editDeclarations } from '../rewrite/declaration-edits.js';
import { editExplicitInstantiations } from '../rewrite/explicit-instantiations.js';
import { type CarriedBy, carriedIn } from '../rewrite/instrument/carriers.js';
import { framesOf } from '../rewrite/instrument/declaration-words.js';
import { Instrumenter } from '../rewrite/instrument/instrumenter.js';
import { choosePhases } from '../rewrite/instrument/phase-heads.js';
import { portCuda } from '../rewrite/port.js';
import { addCopies, withoutCopied } from '../rewrite/shared-text-copies.js';
import { onlyMultipliesSizes } from '../rewrite/size-uses.js';
import { SourceEdits } from '../rewrite/source-edits.js';
import { editTypeMentions } from '../rewrite/spelled-types.js';
import { TypeParameters } from '../rewrite/type-parameters.js';
import { respellIn, type Spelling } from '../rewrite/type-text.js';
import { isHalfVector } from '../space/configuration.js';
import { byteString } from '../support/byte-text.js';
import {
  defineLine,
  featureDefines,
  instrumentFile,
  instrumentSources,
  linkFlags,
  NO_OPTIONS,
  recording,
} from './build-request.js';
import { isOfSums, PARTS } from './format-table.js';
import { instrumentedOverlay, instrumentedUnits, prepareLaunches } from './instrumented-cuda.js';
import { registersPerThread } from './instrumented-registers.js';
import { renameMain } from './repeatable-main.js';
import { joinTentativeDefinitions } from './tentative-definitions.js';
import { unitText } from './unit-text.js';

/**
 * Modes of an instrumented program, see runtime/instrument/mantissa_instrument.h. A counting program computes the same as an emulated one. It has
 * the smallest set of counters that determines all counts (rewrite/counted-places.ts), or one for each operation with `count-each`, which must
 * agree; `count-ranges` also observes every stored number, which may take half as long again. `emulate-wide` adds fp32x2 and fp64x2,
 * `emulate-widest` also fp64x4, in twice the memory.
 */
const MODES = {
  emulate: { number: 0, carrier: 'doubles' },
  'emulate-wide': { number: 4, carrier: 'sums' },
  'emulate-widest': { number: 4, carrier: 'sums' },
  count: { number: 1, carrier: 'doubles' },
  'count-each': { number: 1, carrier: 'doubles' },
  'count-ranges': { number: 1, carrier: 'doubles' },
  shadow: { number: 2, carrier: 'doubles' },
  reference: { number: 3, carrier: 'reference' },
} as const satisfies Record<string, { readonly number: number; readonly carrier: CarriedBy }>;

export type InstrumentMode = keyof typeof MODES;

export interface InstrumentedRunnable {
  readonly request: BuildRequest;
  /** The flattened program. */
  readonly program: Program;
  /** Operations that always compute as in the source. */
  readonly untouched: ReadonlySet<number>;
  /** Operations with an evaluation order that multi-word formats do not have. */
  readonly inOrder: ReadonlySet<number>;
  /** Values whose formats follow those of sites in the table, in a run with wide formats. */
  readonly choices: Instrumenter['choices'];
  /** Whether one process can run it repeatedly. */
  readonly isRepeatable: boolean;
  /** The counted operations, if not every operation has a counter. */
  readonly counted: CountedPlaces | null;
}

/**
 * Instrumented operations are not atomic updates for OpenMP, so that the program runs in one thread. Strict aliasing is disabled because a program
 * that violates it may rely on inlining, which instrumentation can prevent.
 */
function instrumentedFlags(flags: readonly string[]): string[] {
  return [...flags.filter((flag) => !/^-fopenmp/.test(flag)), '-fno-strict-aliasing'];
}

export function originalRequest(syntax: ProgramSyntax): BuildRequest {
  const edits = new SourceEdits(syntax);
  if (syntax.program.isCuda) portCuda(edits, (_scope, _kernel, _position, declared) => declared, null);
  return buildRequest(edits, null);
}

export function instrumentedRunnable(
  syntax: ProgramSyntax,
  mode: InstrumentMode,
  input: EngineInput = 'standard',
  /** The project that was flattened; the command engine replaces its files. */
  project?: Project,
  wantsRepeatable = false,
  /** The loop whose iterations have phases. */
  phaseLoop: LoopIndex | null = null,
): InstrumentedRunnable {
  const edits = new SourceEdits(syntax);
  const groups = findGroups(syntax.program);
  const tunable = tunableSites(syntax.program, groups);
  const { carrier } = MODES[mode];
  const counts = MODES[mode].number === MODES.count.number;
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
    phaseLoop !== null,
  );
  const countsAny = counts && input === 'standard';
  if (counts) countCalls(edits); // counts are reported with the call's own arguments
  if (countsAny) countIterations(edits);
  if (phaseLoop !== null) choosePhases(edits, phaseLoop);
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
  const isPadded = isOfSums(mode) && !onlyMultipliesSizes(edits);
  const tables = [
    ...tableDefines(syntax.program, mode, choices.length),
    ...(mode === 'shadow' ? frameDefines(syntax.program, input) : []),
    ...(isPadded ? ['MX_PADDED=1'] : []),
    ...(phaseLoop === null ? [] : ['MX_PHASES=1']),
  ];
  const counted = mode === 'count' || mode === 'count-ranges' ? countedPlaces(syntax, operators.counting) : null;
  const words = counts ? countedDefines(syntax.program, counted, countsAny) : [];
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

/** Types wide enough for every configuration: double, or the class of wide formats (vectors remain double). */
function carrierTypes(program: Program, tunable: ReadonlySet<SiteIndex>, carrier: CarriedBy): Map<SiteIndex, Spelling> {
  const carriers = new Map<SiteIndex, Spelling>();
  for (const site of tunable) {
    const carried = carriedIn(program.sites[site]!, carrier);
    if (carried !== program.sites[site]!.format) carriers.set(site, carried);
  }
  return carriers;
}

function tableDefines(program: Program, mode: InstrumentMode, choices: number): string[] {
  const { operations, sites } = program;
  return [
    ...[`MX_MODE=${MODES[mode].number}`, `MX_OPERATIONS=${operations.length}`, `MX_SITES=${sites.length}`],
    ...(mode === 'count-ranges' ? ['MX_RANGES=1'] : []),
    ...(isOfSums(mode) ? [`MX_PARTS=${PARTS[mode]}`, `MX_CHOICES=${choices}`] : []),
  ];
}

/** The number of frames, and for kernels that are ported to a CPU the frame of each operation, or -1 on the host. */
function frameDefines(program: Program, input: EngineInput): string[] {
  const frames = framesOf(program);
  if (frames.length === 0) return [];
  const ofOperations = program.operations.map((one) => frames.indexOf(one.function));
  const list = input === 'standard' ? [`MX_FRAME_OF_OPERATIONS=${ofOperations.join()}`] : [];
  return [`MX_FRAMES=${frames.length}`, ...list];
}

function buildRequest(
  edits: SourceEdits,
  mode: InstrumentMode | null,
  isRepeatable = false,
  defines: readonly string[] = [],
): BuildRequest {
  const { program, scopes } = edits.syntax;
  const units = scopes.map(({ unit }) => unit);
  const tables = defines.map(defineLine);
  const hasClasses = mode !== null && MODES[mode].carrier !== 'doubles';
  const sources = units.map((unit): Source => {
    const hasCudaTypes = program.isCuda && unit.language !== 'c'; // C has neither vectors nor their makers
    const own = `${hasCudaTypes ? '#include <cuda_runtime.h>\n' : ''}${unitText(edits, unit)}`;
    const header = [...tables, ...(hasCudaTypes ? ['#define MX_WITH_CUDA'] : []), instrumentInclude()];
    const text = mode === null ? own : afterIncludes(own, header);
    const flags = mode === null ? (unit.flags ?? []) : instrumentedFlags(unit.flags ?? []);
    const name = path.basename(unit.file);
    if (unit.language === 'c' && !hasClasses)
      return { name, text, language: 'c', standard: unit.standard, dataModel: 'lp64', flags };
    const standard = program.isCuda ? 'gnu++20' : unit.language === 'c' ? 'gnu++17' : unit.standard;
    return { name: name.replace(/\.(?:cu|c)$/, '$&.cpp'), text, language: 'c++', standard, dataModel: 'lp64', flags };
  });
  const support = () =>
    instrumentSources(isRepeatable, (text) => ({ text: afterIncludes(text, [...tables, instrumentInclude()]) }));
  return {
    ...NO_OPTIONS,
    sources: mode === null ? sources : [...sources, ...support()],
    systemFolders: [...(program.isCuda ? [path.join(runtimeFolder(), 'port')] : []), ...recording().systemFolders],
    defines: [
      ...recording().defines,
      ...featureDefines(units),
      // macros that nvcc defines, if every unit is CUDA
      ...(scopes.length > 0 && scopes.every(({ unit }) => unit.language === 'cuda') ? ['MANTISSA_PORT_CUDA_UNIT'] : []),
      ...(hasClasses && units.some(({ language }) => language === 'c') ? ['restrict=__restrict'] : []),
    ],
    linkFlags: linkFlags(units),
  };
}

function instrumentInclude(): string {
  return `#include "${byteString(instrumentFile('mantissa_instrument.h'))}"`;
}

/**
 * Instrumentation lines are inserted after the leading includes of a unit, which are the same for every mode and program, so that their
 * precompiled headers can be shared.
 */
function afterIncludes(text: string, lines: readonly string[]): string {
  const leading = /^(?:[ \t]*(?:#[ \t]*include\b[^\n]*)?\n)*/.exec(text)![0];
  const line = leading.split('\n').length;
  return `${leading}${lines.join('\n')}\n#line ${line}\n${text.slice(leading.length)}`;
}
