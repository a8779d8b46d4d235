/**
 * Configuration files: `{schemaVersion: 1, formats: {"bodyForce.dx": "fp32", "g3": "fp16"}}`. With `sources`, the digest of the program it was
 * written for, a configuration is rejected for any other version.
 */
import { type Finding, MantissaError } from '../diagnostics/mantissa-error.js';
import {
  type ClassFormat,
  type Format,
  formatNames,
  isClass,
  isFormat,
  isStorageOnly,
  isSummed,
  isWider,
  type StorageFormat,
  type SummedFormat,
} from '../numerics/format.js';
import type { Frozen } from '../program/frozen.js';
import type { OperationIndex, Program, SiteIndex } from '../program/program.js';
import { digestSources } from '../program/source-digest.js';
import { nearestName } from '../support/nearest-name.js';
import { type Accumulator, parseAccumulator, type WrittenAccumulator, writeAccumulator } from './accumulator.js';
import type { Configuration } from './resolve.js';

/** The facts about groups that a configuration must respect. */
export interface GroupTable {
  readonly groups: readonly { readonly id: string; readonly sites: readonly SiteIndex[] }[];
  readonly groupOf: readonly number[];
  readonly frozen: readonly (Frozen | null)[];
}

/** An invalid configuration: unknown sites, several formats for one group, or a change of a frozen site. */
export class NotAConfiguration extends MantissaError {
  constructor(
    code: 'MX2011' | 'MX2012' | 'MX2013' | 'MX2014',
    finding: string | Finding,
    options: { remedy?: string } = {},
  ) {
    super(code, finding, options);
  }
}

export function parseFormat(text: string): Format {
  if (isFormat(text)) return text;
  const nearest = nearestName(text, formatNames);
  throw new NotAConfiguration('MX2012', `'${text}'${nearest ? `: did you mean ${nearest}?` : ''}`, {
    remedy: `use one of ${formatNames.join(', ')}`,
  });
}

export function parseConfiguration(text: string, file: string, program: Program, groups: GroupTable): Configuration {
  const { formats, accumulators, blocks, sources } = readDocument(text, file);
  if (sources !== undefined && sources !== digestSources(program))
    throw new MantissaError('MX2024', {
      text: 'the sources have changed since this configuration was written',
      place: { file },
    });
  return configurationOf(formats, file, program, groups, accumulators, blocks);
}

/** Formats by site, group or operation id and summation methods by site id; `file` is named in error messages. */
export function configurationOf(
  formats: Readonly<Record<string, string>>,
  file: string,
  program: Program,
  groups: GroupTable,
  accumulators: Readonly<Record<string, unknown>> = {},
  blocks: Readonly<Record<string, unknown>> = {},
): Configuration {
  const chosen = new Map<number, { format: Format; by: string }>();
  const operations = new Map<OperationIndex, Format>();
  const operationNamed = indexOfIds(program.operations);
  const groupOfName = new Map([
    ...program.sites.map(({ id }, site) => [id, groups.groupOf[site]!] as const),
    ...indexOfIds(groups.groups),
  ]);
  for (const [id, name] of Object.entries(formats)) {
    const format = parseFormat(name);
    const operation = operationNamed.get(id);
    if (operation !== undefined) {
      if (isStorageOnly(format))
        throw new NotAConfiguration('MX2012', {
          text: `${id} is an operation, but ${format} is a storage-only format`,
          place: { file },
        });
      operations.set(operation, format);
      continue;
    }
    const group = groupOfName.get(id) ?? unknownSite(id, groupOfName.keys(), file);
    const before = chosen.get(group);
    if (before && before.format !== format) {
      throw new NotAConfiguration('MX2013', {
        text: `${before.by} is ${before.format} and ${id} is ${format}, but they share memory (group ${groups.groups[group]!.id})`,
        place: { file },
      });
    }
    chosen.set(group, { format, by: id });
  }
  const sites = new Map<SiteIndex, Format>();
  for (const [group, { format, by }] of chosen) {
    for (const site of groups.groups[group]!.sites) {
      const frozen = groups.frozen[site];
      if (frozen && program.sites[site]!.format !== format)
        throw new NotAConfiguration('MX2014', { text: `${by}: ${frozen.reason}`, place: { file } });
      sites.set(site, format);
    }
  }
  const ways = accumulatorsOf(accumulators, file, program);
  return { sites, operations, ...(ways.size > 0 && { accumulators: ways }), ...blocksOf(blocks, file) };
}

