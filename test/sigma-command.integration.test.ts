import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './support/built-host.ts';
import { electronFolder, NO_ELECTRON } from './support/electron-folder.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const electron = electronFolder(ROOT);
const program = join(electron ?? '', 'electron');

interface End {
  readonly exitCode: number | string | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<End> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, NODE_OPTIONS: ___, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(file, args, { cwd: ROOT, timeout: 30_000, env: { ...env, ...environment } }, (error, stdout, stderr) => {
      resolve({ exitCode: error ? (error.code ?? undefined) : 0, stdout, stderr });
    });
  });
}

describe.runIf(process.platform === 'linux')('the launcher of the installed app (Linux)', () => {
  test.each(['itself', 'a link to it'])(
    'called as %s it runs the program of the app, without a window',
    async (called) => {
      await using folder = await temporaryFolder();
      const bin = join(folder.path, 'Sigma Shell', 'resources', 'bin');
      await mkdir(bin, { recursive: true });
      const launcher = join(bin, 'sigma');
      await copyFile(join(ROOT, 'resources', 'bin', 'sigma'), launcher);
      const packed = join(folder.path, 'Sigma Shell', 'sigma-shell');
      await writeFile(packed, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 4\n');
      await chmod(packed, 0o755);
      const link = join(folder.path, 'sigma');
      await symlink(launcher, link);

      const { exitCode, stdout } = await run(called === 'itself' ? launcher : link, ['start', '-dir', 'a b']);

      const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      const words = ['--ozone-platform=headless', '--disable-gpu', ...sandbox, '--cli', 'start', '-dir', 'a b', ''];
      expect([exitCode, stdout.split('\n')]).toEqual([4, words]);
    },
  );
});

describe.skipIf(electron === undefined || process.platform !== 'linux')(
  `the command line in Electron (Linux; skipped where ${NO_ELECTRON})`,
  () => {
    const flags = ['--ozone-platform=headless', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];

    test.each([
      [['--version'], 0, /^\d+\.\d+\.\d+\n$/, /^/],
      [['--help'], 0, /Usage: sigma <command>/, /^/],
      [['nothing'], 2, /^$/, /there is no command 'nothing'/],
      [['start', '--port', 'x'], 2, /^$/, /--port must be a number/],
    ])('%j is answered, and nothing is opened', async (args, exitCode, stdout, stderr) => {
      await using folder = await temporaryFolder();
      const environment = { SIGMA_DATA: join(folder.path, 'data'), HOME: folder.path };
      const end = await run(program, [...flags, '.', '--cli', ...args], environment);

      expect(end).toEqual({
        exitCode,
        stdout: expect.stringMatching(stdout),
        stderr: expect.stringMatching(stderr),
      });
      expect(await readdir(folder.path)).not.toContain('data');
    });

    test.each([
      ['its first argument', ['--version']],
      ['the command line', ['--ozone-platform=headless', '--cli', '--version']],
    ])('a packed app understands %s', async (_, args) => {
      await using folder = await temporaryFolder();
      const preload = join(ROOT, 'test', 'fixtures', 'say-that-it-is-packed.cjs');
      const end = await run(program, [...flags, '-r', preload, '.'], {
        SIGMA_DATA: join(folder.path, 'data'),
        HOME: folder.path,
        PACKED_ARGUMENTS: JSON.stringify(args),
      });

      expect(end).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    });
  },
);
