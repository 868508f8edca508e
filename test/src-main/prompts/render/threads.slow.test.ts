import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

const BIG = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => index));
const LONG = '{{range .big}}{{if eq . -1.0}}x{{end}}{{end}}';
const OVERLONG = `{{range .big}}${LONG.replaceAll('.big', '$.big')}{{end}}`;

describe('templates that take long', () => {
  const store = new MemoryStore({
    'shenma:environs:big': BIG,
    'shenma:environs:s': '"text"',
    'shenma:templates:a:long': { name: 'long', prompt: `${LONG}done` },
    'shenma:templates:a:overlong': { name: 'overlong', prompt: OVERLONG },
    'shenma:templates:a:quick': { name: 'quick', prompt: 'Hi {{.s}}' },
    'shenma:tools:t': toolRecord(),
  });
  let box: Awaited<ReturnType<typeof promptEngineBox>>;
  beforeAll(async () => {
    box = await promptEngineBox(store);
    // Threads are started, which takes long without a build.
    await Promise.all([1, 2, 3].map(() => box.rendered({ id: 'a.long' })));
  });
  afterAll(() => box[Symbol.asyncDispose]());

  test('are rendered elsewhere, and the same', async () => {
    expect((await box.rendered({ id: 'a.long' })).messages[0]?.content).toBe('done');
    const traced = await box.rendered({ draft: promptDraft(`${LONG}{{.s}}`), traced: true });
    expect(traced.messages[0]?.content).toBe('text');
    expect(traced.paths).toEqual(['s']);
  });

  test('are stopped when their time is over, and hold nobody up', async () => {
    const from = performance.now();
    const stopped = [1, 2, 3].map(() => box.failure({ id: 'a.overlong', limitMs: 1500 }));
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 5);
    const waits: number[] = [];
    while (performance.now() - from < 1200) {
      const started = performance.now();
      await box.rendered({ id: 'a.quick' });
      waits.push(performance.now() - started);
      await sleep(10);
    }
    const failures = await Promise.all(stopped);
    clearInterval(timer);
    expect(failures.map(({ status, message }) => `${status} ${message}`)).toEqual(Array(3).fill('503 render timeout'));
    expect(performance.now() - from).toBeLessThan(3000);
    waits.sort((a, b) => a - b);
    expect(waits[waits.length >> 1]).toBeLessThan(150);
    expect(ticks).toBeGreaterThan(10);
    expect((await box.rendered({ id: 'a.long' })).messages[0]?.content).toBe('done');
  });

  test('call each tool once, wherever they run', async () => {
    const before = box.calls.length;
    const { messages, calls } = await box.rendered({
      draft: promptDraft(
        `{{t .s}}${LONG}{{$x := t "1"}}{{t $x}}${LONG}{{range .big}}{{if lt . 2.0}}{{t .}}{{end}}{{end}}`,
      ),
      traced: true,
    });
    expect(messages[0]?.content).toBe('<text><<1>><0><1>');
    expect(calls.map(({ isPrefetched }) => isPrefetched)).toEqual([true, true, false, false, false]);
    expect(box.calls.length - before).toBe(5);
    const pieces = messages[0]?.pieces ?? [];
    expect(pieces.filter((_, index) => index % 5 === 4)).toEqual([0, 2, 3, 4]);
  });

  test('give values that JSON does not have to tools and get them back', async () => {
    const { messages } = await box.rendered({
      draft: promptDraft(`${LONG}{{t (index "abc" 0) 3 nil 1.5 .args.o}}`),
      args: { o: [1] },
    });
    expect(messages[0]?.content).toMatch(/^<\[object Object\] 3 null 1.5 1>$/);
  });

  test.each([
    ['recursion', '{{define "x"}}{{template "x" .}}{{end}}{{template "x" .}}', [500, 503]],
    ['doubling', '{{define "x"}}{{.}}{{template "x" (print . .)}}{{end}}{{template "x" "0123456789"}}', [500, 503]],
    ['a wide field', '{{printf "%999999d" 1}}{{printf "%*d" 1000000 1}}', [200]],
    ['many wide fields', '{{range .big}}{{printf "%999999d" 1}}{{end}}', [500, 503]],
    ['wide fields in a variable', '{{$x := "a"}}{{range .big}}{{$x = printf "%s%s" $x $x}}{{end}}', [500, 503]],
  ])('a bomb is stopped: %s', async (_, prompt, statuses) => {
    const outcome = await box.outcome({ draft: promptDraft(prompt), limitMs: 1500 });
    expect(statuses).toContain(outcome.isRendered ? 200 : outcome.failure.status);
    expect((await box.rendered({ id: 'a.quick' })).messages[0]?.content).toBe('Hi text');
  });

  test('long texts are parsed elsewhere, too', async () => {
    const filler = 'lorem ipsum dolor sit amet\n'.repeat(400_000);
    const { messages, variables } = await box.rendered({ draft: promptDraft(`${filler}{{.s}}`), traced: true });
    expect(messages[0]?.content.length).toBe(filler.length + 4);
    expect(variables.map(({ id }) => id)).toEqual(['s']);
    expect(await box.failure({ draft: promptDraft(`${filler}{{if}}`) })).toMatchObject({
      status: 400,
      reason: 'syntax',
      problems: [{ line: 400_001 }],
    });
    expect(await box.failure({ draft: promptDraft(`${filler}{{.nope}}{{t 1}}`) })).toMatchObject({
      status: 400,
      missing: ['nope'],
    });
    const dense = await box.outcome({ draft: promptDraft('{{.s}} text\n'.repeat(900_000)), limitMs: 300 });
    expect(dense.isRendered ? 200 : dense.failure.status).toBe(503);
  });
});

test('a trace is as good from another thread, and bounded', async () => {
  const list = JSON.stringify(Array.from({ length: 60_000 }, (_, index) => index));
  await using box = await promptEngineBox(new MemoryStore({ 'shenma:environs:list': list }));
  const { messages, variables, paths } = await box.rendered({
    draft: promptDraft('{{range .list}}{{.}},{{end}}'),
    traced: true,
  });
  const [message] = messages;
  expect(message?.content.length).toBeGreaterThan(200_000);
  expect(message?.pieces.length).toBe(5 * 50_001);
  expect(message?.pieces.slice(-5)).toEqual([expect.any(Number), message?.content.length, -1, -1, -1]);
  expect(paths).toContain('list[20000]');
  expect(variables[0]?.value.length).toBeLessThan(5000);
  expect(variables[0]?.bytes).toBe(list.length);
});

test('an engine that ends takes its threads with it, in the middle of their work', async () => {
  const box = await promptEngineBox(new MemoryStore({ 'shenma:environs:big': BIG }));
  const running = box.outcome({ draft: promptDraft(OVERLONG), limitMs: 3000 });
  await sleep(100);
  await box[Symbol.asyncDispose]();
  expect(await running).toMatchObject({ isRendered: false, failure: { status: 503 } });
});
