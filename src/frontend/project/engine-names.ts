/** Every engine by its name, in the order they are offered: an input may name those it is meant for. execution/engines.ts has an engine for each. */
export const ENGINE_NAMES = [
  'wasm', // the embedded clang, in WebAssembly
  'native', // g++ or clang++
  'cuda', // nvcc, on a GPU
  'command', // the project's own commands
] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** Whether a name out of a journal is one that this version has an engine for. */
export function isEngineName(name: string): name is EngineName {
  const names: readonly string[] = ENGINE_NAMES;
  return names.includes(name);
}
