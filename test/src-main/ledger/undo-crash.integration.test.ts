import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { ChangeStates, knownEvent, openLedger, UndoTransactions, watchTree } from '#ledger';
import { stepsOfTheDay } from '../../support/cases-of-the-day.ts';
import { type CrashPoint, crashPoints, runWith } from '../../support/crash-points.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { hasStrace, runTraced } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/ledger/undo-a-turn.ts');
/** Every call of an undo that changes what is on disk. */
const SAMPLE = 5;
const isLong = process.env.SIGMA_TEST_LONG === '1';
const OLD =
  'mkdir -p dir/deep gone; echo q > dir/deep/in; echo x > file; echo old > edited; ln -s file link; echo g > gone/g; echo m > moved';
/** Folder ↔ file ↔ link, edits, removals, a new tree. */
const TURN =
  'rm -r dir; echo now > dir; rm file; mkdir file; echo in > file/in; echo new > edited; rm link; mkdir link; rm -r gone; mkdir -p made/deep; echo m > made/deep/m; chmod 700 made; mv moved made/again';
const PICTURE = `find . -mindepth 1 -printf '%P %y %m %l\\n' | sort; find . -type f -exec sha256sum {} + | sort`;

const bash = (folder: string, command: string) =>
  execFileSync('bash', ['-c', command], { cwd: join(folder, 'workspace'), encoding: 'utf8' });
const pictureOf = (folder: string) => bash(folder, PICTURE);
const optionsOf = (folder: string) => ({
  folder: join(folder, 'data'),
  redactor: new Redactor(),
  log: silentLogger,
  onWarning: () => {},
});

/** Recovers at the next start, and returns the disk, the changes in effect, and the warnings. */
async function recovered(folder: string) {
  await using ledger = await openLedger(optionsOf(folder));
  const transactions = new UndoTransactions({ ledger });
  await transactions.recover();
  const picture = pictureOf(folder);
  await transactions.recover();
  expect(pictureOf(folder), 'a second start changes nothing').toBe(picture);
  expect(await readdir(join(folder, 'data/undoing')).catch(() => [])).toEqual([]);
  expect(picture).not.toContain('.sigma-');
  const states = new ChangeStates();
  const changes: string[] = [];
  let told: { restored: number; left: number } | undefined;
  for await (const any of (await ledger.session('crash')).read()) {
    const event = knownEvent(any);
    if (!event) continue;
    states.add(event);
    if (event.type === 'file.changed' && event.data.transaction === undefined) changes.push(event.id);
    if (event.type === 'turn.undone') told = event.data;
  }
  const undone = changes.filter((id) => states.isUndone(id)).length;
  return { picture, changes: changes.length, undone, told };
}

describe.skipIf(!hasStrace)('an undo under fault injection (skipped where strace is missing or forbidden)', () => {
  let old = '';
  let made = '';
  let points: readonly CrashPoint[] = [];

  /** The same turn on the ledger in a folder of its own. The record names absolute paths, so it is made again. */
  async function turn() {
    const folder = await temporaryFolder();
    await mkdir(join(folder.path, 'workspace'));
    bash(folder.path, OLD);
    old = pictureOf(folder.path);
    await using ledger = await openLedger(optionsOf(folder.path));
    const session = await ledger.session('crash');
    await using watch = watchTree({ root: join(folder.path, 'workspace'), content: ledger.content });
    const snapshot = await watch.before(TURN);
    bash(folder.path, TURN);
    const { changes } = await watch.after(snapshot);
    watch.end(snapshot);
    for (const change of changes) {
      await session.append('file.changed', { ...change, origin: 'command' }, { turn: 't1' });
    }
    await ledger.content.settle();
    made = pictureOf(folder.path);
    return folder;
  }

  beforeAll(async () => {
    await using folder = await turn();
    const { run, points: found } = await crashPoints(PROGRAM, [folder.path], folder.path);
    expect(run.stdout).toMatch(/end\n$/);
    expect(pictureOf(folder.path)).toBe(old);
    points = found;
    expect(points.length).toBeGreaterThan(40);
  });

  const sample = () => stepsOfTheDay(points, SAMPLE);
  const inject = (folder: string, point: CrashPoint, what: string) => runWith(PROGRAM, [folder], point, what);

  test('killed at any write, flush, rename or removal, it is finished or taken back at the next start, and the ledger says which', async () => {
    const ends = new Set<string>();
    for (const point of sample()) {
      await using folder = await turn();
      await inject(folder.path, point, 'signal=SIGKILL');
      const { picture, changes, undone, told } = await recovered(folder.path);
      const where = `${point.call} ${point.when}`;
      expect([old, made], where).toContain(picture);
      const isUndone = picture === old;
      expect(undone, where).toBe(isUndone ? changes : 0);
      if (isUndone) expect(told?.left, where).toBe(0);
      else if (told) expect(told.restored, where).toBe(0);
      ends.add(isUndone ? 'finished' : 'taken back');
    }
    expect(ends).toEqual(new Set(['finished', 'taken back']));
  }, 1_800_000);

  test('killed again while it is being finished, it is finished at the start after that', async () => {
    const renames = points.filter(({ call }) => call === 'rename');
    const middle = renames[Math.floor(renames.length / 2)] ?? { call: 'rename', when: 1 };
    let killed = 0;
    for (const when of isLong ? Array.from({ length: 20 }, (_, index) => index + 1) : [1, 4]) {
      for (const call of ['rename', 'unlink', 'fsync', 'mkdir']) {
        await using folder = await turn();
        await inject(folder.path, middle, 'signal=SIGKILL');
        const kill = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=SIGKILL:when=${when}`];
        const run = await runTraced(PROGRAM, [folder.path, 'recover'], ['-o', '/dev/null', ...kill]);
        if (!run.stdout.includes('end')) killed++;
        const { picture, changes, undone } = await recovered(folder.path);
        expect(picture, `${call} ${when}`).toBe(old);
        expect(undone, `${call} ${when}`).toBe(changes);
      }
    }
    expect(killed).toBeGreaterThan(3);
  }, 1_800_000);

  test.each(['ENOSPC', 'EIO'])(
    '%s at any of them: what is said to be undone is, and nothing else',
    async (code) => {
      for (const point of sample().filter(({ call }) => call !== 'write' || code === 'ENOSPC')) {
        await using folder = await turn();
        const run = await inject(folder.path, point, `error=${code}`);
        const where = `${point.call} ${point.when}: ${run.stdout}`;
        expect(run.stdout, where).not.toContain('bug');
        const { picture, changes, undone } = await recovered(folder.path);
        if (picture === old) expect(undone, where).toBe(changes);
        else if (picture === made) expect(undone, where).toBe(0);
        else expect([undone > 0, undone < changes], where).toEqual([true, true]);
      }
    },
    1_800_000,
  );
});
