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

/**
 * Runs an action from the command palette, whose title comes into the field at once, as from an input method: a search at each
 * letter takes two thirds of the time, and `typeAction` has them.
 */
export async function runAction(page: Page, title: string): Promise<void> {
  await chooseAction(page, title, () => page.keyboard.insertText(title));
}

/** Runs an action from the command palette, letter by letter. */
export async function typeAction(page: Page, title: string): Promise<void> {
  await chooseAction(page, title, () => page.keyboard.type(title));
}

async function chooseAction(page: Page, title: string, write: () => Promise<void>): Promise<void> {
  await page.keyboard.press('Control+Shift+P');
  const search = page.getByRole('combobox', { name: 'Commands' });
  await expect(search).toBeFocused();
  await write();
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
