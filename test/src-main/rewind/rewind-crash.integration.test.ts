import { execFileSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Redactor } from '#core/secrets/redact';
import { ChangeStates, knownEvent, openLedger, RewindFold, UndoTransactions, watchTree } from '#ledger';
import { stepsOfTheDay } from '../../support/cases-of-the-day.ts';
import { type CrashPoint, crashPoints, runWith } from '../../support/crash-points.ts';
import { folderPicture } from '../../support/folder-picture.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import { hasStrace } from '../../support/strace.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PROGRAM = resolve(import.meta.dirname, '../../fixtures/ledger/undo-a-turn.ts');
/** Every call of a rewind that changes what is on disk. */
const SAMPLE = 5;
const OLD =
  'mkdir -p src/deep; echo c > src/deep/c; echo b > src/b; printf "one\\ntwo\\n" > notes.txt; ln -s notes.txt link';
const TURN =
  "sed -i 's/two/TWO/' notes.txt; rm -r src; mkdir -p made/deep; echo m > made/deep/m; rm link; echo now > link";

const bash = (folder: string, command: string) =>
  execFileSync('bash', ['-c', command], { cwd: join(folder, 'workspace'), encoding: 'utf8' });
const pictureOf = (folder: string) => folderPicture(join(folder, 'workspace'));
const optionsOf = (folder: string) => ({
  folder: join(folder, 'data'),
  redactor: new Redactor(),
  log: silentLogger,
  onWarning: () => {},
});

/**
 * Recovers at the next start, and returns the disk, the changes in effect, and whether the conversation was rewound.
 */
async function recovered(folder: string) {
  await using ledger = await openLedger(optionsOf(folder));
  const transactions = new UndoTransactions({ ledger });
  await transactions.recover();
  const picture = pictureOf(folder);
  await transactions.recover();
  expect(pictureOf(folder), 'a second start changes nothing').toEqual(picture);
  expect(await readdir(join(folder, 'data/undoing')).catch(() => [])).toEqual([]);
  const states = new ChangeStates();
  const rewinds = new RewindFold();
  const changes: string[] = [];
  let ends = 0;
  let isFolded = false;
  for await (const any of (await ledger.session('crash')).read()) {
    const event = knownEvent(any);
    if (!event) continue;
    states.add(event);
    isFolded = rewinds.add(event) || isFolded;
    if (event.type === 'file.changed' && event.data.transaction === undefined) changes.push(event.id);
    if (event.type === 'session.rewound') ends++;
  }
  return {
    picture,
    changes: changes.length,
    undone: changes.filter((id) => states.isUndone(id)).length,
    ends,
    isFolded,
  };
}

describe.skipIf(!hasStrace)('a rewind under fault injection (skipped where strace is missing or forbidden)', () => {
  let old: Record<string, string> = {};
  let made: Record<string, string> = {};
  let points: readonly CrashPoint[] = [];

  /** The same turn on the ledger in a folder of its own. */
  async function turn() {
    const folder = await temporaryFolder();
    await mkdir(join(folder.path, 'workspace'));
    bash(folder.path, OLD);
    old = pictureOf(folder.path);
    await using ledger = await openLedger(optionsOf(folder.path));
    const session = await ledger.session('crash');
    await session.append('message.user', { text: 'the message' }, { turn: 't1' });
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
    const { run, points: found } = await crashPoints(PROGRAM, [folder.path, 'rewind'], folder.path);
    expect(run.stdout).toMatch(/end\n$/);
    expect(pictureOf(folder.path)).toEqual(old);
    points = found;
    expect(points.length).toBeGreaterThan(30);
  });

  const sample = () => stepsOfTheDay(points, SAMPLE);
  const inject = (folder: string, point: CrashPoint, what: string) => runWith(PROGRAM, [folder, 'rewind'], point, what);

  test('killed at any write, flush, rename or removal, files and conversation have both gone back at the next start, or neither', async () => {
    const seen = new Set<string>();
    for (const point of sample()) {
      await using folder = await turn();
      await inject(folder.path, point, 'signal=SIGKILL');
      const { picture, changes, undone, ends, isFolded } = await recovered(folder.path);
      const where = `${point.call} ${point.when}`;
      expect(picture, where).toEqual(isFolded ? old : made);
      expect(undone, where).toBe(isFolded ? changes : 0);
      expect(ends, where).toBe(isFolded ? 1 : 0);
      seen.add(isFolded ? 'rewound' : 'taken back');
    }
    expect(seen).toEqual(new Set(['rewound', 'taken back']));
  }, 1_800_000);

  test.each(['ENOSPC', 'EIO'])(
    '%s at any of them: what is said to have gone back has, and nothing is half a file',
    async (code) => {
      for (const point of sample().filter(({ call }) => call !== 'write' || code === 'ENOSPC')) {
        await using folder = await turn();
        const run = await inject(folder.path, point, `error=${code}`);
        const where = `${point.call} ${point.when}: ${run.stdout}`;
        expect(run.stdout, where).not.toContain('bug');
        const { picture, changes, undone } = await recovered(folder.path);
        if (Object.keys(picture).join() === Object.keys(old).join() && undone === changes) continue;
        for (const [name, what] of Object.entries(picture)) {
          expect(
            [old[name], made[name]].some((one) => one?.startsWith('folder') || one === what),
            `${where} ${name}`,
          ).toBe(true);
        }
      }
    },
    1_800_000,
  );
});
