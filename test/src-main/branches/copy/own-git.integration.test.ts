import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownGit } from '../../../../src-main/branches/copy/own-git.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { treePicture } from '../../../support/tree-picture.ts';

const WHO = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', [...WHO, ...args], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A repository with one commit, as the workspace that is branched; `shape` makes it what the test is about. */
async function branched(shape: (workspace: string, main: string) => Promise<unknown>, at = '') {
  const root = await temporaryFolder();
  const [workspace, folder, main] = ['work', 'branch', 'main'].map((name) => join(root.path, name)) as [
    string,
    string,
    string,
  ];
  for (const repository of [workspace, main]) {
    await mkdir(repository);
    git(repository, 'init', '-q', '-b', 'side');
    await writeFile(join(repository, 'a.txt'), 'one\n');
    git(repository, 'add', '.');
    git(repository, 'commit', '-qm', 'first');
  }
  await shape(workspace, main);
  execFileSync('cp', ['-a', workspace, folder]);
  const before = [workspace, main].map((one) => treePicture(one));
  const problem = await ownGit({ workspace, folder, at });
  /** Works in the branch as a model does; neither the workspace nor any other repository may change by it. */
  const work = async () => {
    await writeFile(join(folder, 'a.txt'), 'two\n');
    expect(git(folder, 'rev-parse', '--show-toplevel')).toBe(folder);
    git(folder, 'commit', '-qam', 'second');
    git(folder, 'reset', '-q', '--hard', 'HEAD~1');
    git(folder, 'gc', '-q', '--prune=now');
    expect([workspace, main].map((one) => treePicture(one))).toEqual(before);
  };
  return { workspace, folder, problem, work, [Symbol.asyncDispose]: () => root[Symbol.asyncDispose]() };
}

const append = (repository: string, text: string) => appendFile(join(repository, '.git', 'config'), text);

test.each<[string, (workspace: string, main: string) => Promise<unknown>]>([
  ['in its section', (workspace) => append(workspace, `[core]\n\tworktree = ${workspace}\n`)],
  ['in the line of its section', (workspace) => append(workspace, `[core] worktree = ${workspace}\n`)],
  ['over two lines', (workspace) => append(workspace, `[core]\n\tworktree = \\\n${workspace}\n`)],
  [
    'in an included file',
    async (workspace) => {
      await append(workspace, '[include]\n\tpath = more\n');
      await writeFile(join(workspace, '.git', 'more'), `[core]\n\tworktree = ${workspace}\n`);
    },
  ],
  [
    'for the working tree alone',
    async (workspace) => {
      await append(workspace, '[extensions]\n\tworktreeConfig = true\n');
      await writeFile(join(workspace, '.git', 'config.worktree'), `[core] worktree = ${workspace}\n`);
    },
  ],
])('a setting that names the original’s folder does not lead there: %s', async (_, shape) => {
  await using it = await branched(shape);
  expect(it.problem).toBeUndefined();
  await it.work();
});

test('a linked working tree brings its own settings, without the folder that they name', async () => {
  await using it = await branched(async (workspace, main) => {
    await rm(workspace, { recursive: true });
    git(main, 'worktree', 'add', '-q', '-b', 'other', workspace);
    git(main, 'config', 'extensions.worktreeConfig', 'true');
    const own = git(workspace, 'rev-parse', '--git-dir');
    await writeFile(join(own, 'config.worktree'), `[core]\n\tworktree = ${workspace}\n[user]\n\tnickname = b\n`);
  });
  expect(it.problem).toBeUndefined();
  expect(git(it.folder, 'config', 'user.nickname')).toBe('b');
  await it.work();
});

test('a rebase that is under way in a linked working tree goes on in the branch', async () => {
  await using it = await branched(async (workspace, main) => {
    await rm(workspace, { recursive: true });
    git(main, 'worktree', 'add', '-q', '-b', 'other', workspace);
    await writeFile(join(workspace, 'a.txt'), 'other\n');
    git(workspace, 'commit', '-qam', 'other');
    await writeFile(join(main, 'a.txt'), 'main\n');
    git(main, 'commit', '-qam', 'main');
    expect(() => git(workspace, 'rebase', 'side')).toThrow();
  });
  expect(git(it.folder, 'status')).toContain('rebase in progress');
  git(it.folder, 'rebase', '--abort');
  expect(git(it.folder, 'branch', '--show-current')).toBe('other');
  expect(git(it.workspace, 'status')).toContain('rebase in progress');
});

