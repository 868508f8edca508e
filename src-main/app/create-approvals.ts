import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createApprovals, createRules } from '#approvals';
import type { Decision, Question, SandboxState, Settings } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Subscribe } from '#core/emitter';
import type { Logger } from '#core/logger';
import type { Ledger } from '#ledger';
import type { Config } from './config.ts';
import { rulesSession } from './foreign-sessions.ts';
import { ownFiles } from './own-paths.ts';

export interface ApprovalFeaturesOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly settings: { current(): Settings; readonly onChanged: Subscribe<unknown> };
  readonly workspace: () => string;
  readonly check: (question: Question, decision: Decision) => void;
  readonly sandboxState: () => Promise<SandboxState>;
}

/** Who decides: the rules, and the person where they say nothing. */
export async function createApprovalFeatures(options: ApprovalFeaturesOptions) {
  const { config, cleanup, log, ledger, settings, workspace, check } = options;
  const { dataFolder, home, version } = config;
  const approvals = cleanup.use(createApprovals({ log, check }));
  const rules = cleanup.use(
    await createRules({
      file: join(dataFolder, 'rules.yaml'),
      ledger,
      settings,
      probeSandbox: options.sandboxState,
      workspace,
      home,
      own: bothSpellings({ dataFolder, home, workspace: workspace() }),
      record: async () => (await rulesSession({ ledger, workspace: workspace(), version })).ledger,
      waiting: () => approvals.waiting.value,
      log,
    }),
  );
  return { approvals, rules };
}

/** A folder of ours may be reached by a link, and what is asked about has its links resolved. */
function bothSpellings(at: Parameters<typeof ownFiles>[0]): string[] {
  const real = { dataFolder: realOf(at.dataFolder), home: realOf(at.home), workspace: realOf(at.workspace) };
  return [...new Set([...ownFiles(at), ...ownFiles(real)])];
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
