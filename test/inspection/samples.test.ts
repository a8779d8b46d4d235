import * as fs from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/analysis/scope.js';
import { EmbeddedClang } from '../../src/clang/compiler.js';
import { openProject } from '../../src/frontend/project/open-project.js';
import { readProgram } from '../../src/frontend/read-program.js';
import { describeProgram, type InspectionDocument } from '../../src/inspection/document.js';
import { gatherFacts } from '../../src/inspection/facts.js';
import { verify } from '../../src/program/verify.js';
import { cacheFolder } from '../../src/support/cache-folder.js';
import { isNamed } from '../support/naming.js';

interface Expected {
  arguments: string[];
  sites?: Record<string, Partial<Record<string, unknown>>>;
  sitesOf?: Record<string, string[]>;
  absent?: string[];
  together?: string[][];
  apart?: string[][];
  functions?: Record<
    string,
    { kind?: string; loops?: { line: number; tripCount?: number | null; depth: number }[]; launches?: number }
  >;
  operations?: Record<string, Record<string, number>>;
  operationsAtDepth?: Record<string, Record<string, Record<string, number>>>;
  transfers?: { line: number; direction: string; sites: string[]; converts?: boolean; why?: string[] }[];
  warnings?: string[];
  missedDeclarations?: string[];
  /** The number of declarations in the independent count. */
  declarations?: number;
  /** Shares in whole percent. */
  work?: {
    functions: string;
    traffic: number | null;
    arithmetic: number | null;
    kept: { code: string; traffic: number; arithmetic: number; sites: string[] }[];
  };
}

const root = path.join(import.meta.dirname, '../samples/inspect');
const clang = new EmbeddedClang(cacheFolder(), 1);
afterAll(() => clang.close());

async function inspectSample(
  folder: string,
  expected: Expected,
): Promise<{ document: InspectionDocument; faults: string[] }> {
  const inputs = expected.arguments.filter((argument) => !argument.startsWith('-'));
  const scope = expected.arguments.find((argument) => argument.startsWith('--scope='))?.slice('--scope='.length) as
    | Scope
    | undefined;
  const strictBranches = expected.arguments.includes('--strict-branches');
  const macros = { includeFolders: [], defines: [], undefines: [] };
  const project = openProject({ inputs, ...macros, strictBranches, workingFolder: folder });
  const program = await readProgram(clang, project);
  return {
    document: describeProgram(program, gatherFacts(program, scope ?? project.settings?.scope ?? null)),
    faults: verify(program),
  };
}

