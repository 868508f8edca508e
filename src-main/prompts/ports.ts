/** Interfaces between the parts of the prompt engine. */
import type {
  PromptProblem,
  PromptRecord,
  PromptStoreState,
  PromptsState,
  RenderOutcome,
  ToolCallTrace,
  ToolRecord,
  ValueSource,
} from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { LiveValue } from '#core/async/streams';
import type { TemplateValue } from '#template';

/** Keys and values as in Redis: `shenma:<kind>:…` and JSON text. */
export interface PromptStore extends AsyncDisposable {
  readonly state: LiveValue<PromptStoreState>;
  /** Number of the store that answers now, where others may take its place: another database may have the same place. */
  readonly opening?: number;
  /** Every key with this prefix, in any order. @throws AppError UNAVAILABLE */
  scan(prefix: string): Promise<readonly string[]>;
  /** Values of those that are there. @throws AppError UNAVAILABLE */
  read(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Resolves once it is kept. @throws AppError UNAVAILABLE, INVALID_INPUT for a key it cannot keep */
  write(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** Keys that were written or removed, by whomever, as far as the store tells; `undefined`: some, read all again. */
  readonly onChanged: Subscribe<readonly string[] | undefined>;
}

/** Variables that the app itself publishes, by key; asked for at each reading. */
export interface AppVariables {
  readonly keys: () => readonly string[];
  /** JSON value; `undefined` if it is switched off or there is none. */
  readonly read: (key: string) => Promise<unknown>;
  readonly onChanged: Subscribe<void>;
}

/** Variables of a codebase that the app publishes, computed for any folder. */
export interface CodebaseVariables {
  /** Reads the variables of a codebase by id; empty while they are switched off. @throws when it takes too long */
  readonly codebaseOf: (folder: string) => Promise<ReadonlyMap<string, unknown>>;
}

/** A tool of the tables, ready to be called. */
export interface LoadedTool {
  readonly id: string;
  readonly callable: string;
  readonly key: string;
  readonly record: ToolRecord;
}

export interface ToolCallOutcome {
  readonly outcome: ToolCallTrace['outcome'];
  /** Result as templates see it: EMPTY if nothing replaces the call. */
  readonly value: TemplateValue;
  /** Arguments by name, as they were validated. */
  readonly arguments: unknown;
  readonly error?: string | undefined;
  readonly request?: string | undefined;
}

/** Calls tools over HTTP, MCP or gRPC. Never rejects: a failure is an outcome, and logged. */
export interface ToolCaller extends AsyncDisposable {
  /** `args` as the template gave them, in order. */
  call(
    tool: LoadedTool,
    args: readonly TemplateValue[],
    options: { readonly signal: AbortSignal; readonly limitMs: number },
  ): Promise<ToolCallOutcome>;
}

export interface RenderRequest {
  /** A prompt of the tables… */
  readonly id?: string | undefined;
  /** …or a record that may not be saved. */
  readonly draft?: PromptRecord | undefined;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether to say where every piece came from. */
  readonly traced: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Variables by id that replace the store's: brought by a case or a past rendering. */
  readonly variables?: ReadonlyMap<string, unknown> | undefined;
  /** `variables` are all there are: nothing of the store, nothing of the app. */
  readonly onlyVariables?: boolean | undefined;
  /** Called once, before anything is executed, with every variable that could be read, by id, in full, as JSON text. */
  readonly onUsed?: ((used: ReadonlyMap<string, string>) => void) | undefined;
  /** Called with the prompt of the tables that is rendered, none for a draft; the last call counts. */
  readonly onFound?: ((prompt: LoadedPrompt) => void) | undefined;
  /**
   * Results used instead of calling tools, in the order of the calls; a call that is missing gives EMPTY. The names are
   * functions of the text even if there is no such tool any more. With `tools`, those are called all the same, and only
   * the names count.
   */
  readonly results?: readonly { readonly name: string; readonly result: unknown }[] | undefined;
  /** Whether the caller must not know of the app's conversations, which then do not exist for it. */
  readonly hidesConversations?: boolean | undefined;
  /** Time limit in milliseconds; that of the settings if absent. */
  readonly limitMs?: number | undefined;
  /** Whether tools are called; otherwise each call gives EMPTY. */
  readonly callsTools?: boolean | undefined;
  /**
   * Tool caller for this rendering instead of the engine's own: a preview reuses earlier results, a case records them.
   */
  readonly tools?: Pick<ToolCaller, 'call'> | undefined;
}

export interface PromptEngine extends AsyncDisposable {
  /** State for the lists; versions and cases are counted where they are kept. */
  readonly state: LiveValue<PromptsState>;
  /** The first loading is over, well or not. */
  readonly ready: Promise<void>;
  /** Reads everything again, and tells why not all of it could be read. Never rejects. */
  refresh(): Promise<string | undefined>;
  /**
   * Reads a prompt and the tools again (without an id everything) where the store does not tell of changes and that was not done in the
   * last seconds; and everything where there is no such prompt. Never rejects; a slow store is not waited for.
   */
  look(id?: string): Promise<void>;
  /** Never rejects: what goes wrong is the outcome. */
  render(request: RenderRequest): Promise<RenderOutcome>;
  /** Checks a draft for syntax, unknown functions and undefined references, in the order of the text. */
  check(draft: PromptRecord, args: Readonly<Record<string, unknown>>): readonly PromptProblem[];
  prompt(id: string): LoadedPrompt | undefined;
  tool(id: string): LoadedTool | undefined;
  /** The stored JSON, unchanged. */
  raw(kind: 'extension' | 'template' | 'tool', id: string): { readonly key: string; readonly text: string } | undefined;
  /** Value of the exact key, else what the dotted path leads to (docs/decisions/017-prompts.md). */
  variable(
    id: string,
    options?: Pick<RenderRequest, 'hidesConversations'>,
  ): Promise<
    | {
        readonly value: unknown;
        /** The JSON text of it as it is stored, with all digits; absent if several records make it. */
        readonly json?: string;
        readonly key?: string;
        readonly source: ValueSource;
        readonly readAt: number;
      }
    | undefined
  >;
}

export interface LoadedPrompt {
  readonly id: string;
  readonly key: string;
  readonly origin: 'direct' | 'extension';
  readonly record: PromptRecord;
  /** JSON of the record as it is stored, and the SHA-256 of it. */
  readonly stored: string;
  readonly hash: string;
  readonly error?: PromptProblem | undefined;
}
