import { messageOf } from '#core/app-error';
import type { CleanupStack } from '#core/async/cleanup-stack';
import { LiveValue } from '#core/async/streams';
import { withinTime } from '#core/async/within-time';
import type { Logger } from '#core/logger';
import type { PromptStore } from '../ports.ts';
import { type KeyKind, KINDS } from '../records/keys.ts';
import { prepareChecks } from '../render/arguments.ts';
import { CompiledCache } from './compiled-cache.ts';
import { delayedOnce } from './delayed-once.ts';
import { describeState } from './describe-state.ts';
import type { PromptEngineOptions } from './engine-options.ts';
import { Freshness } from './freshness.ts';
import { ProblemLog } from './problem-log.ts';
import { RecordLoader } from './record-loader.ts';
import { RefreshSchedule } from './refresh-schedule.ts';
import { readNamed, storeName } from './store-name.ts';
import { VariableReader } from './variable-reader.ts';

/** Longest that the first loading keeps others waiting. */
const FIRST_LOAD_MS = 2000;
/** Longest delay of the app's own variables, in milliseconds: some of them change with every message. */
const OWN_MS = 100;
/** Longest delay of the cache's counts in the state, in milliseconds. */
const COUNTS_MS = 2000;

/** Loads the records of a store, and keeps them and what is told of them up to date. */
export function keepLoaded(options: PromptEngineOptions, cleanup: CleanupStack) {
  const { store, own, settings, log, now = Date.now } = options;
  const cache = new CompiledCache();
  const loader = new RecordLoader(store, log);
  const reader = new VariableReader({ store, own, log, now });
  /** The last reading of a store that gave all that was asked for. */
  let last: { readonly at: number; readonly from: string } | undefined;
  const described = () => {
    const refreshedAt = last?.from === storeName(store) ? last.at : undefined;
    const parts = { tables: loader.tables, variables: reader.current, cache: cache.counts, refreshedAt };
    return describeState({ ...parts, store: store.state.value, unread: store.problems?.value ?? [] });
  };
  const state = new LiveValue(described());
  const problemLog = new ProblemLog(log);
  const tell = () => {
    const now = described();
    problemLog.note(now.problems);
    state.set(now);
  };
  const refresh = (kinds: readonly KeyKind[]) =>
    logFailure(log, async () => {
      const tableKinds = kinds.filter((kind) => kind !== 'environ');
      const { value: problems, from } = await readNamed(store, () =>
        Promise.all([
          ...(tableKinds.length > 0 ? [loader.refresh(tableKinds)] : []),
          ...(kinds.includes('environ') ? [reader.refresh()] : []),
        ]),
      );
      const problem = problems.find((one) => one !== undefined);
      if (problem === undefined) last = { at: now(), from };
      tell();
      return problem;
    });
  const refreshing = cleanup.use(new RefreshSchedule({ refresh, periodOf: (kind) => settings().refresh[kind] }));
  cleanup.add(loader.onChanged(({ prompts }) => cache.keepOnly(promptNames(prompts))));
  cleanup.add(reader.onChanged(tell));
  cleanup.add(store.onChanged((keys) => refreshing.noteKeys(keys)));
  const ownSoon = cleanup.use(delayedOnce(OWN_MS, () => void reader.refreshOwn()));
  cleanup.add(own.onChanged(() => ownSoon.start()));
  cleanup.add(followStore(store, () => refreshing.noteKeys(undefined), tell));
  if (store.problems) cleanup.add(store.problems.onChanged(tell));
  const countsSoon = cleanup.use(delayedOnce(COUNTS_MS, tell));
  refreshing.start();
  const loaded = refresh(KINDS).then(() => logFailure(log, () => prepareChecks(toolParameters(loader))));
  const freshness = new Freshness({ store, tables: () => loader.tables, refresh });
  return { cache, loader, reader, freshness, state, refresh, countsSoon, ready: withinTime(loaded, FIRST_LOAD_MS) };
}

/** Never rejects: nobody waits for it, or whoever does is told of the failure. */
async function logFailure<T>(log: Logger, work: () => Promise<T>): Promise<T | string> {
  try {
    return await work();
  } catch (error) {
    log.error('prompts.loadingFailed', { reason: messageOf(error) });
    return messageOf(error);
  }
}

function toolParameters({ tables }: RecordLoader) {
  return [...tables.prompts.values()].map(({ parameters }) => parameters);
}

/** Names of the templates that these prompts have. */
function promptNames(prompts: ReadonlyMap<string, { readonly texts: readonly { readonly name: string }[] }>) {
  const names = new Set([...prompts.values()].flatMap(({ texts }) => texts.map(({ name }) => name)));
  return (name: string) => names.has(name);
}

/** A store that can be reached again may hold anything. */
function followStore(store: PromptStore, onBack: () => void, onChange: () => void) {
  let was = store.state.value.state;
  return store.state.onChanged(({ state }) => {
    if (state === 'ready' && was !== 'ready') onBack();
    was = state;
    onChange();
  });
}
