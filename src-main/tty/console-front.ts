import type { Api, ConsoleState, SessionSummary } from '#contract';
import { PERMISSION_NAMES } from '#contract/permission-names';
import { raceAbort } from '#core/async/abort';
import type { Subscribe } from '#core/async/emitter';
import { ConversationView } from './conversation/conversation-view.ts';
import { debugLines } from './conversation/debug-lines.ts';
import { TypeAheadReader } from './conversation/type-ahead.ts';
import { WaitingView } from './conversation/waiting-view.ts';
import type { Prompter } from './editing/prompter.ts';
import { runChatLine, runShellLine } from './editing/run-line.ts';
import { elsewhereOf } from './elsewhere.ts';
import { errorText } from './error-text.ts';
import { greetingText } from './greeting.ts';
import type { Io } from './io.ts';
import { type ChatMode, chatModes, modeAfter } from './modes.ts';
import { newNotices } from './new-notices.ts';
import { onTerminate } from './on-terminate.ts';
import { answerKeys } from './questions/answer-keys.ts';
import { answerQuestions } from './questions/answer-questions.ts';
import { muted, yellow } from './screen/style.ts';
import { safeText } from './screen/text-width.ts';

export interface ConsoleFrontOptions {
  readonly api: Api;
  readonly io: Io;
  /** A line after each completion and call, and of what compaction did. */
  readonly isDebug?: boolean;
  /** An earlier session to go on with: its id, or empty to choose from a list. */
  readonly resume?: string | undefined;
  /** Folder of the new session; the host's first workspace where absent. */
  readonly workspace?: string | undefined;
  /** Sets the new session up; what it answers is shown before the first prompt. */
  readonly prepare?: ((session: SessionSummary) => Promise<string | undefined>) | undefined;
  /** SIGTERM: the first cancels what runs; with nothing running it ends the console. */
  readonly onTerminate?: Subscribe<void>;
  /** Version of the app, for the greeting; without it there is none. */
  readonly version?: string | undefined;
  /** Time for which a question accepts no keys after it appeared, in milliseconds; for tests. */
  readonly settleMs?: number;
}

/** Lines of the history that Ctrl+R and the arrows reach. */
const HISTORY = 1000;

/** A session in the person's terminal: what they type, and everything that comes by itself. */
export class ConsoleFront {
  readonly #options: ConsoleFrontOptions;
  readonly #api: Api;
  readonly #prompter: Prompter;
  readonly #session: string;
  readonly #workspace: string | undefined;
  /** Profile of an earlier conversation. */
  readonly #lastProfile: string | undefined;
  readonly #signal: AbortSignal;
  readonly #view: ConversationView;
  readonly #waiting: WaitingView;
  #state: ConsoleState | undefined;
  #isDemo = false;
  /** Mode of the chat; undefined for Shell. */
  #mode: ChatMode | undefined;
  #history: readonly string[] = [];
  /** Typed while a turn ran, and not sent. */
  #left = '';
  /** Cancels what runs. */
  #cancel: (() => void) | undefined;
  /** Ends the console, also from a signal. */
  readonly #end = new AbortController();

