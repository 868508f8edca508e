import { expect, type Page } from '@playwright/test';

/** Answers a card with "Allow once" as soon as it can be, and waits until the card is gone. */
export async function allowOnce(page: Page, question: RegExp): Promise<void> {
  const card = page.getByRole('article', { name: question });
  const button = card.getByRole('button', { name: 'Allow once' });
  await expect(button).toHaveAttribute('aria-disabled', 'false', { timeout: 30_000 });
  await button.click();
  await expect(card).toBeHidden();
}
