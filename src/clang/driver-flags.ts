/** Flags as gcc's and clang's drivers take them, for the clang inside, which is called past its driver. */

/** What each comes to; nothing for one that changes nothing here. */
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
  ['-fopenmp', []], // its directives are read over: the program runs in one thread
  ['-lm', []],
  // the embedded engine always builds at its own level, and never times
  ...['-O1', '-O2', '-O3', '-Os'].map((flag): [string, []] => [flag, []]),
]);

/**
 * Flags by which nvcc takes more of the language, which clang takes without being asked. `-rdc=true` is one too: units then share their device code,
 * as they do here.
 */
const OF_NVCC: ReadonlySet<string> = new Set(
  [
    ...['extended-lambda', 'expt-extended-lambda', 'expt-relaxed-constexpr'],
    ...['relocatable-device-code=true', 'rdc=true'],
  ].flatMap((name) => [`-${name}`, `--${name}`]),
);

/** A flag that only nvcc knows, and nobody else needs. */
export function isNvccFlag(flag: string): boolean {
  return OF_NVCC.has(flag);
}

/** Arguments of cc1 for those flags that it knows. */
export function clangArguments(flags: readonly string[]): string[] {
  return flags.flatMap((flag) => MEANINGS.get(flag) ?? []);
}

/** Flags that only a compiler of the machine's own can follow. */
export function unknownToClang(flags: readonly string[]): string[] {
  return flags.filter((flag) => !MEANINGS.has(flag) && !isNvccFlag(flag) && !flag.startsWith('-m'));
}
