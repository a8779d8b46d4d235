import { expect, it } from 'vitest';
import { kernelOf, kernelRows } from '../../../src/features/characterization/measuring/kernel-resources.js';

const SUM = '_ZN41_GLOBAL__N__a016988c_12_summation_cu_main9sum_termsI';
const SAID = `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '${SUM}N15mx_characterize10multi_limbILi8EEEEEvPKT_mPS4_' for 'sm_90'
    40 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 39 registers, used 0 barriers, 40 bytes cumulative stack size
ptxas info    : Compiling entry function '${SUM}N10mx_runtime9compositeIdEEEEvPKT_mPS4_' for 'sm_90'
    0 bytes stack frame, 368 bytes spill stores, 400 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers
ptxas info    : Compiling entry function '_ZN15mx_characterize15convert_numbersIdEEvPKdPT_m' for 'sm_90'
ptxas info    : Used 30 registers, used 0 barriers
`;

it('reports the registers of every computing kernel, and spills', () => {
  expect(kernelRows('summation', SAID)).toEqual([
    { labels: { kernel: 'summation', format: 'limbs256' }, quantity: 'registers', value: 39, unit: 'registers/thread' },
    { labels: { kernel: 'summation', format: 'limbs256' }, quantity: 'spilled', value: 0, unit: 'bytes/thread' },
    { labels: { kernel: 'summation', format: 'cmp64x2' }, quantity: 'registers', value: 255, unit: 'registers/thread' },
    { labels: { kernel: 'summation', format: 'cmp64x2' }, quantity: 'spilled', value: 368, unit: 'bytes/thread' },
    { note: 'summation in cmp64x2 spills 368 bytes per thread, so its times include memory accesses' },
  ]);
});

it.each([
  [`${SUM}fEEvPKT_mPS1_`, 'fp32', ''],
  [`${SUM}6__halfEEvPKT_mPS2_`, 'fp16', ''],
  [`${SUM}N10mx_runtime6fp64x4EEEvPKT_mPS3_`, 'fp64x4', ''],
  ['_ZN4main7computeIN10mx_runtime11double_wordIfEEN15mx_characterize8AdditionEEEvPKT_PS6_mS6_i', 'fp32x2', ', add'],
  [
    '_ZN15mx_characterize13in_one_threadIfN4main6UndoneIfNS1_11ApproximateEEEEEvT0_PKT_mPS6_Px',
    'fp32',
    ', approximate',
  ],
])('knows %s', (symbol, format, operation) => {
  expect(kernelOf(symbol)).toEqual({ format, operation });
});
