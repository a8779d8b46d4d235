import { isNvccFlag } from '../../clang/driver-flags.js';
import type { BuildRequest, Source } from '../engine.js';
import type { Toolchain } from '../native/build-natively.js';
import type { Compiler } from '../native/compiler.js';
import { preprocessorArguments, ROUNDS_PAIRS } from '../native/host-toolchain.js';

const DEFAULT_OPTIMISATION = 3;
export const FAST_MATH = '--use_fast_math';
const LANGUAGES: Readonly<Record<Source['language'], string>> = { cuda: 'cu', 'c++': 'c++', c: 'c' };

/** nvcc with its defaults: a·b+c is contracted, as in the user's own build. */
export function nvccToolchain(compiler: Compiler, architecture: string, link: readonly string[]): Toolchain {
  return {
    engine: 'cuda',
    compiler,
    linksInOneGo: false,
    sourceArguments: (request: BuildRequest, source, file) => [
      ...[
        `-O${request.optimisation ?? DEFAULT_OPTIMISATION}`,
        `-arch=${architecture}`,
        '-w',
        '-Xcompiler',
        ROUNDS_PAIRS,
      ],
      ...preprocessorArguments(request),
      ...(source.flags ?? []),
      ...(request.fastMath ? [FAST_MATH] : []),
      ...standardArguments(source),
      ...['-x', LANGUAGES[source.language], file],
    ],
    linkArguments: ({ linkFlags = [] }) => [`-arch=${architecture}`, ...link, ...linkFlags.flatMap(linkFlag)],
  };
}

/** A link flag of the user: nvcc's own flags are passed directly, all others to the host compiler. */
function linkFlag(flag: string): string[] {
  return isNvccFlag(flag) || /^-[lO]/.test(flag) ? [flag] : ['-Xcompiler', flag];
}

/** nvcc has no GNU dialects and no C standards, but the host compiler does. */
function standardArguments({ language, standard }: Source): string[] {
  if (language !== 'cuda') return ['-Xcompiler', `-std=${standard}`];
  return standard.startsWith('gnu++') ? [`-std=c++${standard.slice('gnu++'.length)}`] : [`-std=${standard}`];
}
