import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Heard {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export type Answer = Readonly<Record<string, unknown>>;

/** A Socket.IO client in a process of its own. */
export function adapterClient(url: string, options: object = {}) {
  const program = join(import.meta.dirname, '..', 'fixtures', 'adapter-client.mjs');
  const child = spawn(process.execPath, [program, url, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent' },
  });
  const heard: Heard[] = [];
  const answers = new Map<number, (answer: Answer) => void>();
  const waiting = new Set<() => void>();
  let ids = 0;
  const lines = createInterface({ input: child.stdout }).on('line', (line) => {
    const said = JSON.parse(line) as Heard & { readonly id?: number; readonly answer?: Answer };
    if (said.id !== undefined) answers.get(said.id)?.(said.answer ?? {});
    else heard.push(said);
    for (const look of waiting) look();
  });
  /** The first event of that name, present or to come, that `fits`. */
  const hears = (event: string, fits: (payload: Answer) => boolean = () => true): Promise<Answer> =>
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
    ask: (event: string, payload?: unknown): Promise<Answer> => {
      const id = ++ids;
      const answer = new Promise<Answer>((resolve) => answers.set(id, resolve));
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
