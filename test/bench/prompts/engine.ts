import { monitorEventLoopDelay } from 'node:perf_hooks';
import { MemoryStore, promptDraft, promptEngineBox } from '../../support/prompt-engine-box.ts';
import type { Report } from '../run.ts';

const ROUNDS = process.env.SIGMA_TEST_LONG === '1' ? 2000 : 300;
const LIST = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
const LOOP = '{{range .big}}{{if eq . -1.0}}x{{end}}{{end}}';
const OVERLONG = `{{range .big}}${LOOP.replaceAll('.big', '$.big')}{{end}}`;
/** 100 kB with 5,600 actions: an action every 18 characters. */
const DENSE = 'Review {{.args.code}} in {{.vscode.os}}, {{if .vscode.os}}briefly{{end}}.\n'.repeat(1400);

/** 100 kB as people write them: text, with 300 actions. */
const LONG = `${'Explain what this part does, why it is there, and what would break without it. '.repeat(12)}
{{if .vscode.os}}It runs on {{.vscode.os}}.{{end}} Look at {{.args.code}} first.
`.repeat(100);

/** 170 kB with 3,400 functions that are not there, as where a text for other tools was put in; the second is no template, either. */
const UNKNOWN = Array.from({ length: 3400 }, (_, at) => `Say {{unknown_${at} .vscode.os}} and {{.args.code}}\n`).join(
  '',
);
const BROKEN = `${UNKNOWN}{{if`;

/** The engine by itself: where a rendering runs, what a trace costs, and what templates that never end cost the others. */
export async function measure(report: Report): Promise<void> {
  const store = new MemoryStore({
    'shenma:environs:big': LIST,
    'shenma:environs:vscode:os': '"linux"',
    'shenma:templates:a:short': { name: 'short', prompt: 'Hi {{.args.code}} {{.vscode.os}}' },
    'shenma:templates:a:long': { name: 'long', prompt: LONG },
    'shenma:templates:a:loop': { name: 'loop', prompt: LOOP },
    'shenma:templates:a:overlong': { name: 'overlong', prompt: OVERLONG },
  });
  await using box = await promptEngineBox(store);
  const args = { code: 'x := 1' };
  const render = (id: string, traced = false) => box.rendered({ id: `a.${id}`, args, traced });
  let keys = 0;
  // Another letter each time.
  const typed = (text: string) => {
    keys += 1;
    return promptDraft(`${text}${keys}`);
  };
  const preview = (text: string) => box.rendered({ draft: typed(text), args, traced: true });
  const figures: readonly (readonly [string, () => unknown, number, number?])[] = [
    ['short prompt, inline', () => render('short'), ROUNDS],
    ['short prompt, traced', () => render('short', true), ROUNDS],
    ['100 kB, spans off', () => render('long'), 30],
    ['100 kB, spans on', () => render('long', true), 30],
    ['preview of a draft of 100 kB, 300 actions, traced', () => preview(LONG), 30, 50],
    ['check of a draft of 100 kB, 300 actions', () => box.engine.check(typed(LONG), args), 30, 10],
    ['preview of a draft of 100 kB, 5,600 actions, traced', () => preview(DENSE), 30, 50],
    ['check of a draft of 100 kB, 5,600 actions', () => box.engine.check(typed(DENSE), args), 30, 10],
    ['check of a draft of 170 kB, 3,400 unknown functions', () => box.engine.check(typed(UNKNOWN), args), 30, 50],
    ['check of the same, broken at its end', () => box.engine.check(typed(BROKEN), args), 30, 50],
    ['20,000 rounds, in a thread', () => render('loop'), 30],
  ];
  for (const [name, run, rounds, atMost] of figures) {
    const value = await median(run, rounds);
    report({ name, value, unit: 'ms', ...(atMost !== undefined && { atMost }) });
  }
  await benchOverlong(box, report);
}

/** Three templates that do not end, at once: when they are stopped, and how long the event loop stood still. */
async function benchOverlong(box: Awaited<ReturnType<typeof promptEngineBox>>, report: Report): Promise<void> {
  // Their threads are there.
  await Promise.all([1, 2, 3].map(() => box.rendered({ id: 'a.loop' })));
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const from = performance.now();
  const beside: number[] = [];
  const all = Promise.all([1, 2, 3].map(() => box.failure({ id: 'a.overlong', limitMs: 500 })));
  while (performance.now() - from < 450) {
    const started = performance.now();
    await box.rendered({ id: 'a.short', args: { code: 'x' } });
    beside.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const statuses = (await all).map(({ status }) => status);
  if (statuses.some((status) => status !== 503)) throw new Error(`Not stopped: ${statuses.join(', ')}`);
  report({
    name: 'three endless templates are stopped after',
    value: performance.now() - from,
    unit: 'ms',
    atMost: 1000,
  });
  loop.disable();
  report({ name: 'event loop beside them, longest wait', value: loop.max / 1e6, unit: 'ms', atMost: 50 });
  beside.sort((a, b) => a - b);
  report({ name: 'short prompt beside them, p99', value: beside[Math.floor(beside.length * 0.99)] ?? 0, unit: 'ms' });
}

async function median(run: () => unknown, rounds: number): Promise<number> {
  for (let round = 0; round < rounds / 3; round += 1) await run();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await run();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? 0;
}
