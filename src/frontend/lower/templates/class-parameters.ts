/**
 * Type parameters of class templates: `template <class T> struct Solver { T dt; std::vector<T> u; void step(); }`. If every instantiation has the
 * same number type for T, and all uses of the class are understood, T can get another format at these uses: `Solver<float> s`.
 */
import { isWithin, type Range } from '../../../program/place.js';
import type { SiteIndex } from '../../../program/program.js';
import { type AstNode, children, ofKind } from '../../ast/node.js';
import type { ProgramBuilder } from '../builder.js';
import type { UnitScope } from '../unit-scope.js';
import { type ClassMentions, readClassTemplateUses } from './class-template-uses.js';
import {
  declarationsOf,
  distinct,
  type GivenType,
  givenTypes,
  isSame,
  sitesDeclaredWith,
  templateHeadBefore,
  typeRegion,
  wordsIn,
} from './template-parameter-text.js';
import { hasPack, templateParameters } from './template-parameters.js';
import type { TypeParameter } from './type-parameters.js';

/** The facts about a class template of the program. */
export interface ClassTemplateDraft {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Its definitions; null for one inside a macro. */
  readonly texts: (Range | null)[];
  /** Members that are defined inside it, with their bodies. */
  readonly members: Range[];
  /** Its own names for its parameters: `using value_type = T;`. */
  readonly names: { readonly name: string; readonly means: string; readonly range: Range }[];
  /** By parameter: the types in the instantiations, by spelling. */
  readonly argumentTypes: Map<string, GivenType>[];
  readonly scope: UnitScope;
  hasPack: boolean;
}

/** Called for every declaration of a class template. */
export function rememberClassTemplate(scope: UnitScope, node: AstNode, qualifiers: readonly string[]): void {
  const { classTemplates, places } = scope.builder;
  const key = [...qualifiers, node.name ?? ''].join('::');
  const parameters = templateParameters(node);
  const draft: ClassTemplateDraft = classTemplates.get(key) ?? {
    ...{ name: node.name ?? '', texts: [], members: [], names: [], argumentTypes: [], scope, hasPack: hasPack(node) },
    parameters,
  };
  classTemplates.set(key, draft);
  for (const child of children(node)) {
    if (child.kind === 'CXXRecordDecl' && child.completeDefinition) {
      const place = places.ofNode(child);
      const text = place?.spelling === null ? place.range : null;
      if (draft.texts.some((one) => one !== null && text !== null && isSame(one, text))) continue;
      // parameter names come from the definition: `template <class> struct Solver;` has none
      draft.texts.push(text);
      Object.assign(draft, { parameters });
      for (const member of children(child)) {
        const range = isDefined(member) ? places.ofNode(member)?.range : undefined;
        if (range) draft.members.push(range);
        const named = isTypeName(member) ? places.ofNode(member) : null;
        if (named?.spelling === null)
          draft.names.push({ name: member.name ?? '', means: member.type?.qualType ?? '', range: named.range });
      }
    }
    if (child.kind === 'ClassTemplateSpecializationDecl')
      givenTypes(scope, child).forEach((one, position) => {
        draft.argumentTypes[position] ??= new Map();
        draft.argumentTypes[position].set(one.type, one);
      });
  }
}

const isTypeName = ofKind('TypedefDecl', 'TypeAliasDecl');

function isDefined(member: AstNode): boolean {
  const function_ = member.kind === 'FunctionTemplateDecl' ? children(member).at(-1) : member;
  return function_ !== undefined && children(function_).some(({ kind }) => kind === 'CompoundStmt');
}

export function findClassParameters(builder: ProgramBuilder): TypeParameter[] {
  const drafts = [...builder.classTemplates.values()].filter(({ texts }) => texts.length > 0);
  return drafts.flatMap((draft) => {
    const texts = draft.texts.filter((text) => text !== null);
    const isOne = draft.texts.length === 1 && texts.length === 1 && !draft.hasPack;
    const hasName = drafts.filter(({ name }) => name === draft.name).length === 1;
    const isSpecialised = draft.scope.specialisedClasses.has(draft.name);
    const argumentTypes = draft.argumentTypes.some(
      (types) => types.size === 1 && [...types.values()][0]!.format !== null,
    );
    if (!isOne || !hasName || isSpecialised || !argumentTypes) return [];
    const mentions = readClassTemplateUses(builder, draft.name, texts);
    if (!mentions) return [];
    return draft.parameters.flatMap((name, position) => {
      const found = name === '' ? null : readParameter(builder, draft, mentions, name, position);
      return found ? [found, ...otherNames(builder, drafts, draft, mentions, found)] : [];
    });
  });
}

