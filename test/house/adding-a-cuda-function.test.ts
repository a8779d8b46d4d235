import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { timingLinkArguments } from '../../src/execution/cuda/gpu-times.js';
import { cudaMemoryCalls } from '../../src/program/library/cuda-memory.js';
import { isTransfer } from '../../src/program/library/memory-call.js';

const RUNTIME = fileURLToPath(new URL('../../runtime', import.meta.url));

function headersIn(folder: string): string {
  const whole = path.join(RUNTIME, folder);
  const names = readdirSync(whole).filter((name) => name.endsWith('.h'));
  return names.map((name) => readFileSync(path.join(whole, name), 'utf8').replace(/\/\/.*/g, '')).join('\n');
}

/** Parameters of every declaration of each function of the API. */
function declaredFunctions(): Map<string, string[][]> {
  const declared = new Map<string, string[][]>();
  for (const [, name, parameters] of `${headersIn('cuda/runtime_api')}\n${headersIn('cuda')}`.matchAll(
    /\b(?:cudaError_t|CUresult) (cu(?:da)?[A-Z]\w*)\(((?:[^();]|\([^()]*\))*)\);/g,
  ))
    declared.set(name!, [...(declared.get(name!) ?? []), parameters!.split(',').map((one) => one.trim())]);
  return declared;
}

/** A pointer to who knows what, a pointer or variable of a template's type, an address as a number, or a struct with pointers in it. */
const TAKES_MEMORY = /\bvoid \*|\bT \*|\bT &symbol|\bCUdeviceptr\b|\bcudaPitchedPtr\b|\bcudaMemcpy3D\w*Parms\b/;
/** A kernel's address, and what is given to kernels and callbacks, is not memory of numbers; modules are GPU code. */
const OF_KERNELS = /^cu(?:da)?(?:Launch|Func|GetFunc|Occupancy|Param|SetupArgument|Module|Link|Ctx|StreamAddCallback)/;

/** Take memory and are not in the table: what they are given keeps its format. */
const KEPT = [
  ...['cuMemAlloc', 'cuMemAllocHost', 'cuMemAllocManaged', 'cuMemAllocPitch', 'cuMemFree', 'cuMemFreeHost'],
  ...['cuMemHostAlloc', 'cuMemcpy', 'cuMemcpyDtoD', 'cuMemcpyDtoDAsync', 'cuMemcpyDtoHAsync', 'cuMemcpyHtoDAsync'],
  ...['cuMemsetD16', 'cuMemsetD32', 'cuMemsetD8'],
  ...['cudaGetSurfaceReference', 'cudaGetSymbolSize', 'cudaGetTextureReference'],
  ...['cudaGraphAddMemFreeNode', 'cudaGraphAddMemcpyNode', 'cudaGraphAddMemcpyNode1D'],
  ...['cudaGraphAddMemcpyNodeFromSymbol', 'cudaGraphAddMemcpyNodeToSymbol', 'cudaGraphExecMemcpyNodeSetParams1D'],
  ...['cudaGraphMemcpyNodeSetParams', 'cudaGraphMemcpyNodeSetParams1D', 'cudaGraphicsResourceGetMappedPointer'],
  ...['cudaHostGetFlags', 'cudaIpcCloseMemHandle', 'cudaIpcGetMemHandle', 'cudaIpcOpenMemHandle', 'cudaMalloc3D'],
  ...['cudaMallocFromPoolAsync', 'cudaMemAdvise_v2', 'cudaMemPoolGetAttribute', 'cudaMemPoolSetAttribute'],
  ...['cudaMemPrefetchAsync_v2', 'cudaMemRangeGetAttribute', 'cudaMemRangeGetAttributes', 'cudaMemcpy2DFromArray'],
  ...['cudaMemcpy2DFromArrayAsync', 'cudaMemcpy2DToArray', 'cudaMemcpy2DToArrayAsync', 'cudaMemcpy3D'],
  ...['cudaMemcpy3DAsync', 'cudaMemcpy3DPeer', 'cudaMemcpy3DPeerAsync', 'cudaMemcpyFromArray'],
  ...['cudaMemcpyFromArrayAsync', 'cudaMemcpyPeerAsync', 'cudaMemcpyToArray', 'cudaMemcpyToArrayAsync'],
  ...['cudaMemset2DAsync', 'cudaMemset3D', 'cudaMemset3DAsync', 'cudaStreamAttachMemAsync'],
];

describe('a function of CUDA that takes memory', () => {
  const declared = declaredFunctions();
  const known = Object.keys(cudaMemoryCalls);

  it('is in the table, or what it is given is kept on purpose', () => {
    const takesMemory = [...declared]
      .filter(([name, all]) => !OF_KERNELS.test(name) && all.some((parameters) => TAKES_MEMORY.test(parameters.join())))
      .map(([name]) => name);
    expect(takesMemory.filter((name) => !known.includes(name)).sort()).toEqual(KEPT.toSorted());
    expect(KEPT.filter((name) => known.includes(name))).toEqual([]);
  });

  it('is declared with the arguments that the table speaks of', () => {
    for (const [name, { destination, source, counts, pitch, symbol, fill, direction, moved }] of Object.entries(
      cudaMemoryCalls,
    )) {
      const positions = [destination, source, pitch, symbol, fill, direction, moved, ...(counts ?? [])];
      const last = Math.max(-1, ...positions.filter((one) => typeof one === 'number'));
      expect(
        declared.get(name)?.some((parameters) => parameters.length > last),
        `${name} is declared`,
      ).toBe(true);
    }
  });

  it('runs in a ported program where the table knows it', () => {
    const ported = `${headersIn('port/mx')}\n${headersIn('port')}`;
    const missing = known.filter(
      (name) => !new RegExp(`\\b(?:cudaError_t|CUresult) ${name}\\(|\\bACCEPTED\\(${name}\\)`).test(ported),
    );
    expect(missing).toEqual([]);
  });

  it('is timed as a copy only if the table says that it is one, and the linker is told of all that are timed', () => {
    const timing = readFileSync(path.join(RUNTIME, 'timing/gpu-times.cpp'), 'utf8');
    const standIns = [...timing.matchAll(/^(?:WRAPPED\([^,]+, (?=\w+,)|LAUNCH\((?=\w+\)))(\w+)/gm)].map(
      ([, name]) => name!,
    );
    const wrapped = timingLinkArguments('').flatMap((one) => one.match(/^--wrap=(.*)/)?.[1] ?? []);
    expect(wrapped.toSorted()).toEqual(standIns.toSorted());
    for (const name of wrapped.filter((one) => /Memcpy/.test(one)))
      expect(isTransfer(cudaMemoryCalls[name] ?? {}), `${name} is a copy`).toBe(true);
  });
});
