import { execFileSync } from 'node:child_process';
import { link, mkdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type FileWorkbench, fileWorkbench, outcomeOf, planIn } from './file-workbench.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

async function read(bench: FileWorkbench, args: { path: string; offset?: number; limit?: number }) {
  return outcomeOf(await bench.run(await bench.plan('read_file', args)));
}

describe('read_file', () => {
  test('gives the text as it is, and asks about the file by its resolved path and size', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'one\n\ttwo\n');
    const plan = await bench.plan('read_file', { path: './/a.txt' });
    expect(plan.subject).toEqual({ kind: 'read', path: bench.at('a.txt'), shownPath: 'a.txt', size: 9 });
    expect(outcomeOf(await bench.run(plan))).toEqual({ outcome: 'done', content: 'one\n\ttwo\n' });
  });

  test('offset is the first line, counted from 1, and a note says how to go on', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(10));
    expect((await read(bench, { path: 'a.txt', offset: 3, limit: 2 })).content).toBe(
      'line 3\nline 4\n[Lines 3–4 of 10; go on with offset 5.]',
    );
    expect((await read(bench, { path: 'a.txt', offset: 9 })).content).toBe(
      'line 9\nline 10\n[Lines 9–10 of 10; this is the end.]',
    );
  });

  test('gives at most 2000 lines at a time, whatever limit asks for', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(2001));
    const { content } = await read(bench, { path: 'a.txt', limit: 5000 });
    expect(content).toContain('line 2000\n[Lines 1–2000 of 2001; go on with offset 2001.]');
    expect((await read(bench, { path: 'a.txt', offset: 2001 })).content).toContain('line 2001\n');
  });

  test('gives at most 200 kB, whole lines only', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', `${'x'.repeat(90_000)}\n`.repeat(4));
    const { content } = await read(bench, { path: 'a.txt' });
    expect(content.length).toBeLessThan(181_000);
    expect(content).toMatch(/\[Lines 1–2 of 4; go on with offset 3\.\]$/);
  });

  test('reading on by the notes gives the whole file', async () => {
    await using bench = await fileWorkbench();
    const text = Array.from({ length: 5000 }, (_, index) => `${index} ${'ü'.repeat(index % 97)}\n`).join('');
    await bench.put('a.txt', text);
    let all = '';
    for (let offset: number | undefined = 1; offset !== undefined; ) {
      const { content } = await read(bench, { path: 'a.txt', offset });
      const note = content.lastIndexOf('\n[');
      all += content.slice(0, note + 1);
      const next = /go on with offset (\d+)/.exec(content.slice(note))?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    expect(all).toBe(text);
  });

  test('a line longer than 200 kB is cut between characters and it says so', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', `${'€'.repeat(100_000)}\nnext\n`);
    const { content } = await read(bench, { path: 'a.txt' });
    expect(content).toMatch(/^€{66666}\n\[Line 1 is longer than 200000 bytes and is cut.*offset 2\.\]$/s);
  });

  test('CRLF is shown as LF, and a missing final newline and an empty file are said', async () => {
    await using bench = await fileWorkbench();
    await bench.put('crlf', 'a\r\nb\r\n');
    await bench.put('open', 'a\nb');
    await bench.put('empty', '');
    expect((await read(bench, { path: 'crlf' })).content).toMatch(/^a\nb\n\[The file has CRLF line endings/);
    expect((await read(bench, { path: 'open' })).content).toBe('a\nb\n[The last line has no line ending.]');
    expect(await read(bench, { path: 'empty' })).toEqual({
      outcome: 'done',
      content: `[${bench.at('empty')} is empty]`,
    });
  });

  test('an offset behind the end says how many lines there are', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', numbered(3));
    expect(await read(bench, { path: 'a.txt', offset: 4 })).toEqual({
      outcome: 'failed',
      content: '[Line 4 is behind the end: the file has 3 lines]',
    });
  });

  test('binary content is not shown, wherever the NUL is', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a', `text\n${'x'.repeat(300_000)}\0`);
    await bench.put('b', Uint8Array.of(0xc3, 0x28));
    expect((await read(bench, { path: 'a', limit: 1 })).content).toContain('is binary or not UTF-8 (300006 bytes)');
    expect((await read(bench, { path: 'b' })).outcome).toBe('failed');
  });

  test.each([
    ['missing/file', /does not exist; the deepest folder that does is/],
    ['folder', /is a folder, not a file; list it with execute_command/],
    ['pipe', /is a named pipe, not a regular file/],
    ['socket', /is a socket, not a regular file/],
    ['/dev/zero', /is a device, not a regular file/],
    ['/proc/self/environ', /leads into \/proc/],
    ['link-to-proc', /leads into \/proc/],
    ['/dev/stdin', /leads into \/proc/],
    ['a.txt/below', /a\.txt is not a folder, so nothing lies below it/],
    ['loop', /more than 40 symbolic links/],
    ['missing/../a.txt', /missing does not exist, so "\.\." cannot follow it/],
    ['', /path: must not be empty/],
    ['a\0b', /path: contains a NUL byte/],
    ['file:///etc/hosts', /path: a path is needed, not a file: URL/],
    ['https://example.org/a', /path: a path is needed, not a https: URL/],
    ['~/.bashrc', /"~" is not expanded; write .*\.bashrc/],
    ['\ud800', /half of a character/],
    ['x'.repeat(300), /longer than the file system allows/],
  ])('refuses %j before anybody is asked', async (path, message) => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    await mkdir(bench.at('folder'));
    execFileSync('mkfifo', [bench.at('pipe')]);
    await symlink('/proc/self/environ', bench.at('link-to-proc'));
    await symlink('loop', bench.at('loop'));
    const server = createServer().listen(bench.at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      await expect(bench.plan('read_file', { path })).rejects.toThrow(message);
    } finally {
      server.close();
    }
  });

  test.each([
    [{ path: 'a', offset: 0 }, /offset: /],
    [{ path: 'a', limit: 1.5 }, /limit: /],
    [{ path: 'a', lines: 3 }, /"lines"/],
    [{ path: 7 }, /path: /],
    ['text', /arguments: /],
    [undefined, /arguments: /],
  ])('names the field that does not fit in %j', async (args, message) => {
    await using bench = await fileWorkbench();
    await expect(bench.plan('read_file', args)).rejects.toThrow(message);
  });

  test('is asked anew when the path leads elsewhere by the time it is allowed', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'a\n');
    await bench.put('b.txt', 'b\n');
    const plan = await bench.plan('read_file', { path: 'a.txt' });
    await rm(bench.at('a.txt'));
    await symlink(bench.at('b.txt'), bench.at('a.txt'));
    expect(planIn(await bench.run(plan)).subject).toMatchObject({ path: bench.at('b.txt') });
  });

  test('asks anew when the file has become another name of one that lies elsewhere', async () => {
    await using bench = await fileWorkbench();
    await bench.put('a.txt', 'one\n');
    await bench.put('secret', 'key\n');
    const plan = await bench.plan('read_file', { path: 'a.txt' });
    expect(plan.alwaysAsk).toBeUndefined();
    await rm(bench.at('a.txt'));
    await link(bench.at('secret'), bench.at('a.txt'));
    const anew = planIn(await bench.run(plan));
    expect(anew.alwaysAsk).toMatch(/names/);
    expect(outcomeOf(await bench.run(anew)).content).toBe('key\n');
  });
});

