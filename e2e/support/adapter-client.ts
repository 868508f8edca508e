import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Deferred } from '../../src-main/core/async/deferred.ts';
import { ROOT } from './host.ts';

type AdapterAnswer = Record<string, unknown>;

/** A program of elsewhere, connected to the Shell Adapter with socket.io-client. */
export interface AdapterProgram extends AsyncDisposable {
  /** Emits an event and resolves with its acknowledgement. */
  ask(event: string, payload?: object): Promise<AdapterAnswer>;
  /** Resolves when the adapter has disconnected the client. */
  readonly disconnected: Promise<void>;
}

interface AdapterLine {
  readonly event?: string;
  readonly payload?: { readonly message?: string };
  readonly id?: number;
  readonly answer?: AdapterAnswer;
}

/** @throws when the adapter does not let it in */
export async function startAdapterProgram(url: string, token: string): Promise<AdapterProgram> {
  const program = join(ROOT, 'test', 'fixtures', 'adapter-client.mjs');
  const child = spawn(process.execPath, [program, url, JSON.stringify({ auth: { token } })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (answer: AdapterAnswer) => void>();
  const connected = new Deferred<void>();
  const disconnected = new Deferred<void>();
  createInterface({ input: child.stdout }).on('line', (text) => {
    const { event, payload, id, answer }: AdapterLine = JSON.parse(text);
    if (id !== undefined) waiting.get(id)?.(answer ?? {});
    else if (event === 'connected') connected.resolve();
    else if (event === 'refused') connected.reject(new Error(payload?.message));
    else if (event === 'gone') disconnected.resolve();
  });
  const end = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.stdin.end();
    });
  try {
    await connected.promise;
  } catch (error) {
    await end();
    throw error;
  }
  let count = 0;
  return {
    disconnected: disconnected.promise,
    ask: (event, payload = {}) =>
      new Promise((resolve) => {
        const id = count++;
        waiting.set(id, resolve);
        child.stdin.write(`${JSON.stringify({ id, event, payload })}\n`);
      }),
    [Symbol.asyncDispose]: end,
  };
}
