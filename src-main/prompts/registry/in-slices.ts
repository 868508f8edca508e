/** Longest that everything else waits for a slice of work, as far as its steps are short. */
const SLICE_MS = 10;

/** Does long work a slice at a time, so that what else there is to do comes in between. */
export async function inSlices<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
