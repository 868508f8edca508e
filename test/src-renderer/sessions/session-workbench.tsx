import { fireEvent, screen } from '@testing-library/react';
import type {
  ChangeList,
  Completion,
  ConsoleState,
  ConversationItem,
  ConversationUpdate,
  DeletedSession,
  FilteredOutput,
  LineResult,
  MessageImage,
  ProfilesState,
  SessionSummary,
  TurnChanges,
  TurnId,
} from '#contract';
import { ApiProvider } from '../../../src-renderer/api/api-context.tsx';
import { type ConnectionState, ObservableValue } from '../../../src-renderer/api/connection-state.ts';
import { SessionsView } from '../../../src-renderer/sessions/index.ts';
import type { ConsoleItem } from '../../../src-renderer/sessions/items/console-item.ts';
import type { ActionRegistry } from '../../../src-renderer/state/action-registry.ts';
import { ActionsProvider, useActionRegistry } from '../../../src-renderer/state/actions.tsx';
import { LayoutProvider } from '../../../src-renderer/state/layout.tsx';
import { LayoutStore } from '../../../src-renderer/state/layout-store.ts';
import { apiOf, Feed, failure, renderPane } from '../../support/pane.tsx';

/** Opens the lines of calls that have ended, as a person does who wants to know more. */
export async function openCalls(): Promise<void> {
  for (const line of await screen.findAllByRole('button', {
    expanded: false,
    name: /^(Run command|Write file|Edit file|Read file|Delete)/,
  })) {
    fireEvent.click(line);
  }
}

export const session = (overrides: Partial<SessionSummary> = {}): SessionSummary => ({
  id: 's1',
  title: 'Greeting',
  state: 'idle',
  createdAt: 0,
  updatedAt: 0,
  messages: 1,
  usage: { prompt: 0, completion: 0, total: 0 },
  isUsageComplete: true,
  repairs: 0,
  ...overrides,
});
const profile = (name: string): ProfilesState['profiles'][number] => ({
  name,
  baseUrl: 'https://api.example.org/v1/',
  model: 'large',
  concurrency: 1,
  context: 100_000,
  contextFrom: 'default',
  scope: 'global',
  key: 'keychain',
  isDefault: false,
  isSelected: true,
});

/** These profiles, or the demo, can answer; without them nobody. */
export const profilesState = (isDemo: boolean, names: readonly string[] = []): ProfilesState => ({
  profiles: names.map(profile),
  selected: [],
  files: [],
  problems: [],
  warnings: [],
  isDemo,
});

type ItemOfKind<K extends ConversationItem['kind']> = Partial<Extract<ConversationItem, { kind: K }>>;

export const reply = (more: ItemOfKind<'assistant'> = {}): ConversationItem => {
  const item = { kind: 'assistant', id: 'a1', at: 0, text: 'Hello', model: 'demo', state: 'complete' } as const;
  return { ...item, canRetry: false, ...more };
};
export const edit = (more: ItemOfKind<'tool'> = {}): ConversationItem => ({
  kind: 'tool',
  id: 't1',
  at: 0,
  callId: 'c1',
  tool: 'edit_file',
  state: 'done',
  sent: '{"path":"a.txt"}',
  repairs: [],
  result: 'The change was applied',
  changes: [{ event: 'e1', path: '/w/a.txt', change: 'modified' }],
  ...more,
});

function Registry({ here }: { readonly here: { current?: ActionRegistry } }): undefined {
  here.current = useActionRegistry();
}

export const asItems = (items: readonly (ConversationItem | ConsoleItem)[]) => [...items] as ConversationItem[];

export const place = (more: Partial<ConsoleState> = {}): ConsoleState => ({
  cwd: '/home/me/src',
  promptName: 'src',
  modes: ['openai', 'local'],
  pending: [],
  lostVariables: [],
  ...more,
});

export interface Setup {
  readonly console?: ConsoleState;
  /** Profiles that can answer. */
  readonly profiles?: readonly string[];
  /** Results of lines; a line without one cannot be run. */
  readonly lines?: Readonly<Record<string, LineResult>>;
  /** Typed before, newest first. */
  readonly history?: readonly string[];
  readonly completion?: Completion;
  /** Results of filters on a kept output; a text without one is not a filter. */
  readonly filtered?: Readonly<Record<string, FilteredOutput>>;
  readonly prompts?: readonly { readonly id: string; readonly name: string; readonly error?: object }[];
  /** Schema of the arguments of each prompt. */
  readonly promptSchema?: object;
  readonly sessions?: readonly SessionSummary[];
  readonly items?: readonly (ConversationItem | ConsoleItem)[];
  readonly layout?: Readonly<Record<string, unknown>>;
  /** Changes of turns. */
  readonly turns?: readonly TurnChanges[];
  /** Sessions in the trash. */
  readonly deleted?: readonly DeletedSession[];
  /** Texts of withdrawn messages, by id. */
  readonly withdrawn?: Readonly<Record<string, { readonly text: string; readonly images?: readonly MessageImage[] }>>;
  /** Fails these procedures of sessions. */
  readonly fails?: Readonly<Record<string, Error>>;
  /** Keeps their answers back until then. */
  readonly until?: Readonly<Record<string, Promise<void>>>;
  /** Connection of the page; connected for good without one. */
  readonly connection?: ObservableValue<ConnectionState>;
}

async function* piecesOf(text: string) {
  yield text;
}

