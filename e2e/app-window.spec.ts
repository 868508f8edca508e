import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { processesWithMark } from '../test/support/processes.ts';
import { test as base, expect, startHost } from './support/host.ts';

const DEBIAN_CHROMIUM = '/usr/bin/chromium';

/** Time after which the host has checked again what is running, in milliseconds. */
const LOOK_MS = 4000;

interface AppWindow {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly dataFolder: string;
  readonly end: () => Promise<number | undefined>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

/** A host that opens its app window as it does for a person: in the system's browser, which the test listens in on. */
const test = base.extend<{ readonly appWindow: AppWindow }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form
  appWindow: async ({}, use, info) => {
    const bin = info.outputPath('bin');
    await mkdir(bin, { recursive: true });
    const port = await freePort();
    // A whole browser: only that has windows of apps.
    const browser = existsSync(DEBIAN_CHROMIUM) ? DEBIAN_CHROMIUM : chromium.executablePath();
    const program = join(bin, 'chromium');
    await writeFile(program, `#!/bin/sh\nexec '${browser}' "$@" --headless=new --remote-debugging-port=${port}\n`);
    await chmod(program, 0o755);
    await using host = await startHost({
      opensWindow: true,
      environment: { PATH: `${bin}:${process.env.PATH}`, DISPLAY: process.env.DISPLAY ?? ':404' },
    });
    await expect
      .poll(() =>
        fetch(`http://127.0.0.1:${port}/json/version`).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const [context] = connected.contexts();
    if (!context) throw new Error('The browser has no window');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await use({ page, context, dataFolder: host.dataFolder, end: () => host.end() });
  },
});

test('the app window leads to the page by itself, and its code is in no history, address or process list', async ({
  appWindow: { page, context, dataFolder },
}) => {
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/');
  expect(await page.evaluate(() => [history.length, document.referrer, document.title])).toEqual([
    1,
    '',
    'Sigma Shell',
  ]);
  expect(await page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true);
  expect((await context.cookies())[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict' });

  const pids = await processesWithMark(dataFolder);
  expect(pids.length).toBeGreaterThan(1);
  for (const pid of pids)
    expect(await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).not.toContain('code=');
  expect(await readdir(join(dataFolder, 'open'))).toEqual([]);
});

test('closing it while something runs asks; staying shows what runs', async ({ appWindow: { page } }) => {
  await expect(page.locator('.xterm-rows')).toContainText(/[$#] /);
  await page
    .getByRole('textbox', { name: /terminal/i })
    .first()
    .click();
  await page.keyboard.type('sleep 300\n');
  await page.waitForTimeout(LOOK_MS);

  const stay = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await stay;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(page.getByRole('dialog', { name: 'Quit Sigma Shell?' })).toContainText('sleep');
  await page.keyboard.press('Escape');

  const leave = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const left = page.waitForEvent('close');
  await (await leave).accept();
  await left;
});

test('closing it while nothing runs does not ask', async ({ appWindow: { page } }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => void asked.push(dialog.type()));
  await page.locator('body').click();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;

  expect(asked).toEqual([]);
});

test('a host that is told to end ends its window at once, whatever runs', async ({ appWindow: { page, end } }) => {
  await expect(page.locator('.xterm-rows')).toContainText(/[$#] /);
  await page
    .getByRole('textbox', { name: /terminal/i })
    .first()
    .click();
  await page.keyboard.type('sleep 300\n');
  await page.waitForTimeout(LOOK_MS);
  const startedAt = Date.now();

  expect(await end()).toBe(0);
  expect(Date.now() - startedAt).toBeLessThan(4000);
});

base('a plain tab does not ask: the host goes on without it', async ({ app, host }) => {
  await expect(app.locator('.xterm-rows')).toContainText(/[$#] /);
  await app
    .getByRole('textbox', { name: /terminal/i })
    .first()
    .click();
  await app.keyboard.type('sleep 300\n');
  await app.waitForTimeout(LOOK_MS);
  const asked: string[] = [];
  app.on('dialog', (dialog) => void asked.push(dialog.type()));
  const closed = app.waitForEvent('close');
  await app.close({ runBeforeUnload: true });
  await closed;

  expect(asked).toEqual([]);
  expect((await fetch(host.origin)).status).toBe(401);
});
