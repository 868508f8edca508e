import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/host.ts';
import { runAction } from './support/keyboard.ts';

const VIEWS = [
  'Sessions',
  'Terminals',
  'Changes',
  'Prompts',
  'Workspaces',
  'Schedules',
  'Providers',
  'Activity',
  'Settings',
];

async function seriousProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    );
}

/** A session with a question that waits for an answer, so that no view is empty. */
async function askTheDemo(page: Page): Promise<void> {
  await runAction(page, 'Go to Sessions');
  await page.getByRole('button', { name: 'Try the demo' }).first().click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('Demo (scripted)');
  await page.getByRole('textbox', { name: 'Message or command' }).fill('Make the greeting friendlier');
  await page.keyboard.press('Enter');
  const card = page.getByRole('article', { name: /^Read greet\.sh\?/ });
  await expect(card.getByRole('button', { name: /^Allow/ })).toHaveAttribute('aria-disabled', 'false');
  await card.getByRole('button', { name: /^Allow/ }).click();
  await expect(page.getByRole('article', { name: /^Change greet\.sh\?/ })).toBeVisible();
}

for (const theme of ['light', 'dark', 'high contrast']) {
  test(`axe finds nothing serious in any view, ${theme}`, async ({ app: page }) => {
    test.slow();
    await runAction(page, `Colours: ${theme}`);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme === 'high contrast' ? 'contrast' : theme);
    await askTheDemo(page);
    for (const view of VIEWS) {
      await runAction(page, `Go to ${view}`);
      await expect(page.getByRole('region', { name: view, exact: true })).toBeVisible();
      if (view === 'Changes') await expect(page.getByRole('region', { name: 'Diff of greet.sh' })).toBeVisible();
      expect(await seriousProblems(page), view).toEqual([]);
    }
  });
}

test('axe finds nothing serious in the palette and the keyboard help', async ({ app: page }) => {
  await page.keyboard.press('Control+Shift+P');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await runAction(page, 'Keyboard help');
  await expect(page.getByRole('dialog', { name: /Keyboard/ })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});
