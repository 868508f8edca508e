import type { Logger } from '#core/logger';
import type { SessionLedger } from '#ledger';
import type { QuestionAsker } from './ask.ts';
import type { CallWatch } from './call-watch.ts';
import type { Caller } from './caller.ts';
import type { Guard, OnUsage, Policy, ToolSource } from './tool.ts';

export interface CallContext {
  readonly session: string;
  readonly sessionTitle: string;
  readonly turn?: string | undefined;
  /** The model that made the call, if it is known. */
  readonly model?: string | undefined;
  /** The event that brought the call: the model's reply. */
  readonly cause: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly cwd: string;
  /** The session's variables. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly ledger: Pick<SessionLedger, 'append'>;
  /** The person has asked for the call, to run there: only what is banned or denied stops it. */
  readonly allowedByPerson?: 'outside' | undefined;
  /** The program of elsewhere that calls; without one, rules and mode decide. */
  readonly caller?: Caller | undefined;
  /** Paths whose changes the person rejected in this reply; calls that read or change them are not run. */
  readonly rejected?: ReadonlySet<string> | undefined;
  /** Ends the call; its reason is an Error whose message says who stopped it. */
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
  readonly onUsage?: OnUsage | undefined;
}

export interface ToolResult {
  readonly callId: string;
  readonly tool: string;
  /** Text that the model receives. */
  readonly content: string;
  readonly outcome: 'done' | 'failed' | 'refused' | 'skipped' | 'cancelled' | 'invalid';
}

/** A call of a turn that is about to be made, and may write. */
export interface WritingCall {
  readonly session: string;
  readonly turn: string;
  /** Absolute, symlinks resolved. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

export interface RunnerOptions {
  readonly sources: readonly ToolSource[];
  readonly guard: Guard;
  /** Whether tools may be called by the names that other agents have for them; they may where nothing says otherwise. */
  readonly knowsAliases?: () => boolean;
  readonly policy: Policy;
  readonly ask: QuestionAsker;
  /** Watches what plans of unknown effects change; without it, nobody does. */
  readonly watch?: CallWatch;
  /** Called before each call that is not proven to be read-only; if it fails, the call is not made. */
  readonly beforeWriting?: (call: WritingCall) => Promise<void>;
  readonly log: Logger;
  /** A tool was left out of a turn because another has its name. */
  readonly onLeftOut?: (why: string) => void;
  /** Time for a stopped tool to end before its call is answered without it, in milliseconds. */
  readonly stopLimitMs?: number;
  /** Longest wait of the disposal for tools whose calls were answered without them, in milliseconds. */
  readonly endingLimitMs?: number;
}

export type CallOutcome = Pick<ToolResult, 'outcome' | 'content'>;
