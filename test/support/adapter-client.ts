import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface HeardEvent {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export type AdapterAnswer = Readonly<Record<string, unknown>>;

/** A Socket.IO client in a process of its own. */
export function adapterClient(url: string, options: object = {}) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'adapter-client.mjs');
  const child = spawn(process.execPath, [program, url, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });
  const heard: HeardEvent[] = [];
  const answers = new Map<number, (answer: AdapterAnswer) => void>();
  const waiting = new Set<() => void>();
  let ids = 0;
  const lines = createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as HeardEvent & { readonly id?: number; readonly answer?: AdapterAnswer };
    if (said.id !== undefined) answers.get(said.id)?.(said.answer ?? {});
    else heard.push(said);
    for (const look of waiting) look();
  });
  /** The first event of that name, present or to come, that `fits`. */
  const hears = (event: string, fits: (payload: AdapterAnswer) => boolean = () => true): Promise<AdapterAnswer> =>
    new Promise((resolve) => {
      const look = () => {
        const found = heard.find((one) => one.event === event && fits(one.payload ?? {}));
        if (!found) return;
        waiting.delete(look);
        resolve(found.payload ?? {});
      };
      waiting.add(look);
      look();
    });
  const signal = (name: NodeJS.Signals) => {
    // The line that it is killed in is no JSON.
    if (name === 'SIGKILL') lines.removeAllListeners('line');
    child.kill(name);
  };
  const write = (request: object) => child.stdin.write(`${JSON.stringify(request)}\n`);
  return {
    heard,
    hears,
    pid: child.pid ?? 0,
    send: (event: string, payload?: unknown) => void write({ event, payload }),
    ask: (event: string, payload?: unknown): Promise<AdapterAnswer> => {
      const id = ++ids;
      const answer = new Promise<AdapterAnswer>((resolve) => answers.set(id, resolve));
      write({ id, event, payload });
      return answer;
    },
    signal,
    [Symbol.asyncDispose]: async () => {
      signal('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
