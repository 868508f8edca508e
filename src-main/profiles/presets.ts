/** What a preset stands for. Explicit beats preset beats default. */
export interface Preset {
  readonly baseurl: string;
  readonly key?: string;
  readonly concurrency: number;
  /** In tokens; absent: by the model. */
  readonly context?: number;
  /** Without one of its own, a profile with this preset has no model: the usual one makes no sense there. */
  readonly wantsModel?: boolean;
}

export const PRESETS: ReadonlyMap<string, Preset> = new Map([
  ['openai', { baseurl: 'https://api.openai.com/v1/', concurrency: 5, context: 262_144 }],
  ['ollama', { baseurl: 'http://localhost:11434/v1/', key: 'ollama', concurrency: 1, wantsModel: true }],
]);

/** Without a preset; `context` is in tokens: nearly every model takes more. */
export const DEFAULTS = { baseurl: 'https://api.openai.com/v1/', model: 'gpt-4o', concurrency: 1, context: 16_384 };

export const MIN_CONTEXT = 2000;

/** Servers that everyone's profiles reach, so that a file which names one of them leads no key astray. */
export const USUAL_ORIGINS: readonly string[] = [...PRESETS.values(), DEFAULTS].map(
  ({ baseurl }) => new URL(baseurl).origin,
);