/** The sessions view on a host that records what it is asked, and does what it is asked of the list. */
export async function openSessions(setup: Setup = {}) {
  const { sessions = [session()], items = [], layout = {}, fails = {}, until = {}, deleted = [] } = setup;
  const { lines = {}, history = [], completion = { from: 0, items: [] } } = setup;
  const list = new Feed<readonly SessionSummary[]>(sessions);
  const turns = new Feed<ChangeList>({ proposals: [], turns: setup.turns ?? [], older: 0 });
  const trash = new Feed<readonly DeletedSession[]>(deleted);
  const conversation = new Feed<ConversationUpdate>({ kind: 'snapshot', items: asItems(items) });
  const consoleState = setup.console && new Feed<ConsoleState>(setup.console);
  const calls: [string, unknown][] = [];
  const attached: string[] = [];
  let present = sessions;
  const show = (next: readonly SessionSummary[]) => {
    present = next;
    list.push(next);
  };
  const call = (name: string, act: (input: { session: string }) => void = () => {}) => {
    return async (input: { session: string }) => {
      calls.push([name, input]);
      await until[name];
      if (fails[name]) throw fails[name];
      act(input);
    };
  };
  const api = apiOf({
    profiles: {
      changed: new Feed(profilesState(setup.console === undefined, setup.profiles)).open,
      localServers: async () => [],
    },
    sessions: {
      changed: list.open,
      conversation: conversation.open,
      create: async () => {
        await until.create;
        if (fails.create) throw fails.create;
        show([session({ id: 's9', title: 'New session', messages: 0 }), ...present]);
        return session({ id: 's9' });
      },
      send: call('send'),
      stop: call('stop'),
      rename: call('rename'),
      compact: call('compact'),
      reset: call('reset'),
      enqueue: call('enqueue'),
      withdraw: async (input: { session: string; message: string }) => {
        await call('withdraw')(input);
        return setup.withdrawn?.[input.message] ?? { text: '' };
      },
      runOutside: call('runOutside'),
      raiseLimit: async (input: { session: string; to: number }) => {
        await call('raiseLimit')(input);
        return { to: input.to };
      },
      remove: call('remove', (input) => show(present.filter(({ id }) => id !== input.session))),
      restore: call('restore', () => show(sessions)),
      deleted: trash.open,
      erase: call('erase'),
    },
    prompts: {
      changed: new Feed({ store: { state: 'ready' }, prompts: setup.prompts ?? [] }).open,
      get: async ({ id }: { id: string }) => ({
        summary: setup.prompts?.find((one) => one.id === id),
        schema: setup.promptSchema,
      }),
    },
    changes: {
      undo: call('undo'),
      changed: turns.open,
      planTurn: async (input: TurnId) => {
        await call('planTurn')(input);
        return { direction: 'undo', paths: [] };
      },
      undoTurn: async (input: TurnId) => {
        await call('undoTurn')(input);
        return { direction: 'undo', paths: [] };
      },
    },
    rewind: {
      plan: async (input: { session: string }) => {
        await call('planRewind')(input);
        throw failure('CONFLICT', 'The conversation was rewound to before this message already');
      },
      pack: async (input: { session: string; image: string }) => {
        await call('packPoint')(input);
        return packedPoint(input.image);
      },
    },
    rules: { setMode: call('setMode') },
    guard: { setRule: call('setRule') },
    outputs: {
      filter: async (input: { filter: string }) => {
        calls.push(['filter', input]);
        const made = setup.filtered?.[input.filter];
        if (made === undefined) throw failure('INVALID_INPUT', `“${input.filter}” is no filter`);
        return made;
      },
    },
    activity: {
      exported: async (input: unknown) => {
        calls.push(['exported', input]);
        return piecesOf('{}');
      },
    },
    terminals: {
      attach: async ({ id }: { id: string }) => {
        attached.push(id);
        return new Feed<never>().open(undefined);
      },
      resize: async () => {},
    },
    ...(consoleState && {
      console: {
        changed: consoleState.open,
        run: async (input: { line: string }) => {
          calls.push(['run', input.line]);
          await until.run;
          const result = lines[input.line];
          if (result === undefined) throw failure('INVALID_INPUT', 'There is no end of the quote', 'Close it.');
          return result;
        },
        history: async ({ query = '' }: { query?: string }) => history.filter((line) => line.includes(query)),
        complete: async (input: unknown) => {
          calls.push(['complete', input]);
          return completion;
        },
        interrupt: call('interrupt'),
        pushBlock: call('pushBlock'),
        dropPending: call('dropPending'),
        addMode: call('addMode'),
        removeMode: call('removeMode'),
      },
    }),
  });
  const store = new LayoutStore({});
  for (const [key, value] of Object.entries(layout)) store.set(key, value);
  const registry: { current?: ActionRegistry } = {};
  renderPane(
    api,
    <ApiProvider api={api} connection={setup.connection ?? new ObservableValue({ state: 'connected', epoch: 1 })}>
      <LayoutProvider store={store}>
        <ActionsProvider keymap={{}}>
          <Registry here={registry} />
          <SessionsView isVisible />
        </ActionsProvider>
      </LayoutProvider>
    </ApiProvider>,
  );
  // By text: roles of a whole page take long to find out, and other tests run beside this one.
  const firstMode = setup.console?.modes[0] ?? 'Demo (scripted)';
  await screen.findByText(firstMode, { selector: 'option' }, { timeout: 5000 });
  if (sessions.length > 0) await screen.findByRole('button', { name: new RegExp(`^${sessions[0]?.title}`) });
  return {
    list,
    trash,
    turns,
    conversation,
    console: consoleState,
    attached,
    calls,
    show,
    store,
    actions: () => registry.current?.list() ?? [],
  };
}

async function* packedPoint(path: string) {
  yield { kind: 'progress', done: 0 };
  if (path.endsWith('/taken')) throw failure('CONFLICT', `${path} is there`);
  yield { kind: 'ended', path, summary: 'Packed 3 entries', remarks: ['Not in it: big.bin (too large to be kept)'] };
}
