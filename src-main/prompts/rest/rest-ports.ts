/** Dependencies of the REST API on those around it. */
import type { LedgerEventData, RenderedPrompt } from '#contract';
import type { LiveValue } from '#core/async/streams';
import type { LoadedPrompt } from '../ports.ts';

/** Address and credentials with which a model is asked. */
export interface LlmTarget {
  /** Base URL to which `/chat/completions` is appended, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** Empty: none is sent. */
  readonly apiKey: string;
  readonly model: string;
}

export interface LlmPort {
  /**
   * The target for the model that a request names, or names none. `undefined`: there is none. @throws AppError if its
   * key cannot be had
   */
  resolve(model: string | undefined, signal: AbortSignal): Promise<LlmTarget | undefined>;
}

/** Request about to be sent to a model. */
export interface OutgoingChat {
  /** Prompt that was rendered. */
  readonly prompt: LoadedPrompt;
  readonly rendered: RenderedPrompt;
  /** Variables that it could read, by id, as JSON. */
  readonly used: ReadonlyMap<string, string>;
  /** Messages as they are sent. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly model: string;
}

/** Reply of a model, as far as it came. */
export interface ChatReply {
  readonly text: string;
  readonly reasoning?: string;
  readonly finish: LedgerEventData<'llm.replied'>['finish'];
  readonly usage?: LedgerEventData<'llm.replied'>['usage'];
  /** Reason why there is none. */
  readonly error?: string;
}

/** Record of requests to models. */
export interface ChatRecord {
  /** Resolves once it is on the record, with what takes the answer, which never rejects. @throws AppError UNAVAILABLE: nothing may be asked */
  asked(chat: OutgoingChat): Promise<(reply: ChatReply) => Promise<void>>;
}

export interface RestConfig {
  /** An address or a name; empty: all interfaces. */
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Token that callers must present. */
  readonly token: () => string | undefined;
  /** Programs of this machine may come without it. */
  readonly trustsLoopback: boolean;
  /** Goes before a prompt that is one text; empty: nothing does. */
  readonly systemPrompt: () => string;
  readonly version: string;
}

/** Log of requests. Does not build texts that are not wanted. */
export interface RestLog {
  /** Logs a request after it was answered. */
  request(line: RequestLine): void;
  /** A bug, or a fault of the server. */
  error(event: string, fields: Readonly<Record<string, unknown>>): void;
}

export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** Message of an error reply. */
  readonly message: string | undefined;
}

export interface RestCounts {
  readonly requests: number;
  readonly failures: number;
}

export interface RestServer {
  readonly url: string;
  readonly counts: LiveValue<RestCounts>;
  /** Stops within a second, whatever is open. */
  stop(): Promise<void>;
}
