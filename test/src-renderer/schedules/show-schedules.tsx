import { userEvent } from '@testing-library/user-event';
import type { Change, Inbox, Schedule, ScheduleRun, ScheduleRunDetail } from '#contract';
import { SchedulesView } from '../../../src-renderer/schedules/index.ts';
import { ActionsProvider } from '../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { NavigationProvider } from '../../../src-renderer/state/navigation.tsx';
import { ChangesHost } from '../../support/changes-host.ts';
import { apiOf, Feed, renderPane } from '../../support/pane.tsx';
import { proposedDiff } from '../../support/proposed-change.ts';

export const WORKSPACE = '/srv/agent';

export function taskOf(overrides: Partial<Schedule> = {}): Schedule {
  return {
    workspace: WORKSPACE,
    workspaceName: 'agent',
    folder: 'daily',
    file: 'schedules/daily/TASK.md',
    name: 'Daily notes',
    description: 'Keeps the notes',
    cron: '0 9 * * *',
    cronWords: 'At 09:00 each day',
    state: 'off',
    hash: 'h1',
    text: 'Write the notes.',
    next: [],
    conversation: 'own',
    approvals: 'wait',
    budget: { seconds: 600, tokens: 50_000, cost: 0.5 },
    ...overrides,
  };
}

export function runOf(overrides: Partial<ScheduleRun> = {}): ScheduleRun {
  return {
    workspace: WORKSPACE,
    folder: 'daily',
    id: 'r1',
    name: 'Daily notes',
    session: 's1',
    turn: 't1',
    startedAt: Date.now(),
    by: 'time',
    state: 'done',
    line: 'The notes are written',
    cost: 0.02,
    files: 1,
    addedLines: 5,
    removedLines: 1,
    isRead: false,
    isKept: false,
    isUndone: false,
    refused: 0,
    ...overrides,
  };
}

export const inboxOf = (runs: readonly ScheduleRun[], older = 0): Inbox => ({
  runs: [...runs],
  older,
  unread: runs.filter(({ isRead }) => !isRead).length,
});

export interface ShownSchedules {
  readonly tasks?: readonly Schedule[];
  readonly inbox?: Inbox;
  readonly details?: readonly ScheduleRunDetail[];
  readonly changes?: readonly Change[];
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly parts?: Record<string, unknown>;
}

export const detailOf = (run: ScheduleRun, more: Partial<ScheduleRunDetail> = {}): ScheduleRunDetail => ({
  ...run,
  answer: '**All** done',
  text: 'Write the notes.',
  refusals: [],
  questions: [],
  ...more,
});

/** The view on a host that the test feeds; what it asks of the host is noted. */
export function showSchedules({
  tasks = [],
  inbox = inboxOf([]),
  details = [],
  changes = [],
  ...more
}: ShownSchedules = {}) {
  const sent: (readonly [string, unknown])[] = [];
  const noting =
    (name: string, answer: unknown = undefined) =>
    async (input: unknown) => {
      sent.push([name, input]);
      return answer;
    };
  const feeds = {
    tasks: new Feed(tasks),
    inbox: new Feed(inbox),
    runs: new Map(details.map((detail) => [detail.id, new Feed(detail)])),
  };
  const list = new ChangesHost(changes);
  const paths = changes.map(({ id, path }) => ({ event: id, path, outcome: 'restored' }));
  const api = apiOf({
    schedules: {
      changed: feeds.tasks.open,
      inbox: (input: unknown, options?: { readonly signal?: AbortSignal }) => {
        sent.push(['inbox', input]);
        return feeds.inbox.open(input, options);
      },
      run: (input: { readonly run: string }, options?: { readonly signal?: AbortSignal }) =>
        feeds.runs.get(input.run)?.open(input, options) ?? Promise.reject(new Error('There is no such run')),
      ...Object.fromEntries(
        ['enable', 'pause', 'answerMissed', 'read', 'keep', 'goOn', 'stop'].map((n) => [n, noting(n)]),
      ),
      runNow: noting('runNow', { run: 'r9' }),
      again: noting('again', { run: 'r9' }),
      ...more.parts,
    },
    changes: {
      ...list.procedures,
      diff: async ({ id }: { readonly id: string }) => proposedDiff(id),
      planTurn: async (input: { readonly direction: string }) => {
        sent.push(['planTurn', input]);
        return { direction: input.direction, paths };
      },
      undoTurn: noting('undoTurn', { direction: 'undo', paths }),
    },
  });
  const layout = Object.entries({ view: 'schedules', ...more.layout }).map(([key, value]) => [key, { value, at: 0 }]);
  renderPane(
    api,
    <LayoutProvider store={new LayoutStore(Object.fromEntries(layout))}>
      <ActionsProvider keymap={{}}>
        <NavigationProvider>
          <SchedulesView isVisible />
        </NavigationProvider>
      </ActionsProvider>
    </LayoutProvider>,
  );
  const asked = (name: string) => sent.filter(([one]) => one === name).map(([, input]) => input);
  return { ...feeds, list, sent, asked, user: userEvent.setup() };
}
