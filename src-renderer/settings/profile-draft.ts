import type { ProfileFields, ProfileView } from '#contract';

export type Preset = '' | 'openai' | 'ollama';
export type KeyPlace = 'keychain' | 'session' | 'profile';

/** A profile as it is typed: everything is text until it is saved. */
export interface ProfileDraft {
  readonly scope: 'global' | 'local';
  readonly name: string;
  readonly preset: Preset;
  readonly baseUrl: string;
  readonly model: string;
  readonly prompt: string;
  readonly concurrency: string;
  readonly context: string;
  readonly key: string;
  readonly keyIn: KeyPlace;
  readonly makeDefault: boolean;
}

/** What an empty field means: as the host fills it in. */
const USUAL = {
  '': { baseUrl: 'https://api.openai.com/v1/', model: 'gpt-4o', concurrency: '1', context: '2000' },
  openai: { baseUrl: 'https://api.openai.com/v1/', model: 'gpt-4o', concurrency: '5', context: '262144' },
  ollama: { baseUrl: 'http://localhost:11434/v1/', model: '', concurrency: '1', context: '2048' },
} as const;

export function usualOf({ preset }: Pick<ProfileDraft, 'preset'>): Record<keyof (typeof USUAL)[''], string> {
  return USUAL[preset];
}

export function newDraft(more: Partial<ProfileDraft> = {}): ProfileDraft {
  return {
    scope: 'global',
    name: '',
    preset: '',
    baseUrl: '',
    model: '',
    prompt: '',
    concurrency: '',
    context: '',
    key: '',
    keyIn: 'keychain',
    makeDefault: false,
    ...more,
  };
}

/** A profile that is there; what is as usual stays empty, so that saving writes no more than the file has. */
export function draftOf(profile: ProfileView): ProfileDraft {
  const preset = profile.preset ?? '';
  const usual = usualOf({ preset });
  const unless = (value: string, same: string) => (value === same ? '' : value);
  return newDraft({
    scope: profile.scope === 'local' ? 'local' : 'global',
    name: profile.name,
    preset,
    baseUrl: unless(profile.baseUrl, usual.baseUrl),
    model: unless(profile.model, usual.model),
    prompt: profile.prompt ?? '',
    concurrency: unless(String(profile.concurrency), usual.concurrency),
    context: unless(String(profile.context), usual.context),
    keyIn: profile.key === 'profile' && preset !== 'ollama' ? 'profile' : 'keychain',
    makeDefault: profile.isDefault,
  });
}

export type ProfileProblems = Partial<Record<keyof ProfileDraft, string>>;

export function problemsOf(draft: ProfileDraft): ProfileProblems {
  const { name, baseUrl, model, preset, concurrency, context } = draft;
  return {
    ...(isName(name) ? {} : { name: 'One to 64 letters, digits, dots and dashes, no spaces.' }),
    ...(baseUrl.trim() === '' || isWebAddress(baseUrl)
      ? {}
      : { baseUrl: 'An address that begins with http:// or https://.' }),
    ...(preset === 'ollama' && model.trim() === ''
      ? { model: 'Ollama needs a model; “Test connection” lists what it has.' }
      : {}),
    ...(isWhole(concurrency, 1) ? {} : { concurrency: 'A whole number, 1 or more.' }),
    ...(isWhole(context, 2000) ? {} : { context: 'A whole number, 2000 or more.' }),
  };
}

/** As the contract has it, which is not loaded for one pattern. */
function isName(name: string): boolean {
  return /^[^\s:#'"[\]{},&*!|>%@`]{1,64}$/u.test(name);
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text.trim()) && URL.canParse(text.trim());
}

function isWhole(text: string, least: number): boolean {
  return (
    text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= least && Number.isSafeInteger(Number(text)))
  );
}

export function fieldsOf(draft: ProfileDraft): ProfileFields {
  const { preset, baseUrl, model, prompt, concurrency, context } = draft;
  return {
    ...(preset === '' ? {} : { preset }),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(prompt.trim() === '' ? {} : { prompt }),
    ...(concurrency.trim() === '' ? {} : { concurrency: Number(concurrency) }),
    ...(context.trim() === '' ? {} : { context: Number(context) }),
  };
}
