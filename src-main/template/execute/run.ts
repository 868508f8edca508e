import type { TemplateFunction, TemplateValue } from '../values.ts';
import { limitError, type NodeSite } from './failure.ts';
import { NOWHERE, type Origin, ROOT } from './origins.ts';
import type { Recorder } from './recorder.ts';

export interface ExecutionLimits {
  readonly deadline: number | undefined;
  readonly maxSteps: number;
  readonly maxCompiled: number;
  readonly maxDepth: number;
  readonly maxOutput: number;
  readonly signal: AbortSignal | undefined;
}

/** Steps between two looks at the clock: some tens of microseconds. */
const STEPS_PER_LOOK = 1024;

/** One execution: what has been written, the variables of the running template, and what may still be spent. */
export class Run {
  out = '';
  /** Variables of the running template; `$` is the first. */
  vars: TemplateValue[];
  /** Origins of the values of `vars`; kept in step with them if spans are requested. */
  origins: Origin[] = [ROOT];
  /** Origin of the dot. */
  origin: Origin = ROOT;
  /** Origin of the operand that `and` or `or` chose last. */
  operandOrigin: Origin = NOWHERE;
  /** Node that Go would name after `and` or `or`: their last operand that was evaluated. */
  operand: NodeSite | undefined;
  depth = 0;
  /** Nested closures since the stack was last a fresh one. */
  height = 0;
  /** Nested closures, counted over all templates that wait for each other. */
  totalHeight = 0;
  readonly limits: ExecutionLimits;
  readonly functions: ReadonlyMap<string, TemplateFunction>;
  /** Recorder, if spans are requested. */
  recorder: Recorder | undefined;
  #granted = 0;
  #compiled = 0;
  #left: number;
  #unspent = 0;
  #calls: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #followAbort: (() => void) | undefined;
  #fail: ((cause: unknown) => void) | undefined;

  constructor(data: TemplateValue, limits: ExecutionLimits, functions: ReadonlyMap<string, TemplateFunction>) {
    this.vars = [data];
    this.limits = limits;
    this.functions = functions;
    this.#left = limits.maxSteps;
  }

  spend(steps: number, site: NodeSite): void {
    this.#unspent -= steps;
    if (this.#unspent < 0) this.#look(site);
  }

  write(text: string, site: NodeSite): void {
    this.out += text;
    this.#unspent -= text.length + 1;
    if (this.#unspent < 0) this.#look(site);
    if (this.out.length > this.limits.maxOutput) throw limitError(this, site, 'output');
  }

  /** Counts what a function built: it cost time, and goes on costing memory. */
  spendOn(built: TemplateValue, site: NodeSite): void {
    if (typeof built !== 'string') return;
    if (built.length > this.limits.maxOutput) throw limitError(this, site, 'output');
    this.spend(built.length, site);
  }

  /** Counts a node that is compiled. */
  spendOnCompiling(site: NodeSite): void {
    this.#compiled += 1;
    if (this.#compiled > this.limits.maxCompiled) throw limitError(this, site, 'time');
    if (this.#compiled % STEPS_PER_LOOK === 0) this.checkTime(site);
  }

  /** Fails if a limit has been reached by now, whenever the clock was last read. */
  checkTime(site: NodeSite): void {
    const { signal, deadline } = this.limits;
    if (signal?.aborted) throw limitError(this, site, 'aborted');
    if (deadline !== undefined && performance.now() > deadline) throw limitError(this, site, 'time');
  }

  /** Signal for waiting calls: also aborted when the time is up. */
  get signal(): AbortSignal | undefined {
    const { signal, deadline } = this.limits;
    if (deadline === undefined) return signal;
    if (this.#calls === undefined) {
      const calls = new AbortController();
      this.#calls = calls;
      const followAbort = () => calls.abort(signal?.reason);
      this.#followAbort = followAbort;
      this.#timer = setTimeout(() => calls.abort(), Math.max(0, deadline - performance.now()) + 1);
      if (signal?.aborted) followAbort();
      signal?.addEventListener('abort', followAbort, { once: true });
    }
    return this.#calls.signal;
  }

  /** Settles as `pending` does, or fails when the time is up first. */
  async wait(pending: Promise<TemplateValue>, site: NodeSite): Promise<TemplateValue> {
    const { signal } = this;
    if (signal === undefined) return pending;
    let stop = () => {};
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = () => reject(limitError(this, site, this.limits.signal?.aborted ? 'aborted' : 'time'));
    });
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([pending, stopped]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** Settles as `status` does, or fails as soon as `giveUp` is told why. */
  ended(status: Promise<number>): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      status.then(resolve, reject);
    });
  }

  /** Leaves all that waits for this as it is: to end it level by level takes longer than the time that is left for it. */
  giveUp(cause: unknown): Promise<never> {
    this.#fail?.(cause);
    return new Promise(() => {});
  }

  /** Lets go of the clock and the signal. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#followAbort) this.limits.signal?.removeEventListener('abort', this.#followAbort);
  }

  #look(site: NodeSite): void {
    this.#left -= this.#granted - this.#unspent;
    if (this.#left <= 0) throw limitError(this, site, 'time');
    this.checkTime(site);
    this.#granted = Math.min(STEPS_PER_LOOK, this.#left);
    this.#unspent = this.#granted;
  }
}
