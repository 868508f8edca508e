import type { Page, WebSocketRoute } from '@playwright/test';
import { expect, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const screen = (page: Page) => page.locator('.xterm-rows');
const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });
const rail = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** Time after which a layout has been sent, in milliseconds. */
const LAYOUT_SENT_MS = 1000;
const lost = (page: Page) => page.getByText('Connection lost, reconnecting…');

/** The page's connection to the host, which can be broken and comes back when it is open again. */
async function breakableConnection(page: Page) {
  const sockets: WebSocketRoute[] = [];
  const connection = {
    isOpen: true,
    breakOff: async () => {
      connection.isOpen = false;
      for (const socket of sockets) await socket.close({ code: 1001 });
      await expect(lost(page)).toBeVisible();
    },
  };
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    if (!connection.isOpen) return void socket.close({ code: 1001 });
    socket.connectToServer();
    sockets.push(socket);
  });
  return connection;
}

/** A page whose composer was written in before the connection broke and after it. */
async function typedWhileAway(page: Page, address: string) {
  const connection = await breakableConnection(page);
  await page.goto(address);
  await rail(page).waitFor();
  await runAction(page, 'New session');
  await composer(page).fill('before');
  await connection.breakOff();
  await composer(page).fill('before and while it was away');
  return connection;
}

test('a lost connection comes back by itself, and nothing typed or printed meanwhile is lost', async ({
  host,
  page,
}) => {
  const connection = await breakableConnection(page);
  await page.goto(host.address);
  await expect(screen(page)).toContainText(/[$#] /);
  await page.keyboard.type('sleep 2; echo "printed $((6 * 7)) meanwhile"\n');
  await runAction(page, 'New session');
  await composer(page).fill('half a thought');

  await connection.breakOff();
  await page.waitForTimeout(2500);
  connection.isOpen = true;
  await expect(lost(page)).toBeHidden({ timeout: 20_000 });

  await expect(composer(page)).toHaveValue('half a thought');
  await runAction(page, 'Go to Terminals');
  await expect(screen(page)).toContainText('printed 42 meanwhile');
  await page.locator('.xterm-screen').click();
  await page.keyboard.type('echo "and goes $((1 + 1))"\n');
  await expect(screen(page)).toContainText('and goes 2');
});

test('after the host was started again the page says so, keeps what is typed, and goes on by itself after a fresh link', async ({
  page,
  context,
}) => {
  await using first = await startHost();
  await page.goto(first.address);
  await rail(page).waitFor();
  await runAction(page, 'New session');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await first.end('SIGKILL');
  await expect(lost(page)).toBeVisible();
  await composer(page).fill('typed while nobody listens');

  await using second = await startHost({ dataFolder: first.dataFolder, port: first.port });
  const refusal = page.getByRole('alertdialog', { name: 'This page is no longer let in' });
  await expect(refusal).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(refusal.getByRole('button', { name: 'Try now' })).toBeFocused();
  await expect(page.getByLabel('Message or command')).toHaveValue('typed while nobody listens');

  // The new address, in another tab of the same browser.
  const fresh = await context.newPage();
  await fresh.goto(second.address);
  await rail(fresh).waitFor();
  await expect(refusal).toBeHidden({ timeout: 20_000 });
  await expect(composer(page)).toHaveValue('typed while nobody listens');
  await expect(composer(page)).toBeFocused();

  await runAction(fresh, 'Go to Sessions');
  await expect(fresh.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(composer(fresh)).toHaveValue('typed while nobody listens');
});

test('what was typed while the host was away is still there after the page was loaded again', async ({
  host,
  page,
}) => {
  const connection = await typedWhileAway(page, host.address);
  await page.waitForTimeout(1500);
  connection.isOpen = true;
  await expect(lost(page)).toBeHidden({ timeout: 20_000 });
  await page.waitForTimeout(300);
  await page.reload();

  await expect(composer(page)).toHaveValue('before and while it was away');
});

test('a page that is left while the host is away asks first, and what was typed comes back with it', async ({
  host,
  page,
}) => {
  const connection = await typedWhileAway(page, host.address);
  let asked = '';
  page.once('dialog', (dialog) => {
    asked = dialog.type();
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toBe('beforeunload');
  connection.isOpen = true;

  await expect(composer(page)).toHaveValue('before and while it was away', { timeout: 20_000 });
});

test('after Quit the page says that Sigma Shell has ended, and goes on by itself when it was started again', async ({
  page,
  context,
}) => {
  await using first = await startHost();
  await page.goto(first.address);
  await rail(page).waitFor();
  await runAction(page, 'Quit Sigma Shell');
  await page.getByRole('dialog', { name: 'Quit Sigma Shell?' }).getByRole('button', { name: 'Quit' }).click();
  await expect(page.getByText('Sigma Shell has ended')).toBeVisible();
  await page.waitForTimeout(2000);
  await expect(lost(page)).toBeHidden();

  await using second = await startHost({ dataFolder: first.dataFolder, port: first.port });
  await expect(page.getByRole('alertdialog', { name: 'This page is no longer let in' })).toBeVisible({
    timeout: 20_000,
  });
  await (await context.newPage()).goto(second.address);
  await expect(page.getByRole('alertdialog')).toBeHidden({ timeout: 20_000 });
  await expect(page.getByText('Sigma Shell has ended')).toBeHidden();
});

test('two tabs do not lose each other’s drafts, and each keeps the view it shows', async ({
  app: one,
  context,
  host,
}) => {
  await runAction(one, 'New session');
  await composer(one).fill('in the first session');
  await one.waitForTimeout(LAYOUT_SENT_MS);
  const other = await context.newPage();
  await other.goto(host.origin);
  await rail(other).waitFor();
  await expect(composer(other)).toHaveValue('in the first session');

  await runAction(other, 'New session');
  await expect(composer(other)).toHaveValue('');
  await composer(other).fill('in the second session');
  await runAction(one, 'Go to Activity');
  await runAction(other, 'Go to Settings');
  await expect(one.getByRole('region', { name: 'Activity', exact: true })).toBeVisible();
  await one.waitForTimeout(LAYOUT_SENT_MS);
  await one.close();
  await other.reload();
  await rail(other).waitFor();

  await runAction(other, 'Go to Sessions');
  await expect(composer(other)).toHaveValue('in the second session');
  await other.getByRole('list', { name: 'Sessions' }).getByRole('listitem').last().getByRole('button').first().click();
  await expect(composer(other)).toHaveValue('in the first session');
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

test('keys pressed just before the tab is closed reach the terminal, however busy the host is', async ({
  app: page,
  context,
  host,
}) => {
  await expect(screen(page)).toContainText(/[$#] /);
  await expect(page.locator('.xterm-helper-textarea').first()).toBeFocused();
  process.kill(host.pid, 'SIGSTOP');
  try {
    await page.keyboard.type('echo "came $((40 + 2))"\n');
    await page.close();
  } finally {
    process.kill(host.pid, 'SIGCONT');
  }
  const next = await context.newPage();
  await next.goto(host.origin);
  await expect(screen(next)).toContainText('came 42');
});
