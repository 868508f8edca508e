import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox } from '../../../support/prompt-engine-box.ts';

const HEAVY = '{{range $i := 100}}{{range $j := 1000}}{{end}}{{end}}done{{.args.a}}';
const ENDLESS = '{{range $i := 100000}}{{range $j := 100000}}{{end}}{{end}}';
const STORE = {
  'shenma:templates:a:heavy': { name: 'heavy', prompt: HEAVY },
  'shenma:templates:a:endless': { name: 'endless', prompt: ENDLESS },
};

test('args that cannot be sent to a thread are a limit, and the next rendering has its whole time', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  const wanted = { id: 'a.heavy', args: { a: 1 } };
  expect((await box.rendered(wanted)).messages[0]?.content).toBe('done1');
  const failure = await box.failure({ id: 'a.heavy', args: { a: () => {} }, limitMs: 1000 });
  expect(failure).toMatchObject({ status: 500, reason: 'limit' });
  const from = performance.now();
  expect(await box.failure({ id: 'a.endless', limitMs: 1800 })).toMatchObject({ status: 503 });
  expect(performance.now() - from).toBeGreaterThan(1500);
  expect((await box.rendered(wanted)).messages[0]?.content).toBe('done1');
});

test('whoever waited for a thread in vain keeps none from the others', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  const wanted = { id: 'a.heavy', args: { a: 1 }, limitMs: 20_000 };
  await box.rendered(wanted);
  // The first runs into its time inside the main thread's share, and is known to take long from then on.
  await box.failure({ id: 'a.endless', limitMs: 100 });
  const busy = Array.from({ length: 6 }, () => box.failure({ id: 'a.endless', limitMs: 2500 }));
  await sleep(50);
  await Promise.all(Array.from({ length: 20 }, () => box.outcome({ ...wanted, limitMs: 100 })));
  const waiting = Promise.all(Array.from({ length: 3 }, () => box.rendered(wanted)));
  await Promise.all(busy);
  const from = performance.now();
  await waiting;
  expect(performance.now() - from).toBeLessThan(10_000);
});

test('the first rendering in a thread has its whole time, however long the thread takes to start and to read the variables', async () => {
  const list = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => `${index}`));
  const others = Array.from({ length: 60 }, (_, at) => [`shenma:environs:other:v${at}`, list]);
  const store = new MemoryStore({ ...STORE, ...Object.fromEntries(others), 'shenma:environs:list': list });
  await using box = await promptEngineBox(store);
  const rendered = await box.outcome({
    draft: promptDraft('{{range .list}}{{if not .}}x{{end}}{{end}}done'),
    limitMs: 300,
  });
  expect(rendered).toMatchObject({ isRendered: true, rendered: { messages: [{ content: 'done' }] } });
});

test('a rendering that never ends is stopped, be its thread warm or not', async () => {
  await using box = await promptEngineBox(new MemoryStore(STORE));
  for (const most of [10_000, 1500]) {
    const from = performance.now();
    expect(await box.failure({ id: 'a.endless', limitMs: 200 })).toMatchObject({ status: 503, reason: 'timeout' });
    expect(performance.now() - from).toBeLessThan(most);
  }
});
