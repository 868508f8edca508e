import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Api, LedgerEventType, Question } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter } from '#core/async/emitter';
import { LiveValue } from '#core/async/streams';
import type { Ledger } from '#ledger';
import { createSchedules } from '#schedules';
import { readTask } from '../../../../src-main/workspaces/layout/task-file.ts';
import { silentLogger } from '../../../support/silent-logger.ts';
import { temporaryLedger } from '../../../support/temporary-ledger.ts';
import { FakeChat } from './fake-chat.ts';
import { FakeClock } from './fake-clock.ts';

export const WORKSPACE = '/w/agent';

/** Work on the ledger that has begun and not ended. */
const busy = new Set<Promise<unknown>>();

function tracked<T>(work: Promise<T>): Promise<T> {
  const settling = work.catch(() => {}).finally(() => busy.delete(settling));
  busy.add(settling);
  return work;
}

/** Gives way until everything that was begun has come to its next wait for the test. */
export async function settled(): Promise<void> {
  const giveWay = () => new Promise((resolve) => setImmediate(resolve));
  await giveWay();
  for (let quiet = 0; quiet < 3; quiet++) {
    if (busy.size > 0) quiet = 0;
    await Promise.all(busy);
    await giveWay();
  }
}

/** A ledger of which it is known what goes on in it. */
function observed(ledger: Ledger): Pick<Ledger, 'session' | 'sessions' | 'onAppended'> {
  return {
    onAppended: ledger.onAppended,
    sessions: () => tracked(ledger.sessions()),
    session: async (id) => {
      const session = await tracked(ledger.session(id));
      return {
        session: id,
        lines: session.lines.bind(session),
        checkAnchor: session.checkAnchor.bind(session),
        append: (type, data, options) => tracked(session.append(type, data, options)),
        add: (type, data, options) => session.add(type, data, options),
        read: async function* (options) {
          const events = await tracked(allOf(session.read(options)));
          yield* events;
        },
      };
    },
  };
}

type TaskFile = ReturnType<typeof readTask> & { readonly text: string };

/** Schedules of one workspace over a real ledger; the model, the clock and the folder are the test's. */
export async function schedulesBox(start: string, { isReal = false } = {}) {
  const clock = new FakeClock(start);
  const ledger = await temporaryLedger(isReal ? {} : { now: clock.now });
  const files = new Map<string, TaskFile>();
  const changed = new Emitter<void>();
  const state: {
    unusable: string | undefined;
    noBranch?: string;
    noEnd?: string;
    /** Events that cannot be written. */
    unwritten?: readonly LedgerEventType[];
  } = { unusable: undefined };
  const branchEnds: { readonly branch: string; readonly state: string; readonly line: string }[] = [];
  const notices: string[] = [];
  const gone: string[] = [];
  const counts: { readonly added: number; readonly removed: number }[] = [];
  const waiting = new LiveValue<readonly Question[]>([]);

  const tasks = () =>
    [...files].map(([folder, { text, body, settings, lines, problems }]) => {
      const about = { name: settings.name ?? folder, folder, file: `schedules/${folder}/TASK.md`, description: '' };
      const problem = problems.find(({ isFatal }) => isFatal)?.message;
      return { ...about, text: body, hash: `hash of ${text}`, settings, lines, problem };
    });
  const open = (opening: Ledger) => {
    const of = observed(opening);
    const chat = new FakeChat(of);
    const feature = createSchedules({
      file: join(ledger.folder, 'schedules.json'),
      chat,
      waiting,
      logger: silentLogger,
      ...(!isReal && { clock }),
      workspaces: {
        all: () => [{ path: WORKSPACE, name: 'agent', unusable: state.unusable, tasks: tasks() }],
        onChanged: changed.subscribe,
        refresh: async () => {},
      },
      records: {
        append: async (_workspace, type, data) => {
          if (state.unwritten?.includes(type)) throw new AppError('UNAVAILABLE', 'The disk is full');
          return await (await of.session('workspace-00000000')).append(type, data);
        },
        history: async function* () {
          if ((await of.sessions()).includes('workspace-00000000'))
            yield* (await of.session('workspace-00000000')).read();
        },
        session: async function* (id) {
          yield* (await of.session(id)).read();
        },
        lines: async () => counts.shift() ?? Promise.reject(new Error('not counted')),
        onAppended: of.onAppended,
      },
      mainSession: async () => 'main',
      branches: {
        create: async (workspace, title) => {
          if (state.noBranch !== undefined) throw new AppError('LIMIT_EXCEEDED', state.noBranch);
          const { id: session } = await chat.create({ workspace: `${workspace}-copy`, title });
          return { branch: `b-${session}`, session };
        },
        end: async (branch, end) => {
          if (state.noEnd !== undefined) throw new AppError('NOT_FOUND', state.noEnd);
          branchEnds.push({ branch, ...end });
        },
        accept: async (branch) => ({ turn: `take-${branch}` }),
      },
      notify: (_level, title) => {
        notices.push(title);
        return () => void gone.push(title);
      },
    });
    const api = createRouterClient(feature.router, { context: { reportBug: () => {} } }) as Api['schedules'];
    return { chat, feature, api };
  };
  let opened = open(ledger);
  await opened.feature.start();

  async function first<T>(stream: Promise<AsyncIterable<T>>): Promise<T> {
    for await (const value of await stream) return value;
    throw new Error('nothing came');
  }
  const box = {
    clock,
    ledger,
    notices,
    /** Line counts of the next runs; without them lines are not counted. */
    counts,
    /** Notices that were taken away again. */
    gone,
    waiting,
    state,
    /** Records about branches at the end of runs. */
    branchEnds,
    get chat() {
      return opened.chat;
    },
    get feature() {
      return opened.feature;
    },
    get api() {
      return opened.api;
    },
    rows: () => first(opened.api.changed()),
    row: async () => (await box.rows())[0],
    inbox: () => first(opened.api.inbox()),
    run: async () => (await box.inbox()).runs[0],
    write: (text: string, folder = 'daily') => {
      // Read once, as by the workspaces: of these boxes most look at their tasks thousands of times.
      files.set(folder, { text, ...readTask(text) });
      changed.emit();
    },
    /** Writes a task and switches it on. */
    enable: async (text: string, folder = 'daily') => {
      box.write(text, folder);
      await opened.api.enable({ workspace: WORKSPACE, folder, hash: `hash of ${text}` });
      await settled();
    },
    changed: async () => {
      changed.emit();
      await settled();
    },
    pass: async (ms: number) => {
      await clock.pass(ms, async () => {
        // What a timer begins reaches the ledger within a few microtasks.
        for (let count = 0; count < 50 && busy.size === 0; count++) await undefined;
        if (busy.size > 0) await settled();
      });
      await settled();
    },
    /** Ends the app, without a word or as a crash does, and starts it again. */
    restart: async ({ at, isCrash = false }: { readonly at?: string; readonly isCrash?: boolean } = {}) => {
      if (!isCrash) await opened.feature[Symbol.asyncDispose]();
      if (at !== undefined) clock.set(at);
      opened = open(await ledger.reopen());
      await opened.feature.start();
      await settled();
    },
    [Symbol.asyncDispose]: async () => {
      await opened.feature[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
    },
  };
  return box;
}

/** A TASK.md that runs daily at nine in UTC. */
export const daily = (more = '') =>
  `---\nname: daily-summary\ncron: "0 9 * * *"  # 9am daily\ntimezone: UTC\n${more}---\n\nSay it.\n`;

async function allOf<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
