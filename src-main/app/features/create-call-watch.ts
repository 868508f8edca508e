import { join } from 'node:path';
import { CallWatches } from '#call-watch';
import { recoverRuns } from '#execution';
import { RunJournal, watchTree } from '#ledger';
import { ownFolders } from '../commands/own-paths.ts';
import { treeWatchLimits } from '../commands/watch-limits.ts';
import { providerSession } from '../foreign-sessions.ts';
import type { FoundationPorts } from '../ports.ts';

/** The watch of calls, and in the background what calls of an earlier process left to be recorded. */
export function createCallWatch(ports: FoundationPorts): CallWatches {
  const { config, cleanup, ledger, redactor, log, notices, settings, workspaces } = ports;
  const { dataFolder, version } = config;
  const excluded = ownFolders(dataFolder);
  const folder = join(dataFolder, 'ledger');
  const indexFolder = join(folder, 'trees');
  const journal = new RunJournal(join(folder, 'running'));
  const closing = new AbortController();
  const ready = recoverRuns({
    ledger,
    journal,
    excluded,
    redactor,
    log,
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
      ledger,
      journal,
      ready,
      log,
      onAppended: ledger.onAppended,
      // What it saw once makes the next look quick.
      watchTree: (root) =>
        watchTree({
          root,
          content: ledger.content,
          excluded,
          indexFolder,
          readsAttributes: true,
          log,
          limits: () => treeWatchLimits(settings.current()),
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
