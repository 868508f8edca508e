import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Branch, RetentionWork } from '#contract';
import { createRetention, type RetentionOptions } from '#retention';
import { arrayOf } from '../../support/array-of.ts';
import { silentLogger } from '../../support/silent-logger.ts';
import type { TemporaryLedger } from '../../support/temporary-ledger.ts';

/** Record in which sweeps are recorded. */
export const RECORD = 'workspace-12345678';

type Given = Pick<
  TemporaryLedger,
  'dataFolder' | 'content' | 'trash' | 'sessions' | 'session' | 'onAppended' | 'erase'
>;

/** Retention over a real ledger, without branches and images unless given. */
export function retentionBox(ledger: Given, options: Partial<RetentionOptions> = {}) {
  const branches: Branch[] = [];
  const erased: string[] = [];
  const bugs: unknown[] = [];
  const feature = createRetention({
    dataFolder: ledger.dataFolder,
    ledger,
    log: silentLogger,
    eraseSession: (id) => ledger.erase(id),
    branches: { list: async () => branches, erase: async (id) => void erased.push(id) },
    images: { isReading: () => false, bases: async () => [], forgetBase: async () => {}, openFolders: async () => [] },
    openWorkspaces: () => [],
    writeDownTrees: async () => [],
    onFreed: async () => {},
    firstWorkspace: () => '/work',
    record: async (type, data) => (await ledger.session(RECORD)).append(type, data),
    sweepAfterDays: () => undefined,
    ...options,
  });
  const api = createRouterClient(feature.router, { context: { reportBug: (error) => void bugs.push(error) } });
  return {
    feature,
    api,
    branches,
    erased,
    bugs,
    /** Formats the items of a plan as `kind name ×count`. */
    words: async (request: Parameters<typeof api.plan>[0] = {}) =>
      (await api.plan(request)).items.map(
        ({ kind, name, count }) => `${kind} ${name}${count === 1 ? '' : ` ×${count}`}`,
      ),
    /** Sweeps items of a new plan, all unless told; answers how it ended. */
    sweep: async (
      isWanted: (id: string) => boolean = () => true,
    ): Promise<Extract<RetentionWork, { kind: 'ended' }>> => {
      const { id: plan, items } = await api.plan({});
      return await endOf(api.sweep({ plan, items: items.map(({ id }) => id).filter(isWanted) }));
    },
    events: async () => await arrayOf((await ledger.session(RECORD)).read()),
    [Symbol.asyncDispose]: () => feature[Symbol.asyncDispose](),
  };
}

export async function endOf(sweep: Promise<AsyncIterable<RetentionWork>>) {
  const last = (await arrayOf(await sweep)).at(-1);
  if (last?.kind !== 'ended') throw new Error('The sweep has no end');
  return last;
}

/** Hashes of what lies flushed in the content store. */
export function storedIn(contentFolder: string): string[] {
  const folders = readdirSync(contentFolder).filter((name) => name.length === 2);
  return folders.flatMap((name) => readdirSync(join(contentFolder, name))).sort();
}

/** Makes all that is kept so many days older. */
export function age(contentFolder: string, days = 3): void {
  for (const hash of storedIn(contentFolder)) {
    const path = join(contentFolder, hash.slice(0, 2), hash);
    const at = statSync(path).mtimeMs / 1000 - days * 86_400;
    utimesSync(path, at, at);
  }
}
