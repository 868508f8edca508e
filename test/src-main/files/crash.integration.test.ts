import { lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyLedgerEvent, FileState } from '#contract';
import { writeFileAtomic } from '#core/files/atomic-file';
import { Redactor } from '#core/secrets/redact';
import { openLedger, undoChange } from '#ledger';
import { arrayOf } from '../../support/array-of.ts';
import { stepsOfTheDay } from '../../support/cases-of-the-day.ts';
import { type CrashPoint, crashPoints, runWith } from '../../support/crash-points.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { hasStrace } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/files/apply-a-change.ts');
/** Calls of an apply that change what is on disk. */
const CALLS = ['write', 'pwrite64', 'fsync', 'fdatasync', 'rename', 'fchmod', 'mkdir', 'unlink', 'rmdir'];
/** Kills of a run: enough to meet each day the work between two changes, which takes a sixth of the calls. */
const KILLED = 12;
const FAILED = 5;

const OLD_A = 'old content of a\n';
const NEW_A = 'new content of a\n'.repeat(1000);
const NEW_B = 'content of b\n';
const GONE = 'precious\n';

async function setUp() {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, 'workspace/gone'), { recursive: true });
  await writeFile(join(folder.path, 'workspace/a.txt'), OLD_A);
  await writeFile(join(folder.path, 'workspace/gone/c.txt'), GONE);
  return folder;
}

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined);

/** Examines what the next start finds after a kill at any moment. */
async function examine(folder: string) {
  const at = (name: string) => join(folder, 'workspace', name);
  const texts = { a: await read(at('a.txt')), b: await read(at('new/b.txt')), c: await read(at('gone/c.txt')) };
  expect([OLD_A, NEW_A]).toContain(texts.a);
  expect([undefined, NEW_B]).toContain(texts.b);
  expect([undefined, GONE]).toContain(texts.c);

  const options = { folder: join(folder, 'data'), redactor: new Redactor(), log: silentLogger, onWarning: () => {} };
  await using ledger = await openLedger(options);
  const events = (await ledger.sessions()).includes('crash')
    ? await arrayOf((await ledger.session('crash')).read())
    : [];
  const changes = events.filter((event) => event.type === 'file.changed');
  for (const { data } of changes) {
    for (const state of [data.before, data.after] as (FileState | undefined)[]) {
      if (state?.hash) await ledger.content.read(state.hash);
    }
  }
  const recorded = (path: string) => changes.find((event) => event.data.path === at(path));
  const taken = new Set(events.filter((event) => event.type === 'change.undone').map((event) => event.data.change));
  /** Recorded, not taken back, and yet not so: right only when the program was killed in between. */
  const untrue: string[] = [];
  for (const event of changes) {
    const isThere = (await lstat(String(event.data.path)).catch(() => undefined)) !== undefined;
    const after = event.data.after as FileState | undefined;
    const text = after?.kind === 'file' ? await readFile(String(event.data.path)).catch(() => undefined) : undefined;
    const isSo = after?.hash ? text?.equals(await ledger.content.read(after.hash)) : isThere === (after !== undefined);
    if (!isSo && !taken.has(event.id)) untrue.push(String(event.data.path));
  }
  const undone: AnyLedgerEvent[] = [];
  const expectRecorded = (path: string, hasHappened: boolean) => {
    const event = recorded(path);
    if (hasHappened) expect(event, `${path} is on the ledger`).toBeDefined();
    if (hasHappened && event) undone.push(event);
  };
  expectRecorded('a.txt', texts.a === NEW_A);
  expectRecorded('new/b.txt', texts.b === NEW_B);
  expectRecorded('gone/c.txt', texts.c === undefined);
  return {
    texts,
    untrue,
    undo: async () => {
      await using again = await openLedger(options);
      for (const event of undone) await undoChange(again, { session: 'crash', event: event.id, force: false });
      expect([await read(at('a.txt')), await read(at('new/b.txt')), await read(at('gone/c.txt'))]).toEqual([
        OLD_A,
        undefined,
        GONE,
      ]);
      // The next write to the folder takes away what the killed one left there.
      await writeFileAtomic(at('later.txt'), 'x');
      expect((await readdir(at('.'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    },
  };
}

describe.skipIf(!hasStrace)(
  'applying a change under fault injection (skipped where strace is missing or forbidden)',
  () => {
    let points: readonly CrashPoint[] = [];

    beforeAll(async () => {
      await using folder = await setUp();
      const { run, points: found } = await crashPoints(PROGRAM, [folder.path], folder.path);
      expect(run.stdout).toMatch(/end\n$/);
      points = found;
      expect(points.map((point) => point.call)).toEqual(expect.arrayContaining(CALLS));
    });

    const inject = (folder: string, point: CrashPoint, what: string) => runWith(PROGRAM, [folder], point, what);

    test('killed at any write, flush or rename, every file is the old one or the new one, what happened is on the ledger, and Undo brings all of it back', async () => {
      const reached = new Set<string>();
      for (const point of stepsOfTheDay(points, KILLED)) {
        await using folder = await setUp();
        const run = await inject(folder.path, point, 'signal=SIGKILL');
        const { texts, undo } = await examine(folder.path);
        if (!run.stdout.includes('end'))
          reached.add(`${texts.a === NEW_A} ${texts.b !== undefined} ${texts.c === undefined}`);
        await undo();
      }
      // It was killed before, between and after the three changes.
      expect(reached.size).toBeGreaterThan(2);
    }, 900_000);

    test.each(['ENOSPC', 'EIO'])(
      '%s at any of them is told, and the ledger says what the files are',
      async (code) => {
        const failing = points.filter(({ call }) => call !== 'write');
        for (const point of stepsOfTheDay(failing, FAILED)) {
          await using folder = await setUp();
          const run = await inject(folder.path, point, `error=${code}`);
          const { undo } = await examine(folder.path);
          expect(run.stdout.includes('end') || run.stderr !== '', `${point.call} ${point.when}: ${run.stdout}`).toBe(
            true,
          );
          expect((await readdir(join(folder.path, 'workspace'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
          await undo();
        }
      },
      900_000,
    );
  },
);
