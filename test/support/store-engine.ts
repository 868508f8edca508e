import { onTestFinished } from 'vitest';
import { Emitter } from '#core/async/emitter';
import { createPromptEngine } from '#prompts';
import { EMPTY } from '#template';
import type { AppVariables, PromptStore } from '../../src-main/prompts/ports.ts';
import { silentLogger } from './silent-logger.ts';

const HOUR = 3_600_000;
const NO_VARIABLES: AppVariables = {
  keys: () => [],
  read: async () => undefined,
  onChanged: new Emitter<void>().subscribe,
};

/** The engine on a store of its own; every tool fails softly. Both end with the test. */
export async function storeEngine(store: PromptStore, own: AppVariables = NO_VARIABLES) {
  const engine = createPromptEngine({
    store,
    own,
    tools: { call: async () => ({ outcome: 'empty', value: EMPTY, arguments: {}, error: 'no tools here' }) },
    settings: () => ({
      timeoutMs: 5000,
      undefined: 'guarded',
      refresh: { extension: HOUR, template: HOUR, environ: HOUR, tool: HOUR },
    }),
    log: silentLogger,
  });
  onTestFinished(async () => {
    await engine[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });
  await engine.ready;
  return engine;
}
