import type { Clock } from '#schedules';

interface Timer {
  readonly at: number;
  readonly step: () => void;
}

/** A clock that goes when it is told: timers by a time that nobody sets, the wall by one that is. */
export class FakeClock implements Clock {
  #wall: number;
  #time = 0;
  readonly #timers = new Set<Timer>();

  constructor(start: string) {
    this.#wall = Date.parse(start);
  }

  readonly now = () => this.#wall;

  readonly elapsed = () => this.#time;

  readonly after = (ms: number, step: () => void) => {
    const timer = { at: this.#time + ms, step };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };

  /** Lets time pass; `between` is awaited whenever a timer has ended. */
  async pass(ms: number, between: () => Promise<void>): Promise<void> {
    const end = this.#time + ms;
    for (let next = this.#soonest(end); next; next = this.#soonest(end)) {
      this.#timers.delete(next);
      this.#wall += next.at - this.#time;
      this.#time = next.at;
      next.step();
      await between();
    }
    this.#wall += end - this.#time;
    this.#time = end;
  }

  /** Sets the wall, as sleep and people do. */
  set(to: string | number): void {
    this.#wall = typeof to === 'number' ? to : Date.parse(to);
  }

  #soonest(end: number): Timer | undefined {
    const due = [...this.#timers].filter(({ at }) => at <= end);
    return due.sort((one, other) => one.at - other.at)[0];
  }
}
