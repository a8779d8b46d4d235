import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readProjectFile } from '../../../src/frontend/project/project-file.js';
import { projectFileJsonSchema, projectFileSchema } from '../../../src/frontend/project/project-file-schema.js';

const read = (name: string) => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const page = read('docs/project-file.md');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => text!);

test('the published JSON Schema is up to date (node scripts/write-schema.mjs writes it)', () => {
  expect(JSON.parse(read('schema/mantissa.schema.json'))).toEqual(projectFileJsonSchema());
});

test('every example on the page about the project file is valid', () => {
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples)
    expect(() => readProjectFile(Buffer.from(example), 'docs/project-file.md')).not.toThrow();
});

test('the page about the project file explains every key, and its examples use every key', () => {
  for (const key of Object.keys(projectFileSchema.shape)) {
    expect(page, `a row for ${key}`).toContain(`\`${key}\``);
    expect(examples.join('\n'), `an example of ${key}`).toContain(`"${key}":`);
  }
});
