import { expect, type Locator, type Page } from '@playwright/test';
import { runAction } from './keyboard.ts';

interface Program {
  readonly commandLine: string;
  /** The workspace where absent. */
  readonly folder?: string;
  /** Whether it is attached again in the next run. */
  readonly isRemembered?: boolean;
}

/** Attaches a program as a person does. */
export async function attachProgram(page: Page, { commandLine, folder, isRemembered }: Program): Promise<void> {
  await runAction(page, 'Go to Providers');
  await page.getByRole('button', { name: 'Attach program' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Attach program' });
  await dialog.getByLabel('Command line').fill(commandLine);
  if (folder !== undefined) await dialog.getByLabel('Working folder').fill(folder);
  if (isRemembered) await dialog.getByRole('checkbox', { name: /^Attach it again/ }).check();
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Attaches an MCP server that is started by a command line, and answers with its region once it runs. */
export async function addMcpServer(
  page: Page,
  { name, commandLine }: { name: string; commandLine: string },
): Promise<Locator> {
  await runAction(page, 'Go to Providers');
  await page.getByRole('button', { name: 'Add MCP server' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add MCP server' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Command line').fill(commandLine);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog).toBeHidden();
  const provider = page.getByRole('region', { name: `Provider ${name}` });
  await expect(provider).toContainText('running');
  return provider;
}
