import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathToBytes } from '#core/files/path-bytes';
import { AttributeReader } from '#process/attribute-reader';
import { readAttributes } from '#process/file-attributes';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ODD_NAMES = ['plain', 'with space', 'ü', '-dash', 'new\nline', 'byte\udcff', '5', 'back\\slash'];

/** Shells that this process has started. */
function shells(): string[] {
  const isShell = (pid: string) => {
    try {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return name === 'sh' && Number(parent) === process.pid;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isShell(name));
}

const hasProgram = existsSync('/usr/bin/getfattr');

describe.runIf(hasProgram)('a reader of attributes', () => {
  test('answers as one call does, for any name, many times and at once, by one shell (skipped without getfattr)', async () => {
    await using folder = await temporaryFolder();
    const paths = ODD_NAMES.map((name) => join(folder.path, name));
    for (const [n, path] of paths.entries()) {
      writeFileSync(pathToBytes(path), '');
      const value = `--value=text ${n}`;
      execFileSync('xargs', ['-0', 'setfattr', '--name=user.test', value, '--'], { input: pathToBytes(path) });
    }
    const reader = new AttributeReader();
    const expected = await readAttributes(paths);
    expect(expected?.size).toBe(ODD_NAMES.length);

    expect(await reader.read(paths)).toEqual(expected);
    const before = shells();
    const answers = await Promise.all(paths.map((path) => reader.read([path, join(folder.path, 'gone')])));

    expect(answers).toEqual(paths.map((path) => new Map([[path, expected?.get(path)]])));
    expect(shells()).toEqual(before);
    expect(await reader.read([])).toEqual(new Map());
  });

  test('reads more names than a pipe holds', async () => {
    await using folder = await temporaryFolder();
    const deep = join(folder.path, 'long-name-'.repeat(20));
    mkdirSync(deep);
    const paths = Array.from({ length: 3000 }, (_, n) => join(deep, String(n)));
    for (const path of paths) writeFileSync(path, '');
    const last = paths.at(-1) as string;
    execFileSync('setfattr', ['--name=user.test', '--value=0x61', last]);

    expect(await new AttributeReader().read(paths)).toEqual(new Map([[last, 'user.test=0x61']]));
  });

  test('does not know when its shell is killed, and starts another for the next', async () => {
    await using folder = await temporaryFolder();
    const path = join(folder.path, 'file');
    writeFileSync(path, '');
    execFileSync('setfattr', ['--name=user.test', '--value=0x61', path]);
    const earlier = new Set(shells());
    const reader = new AttributeReader();
    await reader.read([path]);
    const [shell] = shells().filter((pid) => !earlier.has(pid));
    expect(shell).toBeDefined();

    // Stopped, so that it cannot have answered before it is killed.
    process.kill(Number(shell), 'SIGSTOP');
    const answer = reader.read([path]);
    process.kill(Number(shell), 'SIGKILL');

    expect(await answer).toBeUndefined();
    expect(await reader.read([path])).toEqual(new Map([[path, 'user.test=0x61']]));
  });
});
