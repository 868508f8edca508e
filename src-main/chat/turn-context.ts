import type { SessionLedger } from '#ledger';
import type { ModelClient } from '#llm';
import type { Ask, Runner } from '#tools';
import type { Conversation } from './conversation.ts';

export interface TurnContext {
  readonly session: string;
  readonly sessionTitle: string;
  readonly turn: string;
  /** The event that started it: the message, or the reply that is asked for again. */
  readonly cause: string;
  readonly client: ModelClient;
  readonly runner: Runner;
  readonly ask: Ask;
  readonly maxRounds: () => number;
  readonly ledger: SessionLedger;
  readonly conversation: Conversation;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}
