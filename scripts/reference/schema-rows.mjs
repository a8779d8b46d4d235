/** The keys of a JSON schema, nested ones by their path, each with its type and description. */
export function schemaRows(schema, root = schema, prefix = '') {
  return Object.entries(schema.properties ?? {}).flatMap(([key, given]) => {
    const one = resolved(given, root);
    const path = `${prefix}${key}`;
    const isRequired = (schema.required ?? []).includes(key);
    const own = { path, type: typeText(one, root), isRequired, summary: one.description ?? given.description ?? '' };
    return [own, ...below(one, root, path)];
  });
}

function below(one, root, path) {
  const nested = [one, ...(one.anyOf ?? []).map((choice) => resolved(choice, root))];
  const seen = new Set();
  return nested
    .flatMap((choice) => [
      ...(choice.properties ? schemaRows(choice, root, `${path}.`) : []),
      ...(typeof choice.additionalProperties === 'object' && choice.additionalProperties.properties
        ? schemaRows(choice.additionalProperties, root, `${path}.<name>.`)
        : []),
    ])
    .filter((row) => !seen.has(row.path) && seen.add(row.path));
}

function resolved(schema, root) {
  if (!schema.$ref) return schema;
  const target = schema.$ref
    .split('/')
    .slice(1)
    .reduce((at, name) => at[name], root);
  return { ...target, ...schema, $ref: undefined, named: schema.$ref.split('/').at(-1) };
}

function typeText(schema, root) {
  const one = resolved(schema, root);
  if (one.named === 'standard' || one.named?.endsWith('Standard')) return 'a standard, as `-std=` takes it';
  if (one.const !== undefined) return `\`${JSON.stringify(one.const)}\``;
  if (one.enum) return one.enum.map((value) => `\`${value}\``).join(', ');
  if (one.anyOf) return [...new Set(one.anyOf.map((choice) => typeText(choice, root)))].join(', or ');
  if (Array.isArray(one.type)) return one.type.map(typeName).join(', ');
  if (one.type === 'array') return `a list: ${typeText(one.items, root)}`;
  if (one.type === 'object')
    return typeof one.additionalProperties === 'object'
      ? `an object: name → ${typeText(one.additionalProperties, root)}`
      : 'an object';
  return typeName(one.type);
}

function typeName(type) {
  return (
    { string: 'a text', number: 'a number', integer: 'a whole number', boolean: '`true` or `false`' }[type] ?? type
  );
}
