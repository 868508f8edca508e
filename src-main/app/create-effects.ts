import { createFiles } from '#files';
import { checkAnswer } from './check-answer.ts';
import { createApprovalFeatures } from './create-approvals.ts';
import { createCallWatch } from './create-call-watch.ts';
import { createCommands } from './create-commands.ts';
import type { createFoundations } from './create-foundations.ts';
import type { FeatureOptions } from './feature-options.ts';
import { ownPathsIn } from './own-paths.ts';
import { type AttendanceLookup, isHeldToReading } from './unattended.ts';

export interface EffectsOptions extends FeatureOptions {
  readonly foundations: Awaited<ReturnType<typeof createFoundations>>;
  readonly attendanceOf: AttendanceLookup;
  readonly sessionTitle: (session: string) => string;
  /** Variables that the person exported in a session. */
  readonly exported: (session: string) => Promise<Readonly<Record<string, string>>>;
}

/** Creates what changes files and runs commands, and what decides about them. */
export async function createEffects({ foundations, attendanceOf, sessionTitle, exported, ...options }: EffectsOptions) {
  const { config, cleanup, redactor, appLog } = options;
  const { log } = appLog;
  const { settings, ledger, places } = foundations;
  const { dataFolder, home } = config;
  const ownPaths = ownPathsIn({ dataFolder, home }, () => options.workspaces.paths());
  const files = cleanup.use(
    createFiles({
      ledger,
      redactor,
      sessionTitle,
      ownFiles: ownPaths,
      flagRemovedLines: () => settings.current().approvals.flag_removed_lines,
      log,
    }),
  );
  await files.recoverUndo();
  const watch = createCallWatch({ ...options, ledger, settings, log });
  const { commands, outputs, sandbox, limiter, foresee, raiseLimit } = createCommands({
    ...{ ...options, ...foundations, log, exported, watch, held: files },
    workspaceOf: places.workspaceOf,
  });
  const { approvals, rules } = await createApprovalFeatures({
    ...{ config, cleanup, log, ledger, settings, firstWorkspace: places.firstWorkspace, ownPaths },
    check: (question, decision) => checkAnswer(question, decision, files.reviewed),
    sandboxState: sandbox.state,
    foresee,
    isHeldToReading: (session) => isHeldToReading(attendanceOf, session),
  });
  return { files, watch, commands, outputs, sandbox, limiter, raiseLimit, approvals, rules };
}
