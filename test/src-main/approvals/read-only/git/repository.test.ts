import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoriesFrom, repositoryAt } from '../../../../../src-main/approvals/read-only/git/repository.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

type Make = (at: (path: string) => string) => Promise<unknown>;

/** Puts a text into a file, with the folders around it. */
async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** A folder with `work`, which is a repository, and `other` beside it, another one. */
async function folders() {
  const folder = await temporaryFolder();
  const root = await realpath(folder.path);
  const at = (path: string) => join(root, path);
  for (const name of ['work', 'other']) {
    await write(at(`${name}/.git/HEAD`), 'ref: refs/heads/main\n');
    await write(at(`${name}/.git/config`), '[core]\n\tbare = false\n');
    await write(at(`${name}/.git/objects/pack/a.pack`), '');
    await mkdir(at(`${name}/.git/objects/ab`), { recursive: true });
  }
  await mkdir(at('work/sub/deep'), { recursive: true });
  const place = { workspace: at('work'), home: at('home') };
  return { at, place, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

async function whyNot(make: Make, from = 'work'): Promise<string | undefined> {
  await using made = await folders();
  await make(made.at);
  const found = await repositoriesFrom(made.at(from), made.place);
  return 'why' in found ? found.why : undefined;
}

test('the repositories of a folder are those from it upwards to the workspace', async () => {
  await using made = await folders();
  await write(made.at('work/sub/.git/HEAD'), 'ref: refs/heads/main\n');
  const found = await repositoriesFrom(made.at('work/sub/deep'), made.place);
  expect('repositories' in found && found.repositories.map(({ top }) => top)).toEqual([
    made.at('work/sub'),
    made.at('work'),
  ]);
  expect(await repositoryAt(made.at('work/sub/deep'), made.place)).toBeUndefined();
});

describe('contents of another repository are not read as those of the workspace', () => {
  const ELSEWHERE = 'the repository lies elsewhere';
  const ANOTHER = 'the repository takes its contents from another one';

  test.each<[string, Make, string]>([
    [
      'a pack that is a link',
      (at) => symlink(at('other/.git/objects/pack/a.pack'), at('work/.git/objects/pack/b.pack')),
      ANOTHER,
    ],
    [
      'a folder of objects that is a link',
      (at) => symlink(at('other/.git/objects/ab'), at('work/.git/objects/cd')),
      ANOTHER,
    ],
    ['alternates', (at) => write(at('work/.git/objects/info/alternates'), `${at('other/.git/objects')}\n`), ANOTHER],
    [
      'alternates from here',
      (at) => write(at('work/.git/objects/info/alternates'), '../../../other/.git/objects\n'),
      ANOTHER,
    ],
    ['alternates behind a remark', (at) => write(at('work/.git/objects/info/alternates'), '# x\n\n/\n'), ANOTHER],
    ['alternates that lead nowhere', (at) => write(at('work/.git/objects/info/alternates'), 'gone\n'), ANOTHER],
    ['a common folder', (at) => write(at('work/.git/commondir'), '../../other/.git\n'), ELSEWHERE],
    ['a common folder that is gone', (at) => write(at('work/.git/commondir'), 'gone\n'), ELSEWHERE],
    [
      'a working tree',
      (at) => write(at('work/.git/config'), '[core]\n\tworktree = ../../other\n'),
      'its working tree lies elsewhere',
    ],
    [
      'a working tree without a value',
      (at) => write(at('work/.git/config'), '[core]\n\tworktree\n'),
      'its working tree lies elsewhere',
    ],
  ])('%s', async (_, make, why) => {
    expect(await whyNot(make)).toBe(why);
  });

  test.each<[string, Make]>([
    ['a file that names it', (at) => write(at('work/sub/.git'), `gitdir: ${at('other/.git')}\n`)],
    ['a file that names it from here', (at) => write(at('work/sub/.git'), 'gitdir: ../../other/.git\n')],
    ['a file that names nothing', (at) => write(at('work/sub/.git'), 'gitdir: gone\n')],
    ['a file with more in it', (at) => write(at('work/sub/.git'), `gitdir: ${at('work/.git')}\nx\n`)],
    ['a file of something else', (at) => write(at('work/sub/.git'), 'hello\n')],
    ['a link', (at) => symlink(at('other/.git'), at('work/sub/.git'))],
  ])('%s, below', async (_, make) => {
    expect(await whyNot(make, 'work/sub')).toBe(ELSEWHERE);
  });
});

test.each<[string, Make, string, string | undefined]>([
  [
    'a working tree that says so itself',
    (at) => write(at('work/.git/config'), '[core]\n\tworktree = ..\n'),
    'work',
    undefined,
  ],
  [
    'links within the workspace',
    (at) => symlink(at('work/.git/objects/ab'), at('work/.git/objects/cd')),
    'work',
    undefined,
  ],
  ['a link that leads nowhere', (at) => symlink(at('gone'), at('work/.git/objects/cd')), 'work', undefined],
  ['the other folder', async () => {}, 'other', 'git would run outside the workspace'],
  ['a folder that is not there', async () => {}, 'work/gone', 'git would run outside the workspace'],
  ['a link out', (at) => symlink(at('other'), at('work/out')), 'work/out', 'git would run outside the workspace'],
  ['the repository itself', async () => {}, 'work/.git', 'the folder is itself a repository'],
])('%s', async (_, make, from, why) => {
  expect(await whyNot(make, from)).toBe(why);
});

test('a repository around the workspace reaches beyond it', async () => {
  await using made = await folders();
  await write(made.at('.git/HEAD'), 'ref: refs/heads/main\n');
  await mkdir(made.at('plain'));
  const found = await repositoriesFrom(made.at('plain'), { ...made.place, workspace: made.at('plain') });
  expect(found).toEqual({ why: 'the repository reaches beyond the workspace' });
});
