import { silentLogger } from '../../support/silent-logger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { temporaryLedger } from '../../support/temporary-ledger.ts';
import type { Report } from '../run.ts';

const WORKSPACE = '/bench';
const REST_MS = 20_000;
const SETTLED_MS = 3000;
const CRONS = 1000;
const RUNS = 5000;
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney'];

/** The next runs of a thousand patterns over a year. */
export async function reportCrons(report: Report): Promise<void> {
  const { readTimes, ScheduleTimes } = await import('../../../src-main/schedules/times/schedule-times.ts');
  const from = Date.UTC(2026, 0, 1);
  const to = Date.UTC(2027, 0, 1);
  const [used, started] = [process.cpuUsage(), performance.now()];
  let runs = 0;
  for (let index = 0; index < CRONS; index++) {
    const times = readTimes(`${index % 60} ${index % 24} * * *`, ZONES[index % ZONES.length]);
    if (!(times instanceof ScheduleTimes)) throw new Error(times.message);
    runs += times.next(from, 400).filter((run) => run < to).length;
  }
  const value = Math.round(performance.now() - started);
  const { user } = process.cpuUsage(used);
  const note = `${runs} runs, ${Math.round(user / 1000)} ms of processor time`;
  report({ name: 'runs of 1,000 crons over a year', value, unit: 'ms', atMost: 1000, note });
}

/** Measures the cost of tasks that only wait, beyond a process that has none. */
export async function reportIdle(report: Report): Promise<void> {
  await using box = await benchBox(200);
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const control = await percentOfRest();
  await box.feature.start();
  // The words of the patterns are loaded with the first task.
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const percent = await percentOfRest();
  const value = Math.round(Math.max(0, percent - control) * 1000) / 1000;
  const note = `over ${REST_MS / 1000} s; ${percent.toFixed(2)} % of which ${control.toFixed(2)} % without schedules`;
  report({ name: 'CPU of 200 idle schedules', value, unit: '%', atMost: 0.3, note });
}

async function percentOfRest(): Promise<number> {
  const [used, started] = [process.cpuUsage(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const { user, system } = process.cpuUsage(used);
  return (user + system) / 10 / (performance.now() - started);
}

/** Measures the time until an inbox of 5,000 runs is there, and of reading its record at the start. */
export async function reportInbox(report: Report): Promise<void> {
  await using box = await benchBox(1);
  const record = await box.ledger.session('workspace-00000000');
  const appends: Promise<unknown>[] = [];
  for (let index = 0; index < RUNS; index++) {
    const about = { workspace: WORKSPACE, folder: 'task-0', run: `run-${index}` };
    appends.push(
      record.append('schedule.started', { ...about, name: 'Task', session: `s-${index}`, by: 'time', hash: '' }),
    );
    const counts = { files: 3, addedLines: 10, removedLines: 2, refused: 0 };
    appends.push(record.append('schedule.ended', { ...about, state: 'done', line: 'All is well', ...counts }));
  }
  await Promise.all(appends);
  const started = performance.now();
  await box.feature.start();
  const read = Math.round(performance.now() - started);
  const opened = performance.now();
  for await (const { runs, older } of await box.inbox()) {
    JSON.stringify(runs);
    if (runs.length + older !== RUNS) throw new Error(`The inbox has ${runs.length} runs and ${older} older ones`);
    break;
  }
  const value = Math.round(performance.now() - opened);
  report({ name: 'inbox with 5,000 runs', value, unit: 'ms', atMost: 200, note: `read at the start in ${read} ms` });
}

async function benchBox(count: number) {
  const { createRouterClient } = await import('@orpc/server');
  const { createSchedules } = await import('../../../src-main/schedules/index.ts');
  const { LiveValue } = await import('../../../src-main/core/async/streams.ts');
  const { writeFile } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const ledger = await temporaryLedger();
  const folder = await temporaryFolder();
  const settings = { cron: '0 9 1 1 *', conversation: 'own', budget: {}, approvals: 'wait' } as const;
  const tasks = Array.from({ length: count }, (_, index) => {
    const name = `task-${index}`;
    return { name, folder: name, file: `schedules/${name}/TASK.md`, description: '', text: 'x', hash: 'h', settings };
  });
  const enabled = tasks.map((task) => ({ workspace: WORKSPACE, folder: task.folder, hash: 'h' }));
  await writeFile(join(folder.path, 'schedules.json'), JSON.stringify({ v: 1, enabled }));
  const none = async (): Promise<never> => {
    throw new Error('no message is sent in a bench');
  };
  const feature = createSchedules({
    file: join(folder.path, 'schedules.json'),
    chat: {
      enqueue: none,
      withdraw: none,
      stop: none,
      attend: none,
      attendanceOf: none,
      create: none,
      follow: async function* () {
        yield await none();
      },
    },
    workspaces: {
      all: () => [{ path: WORKSPACE, name: 'bench', tasks }],
      onChanged: () => () => {},
      refresh: async () => {},
    },
    records: {
      append: async (_workspace, type, data) => await (await ledger.session('workspace-00000000')).append(type, data),
      history: async function* () {
        yield* (await ledger.session('workspace-00000000')).read();
      },
      session: async function* (id) {
        yield* (await ledger.session(id)).read();
      },
      onAppended: ledger.onAppended,
    },
    mainSession: none,
    branches: { create: none, end: none, accept: none },
    waiting: new LiveValue<readonly never[]>([]),
    notify: () => () => {},
    logger: silentLogger,
  });
  const client = createRouterClient(feature.router, { context: { reportBug: () => {} } });
  return {
    ledger,
    feature,
    inbox: () => client.inbox({ most: 100 }),
    [Symbol.asyncDispose]: async () => {
      await feature[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
