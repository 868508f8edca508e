import type { Subscribe, Unsubscribe } from '#core/async/emitter';
import type { CallToWatch } from '#tools';

/** Calls that are watched: all of them, those of our own agent, or none. */
export type WatchScope = 'all' | 'commands' | 'none';

const OFF: Readonly<Record<WatchScope, string>> = {
  all: '',
  commands: 'Changes of programs and clients are not recorded: the setting record.watch is “commands”',
  none: 'Changes are not recorded: the setting record.watch is “none”',
};

export interface ScopeOptions {
  /** Scope of the watch; everything by default. */
  readonly scope?: () => WatchScope;
  /** Subscribes to possible changes of the answer of `scope`. */
  readonly onScopeChanged?: Subscribe<unknown>;
}

/** Scope of the watch, and the time since which it covers everything. */
export class ScopeTimes implements Disposable {
  readonly #scope: () => WatchScope;
  readonly #stop: Unsubscribe | undefined;
  #last: WatchScope;
  /** Time at which the scope was last known to be partial, in milliseconds since 1970. */
  #lessAt = Number.NEGATIVE_INFINITY;

  constructor({ scope = () => 'all', onScopeChanged }: ScopeOptions) {
    this.#scope = scope;
    this.#last = scope();
    this.#stop = onScopeChanged?.(() => void this.now());
  }

  now(): WatchScope {
    const now = this.#scope();
    if (now !== 'all' || this.#last !== 'all') this.#lessAt = Date.now();
    this.#last = now;
    return now;
  }

  /** Reason why calls of an origin are not watched; `undefined` for those that are. */
  whyOff(origin: CallToWatch['origin']): string | undefined {
    const scope = this.now();
    return scope === 'all' || (scope === 'commands' && origin === 'command') ? undefined : OFF[scope];
  }

  /** Whether everything was watched from that time, in milliseconds since 1970, until now. */
  isAllSince(time: number): boolean {
    return this.now() === 'all' && time > this.#lessAt;
  }

  [Symbol.dispose](): void {
    this.#stop?.();
  }
}
