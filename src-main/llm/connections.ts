import type { ProfileProtocol } from '#contract';
import { isKnownKey } from '#contract/profile-presets';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/secrets/redact';
import { AnthropicClient } from './clients/anthropic-client.ts';
import { OpenAiClient, type OpenAiClientOptions } from './clients/openai-client.ts';
import type { ServerClient } from './clients/server-client.ts';
import type { ClientProfile, RequestSettings } from './profile-ports.ts';
import type { ServerHabits } from './servers/server-habits.ts';

export interface ConnectionOptions {
  /** Reads the current settings. */
  readonly settings: () => RequestSettings;
  /** Environment from which proxies are read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly backoff?: OpenAiClientOptions['backoff'];
}

export interface Server {
  readonly baseUrl: string;
  readonly model: string;
  readonly key: string | undefined;
  /** OpenAI's where it is absent. */
  readonly protocol?: ProfileProtocol | undefined;
}

/** The client of a server by what that speaks. */
export function serverClient(protocol: ProfileProtocol | undefined, options: OpenAiClientOptions): ServerClient {
  return protocol === 'anthropic' ? new AnthropicClient(options) : new OpenAiClient(options);
}

/** Builds the options of a client; keys are redacted from a server's words. */
export function clientOptions(
  { baseUrl, model, key }: Server,
  settings: RequestSettings,
  { environment, log, redactor, backoff }: ConnectionOptions,
): OpenAiClientOptions {
  if (key) redactor.addKey(key);
  // Short keys too: here they can only be the key, but for those that are ordinary words.
  const isSecret = key !== undefined && key.length >= 4 && !isKnownKey(key);
  return {
    ...settings,
    baseUrl,
    model,
    key,
    environment,
    log,
    ...(backoff && { backoff }),
    redact: (text) => redactor.text(isSecret ? text.replaceAll(key, '[key]') : text),
  };
}

/**
 * The connections of a profile: one, kept as long as its key stays the same, so that it is used again. One that was
 * left ends by itself.
 */
export class Connections {
  readonly #profile: ClientProfile;
  readonly #settings: RequestSettings;
  readonly #habits: ServerHabits;
  readonly #options: ConnectionOptions;
  #kept: { readonly key: string; readonly client: ServerClient } | undefined;
  #isRetired = false;

  constructor(profile: ClientProfile, settings: RequestSettings, habits: ServerHabits, options: ConnectionOptions) {
    this.#profile = profile;
    this.#settings = settings;
    this.#habits = habits;
    this.#options = options;
  }

  connect(key: string): ServerClient {
    if (this.#kept?.key === key) return this.#kept.client;
    this.#kept?.client.retire();
    const { baseUrl, model, protocol } = this.#profile;
    const server = { baseUrl, model, key: key === '' ? undefined : key };
    const options = clientOptions(server, this.#settings, this.#options);
    const client = serverClient(protocol, { ...options, habits: this.#habits });
    // A turn that began with a profile as it was asks once more.
    if (this.#isRetired) client.retire();
    this.#kept = { key, client };
    return client;
  }

  /** Lets requests under way finish, and those of turns that go on; nothing stays open after them. */
  retire(): void {
    this.#isRetired = true;
    this.#kept?.client.retire();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kept?.client[Symbol.asyncDispose]();
  }
}
