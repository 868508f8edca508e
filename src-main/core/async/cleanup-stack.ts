/** Undoes what was started, in reverse, once; every failure is reported together as one `AggregateError`. */
export class CleanupStack implements AsyncDisposable {
  readonly #steps: (() => unknown)[] = [];
  #disposal: Promise<void> | undefined;

  /** Registers the resource for disposal and returns it, so that it is owned in the expression that starts it. */
  use<T extends AsyncDisposable | Disposable>(resource: T): T {
    this.add(() => (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]()));
    return resource;
  }

  add(step: () => unknown): void {
    if (this.#disposal !== undefined) throw new Error('Something was started while the app was ending');
    this.#steps.push(step);
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#disposal ??= this.#undo();
    return this.#disposal;
  }

  /** Undoes what was started before `error` came, and throws that: what could not be undone either must not take its place. */
  async endAfter(error: unknown): Promise<never> {
    await this[Symbol.asyncDispose]().catch((failure: unknown) => {
      if (error instanceof Error) error.cause ??= failure;
    });
    throw error;
  }

  async #undo(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.reverse()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended cleanly');
  }
}
