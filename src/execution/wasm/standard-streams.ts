import type { SystemCall } from './program-worker.js';

export class OutputLimitReached extends Error {}

const [STDIN, STDOUT, STDERR] = [0, 1, 2];
const SUCCESS = 0;
const NO_SUCH_CLOCK = 28;
const INPUT_OUTPUT_ERROR = 29;
const NO_SPACE = 51;
const UNKNOWN_FILE_TYPE = 0;
const REALTIME = 0;
const LAST_CLOCK = 3;

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
 * The system calls of WASI where the library's answers do not suit us: stdin is at its end, stdout and stderr are captured up to a
 * limit and are no terminal (so that the C library buffers them as it does for a pipe), clocks have their full resolution, and a
 * fault of the machine's file system reaches the program as an error number.
 */
export class StandardStreams {
  readonly stdout = new GrowingBuffer();
  readonly stderr = new GrowingBuffer();
  private left: number;

  constructor(
    private readonly memory: WebAssembly.Memory,
    maxOutputBytes: number,
  ) {
    this.left = maxOutputBytes;
  }

  over(calls: Readonly<Record<string, SystemCall>>): WebAssembly.ModuleImports {
    const imports: WebAssembly.ModuleImports = {};
    for (const [name, call] of Object.entries(calls))
      imports[name] = name === 'proc_exit' ? call : withErrorNumbers(call as (...args: unknown[]) => number);
    const passOn = { ...imports } as Record<string, (...args: unknown[]) => number>;
    imports.fd_write = (fd: number, vectors: number, count: number, written: number): number => {
      if (fd !== STDOUT && fd !== STDERR) return passOn.fd_write!(fd, vectors, count, written);
      return this.write(fd === STDOUT ? this.stdout : this.stderr, vectors >>> 0, count, written >>> 0);
    };
    imports.fd_read = (fd: number, vectors: number, count: number, read: number): number => {
      if (fd !== STDIN) return passOn.fd_read!(fd, vectors, count, read);
      new DataView(this.memory.buffer).setUint32(read >>> 0, 0, true);
      return SUCCESS;
    };
    imports.fd_fdstat_get = (fd: number, status: number): number => {
      const result = passOn.fd_fdstat_get!(fd, status);
      if (fd <= STDERR && result === SUCCESS)
        new DataView(this.memory.buffer).setUint8(status >>> 0, UNKNOWN_FILE_TYPE);
      return result;
    };
    imports.clock_time_get = (clock: number, _precision: bigint, time: number): number => {
      if (clock < 0 || clock > LAST_CLOCK) return NO_SUCH_CLOCK;
      const now = clock === REALTIME ? performance.timeOrigin + performance.now() : performance.now();
      new DataView(this.memory.buffer).setBigUint64(time >>> 0, BigInt(Math.round(now * 1e3)) * 1000n, true);
      return SUCCESS;
    };
    return imports;
  }

  private write(buffer: GrowingBuffer, vectors: number, count: number, written: number): number {
    const view = new DataView(this.memory.buffer);
    let total = 0;
    for (let k = 0; k < count; k++) {
      const [start, length] = [view.getUint32(vectors + 8 * k, true), view.getUint32(vectors + 8 * k + 4, true)];
      buffer.append(new Uint8Array(this.memory.buffer, start, Math.min(length, this.left)));
      this.left -= length;
      if (this.left < 0) throw new OutputLimitReached();
      total += length;
    }
    view.setUint32(written, total, true);
    return SUCCESS;
  }
}

/** The library rethrows system errors it has no number for, which would end the program as if it had crashed. */
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
