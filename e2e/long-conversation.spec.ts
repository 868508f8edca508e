import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { manyCommands, recordSession } from '../test/support/recorded-session.ts';
import { expect, openApp, startHost, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const LOG = '[role="log"]';

/** Opens a session of so many commands, in a host of its own. */
async function withCommands(page: Page, count: number, look: () => Promise<void>): Promise<void> {
  const dataFolder = await realpath(await mkdtemp(join(tmpdir(), 'sigma-e2e-')));
  await recordSession(dataFolder, '20260101-000000-00000000', manyCommands(count));
  await using host = await startHost({ dataFolder });
  await openApp(page, host);
  await runAction(page, 'Go to Sessions');
  // It was recorded in another folder than the one that is open, so that it is not shown of itself.
  await page.getByRole('button', { name: /^Four hundred calls/ }).click();
  await expect(page.locator(`${LOG} article`).last()).toContainText(`make step-${count}`);
  await look();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
}

/** The first entry in view, and how far below the upper edge it begins. */
const firstInView = (page: Page) =>
  page.evaluate((log) => {
    const view = document.querySelector(log) as HTMLElement;
    const edge = view.getBoundingClientRect().top;
    const boxes = [...view.querySelectorAll<HTMLElement>('[data-entry]')];
    const box = boxes.find((one) => one.getBoundingClientRect().bottom > edge);
    return { id: box?.dataset.entry ?? '', top: (box?.getBoundingClientRect().top ?? 0) - edge };
  }, LOG);

const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(([log, by]) => (document.querySelector(log) as HTMLElement).scrollBy(0, by), [LOG, pixels] as const);

/** Resolves when the conversation has kept its height and place for five frames. */
const settled = (page: Page) =>
  page.evaluate(async (log) => {
    const view = document.querySelector(log) as HTMLElement;
    let before = '';
    for (let calm = 0; calm < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = `${view.scrollHeight} ${view.scrollTop}`;
      calm = now === before ? calm + 1 : 0;
      before = now;
    }
  }, LOG);

const topOf = (page: Page, id: string) =>
  page.evaluate(
    ([log, entry]) => {
      const view = document.querySelector(log) as HTMLElement;
      const box = view.querySelector(`[data-entry="${entry}"]`);
      return (box?.getBoundingClientRect().top ?? Number.NaN) - view.getBoundingClientRect().top;
    },
    [LOG, id] as const,
  );

test('a long conversation is read upwards without jumps, and without holes', async ({ page }) => {
  await withCommands(page, 200, async () => {
    await settled(page);
    expect(await page.locator(`${LOG} article`).count()).toBeLessThan(60);
    for (let step = 0; step < 25; step += 1) {
      const { id, top } = await firstInView(page);
      await scrollBy(page, -300);
      await settled(page);
      expect(Math.abs((await topOf(page, id)) - top - 300)).toBeLessThan(3);
    }
    const before = await firstInView(page);
    await runAction(page, 'Go to Activity');
    await expect(page.locator(`${LOG} article`).first()).toBeHidden();
    await runAction(page, 'Go to Sessions');
    await settled(page);
    expect(Math.abs((await topOf(page, before.id)) - before.top)).toBeLessThan(3);
    // As a scroll bar that is dragged does it.
    await scrollBy(page, -20_000);
    await settled(page);
    const { top } = await firstInView(page);
    expect(top).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await expect(page.locator(`${LOG} article`).last()).toContainText('make step-200');
    await expect(page.locator(`${LOG} article`).last()).toBeInViewport();
  });
});

test('what is not drawn of a long conversation is found and copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await withCommands(page, 200, async () => {
    await expect(page.getByText('make step-7', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Control+F');
    await page.keyboard.type('step 7, line 29:');
    await expect(page.locator('search output')).toHaveText('2 of 2');
    await page.keyboard.press('Enter');
    await expect(page.locator('search output')).toHaveText('1 of 2');
    await expect(page.locator(LOG).getByText('step 7, line 29:').first()).toBeInViewport();
    await page.keyboard.press('Escape');

    await page.locator(LOG).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+C');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.match(/make step-\d+$/gm)).toHaveLength(200);
  });
});
