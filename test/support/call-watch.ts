import { join } from 'node:path';
import { type AliveProgram, CallWatches, type CallWatchOptions } from '#call-watch';
import { LiveValue } from '#core/async/streams';
import { RunJournal, type TreeSnapshot, type TreeWatch, type WatchState, watchTree } from '#ledger';
import { silentLogger } from './silent-logger.ts';
import type { TemporaryLedger } from './temporary-ledger.ts';

const EMPTY: TreeSnapshot = { root: '/', notWatched: [], pending: [] };

/** Result of a tree watch, for calls whose changes are not tested. */
export const NOTHING_SEEN = { changes: [], notWatched: [], alongside: [], snapshot: EMPTY };

export const QUIET_TREE: TreeWatch = {
  state: new LiveValue<WatchState>({ phase: 'ready', notKept: [] }),
  warm: () => {},
  before: async () => EMPTY,
  saved: async () => undefined,
  after: async () => NOTHING_SEEN,
  look: async () => EMPTY,
  compare: async () => [],
  compareSaved: async () => [],
  end: () => {},
  writeDown: async () => true,
  freed: async () => {},
  [Symbol.asyncDispose]: async () => {},
};

export interface TestWatchOptions extends Partial<CallWatchOptions> {
  /** Alive from the start. */
  readonly programs?: readonly AliveProgram[];
}

/** A watch of calls on the ledger; real trees unless given. */
export function callWatch(ledger: TemporaryLedger, { programs = [], ...more }: TestWatchOptions = {}): CallWatches {
  const watch = new CallWatches({
    ledger,
    onAppended: ledger.onAppended,
    journal: new RunJournal(join(ledger.folder, 'running')),
    watchTree: (root) => watchTree({ root, content: ledger.content, indexFolder: join(ledger.folder, 'trees') }),
    sessionFor: async () => ({ ledger: await ledger.session('programs') }),
    log: silentLogger,
    ...more,
  });
  watch.alive('test', programs);
  return watch;
}
