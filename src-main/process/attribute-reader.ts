import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { Deferred } from '#core/async/deferred';
import { Mutex } from '#core/async/mutex';
import { attributesIn, DUMP, nulSeparated } from './file-attributes.ts';
import { SYSTEM_ENVIRONMENT } from './system-program.ts';

type Shell = ChildProcessByStdio<Writable, Readable, null>;

const TIMEOUT_MS = 20_000;
/** A shell that is not asked for so long is ended, in milliseconds. */
const IDLE_MS = 15_000;
/** Reads how many bytes of names follow, and answers for these: the attributes, a zero byte, and how it went. */
const LOOP = `while read -r count; do head -c "$count" | xargs -0 -r ${DUMP.join(' ')}; printf '\\0%s\\n' "$?"; done`;
const END = /\0(\d+)\n$/;

/**
 * Reads extended attributes many times, by one small shell that stays for a while and starts `getfattr`: to start a program
 * holds up the thread of a process as large as the app for milliseconds. Linux only. The shell ends with the process.
 */
export class AttributeReader {
  #shell: Shell | undefined;
  #asked = new Deferred<string | undefined>();
  #heard = '';
  #idle: NodeJS.Timeout | undefined;
  readonly #mutex = new Mutex();

  /** Answers as `readAttributes` does. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    return this.#mutex.run(() => this.#read(paths));
  }

  async #read(paths: readonly string[]): Promise<ReadonlyMap<string, string> | undefined> {
    if (process.platform !== 'linux') return undefined;
    if (paths.length === 0) return new Map();
    const told = await this.#ask(nulSeparated(paths));
    const [end, exitCode] = END.exec(told ?? '') ?? [];
    return told === undefined || end === undefined
      ? undefined
      : attributesIn(told.slice(0, -end.length), Number(exitCode));
  }

  /** Asks the shell; `undefined` if it cannot be started, or ends before it has answered. */
  async #ask(names: Buffer): Promise<string | undefined> {
    clearTimeout(this.#idle);
    this.#shell ??= this.#start();
    const shell = this.#shell;
    const timer = setTimeout(() => endGroup(shell), TIMEOUT_MS);
    this.#heard = '';
    this.#asked = new Deferred();
    shell.stdin.write(Buffer.concat([Buffer.from(`${names.length}\n`), names]));
    const told = await this.#asked.promise;
    clearTimeout(timer);
    this.#idle = setTimeout(() => this.#end(), IDLE_MS).unref();
    return told;
  }

  #end(): void {
    this.#shell?.stdin.end();
    this.#shell = undefined;
  }

  #start(): Shell {
    // A group of its own, so that all of it can be ended. It ends by itself with its input.
    const shell = spawn('sh', ['-c', LOOP], {
      env: SYSTEM_ENVIRONMENT,
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    const onGone = () => {
      if (this.#shell !== shell) return;
      this.#shell = undefined;
      this.#asked.resolve(undefined);
    };
    shell.once('error', onGone).once('close', onGone);
    // It may end before it has read all.
    shell.stdin.on('error', () => {});
    shell.stdout.on('data', (piece: Buffer) => {
      // Names are bytes.
      this.#heard += piece.toString('latin1');
      if (END.test(this.#heard.slice(-16))) this.#asked.resolve(this.#heard);
    });
    shell.unref();
    return shell;
  }
}

function endGroup({ pid }: Shell): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
