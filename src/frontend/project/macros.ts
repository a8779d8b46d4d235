/** One `-D` or `-U`; the order matters. */
export type MacroStep =
  | { readonly kind: 'define'; readonly text: string }
  | { readonly kind: 'undefine'; readonly name: string };

const LEADING_NAME = /^[A-Za-z_$][\w$]*/;
export const MACRO_NAME = /^[A-Za-z_$][\w$]*$/;
/** `NAME`, `NAME=value` or `NAME(a,b)=value`. */
export const MACRO_DEFINITION = /^[A-Za-z_$][\w$]*(?:\([\w$,. ]*\))?(?:=[\s\S]*)?$/;

/** The last `-D` or `-U` of a name counts. Units store definitions and undefinitions separately, so only the last one of each name is kept. */
export function settleMacros(steps: readonly MacroStep[]): { defines: string[]; undefines: string[] } {
  const last = new Map<string, MacroStep>();
  for (const step of steps) {
    const name = step.kind === 'undefine' ? step.name : (LEADING_NAME.exec(step.text)?.[0] ?? step.text);
    last.delete(name);
    last.set(name, step);
  }
  const settled = [...last.values()];
  return {
    defines: settled.flatMap((step) => (step.kind === 'define' ? [step.text] : [])),
    undefines: settled.flatMap((step) => (step.kind === 'undefine' ? [step.name] : [])),
  };
}

export function stepsOf(macros: {
  readonly defines: readonly string[];
  readonly undefines: readonly string[];
}): MacroStep[] {
  return [
    ...macros.undefines.map((name): MacroStep => ({ kind: 'undefine', name })),
    ...macros.defines.map((text): MacroStep => ({ kind: 'define', text })),
  ];
}
