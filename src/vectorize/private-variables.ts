/**
 * What each thread has for itself, a loop over the threads would share: a parameter or a variable from before the loop that is given another
 * value in it would go from one thread to the next.
 */

/**
 * The first name that is, with where it is changed; null where there is none. `loop`: from here on the text is done once for each thread.
 * `mayReduce`: numbers from before the loop may go through it, and whether they are sums is seen later.
 */
export function changedInLoop(
  code: string,
  signature: string,
  loop: number,
  mayReduce = false,
): { readonly name: string; readonly at: number } | null {
  const names = new Set([...parameterNames(signature), ...declaredIn(code.slice(0, loop))]);
  const inside = code.slice(loop);
  const numbers = new Set(mayReduce ? declaredIn(code.slice(0, loop), '(?:float|double)\\s+') : []);
  for (const name of [...names].filter((one) => !numbers.has(one)))
    for (const { index } of inside.matchAll(new RegExp(String.raw`(?<![\w.>])${name}\b`, 'g'))) {
      const [before, after] = [inside.slice(0, index), inside.slice(index + name.length)];
      if (isDeclared(before)) break; // another one of this name from here on
      if (/(?:\+\+|--)\s*$/.test(before) || /^\s*(?:\+\+|--|=(?!=)|(?:[-+*/%&|^]|<<|>>)=)/.test(after))
        if (!goesByGrid(after, code)) return { name, at: loop + index };
    }
  return null;
}

function parameterNames(signature: string): string[] {
  return signature.split(',').flatMap((one) => /(\w+)\s*(?:\[[^\]]*\]\s*)?$/.exec(one.trim())?.[1] ?? []);
}

const TYPE = String.raw`(?:(?:const|unsigned|signed|long|short|int|float|double|auto|size_t|u?int\d+_t|bool|char)\b[\s*&]*)+`;

function declaredIn(code: string, type = TYPE): string[] {
  return [...code.matchAll(new RegExp(String.raw`\b${type}([^;(){}]*)`, 'g'))].flatMap(([, list]) =>
    list!.split(',').flatMap((one) => /^\s*\*?\s*([A-Za-z_]\w*)/.exec(one)?.[1] ?? []),
  );
}

function isDeclared(before: string): boolean {
  return new RegExp(String.raw`\b${TYPE}$`).test(before);
}

/** `i += blockDim.x * gridDim.x`, or by a variable that is that: on to the thread's next element. */
function goesByGrid(after: string, code: string): boolean {
  const [, step] = /^\s*\+=\s*([^;)]*)/.exec(after) ?? [];
  if (step === undefined) return false;
  if (/\bgridDim\b/.test(step)) return true;
  return new RegExp(String.raw`\b${step.trim().replace(/\W/g, '')}\s*=[^;]*\bgridDim\b`).test(code);
}
