import { AppError } from '#core/app-error';
import { onAbort, raceAbort } from '#core/async/abort';
import { Deferred } from '#core/async/deferred';
import { Emitter } from '#core/async/emitter';
import { type LinkEnd, type LinkRequest, overdueError, type ToolDeclaration, ToolError, type ToolLink } from '#tools';
import { answerText, type KeepMedia } from './answer-text.ts';
import { type AskServer, argumentsIn, type CallInput } from './call-request.ts';
import { CallTime } from './call-time.ts';
import { type ConnectOptions, connectMcpServer, type McpConnection } from './connect.ts';
import { failureWords, isHttpStatus, mcpAdvice } from './failure-words.ts';
import { isOtherOffer, NO_TIME_LIMIT, type Offers, type OfferTarget, readOffers } from './offers.ts';
import { listResources, readResource } from './resources.ts';
import { CallAnswer } from './server-answers.ts';

/** Time between asking and forcing, in milliseconds. */
const GRACE_MS = 10_000;
/** Several changes at once are read as one. */
const CHANGE_PAUSE_MS = 200;
/** Time limit for a server to list what it offers now, and to open a new session, in milliseconds. */
const READ_AGAIN_MS = 30_000;

export interface McpLinkOptions extends Omit<ConnectOptions, 'forms' | 'onWords' | 'onToolsChanged'> {
  readonly askForm: ConnectOptions['forms']['askForm'];
  readonly media: KeepMedia | undefined;
  /** Called with diagnostics until it is ready. */
  readonly onStderr: (text: string) => void;
}

/** An MCP server as a link to tools. */
export class McpLink implements ToolLink {
  readonly ended: Promise<LinkEnd>;
  readonly #options: McpLinkOptions;
  readonly #ending = new Deferred<LinkEnd>();
  readonly #changed = new Emitter<void>();
  readonly #stderr = new Emitter<string>();
  readonly #times = new Set<CallTime>();
  readonly #over = new AbortController();
  /** Clients whose tools changed while their session was opened. */
  readonly #changedEarly = new WeakSet<McpConnection['client']>();
  #connection: McpConnection | undefined;
  #reconnecting: Promise<void> | undefined;
  #rereading: NodeJS.Timeout | undefined;
  /** Number of readings that began, and of the newest whose outcome stands. */
  #readings = 0;
  #lastRead = 0;
  #isAsking = false;
  #end: LinkEnd | undefined;

  constructor(options: McpLinkOptions) {
    this.#options = options;
    this.ended = this.#ending.promise;
  }

