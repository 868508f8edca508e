import { expect, type Page } from '@playwright/test';
import type { ScriptedModelServer } from '../../test/support/scripted-model-server.ts';
import { runAction } from './keyboard.ts';

/** The card that is there as long as no model is. */
export const connectCard = (page: Page) => page.getByRole('region', { name: 'Connect a model' });

/** Fills in the card as a person does; pressing Connect is left to the test. */
export async function fillConnection(page: Page, { baseUrl, key }: { baseUrl: string; key: string }): Promise<void> {
  await runAction(page, 'Go to Sessions');
  const card = connectCard(page);
  await card.getByRole('button', { name: 'Enter an address…' }).click();
  await card.getByLabel('Base URL').fill(baseUrl);
  await card.getByRole('combobox', { name: 'Model', exact: true }).fill('tiny');
  if (key === '') return;
  // A server on this machine is taken to need none.
  await card.getByLabel('This server needs no key').uncheck();
  await card.getByLabel('API key').fill(key);
}

/** Makes the scripted server the one that answers; its model is `tiny`. */
export async function connect(page: Page, { baseUrl }: Pick<ScriptedModelServer, 'baseUrl'>, key = ''): Promise<void> {
  await fillConnection(page, { baseUrl, key });
  await connectCard(page).getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Status bar' })).toContainText('tiny');
}
