import type { AnyLedgerEvent, Branch, LedgerEventData, RunBudget, TurnProgress } from '#contract';
import { messageOf } from '#core/app-error';
import type { BranchesOptions } from '../ports.ts';
import { firstLines, TurnUse } from './turn-use.ts';

type BranchEndedData = LedgerEventData<'branch.ended'>;
export type TryEnd = Pick<BranchEndedData, 'state' | 'line'>;

export interface TryRequest {
  readonly branch: Branch;
  readonly session: string;
  readonly message: string;
  readonly budget: RunBudget;
  /** A command line that is run when the turn is over. */
  readonly test?: string | undefined;
}

export interface TryPorts extends Pick<BranchesOptions, 'chat' | 'runTest' | 'keysWanted'> {
  readonly records: Pick<BranchesOptions['records'], 'onAppended'>;
  /** Records the end, or tells it as one that could not be recorded. Never throws. */
  readonly onEnded: (ended: BranchEndedData) => Promise<unknown>;
  /** Called after an unrecorded change. */
  readonly onChanged: (change: Partial<Branch>) => void;
}

/** Longest time of one timer, in milliseconds: a day. It holds no more than 24, and ends at once for more. */
const MAX_TIMER_MS = 86_400_000;

/** Id, among the questions, of the one for the key that the server asks for. */
const KEY = 'key';

/** One message in one branch, followed to its end and, where a command is named, tested. */
export class TryRun {
  readonly #request: TryRequest;
  readonly #ports: TryPorts;
  readonly #use = new TurnUse();
  readonly #ending = new AbortController();
  readonly #waiting = new Set<string>();
  /** Reason why it is ended early. */
  #cut: TryEnd | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether there was a turn, to its end: what it did can be tested. */
  #isTurnOver = false;
  #workedMs = 0;
  #since: number | undefined;

  constructor(request: TryRequest, ports: TryPorts) {
    this.#request = request;
    this.#ports = ports;
  }