function readParameter(
  builder: ProgramBuilder,
  draft: ClassTemplateDraft,
  mentions: ClassMentions,
  name: string,
  position: number,
): TypeParameter | null {
  const argumentTypes = [...(draft.argumentTypes[position]?.values() ?? [])];
  const [only] = argumentTypes;
  if (argumentTypes.length !== 1 || !only || only.format === null) return null;
  const texts = [draft.texts[0]!, ...mentions.outside.filter((text) => headOf(builder, text)?.includes(name))];
  const explicitTypes = mentions.lists.map((list) => list[position] ?? defaultOf(builder, draft, name, position));
  if (explicitTypes.includes(null) || !headOf(builder, draft.texts[0]!)?.includes(name)) return null;
  const { type, format } = only;
  const uncompiled = uncompiledParts(builder, draft, mentions, texts);
  const known = { position, type, format, uncompiled, boundTo: [] };
  return ofClass(builder, {
    ...known,
    name,
    texts,
    explicitTypes: distinct(explicitTypes.filter((range) => range !== null)),
  });
}

type ClassFacts = 'name' | 'position' | 'type' | 'format' | 'texts' | 'explicitTypes' | 'boundTo' | 'uncompiled';

/** Null if something is spelt with the parameter that cannot follow it. */
function ofClass(
  builder: ProgramBuilder,
  facts: Pick<TypeParameter, ClassFacts>,
  elsewhere: readonly SiteIndex[] = [],
): TypeParameter | null {
  const { name, texts } = facts;
  if (spellsInMacro(builder, texts, name)) return null;
  const sites = [...new Set([...sitesDeclaredWith(builder, name, texts), ...elsewhere])];
  if (sites.some((site) => builder.sites[site]!.frozen.some(({ code }) => code === 'generic'))) return null;
  const mentioned = [...builder.carriers.keys()].filter((at) => {
    const { what, range } = builder.carriers[at]!;
    const isHere = range !== null && texts.some((text) => isWithin(range, text));
    return what === 'type-mention' && isHere && builder.carrierOrigins[at]!.typeParameter === name;
  });
  return {
    ...{ ...facts, function: null, sites: new Set(sites), declared: declarationsOf(builder, sites, name, texts) },
    ...{ mentions: mentioned.map((at) => -at - 1), deducedFrom: [], isDeducedAnyway: false, follows: true },
    ...{ isShared: false, cell: null },
  };
}

/** Other names of the parameter: those in member definitions outside the class, and those that the class declares. */
function otherNames(
  builder: ProgramBuilder,
  drafts: readonly ClassTemplateDraft[],
  draft: ClassTemplateDraft,
  mentions: ClassMentions,
  parameter: TypeParameter,
): TypeParameter[] {
  const { texts, position } = parameter;
  const bound = { ...parameter, boundTo: [parameter] };
  const renamed = mentions.outside.flatMap((text) => {
    const name = headOf(builder, text)?.[position];
    if (texts.includes(text) || name === undefined) return [];
    return ofClass(builder, { ...bound, name, texts: [text], explicitTypes: [] }) ?? [];
  });
  const all = [draft.texts[0]!, ...mentions.outside];
  const defined = draft.names.flatMap(({ name, means, range }) => {
    const elsewhere = means === parameter.name ? usesElsewhere(builder, drafts, mentions, name, all) : null;
    const explicitTypes = wordsIn(builder, range, parameter.name);
    const uncompiled = [...parameter.uncompiled, range]; // the definition has the name itself
    return (elsewhere && ofClass(builder, { ...bound, name, texts: all, explicitTypes, uncompiled }, elsewhere)) ?? [];
  });
  return [...renamed, ...defined];
}