  /** @throws AppError with the reason; nothing is left running then */
  async open(signal: AbortSignal): Promise<void> {
    const connection = await connectMcpServer(this.#connectOptions(), signal);
    this.#adopt(connection);
  }

  get pid(): number | undefined {
    return this.#connection?.wire.pid;
  }

  get onChanged() {
    return this.#changed.subscribe;
  }

  get onStderr() {
    return this.#stderr.subscribe;
  }

  declarations(): readonly ToolDeclaration[] {
    return this.#connection?.offers.declarations ?? [];
  }

  /** Passes on messages of the server outside the protocol. */
  hear(text: string): void {
    if (this.#connection) this.#stderr.emit(text);
    else this.#options.onStderr(text);
  }

  async call(request: LinkRequest, signal: AbortSignal): Promise<unknown> {
    const stop = new AbortController();
    using _ = onAbort(signal, () => stop.abort(STOPPED));
    const time = new CallTime(request.timeoutMs, () => stop.abort(OVERDUE));
    this.#times.add(time);
    if (this.#isAsking) time.pause();
    try {
      return await this.#callAgain(request, { stop: stop.signal, time });
    } catch (error) {
      throw this.#callError(error, request, stop.signal);
    } finally {
      time[Symbol.dispose]();
      this.#times.delete(time);
    }
  }

  async end(graceMs: number): Promise<void> {
    this.#finish({ state: 'completed', reason: 'by user' });
    await this.#connection?.wire.close(graceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end(GRACE_MS);
  }

  /** A server reached by HTTP that has forgotten our session has not run the call: a new session is opened, and it is sent again. */
  async #callAgain(request: LinkRequest, limits: Limits): Promise<unknown> {
    const connection = this.#connection;
    try {
      return await this.#callOnce(request, limits);
    } catch (error) {
      if (this.#end || connection?.wire.pid !== undefined || !isHttpStatus(error, 404)) throw error;
      await raceAbort(this.#reconnect(connection), limits.stop);
      if (isOtherOffer(request.tool, connection?.offers, this.#connection?.offers))
        throw new ToolError(
          `The MCP server was reached anew and describes ${request.tool} otherwise. Nothing was run.`,
        );
      return await this.#callOnce(request, limits);
    }
  }

  async #callOnce({ tool, arguments: text, wantsData = false }: LinkRequest, { stop, time }: Limits): Promise<unknown> {
    const target = this.#connection?.offers.targets.get(tool);
    if (this.#end || !this.#connection) throw new ToolError(this.#endedText());
    if (!target) throw new ToolError(`The MCP server no longer offers ${tool}. Nothing was run.`);
    const { client } = this.#connection;
    const ask: AskServer = (request, answer) =>
      client.request(request, answer, { signal: stop, timeout: NO_TIME_LIMIT, onprogress: () => time.progressed() });
    return await this.#carryOut(target, { args: argumentsIn(text), wantsData }, ask);
  }

  async #carryOut(target: OfferTarget, { args, wantsData }: CallInput, ask: AskServer): Promise<unknown> {
    const { media } = this.#options;
    if (target.kind === 'list-resources') return await listResources(args, ask);
    if (target.kind === 'read-resource') return await readResource(args, ask, media);
    const answer = await ask({ method: 'tools/call', params: { name: target.name, arguments: args } }, CallAnswer);
    const said = await answerText(answer, media);
    if (answer.isError) throw new ToolError(said?.trim() ? said : 'It failed without saying why.');
    return wantsData ? (answer.structuredContent ?? said) : said;
  }

  #callError(error: unknown, { tool, timeoutMs }: LinkRequest, stop: AbortSignal): ToolError {
    if (error instanceof ToolError) return error;
    if (this.#end) return new ToolError(this.#endedText());
    if (stop.reason === STOPPED) return new ToolError(`${tool} was stopped before it answered.`);
    if (stop.reason === OVERDUE) return overdueError(tool, timeoutMs);
    return new ToolError(`${tool} failed: ${failureWords(error)}.`);
  }

  #connectOptions(): ConnectOptions {
    return {
      ...this.#options,
      onWords: (text) => this.hear(text),
      onToolsChanged: (client) => {
        if (this.#connection?.client === client) this.#readAgainSoon();
        else this.#changedEarly.add(client);
      },
      forms: {
        askForm: this.#options.askForm,
        onAsking: (isAsking) => {
          this.#isAsking = isAsking;
          for (const time of this.#times) isAsking ? time.pause() : time.resume();
        },
      },
    };
  }

  #adopt(connection: McpConnection): void {
    this.#connection = connection;
    const { client, wire } = connection;
    void wire.ended.then((end) => {
      if (this.#connection?.wire === wire) this.#finish(end);
    });
    if (this.#changedEarly.has(client)) this.#readAgainSoon();
  }

  async #reconnect(old: McpConnection | undefined): Promise<void> {
    this.#reconnecting ??= (async () => {
      if (this.#connection?.wire !== old?.wire) return;
      const connection = await connectMcpServer(this.#connectOptions(), this.#withinTime());
      this.#adopt(connection);
      void old?.wire.close(0);
      this.#changed.emit();
    })();
    try {
      await this.#reconnecting;
    } finally {
      this.#reconnecting = undefined;
    }
  }

  #readAgainSoon(): void {
    this.#rereading ??= setTimeout(() => {
      void this.#readAgain();
    }, CHANGE_PAUSE_MS).unref();
  }

  /** Reads the changed tools, or withdraws those that can no longer be read. */
  async #readAgain(): Promise<void> {
    this.#rereading = undefined;
    const connection = this.#connection;
    if (!connection || this.#end) return;
    const reading = ++this.#readings;
    // An answer to another session, or an older one than was read after a later change.
    const isLate = () => this.#connection?.wire !== connection.wire || reading < this.#lastRead;
    let offers: Offers = { declarations: [], targets: new Map(), notes: [] };
    try {
      offers = await readOffers(connection.client, this.#options.server, this.#withinTime());
    } catch (error) {
      const advice = mcpAdvice(error);
      const said = `Its changed tools could not be read: ${failureWords(error)}${advice ? `. ${advice}` : ''}\n`;
      if (!this.#end && !isLate()) this.hear(said);
    }
    if (this.#end || isLate()) return;
    this.#lastRead = reading;
    this.#connection = { ...connection, offers };
    this.#changed.emit();
  }

  #withinTime(): AbortSignal {
    return AbortSignal.any([this.#over.signal, AbortSignal.timeout(READ_AGAIN_MS)]);
  }

  #finish(end: LinkEnd): void {
    if (this.#end) return;
    this.#end = end;
    clearTimeout(this.#rereading);
    this.#over.abort(new AppError('CANCELLED', 'The MCP server was ended'));
    this.#ending.resolve(end);
  }

  #endedText(): string {
    return `The MCP server that serves this tool has ended (${this.#end?.reason ?? 'unknown'}).`;
  }
}

interface Limits {
  readonly stop: AbortSignal;
  readonly time: CallTime;
}

const STOPPED = new Error('stopped');
const OVERDUE = new Error('no answer in time');
