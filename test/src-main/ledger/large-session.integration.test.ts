import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyLedgerEvent } from '#contract';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const SIZE = 100_000_000;
const MB = 1_000_000;

/** A healthy session of about 100 MB, written without the ledger, which would flush each event. */
async function writeSession(path: string): Promise<number> {
  const file = createWriteStream(path);
  let previous = '';
  let count = 0;
  for (let bytes = 0; bytes < SIZE; count++) {
    const data = { text: `${count} ${'lorem ipsum '.repeat(80)}` };
    const id = `${(1000 + count).toString(16).padStart(12, '0')}-000000-0000000000`;
    const line = JSON.stringify({ v: 1, id, at: 1000 + count, session: 'big', previous, type: 'message.user', data });
    previous = createHash('sha256').update(line).digest('hex');
    bytes += line.length + 1;
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return count;
}

test('a session of 100 MB opens at once and is read to its end in bounded memory', async () => {
  await using ledger = await temporaryLedger();
  const count = await writeSession(join(ledger.folder, 'sessions', 'big.jsonl'));

  const started = performance.now();
  const session = await ledger.session('big');
  let last: AnyLedgerEvent | undefined;
  for await (const event of session.read({ backward: true })) {
    last = event;
    break;
  }
  expect(performance.now() - started).toBeLessThan(500);
  expect(last).toMatchObject({ at: 1000 + count - 1 });

  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  let seen = 0;
  for await (const _event of session.read()) {
    seen++;
    if (seen % 500 === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }
  expect(seen).toBe(count);
  // The file itself, let alone its objects, would not fit.
  expect((peak - before) / MB).toBeLessThan(80);

  const next = await session.append('message.user', { text: 'and on' });
  expect(next.previous).toMatch(/^[0-9a-f]{64}$/);
});
