import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENGINE_NAMES } from '../../src/frontend/project/engine-names.js';
import { ChangedCopy } from '../support/changed-copy.js';
import { sourcesThatSay } from '../support/source-files.js';

const docs = path.join(import.meta.dirname, '../../docs');
const page = readFileSync(path.join(docs, 'adding/an-engine.md'), 'utf8');

/** What the page says of a file: the block that begins with its name. */
function blockOf(file: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+\n// ${file}\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`the page says nothing of ${file}`);
  return text;
}

/** Lists engines by hand, as nothing should. */
const LISTING = `import type { EngineName } from '../execution/engine.js';
export const words: Record<EngineName, string> = { wasm: '', native: '', cuda: '', command: '' };
`;

describe('an engine called null, added as docs/adding/an-engine.md has it', () => {
  const copy = new ChangedCopy();
  const named: Record<'byName' | 'whole', string[]> = { byName: [], whole: [] };
  beforeAll(() => {
    copy.patch('src/frontend/project/engine-names.ts', blockOf('src/frontend/project/engine-names.ts'));
    copy.write('src/cli/listing.ts', LISTING);
    named.byName = copy.compile(['.']);
    copy.write('src/cli/listing.ts', '');
    copy.write('src/execution/null/null-engine.ts', blockOf('src/execution/null/null-engine.ts'));
    copy.patch('src/execution/engines.ts', blockOf('src/execution/engines.ts'));
    named.whole = copy.compile();
  });
  afterAll(() => copy.remove());

  it('is asked for by the compiler in the list of engines alone, and in what lists them beside it', () => {
    expect(named.byName).toEqual(['src/cli/listing.ts', 'src/execution/engines.ts']);
  });

  it('leaves the compiler nothing to name once it is there', () => {
    expect(named.whole).toEqual([]);
  });

  it('is a choice of the command line and of the project file', async () => {
    expect(copy.run('tune', '--help')).toMatch(/"command",\s+"null"/);
    expect(copy.run('verify', '--help')).toMatch(/"command",\s+"null"/);
    const { projectFileSchema } = await copy.load<typeof import('../../src/frontend/project/project-file-schema.js')>(
      'frontend/project/project-file-schema.js',
    );
    const meantFor = (engine: string) => ({ inputs: { one: { arguments: [], engines: [engine] } } });
    expect(projectFileSchema.safeParse(meantFor('null')).success).toBe(true);
    expect(projectFileSchema.safeParse(meantFor('zero')).success).toBe(false);
  });

  it('runs programs, and is what a journal says it is', async () => {
    const { engines } = await copy.load<typeof import('../../src/execution/engines.js')>('execution/engines.js');
    const { engineCapabilities } = await copy.load<typeof import('../../src/journal/engine-capabilities.js')>(
      'journal/engine-capabilities.js',
    );
    const engine = new Map(Object.entries(engines)).get('null')!({ cache: '' });
    const built = await engine.build({
      sources: [],
      includeFolders: [],
      defines: [],
      systemFolders: [],
      forcedIncludes: [],
    });
    if (built.kind !== 'built') throw new Error(built.kind);
    const limits = { timeoutMs: 600_000, maxOutputBytes: 1000, maxMemoryBytes: 2 ** 20 };
    const ended = await engine.run(built.artifact, { ...limits, arguments: [], environment: {} });
    expect(ended).toMatchObject({ kind: 'exited', exitCode: 0, stdout: Buffer.alloc(0) });
    expect(engineCapabilities.parse(engine.capabilities)).toEqual(engine.capabilities);
    await engine.close();
  });
});

describe('the name of an engine', () => {
  const OWN =
    /^src\/(?:execution\/(?:wasm|native|cuda|command)\/|features\/characterization\/measuring\/(?:cuda|embedded|native)-benchmarks\.ts)/;
  const outside = (pattern: RegExp) => sourcesThatSay(pattern).filter((file) => !OWN.test(file));

  it('stands in the lists and in what old journals meant, and nowhere else', () => {
    expect(outside(/'(?:wasm|native)'/)).toEqual([
      'src/execution/engines.ts',
      'src/frontend/project/engine-names.ts',
      'src/journal/engine-capabilities.ts',
    ]);
  });

  it('is not asked for', () => {
    const asking =
      /\bengine(?:Name)?\)?\s*[!=]==\s*'(?!auto')|switch \((?:\w+\.)*engine(?:Name)?\)|\.test\([\w.]*engine/i;
    expect(outside(asking)).toEqual([]);
    for (const question of ["bench.engineName === 'cuda'", 'switch (started.engine)', '/a|b/.test(bench.engineName)'])
      expect(question).toMatch(asking);
  });

  it.each(ENGINE_NAMES)('%s has a row in engines.md', (name) => {
    expect(readFileSync(path.join(docs, 'engines.md'), 'utf8')).toMatch(new RegExp(`^\\| \`${name}\` \\|`, 'm'));
  });
});
