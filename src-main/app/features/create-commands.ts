import { join } from 'node:path';
import { foreseeReplaced, neutralGit, type ReplacedFilesFinder } from '#approvals';
import { isSecretVariable } from '#core/secrets/secret-variables';
import { CommandLimits, createCommandTool, createOutputs } from '#execution';
import { commandLimiter } from '../commands/command-limiter.ts';
import { commandLimits } from '../commands/command-limits.ts';
import { commandSandbox } from '../commands/command-sandbox.ts';
import { noBoxWords } from '../commands/no-box-words.ts';
import { ownFolders } from '../commands/own-paths.ts';
import { readWithGit } from '../commands/read-with-git.ts';
import type { CommandPorts, EffectPorts, FoundationPorts } from '../ports.ts';
import { filterProblem, isTimely, namedScripts, splitFor } from '../start/split-command.ts';

/** The command tool, its kept outputs and its sandbox. */
export function createCommands(ports: FoundationPorts & Pick<EffectPorts, 'files' | 'watch'>): CommandPorts {
  const { config, cleanup, ledger, redactor, settings, log, late, guard, files, watch, workspaceOf } = ports;
  const excluded = ownFolders(config.dataFolder);
  const { dataFolder, home, commandEnvironment: environment } = config;
  const caches = () => settings.current().box.package_caches;
  const onNone = (why: string | undefined) =>
    ports.notices.add('warning', 'No box works here', noBoxWords(why), { isOnce: true });
  const sandbox = cleanup.use(commandSandbox({ environment, home, dataFolder, caches, onNone }));
  let isBoxed: boolean | undefined;
  const runGit = readWithGit(sandbox, environment);
  const foresee: ReplacedFilesFinder = (line) => foreseeReplaced({ ...line, home }, runGit);
  const outputs = cleanup.use(
    createOutputs({
      ledger,
      redactor,
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
    exported: (session) => late.shell.get().exported(session),
    limits,
    limiter,
    spoolFolder: join(dataFolder, 'spool'),
    outputsFolder: join(dataFolder, 'outputs'),
    split: splitFor(guard.split, environment),
    slowMs: () => settings.current().guard.slow_seconds * 1000,
    openBox: sandbox.open,
    held: files,
    foresee,
    kept: { ...outputs.kept, isTimely },
    isSecret: isSecretVariable,
    // Tried at the first look at the tool: nothing is started with the app.
    isBoxed: () => {
      if (isBoxed === undefined) void sandbox.state().then(({ works }) => (isBoxed = works));
      return isBoxed ?? false;
    },
    neutralGit: (line) => neutralGit({ ...line, home }),
    scripts: namedScripts,
  });
  return { commands, outputs, sandbox, limiter, foresee, raiseLimit: (raise) => limits.raise(raise) };
}
