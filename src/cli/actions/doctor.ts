import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EmbeddedClang } from '../../clang/compiler.js';
import { MantissaError } from '../../diagnostics/mantissa-error.js';
import { chooseEngine } from '../../execution/choose-engine.js';
import { AUTOMATIC } from '../../execution/engines.js';
import { probeTools } from '../../execution/machine.js';
import { cacheFolder } from '../../support/cache-folder.js';
import { makeFolder } from '../../support/make-folder.js';
import { answer, terminalPaint } from '../text/terminal.js';

interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'absent' | 'failed';
  readonly found: string;
  readonly usedFor: string;
}

/** `mantissa doctor`: lists the tools of this machine and their use. Fails if the cache or the embedded clang does not work. */
export async function doctor(options: { json?: boolean }): Promise<void> {
  const cache = cacheFolder();
  const findings: Finding[] = [
    {
      name: 'node',
      state: 'ok',
      found: `${process.version} on ${process.platform} ${process.arch}`,
      usedFor: 'running mantissa',
    },
    {
      name: 'processor',
      state: 'ok',
      found: `${os.availableParallelism()} cores, ${(os.totalmem() / 2 ** 30).toFixed(1)} GiB memory`,
      usedFor: 'running trials in parallel',
    },
    cacheFinding(cache),
    await clangFinding(cache),
    ...(await probeTools()).map(
      (tool): Finding => ({
        name: tool.name,
        state: tool.version ? 'ok' : 'absent',
        found: tool.version ?? `not found: ${tool.withoutIt}`,
        usedFor: tool.usedFor,
      }),
    ),
    await engineFinding('CUDA', true),
    await engineFinding('C and C++', false),
  ];
  if (options.json) answer(`${JSON.stringify({ schemaVersion: 1, findings }, null, 2)}\n`);
  else {
    const paint = terminalPaint();
    const mark = { ok: paint.good('✓'), absent: paint.dim('–'), failed: paint.bad('✗') };
    const width = Math.max(...findings.map((finding) => finding.name.length));
    answer(
      `${findings.map((one) => `${mark[one.state]} ${one.name.padEnd(width)}  ${one.found}\n  ${' '.repeat(width)}  ${paint.dim(`used for ${one.usedFor}`)}`).join('\n')}\n`,
    );
  }
  const failed = findings.find((finding) => finding.state === 'failed');
  if (failed) throw new MantissaError(failed.name === 'cache' ? 'MX1002' : 'MX1003', failed.found);
}

/** The engine that `--engine auto` chooses for a program without its own build and run commands. */
async function engineFinding(language: string, isCuda: boolean): Promise<Finding> {
  const { engine, why } = await chooseEngine(isCuda);
  return {
    name: `${language} engine`,
    state: 'ok',
    found: `${engine}: ${why}`,
    usedFor: `--engine auto; a program with "run" in its mantissa.json uses the engine \`${AUTOMATIC.ownCommands}\``,
  };
}

function cacheFinding(cache: string): Finding {
  const usedFor = 'unpacked and precompiled headers of clang';
  try {
    makeFolder(cache);
    const probe = path.join(cache, `probe-${process.pid}`);
    fs.writeFileSync(probe, 'x');
    fs.rmSync(probe);
    return { name: 'cache', state: 'ok', found: `${cache}, ${(folderSize(cache) / 2 ** 20).toFixed(0)} MiB`, usedFor };
  } catch (error) {
    return {
      name: 'cache',
      state: 'failed',
      found: `${cache}: ${error instanceof Error ? error.message : String(error)}`,
      usedFor,
    };
  }
}

function folderSize(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

async function clangFinding(cache: string): Promise<Finding> {
  const usedFor = 'reading programs, and the embedded engine';
  try {
    const clang = new EmbeddedClang(cache);
    const reply = await clang.run(['clang', '--version']);
    await clang.close();
    const line = Buffer.from(reply.stdout).toString('utf8').split('\n')[0] ?? '';
    return {
      name: 'embedded clang',
      state: reply.exitCode === 0 ? 'ok' : 'failed',
      found: `${line.replace(/ \(.*/, '')}, WebAssembly, package ${clang.package.version}`,
      usedFor,
    };
  } catch (error) {
    return {
      name: 'embedded clang',
      state: 'failed',
      found: error instanceof Error ? error.message : String(error),
      usedFor,
    };
  }
}
