import type { RequestedCall, TokenUsage } from '#contract';

/** What chat needs of a model. `ModelClient` of `#llm` is one; features do not know each other, and a test keeps the two in step. */
export interface ChatModel {
  readonly name: string;
  readonly model: string;
  /** Should not throw: a failure is an event, because the conversation must contain it. */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }[];
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly RequestedCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelReply {
  readonly model: string;
  readonly text: string;
  readonly refusal?: string | undefined;
  readonly calls: readonly RequestedCall[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter';
  readonly usage?: TokenUsage | undefined;
}

export interface ModelFailure {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
}

/** Any number of `waiting`, `text` and `call`, then one `done` or `failed`. */
export type ModelEvent =
  | { readonly type: 'waiting'; readonly reason: string; readonly delayMs: number; readonly attempt: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly tool: string; readonly argumentsLength: number }
  | { readonly type: 'done'; readonly reply: ModelReply }
  | { readonly type: 'failed'; readonly failure: ModelFailure };
