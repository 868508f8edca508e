import type { ProfileFields, ProfilePreset, ProfileProtocol, ProfileView } from '#contract';
import { DEFAULTS, MIN_CONTEXT, PRESETS, PROFILE_NAME, type PresetValues } from '#contract/profile-presets';
import { isOnThisMachine } from '#contract/this-machine';

export type PresetChoice = '' | ProfilePreset;
/** Protocol of the server; `''`: the preset's, else OpenAI's. */
export type ProtocolChoice = '' | ProfileProtocol;
export const PROTOCOLS = [
  { value: '', label: 'As the preset says, else OpenAI’s' },
  { value: 'openai', label: 'OpenAI’s chat completions' },
  { value: 'anthropic', label: 'Anthropic’s messages' },
] as const;
/** Whether the model takes images; `''`: its server decides. */
export type TakesImages = '' | 'yes' | 'no';
export const TAKES_IMAGES = [
  { value: '', label: 'Not known: the server decides' },
  { value: 'yes', label: 'The model takes images' },
  { value: 'no', label: 'The model takes no images' },
] as const;
export type KeyPlace = 'keychain' | 'session' | 'profile';

/** A profile as it is typed: everything is text until it is saved. */
export interface ProfileDraft {
  readonly scope: 'global' | 'local';
  readonly name: string;
  readonly preset: PresetChoice;
  readonly protocol: ProtocolChoice;
  readonly baseUrl: string;
  readonly model: string;
  readonly prompt: string;
  readonly concurrency: string;
  readonly context: string;
  readonly images: TakesImages;
  readonly key: string;
  readonly keyIn: KeyPlace;
  /** The server needs no key; absent: nobody has said so, and it is true of one on this machine. */
  readonly needsNoKey?: boolean | undefined;
  readonly makeDefault: boolean;
}

/** Values that empty fields stand for, as the host fills them in. */
export function usualOf({ preset }: Pick<ProfileDraft, 'preset'>): Readonly<Record<UsualField, string>> {
  const { baseurl, model, wantsModel, concurrency, context }: Partial<PresetValues> =
    preset === '' ? DEFAULTS : PRESETS[preset];
  return {
    baseUrl: baseurl ?? DEFAULTS.baseurl,
    model: model ?? (wantsModel ? '' : DEFAULTS.model),
    concurrency: String(concurrency ?? DEFAULTS.concurrency),
    context: String(context ?? DEFAULTS.context),
  };
}

type UsualField = 'baseUrl' | 'model' | 'concurrency' | 'context';

export function newDraft(more: Partial<ProfileDraft> = {}): ProfileDraft {
  return {
    scope: 'global',
    name: '',
    preset: '',
    protocol: '',
    baseUrl: '',
    model: '',
    prompt: '',
    concurrency: '',
    context: '',
    images: '',
    key: '',
    keyIn: 'keychain',
    makeDefault: false,
    ...more,
  };
}

/** A profile that is there; what is as usual stays empty, so that saving writes no more than the file has. */
export function profileDraft(profile: ProfileView): ProfileDraft {
  const preset = profile.preset ?? '';
  const usual = usualOf({ preset });
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
    context: profile.contextFrom === 'file' ? unless(String(profile.context), usual.context) : '',
    images: profile.images === undefined ? '' : profile.images ? 'yes' : 'no',
    keyIn: profile.key === 'profile' && preset !== 'ollama' ? 'profile' : 'keychain',
    ...(profile.key === 'none' && { needsNoKey: true }),
    makeDefault: profile.isDefault,
  });
}

/** Protocol of a server with this preset; undefined for OpenAI's. */
export function usualProtocol(preset: PresetChoice): ProfileProtocol | undefined {
  return preset === 'anthropic' ? 'anthropic' : undefined;
}

/** Protocol of a draft's server. */
export function protocolOf({
  protocol,
  preset,
}: Pick<ProfileDraft, 'protocol' | 'preset'>): ProfileProtocol | undefined {
  return protocol === '' ? usualProtocol(preset) : protocol;
}

/** Whether requests go without a key: as the person said, else where the server is on this machine and no key was typed. */
export function goesWithoutKey({ needsNoKey, key, baseUrl, preset }: ProfileDraft): boolean {
  if (needsNoKey !== undefined) return needsNoKey;
  if (isSocketAddress(baseUrl)) return key === '';
  return key === '' && preset === '' && URL.canParse(baseUrl.trim()) && isOnThisMachine(baseUrl.trim());
}

/** Key fields for saving; empty if the key stays as it is. */
export function keyFields(draft: ProfileDraft, isKnown: boolean): Pick<Partial<ProfileDraft>, 'key' | 'keyIn'> {
  if (goesWithoutKey(draft) && !(isKnown && draft.needsNoKey === undefined)) return { key: 'none', keyIn: 'profile' };
  if (draft.key !== '') return { key: draft.key, keyIn: draft.keyIn };
  // It had none, and is to have one: the host asks for it.
  return draft.needsNoKey === false && isKnown ? { key: '' } : {};
}

export type ProfileProblems = Partial<Record<keyof ProfileDraft, string>>;

export function profileProblems(draft: ProfileDraft): ProfileProblems {
  const { name, baseUrl, model, preset, concurrency, context } = draft;
  return {
    ...(PROFILE_NAME.test(name) ? {} : { name: 'One to 64 letters, digits, dots and dashes, no spaces.' }),
    ...(baseUrl.trim() === '' || isWebAddress(baseUrl) || isSocketAddress(baseUrl)
      ? {}
      : { baseUrl: 'An address that begins with http:// or https://, or unix: and the path of a socket.' }),
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

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text.trim()) && URL.canParse(text.trim());
}

function isSocketAddress(text: string): boolean {
  return /^unix:(\/\/)?\/[^/]/i.test(text.trim());
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
