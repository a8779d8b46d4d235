// Publishes the schema of mantissa.json as schema/mantissa.schema.json. Run it after a build when the zod schema changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { projectFileJsonSchema } from '../dist/internal.js';
import { helpIfAsked } from './help.mjs';

helpIfAsked(import.meta);
const folder = new URL('../schema/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('mantissa.schema.json', folder), `${JSON.stringify(projectFileJsonSchema(), null, 2)}\n`);