/** Thread-block sizes by id. Whether the program has these sizes is checked elsewhere. */
export function blocksOf(written: Readonly<Record<string, unknown>>, file: string): Pick<Configuration, 'blocks'> {
  const sizes = Object.entries(written).map(([id, size]) => {
    if (typeof size === 'number' && Number.isInteger(size) && size > 0) return [id, size] as const;
    throw new MantissaError('MX2055', {
      text: `${id}: expected a positive integer, found ${JSON.stringify(size)}`,
      place: { file },
    });
  });
  return sizes.length > 0 ? { blocks: new Map(sizes) } : {};
}

/** Summation methods by site id, parsed. */
export function accumulatorsOf(
  written: Readonly<Record<string, unknown>>,
  file: string,
  program: Program,
): ReadonlyMap<SiteIndex, Accumulator> {
  const sites = indexOfIds(program.sites);
  return new Map(
    Object.entries(written).map(
      ([id, way]) => [sites.get(id) ?? unknownSite(id, sites.keys(), file), parseAccumulator(way, id, file)] as const,
    ),
  );
}

interface ConfigurationDocument {
  readonly formats: Readonly<Record<string, string>>;
  readonly accumulators: Readonly<Record<string, unknown>>;
  readonly blocks: Readonly<Record<string, unknown>>;
  readonly sources?: unknown;
}

function readDocument(text: string, file: string): ConfigurationDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new MantissaError('MX2010', {
      text: error instanceof Error ? error.message : String(error),
      place: { file },
    });
  }
  const {
    schemaVersion,
    formats,
    accumulators = {},
    blocks = {},
    sources,
  } = (document ?? {}) as Record<string, unknown>;
  if (schemaVersion !== 1)
    throw new MantissaError('MX2010', {
      text: `schemaVersion is ${JSON.stringify(schemaVersion)} but should be 1`,
      place: { file },
    });
  if (
    typeof formats !== 'object' ||
    formats === null ||
    Object.values(formats).some((value) => typeof value !== 'string')
  ) {
    throw new MantissaError('MX2010', {
      text: '"formats" must map site or group ids to format names',
      place: { file },
    });
  }
  if (typeof accumulators !== 'object' || accumulators === null || Array.isArray(accumulators))
    throw new MantissaError('MX2010', {
      text: '"accumulators" must map site ids to summation methods',
      place: { file },
    });
  if (typeof blocks !== 'object' || blocks === null || Array.isArray(blocks))
    throw new MantissaError('MX2010', {
      text: '"blocks" must map names of thread-block sizes to numbers',
      place: { file },
    });
  return {
    blocks: blocks as Record<string, unknown>,
    formats: formats as Record<string, string>,
    accumulators: accumulators as Record<string, unknown>,
    sources,
  };
}

function indexOfIds(named: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(named.map(({ id }, index) => [id, index]));
}

function unknownSite(id: string, known: Iterable<string>, file: string): never {
  const nearest = nearestName(id, [...known]);
  throw new NotAConfiguration('MX2011', {
    text: `'${id}'${nearest ? `: did you mean ${nearest}?` : ''}`,
    place: { file },
  });
}

/** Whether a site can have the format. */
export function admits(program: Program, site: SiteIndex, format: Format): boolean {
  return whyNotAdmitted(program, site, format) === null;
}

/** CUDA has no conversion from a multi-word number to a storage-only format with a single rounding. */
export const STORAGE_WITH_MULTI_WORD = 'multi-word formats and storage-only formats cannot be used in one program';

