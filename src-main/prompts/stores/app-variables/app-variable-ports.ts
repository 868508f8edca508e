import type { PromptSettings } from '#contract';
import type { Subscribe } from '#core/async/emitter';
import type { Logger } from '#core/logger';

/** Group as named in the settings that switch it off and in keys: `shenma:environs:chat:…`. */
export type AppVariableGroup = Exclude<keyof PromptSettings['publish'], 'to_redis'>;

export interface ChatMessageFact {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatSessionFact {
  readonly id: string;
  readonly title: string;
  /** Time of its last event, in milliseconds since 1970. */
  readonly at: number;
}

export interface CompletionFact {
  readonly model: string;
  readonly session: string;
  readonly content: string;
  readonly at: number;
}

export interface ModelFact {
  /** Name of the profile. */
  readonly name: string;
  readonly model: string;
  readonly contextTokens?: number | undefined;
  readonly isDefault: boolean;
  /** Further features of the model, such as prices. */
  readonly features?: Readonly<Record<string, unknown>> | undefined;
}

export interface ModuleFact {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

/** Facts of the app that templates may use. Each is read when a template does; what fails is left out. */
export interface AppVariablePorts {
  readonly chat: {
    /** Newest first, at most `limit`. */
    sessions(limit: number): Promise<readonly ChatSessionFact[]>;
    /** Reads the last `limit` messages of a session, oldest first. */
    messages(session: string, limit: number): Promise<readonly ChatMessageFact[]>;
    /** Replies of models, newest first, at most `limit`. */
    completions(limit: number): Promise<readonly CompletionFact[]>;
  };
  readonly models: () => Promise<readonly ModelFact[]>;
  readonly modules: () => readonly ModuleFact[];
  /** Absolute path, as it is now. */
  readonly workspace: () => { readonly path: string; readonly name: string };
  /** Environment for git. */
  readonly environment: Readonly<Record<string, string>>;
  /** One of them may be another one now. */
  readonly onChanged: Subscribe<AppVariableGroup>;
  readonly log: Logger;
}
