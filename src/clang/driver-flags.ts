/** Translates flags of the gcc and clang drivers for the embedded clang, which is called without its driver. */

/** The cc1 arguments of each flag; empty for a flag without effect here. */
const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['-fsigned-char', []],
  ['-fno-unsigned-char', []],
  ['-funsigned-char', ['-fno-signed-char']],
  ['-fno-signed-char', ['-fno-signed-char']],
  ['-fwrapv', ['-fwrapv']],
  ['-fstrict-aliasing', []],
  ['-fno-strict-aliasing', ['-relaxed-aliasing']],
  ['-fno-tree-slp-vectorize', []],
  ['-fgnu89-inline', ['-fgnu89-inline']],
  ['-fshort-enums', ['-fshort-enums']],
  ['-fms-extensions', ['-fms-extensions']],
  ['-fno-common', []],
  ['-fopenmp', []], // OpenMP directives are ignored: the program runs in one thread
  ['-lm', []],
  // the embedded engine has its own optimisation level and is never timed
  ...['-O1', '-O2', '-O3', '-Os'].map((flag): [string, []] => [flag, []]),
]);

/** nvcc flags for language extensions that clang always accepts. `-rdc=true` is included: units share their device code here anyway. */
const NVCC_FLAGS: ReadonlySet<string> = new Set(
  [
    ...['extended-lambda', 'expt-extended-lambda', 'expt-relaxed-constexpr'],
    ...['relocatable-device-code=true', 'rdc=true'],
  ].flatMap((name) => [`-${name}`, `--${name}`]),
);

/** Whether only nvcc has this flag. */
export function isNvccFlag(flag: string): boolean {
  return NVCC_FLAGS.has(flag);
}

/** The cc1 arguments for the flags that the embedded clang supports. */
export function clangArguments(flags: readonly string[]): string[] {
  return flags.flatMap((flag) => MEANINGS.get(flag) ?? []);
}

/** The flags that need a compiler installed on the machine. */
export function unknownToClang(flags: readonly string[]): string[] {
  return flags.filter((flag) => !MEANINGS.has(flag) && !isNvccFlag(flag) && !flag.startsWith('-m'));
}
