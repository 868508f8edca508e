import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTerminals, spawnPty } from '#terminal';
import { silentLogger } from '../../support/silent-logger.ts';
import { clientOf } from '../../support/terminal-reader.ts';
import type { Report } from '../run.ts';

const SESSIONS = 8;
const SCROLLBACK = 2000;
const isLong = process.env.SIGMA_TEST_LONG === '1';
const PAUSE_MS = isLong ? 60_000 : 10_000;

/**
 * Floods in several terminals whose readers keep up, until every scrollback is full; then the readers stop. What the host's memory
 * grows by from then on is what they cost.
 */
export async function benchPausedReaders(report: Report): Promise<void> {
  const environment = { SHELL: '/bin/bash', PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/nonexistent' };
  await using terminals = createTerminals({
    spawnPty,
    environment,
    defaultCwd: () => '/',
    options: () => ({ shell: undefined, scrollback: SCROLLBACK, maxOpen: SESSIONS }),
    log: silentLogger,
  });
  const api = clientOf(terminals);
  const state = { isStopped: false, characters: 0 };
  const ending = new AbortController();
  for (let session = 0; session < SESSIONS; session++) {
    const { id } = await api.open({ columns: 80, rows: 24 });
    const outputs = await api.attach({ id }, { signal: ending.signal });
    void readUntilStopped(outputs[Symbol.asyncIterator](), id);
    await api.write({
      id,
      data: "yes $'\\e[32mgreen\\e[0m and some ordinary text that fills most of a line of eighty'\r",
    });
  }

  async function readUntilStopped(
    outputs: AsyncIterator<{ kind: string; data?: string; attachment?: string }>,
    id: string,
  ) {
    let attachment = '';
    while (!state.isStopped) {
      const { value, done } = await outputs.next();
      if (done) return;
      if (value.kind === 'replay') attachment = value.attachment ?? '';
      const characters = value.data?.length ?? 0;
      state.characters += characters;
      await api.acknowledge({ id, attachment, characters });
    }
  }

  while (state.characters < SESSIONS * 3_000_000) await pause(100);
  const before = await usedBytes();
  state.isStopped = true;
  await pause(PAUSE_MS);
  const after = await usedBytes();
  ending.abort();
  report({
    name: `a reader paused for ${PAUSE_MS / 1000} s costs a session`,
    value: round((after - before) / SESSIONS / 1_000_000),
    unit: 'MB',
    atMost: 1,
    note: isLong ? `mean of ${SESSIONS} floods` : `mean of ${SESSIONS} floods; 60 s with SIGMA_TEST_LONG=1`,
  });
}

async function usedBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let pass = 0; pass < 3; pass++) {
    await pause(20);
    collect();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const round = (value: number) => Math.round(value * 1000) / 1000;
