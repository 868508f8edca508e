/** Cancels what runs in the console. */
type Cancel = () => void;

/**
 * Answers SIGTERM: cancels what runs, and ends the console where nothing does, or what runs was cancelled so already.
 * `running` tells what runs now.
 */
export function onTerminate(running: () => Cancel | undefined, end: () => void): () => void {
  let cancelled: Cancel | undefined;
  return () => {
    const cancel = running();
    if (cancel === undefined || cancel === cancelled) end();
    cancel?.();
    cancelled = cancel;
  };
}
