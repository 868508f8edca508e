/** The app window of a host: which one is open, and whether the host closed it itself. */
export class WindowLife {
  #window: { end(): unknown } | undefined;
  #isClosedByHost = false;

  get isClosedByHost(): boolean {
    return this.#isClosedByHost;
  }

  open(window: { end(): unknown }): void {
    this.#window = window;
  }

  /** Closes it while the host goes on; nothing if none is open. */
  close(): void {
    if (!this.#window) return;
    this.#isClosedByHost = true;
    this.#window.end();
  }
}
