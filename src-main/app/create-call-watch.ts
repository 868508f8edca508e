import { join } from 'node:path';
import { CallWatches } from '#call-watch';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { recoverRuns } from '#execution';
import { type Ledger, RunJournal, watchTree } from '#ledger';
import type { SettingsFeature } from '#settings';
import type { Config } from './config.ts';
import { providerSession } from './foreign-sessions.ts';
import type { Notices } from './notices.ts';
import { ownFolders } from './own-paths.ts';
import { watchLimits } from './watch-limits.ts';
import type { Workspaces } from './workspaces.ts';

export interface CallWatchFeatureOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly ledger: Ledger;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly notices: Notices;
  readonly workspaces: Pick<Workspaces, 'first' | 'onOpened'>;
  readonly settings: Pick<SettingsFeature, 'current' | 'onChanged'>;
}

/** The watch of calls, and in the background what calls of an earlier process left to be recorded. */
export function createCallWatch(options: CallWatchFeatureOptions): CallWatches {
  const { config, cleanup, ledger, redactor, log, notices, settings, workspaces } = options;
  const { dataFolder, version } = config;
  const excluded = ownFolders(dataFolder);
  const folder = join(dataFolder, 'ledger');
  const indexFolder = join(folder, 'trees');
  const journal = new RunJournal(join(folder, 'running'));
  const closing = new AbortController();
  const ready = recoverRuns({
    ...{ ledger, journal, excluded, redactor, log },
    leftoverFolders: [join(dataFolder, 'spool')],
    indexFolder,
    onWarning: (text) => notices.add('warning', 'Interrupted work', text),
    signal: closing.signal,
  });
  cleanup.add(async () => {
    closing.abort();
    await ready;
  });
  const watch = cleanup.use(
    new CallWatches({
      ...{ ledger, journal, ready, log },
      onAppended: ledger.onAppended,
      // What it saw once makes the next look quick.
      watchTree: (root) =>
        watchTree({
          ...{ root, content: ledger.content, excluded, indexFolder, readsAttributes: true, log },
          limits: () => watchLimits(settings.current()),
        }),
      scope: () => settings.current().record.watch,
      onScopeChanged: settings.onChanged,
      sessionFor: (workspace) => providerSession({ ledger, workspace, version }),
    }),
  );
  cleanup.add(workspaces.onOpened(({ path }) => watch.warm(path)));
  // Before something is recorded, as in an app of which only the terminals are used, no thread is needed.
  const stop = ledger.onAppended(() => {
    stop();
    watch.warm(workspaces.first.path);
  });
  cleanup.add(stop);
  return watch;
}
