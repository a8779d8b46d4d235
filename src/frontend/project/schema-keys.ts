import type { JsonPath } from './json-document.js';

/** The subset of JSON Schema that our schema uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The known keys at a path, over all alternatives, to suggest a correction of an unknown key. */
export function knownKeys(schema: JsonSchema, path: JsonPath): string[] {
  let level = alternatives(schema, schema);
  for (const step of path)
    level = level.flatMap((each) => child(each, step)).flatMap((each) => alternatives(each, schema));
  return [...new Set(level.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function child(schema: JsonSchema, step: PropertyKey): JsonSchema[] {
  const named = schema.properties?.[String(step)];
  if (named) return [named];
  if (typeof schema.additionalProperties === 'object') return [schema.additionalProperties];
  return typeof step === 'number' && schema.items ? [schema.items] : [];
}

function alternatives(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  if (schema.$ref) {
    const target = root.$defs?.[schema.$ref.replace('#/$defs/', '')];
    return target ? alternatives(target, root) : [];
  }
  return schema.anyOf ? schema.anyOf.flatMap((each) => alternatives(each, root)) : [schema];
}
