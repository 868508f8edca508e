import { expect, test } from 'vitest';
import { MemoryStore, promptDraft, promptEngineBox } from '../../../support/prompt-engine-box.ts';

const STORE = new MemoryStore({
  'shenma:environs:big': JSON.stringify('<a & b> "é" '.repeat(400_000)),
  'shenma:environs:tree': Array.from({ length: 150_000 }, (_, n) => ({ name: `value ${n}`, n })),
  'shenma:environs:small': '"s"',
});

test('one function that is given megabytes holds nobody up', async () => {
  await using box = await promptEngineBox(STORE);
  // Threads are started, and have the variables.
  await box.outcome({ draft: promptDraft('{{len .big}}') });
  let longest = 0;
  let latest = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - latest);
    latest = performance.now();
  }, 2);
  for (const prompt of ['{{len (html .big)}}', '{{len (urlquery .big)}}', '{{len (print .tree)}}', '{{len .args.a}}']) {
    expect(Number(await box.text(prompt, { a: 'x'.repeat(300_000) }))).toBeGreaterThan(290_000);
  }
  clearInterval(timer);
  // On the main thread they take half a second to a second and a half.
  expect(longest).toBeLessThan(250);
  expect(await box.text('{{.small}}')).toBe('s');
});
