import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until `target` has the focus; fails when it cannot be reached that way. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

async function hasFocus(target: Locator): Promise<boolean> {
  return await target.evaluate((element) => element === document.activeElement);
}

/** Runs an action from the command palette, by keyboard. */
export async function runAction(page: Page, title: string): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const search = page.getByRole('combobox', { name: 'Commands' });
  await expect(search).toBeFocused();
  await page.keyboard.type(title);
  await expect(page.getByRole('option', { name: title }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

/** Goes to a button by Tab and presses it. */
export async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
