import { expect, test } from 'vitest';
import type { TurnProgress } from '#contract';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { ask, said, socketBox } from '../socket-box.ts';

/** Choices of a streamed answer. */
async function choicesOf(
  turn: readonly TurnProgress[],
): Promise<{ readonly delta: { readonly content?: string }; readonly finish_reason: string | null }[]> {
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, turn: () => [...turn] });
  const { path } = await box.start();
  const { text } = await ask(path, '/v1/chat/completions', { body: said('?', { stream: true }) });
  const data = text.split('\n\n').filter((line) => line.startsWith('data: {'));
  return data.map((line) => JSON.parse(line.slice(6)).choices[0]);
}

/** Words of a streamed answer. */
const streamed = async (turn: readonly TurnProgress[]): Promise<string> =>
  (await choicesOf(turn)).map(({ delta }) => delta.content ?? '').join('');

const STARTED: TurnProgress = { kind: 'started', turn: 't' };
const RETURNED: TurnProgress = { kind: 'returned', callId: 'c', tool: 'read', outcome: 'done', content: '' };
const words = (text: string): TurnProgress => ({ kind: 'text', text });
const done = (text: string): TurnProgress => ({ kind: 'ended', outcome: 'done', text });

test('a turn that ends with calls does not repeat the words before them', async () => {
  expect(await streamed([STARTED, words('I look.'), RETURNED, done('I look.')])).toBe('I look.');
  expect(await streamed([STARTED, words('I look.'), RETURNED, RETURNED, done('I look.')])).toBe('I look.');
});

test('words that were not streamed are', async () => {
  expect(await streamed([STARTED, words('I look.'), RETURNED, done('It is 4')])).toBe('I look.\n\nIt is 4');
  expect(await streamed([STARTED, done('It is 4')])).toBe('It is 4');
});

test.each([
  ['length', 'length'],
  ['content-filter', 'content_filter'],
  [undefined, 'stop'],
] as const)('an answer that is cut by %j says so, whole and streamed', async (cut, reason) => {
  const turn: TurnProgress[] = [
    STARTED,
    words('It is'),
    { kind: 'ended', outcome: 'done', text: 'It is', ...(cut && { cut }) },
  ];
  expect((await choicesOf(turn)).at(-1)?.finish_reason).toBe(reason);
  await using folder = await temporaryFolder();
  await using box = await socketBox({ folder: folder.path, turn: () => turn });
  const { path } = await box.start();
  const { text } = await ask(path, '/v1/chat/completions', { body: said('?') });
  expect(JSON.parse(text).choices[0].finish_reason).toBe(reason);
});
