import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BranchesFeature, createBranches } from '#branches';
import { knownEvent } from '#ledger';
import { createRunner } from '#tools';
import { inheritAgent } from '../inherit-agent.ts';
import type { AppPorts, ChatFeature } from '../ports.ts';
import { realFolder } from '../start/real-folder.ts';
import { unpackedFolder } from '../start/unpacked-folder.ts';
import { takeFromBranches } from '../take-from-branches.ts';
import { workspaceRecords } from '../workspace-records.ts';

/** Name of the tool that runs commands. */
const COMMAND_TOOL = 'execute_command';

/** Branches, plugged into the app: the door of the chat, the records of workspaces, the review of file changes. */
export function createBranchesFeature(ports: AppPorts, chat: ChatFeature): BranchesFeature {
  const { config, cleanup, log, late, ledger, notices, files, trust, agents, ask, policy, guard } = ports;
  const { dataFolder, installFolder, version } = config;
  const wanted: BranchesFeature['wanted'] = (branch, path) => late.branches.get().wanted(branch, path);
  // A runner apart, since no model is offered these tools.
  const runner = cleanup.use(createRunner({ sources: [files.taking(wanted)], guard: guard.guard, policy, ask, log }));
  return cleanup.use(
    createBranches({
      folder: join(dataFolder, 'branches'),
      dataFolder,
      cloneProgram: join(unpackedFolder(installFolder), 'resources', 'clone-folder', 'clone_folder.py'),
      chat,
      content: ledger.content,
      log,
      records: workspaceRecords({ ledger, version, notices }),
      compare: files.compare,
      realFolder: (folder) => realFolder(folder, 'branch another folder'),
      workspaceOf: ports.workspaceOf,
      inherit: async (from, to) => {
        if (trust.has(from)) await trust.set(to, true);
        await inheritAgent(agents, from, to);
      },
      rest: (folder) => agents.close(folder),
      release: (folder) => agents.forget(folder),
      keysWanted: ports.profiles.keysWanted,
      isBusy: (session) => chat.runningSessions().includes(session),
      runTest: (session, command, signal) => runTest(ports, chat, { session, command, signal }),
      take: (request) => takeFromBranches(request, { ledger, runner, chat, wanted }),
    }),
  );
}

/** Runs a test as a call of the session, within its limits and rules; returns the command's exit code. */
async function runTest(
  { ledger, runner, workspaceOf, openWorkspace }: AppPorts,
  chat: ChatFeature,
  { session, command, signal }: { readonly session: string; readonly command: string; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const workspace = await openWorkspace(await workspaceOf(session));
  const callId = `test-${randomUUID()}`;
  const events = await ledger.session(session);
  const { id: cause } = await events.append('push.added', { item: branchNote(command) });
  const started = new Set<string>();
  let exitCode: number | undefined;
  const off = ledger.onAppended((any) => {
    const event = any.session === session ? knownEvent(any) : undefined;
    if (event?.type === 'tool.called' && event.data.callId === callId) started.add(event.id);
    // The person may have edited the command, or the guard have taken it apart.
    if (event?.type === 'command.ran' && started.has(event.cause ?? '')) exitCode = event.data.exitCode;
  });
  using call = await chat.foreignCall(session, callId);
  try {
    const { onOutput, onUsage } = call;
    await runner.run(
      { callId, tool: COMMAND_TOOL, arguments: JSON.stringify({ command_line: command, working_dir: workspace }) },
      {
        session,
        sessionTitle: chat.titleOf(session),
        cause,
        workspace,
        cwd: workspace,
        ledger: events,
        signal: AbortSignal.any([signal, call.signal]),
        onOutput,
        onUsage,
      },
    );
    return exitCode;
  } finally {
    off();
  }
}

const branchNote = (command: string) => ({
  kind: 'note' as const,
  label: `Test: ${command.split('\n')[0]}`,
  text: `When your turn was over, this was run in the branch as its test: ${command}`,
});
