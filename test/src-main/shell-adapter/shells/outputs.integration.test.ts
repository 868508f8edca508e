import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FullOutput } from '../../../../src-main/shell-adapter/shells/output/full-output.ts';
import { sweepSpool } from '../../../../src-main/shell-adapter/shells/output/sweep-spool.ts';
import { shellBox } from '../../../support/shell-box.ts';

const LONG_TEXT = process.env.SIGMA_TEST_LONG === '1' ? 10_000_000 : 2_000_000;

test('a long output is shortened, and all of it is in a private file', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  const result = await box.run(`printf 'a%.0s' {1..501}; printf 'b%.0s' {1..2000} >&2`, shell);
  expect(result).toMatchObject({ original_stdout_size: 501, original_stderr_size: 2000 });
  expect(result.stdout).toMatch(/^a{200}\n\[.*\b1\b.*truncated.*\]\na{300}$/);
  const path = result.full_output_path as string;
  expect(await readFile(path, 'utf8')).toBe('a'.repeat(501));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const second = await box.run(`echo short; printf 'b%.0s' {1..2000} >&2`, shell);
  expect(await readFile(second.full_output_path as string, 'utf8')).toBe('b'.repeat(2000));
  expect(await box.run(`printf 'a%.0s' {1..500}`, shell)).not.toHaveProperty('full_output_path');
});

test('a line of 200 KB, and one of 20 MB, which is kept up to 5 MB', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  expect(await box.run('head -c 200000 /dev/zero | tr "\\0" x', shell)).toMatchObject({
    original_stdout_size: 200_000,
  });
  const result = await box.run('head -c 20000000 /dev/zero | tr "\\0" x', shell);
  expect(result).toMatchObject({ original_stdout_size: 20_000_000, exit_code: 0 });
  expect((await stat(result.full_output_path as string)).size).toBe(5_000_000);
});

test.each([
  [`printf '\\xe2\\x82'; sleep 0.3; printf '\\xac'`, '€', 1],
  [`printf '\\xff|\\xc3'`, '\ufffd|\ufffd', 3],
  [`printf '\\xef\\xbb\\xbfa'`, '\ufeffa', 2],
  [`printf '😀😀\\n\\n'`, '😀😀\n', 3],
  [`printf 'a\\r\\n'`, 'a\r', 2],
])('%j is decoded as one text', async (command, stdout, size) => {
  await using box = await shellBox();
  expect(await box.run(command)).toMatchObject({ stdout, original_stdout_size: size });
});

test('what is printed is told while the command runs, each stream apart', async () => {
  await using box = await shellBox();
  const shell = await box.open();
  const told: string[] = [];
  const running = box.run('echo one; echo two >&2; until [ -e go ]; do sleep 0.02; done; echo three', shell, {
    onOutput: (stream, text) => told.push(`${stream} ${text}`),
  });
  await expect.poll(() => told.length).toBe(2);
  expect(told.sort()).toEqual(['stderr two\n', 'stdout one\n']);
  await writeFile(join(box.workspace, 'go'), '');
  expect(await running).toMatchObject({ stdout: 'one\nthree', stderr: 'two' });
});

describe('texts of commands', () => {
  test.each(['', '   ', '\n\n', '# only a comment', '\r'.trim()])('%j does nothing, well', async (command) => {
    await using box = await shellBox();
    expect(await box.run(command)).toMatchObject({ stdout: '', stderr: '', exit_code: 0 });
  });

  test('a NUL is refused before anything runs', async () => {
    await using box = await shellBox();
    await expect(box.run('touch x\0')).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await readdir(box.workspace)).toEqual([]);
  });

  test(`64 KiB and ${LONG_TEXT} characters work, keep the status and leave no file`, async () => {
    await using box = await shellBox();
    const shell = await box.open();
    await box.run('(exit 7)', shell);
    for (const length of [65_536, LONG_TEXT]) {
      const command = `echo "$?:\${#x}"; x='${'é'.repeat(length / 2)}'; echo \${#x}; (exit 7)`;
      const result = await box.run(command, shell, { limits: { timeoutMs: 100_000 } });
      expect(result.stdout.split('\n')[1]).toBe(String(length / 2));
      expect(result.stdout).toMatch(/^7:/);
      expect(result.exit_code).toBe(7);
    }
    const [pipes = ''] = (await readdir(join(box.folder, '.spool'))).filter((name) => name.startsWith('pipes-'));
    expect((await readdir(join(box.folder, '.spool', pipes))).filter((name) => name.endsWith('.sh'))).toEqual([]);
  });
});

describe('where a shell stands', () => {
  test('is told by name, through links too, and not by what a variable claims', async () => {
    await using box = await shellBox();
    await mkdir(join(box.workspace, 'real'));
    await symlink('real', join(box.workspace, 'link'));
    const shell = await box.open();
    expect(await box.run('cd link; pwd', shell)).toMatchObject({ cwd: join(box.workspace, 'link') });
    expect(await box.run('PWD=/etc; unset OLDPWD', shell)).toMatchObject({ cwd: join(box.workspace, 'real') });
    expect(box.shells.cwdOf(shell, 'client-1')).toBe(join(box.workspace, 'real'));
  });

  test('may be deleted: commands go on, new shells say what is wrong', async () => {
    await using box = await shellBox();
    box.settings.workspace = join(box.folder, 'gone');
    await mkdir(box.settings.workspace);
    const shell = await box.open();
    await rm(box.settings.workspace, { recursive: true });
    expect(await box.run('echo still', shell)).toMatchObject({ stdout: 'still', exit_code: 0 });
    await expect(box.open()).rejects.toMatchObject({ code: 'spawn_failed', message: expect.stringContaining('gone') });
    await mkdir(box.settings.workspace);
    expect(await box.run('pwd')).toMatchObject({ stdout: box.settings.workspace });
  });
});

