import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type PtyExit, spawnPty } from '#terminal';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROGRAM = join(ROOT, 'test', 'fixtures', 'console', 'fake-console.ts');

async function startConsole(home: string) {
  let text = '';
  const exit: { it?: PtyExit } = {};
  const pty = await spawnPty(
    {
      file: '/bin/sh',
      // The settings of the terminal before and after, as the shell that comes back would find them.
      args: ['-c', 'stty -g; "$0" "$@"; code=$?; stty -g; exit $code', process.execPath, '--import', 'tsx', PROGRAM],
      cwd: ROOT,
      environment: { PATH: '/usr/bin:/bin', HOME: home, TERM: 'xterm-256color' },
      columns: 70,
      rows: 20,
    },
    {
      onData: (more) => {
        text += more;
      },
      onExit: (it) => Object.assign(exit, { it }),
    },
  );
  const shows = (what: RegExp) => expect.poll(() => text, { timeout: 30_000 }).toMatch(what);
  return { pty, exit, shows, text: () => text };
}

describe('sigma console under a real terminal', () => {
  test('reads lines, asks, hears of a new size, and leaves the terminal as it was', async () => {
    await using home = await temporaryFolder();
    const { pty, exit, shows, text } = await startConsole(home.path);
    await using _ = pty;
    await shows(/work \$/);
    pty.write('ls\r');
    await shows(/ran ls \[\] 70/);
    pty.resize({ columns: 91, rows: 30 });
    pty.write('ask\r');
    await shows(/Enter runs it/);
    await new Promise((resolve) => setTimeout(resolve, 400));
    pty.write('not now\r');
    await shows(/ran ask \[.*not now.*\] 91/);
    pty.write('half\u0003');
    pty.write('\u0004');
    await expect.poll(() => exit.it, { timeout: 30_000 }).toMatchObject({ exitCode: 0 });
    const settings = text().match(/[0-9a-f]+(?::[0-9a-f]+){20,}/g);
    expect(settings).toHaveLength(2);
    expect(settings?.[0]).toBe(settings?.[1]);
  });
});
