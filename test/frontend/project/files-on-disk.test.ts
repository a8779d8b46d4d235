import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MantissaError } from '../../../src/diagnostics/mantissa-error.js';
import { openProject, type ProjectRequest } from '../../../src/frontend/project/open-project.js';
import type { Project } from '../../../src/frontend/project/project.js';
import { expectDiagnostic } from '../../support/diagnostics.js';

/** Files that a repository cannot contain: circular links, permissions, absolute paths, byte order marks, huge files. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mantissa-project-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

function open(...inputs: string[]): Project {
  const request: ProjectRequest = { inputs, includeFolders: [], defines: [], undefines: [], workingFolder: folder };
  return openProject(request);
}

function failure(...inputs: string[]): MantissaError {
  try {
    open(...inputs);
  } catch (error) {
    return error as MantissaError;
  }
  throw new Error('it opened');
}

describe('files that cannot be read', () => {
  test('a link that leads back to itself is refused as unreadable, with the reason', () => {
    symlinkSync('loop.cu', path.join(folder, 'loop.cu'));
    const error = failure('loop.cu');
    expectDiagnostic(error, 'MX2008', { names: ['loop.cu', 'ELOOP'] });
  });

  test('an unreadable source named by a project file is refused at its place', () => {
    symlinkSync('loop.cu', path.join(folder, 'loop.cu'));
    write('mantissa.json', '{\n  "sources": ["loop.cu"]\n}');
    const error = failure('mantissa.json');
    expect(error.code).toBe('MX2008');
    expect(error.findings[0]!.place).toMatchObject({ file: 'mantissa.json', line: 2, column: 15 });
  });

  const root = process.getuid?.() === 0;
  if (root)
    console.warn(
      'skipped: permissions do not hold for root, so the refusal of a file without read permission is not tested here',
    );
  test.skipIf(root)('a source or project file without read permission is refused', () => {
    chmodSync(write('a.cu', ''), 0);
    chmodSync(write('mantissa.json', '{}'), 0);
    expect(failure('a.cu').code).toBe('MX2008');
    expect(failure('mantissa.json').code).toBe('MX2008');
  });

  test('a device is not a source', () => {
    const error = failure('/dev/null');
    expectDiagnostic(error, 'MX2007', { names: ['/dev/null'] });
  });

  test('a link to nothing is a file that does not exist', () => {
    symlinkSync('gone.cu', path.join(folder, 'a.cu'));
    expect(failure('a.cu').code).toBe('MX2001');
    expect(failure('missing.json').code).toBe('MX2001');
  });
});

describe('the bytes of a project file', () => {
  test('a byte order mark and CRLF line ends are tolerated, and places stay right', () => {
    write('a.cu', '');
    write('mantissa.json', '\ufeff{\r\n  "sources": ["a.cu"],\r\n  "naem": "x"\r\n}\r\n');
    const error = failure('mantissa.json');
    expect(error.code).toBe('MX2003');
    expect(error.findings[0]!.place).toEqual({
      file: 'mantissa.json',
      line: 3,
      column: 3,
      frame: '  3 |   "naem": "x"\n    |   ^^^^^^',
    });
    write('mantissa.json', '\ufeff{\r\n  "sources": ["a.cu"]\r\n}\r\n');
    expect(open('mantissa.json').units).toHaveLength(1);
  });

  test('a byte order mark does not hide what kind of file it is', () => {
    write('a.cu', '');
    write('db.json', '\ufeff[{ "directory": ".", "file": "a.cu", "command": "nvcc -c a.cu" }]');
    expect(open('db.json').units).toHaveLength(1);
  });

  test('an empty project file is refused', () => {
    write('mantissa.json', '');
    expectDiagnostic(failure('mantissa.json'), 'MX2002', { place: 'mantissa.json:1:1', names: ['empty'] });
  });

  test('a fault in a long generated line is placed without printing the line', () => {
    write(
      'compile_commands.json',
      `[${'{ "directory": ".", "file": "a.f90", "command": "gfortran" }, '.repeat(5000)} oops]`,
    );
    const { code, findings } = failure('compile_commands.json');
    expect(code).toBe('MX2006');
    expect(findings[0]!.place).toEqual({ file: 'compile_commands.json', line: 1, column: 310003 });
  });
});

describe('paths', () => {
  test('a build folder elsewhere leaves the root where the sources are', () => {
    const [one, two] = [write('home/app/src/a.cu', ''), write('home/app/src/sub/b.cu', '')];
    const directory = path.join(folder, 'x/y/z/build');
    const entries = [one, two].map((file) => ({
      directory,
      file,
      command: `nvcc -I${folder}/home/app/include -c ${file}`,
    }));
    write('x/y/z/build/compile_commands.json', JSON.stringify(entries));
    const project = open('x/y/z/build');
    expect(project.root).toBe(path.join(folder, 'home/app/src'));
    expect(project.name).toBe('src');
    expect(project.units.map(({ file }) => file)).toEqual([one, two]);
    expect(project.units[0]!.includeFolders).toEqual([path.join(folder, 'home/app/include')]);
  });

  test('a glob does not follow a link back up', () => {
    write('src/a.cu', '');
    symlinkSync('..', path.join(folder, 'src/up'));
    write('mantissa.json', '{ "sources": ["**/*.cu"] }');
    expect(open('mantissa.json').units.map(({ file }) => path.relative(folder, file))).toEqual(['src/a.cu']);
  });

  test('a project outside the current folder is shown by its absolute path', () => {
    write('app/mantissa.json', '{');
    mkdirSync(path.join(folder, 'elsewhere'));
    const request = {
      inputs: ['../app'],
      includeFolders: [],
      defines: [],
      undefines: [],
      workingFolder: path.join(folder, 'elsewhere'),
    };
    expect(() => openProject(request)).toThrow(
      expect.objectContaining({
        findings: [
          expect.objectContaining({ place: expect.objectContaining({ file: path.join(folder, 'app/mantissa.json') }) }),
        ],
      }),
    );
  });
});
