/** Dependencies of the prompt engine on the app around it. */
import type { LedgerEventData, PromptRole, PromptSettings, SendUpdate } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import type { Ledger, SessionLedger } from '#ledger';
import type { LlmPort } from '../rest/index.ts';
import type { AppVariablePorts } from '../stores/index.ts';
import type { McpToolPort } from '../tools/index.ts';

export type { AppVariableGroup, AppVariablePorts } from '../stores/index.ts';

/** Rendered prompt in the form for the record and for a model. */
export interface RenderedForModel {
  readonly title: string;
  readonly event: LedgerEventData<'prompt.rendered'>;
  readonly messages: readonly { readonly role: PromptRole; readonly content: string }[];
}

/** Password of Redis, kept with the keys. */
export interface RedisPassword {
  /** Reads the password; `undefined` if there is none. Never throws. */
  read(): Promise<string | undefined>;
  /** Whether there is one, and is held for this run alone, or why that cannot be told. Never throws. */
  look(): Promise<{ readonly isKept: boolean; readonly isForRun?: boolean; readonly problem?: string }>;
  /** Stores the password, or removes it for `undefined`; returns how long it is kept. */
  write(password: string | undefined): Promise<'kept' | 'session'>;
}

/** A conversation that began with what was rendered. */
export interface PromptConversation {
  readonly session: string;
  /** Its `prompt.rendered`. */
  readonly event: string;
  readonly model: string;
  readonly profile: string;
  /** Yields updates until the reply has ended; the conversation continues even without a listener. */
  updates(signal: AbortSignal | undefined): AsyncIterable<SendUpdate>;
  /** Ends the reply, or takes the prompt back before it has begun. @throws AppError UNAVAILABLE */
  stop(): Promise<void>;
}

/** Ports that the library itself needs. */
export type LibraryPorts = Pick<PromptsPorts, 'folder' | 'ledger' | 'redactor' | 'log' | 'send'>;

export interface PromptsPorts {
  /** Version of the app. */
  readonly version: string;
  /** Folder of versions, cases and the embedded store. */
  readonly folder: string;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  readonly log: Logger;
  /** Reads the current settings. */
  readonly settings: () => PromptSettings;
  readonly onSettingsChanged: Subscribe<unknown>;
  /** Folder of the records with which the embedded store begins. */
  readonly samples: string;
  readonly redisPassword: RedisPassword;
  /** Facts that the app publishes as variables. */
  readonly own: AppVariablePorts;
  readonly mcp: McpToolPort;
  /** Model for requests that programs send through the REST API. */
  readonly llm: LlmPort;
  /** Opens the record of these requests to models. @throws AppError UNAVAILABLE */
  readonly restRecord: () => Promise<Pick<SessionLedger, 'append'>>;
  /**
   * Opens a conversation with it, sent as it is: nothing of ours before it, and no tools.
   * @throws AppError NOT_FOUND for an unknown profile, UNAVAILABLE if none can be used
   */
  readonly send: (rendered: RenderedForModel, profile: string | undefined) => Promise<PromptConversation>;
}