/** The reason why a site is not tried in a format, to complete a sentence about it; null if it is. */
export function whyNotAdmitted(program: Program, site: SiteIndex, format: Format): string | null {
  const { isOfVectors, isPassedByLibrary, format: declared } = program.sites[site]!;
  if (isHalfVector(program, site))
    return format === declared ? null : 'it is a pair of halves (half2), whose functions exist for that type only';
  if (isSummed(format)) return format === declared ? null : whyNotSummed(program, site, format);
  if (!isClass(format)) return null;
  const why = whyNoClass(program, site, format);
  if (why !== null) return why;
  // CUDA has no vectors of three halves, and vectors of two have a type of their own
  if (isOfVectors)
    return 'its memory is accessed as vectors (float2, float4), and patches cannot write vectors of halves';
  return isPassedByLibrary
    ? 'a library calls functions of the program with it, and does not convert half formats'
    : null;
}

/** Names that cuda_fp16.h (included by cuda_bf16.h and cuda_fp8.h) declares in the global namespace, without leading underscores. */
const NAMES_OF_HEADERS = ['half', 'half2', 'nv_half', 'nv_half2', 'nv_bfloat16', 'nv_bfloat162'];

const ownNamesOfHeaders = new WeakMap<Program, string | null>();

function nameOfHeader(program: Program): string | null {
  const known = ownNamesOfHeaders.get(program);
  if (known !== undefined) return known;
  const { functions, sites } = program;
  const isFileScope = (site: Program['sites'][number]) => site.function === null && site.kind === 'variable';
  const own = new Set([
    ...functions.map(({ name }) => name.replace(/~\d+$/, '')),
    ...sites.flatMap((site) => (isFileScope(site) && site.record === null ? [site.name] : (site.record ?? []))),
  ]);
  const found = NAMES_OF_HEADERS.find((name) => own.has(name)) ?? null;
  ownNamesOfHeaders.set(program, found);
  return found;
}

const constantOfHost = (format: Format): string =>
  `device code reads it as a host constant, which CUDA allows for float and double but not for ${format}`;

/** The first reason why a site cannot have the type of a CUDA class, to complete a sentence about it; null if it can. */
export function whyNoClass(program: Program, site: SiteIndex, format: ClassFormat): string | null {
  const {
    startsAsConstant,
    isConstantOfHost,
    combinedByOpenMp,
    scannedAt,
    overloadedFor,
    declaration,
    redeclarations,
    function: owner,
  } = program.sites[site]!;
  if (!program.isCuda) return `${format} is available in CUDA programs only`;
  const inC = [declaration, ...redeclarations].map(({ file }) => program.files[file]!).find((file) => file.isReadInC);
  if (inC) return `${inC.path} is compiled as C, which has no type for ${format}`;
  if (owner !== null && program.functions[owner]!.sharesText)
    return `its template is instantiated with several formats, so conversions of ${format} cannot be written in it`;
  if (startsAsConstant)
    return `it is initialised with a constant expression (constexpr or device memory), and ${format} has no constant expressions`;
  if (isConstantOfHost) return constantOfHost(format);
  const taken = nameOfHeader(program);
  if (taken !== null) return `the program declares its own '${taken}', which the header of ${format} declares too`;
  if (overloadedFor !== null && !overloadedFor.includes(format)) return `its function has no overload for ${format}`;
  if (scannedAt !== null) return `scanf cannot read ${format} (${scannedAt})`;
  if (combinedByOpenMp !== null) return `OpenMP has no reduction or atomic update for ${format} (${combinedByOpenMp})`;
  return isStorageOnly(format) ? whyNotStored(program, site, format) : null;
}

/** The reason why a site cannot have a storage-only format. */
function whyNotStored({ sites }: Program, site: SiteIndex, format: StorageFormat): string | null {
  const { kind, shape, usedInPlace } = sites[site]!;
  const isCast = kind === 'cast' && shape === 'scalar'; // a cast before a store to memory, where the program converts explicitly
  if (!isCast && shape !== 'array' && shape !== 'pointer')
    return `${format} is a storage-only format for array elements: operations cannot compute in it`;
  return usedInPlace === null
    ? null
    : `an operation or function uses its memory in place, which ${format} does not support (${usedInPlace})`;
}

