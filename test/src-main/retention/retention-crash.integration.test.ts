import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentHash } from '#contract';
import { Redactor } from '#core/secrets/redact';
import { describeFile, openLedger } from '#ledger';
import { stepsOfTheDay } from '../../support/cases-of-the-day.ts';
import { type CrashPoint, crashPoints, runWith } from '../../support/crash-points.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { hasStrace } from '../../support/strace.ts';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';
import { age, RECORD, retentionBox, storedIn } from './retention-box.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/retention/sweep-all.ts');
const SAMPLE = 6;

const open = (folder: string) =>
  openLedger({ folder: join(folder, 'ledger'), redactor: new Redactor(), log: silentLogger, onWarning: () => {} });
const stored = (folder: string) => storedIn(join(folder, 'ledger', 'content'));

/** A data folder with a session that is kept, one that was deleted, and bytes of both; answers what the first refers to. */
async function fill(folder: string): Promise<ContentHash[]> {
  await using ledger = await open(folder);
  const needed: ContentHash[] = [];
  for (const id of ['kept', 'gone']) {
    const session = await ledger.session(id);
    await session.append('session.created', { title: id, workspace: folder, app: 'test' });
    for (let number = 0; number < 6; number++) {
      const hash = await ledger.content.keep(Buffer.from(`${id} ${number}\n`));
      if (id === 'kept') needed.push(hash);
      const after = { kind: 'file', hash, size: 7, mode: 0o644 } as const;
      await session.append('file.changed', { path: `/${number}`, change: 'created', after, origin: 'tool' });
    }
  }
  await describeFile(join(folder, 'ledger', 'sessions', 'gone.jsonl'), ledger.content, { maxKeptBytes: 1_000_000 });
  await ledger.remove('gone');
  await ledger.content.settle();
  age(join(folder, 'ledger', 'content'));
  return needed;
}

/** The next start, in which all is looked at and what is left to remove is removed. */
async function nextStart(folder: string, needed: readonly ContentHash[]) {
  await using ledger = await open(folder);
  const read = await Promise.all(needed.map(async (hash) => (await ledger.content.read(hash)).length));
  const found = { read, left: stored(folder).length, isBegun: (await ledger.sessions()).includes(RECORD) };
  await using box = retentionBox(Object.assign(ledger, { dataFolder: folder }));
  const { items } = await box.api.plan({});
  if (items.length > 0) await box.sweep();
  return found;
}

describe.skipIf(!hasStrace)('a sweep under fault injection (skipped where strace is missing or forbidden)', () => {
  let first: TemporaryFolder;
  let needed: readonly ContentHash[] = [];
  let points: readonly CrashPoint[] = [];

  beforeAll(async () => {
    first = await temporaryFolder();
    needed = await fill(first.path);
    await using swept = await temporaryFolder();
    // What is traced is written beside it.
    const data = join(swept.path, 'data');
    cpSync(first.path, data, { recursive: true, preserveTimestamps: true });
    const { run, points: found } = await crashPoints(PROGRAM, [data], swept.path);
    expect(run.stdout, run.stderr).toBe('end\n');
    expect(stored(data)).toEqual([...needed].sort());
    points = found.filter(({ call }) => ['rename', 'unlink', 'fsync', 'fdatasync'].includes(call));
    expect(points.length).toBeGreaterThan(15);
  });

  afterAll(() => first[Symbol.asyncDispose]());

  test('killed at any write, rename or removal, what is needed is whole at the next start, and the next sweep removes the rest', async () => {
    for (const point of stepsOfTheDay(points, SAMPLE)) {
      const where = `${point.call} ${point.when}`;
      await using folder = await temporaryFolder();
      cpSync(first.path, folder.path, { recursive: true, preserveTimestamps: true });
      await runWith(PROGRAM, [folder.path], point, 'signal=SIGKILL');
      const { read, left, isBegun } = await nextStart(folder.path, needed);
      expect(read, where).toEqual(needed.map(() => 7));
      // Nothing goes before it is on the record.
      if (left < stored(first.path).length) expect(isBegun, where).toBe(true);
      expect(stored(folder.path), where).toEqual([...needed].sort());
    }
  });
});
