import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';
import type { ModelClient } from '#llm';
import type { Ask, Runner } from '#tools';

export interface ChatOptions {
  readonly ledger: Ledger;
  readonly runner: Runner;
  readonly ask: Ask;
  /** `undefined` while none is connected. */
  readonly model: () => ModelClient | undefined;
  /** Replies in one turn before it asks whether to go on. */
  readonly maxRounds: () => number;
  readonly workspace: () => string;
  readonly appVersion: string;
  readonly log: Logger;
  readonly now?: () => number;
}
