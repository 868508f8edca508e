import { expect, test } from 'vitest';
import { type Messenger, ServiceFailure } from '../../../../src-main/channels/messenger/messenger.ts';
import { QuestionMessages } from '../../../../src-main/channels/messenger/question-messages.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

test('a question is told as answered, however long its reason is', async () => {
  const edited: string[] = [];
  const maxText = 4096;
  const take = (text: string) => {
    if (text.length > maxText) throw new ServiceFailure('refused', 'message is too long');
  };
  const messenger = {
    channel: 'telegram',
    title: 'Telegram',
    maxText,
    chatOf: (person: string) => person,
    send: async (chat: string, { text }: { readonly text: string }) => {
      take(text);
      return { chat, id: '1' };
    },
    edit: async (_: unknown, { text }: { readonly text: string }) => {
      take(text);
      edited.push(text);
    },
  } as unknown as Messenger;
  const questions = new QuestionMessages({
    messenger,
    approvers: () => new Set(['1']),
    log: silentLogger,
    wait: async () => {},
    signal: new AbortController().signal,
  });
  const long = 'x'.repeat(1500);
  const asked = { kind: 'asked', question: 'q', callId: 'c', tool: 'bash', title: long, why: long } as const;
  questions.ask(asked, { person: { id: '1', name: 'Ada' }, chat: '1' });
  await questions.close({ kind: 'answered', question: 'q', verdict: 'refuse', reason: `${'y'.repeat(2000)}` });
  expect(edited).toEqual([expect.stringMatching(/\n\nRefused\. y{500,} …$/)]);
});