/** Sites declared as `Name<double>::Scalar`; null if other text may use the same name. */
function usesElsewhere(
  builder: ProgramBuilder,
  drafts: readonly ClassTemplateDraft[],
  { members }: ClassMentions,
  name: string,
  texts: readonly Range[],
): SiteIndex[] | null {
  const used = members.filter((member) => member.name === name);
  const others = drafts.flatMap((one) => (one.names.some((other) => other.name === name) ? one.texts : []));
  const own = [...texts, ...others.filter((text) => text !== null)];
  const isAccounted = builder.places.files.every(({ source }, file) =>
    source.tokens.list.every(({ text, begin, end, index }) => {
      if (text !== name) return true;
      const isMember = source.tokens.list[index - 1]?.text === '::';
      const range = { file, begin, end };
      return (isMember ? used : own).some((one) => isWithin(range, one));
    }),
  );
  const sites = used.map((member) => {
    const site = builder.sites.findIndex(
      ({ kind }, at) => kind !== 'cast' && isWithin(member, typeRegion(builder, at)),
    );
    const isRedeclared = builder.sites.some(({ redeclarations }) =>
      redeclarations.some((one) => isWithin(member, one)),
    );
    return site >= 0 ? [site] : isRedeclared ? [] : null;
  });
  return isAccounted && !sites.includes(null) ? sites.flatMap((site) => site ?? []) : null;
}

/** The default argument in `template <class T = double> struct Solver`, used by `Solver<>`. */
function defaultOf(
  builder: ProgramBuilder,
  { texts }: ClassTemplateDraft,
  name: string,
  position: number,
): Range | null {
  const [text] = texts;
  if (!text) return null;
  const { tokens } = builder.places.files[text.file]!.source;
  const part = templateHeadBefore(tokens, text.begin)?.parts[position];
  const words = part ? tokens.within(part) : [];
  return part && words[1]?.text === name && words[2]?.text === '='
    ? { file: text.file, begin: words[3]?.begin ?? part.end, end: part.end }
    : null;
}

/** The type parameters in the `template <…>` before a text, without constrained ones; null if it cannot be parsed. */
function headOf(builder: ProgramBuilder, { file, begin }: Range): string[] | null {
  const { tokens } = builder.places.files[file]!.source;
  const parts = templateHeadBefore(tokens, begin)?.parts.map((part) => tokens.within(part).map(({ text }) => text));
  if (!parts || parts.some((words) => words.includes('template'))) return null;
  return parts.flatMap(([kind, name, equals]) =>
    name !== undefined && (kind === 'class' || kind === 'typename') && (equals === undefined || equals === '=')
      ? [name]
      : [],
  );
}

/** Whether a macro that contains the parameter's name is used where the name is the parameter. */
function spellsInMacro(builder: ProgramBuilder, texts: readonly Range[], name: string): boolean {
  const macros = new Set(
    builder.places.files.flatMap(({ source }) =>
      source.tokens.directives.flatMap(({ name: directive, body }) =>
        directive === 'define' && body.slice(1).some(({ text }) => text === name) ? [body[0]!.text] : [],
      ),
    ),
  );
  return texts.some(({ file, begin, end }) =>
    builder.places.files[file]!.source.tokens.within({ begin, end }).some(
      ({ text, directive }) => macros.has(text) || directive?.name === 'include',
    ),
  );
}

/** Members that are not instantiated, and branches that this build does not compile: their text has no sites. */
function uncompiledParts(
  builder: ProgramBuilder,
  { members }: ClassTemplateDraft,
  { outside }: ClassMentions,
  texts: readonly Range[],
): Range[] {
  const bodies = builder.functions.flatMap(({ body }) => body ?? []);
  const functions = [...members, ...outside.filter((one) => builder.places.text(one).endsWith('}'))];
  const unused = functions.filter((member) => !bodies.some((one) => isWithin(one, member)));
  const leftOut = builder.inactive
    .map(({ range }) => range)
    .filter((range) => texts.some((text) => isWithin(range, text)));
  return [...unused, ...leftOut];
}

/** Classes whose arguments are all either the given type or a parameter that follows, and that no function keeps. */
export function followingClasses(
  builder: ProgramBuilder,
  classes: readonly TypeParameter[],
  functions: readonly TypeParameter[],
): TypeParameter[] {
  const all = [...classes, ...functions];
  const isKept = (parameter: TypeParameter) => parameter.boundTo.every((one) => classes.includes(one));
  const scopes = new Set([...builder.classTemplates.values()].map(({ scope }) => scope));
  const isKnown = (parameter: TypeParameter, range: Range): boolean => {
    const text = builder.places.text(range).trim();
    const around = all.find((one) => one.name === text && one.texts.some((whole) => isWithin(range, whole)));
    if (around) return around.type === parameter.type && !around.isShared;
    return [...scopes].every(({ types }) => types.expand(text) === parameter.type);
  };
  return classes.filter(
    (parameter) =>
      isKept(parameter) &&
      parameter.explicitTypes.every((range) => isKnown(parameter, range)) &&
      functions.every(({ boundTo, follows }) => follows || !boundTo.includes(parameter)),
  );
}
