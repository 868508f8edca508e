import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const screen = (page: Page) => page.locator('.xterm-rows');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const lost = (page: Page) => page.getByText('Connection lost, reconnecting…');

test('a lost connection comes back by itself, and nothing typed or printed meanwhile is lost', async ({
  host,
  page,
}) => {
  const sockets: WebSocketRoute[] = [];
  let isOpen = true;
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    if (!isOpen) return void socket.close({ code: 1001 });
    socket.connectToServer();
    sockets.push(socket);
  });
  await page.goto(host.address);
  await expect(screen(page)).toContainText(/[$#] /);
  await page.keyboard.type('sleep 2; echo "printed $((6 * 7)) meanwhile"\n');
  await runAction(page, 'New session');
  await composer(page).fill('half a thought');

  isOpen = false;
  for (const socket of sockets) await socket.close({ code: 1001 });
  await expect(lost(page)).toBeVisible();
  await page.waitForTimeout(2500);
  isOpen = true;
  await expect(lost(page)).toBeHidden({ timeout: 20_000 });

  await expect(composer(page)).toHaveValue('half a thought');
  await runAction(page, 'Go to Terminals');
  await expect(screen(page)).toContainText('printed 42 meanwhile');
  await page.locator('.xterm-screen').click();
  await page.keyboard.type('echo "and goes $((1 + 1))"\n');
  await expect(screen(page)).toContainText('and goes 2');
});

test('after the host was started again the page says so, and a fresh link leads back to the sessions', async ({
  page,
}) => {
  await using first = await startHost();
  await page.goto(first.address);
  await rail(page).waitFor();
  await runAction(page, 'New session');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await first.end('SIGKILL');
  await expect(lost(page)).toBeVisible();

  await using second = await startHost({ dataFolder: first.dataFolder, port: first.port });
  await expect(page.getByRole('heading', { name: 'This page is no longer let in' })).toBeVisible({ timeout: 20_000 });
  await page.goto(second.address);
  await rail(page).waitFor();

  await runAction(page, 'Go to Sessions');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
});

test('closing the tab ends nothing: a new one shows what went on', async ({ app: page, context, host }) => {
  await expect(screen(page)).toContainText(/[$#] /);
  await page.keyboard.type('sleep 1; echo "went on $((40 + 2))"\n');
  await page.close();

  const next = await context.newPage();
  await next.waitForTimeout(1500);
  await next.goto(host.origin);

  await expect(screen(next)).toContainText('went on 42');
});
