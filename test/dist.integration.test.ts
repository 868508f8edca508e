import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT, startBuiltHost } from './support/built-host.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const run = promisify(execFile);

test.runIf(process.platform === 'linux')(
  'the package holds the bundles, the unpacked native module and the command sigma, and its headless entry runs with plain Node (Linux)',
  async () => {
    await using folder = await temporaryFolder();
    const output = join(folder.path, 'dist');
    const args = [join(ROOT, 'scripts', 'dist.mjs'), '--linux', 'deb', `-c.directories.output=${output}`];
    const fpm = join(ROOT, 'test', 'fixtures', 'fpm-that-notes-its-arguments.sh');
    const notes = join(folder.path, 'fpm-notes');
    const env = { ...process.env, CUSTOM_FPM_PATH: fpm, NOTES: notes };
    await run(process.execPath, args, { cwd: ROOT, env, timeout: 110_000, maxBuffer: 10_000_000 });

    const resources = join(output, 'linux-unpacked', 'resources');
    const unpacked = await readdir(join(resources, 'app.asar.unpacked'), { recursive: true });
    expect(unpacked.filter((path) => path.endsWith('.node')).sort()).toEqual([
      expect.stringContaining('pty.node'),
      expect.stringContaining('keyring'),
    ]);
    expect((await stat(join(resources, 'app.asar'))).size).toBeLessThan(40_000_000);
    // Fuses stand in the executable after a mark: layout version 1, nine of them, ours in this order.
    const program = await readFile(join(output, 'linux-unpacked', 'sigma-shell'));
    const fuses = program.subarray(program.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 34).subarray(0, 8);
    expect(fuses.toString('latin1')).toMatch(/^0100110/);

    const launcher = join(resources, 'bin', 'sigma');
    expect((await stat(launcher)).mode & 0o777).toBe(0o755);
    const [workingFolder = '', ...given] = (await readFile(notes, 'utf8')).split('\n');
    const [command = ''] = given.filter((one) => one.endsWith('=/usr/bin/sigma'));
    expect(await readFile(join(workingFolder, command.split('=')[0] ?? ''))).toEqual(await readFile(launcher));
    const helper = given.filter((one) => one.endsWith('=/usr/libexec/sigma-shell/sigma-mount-helper'));
    expect(helper).toEqual([
      'resources/privileged-helper/sigma-mount-helper=/usr/libexec/sigma-shell/sigma-mount-helper',
    ]);
    expect((await stat(join(workingFolder, 'resources/privileged-helper/sigma-mount-helper'))).mode & 0o777).toBe(
      0o755,
    );

    const extracted = join(folder.path, 'app');
    await run(process.execPath, [await asarProgram(), 'extract', join(resources, 'app.asar'), extracted]);
    expect(await readdir(join(extracted, 'resources'))).not.toContain('bin');
    expect((await readdir(extracted)).sort()).toEqual(['LICENSE', 'node_modules', 'out', 'package.json', 'resources']);
    await using host = await startBuiltHost({ installFolder: extracted, dataFolder: join(folder.path, 'data') });
    using connected = await host.connect();
    const terminal = await connected.api.terminals.open({ columns: 80, rows: 24, shell: '/bin/sh' });
    expect(terminal.pid).toBeGreaterThan(1);
  },
);

/** The archiver that electron-builder brings. */
async function asarProgram(): Promise<string> {
  const folder = join(ROOT, 'node_modules', '@electron', 'asar', 'bin');
  const [name = ''] = (await readdir(folder)).filter((entry) => entry.startsWith('asar.'));
  return join(folder, name);
}
