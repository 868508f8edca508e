import { mkdir, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { LinkSpec } from '#contract';
import { AppError, messageOf, systemCodeOf } from '#core/app-error';
import { Mutex } from '#core/async/mutex';
import { writeFileAtomic } from '#core/files/atomic-file';
import type { Logger } from '#core/logger';
import type { ProviderSecrets } from './ports.ts';
import {
  accountsOf,
  hasValues,
  KeptValues,
  type McpSpec,
  secretValues,
  withBareAddress,
  withoutValues,
  withValues,
} from './server-secrets.ts';

const RememberedProvider = z.object({
  spec: LinkSpec,
  cwd: z.string(),
  approved: z.object({ hash: z.string(), text: z.string() }).optional(),
  call_ms: z.int().min(100).optional(),
  withheld: z.array(z.string()).default([]),
});
export type RememberedProvider = z.infer<typeof RememberedProvider>;

/** Entry as it was read; `isWithoutValues`: of its secret values only the names are known, nothing else was found. */
export interface RecalledProvider extends RememberedProvider {
  readonly isWithoutValues?: boolean;
}

const RememberedFile = z.object({
  version: z.literal(1),
  workspaces: z.record(z.string(), z.array(RememberedProvider)),
});
type RememberedFile = z.infer<typeof RememberedFile>;

const NONE: RememberedFile = { version: 1, workspaces: {} };

export interface RememberedOptions {
  readonly file: string;
  readonly secrets: ProviderSecrets;
  readonly log: Logger;
}

/**
 * Providers that are attached again at the next start, by workspace. Values of variables and headers are kept by the
 * keychain.
 */
export class ProviderMemory {
  readonly #options: RememberedOptions;
  readonly #mutex = new Mutex();
  /**
   * Entries by workspace that could not be read when they were asked for, and stay in the file; `undefined` until it can be
   * read again.
   */
  readonly #unread = new Map<string, readonly RememberedProvider[] | undefined>();

  constructor(options: RememberedOptions) {
    this.#options = options;
  }

  async load(workspace: string): Promise<readonly RecalledProvider[]> {
    const { workspaces } = await this.#read().catch((error: unknown) => {
      const { file, log } = this.#options;
      log.warn('providers.file.unreadable', { file, error: messageOf(error) });
      this.#unread.set(workspace, undefined);
      return NONE;
    });
    const all = workspaces[workspace] ?? [];
    return await Promise.all(all.map((entry) => this.#withSecrets(workspace, entry, isNewestOfName(entry, all))));
  }

  /** Saves the entries, in the order of the calls. Never throws; `problem`: the reason why nothing was written. */
  async save(workspace: string, entries: readonly RememberedProvider[]): Promise<{ readonly problem?: string }> {
    try {
      await this.#mutex.run(() => this.#write(workspace, entries));
      return {};
    } catch (error) {
      const problem = messageOf(error);
      this.#options.log.warn('providers.unsaved', { error: problem });
      return { problem };
    }
  }

  /** Whether secret values of this one are forgotten with this run: nothing keeps keys here. */
  hasValuesForRun(workspace: string, spec: LinkSpec): boolean {
    if (spec.kind !== 'mcp') return false;
    return this.#options.secrets.isForRun(accountsOf(workspace, withBareAddress(spec))[0]);
  }

  /**
   * Lets go of the secrets of one that is about to be forgotten, if it has any, but for those that another one has, too.
   * @throws AppError UNAVAILABLE if the keychain does not; the message names the accounts that may be left
   */
  async forget(workspace: string, given: LinkSpec): Promise<void> {
    if (given.kind !== 'mcp') return;
    const spec = withBareAddress(given);
    if (!hasValues(spec)) return;
    const read = await this.#read().catch(() => undefined);
    // It stays there, and so do others that may have the same.
    if (!read) return;
    const accounts = accountsOf(workspace, spec);
    const remembered = Object.entries(read.workspaces).flatMap(([path, entries]) =>
      entries.flatMap((one) => (one.spec.kind === 'mcp' ? [accountsOf(path, one.spec)] : [])),
    );
    const own = remembered.findIndex(([account]) => account === accounts[0]);
    const kept = new Set(remembered.filter((_, at) => at !== own).flat());
    // By the name alone another one would be given, at the next start, what is for this one.
    const [account, byName] = accounts;
    if (!kept.has(account) && kept.has(byName) && (await this.#holds(byName, secretValues(spec)))) kept.delete(byName);
    await this.#removeAll(
      spec.name,
      accounts.filter((one) => !kept.has(one)),
    );
  }

  /** Removes one after the other, up to the first that fails: a keychain that is locked is not waited for again. */
  async #removeAll(name: string, accounts: readonly string[]): Promise<void> {
    for (const [at, account] of accounts.entries()) {
      await this.#options.secrets.remove(account).catch((error: unknown) => {
        const left = accounts.slice(at).join(', ');
        const message = `Items of ${name} may be left in the keychain (${left}): ${messageOf(error)}`;
        throw new AppError('UNAVAILABLE', message, { advice: 'Forget it again once the keychain answers' }, error);
      });
    }
  }

  async #holds(account: string, values: Readonly<Record<string, string>>): Promise<boolean> {
    const { secret } = await this.#options.secrets.read(account);
    return isDeepStrictEqual(KeptValues.safeParse(secret).data, { ...values });
  }

  /** Resolves when all that was to be saved is. */
  settled(): Promise<void> {
    return this.#mutex.settled();
  }

  async #write(workspace: string, entries: readonly RememberedProvider[]): Promise<void> {
    const { workspaces } = await this.#read();
    if (this.#unread.has(workspace)) {
      this.#unread.set(workspace, this.#unread.get(workspace) ?? workspaces[workspace] ?? []);
    }
    const own: RememberedProvider[] = [];
    // In order: of two that have one account, the values of the later one stand.
    for (const entry of entries) own.push(await this.#withoutSecrets(workspace, entry));
    const isOwn = (entry: RememberedProvider) => own.some(({ spec }) => isDeepStrictEqual(spec, entry.spec));
    const bare = [...(this.#unread.get(workspace) ?? []).filter((entry) => !isOwn(entry)), ...own];
    const { [workspace]: _, ...others } = workspaces;
    const all = bare.length === 0 ? others : { ...others, [workspace]: bare };
    await mkdir(dirname(this.#options.file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#options.file, stringify({ version: 1, workspaces: all }));
  }

  /**
   * Reads the file. One that cannot be understood is kept beside under another name, so that nothing is lost.
   *
   * @throws file system errors
   */
  async #read(): Promise<RememberedFile> {
    const { file, log } = this.#options;
    const text = await readFile(file, 'utf8').catch(absent);
    if (text === undefined) return NONE;
    try {
      return RememberedFile.parse(parse(text, { maxAliasCount: 100 }));
    } catch (error) {
      log.warn('providers.file.broken', { file, error: messageOf(error) });
      await rename(file, `${file}.broken-${Date.now()}`).catch(absent);
      return NONE;
    }
  }

  async #withoutSecrets(workspace: string, entry: RememberedProvider): Promise<RememberedProvider> {
    if (entry.spec.kind !== 'mcp') return entry;
    const spec = withBareAddress(entry.spec);
    const values = secretValues(spec);
    // Empty ones may be those that the keychain did not give at the start: what it has stays.
    if (Object.values(values).every((value) => value === '')) return { ...entry, spec };
    const [account] = accountsOf(workspace, spec);
    await this.#options.secrets.write(account, JSON.stringify(values));
    return { ...entry, spec: withValues(spec, withoutValues(values)) };
  }

  /** Earlier versions kept them by the name alone, and the newest server of that name wrote them last. */
  async #secretOf(workspace: string, spec: McpSpec, isNewest: boolean): ReturnType<ProviderSecrets['read']> {
    const { secrets } = this.#options;
    const [own, ...earlier] = accountsOf(workspace, spec);
    let found = await secrets.read(own);
    for (const account of isNewest ? earlier : []) {
      if (found.secret !== undefined || found.problem !== undefined) break;
      found = await secrets.read(account);
    }
    return found;
  }

  async #withSecrets(workspace: string, entry: RememberedProvider, isNewest: boolean): Promise<RecalledProvider> {
    const { spec } = entry;
    if (spec.kind !== 'mcp' || !hasValues(spec)) return entry;
    const { secret, problem } = await this.#secretOf(workspace, spec, isNewest);
    if (secret === undefined) {
      this.#options.log.warn('providers.secrets.missing', { name: spec.name, problem });
      return { ...entry, isWithoutValues: true };
    }
    const kept = KeptValues.safeParse(secret);
    if (kept.success) return { ...entry, spec: withValues(spec, kept.data) };
    this.#options.log.warn('providers.secrets.unreadable', { name: spec.name });
    return { ...entry, isWithoutValues: true };
  }
}

function absent(error: unknown): undefined {
  if (systemCodeOf(error) !== 'ENOENT') throw error;
}

function isNewestOfName({ spec }: RememberedProvider, all: readonly RememberedProvider[]): boolean {
  if (spec.kind !== 'mcp') return false;
  const found = all.findLast(({ spec: one }) => one.kind === 'mcp' && one.name === spec.name && hasValues(one));
  return found?.spec === spec;
}
