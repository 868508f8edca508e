import { join } from 'node:path';
import { createApprovals, createRules } from '#approvals';
import { checkAnswer } from '../commands/check-answer.ts';
import { type AttendanceLookup, isHeldToReading } from '../commands/unattended.ts';
import { rulesSession } from '../foreign-sessions.ts';
import type { EffectPorts, FoundationPorts } from '../ports.ts';

export interface ApprovalFeaturesOptions extends FoundationPorts, Pick<EffectPorts, 'files' | 'sandbox' | 'foresee'> {
  readonly ownPaths: (workspace: string) => readonly string[];
  readonly attendanceOf: AttendanceLookup;
}

/** Creates what decides about calls: the rules, and the person where no rule applies. */
export async function createApprovalFeatures(options: ApprovalFeaturesOptions) {
  const { config, cleanup, log, ledger, settings, firstWorkspace, files, attendanceOf } = options;
  const { dataFolder, home, version } = config;
  const approvals = cleanup.use(
    createApprovals({ log, check: (question, decision) => checkAnswer(question, decision, files.reviewed) }),
  );
  const rules = cleanup.use(
    await createRules({
      file: join(dataFolder, 'rules.yaml'),
      ledger,
      settings,
      probeSandbox: options.sandbox.state,
      foresee: options.foresee,
      isHeldToReading: (session) => isHeldToReading(attendanceOf, session),
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
