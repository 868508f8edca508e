import type { ChatMode } from './modes.ts';
import { bold, muted } from './screen/style.ts';
import { safeText } from './screen/text-width.ts';

/** Text before the first prompt: the app's name, and the three keys to know. */
export function greetingText(version: string, modes: readonly ChatMode[]): string {
  const names = modes.map(({ name }) => safeText(name)).join(', ');
  const chat = names === '' ? '' : `Tab goes to the chat (${names}), `;
  return `${bold(`Sigma Shell ${safeText(version)}`)}\n${muted(`${chat}help lists the commands, Ctrl+D leaves.`)}`;
}
