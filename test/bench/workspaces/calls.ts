import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Report } from '../run.ts';
import { median, percentile } from '../terminal/spread.ts';
import { ENVIRONMENT, type SampleHosts } from './sample-host.ts';

const CALLS = 1000;
const WARM = 50;
const MAX_OVER_MS = 3;
const MAX_P99_MS = 10;
const STOPS = 200;
const MAX_STOP_MS = 200;
/** Every so many calls that are stopped, one is deaf and takes its process along. */
const DEAF_EVERY = 20;
/** Time until a call is in progress, in milliseconds. */
const BEGUN_MS = 20;
const TEXT = 'x'.repeat(200);
const ANSWERS = `import sys, json
for line in sys.stdin:
    one = json.loads(line)
    print(json.dumps({"id": one["id"], "op": "answer", "content": one["arguments"]["text"]}), flush=True)`;

/** A call of a Python tool, and the same request to a Python at the end of a pipe; the two in turn. */
export async function reportCalls(report: Report, hosts: SampleHosts): Promise<void> {
  await using it = await hosts.open();
  const pipe = barePipe(it.python);
  const [ours, bare]: [number[], number[]] = [[], []];
  try {
    for (let index = 0; index < CALLS + WARM; index += 1) {
      const over = await timed(() => it.call('echoes', { text: TEXT }));
      const control = await timed(() => pipe.ask(JSON.stringify({ op: 'call', id: index, arguments: { text: TEXT } })));
      if (index < WARM) continue;
      ours.push(over);
      bare.push(control);
    }
  } finally {
    await pipe.end();
  }
  const over = median(ours, 3) - median(bare, 3);
  const note = `${CALLS} calls; ${median(ours, 2)} ms, over a bare pipe ${median(bare, 2)} ms`;
  report({
    name: 'call of a Python tool, beyond a pipe',
    value: round(over),
    unit: 'ms',
    atMost: MAX_OVER_MS,
    note,
  });
  const p99 = percentile(ours, 0.99, 2);
  report({
    name: 'call of a Python tool, 99th of 100',
    value: p99,
    unit: 'ms',
    atMost: MAX_P99_MS,
    note: `over a bare pipe ${percentile(bare, 0.99, 2)} ms`,
  });
}

/** Measures from Stop to the answer that a call was stopped, for calls that listen and for ones that do not. */
export async function reportStops(report: Report, hosts: SampleHosts): Promise<void> {
  const times: number[] = [];
  let taken = 0;
  let it = await hosts.open();
  try {
    for (let index = 1; index <= STOPS; index += 1) {
      const isDeaf = index % DEAF_EVERY === 0;
      times.push(await stopped(it, isDeaf ? 'blocks' : 'waits'));
      // One that was not heard in time took its host along.
      const isGone = await it.call('echoes', { text: '' }).then(
        () => false,
        () => true,
      );
      if (!isDeaf && !isGone) continue;
      if (!isDeaf) taken += 1;
      await it.host.end(0);
      it = await hosts.open();
    }
  } finally {
    await it.host.end(0);
  }
  const within = times.filter((ms) => ms <= MAX_STOP_MS).length;
  const note = `${STOPS / DEAF_EVERY} of them do not listen, ${taken} were not heard in time; longest ${round(Math.max(...times))} ms, median ${median(times)} ms`;
  report({ name: `calls stopped within ${MAX_STOP_MS} ms`, value: within, unit: `of ${STOPS}`, atLeast: STOPS, note });
}

async function stopped({ call }: Awaited<ReturnType<SampleHosts['open']>>, tool: string): Promise<number> {
  const stop = new AbortController();
  const ended = call(tool, {}, stop.signal).then(
    () => 'It answered',
    ({ message }: Error) => message,
  );
  await new Promise((resolve) => setTimeout(resolve, BEGUN_MS));
  const startedAt = performance.now();
  stop.abort(new Error('by user'));
  const said = await ended;
  if (!said.startsWith('Stopped')) throw new Error(`It was not stopped: ${said}`);
  return performance.now() - startedAt;
}

function barePipe(python: string) {
  const program = spawn(python, ['-u', '-c', ANSWERS], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (line: string) => {
      program.stdin.write(`${line}\n`);
      const { value } = await lines.next();
      return JSON.parse(value ?? '') as unknown;
    },
    end: async () => {
      program.stdin.end();
      await new Promise((resolve) => program.once('close', resolve));
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const round = (value: number) => Math.round(value * 100) / 100;