test.each(['objects', 'refs', 'logs', 'packed-refs', 'config'])(
  '%s that is a link into another repository is copied',
  async (name) => {
    await using it = await branched(async (workspace, main) => {
      git(main, 'pack-refs', '--all');
      await rm(join(workspace, '.git'), { recursive: true });
      execFileSync('cp', ['-a', join(main, '.git'), join(workspace, '.git')]);
      await rm(join(workspace, '.git', name), { recursive: true });
      await symlink(join(main, '.git', name), join(workspace, '.git', name));
    });
    expect(it.problem).toBeUndefined();
    await it.work();
  },
);

test('a folder .git that says where the rest of it is brings that', async () => {
  await using it = await branched(async (workspace, main) => {
    const [own, common] = [workspace, main].map((one) => join(one, '.git')) as [string, string];
    for (const name of await readdir(own))
      if (name !== 'HEAD' && name !== 'index') await rm(join(own, name), { recursive: true });
    await writeFile(join(own, 'commondir'), `${common}\n`);
  });
  expect(it.problem).toBeUndefined();
  await it.work();
});

test('a submodule whose settings name the original’s folder works in the branch', async () => {
  await using it = await branched(async (workspace, main) => {
    git(workspace, 'submodule', 'add', '-q', main, 'sub');
    git(workspace, 'commit', '-qm', 'sub');
    git(workspace, 'config', '-f', '.git/modules/sub/config', 'core.worktree', join(workspace, 'sub'));
  });
  const sub = join(it.folder, 'sub');
  expect(git(sub, 'rev-parse', '--show-toplevel')).toBe(sub);
});

test('settings that begin with a byte order mark name the original’s folder no more, either', async () => {
  await using it = await branched(async (workspace) => {
    const config = join(workspace, '.git/config');
    const settings = await readFile(config, 'utf8');
    await writeFile(config, `\uFEFF[core]\n\tworktree = ${workspace}\n${settings}`);
  });
  expect(git(it.folder, 'rev-parse', '--show-toplevel')).toBe(it.folder);
});

test('working trees in the workspace that are linked to its repository work in the branch, others are left out', async () => {
  await using it = await branched(async (workspace, main) => {
    git(workspace, 'worktree', 'add', '-q', '-b', 'inner', 'trees/inner');
    git(workspace, 'worktree', 'add', '-q', '-b', 'outer', join(main, 'outer'));
    git(workspace, 'config', 'extensions.worktreeConfig', 'true');
    const own = join(workspace, '.git/worktrees/inner');
    await writeFile(join(own, 'config.worktree'), `[core]\n\tworktree = ${workspace}/trees/inner\n`);
    await writeFile(join(own, 'commondir'), `${workspace}/.git\n`);
    await rename(join(own, 'gitdir'), join(main, 'named'));
    await symlink(join(main, 'named'), join(own, 'gitdir'));
  });
  const inner = join(it.folder, 'trees/inner');
  expect(it.problem).toBeUndefined();
  expect(await ownGit({ ...it, at: 'trees/inner' })).toBeUndefined();
  expect(git(inner, 'rev-parse', '--show-toplevel')).toBe(inner);
  expect(git(inner, 'rev-parse', '--path-format=absolute', '--git-common-dir')).toBe(join(it.folder, '.git'));
  await writeFile(join(inner, 'a.txt'), 'inner\n');
  git(inner, 'commit', '-qam', 'of the branch');
  expect(git(it.folder, 'log', '-1', '--format=%s', 'inner')).toBe('of the branch');
  expect(git(it.folder, 'worktree', 'list', '--porcelain').match(/^worktree .*$/gm)).toEqual([
    `worktree ${it.folder}`,
    `worktree ${inner}`,
  ]);
  await it.work();
});

test('a working tree whose repository has no copy is named, and has none', async () => {
  await using it = await branched(async (workspace) => {
    git(workspace, 'worktree', 'add', '-q', '-b', 'inner', 'inner');
  });
  await rm(join(it.folder, '.git'), { recursive: true });
  expect(await ownGit({ ...it, at: 'inner' })).toMatch(
    /^The repository of inner could not be copied, so the branch has none there: .*inner has no copy in the branch$/,
  );
  expect(existsSync(join(it.folder, 'inner', '.git'))).toBe(false);
});

