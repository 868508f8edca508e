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
