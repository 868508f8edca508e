import { expect, test } from 'vitest';
import type { AnyLedgerEvent, LedgerEventData, LedgerEventType } from '#contract';
import { AppError } from '#core/app-error';
import { OwedEvents } from '#ledger';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

test('what could not be recorded is written in its order before what comes next, or once anything can be', async () => {
  await using ledger = await temporaryLedger();
  const record = await ledger.session('workspace-00000000');
  const other = await ledger.session('session-1');
  let isFull = true;
  const append = async <T extends LedgerEventType>(_: string, type: T, data: LedgerEventData<T>) => {
    if (isFull) throw new AppError('UNAVAILABLE', 'The disk is full');
    return await record.append(type, data);
  };
  const written = async () => {
    const all: unknown[] = [];
    for await (const { type, data } of record.read() as AsyncIterable<AnyLedgerEvent>)
      all.push([type, (data as { readonly run?: string }).run]);
    return all;
  };
  await using owed = new OwedEvents({ append, onAppended: ledger.onAppended });
  const kept = (run: string) => ({ workspace: '/w', run });
  owed.owe('/w', 'inbox.kept', kept('one'));
  owed.owe('/w', 'inbox.kept', kept('two'));
  await expect(owed.append('/w', 'inbox.read', { workspace: '/w', runs: [] })).rejects.toThrow('The disk is full');
  isFull = false;
  await owed.append('/w', 'inbox.read', { workspace: '/w', runs: [] });
  expect(await written()).toEqual([
    ['inbox.kept', 'one'],
    ['inbox.kept', 'two'],
    ['inbox.read', undefined],
  ]);
  owed.owe('/w', 'inbox.kept', kept('three'));
  await other.append('session.renamed', { title: 'Another' });
  await owed.writeOwed();
  expect((await written()).at(-1)).toEqual(['inbox.kept', 'three']);
  expect(await written()).toHaveLength(4);
});