test('links that stay in the repository are left as they are', async () => {
  await using it = await branched(async (workspace) => {
    const own = join(workspace, '.git');
    await rename(join(own, 'HEAD'), join(own, 'OLD'));
    await symlink('refs/heads/side', join(own, 'HEAD'));
  });
  expect(it.problem).toBeUndefined();
  expect(git(it.folder, 'branch', '--show-current')).toBe('side');
  expect(await readFile(join(it.folder, '.git', 'OLD'), 'utf8')).toBe('ref: refs/heads/side\n');
  await it.work();
});

test('a hook or another file that is a link goes where it went: into the branch, or out of it', async () => {
  await using it = await branched(async (workspace, main) => {
    await symlink(join(main, 'a.txt'), join(workspace, '.git', 'info', 'mine'));
    await symlink(main, join(workspace, '.git', 'lfs'));
    const hooks = join(workspace, '.git', 'hooks');
    await symlink('../../a.txt', join(hooks, 'post-merge'));
    await symlink(join(main, 'a.txt'), join(hooks, 'post-commit'));
  });
  expect(it.problem).toBeUndefined();
  await writeFile(join(it.folder, 'a.txt'), 'changed\n');
  expect(await readFile(join(it.folder, '.git/hooks/post-merge'), 'utf8')).toBe('changed\n');
  expect(await readFile(join(it.folder, '.git/hooks/post-commit'), 'utf8')).toBe('one\n');
  expect(await readFile(join(it.folder, '.git/info/mine'), 'utf8')).toBe('one\n');
  expect(await readFile(join(it.folder, '.git/lfs/a.txt'), 'utf8')).toBe('one\n');
});

test.each<[string, (workspace: string, secret: string) => Promise<unknown>]>([
  [
    'a file .git',
    async (workspace, secret) => {
      await rm(join(workspace, '.git'), { recursive: true });
      await writeFile(join(workspace, '.git'), `gitdir: ${secret}\n`);
    },
  ],
  [
    'a link .git',
    async (workspace, secret) => {
      await rm(join(workspace, '.git'), { recursive: true });
      await symlink(secret, join(workspace, '.git'));
    },
  ],
  ['a file commondir', (workspace, secret) => writeFile(join(workspace, '.git', 'commondir'), secret)],
  [
    'a link of it',
    async (workspace, secret) => {
      await rm(join(workspace, '.git', 'config'));
      await symlink(join(secret, 'config'), join(workspace, '.git', 'config'));
    },
  ],
])('what is no repository is not copied to where the branch can read it: %s', async (_, shape) => {
  await using it = await branched(async (workspace, main) => {
    const secret = join(main, 'keys');
    await mkdir(secret);
    await writeFile(join(secret, 'config'), 'secret');
    await shape(workspace, secret);
  });
  expect(it.problem).toMatch(/^The repository of the workspace could not be copied, .*no (part of a )?repository$/);
  expect(await readdir(it.folder)).toEqual(['a.txt']);
});

test('settings that are no UTF-8 keep their bytes', async () => {
  const name = Buffer.from('[user]\n\tname = J\xf6rg\n', 'latin1');
  await using it = await branched((workspace) => appendFile(join(workspace, '.git', 'config'), name));
  expect(it.problem).toBeUndefined();
  expect((await readFile(join(it.folder, '.git', 'config'))).includes(name)).toBe(true);
  await it.work();
});

test.each(['config', 'commondir', 'objects/info/alternates'])(
  'a pipe in the place of %s is not waited for',
  async (name) => {
    const pipes: string[] = [];
    // Lets go of what waits for a writer, so that a failure ends, too.
    const letGo = setInterval(() => {
      for (const pipe of pipes) if (existsSync(pipe)) writeFileSync(pipe, '', { flag: 'r+' });
    }, 1000);
    onTestFinished(() => clearInterval(letGo));
    await using it = await branched(async (workspace) => {
      await mkdir(join(workspace, '.git', 'objects', 'info'), { recursive: true });
      const pipe = join(workspace, '.git', name);
      pipes.push(pipe, join(workspace, '../branch/.git', name));
      await rm(pipe, { force: true });
      execFileSync('mkfifo', [pipe]);
    });
    expect(it.problem).toContain('is no regular file');
  },
);
