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

function sharedArrays(program: Program): Map<FunctionIndex, SharedArray[]> {
  const found = new Map<FunctionIndex, SharedArray[]>();
  program.sites.forEach(({ space, function: owner, elements }, site) => {
    if (space !== 'shared' || owner === null || elements === null) return;
    found.set(owner, [...(found.get(owner) ?? []), { site, elements }]);
  });
  return found;
}