  constructor(
    options: ConsoleFrontOptions,
    prompter: Prompter,
    { id, workspace, profile, messages }: SessionSummary,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#api = options.api;
    this.#prompter = prompter;
    this.#session = id;
    this.#workspace = workspace;
    this.#signal = signal;
    this.#lastProfile = messages > 0 ? profile : undefined;
    this.#waiting = new WaitingView(options.api, id, (text) => prompter.print(text));
    this.#view = new ConversationView(
      (text) => prompter.print(text),
      () => options.io.size().columns,
      (text) => prompter.doing(text),
    );
  }

  async run(): Promise<number> {
    const terminate = onTerminate(
      () => this.#cancel,
      () => this.#end.abort(),
    );
    this.#options.onTerminate?.(terminate);
    this.#options.io.onEnd(() => {
      this.#cancel?.();
      this.#end.abort();
    });
    await this.#listen();
    this.#mode = this.#modes.find(({ profile }) => profile !== undefined && profile === this.#lastProfile);
    if (this.#options.version !== undefined) this.#print(greetingText(this.#options.version, this.#modes));
    for (;;) {
      const read = await this.#readLine();
      if (read.kind === 'end' || this.#end.signal.aborted) return 0;
      if (read.kind === 'mode') this.#mode = this.#nextMode();
      else if (read.kind === 'line' && read.text.trim() !== '') await this.#runLine(read.text);
    }
  }

  /** Listens to everything that arrives by itself. Resolves when the state is known. */
  async #listen(): Promise<void> {
    const { signal } = this;
    const [api, prompter, session] = [this.#api, this.#prompter, this.#session];
    const known = new Promise<void>((resolve) => {
      this.#follow(api.console.changed({ session }, { signal }), (state) => {
        this.#state = state;
        resolve();
      });
    });
    const asked = new Promise<void>((resolve) => {
      this.#follow(api.profiles.changed(undefined, { signal }), ({ isDemo }) => {
        this.#isDemo = isDemo;
        resolve();
      });
    });
    const newOnes = newNotices();
    this.#follow(api.app.notices(undefined, { signal }), (notices) => prompter.print(newOnes(notices)));
    this.#follow(api.sessions.conversation({ session }, { signal }), (update) => {
      if (update.kind === 'waiting') this.#waiting.show(update.messages);
      else this.#view.show(update);
    });
    const elsewhere = await elsewhereOf(api);
    const questions = { api, prompter, session, workspace: this.#workspace, elsewhere, signal };
    const isBusy = () => this.#cancel !== undefined;
    this.#background(answerQuestions({ ...questions, isBusy, abort: () => this.#cancel?.() }));
    this.#background(answerKeys({ api, prompter, signal }));
    const lineOf = debugLines(session);
    if (this.#options.isDebug) {
      this.#follow(api.activity.appended(undefined, { signal }), (event) => prompter.print(lineOf(event) ?? ''));
    }
    await Promise.all([known, asked]);
  }

  get signal(): AbortSignal {
    return this.#signal;
  }

  #print(text: string): void {
    this.#prompter.print(text);
  }

  #follow<T>(opening: Promise<AsyncIterable<T>>, onValue: (value: T) => void): void {
    const read = async () => {
      for await (const value of await opening) onValue(value);
    };
    this.#background(read());
  }

  #background(work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.signal.aborted) this.#print(errorText(error));
    });
  }

  async #readLine() {
    const mode = this.#mode === undefined ? 'shell' : 'chat';
    this.#history = await this.#api.console.history({ mode, limit: HISTORY }).catch(() => []);
    const text = this.#left;
    this.#left = '';
    const name = safeText(this.#state?.promptName ?? '');
    const session = this.#session;
    const prompt =
      this.#mode === undefined
        ? { text: `${name} $ `, style: '\x1b[32m' }
        : { text: `${safeText(this.#mode.name)} >>> `, style: '\x1b[36m' };
    const read = await this.#prompter.read({
      prompt,
      text,
      history: this.#history,
      ...(mode === 'chat' && { hint: name.endsWith('/') ? name : `${name}/` }),
      onShow: () => this.#background(this.#shell('show')),
      onPermission: () => this.#background(this.#showPermission()),
      onTakeBack: () => this.#waiting.takeBack(),
      complete: (text, cursor) => this.#api.console.complete({ session, mode, text, cursor }),
      signal: this.#end.signal,
    });
    return read.kind === 'withdrawn' ? { kind: 'end' as const } : read;
  }

  get #modes(): readonly ChatMode[] {
    return chatModes(this.#state?.modes ?? [], this.#isDemo);
  }

  /** Shell, then the chat modes in their order, then Shell again. */
  #nextMode(): ChatMode | undefined {
    const modes = this.#modes;
    if (modes.length === 0) this.#print(yellow('There is no profile to talk to.'));
    return modeAfter(this.#mode, modes);
  }

  async #runLine(line: string): Promise<void> {
    const session = this.#session;
    const mode = this.#mode;
    const cancel = () => {
      const stopping = mode ? this.#api.sessions.stop({ session }) : this.#api.console.interrupt({ session });
      stopping.catch((error: unknown) => this.#print(errorText(error)));
    };
    this.#cancel = cancel;
    const [history, waiting] = [this.#history, this.#waiting];
    const meanwhile = mode && new TypeAheadReader({ ...this.#context, mode, history, waiting });
    const status = mode && `${safeText(mode.name)} is answering, Ctrl+C stops it`;
    const release = this.#prompter.busy(cancel, status, meanwhile?.onTyped);
    try {
      // When the console has ended, nobody is there any more to see the end of the line.
      const running = mode ? runChatLine(line, mode, this.#context) : this.#shell(line);
      this.#left = (await raceAbort(running, this.#end.signal, () => undefined)) ?? '';
    } catch (error) {
      this.#print(errorText(error));
    } finally {
      const typed = (await meanwhile?.end()) ?? '';
      this.#left = [this.#left, typed].filter(Boolean).join('\n');
      release();
      this.#cancel = undefined;
    }
  }

  async #showPermission(): Promise<void> {
    const mode = await this.#api.rules.mode({ session: this.#session });
    this.#print(muted(`Permission mode: ${PERMISSION_NAMES[mode]}`));
  }

  async #shell(line: string): Promise<undefined> {
    this.#state = (await runShellLine(line, this.#context)) ?? this.#state;
    return undefined;
  }

  get #context() {
    const { io, api, isDebug = false } = this.#options;
    return {
      api,
      io,
      isDebug,
      prompter: this.#prompter,
      session: this.#session,
      view: this.#view,
      signal: this.signal,
    };
  }
}
