import type { LedgerEventData, LimitRaise, PermissionMode, PromptOrigin } from '#contract';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { Ledger } from '#ledger';
import type { QuestionAsker, Runner } from '#tools';
import type { ModelPrice } from './cost/meter.ts';
import type { MentionedFile } from './history/mentions-text.ts';
import type { AgentPort } from './turn/agent.ts';
import type { ModelsPort } from './turn/answering-model.ts';

export interface PromptRequest {
  readonly id: string;
  /** JSON text of an object. */
  readonly args?: string | undefined;
}

export interface PromptMessages {
  readonly event: LedgerEventData<'prompt.rendered'>;
  readonly messages: Readonly<PromptOrigin['messages']>;
}

/** Folder and environment of a session's programs and tools. */
export interface CommandContext {
  /** Absolute. */
  readonly cwd: string;
  /** Variables; those of the app where absent. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

export interface ChatOptions {
  readonly ledger: Ledger;
  readonly runner: Runner;
  readonly ask: QuestionAsker;
  readonly models: ModelsPort;
  /** Looks up the place of a session; the workspace if absent. */
  readonly place?: (session: string) => Promise<CommandContext>;
  /** The files that a message mentions: the model is told of them, and images among them go along. */
  readonly mentions?: (session: string, text: string) => Promise<readonly MentionedFile[]>;
  /** Renders a prompt that is sent in place of a text. Throws AppError NOT_FOUND, INVALID_INPUT, TIMEOUT. */
  readonly renderPrompt?: (prompt: PromptRequest, session: string) => Promise<PromptMessages>;
  /** Resolves when it is recorded and holds. Throws AppError NOT_FOUND for an unknown call, INVALID_INPUT for less than it has. */
  readonly raiseLimit?: (raise: LimitRaise) => Promise<{ to: number }>;
  /** Called when nothing of a turn is running any more, before its end is recorded; must not throw. */
  readonly onTurnEnding?: (turn: {
    readonly session: string;
    readonly turn: string;
    readonly workspace: string;
  }) => Promise<void>;
  /** Replies in one turn before it asks whether to go on. */
  readonly maxRounds: () => number;
  readonly prices?: () => readonly ModelPrice[];
  /** US dollars a session may cost before it asks; undefined: no limit. */
  readonly spendingCap?: () => number | undefined;
  /** Permission mode of a new session; `ask` if absent. */
  readonly permission?: () => PermissionMode;
  /** Whether something else than a turn runs in a session, which then is not removed. */
  readonly isBusy?: (session: string) => Promise<boolean>;
  /** Ends what only this session has, before it is removed. */
  readonly onRemoving?: (session: string) => Promise<void>;
  /** The workspace of a session, absolute; its folder may be gone. */
  readonly workspaceOf: (session: string) => Promise<string>;
  /**
   * The real path of a folder that is then an open workspace; the first workspace if none is named. Throws AppError
   * UNAVAILABLE if it is gone, INVALID_INPUT if it is no folder.
   */
  readonly openWorkspace: (path?: string) => Promise<string>;
  /** Loads the agent if a session's workspace is an agent workspace; called at the beginning of each turn. */
  readonly agentOf?: (session: string) => Promise<AgentPort | undefined>;
  /** Blanks the secrets of a reply that is told as it comes in, as the record does with the whole one. */
  readonly redactor?: Pick<Redactor, 'textStream'>;
  readonly appVersion: string;
  readonly log: Logger;
  readonly now?: () => number;
}
