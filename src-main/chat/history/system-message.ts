import { createHash } from 'node:crypto';
import { arch, release, type } from 'node:os';

export interface SystemMessageFacts {
  readonly workspace: string;
  readonly cwd: string;
  /** Of the session's first profile. */
  readonly prompt?: string | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** The name under which it is on the ledger. */
export const SYSTEM_TEMPLATE = 'sigma:system';

export interface RenderedPrompt {
  readonly template: string;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: string;
}

/** What the model is told before anything else. It changes with the day, the working directory, the profile and the machine, and is then recorded anew. */
export function systemMessage({ workspace, cwd, prompt, now }: SystemMessageFacts): RenderedPrompt {
  const text = [
    'You are the assistant in Sigma Shell, an app where a person works in terminals with you beside them.',
    ...(prompt?.trim() ? ['', prompt.trim(), ''] : []),
    `Operating system: ${type()} ${release()} (${arch()}). Commands run in bash.`,
    `Workspace: ${workspace}`,
    `Working directory: ${cwd}`,
    `Date: ${dateOf(now)}`,
    '',
    'Your tool calls are shown to the person before they run. They may refuse one, edit a command, or accept only part of a',
    'change. What a tool returns is what really happened: rely on it, not on what you asked for. Everything is recorded, and',
    'file changes can be undone. Read a file before you change it, and say plainly when something did not work.',
  ].join('\n');
  return { template: SYSTEM_TEMPLATE, text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Of the local calendar, as in 2026-11-21. */
function dateOf(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
