/** The engines in the order in which they are listed; an input may name those that it is for. execution/engines.ts implements each. */
export const ENGINE_NAMES = [
  'wasm', // the embedded clang, in WebAssembly
  'native', // g++ or clang++
  'cuda', // nvcc, on a GPU
  'command', // the project's own commands
] as const;

export type EngineName = (typeof ENGINE_NAMES)[number];

/** Whether this version has an engine with a name from a journal. */
export function isEngineName(name: string): name is EngineName {
  const names: readonly string[] = ENGINE_NAMES;
  return names.includes(name);
}
