import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { expect, startHost, test } from './support/host.ts';

/** Whether a script on this page can open the host's socket. */
function canConnect(page: Page, url: string): Promise<boolean> {
  return page.evaluate(
    (address) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(address);
        socket.onopen = () => resolve(true);
        socket.onerror = () => resolve(false);
      }),
    url,
  );
}

/** Page of another party on this machine, with what it may try. */
async function evilPage() {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>evil</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('without the cookie the page is refused, with the way in', async ({ host, page }) => {
  const answer = await page.goto(host.origin);

  expect(answer?.status()).toBe(401);
  await expect(page.getByText('Press Enter there for a fresh one')).toBeVisible();
});

test('the code leads to the page and is gone from the address', async ({ app, host, context }) => {
  expect(app.url()).toBe(`${host.origin}/`);
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1', path: '/' });
  expect(await app.evaluate(() => document.cookie)).toBe('');
});

test('a used code lets nobody else in, and a second start gives a fresh one', async ({ app, host, browser }) => {
  await expect(app).toHaveTitle(/Sigma Shell/);
  await using other = await browser.newContext();
  const page = await other.newPage();

  expect((await page.goto(host.address))?.status()).toBe(401);
  expect((await page.goto(await host.newAddress()))?.status()).toBe(200);
});

test('another page on this machine reaches neither the files nor the socket, cookie or not', async ({ app, host }) => {
  await using evil = await evilPage();
  const page = await app.context().newPage();
  // Same host name, other port: the cookie is the same site's, so that only the Origin check is left.
  await page.goto(`http://127.0.0.1:${evil.port}/`);

  expect(await canConnect(page, `ws://127.0.0.1:${host.port}/rpc`)).toBe(false);
  const read = page.evaluate((url) => fetch(url, { credentials: 'include' }).then((one) => one.text()), host.origin);
  await expect(read).rejects.toThrow(/fetch/i);
  const framed = await page.evaluate(async (url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    // Until the frame has gone where it was sent, it is an empty page that is open to us.
    const gone = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    document.body.append(frame);
    await gone;
    return frame.contentDocument?.title ?? 'closed to us';
  }, host.origin);
  expect(framed).toBe('closed to us');
  expect(await canConnect(app, `ws://127.0.0.1:${host.port}/rpc`)).toBe(true);
});

test('a name that is made to lead here is refused', async ({ host, launchOptions }) => {
  await using browser = await chromium.launch({
    ...launchOptions,
    args: ['--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  const page = await browser.newPage();

  expect((await page.goto(`http://evil.example:${host.port}/`))?.status()).toBe(403);
  expect((await page.goto(`${host.address.replace('127.0.0.1', 'evil.example')}`))?.status()).toBe(403);
  expect(await canConnect(page, `ws://evil.example:${host.port}/rpc`)).toBe(false);
});

test('the policy keeps a page from running text as script and from loading from elsewhere', async ({ app }) => {
  const refused = await app.evaluate(async () => {
    const events: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => events.push(event.effectiveDirective));
    const script = document.createElement('script');
    script.append('window.hasRun = true');
    document.head.append(script);
    const image = new Image();
    image.src = 'http://127.0.0.1:1/x.png';
    await fetch('http://127.0.0.1:1/').catch(() => {});
    // As a task of its own: what Playwright itself evaluates is exempt.
    // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested
    setTimeout(() => globalThis.eval('window.hasRun = true'));
    for (let waited = 0; events.length < 3 && waited < 5000; waited += 50)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return { events: events.sort(), hasRun: 'hasRun' in window };
  });

  expect(refused.hasRun).toBe(false);
  expect(refused.events).toEqual(expect.arrayContaining(['connect-src', 'img-src', 'require-trusted-types-for']));
});

test('no text becomes markup, and no script of elsewhere becomes a worker', async ({ app }) => {
  const refused = await app.evaluate(() => {
    const attempts: readonly (() => unknown)[] = [
      () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
      () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      () => new Worker('https://evil.example/worker.js'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return error instanceof TypeError ? 'refused' : String(error);
      }
    });
  });

  expect(refused).toEqual(['refused', 'refused', 'refused']);
});

test('no view offends the policy', async ({ app }) => {
  const complaints: string[] = [];
  app.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  app.on('pageerror', (error) => complaints.push(error.message));
  const rail = app.getByRole('navigation', { name: 'Main' });
  for (const button of await rail.getByRole('button').all()) {
    await button.click();
    await app.waitForTimeout(300);
  }

  expect(complaints).toEqual([]);
});

test('the code stands in no log', async ({ app, host }) => {
  await expect(app).toHaveTitle(/Sigma Shell/);
  const code = new URL(host.address).searchParams.get('code') ?? 'none';
  const [cookie] = await app.context().cookies();

  const log = await readFile(`${host.dataFolder}/logs/app.log`, 'utf8');
  expect(log).toContain('web.listening');
  expect(log).not.toContain(code);
  expect(log).not.toContain(cookie?.value);
});

test('a host that is ended with SIGTERM leaves no process and no lock', async () => {
  const host = await startHost();

  expect(await host.end()).toBe(0);

  expect((await readdir(host.dataFolder)).filter((name) => name.startsWith('host.'))).toEqual([]);
  await rm(host.dataFolder, { recursive: true });
});
