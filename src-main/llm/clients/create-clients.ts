import type { ConnectionTest } from '#contract';
import { messageOf } from '#core/app-error';
import type { Subscribe } from '#core/async/emitter';
import { Semaphore } from '#core/async/semaphore';
import { testConnection } from '../connection-test.ts';
import { type ConnectionOptions, Connections, clientOptions, type Server } from '../connections.ts';
import { DemoClient } from '../demo/demo-client.ts';
import type { ProfileClient } from '../model-client.ts';
import type { ClientProfile, KeyPort } from '../profile-ports.ts';
import { findLocalServers, type LocalServer, USUAL_SERVERS } from '../servers/local-servers.ts';
import { ServerHabits } from '../servers/server-habits.ts';
import { BytesPerToken } from '../stream/bytes-per-token.ts';
import { LimitedClient } from './profile-client.ts';
import { ReportedContexts } from './reported-contexts.ts';

export interface ClientsOptions extends ConnectionOptions {
  readonly keys: KeyPort;
  readonly localServers?: readonly LocalServer[];
  /** Time between two words of the demo, in milliseconds. */
  readonly demoWordDelayMs?: number;
}

export interface ClientsFeature extends AsyncDisposable {
  /** The client of the profile as it is now; the same one as long as nothing of it changes. */
  clientFor(profile: ClientProfile): ProfileClient;
  readonly demo: ProfileClient;
  /** Access to servers that have no profile yet. */
  readonly servers: {
    test(server: Server, signal: AbortSignal): Promise<ConnectionTest>;
    localServers(signal: AbortSignal): Promise<(LocalServer & { models: string[] })[]>;
    /** Tokens that a model takes at once, where its server has said so in this run. */
    reportedContext(baseUrl: string, model: string): number | undefined;
    /** Heard when a server has said another number. */
    readonly onContextTold: Subscribe<unknown>;
  };
}

/** The clients feature: one client a profile, made at first use. */
export function createClients(options: ClientsOptions): ClientsFeature {
  const contexts = new ReportedContexts((error) => options.log.error('models.context', { error: messageOf(error) }));
  const clients = new ModelClients(options, contexts);
  const { localServers = USUAL_SERVERS } = options;
  return {
    clientFor: (profile) => clients.clientFor(profile),
    demo: demoClient(options.demoWordDelayMs),
    servers: {
      test: async (server, signal) => {
        const asked = clientOptions(server, options.settings(), options);
        const outcome = await testConnection({ ...asked, protocol: server.protocol }, signal);
        if (outcome.ok && asked.model !== '' && server.protocol !== 'anthropic') contexts.learnOnce(asked);
        return outcome;
      },
      localServers: (signal) => findLocalServers(localServers, signal),
      reportedContext: (baseUrl, model) => contexts.of(baseUrl, model),
      onContextTold: contexts.onChanged,
    },
    [Symbol.asyncDispose]: async () => {
      contexts[Symbol.dispose]();
      await clients[Symbol.asyncDispose]();
    },
  };
}

interface CachedClient {
  readonly made: string;
  readonly client: ProfileClient;
  readonly connections: Connections;
}

class ModelClients implements AsyncDisposable {
  readonly #options: ClientsOptions;
  readonly #kept = new Map<string, CachedClient>();
  readonly #semaphores = new Map<string, Semaphore>();
  readonly #tokens = new Map<string, BytesPerToken>();
  /** Habits by profile and server. */
  readonly #habits = new Map<string, ServerHabits>();

  readonly #contexts: ReportedContexts;

  constructor(options: ClientsOptions, contexts: ReportedContexts) {
    this.#options = options;
    this.#contexts = contexts;
  }

  clientFor({ id, name, baseUrl, protocol, model, concurrency }: ClientProfile): ProfileClient {
    const semaphore = entry(this.#semaphores, id, () => new Semaphore(concurrency));
    semaphore.size = concurrency;
    const settings = this.#options.settings();
    const made = JSON.stringify([baseUrl, protocol, model, settings]);
    const kept = this.#kept.get(id);
    if (kept?.made === made) return kept.client;
    kept?.connections.retire();
    const profile = { id, name, baseUrl, protocol, model, concurrency };
    const habits = entry(this.#habits, JSON.stringify([id, baseUrl, protocol, model]), () => new ServerHabits());
    const connections = new Connections(profile, settings, habits, this.#options);
    const tokens = entry(this.#tokens, id, () => new BytesPerToken());
    const connect = (key: string) => connections.connect(key);
    const askContext = async (key: string, when: 'once' | 'anew') => {
      // Its list is not one of OpenAI's form, and its models' windows are known by their names.
      if (protocol === 'anthropic') return;
      const asked = clientOptions({ baseUrl, model, key: key === '' ? undefined : key }, settings, this.#options);
      if (when === 'anew') await this.#contexts.learn(asked);
      else this.#contexts.learnOnce(asked);
    };
    const client = new LimitedClient({ profile, keys: this.#options.keys, semaphore, tokens, connect, askContext });
    this.#kept.set(id, { made, client, connections });
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ connections }) => connections[Symbol.asyncDispose]()));
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function demoClient(wordDelayMs: number | undefined): ProfileClient {
  const client = new DemoClient(wordDelayMs === undefined ? {} : { wordDelayMs });
  return {
    name: client.name,
    model: client.model,
    bytesPerToken: new BytesPerToken().mean,
    stream: (request, signal) => client.stream(request, signal),
  };
}
