import { createFiles } from '#files';
import { ownPathsIn } from '../commands/own-paths.ts';
import { type AttendanceLookup, askWithAttendance, policyWithAttendance } from '../commands/unattended.ts';
import type { EffectPorts, FoundationPorts } from '../ports.ts';
import { createApprovalFeatures } from './create-approvals.ts';
import { createCallWatch } from './create-call-watch.ts';
import { createCommands } from './create-commands.ts';

/** Creates what changes files and runs commands, and what decides about them. */
export async function createEffects(ports: FoundationPorts): Promise<EffectPorts> {
  const { config, cleanup, redactor, log, late, settings, ledger, workspaces } = ports;
  const { dataFolder, home } = config;
  const attendanceOf: AttendanceLookup = (session) => late.chat.get().attendanceOf(session);
  const ownPaths = ownPathsIn({ dataFolder, home }, () => workspaces.paths());
  const files = cleanup.use(
    createFiles({
      ledger,
      redactor,
      sessionTitle: (session) => late.chat.get().titleOf(session),
      ownFiles: ownPaths,
      flagRemovedLines: () => settings.current().approvals.flag_removed_lines,
      log,
    }),
  );
  await files.recoverUndo();
  const watch = createCallWatch(ports);
  const commands = createCommands({ ...ports, files, watch });
  const { approvals, rules } = await createApprovalFeatures({ ...ports, ...commands, files, ownPaths, attendanceOf });
  const policy = policyWithAttendance(rules.policy, attendanceOf);
  const ask = askWithAttendance(approvals.ask, attendanceOf);
  return { ...ports, ...commands, files, watch, approvals, rules, policy, ask };
}
