import type { AnyLedgerEvent, LedgerEvent, LedgerEventData } from '#contract';
import { REDACTED } from '#core/secrets/redact';
import { knownEvent } from '#ledger';
import { commandText, isPushAlone } from './command-text.ts';

/** Output that `push` can take. */
export interface RetainedOutput {
  readonly command: string;
  readonly text: string;
  readonly isTail: boolean;
}

type StartedEvent = Extract<LedgerEvent, { type: 'console.started' }>;
type EndedEvent = Extract<LedgerEvent, { type: 'console.ended' }>;

/** State of a session's Shell mode by its record: working directory, variables, modes, and the output of the last command. */
export class SessionRecord {
  workspace: string | undefined;
  cwd: string | undefined;
  previousCwd: string | undefined;
  /** Chosen ones; `undefined` as long as the person changed none. */
  modes: readonly string[] | undefined;
  retained: RetainedOutput | undefined;
  hasEvents = false;
  readonly variables = new Map<string, string>();
  /** Variables that the person took away, also of those that the app was started with. */
  readonly unset = new Set<string>();
  /** Variables that were exported and whose values are not on the record. */
  readonly lost = new Set<string>();
  /** Variables whose present values are known here, recorded or not. */
  readonly #supplied = new Set<string>();
  readonly #started = new Map<string, StartedEvent>();

  take(any: AnyLedgerEvent): void {
    this.hasEvents = true;
    if (!/^(session|console)\./.test(any.type)) return;
    const event = knownEvent(any);
    switch (event?.type) {
      case 'session.created':
        this.workspace = event.data.workspace || undefined;
        this.cwd = event.data.workspace;
        break;
      case 'session.moved':
        this.previousCwd = this.cwd;
        this.cwd = event.data.cwd;
        break;
      case 'session.variable':
        this.#takeVariable(event.data);
        break;
      case 'session.modes':
        this.modes = event.data.profiles;
        break;
      case 'console.started':
        this.#started.set(event.id, event);
        if (event.data.how !== 'builtin') this.retained = undefined;
        break;
      case 'console.ended':
        this.#takeEnd(event);
        break;
      default:
    }
  }

  /** Sets a variable ahead of the event that reports it, which may leave its value out. */
  supplyVariable(name: string, value: string): void {
    this.#supplied.add(name);
    this.#setVariable(name, value);
  }

  #setVariable(name: string, value: string): void {
    this.variables.set(name, value);
    this.lost.delete(name);
    this.unset.delete(name);
  }

  #takeVariable({ name, value, isUnset = false }: LedgerEventData<'session.variable'>): void {
    if (isUnset) {
      this.variables.delete(name);
      this.lost.delete(name);
      this.unset.add(name);
    } else if (value !== undefined && !value.includes(REDACTED)) this.#setVariable(name, value);
    else if (!this.#supplied.has(name)) {
      // An earlier value is not what it was set to.
      this.variables.delete(name);
      this.lost.add(name);
    }
  }

  #takeEnd({ cause, data }: EndedEvent): void {
    const started = cause === undefined ? undefined : this.#started.get(cause);
    if (!started || cause === undefined) return;
    this.#started.delete(cause);
    const isDone = data.exitCode === 0 && data.stopReason === 'exit';
    const { line, how } = started.data;
    if (how === 'builtin') {
      if (isDone && isPushAlone(line)) this.retained = undefined;
    } else {
      this.retained = isDone ? { command: commandText(line), text: data.text, isTail: data.isTail } : undefined;
    }
  }
}
