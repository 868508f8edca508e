import type { Logger } from '#core/logger';
import type { SessionLedger } from '#ledger';
import type { Ask } from './permission.ts';
import type { Guard, Policy, ToolSource } from './tool.ts';

export interface CallContext {
  readonly session: string;
  readonly sessionTitle: string;
  readonly turn?: string | undefined;
  /** The event that brought the call: the model's reply. */
  readonly cause: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly cwd: string;
  readonly ledger: Pick<SessionLedger, 'append'>;
  /** Ends the call; its reason is an Error whose message says who stopped it. */
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

export interface ToolResult {
  readonly callId: string;
  readonly tool: string;
  /** What the model is told. */
  readonly content: string;
  readonly outcome: 'done' | 'failed' | 'refused' | 'skipped' | 'cancelled' | 'invalid';
}

export interface RunnerOptions {
  readonly sources: readonly ToolSource[];
  readonly guard: Guard;
  readonly policy: Policy;
  readonly ask: Ask;
  readonly log: Logger;
}

export type Told = Pick<ToolResult, 'outcome' | 'content'>;