  /** Runs it. What goes wrong is how it ended; resolves when that is recorded, or told as unrecorded. */
  async go(): Promise<void> {
    const { branch, session, test } = this.#request;
    const { records, onChanged, onEnded, keysWanted } = this.#ports;
    const off = records.onAppended((event) => this.#take(event));
    const offKeys = keysWanted.onChanged(() => this.#lookForKey());
    let end: TryEnd;
    let exitCode: number | undefined;
    try {
      end = await this.#turn();
      if (test !== undefined && this.#cut === undefined && this.#isTurnOver) {
        onChanged({ state: 'testing', line: `Runs ${test}` });
        exitCode = await this.#ports.runTest(session, test, this.#ending.signal);
        end = this.#cut ?? end;
      }
    } catch (error) {
      end = this.#cut ?? { state: 'failed', line: messageOf(error) };
    } finally {
      off();
      offKeys();
      this.#pause();
    }
    await onEnded({
      branch: branch.id,
      workspace: branch.workspace,
      ...end,
      ...this.#used(),
      ...(test !== undefined && { test: { command: test, ...(exitCode !== undefined && { exitCode }) } }),
    });
  }

  /** Ends it, for a person, its budget or the end of the app. */
  async end(state: TryEnd['state'], line: string): Promise<void> {
    if (this.#cut) return;
    this.#cut = { state, line };
    const { chat } = this.#ports;
    const { session, message } = this.#request;
    if (this.#use.turn === undefined)
      await chat.withdraw(session, message, { by: 'app', reason: line }).catch(() => {});
    await chat.stop(session).catch(() => {});
    this.#ending.abort();
  }

  #used() {
    const { turn, tokens, cost, unknownCost } = this.#use;
    return {
      ...(turn !== undefined && { turn }),
      ...(tokens !== undefined && { tokens }),
      ...(cost !== undefined && unknownCost === undefined && { cost }),
    };
  }

  async #turn(): Promise<TryEnd> {
    const { session, message } = this.#request;
    for await (const progress of this.#ports.chat.follow(session, message, this.#ending.signal)) {
      const end = this.#onProgress(progress);
      if (end) return this.#cut ?? end;
    }
    return this.#cut ?? { state: 'interrupted', line: 'The app ended before its turn did' };
  }

  #onProgress(progress: TurnProgress): TryEnd | undefined {
    switch (progress.kind) {
      case 'started':
        this.#work();
        this.#lookForKey();
        if (this.#use.begin(progress.turn)) this.#onUsed();
        return undefined;
      case 'asked':
        this.#waitFor(progress.question, firstLines(progress.title));
        return undefined;
      case 'answered':
        this.#goOnAfter(progress.question);
        return undefined;
      case 'withdrawn':
        return { state: 'stopped', line: progress.reason };
      case 'ended':
        return this.#endOf(progress);
      default:
        return undefined;
    }
  }

  #waitFor(question: string, line: string): void {
    this.#waiting.add(question);
    this.#pause();
    this.#ports.onChanged({ state: 'waiting', line });
  }

  #goOnAfter(question: string): void {
    if (!this.#waiting.delete(question) || this.#waiting.size > 0) return;
    this.#ports.onChanged({ state: 'running', line: '' });
    this.#work();
    this.#lookForKey();
  }

  #lookForKey(): void {
    const { profile } = this.#request.branch;
    const isWanted = this.#ports.keysWanted.value.some((wanted) => wanted.profile === profile);
    if (!isWanted) this.#goOnAfter(KEY);
    else if (this.#since !== undefined) this.#waitFor(KEY, 'Its server asks for a key');
  }

  #endOf(progress: Extract<TurnProgress, { kind: 'ended' }>): TryEnd {
    const { outcome, text, error } = progress;
    this.#pause();
    this.#isTurnOver = true;
    this.#waiting.clear();
    this.#use.end(progress);
    if (outcome === 'done') return { state: 'done', line: firstLines(text) };
    if (outcome === 'cancelled') return { state: 'stopped', line: error ?? 'It was stopped' };
    // A model refuses in words of its own.
    const refusal = outcome === 'refused' && text !== '' ? firstLines(text) : undefined;
    return { state: 'failed', line: error ?? refusal ?? this.#use.error ?? 'The model gave no answer' };
  }

  #take(event: AnyLedgerEvent): void {
    if (event.session === this.#request.session && this.#use.take(event)) this.#onUsed();
  }

  #onUsed(): void {
    const { tokens, cost, text } = this.#use;
    this.#ports.onChanged({
      ...(tokens !== undefined && { tokens }),
      ...(cost !== undefined && { cost }),
      ...(text !== '' && { line: firstLines(text) }),
    });
    const why = overBudget(this.#use, this.#request.budget);
    if (why !== undefined) this.#overBudget(why);
  }

  #overBudget(why: string): void {
    void this.end('over-budget', why);
  }

  /** The clock of the budget runs while it works, not while it waits for an answer. */
  #work(): void {
    const { seconds } = this.#request.budget;
    this.#since = performance.now();
    if (seconds === undefined) return;
    clearTimeout(this.#timer);
    const leftMs = Math.max(0, seconds * 1000 - this.#workedMs);
    this.#timer = setTimeout(
      () => {
        this.#pause();
        if (this.#workedMs < seconds * 1000) this.#work();
        else this.#overBudget(`It worked longer than ${seconds} seconds`);
      },
      Math.min(leftMs, MAX_TIMER_MS),
    );
  }

  #pause(): void {
    clearTimeout(this.#timer);
    if (this.#since !== undefined) this.#workedMs += performance.now() - this.#since;
    this.#since = undefined;
  }
}

/** Explains why a turn must be ended; `undefined` while it is within its budget. */
function overBudget(use: TurnUse, budget: RunBudget): string | undefined {
  const { tokens = 0, cost = 0, unknownCost, unmetered } = use;
  if (unmetered !== undefined && (budget.tokens !== undefined || budget.cost !== undefined)) {
    return `The server of ${unmetered} does not say what it uses, so a budget in tokens or dollars cannot be watched`;
  }
  if (budget.tokens !== undefined && tokens > budget.tokens) return `Its ${budget.tokens} tokens were used up`;
  if (budget.cost === undefined) return undefined;
  if (cost > budget.cost) return `It cost more than $${budget.cost}`;
  if (unknownCost === undefined) return undefined;
  return `What ${unknownCost} costs is not known, so a budget in dollars cannot be watched`;
}
