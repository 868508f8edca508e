import { expect, test } from 'vitest';
import { sendTest } from '../../../../src-main/channels/managed/send-test.ts';
import { type Messenger, ServiceFailure } from '../../../../src-main/channels/messenger/messenger.ts';

function messengerThat(fails: Readonly<Record<string, ServiceFailure>>) {
  const asked: string[] = [];
  const send = async (chat: string) => {
    asked.push(chat);
    const failure = fails[chat];
    if (failure) throw failure;
    return { chat, id: '1' };
  };
  return { asked, messenger: { chatOf: (person: string) => person, send } as unknown as Messenger };
}

test('those who cannot be reached are named, and all others are sent it', async () => {
  const refused = new ServiceFailure('refused', 'it does not know them');
  const { asked, messenger } = messengerThat({ a: refused, c: refused });
  const message = 'The test did not reach a (it does not know them), c (it does not know them)';
  await expect(sendTest(messenger, ['a', 'b', 'c', 'd'])).rejects.toThrow(message);
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
});

test.each(['network', 'credentials'] as const)('what is the same for all (%s) is said once, at once', async (kind) => {
  const { asked, messenger } = messengerThat({ a: new ServiceFailure(kind, 'The service is not there') });
  await expect(sendTest(messenger, ['a', 'b'])).rejects.toThrow(/^The service is not there$/);
  expect(asked).toEqual(['a']);
});
