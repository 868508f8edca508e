import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CallPlan } from '#tools';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { numRuns } from './arbitrary-text.ts';
import { type FileWorkbench, fileWorkbench } from './file-workbench.ts';

/** A workspace with everything a path may be led astray by, and a folder outside with a canary. */
async function hostileWorkspace() {
  const outside = await temporaryFolder();
  const bench = await fileWorkbench();
  await writeFile(join(outside.path, 'secret'), 'canary\n');
  await mkdir(bench.at('sub/deep'), { recursive: true });
  await mkdir(join(outside.path, 'inner'));
  await bench.put('plain.txt', 'plain\n');
  await bench.put('sub/a.txt', 'a\n');
  await bench.put('Cafe\u0301.txt', 'composed\n');
  await symlink(outside.path, bench.at('link'));
  await symlink(join(outside.path, 'inner'), bench.at('sub/link2'));
  await symlink(join(outside.path, 'secret'), bench.at('linked-file'));
  await symlink('/', bench.at('root'));
  await symlink('deep/..', bench.at('sub/self'));
  await symlink('loop', bench.at('loop'));
  await link(join(outside.path, 'secret'), bench.at('hard')).catch(() => {});
  const server = createServer().listen(bench.at('sock'));
  await new Promise((resolve) => server.once('listening', resolve));
  execFileSync('mkfifo', [bench.at('pipe')]);
  return {
    bench,
    outside: outside.path,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await bench[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

/** Hashes everything below a folder, with its bytes. */
async function stateOf(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(folder, { recursive: true })).sort()) {
    const path = join(folder, entry);
    const stats = await lstat(path);
    hash.update(`${entry}\0${stats.mode}\0${stats.ino}\0`);
    if (stats.isFile()) hash.update(await readFile(path));
    else if (stats.isSymbolicLink()) hash.update(await readlink(path));
  }
  return hash.digest('hex');
}

const CALLS = {
  create_or_update_file: (path: string) => ({ path, file_content: 'written\n' }),
  edit_file: (path: string) => ({ path, edits: [{ oldText: 'canary', newText: 'written' }] }),
  delete_file_or_dir: (path: string) => ({ path, recursive: true }),
} as const;
type Call = keyof typeof CALLS;

async function planned(bench: FileWorkbench, tool: Call | 'read_file', path: string): Promise<CallPlan | string> {
  try {
    return await bench.plan(tool, tool === 'read_file' ? { path } : CALLS[tool](path));
  } catch (error) {
    return String(error);
  }
}

/** Decision of a policy that allows everything inside the workspace. */
const fateOf = (plan: CallPlan | string) => {
  if (typeof plan === 'string') return 'refused';
  return plan.isOutside || plan.alwaysAsk !== undefined ? 'asked' : 'free';
};

test('paths put together of links, dots and names lead inside exactly where the system says so, and nothing outside changes', async () => {
  await using place = await hostileWorkspace();
  const { bench, outside } = place;
  const part = fc.constantFrom(
    'sub',
    'deep',
    '..',
    '.',
    '',
    'link',
    'sub/link2',
    'linked-file',
    'root',
    'sub/self',
    'loop',
    'hard',
    'a.txt',
    'plain.txt',
    'new',
    '..foo',
    '...',
    'secret',
    'inner',
    outside.slice(1),
    `root${outside}`,
    'proc/self/root',
  );
  const paths = fc
    .tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 6 }))
    .map(([isAbsolute, parts]) => (isAbsolute ? `${bench.path}/${parts.join('/')}` : parts.join('/')));
  const calls = fc.constantFrom<Call>('create_or_update_file', 'edit_file', 'delete_file_or_dir');
  const before = await stateOf(outside);
  const sample = fc.sample(fc.tuple(calls, paths), Math.min(numRuns, 2000));
  let run = 0;
  for (const [tool, path] of sample) {
    const plan = await planned(bench, tool, path);
    if (typeof plan === 'string' || plan.subject.kind === 'read' || !('path' in plan.subject)) continue;
    // As the kernel walks it; of a removal the last part itself is meant.
    const written = path.startsWith('/') ? path : `${bench.path}/${path}`;
    const options = tool === 'delete_file_or_dir' ? ['-m', '--no-symlinks'] : ['-m'];
    if (tool !== 'delete_file_or_dir') {
      const real = execFileSync('realpath', [...options, '--', written])
        .toString()
        .trimEnd();
      expect(plan.subject.path, path).toBe(real);
    }
    expect(plan.isOutside, path).toBe(
      plan.subject.path !== bench.path && !plan.subject.path.startsWith(bench.path + sep),
    );
    if (fateOf(plan) === 'free' && tool !== 'delete_file_or_dir') {
      await bench.run(plan);
      run += 1;
    } else plan.abandon?.('refused');
  }
  expect(run).toBeGreaterThan(0);
  expect(await stateOf(outside)).toBe(before);
}, 120_000);

