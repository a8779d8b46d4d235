/**
 * The program's own names for its number types: `typedef double Real_t;`, `using real = double;`, `#define fp double`. If most uses of a name
 * change to one format, the patch changes its definition, and the other uses get a new name; otherwise the changed uses get the new name. The
 * patch then resembles a maintainer's edit, and uses without a site keep their meaning in both cases.
 */
import type { Format } from '../numerics/format.js';
import type { SiteIndex } from '../program/program.js';
import { type Alias, type AliasDefinition, findAliases } from './aliases.js';
import { type NameUse, NameUses } from './name-uses.js';
import type { SourceEdits } from './source-edits.js';
import type { TypeNames } from './type-naming.js';
import { respell } from './type-text.js';

interface Plan {
  /** The format that the name is redefined to; null if it stays. */
  readonly to: Format | null;
  /** Names to define beside it, by their formats. */
  readonly beside: ReadonlyMap<Format, string>;
  /** Its format in the source, and the type in its definition. */
  readonly from: Format;
  readonly written: string;
  /** The complete aliased type if it is more than a number: `double *`. */
  readonly inFull: string | null;
}

/** The new names, given the types written by a configuration's edits; null if there are none. */
export function planTypeNames(edits: SourceEdits, changed: ReadonlyMap<SiteIndex, Format>): TypeNames | null {
  if (edits.writtenTypes.length === 0) return null;
  const aliases = findAliases(edits.syntax);
  const uses = new NameUses(edits, aliases, changed);
  const redefined = redefinedNames(aliases, uses);
  const plans = new Map<string, Plan>();
  for (const [name, alias] of aliases) {
    const plan = planOf(alias, redefined, uses);
    if (plan) plans.set(name, plan);
  }
  const inMacros = new Set(
    [...plans.keys()].flatMap((name) =>
      uses.of(name).flatMap(({ inMacro, isMixed, format }) => (inMacro && (isMixed || format !== null) ? inMacro : [])),
    ),
  );
  return plans.size === 0 ? null : namesOf(plans, changed, inMacros);
}

/** Names with more uses that change to one format than other uses. */
function redefinedNames(aliases: ReadonlyMap<string, Alias>, uses: NameUses): Map<string, Format> {
  const found = new Map<string, Format>();
  // a name defined by another one follows it, and counts as one use of it
  for (let grows = true; grows; ) {
    grows = false;
    for (const name of aliases.keys()) {
      if (found.has(name)) continue;
      const all = uses.of(name);
      const goal = (use: NameUse): Format | null =>
        use.defines === null ? use.format : (found.get(use.defines) ?? null);
      const counts = new Map<Format, number>();
      for (const use of all) {
        const format = goal(use);
        if (format !== null && isOfLanguage(format)) counts.set(format, (counts.get(format) ?? 0) + 1);
      }
      const [most] = [...counts].sort((a, b) => b[1] - a[1]);
      if (!most || most[1] * 2 <= all.length) continue;
      found.set(name, most[0]);
      grows = true;
    }
  }
  return found;
}

function planOf(alias: Alias, redefined: ReadonlyMap<string, Format>, uses: NameUses): Plan | null {
  const { scope, type } = alias.definitions[0]!;
  const from = scope.types.read({ qualType: type.name }).format!;
  const to = redefined.get(alias.name) ?? null;
  const counts = new Map<Format, number>();
  for (const use of uses.of(alias.name)) {
    const follows = use.isMixed || (use.defines !== null && redefined.get(use.defines) === to);
    const format = follows ? to : (use.format ?? from);
    if (format !== null && format !== (to ?? from)) counts.set(format, (counts.get(format) ?? 0) + 1);
  }
  const beside = new Map<Format, string>();
  const isNumber = scope.types.read({ qualType: alias.name }).shape === 'scalar' || scope.macros.has(alias.name);
  for (const [format, count] of counts) {
    if ((count > 1 || !isNumber) && isOfLanguage(format)) beside.set(format, secondName(alias.name, format, uses));
  }
  const inFull = isNumber ? null : respell(scope, alias.name, from);
  return to === null && beside.size === 0 ? null : { to, beside, from, written: type.name, inFull };
}

/** A half needs its header before its name, so it is written out at places where the header is included. */
function isOfLanguage(format: Format): boolean {
  return format === 'fp32' || format === 'fp64';
}

/** `Real32_t` for `Real_t`, `real32` for `real`. */
function secondName(name: string, format: Format, uses: NameUses): string {
  const bits = format.slice(2);
  const [, stem = name, suffix = ''] = /^(.*?)(_t)?$/.exec(name)!;
  let second = `${stem}${/\d$/.test(stem) && /^\d/.test(bits) ? '_' : ''}${bits}${suffix}`;
  while (uses.isTaken(second)) second += '_';
  return second;
}

/** `inMacros`: the words in macro bodies that follow the redefinition, in the source before macros are expanded. */
function namesOf(
  plans: ReadonlyMap<string, Plan>,
  changed: ReadonlyMap<SiteIndex, Format>,
  inMacros: ReadonlySet<string>,
): TypeNames {
  const kept = (name: string): string => {
    const plan = plans.get(name);
    if (!plan || plan.to === null) return name;
    return plan.beside.get(plan.from) ?? plan.inFull ?? kept(plan.written);
  };
  return {
    changed: (name, format) => {
      const plan = plans.get(name);
      if (!plan || format === 'carrier') return null;
      return plan.to === format ? name : (plan.beside.get(format) ?? null);
    },
    means: (name) => plans.get(name)?.to ?? null,
    kept,
    inBuildOf: (others) => namesOf(plans, others, inMacros),
    define: (edits) => {
      const aliases = findAliases(edits.syntax);
      const uses = new NameUses(edits, aliases, changed);
      for (const [name, plan] of plans) {
        const alias = aliases.get(name);
        if (!alias) continue;
        for (const definition of alias.definitions) define(edits, name, definition, plan, plans, kept);
        if (plan.to === null) continue;
        for (const { range, format, defines, inMacro } of uses.of(name)) {
          const changes = inMacro === null ? format !== null : inMacros.has(inMacro);
          const follows = defines !== null ? plans.get(defines)?.to === plan.to : changes;
          if (!follows) edits.replace(range, 'kept type', () => kept(name));
        }
      }
    },
  };
}

function define(
  edits: SourceEdits,
  name: string,
  definition: AliasDefinition,
  { to, from, beside }: Plan,
  plans: ReadonlyMap<string, Plan>,
  kept: (name: string) => string,
): void {
  const { scope, whole, type, beside: place } = definition;
  if (scope.types.read({ qualType: type.name }).format !== from) return;
  const text = edits.text(whole);
  const { text: all } = edits.syntax.places.files[whole.file]!.source;
  const end = all.includes('\r\n') ? '\r\n' : '\n';
  const indent = /\n?([ \t]*)$/.exec(all.slice(0, whole.begin))![1]!;
  for (const [format, second] of beside) {
    const spelling = format === from ? kept(type.name) : respell(scope, type.name, format);
    if (spelling === null) continue;
    const typed = text.slice(0, type.begin - whole.begin) + spelling + text.slice(type.end - whole.begin);
    edits.insert(whole.file, place, second, indent + typed.replace(new RegExp(`\\b${name}\\b`), second) + end);
  }
  if (to === null || plans.get(type.name)?.to === to) return; // it follows the name in its definition
  const spelling = respell(scope, type.name, to);
  if (spelling !== null) edits.replace(type, 'definition', () => spelling);
}
