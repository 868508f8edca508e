import { expect, test } from 'vitest';
import { MemoryStore, promptEngineBox, toolRecord } from '../../../support/prompt-engine-box.ts';

test('no rendering sees half of a change, while records are replaced', async () => {
  const store = new MemoryStore();
  const put = (n: number) => {
    store.put('shenma:templates:a:pair', {
      name: 'pair',
      messages: [1, 2].map((part) => ({
        role: 'user',
        content: `{{define "d"}}${n}{{end}}${n} {{template "d"}} {{$x := ${part}}}`,
      })),
    });
    store.put('shenma:tools:t', toolRecord({ description: `${n}` }));
  };
  put(0);
  await using box = await promptEngineBox(store);
  let isOver = false;
  const replacing = (async () => {
    for (let n = 1; !isOver; n += 1) {
      put(n);
      await box.engine.refresh();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return true;
  })();
  const count = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 300;
  for (let index = 0; index < count; index += 1) {
    const { messages } = await box.rendered({ id: 'a.pair' });
    const numbers = new Set(messages.flatMap(({ content }) => content.trim().split(' ')));
    expect(numbers.size).toBe(1);
    if (index % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  isOver = true;
  expect(await replacing).toBe(true);
});
