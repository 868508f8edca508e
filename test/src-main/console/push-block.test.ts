import { expect, test } from 'vitest';
import type { AnyLedgerEvent, PendingItem } from '#contract';
import type { ChatPort } from '../../../src-main/console/ports.ts';
import { pushEndedBlock } from '../../../src-main/console/push-block.ts';
import type { SessionConsole } from '../../../src-main/console/session-console.ts';

/** Text that the chat gets of a command that ended so, with the text that its summary is made of. */
async function pushed(end: { readonly exitCode?: number; readonly signal?: string }) {
  const about = { v: 1, at: 1, session: 's' };
  const data = { ...end, stopReason: 'exit', durationMs: 1, text: 'Some output', isTail: false };
  const events = [
    { ...about, id: 'b', type: 'console.ended', cause: 'a', data },
    { ...about, id: 'a', type: 'console.started', data: { line: './crash', cwd: '/', how: 'direct' } },
  ] as unknown as AnyLedgerEvent[];
  const console = {
    session: 's',
    events: async function* () {
      yield* events;
    },
  };
  const items: PendingItem[] = [];
  const summarised: string[] = [];
  const chat: Partial<ChatPort> = {
    summarise: async (_, text) => void summarised.push(text),
    addPending: async (_, item) => void items.push(item),
  };
  await pushEndedBlock(console as unknown as SessionConsole, 'a', chat as ChatPort);
  return `${items[0]?.text}\n${summarised[0]}`;
}

test('of a command that a signal ended no exit code is told', async () => {
  const told = await pushed({ signal: 'SIGSEGV' });
  expect(told).not.toContain('Exit code');
  expect(told.match(/Ended by signal SIGSEGV/g)).toHaveLength(2);
  expect(await pushed({ exitCode: 3 })).toContain('Exit code: 3');
});
