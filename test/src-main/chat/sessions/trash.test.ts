import { expect, test } from 'vitest';
import { Trash } from '../../../../src-main/chat/sessions/trash.ts';
import { Deferred } from '../../../../src-main/core/async/deferred.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';

const [OLD, NEW] = ['20260101-000000-000001', '20260101-000000-000002'];

test('a session that is erased while the trash is read is not listed after that', async () => {
  await using ledger = await temporaryLedger();
  for (const id of [OLD, NEW]) {
    await (await ledger.session(id)).append('session.created', { title: id, workspace: '/w', app: '1' });
    await ledger.remove(id);
  }
  const [read, go] = [new Deferred<void>(), new Deferred<void>()];
  const slow = {
    ...ledger,
    trash: async () => {
      const found = await ledger.trash();
      read.resolve();
      await go.promise;
      return found;
    },
    erase: async (id: string) => {
      await ledger.erase(id);
      setImmediate(() => go.resolve());
    },
  };
  const trash = new Trash(slow, silentLogger);
  const streaming = trash.stream();
  await read.promise;
  await trash.erase(OLD);
  const { value } = await (await streaming).next();
  expect(value).toMatchObject([{ id: NEW }]);
});
