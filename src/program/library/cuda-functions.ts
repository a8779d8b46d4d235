/** Functions of CUDA's device code and runtime, except those for memory (cuda-memory.ts). */
import { family, type LibraryFunction, named } from './library-function.js';

const ROUNDING = '_rn|_rz|_rd|_ru';
const MAYBE_ROUNDED = `|${ROUNDING}`;
const PLAIN = 'double|float|int|uint|ll|ull|short|ushort|char|uchar|half|bfloat16';

const conversions = [
  family('__', PLAIN, '2', PLAIN, MAYBE_ROUNDED),
  family('__double2hiint|__double2loint'),
  family('__float2|__bfloat162|__half2', 'half2|bfloat162', '|_rn'),
  family('__float2', '2half2|2bfloat162', '|_rn'),
  family('__floats2|__halves2|__highs2|__lows2', 'half2|bfloat162', '|_rn'),
  family('__half2|__bfloat162', '2float2'),
  family('__high2|__low2', 'float|half|half2|bfloat16|bfloat162'),
].join(' ');

const arithmetic: readonly [string, LibraryFunction][] = [
  ...(
    [
      ['add', `${family('__', 'd|f', 'add_r', 'n|z|u|d')} ${family('__hadd', '|2', '|_rn|_sat')}`],
      ['sub', `${family('__', 'd|f', 'sub_r', 'n|z|u|d')} ${family('__hsub', '|2', '|_rn|_sat')}`],
      ['mul', `${family('__', 'd|f', 'mul_r', 'n|z|u|d')} ${family('__hmul', '|2', '|_rn|_sat')}`],
      ['div', `${family('__', 'd|f', 'div_r', 'n|z|u|d')} __hdiv __h2div h2div __fdividef fdividef`],
      ['neg', '__hneg __hneg2'],
      ['compare', family('__h', '|b', 'eq|ne|le|lt|ge|gt', '|u', '|2')],
      ['convert', conversions],
    ] as const
  ).flatMap(([operation, names]) => named(names, { effect: { kind: 'operation', operation } })),
];

const ATOMIC = family('atomic', 'Add|Sub|Exch|Min|Max|CAS', '|_block|_system');
/** Built-in atomics of nvcc, with arguments for memory order and scope. */
const COMPILER_ATOMIC = family(
  '__nv_atomic_',
  'load|load_n|store|store_n|exchange|exchange_n|compare_exchange|compare_exchange_n|fetch_add|fetch_sub|fetch_min|fetch_max|fetch_and|fetch_or|fetch_xor|add|sub|min|max|and|or|xor|thread_fence',
);

export const cudaFunctions: readonly [string, LibraryFunction][] = [
  ...arithmetic,
  ...named('__ldg __ldca __ldcg __ldcs __ldcv __ldlu', { effect: { kind: 'loads', from: 0 } }),
  ...named('__stwb __stcg __stcs __stwt', { effect: { kind: 'stores', to: 0, value: 1 } }),
  ...named(family('__shfl', '|_up|_down|_xor', '|_sync'), { effect: { kind: 'moves-numbers' } }),
  ...[1, 2, 3, 4].flatMap((lanes) =>
    named(family('make_', 'float|double', `${lanes}`), { effect: { kind: 'moves-numbers' }, vectorLanes: lanes }),
  ),
  ...named(ATOMIC, { effect: { kind: 'atomic' } }),
  ...named(COMPILER_ATOMIC, { effect: { kind: 'keeps' } }),
  ...named(
    `cudaLaunchKernel cudaLaunchKernelEx cudaLaunchKernelExC cudaLaunchCooperativeKernel cudaLaunchCooperativeKernelMultiDevice`,
    {
      launches: true,
    },
  ),
  ...named(
    `cudaFuncGetAttributes cudaFuncGetName cudaFuncSetAttribute cudaFuncSetCacheConfig cudaFuncSetSharedMemConfig
    cudaFuncGetParamInfo cudaFuncGetModule cudaOccupancyAvailableDynamicSMemPerBlock
    cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
    cudaOccupancyMaxActiveClusters cudaOccupancyMaxPotentialBlockSize cudaOccupancyMaxPotentialBlockSizeVariableSMem
    cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags cudaOccupancyMaxPotentialBlockSizeWithFlags
    cudaOccupancyMaxPotentialClusterSize`,
    { namesFunctionOnly: true },
  ),
];
