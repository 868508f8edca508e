import { randomUUID } from 'node:crypto';
import type { ProviderCall, ProviderView } from '#contract';
import { AppError, messageOf } from '#core/app-error';
import { CallLog, type LinkEnd, Restarts, StderrTail, type Tool, ToolError, type ToolLink } from '#tools';
import { approvableDefinitions, definitionsDifference, definitionsOf, type ToolDefinitions } from './definitions.ts';
import { endLink } from './end-link.ts';
import { givenEnvironment } from './given-environment.ts';
import type { ApprovedDefinitions, ProviderPorts, ProviderStart, ToolNameOwner } from './provider-ports.ts';
import { type CalledProvider, providerTool } from './provider-tool.ts';
import { type ProviderFacts, providerView } from './provider-view.ts';
import { specTitle } from './shown-spec.ts';

/** Time between asking a provider that failed to attach to end, and forcing it. */
const FAILED_GRACE_MS = 2000;

/** One provider: the same through restarts. What ends it first says why; nothing after it changes that. */
export class Provider implements ToolNameOwner, ProviderFacts, CalledProvider {
  readonly id = randomUUID();
  readonly title: string;
  readonly start: ProviderStart;
  readonly stderr = new StderrTail();
  readonly calls = new CallLog();
  readonly restarts = new Restarts();
  readonly withheld: Set<string>;
  callTimeoutMs: number;
  isRemembered: boolean;
  /** Outcome of saving it last. */
  saved: ProviderFacts['saved'] = {};
  state: ProviderView['state'] = 'waiting-for-trust';
  reason: string | undefined;
  pid: number | undefined;
  startedAt = Date.now();
  endedAt = 0;
  wasEndedByPerson = false;
  definitions: ToolDefinitions | undefined;
  approved: ApprovedDefinitions | undefined;
  difference: string | undefined;
  /** The event of its attaching, from which calls a person tries come. */
  attachedEvent: Promise<string | undefined> = Promise.resolve(undefined);
  readonly #ports: ProviderPorts;
  #link: ToolLink | undefined;
  /** Was ended, and may not be gone yet. */
  #leaving: ToolLink | undefined;
  #run: AbortController | undefined;
  #opening: Promise<void> | undefined;
  #tools: readonly Tool[] = [];
  #endRecorded: Promise<unknown> = Promise.resolve();

  constructor(start: ProviderStart, ports: ProviderPorts) {
    this.start = start;
    this.#ports = ports;
    this.title = specTitle(start.spec);
    this.callTimeoutMs = start.callTimeoutMs ?? ports.limits().callMs;
    this.isRemembered = start.isRemembered;
    this.approved = start.approved;
    this.withheld = new Set(start.withheld);
  }

  get isAlive(): boolean {
    return this.state === 'initializing' || this.state === 'running' || this.state === 'changed';
  }

  /** Names that no other may have while it lives, kept while it is started again. */
  get names(): readonly string[] {
    return this.isAlive ? (this.definitions?.names ?? []) : [];
  }

  get view(): ProviderView {
    return providerView(this);
  }

  /** Lists the tools offered to models now. */
  tools(): readonly Tool[] {
    if (this.state !== 'running') return [];
    return this.#tools.filter(({ name }) => !this.withheld.has(name));
  }

  /** Starts it and reads its tools, unless somebody else has meanwhile. @throws AppError with the reason, which is then its own */
  open(signal?: AbortSignal): Promise<void> {
    if (this.#link) return Promise.resolve();
    this.#opening ??= this.#open(signal).finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(signal: AbortSignal | undefined): Promise<void> {
    const run = new AbortController();
    this.#run = run;
    this.startedAt = Date.now();
    this.wasEndedByPerson = false;
    this.#become('initializing');
    const { cwd, spec } = this.start;
    const { environment, given } = this.#givenEnvironment();
    const { limits, confirm, askForm } = this.#ports;
    const onProgress = (text: string) => this.#ports.onProgress(this.title, text);
    const onStderr = (text: string) => this.stderr.add(text);
    const context = { cwd, environment, readyMs: limits().readyMs, confirm, askForm, onProgress, onStderr };
    let link: ToolLink | undefined;
    try {
      const signals = signal ? AbortSignal.any([run.signal, signal]) : run.signal;
      link = await this.#ports.open(spec, context, signals);
      run.signal.throwIfAborted();
      this.#adopt(link);
    } catch (error) {
      await endLink(link, FAILED_GRACE_MS);
      if (this.#run === run && !run.signal.aborted) this.#over('failed', messageOf(error));
      throw error instanceof AppError ? error : new AppError('UNAVAILABLE', messageOf(error), undefined, error);
    }
    this.#watch(link);
    const { id: provider, title, pid, definitions } = this;
    const facts = { provider, title, cwd, ...(pid !== undefined && { pid }), keys: given };
    this.attachedEvent = this.#ports.record('provider.attached', {
      ...facts,
      tools: [...this.names],
      hash: definitions?.hash ?? '',
    });
  }

