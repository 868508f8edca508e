import { PRESETS as OF_CONTRACT, type PresetValues } from '#contract/profile-presets';
import { originOf } from './server-address.ts';

/** Values of a preset. Explicit beats preset beats default. */
export interface Preset {
  readonly baseurl: string;
  readonly key?: string;
  /** OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol;
  readonly model?: string;
  /** The variable that other programs of the field read its key from; it goes to the preset's own server alone. */
  readonly keyVariable?: string;
  readonly concurrency: number;
  /** Context size in tokens; if absent, it depends on the model. */
  readonly context?: number;
  /** Whether a profile with this preset must name its own model, because the default one makes no sense there. */
  readonly wantsModel?: boolean;
}

export const PRESETS: ReadonlyMap<string, Preset> = new Map<ProfilePreset, Preset>([
  ['openai', { baseurl: 'https://api.openai.com/v1/', concurrency: 5, context: 262_144 }],
  ['ollama', { baseurl: 'http://localhost:11434/v1/', key: 'ollama', concurrency: 1, wantsModel: true }],
  [
    'anthropic',
    {
      baseurl: 'https://api.anthropic.com/',
      protocol: 'anthropic',
      model: 'claude-sonnet-4-5',
      concurrency: 5,
      keyVariable: 'ANTHROPIC_API_KEY',
    },
  ],
  [
    'openrouter',
    { baseurl: 'https://openrouter.ai/api/v1/', concurrency: 5, wantsModel: true, keyVariable: 'OPENROUTER_API_KEY' },
  ],
]);

/** Values used without a preset; `context` is in tokens: nearly every model takes more. */
export const DEFAULTS = { baseurl: 'https://api.openai.com/v1/', model: 'gpt-4o', concurrency: 1, context: 16_384 };

export const MIN_CONTEXT = 2000;

/** Servers that everyone's profiles reach, so that a file which names one of them leads no key astray. */
export const USUAL_ORIGINS: readonly string[] = [OF_CONTRACT.openai, OF_CONTRACT.ollama].map(({ baseurl }) =>
  originOf(baseurl),
);
