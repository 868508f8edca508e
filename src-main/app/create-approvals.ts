import { join } from 'node:path';
import { createApprovals, createRules, type Foresee } from '#approvals';
import type { Decision, Question, SandboxState, Settings } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Subscribe } from '#core/emitter';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';
import type { Config } from './config.ts';
import { rulesSession } from './foreign-sessions.ts';

export interface ApprovalFeaturesOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: { current(): Settings; readonly onChanged: Subscribe<unknown> };
  readonly firstWorkspace: () => string;
  readonly ownPaths: (workspace: string) => readonly string[];
  readonly check: (question: Question, decision: Decision) => void;
  readonly sandboxState: () => Promise<SandboxState>;
  readonly foresee: Foresee;
  readonly isHeldToReading: (session: string) => Promise<boolean>;
}

/** Creates what decides about calls: the rules, and the person where no rule applies. */
export async function createApprovalFeatures(options: ApprovalFeaturesOptions) {
  const { config, cleanup, log, ledger, settings, firstWorkspace, check } = options;
  const { dataFolder, home, version } = config;
  const approvals = cleanup.use(createApprovals({ log, check }));
  const rules = cleanup.use(
    await createRules({
      file: join(dataFolder, 'rules.yaml'),
      ledger,
      settings,
      probeSandbox: options.sandboxState,
      foresee: options.foresee,
      isHeldToReading: options.isHeldToReading,
      firstWorkspace,
      home,
      own: options.ownPaths,
      record: async (workspace) => (await rulesSession({ ledger, workspace, version })).ledger,
      waiting: () => approvals.waiting.value,
      log,
    }),
  );
  return { approvals, rules };
}