/** The parts of the document that the expectation mentions, in the shape of the expectation. */
function observed(document: InspectionDocument, expected: Expected): Expected {
  const sites = new Map(document.sites.map((site) => [site.id, site]));
  const groupsOf = (ids: string[]) => new Set(ids.map((id) => sites.get(id)?.group ?? `no site ${id}`));
  const pick = (id: string, keys: string[]) => {
    const site = sites.get(id);
    if (!site) return { missing: true };
    const reason = namedIn(site.frozen?.reason, expected.sites?.[id]?.reason as string[] | undefined);
    const facts = { ...site, frozen: site.frozen?.code ?? null, reason };
    return Object.fromEntries(keys.map((key) => [key, facts[key as keyof typeof facts]]));
  };
  const counts = (owner: string, kinds: string[], depth?: number) =>
    Object.fromEntries(
      kinds.map((kind) => [
        kind,
        document.operations.filter(
          (one) => one.function === owner && one.kind === kind && (depth === undefined || one.loopDepth === depth),
        ).length,
      ]),
    );
  const result: Expected = { arguments: expected.arguments };
  if (expected.sites)
    result.sites = Object.fromEntries(
      Object.entries(expected.sites).map(([id, facts]) => [id, pick(id, Object.keys(facts))]),
    );
  if (expected.sitesOf)
    result.sitesOf = Object.fromEntries(
      Object.entries(expected.sitesOf).map(([owner]) => [
        owner,
        document.sites
          .filter((site) => site.function === owner)
          .map((site) => site.id)
          .sort(),
      ]),
    );
  if (expected.absent) result.absent = expected.absent.filter((id) => !sites.has(id));
  if (expected.together)
    result.together = expected.together.filter((ids) => groupsOf(ids).size === 1 && ids.every((id) => sites.has(id)));
  if (expected.apart)
    result.apart = expected.apart.filter(
      (ids) => groupsOf(ids).size === ids.length && ids.every((id) => sites.has(id)),
    );
  if (expected.functions) {
    result.functions = Object.fromEntries(
      Object.entries(expected.functions).map(([name, facts]) => {
        const found = document.functions.find((one) => one.name === name);
        return [
          name,
          {
            ...('kind' in facts ? { kind: found?.kind } : {}),
            ...(facts.loops
              ? {
                  loops: (found?.loops ?? []).map((loop, index) => ({
                    line: loop.line,
                    ...('tripCount' in (facts.loops![index] ?? { tripCount: 0 }) ? { tripCount: loop.tripCount } : {}),
                    depth: loop.depth,
                  })),
                }
              : {}),
            ...('launches' in facts ? { launches: found?.launches.length } : {}),
          } as NonNullable<Expected['functions']>[string],
        ];
      }),
    );
  }
  if (expected.operations)
    result.operations = Object.fromEntries(
      Object.entries(expected.operations).map(([owner, kinds]) => [owner, counts(owner, Object.keys(kinds))]),
    );
  if (expected.operationsAtDepth)
    result.operationsAtDepth = Object.fromEntries(
      Object.entries(expected.operationsAtDepth).map(([owner, depths]) => [
        owner,
        Object.fromEntries(
          Object.entries(depths).map(([depth, kinds]) => [depth, counts(owner, Object.keys(kinds), Number(depth))]),
        ),
      ]),
    );
  if (expected.transfers)
    result.transfers = expected.transfers.map((transfer) => {
      const there = document.transfers.filter((one) => one.line === transfer.line);
      const found = there.find((one) => transfer.sites.every((id) => one.sites.includes(id))) ?? there[0];
      return {
        line: transfer.line,
        direction: found?.direction ?? 'no transfer',
        sites: transfer.sites.filter((id) => found?.sites.includes(id)),
        ...('converts' in transfer && { converts: found?.converts ?? false }),
        ...('why' in transfer && { why: namedIn(found?.why, transfer.why) }),
      };
    });
  if (expected.warnings)
    result.warnings = expected.warnings.filter((code) => document.warnings.some((warning) => warning.code === code));
  if (expected.declarations !== undefined) result.declarations = document.coverage.declarations;
  if (expected.missedDeclarations) result.missedDeclarations = document.coverage.missed.map((missed) => missed.name);
  if (expected.work) {
    const { functions, tunableTraffic, tunableArithmetic, kept } = document.work;
    result.work = {
      functions,
      traffic: percent(tunableTraffic),
      arithmetic: percent(tunableArithmetic),
      kept: kept.map(({ code, traffic, arithmetic, sites }) => ({
        code,
        traffic: Math.round(100 * traffic),
        arithmetic: Math.round(100 * arithmetic),
        sites,
      })),
    };
  }
  return result;
}

/** The names that occur in the text, of those that must. */
function namedIn(text: string | null | undefined, names: readonly string[] = []): string[] {
  return names.filter((name) => isNamed(name, text ?? ''));
}

function percent(share: number | null): number | null {
  return share === null ? null : Math.round(100 * share);
}

describe('mantissa inspect', () => {
  for (const name of fs.readdirSync(root).sort()) {
    it(name.replaceAll('-', ' '), async () => {
      const folder = path.join(root, name);
      const expected = JSON.parse(fs.readFileSync(path.join(folder, 'expected.json'), 'utf8')) as Expected;
      for (const ids of Object.values(expected.sitesOf ?? {})) ids.sort();
      const { document, faults } = await inspectSample(folder, expected);
      expect(faults).toEqual([]);
      expect(observed(document, expected)).toEqual(expected);
      if (!expected.missedDeclarations)
        expect(document.coverage.missed.filter((missed) => !/not compiled|instantiated/.test(missed.why))).toEqual([]);
    });
  }
});