describe('a path', () => {
  const cases: readonly [string, 'refused' | 'asked' | 'free'][] = [
    ['sub/../../outside.txt', 'asked'],
    ['sub/link2/../x.txt', 'asked'],
    ['link/x.txt', 'asked'],
    ['linked-file', 'asked'],
    ['root/etc/motd', 'asked'],
    ['//server/share/x', 'asked'],
    ['\\\\server\\share\\x', 'asked'],
    ['..\\outside.txt', 'asked'],
    ['C:\\Windows\\x', 'asked'],
    ['C:/x', 'asked'],
    ['file:///etc/passwd', 'refused'],
    ['FILE:/etc/passwd', 'refused'],
    ['https://example.org/x', 'refused'],
    ['vscode-remote://x/y', 'refused'],
    ['a\0.txt', 'refused'],
    ['plain.txt\0.png', 'refused'],
    ['', 'refused'],
    ['  ', 'refused'],
    ['.', 'refused'],
    ['sub', 'refused'],
    ['sub/', 'refused'],
    ['sock', 'refused'],
    ['pipe', 'refused'],
    ['loop', 'refused'],
    ['plain.txt/x', 'refused'],
    ['nowhere/../x', 'refused'],
    ['/dev/zero', 'refused'],
    ['/dev/stdin', 'refused'],
    ['/proc/self/root/etc/passwd', 'refused'],
    ['/proc/self/cwd/x', 'refused'],
    ['/proc/1/mem', 'refused'],
    ['root/proc/self/environ', 'refused'],
    ['~/x', 'refused'],
    ['~root/x', 'asked'],
    ['$HOME/x', 'asked'],
    ['a.txt ', 'asked'],
    ['a.txt.', 'asked'],
    ['.git./config', 'asked'],
    ['.git /config', 'asked'],
    ['CON', 'asked'],
    ['sub/nul.txt', 'asked'],
    ['com1', 'asked'],
    ['plain.txt:stream', 'asked'],
    ['plain.txt::$DATA', 'asked'],
    ['GIT~1/config', 'asked'],
    ['.g\u200bit/config', 'asked'],
    ['caf\u00e9\u202e.txt', 'asked'],
    ['pl\u0430in.txt', 'asked'],
    ['%2e%2e/x', 'asked'],
    ['PLAIN.TXT', 'asked'],
    ['Caf\u00e9.txt', 'asked'],
    ['SUB/x', 'asked'],
    ['hard', 'asked'],
    ['x'.repeat(300), 'refused'],
    ['..foo/bar', 'free'],
    ['...', 'asked'],
    ['new/deep/file.txt', 'free'],
    ['sub/self/b.txt', 'free'],
    ['sub/./deep/../b.txt', 'free'],
    ['Cafe\u0301.txt', 'free'],
    ['日本語.txt', 'free'],
    ['console.log', 'free'],
    ['a b.txt', 'free'],
    ['backup~', 'free'],
  ];

  test.each(cases)('to be written, %j, is %s', async (path, fate) => {
    await using place = await hostileWorkspace();
    const plan = await planned(place.bench, 'create_or_update_file', path);
    expect(fateOf(plan), typeof plan === 'string' ? plan : plan.alwaysAsk).toBe(fate);
  });

  test.each([
    '.git/config',
    '.git',
    '.GIT/config',
    '.gitmodules',
    '.vscode/settings.json',
    '.mcp.json',
    'package.json',
    '.ripgreprc',
  ])('that can run code is told as such: %s', async (path) => {
    await using bench = await fileWorkbench();
    const plan = await planned(bench, 'create_or_update_file', path);
    if (typeof plan === 'string') throw new Error(plan);
    expect(plan.warnings.map(({ text }) => text).join('\n')).toMatch(/can run code/);
  });

  test.each(['..', '.', '/', '../..', 'root', 'sub/../..', 'link/..'])(
    'to be removed whole, %s, leaves all that is outside',
    async (path) => {
      await using place = await hostileWorkspace();
      const before = await stateOf(place.outside);
      const plan = await planned(place.bench, 'delete_file_or_dir', path);
      // A link is removed itself.
      if (typeof plan === 'string') expect(plan).toMatch(/never removed|belongs to|is a folder|mount point|cannot be/);
      else if (!plan.isOutside) await place.bench.run(plan);
      expect(await stateOf(place.outside)).toBe(before);
    },
  );

  test.each(['/dev/zero', 'pipe', 'sock', '/proc/self/environ', 'sub', 'loop'])(
    'to be read, %s, is refused',
    async (path) => {
      await using place = await hostileWorkspace();
      expect(fateOf(await planned(place.bench, 'read_file', path))).toBe('refused');
    },
  );

  test('to be read that has another name elsewhere is asked about, with the reason', async () => {
    await using place = await hostileWorkspace();
    const plan = await planned(place.bench, 'read_file', 'hard');
    expect(plan).toMatchObject({ alwaysAsk: 'The file has 2 names (hard links)' });
  });
});
