import type { Connection, ProfileFields, ProfilePreset } from '#contract';
import { NO_KEY, PRESETS } from '#contract/profile-presets';
import { isOnThisMachine } from '#contract/this-machine';
import { serverName } from '#core/servers/server-name';
import type { RawProfile } from './files/config-file.ts';
import { resolveProfile } from './resolve.ts';
import { type SavingOptions, saveProfile } from './save-profile.ts';
import { isUnixAddress } from './server-address.ts';

const HOSTED: ReadonlyMap<string, ProfilePreset> = new Map(
  (['openai', 'anthropic', 'openrouter'] as const).map((name) => [new URL(PRESETS[name].baseurl).hostname, name]),
);
const OLLAMA_PORT = new URL(PRESETS.ollama.baseurl).port;

/**
 * Makes a server the one that answers: by the profile of the global file that has its address, else by a new one.
 *
 * @throws AppError as saving a profile does
 */
export async function connectModelServer(options: SavingOptions, { baseUrl, model, key, protocol }: Connection) {
  const { profiles } = options.profiles.store('global').file;
  const known = profiles.find((profile) => isSameServer(resolveProfile(profile).baseUrl, baseUrl));
  const profile = known?.name ?? freeName(serverName(baseUrl), profiles);
  const needsNone =
    key === '' || (key === undefined && known === undefined && (isOnThisMachine(baseUrl) || isUnixAddress(baseUrl)));
  await saveProfile(options, {
    scope: 'global',
    name: profile,
    fields: {
      ...withProtocol(known ? profileFields(known) : usualFields(baseUrl), protocol),
      baseUrl,
      ...(model.trim() && { model: model.trim() }),
    },
    ...(needsNone ? { key: NO_KEY, keyIn: 'profile' } : { key }),
    makeDefault: true,
  });
  return { profile };
}

/** The preset of a server that has one. */
function usualFields(baseUrl: string): ProfileFields {
  if (isUnixAddress(baseUrl)) return {};
  const { hostname, port } = new URL(baseUrl);
  const hosted = HOSTED.get(hostname);
  if (hosted) return { preset: hosted };
  return port === OLLAMA_PORT && isOnThisMachine(baseUrl) ? { preset: 'ollama' } : {};
}

function profileFields({ text }: RawProfile): ProfileFields {
  const { preset, protocol, model, prompt, concurrency, context, images } = text;
  const fields = { preset, protocol, model, prompt, concurrency, context, images };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The fields with the protocol by which the server was tried; a preset's own need not be named. */
function withProtocol({ protocol: _, ...fields }: ProfileFields, protocol: Connection['protocol']): ProfileFields {
  const usual = (fields.preset && PRESETS[fields.preset].protocol) ?? 'openai';
  return protocol === undefined || protocol === usual ? fields : { ...fields, protocol };
}

const isSameServer = (one: string, other: string) => withSlash(one) === withSlash(other);

const withSlash = (address: string) => address.trim().replace(/\/*$/, '/');

function freeName(name: string, taken: readonly RawProfile[], count = 1): string {
  const candidate = count === 1 ? name : `${name}-${count}`;
  return taken.some((profile) => profile.name === candidate) ? freeName(name, taken, count + 1) : candidate;
}
