/**
 * A Slurm of its own on one machine: munged, slurmctld and a slurmd for each node, in a temporary folder, with keys and ports of its own.
 * Nothing of a Slurm that may be installed here is touched, and all of it ends with `stop`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface ClusterOptions {
  readonly nodes?: number;
  /** Jobs the controller keeps, those that ended a moment ago included. */
  readonly maxJobCount?: number;
  /** Folders below its own that every node has for itself alone, empty at first. */
  readonly unshared?: readonly string[];
}

const PARTITIONS: Readonly<Record<string, string>> = { one: 'n1', four: 'n[1-4]', eight: 'n[1-8]' };

export class SmallCluster {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'mantissa-slurm-'));
  private readonly daemons = new Map<string, ChildProcess>();
  /** Below those that the system hands out by itself. */
  private readonly port = 20_000 + Math.floor(Math.random() * 12_000);
  private readonly nodes: number;
  private readonly unshared: readonly string[];

  constructor({ nodes = 8, maxJobCount, unshared = [] }: ClusterOptions = {}) {
    this.nodes = nodes;
    this.unshared = unshared.map((name) => path.join(this.folder, name));
    for (const folder of this.unshared) fs.mkdirSync(folder);
    const host = os.hostname().split('.')[0];
    const at = (name: string) => path.join(this.folder, name);
    for (const name of ['state', 'spool', 'log', 'munge']) fs.mkdirSync(at(name), { mode: 0o755 });
    fs.writeFileSync(at('munge/key'), randomBytes(1024), { mode: 0o400 });
    const known = Object.entries(PARTITIONS).filter(([, list]) => nodes >= Number(/(\d)\]?$/.exec(list)![1]));
    fs.writeFileSync(
      at('slurm.conf'),
      [
        'ClusterName=small',
        `SlurmctldHost=${host}(127.0.0.1)`,
        `SlurmUser=${os.userInfo().username}`,
        `SlurmdUser=${os.userInfo().username}`,
        'AuthType=auth/munge',
        `AuthInfo=socket=${at('munge/socket')}`,
        `StateSaveLocation=${at('state')}`,
        `SlurmdSpoolDir=${at('spool')}/%n`,
        `SlurmctldPidFile=${at('slurmctld.pid')}`,
        `SlurmdPidFile=${at('slurmd.%n.pid')}`,
        `SlurmctldLogFile=${at('log/slurmctld')}`,
        `SlurmdLogFile=${at('log')}/%n`,
        `SlurmctldPort=${this.port}`,
        'ProctrackType=proctrack/linuxproc',
        'TaskPlugin=task/none',
        'SelectType=select/cons_tres',
        'SelectTypeParameters=CR_Core',
        'SchedulerParameters=sched_interval=1,batch_sched_delay=0,bf_interval=1,sched_min_interval=100000',
        'AccountingStorageType=accounting_storage/none',
        'JobCompType=jobcomp/none',
        'ReturnToService=2',
        'SlurmdTimeout=10',
        `MinJobAge=${maxJobCount ? 2 : 300}`,
        ...(maxJobCount ? [`MaxJobCount=${maxJobCount}`] : []),
        'KillWait=1',
        'GresTypes=gpu',
        `NodeName=n[1-${nodes}] NodeHostname=${host} NodeAddr=127.0.0.1 Port=${this.port + 1}-${this.port + nodes} CPUs=2 RealMemory=1000 Gres=gpu:t4:1 Feature=small State=UNKNOWN`,
        `PartitionName=main Nodes=ALL Default=YES MaxTime=60 State=UP OverSubscribe=NO`,
        ...known.map(([name, list]) => `PartitionName=${name} Nodes=${list} MaxTime=60 State=UP OverSubscribe=NO`),
        '',
      ].join('\n'),
    );
    fs.writeFileSync(at('gres.conf'), `NodeName=n[1-${nodes}] Name=gpu Type=t4 File=/dev/null\n`);
  }

  get environment(): NodeJS.ProcessEnv {
    return { ...process.env, SLURM_CONF: path.join(this.folder, 'slurm.conf') };
  }

  async start(): Promise<void> {
    const at = (name: string) => path.join(this.folder, 'munge', name);
    this.daemon('munged', 'munged', [
      ...['--foreground', '--force', `--key-file=${at('key')}`, `--socket=${at('socket')}`],
      ...[`--pid-file=${at('pid')}`, `--log-file=${at('log')}`, `--seed-file=${at('seed')}`],
    ]);
    await this.until('munged', () => fs.existsSync(at('socket')));
    this.daemon('slurmctld', 'slurmctld', ['-D', '-c', '-f', this.environment.SLURM_CONF!]);
    await this.until('slurmctld', () => this.ask('scontrol', 'ping').includes('UP'));
    for (let node = 1; node <= this.nodes; node++) this.startNode(`n${node}`);
    await this.until('nodes', () => this.idleNodes() === this.nodes);
  }

  startNode(node: string, before: readonly string[] = []): void {
    const [command, ...args] = [
      ...apart(this.unshared),
      ...before,
      'slurmd',
      '-D',
      '-N',
      node,
      '-f',
      this.environment.SLURM_CONF!,
    ];
    this.daemon(node, command!, args);
  }

  /** What a node has in a folder of its own. */
  filesOn(node: string, folder: string): string[] {
    const { pid } = this.daemons.get(node)!;
    return fs.readdirSync(path.join(`/proc/${pid}/root`, this.folder, folder));
  }

  /** The daemon alone, as by a bug of its own: its jobs go on. */
  killDaemon(node: string): void {
    this.daemons.get(node)?.kill('SIGKILL');
  }

  /** As by a power cut: nothing that runs on it is left. */
  killNode(node: string): void {
    this.killDaemon(node);
    for (const pid of this.processesOn(node)) kill(pid);
  }

  /** What jobs of ours run on a node, or anywhere: the environment of a process says so. */
  processesOn(node: string | null, containing = ''): number[] {
    return fs.readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const environment = fs.readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
        const isOurs = environment.some((one) => one === `SLURM_CONF=${this.environment.SLURM_CONF}`);
        const where = environment.find((one) => one.startsWith('SLURMD_NODENAME='))?.split('=')[1];
        if (!isOurs || where === undefined || (node !== null && where !== node)) return [];
        return fs.readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(containing) ? [Number(name)] : [];
      } catch {
        return []; // it has ended
      }
    });
  }

  idleNodes(): number {
    return this.ask('sinfo', '-h', '-N', '-p', 'main', '-o', '%T')
      .split('\n')
      .filter((state) => state === 'idle').length;
  }

  ask(command: string, ...args: string[]): string {
    try {
      return execFileSync(command, args, {
        env: this.environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      return String((error as { stderr?: string }).stderr ?? error);
    }
  }

  async quiet(): Promise<void> {
    this.ask('scancel', '--quiet', `--user=${os.userInfo().username}`);
    await this.until('all nodes to be idle', () => this.idleNodes() === this.nodes);
  }

  async stop(): Promise<void> {
    this.ask('scancel', '--quiet', `--user=${os.userInfo().username}`);
    for (const pid of this.processesOn(null)) kill(pid);
    const ended = [...this.daemons.values()].map(
      (one) =>
        new Promise((resolve) =>
          one.exitCode !== null || one.signalCode !== null ? resolve(null) : one.once('exit', resolve),
        ),
    );
    for (const one of [...this.daemons.values()].reverse()) one.kill('SIGKILL');
    await Promise.all(ended);
    fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  async until(what: string, isSo: () => boolean): Promise<void> {
    for (const end = Date.now() + 600_000; ; ) {
      if (isSo()) return;
      if (Date.now() > end) throw new Error(`waited ten minutes for ${what}: ${this.logs()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private logs(): string {
    const folder = path.join(this.folder, 'log');
    return fs
      .readdirSync(folder)
      .map((name) => `\n${name}: ${fs.readFileSync(path.join(folder, name), 'utf8').slice(-500)}`)
      .join('');
  }

  private daemon(name: string, command: string, args: readonly string[]): void {
    const found = ['/usr/sbin', '/sbin', ...(process.env.PATH ?? '').split(':')]
      .map((one) => path.join(one, command))
      .find((file) => fs.existsSync(file));
    const child = spawn(found ?? command, args, { env: this.environment, stdio: 'ignore' });
    child.on('error', () => undefined);
    this.daemons.set(name, child);
  }
}

/** Starts a command with folders of its own in place of these: what stands in them here is not there. */
export function apart(folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const mounts = folders.map((folder) => `mount -t tmpfs none '${folder}' && `).join('');
  return ['unshare', '-m', 'sh', '-c', `${mounts}exec "$@"`, 'sh'];
}

/** False where it had ended before. */
export function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
