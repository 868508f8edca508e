import type { AnyLedgerEvent, LimitName, LimitRaise, RunLimits } from '#contract';
import { AppError } from '#core/app-error';
import { Emitter, type Subscribe } from '#core/async/emitter';
import { knownEvent, type Ledger } from '#ledger';
import { LIMIT_KEYS, raisedBy } from './limit-keys.ts';
import { RaisedLimits } from './raised-limits.ts';

export interface CommandLimitsOptions {
  readonly ledger: Pick<Ledger, 'session' | 'onAppended'>;
  /** Limits of a command for which nothing was raised. */
  readonly base: () => RunLimits;
  /** Issuer of the commands; the model by default. */
  readonly of?: 'model' | 'clients';
}

/** The limits of a command that runs; to be let go at its end. */
export interface LimitsInForce extends Disposable {
  readonly current: RunLimits;
  /** All of them, whenever one is raised. */
  readonly onRaised: Subscribe<RunLimits>;
}

/**
 * Limits of commands, including what a person granted in addition. Everything raised is folded from the ledger, so that
 * a restart keeps it.
 */
export class CommandLimits implements Disposable {
  readonly #options: CommandLimitsOptions;
  readonly #sessions = new Map<string, Promise<RaisedLimits>>();
  readonly #takers = new Map<string, (event: AnyLedgerEvent) => void>();
  readonly #running = new Set<RunningCommand>();
  readonly #unsubscribe: () => void;

  constructor(options: CommandLimitsOptions) {
    this.#options = options;
    this.#unsubscribe = options.ledger.onAppended((event) => this.#takers.get(event.session)?.(event));
  }

  /** Limits of the session's next command. */
  async next(session: string): Promise<RunLimits> {
    const { base } = this.#options;
    return (await this.#of(session)).next(base());
  }

  /** Begins a command; to be called once its call is recorded. */
  async begin(session: string, callId: string): Promise<LimitsInForce> {
    const raised = await this.#of(session);
    const running = new RunningCommand(session, callId, raised.of(callId, this.#options.base()));
    this.#running.add(running);
    return {
      get current() {
        return running.current;
      },
      onRaised: running.raised.subscribe,
      [Symbol.dispose]: () => void this.#running.delete(running),
    };
  }

  /**
   * Recorded before it takes effect.
   *
   * @throws AppError NOT_FOUND for a call that is no command of the session; CONFLICT where another's limits were in force; INVALID_INPUT for less than it has, and where it has no limit
   */
  async raise({ session, callId, limit, scope, to }: LimitRaise): Promise<{ to: number }> {
    const raised = await this.#of(session);
    const call = raised.call(callId);
    if (raised.isForeign(callId)) {
      const advice = 'Raise the limits of the Shell Adapter in the settings, for all of its clients.';
      throw new AppError('CONFLICT', 'The client that ran this command has disconnected', { advice });
    }
    if (!call)
      throw new AppError('NOT_FOUND', `No command of this session has the call ${callId}`, { where: 'callId' });
    const key = LIMIT_KEYS[limit];
    const from = this.#runningOf(session, callId)?.current[key] ?? this.#before(raised, callId)[key];
    const target = checkRaise(limit, from, to);
    await (await this.#options.ledger.session(session)).append(
      'limits.raised',
      { limit, from: target.from, to: target.to, scope, callId },
      { turn: call.turn, cause: call.event },
    );
    for (const running of this.#running) {
      const isMeant = running.session === session && (scope === 'session' || running.callId === callId);
      if (isMeant) running.raise(raisedBy(running.current, { [limit]: target.to }));
    }
    return { to: target.to };
  }

  [Symbol.dispose](): void {
    this.#unsubscribe();
    this.#takers.clear();
  }

  #runningOf(session: string, callId: string): RunningCommand | undefined {
    return [...this.#running].find((one) => one.session === session && one.callId === callId);
  }

  /**
   * Limits of a call that is about to run; for an ended one, what it had or what the next would have, whichever is
   * more.
   */
  #before(raised: RaisedLimits, callId: string): RunLimits {
    const base = this.#options.base();
    const call = raised.call(callId);
    if (call?.isOpen) return raised.of(callId, base);
    const next = raised.next(base);
    const had = Object.entries(LIMIT_KEYS).map(([name, key]) => [name, call?.limits?.[key]]);
    return raisedBy(next, Object.fromEntries(had));
  }

  /** Listens first, then reads, so that no event is missed or taken twice. */
  #of(session: string): Promise<RaisedLimits> {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const reading = this.#read(session);
    this.#sessions.set(session, reading);
    reading.catch(() => this.#sessions.delete(session));
    return reading;
  }

  async #read(session: string): Promise<RaisedLimits> {
    const raised = new RaisedLimits(this.#options.of);
    const early: AnyLedgerEvent[] = [];
    const apply = (any: AnyLedgerEvent) => {
      const event = knownEvent(any);
      if (event) raised.apply(event);
    };
    this.#takers.set(session, (event) => void early.push(event));
    const read = new Set<string>();
    for await (const event of (await this.#options.ledger.session(session)).read()) {
      read.add(event.id);
      apply(event);
    }
    for (const event of early) if (!read.has(event.id)) apply(event);
    this.#takers.set(session, apply);
    return raised;
  }
}

class RunningCommand {
  readonly session: string;
  readonly callId: string;
  readonly raised = new Emitter<RunLimits>();
  current: RunLimits;

  constructor(session: string, callId: string, current: RunLimits) {
    this.session = session;
    this.callId = callId;
    this.current = current;
  }

  raise(limits: RunLimits): void {
    this.current = limits;
    this.raised.emit(limits);
  }
}

function checkRaise(limit: LimitName, from: number | undefined, to: number | undefined) {
  if (from === undefined)
    throw new AppError('INVALID_INPUT', `Commands have no limit of ${WORDS[limit]} here`, { where: 'limit' });
  const wanted = to ?? from * 2;
  if (wanted < from) {
    throw new AppError('INVALID_INPUT', `${wanted} is below the present limit of ${from}`, {
      where: 'to',
      advice: `Name at least ${from}`,
    });
  }
  const isWhole = limit === 'cpu' || limit === 'timeout' || Number.isInteger(wanted);
  if (!isWhole || wanted > Number.MAX_SAFE_INTEGER) {
    throw new AppError('INVALID_INPUT', `${wanted} is no limit of ${WORDS[limit]}`, { where: 'to' });
  }
  return { from, to: wanted };
}

const WORDS: Readonly<Record<LimitName, string>> = {
  timeout: 'time',
  output: 'output',
  cpu: 'CPU',
  memory: 'memory',
  disk: 'disk',
  processes: 'processes',
};
