import type { AdapterShell, LiveUsage } from '#contract';
import { messageOf } from '#core/app-error';
import { onAbort } from '#core/async/abort';
import { type LimitsWatch, outOfMemory } from '#execution';
import { CommandRun, MAX_TIMER_MS, terminationOf, withNote } from './command-run.ts';
import type { ExecuteRequest, ExecuteResult, TerminationReason } from './model.ts';
import { ranIn } from './process/shell-boxes.ts';
import type { ShellProcess } from './process/shell-process.ts';
import { cancelledError, endedError, notStarted } from './session-errors.ts';
import { type QueuedCommand, resourcesOf, type SessionEnd, type ShellSessionOptions } from './session-options.ts';
import type { ReadyShell, SessionShells } from './session-shells.ts';

/** A shell and those who wait for it. Commands run one after another, in the order they came. */
export class ShellSession {
  readonly id: string;
  readonly owner: string;
  readonly kind: ShellSessionOptions['kind'];
  readonly openedAt = Date.now();
  readonly #expiresAt: number | undefined;
  readonly #shells: SessionShells;
  readonly #options: ShellSessionOptions;
  readonly #watch: LimitsWatch;
  readonly #age: NodeJS.Timeout | undefined;
  readonly #queue: QueuedCommand[] = [];
  #commands = 0;
  #isBusy = false;
  #run: CommandRun | undefined;
  #running: AdapterShell['running'];
  #isOld = false;
  #closed: SessionEnd | undefined;
  #ended: Promise<void> | undefined;

