import { join } from 'node:path';
import { type OnProgress, workStream } from '#core/async/work-stream';
import type { ApiRouter } from '#core/servers/procedures';
import { os } from '#core/servers/procedures';
import { LooseContents } from './content/loose-content.ts';
import { Planner } from './plan/planner.ts';
import type { RetentionOptions } from './ports.ts';
import { deletedSessions } from './sources/deleted-sessions.ts';
import { droppedBranches } from './sources/dropped-branches.ts';
import { imageBaseRecords } from './sources/image-bases.ts';
import { readingFolders } from './sources/reading-folders.ts';
import { seenFolders } from './sources/seen-folders.ts';
import { temporaryFiles } from './sources/temporary-files.ts';
import { countFiles } from './sources/tree-size.ts';
import { Sweeper } from './sweep/sweeper.ts';

export interface RetentionFeature extends AsyncDisposable {
  readonly router: ApiRouter['retention'];
  /** Sweeps by itself after a while, where the settings say so. */
  start(): void;
}

/** Long enough for what a start does itself, in milliseconds. */
const START_DELAY_MS = 120_000;
const SOURCES = [
  deletedSessions,
  droppedBranches,
  imageBaseRecords,
  seenFolders,
  readingFolders,
  temporaryFiles,
] as const;

/**
 * Creates the feature that shows unreferenced data in the data folder, and removes it on request of a person or a
 * setting.
 */
export function createRetention(options: RetentionOptions): RetentionFeature {
  const { dataFolder, startDelayMs = START_DELAY_MS, now = Date.now } = options;
  const contents = new LooseContents(options);
  const sources = SOURCES.map((source) => source(options));
  const records = () => countFiles(join(dataFolder, 'ledger', 'sessions'), '.jsonl');
  const planner = new Planner({ sources, contents, records, now });
  const sweeper = new Sweeper(options, planner, contents);
  return {
    router: os.retention.router({
      usage: os.retention.usage.handler(() => planner.use()),
      plan: os.retention.plan.handler(({ input, signal }) =>
        planner.plan(input, signal ?? new AbortController().signal),
      ),
      sweep: os.retention.sweep.handler(async function* ({ input, signal }) {
        yield* workStream(signal, (ending: AbortSignal, progress: OnProgress) =>
          sweeper.sweep({ ...input, by: 'person', signal: ending, progress }),
        );
      }),
    }),
    start: () => sweeper.startIn(startDelayMs),
    [Symbol.asyncDispose]: () => sweeper[Symbol.asyncDispose](),
  };
}
