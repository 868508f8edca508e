import type { Connection, Settings } from '#contract';
import { AppError } from '#core/app-error';
import type { Subscribe } from '#core/emitter';
import type { Logger } from '#core/logger';
import { os } from '#core/procedures';
import type { Redactor } from '#core/redact';
import { LiveValue } from '#core/streams';
import { ClientCache } from './client-cache.ts';
import { chooseConnection, environmentUrl, keyFor, statusOf } from './connection-choice.ts';
import { testConnection } from './connection-test.ts';
import { findLocalServers, type LocalServer, USUAL_SERVERS } from './local-servers.ts';
import type { ModelClient } from './model-client.ts';

/** The part of the settings that models need; the settings feature has it. */
export interface ModelSettingsPort {
  current(): Pick<Settings, 'model'>;
  readonly onChanged: Subscribe<unknown>;
  /** All of them or none; `undefined` takes a setting out. */
  setAll(values: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface ModelsOptions {
  readonly settings: ModelSettingsPort;
  /** SIGMA_BASE_URL, SIGMA_MODEL, SIGMA_API_KEY, OPENAI_API_KEY, and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly localServers?: readonly LocalServer[];
  /** Between two words of the demo, in milliseconds. */
  readonly demoWordDelayMs?: number;
}

export interface ModelsFeature extends AsyncDisposable {
  readonly router: ReturnType<typeof routerOf>;
  /** What answers now; `undefined` while nothing is connected. */
  client(): ModelClient | undefined;
}

/** The models feature: which model answers, its client, and ways to connect one. */
export function createModels(options: ModelsOptions): ModelsFeature {
  const { settings, environment, redactor, log } = options;
  for (const key of [environment.SIGMA_API_KEY, environment.OPENAI_API_KEY]) if (key) redactor.add(key);
  if (environment.SIGMA_BASE_URL && environmentUrl(environment) === undefined) {
    log.warn('model.environment.ignored', { variable: 'SIGMA_BASE_URL', reason: 'not an http or https address' });
  }
  const chosen = () => chooseConnection(settings.current().model, environment);
  const status = new LiveValue(statusOf(chosen()));
  const cache = new ClientCache(options);
  const unsubscribe = settings.onChanged(() => {
    const next = statusOf(chosen());
    if (JSON.stringify(next) !== JSON.stringify(status.value)) status.set(next);
  });
  return {
    router: routerOf(options, status, cache),
    client: () => cache.clientFor(chosen()),
    [Symbol.asyncDispose]: async () => {
      unsubscribe();
      await cache[Symbol.asyncDispose]();
    },
  };
}

function routerOf(options: ModelsOptions, status: LiveValue<ReturnType<typeof statusOf>>, cache: ClientCache) {
  const { settings, environment, localServers = USUAL_SERVERS } = options;
  const never = new AbortController().signal;
  return os.model.router({
    status: os.model.status.handler(({ signal }) => status.stream(signal)),
    test: os.model.test.handler(({ input, signal = never }) => {
      const stored = keyFor(input.baseUrl, settings.current().model, environment).key;
      const key = input.key === undefined ? stored : input.key.trim();
      return testConnection(cache.optionsFor({ baseUrl: input.baseUrl, model: input.model.trim(), key }), signal);
    }),
    connect: os.model.connect.handler(({ input }) => connect(options, input)),
    useDemo: os.model.useDemo.handler(() => settings.setAll({ 'model.provider': 'demo' })),
    localServers: os.model.localServers.handler(({ signal = never }) => findLocalServers(localServers, signal)),
  });
}

/** @throws AppError CONFLICT when the environment decides otherwise; as the settings do */
async function connect({ settings, environment, redactor }: ModelsOptions, connection: Connection): Promise<void> {
  const forced = environmentUrl(environment);
  if (forced !== undefined && new URL(forced).href !== new URL(connection.baseUrl).href) {
    throw new AppError('CONFLICT', 'The environment variable SIGMA_BASE_URL decides which server is asked', {
      where: 'SIGMA_BASE_URL',
      advice: 'Start Sigma Shell without it to connect another server.',
    });
  }
  const key = connection.key?.trim();
  if (key) redactor.add(key);
  const origin = new URL(connection.baseUrl).origin;
  await settings.setAll({
    'model.provider': 'openai',
    'model.base_url': connection.baseUrl,
    'model.name': connection.model.trim(),
    // An empty key says that this server gets none, not even one of the environment.
    ...(key === undefined ? {} : { 'model.key': key, 'model.key_origin': origin }),
  });
}