/** The first reason why a site cannot have a multi-word format, to complete a sentence about it; null if it can. */
export function whyNotSummed(program: Program, site: SiteIndex, format: SummedFormat): string | null {
  const {
    combinedByOpenMp,
    scannedAt,
    overloadedFor,
    isConstantOfHost,
    isOfVectors,
    isPassedByLibrary,
    function: owner,
  } = program.sites[site]!;
  if (isOfVectors) return `its memory is accessed as vectors (float2, double2), which ${format} does not have`;
  if (owner !== null && program.functions[owner]!.sharesText)
    return `its template is instantiated with several formats, so conversions of ${format} cannot be written in it`;
  if (isConstantOfHost) return constantOfHost(format);
  if (overloadedFor !== null && !overloadedFor.includes(format)) return `its function has no overload for ${format}`;
  if (isPassedByLibrary) return `a library calls functions of the program with it, and does not support ${format}`;
  if (scannedAt !== null) return `scanf cannot read ${format} (${scannedAt})`;
  return combinedByOpenMp === null
    ? null
    : `OpenMP has no reduction or atomic update for ${format} (${combinedByOpenMp})`;
}

/** A vector of two halves, whose arithmetic exists only as functions for that type. */
export function isHalfVector(program: Program, site: SiteIndex): boolean {
  return /\b(?:__half2|half2|__nv_bfloat162|nv_bfloat162)\b/.test(program.sites[site]!.type);
}

/** A random configuration from a seed: every group in scope that may change gets one of the formats. */
export function randomConfiguration(
  program: Program,
  groups: GroupTable,
  formats: readonly Format[],
  random: () => number,
  scope?: ReadonlySet<SiteIndex>,
): Configuration {
  const sites = new Map<SiteIndex, Format>();
  for (const group of groups.groups) {
    if (group.sites.some((site) => groups.frozen[site] !== null || scope?.has(site) === false)) continue;
    const keep = random() < 0.35;
    const possible = formats.filter((format) => group.sites.every((site) => admits(program, site, format)));
    const format = possible[Math.floor(random() * possible.length)] ?? program.sites[group.sites[0]!]!.format;
    if (!keep) for (const site of group.sites) if (program.sites[site]!.format !== format) sites.set(site, format);
  }
  return { sites, operations: new Map() };
}

/** Lowers every group of these sites that may change to this format. */
export function uniformConfiguration(
  program: Program,
  groups: GroupTable,
  scope: ReadonlySet<SiteIndex>,
  format: Format,
): Configuration {
  const sites = new Map<SiteIndex, Format>();
  for (const group of groups.groups) {
    const mayChange = group.sites.every((site) => groups.frozen[site] === null && admits(program, site, format));
    for (const site of mayChange ? group.sites : [])
      if (scope.has(site) && isWider(program.sites[site]!.format, format)) sites.set(site, format);
  }
  return { sites, operations: new Map() };
}

/** Raises every group that may change to this format. */
export function widestConfiguration(program: Program, groups: GroupTable, format: Format): Configuration {
  const sites = new Map<SiteIndex, Format>();
  for (const group of groups.groups) {
    const mayChange = group.sites.every((site) => groups.frozen[site] === null && admits(program, site, format));
    for (const site of mayChange ? group.sites : [])
      if (isWider(format, program.sites[site]!.format)) sites.set(site, format);
  }
  return { sites, operations: new Map() };
}

/** The configuration file, as `parseConfiguration` reads it. */
export function writeConfiguration(configuration: Configuration, program: Program): string {
  const formats: Record<string, string> = {};
  for (const [site, format] of configuration.sites) formats[program.sites[site]!.id] = format;
  for (const [operation, format] of configuration.operations) formats[program.operations[operation]!.id] = format;
  const accumulators = writtenAccumulators(configuration, program);
  const document = {
    schemaVersion: 1,
    sources: digestSources(program),
    formats,
    ...(accumulators && { accumulators }),
    ...(configuration.blocks?.size && { blocks: Object.fromEntries(configuration.blocks) }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Summation methods by site id; null if no sum is changed. */
export function writtenAccumulators(
  { accumulators = new Map() }: Configuration,
  program: Program,
): Record<string, WrittenAccumulator> | null {
  const entries = [...accumulators].map(([site, way]) => [program.sites[site]!.id, writeAccumulator(way)] as const);
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}
