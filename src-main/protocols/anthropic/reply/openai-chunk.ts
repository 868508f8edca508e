import type { ThinkingBlock } from '#contract';

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** A piece of a call; only its first has the id and the name. */
export interface CallDelta {
  readonly index: number;
  readonly id?: string;
  readonly type?: 'function';
  readonly function: { readonly name?: string; readonly arguments: string };
}

export interface ChunkDelta {
  readonly role?: 'assistant';
  readonly content?: string;
  readonly reasoning_content?: string;
  /** Signature of the thinking block that has just ended. */
  readonly reasoning_signature?: string;
  /** Blocks that have ended, to be sent back as they are. */
  readonly thinking_blocks?: readonly ThinkingBlock[];
  readonly tool_calls?: readonly CallDelta[];
}

export interface OpenAiUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details: { readonly cached_tokens: number };
}

/** An event of OpenAI's streamed chat completions. */
export interface OpenAiChunk {
  readonly id: string;
  readonly object: 'chat.completion.chunk';
  readonly created: number;
  readonly model: string;
  readonly choices: readonly {
    readonly index: 0;
    readonly delta: ChunkDelta;
    readonly finish_reason: FinishReason | null;
  }[];
  readonly usage?: OpenAiUsage;
}

/**
 * Kinds of failed replies: what the service says by itself; `api` for all else that it says, `cut` for a reply without its end, `protocol`
 * for one that is none.
 */
export type ReplyErrorKind = 'overloaded' | 'rate' | 'invalid' | 'api' | 'cut' | 'protocol';

/** An error in place of a chunk, in OpenAI's form; nothing follows it. */
export interface OpenAiError {
  readonly error: { readonly message: string; readonly type: string; readonly code: ReplyErrorKind };
}

export type ReplyPart = OpenAiChunk | OpenAiError;
