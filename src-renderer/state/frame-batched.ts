/** A hidden page draws no frames; then a batch waits this long, in milliseconds. */
const HIDDEN_DELAY_MS = 100;

export interface FrameBatch<T> {
  readonly push: (value: T) => void;
  readonly flush: () => void;
  readonly cancel: () => void;
}

/** Calls `show` with the first value at once and with the newest of those that follow once a frame. */
export function frameBatched<T>(show: (value: T) => void): FrameBatch<T> {
  let waiting: { readonly value: T } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame: number | undefined;
  let hasShown = false;

  const unschedule = () => {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
  };
  const flush = () => {
    unschedule();
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) show(next.value);
  };
  return {
    push: (value) => {
      waiting = { value };
      if (!hasShown) {
        hasShown = true;
        flush();
      } else if (frame === undefined) {
        frame = requestAnimationFrame(flush);
        timer = setTimeout(flush, HIDDEN_DELAY_MS);
      }
    },
    flush,
    cancel: () => {
      unschedule();
      waiting = undefined;
    },
  };
}
