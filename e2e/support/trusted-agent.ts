import type { Page } from '@playwright/test';
import { expect } from './host.ts';
import { runAction } from './keyboard.ts';

/** Makes an agent workspace in the folder, trusts it, and waits until it is ready. */
export async function makeTrustedAgent(page: Page, folder: string): Promise<void> {
  await runAction(page, 'New workspace');
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Enter');
  const review = page.getByRole('region', { name: 'What will run' });
  await review.getByRole('button', { name: 'Trust', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Workspaces' }).getByRole('button')).toContainText('Ready', {
    timeout: 60_000,
  });
}
