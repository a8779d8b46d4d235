import type { SystemCall } from './program-worker.js';

export class OutputLimitReached extends Error {}

const [STDIN, STDOUT, STDERR] = [0, 1, 2];
const SUCCESS = 0;
const INVALID_ARGUMENT = 28;
const INPUT_OUTPUT_ERROR = 29;
const NO_SPACE = 51;
const UNKNOWN_FILE_TYPE = 0;
const [FROM_START, FROM_END] = [0, 2];
/** Buffer for fd_filestat_get, at an arbitrary non-zero address in the program's memory. */
const [STATUS_AT, STATUS_BYTES, SIZE_IN_STATUS] = [1024, 64, 32];
const REALTIME = 0;
const LAST_CLOCK = 3;
/** Files that are always empty and discard their output: runs have no input. */
const EMPTY_NAMES = /^\/*(?:dev\/(?:null|stdin)|(?:dev|proc\/self)\/fd\/0)$/;
/** System names of a process's output streams, after the `/` of their folder. */
const OUTPUT_NAMES = /^\/*(?:dev\/(std(?:out|err))|(?:dev|proc\/self)\/fd\/([12]))$/;
/** First descriptor of output opened by name, beyond those of the library. */
const FIRST_NAMED = 1 << 20;

class GrowingBuffer {
  private bytes = new Uint8Array(1 << 12);
  private used = 0;

  append(chunk: Uint8Array): void {
    if (this.used + chunk.length > this.bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.used + chunk.length));
      larger.set(this.bytes.subarray(0, this.used));
      this.bytes = larger;
    }
    this.bytes.set(chunk, this.used);
    this.used += chunk.length;
  }

  contents(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.used);
  }
}

/**
 * Replaces WASI system calls whose library versions are unsuitable: stdin is empty; stdout and stderr are captured up to a limit, can be opened by
 * name and are not terminals (so that the C library buffers them as for a pipe); clocks have their full resolution; seeking from the end uses
 * the current size; and file-system errors are returned as error numbers.
 */
export class StandardStreams {
  readonly stdout = new GrowingBuffer();
  readonly stderr = new GrowingBuffer();
  private readonly nowhere = new GrowingBuffer();
  /** Capture buffers by descriptor. */
  private readonly captured = new Map<number, GrowingBuffer>([
    [STDOUT, this.stdout],
    [STDERR, this.stderr],
  ]);
  /** Descriptors that have another number in the library's table. */
  private readonly moved = new Map<number, number>();
  private nextNamed = FIRST_NAMED;
  private left: number;

  constructor(
    private readonly memory: WebAssembly.Memory,
    maxOutputBytes: number,
  ) {
    this.left = maxOutputBytes;
  }

