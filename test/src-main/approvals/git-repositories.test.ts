import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { neutralGit } from '#approvals';
import { settingsIn } from '../../../src-main/approvals/read-only/git/config-text.ts';
import { trackedIn } from '../../../src-main/approvals/read-only/git/tracked.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type PolicyBench, policyBench } from './policy-bench.ts';

const AUTHOR = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
const ENV = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', [...AUTHOR, ...args], { cwd, env: ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

async function repositoryIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  git(folder, 'init', '-q');
  await writeFile(join(folder, 'a.txt'), 'a\n');
  git(folder, 'add', 'a.txt');
  git(folder, 'commit', '-qm', 'one');
}

async function bench(): Promise<PolicyBench> {
  const made = await policyBench();
  await repositoryIn(made.workspace);
  return made;
}

const NAMES = ['git status', 'git log --oneline', 'git ls-files'];
const CONTENTS = ['git diff', 'git show HEAD', 'git log -p', 'git grep x', 'git blame a.txt', 'git stash show -p'];

const verdicts = async (at: PolicyBench, lines: readonly string[]) =>
  Promise.all(lines.map(async (line) => (await at.line(line, { mode: 'read-only' })).verdict));

const all = (verdict: string, lines: readonly string[]) => lines.map(() => verdict);

test('what prints contents is refused while a tracked file may hold credentials; an untracked one does not matter', async () => {
  await using at = await bench();
  await writeFile(join(at.workspace, '.env'), 'KEY=1\n');
  expect(await verdicts(at, [...NAMES, ...CONTENTS])).toEqual(all('allow', [...NAMES, ...CONTENTS]));

  git(at.workspace, 'add', '-f', '.env');

  expect(await verdicts(at, NAMES)).toEqual(all('allow', NAMES));
  expect(await verdicts(at, CONTENTS)).toEqual(all('deny', CONTENTS));
  expect((await at.line('git diff')).why).not.toContain('KEY');
});

test('addresses with a password in them are refused, and nothing else is', async () => {
  await using at = await bench();
  git(at.workspace, 'remote', 'add', 'origin', 'https://someone:word@example.org/x.git');

  expect(await verdicts(at, ['git remote -v', 'git remote get-url origin'])).toEqual(['deny', 'deny']);
  expect(await verdicts(at, NAMES)).toEqual(all('allow', NAMES));
});

test.each([
  ['a configuration that cannot be read', '[core\n', 'cannot be read'],
  ['a loose quote', '[a]\n\tb = "x\n', 'cannot be read'],
  ['an include that cannot be found', '[include]\n\tpath = ~other/x\n', 'cannot be found'],
  ['a driver whose name git would take apart', '[filter "a=b"]\n\tclean = x\n', 'strange'],
  ['a working tree elsewhere', '[core]\n\tworktree = /etc\n', 'working tree lies elsewhere'],
])('%s asks, and says so', async (_, config, why) => {
  await using at = await bench();
  await writeFile(join(at.workspace, '.git', 'config'), config);

  const judged = await at.line('git status', { mode: 'read-only' });

  expect(judged.verdict).toBe('deny');
  expect(judged.why).toContain(why);
});

test('an include is followed, and one that is broken asks', async () => {
  await using at = await bench();
  await writeFile(join(at.workspace, '.git', 'config'), '[includeIf "onbranch:x"]\n\tpath = ../more\n');
  expect(await verdicts(at, NAMES)).toEqual(all('allow', NAMES));
  await writeFile(join(at.workspace, 'more'), '[broken\n');
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
});

