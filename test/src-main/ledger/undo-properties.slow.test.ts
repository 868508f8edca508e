import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChangeStates, type Direction, knownEvent, netChanges, UndoTransactions, watchTree } from '#ledger';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';

const RUNS = process.env.SIGMA_TEST_LONG === '1' ? 10_000 : 15;
const NAMES = ['a', 'b', 'A', 'line\nbreak', `"quoted" 'name'`, '-rf', 'ü'.repeat(100), '.hidden', 'sp ace'];

const path = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const act = fc.oneof(
  fc.record({ kind: fc.constantFrom('write', 'append'), at: path, text: fc.string({ maxLength: 20 }) }),
  fc.record({ kind: fc.constantFrom('remove', 'mkdir'), at: path }),
  fc.record({ kind: fc.constantFrom('rename', 'symlink', 'link'), at: path, to: path }),
  fc.record({ kind: fc.constant('chmod'), at: path, mode: fc.constantFrom(0o700, 0o755, 0o750) }),
);
type Act = { kind: string; at: string; to?: string; text?: string; mode?: number };

/** Performs an act, ignoring one that is impossible in the tree as it is. */
function perform(root: string, { kind, at, to = '', text = '', mode = 0 }: Act): void {
  const place = join(root, at);
  const other = join(root, to);
  try {
    if (kind === 'remove') rmSync(place, { recursive: true });
    else if (kind === 'chmod') chmodSync(place, mode);
    else if (kind === 'rename') renameSync(place, other);
    else {
      mkdirSync(dirname(place), { recursive: true });
      if (kind === 'mkdir') mkdirSync(place);
      else if (kind === 'symlink') symlinkSync(to, place);
      else if (kind === 'link') linkSync(other, place);
      else if (!existsSync(place) || lstatSync(place).isFile()) {
        (kind === 'write' ? writeFileSync : appendFileSync)(place, text);
      }
    }
  } catch {
    // Such as a folder in the way.
  }
}

/** Every path with its kind, permissions and content or target. */
function pictureOf(root: string): string[] {
  return (readdirSync(root, { recursive: true }) as string[]).sort().map((name) => {
    const at = join(root, name);
    const stats = lstatSync(at);
    if (stats.isSymbolicLink()) return JSON.stringify([name, 'link', readlinkSync(at)]);
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isDirectory()) return JSON.stringify([name, 'folder', mode]);
    return JSON.stringify([name, 'file', mode, readFileSync(at, 'utf8')]);
  });
}

test(`whatever a turn did, its undo is the tree before and its redo the tree after (${RUNS} turns)`, async () => {
  await using ledger = await temporaryLedger();
  const transactions = new UndoTransactions({ ledger });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 15 }),
      fc.array(act, { minLength: 1, maxLength: 15 }),
      async (old, turn) => {
        await using folder = await temporaryFolder();
        const id = `session-${++number}`;
        const session = await ledger.session(id);
        for (const one of old) perform(folder.path, one);
        const before = pictureOf(folder.path);
        await using watch = watchTree({ root: folder.path, content: ledger.content });
        const snapshot = await watch.before('turn');
        for (const one of turn) perform(folder.path, one);
        const { changes } = await watch.after(snapshot);
        watch.end(snapshot);
        const after = pictureOf(folder.path);
        const ids: string[] = [];
        for (const change of changes)
          ids.push((await session.append('file.changed', { ...change, origin: 'command' })).id);

        const settle = async (direction: Direction) => {
          const goals = async () => {
            const states = new ChangeStates();
            for await (const any of session.read()) {
              const event = knownEvent(any);
              if (event) states.add(event);
            }
            const folded = ids.flatMap((one) => states.folded(one) ?? []);
            return netChanges(folded, { direction, confirmed: new Set() });
          };
          const { paths } = await transactions.run({ session: id, turn: 't', direction, isForced: false }, goals);
          return paths.flatMap(({ goal, refusal }) => (refusal ? [`${goal.path}: ${refusal.why}`] : []));
        };
        for (const _ of [1, 2]) {
          expect(await settle('undo')).toEqual([]);
          expect(pictureOf(folder.path)).toEqual(before);
          expect(await settle('redo')).toEqual([]);
          expect(pictureOf(folder.path)).toEqual(after);
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 1_800_000);
