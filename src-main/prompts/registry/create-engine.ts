import type { RenderOutcome } from '#contract';
import { CleanupStack } from '#core/async/cleanup-stack';
import type { PromptEngine } from '../ports.ts';
import { KINDS } from '../records/keys.ts';
import { checkDraft } from '../render/check.ts';
import { render } from '../render/render.ts';
import { createThreads } from '../render/threads.ts';
import type { CacheCounts } from './compiled-cache.ts';
import { delayedOnce } from './delayed-once.ts';
import type { PromptEngineOptions } from './engine-options.ts';
import { keepLoaded } from './keep-loaded.ts';
import { recordLookup } from './look-up.ts';

export interface CountingPromptEngine extends PromptEngine {
  /** Statistics of the cache of compiled templates at this moment; the state reports them later. */
  counts(): CacheCounts;
}

/** A rendering that failed for want of a prompt, a variable or a tool. */
function isMissing(outcome: RenderOutcome): boolean {
  return !outcome.isRendered && ['not-found', 'undefined', 'syntax'].includes(outcome.failure.reason);
}

/** The first thread that renders is started when the start of everything else is over. */
const THREAD_MS = 1500;

/** Loads records, keeps them up to date, and renders prompts. Nothing is awaited: `ready` tells when the first loading is over. */
export function createPromptEngine(options: PromptEngineOptions): CountingPromptEngine {
  const { tools, settings } = options;
  const cleanup = new CleanupStack();
  const threads = cleanup.use(createThreads());
  const { cache, loader, reader, freshness, state, refresh, ready, countsSoon } = keepLoaded(options, cleanup);
  cleanup.use(delayedOnce(THREAD_MS, () => void threads.start())).start();
  const tables = () => loader.tables;
  const parts = { tables, variables: () => reader.fresh(), cache, tools, settings, threads };

  return {
    state,
    ready,
    counts: () => cache.counts,
    refresh: () => refresh(KINDS),
    render: async (request) => {
      if (!request.onlyVariables) await freshness.ofPrompt(request.draft ? undefined : request.id);
      let outcome = await render(request, parts);
      if (isMissing(outcome) && (await freshness.afterMiss(request))) outcome = await render(request, parts);
      countsSoon.start();
      return outcome;
    },
    look: async (id) => {
      if (id === undefined) return await freshness.ofAll();
      await freshness.ofPrompt(id);
      if (!tables().prompts.has(id)) await freshness.afterMiss();
    },
    check: (draft, args) =>
      checkDraft({ draft, args, tables: tables(), variables: reader.current, cache, mode: settings().undefined }),
    ...recordLookup(tables, reader),
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  };
}