  /**
   * Ends the provider, on request of the person or with the app. Its state changes at once; resolves when it is gone
   * and that is recorded.
   */
  async end(graceMs?: number): Promise<void> {
    const link = this.#link ?? this.#leaving;
    this.#link = undefined;
    this.#leaving = link;
    this.wasEndedByPerson = true;
    if (this.isAlive) this.#over('completed', 'by user');
    this.#run?.abort(new AppError('CANCELLED', `${this.title} was ended while it was starting`));
    await Promise.all([endLink(link, graceMs), this.#opening?.catch(() => {}), this.#endRecorded]);
  }

  /** @throws ToolError for the model */
  failUnlessRunning(tool: string): ToolLink {
    if (this.state === 'running' && this.#link) return this.#link;
    if (this.state === 'changed') {
      throw new ToolError(
        `${tool} was not called: its provider changed its tools, and a person has not approved that yet.`,
      );
    }
    const why = this.reason === undefined ? '' : ` (${this.reason})`;
    const what = this.state === 'initializing' ? 'is being started again' : 'has ended';
    throw new ToolError(`${tool} was not called: the provider that serves it, ${this.title}, ${what}${why}.`);
  }

  noteCall(call: ProviderCall): void {
    this.calls.add(call);
  }

  /** @throws AppError CONFLICT if there is nothing to approve, or something else than was seen */
  approve(seen: string | undefined): void {
    const definitions = approvableDefinitions(this, seen);
    this.approved = { hash: definitions.hash, text: definitions.text };
    this.#recordTools(true);
    this.#become('running');
  }

  /** Announces a change from outside: what is offered, its time limit. */
  touch(): void {
    this.#ports.onChanged();
  }

  #givenEnvironment() {
    const found = givenEnvironment(this.start.spec, this.start.environment);
    for (const secret of found.secrets) this.#ports.onSecret(secret);
    this.stderr.add(found.note);
    return found;
  }

  #adopt(link: ToolLink): void {
    const definitions = definitionsOf(link.declarations(), this.#ports.limits().maxTools);
    this.#ports.claim(this, definitions.names);
    this.definitions = definitions;
    this.#tools = definitions.declarations.map((declaration) => providerTool(this, declaration));
    this.#link = link;
    this.pid = link.pid;
    this.approved ??= { hash: definitions.hash, text: definitions.text };
    if (this.approved.hash === definitions.hash) this.#become('running');
    else {
      this.difference = definitionsDifference(this.approved.text, definitions.text);
      this.#recordTools(false);
      this.#become('changed', 'Its tools are not those that were approved');
    }
  }

  #watch(link: ToolLink): void {
    const offStderr = link.onStderr((text) => this.stderr.add(text));
    const offChanged = link.onChanged(() => this.#readopt(link));
    void link.ended.then((end) => {
      offStderr();
      offChanged();
      this.stderr.flush();
      if (this.#link === link) void this.#ended(end);
    });
  }

  #readopt(link: ToolLink): void {
    if (this.#link !== link) return;
    try {
      this.#adopt(link);
    } catch (error) {
      this.#link = undefined;
      this.#leaving = link;
      this.#over('failed', messageOf(error));
      void endLink(link, FAILED_GRACE_MS);
    }
  }

  async #ended({ state, reason, wantsRestart }: LinkEnd): Promise<void> {
    [this.#link, this.#leaving] = [undefined, this.#link];
    const wait = wantsRestart ? this.restarts.next() : undefined;
    if (wait === undefined) {
      this.#over(
        state,
        wantsRestart ? `${reason}: it asked to be started again more than 3 times within 60 s` : reason,
      );
      return;
    }
    const run = this.#run;
    this.#become('initializing', 'It asked to be started again');
    const { id: provider, title } = this;
    void this.#ports.record('provider.ended', { provider, title, state: 'restarting', reason });
    await new Promise((resolve) => setTimeout(resolve, wait).unref());
    if (this.#run !== run || run?.signal.aborted) return;
    await this.open().catch((error: unknown) =>
      this.#ports.log.info('provider.restart.failed', { error: messageOf(error) }),
    );
  }

  #over(state: 'completed' | 'failed', reason: string): void {
    this.endedAt = Date.now();
    this.#become(state, reason);
    this.#endRecorded = this.#ports.record('provider.ended', { provider: this.id, title: this.title, state, reason });
  }

  #become(state: ProviderView['state'], reason?: string): void {
    this.state = state;
    this.reason = reason;
    if (state !== 'changed') this.difference = undefined;
    this.#ports.onChanged();
  }

  #recordTools(isApproved: boolean): void {
    const { id: provider, definitions } = this;
    const tools = [...(definitions?.names ?? [])];
    void this.#ports.record('provider.tools', { provider, tools, hash: definitions?.hash ?? '', isApproved });
  }
}
