import type { Logger } from '#core/logger';
import type {
  ChatPort,
  Clock,
  MainSession,
  RunBranches,
  TaskRecords,
  TaskWorkspaces,
  WaitingQuestions,
} from './ports.ts';

export interface SchedulesOptions {
  /** Absolute path of the file that names what is switched on. */
  readonly file: string;
  readonly chat: ChatPort;
  readonly workspaces: TaskWorkspaces;
  readonly records: TaskRecords;
  readonly waiting: WaitingQuestions;
  readonly mainSession: MainSession;
  readonly branches: RunBranches;
  readonly clock?: Clock;
  /** Tells a person what they should know without looking; answers what takes it away again. */
  readonly notify: (level: 'info' | 'warning', title: string, text: string) => () => void;
  readonly logger: Logger;
}

export interface UpcomingRun {
  readonly name: string;
  /** Its real path. */
  readonly workspace: string;
  readonly at: number;
}
