import type { MessageImage, RequestedCall, ThinkingBlock, TokenUsage } from '#contract';

/** Declaration of a tool to a model: `parameters` is a JSON Schema of an object. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An image of a message, as it is sent. */
export interface ModelImage extends MessageImage {
  /**
   * Its bytes in base64; absent if they are not kept any more, or the model takes no images: it is then named in words.
   */
  readonly data?: string | undefined;
}

export type ModelMessage =
  | { readonly role: 'system'; readonly text: string }
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] | undefined }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly RequestedCall[];
      /** Sent only to servers that ask for it. */
      readonly reasoning?: string | undefined;
      /** Sent only to services of Anthropic's protocol. */
      readonly thinking?: readonly ThinkingBlock[] | undefined;
    }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
}

export interface ModelReply {
  readonly model: string;
  readonly text: string;
  readonly reasoning?: string | undefined;
  /** Reasoning in the form that the service wants back. */
  readonly thinking?: readonly ThinkingBlock[] | undefined;
  readonly refusal?: string | undefined;
  /** Complete calls only: one that was cut off is left out, and `finish` is not `tool-calls`. */
  readonly calls: readonly RequestedCall[];
  readonly finish: 'stop' | 'tool-calls' | 'length' | 'content-filter';
  readonly usage?: TokenUsage | undefined;
  /** Tokens of a thought among those of the reply, as the server counts them; it may show nothing of that thought. */
  readonly reasoningTokens?: number | undefined;
}

/** Origin of a failure, for giving advice. */
export type FailureOrigin =
  | { readonly kind: 'certificate' | 'wrong-protocol' }
  /** A setting or variable of this computer, with what to do about it. */
  | { readonly kind: 'configuration'; readonly advice: string }
  /** An answer of the server, in its own words. */
  | { readonly kind: 'answer'; readonly said: string };

export interface ModelFailure {
  readonly code:
    | 'unauthorized'
    | 'not-found'
    | 'rate-limited'
    | 'unreachable'
    | 'stalled'
    | 'broken-off'
    | 'bad-request'
    | 'server'
    | 'cancelled';
  /** The server's own words where it gave any, else what happened; always with the address asked. */
  readonly message: string;
  readonly retryable: boolean;
  /** HTTP's, where the server answered with one. */
  readonly status?: number | undefined;
  readonly origin?: FailureOrigin | undefined;
}

/**
 * Events of a reply, in this order: any number of `waiting`, `reasoning`, `text` and `call` events, then exactly one
 * `done` or `failed`. After `reasoning`, `text` or `call` there is no silent retry: a reply that breaks off then is
 * `failed`, and what came is the caller's to keep.
 */
export type ModelEvent =
  /**
   * A retry is coming: an HTTP status or a lost connection, before anything was received; or, without the numbers, others
   * are being served, or a key is asked for.
   */
  | { readonly type: 'waiting'; readonly reason: string; readonly delayMs?: number; readonly attempt?: number }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  /** A call is being written; for show only. */
  | { readonly type: 'call'; readonly tool: string; readonly argumentsLength: number }
  | { readonly type: 'done'; readonly reply: ModelReply }
  | { readonly type: 'failed'; readonly failure: ModelFailure };

/** Speaks to a model. The iteration never throws: a failure is an event, because the conversation must contain it. */
export interface ModelClient {
  /** Name for the record and the status bar, such as `openai` or `demo`. */
  readonly name: string;
  readonly model: string;
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** A model under a name of the person's configuration. */
export interface ProfileClient extends ModelClient {
  /** UTF-8 bytes of a token of this profile: the mean of what its last replies showed. */
  readonly bytesPerToken: number;
  /** Resolves when its server was asked how much the model takes at once; that may have changed the profile's context. Never fails. */
  learnContext?(signal: AbortSignal): Promise<void>;
}
