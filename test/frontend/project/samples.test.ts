import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import { openProject, type ProjectRequest } from '../../../src/frontend/project/open-project.js';

/**
 * A sample is a folder with `program/` (the current folder), `request.json` (the command line, `.` without it) and `expected.json` (the project or
 * the error). Paths are relative to `program/`; empty lists are left out. The error texts are compared literally: `npm run test:texts` writes them
 * again. Read the difference before you commit it.
 */
const samples = fileURLToPath(new URL('../../samples/project/', import.meta.url));

describe('opening a project', () => {
  for (const name of readdirSync(samples).sort()) {
    test(name.replaceAll('-', ' '), async () => {
      const folder = path.join(samples, name);
      const outcome = open(path.join(folder, 'program'), readJson(path.join(folder, 'request.json')));
      await expect(`${JSON.stringify(outcome, null, 2)}\n`).toMatchFileSnapshot(path.join(folder, 'expected.json'));
    });
  }
});

function open(workingFolder: string, request: Partial<ProjectRequest>): unknown {
  const relative = (key: string, value: unknown): unknown => {
    if (key === 'movable') return undefined; // always the root
    if (typeof value === 'string')
      return value.startsWith(workingFolder) ? path.relative(workingFolder, value) || '.' : value;
    if (Array.isArray(value) && value.length === 0 && !/^(units|arguments)$/.test(key)) return undefined;
    return value;
  };
  try {
    const project = openProject({
      inputs: ['.'],
      includeFolders: [],
      defines: [],
      undefines: [],
      ...request,
      workingFolder,
    });
    return JSON.parse(JSON.stringify({ project }, relative));
  } catch (error) {
    if (!(error instanceof MantissaError)) throw error;
    const findings = error.findings.map(({ text, place }) => ({
      text,
      ...(place && { place: { ...place, frame: place.frame?.split('\n') } }),
    }));
    return JSON.parse(JSON.stringify({ error: { code: error.code, findings, remedy: error.remedy } }));
  }
}

function readJson(file: string): Partial<ProjectRequest> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