  constructor(shells: SessionShells, options: ShellSessionOptions) {
    this.id = shells.home.id;
    this.owner = options.owner;
    this.kind = options.kind;
    this.#shells = shells;
    this.#options = options;
    const { limits, checkMs, workspace, sessionMs } = options.settings();
    this.#watch = options.watchLimits(shells.group, {
      // The time and the output of a command are counted by its run.
      limits: { ...limits, timeoutMs: Number.POSITIVE_INFINITY, maxOutputBytes: Number.POSITIVE_INFINITY },
      checkMs,
      workspace,
      alsoCounted: shells.home.box?.folders,
      notCounted: [options.spoolFolder],
      outputBytes: () => this.#run?.output.bytes ?? 0,
      onUsage: (usage) => this.#used(usage),
      onTrip: (reason, text) => this.#tripped(terminationOf(reason), text),
    });
    shells.group.limitMemory(limits.memoryBytes);
    this.#watch.pause();
    if (options.kind === 'session') {
      this.#expiresAt = this.openedAt + sessionMs;
      this.#age = setTimeout(() => this.#expire(), Math.min(sessionMs, MAX_TIMER_MS)).unref();
    }
    this.noteStarted(shells.home);
  }

  get cwd(): string {
    return this.#shells.home.cwd;
  }

  /** Whether its folder is there in its box alone. */
  get isInBoxAlone(): boolean {
    return !this.#shells.home.standsOutside;
  }

  /** Ends the session when the shell that its commands run in ends. */
  noteStarted(shell: ShellProcess): void {
    void shell.group.exited.then(() => shell === this.#shells.home && this.#noteExit());
  }

  get commands(): number {
    return this.#commands;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  state(): AdapterShell {
    return {
      id: this.id,
      client: this.owner,
      kind: this.#options.kind,
      cwd: this.cwd,
      openedAt: this.openedAt,
      ...(this.#expiresAt !== undefined && { expiresAt: this.#expiresAt }),
      commands: this.#commands,
      queued: this.#queue.length,
      ...(this.#running && { running: this.#running }),
    };
  }

  /** @throws AdapterError session_closed, cancelled */
  execute(request: ExecuteRequest): Promise<ExecuteResult> {
    return new Promise((resolve, reject) => {
      let leaving: Disposable | undefined;
      const leave = () => {
        const at = this.#queue.indexOf(waiting);
        if (at < 0) return;
        this.#queue.splice(at, 1);
        reject(cancelledError());
        this.#options.onChanged();
      };
      const waiting: QueuedCommand = {
        request,
        resolve,
        reject,
        stopWaiting: () => leaving?.[Symbol.dispose](),
      };
      if (this.#closed) return reject(endedError(this.#closed));
      if (request.signal.aborted) return reject(cancelledError());
      leaving = onAbort(request.signal, leave);
      this.#queue.push(waiting);
      this.#next();
      this.#options.onChanged();
    });
  }

  /** Resolves when nothing of it is left. Only the first reason counts. */
  close(reason: TerminationReason, why: string): Promise<void> {
    if (!this.#closed) {
      this.#closed = { reason, why };
      clearTimeout(this.#age);
      this.#watch.stop();
      for (const { reject, stopWaiting } of this.#queue.splice(0)) {
        stopWaiting();
        reject(endedError({ reason, why }));
      }
      this.#run?.closeWith(reason, why);
      this.#ended = this.#shells.end();
      this.#options.onClosed(reason, why);
    }
    return this.#ended ?? Promise.resolve();
  }

  #next(): void {
    if (this.#isBusy || this.#closed) return;
    const waiting = this.#queue.shift();
    if (!waiting) return;
    waiting.stopWaiting();
    void this.#execute(waiting.request)
      .then(waiting.resolve, waiting.reject)
      .finally(() => this.#next());
  }

  async #execute(request: ExecuteRequest): Promise<ExecuteResult> {
    const { settings, spoolFolder, log, onChanged } = this.#options;
    const { limits, output } = settings();
    this.#isBusy = true;
    this.#running = { command: request.command, startedAt: Date.now(), limits: { ...limits, ...request.limits } };
    try {
      const isAlone = this.kind === 'independent';
      const ready = (isAlone ? this.#shells.first : this.#shells.onlyOne) ?? (await this.#readyFor(request));
      const run: CommandRun = new CommandRun({
        shell: ready.shell,
        isAlone,
        command: request.command,
        limits: { ...limits, ...request.limits },
        signal: request.signal,
        sizes: output,
        spoolFolder,
        onOutput: request.onOutput,
        onUsage: request.onUsage,
        onRan: () => this.#shells.group.hasRunOut && this.#tripped('memory', outOfMemory(run.limits)),
        onProblem: (problem) => log.warn('shell.output-not-kept', { shell: this.id, problem: messageOf(problem) }),
      });
      this.#run = run;
      this.#running = { command: request.command, startedAt: run.startedAt, limits: run.limits };
      this.#commands++;
      this.#watch.raise(resourcesOf(run.limits));
      this.#shells.group.limitMemory(run.limits.memoryBytes);
      await ready.shell.files.fit(run.limits.diskBytes);
      this.#watch.resume();
      const ran = await run.run();
      const { box } = ready.shell;
      const hasEnded = ready.shell.hasExited;
      const notes = await ready.finish();
      const result = { ...ran, stderr: notes.reduce(withNote, ran.stderr), cwd: this.#closed ? ran.cwd : this.cwd };
      await this.#after(run, hasEnded);
      const ended = isAlone ? this.#ended : undefined;
      return { ...result, ...ranIn(box), isClosed: this.isClosed, ...(ended && { ended }) };
    } catch (error) {
      throw notStarted(error);
    } finally {
      this.#isBusy = false;
      this.#run = undefined;
      this.#running = undefined;
      if (!this.#closed) this.#watch.pause();
      onChanged();
    }
  }

  async #readyFor({ command, place, signal }: ExecuteRequest): Promise<ReadyShell> {
    const ready = await this.#shells.ready(command, place);
    if (this.#closed) throw endedError(this.#closed);
    if (!signal.aborted) return ready;
    // Nothing was run: what was started for it alone goes.
    await ready.finish();
    throw cancelledError();
  }

  /** Handles the end of a command for its session. */
  async #after(run: CommandRun, hasEnded: boolean): Promise<void> {
    const { stopped } = run;
    if (this.kind === 'independent') {
      // What it left behind writes nothing any more; the rest of the end is nobody's to wait for.
      this.#shells.isOver = await this.#shells.home.group.endHeld();
      void this.close('closed', 'it was for one command');
    } else if (hasEnded) {
      await this.close(stopped?.reason ?? 'shell_exit', stopped?.text ?? 'its shell ended with a command');
    } else if (this.#isOld) {
      await this.#closeOld();
    }
  }

  #used(usage: LiveUsage): void {
    if (this.#shells.group.hasRunOut) this.#tripped('memory', outOfMemory(this.#options.settings().limits));
    if (!this.#run || !this.#running) return;
    const now = { ...usage, elapsedMs: this.#run.elapsedMs, outputBytes: this.#run.output.bytes };
    this.#running = { ...this.#running, usage: now };
    this.#run.usage(now);
    this.#options.onChanged();
  }

  /** Too much of the machine ends the session; a running command still gives back what it printed. */
  #tripped(reason: TerminationReason, text: string): void {
    if (this.#run) this.#run.stopAll(reason, text);
    void this.close(reason, text);
  }

  #expire(): void {
    this.#isOld = true;
    if (!this.#isBusy) void this.#closeOld();
  }

  #closeOld(): Promise<void> {
    const minutes = ((this.#expiresAt ?? 0) - this.openedAt) / 60_000;
    return this.close('closed', `its age limit of ${minutes} minutes was reached`);
  }

  #noteExit(): void {
    if (!this.#run) void this.close('shell_exit', 'its shell ended while no command ran');
  }
}