test("another repository's contents are not read: by a file, a link, borrowed objects, or a repository around the workspace", async () => {
  await using at = await bench();
  const other = join(at.home, 'other');
  await repositoryIn(other);
  const objects = join(at.workspace, '.git', 'objects');
  await writeFile(join(objects, 'info', 'alternates'), `${join(other, '.git', 'objects')}\n`);
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
  await rename(objects, join(at.workspace, '.git', 'own'));
  await symlink(join(other, '.git', 'objects'), objects);
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
  await rename(join(at.workspace, '.git'), join(at.workspace, 'mine'));
  await writeFile(join(at.workspace, '.git'), `gitdir: ${join(other, '.git')}\n`);
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
  await rename(join(at.workspace, '.git'), join(at.workspace, 'file'));
  await symlink(join(other, '.git'), join(at.workspace, '.git'));
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
  await rename(join(at.workspace, '.git'), join(at.workspace, 'link'));
  expect(await verdicts(at, NAMES)).toEqual(all('allow', NAMES));
  await repositoryIn(at.home);
  expect(await verdicts(at, NAMES)).toEqual(all('deny', NAMES));
});

test('a folder that is itself a repository asks', async () => {
  await using at = await bench();
  await mkdir(join(at.workspace, 'src', 'objects'));
  await writeFile(join(at.workspace, 'src', 'HEAD'), 'ref: refs/heads/main\n');
  expect(await verdicts(at, ['cd src && git log', 'git log'])).toEqual(['deny', 'allow']);
});

test('a working tree that its repository lists is read; one that it does not know is not', async () => {
  await using at = await policyBench();
  const main = join(at.home, 'main');
  await repositoryIn(main);
  const tree = join(at.workspace, 'tree');
  git(main, 'worktree', 'add', '-q', tree);
  expect(await verdicts(at, ['git -C tree status', 'git -C tree log -p'])).toEqual(['allow', 'allow']);

  await rename(tree, join(at.workspace, 'moved'));

  expect(await verdicts(at, ['git -C moved status'])).toEqual(['deny']);
});

test('git beside what is not proven is not proven: nothing is replaced there', async () => {
  await using at = await bench();
  const judged = await at.line('git status && npm test');
  expect(judged.parts.map(({ verdict }) => verdict)).toEqual(['ask', 'ask']);
});

test('what git is given is read when it runs, and refused when it can no longer be read', async () => {
  await using at = await bench();
  const line = { command: 'git diff', cwd: at.workspace, workspace: at.workspace, home: at.home };
  const config = join(at.workspace, '.git', 'config');
  await writeFile(config, '[filter "a\'b c"]\n\tclean = evil\n[diff "x.y"]\n\ttextconv = evil\n');
  const first = await neutralGit(line);
  expect(first).toMatchObject({ environment: { GIT_CONFIG_GLOBAL: '/dev/null', GIT_OPTIONAL_LOCKS: '0' } });
  const environment = { ...ENV, ...('environment' in first ? first.environment : {}) };
  const value = (key: string) =>
    execFileSync('git', ['config', '--get', key], { cwd: at.workspace, env: environment, encoding: 'utf8' });
  const older = Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'GIT_CONFIG_COUNT'));
  expect(value("filter.a'b c.clean")).toBe('\n');
  expect(value("filter.a'b c.required")).toBe('false\n');
  expect(value('diff.x.y.textconv')).not.toContain('evil');
  expect(value('safe.directory')).toBe(`${at.workspace}\n`);
  const ofOlder = execFileSync('git', ['config', '--get', "filter.a'b c.clean"], {
    cwd: at.workspace,
    env: older,
    encoding: 'utf8',
  });
  expect(ofOlder).toBe('\n');

  await writeFile(config, '[core\n');

  expect(await neutralGit(line)).toMatchObject({ why: expect.stringContaining('cannot be read') });
});

test("the person's own settings of what is shown count where the repository has none", async () => {
  await using at = await bench();
  await writeFile(
    join(at.home, '.gitconfig'),
    '[core]\n\texcludesFile = ~/ignored\n\tpager = evil\n\tquotePath = false\n',
  );
  git(at.workspace, 'config', 'core.quotePath', 'true');
  const found = await neutralGit({ command: 'git status', cwd: at.workspace, workspace: at.workspace, home: at.home });
  const text = JSON.stringify(found);
  expect(text).toContain('core.excludesfile=~/ignored');
  expect(text).not.toMatch(/evil|core\.quotepath/);
});

