import type { Connection, ProfilePreset, ProfileProtocol } from '#contract';
import { DEFAULTS, PRESETS, type PresetValues } from '#contract/profile-presets';
import { isOnThisMachine } from '#contract/this-machine';

export type PresetChoice = '' | ProfilePreset;
/** Protocol of the server; `''`: the preset's, else OpenAI's. */
export type ProtocolChoice = '' | ProfileProtocol;

/** Server, model and key as they are typed, wherever a model is connected: everything is text until it is used. */
export interface ConnectionDraft {
  readonly preset: PresetChoice;
  readonly protocol: ProtocolChoice;
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string;
  /** The server needs no key; absent: nobody has said so, and it is true of one on this machine. */
  readonly needsNoKey?: boolean | undefined;
}

export const EMPTY_CONNECTION: ConnectionDraft = { preset: '', protocol: '', baseUrl: '', model: '', key: '' };

/** Whether a change makes it another server, or another key for it: what was said of the one before is not of this one. */
export function isOtherServer(change: Partial<ConnectionDraft>): boolean {
  return SERVER_FIELDS.some((field) => field in change);
}

const SERVER_FIELDS = ['preset', 'protocol', 'baseUrl', 'key', 'needsNoKey'] as const;

type UsualField = 'baseUrl' | 'model' | 'concurrency' | 'context';

/** Values that empty fields stand for, as the host fills them in. */
export function presetDefaults({ preset }: Pick<ConnectionDraft, 'preset'>): Readonly<Record<UsualField, string>> {
  const { baseurl, model, wantsModel, concurrency, context }: Partial<PresetValues> =
    preset === '' ? DEFAULTS : PRESETS[preset];
  return {
    baseUrl: baseurl ?? DEFAULTS.baseurl,
    model: model ?? (wantsModel ? '' : DEFAULTS.model),
    concurrency: String(concurrency ?? DEFAULTS.concurrency),
    context: String(context ?? DEFAULTS.context),
  };
}

/** Protocol of a server with this preset; undefined for OpenAI's. */
export function usualProtocol(preset: PresetChoice): ProfileProtocol | undefined {
  return preset === 'anthropic' ? 'anthropic' : undefined;
}

/** Protocol of a draft's server. */
export function protocolOf({
  protocol,
  preset,
}: Pick<ConnectionDraft, 'protocol' | 'preset'>): ProfileProtocol | undefined {
  return protocol === '' ? usualProtocol(preset) : protocol;
}

/** Whether requests go without a key: as the person said, else where the server is on this machine and no key was typed. */
export function goesWithoutKey({ needsNoKey, key, baseUrl, preset }: ConnectionDraft): boolean {
  if (needsNoKey !== undefined) return needsNoKey;
  if (isSocketAddress(baseUrl)) return key === '';
  return key === '' && preset === '' && URL.canParse(baseUrl.trim()) && isOnThisMachine(baseUrl.trim());
}

/**
 * Connection that a draft describes, with the usual values in place of empty fields. A key that was not typed is left
 * to the host, unless the person said that none is needed.
 */
export function connectionOf(draft: ConnectionDraft): Connection {
  const usual = presetDefaults(draft);
  const protocol = protocolOf(draft);
  const key = draft.key === '' && draft.needsNoKey !== true ? undefined : draft.key;
  return {
    ...(protocol && { protocol }),
    baseUrl: draft.baseUrl.trim() || usual.baseUrl,
    model: draft.model.trim() || usual.model,
    ...(key !== undefined && { key }),
  };
}

/** Reason why the text is no address of a server; an empty one is the usual address. */
export function addressProblem(text: string): string | undefined {
  const isWeb = /^https?:\/\/[^\s/]+/i.test(text.trim()) && URL.canParse(text.trim());
  return text.trim() === '' || isWeb || isSocketAddress(text)
    ? undefined
    : 'An address begins with http:// or https://, such as http://127.0.0.1:11434/v1, or with unix: and the path of a socket.';
}

function isSocketAddress(text: string): boolean {
  return /^unix:(\/\/)?\/[^/]/i.test(text.trim());
}
