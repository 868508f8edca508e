import { onTestFinished } from 'vitest';
import type { ConversationItem, LedgerEventData, LedgerEventType } from '#contract';
import { Conversation } from '../../../src-main/chat/conversation/conversation.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import { fold } from './chat-workbench.ts';

const SESSION = 'session-1';

export type Append = <T extends LedgerEventType>(type: T, data: LedgerEventData<T>, cause?: string) => Promise<string>;

/** Creates the workbench, which is ended with the test. */
export async function setUp() {
  const ledger = await temporaryLedger();
  onTestFinished(() => ledger[Symbol.asyncDispose]());
  const session = await ledger.session(SESSION);
  const append: Append = async (type, data, cause) => (await session.append(type, data, { turn: 't', cause })).id;
  return { ledger, session, append, open: () => Conversation.open(ledger, SESSION, { since: 0, onError: rethrow }) };
}

/** A reader as the renderer is one. */
export function follow(conversation: Conversation) {
  let items: readonly ConversationItem[] = [];
  let updates = 0;
  const leave = conversation.updates((update) => {
    updates += 1;
    items = fold(items, update);
  });
  return {
    leave,
    get items() {
      return items;
    },
    get updates() {
      return updates;
    },
  };
}

/** Waits until collected text has been sent. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 40));

export const reply = (calls: LedgerEventData<'llm.replied'>['calls']) =>
  ({ model: 'm', text: 'said', calls, finish: 'tool-calls', durationMs: 1 }) as const;
export const requested = { client: 'c', model: 'm', messages: 1, tools: [], round: 1 };
export const commandRan = {
  command: 'ls',
  cwd: '/',
  exitCode: 0,
  stopReason: 'exit',
  durationMs: 5,
  limits: { timeoutMs: 1, maxOutputBytes: 1 },
  peak: { cpuPercent: 1, memoryBytes: 2 },
  output: 'whole output',
  outputBytes: 12,
  spool: { hash: 'a'.repeat(64), bytes: 12, complete: true },
  notWatched: [],
} as const;

/** A turn with one command up to where it runs. */
export async function runningCommand(append: Append): Promise<string> {
  const request = await append('llm.requested', requested);
  const call = { callId: 'c1', tool: 'execute_command', arguments: '{"command_line":"ls"}' };
  await append('llm.replied', reply([call]), request);
  return await append('tool.called', {
    callId: 'c1',
    tool: 'execute_command',
    arguments: { command_line: 'ls', working_dir: '/' },
  });
}

export function rethrow(error: unknown): never {
  throw error;
}
