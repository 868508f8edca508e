import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { TrustedFolders } from '#app/trusted-folders';
import type { KeyRequest } from '#contract';
import { LiveValue } from '#core/async/streams';
import type { Logger } from '#core/logger';
import { Redactor } from '#core/secrets/redact';
import { createProfiles, type ProfilesFeature, type ProfilesOptions } from '#profiles';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.ts';

/** A keychain in memory; `problem` has it fail like a locked one. */
export class MemoryKeychain {
  readonly items = new Map<string, string>();
  readonly state = new LiveValue<{ store: 'system' | 'file' | 'session' }>({ store: 'system' });
  readonly read$: string[] = [];
  problem: string | undefined;

  async read(account: string) {
    this.read$.push(account);
    if (this.problem !== undefined) return { problem: this.problem };
    const secret = this.items.get(account);
    return secret === undefined ? {} : { secret };
  }

  async write(account: string, secret: string) {
    if (this.problem !== undefined || this.state.value.store === 'session') return 'session' as const;
    this.items.set(account, secret);
    return 'kept' as const;
  }

  /** Outcome of removals. */
  removal: 'removed' | 'unreachable' = 'removed';

  async remove(account: string) {
    if (this.removal === 'removed') this.items.delete(account);
    return this.removal;
  }

  unlock(): void {
    this.problem = undefined;
    this.state.set({ store: 'system' });
  }
}

export interface BenchOptions extends Partial<ProfilesOptions> {
  readonly global?: string | Buffer;
  readonly local?: string | Buffer;
  /** Reuses what an earlier start left behind. */
  readonly after?: { readonly disk: TemporaryFolder; readonly keychain: MemoryKeychain };
  readonly disk?: TemporaryFolder;
}

export type Bench = Awaited<ReturnType<typeof startProfiles>>;

/** Profiles on a disk of their own: `home/`, `home/project/` (the folder) and `data/`. */
export async function startProfiles(given: BenchOptions = {}) {
  const { global, local, after, disk = after?.disk ?? (await temporaryFolder()), ...rest } = given;
  const home = join(disk.path, 'home');
  const folder = join(home, 'project');
  const data = join(disk.path, 'data');
  await Promise.all([mkdir(folder, { recursive: true }), mkdir(data, { recursive: true })]);
  const globalFile = join(home, '.phishell.yaml');
  const localFile = join(folder, '.phishell.yaml');
  if (global !== undefined) await writeFile(globalFile, global);
  if (local !== undefined) await writeFile(localFile, local);

  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(JSON.stringify([event, fields]));
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const redactor = new Redactor();
  const keychain = after?.keychain ?? new MemoryKeychain();
  const trust = new TrustedFolders(join(data, 'trusted.json'), log);
  await trust.load();
  const demo = new LiveValue(false);
  const warned: string[] = [];
  const profiles: ProfilesFeature = await createProfiles({
    home,
    folder,
    selected: [],
    environmentKey: undefined,
    keychain,
    trust,
    demo: { isOn: () => demo.value, set: async (on) => demo.set(on), onChanged: demo.onChanged },
    servers: {
      test: async () => ({ ok: true, message: 'reached', models: [], durationMs: 1 }),
      localServers: async () => [],
      reportedContext: () => undefined,
      onContextTold: () => () => {},
    },
    originsFile: join(data, 'key-origins.json'),
    redactor,
    log,
    onWarning: (_title, text) => void warned.push(text),
    ...rest,
  });
  const client = createRouterClient(profiles.router, {
    context: {
      reportBug: (error) => {
        throw error;
      },
    },
  });
  return {
    disk,
    home,
    folder,
    data,
    globalFile,
    localFile,
    profiles,
    client,
    keychain,
    trust,
    redactor,
    logged,
    warned,
    state: () => profiles.state(),
    view: (name: string) => profiles.state().profiles.find((profile) => profile.name === name),
    globalText: () => readFile(globalFile, 'utf8'),
    localText: () => readFile(localFile, 'utf8'),
    asked: () => firstQuestion(client.keyRequests),
    /** A request for a key that nobody is there to answer yet. */
    keyFor: (name: string, signal = new AbortController().signal) =>
      profiles.keyFor(profiles.find(name) ?? { id: 'gone', name, baseUrl: 'http://gone.example' }, signal),
    [Symbol.asyncDispose]: async () => {
      await profiles[Symbol.asyncDispose]();
      await disk[Symbol.asyncDispose]();
    },
  };
}

/** Waits for a key to be asked for. */
async function firstQuestion(stream: () => Promise<AsyncIterable<readonly KeyRequest[]>>): Promise<KeyRequest> {
  for await (const [question] of await stream()) if (question) return question;
  throw new Error('The questions ended');
}

/** A start that ends, so that another can come after it on the same disk. */
export async function endOnly(bench: Bench): Promise<void> {
  await bench.profiles[Symbol.asyncDispose]();
}
