import type {
  AnyLedgerEvent,
  Api,
  ConsoleState,
  ConversationItem,
  ConversationUpdate,
  Decision,
  Diff,
  KeyRequest,
  LineResult,
  Notice,
  PermissionMode,
  Question,
  RuleProposal,
  SessionSummary,
  Subject,
  TerminalOutput,
} from '../../src-main/contract/index.ts';
import { Emitter } from '../../src-main/core/async/emitter.ts';
import { LiveValue, streamOf } from '../../src-main/core/async/streams.ts';

/** The wire of an app that does what the test says: each call is noted, what comes by itself is set. */
export class FakeConsoleApi {
  readonly calls: { name: string; input: unknown }[] = [];
  readonly state = new LiveValue<ConsoleState>({
    cwd: '/home/me/work',
    promptName: 'work',
    modes: ['alpha', 'beta'],
    pending: [],
    lostVariables: [],
  });
  readonly questions = new LiveValue<readonly Question[]>([]);
  readonly keyRequests = new LiveValue<readonly KeyRequest[]>([]);
  readonly notices = new LiveValue<readonly Notice[]>([]);
  readonly updates = new Emitter<ConversationUpdate>();
  readonly events = new Emitter<AnyLedgerEvent>();
  readonly output = new Emitter<TerminalOutput>();
  readonly profiles = new LiveValue<{ isDemo: boolean }>({ isDemo: false });
  readonly turn = new LiveValue<'idle' | 'running' | 'needs-you' | 'done' | 'failed'>('idle');
  target: 'console' | 'electron' | 'browser' = 'console';
  past: readonly SessionSummary[] = [];
  items: ConversationItem[] = [];
  history: string[] = [];
  completions: { text: string; kind: 'file' | 'folder' | 'command' }[] = [];
  from = 0;
  diff: Diff | undefined;
  mode: PermissionMode = 'ask';
  proposals: readonly RuleProposal[] = [];
  run: (line: string) => Promise<LineResult> = async (line) => builtin(`ran ${line}`);
  send: (text: string) => void = () => {};
  enqueueFails: Error | undefined;
  decideFails: Error | undefined;

  said(name: string): unknown[] {
    return this.calls.filter((call) => call.name === name).map(({ input }) => input);
  }

  /** A question of this session, and what was decided. */
  ask(subject: Subject, more: Partial<Question> = {}): void {
    const question: Question = {
      id: `q${this.questions.value.length + this.said('decide').length + 1}`,
      session: 's1',
      sessionTitle: '',
      callId: 'c1',
      tool: 'tool',
      at: 0,
      subject,
      why: 'everything asks',
      workspace: '/home/me/work',
      isOutside: false,
      warnings: [],
      repairs: [],
      sent: '{}',
      ...more,
    };
    this.questions.update((all) => [...all, question]);
  }

  decisions(): Decision[] {
    return this.said('decide').map((input) => (input as { decision: Decision }).decision);
  }

  get api(): Api {
    const note = (name: string, input: unknown) => void this.calls.push({ name, input });
    const noting = (name: string) => async (input: unknown) => note(name, input);
    const live =
      <T>(value: LiveValue<T>) =>
      async (_: unknown, options: { signal?: AbortSignal } = {}) =>
        value.stream(options.signal);
    const api = {
      app: {
        notices: live(this.notices),
        info: async () => ({ target: this.target }),
        openWorkspace: noting('openWorkspace'),
      },
      activity: {
        appended: async (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
          streamOf(this.events.subscribe, signal),
      },
      sessions: {
        all: async () => this.past,
        create: async () => ({ id: 's1', workspace: '/home/me/work' }),
        send: async (input: { text: string }) => {
          note('send', input);
          this.turn.set('running');
          this.send(input.text);
          return { turn: 't1' };
        },
        enqueue: async (input: unknown) => {
          note('enqueue', input);
          const failure = this.enqueueFails;
          if (failure) throw failure;
          return { message: 'm1' };
        },
        withdraw: async (input: unknown) => {
          note('withdraw', input);
          return { text: 'the whole message' };
        },
        stop: async (input: unknown) => {
          note('stop', input);
          this.turn.set('idle');
        },
        changed: async (_: unknown, { signal }: { signal?: AbortSignal } = {}) => this.#sessions(signal),
        conversation: async (_: unknown, { signal }: { signal?: AbortSignal } = {}) => this.#conversation(signal),
      },
      approvals: {
        waiting: live(this.questions),
        decide: async (input: { question: string }) => {
          note('decide', input);
          const failure = this.decideFails;
          if (failure) throw failure;
          this.questions.update((all) => all.filter(({ id }) => id !== input.question));
        },
      },
      changes: { diff: async () => this.diff },
      rules: {
        mode: async () => this.mode,
        propose: async () => this.proposals,
        saveAll: noting('saveAll'),
        saveForSession: noting('saveForSession'),
      },
      profiles: {
        changed: live(this.profiles),
        keyRequests: live(this.keyRequests),
        answerKey: noting('answerKey'),
        declineKey: noting('declineKey'),
      },
      console: {
        changed: live(this.state),
        history: async () => this.history,
        complete: async (input: unknown) => {
          note('complete', input);
          return { from: this.from, items: this.completions };
        },
        interrupt: noting('interrupt'),
        run: async (input: { line: string }) => {
          note('run', input);
          return this.run(input.line);
        },
      },
      terminals: {
        attach: async (_: unknown, { signal }: { signal?: AbortSignal } = {}) =>
          streamOf(this.output.subscribe, signal),
        write: noting('write'),
        resize: noting('resize'),
        acknowledge: noting('acknowledge'),
      },
    };
    // Only what the console uses is there.
    return api as unknown as Api;
  }

  async *#sessions(signal: AbortSignal | undefined) {
    for await (const state of this.turn.stream(signal)) yield [{ id: 's1', state }];
  }

  async *#conversation(signal: AbortSignal | undefined): AsyncGenerator<ConversationUpdate> {
    yield { kind: 'snapshot', items: this.items };
    yield* streamOf(this.updates.subscribe, signal);
  }
}

export function builtin(text: string, more: Partial<Extract<LineResult, { kind: 'builtin' }>> = {}): LineResult {
  return { kind: 'builtin', isOk: true, text, isUsage: false, isMarkdown: false, ...more };
}
