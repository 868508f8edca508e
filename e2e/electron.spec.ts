import { spawnSync } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { processesWithMark } from '../test/support/processes.ts';
import { desktopProgram, expect, hasElectron, NO_ELECTRON, startDesktop, test } from './support/desktop.ts';
import { ROOT, startHost } from './support/host.ts';

test.skip(!hasElectron, NO_ELECTRON);

const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function logOf(dataFolder: string): Promise<string> {
  return await readFile(join(dataFolder, 'logs', 'app.log'), 'utf8');
}

test('one window shows the app, loaded from app://sigma', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();

  const windows = await desktop.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({ url: window.webContents.getURL(), isShown: window.isVisible() })),
  );
  expect(windows).toEqual([{ url: expect.stringMatching(/^app:\/\/sigma\/(index\.html)?$/), isShown: true }]);
});

test('the window is sandboxed and the page has two functions and nothing of Node or Electron', async ({ desktop }) => {
  const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Electron tells what it made of the options without declaring the method; the stand-in keeps them as given.
    const { webContents, opts } = window as unknown as {
      readonly webContents: { getLastWebPreferences?(): Record<string, unknown> };
      readonly opts?: { readonly webPreferences: Record<string, unknown> };
    };
    return opts?.webPreferences ?? { ...webContents.getLastWebPreferences?.() };
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
  });
  for (const name of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures', 'webviewTag']) {
    expect([name, Boolean(preferences[name])]).toEqual([name, false]);
  }

  const seen = await desktop.page.evaluate(() => ({
    port: Object.entries((window as { sigmaPort?: object }).sigmaPort ?? {}).map(
      ([name, value]) => `${name}: ${typeof value}`,
    ),
    others: ['require', 'module', 'process', 'ipcRenderer', 'electron', 'Buffer'].filter((name) => name in window),
  }));
  expect(seen).toEqual({ port: ['postMessage: function', 'onMessage: function'], others: [] });
});

test('the policy holds in the window', async ({ desktop }) => {
  const hasRun = await desktop.page.evaluate(async () => {
    const script = document.createElement('script');
    script.append('window.hasRun = true');
    document.head.append(script);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return 'hasRun' in window;
  });
  expect(hasRun).toBe(false);
});

test('messages from elsewhere than our page are refused', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();
  await desktop.app.evaluate(({ ipcMain }) => {
    ipcMain.emit('rpc', { sender: {}, senderFrame: { url: 'app://sigma/index.html' } }, '{}');
    ipcMain.emit('rpc', { sender: {}, senderFrame: null }, '{}');
  });

  await expect.poll(async () => (await logOf(desktop.dataFolder)).match(/rpc\.refused/g)?.length).toBe(2);
});

test('links open in the system browser if they are web addresses, and nowhere else', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();
  await desktop.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
  });
  await desktop.page.evaluate(() => {
    for (const url of ['https://open.example/x', 'ftp://files.example/', 'https://bank.example@evil.example/'])
      window.open(url);
  });

  const opened = () => desktop.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await expect.poll(opened).toEqual(['https://open.example/x']);
  expect(await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('the window cannot be led away', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();
  await desktop.page.evaluate(() => {
    location.href = 'https://navigate.example/y';
  });
  await desktop.page.waitForTimeout(500);

  await expect(rail(desktop.page)).toBeVisible();
  expect(
    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
  ).toMatch(/^app:\/\/sigma\//);
});

test('the menu runs actions of the page', async ({ desktop }) => {
  const pick = (id: string) =>
    desktop.app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click(), id);
  await pick('view.activity');
  await expect(rail(desktop.page).getByRole('button', { name: /Activity/ })).toHaveAttribute('aria-current', 'page');

  await pick('palette.open');
  await expect(desktop.page.getByRole('combobox', { name: 'Commands' })).toBeFocused();
});

