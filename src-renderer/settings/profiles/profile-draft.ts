import type { ProfileFields, ProfileView } from '#contract';
import { MIN_CONTEXT, PROFILE_NAME } from '#contract/profile-presets';
import {
  addressProblem,
  type ConnectionDraft,
  EMPTY_CONNECTION,
  goesWithoutKey,
  presetDefaults,
  usualProtocol,
} from '../../connect/connection-draft.ts';

/** Whether the model takes images; `''`: its server decides. */
export type TakesImages = '' | 'yes' | 'no';
export const TAKES_IMAGES = [
  { value: '', label: 'Not known: the server decides' },
  { value: 'yes', label: 'The model takes images' },
  { value: 'no', label: 'The model takes no images' },
] as const;
export type KeyPlace = 'keychain' | 'session' | 'profile';

/** A profile as it is typed: everything is text until it is saved. */
export interface ProfileDraft extends ConnectionDraft {
  readonly scope: 'global' | 'local';
  readonly name: string;
  readonly prompt: string;
  readonly concurrency: string;
  readonly context: string;
  readonly images: TakesImages;
  readonly keyIn: KeyPlace;
  readonly makeDefault: boolean;
}

export function newDraft(more: Partial<ProfileDraft> = {}): ProfileDraft {
  return {
    ...EMPTY_CONNECTION,
    scope: 'global',
    name: '',
    prompt: '',
    concurrency: '',
    context: '',
    images: '',
    keyIn: 'keychain',
    makeDefault: false,
    ...more,
  };
}

/** A profile that is there; what is as usual stays empty, so that saving writes no more than the file has. */
export function profileDraft(profile: ProfileView): ProfileDraft {
  const preset = profile.preset ?? '';
  const usual = presetDefaults({ preset });
  const unless = (value: string, same: string) => (value === same ? '' : value);
  return newDraft({
    scope: profile.scope === 'local' ? 'local' : 'global',
    name: profile.name,
    preset,
    protocol: profile.protocol === usualProtocol(preset) ? '' : (profile.protocol ?? 'openai'),
    baseUrl: unless(profile.baseUrl, usual.baseUrl),
    model: unless(profile.model, usual.model),
    prompt: profile.prompt ?? '',
    concurrency: unless(String(profile.concurrency), usual.concurrency),
    // As large as usual, too: without it, what the server tells would count.
    context: profile.contextFrom === 'file' ? String(profile.context) : '',
    images: profile.images === undefined ? '' : profile.images ? 'yes' : 'no',
    keyIn: profile.key === 'profile' && preset !== 'ollama' ? 'profile' : 'keychain',
    ...(profile.key === 'none' && { needsNoKey: true }),
    makeDefault: profile.isDefault,
  });
}

/** Key fields for saving; empty if the key stays as it is. */
export function keyFields(draft: ProfileDraft, isKnown: boolean): Pick<Partial<ProfileDraft>, 'key' | 'keyIn'> {
  if (goesWithoutKey(draft) && !(isKnown && draft.needsNoKey === undefined)) return { key: 'none', keyIn: 'profile' };
  if (draft.key !== '') return { key: draft.key, keyIn: draft.keyIn };
  // It had none, and is to have one: the host asks for it.
  return draft.needsNoKey === false && isKnown ? { key: '' } : {};
}

export type ProfileProblems = Partial<Record<keyof ProfileDraft, string>>;

/** Problems of what was typed; the name of a known profile is as its file has it. */
export function profileProblems(draft: ProfileDraft, isKnown: boolean): ProfileProblems {
  const { name, baseUrl, model, preset, concurrency, context } = draft;
  const address = addressProblem(baseUrl);
  return {
    ...(isKnown || PROFILE_NAME.test(name) ? {} : { name: 'One to 64 letters, digits, dots and dashes, no spaces.' }),
    ...(address === undefined ? {} : { baseUrl: address }),
    ...(preset === 'ollama' && model.trim() === ''
      ? { model: 'Ollama needs a model; “Test connection” lists what it has.' }
      : {}),
    ...(preset === 'openrouter' && model.trim() === ''
      ? { model: 'OpenRouter needs a model, such as openai/gpt-4o.' }
      : {}),
    ...(isWhole(concurrency, 1) ? {} : { concurrency: 'A whole number, 1 or more.' }),
    ...(isWhole(context, MIN_CONTEXT) ? {} : { context: `A whole number, ${MIN_CONTEXT} or more.` }),
  };
}

function isWhole(text: string, least: number): boolean {
  return (
    text.trim() === '' || (/^\d+$/.test(text.trim()) && Number(text) >= least && Number.isSafeInteger(Number(text)))
  );
}

export function profileFields(draft: ProfileDraft): ProfileFields {
  const { preset, protocol, baseUrl, model, prompt, concurrency, context, images } = draft;
  return {
    ...(preset === '' ? {} : { preset }),
    ...(protocol === '' ? {} : { protocol }),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(prompt.trim() === '' ? {} : { prompt }),
    ...(concurrency.trim() === '' ? {} : { concurrency: Number(concurrency) }),
    ...(context.trim() === '' ? {} : { context: Number(context) }),
    ...(images === '' ? {} : { images: images === 'yes' }),
  };
}
