/**
 * GPUs with a profile from the vendor's table: their data sheets. Clocks are the highest (boost) clocks, so that modelled times are lower bounds;
 * modelled speedups depend on ratios only. Buses: about 80 % of PCI Express x16 of the generation (3: 12, 4: 25, 5: 50 GB/s).
 */
import { fromVendorTable } from './vendor-table.js';

/**
 * Its ratios are those of the AMPT-GA paper, section 4.3: an fp32 operation 1, an fp64 operation 2, a conversion 4.
 * Source: data sheet.
 */
export const p100 = fromVendorTable({
  ...{ name: 'Tesla P100', architecture: 'sm_60' },
  ...{ multiprocessors: 56, clockMHz: 1480, dramGBs: 732, busGBs: 12 },
});

/** Source: data sheet. */
export const v100 = fromVendorTable({
  ...{ name: 'Tesla V100', architecture: 'sm_70' },
  ...{ multiprocessors: 80, clockMHz: 1530, dramGBs: 900, busGBs: 12 },
});

/** Source: data sheet (2,560 cores, 8.1 TFLOPS in fp32). */
export const t4 = fromVendorTable({
  ...{ name: 'Tesla T4', architecture: 'sm_75' },
  ...{ multiprocessors: 40, clockMHz: 1590, dramGBs: 320, busGBs: 12 },
});

/** Source: data sheet. */
export const a100 = fromVendorTable({
  ...{ name: 'NVIDIA A100', architecture: 'sm_80' },
  ...{ multiprocessors: 108, clockMHz: 1410, dramGBs: 1555, busGBs: 25 },
});

/** Source: data sheet (31.2 TFLOPS in fp32). */
export const a10 = fromVendorTable({
  ...{ name: 'NVIDIA A10', architecture: 'sm_86' },
  ...{ multiprocessors: 72, clockMHz: 1695, dramGBs: 600, busGBs: 25 },
});

/** Source: data sheet (37.4 TFLOPS in fp32). */
export const a40 = fromVendorTable({
  ...{ name: 'NVIDIA A40', architecture: 'sm_86' },
  ...{ multiprocessors: 84, clockMHz: 1740, dramGBs: 696, busGBs: 25 },
});

/** Source: GA102 white paper, table of GeForce GPUs (35.6 TFLOPS in fp32). */
export const rtx3090 = fromVendorTable({
  ...{ name: 'NVIDIA GeForce RTX 3090', architecture: 'sm_86' },
  ...{ multiprocessors: 82, clockMHz: 1695, dramGBs: 936, busGBs: 25 },
});

/** Source: Jetson AGX Orin technical brief, the module with 64 GB (2,048 cores). Host and GPU share the memory: a copy reads and writes it. */
export const jetsonOrin = fromVendorTable({
  ...{ name: 'Orin', architecture: 'sm_87' },
  ...{ multiprocessors: 16, clockMHz: 1300, dramGBs: 204.8, busGBs: 102.4 },
});

/** Source: data sheet (30.3 TFLOPS in fp32). */
export const l4 = fromVendorTable({
  ...{ name: 'NVIDIA L4', architecture: 'sm_89' },
  ...{ multiprocessors: 58, clockMHz: 2040, dramGBs: 300, busGBs: 25 },
});

/** Source: data sheet (91.6 TFLOPS in fp32). */
export const l40s = fromVendorTable({
  ...{ name: 'NVIDIA L40S', architecture: 'sm_89' },
  ...{ multiprocessors: 142, clockMHz: 2520, dramGBs: 864, busGBs: 25 },
});

/** Source: AD102 white paper (82.6 TFLOPS in fp32, 1.3 in fp64). */
export const rtx4090 = fromVendorTable({
  ...{ name: 'NVIDIA GeForce RTX 4090', architecture: 'sm_89' },
  ...{ multiprocessors: 128, clockMHz: 2520, dramGBs: 1008, busGBs: 25 },
});

/** Source: data sheet. */
export const h100 = fromVendorTable({
  ...{ name: 'NVIDIA H100', architecture: 'sm_90' },
  ...{ multiprocessors: 132, clockMHz: 1980, dramGBs: 3350, busGBs: 50 },
});

/** Source: data sheet, the version with 96 GB of HBM3 (67 TFLOPS in fp32, 34 in fp64); NVLink-C2C: 900 GB/s in both directions. */
export const gh200 = fromVendorTable({
  ...{ name: 'NVIDIA GH200', architecture: 'sm_90' },
  ...{ multiprocessors: 132, clockMHz: 1980, dramGBs: 4000, busGBs: 450 },
});

/** Source: HGX B200 data sheet (75 TFLOPS in fp32, 37 in fp64). */
export const b200 = fromVendorTable({
  ...{ name: 'NVIDIA B200', architecture: 'sm_100' },
  ...{ multiprocessors: 148, clockMHz: 1980, dramGBs: 7700, busGBs: 50 },
});

/** Source: HGX B300 data sheet (75 TFLOPS in fp32, as a B200; 1.2 in fp64), PCI Express 6; the number of multiprocessors is that of a B200. */
export const b300 = fromVendorTable({
  ...{ name: 'NVIDIA B300', architecture: 'sm_103' },
  ...{ multiprocessors: 148, clockMHz: 1980, dramGBs: 7700, busGBs: 100 },
});

/** Source: RTX Blackwell white paper (104.8 TFLOPS in fp32, 1.64 in fp64). */
export const rtx5090 = fromVendorTable({
  ...{ name: 'NVIDIA GeForce RTX 5090', architecture: 'sm_120' },
  ...{ multiprocessors: 170, clockMHz: 2407, dramGBs: 1792, busGBs: 50 },
});

/** Source: RTX PRO Blackwell white paper (126 TFLOPS in fp32); the Server Edition has lower clocks. */
export const rtxPro6000 = fromVendorTable({
  ...{ name: 'NVIDIA RTX PRO 6000 Blackwell', architecture: 'sm_120' },
  ...{ multiprocessors: 188, clockMHz: 2617, dramGBs: 1792, busGBs: 50 },
});
