import { join } from 'node:path';
import { type Foresee, foreseeReplaced, neutralGit } from '#approvals';
import type { Settings } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { Redactor } from '#core/redact';
import { isSecretName } from '#core/secret-variables';
import { CommandLimits, createCommandTool, createOutputs, type HeldChanges, type LimitRaise } from '#execution';
import type { Ledger } from '#ledger';
import type { CallWatch } from '#tools';
import { commandLimiter } from './command-limiter.ts';
import { commandLimits } from './command-limits.ts';
import { commandSandbox } from './command-sandbox.ts';
import type { Config } from './config.ts';
import { noBoxWords } from './no-box-words.ts';
import type { Notices } from './notices.ts';
import { ownFolders } from './own-paths.ts';
import { readWithGit } from './read-with-git.ts';
import type { WorkspaceLookup } from './session-workspaces.ts';
import { filterProblem, type GuardSplit, isTimely, namedScripts, splitFor } from './split-command.ts';

export interface CommandsOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly ledger: Ledger;
  /** Blanks secrets in outputs before they are kept. */
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly notices: Pick<Notices, 'add'>;
  readonly settings: { current(): Settings };
  readonly watch: CallWatch;
  /** Variables that the person exported in a session. */
  readonly exported: (session: string) => Promise<Readonly<Record<string, string>>>;
  readonly guard: { split(command: string): GuardSplit };
  readonly workspaceOf: WorkspaceLookup['workspaceOf'];
  /** Takes changes back that are held for a question. */
  readonly held: HeldChanges;
}

/** The command tool, its kept outputs and its sandbox. */
export function createCommands(options: CommandsOptions) {
  const { config, cleanup, ledger, redactor, settings, watch, log, guard, workspaceOf } = options;
  const excluded = ownFolders(config.dataFolder);
  const { dataFolder, home, commandEnvironment: environment } = config;
  const caches = () => settings.current().box.package_caches;
  const onNone = (why: string | undefined) =>
    options.notices.add('warning', 'No box works here', noBoxWords(why), { isOnce: true });
  const sandbox = cleanup.use(commandSandbox({ environment, home, dataFolder, caches, onNone }));
  let isBoxed: boolean | undefined;
  const runGit = readWithGit(sandbox, environment);
  const foresee: Foresee = (line) => foreseeReplaced({ ...line, home }, runGit);
  const outputs = cleanup.use(
    createOutputs({
      ...{ ledger, redactor },
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
    redactor,
    watch,
    environment,
    exported: options.exported,
    limits,
    limiter,
    spoolFolder: join(dataFolder, 'spool'),
    outputsFolder: join(dataFolder, 'outputs'),
    split: splitFor(guard.split, environment),
    slowMs: () => settings.current().guard.slow_seconds * 1000,
    openBox: sandbox.open,
    held: options.held,
    foresee,
    kept: { ...outputs.kept, isTimely },
    isSecret: isSecretName,
    // Tried at the first look at the tool: nothing is started with the app.
    isBoxed: () => {
      if (isBoxed === undefined) void sandbox.state().then(({ works }) => (isBoxed = works));
      return isBoxed ?? false;
    },
    neutralGit: (line) => neutralGit({ ...line, home }),
    scripts: namedScripts,
  });
  return { commands, outputs, sandbox, limiter, foresee, raiseLimit: (raise: LimitRaise) => limits.raise(raise) };
}
