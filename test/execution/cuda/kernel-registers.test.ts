import { expect, it } from 'vitest';
import { readResources, registersOf } from '../../../src/execution/cuda/kernel-registers.js';

const SAID = `ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_ZN1a1kIdEEvPT_' for 'sm_90'
ptxas info    : Function properties for _ZN1a1kIdEEvPT_
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers
ptxas info    : Compiling entry function '_ZN1a1kIfEEvPT_' for 'sm_90'
ptxas info    : Used 24 registers, used 0 barriers
ptxas info    : Compiling entry function '_Z9bodyForcePd' for 'sm_90'
ptxas info    : Used 254 registers, 400 bytes cmem[0]
ptxas info    : Compile time = 1.213 ms
`;

it('reads the registers of every kernel out of what ptxas says', () => {
  expect([...readResources(SAID)]).toEqual([
    ['_ZN1a1kIdEEvPT_', 40],
    ['_ZN1a1kIfEEvPT_', 24],
    ['_Z9bodyForcePd', 254],
  ]);
});

it('finds a kernel by its name, the largest of its instantiations', () => {
  const registers = readResources(SAID);
  expect(registersOf(registers, 'bodyForce')).toBe(254);
  expect(registersOf(registers, 'a::k')).toBe(40);
  expect(registersOf(registers, 'Force')).toBeNull();
});