test.each([2, 3, 4])('an index of version %i lists what git lists', async (version) => {
  await using at = await bench();
  const names = Array.from({ length: 60 }, (_, index) => `f${'x'.repeat(index % 17)}/ü${index}.txt`);
  for (const name of names) {
    await mkdir(join(at.workspace, name, '..'), { recursive: true });
    await writeFile(join(at.workspace, name), 'x');
  }
  await repositoryIn(join(at.workspace, 'inner'));
  git(at.workspace, 'add', '-N', 'a.txt', names[3] ?? '');
  git(at.workspace, 'add', '.');
  if (version === 3) git(at.workspace, 'update-index', '--skip-worktree', 'a.txt');
  else git(at.workspace, 'update-index', '--index-version', String(version));

  const tracked = await trackedIn(join(at.workspace, '.git'), 20);

  const listed = git(at.workspace, '-c', 'core.quotePath=false', 'ls-files').split('\n').filter(Boolean);
  expect(listed.length).toBeGreaterThan(60);
  expect(tracked?.names).toEqual(listed);
  expect(tracked?.repositories).toEqual(['inner']);
});

test('an index that is split, cut or none is not read', async () => {
  await using at = await bench();
  const index = join(at.workspace, '.git', 'index');
  git(at.workspace, 'update-index', '--split-index');
  expect(await trackedIn(join(at.workspace, '.git'), 20)).toBeUndefined();
  await writeFile(index, 'DIRC\0\0\0\u0002\0\0\0\u0009 and no more, whatever it says of itself');
  expect(await trackedIn(join(at.workspace, '.git'), 20)).toBeUndefined();
  await writeFile(index, 'nothing');
  expect(await verdicts(at, ['git diff', 'git status', 'git log'])).toEqual(['deny', 'deny', 'allow']);
});

test('a configuration is read as git reads it, or not at all', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'config');
  const piece = fc.constantFrom(
    ...['v', ' ', '\t', 'a b', '"q v"', '" "', '\\n', '\\"', '\\\\', '\\\n', '#', ';', '=', 'é', '\uFEFF', '"', '\\x'],
  );
  const header = fc.constantFrom(
    '[a]',
    '[a "b"]',
    '[A.b]',
    '[filter "X y"]',
    '[a "\\"\\\\x"]',
    '[s] k = 1',
    '[a b]',
    '\r',
    '# c',
  );
  const setting = fc
    .tuple(
      fc.constantFrom('key', 'Key-1 ', ' a\t', 'x y'),
      fc.constantFrom('=', ' = ', '=\t'),
      fc.array(piece, { maxLength: 5 }),
    )
    .map(([key, equals, value]) => `${key}${equals}${value.join('')}`);
  const line = fc.oneof(header, setting, setting, fc.constantFrom('key', 'key # c', 'key '));
  const texts = fc
    .sample(fc.array(line, { minLength: 1, maxLength: 5 }), process.env.SIGMA_TEST_LONG === '1' ? 1000 : 40)
    .map((lines) => `[s]\n${lines.join('\n')}`);
  let read = 0;
  for (const text of texts) {
    await writeFile(file, text);
    const said = gitReads(file);
    const ours = settingsIn(text);
    // What git refuses stops git itself.
    if (ours === undefined || said === undefined) continue;
    read += 1;
    const shown = ours.map(
      ({ section, name, key, value }) =>
        `${[section, name, key].filter((one) => one !== undefined).join('.')}${value === undefined ? '' : `\n${value}`}`,
    );
    expect(shown, JSON.stringify(text)).toEqual(said);
  }
  expect(read).toBeGreaterThan(texts.length / 8);
});

/** Reads the settings with git; undefined if git refuses the file. */
function gitReads(file: string): string[] | undefined {
  try {
    const out = execFileSync('git', ['config', '-f', file, '--list', '-z'], {
      env: ENV,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return out.split('\0').slice(0, -1);
  } catch {
    return undefined;
  }
}
