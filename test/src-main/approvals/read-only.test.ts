import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PolicyWorkspace, policyWorkspace } from '../../support/policy-workspace.ts';
import { BENIGN } from './benign-lines.ts';
import { HOSTILE } from './hostile-lines.ts';

let workspace: PolicyWorkspace;
const COUNT = process.env.SIGMA_TEST_LONG === '1' ? 5000 : 250;

beforeAll(async () => {
  workspace = await policyWorkspace();
});
afterAll(() => workspace[Symbol.asyncDispose]());

const verdictOf = async (line: string) => (await workspace.judge(line)).verdict;

describe('the read-only preset alone', () => {
  test('there are enough lines on both sides to be worth the name', () => {
    expect(HOSTILE.length).toBeGreaterThan(400);
    expect(BENIGN.length).toBeGreaterThan(100);
  });

  test('allows no line that may do more than read', async () => {
    const allowed: string[] = [];
    for (const line of HOSTILE) if ((await verdictOf(line)) === 'allow') allowed.push(line);
    expect(allowed).toEqual([]);
  });

  test('asks about no line that only reads', async () => {
    const asked: string[] = [];
    for (const line of BENIGN) {
      const { verdict, why } = await workspace.judge(line);
      if (verdict !== 'allow') asked.push(`${line}: ${why}`);
    }
    expect(asked).toEqual([]);
  });

  test('a line is asked about as soon as one of many parts is not proven', async () => {
    expect(await verdictOf(`${'true;'.repeat(300)}true`)).toBe('allow');
    expect(await verdictOf(`${'true;'.repeat(300)}touch PWNED`)).toBe('ask');
    expect(await verdictOf(`touch PWNED;${'true;'.repeat(300)}true`)).toBe('ask');
  });

  test('lines beyond the limits are asked about', async () => {
    expect(await verdictOf(`echo ${'a'.repeat(70_000)}`)).toBe('ask');
    expect(await verdictOf(`${'('.repeat(150)}ls${')'.repeat(150)}`)).toBe('ask');
  });
});

test('arithmetic that is allowed runs nothing and names nothing, as bash itself says', async () => {
  const sums = fc.sample(
    fc.string({ minLength: 1, maxLength: 9, unit: fc.constantFrom(...'0123456789+-*/%() x') }),
    COUNT,
  );
  const lines = sums.flatMap((sum) => [`echo $((${sum}))`, `echo "a $((${sum}))"`]);
  const allowed: string[] = [];
  for (const line of lines) if ((await verdictOf(line)) === 'allow') allowed.push(line);
  expect(allowed.length).toBeGreaterThan(lines.length / 20);
  const each = `command_not_found_handle() { echo RAN; }; for line; do (eval "$line") 2>&1; done; true`;
  const out = execFileSync('/bin/bash', ['--norc', '--noprofile', '-c', each, 'bash', ...allowed], {
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
    cwd: workspace.path,
  });
  expect(out).toMatch(/^-?\d+$/m);
  expect(out.split('\n').filter((line) => /RAN|not found/.test(line))).toEqual([]);
});