test('closing the window while something runs asks first, and lists it', async () => {
  const desktop = await startDesktop();
  const { app, page } = desktop;
  const answer = (response: number) =>
    app.evaluate(({ dialog }, chosen) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      dialog.showMessageBox = async (...args: unknown[]) => {
        asked.push((args.at(-1) as { detail: string }).detail);
        return { response: chosen, checkboxChecked: false };
      };
    }, response);
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
  const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect(page.locator('.xterm-rows')).toContainText(/[$#] /);
  await page.keyboard.type('sleep 300\n');
  await expect.poll(async () => (await processesWithMark(desktop.dataFolder)).length).toBeGreaterThan(1);
  await page.waitForTimeout(500);

  await answer(1);
  await close();
  await expect.poll(asked).toEqual([expect.stringContaining('sleep')]);
  await expect(rail(page)).toBeVisible();

  await answer(0);
  const ended = app.waitForEvent('close');
  await close().catch(() => {});
  await ended;
  await expect.poll(() => processesWithMark(desktop.dataFolder)).toEqual([]);
  await rm(desktop.dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('a question that comes while the window is not in front is announced by the system, once', async ({ desktop }) => {
  const { app, page } = desktop;
  await app.evaluate(({ BrowserWindow, Notification }) => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.isFocused = () => false;
  });
  await rail(page)
    .getByRole('button', { name: /Sessions/ })
    .click();
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('Demo (scripted)');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Make the greeting friendlier');
  await page.keyboard.press('Enter');

  const shown = () => app.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown.length);
  await expect.poll(shown).toBe(1);
  await page.waitForTimeout(500);
  expect(await shown()).toBe(1);
});

test('the window comes back where it was', async () => {
  const first = await startDesktop();
  const bounds = { x: 40, y: 30, width: 1000, height: 700 };
  await first.app.evaluate(({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]?.setBounds(wanted), bounds);
  await first.app.close();

  await using second = await startDesktop({ dataFolder: first.dataFolder });
  const size = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getSize());
  expect(size).toEqual([1000, 700]);
  await rm(first.dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('a second start, of whichever kind, brings the window to the front and ends', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();
  await desktop.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.on('focus', () => Object.assign(globalThis, { hasFocused: true }));
  });

  const second = spawnSync(process.execPath, [join(ROOT, 'out/main/web.js'), '--no-open'], {
    env: { ...process.env, SIGMA_DATA: desktop.dataFolder },
    encoding: 'utf8',
  });

  expect([second.status, second.stdout]).toEqual([0, expect.stringContaining('already runs')]);
  await expect.poll(() => desktop.app.evaluate(() => 'hasFocused' in globalThis)).toBe(true);
});

test('a page that crashes is loaded again, and its sessions are still there', async ({ desktop }) => {
  await expect(rail(desktop.page)).toBeVisible();
  await desktop.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    contents?.on('did-finish-load', () => Object.assign(globalThis, { hasLoadedAgain: true }));
    // The stand-in has no way to crash a page, so the event is what is tested there.
    if (contents?.forcefullyCrashRenderer) contents.forcefullyCrashRenderer();
    else contents?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  });

  await expect.poll(() => desktop.app.evaluate(() => 'hasLoadedAgain' in globalThis)).toBe(true);
  await expect(rail(desktop.page)).toBeVisible();
});

test('quitting leaves no process and no lock', async () => {
  const desktop = await startDesktop();
  await expect(rail(desktop.page)).toBeVisible();

  await desktop.app.close();

  await expect.poll(() => processesWithMark(desktop.dataFolder)).toEqual([]);
  expect((await readdir(desktop.dataFolder)).filter((name) => name.startsWith('host.'))).toEqual([]);
});

test('a second start on a host that serves a browser prints the way in, and ends', async () => {
  await using host = await startHost();
  const second = spawnSync(desktopProgram(), ['--no-sandbox', ROOT], {
    env: { ...process.env, SIGMA_DATA: host.dataFolder, HOME: host.dataFolder },
    encoding: 'utf8',
    timeout: 20_000,
  });

  expect([second.status, second.stdout]).toEqual([0, expect.stringContaining(`already runs (process ${host.pid})`)]);
  const address = /ready at (\S+)/.exec(second.stdout)?.[1] ?? '';
  expect((await fetch(address)).headers.get('set-cookie')).toContain('HttpOnly');
});