describe('where a path leads', () => {
  test('a path outside the workspace is one, however it is written, and the resolved path is shown', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await mkdir(`${outside.path}/deep`);
    await mkdir(bench.at('sub'));
    await symlink(`${outside.path}/deep`, bench.at('sub/link'));
    for (const path of [
      `${outside.path}/x`,
      'sub/link/../x',
      `../${outside.path.split('/').at(-1)}/x`,
      'sub/link/x/../../x',
    ]) {
      await mkdir(`${outside.path}/deep/x`, { recursive: true });
      const plan = await bench.plan('create_or_update_file', { path, file_content: 'x' });
      expect([path, plan.isOutside, plan.subject]).toEqual([
        path,
        true,
        expect.objectContaining({ path: `${outside.path}/x`, shownPath: `${outside.path}/x` }),
      ]);
      expect(plan.warnings).toContainEqual({ level: 'danger', text: `Outside the workspace: ${outside.path}/x` });
    }
  });

  test('a folder whose name merely begins like the workspace is outside', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: `${bench.path}-other/x`, file_content: 'x' });
    expect(plan.isOutside).toBe(true);
  });

  test('a file in the workspace whose name begins with dots is inside', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: '..x/...', file_content: 'x' });
    expect(plan).toMatchObject({ isOutside: false, subject: { shownPath: '..x/...' } });
  });

  test('a dangling link leads to where writing through it would create the file', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await symlink(`${outside.path}/new`, bench.at('link'));
    const plan = await bench.plan('create_or_update_file', { path: 'link', file_content: 'x' });
    expect(plan).toMatchObject({ isOutside: true, subject: { path: `${outside.path}/new`, isNew: true } });
  });

  test('relative paths start from the session’s folder', async () => {
    await using bench = await fileWorkbench();
    await mkdir(bench.at('sub'));
    const plan = await bench.plan(
      'create_or_update_file',
      { path: 'a.txt', file_content: 'x' },
      { cwd: bench.at('sub') },
    );
    expect(plan.subject).toMatchObject({ path: bench.at('sub/a.txt'), shownPath: 'sub/a.txt' });
  });

  test('reading outside is a caution, reading what may hold credentials a danger', async () => {
    await using bench = await fileWorkbench();
    await using outside = await temporaryFolder();
    await bench.put('.env', 'KEY=1\n');
    await symlink(bench.at('.env'), `${outside.path}/harmless`);
    expect((await bench.plan('read_file', { path: `${outside.path}/harmless` })).warnings).toEqual([
      { level: 'danger', text: expect.stringContaining('.env may hold credentials') },
    ]);
    const other = await bench.plan('read_file', { path: '/etc/hostname' });
    expect(other.warnings).toEqual([{ level: 'caution', text: 'Outside the workspace: /etc/hostname' }]);
  });

  test('a path with characters one does not see says so', async () => {
    await using bench = await fileWorkbench();
    const plan = await bench.plan('create_or_update_file', { path: 'a\u202Etxt.exe', file_content: 'x' });
    expect(plan.warnings).toContainEqual({ level: 'caution', text: expect.stringContaining('U+202E') });
  });
});
