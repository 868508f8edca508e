import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Question } from '#contract';
import { pathToBytes } from '#core/files/path-bytes';
import type { QuestionAsker } from '#tools';
import { type TreePicture, treePicture } from '../../support/tree-picture.ts';
import { branchBox, SESSION } from './branch-box.ts';

const lines = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) => `${change[at + 1] ?? `line ${at + 1}`}\n`).join('');

const withoutTimes = (picture: TreePicture) =>
  [...picture].map(([path, { time: _time, names: _names, ...rest }]) => [path, rest]);

test('hunks of two branches for one file end in one reviewed change, each proposed on top of the other', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), lines(9));
  const [one, other] = [
    await box.api.create({ workspace: box.workspace }),
    await box.api.create({ workspace: box.workspace }),
  ];
  await writeFile(join(one.folder, 'a.txt'), lines(9, { 2: 'ours' }));
  await writeFile(join(other.folder, 'a.txt'), lines(9, { 8: 'theirs' }));
  const of = [one, other].map(({ id }) => ({ branch: id, paths: ['a.txt'] }));
  const { turn, paths } = await box.api.take({ session: SESSION, of });

  expect(paths.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
  expect(await readFile(box.at('a.txt'), 'utf8')).toBe(lines(9, { 2: 'ours', 8: 'theirs' }));
  expect(box.asked.map(({ group }) => group?.count)).toEqual([2, 2]);
  expect(box.asked.flatMap(({ warnings }) => warnings)).toEqual([]);
  const changed = await box.events('file.changed', SESSION);
  expect(changed.map((event) => event.turn)).toEqual([turn, turn]);
});

test('of two branches that changed one line the second is a conflict against the present text, and refusing it keeps that', async () => {
  const questions: Question[] = [];
  const ask: QuestionAsker = async (question) => {
    questions.push(question);
    return questions.length === 1 ? { verdict: 'allow' } : { verdict: 'refuse' };
  };
  await using box = await branchBox({ ask });
  await writeFile(box.at('a.txt'), lines(5));
  const one = await box.api.create({ workspace: box.workspace });
  const other = await box.api.create({ workspace: box.workspace });
  await writeFile(join(one.folder, 'a.txt'), lines(5, { 3: 'ours' }));
  await writeFile(join(other.folder, 'a.txt'), lines(5, { 3: 'theirs', 5: 'last' }));
  await box.api.take({ session: SESSION, of: [{ branch: one.id, paths: ['a.txt'] }] });
  const { paths } = await box.api.take({ session: SESSION, of: [{ branch: other.id, paths: ['a.txt'] }] });

  expect(paths).toMatchObject([{ outcome: 'refused' }]);
  expect(await readFile(box.at('a.txt'), 'utf8')).toBe(lines(5, { 3: 'ours' }));
  expect(questions[1]?.warnings.map(({ text }) => text)).toEqual([
    'The workspace and the branch changed the same lines: accepting a hunk puts the branch’s lines in their place',
  ]);
  expect(questions[1]?.subject).toMatchObject({ kind: 'change', addedLines: 2, removedLines: 2 });
});

test('what a person changed in the workspace unrecorded is not overwritten by a deletion without being said', async () => {
  await using box = await branchBox();
  await writeFile(box.at('a.txt'), 'one\n');
  const { id, folder } = await box.api.create({ workspace: box.workspace });
  await rm(join(folder, 'a.txt'));
  await writeFile(box.at('a.txt'), 'mine\n');
  await box.api.take({ session: SESSION, of: [{ branch: id, paths: ['a.txt'] }] });

  expect(box.asked.flatMap(({ warnings }) => warnings).map(({ text }) => text)).toEqual([
    'The file was changed in the workspace since the branch began; the branch deleted what it was before',
  ]);
});

const NAMES = ['a', 'b', 'c', 'odd\udcfe', 'sp ace'];
const step = fc.record({
  path: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
  what: fc.constantFrom('write', 'write', 'remove', 'link', 'folder', 'mode'),
  text: fc.constantFrom('', 'x\n', 'x\ny\n', 'b\0in', lines(30), lines(30, { 4: 'four' })),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Performs a step, ignoring one that is impossible because something else is there. */
async function act(root: string, { path, what, text }: Step): Promise<void> {
  const at = pathToBytes(join(root, path));
  try {
    if (what === 'remove') await rm(at, { recursive: true });
    else if (what === 'mode') await chmod(at, 0o700);
    else {
      await mkdir(pathToBytes(dirname(join(root, path))), { recursive: true });
      if (what === 'folder') await mkdir(at);
      else if (what === 'link') await symlink(text === '' ? 'nowhere' : 'a', at);
      else await writeFile(at, text);
    }
  } catch {}
}

test('to take all that a branch did makes the workspace the branch, whatever was done', async () => {
  const steps = fc.array(step, { minLength: 1, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      await using box = await branchBox();
      for (const one of before) await act(box.workspace, one);
      const { id, folder } = await box.api.create({ workspace: box.workspace });
      for (const one of after) await act(folder, one);
      const compared = await box.api.compare({ branches: [id] });
      const paths = compared.paths.map(({ path }) => path);
      if (paths.length > 0) {
        const taken = await box.api.take({ session: SESSION, of: [{ branch: id, paths }] });
        expect(taken.paths.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
      }

      expect(withoutTimes(treePicture(box.workspace))).toEqual(withoutTimes(treePicture(folder)));
    }),
    { numRuns: 12 },
  );
});