  over(calls: Readonly<Record<string, SystemCall>>): WebAssembly.ModuleImports {
    const imports: WebAssembly.ModuleImports = {};
    for (const [name, call] of Object.entries(calls)) {
      const numbered = withErrorNumbers(call as (...args: unknown[]) => number);
      if (name === 'proc_exit') imports[name] = call;
      else if (!name.startsWith('fd_')) imports[name] = numbered;
      else imports[name] = (fd: number, ...rest: unknown[]) => numbered(this.moved.get(fd) ?? fd, ...rest);
    }
    const passOn = { ...imports } as Record<string, (...args: unknown[]) => number>;
    imports.fd_write = (fd: number, vectors: number, count: number, written: number): number => {
      const buffer = this.captured.get(fd);
      return buffer
        ? this.write(buffer, vectors >>> 0, count, written >>> 0)
        : passOn.fd_write!(fd, vectors, count, written);
    };
    imports.path_open = (...args: unknown[]): number => {
      const [path, length, opened] = [args[2], args[3], args[8]] as [number, number, number];
      const buffer = this.outputNamed(path >>> 0, length);
      if (!buffer) return passOn.path_open!(...args);
      this.captured.set(this.nextNamed, buffer);
      new DataView(this.memory.buffer).setUint32(opened >>> 0, this.nextNamed++, true);
      return SUCCESS;
    };
    imports.fd_close = (fd: number): number => {
      const moved = this.moved.get(fd);
      this.moved.delete(fd);
      const wasCaptured = this.captured.delete(fd);
      // the first three descriptors are not closed in the library
      return (wasCaptured || fd <= STDERR) && moved === undefined ? SUCCESS : passOn.fd_close!(moved ?? fd);
    };
    // freopen: `to` is closed, and `from` gets its number
    imports.fd_renumber = (from: number, to: number): number => {
      const buffer = this.captured.get(from);
      const closed = (imports.fd_close as (fd: number) => number)(to);
      this.captured.delete(from);
      if (buffer) this.captured.set(to, buffer);
      else this.moved.set(to, this.moved.get(from) ?? from);
      this.moved.delete(from);
      return closed;
    };
    imports.fd_read = (fd: number, vectors: number, count: number, read: number): number => {
      if (fd !== STDIN && this.captured.get(fd) !== this.nowhere) return passOn.fd_read!(fd, vectors, count, read);
      new DataView(this.memory.buffer).setUint32(read >>> 0, 0, true);
      return SUCCESS;
    };
    // the library uses the size at the time of opening, and the wrong direction
    imports.fd_seek = (fd: number, offset: bigint, whence: number, at: number): number => {
      if (whence !== FROM_END || this.captured.has(fd)) return passOn.fd_seek!(fd, offset, whence, at);
      const size = this.sizeOf(fd, passOn.fd_filestat_get!);
      if (size === null || size + offset < 0n) return INVALID_ARGUMENT;
      return passOn.fd_seek!(fd, size + offset, FROM_START, at);
    };
    imports.fd_fdstat_get = (fd: number, status: number): number => {
      const isStream = fd === STDIN || this.captured.has(fd);
      const result = passOn.fd_fdstat_get!(fd >= FIRST_NAMED ? STDOUT : fd, status);
      if (isStream && result === SUCCESS) new DataView(this.memory.buffer).setUint8(status >>> 0, UNKNOWN_FILE_TYPE);
      return result;
    };
    imports.clock_time_get = (clock: number, _precision: bigint, time: number): number => {
      if (clock < 0 || clock > LAST_CLOCK) return INVALID_ARGUMENT;
      const now = clock === REALTIME ? performance.timeOrigin + performance.now() : performance.now();
      new DataView(this.memory.buffer).setBigUint64(time >>> 0, BigInt(Math.round(now * 1e3)) * 1000n, true);
      return SUCCESS;
    };
    return imports;
  }

  private outputNamed(path: number, length: number): GrowingBuffer | null {
    const name = Buffer.from(new Uint8Array(this.memory.buffer, path, length)).toString('latin1');
    if (EMPTY_NAMES.test(name)) return this.nowhere;
    const [, word, number] = OUTPUT_NAMES.exec(name) ?? [];
    if (word === undefined && number === undefined) return null;
    return this.captured.get(word === 'stdout' || number === '1' ? STDOUT : STDERR) ?? null;
  }

  /** File size from the library, which writes it to the program's memory; the memory is restored afterwards. */
  private sizeOf(fd: number, status: (fd: number, at: number) => number): bigint | null {
    const buffer = new Uint8Array(this.memory.buffer, STATUS_AT, STATUS_BYTES);
    const before = buffer.slice();
    const result = status(fd, STATUS_AT);
    const size = new DataView(this.memory.buffer).getBigUint64(STATUS_AT + SIZE_IN_STATUS, true);
    buffer.set(before);
    return result === SUCCESS ? size : null;
  }

  private write(buffer: GrowingBuffer, vectors: number, count: number, written: number): number {
    const view = new DataView(this.memory.buffer);
    let total = 0;
    for (let k = 0; k < count; k++) {
      const [start, length] = [view.getUint32(vectors + 8 * k, true), view.getUint32(vectors + 8 * k + 4, true)];
      total += length;
      if (buffer === this.nowhere) continue;
      buffer.append(new Uint8Array(this.memory.buffer, start, Math.min(length, this.left)));
      this.left -= length;
      if (this.left < 0) throw new OutputLimitReached();
    }
    view.setUint32(written, total, true);
    return SUCCESS;
  }
}

/** The library rethrows system errors without a WASI number, which would end the program like a crash. */
function withErrorNumbers(call: (...args: unknown[]) => number): (...args: unknown[]) => number {
  return (...args) => {
    try {
      return call(...args);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === undefined || !/^E[A-Z]/.test(code)) throw error;
      return code === 'ENOSPC' ? NO_SPACE : INPUT_OUTPUT_ERROR;
    }
  };
}