describe('files that are read', () => {
  test('lie inside in truth as well: a link that leads out is asked about, one that stays is not', async () => {
    await symlink('/etc/hostname', join(workspace.path, 'out.txt'));
    await symlink('/etc', join(workspace.path, 'outside'));
    await symlink('README.md', join(workspace.path, 'in.md'));
    expect(await verdictOf('cat out.txt')).toBe('ask');
    expect(await verdictOf('cat outside/hostname')).toBe('ask');
    expect(await verdictOf('cat outside/../README.md')).toBe('ask');
    expect(await verdictOf('cat in.md')).toBe('allow');
  });

  test('are looked up where a pattern stands for them', async () => {
    await mkdir(join(workspace.path, 'many'), { recursive: true });
    await writeFile(join(workspace.path, 'many', 'a.log'), '1\n');
    expect(await verdictOf('cat many/*.log')).toBe('allow');
    await symlink('/etc/hostname', join(workspace.path, 'many', 'b.log'));
    expect(await verdictOf('cat many/*.log')).toBe('ask');
    expect(await verdictOf('ls many/*.log')).toBe('ask');
  });

  test('a file whose name is an option does not become one unseen', async () => {
    await mkdir(join(workspace.path, 'named'), { recursive: true });
    await writeFile(join(workspace.path, 'named', '-oPWNED'), '');
    expect(await verdictOf('cd named && sort *')).toBe('ask');
    expect(await verdictOf('sort named/*')).toBe('allow');
  });

  test('hold no credentials below a folder that is searched', async () => {
    await mkdir(join(workspace.path, 'deep', 'er'), { recursive: true });
    await writeFile(join(workspace.path, 'deep', 'er', 'a.txt'), 'x');
    expect(await verdictOf('grep -rn x deep')).toBe('allow');
    await writeFile(join(workspace.path, 'deep', 'er', '.env'), 'KEY=1');
    expect(await verdictOf('grep -rn x deep')).toBe('ask');
    expect(await verdictOf('rg -uu x deep')).toBe('ask');
    expect(await verdictOf('find deep -type f -exec cat {} +')).toBe('ask');
    expect(await verdictOf('find deep -type f')).toBe('allow');
    expect(await verdictOf('ls -la deep/er')).toBe('allow');
  });

  test('hold no credentials among the names that find gives to xargs, and none that would be divided', async () => {
    const folder = join(workspace.path, 'given');
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await writeFile(join(folder, 'a.ts'), 'x');
    await writeFile(join(folder, '.env'), 'KEY=1');
    const lines = ['find given -name "*.ts" | xargs cat', 'find given -name "*.ts" -print0 | xargs -0 cat'];
    const verdicts = async (all: readonly string[]) => Promise.all(all.map(verdictOf));
    expect(await verdicts(lines)).toEqual(['allow', 'allow']);
    expect(
      await verdicts([
        'find given -type f | xargs cat',
        'find given -name "*e*" | xargs cat',
        'find given ! -name "*.ts" | xargs cat',
        'find given ! \\( -name "*.ts" \\) | xargs cat',
        'find given -name "*.ts" -o -type f | xargs cat',
        'find given -path -name -type f | xargs cat',
        'find given -name "[^A-Z]*" | xargs cat',
        'find given -name "*.ts" | xargs grep -r KEY',
      ]),
    ).toEqual(Array.from({ length: 8 }, () => 'ask'));
    await writeFile(join(folder, 'node_modules', 'x '), '');
    expect(await verdicts(lines)).toEqual(['allow', 'allow']);
    await writeFile(join(folder, 'node_modules', 'x .ts'), '');
    expect(await verdicts(lines)).toEqual(['ask', 'allow']);
    expect(await verdictOf('find given -name "*.ts" -not -path "*/node_modules/*" | xargs cat')).toBe('allow');
    await symlink('/etc/hostname', join(folder, 'b.ts'));
    expect(await verdicts(lines)).toEqual(['ask', 'ask']);
  });

  test('are all that a search names: rg leaves hidden ones out, and --include all others', async () => {
    const folder = join(workspace.path, 'hidden');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.env'), 'KEY=1');
    const ignoring = (text: string) => writeFile(join(folder, '.gitignore'), text);
    const rg = ['rg x hidden', 'rg x hidden -g "*.ts"', 'rg -tjson x hidden'];
    await ignoring('dist\n!.env.example\n!src/*.ts\n');
    expect(await Promise.all(rg.map(verdictOf))).toEqual(['allow', 'allow', 'allow']);
    for (const line of [
      'rg --hidden x hidden',
      'rg -uu x hidden',
      'rg -. x hidden',
      'rg x -g "*" hidden',
      'rg x -g ".e*" hidden',
      'rg -tyaml x hidden',
      'rg --type all x hidden',
    ])
      expect(await verdictOf(line), line).toBe('ask');
    for (const text of ['!.env\n', '!.*\n', '!*\n', '!.e?v\n', '!.secret\n']) {
      await ignoring(text);
      expect(await verdictOf('rg x hidden'), text).toBe('ask');
    }
    await mkdir(join(workspace.path, 'shown', 'deep'), { recursive: true });
    await mkdir(join(workspace.path, 'shown', '.git', 'info'), { recursive: true });
    for (const name of ['.ignore', '.git/info/exclude']) {
      const path = join(workspace.path, 'shown', name);
      for (const line of ['rg x shown/deep', 'rg x shown']) {
        await writeFile(path, '!.env\n');
        expect(await verdictOf(line), `${line} with ${name}`).toBe('ask');
        await writeFile(path, '# .env\n');
        expect(await verdictOf(line), `${line} with ${name}`).toBe('allow');
      }
    }
    expect(await verdictOf('grep -rn x --include="*.ts" hidden')).toBe('allow');
    for (const line of ['grep -rn x --include="*" hidden', 'grep -rn x --exclude=z --include="*.ts" hidden'])
      expect(await verdictOf(line), line).toBe('ask');
  });

  test('a search of a working tree heeds what its repository says is ignored', async () => {
    const tree = join(workspace.path, 'tree');
    const repository = join(workspace.path, 'main', '.git');
    await mkdir(tree);
    await mkdir(join(repository, 'worktrees', 'tree'), { recursive: true });
    await mkdir(join(repository, 'info'));
    await writeFile(join(tree, '.env'), 'KEY=1');
    await writeFile(join(tree, '.git'), 'gitdir: ../main/.git/worktrees/tree\n');
    await writeFile(join(repository, 'worktrees', 'tree', 'commondir'), '../..\n');
    expect(await verdictOf('rg x tree')).toBe('allow');
    await writeFile(join(repository, 'info', 'exclude'), '!.env\n');
    expect(await verdictOf('rg x tree')).toBe('ask');
  });

  test('a search that follows links is asked about when one leads out', async () => {
    await mkdir(join(workspace.path, 'linked'), { recursive: true });
    await symlink('/etc', join(workspace.path, 'linked', 'etc'));
    expect(await verdictOf('grep -r x linked')).toBe('allow');
    expect(await verdictOf('grep -R x linked')).toBe('ask');
    expect(await verdictOf('grep -R x --include="*.conf" linked')).toBe('ask');
    const packages = join(workspace.path, 'packed', 'node_modules');
    await mkdir(join(packages, '@us'), { recursive: true });
    expect(await verdictOf('grep -R x packed')).toBe('allow');
    await symlink('/etc', join(packages, '@us', 'etc'));
    expect(await verdictOf('grep -R x packed')).toBe('ask');
    expect(await verdictOf('grep -r x packed')).toBe('allow');
    await rm(join(packages, '@us', 'etc'));
    await symlink('../../../wrote', join(packages, '@us', 'wrote'));
    await mkdir(join(workspace.path, 'wrote', 'node_modules'), { recursive: true });
    await mkdir(join(packages, '.store'));
    await writeFile(join(packages, '.store', 'test.pem'), 'KEY');
    await symlink('.store', join(packages, 'stored'));
    expect(await verdictOf('grep -R x packed')).toBe('allow');
    await writeFile(join(workspace.path, 'wrote', '.env'), 'KEY=1');
    expect(await verdictOf('grep -R x packed')).toBe('ask');
  });

  test('two folders are compared by the files in them, and with -r by those below, too', async () => {
    const folder = join(workspace.path, 'compared');
    await mkdir(join(folder, 'one', 'deep'), { recursive: true });
    await mkdir(join(folder, 'other'));
    await writeFile(join(folder, 'one', 'deep', '.env'), 'KEY=1');
    expect(await verdictOf('diff compared/one compared/other')).toBe('allow');
    expect(await verdictOf('diff -r compared/one compared/other')).toBe('ask');
    await writeFile(join(folder, 'other', '.env'), 'KEY=1');
    expect(await verdictOf('diff compared/one compared/other')).toBe('ask');
  });
});
