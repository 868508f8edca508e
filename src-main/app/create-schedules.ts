import { join } from 'node:path';
import type { BranchesFeature } from '#branches';
import type { Question, SessionSummary, TurnId } from '#contract';
import type { CleanupStack } from '#core/cleanup-stack';
import type { Logger } from '#core/logger';
import type { LiveValue } from '#core/streams';
import type { Ledger } from '#ledger';
import { createSchedules, type Door, type MainSession, type SchedulesFeature } from '#schedules';
import type { WorkspacesFeature } from '#workspaces';
import type { Config } from './config.ts';
import type { Notices } from './notices.ts';
import { workspaceRecords } from './workspace-records.ts';

export interface SchedulesFeatureOptions {
  readonly config: Config;
  readonly cleanup: CleanupStack;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly files: { linesOf(turn: TurnId): Promise<{ readonly added: number; readonly removed: number }> };
  readonly agents: Pick<WorkspacesFeature, 'tasks'>;
  readonly door: Door;
  /** All sessions, the newest first. */
  readonly summaries: () => Promise<readonly SessionSummary[]>;
  readonly waiting: LiveValue<readonly Question[]>;
  readonly notices: Notices;
  /** Returns the branches, which are created later. */
  readonly branches: () => BranchesFeature;
}

/** Tasks that run by the clock, plugged into the app: the door, the open workspaces, their records. */
export function createSchedulesFeature(options: SchedulesFeatureOptions): SchedulesFeature {
  const { config, cleanup, log, ledger, agents, door, notices } = options;
  return cleanup.use(
    createSchedules({
      file: join(config.dataFolder, 'schedules.json'),
      ...{ door, workspaces: agents.tasks, waiting: options.waiting, logger: log },
      records: {
        ...workspaceRecords(ledger, config.version),
        session: async function* (id) {
          yield* (await ledger.session(id)).read();
        },
        lines: (session, turn) => options.files.linesOf({ session, turn }),
      },
      branches: {
        create: (workspace, title) => options.branches().open(workspace, title),
        end: (branch, end) => options.branches().end(branch, end),
        accept: (branch, session) => options.branches().acceptAll(branch, session),
      },
      mainSession: (workspace, known) => mainSession(options, workspace, known),
      notify: (level, title, text) => notices.add(level, title, text),
    }),
  );
}

/** The conversation that tasks shared before; where it is gone, the newest that is no run's own, or a new one. */
async function mainSession(
  { summaries, door }: SchedulesFeatureOptions,
  workspace: string,
  { last, own }: Parameters<MainSession>[1],
): Promise<string> {
  const all = await summaries();
  const here = all.filter((one) => one.workspace === workspace && one.kind === 'conversation' && !own.has(one.id));
  const found = here.find(({ id }) => id === last) ?? here[0];
  return found ? found.id : (await door.create({ workspace, title: 'Tasks' })).id;
}
