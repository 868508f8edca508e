/**
 * Asks a server over keep-alive connections, each its next request when the last is answered: a process of its own. Reads orders as JSON
 * lines on standard input, and answers each with a line.
 */
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface LoadOrder {
  readonly port: number;
  /** The whole request. */
  readonly request: string;
  /** Text that every answer must contain. */
  readonly expected: string;
  readonly connections: number;
  readonly milliseconds: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly wrong: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  void run(JSON.parse(line)).then((result) => process.stdout.write(`${JSON.stringify(result)}\n`));
});

async function run(order: LoadOrder): Promise<LoadResult> {
  const times: number[] = [];
  const tally = { wrong: 0 };
  const from = performance.now();
  const until = from + order.milliseconds;
  await Promise.all(Array.from({ length: order.connections }, () => keepAsking(order, until, { times, tally })));
  const seconds = (performance.now() - from) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { requests: times.length, wrong: tally.wrong, seconds, p50: at(0.5), p99: at(0.99) };
}

interface Kept {
  readonly times: number[];
  readonly tally: { wrong: number };
}

function keepAsking({ port, request, expected }: LoadOrder, until: number, { times, tally }: Kept): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    const bytes = Buffer.from(request);
    let sentAt = 0;
    let held = '';
    const send = () => {
      sentAt = performance.now();
      socket.write(bytes);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      held += chunk.toString('latin1');
      const head = held.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(held)?.[1]);
      if (head < 0 || held.length < head + 4 + length) return;
      const now = performance.now();
      times.push(now - sentAt);
      if (!held.includes(expected)) tally.wrong += 1;
      held = '';
      if (now < until) send();
      else socket.end();
    });
  });
}
