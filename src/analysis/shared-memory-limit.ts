/** Computes the shared memory of a kernel, and which arrays of it cannot have a wider format. */
import { type Format, formats } from '../numerics/format.js';
import type { FunctionIndex, Program, SiteIndex } from '../program/program.js';

/** Shared memory that a kernel may declare statically on every GPU; more must be requested at the launch. */
const MAX_STATIC_SHARED_BYTES = 48 * 1024;

interface SharedArray {
  readonly site: SiteIndex;
  readonly elements: number;
}

/**
 * Shared arrays that must keep their format if all other changeable ones have `widest`, with the reason: the largest of a function first, until
 * the rest fits.
 */
export function exceedsSharedMemory(
  program: Program,
  isFree: (site: SiteIndex) => boolean,
  widest: Format,
): Map<SiteIndex, string> {
  const kept = new Map<SiteIndex, string>();
  for (const arrays of sharedArrays(program).values()) {
    const bytesOf = ({ site, elements }: SharedArray) => {
      const format = isFree(site) && !kept.has(site) ? widest : program.sites[site]!.format;
      return elements * formats[format].sizeBytes;
    };
    const total = () => arrays.reduce((bytes, one) => bytes + bytesOf(one), 0);
    const wanted = total();
    const free = arrays.filter(({ site }) => isFree(site)).toSorted((a, b) => bytesOf(b) - bytesOf(a));
    for (const { site } of free) {
      if (total() <= MAX_STATIC_SHARED_BYTES) break;
      const { name } = program.functions[program.sites[site]!.function!]!;
      const figures = [wanted, MAX_STATIC_SHARED_BYTES].map((bytes) => bytes.toLocaleString('en'));
      kept.set(
        site,
        `in ${widest}, ${name} would need ${figures[0]} bytes of shared memory per block; the limit is ${figures[1]}`,
      );
    }
  }
  return kept;
}

/** How a program gets more than the limit. */
const REQUESTED =
  'more must be dynamic (extern __shared__), with cudaFuncSetAttribute and the size at the launch, which Mantissa does not write';

/** Why nvcc refuses a program with these formats; null if it does not, or if it refuses the original program as well. */
export function whyTooMuchShared(program: Program, siteFormats: readonly Format[]): string | null {
  for (const [owner, arrays] of sharedArrays(program)) {
    const before = bytesIn(arrays, (site) => program.sites[site]!.format);
    const bytes = bytesIn(arrays, (site) => siteFormats[site]!);
    if (bytes > before && bytes > MAX_STATIC_SHARED_BYTES) return tooMuchText(program, owner, bytes);
  }
  return null;
}

/** Why nvcc refuses a program with larger arrays than those of the original; null if it does not. The functions of both have the same names. */
export function whyLargerShared(original: Program, changed: Program): string | null {
  const before = new Map([...sharedArrays(original)].map(([owner, arrays]) => [nameOf(original, owner), arrays]));
  for (const [owner, arrays] of sharedArrays(changed)) {
    const own = before.get(nameOf(changed, owner)) ?? [];
    const bytes = bytesIn(arrays, (site) => changed.sites[site]!.format);
    if (bytes > bytesIn(own, (site) => original.sites[site]!.format) && bytes > MAX_STATIC_SHARED_BYTES)
      return tooMuchText(changed, owner, bytes);
  }
  return null;
}

function nameOf({ functions }: Program, index: FunctionIndex): string {
  return functions[index]!.name;
}

function bytesIn(arrays: readonly SharedArray[], formatOf: (site: SiteIndex) => Format): number {
  return arrays.reduce((bytes, { site, elements }) => bytes + elements * formats[formatOf(site)].sizeBytes, 0);
}

function tooMuchText(program: Program, owner: FunctionIndex, bytes: number): string {
  const figures = [bytes, MAX_STATIC_SHARED_BYTES].map((one) => one.toLocaleString('en'));
  return `${nameOf(program, owner)} would need ${figures[0]} bytes of shared memory per block; the limit of arrays with a fixed size is ${figures[1]}: ${REQUESTED}`;
}

function sharedArrays(program: Program): Map<FunctionIndex, SharedArray[]> {
  const found = new Map<FunctionIndex, SharedArray[]>();
  program.sites.forEach(({ space, function: owner, elements }, site) => {
    if (space !== 'shared' || owner === null || elements === null) return;
    found.set(owner, [...(found.get(owner) ?? []), { site, elements }]);
  });
  return found;
}
