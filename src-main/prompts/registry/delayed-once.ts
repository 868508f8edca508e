/**
 * Runs something once this long after it was first asked for; asking again in the meantime changes nothing. Keeps no
 * process alive.
 */
export function delayedOnce(milliseconds: number, run: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    start: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        run();
      }, milliseconds).unref();
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
