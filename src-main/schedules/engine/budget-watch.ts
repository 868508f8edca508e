import type { RunBudget } from '#contract';
import type { TaskRunFacts } from '../inbox/run-facts.ts';
import type { Clock } from '../ports.ts';

/** Watches what a run uses; told once, as a sentence, when it has reached its budget. */
export class BudgetWatch implements Disposable {
  readonly #budget: RunBudget;
  readonly #clock: Clock;
  readonly #onReached: (why: string) => void;
  #leftMs: number;
  /** Time at which the running budget was started, by the clock that nobody sets; undefined while it is paused. */
  #since: number | undefined;
  #cancel: () => void = () => {};
  #isOver = false;

  constructor(budget: RunBudget, clock: Clock, onReached: (why: string) => void) {
    this.#budget = budget;
    this.#clock = clock;
    this.#onReached = onReached;
    this.#leftMs = (budget.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  }

  /** Its time runs: it works. */
  run(): void {
    if (this.#since !== undefined || this.#isOver) return;
    this.#since = this.#clock.elapsed();
    if (Number.isFinite(this.#leftMs)) this.#arm();
  }

  /** Its time stands: it waits for an answer. */
  pause(): void {
    this.#cancel();
    if (this.#since !== undefined) this.#leftMs -= this.#clock.elapsed() - this.#since;
    this.#since = undefined;
  }

  /** Looks at what its replies came to. */
  look({ tokens = 0, cost = 0, unknownCost, unmetered }: TaskRunFacts): void {
    const { tokens: mostTokens, cost: mostCost } = this.#budget;
    if (mostTokens !== undefined && tokens >= mostTokens) {
      this.#reach(`It used ${tokens} tokens; its budget is ${mostTokens}`);
    }
    if (unmetered !== undefined) this.#lookAtUnmetered(unmetered);
    if (mostCost === undefined) return;
    if (cost >= mostCost) this.#reach(`It has cost $${Number(cost.toFixed(4))}; its budget is $${mostCost}`);
    else if (unknownCost !== undefined) {
      const advice = 'add its price to chat.prices, or give the task a budget of tokens';
      this.#reach(`What ${unknownCost} costs is not known, so its budget of $${mostCost} cannot be kept; ${advice}`);
    }
  }

  #lookAtUnmetered(model: string): void {
    const { tokens, cost } = this.#budget;
    if (tokens === undefined && cost === undefined) return;
    const budget = tokens === undefined ? `$${cost}` : `${tokens} tokens`;
    const advice = 'give the task a budget of time instead';
    this.#reach(
      `The server of ${model} does not say what it uses, so its budget of ${budget} cannot be kept; ${advice}`,
    );
  }

  /** Timers may end early, and hold no more than 24 days. */
  #arm(): void {
    this.#cancel = this.#clock.after(Math.min(Math.max(this.#leftMs, 0), 86_400_000), () => {
      this.pause();
      if (this.#leftMs > 0) this.run();
      else this.#reach(`It worked for ${this.#budget.seconds} s, which is its budget`);
    });
  }

  #reach(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this[Symbol.dispose]();
    this.#onReached(why);
  }

  [Symbol.dispose](): void {
    this.#cancel();
    this.#isOver = true;
  }
}
