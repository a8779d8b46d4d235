import { describe, expect, it } from 'vitest';
import { readAssembly } from '../../../src/execution/machine-code/read-assembly.js';

describe('machine code is read by function and counted by format', () => {
  it('as cuobjdump lists it', () => {
    const [relax, ...others] = readAssembly(
      `
\t.headerflags\t@"EF_CUDA_SM90"
\t\tFunction : _Z5relaxP6__half
\t.headerflags\t@"EF_CUDA_SM90"
        /*0000*/                   LDC R1, c[0x0][0x28] ;          /* 0x00000a00ff017b82 */
        /*0010*/                   LDG.E.128 R4, desc[UR4][R2.64] ; /* 0x0000000402047981 */
        /*0020*/                   HADD2 R0, R4, 1, 1 ;            /* 0x3c003c0004007430 */
        /*0030*/              @!P0 HFMA2.BF16_V2 R5, R4, R5, R6 ;  /* 0x3c003c0004007430 */
        /*0040*/                   HADD2.F32 R7, -RZ, R4.H0_H0 ;   /* 0x20000004ff077230 */
        /*0050*/                   FFMA R7, R7, R7, R8 ;           /* 0x0000000707077223 */
        /*0060*/              @P1  DFMA R10, R10, R12, R14 ;       /* 0x0000000c0a0a722b */
        /*0070*/                   STG.E.64 desc[UR4][R2.64], R10 ; /* 0x0000000a02007986 */
        /*0080*/                   EXIT ;                          /* 0x000000000000794d */
`,
      'sass',
    );
    expect(others).toEqual([]);
    expect(relax).toMatchObject({ symbol: '_Z5relaxP6__half' });
    expect(relax!.instructions).toHaveLength(9);
    expect(relax!.counts).toEqual({
      ...{ '128-bit access': 1, '64-bit access': 1, half2: 1, bf16x2: 1, conversion: 1, fp32: 1, fp64: 1 },
    });
  });

  it('as nvcc writes PTX', () => {
    const [found] = readAssembly(
      `.visible .entry _Z1kPf(
	.param .u64 _Z1kPf_param_0
)
{
	.reg .f32 	%f<4>;
	ld.param.u64 	%rd1, [_Z1kPf_param_0];
	ld.global.v4.f32 	{%f1, %f2, %f3, %f4}, [%rd1];
	fma.rn.f32 	%f5, %f1, %f2, %f3;
	cvt.f64.f32 	%fd1, %f5;
	@%p1 mul.f64 	%fd2, %fd1, %fd1;
	fma.rn.f16x2 	%r1, %r2, %r3, %r4;
	st.global.f64 	[%rd1], %fd2;
	ret;
}
`,
      'ptx',
    );
    expect(found!.symbol).toBe('_Z1kPf');
    expect(found!.counts).toEqual({
      ...{ '128-bit access': 1, '64-bit access': 1, conversion: 1, fp32: 1, fp64: 1, half2: 1 },
    });
  });

  it('as a host compiler writes assembly, vectors apart from scalars', () => {
    const text = (lines: string) => `f:\n.LFB0:\n${lines}\tret\n\t.size\tf, .-f\n\t.section x\n\taddsd\t%xmm1, %xmm0\n`;
    const [x86] = readAssembly(
      text(
        '\taddsd\t%xmm1, %xmm0\n\tvfmadd231ss\t%xmm1, %xmm0, %xmm2\n\tmulps\t%xmm1, %xmm0\n\tcvtss2sd\t%xmm0, %xmm0\n',
      ),
      'x86-64',
    );
    expect(x86!.counts).toEqual({ fp64: 1, fp32: 1, 'fp32 vector': 1, conversion: 1 });
    expect(x86!.instructions).toHaveLength(5); // what follows .size belongs to no function
    const [arm] = readAssembly(text('\tfmadd\td0, d1, d2, d3\n\tfadd\tv0.4s, v1.4s, v2.4s\n\tfcvt\td0, s0\n'), 'arm64');
    expect(arm!.counts).toEqual({ fp64: 1, 'fp32 vector': 1, conversion: 1 });
  });
});
