import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import type { Ledger } from '#ledger';
import { ChangeHistory } from '../../../../src-main/files/history/change-history.ts';
import { TurnRows } from '../../../../src-main/files/history/turn-rows.ts';
import { silentLogger } from '../../../support/silent-logger.ts';

/** Number of files: too many for the arguments of a function, and fewer than a workspace may have. */
const MANY = 150_000;

const eventOf = (index: number) =>
  ({
    v: 1,
    id: String(index).padStart(7, '0'),
    at: 5,
    session: 's',
    turn: 't',
    previous: '',
    type: 'file.changed',
    data: { path: `/w/folder/${index}`, change: 'deleted', origin: 'command', callId: 'c' },
  }) as unknown as AnyLedgerEvent;

test('a turn that removed very many files has its row', async () => {
  async function* read() {
    for (let index = 0; index < MANY; index += 1) yield eventOf(index);
  }
  const ledger = {
    onAppended: () => () => {},
    sessions: async () => ['s'],
    session: async () => ({ read }),
  } as unknown as Ledger;
  using history = new ChangeHistory(ledger, silentLogger);
  await history.refresh();
  const rows = new TurnRows({ history, sessionTitle: () => 'A title' });
  expect(rows.newest(1).turns[0]).toMatchObject({ at: 5, counts: { deleted: MANY } });
});
