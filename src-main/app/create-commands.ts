import { join } from 'node:path';
import type { Settings } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import { CommandLimits, createCommandTool, createOutputs, type LimitRaise, recoverRuns } from '#execution';
import { type Ledger, RunJournal, type TreeWatch, watchTree } from '#ledger';
import { commandLimiter } from './command-limiter.ts';
import { commandLimits } from './command-limits.ts';
import { commandSandbox } from './command-sandbox.ts';
import type { Config } from './config.ts';
import type { Notices } from './notices.ts';
import { ownFolders } from './own-paths.ts';
import type { Places } from './session-workspaces.ts';
import { filterProblem, type GuardSplit, namedScripts, splitFor } from './split-command.ts';

export interface CommandsOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly ledger: Ledger;
  readonly log: Logger;
  readonly settings: { current(): Settings };
  readonly notices: Notices;
  /** What the person exported in a session. */
  readonly exported: (session: string) => Promise<Readonly<Record<string, string>>>;
  readonly guard: { split(command: string): GuardSplit };
  readonly workspaceOf: Places['workspaceOf'];
}

/** The command tool, its kept outputs, its sandbox, and in the background what commands of an earlier process left to be recorded. */
export function createCommands(options: CommandsOptions) {
  const { config, cleanup, ledger, settings, notices, log, guard, workspaceOf } = options;
  const excluded = ownFolders(config.dataFolder);
  const folder = join(config.dataFolder, 'ledger');
  const spoolFolder = join(config.dataFolder, 'spool');
  const indexFolder = join(folder, 'trees');
  const journal = new RunJournal(join(folder, 'running'));
  const closing = new AbortController();
  const onWarning = (text: string) => notices.add('warning', 'A command was interrupted', text);
  const leftoverFolders = [spoolFolder, indexFolder];
  const { signal } = closing;
  const ready = recoverRuns({ ledger, journal, excluded, leftoverFolders, log, onWarning, signal });
  cleanup.add(async () => {
    closing.abort();
    await ready;
  });
  const watch = watches({ content: ledger.content, excluded, indexFolder }, cleanup);
  const { dataFolder, home, commandEnvironment: environment } = config;
  const sandbox = commandSandbox({ environment, home, dataFolder });
  const outputs = cleanup.use(
    createOutputs({
      ledger,
      filterProblem,
      sandbox: sandbox.inWorkspace,
      environment,
      workspaceOf,
    }),
  );
  const limits = new CommandLimits({ ledger, base: () => commandLimits(settings.current()) });
  cleanup.add(() => limits[Symbol.dispose]());
  const checkMs = () => settings.current().limits.check_seconds * 1000;
  const limiter = commandLimiter({ environment, cleanup, log, checkMs, notCounted: excluded });
  const commands = createCommandTool({
    content: ledger.content,
    watch,
    onAppended: ledger.onAppended,
    journal,
    ready,
    environment,
    exported: options.exported,
    limits,
    limiter,
    spoolFolder,
    outputsFolder: join(dataFolder, 'outputs'),
    split: splitFor(guard.split, environment),
    slowMs: () => settings.current().guard.slow_seconds * 1000,
    sandbox: sandbox.inWorkspace,
    scripts: namedScripts,
  });
  return { commands, outputs, sandbox, raiseLimit: (raise: LimitRaise) => limits.raise(raise) };
}

/** One watch for each workspace, since what it saw once makes the next time quick. */
function watches(options: Omit<Parameters<typeof watchTree>[0], 'root'>, cleanup: CleanupStack) {
  const known = new Map<string, TreeWatch>();
  cleanup.add(async () => {
    await Promise.all([...known.values()].map((watch) => watch[Symbol.asyncDispose]()));
  });
  return (root: string): TreeWatch => {
    const watch = known.get(root) ?? watchTree({ root, ...options });
    known.set(root, watch);
    return watch;
  };
}
