/** Most requests of a batch: none is answered before all of its batch are rendered. */
const MOST = 32;

/**
 * Requests that were read in one turn of the event loop, so that they are rendered one after the other, with no call of the system
 * between them: the processor forgets a program's code with each such call.
 */
export class RequestBatches {
  #batch: { readonly closed: Promise<void>; count: number } | undefined;

  /** Joins the batch that is open; resolves, for all of it at once, when the sockets that have something are read. */
  join(): Promise<void> {
    const batch = this.#batch ?? this.#open();
    batch.count += 1;
    if (batch.count === MOST) this.#batch = undefined;
    return batch.closed;
  }

  #open() {
    const batch = {
      count: 0,
      closed: new Promise<void>((resolve) => {
        setImmediate(() => {
          if (this.#batch === batch) this.#batch = undefined;
          resolve();
        });
      }),
    };
    this.#batch = batch;
    return batch;
  }
}
