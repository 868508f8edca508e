import { createFiles } from '#files';
import { checkAnswer } from './check-answer.ts';
import { createApprovalFeatures } from './create-approvals.ts';
import { createCommands } from './create-commands.ts';
import type { createFoundations } from './create-foundations.ts';
import type { FeatureOptions } from './feature-options.ts';
import { ownFiles } from './own-paths.ts';

export interface EffectsOptions extends FeatureOptions {
  readonly foundations: Awaited<ReturnType<typeof createFoundations>>;
  readonly sessionTitle: (session: string) => string;
  /** What the person exported in a session. */
  readonly exported: (session: string) => Promise<Readonly<Record<string, string>>>;
}

/** What changes files and runs commands, and who decides about it. */
export async function createEffects({ foundations, sessionTitle, exported, ...options }: EffectsOptions) {
  const { config, cleanup, appLog } = options;
  const { log } = appLog;
  const { settings, ledger } = foundations;
  const { dataFolder, home } = config;
  const workspace = () => options.workspace.path;
  const files = cleanup.use(
    createFiles({
      ledger,
      workspace,
      sessionTitle,
      ownFiles: ownFiles({ dataFolder, home, workspace: workspace() }),
      flagRemovedLines: () => settings.current().approvals.flag_removed_lines,
      log,
    }),
  );
  const { commands, outputs, sandbox, raiseLimit } = createCommands({ ...options, ...foundations, log, exported });
  const { approvals, rules } = await createApprovalFeatures({
    ...{ config, cleanup, log, ledger, settings, workspace },
    check: (question, decision) => checkAnswer(question, decision, files.reviewed),
    sandboxState: sandbox.state,
  });
  return { files, commands, outputs, raiseLimit, approvals, rules };
}
