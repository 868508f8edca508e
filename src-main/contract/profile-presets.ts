import type { ProfileProtocol } from './connection.ts';

/** The values that a preset stands for. What a profile says itself beats its preset, and that beats the defaults. */
export interface PresetValues {
  readonly baseurl: string;
  readonly key?: string;
  /** The protocol of the server; OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol;
  readonly model?: string;
  /** The variable that other programs of the field read its key from; it goes to the preset's own server alone. */
  readonly keyVariable?: string;
  readonly concurrency: number;
  /** Size of the context, in tokens; where it is absent, the model decides. */
  readonly context?: number;
  /** True if a profile with this preset has to name its model: the usual one makes no sense there. */
  readonly wantsModel?: boolean;
}

export const PRESET_NAMES = ['openai', 'ollama', 'anthropic', 'openrouter'] as const;

export const PRESETS: Readonly<Record<(typeof PRESET_NAMES)[number], PresetValues>> = {
  openai: { baseurl: 'https://api.openai.com/v1/', concurrency: 5, context: 262_144 },
  ollama: { baseurl: 'http://localhost:11434/v1/', key: 'ollama', concurrency: 1, wantsModel: true },
  anthropic: {
    baseurl: 'https://api.anthropic.com/',
    protocol: 'anthropic',
    model: 'claude-sonnet-4-5',
    concurrency: 5,
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  openrouter: {
    baseurl: 'https://openrouter.ai/api/v1/',
    concurrency: 5,
    wantsModel: true,
    keyVariable: 'OPENROUTER_API_KEY',
  },
};

/** Values of a profile without a preset; `context` is in tokens: nearly every model takes more. */
export const DEFAULTS = { baseurl: PRESETS.openai.baseurl, model: 'gpt-4o', concurrency: 1, context: 16_384 };

/** Placeholder key of a profile whose server needs none; it is sent there, and no key is asked for. */
export const NO_KEY = 'none';

/** Whether a key is known to everybody: it stands for none, or it is a preset's. */
export function isKnownKey(key: string): boolean {
  return key === NO_KEY || Object.values(PRESETS).some((preset) => preset.key === key);
}

/** Fewest tokens of a context that a conversation is held in. */
export const MIN_CONTEXT = 2000;

/** A name that a new profile may have; one that is written into a file by hand may have spaces and signs. */
export const PROFILE_NAME = /^[^\s:#'"[\]{},&*!|>%@`]{1,64}$/u;
