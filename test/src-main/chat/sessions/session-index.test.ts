import { expect, test } from 'vitest';
import { SessionIndex } from '../../../../src-main/chat/sessions/session-index.ts';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const [OLD, NEW] = ['20260101-000000-000001', '20260101-000000-000002'];

test('a session that is deleted and erased while the list is still read does not come back', async () => {
  await using ledger = await temporaryLedger();
  for (const id of [OLD, NEW])
    await (await ledger.session(id)).append('session.created', { title: id, workspace: '/w', app: '1' });
  const go = new Deferred<void>();
  const reading = new Deferred<void>();
  const slow = {
    ...ledger,
    session: async (id: string) => {
      if (id === NEW) {
        reading.resolve();
        await go.promise;
      }
      return await ledger.session(id);
    },
  };
  using index = new SessionIndex(slow, () => false, silentLogger);
  const started = index.start();
  await reading.promise;
  await index.summary(OLD);
  await ledger.remove(OLD);
  index.forget(OLD);
  await ledger.erase(OLD);
  go.resolve();
  await started;
  expect(index.all().map(({ id }) => id)).toEqual([NEW]);
});
