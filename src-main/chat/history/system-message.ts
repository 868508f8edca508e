import { arch, release, type } from 'node:os';
import { sha256 } from '#core/text/sha256';
import type { AgentPiece } from '../turn/agent.ts';

export interface SystemMessageFacts {
  readonly workspace: string;
  readonly cwd: string;
  /** Pieces of an agent workspace, in order; they follow the app's own text. */
  readonly pieces?: readonly AgentPiece[] | undefined;
  /** Prompt of the session's first profile. */
  readonly prompt?: string | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** The name under which it is on the ledger. */
export const SYSTEM_TEMPLATE = 'sigma:system';

export interface SystemPrompt {
  readonly template: string;
  readonly text: string;
  /** SHA-256 of the text. */
  readonly hash: string;
  /** Origins of its pieces; for an agent workspace. */
  readonly origins?: { origin: string; file?: string; length: number }[];
}

/**
 * Builds the system message. It changes with the day, the working directory, the profile and the machine, and is then
 * recorded again.
 */
export function systemMessage(facts: SystemMessageFacts): SystemPrompt {
  const { pieces, prompt } = facts;
  if (!pieces) return joinPieces([{ origin: 'product', text: appWords(facts, prompt) }], false);
  const profile = prompt?.trim() ? [{ origin: 'profile', text: prompt.trim() }] : [];
  return joinPieces([{ origin: 'product', text: appWords(facts, undefined) }, ...pieces, ...profile], true);
}

function joinPieces(pieces: readonly AgentPiece[], hasOrigins: boolean): SystemPrompt {
  const text = pieces.map((piece) => piece.text).join('\n\n');
  const origins = pieces.map(({ origin, file, text: { length } }) => ({
    origin,
    ...(file !== undefined && { file }),
    length,
  }));
  const hash = sha256(text);
  return { template: SYSTEM_TEMPLATE, text, hash, ...(hasOrigins && { origins }) };
}

function appWords({ workspace, cwd, now }: SystemMessageFacts, prompt: string | undefined): string {
  return [
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
}

/** Formats the date of the local calendar, such as 2026-11-21. */
function dateOf(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
