import { expect, test } from 'vitest';
import { rewindByLine } from '#app/rewind-by-line';

test('a message whose title is too long is not cut within a character', async () => {
  const items = [{ kind: 'user', id: 'm1', text: `${'x'.repeat(99)}\u{1f600} and more` }];
  const conversation = async () =>
    (async function* () {
      yield { kind: 'snapshot', items };
    })();
  const chat = { conversation } as unknown as Parameters<typeof rewindByLine>[0];
  const port = rewindByLine(chat, () => {
    throw new Error('Nothing is rewound');
  });
  expect(await port.messages('one')).toEqual([{ id: 'm1', title: `${'x'.repeat(99)}…` }]);
});
