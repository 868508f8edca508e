import type { Page } from '@playwright/test';

/** Opens the lines of all calls in the conversation that have ended. */
export async function openCalls(page: Page): Promise<void> {
  const name = /^(Run command|Use kept output|Write file|Edit file|Read file|Delete)/;
  const lines = page.getByRole('log', { name: 'Conversation' }).getByRole('button', { name, expanded: false });
  await lines.first().waitFor();
  for (let left = await lines.count(); left > 0; left = await lines.count()) await lines.first().click();
}
