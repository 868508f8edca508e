import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ScriptedReply } from '../../test/support/scripted-model-server.ts';
import type { Host } from './host.ts';
import { runAction } from './keyboard.ts';

export const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation' });
export const composer = (page: Page) => page.getByRole('textbox', { name: 'Message or command' });

/** Path in the sample workspace. */
export const inWorkspace = (host: Host, name: string) => join(host.dataFolder, 'sample-workspace', name);

/** A reply that calls a tool. */
export const toolCallReply = (tool: string, given: object): ScriptedReply => ({ calls: [{ tool, arguments: given }] });

/** A reply that runs a command. */
export const commandReply = (command: string) => toolCallReply('execute_command', { command_line: command });

/** Sends a message from wherever the page is. */
export async function send(page: Page, text: string): Promise<void> {
  await runAction(page, 'Go to Sessions');
  await composer(page).fill(text);
  await composer(page).press('Enter');
}
