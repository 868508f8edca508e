import { expect, test } from 'vitest';
import { LooseContents } from '../../../src-main/retention/content/loose-content.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { age, storedIn } from './retention-box.ts';

test('the contents of an empty file that were removed are not told as left', async () => {
  await using ledger = await temporaryLedger();
  const { dataFolder, content } = ledger;
  await content.keep(Buffer.alloc(0));
  age(content.folder);
  const contents = new LooseContents({ dataFolder, ledger, writeDownTrees: async () => [] });
  const { signal } = new AbortController();
  const until = Date.now() - 86_400_000;
  const { loose } = await contents.find({ until, without: new Set(), signal });

  const { removed, left, problems } = await contents.remove(loose, { until, signal, onDone: () => {} });

  expect({ sizes: removed.map(({ size }) => size), left, problems }).toEqual({ sizes: [0], left: 0, problems: [] });
  expect(storedIn(content.folder)).toEqual([]);
});

test.each(['before it is opened', 'after it was opened'])(
  'a session that is deleted while records are checked keeps nothing from being removed: %s',
  async (when) => {
    await using ledger = await temporaryLedger();
    const { dataFolder, content } = ledger;
    await content.keep(Buffer.from('loose'));
    age(content.folder);
    for (const id of ['one', 'two']) await (await ledger.session(id)).append('message.user', { text: id });
    const deleting = {
      content,
      onAppended: ledger.onAppended,
      trash: ledger.trash,
      erase: ledger.erase,
      sessions: ledger.sessions,
      session: async (id: string) => {
        const isMeant = id === 'one' && (await ledger.sessions()).includes('one');
        if (isMeant && when === 'before it is opened') await ledger.remove('one');
        const session = await ledger.session(id);
        if (isMeant && when === 'after it was opened') await ledger.remove('one');
        return session;
      },
    };
    const contents = new LooseContents({ dataFolder, ledger: deleting, writeDownTrees: async () => [] });
    const { signal } = new AbortController();
    const { loose, stays } = await contents.find({ until: Date.now() - 86_400_000, without: new Set(), signal });
    expect(stays).toEqual([]);
    expect(loose).toHaveLength(1);
  },
);
