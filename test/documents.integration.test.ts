import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { phiApp, sentTo } from './support/phi-app.ts';

const guide = await readFile(join(resolve(import.meta.dirname, '..'), 'docs/providers.md'), 'utf8');
const say = (pattern: RegExp) => pattern.exec(guide)?.[1] ?? '';
const python = say(/^```python\n([\s\S]*?)^```$/m);
const attach = say(/type `(attach [^`]+)`/);
const question = say(/ask \*(How many [^*]+)\*/);

test('who follows the guide has a tool of their own called, and asked about, in a minute', async () => {
  const text = say(/"(to be [^"]+)"/);
  const replies = [{ calls: [{ tool: 'count_words', arguments: { text } }] }, { text: 'It has six.' }];
  await using phi = await phiApp({ replies });
  await writeFile(join(phi.workspace, 'tools.py'), python);
  const { session, model } = phi;
  await session.shows('work $');

  session.type(`${attach}\n`);
  await session.shows(/\[\d+\] python3 tools\.py is attached: count_words/, 20_000);
  session.key('Tab');
  await session.shows('A >>> ');
  session.type(`${question}\n`);
  await session.shows(/count words[\s\S]*to be or not to be/, 20_000);
  session.key('Enter');
  await session.shows(/It has six\.\s+A >>> work/, 20_000);
  const told = sentTo(model).at(-1)?.messages.at(-1);
  expect(told).toMatchObject({ role: 'tool', content: '6' });

  session.key('Tab');
  await session.shows(/work \$$/);
  session.type('status\n');
  const [, pid] = /\[(\d+)\] python3 tools\.py \(Running\)/.exec(await session.shows('(Running)')) ?? [];
  session.type(`kill ${pid}\n`);
  await session.shows(/^ok$/m);
  session.type('status\n');
  await session.shows('No provider is attached');
});
