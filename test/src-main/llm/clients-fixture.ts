import { Redactor } from '#core/secrets/redact';
import { type ClientProfile, type ClientsOptions, createClients, type KeyPort } from '#llm';
import { silentLogger as log } from '../../support/silent-logger.ts';
import { QUICK } from './model-fixture.ts';

/** Gives this key to every profile, and none after a 401. */
export function keysOf(key = 'key-0123456789', more: Partial<KeyPort> = {}): KeyPort {
  return { keyFor: async () => ({ key }), unauthorized: async () => undefined, ...more };
}

/** Clients that lose no time. */
export function clientsWith(options: Partial<ClientsOptions> = {}) {
  return createClients({
    keys: keysOf(),
    settings: () => ({ topP: 0.25, stallMs: 5000 }),
    environment: {},
    log,
    redactor: new Redactor(),
    demoWordDelayMs: 0,
    backoff: QUICK,
    ...options,
  });
}

export function profileAt(baseUrl: string, more: Partial<ClientProfile> = {}): ClientProfile {
  return { id: 'p', name: 'p', baseUrl, model: 'm', concurrency: 1, ...more };
}
