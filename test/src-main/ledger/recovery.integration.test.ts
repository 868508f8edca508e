import { readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActivity } from '#ledger';
import { anyCharacter } from '../../support/any-character.ts';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 3000 : 40;
const texts = fc.array(fc.string({ unit: anyCharacter, maxLength: 200 }), { minLength: 1, maxLength: 12 });

test('whatever was appended and wherever the file was cut, every whole line loads, the cut is named, and the next follows', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.double({ min: 0, max: 1, noNaN: true }), async (said, cut) => {
      await using ledger = await temporaryLedger();
      const before = await ledger.session('one');
      await Promise.all(said.map((text) => before.append('message.user', { text })));
      const file = join(ledger.folder, 'sessions', 'one.jsonl');
      const bytes = await readFile(file);
      const end = Math.floor(cut * bytes.length);
      await truncate(file, end);
      const whole = bytes.subarray(0, end).filter((byte) => byte === 10).length;

      const reopened = await ledger.reopen();
      const session = await reopened.session('one');
      await session.append('message.user', { text: 'next' });

      const events = await arrayOf(session.read());
      const isCut = whole < said.length;
      const added = isCut ? ['record.cut', 'next'] : ['next'];
      expect(events.map(({ type, data }) => data.text ?? type)).toEqual([
        ...said.slice(0, whole).map(asWritten),
        ...added,
      ]);
      const { router } = createActivity({ ledger: reopened, log: silentLogger });
      const api = createRouterClient(router, { context: { reportBug() {} } });
      const problems = isCut ? [expect.stringMatching(/^Line \d+ says what was lost before it/)] : [];
      expect(await api.verify({ session: 'one' })).toEqual({ events: whole + added.length, problems });
      const isTorn = end > 0 && bytes[end - 1] !== 10;
      expect(ledger.warnings).toHaveLength((isTorn ? 1 : 0) + (isCut ? 1 : 0));
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test('whatever bytes stand in the middle of a file, the lines around them load forwards and backwards', async () => {
  const garbage = fc.uint8Array({ minLength: 1, maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(texts, garbage, fc.nat(), async (said, junk, at) => {
      await using ledger = await temporaryLedger();
      const session = await ledger.session('one');
      await Promise.all(said.map((text) => session.append('message.user', { text })));
      const file = join(ledger.folder, 'sessions', 'one.jsonl');
      const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
      const place = at % said.length;
      const head = lines.slice(0, place).map((line) => `${line}\n`);
      const tail = lines.slice(place).map((line) => `${line}\n`);
      await writeFile(file, Buffer.concat([Buffer.from(head.join('')), junk, Buffer.from(`\n${tail.join('')}`)]));

      const again = await (await ledger.reopen()).session('one');
      const read = (await arrayOf(again.read())).map((event) => event.data.text);
      expect(read).toEqual(said.map(asWritten));
      expect((await arrayOf(again.read({ backward: true }))).map((event) => event.data.text)).toEqual(read.reverse());
    }),
    { numRuns: RUNS },
  );
}, 600_000);

/** Half of a surrogate pair is no character; it is written and read as JSON has it. */
function asWritten(text: string): string {
  return JSON.parse(JSON.stringify(text));
}
