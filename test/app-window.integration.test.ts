import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runBuiltHost, startBuiltHost } from './support/built-host.ts';
import { isAlive } from './support/processes.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

if (!existsSync(join(ROOT, 'out', 'main', 'web.js')))
  throw new Error('Run npm run build first: these tests run the built host');

/** A loaded machine starts a host in seconds. */
const SLOW = { timeout: 10_000 };

/** An environment in which the only browser is one that notes its arguments; `notes` reads them. */
async function environmentWithBrowser(folder: string, name: string) {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const browser = join(bin, 'chromium');
  await copyFile(join(ROOT, 'test', 'fixtures', 'browser-that-notes-its-arguments.sh'), browser);
  await chmod(browser, 0o700);
  const file = join(folder, name);
  return {
    environment: { PATH: `${bin}:/usr/bin:/bin`, DISPLAY: ':404', NOTES: file },
    notes: async () => {
      await expect.poll(() => existsSync(file), SLOW).toBe(true);
      const [pid = '', ...args] = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const page = args.find((arg) => arg.startsWith('--app='))?.slice('--app='.length) ?? '';
      return { pid: Number(pid), args, page: page.startsWith('file:') ? fileURLToPath(page) : page };
    },
  };
}

const addressIn = (html: string) => /url=(http[^"]+)"/.exec(html)?.[1] ?? '';

test('the window is opened by a page that only the person can read, and no command line holds the code', async () => {
  await using folder = await temporaryFolder();
  const { environment, notes } = await environmentWithBrowser(folder.path, 'notes');
  await using host = await startBuiltHost({ dataFolder: join(folder.path, 'data'), args: [], environment });

  const { args, page } = await notes();
  expect(args.join(' ')).not.toContain('code=');
  expect((await stat(page)).mode & 0o777).toBe(0o600);
  const address = addressIn(await readFile(page, 'utf8'));
  // A code of its own: the one that was printed stays for another browser.
  expect(address).toMatch(new RegExp(`^http://127.0.0.1:${host.port}/\\?code=[\\w-]{43}$`));
  expect(address).not.toBe(host.address);
  expect((await fetch(address)).status).toBe(200);
  expect(existsSync(page)).toBe(false);
});

test('closing the window ends the host, one that could not be opened does not', async () => {
  await using folder = await temporaryFolder();
  const { environment, notes } = await environmentWithBrowser(folder.path, 'notes');
  const host = await startBuiltHost({ dataFolder: join(folder.path, 'data'), args: [], environment });
  await notes();
  await writeFile(join(folder.path, 'notes.close'), '');
  expect((await host.ended).exitCode).toBe(0);

  await writeFile(join(folder.path, 'bin', 'chromium'), '#!/bin/sh\nexit 1\n');
  await using other = await startBuiltHost({ dataFolder: join(folder.path, 'data'), args: [], environment });
  await expect
    .poll(() => readFile(join(folder.path, 'data', 'logs', 'app.log'), 'utf8'), SLOW)
    .toContain('web.window-failed');
  using connected = await other.connect();
  expect(await connected.api.app.running()).toEqual([]);
});

test('a host that ends ends its window and leaves no page behind', async () => {
  await using folder = await temporaryFolder();
  const { environment, notes } = await environmentWithBrowser(folder.path, 'notes');
  const host = await startBuiltHost({ dataFolder: join(folder.path, 'data'), args: [], environment });
  const { pid, page } = await notes();

  expect((await host.signal('SIGTERM')).exitCode).toBe(0);

  expect([await isAlive(pid), existsSync(page)]).toEqual([false, false]);
  expect(await readdir(join(folder.path, 'data'))).not.toContain('open');
});

test('a second start opens its window by a page too, and ends what it has opened when it is ended', async () => {
  await using folder = await temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  const { environment, notes } = await environmentWithBrowser(folder.path, 'notes');
  await using host = await startBuiltHost({ dataFolder });
  const second = await startBuiltHost({ dataFolder, args: [], environment });

  const { pid, args, page } = await notes();
  expect(args.join(' ')).not.toContain('code=');
  expect(addressIn(await readFile(page, 'utf8'))).toContain(`:${host.port}/`);
  expect((await second.signal('SIGINT')).exitCode).toBe(130);
  expect(await isAlive(pid)).toBe(false);
  expect(await isAlive(host.pid)).toBe(true);
});

test('a reader of the output that goes away does not end the host', async () => {
  await using folder = await temporaryFolder();
  const host = spawn(process.execPath, [join(ROOT, 'out', 'main', 'web.js'), '--no-open'], {
    env: { ...process.env, HOME: folder.path, SIGMA_DATA: join(folder.path, 'data') },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void host.kill('SIGKILL'));
  host.stdout.destroy();
  const ended = new Promise((resolve) => host.once('exit', resolve));
  await expect.poll(() => existsSync(join(folder.path, 'data', 'host.sock')), SLOW).toBe(true);

  const second = await runBuiltHost({ dataFolder: join(folder.path, 'data') });
  expect(second).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`process ${host.pid}`) });
  host.kill('SIGTERM');
  expect(await ended).toBe(0);
});
