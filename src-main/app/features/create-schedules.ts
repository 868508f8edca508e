import { join } from 'node:path';
import type { BranchesFeature } from '#branches';
import { createSchedules, type SchedulesFeature } from '#schedules';
import { mainSession } from '../main-session.ts';
import type { AppPorts, ChatFeature } from '../ports.ts';
import { workspaceRecords } from '../workspace-records.ts';

/** Tasks that run by the clock, plugged into the app: the door, the open workspaces, their records. */
export function createSchedulesFeature(
  ports: AppPorts,
  chat: ChatFeature,
  branches: BranchesFeature,
): SchedulesFeature {
  const { config, cleanup, log, ledger, agents, approvals, files, notices } = ports;
  return cleanup.use(
    createSchedules({
      file: join(config.dataFolder, 'schedules.json'),
      chat,
      workspaces: agents.tasks,
      waiting: approvals.waiting,
      logger: log,
      records: {
        ...workspaceRecords({ ledger, version: config.version, notices }),
        session: async function* (id) {
          yield* (await ledger.session(id)).read();
        },
        lines: (session, turn) => files.linesOf({ session, turn }),
      },
      branches: {
        create: (workspace, title) => branches.open(workspace, title),
        end: (branch, end) => branches.end(branch, end),
        accept: (branch, session) => branches.acceptAll(branch, session),
      },
      mainSession: (workspace, known) => mainSession(chat, workspace, known),
      notify: (level, title, text) => notices.add(level, title, text),
    }),
  );
}