describe('what goes wrong around shells', () => {
  test('Windows is refused in words', async () => {
    await expect(shellBox({}, { platform: 'win32' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: "The Shell Adapter's shells are not available on Windows yet",
    });
  });

  test('pipes that cannot be made are an error, and the next try may work', async () => {
    await using box = await shellBox();
    await writeFile(join(box.folder, '.spool'), 'in the way');
    await expect(box.open()).rejects.toMatchObject({ code: 'spawn_failed' });
    await rm(join(box.folder, '.spool'));
    expect(await box.run('echo ok')).toMatchObject({ stdout: 'ok' });
  });

  test('pipes that are deleted end their sessions, and new ones are made', async () => {
    await using box = await shellBox();
    const [shell, other] = [await box.open(), await box.open()];
    await box.run('echo', other);
    // A spare shell may just be making its own.
    await rm(join(box.folder, '.spool'), { recursive: true, maxRetries: 5 });
    for (const one of [shell, other]) {
      const result = await box.run('echo hi', one);
      expect(result).toMatchObject({ exit_code: -1, termination_reason: 'shell_exit', isClosed: true });
      expect(result.stderr).toContain('deleted');
    }
    expect(await box.run('echo ok', await box.open())).toMatchObject({ stdout: 'ok', exit_code: 0 });
  });

  test.each([
    'rm "$p"',
    'rm "$p"; echo instead > "$p"',
    'rm "$p"; mkfifo "$p"',
    'rm "$p"; mkdir "$p"',
    'rm -f "$p" "$(dirname "$p")"/1*',
  ])('a pipe that a command deletes costs nothing it printed: %j', async (how) => {
    await using box = await shellBox();
    const shell = await box.open();
    for (const stream of [1, 2]) {
      const command = `p=$(readlink /proc/$$/fd/${stream}); echo out; echo err >&2; ${how}; echo more; (exit 7)`;
      const expected = { stdout: 'out\nmore', stderr: 'err', exit_code: 7 };
      expect(await box.run(command, shell)).toMatchObject(expected);
    }
    expect(await box.run('echo next; echo e >&2')).toMatchObject({ stdout: 'next', stderr: 'e', exit_code: 0 });
    await box.shells.closeOwner('client-1');
    await expect.poll(deletedPipes).toEqual([]);
  });

  test('a pipe that somebody deletes between two commands costs the next one nothing', async () => {
    await using box = await shellBox();
    const shell = await box.open();
    for (const stream of [1, 2]) {
      const { stdout } = await box.run(`readlink /proc/$$/fd/${stream}`, shell);
      await rm(stdout);
      const next = await box.run('echo next; echo e >&2; (exit 7)', shell);
      expect(next).toMatchObject({ stdout: 'next', stderr: 'e', exit_code: 7, isClosed: false });
      expect(existsSync(stdout)).toBe(false);
    }
  });

  test('an output that cannot be kept costs its file alone', async () => {
    const problems: unknown[] = [];
    const full = new FullOutput('/nonexistent-folder', 'x.stdout');
    full.add('text', true);
    full.add('more', true);
    expect(await full.path((problem) => problems.push(problem))).toBeUndefined();
    expect(problems).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
  });

  test('outputs are swept when they are old, or more than there is room for', async () => {
    await using box = await shellBox();
    const [old, young, other] = ['a', 'b', 'c'].map((letter) => join(box.folder, `${letter.repeat(36)}.stdout`)) as [
      string,
      string,
      string,
    ];
    const [mine, foreign] = [join(box.folder, 'pipes-abcdef'), join(box.folder, 'notes.txt')];
    for (const path of [old, young, other, foreign]) await writeFile(path, 'x');
    await mkdir(mine);
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    for (const path of [old, mine, foreign]) await utimes(path, longAgo, longAgo);
    await truncate(other, 300_000_000);
    await utimes(other, new Date(Date.now() - 1000), new Date(Date.now() - 1000));
    await sweepSpool(box.folder, mine);
    expect([old, young, other, mine, foreign].map((path) => existsSync(path))).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  test('a shell gets no start-up code, no history, and knows that it is one of ours', async () => {
    const environment = {
      PATH: process.env.PATH ?? '',
      BASH_ENV: '/nowhere',
      HISTFILE: '/h',
      'BASH_FUNC_ls%%': '() { echo no; }',
    };
    await using box = await shellBox({}, { environment });
    const shell = await box.open();
    const { stdout } = await box.run(
      'echo "$SHELL_ADAPTER_SESSION:$SHELL_ADAPTER_SESSION_ID:$BASH_ENV$HISTFILE"; type -t ls',
      shell,
    );
    expect(stdout).toBe(`1:${shell}:\nfile`);
  });
});

/** Lists those of them that we still hold open. */
async function deletedPipes(): Promise<string[]> {
  const descriptors = await readdir('/proc/self/fd');
  const paths = await Promise.all(descriptors.map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')));
  return paths.filter((path) => /pipes-\w+\/\d+ \(deleted\)$/.test(path));
}
