/**
 * One look for all who ask before it begins: what each gets began after it asked. However many ask at once, one look is on its
 * way and one waits.
 */
export function sharedLook<Seen>(look: () => Promise<Seen>): () => Promise<Seen> {
  let running: Promise<Seen> | undefined;
  let next: Promise<Seen> | undefined;
  const begin = async (): Promise<Seen> => {
    next = undefined;
    const seen = look();
    running = seen;
    try {
      return await seen;
    } finally {
      if (running === seen) running = undefined;
    }
  };
  return () => {
    if (next !== undefined) return next;
    if (running === undefined) return begin();
    next = running.then(begin, begin);
    return next;
  };
}
