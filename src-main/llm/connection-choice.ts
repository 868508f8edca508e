import type { ModelStatus, Settings } from '#contract';
import { DEMO_MODEL } from './demo-script.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type ModelSettings = Settings['model'];

/** What answers, by the settings and the environment. */
export interface ChosenConnection {
  readonly provider: ModelSettings['provider'];
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly keyFrom: ModelStatus['keyFrom'];
}

/**
 * SIGMA_BASE_URL and SIGMA_MODEL win over the settings, and connect where nothing is chosen; the demo, once chosen, stays.
 */
export function chooseConnection(settings: ModelSettings, environment: Environment): ChosenConnection {
  const fromEnvironment = environmentUrl(environment);
  const baseUrl = fromEnvironment ?? settings.base_url;
  const model = environment.SIGMA_MODEL || settings.name;
  const provider = settings.provider === 'none' && fromEnvironment !== undefined ? 'openai' : settings.provider;
  return { provider, baseUrl, model, ...keyFor(baseUrl, settings, environment) };
}

/** SIGMA_BASE_URL where it can be used. */
export function environmentUrl({ SIGMA_BASE_URL: url }: Environment): string | undefined {
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}

/**
 * The key that belongs to the server at `baseUrl`: the stored one where it was entered for this origin (an empty one means
 * that none is wanted), else SIGMA_API_KEY, which belongs to SIGMA_BASE_URL where that is set, else OPENAI_API_KEY for OpenAI.
 */
export function keyFor(
  baseUrl: string,
  settings: ModelSettings,
  environment: Environment,
): Pick<ChosenConnection, 'key' | 'keyFrom'> {
  const origin = new URL(baseUrl).origin;
  const storedFor = settings.key_origin ?? new URL(settings.base_url).origin;
  if (settings.key !== undefined && originOf(storedFor) === origin) {
    return settings.key === '' ? NO_KEY : { key: settings.key, keyFrom: 'settings' };
  }
  const bound = environmentUrl(environment);
  const isOurs = bound === undefined || new URL(bound).origin === origin;
  if (environment.SIGMA_API_KEY && isOurs) return { key: environment.SIGMA_API_KEY, keyFrom: 'environment' };
  if (environment.OPENAI_API_KEY && origin === 'https://api.openai.com') {
    return { key: environment.OPENAI_API_KEY, keyFrom: 'environment' };
  }
  return NO_KEY;
}

export function statusOf({ provider, baseUrl, model, keyFrom }: ChosenConnection): ModelStatus {
  const labels = {
    none: 'No model',
    demo: DEMO_MODEL,
    openai: `${model || '(no model chosen)'} at ${new URL(baseUrl).host}`,
  };
  const name = provider === 'demo' ? DEMO_MODEL : model;
  return { provider, label: labels[provider], baseUrl, model: name, keyFrom: provider === 'openai' ? keyFrom : 'none' };
}

const NO_KEY = { key: undefined, keyFrom: 'none' } as const;

/** What a person wrote as the origin may have a path, or be nonsense. */
function originOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
